"""What the random calendars consist of: events whose occurrences follow from RFC 5545, and their text."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc
#: Occurrences are compared if they start on these days.
FIRST, END = date(2025, 1, 1), date(2028, 1, 1)


@dataclass(frozen=True, order=True)
class Occurrence:
    """Dates have eight digits, moments are in UTC, and floating times have neither "Z" nor a zone."""

    start: str
    end: str
    summary: str
    status: str = "confirmed"
    #: How much of a floating occurrence's length is exact (RFC 5545 3.3.6), in seconds. Its end depends on where it is read.
    exact_seconds: int = field(default=0, repr=False)

    def shown_in(self, zone: ZoneInfo) -> Occurrence:
        """The occurrence with moments instead of floating times."""
        end = as_moment(self.end, zone)
        if self.exact_seconds:
            exact = timedelta(seconds=self.exact_seconds)
            nominal = as_moment(stamp(datetime.strptime(self.end, "%Y%m%dT%H%M%S") - exact), zone)
            end = stamp(datetime.strptime(nominal, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) + exact)
        return Occurrence(as_moment(self.start, zone), end, self.summary, self.status)


@dataclass
class Event:
    """The lines of an event, and what they mean."""

    uid: str
    lines: list[str]
    occurrences: list[Occurrence]
    #: What about the event other programs are known to read in another way; see groups.py.
    causes: set[str] = field(default_factory=set)


@dataclass
class Sample:
    """A calendar file."""

    #: The file that Handspan reads.
    data: bytes
    #: The same calendar as other programs read it; another text only if RFC 5545 does not have what is in the file.
    standard: str
    events: list[Event]
    #: As in `Event`, about the whole file.
    causes: set[str] = field(default_factory=set)
    #: Whether "handspan check" has something to report; None if that is not tested.
    has_problems: bool | None = None


def calendar(lines: list[str]) -> list[str]:
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//test", *lines, "END:VCALENDAR"]


def text_of(lines: list[str]) -> str:
    return "".join(line + "\r\n" for line in lines)


def stamp(value: date | datetime) -> str:
    """A date, or a time in the form in which iCalendar writes it."""
    if not isinstance(value, datetime):
        return value.strftime("%Y%m%d")
    return value.strftime("%Y%m%dT%H%M%S") + ("Z" if value.tzinfo else "")


def as_moment(text: str, zone: ZoneInfo) -> str:
    """A floating time as a moment in a zone; dates and moments stay."""
    if len(text) == 8 or text.endswith("Z"):
        return text
    return stamp(datetime.strptime(text, "%Y%m%dT%H%M%S").replace(tzinfo=zone).astimezone(UTC))


def duration(rng: random.Random) -> tuple[str, int, int]:
    """A duration with its nominal days and exact seconds."""
    kind = rng.choice(["hours", "hours", "hours", "minutes", "days", "weeks", "both", "day of hours"])
    number = rng.randint(1, 5)
    return {
        "hours": (f"PT{number}H", 0, number * 3600),
        "minutes": (f"PT{number * 15}M", 0, number * 900),
        "days": (f"P{number}D", number, 0),
        "weeks": ("P1W", 7, 0),
        "both": (f"P1DT{number}H", 1, number * 3600),
        "day of hours": ("PT24H", 0, 86400),
    }[kind]


class Clocks:
    """The clocks of a place: wall times as moments (RFC 5545 3.3.5)."""

    def moment(self, wall: datetime) -> datetime:
        """A wall time as a moment in UTC: the first of two, or by the offset before the clocks skip it."""
        raise NotImplementedError

    def walls(self, moment: datetime) -> datetime:
        """What the clocks show."""
        raise NotImplementedError


class Database(Clocks):
    """A zone of the time zone database."""

    def __init__(self, name: str) -> None:
        self.zone = ZoneInfo(name)

    def moment(self, wall: datetime) -> datetime:
        return wall.replace(tzinfo=self.zone, fold=0).astimezone(UTC)

    def walls(self, moment: datetime) -> datetime:
        return moment.astimezone(self.zone).replace(tzinfo=None)


class Floating(Clocks):
    """Times without a zone. Their moments are wall times, so that the same code computes occurrences."""

    def moment(self, wall: datetime) -> datetime:
        return wall

    def walls(self, moment: datetime) -> datetime:
        return moment


@dataclass
class Place:
    """How times are written, and what the clocks there show."""

    #: The value of TZID as it is written, possibly in quotation marks; None if there is no such parameter.
    name: str | None
    clocks: Clocks
    is_utc: bool = False

    def property(self, name: str, *walls: datetime, parameters: str = "") -> str:
        zone = f";TZID={self.name}" if self.name else ""
        return f"{name}{zone}{parameters}:" + ",".join(self.value(wall) for wall in walls)

    def value(self, wall: datetime) -> str:
        return stamp(wall.replace(tzinfo=None)) + ("Z" if self.is_utc else "")


IN_UTC = Place(None, Database("UTC"), is_utc=True)
FLOATING = Place(None, Floating())


def place(name: str) -> Place:
    return Place(name, Database(name))


def changes(clocks: Clocks, years: range = range(FIRST.year, END.year)) -> list[datetime]:
    """The moments at which the clocks change."""
    found = []
    moment = datetime(years.start, 1, 1, tzinfo=UTC)
    end = datetime(years.stop, 1, 1, tzinfo=UTC)
    step = timedelta(days=7)
    while moment < end:
        if offset(clocks, moment) != offset(clocks, moment + step):
            low, high = moment, moment + step
            while high - low > timedelta(seconds=1):
                middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
                low, high = (middle, high) if offset(clocks, middle) == offset(clocks, low) else (low, middle)
            found.append(high)
        moment += step
    return found


def offset(clocks: Clocks, moment: datetime) -> timedelta:
    return clocks.walls(moment) - moment.replace(tzinfo=None)


def is_shown_twice(clocks: Clocks, wall: datetime) -> bool:
    """Whether a wall time has a second moment."""
    return any(clocks.walls(clocks.moment(wall) + timedelta(minutes=minutes)) == wall for minutes in (30, 60, 120))


def is_skipped(clocks: Clocks, wall: datetime) -> bool:
    """Whether the clocks skip a wall time."""
    return clocks.walls(clocks.moment(wall)) != wall


def near_a_change(rng: random.Random, clocks: Clocks) -> datetime:
    """A wall time, often one that the clocks skip or show twice."""
    found = [] if isinstance(clocks, Floating) else changes(clocks)
    if not found or rng.random() < 0.3:
        return datetime(2025, 2, 1) + timedelta(days=rng.randint(0, 900), minutes=15 * rng.randint(0, 95))
    moment = rng.choice(found)
    before = clocks.walls(moment - timedelta(seconds=1)) + timedelta(seconds=1)
    minutes = rng.choice([-90, -60, -45, -30, -15, 0, 0, 15, 30, 45, 60, 90, 120, 600])
    wall = before + timedelta(minutes=minutes, days=rng.choice([0, 0, 0, 0, -1, -2, -7, 1]))
    return min(max(wall, datetime(2025, 1, 8)), datetime(2027, 12, 10))
