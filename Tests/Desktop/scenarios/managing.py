"""Renaming, creating and removing calendars in the sidebar; calendars of other programs; temporary calendars, which the
program describes as “shown for now”."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Callable

from checks.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Listener, Node

from .moving import expect_dialog_closed, wait_for_dialog
from .opening import BUS_NAME, choose_from_main_menu, run_in_session, visible_labels
from .registry import KEYS, MOUSE, TOUCH, scenario
from .sidebar import (
    choose_from_calendar_menu, find_sidebar, is_event_shown, saved_settings, show_sidebar, tab_to, wait_for_button,
    wait_for_check_box)
from .stage import Stage

_NAME = "Name"


def private_environment(stage: Stage) -> dict[str, str | None]:
    """The environment of a program with its settings on disk and its own folders for data and for the Trash."""
    return {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
        "XDG_DATA_HOME": str(stage.folder / "data"), "HOME": str(stage.folder)}


def _make_folder(stage: Stage, name: str = "choir", parent: Path | None = None) -> Path:
    """Makes a folder with an event on the standard day, and returns its path."""
    folder = (parent or stage.folder) / name
    folder.mkdir(parents=True)
    Calendar().add("Rehearsal", "16:00", "17:00").write(folder, "rehearsal.ics")
    return folder


def _open_with_sidebar(stage: Stage, *paths: Path, is_on_command_line: bool = True) -> None:
    """Opens the standard day beside other calendars, with the sidebar."""
    stage.open(
        standard_day(), view="week", arguments=tuple(map(str, paths)), environment=private_environment(stage), is_on_command_line=is_on_command_line)
    if paths:
        wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the other calendar")
    show_sidebar(stage)


def _wait_for_name_entry(stage: Stage, heading: str) -> Node:
    """The field for the name in a dialog, once it has the focus."""
    dialog = wait_for_dialog(stage, heading)
    entry = wait_for(
        lambda: next(iter(dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        f"the focus in the name of “{heading}”")
    stage.expect(entry.name.startswith(_NAME), f"the field is called “{entry.name}”")
    return entry


def _is_enabled(stage: Stage, button: str) -> bool:
    node = stage.program.root.find("push button", button)
    return bool(node and "sensitive" in node.states)


def answer_dialog(stage: Stage, button: str, method: str) -> None:
    """Answers a dialog: if `method` is "keys", with Enter in its field, and otherwise with its button."""
    if method == "keys":
        stage.keyboard.tap("Return")
    else:
        def visible_button() -> Node | None:
            buttons = stage.program.root.all(lambda node: node.role == "push button" and node.name.startswith(button))
            return next((node for node in buttons if node.extents.height > 0), None)
        wait_for(visible_button, f"the button “{button}”").act("click")


def expect_label(stage: Stage, text: str) -> None:
    stage.expect_soon(lambda: text in visible_labels(stage), f"there is no message “{text}”: {visible_labels(stage)[-4:]}")


def _expect_gone(stage: Stage, name: str) -> None:
    def is_gone() -> bool:
        sidebar = find_sidebar(stage)
        return bool(sidebar and sidebar.find("check box", name) is None)
    stage.expect_soon(is_gone, f"“{name}” is still in the sidebar")


def _calendars_of_next_launch(stage: Stage) -> str:
    """The calendars that the next launch opens."""
    return next((line for line in saved_settings(stage).splitlines() if line.startswith("last-opened=")), "")


# Renaming


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_calendar_is_renamed_and_undo_restores_its_name(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    event = (folder / "rehearsal.ics").read_bytes()
    if stage.device_name == "keys":
        tab_to(stage, "choir")
        stage.keyboard.tap("F2")
    else:
        choose_from_calendar_menu(stage, "choir", "Rename…", stage.device_name)
    entry = _wait_for_name_entry(stage, "Rename Calendar")
    stage.expect(entry.text == "choir", f"the field contains “{entry.text}”")
    stage.expect(not _is_enabled(stage, "Rename"), "Rename can be pressed although the name is the same")
    stage.keyboard.type("singers")
    stage.expect_soon(lambda: _is_enabled(stage, "Rename"), "Rename cannot be pressed")
    listener = Listener()
    answer_dialog(stage, "Rename", stage.device_name)
    name = folder / "displayname"
    stage.expect_soon(lambda: name.exists() and name.read_text() == "singers", "the folder does not store the name")
    wait_for_check_box(stage, "singers")
    expect_label(stage, "“choir” is now called “singers”")
    stage.expect(listener.hears("is now called “singers”"), f"the message is not announced; announced: {listener.all_texts()[-6:]}")
    if stage.device_name == "keys":
        stage.expect_soon(lambda: "focused" in wait_for_check_box(stage, "singers").states, "the row does not have the focus")
    stage.expect((folder / "rehearsal.ics").read_bytes() == event, "an event was written")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: not name.exists(), "undo does not restore the name")
    wait_for_check_box(stage, "choir")


@scenario(KEYS)
def a_blank_name_is_refused(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    tab_to(stage, "choir")
    stage.keyboard.tap("F2")
    _wait_for_name_entry(stage, "Rename Calendar")
    stage.keyboard.tap("Space")
    stage.expect_soon(lambda: not _is_enabled(stage, "Rename"), "Rename can be pressed without a name")
    stage.keyboard.tap("Return")
    time.sleep(0.5)
    stage.expect(stage.program.root.find("label", "Rename Calendar"), "Enter closes the dialog without a name")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, "Rename Calendar")
    stage.expect(not (folder / "displayname").exists(), "a name was written")


@scenario(KEYS)
def a_read_only_folder_says_why_it_cannot_be_renamed(stage: Stage) -> None:
    folder = _make_folder(stage)
    folder.chmod(0o555)
    _open_with_sidebar(stage, folder)
    row = next(iter(_check_box_names(stage, "choir")))
    tab_to(stage, row)
    stage.keyboard.tap("F2")
    dialog = wait_for_dialog(stage, "“choir” Cannot Be Renamed")
    texts = dialog.names(lambda node: node.role == "label")
    stage.expect(any(f"The folder “{folder}” is read-only." in text for text in texts), f"the dialog says {texts}")
    stage.keyboard.tap("Escape")
    folder.chmod(0o755)


def _check_box_names(stage: Stage, start: str) -> list[str]:
    sidebar = find_sidebar(stage)
    check_boxes = sidebar.all(lambda node: node.role == "check box" and node.name.startswith(start)) if sidebar else []
    return [node.name for node in check_boxes]


@scenario(KEYS)
def a_single_file_is_renamed_in_the_settings_by_assistive_technology(stage: Stage) -> None:
    _open_with_sidebar(stage)
    choose_from_calendar_menu(stage, "Tests", "Rename…", "mouse")
    _wait_for_name_entry(stage, "Rename Calendar").write("Work")
    wait_for(lambda: _is_enabled(stage, "Rename"), "Rename")
    answer_dialog(stage, "Rename", "action")
    wait_for_check_box(stage, "Work")
    stage.expect_soon(lambda: "chosen-names=['Work\\t" in saved_settings(stage), "the name is not in the settings")
    stage.expect_untouched("only its name in the settings changed", 0.3)


# New calendars


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_new_calendar_is_shown_and_undo_removes_it(stage: Stage) -> None:
    _open_with_sidebar(stage)
    if stage.device_name == "keys":
        choose_from_main_menu(stage, "New Calendar…")
    else:
        tap(stage.device, wait_for_button(stage, "Add Calendar").extents.center)
        row = wait_for(lambda: find_menu_row(stage, "New Calendar…"), "“New Calendar…” in the menu")
        time.sleep(0.4)
        row.act(row.actions[0])
    _wait_for_name_entry(stage, "New Calendar")
    stage.expect(not _is_enabled(stage, "Create"), "Create can be pressed without a name")
    stage.keyboard.type("club")
    red_button = wait_for(lambda: stage.program.root.find("radio button", "Red"), "the colors")
    red_button.act(red_button.actions[0])
    stage.expect_soon(lambda: "checked" in red_button.states, "the color is not chosen")
    listener = Listener()
    answer_dialog(stage, "Create", stage.device_name)
    folder = stage.folder / "data/handspan/calendars/club"
    stage.expect_soon(lambda: (folder / "color").exists(), "the folder was not created")
    stage.expect((folder / "displayname").read_text() == "club", "the folder has a different name")
    stage.expect((folder / "color").read_text() == "#c01c28", "the folder has a different color")
    expect_label(stage, "“club” was created")
    stage.expect(listener.hears("“club” was created"), f"the message is not announced; announced: {listener.all_texts()[-6:]}")
    stage.expect_soon(lambda: "focused" in wait_for_check_box(stage, "club").states, "the new calendar does not have the focus")
    stage.expect_soon(lambda: str(folder) in _calendars_of_next_launch(stage), "the next launch does not open the calendar")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: not folder.exists(), "undo does not remove the folder")
    _expect_gone(stage, "club")
    stage.keyboard.tap("Control", "Shift", "z")
    stage.expect_soon(lambda: folder.exists(), "redo does not create the folder")
    wait_for_check_box(stage, "club")


def find_menu_row(stage: Stage, name: str) -> Node | None:
    rows = stage.program.root.all(lambda node: node.role.endswith("menu item") and node.name == name)
    return next((row for row in rows if row.extents.height > 0), None)


@scenario(KEYS)
def undo_keeps_a_new_calendar_that_is_not_empty(stage: Stage) -> None:
    _open_with_sidebar(stage)
    choose_from_main_menu(stage, "New Calendar…")
    _wait_for_name_entry(stage, "New Calendar")
    stage.keyboard.type("club")
    stage.keyboard.tap("Return")
    wait_for_check_box(stage, "club")
    folder = stage.folder / "data/handspan/calendars/club"
    Calendar().add("Rehearsal", "16:00", "17:00").write(folder, "rehearsal.ics")
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of another program")
    stage.keyboard.tap("Control", "z")
    expect_label(stage, "“club” is no longer empty, so it was kept. Move it to the Trash to remove it.")
    stage.expect((folder / "rehearsal.ics").exists() and (folder / "displayname").exists(), "a file was removed")
    wait_for_check_box(stage, "club")


# The Trash


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_calendar_is_moved_to_the_trash_and_restored(stage: Stage) -> None:
    folder = _make_folder(stage)
    (folder / "notes.txt").write_text("mine")
    _open_with_sidebar(stage, folder)
    choose_from_calendar_menu(stage, "choir", "Move to Trash…", stage.device_name)
    dialog = wait_for_dialog(stage, "Move “choir” to the Trash?")
    texts = " ".join(node.name for node in dialog.all(lambda node: node.role == "label"))
    for sentence in (f"It has 1 event and is at “{folder}”.", "Its folder also contains 1 other file or folder", "restore the calendar from the Trash in Files"):
        stage.expect(sentence in texts, f"the dialog does not say “{sentence}”: {texts}")
    listener = Listener()
    if stage.device_name == "keys":
        for _ in range(4):
            focused = dialog.names(lambda node: "focused" in node.states)
            if any(name.startswith("Move to Trash") for name in focused):
                break
            stage.step_focus("Tab")
        stage.keyboard.tap("Return")
    else:
        answer_dialog(stage, "Move to Trash", stage.device_name)
    stage.expect_soon(lambda: not folder.exists(), "the folder is still there")
    trashed = stage.folder / "data/Trash/files/choir"
    stage.expect((trashed / "rehearsal.ics").exists() and (trashed / "notes.txt").exists(), "the folder is not in the Trash")
    _expect_gone(stage, "choir")
    stage.expect_soon(lambda: not is_event_shown(stage, "Rehearsal"), "its event is still shown")
    expect_label(stage, "“choir” is in the Trash")
    stage.expect(listener.hears("“choir” is in the Trash"), f"the message is not announced; announced: {listener.all_texts()[-6:]}")
    stage.expect_soon(lambda: str(folder) not in _calendars_of_next_launch(stage), "the next launch opens the calendar")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: (folder / "rehearsal.ics").exists(), "undo does not restore the folder")
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "its event is not shown again")
    stage.expect_soon(lambda: not list((stage.folder / "data/Trash/info").iterdir()), "the Trash still lists the folder")
    stage.expect_soon(lambda: str(folder) in _calendars_of_next_launch(stage), "the next launch does not open the calendar")


@scenario(KEYS)
def a_volume_without_a_trash_is_reported_and_nothing_is_lost(stage: Stage) -> None:
    """GIO offers no Trash on the system's tmpfs."""
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    volume = Path("/dev/shm")
    if not volume.is_dir() or volume.stat().st_dev == stage.folder.stat().st_dev:
        stage.skip("there is no other file system")
    parent = volume / f"handspan-{time.time_ns()}"
    try:
        folder = _make_folder(stage, parent=parent)
        _open_with_sidebar(stage, folder)
        # The program must save this change before it moves the folder.
        stage.program.block("Rehearsal").act("event.move-later")
        choose_from_calendar_menu(stage, "choir", "Move to Trash…", "keys")
        wait_for_dialog(stage, "Move “choir” to the Trash?")
        answer_dialog(stage, "Move to Trash", "action")
        dialog = wait_for_dialog(stage, "“choir” Was Not Moved to the Trash")
        texts = dialog.names(lambda node: node.role == "label")
        stage.expect(any("has no Trash. Nothing was changed." in text for text in texts), f"the dialog says {texts}")
        stage.keyboard.tap("Escape")
        wait_for_check_box(stage, "choir")
        stage.expect_soon(lambda: b"T161500" in (folder / "rehearsal.ics").read_bytes(), "the change was not saved")
        stage.expect(is_event_shown(stage, "Rehearsal"), "its event is gone")
        stage.scenario_ends_program = True
        stage.close()
    finally:
        _remove_folder(parent)


