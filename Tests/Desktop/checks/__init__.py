"""The invariants of the frame log, other checks that need no desktop, and the calendars that the tests use."""
