"""Past the edge of the window: the timeline scrolls while the pointer is there, and the event stays under the pointer."""

from __future__ import annotations

from itertools import pairwise

from checks.calendars import Calendar, standard_day
from checks.framelog import between
from checks.invariants import time_and_distance_to_stop, time_step

from .drag import Drag
from .registry import scenario
from .stage import Stage

#: The minimum distance in px that a second of scrolling covers: less than half of what is specified.
FAR_PX = 250
#: The pointer's distance from the monitor's last row in px; the window fills the monitor.
NEAR_EDGE_PX = 4
#: The minimum number of frames with an edge at its limit.
_MINIMUM_CLAMPED_FRAMES = 5


def _drag_past_edge(stage: Stage, title: str, phase: str, direction: int, start_y: float) -> Drag:
    """Opens the standard day, drags an event or one of its edges to the window's edge or past it, holds it there for a
    second, and drops it in the middle of the window."""
    stage.open(standard_day())
    stage.scroll_to(title, y=start_y)
    drag = Drag(stage, title, phase).lift(direction=direction)
    if direction > 0:
        drag.to(drag.bottom - NEAR_EDGE_PX)
    else:
        # An event that is moved above the hours becomes an all-day event; its start cannot.
        drag.to(drag.top + NEAR_EDGE_PX if phase == "move" else drag.top - 12)
    drag.hold(0.9)
    drag.hold_until_scrolled(FAR_PX, stage.minimum_frames_in(1))
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    drag.drop().expect_all(stage.minimum_frames_in(1))
    distance = drag.scroll_distance * direction
    stage.precondition(distance >= FAR_PX, f"the timeline scrolled {distance:.0f} px toward the edge instead of at least {FAR_PX} px")
    return drag


@scenario(core=True)
def an_event_can_be_moved_up_at_the_top_edge(stage: Stage) -> None:
    _drag_past_edge(stage, "Late", "move", -1, start_y=400)


@scenario(core=True)
def an_event_can_be_moved_down_past_the_bottom_edge(stage: Stage) -> None:
    _drag_past_edge(stage, "Early", "move", 1, start_y=400)


@scenario(core=True)
def an_end_can_be_dragged_past_the_bottom_edge(stage: Stage) -> None:
    _drag_past_edge(stage, "Early", "stretch-end", 1, start_y=400)


@scenario(core=True)
def a_start_can_be_dragged_past_the_top_edge(stage: Stage) -> None:
    _drag_past_edge(stage, "Late", "stretch-start", -1, start_y=400)


def _long_day() -> Calendar:
    return Calendar().add("Dawn", "01:00", "02:00").add("Work", "08:00", "16:00").add("Night", "22:00", "23:00")


def _shrink_past_edge(stage: Stage, phase: str, direction: int, middle_fraction: float) -> None:
    """Shrinks an eight-hour event by dragging one edge past the window's other end. First scrolls the middle of the
    event to a fraction of the viewport's height, so that the held edge is visible."""
    stage.open(_long_day())
    viewport = stage.program.viewport()
    stage.scroll_to("Work", y=viewport.y + viewport.height * middle_fraction)
    drag = Drag(stage, "Work", phase).lift(direction=direction)
    drag.to(drag.top - 12 if direction < 0 else drag.bottom - NEAR_EDGE_PX)
    drag.hold(0.85)
    drag.hold_until_scrolled(150, stage.minimum_frames_in(0.9))
    drag.wait_for_frames(lambda frame: frame.clamped, _MINIMUM_CLAMPED_FRAMES)
    drag.drop().expect_all(stage.minimum_frames_in(0.9))
    distance = drag.scroll_distance * direction
    if not stage.precondition(distance >= 150, f"the timeline scrolled {distance:.0f} px toward the edge instead of at least 150 px"):
        return
    last, clamped_count = drag.frames[-1], sum(frame.clamped for frame in drag.frames)
    stage.expect(last.snapped_minutes == 15, f"the shortest duration is {last.snapped_minutes:g} min instead of one step of 15 min")
    stage.expect(
        clamped_count >= _MINIMUM_CLAMPED_FRAMES, f"the edge was held at the shortest duration in only {clamped_count} frames")


@scenario()
def a_long_event_can_be_shrunk_from_its_end_past_the_top_edge(stage: Stage) -> None:
    _shrink_past_edge(stage, "stretch-end", -1, middle_fraction=0.1)


@scenario()
def a_long_event_can_be_shrunk_from_its_start_past_the_bottom_edge(stage: Stage) -> None:
    _shrink_past_edge(stage, "stretch-start", 1, middle_fraction=0.9)


@scenario(core=True, quick=False)
def scrolling_continues_while_the_pointer_is_still_at_the_edge(stage: Stage) -> None:
    """The pointer rests inside the zone, where scrolling to the end of the day takes more than three seconds."""
    stage.open(standard_day())
    stage.scroll_to("Dawn", y=250)
    drag = Drag(stage, "Dawn").lift()
    drag.to(drag.bottom - stage.drag_conditions.edge_zone * 0.55)
    began, ended = drag.hold(3.0)
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(3))
    held_frames = between(drag.frames, began + 150_000, ended)
    expected = stage.minimum_frames_in(2.8)
    stage.precondition(len(held_frames) >= expected, f"only {len(held_frames)} frames were logged during the hold; at least {expected} are needed")
    # On a busy machine, GDK sometimes draws a second frame for the same time.
    stopped_frames = [frame for previous, frame in zip(held_frames, held_frames[1:])
               if frame.scroll_y <= previous.scroll_y and frame.t_us > previous.t_us
               and not stage.drag_conditions.is_at_end(frame, 1)]
    stage.expect(not stopped_frames, f"the timeline did not scroll in {len(stopped_frames)} of {len(held_frames)} frames of the hold")
    stage.precondition(drag.scroll_distance >= 500, f"the timeline scrolled {drag.scroll_distance:.0f} px in 3 s instead of at least 500 px")


