"""Calendars of accounts, through Evolution Data Server on a message bus of its own."""

from __future__ import annotations

import shutil
import threading
from contextlib import contextmanager
from typing import Iterator

from checks.calendars import Calendar, standard_day
from rig import accounts
from rig.accounts import Accounts
from rig.compositor import wait_for

from .creation_drag import wait_for_entry
from .drag import Drag
from .editor_helpers import await_editor, leave_editor
from .moving import _dialog, _expect_closed
from .opening import _visible_labels
from .registry import KEYS, MOUSE, scenario
from .sidebar import _check_box, _choose_from_menu, _show_sidebar, _sidebar
from .stage import Stage


@contextmanager
def _accounts(stage: Stage, *, has_service: bool = True) -> Iterator[Accounts | None]:
    """A message bus for accounts; None, after the scenario was skipped, if something is not installed."""
    if lacking := accounts.missing():
        stage.skip(f"{lacking} is not installed")
        yield None
        return
    found = Accounts(stage.folder, has_service=has_service)
    try:
        yield found
    finally:
        found.close()


def _event(summary: str, start: str, end: str) -> str:
    return Calendar().add(summary, start, end).file_contents().decode()


def _open(stage: Stage, found: Accounts) -> None:
    stage.open(
        standard_day(), view="week", environment={
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
            "HANDSPAN_ACCOUNTS": found.address})


def _groups(stage: Stage) -> list[str]:
    """The headings of the calendars in the sidebar, from top to bottom."""
    sidebar = _sidebar(stage)
    return [node.name for node in sidebar.all(lambda node: node.role in ("panel", "grouping") and node.name != "")
            if node.find("check box")] if sidebar else []


def _row(stage: Stage, starting: str) -> str:
    """The name of the check mark of a calendar; empty if there is none."""
    sidebar = _sidebar(stage)
    found = sidebar.find("check box", starting=starting) if sidebar else None
    return found.name if found else ""


def _expect_row(stage: Stage, name: str, why: str) -> None:
    starting = name.split(",")[0]
    stage.expect_soon(lambda: _row(stage, starting) == name, f"{why}: “{_row(stage, starting)}”", seconds=30)


def _expect_on_server(stage: Stage, found: Accounts, line: str, why: str) -> None:
    stage.expect_soon(
        lambda: any(line in text for text in found.texts("choir")), f"{why}: {found.texts('choir')}", seconds=30)


def _expect_label(stage: Stage, part: str) -> None:
    stage.expect_soon(
        lambda: any(part in label for label in _visible_labels(stage)), f"“{part}” is not said: {_visible_labels(stage)[-8:]}")


def _new_settings(stage: Stage, found: Accounts) -> dict[str, str | None]:
    """The environment of a user who starts the program for the first time."""
    return {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
        "XDG_DATA_HOME": str(stage.folder / "data"), "HOME": str(stage.folder), "HANDSPAN_ACCOUNTS": found.address}


