"""The sidebar: opening and closing it, hiding and showing calendars, their menus, and the small month calendar."""

from __future__ import annotations

import time
from pathlib import Path

from checks.calendars import Calendar, crowded_weeks, standard_day, standard_week
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.tree import Listener, Node

from .creation_drag import wait_for_entry
from .keys import focus
from .opening import visible_labels
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage
from .views import shown_days


def settings_environment(stage: Stage) -> dict[str, str | None]:
    return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}


def saved_settings(stage: Stage) -> str:
    """The settings as they are on disk."""
    path = stage.folder / "settings/glib-2.0/settings/keyfile"
    return path.read_text() if path.exists() else ""


def _write_choir(stage: Stage) -> Path:
    """A second calendar, with an event on the standard day."""
    path = Calendar().add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    path.write_bytes(path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    return path


def _open(stage: Stage, view: str = "week") -> None:
    """Opens both calendars."""
    stage.open(standard_day(), view=view, arguments=(str(_write_choir(stage)),), environment=settings_environment(stage))
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the second calendar")


def find_sidebar(stage: Stage) -> Node | None:
    """The sidebar, if it is on the screen."""
    nodes = stage.program.root.all(lambda node: node.name == "Sidebar" and node.role not in ("push button", "toggle button"))
    return next((node for node in nodes if node.extents.width > 0), None)


def wait_for_check_box(stage: Stage, name: str) -> Node:
    """The check box of a calendar, once it is visible."""
    def visible_check_box() -> Node | None:
        sidebar = find_sidebar(stage)
        check_box = sidebar.find("check box", name) if sidebar else None
        return check_box if check_box and check_box.extents.height > 0 else None
    return wait_for(visible_check_box, f"“{name}” in the sidebar")


def wait_for_button(stage: Stage, name: str) -> Node:
    def visible_button() -> Node | None:
        buttons = stage.program.root.all(lambda node: node.role == "push button" and node.name == name)
        return next((button for button in buttons if button.extents.height > 0), None)
    return wait_for(visible_button, f"the button “{name}”")


def show_sidebar(stage: Stage) -> None:
    """Opens the sidebar, unless it is open."""
    if find_sidebar(stage) is None:
        stage.keyboard.tap("F9")
    wait_for(lambda: find_sidebar(stage), "the sidebar")
    stage.bounds_at_rest(wait_for_check_box(stage, "Tests"))
    time.sleep(0.3)


def tab_to(stage: Stage, node_name: str) -> None:
    """Presses Tab until the named node in the sidebar has the focus."""
    focused = stage.focused_names()
    for _ in range(40):
        if node_name in focused:
            return
        focused = stage.step_focus("Tab")
    stage.expect(False, f"Tab does not reach “{node_name}”")


def _press(stage: Stage, node: Node, device_name: str) -> None:
    """Presses a control with the device of the scenario."""
    if device_name == "keys":
        tab_to(stage, node.name)
        stage.keyboard.tap("Space")
    else:
        tap(stage.device, stage.bounds_at_rest(node).center)


def choose_from_calendar_menu(stage: Stage, calendar: str, item: str, device_name: str) -> None:
    """Chooses an item of a calendar's menu."""
    name = f"Menu for “{calendar}”"
    if device_name == "keys":
        tab_to(stage, calendar)
        stage.keyboard.tap("Menu")
    else:
        tap(stage.device, stage.bounds_at_rest(wait_for_button(stage, name)).center)
    def visible_row() -> Node | None:
        rows = stage.program.root.all(lambda node: node.role.endswith("menu item") and node.name == item)
        return next((row for row in rows if row.extents.height > 0), None)
    row = wait_for(visible_row, f"“{item}” in the menu")
    time.sleep(0.4)
    row.act(row.actions[0])
    time.sleep(0.3)


def is_event_shown(stage: Stage, title: str) -> bool:
    return bool(stage.program.blocks(title))


def _name_of_january_8(stage: Stage) -> str:
    """The accessible name of January 8 in the small month calendar. It contains the number of events on that day."""
    sidebar = find_sidebar(stage)
    days = sidebar.all(lambda node: node.role == "list item" and node.name.startswith("Monday, 8 January 2035")) if sidebar else []
    return days[0].name if days else ""


# Opening and closing


@scenario(KEYS, quick=True)
def f9_opens_and_closes_the_sidebar_beside_the_days(stage: Stage) -> None:
    _open(stage)
    stage.expect(find_sidebar(stage) is None, "the sidebar is open at the first launch")
    days, box = shown_days(stage), stage.program.bounds_at_rest("Review")
    stage.keyboard.tap("F9")
    wait_for_check_box(stage, "Tests")
    stage.expect_soon(lambda: stage.program.block("Review").extents.x > 320, "the timeline is not beside the sidebar")
    stage.expect(shown_days(stage) == days, f"opening the sidebar shows {shown_days(stage)} instead of {days}")
    stage.expect(stage.program.blocks("Review"), "the timeline is hidden from assistive technology")
    stage.keyboard.tap("F9")
    stage.expect_soon(lambda: find_sidebar(stage) is None, "F9 does not close the sidebar")
    stage.expect_soon(lambda: stage.program.block("Review").extents == box, "the days are not where they were")


@scenario(MOUSE, TOUCH)
def the_button_opens_and_closes_the_sidebar(stage: Stage) -> None:
    _open(stage)
    for is_open in (True, False):
        button = wait_for_button(stage, "Sidebar")
        tap(stage.device, stage.bounds_at_rest(button).center)
        stage.expect_soon(lambda: (find_sidebar(stage) is not None) == is_open, f"the button does not {'open' if is_open else 'close'} the sidebar")
        stage.expect_soon(lambda: ("expanded" in wait_for_button(stage, "Sidebar").states) == is_open, "the button has the wrong state")
        time.sleep(0.5)


@scenario(KEYS)
def the_sidebar_is_operated_by_assistive_technology(stage: Stage) -> None:
    _open(stage)
    wait_for_button(stage, "Sidebar").act("click")
    check_box = wait_for_check_box(stage, "Choir")
    stage.expect("checked" in check_box.states, "the calendar is not checked")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not is_event_shown(stage, "Rehearsal"), "the action does not hide the calendar")
    stage.expect_soon(lambda: "checked" not in wait_for_check_box(stage, "Choir").states, "the calendar is still checked")


