"""Carrying a lifted event into the sidebar: onto a calendar, onto a day, and through the months back into the days."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path
from typing import Callable

from feel import invariants
from feel.calendars import Calendar, standard_day, times
from feel.framelog import Frame
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Listener, Node, Rectangle

from .drag import Drag
from .moving import _SeriesCalendars
from .pages import RIGHT_TO_LEFT
from .registry import MOUSE, TOUCH, scenario
from .scopes import ONE, daily, expect_asked, press
from .several import _expect_carried_along, _expect_moved, _starts, select
from .sidebar import _button, _check, _show, _sidebar
from .stage import Stage
from .transfer import component

_SETTINGS: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}
_REVIEW = "review@handspan.example"


def _choir(stage: Stage, *, is_read_only: bool = False) -> Path:
    """A second calendar."""
    path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    if is_read_only:
        path.chmod(0o444)
    return path


def _open(
    stage: Stage, calendar: Calendar | None = None, *, view: str = "week", is_read_only: bool = False,
    is_mirrored: bool = False
) -> Path:
    """Opens two calendars with the sidebar beside the days."""
    path = _choir(stage, is_read_only=is_read_only)
    environment = {**_SETTINGS, **(RIGHT_TO_LEFT if is_mirrored else {})}
    stage.open(calendar or standard_day(), view=view, arguments=(str(path),), environment=environment)
    _show(stage)
    return path


def _lift(stage: Stage, title: str = "Review") -> Drag:
    stage.scroll_until(title, 300)
    time.sleep(0.3)
    return Drag(stage, title).lift()


def _over(drag: Drag, box: Rectangle, seconds: float = 0.5) -> Drag:
    """Carries the event to the middle of a part of the sidebar."""
    x, y = box.center
    return drag.to(y, x, seconds)


def _day(stage: Stage, name: str) -> Rectangle:
    """The place of a day in the sidebar's month, once the months rest."""
    def found() -> Node | None:
        sidebar = _sidebar(stage)
        if sidebar is None:
            return None
        box = sidebar.extents
        days = sidebar.all(lambda node: node.role == "list item" and node.name.startswith(name))
        # The months beside the shown one are out of sight.
        return next((day for day in days if day.extents.width > 0 and box.x <= day.extents.x < box.right), None)
    first = wait_for(found, f"“{name}” in the sidebar", seconds=4)
    stage.expect_soon(lambda: first.extents == (time.sleep(0.15) or first.extents), f"“{name}” does not come to rest")
    return first.extents


def _is_over(stage: Stage) -> Callable[[Frame], bool]:
    """Whether the pointer was on the sidebar's side of its edge toward the days in a frame."""
    sidebar = _sidebar(stage)
    assert sidebar is not None
    box, left = sidebar.extents, stage.program.viewport().x
    if box.x > left:
        return lambda frame: frame.pointer_x is not None and frame.pointer_x >= box.x - left
    return lambda frame: frame.pointer_x is not None and frame.pointer_x < box.right - left


def _expect_pinned(stage: Stage, drag: Drag, at_least: int = 10) -> list[Frame]:
    """The event is under the pointer in every frame, many of them over the sidebar, where the days do not scroll."""
    drag.expect_frames(at_least)
    drag.expect_invariants(excepting=(invariants.keeps_going,))
    over = list(filter(_is_over(stage), drag.frames))
    stage.precondition(len(over) >= at_least, f"{len(over)} frames over the sidebar, at least {at_least} expected")
    scrolled = {frame.s for frame in over}
    stage.expect(len(scrolled) <= 1, f"the days scrolled by {max(scrolled) - min(scrolled):.1f} px while the event was over the sidebar" if scrolled else "")
    return over


def _expect_put_back(stage: Stage, drag: Drag, why: str) -> None:
    stage.expect_untouched(why)
    stage.expect_soon(lambda: [block.extents for block in stage.program.blocks(drag.title)] == [drag.box], f"{why}: the block is not where it was")


# Calendars

@scenario(MOUSE, TOUCH, quick=True)
def an_event_carried_onto_a_calendar_moves_there_in_one_undo_step(stage: Stage) -> None:
    path = _open(stage)
    before = stage.path.read_bytes(), path.read_bytes()
    drag = _lift(stage)
    _over(drag, _check(stage, "Choir").extents)
    drag.hold(0.4)
    drag.drop()
    _expect_pinned(stage, drag)
    event, end = component(before[0], "Review"), b"END:VCALENDAR\r\n"
    wanted = before[0].replace(event, b""), before[1].replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == wanted, "the files do not have the expected contents", 5)
    stage.expect_soon(
        lambda: stage.program.root.find("label", "“Review” was moved to “Choir”"), "there is no message about the new calendar")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the event does not have the focus")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == before, "one undo does not restore the files", 5)


