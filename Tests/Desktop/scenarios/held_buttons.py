"""While a button or finger is down, no menu or popover opens; afterward, everything works as usual."""

from __future__ import annotations

import time
from typing import Callable

from checks import invariants
from checks.calendars import standard_day
from rig.input_devices import LEFT, RIGHT, tap
from rig.tree import Node

from .drag import Drag
from .creation_drag import CreationDrag, title_entry, wait_for_entry
from .registry import MOUSE, TOUCH, scenario
from .stage import Stage

#: Seconds to wait for something that must not open.
_PATIENCE_S = 0.6
#: Keys that open menus and popovers.
_KEYS = (("Menu",), ("Shift", "F10"), ("F10",), ("Control", "g"))


def _open_popovers(stage: Stage) -> list[str]:
    """The open menus, popovers and details, by role and name. Those that are closed have no size."""
    def is_open(node: Node) -> bool:
        is_menu = "menu" in node.role or node.name.startswith("GtkPopover")
        return (is_menu or (node.role == "push button" and node.name == "Move With Pointer")) and node.extents.width > 0
    return [f"{node.role} “{node.name}”" for node in stage.program.root.all(is_open)]


def _expect_nothing_opens(stage: Stage, cause: str) -> None:
    time.sleep(_PATIENCE_S)
    popovers = _open_popovers(stage)
    stage.expect(not popovers, f"{cause} opened {', '.join(popovers[:3])}")


def _expect_clicks_work(stage: Stage, title: str = "Lunch") -> None:
    """Expects a left click to open the details of an event, Escape to close them, and a right click to open its menu."""
    position = stage.scroll_to(title, y=400).center
    stage.mouse.click(*position)
    stage.expect_soon(
        lambda: stage.program.root.find("push button", "Move With Pointer"), "afterward, a left click opens no details")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "the details do not close")
    stage.mouse.click(*position, RIGHT)
    stage.expect_soon(lambda: stage.program.root.find("menu item", "Delete"), "afterward, a right click opens no menu")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "the menu does not close")


def _right_click(stage: Stage) -> None:
    stage.mouse.press(RIGHT)
    time.sleep(0.05)
    stage.mouse.release(RIGHT)


def _press_each_key(stage: Stage) -> None:
    for keys in _KEYS:
        stage.keyboard.tap(*keys)
        time.sleep(0.15)


