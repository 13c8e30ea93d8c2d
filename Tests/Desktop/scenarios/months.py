"""The month calendars of the title and of the editor: choosing a day with keys, by typing, with the mouse or by touch."""

from __future__ import annotations

import time

from checks.calendars import standard_day, times
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.swipes import swipe
from rig.tree import Node

from .editor_helpers import REVIEW, editor, expect_one_undo, leave_editor, move_focus_to, open_editor, visible_field
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage
from .views import expect_shown, is_chooser_open

#: The distance in px from the top of a popover, with its shadow, to the tip of its arrow.
_ARROW_TIP_PX = 21
#: The padding and borders of the header bar and of a popover together, to the right and down.
_PADDING_PX = (17, 16)


def _focused_name(stage: Stage) -> str:
    """The name of the focused node."""
    focused_nodes = stage.program.root.all(lambda node: "focused" in node.states)
    return focused_nodes[-1].name if focused_nodes else ""


def _expect_focus(stage: Stage, prefix: str, cause: str) -> None:
    """Waits until a node whose name begins with the given text has the focus."""
    stage.becomes_true(lambda: _focused_name(stage).startswith(prefix))
    name = _focused_name(stage)
    stage.expect(name.startswith(prefix), f"{cause}: the focus is on “{name}”, not on “{prefix}…”")


def _open_chooser(stage: Stage) -> None:
    """Opens the calendar of the title with Ctrl+G."""
    stage.keyboard.tap("Control", "g")
    wait_for(lambda: is_chooser_open(stage), "the calendar of the title")
    _expect_focus(stage, "Monday, 8 January 2035", "Ctrl+G")


def _expect_chooser_closed(stage: Stage, cause: str) -> None:
    stage.expect_soon(lambda: not is_chooser_open(stage), f"{cause}: the calendar stayed open")


def _day(stage: Stage, prefix: str) -> Node:
    """Waits for a day in the calendar of the title whose name begins with `prefix`."""
    def first_day() -> Node | None:
        days = _chooser(stage).all(lambda node: node.role == "list item" and node.name.startswith(prefix))
        return next(iter(days), None)
    return wait_for(first_day, f"the day “{prefix}”")


def _chooser(stage: Stage) -> Node:
    """The popover of the window's title. Newer GTK versions put it below its button, without a name."""
    button = next(iter(stage.program.root.all(lambda node: node.description == "Go to Date")))
    popovers = stage.program.root.all(lambda node: node.role == "filler" and node.name == "Go to Date")
    return popovers[0] if popovers else list(button.children)[-1]


def _position(stage: Stage, node: Node) -> tuple[float, float]:
    """The center of a node in the title's popover. GTK 4.8 reports a wrong position for the popover, so the actual
    position is computed from its button. Newer versions leave out the padding around the button and in the popover."""
    if _chooser(stage).role != "filler":
        x, y = node.extents.center
        return x + _PADDING_PX[0], y + _PADDING_PX[1]
    popover = _chooser(stage).extents
    button = next(iter(stage.program.root.all(lambda node: node.description == "Go to Date"))).extents
    x, y = node.extents.center
    return (x + button.center[0] - popover.width / 2 - popover.x, y + button.bottom - _ARROW_TIP_PX - popover.y)


def _button(stage: Stage, name: str) -> Node:
    return wait_for(lambda: _chooser(stage).find("push button", name), f"the button “{name}”")


