"""Tests of the invariants: every rule is violated by at least one log."""

from __future__ import annotations

import unittest
from dataclasses import replace
from pathlib import Path

from checks import invariants
from checks.framelog import Frame
from checks.invariants import DragConditions, violations

from .synthetic import CONDITIONS, frames_of_a_drag, with_frame_changed


def violated_rules(frames: list[Frame], conditions: DragConditions = CONDITIONS) -> set[str]:
    """The names of the rules that a log violates."""
    return {violation.rule for violation in violations(frames, conditions)}


class InvariantTests(unittest.TestCase):
    def test_correct_drag_violates_no_rule(self) -> None:
        for phase in ("move", "stretch-end"):
            self.assertEqual(violations(frames_of_a_drag(phase=phase), CONDITIONS), [])

    def test_edge_off_by_more_than_half_a_pixel_is_found(self) -> None:
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_y=665.6)), {"stays_at_pointer"})
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_y=665.5)), set())

    def test_event_that_lags_horizontally_is_found(self) -> None:
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_x=60.6)), {"stays_at_pointer_horizontally"})
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_x=60.5)), set())
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(phase="stretch-end"), 30, edge_x=60.6)), set())

    def test_tolerance_is_in_device_pixels(self) -> None:
        scaled_conditions = replace(CONDITIONS, scale=2)
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_y=665.4), scaled_conditions), {"stays_at_pointer"})
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_y=665.25), scaled_conditions), set())

    def test_missing_edge_is_found(self) -> None:
        self.assertEqual(violated_rules(with_frame_changed(frames_of_a_drag(), 30, edge_y=None)), {"stays_at_pointer"})

    def test_clamped_resize_may_leave_the_pointer_but_a_move_may_not(self) -> None:
        shortest = dict(clamped=True, edge_y=500.0, snapped_end="2026-01-05T08:15:00+01:00")
        frames = [replace(frame, **shortest) for frame in frames_of_a_drag(phase="stretch-end")]
        self.assertEqual(violated_rules(frames), set())
        longer_frames = [replace(frame, snapped_end="2026-01-05T08:30:00+01:00") for frame in frames]
        self.assertEqual(violated_rules(longer_frames), {"clamped_at_the_minimum"})
        self.assertIn("clamped_at_the_minimum", violated_rules(with_frame_changed(frames_of_a_drag(), 30, clamped=True)))

    def test_jumping_offset_is_found(self) -> None:
        frames = frames_of_a_drag()
        jumping_frames = with_frame_changed(frames, 30, scroll_y=frames[30].scroll_y + 0.6)
        self.assertEqual(violated_rules(jumping_frames), {"follows_its_speed"})

    def test_offset_that_lags_behind_its_speed_is_found(self) -> None:
        frames = frames_of_a_drag(31)
        last = frames[-1]
        lagging_frame = replace(last, frame=131, t_us=last.t_us + 16_667, scroll_y=last.scroll_y + 5, scroll_velocity=900.0)
        self.assertEqual(violated_rules([*frames, lagging_frame]), {"follows_its_speed"})

    def test_frame_without_scrolling_is_found(self) -> None:
        frames = frames_of_a_drag(31)
        last = frames[-1]
        stopped_frame = replace(last, frame=131, t_us=last.t_us + 16_667, scroll_velocity=0.0)
        self.assertIn("keeps_going", violated_rules([*frames, stopped_frame]))

    def test_resize_at_its_limit_may_stop_scrolling(self) -> None:
        limit = dict(clamped=True, edge_y=500.0, snapped_end="2026-01-05T08:15:00+01:00")
        frames = [replace(frame, **limit) for frame in frames_of_a_drag(31, phase="stretch-end")]
        last = frames[-1]
        stopped_frame = replace(last, frame=131, t_us=last.t_us + 16_667, scroll_velocity=0.0)
        self.assertEqual(violated_rules([*frames, stopped_frame]), set())
        unclamped = [replace(frame, clamped=False, edge_y=665.0) for frame in (last, stopped_frame)]
        self.assertIn("keeps_going", violated_rules(unclamped))

    def test_timeline_may_stop_at_its_end(self) -> None:
        frames = [replace(frame, scroll_y_max=frame.scroll_y) for frame in frames_of_a_drag(31)]
        last = frames[-1]
        stopped_frames = [replace(last, frame=131 + i, t_us=last.t_us + 16_667 * (i + 1), scroll_velocity=0.0) for i in range(3)]
        self.assertEqual(violated_rules([frames[-1], *stopped_frames]), set())

    def test_sudden_change_of_speed_is_found(self) -> None:
        frames = frames_of_a_drag(2)
        fast_frame = replace(frames[1], scroll_velocity=260.0, scroll_y=frames[0].scroll_y + 260 / 60)
        self.assertEqual(violated_rules([frames[0], fast_frame]), {"speeds_up_gently"})

    def test_short_frame_after_a_late_one_may_scroll_faster(self) -> None:
        first, late = frames_of_a_drag(2)
        short = replace(
            late, frame=102, t_us=late.t_us + 1000, interval_us=1000,
            scroll_velocity=late.scroll_velocity + 60, scroll_y=late.scroll_y + (late.scroll_velocity + 60) / 1000)
        self.assertEqual(violated_rules([first, late, short]), set())
        self.assertEqual(violated_rules([first, replace(late, interval_us=1000), short]), {"speeds_up_gently"})

    def test_speed_of_a_second_frame_with_the_same_time_is_not_checked(self) -> None:
        frames = frames_of_a_drag(40)
        second = replace(frames[30], frame=1000, scroll_velocity=0.0, interval_us=0)
        later = [replace(frame, frame=frame.frame + 1000) for frame in frames[31:]]
        self.assertEqual(violated_rules([*frames[:31], second, *later]), set())
        self.assertEqual(violated_rules([*frames[:31], replace(second, edge_y=670.0), *later]), {"stays_at_pointer"})

    def test_offset_beyond_either_end_is_found(self) -> None:
        for offset in (-0.1, 1268.1):
            frames = [replace(frame, scroll_y=offset, scroll_velocity=0.0) for frame in frames_of_a_drag(1)]
            self.assertEqual(violated_rules(frames), {"within_bounds"})

    def test_time_off_the_grid_is_found(self) -> None:
        frames = frames_of_a_drag(phase="stretch-end")
        index = next(i for i in range(1, 60) if frames[i].snapped_end != frames[i - 1].snapped_end)
        off_grid = with_frame_changed(frames[:index + 1], index, snapped_end="2026-01-05T13:07:00+01:00")
        self.assertEqual(violated_rules(off_grid), {"on_the_grid"})

    def test_unchanged_time_may_be_off_the_grid(self) -> None:
        off_grid = [replace(frame, snapped_end="2026-01-05T13:07:00+01:00") for frame in frames_of_a_drag(phase="stretch-end")]
        self.assertEqual(violated_rules(off_grid), set())

    def test_move_that_changes_the_duration_is_found(self) -> None:
        frames = frames_of_a_drag(2)
        longer = with_frame_changed(frames, 1, snapped_end="2026-01-05T15:00:00+01:00")
        self.assertEqual(violated_rules(longer), {"keeps_duration_or_other_edge"})

    def test_resize_that_moves_the_other_edge_is_found(self) -> None:
        frames = frames_of_a_drag(2, phase="stretch-end")
        self.assertEqual(violated_rules(with_frame_changed(frames, 1, snapped_start="2026-01-05T08:15:00+01:00")), {"keeps_duration_or_other_edge"})

    def test_new_event_without_a_fixed_edge_is_found(self) -> None:
        start, middle, end = (f"2026-01-05T{hour:02d}:00:00+01:00" for hour in (9, 10, 11))
        frames = [replace(frame, phase="create", snapped_start=middle, snapped_end=end) for frame in frames_of_a_drag(2)]
        self.assertEqual(violated_rules(with_frame_changed(frames, 1, snapped_start=start, snapped_end=middle)), set())
        other_times = with_frame_changed(frames, 1, snapped_start=start, snapped_end="2026-01-05T10:30:00+01:00")
        self.assertEqual(violated_rules(other_times), {"keeps_duration_or_other_edge"})

    def test_new_event_has_both_edges_on_the_grid_and_lasts_an_hour_at_first(self) -> None:
        one_hour = dict(snapped_start="2026-01-05T10:00:00+01:00", snapped_end="2026-01-05T11:00:00+01:00")
        frames = [replace(frame, phase="create", clamped=True, edge_y=500.0, **one_hour) for frame in frames_of_a_drag(2)]
        self.assertEqual(violated_rules(frames), set())
        off_grid = dict(snapped_end="2026-01-05T10:53:00+01:00", clamped=False, edge_y=665.0)
        self.assertEqual(violated_rules(with_frame_changed(frames, 1, **off_grid)), {"on_the_grid"})
        self.assertEqual(
            violated_rules(with_frame_changed(frames, 1, snapped_end="2026-01-05T11:15:00+01:00")), {"clamped_at_the_minimum"})

    def test_decreasing_time_is_found(self) -> None:
        frames = frames_of_a_drag(2)
        self.assertIn("in_order", violated_rules([frames[0], replace(frames[1], t_us=frames[0].t_us - 1)]))

    def test_every_rule_is_violated_by_a_test_above(self) -> None:
        source = Path(__file__).read_text(encoding="utf-8")
        for rule in invariants.RULES:
            self.assertIn(f'"{rule.__name__}"', source)

    def test_the_zone_is_larger_for_fingers_and_bounded_in_small_windows(self) -> None:
        self.assertEqual(CONDITIONS.edge_zone, 70)
        self.assertEqual(replace(CONDITIONS, is_touch=True).edge_zone, 86)
        self.assertEqual(replace(CONDITIONS, viewport_height=160).edge_zone, 40)


class StoppingTests(unittest.TestCase):
    def test_time_and_distance_after_leaving_the_zone_are_measured(self) -> None:
        frames = frames_of_a_drag(31)
        last = frames[-1]
        for index, scrolled in enumerate((4.0, 6.0, 6.0, 6.0)):
            frames.append(replace(
                last, frame=131 + index, t_us=last.t_us + 16_000 * (index + 1), scroll_y=last.scroll_y + scrolled,
                pointer_y=300.0))
        time, distance = invariants.time_and_distance_to_stop(frames, CONDITIONS)
        self.assertAlmostEqual(time, 0.016)
        self.assertAlmostEqual(distance, 2.0)

    def test_a_drag_that_never_leaves_the_zone_is_refused(self) -> None:
        with self.assertRaises(AssertionError):
            invariants.time_and_distance_to_stop(frames_of_a_drag(), CONDITIONS)


if __name__ == "__main__":
    unittest.main()
