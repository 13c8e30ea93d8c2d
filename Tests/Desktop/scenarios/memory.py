"""Memory after a day's work: it levels off, however many pages are turned, events edited and files rewritten."""

from __future__ import annotations

import time

from checks.calendars import Calendar, crowded_weeks, standard_week, times

from .keys import focus
from .registry import KEYS, scenario
from .sidebar import settings_environment, show_sidebar, wait_for_check_box
from .stage import Stage

#: The number of edits, and of changes by other programs, in each round.
_EDITS, _OUTSIDE_CHANGES = 100, 75
#: The memory that the last round may add, in MiB. With GTK 4.8, debug builds used 18.7, 21.5, 23.0, 23.2, 23.2 and 23.7 MiB
#: after six rounds of edits; with GTK 4.18, 28.1, 32.7, 34.5, 35.2, 35.7 and 35.8 MiB.
_ALLOWED_GROWTH_MIB = 2.0


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

    def are_saved() -> bool:
        """Whether the event is back at its time and the file has stopped changing. The time alone is not enough, because
        every second edit restores it."""
        contents = stage.path.read_bytes()
        if f"{times(contents, 'review@handspan.example')[0]:%H:%M}" != "10:00":
            return False
        time.sleep(1)
        return stage.path.read_bytes() == contents

    stage.expect_soon(are_saved, "the edits were not saved")


def _rewrite(stage: Stage, number: int) -> None:
    """Replaces the file as other programs do, and waits until the last change is shown."""
    text = stage.path.read_bytes().replace(b"SUMMARY:Lunch", b"SUMMARY:Lunch, version 0-0")
    new_path = stage.path.with_suffix(".new")
    for change in range(_OUTSIDE_CHANGES):
        new_path.write_bytes(text.replace(b"version 0-0", f"version {number}-{change}".encode()))
        new_path.replace(stage.path)
        time.sleep(0.03)
    stage.expect_soon(
        lambda: any(f"version {number}-{_OUTSIDE_CHANGES - 1}" in block.name for block in stage.program.blocks("Lunch")),
        "the last outside change is not shown")
    new_path.write_bytes(text.replace(b"SUMMARY:Lunch, version 0-0", b"SUMMARY:Lunch"))
    new_path.replace(stage.path)
    stage.expect_soon(
        lambda: not any("version" in block.name for block in stage.program.blocks("Lunch")),
        "the restored title is not shown")


@scenario(KEYS)
def memory_levels_off_after_hundreds_of_edits_and_outside_changes(stage: Stage) -> None:
    """The first rounds fill caches, and the undo history with 200 edits; the last one adds nothing."""
    program = stage.open(standard_week(), view="week")
    memory_mib, nodes = [], []
    for number in range(4):
        _turn_pages(stage)
        program.bounds_at_rest("Review")
        focus(stage, "Review")
        _edit(stage)
        _rewrite(stage, number)
        # Long enough for toasts to disappear and for freed memory to be returned.
        time.sleep(6)
        stage.becomes_true(lambda: stage.program.root.find("push button", "Undo") is None)
        memory_mib.append(program.anonymous_memory() / 2 ** 20)
        nodes.append(program.node_count())
    growth_mib = memory_mib[-1] - memory_mib[-2]
    stage.expect(
        growth_mib <= _ALLOWED_GROWTH_MIB,
        f"another hundred edits and more changes took {growth_mib:.1f} MiB instead of at most {_ALLOWED_GROWTH_MIB:g} MiB")
    stage.expect(nodes[-1] <= nodes[-2] + 2, f"the tree has {nodes[-1]} nodes instead of {nodes[-2]} as in the round before")
    stage.notes.append(", ".join(f"{value:.1f}" for value in memory_mib) + " MiB after each round")


@scenario(KEYS)
def memory_levels_off_when_a_crowded_calendar_is_hidden_and_shown_again_and_again(stage: Stage) -> None:
    """The blocks of hidden events are kept and used again, so their number does not grow."""
    crowded_calendar = crowded_weeks(301, weeks=3)
    other_path = Calendar(day=crowded_calendar.day).add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    other_path.write_bytes(other_path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    program = stage.open(crowded_calendar, view="week", arguments=(str(other_path),), environment=settings_environment(stage))
    show_sidebar(stage)
    check_box = wait_for_check_box(stage, "Tests")
    memory_mib, nodes = [], []
    for _ in range(3):
        for number in range(20):
            check_box.act(check_box.actions[0])
            is_hidden = number % 2 == 0
            stage.expect_soon(
                lambda: bool(program.blocks("Event 0")) != is_hidden, "the events were not hidden or shown", seconds=10)
        time.sleep(6)
        memory_mib.append(program.anonymous_memory() / 2 ** 20)
        nodes.append(program.node_count())
    stage.expect(
        memory_mib[2] - memory_mib[1] <= _ALLOWED_GROWTH_MIB,
        f"hiding and showing the calendar ten more times took {memory_mib[2] - memory_mib[1]:.1f} MiB instead of at most "
        f"{_ALLOWED_GROWTH_MIB:g} MiB")
    stage.expect(nodes[2] == nodes[1], f"the tree has {nodes[2]} nodes instead of {nodes[1]} as in the round before")
    stage.notes.append(", ".join(f"{value:.1f}" for value in memory_mib) + " MiB after each round")
