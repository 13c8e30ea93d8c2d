"""Carrying a lifted event into the sidebar: onto a calendar, onto a day, and by way of the months back to the timeline."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path
from typing import Callable

from checks import invariants
from checks.calendars import Calendar, standard_day, times
from checks.framelog import Frame
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Listener, Node, Rectangle

from .drag import Drag
from .moving import SeriesCalendars
from .pages import RIGHT_TO_LEFT
from .registry import MOUSE, TOUCH, scenario
from .scopes import ONE, daily, expect_question, press
from .selection import expect_carried_along, expect_moved, select, start_times
from .sidebar import find_sidebar, show_sidebar, wait_for_button, wait_for_check_box
from .stage import Stage
from .transfer import component_lines

_SETTINGS: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}
_REVIEW = "review@handspan.example"


def _write_choir(stage: Stage, *, is_read_only: bool = False) -> Path:
    """Writes a second calendar, named Choir, and returns its path."""
    path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    if is_read_only:
        path.chmod(0o444)
    return path


def _open(
    stage: Stage, calendar: Calendar | None = None, *, view: str = "week", is_read_only: bool = False,
    is_mirrored: bool = False
) -> Path:
    """Opens two calendars with the sidebar beside the days, and returns the path of the second one."""
    path = _write_choir(stage, is_read_only=is_read_only)
    environment = {**_SETTINGS, **(RIGHT_TO_LEFT if is_mirrored else {})}
    stage.open(calendar or standard_day(), view=view, arguments=(str(path),), environment=environment)
    show_sidebar(stage)
    return path


def lift_block(stage: Stage, title: str = "Review") -> Drag:
    stage.scroll_to(title, y=300)
    time.sleep(0.3)
    return Drag(stage, title).lift()


def carry_to(drag: Drag, box: Rectangle, seconds: float = 0.5) -> Drag:
    """Carries the event to the middle of `box`, which is in the sidebar."""
    x, y = box.center
    return drag.to(y, x, seconds)


def _day_bounds(stage: Stage, name: str) -> Rectangle:
    """The bounds of a day in the sidebar's month calendar, once the months have stopped moving."""
    def visible_day() -> Node | None:
        sidebar = find_sidebar(stage)
        if sidebar is None:
            return None
        box = sidebar.extents
        days = sidebar.all(lambda node: node.role == "list item" and node.name.startswith(name))
        # The months beside the shown one are out of sight.
        return next((day for day in days if day.extents.width > 0 and box.x <= day.extents.x < box.right), None)
    return stage.bounds_at_rest(wait_for(visible_day, f"“{name}” in the sidebar"))


def _over_sidebar_check(stage: Stage) -> Callable[[Frame], bool]:
    """Returns a function that says whether the pointer was over the sidebar, or beyond it, in a frame."""
    sidebar = find_sidebar(stage)
    assert sidebar is not None
    box, timeline_x = sidebar.extents, stage.program.viewport().x
    if box.x > timeline_x:
        return lambda frame: frame.pointer_x is not None and frame.pointer_x >= box.x - timeline_x
    return lambda frame: frame.pointer_x is not None and frame.pointer_x < box.right - timeline_x


def expect_at_pointer(stage: Stage, drag: Drag, at_least: int = 10) -> list[Frame]:
    """Expects the event to be under the pointer in every frame, and the days not to scroll while the pointer is over the
    sidebar. Returns the frames in which the pointer is over the sidebar."""
    drag.expect_frames(at_least)
    drag.expect_invariants(ignoring=(invariants.keeps_going,))
    frames_over_sidebar = list(filter(_over_sidebar_check(stage), drag.frames))
    stage.precondition(len(frames_over_sidebar) >= at_least, f"the pointer was over the sidebar in only {len(frames_over_sidebar)} frames; at least {at_least} are needed")
    scrolled = {frame.scroll_y for frame in frames_over_sidebar}
    stage.expect(len(scrolled) <= 1, f"the days scrolled by {max(scrolled) - min(scrolled):.1f} px while the event was over the sidebar" if scrolled else "")
    return frames_over_sidebar


def _expect_put_back(stage: Stage, drag: Drag, why: str) -> None:
    stage.expect_untouched(why)
    stage.expect_soon(lambda: [block.extents for block in stage.program.blocks(drag.title)] == [drag.box], f"{why}: the block is not where it was")


# Calendars

