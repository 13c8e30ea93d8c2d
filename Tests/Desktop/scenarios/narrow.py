"""Large text in a narrow window: everything is within the window, no label is cut off, and pages can be turned."""

from __future__ import annotations

import time

from gi.repository import GLib

from checks.calendars import standard_day
from rig.compositor import wait_for
from rig.labels import is_truncated
from rig.tree import Node

from .editor_helpers import field, leave_editor, open_editor, visible_field
from .keys import focus
from .registry import KEYS, scenario
from .stage import Stage

#: An alarm added by another program.
_ALARM = ("BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT15M", "END:VALARM")
#: The roles of the nodes that must be within the window.
_ROLES = frozenset({"label", "push button", "check box", "text", "combo box", "spin button", "menu item", "radio button"})


def expect_nothing_cut_off(stage: Stage, root: Node, part_name: str, has_popover: bool = False, width: int = 360) -> None:
    """Expects the window to be no wider than `width`, every label and control to be within it, and every label to show all
    of its text. A popover may extend beyond the window, so with `has_popover`, any position is allowed and only widths are
    checked."""
    window = next(node for node in [root, *_ancestors(root)] if node.role in ("frame", "window", "dialog")).extents
    stage.expect(window.width <= width, f"{part_name}: the window is {window.width} px wide instead of at most {width} px")
    visible_nodes = root.all(lambda node: node.role in _ROLES and 0 not in (node.extents.width, node.extents.height))
    stage.expect(visible_nodes, f"{part_name}: no labels or controls were found")
    for node in visible_nodes:
        try:
            box, is_cut_off = node.extents, node.role == "label" and is_truncated(node)
        except GLib.Error:  # the node has just disappeared, as the nodes of a toast do
            continue
        # Newer versions of GTK round positions outward.
        is_inside = window.x - 1 <= box.x and box.right <= window.x + width + 1
        stage.expect(
            is_inside or (has_popover and box.width <= width),
            f"{part_name}: the {node.role} “{node.name}” is outside the window: {box}")
        stage.expect(not is_cut_off, f"{part_name}: the label “{node.name}” is cut off: {box}")


def _ancestors(node: Node) -> list[Node]:
    parent = node.parent
    return [parent, *_ancestors(parent)] if parent else []


def _window(stage: Stage, title: str = "") -> Node:
    """The first window whose title contains `title`."""
    return next(node for node in stage.program.root.children if node.role in ("frame", "window") and title in node.name)


@scenario(KEYS)
def large_text_in_a_narrow_window_is_not_cut_off(stage: Stage) -> None:
    _expect_nothing_cut_off_anywhere(stage)


@scenario(KEYS)
def large_text_in_a_narrow_window_is_not_cut_off_in_a_right_to_left_layout(stage: Stage) -> None:
    _expect_nothing_cut_off_anywhere(stage, direction="rtl")


@scenario(KEYS)
def nothing_is_cut_off_in_a_window_of_320_px(stage: Stage) -> None:
    """The width of WCAG 2.2, 1.4.10."""
    _expect_nothing_cut_off_anywhere(stage, text_scale=1, width=320)


def _expect_nothing_cut_off_anywhere(stage: Stage, *, text_scale: float = 2, direction: str = "ltr", width: int = 360) -> None:
    calendar = standard_day().add("Choir", "16:00", "17:00", "RRULE:FREQ=MONTHLY;BYDAY=2MO", *_ALARM)
    stage.open_narrow(calendar, text_scale=text_scale, view="week", direction=direction, width=width)
    expect_nothing_cut_off(stage, _window(stage), "the window", width=width)
    focus(stage, "Review")
    stage.keyboard.tap("Return")
    button = wait_for(lambda: stage.program.root.find("push button", "Move With Pointer"), "the details")
    stage.bounds_at_rest(button)
    expect_nothing_cut_off(stage, _window(stage), "the details", has_popover=True, width=width)
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _find_visible_button(stage, "Move With Pointer"), "Escape does not close the details")
    opened_editor = open_editor(stage)
    expect_nothing_cut_off(stage, opened_editor, "the editor", width=width)
    leave_editor(stage)
    opened_editor = open_editor(stage, "Choir")
    for page in ("Repeat", "Reminders"):
        field(stage, "push button", page).act("click")
        visible_field(stage, "push button", "Back")
        time.sleep(0.4)
        expect_nothing_cut_off(stage, opened_editor, f"the page “{page}”", width=width)
        stage.keyboard.tap("Escape")
        visible_field(stage, "push button", "Done")
    leave_editor(stage)
    stage.keyboard.tap("Control", "comma")
    wait_for(lambda: stage.program.root.find("frame", "Preferences"), "the preferences")
    time.sleep(0.3)
    expect_nothing_cut_off(stage, _window(stage, "Preferences"), "the preferences", width=width)
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: stage.program.root.find("frame", "Preferences") is None, "Escape does not close the preferences")
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    undo = wait_for(lambda: stage.program.root.find("push button", "Undo"), "the toast")
    stage.bounds_at_rest(undo)
    # The toast is checked by itself first, because it disappears after a few seconds.
    toast = undo.parent
    if stage.expect(toast, "the button is not in a toast"):
        expect_nothing_cut_off(stage, toast, "the toast", width=width)
        stage.precondition(stage.becomes_true(lambda: undo.extents.height > 0, seconds=0), "the toast disappeared too soon")
    expect_nothing_cut_off(stage, _window(stage), "the toast", width=width)


