"""Calendars that are opened beside others, and closed again."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from feel.calendars import Calendar, standard_day
from rig.program import binary

from .registry import KEYS, MOUSE, scenario
from .stage import Stage

_BUS_NAME = "org.handspan.Handspan"


def _other(stage: Stage) -> Path:
    """A calendar with an event in the week after that of the standard day."""
    calendar = Calendar(day="2035-01-16").add("Elsewhere", "10:00", "11:00")
    path = stage.folder / "other.ics"
    path.write_bytes(calendar.text().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Others"))
    return path


def _title(stage: Stage) -> str:
    """The days that are shown, as the window's title says them."""
    names = [node.name for node in stage.program.root.children if node.role in ("frame", "window")]
    return next((name.removesuffix(" – Handspan") for name in names if name.endswith(" – Handspan")), "")


def _labels(stage: Stage) -> list[str]:
    return [node.name for node in stage.program.root.all(lambda node: node.role == "label" and node.extents.height > 0)]


def _open_in_next_week(stage: Stage, environment: dict[str, str | None] | None = None) -> None:
    stage.open(standard_day(), view="week", environment=environment)
    stage.keyboard.tap("Alt", "Right")
    stage.expect_soon(lambda: _title(stage).startswith("Mon 15 Jan"), f"Alt+Right shows {_title(stage)}")
    time.sleep(0.6)


def _run(stage: Stage, *command: str) -> None:
    """Runs a program beside the one under test, as its user."""
    subprocess.run(command, env=stage.compositor.client_environment(), check=True, timeout=20, capture_output=True)


def _expect_both(stage: Stage, how: str) -> None:
    stage.expect_soon(lambda: stage.program.blocks("Elsewhere"), f"{how}: its event is not shown", seconds=5)
    stage.expect_soon(lambda: "2 calendars" in _labels(stage), f"{how}: the header says {_labels(stage)[:4]}")
    stage.expect(_title(stage).startswith("Mon 15 Jan"), f"{how}: {_title(stage)} is shown now")


@scenario(MOUSE)
def the_command_line_opens_a_calendar_beside_the_open_one_and_that_is_undone(stage: Stage) -> None:
    _open_in_next_week(stage)
    _run(stage, str(binary()), str(_other(stage)))
    _expect_both(stage, "the command line")
    stage.expect_soon(lambda: "“Others” was opened" in _labels(stage), "nothing says so")
    time.sleep(0.8)
    undo = stage.program.root.find("push button", "Undo")
    if stage.expect(undo, "there is no Undo"):
        stage.mouse.click(*undo.extents.centre)
        stage.expect_soon(lambda: not stage.program.blocks("Elsewhere"), "it is not closed again", seconds=5)
        stage.expect_soon(lambda: "Tests" in _labels(stage), f"the header says {_labels(stage)[:4]}")
        stage.expect(_title(stage).startswith("Mon 15 Jan"), f"undone, {_title(stage)} is shown")


@scenario(KEYS)
def what_can_be_undone_stays_so_when_another_calendar_is_opened(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.program.block("Review").act("event.delete")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.before, "it was not deleted")
    _run(stage, str(binary()), str(_other(stage)))
    stage.expect_soon(lambda: "2 calendars" in _labels(stage), f"the header says {_labels(stage)[:4]}")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.before, "the deletion is not undone")


@scenario(KEYS)
def what_the_file_manager_opens_is_added_and_open_at_the_next_start(stage: Stage) -> None:
    settings: dict[str, str | None] = {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    _open_in_next_week(stage, settings)
    _run(
        stage, "gdbus", "call", "--session", "--dest", _BUS_NAME, "--object-path", "/org/handspan/Handspan", "--method",
        "org.freedesktop.Application.Open", f"['{_other(stage).as_uri()}']", "{}")
    _expect_both(stage, "the file manager")
    stage.close()
    stage.open(standard_day(), view="week", environment=settings, is_named=False)
    stage.expect_soon(lambda: "2 calendars" in _labels(stage), f"the next start has {_labels(stage)[:4]}", seconds=5)


@scenario(KEYS)
def a_calendar_is_opened_beside_those_of_the_last_time_by_a_new_start(stage: Stage) -> None:
    settings: dict[str, str | None] = {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    stage.open(standard_day(), view="week", environment=settings)
    stage.close()
    stage.open(
        standard_day(), view="week", environment=settings, is_named=False, arguments=(str(_other(stage)),))
    stage.expect_soon(lambda: "2 calendars" in _labels(stage), f"the header says {_labels(stage)[:4]}", seconds=5)


def _choose(stage: Stage, *rows: str) -> bool:
    """Goes through the main menu to a row, and through its submenus."""
    stage.keyboard.tap("F10")
    time.sleep(0.5)
    for row in rows:
        for _ in range(14):
            focused = [node.name for node in stage.program.root.all(lambda node: "focused" in node.states)]
            if row in focused:
                break
            stage.keyboard.tap("Down")
            time.sleep(0.1)
        else:
            stage.keyboard.tap("Escape")
            return stage.expect(False, f"the menu has no “{row}”")
        stage.keyboard.tap("Return")
        time.sleep(0.5)
    return True


@scenario(KEYS)
def the_menu_closes_one_of_the_open_calendars(stage: Stage) -> None:
    stage.open(standard_day(), view="week", arguments=(str(_other(stage)),))
    stage.expect_soon(lambda: "2 calendars" in _labels(stage), f"the header says {_labels(stage)[:4]}")
    if _choose(stage, "Close Calendar", "Others"):
        stage.expect_soon(lambda: "Tests" in _labels(stage), f"the header says {_labels(stage)[:4]}")
        stage.expect_soon(lambda: "“Others” was closed" in _labels(stage), "nothing says so")
        stage.expect(stage.program.blocks("Review"), "the events of the other one are gone, too")
