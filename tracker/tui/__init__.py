"""The Textual screen: shows the state, turns keys into commands."""
