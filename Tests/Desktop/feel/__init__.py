"""The properties of the frame log that make a drag feel right, and the calendars of the tests."""
