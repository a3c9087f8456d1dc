"""The command language: text to command and back; one line, one command."""