@scenario(MOUSE, TOUCH)
def the_sidebar_scrolls_to_a_calendar_that_is_out_of_sight(stage: Stage) -> None:
    paths = []
    for number in range(1, 25):
        path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, f"choir{number}.ics")
        path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", f"X-WR-CALNAME:Choir {number}".encode()))
        paths.append(path)
    stage.open(standard_day(), view="week", arguments=tuple(map(str, paths)), environment=_SETTINGS)
    _show(stage)
    before = stage.path.read_bytes(), paths[-1].read_bytes()
    sidebar, check = _sidebar(stage), _check(stage, "Choir 24")
    assert sidebar is not None
    pane = next(iter(sidebar.all(lambda node: node.role == "scroll pane"))).extents
    if not stage.expect(check.extents.y > pane.bottom, "the last calendar is in sight already"):
        return
    drag = _lift(stage)
    drag.to(pane.center[1], pane.center[0], 0.5)
    drag.to(pane.bottom - 6, seconds=0.3)
    drag.hold_until(lambda: check.extents == (time.sleep(0.15) or check.extents) and check.extents.bottom <= pane.bottom, 8)
    _over(drag, check.extents)
    drag.hold(0.3)
    drag.drop()
    _expect_pinned(stage, drag, at_least=60)
    event, end = component(before[0], "Review"), b"END:VCALENDAR\r\n"
    wanted = before[0].replace(event, b""), before[1].replace(end, event + end)
    stage.expect_soon(
        lambda: (stage.path.read_bytes(), paths[-1].read_bytes()) == wanted, "the files do not have the expected contents", 5)


@scenario(MOUSE, TOUCH)
def a_read_only_calendar_refuses_an_event_and_says_why(stage: Stage) -> None:
    path = _open(stage, is_read_only=True)
    choir = path.read_bytes()
    drag = _lift(stage)
    listener = Listener()
    check = next(node for node in (_sidebar(stage) or stage.program.root).all(lambda node: node.role == "check box") if node.name.startswith("Choir"))
    _over(drag, check.extents)
    listener.listen(0.8)
    announced = [text for _, _, text in listener.heard]
    stage.expect("“Choir” is read-only" in announced, f"the reason was not announced while the event was held; announced: {announced}")
    drag.drop()
    _expect_pinned(stage, drag)
    stage.expect_soon(lambda: stage.program.root.find("label", "“Choir” is read-only"), "no message says why")
    _expect_put_back(stage, drag, "the calendar is read-only")
    stage.expect(path.read_bytes() == choir, "the read-only file was changed")


@scenario(MOUSE)
def a_series_carried_onto_a_calendar_moves_there_as_a_whole(stage: Stage) -> None:
    calendars = _SeriesCalendars(stage)
    _show(stage)
    stage.scroll_until("Standup", 300)
    time.sleep(0.3)
    box = next(node for node in stage.program.blocks("Standup") if " 11 January 2035" in node.name).extents
    drag = Drag(stage, "Standup")
    drag.press_at(*box.center).await_lift().to(drag.y + 12, seconds=0.06)
    _over(drag, _check(stage, "Choir").extents)
    drag.hold(0.3)
    drag.drop()
    calendars.expect_moved()
    calendars.expect_undone_and_redone()


@scenario(MOUSE, TOUCH, quick=True)
def escape_over_the_sidebar_puts_the_event_back(stage: Stage) -> None:
    _open(stage)
    drag = _lift(stage)
    _over(drag, _check(stage, "Choir").extents)
    drag.hold(0.3)
    stage.keyboard.tap("Escape")
    drag.hold(0.3)
    drag.drop()
    _expect_pinned(stage, drag)
    _expect_put_back(stage, drag, "Escape was pressed")


@scenario(MOUSE, TOUCH)
def a_drop_on_the_rest_of_the_sidebar_puts_the_event_back(stage: Stage) -> None:
    _open(stage)
    drag = _lift(stage)
    sidebar = _sidebar(stage)
    assert sidebar is not None
    drag.to(sidebar.extents.bottom - 12, sidebar.extents.x + 40, 0.5)
    # The edges of the timeline would scroll and turn pages here.
    drag.hold(1.5)
    drag.drop()
    over = _expect_pinned(stage, drag)
    stage.expect(len({frame.view_date for frame in over}) == 1, "a page turned while the event was over the sidebar")
    _expect_put_back(stage, drag, "nothing was below the event")


