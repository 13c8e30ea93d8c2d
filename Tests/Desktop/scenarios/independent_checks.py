"""Independent checks that share no code with the program: positions from AT-SPI, pictures and frames of the compositor."""

from __future__ import annotations

import time

from checks.alignment import calibrate
from checks.calendars import colored_day, standard_day
from checks.framelog import between
from rig.recording import record_strip
from rig.screenshot import Color, Picture
from rig.swipes import swipe
from rig.tree import Node, Rectangle

from .drag import Drag
from .registry import TOUCH, scenario
from .stage import Stage

#: The color of the focus ring: Adwaita's light accent.
_ACCENT: Color = (0x35, 0x84, 0xE4)


def _sample(blocks: list[Node], seconds: float) -> list[list[Rectangle]]:
    """Samples the bounds of some blocks for a while."""
    samples, deadline = [], time.monotonic() + seconds
    while time.monotonic() < deadline:
        samples.append([block.extents for block in blocks])
    return samples


def _held_block(stage: Stage, title: str) -> Node:
    """The lifted block: the last of the two blocks with the given title."""
    return stage.program.blocks(title)[-1]


def _expect_in_place_while_scrolling(stage: Stage, phase: str) -> None:
    stage.open(standard_day())
    stage.scroll_to("Early", y=420)
    drag = Drag(stage, "Early", phase).lift()
    drag.to(drag.bottom - stage.drag_conditions.edge_zone * 0.4)
    neighbor = stage.program.block("Review")
    held_block = _held_block(stage, "Early")
    drag.hold(0.1)
    samples = _sample([held_block, neighbor], 0.8)
    drag.to((drag.top + drag.bottom) / 2)
    drag.drop().expect_all(stage.minimum_frames_in(0.8))
    stage.precondition(len(samples) >= 20, f"there are only {len(samples)} samples of the positions; at least 20 are needed")
    edge_ys = [boxes[0].bottom if phase == "stretch-end" else boxes[0].y for boxes in samples]
    neighbor_ys = [boxes[1].y for boxes in samples]
    stage.expect(
        max(edge_ys) - min(edge_ys) <= 1,
        f"according to AT-SPI, the held edge moved from y = {min(edge_ys)} to y = {max(edge_ys)}")
    distance = max(neighbor_ys) - min(neighbor_ys)
    stage.precondition(distance >= 150, f"according to AT-SPI, the neighbor moved only {distance} px")


@scenario(core=True)
def a_moved_block_stays_in_place_while_its_neighbor_scrolls(stage: Stage) -> None:
    _expect_in_place_while_scrolling(stage, "move")


@scenario()
def a_resized_edge_stays_in_place_while_a_neighbor_scrolls(stage: Stage) -> None:
    _expect_in_place_while_scrolling(stage, "stretch-end")


def _is_similar(color: Color, other: Color, distance: int = 20) -> bool:
    return all(abs(value - other_value) <= distance for value, other_value in zip(color, other))


def _is_ring(color: Color) -> bool:
    """Whether a pixel may belong to a focus ring: the accent color, or a darker shade that stands out from the fill."""
    shades = [tuple(round(value * share / 10) for value in _ACCENT) for share in range(5, 11)]
    return any(_is_similar(color, shade, 40) for shade in shades)


def _block_rows(picture: Picture, x: int, y: int) -> tuple[int, int]:
    """The first row of the block around a pixel and the row after its last one, recognized by its fill and its focus ring."""
    fill = picture.at(x, y)

    def is_block(row: int) -> bool:
        color = picture.at(x, row)
        # The fill is uniform. Hour lines and the shadow of a lifted block are not much darker.
        return _is_similar(color, fill, 8) or _is_ring(color)

    top, bottom = y, y
    while top > 0 and is_block(top - 1):
        top -= 1
    while bottom < picture.height and is_block(bottom):
        bottom += 1
    return top, bottom


