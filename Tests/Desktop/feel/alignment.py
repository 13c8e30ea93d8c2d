"""Checks that events and hour lines move together, by their colours in recorded frames."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Iterable, Sequence

Colour = tuple[int, int, int]
Column = Sequence[Colour]

#: The maximum thickness of an hour line in rows, at scale 2.
_THICKEST_LINE = 2


@dataclass(frozen=True)
class Run:
    """Consecutive rows of one colour."""

    colour: Colour
    row: int
    length: int


def runs(column: Column) -> list[Run]:
    """The column as runs from the top. The first and the last are omitted, because they may be cut off."""
    found, row = [], 0
    for colour, group in groupby(column):
        length = sum(1 for _ in group)
        found.append(Run(colour, row, length))
        row += length
    return found[1:-1]


@dataclass(frozen=True)
class Ruler:
    """Measures a column of pixels. It is calibrated with a picture at rest, once for all frames of a recording."""

    line: Colour
    hour: int
    #: Rows from an hour line down to the first row of the event of that colour, less than an hour.
    starts: dict[Colour, int]

    def misplaced(self, column: Column) -> list[str]:
        """Descriptions of everything that did not move with the rest of the frame; empty if all moved together."""
        lines, events = self._found(column)
        if not lines:
            return []
        found = [f"the line in row {row} is {(row - lines[0]) % self.hour} rows off the one in row {lines[0]}"
                 for row in lines if (row - lines[0]) % self.hour]
        for event in events:
            apart, expected = (event.row - lines[0]) % self.hour, self.starts[event.colour]
            if apart != expected:
                found.append(f"the event in row {event.row} is {apart} rows below an hour line, {expected} at rest")
        return found

    def phase(self, column: Column) -> int | None:
        """The scroll offset within an hour, in rows; None without an hour line and an event to measure."""
        lines, events = self._found(column)
        return lines[0] % self.hour if lines and events else None

    def _found(self, column: Column) -> tuple[list[int], list[Run]]:
        all_runs = runs(column)
        lines = [run.row for run in all_runs if run.colour == self.line]
        return lines, [run for run in all_runs if run.colour in self.starts]


def calibrate(column: Column, fills: Iterable[Colour], hour: int) -> Ruler:
    """Measures a picture at rest. `fills` are the colours of the events, which must be distinct.

    The hour lines are the thin runs that repeat exactly an hour apart.
    """
    fill_colours, all_runs = set(fills), runs(column)
    events = [run for run in all_runs if run.colour in fill_colours]
    starts = {run.colour: run.row for run in events}
    if not events or len(events) != len(starts):
        raise AssertionError(f"{len(events)} runs have the colours of {len(starts)} events; each event needs exactly one")
    thin = [run for run in all_runs if run.length <= _THICKEST_LINE and run.colour not in fill_colours]
    for colour, _ in Counter(run.colour for run in thin).most_common():
        lines = [run.row for run in all_runs if run.colour == colour]
        if len(lines) >= 2 and all((row - lines[0]) % hour == 0 for row in lines):
            return Ruler(colour, hour, {fill: (row - lines[0]) % hour for fill, row in starts.items()})
    raise AssertionError("no colour repeats exactly an hour apart, so there are no hour lines in the picture")
