"""Events that are dragged through the weeks, observed independently: by recordings of the monitor and by AT-SPI."""

from __future__ import annotations

import time

from rig.recording import filmed
from rig.screenshot import Colour, Picture

from .drag import Drag
from .pages import Pages
from .registry import MOUSE, scenario
from .stage import Stage
from .week import carry_through, later_edge

#: The unique colour of an event, shown by the bar at its side.
_MAGENTA: Colour = (255, 0, 255)
#: The distance in px from the edge zone at which the pointer waits for a picture.
_APART_PX = 60
#: Device pixels of a pixel's width from the last magenta column of the event in the hand into its bar. Before it there
#: is the outline of the day to which it would go.
_INTO_BAR_PX = 2


def _rows(picture: Picture, x: int) -> list[int]:
    """The rows of a column that show the event's bar."""
    return [row for row, colour in enumerate(picture.column(x)) if colour == _MAGENTA]


def _carry_to_the_edge(stage: Stage) -> tuple[Pages, Drag]:
    """Drags the event with the unique colour almost to the edge of the later weeks."""
    week = Pages(stage)
    stage.scroll_until("Early", 400)
    drag = Drag(stage, "Early").lift(across=True)
    drag.to(drag.pressed_at, x=later_edge(week) - _APART_PX)
    return week, drag


def _carry_back(week: Pages, drag: Drag) -> None:
    """Cancels the drag, and checks the invariants."""
    drag.to(drag.y, x=sum(week.columns) / 2)
    drag.stage.keyboard.tap("Escape")
    drag.drop().expect_frames(at_least=10)
    drag.expect_promises()
    turned = {frame.view_date for frame in drag.frames}
    drag.stage.premise(len(turned) >= 2, "no other week came under the event")


@scenario(MOUSE, pictures=True)
def an_event_is_visible_in_every_frame_while_pages_turn_under_it(stage: Stage) -> None:
    """Recorded in the column of its bar."""
    week, drag = _carry_to_the_edge(stage)
    drag.hold(0.3)
    rest = stage.picture()
    marks = rest.bounds(_MAGENTA)
    if not stage.premise(marks, "the lifted event is not in the picture"):
        return
    assert marks is not None
    scale = stage.monitor.scale
    bar = marks[0] + marks[2] - _INTO_BAR_PX * scale
    wanted = _rows(rest, bar)
    with filmed(stage.compositor, bar + _APART_PX * scale, 1) as film:
        drag.to(drag.y, x=later_edge(week))
        drag.wait_for_frames(lambda frame: frame.view_date != week.first.view_date, 20)
        # At the edge the pages would turn and the recording continue forever.
        drag.to(drag.y, x=later_edge(week) - _APART_PX)
    _carry_back(week, drag)
    seen = [_rows(picture, 0) for picture in film]
    # Before and after the pointer is at the edge, the bar is elsewhere.
    right = [number for number, rows in enumerate(seen) if rows == wanted]
    there = seen[right[0]:right[-1] + 1] if right else []
    stage.premise(len(there) >= 12, f"{len(there)} of {len(seen)} recorded frames have the pointer at the edge, 12 needed")
    wrong = [number for number, rows in enumerate(there) if rows != wanted]
    stage.expect(not wrong, f"in {len(wrong)} of {len(there)} frames the event is not where it was, first in {wrong[:1]}")
    stage.expect_untouched("Escape was pressed")
    stage.notes.append(f"{len(there)} recorded frames")


@scenario(MOUSE)
def an_event_keeps_its_position_while_pages_turn_under_it(stage: Stage) -> None:
    """According to the accessibility tree."""
    week, drag = _carry_to_the_edge(stage)
    drag.hold(0.3)
    held = stage.program.blocks("Early")[-1]
    wanted = held.extents.x + _APART_PX
    drag.to(drag.y, x=later_edge(week))
    stage.premise(stage.soon(lambda: held.extents.x == wanted), f"it is at {held.extents.x}, not at {wanted}")
    places: set[tuple[int, int]] = set()
    samples, deadline = 0, time.monotonic() + 1.9
    while time.monotonic() < deadline:
        box = held.extents
        places.add((box.x, box.y))
        samples += 1
        time.sleep(0.02)
    _carry_back(week, drag)
    stage.premise(samples >= 20, f"{samples} samples of its position, at least 20 expected")
    stage.expect(len(places) == 1, f"it was at {sorted(places)}")
    stage.expect_untouched("Escape was pressed")
    stage.notes.append(f"{samples} samples")


@scenario(MOUSE, pictures=True)
def the_original_is_dimmed_when_its_week_is_shown_again(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_until("Early", 400)
    box, scale = stage.program.settle("Early"), stage.monitor.scale

    def colours(picture: Picture) -> tuple[Colour, Colour]:
        """The colours of the event's fill and of the same hour on the next day, which is free."""
        x, y = box.x + box.width * 0.62, box.y + box.height * 0.8
        return (picture.at(round(x * scale), round(y * scale)),
                picture.at(round((x + week.column) * scale), round(y * scale)))

    before, free = colours(stage.picture())
    drag = Drag(stage, "Early").lift(across=True)
    carry_through(week, drag, 1)
    drag.hold(0.4)
    away, _ = colours(stage.picture())
    carry_through(week, drag, -1)
    drag.hold(0.4)
    back, _ = colours(stage.picture())
    stage.keyboard.tap("Escape")
    drag.drop().expect_frames(stage.frames_in(1))
    stage.premise(before != free, "the event has the colour of the free hour")
    stage.expect(away == free, f"another week has {away} where the event was, the free hour {free}")
    stage.expect(back not in (before, free), f"the original is {back}; it was {before}, and free hours are {free}")
    stage.expect_untouched("Escape was pressed")
