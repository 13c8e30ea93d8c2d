#!/usr/bin/python3
"""Compares the VTIMEZONEs of a file, as libical reads them, with the time zone database.

    Tests/Differential/written-zones.py FILE FIRST-YEAR END-YEAR

libical is the library with which Evolution, GNOME Calendar and other programs read calendars. Needs Debian's packages
gir1.2-ical-3.0 and python3-gi, and therefore Debian's Python. Prints a line for each zone that differs, and exits with
status 1 if any zone differs.
"""

import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import gi

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib  # noqa: E402

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def components(path):
    """The VTIMEZONEs of a file, as pairs of TZID and lines."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().replace("\r\n ", "").split("\r\n")
    zone = []
    for line in lines:
        zone = [] if line == "BEGIN:VTIMEZONE" else zone
        zone.append(line)
        if line == "END:VTIMEZONE":
            yield zone[1].removeprefix("TZID:"), zone


def offset_function(lines):
    """A function that returns the offset from UTC at a moment, according to libical."""
    component = ICalGLib.Component.new_from_string("\r\n".join(lines) + "\r\n")
    zone = ICalGLib.Timezone.new()
    assert zone.set_component(component)
    utc = ICalGLib.Timezone.get_utc_timezone()

    def offset(moment):
        time = ICalGLib.Time.new_from_timet_with_zone(int((moment - EPOCH).total_seconds()), 0, utc)
        return zone.get_utc_offset_of_utc_time(time)[0]

    return offset


def moments(zone, first, end):
    """A moment in every week, at varying hours, and the seconds before and after every clock change."""
    step = timedelta(days=7, hours=5, minutes=13)
    moment, previous_offset = first, None
    while moment < end:
        offset = zone.utcoffset(moment.astimezone(zone))
        if previous_offset is not None and previous_offset != offset:
            low, high = moment - step, moment
            while high - low > timedelta(seconds=1):
                middle = low + (high - low) / 2
                middle = middle.replace(microsecond=0)
                low, high = (middle, high) if middle.astimezone(zone).utcoffset() == previous_offset else (low, middle)
            yield low
            yield high
        yield moment
        previous_offset = offset
        moment += step


def main():
    path, first, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    first, end = datetime(first, 1, 1, tzinfo=timezone.utc), datetime(end, 1, 1, tzinfo=timezone.utc)
    differing_count = zone_count = 0
    for name, lines in components(path):
        zone, offset = ZoneInfo(name), offset_function(lines)
        zone_count += 1
        for moment in moments(zone, first, end):
            expected = int(moment.astimezone(zone).utcoffset().total_seconds())
            actual = offset(moment)
            if actual != expected:
                print(f"{name}: {actual} instead of {expected} at {moment}")
                differing_count += 1
                break
    print(f"{zone_count} zones compared")
    sys.exit(differing_count > 0)


main()
