"""A combat tracker for game masters."""