@scenario(KEYS)
def a_sidebar_over_the_days_takes_the_focus_and_escape_closes_it(stage: Stage) -> None:
    stage.open_narrow(standard_day(), view="day")
    box = stage.program.bounds_at_rest("Review")
    stage.keyboard.tap("F9")
    wait_for_check_box(stage, "Tests")
    stage.expect_soon(lambda: "focused" in wait_for_check_box(stage, "Tests").states, "the focus is not in the sidebar")
    sidebar = find_sidebar(stage)
    stage.expect(sidebar and sidebar.extents.right <= 340, f"the sidebar covers the whole window: {sidebar and sidebar.extents}")
    for _ in range(30):
        stage.keyboard.tap("Tab")
    time.sleep(0.2)
    focused = stage.program.root.all(lambda node: "focused" in node.states)
    stage.expect(
        not any(node.name.startswith(("Review", "Lunch")) for node in focused),
        f"Tab moves the focus to what the sidebar covers: {[node.name for node in focused]}")
    tab_to(stage, "Tests")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: find_sidebar(stage) is None, "Escape does not close the sidebar")
    stage.expect_soon(lambda: stage.program.block("Review").extents == box, "the event is not where it was")


@scenario(MOUSE, TOUCH, scale=2)
def a_press_beside_a_sidebar_over_the_days_closes_it_and_does_nothing_else(stage: Stage) -> None:
    """At this scale, the monitor has room for a week, but not for a sidebar beside it."""
    _open(stage)
    days, box = shown_days(stage), stage.program.bounds_at_rest("Review")
    stage.keyboard.tap("F9")
    stage.bounds_at_rest(wait_for_check_box(stage, "Tests"))
    time.sleep(0.5)
    stage.expect(shown_days(stage) == days, f"opening the sidebar shows {shown_days(stage)} instead of {days}")
    window = stage.window()
    tap(stage.device, (window.right - 60, window.bottom - 60))
    stage.expect_soon(lambda: find_sidebar(stage) is None, "the press does not close the sidebar")
    stage.expect_soon(lambda: stage.program.block("Review").extents == box, "the event is not where it was")
    stage.expect_untouched("only the sidebar was closed", 0.4)


# Hiding and showing


