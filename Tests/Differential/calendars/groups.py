"""What other programs are known to read in another way than RFC 5545 says, or than we chose where it says nothing.

Handspan has to find what the calendars mean, always. Another program may differ where an event has the cause of a group; every
other difference is reported.
"""

from __future__ import annotations

from dataclasses import dataclass

from samples import Occurrence

PYTHON = "icalendar and recurring_ical_events"
EVOLUTION = "ECal and libical"


@dataclass(frozen=True)
class Group:
    #: What the event, or one that is read together with it, has.
    cause: str
    #: What each program does.
    programs: tuple[tuple[str, str], ...]
    #: Who is right, and why.
    reason: str
    #: Whether only the ends of occurrences may differ.
    concerns_ends: bool = False


def _group(cause: str, reason: str, python: str | None = None, evolution: str | None = None, *, concerns_ends: bool = False) -> Group:
    programs = ((PYTHON, python), (EVOLUTION, evolution))
    return Group(cause, tuple((program, text) for program, text in programs if text), reason, concerns_ends)


#: Not a cause of an event, but events that are none.
NESTED = _group("events inside of other components", "RFC 5545 3.6: they are no events of the calendar.", python="returns them, too")

GROUPS = [
    # Structures
    _group("stray line", "RFC 5545 3.1 does not say what to do with a line that is no property. We keep it, and show the events.",
           python="rejects the whole file", evolution="drops the events after an END without BEGIN"),
    _group("missing END", "RFC 5545 3.6 requires it. We let the next BEGIN:VEVENT end the event, so that both are shown.",
           python="rejects the calendar, or takes the next event for a part of this one",
           evolution="rejects the calendar, or takes the next event for a part of this one"),
    _group("no readable start", "RFC 5545 3.6.1 requires DTSTART, and 3.3.4 a month from 1 to 12. We leave out only this event, and say so.",
           python="rejects the whole calendar", evolution="accepts a month 13"),
    _group("one UID for several events",
           "RFC 5545 3.8.4.7 forbids it. None is newer (RFC 5546 2.1.5), so we show all (docs/decisions/consent.md).",
           python="returns only one of them"),
    _group("several revisions", "RFC 5546 2.1.5: SEQUENCE decides, then DTSTAMP.",
           python="compares only SEQUENCE", evolution="leaves revisions to its callers"),
    NESTED,
    # Texts
    _group("blanks at the ends of a text", "RFC 5545 3.3.11: they are part of the text.", evolution="removes blanks at the beginning"),
    # Zones
    _group("name defined twice", "RFC 5545 3.2.19: a TZID refers to its own iCalendar object.",
           python="remembers the first definition of a name for all calendars"),
    _group("known name without Area/City",
           "RFC 5545 3.2.19: the VTIMEZONE counts (docs/decisions/zones.md).",
           python="ignores the definition of a name that it knows, such as EST, one of Windows, or a path that ends with Area/City"),
    _group("file contradicts the database",
           "RFC 5545 3.2.19: the VTIMEZONE counts. For names of the form Area/City, we chose the database, and say that the file "
           "contradicts it (docs/decisions/zones.md).", evolution="believes the file"),
    _group("name of Windows without a definition",
           "RFC 5545 3.2.19 requires a definition. We use Unicode's table of the names that Windows gives to zones.",
           evolution="reads the time without a zone"),
    _group("offset with seconds", "RFC 5545 3.3.14: an offset may have seconds.", python="rounds it to minutes",
           evolution="reads one between -0059 and 0 with an hour too much"),
    _group("definition with UNTIL", "RFC 5545 3.3.10: UNTIL is included.", python="leaves out the last clock change"),
    # Instants
    _group("UNTIL at 24:00", "RFC 5545 3.3.12 has hours up to 23. We read the end of the day, as libical does.",
           python="rejects the series"),
    _group("all-day event without days", "RFC 5545 3.8.2.2 requires a later DTEND. We show one day, as ECal does.",
           python="returns an occurrence that ends when it starts", concerns_ends=True),
    _group("RDATE", "RFC 5545 3.8.5.2: an RDATE adds a date, and has its own zone.",
           python="gives other ends to dates beside it, or leaves them out"),
    _group("skipped start", "RFC 5545 3.3.5: the offset before the gap counts, and only for this occurrence.",
           python="computes with the wall time that the clocks skip", evolution="moves all later occurrences as well"),
    _group("start near a gap", "RFC 5545 3.6.5: the offset changes at the onset.",
           evolution="uses the offset after the gap up to two hours before it, or for later dates the one before the gap"),
    _group("start shown twice", "RFC 5545 3.3.5: the first of the two moments.",
           evolution="takes the second one, or does not recognize it in an EXDATE in UTC"),
    _group("clock change during an occurrence",
           "RFC 5545 3.3.6: hours are exact, and days are not. For DTEND: docs/decisions/recurrence.md.",
           python="adds exact durations to wall times", evolution="adds the exact length of the first occurrence to the wall time of each",
           concerns_ends=True),
]

#: The versions of libical whose differences are described: Debian has one, which is not pinned, with each release.
DESCRIBED_VERSIONS = {"3.0.16"}
OTHER_VERSION = _group("another version of libical", "Its differences are only counted.", evolution="finds something else")


def group(program: str, causes: set[str], expected: list[Occurrence], found: list[Occurrence]) -> Group | None:
    """The group of a difference; None if it is not explained."""
    def without_ends(occurrences: list[Occurrence]) -> list[tuple[str, str, str]]:
        return sorted((occurrence.start, occurrence.summary, occurrence.status) for occurrence in occurrences)

    have_same_starts = without_ends(expected) == without_ends(found)
    return next((group for group in GROUPS if group.cause in causes and any(name == program for name, _ in group.programs)
                 and (have_same_starts or not group.concerns_ends)), None)
