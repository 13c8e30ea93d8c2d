"""What Orca says while the program is being used: after each step, what has changed, and only once."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from typing import Callable, Iterable

from checks.calendars import Calendar, standard_day
from rig.orca import Orca
from rig.tree import Listener

from .editor_helpers import editor, leave_editor, move_focus_to, open_editor
from .keys import focus
from .pickers import open_wheels
from .registry import KEYS, scenario
from .stage import Stage

#: The utterances that are ignored. With GTK 4.8, Orca says this of every field whose selection changes, even if the field
#: does not have the focus.
IGNORED_UTTERANCES = ("Text unselected.",)
#: What Orca 48 says in addition to Orca 43: the state of an item, the names of the keys that were pressed, that a button
#: opens a menu, that a toast has appeared, and the group and the list that contain an item, even if they contained the
#: previous item too.
_ADDITIONS = re.compile(r"not selected|opens popup|A toast appeared.*|.* grouping|.*List with \d+ items?")
#: How Orca 48 says a key; others have the same name.
_KEY_NAMES = {"PageDown": "page down", "PageUp": "page up", "Control": "left control", "Shift": "left shift"}
#: How Orca 48 reads the button of a menu and one that can be pressed, which are plain buttons for Orca 43.
_TOGGLE = re.compile(r" toggle button (not )?pressed$")
#: The maximum time in seconds between keys in quick succession. After a longer pause, each step is announced.
MAXIMUM_KEY_INTERVAL_S = 0.12
#: The time in seconds after which a digit begins a new number: `Feel.typeAheadTimeout` and a margin.
_TYPE_AHEAD_TIMEOUT_S = 1.3


def _names_of(keys: str) -> frozenset[str]:
    """What Orca 48 says when some keys are pressed."""
    return frozenset(_KEY_NAMES.get(key, key).lower() for combination in keys.split() for key in combination.split("+"))


def _without_version_differences(
        texts: Iterable[str], keys: str = "", expected: Iterable[str] = (), changed_names: Iterable[str] = ()) -> list[str]:
    """The utterances after some keys, without the words that only some versions of Orca say, unless they are expected. Orca 48
    calls a push button a button, adds a period to different utterances than Orca 43 does, says the name of a list
    together with the number of its items, and reads the new names of focused widgets, which are given as `changed_names`."""
    pressed = _names_of(keys)
    plain_texts: list[str] = []
    for text in texts:
        if text in IGNORED_UTTERANCES:
            continue
        plain = _TOGGLE.sub(" button", text.rstrip(".").replace("push button", "button"))
        if (list_name := plain.partition(" List with ")[0]) in expected:
            plain = list_name
        is_addition = _ADDITIONS.fullmatch(plain) or plain in pressed or (plain in changed_names and plain not in expected)
        if not is_addition:
            plain_texts.append(plain)
    return plain_texts


class _SpeechCheck:
    """Presses keys, and compares what Orca says with what is expected."""

    def __init__(self, stage: Stage, orca: Orca):
        self._stage, self._orca = stage, orca

    def says_exactly(self, keys: str, *expected: str) -> None:
        """Presses keys, such as "Control+Down Space", and expects Orca to say exactly the given utterances."""
        expected_texts = _without_version_differences(expected)
        texts = self._speech_after(keys, expected_texts[-1])
        heard_texts = _without_version_differences(texts, keys, expected_texts, self._changes_that_orca_reads())
        if self._orca.reads_changes_of_focused_widgets:
            # The state of a toggle button with the role of a radio button is reported as pressed and as checked.
            heard_texts = [text for text, last in zip(heard_texts, ["", *heard_texts]) if (text, last) != ("selected", "selected")]
        self._stage.expect(heard_texts == expected_texts, f"{keys}: heard {heard_texts}; expected {expected_texts}")

    def says_once(self, keys: str, expected: str) -> None:
        """Presses keys, and expects Orca to say the given utterance exactly once; others are allowed."""
        expected = _without_version_differences([expected])[0]
        heard_texts = _without_version_differences(self._speech_after(keys, expected), keys, [expected])
        count = sum(expected in text for text in heard_texts)
        self._stage.expect(count == 1, f"{keys}: “{expected}” was heard {count} times in {heard_texts}")

    def _speech_after(self, keys: str, expected: str) -> list[str]:
        return self._orca.speech_after(
            lambda: self._press(keys), containing=expected.replace(" button", ""), key_names=_names_of(keys))

    def _changes_that_orca_reads(self) -> list[str]:
        """The names of the focused widgets and their text, if Orca reads them whenever they change."""
        if not self._orca.reads_changes_of_focused_widgets:
            return []
        focused = self._stage.program.root.all(lambda node: "focused" in node.states)
        return [text for node in focused for text in (node.name, node.text)]

    def without_checking(self, act: Callable[[], object]) -> None:
        """Calls `act` without checking what Orca says."""
        self._orca.speech_after(act)

    def _press(self, keys: str) -> None:
        pressed: list[float] = []
        for key in keys.split():
            self._stage.keyboard.tap(*key.split("+"))
            pressed.append(time.monotonic())
        pause = max((later - earlier for earlier, later in pairwise(pressed)), default=0.0)
        self._stage.precondition(
            pause < MAXIMUM_KEY_INTERVAL_S,
            f"{keys}: {pause:.2f} s between two keys, so steps may have been announced one by one")


def open_with_orca(stage: Stage, calendar: Calendar, view: str = "day") -> _SpeechCheck | None:
    """Opens a calendar and starts Orca. Skips the scenario if Orca is not installed."""
    stage.open(calendar, view=view)
    return check_speech(stage)


def check_speech(stage: Stage) -> _SpeechCheck | None:
    """Starts Orca beside the open program. Skips the scenario if Orca is not installed."""
    orca = stage.start_orca()
    if orca is None:
        return None
    orca.skip_first_speech()
    return _SpeechCheck(stage, orca)


@scenario(KEYS)
def the_chosen_day_or_month_of_a_month_calendar_is_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.says_once("Control+g", "Monday, 8 January 2035, 8 events, selected.")
    orca.says_exactly("Right", "Tuesday, 9 January 2035, no events.")
    orca.says_exactly("Down", "Tuesday, 16 January 2035, no events.")
    orca.says_exactly("PageDown", "Friday, 16 February 2035, no events.")
    orca.says_exactly("Shift+Tab", "Next Month push button.")
    orca.says_exactly("Space", "March 2035")
    orca.says_exactly("Tab", "Friday, 16 March 2035, no events.")
    # Further keys would interrupt Orca 48.
    orca.says_once("3", "Date text.")
    orca.without_checking(lambda: stage.keyboard.type("0feb"))
    # Not by Orca 48, which on a busy machine handles the key after the message, and then cuts the message off.
    listener = Listener()
    stage.keyboard.tap("Return")
    stage.expect(listener.hears("February 2035 has 28 days"), f"the date is not refused aloud: {listener.all_texts()[-4:]}")


@scenario(KEYS)
def each_key_step_is_one_utterance(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_exactly("Control+Down", "Monday, 10:15 to 11:15")
    orca.says_exactly("Control+Down " * 6, "Monday, 11:45 to 12:45")
    orca.says_exactly("Shift+Down", "Monday, 11:45 to 13:00")
    orca.says_exactly("Control+z", "Undone: change of “Review”, Monday, 11:45 to 12:45")


@scenario(KEYS)
def a_lifted_event_is_spoken_once_and_its_keys_are_explained_once(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_exactly("Space", "Lifted Review. Move it with the arrow keys, drop it with Enter, or cancel with Escape")
    orca.says_exactly("Down", "Monday, 10:15 to 11:15")
    orca.says_exactly("Return", "Review, Monday, 8 January 2035, 10:15 to 11:15, 1 hour.", "Dropped.")
    orca.says_exactly("Space", "Lifted Review")
    orca.says_exactly("Down Escape", "Review, Monday, 8 January 2035, 10:15 to 11:15, 1 hour.", "Put back.")


@scenario(KEYS)
def reaching_the_first_or_last_event_of_the_page_is_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.says_exactly("Home", "Dawn, Monday, 8 January 2035, 01:00 to 02:00, 1 hour.")
    orca.says_exactly("Up", "First event")
    orca.says_exactly("Up", "First event")
    orca.says_exactly("End", "Night, Monday, 8 January 2035, 22:00 to 23:00, 1 hour.")
    orca.says_exactly("Down", "Last event")


@scenario(KEYS)
def a_new_event_is_spoken_once(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_exactly(
        "Control+n", "Title of the new event, Monday, 8 January 2035, 11:00 to 12:00, 1 hour text.", "New event.")
    orca.without_checking(lambda: stage.keyboard.type("note"))
    orca.says_once("Return", "note, Monday, 8 January 2035, 11:00 to 12:00, 1 hour.")
    orca.says_once("Control+n", "Title of the new event, Monday, 8 January 2035, 12:00 to 13:00, 1 hour text.")
    orca.says_once("Escape", "Not added.")


@scenario(KEYS)
def going_to_today_is_spoken_and_moves_the_focus_there(stage: Stage) -> None:
    """There are no events today, so the day itself gets the focus."""
    if not (orca := open_with_orca(stage, standard_day(), view="week")):
        return
    orca.says_once("Control+t", "no events")
    orca.without_checking(lambda: stage.keyboard.tap("Left"))
    orca.says_once("Control+t", "no events")
    orca.says_once("Control+t", "no events")


@scenario(KEYS)
def a_page_turned_from_the_dates_is_spoken_without_the_title_of_the_window(stage: Stage) -> None:
    """Turns many pages, because a fault would be heard in only about one of six turns: Orca 43 handles accessibility events
    that arrive together in arbitrary order, such as the window's new name and the name of the week."""
    if not (orca := open_with_orca(stage, Calendar().add("Standup", "09:00", "09:15"), view="week")):
        return
    orca.without_checking(lambda: stage.keyboard.tap("Shift", "Tab"))
    for _ in range(8):
        orca.says_exactly(
            "PageDown", "Week of Monday, 15 January 2035.", "List with 7 items.",
            "Monday, 15 January 2035, no events.")
        orca.says_exactly(
            "PageUp", "Week of Monday, 8 January 2035.", "List with 7 items.", "Monday, 8 January 2035, 1 event.")
    title = "Mon 8 Jan 2035 – Sun 14 Jan 2035 – Handspan"

    def names() -> list[str]:
        return [node.name for node in stage.program.root.children if node.role in ("frame", "window")]

    stage.expect(stage.becomes_true(lambda: names() == [title]), f"the window is called {names()}, not “{title}”")


