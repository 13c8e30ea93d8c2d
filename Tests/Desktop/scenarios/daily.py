"""Daily use: the selected day stays selected, and nothing gets in the way."""

from __future__ import annotations

import time

from feel.calendars import Calendar, lines_of, standard_day, standard_week, times
from rig.compositor import wait_for

from .editing import REVIEW, editor, field, go_to, in_sight, leave_editor, open_editor
from .keys import focus
from .making import title_entry, uids, wait_for_entry
from .registry import KEYS, MOUSE, scenario
from .stage import Stage


#: libadwaita's @error_color in its light style, of which the now line is.
_NOW = (192, 28, 40)


def _pasted(stage: Stage, uid: str) -> str:
    """Waits for an event in the file, and returns its times."""
    stage.soon(lambda: uid in uids(stage.path.read_bytes()), seconds=4)
    if uid not in uids(stage.path.read_bytes()):
        return "nowhere"
    return f"{times(stage.path.read_bytes(), uid)[0]:%Y-%m-%d %H:%M}"


@scenario(KEYS)
def what_is_cut_in_a_week_is_pasted_on_the_same_day(stage: Stage) -> None:
    stage.open(
        Calendar().add("Alone", "09:00", "10:00").add("Tomorrow", "2035-01-09T09:00", "2035-01-09T10:00"), view="week")
    focus(stage, "Alone")
    stage.keyboard.tap("Control", "x")
    stage.expect_soon(lambda: "alone@handspan.example" not in uids(stage.path.read_bytes()), "it was not cut")
    stage.soon(lambda: not stage.program.blocks("Alone"))
    stage.keyboard.tap("Control", "v")
    stage.expect(_pasted(stage, "alone@handspan.example") == "2035-01-08 09:00",
                 f"it is at {_pasted(stage, 'alone@handspan.example')}")


