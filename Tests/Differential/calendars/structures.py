"""Random components: which of them are events, and where do they end (RFC 5545 3.4 and 3.6)?"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from samples import UTC, Event, Occurrence, Sample, calendar, stamp, text_of


class Writer:
    """Writes components, and remembers which of them are events."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.events: list[Event] = []
        self.number = 0
        self.has_problems = False
        self.causes: set[str] = set()

    def start(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=self.rng.randint(0, 300), hours=self.rng.randint(0, 23))

    def plain_event(self, uid: str, title: str, start: datetime, *more: str, inner: list[str] | None = None) -> list[str]:
        rng = self.rng
        own_stamp = [] if any(line.startswith("DTSTAMP") for line in more) else ["DTSTAMP:20250101T000000Z"]
        lines = [f"UID:{uid}", *own_stamp, f"DTSTART:{stamp(start)}", "DURATION:PT1H", f"SUMMARY:{title}", *more]
        rng.shuffle(lines)
        inner = inner or []
        # Some programs write properties after the inner components.
        place = rng.choice([len(lines), len(lines), rng.randint(0, len(lines))])
        return ["BEGIN:VEVENT", *lines[:place], *inner, *lines[place:], "END:VEVENT"]

    def occurrence(self, title: str, start: datetime, status: str = "confirmed") -> Occurrence:
        return Occurrence(stamp(start), stamp(start + timedelta(hours=1)), title, status)

    def next_uid(self) -> str:
        self.number += 1
        return f"e{self.number}"

    def event(self) -> list[str]:
        """A VEVENT, with components inside it."""
        uid, start = self.next_uid(), self.start()
        inner = [line for _ in range(self.rng.choice([0, 0, 1, 2])) for line in self.inner()]
        lines = self.plain_event(uid, f"Event {uid}", start, inner=inner)
        self.events.append(Event(uid, [], [self.occurrence(f"Event {uid}", start)]))
        return lines

    def inner(self) -> list[str]:
        """A component that may be inside a VEVENT; none of its properties are those of the event."""
        kind = self.rng.choice(["VALARM", "VALARM", "PARTICIPANT", "VLOCATION", "X-PART", "X-DEEP"])
        if kind == "VALARM":
            return ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Not the event", "SUMMARY:Not the title", "TRIGGER:-PT10M",
                    "END:VALARM"]
        if kind == "PARTICIPANT":
            return ["BEGIN:PARTICIPANT", "UID:inner", "PARTICIPANT-TYPE:SPEAKER", "SUMMARY:Not the title", "END:PARTICIPANT"]
        if kind == "VLOCATION":
            return ["BEGIN:VLOCATION", "UID:inner", "NAME:A place", "DTSTART:20260101T000000Z", "END:VLOCATION"]
        if kind == "X-PART":
            return ["BEGIN:X-PART", "UID:inner", "SUMMARY:Not the title", "STATUS:CANCELLED", "END:X-PART"]
        return ["BEGIN:X-DEEP", "BEGIN:VEVENT", "UID:deep", "DTSTART:20260101T000000Z", "SUMMARY:Not an event", "END:VEVENT",
                "END:X-DEEP"]

    def other_component(self) -> list[str]:
        """A component that is no event, although it may contain one."""
        start = self.start()
        kind = self.rng.choice(["VTODO", "VJOURNAL", "VFREEBUSY", "VPOLL", "VAVAILABILITY", "X-OTHER", "UNKNOWN"])
        inside = self.plain_event(f"inside{self.number}", "Not an event", start)
        self.number += 1
        if kind in ("VTODO", "VJOURNAL"):
            return [f"BEGIN:{kind}", f"UID:t{self.number}", "DTSTAMP:20250101T000000Z", f"DTSTART:{stamp(start)}", "SUMMARY:No event",
                    f"END:{kind}"]
        if kind == "VFREEBUSY":
            return ["BEGIN:VFREEBUSY", f"UID:f{self.number}", "DTSTAMP:20250101T000000Z",
                    f"FREEBUSY:{stamp(start)}/PT1H", "END:VFREEBUSY"]
        if kind == "VAVAILABILITY":
            return ["BEGIN:VAVAILABILITY", f"UID:v{self.number}", "DTSTAMP:20250101T000000Z", "BEGIN:AVAILABLE", "UID:a",
                    "DTSTAMP:20250101T000000Z", f"DTSTART:{stamp(start)}", "SUMMARY:No event", "END:AVAILABLE", "END:VAVAILABILITY"]
        return [f"BEGIN:{kind}", f"UID:p{self.number}", "DTSTAMP:20250101T000000Z", *inside, f"END:{kind}"]

    def revisions(self) -> list[str]:
        """Several revisions of an event: the newest counts (RFC 5546 2.1.5)."""
        uid, rng = self.next_uid(), self.rng
        ranks = rng.sample([(sequence, day) for sequence in range(3) for day in range(1, 4)], rng.randint(2, 3))
        parts = []
        for rank in ranks:
            start = self.start()
            title = f"Revision {rank[0]} {rank[1]} of {uid}"
            sequence = [f"SEQUENCE:{rank[0]}"] if rank[0] or rng.random() < 0.5 else []
            parts.append((rank, self.plain_event(uid, title, start, f"DTSTAMP:202501{rank[1]:02}T000000Z", *sequence),
                          self.occurrence(title, start)))
        newest = max(parts, key=lambda part: part[0])
        self.events.append(Event(uid, [], [newest[2]], {"several revisions"}))
        self.has_problems = True
        return [line for _, lines, _ in parts for line in lines]

    def doubles(self) -> list[str]:
        """Several events with one UID, none of which is newer: all are events."""
        uid = self.next_uid()
        starts = [self.start() + timedelta(minutes=number) for number in range(self.rng.randint(2, 3))]
        titles = [f"Double {number} of {uid}" for number in range(len(starts))]
        self.events.append(Event(uid, [], [self.occurrence(title, start) for title, start in zip(titles, starts)],
                                 {"one UID for several events"}))
        self.has_problems = True
        return [line for title, start in zip(titles, starts) for line in self.plain_event(uid, title, start)]

    def without_uid(self) -> list[str]:
        """An event without a UID."""
        start = self.start() + timedelta(minutes=1 + len(self.events))
        self.number += 1
        title = f"No UID {self.number}"
        lines = [line for line in self.plain_event("x", title, start) if line != "UID:x"]
        found = next((event for event in self.events if event.uid == ""), None)
        if found is None:
            self.events.append(found := Event("", [], [], {"no UID"}))
        found.occurrences.append(self.occurrence(title, start))
        self.has_problems = True
        return lines

    def unreadable(self) -> list[str]:
        """A VEVENT that is not shown, because it has no start."""
        uid = self.next_uid()
        lines = self.plain_event(uid, "No start", self.start())
        wrong = self.rng.choice([None, "DTSTART:soon", "DTSTART:20261301T000000Z", "DTSTART:"])
        lines = [wrong if line.startswith("DTSTART") else line for line in lines]
        self.events.append(Event(uid, [], [], {"no readable start"}))
        self.has_problems = True
        return [line for line in lines if line is not None]

    def without_end(self) -> list[str]:
        """An event whose END is missing, and the next one, whose BEGIN ends it."""
        uid, start = self.next_uid(), self.start()
        lines = self.plain_event(uid, f"Event {uid}", start)
        self.events.append(Event(uid, [], [self.occurrence(f"Event {uid}", start)], {"missing END"}))
        self.causes.add("missing END")
        self.has_problems = True
        return lines[:-1] + self.event()

    def stray_line(self) -> list[str]:
        """A line that does not belong there."""
        kind = self.rng.choice(["X-PROPERTY:value", "", "nonsense without a colon", "END:VALARM"])
        if kind:
            self.causes.add("stray line")
        self.has_problems = self.has_problems or kind != "X-PROPERTY:value"
        return [kind]


def sample(rng: random.Random) -> Sample:
    writer = Writer(rng)
    kinds = [(writer.event, 8), (writer.other_component, 4), (writer.revisions, 1), (writer.doubles, 1), (writer.without_uid, 1),
             (writer.unreadable, 1), (writer.stray_line, 1), (writer.without_end, 0.5)]
    lines: list[str] = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        body: list[str] = []
        for _ in range(rng.randint(0 if lines else 1, 5)):
            make = rng.choices([make for make, _ in kinds], [weight for _, weight in kinds])[0]
            body += make()
        lines += calendar(body)
    if rng.random() < 0.2:
        lines = [line.lower() if line.startswith(("BEGIN", "END")) and rng.random() < 0.5 else line for line in lines]
    for event in writer.events:
        event.causes |= writer.causes
        event.occurrences.sort()
    text = text_of(lines)
    return Sample(text.encode(), text, writer.events, writer.causes, writer.has_problems)
