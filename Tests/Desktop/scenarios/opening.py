"""Opening more calendars, and closing them."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from checks.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.program import binary
from rig.tree import Node

from .registry import KEYS, MOUSE, scenario
from .stage import Stage
from .views import shown_days

BUS_NAME = "org.handspan.Handspan"


def _write_other_calendar(stage: Stage) -> Path:
    """A calendar with an event in the week after the one that contains the standard day."""
    calendar = Calendar(day="2035-01-16").add("Elsewhere", "10:00", "11:00")
    path = stage.folder / "other.ics"
    path.write_bytes(calendar.file_contents().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Others"))
    return path


def visible_labels(stage: Stage) -> list[str]:
    return stage.program.root.names(lambda node: node.role == "label" and node.extents.height > 0)


def _open_in_next_week(stage: Stage, environment: dict[str, str | None] | None = None) -> None:
    stage.open(standard_day(), view="week", environment=environment)
    stage.keyboard.tap("Alt", "Right")
    stage.expect_soon(lambda: shown_days(stage).startswith("Mon 15 Jan"), f"Alt+Right shows {shown_days(stage)}")
    time.sleep(0.6)


def run_in_session(stage: Stage, *command: str) -> None:
    """Runs a command in the session of the program under test."""
    subprocess.run(command, env=stage.compositor.client_environment(), check=True, timeout=120, capture_output=True)


def _expect_both_calendars(stage: Stage, opener: str) -> None:
    stage.expect_soon(lambda: stage.program.blocks("Elsewhere"), f"{opener}: the event of the other calendar is not shown")
    stage.expect_soon(lambda: "2 calendars" in visible_labels(stage), f"{opener}: the header says {visible_labels(stage)[:4]}")
    stage.expect(shown_days(stage).startswith("Mon 15 Jan"), f"{opener}: {shown_days(stage)} is shown instead of the week of 15 January")


@scenario(MOUSE)
def undo_closes_a_calendar_opened_from_the_command_line(stage: Stage) -> None:
    _open_in_next_week(stage)
    run_in_session(stage, str(binary()), str(_write_other_calendar(stage)))
    _expect_both_calendars(stage, "the command line")
    stage.expect_soon(lambda: "“Others” was opened" in visible_labels(stage), "no message says that the calendar was opened")
    undo = stage.program.root.find("push button", "Undo")
    if stage.expect(undo, "there is no Undo button"):
        stage.mouse.click(*stage.bounds_at_rest(undo).center)
        stage.expect_soon(lambda: not stage.program.blocks("Elsewhere"), "undo did not close the calendar")
        stage.expect_soon(lambda: "Tests" in visible_labels(stage), f"the header says {visible_labels(stage)[:4]}")
        stage.expect(shown_days(stage).startswith("Mon 15 Jan"), f"after undo, {shown_days(stage)} is shown")


@scenario(KEYS)
def a_deletion_can_be_undone_after_another_calendar_is_opened(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.program.block("Review").act("event.delete")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.contents_before_edit, "the event was not deleted")
    run_in_session(stage, str(binary()), str(_write_other_calendar(stage)))
    stage.expect_soon(lambda: "2 calendars" in visible_labels(stage), f"the header says {visible_labels(stage)[:4]}")
    # The newest step is undone first.
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: "Tests" in visible_labels(stage), f"undo did not close the calendar: {visible_labels(stage)[:4]}")
    stage.expect(stage.path.read_bytes() != stage.contents_before_edit, "the deletion is undone too")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "the deletion is not undone")


@scenario(KEYS)
def a_calendar_opened_by_the_file_manager_is_shown_for_now(stage: Stage) -> None:
    settings: dict[str, str | None] = {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    _open_in_next_week(stage, settings)
    run_in_session(
        stage, "gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", "/org/handspan/Handspan", "--method",
        "org.freedesktop.Application.Open", f"['{_write_other_calendar(stage).as_uri()}']", "{}")
    _expect_both_calendars(stage, "the file manager")
    stage.close()
    stage.open(standard_day(), view="week", environment=settings, is_on_command_line=False)
    stage.expect_soon(lambda: "Tests" in visible_labels(stage), f"at the next launch, the header says {visible_labels(stage)[:4]}")
    stage.expect(not stage.program.blocks("Elsewhere"), "the next launch shows the event of the other calendar")


@scenario(KEYS)
def a_calendar_named_on_the_command_line_is_added_to_those_open_last(stage: Stage) -> None:
    settings: dict[str, str | None] = {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    stage.open(standard_day(), view="week", environment=settings)
    stage.close()
    stage.open(
        standard_day(), view="week", environment=settings, is_on_command_line=False, arguments=(str(_write_other_calendar(stage)),))
    stage.expect_soon(lambda: "2 calendars" in visible_labels(stage), f"the header says {visible_labels(stage)[:4]}")


def choose_from_main_menu(stage: Stage, *rows: str) -> bool:
    """Activates a row of the main menu, and then rows of its submenus."""
    stage.keyboard.tap("F10")
    stage.await_menu()
    time.sleep(0.3)
    for row in rows:
        focused = stage.focused_names()
        for _ in range(14):
            if row in focused:
                break
            focused = stage.step_focus("Down")
        else:
            stage.keyboard.tap("Escape")
            return stage.expect(False, f"the menu has no “{row}”")
        if row == rows[-1]:
            stage.keyboard.tap("Return")
        else:
            stage.step_focus("Return")
        time.sleep(0.5)
    return True


@scenario(KEYS)
def the_menu_closes_one_of_the_open_calendars(stage: Stage) -> None:
    stage.open(standard_day(), view="week", arguments=(str(_write_other_calendar(stage)),))
    stage.expect_soon(lambda: "2 calendars" in visible_labels(stage), f"the header says {visible_labels(stage)[:4]}")
    if choose_from_main_menu(stage, "Close Calendar", "Others"):
        stage.expect_soon(lambda: "Tests" in visible_labels(stage), f"the header says {visible_labels(stage)[:4]}")
        stage.expect_soon(lambda: "“Others” was closed" in visible_labels(stage), "no message says that the calendar was closed")
        stage.expect(stage.program.blocks("Review"), "the events of the other calendar are gone too")


@scenario(KEYS)
def the_file_dialog_keeps_the_open_calendar_open(stage: Stage) -> None:
    _open_in_next_week(stage)
    other_path = _write_other_calendar(stage)
    stage.keyboard.tap("Control", "o")
    dialog = wait_for(lambda: _file_dialog(stage), "the file dialog")
    stage.becomes_true(lambda: dialog.first(lambda node: "focused" in node.states), seconds=5)
    time.sleep(0.5)
    stage.keyboard.tap("Control", "l")
    entry = wait_for(
        lambda: next((node for node in dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        "the entry for the path")
    entry.write(str(other_path))
    time.sleep(0.5)
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: _file_dialog(stage) is None, "the dialog stays open")
    _expect_both_calendars(stage, "the file dialog")


def _file_dialog(stage: Stage) -> Node | None:
    """GTK's file dialog, which is used if there is no portal."""
    return next((node for node in stage.program.root.children if node.name == "Open Calendar"), None)
