"""Importing files with a preview, progress and one undo, and exporting calendars and events."""

from __future__ import annotations

import os
import time
from pathlib import Path

from checks.calendars import Calendar, Event, standard_day, times
from checks.occurrence_times import MissingPackages, components
from rig.compositor import wait_for
from rig.input_devices import RIGHT, tap
from rig.tree import Listener, Node

from .keys import focus
from .managing import answer_dialog, find_menu_row
from .moving import expect_dialog_closed, wait_for_dialog
from .opening import choose_from_main_menu, visible_labels
from .registry import KEYS, MOUSE, TOUCH, scenario
from .sidebar import choose_from_calendar_menu, show_sidebar, tab_to, wait_for_button
from .stage import Stage

_SETTINGS: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}
_PREVIEW = "Import Events"
_PROGRESS = "Importing"
_UPDATE = "Update events that have changed"
_REMOVE = "Remove events that are canceled"
_REVIEW = Event("Review", "", "").uid
_COUNT = 1000


class _Choir:
    """A folder named Choir with one event, opened beside the scenario's own calendar; and a file to import."""

    def __init__(self, stage: Stage, count: int = _COUNT):
        self.folder = stage.folder / "choir"
        self.folder.mkdir()
        (self.folder / "displayname").write_text("Choir")
        Calendar().add("Rehearsal", "16:00", "17:00").write(self.folder, "rehearsal.ics")
        self.original_files = self.files()
        self.source = stage.folder / "events.ics"
        self.source.write_bytes(_events(count))
        stage.open(standard_day(), view="week", arguments=(str(self.folder),), environment=_SETTINGS)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the folder")

    def files(self) -> dict[str, bytes | None]:
        """The contents of everything in the folder, hidden or not; None for a folder."""
        contents: dict[str, bytes | None] = {}
        for path in sorted(self.folder.rglob("*")):
            try:
                contents[str(path.relative_to(self.folder))] = None if path.is_dir() else path.read_bytes()
            except FileNotFoundError:
                continue
        return contents

    def staged_file_count(self) -> int:
        """The number of files in hidden folders, where an import keeps its files until all are written."""
        return sum(1 for path in self.folder.glob(".*/*"))

    def event_count(self) -> int:
        """The number of events that other programs see."""
        return sum(1 for path in self.folder.glob("[!.]*.ics"))