@scenario(KEYS)
def the_view_of_a_day_shows_the_chosen_one_and_not_that_under_a_resting_pointer(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    # A key also works if the timeline does not have the focus.
    stage.keyboard.tap("Shift", "Tab")
    block = stage.program.settle("Review")
    for step in range(4):
        stage.mouse.move(block.centre[0] + 2 * block.width + step, block.centre[1])
        time.sleep(0.05)
    stage.keyboard.tap("Alt", "Right")
    stage.expect_soon(lambda: _title(stage).startswith("Mon 15 Jan"), f"Alt+Right shows {_title(stage)}")
    time.sleep(0.5)
    stage.keyboard.tap("Alt", "4")
    stage.expect_soon(lambda: _title(stage) == "Monday, 15 January 2035", f"Alt+4 shows {_title(stage)}")


@scenario(MOUSE)
def the_view_of_a_day_shows_the_one_under_a_pointer_that_was_just_moved(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    block = stage.program.settle("Review")
    for step in range(4):
        stage.mouse.move(block.centre[0] + 2 * block.width + step, block.centre[1])
        time.sleep(0.05)
    stage.keyboard.tap("Alt", "4")
    stage.expect_soon(lambda: _title(stage) == "Wednesday, 10 January 2035", f"Alt+4 shows {_title(stage)}")


def _title(stage: Stage) -> str:
    """The shown days, from the window's title."""
    names = [node.name for node in stage.program.root.children if node.role in ("frame", "window")]
    return next((name.removesuffix(" – Handspan") for name in names if name.endswith(" – Handspan")), "")


@scenario(KEYS)
def in_the_evening_a_new_event_of_another_day_takes_its_first_free_working_hour(stage: Stage) -> None:
    stage.open(
        Calendar().add("Standup", "09:00", "09:15").add("Review", "10:00", "11:00").add("Evening", "20:00", "21:00"),
        view="day", environment={"HANDSPAN_NOW": "2035-01-05T22:20:00"})
    stage.keyboard.tap("Control", "n")
    entry = wait_for_entry(stage)
    stage.expect(entry and entry.extents.height > 0, "the new event is not in sight")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    now = stage.wait_for_edit()
    new = [uid for uid in uids(now) if uid not in uids(stage.before)]
    start = times(now, new[0])[0] if new else None
    stage.expect(start and f"{start:%Y-%m-%d %H:%M}" == "2035-01-08 11:00", f"it begins at {start}")


def _bars(stage: Stage) -> list[str]:
    """The visible all-day events."""
    row = stage.program.root.find("list", "All-day events")
    hours = stage.program.viewport().y
    # What does not fit keeps the place that it had when it did, below.
    items = row.all(lambda node: node.role == "list item" and node.extents.bottom <= hours) if row else []
    return [node.name.split(",")[0] for node in items]


def _unfold(stage: Stage) -> int:
    """Opens a day with a dozen all-day events and expands the row. Returns the top of the hours before that."""
    calendar = standard_day()
    for number in range(1, 13):
        calendar.add(f"Fair {number}", "2035-01-08", "2035-01-09")
    stage.open(calendar)
    more = wait_for(lambda: stage.program.root.find("push button", "9 more"), "the button “9 more”", seconds=4)
    hours = stage.program.viewport().y
    more.act("click")
    stage.expect_soon(lambda: stage.program.viewport().y > hours + 100, "the row was not unfolded")
    return hours


def _expect_folded(stage: Stage, hours: int) -> None:
    stage.expect_soon(lambda: stage.program.viewport().y == hours, "the row stays unfolded")
    stage.expect_soon(lambda: "Fair 1" in _bars(stage) and "Fair 9" not in _bars(stage), f"in sight: {_bars(stage)}")


@scenario(MOUSE)
def what_was_unfolded_above_the_hours_is_folded_again_by_its_button(stage: Stage) -> None:
    hours = _unfold(stage)
    fold = stage.program.root.find("push button", "Show Fewer All-Day Events")
    if stage.expect(fold and fold.extents.height >= 24, f"no button folds it: {fold and fold.extents}"):
        stage.mouse.click(*fold.extents.centre)
        _expect_folded(stage, hours)


@scenario(KEYS)
def what_was_unfolded_above_the_hours_is_folded_again_by_escape(stage: Stage) -> None:
    hours = _unfold(stage)
    focus(stage, "Fair 1")
    stage.keyboard.tap("Escape")
    _expect_folded(stage, hours)


def _shown_error(stage: Stage, text: str) -> bool:
    return any(node.extents.height > 0 for node in editor(stage).all(lambda node: node.name == text))


@scenario(KEYS)
def a_corrected_field_says_nothing_of_its_error_and_what_is_below_stays(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    wrong, below = "Minutes range from 0 to 59.", field(stage, "push button", "Duration wheel")
    go_to(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("1470")
    time.sleep(0.3)
    typed = below.extents.y
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: _shown_error(stage, wrong), "the error is not told")
    stage.expect(below.extents.y == typed, f"the error moves what is below from {typed} to {below.extents.y}")
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("14")
    # Two digits may be the start of another time, so they take effect only when the field loses focus.
    stage.expect_soon(lambda: not _shown_error(stage, wrong), "the error stays beside other words")
    stage.keyboard.tap("Tab")
    time.sleep(0.4)
    stage.expect(below.extents.y == typed, f"the correction moves what is below from {typed} to {below.extents.y}")
    stage.expect(field(stage, "text", "Start time").text == "14:00", "it is not taken")
    leave_editor(stage)


@scenario(KEYS)
def another_value_of_a_field_takes_the_place_of_words_it_did_not_understand(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    go_to(stage, "Duration")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("soon")
    stage.keyboard.tap("Shift", "Tab")
    stage.expect_soon(lambda: field(stage, "text", "Duration").description, "the error is not told")
    go_to(stage, "End time")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("1230")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: field(stage, "text", "Duration").text == "2 h 30 min",
                      f"the duration says {field(stage, 'text', 'Duration').text}")
    stage.expect(not field(stage, "text", "Duration").description, "the error stays")
    leave_editor(stage)


@scenario(KEYS)
def the_row_of_icons_is_searched_as_soon_as_it_opens(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Space")
    time.sleep(0.5)
    stage.keyboard.type("meal")
    time.sleep(0.4)
    stage.keyboard.tap("Return")
    stage.expect_soon(
        lambda: lines_of(stage.path.read_bytes(), REVIEW)["SUMMARY"].endswith("🍽️ Review"), "no icon was found")
    leave_editor(stage)


@scenario(MOUSE)
def the_details_name_the_calendar_the_people_and_the_reminders(stage: Stage) -> None:
    calendar = Calendar().add("Dawn", "01:00", "02:00").add(
        "Review", "10:00", "11:00", "ORGANIZER;CN=Ada Lovelace:mailto:ada@example.org",
        "ATTENDEE;CN=\"Hopper, Grace\";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:grac", " e@example.org",
        "ATTENDEE:mailto:alan@example.org")
    stage.open(calendar)
    box = stage.scroll_until("Review", 300)
    stage.mouse.click(box.x + 40, box.centre[1])
    told = [
        "Calendar: Tests", "Organizer: Ada Lovelace", "Attendees: Hopper, Grace, alan@example.org",
        "Reminder: 5 min before the start"]

    def words() -> str:
        return "\n".join(node.name for node in stage.program.root.all(
            lambda node: node.role == "label" and node.extents.height > 0))
    for line in told:
        stage.expect_soon(lambda: line in words(), f"the details do not say “{line}”")


@scenario(KEYS)
def a_toast_leaves_the_event_in_sight_that_it_is_about(stage: Stage) -> None:
    stage.open(standard_day())
    bottom = stage.program.viewport().bottom
    stage.scroll_until("Late", bottom - 50, tolerance=30)
    focus(stage, "Late")
    before = stage.program.settle("Late")
    stage.premise(bottom - 90 < before.bottom <= bottom, f"the event is at {before}, the timeline ends at {bottom}")
    stage.keyboard.tap("Control", "e")
    editor(stage)
    stage.keyboard.type("x")
    leave_editor(stage)
    toast = wait_for(
        lambda: stage.program.root.find("label", "“x” was changed"), "the toast", seconds=4)
    time.sleep(0.6)
    box, words = stage.program.settle("x"), toast.extents
    stage.expect(words.bottom <= box.y or words.y >= box.bottom, f"the toast at {words} covers the event at {box}")


@scenario(MOUSE, pictures=True)
def the_line_of_the_present_does_not_strike_through_a_title(stage: Stage) -> None:
    stage.open(
        Calendar().add("Dawn", "01:00", "02:00").add("Review of the whole quarter", "10:00", "11:00"),
        environment={"HANDSPAN_NOW": "2035-01-08T09:08:00", "TZ": "Europe/Berlin"})
    box = stage.scroll_until("Review of the whole quarter", 300)
    picture = stage.picture()
    picture.save(stage.folder / "now.png")
    row = picture.width * 3
    first, last = round(box.y * stage.monitor.scale), round(box.bottom * stage.monitor.scale)

    def red(x: int) -> int:
        """How many rows of the event are of the colour of the line, at a column of the picture."""
        return sum(picture.pixels[y * row + x * 3:y * row + x * 3 + 3] == bytes(_NOW) for y in range(first, last))
    stage.premise(red(round((box.x + 2) * stage.monitor.scale)) >= 2, "the line does not reach the event's edge")
    struck = [x for x in range(round((box.x + 9) * stage.monitor.scale), round((box.right - 2) * stage.monitor.scale))
              if red(x)]
    stage.expect(not struck, f"{len(struck)} columns of the event have the line in front of them")


@scenario(MOUSE)
def the_mouse_wheel_turns_the_hours_once_the_pointer_has_rested_on_them(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    in_sight(stage, "push button", "Start time on wheels").act("click")
    time.sleep(0.5)
    hour = in_sight(stage, "spin button", "Start, hour")
    x, y = hour.extents.centre
    stage.mouse.move(x - 3, y)
    stage.mouse.move(x, y)
    time.sleep(0.6)
    stage.mouse.wheel(1)
    stage.expect_soon(lambda: hour.value == 11, f"the wheel says {hour.value}")
    stage.expect("focused" not in hour.states, "it took the focus")
    leave_editor(stage)