@scenario(MOUSE, TOUCH, KEYS, quick=True)
def a_check_box_hides_and_shows_a_calendar(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    device_name = stage.device_name
    stage.expect_soon(lambda: "9 events" in _name_of_january_8(stage), f"January 8 is called “{_name_of_january_8(stage)}”")
    listener = Listener()
    _press(stage, wait_for_check_box(stage, "Choir"), device_name)
    stage.expect_soon(lambda: not is_event_shown(stage, "Rehearsal"), "the event of the hidden calendar is still shown")
    stage.expect(is_event_shown(stage, "Review"), "the events of the other calendar are gone too")
    stage.expect_soon(lambda: "8 events" in _name_of_january_8(stage), f"without the hidden calendar, January 8 is called “{_name_of_january_8(stage)}”")
    is_heard = listener.hears("“Choir” is hidden")
    stage.expect(is_heard, f"hiding the calendar is not announced: {listener.all_texts()[-6:]}")
    _press(stage, wait_for_check_box(stage, "Choir"), device_name)
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "the event of the calendar is not shown again")
    stage.expect_untouched("a calendar was only hidden", 0.4)


@scenario(MOUSE, TOUCH, KEYS)
def show_only_this_hides_the_others_and_show_all_shows_them(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    device_name = stage.device_name
    choose_from_calendar_menu(stage, "Choir", "Show Only This Calendar", device_name)
    stage.expect_soon(lambda: not is_event_shown(stage, "Review"), "the other calendar is still shown")
    stage.expect(is_event_shown(stage, "Rehearsal"), "the calendar itself is hidden")
    choose_from_calendar_menu(stage, "Choir", "Show All Calendars", device_name)
    stage.expect_soon(lambda: is_event_shown(stage, "Review"), "the other calendar is not shown again")


@scenario(KEYS)
def choosing_a_result_in_a_hidden_calendar_shows_the_calendar_and_focuses_the_event(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    check_box = wait_for_check_box(stage, "Tests")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not is_event_shown(stage, "Review"), "the calendar is not hidden")
    stage.keyboard.tap("F9")
    stage.keyboard.tap("Control", "f")
    stage.keyboard.type("review")
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Return")
    stage.expect_soon(
        lambda: any("focused" in block.states for block in stage.program.blocks("Review")),
        "the event in the hidden calendar does not get the focus")


@scenario(KEYS)
def the_search_replaces_a_sidebar_over_the_days_and_enter_waits_for_the_results(stage: Stage) -> None:
    stage.open_narrow(standard_day())
    stage.keyboard.tap("F9")
    wait_for(lambda: find_sidebar(stage), "the sidebar")
    stage.keyboard.tap("Control", "f")
    stage.expect_soon(lambda: find_sidebar(stage) is None, "the sidebar is still over the days")
    stage.keyboard.type("review")
    stage.keyboard.tap("Return")
    stage.expect_soon(
        lambda: any("focused" in block.states for block in stage.program.blocks("Review")),
        "the result does not have the focus")


@scenario(KEYS)
def undo_in_a_hidden_calendar_restores_the_file(stage: Stage) -> None:
    _open(stage)
    stage.program.block("Review").act("event.delete")
    stage.expect_soon(lambda: stage.path.read_bytes() != stage.contents_before_edit, "the event was not deleted")
    show_sidebar(stage)
    check_box = wait_for_check_box(stage, "Tests")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not is_event_shown(stage, "Lunch"), "the calendar is still shown")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "the deletion is not undone")
    stage.expect(not is_event_shown(stage, "Review"), "undo shows an event of a hidden calendar")


@scenario(KEYS)
def a_new_event_goes_to_a_calendar_that_is_shown(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    check_box = wait_for_check_box(stage, "Choir")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: not is_event_shown(stage, "Rehearsal"), "the calendar is still shown")
    choir = (stage.folder / "choir.ics").read_bytes()
    stage.keyboard.tap("Control", "n")
    wait_for_entry(stage)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: b"SUMMARY:tea" in stage.path.read_bytes(), "the event is not in the calendar that is shown")
    stage.expect((stage.folder / "choir.ics").read_bytes() == choir, "the hidden calendar was written")


