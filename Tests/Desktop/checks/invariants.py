"""The invariants of a drag, checked in every frame of the log.

Each rule is a function of two consecutive frames and the conditions of the drag. It returns a description of the
violation, or None. The unit tests violate every rule at least once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Callable, Iterable, Sequence

from .framelog import Frame

#: The tolerance for the rounding of the decimal numbers in the log.
_LOG_TOLERANCE_PX = 0.002
#: The longest time step that the program uses to scroll.
_MAX_STEP_S = 0.050
#: The speed in px/s below which a frame scrolls less than the log's digits can show, as when scrolling begins.
_LOWEST_LOGGED_SPEED = 1.0


@dataclass(frozen=True)
class DragConditions:
    """The device, the window and the monitor of a drag. Lengths are logical pixels."""

    viewport_height: float
    pixels_per_hour: float
    scale: int = 1
    is_touch: bool = False
    snap_minutes: int = 15

    @property
    def half_device_pixel(self) -> float:
        """The largest allowed drawing error."""
        return 0.5 / self.scale + _LOG_TOLERANCE_PX

    @property
    def top_speed(self) -> float:
        """The maximum speed within the edge zone, in pixels per second. Far outside the zone, it is 1.5 times as high."""
        return min(max(14 * self.pixels_per_hour, 600), 1200)

    @property
    def edge_zone(self) -> float:
        """The distance from an edge within which the timeline scrolls."""
        height = self.viewport_height
        return min(min(max(0.10 * height, 44), 72) + (16 if self.is_touch else 0), height / 4)

    def side(self, frame: Frame) -> int:
        """-1 if the pointer is in the upper zone or above it, 1 if it is in the lower zone or below it, else 0."""
        if frame.pointer_y is None:
            return 0
        if frame.pointer_y < self.edge_zone - 0.5:
            return -1
        return 1 if frame.pointer_y > self.viewport_height - self.edge_zone + 0.5 else 0

    def is_at_end(self, frame: Frame, side: int) -> bool:
        """Whether the timeline is at its end on that side, within half a device pixel."""
        if side < 0:
            return frame.scroll_y <= self.half_device_pixel
        return frame.scroll_y >= frame.scroll_y_max - self.half_device_pixel


@dataclass(frozen=True)
class Violation:
    """A violation of a rule in a frame."""

    rule: str
    frame: int
    text: str

    def __str__(self) -> str:
        return f"frame {self.frame}: {self.rule}: {self.text}"


Rule = Callable[[Frame, Frame, DragConditions], str | None]


def time_step(previous: Frame, current: Frame) -> float:
    """The time step between two frames in seconds, limited as in the program."""
    return min((current.t_us - previous.t_us) / 1e6, _MAX_STEP_S)


def stays_at_pointer(_: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """The held edge stays where the pointer holds it."""
    if not current.is_lifted or current.clamped:
        return None
    if current.edge_y is None or current.pointer_y is None or current.grab_y is None:
        return "edge_y, pointer_y or grab_y is missing"
    error = current.edge_y - (current.pointer_y - current.grab_y)
    if abs(error) <= conditions.half_device_pixel:
        return None
    return (
        f"the edge is {error:+.3f} px away from where the pointer holds it "
        f"(scroll_y {current.scroll_y:.3f}, velocity {current.scroll_velocity:.1f})")


def stays_at_pointer_horizontally(_: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """A moved event follows the pointer horizontally."""
    if current.phase != "move" or None in (current.edge_x, current.pointer_x, current.grab_x):
        return None
    assert current.edge_x is not None and current.pointer_x is not None and current.grab_x is not None
    error = current.edge_x - (current.pointer_x - current.grab_x)
    if abs(error) <= conditions.half_device_pixel:
        return None
    return f"the event is horizontally {error:+.3f} px away from where the pointer holds it"


def follows_its_speed(previous: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """During edge scrolling, the offset changes by the mean speed of a frame times the duration of the frame."""
    if not (previous.is_lifted and current.is_lifted) or not (previous.scroll_velocity or current.scroll_velocity):
        return None
    if previous.view_date != current.view_date:
        return None
    step, scrolled = time_step(previous, current), current.scroll_y - previous.scroll_y
    if abs(scrolled - current.scroll_velocity * step) <= conditions.half_device_pixel:
        return None
    return (
        f"scrolled {scrolled:.3f} px instead of {current.scroll_velocity * step:.3f} "
        f"(velocity {previous.scroll_velocity:.1f} to {current.scroll_velocity:.1f}, in {step:.4f} s)")


def keeps_going(previous: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """Once the timeline scrolls, it scrolls in every frame until it reaches its end, as long as the pointer stays in the
    zone. It may also stop when a resized edge has reached its limit."""
    side = conditions.side(current)
    if not (previous.is_lifted and current.is_lifted) or side == 0 or conditions.side(previous) != side:
        return None
    if previous.scroll_velocity * side < _LOWEST_LOGGED_SPEED or conditions.is_at_end(current, side):
        return None
    if current.clamped and previous.clamped:
        return None
    if current.t_us == previous.t_us or previous.view_date != current.view_date:
        return None
    if (current.scroll_y - previous.scroll_y) * side > 0 and current.scroll_velocity * side > 0:
        return None
    return (
        f"did not scroll at scroll_y {current.scroll_y:.3f} of {current.scroll_y_max:.1f} "
        f"(velocity {previous.scroll_velocity:.1f} to {current.scroll_velocity:.1f})")


def speeds_up_gently(previous: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """The speed grows by at most a fifth of the top speed in 1/60 s. The speed of a frame is its mean speed, so
    the time between the middles of the two frames counts. This matters if a short frame follows a late one."""
    if not current.is_lifted:
        return None
    is_same_direction = previous.scroll_velocity * current.scroll_velocity > 0
    speed_before = abs(previous.scroll_velocity) if previous.is_lifted and is_same_direction else 0.0
    increase = abs(current.scroll_velocity) - speed_before
    seconds_between_middles = (time_step(previous, current) + min(previous.interval_us / 1e6, _MAX_STEP_S)) / 2
    allowed = 0.2 * conditions.top_speed * seconds_between_middles * 60 + 0.01
    if increase <= allowed:
        return None
    return f"the speed grew by {increase:.1f} px/s; at most {allowed:.1f} px/s is allowed"


def within_bounds(_: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """The offset is within its range. GTK's overshoot only occurs while nothing is lifted."""
    if -_LOG_TOLERANCE_PX <= current.scroll_y <= current.scroll_y_max + _LOG_TOLERANCE_PX:
        return None
    return f"scroll_y {current.scroll_y:.3f} is not within 0 to {current.scroll_y_max:.3f}"


