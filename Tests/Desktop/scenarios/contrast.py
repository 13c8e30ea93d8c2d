"""Contrast in screenshots, computed with the formula of WCAG 2.2. Text needs 4.5:1, and marks need 3:1."""

from __future__ import annotations

import time

from checks.calendars import standard_day
from checks.contrast import contrast_ratio, text_contrast
from rig.compositor import wait_for
from rig.screenshot import Color, Picture
from rig.tree import Node, Rectangle

from .editor_helpers import editor, field, move_focus_to, open_editor, type_at_once
from .keys import focus
from .registry import KEYS, scenario
from .stage import Stage

_LIGHT: dict[str, str | None] = {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}
_DARK: dict[str, str | None] = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}
_HIGH_CONTRAST: dict[str, str | None] = {"ADW_DEBUG_HIGH_CONTRAST": "1"}

#: The minimum contrast ratios of text and of marks.
_TEXT_MINIMUM, _MARK_MINIMUM = 4.5, 3.0
#: How far outside a widget's contents its focus ring may be, in px: the bounds in the tree exclude the padding.
_RING_REACH = 14
#: The padding around the switch in the editor and around the label of a toast, to the left and above.
_EDITOR_PADDING, _TOAST_PADDING = (18, 6), (12, 6)
#: The time in seconds after which GTK hides focus rings.
_FOCUS_RING_S = 3


@scenario(KEYS, pictures=True)
def everything_can_be_read_in_the_light_style(stage: Stage) -> None:
    _expect_readable(stage, _LIGHT)


@scenario(KEYS, pictures=True)
def everything_can_be_read_in_the_dark_style(stage: Stage) -> None:
    _expect_readable(stage, _DARK)


@scenario(KEYS, pictures=True)
def everything_can_be_read_in_high_contrast(stage: Stage) -> None:
    _expect_readable(stage, _LIGHT | _HIGH_CONTRAST)


@scenario(KEYS, pictures=True)
def everything_can_be_read_in_dark_high_contrast(stage: Stage) -> None:
    _expect_readable(stage, _DARK | _HIGH_CONTRAST)


@scenario(KEYS, pictures=True)
def nothing_shows_through_a_toast_in_high_contrast(stage: Stage) -> None:
    _expect_opaque_toast(stage, _LIGHT | _HIGH_CONTRAST)


@scenario(KEYS, pictures=True)
def nothing_shows_through_a_toast_in_dark_high_contrast(stage: Stage) -> None:
    _expect_opaque_toast(stage, _DARK | _HIGH_CONTRAST)


def _expect_opaque_toast(stage: Stage, style: dict[str, str | None]) -> None:
    """Expects the rows above the text of a toast to have a single color, although hour lines and columns are behind
    it."""
    stage.open(standard_day(), view="week", environment=style)
    right, down = _TOAST_PADDING if _leaves_out_padding(stage) else (0, 0)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    button = wait_for(lambda: stage.program.root.find("push button", "Undo"), "the toast")
    button_bounds = stage.bounds_at_rest(button)
    time.sleep(0.5)
    picture = stage.picture()
    labels_beside = [
        node.extents for node in stage.program.root.all(lambda node: node.role == "label")
        if abs(node.extents.center[1] - button_bounds.center[1]) < 6 and node.extents.right <= button_bounds.x]
    # The toast disappears after a few seconds.
    if not stage.precondition(labels_beside, f"no label is beside the button at {button_bounds}"):
        return
    label = labels_beside[0]
    area = Rectangle(label.x + right, label.y + down, label.width, label.height)
    colors = {picture.at(x, y) for x in range(area.x, area.right) for y in range(area.y - 6, area.y)}
    stage.expect(len(colors) == 1, f"{len(colors)} colors were found above the text of the toast instead of one")
    _expect_contrast(stage, "the text of the toast", text_contrast(picture, area), _TEXT_MINIMUM)


@scenario(KEYS, pictures=True)
def every_tab_stop_shows_that_it_has_the_focus(stage: Stage) -> None:
    """When Tab moves the focus to a widget, enough pixels change by at least 3:1: in the light style, at least as many as
    a frame of 1 px around the widget would have."""
    stage.open(standard_day(), view="week", environment=_LIGHT)
    _expect_visible_focus(stage, "Tab", 10)
    open_editor(stage)
    _expect_visible_focus(stage, "Tab", 12)


