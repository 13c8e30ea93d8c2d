#!/usr/bin/python3
"""Checks that other programs find the instants listed in case.json in the expected files of Tests/Data/series.

    Tests/Series/check.py [NAME...]

Needs the Python packages icalendar and recurring-ical-events, which scripts/bootstrap installs into .build/python, and the
Debian packages python3-gi and gir1.2-ecal-2.0 (the library of Evolution Data Server; no server is started). If any of
them is missing, nothing is checked, and the script fails if CI is "true". The unit tests compare Handspan's output with
the same files byte for byte, so the results of this script apply to what Handspan writes, too.

Where a program does not follow RFC 5545, case.json names the program and the reason in "differs".
"""

import json
import os
import sys
import warnings
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Tests" / "Data" / "series"
sys.path.insert(0, str(ROOT / ".build" / "python"))
try:
    import gi

    gi.require_version("ECal", "2.0")
    gi.require_version("ICalGLib", "3.0")
    import icalendar
    import recurring_ical_events
    from gi.repository import ECal, ICalGLib
except (ImportError, ValueError) as missing:
    print(f"skipped ({missing})")
    sys.exit(1 if os.environ.get("CI") == "true" else 0)


def ical_text(value):
    if not isinstance(value, datetime):
        return value.strftime("%Y%m%d")
    if value.tzinfo is None:
        return value.strftime("%Y%m%dT%H%M%S")
    # Conversion to UTC replaces a wall time that the clocks skip with the time after the change.
    return value.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def parsed_date(value):
    return date(int(value[:4]), int(value[4:6]), int(value[6:8]))


def by_recurring_ical_events(data, first, last):
    calendar = icalendar.Calendar.from_ical(data)
    instants = []
    for event in recurring_ical_events.of(calendar).between(first, last):
        start = event["DTSTART"].dt
        end = event["DTEND"].dt if "DTEND" in event else start
        # The library also returns events that begin before the period and end in it.
        if first <= (start.astimezone(timezone.utc).date() if ical_text(start).endswith("Z") else parsed_date(ical_text(start))):
            instants.append(f"{ical_text(start)} {ical_text(end)} {event.get('SUMMARY', '')}")
    return sorted(instants)


def by_evolution(data, first, last):
    """ECal returns the dates of each component; callers of ECal have to omit the dates that an override replaces."""
    calendar = ICalGLib.Component.new_from_string(data.decode())
    components = []
    component = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    while component is not None:
        components.append(component)
        component = calendar.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    replaced = {(component.get_uid(), original_start(component)) for component in components}
    instants = []
    for component in components:

        def collect(_component, start, end, *_rest, component=component):
            if is_floating(component):
                # ECal interprets floating times in the given default zone, which is UTC.
                instants.append((moment(start).rstrip("Z"), moment(end).rstrip("Z"), component.get_summary() or ""))
                if original_start(component) is None and (component.get_uid(), instants[-1][0]) in replaced:
                    instants.pop()
                return True
            is_override = original_start(component) is not None
            if is_override or (component.get_uid(), moment(start)) not in replaced:
                instants.append((moment(start), moment(end), component.get_summary() or ""))
            return True

        generate(component, first - timedelta(days=2), last + timedelta(days=2), collect)
    rows = (" ".join(row) for row in instants if first <= parsed_date(row[0]) < last)
    return sorted(rows)


def is_floating(component):
    line = component.get_first_property(ICalGLib.PropertyKind.DTSTART_PROPERTY)
    start = line.get_dtstart()
    return not (line.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER) or start.is_utc() or start.is_date())


def original_start(component):
    """RECURRENCE-ID; None if the component is not an override."""
    line = component.get_first_property(ICalGLib.PropertyKind.RECURRENCEID_PROPERTY)
    if line is None:
        return None
    zone = line.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
    return moment(line.get_recurrenceid(), zone.get_tzid() if zone else None)


def generate(component, first, last, collect):
    ECal.recur_generate_instances_sync(
        component,
        ICalGLib.Time.new_from_string(first.strftime("%Y%m%dT000000Z")),
        ICalGLib.Time.new_from_string(last.strftime("%Y%m%dT000000Z")),
        collect,
        None,
        lambda name, *_rest: ICalGLib.Timezone.get_builtin_timezone(name),
        None,
        ICalGLib.Timezone.get_utc_timezone(),
        None,
    )


def moment(time, zone=None):
    """A time of libical in the form of case.json. Python, not libical, converts it to UTC."""
    if time.is_date():
        return time.as_ical_string()[:8]
    wall = datetime.strptime(time.as_ical_string().rstrip("Z"), "%Y%m%dT%H%M%S")
    if time.is_utc():
        return ical_text(wall.replace(tzinfo=timezone.utc))
    zone = zone or time.get_tzid()
    return ical_text(wall.replace(tzinfo=ZoneInfo("/".join(zone.split("/")[-2:]))) if zone else wall)


PROGRAMS = {"recurring_ical_events": by_recurring_ical_events, "ECal": by_evolution}


def main():
    warnings.simplefilter("ignore")
    checked_count = failed_count = 0
    for folder in sorted(FOLDER.iterdir()):
        if len(sys.argv) > 1 and folder.name not in sys.argv[1:]:
            continue
        if not (folder / "expected.ics").exists():
            continue
        case = json.loads((folder / "case.json").read_text())
        data = (folder / "expected.ics").read_bytes()
        first, last = map(parsed_date, case["window"])
        for name, program in PROGRAMS.items():
            checked_count += 1
            try:
                instants = program(data, first, last)
            except Exception as error:  # The program cannot read the file.
                instants = [f"{type(error).__name__}: {error}"]
            if instants != sorted(case["instants"]) and name not in case.get("differs", {}):
                failed_count += 1
                print(f"{folder.name}, {name}:\n  expected {sorted(case['instants'])}\n  found    {instants}")
    print(f"{checked_count - failed_count} of {checked_count} readings as expected")
    return 1 if failed_count or not checked_count else 0


if __name__ == "__main__":
    sys.exit(main())
