"""Calendar files for the tests, with unusual lines that must be preserved, and functions that find what an edit changed."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

#: The properties that a change of an event's times may rewrite.
TIME_EDIT_PROPERTIES = frozenset({"DTSTART", "DTEND", "DURATION", "LAST-MODIFIED", "DTSTAMP", "SEQUENCE"})
BERLIN = ZoneInfo("Europe/Berlin")

_ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE"""


@dataclass(frozen=True)
class Event:
    """An event. Its times are "HH:MM" on the calendar's day or "YYYY-MM-DDTHH:MM" on another one, in the calendar's zone. An
    all-day event has dates, "YYYY-MM-DD", and its end date is the day after its last day."""

    summary: str
    start: str
    end: str
    lines: tuple[str, ...] = ()

    @property
    def uid(self) -> str:
        """The UID, derived from the title."""
        return f"{self.summary.lower().replace(' ', '-')}@handspan.example"

    @property
    def is_all_day(self) -> bool:
        """Whether the event has dates and no times."""
        return len(self.start) == len("YYYY-MM-DD")


@dataclass
class Calendar:
    """A calendar file. An event is on `day` unless its times contain a date."""

    day: str = "2035-01-08"
    zone: str = "Europe/Berlin"
    events: list[Event] = field(default_factory=list)

    def add(self, summary: str, start: str, end: str, *lines: str) -> Calendar:
        """Adds an event and returns the calendar."""
        self.events.append(Event(summary, start, end, lines))
        return self

    def moment(self, text: str) -> datetime:
        """The date and time that a string stands for in this calendar."""
        date_and_time = f"{self.day}T{text}" if len(text) == len("HH:MM") else text
        return datetime.fromisoformat(date_and_time).replace(tzinfo=ZoneInfo(self.zone))

    def timed_events_on_day(self) -> list[Event]:
        """The timed events that start on the calendar's day, sorted by start."""
        events = [event for event in self.events
                  if not event.is_all_day and f"{self.moment(event.start):%Y-%m-%d}" == self.day]
        return sorted(events, key=lambda event: self.moment(event.start))

    def time_property(self, name: str, text: str) -> str:
        """The DTSTART or DTEND line for a time in this calendar."""
        if len(text) == len("YYYY-MM-DD"):
            return f"{name};VALUE=DATE:{text.replace('-', '')}"
        return f"{name};TZID={self.zone}:{self.moment(text):%Y%m%dT%H%M%S}"

    def file_contents(self) -> bytes:
        """The contents of the file, with CRLF line endings, a folded line, unknown properties, a zone and an alarm."""
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Desktop tests//EN",
                 "X-WR-CALNAME:Tests", *_ZONE.splitlines()]
        for event in self.events:
            lines += [
                "BEGIN:VEVENT", f"UID:{event.uid}", "DTSTAMP:20260101T120000Z", "X-ODD;X-P=\"a;b\":kept as it is",
                self.time_property("DTSTART", event.start), self.time_property("DTEND", event.end),
                f"SUMMARY:{event.summary}", "DESCRIPTION:A line that is long enough to be folded and has its fold in",
                "  an odd place\\, where it must stay.", *event.lines, "BEGIN:VALARM", "ACTION:DISPLAY",
                "TRIGGER:-PT5M", "END:VALARM", "END:VEVENT"]
        lines.append("END:VCALENDAR")
        return "".join(f"{line}\r\n" for line in lines).encode()

    def write(self, folder: Path, name: str = "calendar.ics") -> Path:
        """Writes the file into a folder."""
        path = folder / name
        path.write_bytes(self.file_contents())
        return path


def standard_day() -> Calendar:
    """A day with events throughout. “Early” has a unique color, so its stripe can be found in pictures. The color is
    dark enough to be painted unchanged."""
    return (Calendar()
            .add("Dawn", "01:00", "02:00").add("Early", "05:00", "06:00", "COLOR:darkmagenta").add("Standup", "09:00", "09:15")
            .add("Review", "10:00", "11:00").add("Lunch", "12:00", "13:00").add("Visit", "14:00", "15:00")
            .add("Late", "18:00", "19:00").add("Night", "22:00", "23:00"))


