"""Choosing the tests, running them in sessions, counting."""
