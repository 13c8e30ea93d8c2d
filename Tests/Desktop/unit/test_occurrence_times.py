"""Tests of reading occurrence times with libraries that other programs use."""

from __future__ import annotations

import os
import unittest
from datetime import date

from checks.calendars import Calendar
from checks.occurrence_times import MissingPackages, occurrence_times


class OccurrenceTimesTests(unittest.TestCase):
    def test_excluded_dates_and_events_with_other_titles_are_omitted(self) -> None:
        exclusion = "EXDATE;TZID=Europe/Berlin:20350122T100000"
        data = Calendar().add("Choir", "10:00", "11:00", "RRULE:FREQ=WEEKLY;COUNT=4", exclusion).add("Other", "10:00", "11:00").file_contents()
        try:
            actual_times = occurrence_times(data, "Choir", date(2035, 1, 1), date(2035, 3, 1))
        except MissingPackages as missing:
            self.assertNotEqual(os.environ.get("CI"), "true", str(missing))
            self.skipTest(str(missing))
        self.assertEqual(actual_times, [f"2035-01-{day} 10:00 – 11:00" for day in ("08", "15", "29")])


if __name__ == "__main__":
    unittest.main()
