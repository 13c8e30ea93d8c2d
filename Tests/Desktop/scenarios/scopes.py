"""Changes to occurrences of a series: the change comes first, and then the program asks which part of the series the
change applies to. Until the user answers, the visible events show the outcome of the focused choice, and nothing is
written."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from datetime import date, datetime, timedelta
from pathlib import Path

from checks.calendars import Calendar
from checks.occurrence_times import MissingPackages, occurrence_times
from rig.input_devices import tap
from rig.program import binary
from rig.recording import record_strip
from rig.screenshot import Picture
from rig.tree import Listener, Node

from .drag import Drag
from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage
from .week import EDGE_INSET_PX

ONE, FOLLOWING, ALL = "Only This One", "This and Following", "All Events"
_PUT_BACK = "Put Back"
_TITLE = "Standup"
#: The series lasts 14 days, from Monday, January 8, 2035, at 09:00.
_FIRST = datetime(2035, 1, 8, 9)
_COUNT = 14


def daily(*lines: str) -> Calendar:
    """A series with the given lines, which is daily by default, and two single events."""
    return (Calendar().add("Dawn", "01:00", "02:00")
            .add(_TITLE, "09:00", "09:45", *(lines or (f"RRULE:FREQ=DAILY;COUNT={_COUNT}",)))
            .add("Night", "22:00", "23:00"))


def open_week(stage: Stage, calendar: Calendar | None = None) -> None:
    """Opens a series in the week view, and scrolls to its occurrences."""
    stage.open(calendar or daily(), view="week")
    stage.scroll_to(_TITLE, y=350)


def occurrence(stage: Stage, day: int, title: str = _TITLE) -> Node:
    """The block of an occurrence on a day in January 2035."""
    blocks = [node for node in stage.program.blocks(title) if f" {day} January 2035" in node.name]
    assert len(blocks) == 1, f"{len(blocks)} blocks of “{title}” on {day} January"
    return blocks[0]


def shown_starts(stage: Stage, title: str = _TITLE) -> dict[int, str]:
    """The start of each visible occurrence, by its day in January 2035."""
    starts = {}
    for name in stage.program.block_names(title):
        match = re.search(r" (\d+) January 2035, (\d\d:\d\d) to", name)
        if match:
            starts[int(match[1])] = match[2]
    return starts


def expected_starts(**days: str) -> dict[int, str]:
    """What `shown_starts` returns for the first week: 09:00, except on the days that are given as `d9="10:00"`."""
    return {day: days.get(f"d{day}", "09:00") for day in range(8, 15)}


def saved_starts(path: Path, stage: Stage) -> list[datetime]:
    """The starts of the series' occurrences in a file or folder, in order."""
    command = [str(binary()), "list", str(path), "--from", "2035-01-01", "--to", "2035-02-01", "--json"]
    result = subprocess.run(
        command, env=stage.compositor.client_environment(), check=True, capture_output=True, text=True)
    rows = [row for row in json.loads(result.stdout) if row["summary"] == _TITLE]
    return sorted(datetime.fromisoformat(str(row["start"])).replace(tzinfo=None) for row in rows)


def expect_saved(stage: Stage, moved: dict[int, datetime | None], *lines: str) -> None:
    """Expects the file to contain the series, with some occurrences moved or, if None, removed, and the given lines."""
    expected = []
    for index in range(_COUNT):
        start = _FIRST + timedelta(days=index)
        new_start = moved.get(start.day, start)
        if new_start is not None:
            expected.append(new_start)
    stage.wait_for_edit()
    stage.becomes_true(lambda: saved_starts(stage.path, stage) == sorted(expected))
    contents, actual = stage.path.read_bytes(), saved_starts(stage.path, stage)
    stage.expect(actual == sorted(expected), f"the file has {[f'{start:%d %H:%M}' for start in actual]} "
                 f"instead of {[f'{start:%d %H:%M}' for start in sorted(expected)]}")
    for line in lines:
        stage.expect(line.encode() in contents, f"the file has no “{line}”")