def _drag_during(
    stage: Stage, request_menu: Callable[[Stage], None], phase: str, cause: str, ignoring: tuple[invariants.Rule, ...] = ()
) -> None:
    """Drags an event, requests a menu during the drag, and expects the drag to continue and end like any other."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    x, y = stage.program.bounds_at_rest("Lunch").center
    if stage.is_touch:
        stage.mouse.move(x, y)
        time.sleep(0.05)
    drag = Drag(stage, "Review", phase).lift()
    drag.to(drag.y + 40)
    if stage.is_touch:
        # Newer Mutter versions move the pointer out of the window while a finger touches the screen, until the mouse moves again.
        stage.mouse.move(x + 1, y)
        time.sleep(0.05)
    request_menu(stage)
    _expect_nothing_opens(stage, cause)
    drag.to(drag.y + 45)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(0.5), ignoring)
    _expect_clicks_work(stage)


@scenario(MOUSE, TOUCH, core=True)
def a_right_click_during_a_move_is_ignored(stage: Stage) -> None:
    _drag_during(stage, _right_click, "move", "a right click during a move")


@scenario(MOUSE)
def a_right_click_during_a_resize_is_ignored(stage: Stage) -> None:
    _drag_during(stage, _right_click, "stretch-end", "a right click during a resize")


@scenario(MOUSE, TOUCH)
def menu_keys_are_ignored_during_a_drag(stage: Stage) -> None:
    # The Shift of Shift+F10 makes the steps finer.
    _drag_during(stage, _press_each_key, "move", "keys during a move", (invariants.on_the_grid,))


@scenario(MOUSE)
def a_right_click_while_an_event_is_created_by_a_drag_is_ignored(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review").begin(1.25)
    _right_click(stage)
    _expect_nothing_opens(stage, "a right click while an event is created by a drag")
    drag.to(drag.position(1.75)[1])
    drag.drop().expect_draft(at_least=5)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    drag.expect_kept("tea")
    _expect_clicks_work(stage, "Review")


@scenario(MOUSE)
def a_right_click_at_the_edge_does_not_stop_the_timeline(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Early", y=330)
    drag = Drag(stage, "Early").lift()
    drag.to(drag.bottom - 10)
    drag.hold(0.3)
    _right_click(stage)
    scroll_y = stage.program.frames()[-1].scroll_y
    drag.hold_until(lambda: stage.program.frames()[-1].scroll_y > scroll_y + 40)
    _expect_nothing_opens(stage, "a right click at the edge")
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(0.8))
    _expect_clicks_work(stage, "Visit")


@scenario(MOUSE)
def a_right_click_during_a_press_opens_nothing(stage: Stage) -> None:
    """The press still becomes a click, and the next click works too. The same applies to a press on empty time."""
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=300)
    stage.mouse.down(*box.center)
    _right_click(stage)
    _press_each_key(stage)
    time.sleep(0.1)
    popovers = _open_popovers(stage)
    stage.expect(not popovers, f"while the left button is held, these are open: {', '.join(popovers[:3])}")
    stage.mouse.up()
    stage.becomes_true(lambda: _open_popovers(stage), seconds=5)
    time.sleep(0.2)
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "a menu or popover does not close")
    stage.mouse.down(box.center[0], box.bottom + 12)
    _right_click(stage)
    _expect_nothing_opens(stage, "a right click during a press on empty time")
    stage.mouse.up()
    if stage.becomes_true(lambda: title_entry(stage), seconds=1):
        stage.keyboard.tap("Escape")
    _expect_clicks_work(stage)
    stage.expect_untouched("nothing was moved")


@scenario(MOUSE)
def a_click_waits_until_the_right_button_is_released(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=300)
    stage.mouse.down(*box.center)
    stage.mouse.press(RIGHT)
    time.sleep(0.05)
    stage.mouse.release(LEFT)
    _expect_nothing_opens(stage, "a click while the right button is held")
    stage.mouse.release(RIGHT)
    stage.expect_soon(
        lambda: stage.program.root.find("push button", "Move With Pointer"), "the details do not open after the release")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "the details do not close")
    _expect_clicks_work(stage)


@scenario(MOUSE)
def the_mouse_works_after_a_menu_opened_under_a_held_button(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=300)
    stage.mouse.move(*box.center)
    time.sleep(0.05)
    stage.mouse.press(RIGHT)
    stage.expect_soon(lambda: stage.program.root.find("menu item", "Delete"), "a right press opens no menu")
    stage.mouse.press(LEFT)
    time.sleep(0.05)
    stage.mouse.release(LEFT)
    stage.mouse.release(RIGHT)
    time.sleep(0.2)
    stage.keyboard.tap("Escape")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "the menu does not close")
    _expect_clicks_work(stage)
    stage.expect_untouched("nothing was chosen")


@scenario(TOUCH)
def a_second_finger_opens_no_menu(stage: Stage) -> None:
    """Taps and long presses on the main menu's button during a drag."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    menu = stage.program.root.find("push button", "Main Menu")
    assert menu is not None
    drag = Drag(stage, "Review").lift()
    drag.to(drag.y + 40)
    for seconds, name in ((0.04, "tap"), (0.8, "long press")):
        tap(stage.second_finger, menu.extents.center, seconds)
        _expect_nothing_opens(stage, f"a {name} of a second finger on the menu's button")
    drag.to(drag.y + 45)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(0.5))
    _expect_clicks_work(stage)


@scenario(MOUSE, TOUCH)
def accessible_actions_wait_until_all_buttons_are_released(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=300)
    menu = stage.program.root.find("push button", "Main Menu")
    lunch = stage.program.block("Lunch")
    assert menu is not None
    stage.device.down(box.x + 120, box.bottom + 14)
    time.sleep(0.05)
    lunch.act("event.show-details")
    # The action may belong to the button that GTK creates inside the menu button.
    opener = menu if menu.actions else menu.all(lambda node: bool(node.actions))[0]
    opener.act(opener.actions[0])
    _expect_nothing_opens(stage, "an accessible action during a press")
    stage.device.up()
    # What was requested during the press may open now.
    stage.becomes_true(lambda: _open_popovers(stage), seconds=2)
    time.sleep(0.4)
    for _ in range(3):
        stage.keyboard.tap("Escape")
        time.sleep(0.1)
    if not stage.becomes_true(lambda: not _open_popovers(stage), seconds=3):
        stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not _open_popovers(stage), "a menu or popover does not close")
    _expect_clicks_work(stage)


@scenario(MOUSE)
def a_text_field_opens_no_menu_while_a_button_is_held(stage: Stage) -> None:
    stage.open(standard_day())
    stage.keyboard.tap("Control", "n")
    entry = wait_for_entry(stage)
    if not stage.expect(entry, "there is no title field"):
        return
    assert entry is not None
    stage.keyboard.type("tea")
    x, y = entry.extents.center
    stage.mouse.down(entry.extents.x + 12, y)
    stage.mouse.move(x, y)
    _right_click(stage)
    stage.keyboard.tap("Menu")
    stage.keyboard.tap("Shift", "F10")
    _expect_nothing_opens(stage, "a menu request in a text field during a press")
    stage.mouse.up()
    stage.keyboard.tap("Escape")
    stage.becomes_true(lambda: title_entry(stage) is None)
    _expect_clicks_work(stage)
