"""The details of an event, which open beside it."""

from __future__ import annotations

import time

from feel.calendars import Calendar, standard_day
from rig.compositor import wait_for

from .keys import focus
from .registry import KEYS, scenario
from .stage import Stage

#: The program's margin around the text and buttons, in px.
_MARGIN = 12


def _expect_in_sight(stage: Stage, title: str) -> None:
    """The buttons at the end of the details are within them."""
    button = wait_for(lambda: stage.program.root.find("push button", "Delete"), "the details", seconds=3)
    time.sleep(0.4)
    buttons = button.parent
    content = buttons and buttons.parent and buttons.parent.parent
    assert content is not None
    inner, outer = button.extents, content.extents
    stage.expect(outer.bottom - inner.bottom >= _MARGIN, f"{title}: the buttons end at {inner}, the details at {outer}")
    stage.expect(outer.right - inner.right >= _MARGIN, f"{title}: the buttons are {inner}, the details {outer}")


@scenario(KEYS, core=True)
def details_are_not_cut_off_in_a_narrow_window(stage: Stage) -> None:
    """Independent of line breaks: GTK calculates a popover's height for longer lines than it has. If the monitor is no
    higher than the window, there is not enough space above or below the event."""
    stage.open_narrow(standard_day().add(
        "Talk", "03:00", "04:30",
        "LOCATION:The big meeting room on the third floor behind the stairs",
        "DESCRIPTION:Please bring the notes of the last time\\, and a list of what is open still. There is tea."))
    for title in ("Review", "Talk"):
        focus(stage, title)
        stage.keyboard.tap("Return")
        _expect_in_sight(stage, title)
        stage.keyboard.tap("Escape")
        time.sleep(0.4)


@scenario(KEYS)
def long_details_scroll(stage: Stage) -> None:
    """Page Down scrolls them while they are open; when opened again, they begin with the title. The buttons stay."""
    way = " ".join(f"This is sentence {number} of how to get there." for number in range(1, 16))
    stage.open_narrow(standard_day().add("Talk", "03:00", "04:30", f"LOCATION:{way}"))

    def title_above_buttons() -> int:
        button = stage.program.root.find("push button", "Delete")
        title = stage.program.root.find("label", "Talk")
        return button.extents.y - title.extents.y if button and title else 0

    focus(stage, "Talk")
    stage.keyboard.tap("Return")
    _expect_in_sight(stage, "Talk")
    first = title_above_buttons()
    stage.keyboard.tap("PageDown")
    stage.expect_soon(lambda: title_above_buttons() > first + 40, "Page Down did not scroll the text")
    stage.keyboard.tap("Escape")
    time.sleep(0.4)
    stage.keyboard.tap("Return")
    time.sleep(0.6)
    again = title_above_buttons()
    stage.expect(again == first, f"the title is {again} px above the buttons, {first} when first opened")
    stage.expect_untouched("it was only looked at")


@scenario(core=True)
def details_of_an_event_that_fills_the_window_are_visible(stage: Stage) -> None:
    """Without space above and below the event, they cover its end."""
    stage.open(Calendar().add("Workshop", "00:15", "23:30"))
    stage.mouse.move(*stage.program.viewport().centre)
    for _ in range(4):
        stage.mouse.wheel(1)
        time.sleep(0.1)
    stage.program.settle("Workshop")
    x, y = stage.program.viewport().centre
    stage.hand.down(x, y)
    time.sleep(0.05)
    stage.hand.up()
    _expect_in_sight(stage, "Workshop")