def _buttons(stage: Stage, label: str) -> list[Node]:
    """The visible buttons of a choice. If the choice is not possible, the name of its button is a sentence that
    begins with the label in quotes."""
    return stage.program.root.all(
        lambda node: node.role == "push button" and node.name.startswith((label, f"“{label}”")) and node.extents.height > 0)


def wait_for_choice(stage: Stage, label: str) -> Node:
    """The button of a choice in the card that asks for the scope, once it is visible."""
    stage.becomes_true(lambda: _buttons(stage, label))
    buttons = _buttons(stage, label)
    assert buttons, f"no button “{label}”"
    return buttons[0]


def is_question_shown(stage: Stage) -> bool:
    """Whether the question is shown."""
    return bool(_buttons(stage, ONE))


def expect_question(stage: Stage) -> bool:
    """Expects the question to open."""
    return stage.expect_soon(lambda: is_question_shown(stage), "the question did not open")


def press(stage: Stage, label: str) -> None:
    """Clicks or taps a button of the card, once it has come to rest."""
    tap(stage.device, stage.bounds_at_rest(wait_for_choice(stage, label)).center)


def lift(stage: Stage, day: int, phase: str = "move") -> Drag:
    """Lifts the occurrence of a day."""
    box = occurrence(stage, day).extents
    drag = Drag(stage, _TITLE, phase)
    drag.press_at(box.center[0], box.center[1] if phase == "move" else box.bottom - 5)
    drag.await_lift().to(drag.y + 12, seconds=0.06)
    return drag.expect_lifted()


def drag_later(stage: Stage, day: int, minutes: int = 60) -> Drag:
    """Drags the occurrence of a day to a later time and drops it."""
    y = occurrence(stage, day).extents.center[1]
    drag = lift(stage, day).to(y + minutes / 60 * stage.pixels_per_hour)
    drag.hold(0.2)
    drag.drop()
    stage.precondition(drag.frames, "nothing was lifted")
    return drag


def january(day: int, time_of_day: str) -> datetime:
    """A time on a day in January 2035."""
    return datetime.fromisoformat(f"2035-01-{day:02d}T{time_of_day}")


# Each scope

@scenario(quick=True)
def only_one_occurrence_is_dragged(stage: Stage) -> None:
    """The preview moves only this occurrence, and the file is written only after the answer."""
    open_week(stage)
    drag_later(stage, 10)
    if not expect_question(stage):
        return
    stage.expect_soon(lambda: shown_starts(stage) == expected_starts(d10="10:00"), f"the preview shows {shown_starts(stage)}")
    stage.expect_untouched("the question is open", 0.4)
    press(stage, ONE)
    expect_saved(stage, {10: january(10, "10:00")}, "RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000")
    stage.expect_soon(lambda: not is_question_shown(stage), "the question is still open")
    stage.expect_soon(lambda: shown_starts(stage) == expected_starts(d10="10:00"), f"the week shows {shown_starts(stage)}")


@scenario()
def an_occurrence_is_dragged_with_the_following_ones(stage: Stage) -> None:
    """With the mouse, the outcome of the choice under the pointer is shown before anything is written."""
    open_week(stage)
    drag_later(stage, 11)
    if not expect_question(stage):
        return
    later_starts = expected_starts(d11="10:00", d12="10:00", d13="10:00", d14="10:00")
    if not stage.is_touch:
        box = wait_for_choice(stage, FOLLOWING).extents
        stage.mouse.move(box.center[0] - 20, box.center[1])
        stage.mouse.move(*box.center)
        stage.expect_soon(lambda: shown_starts(stage) == later_starts, f"the preview shows {shown_starts(stage)} instead of {later_starts}")
        frames = [frame for frame in stage.program.frames_when_quiet() if frame.phase == "scope"]
        starts = {frame.snapped_start for frame in frames}
        stage.precondition(frames, "no frame shows the question")
        stage.expect(len(starts) == 1 and "2035-01-11T10:00" in starts.pop(), "the frames do not show the time at which the event was dropped")
        edges = {round(frame.edge_y) for frame in frames[2:] if frame.edge_y is not None}
        stage.expect(len(edges) <= 1, f"the event moved while the question was open: {edges}")
        stage.expect_untouched("the question is open", 0.3)
    press(stage, FOLLOWING)
    expect_saved(
        stage, {day: january(day, "10:00") for day in range(11, 22)}, "RELATED-TO;RELTYPE=SIBLING:", "COUNT=3", "COUNT=11")
    stage.expect_soon(lambda: shown_starts(stage) == later_starts, f"the week shows {shown_starts(stage)}")


