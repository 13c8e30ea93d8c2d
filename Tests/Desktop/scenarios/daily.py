"""Details of daily use: the day that is shown, the all-day row, errors while typing, toasts and the now line."""

from __future__ import annotations

import time

from checks.calendars import Calendar, lines_of, standard_day, standard_week, times
from rig.compositor import wait_for

from .clock_changes import NOW_LINE_COLORS
from .drag import Drag
from .editor_helpers import (
    REVIEW, await_editor, editor, field, leave_editor, move_focus_to, open_editor, type_at_once, visible_field)
from .keys import focus
from .creation_drag import uids, wait_for_entry
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage
from .views import shown_days


#: The maximum width of a toast in px, a little more than libadwaita's tightening threshold for a single column.
_WIDEST_TOAST = 600


def _pasted_start(stage: Stage, uid: str) -> str:
    """Waits for an event in the file, and returns its start."""
    stage.becomes_true(lambda: uid in uids(stage.path.read_bytes()))
    if uid not in uids(stage.path.read_bytes()):
        return "not in the file"
    return f"{times(stage.path.read_bytes(), uid)[0]:%Y-%m-%d %H:%M}"


@scenario(KEYS)
def an_event_cut_in_the_week_view_is_pasted_on_the_same_day(stage: Stage) -> None:
    stage.open(
        Calendar().add("Alone", "09:00", "10:00").add("Tomorrow", "2035-01-09T09:00", "2035-01-09T10:00"), view="week")
    focus(stage, "Alone")
    stage.keyboard.tap("Control", "x")
    stage.expect_soon(lambda: "alone@handspan.example" not in uids(stage.path.read_bytes()), "the event was not cut")
    stage.becomes_true(lambda: not stage.program.blocks("Alone"))
    stage.keyboard.tap("Control", "v")
    stage.expect(_pasted_start(stage, "alone@handspan.example") == "2035-01-08 09:00",
                 f"the event is at {_pasted_start(stage, 'alone@handspan.example')}")


