"""A synthetic log of a correct drag, which the tests modify."""

from __future__ import annotations

from dataclasses import replace

from checks.framelog import Frame
from checks.invariants import DragConditions

CONDITIONS = DragConditions(viewport_height=700, pixels_per_hour=80)


def frames_of_a_drag(count: int = 60, phase: str = "move") -> list[Frame]:
    """A log at 60 Hz: a finger rests 5 px above the lower edge while the timeline scrolls faster and faster."""
    frames: list[Frame] = []
    offset, speed = 200.0, 0.0
    for index in range(count):
        next_speed = min(speed + 60, 900)
        if index:
            offset, speed = offset + next_speed / 60, next_speed
        quarter = int(offset // 20)
        start = f"2026-01-05T{10 + quarter // 4:02d}:{quarter % 4 * 15:02d}:00+01:00"
        end = f"2026-01-05T{11 + quarter // 4:02d}:{quarter % 4 * 15:02d}:00+01:00"
        if phase == "stretch-end":
            start = "2026-01-05T08:00:00+01:00"
        frames.append(Frame(
            frame=100 + index, t_us=5_000_000 + round(index * 1e6 / 60), interval_us=16_667, phase=phase,
            uid="a@b", pointer_y=695.0, pointer_x=300.0, scroll_y=offset, scroll_y_max=1268.0, scroll_velocity=speed,
            edge_y=665.0, edge_x=60.0, grab_y=30.0, grab_x=240.0, view_date="2026-01-05", snapped_start=start, snapped_end=end))
    return frames


def with_frame_changed(frames: list[Frame], index: int, **values: object) -> list[Frame]:
    """The same log with one frame changed."""
    return [*frames[:index], replace(frames[index], **values), *frames[index + 1:]]
