"""Swipes: a finger moves along a path at a reliable speed.

A finger's speed decides whether a page turns, so it must be right even on a busy machine. The finger's position
depends on the clock, not on the number of steps: a late step is a longer one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Callable, Sequence

from .input_devices import PointingDevice

Point = tuple[float, float]

#: The number of reports that a touchscreen sends per second.
TOUCH_HZ = 120
#: The time before the release over which programs measure a finger's speed, in seconds.
SPEED_WINDOW_S = 0.15


@dataclass(frozen=True)
class Clock:
    """Reads the time and waits. The unit tests of swipes replace it."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass
class Trace:
    """The actual movement of a finger: times on the monotonic clock with positions, and the time of the release."""

    samples: list[tuple[float, float, float]] = field(default_factory=list)
    released_at: float | None = None

    def add(self, moment: float, position: Point) -> None:
        """Records a position."""
        self.samples.append((moment, *position))

    def speed(self, window: float = SPEED_WINDOW_S) -> Point:
        """The speed in logical pixels per second, across and down, over the last part of the swipe before the release,
        as a program can measure it. Scenarios check it as a precondition."""
        end = self.samples[-1]
        release = end[0] + self.pause
        start = next((sample for sample in self.samples if sample[0] >= release - window), end)
        seconds = release - start[0]
        if seconds <= 0:
            return 0.0, 0.0
        return (end[1] - start[1]) / seconds, (end[2] - start[2]) / seconds

    @property
    def pause(self) -> float:
        """Seconds between the last move and the release: a finger that has paused has no speed left."""
        return (self.released_at or self.samples[-1][0]) - self.samples[-1][0]


def _position_at(points: Sequence[Point], durations: Sequence[float], elapsed: float) -> Point:
    """The position of a finger that moves evenly from point to point."""
    for start, end, seconds in zip(points, points[1:], durations):
        if elapsed < seconds:
            progress = elapsed / seconds
            return start[0] + (end[0] - start[0]) * progress, start[1] + (end[1] - start[1]) * progress
        elapsed -= seconds
    return points[-1]


def swipe(
    finger: PointingDevice, points: Sequence[Point], durations: Sequence[float], *, lift: bool = True, hz: int = TOUCH_HZ,
    clock: Clock = Clock(),
) -> Trace:
    """Touches the first point, moves evenly to each of the others in the given times, and then lifts the finger at once.

    Two equal points are a pause. Without `lift`, the finger stays down, so that the swipe can continue with `glide`,
    `continue_swipe` or the finger itself.
    """
    finger.down(*points[0])
    return continue_swipe(finger, points, durations, lift=lift, hz=hz, clock=clock)


def continue_swipe(
    finger: PointingDevice, points: Sequence[Point], durations: Sequence[float], *, lift: bool = True, hz: int = TOUCH_HZ,
    clock: Clock = Clock(),
) -> Trace:
    """Continues a swipe of a finger that already touches the first point."""
    if len(durations) != len(points) - 1:
        raise ValueError(f"{len(points)} points need {len(points) - 1} durations, not {len(durations)}")
    trace, began, total = Trace(), clock.now(), sum(durations)
    trace.add(began, points[0])
    step = 0
    while True:
        # Waits for the next report of the touchscreen; late reports are skipped, as on a busy touchscreen.
        step = max(step + 1, int((clock.now() - began) * hz))
        due = min(step / hz, total)
        pause = began + due - clock.now()
        if pause > 0:
            clock.sleep(pause)
        is_last = due == total
        position = points[-1] if is_last else _position_at(points, durations, clock.now() - began)
        trace.add(clock.now(), position)
        finger.move(*position)
        if is_last:
            break
    if lift:
        finger.up()
        trace.released_at = clock.now()
    return trace


def flick(
    finger: PointingDevice, start: Point, travel: Point, px_per_ms: float, *, lift: bool = True, hz: int = TOUCH_HZ,
    clock: Clock = Clock(),
) -> Trace:
    """Flicks by `travel` (across, down) at a speed in logical pixels per millisecond."""
    length = (travel[0] ** 2 + travel[1] ** 2) ** 0.5
    end = start[0] + travel[0], start[1] + travel[1]
    return swipe(finger, [start, end], [length / px_per_ms / 1000], lift=lift, hz=hz, clock=clock)
