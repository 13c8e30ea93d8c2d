"""Importing files with a preview, progress and one undo, and exporting calendars and events."""

from __future__ import annotations

import time
from pathlib import Path

from feel.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.input_devices import RIGHT, tap
from rig.tree import Listener, Node

from .registry import MOUSE, scenario
from .stage import Stage

_SETTINGS: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}
_IMPORT = "Import Events"


class _Target:
    """A folder of files that is open beside the scenario's own calendar and is the default for new events."""

    def __init__(self, stage: Stage, count: int, *, existing: bool = True):
        self.stage = stage
        self.folder = stage.folder / "choir"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "displayname").write_text("Choir")
        if existing:
            Calendar().add("Rehearsal", "16:00", "17:00").write(self.folder, "rehearsal.ics")
        self.before = self.files()
        self.source = stage.folder / "events.ics"
        self.source.write_bytes(_events(count))
        stage.open(standard_day(), view="week", arguments=(str(self.folder),), environment=_SETTINGS)

    def files(self) -> dict[str, bytes]:
        """The contents of all files of the folder, including hidden ones."""
        return {str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() else b""
                for path in self.folder.rglob("*")}

    @property
    def count(self) -> int:
        return sum(name.endswith(".ics") for name in self.files())


def _events(count: int) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN"]
    for number in range(count):
        day, hour = 8 + number % 5, 6 + number // 5 % 12
        lines += ["BEGIN:VEVENT", f"UID:imported{number}@handspan.example", "DTSTAMP:20250101T000000Z",
                  f"DTSTART:203501{day:02d}T{hour:02d}0000Z", "DURATION:PT30M", f"SUMMARY:Imported {number}",
                  "X-ODD;X-P=\"a;b\":kept as it is", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M",
                  "DESCRIPTION:Soon", "END:VALARM", "END:VEVENT"]
    return ("\r\n".join([*lines, "END:VCALENDAR"]) + "\r\n").encode()


def _shown(stage: Stage, role: str, name: str) -> Node | None:
    found = stage.program.root.all(lambda node: node.role == role and node.name == name)
    return next((node for node in found if node.extents.height > 0), None)


def _node(stage: Stage, role: str, name: str) -> Node:
    return wait_for(lambda: _shown(stage, role, name), f"the {role} “{name}”", seconds=8)


def _choose_in_dialog(stage: Stage, path: Path) -> None:
    """Enters a path in the file dialog that is opening."""
    def entry() -> Node | None:
        found = stage.program.root.all(lambda node: node.role == "text" and "focused" in node.states)
        return next((node for node in found if node.extents.height > 0), None)
    wait_for(lambda: stage.program.root.find("file chooser"), "the file dialog", seconds=8)
    time.sleep(0.6)
    if entry() is None:
        stage.keyboard.tap("Control", "l")
    wait_for(entry, "the entry of the file dialog", seconds=5).write(str(path))
    time.sleep(0.5)
    stage.keyboard.tap("Return")


def _open_sidebar_menu(stage: Stage) -> Node:
    if _shown(stage, "push button", "Add Calendar") is None and _shown(stage, "toggle button", "Add Calendar") is None:
        stage.keyboard.tap("F9")
    def button() -> Node | None:
        return _shown(stage, "toggle button", "Add Calendar") or _shown(stage, "push button", "Add Calendar")
    found = wait_for(button, "the button “Add Calendar”", seconds=8)
    time.sleep(0.5)
    return found


def _begin(stage: Stage, target: _Target) -> None:
    """Opens the preview of the file to import: with the hand in the sidebar, or with the keys."""
    button = _open_sidebar_menu(stage)
    tap(stage.hand, button.extents.center)
    item = _node(stage, "menu item", "Import…")
    time.sleep(0.4)
    tap(stage.hand, item.extents.center)
    _choose_in_dialog(stage, target.source)
    _node(stage, "label", _IMPORT)
    time.sleep(0.5)


@scenario(MOUSE)
def a_thousand_events_are_imported_undone_and_imported_again(stage: Stage) -> None:
    target = _Target(stage, 1000)
    _begin(stage, target)
    stage.expect_soon(lambda: _shown(stage, "label", "1000 are new"), "the preview does not say what is new")
    listener = Listener()
    tap(stage.hand, _node(stage, "push button", "Import").extents.center)
    stage.expect_soon(lambda: target.count == 1001, f"{target.count} files, 1001 expected", seconds=20)
    listener.listen(1.5)
    said = " ".join(listener.words())
    stage.expect("1000 events were imported into “Choir”" in said, f"announced: {said!r}")
    imported = target.files()
    stage.expect(not any(name.startswith(".") for name in imported), "a hidden file is left")
    texts = b"".join(imported.values())
    stage.expect(texts.count(b"X-ODD;X-P=\"a;b\":kept as it is") == 1000, "a line is lost")
    stage.expect_soon(lambda: stage.program.blocks("Imported 0"), "the first event is not shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: target.files() == target.before, "one undo does not restore the folder", seconds=20)
    stage.expect_soon(lambda: not stage.program.blocks("Imported 0"), "the first event is still shown")
    stage.keyboard.tap("Control", "Shift", "z")
    stage.expect_soon(lambda: target.files() == imported, "redo does not restore the import", seconds=20)


@scenario(MOUSE)
def a_canceled_import_leaves_nothing(stage: Stage) -> None:
    target = _Target(stage, 30000)
    _begin(stage, target)
    tap(stage.hand, _node(stage, "push button", "Import").extents.center)
    wait_for(lambda: _shown(stage, "progress bar", "Progress"), "the progress", seconds=15)
    stage.expect(not any(name.endswith(".ics") and "/" not in name and name not in target.before for name in target.files()),
                 "an event is in the folder before the import is complete")
    stage.precondition(len(target.files()) > len(target.before), "nothing is being written")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: target.files() == target.before, "canceling leaves files", seconds=20)
    stage.expect_soon(lambda: not _shown(stage, "progress bar", "Progress"), "the progress is still shown")
    time.sleep(1)
    stage.expect(not stage.program.blocks("Imported 0"), "an event is shown")
    stage.expect(target.files() == target.before, "files appeared after canceling")


@scenario(MOUSE)
def an_event_is_exported_from_its_menu(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_until("Review", 300)
    stage.mouse.click(*stage.program.settle("Review").center, RIGHT)
    item = _node(stage, "menu item", "Export…")
    time.sleep(0.4)
    tap(stage.mouse, item.extents.center)
    path = stage.folder / "review.ics"
    _choose_in_dialog(stage, path)
    stage.expect_soon(path.exists, "no file was written", seconds=8)
    text = path.read_bytes()
    for part in (b"BEGIN:VCALENDAR\r\n", b"TZID:Europe/Berlin", b"X-ODD;X-P=\"a;b\":kept as it is", b"BEGIN:VALARM"):
        stage.expect(part in text, f"{part!r} is not in the file")
    stage.expect(text.count(b"BEGIN:VEVENT") == 1, "there is not one event in the file")
    stage.expect_untouched("the event was only exported")