@scenario(KEYS, quick=True)
def the_date_chooser_begins_on_the_shown_day_and_enter_goes_to_a_day(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    _expect_focus(stage, "Monday, 8 January 2035, 8 events, selected", "Ctrl+G")
    stage.keyboard.tap("Right")
    _expect_focus(stage, "Tuesday, 9 January 2035, no events", "Right")
    stage.keyboard.tap("Return")
    expect_shown(stage, "Tuesday, 9 January 2035", "Enter")
    _expect_chooser_closed(stage, "Enter")


@scenario(KEYS)
def keys_move_by_days_weeks_months_and_years(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    for keys, expected_day in (
            (("Down",), "Monday, 15 January 2035"), (("End",), "Sunday, 21 January 2035"),
            (("Home",), "Monday, 15 January 2035"), (("PageDown",), "Thursday, 15 February 2035"),
            (("PageUp",), "Monday, 15 January 2035"), (("Shift", "PageUp"), "Sunday, 15 January 2034"),
            (("Shift", "PageDown"), "Monday, 15 January 2035"), (("Control", "PageDown"), "Tuesday, 15 January 2036"),
            (("Control", "PageUp"), "Monday, 15 January 2035"), (("Control", "Right"), "Thursday, 15 February 2035"),
            (("Left",), "Wednesday, 14 February 2035")):
        stage.keyboard.tap(*keys)
        _expect_focus(stage, expected_day, "+".join(keys))
    stage.expect(
        any(node.name == "February 2035" for node in _chooser(stage).all(lambda node: node.role == "panel")),
        "no panel has the name of the month")
    stage.keyboard.tap("Escape")
    _expect_chooser_closed(stage, "Escape")
    expect_shown(stage, "Monday, 8 January 2035", "Escape")


@scenario(KEYS, quick=True)
def a_date_can_be_typed_on_the_calendar(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    stage.keyboard.type("9mar")
    entry = wait_for(lambda: _chooser(stage).find("text", "Date"), "the entry")
    stage.expect_soon(lambda: entry.text == "9mar", f"the entry contains “{entry.text}”")
    stage.keyboard.tap("Return")
    expect_shown(stage, "Friday, 9 March 2035", "a typed date")
    _expect_chooser_closed(stage, "a typed date")


@scenario(KEYS)
def an_invalid_date_is_explained(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    stage.keyboard.type("30feb")
    stage.keyboard.tap("Return")
    explanation = "February 2035 has 28 days."
    stage.expect_soon(lambda: _chooser(stage).find("label", explanation), "the error is not shown")
    entry = _chooser(stage).find("text", "Date")
    stage.expect(entry and entry.description == explanation, "the error is not the entry's description")
    stage.expect(is_chooser_open(stage), "the calendar closed")
    stage.keyboard.tap("BackSpace", times=5)
    stage.expect_soon(lambda: entry and not entry.description, "the error is still there after the correction")
    expect_shown(stage, "Monday, 8 January 2035", "an invalid date")


@scenario(MOUSE, TOUCH)
def a_day_of_the_next_month_is_chosen_with_the_pointer(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    time.sleep(0.4)
    button = _button(stage, "Next Month")
    stage.bounds_at_rest(button)
    tap(stage.device, _position(stage, button))
    day = _day(stage, "Thursday, 15 February 2035")
    time.sleep(0.4)
    stage.bounds_at_rest(day)
    tap(stage.device, _position(stage, day))
    expect_shown(stage, "Thursday, 15 February 2035", "a tap on a day")
    _expect_chooser_closed(stage, "a tap on a day")


@scenario(MOUSE)
def the_mouse_wheel_turns_months(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    time.sleep(0.4)
    stage.mouse.move(*_position(stage, _day(stage, "Monday, 8 January 2035")))
    stage.mouse.wheel(1)
    _expect_focus(stage, "Thursday, 8 February 2035", "a detent of the wheel")
    stage.mouse.wheel(-1)
    _expect_focus(stage, "Monday, 8 January 2035", "a detent back")
    time.sleep(0.4)
    took = stage.mouse.slide((120, 0), 0.15)
    stage.precondition(took < 0.3, f"the slide took {took:.2f} s instead of 0.15 s")
    _expect_focus(stage, "Thursday, 8 February 2035", "two fingers on a touchpad")


@scenario(KEYS)
def assistive_technology_chooses_a_day(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    _button(stage, "Previous Month").act("click")
    _day(stage, "Friday, 8 December 2034").act("date.select")
    expect_shown(stage, "Friday, 8 December 2034", "date.select")
    _expect_chooser_closed(stage, "date.select")


@scenario(KEYS)
def a_month_is_chosen_from_the_months_of_a_year(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    _open_chooser(stage)
    _button(stage, "January 2035").act("click")
    _button(stage, "Next Year").act("click")
    _button(stage, "March 2036").act("click")
    _expect_focus(stage, "Saturday, 8 March 2036", "a month of another year")
    stage.keyboard.tap("Return")
    expect_shown(stage, "Saturday, 8 March 2036", "Enter")


@scenario(TOUCH)
def a_finger_swipes_to_the_next_month_of_an_editors_date(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    visible_field(stage, "push button", "Starts").act("click")
    day = visible_field(stage, "list item", "Wednesday, 10 January 2035, no events")
    x, y = day.extents.center
    width = day.extents.width
    swipe(stage.finger, ((x + 2 * width, y), (x - 2 * width, y)), (0.25,))
    day = wait_for(
        lambda: next((node for node in editor(stage).all(
            lambda node: node.name.startswith("Friday, 9 February 2035")) if node.extents.height > 0), None),
        "the days of February")
    time.sleep(0.3)
    tap(stage.finger, stage.bounds_at_rest(day).center)
    saved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect(
        [f"{moment:%m-%d %H:%M}" for moment in saved_times] == ["02-09 10:00", "02-09 11:00"], f"the file has {saved_times}")
    leave_editor(stage)
    expect_one_undo(stage)


@scenario(KEYS, quick=True)
def a_date_can_be_typed_in_the_editor(stage: Stage) -> None:
    """The space after the number belongs to the date; it does not choose the focused day."""
    stage.open(standard_day())
    open_editor(stage)
    button = visible_field(stage, "push button", "Starts")
    button.act("click")
    _expect_focus(stage, "Monday, 8 January 2035", "opening the date")
    stage.keyboard.type("12")
    stage.keyboard.tap("Space")
    stage.keyboard.type("feb")
    stage.expect_soon(
        lambda: any(node.text == "12 feb" for node in editor(stage).all(lambda node: node.name == "Date")),
        "the typed date is not in the entry")
    stage.keyboard.tap("Return")
    saved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect(
        [f"{moment:%m-%d %H:%M}" for moment in saved_times] == ["02-12 10:00", "02-12 11:00"], f"the file has {saved_times}")
    leave_editor(stage)
    expect_one_undo(stage)


@scenario(KEYS)
def a_refused_end_time_counts_for_the_day_that_is_chosen_next(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("0800")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: editor(stage).find("label", "The end is before the start."), "the end was not refused")
    visible_field(stage, "push button", "Ends").act("click")
    _expect_focus(stage, "Monday, 8 January 2035", "opening the date")
    stage.keyboard.type("12")
    stage.keyboard.tap("Space")
    stage.keyboard.type("feb")
    stage.keyboard.tap("Return")
    saved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect(
        [f"{moment:%m-%d %H:%M}" for moment in saved_times] == ["01-08 10:00", "02-12 08:00"], f"the file has {saved_times}")
    stage.expect_soon(
        lambda: not any(node.extents.height for node in editor(stage).all(lambda node: node.name == "The end is before the start.")),
        "the message is still shown")
    leave_editor(stage)
    expect_one_undo(stage)


@scenario(KEYS)
def escape_closes_the_editors_calendar_before_the_editor(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    visible_field(stage, "push button", "Starts").act("click")
    _expect_focus(stage, "Monday, 8 January 2035", "opening the date")
    stage.keyboard.tap("Escape")
    _expect_focus(stage, "Starts", "Escape on a day")
    stage.expect(editor(stage), "the editor closed")
    leave_editor(stage)
    stage.expect_untouched("no day was chosen")