@scenario(KEYS)
def the_day_view_shows_the_selected_day_despite_a_resting_pointer(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    # A key also works if the timeline does not have the focus.
    stage.keyboard.tap("Shift", "Tab")
    block = stage.program.bounds_at_rest("Review")
    for step in range(4):
        stage.mouse.move(block.center[0] + 2 * block.width + step, block.center[1])
        time.sleep(0.05)
    stage.keyboard.tap("Alt", "Right")
    stage.expect_soon(lambda: shown_days(stage).startswith("Mon 15 Jan"), f"Alt+Right shows {shown_days(stage)}")
    time.sleep(0.5)
    stage.keyboard.tap("Alt", "4")
    stage.expect_soon(lambda: shown_days(stage) == "Monday, 15 January 2035", f"Alt+4 shows {shown_days(stage)}")


@scenario(MOUSE)
def the_day_view_shows_the_selected_day_despite_a_pointer_that_just_moved(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    block = stage.program.bounds_at_rest("Review")
    for step in range(4):
        stage.mouse.move(block.center[0] + 2 * block.width + step, block.center[1])
        time.sleep(0.05)
    stage.keyboard.tap("Alt", "4")
    stage.expect_soon(lambda: shown_days(stage) == "Monday, 8 January 2035", f"Alt+4 shows {shown_days(stage)}")


@scenario(KEYS)
def a_new_event_on_another_day_begins_in_its_first_free_working_hour(stage: Stage) -> None:
    stage.open(
        Calendar().add("Standup", "09:00", "09:15").add("Review", "10:00", "11:00").add("Evening", "20:00", "21:00"),
        view="day", environment={"HANDSPAN_NOW": "2035-01-05T22:20:00"})
    stage.keyboard.tap("Control", "n")
    entry = wait_for_entry(stage)
    stage.expect(entry and entry.extents.height > 0, "the new event is not visible")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    contents = stage.wait_for_edit()
    added_uids = [uid for uid in uids(contents) if uid not in uids(stage.contents_before_edit)]
    start = times(contents, added_uids[0])[0] if added_uids else None
    stage.expect(start and f"{start:%Y-%m-%d %H:%M}" == "2035-01-08 11:00", f"the event begins at {start}")


def _visible_all_day_events(stage: Stage) -> list[str]:
    """The visible all-day events."""
    row = stage.program.root.find("list", "All-day events")
    hours_y = stage.program.viewport().y
    # Events that do not fit keep their last position, which is below the row.
    items = row.all(lambda node: node.role == "list item" and node.extents.bottom <= hours_y) if row else []
    return [node.name.split(",")[0] for node in items]


def _open_and_expand_row(stage: Stage) -> int:
    """Opens a day with a dozen all-day events and expands their row. Returns the y coordinate at which the hours began before
    it was expanded."""
    calendar = standard_day()
    for number in range(1, 13):
        calendar.add(f"Fair {number}", "2035-01-08", "2035-01-09")
    stage.open(calendar)
    more = wait_for(lambda: stage.program.root.find("push button", "9 more"), "the button “9 more”")
    hours_y = stage.program.viewport().y
    more.act("click")
    stage.expect_soon(lambda: stage.program.viewport().y > hours_y + 100, "the row was not expanded")
    return hours_y


def _expect_collapsed(stage: Stage, hours_y: int) -> None:
    stage.expect_soon(lambda: stage.program.viewport().y == hours_y, "the row is still expanded")
    stage.expect_soon(lambda: "Fair 1" in _visible_all_day_events(stage) and "Fair 9" not in _visible_all_day_events(stage), f"the visible events are {_visible_all_day_events(stage)}")


@scenario(MOUSE)
def a_button_collapses_the_expanded_all_day_row(stage: Stage) -> None:
    hours_y = _open_and_expand_row(stage)
    stage.becomes_true(lambda: stage.program.root.find("push button", "Show Fewer All-Day Events"))
    collapse = stage.program.root.find("push button", "Show Fewer All-Day Events")
    if stage.expect(collapse and collapse.extents.height >= 24, f"no button collapses the row: {collapse and collapse.extents}"):
        stage.mouse.click(*collapse.extents.center)
        _expect_collapsed(stage, hours_y)


@scenario(KEYS)
def escape_collapses_the_expanded_all_day_row(stage: Stage) -> None:
    hours_y = _open_and_expand_row(stage)
    focus(stage, "Fair 1")
    stage.keyboard.tap("Escape")
    _expect_collapsed(stage, hours_y)


def _is_error_shown(stage: Stage, text: str) -> bool:
    return any(node.extents.height > 0 for node in editor(stage).all(lambda node: node.name == text))


@scenario(KEYS)
def an_error_message_disappears_once_the_error_is_corrected_and_moves_no_field_before(stage: Stage) -> None:
    """Its space is given up once the field has been left."""
    stage.open(standard_day())
    open_editor(stage)
    error, field_below = "Minutes range from 0 to 59.", field(stage, "push button", "Choose Duration")
    original_y = field_below.extents.y
    move_focus_to(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1470")
    time.sleep(0.3)
    y_before = field_below.extents.y
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: _is_error_shown(stage, error), "the error is not shown")
    stage.expect(field_below.extents.y == y_before, f"the error moves the field below it from y = {y_before} to y = {field_below.extents.y}")
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("14")
    # Two digits may be the start of a longer time, so they take effect only when the field loses focus.
    stage.expect_soon(lambda: not _is_error_shown(stage, error), "the error is still shown after the correction")
    stage.expect(field_below.extents.y == y_before, f"the correction moves the field below it from y = {y_before} to y = {field_below.extents.y}")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: field(stage, "text", "Start time").text == "14:00", "the corrected time is not applied")
    stage.expect_soon(lambda: field_below.extents.y == original_y, f"the field below is not back at y = {original_y}")
    leave_editor(stage)


@scenario(KEYS)
def a_new_end_time_replaces_an_invalid_duration(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    move_focus_to(stage, "Duration")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("soon")
    stage.keyboard.tap("Shift", "Tab")
    stage.expect_soon(lambda: field(stage, "text", "Duration").description, "the error is not described")
    move_focus_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    type_at_once(stage, "1230")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: field(stage, "text", "Duration").text == "2 h 30 min",
                      f"the duration says {field(stage, 'text', 'Duration').text}")
    stage.expect_soon(lambda: not field(stage, "text", "Duration").description, "the error is still described")
    leave_editor(stage)


@scenario(KEYS)
def typing_searches_the_icons_as_soon_as_the_row_of_icons_opens(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Space")
    stage.becomes_true(lambda: "Find an icon" in stage.focused_names())
    stage.keyboard.type("meal")
    time.sleep(0.4)
    stage.keyboard.tap("Return")
    stage.expect_soon(
        lambda: lines_of(stage.path.read_bytes(), REVIEW)["SUMMARY"].endswith("🍽️ Review"), "no icon was added to the title")
    leave_editor(stage)


@scenario(MOUSE)
def the_details_show_people_reminders_and_the_calendar(stage: Stage) -> None:
    calendar = Calendar().add("Dawn", "01:00", "02:00").add(
        "Review", "10:00", "11:00", "ORGANIZER;CN=Ada Lovelace:mailto:ada@example.org",
        "ATTENDEE;CN=\"Hopper, Grace\";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:grac", " e@example.org",
        "ATTENDEE:mailto:alan@example.org")
    stage.open(calendar)
    box = stage.scroll_to("Review", y=300)
    stage.mouse.click(box.x + 40, box.center[1])
    expected = [
        "Calendar: Tests", "Organizer: Ada Lovelace", "Attendees: Hopper, Grace (accepted), alan@example.org",
        "Reminder: 5 minutes before the start"]

    def visible_text() -> str:
        return "\n".join(node.name for node in stage.program.root.all(
            lambda node: node.role == "label" and node.extents.height > 0))
    for line in expected:
        stage.expect_soon(lambda: line in visible_text(), f"the details do not say “{line}”")


@scenario(KEYS)
def a_toast_does_not_cover_the_event_it_is_about(stage: Stage) -> None:
    stage.open(standard_day())
    bottom = stage.program.viewport().bottom
    stage.scroll_to("Late", y=bottom - 50, tolerance=30)
    focus(stage, "Late")
    original_bounds = stage.program.bounds_at_rest("Late")
    stage.precondition(bottom - 90 < original_bounds.bottom <= bottom, f"the event is at {original_bounds}, the timeline ends at {bottom}")
    stage.keyboard.tap("Control", "e")
    await_editor(stage)
    stage.keyboard.type("x")
    leave_editor(stage)
    toast = wait_for(
        lambda: stage.program.root.find("label", "“x” was changed"), "the toast")
    toast_bounds = stage.bounds_at_rest(toast, seconds=4)
    if not stage.precondition(toast_bounds.height > 0, "the toast disappeared before it was measured"):
        return
    time.sleep(0.3)
    box = stage.program.bounds_at_rest("x")
    stage.expect(toast_bounds.bottom <= box.y or toast_bounds.y >= box.bottom, f"the toast at {toast_bounds} covers the event at {box}")


@scenario(MOUSE, TOUCH)
def a_toast_does_not_cover_the_event_that_was_dropped(stage: Stage) -> None:
    """The event glides from where it is released to its line, while the toast appears."""
    stage.open(standard_day())
    bottom = stage.program.viewport().bottom
    stage.scroll_to("Late", y=bottom - 50, tolerance=30)
    drag = Drag(stage, "Late").lift()
    drag.to(drag.y - 30)
    drag.hold(0.2)
    drag.drop()
    button = wait_for(lambda: stage.program.root.find("push button", "Close Message"), "the toast")
    toast_bounds, box = stage.bounds_at_rest(button, seconds=4), stage.program.bounds_at_rest("Late")
    if stage.precondition(toast_bounds.height > 0, "the toast disappeared before it was measured"):
        stage.expect(box.y - toast_bounds.bottom > 6, f"the toast at {toast_bounds} is too near to the event at {box}")


@scenario(KEYS)
def a_toast_about_no_event_does_not_cover_the_focused_event(stage: Stage) -> None:
    stage.open(standard_day())
    bottom = stage.program.viewport().bottom
    stage.scroll_to("Late", y=bottom - 50, tolerance=30)
    focus(stage, "Late")
    box = stage.program.bounds_at_rest("Late")
    stage.precondition(bottom - 90 < box.bottom <= bottom, f"the event is at {box}, the timeline ends at {bottom}")
    stage.keyboard.tap("Control", "s")
    button = wait_for(lambda: stage.program.root.find("push button", "Close Message"), "the toast")
    toast_bounds = stage.bounds_at_rest(button, seconds=4)
    if stage.precondition(toast_bounds.height > 0, "the toast disappeared before it was measured"):
        stage.expect(
            toast_bounds.bottom <= box.y or toast_bounds.y >= box.bottom, f"the toast at {toast_bounds} covers the event at {box}")


@scenario(MOUSE, pictures=True)
def the_now_line_does_not_strike_through_a_title(stage: Stage) -> None:
    stage.open(
        Calendar().add("Dawn", "01:00", "02:00").add("Review of the whole quarter", "10:00", "11:00"),
        environment={"HANDSPAN_NOW": "2035-01-08T09:08:00", "TZ": "Europe/Berlin"})
    box = stage.scroll_to("Review of the whole quarter", y=300)
    picture = stage.picture_at_rest()
    picture.save(stage.folder / "now.png")
    first_row, last_row = round(box.y * stage.monitor.scale), round(box.bottom * stage.monitor.scale)

    def covered_rows(x: int) -> int:
        """The number of rows of the event that have the line's color in a column of the picture."""
        return sum(picture.at(x, y) in NOW_LINE_COLORS for y in range(first_row, last_row))
    stage.precondition(covered_rows(round((box.x + 2) * stage.monitor.scale)) >= 2, "the line does not reach the event's edge")
    covered_columns = [x for x in range(round((box.x + 9) * stage.monitor.scale), round((box.right - 2) * stage.monitor.scale))
              if covered_rows(x)]
    stage.expect(not covered_columns, f"the now line covers {len(covered_columns)} columns of the event")


@scenario(MOUSE)
def the_mouse_wheel_turns_an_hour_wheel_after_the_pointer_has_rested_on_it(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    visible_field(stage, "push button", "Choose Start Time").act("click")
    hour = visible_field(stage, "spin button", "Start, hour")
    # Waits until the wheels have unfolded.
    last_bounds = None
    while last_bounds != (last_bounds := hour.extents):
        time.sleep(0.4)
    x, y = hour.extents.center
    stage.mouse.move(x - 3, y)
    stage.mouse.move(x, y)
    time.sleep(1)
    stage.mouse.wheel(1)
    stage.expect_soon(lambda: hour.value == 11, f"the wheel says {hour.value}")
    stage.expect("focused" not in hour.states, "the wheel took the focus")
    leave_editor(stage)


@scenario(KEYS)
def the_header_and_the_editor_show_the_name_of_the_calendar(stage: Stage) -> None:
    """The file is called calendar.ics, and its calendar is called Tests."""
    stage.open(standard_day(), view="week")

    def labels() -> list[str]:
        title = stage.program.root.find("push button", "January 2035")
        return title.names(lambda node: node.role == "label") if title else []

    stage.expect(stage.becomes_true(lambda: "Tests" in labels()), f"the header says {labels()}, not Tests")
    focus(stage, "Review")
    stage.keyboard.tap("Control", "e")
    names = editor(stage).names(lambda node: node.name != "")
    stage.expect(any("Tests" in name for name in names), f"the editor does not name the calendar: {names}")
    file_names = stage.program.root.names(lambda node: "calendar.ics" in node.name)
    stage.expect(not file_names, f"the name of the file is shown: {file_names}")
    leave_editor(stage)


@scenario(KEYS)
def a_long_title_does_not_stretch_a_toast(stage: Stage) -> None:
    words = "a long title with many words " * 8
    stage.open(standard_day().add(f"Meeting {words.strip()}", "06:00", "07:00"), view="week")
    block = next(block for block in stage.program.blocks(f"Meeting {words.strip()}"))
    block.act("event.delete")
    toast = wait_for(
        lambda: next(iter(stage.program.root.all(lambda node: node.role == "label" and node.name.startswith("Deleted “"))), None),
        "the toast")
    box, window = stage.bounds_at_rest(toast, seconds=4), stage.window()
    undo = stage.program.root.find("push button", "Undo")
    if not stage.precondition(undo and box.height > 0, "the toast disappeared before it was measured"):
        return
    assert undo is not None
    stage.precondition(window.width >= 800, f"the window is {window.width} px wide")
    width = undo.extents.right - box.x
    stage.expect(0 < width <= _WIDEST_TOAST, f"the toast is {width} px wide instead of at most {_WIDEST_TOAST} px")
    stage.expect(box.height <= 4 * 24, f"the text of the toast is {box.height} px high")
