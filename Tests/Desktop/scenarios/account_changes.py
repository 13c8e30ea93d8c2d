"""Changes to events in calendars of accounts, as the window shows them and as they then are on the server or in the service."""

from __future__ import annotations

import time
from datetime import date, timedelta

from checks.calendars import Calendar
from rig.accounts import Accounts
from rig.compositor import wait_for
from rig.input_devices import RIGHT, tap
from rig.screenshot import Color

from .accounts import (
    event_lines, event_text, expect_label_containing, expect_on_server, expect_row, expect_undone_on_server,
    open_choir, open_with_accounts, row_name, running_accounts)
from .carrying import carry_to, expect_at_pointer, lift_block
from .creation_drag import CreationDrag, wait_for_entry
from .drag import Drag
from .editor_helpers import TYPING_PAUSE_S, editor, field, leave_editor, move_focus_to, open_editor
from .importing import enter_path
from .keys import focus
from .moving import choose_in_menu, expect_dialog_closed, wait_for_dialog
from .opening import choose_from_main_menu, visible_labels
from .registry import KEYS, MOUSE, scenario
from .scopes import FOLLOWING, ONE, expect_question, is_question_shown, press, wait_for_choice
from .sidebar import choose_from_calendar_menu, show_sidebar, wait_for_button, wait_for_check_box
from .stage import Stage
from .transfer import component_lines, focused_calendar


def _menu_items(stage: Stage) -> list[str]:
    """The rows of the open menu, from top to bottom."""
    return stage.program.root.names(lambda node: node.role.endswith("menu item") and node.extents.height > 0)


# Between a file and an account

class _FileAndServer:
    """A calendar in a file, named Tests, with the standard day, and one on a server, named Choir, with “Rehearsal”."""

    def __init__(self, stage: Stage, accounts: Accounts):
        self.stage, self.accounts = stage, accounts
        self.lines_before = open_choir(stage, accounts)
        self.file_before = stage.path.read_bytes()
        self.review = component_lines(self.file_before, "Review")

    def _expect(self, file: bytes, lines: list[list[str]], why: str) -> None:
        self.stage.expect_soon(
            lambda: event_lines(self.accounts.server_objects("choir")) == lines, f"{why}: the server has {event_lines(self.accounts.server_objects('choir'))} "
            f"instead of {lines}", seconds=30)
        self.stage.expect_soon(lambda: self.stage.path.read_bytes() == file, f"{why}: the file does not have the expected contents")

    def expect_initial_state(self, why: str) -> None:
        """Expects everything to be as it was at first."""
        self._expect(self.file_before, self.lines_before, why)

    def expect_on_server(self, why: str) -> None:
        """Expects exactly “Review” to have moved from the file to the server."""
        review = event_lines([f"{self.review.decode()}END:VCALENDAR\r\n"])
        self._expect(self.file_before.replace(self.review, b""), sorted(self.lines_before + review), why)

    def expect_in_file(self, why: str) -> None:
        """Expects exactly “Rehearsal” to have moved from the server to the end of the file."""
        stage, end = self.stage, b"END:VCALENDAR\r\n"
        stage.expect_soon(lambda: self.accounts.server_objects("choir") == [], f"{why}: the server still has {self.accounts.server_objects('choir')}", seconds=30)
        stage.expect_soon(lambda: b"UID:rehearsal@" in stage.path.read_bytes(), f"{why}: the event is not in the file")
        contents = stage.path.read_bytes()
        stage.expect(contents.startswith(self.file_before.removesuffix(end)), f"{why}: something else in the file changed")
        event = contents.removeprefix(self.file_before.removesuffix(end)).decode()
        stage.expect(event_lines([event]) == self.lines_before, f"{why}: the file has {event_lines([event])} instead of {self.lines_before}")

    def expect_undone_and_redone(self, place: str) -> None:
        """Expects one undo to restore everything, redo to move the event to `place` again (“server” or “file”), and another
        undo to restore everything."""
        for keys in (("Control", "z"), ("Control", "Shift", "z"), ("Control", "z")):
            self.stage.keyboard.tap(*keys)
            if "Shift" in keys:
                (self.expect_on_server if place == "server" else self.expect_in_file)("redo")
            else:
                self.expect_initial_state("undo")

    def carry(self, title: str, calendar: str) -> None:
        """Carries an event onto a calendar in the sidebar."""
        drag = lift_block(self.stage, title)
        carry_to(drag, wait_for_check_box(self.stage, calendar).extents)
        drag.hold(0.4)
        drag.drop()
        expect_at_pointer(self.stage, drag)


