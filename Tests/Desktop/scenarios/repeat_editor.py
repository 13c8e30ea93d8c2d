"""The editor of a repeating event: what a change applies to, how the event repeats, and its reminders."""

from __future__ import annotations

import os
import time
from datetime import date

from checks.calendars import Calendar, standard_day
from checks.occurrence_times import MissingPackages, occurrence_times
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.swipes import swipe
from rig.tree import Node

from .editor_helpers import (
    await_editor, choose_radio_button, editor, expect_editor_closed, expect_one_undo, field, leave_editor,
    move_focus_to, open_editor, visible_field)
from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

#: An alarm added by another program.
_AUDIO_ALARM = ("BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT15M", "X-BELL:kept", "END:VALARM")

#: What the name of the list of dates begins with.
_NEXT_DATES = "Next dates: "


def _series(rule: str = "FREQ=WEEKLY") -> Calendar:
    return standard_day().add("Choir", "12:00", "13:00", f"RRULE:{rule}")


def _file_text(stage: Stage) -> str:
    return stage.path.read_bytes().decode()


def _expect_line(stage: Stage, line: str) -> None:
    wait_for(lambda: f"\r\n{line}\r\n" in _file_text(stage), f"{line} in the file")


def _expect_next_date(stage: Stage, date: str) -> None:
    def dates() -> list[str]:
        return field(stage, "label", _NEXT_DATES).name.removeprefix(_NEXT_DATES).split("; ")

    stage.expect(stage.becomes_true(lambda: dates()[1:2] == [date] and len(dates()) == 5), f"the next dates are {dates()}")


def _press(stage: Stage, node: Node) -> None:
    tap(stage.device, node.extents.center)
    time.sleep(0.5)


def _expect_times(stage: Stage, title: str, expected: list[str]) -> None:
    """Expects two libraries that share no code with the program to find events with this title at exactly these times in
    the file, until February 4, 2035."""
    try:
        actual = occurrence_times(stage.path.read_bytes(), title, date(2035, 1, 1), date(2035, 2, 5))
    except MissingPackages as missing:
        stage.expect(os.environ.get("CI") != "true", f"other programs did not read the file: {missing}")
        return
    stage.expect(actual == expected, f"other programs find {actual} instead of {expected}")


def _times_on(span: str, *dates: str) -> list[str]:
    """The same span of time on several dates of 2035, in the form that `occurrence_times` returns."""
    return [f"2035-{date} {span}" for date in dates]


def _swipe(stage: Stage, x: float, y: float, travel: float) -> None:
    """Moves a finger up or down, and pauses before lifting it, so that nothing keeps scrolling."""
    swipe(stage.finger, [(x, y - travel / 2), (x, y + travel / 2), (x, y + travel / 2)], [0.35, 0.25])
    time.sleep(0.3)


def _open_with_pointer(stage: Stage, title: str) -> None:
    """Opens the editor of an event with two taps or clicks."""
    if stage.is_touch:
        view, block = stage.program.viewport(), stage.program.block(title)
        for _ in range(8):
            distance = view.center[1] - block.extents.center[1]
            if abs(distance) < view.height / 4:
                break
            _swipe(stage, view.right - 40, view.center[1], max(-view.height / 2, min(view.height / 2, distance)))
        box = stage.program.bounds_at_rest(title)
    else:
        box = stage.scroll_to(title, y=300)
    stage.double_tap((box.x + 40, box.center[1]))
    await_editor(stage)


def _reveal(stage: Stage, role: str, name: str) -> Node:
    """Scrolls a node of the editor into view, with the wheel or with a finger beside the fields."""
    node = visible_field(stage, role, name)
    editor_bounds = editor(stage).extents
    # Below the title of the editor.
    top, bottom = editor_bounds.y + 60, min(editor_bounds.bottom, stage.window().bottom) - 8
    for _ in range(12):
        bounds = node.extents
        if top < bounds.y and bounds.bottom < bottom:
            break
        if stage.is_touch:
            distance = (top + bottom) / 2 - bounds.center[1]
            _swipe(stage, editor_bounds.x + 8, (top + bottom) / 2, max(top - bottom, min(bottom - top, distance)) * 0.8)
        else:
            stage.mouse.move(editor_bounds.x + 8, editor_bounds.center[1])
            stage.mouse.wheel(1 if bounds.y > editor_bounds.center[1] else -1)
            time.sleep(0.15)
    return visible_field(stage, role, name)