def _expect_visible_focus(stage: Stage, key: str, count: int) -> None:
    """Presses a key, and compares the pictures with and without the focus on each widget."""
    steps: list[tuple[Node, Rectangle, Picture]] = []
    for _ in range(count + 2):
        began = time.monotonic()
        stage.step_focus(key)
        time.sleep(0.25)
        picture = stage.picture()
        delay = time.monotonic() - began
        # On a busy machine, the focus is moved in the tree before it is painted.
        while steps and picture.pixels == steps[-1][2].pixels and time.monotonic() - began < _FOCUS_RING_S:
            picture = stage.picture()
        stage.precondition(delay < _FOCUS_RING_S, f"the picture was taken {delay:.1f} s after the key, when focus rings may be hidden")
        focused_nodes = stage.program.root.all(lambda node: "focused" in node.states and node.extents.height > 0)
        if focused_nodes:
            steps.append((focused_nodes[-1], focused_nodes[-1].extents, picture))
    measured_count, lowest = 0, (9.9, "")
    # Compares with the picture two steps later, when the focus is not on a neighbor either.
    for (node, area, picture), (_, _, later_picture) in zip(steps, steps[2:]):
        # Only pictures of the same scroll position can be compared.
        if node.extents != area:
            continue
        changed = sum(
            contrast_ratio(picture.at(x, y), later_picture.at(x, y)) >= _MARK_MINIMUM
            for y in range(max(0, area.y - _RING_REACH), min(picture.height, area.bottom + _RING_REACH))
            for x in range(max(0, area.x - _RING_REACH), min(picture.width, area.right + _RING_REACH)))
        share = changed / (2 * (area.width + area.height))
        measured_count, lowest = measured_count + 1, min(lowest, (share, node.name))
        stage.expect(
            share >= 1,
            f"the focus of “{node.name}” changes {changed} pixels by 3:1, only {share:.2f} times as many as a frame of 1 px "
            f"around {area} has")
    stage.precondition(measured_count >= count // 2, f"only {measured_count} of {count} widgets could be compared")
    stage.notes.append(f"the smallest of {measured_count} focus marks has {lowest[0]:.2f} times the pixels of a frame of 1 px (“{lowest[1]}”)")


@scenario(KEYS, pictures=True)
def an_error_is_marked_and_explained_with_enough_contrast(stage: Stage) -> None:
    for index, style in enumerate((_LIGHT, _DARK, _LIGHT | _HIGH_CONTRAST, _DARK | _HIGH_CONTRAST)):
        if index > 0:
            stage.close()
        _expect_readable_error(stage, style)


def _expect_readable_error(stage: Stage, style: dict[str, str | None]) -> None:
    """Types a time that does not exist, and measures the mark of its field and the explanation below it."""
    stage.open(standard_day(), environment=style)
    open_editor(stage)
    entry = field(stage, "text", "Start time")
    move_focus_to(stage, "End time")
    picture_before_error = stage.picture_at_rest()
    move_focus_to(stage, "Start time", "Shift", "Tab")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1470")
    stage.keyboard.tap("Tab")
    message = wait_for(lambda: editor(stage).find("label", "Minutes range from 0 to 59."), "the explanation")
    wait_for(lambda: message.extents.height > 0, "the explanation on the screen")
    stage.keyboard.tap("Tab")
    time.sleep(0.4)
    picture, box = stage.picture_at_rest(), entry.extents
    _expect_contrast(stage, "the explanation of the error", text_contrast(picture, message.extents), _TEXT_MINIMUM)
    row = box.y + box.height // 2
    line = range(box.x - 12, box.right + 12)
    mark_contrast = max(contrast_ratio(picture.at(x, row), picture_before_error.at(x, row)) for x in line if x < box.x + 4 or x > box.right - 4)
    text_ratio = text_contrast(picture, Rectangle(box.x, box.y, min(box.width, 60), box.height))
    stage.notes.append(f"the edge of the field changes by {mark_contrast:.2f}")
    _expect_contrast(stage, "the text that was not understood", text_ratio, _TEXT_MINIMUM)
    stage.expect(box.y < message.extents.y, "the explanation is not below its field")
    # GTK 4.8 reports this state under a different name.
    stage.expect_soon(lambda: entry.states & {"invalid", "invalid-entry"}, f"the field is not invalid for assistive technology: {entry.states}")


def _expect_readable(stage: Stage, style: dict[str, str | None]) -> None:
    """Checks the labels of the window and of the editor, and the marks in the editor."""
    calendar = standard_day().add("Fair", "2035-01-08", "2035-01-09")
    stage.open(calendar, view="week", environment=style)
    picture = stage.picture_at_rest()
    count = _expect_labels(stage, picture, stage.program.root)
    # The date, the calendar and Today. The label of the view button is hidden, because the button's name contains it.
    stage.precondition(count >= 3, f"only {count} labels were measured in the window")
    padding = _EDITOR_PADDING if _leaves_out_padding(stage) else (0, 0)
    editor = open_editor(stage)
    # The pointer is not over the editor, so nothing in it is highlighted.
    picture = stage.picture_at_rest()
    count = _expect_labels(stage, picture, editor)
    stage.precondition(count >= 10, f"only {count} labels were measured in the editor")
    _expect_caption(stage, picture, editor)
    _expect_ring(stage, picture, editor)
    _expect_switch(stage, picture, editor, padding)
    _expect_status(stage, picture, editor)


def _expect_labels(stage: Stage, picture: Picture, root: Node) -> int:
    """Expects all enabled labels to be readable, and returns their number."""
    count, lowest = 0, (21.0, "")
    for node in root.all(lambda node: node.role == "label" and node.has_name):
        area = node.extents
        # Disabled controls are exempt.
        if "sensitive" not in node.states or area.width < 4 or area.height < 4:
            continue
        if area.x < 0 or area.y < 0 or area.right > picture.width or area.bottom > picture.height:
            continue
        count += 1
        contrast = text_contrast(picture, area)
        lowest = min(lowest, (contrast, node.name))
        stage.expect(
            contrast >= _TEXT_MINIMUM,
            f"the label “{node.name}” has a contrast of {contrast:.2f} instead of at least {_TEXT_MINIMUM}")
    stage.notes.append(f"the lowest contrast of {count} labels: {lowest[0]:.2f} (“{lowest[1]}”)")
    return count


def _expect_contrast(stage: Stage, what: str, contrast: float, minimum: float) -> None:
    """Notes the contrast, and fails if it is too low."""
    stage.notes.append(f"{what}: {contrast:.2f}")
    stage.expect(contrast >= minimum, f"{what} has a contrast of {contrast:.2f} instead of at least {minimum}")


def _expect_caption(stage: Stage, picture: Picture, editor: Node) -> None:
    """Expects the caption below the ribbon of colors to be readable. The caption is not in the tree."""
    color, status = _bounds_of(editor, "Color", "label"), _bounds_of(editor, "Confirmed", "push button", "radio button")
    # The caption is between the label “Color” and the row of the status.
    area = Rectangle(status.x + 40, color.bottom + 16, 160, status.y - color.bottom - 24)
    _expect_contrast(stage, "the caption of the ribbon", text_contrast(picture, area), _TEXT_MINIMUM)


def _expect_ring(stage: Stage, picture: Picture, editor: Node) -> None:
    """Expects the ring around the focused field to stand out from the editor and from the field."""
    title = _bounds_of(editor, "Title", "text", "entry")
    row = title.y + title.height // 2
    line = [picture.at(x, row) for x in range(title.x - 20, title.x)]
    outside, inside = line[0], line[-1]
    contrast = max(min(contrast_ratio(color, outside), contrast_ratio(color, inside)) for color in line)
    _expect_contrast(stage, "the ring of the title", contrast, _MARK_MINIMUM)


def _expect_switch(stage: Stage, picture: Picture, editor: Node, padding: tuple[int, int]) -> None:
    """Expects the trough of a switch that is off to stand out from the editor, and its slider from the trough. `padding` is
    how far the switch is to the right and below of where it is reported."""
    switch = _bounds_of(editor, "All Day", "check box", "switch")
    x, row = switch.x + padding[0], switch.y + padding[1] + switch.height // 2
    background, slider = picture.at(x - 12, row), picture.at(x + 6, row)
    # In high contrast, the trough also has a symbol near its end.
    trough = picture.at(x + switch.width // 2 + 3, row)
    _expect_contrast(stage, "a switch that is off", contrast_ratio(trough, background), _MARK_MINIMUM)
    _expect_contrast(stage, "the slider of a switch that is off", contrast_ratio(slider, trough), _MARK_MINIMUM)


def _expect_status(stage: Stage, picture: Picture, editor: Node) -> None:
    """Expects a visible mark at the lower edge of the chosen status, which the others do not have."""
    chosen_bounds, other_bounds = (_bounds_of(editor, name, "push button", "radio button") for name in ("Confirmed", "Tentative"))

    def pixels_below(area: Rectangle) -> list[Color]:
        return [picture.at(area.x + area.width // 2, y) for y in range(area.bottom, area.bottom + 5)]

    contrast = max(contrast_ratio(one, another) for one, another in zip(pixels_below(chosen_bounds), pixels_below(other_bounds)))
    _expect_contrast(stage, "the mark of the chosen status", contrast, _MARK_MINIMUM)


def _leaves_out_padding(stage: Stage) -> bool:
    """Whether widgets are reported too far to the left and above, as newer GTK versions do: without the padding of the
    header bar, its first button is at its edge."""
    return wait_for(lambda: stage.program.root.find("push button", "Sidebar"), "the first button").extents.x <= 0


def _bounds_of(editor: Node, name: str, *roles: str) -> Rectangle:
    """The bounds of the editor's node with a name and one of the roles."""
    matches = editor.all(lambda node: node.role in roles and node.name == name)
    assert matches, f"the editor has no {' or '.join(roles)} “{name}”"
    return matches[0].extents