def _expect_painted_at_the_pointer(stage: Stage, phase: str) -> None:
    """Checks pictures taken while the event is held and while the timeline scrolls."""
    stage.open(standard_day())
    stage.scroll_to("Early", y=420)
    scale = stage.monitor.scale
    resting_picture = stage.picture_at_rest()
    drag = Drag(stage, "Early", phase)
    box = stage.program.bounds_at_rest("Early")
    column = round((box.x + box.width * 0.62) * scale)
    resting_rows = _block_rows(resting_picture, column, round(box.center[1] * scale))
    drag.lift()
    if not drag.is_lifted_in_log():
        drag.drop()
        return
    edge_index = 1 if phase == "stretch-end" else 0
    pressed_row = drag.pressed_y * scale
    for state in ("held in the middle", "scrolling"):
        if state == "scrolling":
            drag.to(drag.bottom - stage.drag_conditions.edge_zone * 0.75)
            drag.hold(0.5)
        drag.await_drawn()
        drag.hold(0.1)
        picture = stage.picture()
        inside = drag.y - 12 if phase == "stretch-end" else drag.y
        edge_row = _block_rows(picture, column, round(inside * scale))[edge_index]
        expected = drag.y * scale - (pressed_row - resting_rows[edge_index])
        stage.expect(
            abs(edge_row - expected) <= 1, f"{state}: the edge is in row {edge_row}, not in row {expected:.1f}")
    drag.to((drag.top + drag.bottom) / 2)
    drag.drop().expect_frames(at_least=10)
    stage.precondition(drag.scroll_distance >= 30, f"the timeline scrolled {drag.scroll_distance:.0f} px between the pictures instead of at least 30 px")


@scenario(core=True, pictures=True)
def a_moved_block_is_painted_at_the_pointer(stage: Stage) -> None:
    _expect_painted_at_the_pointer(stage, "move")


@scenario(pictures=True)
def a_resized_edge_is_painted_at_the_pointer(stage: Stage) -> None:
    _expect_painted_at_the_pointer(stage, "stretch-end")


@scenario()
def logged_and_presented_frames_agree(stage: Stage) -> None:
    """The numbers of frames logged and presented agree within 2%."""
    stage.open(standard_day())
    stage.scroll_to("Dawn", y=300)
    drag = Drag(stage, "Dawn").lift()
    drag.to(drag.bottom - stage.drag_conditions.edge_zone * 0.5)
    began, ended = drag.hold(2.0)
    drag.to((drag.top + drag.bottom) / 2)
    drag.drop().expect_frames(stage.minimum_frames_in(1))
    began += 200_000
    times = [frame.t_us for frame in between(drag.frames, began, ended)]
    logged = len(times)
    presented = sum(began <= moment <= ended for moment in stage.compositor.presentation_times())
    stage.precondition(logged >= stage.minimum_frames_in(1.8), f"only {logged} frames were logged in 1.8 s")
    # After a late frame, GTK draws again within the same refresh to catch up, and no compositor can show both frames. A
    # program that always draws too often never meets this precondition.
    refresh = 1e6 / stage.monitor.hz
    hurried_count = sum(later - earlier < refresh / 2 for earlier, later in zip(times, times[1:]))
    stage.precondition(hurried_count <= logged * 0.02, f"{hurried_count} of {logged} frames were drawn within half a refresh of another")
    refreshes = (ended - began) / refresh
    stage.precondition(logged <= refreshes * 1.02, f"{logged} frames were logged in {refreshes:.1f} refreshes")
    difference = abs(logged - presented) / max(presented, 1)
    stage.expect(difference <= 0.02, f"{logged} frames were logged, but {presented} were presented, a difference of {difference:.1%}")


#: The minimum number of different offsets in a recording, in device pixels within an hour.
_ENOUGH_OFFSETS = 20


