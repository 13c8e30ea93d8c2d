"""The editor: changes are kept when it is closed, and one undo reverts all of them."""

from __future__ import annotations

import time

from checks.calendars import Calendar, lines_of, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap

from .editor_helpers import (
    REVIEW, TYPING_PAUSE_S, await_editor, editor, expect_changed, expect_editor_closed, expect_one_undo, field,
    leave_editor, move_focus_to, open_editor)
from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage


@scenario(KEYS)
def visiting_every_field_changes_nothing(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Review", "09:07", "09:52").add("Night", "22:00", "23:00"))
    opened_editor = open_editor(stage)
    visited_names = set()

    def focused_names() -> set[str]:
        return set(opened_editor.names(lambda node: "focused" in node.states))

    for _ in range(36):
        # The focus may move while the tree is being read.
        stage.becomes_true(focused_names, seconds=1)
        names = focused_names()
        stage.expect(names, "Tab has left the editor")
        for name in names - visited_names:
            if name.startswith("Choose "):
                stage.keyboard.tap("Space")
                time.sleep(0.5)
        visited_names |= names
        stage.keyboard.tap("Tab")
        stage.becomes_true(lambda previous=names: focused_names() not in (previous, set()), seconds=1)
    expected = {"Title", "All Day", "Starts", "Start time", "Start, hour", "Start, minute", "Ends", "End time", "End, minute",
                "Duration", "Location", "Link", "Notes", "Tentative", "Show as Busy", "Delete Event", "Done"}
    stage.expect(expected <= visited_names, f"Tab does not reach {', '.join(sorted(expected - visited_names))}")
    time.sleep(TYPING_PAUSE_S)
    leave_editor(stage)
    stage.expect_untouched("no field was changed")
    stage.expect(stage.program.block("Review").name.startswith("Review, Monday, 8 January 2035, 09:07 to 09:52"),
                 f"the event is now “{stage.program.block('Review').name}”")


@scenario(KEYS)
def a_title_is_saved_after_a_pause_and_later_letters_by_escape(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    for letters, why in (("te", "the title is still being typed"), ("a", "typing has continued")):
        began = time.monotonic()
        stage.keyboard.type(letters)
        time.sleep(0.6)
        contents = stage.path.read_bytes()
        took = time.monotonic() - began
        stage.precondition(took < TYPING_PAUSE_S - 0.1, f"the file was read {took:.2f} s after the first letter was typed")
        stage.expect(contents == stage.contents_before_edit, f"the file was written although {why}")
    contents = stage.wait_for_edit()
    stage.expect(lines_of(contents, REVIEW)["SUMMARY"] == "SUMMARY:tea", "the typed text was not saved after the pause")
    stage.keyboard.type("m")
    leave_editor(stage)
    wait_for(lambda: b"SUMMARY:team" in stage.path.read_bytes(), "Escape to keep the last letter")
    expect_changed(stage, {"SUMMARY"})

    def focused_names() -> list[str]:
        return [name.split(",")[0] for name in stage.focused_names()]

    stage.expect(stage.becomes_true(lambda: focused_names() == ["team"]), f"the focus is on {focused_names()}, not on the event")
    expect_one_undo(stage)
    stage.keyboard.tap("Control", "Shift", "z")
    wait_for(lambda: b"SUMMARY:team" in stage.path.read_bytes(), "redo to change the title again")


@scenario(KEYS)
def undo_outside_a_text_field_reverts_the_edits_and_updates_the_fields(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    field(stage, "text", "Location").write("Room 5")
    field(stage, "check box", "All Day").act("toggle")
    wait_for(lambda: b"LOCATION:Room 5" in stage.path.read_bytes(), "the location in the file")
    # GTK's switches change at the end of their animation.
    wait_for(lambda: "DTSTART;VALUE=DATE" in lines_of(stage.path.read_bytes(), REVIEW)["DTSTART"], "the dates in the file")
    move_focus_to(stage, "Show as Busy")
    expect_one_undo(stage)
    wait_for(lambda: field(stage, "text", "Location").text == "", "the location field to be updated")
    stage.expect_soon(lambda: "checked" not in field(stage, "check box", "All Day").states, "the switch is not updated")
    leave_editor(stage)
    stage.expect_untouched("everything was undone")


@scenario(KEYS)
def a_new_event_closes_the_editor_and_keeps_its_changes(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Control", "n")
    expect_editor_closed(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "the typed text in the file")
    stage.keyboard.tap("Escape")
    expect_changed(stage, {"SUMMARY"})


@scenario(KEYS)
def closing_the_window_keeps_the_text_just_typed(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Control", "w")
    stage.expect_program_end()
    stage.expect(b"SUMMARY:tea" in stage.path.read_bytes(), "the typed text is lost")


@scenario(KEYS)
def undo_in_a_text_field_reverts_typing(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    stage.contents_before_edit = stage.wait_for_edit()
    open_editor(stage)
    began = time.monotonic()
    stage.keyboard.type("tea")
    # For GTK, deleting the selection and typing are two steps.
    stage.keyboard.tap("Control", "z", times=2)
    took = time.monotonic() - began
    stage.precondition(took < TYPING_PAUSE_S - 0.1, f"typing and undo took {took:.2f} s, so the text may have been saved")
    stage.expect_soon(lambda: field(stage, "text", "Title").text == "Review", "undo did not revert the typing")
    leave_editor(stage)
    stage.expect_untouched("only the text field's own undo was used")


@scenario(KEYS)
def a_change_on_disk_updates_untouched_fields_and_conflicts_with_edited_ones(stage: Stage) -> None:
    stage.open(standard_day())
    for answer, title in (("Keep Your Version", "tea"), ("Use Other Version", "Council")):
        stage.path.write_bytes(stage.contents_before_edit)
        wait_for(lambda: stage.program.blocks("Review"), "the original event")
        open_editor(stage)
        began = time.monotonic()
        stage.keyboard.type("tea")
        other_version = stage.contents_before_edit.replace(b"SUMMARY:Review\r\n", b"SUMMARY:Council\r\nLOCATION:Town hall\r\n")
        stage.path.write_bytes(other_version)
        took = time.monotonic() - began
        stage.precondition(took < TYPING_PAUSE_S / 2, f"the file was written {took:.2f} s after the first letter was typed")
        wait_for(lambda: editor(stage).find("push button", answer), "the question")
        stage.expect_soon(
            lambda: editor(stage).find("label", "Another program changed the title to “Council”."), "the conflict is not described")
        stage.expect_soon(
            lambda: field(stage, "text", "Location").text == "Town hall", "the location field is not updated from the file")
        time.sleep(TYPING_PAUSE_S + 0.3)
        stage.expect(stage.path.read_bytes() == other_version, "the file was written before the question was answered")
        field(stage, "push button", answer).act("click")
        time.sleep(0.3)
        leave_editor(stage)
        wait_for(lambda: f"SUMMARY:{title}\r\n".encode() in stage.path.read_bytes(), f"the title after {answer}")
        stage.expect(b"LOCATION:Town hall" in stage.path.read_bytes(), "the other program's location is lost")


@scenario(KEYS)
def an_event_deleted_elsewhere_closes_its_editor(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    calendar_without_event = Calendar().add("Dawn", "01:00", "02:00").add("Night", "22:00", "23:00")
    stage.path.write_bytes(calendar_without_event.file_contents())
    expect_editor_closed(stage)
    wait_for(lambda: stage.program.root.find("label", "This event is no longer in the calendar"), "the message")


@scenario(KEYS, quick=True)
def one_undo_restores_an_event_deleted_in_the_editor(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    field(stage, "push button", "Delete Event").act("click")
    expect_editor_closed(stage)
    contents = stage.wait_for_edit()
    stage.expect(b"UID:review@" not in contents, "the event is still in the file")
    expect_one_undo(stage)


@scenario(MOUSE, TOUCH)
def a_double_click_edits_and_a_click_beside_the_editor_keeps_changes(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=400)
    if not stage.double_tap((box.x + 40, box.center[1])):
        return
    await_editor(stage)
    stage.keyboard.type("tea")
    tap(stage.device, (box.x + 40, box.center[1]))
    expect_editor_closed(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "the typed text in the file")
    expect_changed(stage, {"SUMMARY"})


@scenario(KEYS)
def editing_an_event_outside_the_view_scrolls_it_beside_its_editor(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    focus(stage, "Review")
    viewport = stage.program.viewport()
    stage.mouse.move(*viewport.center)
    for _ in range(30):
        if stage.program.block("Review").extents.bottom < viewport.y:
            break
        stage.mouse.wheel(1)
        time.sleep(0.1)
    stage.precondition(stage.program.bounds_at_rest("Review").bottom < viewport.y, "the event is still visible")
    stage.keyboard.tap("Control", "e")
    box, block = stage.bounds_at_rest(editor(stage)), stage.program.bounds_at_rest("Review")
    stage.expect(viewport.y <= block.y and block.bottom <= viewport.bottom, f"the event is not visible: {block}")
    stage.expect(block.right <= box.x or box.right <= block.x, f"the editor at {box} covers the event at {block}")
    stage.expect(box.y <= block.bottom and block.y <= box.bottom, f"the editor at {box} is not beside {block}")
    leave_editor(stage)


@scenario(KEYS)
def the_editor_is_a_sheet_in_a_narrow_window(stage: Stage) -> None:
    stage.open_narrow(standard_day())
    sheet = open_editor(stage)
    window, box = stage.window(), sheet.extents
    stage.expect((box.x, box.right, box.bottom) == (window.x, window.right, window.bottom), f"the sheet is at {box}")
    stage.expect(box.y > window.y + 40, "the sheet covers the header bar")
    for node in sheet.all(lambda node: node.role in ("text", "push button", "toggle button", "label", "check box")):
        bounds = node.extents
        # The bounds of a button in AT-SPI exclude its padding.
        is_too_short = node.role.endswith("button") and 0 < bounds.height < 44 - 10
        stage.expect(not is_too_short, f"“{node.name}” is not tall enough for a finger: {bounds}")
        stage.expect(bounds.width == 0 or (bounds.x >= box.x and bounds.right <= box.right), f"“{node.name}” is cut off: {bounds}")
    stage.keyboard.type("tea")
    leave_editor(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "the typed text in the file")