@scenario()
def an_occurrence_is_stretched_with_the_following_ones(stage: Stage) -> None:
    """Other programs that read the file find that the later occurrences end later too, and the earlier ones do not."""
    open_week(stage)
    drag = lift(stage, 11, "stretch-end")
    drag.to(drag.y + stage.pixels_per_hour)
    drag.hold(0.2)
    drag.drop()
    if not stage.precondition(drag.frames, "nothing was lifted") or not expect_question(stage):
        return
    heading = "“Standup” changed to 09:00 – 1"
    stage.expect_soon(lambda: stage.program.root.find("label", heading), "the card does not show the new times")
    stage.expect_untouched("the question is open", 0.3)
    press(stage, FOLLOWING)
    expect_saved(stage, {}, "RELATED-TO;RELTYPE=SIBLING:", "COUNT=3", "COUNT=11")
    end = drag.frames[-1].snapped_end or ""
    stage.precondition(end[11:16] > "10:00", f"the event was stretched to {end}")
    expected = [f"2035-01-{day:02d} 09:00 – {'09:45' if day < 11 else end[11:16]}" for day in range(8, 22)]
    try:
        actual = occurrence_times(stage.path.read_bytes(), _TITLE, date(2035, 1, 1), date(2035, 2, 1))
        stage.expect(actual == expected, f"other programs find {actual}")
    except MissingPackages as missing:
        stage.expect(os.environ.get("CI") != "true", f"other programs did not read the file: {missing}")


@scenario(KEYS, recordings=True)
def every_frame_of_the_preview_shows_the_outcome_of_one_choice(stage: Stage) -> None:
    """In the frames of the compositor, the other occurrences are all at the old time or all at the new one."""
    open_week(stage, daily(f"RRULE:FREQ=DAILY;COUNT={_COUNT}", "COLOR:darkmagenta"))
    focus_occurrence(stage, 9)
    # The card covers neither Saturday nor Sunday.
    boxes, scale = [occurrence(stage, day).extents for day in (13, 14)], stage.monitor.scale
    left = round(boxes[0].x * scale)
    stripes = [round((box.x + 2) * scale) - left for box in boxes]
    color = stage.picture_at_rest().at(left + stripes[0], round(boxes[0].center[1] * scale))

    def top(picture: Picture, column: int) -> int | None:
        return next((y for y, pixel in enumerate(picture.column(column)) if pixel == color), None)

    for _ in range(4):
        stage.keyboard.tap("Control", "Down")
    if not expect_question(stage):
        return
    # The timeline scrolls with the steps.
    for day in (13, 14):
        stage.bounds_at_rest(occurrence(stage, day))
    time.sleep(0.5)
    with record_strip(stage.compositor, left, stripes[-1] + 1) as recording:
        for key in ("Down", "Up", "Down", "Down", "Up", "Up"):
            stage.step_focus(key)
            time.sleep(0.4)
    stage.keyboard.tap("Escape")
    tops = [tuple(top(picture, stripe) for stripe in stripes) for picture in recording]
    stage.precondition(None not in tops[0], "the recording does not show the occurrences")
    mixed_frames = [(number, pair) for number, pair in enumerate(tops) if len(set(pair)) != 1]
    stage.expect(not mixed_frames, f"{len(mixed_frames)} of {len(tops)} frames show two outcomes: {mixed_frames[:3]}")
    rows = sorted({pair[0] for pair in tops if pair[0] is not None})
    hour = stage.pixels_per_hour * scale
    stage.expect(
        len(rows) == 2 and abs(rows[1] - rows[0] - hour) <= 1, f"the occurrences began in the pixel rows {rows}, which should be an hour ({hour:g} px) apart")
    changes = sum(before != after for before, after in zip(tops, tops[1:]))
    stage.expect(changes == 4, f"the outcome changed {changes} times instead of 4")
    stage.notes.append(f"{len(tops)} frames")
    stage.expect_untouched("the event was put back", 0.3)


