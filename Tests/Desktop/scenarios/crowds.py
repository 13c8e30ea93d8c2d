"""Weeks with hundreds of events: each event stays within reach of keys and assistive technology."""

from __future__ import annotations

from checks.calendars import crowded_weeks

from .registry import KEYS, scenario
from .stage import Stage

_EVENTS = 1001


@scenario(KEYS)
def every_event_of_a_crowded_week_can_be_reached(stage: Stage) -> None:
    """The blocks are too narrow for text. Each is an item of its day's list, and the arrow keys reach every item of a
    day."""
    calendar = crowded_weeks(_EVENTS)
    program = stage.open(calendar, view="week")
    lists = _wait_for_lists(stage)
    sizes = [len(items) for items in lists]
    stage.expect(sizes == [_EVENTS // 7] * 7, f"the lists of the days have {sizes} items")
    names = {name.split(",")[0] for items in lists for name in items}
    expected = {event.summary for event in calendar.events[:_EVENTS]}
    stage.expect(names == expected, f"{len(expected - names)} events are not in the tree")

    for _ in range(12):
        if any("focused" in node.states for node in program.blocks("Event 0")):
            break
        stage.step_focus("Tab")
        stage.keyboard.tap("Home")
        stage.becomes_true(lambda: any("focused" in node.states for node in program.blocks("Event 0")), seconds=1)
    for _ in range(_EVENTS // 7 - 1):
        stage.keyboard.tap("Down")
    last = f"Event {_EVENTS // 7 - 1}"
    stage.expect_soon(
        lambda: any("focused" in node.states for node in program.blocks(last)),
        f"pressing Down {_EVENTS // 7 - 1} times does not lead from the first event of the day to “{last}”")


def _wait_for_lists(stage: Stage) -> list[list[str]]:
    """The names of the items in the list of each day, once all of them exist."""
    names_by_day: list[list[str]] = []

    def are_complete() -> bool:
        days = stage.program.root.all(lambda node: node.role == "list")
        # The dates above the days are a list too.
        names_by_day[:] = [names for day in days if (names := [item.name for item in day.children if item.name.startswith("Event ")])]
        return sum(map(len, names_by_day)) >= _EVENTS
    stage.expect_soon(are_complete, "the events of the week are not in the tree")
    return names_by_day
