"""The state machine of a fight: commands in, events out, the state between them."""
