"""“Move to Date…” and “Move to Calendar…”: in the menu and in the details, with keys and with assistive technology."""

from __future__ import annotations

import time
from datetime import datetime

from checks.calendars import Calendar, lines_of, standard_day, times
from rig.compositor import wait_for
from rig.input_devices import RIGHT, tap
from rig.tree import Node, Rectangle

from .keys import focus
from .narrow import expect_nothing_cut_off
from .registry import KEYS, MOUSE, TOUCH, scenario
from .scopes import ONE, daily, expect_question, is_question_shown, press
from .screen_reader import check_speech
from .stage import Stage
from .transfer import TwoCalendars, component_lines

_REVIEW = "review@handspan.example"
DATE_DIALOG, _CALENDAR_DIALOG = "Move to Date", "Move to Calendar"


def wait_for_dialog(stage: Stage, heading: str) -> Node:
    """The dialog with the given heading, once it is open."""
    def open_dialog() -> Node | None:
        return next((node for node in stage.program.dialogs()
                     if node.role in ("alert", "dialog", "frame", "window") and node.find("label", heading)), None)
    dialog = wait_for(open_dialog, f"the dialog “{heading}”")
    stage.becomes_true(lambda: dialog.first(lambda node: "focused" in node.states), seconds=5)
    # A busy compositor may take another half a second to give a dialog's window the keyboard focus, and drops keys pressed in
    # the meantime. GTK does not report whether a dialog is active, only that the main window no longer is.
    if dialog.parent and dialog.parent.role == "application":
        stage.expect_soon(
            lambda: not any("active" in node.states for node in stage.program.root.children if "Handspan" in node.name),
            f"the dialog “{heading}” does not get the keyboard focus")
    time.sleep(0.3)
    return dialog


def expect_dialog_closed(stage: Stage, heading: str) -> None:
    stage.expect_soon(
        lambda: not stage.program.root.all(lambda node: node.role == "label" and node.name == heading and node.extents.height > 0),
        f"the dialog “{heading}” is still open")


def _press_button_in_details(stage: Stage, name: str) -> None:
    stage.scroll_to("Review", y=300)
    tap(stage.device, stage.program.bounds_at_rest("Review").center)
    button = wait_for(lambda: stage.program.root.find("push button", name), "the details")
    wait_for(lambda: button.extents.height > 0, "the details on the screen")
    time.sleep(0.5)
    button.act("click")


def _focused_name(stage: Stage) -> str:
    focused_nodes = stage.program.root.all(lambda node: "focused" in node.states)
    return focused_nodes[-1].name if focused_nodes else ""


def expect_focus(stage: Stage, prefix: str, cause: str) -> None:
    stage.becomes_true(lambda: _focused_name(stage).startswith(prefix))
    name = _focused_name(stage)
    stage.expect(name.startswith(prefix), f"{cause}: the focus is on “{name}”, not on “{prefix}…”")


def _expect_review_at(stage: Stage, start: str, end: str) -> None:
    """Expects “Review” to be saved at new times with no other lines changed, to be shown and to have the focus, and one undo
    to restore the file."""
    contents = stage.wait_for_edit()
    actual = times(contents, _REVIEW)
    expected = (datetime.fromisoformat(start), datetime.fromisoformat(end))
    stage.expect(tuple(time.replace(tzinfo=None) for time in actual) == expected, f"the event is at {actual}, not at {expected}")
    stage.expect_only_edited_lines(contents)
    expect_focus(stage, "Review, ", "the move")
    stage.expect_soon(lambda: stage.program.blocks("Review"), "the moved event is not shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")
    expect_focus(stage, "Review, Monday, 8 January 2035", "undo")


def _open_menu_of_review(stage: Stage) -> None:
    stage.scroll_to("Review", y=300)
    _open_menu(stage, stage.program.bounds_at_rest("Review"))


def _open_menu(stage: Stage, box: Rectangle) -> None:
    """Opens the menu of an event with a right click on its middle."""
    stage.mouse.click(*box.center, RIGHT)
    stage.expect_soon(lambda: stage.program.root.find("menu item", "Delete"), "no menu opened")
    stage.await_menu()
    time.sleep(0.2)


def choose_in_menu(stage: Stage, steps: int) -> None:
    """Activates the row `steps` below the first one of the open menu."""
    for key in [*["Down"] * steps, "Return"]:
        stage.keyboard.tap(key)
        time.sleep(0.1)


