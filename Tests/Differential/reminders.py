#!/usr/bin/python3
"""Computes when random alarms go off, with the library of Evolution Data Server.

    Tests/Differential/reminders.py SEED [COUNT] > Tests/Data/reminders.txt

Development only; needs python3-gi and gir1.2-ecal-2.0, but no running server. Every paragraph contains an event, with its
changed occurrences, the display zone, a period, and in DUE the moments in that period at which its alarms go off, as
computed by e_cal_util_generate_alarms_for_comp, in seconds since 1970. The library considers one component at a time and one
moment as long as another:

- It does not know which occurrences are changed, so the alarms of those are left out here, and if all are changed, the
  moments of the series.
- It takes days for 24 hours and dates for midnight in UTC, where RFC 5545 3.3.6 says that days are nominal, and Handspan
  that the alarms of a date are wall time. If KIND is "wall", it is therefore asked about the same event in UTC, and DUE
  contains wall times, as seconds since 1970-01-01T00:00:00.

The occurrences that the Python package recurring_ical_events finds must lead to the same result, or the script fails.
scripts/bootstrap installs the package into .build/python.
"""

import ctypes
import random
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import gi

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / ".build" / "python"))
import icalendar  # noqa: E402
import recurring_ical_events  # noqa: E402

gi.require_version("ECal", "2.0")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, ICalGLib  # noqa: E402

POINTER = ctypes.c_void_p
RESOLVER = ctypes.CFUNCTYPE(POINTER, ctypes.c_char_p, POINTER, POINTER, POINTER)


class List(ctypes.Structure):
    pass


List._fields_ = [("data", POINTER), ("next", ctypes.POINTER(List))]

# Python's bindings cannot pass the list of omitted actions, which is an array.
library = ctypes.CDLL("libecal-2.0.so.2")
for name, result, arguments in [
    ("util_generate_alarms_for_comp", POINTER, [POINTER, ctypes.c_int64, ctypes.c_int64, POINTER, RESOLVER, POINTER, POINTER]),
    ("component_alarms_get_instances", POINTER, [POINTER]),
    ("component_alarm_instance_get_time", ctypes.c_int64, [POINTER]),
    ("component_alarm_instance_get_occur_start", ctypes.c_int64, [POINTER]),
]:
    function = getattr(library, f"e_cal_{name}")
    function.restype, function.argtypes = result, arguments

