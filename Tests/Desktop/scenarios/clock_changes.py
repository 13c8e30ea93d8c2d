"""Changes while the program is running: a new time zone, clock format or day."""

from __future__ import annotations

import subprocess
from pathlib import Path

from checks.calendars import lines_of, standard_day, standard_week
from rig.compositor import wait_for
from rig.screenshot import Picture
from rig.tree import Node

from .editor_helpers import REVIEW, editor, expect_one_undo, field, leave_editor, open_editor, visible_field
from .creation_drag import uids, wait_for_entry
from .registry import KEYS, scenario
from .stage import Stage

_ZONES = Path("/usr/share/zoneinfo")
#: The color of the now line: @error_color in the light style of libadwaita 1.2, and of 1.7.
NOW_LINE_COLORS = ((192, 28, 40), (195, 0, 0))


def starting_at(moment: str) -> dict[str, str | None]:
    """The environment of a program that starts at a given time in UTC."""
    return {"HANDSPAN_NOW": moment}


def set_zone(stage: Stage, name: str) -> str:
    """Changes the system's time zone as timedated does, by renaming a new link over the old one. Returns the value of TZ that
    makes the program read this link instead of /etc/localtime."""
    link, new_link = stage.folder / "localtime", stage.folder / "localtime.new"
    new_link.symlink_to(_ZONES / name)
    new_link.rename(link)
    return f":{link}"


def _today_dates(stage: Stage) -> list[str]:
    """The dates that the date header marks as today."""
    row = stage.program.root.find(name_prefix="Weeks")
    dates = row.all(lambda node: node.name.endswith(", today")) if row else []
    return [node.name for node in dates if node.extents.width > 0]


def _find_now_line(stage: Stage, picture_name: str) -> tuple[float, float]:
    """Takes a picture, saves it beside the log as `picture_name`, and returns the position at which the now line begins; -1, -1
    if there is none. The time in the gutter has the same color but is not part of the line."""
    picture = stage.picture_at_rest()
    picture.save(stage.folder / f"{picture_name}.png")
    for color in NOW_LINE_COLORS:
        line, offset = bytes(color) * 40, -1
        while (offset := picture.pixels.find(line, offset + 1)) >= 0:
            if offset % 3 == 0:
                y, x = divmod(offset // 3, picture.width)
                return x / stage.monitor.scale, y / stage.monitor.scale
    return -1, -1


def _take_picture_of_left_columns(stage: Stage, picture_name: str, width: int) -> Picture:
    """Takes a picture, saves it beside the log as `picture_name`, and returns its leftmost `width` columns."""
    picture = stage.picture_at_rest()
    picture.save(stage.folder / f"{picture_name}.png")
    rows = (picture.pixels[3 * y * picture.width:3 * (y * picture.width + width)] for y in range(picture.height))
    return Picture(width, picture.height, b"".join(rows))


def _toast(stage: Stage, text: str) -> Node | None:
    return stage.program.root.find("label", text)


@scenario(KEYS, pictures=True)
def a_new_time_zone_is_applied_at_once(stage: Stage) -> None:
    environment = starting_at("2035-01-08T10:20:00")
    stage.open(standard_week(), view="week", environment=environment | {"TZ": set_zone(stage, "Europe/Berlin")})
    stage.scroll_to("Standup", y=300)
    hour = stage.pixels_per_hour
    today = ["Monday, 8 January 2035, 8 events, today"]
    stage.expect_soon(lambda: _today_dates(stage) == today, f"today is {_today_dates(stage)}")
    # The timeline must also be at rest for the picture.
    review = stage.program.bounds_at_rest("Review")
    line_x, line_y = _find_now_line(stage, "zone-before")
    set_zone(stage, "Europe/Lisbon")
    stage.expect_soon(lambda: _toast(stage, "Time zone changed to Europe/Lisbon"), "there is no message")
    stage.becomes_true(lambda: abs(review.y - stage.program.bounds_at_rest("Review").y - hour) <= 1)
    moved_review = stage.program.bounds_at_rest("Review")
    stage.expect(abs(review.y - moved_review.y - hour) <= 1, f"“Review” moved up by {review.y - moved_review.y} px, not by an hour, which is {hour:.0f} px")
    new_line_x, new_line_y = _find_now_line(stage, "zone-after")
    stage.expect(line_y > 0 and abs(line_y - new_line_y - hour) <= 3, f"the now line moved from y = {line_y} to y = {new_line_y}")
    stage.expect(new_line_x == line_x, f"the now line begins at x = {new_line_x} and not at x = {line_x}")

    stage.keyboard.tap("Control", "n")
    wait_for_entry(stage)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    added_uids = set(uids(stage.wait_for_edit())) - set(uids(stage.contents_before_edit))
    if stage.expect(len(added_uids) == 1, f"{len(added_uids)} events were added, not one"):
        start = lines_of(stage.path.read_bytes(), added_uids.pop())["DTSTART"]
        stage.expect(start.startswith("DTSTART;TZID=Europe/Lisbon:"), f"a new event has {start}")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "undo does not restore every byte")

    # On the other side of the world, it is already tomorrow.
    set_zone(stage, "Pacific/Kiritimati")
    stage.expect_soon(
        lambda: any(name.startswith("Tuesday") for name in _today_dates(stage)), f"today is {_today_dates(stage)}")
    stage.expect_soon(lambda: len(_today_dates(stage)) == 1, f"today is {_today_dates(stage)}")
    _find_now_line(stage, "zone-far")
    stage.expect(stage.path.read_bytes() == stage.contents_before_edit, "the new time zone changed the file")


