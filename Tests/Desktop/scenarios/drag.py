"""One drag: lift, move, hold, drop; then the checks that apply to every drag."""

from __future__ import annotations

import math
import time
from datetime import datetime
from typing import Callable, Iterable

from checks import framelog, invariants
from checks.calendars import Event, times
from checks.framelog import Frame
from rig.input_devices import glide
from rig.tree import Rectangle

from .stage import Stage

#: GTK's long press takes 500 ms by default, and Handspan's takes 70% of that. The finger starts to move 60 ms later.
LONG_PRESS_S = 0.35
AFTER_LIFT_S = 0.06
#: A distance in px that exceeds GTK's gtk-dnd-drag-threshold of 8 px.
SLOP_PX = 12.0
#: The minimum and maximum time in seconds between the lift and the finger's first movement: 60 ms are intended, but a
#: busy machine takes longer. Real users usually wait longer too.
START_DELAY_RANGE_S = (0.02, 0.25)


class Drag:
    """A drag of the event with the given title. `phase` is what the frame log calls the drag: “move”, “stretch-start”,
    “stretch-end” or “create”. Positions are logical pixels of the monitor. The window fills the monitor unless `origin`
    gives the position of the window's upper left corner."""

    def __init__(self, stage: Stage, title: str, phase: str = "move", origin: tuple[float, float] = (0, 0)):
        self.stage, self.title, self.phase, self.origin = stage, title, phase, origin
        #: The current position of the pointer, and the y coordinate at which it pressed; 0 if that does not matter.
        self.x = self.y = self.pressed_y = 0.0
        #: The bounds of the event when it was pressed.
        self.box = Rectangle(0, 0, 0, 0)
        self.viewport = stage.program.viewport()
        #: The frames in which the event was lifted; `collect_frames` reads them from the log.
        self.frames: list[Frame] = []
        #: All frames that were logged since the press.
        self.all_frames: list[Frame] = []
        self._frame_count_at_press = 0

    @property
    def uid(self) -> str:
        """The event's UID."""
        return Event(self.title, "", "").uid

    # Input

    def press(self, x: float | None = None, inset: float = 5) -> Drag:
        """Presses where a drag of this phase begins: in the middle for a move, `inset` px inside the edge for a resize."""
        self.box = self.stage.program.bounds_at_rest(self.title)
        self._frame_count_at_press = len(self.stage.program.frames())
        y_by_phase = {
            "move": self.box.center[1], "stretch-start": self.box.y + inset, "stretch-end": self.box.bottom - inset}
        self.x = self.origin[0] + (self.box.x + min(self.box.width / 2, 120) if x is None else x)
        self.y = self.origin[1] + y_by_phase[self.phase]
        self.pressed_y = self.y
        self.stage.device.down(self.x, self.y)
        return self

    def press_at(self, x: float, y: float) -> Drag:
        """Presses at a position of the monitor, whatever is there."""
        self._frame_count_at_press = len(self.stage.program.frames())
        self.x, self.y = x, y
        self.stage.device.down(x, y)
        return self

    def lift(self, direction: float = 1, x: float | None = None, inset: float = 5, across: bool = False) -> Drag:
        """Presses and lifts the event: with the mouse by moving it, and with a finger by a long press, soon after
        which the finger moves. The movement is downward, upward if `direction` is -1, or to the right if `across`."""
        self.press(x, inset).await_lift()
        slop = SLOP_PX * direction
        self.to(self.y + (0 if across else slop), x=self.x + (slop if across else 0), seconds=0.06)
        return self.expect_lifted()

    def expect_lifted(self) -> Drag:
        """The precondition that the program has lifted an event: on a busy machine, a finger may have moved too early."""
        self.stage.precondition(self.is_lifted_in_log(), "the press lifted nothing")
        return self

    def await_lift(self) -> Drag:
        """Waits after the press: briefly with the mouse, which lifts the event by moving, and with a finger until the
        long press has lifted it. Waits a fixed time, because reading the log would take longer."""
        time.sleep(LONG_PRESS_S + AFTER_LIFT_S if self.stage.is_touch else 0.04)
        return self

    def is_lifted_in_log(self) -> bool:
        """Whether the program soon logs a frame in which the event is lifted."""
        self._wait(lambda: bool(self.lifted_so_far()), seconds=3)
        return bool(self.lifted_so_far())

    def to(self, y: float, x: float | None = None, seconds: float = 0.35) -> Drag:
        """Drags to a position."""
        target = (self.x if x is None else x, y)
        glide(self.stage.device, (self.x, self.y), target, seconds, self.stage.monitor.hz)
        self.x, self.y = target
        return self

    def monitor_y(self, viewport_y: float) -> float:
        """Converts a y coordinate in the viewport to one on the monitor."""
        return self.origin[1] + self.viewport.y + viewport_y

    @property
    def top(self) -> float:
        """The y coordinate of the top edge of the viewport on the monitor."""
        return self.monitor_y(0)

    @property
    def bottom(self) -> float:
        """The y coordinate of the bottom edge of the viewport on the monitor."""
        return self.monitor_y(self.viewport.height)

    def hold(self, seconds: float) -> tuple[int, int]:
        """Holds still; returns the time span on the monotonic clock in microseconds."""
        began = time.monotonic_ns() // 1000
        time.sleep(seconds)
        return began, time.monotonic_ns() // 1000

    def hold_until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        """Holds still until a condition is true, at most for `seconds`."""
        self.stage.expect(
            self.stage.becomes_true(condition, seconds), f"the condition did not become true within {seconds:g} s")

    def hold_until_scrolled(self, px: float, frames: int, timeout: float = 8) -> None:
        """Holds still until the log has `frames` lifted frames and the timeline has scrolled by `px`, or `timeout`
        seconds have passed. Callers must check how far it scrolled."""
        def has_scrolled_far() -> bool:
            lifted = self.lifted_so_far()
            return len(lifted) >= frames and abs(lifted[-1].scroll_y - lifted[0].scroll_y) >= px
        self._wait(has_scrolled_far, timeout)

    def wait_for_frames(self, matches: Callable[[Frame], bool], count: int, timeout: float = 8) -> None:
        """Holds still until the log has `count` matching lifted frames, or `timeout` seconds have passed. Callers
        must check whether the frames arrived."""
        self._wait(lambda: sum(map(matches, self.lifted_so_far())) >= count, timeout)

    def lifted_so_far(self) -> list[Frame]:
        """The lifted frames that were logged since the press."""
        return [frame for frame in self.stage.program.frames()[self._frame_count_at_press:] if frame.is_lifted]

    @staticmethod
    def _wait(condition: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.05)

    def wiggle(self, seconds: float, reach: float = 4, hz: int = 120) -> tuple[int, int]:
        """Wiggles around the current position; returns the time span on the monotonic clock in microseconds."""
        began = time.monotonic()
        step = 0
        while time.monotonic() - began < seconds:
            step += 1
            offset = reach * math.sin(2 * math.pi * 7 * step / hz)
            self.stage.device.move(self.x + offset, self.y + offset)
            pause = began + step / hz - time.monotonic()
            if pause > 0:
                time.sleep(pause)
        self.stage.device.move(self.x, self.y)
        return round(began * 1e6), round(time.monotonic() * 1e6)

    def drop(self) -> Drag:
        """Releases once the event is drawn at the pointer, and collects the drag's frames from the log."""
        time.sleep(0.05)
        self.await_drawn()
        self.stage.device.up()
        return self.collect_frames()

    def await_drawn(self) -> None:
        """Waits until the event is drawn at the pointer."""
        self._wait(self._is_drawn_at_pointer, seconds=2)

    def _is_drawn_at_pointer(self) -> bool:
        """Whether the last drawn frame has the current pointer position; true if nothing is lifted."""
        frames = self.stage.program.frames()[self._frame_count_at_press:]
        if not frames or not frames[-1].is_lifted or frames[-1].pointer_y is None:
            return True
        return abs(frames[-1].pointer_y - (self.y - self.top)) <= 1

    def collect_frames(self) -> Drag:
        """Collects the frames of this drag from the log once the event is dropped and the log has stopped growing."""
        self._wait(self._has_ended, seconds=2)
        self.all_frames = self.stage.program.frames_when_quiet()[self._frame_count_at_press:]
        runs = framelog.drags(self.all_frames)
        self.frames = max(runs, key=len) if runs else []
        return self

    def _has_ended(self) -> bool:
        """Whether the last logged frame shows no lifted event. If nothing moves after the drop, such a frame may never come."""
        frames = self.stage.program.frames()[self._frame_count_at_press:]
        return not frames or not frames[-1].is_lifted

    # Checks

    @property
    def scroll_distance(self) -> float:
        """The distance that the timeline scrolled during the drag, positive downward."""
        return self.frames[-1].scroll_y - self.frames[0].scroll_y if self.frames else 0.0

    def expect_frames(self, at_least: int) -> bool:
        """Expects the log to have enough lifted frames, all of the expected phase."""
        stage = self.stage
        has_enough = stage.precondition(
            len(self.frames) >= at_least, f"the log has only {len(self.frames)} lifted frames; at least {at_least} are needed")
        if not (has_enough and self._expect_pressed_position()):
            return False
        phases = {frame.phase for frame in self.frames}
        return stage.expect(phases <= {self.phase}, f"the phases are {phases} instead of only {self.phase}")

    def _expect_pressed_position(self) -> bool:
        """The precondition that the press hit the event where it should: on a busy machine, the timeline may still have been
        moving."""
        first = self.frames[0]
        if not self.pressed_y or first.grab_y is None:
            return True
        edge = self.box.bottom if first.phase == "stretch-end" else self.box.y
        distance = self.pressed_y - self.origin[1] - first.grab_y - edge
        return self.stage.precondition(abs(distance) <= 3, f"the event was {distance:.0f} px from the pressed position")

    def expect_invariants(self, ignoring: Iterable[invariants.Rule] = ()) -> None:
        """Expects no frame to violate an invariant."""
        violations = invariants.violations(self.frames, self.stage.drag_conditions, ignoring)
        by_rule: dict[str, list[invariants.Violation]] = {}
        for violation in violations:
            by_rule.setdefault(violation.rule, []).append(violation)
        for rule, rule_violations in by_rule.items():
            self.stage.fail(
                f"{len(rule_violations)} of {len(self.frames)} frames violate “{rule}”, first {rule_violations[0]}")

    def expect_prompt_start(self) -> None:
        """The precondition that, in a touch drag, the finger began to move soon after the lift."""
        if not self.stage.is_touch or not self.frames:
            return
        first = self.frames[0]
        first_move = next((frame for frame in self.frames if frame.pointer_y != first.pointer_y), None)
        delay = (first_move.t_us - first.t_us) / 1e6 if first_move else float("inf")
        shortest, longest = START_DELAY_RANGE_S
        self.stage.precondition(
            shortest <= delay <= longest, f"the finger moved {delay * 1000:.0f} ms after the lift instead of about 60 ms")

    def expect_saved(self) -> None:
        """Expects the file to have exactly the snapped times of the last frame, and nothing else in it to have changed."""
        stage = self.stage
        if not self.frames:
            return
        contents = stage.wait_for_edit()
        stage.expect_only_edited_lines(contents)
        last = self.frames[-1]
        shown_times = tuple(datetime.fromisoformat(text) for text in last.snapped_times if text)
        saved_times = times(contents, self.uid, stage.zone)
        stage.expect(
            shown_times == saved_times, f"{last.snapped_start} to {last.snapped_end} was shown, but "
            f"{saved_times[0].isoformat()} to {saved_times[1].isoformat()} was saved")

    def expect_at_rest(self) -> None:
        """Expects that nothing scrolls after the release, and that there is one block, at rest and focused."""
        stage, program = self.stage, self.stage.program
        if not self.frames:
            return
        last = self.frames[-1]
        frames_after_release = [frame for frame in self.all_frames if frame.t_us > last.t_us]
        distance = max((abs(frame.scroll_y - last.scroll_y) for frame in frames_after_release), default=0.0)
        stage.expect(distance == 0, f"the timeline scrolled by {distance:.2f} px after the release")
        bounds_after_drop = program.bounds_at_rest(self.title)
        time.sleep(0.3)
        stage.becomes_true(lambda: len(program.blocks(self.title)) == 1)
        blocks = program.blocks(self.title)
        stage.expect(len(blocks) == 1, f"there are {len(blocks)} blocks of “{self.title}” instead of one after the drop")
        if blocks:
            stage.expect(blocks[0].extents == bounds_after_drop, "the block moved after the drop")
            stage.expect_soon(lambda: "focused" in blocks[0].states, "the block lost the focus")
            self._expect_position(blocks[0].extents, last)

    def _expect_position(self, box: Rectangle, last: Frame) -> None:
        """Expects the block to be where its start time belongs, measured from its position before the drag."""
        if last.view_date != self.frames[0].view_date or not last.snapped_start:
            return
        old_start = times(self.stage.contents_before_edit, self.uid, self.stage.zone)[0]
        new_start = datetime.fromisoformat(last.snapped_start)
        hours = (new_start.replace(tzinfo=None) - old_start.replace(tzinfo=None)).total_seconds() / 3600
        if self.stage.shows_several_days:
            # All days have the same hours, each in its own column.
            hours -= 24 * (new_start.date() - old_start.date()).days
        expected_y = self.box.y + hours * self.stage.pixels_per_hour - (last.scroll_y - self.frames[0].scroll_y)
        self.stage.expect(
            abs(box.y - expected_y) <= 2, f"the block rests at y = {box.y}, but its time is at y = {expected_y:.1f}")

    def expect_all(self, at_least: int, ignoring: Iterable[invariants.Rule] = ()) -> None:
        """All checks of a drag that ended with a drop."""
        if self.expect_frames(at_least):
            self.expect_prompt_start()
            self.expect_invariants(ignoring)
            self.expect_saved()
            self.expect_at_rest()
