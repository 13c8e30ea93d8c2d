"""The editor: what is typed and chosen in it is what the file has, once it is left, and one undo takes all of it back."""

from __future__ import annotations

import time
from pathlib import Path

from feel.calendars import EDITED, Calendar, changed_properties, lines_of, standard_day, times
from rig.compositor import wait_for
from rig.tree import Node

from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

#: What the program writes beside the words that were changed.
_STAMPS = {"LAST-MODIFIED", "DTSTAMP"}
_REVIEW = "review@handspan.example"
#: Seconds without typing after which a field takes effect.
_PAUSE_S = 1.0


def _editor(stage: Stage) -> Node:
    """The editor that is open."""
    return wait_for(lambda: stage.program.root.find("dialog", "Edit “"), "the editor", seconds=3)


def _open(stage: Stage, title: str = "Review") -> Node:
    focus(stage, title)
    stage.keyboard.tap("Control", "e")
    editor = _editor(stage)
    time.sleep(0.3)
    return editor


def _field(stage: Stage, role: str, name: str) -> Node:
    node = _editor(stage).find(role, name)
    assert node is not None, f"the editor has no {role} “{name}”"
    return node


def _go(stage: Stage, name: str) -> None:
    """Goes on to a field by Tab."""
    for _ in range(24):
        stage.keyboard.tap("Tab")
        time.sleep(0.05)
        if [node.name for node in _editor(stage).all(lambda node: "focused" in node.states)] == [name]:
            return
    raise AssertionError(f"Tab does not lead to “{name}”")


def _expect_closed(stage: Stage) -> None:
    wait_for(lambda: stage.program.root.find("dialog", "Edit “") is None, "the editor to be gone", seconds=3)


def _type(stage: Stage, letters: str) -> None:
    for letter in letters:
        stage.keyboard.tap(letter)
        time.sleep(0.03)


def _expect_changed(stage: Stage, properties: set[str], times_too: bool = False) -> bytes:
    """Nothing but those properties and the stamps differ from before, and they do."""
    now = stage.wait_for_edit()
    time.sleep(0.3)
    now = stage.path.read_bytes()
    changed = changed_properties(stage.before, now)
    allowed = properties | (set(EDITED) if times_too else _STAMPS)
    stage.expect(properties <= changed, f"of {sorted(properties)} only {sorted(changed & properties)} changed")
    stage.expect(changed <= allowed, f"other lines changed too: {', '.join(sorted(changed - allowed))}")
    return now


def _expect_undone_at_once(stage: Stage) -> None:
    stage.keyboard.tap("Control", "z")
    wait_for(lambda: stage.path.read_bytes() == stage.before, "one undo to give back every byte", seconds=3)