def _remove_folder(parent: Path) -> None:
    for path in sorted(parent.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
    parent.rmdir()


@scenario(KEYS)
def canceling_leaves_a_calendar_where_it_is(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    choose_from_calendar_menu(stage, "choir", "Move to Trash…", "keys")
    wait_for_dialog(stage, "Move “choir” to the Trash?")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, "Move “choir” to the Trash?")
    stage.expect(folder.exists(), "the folder is gone")

    def focused_names() -> list[str]:
        return stage.program.root.names(lambda node: "focused" in node.states)

    stage.expect_soon(
        lambda: any(name.startswith(("choir", "Menu for “choir”")) for name in focused_names()), f"the focus is on {focused_names()}, not in the row")


# Calendars of other programs


def _configure_khal(stage: Stage) -> Path:
    """Writes a calendar into the configuration of khal, and returns its folder."""
    folder = _make_folder(stage, "band", stage.folder / "khal")
    (folder / "displayname").write_text("Band")
    config_path = stage.folder / "settings/khal/config"
    config_path.parent.mkdir(parents=True, exist_ok=True)
    config_path.write_text(f"[calendars]\n[[band]]\npath = {folder}\n")
    return folder


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_calendar_of_khal_is_offered_and_added_where_it_is(stage: Stage) -> None:
    folder = _configure_khal(stage)
    _open_with_sidebar(stage)
    name = "Add “Band, used by khal”"
    button = wait_for_button(stage, name)
    stage.expect(not is_event_shown(stage, "Rehearsal"), "the calendar is already open")
    if stage.device_name == "keys":
        tab_to(stage, name)
        stage.keyboard.tap("Return")
    else:
        tap(stage.device, button.extents.center)
    wait_for_check_box(stage, "Band")
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "its event is not shown")
    expect_label(stage, "“Band” was opened")
    stage.expect_soon(lambda: stage.program.root.find("push button", name) is None, "the calendar is still offered")
    stage.expect_soon(lambda: str(folder) in _calendars_of_next_launch(stage), "the next launch does not open the calendar")
    if stage.device_name == "keys":
        stage.expect_soon(lambda: "focused" in wait_for_check_box(stage, "Band").states, "the new row does not have the focus")


