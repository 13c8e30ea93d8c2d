"""Work without looking at the screen: a day, and the features that came later. The documentation contains what Orca says."""

from __future__ import annotations

import os
import re
import time
from itertools import pairwise
from pathlib import Path

from checks.calendars import Calendar

from .registry import KEYS, scenario
from .screen_reader import IGNORED_UTTERANCES, MAXIMUM_KEY_INTERVAL_S
from .stage import Stage
from .accessibility import gtk_version

_PAGE = Path(__file__).resolve().parents[3] / "docs/accessibility.md"

#: Tasks, and the keys for each, one string for each step. Letters after a colon are typed.
_Tasks = tuple[tuple[str, tuple[str, ...]], ...]

_DAY: _Tasks = (
    ("Find an event", ("Home", "Down", "Down", "Down")),
    ("Move it by a quarter of an hour", ("Control+Down",)),
    ("Extend it by an hour", ("Shift+Down Shift+Down Shift+Down Shift+Down",)),
    ("Lift it, carry it to the next day, and drop it", ("Space", "Down Down", "Right", "Return")),
    ("Read its details", ("Return", "Tab", "Escape")),
    ("Add an event", ("Control+n", ": note", "Return")),
    ("Change its start with a wheel", (
        "Control+e", "Tab", "Tab", "Tab", "Tab", "Space", "Tab", "Up", "Right", "Up Up Up")),
    ("Mark it as tentative", ("Alt+u", "Tab", "Space", "Escape")),
    ("Delete it, and undo that", ("Delete", "Control+z")),
    ("Go to another week, and back to the first day", ("Shift+Tab", "PageDown", "PageUp", "Left", "Tab")),
    ("Reach the last event", ("End", "Down")),
)

#: What can be done with a series and with several events, and in the windows that open.
_FEATURES: _Tasks = (
    ("Move one of a series, and put it back", ("Home", "Down", "Control+Down", "Down", "Escape")),
    ("Delete it, and cancel", ("Delete", "Escape")),
    ("Move all of them", ("Control+Down", "3")),
    ("Select two events, and delete them", ("Home", "Control+Space", "Right", "Control+Space", "Left", "Delete", "Control+z")),
    ("Delete the only event of a day, and undo that", ("End", "Delete", "Control+z")),
    ("Make it repeat", ("Control+e", "Alt+r", "Down Space", "Tab", "Tab", "Escape", "Escape")),
    ("Set a reminder", ("Control+e", "Alt+m", "Space", "Escape", "Escape")),
    ("Add an event to the other calendar", ("Control+n", ": note", "Tab", "Down", "Tab")),
    ("Move it to a date, or to a calendar", ("Control+Shift+g", "Escape", "Control+Shift+m", "Escape")),
    ("Choose a date, and come back", ("Control+g", "Escape")),
    ("Search", ("Control+f", ": standup", "Down", "Down", "Escape")),
    ("Open the sidebar, and go there and back", ("F9", "Shift+F6", "Space", "Space", "F6", "F9")),
    ("Read the keyboard shortcuts", ("Control+Shift+slash", "Tab", "Down", "Escape")),
    ("Read the preferences", ("Control+comma", "Tab", "Tab", "Escape")),
)

#: Choices, menus and dialogs, one key for each step.
_PANELS: _Tasks = (
    ("Repeat on two weekdays", (
        "Home", "Control+e", "Alt+r", *8 * ("Down",), "Tab", "Tab", "Space", "Tab", "Tab", "Tab", "Tab", "Tab", "Space", "Escape", "Escape")),
    ("Open the menu of a calendar", ("F9", "Shift+F6", "Tab", "Space", "Escape")),
    ("Make a calendar", ("Tab", "Tab", "Tab", "Space", "Return", "Tab", "Escape")),
    ("Subscribe to a calendar", ("Space", "Down", "Down", "Down", "Return", ": exa", "Escape")),
)

#: “Find Thursday's third event, move it by an hour, set a reminder, make it weekly, delete the next one, undo”, beginning on
#: Wednesday: what is pressed without listening is in one string.
_WALK = (
    "Right", "Down Down", "Control+Down Control+Down Control+Down Control+Down", "Control+e Alt+m", "Space", "Escape Alt+r",
    "Down Down Down", "Escape Escape", "Down", "Delete", "Control+z")