@scenario()
def a_wiggling_pointer_does_not_interrupt_scrolling_at_the_edge(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Dawn", y=250)
    drag = Drag(stage, "Dawn").lift()
    drag.to(drag.bottom - stage.drag_conditions.edge_zone * 0.5)
    began, ended = drag.wiggle(2.0)
    drag.to((drag.top + drag.bottom) / 2)
    drag.drop().expect_all(stage.minimum_frames_in(2))
    frames = between(drag.frames, began + 100_000, ended)
    move_count = sum(previous.pointer_y != current.pointer_y for previous, current in zip(frames, frames[1:]))
    stage.precondition(move_count >= 0.6 * len(frames), f"the pointer moved in only {move_count} of {len(frames)} frames")
    stage.precondition(drag.scroll_distance >= 350, f"the timeline scrolled {drag.scroll_distance:.0f} px in 2 s instead of at least 350 px")


@scenario(core=True)
def scrolling_stops_when_the_pointer_comes_back_from_the_edge(stage: Stage) -> None:
    """After the pointer leaves the zone, the timeline stops within 16 px and 120 ms; the release then changes nothing."""
    stage.open(standard_day())
    stage.scroll_to("Early", y=400)
    drag = Drag(stage, "Early").lift()
    drag.to(drag.bottom - NEAR_EDGE_PX)
    drag.hold(0.6)
    drag.to((drag.top + drag.bottom) / 2, seconds=0.12)
    drag.hold(0.5)
    drag.drop().expect_all(stage.minimum_frames_in(1))
    if len(drag.frames) > 2:
        top_speed = max(abs(frame.scroll_velocity) for frame in drag.frames)
        if not stage.precondition(top_speed > 500, f"the timeline reached only {top_speed:.0f} px/s"):
            return
        last_in_zone = max(number for number, frame in enumerate(drag.frames) if stage.drag_conditions.side(frame) != 0)
        longest_frame = max((time_step(previous, current) for previous, current in pairwise(drag.frames[last_in_zone:last_in_zone + 12])), default=0.0)
        if not stage.precondition(longest_frame < 0.05, "frames were late when the pointer left the zone"):
            return
        time, distance = time_and_distance_to_stop(drag.frames, stage.drag_conditions)
        stage.expect(time <= 0.120, f"the timeline stopped {time * 1000:.0f} ms after the pointer left the zone")
        stage.expect(distance <= 16, f"the timeline scrolled {distance:.1f} px after the pointer left the zone")


@scenario(pictures=True)
def scrolling_continues_with_the_pointer_outside_the_window(stage: Stage) -> None:
    """In a window that is not maximized, scrolling continues outside, and the event stays under the pointer."""
    stage.open(standard_day(), maximized=False)
    stage.restore_size()
    stage.scroll_to("Early", y=300)
    origin = stage.window_origin()
    drag = Drag(stage, "Early", origin=origin).lift()
    space = stage.monitor.height / stage.monitor.scale - drag.bottom
    if not stage.expect(space >= 21, f"there are only {space:.0f} px below the window"):
        return
    drag.to(drag.bottom + min(space - 1, 30))
    began, ended = drag.hold(0.8)
    drag.hold_until_scrolled(FAR_PX, stage.minimum_frames_in(1))
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    drag.drop().expect_all(stage.minimum_frames_in(1))
    frames_outside = [frame for frame in between(drag.frames, began, ended)
               if frame.pointer_y is not None and frame.pointer_y >= stage.drag_conditions.viewport_height + 20]
    stage.precondition(len(frames_outside) >= stage.minimum_frames_in(0.4), f"only {len(frames_outside)} frames have the pointer 20 px outside")
    stage.precondition(drag.scroll_distance >= FAR_PX, f"the timeline scrolled {drag.scroll_distance:.0f} px instead of at least {FAR_PX} px")


@scenario()
def lifting_an_event_inside_the_edge_zone_does_not_scroll(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Visit", y=stage.program.viewport().bottom - 34, tolerance=40)
    drag = Drag(stage, "Visit").press()
    distance_to_edge = drag.bottom - drag.y
    stage.expect(0 < distance_to_edge < stage.drag_conditions.edge_zone - 4, f"the press was {distance_to_edge:.0f} px from the edge, not inside the zone")
    if stage.is_touch:
        drag.await_lift()
    else:
        # Moves horizontally past the slop, so that the pointer does not get nearer to the edge.
        drag.to(drag.y, x=drag.x + 14, seconds=0.06)
    drag.hold(0.8)
    drag.to(drag.y - 6, seconds=0.05)
    drag.hold(0.2)
    stage.keyboard.tap("Escape")
    stage.device.up()
    drag.collect_frames().expect_frames(at_least=2)
    drag.expect_invariants()
    stage.expect(drag.scroll_distance == 0, f"the timeline scrolled {drag.scroll_distance:.1f} px although the event was lifted inside the zone")
    stage.expect_untouched("the drag was canceled")
