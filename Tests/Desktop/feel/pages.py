"""The invariants of paging, checked in every frame of the log in which pages turn."""

from __future__ import annotations

from datetime import date
from typing import Iterable, Sequence

from .framelog import Frame

#: The maximum rounding error, because the log has ten-thousandths of a page.
_DIGITS = 0.0002
#: Maximum speed in pages per second, of a finger and of a spring that starts three pages away.
_FASTEST = 40.0
#: Duration of a frame on the fastest monitor, in seconds: GTK may paint twice for one frame time when it is late.
_FRAME_S = 1 / 144
#: Distance from the target in pages beyond which pages are skipped.
_FAR = 2.7
#: Maximum number of pages passed through, even if the target moves again in the frame in which it became distant.
_LONGEST_FLIGHT = 3.0


def apart(frames: Iterable[Frame]) -> list[Frame]:
    """The frames in which the position of the date header differs from that of the days."""
    return [frame for frame in frames if abs(frame.strip_position - frame.position) > _DIGITS]


def target(frame: Frame, base: Frame) -> int:
    """The page that a frame shows or turns to, by its date. `base` is a frame at rest."""
    assert base.page is not None
    days = date.fromisoformat(frame.view_date or "") - date.fromisoformat(base.view_date or "")
    return base.page + days.days // 7


def leaps(frames: Sequence[Frame]) -> list[Frame]:
    """The frames that are farther from the previous one than pages move in that time, because a page was swapped or
    recentered. A distant page is reached from the page beside it. The first frame is at rest."""
    found = []
    for previous, current in zip(frames, frames[1:]):
        seconds = max((current.t_us - previous.t_us) / 1e6, _FRAME_S)
        if abs(current.position - previous.position) <= _FASTEST * seconds + _DIGITS:
            continue
        goal = target(current, frames[0])
        if abs(goal - previous.position) < _FAR or abs(goal - current.position) > _LONGEST_FLIGHT:
            found.append(current)
    return found


def returns(frames: Sequence[Frame], to: float) -> list[Frame]:
    """The frames that move away from the page that they turn to."""
    return [current for previous, current in zip(frames, frames[1:])
            if abs(current.position - to) > abs(previous.position - to) + _DIGITS]


def rests_on(frame: Frame) -> int | None:
    """The page on which a frame rests exactly; None between two pages."""
    return frame.page if frame.fraction == 0 and frame.strip_fraction == 0 else None


def wrong(frames: Sequence[Frame], may_leap: bool = False) -> list[str]:
    """The violations in a log of turning pages. Pages may jump if they are turned far away and back within one frame,
    which the log does not show."""
    found = []
    if away := apart(frames):
        first = away[0]
        found.append(f"in {len(away)} of {len(frames)} frames the date header and the days differ, first in frame "
                     f"{first.frame}: at {first.strip_position:.4f} and {first.position:.4f}")
    if not may_leap and (leapt := leaps(frames)):
        first = leapt[0]
        before = frames[frames.index(first) - 1]
        found.append(f"in {len(leapt)} frames the pages jumped, first from {before.position:.4f} to {first.position:.4f} in "
                     f"frame {first.frame}, turned to {target(first, frames[0])} and before to {target(before, frames[0])}")
    if frames and rests_on(frames[-1]) is None:
        found.append(f"the pages rest at {frames[-1].position:.4f} and the dates at {frames[-1].strip_position:.4f}")
    return found
