"""Pure rules of the three editions: numbers in, numbers and reasons out. Imports nothing of the project."""
