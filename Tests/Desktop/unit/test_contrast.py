"""Tests of `checks/contrast.py`."""

from __future__ import annotations

import unittest

from checks.contrast import contrast_ratio, text_contrast
from rig.screenshot import Picture
from rig.tree import Rectangle

WHITE, BLACK, GRAY = (255, 255, 255), (0, 0, 0), (0x77, 0x77, 0x77)


class ContrastTests(unittest.TestCase):
    def test_ratio_follows_the_formula(self) -> None:
        self.assertAlmostEqual(contrast_ratio(BLACK, WHITE), 21)
        self.assertAlmostEqual(contrast_ratio(WHITE, GRAY), 4.48, places=2)
        self.assertEqual(contrast_ratio(GRAY, GRAY), 1)

    def test_text_contrast_is_that_of_the_pixel_that_differs_most_from_the_background(self) -> None:
        colors = [WHITE] * 16
        colors[5], colors[6] = GRAY, (200, 200, 200)
        picture = Picture(4, 4, b"".join(bytes(color) for color in colors))
        self.assertAlmostEqual(text_contrast(picture, Rectangle(0, 0, 4, 4)), 4.48, places=2)
        self.assertEqual(text_contrast(picture, Rectangle(0, 2, 4, 2)), 1)
