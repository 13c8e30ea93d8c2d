"""Turning to other days during a drag, and zooming with two fingers."""

from __future__ import annotations

import time

from checks.calendars import standard_day
from checks.framelog import Frame
from rig.tree import Rectangle

from .drag import Drag
from .registry import TOUCH, scenario
from .stage import Stage

#: The maximum time in seconds until the timeline has reached the end of its day and the dwell there is over.
PATIENCE_S = 20.0


def _hold_until_the_day_turns(drag: Drag) -> None:
    """Holds still until the frame log shows another day."""
    deadline = time.monotonic() + PATIENCE_S
    days: set[str] = set()
    while len(days) < 2 and time.monotonic() < deadline:
        drag.hold(0.1)
        days = {str(frame.view_date) for frame in drag.stage.program.frames()[-200:] if frame.is_lifted}


def _drop_and_expect_turned(drag: Drag) -> list[Frame]:
    """Drops the event and checks the drag. Returns the frames before the day turned."""
    stage = drag.stage
    drag.drop()
    if not drag.expect_frames(at_least=30):
        return []
    drag.expect_invariants()
    drag.expect_saved()
    drag.expect_at_rest()
    first_date = drag.frames[0].view_date
    frames_before_turn = [frame for frame in drag.frames if frame.view_date == first_date]
    stage.expect(len(frames_before_turn) < len(drag.frames), "the day never changed")
    return frames_before_turn


@scenario()
def an_event_is_dragged_past_midnight_to_the_next_day(stage: Stage) -> None:
    """The dwell of one second counts only while the timeline is at the day's end."""
    stage.open(standard_day())
    stage.scroll_to("Late", y=400)
    drag = Drag(stage, "Late").lift()
    drag.to(drag.bottom - 4)
    _hold_until_the_day_turns(drag)
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    frames_before_turn = _drop_and_expect_turned(drag)
    frames_at_end = [frame for frame in frames_before_turn if frame.scroll_y >= frame.scroll_y_max - 0.5]
    if stage.expect(frames_at_end, "the timeline never reached the end of the day"):
        turn_index, end_index = len(frames_before_turn), drag.frames.index(frames_at_end[0])
        gaps = [(drag.frames[index].t_us - drag.frames[index - 1].t_us) / 1e6 for index in (end_index, turn_index)]
        if not stage.precondition(max(gaps) < 0.1, f"frames were late when the dwell began or ended: {gaps}"):
            return
        dwell = (frames_before_turn[-1].t_us - frames_at_end[0].t_us) / 1e6
        stage.expect(0.9 <= dwell <= 1.4, f"the day turned after {dwell:.2f} s at its end instead of after 1.0 s")


@scenario()
def dragging_to_the_left_edge_turns_to_the_day_before(stage: Stage) -> None:
    """The edge zone turns the page after 600 ms, and the event stays lifted."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").lift()
    edge_zone_x = drag.box.x + 10
    drag.to(drag.y + 20, x=edge_zone_x)
    _hold_until_the_day_turns(drag)
    drag.to(drag.y, x=edge_zone_x + 200)
    drag.hold(0.3)
    _drop_and_expect_turned(drag)


@scenario(TOUCH)
def two_fingers_zoom_in(stage: Stage) -> None:
    """The event between the fingers stays there, and nothing is written."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)

    def review_and_distance() -> tuple[Rectangle, float]:
        review, late = stage.program.bounds_at_rest("Review"), stage.program.bounds_at_rest("Late")
        return review, late.y - review.y

    review, distance = review_and_distance()
    x, y = review.center
    press_time = time.monotonic()
    stage.finger.down(x - 40, y - 50)
    stage.second_finger.down(x + 40, y + 50)
    took = time.monotonic() - press_time
    stage.precondition(took < 0.25, f"the second finger came {took:.2f} s after the first, too close to a long press")
    for step in range(1, 31):
        stage.finger.move(x - 40, y - 50 - 2 * step)
        stage.second_finger.move(x + 40, y + 50 + 2 * step)
        time.sleep(1 / 60)
    stage.finger.up()
    stage.second_finger.up()
    time.sleep(0.4)
    zoomed_review, zoomed_distance = review_and_distance()
    stage.expect(1.4 <= zoomed_distance / distance <= 2.4, f"the hours grew by a factor of {zoomed_distance / distance:.2f} instead of about 2")
    stage.expect(
        abs(zoomed_review.center[1] - y) <= 12, f"the event between the fingers moved from y = {y:.0f} to {zoomed_review.center[1]:.0f}")
    stage.expect_untouched("two fingers only zoomed")
