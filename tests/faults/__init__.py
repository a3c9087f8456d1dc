"""What may go wrong, as figures: `python -m tests.faults undo|kill|cut|disk|fuzz|soak [--seed N] [--runs N]`."""