def _events(count: int) -> bytes:
    """A calendar with the given number of events in the week that is shown, each with a line that must be preserved."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Desktop tests//EN"]
    for number in range(count):
        day, hour = 8 + number % 5, 6 + number // 5 % 12
        lines += ["BEGIN:VEVENT", f"UID:imported{number}@handspan.example", "DTSTAMP:20260101T120000Z",
                  f"DTSTART:203501{day:02}T{hour:02}0000Z", "DURATION:PT30M", f"SUMMARY:Imported {number}",
                  "X-ODD;X-P=\"a;b\":kept as it is", "END:VEVENT"]
    return "".join(f"{line}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def enter_path(stage: Stage, title: str, path: Path) -> None:
    """Enters a path in the file dialog that is opening, and accepts it."""
    def dialog() -> Node | None:
        return next((node for node in stage.program.root.children if node.name == title), None)

    def entry() -> Node | None:
        node = dialog()
        return next(iter(node.all(lambda node: node.role == "text" and "focused" in node.states)), None) if node else None

    wait_for(dialog, f"the file dialog “{title}”")
    stage.becomes_true(lambda: (node := dialog()) and node.first(lambda node: "focused" in node.states), seconds=5)
    time.sleep(0.5)
    # A save dialog has an entry for the name, which also accepts a path.
    if entry() is None:
        stage.keyboard.tap("Control", "l")
    wait_for(entry, "the entry for the path").write(str(path))
    time.sleep(0.5)
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: dialog() is None, "the file dialog is still open")


def _open_preview(stage: Stage, choir: _Choir) -> Node:
    """Chooses the file to import, with the pointer in the sidebar or with the keys in the main menu. Returns the preview, in
    which the folder is chosen."""
    if stage.device_name == "keys":
        choose_from_main_menu(stage, "Import…")
    else:
        show_sidebar(stage)
        tap(stage.device, wait_for_button(stage, "Add Calendar").extents.center)
        row = wait_for(lambda: find_menu_row(stage, "Import…"), "“Import…” in the menu")
        time.sleep(0.4)
        row.act(row.actions[0])
    enter_path(stage, "Import", choir.source)
    return wait_for_dialog(stage, _PREVIEW)


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_thousand_events_are_imported_and_one_undo_leaves_nothing(stage: Stage) -> None:
    choir = _Choir(stage)
    dialog = _open_preview(stage, choir)
    stage.expect_soon(lambda: dialog.find("label", "1000 are new"), "the preview does not say that all events are new")
    listener = Listener()
    answer_dialog(stage, "Import", stage.device_name)
    expected_message = "1000 events were imported into “Choir”"
    # On a busy machine, to look for the message among a thousand events can take longer than it is shown, but its announcement
    # does not go away.
    stage.expect(listener.hears(expected_message, 90), f"the message “{expected_message}” is not announced")
    stage.expect(choir.event_count() == _COUNT + 1, "the folder does not have all events")
    imported_files = choir.files()
    stage.expect(not [name for name in imported_files if name.startswith(".")], "a hidden folder is left behind")
    kept_count = sum((data or b"").count(b"X-ODD;X-P=\"a;b\":kept as it is\r\n") for data in imported_files.values())
    stage.expect(kept_count == _COUNT + 1, f"{kept_count} of {_COUNT + 1} unknown lines are kept")
    stage.expect_soon(lambda: stage.program.blocks("Imported 0"), "the first event is not shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: choir.files() == choir.original_files, "one undo does not restore the folder", seconds=90)
    stage.expect_soon(lambda: not stage.program.blocks("Imported 0"), "the first event is still shown")
    stage.keyboard.tap("Control", "Shift", "z")
    stage.expect_soon(lambda: choir.files() == imported_files, "one redo does not restore the import", seconds=90)
    stage.expect_untouched("the events were imported into another calendar", 0)


@scenario(MOUSE, KEYS)
def an_import_that_is_canceled_halfway_leaves_nothing(stage: Stage) -> None:
    choir = _Choir(stage)
    _open_preview(stage, choir)
    answer_dialog(stage, "Import", stage.device_name)
    dialog = wait_for(lambda: _progress_dialog(stage), "the progress")
    cancel = wait_for(lambda: dialog.find("push button", "Cancel"), "the button “Cancel”")
    bar = wait_for(lambda: dialog.find("progress bar", "Progress"), "the progress bar")
    has_progress = stage.becomes_true(lambda: f" of {_COUNT}" in bar.description or choir.event_count() > 1)
    stage.precondition(choir.event_count() == 1 and _wait_until_a_tenth_is_written(choir), "the import was complete too soon")
    stage.expect(has_progress, "the bar does not show the progress of the import")
    if stage.device_name == "keys":
        stage.keyboard.tap("Escape")
    else:
        # GTK activates the button 250 ms later.
        cancel.act("click")
    stage.expect_soon(lambda: choir.files() == choir.original_files, "files are left behind")
    expect_dialog_closed(stage, _PROGRESS)
    expected_message = "Nothing was imported"
    stage.expect_soon(lambda: _has_message(stage, expected_message), f"there is no message “{expected_message}”")
    stage.keyboard.tap("Control", "z")
    time.sleep(1)
    stage.expect(not stage.program.blocks("Imported 0"), "an event is shown")
    stage.expect(choir.files() == choir.original_files, "files appeared after canceling")


def _has_message(stage: Stage, text: str) -> bool:
    """Whether a visible label outside the lists of events has the given text."""
    def is_message(node: Node) -> bool:
        return node.role == "label" and node.name == text and node.extents.height > 0
    return stage.program.root.first(is_message) is not None


def _progress_dialog(stage: Stage) -> Node | None:
    return next((node for node in stage.program.dialogs() if node.name == _PROGRESS), None)


def _wait_until_a_tenth_is_written(choir: _Choir) -> bool:
    """Waits until a tenth of the files are written. Returns false if the import is complete by then. None of the files may
    have its final name yet."""
    deadline = time.monotonic() + 60
    while choir.staged_file_count() < _COUNT // 10 and choir.event_count() == 1 and time.monotonic() < deadline:
        time.sleep(0.005)
    return choir.staged_file_count() >= _COUNT // 10 and choir.event_count() == 1


@scenario(KEYS)
def an_import_into_a_file_can_leave_out_updates(stage: Stage) -> None:
    """The file to import has a newer revision of “Review”, which would be updated, and a new event."""
    choir = _Choir(stage, 0)
    newer_contents = Calendar().add("Review", "10:30", "11:30").add("Seminar", "16:00", "17:00").file_contents()
    choir.source.write_bytes(newer_contents.replace(b"DTSTAMP:2026", b"DTSTAMP:2027"))
    dialog = _open_preview(stage, choir)
    stage.expect_soon(lambda: dialog.find("label", "2 are new"), "the preview does not say that both events are new")
    stage.step_focus("Down")
    stage.expect_soon(
        lambda: dialog.find("label", "1 is new, 1 will be updated"), "the preview does not say that an event is updated")
    listener = Listener()
    tab_to(stage, _UPDATE)
    stage.keyboard.tap("Space")
    stage.expect(listener.hears("1 is new, 1 stays as it is"), "it is not announced that the event stays as it is")
    answer_dialog(stage, "Import", "action")
    contents = stage.wait_for_edit()
    expected = stage.contents_before_edit.count(b"BEGIN:VEVENT") + 1
    stage.expect(contents.count(b"BEGIN:VEVENT") == expected, f"the file has {contents.count(b'BEGIN:VEVENT')} events instead of {expected}")
    stage.expect(b"SUMMARY:Seminar\r\n" in contents, "the new event was not imported")
    stage.expect(times(contents, _REVIEW) == times(stage.contents_before_edit, _REVIEW), "the event was updated")
    stage.expect(choir.files() == choir.original_files, "the other calendar was changed")
    # The window takes no keys before the dialog has closed.
    stage.expect(listener.hears("1 event was imported into “Tests”"), "the import is not announced")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "undo does not restore every byte")


@scenario(KEYS, pictures=True)
def a_canceled_event_is_removed_only_on_request(stage: Stage) -> None:
    """The organizer of “Review” cancels it. By default, it would stay and be marked."""
    organizer = "ORGANIZER:mailto:ann@example.com"
    stage.open(Calendar().add("Review", "10:00", "11:00", organizer), view="week", environment=_SETTINGS)
    message = stage.folder / "cancel.ics"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "METHOD:CANCEL", "BEGIN:VEVENT", f"UID:{_REVIEW}",
             "DTSTAMP:20270101T000000Z", "SEQUENCE:1", organizer, "END:VEVENT", "END:VCALENDAR"]
    message.write_text("".join(line + "\r\n" for line in lines), newline="")
    choose_from_main_menu(stage, "Import…")
    enter_path(stage, "Import", message)
    dialog = wait_for_dialog(stage, _PREVIEW)
    stage.expect_soon(lambda: dialog.find("label", "1 will be updated"), "the preview does not say that the event would be marked")
    listener = Listener()
    tab_to(stage, _REMOVE)
    stage.save_picture("canceled-event")
    stage.keyboard.tap("Space")
    stage.expect(listener.hears("1 will be removed"), "it is not announced that the event would be removed")
    answer_dialog(stage, "Import", "action")
    stage.expect_soon(lambda: not stage.program.blocks("Review"), "the event is still shown")
    stage.expect(b"UID:" not in stage.wait_for_edit(), "the event is still in the file")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.program.blocks("Review"), "undo does not bring the event back")
    stage.expect_soon(lambda: b"STATUS" not in stage.path.read_bytes(), "the event is marked as canceled")


@scenario(MOUSE, KEYS)
def an_event_is_exported_and_read_by_another_program(stage: Stage) -> None:
    stage.open(standard_day())
    if stage.device_name == "keys":
        focus(stage, "Review")
        stage.keyboard.tap("Menu")
    else:
        stage.scroll_to("Review", y=300)
        stage.mouse.click(*stage.program.bounds_at_rest("Review").center, RIGHT)
    row = wait_for(lambda: find_menu_row(stage, "Export…"), "“Export…” in the menu")
    stage.await_menu()
    if stage.device_name == "keys":
        _choose_with_down_key(stage, "Export…")
    else:
        row.act(row.actions[0])
    path = stage.folder / "exported.ics"
    enter_path(stage, "Export Event", path)
    _expect_exported(stage, path, ["Review"])
    if stage.device_name == "keys":
        for title in ("Review", "Dawn"):
            stage.program.block(title).act("event.toggle-selection")
            stage.expect_soon(lambda: "selected" in stage.program.block(title).states, f"“{title}” is not selected")
        stage.program.block("Review").act("event.export")
        path_of_both = stage.folder / "both.ics"
        enter_path(stage, "Export Events", path_of_both)
        _expect_exported(stage, path_of_both, ["Dawn", "Review"])


@scenario(MOUSE, KEYS)
def a_calendar_is_exported_and_read_by_another_program(stage: Stage) -> None:
    choir = _Choir(stage, 0)
    Calendar().add("Concert", "19:00", "21:00").write(choir.folder, "concert.ics")
    wait_for(lambda: stage.program.blocks("Concert"), "the event of another program")
    if stage.device_name == "keys":
        choose_from_main_menu(stage, "Export Calendar…")
        wait_for_dialog(stage, "Export Calendar")
        stage.keyboard.tap("Return")
    else:
        show_sidebar(stage)
        choose_from_calendar_menu(stage, "Choir", "Export…", stage.device_name)
    path = stage.folder / "exported.ics"
    enter_path(stage, "Export Calendar", path)
    _expect_exported(stage, path, ["Concert", "Rehearsal"])


def _choose_with_down_key(stage: Stage, name: str) -> None:
    """Presses Down until the row with the given name in the open menu has the focus, and then Enter."""
    focused = stage.focused_names()
    for _ in range(14):
        if name in focused:
            break
        focused = stage.step_focus("Down")
    stage.expect(name in focused, f"Down does not reach “{name}”")
    stage.keyboard.tap("Return")


def _expect_exported(stage: Stage, path: Path, titles: list[str]) -> None:
    """Expects the exported file to have exactly the events with these titles, their zone once, and their unknown lines."""
    stage.expect_soon(path.exists, "no file was written")
    expected_message = f"Exported to “{path.name}”"
    stage.expect_soon(lambda: expected_message in visible_labels(stage), f"there is no message “{expected_message}”: {visible_labels(stage)[-4:]}")
    try:
        exported_components = components(path.read_bytes())
    except MissingPackages as missing:
        stage.expect(os.environ.get("CI") != "true", f"no other program read the file: {missing}")
        return
    events = sorted(str(component["SUMMARY"]) for component in exported_components if component.name == "VEVENT")
    zones = [str(component["TZID"]) for component in exported_components if component.name == "VTIMEZONE"]
    unknown_values = [str(component["X-ODD"]) for component in exported_components if component.name == "VEVENT"]
    alarms = [component for component in exported_components if component.name == "VALARM"]
    stage.expect(events == titles, f"the file has the events {events}")
    stage.expect(zones == ["Europe/Berlin"], f"the file has the zones {zones}")
    stage.expect(unknown_values == ["kept as it is"] * len(titles), f"the unknown properties are {unknown_values}")
    stage.expect(len(alarms) == len(titles), f"the file has {len(alarms)} alarms")
    stage.expect_untouched("its events were only exported")