@scenario(MOUSE, TOUCH, KEYS)
def a_dismissed_calendar_is_not_offered_again(stage: Stage) -> None:
    folder = _configure_khal(stage)
    _open_with_sidebar(stage)
    name = "Do Not Offer “Band, used by khal”"
    button = wait_for_button(stage, name)
    if stage.device_name == "keys":
        tab_to(stage, name)
        stage.keyboard.tap("Return")
    elif stage.device_name == "touch":
        button.act(button.actions[0])
    else:
        tap(stage.device, button.extents.center)
    expect_label(stage, "“Band” is no longer offered")
    stage.expect_soon(lambda: stage.program.root.find("push button", name) is None, "the calendar is still offered")
    stage.expect_soon(lambda: f"dismissed-calendars=['{folder}']" in saved_settings(stage), "the dismissal is not remembered")
    stage.close()
    stage.open(standard_day(), view="week", environment=private_environment(stage))
    wait_for(lambda: find_sidebar(stage), "the sidebar")
    time.sleep(1.5)
    stage.expect(stage.program.root.find("push button", name) is None, "the next launch offers the calendar again")


# Temporary calendars


def _open_by_the_file_manager(stage: Stage, path: Path) -> None:
    run_in_session(
        stage, "gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", "/org/handspan/Handspan", "--method",
        "org.freedesktop.Application.Open", f"['{path.as_uri()}']", "{}")