def wait_for_day(stage: Stage, prefix: str) -> Node:
    return wait_for(
        lambda: next(iter(stage.program.root.all(
            lambda node: node.role == "list item" and node.name.startswith(prefix) and "date.select" in node.actions
            and "event.edit" not in node.actions and node.extents.height > 20)), None),
        f"the day “{prefix}”")


# Dates

def _ask_for_date(stage: Stage, view: str) -> None:
    """Opens the dialog for the date of “Review” with the keys."""
    stage.open(standard_day(), view=view)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Shift", "g")
    wait_for_dialog(stage, DATE_DIALOG)


@scenario(KEYS, quick=True)
def move_to_date_with_the_keyboard_begins_on_the_day_of_the_event_and_goes_to_the_chosen_day(stage: Stage) -> None:
    _ask_for_date(stage, "day")
    expect_focus(stage, "Monday, 8 January 2035", "Ctrl+Shift+G")
    stage.expect_untouched("only the dialog is open", 0.3)
    for _ in range(6):
        stage.keyboard.tap("PageDown")
        time.sleep(0.2)
    expect_focus(stage, "Sunday, 8 July 2035", "Page Down six times")
    stage.keyboard.tap("Return")
    expect_dialog_closed(stage, DATE_DIALOG)
    # The clocks are an hour ahead in July; the wall time stays the same.
    _expect_review_at(stage, "2035-07-08T10:00", "2035-07-08T11:00")


@scenario(KEYS)
def move_to_date_accepts_a_typed_date(stage: Stage) -> None:
    _ask_for_date(stage, "week")
    stage.keyboard.type("9feb")
    time.sleep(0.3)
    stage.keyboard.tap("Return")
    _expect_review_at(stage, "2035-02-09T10:00", "2035-02-09T11:00")


@scenario(KEYS)
def escape_in_the_date_dialog_changes_nothing(stage: Stage) -> None:
    _ask_for_date(stage, "week")
    stage.keyboard.tap("PageDown")
    time.sleep(0.3)
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, DATE_DIALOG)
    stage.expect_untouched("the dialog was canceled")
    expect_focus(stage, "Review, Monday, 8 January 2035", "Escape")


