"""Changes to events in calendars of accounts, as the window shows them and as the server or the service then has them."""

from __future__ import annotations

from rig.accounts import Accounts
from rig.compositor import wait_for
from rig.input_devices import RIGHT, tap

from .accounts import _accounts, _expect_label, _expect_undone, _lines, _open_choir
from .carrying import _carry_to, _expect_pinned, _lift
from .creation_drag import CreationDrag, wait_for_entry
from .editor_helpers import go_to, leave_editor, open_editor
from .keys import focus
from .moving import _choose_in_menu, _dialog, _expect_closed
from .registry import KEYS, MOUSE, scenario
from .sidebar import _check_box, _choose_from_menu
from .stage import Stage
from .transfer import _focused_calendar, component


# Between a file and an account

class _FileAndServer:
    """A calendar in a file, named Tests, and one on a server, named Choir, with an event each."""

    def __init__(self, stage: Stage, found: Accounts):
        self.stage, self.found = stage, found
        self.lines_before = _open_choir(stage, found)
        self.file_before = stage.path.read_bytes()
        self.review = component(self.file_before, "Review")

    def _expect(self, file: bytes, lines: list[list[str]], why: str) -> None:
        self.stage.expect_soon(
            lambda: _lines(self.found.texts("choir")) == lines, f"{why}: the server has {_lines(self.found.texts('choir'))} "
            f"instead of {lines}", seconds=30)
        self.stage.expect_soon(lambda: self.stage.path.read_bytes() == file, f"{why}: the file does not have the expected contents")

    def expect_before(self, why: str) -> None:
        """Expects everything to be as it was at first."""
        self._expect(self.file_before, self.lines_before, why)

    def expect_on_server(self, why: str) -> None:
        """Expects exactly “Review” to have moved from the file to the server."""
        review = _lines([f"{self.review.decode()}END:VCALENDAR\r\n"])
        self._expect(self.file_before.replace(self.review, b""), sorted(self.lines_before + review), why)

    def expect_in_file(self, why: str) -> None:
        """Expects exactly “Rehearsal” to have moved from the server to the end of the file."""
        stage, end = self.stage, b"END:VCALENDAR\r\n"
        stage.expect_soon(lambda: self.found.texts("choir") == [], f"{why}: the server still has {self.found.texts('choir')}", seconds=30)
        stage.expect_soon(lambda: b"UID:rehearsal@" in stage.path.read_bytes(), f"{why}: the event is not in the file")
        contents = stage.path.read_bytes()
        stage.expect(contents.startswith(self.file_before.removesuffix(end)), f"{why}: something else in the file changed")
        event = contents.removeprefix(self.file_before.removesuffix(end)).decode()
        stage.expect(_lines([event]) == self.lines_before, f"{why}: the file has {_lines([event])} instead of {self.lines_before}")

    def expect_undone_and_redone(self, after: str) -> None:
        """Expects one undo to restore everything, redo to move the event again, and another undo to restore everything."""
        for keys in (("Control", "z"), ("Control", "Shift", "z"), ("Control", "z")):
            self.stage.keyboard.tap(*keys)
            if "Shift" in keys:
                (self.expect_on_server if after == "server" else self.expect_in_file)("redo")
            else:
                self.expect_before("undo")

    def carry(self, title: str, calendar: str) -> None:
        """Carries an event onto a calendar in the sidebar."""
        drag = _lift(self.stage, title)
        _carry_to(drag, _check_box(self.stage, calendar).extents)
        drag.hold(0.4)
        drag.drop()
        _expect_pinned(self.stage, drag)


