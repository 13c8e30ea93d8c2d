"""The details of an event, which open beside it."""

from __future__ import annotations

import time

from checks.calendars import Calendar, standard_day
from checks.contrast import contrast_ratio
from rig.compositor import wait_for
from rig.tree import Node, Rectangle

from .keys import focus
from .registry import KEYS, scenario
from .stage import Stage

#: The program's margin around the text and buttons, in px.
_MARGIN = 12
#: The minimum contrast ratio of a mark that is not text.
_MARK_MINIMUM = 3
_WHITE = (255, 255, 255)


def _expect_in_sight(stage: Stage, title: str) -> None:
    """Expects the buttons at the end of the details to be fully inside them."""
    button = wait_for(lambda: stage.program.root.find("push button", "Delete"), "the details")
    stage.bounds_at_rest(button)
    time.sleep(0.2)
    buttons = button.parent
    content = buttons and buttons.parent and buttons.parent.parent
    assert content is not None
    button_bounds, content_bounds = button.extents, content.extents
    stage.expect(
        content_bounds.bottom - button_bounds.bottom >= _MARGIN and content_bounds.right - button_bounds.right >= _MARGIN,
        f"{title}: the last button is at {button_bounds}, the details are at {content_bounds}")


def _close(stage: Stage) -> None:
    """Closes the details with Escape, and waits until they are gone."""
    stage.keyboard.tap("Escape")
    stage.expect_soon(
        lambda: not stage.program.root.all(
            lambda node: node.role == "push button" and node.name == "Delete" and node.extents.height > 0),
        "Escape does not close the details")


@scenario(KEYS, core=True)
def details_are_not_cut_off_in_a_narrow_window(stage: Stage) -> None:
    """This must not depend on where the text wraps: GTK calculates the height of a popover as if its lines were longer
    than they are. If the monitor is no taller than the window, there is not enough space above or below the event."""
    stage.open_narrow(standard_day().add(
        "Talk", "03:00", "04:30",
        "LOCATION:The big meeting room on the third floor behind the stairs",
        "DESCRIPTION:Please bring the notes from last time\\, and a list of what is still open. There is tea."))
    for title in ("Review", "Talk"):
        focus(stage, title)
        stage.keyboard.tap("Return")
        _expect_in_sight(stage, title)
        _close(stage)


@scenario(KEYS)
def long_details_scroll(stage: Stage) -> None:
    """Page Down scrolls the details while they are open. When they are opened again, they begin with the title. The buttons do
    not scroll."""
    directions = " ".join(f"This is sentence {number} of how to get there." for number in range(1, 16))
    stage.open_narrow(standard_day().add("Talk", "03:00", "04:30", f"LOCATION:{directions}"))

    def title_above_buttons() -> int:
        button = stage.program.root.find("push button", "Delete")
        title = stage.program.root.find("label", "Talk")
        return button.extents.y - title.extents.y if button and title else 0

    focus(stage, "Talk")
    stage.keyboard.tap("Return")
    _expect_in_sight(stage, "Talk")
    first_distance = title_above_buttons()
    stage.keyboard.tap("PageDown")
    stage.expect_soon(lambda: title_above_buttons() > first_distance + 40, "Page Down did not scroll the text")
    _close(stage)
    stage.keyboard.tap("Return")
    stage.becomes_true(lambda: title_above_buttons() == first_distance)
    second_distance = title_above_buttons()
    stage.expect(
        second_distance == first_distance,
        f"the title is {second_distance} px above the buttons instead of {first_distance} px as when first opened")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: "Edit…" in stage.focused_names(), "Tab does not move the focus to a button")
    stage.keyboard.tap("PageDown")
    stage.expect_soon(
        lambda: title_above_buttons() > first_distance + 40, "Page Down did not scroll the text while a button had the focus")
    stage.expect_untouched("the details were only opened")


@scenario(core=True)
def details_of_an_event_that_fills_the_window_are_visible(stage: Stage) -> None:
    """If there is no space above or below the event, the details cover its end."""
    stage.open(Calendar().add("Workshop", "00:15", "23:30"))
    stage.mouse.move(*stage.program.viewport().center)
    for _ in range(4):
        stage.mouse.wheel(1)
        time.sleep(0.1)
    stage.program.bounds_at_rest("Workshop")
    x, y = stage.program.viewport().center
    stage.device.down(x, y)
    time.sleep(0.05)
    stage.device.up()
    _expect_in_sight(stage, "Workshop")


_LINK = "https://example.org/meetings/review?id=4711"


