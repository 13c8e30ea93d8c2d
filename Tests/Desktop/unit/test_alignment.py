"""Tests of the alignment of events and hour lines."""

from __future__ import annotations

import unittest

from checks.alignment import Color, calibrate, runs

BACKGROUND, LINE, HALF, BORDER = (250, 250, 250), (200, 200, 200), (230, 230, 230), (90, 0, 0)
RED, BLUE = (255, 10, 10), (10, 10, 255)
HOUR = 40


def column(offset: int, thickness: int = 1, red_shift: int = 0, line_shift: int = 0) -> list[Color]:
    """The top 200 rows of a timeline that is scrolled by `offset` rows, with a red event that begins after 02:00 and a
    blue one that begins after 03:00. `thickness` is the number of rows of each line, `red_shift` the number of rows by which
    the red event is shifted, and `line_shift` the number of rows by which the line at 03:00 is shifted."""
    day = [BACKGROUND] * (8 * HOUR)
    for hour in range(8):
        shift = line_shift if hour == 3 else 0
        for row in range(thickness):
            day[hour * HOUR + row + shift] = LINE
            day[hour * HOUR + HOUR // 2 + row] = HALF
    for color, hour, shift in ((RED, 2, red_shift), (BLUE, 3, 0)):
        top = hour * HOUR + 10 + shift
        day[top:top + 20] = [BORDER, *[color] * 18, BORDER]
    return day[offset:offset + 200]


class AlignmentTests(unittest.TestCase):
    def setUp(self) -> None:
        self.ruler = calibrate(column(35), [RED, BLUE], HOUR)

    def test_a_ruler_is_calibrated_with_a_picture_at_rest(self) -> None:
        self.assertEqual((self.ruler.line_color, self.ruler.start_rows), (LINE, {RED: 11, BLUE: 11}))

    def test_aligned_columns_are_accepted_at_every_offset(self) -> None:
        for thickness in (1, 2):
            ruler = calibrate(column(35, thickness), [RED, BLUE], HOUR)
            for offset in range(110):
                self.assertEqual(ruler.misalignments(column(offset, thickness)), [], offset)
            self.assertEqual(len({ruler.offset_within_hour(column(offset, thickness)) for offset in range(HOUR)}), HOUR)

    def test_an_event_that_is_one_row_off_is_found(self) -> None:
        for shift in (-1, 1):
            misalignments = self.ruler.misalignments(column(36, red_shift=shift))
            self.assertEqual(len(misalignments), 1)
            self.assertIn(f"is {11 + shift} rows below an hour line, 11 at rest", misalignments[0])

    def test_a_line_that_is_one_row_off_is_found(self) -> None:
        misalignments = self.ruler.misalignments(column(36, line_shift=1))
        self.assertEqual(len(misalignments), 1)
        self.assertIn("the line in row", misalignments[0])

    def test_an_event_that_begins_above_the_window_is_ignored(self) -> None:
        self.assertEqual(self.ruler.misalignments(column(2 * HOUR + 15)), [])

    def test_a_column_with_nothing_to_measure_has_no_offset(self) -> None:
        self.assertIsNone(self.ruler.offset_within_hour([BACKGROUND] * 200))
        self.assertEqual(self.ruler.misalignments([BACKGROUND] * 200), [])

    def test_a_picture_without_hour_lines_or_distinct_colors_is_refused(self) -> None:
        with self.assertRaises(AssertionError):
            calibrate([BACKGROUND, RED, BACKGROUND, BLUE, BACKGROUND], [RED, BLUE], HOUR)
        with self.assertRaises(AssertionError):
            calibrate(column(35), [BACKGROUND], HOUR)

    def test_runs_that_may_be_cut_off_are_omitted(self) -> None:
        self.assertEqual([run.row for run in runs([BACKGROUND, LINE, LINE, RED, BACKGROUND])], [1, 3])


if __name__ == "__main__":
    unittest.main()