@scenario(KEYS)
def the_dates_are_spoken_once_when_a_button_turns_the_page(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day(), view="week")):
        return
    orca.says_once("Tab", "Sidebar")
    orca.says_exactly("Tab", "Previous Week push button.")
    orca.says_exactly("Tab", "Today push button.")
    orca.says_exactly("Tab", "Next Week push button.")
    orca.says_exactly("Space", "Mon 15 Jan 2035 – Sun 21 Jan 2035")
    orca.says_exactly("Space", "Mon 22 Jan 2035 – Sun 28 Jan 2035")
    orca.says_exactly("Shift+Tab", "Today push button.")
    orca.says_exactly("Shift+Tab", "Previous Week push button.")
    orca.says_exactly("Space", "Mon 15 Jan 2035 – Sun 21 Jan 2035")


@scenario(KEYS)
def the_value_of_a_wheel_is_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    hour, minute = open_wheels(stage)
    orca.without_checking(lambda: move_focus_to(stage, hour.name))
    orca.says_exactly("Up", "11 hours")
    orca.says_exactly("Down", "10 hours")
    orca.says_exactly("Up Up Up", "13 hours")
    orca.without_checking(lambda: stage.keyboard.tap("Right"))
    orca.says_exactly("Up", "5 minutes")
    orca.says_exactly("Up Up Up Up Up", "30 minutes")
    orca.says_exactly("Down", "25 minutes")
    orca.says_exactly("4", "4 minutes")
    time.sleep(_TYPE_AHEAD_TIMEOUT_S)
    orca.says_exactly("4 5", "45 minutes")