@scenario(TOUCH, core=True, recordings=True)
def every_block_keeps_its_distance_from_its_hour_line_while_scrolling(stage: Stage) -> None:
    """Records a slow scroll and a fling without a lifted event: in every frame, events and hour lines have the same
    distances as at rest, for every fraction of a pixel."""
    calendar = colored_day()
    stage.open(calendar)
    stage.scroll_to("Red", y=400)
    viewport, scale = stage.program.viewport(), stage.monitor.scale
    resting_picture, box = stage.picture_at_rest(), stage.program.bounds_at_rest("Red")
    column = round((box.x + box.width * 0.62) * scale)
    event_bounds = [stage.program.block(event.summary).extents for event in calendar.events]
    event_colors = [
        resting_picture.at(column, round(bounds.center[1] * scale)) for bounds in event_bounds
        if viewport.y < bounds.y and bounds.bottom < viewport.bottom]
    rows = slice(round(viewport.y * scale), round(viewport.bottom * scale))
    ruler = calibrate(resting_picture.column(column)[rows], event_colors, round(stage.pixels_per_hour * scale))
    x, y = viewport.right - 60, viewport.y + viewport.height * 0.6
    began = time.monotonic_ns() // 1000
    with record_strip(stage.compositor, column, 1) as recording:
        swipe(stage.finger, [(x, y), (x, y - 131.7), (x, y - 31.3), (x, y - 251.3)], [1.6, 1.2, 0.5])
        frames = stage.program.frames_when_quiet(quiet=0.3, timeout=5)
    columns = [picture.column(0)[rows] for picture in recording]
    offsets = {offset for column in columns if (offset := ruler.offset_within_hour(column)) is not None}
    stage.precondition(len(offsets) >= _ENOUGH_OFFSETS, f"the recording has only {len(offsets)} different offsets; at least {_ENOUGH_OFFSETS} are needed")
    fractions = {round(frame.scroll_y * scale % 1, 3) for frame in frames if frame.t_us > began}
    stage.precondition(len(fractions) >= _ENOUGH_OFFSETS, f"only {len(fractions)} fractional offsets were logged")
    misalignments = [(number, text) for number, column in enumerate(columns) for text in ruler.misalignments(column)]
    first_misalignment = "in frame {} {}".format(*misalignments[0]) if misalignments else ""
    stage.expect(not misalignments, f"{len(misalignments)} misalignments in {len(columns)} frames, the first {first_misalignment}")
    stage.expect_untouched("the timeline was only scrolled")
    stage.notes.append(f"{len(columns)} frames at {len(offsets)} offsets, {len(ruler.start_rows)} events")


@scenario(TOUCH, core=True, quick=False, pictures=True)
def a_fractional_offset_is_drawn_like_the_rounded_one(stage: Stage) -> None:
    _expect_fractional_offsets_drawn_rounded(stage, {})


@scenario(TOUCH, pictures=True)
def the_default_renderer_draws_a_fractional_offset_like_the_rounded_one(stage: Stage) -> None:
    _expect_fractional_offsets_drawn_rounded(stage, {"GSK_RENDERER": None})


def _expect_fractional_offsets_drawn_rounded(stage: Stage, environment: dict[str, str | None]) -> None:
    """A finger on the screen scrolls the timeline by fractions of a pixel. The pictures at a fractional offset and at the
    offset rounded to device pixels are identical."""
    stage.open(standard_day(), environment=environment)
    stage.scroll_to("Review", y=400)
    viewport, scale = stage.program.viewport(), stage.monitor.scale
    x, y = viewport.right - 60, viewport.y + viewport.height * 0.7
    stage.finger.down(x, y)
    for step in range(1, 13):
        stage.finger.move(x, y - 5 * step)
        time.sleep(1 / 60)
    y -= 60

    def scroll_to_finger(finger_y: float) -> tuple[float, Picture]:
        """Moves the finger, and returns the scroll offset and a picture."""
        stage.finger.move(x, finger_y)
        time.sleep(0.6)
        frames = stage.program.frames_when_quiet(quiet=0.3, timeout=6)
        return (frames[-1].scroll_y if frames else 0.0), stage.picture()

    tried_count = 0
    for shift in (0.21, 0.37, 0.44):
        offset, fractional_picture = scroll_to_finger(y - shift / scale)
        expected_offset = round(offset * scale) / scale
        rounded_offset, rounded_picture = scroll_to_finger(y - shift / scale - (expected_offset - offset))
        is_fraction = abs(offset * scale - round(offset * scale)) > 0.05
        if not stage.expect(
                abs(rounded_offset - expected_offset) < 0.01, f"the offset is {rounded_offset:.3f}, not {expected_offset:.3f}"):
            continue
        tried_count += is_fraction
        differing_count = fractional_picture.differing_pixel_count(rounded_picture)
        stage.expect(differing_count == 0, f"{differing_count} pixels differ between the offsets {offset:.3f} and {rounded_offset:.3f}")
    stage.finger.up()
    stage.expect(tried_count >= 2, f"only {tried_count} fractional offsets were tried; there should be at least 2")
