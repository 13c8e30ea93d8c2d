"""Wheels and ribbons of the editor: the value at rest is saved, whatever the input."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Iterable

from checks.calendars import lines_of, standard_day, times
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.swipes import swipe
from rig.tree import Node

from .editor_helpers import REVIEW, editor, expect_one_undo, leave_editor, move_focus_to, open_editor, visible_field
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

#: Logical pixels between the numbers of a wheel, and between the icons of a ribbon, at text scale 1.
_ROW_PX, _ICON_PX = 44, 48
#: Seconds within which a picker comes to rest and its value is saved.
_REST_S = 1.0
#: Seconds within which typed digits certainly form a single number: `Feel.typeAheadTimeout` minus a margin.
_TYPE_AHEAD_S = 0.9
#: Seconds within which a pointer that has stopped certainly does not count as resting, so that the mouse wheel does not
#: turn the picker under it: `Feel.pointerRestTime` minus a margin.
_POINTER_REST_S = 0.25


def _open_picker(stage: Stage, button: str) -> None:
    """Opens the editor of “Review”, an event from 10:00 to 11:00, and a picker in it."""
    open_editor(stage)
    visible_field(stage, "push button", button).act("click")
    time.sleep(0.4)


def open_wheels(stage: Stage, name: str = "Start") -> tuple[Node, Node]:
    """Opens the editor with the wheels of the start or end time, and returns the hour wheel and the minute wheel."""
    _open_picker(stage, f"Choose {name} Time")
    return visible_field(stage, "spin button", f"{name}, hour"), visible_field(stage, "spin button", f"{name}, minute")


def _drag_wheel(stage: Stage, wheel: Node, rows: float) -> None:
    """Drags a wheel slowly, with a pause before the release; a positive number of rows leads to later numbers."""
    x, y = wheel.extents.center
    travel = -rows * wheel.extents.height
    # The first pixels only start the drag.
    travel += 8 if travel > 0 else -8
    swipe(stage.device, ((x, y), (x, y + travel), (x, y + travel)), (0.4, 0.25))
    time.sleep(_REST_S)


def _turn_with_mouse_wheel(stage: Stage, wheel: Node, detents: int) -> None:
    """Clicks a wheel to focus it, and turns it by detents of the mouse wheel; a positive number leads to later numbers."""
    tap(stage.device, wheel.extents.center)
    wait_for(lambda: "focused" in wheel.states, "the focus on the wheel")
    for _ in range(abs(detents)):
        stage.mouse.wheel(1 if detents > 0 else -1)
        time.sleep(0.15)
    time.sleep(_REST_S)


def _set_values(stage: Stage, wheels: Iterable[Node], values: tuple[int, ...]) -> None:
    """Sets the values of wheels as assistive technology does."""
    for wheel, value in zip(wheels, values):
        wheel.set_value(value)
        time.sleep(_REST_S)
        stage.expect(stage.becomes_true(lambda: wheel.value == value), f"the wheel was set to {value}, but it shows {wheel.value}")


def _expect_values(stage: Stage, hour: Node, minute: Node, expected: tuple[int, int]) -> None:
    """Expects the hour wheel and the minute wheel to have these values soon."""
    stage.expect(
        stage.becomes_true(lambda: (hour.value, minute.value) == expected), f"the wheels show {(hour.value, minute.value)} instead of {expected}")


def _value_at_rest(wheel: Node) -> float:
    """The value of a wheel once it has been the same for a while, or after 10 s."""
    last, since, deadline = wheel.value, time.monotonic(), time.monotonic() + 10
    while time.monotonic() - since < _REST_S / 2 and time.monotonic() < deadline:
        time.sleep(0.05)
        value = wheel.value
        if value != last:
            last, since = value, time.monotonic()
    return last


def _flick(stage: Stage, wheel: Node, travel: float) -> None:
    x, y = wheel.extents.center
    swipe(stage.device, ((x, y), (x, y + travel)), (0.09,))


def _end_wheels(stage: Stage) -> list[Node]:
    """Shows the wheels of the end time instead of the start time, and returns the hour wheel and the minute wheel."""
    visible_field(stage, "push button", "Choose End Time").act("click")
    time.sleep(0.4)
    return [visible_field(stage, "spin button", f"End, {name}") for name in ("hour", "minute")]


def _expect_saved(stage: Stage, start: str, end: str) -> None:
    def is_saved() -> bool:
        return [f"{moment:%H:%M}" for moment in times(stage.path.read_bytes(), REVIEW)] == [start, end]
    wait_for(is_saved, f"{start} to {end} in the file")


def _expect_one_edit(stage: Stage, start: str, end: str) -> None:
    """Closes the editor, and expects the file to have the given times, and one undo to restore the file."""
    leave_editor(stage)
    _expect_saved(stage, start, end)
    expect_one_undo(stage)


@scenario(MOUSE, TOUCH)
def dragged_wheels_set_both_times(stage: Stage) -> None:
    stage.open(standard_day())
    hour, minute = open_wheels(stage)
    _drag_wheel(stage, hour, -3)
    _drag_wheel(stage, minute, -3)
    _expect_values(stage, hour, minute, (7, 45))
    hour, minute = _end_wheels(stage)
    # The end moves with the start.
    _expect_values(stage, hour, minute, (8, 45))
    _drag_wheel(stage, hour, 1)
    _drag_wheel(stage, minute, -3)
    _expect_one_edit(stage, "07:45", "09:30")


@scenario(KEYS)
def wheels_turned_with_keys_and_digits_set_both_times(stage: Stage) -> None:
    stage.open(standard_day())
    hour, minute = open_wheels(stage)
    move_focus_to(stage, hour.name)
    stage.keyboard.tap("Down", times=3)
    stage.keyboard.tap("Right")
    wait_for(lambda: "focused" in minute.states, "the focus on the minute")
    stage.keyboard.tap("PageDown")
    stage.keyboard.tap("Up", times=2)
    wait_for(lambda: (hour.value, minute.value) == (7, 45), "7:45 on the wheels")
    move_focus_to(stage, _end_wheels(stage)[0].name)
    began = time.monotonic()
    stage.keyboard.type("0930")
    took = time.monotonic() - began
    stage.precondition(took < _TYPE_AHEAD_S, f"four digits took {took:.2f} s, so they may not form a single number")
    time.sleep(_REST_S)
    _expect_one_edit(stage, "07:45", "09:30")


@scenario(KEYS)
def wheels_set_by_assistive_technology_set_both_times(stage: Stage) -> None:
    stage.open(standard_day())
    _set_values(stage, open_wheels(stage), (7, 45))
    _set_values(stage, _end_wheels(stage), (9, 30))
    _expect_one_edit(stage, "07:45", "09:30")


@scenario(KEYS)
def wheels_set_by_assistive_technology_accept_any_minute(stage: Stage) -> None:
    stage.open(standard_day())
    hour, minute = open_wheels(stage)
    _set_values(stage, (hour, minute), (7, 43))
    _expect_one_edit(stage, "07:43", "08:43")


@scenario(MOUSE)
def wheels_turned_by_the_mouse_wheel_set_both_times(stage: Stage) -> None:
    stage.open(standard_day())
    hour, minute = open_wheels(stage)
    for wheel in (hour, minute):
        _turn_with_mouse_wheel(stage, wheel, -3)
    _expect_values(stage, hour, minute, (7, 45))
    for wheel, detents in zip(_end_wheels(stage), (1, -3)):
        _turn_with_mouse_wheel(stage, wheel, detents)
    _expect_one_edit(stage, "07:45", "09:30")


@scenario(MOUSE)
def the_mouse_wheel_turns_one_number_per_detent_but_none_under_a_passing_pointer(stage: Stage) -> None:
    stage.open(standard_day())
    hour, minute = open_wheels(stage)
    middle = minute.extents.center
    began = time.monotonic()
    stage.mouse.move(*middle)
    time.sleep(0.1)
    stage.mouse.wheel(1)
    took = time.monotonic() - began
    if not stage.precondition(took < _POINTER_REST_S, f"the pointer rested for {took:.2f} s on the wheel"):
        return
    time.sleep(_REST_S)
    stage.expect(minute.value == 0, f"the wheel turned to {minute.value} without the focus")
    x, y = visible_field(stage, "push button", "Done").extents.center
    stage.mouse.move(x - 60, y + 60)
    stage.mouse.wheel(-1)
    time.sleep(0.3)
    _turn_with_mouse_wheel(stage, hour, -2)
    stage.expect(stage.becomes_true(lambda: hour.value == 8), f"two detents turned 10 to {hour.value}")
    leave_editor(stage)
    _expect_saved(stage, "08:00", "09:00")


@scenario(MOUSE, TOUCH, core=True, quick=False)
def rapid_flicks_end_on_a_number_which_is_saved(stage: Stage) -> None:
    stage.open(standard_day())
    hour, _ = open_wheels(stage)
    for travel in (-60, -55, 58, -62, -50, -64, 40, -58):
        _flick(stage, hour, travel)
        time.sleep(0.04)
    time.sleep(_REST_S)
    value = _value_at_rest(hour)
    stage.expect(value == int(value) and 0 <= value <= 23, f"the wheel shows {value}")
    # The value is the centered number: a tap there changes nothing.
    tap(stage.device, hour.extents.center)
    time.sleep(_REST_S)
    stage.expect(hour.value == value, f"the wheel does not rest on {value}")
    leave_editor(stage)
    _expect_saved(stage, f"{int(value):02}:00", f"{(int(value) + 1) % 24:02}:00")


@scenario(MOUSE, TOUCH)
def a_touch_that_stops_a_wheel_selects_the_nearest_number(stage: Stage) -> None:
    stage.open(standard_day())
    hour, _ = open_wheels(stage)
    x, y = hour.extents.center
    _flick(stage, hour, -62)
    time.sleep(0.12)
    stage.device.down(x, y + _ROW_PX)
    time.sleep(0.15)
    caught_value = hour.value
    stage.device.up()
    time.sleep(_REST_S)
    stage.precondition(caught_value != 10, "the flick did not turn the wheel")
    value = int(_value_at_rest(hour))
    stage.expect(value != 10, "the wheel went back")
    leave_editor(stage)
    _expect_saved(stage, f"{value:02}:00", f"{value + 1:02}:00")


@scenario(MOUSE, TOUCH)
def a_moving_wheel_is_saved_when_the_editor_closes(stage: Stage) -> None:
    stage.open(standard_day())
    hour, _ = open_wheels(stage)
    x, y = hour.extents.center
    tap(stage.device, (x, y + _ROW_PX))
    _expect_one_edit(stage, "11:00", "12:00")


@scenario(MOUSE, TOUCH)
def a_tapped_icon_is_saved_at_the_start_of_the_title(stage: Stage) -> None:
    stage.open(standard_day())
    _open_picker(stage, "Icon")
    row = visible_field(stage, "list box", "Icon").extents
    # The row begins with “no icon”, which is selected.
    tap(stage.device, (row.x + 3.5 * _ICON_PX, row.center[1]))
    summary = wait_for(
        lambda: next((line for line in [lines_of(stage.path.read_bytes(), REVIEW)["SUMMARY"]]
                      if line != "SUMMARY:Review"), None), "an icon in the file")
    stage.expect(summary == "SUMMARY:😎 Review", f"the third icon was tapped, but the file has {summary}")
    def selected_icons() -> list[str]:
        return editor(stage).names(lambda node: node.role == "list item" and "selected" in node.states)

    stage.expect(stage.becomes_true(lambda: "Relaxed" in selected_icons()), f"the selected icons are {selected_icons()}")
    stage.keyboard.tap("Home")
    leave_editor(stage)
    expect_one_undo(stage)


@scenario(MOUSE, TOUCH)
def resizing_the_window_does_not_turn_a_moving_wheel(stage: Stage) -> None:
    stage.open(standard_day())
    hour, _ = open_wheels(stage)
    x, y = hour.extents.center
    tap(stage.device, (x, y + _ROW_PX))
    stage.keyboard.tap("Super", "Down")
    time.sleep(_REST_S)
    stage.expect(stage.becomes_true(lambda: hour.value == 11), f"11 was tapped, but the wheel shows {hour.value}")
    leave_editor(stage)
    _expect_saved(stage, "11:00", "12:00")


@scenario(TOUCH)
def a_drag_on_a_wheel_turns_it_and_a_drag_beside_it_scrolls(stage: Stage) -> None:
    environment = stage.compositor.client_environment()
    settings = Path(environment["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    # The text is so large that the editor does not fit into the window.
    settings.write_text("[org/gnome/desktop/interface]\ntext-scaling-factor=1.8\n")
    stage.open(standard_day(), environment={"GSETTINGS_BACKEND": "keyfile"})
    hour, _ = open_wheels(stage)
    box = hour.extents
    _drag_wheel(stage, hour, 2)
    stage.expect(hour.extents == box, f"the editor was scrolled: {box} is now {hour.extents}")
    stage.expect(stage.becomes_true(lambda: hour.value == 12), f"the wheel shows {hour.value}")
    x, y = box.x - 40, box.center[1]
    swipe(stage.device, ((x, y), (x, y - 80), (x, y - 80)), (0.3, 0.2))
    stage.becomes_true(lambda: hour.extents.y < box.y - 40)
    stage.expect(hour.extents.y < box.y - 40, f"a drag beside the wheel did not scroll: {box} is now {hour.extents}")
    stage.expect(hour.value == 12, "the drag turned the wheel")
    settings.unlink()
