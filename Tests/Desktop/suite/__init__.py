"""Chooses the tests, runs them in sessions and counts the results."""