#: The maximum number of keys for this.
_MAXIMUM_KEYS = 20


def _calendar() -> Calendar:
    return (Calendar().add("Standup", "09:00", "09:15").add("Planning", "09:30", "10:00")
            .add("Review", "10:00", "11:00", "LOCATION:Room 2").add("Lunch", "12:00", "13:00")
            .add("Course", "2035-01-10T10:00", "2035-01-10T11:00").add("Fair", "2035-01-09", "2035-01-10"))


def a_day_of_work_with_a_screen_reader_is_spoken_as_documented(stage: Stage) -> None:
    """Compares what Orca says with the transcript in docs/accessibility.md, which HANDSPAN_UPDATE_DOCS=1 updates."""
    stage.open(_calendar(), view="week")
    _compare_transcript(stage, _DAY, "the transcript")


def newer_features_with_a_screen_reader_are_spoken_as_documented(stage: Stage) -> None:
    """The same for series, several events, and the windows and pages that open."""
    other_path = Calendar().write(stage.folder, "choir.ics")
    calendar = (Calendar().add("Standup", "09:00", "09:15").add("Tea", "10:00", "11:00", "RRULE:FREQ=WEEKLY")
                .add("Interview", "2035-01-09T10:00", "2035-01-09T11:00"))
    stage.open(calendar, arguments=(str(other_path),), view="week")
    _compare_transcript(stage, _FEATURES, "the transcript of the newer features")


def choices_menus_and_dialogs_with_a_screen_reader_are_spoken_as_documented(stage: Stage) -> None:
    """The same for weekdays, menus, and dialogs of calendars: no name or text is spoken twice, and groups have names."""
    other_path = Calendar().write(stage.folder, "choir.ics")
    stage.open(
        Calendar().add("Standup", "09:00", "09:15").add("Interview", "2035-01-09T10:00", "2035-01-09T11:00"),
        arguments=(str(other_path),), view="week")
    _compare_transcript(stage, _PANELS, "the transcript of choices, menus and dialogs")


def a_weekly_event_with_a_reminder_is_made_by_ear(stage: Stage) -> None:
    """Expects that no utterance is the name of a class, and checks the focus and the file. The number of utterances is only
    noted: on a busy computer, Orca reads more of the groups around a widget, because the one before is gone when it looks."""
    thursday = "2035-01-11T"
    calendar = (Calendar(day="2035-01-10").add("Standup", "09:00", "09:15").add("Planning", f"{thursday}09:00", f"{thursday}09:30")
                .add("Course", f"{thursday}10:00", f"{thursday}12:00").add("Dentist", f"{thursday}14:00", f"{thursday}14:45")
                .add("Choir", f"{thursday}19:00", f"{thursday}20:30"))
    stage.open(calendar, view="week")
    orca = stage.start_orca()
    if orca is None:
        return
    orca.speech_until_silent(containing="Standup")
    heard: list[str] = []
    for keys in _WALK:
        def press(keys: str = keys) -> None:
            for key in keys.split():
                stage.keyboard.tap(*key.split("+"))
        heard += _without_ignored_and_repeated(orca.speech_after(press, patience=4))
    key_count = sum(len(keys.split()) for keys in _WALK)
    stage.notes.append(f"{key_count} keys, {len(heard)} utterances")
    stage.expect(key_count <= _MAXIMUM_KEYS, f"{key_count} keys")
    nameless = [text for text in heard if re.match(r"(Gtk|Adw)[A-Z]", text)]
    stage.expect(not nameless, f"the names of classes were heard: {nameless}")
    stage.expect_soon(lambda: any(name.startswith("Choir") for name in stage.focused_names()), f"the focus is on {stage.focused_names()}")
    text = stage.path.read_text()
    dentist = text[text.rindex("BEGIN:VEVENT", 0, text.index("SUMMARY:Dentist")):]
    dentist = dentist[:dentist.index("END:VEVENT")]
    for line in ("DTSTART;TZID=Europe/Berlin:20350111T150000", "RRULE:FREQ=WEEKLY"):
        stage.expect(line in dentist, f"“{line}” was not saved: {dentist}")
    # It had one reminder.
    stage.expect(dentist.count("BEGIN:VALARM") == 2, f"the reminder was not saved: {dentist}")
    stage.expect("SUMMARY:Choir" in text, "the deleted event is not there again")


