"""Subscriptions when the program is killed, and in a narrow window."""

from __future__ import annotations

import os
import signal
import time
from itertools import chain

from checks.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.tree import Node

from .moving import expect_dialog_closed, wait_for_dialog
from .registry import KEYS, scenario
from .sidebar import show_sidebar
from .stage import Stage
from .subscriptions import choose_add_subscription, expect_row, open_standard_day, store_subscription, web_server


def _large_calendar(title: str) -> str:
    """A calendar of about 20 MB, so that writing it takes long enough to be interrupted."""
    padding = "".join(f"X-PADDING-{number}:{'x' * 60}\r\n" for number in range(260_000))
    text = Calendar().add(title, "13:00", "14:00").file_contents().decode()
    return text.replace("X-WR-CALNAME:Tests", "X-WR-CALNAME:Holidays").replace("BEGIN:VEVENT", padding + "BEGIN:VEVENT", 1)


@scenario(KEYS)
def a_subscription_is_complete_after_the_program_was_killed_while_writing_it(stage: Stage) -> None:
    cache = stage.folder / "cache/handspan/subscriptions"
    copy = cache / "100-0.ics"

    def is_writing() -> bool:
        return any(cache.glob("100-0.ics.new-*"))

    with web_server() as server:
        store_subscription(stage, server, hours=50)
        interrupted = 0
        for title in ("Easter", "Whitsun", "Advent"):
            server.text = _large_calendar(title)
            complete = {copy.read_bytes(), server.text.encode()}
            open_standard_day(stage)
            deadline = time.monotonic() + 60
            while not is_writing() and copy.read_bytes() != server.text.encode() and time.monotonic() < deadline:
                time.sleep(0.001)
            os.kill(stage.program.process_id, signal.SIGKILL)
            wait_for(lambda: not stage.program.is_running, "the program to exit")
            interrupted += is_writing()
            stage.expect(copy.read_bytes() in complete, "the copy is neither the old calendar nor the new one")
            # The next program finds a copy that is as old as the first.
            record = cache / "100-0.fetched"
            then = int(time.time()) - 50 * 3_600
            record.write_text(f"fetched={then}\nattempted={then}\nname=Holidays\n")
        stage.expect(interrupted > 0, "the program was never killed while it was writing")
        title = next(title for title in ("New Year", "Easter", "Whitsun", "Advent") if title.encode() in copy.read_bytes())
        server.status = 503
        open_standard_day(stage)
        wait_for(lambda: stage.program.blocks(title), "the event of the copy")
        show_sidebar(stage)
        expect_row(stage, "Holidays, refresh failed, last updated 2 days ago", why="the failure is not shown")
        stage.expect(not is_writing(), "the unfinished file was not removed")


@scenario(KEYS, pictures=True)
def the_address_of_a_subscription_can_be_entered_in_a_narrow_window(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    stage.open_narrow(standard_day(), text_scale=2)
    show_sidebar(stage)
    choose_add_subscription(stage)
    dialog = wait_for_dialog(stage, "Subscribe to Calendar")
    entry = wait_for(
        lambda: next(iter(dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        "the focus in the address")
    stage.keyboard.type("a")
    stage.expect_soon(lambda: entry.text == "a", "the first key did not reach the address")
    entry.write("webcal://calendars.example.org/holidays.ics")

    def visible(role: str) -> list[Node]:
        return dialog.all(lambda node: node.role == role and node.extents.height > 0)
    wait_for(lambda: any("calendars.example.org" in node.name for node in visible("label")), "the name of the server")
    frame = stage.program.root.find("frame")
    width = frame.extents.width if frame else 0

    def fits(node: Node) -> bool:
        return 0 <= node.extents.x and node.extents.right <= width
    for node in chain(visible("label"), visible("text")):
        is_in_button = node.parent is not None and node.parent.role == "push button"
        stage.expect(is_in_button or fits(node), f"“{node.name}” is at {node.extents} of {width} px")
    # The dialog has two sets of buttons, side by side and stacked. The stacked ones have a size only when they are used,
    # that is, when the others do not fit.
    buttons = visible("push button")
    stage.expect(buttons, "the dialog has no buttons")
    stacked = [button for button in buttons if button.parent is not None and "vertical" in button.parent.states]
    for button in stacked or buttons:
        stage.expect(fits(button), f"the button “{button.name}” is at {button.extents} of {width} px")
    stage.save_picture("subscription-narrow")
    stage.keyboard.tap("Escape")
    expect_dialog_closed(stage, "Subscribe to Calendar")