@scenario(KEYS, quick=True)
def all_occurrences_are_moved_with_the_keyboard(stage: Stage) -> None:
    """The question opens after the last step, more steps still move the event, and Undo restores every byte."""
    open_week(stage)
    focus_occurrence(stage, 9)
    stage.keyboard.tap("Control", "Down")
    stage.keyboard.tap("Control", "Down")
    if not expect_question(stage):
        return
    stage.keyboard.tap("Control", "Down")
    stage.expect_soon(lambda: shown_starts(stage) == expected_starts(d9="09:45"), f"the third step shows {shown_starts(stage)}")
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Down")
    moved_starts = {day: "09:45" for day in range(8, 15)}
    stage.expect_soon(lambda: shown_starts(stage) == moved_starts, f"the preview of all shows {shown_starts(stage)}")
    stage.expect_untouched("the question is open", 0.3)
    stage.keyboard.tap("Return")
    expect_saved(stage, {day: january(day, "09:45") for day in range(8, 22)}, "DTSTART;TZID=Europe/Berlin:20350108T094500")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "Undo did not restore the file")
    stage.expect_soon(lambda: shown_starts(stage) == expected_starts(), f"after Undo the week shows {shown_starts(stage)}")


def focus_occurrence(stage: Stage, day: int) -> None:
    """Focuses the occurrence of a day with the keyboard."""
    def focused_name() -> str:
        return next((node.name for node in stage.program.blocks(_TITLE) if "focused" in node.states), "")
    focus(stage, _TITLE)
    for _ in range(12):
        if f" {day} January" in focused_name():
            return
        before = focused_name()
        stage.keyboard.tap("Right")
        stage.becomes_true(lambda: focused_name() != before, 1)
    stage.precondition(False, f"the keys focus “{focused_name()}” instead of the occurrence of {day} January")


@scenario(MOUSE, TOUCH)
def an_occurrence_is_dragged_past_the_edge_of_the_week(stage: Stage) -> None:
    """With edge scrolling and a page turn: the card stays visible, Put Back restores the times, the page and the scroll
    offset, and each scope does what it says."""
    open_week(stage)
    frame_before_drag = stage.program.frames_when_quiet()[-1]
    for answer in (_PUT_BACK, ONE, FOLLOWING, ALL):
        drag = lift(stage, 10)
        drag.to(drag.bottom - 20, x=edge_drag_x(stage, drag))
        drag.hold_until_scrolled(80, 5)
        right = stage.program.viewport().right - 12 - EDGE_INSET_PX
        drag.to(drag.top + 200, x=right, seconds=0.3)
        drag.hold_until(lambda: (stage.program.frames()[-1].view_date or "") >= "2035-01-15")
        drag.to(drag.y, x=stage.program.viewport().center[0], seconds=0.15)
        drag.hold(0.3)
        drag.drop()
        if not stage.precondition(drag.frames and abs(drag.scroll_distance) > 20, "the timeline did not scroll") or not expect_question(stage):
            return
        window, box = stage.window(), wait_for_choice(stage, ONE).extents
        stage.expect(box.y > 0 and box.bottom < window.height and box.x >= 0 and box.right <= window.width, f"the card is at {box}")
        start = datetime.fromisoformat(drag.frames[-1].snapped_start or "").replace(tzinfo=None)
        stage.expect(start.day >= 15, f"the drop is on {start}")
        press(stage, answer)
        if answer == _PUT_BACK:
            stage.expect_soon(lambda: shown_starts(stage) == expected_starts(), f"the week shows {shown_starts(stage)}")
            frame_after_drag = stage.program.frames_when_quiet()[-1]
            stage.expect(
                abs(frame_after_drag.scroll_y - frame_before_drag.scroll_y) <= 1,
                f"the scroll offset is {frame_after_drag.scroll_y}, but it was {frame_before_drag.scroll_y}")
            stage.expect_untouched("the event was put back", 0.3)
            continue
        moved_days = {ONE: [10], FOLLOWING: list(range(10, 22)), ALL: list(range(8, 22))}[answer]
        distance = start - january(10, "09:00")
        line = {
            ONE: "RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000", FOLLOWING: "RELATED-TO;RELTYPE=SIBLING:",
            ALL: f"DTSTART;TZID=Europe/Berlin:{_FIRST + distance:%Y%m%dT%H%M%S}"}[answer]
        expect_saved(stage, {day: january(day, "09:00") + distance for day in moved_days}, line)
        stage.keyboard.tap("Control", "z")
        stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, f"{answer}: Undo did not restore the file")
        stage.expect_soon(lambda: shown_starts(stage) == expected_starts(), f"{answer}: after Undo the week shows {shown_starts(stage)}")