@scenario(MOUSE)
def move_to_date_in_the_menu_opens_the_dialog(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    _open_menu_of_review(stage)
    choose_in_menu(stage, 5)
    dialog = wait_for_dialog(stage, DATE_DIALOG)
    stage.expect(not stage.program.root.find("menu item", "Move to Calendar…"), "the menu offers to move to another calendar, but none is open")
    box = dialog.extents
    stage.notes.append(f"the dialog is {box.width} × {box.height} px")
    for key in ("Down", "Right", "Return"):
        stage.keyboard.tap(key)
        time.sleep(0.15)
    _expect_review_at(stage, "2035-01-16T10:00", "2035-01-16T11:00")


@scenario(KEYS)
def assistive_technology_moves_an_event_to_a_date(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.program.block("Review").act("event.move-to-date")
    wait_for_dialog(stage, DATE_DIALOG)
    wait_for_day(stage, "Thursday, 18 January 2035").act("date.select")
    expect_dialog_closed(stage, DATE_DIALOG)
    _expect_review_at(stage, "2035-01-18T10:00", "2035-01-18T11:00")


@scenario(KEYS)
def an_all_day_event_keeps_its_length(stage: Stage) -> None:
    stage.open(standard_day().add("Camp", "2035-01-10", "2035-01-13"), view="week")
    stage.program.block("Camp").act("event.move-to-date")
    wait_for_dialog(stage, DATE_DIALOG)
    expect_focus(stage, "Wednesday, 10 January 2035", "the dialog opened")
    stage.keyboard.type("25feb")
    time.sleep(0.3)
    stage.keyboard.tap("Return")
    lines = lines_of(stage.wait_for_edit(), "camp@handspan.example")
    stage.expect("20350225" in lines["DTSTART"] and "20350228" in lines["DTEND"], f"the file has {lines['DTSTART']}, {lines['DTEND']}")


@scenario(MOUSE, TOUCH)
def a_button_in_the_details_opens_the_date_dialog(stage: Stage) -> None:
    """Touch opens no menu, so the details have buttons for this."""
    stage.open(standard_day(), view="week")
    _press_button_in_details(stage, "Move to Date…")
    wait_for_dialog(stage, DATE_DIALOG)
    stage.keyboard.tap("Down")
    time.sleep(0.15)
    stage.keyboard.tap("Return")
    _expect_review_at(stage, "2035-01-15T10:00", "2035-01-15T11:00")


# Occurrences

def _move_to_february(stage: Stage) -> bool:
    """Moves the Wednesday occurrence to Wednesday, February 14. Returns whether the program asks for the scope."""
    stage.open(daily(), view="week")
    block = next(node for node in stage.program.blocks("Standup") if " 10 January 2035" in node.name)
    block.act("event.move-to-date")
    wait_for_dialog(stage, DATE_DIALOG)
    expect_focus(stage, "Wednesday, 10 January 2035", "the dialog opened")
    stage.keyboard.type("14feb")
    time.sleep(0.3)
    stage.keyboard.tap("Return")
    return expect_question(stage)


@scenario(MOUSE)
def an_occurrence_moved_to_a_date_asks_for_the_scope_there(stage: Stage) -> None:
    if not _move_to_february(stage):
        return

    def is_shown() -> bool:
        return any("14 February 2035, 09:00" in name for name in stage.program.block_names("Standup"))

    stage.expect(stage.becomes_true(is_shown), f"the chosen day is not shown: {stage.program.block_names('Standup')}")
    stage.expect_untouched("the question is open", 0.4)
    press(stage, ONE)
    contents = stage.wait_for_edit()
    stage.expect(b"RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000" in contents, "the file has no override of Wednesday")
    stage.expect(b"DTSTART;TZID=Europe/Berlin:20350214T090000" in contents, "the override is not on 14 February")
    expect_focus(stage, "Standup, Wednesday, 14 February 2035", "the answer")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


@scenario(KEYS)
def putting_back_an_occurrence_returns_to_the_previous_week(stage: Stage) -> None:
    if not _move_to_february(stage):
        return
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not is_question_shown(stage), "the question is still open")
    stage.expect_untouched("the event was put back")
    expect_focus(stage, "Standup, Wednesday, 10 January 2035", "Escape")


# Calendars

@scenario(KEYS, quick=True)
def move_to_calendar_with_the_keyboard_is_one_undo_step(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Shift", "m")
    wait_for_dialog(stage, _CALENDAR_DIALOG)
    expect_focus(stage, "Tests", "Ctrl+Shift+M")
    button = stage.program.root.find("push button", "Move")
    stage.expect_soon(lambda: button and "sensitive" not in button.states, "Move can be pressed although the current calendar is chosen")
    stage.keyboard.tap("Up")
    expect_focus(stage, "Choir", "Up")
    stage.expect(calendars.files() == calendars.original_files, "the choice was applied before it was confirmed")
    stage.keyboard.tap("Return")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    calendars.expect(calendars.after_transfer, "a calendar was chosen")
    expect_focus(stage, "Review, Monday, 8 January 2035", "the move")
    stage.expect_soon(
        lambda: stage.program.root.find("label", "“Review” was moved to “Choir”"), "there is no message about the new calendar")
    calendars.expect_undone_and_redone()


@scenario(KEYS)
def escape_in_the_calendar_dialog_changes_nothing(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Shift", "m")
    wait_for_dialog(stage, _CALENDAR_DIALOG)
    stage.keyboard.tap("Up")
    time.sleep(0.2)
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    time.sleep(0.8)
    stage.expect(calendars.files() == calendars.original_files, "a file was written")
    expect_focus(stage, "Review, Monday, 8 January 2035", "Escape")


@scenario(MOUSE)
def move_to_calendar_in_the_menu_opens_the_dialog(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    _open_menu_of_review(stage)
    choose_in_menu(stage, 6)
    dialog = wait_for_dialog(stage, _CALENDAR_DIALOG)
    wait_for(lambda: dialog.find("radio button", "Choir"), "the other calendar")
    stage.keyboard.tap("Up")
    time.sleep(0.3)
    move = dialog.find("push button", "Move")
    if stage.expect(move, "there is no button to move the event"):
        move.act("click")
    calendars.expect(calendars.after_transfer, "a calendar was chosen")
    calendars.expect_undone_and_redone()


@scenario(TOUCH)
def a_button_in_the_details_opens_the_calendar_dialog(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    _press_button_in_details(stage, "Move to Calendar…")
    wait_for_dialog(stage, _CALENDAR_DIALOG)
    stage.keyboard.tap("Up")
    time.sleep(0.2)
    stage.keyboard.tap("Return")
    calendars.expect(calendars.after_transfer, "a calendar was chosen")


@scenario(KEYS)
def a_read_only_calendar_cannot_be_chosen_and_says_why(stage: Stage) -> None:
    path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    path.chmod(0o444)
    stage.open(standard_day(), arguments=(str(path),))
    stage.program.block("Review").act("event.move-to-calendar")
    dialog = wait_for_dialog(stage, _CALENDAR_DIALOG)
    radios = {node.name: node for node in dialog.all(lambda node: node.role == "radio button")}
    choir = radios.get("Choir, Read-only")
    if stage.expect(choir, f"the calendars are {list(radios)}"):
        stage.expect_soon(lambda: "sensitive" not in choir.states, "a read-only calendar can be chosen")
    tests = radios.get("Tests")
    stage.expect_soon(lambda: tests and "checked" in tests.states, "the event's own calendar is not marked")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)


# Series

class SeriesCalendars(TwoCalendars):
    """Two open calendars; Tests contains a series of 14 days with a changed occurrence, on Wednesday at 11:00."""

    def open(self) -> None:
        tests = daily().add(
            "Standup", "2035-01-10T11:00", "2035-01-10T11:45", "RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000")
        self.stage.open(tests, view="week", arguments=(str(self.choir_path),))
        wait_for(lambda: len(self.stage.program.blocks("Standup")) == 7, "the occurrences of the week")

    @property
    def after_transfer(self) -> tuple[bytes, bytes]:
        """The expected contents: exactly the lines of both components have moved to Choir."""
        tests, choir = self.original_files
        end = b"END:VCALENDAR\r\n"
        for _ in range(2):
            event = component_lines(tests, "Standup")
            tests, choir = tests.replace(event, b"", 1), choir.replace(end, event + end)
        return tests, choir

    def expect_moved(self) -> None:
        self.expect(self.after_transfer, "a calendar was chosen")
        self.stage.expect_soon(
            lambda: self.stage.program.root.find("label", "“Standup” was moved to “Choir”"), "there is no message about the new calendar")
        self.stage.expect_soon(lambda: len(self.stage.program.blocks("Standup")) == 7, "the occurrences are not shown")


@scenario(KEYS, quick=True)
def a_series_moves_to_another_calendar_with_the_keyboard_and_with_all_its_events(stage: Stage) -> None:
    calendars = SeriesCalendars(stage)
    focus(stage, "Standup")
    stage.keyboard.tap("Control", "Shift", "m")
    dialog = wait_for_dialog(stage, _CALENDAR_DIALOG)
    stage.expect(
        dialog.find("label", "Standup\nAll events in the series will be moved."), "the dialog does not say that all events are moved")
    expect_focus(stage, "Tests", "Ctrl+Shift+M")
    stage.keyboard.tap("Up")
    time.sleep(0.2)
    stage.keyboard.tap("Return")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    calendars.expect_moved()
    expect_focus(stage, "Standup, Monday, 8 January 2035", "the move")
    calendars.expect_undone_and_redone()


@scenario(MOUSE)
def a_series_moves_to_another_calendar_by_mouse_from_one_of_its_occurrences(stage: Stage) -> None:
    calendars = SeriesCalendars(stage)
    block = next(node for node in stage.program.blocks("Standup") if " 10 January 2035" in node.name)
    stage.scroll_to("Standup", y=300)
    _open_menu(stage, block.extents)
    items = stage.program.root.names(lambda node: node.role == "menu item" and node.extents.height > 0)
    if not stage.expect("Move to Calendar…" in items, f"the menu does not offer to move to another calendar: {items}"):
        return
    choose_in_menu(stage, items.index("Move to Calendar…"))
    dialog = wait_for_dialog(stage, _CALENDAR_DIALOG)
    wait_for(lambda: dialog.find("radio button", "Choir"), "the other calendar")
    stage.keyboard.tap("Up")
    time.sleep(0.3)
    move = dialog.find("push button", "Move")
    if stage.expect(move, "there is no button to move the event"):
        move.act("click")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    calendars.expect_moved()
    expect_focus(stage, "Standup, Wednesday, 10 January 2035, 11:00", "the move")
    calendars.expect_undone_and_redone()


@scenario(KEYS)
def a_series_in_several_files_cannot_be_moved_and_says_why(stage: Stage) -> None:
    """Some programs write a file for each changed occurrence."""
    folder = stage.folder / "split"
    folder.mkdir()
    series = daily().write(folder, "series.ics").read_bytes()
    begin, end = series.index(b"BEGIN:VEVENT"), series.rindex(b"END:VCALENDAR")
    standup = component_lines(series, "Standup")
    override = standup.replace(b"RRULE:FREQ=DAILY;COUNT=14\r\n", b"RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000\r\n")
    (folder / "series.ics").write_bytes(series[:begin] + standup + series[end:])
    (folder / "own.ics").write_bytes(series[:begin] + override.replace(b"20350108T09", b"20350110T11") + series[end:])
    stage.open(standard_day(), view="week", arguments=(str(folder),))
    # The other calendar has a single event with this title, on Monday.
    def occurrence() -> Node | None:
        return next((node for node in stage.program.blocks("Standup") if " 9 January 2035" in node.name), None)

    wait_for(occurrence, "the series").act("event.move-to-calendar")
    dialog = wait_for_dialog(stage, _CALENDAR_DIALOG)
    stage.expect(
        dialog.find("label", "Standup\nThe series is in several files, so it cannot be moved to another calendar."),
        f"the reason is not given: {dialog.names(lambda node: node.role == 'label')}")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    stage.expect((folder / "own.ics").exists() and (folder / "series.ics").exists(), "a file is gone")


# Speech

@scenario(KEYS)
def moves_with_the_dialogs_are_spoken(stage: Stage) -> None:
    """With Orca: what the dialogs say, and where the event is afterward."""
    calendars = TwoCalendars(stage)
    if not (orca := check_speech(stage)):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_once("Control+Shift+g", "Monday, 8 January 2035")
    orca.says_once("Right", "Tuesday, 9 January 2035")
    orca.says_exactly(
        "Return", "Review, Tuesday, 9 January 2035, 10:00 to 11:00, 1 hour, Calendar: Tests", "Moved “Review” to Tue 9 Jan, 10:00")
    orca.says_once("Control+z", "Review, Monday, 8 January 2035, 10:00 to 11:00, 1 hour")
    calendars.expect(calendars.original_files, "undo")
    orca.says_once("Control+Shift+m", "Move to Calendar")
    orca.says_once("Up", "Choir")
    orca.without_checking(lambda: stage.keyboard.tap("Escape"))
    calendars.expect(calendars.original_files, "the dialog was canceled")
    orca.without_checking(lambda: stage.keyboard.tap("Control", "Shift", "m"))
    orca.says_once("Up Return", "“Review” was moved to “Choir”")
    calendars.expect(calendars.after_transfer, "the transfer")
    orca.says_once("Control+z", "Undone: move of “Review”, Monday, 10:00 to 11:00")
    calendars.expect(calendars.original_files, "the undo of the transfer")


@scenario(KEYS)
def without_another_calendar_the_keys_and_the_action_say_why(stage: Stage) -> None:
    for method in ("keys", "action"):
        stage.close()
        stage.open(standard_day())
        focus(stage, "Review")
        if method == "keys":
            stage.keyboard.tap("Control", "Shift", "m")
        else:
            stage.program.block("Review").act("event.move-to-calendar")
        stage.expect_soon(lambda: stage.program.root.find("label", "No other calendar is open"), f"{method}: no message says why")
        stage.expect_untouched("no other calendar is open", 0.4)
        # From libadwaita 1.7 on, the window itself has this shortcut.
        stage.expect(stage.program.root.find("label", "Adaptive Preview") is None, f"{method}: the window became a preview")


# Large text

@scenario(KEYS)
def the_dialogs_fit_a_narrow_window_with_large_text(stage: Stage) -> None:
    # In libadwaita 1.7, AdwAlertDialog measures its large heading for any width, to see whether it fits, before it uses the
    # small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:The choir of the old town"))
    stage.open_narrow(standard_day(), text_scale=2, view="week", arguments=(str(path),))
    focus(stage, "Review")
    height = round(stage.monitor.height / stage.monitor.scale)

    def expect_fitting(dialog: Node, name: str) -> None:
        expect_nothing_cut_off(stage, dialog, name)
        stage.expect(dialog.extents.height <= height, f"{name} is {dialog.extents.height} px high, but the monitor is only {height} px high")

    stage.keyboard.tap("Control", "Shift", "m")
    expect_fitting(wait_for_dialog(stage, _CALENDAR_DIALOG), "the calendar dialog")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, _CALENDAR_DIALOG)
    stage.keyboard.tap("Control", "Shift", "g")
    expect_fitting(wait_for_dialog(stage, DATE_DIALOG), "the date dialog")
    stage.keyboard.tap("Right")
    time.sleep(0.15)
    stage.keyboard.tap("Return")
    _expect_review_at(stage, "2035-01-09T10:00", "2035-01-09T11:00")
