"""The commands of an event's menu work, and whatever they open gets the focus."""

from __future__ import annotations

import time

from checks.calendars import lines_of, standard_day, times
from rig.compositor import wait_for
from rig.input_devices import RIGHT
from rig.tree import Node

from .creation_drag import wait_for_entry
from .editor_helpers import await_editor
from .keys import focus
from .registry import KEYS, MOUSE, scenario
from .stage import Stage


def choose_row(stage: Stage, steps: int, first_keys: tuple[str, ...] = ()) -> None:
    """Activates the row `steps` below the first in the menu that is opening, optionally after `first_keys`."""
    stage.expect_soon(
        lambda: stage.program.root.all(lambda node: node.role == "menu item" and "Delete" in node.name and node.extents.height > 0),
        "no menu opened")
    stage.await_menu()
    for key in [*first_keys, *["Down"] * steps, "Return"]:
        stage.keyboard.tap(key)
        time.sleep(0.1)


@scenario(KEYS, core=True)
def the_editor_opened_from_the_menu_has_the_focus(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Shift", "F10")
    choose_row(stage, 1)
    if not stage.expect_soon(lambda: stage.program.root.find("push button", "Done"), "no editor opened"):
        return
    await_editor(stage)
    stage.keyboard.tap("x")
    stage.keyboard.tap("Escape")
    title = lines_of(stage.wait_for_edit(), "review@handspan.example")["SUMMARY"]
    stage.expect(title == "SUMMARY:x", f"the file says {title}")


@scenario(MOUSE, core=True)
def move_with_pointer_in_the_menu_makes_the_event_follow_the_pointer(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    x, y = stage.program.bounds_at_rest("Review").center
    stage.mouse.click(x, y, RIGHT)
    choose_row(stage, 2)
    stage.expect_soon(lambda: stage.program.frames() and stage.program.frames()[-1].is_lifted, "nothing was lifted")
    for step in range(1, 6):
        stage.mouse.move(x, y + step * stage.pixels_per_hour / 5)
        time.sleep(0.05)
    time.sleep(0.3)
    stage.mouse.click(x, y + stage.pixels_per_hour)
    old_times = times(stage.contents_before_edit, "review@handspan.example")
    new_times = times(stage.wait_for_edit(), "review@handspan.example")
    moved_minutes = (new_times[0] - old_times[0]).total_seconds() / 60
    stage.expect(30 <= moved_minutes <= 90, f"the event was moved by {moved_minutes:.0f} min instead of about an hour")
    stage.expect(new_times[1] - new_times[0] == old_times[1] - old_times[0], "the duration changed")


@scenario(KEYS)
def the_shortcuts_window_fits_on_a_small_monitor(stage: Stage) -> None:
    stage.open(standard_day())
    stage.keyboard.tap("Control", "Shift", "slash")

    def window() -> Node | None:
        frames = stage.program.root.all(lambda node: node.role in ("frame", "dialog") and node.extents.height > 0)
        return next((frame for frame in frames if frame.find("label", "Move earlier or later")), None)

    shortcuts_window = wait_for(lambda: (node := window()) and "Handspan" not in node.name and node, "the shortcuts")
    box = stage.bounds_at_rest(shortcuts_window)
    stage.notes.append(f"the shortcuts window is {box.width} × {box.height} px")
    limit = round(stage.monitor.height / stage.monitor.scale)
    stage.expect(box.height <= limit, f"the shortcuts window is {box.height} px high, but the monitor is only {limit} px high")
    stage.expect(box.width <= stage.monitor.width / stage.monitor.scale, f"the shortcuts window is {box.width} px wide")


@scenario(KEYS)
def after_escape_in_a_submenu_of_the_main_menu_keys_reach_the_window(stage: Stage) -> None:
    stage.open(standard_day())
    stage.keyboard.tap("F10")
    stage.await_menu()
    for _ in range(14):
        if "Close Calendar" in stage.focused_names():
            break
        stage.step_focus("Down")
    stage.step_focus("Return")
    stage.expect_soon(
        lambda: stage.program.root.all(
            lambda node: node.role.endswith("menu item") and node.name == "Tests" and node.extents.height > 0), "the submenu is not open")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: "Main Menu" in stage.focused_names(), f"the focus is on {stage.focused_names()}")
    stage.keyboard.tap("Control", "n")
    stage.expect(wait_for_entry(stage), "Ctrl+N does not begin a new event")
    stage.keyboard.tap("Escape")


@scenario(KEYS)
def a_key_released_before_its_popover_appears_still_opens_it(stage: Stage) -> None:
    """Mutter 48 refuses the grab of a popover whose key is no longer down, which happens whenever the program is busy. Whether
    it does depends on when the program reads the press, so the program is busy at several moments after it."""
    stage.open(standard_day())
    focus(stage, "Review")

    def focused(prefix: str = "", role: str = "") -> Node | None:
        return stage.program.root.first(
            lambda node: "focused" in node.states and node.name.startswith(prefix) and node.role.endswith(role)
            and node.has_extents and node.extents.height > 0)

    def focused_menu_item() -> Node | None:
        return focused(role="menu item")

    for keys, opened, opener in (
            (("Control", "g"), lambda: focused("Monday, 8 January 2035"), "Review"),
            (("Shift", "F10"), focused_menu_item, "Review"), (("F10",), focused_menu_item, "Main Menu")):
        for delay in (0.005, 0.015, 0.03, 0.05):
            with stage.keyboard.holding(*keys[:-1]):
                stage.keyboard.hold(keys[-1])
                time.sleep(delay)
                with stage.program.suspended():
                    stage.keyboard.release(keys[-1])
                    time.sleep(0.1)
            if not stage.expect_soon(opened, f"{'+'.join(keys)} opened nothing that has the focus"):
                return
            for _ in range(3):
                # A key that is pressed before the popover has the keyboard is lost.
                stage.keyboard.tap("Escape")
                if stage.becomes_true(lambda opener=opener: focused(opener), seconds=2):
                    break
            stage.expect(focused(opener), f"after Escape the focus is on {stage.focused_names()}")
    stage.keyboard.tap("Control", "n")
    stage.expect(wait_for_entry(stage), "Ctrl+N does not begin a new event")
    stage.keyboard.tap("Escape")
