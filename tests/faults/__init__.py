"""What may go wrong, as figures: `python -m tests.faults undo|kill|cut|disk|fuzz|soak|terminal [--seed N] [--runs N]`."""