@scenario(MOUSE, TOUCH, KEYS)
def a_calendar_shown_for_now_is_kept_in_the_sidebar(stage: Stage) -> None:
    _open_with_sidebar(stage)
    folder = _make_folder(stage)
    _open_by_the_file_manager(stage, folder)
    wait_for_check_box(stage, "choir, shown for now")
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "its event is not shown")
    stage.expect(str(folder) not in _calendars_of_next_launch(stage), "the next launch opens the calendar")
    listener = Listener()
    choose_from_calendar_menu(stage, "choir, shown for now", "Keep in Sidebar", stage.device_name)
    wait_for_check_box(stage, "choir")
    expect_label(stage, "“choir” stays in the sidebar")
    stage.expect(listener.hears("“choir” stays in the sidebar"), f"the message is not announced; announced: {listener.all_texts()[-6:]}")
    stage.expect_soon(lambda: str(folder) in _calendars_of_next_launch(stage), "the calendar is not saved for the next launch")
    stage.close()
    stage.open(standard_day(), view="week", environment=private_environment(stage), is_on_command_line=False)
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "the next launch does not show the event")


# Folders that other programs change


def _expect_unavailable_until_back(stage: Stage, take_away: Callable[[], object], bring_back: Callable[[], object]) -> None:
    """Expects a calendar not to be available while its folder is taken away, even after Try Again, and to come back without
    further action."""
    take_away()
    wait_for_check_box(stage, "choir, not available")
    choose_from_calendar_menu(stage, "choir, not available", "Try Again", "keys")
    stage.expect_soon(lambda: any(f"{stage.folder}/choir” is " in label for label in visible_labels(stage)),
                      "there is no message that the calendar is still not available")
    bring_back()
    wait_for_check_box(stage, "choir")
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "its event is not shown again")
    stage.expect_soon(lambda: not any("is no longer there" in label for label in visible_labels(stage)), "the missing folder is still reported")