ZONES = {name: ICalGLib.Timezone.get_builtin_timezone(name) for name in ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"]}
NOTHING = (ctypes.c_int * 1)(-1)
# An object of GObject is found by its hash.
resolve = RESOLVER(lambda name, *_rest: hash(ZONES[name.decode()]))


def due_times(lines, period):
    """The moments in a period at which the alarms of a component go off, with the starts of their occurrences."""
    component = ECal.Component.new_from_string("\r\n".join(lines) + "\r\n")
    # At the start of the period, the library overlooks alarms that are relative to the end of an event.
    margin = 30 * 86_400
    alarms = library.e_cal_util_generate_alarms_for_comp(
        hash(component), period[0] - margin, period[1] + margin, ctypes.addressof(NOTHING), resolve, None, hash(ZONES["UTC"])
    )
    found = []
    if alarms:
        node = ctypes.cast(library.e_cal_component_alarms_get_instances(alarms), ctypes.POINTER(List))
        while node:
            data = node.contents.data
            moment = library.e_cal_component_alarm_instance_get_time(data)
            if period[0] <= moment < period[1]:
                found.append((moment, library.e_cal_component_alarm_instance_get_occur_start(data)))
            node = node.contents.next
    return found


class Event:
    """A random event, whose times are wall times in its zone."""

    def __init__(self, choice):
        self.is_wall = choice.random() < 0.5
        self.is_date = self.is_wall and choice.random() < 0.6
        self.display_zone = choice.choice(list(ZONES))
        self.zone = choice.choice(list(ZONES))
        # The clocks change on March 8 and 29, on October 25 and on November 1.
        first = choice.choice([datetime(2026, 3, 4), datetime(2026, 3, 22), datetime(2026, 10, 18), datetime(2026, 10, 26)])
        self.start = first + timedelta(days=choice.randrange(-10, 7))
        if not self.is_date:
            # No event contains a clock change: see docs/decisions/recurrence.md.
            self.start += timedelta(hours=choice.randrange(5, 18), minutes=choice.randrange(60))
        self.period = (first, first + timedelta(days=choice.randrange(3, 12)))
        self.length = timedelta(days=choice.randrange(1, 4)) if self.is_date else timedelta(minutes=choice.randrange(0, 300))
        self.repetition = []
        self.changes = []
        if choice.random() < 0.7:
            self.repeat(choice)
        self.alarms = self.random_alarms(choice)

    def repeat(self, choice):
        step = choice.choice([1, 1, 2, 3, 7])
        rule = "FREQ=WEEKLY" if step == 7 else f"FREQ=DAILY;INTERVAL={step}"
        ending = choice.randrange(3)
        count = choice.randrange(2, 20)
        if ending == 0:
            rule += f";COUNT={count}"
        elif ending == 1:
            last = self.start + timedelta(days=step * (count - 1))
            rule += f";UNTIL={last:%Y%m%d}" if self.is_date else f";UNTIL={self.utc(last):%Y%m%dT%H%M%SZ}"
        starts = [self.start + timedelta(days=step * number) for number in range(count)]
        self.repetition = [f"RRULE:{rule}"]
        if choice.random() < 0.3:
            added = self.start + timedelta(days=choice.randrange(1, 15), hours=0 if self.is_date else 2)
            self.repetition.append(self.line("RDATE", added))
        if choice.random() < 0.4:
            self.repetition.append(self.line("EXDATE", starts[choice.randrange(1, count)]))
        if choice.random() < 0.5:
            original = starts[choice.randrange(count)]
            if not any(self.line("EXDATE", original) == line for line in self.repetition):
                moved = original + timedelta(days=choice.randrange(-2, 3), hours=0 if self.is_date else choice.randrange(0, 2))
                self.changes.append((original, moved, self.random_alarms(choice)))

    def random_alarms(self, choice):
        return [self.random_alarm(choice) for _ in range(choice.choice([0, 1, 1, 1, 2, 3]))]

    def random_alarm(self, choice):
        lines = ["BEGIN:VALARM", f"ACTION:{choice.choice(['DISPLAY', 'DISPLAY', 'AUDIO'])}"]
        related = choice.choice(["", "", ";RELATED=START", ";RELATED=END"])
        sign = choice.choice(["-", "-", "-", ""])
        if self.is_date:
            length = choice.choice(["PT0S", "PT9H", "PT15H", "P1D", "P2D", "P1W", "P1DT9H", "PT30M"])
            lines.append(f"TRIGGER{related}:{sign}{length}")
        elif self.is_wall:
            lines.append(f"TRIGGER{related}:{sign}{choice.choice(['P1D', 'P2D', 'P1W', 'P2W'])}")
        elif choice.random() < 0.2:
            moment = self.period[0] + timedelta(minutes=choice.randrange(12_000))
            lines.append(f"TRIGGER;VALUE=DATE-TIME:{moment:%Y%m%dT%H%M%SZ}")
        else:
            lines.append(f"TRIGGER{related}:{sign}PT{choice.choice([0, 5, 10, 15, 60, 90, 1440, 2880, 10000])}M")
        if not self.is_wall and choice.random() < 0.3:
            lines += [f"REPEAT:{choice.randrange(1, 6)}", f"DURATION:PT{choice.choice([1, 5, 60, 700])}M"]
        return lines + ["END:VALARM"]

    def utc(self, wall):
        return wall.replace(tzinfo=ZoneInfo(self.zone)).astimezone(timezone.utc)

    def line(self, name, wall):
        if self.is_date:
            return f"{name};VALUE=DATE:{wall:%Y%m%d}"
        if self.zone == "UTC":
            return f"{name}:{wall:%Y%m%dT%H%M%SZ}"
        return f"{name};TZID={self.zone}:{wall:%Y%m%dT%H%M%S}"

    def component(self, alarms, change=None):
        start = change[1] if change else self.start
        lines = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:Event"]
        if change:
            lines.append(self.line("RECURRENCE-ID", change[0]))
        lines += [self.line("DTSTART", start), self.line("DTEND", start + self.length)]
        if not change:
            lines += self.repetition
        return lines + [line for alarm in alarms for line in alarm] + ["END:VEVENT"]

    def due(self):
        """The moments at which the alarms go off; wall times if `is_wall`."""
        zone, period = self.zone, self.seconds(self.period)
        if self.is_wall:
            # UNTIL is the only time that says UTC without a zone; see component.
            self.zone = "UTC"
            repetition = self.repetition
            self.repetition = [self.as_utc(line, zone) for line in repetition]
        times = set()
        replaced = {int(self.utc(original).timestamp()) for original, _, _ in self.changes}
        for alarm in self.alarms:
            is_absolute = any("VALUE=DATE-TIME" in line for line in alarm)
            if is_absolute and not self.takes_place():
                continue
            for moment, start in due_times(self.component([alarm]), period):
                if is_absolute or start not in replaced:
                    times.add(moment)
        for change in self.changes:
            for alarm in change[2]:
                times.update(moment for moment, _ in due_times(self.component([alarm], change), period))
        if self.is_wall:
            self.zone, self.repetition = zone, repetition
        return sorted(times)

    def takes_place(self):
        """Whether any occurrence is not changed. If none is, the moments at which the series has alarms do not matter."""
        start = int(self.utc(self.start).timestamp())
        replaced = {int(self.utc(original).timestamp()) for original, _, _ in self.changes}
        probe = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "END:VALARM"]
        year = 366 * 86_400
        return any(found not in replaced for _, found in due_times(self.component([probe]), (start, start + year)))

    def due_by_recurring_ical_events(self):
        """The same moments, from the occurrences that another program finds."""
        components = [self.component(self.alarms), *(self.component(change[2], change) for change in self.changes)]
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", *(line for lines in components for line in lines), "END:VCALENDAR"]
        calendar = icalendar.Calendar.from_ical("\r\n".join(lines) + "\r\n")
        first, last = self.seconds(self.period)
        margin = timedelta(days=20)
        times = set()
        for alarm in self.alarms:
            if any("VALUE=DATE-TIME" in line for line in alarm) and self.takes_place():
                times.update(self.with_repetitions(alarm, icalendar.Alarm.from_ical("\r\n".join(alarm)).get("TRIGGER").dt))
        for change in self.changes:
            for alarm in change[2]:
                if any("VALUE=DATE-TIME" in line for line in alarm):
                    times.update(self.with_repetitions(alarm, icalendar.Alarm.from_ical("\r\n".join(alarm)).get("TRIGGER").dt))
        for occurrence in recurring_ical_events.of(calendar).between(self.period[0] - margin, self.period[1] + margin):
            for alarm in occurrence.walk("VALARM"):
                trigger = alarm.get("TRIGGER")
                if isinstance(trigger.dt, datetime):
                    continue
                edge = occurrence["DTEND" if trigger.params.get("RELATED") == "END" else "DTSTART"].dt
                if self.is_wall:
                    # Wall times: a date is midnight.
                    moment = datetime(*edge.timetuple()[:6], tzinfo=timezone.utc) + trigger.dt
                else:
                    moment = edge.astimezone(timezone.utc) + trigger.dt
                times.update(self.with_repetitions(alarm.to_ical().decode().split("\r\n"), moment))
        return sorted(time for time in times if first <= time < last)

    @staticmethod
    def with_repetitions(alarm, moment):
        count = next((int(line[7:]) for line in alarm if line.startswith("REPEAT:")), 0)
        length = next((icalendar.vDuration.from_ical(line[9:]) for line in alarm if line.startswith("DURATION:")), timedelta())
        return [int((moment + number * length).timestamp()) for number in range(count + 1)]

    @staticmethod
    def as_utc(line, zone):
        if line.startswith("RRULE") and line.endswith("Z"):
            text = line.rsplit("=", 1)[1]
            wall = datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc).astimezone(ZoneInfo(zone))
            return line.replace(text, f"{wall:%Y%m%dT%H%M%SZ}")
        return line.replace(f";TZID={zone}", "") + "Z" if "TZID" in line else line

    def seconds(self, period):
        return tuple(int(wall.replace(tzinfo=timezone.utc).timestamp()) for wall in period)

    def print(self):
        lines = [f"ZONE:{self.display_zone}", f"KIND:{'wall' if self.is_wall else 'exact'}"]
        lines.append("PERIOD:%d,%d" % self.seconds(self.period))
        lines += self.component(self.alarms)
        for change in self.changes:
            lines += self.component(change[2], change)
        lines.append("DUE:" + ",".join(map(str, self.due())))
        print("\n".join(lines) + "\n")


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500
    choice = random.Random(seed)
    print(f"# Evolution Data Server {ECal_version()}, seed {seed}\n")
    written = 0
    while written < count:
        event = Event(choice)
        if event.alarms or any(alarms for _, _, alarms in event.changes):
            if event.due() != event.due_by_recurring_ical_events():
                event.print()
                sys.exit(f"recurring_ical_events: {event.due_by_recurring_ical_events()}")
            event.print()
            written += 1


def ECal_version():
    gi.require_version("EDataServer", "1.2")
    from gi.repository import EDataServer

    return f"{EDataServer.EDS_MAJOR_VERSION}.{EDataServer.EDS_MINOR_VERSION}.{EDataServer.EDS_MICRO_VERSION}"


if __name__ == "__main__":
    main()