@scenario(TOUCH, MOUSE, quick=True)
def an_event_is_made_weekly_in_the_editor_with_a_pointer(stage: Stage) -> None:
    stage.open(standard_day())
    _open_with_pointer(stage, "Review")
    _press(stage, _reveal(stage, "push button", "Repeat"))
    _press(stage, _reveal(stage, "radio button", "Every week on Monday"))
    _press(stage, visible_field(stage, "push button", "Back"))
    _expect_line(stage, "RRULE:FREQ=WEEKLY;BYDAY=MO")
    wait_for(lambda: field(stage, "push button", "Repeat").description == "Every week on Monday", "the rule in words")
    _press(stage, visible_field(stage, "push button", "Done"))
    expect_editor_closed(stage)
    _expect_times(stage, "Review", _times_on("10:00 – 11:00", "01-08", "01-15", "01-22", "01-29"))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def an_event_that_became_a_series_has_the_focus_after_the_editor_closes(stage: Stage) -> None:
    """The toast about the change would otherwise get the focus, and Enter would undo the series."""
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Repeat")
    stage.keyboard.tap("Space")
    visible_field(stage, "radio button", "Never")
    stage.becomes_true(lambda: "Never" in stage.focused_names(), seconds=2)
    time.sleep(0.2)
    stage.keyboard.tap("Down", times=3)
    wait_for(lambda: "checked" in field(stage, "radio button", "Every week on Monday").states, "the choice")
    stage.keyboard.tap("Escape")
    _expect_line(stage, "RRULE:FREQ=WEEKLY;BYDAY=MO")
    wait_for(lambda: field(stage, "push button", "Repeat").description == "Every week on Monday", "the rule in words")
    leave_editor(stage)
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the event does not have the focus")
    wait_for(lambda: stage.program.root.find("push button", "Undo"), "the toast")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: stage.program.root.find("push button", "Move With Pointer"), "Enter does not open the details")
    stage.expect("RRULE:FREQ=WEEKLY;BYDAY=MO" in _file_text(stage), "Enter undid the series")


