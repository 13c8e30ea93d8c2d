#!/usr/bin/env python3
"""Writes Tests/Data/month-grids.txt: the weeks that a month calendar shows, according to Python's calendar module.

    Tests/Differential/month-grids.py > Tests/Data/month-grids.txt

Each line consists of a month, the first weekday (1 is Monday), the first day that is shown, and the ISO 8601 numbers of
the six weeks: each week has the number of its Thursday.
"""

import calendar
import datetime

YEARS = (1900, 2000, 2015, 2020, 2026, 2027, 2032, 2035)

print("# Written by Tests/Differential/month-grids.py.")
for year in YEARS:
    for month in range(1, 13):
        for first in range(7):
            start = next(calendar.Calendar(first).itermonthdates(year, month))
            weeks = [[start + datetime.timedelta(7 * row + column) for column in range(7)] for row in range(6)]
            numbers = [next(day for day in week if day.weekday() == 3).isocalendar()[1] for week in weeks]
            print(f"{year:04}-{month:02}", first + 1, start.isoformat(), *numbers)
