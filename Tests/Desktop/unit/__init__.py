"""Tests of the tests: they need no desktop."""
