"""Several events at once: selecting them, and moving, deleting, cutting and changing all of them in one step."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from checks.calendars import Calendar, Event, standard_day, standard_week, times
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Node

from .drag import Drag
from .keys import focus
from .moving import DATE_DIALOG, SeriesCalendars, expect_dialog_closed, expect_focus, wait_for_day, wait_for_dialog
from .pages import Pages
from .registry import KEYS, MOUSE, TOUCH, scenario
from .scopes import ALL, daily, expect_question, is_question_shown, occurrence, press
from .screen_reader import open_with_orca
from .stage import Stage
from .transfer import TwoCalendars, component_lines
from .week import drag_through_weeks

_THREE_TITLES = ("Review", "Lunch", "Visit")


def selected_titles(stage: Stage) -> set[str]:
    """The titles of the selected events that are visible."""
    blocks = stage.program.root.all(
        lambda node: node.role == "list item" and "event.edit" in node.actions and "selected" in node.states)
    return {block.name.split(",")[0] for block in blocks}


def _is_label_shown(stage: Stage, text: str) -> bool:
    return bool(stage.program.root.all(
        lambda node: node.role == "label" and node.name == text and node.extents.height > 0))


def _button(stage: Stage, name: str) -> Node:
    return wait_for(
        lambda: next(iter(stage.program.root.all(
            lambda node: node.role in ("push button", "button") and node.name == name and node.extents.height > 0)), None),
        f"the button “{name}”")


def _visible_buttons(stage: Stage) -> list[str]:
    return stage.program.root.names(lambda node: node.role in ("push button", "button") and node.extents.height > 0)


def _click(stage: Stage, name: str) -> None:
    """Clicks or taps a button, once it has come to rest."""
    box = stage.bounds_at_rest(_button(stage, name))
    tap(stage.mouse if stage.device_name == KEYS else stage.device, box.center)


def select(stage: Stage, *titles: str) -> None:
    """Selects events: with Ctrl and the mouse; or with a finger, by “Select More” in the details of the first event and
    then by taps; or with Ctrl+Space."""
    for number, title in enumerate(titles):
        if stage.device_name == KEYS:
            focus(stage, title)
            stage.keyboard.tap("Control", "Space")
        elif stage.is_touch:
            tap(stage.device, stage.program.bounds_at_rest(title).center)
            if number == 0:
                button = _button(stage, "Select More")
                stage.bounds_at_rest(button)
                button.act("click")
                # A tap while the details are closing would only close them.
                stage.becomes_true(lambda: "Select More" not in _visible_buttons(stage))
        else:
            with stage.keyboard.holding("Control"):
                tap(stage.device, stage.program.bounds_at_rest(title).center)
        stage.becomes_true(lambda title=title: title in selected_titles(stage), seconds=3)
        time.sleep(0.1)
    stage.expect_soon(lambda: selected_titles(stage) == set(titles), f"{selected_titles(stage)} are selected, not {titles}")
    count = f"{len(titles)} events selected" if len(titles) > 1 else "1 event selected"
    stage.expect_soon(lambda: _is_label_shown(stage, count), f"the bar does not say “{count}”")


def start_times(stage: Stage, *titles: str) -> list[datetime]:
    contents = stage.path.read_bytes()
    return [times(contents, Event(title, "", "").uid)[0].replace(tzinfo=None) for title in titles]


def expect_moved(stage: Stage, original_starts: list[datetime], distance: timedelta, *titles: str) -> None:
    """Expects all events in the file to have moved by the same distance, and one undo to restore every byte."""
    stage.wait_for_edit()
    expected = [start + distance for start in original_starts]
    stage.expect_soon(lambda: start_times(stage, *titles) == expected, f"the file has {start_times(stage, *titles)} instead of {expected}")
    stage.expect_only_edited_lines(stage.path.read_bytes())
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


def expect_carried_along(stage: Stage, drag: Drag, count: int) -> None:
    """Expects each of the other events to be at the same distance from the held event in every frame, and at the same
    distance from the pointer, to within half a pixel."""
    frames = [frame for frame in drag.frames if frame.others]
    if not stage.precondition(len(frames) >= stage.minimum_frames_in(1), f"only {len(frames)} frames show other events"):
        return
    incomplete = [frame for frame in drag.frames if len(frame.others) != count]
    stage.expect(not incomplete, f"{len(incomplete)} of {len(drag.frames)} frames do not show {count} other events")
    tolerance = stage.drag_conditions.half_device_pixel
    first = frames[0]
    for frame in frames:
        for (uid, x, y), (_, x0, y0) in zip(frame.others, first.others):
            values = (x, y, x0, y0, frame.edge_x, frame.edge_y, first.edge_x, first.edge_y)
            if not stage.expect(None not in values, f"frame {frame.frame}: the position of {uid} is missing"):
                return
            dx = (x - frame.edge_x) - (x0 - first.edge_x)
            dy = (y - frame.edge_y) - (y0 - first.edge_y)
            if max(abs(dx), abs(dy)) > 2 * tolerance:
                stage.fail(f"frame {frame.frame}: {uid} is {dx:+.2f}, {dy:+.2f} px away from its position")
                return
    for number, (uid, _, _) in enumerate(first.others):
        # Events are drawn at whole device pixels, so each distance differs by at most half a pixel from the exact one.
        for axis, name in enumerate(("pointer_x", "pointer_y"), start=1):
            distances = [frame.others[number][axis] - getattr(frame, name) for frame in frames if getattr(frame, name) is not None]
            spread = max(distances) - min(distances)
            stage.expect(spread <= 2 * tolerance + 0.01, f"the distance of {uid} from the pointer varies by {spread:.2f} px")


# Selecting

@scenario(MOUSE, TOUCH, KEYS, quick=True)
def events_are_added_to_the_selection_and_removed_and_escape_ends_it(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.scroll_to("Lunch", y=350)
    select(stage, *_THREE_TITLES)
    if stage.device_name == KEYS:
        focus(stage, "Lunch")
        stage.keyboard.tap("Control", "Space")
    elif stage.is_touch:
        tap(stage.device, stage.program.bounds_at_rest("Lunch").center)
    else:
        with stage.keyboard.holding("Control"):
            tap(stage.device, stage.program.bounds_at_rest("Lunch").center)
    stage.expect_soon(lambda: selected_titles(stage) == {"Review", "Visit"}, f"{selected_titles(stage)} are selected")
    stage.expect_soon(lambda: _is_label_shown(stage, "2 events selected"), "the bar does not count 2 events")
    if stage.is_touch:
        _click(stage, "Cancel")
    else:
        stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not selected_titles(stage), "events are still selected")
    stage.expect_soon(lambda: not _is_label_shown(stage, "2 events selected"), "the bar is still shown")
    stage.expect_untouched("events were only selected", 0.3)


@scenario(MOUSE)
def a_selection_survives_page_turns_and_counts_the_events_not_shown(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.scroll_to("Lunch", y=350)
    select(stage, "Review", "Lunch")
    stage.keyboard.tap("Alt", "Right")
    stage.expect_soon(lambda: _is_label_shown(stage, "2 not shown"), "the bar does not say that 2 events are not shown")
    stage.expect(_is_label_shown(stage, "2 events selected"), "turning the page ended the selection")
    stage.keyboard.tap("Alt", "Left")
    stage.expect_soon(lambda: selected_titles(stage) == {"Review", "Lunch"}, "the events are no longer selected")
    stage.mouse.click(*stage.program.bounds_at_rest("Visit").center)
    stage.expect_soon(lambda: not selected_titles(stage), "a plain click does not end the selection")


@scenario(KEYS, quick=True)
def assistive_technology_selects_and_sees_what_is_selected(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    for title in ("Review", "Lunch"):
        stage.program.block(title).act("event.toggle-selection")
    stage.expect_soon(lambda: selected_titles(stage) == {"Review", "Lunch"}, f"{selected_titles(stage)} are selected")
    stage.program.block("Lunch").act("event.delete")
    stage.expect_soon(lambda: not stage.program.blocks("Review"), "not all selected events were deleted")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


@scenario(KEYS)
def the_number_of_selected_events_is_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_once("Control+Space", "1 event selected")
    orca.without_checking(lambda: stage.keyboard.tap("Down"))
    orca.says_once("Control+Space", "2 events selected")
    orca.says_once("Control+Space", "1 event selected")
    orca.says_once("Escape", "Selection cleared")


# Moving

@scenario()
def selected_events_are_carried_past_the_edge_of_the_week(stage: Stage) -> None:
    week = Pages(stage)
    original_starts = start_times(stage, "Review", "Lunch", "Course")
    select(stage, "Review", "Lunch", "Course")
    drag = Drag(stage, "Review").lift()
    drag_through_weeks(week, drag, 1, y=drag.pressed_y)
    drag.to(drag.pressed_y, x=drag.box.center[0] + week.day_distance)
    drag.hold(0.3)
    drag.drop()
    if drag.expect_frames(stage.minimum_frames_in(2)):
        drag.expect_invariants()
        expect_carried_along(stage, drag, 2)
    expect_moved(stage, original_starts, timedelta(days=8), "Review", "Lunch", "Course")


@scenario(KEYS, quick=True)
def keys_move_all_selected_events(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    original_starts = start_times(stage, *_THREE_TITLES)
    select(stage, *_THREE_TITLES)
    stage.keyboard.tap("Control", "Right")
    expect_moved(stage, original_starts, timedelta(days=1), *_THREE_TITLES)
    stage.expect_soon(lambda: selected_titles(stage) == set(_THREE_TITLES), "the selection ended")
    focus(stage, "Lunch")
    for key in ("Space", "Down", "Down", "Return"):
        stage.keyboard.tap(key)
        time.sleep(0.15)
    expect_moved(stage, original_starts, timedelta(minutes=30), *_THREE_TITLES)


@scenario(MOUSE, KEYS)
def all_selected_events_move_to_a_date_by_the_same_number_of_days(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    stage.scroll_to("Lunch", y=350)
    titles = ("Course", "Review")
    original_starts = start_times(stage, *titles)
    select(stage, *titles)
    if stage.device_name == KEYS:
        stage.keyboard.tap("Control", "Shift", "g")
    else:
        _click(stage, "Move to Date…")
    dialog = wait_for_dialog(stage, DATE_DIALOG)
    text = "Review and 1 more event\nMon 8 Jan 2035, 10:00 – 11:00"
    stage.expect_soon(
        lambda: dialog.find("label", text), f"the dialog says {dialog.names(lambda node: node.role == 'label')}")
    expect_focus(stage, "Monday, 8 January 2035", "the dialog opened")
    stage.keyboard.type("9feb")
    stage.keyboard.tap("Return")
    expect_dialog_closed(stage, DATE_DIALOG)
    stage.expect_soon(lambda: "9 February 2035" in "".join(stage.program.block_names("Review")), "the chosen day is not shown")
    stage.expect_soon(lambda: _is_label_shown(stage, "2 events moved"), "the toast does not count 2 events")
    expect_focus(stage, "Review, Friday, 9 February 2035", "the move")
    expect_moved(stage, original_starts, timedelta(days=32), *titles)
    if stage.device_name != KEYS:
        return
    # Now assistive technology moves the selection, and the date is chosen for the other event.
    wait_for(lambda: stage.program.blocks("Course"), "the previous week")
    stage.expect_soon(lambda: selected_titles(stage) == set(titles), "the selection ended")
    stage.program.block("Course").act("event.move-to-date")
    wait_for_dialog(stage, DATE_DIALOG)
    wait_for_day(stage, "Thursday, 18 January 2035").act("date.select")
    expect_dialog_closed(stage, DATE_DIALOG)
    expect_moved(stage, original_starts, timedelta(days=8), *titles)


@scenario(MOUSE, TOUCH)
def escape_returns_all_lifted_events(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    stage.scroll_to("Lunch", y=350)
    select(stage, *_THREE_TITLES)
    boxes = [stage.program.bounds_at_rest(title) for title in _THREE_TITLES]
    drag = Drag(stage, "Lunch").lift()
    drag.to(drag.y + 90, x=drag.x + 150)
    stage.keyboard.tap("Escape")
    time.sleep(0.3)
    stage.device.up()
    stage.expect_untouched("the drag was canceled")
    stage.expect_soon(lambda: [stage.program.bounds_at_rest(title) for title in _THREE_TITLES] == boxes, "the events did not return")
    stage.expect_soon(lambda: selected_titles(stage) == set(_THREE_TITLES), "canceling the drag ended the selection")


# Deleting, cutting and changing

@scenario(MOUSE, TOUCH, KEYS, quick=True)
def selected_events_are_deleted_and_one_undo_restores_them(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.scroll_to("Lunch", y=350)
    select(stage, *_THREE_TITLES)
    if stage.is_touch:
        _click(stage, "Delete")
    else:
        stage.keyboard.tap("Delete")
    stage.expect_soon(lambda: not any(stage.program.blocks(title) for title in _THREE_TITLES), "not all events were deleted")
    contents = stage.wait_for_edit()
    stage.expect_soon(lambda: all(Event(title, "", "").uid.encode() not in stage.path.read_bytes() for title in _THREE_TITLES),
                      "the file still contains deleted events")
    stage.expect(b"SUMMARY:Late" in contents, "another event was deleted")
    stage.expect_soon(lambda: _is_label_shown(stage, "3 events deleted"), "the toast does not count 3 events")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


@scenario(MOUSE)
def the_selection_bar_recolors_all_selected_events(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.scroll_to("Lunch", y=350)
    select(stage, "Review", "Lunch")
    _click(stage, "Color")
    colors = wait_for(
        lambda: [node for node in stage.program.root.all(lambda node: node.role == "radio button") if node.extents.width > 0],
        "the colors")
    time.sleep(0.4)
    colors[-1].act("click")
    stage.expect_soon(lambda: stage.path.read_bytes().count(b"\r\nCOLOR:") == stage.contents_before_edit.count(b"\r\nCOLOR:") + 2,
                      "an event has no color")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")
    stage.expect_soon(lambda: selected_titles(stage) == {"Review", "Lunch"}, "changing the color ended the selection")


@scenario(MOUSE, KEYS)
def the_selection_bar_moves_all_selected_events_to_another_calendar(stage: Stage) -> None:
    calendars = TwoCalendars(stage)
    stage.scroll_to("Lunch", y=350)
    select(stage, "Review", "Lunch")
    _click(stage, "Move to Calendar…")
    wait_for_dialog(stage, "Move to Calendar")
    stage.keyboard.tap("Up")
    time.sleep(0.15)
    stage.keyboard.tap("Return")
    tests, choir = calendars.original_files
    events = component_lines(tests, "Review") + component_lines(tests, "Lunch")
    stage.expect_soon(
        lambda: calendars.files() == (
            tests.replace(component_lines(tests, "Review"), b"").replace(component_lines(tests, "Lunch"), b""),
            choir.replace(b"END:VCALENDAR\r\n", events + b"END:VCALENDAR\r\n")),
        "the events are not in the file of the other calendar")
    stage.keyboard.tap("Control", "z")
    calendars.expect(calendars.original_files, "one undo")


@scenario(KEYS)
def a_series_among_the_selected_events_moves_to_another_calendar_as_a_whole(stage: Stage) -> None:
    calendars = SeriesCalendars(stage)
    for node in (stage.program.block("Dawn"), occurrence(stage, 9), occurrence(stage, 11)):
        node.act("event.toggle-selection")
    stage.expect_soon(lambda: _is_label_shown(stage, "3 events selected"), "the bar does not count 3 events")
    _click(stage, "Move to Calendar…")
    dialog = wait_for_dialog(stage, "Move to Calendar")
    text = "3 events selected\nAll events in the series will be moved."
    stage.expect(dialog.find("label", text), f"the dialog says {dialog.names(lambda node: node.role == 'label')}")
    stage.keyboard.tap("Up")
    expect_focus(stage, "Choir", "Up")
    stage.keyboard.tap("Return")
    expect_dialog_closed(stage, "Move to Calendar")
    tests, choir = calendars.original_files
    end = b"END:VCALENDAR\r\n"
    for title in ("Dawn", "Standup", "Standup"):
        event = component_lines(tests, title)
        tests, choir = tests.replace(event, b"", 1), choir.replace(end, event + end)
    calendars.expect((tests, choir), "a calendar was chosen")
    stage.expect_soon(lambda: _is_label_shown(stage, "3 events moved to “Choir”"), "the toast does not count 3 events")
    stage.expect(not is_question_shown(stage), "a question is asked")
    stage.keyboard.tap("Control", "z")
    calendars.expect(calendars.original_files, "one undo")


@scenario(KEYS)
def selected_events_keep_their_distances_when_cut_and_pasted(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    original_starts = start_times(stage, "Review", "Lunch")
    select(stage, "Review", "Lunch")
    stage.keyboard.tap("Control", "x")
    stage.expect_soon(lambda: not stage.program.blocks("Review") and not stage.program.blocks("Lunch"), "an event was not cut")
    time.sleep(0.3)
    stage.keyboard.tap("Alt", "Right")
    time.sleep(0.6)
    stage.keyboard.tap("Control", "v")
    stage.expect_soon(lambda: stage.program.blocks("Review") and stage.program.blocks("Lunch"), "an event was not pasted")
    pasted_names = [stage.program.blocks(title)[0].name for title in ("Review", "Lunch") if stage.program.blocks(title)]
    stage.expect(len(pasted_names) == 2 and "15 January" in pasted_names[0] and "15 January" in pasted_names[1], f"the pasted events are {pasted_names}")
    stage.expect("10:00" in pasted_names[0] and "12:00" in pasted_names[1], f"the pasted events are {pasted_names}; originally, they began at {original_starts}")
    stage.keyboard.tap("Control", "z")
    time.sleep(0.3)
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "two undos do not restore the file")


# Series and read-only events

@scenario(MOUSE, KEYS)
def one_question_covers_all_series_among_the_selected_events(stage: Stage) -> None:
    stage.open(daily(), view="week")
    for node in (stage.program.block("Dawn"), occurrence(stage, 9), occurrence(stage, 11)):
        node.act("event.toggle-selection")
    stage.expect_soon(lambda: _is_label_shown(stage, "3 events selected"), "not all are selected")
    stage.keyboard.tap("Delete")
    if not expect_question(stage):
        return
    stage.expect_soon(lambda: stage.program.root.find("label", "Delete 3 Events?"), "the question does not say how many events it is about")
    stage.expect_untouched("nothing was chosen yet", 0.3)
    if stage.device_name == KEYS:
        stage.keyboard.tap("3")
    else:
        press(stage, ALL)
    stage.expect_soon(lambda: not stage.program.blocks("Standup") and not stage.program.blocks("Dawn"), "not all were deleted")
    stage.expect(not is_question_shown(stage), "the question is asked again")
    stage.expect_soon(lambda: b"SUMMARY:Standup" not in stage.path.read_bytes(), "the series is still in the file")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo does not restore the file")


@scenario(MOUSE, KEYS)
def a_read_only_event_among_the_selected_ones_is_not_moved_but_named(stage: Stage) -> None:
    calendars = TwoCalendars(stage, is_read_only=True)
    for title in ("Review", "Rehearsal"):
        stage.program.block(title).act("event.toggle-selection")
        stage.becomes_true(lambda title=title: title in selected_titles(stage))
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    text = "1 event moved. 1 event could not be moved: Rehearsal"
    stage.expect_soon(lambda: _is_label_shown(stage, text), f"the toast does not say “{text}”")
    stage.expect(calendars.choir_path.read_bytes() == calendars.original_files[1], "the read-only calendar was written")
    stage.expect_soon(lambda: start_times(stage, "Review")[0].minute == 15, "the other event did not move")
    calendars.choir_path.chmod(0o644)


@scenario(TOUCH)
def the_selection_bar_fits_in_a_narrow_window_with_large_text(stage: Stage) -> None:
    choir = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    stage.open_narrow(standard_day(), text_scale=2, arguments=(str(choir),))
    stage.program.block("Review").act("event.toggle-selection")
    stage.program.block("Lunch").act("event.toggle-selection")
    stage.expect_soon(lambda: _is_label_shown(stage, "2 events selected"), "the bar is not shown")
    window = stage.window()
    stage.expect(window.width <= 360, f"the window is {window.width} px wide")
    for name in ("Cancel", "Color", "Move to Date…", "Move to Calendar…", "Delete"):
        box = _button(stage, name).extents
        stage.expect(box.x >= window.x and box.right <= window.x + window.width, f"“{name}” is outside the window: {box}")
        stage.expect(box.height >= 40, f"“{name}” is only {box.height} px high")