@scenario(KEYS)
def the_link_of_an_event_opens_from_its_details(stage: Stage) -> None:
    """Tab reaches the link, and Enter opens it with the program that handles web addresses."""
    opened_link = stage.folder / "opened.txt"
    data = stage.folder / "data"
    (data / "applications").mkdir(parents=True)
    (data / "applications/browser.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Browser\n"
        f"Exec=sh -c 'echo \"$0\" > {opened_link}' %u\nMimeType=x-scheme-handler/https;\n")
    (data / "applications/mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=browser.desktop\n")
    stage.open(
        Calendar().add("Dawn", "01:00", "02:00").add("Review", "10:00", "11:00", f"URL:{_LINK}")
        .add("Script", "12:00", "13:00", "URL:javascript:alert(1)"),
        environment={"XDG_DATA_HOME": str(data)})
    focus(stage, "Review")
    stage.keyboard.tap("Return")
    link = wait_for(lambda: stage.program.root.find("link", _LINK), "the link")
    wait_for(lambda: link.extents.height > 0, "the link on the screen")
    stage.expect(link.extents.height >= 24, f"the link is {link.extents.height} px high instead of at least 24 px")
    _expect_in_sight(stage, "Review")
    stage.keyboard.tap("Tab")
    stage.expect_soon(lambda: "focused" in link.states, "Tab does not reach the link")
    stage.keyboard.tap("Return")
    stage.expect_soon(lambda: opened_link.exists() and opened_link.read_text().strip() == _LINK, "the link was not opened")
    _close(stage)
    focus(stage, "Script")
    stage.keyboard.tap("Return")
    plain = wait_for(lambda: stage.program.root.find("label", "javascript:alert(1)"), "the text of the link")
    stage.expect_soon(lambda: plain.extents.height > 0, "the text of the unsafe link is not shown")
    stage.expect(not _links(stage), "an unsafe link can be opened")
    stage.expect_untouched("the details were only opened")


def _links(stage: Stage) -> list[str]:
    return stage.program.root.names(lambda node: node.role == "link" and node.extents.height > 0)


def _separator_rows(stage: Stage) -> list[int]:
    """The rows of the picture that have a line almost as wide as the details, with enough contrast against white."""
    picture = stage.picture()
    rows: list[int] = []
    for y in range(picture.height):
        row = "".join("x" if contrast_ratio(picture.at(x, y), _WHITE) >= _MARK_MINIMUM else " " for x in range(picture.width))
        if any(280 <= len(run) <= 340 for run in row.split()):
            rows.append(y)
    return rows


@scenario(KEYS, pictures=True)
def a_line_shows_that_details_continue(stage: Stage) -> None:
    """With large text in a narrow window, the details scroll together with their buttons, and leave a part of the window
    visible. As long as more follows, the line is below the visible part; at the end, it is above."""
    directions = " ".join(f"This is sentence {number} of how to get there." for number in range(1, 12))
    stage.open_narrow(standard_day().add("Talk", "03:00", "04:30", f"LOCATION:{directions}"), text_scale=2)
    focus(stage, "Talk")
    stage.keyboard.tap("Return")
    delete = wait_for(lambda: stage.program.root.find("push button", "Delete"), "the details")
    stage.bounds_at_rest(delete)
    time.sleep(2)
    stage.becomes_true(lambda: len(_separator_rows(stage)) == 1)
    visible_bounds, window = _visible_part(delete), stage.window()
    stage.expect(
        0.5 * window.height < visible_bounds.height <= 0.85 * window.height, f"the details are {visible_bounds.height} px high in {window}")
    stage.picture().save(stage.folder / "more.png")
    stage.expect(len(_separator_rows(stage)) == 1, f"there are lines in rows {_separator_rows(stage)}; there should be one, below the text")
    rows_at_start = _separator_rows(stage)
    for _ in range(12):
        stage.keyboard.tap("PageDown")
        time.sleep(0.1)
    stage.bounds_at_rest(delete)
    time.sleep(2)
    stage.becomes_true(lambda: len(_separator_rows(stage)) == 1)
    stage.picture().save(stage.folder / "end.png")
    rows_at_end = _separator_rows(stage)
    stage.expect(
        len(rows_at_end) == 1 and rows_at_start and rows_at_end[0] < rows_at_start[0] - 40,
        f"there are lines in rows {rows_at_end}; there should be one, above the end of the text, not in rows {rows_at_start}")
    # Tab brings a button that is out of sight into view.
    _close(stage)
    stage.keyboard.tap("Return")
    wait_for(lambda: delete.extents.height > 0, "the details again")
    stage.expect_soon(lambda: not _is_in_view(delete), "the button is in view although the details begin with the title")
    for _ in range(3):
        stage.keyboard.tap("Tab")
        time.sleep(0.1)
    stage.expect_soon(lambda: "focused" in delete.states, "Tab does not reach the button")
    stage.expect_soon(lambda: _is_in_view(delete), f"{delete.extents} is not within {_visible_part(delete)}")


def _visible_part(button: Node) -> Rectangle:
    """The part of the details that is in view."""
    contents = button.parent and button.parent.parent
    assert contents is not None and contents.parent is not None
    return contents.parent.extents


def _is_in_view(button: Node) -> bool:
    box, visible = button.extents, _visible_part(button)
    return visible.y <= box.y and box.bottom <= visible.bottom
