"""Tests of the sample calendars and of the functions that read them."""

from __future__ import annotations

import unittest

from checks.calendars import BERLIN, TIME_EDIT_PROPERTIES, Calendar, changed_properties, crowded_week, standard_day, times


class CalendarTests(unittest.TestCase):
    def test_times_of_an_event_are_read(self) -> None:
        calendar = Calendar().add("Walk", "09:00", "10:30").add("Night", "22:00", "2035-01-09T02:00")
        start, end = times(calendar.file_contents(), "walk@handspan.example")
        self.assertEqual((start.hour, start.minute, end.hour, end.minute), (9, 0, 10, 30))
        self.assertEqual(times(calendar.file_contents(), "night@handspan.example")[1].day, 9)

    def test_times_in_utc_and_durations_are_read(self) -> None:
        text = b"BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260105T080000Z\r\nDURATION:PT1H15M\r\nEND:VEVENT\r\n"
        start, end = times(text, "a")
        self.assertEqual(start.astimezone(BERLIN).hour, 9)
        self.assertEqual((end.hour, end.minute), (10, 15))

    def test_crowded_week_has_unusual_and_repeating_events(self) -> None:
        text = crowded_week().file_contents().decode()
        self.assertIn("\r\nDTSTART;VALUE=DATE:20350125\r\nDTEND;VALUE=DATE:20350126\r\n", text)
        self.assertIn("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20350320T193000\r\n", text)
        self.assertEqual(text.count("BEGIN:VEVENT"), text.count("\r\nUID:"))
        self.assertGreater(text.count("\r\nRRULE:"), 10)

    def test_reading_a_missing_event_raises_an_error(self) -> None:
        with self.assertRaises(AssertionError):
            times(standard_day().file_contents(), "nobody")

    def test_only_edited_lines_are_reported_as_changed(self) -> None:
        before = Calendar().add("Walk", "09:00", "10:00").file_contents()
        after = before.replace(b"T090000", b"T091500")
        self.assertEqual(changed_properties(before, after), {"DTSTART"})
        self.assertLessEqual(changed_properties(before, after), TIME_EDIT_PROPERTIES)

    def test_lost_lines_changed_line_endings_and_unknown_properties_are_reported(self) -> None:
        before = Calendar().add("Walk", "09:00", "10:00").file_contents()
        self.assertEqual(changed_properties(before, before.replace(b"X-WR-CALNAME:Tests\r\n", b"")), {"X-WR-CALNAME"})
        self.assertFalse(changed_properties(before, before.replace(b"\r\n", b"\n")) <= TIME_EDIT_PROPERTIES)
        self.assertEqual(changed_properties(before, before.replace(b"kept as", b"lost as")), {"X-ODD"})
        self.assertEqual(changed_properties(before, before), set())


if __name__ == "__main__":
    unittest.main()
