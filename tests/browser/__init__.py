"""Tests in a real browser: `python -m pytest tests/browser`; they need the extra `browser` and Chromium."""
