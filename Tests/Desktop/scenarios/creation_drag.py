"""Creating an event by dragging, and checking the file for it."""

from __future__ import annotations

import re
from datetime import datetime

from checks.calendars import lines_of, times
from rig.tree import Node

from .drag import SLOP_PX, Drag
from .stage import Stage


class CreationDrag(Drag):
    """A drag over empty time that creates an event; positions are relative to an existing event."""

    def __init__(self, stage: Stage, reference: str):
        super().__init__(stage, "New event", "create")
        self.reference = stage.program.bounds_at_rest(reference)

    def position(self, hours: float) -> tuple[float, float]:
        """The position of a time, in hours after the start of the existing event."""
        return self.reference.x + min(self.reference.width / 2, 120), self.reference.y + hours * self.stage.pixels_per_hour

    def begin(self, hours: float, direction: float = 1) -> CreationDrag:
        """Presses and begins to create an event: by moving the mouse, or by a long press with a finger."""
        self.press_at(*self.position(hours))
        self.pressed_y = 0
        self.await_lift()
        self.to(self.y + SLOP_PX * direction, seconds=0.06)
        self.expect_lifted()
        return self

    def _has_ended(self) -> bool:
        """Whether the title of the new event can be typed; while it is, no frames are logged."""
        return super()._has_ended() or title_entry(self.stage) is not None

    def expect_draft(self, at_least: int) -> None:
        """Expects that no frame violates an invariant and that the new event is waiting for its title."""
        if not self.expect_frames(at_least):
            return
        self.expect_invariants()
        entry = wait_for_entry(self.stage)
        self.stage.expect(entry and "focused" in entry.states, "no title field has the focus")

    def expect_kept(self, title: str) -> None:
        """Expects the file to contain the event of the last frame, with the given title, and nothing else to have changed."""
        uid = expect_added(self.stage, title)
        if uid and self.frames:
            shown_times = tuple(datetime.fromisoformat(text) for text in self.frames[-1].snapped_times if text)
            saved_times = times(self.stage.path.read_bytes(), uid, self.stage.zone)
            self.stage.expect(shown_times == saved_times, f"{self.frames[-1].snapped_times} was shown, but {saved_times} was saved")


def title_entry(stage: Stage) -> Node | None:
    """The field in which the title of a new event is typed."""
    return stage.program.root.find("text", "Title of the new event") or stage.program.root.find(
        "entry", "Title of the new event")


def wait_for_entry(stage: Stage) -> Node | None:
    """The title field once it exists and has the focus; otherwise, letters would not reach it."""
    stage.becomes_true(lambda: (entry := title_entry(stage)) and "focused" in entry.states)
    return title_entry(stage)


def expect_added(stage: Stage, title: str) -> str:
    """Expects exactly one new event in the file, with the given title. Returns its UID."""
    contents = stage.wait_for_edit()
    added_uids = set(uids(contents)) - set(uids(stage.contents_before_edit))
    if not stage.expect(len(added_uids) == 1, f"{len(added_uids)} events were added, not one"):
        return ""
    uid = added_uids.pop()
    summary = lines_of(contents, uid).get("SUMMARY")
    stage.expect(summary == f"SUMMARY:{title}", f"the new event says {summary}, not {title}")
    parts = re.split(rb"(BEGIN:VEVENT\r\n.*?END:VEVENT\r\n)", contents, flags=re.DOTALL)
    other_lines = b"".join(part for part in parts if uid.encode() not in part)
    stage.expect(other_lines == stage.contents_before_edit, "something else in the file changed")
    return uid


def uids(text: bytes) -> list[str]:
    """The UIDs of a file, in order."""
    return re.findall(r"^UID:(.*?)\r?$", text.decode(), re.MULTILINE)


def expect_times(stage: Stage, uid: str, start: str, end: str) -> None:
    """Expects an event to have the given times of day in the file."""
    def saved_times() -> list[str]:
        return [f"{moment:%H:%M}" for moment in times(stage.path.read_bytes(), uid)]

    if uid:
        stage.becomes_true(lambda: saved_times() == [start, end])
        actual_times = saved_times()
        stage.expect(actual_times == [start, end], f"the event is from {actual_times[0]} to {actual_times[1]}, not {start} to {end}")
