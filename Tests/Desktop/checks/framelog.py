"""The frame log of the program, line by line. docs/frame-log.md describes its fields."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Iterable, Sequence

#: The phases in which an event is lifted.
LIFTED_PHASES = ("move", "stretch-start", "stretch-end", "create")


@dataclass(frozen=True)
class Frame:
    """One frame. Lengths are logical pixels in the viewport, speeds pixels per second."""

    frame: int
    t_us: int
    phase: str
    scroll_y: float
    scroll_y_max: float
    interval_us: int = 0
    uid: str | None = None
    pointer_x: float | None = None
    pointer_y: float | None = None
    scroll_velocity: float = 0.0
    edge_x: float | None = None
    edge_y: float | None = None
    grab_y: float | None = None
    grab_x: float | None = None
    clamped: bool = False
    view_date: str | None = None
    page: int | None = None
    fraction: float | None = None
    header_page: int | None = None
    header_fraction: float | None = None
    snapped_start: str | None = None
    snapped_end: str | None = None
    saved: bool = False
    work_us: float = 0.0
    frame_us: float = 0.0
    paints: int = 0
    others: tuple[tuple[str, float | None, float | None], ...] = ()

    @property
    def is_lifted(self) -> bool:
        """Whether an event is being moved, resized or created."""
        return self.phase in LIFTED_PHASES

    @property
    def position(self) -> float:
        """The position of the pages: a page number and the fraction toward the next page."""
        assert self.page is not None and self.fraction is not None
        return self.page + self.fraction

    @property
    def is_lifted_with_keyboard(self) -> bool:
        """Whether an event is lifted with the keyboard, without a pointer."""
        return self.phase == "keys"

    @property
    def header_position(self) -> float:
        """The position of the date header."""
        assert self.header_page is not None and self.header_fraction is not None
        return self.header_page + self.header_fraction

    @property
    def held_edge_time(self) -> str | None:
        """The snapped time of the held edge: the end if the end is being resized, otherwise the start."""
        return self.snapped_end if self.phase == "stretch-end" else self.snapped_start

    @property
    def snapped_times(self) -> tuple[str | None, str | None]:
        """The snapped start and end."""
        return self.snapped_start, self.snapped_end

    @property
    def snapped_minutes(self) -> float:
        """The snapped duration in elapsed minutes."""
        assert self.snapped_start and self.snapped_end
        span = datetime.fromisoformat(self.snapped_end) - datetime.fromisoformat(self.snapped_start)
        return span.total_seconds() / 60


_FIELDS = frozenset(Frame.__dataclass_fields__)


def parse_frame(values: dict[str, Any]) -> Frame:
    """A frame from one object of the log. Unknown fields are ignored."""
    known_values = {name: value for name, value in values.items() if name in _FIELDS}
    if "others" in known_values:
        known_values["others"] = tuple(tuple(other) for other in known_values["others"])
    return Frame(**known_values)


class Log:
    """A log that is still being written."""

    def __init__(self, path: Path):
        self._path = path
        self._frames: list[Frame] = []
        self._bytes_read = 0

    def frames(self) -> list[Frame]:
        """The frames in the complete lines so far; empty if the file does not exist yet. Each call reads only what has been
        added, so that polling a long log stays fast."""
        if self._path.exists():
            with self._path.open("rb") as log:
                log.seek(self._bytes_read)
                added = log.read()
            complete = added[:added.rfind(b"\n") + 1]
            self._frames += [parse_frame(json.loads(line)) for line in complete.decode().splitlines() if line.strip()]
            self._bytes_read += len(complete)
        return list(self._frames)


def drags(frames: Iterable[Frame]) -> list[list[Frame]]:
    """The runs of lifted frames; each run is one drag."""
    runs: list[list[Frame]] = []
    previous: Frame | None = None
    for current in frames:
        if current.is_lifted:
            if previous is None or not previous.is_lifted or previous.uid != current.uid:
                runs.append([])
            runs[-1].append(current)
        previous = current
    return runs


def between(frames: Sequence[Frame], first_us: float, last_us: float) -> list[Frame]:
    """The frames within a time span of the monotonic clock."""
    return [frame for frame in frames if first_us <= frame.t_us <= last_us]