@scenario(KEYS, pictures=True)
def calendars_of_accounts_are_shown_and_changed_on_their_server(stage: Stage) -> None:
    """Groups and states in the sidebar; an edit; an edit without the server, and what becomes of it."""
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_local("garden", "Garden", _event("Digging", "13:00", "14:00"))
        found.add_remote("choir", "Choir", "ada")
        found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00"))
        found.add_remote("locked", "Archive", "ada")
        found.put("locked", "lecture.ics", _event("Lecture", "18:00", "19:00"))
        found.start_server()
        _open(stage, found)
        for title in ("Digging", "Rehearsal", "Lecture"):
            wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        _expect_row(stage, "Archive, read-only", "the calendar is not listed as read-only")
        _check_box(stage, "Garden")
        stage.expect(
            _groups(stage)[-1:] == ["ada@example.org"] and "On This Computer" in _groups(stage),
            f"the groups are {_groups(stage)}")
        stage.program.block("Lecture").act("event.move-later")
        _expect_label(stage, "This calendar cannot be changed because it is read-only")
        stage.keep_picture("read-only")
        stage.program.block("Rehearsal").act("event.move-later")
        _expect_on_server(stage, found, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the edit is not on the server")
        found.stop_server()
        stage.program.block("Rehearsal").act("event.move-later")
        _expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        _expect_on_server(stage, found, "20350108T161500", "something was changed without the server")
        _expect_label(stage, "Your changes are kept")
        stage.keep_picture("offline")
        found.start_server()
        _expect_on_server(stage, found, "DTSTART;TZID=Europe/Berlin:20350108T163000", "the edit was lost")
        _expect_row(stage, "Choir", "the calendar is still listed as offline")


@scenario(KEYS, pictures=True)
def a_calendar_that_waits_for_a_password_says_so(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada", needs_password=True)
        found.start_server(needs_password=True)
        _open(stage, found)
        _show_sidebar(stage)
        _expect_row(stage, "Choir, sign-in needed", "nobody is asked to sign in")
        stage.keep_picture("sign-in-needed")
        if shutil.which("gnome-control-center"):
            return
        _choose_from_menu(stage, "Choir, sign-in needed", "Sign In…", "mouse")
        text = "Sign in to the account in the settings of your desktop"
        stage.expect_soon(lambda: text in _visible_labels(stage), f"there is no message: {_visible_labels(stage)[-4:]}")


@scenario(KEYS, pictures=True)
def an_error_of_a_server_is_told_in_its_words_until_it_works_again(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada")
        found.add_remote("school", "School", "ada")
        for uid, title, start, end in (("choir", "Rehearsal", "16:00", "17:00"), ("school", "Maths", "13:00", "14:00")):
            found.put(uid, "event.ics", _event(title, start, end))
        found.set_server_error("school", True)
        found.start_server()
        _open(stage, found)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        _show_sidebar(stage)
        found.refresh("school")
        stage.expect_soon(
            lambda: "500" in _row(stage, "School, server error: "), f"the error is not told: {_row(stage, 'School')}", seconds=30)
        found.set_server_error("choir", True)
        stage.program.block("Rehearsal").act("event.move-later")
        _expect_label(stage, "The server of “Choir” reports an error")
        stage.expect_soon(
            lambda: _row(stage, "Choir, server error: ") and "500" in _row(stage, "Choir, server error: "),
            f"the error is not shown: {_row(stage, 'Choir')}")
        _expect_on_server(stage, found, "T160000", "something was written in spite of the error")
        stage.keep_picture("server-error")
        _choose_from_menu(stage, _row(stage, "Choir"), "Properties", "keys")
        state = "Its last known events are shown, and your changes are kept"
        _expect_label(stage, state)
        stage.keep_picture("server-error-properties")
        stage.keyboard.tap("Escape")
        stage.expect_soon(lambda: not any(state in label for label in _visible_labels(stage)), "the properties are still open")
        for uid in ("choir", "school"):
            found.set_server_error(uid, False)
        _choose_from_menu(stage, _row(stage, "School"), "Try Again", "keys")
        stage.expect_soon(lambda: stage.program.blocks("Maths"), "the event is not shown after the error", seconds=30)
        _expect_row(stage, "School", "the error is still shown")
        # Nobody tries that again.
        _expect_on_server(stage, found, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the edit was lost")
        _expect_row(stage, "Choir", "the error is still shown")


@scenario(KEYS)
def calendars_are_back_after_their_service_was_killed(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_local("garden", "Garden", _event("Digging", "13:00", "14:00"))
        found.add_remote("choir", "Choir", "ada")
        found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00"))
        found.start_server()
        _open(stage, found)
        for title in ("Digging", "Rehearsal"):
            wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        for start in ("T161500", "T163000"):
            found.stop_server()
            found.kill_service()
            stage.program.block("Rehearsal").act("event.move-later")
            stage.expect(bool(stage.program.blocks("Digging")), "the events have disappeared")
            found.start_server()
            _expect_on_server(stage, found, f"DTSTART;TZID=Europe/Berlin:20350108{start}", "the edit was lost")
            for name in ("Choir", "Garden"):
                _expect_row(stage, name, f"“{name}” is not usable again")
        stage.program.block("Digging").act("event.move-later")
        stage.expect_soon(
            lambda: any("T131500" in text for text in found.events("garden")), "an edit after that was lost", seconds=30)
        found.put("choir", "concert.ics", _event("Concert", "19:00", "20:00"))
        found.refresh("choir")
        stage.expect_soon(lambda: stage.program.blocks("Concert"), "later changes are not shown", seconds=30)


@scenario(KEYS, pictures=True)
def without_the_service_the_sidebar_says_why_no_accounts_are_shown(stage: Stage) -> None:
    with _accounts(stage, has_service=False) as found:
        if found is None:
            return
        _open(stage, found)
        _show_sidebar(stage)
        text = "Online accounts are not available: Evolution Data Server is not installed."
        stage.expect_soon(lambda: text in _visible_labels(stage), f"the sidebar does not say why: {_visible_labels(stage)[-6:]}", seconds=20)
        stage.expect(_groups(stage) == ["On This Computer"], f"the groups are {_groups(stage)}")
        stage.keep_picture("no-service")


_MEETING = (
    "ORGANIZER:mailto:user@example.org\r\nATTENDEE;PARTSTAT=ACCEPTED;CN=Ben:mailto:ben@example.org\r\n"
    "ATTENDEE;CN=Eve:mailto:eve@example.org\r\n")


@scenario(KEYS, pictures=True)
def nothing_is_written_about_which_a_server_may_notify_people_before_the_user_agrees(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada")
        text = _event("Rehearsal", "16:00", "17:00").replace("END:VEVENT", _MEETING + "END:VEVENT")
        found.put("choir", "rehearsal.ics", text)
        found.start_server()
        _open(stage, found)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        heading = "The Server May Notify 2 People"
        for button, line, start in (("Cancel", "T160000", "16:00"), ("Change", "T161500", "16:15")):
            stage.program.block("Rehearsal").act("event.move-later")
            dialog = _dialog(stage, heading)
            stage.keep_picture("attendees-question")
            _expect_on_server(stage, found, "T160000", "something was written before the answer")
            wait_for(lambda: dialog.find("push button", button), f"the button “{button}”", seconds=5).act("click")
            _expect_closed(stage, heading)
            stage.expect_soon(
                lambda: any(start in name for name in stage.program.block_names("Rehearsal")),
                f"after “{button}”: {stage.program.block_names('Rehearsal')}", seconds=5)
            _expect_on_server(stage, found, line, f"wrong time after “{button}”")
        stage.keyboard.tap("Control", "z")
        again = "The Server May Notify 2 People Again"
        dialog = _dialog(stage, again)
        wait_for(lambda: dialog.find("push button", "Change Again"), "the button “Change Again”", seconds=5).act("click")
        _expect_closed(stage, again)
        _expect_on_server(stage, found, "T160000", "the change was not undone on the server")


@scenario(KEYS)
def the_scope_of_a_change_to_an_own_meeting_is_the_only_question(stage: Stage) -> None:
    """The card says whom the server may notify. The user organizes the series, so it can be split."""
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada", mail_address="user@example.org")
        series = "RRULE:FREQ=DAILY;COUNT=5\r\n" + _MEETING
        text = _event("Rehearsal", "16:00", "17:00").replace("END:VEVENT", series + "END:VEVENT")
        found.put("choir", "rehearsal.ics", text)
        found.start_server()
        _open(stage, found)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        stage.program.blocks("Rehearsal")[1].act("event.move-later")
        remark = "The server may notify 2 people of this change."
        stage.expect_soon(lambda: remark in _visible_labels(stage), f"the card does not say whom: {_visible_labels(stage)[-6:]}")
        following = wait_for(
            lambda: stage.program.root.find("push button", starting="This and Following"), "the choice", seconds=5)
        following.act("click")
        _expect_on_server(stage, found, "161500", "the change is not on the server")
        stage.expect(len(found.texts("choir")) == 2, f"the series was not split: {found.texts('choir')}")
        stage.expect(not any("May Notify" in label for label in _visible_labels(stage)), "something was asked again")


@scenario(KEYS)
def a_calendar_that_is_switched_off_or_removed_elsewhere_disappears(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_local("garden", "Garden", _event("Digging", "13:00", "14:00"))
        found.add_remote("choir", "Choir", "ada")
        found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00"))
        found.start_server()
        _open(stage, found)
        for title in ("Digging", "Rehearsal"):
            wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        for old, new in (("Enabled=true", "Enabled=false"), ("Enabled=false", "Enabled=true")):
            found.change_source("choir", old, new)
            is_shown = new.endswith("true")
            stage.expect_soon(
                lambda: (_row(stage, "Choir") != "") == is_shown and bool(stage.program.blocks("Rehearsal")) == is_shown,
                f"after “{new}”: {_row(stage, 'Choir')!r}, {stage.program.block_names('Rehearsal')}", seconds=30)
        _expect_row(stage, "Choir", "the calendar is not usable again")
        found.change_source("garden", "DisplayName=Garden", "DisplayName=Orchard")
        stage.expect_soon(lambda: _row(stage, "Orchard"), "the new name is not shown", seconds=30)
        for uid, name, title in (("garden", "Orchard", "Digging"), ("choir", "Choir", "Rehearsal")):
            found.remove_source(uid)
            stage.expect_soon(
                lambda: not _row(stage, name) and not stage.program.blocks(title), f"“{name}” is still shown", seconds=30)
        stage.program.block("Review").act("event.move-later")
        stage.expect("Review" in stage.wait_for_edit().decode(), "the user’s own calendar can no longer be changed")


@scenario(KEYS, pictures=True)
def at_the_first_start_the_week_of_a_newcomer_with_accounts_is_there(stage: Stage) -> None:
    """No file is named, and nothing is known from an earlier start."""
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada")
        rehearsal = Calendar().add("Rehearsal", "10:00", "11:00")
        found.put("choir", "rehearsal.ics", rehearsal.file_contents().decode())
        found.start_server()
        # On a desktop, the service is already running.
        found.add_events("choir", [])
        stage.open(rehearsal, view="week", environment=_new_settings(stage, found), is_on_command_line=False)
        stage.keep_picture("first-start")
        if _sidebar(stage) is None:
            stage.keyboard.tap("F9")
        _expect_row(stage, "Choir", "the calendar of the account is not listed")
        _expect_row(stage, "Personal", "the calendar for new events is not listed")
        stage.expect(_row(stage, "personal") == "", "the program’s own folder is listed, too")
        stage.expect(_groups(stage) == ["On This Computer", "Contacts", "ada@example.org"], f"the groups are {_groups(stage)}")
        stage.expect(not any("?" in label for label in _visible_labels(stage)), f"something is asked: {_visible_labels(stage)}")
        stage.keep_picture("first-start-sidebar")


@scenario(KEYS, pictures=True)
def at_the_first_start_a_newcomer_without_accounts_sees_an_empty_calendar(stage: Stage) -> None:
    """New events go to the service's own calendar. It has the name of the program's own folder, which is not listed."""
    with _accounts(stage) as found:
        if found is None:
            return
        stage.open_for_the_first_time(_new_settings(stage, found))
        stage.keep_picture("first-start-empty")
        if _sidebar(stage) is None:
            stage.keyboard.tap("F9")
        _expect_row(stage, "Personal", "the calendar for new events is not listed")
        stage.expect_soon(lambda: _row(stage, "personal") == "", "the program’s own folder is listed, too")
        stage.expect(_groups(stage) == ["On This Computer", "Contacts"], f"the groups are {_groups(stage)}")
        stage.keyboard.tap("Control", "n")
        stage.expect(wait_for_entry(stage), "there is no title field")
        stage.keep_picture("first-start-new-event")
        stage.keyboard.type("tea")
        stage.keyboard.tap("Return")
        stage.expect_soon(
            lambda: any("SUMMARY:tea" in text for text in found.events("system-calendar")), "the event was not added", seconds=30)
        stage.expect(_row(stage, "personal") == "", "the program’s own folder is listed after all")


@scenario(KEYS, pictures=True)
def at_the_first_start_a_newcomer_without_the_service_has_a_calendar_of_files(stage: Stage) -> None:
    with _accounts(stage, has_service=False) as found:
        if found is None:
            return
        stage.open_for_the_first_time(_new_settings(stage, found))
        stage.keep_picture("first-start-without-service")
        if _sidebar(stage) is None:
            stage.keyboard.tap("F9")
        _expect_row(stage, "personal", "the user’s own calendar is not listed")
        _expect_label(stage, "Online accounts are not available")
        stage.keyboard.tap("Control", "n")
        stage.expect(wait_for_entry(stage), "there is no title field")
        stage.keyboard.type("tea")
        stage.keyboard.tap("Return")
        folder = stage.folder / "data/handspan/calendars/personal"
        stage.expect_soon(
            lambda: any(b"SUMMARY:tea" in file.read_bytes() for file in folder.glob("*.ics")), "the event was not added")


@scenario(MOUSE, pictures=True)
def an_event_that_is_dropped_after_the_server_has_gone_is_saved_when_it_is_back(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada")
        found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00"))
        found.start_server()
        _open(stage, found)
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
        _show_sidebar(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        stage.scroll_to("Rehearsal", 300)
        drag = Drag(stage, "Rehearsal").lift()
        found.stop_server()
        drag.to(drag.y + stage.pixels_per_hour).drop()
        if not drag.expect_frames(10):
            return
        drag.expect_invariants()
        dropped = drag.frames[-1].snapped_start or ""
        _expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        stage.keep_picture("offline-waiting")
        _expect_on_server(stage, found, "T160000", "something was changed without the server")
        found.start_server()
        start = dropped[:19].replace("-", "").replace(":", "")
        _expect_on_server(stage, found, f"DTSTART;TZID=Europe/Berlin:{start}", "the dropped event was lost")
        stage.expect(start != "20350108T160000", "the event was not moved")
        _expect_row(stage, "Choir", "the calendar is still listed as offline")


@scenario(MOUSE)
def a_drag_goes_on_while_another_program_adds_a_thousand_events(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_local("garden", "Garden", _event("Digging", "13:00", "14:00"))
        _open(stage, found)
        wait_for(lambda: stage.program.blocks("Digging"), "the event of the account", seconds=60)
        stage.scroll_to("Review", 300)
        events = [
            f"BEGIN:VEVENT\r\nUID:bed-{number}\r\nDTSTAMP:20300101T000000Z\r\n"
            f"DTSTART:2035010{8 + number % 2}T{6 + number % 6:02}0000Z\r\nDURATION:PT30M\r\nSUMMARY:Bed {number}\r\n"
            "END:VEVENT\r\n" for number in range(1_000)]
        writer = threading.Thread(target=found.add_events, args=("garden", events))
        drag = Drag(stage, "Review").lift()
        writer.start()
        while writer.is_alive():
            drag.to(drag.y + 40, seconds=0.5).to(drag.y - 40, seconds=0.5)
        drag.to(drag.y + stage.pixels_per_hour).drop()
        drag.expect_all(30)
        stage.expect_soon(lambda: stage.program.blocks("Bed 999"), "the last event is not shown", seconds=30)


# Every kind of change

def _lines(texts: list[str]) -> list[list[str]]:
    """The lines of the events of some objects, without stamps and in no particular order: the service writes them in
    its own order."""
    stamps = ("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "X-EVOLUTION")
    objects = []
    for text in texts:
        unfolded = text.replace("\r\n ", "").replace("\n ", "").splitlines()
        events = unfolded[unfolded.index("BEGIN:VEVENT"):]
        objects.append(sorted(line for line in events if not line.startswith(stamps)))
    return sorted(objects)


def _expect_undone(stage: Stage, found: Accounts, before: list[list[str]], what: str) -> None:
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(
        lambda: _lines(found.texts("choir")) == before,
        f"after undoing “{what}”: {_lines(found.texts('choir'))} instead of {before}", seconds=30)


def _open_choir(stage: Stage, found: Accounts, *lines: str) -> list[list[str]]:
    """Opens an account with an event, and returns its lines in the form of the service."""
    found.add_account("ada", "ada@example.org")
    found.add_remote("choir", "Choir", "ada")
    more = "".join(f"{line}\r\n" for line in ("X-OTHER;X-A=b:kept", "LOCATION:Town hall", *lines))
    found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00").replace("END:VEVENT", more + "END:VEVENT"))
    found.start_server()
    _open(stage, found)
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the account", seconds=60)
    _show_sidebar(stage)
    _expect_row(stage, "Choir", "the calendar is not listed as usable")
    return _lines(found.texts("choir"))


@scenario(MOUSE)
def an_event_of_an_account_is_changed_by_hand_and_each_change_is_undone(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        before = _open_choir(stage, found)
        stage.scroll_to("Rehearsal", 300)
        for phase, start, end in (("move", "T170000", "T180000"), ("stretch-end", "T160000", "T180000")):
            drag = Drag(stage, "Rehearsal", phase=phase).lift()
            drag.to(drag.pressed_y + stage.pixels_per_hour).drop()
            if not drag.expect_frames(10):
                return
            drag.expect_invariants()
            expected = [sorted(
                line.replace("T160000", start) if line.startswith("DTSTART") else line.replace("T170000", end) for line in before[0])]
            stage.expect_soon(
                lambda: _lines(found.texts("choir")) == expected,
                f"after “{phase}”: {_lines(found.texts('choir'))} instead of {expected}", seconds=30)
            _expect_undone(stage, found, before, phase)
        stage.program.block("Rehearsal").act("event.edit")
        await_editor(stage)
        stage.keyboard.type("tea")
        leave_editor(stage)
        _expect_on_server(stage, found, "SUMMARY:tea", "the typed title is not on the server")
        _expect_undone(stage, found, before, "title")
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the title before").pop().act("event.delete")
        stage.expect_soon(lambda: found.texts("choir") == [], "the event was not deleted on the server", seconds=30)
        _expect_undone(stage, found, before, "delete")


@scenario(KEYS)
def each_scope_of_a_change_to_a_series_of_an_account_is_undone_as_a_whole(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        before = _open_choir(stage, found, "RRULE:FREQ=DAILY;COUNT=5")
        for label, lines, object_count in (
                ("Only This One", ["RECURRENCE-ID;TZID=Europe/Berlin:20350110T160000", "DTSTART;TZID=Europe/Berlin:20350110T161500"], 1),
                ("This and Following", ["RRULE:FREQ=DAILY;COUNT=2", "DTSTART;TZID=Europe/Berlin:20350110T161500"], 2),
                ("All Events", ["RRULE:FREQ=DAILY;COUNT=5", "DTSTART;TZID=Europe/Berlin:20350108T161500"], 1)):
            wait_for(lambda: len(stage.program.blocks("Rehearsal")) == 5, "the series")
            occurrence = next(node for node in stage.program.blocks("Rehearsal") if " 10 January 2035" in node.name)
            occurrence.act("event.move-later")
            wait_for(lambda: stage.program.root.find("push button", starting=label), f"“{label}”", seconds=10).act("click")
            for line in lines:
                _expect_on_server(stage, found, line, f"“{label}” is not on the server")
            stage.expect(len(found.texts("choir")) == object_count, f"after “{label}”: {found.texts('choir')}")
            _expect_undone(stage, found, before, label)