def edge_drag_x(stage: Stage, drag: Drag) -> float:
    """The x coordinate for a drag to the lower edge: for a finger, in the middle of the days, so that no page turns yet."""
    return stage.program.viewport().center[0] if stage.is_touch else drag.x


# Putting back

@scenario(quick=True)
def escape_and_a_press_elsewhere_put_an_occurrence_back(stage: Stage) -> None:
    open_week(stage)
    box = occurrence(stage, 9).extents
    for method in ("Escape", "a press elsewhere"):
        drag_later(stage, 9)
        if not expect_question(stage):
            return
        listener = Listener()
        if method == "Escape":
            stage.keyboard.tap("Escape")
        else:
            viewport = stage.program.viewport()
            stage.device.down(viewport.x + 100, viewport.bottom - 30)
            time.sleep(0.05)
            stage.device.up()
        stage.expect_soon(lambda: not is_question_shown(stage), f"{method}: the question is still open")
        stage.expect_soon(lambda: shown_starts(stage) == expected_starts(), f"{method}: the week shows {shown_starts(stage)}")
        stage.expect_soon(
            lambda: [node.extents for node in stage.program.blocks(_TITLE) if " 9 January 2035" in node.name] == [box],
            f"{method}: the block is not where it was")
        if method == "a press elsewhere":
            is_heard = listener.hears("was not changed")
            stage.expect(is_heard, f"no announcement says that the event was not changed: {listener.all_texts()}")
        stage.expect_untouched(f"{method} puts the event back", 0.3)


# Deleting and cutting

@scenario(KEYS, quick=True)
def delete_asks_before_it_deletes(stage: Stage) -> None:
    open_week(stage)
    focus_occurrence(stage, 10)
    stage.keyboard.tap("Delete")
    if not expect_question(stage):
        return
    stage.expect_untouched("the question is open", 0.4)
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: not is_question_shown(stage), "Escape does not cancel")
    stage.keyboard.tap("Delete")
    if not expect_question(stage):
        return
    stage.keyboard.tap("1")
    expect_saved(stage, {10: None}, "EXDATE;TZID=Europe/Berlin:20350110T090000")
    stage.expect_soon(lambda: 10 not in shown_starts(stage) and len(shown_starts(stage)) == 6, f"the week shows {shown_starts(stage)}")


@scenario(KEYS)
def assistive_technology_deletes_one_occurrence(stage: Stage) -> None:
    open_week(stage)
    occurrence(stage, 10).act("event.delete")
    if not expect_question(stage):
        return
    stage.expect_untouched("the question is open", 0.4)
    wait_for_choice(stage, ONE).act("click")
    expect_saved(stage, {10: None}, "EXDATE;TZID=Europe/Berlin:20350110T090000")
    stage.expect_soon(lambda: 10 not in shown_starts(stage) and len(shown_starts(stage)) == 6, f"the week shows {shown_starts(stage)}")


