"""Which part of an event a drag holds, and how it changes the times."""

from __future__ import annotations

import time

from checks.calendars import Calendar, standard_day, times

from .drag import Drag
from .registry import TOUCH, scenario
from .stage import Stage


@scenario()
def an_event_off_the_grid_snaps_to_it_and_keeps_its_duration(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Odd", "09:07", "09:57").add("Night", "22:00", "23:00"))
    stage.scroll_to("Odd", y=400)
    drag = Drag(stage, "Odd").lift()
    drag.to(drag.y + 50)
    drag.drop().expect_all(at_least=10)
    if drag.frames:
        start, end = times(stage.path.read_bytes(), drag.uid)
        stage.expect(start.minute % 15 == 0, f"the start is at {start:%H:%M}, off the grid")
        stage.expect((end - start).total_seconds() == 50 * 60, f"the event now lasts {end - start}")
        stage.expect((start.hour, start.minute) == (10, 0), f"after being moved 47 min, it starts at {start:%H:%M}, not 10:00")


@scenario()
def an_event_off_the_grid_keeps_its_time_when_dragged_sideways(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Odd", "09:07", "09:57").add("Night", "22:00", "23:00"))
    stage.scroll_to("Odd", y=400)
    drag = Drag(stage, "Odd").press().await_lift()
    drag.to(drag.y, x=drag.x + 60, seconds=0.2)
    drag.hold(0.1)
    drag.drop().expect_frames(at_least=8)
    drag.expect_invariants()
    stage.expect_untouched("the event was only dragged sideways")


@scenario()
def a_long_press_without_movement_changes_nothing(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").press()
    time.sleep(0.8)
    stage.device.up()
    drag.collect_frames()
    stage.expect(drag.scroll_distance == 0, f"the timeline scrolled {drag.scroll_distance:.1f} px")
    stage.expect_untouched("nothing was moved")
    stage.expect_soon(lambda: stage.program.block("Review").extents == drag.box, "the block moved")


@scenario()
def two_adjacent_events_can_be_resized_at_the_edge_where_they_meet(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("First", "10:00", "11:00")
               .add("Second", "11:00", "12:00").add("Night", "22:00", "23:00"))
    stage.scroll_to("First", y=400)
    drag = Drag(stage, "First", "stretch-end").lift(direction=-1, inset=3)
    drag.to(drag.y - 28)
    drag.drop().expect_all(at_least=10)
    stage.expect({frame.uid for frame in drag.frames} == {drag.uid}, "the drag of the end of “First” grabbed another event")
    first = times(stage.path.read_bytes(), drag.uid)
    stage.expect(first[1].strftime("%H:%M") == "10:30", f"First now ends at {first[1]:%H:%M}, not 10:30")
    stage.contents_before_edit = stage.path.read_bytes()
    drag = Drag(stage, "Second", "stretch-start").lift(inset=3)
    drag.to(drag.y + 28)
    drag.drop().expect_all(at_least=10)
    stage.expect({frame.uid for frame in drag.frames} == {drag.uid}, "the drag of the start of “Second” grabbed another event")
    second = times(stage.path.read_bytes(), drag.uid)
    stage.expect(second[0].strftime("%H:%M") == "11:30", f"Second now starts at {second[0]:%H:%M}, not 11:30")


@scenario(TOUCH)
def the_end_handle_of_a_short_selected_event_can_be_dragged(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Standup", y=400)
    drag = Drag(stage, "Standup").press()
    time.sleep(0.5)
    drag.expect_lifted()
    stage.device.up()
    stage.expect_untouched("the event was only selected", seconds=0.5)
    drag = Drag(stage, "Standup", "stretch-end")
    box = stage.program.bounds_at_rest("Standup")
    drag.box = box
    # The end handle is at the lower left and extends beyond the block. No second long press is needed.
    drag.press_at(box.x + 10, box.bottom + 6)
    time.sleep(0.05)
    # The first 8 px only start the drag; they do not count.
    drag.to(drag.y + 66, seconds=0.3)
    drag.hold(0.2)
    drag.drop()
    if drag.expect_frames(at_least=10):
        drag.expect_invariants()
        drag.expect_saved()
        drag.expect_at_rest()
        start, end = times(stage.path.read_bytes(), drag.uid)
        stage.expect(start.strftime("%H:%M") == "09:00", f"the start moved to {start:%H:%M}")
        stage.expect(end.strftime("%H:%M") == "10:00", f"after 66 px, the end is at {end:%H:%M}, not 10:00")


@scenario(core=True)
def a_drag_after_a_scroll_reaches_midnight_smoothly(stage: Stage) -> None:
    """Scrolls, lifts an event and drags it up until the hours stop scrolling at 00:00."""
    stage.open(standard_day())
    stage.scroll_to("Early", y=250)
    viewport = stage.program.viewport()
    if stage.is_touch:
        x, y = viewport.right - 80, viewport.y + viewport.height * 0.8
        stage.finger.down(x, y)
        for step in range(1, 31):
            stage.finger.move(x, y - 8 * step)
            time.sleep(1 / 60)
        time.sleep(0.2)
        stage.finger.up()
    else:
        stage.mouse.move(*viewport.center)
        for _ in range(3):
            stage.mouse.wheel(1)
            time.sleep(0.06)
    stage.program.bounds_at_rest("Review")
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").lift(direction=-1)
    drag.to(drag.top + 8)
    dawn = stage.program.blocks("Dawn")[0]
    at_top = viewport.y + 24 + stage.pixels_per_hour
    drag.hold_until(lambda: dawn.extents.y >= at_top - 1)
    # The block is held in the middle; its start is on the 00:00 line.
    drag.to(drag.monitor_y(24 + drag.box.height / 2), seconds=0.3)
    drag.hold(0.2)
    drag.drop().expect_all(stage.minimum_frames_in(0.6))
    if drag.frames:
        stage.expect(min(frame.scroll_y for frame in drag.frames) <= 0.5, "the hours did not scroll to 00:00")
        stage.precondition(drag.scroll_distance <= -200, f"the timeline scrolled by {drag.scroll_distance:.0f} px instead of -200 px or less")
        start = times(stage.path.read_bytes(), drag.uid)[0]
        stage.expect(start.strftime("%H:%M") == "00:00", f"dropped on the first hour line, the event starts at {start:%H:%M}")


@scenario()
def a_click_opens_the_details_and_never_moves_anything(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_to("Review", y=400)
    nodes = stage.program.node_count()
    for _ in range(2):
        # A movement of less than the slop is still a click.
        stage.device.down(*box.center)
        time.sleep(0.04)
        stage.device.move(box.center[0] + 3, box.center[1] + 4)
        time.sleep(0.04)
        stage.device.up()
        time.sleep(0.3)
        stage.expect_soon(lambda: stage.program.node_count() > nodes, "a click did not open the details")
        stage.keyboard.tap("Escape")
        stage.expect_soon(lambda: stage.program.node_count() <= nodes, "Escape did not close the details")
        time.sleep(0.3)
    stage.expect_untouched("the event was only clicked")
    stage.expect_soon(lambda: stage.program.block("Review").extents == box, "the block moved")