def _compare_transcript(stage: Stage, tasks: _Tasks, name: str) -> None:
    first_line, last_line = f"<!-- {name} -->", f"<!-- the end of {name} -->"
    orca = stage.start_orca()
    if orca is None:
        return
    orca.speech_until_silent(containing="Standup")
    page = _PAGE.read_text()
    page_start, _, remainder = page.partition(first_line)
    documented_transcript, _, page_end = remainder.partition(last_line)
    updates_page = bool(os.environ.get("HANDSPAN_UPDATE_DOCS"))
    documented_lines = [line for line in documented_transcript.splitlines() if line.startswith("  ")]
    documented_steps = iter(documented_lines)
    lines: list[str] = []
    for task, steps in tasks:
        lines.append(task)
        for keys in steps:
            # Waits for the last documented text of this step or, if the step is not documented yet, for silence.
            last_utterance = _last_documented_utterance(next(documented_steps, ""), keys)
            pressed: list[float] = []

            def press(keys: str = keys, pressed: list[float] = pressed) -> None:
                if keys.startswith(": "):
                    stage.keyboard.type(keys[2:])
                    return
                for key in keys.split():
                    stage.keyboard.tap(*key.split("+"))
                    pressed.append(time.monotonic())

            heard = orca.speech_after(press, containing="" if updates_page else last_utterance, patience=2 if updates_page or not last_utterance else 20)
            pause = max((later - earlier for earlier, later in pairwise(pressed)), default=0.0)
            stage.precondition(
                pause < MAXIMUM_KEY_INTERVAL_S,
                f"{keys}: {pause:.2f} s between two keys, so steps may have been announced one by one")
            spoken = " ".join(f"“{text}”" for text in _without_ignored_and_repeated(heard))
            lines.append(f"  {_step_name(keys)}: {spoken or '(silence)'}")
    transcript = "\n```\n" + "\n".join(lines) + "\n```\n"
    if updates_page:
        _PAGE.write_text(page_start + first_line + transcript + last_line + page_end)
        return
    differing = [line.strip() for line in lines if line.startswith("  ") and line not in documented_lines]
    stage.expect(documented_transcript == transcript, "heard, but not in docs/accessibility.md:\n" + "\n".join(differing[:12]))


def _without_ignored_and_repeated(heard_texts: list[str]) -> list[str]:
    """The utterances without ignored ones, final periods and repetitions. When the focus moves, Orca adds a period to
    the description that it reads; if the change to the description arrives late, Orca reads it again without one."""
    texts = [text.rstrip(".") for text in heard_texts if text not in IGNORED_UTTERANCES]
    return [text for text, previous_text in zip(texts, ["", *texts]) if text != previous_text]


def _step_name(keys: str) -> str:
    return f"types {keys[2:]}" if keys.startswith(": ") else keys


def _last_documented_utterance(line: str, keys: str) -> str:
    """The last utterance of a step's documented line; empty if the line is for other keys or has none."""
    return line.rpartition("“")[2].rstrip("”") if line.startswith(f"  {_step_name(keys)}: ") and "“" in line else ""


# The transcript is documented for GTK 4.8 and Orca 43; other versions use other words.
if gtk_version().startswith("4.8."):
    scenario(KEYS, transcript=True)(a_day_of_work_with_a_screen_reader_is_spoken_as_documented)
    scenario(KEYS, transcript=True)(a_weekly_event_with_a_reminder_is_made_by_ear)
    scenario(KEYS, transcript=True)(newer_features_with_a_screen_reader_are_spoken_as_documented)
    scenario(KEYS, transcript=True)(choices_menus_and_dialogs_with_a_screen_reader_are_spoken_as_documented)