@scenario(KEYS)
def a_renamed_folder_is_not_available_until_it_gets_its_name_back(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    _expect_unavailable_until_back(stage, lambda: folder.rename(folder.with_name("away")), lambda: folder.with_name("away").rename(folder))


@scenario(KEYS)
def a_removed_folder_is_not_available_until_it_is_restored(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    _expect_unavailable_until_back(stage, lambda: _remove_folder(folder), lambda: _make_folder(stage))


@scenario(KEYS)
def an_unmounted_folder_is_not_available_until_it_is_mounted(stage: Stage) -> None:
    """While the folder is not mounted, its empty mount point remains."""
    disk, mount_point = stage.folder / "disk", stage.folder / "choir"
    for path in (disk, mount_point):
        path.mkdir()

    def mount(*arguments: object) -> bool:
        return subprocess.run(["mount", *map(str, arguments)], capture_output=True, check=False).returncode == 0

    def unmount(path: Path) -> None:
        subprocess.run(["umount", "--lazy", str(path)], check=True)

    if not mount("-t", "tmpfs", "tmpfs", disk):
        stage.skip("mounting needs the superuser")
    try:
        Calendar().add("Rehearsal", "16:00", "17:00").write(disk, "rehearsal.ics")
        mount("--bind", disk, mount_point)
        _open_with_sidebar(stage, mount_point)
        _expect_unavailable_until_back(stage, lambda: unmount(mount_point), lambda: mount("--bind", disk, mount_point))
        stage.scenario_ends_program = True
        stage.close()
    finally:
        for path in (mount_point, disk):
            subprocess.run(["umount", "--lazy", str(path)], capture_output=True, check=False)


@scenario(KEYS)
def another_program_renames_and_recolors_a_folder(stage: Stage) -> None:
    folder = _make_folder(stage)
    _open_with_sidebar(stage, folder)
    (folder / "displayname").write_text("Singers")
    wait_for_check_box(stage, "Singers")
    (folder / "color").write_text("#c01c28")
    time.sleep(0.5)
    (folder / "displayname").unlink()
    wait_for_check_box(stage, "choir")


def _run_other_program(stage: Stage, *command: object) -> str:
    """The output of khal or vdirsyncer."""
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "HOME": str(stage.folder), "XDG_DATA_HOME": str(stage.folder / "cache"),
             "XDG_CACHE_HOME": str(stage.folder / "cache"), "LC_ALL": "C.UTF-8", "TZ": "Europe/Berlin"})
    stage.expect(result.returncode == 0, f"{command[0]} {command[3]} failed: {result.stderr}")
    return result.stdout


