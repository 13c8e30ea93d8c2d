"""Tests of the test code. They need no desktop."""
