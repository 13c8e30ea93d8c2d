"""Contrast in screenshots, computed with the formula of WCAG 2.2."""

from __future__ import annotations

from collections import Counter

from rig.screenshot import Color, Picture
from rig.tree import Rectangle


def luminance(color: Color) -> float:
    """The relative luminance, from 0 for black to 1 for white."""
    red, green, blue = (
        (channel / 255) / 12.92 if channel / 255 <= 0.04045 else ((channel / 255 + 0.055) / 1.055) ** 2.4 for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(first: Color, second: Color) -> float:
    """The contrast ratio, from 1 to 21."""
    brighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def text_contrast(picture: Picture, area: Rectangle) -> float:
    """The contrast of the text in an area: the contrast between the background, which is the most frequent color, and
    the pixel that contrasts most with it. The strokes of small text are blurred, so the contrast of the text's own
    color may be higher, but never lower."""
    colors = Counter(
        picture.at(x, y)
        for y in range(area.y, area.bottom) for x in range(area.x, area.right))
    background = colors.most_common(1)[0][0]
    return max(contrast_ratio(color, background) for color in colors)
