"""Changes to the file while it is open: the window reports them at once, not only at the next edit."""

from __future__ import annotations

from checks.calendars import standard_day
from rig.compositor import wait_for

from .registry import KEYS, scenario
from .stage import Stage


def visible_names(stage: Stage, role: str) -> list[str]:
    """The names of the visible nodes with the given role."""
    return stage.program.root.names(lambda node: node.role == role and node.extents.height > 0)


def _expect_message(stage: Stage, text: str) -> None:
    """Expects a message that contains the given text to appear soon, and the events to remain visible."""
    wait_for(lambda: any(text in label for label in visible_names(stage, "label")), f"“{text}” in the window")
    stage.expect("Save a Copy…" in visible_names(stage, "push button"), "there is no button to save a copy")
    stage.expect(stage.program.blocks("Review"), "the events are no longer shown")


def _restore_and_expect_no_message(stage: Stage, text: str) -> None:
    """Restores the file, and waits until the message disappears."""
    stage.path.write_bytes(stage.contents_before_edit)
    wait_for(lambda: not any(text in label for label in visible_names(stage, "label")), f"“{text}” to disappear")


@scenario(KEYS, quick=True)
def a_deleted_file_is_reported_at_once(stage: Stage) -> None:
    stage.open(standard_day())
    stage.path.unlink()
    _expect_message(stage, "calendar.ics” is no longer there")
    _restore_and_expect_no_message(stage, "is no longer there")


@scenario(KEYS)
def a_file_that_becomes_unreadable_is_reported_at_once(stage: Stage) -> None:
    stage.open(standard_day())
    stage.path.write_bytes(b"\x00 not a calendar any more")
    _expect_message(stage, "calendar.ics” can no longer be read")
    _restore_and_expect_no_message(stage, "can no longer be read")


@scenario(KEYS)
def a_read_only_calendar_is_marked_below_the_title(stage: Stage) -> None:
    stage.open(standard_day())
    stage.path.chmod(0o444)
    wait_for(lambda: "Tests – read-only" in visible_names(stage, "label"), "“read-only” in the subtitle")
    stage.path.chmod(0o644)
    wait_for(lambda: "Tests" in visible_names(stage, "label"), "“read-only” to disappear from the subtitle")
