"""Calendars of accounts, through Evolution Data Server on a message bus of its own."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Iterator

from checks.calendars import Calendar, standard_day
from rig.accounts import Accounts, missing_programs
from rig.compositor import wait_for

from .creation_drag import wait_for_entry
from .drag import Drag
from .editor_helpers import await_editor, leave_editor
from .moving import expect_dialog_closed, wait_for_dialog
from .opening import visible_labels
from .registry import KEYS, MOUSE, scenario
from .sidebar import choose_from_calendar_menu, find_sidebar, show_sidebar, wait_for_check_box
from .stage import Stage


@contextmanager
def running_accounts(stage: Stage, *, has_service: bool = True) -> Iterator[Accounts]:
    """Starts a message bus with accounts. If a program for it is not installed, skips the scenario."""
    if missing := missing_programs():
        stage.skip(f"{missing} is not installed")
    accounts = Accounts(stage.folder, has_service=has_service)
    try:
        yield accounts
    finally:
        accounts.close()


def event_text(summary: str, start: str, end: str) -> str:
    """The iCalendar text of a calendar with one event."""
    return Calendar().add(summary, start, end).file_contents().decode()


def open_with_accounts(stage: Stage, accounts: Accounts, environment: dict[str, str | None] | None = None) -> None:
    stage.open(
        standard_day(), view="week", environment={
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
            "HANDSPAN_ACCOUNTS": accounts.address, **(environment or {})})


def _group_headings(stage: Stage) -> list[str]:
    """The headings of the calendars in the sidebar, from top to bottom."""
    sidebar = find_sidebar(stage)
    return [node.name for node in sidebar.all(lambda node: node.role == "panel" and node.name != "")
            if node.find("check box")] if sidebar else []


def row_name(stage: Stage, prefix: str) -> str:
    """The name of the first check box in the sidebar whose name begins with `prefix`; empty if there is none."""
    sidebar = find_sidebar(stage)
    check_box = sidebar.find("check box", prefix) if sidebar else None
    return check_box.name if check_box else ""


def _row_description(stage: Stage, prefix: str) -> str:
    sidebar = find_sidebar(stage)
    check_box = sidebar.find("check box", prefix) if sidebar else None
    return check_box.description if check_box else ""


def has_one_row(stage: Stage, name: str) -> bool:
    sidebar = find_sidebar(stage)
    return sidebar is not None and len(sidebar.all(lambda node: node.role == "check box" and node.name.split(",")[0] == name)) == 1


def expect_row(stage: Stage, name: str, why: str) -> None:
    calendar_name = name.split(",")[0]
    stage.expect_soon(lambda: row_name(stage, calendar_name) == name, f"{why}: “{row_name(stage, calendar_name)}”", seconds=30)


def expect_on_server(stage: Stage, accounts: Accounts, line: str, why: str) -> None:
    stage.expect_soon(
        lambda: any(line in text for text in accounts.server_objects("choir")), f"{why}: {accounts.server_objects('choir')}", seconds=30)


def expect_label_containing(stage: Stage, text: str) -> None:
    stage.expect_soon(
        lambda: any(text in label for label in visible_labels(stage)), f"no label contains “{text}”: {visible_labels(stage)[-8:]}")


def _first_launch_environment(stage: Stage, accounts: Accounts) -> dict[str, str | None]:
    """The environment of a program that is started for the first time."""
    return {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
        "XDG_DATA_HOME": str(stage.folder / "data"), "HOME": str(stage.folder), "HANDSPAN_ACCOUNTS": accounts.address}


def _open_garden_and_choir(stage: Stage, accounts: Accounts) -> None:
    """Opens a calendar on this computer with the event Digging, and one on a server with the event Rehearsal."""
    accounts.add_account("ada", "ada@example.org")
    accounts.add_local("garden", "Garden", event_text("Digging", "13:00", "14:00"))
    accounts.add_remote("choir", "Choir", "ada")
    accounts.put_object("choir", "rehearsal.ics", event_text("Rehearsal", "16:00", "17:00"))
    accounts.start_server()
    open_with_accounts(stage, accounts)
    for title in ("Digging", "Rehearsal"):
        wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)


@scenario(KEYS, pictures=True)
def calendars_of_accounts_are_shown_and_changed_on_their_server(stage: Stage) -> None:
    """Checks the groups and states in the sidebar, an edit, and an edit that waits for the server."""
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_local("garden", "Garden", event_text("Digging", "13:00", "14:00"))
        accounts.add_remote("choir", "Choir", "ada")
        accounts.put_object("choir", "rehearsal.ics", event_text("Rehearsal", "16:00", "17:00"))
        accounts.add_remote("locked", "Archive", "ada")
        accounts.put_object("locked", "lecture.ics", event_text("Lecture", "18:00", "19:00"))
        accounts.start_server()
        open_with_accounts(stage, accounts)
        for title in ("Digging", "Rehearsal", "Lecture"):
            wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        expect_row(stage, "Archive, read-only", "the calendar is not listed as read-only")
        wait_for_check_box(stage, "Garden")
        stage.expect(
            _group_headings(stage)[-1:] == ["ada@example.org"] and "On This Computer" in _group_headings(stage),
            f"the groups are {_group_headings(stage)}")
        stage.program.block("Lecture").act("event.move-later")
        expect_label_containing(stage, "This event cannot be changed because its calendar is read-only")
        stage.save_picture("read-only")
        stage.program.block("Rehearsal").act("event.move-later")
        expect_on_server(stage, accounts, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the edit is not on the server")
        accounts.stop_server()
        stage.program.block("Rehearsal").act("event.move-later")
        expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        expect_on_server(stage, accounts, "20350108T161500", "something was changed without the server")
        expect_label_containing(stage, "Your changes are kept")
        stage.save_picture("offline")
        accounts.start_server()
        expect_on_server(stage, accounts, "DTSTART;TZID=Europe/Berlin:20350108T163000", "the edit was lost")
        expect_row(stage, "Choir", "the calendar is still listed as offline")


@scenario(KEYS, pictures=True)
def a_server_error_is_shown_in_the_servers_own_words_until_it_is_resolved(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada")
        accounts.add_remote("school", "School", "ada")
        for uid, title, start, end in (("choir", "Rehearsal", "16:00", "17:00"), ("school", "Maths", "13:00", "14:00")):
            accounts.put_object(uid, "event.ics", event_text(title, start, end))
        accounts.set_server_error("school", True)
        accounts.start_server()
        open_with_accounts(stage, accounts)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        show_sidebar(stage)
        accounts.refresh("school")
        stage.expect_soon(
            lambda: row_name(stage, "School") == "School, server error" and "500" in _row_description(stage, "School"),
            f"the error is not shown: {row_name(stage, 'School')}", seconds=30)
        accounts.set_server_error("choir", True)
        stage.program.block("Rehearsal").act("event.move-later")
        expect_label_containing(stage, "The server for “Choir” reports an error")
        stage.expect_soon(
            lambda: row_name(stage, "Choir") == "Choir, server error", f"the error is not shown: {row_name(stage, 'Choir')}")
        expect_on_server(stage, accounts, "T160000", "something was written in spite of the error")
        stage.save_picture("server-error")
        choose_from_calendar_menu(stage, row_name(stage, "Choir"), "Properties", "keys")
        state = "The last known events are shown."
        expect_label_containing(stage, state)
        stage.save_picture("server-error-properties")
        stage.keyboard.tap("Escape")
        stage.expect_soon(lambda: not any(state in label for label in visible_labels(stage)), "the properties are still open")
        for uid in ("choir", "school"):
            accounts.set_server_error(uid, False)
        choose_from_calendar_menu(stage, row_name(stage, "School"), "Try Again", "keys")
        stage.expect_soon(lambda: stage.program.blocks("Maths"), "the event is not shown after the error", seconds=30)
        expect_row(stage, "School", "the error is still shown")
        # “Choir” is tried again without the menu.
        expect_on_server(stage, accounts, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the edit was lost")
        expect_row(stage, "Choir", "the error is still shown")


@scenario(KEYS)
def the_words_of_a_server_are_spoken_once(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("school", "School", "ada")
        accounts.put_object("school", "event.ics", event_text("Maths", "13:00", "14:00"))
        accounts.set_server_error("school", True)
        accounts.start_server()
        open_with_accounts(stage, accounts)
        show_sidebar(stage)
        accounts.refresh("school")
        stage.expect_soon(
            lambda: row_name(stage, "School") == "School, server error", f"the error is not shown: {row_name(stage, 'School')}", seconds=30)
        if not (orca := stage.start_orca()):
            return
        orca.skip_first_speech()
        sidebar = find_sidebar(stage)
        rows = [node.name for node in sidebar.all(lambda node: node.role == "check box")] if sidebar else []
        before = rows[rows.index("School, server error") - 1]
        # The row must not have had the focus before.
        for _ in range(40):
            if f"Menu for “{before}”" in stage.step_focus("Tab"):
                break
        texts = orca.speech_after(lambda: stage.keyboard.tap("Tab"), containing="reports an error")
        stage.expect(sum("reports an error" in text for text in texts) == 1, f"the message is not said once: {texts}")
        stage.expect(" ".join(texts).count("HTTP error code 500") == 1, f"the words of the server are not said once: {texts}")


@scenario(KEYS, pictures=True)
def calendars_come_back_after_their_service_is_killed(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        _open_garden_and_choir(stage, accounts)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        for start in ("T161500", "T163000"):
            accounts.stop_server()
            accounts.kill_service()
            stage.program.block("Rehearsal").act("event.move-later")
            stage.expect(bool(stage.program.blocks("Digging")), "the events have disappeared")
            stage.save_picture("service-killed")
            accounts.start_server()
            expect_on_server(stage, accounts, f"DTSTART;TZID=Europe/Berlin:20350108{start}", "the edit was lost")
            for name in ("Choir", "Garden"):
                expect_row(stage, name, f"“{name}” is not usable again")
        stage.program.block("Digging").act("event.move-later")
        stage.expect_soon(
            lambda: any("T131500" in text for text in accounts.service_events("garden")), "a later edit was lost", seconds=30)
        accounts.put_object("choir", "concert.ics", event_text("Concert", "19:00", "20:00"))
        accounts.refresh("choir")
        stage.expect_soon(lambda: stage.program.blocks("Concert"), "later changes are not shown", seconds=30)
        stage.save_picture("service-restarted")


@scenario(KEYS, pictures=True)
def without_the_service_the_sidebar_says_why_no_accounts_are_shown(stage: Stage) -> None:
    with running_accounts(stage, has_service=False) as accounts:
        open_with_accounts(stage, accounts)
        show_sidebar(stage)
        text = "Online accounts are not available: Evolution Data Server is not installed."
        stage.expect_soon(lambda: text in visible_labels(stage), f"the sidebar does not say why: {visible_labels(stage)[-6:]}", seconds=20)
        stage.expect(_group_headings(stage) == ["On This Computer"], f"the groups are {_group_headings(stage)}")
        stage.save_picture("no-service")


_MEETING = (
    "ORGANIZER:mailto:user@example.org\r\nATTENDEE;PARTSTAT=ACCEPTED;CN=Ben:mailto:ben@example.org\r\n"
    "ATTENDEE;CN=Eve:mailto:eve@example.org\r\n")


@scenario(KEYS, pictures=True)
def a_change_that_may_notify_people_is_written_only_after_the_user_agrees(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada", email_address="user@example.org")
        text = event_text("Rehearsal", "16:00", "17:00").replace("END:VEVENT", _MEETING + "END:VEVENT")
        accounts.put_object("choir", "rehearsal.ics", text)
        accounts.start_server()
        open_with_accounts(stage, accounts)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        heading = "The Server May Notify 2 People"
        for button, line, start in (("Cancel", "T160000", "16:00"), ("Change", "T161500", "16:15")):
            stage.program.block("Rehearsal").act("event.move-later")
            dialog = wait_for_dialog(stage, heading)
            stage.expect(not any("Moved" in label for label in visible_labels(stage)), "the event is reported as moved before the answer")
            stage.save_picture("attendees-question")
            expect_on_server(stage, accounts, "T160000", "something was written before the answer")
            wait_for(lambda: dialog.find("push button", button), f"the button “{button}”", seconds=5).act("click")
            expect_dialog_closed(stage, heading)
            stage.expect_soon(
                lambda: any(start in name for name in stage.program.block_names("Rehearsal")),
                f"after “{button}”: {stage.program.block_names('Rehearsal')}", seconds=5)
            notice = {"Cancel": "“Rehearsal” was not changed", "Change": "Moved “Rehearsal” to 16:15"}[button]
            stage.expect_soon(lambda: notice in visible_labels(stage), f"after “{button}”: {visible_labels(stage)[-4:]}")
            expect_on_server(stage, accounts, line, f"wrong time after “{button}”")
        stage.keyboard.tap("Control", "z")
        undo_heading = "The Server May Notify 2 People Again"
        dialog = wait_for_dialog(stage, undo_heading)
        wait_for(lambda: dialog.find("push button", "Change Again"), "the button “Change Again”", seconds=5).act("click")
        expect_dialog_closed(stage, undo_heading)
        expect_on_server(stage, accounts, "T160000", "the change was not undone on the server")


@scenario(KEYS)
def a_change_to_the_users_own_recurring_meeting_asks_only_for_its_scope(stage: Stage) -> None:
    """The card says how many people the server may notify. The user organizes the series, so it can be split."""
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada", email_address="user@example.org")
        series = "RRULE:FREQ=DAILY;COUNT=5\r\n" + _MEETING
        text = event_text("Rehearsal", "16:00", "17:00").replace("END:VEVENT", series + "END:VEVENT")
        accounts.put_object("choir", "rehearsal.ics", text)
        accounts.start_server()
        open_with_accounts(stage, accounts)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        stage.program.blocks("Rehearsal")[1].act("event.move-later")
        remark = "The server may notify 2 people of this change."
        stage.expect_soon(lambda: remark in visible_labels(stage), f"the card does not say how many: {visible_labels(stage)[-6:]}")
        following = wait_for(
            lambda: stage.program.root.find("push button", name_prefix="This and Following"), "the choice", seconds=5)
        following.act("click")
        expect_on_server(stage, accounts, "161500", "the change is not on the server")
        stage.expect(len(accounts.server_objects("choir")) == 2, f"the series was not split: {accounts.server_objects('choir')}")
        stage.expect(not any("May Notify" in label for label in visible_labels(stage)), "another question is shown")


@scenario(KEYS, pictures=True)
def calendars_that_another_program_adds_or_removes_appear_and_disappear(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        _open_garden_and_choir(stage, accounts)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        accounts.put_object("band", "gig.ics", event_text("Gig", "19:00", "20:00"))
        accounts.create_remote("band", "Band", "ada")
        wait_for(lambda: stage.program.blocks("Gig"), "the event of the new calendar", seconds=60)
        expect_row(stage, "Band", "the new calendar is not listed as usable")
        stage.save_picture("added-elsewhere")
        for old, new in (("Enabled=true", "Enabled=false"), ("Enabled=false", "Enabled=true")):
            accounts.change_source("choir", old, new)
            is_shown = new.endswith("true")
            stage.expect_soon(
                lambda: (row_name(stage, "Choir") != "") == is_shown and bool(stage.program.blocks("Rehearsal")) == is_shown,
                f"after “{new}”: {row_name(stage, 'Choir')!r}, {stage.program.block_names('Rehearsal')}", seconds=30)
            if not is_shown:
                stage.save_picture("disabled-elsewhere")
        expect_row(stage, "Choir", "the calendar is not usable again")
        accounts.change_source("garden", "DisplayName=Garden", "DisplayName=Orchard")
        stage.expect_soon(lambda: row_name(stage, "Orchard"), "the new name is not shown", seconds=30)
        for uid, name, title in (("garden", "Orchard", "Digging"), ("choir", "Choir", "Rehearsal")):
            accounts.remove_source(uid)
            stage.expect_soon(
                lambda: not row_name(stage, name) and not stage.program.blocks(title), f"“{name}” is still shown", seconds=30)
        stage.save_picture("removed-elsewhere")
        stage.program.block("Review").act("event.move-later")
        stage.expect("Review" in stage.wait_for_edit().decode(), "the user’s own calendar can no longer be changed")


@scenario(KEYS, pictures=True)
def the_first_launch_shows_the_calendars_of_existing_accounts(stage: Stage) -> None:
    """The program starts without a file and without saved settings."""
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada")
        rehearsal = Calendar().add("Rehearsal", "10:00", "11:00")
        accounts.put_object("choir", "rehearsal.ics", rehearsal.file_contents().decode())
        accounts.start_server()
        # On a desktop, the service is already running.
        accounts.add_events("choir", [])
        stage.open(rehearsal, view="week", environment=_first_launch_environment(stage, accounts), is_on_command_line=False)
        stage.save_picture("first-start")
        if find_sidebar(stage) is None:
            stage.keyboard.tap("F9")
        expect_row(stage, "Choir", "the calendar of the account is not listed")
        expect_row(stage, "Personal", "the calendar for new events is not listed")
        stage.expect(has_one_row(stage, "Personal"), "the program’s own folder is listed too")
        stage.expect(_group_headings(stage) == ["On This Computer", "Contacts", "ada@example.org"], f"the groups are {_group_headings(stage)}")
        stage.expect(not any("?" in label for label in visible_labels(stage)), f"a question is shown: {visible_labels(stage)}")
        stage.save_picture("first-start-sidebar")


@scenario(KEYS, pictures=True)
def the_first_launch_without_accounts_shows_an_empty_calendar(stage: Stage) -> None:
    """New events go to the service's own calendar. The program's own folder, which has the same name, is not listed."""
    with running_accounts(stage) as accounts:
        stage.open_for_the_first_time(_first_launch_environment(stage, accounts))
        stage.save_picture("first-start-empty")
        if find_sidebar(stage) is None:
            stage.keyboard.tap("F9")
        expect_row(stage, "Personal", "the calendar for new events is not listed")
        stage.expect_soon(lambda: has_one_row(stage, "Personal"), "the program’s own folder is listed too")
        stage.expect(_group_headings(stage) == ["On This Computer", "Contacts"], f"the groups are {_group_headings(stage)}")
        stage.keyboard.tap("Control", "n")
        stage.expect(wait_for_entry(stage), "there is no title field")
        stage.save_picture("first-start-new-event")
        stage.keyboard.type("tea")
        stage.keyboard.tap("Return")
        stage.expect_soon(
            lambda: any("SUMMARY:tea" in text for text in accounts.service_events("system-calendar")), "the event was not added", seconds=30)
        stage.expect(has_one_row(stage, "Personal"), "the program’s own folder is listed after all")


@scenario(KEYS, pictures=True)
def the_first_launch_without_the_service_uses_a_calendar_in_a_folder(stage: Stage) -> None:
    with running_accounts(stage, has_service=False) as accounts:
        stage.open_for_the_first_time(_first_launch_environment(stage, accounts))
        stage.save_picture("first-start-without-service")
        if find_sidebar(stage) is None:
            stage.keyboard.tap("F9")
        expect_row(stage, "Personal", "the user’s own calendar is not listed")
        expect_label_containing(stage, "Online accounts are not available")
        stage.keyboard.tap("Control", "n")
        stage.expect(wait_for_entry(stage), "there is no title field")
        stage.keyboard.type("tea")
        stage.keyboard.tap("Return")
        folder = stage.folder / "data/handspan/calendars/personal"
        stage.expect_soon(
            lambda: any(b"SUMMARY:tea" in file.read_bytes() for file in folder.glob("*.ics")), "the event was not added")


@scenario(MOUSE, pictures=True)
def an_event_dropped_while_the_server_is_down_is_saved_once_the_server_is_back(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada")
        accounts.put_object("choir", "rehearsal.ics", event_text("Rehearsal", "16:00", "17:00"))
        accounts.start_server()
        open_with_accounts(stage, accounts)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        show_sidebar(stage)
        expect_row(stage, "Choir", "the calendar is not listed as usable")
        stage.scroll_to("Rehearsal", 300)
        drag = Drag(stage, "Rehearsal").lift()
        accounts.stop_server()
        drag.to(drag.y + stage.pixels_per_hour).drop()
        if not drag.expect_frames(10):
            return
        drag.expect_invariants()
        dropped_start = drag.frames[-1].snapped_start or ""
        expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        stage.save_picture("offline-waiting")
        expect_on_server(stage, accounts, "T160000", "something was changed without the server")
        accounts.start_server()
        start = dropped_start[:19].replace("-", "").replace(":", "")
        expect_on_server(stage, accounts, f"DTSTART;TZID=Europe/Berlin:{start}", "the dropped event was lost")
        stage.expect(start != "20350108T160000", "the event was not moved")
        expect_row(stage, "Choir", "the calendar is still listed as offline")


@scenario(MOUSE)
def a_drag_continues_while_another_program_adds_a_thousand_events(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        accounts.add_local("garden", "Garden", event_text("Digging", "13:00", "14:00"))
        open_with_accounts(stage, accounts)
        wait_for(lambda: stage.program.blocks("Digging"), "the event of the account", seconds=60)
        stage.scroll_to("Review", 300)
        events = [
            f"BEGIN:VEVENT\r\nUID:bed-{number}\r\nDTSTAMP:20300101T000000Z\r\n"
            f"DTSTART:2035010{8 + number % 2}T{6 + number % 6:02}0000Z\r\nDURATION:PT30M\r\nSUMMARY:Bed {number}\r\n"
            "END:VEVENT\r\n" for number in range(1_000)]
        writer = threading.Thread(target=accounts.add_events, args=("garden", events))
        drag = Drag(stage, "Review").lift()
        writer.start()
        while writer.is_alive():
            drag.to(drag.y + 40, seconds=0.5).to(drag.y - 40, seconds=0.5)
        drag.to(drag.y + stage.pixels_per_hour).drop()
        drag.expect_all(30)
        stage.expect_soon(lambda: stage.program.blocks("Bed 999"), "the last event is not shown", seconds=30)


# Every kind of change

def event_lines(texts: list[str]) -> list[list[str]]:
    """The lines of the events of some objects, without those that the service updates. They are sorted, because the service
    writes them in its own order."""
    stamps = ("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "X-EVOLUTION")
    objects = []
    for text in texts:
        unfolded = text.replace("\r\n ", "").replace("\n ", "").splitlines()
        events = unfolded[unfolded.index("BEGIN:VEVENT"):]
        objects.append(sorted(line for line in events if not line.startswith(stamps)))
    return sorted(objects)


def expect_undone_on_server(stage: Stage, accounts: Accounts, original_lines: list[list[str]], change: str) -> None:
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(
        lambda: event_lines(accounts.server_objects("choir")) == original_lines,
        f"after undoing “{change}”: {event_lines(accounts.server_objects('choir'))} instead of {original_lines}", seconds=30)


def open_choir(stage: Stage, accounts: Accounts, *lines: str) -> list[list[str]]:
    """Opens an account with an event that has some additional lines, and returns the lines of the event on the server."""
    accounts.add_account("ada", "ada@example.org")
    accounts.add_remote("choir", "Choir", "ada")
    additional_lines = "".join(f"{line}\r\n" for line in ("X-OTHER;X-A=b:kept", "LOCATION:Town hall", *lines))
    accounts.put_object("choir", "rehearsal.ics", event_text("Rehearsal", "16:00", "17:00").replace("END:VEVENT", additional_lines + "END:VEVENT"))
    accounts.start_server()
    open_with_accounts(stage, accounts)
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
    show_sidebar(stage)
    expect_row(stage, "Choir", "the calendar is not listed as usable")
    return event_lines(accounts.server_objects("choir"))


@scenario(MOUSE)
def each_change_to_an_event_of_an_account_can_be_undone(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        original_lines = open_choir(stage, accounts)
        stage.scroll_to("Rehearsal", 300)
        for phase, start, end in (("move", "T170000", "T180000"), ("stretch-end", "T160000", "T180000")):
            drag = Drag(stage, "Rehearsal", phase=phase).lift()
            drag.to(drag.pressed_y + stage.pixels_per_hour).drop()
            if not drag.expect_frames(10):
                return
            drag.expect_invariants()
            expected = [sorted(
                line.replace("T160000", start) if line.startswith("DTSTART") else line.replace("T170000", end) for line in original_lines[0])]
            stage.expect_soon(
                lambda: event_lines(accounts.server_objects("choir")) == expected,
                f"after “{phase}”: {event_lines(accounts.server_objects('choir'))} instead of {expected}", seconds=30)
            expect_undone_on_server(stage, accounts, original_lines, phase)
        stage.program.block("Rehearsal").act("event.edit")
        await_editor(stage)
        stage.keyboard.type("tea")
        leave_editor(stage)
        expect_on_server(stage, accounts, "SUMMARY:tea", "the typed title is not on the server")
        expect_undone_on_server(stage, accounts, original_lines, "title")
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the original title").pop().act("event.delete")
        stage.expect_soon(lambda: accounts.server_objects("choir") == [], "the event was not deleted on the server", seconds=30)
        expect_undone_on_server(stage, accounts, original_lines, "delete")


@scenario(KEYS)
def a_change_to_a_series_of_an_account_can_be_undone_with_each_scope(stage: Stage) -> None:
    with running_accounts(stage) as accounts:
        original_lines = open_choir(stage, accounts, "RRULE:FREQ=DAILY;COUNT=5")
        for label, lines, object_count in (
                ("Only This One", ["RECURRENCE-ID;TZID=Europe/Berlin:20350110T160000", "DTSTART;TZID=Europe/Berlin:20350110T161500"], 1),
                ("This and Following", ["RRULE:FREQ=DAILY;COUNT=2", "DTSTART;TZID=Europe/Berlin:20350110T161500"], 2),
                ("All Events", ["RRULE:FREQ=DAILY;COUNT=5", "DTSTART;TZID=Europe/Berlin:20350108T161500"], 1)):
            wait_for(lambda: len(stage.program.blocks("Rehearsal")) == 5, "the series")
            occurrence = next(node for node in stage.program.blocks("Rehearsal") if " 10 January 2035" in node.name)
            occurrence.act("event.move-later")
            wait_for(lambda: stage.program.root.find("push button", name_prefix=label), f"“{label}”", seconds=10).act("click")
            for line in lines:
                expect_on_server(stage, accounts, line, f"“{label}” is not on the server")
            stage.expect(len(accounts.server_objects("choir")) == object_count, f"after “{label}”: {accounts.server_objects('choir')}")
            expect_undone_on_server(stage, accounts, original_lines, label)