@scenario(KEYS)
def the_editor_and_a_lifted_event_survive_a_new_time_zone(stage: Stage) -> None:
    stage.open(standard_day(), environment={"TZ": set_zone(stage, "Europe/Berlin")})
    open_editor(stage)
    set_zone(stage, "Europe/Lisbon")
    stage.expect_soon(lambda: _toast(stage, "Time zone changed to Europe/Lisbon"), "there is no message")
    # The event stays in the time zone of Berlin.
    stage.expect(field(stage, "text", "Start time").text == "10:00", "the event has a different time")
    leave_editor(stage)
    stage.expect_untouched("nothing was changed")

    stage.keyboard.tap("Space")
    stage.expect_soon(
        lambda: any(frame.is_lifted_with_keyboard for frame in stage.program.frames()), "the event is not lifted")
    standup_bounds = stage.program.bounds_at_rest("Standup")
    set_zone(stage, "Europe/Berlin")
    stage.expect(
        not stage.becomes_true(lambda: stage.program.block("Standup").extents.y != standup_bounds.y, 1.5),
        "the hours moved while an event was lifted")
    stage.keyboard.tap("Down")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: stage.program.block("Standup").extents.y != standup_bounds.y, "the zone is not applied after the drop")
    start = lines_of(stage.wait_for_edit(), REVIEW)["DTSTART"]
    stage.expect(start == "DTSTART;TZID=Europe/Berlin:20350108T101500", f"the file says {start}")
    expect_one_undo(stage)


def set_clock_format(stage: Stage, settings: Path, clock: str) -> None:
    """Chooses a clock format as the desktop's settings do."""
    settings.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["gsettings", "set", "org.gnome.desktop.interface", "clock-format", clock],
        env=stage.compositor.client_environment() | {"GSETTINGS_BACKEND": "keyfile"}, check=True)


@scenario(KEYS, pictures=True)
def a_new_clock_format_is_applied_at_once(stage: Stage) -> None:
    settings = Path(stage.compositor.client_environment()["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"
    try:
        set_clock_format(stage, settings, "24h")
        stage.open(standard_day(), environment={"GSETTINGS_BACKEND": "keyfile"})
        width = round(stage.program.block("Review").extents.x * stage.monitor.scale)
        before = _take_picture_of_left_columns(stage, "clock-before", width)
        stage.expect("10:00 to 11:00" in stage.program.block("Review").name, stage.program.block("Review").name)
        set_clock_format(stage, settings, "12h")
        stage.expect_soon(
            lambda: "10:00 AM to 11:00 AM" in stage.program.block("Review").name, "the clock format is not applied")
        stage.program.bounds_at_rest("Review")
        stage.becomes_true(lambda: before.differing_pixel_count(_take_picture_of_left_columns(stage, "clock-after", width)) > 500)
        changed = before.differing_pixel_count(_take_picture_of_left_columns(stage, "clock-after", width))
        # About a dozen hours are shown, and at least four characters of each change.
        stage.expect(changed > 500, f"only {changed} pixels of the hours changed")

        open_editor(stage)
        stage.expect(field(stage, "text", "Start time").text == "10:00 AM", "the editor uses a different clock format")
        visible_field(stage, "push button", "Choose Start Time").act("click")
        wait_for(lambda: editor(stage).find(name_prefix="Start, AM or PM"), "the wheel for AM and PM")
        stage.picture().save(stage.folder / "clock-editor-before.png")
        set_clock_format(stage, settings, "24h")
        stage.expect_soon(lambda: field(stage, "text", "Start time").text == "10:00", "the editor keeps the old clock format")
        stage.expect_soon(
            lambda: editor(stage).find(name_prefix="Start, AM or PM") is None, "the 24-hour clock has a wheel for AM and PM")
        stage.expect_soon(lambda: editor(stage).find(name_prefix="Start, hour") is not None, "the wheels are gone")
        stage.picture().save(stage.folder / "clock-editor-after.png")
        leave_editor(stage)
        stage.expect_untouched("nothing was changed")
    finally:
        settings.unlink(missing_ok=True)


@scenario(KEYS, pictures=True)
def today_changes_at_midnight_without_input(stage: Stage) -> None:
    stage.open(standard_week(), view="week", environment=starting_at("2035-01-08T22:59:15"))
    stage.scroll_to("Night", y=400)
    line_x, line_y = _find_now_line(stage, "midnight-before")
    today = _today_dates(stage)
    if not stage.precondition(len(today) == 1 and today[0].startswith("Monday"), "the program was not ready before midnight"):
        return
    stage.expect(line_y > 0, "there is no now line before midnight")
    stage.expect_soon(
        lambda: _today_dates(stage) == ["Tuesday, 9 January 2035, 1 event, today"], "Tuesday is not marked as today", seconds=150)
    stage.expect(
        stage.becomes_true(lambda: not any(name.startswith("Monday") for name in _today_dates(stage))), "Monday is still marked as today")
    # Scrolls to the top.
    stage.scroll_to("Dawn", y=700)
    new_line_x, new_line_y = _find_now_line(stage, "midnight-after")
    stage.expect(
        new_line_y > 0 and new_line_x > line_x,
        f"the now line was at {line_x}, {line_y} and is at {new_line_x}, {new_line_y}")