@scenario(KEYS)
def looking_into_every_field_changes_nothing(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Review", "09:07", "09:52").add("Night", "22:00", "23:00"))
    _open(stage)
    visited = set()
    for _ in range(36):
        found = {node.name for node in _editor(stage).all(lambda node: "focused" in node.states)}
        stage.expect(found, "Tab has left the editor")
        for name in found - visited:
            if name.endswith((" on wheels", " on a wheel")):
                stage.keyboard.tap("Space")
                time.sleep(0.5)
        visited |= found
        stage.keyboard.tap("Tab")
        time.sleep(0.05)
    wanted = {"Title", "All day", "Starts", "Start time", "Start, hour", "Start, minute", "Ends", "End time", "End, minute",
              "Length", "Place", "Link", "Notes", "Tentative", "Busy meanwhile", "Delete the event", "Done"}
    stage.expect(wanted <= visited, f"Tab does not reach {', '.join(sorted(wanted - visited))}")
    time.sleep(_PAUSE_S)
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    stage.expect_untouched("the editor was opened, looked through and closed")
    stage.expect(stage.program.block("Review").name.startswith("Review, Monday, 8 January 2035, 09:07 to 09:52"),
                 f"the event is now “{stage.program.block('Review').name}”")


@scenario(KEYS)
def a_title_takes_effect_after_a_pause_and_escape_keeps_what_follows(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _type(stage, "te")
    stage.expect_untouched("the typing goes on", seconds=0.6)
    _type(stage, "a")
    stage.expect_untouched("the typing went on", seconds=0.6)
    now = stage.wait_for_edit(seconds=2)
    stage.expect(lines_of(now, _REVIEW)["SUMMARY"] == "SUMMARY:tea", "the pause did not save what was typed")
    _type(stage, "m")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    wait_for(lambda: b"SUMMARY:team" in stage.path.read_bytes(), "Escape to keep the last letter", seconds=3)
    _expect_changed(stage, {"SUMMARY"})
    focused = [node.name.split(",")[0] for node in stage.program.root.all(lambda node: "focused" in node.states)]
    stage.expect(focused == ["team"], f"the focus is on {focused}, not on the event")
    _expect_undone_at_once(stage)
    stage.keyboard.tap("Control", "Shift", "z")
    wait_for(lambda: b"SUMMARY:team" in stage.path.read_bytes(), "redo to make it again", seconds=3)


@scenario(KEYS)
def times_typed_by_keys_are_those_of_the_file(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _go(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    _type(stage, "1430")
    stage.keyboard.tap("Tab")
    moved = times(stage.wait_for_edit(), _REVIEW)
    stage.expect([f"{time:%H:%M}" for time in moved] == ["14:30", "15:30"], f"the end did not go along: {moved}")
    _go(stage, "End time")
    stage.keyboard.tap("Control", "a")
    _type(stage, "1615")
    stage.keyboard.tap("Return")
    time.sleep(0.3)
    stage.expect(_field(stage, "text", "Length").text == "1 h 45 min", "the length does not follow the end")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    now = times(_expect_changed(stage, {"DTSTART", "DTEND"}, times_too=True), _REVIEW)
    stage.expect([f"{time:%H:%M}" for time in now] == ["14:30", "16:15"], f"the file has {now}")
    _expect_undone_at_once(stage)


@scenario(KEYS)
def what_is_no_time_is_told_and_changes_nothing(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    entry = _field(stage, "text", "Start time")
    _go(stage, "Start time")
    stage.keyboard.tap("Control", "a")
    _type(stage, "1470")
    stage.keyboard.tap("Tab")
    time.sleep(0.3)
    told = _editor(stage).find("label", "No hour has a minute 70")
    stage.expect(told and told.extents.height > 0, "it is not told that there is no such minute")
    stage.expect(entry.text == "1470", "what was typed was taken away")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    stage.expect_untouched("nothing was understood")


@scenario(KEYS)
def everything_can_be_changed_from_the_tree_alone(stage: Stage) -> None:
    stage.open(standard_day())
    stage.program.block("Review").act("event.edit")
    _editor(stage)
    for name, text in (("Title", "Big review"), ("Place", "Room 5"), ("Link", "https://example.org/agenda")):
        _field(stage, "text", name).write(text)
    stage.expect(_field(stage, "push button", "Open https://example.org/agenda").extents.width > 0, "no way to the link")
    _field(stage, "check box", "All day").act("toggle")
    _field(stage, "push button", "Tentative").act("click")
    _field(stage, "check box", "Busy meanwhile").act("toggle")
    _field(stage, "push button", "Done").act("click")
    _expect_closed(stage)
    now = _expect_changed(stage, {"SUMMARY", "LOCATION", "URL", "DTSTART", "DTEND", "STATUS", "TRANSP"}, times_too=True)
    lines = lines_of(now, _REVIEW)
    wanted = {
        "SUMMARY": "SUMMARY:Big review", "LOCATION": "LOCATION:Room 5", "URL": "URL:https://example.org/agenda",
        "DTSTART": "DTSTART;VALUE=DATE:20350108", "DTEND": "DTEND;VALUE=DATE:20350109", "STATUS": "STATUS:TENTATIVE",
        "TRANSP": "TRANSP:TRANSPARENT"}
    for name, line in wanted.items():
        stage.expect(lines.get(name) == line, f"the file says {lines.get(name)}, not {line}")
    _expect_undone_at_once(stage)


@scenario(KEYS)
def an_icon_and_a_colour_are_chosen_by_keys(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    stage.keyboard.tap("Shift", "Tab")
    stage.keyboard.tap("Space")
    _go(stage, "Find an icon")
    for letter in "meal":
        stage.keyboard.tap(letter)
    time.sleep(0.4)
    stage.keyboard.tap("Return")
    wait_for(lambda: lines_of(stage.path.read_bytes(), _REVIEW)["SUMMARY"].endswith(" Review"), "the icon", seconds=3)
    _go(stage, "The calendar’s colour")
    stage.keyboard.tap("Right", times=2)
    wait_for(lambda: "COLOR" in lines_of(stage.path.read_bytes(), _REVIEW), "the colour in the file", seconds=3)
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    lines = lines_of(_expect_changed(stage, {"SUMMARY", "COLOR"}), _REVIEW)
    stage.expect(lines["COLOR"] == "COLOR:tomato", f"the file says {lines['COLOR']}")
    stage.expect(lines["SUMMARY"] == "SUMMARY:🍽️ Review", f"the file says {lines['SUMMARY']}")
    _expect_undone_at_once(stage)


@scenario(KEYS)
def another_zone_keeps_the_times_of_day(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _go(stage, "Length on a wheel")
    stage.keyboard.tap("Tab")
    for keys in (("Escape",), ()):
        stage.keyboard.tap("Space")
        time.sleep(0.4)
        for letter in ("a", "s", "i", "a", "slash", "k", "o", "l"):
            stage.keyboard.tap(letter)
        time.sleep(0.4)
        if keys:
            stage.keyboard.tap(*keys)
            time.sleep(0.3)
            _editor(stage)
            stage.expect_untouched("the list of zones was closed", seconds=0.3)
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Return")
    now = stage.wait_for_edit()
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    lines = lines_of(now, _REVIEW)
    stage.expect(lines["DTSTART"] == "DTSTART;TZID=Asia/Kolkata:20350108T100000", f"the file says {lines['DTSTART']}")
    stage.expect(lines["DTEND"] == "DTEND;TZID=Asia/Kolkata:20350108T110000", f"the file says {lines['DTEND']}")
    stage.expect(b"TZID:Asia/Kolkata" in now, "the zone came without its definition")
    _expect_undone_at_once(stage)


@scenario(KEYS)
def undo_beside_a_text_takes_the_visit_back_and_the_fields_follow(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _field(stage, "text", "Place").write("Room 5")
    _field(stage, "check box", "All day").act("toggle")
    wait_for(lambda: b"LOCATION:Room 5" in stage.path.read_bytes(), "the place in the file", seconds=3)
    _go(stage, "Busy meanwhile")
    _expect_undone_at_once(stage)
    wait_for(lambda: _field(stage, "text", "Place").text == "", "the place to follow", seconds=3)
    stage.expect("checked" not in _field(stage, "check box", "All day").states, "the switch does not follow")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    stage.expect_untouched("all was taken back")


@scenario(KEYS)
def a_new_event_closes_the_editor_which_keeps(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _type(stage, "tea")
    stage.keyboard.tap("Control", "n")
    _expect_closed(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "what was typed in the file", seconds=3)
    stage.keyboard.tap("Escape")
    _expect_changed(stage, {"SUMMARY"})


@scenario(KEYS)
def closing_the_window_keeps_what_was_just_typed(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _type(stage, "tea")
    stage.keyboard.tap("Control", "w")
    stage.expect_end()
    stage.expect(b"SUMMARY:tea" in stage.path.read_bytes(), "what was typed is lost")


@scenario(KEYS)
def within_a_text_undo_is_the_texts_own(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    stage.before = stage.wait_for_edit()
    _open(stage)
    _type(stage, "tea")
    # What was written over and what was written are two steps to GTK.
    stage.keyboard.tap("Control", "z", times=2)
    time.sleep(0.1)
    stage.expect(_field(stage, "text", "Title").text == "Review", "undo did not take back what was typed")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    stage.expect_untouched("only the text's own undo was used")


@scenario(KEYS)
def a_change_on_disk_is_followed_where_nothing_was_typed_and_asked_about_where_it_was(stage: Stage) -> None:
    stage.open(standard_day())
    for answer, title in (("Keep Mine", "tea"), ("Take Theirs", "Council")):
        stage.path.write_bytes(stage.before)
        wait_for(lambda: stage.program.blocks("Review"), "the event as it was", seconds=3)
        _open(stage)
        _type(stage, "tea")
        theirs = stage.before.replace(b"SUMMARY:Review\r\n", b"SUMMARY:Council\r\nLOCATION:Town hall\r\n")
        stage.path.write_bytes(theirs)
        wait_for(lambda: _editor(stage).find("push button", answer), "the question", seconds=3)
        stage.expect(_editor(stage).find("label", "Another program changed the title to “Council”."), "it is not told what")
        stage.expect(_field(stage, "text", "Place").text == "Town hall", "the place did not follow the file")
        time.sleep(_PAUSE_S + 0.3)
        stage.expect(stage.path.read_bytes() == theirs, "it was written before the question was answered")
        _field(stage, "push button", answer).act("click")
        time.sleep(0.3)
        stage.keyboard.tap("Escape")
        _expect_closed(stage)
        wait_for(lambda: f"SUMMARY:{title}\r\n".encode() in stage.path.read_bytes(), f"the title after {answer}", seconds=3)
        stage.expect(b"LOCATION:Town hall" in stage.path.read_bytes(), "the other program's place is lost")


@scenario(KEYS)
def an_event_that_is_removed_elsewhere_closes_its_editor(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    without = Calendar().add("Dawn", "01:00", "02:00").add("Night", "22:00", "23:00")
    stage.path.write_bytes(without.text())
    _expect_closed(stage)
    wait_for(lambda: stage.program.root.find("label", "This event is no longer in the calendar"), "it to be told", seconds=3)


@scenario(KEYS)
def deleted_from_the_editor_it_is_back_by_one_undo(stage: Stage) -> None:
    stage.open(standard_day())
    _open(stage)
    _field(stage, "push button", "Delete the event").act("click")
    _expect_closed(stage)
    now = stage.wait_for_edit()
    stage.expect(b"UID:review@" not in now, "the event is still in the file")
    _expect_undone_at_once(stage)


@scenario(KEYS)
def what_cannot_be_changed_is_not_edited(stage: Stage) -> None:
    stage.open(standard_day().add("Choir", "16:00", "17:00", "RRULE:FREQ=WEEKLY"))
    focus(stage, "Choir")
    stage.keyboard.tap("F2")
    wait_for(
        lambda: stage.program.root.find("label", "Repeating events cannot be changed yet"), "the reason", seconds=3)
    stage.expect(stage.program.root.find("dialog", "Edit “") is None, "there is an editor")
    stage.expect_untouched("the event repeats")


@scenario(MOUSE, TOUCH)
def a_second_click_edits_and_one_beside_the_editor_keeps(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_until("Review", 400)
    for _ in range(2):
        stage.hand.down(box.x + 40, box.centre[1])
        time.sleep(0.04)
        stage.hand.up()
        time.sleep(0.08)
    _editor(stage)
    time.sleep(0.4)
    _type(stage, "tea")
    stage.hand.down(box.x + 40, box.centre[1])
    time.sleep(0.04)
    stage.hand.up()
    _expect_closed(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "what was typed in the file", seconds=3)
    _expect_changed(stage, {"SUMMARY"})


@scenario(MOUSE, TOUCH)
def the_details_lead_to_the_editor_and_a_day_is_chosen_there(stage: Stage) -> None:
    stage.open(standard_day())
    box = stage.scroll_until("Review", 300)
    stage.hand.down(box.x + 40, box.centre[1])
    time.sleep(0.04)
    stage.hand.up()
    button = wait_for(
        lambda: next((node for node in stage.program.root.all(lambda node: node.name == "Edit…")
                      if node.extents.width > 0), None), "the button in the details", seconds=3)
    time.sleep(0.3)
    button.act("click")
    _editor(stage)
    time.sleep(0.4)
    start = _field(stage, "push button", "Starts").extents
    stage.hand.down(*start.centre)
    time.sleep(0.04)
    stage.hand.up()
    day = wait_for(
        lambda: next((node for node in _editor(stage).all(lambda node: node.name == "10")
                      if node.extents.height > 0), None), "the days of the month", seconds=3)
    time.sleep(0.5)
    stage.hand.down(*day.extents.centre)
    time.sleep(0.04)
    stage.hand.up()
    now = times(stage.wait_for_edit(), _REVIEW)
    stage.expect([f"{time:%d %H:%M}" for time in now] == ["10 10:00", "10 11:00"], f"the file has {now}")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    _expect_undone_at_once(stage)


@scenario(KEYS)
def in_a_narrow_window_the_editor_is_a_sheet(stage: Stage) -> None:
    environment = stage.compositor.client_environment()
    settings = Path(environment["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("[org/handspan/Handspan]\nwindow-width=360\nwindow-height=640\n")
    stage.open(standard_day(), maximised=False, environment={"GSETTINGS_BACKEND": "keyfile"})
    editor = _open(stage)
    window, box = stage.window(), editor.extents
    stage.expect((box.x, box.right, box.bottom) == (window.x, window.right, window.bottom), f"the sheet is at {box}")
    stage.expect(box.y > window.y + 40, "the sheet covers the header bar")
    for node in editor.all(lambda node: node.role in ("text", "push button", "label", "check box")):
        here = node.extents
        stage.expect(here.width == 0 or (here.x >= box.x and here.right <= box.right), f"“{node.name}” is cut off: {here}")
    _type(stage, "tea")
    stage.keyboard.tap("Escape")
    _expect_closed(stage)
    wait_for(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "what was typed in the file", seconds=3)
    settings.unlink()
