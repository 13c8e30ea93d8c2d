"""Text and lines at a fractional scale of the monitor, which GTK supports from version 4.12 on. With older versions, the
scenarios run at scale 2."""

from __future__ import annotations

from collections import Counter

from checks.calendars import standard_day
from rig.glyphs import Coverage, paint_text
from rig.screenshot import Color, Picture
from rig.tree import Rectangle

from .accessibility import gtk_version
from .registry import KEYS, scenario
from .stage import Stage

#: The number of device pixels per px.
SCALE = 1.5 if [int(number) for number in gtk_version().split(".")[:2] if number] >= [4, 12] else 2
#: The greatest distance between sharp text and the same text painted by Pango. Text that was painted at scale 2 and
#: then reduced to 1.5 has a distance of 0.14.
_GREATEST_DISTANCE = 0.04
#: The fractions of a device pixel by which painted text may be displaced. Cairo rounds the positions of
#: glyphs to quarters of a device pixel.
_QUARTERS = (0.0, 0.25, 0.5, 0.75)


def _device_pixels(area: Rectangle) -> tuple[range, range]:
    """The columns and rows of device pixels in an area of the window, which fills the monitor."""
    return (range(round(area.x * SCALE), round(area.right * SCALE)), range(round(area.y * SCALE), round(area.bottom * SCALE)))


def _coverage(picture: Picture, columns: range, rows: range) -> Coverage:
    """How much of each pixel is covered by the text in an area with a background of one color."""
    pixels = [[picture.at(x, y) for x in columns] for y in rows]
    background = Counter(color for row in pixels for color in row).most_common(1)[0][0]

    def distance(color: Color) -> int:
        return sum(abs(channel - background_channel) for channel, background_channel in zip(color, background))

    largest = max(distance(color) for row in pixels for color in row) or 1
    return Coverage(tuple(tuple(distance(color) / largest for color in row) for row in pixels))


@scenario(KEYS, pictures=True, scale=SCALE)
def painted_text_is_as_sharp_as_text_painted_by_pango(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    label = next(node for node in stage.program.root.all(lambda node: node.role == "label") if node.text_attributes.get("size"))
    font = label.text_attributes
    box = stage.scroll_to("Review", y=300)
    # Only the title is within this area: the stripe is to its left, and the time below it.
    title = Rectangle(box.x + 6, box.y + 3, 80, 21)
    title_coverage = _coverage(stage.picture_at_rest(), *_device_pixels(title))
    stage.precondition(title_coverage.ink[2] > 20, f"the title is not at {title}")
    # 11 pt at 96 dpi.
    font_size = 11 * 4 / 3
    distance = min(
        paint_text("Review", font["family-name"], font_size, 600, SCALE, dx, dy).distance(title_coverage)
        for dx in _QUARTERS for dy in _QUARTERS)
    stage.notes.append(f"the distance of the title at scale {SCALE} is {distance:.3f}")
    stage.expect(distance <= _GREATEST_DISTANCE, f"the title differs from Pango's by {distance:.3f}; at most {_GREATEST_DISTANCE} is allowed")


@scenario(KEYS, pictures=True, scale=SCALE)
def painted_lines_and_blocks_have_sharp_edges(stage: Stage) -> None:
    """An edge between two device pixels would have a color of its own."""
    stage.open(standard_day(), view="day")
    box, picture = stage.scroll_to("Review", y=300), stage.picture_at_rest()
    columns, rows = _device_pixels(box)
    middle = rows[len(rows) // 2 + 4]
    row_colors = [picture.at(x, middle) for x in range(columns[0] - 4, columns[0] + 12)]
    # From left to right: the background or the line between days, the stripe and the fill.
    colors = [color for index, color in enumerate(row_colors) if index == 0 or color != row_colors[index - 1]]
    stage.expect(len(colors) <= 4, f"the left edge of the block has the colors {row_colors}")
    viewport = stage.program.viewport()
    x = round((viewport.right - 40) * SCALE)
    column = [picture.at(x, y) for y in range(round((viewport.y + 2) * SCALE), round((viewport.bottom - 2) * SCALE))]
    grid_colors = Counter(column)
    stage.notes.append(f"the hour grid has {len(grid_colors)} colors")
    stage.precondition(len(grid_colors) >= 3, f"the hour grid has only the colors {grid_colors}")
    # The background, hour lines and half-hour lines, each within the working hours and outside them; and the fill of events.
    stage.expect(len(grid_colors) <= 7, f"the hour grid has more than 7 colors: {grid_colors.most_common()}")