@scenario(KEYS)
def the_icon_search_field_is_spoken_when_the_row_of_icons_opens(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    open_editor(stage)
    orca.without_checking(lambda: stage.keyboard.tap("Shift", "Tab"))
    orca.says_once("Space", "Find an icon")
    stage.expect_soon(lambda: "Find an icon" in stage.focused_names(), "the search does not have the focus")


@scenario(KEYS)
def the_chosen_status_is_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    open_editor(stage)
    orca.without_checking(lambda: move_focus_to(stage, "Confirmed"))
    orca.says_once("Tab", "not selected radio button")
    orca.says_exactly("Space", "selected")
    orca.says_once("Tab", "Canceled.")
    orca.says_once("Shift+Tab", "selected radio button")
    group = stage.program.root.find("panel", "Status")
    if stage.expect(group, "the status is not a group"):
        buttons = [(node.name, "checked" in node.states) for node in group.children]
        stage.expect(
            buttons == [("Confirmed", False), ("Tentative", True), ("Canceled", False)], f"the radio buttons are {buttons}")


@scenario(KEYS)
def the_buttons_of_the_details_are_spoken(stage: Stage) -> None:
    if not (orca := open_with_orca(stage, standard_day())):
        return
    orca.without_checking(lambda: focus(stage, "Review"))
    orca.says_once("Return", "Calendar: Tests")
    for name in ("Edit…", "Move With Pointer", "Delete", "Move to Date…", "Select More"):
        orca.says_once("Tab", f"{name} push button.")
    orca.says_once("Tab", "Review, Monday, 8 January 2035, 10:00 to 11:00, 1 hour.")
    orca.says_once("Tab", "Edit… push button.")
    orca.says_once("Escape", "Review, Monday, 8 January 2035, 10:00 to 11:00, 1 hour.")
    stage.expect_soon(lambda: stage.program.root.find("push button", "Edit…") is None, "the details are still open")


@scenario(KEYS)
def the_names_and_roles_in_the_window_are_spoken(stage: Stage) -> None:
    """Tab moves through the header bar, the dates and the events, and each widget has a name that users understand."""
    calendar = standard_day().add("Fair", "2035-01-08", "2035-01-09", "LOCATION:Hall 4")
    if not (orca := open_with_orca(stage, calendar, view="week")):
        return
    orca.says_once("Tab", "Sidebar")
    orca.says_exactly("Tab", "Previous Week push button.")
    orca.says_exactly("Tab", "Today push button.")
    orca.says_exactly("Tab", "Next Week push button.")
    orca.says_exactly("Tab", "January 2035 push button.", "Go to Date.")
    orca.says_once("Tab", "View menu: Week push button.")
    orca.says_exactly("Tab", "New Event push button.")
    orca.says_once("Tab", "Search Events")
    orca.says_exactly("Tab", "Main Menu push button.")
    orca.says_once("Tab", "Monday, 8 January 2035, 9 events.")
    orca.says_exactly("Right", "Tuesday, 9 January 2035, no events.")
    orca.says_exactly("Left", "Monday, 8 January 2035, 9 events.")
    orca.says_once("Tab", "Monday, 8 January 2035, 8 events, 1 all-day event.")
    orca.says_once("Home", "Fair, Monday, 8 January 2035, all day, Hall 4.")
    list_names = stage.program.root.names(lambda node: node.role == "list" and node.name.endswith("all-day event"))
    stage.expect(list_names, "no list of a day counts an all-day event")


@scenario(KEYS)
def the_editor_is_modal_for_a_screen_reader(stage: Stage) -> None:
    stage.open(standard_day())
    open_editor(stage)
    stage.expect("modal" in editor(stage).states, "the editor is not modal")
    for role, name in (("panel", "Timeline"), ("push button", "New Event")):
        stage.expect_soon(lambda: stage.program.root.find(role, name) is None, f"“{name}” is still in the tree")
    leave_editor(stage)
    for role, name in (("panel", "Timeline"), ("push button", "New Event")):
        stage.expect_soon(lambda: stage.program.root.find(role, name), f"“{name}” did not come back into the tree")


@scenario(KEYS)
def the_name_of_an_event_includes_its_calendar_only_if_several_are_open(stage: Stage) -> None:
    stage.open(Calendar().add("Review", "10:00", "11:00", "LOCATION:Room 2"))
    expected = "Review, Monday, 8 January 2035, 10:00 to 11:00, 1 hour, Room 2"
    name = stage.program.block("Review").name
    stage.expect(name == expected, f"with one calendar, the event is called “{name}”")
    stage.close()
    other_path = Calendar().add("Visit", "14:00", "15:00").write(stage.folder, "other.ics")
    stage.open(Calendar().add("Review", "10:00", "11:00", "LOCATION:Room 2"), arguments=(str(other_path),))
    stage.expect_soon(
        lambda: stage.program.block("Review").name == f"{expected}, Calendar: Tests",
        f"with two calendars, the event is called “{stage.program.block('Review').name}”")
