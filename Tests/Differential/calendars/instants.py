"""Random series and single events around clock changes: in which moments do they take place?"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from samples import (FLOATING, IN_UTC, Clocks, Event, Floating, Occurrence, Place, Sample, calendar, duration, is_shown_twice,
                     is_skipped, near_a_change, offset, place, stamp, text_of)

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Auckland", "Asia/Kathmandu",
         "America/Santiago", "Africa/Cairo", "Europe/London"]


def sample(rng: random.Random) -> Sample:
    events = [all_day_event(rng, f"e{number}") if rng.random() < 0.2 else TimedEvent(rng, f"e{number}", any_place(rng)).event()
              for number in range(4)]
    text = text_of(calendar([line for event in events for line in event.lines]))
    return Sample(text.encode(), text, events)


def any_place(rng: random.Random) -> Place:
    return rng.choices([IN_UTC, FLOATING, place(rng.choice(ZONES))], [1, 2, 8])[0]


@dataclass(frozen=True)
class Start:
    """The start of an occurrence, as the rule or an RDATE gives it."""

    wall: datetime
    #: The end of a period; None if the length of the event counts.
    end: datetime | None = None
    #: The clocks of an RDATE in another zone; None for those of the event.
    clocks: Clocks | None = None


class TimedEvent:
    """An event or a series with changes. Times in another form than DTSTART are in UTC or in one of the given places."""

    def __init__(self, rng: random.Random, uid: str, own: Place, others: list[Place] | None = None) -> None:
        self.rng, self.uid, self.own = rng, uid, own
        self.clocks = own.clocks
        if others is None:
            others = [] if isinstance(own.clocks, Floating) else [IN_UTC, place(rng.choice(ZONES))]
        self.others = [other for other in others if (other.name, other.is_utc) != (own.name, own.is_utc)]
        self.causes: set[str] = set()

    def event(self) -> Event:
        rng, title = self.rng, f"Title of {self.uid}"
        status = rng.choice(["confirmed", "confirmed", "tentative", "cancelled"])
        self.start = near_a_change(rng, self.clocks)
        length = Length(self, self.start)
        self.lines = ["BEGIN:VEVENT", f"UID:{self.uid}", "DTSTAMP:20250101T000000Z", f"SUMMARY:{title}",
                      *([f"STATUS:{status.upper()}"] if status != "confirmed" or rng.random() < 0.3 else []),
                      self.own.property("DTSTART", self.start), *length.lines]
        #: The start of each occurrence by its moment.
        self.starts: dict[datetime, Start] = {self.clocks.moment(self.start): Start(self.start)}
        # Other programs compute all ends with this one, even if it is excluded.
        self.occurrence(self.clocks.moment(self.start), length.written_end, title, status, 0)
        rule = rng.choices([None, "DAILY", "WEEKLY"], [3, 5, 2])[0]
        if rule:
            self.repeat(rule)
        if rng.random() < 0.3:
            self.add_dates()
        if len(self.starts) > 1 and rng.random() < 0.4:
            self.exclude_dates()
        self.lines.append("END:VEVENT")
        overrides = self.change_occurrences() if rule and rng.random() < 0.4 else {}
        occurrences = []
        for moment, start in self.starts.items():
            if moment in overrides:
                occurrences.append(overrides[moment])
                continue
            self.note_clocks(moment, start.wall)
            end = start.end or (length.end(start.wall, moment) if rule or "RDATE" in self.causes else length.written_end)
            if start.clocks and offset(start.clocks, moment) != offset(start.clocks, end):
                self.causes.add("clock change during an occurrence")
            occurrences.append(self.occurrence(moment, end, title, status, 0 if start.end else length.exact_seconds))
        return Event(self.uid, self.lines, sorted(occurrences), self.causes)

    def occurrence(self, start: datetime, end: datetime, title: str, status: str, exact_seconds: int) -> Occurrence:
        if isinstance(self.clocks, Floating):
            # Where they are read, the clocks may change.
            self.causes.add("clock change during an occurrence")
            return Occurrence(stamp(start), stamp(end), title, status, exact_seconds)
        if offset(self.clocks, start) != offset(self.clocks, end) or is_shown_twice(self.clocks, self.clocks.walls(end)):
            self.causes.add("clock change during an occurrence")
        return Occurrence(stamp(start), stamp(end), title, status)

    def note_clocks(self, moment: datetime, wall: datetime) -> None:
        if self.clocks.moment(self.clocks.walls(moment)) != moment:
            self.causes.add("second of two moments")
        elif self.clocks.walls(moment) != wall:
            self.causes.add("skipped start")
        elif is_shown_twice(self.clocks, wall):
            self.causes.add("start shown twice")
        elif any(is_skipped(self.clocks, wall + timedelta(minutes=minutes)) for minutes in range(-120, 121, 15)):
            self.causes.add("start near a gap")

    def note_form(self, form: Place, moment: datetime) -> None:
        """Notes what the clocks of another zone show at a moment that is written in that zone."""
        if form is not self.own and is_shown_twice(form.clocks, form.clocks.walls(moment)):
            self.causes.add("start shown twice")

    # Rules

    def repeat(self, frequency: str) -> None:
        rng, unit = self.rng, timedelta(days=1 if frequency == "DAILY" else 7)
        interval, count = rng.choice([1, 1, 1, 2]), rng.randint(2, 8)
        walls = [self.start + number * interval * unit for number in range(count)]
        end = self.until(walls, interval * unit) if rng.random() < 0.5 else f"COUNT={count}"
        self.lines.append(f"RRULE:FREQ={frequency};{f'INTERVAL={interval};' if interval > 1 else ''}{end}")
        self.starts = {self.clocks.moment(wall): Start(wall) for wall in walls}

    def until(self, walls: list[datetime], step: timedelta) -> str:
        """An UNTIL that ends the rule with the last of the starts, in the form that RFC 5545 3.3.10 requires."""
        last, following = (self.clocks.moment(wall) for wall in (walls[-1], walls[-1] + step))
        midnight = datetime(last.year, last.month, last.day, tzinfo=last.tzinfo) + timedelta(days=1)
        kind = self.rng.choices(["the last", "between", "end of the day"], [5, 5, 1])[0]
        if kind == "end of the day" and midnight < following:
            self.causes.add("UNTIL at 24:00")
            return f"UNTIL={stamp(midnight - timedelta(days=1))[:8]}T240000" + ("Z" if last.tzinfo else "")
        if self.clocks.walls(last) != walls[-1]:
            self.causes.add("UNTIL at a skipped start")
        return f"UNTIL={stamp(last + (following - last) // 2 if kind == 'between' else last)}"

    # Single dates

    def form(self, moment: datetime, is_own: bool) -> Place | None:
        """A place in whose form a moment can be written, preferably that of DTSTART if `is_own`; None if there is none."""
        named = [other for other in self.others if other.clocks.moment(other.clocks.walls(moment)) == moment]
        is_named = self.clocks.moment(self.clocks.walls(moment)) == moment
        if is_named and (is_own or not named):
            return self.own
        return self.rng.choice(named) if named else None

    def add_dates(self) -> None:
        """Adds RDATEs, often with the second of two moments that have the same wall time."""
        rng = self.rng
        first = self.clocks.moment(near_a_change(rng, self.clocks) if rng.random() < 0.6 else self.start + timedelta(hours=25))
        moments = [first] + ([first + timedelta(hours=rng.choice([1, 1, 5]))] if rng.random() < 0.5 else [])
        begin = self.clocks.moment(self.start)
        moments = [moment for moment in moments if moment not in self.starts and moment > begin]
        form = self.form(moments[0], rng.random() < 0.5) if moments else None
        if form is None or any(form.clocks.moment(form.clocks.walls(moment)) != moment for moment in moments):
            return
        is_period = rng.random() < 0.4
        values = []
        for moment in moments:
            end = None
            value = form.value(form.clocks.walls(moment))
            if is_period:
                text, end = self.period_end(form, moment)
                value += f"/{text}"
            values.append(value)
            self.starts[moment] = Start(self.clocks.walls(moment), end, None if form is self.own else form.clocks)
            self.note_form(form, moment)
        self.causes |= {"RDATE"} | ({"period"} if is_period else set()) | ({"RDATE in another form"} if form != self.own else set())
        head = "RDATE" + (";VALUE=PERIOD" if is_period else "") + (f";TZID={form.name}" if form.name else "")
        self.lines += [f"{head}:{','.join(values)}"] if rng.random() < 0.5 else [f"{head}:{value}" for value in values]

    def period_end(self, form: Place, moment: datetime) -> tuple[str, datetime]:
        rng = self.rng
        if rng.random() < 0.5:
            text, days, seconds = duration(rng)
            nominal = form.clocks.moment(form.clocks.walls(moment) + timedelta(days=days)) if days else moment
            end = nominal + timedelta(seconds=seconds)
            if end - moment != timedelta(days=days, seconds=seconds):
                self.causes.add("clock change during an occurrence")
            return text, end
        written = form.clocks.walls(moment + timedelta(minutes=15 * rng.randint(8, 30)))
        return form.value(written), form.clocks.moment(written)

    def exclude_dates(self) -> None:
        for moment in self.rng.sample(sorted(self.starts), self.rng.randint(1, min(3, len(self.starts) - 1))):
            form = self.form(moment, self.rng.random() < 0.5)
            if form is None:
                continue
            # A skipped start is named as it is written, or by its moment.
            wall = self.starts[moment].wall if form == self.own else form.clocks.walls(moment)
            self.lines.append(form.property("EXDATE", wall))
            if form != self.own:
                self.causes.add("EXDATE in another form")
            self.note_clocks(moment, self.starts.pop(moment).wall)
            self.note_form(form, moment)

    def change_occurrences(self) -> dict[datetime, Occurrence]:
        """Adds overrides, and returns them by the moments of their original starts."""
        rng, overrides = self.rng, {}
        for number, moment in enumerate(rng.sample(sorted(self.starts), rng.randint(1, min(2, len(self.starts))))):
            form = self.form(moment, rng.random() < 0.5)
            if form is None:
                continue
            start = self.starts[moment]
            self.note_clocks(moment, start.wall)
            self.note_form(form, moment)
            original = start.wall if form == self.own else form.clocks.walls(moment)
            if form != self.own:
                self.causes.add("RECURRENCE-ID in another form")
            wall = near_a_change(rng, self.clocks) if rng.random() < 0.3 else start.wall + timedelta(minutes=30 * rng.randint(-6, 6))
            length = Length(self, wall)
            title, status = f"Changed {number} of {self.uid}", rng.choice(["confirmed", "tentative", "cancelled"])
            self.lines += ["BEGIN:VEVENT", f"UID:{self.uid}", "DTSTAMP:20250101T000000Z", f"SUMMARY:{title}",
                           f"STATUS:{status.upper()}", form.property("RECURRENCE-ID", original),
                           self.own.property("DTSTART", wall), *length.lines, "END:VEVENT"]
            self.note_clocks(self.clocks.moment(wall), wall)
            overrides[moment] = self.occurrence(self.clocks.moment(wall), length.written_end, title, status, length.exact_seconds)
        return overrides


class Length:
    """DTEND or DURATION of a component, and how long its occurrences last."""

    def __init__(self, event: TimedEvent, start: datetime) -> None:
        rng, self.own = event.rng, event.own
        clocks = self.own.clocks
        moment = clocks.moment(start)
        self.kind = rng.choices(["same zone", "duration", "other zone", "none"], [5, 4, 1 if event.others else 0, 1])[0]
        self.lines: list[str] = []
        self.days = self.seconds = 0
        if self.kind == "same zone":
            end = clocks.walls(moment) + timedelta(minutes=15 * rng.randint(1, 40))
            self.seconds = int((end - start).total_seconds())
            self.lines = [self.own.property("DTEND", end)]
            self.written_end = max(moment, clocks.moment(end))
            if clocks.walls(clocks.moment(end)) != end or is_shown_twice(clocks, end):
                event.causes.add("clock change during an occurrence")
            return
        if self.kind == "duration":
            text, self.days, self.seconds = duration(rng)
            self.lines = [f"DURATION:{text}"]
        elif self.kind == "other zone":
            other = rng.choice(event.others)
            end = other.clocks.walls(moment + timedelta(minutes=15 * rng.randint(8, 40)))
            self.lines = [other.property("DTEND", end)]
            self.seconds = int((other.clocks.moment(end) - moment).total_seconds())
            event.causes.add("DTEND in another form")
        self.written_end = self.end(start, moment)

    @property
    def exact_seconds(self) -> int:
        return self.seconds if self.kind == "duration" else 0

    def end(self, wall: datetime, moment: datetime) -> datetime:
        """The end of an occurrence of a series."""
        clocks = self.own.clocks
        if self.kind == "same zone":
            # docs/decisions/recurrence.md
            shown = clocks.walls(moment)
            end = clocks.moment(shown + timedelta(seconds=self.seconds))
            return end if end >= moment else moment + timedelta(seconds=self.seconds)
        nominal = clocks.moment(wall + timedelta(days=self.days)) if self.days else moment
        return nominal + timedelta(seconds=self.seconds)


def all_day_event(rng: random.Random, uid: str) -> Event:
    causes: set[str] = set()
    start = date(2025, 2, 1) + timedelta(days=rng.randint(0, 900))
    lines = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20250101T000000Z", f"SUMMARY:Title of {uid}",
             f"DTSTART;VALUE=DATE:{stamp(start)}"]
    kind, days = rng.choice(["none", "end", "duration", "end", "weeks", "no days"]), rng.randint(1, 4)
    if kind == "end":
        lines.append(f"DTEND;VALUE=DATE:{stamp(start + timedelta(days=days))}")
    elif kind == "duration":
        lines.append(f"DURATION:P{days}D")
    elif kind == "weeks":
        lines.append("DURATION:P1W")
        days = 7
    else:
        days = 1
    if kind == "no days":
        lines.append(f"DTEND;VALUE=DATE:{stamp(start)}")
        causes.add("all-day event without days")
    starts = {start}
    if rng.random() < 0.7:
        step, count = timedelta(days=rng.choice([1, 7])), rng.randint(2, 6)
        starts |= {start + number * step for number in range(count)}
        last = start + (count - 1) * step
        ends = rng.choice([f"COUNT={count}", f"UNTIL={stamp(last)}"])
        lines.append(f"RRULE:FREQ={'DAILY' if step.days == 1 else 'WEEKLY'};{ends}")
        if rng.random() < 0.4:
            added = last + timedelta(days=rng.randint(1, 5))
            lines.append(f"RDATE;VALUE=DATE:{stamp(added)}")
            causes.add("RDATE")
            starts.add(added)
        if rng.random() < 0.5:
            excluded = rng.choice(sorted(starts))
            lines.append(f"EXDATE;VALUE=DATE:{stamp(excluded)}")
            starts.remove(excluded)
    lines.append("END:VEVENT")
    occurrences = {day: Occurrence(stamp(day), stamp(day + timedelta(days=days)), f"Title of {uid}") for day in starts}
    if len(starts) > 1 and rng.random() < 0.3:
        original = rng.choice(sorted(starts))
        moved = original + timedelta(days=rng.randint(-3, 3))
        lines += ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20250101T000000Z", f"SUMMARY:Changed {uid}",
                  f"RECURRENCE-ID;VALUE=DATE:{stamp(original)}", f"DTSTART;VALUE=DATE:{stamp(moved)}", "END:VEVENT"]
        occurrences[original] = Occurrence(stamp(moved), stamp(moved + timedelta(days=1)), f"Changed {uid}")
    return Event(uid, lines, sorted(occurrences.values()), causes)
