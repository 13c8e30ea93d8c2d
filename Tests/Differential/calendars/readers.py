"""What programs find in calendars: Handspan, icalendar with recurring_ical_events, and the library of Evolution Data Server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from collections import defaultdict
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from samples import END, FIRST, UTC, Occurrence, Sample, stamp

ROOT = Path(__file__).resolve().parents[3]
HANDSPAN = ROOT / ".build" / "debug" / "handspan"
sys.path.insert(0, str(ROOT / ".build" / "python"))
import gi  # noqa: E402

gi.require_version("ECal", "2.0")
gi.require_version("ICalGLib", "3.0")
import icalendar  # noqa: E402
import recurring_ical_events  # noqa: E402
from gi.repository import ECal, GLib, ICalGLib  # noqa: E402
from icalendar.timezone import tzp  # noqa: E402

#: The occurrences in a calendar, by UID, or why it was not read.
Reading = dict[str, list[Occurrence]] | str


def in_period(start: str) -> bool:
    return f"{FIRST:%Y%m%d}" <= start[:8] < f"{END:%Y%m%d}"



def libical_version() -> str:
    """The version of libical that is in use, such as 3.0.16."""
    # The library is loaded when it is first used.
    ICalGLib.Time.new_null_time()
    found = re.search(r"/libical\.so\.([\d.]+)", Path("/proc/self/maps").read_text())
    return found[1] if found else "unknown"


# Handspan

def handspan(samples: list[Sample], folder: Path, zone: ZoneInfo) -> list[Reading]:
    """What Handspan finds. It reads many files in one process."""
    names = [f"{number}.ics" for number in range(len(samples))]
    for name, sample in zip(names, samples):
        (folder / name).write_bytes(sample.data)
    done = run(folder, "list", "--json", *names, "--from", str(FIRST - timedelta(days=1)), "--to", str(END + timedelta(days=1)),
               "--zone", zone.key)
    readings: dict[str, Reading] = {name: defaultdict(list) for name in names}
    for row in json.loads(done.stdout):
        start, end = (json_time(row[name]) for name in ("start", "end"))
        if in_period(start):
            readings[row["calendar"]][row["uid"]].append(Occurrence(start, end, row["summary"], row["status"]))
    return [readings[name] for name in names]


def json_time(text: str) -> str:
    if len(text) == 10:
        return text.replace("-", "")
    return stamp(datetime.fromisoformat(text).astimezone(UTC))


def problems(samples: list[Sample], folder: Path) -> list[list[str]]:
    """What "handspan check" says about the files that `handspan` has written."""
    names = [f"{number}.ics" for number in range(len(samples))]
    found = defaultdict(list)
    for line in run(folder, "check", *names).stdout.splitlines():
        found[line.partition(":")[0]].append(line)
    return [found[name] for name in names]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([HANDSPAN, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"handspan {arguments[0]} ended with {done.returncode}: {done.stderr[:500]}")
    return done


# icalendar and recurring_ical_events

def python(sample: Sample, zone: ZoneInfo) -> Reading:
    # Definitions of other files are forgotten.
    tzp.use_default()
    found: dict[str, list[Occurrence]] = defaultdict(list)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for calendar in icalendar.Calendar.from_ical(sample.standard, multiple=True):
            for event in recurring_ical_events.of(calendar, skip_bad_series=True).between(FIRST - timedelta(days=2), END + timedelta(days=2)):
                start = event["DTSTART"].dt
                end = event["DTEND"].dt if "DTEND" in event else start
                row = Occurrence(python_time(start), python_time(end), str(event.get("SUMMARY", "")),
                                 str(event.get("STATUS", "CONFIRMED")).lower()).shown_in(zone)
                if in_period(row.start):
                    found[str(event.get("UID", ""))].append(row)
    return found


def python_time(value: date | datetime) -> str:
    return stamp(value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo else value)


# libical and ECal

def evolution(sample: Sample, zone: ZoneInfo) -> Reading:
    """ECal returns the dates of each component; callers of ECal have to omit the dates that an override replaces."""
    root = ICalGLib.Component.new_from_string(sample.standard)
    if root is None:
        return "not read"
    calendars = [root]
    if root.isa() != ICalGLib.ComponentKind.VCALENDAR_COMPONENT:
        calendars = children(root, ICalGLib.ComponentKind.VCALENDAR_COMPONENT)
    found: dict[str, list[Occurrence]] = defaultdict(list)
    for calendar in calendars:
        for uid, rows in EvolutionCalendar(calendar, zone).occurrences().items():
            found[uid] += rows
    return found


def children(component: ICalGLib.Component, kind: ICalGLib.ComponentKind) -> list[ICalGLib.Component]:
    found, child = [], component.get_first_component(kind)
    while child is not None:
        found.append(child)
        child = component.get_next_component(kind)
    return found


class EvolutionCalendar:
    def __init__(self, calendar: ICalGLib.Component, zone: ZoneInfo) -> None:
        self.events = children(calendar, ICalGLib.ComponentKind.VEVENT_COMPONENT)
        self.display_zone = zone
        self.zones: dict[str, ICalGLib.Timezone] = {}
        for definition in children(calendar, ICalGLib.ComponentKind.VTIMEZONE_COMPONENT):
            made = ICalGLib.Timezone.new()
            made.set_component(definition.clone())
            self.zones.setdefault(made.get_tzid(), made)

    def lookup(self, name: str | None, *_rest: object) -> ICalGLib.Timezone | None:
        if name is None:
            return None
        return self.zones.get(name) or ICalGLib.Timezone.get_builtin_timezone(name)

    def moment(self, time: ICalGLib.Time, name: str | None = None) -> str:
        """A date, a moment, or a floating time."""
        if time.is_date():
            return time.as_ical_string()[:8]
        try:
            wall = datetime.strptime(time.as_ical_string().rstrip("Z"), "%Y%m%dT%H%M%S")
        except ValueError:
            # ECal does not reject a month 13.
            return time.as_ical_string()
        if time.is_utc():
            return stamp(wall.replace(tzinfo=UTC))
        name = name or time.get_tzid()
        if name is None:
            return stamp(wall)
        if name in self.zones:
            return stamp(datetime.fromtimestamp(time.as_timet_with_zone(self.zones[name]), UTC))
        try:
            # Python converts zones of the database: libical knows only some of their changes.
            return stamp(wall.replace(tzinfo=ZoneInfo("/".join(name.split("/")[-2:]))).astimezone(UTC))
        except (KeyError, ValueError):
            return stamp(wall)

    def occurrences(self) -> dict[str, list[Occurrence]]:
        found: dict[str, list[Occurrence]] = defaultdict(list)
        replaced = {(event.get_uid(), self.original(event)) for event in self.events}
        for event in self.events:
            original = self.original(event)
            line = event.get_first_property(ICalGLib.PropertyKind.STATUS_PROPERTY)
            status = line.get_value_as_string().lower() if line else "confirmed"

            def collect(_event, start, end, *_rest, event=event, original=original, status=status):
                floats = is_floating(event)
                times = [self.moment(time).rstrip("Z") if floats else self.moment(time) for time in (start, end)]
                if original is None and (event.get_uid(), times[0]) in replaced:
                    return True
                row = Occurrence(*times, event.get_summary() or "", status).shown_in(self.display_zone)
                if in_period(row.start):
                    found[event.get_uid() or ""].append(row)
                return True

            try:
                ECal.recur_generate_instances_sync(
                    event, ICalGLib.Time.new_from_string(f"{FIRST - timedelta(days=2):%Y%m%d}T000000Z"),
                    ICalGLib.Time.new_from_string(f"{END + timedelta(days=2):%Y%m%d}T000000Z"), collect, None, self.lookup, None,
                    ICalGLib.Timezone.get_utc_timezone(), None)
            except GLib.Error as error:
                found[event.get_uid() or ""].append(Occurrence("", "", error.message))
        return found

    def original(self, event: ICalGLib.Component) -> str | None:
        """RECURRENCE-ID; None if the component is not an override."""
        line = event.get_first_property(ICalGLib.PropertyKind.RECURRENCEID_PROPERTY)
        if line is None:
            return None
        name = line.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
        return self.moment(line.get_recurrenceid(), name.get_tzid() if name else None)


def is_floating(event: ICalGLib.Component) -> bool:
    line = event.get_first_property(ICalGLib.PropertyKind.DTSTART_PROPERTY)
    if line is None:
        return False
    start = line.get_dtstart()
    return not (line.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER) or start.is_utc() or start.is_date())
