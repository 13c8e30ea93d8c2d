"""Random time zone definitions: which clocks does a TZID mean (RFC 5545 3.2.19 and 3.6.5)?"""

from __future__ import annotations

import calendar as months
import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from instants import TimedEvent
from samples import UTC, Clocks, Database, Event, Place, Sample, calendar, stamp, text_of

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
WINDOWS = {"W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York",
           "AUS Eastern Standard Time": "Australia/Sydney"}
#: In the database, but without Area/City, so the file's definition counts.
SHORT = ["GMT", "EST", "MST", "CET", "UTC", "EET", "EST5EDT", "Turkey", "Israel"]
CUSTOM = ["Custom/Office", "Office", "My Zone", '"(UTC+01:00) Amsterdam, Berlin"', '"Büro; Süd"', "Zone_1", "Mars/Olympus",
          "/example.org/20260101_1/Europe/Berlin", "/example.org/20260101_1/Our/Office", "tz-7", "W. Europe Standard Time",
          "Eastern Standard Time", "Customized Time Zone"]
#: Zones with definitions of our own that agree with the database from 2007 on.
KNOWN = {
    "Europe/Berlin": ((60, 120), (3, -1, 6, 120), (10, -1, 6, 180)),
    "Europe/Helsinki": ((120, 180), (3, -1, 6, 180), (10, -1, 6, 240)),
    "America/New_York": ((-300, -240), (3, 2, 6, 120), (11, 1, 6, 120)),
    "Asia/Kolkata": ((330, 330), None, None),
}


@dataclass(frozen=True)
class Change:
    """A clock change each year: the month, which of its weekdays (-1 for the last), the weekday, and the minute of the day."""

    month: int
    number: int
    weekday: int
    minute: int

    def wall(self, year: int) -> datetime:
        first, length = months.monthrange(year, self.month)
        days = [day for day in range(1, length + 1) if (first + day - 1) % 7 == self.weekday]
        day = days[self.number if self.number < 0 else self.number - 1]
        return datetime(year, self.month, day) + timedelta(minutes=self.minute)

    @property
    def rule(self) -> str:
        return f"FREQ=YEARLY;BYMONTH={self.month};BYDAY={self.number}{DAYS[self.weekday]}"


class Defined(Clocks):
    """The clocks of a VTIMEZONE: an offset and its changes, each at a wall time of the clocks before it."""

    def __init__(self, first: int, changes: list[tuple[datetime, int]]) -> None:
        self.first = first
        self.changes = []
        for wall, after in sorted(changes):
            before = self.changes[-1][2] if self.changes else first
            if before != after:
                self.changes.append((wall, before, after))

    def moment(self, wall: datetime) -> datetime:
        found = self.first
        for at, before, after in self.changes:
            if wall >= at + timedelta(seconds=max(0, after - before)):
                found = after
        return (wall - timedelta(seconds=found)).replace(tzinfo=UTC)

    def walls(self, moment: datetime) -> datetime:
        found, plain = self.first, moment.astimezone(UTC).replace(tzinfo=None)
        for at, before, after in self.changes:
            if plain >= at - timedelta(seconds=before):
                found = after
        return plain + timedelta(seconds=found)


def utc_offset(seconds: int) -> str:
    sign, rest = "-" if seconds < 0 else "+", abs(seconds)
    return f"{sign}{rest // 3600:02}{rest // 60 % 60:02}" + (f"{rest % 60:02}" if rest % 60 else "")


def observance(kind: str, start: datetime, before: int, after: int, name: str | None, *more: str) -> list[str]:
    return [f"BEGIN:{kind}", *([f"TZNAME:{name}"] if name else []), f"DTSTART:{stamp(start)}",
            f"TZOFFSETFROM:{utc_offset(before)}", f"TZOFFSETTO:{utc_offset(after)}", *more, f"END:{kind}"]