@scenario(MOUSE, pictures=True)
def an_event_is_carried_from_a_file_to_an_account_and_back(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        calendars = _FileAndServer(stage, found)
        calendars.carry("Review", "Choir")
        calendars.expect_on_server("carried to the server")
        _expect_label(stage, "“Review” was moved to “Choir”")
        stage.keep_picture("moved-to-account")
        calendars.expect_undone_and_redone("server")
        calendars.carry("Rehearsal", "Tests")
        calendars.expect_in_file("carried to the file")
        _expect_label(stage, "“Rehearsal” was moved to “Tests”")
        stage.keep_picture("moved-from-account")
        calendars.expect_undone_and_redone("file")
        # There and back, and undo of both.
        calendars.carry("Review", "Choir")
        calendars.expect_on_server("carried to the server again")
        calendars.carry("Review", "Tests")
        stage.expect_soon(lambda: _lines(found.texts("choir")) == calendars.lines_before, "the event is still on the server", seconds=30)
        stage.expect_soon(lambda: b"UID:review@" in stage.path.read_bytes(), "the event is not in the file again")
        stage.keyboard.tap("Control", "z")
        calendars.expect_on_server("undo of the way back")
        stage.keyboard.tap("Control", "z")
        calendars.expect_before("undo of both")


@scenario(KEYS, pictures=True)
def an_event_moves_to_an_account_and_back_in_the_editor(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        calendars = _FileAndServer(stage, found)
        for title, own, target, key, place in (
                ("Review", "Tests", "Choir", "Right", "server"), ("Rehearsal", "Choir", "Tests", "Left", "file")):
            open_editor(stage, title)
            go_to(stage, own)
            # The service has a calendar of its own, which is between the two.
            for _ in range(3):
                if _focused_calendar(stage) != target:
                    stage.step_focus(key)
            stage.expect(_focused_calendar(stage) == target, f"“{_focused_calendar(stage)}” is chosen instead of “{target}”")
            (calendars.expect_on_server if place == "server" else calendars.expect_in_file)("chosen in the editor")
            stage.keep_picture(f"editor-moved-to-{place}")
            leave_editor(stage)
            calendars.expect_undone_and_redone(place)


@scenario(MOUSE)
def an_event_moves_to_an_account_and_back_with_its_menu(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        calendars = _FileAndServer(stage, found)
        for title, target, place in (("Review", "Choir", "server"), ("Rehearsal", "Tests", "file")):
            stage.scroll_to(title, y=300)
            stage.mouse.click(*stage.program.settle(title).center, RIGHT)
            stage.expect_soon(lambda: stage.program.root.find("menu item", "Delete"), "no menu opened")
            stage.await_menu()
            items = stage.program.root.names(lambda node: node.role == "menu item" and node.extents.height > 0)
            _choose_in_menu(stage, items.index("Move to Calendar…"))
            dialog = _dialog(stage, "Move to Calendar")
            other = wait_for(lambda: dialog.find("radio button", target), f"“{target}” in the dialog")
            tap(stage.mouse, stage.bounds_at_rest(other).center)
            stage.expect_soon(lambda: "checked" in other.states, f"“{target}” is not chosen")
            wait_for(lambda: dialog.find("push button", "Move"), "the button “Move”").act("click")
            _expect_closed(stage, "Move to Calendar")
            (calendars.expect_on_server if place == "server" else calendars.expect_in_file)("chosen in the dialog")
            calendars.expect_undone_and_redone(place)


# Creating and deleting

@scenario(MOUSE, pictures=True)
def an_event_drawn_in_the_calendar_of_an_account_is_on_its_server(stage: Stage) -> None:
    """The calendar is shown while the title is typed; nothing is on the server before the title is confirmed."""
    with _accounts(stage) as found:
        if found is None:
            return
        before = _open_choir(stage, found)
        _choose_from_menu(stage, "Choir", "Default for New Events", "mouse")
        stage.scroll_to("Lunch", y=300)
        drag = CreationDrag(stage, "Lunch").begin(1.25)
        drag.to(drag.y + stage.pixels_per_hour / 2)
        drag.hold(0.2)
        drag.drop()
        drag.expect_draft(10)
        entry = wait_for_entry(stage)
        stage.expect(entry and entry.name.endswith("Calendar: Choir"), f"the title field is named “{entry and entry.name}”")
        chosen = stage.program.root.all(
            lambda node: node.role == "list item" and node.name == "Choir" and node.extents.width > 0 and "selected" in node.states)
        stage.expect(chosen, "the calendar is not shown beside the new event")
        stage.keyboard.type("tea")
        stage.keep_picture("new-event-in-account")
        stage.expect(_lines(found.texts("choir")) == before, "something was written before the title was confirmed")
        stage.keyboard.tap("Return")
        if not stage.expect_soon(lambda: len(found.texts("choir")) == 2, f"the server has {found.texts('choir')}", seconds=30):
            return
        start, end = ((moment or "")[:19].replace("-", "").replace(":", "") for moment in drag.frames[-1].snapped_times)
        added = _added(found, before)
        for line in ("SUMMARY:tea", f"DTSTART;TZID=Europe/Berlin:{start}", f"DTEND;TZID=Europe/Berlin:{end}"):
            stage.expect(line in added, f"“{line}” is not on the server: {added}")
        _expect_undone(stage, found, before, "new event")
        stage.expect_soon(lambda: not stage.program.blocks("tea"), "the event is still shown after undo")
        stage.keyboard.tap("Control", "Shift", "z")
        stage.expect_soon(
            lambda: _added(found, before) == added, f"after redo, the server has {found.texts('choir')} instead of {added}", seconds=30)
        stage.expect_soon(lambda: stage.program.blocks("tea"), "the event is not shown after redo")
        stage.expect(stage.path.read_bytes() == stage.contents_before_edit, "the file was written")


def _added(found: Accounts, before: list[list[str]]) -> list[str]:
    """The lines of the object that the server did not have before; empty if there is none."""
    return next((lines for lines in _lines(found.texts("choir")) if lines not in before), [])


@scenario(KEYS, pictures=True)
def a_deleted_event_of_an_account_comes_back_with_the_button_in_the_message(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        before = _open_choir(stage, found)
        focus(stage, "Rehearsal")
        stage.keyboard.tap("Delete")
        stage.expect_soon(lambda: found.texts("choir") == [], f"the server still has {found.texts('choir')}", seconds=30)
        stage.expect_soon(lambda: not stage.program.blocks("Rehearsal"), "the event is still shown")
        button = wait_for(lambda: stage.program.root.find("push button", "Undo"), "the button “Undo”", seconds=5)
        stage.keep_picture("deleted-in-account")
        button.act("click")
        stage.expect_soon(
            lambda: _lines(found.texts("choir")) == before, f"after Undo, the server has {found.texts('choir')}", seconds=30)
        stage.expect_soon(lambda: stage.program.blocks("Rehearsal"), "the event is not shown again")
