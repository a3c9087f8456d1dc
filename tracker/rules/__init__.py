"""Combat rules as pure functions: figures and dice in, figures and reasons out; no creature, order, file or screen."""
