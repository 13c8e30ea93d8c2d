"""Contrast in screenshots, computed with the formula of WCAG 2.2."""

from __future__ import annotations

from collections import Counter

from rig.screenshot import Colour, Picture
from rig.tree import Rectangle


def luminance(colour: Colour) -> float:
    """The relative luminance, from 0 for black to 1 for white."""
    red, green, blue = (
        (part / 255) / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: Colour, other: Colour) -> float:
    """The contrast ratio, from 1 to 21."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def text_contrast(picture: Picture, area: Rectangle) -> float:
    """The contrast of the text in an area: the contrast between the background, which is the most frequent colour, and
    the pixel that contrasts most with it. The strokes of small text are blurred, so the contrast of the text's own
    colour may be higher, but never lower."""
    colours = Counter(
        picture.at(x, y)
        for y in range(area.y, area.bottom) for x in range(area.x, area.right))
    background = colours.most_common(1)[0][0]
    return max(ratio(colour, background) for colour in colours)
