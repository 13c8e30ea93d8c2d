"""Second witnesses of an event that is carried through the weeks: a film of the monitor, and AT-SPI's places."""

from __future__ import annotations

import time

from rig.recording import filmed
from rig.screenshot import Colour, Picture

from .drag import Drag
from .pages import Pages
from .registry import MOUSE, scenario
from .stage import Stage
from .week import carry_through, later_edge

#: The colour of the event that pictures know, in the bar at its side.
_MAGENTA: Colour = (255, 0, 255)
#: px before the strip at the side in which the hand rests for a picture.
_APART_PX = 60


def _rows(picture: Picture, x: int) -> list[int]:
    """The rows of a column in which the event's bar is seen."""
    return [row for row, colour in enumerate(picture.column(x)) if colour == _MAGENTA]


@scenario(MOUSE, pictures=True)
def an_event_is_seen_in_every_frame_while_pages_turn_under_it(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_until("Early", 400)
    scale = stage.monitor.scale
    drag = Drag(stage, "Early").lift(across=True)
    drag.to(drag.pressed_at, x=later_edge(week) - _APART_PX)
    bar = stage.picture().bounds(_MAGENTA)
    if bar is None:
        stage.premise(False, "the bar of the event in the hand is not in the picture")
        return
    held = stage.program.blocks("Early")[-1]
    column = round(bar[0] + bar[2] / 2 + _APART_PX * scale)
    places: list[tuple[int, int]] = []
    with filmed(stage.compositor, column, 1) as film:
        drag.to(drag.y, x=later_edge(week))
        deadline = time.monotonic() + 1.9
        while time.monotonic() < deadline:
            box = held.extents
            places.append((box.x, box.y))
    drag.to(drag.y, x=sum(week.columns) / 2)
    stage.keyboard.tap("Escape")
    drag.drop().expect_frames(stage.frames_in(1))
    drag.expect_promises()
    turned = {frame.view_date for frame in drag.frames}
    stage.premise(len(turned) >= 3, f"only {len(turned)} weeks came under the event")
    seen = [_rows(picture, 0) for picture in film]
    first = next((number for number, rows in enumerate(seen) if rows), len(seen))
    there = seen[first:]
    stage.premise(len(there) >= 12, f"the film has {len(there)} frames with the hand at the edge, at least 12 needed")
    wanted = list(range(bar[1], bar[1] + bar[3]))
    wrong = [number for number, rows in enumerate(there) if rows != wanted]
    stage.expect(not wrong, f"in {len(wrong)} of {len(there)} frames the event is not where it was, first in {wrong[:1]}")
    stage.premise(len(places) >= 20, f"{len(places)} samples of its place, at least 20 expected")
    stage.expect(len(set(places[2:])) == 1, f"by AT-SPI it was at {sorted(set(places[2:]))}")
    stage.expect_untouched("Escape was pressed")
    stage.notes.append(f"{len(there)} frames of the film, {len(places)} samples")


@scenario(MOUSE, pictures=True)
def the_original_is_dim_when_its_week_comes_back(stage: Stage) -> None:
    week = Pages(stage)
    stage.scroll_until("Early", 400)
    box, scale = stage.program.settle("Early"), stage.monitor.scale

    def colours(picture: Picture) -> tuple[Colour, Colour]:
        """Of the event's ground, and of the same hour on the next day, which is free."""
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
