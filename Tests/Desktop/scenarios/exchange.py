"""Cut, copy, paste and duplicate with the keyboard, within and between programs; files dropped on the window."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Callable

from checks.calendars import Calendar, Event, lines_of, standard_day, times
from rig.clipboard import Clipboard, clipboard_of
from rig.compositor import wait_for
from rig.input_devices import RIGHT
from rig.session import end, spawn

from .keys import focus
from .creation_drag import title_entry, uids
from .menus import choose_row
from .registry import KEYS, MOUSE, scenario
from .stage import Stage

_REVIEW = Event("Review", "", "").uid
_CALENDAR = "text/calendar"
_DRAG_SOURCE = Path(__file__).resolve().parents[1] / "rig/dragsource.py"
#: The color of the window that files are dragged from.
_COLOR = (1, 254, 2)


def _copy(stage: Stage) -> None:
    """Copies the focused “Review”, and waits until another program can read it."""
    stage.keyboard.tap("Control", "c")
    stage.expect_soon(lambda: stage.program.root.find("label", "“Review” was copied"), "there is no message about the copy")
    stage.compositor.catch_up()
    time.sleep(0.3)


def _serve_until(clipboard: Clipboard, condition: Callable[[], object], seconds: float = 30) -> bool:
    """Serves the offered contents of the clipboard until a condition is true. Returns whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        clipboard.serve(0.1)
    return bool(condition())


def _wait_for_uids(stage: Stage, count: int, seconds: float = 20) -> list[str]:
    deadline = time.monotonic() + seconds
    while len(uids(stage.path.read_bytes())) != count and time.monotonic() < deadline:
        time.sleep(0.03)
    file_uids = uids(stage.path.read_bytes())
    stage.expect(len(file_uids) == count, f"the file has {len(file_uids)} events instead of {count}")
    return file_uids


def _new_uid(stage: Stage) -> str | None:
    """The UID of the only new event in the file."""
    old_uids = uids(stage.contents_before_edit)
    new_uids = [uid for uid in _wait_for_uids(stage, len(old_uids) + 1) if uid not in old_uids]
    stage.expect(len(new_uids) == 1, f"the new events in the file are {new_uids}")
    return new_uids[0] if new_uids else None


def _expect_undone(stage: Stage) -> None:
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "undo does not restore every byte")


@scenario(KEYS, quick=True)
def a_copied_event_is_pasted_on_another_day_with_all_properties(stage: Stage) -> None:
    stage.open(standard_day())
    clipboard = clipboard_of(stage.compositor)
    focus(stage, "Review")
    _copy(stage)
    text = clipboard.read(_CALENDAR)
    stage.expect(text.startswith(b"BEGIN:VCALENDAR\r\n"), f"the clipboard has {text[:60]!r}")
    for line in (b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin", b"X-ODD;X-P=\"a;b\":kept as it is", b"BEGIN:VALARM"):
        stage.expect(line in text, f"{line!r} is not on the clipboard")
    plain_text = clipboard.read("text/plain;charset=utf-8").decode()
    stage.expect(plain_text.startswith("Review\n") and "10:00" in plain_text, f"the text is {plain_text!r}")
    stage.expect_untouched("the event was only copied")
    stage.keyboard.tap("Alt", "Right")
    time.sleep(0.8)
    stage.keyboard.tap("Control", "v")
    uid = _new_uid(stage)
    if uid:
        contents = stage.path.read_bytes()
        start, end = times(contents, uid)
        stage.expect(
            (f"{start:%Y-%m-%d %H:%M}", f"{end:%H:%M}") == ("2035-01-09 10:00", "11:00"), f"the event is at {start} to {end}")
        original_lines, pasted_lines = lines_of(stage.contents_before_edit, _REVIEW), lines_of(contents, uid)
        differing_names = {
            name for name in original_lines | pasted_lines if original_lines.get(name) != pasted_lines.get(name)}
        stage.expect(
            differing_names <= {"UID", "DTSTART", "DTEND", "DTSTAMP"}, f"other lines differ: {differing_names}")
        stage.expect_soon(lambda: stage.program.blocks("Review"), "the pasted event is not shown")
    _expect_undone(stage)


