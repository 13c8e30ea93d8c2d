"""Repeating events: the window shows what the command line lists."""

from __future__ import annotations

import json
import subprocess
from datetime import datetime, timedelta

from checks.calendars import crowded_week
from rig.program import binary

from .registry import KEYS, scenario
from .stage import Stage

#: The week from Monday to the Sunday on which the clocks skip an hour.
_DAYS = ("2035-03-19", "2035-03-26")


def _listed_name_starts(stage: Stage) -> list[str]:
    """The strings with which the blocks' names are expected to start, according to `handspan list`."""
    command = [str(binary()), "list", str(stage.path), "--from", _DAYS[0], "--to", _DAYS[1], "--json"]
    result = subprocess.run(
        command, env=stage.compositor.client_environment(), check=True, capture_output=True, text=True)
    return [_expected_name_start(row) for row in json.loads(result.stdout)]


def _expected_name_start(row: dict[str, object]) -> str:
    start, end = (datetime.fromisoformat(str(row[key])) for key in ("start", "end"))
    first = f"{row['summary']}, {start:%A, %-d %B %Y}"
    if not row["allDay"]:
        day = "" if end.date() == start.date() else f"{end:%A}, "
        return f"{first}, {start:%H:%M} to {day}{end:%H:%M}, "
    last = end - timedelta(days=1)
    return f"{first} to {last:%A, %-d %B %Y}, " if last > start else f"{first}, all day"


def _shown_names(stage: Stage) -> set[str]:
    """The names of the week's blocks. An event across midnight has a block on both days."""
    items = stage.program.root.all(lambda node: node.role == "list item" and "event.lift" in node.actions)
    return {node.name for node in items}


@scenario(KEYS, core=True)
def a_crowded_week_shows_what_the_command_line_lists(stage: Stage) -> None:
    """Repeating, moved and canceled occurrences, across a clock change: the window shows the same occurrences as the list."""
    stage.open(crowded_week(), view="week")
    stage.program.bounds_at_rest("Night shift")
    listed_starts, shown_names = _listed_name_starts(stage), _shown_names(stage)
    stage.expect(len(listed_starts) == 25, f"{len(listed_starts)} occurrences are listed instead of 25")
    for start in listed_starts:
        stage.expect(any(name.startswith(start) for name in shown_names), f"“{start}…” is listed but not shown")
    for name in shown_names:
        stage.expect(any(name.startswith(start) for start in listed_starts), f"“{name}” is shown but not listed")
    names = {node.name for node in stage.program.blocks("Lunch with Ada")}
    stage.expect(any(name.endswith("repeats, canceled") for name in names), f"no lunch is canceled: {names}")
    stage.expect_untouched("nothing was changed")
