"""Tests that swipes keep their speed on a busy machine."""

from __future__ import annotations

import unittest

from rig.swipes import Clock, Trace, continue_swipe, flick, swipe


class RecordingFinger:
    """A finger that records its calls, and a clock that advances only while the finger waits or works."""

    name = "touch"

    def __init__(self, cost: float = 0, stall: tuple[int, float] | None = None):
        self.calls: list[tuple[str, float, float, float]] = []
        self.time = 100.0
        self._cost, self._stall = cost, stall
        self.clock = Clock(now=lambda: self.time, sleep=self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.time += seconds

    def _record(self, kind: str, x: float = 0, y: float = 0) -> None:
        self.calls.append((kind, self.time, x, y))
        self.time += self._cost
        if self._stall and len(self.calls) == self._stall[0]:
            self.time += self._stall[1]

    def down(self, x: float, y: float) -> None:
        self._record("down", x, y)

    def move(self, x: float, y: float) -> None:
        self._record("move", x, y)

    def up(self) -> None:
        self._record("up")

    @property
    def moves(self) -> list[tuple[float, float, float]]:
        return [(moment, x, y) for kind, moment, x, y in self.calls if kind == "move"]


class SwipeTests(unittest.TestCase):
    def test_a_flick_reaches_its_end_and_lifts_at_once(self) -> None:
        finger = RecordingFinger()
        trace = flick(finger, (300, 200), (-120, 0), px_per_ms=1, clock=finger.clock)
        self.assertEqual([kind for kind, *_ in finger.calls[:1] + finger.calls[-1:]], ["down", "up"])
        self.assertEqual(finger.moves[-1][1:], (180, 200))
        self.assertAlmostEqual(finger.calls[-1][1] - finger.calls[0][1], 0.12)
        self.assertAlmostEqual(trace.speed()[0], -1000)
        self.assertAlmostEqual(trace.pause, 0)

    def test_busy_machine_makes_the_steps_longer_but_not_the_finger_slower(self) -> None:
        for finger in (RecordingFinger(cost=0.003), RecordingFinger(cost=0.02), RecordingFinger(cost=0.001, stall=(4, 0.05))):
            trace = flick(finger, (0, 0), (0, 240), px_per_ms=2, clock=finger.clock)
            for moment, _, y in trace.samples[:-1]:
                self.assertAlmostEqual(y, 2000 * (moment - trace.samples[0][0]), delta=0.001)
            self.assertEqual(trace.samples[-1][2], 240)
            self.assertAlmostEqual(trace.speed()[1], 2000, delta=700)

    def test_path_with_a_pause_has_each_position_at_its_time(self) -> None:
        finger = RecordingFinger()
        swipe(finger, [(0, 0), (100, 0), (100, 0), (40, 0)], [0.1, 0.2, 0.1], clock=finger.clock)
        began = finger.calls[0][1]
        for moment, x, _ in finger.moves:
            elapsed = moment - began
            expected = min(100, elapsed * 1000) if elapsed < 0.3 else 100 - 600 * (elapsed - 0.3)
            self.assertAlmostEqual(x, expected, delta=0.001)

    def test_pause_at_the_end_leaves_no_speed(self) -> None:
        finger = RecordingFinger()
        trace = swipe(finger, [(0, 0), (100, 0), (100, 0)], [0.05, 0.3], clock=finger.clock)
        self.assertEqual(trace.speed(), (0, 0))

    def test_a_finger_that_stays_down_can_continue_its_swipe(self) -> None:
        finger = RecordingFinger()
        swipe(finger, [(0, 0), (50, 0)], [0.05], lift=False, clock=finger.clock)
        continue_swipe(finger, [(50, 0), (0, 0)], [0.05], clock=finger.clock)
        self.assertEqual([kind for kind, *_ in finger.calls].count("down"), 1)
        self.assertEqual([kind for kind, *_ in finger.calls].count("up"), 1)

    def test_path_needs_a_duration_for_each_part(self) -> None:
        with self.assertRaises(ValueError):
            swipe(RecordingFinger(), [(0, 0), (1, 1)], [])

    def test_pause_before_the_release_reduces_the_speed(self) -> None:
        samples = [(1.0, 0.0, 0.0), (1.05, 50.0, 0.0), (1.1, 100.0, 0.0)]
        self.assertAlmostEqual(Trace(samples, released_at=1.3).pause, 0.2)
        self.assertAlmostEqual(Trace(samples, released_at=1.1).speed()[0], 1000)
        self.assertAlmostEqual(Trace(samples, released_at=1.15).speed()[0], 100 / 0.15)
        self.assertEqual(Trace(samples, released_at=1.3).speed(), (0, 0))


if __name__ == "__main__":
    unittest.main()