def on_the_grid(previous: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """The snapped time of the held edge changes only to a line of the grid."""
    if not (previous.is_lifted and current.is_lifted) or previous.phase != current.phase:
        return None
    if current.held_edge_time == previous.held_edge_time and current.phase != "create":
        return None
    # A new event can be held at either edge and has both on the grid.
    for edge in current.snapped_times if current.phase == "create" else (current.held_edge_time,):
        time = datetime.fromisoformat(edge) if edge else None
        if time and (time.minute % conditions.snap_minutes or time.second):
            return f"{current.phase} snapped to {edge}, which is not on the {conditions.snap_minutes} min grid"
    return None


def keeps_duration_or_other_edge(previous: Frame, current: Frame, _: DragConditions) -> str | None:
    """A move keeps the duration, and a resize keeps the other edge. A new event may flip around its fixed edge."""
    if not (previous.is_lifted and current.is_lifted) or previous.phase != current.phase:
        return None
    if None in previous.snapped_times or None in current.snapped_times:
        return "a snapped time is missing"
    if current.phase == "move" and current.snapped_minutes != previous.snapped_minutes:
        return f"a move changed the duration from {previous.snapped_minutes:g} to {current.snapped_minutes:g} min"
    if current.phase == "stretch-start" and current.snapped_end != previous.snapped_end:
        return f"resizing at the start moved the end to {current.snapped_end}"
    if current.phase == "stretch-end" and current.snapped_start != previous.snapped_start:
        return f"resizing at the end moved the start to {current.snapped_start}"
    if current.phase == "create" and not {*previous.snapped_times} & {*current.snapped_times}:
        return f"neither edge stayed where it was: {current.snapped_start} to {current.snapped_end}"
    return None


def clamped_at_the_minimum(_: Frame, current: Frame, conditions: DragConditions) -> str | None:
    """Only a resized edge may leave the pointer, and only at the minimum duration; no event becomes shorter."""
    if not current.clamped:
        return None
    if current.phase == "move":
        return "the event is clamped during a move"
    # A new event is an hour long until it is dragged.
    if current.phase == "create" and current.snapped_minutes == 60:
        return None
    if conditions.snap_minutes <= current.snapped_minutes < 2 * conditions.snap_minutes:
        return None
    return f"clamped at {current.snapped_minutes:g} min, which is not the minimum"


def in_order(previous: Frame, current: Frame, _: DragConditions) -> str | None:
    """The counter increases and the time never decreases. When GTK is late, it may paint twice for one frame time."""
    if previous is current or (current.t_us >= previous.t_us and current.frame > previous.frame):
        return None
    return f"frame {previous.frame} at {previous.t_us} is followed by {current.frame} at {current.t_us}"


RULES: tuple[Rule, ...] = (
    stays_at_pointer, stays_at_pointer_horizontally, follows_its_speed, keeps_going, speeds_up_gently, within_bounds, on_the_grid,
    keeps_duration_or_other_edge, clamped_at_the_minimum, in_order)


def violations(
    frames: Sequence[Frame], conditions: DragConditions, ignoring: Iterable[Rule] = ()
) -> list[Violation]:
    """All violations in a log. `ignoring` contains the rules that do not apply to the scenario: for
    example, the one for the scroll speed does not apply while a wheel is turned."""
    ignored_rules = set(ignoring)
    all_violations: list[Violation] = []
    previous = frames[0] if frames else None
    for current in frames:
        assert previous is not None
        for rule in RULES:
            if rule in ignored_rules:
                continue
            text = rule(previous, current, conditions)
            if text:
                all_violations.append(Violation(rule.__name__, current.frame, text))
        # A second frame with the same frame time has no speed, so the next frame is compared with the first.
        if current.t_us != previous.t_us:
            previous = current
    return all_violations


def time_and_distance_to_stop(frames: Sequence[Frame], conditions: DragConditions) -> tuple[float, float]:
    """How long and how far the timeline scrolled after the pointer finally left the zone, in seconds and pixels.

    Scrolling ends with the first frame after which the offset no longer changes.
    """
    last_in_zone = max((i for i, frame in enumerate(frames) if conditions.side(frame) != 0), default=None)
    if last_in_zone is None or last_in_zone + 1 >= len(frames):
        raise AssertionError("the pointer never left the zone")
    frames_outside = frames[last_in_zone + 1:]
    stop = max(
        (i for i in range(1, len(frames_outside)) if frames_outside[i].scroll_y != frames_outside[i - 1].scroll_y), default=0)
    first, last = frames_outside[0], frames_outside[stop]
    return (last.t_us - first.t_us) / 1e6, abs(last.scroll_y - first.scroll_y)