@dataclass
class Definition:
    clocks: Defined
    #: The lines between BEGIN:VTIMEZONE and END:VTIMEZONE, without TZID.
    lines: list[str]
    causes: set[str]


def definition(rng: random.Random, known: tuple | None = None) -> Definition:
    """A random definition, or one of a known zone."""
    causes: set[str] = set()
    if known:
        (standard, daylight), begin, end = known
        standard, daylight = standard * 60, daylight * 60
        kind = "rules" if begin else "fixed"
        begin, end = begin and Change(*begin), end and Change(*end)
    else:
        standard = rng.randint(-44, 52) * 900
        if rng.random() < 0.08:
            standard += rng.randint(1, 59)
            causes.add("offset with seconds")
        daylight = standard + rng.choice([3600, 3600, 3600, 1800, 7200, -3600])
        kind = rng.choices(["fixed", "rules", "dates", "until", "two rules"], [2, 6, 2, 1, 1])[0]
        begin = Change(rng.randint(2, 5), rng.choice([-1, 1, 2, 3]), rng.randint(0, 6), rng.choice([0, 60, 120, 180, 1380]))
        end = Change(rng.randint(8, 11), rng.choice([-1, 1, 2, 4]), rng.randint(0, 6), rng.choice([0, 120, 180, 240]))
    has_names = rng.random() < 0.6
    names = ("STD", "DST") if has_names else (None, None)
    if kind == "fixed":
        lines = observance("STANDARD", rng.choice([datetime(1601, 1, 1), datetime(1970, 1, 1)]), standard, standard, names[0])
        return Definition(Defined(standard, []), lines, causes)
    assert begin and end
    years = range(2020, 2030)
    all_changes = [(begin.wall(year), daylight) for year in years] + [(end.wall(year), standard) for year in years]
    clocks = Defined(standard, all_changes)
    first_year = 2007 if known else rng.choice([1601, 1970, 2007, 2020])
    parts: list[list[str]] = []
    if kind == "rules":
        parts = [observance("STANDARD", end.wall(first_year), daylight, standard, names[0], f"RRULE:{end.rule}"),
                 observance("DAYLIGHT", begin.wall(first_year), standard, daylight, names[1], f"RRULE:{begin.rule}")]
    elif kind == "dates":
        one_each = rng.random() < 0.5
        for name, part, change, before, after in [("STANDARD", 0, end, daylight, standard), ("DAYLIGHT", 1, begin, standard, daylight)]:
            walls = [change.wall(year) for year in years]
            if one_each:
                parts += [observance(name, wall, before, after, names[part]) for wall in walls]
            else:
                parts.append(observance(name, walls[0], before, after, names[part],
                                        *(f"RDATE:{stamp(wall)}" for wall in walls[1:])))
    else:
        causes.add("definition with UNTIL")
        # Until 2026 by one rule, then by another one, or without daylight saving time.
        if kind == "two rules":
            new_begin = Change(begin.month, rng.choice([1, 2]), rng.randint(0, 6), 120)
            new_end = Change(end.month, rng.choice([1, 2]), rng.randint(0, 6), 120)
            later = range(2027, 2030)
        else:
            later = range(0)
            new_begin, new_end = begin, end
        earlier = range(2020, 2027)
        changes = [(begin.wall(year), daylight) for year in earlier] + [(end.wall(year), standard) for year in earlier]
        changes += [(new_begin.wall(year), daylight) for year in later] + [(new_end.wall(year), standard) for year in later]
        clocks = Defined(standard, changes)
        untils = [(change.wall(2026) - timedelta(seconds=before)).replace(tzinfo=UTC)
                  for change, before in [(end, daylight), (begin, standard)]]
        parts = [observance("STANDARD", end.wall(2020), daylight, standard, names[0], f"RRULE:{end.rule};UNTIL={stamp(untils[0])}"),
                 observance("DAYLIGHT", begin.wall(2020), standard, daylight, names[1], f"RRULE:{begin.rule};UNTIL={stamp(untils[1])}")]
        if later:
            parts += [observance("STANDARD", new_end.wall(2027), daylight, standard, names[0], f"RRULE:{new_end.rule}"),
                      observance("DAYLIGHT", new_begin.wall(2027), standard, daylight, names[1], f"RRULE:{new_begin.rule}")]
    rng.shuffle(parts)
    return Definition(clocks, [line for part in parts for line in part], causes)


