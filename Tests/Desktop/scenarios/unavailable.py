"""Calendars that are missing or do not respond, and changes that cannot be saved before the program ends."""

from __future__ import annotations

import signal
from pathlib import Path

from checks.calendars import Calendar, Event, standard_day, times
from rig.compositor import wait_for
from rig.deadmount import DeadMount

from .keys import focus
from .opening import visible_labels
from .registry import KEYS, scenario
from .stage import Stage

_REVIEW = Event("Review", "", "").uid


def _wait_for_text(stage: Stage, text: str) -> None:
    wait_for(lambda: any(text in node.name for node in stage.program.root.all(lambda node: text in node.name)),
             f"“{text}” in the window")


def _press(stage: Stage, name: str) -> None:
    """Presses the button with the given name once it exists."""
    wait_for(lambda: stage.program.root.find("push button", name), f"the button “{name}”").act("click")


def _write_settings_with_open_calendars(stage: Stage, *calendar_paths: Path) -> dict[str, str | None]:
    """Writes settings in which the given calendars were open last and the first is used for new events, and returns
    the environment that uses them."""
    settings = stage.folder / "settings/glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    paths = ", ".join(f"'{path}'" for path in calendar_paths)
    settings.write_text(f"[org/handspan/Handspan]\nlast-opened=[{paths}]\nlast-calendar='{calendar_paths[0]}'\n")
    return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}


def _expect_start_of_review(stage: Stage, start: str) -> None:
    actual_start = times(stage.path.read_bytes(), _REVIEW)[0]
    stage.expect(f"{actual_start:%H:%M}" == start, f"“Review” begins at {actual_start:%H:%M}, not at {start}")


@scenario(KEYS)
def a_calendar_on_a_dead_server_blocks_nothing(stage: Stage) -> None:
    day = standard_day()
    mount = DeadMount(stage.folder / "server")
    remote = Calendar(day=day.day, zone=day.zone).add("Remote", "14:00", "15:00").write(mount.folder, "work.ics")
    mount.die()
    stage.open(day, is_on_command_line=False, environment={
        **_write_settings_with_open_calendars(stage, remote, stage.folder / "calendar.ics"), **mount.environment})
    _wait_for_text(stage, "work.ics” is not responding")
    stage.expect_soon(lambda: "2 calendars, 1 not available" in visible_labels(stage), f"the subtitle does not count the missing calendar: {visible_labels(stage)}")
    stage.keyboard.tap("F10")
    _wait_for_text(stage, "Open Recent")
    stage.keyboard.tap("Escape")
    stage.keyboard.tap("Control", "n")
    _wait_for_text(stage, "“work” Is Not Available")
    stage.keyboard.tap("Escape")
    stage.expect_untouched("the calendar for new events is not available")
    # Available calendars can be changed and saved in the meantime.
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.contents_before_edit, "nothing is saved while a server hangs")
    mount.come_back()
    wait_for(lambda: stage.program.blocks("Remote"), "the calendar to open once its server is back")
    stage.expect_soon(
        lambda: not any("is not responding" in label for label in visible_labels(stage)), "the banner is still shown")


@scenario(KEYS, quick=True)
def a_calendar_is_opened_once_it_is_mounted(stage: Stage) -> None:
    day = standard_day()
    drive = stage.folder / "drive"
    stage.open(day, is_on_command_line=False, environment=_write_settings_with_open_calendars(
        stage, drive / "work/work.ics", stage.folder / "calendar.ics"))
    _wait_for_text(stage, "work.ics” is not available")
    (drive / "work").mkdir(parents=True)
    Calendar(day=day.day, zone=day.zone).add("Remote", "14:00", "15:00").write(drive / "work", "work.ics")
    wait_for(lambda: stage.program.blocks("Remote"), "the calendar to open once it is mounted")
    stage.expect_soon(lambda: "2 calendars" in visible_labels(stage), f"the subtitle says {visible_labels(stage)}")


@scenario(KEYS)
def closing_while_a_server_does_not_respond_keeps_the_changes(stage: Stage) -> None:
    mount = DeadMount(stage.folder / "server")
    stage.open(standard_day(), calendar_folder=mount.folder, environment=mount.environment)
    focus(stage, "Review")
    mount.die()
    stage.keyboard.tap("Control", "Down")
    stage.keyboard.tap("Control", "w")
    _wait_for_text(stage, "Still Saving")
    _press(stage, "Close and Keep Changes")
    stage.expect_program_end()
    stage.expect_untouched("the server is not responding")
    mount.come_back()
    _expect_changes_offered_and_applied(stage, calendar_folder=mount.folder)


@scenario(KEYS)
def closing_with_everything_saved_does_not_wait_for_a_server(stage: Stage) -> None:
    mount = DeadMount(stage.folder / "server")
    stage.open(standard_day(), calendar_folder=mount.folder, environment=mount.environment)
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Down")
    # The file is replaced a moment before the program knows that it is safe on the disk.
    stage.expect_soon(
        lambda: stage.path.read_bytes() != stage.contents_before_edit and stage.program.frames()[-1].saved, "the change is not saved")
    # The program still has to check the replaced file once more.
    mount.die()
    stage.keyboard.tap("Control", "w")
    stage.expect_program_end(seconds=5)
    mount.come_back()


@scenario(KEYS)
def a_termination_signal_keeps_unsaved_changes(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.path.unlink()
    stage.keyboard.tap("Control", "Down")
    _wait_for_text(stage, "Not saved yet.")
    stage.program.send_signal(signal.SIGTERM)
    stage.expect_program_end()
    _expect_changes_offered_and_applied(stage)


def _expect_changes_offered_and_applied(stage: Stage, calendar_folder: Path | None = None) -> None:
    """The next launch offers the unsaved changes and applies them; the one after that would offer nothing."""
    # A dialog covers the window, so the window receives no keys.
    stage.open(standard_day(), calendar_folder=calendar_folder, maximized=False)
    _expect_start_of_review(stage, "10:00")
    _wait_for_text(stage, "1 Change Was Not Saved")
    _press(stage, "Save")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.contents_before_edit, "nothing was applied")
    _expect_start_of_review(stage, "10:15")
    pending = stage.folder / "state/handspan/pending"
    stage.expect_soon(lambda: not list(pending.glob("*.pending")), "the changes are still stored and would be offered again")
