"""What can follow `tracker` on the command line, apart from what opens the screen."""