@scenario(KEYS)
def khal_and_vdirsyncer_work_on_calendars_that_are_open(stage: Stage) -> None:
    """The window and the other programs create, rename, color and change calendars and events. Each sees what the others
    did."""
    if not all(shutil.which(name) for name in ("khal", "vdirsyncer")):
        stage.skip("khal and vdirsyncer are not installed")
    folder, phone = _make_folder(stage, "band", stage.folder / "laptop"), stage.folder / "phone"
    own_calendars = stage.folder / "data/handspan/calendars"
    khal_config, vdirsyncer_config = stage.folder / "khal.conf", stage.folder / "vdirsyncer.conf"
    khal_config.write_text(
        f"[calendars]\n[[band]]\npath = {folder}\n[[own]]\npath = {own_calendars}/*\ntype = discover\n"
        "[locale]\nlocal_timezone = Europe/Berlin\ndefault_timezone = Europe/Berlin\ntimeformat = %H:%M\n"
        "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%dT%H:%M\n"
        "longdatetimeformat = %Y-%m-%dT%H:%M\n[default]\ndefault_calendar = band\n")
    storages = "".join(
        f'[storage {name}]\ntype = "filesystem"\npath = "{path}/"\nfileext = ".ics"\n'
        for name, path in (("laptop", folder.parent), ("phone", phone)))
    vdirsyncer_config.write_text(
        f'[general]\nstatus_path = "{stage.folder}/status/"\n[pair both]\na = "laptop"\nb = "phone"\n'
        f'collections = ["band"]\nconflict_resolution = null\nmetadata = ["displayname", "color"]\n{storages}')
    phone.mkdir()
    (phone / "band").mkdir()
    _run_other_program(stage, "vdirsyncer", "-c", vdirsyncer_config, "discover", "both")

    def synchronize() -> None:
        for step in ("sync", "metasync"):
            _run_other_program(stage, "vdirsyncer", "-c", vdirsyncer_config, step, "both")

    _open_with_sidebar(stage, folder)
    synchronize()
    # khal adds an event, and sees where the window moves it.
    _run_other_program(stage, "khal", "-c", khal_config, "new", "-a", "band", "2035-01-08T14:00", "2035-01-08T15:00", "Encore")
    wait_for(lambda: stage.program.blocks("Encore"), "khal's event")
    stage.program.block("Encore").act("event.move-later")
    stage.expect_soon(
        lambda: "14:15 Encore" in _run_other_program(
            stage, "khal", "-c", khal_config, "list", "-a", "band", "--format", "{start-time} {title}", "2035-01-08", "1d"),
        "khal does not see the new time")
    # The window names the calendar, and the phone colors it.
    tab_to(stage, "band")
    stage.keyboard.tap("F2")
    _wait_for_name_entry(stage, "Rename Calendar")
    stage.keyboard.type("singers")
    stage.keyboard.tap("Return")
    wait_for_check_box(stage, "singers")
    (phone / "band/color").write_text("#c01c28")
    synchronize()
    stage.expect((phone / "band/displayname").read_text() == "singers", "vdirsyncer does not transfer the name")
    stage.expect((folder / "color").read_text() == "#c01c28", "vdirsyncer does not transfer the color")
    stage.expect(len(list((phone / "band").glob("*.ics"))) == 2, "vdirsyncer does not transfer the events")
    # The phone renames the calendar, and the window shows the new name.
    (phone / "band/displayname").write_text("Band")
    synchronize()
    wait_for_check_box(stage, "Band")
    # The window creates a calendar, to which khal adds an event.
    choose_from_main_menu(stage, "New Calendar…")
    _wait_for_name_entry(stage, "New Calendar")
    stage.keyboard.type("club")
    stage.keyboard.tap("Return")
    wait_for_check_box(stage, "club")
    stage.expect("club" in _run_other_program(stage, "khal", "-c", khal_config, "printcalendars").split(), "khal does not find the calendar")
    _run_other_program(stage, "khal", "-c", khal_config, "new", "-a", "club", "2035-01-09T14:00", "2035-01-09T15:00", "Meeting")
    wait_for(lambda: stage.program.blocks("Meeting"), "khal's event in the new calendar")