def standard_week() -> Calendar:
    """The standard day within a week: timed events, all-day events, and an event across midnight."""
    return (standard_day()
            .add("Course", "2035-01-10T10:00", "2035-01-10T11:00").add("Watch", "2035-01-11T22:00", "2035-01-12T02:00")
            .add("Fair", "2035-01-09", "2035-01-10").add("Journey", "2035-01-10", "2035-01-12"))


#: CSS colors that differ clearly from each other and from everything else in a window.
_COLORS = ("magenta", "lime", "aqua", "orange", "blue", "red", "gold", "green", "purple", "teal", "brown", "navy")


def colored_day() -> Calendar:
    """A day with an event in its own color at a quarter past each hour from 03:00 on; no event covers an hour line."""
    calendar = Calendar().add("Dawn", "01:15", "01:45")
    for hour, color in enumerate(_COLORS, start=3):
        calendar.add(color.title(), f"{hour:02d}:15", f"{hour:02d}:45", f"COLOR:{color}")
    return calendar.add("Night", "22:15", "22:45")


def crowded_week() -> Calendar:
    """A realistic week with many repeating events, some of them moved or canceled: Monday, March 19,
    to Sunday, March 25, 2035. On that Sunday, Berlin's clocks skip the hour from 02:00.
    """
    def recurrence_id(start: str) -> str:
        return f"RECURRENCE-ID;TZID=Europe/Berlin:{start.translate(str.maketrans('', '', '-:'))}00"

    every_weekday = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    return (Calendar(day="2035-03-19")
            .add("Standup", "2034-10-02T09:00", "2034-10-02T09:15", every_weekday, "COLOR:dodgerblue",
                 "EXDATE;TZID=Europe/Berlin:20350323T090000")
            .add("Standup", "2035-03-20T11:00", "2035-03-20T11:30", recurrence_id("2035-03-20T09:00"), "COLOR:dodgerblue",
                 "LOCATION:Window table")
            .add("Planning", "2035-01-08T10:00", "2035-01-08T11:30", "RRULE:FREQ=WEEKLY;INTERVAL=2", "COLOR:darkorange")
            .add("Lunch with Ada", "2035-01-03T12:30", "2035-01-03T13:30", "RRULE:FREQ=WEEKLY;BYDAY=WE,FR",
                 "COLOR:tomato")
            .add("Lunch with Ada", "2035-03-21T12:30", "2035-03-21T13:30", recurrence_id("2035-03-21T12:30"),
                 "STATUS:CANCELLED", "COLOR:tomato")
            .add("Design review", "2035-02-06T14:00", "2035-02-06T15:30", "RRULE:FREQ=WEEKLY;UNTIL=20350430T220000Z",
                 "COLOR:mediumseagreen", "LOCATION:Studio 2")
            .add("Design review", "2035-03-22T10:30", "2035-03-22T12:00", recurrence_id("2035-03-20T14:00"),
                 "COLOR:mediumseagreen")
            .add("One to one", "2035-03-01T15:00", "2035-03-01T15:30", "RRULE:FREQ=WEEKLY;COUNT=12",
                 "STATUS:TENTATIVE")
            .add("Choir", "2035-01-09T19:30", "2035-01-09T21:30", "RRULE:FREQ=WEEKLY", "COLOR:mediumpurple")
            .add("Choir", "2035-03-20T18:00", "2035-03-20T20:00",
                 recurrence_id("2035-03-20T19:30").replace("RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE"),
                 "COLOR:mediumpurple")
            .add("Swimming", "2035-03-02T07:00", "2035-03-02T07:45", "RRULE:FREQ=DAILY;INTERVAL=3", "COLOR:steelblue")
            .add("Night shift", "2035-02-03T22:00", "2035-02-04T06:00", "RRULE:FREQ=WEEKLY", "COLOR:darkslateblue")
            .add("Backup", "2035-01-01T02:30", "2035-01-01T03:00", "RRULE:FREQ=DAILY", "TRANSP:TRANSPARENT")
            .add("Rent", "2035-01-25", "2035-01-26", "RRULE:FREQ=MONTHLY", "COLOR:goldenrod")
            .add("Spring fair", "2034-03-22", "2034-03-25", "RRULE:FREQ=YEARLY", "COLOR:olivedrab")
            .add("Dentist", "2035-03-23T08:15", "2035-03-23T08:45", "COLOR:crimson")
            .add("Interview", "2035-03-21T12:00", "2035-03-21T13:30")
            .add("Call the printer", "2035-03-22T11:00", "2035-03-22T11:30"))