@scenario(KEYS)
def a_cut_event_keeps_its_uid_when_pasted(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "x")
    remaining = _wait_for_uids(stage, len(uids(stage.contents_before_edit)) - 1)
    stage.expect(_REVIEW not in remaining, "the event is still in the file")
    stage.keyboard.tap("Alt", "Right")
    time.sleep(0.8)
    stage.keyboard.tap("Control", "v")
    file_uids = _wait_for_uids(stage, len(uids(stage.contents_before_edit)))
    if stage.expect(_REVIEW in file_uids, "the pasted event has a different UID"):
        start, _ = times(stage.path.read_bytes(), _REVIEW)
        stage.expect(f"{start:%Y-%m-%d %H:%M}" == "2035-01-09 10:00", f"the event is at {start}")
    stage.keyboard.tap("Control", "z")
    time.sleep(0.5)
    _expect_undone(stage)


@scenario(KEYS)
def a_duplicate_is_placed_beside_its_original(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "d")
    uid = _new_uid(stage)
    if uid:
        contents = stage.path.read_bytes()
        stage.expect(times(contents, uid) == times(contents, _REVIEW), f"the event is at {times(contents, uid)}")
        stage.expect_soon(lambda: len(stage.program.blocks("Review")) == 2, "“Review” does not have two blocks")
    _expect_undone(stage)


@scenario(KEYS)
def an_event_copied_in_another_program_is_pasted_on_the_selected_day(stage: Stage) -> None:
    stage.open(standard_day())
    clipboard = clipboard_of(stage.compositor)
    other_calendar = Calendar(day="2031-05-05").add("From elsewhere", "16:00", "17:30")
    clipboard.offer({_CALENDAR: other_calendar.file_contents()})
    clipboard.serve(0.3)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "v")
    _serve_until(clipboard, lambda: len(uids(stage.path.read_bytes())) > len(uids(stage.contents_before_edit)))
    uid = _new_uid(stage)
    if uid:
        start, end = times(stage.path.read_bytes(), uid)
        stage.expect(f"{start:%Y-%m-%d %H:%M}–{end:%H:%M}" == "2035-01-08 16:00–17:30", f"the event is at {start}–{end}")
        stage.expect(uid == "from-elsewhere@handspan.example", f"its UID is now {uid}")
    _expect_undone(stage)


@scenario(KEYS)
def several_events_are_previewed_before_they_are_added(stage: Stage) -> None:
    stage.open(standard_day())
    clipboard = clipboard_of(stage.compositor)
    other_calendar = Calendar(day="2031-05-05").add("One", "16:00", "17:30").add("Two", "18:00", "19:00").add(
        "Weekly", "07:00", "08:00", "RRULE:FREQ=WEEKLY")
    clipboard.offer({_CALENDAR: other_calendar.file_contents()})
    clipboard.serve(0.3)

    def is_dialog_open() -> bool:
        return bool(stage.program.root.all(lambda node: "Add 3 Events?" in node.name))

    for key, added_count in (("Escape", 0), ("Return", 3)):
        before = stage.focused_names()
        stage.keyboard.tap("Control", "v")
        stage.expect(_serve_until(clipboard, is_dialog_open), "there is no confirmation dialog")
        # Keys reach the dialog once it has the focus.
        stage.becomes_true(lambda before=before: stage.focused_names() not in (before, []), seconds=5)
        stage.expect_untouched("nothing has been confirmed yet", seconds=0.6)
        stage.keyboard.tap(key)
        stage.expect_soon(lambda: not is_dialog_open(), "the confirmation dialog is still open")
        _wait_for_uids(stage, len(uids(stage.contents_before_edit)) + added_count)
    _expect_undone(stage)