@scenario(KEYS)
def paste_adds_exactly_what_was_cut(stage: Stage) -> None:
    """An occurrence and the following ones, and then the whole series, are cut and pasted."""
    open_week(stage)
    original_starts = shown_starts(stage)
    for key, cut_days in (("2", range(12, 22)), ("3", range(8, 22))):
        focus_occurrence(stage, 12)
        stage.keyboard.tap("Control", "x")
        if not expect_question(stage):
            return
        stage.expect_untouched("the question is open", 0.4)
        stage.keyboard.tap(key)
        expect_saved(stage, {day: None for day in cut_days})
        stage.expect_soon(
            lambda cut_days=cut_days: sorted(shown_starts(stage)) == [day for day in original_starts if day not in cut_days],
            f"the week shows {shown_starts(stage)}")
        uids = set(re.findall(rb"UID:(.*)\r", stage.contents_before_edit))
        stage.keyboard.tap("Control", "v")
        stage.becomes_true(lambda: len(saved_starts(stage.path, stage)) == _COUNT)
        expect_saved(stage, {})
        stage.expect_soon(lambda: shown_starts(stage) == original_starts, f"after Paste the week shows {shown_starts(stage)}")
        pasted_uids = set(re.findall(rb"UID:(.*)\r", stage.path.read_bytes()))
        stage.expect(key == "2" or pasted_uids == uids, f"the pasted series has a different UID: {pasted_uids - uids}")
        for _ in range(2):
            stage.keyboard.tap("Control", "z")
            time.sleep(0.5)
        stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "two undos do not restore the file")


# What needs no question, and what is not possible

@scenario(MOUSE)
def a_changed_occurrence_moves_without_a_question(stage: Stage) -> None:
    calendar = daily()
    calendar.events[1] = calendar.events[1].__class__(
        _TITLE, "09:00", "09:45", (f"RRULE:FREQ=DAILY;COUNT={_COUNT}",))
    calendar.add(_TITLE, "2035-01-10T11:00", "2035-01-10T11:45", "RECURRENCE-ID;TZID=Europe/Berlin:20350110T090000")
    open_week(stage, calendar)
    drag_later(stage, 10)
    expect_saved(stage, {10: january(10, "12:00")})
    stage.expect(not is_question_shown(stage), "a question was asked about a changed occurrence")
    stage.expect(stage.path.read_bytes().count(b"BEGIN:VEVENT") == 4, "another component was written")


@scenario(MOUSE)
def a_choice_that_is_not_possible_gives_its_reason(stage: Stage) -> None:
    """The Monday occurrence of a series on Mondays and Wednesdays is dragged to Wednesday: “All Events” is not
    possible, because the series already has an occurrence on Wednesdays."""
    open_week(stage, daily("RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6"))
    target = occurrence(stage, 10).extents
    drag = lift(stage, 8).to(target.center[1] + 2 * stage.pixels_per_hour, x=target.center[0])
    drag.hold(0.2)
    drag.drop()
    if not expect_question(stage):
        return
    button = wait_for_choice(stage, ALL)
    stage.expect("is not possible" in button.name and "day of the week" in button.name, f"the choice is called “{button.name}”")
    stage.keyboard.tap("3")
    stage.expect(is_question_shown(stage), "an impossible choice closed the question")
    stage.expect_untouched("the choice is not possible", 0.4)
    stage.keyboard.tap("1")
    contents = stage.wait_for_edit()
    stage.expect(b"RECURRENCE-ID;TZID=Europe/Berlin:20350108T090000" in contents, "the file has no override")


@scenario(MOUSE)
def an_invitation_says_that_only_this_copy_changes(stage: Stage) -> None:
    open_week(stage, daily(
        f"RRULE:FREQ=DAILY;COUNT={_COUNT}", "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:bob@example.org"))
    drag_later(stage, 9)
    if not expect_question(stage):
        return
    def remark() -> Node | None:
        return stage.program.root.find("label", "Only your copy changes.")

    stage.expect_soon(lambda: (label := remark()) and label.extents.height > 0, "the card does not say that only this copy changes")
    name = wait_for_choice(stage, FOLLOWING).name
    stage.expect("is not possible" in name, f"an invitation can be split: “{name}”")
    press(stage, ALL)
    expect_saved(stage, {day: january(day, "10:00") for day in range(8, 22)})