# Days

@scenario(MOUSE, TOUCH)
def an_event_dropped_on_a_day_moves_there_at_the_same_time(stage: Stage) -> None:
    _open(stage)
    drag = _lift(stage)
    _over(drag, _day(stage, "Thursday, 18 January 2035"))
    drag.hold(0.2)
    drag.drop()
    _expect_pinned(stage, drag)
    now = stage.wait_for_edit()
    found = [moment.replace(tzinfo=None).isoformat() for moment in times(now, _REVIEW)]
    stage.expect(found == ["2035-01-18T10:00:00", "2035-01-18T11:00:00"], f"the event is at {found}")
    stage.expect_only_edited_lines(now)
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Review")), "the day of the event is not shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.before, "one undo does not restore the file", 5)


@scenario(MOUSE, TOUCH, quick=True)
def an_event_is_carried_three_months_on_through_the_small_month(stage: Stage) -> None:
    """The event is held over the arrow, then over a day, whose week appears, and is then moved into that week."""
    _open(stage)
    drag = _lift(stage)
    _turn_to_april(stage, drag)
    _over(drag, _day(stage, "Wednesday, 18 April 2035"), 0.3)
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-04-16", 4)
    x = drag.viewport.x + drag.viewport.width * 0.75
    # Not through the all-day row, where it would become an all-day event on the way.
    drag.to(drag.pressed_at, seconds=0.3)
    drag.to(drag.pressed_at, x, 0.5)
    drag.hold(0.3)
    drag.drop()
    _expect_pinned(stage, drag, at_least=60)
    drag.expect_saved()
    now = stage.path.read_bytes()
    start = times(now, _REVIEW)[0]
    stage.expect((start.year, start.month) == (2035, 4) and 16 <= start.day <= 22, f"the event is on {start:%d %B %Y}")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.before, "one undo does not restore the file", 5)


def _turn_to_april(stage: Stage, drag: Drag) -> None:
    """Holds the event on the buttons of the month calendar until it shows April. On a busy machine, months turn on before
    the event has left the button, so the way may lead back."""
    sidebar = _sidebar(stage)
    assert sidebar is not None
    title = next(node for node in sidebar.all(lambda node: node.name == "January 2035" and node.role.endswith("button")))
    months = ("January", "February", "March", "April", "May", "June", "July", "August", "September")
    buttons = {name: _button(stage, name).extents for name in ("Next Month", "Previous Month")}
    rest = sidebar.extents.x + 160, sidebar.extents.bottom - 20
    # Not through the all-day row, where it would become an all-day event on the way.
    drag.to(drag.y, rest[0], 0.4)
    for _ in range(4):
        shown = months.index(title.name.split()[0])
        if shown == 3:
            return
        later = shown < 3
        _over(drag, buttons["Next Month" if later else "Previous Month"], 0.3)
        drag.hold_until(lambda: (months.index(title.name.split()[0]) >= 3) == later, 6)
        drag.to(rest[1], rest[0], 0.2)
        drag.hold(0.5)
    stage.precondition(title.name == "April 2035", f"the month is {title.name}")


@scenario(MOUSE)
def escape_after_a_held_day_returns_to_the_former_week(stage: Stage) -> None:
    _open(stage)
    drag = _lift(stage)
    _over(drag, _day(stage, "Thursday, 25 January 2035"))
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-01-22", 3)
    stage.keyboard.tap("Escape")
    drag.hold(0.3)
    drag.drop()
    _expect_put_back(stage, drag, "Escape was pressed")


@scenario(MOUSE)
def an_occurrence_dropped_on_a_day_asks_for_the_scope(stage: Stage) -> None:
    _open(stage, daily())
    stage.scroll_until("Standup", 300)
    time.sleep(0.3)
    box = next(node for node in stage.program.blocks("Standup") if " 10 January 2035" in node.name).extents
    drag = Drag(stage, "Standup")
    drag.press_at(*box.center).await_lift().to(drag.y + 12, seconds=0.06)
    _over(drag, _day(stage, "Saturday, 3 February 2035"))
    drag.hold(0.2)
    drag.drop()
    if not expect_asked(stage):
        return
    stage.expect_untouched("the question is open", 0.4)
    press(stage, ONE)
    now = stage.wait_for_edit()
    stage.expect(b"RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000" in now, "the file has no override of Wednesday")
    stage.expect(b"DTSTART;TZID=Europe/Berlin:20350203T090000" in now, "the override is not on 3 February")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.before, "one undo does not restore the file", 5)