@scenario(KEYS)
def an_invalid_paste_is_refused_with_a_reason(stage: Stage) -> None:
    stage.open(standard_day())
    clipboard = clipboard_of(stage.compositor)
    many = b"BEGIN:VCALENDAR\r\n" + b"BEGIN:VEVENT\r\nDTSTART:20350108T090000Z\r\nEND:VEVENT\r\n" * 501 + b"END:VCALENDAR\r\n"
    for content, reason in (
            (b"Lunch tomorrow?", "No event to paste"), (b"BEGIN:VCALENDAR\r\n" + b"x" * 5_000_000, "more than 4 MB"),
            (many, "only 500 can be added"), (b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "no events")):
        clipboard.offer({_CALENDAR: content})
        clipboard.serve(0.3)
        stage.keyboard.tap("Control", "v")
        is_shown = _serve_until(
            clipboard, lambda reason=reason: stage.program.root.all(lambda node: reason in node.name))
        stage.expect(is_shown, f"“{reason}” is not shown")
    stage.expect_untouched("the clipboard has no valid event")


def drag_files_in(stage: Stage, *paths: Path) -> None:
    """Drags files from another program's window into the middle of the timeline."""
    source = spawn(
        ["/usr/bin/python3", str(_DRAG_SOURCE), *map(str, paths)], stage.compositor.client_environment(),
        stage.folder / "dragsource.log")
    try:
        box = wait_for(lambda: stage.picture().bounds(_COLOR), "the window with the file", interval=0.2)
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        stage.mouse.down(x, y)
        target = stage.program.viewport().center
        for step in range(1, 25):
            stage.mouse.move(x + (target[0] - x) * step / 24, y + (target[1] + 150 - y) * step / 24)
            time.sleep(0.03)
        # The program has to accept the files first, which cannot be observed.
        time.sleep(1)
        stage.mouse.up()
        # Waits for the dialog that says what would be added.
        stage.becomes_true(lambda: stage.program.root.all(lambda node: "can be added" in node.name or "Add 2 Events?" in node.name))
        time.sleep(0.5)
    finally:
        end(source)


@scenario(MOUSE, pictures=True)
def a_dropped_calendar_file_is_previewed_and_then_added(stage: Stage) -> None:
    stage.open(standard_day())
    other_calendar = Calendar(day="2035-01-08").add("Dropped", "16:00", "17:30").add("Too", "18:00", "19:00")
    drag_files_in(stage, other_calendar.write(stage.folder, "dropped.ics"))
    stage.expect_untouched("nothing has been confirmed yet", seconds=0.3)
    if not stage.expect(stage.program.root.all(lambda node: "Add 2 Events?" in node.name), "there is no confirmation dialog"):
        return
    stage.keyboard.tap("Return")
    file_uids = _wait_for_uids(stage, len(uids(stage.contents_before_edit)) + 2)
    stage.expect({"dropped@handspan.example", "too@handspan.example"} <= set(file_uids), f"the file has {file_uids}")
    stage.expect_soon(lambda: stage.program.blocks("Dropped"), "the new event is not shown")
    _expect_undone(stage)


@scenario(MOUSE, pictures=True)
def readable_files_among_several_dropped_ones_are_added_in_one_step(stage: Stage) -> None:
    stage.open(standard_day())
    broken = stage.folder / "letter.ics"
    broken.write_text("Dear Ada")
    one = Calendar().add("Dropped", "16:00", "17:30").write(stage.folder, "one.ics")
    two = Calendar().add("Too", "18:00", "19:00").add("Dropped", "03:00", "04:00").write(stage.folder, "two.ics")
    drag_files_in(stage, one, broken, two)
    names = stage.program.root.names(lambda node: node.role in ("label", "alert", "dialog"))
    for phrase in ("Add 2 Events?", "one.ics", "two.ics", "1 event is in more than one of the files",
                  "“letter.ics” was skipped: This file contains no calendar"):
        stage.expect(any(phrase in name for name in names), f"the preview does not say “{phrase}”")
    stage.keyboard.tap("Return")
    file_uids = _wait_for_uids(stage, len(uids(stage.contents_before_edit)) + 2)
    stage.expect({"dropped@handspan.example", "too@handspan.example"} <= set(file_uids), f"the file has {file_uids}")
    _expect_undone(stage)


