"""Choosing an event's calendar in the editor: both files change correctly, and one undo restores both."""

from __future__ import annotations

import time
from pathlib import Path

from checks.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Node

from .editor_helpers import leave_editor, move_focus_to, open_editor, visible_field
from .keys import focus
from .creation_drag import title_entry, wait_for_entry
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

#: Seconds after which the editor applies a chosen calendar.
_PAUSE_S = 1.0
_SETTINGS: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}


class TwoCalendars:
    """Two open calendars: the scenario's own, named Tests, and another one, named Choir, which precedes Tests in lists."""

    def __init__(self, stage: Stage, is_read_only: bool = False):
        self.stage = stage
        self.choir_path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
        self.choir_path.write_bytes(self.choir_path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
        if is_read_only:
            self.choir_path.chmod(0o444)
        self.open()
        self.original_files = self.files()
        #: When `_choose_choir` chose the calendar, in seconds of the monotonic clock.
        self.chosen_at = 0.0

    def open(self) -> None:
        """Opens both calendars."""
        tests = standard_day()
        if self.stage.path.exists():
            tests.file_contents = self.stage.path.read_bytes  # type: ignore[method-assign]
        self.stage.open(tests, arguments=(str(self.choir_path),), environment=_SETTINGS)

    def files(self) -> tuple[bytes, bytes]:
        """The current contents of Tests and Choir."""
        return self.stage.path.read_bytes(), self.choir_path.read_bytes()

    @property
    def after_transfer(self) -> tuple[bytes, bytes]:
        """The expected contents after the transfer: exactly the lines of “Review” have moved to Choir."""
        tests, choir = self.original_files
        event = component_lines(tests, "Review")
        end = b"END:VCALENDAR\r\n"
        return tests.replace(event, b""), choir.replace(end, event + end)

    def expect(self, expected: tuple[bytes, bytes], why: str) -> None:
        """Expects both files to have exactly the expected contents soon."""
        self.stage.expect_soon(lambda: self.files() == expected, f"{why}: the files do not have the expected contents")

    def expect_undone_and_redone(self) -> None:
        """Expects one undo to restore every byte of both files, and one redo to restore the transfer."""
        self.stage.keyboard.tap("Control", "z")
        self.expect(self.original_files, "one undo")
        self.stage.keyboard.tap("Control", "Shift", "z")
        self.expect(self.after_transfer, "redo")


def component_lines(text: bytes, title: str) -> bytes:
    """The lines of an event in a file."""
    uid = f"UID:{title.lower()}@handspan.example\r\n".encode()
    start = text.rindex(b"BEGIN:VEVENT\r\n", 0, text.index(uid))
    end = text.index(b"END:VEVENT\r\n", start) + len(b"END:VEVENT\r\n")
    return text[start:end]


def _choose_choir(stage: Stage) -> TwoCalendars:
    """Chooses Choir for “Review” with the keyboard."""
    calendars = TwoCalendars(stage)
    open_editor(stage)
    move_focus_to(stage, "Tests")
    calendars.chosen_at = time.monotonic()
    stage.keyboard.tap("Left")
    return calendars


def _is_before_the_pause_ends(stage: Stage, calendars: TwoCalendars) -> bool:
    """Requires, as a precondition, that the chosen calendar cannot have been applied yet."""
    took = time.monotonic() - calendars.chosen_at
    return stage.precondition(took < _PAUSE_S - 0.1, f"{took:.2f} s have passed since a calendar was chosen")


@scenario(KEYS, quick=True)
def an_event_moves_to_the_calendar_chosen_with_the_keyboard_and_undo_restores_it(stage: Stage) -> None:
    calendars = _choose_choir(stage)
    time.sleep(0.5)
    contents = stage.path.read_bytes()
    if _is_before_the_pause_ends(stage, calendars):
        stage.expect(contents == stage.contents_before_edit, "the file was written although the choice may still change")
    calendars.expect(calendars.after_transfer, "a calendar was chosen")
    leave_editor(stage)
    stage.expect_soon(lambda: stage.program.root.find("label", "“Review” was moved to “Choir”"), "no message names the new calendar")
    def focused_names() -> list[str]:
        return [name.split(",")[0] for name in stage.focused_names()]

    stage.expect(stage.becomes_true(lambda: focused_names() == ["Review"]), f"the focus is on {focused_names()}, not on the event")
    calendars.expect_undone_and_redone()


@scenario(MOUSE, TOUCH)
def a_press_on_a_calendar_chooses_it_and_closing_the_editor_keeps_the_choice(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    open_editor(stage)
    choir = visible_field(stage, "list item", "Choir")
    tap(stage.device, choir.extents.center)
    stage.becomes_true(lambda: "selected" in choir.states, seconds=2)
    leave_editor(stage)
    calendars.expect(calendars.after_transfer, "a calendar was pressed")
    calendars.expect_undone_and_redone()


@scenario(KEYS)
def choosing_other_calendars_and_then_the_first_again_writes_nothing(stage: Stage) -> None:
    calendars = _choose_choir(stage)
    time.sleep(0.5)
    stage.keyboard.tap("Right")
    _is_before_the_pause_ends(stage, calendars)
    time.sleep(_PAUSE_S + 0.5)
    leave_editor(stage)
    stage.expect(calendars.files() == calendars.original_files, "a file was written")


@scenario(KEYS)
def changes_to_the_text_and_the_calendar_are_one_undo_step(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    open_editor(stage)
    stage.keyboard.type("song")
    move_focus_to(stage, "Tests")
    stage.keyboard.tap("Left")
    time.sleep(0.4)
    move_focus_to(stage, "Show as Busy")
    stage.keyboard.tap("Space")
    # GTK's switch changes at the end of its animation.
    time.sleep(0.4)
    leave_editor(stage)
    lines = (b"SUMMARY:song\r\n", b"TRANSP:TRANSPARENT\r\n")
    stage.expect_soon(lambda: all(line in calendars.choir_path.read_bytes() for line in lines), "the other changes were not saved")
    stage.expect_soon(lambda: b"UID:review@" not in stage.path.read_bytes(), "the event is still in its old calendar")
    stage.keyboard.tap("Control", "z")
    calendars.expect(calendars.original_files, "one undo")


def _move_rehearsal_to_tests(stage: Stage) -> TwoCalendars:
    """Creates an event in Choir, then opens the editor and moves “Rehearsal” from Choir to Tests."""
    calendars = TwoCalendars(stage)
    _add_event(stage, calendars.choir_path, "one")
    open_editor(stage, "Rehearsal")
    move_focus_to(stage, "Choir")
    stage.keyboard.tap("Right")
    time.sleep(_PAUSE_S + 0.4)
    leave_editor(stage)
    stage.expect_soon(lambda: b"UID:rehearsal@" in stage.path.read_bytes(), "the event was not transferred")
    return calendars


@scenario(KEYS)
def new_events_go_to_the_last_chosen_calendar_after_a_restart(stage: Stage) -> None:
    calendars = _move_rehearsal_to_tests(stage)
    _add_event(stage, stage.path, "two")
    _add_event(stage, stage.path, "ten")
    stage.close()
    calendars.open()
    focus(stage, "Dawn")
    _add_event(stage, stage.path, "six")


@scenario(KEYS)
def an_undone_transfer_does_not_change_the_default_calendar(stage: Stage) -> None:
    calendars = _move_rehearsal_to_tests(stage)
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: b"UID:rehearsal@" in calendars.choir_path.read_bytes(), "undo did not move the event back")
    _add_event(stage, calendars.choir_path, "two")


@scenario(KEYS)
def duplicates_and_pasted_copies_stay_in_the_calendar_of_the_original(stage: Stage) -> None:
    """New events are created in the other calendar, before and after the duplicate and the paste."""
    calendars = TwoCalendars(stage)
    _add_event(stage, calendars.choir_path, "one")
    choir = calendars.choir_path.read_bytes()
    for keys, count in (((("Control", "d"),), 2), ((("Control", "c"), ("Control", "v")), 3)):
        focus(stage, "Review")
        for key in keys:
            stage.keyboard.tap(*key)
            time.sleep(0.5)
        stage.expect_soon(
            lambda: stage.path.read_bytes().count(b"SUMMARY:Review\r\n") == count,
            f"after {'+'.join(keys[-1])}, there are not {count} events in the calendar of the original")
    stage.expect(calendars.choir_path.read_bytes() == choir, "the other calendar was written")
    stage.expect(
        not stage.program.root.all(lambda node: "was added to" in node.name), "a message names the calendar, although it did not change")
    _add_event(stage, calendars.choir_path, "two")


@scenario(KEYS)
def the_calendar_of_a_new_event_is_chosen_with_the_keyboard(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    stage.keyboard.tap("Control", "n")
    entry = wait_for_entry(stage)
    stage.expect(
        entry and entry.name.endswith("Calendar: Choir"), f"the title field is named “{entry and entry.name}”")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: focused_calendar(stage) == "Choir", "Tab does not reach the calendars")
    stage.keyboard.tap("Right")
    stage.expect_soon(lambda: focused_calendar(stage) == "Tests", "an arrow does not choose the next calendar")
    stage.expect(calendars.files() == calendars.original_files, "something was written before the title was entered")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: b"SUMMARY:tea\r\n" in stage.path.read_bytes(), "the event is not in the chosen calendar")
    stage.expect(calendars.choir_path.read_bytes() == calendars.original_files[1], "the other calendar was written")
    _add_event(stage, stage.path, "two")
    stage.keyboard.tap("Control", "z")
    stage.keyboard.tap("Control", "z")
    calendars.expect(calendars.original_files, "undone")
    _add_event(stage, calendars.choir_path, "ten")


@scenario(MOUSE, TOUCH)
def typing_continues_after_pressing_a_calendar(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    stage.keyboard.tap("Control", "n")
    wait_for_entry(stage)
    stage.keyboard.type("te")
    tap(stage.device, _calendar_to_choose(stage, "Tests").extents.center)
    stage.expect_soon(lambda: "selected" in _calendar_to_choose(stage, "Tests").states, "the press does not choose the calendar")
    stage.keyboard.type("a")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: b"SUMMARY:tea\r\n" in stage.path.read_bytes(), "the event is not in the chosen calendar")
    stage.expect(calendars.choir_path.read_bytes() == calendars.original_files[1], "the other calendar was written")
    def focused_names() -> list[str]:
        return [name.split(",")[0] for name in stage.focused_names()]

    stage.expect(stage.becomes_true(lambda: focused_names() == ["tea"]), f"the focus is on {focused_names()}, not on the new event")


@scenario(KEYS)
def escape_while_choosing_a_calendar_discards_the_new_event(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    stage.keyboard.tap("Control", "n")
    wait_for_entry(stage)
    stage.keyboard.type("tea")
    for key in ("Tab", "Right", "Escape"):
        stage.keyboard.tap(key)
        time.sleep(0.3)
    stage.expect_soon(lambda: title_entry(stage) is None, "the title field is still open")
    stage.expect_untouched("the new event was discarded")
    stage.expect(calendars.files() == calendars.original_files, "a file was written")


def _calendar_to_choose(stage: Stage, name: str) -> Node:
    return wait_for(
        lambda: next((node for node in stage.program.root.all(
            lambda node: node.role == "list item" and node.name == name and node.extents.width > 0)), None),
        f"“{name}” beside the new event")


def focused_calendar(stage: Stage) -> str | None:
    focused_items = stage.program.root.all(lambda node: node.role == "list item" and "focused" in node.states)
    return focused_items[0].name if focused_items else None


def _add_event(stage: Stage, path: Path, title: str) -> None:
    """Creates an event with the keyboard, and checks that it is written to the file at `path`."""
    stage.keyboard.tap("Control", "n")
    wait_for_entry(stage)
    stage.keyboard.type(title)
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: f"SUMMARY:{title}\r\n".encode() in path.read_bytes(), f"“{title}” is not in {path.name}")
