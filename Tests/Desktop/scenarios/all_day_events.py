"""All-day events: moved and resized by days, and dragged into and out of the hours."""

from __future__ import annotations

from checks.calendars import lines_of
from checks.invariants import keeps_duration_or_other_edge, keeps_going, stays_at_pointer_horizontally

from .drag import Drag
from .pages import Pages
from .registry import MOUSE, scenario
from .stage import Stage


def _expect_lines(stage: Stage, drag: Drag, start: str, end: str) -> None:
    """Expects that the event has the given DTSTART and DTEND, and that nothing else in the file has changed."""
    contents = stage.wait_for_edit()
    stage.expect_only_edited_lines(contents)
    lines = lines_of(contents, drag.uid)
    actual = lines["DTSTART"], lines.get("DTEND", "no DTEND")
    expected = f"DTSTART;{start}", f"DTEND;{end}"
    stage.expect(actual == expected, f"the file says {' '.join(actual)} instead of {' '.join(expected)}")


def _drop_and_check(drag: Drag, at_least: int = 10) -> None:
    """Drops the event. Some checks of a drag do not apply: an event that becomes all-day or timed changes its duration, the row
    above the hours does not scroll, and a bar can be held on any of its days."""
    stage = drag.stage
    drag.hold(0.2)
    drag.drop()
    stage.precondition(
        len(drag.frames) >= at_least, f"the log has only {len(drag.frames)} lifted frames; at least {at_least} are needed")
    phases = {frame.phase for frame in drag.frames}
    stage.expect(phases == {drag.phase}, f"the phases are {phases} instead of only {drag.phase}")
    drag.expect_invariants(ignoring=(keeps_duration_or_other_edge, keeps_going, stays_at_pointer_horizontally))
    stage.becomes_true(lambda: len(stage.program.blocks(drag.title)) == 1)
    blocks = stage.program.blocks(drag.title)
    stage.expect(len(blocks) == 1, f"“{drag.title}” has {len(blocks)} blocks instead of one after the drop")


@scenario()
def an_event_dropped_above_the_hours_becomes_an_all_day_event(stage: Stage) -> None:
    week = Pages(stage)
    drag = Drag(stage, "Review").lift()
    drag.to((week.date_header.bottom + week.viewport.y) / 2, x=drag.x + 3 * week.day_distance)
    _drop_and_check(drag)
    _expect_lines(stage, drag, "VALUE=DATE:20350111", "VALUE=DATE:20350112")
    box = stage.program.bounds_at_rest("Review")
    hours_y = stage.program.viewport().y
    stage.expect(week.date_header.bottom <= box.y and box.bottom <= hours_y, f"the event is at {box}, not above the hours, which begin at y = {hours_y}")


@scenario()
def an_all_day_event_dropped_on_the_hours_lasts_an_hour(stage: Stage) -> None:
    week = Pages(stage)
    review = stage.program.block("Review").extents
    drag = Drag(stage, "Fair").lift(across=True)
    grab_y = drag.y - drag.box.y
    drag.to(review.y + grab_y, x=drag.x + 2 * week.day_distance)
    _drop_and_check(drag)
    _expect_lines(stage, drag, "TZID=Europe/Berlin:20350111T100000", "TZID=Europe/Berlin:20350111T110000")
    box = stage.program.bounds_at_rest("Fair")
    stage.expect(abs(box.y - review.y) <= 1, f"the event begins at y = {box.y}, but 10:00 is at y = {review.y}")


@scenario()
def an_all_day_event_moves_by_days(stage: Stage) -> None:
    week = Pages(stage)
    drag = Drag(stage, "Journey").lift(across=True)
    drag.to(drag.y, x=drag.x + week.day_distance)
    _drop_and_check(drag)
    _expect_lines(stage, drag, "VALUE=DATE:20350111", "VALUE=DATE:20350113")


def _resize(stage: Stage, week: Pages, phase: str) -> Drag:
    """Drags an end of the bar to the right by a day."""
    box = stage.program.bounds_at_rest("Journey")
    at_right = (phase == "stretch-end") != week.is_mirrored
    x = box.right - 5 if at_right else box.x + 5
    drag = Drag(stage, "Journey", phase).press(x=x, inset=box.height / 2)
    drag.to(drag.y, x=x + 14, seconds=0.06)
    drag.to(drag.y, x=x + abs(week.day_distance))
    _drop_and_check(drag)
    return drag


@scenario(MOUSE)
def the_end_of_an_all_day_event_is_resized_by_a_day(stage: Stage) -> None:
    drag = _resize(stage, Pages(stage), "stretch-end")
    _expect_lines(stage, drag, "VALUE=DATE:20350110", "VALUE=DATE:20350113")


@scenario(MOUSE)
def the_start_of_an_all_day_event_is_resized_by_a_day_in_a_right_to_left_layout(stage: Stage) -> None:
    drag = _resize(stage, Pages(stage, is_mirrored=True), "stretch-start")
    _expect_lines(stage, drag, "VALUE=DATE:20350109", "VALUE=DATE:20350112")