@scenario(MOUSE, pictures=True)
def unreadable_dropped_files_are_listed_with_reasons(stage: Stage) -> None:
    stage.open(standard_day())
    paths = [stage.folder / name for name in ("letter.ics", "poem.ics")]
    for path in paths:
        path.write_text("Dear Ada")
    drag_files_in(stage, *paths)
    names = stage.program.root.names(lambda node: node.role in ("label", "alert", "dialog"))
    for phrase in ("None of the 2 files can be added", "“letter.ics” was skipped: This file contains no", "“poem.ics” was skipped"):
        stage.expect(any(phrase in name for name in names), f"“{phrase}” is not shown")
    stage.keyboard.tap("Control", "n")
    stage.keyboard.tap("Escape")
    time.sleep(0.4)
    stage.expect(title_entry(stage) is None, "an event is created behind the open dialog")
    stage.expect_untouched("nothing could be read")


@scenario(KEYS)
def a_repeating_event_is_not_cut_before_an_answer_and_its_copy_does_not_repeat(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Series", "09:00", "10:00", "RRULE:FREQ=DAILY;COUNT=9"))
    focus(stage, "Series")
    stage.keyboard.tap("Control", "x")
    stage.expect_untouched("the question is open")
    stage.keyboard.tap("Control", "c")
    time.sleep(0.4)
    stage.keyboard.tap("Control", "v")
    uid = _new_uid(stage)
    if uid:
        lines = lines_of(stage.path.read_bytes(), uid)
        stage.expect("RRULE" not in lines, "the copy repeats")
        stage.expect("X-ODD" in lines, "the copy lacks other properties")
    _expect_undone(stage)


@scenario(KEYS)
def clipboard_keys_edit_the_title_while_it_is_typed(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "n")

    def entry_has(state: str, text: str) -> bool:
        entry = title_entry(stage)
        return entry is not None and state in entry.states and entry.text == text

    wait_for(lambda: entry_has("focused", ""), "the title field")
    for keys in (("t",), ("e",), ("a",), ("Control", "a"), ("Control", "c"), ("End",), ("Control", "v")):
        stage.keyboard.tap(*keys)
        time.sleep(0.15)
    # GTK reads the clipboard asynchronously, so later keys may be handled first.
    stage.becomes_true(lambda: entry_has("focused", "teatea"))
    for keys in (("Control", "d"), ("Return",)):
        stage.keyboard.tap(*keys)
        time.sleep(0.15)
    uid = _new_uid(stage)
    if uid:
        title = lines_of(stage.path.read_bytes(), uid)["SUMMARY"]
        stage.expect(title == "SUMMARY:teatea", f"the title is “{title}”")
    _expect_undone(stage)


@scenario(MOUSE)
def the_menu_of_empty_time_pastes_where_it_was_opened(stage: Stage) -> None:
    """Pastes an event that was copied by an accessible action."""
    stage.open(standard_day(), view="week")
    block = stage.scroll_to("Review", y=400)
    stage.program.block("Review").act("event.copy")
    # Without an event on the clipboard, the menu has no Paste.
    stage.expect_soon(lambda: stage.program.root.find("label", "“Review” was copied"), "there is no message about the copy")
    stage.mouse.click(block.x + 2.5 * block.width, block.y - 20, RIGHT)
    stage.expect_soon(lambda: stage.program.root.find("menu item", "Paste"), "no menu opened")
    stage.await_menu()
    time.sleep(0.3)
    for key in ("Down", "Return"):
        stage.keyboard.tap(key)
        time.sleep(0.2)
    uid = _new_uid(stage)
    if uid:
        start, _ = times(stage.path.read_bytes(), uid)
        stage.expect(f"{start:%Y-%m-%d %H:%M}" == "2035-01-10 09:45", f"the event is at {start}")
    _expect_undone(stage)


@scenario(KEYS)
def the_menu_of_an_event_is_navigated_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Shift", "F10")
    # Wraps around to the last row and back to the first. Rows are counted from the first, because Paste may be the last one.
    choose_row(stage, 8, first_keys=("Up", "Down"))
    uid = _new_uid(stage)
    stage.expect(uid, "the eighth row after the first is not Duplicate")
    _expect_undone(stage)
