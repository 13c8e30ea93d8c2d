"""A week that is open, and hands that turn it: a finger on the hours, the mouse on the dates above them."""

from __future__ import annotations

import time
from datetime import date

from feel import pages
from feel.calendars import Calendar, standard_week
from feel.framelog import Frame
from rig.swipes import Trace, flick, swipe

from .stage import Stage

#: Seconds until pages that were let go are at rest for certain.
REST_S = 0.6
#: Seconds more that a busy machine may need to show it.
PATIENCE_S = 3.0
#: px/s that a hand has at least which flicks: a third above what turns a page, for the compositor's own clock.
FLICK_PX_S = 400.0
#: px of a finger's travel that go by before a page follows it.
SLOP_PX = 8
#: px between the days and the window's edge, for the scroll bar.
FAR_INSET_PX = 12
RIGHT_TO_LEFT = {"HANDSPAN_DIRECTION": "rtl"}


def _words(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


class Pages:
    """Weeks on a stage. Going on is going on in time, wherever that is on the screen."""

    def __init__(
        self, stage: Stage, calendar: Calendar | None = None, *, is_mirrored: bool = False,
        environment: dict[str, str | None] | None = None
    ):
        self.stage = stage
        self.is_mirrored = is_mirrored
        #: px across that a finger goes for each px that brings later weeks.
        self.onward = 1 if is_mirrored else -1
        variables = {**(environment or {}), **(RIGHT_TO_LEFT if is_mirrored else {})}
        stage.open(calendar or standard_week(), view="week", environment=variables)
        # The scrolled timeline has logged a frame, which tells the page; and there is room to scroll to both sides.
        stage.scroll_until("Review", 400)
        self.viewport = stage.program.viewport()
        self.dates = stage.program.dates()
        course, review = (stage.program.block(title).extents for title in ("Course", "Review"))
        #: px from a day to the next; negative where days go from right to left.
        self.column = (course.x - review.x) / 2
        self.mark()

    @property
    def width(self) -> float:
        """px of a page."""
        return abs(self.column) * 7

    @property
    def columns(self) -> tuple[float, float]:
        """The first and the last px of the days: beside them are the hours' names, and room for the scroll bar."""
        if self.is_mirrored:
            return self.viewport.x + FAR_INSET_PX, self.viewport.x + FAR_INSET_PX + self.width
        return self.viewport.right - FAR_INSET_PX - self.width, self.viewport.right - FAR_INSET_PX

    def mark(self) -> None:
        """What is expected from now on is about frames and pages from now on."""
        frames = self.stage.program.frames_when_quiet()
        self._logged = len(frames)
        self.first = frames[-1]

    def frames(self) -> list[Frame]:
        """What was logged since, once it is quiet."""
        return self.stage.program.frames_when_quiet()[self._logged:]

    # Hands

    @property
    def middle(self) -> tuple[float, float]:
        """Where swipes have room to both sides: on the hours for a finger, on the dates for the mouse."""
        return self.viewport.centre if self.stage.is_touch else self.dates.centre

    def flick(self, travel: float, px_per_ms: float = 1.2) -> None:
        """A flick by so many px, onward if positive."""
        speed = self.try_flick(travel, px_per_ms)
        self.stage.premise(speed > FLICK_PX_S, f"a flick had {speed:.0f} px/s, {FLICK_PX_S:g} needed")

    def try_flick(self, travel: float, px_per_ms: float) -> float:
        """The same for whoever goes on if it was none: the speed that it really had, px/s."""
        x, y = self.middle
        start = x - self.onward * travel / 2
        return abs(flick(self.stage.hand, (start, y), (self.onward * travel, 0), px_per_ms).speed()[0])

    def drag(self, *ways: tuple[float, float], lift: bool = True) -> Trace:
        """A drag by so many px in so many seconds, again and again; a way of 0 px is a rest."""
        x, y = self.middle
        points, durations = [(x, y)], []
        for travel, seconds in ways:
            x += self.onward * travel
            points.append((x, y))
            durations.append(seconds)
        return swipe(self.stage.hand, points, durations, lift=lift)

    def wheel(self, detents: int, horizontal: bool = False, pause: float = 0.1) -> None:
        """Turns the wheel one detent at a time."""
        for _ in range(abs(detents)):
            self.stage.mouse.wheel(1 if detents > 0 else -1, horizontal=horizontal)
            time.sleep(pause)

    # What must be true

    def _frames_at_rest(self) -> list[Frame]:
        """What was logged since the mark, once it rests: on a busy machine somewhat later."""
        time.sleep(REST_S)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            frames = self.frames()
            if (frames and pages.rests_on(frames[-1]) is not None) or time.monotonic() > deadline:
                return frames

    def expect_turned(self, count: int | range, *, at_least: int = 5, may_leap: bool = False) -> list[Frame]:
        """So many pages on since the mark, at rest exactly there, everything in step on the way; or one of some
        numbers, where a hand was not quite what it should be."""
        frames, stage = self._frames_at_rest(), self.stage
        if not stage.premise(len(frames) >= at_least, f"{len(frames)} frames were logged, at least {at_least} expected"):
            return frames
        for text in pages.wrong([self.first, *frames], may_leap):
            stage.broken(text)
        last = frames[-1]
        assert self.first.page is not None and last.page is not None
        turned = last.page - self.first.page
        wanted = count if isinstance(count, range) else range(count, count + 1)
        stage.expect(turned in wanted, f"{turned} pages were turned, {_words(wanted)} expected")
        days = (date.fromisoformat(last.view_date or "") - date.fromisoformat(self.first.view_date or "")).days
        stage.expect(days == 7 * turned, f"the shown days moved by {days}, {7 * turned} expected")
        scrolled = max(abs(frame.s - self.first.s) for frame in frames)
        stage.expect(scrolled == 0, f"the hours scrolled by {scrolled:.2f} px meanwhile")
        self._logged += len(frames)
        self.first = last
        return frames