@scenario(MOUSE, pictures=True)
def an_event_is_carried_from_a_file_to_an_account_and_back(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        calendars = _FileAndServer(stage, accounts)
        calendars.carry("Review", "Choir")
        calendars.expect_on_server("carried to the server")
        expect_label_containing(stage, "“Review” was moved to “Choir”")
        stage.save_picture("moved-to-account")
        calendars.expect_undone_and_redone("server")
        calendars.carry("Rehearsal", "Tests")
        calendars.expect_in_file("carried to the file")
        expect_label_containing(stage, "“Rehearsal” was moved to “Tests”")
        stage.save_picture("moved-from-account")
        calendars.expect_undone_and_redone("file")
        # There and back, and undo of both.
        calendars.carry("Review", "Choir")
        calendars.expect_on_server("carried to the server again")
        calendars.carry("Review", "Tests")
        stage.expect_soon(lambda: event_lines(accounts.server_objects("choir")) == calendars.lines_before, "the event is still on the server", seconds=30)
        stage.expect_soon(lambda: b"UID:review@" in stage.path.read_bytes(), "the event is not in the file again")
        stage.keyboard.tap("Control", "z")
        calendars.expect_on_server("undo of the return")
        stage.keyboard.tap("Control", "z")
        calendars.expect_initial_state("undo of both")


@scenario(KEYS, pictures=True)
def an_event_moves_to_an_account_and_back_in_the_editor(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        calendars = _FileAndServer(stage, accounts)
        for title, source, target, key, place in (
                ("Review", "Tests", "Choir", "Right", "server"), ("Rehearsal", "Choir", "Tests", "Left", "file")):
            open_editor(stage, title)
            move_focus_to(stage, source)
            # The service has a calendar of its own, which is between the two.
            for _ in range(3):
                if focused_calendar(stage) != target:
                    stage.step_focus(key)
            stage.expect(focused_calendar(stage) == target, f"“{focused_calendar(stage)}” is chosen instead of “{target}”")
            (calendars.expect_on_server if place == "server" else calendars.expect_in_file)("chosen in the editor")
            stage.save_picture(f"editor-moved-to-{place}")
            leave_editor(stage)
            calendars.expect_undone_and_redone(place)


@scenario(MOUSE)
def an_event_moves_to_an_account_and_back_with_its_menu(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        calendars = _FileAndServer(stage, accounts)
        for title, target, key, place in (("Review", "Choir", "Down", "server"), ("Rehearsal", "Tests", "Up", "file")):
            stage.scroll_to(title, y=300)
            stage.mouse.click(*stage.program.bounds_at_rest(title).center, RIGHT)
            stage.expect_soon(lambda: stage.program.root.find("menu item", "Delete"), "no menu opened")
            stage.await_menu()
            items = _menu_items(stage)
            choose_in_menu(stage, items.index("Move to Calendar…"))
            dialog = wait_for_dialog(stage, "Move to Calendar")
            other = wait_for(lambda: dialog.find("radio button", target), f"“{target}” in the dialog")
            for _ in range(3):
                if "focused" not in other.states:
                    stage.step_focus(key)
            stage.expect_soon(lambda: "checked" in other.states, f"“{target}” is not chosen")
            wait_for(lambda: dialog.find("push button", "Move"), "the button “Move”").act("click")
            expect_dialog_closed(stage, "Move to Calendar")
            (calendars.expect_on_server if place == "server" else calendars.expect_in_file)("chosen in the dialog")
            calendars.expect_undone_and_redone(place)


# Creating and deleting

@scenario(MOUSE, pictures=True)
def an_event_drawn_in_the_calendar_of_an_account_is_on_its_server(stage: Stage) -> None:
    """The calendar is shown while the title is being typed; nothing is on the server before the title is confirmed."""
    with running_accounts(stage) as accounts:
        before = open_choir(stage, accounts)
        choose_from_calendar_menu(stage, "Choir", "Default for New Events", "mouse")
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
        stage.save_picture("new-event-in-account")
        stage.expect(event_lines(accounts.server_objects("choir")) == before, "something was written before the title was confirmed")
        stage.keyboard.tap("Return")
        if not stage.expect_soon(lambda: len(accounts.server_objects("choir")) == 2, f"the server has {accounts.server_objects('choir')}", seconds=30):
            return
        start, end = ((moment or "")[:19].replace("-", "").replace(":", "") for moment in drag.frames[-1].snapped_times)
        added = _added(accounts, before)
        for line in ("SUMMARY:tea", f"DTSTART;TZID=Europe/Berlin:{start}", f"DTEND;TZID=Europe/Berlin:{end}"):
            stage.expect(line in added, f"“{line}” is not on the server: {added}")
        expect_undone_on_server(stage, accounts, before, "new event")
        stage.expect_soon(lambda: not stage.program.blocks("tea"), "the event is still shown after undo")
        stage.keyboard.tap("Control", "Shift", "z")
        stage.expect_soon(
            lambda: _added(accounts, before) == added, f"after redo, the server has {accounts.server_objects('choir')} instead of {added}", seconds=30)
        stage.expect_soon(lambda: stage.program.blocks("tea"), "the event is not shown after redo")
        stage.expect(stage.path.read_bytes() == stage.contents_before_edit, "the file was written")


def _added(accounts: Accounts, before: list[list[str]]) -> list[str]:
    """The lines of the object that the server did not have before; empty if there is none."""
    return next((lines for lines in event_lines(accounts.server_objects("choir")) if lines not in before), [])


@scenario(KEYS, pictures=True)
def a_deleted_event_of_an_account_comes_back_with_the_button_in_the_message(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        before = open_choir(stage, accounts)
        focus(stage, "Rehearsal")
        stage.keyboard.tap("Delete")
        stage.expect_soon(lambda: accounts.server_objects("choir") == [], f"the server still has {accounts.server_objects('choir')}", seconds=30)
        stage.expect_soon(lambda: not stage.program.blocks("Rehearsal"), "the event is still shown")
        button = wait_for(lambda: stage.program.root.find("push button", "Undo"), "the button “Undo”", seconds=5)
        stage.save_picture("deleted-in-account")
        button.act("click")
        stage.expect_soon(
            lambda: event_lines(accounts.server_objects("choir")) == before, f"after Undo, the server has {accounts.server_objects('choir')}", seconds=30)
        stage.expect_soon(lambda: stage.program.blocks("Rehearsal"), "the event is not shown again")


# Conflicts

@scenario(KEYS, pictures=True)
def a_move_that_conflicts_with_another_client_leaves_its_version_and_keeps_a_copy(stage: Stage) -> None:
    """The service has not noticed the other client's change when the event is moved."""
    with running_accounts(stage) as accounts:
        open_choir(stage, accounts)
        text, = accounts.server_objects("choir")
        accounts.put_object("choir", "rehearsal.ics", text.replace("T160000", "T130000").replace("T170000", "T140000"))
        stage.program.block("Rehearsal").act("event.move-later")
        stage.expect_soon(
            lambda: any("13:00 to 14:00" in name for name in stage.program.block_names("Rehearsal")),
            f"the other version is not shown: {stage.program.block_names('Rehearsal')}", seconds=30)
        expect_label_containing(stage, "Another program also changed “Rehearsal” in “Choir”. Your version is kept in")
        stage.save_picture("conflict-moved")
        copies = list((stage.folder / "state/handspan/conflicts").glob("*.ics"))
        stage.expect(
            len(copies) == 1 and "T161500" in copies[0].read_text(), f"the copy is {[copy.read_text() for copy in copies]}")
        stage.expect("T130000" in accounts.server_objects("choir")[0], f"the other version was overwritten: {accounts.server_objects('choir')}")
        # The other version can be changed now.
        before = event_lines(accounts.server_objects("choir"))
        stage.program.block("Rehearsal").act("event.move-later")
        expect_on_server(stage, accounts, "DTSTART;TZID=Europe/Berlin:20350108T131500", "the next edit is not on the server")
        expect_undone_on_server(stage, accounts, before, "the next edit")


@scenario(KEYS, pictures=True)
def a_title_that_another_client_changes_while_it_is_typed_is_asked_about(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        open_choir(stage, accounts)
        text, = accounts.server_objects("choir")
        for answer, title in (("Keep Your Version", "tea"), ("Use Other Version", "Council")):
            open_editor(stage, "Rehearsal")
            stage.keyboard.type("te")
            accounts.put_object("choir", "rehearsal.ics", text.replace("SUMMARY:Rehearsal", "SUMMARY:Council"))
            accounts.refresh("choir")
            for _ in range(60):
                if editor(stage).find("push button", answer):
                    break
                # The text takes effect after a pause in typing.
                stage.keyboard.type("a")
                stage.keyboard.tap("BackSpace")
                time.sleep(0.2)
            stage.keyboard.type("a")
            wait_for(lambda: editor(stage).find("push button", answer), "the question")
            expect_label_containing(stage, "Another program changed the title to “Council”.")
            stage.save_picture("conflict-typed")
            time.sleep(TYPING_PAUSE_S + 0.3)
            stage.expect("SUMMARY:Council" in accounts.server_objects("choir")[0], f"written before the answer: {accounts.server_objects('choir')}")
            field(stage, "push button", answer).act("click")
            time.sleep(0.3)
            leave_editor(stage)
            expect_on_server(stage, accounts, f"SUMMARY:{title}", f"after “{answer}”")
            stage.expect_soon(lambda: stage.program.blocks(title), f"after “{answer}”, “{title}” is not shown")
            accounts.put_object("choir", "rehearsal.ics", text)
            accounts.refresh("choir")
            wait_for(lambda: stage.program.blocks("Rehearsal"), "the first title", seconds=30)


@scenario(KEYS, pictures=True)
def an_edit_without_the_server_that_conflicts_when_it_is_back_keeps_a_copy(stage: Stage) -> None:
    """While the server cannot be reached, the event is moved in the window, and another client moves it on the server."""
    with running_accounts(stage) as accounts:
        open_choir(stage, accounts)
        text, = accounts.server_objects("choir")
        accounts.stop_server()
        stage.program.block("Rehearsal").act("event.move-later")
        expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        accounts.put_object("choir", "rehearsal.ics", text.replace("T160000", "T130000").replace("T170000", "T140000"))
        accounts.start_server()
        expect_label_containing(stage, "Another program also changed “Rehearsal” in “Choir”. Your version is kept in")
        stage.save_picture("conflict-offline")
        copies = [copy.read_text() for copy in (stage.folder / "state/handspan/conflicts").glob("*.ics")]
        stage.expect(len(copies) == 1 and "T161500" in copies[0], f"the copies are {copies}")
        stage.expect("T130000" in accounts.server_objects("choir")[0], f"the other version was overwritten: {accounts.server_objects('choir')}")
        stage.expect_soon(
            lambda: any("13:00 to 14:00" in name for name in stage.program.block_names("Rehearsal")),
            f"the other version is not shown: {stage.program.block_names('Rehearsal')}")
        expect_row(stage, "Choir", "the calendar is still listed as offline")


# Changes in the settings of the desktop

_GREEN, _ORANGE, _RED = (0x33, 0xD1, 0x7A), (0xE6, 0x61, 0x00), (0xE0, 0x1B, 0x24)
#: The red that Handspan offers.
_OWN_RED = (0xC0, 0x1C, 0x28)


def _row_has_color(stage: Stage, color: Color) -> bool:
    """Whether the row of Choir in the sidebar contains the given color."""
    row, picture = wait_for_check_box(stage, "Choir").extents, stage.picture()
    return any(picture.at(x, y) == color for x in range(row.x, row.right) for y in range(row.y, row.bottom))


@scenario(MOUSE, pictures=True)
def a_calendar_that_is_recolored_and_renamed_elsewhere_changes_while_it_is_shown(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        before = open_choir(stage, accounts)
        stage.scroll_to("Rehearsal", 300)

        def stripe() -> Color:
            box = stage.program.bounds_at_rest("Rehearsal")
            return stage.picture_at_rest().at(box.x + 1, round(box.center[1]))

        green = stripe()
        stage.precondition(_row_has_color(stage, _GREEN), "the row does not have the color of its calendar")
        accounts.change_source("choir", "Color=#33d17a", "Color=#e01b24")
        stage.expect_soon(lambda: _row_has_color(stage, _RED) and not _row_has_color(stage, _GREEN), "the row does not have the new color")
        red = stripe()
        stage.expect(
            green[1] > 2 * green[0] and red[0] > 2 * red[1], f"the event's stripe was {green} and is {red}")
        stage.save_picture("recolored-elsewhere")
        accounts.change_source("choir", "DisplayName=Choir", "DisplayName=Singers")
        expect_row(stage, "Singers", "the new name is not in the sidebar")
        stage.expect(row_name(stage, "Choir") == "", "the old name is still in the sidebar")
        stage.expect_soon(
            lambda: all(name.endswith("Calendar: Singers") for name in stage.program.block_names("Rehearsal")),
            f"the event is called {stage.program.block_names('Rehearsal')}")
        stage.save_picture("renamed-elsewhere")
        stage.expect(event_lines(accounts.server_objects("choir")) == before, "an event was written")


# Many events

_TIMES = ("0300", "0700", "1115", "1315", "1600", "2000", "2315")


def _beds(count: int) -> str:
    """A calendar with the given number of events, seven on each day."""
    first = date(2033, 1, 1)
    events = [
        f"BEGIN:VEVENT\r\nUID:bed-{number}\r\nDTSTAMP:20300101T000000Z\r\n"
        f"DTSTART;TZID=Europe/Berlin:{first + timedelta(number // 7):%Y%m%d}T{_TIMES[number % 7]}00\r\nDURATION:PT30M\r\n"
        f"SUMMARY:Bed {number}\r\nX-OTHER;X-A=b:kept {number}\r\nEND:VEVENT\r\n" for number in range(count)]
    empty = Calendar().file_contents().decode()
    return empty.replace("END:VCALENDAR", "".join(events) + "END:VCALENDAR")


def _by_uid(events: list[str]) -> dict[str, list[str]]:
    """The lines of events, by UID."""
    return {next(line for line in event.splitlines() if line.startswith("UID:")): event.splitlines() for event in events}


@scenario(MOUSE, pictures=True)
def a_drag_changes_one_of_ten_thousand_events_of_an_account(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        count, number = 10_000, 7 * (date(2035, 1, 8) - date(2033, 1, 1)).days + 3
        accounts.add_local("garden", "Garden", _beds(count))
        # On a desktop, the service is already running.
        before = _by_uid(accounts.service_events("garden"))
        stage.expect(len(before) == count, f"the service has {len(before)} events")
        began = time.monotonic()
        open_with_accounts(stage, accounts)
        title = f"Bed {number}"
        wait_for(lambda: stage.program.blocks(title), "the event of the account", seconds=60)
        stage.notes.append(f"the week was shown {time.monotonic() - began:.1f} s after the start")
        shown = [name for name in stage.program.event_names() if name.startswith("Bed ")]
        stage.expect(len(shown) == 49, f"{len(shown)} events are shown in the week instead of 49")
        stage.scroll_to(title, 300)
        stage.save_picture("ten-thousand-events")
        drag = Drag(stage, title).lift()
        drag.to(drag.y + stage.pixels_per_hour).drop()
        if not drag.expect_frames(10):
            return
        drag.expect_invariants()
        start = (drag.frames[-1].snapped_start or "")[:19].replace("-", "").replace(":", "")

        def changed() -> dict[str, set[str]]:
            after = _by_uid(accounts.service_events("garden"))
            return {uid: set(after.get(uid, [])) ^ set(before.get(uid, [])) for uid in after.keys() | before.keys()
                    if after.get(uid) != before.get(uid)}

        def without_stamps(lines: set[str]) -> set[str]:
            return {line for line in lines if not line.startswith(("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"))}

        line = f"DTSTART;TZID=Europe/Berlin:{start}"
        stage.expect_soon(lambda: any(line in lines for lines in changed().values()), f"the service has {changed()}", seconds=30)
        found_changes = {uid: without_stamps(lines) for uid, lines in changed().items()}
        expected = {f"UID:bed-{number}": {line, "DTSTART;TZID=Europe/Berlin:20350108T131500"}}
        stage.expect(found_changes == expected and start != "20350108T131500", f"the changes are {found_changes} instead of {expected}")
        stage.keyboard.tap("Control", "z")
        stage.expect_soon(
            lambda: not any(without_stamps(lines) for lines in changed().values()), f"after undo, the service has {changed()}", seconds=30)


# Other people's meetings

_INVITATION = (
    "ORGANIZER;CN=Eve:mailto:eve@example.org\r\nATTENDEE;PARTSTAT=ACCEPTED;CN=Ben:mailto:ben@example.org\r\n"
    "ATTENDEE;PARTSTAT=DECLINED;CN=Ida:mailto:ida@example.org\r\nATTENDEE;PARTSTAT=TENTATIVE;CN=Ole:mailto:ole@example.org\r\n"
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Ada:mailto:ada@example.org\r\n")


def _open_invitation(stage: Stage, accounts: Accounts, *lines: str) -> list[list[str]]:
    """Opens an account with an event that somebody else organizes, and returns its lines."""
    accounts.add_account("ada", "ada@example.org")
    accounts.add_remote("choir", "Choir", "ada", email_address="ada@example.org")
    more = _INVITATION + "".join(f"{line}\r\n" for line in lines)
    accounts.put_object("choir", "rehearsal.ics", event_text("Rehearsal", "16:00", "17:00").replace("END:VEVENT", more + "END:VEVENT"))
    accounts.start_server()
    open_with_accounts(stage, accounts)
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
    show_sidebar(stage)
    expect_row(stage, "Choir", "the calendar is not listed as usable")
    return event_lines(accounts.server_objects("choir"))


@scenario(KEYS, pictures=True)
def details_of_a_meeting_list_who_organizes_it_and_what_the_others_answered(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        before = _open_invitation(stage, accounts)
        focus(stage, "Rehearsal")
        stage.keyboard.tap("Return")
        expect_label_containing(stage, "Organizer: Eve")
        expect_label_containing(stage, "Attendees: Ben (accepted), Ida (declined), Ole (maybe), Ada")
        stage.save_picture("details-of-meeting")
        stage.keyboard.tap("Escape")
        for button, line in (("Cancel", "T160000"), ("Change", "T161500")):
            stage.program.block("Rehearsal").act("event.move-later")
            dialog = wait_for_dialog(stage, "Change Only Your Copy?")
            expect_label_containing(stage, "“Rehearsal” is organized by Eve. The server for “Choir” may notify Eve of this change.")
            stage.save_picture("only-your-copy")
            stage.expect(event_lines(accounts.server_objects("choir")) == before, "something was written before the answer")
            wait_for(lambda: dialog.find("push button", button), f"the button “{button}”", seconds=5).act("click")
            expect_dialog_closed(stage, "Change Only Your Copy?")
            expect_on_server(stage, accounts, line, f"wrong time after “{button}”")
            shown = f"{line[1:3]}:{line[3:5]} to"
            stage.expect_soon(
                lambda: any(shown in name for name in stage.program.block_names("Rehearsal")),
                f"after “{button}”: {stage.program.block_names('Rehearsal')}")


@scenario(MOUSE, pictures=True)
def somebody_elses_series_cannot_be_split_and_the_window_says_why(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        before = _open_invitation(stage, accounts, "RRULE:FREQ=DAILY;COUNT=5")
        wait_for(lambda: len(stage.program.blocks("Rehearsal")) == 5, "the series")
        occurrence = next(node for node in stage.program.blocks("Rehearsal") if " 10 January 2035" in node.name)
        occurrence.act("event.move-later")
        if not expect_question(stage):
            return
        expect_label_containing(stage, "Only your copy changes.")
        expect_label_containing(stage, "Only the organizer can change this and the following events.")
        stage.save_picture("series-of-somebody-else")
        name = wait_for_choice(stage, FOLLOWING).name
        stage.expect(
            name == f"“{FOLLOWING}” is not possible. Only the organizer can change this and the following events.",
            f"the button is called “{name}”")
        press(stage, FOLLOWING)
        time.sleep(0.5)
        stage.expect(is_question_shown(stage), "the choice that is not possible has closed the question")
        stage.expect(event_lines(accounts.server_objects("choir")) == before, "something was written")
        press(stage, ONE)
        expect_on_server(stage, accounts, "RECURRENCE-ID;TZID=Europe/Berlin:20350110T160000", "the changed occurrence is not on the server")
        stage.expect(len(accounts.server_objects("choir")) == 1, f"the series was split: {accounts.server_objects('choir')}")


# Time zones

@scenario(KEYS, pictures=True)
def an_event_in_an_unknown_zone_is_shown_and_not_changed(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        open_choir(stage, accounts)
        text = (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Other//EN\r\nBEGIN:VEVENT\r\nUID:ferry\r\nDTSTAMP:20300101T000000Z\r\n"
            "DTSTART;TZID=Atlantis/Center:20350109T090000\r\nDTEND;TZID=Atlantis/Center:20350109T100000\r\nSUMMARY:Ferry\r\n"
            "END:VEVENT\r\nEND:VCALENDAR\r\n")
        accounts.put_object("choir", "ferry.ics", text)
        accounts.refresh("choir")
        wait_for(lambda: stage.program.blocks("Ferry"), "the event in the unknown zone", seconds=30)
        texts = accounts.server_objects("choir")
        stage.program.block("Ferry").act("event.move-later")
        expect_label_containing(stage, "“Choir” cannot store this change: the calendar service does not know the time zone “Atlantis/Center”.")
        stage.save_picture("unknown-zone")
        stage.expect_soon(
            lambda: any("09:00 to 10:00" in name for name in stage.program.block_names("Ferry")),
            f"the event was not put back: {stage.program.block_names('Ferry')}")
        copy, = (stage.folder / "state/handspan/conflicts").glob("*.ics")
        stage.expect("20350109T091500" in copy.read_text(), f"the kept version is {copy.read_text()}")
        stage.expect(not any("Not saved" in label for label in visible_labels(stage)), "the change is still waiting to be saved")
        stage.expect(accounts.server_objects("choir") == texts, f"the server has {accounts.server_objects('choir')} instead of {texts}")
        # Other events of the calendar can still be changed, and this one can be deleted.
        before = event_lines(texts)
        stage.program.block("Rehearsal").act("event.move-later")
        expect_on_server(stage, accounts, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the other event was not changed")
        expect_undone_on_server(stage, accounts, before, "the change of the other event")
        stage.program.block("Ferry").act("event.delete")
        stage.expect_soon(lambda: len(accounts.server_objects("choir")) == 1, "the event was not deleted", seconds=30)


# Commands about calendars

@scenario(MOUSE, pictures=True)
def no_command_in_a_calendars_menu_changes_anything_on_its_server(stage: Stage) -> None:
    """The menus of account calendars have neither Close nor Move to Trash."""
    with running_accounts(stage) as accounts:
        accounts.add_local("garden", "Garden", event_text("Digging", "13:00", "14:00"))
        open_choir(stage, accounts)
        wait_for(lambda: stage.program.blocks("Digging"), "the event on this computer", seconds=60)
        before = accounts.server_objects("choir"), accounts.service_events("garden"), accounts.source_text("choir"), accounts.source_text("garden")

        def expect_unchanged(after: str) -> None:
            now = accounts.server_objects("choir"), accounts.service_events("garden"), accounts.source_text("choir"), accounts.source_text("garden")
            stage.expect(now == before, f"after {after}: {now} instead of {before}")

        commands = ["Show Only This Calendar", "Rename…", "Change Color…", "Default for New Events", "Export…", "Properties"]
        for name in ("Choir", "Garden"):
            tap(stage.mouse, stage.bounds_at_rest(wait_for_button(stage, f"Menu for “{name}”")).center)
            stage.await_menu()
            time.sleep(0.3)
            items = _menu_items(stage)
            stage.expect(items == commands, f"the menu of “{name}” has {items}")
            stage.save_picture("menu-of-account-calendar")
            stage.keyboard.tap("Escape")
            stage.expect_soon(lambda: f"Menu for “{name}”" in stage.focused_names(), f"the focus is on {stage.focused_names()}")
            stage.keyboard.tap("Delete")
            expect_unchanged("Delete")
        choose_from_calendar_menu(stage, "Choir", "Show Only This Calendar", "mouse")
        stage.expect_soon(lambda: not stage.program.blocks("Digging"), "the other calendar is still shown")
        expect_unchanged("Show Only This Calendar")
        choose_from_calendar_menu(stage, "Choir", "Show All Calendars", "mouse")
        stage.expect_soon(lambda: stage.program.blocks("Digging"), "the other calendar is not shown again")
        choose_from_calendar_menu(stage, "Choir", "Rename…", "mouse")
        wait_for_dialog(stage, "Rename Calendar")
        stage.keyboard.type("singers")
        stage.keyboard.tap("Return")
        expect_row(stage, "singers", "the calendar does not have its new name")
        expect_unchanged("Rename")
        stage.keyboard.tap("Control", "z")
        expect_row(stage, "Choir", "the name was not undone")
        choose_from_calendar_menu(stage, "Choir", "Change Color…", "mouse")
        red = wait_for(lambda: stage.program.root.find("radio button", "Red"), "the colors")
        red.act(red.actions[0])
        stage.expect_soon(lambda: _row_has_color(stage, _OWN_RED), "the calendar does not have its new color")
        expect_unchanged("Change Color")
        stage.keyboard.tap("Control", "z")
        stage.expect_soon(lambda: _row_has_color(stage, _ORANGE), "the color was not undone")
        choose_from_calendar_menu(stage, "Choir", "Default for New Events", "mouse")
        path = stage.folder / "exported.ics"
        choose_from_calendar_menu(stage, "Choir", "Export…", "mouse")
        enter_path(stage, "Export Calendar", path)
        stage.expect_soon(lambda: path.exists() and b"SUMMARY:Rehearsal" in path.read_bytes(), "the calendar was not exported")
        choose_from_calendar_menu(stage, "Choir", "Properties", "mouse")
        expect_label_containing(stage, "1 event")
        stage.save_picture("properties-of-account-calendar")
        stage.keyboard.tap("Escape")
        stage.expect_soon(lambda: "1 event" not in visible_labels(stage), "the properties are still open")
        choose_from_main_menu(stage, "Close Calendar")
        items = _menu_items(stage)
        stage.expect("Tests" in items and not {"Choir", "Garden"} & set(items), f"Close Calendar offers {items}")
        stage.save_picture("close-calendar-menu")
        while _menu_items(stage):
            stage.keyboard.tap("Escape")
            time.sleep(0.3)
        expect_unchanged("all commands")
        stage.keyboard.tap("Control", "w")
        stage.expect_program_end()
        expect_unchanged("the window was closed")