# Several events

@scenario(MOUSE, TOUCH)
def selected_events_are_carried_over_a_day_that_appears_and_onto_a_calendar_in_one_undo_step(stage: Stage) -> None:
    path = _open(stage)
    before = stage.path.read_bytes(), path.read_bytes()
    stage.scroll_until("Lunch", 350)
    select(stage, "Lunch", "Review")
    listener = Listener()
    drag = Drag(stage, "Review").lift()
    _over(drag, _day(stage, "Thursday, 18 January 2035"))
    drag.hold_until(lambda: stage.program.frames()[-1].view_date == "2035-01-15", 4)
    _over(drag, _check(stage, "Choir").extents)
    stage.expect(listener.hears("Move to “Choir”"), "what a drop would do was not announced")
    drag.drop()
    _expect_pinned(stage, drag)
    _expect_carried_along(stage, drag, 1)
    tests, choir = before
    end = b"END:VCALENDAR\r\n"
    for title in ("Review", "Lunch"):
        event = component(before[0], title)
        tests, choir = tests.replace(event, b""), choir.replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == (tests, choir), "the files do not have the expected contents")
    stage.expect(listener.hears("2 events moved to “Choir”"), "the result was not announced")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the held event does not have the focus")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == before, "one undo does not restore the files")


@scenario(MOUSE)
def selected_events_dropped_on_a_day_all_move_by_as_many_days_in_a_right_to_left_layout(stage: Stage) -> None:
    _open(stage, is_mirrored=True)
    stage.scroll_until("Lunch", 350)
    before = _starts(stage, "Lunch", "Review")
    select(stage, "Lunch", "Review")
    drag = Drag(stage, "Review").lift()
    _over(drag, _day(stage, "Thursday, 18 January 2035"))
    drag.drop()
    _expect_pinned(stage, drag)
    _expect_carried_along(stage, drag, 1)
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Lunch")), "the day is not shown")
    _expect_moved(stage, before, timedelta(days=10), "Lunch", "Review")


# Without a held button

@scenario(MOUSE, TOUCH)
def an_event_that_follows_the_pointer_is_dropped_in_the_sidebar_by_a_press(stage: Stage) -> None:
    path = _open(stage)
    before = stage.path.read_bytes(), path.read_bytes()
    stage.scroll_until("Review", 300)

    def pick_up() -> None:
        box = stage.program.settle("Review")
        if not stage.is_touch:
            stage.mouse.move(*box.center)
        logged = len(stage.program.frames())
        stage.program.block("Review").act("event.move-to")
        stage.expect_soon(lambda: any(frame.is_lifted for frame in stage.program.frames()[logged:]), "the event was not picked up")

    pick_up()
    row = _check(stage, "Choir").extents
    if not stage.is_touch:
        is_over = _is_over(stage)
        stage.mouse.move(*row.center)
        stage.expect_soon(lambda: is_over(stage.program.frames()[-1]), "the event does not follow the mouse over the sidebar")
    tap(stage.hand, row.center)
    event, end = component(before[0], "Review"), b"END:VCALENDAR\r\n"
    wanted = before[0].replace(event, b""), before[1].replace(end, event + end)
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == wanted, "the files do not have the expected contents")
    stage.expect("checked" in _check(stage, "Choir").states, "the press has hidden the calendar")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (stage.path.read_bytes(), path.read_bytes()) == before, "one undo does not restore the files")

    pick_up()
    day = _day(stage, "Thursday, 18 January 2035")
    if not stage.is_touch:
        # The mouse rests on the day, whose week appears below the event.
        stage.mouse.move(*day.center)
        stage.expect_soon(lambda: stage.program.frames()[-1].view_date == "2035-01-15", "the week of the day is not shown")
    tap(stage.hand, day.center)
    found = times(stage.wait_for_edit(), _REVIEW)[0]
    stage.expect(f"{found:%d %B %H:%M}" == "18 January 10:00", f"the event is at {found}")
    stage.expect_soon(lambda: any("18 January 2035" in name for name in stage.program.block_names("Review")), "the day is not shown")
