"""Memory after a day's work: it levels off, however many pages are turned, events edited and files rewritten."""

from __future__ import annotations

import time

from feel.calendars import standard_week, times

from .keys import focus
from .registry import KEYS, scenario
from .stage import Stage

#: The number of edits and of outside changes in each round.
_EDITS = _CHANGES = 100
#: The memory that the third round may add, in MiB: the undo history of a hundred edits, and what the allocator keeps. In
#: one run each, a release build added 0.0 and a debug build 1.0.
_ROOM = 2.0


def _turn_pages(stage: Stage) -> None:
    for key in ("Right", "Left"):
        for _ in range(5):
            stage.keyboard.tap("Alt", key)
            time.sleep(0.1)


def _edit(stage: Stage) -> None:
    """Moves the focused event down and up again, and waits until the last edit is in the file."""
    for number in range(_EDITS):
        stage.keyboard.tap("Space")
        stage.keyboard.tap("Up" if number % 2 else "Down")
        stage.keyboard.tap("Return")
        time.sleep(0.02)
    stage.expect_soon(
        lambda: f"{times(stage.path.read_bytes(), 'review@handspan.example')[0]:%H:%M}" == "10:00",
        "the edits were not saved", seconds=20)


def _rewrite(stage: Stage, number: int) -> None:
    """Replaces the file as other programs do, and waits until the last change is shown."""
    text = stage.path.read_bytes().replace(b"SUMMARY:Lunch", b"SUMMARY:Lunch, version 0-0")
    new = stage.path.with_suffix(".new")
    for change in range(_CHANGES):
        new.write_bytes(text.replace(b"version 0-0", f"version {number}-{change}".encode()))
        new.replace(stage.path)
        time.sleep(0.03)
    stage.expect_soon(
        lambda: any(f"version {number}-{_CHANGES - 1}" in block.name for block in stage.program.blocks("Lunch")),
        "the last outside change is not shown", seconds=10)
    new.write_bytes(text.replace(b"SUMMARY:Lunch, version 0-0", b"SUMMARY:Lunch"))
    new.replace(stage.path)
    stage.expect_soon(
        lambda: not any("version" in block.name for block in stage.program.blocks("Lunch")),
        "the restored title is not shown", seconds=10)


@scenario(KEYS)
def memory_levels_off_after_hundreds_of_edits_and_outside_changes(stage: Stage) -> None:
    """The first two rounds fill caches; the third one adds nothing but its undo history."""
    program = stage.open(standard_week(), view="week")
    found, nodes = [], []
    for number in range(3):
        _turn_pages(stage)
        program.settle("Review")
        focus(stage, "Review")
        _edit(stage)
        _rewrite(stage, number)
        # Toasts disappear, and freed memory is returned.
        time.sleep(6)
        found.append(program.anonymous_memory() / 2 ** 20)
        nodes.append(program.node_count())
    stage.expect(
        found[2] - found[1] <= _ROOM,
        f"a further hundred edits and changes took {found[2] - found[1]:.1f} MiB, {_ROOM:g} or less expected")
    stage.expect(nodes[2] <= nodes[1] + 2, f"the tree has {nodes[2]} nodes after, {nodes[1]} before")
    stage.notes.append(", ".join(f"{memory:.1f}" for memory in found) + " MiB after each round")
