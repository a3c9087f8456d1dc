"""What somebody else's file, page or account could try against a GM, and what comes of it."""
