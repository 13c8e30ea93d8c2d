"""Past the edge of the window: the timeline scrolls as long as one holds there, and the event stays in the hand."""

from __future__ import annotations

from feel.calendars import Calendar, standard_day

from .drag import Drag
from .registry import scenario
from .stage import Stage

#: How far the timeline must at least go in a second's hold: half of what the specified motion gives at the edge.
FAR_PX = 250


def _carry(stage: Stage, title: str, part: str, direction: int, start_row: float, past: float = 8) -> Drag:
    """Opens the standard day, takes a part of an event, holds it past an edge for a second and drops it inside."""
    stage.open(standard_day())
    stage.scroll_until(title, start_row)
    drag = Drag(stage, title, part).lift(toward=direction)
    drag.to(drag.top - past if direction < 0 else drag.bottom + past)
    drag.hold(1.0)
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    return drag.drop()


@scenario(core=True)
def move_up_past_the_top_edge(stage: Stage) -> None:
    drag = _carry(stage, "Late", "move", -1, start_row=400)
    drag.expect_all(at_least=stage.monitor.hz)
    stage.expect(drag.scrolled <= -FAR_PX, f"went {drag.scrolled:.0f} px, at least {-FAR_PX} expected")


@scenario(core=True)
def move_down_past_the_bottom_edge(stage: Stage) -> None:
    drag = _carry(stage, "Early", "move", 1, start_row=300, past=-3)
    drag.expect_all(at_least=stage.monitor.hz)
    stage.expect(drag.scrolled >= FAR_PX, f"went {drag.scrolled:.0f} px, at least {FAR_PX} expected")
