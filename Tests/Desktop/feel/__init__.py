"""The invariants of the frame log, and the calendars of the tests."""
