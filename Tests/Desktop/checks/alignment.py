"""Checks in recorded frames that events and hour lines, which are recognized by their colors, move together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Iterable, Sequence

Color = tuple[int, int, int]
Column = Sequence[Color]

#: The maximum thickness of an hour line in rows, at scale 2.
_THICKEST_LINE = 2


@dataclass(frozen=True)
class Run:
    """Consecutive rows of one color."""

    color: Color
    row: int
    length: int


def runs(column: Column) -> list[Run]:
    """The runs of a column, from the top. The first and the last are omitted, because they may be cut off."""
    all_runs, row = [], 0
    for color, group in groupby(column):
        length = sum(1 for _ in group)
        all_runs.append(Run(color, row, length))
        row += length
    return all_runs[1:-1]


@dataclass(frozen=True)
class Ruler:
    """Measures a column of pixels. It is calibrated with a picture at rest, once for all frames of a recording."""

    line_color: Color
    #: The number of rows from one hour line to the next.
    rows_per_hour: int
    #: For the color of each event, the number of rows from the hour line above the event to its first row.
    start_rows: dict[Color, int]

    def misalignments(self, column: Column) -> list[str]:
        """Describes the lines and events in a frame that are not where its first hour line suggests."""
        lines, events = self._lines_and_events(column)
        if not lines:
            return []
        problems = [f"the line in row {row} is {(row - lines[0]) % self.rows_per_hour} rows off the one in row {lines[0]}"
                    for row in lines if (row - lines[0]) % self.rows_per_hour]
        for event in events:
            distance, expected = (event.row - lines[0]) % self.rows_per_hour, self.start_rows[event.color]
            if distance != expected:
                problems.append(f"the event in row {event.row} is {distance} rows below an hour line, {expected} at rest")
        return problems

    def offset_within_hour(self, column: Column) -> int | None:
        """The scroll offset within an hour, in rows; None unless an hour line and an event are visible."""
        lines, events = self._lines_and_events(column)
        return lines[0] % self.rows_per_hour if lines and events else None

    def _lines_and_events(self, column: Column) -> tuple[list[int], list[Run]]:
        all_runs = runs(column)
        lines = [run.row for run in all_runs if run.color == self.line_color]
        return lines, [run for run in all_runs if run.color in self.start_rows]


def calibrate(column: Column, event_colors: Iterable[Color], rows_per_hour: int) -> Ruler:
    """Measures a picture at rest. `event_colors` must be distinct.

    The hour lines are the thin runs that repeat exactly an hour apart.
    """
    colors, all_runs = set(event_colors), runs(column)
    events = [run for run in all_runs if run.color in colors]
    starts = {run.color: run.row for run in events}
    if not events or len(events) != len(starts):
        raise AssertionError(f"{len(events)} runs have the colors of {len(starts)} events; each event needs exactly one")
    thin_runs = [run for run in all_runs if run.length <= _THICKEST_LINE and run.color not in colors]
    for color, _ in Counter(run.color for run in thin_runs).most_common():
        lines = [run.row for run in all_runs if run.color == color]
        if len(lines) >= 2 and all((row - lines[0]) % rows_per_hour == 0 for row in lines):
            return Ruler(color, rows_per_hour, {event: (row - lines[0]) % rows_per_hour for event, row in starts.items()})
    raise AssertionError("no color repeats exactly an hour apart, so there are no hour lines in the picture")