@scenario(KEYS)
def the_empty_state_fits_into_a_narrow_window(stage: Stage) -> None:
    _expect_empty_state_fits(stage, text_scale=1)


@scenario(KEYS)
def the_empty_state_with_large_text_fits_into_a_narrow_window(stage: Stage) -> None:
    _expect_empty_state_fits(stage, text_scale=2)


def _expect_empty_state_fits(stage: Stage, text_scale: float) -> None:
    stage.open_narrow_for_the_first_time(text_scale=text_scale)
    stage.bounds_at_rest(wait_for(lambda: stage.program.root.find("push button", "New Event"), "the button for a new event"))
    expect_nothing_cut_off(stage, _window(stage), "the window")


@scenario(KEYS)
def the_focused_calendar_is_in_sight_when_the_sidebar_opens(stage: Stage) -> None:
    """The button for adding calendars is at the lower edge of the sidebar, below what scrolls."""
    stage.open_narrow(standard_day(), text_scale=2)
    stage.keyboard.tap("F9")
    button = stage.bounds_at_rest(wait_for(lambda: _find_visible_button(stage, "Add Calendar"), "the sidebar"))
    check_box = wait_for(lambda: stage.program.root.find("check box", "Tests"), "the calendar")
    stage.expect_soon(lambda: "focused" in check_box.states, "the calendar does not have the focus")
    stage.expect_soon(
        lambda: 0 < check_box.extents.y and check_box.extents.bottom <= button.y,
        f"the calendar at {check_box.extents} is not above the button at {button}")


@scenario(KEYS)
def a_banner_with_large_text_does_not_widen_a_narrow_window(stage: Stage) -> None:
    """The banner about a truncated file has three buttons, which are side by side in a wide window."""
    stage.open_narrow(standard_day(), text_scale=2)
    stage.path.write_bytes(stage.contents_before_edit[:stage.contents_before_edit.index(b"SUMMARY:Night")])
    banner = wait_for(lambda: _find_visible_button(stage, "Save a Copy…"), "the banner", seconds=60)
    stage.bounds_at_rest(banner)
    time.sleep(0.3)
    expect_nothing_cut_off(stage, _window(stage), "the banner")


@scenario(KEYS)
def menus_with_large_text_are_no_wider_than_a_narrow_window(stage: Stage) -> None:
    stage.open_narrow(standard_day(), text_scale=2)
    for keys, row in ((("F10",), "Preferences"), (("Shift", "F10"), "Delete")):
        focus(stage, "Review")
        stage.keyboard.tap(*keys)
        menu_row = wait_for(lambda row=row: stage.program.root.find("menu item", row), "the menu")
        wait_for(lambda menu_row=menu_row: menu_row.extents.height > 0, "the menu on the screen")
        stage.bounds_at_rest(menu_row)
        for item in stage.program.root.all(lambda node: node.role == "menu item" and node.extents.width > 0):
            stage.expect(item.extents.width <= 360, f"“{item.name}” is {item.extents.width} px wide")
        stage.keyboard.tap("Escape")
        stage.expect_soon(
            lambda: not stage.program.root.all(lambda node: node.role == "menu item" and node.extents.width > 0),
            "Escape does not close the menu")


@scenario(KEYS)
def buttons_turn_pages_in_a_narrow_window_with_large_text(stage: Stage) -> None:
    stage.open_narrow(standard_day(), text_scale=2)
    for name, day in (("Next Day", "9 Jan 2035"), ("Previous Day", "8 Jan 2035")):
        button = wait_for(lambda name=name: _find_visible_button(stage, name), f"the button “{name}”")
        stage.expect_soon(lambda button=button: button.extents.bottom <= stage.window().bottom, f"“{name}” is below the window's lower edge")
        stage.expect("focusable" in button.states, f"“{name}” cannot be reached by Tab")
        button.act("click")
        stage.expect_soon(lambda day=day: stage.program.root.find("push button", day), f"“{name}” does not lead to {day}")


def _find_visible_button(stage: Stage, name: str) -> Node | None:
    buttons = stage.program.root.all(lambda node: node.role == "push button" and node.name == name)
    return next((button for button in buttons if button.extents.height > 0), None)
