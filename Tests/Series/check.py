#!/usr/bin/env python3
"""Asks another program whether the expected files of Tests/Data/series have the instants that they are said to have.

    Tests/Series/check.py [NAME...]

Needs icalendar (Debian: python3-icalendar) and recurring_ical_events (PyPI: recurring-ical-events). It reads what
the tests compare Handspan's files with, so it says whether the expectation itself is right.
"""

import json
import sys
from datetime import date, datetime, timezone
from pathlib import Path

import icalendar
import recurring_ical_events

FOLDER = Path(__file__).parent.parent / "Data" / "series"
# Where recurring_ical_events reads the RFC in another way, with the reason.
DIFFERENT = {
    "duration-this-stretch-end": "it adds DURATION to the wall time, so PT1H in the gap has no length",
    "gap-this-text": "the same",
}


def text(value):
    if not isinstance(value, datetime):
        return value.strftime("%Y%m%d")
    if value.tzinfo is None:
        return value.strftime("%Y%m%dT%H%M%S")
    # Through UTC and back, a wall time that the clocks skip becomes the one that replaces it.
    return value.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def day(value):
    return date(int(value[:4]), int(value[4:6]), int(value[6:8]))


def instants(path, window):
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    found = []
    for event in recurring_ical_events.of(calendar).between(*map(day, window)):
        start, end = event.start, event.end
        found.append(f"{text(start)} {text(end)} {event.get('SUMMARY', '')}")
    return sorted(found)


def main():
    failed = checked = 0
    for folder in sorted(FOLDER.iterdir()):
        if len(sys.argv) > 1 and folder.name not in sys.argv[1:]:
            continue
        case = json.loads((folder / "case.json").read_text())
        if not (folder / "expected.ics").exists():
            continue
        checked += 1
        found, expected = instants(folder / "expected.ics", case["window"]), sorted(case["instants"])
        if found == expected:
            if folder.name in DIFFERENT:
                failed += 1
                print(f"{folder.name}: is read alike now; take it out of the list")
        elif folder.name not in DIFFERENT:
            failed += 1
            print(f"{folder.name}:\n  expected {expected}\n  found    {found}")
    print(f"{checked} files, {failed} differ")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
