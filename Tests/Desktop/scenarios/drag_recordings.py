"""Events that are dragged through several weeks, checked independently in recordings of the monitor and by AT-SPI."""

from __future__ import annotations

import time

from rig.recording import record_strip
from rig.screenshot import Color, Picture

from .drag import Drag
from .pages import Pages
from .registry import MOUSE, scenario
from .stage import Stage
from .week import drag_through_weeks, later_edge

#: The unique color of an event, shown by the stripe at its leading edge.
_MAGENTA: Color = (139, 0, 139)
#: The distance in px from the edge zone at which the pointer waits for a picture.
_EDGE_DISTANCE_PX = 60
#: The distance in px from the last magenta column to the recorded one, which is inside the stripe of the lifted event. The
#: outline of the day on which the event would be dropped is also magenta, but ends to the left of the stripe.
_INTO_STRIPE_PX = 2


def _stripe_rows(picture: Picture, x: int) -> list[int]:
    """The rows of a column that show the event's stripe."""
    return [row for row, color in enumerate(picture.column(x)) if color == _MAGENTA]


def _drag_near_the_edge(stage: Stage) -> tuple[Pages, Drag]:
    """Drags the event with the unique color almost to the edge of the later weeks."""
    week = Pages(stage)
    stage.scroll_to("Early", y=400)
    drag = Drag(stage, "Early").lift(across=True)
    drag.to(drag.pressed_y, x=later_edge(week) - _EDGE_DISTANCE_PX)
    return week, drag


def _cancel_and_check(week: Pages, drag: Drag) -> None:
    """Moves back from the edge, cancels the drag, and checks the invariants."""
    drag.to(drag.y, x=sum(week.columns) / 2)
    drag.stage.keyboard.tap("Escape")
    drag.drop().expect_frames(at_least=10)
    drag.expect_invariants()
    view_dates = {frame.view_date for frame in drag.frames}
    drag.stage.precondition(len(view_dates) >= 2, "no page turned under the event")


@scenario(MOUSE, recordings=True)
def an_event_is_visible_in_every_frame_while_pages_turn_under_it(stage: Stage) -> None:
    """Checks a recording of one column of the event's stripe."""
    week, drag = _drag_near_the_edge(stage)
    drag.hold(0.3)
    resting_picture = stage.picture_at_rest()
    magenta = resting_picture.bounds(_MAGENTA)
    if not stage.precondition(magenta, "the lifted event is not in the picture"):
        return
    assert magenta is not None
    scale = stage.monitor.scale
    stripe_x = magenta[0] + magenta[2] - _INTO_STRIPE_PX * scale
    expected_rows = _stripe_rows(resting_picture, stripe_x)
    with record_strip(stage.compositor, stripe_x + _EDGE_DISTANCE_PX * scale, 1) as recording:
        drag.to(drag.y, x=later_edge(week))
        drag.wait_for_frames(lambda frame: frame.view_date != week.start_frame.view_date, 20)
        # At the edge, the pages would keep turning, and the recording would never end.
        drag.to(drag.y, x=later_edge(week) - _EDGE_DISTANCE_PX)
    _cancel_and_check(week, drag)
    recorded_rows = [_stripe_rows(picture, 0) for picture in recording]
    # While the pointer moves to the edge and back, the stripe is elsewhere.
    matching_numbers = [number for number, rows in enumerate(recorded_rows) if rows == expected_rows]
    rows_at_edge = recorded_rows[matching_numbers[0]:matching_numbers[-1] + 1] if matching_numbers else []
    stage.precondition(
        len(rows_at_edge) >= 12,
        f"the pointer was at the edge in only {len(rows_at_edge)} of {len(recorded_rows)} recorded frames; at least 12 are needed")
    differing_numbers = [number for number, rows in enumerate(rows_at_edge) if rows != expected_rows]
    stage.expect(
        not differing_numbers,
        f"the event moved in {len(differing_numbers)} of {len(rows_at_edge)} frames, first in {differing_numbers[:1]}")
    stage.expect_untouched("Escape was pressed")
    stage.notes.append(f"{len(rows_at_edge)} recorded frames")


@scenario(MOUSE)
def an_event_keeps_its_position_while_pages_turn_under_it(stage: Stage) -> None:
    """Checks the event's position on screen, as reported by the accessibility tree."""
    week, drag = _drag_near_the_edge(stage)
    drag.hold(0.3)
    held_block = stage.program.blocks("Early")[-1]
    expected_x = held_block.extents.x + _EDGE_DISTANCE_PX
    drag.to(drag.y, x=later_edge(week))
    stage.precondition(stage.becomes_true(lambda: held_block.extents.x == expected_x), f"the event is at x = {held_block.extents.x}, not at x = {expected_x}")
    positions: set[tuple[int, int]] = set()
    sample_count, deadline = 0, time.monotonic() + 1.9
    while time.monotonic() < deadline:
        box = held_block.extents
        positions.add((box.x, box.y))
        sample_count += 1
        time.sleep(0.02)
    _cancel_and_check(week, drag)
    stage.precondition(sample_count >= 20, f"there are only {sample_count} samples of the event's position; at least 20 are needed")
    stage.expect(len(positions) == 1, f"the event was at {sorted(positions)}")
    stage.expect_untouched("Escape was pressed")
    stage.notes.append(f"{sample_count} samples")


@scenario(MOUSE, pictures=True)
def the_original_is_dimmed_when_its_week_is_shown_again(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_to("Early", y=400)
    box, scale = stage.program.bounds_at_rest("Early"), stage.monitor.scale

    def colors(picture: Picture) -> tuple[Color, Color]:
        """The colors of the event's fill and of the same hour on the next day, which is free."""
        x, y = box.x + box.width * 0.62, box.y + box.height * 0.8
        return (picture.at(round(x * scale), round(y * scale)),
                picture.at(round((x + week.day_distance) * scale), round(y * scale)))

    original_color, free_color = colors(stage.picture_at_rest())
    drag = Drag(stage, "Early").lift(across=True)
    drag_through_weeks(week, drag, 1)
    drag.hold(0.4)
    color_in_other_week, _ = colors(stage.picture_at_rest())
    drag_through_weeks(week, drag, -1)
    drag.hold(0.4)
    color_after_return, _ = colors(stage.picture_at_rest())
    stage.keyboard.tap("Escape")
    drag.drop().expect_frames(stage.minimum_frames_in(1))
    stage.precondition(original_color != free_color, "the event has the color of the free hour")
    stage.expect(
        color_in_other_week == free_color,
        f"in another week, the color at the event's position is {color_in_other_week}, but that of a free hour is {free_color}")
    stage.expect(
        color_after_return not in (original_color, free_color),
        f"the original is {color_after_return}; it was {original_color}, and free hours are {free_color}")
    stage.expect_untouched("Escape was pressed")
