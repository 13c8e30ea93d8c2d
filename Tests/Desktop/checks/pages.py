"""The invariants of turning pages, checked in every frame of the log."""

from __future__ import annotations

from datetime import date
from typing import Iterable, Sequence

from .framelog import Frame

#: The tolerance for the rounding of positions, which are logged with four decimals.
_LOG_TOLERANCE = 0.0002
#: The maximum speed of a finger and of a spring animation over three pages, in pages per second.
_FASTEST_PAGES_PER_S = 40.0
#: The duration of a frame on the fastest monitor, in seconds; GTK may paint twice for one frame time when it is late.
_FRAME_S = 1 / 144
#: The distance from the target, in pages, beyond which intermediate pages are skipped.
_FAR_PAGES = 2.7
#: The maximum number of pages passed, even if the target moves on within the frame in which it became distant.
_MAX_PASSED = 3.0


def out_of_step_frames(frames: Iterable[Frame]) -> list[Frame]:
    """The frames in which the positions of the date header and the days differ."""
    return [frame for frame in frames if abs(frame.header_position - frame.position) > _LOG_TOLERANCE]


def target_page_of(frame: Frame, resting_frame: Frame) -> int:
    """The page that a frame shows or turns to, according to its date. `resting_frame` is a frame that rests on its page."""
    assert resting_frame.page is not None
    days = date.fromisoformat(frame.view_date or "") - date.fromisoformat(resting_frame.view_date or "")
    return resting_frame.page + days.days // 7


def frames_with_jumps(frames: Sequence[Frame]) -> list[Frame]:
    """The frames whose position is farther from that of the previous frame than pages can move in the time between the two.
    Such a jump indicates that a page was swapped or recentered. A jump to the page beside a distant target is allowed. The
    first frame must be at rest."""
    jumping_frames = []
    for previous, current in zip(frames, frames[1:]):
        seconds = max((current.t_us - previous.t_us) / 1e6, _FRAME_S)
        if abs(current.position - previous.position) <= _FASTEST_PAGES_PER_S * seconds + _LOG_TOLERANCE:
            continue
        target_page = target_page_of(current, frames[0])
        if abs(target_page - previous.position) < _FAR_PAGES or abs(target_page - current.position) > _MAX_PASSED:
            jumping_frames.append(current)
    return jumping_frames


def frames_moving_away(frames: Sequence[Frame], target_page: float) -> list[Frame]:
    """The frames that move away from `target_page`."""
    return [current for previous, current in zip(frames, frames[1:])
            if abs(current.position - target_page) > abs(previous.position - target_page) + _LOG_TOLERANCE]


def page_at_rest(frame: Frame) -> int | None:
    """The page that a frame rests on exactly; None between two pages."""
    return frame.page if frame.fraction == 0 and frame.header_fraction == 0 else None


def problems(frames: Sequence[Frame], may_jump: bool = False) -> list[str]:
    """Descriptions of everything wrong in a log of turning pages. `may_jump` allows jumps, for
    input that turns to a distant page and back within a single frame, so that the log does not show the distant target."""
    descriptions = []
    if differing_frames := out_of_step_frames(frames):
        first = differing_frames[0]
        descriptions.append(
            f"in {len(differing_frames)} of {len(frames)} frames the date header and the days differ, first in frame "
            f"{first.frame}: at {first.header_position:.4f} and {first.position:.4f}")
    if not may_jump and (jumping_frames := frames_with_jumps(frames)):
        first = jumping_frames[0]
        previous = frames[frames.index(first) - 1]
        descriptions.append(
            f"in {len(jumping_frames)} frames the pages jumped, first from {previous.position:.4f} to {first.position:.4f} in frame "
            f"{first.frame}; the target page was {target_page_of(previous, frames[0])} before and {target_page_of(first, frames[0])} in that frame")
    if frames and page_at_rest(frames[-1]) is None:
        descriptions.append(f"the pages rest at {frames[-1].position:.4f} and the dates at {frames[-1].header_position:.4f}")
    return descriptions
