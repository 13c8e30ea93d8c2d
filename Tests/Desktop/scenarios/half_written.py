"""Another program rewrites the file in place while events are moved: no change is lost, and the window shows what is
happening."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from checks.calendars import Event, standard_day, times
from rig.compositor import wait_for

from .drag import Drag
from .files import visible_names
from .registry import KEYS, MOUSE, scenario
from .stage import Stage

_WRITING = "calendar.ics” is being written by another program"
_INCOMPLETE = "calendar.ics” is incomplete"
#: A truncated file counts as damaged 10 s after its writer has ended, or later on a busy machine.
_PATIENCE_S = 60


def _is_text_shown(stage: Stage, text: str) -> bool:
    return any(text in label for label in visible_names(stage, "label"))


def _truncation_offset(stage: Stage, text: bytes) -> int:
    """The offset at which a writer pauses: within the DTEND of “Lunch”."""
    lunch = text.index(b"UID:" + Event("Lunch", "", "").uid.encode())
    return text.index(b"DTEND", lunch) + len("DTEND;TZID=Europe/Berlin:2035")


def _click(stage: Stage, name: str) -> None:
    button = stage.program.root.find("push button", name)
    if stage.expect(button is not None, f"there is no button “{name}”") and button is not None:
        button.act("click")


@scenario(MOUSE, pictures=True)
def an_event_is_moved_while_another_program_writes_the_file(stage: Stage) -> None:
    stage.open(standard_day())
    other_version = stage.contents_before_edit.replace(b"SUMMARY:Visit", b"SUMMARY:Visitors")
    pause_offset = _truncation_offset(stage, other_version)
    writer = os.open(stage.path, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(writer, other_version[:pause_offset])
        drag = Drag(stage, "Review").lift()
        drag.to(drag.y + 90)
        drag.drop()
        wait_for(lambda: _is_text_shown(stage, "Not saved yet. “") and _is_text_shown(stage, _WRITING), "the banner")
        stage.expect(stage.path.read_bytes() == other_version[:pause_offset], "the half-written file was overwritten")
        moved = stage.program.bounds_at_rest("Review")
        stage.expect(moved.y > drag.box.y + 45, f"the event did not stay at its new position: it is at {moved} and was at {drag.box}")
        stage.expect(stage.program.blocks("Night"), "events that are not written yet are no longer shown")
        stage.picture().save(stage.folder / "writing.png")
        os.write(writer, other_version[pause_offset:])
    finally:
        os.close(writer)
    wait_for(lambda: not _is_text_shown(stage, "Not saved yet"), "the banner to disappear")
    stage.program.bounds_at_rest("Visitors")
    contents = stage.path.read_bytes()
    stage.expect(contents.count(b"END:VEVENT") == 8 and contents.endswith(b"END:VCALENDAR\r\n"), "an event is lost")
    stage.expect(b"SUMMARY:Visitors" in contents, "the other program's change is lost")
    start, _ = times(contents, drag.uid, stage.zone)
    original_start = datetime(2035, 1, 8, 10, tzinfo=stage.zone)
    stage.expect(start >= original_start + timedelta(minutes=30), f"the move is lost: {start}")


@scenario(KEYS, pictures=True)
def a_truncated_file_is_shown_and_its_last_complete_version_restored(stage: Stage) -> None:
    stage.open(standard_day())
    truncated = stage.contents_before_edit[:_truncation_offset(stage, stage.contents_before_edit)]
    stage.path.write_bytes(truncated)
    wait_for(lambda: _is_text_shown(stage, _INCOMPLETE), "the banner", seconds=_PATIENCE_S)
    stage.expect_soon(lambda: not stage.program.blocks("Night"), "events that the file lost are still shown")
    stage.expect(stage.program.blocks("Review"), "events that the file still has are not shown")
    stage.expect_soon(lambda: _is_text_shown(stage, "Tests – read-only"), "the subtitle does not say “read-only”")
    for name in ("Restore Last Version", "Use as Is", "Save a Copy…"):
        stage.expect_soon(lambda name=name: name in visible_names(stage, "push button"), f"there is no button “{name}”")
    stage.picture().save(stage.folder / "damaged.png")
    stage.expect(stage.path.read_bytes() == truncated, "the file was written")
    _click(stage, "Restore Last Version")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "the file was not restored")
    wait_for(lambda: not _is_text_shown(stage, _INCOMPLETE), "the banner to disappear")
    stage.expect_soon(lambda: stage.program.blocks("Night"), "the events did not come back")


@scenario(KEYS)
def a_truncated_file_can_be_used_as_is_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    truncated = stage.contents_before_edit[:_truncation_offset(stage, stage.contents_before_edit)]
    stage.path.write_bytes(truncated)
    wait_for(lambda: _is_text_shown(stage, _INCOMPLETE), "the banner", seconds=_PATIENCE_S)

    focused = stage.focused_names()
    for _ in range(30):
        if "Use as Is" in focused:
            break
        focused = stage.step_focus("Tab")
    if not stage.expect("Use as Is" in focused, "Tab does not reach the button"):
        return
    stage.keyboard.tap("Space")
    wait_for(lambda: not _is_text_shown(stage, _INCOMPLETE), "the banner to disappear")
    stage.expect(stage.path.read_bytes() == truncated, "the file was written")
    stage.expect_soon(lambda: not _is_text_shown(stage, "Tests – read-only"), "the calendar is still read-only")
