"""Subscriptions: calendars on the web, added by address or by link, with their good and bad days."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from feel.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.program import binary
from rig.tree import Listener, Node
from rig.web import Web

from .managing import _answer, _environment, _expect_label, _heard, _menu_row
from .moving import _dialog, _expect_closed
from .opening import _labels, _run
from .registry import KEYS, MOUSE, TOUCH, scenario
from .sidebar import _button, _focus, _menu, _show, _sidebar
from .stage import Stage


def _text(*titles: str) -> str:
    calendar = Calendar()
    for hour, title in enumerate(titles, start=13):
        calendar.add(title, f"{hour}:00", f"{hour + 1}:00")
    return calendar.text().decode().replace("X-WR-CALNAME:Tests", "X-WR-CALNAME:Holidays")


@contextmanager
def _web(*titles: str) -> Iterator[Web]:
    web = Web(_text(*titles))
    try:
        yield web
    finally:
        web.close()


def _open(stage: Stage, *arguments: str) -> None:
    stage.open(
        standard_day(), view="week", arguments=arguments,
        environment={**_environment(stage), "XDG_CACHE_HOME": str(stage.folder / "cache")})


def _row(stage: Stage) -> str:
    """The name of the check mark of the subscription; empty if there is none."""
    sidebar = _sidebar(stage)
    found = sidebar.find("check box", starting="Holidays") if sidebar else None
    return found.name if found else ""


def _expect_row(stage: Stage, name: str, why: str) -> None:
    stage.expect_soon(lambda: _row(stage) == name, f"{why}: “{_row(stage)}”", seconds=20)


def _add(stage: Stage, web: Web) -> None:
    """Adds the subscription with the device of the scenario."""
    if stage.hand_name == "keys":
        _focus(stage, "Add Calendar")
        stage.keyboard.tap("Space")
    else:
        tap(stage.hand, _button(stage, "Add Calendar").extents.center)
    row = wait_for(lambda: _menu_row(stage, "Add Subscription…"), "“Add Subscription…” in the menu", seconds=5)
    row.act(row.actions[0])
    dialog = _dialog(stage, "Add Subscription")
    entry = wait_for(
        lambda: next(iter(dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        "the focus in the address", seconds=5)
    stage.expect(entry.name.startswith("Address"), f"the field is called “{entry.name}”")
    def button() -> Node:
        """The button of the dialog. The window has others whose names begin with “Add”."""
        return wait_for(
            lambda: next(iter(dialog.all(lambda node: node.role == "push button" and node.name == "Add")), None),
            "the button “Add”", seconds=5)

    stage.expect("sensitive" not in button().states, "Add can be pressed without an address")
    entry.write("file:///etc/passwd")
    stage.expect_soon(lambda: any("“file:” are not supported" in text for text in _labels(stage)), "a file is accepted")
    stage.expect("sensitive" not in button().states, "Add can be pressed with the address of a file")
    entry.write(web.address)
    _expect_label(stage, f"Server: {web.host}")
    stage.expect_soon(lambda: "sensitive" in button().states, "Add cannot be pressed")
    stage.expect(web.count == 0, "something was fetched before the answer")
    if stage.hand_name == "keys":
        stage.keyboard.tap("Return")
    else:
        button().act("click")


@scenario(MOUSE, TOUCH, KEYS)
def a_subscription_is_added_shows_its_age_and_is_removed(stage: Stage) -> None:
    with _web("New Year") as web:
        _open(stage)
        _show(stage)
        listener = Listener()
        _add(stage, web)
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription", seconds=20)
        _expect_row(stage, "Holidays, updated just now, read-only", "the subscription is not listed with its age")
        listener.listen(1.5)
        stage.expect(
            any("Subscribed to “Holidays”" in text for text in _heard(listener)),
            f"it is not announced: {_heard(listener)[-6:]}")
        groups = _sidebar(stage)
        stage.expect(
            groups and groups.all(lambda node: node.role in ("panel", "grouping") and node.name == "Subscriptions"),
            "there is no group for it")
        files = [path for path in stage.folder.rglob("*") if "subscriptions" in path.parts and path.is_file()]
        stage.expect(len(files) == 3, f"the files are {files}")
        for path in files:
            stage.expect(path.stat().st_mode & 0o777 == 0o600, f"others may read {path}")
        stage.expect("secret" not in stage.program.output.read_text(), "the address is in the log")
        _menu(stage, "Holidays, read-only", "Unsubscribe…", "mouse")
        _dialog(stage, "Unsubscribe from “Holidays”?")
        _answer(stage, "Unsubscribe", "action")
        stage.expect_soon(lambda: not stage.program.blocks("New Year"), "its event is still shown", seconds=10)
        stage.expect_soon(lambda: _row(stage) == "", "it is still listed")
        stage.expect_soon(lambda: not any(path.exists() for path in files), f"files are left: {files}")


@scenario(KEYS)
def on_a_bad_day_a_subscription_keeps_its_events_and_says_why(stage: Stage) -> None:
    with _web("New Year") as web:
        _open(stage)
        _show(stage)
        _add(stage, web)
        _expect_row(stage, "Holidays, updated just now, read-only", "the subscription is not listed")
        web.status = 404
        _menu(stage, "Holidays, read-only", "Refresh", "mouse")
        _expect_row(stage, "Holidays, not refreshed, updated just now", "the bad day is not told")
        stage.expect_soon(
            lambda: any("there is no calendar at this address" in text for text in _labels(stage)), "nobody says why")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        web.status, web.text = 200, "<html>Please sign in</html>"
        _menu(stage, "Holidays, not refreshed", "Try Again", "mouse")
        stage.expect_soon(
            lambda: any("leads to a web page, not to a calendar" in text for text in _labels(stage)), "nobody says why")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        web.text = _text("New Year", "Easter")
        _menu(stage, "Holidays, not refreshed", "Try Again", "mouse")
        wait_for(lambda: stage.program.blocks("Easter"), "the new event", seconds=20)
        _expect_row(stage, "Holidays, updated just now, read-only", "the good day is not told")


@scenario(KEYS)
def a_webcal_link_asks_first_and_names_the_server(stage: Stage) -> None:
    with _web("New Year") as web:
        _open(stage)
        link = f"webcal://{web.host}/holidays.ics?token=secret"
        _run(stage, str(binary()), "open", "--for-now", link)
        dialog = _dialog(stage, "Subscribe to a Calendar?")
        texts = dialog.names(lambda node: node.role == "label")
        stage.expect(any(web.host in text for text in texts), f"the server is not named: {texts}")
        stage.expect(not any("secret" in text for text in texts), f"the address is shown: {texts}")
        stage.expect(web.count == 0, "something was fetched before the answer")
        stage.keyboard.tap("Escape")
        _expect_closed(stage, "Subscribe to a Calendar?")
        _run(stage, str(binary()), "open", "--for-now", link)
        _dialog(stage, "Subscribe to a Calendar?")
        _answer(stage, "Subscribe", "action")
        # webcal is encrypted, and this server is not.
        stage.expect_soon(
            lambda: any(f"The calendar from {web.host} cannot be added:" in text for text in _labels(stage)),
            f"the failure is not told: {_labels(stage)[-6:]}", seconds=20)
        stage.expect(web.count == 0, "it was fetched without encryption")
        stage.expect(not list(stage.folder.rglob("subscriptions/*")), "it is stored")