@scenario(KEYS)
def hiding_and_showing_the_events_of_a_crowded_week_is_spread_over_several_frames(stage: Stage) -> None:
    """How long the frames take can be judged only with a release build on an idle machine."""
    crowded_calendar = crowded_weeks(301, weeks=30)
    other_path = Calendar(day=crowded_calendar.day).add("Rehearsal", "16:00", "17:00").write(stage.folder, "choir.ics")
    other_path.write_bytes(other_path.read_bytes().replace(b"X-WR-CALNAME:Tests", b"X-WR-CALNAME:Choir"))
    stage.open(crowded_calendar, view="week", arguments=(str(other_path),), environment=settings_environment(stage))
    show_sidebar(stage)
    time.sleep(1)
    all_names = stage.program.event_names()
    stage.expect(len(all_names) == 302, f"{len(all_names)} events are listed")
    for is_hidden in (True, False, True, False):
        frame_count = len(stage.program.frames_when_quiet())
        check_box = wait_for_check_box(stage, "Tests")
        check_box.act(check_box.actions[0])
        frames = stage.program.frames_when_quiet(quiet=0.5, timeout=15)[frame_count:]
        if not stage.precondition(frames, "no frame was logged"):
            return
        work_times = sorted(frame.work_us for frame in frames)
        took = (frames[-1].t_us - frames[0].t_us) / 1e6
        stage.notes.append(
            f"{'hidden' if is_hidden else 'shown'}: {len(frames)} frames in {took:.3f} s, {work_times[-1]:.0f} us of work at most")
        stage.expect(len(frames) >= 4, f"the change is spread over only {len(frames)} frames; there should be at least 4")
        stage.expect_soon(lambda: is_event_shown(stage, "Event 0") != is_hidden, f"the events are not {'hidden' if is_hidden else 'shown'}")
        expected = [name for name in all_names if name.startswith("Rehearsal") or not is_hidden]
        names = stage.program.event_names()
        stage.expect(
            names == expected, f"{'hidden' if is_hidden else 'shown'}: assistive technology lists {len(names)} events, "
            f"beginning with {names[:2]}, instead of {len(expected)}, beginning with {expected[:2]}")


# The menu


@scenario(MOUSE, TOUCH, KEYS)
def a_calendar_gets_another_color(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    choose_from_calendar_menu(stage, "Choir", "Change Color…", stage.device_name)
    red_button = wait_for(lambda: stage.program.root.find("radio button", "Red"), "the colors")
    stage.expect_soon(lambda: red_button.extents.height > 0, "the colors are not on the screen")
    red_button.act(red_button.actions[0])
    stage.expect_soon(lambda: "#c01c28" in saved_settings(stage), "the color is not saved")
    choir = (stage.folder / "choir.ics").read_bytes()
    stage.expect(b"COLOR" not in choir, "the color was written into the file")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: "#c01c28" not in saved_settings(stage), "undo does not restore the color")


@scenario(KEYS)
def the_color_of_a_folder_is_stored_in_the_folder(stage: Stage) -> None:
    folder = stage.folder / "choir"
    folder.mkdir()
    Calendar().add("Rehearsal", "16:00", "17:00").write(folder, "rehearsal.ics")
    stage.open(standard_day(), view="week", arguments=(str(folder),), environment=settings_environment(stage))
    wait_for(lambda: stage.program.blocks("Rehearsal"), "the event of the folder")
    show_sidebar(stage)
    color = folder / "color"
    choose_from_calendar_menu(stage, "choir", "Change Color…", "keys")
    red_button = wait_for(lambda: stage.program.root.find("radio button", "Red"), "the colors")
    listener = Listener()
    red_button.act(red_button.actions[0])
    stage.expect_soon(lambda: color.exists() and color.read_text() == "#c01c28", "the folder does not store the color")
    is_heard = listener.hears("Color of “choir”: Red")
    stage.expect(is_heard, f"the color is not announced: {listener.all_texts()[-6:]}")
    stage.expect("chosen-colors" not in saved_settings(stage), "the color is in the settings too")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: not color.exists(), "undo does not restore the color")


