"""Tests of the checks for turning pages: for each check, a log that makes it fail."""

from __future__ import annotations

import unittest
from dataclasses import replace

from checks import pages
from checks.framelog import Frame

from .synthetic import with_frame_changed


def frames_of_a_turn(count: int = 20) -> list[Frame]:
    """A log, at 60 frames per second, in which the page turns to the next week and comes to rest there."""
    frames = []
    for index in range(count):
        progress = 1 - (1 - index / (count - 1)) ** 2
        page, fraction = (101, 0.0) if index == count - 1 else (100, progress)
        frames.append(Frame(
            frame=index, t_us=5_000_000 + round(index * 1e6 / 60), phase="page", scroll_y=100, scroll_y_max=1268, page=page,
            fraction=fraction, header_page=page, header_fraction=fraction,
            view_date="2035-01-15" if index else "2035-01-08"))
    return frames


class PageTests(unittest.TestCase):
    def test_correct_turn_is_accepted(self) -> None:
        self.assertEqual(pages.problems(frames_of_a_turn()), [])
        self.assertEqual(pages.frames_moving_away(frames_of_a_turn(), 101), [])

    def test_dates_that_lag_behind_the_days_are_found(self) -> None:
        frames = frames_of_a_turn()
        self.assertEqual(len(pages.out_of_step_frames(with_frame_changed(frames, 7, header_fraction=frames[6].fraction))), 1)

    def test_dates_of_another_week_are_found(self) -> None:
        self.assertEqual(len(pages.out_of_step_frames(with_frame_changed(frames_of_a_turn(), 7, header_page=99))), 1)

    def test_jump_to_another_page_is_found(self) -> None:
        jumping_frames = pages.frames_with_jumps(with_frame_changed(frames_of_a_turn(), 7, page=99))
        self.assertEqual([frame.frame for frame in jumping_frames], [7, 8])

    def test_distant_page_may_be_reached_from_up_to_three_pages_away(self) -> None:
        first = frames_of_a_turn()[0]
        later = replace(first, frame=1, t_us=first.t_us + 16_667, view_date="2035-03-05", page=107, header_page=107)
        self.assertEqual(pages.frames_with_jumps([first, later]), [])
        less_than_three_pages_away = replace(later, page=105, fraction=0.3, header_page=105, header_fraction=0.3)
        self.assertEqual(pages.frames_with_jumps([first, less_than_three_pages_away]), [])
        near_page = replace(later, view_date="2035-01-22", page=102, header_page=102)
        self.assertEqual(len(pages.frames_with_jumps([first, near_page])), 1)
        page_beyond = replace(later, page=104, header_page=104)
        self.assertEqual(len(pages.frames_with_jumps([first, page_beyond])), 1)

    def test_rest_between_two_pages_is_found(self) -> None:
        frames = with_frame_changed(frames_of_a_turn(), 19, page=100, fraction=0.9998, header_page=100, header_fraction=0.9998)
        self.assertIn("rest at", " ".join(pages.problems(frames)))
        self.assertIsNone(pages.page_at_rest(frames[-1]))
        self.assertEqual(pages.page_at_rest(frames_of_a_turn()[-1]), 101)

    def test_page_that_moves_the_wrong_way_is_found(self) -> None:
        self.assertEqual(len(pages.frames_moving_away(with_frame_changed(frames_of_a_turn(), 7, fraction=0.1), 101)), 1)


if __name__ == "__main__":
    unittest.main()
