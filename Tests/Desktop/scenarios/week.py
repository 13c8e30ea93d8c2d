"""Dragging an event within a week and to other weeks; the event is under the pointer in every frame."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

from checks.calendars import BERLIN, times
from checks.framelog import Frame
from rig.swipes import flick

from .drag import SLOP_PX, Drag
from .pages import FLICK_PX_S, Pages
from .registry import MOUSE, TOUCH, scenario
from .stage import Stage

#: The pointer's distance in px from the edge of the columns while it waits for a page to turn.
EDGE_INSET_PX = 12
#: The maximum time for turning a page, in seconds, including the dwell, the motion and delays on a busy machine.
PATIENCE_S = 7.5


def later_edge(week: Pages) -> float:
    """The x coordinate at which a dragged event turns the page to later weeks."""
    columns = week.columns
    return columns[0] + EDGE_INSET_PX if week.is_mirrored else columns[1] - EDGE_INSET_PX


def earlier_edge(week: Pages) -> float:
    """The x coordinate at which a dragged event turns the page to earlier weeks."""
    columns = week.columns
    return columns[1] - EDGE_INSET_PX if week.is_mirrored else columns[0] + EDGE_INSET_PX


def drag_through_weeks(week: Pages, drag: Drag, count: int, y: float | None = None) -> None:
    """Holds a dragged event in the edge zone until `count` pages have turned, then leaves the zone at once."""
    frames = drag.stage.program.frames
    expected = date.fromisoformat(frames()[-1].view_date or "") + timedelta(days=7 * count)

    def is_reached() -> bool:
        view_date = date.fromisoformat(frames()[-1].view_date or "")
        return view_date >= expected if count > 0 else view_date <= expected

    drag.to(drag.y if y is None else y, x=later_edge(week) if count > 0 else earlier_edge(week))
    drag.hold_until(is_reached, seconds=abs(count) * PATIENCE_S)
    drag.to(drag.y, x=sum(week.columns) / 2, seconds=0.15)
    view_date = frames()[-1].view_date
    drag.stage.precondition(view_date == expected.isoformat(), f"the drag left the edge too late: {view_date} is shown instead of {expected}")


def expect_in_every_frame(drag: Drag, turns: int) -> None:
    """Expects every frame from the lift to the drop to show the event, even while pages move."""
    stage = drag.stage
    lifted_indices = [number for number, frame in enumerate(drag.all_frames) if frame.is_lifted]
    if not stage.precondition(lifted_indices, "nothing was lifted"):
        return
    held_frames = drag.all_frames[lifted_indices[0]:lifted_indices[-1] + 1]
    incomplete_frames = [frame for frame in held_frames if not frame.is_lifted or frame.edge_y is None or frame.uid != drag.uid]
    stage.expect(not incomplete_frames, f"{len(incomplete_frames)} of {len(held_frames)} frames lack the event")
    turning_frames = [frame for frame in held_frames if 0.02 < (frame.fraction or 0) < 0.98]
    stage.precondition(len(turning_frames) >= 3 * turns, f"only {len(turning_frames)} frames show pages in motion; at least {3 * turns} are needed")


def expect_exact_times(stage: Stage, drag: Drag, start: str, end: str) -> None:
    """Expects the file to have the event at exactly the given times, in Berlin."""
    expected = tuple(datetime.fromisoformat(text).replace(tzinfo=BERLIN) for text in (start, end))
    saved_times = times(stage.wait_for_edit(), drag.uid)
    stage.expect(saved_times == expected, f"the file has {saved_times[0].isoformat()} to {saved_times[1].isoformat()} instead of {start} to {end}")


def _drag_far(week: Pages) -> None:
    """Drags an event five weeks forward and three back, to Wednesday at the same hour."""
    stage = week.stage
    drag = Drag(stage, "Review").lift()
    drag_through_weeks(week, drag, 5, y=drag.pressed_y)
    drag_through_weeks(week, drag, -3)
    drag.to(drag.pressed_y, x=drag.box.center[0] + 2 * week.day_distance)
    drag.hold(0.3)
    drag.drop().expect_all(stage.minimum_frames_in(5))
    expect_in_every_frame(drag, turns=8)
    expect_exact_times(stage, drag, "2035-01-24T10:00", "2035-01-24T11:00")


@scenario(core=True, quick=False)
def an_event_is_dragged_five_weeks_forward_and_three_back(stage: Stage) -> None:
    _drag_far(Pages(stage))


@scenario(MOUSE)
def an_event_is_dragged_five_weeks_forward_and_three_back_in_a_right_to_left_layout(stage: Stage) -> None:
    _drag_far(Pages(stage, is_mirrored=True))


@scenario()
def holding_an_event_in_a_corner_turns_pages_and_scrolls_at_the_same_time(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_to("Dawn", y=250)
    drag = Drag(stage, "Dawn").lift()
    drag_through_weeks(week, drag, 2, y=drag.bottom - stage.drag_conditions.edge_zone * 0.6)
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    drag.drop().expect_all(stage.minimum_frames_in(1.5))
    expect_in_every_frame(drag, turns=2)
    frames = [frame for frame in drag.frames if frame.scroll_velocity > 20 and 0.02 < (frame.fraction or 0) < 0.98]
    stage.precondition(len(frames) >= 6, f"pages moved while the hours scrolled in only {len(frames)} frames; at least 6 are needed")


@scenario()
def escape_restores_the_original_page(stage: Stage) -> None:
    week = Pages(stage)
    drag = Drag(stage, "Review").lift()
    drag_through_weeks(week, drag, 2)
    stage.keyboard.tap("Escape")
    time.sleep(0.3)
    drag.drop().expect_frames(stage.minimum_frames_in(1))
    drag.expect_invariants()
    expect_in_every_frame(drag, turns=2)
    stage.expect_untouched("Escape was pressed")
    stage.becomes_true(lambda: [block.extents for block in stage.program.blocks("Review")] == [drag.box])
    boxes = [block.extents for block in stage.program.blocks("Review")]
    stage.expect(boxes == [drag.box], f"the event is at {boxes}, but it was at {drag.box}")


@scenario()
def an_end_can_be_dragged_to_the_next_day(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_to("Late", y=400)
    drag = Drag(stage, "Late", "stretch-end").lift()
    drag.to(drag.pressed_y - 2 * stage.pixels_per_hour, x=drag.x + week.day_distance)
    drag.hold(0.2)
    drag.drop()
    if drag.expect_frames(at_least=10):
        drag.expect_invariants()
        drag.expect_saved()
        expect_exact_times(stage, drag, "2035-01-08T18:00", "2035-01-09T17:00")
    stage.becomes_true(lambda: len(stage.program.blocks("Late")) == 2)
    pieces = stage.program.blocks("Late")
    stage.expect(len(pieces) == 2, f"the event has {len(pieces)} blocks on its two days")


@scenario()
def an_event_across_midnight_moves_as_one(stage: Stage) -> None:
    """The event has blocks on two days, and is held by the block on the first."""
    week = Pages(stage)
    stage.scroll_to("Late", y=220)
    pieces = sorted((block.extents for block in stage.program.blocks("Watch")), key=lambda box: box.y)
    if not stage.expect(len(pieces) == 2, f"“Watch” has {len(pieces)} blocks on its two days"):
        return
    column_distance = pieces[0].x - pieces[1].x
    stage.expect(abs(column_distance - week.day_distance) <= 2, f"its blocks are {column_distance} px apart instead of {week.day_distance:.0f} px, the width of a day")
    x, y = pieces[1].x + 40, pieces[1].y + 40
    drag = Drag(stage, "Watch").press_at(x, y).await_lift()
    drag.to(y, x=x - SLOP_PX, seconds=0.06)
    drag.to(y, x=x - week.day_distance)
    drag.hold(0.2)
    drag.drop()
    if drag.expect_frames(at_least=10):
        drag.expect_invariants()
        drag.expect_saved()
        expect_exact_times(stage, drag, "2035-01-10T22:00", "2035-01-11T02:00")


def _expect_dropped_a_week_later(stage: Stage, drag: Drag) -> None:
    drag.hold(0.6)
    stage.becomes_true(lambda: (last := stage.program.frames()[-1]).view_date == "2035-01-15" and last.fraction == 0, seconds=5)
    drag.to(drag.pressed_y)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(0.8))
    expect_in_every_frame(drag, turns=1)
    expect_exact_times(stage, drag, "2035-01-15T10:00", "2035-01-15T11:00")


@scenario(TOUCH, core=True)
def a_second_finger_turns_the_page_under_the_event(stage: Stage) -> None:
    week = Pages(stage)
    drag = Drag(stage, "Review").lift()
    x, y = week.viewport.right - 160, drag.monitor_y(week.viewport.height * 0.8)
    speed = abs(flick(stage.second_finger, (x, y), (-220, 0), 1.0).speed()[0])
    stage.precondition(speed > FLICK_PX_S, f"the speed of the flick was {speed:.0f} px/s instead of more than {FLICK_PX_S:g} px/s")
    _expect_dropped_a_week_later(stage, drag)


@scenario(MOUSE)
def the_wheel_turns_the_page_under_the_event(stage: Stage) -> None:
    Pages(stage)
    drag = Drag(stage, "Review").lift()
    stage.mouse.wheel(1, horizontal=True)
    _expect_dropped_a_week_later(stage, drag)


def _frames_in_first_week(drag: Drag) -> list[Frame]:
    return [frame for frame in drag.frames if frame.view_date == drag.frames[0].view_date]


@scenario()
def an_event_dragged_away_and_back_is_not_changed(stage: Stage) -> None:
    week = Pages(stage)
    drag = Drag(stage, "Review").lift()
    drag_through_weeks(week, drag, 1)
    drag_through_weeks(week, drag, -1)
    drag.to(drag.pressed_y, x=drag.box.x + min(drag.box.width / 2, 120))
    drag.hold(0.3)
    drag.drop().expect_frames(stage.minimum_frames_in(1.5))
    drag.expect_invariants()
    expect_in_every_frame(drag, turns=2)
    stage.precondition(len(_frames_in_first_week(drag)) < len(drag.frames), "the page never turned")
    stage.expect_untouched("the event was put back where it was")
