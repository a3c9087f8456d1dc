"""Worked examples of the rules and what runs them."""
