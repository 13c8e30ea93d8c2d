"""An open week view, and the input that turns its pages: a finger on the hours, the mouse on the dates above them."""

from __future__ import annotations

import time
from datetime import date

from checks import pages
from checks.calendars import Calendar, standard_week
from checks.framelog import Frame
from rig.swipes import Trace, flick, swipe

from .stage import Stage

#: The time in seconds after which released pages are certainly at rest.
REST_S = 0.6
#: Additional seconds for a busy machine.
PATIENCE_S = 10.0
#: The minimum speed of a flick in px/s: a third above the program's threshold, because the compositor has its own clock.
FLICK_PX_S = 400.0
#: The travel of a finger in px before a page follows it.
SLOP_PX = 8
#: The space between the days and the window's edge in px, for the scroll bar.
SCROLL_BAR_INSET_PX = 12
RIGHT_TO_LEFT = {"HANDSPAN_DIRECTION": "rtl"}


def _range_text(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


class Pages:
    """The pages of the week view. Forward means later in time, in either reading direction."""

    def __init__(
        self, stage: Stage, calendar: Calendar | None = None, *, is_mirrored: bool = False,
        environment: dict[str, str | None] | None = None
    ):
        self.stage = stage
        self.is_mirrored = is_mirrored
        #: The horizontal direction in which a finger moves to show later weeks.
        self.later_direction = 1 if is_mirrored else -1
        variables = {**(environment or {}), **(RIGHT_TO_LEFT if is_mirrored else {})}
        stage.open(calendar or standard_week(), view="week", environment=variables)
        # Scrolling logs a frame, which contains the page, and leaves space to scroll in both directions.
        stage.scroll_to("Review", y=400)
        self.viewport = stage.program.viewport()
        self.date_header = stage.program.date_header()
        course, review = (stage.program.block(title).extents for title in ("Course", "Review"))
        #: The distance from one day to the next in px; negative in right-to-left layouts.
        self.day_distance = (course.x - review.x) / 2
        self.restart_count()

    @property
    def width(self) -> float:
        """The width of a page in px."""
        return abs(self.day_distance) * 7

    @property
    def columns(self) -> tuple[float, float]:
        """The x coordinates at which the days begin and end, between the hour labels and the scroll bar."""
        if self.is_mirrored:
            return self.viewport.x + SCROLL_BAR_INSET_PX, self.viewport.x + SCROLL_BAR_INSET_PX + self.width
        return self.viewport.right - SCROLL_BAR_INSET_PX - self.width, self.viewport.right - SCROLL_BAR_INSET_PX

    def restart_count(self) -> None:
        """Makes later checks count frames and pages from this point on."""
        frames = self.stage.program.frames_when_quiet()
        self._frame_count_at_restart = len(frames)
        #: The last frame before `restart_count`.
        self.start_frame = frames[-1]

    def frames(self) -> list[Frame]:
        """The frames since `restart_count`, once the log has stopped growing."""
        return self.stage.program.frames_when_quiet()[self._frame_count_at_restart:]

    # Input

    @property
    def middle(self) -> tuple[float, float]:
        """A point from which swipes are possible in both directions: on the hours for a finger, on the dates for the mouse."""
        return self.viewport.center if self.stage.is_touch else self.date_header.center

    def flick(self, travel: float, px_per_ms: float = 1.2) -> None:
        """Flicks by `travel` px, forward if positive."""
        speed = self.try_flick(travel, px_per_ms)
        self.stage.precondition(speed > FLICK_PX_S, f"the speed of a flick was {speed:.0f} px/s instead of more than {FLICK_PX_S:g} px/s")

    def try_flick(self, travel: float, px_per_ms: float) -> float:
        """Flicks without requiring a minimum speed, and returns the actual speed in px/s."""
        x, y = self.middle
        start = x - self.later_direction * travel / 2
        return abs(flick(self.stage.device, (start, y), (self.later_direction * travel, 0), px_per_ms).speed()[0])

    def drag(self, *segments: tuple[float, float], lift: bool = True) -> Trace:
        """Drags in several segments, each given in px and seconds; 0 px is a pause."""
        x, y = self.middle
        points, durations = [(x, y)], []
        for travel, seconds in segments:
            x += self.later_direction * travel
            points.append((x, y))
            durations.append(seconds)
        return swipe(self.stage.device, points, durations, lift=lift)

    def wheel(self, detents: int, horizontal: bool = False, pause: float = 0.1) -> None:
        """Turns the wheel one detent at a time."""
        for _ in range(abs(detents)):
            self.stage.mouse.wheel(1 if detents > 0 else -1, horizontal=horizontal)
            time.sleep(pause)

    # Checks

    def _frames_at_rest(self, expected: range) -> list[Frame]:
        """The frames since `restart_count`, once the pages have come to rest after the expected number of turns, or after a few
        seconds. On a busy machine, the pages may come to rest before the program has received all input."""
        time.sleep(REST_S)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            frames = self.frames()
            page = pages.page_at_rest(frames[-1]) if frames else None
            has_turned = page is not None and self.start_frame.page is not None and page - self.start_frame.page in expected
            if has_turned or time.monotonic() > deadline:
                return frames

    def expect_turned(self, count: int | range, *, at_least: int = 5, may_jump: bool = False) -> list[Frame]:
        """Expects that the pages have turned forward by `count` since `restart_count`, have come to rest exactly there, and
        have moved in step with the date header. A range allows for input that is not exact."""
        expected = count if isinstance(count, range) else range(count, count + 1)
        frames, stage = self._frames_at_rest(expected), self.stage
        if not stage.precondition(len(frames) >= at_least, f"only {len(frames)} frames were logged; at least {at_least} are needed"):
            return frames
        for text in pages.problems([self.start_frame, *frames], may_jump):
            stage.fail(text)
        last = frames[-1]
        assert self.start_frame.page is not None and last.page is not None
        turned = last.page - self.start_frame.page
        stage.expect(turned in expected, f"{turned} pages were turned instead of {_range_text(expected)}")
        days = (date.fromisoformat(last.view_date or "") - date.fromisoformat(self.start_frame.view_date or "")).days
        stage.expect(days == 7 * turned, f"the displayed dates moved by {days} days instead of {7 * turned}")
        scrolled = max(abs(frame.scroll_y - self.start_frame.scroll_y) for frame in frames)
        stage.expect(scrolled == 0, f"the hours scrolled by {scrolled:.2f} px while the pages turned")
        self._frame_count_at_restart += len(frames)
        self.start_frame = last
        return frames