@scenario(MOUSE, TOUCH, quick=True)
def an_event_carried_onto_a_calendar_moves_there_in_one_undo_step(stage: Stage) -> None:
    path = _open(stage)
    original_contents = stage.path.read_bytes(), path.read_bytes()
    drag = lift_block(stage)
    carry_to(drag, wait_for_check_box(stage, "Choir").extents)
    drag.hold(0.4)
    drag.drop()
    expect_at_pointer(stage, drag)
    event, end = component_lines(original_contents[0], "Review"), b"END:VCALENDAR\r\n"
    expected_contents = original_contents[0].replace(event, b""), original_contents[1].replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == expected_contents, "the files do not have the expected contents")
    stage.expect_soon(
        lambda: stage.program.root.find("label", "“Review” was moved to “Choir”"), "there is no message about the new calendar")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the event does not have the focus")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == original_contents, "one undo does not restore the files")


@scenario(MOUSE, TOUCH)
def the_sidebar_scrolls_to_a_calendar_that_is_out_of_sight(stage: Stage) -> None:
    paths = []
    for number in range(1, 25):
        path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, f"choir{number}.ics")
        path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", f"X-WR-CALNAME:Choir {number}".encode()))
        paths.append(path)
    stage.open(standard_day(), view="week", arguments=tuple(map(str, paths)), environment=_SETTINGS)
    show_sidebar(stage)
    original_contents = stage.path.read_bytes(), paths[-1].read_bytes()
    sidebar, check_box = find_sidebar(stage), wait_for_check_box(stage, "Choir 24")
    assert sidebar is not None
    pane = next(iter(sidebar.all(lambda node: node.role == "scroll pane"))).extents
    if not stage.expect(check_box.extents.y > pane.bottom, "the last calendar is already in sight"):
        return
    drag = lift_block(stage)
    drag.to(pane.center[1], pane.center[0], 0.5)
    drag.to(pane.bottom - 6, seconds=0.3)
    drag.hold_until(lambda: check_box.extents.bottom <= pane.bottom and stage.bounds_at_rest(check_box).bottom <= pane.bottom)
    carry_to(drag, check_box.extents)
    drag.hold(0.3)
    drag.drop()
    expect_at_pointer(stage, drag, at_least=60)
    event, end = component_lines(original_contents[0], "Review"), b"END:VCALENDAR\r\n"
    expected_contents = original_contents[0].replace(event, b""), original_contents[1].replace(end, event + end)
    stage.expect_soon(
        lambda: (stage.path.read_bytes(), paths[-1].read_bytes()) == expected_contents, "the files do not have the expected contents")


@scenario(MOUSE, TOUCH)
def a_read_only_calendar_refuses_an_event_and_says_why(stage: Stage) -> None:
    path = _open(stage, is_read_only=True)
    choir_contents = path.read_bytes()
    drag = lift_block(stage)
    listener = Listener()
    check_box = next(node for node in (find_sidebar(stage) or stage.program.root).all(lambda node: node.role == "check box") if node.name.startswith("Choir"))
    carry_to(drag, check_box.extents)
    listener.hears("“Choir” is read-only")
    announced = listener.all_texts()
    stage.expect("“Choir” is read-only" in announced, f"the reason was not announced while the event was held; announced: {announced}")
    drag.drop()
    expect_at_pointer(stage, drag)
    stage.expect_soon(lambda: stage.program.root.find("label", "“Choir” is read-only"), "no message says why")
    _expect_put_back(stage, drag, "the calendar is read-only")
    stage.expect(path.read_bytes() == choir_contents, "the read-only file was changed")


@scenario(MOUSE)
def a_series_carried_onto_a_calendar_moves_there_as_a_whole(stage: Stage) -> None:
    calendars = SeriesCalendars(stage)
    show_sidebar(stage)
    stage.scroll_to("Standup", y=300)
    time.sleep(0.3)
    box = next(node for node in stage.program.blocks("Standup") if " 11 January 2035" in node.name).extents
    drag = Drag(stage, "Standup")
    drag.press_at(*box.center).await_lift().to(drag.y + 12, seconds=0.06).expect_lifted()
    carry_to(drag, wait_for_check_box(stage, "Choir").extents)
    drag.hold(0.3)
    drag.drop()
    calendars.expect_moved()
    calendars.expect_undone_and_redone()


@scenario(MOUSE, TOUCH, quick=True)
def escape_over_the_sidebar_puts_the_event_back(stage: Stage) -> None:
    _open(stage)
    drag = lift_block(stage)
    carry_to(drag, wait_for_check_box(stage, "Choir").extents)
    drag.hold(0.3)
    stage.keyboard.tap("Escape")
    drag.hold(0.3)
    drag.drop()
    expect_at_pointer(stage, drag)
    _expect_put_back(stage, drag, "Escape was pressed")


