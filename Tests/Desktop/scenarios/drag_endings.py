"""How a drag ends, and what does not end it."""

from __future__ import annotations

import signal
import time

from checks.calendars import Calendar, standard_day
from rig.program import Program

from .drag import Drag
from .registry import TOUCH, scenario
from .stage import Stage


def _expect_restored(stage: Stage, drag: Drag, why: str) -> None:
    """Expects the scroll offset, the block and the file to be as they were before the press."""
    stage.expect_untouched(why)
    stage.becomes_true(lambda: len(stage.program.blocks(drag.title)) == 1)
    blocks = stage.program.blocks(drag.title)
    stage.expect(len(blocks) == 1, f"“{drag.title}” has {len(blocks)} blocks instead of one")
    if blocks:
        stage.becomes_true(lambda: blocks[0].extents == drag.box)
        stage.expect(blocks[0].extents == drag.box, f"the block is at {blocks[0].extents}, but it was at {drag.box}")


def _await_end_of_lift(stage: Stage, title: str, seconds: float) -> None:
    """Waits until the event is no longer lifted: the log shows it, or the lifted block has disappeared."""
    stage.becomes_true(lambda: not stage.program.frames()[-1].is_lifted or len(stage.program.blocks(title)) == 1, seconds)


@scenario(core=True)
def escape_restores_the_position_the_scroll_offset_and_the_file(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Early", y=400)
    nodes = stage.program.node_count()
    drag = Drag(stage, "Early").lift()
    drag.to(drag.bottom - 10)
    drag.hold(0.5)
    stage.keyboard.tap("Escape")
    time.sleep(0.1)
    _await_end_of_lift(stage, "Early", seconds=3)
    escape_us = time.monotonic_ns() // 1000
    # The remainder of the press is ignored: no second lift, no click.
    drag.to(drag.bottom - 200, seconds=0.3)
    drag.hold(0.5)
    drag.drop().expect_frames(stage.minimum_frames_in(0.7))
    drag.expect_invariants()
    stage.precondition(drag.scroll_distance > 100, f"the timeline scrolled {drag.scroll_distance:.0f} px before Escape instead of at least 100 px")
    late_frames = [frame for frame in drag.all_frames if frame.is_lifted and frame.t_us > escape_us]
    stage.expect(not late_frames, f"{len(late_frames)} frames show a lifted event after Escape")
    _expect_restored(stage, drag, "Escape was pressed")
    stage.expect_soon(lambda: "focused" in stage.program.block("Early").states, "the block lost the focus")
    stage.becomes_true(lambda: stage.program.node_count() == nodes, seconds=5)
    nodes_after = stage.program.node_count()
    stage.expect(nodes_after == nodes, f"the tree has {nodes_after} nodes after Escape instead of {nodes} as before: something opened")


@scenario()
def a_new_window_that_takes_the_focus_cancels_a_drag(stage: Stage) -> None:
    """When another program's window appears during a drag, the event is restored and nothing is written."""
    stage.open(standard_day())
    stage.scroll_to("Early", y=400)
    drag = Drag(stage, "Early").lift()
    drag.to(drag.y + 90)
    drag.hold(0.2)
    folder = stage.folder / "other"
    folder.mkdir()
    other_file = standard_day().write(folder)
    # Without the session's bus, it is a separate instance with its own window.
    other_program = Program(stage.compositor, folder, [str(other_file)], {
        "DBUS_SESSION_BUS_ADDRESS": None, "GTK_A11Y": "none", "HANDSPAN_FRAME_LOG": None})
    try:
        drag.hold(1.5)
        # The other program may take a while to start.
        _await_end_of_lift(stage, "Early", seconds=30)
        drag.to(drag.y + 40)
        drag.drop().expect_frames(at_least=5)
    finally:
        other_program.close()
    time.sleep(0.3)
    drag.expect_invariants()
    _expect_restored(stage, drag, "the window lost the focus")


@scenario(TOUCH)
def a_second_finger_cancels_a_long_press(stage: Stage) -> None:
    """Nothing is lifted or written, and the next drag works."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").press()
    press_time = time.monotonic()
    time.sleep(0.12)
    stage.second_finger.down(drag.x + 200, drag.y + 30)
    took = time.monotonic() - press_time
    stage.precondition(took < 0.25, f"the second finger came {took:.2f} s after the first, too close to the end of a long press")
    time.sleep(0.7)
    stage.second_finger.up()
    time.sleep(0.05)
    drag.to(drag.y + 3, seconds=0.05)
    stage.device.up()
    drag.collect_frames()
    stage.expect(not drag.frames, f"{len(drag.frames)} frames show a lifted event despite the second finger")
    stage.expect_untouched("two fingers touched the screen")
    second_drag = Drag(stage, "Review").lift()
    second_drag.to(second_drag.y + 80)
    second_drag.drop().expect_all(at_least=10)


@scenario(TOUCH, core=True)
def a_second_finger_after_the_lift_scrolls_under_the_event(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").lift()
    drag.to(drag.y + 40)
    x, y = drag.viewport.right - 60, drag.monitor_y(drag.viewport.height / 2)
    stage.second_finger.down(x, y)
    for step in range(1, 41):
        stage.second_finger.move(x, y - 5 * step)
        time.sleep(1 / 60)
    time.sleep(0.15)
    stage.second_finger.up()
    drag.hold(0.4)
    drag.to(drag.y + 30)
    drag.drop().expect_all(stage.minimum_frames_in(0.8))
    stage.expect(drag.scroll_distance >= 100, f"the second finger scrolled {drag.scroll_distance:.0f} px instead of at least 100 px")


@scenario()
def the_wheel_scrolls_while_an_event_is_lifted(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    x, y = stage.program.viewport().center
    if stage.is_touch:
        stage.mouse.move(x, y)
        time.sleep(0.05)
    drag = Drag(stage, "Review").lift()
    drag.to(drag.y + 30)
    if stage.is_touch:
        # Newer Mutter versions move the pointer out of the window while a finger touches the screen, until the mouse moves again.
        stage.mouse.move(x + 1, y)
        time.sleep(0.05)
    for _ in range(3):
        stage.mouse.wheel(1)
        time.sleep(0.1)
    drag.hold_until_scrolled(100, 1)
    drag.to(drag.y - 60)
    drag.hold(0.2)
    drag.drop().expect_all(at_least=20)
    stage.expect(drag.scroll_distance >= 100, f"the wheel scrolled {drag.scroll_distance:.0f} px instead of at least 100 px")


def _full_day() -> Calendar:
    calendar = Calendar()
    for hour in range(23):
        calendar.add(f"Hour {hour}", f"{hour:02d}:00", f"{hour + 1:02d}:00")
    return calendar


@scenario(core=True)
def a_press_during_a_kinetic_scroll_stops_it(stage: Stage) -> None:
    """The press stops the fling: the pressed point stays under the pointer, before and after the lift."""
    stage.open(_full_day())
    stage.scroll_to("Hour 4", y=400)
    viewport = stage.program.viewport()
    x, y = viewport.x + 300, viewport.y + viewport.height * 0.8
    stage.finger.down(x, y)
    for step in range(1, 11):
        stage.finger.move(x, y - 22 * step)
        time.sleep(0.008)
    stage.finger.up()
    time.sleep(0.12)
    logged_count = len(stage.program.frames())
    press_us = time.monotonic_ns() // 1000
    drag = Drag(stage, "Hour 4")
    drag.press_at(viewport.x + 200, viewport.center[1]).await_lift()
    drag.to(drag.y - 14, seconds=0.06)
    drag.to(drag.y - 80, seconds=0.3)
    drag.hold(0.6)
    drag.drop()
    fling_frames = [frame for frame in stage.program.frames()[:logged_count] if press_us - 400_000 < frame.t_us <= press_us]
    speed = abs(fling_frames[-1].scroll_y - fling_frames[-3].scroll_y) / ((fling_frames[-1].t_us - fling_frames[-3].t_us) / 1e6) if len(fling_frames) > 2 else 0
    stage.precondition(speed > 100, f"the speed of the fling was {speed:.0f} px/s at the press instead of at least 100 px/s")
    # The fling may end anywhere, so the press may hit any part of any event.
    drag.phase = drag.frames[0].phase if drag.frames else drag.phase
    if not drag.expect_frames(at_least=20):
        return
    drag.title = next(
        event.summary for event in _full_day().events if event.uid == drag.frames[0].uid)
    drag.expect_invariants()
    drag.expect_saved()
    frames_before_lift = [frame for frame in drag.all_frames if frame.phase == "pressing"]
    offsets = [frame.scroll_y for frame in (*frames_before_lift, *drag.frames)]
    distance = max(offsets) - min(offsets)
    stage.expect(distance == 0, f"the timeline scrolled by {distance:.2f} px after the press")


@scenario(quick=True)
def undo_restores_the_file_byte_for_byte(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").lift()
    drag.to(drag.y + 90)
    drag.drop().expect_all(at_least=10)
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "undo did not restore every byte")
    stage.becomes_true(lambda: stage.program.bounds_at_rest("Review") == drag.box)
    box = stage.program.bounds_at_rest("Review")
    stage.expect(box == drag.box, f"undo moved the block to {box}, but it was at {drag.box}")
    stage.keyboard.tap("Control", "Shift", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.contents_before_edit, "redo did nothing")


@scenario(TOUCH)
def the_program_can_end_while_a_finger_scrolls(stage: Stage) -> None:
    """GTK 4.18 logged critical messages, because the gesture ended after its scroll bars."""
    stage.open(standard_day())
    viewport = stage.program.viewport()
    x, y = viewport.right - 60, viewport.y + viewport.height * 0.7
    stage.finger.down(x, y)
    for step in range(1, 13):
        stage.finger.move(x, y - 5 * step)
        time.sleep(1 / 60)
    stage.precondition(any(frame.scroll_y > 0 for frame in stage.program.frames_when_quiet()), "the finger did not scroll")
    stage.finger.move(x, y - 70)
    stage.program.send_signal(signal.SIGTERM)
    stage.expect_program_end()
    stage.finger.up()