@scenario(MOUSE)
def the_question_stays_visible_and_closing_the_window_puts_the_event_back(stage: Stage) -> None:
    """While the timeline scrolls and turns pages, the card is in the window. The first request to close the window puts
    the event back and says so; the next one closes it."""
    open_week(stage)
    drag_later(stage, 9)
    if not expect_question(stage):
        return
    window, view = stage.window(), stage.program.viewport()

    def expect_in_sight(when: str) -> None:
        time.sleep(0.4)
        stage.bounds_at_rest(wait_for_choice(stage, ONE))
        for label in (ONE, FOLLOWING, ALL, _PUT_BACK):
            box = wait_for_choice(stage, label).extents
            stage.expect(
                box.x >= 0 and box.right <= window.width and box.y >= 0 and box.bottom <= window.height,
                f"{when}: “{label}” is at {box}")

    scroll = stage.program.frames_when_quiet()[-1].scroll_y
    for detents in (6, -12, 6):
        stage.mouse.move(view.right - 20, view.bottom - 40)
        stage.mouse.wheel(detents)
        expect_in_sight(f"after {detents} detents")
        stage.precondition(stage.program.frames()[-1].scroll_y != scroll or detents == 6, "the timeline did not scroll")
    stage.mouse.wheel(3, horizontal=True)
    expect_in_sight("after a turn of the page")
    stage.precondition(stage.becomes_true(lambda: not shown_starts(stage).get(9)), "the page did not turn")
    listener = Listener()
    listener.listen(0.3)
    stage.keyboard.tap("Control", "w")
    stage.expect_soon(lambda: not is_question_shown(stage), "the question is still open")
    is_heard = listener.hears("was not changed")
    stage.expect(is_heard, f"no announcement says that the event was not changed: {listener.all_texts()}")
    stage.expect(stage.program.root.find("push button", "Today"), "the window is closed")
    stage.expect_untouched("the window was not closed", 0.3)


@scenario(KEYS)
def finishing_an_interrupted_split_is_offered_at_the_next_launch(stage: Stage) -> None:
    """The later part of a series was written to a folder, but the earlier part was not shortened afterward."""
    folder = stage.folder / "halves"
    folder.mkdir()
    later_part = (Calendar().add(_TITLE, "2035-01-10T10:00", "2035-01-10T10:45", "RRULE:FREQ=DAILY;COUNT=12",
                          "RELATED-TO;RELTYPE=SIBLING:standup@handspan.example", "X-HANDSPAN-SPLIT-AFTER:2").file_contents()
           .replace(b"UID:standup@", b"UID:new@"))
    splits = stage.folder / "state" / "handspan" / "splits"
    splits.mkdir(parents=True, exist_ok=True)
    for answer in ("Ask Again Later", "Discard", "Finish"):
        (folder / "new.ics").write_bytes(later_part)
        (splits / "0.split").write_text(f"Handspan-Split: 1\n{folder.resolve()}\nstandup@handspan.example\nnew@handspan.example\n")
        # A dialog covers the window, so the window receives no keys.
        stage.open(daily(), view="week", calendar_folder=folder, maximized=False, arguments=(str(folder),), is_on_command_line=False)
        stage.expect_soon(lambda: stage.program.root.find("label", "“Standup” appears twice from Wed 10 Jan 2035 on"),
                          "the interrupted change is not reported")
        button = stage.program.root.find("push button", answer)
        if not stage.expect(button, f"there is no button “{answer}”"):
            return
        button.act("click")
        if answer == "Ask Again Later":
            stage.expect_untouched("the repair was put off", 0.6)
        elif answer == "Discard":
            stage.expect_soon(lambda: not (folder / "new.ics").exists(), "the later part is still there")
            stage.expect_untouched("the change was discarded", 0.3)
        else:
            stage.expect_soon(lambda: b"COUNT=2" in stage.path.read_bytes(), "the earlier part is not shortened")
        expected = [_FIRST + timedelta(days=day, hours=int(answer == "Finish" and day > 1)) for day in range(_COUNT)]
        if answer == "Ask Again Later":
            expected = sorted(expected + [_FIRST + timedelta(days=day, hours=1) for day in range(2, _COUNT)])
        stage.becomes_true(lambda: saved_starts(folder, stage) == expected)
        actual = saved_starts(folder, stage)
        stage.expect(actual == expected, f"{answer}: the folder has {actual}")
        stage.program.send_signal(signal.SIGTERM)
        stage.expect_program_end()


