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


def seconds(moment):
    return int((moment - EPOCH).total_seconds())


def offset(zone, moment):
    return int((EPOCH + timedelta(seconds=moment)).astimezone(zone).utcoffset().total_seconds())


def moments(reader, first, end):
    """All times at which the offset may change, in order."""
    found = set(reader._trans_utc)
    rule = reader._tz_after
    if hasattr(rule, "transitions"):
        for year in range(first.year, end.year + 1):
            # The rule gives its dates in the local time before each change.
            start, finish = rule.transitions(year)
            found.add(start - int(rule.std.utcoff.total_seconds()))
            found.add(finish - int(rule.dst.utcoff.total_seconds()))
    return sorted(moment for moment in found if seconds(first) < moment < seconds(end))


def names(folder):
    for directory, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("posix", "right")]
        for file in files:
            path = os.path.join(directory, file)
            with open(path, "rb") as opened:
                if opened.read(4) == b"TZif":
                    yield os.path.relpath(path, folder)


def main():
    folder, first, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    first, end = datetime(first, 1, 1, tzinfo=timezone.utc), datetime(end, 1, 1, tzinfo=timezone.utc)
    for name in sorted(names(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            zone = ZoneInfo.from_file(file)
            file.seek(0)
            reader = Reader.from_file(file)
        current = offset(zone, seconds(first))
        fields = [name, str(current)]
        for moment in moments(reader, first, end):
            new = offset(zone, moment)
            if new != current:
                fields.append(f"{moment}:{new}")
            current = new
        print("|".join(fields))


main()