@scenario(MOUSE, TOUCH)
def a_drop_elsewhere_in_the_sidebar_puts_the_event_back(stage: Stage) -> None:
    _open(stage)
    drag = lift_block(stage)
    sidebar = find_sidebar(stage)
    assert sidebar is not None
    drag.to(sidebar.extents.bottom - 12, sidebar.extents.x + 40, 0.5)
    # At an edge of the timeline, this would scroll or turn a page.
    drag.hold(1.5)
    drag.drop()
    frames_over_sidebar = expect_at_pointer(stage, drag)
    stage.expect(len({frame.view_date for frame in frames_over_sidebar}) == 1, "a page turned while the event was over the sidebar")
    _expect_put_back(stage, drag, "neither a calendar nor a day was under the event")


# Days

@scenario(MOUSE, TOUCH)
def an_event_dropped_on_a_day_moves_there_at_the_same_time(stage: Stage) -> None:
    _open(stage)
    drag = lift_block(stage)
    carry_to(drag, _day_bounds(stage, "Thursday, 18 January 2035"))
    drag.hold(0.2)
    drag.drop()
    expect_at_pointer(stage, drag)
    contents = stage.wait_for_edit()
    actual = [moment.replace(tzinfo=None).isoformat() for moment in times(contents, _REVIEW)]
    stage.expect(actual == ["2035-01-18T10:00:00", "2035-01-18T11:00:00"], f"the event is at {actual}")
    stage.expect_only_edited_lines(contents)
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Review")), "the day of the event is not shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


@scenario(MOUSE, TOUCH, quick=True)
def an_event_is_carried_three_months_ahead_through_the_month_calendar(stage: Stage) -> None:
    """The event is held over “Next Month”, then over a day until its week appears, and is then moved into that week."""
    _open(stage)
    drag = lift_block(stage)
    _turn_to_april(stage, drag)
    carry_to(drag, _day_bounds(stage, "Wednesday, 18 April 2035"), 0.3)
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-04-16")
    x = drag.viewport.x + drag.viewport.width * 0.75
    # Avoids the all-day row, in which the event would become an all-day event on the way.
    drag.to(drag.pressed_y, seconds=0.3)
    drag.to(drag.pressed_y, x, 0.5)
    view_date = stage.program.frames()[-1].view_date
    stage.precondition(view_date == "2035-04-16", f"the event was over another day for too long, so {view_date} is shown")
    drag.hold(0.3)
    drag.drop()
    expect_at_pointer(stage, drag, at_least=60)
    drag.expect_saved()
    contents = stage.path.read_bytes()
    start = times(contents, _REVIEW)[0]
    stage.expect((start.year, start.month) == (2035, 4) and 16 <= start.day <= 22, f"the event is on {start:%d %B %Y}")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


def _turn_to_april(stage: Stage, drag: Drag) -> None:
    """Holds the event over the buttons of the month calendar until the calendar shows April. On a busy machine, more
    months may turn before the event has left the button; the event is then carried to the other button."""
    sidebar = find_sidebar(stage)
    assert sidebar is not None
    title = next(node for node in sidebar.all(lambda node: node.name == "January 2035" and node.role.endswith("button")))
    months = ("January", "February", "March", "April", "May", "June", "July", "August", "September")
    buttons = {name: wait_for_button(stage, name).extents for name in ("Next Month", "Previous Month")}
    resting_point = sidebar.extents.x + 160, sidebar.extents.bottom - 20
    # Avoids the all-day row, in which the event would become an all-day event on the way.
    drag.to(drag.y, resting_point[0], 0.4)
    for _ in range(4):
        month_index = months.index(title.name.split()[0])
        if month_index == 3:
            return
        is_before_april = month_index < 3
        carry_to(drag, buttons["Next Month" if is_before_april else "Previous Month"], 0.3)
        drag.hold_until(lambda: (months.index(title.name.split()[0]) >= 3) == is_before_april)
        drag.to(resting_point[1], resting_point[0], 0.2)
        drag.hold(0.5)
    stage.precondition(title.name == "April 2035", f"the month is {title.name}")


@scenario(MOUSE)
def escape_after_holding_an_event_over_a_day_returns_to_the_previous_week(stage: Stage) -> None:
    _open(stage)
    drag = lift_block(stage)
    carry_to(drag, _day_bounds(stage, "Thursday, 25 January 2035"))
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-01-22")
    stage.keyboard.tap("Escape")
    drag.hold(0.3)
    drag.drop()
    _expect_put_back(stage, drag, "Escape was pressed")


