"""Tests of reading pictures."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from rig.screenshot import Picture

WHITE, RED = (255, 255, 255), (255, 0, 0)


def with_red_pixels(width: int, height: int, red: set[tuple[int, int]]) -> Picture:
    """A white picture with some red pixels."""
    colors = [RED if (x, y) in red else WHITE for y in range(height) for x in range(width)]
    return Picture(width, height, b"".join(bytes(color) for color in colors))


class PictureTests(unittest.TestCase):
    def test_color_of_a_pixel_is_read(self) -> None:
        picture = with_red_pixels(4, 3, {(2, 1)})
        self.assertEqual(picture.at(2, 1), RED)
        self.assertEqual(picture.at(1, 2), WHITE)

    def test_bounds_of_a_color_are_found(self) -> None:
        self.assertEqual(with_red_pixels(5, 5, {(1, 2), (3, 4)}).bounds(RED), (1, 2, 3, 3))
        self.assertIsNone(with_red_pixels(5, 5, set()).bounds(RED))

    def test_bounds_compare_whole_pixels(self) -> None:
        # Bytes of two neighboring pixels must not count as a pixel.
        self.assertIsNone(Picture(2, 1, bytes([9, 255, 0, 0, 9, 9])).bounds(RED))

    def test_differing_pixels_are_counted(self) -> None:
        picture, other = with_red_pixels(4, 4, {(0, 0)}), with_red_pixels(4, 4, {(0, 0), (3, 3)})
        self.assertEqual((picture.differing_pixel_count(picture), picture.differing_pixel_count(other)), (0, 1))
        self.assertEqual(picture.differing_pixel_count(with_red_pixels(4, 3, set())), 16)

    def test_a_saved_picture_is_a_png(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.png"
            with_red_pixels(4, 3, set()).save(path)
            self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    unittest.main()
