"""Weeks in which the clocks change: an event that is dragged across the change keeps its wall time."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from checks.calendars import Calendar, times

from .drag import Drag
from .registry import MOUSE, TOUCH, scenario
from .stage import Stage


def _date_after(start: str, days: int) -> str:
    return (date.fromisoformat(start) + timedelta(days=days)).isoformat()


def _drag_over_clock_change(stage: Stage, zone: str, day: str, hour: str = "10:00") -> None:
    """Drags an event by one column, from `day` to the day on which the clocks change. The event keeps its wall time,
    although the interval is not 24 hours."""
    end = f"{int(hour[:2]) + 1:02d}{hour[2:]}"
    next_day = _date_after(day, 1)
    calendar = (Calendar(day=day, zone=zone).add("Dawn", "05:00", "06:00").add("Review", hour, end)
                .add("Mark", f"{next_day}T05:00", f"{next_day}T06:00"))
    offsets = {calendar.moment(f"{day_with_offset}T12:00").utcoffset() for day_with_offset in (day, next_day)}
    assert len(offsets) == 2, f"the clocks of {zone} do not change after {day}"
    stage.open(calendar, view="week", environment={"TZ": zone})
    stage.scroll_to("Review", y=400)
    column_distance = stage.program.block("Mark").extents.x - stage.program.block("Dawn").extents.x
    stage.precondition(column_distance > 100, f"the next day is {column_distance} px away")
    drag = Drag(stage, "Review").lift()
    drag.to(drag.pressed_y, x=drag.x + column_distance)
    drag.hold(0.2)
    drag.drop().expect_all(at_least=10)
    old_times, new_times = times(stage.contents_before_edit, drag.uid, stage.zone), times(stage.path.read_bytes(), drag.uid, stage.zone)
    expected = [moment.replace(tzinfo=None) + timedelta(days=1) for moment in old_times]
    stage.expect(
        [moment.replace(tzinfo=None) for moment in new_times] == expected,
        f"{new_times[0]} to {new_times[1]} was saved instead of the same times a day later")


@scenario(quick=True)
def a_drag_over_the_spring_clock_change_in_berlin_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "Europe/Berlin", "2035-03-24")


@scenario()
def a_drag_over_the_autumn_clock_change_in_berlin_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "Europe/Berlin", "2035-10-27")


@scenario(MOUSE)
def a_drag_over_the_spring_clock_change_in_new_york_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "America/New_York", "2035-03-10")


@scenario(TOUCH)
def a_drag_over_the_autumn_clock_change_in_new_york_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "America/New_York", "2035-11-03")


@scenario(MOUSE)
def a_drag_over_the_half_hour_change_on_lord_howe_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "Australia/Lord_Howe", "2035-03-31")


@scenario(MOUSE)
def a_drag_into_a_day_that_begins_at_one_in_cairo_keeps_the_time(stage: Stage) -> None:
    _drag_over_clock_change(stage, "Africa/Cairo", "2035-04-26")


def _drop_at_skipped_time(stage: Stage, zone: str, day: str, hour: str, expected_time: str) -> None:
    """Drags an event to a time that is skipped on the next day. Expects the time after the gap in the label and the file."""
    next_day = _date_after(day, 1)
    end = f"{int(hour[:2]) + 1:02d}{hour[2:]}"
    calendar = (Calendar(day=day, zone=zone).add("Review", hour, end).add("Dawn", "05:00", "06:00")
                .add("Mark", f"{next_day}T05:00", f"{next_day}T06:00"))
    stage.open(calendar, view="week", environment={"TZ": zone})
    stage.scroll_to("Review", y=300)
    column_distance = stage.program.block("Mark").extents.x - stage.program.block("Dawn").extents.x
    drag = Drag(stage, "Review").lift()
    drag.to(drag.pressed_y, x=drag.x + column_distance)
    drag.hold(0.2)
    drag.drop()
    if not drag.expect_frames(at_least=10):
        return
    drag.expect_saved()
    label = datetime.fromisoformat(drag.frames[-1].snapped_start or "")
    stage.expect(f"{label:%Y-%m-%d %H:%M}" == f"{next_day} {expected_time}", f"the label said {label}, not {expected_time}")


@scenario(MOUSE)
def a_drop_into_an_hour_skipped_in_berlin_is_an_hour_later(stage: Stage) -> None:
    _drop_at_skipped_time(stage, "Europe/Berlin", "2035-03-24", "02:30", expected_time="03:30")


@scenario(MOUSE)
def a_drop_before_the_start_of_a_day_in_cairo_is_an_hour_later(stage: Stage) -> None:
    _drop_at_skipped_time(stage, "Africa/Cairo", "2035-04-26", "00:30", expected_time="01:30")
