"""What may go wrong, as figures: `python -m tests.faults KIND [--seed N] [--runs N]`; `--help` names the kinds."""