def vtimezone(rng: random.Random, name: str, lines: list[str]) -> list[str]:
    location = ["X-LIC-LOCATION:Europe/Paris"] if rng.random() < 0.15 else []
    return ["BEGIN:VTIMEZONE", f"TZID:{name.strip(chr(34)).replace(';', chr(92) + ';').replace(',', chr(92) + ',')}", *location, *lines,
            "END:VTIMEZONE"]


@dataclass
class Zone:
    place: Place
    #: The VTIMEZONE; empty if there is none.
    lines: list[str]
    causes: set[str]


def random_zone(rng: random.Random) -> Zone:
    kind = rng.choices(["custom", "short", "Windows", "known", "contradicting", "database"], [8, 3, 1, 2, 2, 1])[0]
    if kind == "Windows":
        name = rng.choice(sorted(WINDOWS))
        return Zone(Place(name, Database(WINDOWS[name])), [], {"name of Windows without a definition"})
    if kind == "database":
        name = rng.choice(["Europe/Berlin", "Asia/Tokyo", "Pacific/Chatham"])
        return Zone(Place(name, Database(name)), [], set())
    if kind in ("known", "contradicting"):
        name = rng.choice(sorted(KNOWN))
        if kind == "known":
            made = definition(rng, KNOWN[name])
            return Zone(Place(name, Database(name)), vtimezone(rng, name, made.lines), made.causes)
        made = definition(rng)
        return Zone(Place(name, Database(name)), vtimezone(rng, name, made.lines), made.causes | {"file contradicts the database"})
    name = rng.choice(SHORT if kind == "short" else CUSTOM)
    made = definition(rng)
    if kind == "short" or name in WINDOWS or name.endswith("/Europe/Berlin"):
        made.causes.add("known name without Area/City")
    return Zone(Place(name, made.clocks), vtimezone(rng, name, made.lines), made.causes)


def sample(rng: random.Random) -> Sample:
    lines: list[str] = []
    events: list[Event] = []
    seen: dict[str, list[str]] = {}
    is_repeated = False
    for part in range(rng.choice([1, 1, 1, 2, 3])):
        zones = {zone.place.name.casefold(): zone for zone in (random_zone(rng) for _ in range(rng.randint(1, 2)))}
        # Where a VCALENDAR lacks a definition, Handspan takes that of another one.
        zones = {name: zone for name, zone in zones.items() if bool(zone.lines) == bool(seen.get(name, zone.lines))}
        if not zones or seen and rng.random() < 0.5:
            # The same name with other rules.
            name = rng.choice(CUSTOM[:7])
            made = definition(rng)
            zones[name.casefold()] = Zone(Place(name, made.clocks), vtimezone(rng, name, made.lines), made.causes)
        body: list[list[str]] = [zone.lines for zone in zones.values()]
        for zone in zones.values():
            key = zone.place.name.casefold()
            if seen.setdefault(key, zone.lines) != zone.lines:
                is_repeated = True
            for number in range(2):
                others = list(zones.values()) if rng.random() < 0.3 else [zone]
                event = TimedEvent(rng, f"c{part}z{len(events)}", zone.place, [other.place for other in others]).event()
                event.causes |= set().union(*(other.causes for other in others))
                events.append(event)
                body.append(event.lines)
        if rng.random() < 0.2:
            rng.shuffle(body)
        lines += calendar([line for block in body for line in block])
    if is_repeated:
        for event in events:
            event.causes.add("name defined twice")
    text = text_of(lines)
    return Sample(text.encode(), text, events)
