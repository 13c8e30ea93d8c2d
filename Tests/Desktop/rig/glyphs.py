"""Text painted by Pango and Cairo themselves, to be compared with the text in a picture of the monitor. The libraries are
called directly, because their Python modules are not needed for anything else."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

_cairo = ctypes.CDLL("libcairo.so.2")
_pango = ctypes.CDLL("libpango-1.0.so.0")
_pangocairo = ctypes.CDLL("libpangocairo-1.0.so.0")
_gobject = ctypes.CDLL("libgobject-2.0.so.0")

for _library, _names in (
        (_cairo, ("cairo_image_surface_create", "cairo_create", "cairo_font_options_create", "cairo_image_surface_get_data")),
        (_pango, ("pango_font_description_new", "pango_layout_new")),
        (_pangocairo, ("pango_cairo_create_context",))):
    for _name in _names:
        getattr(_library, _name).restype = ctypes.c_void_p

_PANGO_SCALE = 1024
# Values of Cairo's enumerations.
_FORMAT_A8, _HINT_METRICS_OFF, _HINT_STYLE_NONE, _ANTIALIAS_GRAY = 2, 1, 1, 2
#: The distance in device pixels between the text and the edges of the surface.
_MARGIN = 4


@dataclass(frozen=True)
class Coverage:
    """How much of each pixel is covered by text, from 0 to 1, in rows from the top."""

    rows: tuple[tuple[float, ...], ...]

    @property
    def ink(self) -> tuple[int, int, int, int]:
        """The smallest rectangle around all pixels that the text covers by more than a tenth: x, y, width, height."""
        rows = [y for y, row in enumerate(self.rows) if max(row) > 0.1]
        columns = [x for x in range(len(self.rows[0])) if max(row[x] for row in self.rows) > 0.1]
        if not rows:
            return 0, 0, 0, 0
        return columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1

    def distance(self, other: Coverage) -> float:
        """The mean difference between the pixels, relative to the mean coverage. The upper left corners of the ink are aligned
        and then moved by up to one pixel in each direction; the smallest difference counts. It is 0 for identical text."""
        (x, y, width, height), (left, top, _, _) = self.ink, other.ink
        if width == 0:
            return 1.0
        total = sum(sum(row[x:x + width]) for row in self.rows[y:y + height])

        def difference_at(dx: int, dy: int) -> float:
            difference = 0.0
            for row in range(-1, height + 1):
                for column in range(-1, width + 1):
                    difference += abs(self._at(x + column, y + row) - other._at(left + column + dx, top + row + dy))
            return difference / total

        return min(difference_at(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    def _at(self, x: int, y: int) -> float:
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) else 0.0


def paint_text(text: str, family: str, size: float, weight: int, scale: float, dx: float, dy: float) -> Coverage:
    """Paints text as on a surface with `scale` device pixels per px. `size` is in px, and the text begins `dx` device
    pixels to the right of a pixel's corner and `dy` below it."""
    width, height = round(size * scale * len(text)) + 2 * _MARGIN, round(size * scale * 2) + 2 * _MARGIN
    width += -width % 4  # rows of this format begin at multiples of four bytes
    surface = ctypes.c_void_p(_cairo.cairo_image_surface_create(_FORMAT_A8, width, height))
    context = ctypes.c_void_p(_cairo.cairo_create(surface))
    _cairo.cairo_translate(context, ctypes.c_double(_MARGIN + dx), ctypes.c_double(_MARGIN + dy))
    _cairo.cairo_scale(context, ctypes.c_double(scale), ctypes.c_double(scale))
    pango_context = ctypes.c_void_p(_pangocairo.pango_cairo_create_context(context))
    options = ctypes.c_void_p(_cairo.cairo_font_options_create())
    _cairo.cairo_font_options_set_hint_metrics(options, _HINT_METRICS_OFF)
    _cairo.cairo_font_options_set_hint_style(options, _HINT_STYLE_NONE)
    _cairo.cairo_font_options_set_antialias(options, _ANTIALIAS_GRAY)
    _pangocairo.pango_cairo_context_set_font_options(pango_context, options)
    _pango.pango_context_set_round_glyph_positions(pango_context, 0)
    layout = ctypes.c_void_p(_pango.pango_layout_new(pango_context))
    font = ctypes.c_void_p(_pango.pango_font_description_new())
    _pango.pango_font_description_set_family(font, family.encode())
    _pango.pango_font_description_set_absolute_size(font, ctypes.c_double(size * _PANGO_SCALE))
    _pango.pango_font_description_set_weight(font, weight)
    _pango.pango_layout_set_font_description(layout, font)
    _pango.pango_layout_set_text(layout, text.encode(), -1)
    _cairo.cairo_set_source_rgba(context, *(ctypes.c_double(component) for component in (0, 0, 0, 1)))
    _pangocairo.pango_cairo_show_layout(context, layout)
    _cairo.cairo_surface_flush(surface)
    stride = _cairo.cairo_image_surface_get_stride(surface)
    data = ctypes.string_at(_cairo.cairo_image_surface_get_data(surface), stride * height)
    _pango.pango_font_description_free(font)
    _cairo.cairo_font_options_destroy(options)
    for gobject in (layout, pango_context):
        _gobject.g_object_unref(gobject)
    _cairo.cairo_destroy(context)
    _cairo.cairo_surface_destroy(surface)
    rows = [data[y * stride:y * stride + width] for y in range(height)]
    maximum = max(max(row) for row in rows) or 1
    return Coverage(tuple(tuple(value / maximum for value in row) for row in rows))
