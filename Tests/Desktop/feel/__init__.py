"""Checks of the properties of the frame log that make a drag feel right, and the calendars that the tests use."""
