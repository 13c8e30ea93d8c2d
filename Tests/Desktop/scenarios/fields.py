"""The fields of the editor: the values entered are saved in the file."""

from __future__ import annotations

import time

from checks.calendars import lines_of, standard_day, times
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Node

from .editor_helpers import (
    REVIEW, choose_radio_button, editor, expect_changed, expect_editor_closed, expect_one_undo, field, leave_editor,
    move_focus_to, open_editor, type_at_once, visible_field)
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage


@scenario(KEYS, quick=True)
def typed_times_are_saved(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1430")
    stage.keyboard.tap("Tab")
    moved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect([f"{time:%H:%M}" for time in moved_times] == ["14:30", "15:30"], f"the end did not move with the start: {moved_times}")
    move_focus_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1615")
    stage.keyboard.tap("Return")
    stage.expect_soon(
        lambda: field(stage, "text", "Duration").text == "1 h 45 min", "the duration is not updated for the new end")
    leave_editor(stage)
    saved_times = times(expect_changed(stage, {"DTSTART", "DTEND"}, allows_time_edit=True), REVIEW)
    stage.expect([f"{time:%H:%M}" for time in saved_times] == ["14:30", "16:15"], f"the file has {saved_times}")
    expect_one_undo(stage)


@scenario(KEYS)
def an_invalid_time_is_reported_and_changes_nothing(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    entry = field(stage, "text", "Start time")
    move_focus_to(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1470")
    stage.keyboard.tap("Tab")

    def is_error_shown() -> bool:
        message = editor(stage).find("label", "Minutes range from 0 to 59.")
        return message is not None and message.extents.height > 0

    stage.expect_soon(is_error_shown, "the error message is not shown")
    stage.expect(entry.text == "1470", "the typed text is gone")
    leave_editor(stage)
    stage.expect_untouched("the input was invalid")


@scenario(KEYS)
def an_end_before_the_start_is_explained_and_moves_nothing(stage: Stage) -> None:
    """Once the end has been corrected, the rows below are where they were."""
    stage.open(standard_day())
    open_editor(stage)
    entry = field(stage, "text", "End time")

    def distance() -> float:
        """The distance from the start to the duration, between which the end is."""
        return field(stage, "text", "Duration").extents.y - field(stage, "text", "Start time").extents.y

    original_distance = distance()
    move_focus_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "0800")
    stage.keyboard.tap("Tab")

    def is_error_shown() -> bool:
        message = editor(stage).find("label", "The end is before the start.")
        return message is not None and message.extents.height > 0

    stage.expect_soon(is_error_shown, "the error message is not shown")
    stage.expect(entry.text == "0800", "the typed text is gone")
    stage.expect(field(stage, "text", "Start time").text == "10:00", "the start has moved")
    stage.expect_untouched("the end was refused", seconds=0.5)
    move_focus_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1130")
    stage.keyboard.tap("Tab")
    saved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect([f"{time:%H:%M}" for time in saved_times] == ["10:00", "11:30"], f"the file has {saved_times}")
    stage.expect_soon(lambda: distance() == original_distance, "the row of the end is still higher")
    leave_editor(stage)
    expect_one_undo(stage)


def _switch(stage: Stage, name: str) -> None:
    """Toggles a switch; GTK's switches change at the end of their animation."""
    switch = field(stage, "check box", name)
    was_on = "checked" in switch.states
    switch.act("toggle")
    wait_for(lambda: ("checked" in switch.states) != was_on, f"“{name}” to change")


@scenario(KEYS)
def every_field_can_be_changed_by_assistive_technology(stage: Stage) -> None:
    stage.open(standard_day())
    stage.program.block("Review").act("event.edit")
    editor(stage)
    for name, text in (("Title", "Big review"), ("Location", "Room 5"), ("Link", "https://example.org/agenda")):
        field(stage, "text", name).write(text)

    def link_button() -> Node | None:
        return editor(stage).find("push button", "Open https://example.org/agenda")

    stage.expect_soon(lambda: (button := link_button()) and button.extents.width > 0, "there is no button for the link")
    _switch(stage, "All Day")
    choose_radio_button(stage, "Tentative")
    _switch(stage, "Show as Busy")
    field(stage, "push button", "Done").act("click")
    expect_editor_closed(stage)
    contents = expect_changed(
        stage, {"SUMMARY", "LOCATION", "URL", "DTSTART", "DTEND", "STATUS", "TRANSP"}, allows_time_edit=True)
    lines = lines_of(contents, REVIEW)
    expected_lines = {
        "SUMMARY": "SUMMARY:Big review", "LOCATION": "LOCATION:Room 5", "URL": "URL:https://example.org/agenda",
        "DTSTART": "DTSTART;VALUE=DATE:20350108", "DTEND": "DTEND;VALUE=DATE:20350109", "STATUS": "STATUS:TENTATIVE",
        "TRANSP": "TRANSP:TRANSPARENT"}
    for name, line in expected_lines.items():
        stage.expect(lines.get(name) == line, f"the file says {lines.get(name)}, not {line}")
    expect_one_undo(stage)


@scenario(KEYS)
def an_icon_and_a_color_are_chosen_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Space")
    wait_for(lambda: "Find an icon" in stage.focused_names(), "the focus in the search for an icon")
    stage.keyboard.type("meal")
    time.sleep(0.4)
    stage.keyboard.tap("Return")
    wait_for(lambda: lines_of(stage.path.read_bytes(), REVIEW)["SUMMARY"].endswith(" Review"), "the icon")
    move_focus_to(stage, "Calendar color")
    stage.keyboard.tap("Right", times=2)
    wait_for(lambda: "COLOR" in lines_of(stage.path.read_bytes(), REVIEW), "the color in the file")
    leave_editor(stage)
    lines = lines_of(expect_changed(stage, {"SUMMARY", "COLOR"}), REVIEW)
    stage.expect(lines["COLOR"] == "COLOR:tomato", f"the file says {lines['COLOR']}")
    stage.expect(lines["SUMMARY"] == "SUMMARY:🍽️ Review", f"the file says {lines['SUMMARY']}")
    expect_one_undo(stage)


@scenario(KEYS)
def the_mnemonic_of_the_status_focuses_the_selected_status(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.tap("Alt", "u")

    def focused_names() -> list[str]:
        return editor(stage).names(lambda node: "focused" in node.states)

    stage.expect(stage.becomes_true(lambda: focused_names() == ["Confirmed"]), f"Alt+U focuses {focused_names()}")
    stage.keyboard.tap("Right")
    stage.keyboard.tap("Space")
    leave_editor(stage)
    lines = lines_of(expect_changed(stage, {"STATUS"}), REVIEW)
    stage.expect(lines["STATUS"] == "STATUS:TENTATIVE", f"the file says {lines['STATUS']}")


@scenario(MOUSE, TOUCH)
def the_details_open_the_editor_where_a_day_can_be_chosen(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=300)
    tap(stage.device, (box.x + 40, box.center[1]))
    button = wait_for(
        lambda: next((node for node in stage.program.root.all(lambda node: node.name == "Edit…")
                      if node.extents.width > 0), None), "the button in the details")
    time.sleep(0.3)
    button.act("click")
    editor(stage)
    tap(stage.device, visible_field(stage, "push button", "Starts").extents.center)
    day = wait_for(
        lambda: next((node for node in editor(stage).all(lambda node: node.name.startswith("Wednesday, 10 January 2035"))
                      if node.role == "list item" and node.extents.height > 0), None), "the days of the month")
    time.sleep(0.3)
    tap(stage.device, stage.bounds_at_rest(day).center)
    saved_times = times(stage.wait_for_edit(), REVIEW)
    stage.expect([f"{time:%d %H:%M}" for time in saved_times] == ["10 10:00", "10 11:00"], f"the file has {saved_times}")
    leave_editor(stage)
    expect_one_undo(stage)


@scenario(KEYS)
def a_switch_is_saved_even_if_the_editor_is_closed_at_once(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Show as Busy")
    stage.keyboard.tap("Space")
    leave_editor(stage)
    lines = lines_of(expect_changed(stage, {"TRANSP"}), REVIEW)
    stage.expect(lines.get("TRANSP") == "TRANSP:TRANSPARENT", f"the file says {lines.get('TRANSP')}")
    expect_one_undo(stage)