# Other programs and assistive technology

@scenario(MOUSE)
def a_change_on_disk_keeps_the_question_open(stage: Stage) -> None:
    """The answer keeps a description that was changed on disk; if the event disappears, the question closes and says why."""
    open_week(stage)
    drag_later(stage, 9)
    if not expect_question(stage):
        return
    stage.path.write_bytes(stage.path.read_bytes().replace(b"DESCRIPTION:A line", b"DESCRIPTION:A new line"))
    stage.contents_before_edit = stage.path.read_bytes()
    time.sleep(1)
    stage.expect(is_question_shown(stage), "the change on disk closed the question")
    press(stage, ALL)
    expect_saved(stage, {day: january(day, "10:00") for day in range(8, 22)}, "DESCRIPTION:A new line")
    stage.contents_before_edit = stage.path.read_bytes()
    drag_later(stage, 10)
    if not expect_question(stage):
        return
    text = stage.contents_before_edit.decode()
    events = re.findall(r"BEGIN:VEVENT.*?END:VEVENT\r\n", text, re.DOTALL)
    remaining = text.replace(next(event for event in events if f"SUMMARY:{_TITLE}" in event), "")
    stage.path.write_bytes(remaining.encode())
    stage.expect_soon(lambda: not is_question_shown(stage), "the question about an event that is gone is still open")
    time.sleep(0.5)
    stage.expect(stage.path.read_bytes() == remaining.encode(), "the file of the other program was overwritten")


@scenario(KEYS, quick=True)
def assistive_technology_moves_an_occurrence_and_chooses_the_scope(stage: Stage) -> None:
    open_week(stage)
    occurrence(stage, 9).act("event.move-later")
    if not expect_question(stage):
        return
    stage.expect_soon(
        lambda: stage.program.root.find("panel", "“Standup” moved to 09:15"), "the card is not called after the change")
    names = [wait_for_choice(stage, label).name for label in (ONE, FOLLOWING, ALL)]
    stage.expect(all("," in name for name in names), f"a choice does not name its outcome: {names}")
    wait_for_choice(stage, FOLLOWING).act("click")
    expect_saved(stage, {day: january(day, "09:15") for day in range(9, 22)}, "RELATED-TO;RELTYPE=SIBLING:")


@scenario(KEYS)
def orca_reads_the_question_and_each_choice_once(stage: Stage) -> None:
    open_week(stage)
    focus_occurrence(stage, 9)
    orca = stage.start_orca()
    if orca is None:
        return
    orca.skip_first_speech()
    question = "“Standup” moved to 09:15. Only this one, this and following, or all events?"
    heard = orca.speech_after(lambda: stage.keyboard.tap("Control", "Down"), containing="Only this one", patience=20)
    stage.expect(sum(question in text for text in heard) == 1, f"“{question}” was expected once; heard {heard}")
    stage.expect(any(ONE in text for text in heard), f"the focused choice was not read; heard {heard}")
    heard = orca.speech_after(lambda: stage.keyboard.tap("Down"), containing=FOLLOWING, patience=20)
    stage.expect(sum(FOLLOWING in text for text in heard) == 1, f"“{FOLLOWING}” was expected once; heard {heard}")
    heard = orca.speech_after(lambda: stage.keyboard.tap("Escape"), containing="Put back", patience=20)
    stage.expect(any("Put back" in text for text in heard), f"“Put back” was expected; heard {heard}")