@scenario(KEYS, quick=True)
def an_event_is_made_weekly_in_the_editor_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Repeat")
    stage.keyboard.tap("Space")
    visible_field(stage, "radio button", "Never")
    stage.becomes_true(lambda: "Never" in stage.focused_names(), seconds=2)
    time.sleep(0.2)
    stage.keyboard.tap("Down", times=3)
    wait_for(lambda: "checked" in field(stage, "radio button", "Every week on Monday").states, "the choice")
    _expect_next_date(stage, "Monday, 15 January 2035")
    stage.keyboard.tap("Escape")
    _expect_line(stage, "RRULE:FREQ=WEEKLY;BYDAY=MO")
    leave_editor(stage)
    _expect_times(stage, "Review", _times_on("10:00 – 11:00", "01-08", "01-15", "01-22", "01-29"))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def an_interval_of_three_weeks_is_set_on_the_wheel(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    field(stage, "push button", "Repeat").act("click")
    visible_field(stage, "radio button", "Never")
    stage.becomes_true(lambda: "Never" in stage.focused_names(), seconds=2)
    time.sleep(0.2)
    stage.keyboard.tap("Down", times=8)
    visible_field(stage, "spin button", "Interval")
    # The custom rule begins as the suggestion before it in the list: every year.
    choose_radio_button(stage, "Week")
    move_focus_to(stage, "Interval")
    stage.keyboard.tap("Up", times=2)
    wait_for(lambda: editor(stage).find("label", "Every 3 weeks on Monday"), "the rule in words")
    _expect_next_date(stage, "Monday, 29 January 2035")
    stage.keyboard.tap("Escape")
    _expect_line(stage, "RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO")
    leave_editor(stage)
    _expect_times(stage, "Review", _times_on("10:00 – 11:00", "01-08", "01-29"))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def the_title_of_all_events_is_changed(stage: Stage) -> None:
    stage.open(_series())
    open_editor(stage, "Choir")
    choose_radio_button(stage, "All Events")
    move_focus_to(stage, "Title")
    stage.keyboard.type("tea")
    leave_editor(stage)
    _expect_line(stage, "SUMMARY:tea")
    stage.expect("RECURRENCE-ID" not in _file_text(stage), "a single occurrence was changed")
    stage.expect(_file_text(stage).count("BEGIN:VEVENT") == stage.contents_before_edit.decode().count("BEGIN:VEVENT"), "an event was added")
    _expect_times(stage, "tea", _times_on("12:00 – 13:00", "01-08", "01-15", "01-22", "01-29"))
    _expect_times(stage, "Choir", [])
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def changes_are_applied_again_when_another_scope_is_chosen(stage: Stage) -> None:
    stage.open(standard_day().add("Choir", "2035-01-01T12:00", "2035-01-01T13:00", "RRULE:FREQ=DAILY"))
    open_editor(stage, "Choir")
    stage.keyboard.type("tea")
    _expect_line(stage, "SUMMARY:tea")
    wait_for(lambda: "RECURRENCE-ID" in _file_text(stage), "the occurrence in the file")
    _expect_times(stage, "tea", _times_on("12:00 – 13:00", "01-08"))
    all_dates = [f"01-{day:02d}" for day in range(1, 32)] + [f"02-0{day}" for day in range(1, 5)]
    _expect_times(stage, "Choir", _times_on("12:00 – 13:00", *(day for day in all_dates if day != "01-08")))
    choose_radio_button(stage, "All Events")
    wait_for(lambda: "RECURRENCE-ID" not in _file_text(stage), "the change of all events")
    _expect_line(stage, "SUMMARY:tea")
    leave_editor(stage)
    _expect_times(stage, "tea", _times_on("12:00 – 13:00", *all_dates))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def a_rule_that_the_page_cannot_describe_is_kept(stage: Stage) -> None:
    rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=6"
    stage.open(_series(rule))
    open_editor(stage, "Choir")
    field(stage, "push button", "Repeat").act("click")
    rule_choice = visible_field(stage, "radio button", "Every month, on specific days")
    stage.expect_soon(lambda: "checked" in rule_choice.states, "the rule in the file is not chosen")
    stage.keyboard.tap("Escape")
    time.sleep(0.4)
    choose_radio_button(stage, "All Events")
    move_focus_to(stage, "Title")
    stage.keyboard.type("tea")
    leave_editor(stage)
    _expect_line(stage, "SUMMARY:tea")
    _expect_line(stage, f"RRULE:{rule}")
    # The sixth working day of a month; February 1, 2035, is a Thursday, so there is none before the 8th.
    _expect_times(stage, "tea", _times_on("12:00 – 13:00", "01-08"))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def a_reminder_is_added_beside_the_alarm_of_another_program(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Review", "10:00", "11:00", *_AUDIO_ALARM))
    open_editor(stage)
    button = field(stage, "push button", "Reminders")
    stage.expect(button.name == "Reminders", f"the button is called “{button.name}”")
    button.act("click")
    reminder = visible_field(stage, "check box", "10 minutes before the start")
    time.sleep(0.4)
    move_focus_to(stage, reminder.name)
    stage.keyboard.tap("Space")
    wait_for(lambda: "checked" in reminder.states, "the reminder to be chosen")
    stage.keyboard.tap("Escape")
    _expect_line(stage, "TRIGGER:-PT10M")
    added_alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "DESCRIPTION:Review", "END:VALARM"]
    for alarm in (added_alarm, _AUDIO_ALARM):
        stage.expect("\r\n".join(alarm) in _file_text(stage), f"not in the file as expected: {alarm}")
    stage.expect(field(stage, "label", "Saved in the calendar."), "the page does not say that reminders are not shown yet")
    leave_editor(stage)
    _expect_times(stage, "Review", _times_on("10:00 – 11:00", "01-08"))
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def a_series_is_duplicated_as_a_whole_and_its_copy_is_another_series(stage: Stage) -> None:
    stage.open(_series("FREQ=WEEKLY;COUNT=4"))
    for row in ("Duplicate Series", "Copy Series"):
        focus(stage, "Choir")
        stage.keyboard.tap("Shift", "F10")
        item = wait_for(lambda: stage.program.root.find("menu item", row), f"“{row}”")
        item.act("click")
        if row == "Copy Series":
            wait_for(lambda: stage.program.root.find("label", "All events in the series “Choir” were copied"), "the message")
            stage.keyboard.tap("Control", "v")
        wait_for(lambda: _file_text(stage).count("RRULE:FREQ=WEEKLY;COUNT=4") == 2, "another series in the file")
        uids = {line for line in _file_text(stage).split("\r\n") if line.startswith("UID:")}
        stage.expect(len(uids) == _file_text(stage).count("BEGIN:VEVENT"), "two events have the same UID")
        _expect_times(stage, "Choir", sorted(2 * _times_on("12:00 – 13:00", "01-08", "01-15", "01-22", "01-29")))
        expect_one_undo(stage)
