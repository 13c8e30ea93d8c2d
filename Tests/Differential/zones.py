#!/usr/bin/env python3
"""Prints the clock changes of every zone in a compiled time zone database, as Python's zoneinfo reads them.

    Tests/Differential/zones.py FOLDER FIRST-YEAR END-YEAR

Each line describes a zone: its name, its offset from UTC in seconds at the beginning of FIRST-YEAR, and the time and
offset of every change, separated by bars. The times come from the internals of zoneinfo, which reads them from the file
and computes later ones from the rule at the end of the file; the offsets come from the public interface of zoneinfo.
"""

import os
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
from zoneinfo._zoneinfo import ZoneInfo as Reader

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def epoch_seconds(moment):
    return int((moment - EPOCH).total_seconds())


def offset(zone, time):
    return int((EPOCH + timedelta(seconds=time)).astimezone(zone).utcoffset().total_seconds())


def change_times(reader, first, end):
    """All times at which the offset may change, in order, in seconds since 1970."""
    times = set(reader._trans_utc)
    rule = reader._tz_after
    if hasattr(rule, "transitions"):
        for year in range(first.year, end.year + 1):
            # The rule gives its dates in the local time before each change.
            start, finish = rule.transitions(year)
            times.add(start - int(rule.std.utcoff.total_seconds()))
            times.add(finish - int(rule.dst.utcoff.total_seconds()))
    return sorted(time for time in times if epoch_seconds(first) < time < epoch_seconds(end))


def names(folder):
    for directory, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("posix", "right")]
        for file in files:
            path = os.path.join(directory, file)
            with open(path, "rb") as data:
                if data.read(4) == b"TZif":
                    yield os.path.relpath(path, folder)


def main():
    folder, first, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    first, end = datetime(first, 1, 1, tzinfo=timezone.utc), datetime(end, 1, 1, tzinfo=timezone.utc)
    for name in sorted(names(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            zone = ZoneInfo.from_file(file)
            file.seek(0)
            reader = Reader.from_file(file)
        current_offset = offset(zone, epoch_seconds(first))
        fields = [name, str(current_offset)]
        for time in change_times(reader, first, end):
            new_offset = offset(zone, time)
            if new_offset != current_offset:
                fields.append(f"{time}:{new_offset}")
            current_offset = new_offset
        print("|".join(fields))


main()
