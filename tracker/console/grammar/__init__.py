"""How each command is read, a module for each part of a fight."""
