"""Unit tests of the test framework, which need no desktop."""