def crowded_weeks(events_per_week: int, weeks: int = 1) -> Calendar:
    """Weeks of `events_per_week` events each. With 301 events, about two overlap at any time; with 1,001, about six."""
    per_day = events_per_week // 7
    first = date(2026, 6, 1)
    calendar = Calendar(day=first.isoformat())
    for number in range(weeks * 7 * per_day):
        day, slot = divmod(number, per_day)
        start = slot * (1376 // per_day)
        end = start + 55
        calendar.add(f"Event {number}", *(f"{first + timedelta(days=day)}T{minute // 60:02}:{minute % 60:02}"
                                          for minute in (start, end)))
    return calendar


def changed_properties(old_contents: bytes, new_contents: bytes) -> set[str]:
    """The names of the properties whose lines were changed, added or removed between two versions of a file."""
    old_lines, new_lines = (contents.decode().splitlines(keepends=True) for contents in (old_contents, new_contents))
    while old_lines and new_lines and old_lines[0] == new_lines[0]:
        old_lines, new_lines = old_lines[1:], new_lines[1:]
    while old_lines and new_lines and old_lines[-1] == new_lines[-1]:
        old_lines, new_lines = old_lines[:-1], new_lines[:-1]
    names = set()
    matcher = difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            names |= {_property_name(line) for line in old_lines[first:last] + new_lines[new_first:new_last]}
    return names


def _property_name(line: str) -> str:
    name = re.match(r"[A-Za-z0-9-]+", line)
    return name.group(0).upper() if name else line


def times(text: bytes, uid: str, zone: ZoneInfo = BERLIN) -> tuple[datetime, datetime]:
    """The start and end of an event in a file, in `zone`. The file may contain dates, floating times, or times in UTC or
    in that zone, and it may give the end as DTEND or DURATION."""
    values = {name: line.partition(":")[2] for name, line in lines_of(text, uid).items()}
    start = _time(values["DTSTART"], zone)
    if "DTEND" in values:
        return start, _time(values["DTEND"], zone)
    return start, (start.astimezone(ZoneInfo("UTC")) + _duration(values["DURATION"])).astimezone(zone)


def lines_of(text: bytes, uid: str) -> dict[str, str]:
    """The first line of each property of an event in a file, unfolded, by name."""
    content = re.sub(r"\r?\n[ \t]", "", text.decode())
    for component in re.findall(r"BEGIN:VEVENT\r?\n.*?END:VEVENT", content, re.DOTALL):
        lines = {_property_name(line): line.strip() for line in component.splitlines()[::-1]}
        if lines.get("UID") == f"UID:{uid}":
            return lines
    raise AssertionError(f"no event {uid} in the file")


def _time(value: str, zone: ZoneInfo) -> datetime:
    if value.endswith("Z"):
        moment = datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=ZoneInfo("UTC"))
        return moment.astimezone(zone)
    time_format = "%Y%m%dT%H%M%S" if "T" in value else "%Y%m%d"
    return datetime.strptime(value, time_format).replace(tzinfo=zone)


def _duration(value: str) -> timedelta:
    match = re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", value)
    if not match:
        raise AssertionError(f"not a duration: {value}")
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
