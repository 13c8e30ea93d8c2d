"""The first and the last supported week, and a thousand pages."""

from __future__ import annotations

import time
from datetime import date, timedelta

from checks import pages
from checks.calendars import Calendar

from .pages import PATIENCE_S, REST_S, Pages
from .registry import MOUSE, scenario
from .stage import Stage


def _expect_end_of_pages(stage: Stage, day: str, direction: int) -> None:
    """Opens the first or last week. Expects that there are no pages beyond it and that paging in the other direction works."""
    next_day = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    program = stage.open(Calendar(day=day).add("Review", day, next_day), view="week")
    stage.mouse.move(*program.date_header().center)
    for _ in range(3):
        stage.mouse.wheel(direction)
        time.sleep(0.1)
    time.sleep(REST_S)
    frames_at_end = program.frames_when_quiet()
    for _ in range(4):
        stage.mouse.wheel(-direction)
        time.sleep(0.1)
    time.sleep(REST_S)
    stage.becomes_true(lambda: not frames_at_end or program.position() == frames_at_end[-1].position - 4 * direction, seconds=PATIENCE_S)
    frames = program.frames_when_quiet()
    if not stage.precondition(len(frames) >= 10, f"only {len(frames)} frames were logged; at least 10 are needed"):
        return
    for text in pages.problems(frames):
        stage.fail(text)
    positions = [frame.position for frame in frames]
    end = max(positions) if direction > 0 else min(positions)
    stage.expect(
        not frames_at_end or frames_at_end[-1].position == end,
        f"the pages were at {frames_at_end[-1].position}, but the end is at {end}")
    stage.expect(frames[-1].position == end - 4 * direction, f"the pages came back to {frames[-1].position} instead of {end - 4 * direction}")
    years = {(frame.view_date or "")[:4] for frame in frames}
    stage.expect(day[:4] in years, f"the weeks shown are in the years {years}, none of them in {day[:4]}")


@scenario(MOUSE)
def no_page_comes_before_the_first_week_of_year_1(stage: Stage) -> None:
    _expect_end_of_pages(stage, "0001-01-10", -1)


@scenario(MOUSE)
def no_page_comes_after_the_last_week_of_year_9999(stage: Stage) -> None:
    _expect_end_of_pages(stage, "9999-12-20", 1)


#: The number of weeks to turn through, and the number of events in each.
_WEEKS, _EVENTS = 10, 12


def _full_weeks() -> Calendar:
    calendar = Calendar().add("Dawn", "01:00", "02:00").add("Review", "10:00", "11:00")
    calendar.add("Course", "2035-01-10T10:00", "2035-01-10T11:00")
    for week in range(_WEEKS + 1):
        for number in range(_EVENTS):
            day = date.fromisoformat(calendar.day) + timedelta(days=7 * week + number % 6 + 1)
            calendar.add(f"Week {week} {number}", f"{day}T{8 + number:02d}:30", f"{day}T{9 + number:02d}:15")
    return calendar


@scenario(MOUSE)
def a_thousand_pages_take_no_more_memory_than_ten(stage: Stage) -> None:
    """Turns back and forth through weeks full of events, so that every page is rebuilt."""
    week = Pages(stage, _full_weeks())
    stage.mouse.move(*week.date_header.center)

    def turn(rounds: int) -> None:
        for _ in range(rounds):
            week.wheel(_WEEKS, pause=0.02)
            week.wheel(-_WEEKS, pause=0.02)

    def take_samples() -> list[int]:
        """Turns pages for several rounds, and returns the memory after each of them. The memory varies by up to 5%."""
        samples = []
        for _ in range(3):
            turn(1)
            samples.append(stage.program.anonymous_memory())
        return samples

    # One-time allocations, such as glyph and font caches, are made in the first rounds.
    turn(2)
    memory_before = max(take_samples())
    week.expect_turned(0, at_least=20, may_jump=True)
    memory, nodes = stage.program.memory(), stage.program.node_count()
    turn(47)
    memory_after = min(take_samples())
    # A busy machine draws fewer frames, but each detent turns a page.
    frames = week.expect_turned(0, at_least=300, may_jump=True)
    nodes_after = stage.program.node_count()
    farthest = max(frame.position for frame in frames) - week.start_frame.position
    stage.precondition(farthest >= _WEEKS - 1, f"only {farthest:.1f} weeks were turned")
    growth = (memory_after - memory_before) / memory
    stage.expect(growth <= 0.05, f"memory grew by {growth:.1%} of {memory >> 20} MiB, from {memory_before >> 20} to {memory_after >> 20}")
    stage.expect(nodes_after <= nodes + 3, f"the tree has {nodes_after} nodes instead of {nodes} as before")
    stage.notes.append(
        f"{memory / 2 ** 20:.1f} MiB in total; anonymous memory: {memory_before / 2 ** 20:.1f} MiB before, "
        f"{memory_after / 2 ** 20:.1f} MiB after; {nodes} and {nodes_after} nodes")