@scenario(MOUSE, TOUCH, KEYS)
def the_menu_closes_a_calendar(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    choose_from_calendar_menu(stage, "Choir", "Close", stage.device_name)
    stage.expect_soon(lambda: "“Choir” was closed" in visible_labels(stage), "no message says that the calendar was closed")
    sidebar = find_sidebar(stage)
    stage.expect_soon(lambda: sidebar and sidebar.find("check box", "Choir") is None, "the calendar is still in the sidebar")
    stage.expect((stage.folder / "choir.ics").exists(), "the file of the calendar is gone")


@scenario(KEYS)
def properties_say_where_a_calendar_is_stored(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    choose_from_calendar_menu(stage, "Choir", "Properties", "keys")
    for expected in (f"Location: {stage.folder / 'choir.ics'}", "Events: 1 event", "Size: "):
        stage.expect_soon(
            lambda expected=expected: stage.program.root.all(lambda node: node.name.startswith(expected)), f"“{expected}” is missing")
    stage.keyboard.tap("Escape")


@scenario(KEYS)
def an_unavailable_calendar_can_be_opened_with_try_again(stage: Stage) -> None:
    choir = _write_choir(stage)
    settings = stage.folder / "settings/glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        f"[org/handspan/Handspan]\nlast-opened=['{stage.folder / 'calendar.ics'}', '{choir}']\nshow-sidebar=true\n")
    path_elsewhere = choir.with_name("away")
    choir.rename(path_elsewhere)
    stage.open(standard_day(), view="week", is_on_command_line=False, environment=settings_environment(stage))
    wait_for_check_box(stage, "choir, not available")
    choose_from_calendar_menu(stage, "choir, not available", "Try Again", "keys")
    stage.expect_soon(lambda: any("is not available" in label for label in visible_labels(stage)), "no message says that the calendar is still not available")
    path_elsewhere.rename(choir)
    stage.expect_soon(lambda: find_sidebar(stage) and find_sidebar(stage).find("check box", "Choir"), "the calendar is not opened")
    stage.expect_soon(lambda: is_event_shown(stage, "Rehearsal"), "the event of the calendar is not shown")


# The small month calendar


@scenario(MOUSE, TOUCH, KEYS)
def the_month_calendar_selects_the_day_of_the_focused_event(stage: Stage) -> None:
    stage.open(standard_week(), view="week", environment=settings_environment(stage))
    show_sidebar(stage)

    def selected_days() -> list[str]:
        sidebar = find_sidebar(stage)
        days = sidebar.all(lambda node: node.role == "list item" and ", selected" in node.name) if sidebar else []
        return [day.name.partition(" January 2035")[0] for day in days if day.extents.height > 0]

    stage.expect_soon(lambda: selected_days() == ["Monday, 8"], f"at first, {selected_days()} is selected")
    if stage.device_name == KEYS:
        focus(stage, "Course")
    else:
        tap(stage.device, stage.scroll_to("Course", y=300).center)
    stage.expect_soon(lambda: selected_days() == ["Wednesday, 10"], f"the sidebar selects {selected_days()}")


@scenario(MOUSE, TOUCH, KEYS)
def a_day_of_the_month_calendar_shows_its_week(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    sidebar = find_sidebar(stage)
    assert sidebar is not None
    def day() -> Node | None:
        days = sidebar.all(lambda node: node.role == "list item" and node.name.startswith("Wednesday, 24 January 2035"))
        return days[0] if days else None
    target = wait_for(day, "24 January in the month")
    if stage.device_name == "keys":
        tab_to(stage, _name_of_january_8(stage))
        stage.keyboard.tap("Down", times=2)
        stage.keyboard.tap("Right", times=2)
        time.sleep(0.2)
        stage.keyboard.tap("Return")
    else:
        tap(stage.device, stage.bounds_at_rest(target).center)
    stage.expect_soon(lambda: shown_days(stage).startswith("Mon 22 Jan"), f"{shown_days(stage)} is shown")
    stage.expect(find_sidebar(stage), "the sidebar is closed")


# The next launch


@scenario(KEYS)
def the_sidebar_and_hidden_calendars_are_remembered(stage: Stage) -> None:
    _open(stage)
    show_sidebar(stage)
    check_box = wait_for_check_box(stage, "Choir")
    check_box.act(check_box.actions[0])
    stage.expect_soon(lambda: "\nhidden-calendars=['" in saved_settings(stage), "the hidden calendar is not saved in the settings")
    stage.close()
    stage.open(standard_day(), view="week", environment=settings_environment(stage), is_on_command_line=False)
    stage.expect_soon(lambda: find_sidebar(stage), "the sidebar is closed")
    stage.expect_soon(lambda: "checked" not in wait_for_check_box(stage, "Choir").states, f"the calendar is shown again: {saved_settings(stage)}")
    stage.expect_soon(lambda: not is_event_shown(stage, "Rehearsal"), "the event of the hidden calendar is shown again")
    stage.expect("checked" in wait_for_check_box(stage, "Tests").states, "the other calendar is hidden")
