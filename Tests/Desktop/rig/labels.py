"""Checks whether labels show their whole text: Pango measures the text in the font from the accessibility tree, and the
result is compared with the size of the label."""

from __future__ import annotations

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

from .tree import Node, Rectangle  # noqa: E402

#: The number of pixels by which text may be larger than its label, because the sizes in the tree are rounded.
_ROUNDING = 3


def measured_size(text: str, family: str, size: float, weight: int, width: int) -> tuple[int, int]:
    """The width and height in px of text that is wrapped between words at `width` px."""
    layout = Pango.Layout.new(PangoCairo.FontMap.get_default().create_context())
    font = Pango.FontDescription()
    font.set_family(family)
    font.set_absolute_size(size * Pango.SCALE)
    font.set_weight(Pango.Weight(weight))
    layout.set_font_description(font)
    layout.set_wrap(Pango.WrapMode.WORD)
    layout.set_width(width * Pango.SCALE)
    layout.set_text(text, -1)
    size_in_pixels = layout.get_pixel_size()
    return size_in_pixels.width, size_in_pixels.height


def is_truncated(label: Node) -> bool:
    """Whether a label is too small to show its whole text: the text is shortened with an ellipsis, broken within a word,
    or missing lines."""
    text, box = label.text, label.extents
    if not text.strip() or 0 in (box.width, box.height):
        return False
    return not fits(text, label.text_attributes, box)


def fits(text: str, font: dict[str, str], box: Rectangle) -> bool:
    """Whether text fits into a rectangle. `font` contains its text attributes, as AT-SPI reports them."""
    width, height = measured_size(
        text, font["family-name"], float(font["size"]), int(font["weight"]), box.width + _ROUNDING)
    return width <= box.width + _ROUNDING and height <= box.height + _ROUNDING
