"""Search: results while typing, previews in the timeline, and the return to the earlier position of the timeline."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import islice

from gi.repository import GLib

from checks.calendars import Calendar, crowded_weeks, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Node

from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

_FIELD = "Search Events"
_ENVIRONMENT = {"HANDSPAN_NOW": "2035-01-08T06:00:00"}


def _calendar() -> Calendar:
    """The standard day, and three events whose titles share a word: a series, one next month and a past one."""
    return (
        standard_day()
        .add("Tea with Zoë", "2035-02-14T15:00", "2035-02-14T16:00", "LOCATION:Café Größe")
        .add("Tea every week", "2035-01-10T16:00", "2035-01-10T17:00", "RRULE:FREQ=WEEKLY")
        .add("Tea long ago", "2034-03-01T15:00", "2034-03-01T16:00"))


def _field(stage: Stage) -> Node | None:
    fields = stage.program.root.all(lambda node: node.role in ("text", "entry") and node.name == _FIELD)
    return next((field for field in fields if field.extents.height > 0), None)


def _rows(stage: Stage) -> list[str]:
    results = stage.program.root.find("list", "Search Results")
    names: list[str] = []
    for row in results.children if results else []:
        # The program may remove a row after it was listed.
        with suppress(GLib.Error):
            if row.role == "list item" and row.extents.height > 0:
                names.append(row.name)
    return names


def _button(stage: Stage) -> Node:
    buttons = stage.program.root.all(lambda node: node.role == "push button" and node.name == _FIELD)
    return next(button for button in buttons if button.extents.height > 0)


def _open_search(stage: Stage) -> None:
    stage.keyboard.tap("Control", "f")
    wait_for(lambda: (field := _field(stage)) and "focused" in field.states, "the search field")


def _expect_rows(stage: Stage, *expected: str) -> bool:
    """Expects these results, given by the beginnings of their names."""
    def are_shown() -> bool:
        rows = _rows(stage)
        return len(rows) == len(expected) and all(row.startswith(start) for row, start in zip(rows, expected))

    return stage.expect(stage.becomes_true(are_shown), f"the results are {_rows(stage)}")


_TEA_RESULTS = (
    "Wednesday, 10 January 2035, 16:00 to 17:00, Tea every week", "Wednesday, 14 February 2035, 15:00 to 16:00, Tea with Zoë",
    "Wednesday, 1 March 2034, 15:00 to 16:00, Tea long ago")


def _expect_search_closed(stage: Stage) -> None:
    stage.expect_soon(lambda: _field(stage) is None, "the search is still open")


@scenario(KEYS, core=True)
def a_search_lists_a_series_once_and_enter_goes_to_the_first_result(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    _open_search(stage)
    stage.keyboard.type("tea")
    _expect_rows(stage, *_TEA_RESULTS)
    stage.keyboard.tap("Return")
    _expect_search_closed(stage)
    stage.expect_soon(
        lambda: "focused" in stage.program.block("Tea every week").states, "the result does not have the focus")


@scenario(KEYS)
def accents_case_and_order_do_not_matter(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    _open_search(stage)
    stage.keyboard.type("grosse")
    stage.keyboard.tap("Space")
    stage.keyboard.type("zoe")
    _expect_rows(stage, _TEA_RESULTS[1])


@scenario(KEYS, core=True)
def arrows_show_results_and_escape_restores_the_week_the_scroll_offset_and_the_focus(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    focus(stage, "Review")
    original_bounds = stage.scroll_to("Review", y=420, tolerance=30)
    position, title = stage.program.position(), _window_title(stage)
    _open_search(stage)
    stage.keyboard.type("tea")
    _expect_rows(stage, *_TEA_RESULTS)
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Down")
    stage.expect_soon(lambda: stage.program.blocks("Tea with Zoë"), "the second result is not in the timeline")
    stage.expect_soon(
        lambda: (field := _field(stage)) and field.text == "tea" and "focused" in field.states,
        "the typed text or the focus is gone")
    stage.keyboard.tap("Up")
    stage.expect_soon(lambda: stage.program.blocks("Tea every week"), "the first result is not in the timeline")
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Down")
    stage.expect_soon(lambda: stage.program.blocks("Tea long ago"), "the third result is not in the timeline")
    stage.keyboard.tap("Escape")
    _expect_search_closed(stage)
    stage.expect_soon(lambda: _window_title(stage) == title, f"the window shows {_window_title(stage)} instead of {title}")
    stage.becomes_true(lambda: stage.program.bounds_at_rest("Review") == original_bounds)
    bounds = stage.program.bounds_at_rest("Review")
    stage.expect(bounds == original_bounds, f"the event was at {original_bounds} and is at {bounds}")
    stage.expect_soon(lambda: stage.program.position() == position, "the timeline is on another page")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the focus did not return")


def _window_title(stage: Stage) -> str:
    return next(node.name for node in stage.program.root.children if node.role in ("frame", "window"))


@scenario(KEYS)
def an_empty_result_is_reported_and_there_is_a_hint_before_typing(stage: Stage) -> None:
    stage.open(_calendar(), environment=_ENVIRONMENT)
    _open_search(stage)
    stage.expect_soon(
        lambda: stage.program.root.find("label", "Search titles, locations, notes, people, and calendars."), "there is no hint")
    stage.keyboard.type("unicorn")
    stage.expect_soon(lambda: stage.program.root.find("label", "No Events Found"), "no page says that there are no results")
    stage.keyboard.tap("Return")
    stage.expect(_field(stage), "Enter closed the search without a result")
    stage.keyboard.tap("Escape")
    _expect_search_closed(stage)


@scenario(MOUSE, TOUCH)
def a_result_is_chosen_with_a_pointer(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    tap(stage.device, _button(stage).extents.center)
    wait_for(lambda: _field(stage), "the search field")
    stage.keyboard.type("tea")
    _expect_rows(stage, *_TEA_RESULTS)
    results = stage.program.root.find("list", "Search Results")
    second = [child for child in results.children if child.role == "list item"][1] if results else None
    if stage.expect(second, "there is no second result"):
        tap(stage.device, stage.bounds_at_rest(second).center)
    _expect_search_closed(stage)
    stage.expect_soon(
        lambda: "focused" in stage.program.block("Tea with Zoë").states, "the result does not have the focus")


@scenario(KEYS)
def a_result_is_chosen_with_assistive_technology(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    _button(stage).act("click")
    field = wait_for(lambda: _field(stage), "the search field")
    field.write("tea")
    _expect_rows(stage, *_TEA_RESULTS)
    results = stage.program.root.find("list", "Search Results")
    buttons = results.all(lambda node: node.role == "push button" and "Tea with Zoë" in node.name) if results else []
    if stage.expect(buttons, "the results have no buttons"):
        buttons[0].act("click")
    _expect_search_closed(stage)
    stage.expect_soon(lambda: stage.program.blocks("Tea with Zoë"), "the result is not in the timeline")


@scenario(KEYS)
def the_results_follow_changes_by_other_programs(stage: Stage) -> None:
    stage.open(_calendar(), view="week", environment=_ENVIRONMENT)
    _open_search(stage)
    stage.keyboard.type("tea")
    _expect_rows(stage, *_TEA_RESULTS)
    stage.path.write_bytes(stage.contents_before_edit.replace(b"SUMMARY:Tea long ago", b"SUMMARY:Coffee"))
    _expect_rows(stage, *_TEA_RESULTS[:2])


@scenario(KEYS)
def results_cover_the_timeline_of_a_narrow_window(stage: Stage) -> None:
    _search_in_a_narrow_window(stage)


@scenario(KEYS)
def results_fit_a_narrow_window_with_large_text_in_a_right_to_left_layout(stage: Stage) -> None:
    _search_in_a_narrow_window(stage, text_scale=2, direction="rtl")


def _search_in_a_narrow_window(stage: Stage, text_scale: float = 1, direction: str = "ltr") -> None:
    stage.open_narrow(_calendar(), text_scale=text_scale, direction=direction)
    button = _button(stage).extents
    stage.expect(button.right <= stage.window().right and stage.window().width <= 360, f"the button is at {button}")
    _open_search(stage)
    stage.expect_soon(lambda: stage.program.root.find("panel", "Timeline") is None, "the timeline is still in the tree")
    stage.keyboard.type("review")
    stage.expect_soon(lambda: any("Review" in row for row in _rows(stage)), f"the results are {_rows(stage)}")
    results = stage.program.root.find("list", "Search Results")
    if stage.expect(results, "there are no results"):
        box = stage.bounds_at_rest(results)
        stage.expect(box.width > 330 and box.right <= 361, f"the results are at {box}")
    stage.expect(stage.window().width <= 360, f"the window is {stage.window().width} px wide")
    stage.keyboard.tap("Return")
    _expect_search_closed(stage)
    stage.expect_soon(lambda: stage.program.root.find("panel", "Timeline"), "the timeline did not come back")
    stage.expect_soon(lambda: "focused" in stage.program.block("Review").states, "the result does not have the focus")


@scenario(KEYS)
def results_of_hidden_calendars_are_marked(stage: Stage) -> None:
    choir = Calendar().add("Tea with the choir", "2035-01-09T16:00", "2035-01-09T17:00").write(stage.folder, "choir.ics")
    choir.write_bytes(choir.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    settings = {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    stage.open(_calendar(), view="week", arguments=(str(choir),), environment={**_ENVIRONMENT, **settings})
    wait_for(lambda: stage.program.blocks("Tea with the choir"), "the event of the second calendar")
    stage.keyboard.tap("F9")
    check_box = wait_for(
        lambda: next(iter(stage.program.root.all(lambda node: node.role == "check box" and node.name == "Choir")), None),
        "the check box")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not stage.program.blocks("Tea with the choir"), "the calendar is not hidden")
    _open_search(stage)
    stage.keyboard.type("tea")
    hidden = "Tuesday, 9 January 2035, 16:00 to 17:00, Tea with the choir"
    _expect_rows(stage, hidden, *_TEA_RESULTS)
    row = next((row for row in _rows(stage) if row.startswith(hidden)), "")
    stage.expect("Choir" in row and "hidden" in row, f"the result does not say that its calendar is hidden: “{row}”")
    stage.expect(not any("hidden" in row for row in _rows(stage)[1:]), f"other results are marked too: {_rows(stage)}")
    # Showing the calendar removes the mark while the search stays open.
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not any("hidden" in row for row in _rows(stage)), f"the mark is still there: {_rows(stage)}")


#: The minimum number of events in the large calendar; their titles share a word.
_MINIMUM_LARGE_COUNT = 100_000


@scenario(KEYS)
def a_search_counts_a_hundred_thousand_results_and_is_canceled_by_more_typing_or_escape(stage: Stage) -> None:
    """In a debug build, opening and searching so many events takes seconds, during which keys must still take effect."""
    stage.open(standard_day(), view="week")
    week = _window_title(stage)
    large_calendar = standard_day()
    large_calendar.events += crowded_weeks(301, weeks=_MINIMUM_LARGE_COUNT // 301 + 1).events
    large_file = large_calendar.write(stage.folder, "large.ics")
    count = large_file.read_bytes().count(b"SUMMARY:Event ")
    stage.expect(count >= _MINIMUM_LARGE_COUNT, f"the calendar has {count} events")
    large_file.replace(stage.path)
    _open_search(stage)
    # The later keys are typed while the program is still preparing the events' text and searching it for the first letters.
    for key in "event":
        stage.keyboard.tap(key)
    began = time.monotonic()
    stage.expect_soon(lambda: (field := _field(stage)) and field.text == "event", "the typed text is not in the field", 2)
    typing_delay = time.monotonic() - began
    stage.expect(stage.becomes_true(lambda: f"{count} events found" in _count_labels(stage), 270), f"the count is {_count_labels(stage)}")
    stage.expect(0 < len(_rows(stage)) < 400, f"{len(_rows(stage))} rows were created")
    began = time.monotonic()
    stage.keyboard.tap("Down")
    stage.expect_soon(lambda: any("selected" in row.states for row in _first_items(stage)), "Down does not select a result", 5)
    stage.notes.append(f"the typed text was shown after {typing_delay:.2f} s, and Down took effect after {time.monotonic() - began:.2f} s")
    # More text cancels the search for the earlier text, and only the results for the new text are shown.
    stage.keyboard.tap("Space")
    stage.keyboard.type("99999")
    stage.expect(
        stage.becomes_true(lambda: len(_rows(stage)) == 1 and "Event 99999" in _rows(stage)[0], 90), f"the results are {_rows(stage)[:3]}")
    stage.expect_soon(lambda: "1 event found" in _count_labels(stage), f"the count is {_count_labels(stage)}")
    # Escape cancels the search for text that has just been changed.
    for _ in range(6):
        stage.keyboard.tap("BackSpace")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: _field(stage) is None, "Escape does not close the search", 5)
    stage.expect_soon(lambda: _window_title(stage) == week, f"the window shows {_window_title(stage)} instead of {week}")
    stage.expect_soon(lambda: stage.program.blocks("Review"), "the week is not shown again")


def _first_items(stage: Stage) -> list[Node]:
    """The first results. Querying all of them takes longer than the program takes to respond to a key."""
    results = stage.program.root.find("list", "Search Results")
    return list(islice(results.children, 3)) if results else []


def _count_labels(stage: Stage) -> list[str]:
    return stage.program.root.names(lambda node: node.role == "label" and "found" in node.name.lower())


@scenario(KEYS)
def the_results_of_a_search_are_spoken(stage: Stage) -> None:
    from .screen_reader import check_speech

    stage.open(_calendar(), view="week", environment={**_ENVIRONMENT, "TZ": "Europe/Berlin"})
    if not (orca := check_speech(stage)):
        return
    orca.says_once("Control+f", "Search Events")
    orca.says_once("t e a", "3 events found")
    orca.says_once("Down", "Wednesday, 10 January 2035, 16:00 to 17:00, Tea every week, repeats, Tests")
    orca.says_once("Down", "Wednesday, 14 February 2035, 15:00 to 16:00, Tea with Zoë, Tests")
    orca.says_once("x", "No events found")