@scenario(MOUSE)
def an_occurrence_dropped_on_a_day_asks_for_the_scope(stage: Stage) -> None:
    _open(stage, daily())
    stage.scroll_to("Standup", y=300)
    time.sleep(0.3)
    box = next(node for node in stage.program.blocks("Standup") if " 10 January 2035" in node.name).extents
    drag = Drag(stage, "Standup")
    drag.press_at(*box.center).await_lift().to(drag.y + 12, seconds=0.06).expect_lifted()
    carry_to(drag, _day_bounds(stage, "Saturday, 3 February 2035"))
    drag.hold(0.2)
    drag.drop()
    if not expect_question(stage):
        return
    stage.expect_untouched("the question is open", 0.4)
    press(stage, ONE)
    contents = stage.wait_for_edit()
    stage.expect(b"RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000" in contents, "the file has no override of Wednesday")
    stage.expect(b"DTSTART;TZID=Europe/Berlin:20350203T090000" in contents, "the override is not on 3 February")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


# Several events

@scenario(MOUSE, TOUCH)
def selected_events_are_carried_over_a_day_that_appears_and_onto_a_calendar_in_one_undo_step(stage: Stage) -> None:
    path = _open(stage)
    original_contents = stage.path.read_bytes(), path.read_bytes()
    stage.scroll_to("Lunch", y=350)
    select(stage, "Lunch", "Review")
    listener = Listener()
    drag = Drag(stage, "Review").lift()
    carry_to(drag, _day_bounds(stage, "Thursday, 18 January 2035"))
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-01-15")
    carry_to(drag, wait_for_check_box(stage, "Choir").extents)
    stage.expect(listener.hears("Move to “Choir”"), "what a drop would do was not announced")
    drag.drop()
    expect_at_pointer(stage, drag)
    expect_carried_along(stage, drag, 1)
    tests, choir = original_contents
    end = b"END:VCALENDAR\r\n"
    for title in ("Review", "Lunch"):
        event = component_lines(original_contents[0], title)
        tests, choir = tests.replace(event, b""), choir.replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == (tests, choir), "the files do not have the expected contents")
    stage.expect(listener.hears("2 events moved to “Choir”"), "the result was not announced")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the held event does not have the focus")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == original_contents, "one undo does not restore the files")


@scenario(MOUSE)
def selected_events_dropped_on_a_day_all_move_by_the_same_number_of_days_in_a_right_to_left_layout(stage: Stage) -> None:
    _open(stage, is_mirrored=True)
    stage.scroll_to("Lunch", y=350)
    original_starts = start_times(stage, "Lunch", "Review")
    select(stage, "Lunch", "Review")
    drag = Drag(stage, "Review").lift()
    carry_to(drag, _day_bounds(stage, "Thursday, 18 January 2035"))
    drag.drop()
    expect_at_pointer(stage, drag)
    expect_carried_along(stage, drag, 1)
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Lunch")), "the day is not shown")
    expect_moved(stage, original_starts, timedelta(days=10), "Lunch", "Review")


# With no button held

@scenario(MOUSE, TOUCH)
def an_event_that_follows_the_pointer_is_dropped_in_the_sidebar_by_a_press(stage: Stage) -> None:
    path = _open(stage)
    original_contents = stage.path.read_bytes(), path.read_bytes()
    stage.scroll_to("Review", y=300)

    def pick_up() -> None:
        box = stage.program.bounds_at_rest("Review")
        if not stage.is_touch:
            stage.mouse.move(*box.center)
        logged_count = len(stage.program.frames())
        stage.program.block("Review").act("event.move-with-pointer")
        stage.expect_soon(lambda: any(frame.is_lifted for frame in stage.program.frames()[logged_count:]), "the event was not picked up")

    pick_up()
    row = wait_for_check_box(stage, "Choir").extents
    if not stage.is_touch:
        is_over = _over_sidebar_check(stage)
        stage.mouse.move(*row.center)
        stage.expect_soon(lambda: is_over(stage.program.frames()[-1]), "the event does not follow the mouse over the sidebar")
    tap(stage.device, row.center)
    event, end = component_lines(original_contents[0], "Review"), b"END:VCALENDAR\r\n"
    expected_contents = original_contents[0].replace(event, b""), original_contents[1].replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == expected_contents, "the files do not have the expected contents")
    stage.expect("checked" in wait_for_check_box(stage, "Choir").states, "the press has hidden the calendar")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == original_contents, "one undo does not restore the files")

    pick_up()
    day = _day_bounds(stage, "Thursday, 18 January 2035")
    if not stage.is_touch:
        # The mouse rests on the day until the week of that day appears.
        stage.mouse.move(*day.center)
        stage.expect_soon(lambda: stage.program.frames()[-1].view_date == "2035-01-15", "the week of the day is not shown")
    tap(stage.device, day.center)
    start = times(stage.wait_for_edit(), _REVIEW)[0]
    stage.expect(f"{start:%d %B %H:%M}" == "18 January 10:00", f"the event is at {start}")
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Review")), "the day is not shown")
