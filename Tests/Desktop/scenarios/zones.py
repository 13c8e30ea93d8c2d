"""The list of time zones, a page of the editor: searching by typing, and closing one level at a time."""

from __future__ import annotations

import time

from checks.calendars import lines_of, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Node

from .editor_helpers import (
    REVIEW, editor, expect_one_undo, field, leave_editor, move_focus_to, open_editor, visible_field)
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

_LIST = "Time zones"


def _zones(stage: Stage) -> list[Node]:
    """The visible zones of the list."""
    zone_list = editor(stage).find("list", _LIST)
    return [node for node in zone_list.children if node.role == "list item" and node.extents.height > 0] if zone_list else []


def _expect_new_zone(stage: Stage, contents: bytes) -> None:
    """Expects “Review” to be at the same times of day in Kolkata, and the file to define that zone."""
    lines = lines_of(contents, REVIEW)
    stage.expect(lines["DTSTART"] == "DTSTART;TZID=Asia/Kolkata:20350108T100000", f"the file says {lines['DTSTART']}")
    stage.expect(lines["DTEND"] == "DTEND;TZID=Asia/Kolkata:20350108T110000", f"the file says {lines['DTEND']}")
    stage.expect(b"TZID:Asia/Kolkata" in contents, "the zone has no definition in the file")


@scenario(KEYS)
def a_new_zone_keeps_the_times_of_day(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Choose Duration")
    stage.keyboard.tap("Tab")
    for closes_with_escape in (True, False):
        stage.step_focus("Space")
        for letter in ("a", "s", "i", "a", "slash", "k", "o", "l"):
            stage.keyboard.tap(letter)
        def zone_names() -> list[str]:
            return [node.name for node in _zones(stage)]

        def focused_names() -> list[str]:
            return editor(stage).names(lambda node: "focused" in node.states)

        stage.expect(stage.becomes_true(lambda: zone_names() == ["Asia/Kolkata"]), f"“asia/kol” finds {zone_names()}")
        if closes_with_escape:
            stage.keyboard.tap("Escape")
            stage.expect(
                stage.becomes_true(lambda: focused_names() == ["Time Zone"]), f"after Escape in the list, the focus is on {focused_names()}")
            stage.expect_untouched("the list of zones was only closed", seconds=0.3)
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Return")
    contents = stage.wait_for_edit()
    leave_editor(stage)
    _expect_new_zone(stage, contents)
    expect_one_undo(stage)


@scenario(MOUSE, TOUCH)
def a_zone_is_chosen_from_a_list_within_the_editor(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    for role, name in (("push button", "Back"), ("list item", "Asia/Kolkata")):
        tap(stage.device, visible_field(stage, "push button", "Time Zone").extents.center)
        stage.bounds_at_rest(wait_for(lambda: _zones(stage), "the list of zones")[0])
        zones = _zones(stage)
        stage.expect([node.name for node in zones[:2]] == ["Local time (no time zone)", "Europe/Berlin"],
                     f"the list begins with {[node.name for node in zones[:2]]}")
        too_short = [node.name for node in zones if node.extents.height < 44]
        stage.expect(not too_short, f"not tall enough for a finger: {too_short[:3]}")
        stage.keyboard.type("kolk")
        time.sleep(0.3)
        tap(stage.device, visible_field(stage, role, name).extents.center)
        time.sleep(0.4)
        wait_for(lambda: editor(stage).find("list", _LIST) is None, "the list to close")
        if name == "Back":
            stage.expect_untouched("nothing was chosen")
    contents = stage.wait_for_edit()
    stage.expect(field(stage, "push button", "Time Zone").description == "Asia/Kolkata", "the editor does not show the zone")
    leave_editor(stage)
    _expect_new_zone(stage, contents)
    expect_one_undo(stage)
