"""Subscriptions: calendars on the web, added by address or by link, with their good and bad days."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from checks.calendars import Calendar, standard_day
from rig.compositor import wait_for
from rig.input_devices import tap
from rig.program import binary
from rig.tree import Listener, Node
from rig.web import Web

from .managing import _answer, _environment, _expect_label, _heard
from .moving import _dialog, _expect_closed
from .opening import _BUS_NAME, _run_in_session, _visible_labels
from .registry import KEYS, MOUSE, TOUCH, scenario
from .sidebar import _button, _choose_from_menu, _focus, _show_sidebar, _sidebar
from .stage import Stage

_REFUSAL = "This event cannot be changed because its calendar is a subscription"
_HOUR_S = 3_600


def _text(*titles: str) -> str:
    calendar = Calendar()
    for hour, title in enumerate(titles, start=13):
        calendar.add(title, f"{hour}:00", f"{hour + 1}:00")
    return calendar.file_contents().decode().replace("X-WR-CALNAME:Tests", "X-WR-CALNAME:Holidays")


@contextmanager
def _web(*titles: str, folder: Path | None = None) -> Iterator[Web]:
    web = Web(_text(*titles), folder)
    try:
        yield web
    finally:
        web.close()


def _open(stage: Stage, *arguments: str, web: Web | None = None, maximized: bool = True) -> None:
    """Opens the standard day. The program trusts the certificate of `web`, and logs as much as it can."""
    environment = {
        **_environment(stage), "XDG_CACHE_HOME": str(stage.folder / "cache"), "G_MESSAGES_DEBUG": "all",
        "HANDSPAN_CERTIFICATES": str(web.certificate) if web and web.certificate else None}
    stage.open(standard_day(), view="week", maximized=maximized, arguments=arguments, environment=environment)


def _files(stage: Stage) -> list[Path]:
    return [path for path in stage.folder.rglob("*") if "subscriptions" in path.parts and path.is_file()]


def _store(stage: Stage, web: Web, *, hours: int) -> None:
    """Stores a subscription as an earlier start would have left it that fetched it some hours ago."""
    data, cache = (stage.folder / name / "handspan/subscriptions" for name in ("data", "cache"))
    for folder in (data, cache):
        folder.mkdir(parents=True)
    (data / "100-0").write_text(f"url={web.address}\n")
    (cache / "100-0.ics").write_bytes(_text("New Year").encode())
    moment = int(time.time()) - hours * _HOUR_S - 60
    (cache / "100-0.fetched").write_text(f"fetched={moment}\nattempted={moment}\nname=Holidays\n")


def _row(stage: Stage) -> str:
    """The name of the check mark of the subscription; empty if there is none."""
    sidebar = _sidebar(stage)
    found = sidebar.find("check box", starting="Holidays") if sidebar else None
    return found.name if found else ""


def _expect_row(stage: Stage, *names: str, why: str) -> None:
    stage.expect_soon(lambda: _row(stage) in names, f"{why}: “{_row(stage)}”")


def _expect_fresh(stage: Stage, why: str) -> None:
    """The subscription was refreshed now, or a minute ago on a busy machine."""
    _expect_row(
        stage, "Holidays, updated just now, read-only", "Holidays, updated 1 minute ago, read-only", why=why)


def _expect_told(stage: Stage, words: str) -> None:
    stage.expect_soon(
        lambda: any(words in text for text in _visible_labels(stage)),
        f"nobody says “{words}”: {_visible_labels(stage)[-4:]}")


def _reason(stage: Stage) -> str:
    """What the row of the subscription says beside its name."""
    sidebar = _sidebar(stage)
    found = sidebar.find("check box", starting="Holidays") if sidebar else None
    return found.description if found else ""


def _expect_reason(stage: Stage, listener: Listener, words: str) -> None:
    """The reason is announced, and stays beside the subscription."""
    message = f"“Holidays” was not refreshed: {words}."
    stage.expect(listener.hears(message), f"“{message}” is not announced: {_heard(listener)[-4:]}")
    stage.expect_soon(lambda: message in _reason(stage), f"the row says “{_reason(stage)}”")


def _expect_nothing_logged(stage: Stage) -> None:
    text = stage.program.output_text()
    lines = [line for line in text.splitlines() if "secret" in line]
    stage.expect(not lines, f"the address is in the log: {lines[:2]}")


def _choose_add(stage: Stage) -> None:
    """Chooses “Add Subscription…” with the device of the scenario."""
    if stage.device_name == "keys":
        _focus(stage, "Add Calendar")
        stage.keyboard.tap("Space")
    else:
        tap(stage.device, stage.bounds_at_rest(_button(stage, "Add Calendar")).center)

    def row() -> Node | None:
        rows = stage.program.root.all(lambda node: node.role.endswith("menu item") and node.name == "Add Subscription…")
        return next((found for found in rows if found.extents.height > 0), None)
    stage.bounds_at_rest(wait_for(row, "“Add Subscription…” in the menu"))
    found = wait_for(row, "“Add Subscription…” in the menu")
    found.act(found.actions[0])


def _add(stage: Stage, web: Web) -> None:
    """Adds the subscription with the device of the scenario."""
    _choose_add(stage)
    dialog = _dialog(stage, "Add Subscription")
    entry = wait_for(
        lambda: next(iter(dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        "the focus in the address")
    stage.expect(entry.name.startswith("Address"), f"the field is called “{entry.name}”")

    def button() -> Node:
        """The visible button of the dialog. The dialog has another one for narrow windows, and both say their name twice."""
        return wait_for(
            lambda: next(iter(dialog.all(
                lambda node: node.role == "push button" and node.name.startswith("Add") and node.extents.height > 0)), None),
            "the button “Add”")

    stage.expect("sensitive" not in button().states, "Add can be pressed without an address")
    entry.write("file:///etc/passwd")
    _expect_told(stage, "addresses that begin with “file:” are not supported")
    stage.expect("sensitive" not in button().states, "Add can be pressed with the address of a file")
    entry.write(web.address)
    _expect_label(stage, f"Server: {web.host}")
    stage.expect_soon(lambda: "sensitive" in button().states, "Add cannot be pressed")
    stage.expect(web.count == 0, "something was fetched before the answer")
    if stage.device_name == "keys":
        stage.keyboard.tap("Return")
    else:
        button().act("click")


@scenario(MOUSE, TOUCH, KEYS)
def a_subscription_is_added_shows_its_age_and_is_removed(stage: Stage) -> None:
    with _web("New Year") as web:
        _open(stage)
        _show_sidebar(stage)
        listener = Listener()
        _add(stage, web)
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
        _expect_fresh(stage, "the subscription is not listed with its age")
        stage.expect(listener.hears("Subscribed to “Holidays”"), f"it is not announced: {_heard(listener)[-6:]}")
        sidebar = _sidebar(stage)
        stage.expect(
            sidebar and sidebar.all(lambda node: node.role in ("panel", "grouping") and node.name == "Subscriptions"),
            "there is no group for it")
        files = _files(stage)
        stage.expect(len(files) == 3, f"the files are {files}")
        for path in files:
            stage.expect(path.stat().st_mode & 0o777 == 0o600, f"others may read {path}")
            stage.expect(path.parent.stat().st_mode & 0o777 == 0o700, f"others may list {path.parent}")
        holders = [path for path in stage.folder.rglob("*") if path.is_file() and b"secret" in path.read_bytes()]
        stage.expect(
            [path.parts[-4:-1] for path in holders] == [("data", "handspan", "subscriptions")],
            f"the address is in {holders}")
        _expect_nothing_logged(stage)
        _choose_from_menu(stage, "Holidays, read-only", "Unsubscribe…", "mouse")
        _dialog(stage, "Unsubscribe from “Holidays”?")
        _answer(stage, "Unsubscribe", "action")
        stage.expect_soon(lambda: not stage.program.blocks("New Year"), "its event is still shown")
        stage.expect_soon(lambda: _row(stage) == "", "it is still listed")
        stage.expect_soon(lambda: not any(path.exists() for path in files), f"files are left: {files}")


@scenario(KEYS, pictures=True)
def on_a_bad_day_a_subscription_keeps_its_events_and_says_why(stage: Stage) -> None:
    with _web("New Year") as web:
        _open(stage)
        _show_sidebar(stage)
        _add(stage, web)
        _expect_fresh(stage, "the subscription is not listed")
        listener = Listener()
        web.status = 404
        _choose_from_menu(stage, "Holidays, read-only", "Refresh", "mouse")
        _expect_row(
            stage, "Holidays, not refreshed, updated just now", "Holidays, not refreshed, updated 1 minute ago",
            why="the bad day is not told")
        _expect_reason(stage, listener, "there is no calendar at this address")
        stage.keep_picture("subscription-not-refreshed")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        web.status, web.text = 200, "<html>Please sign in</html>"
        _choose_from_menu(stage, "Holidays, not refreshed", "Try Again", "mouse")
        _expect_reason(stage, listener, "the address leads to a web page, not to a calendar")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        web.redirect = "file:///etc/passwd"
        _choose_from_menu(stage, "Holidays, not refreshed", "Try Again", "mouse")
        _expect_reason(stage, listener, "the server redirected to an address that is not on the web")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        web.redirect, web.text = "", _text("New Year", "Easter")
        _choose_from_menu(stage, "Holidays, not refreshed", "Try Again", "mouse")
        wait_for(lambda: stage.program.blocks("Easter"), "the new event")
        _expect_fresh(stage, "the good day is not shown")
        _expect_nothing_logged(stage)


@scenario(KEYS)
def at_the_start_a_subscription_shows_its_age_and_only_an_old_one_is_fetched(stage: Stage) -> None:
    with _web("New Year", "Easter") as web:
        _store(stage, web, hours=3)
        _open(stage)
        _show_sidebar(stage)
        _expect_row(stage, "Holidays, updated 3 hours ago, read-only", why="the age is not shown")
        stage.expect(stage.program.blocks("New Year"), "the last copy is not shown")
        stage.expect(web.count == 0, "a recent copy was fetched again")
        _choose_from_menu(stage, "Holidays, read-only", "Refresh", "mouse")
        wait_for(lambda: stage.program.blocks("Easter"), "the new event")
        stage.expect(web.count == 1, f"there were {web.count} requests")


@scenario(KEYS, pictures=True)
def an_old_subscription_that_cannot_be_refreshed_at_the_start_says_how_old_it_is(stage: Stage) -> None:
    with _web("New Year", "Easter") as web:
        web.status = 503
        _store(stage, web, hours=50)
        _open(stage)
        _show_sidebar(stage)
        _expect_row(stage, "Holidays, not refreshed, updated 2 days ago", why="the failure is not shown")
        stage.expect(web.count == 1, f"there were {web.count} requests")
        stage.expect(stage.program.blocks("New Year"), "the last copy is not shown")
        stage.expect(not stage.program.blocks("Easter"), "something was taken from a server that failed")
        stage.expect_soon(
            lambda: "the server answered with error 503" in _reason(stage), f"the row says “{_reason(stage)}”")
        stage.keep_picture("subscription-old")


@scenario(MOUSE, TOUCH, KEYS)
def an_event_of_a_subscription_cannot_be_changed_and_the_reason_is_told(stage: Stage) -> None:
    with _web("New Year") as web:
        _store(stage, web, hours=1)
        _open(stage)
        block = wait_for(lambda: stage.program.block("New Year"), "the event of the subscription")
        box = stage.program.settle("New Year")
        if stage.device_name == "keys":
            block.act("event.move-later")
        else:
            stage.device.down(*box.center)
            if stage.is_touch:
                time.sleep(0.6)
            for step in range(1, 9):
                stage.device.move(box.center[0], box.center[1] + step * 10)
                time.sleep(0.02)
            stage.device.up()
        _expect_label(stage, _REFUSAL)
        stage.expect_soon(lambda: stage.program.block("New Year").extents == box, "the event has moved")
        copy = stage.folder / "cache/handspan/subscriptions/100-0.ics"
        stage.expect("T130000" in copy.read_text(), "the copy was changed")
        stage.expect(web.count == 0, "the server was asked")


@scenario(KEYS)
def the_user_chooses_how_often_a_subscription_is_refreshed(stage: Stage) -> None:
    with _web("New Year") as web:
        _store(stage, web, hours=1)
        _open(stage)
        _show_sidebar(stage)
        _expect_row(stage, "Holidays, updated 1 hour ago, read-only", why="the subscription is not listed")
        listener = Listener()
        _choose_from_menu(stage, "Holidays, read-only", "Refresh Interval", "mouse")

        def choice(name: str) -> Node | None:
            rows = stage.program.root.all(lambda node: node.role.endswith("menu item") and node.name == name)
            return next((row for row in rows if row.extents.height > 0), None)
        suggested = wait_for(lambda: choice("As Suggested by the Publisher"), "the choices")
        stage.expect("checked" in suggested.states, "the publisher's interval is not marked")
        day = wait_for(lambda: choice("1 Day"), "“1 Day” in the menu")
        stage.bounds_at_rest(day)
        day.act(day.actions[0])
        path = stage.folder / "data/handspan/subscriptions/100-0"
        stage.expect_soon(lambda: "interval=86400" in path.read_text(), "the choice is not stored")
        stage.expect(path.stat().st_mode & 0o777 == 0o600, f"others may read {path}")
        stage.expect(listener.hears("Refresh interval: 1 Day"), f"it is not announced: {_heard(listener)[-4:]}")


@scenario(KEYS, pictures=True)
def a_webcal_link_asks_first_and_names_the_server(stage: Stage) -> None:
    with _web("New Year", folder=stage.folder) as web:
        _open(stage, web=web)
        _run_in_session(stage, str(binary()), "open", "--for-now", web.link)
        dialog = _dialog(stage, "Subscribe to a Calendar?")
        texts = dialog.names(lambda node: node.role == "label")
        stage.expect(any(web.host in text for text in texts), f"the server is not named: {texts}")
        stage.expect(not any("secret" in text for text in texts), f"the address is shown: {texts}")
        stage.keep_picture("subscription-link")
        # The user may be typing when the question appears.
        stage.keyboard.tap("Return")
        stage.keyboard.tap("Escape")
        _expect_closed(stage, "Subscribe to a Calendar?")
        stage.expect(web.count == 0, "something was fetched before the answer")
        # As a browser opens it.
        _run_in_session(
            stage, "gdbus", "call", "--session", "--dest", _BUS_NAME, "--object-path", "/org/handspan/Handspan",
            "--method", "org.freedesktop.Application.Open", f"['{web.link}']", "{}")
        _dialog(stage, "Subscribe to a Calendar?")
        stage.expect(web.count == 0, "something was fetched before the answer")
        _answer(stage, "Subscribe", "action")
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
        _show_sidebar(stage)
        _expect_fresh(stage, "the subscription is not listed")
        _expect_nothing_logged(stage)


@scenario(KEYS)
def a_link_to_a_server_that_cannot_prove_its_identity_is_not_subscribed_to(stage: Stage) -> None:
    with _web("New Year", folder=stage.folder) as web:
        _open(stage)
        _run_in_session(stage, str(binary()), "open", "--for-now", web.link)
        _dialog(stage, "Subscribe to a Calendar?")
        _answer(stage, "Subscribe", "action")
        _expect_told(
            stage, f"The calendar from {web.host} cannot be added: the server could not prove its identity.")
        stage.expect(web.count == 0, "it was fetched nevertheless")
        stage.expect(not _files(stage), f"it is stored: {_files(stage)}")


@scenario(KEYS)
def a_link_that_starts_the_program_asks_first_and_is_hidden_from_other_users(stage: Stage) -> None:
    with _web("New Year", folder=stage.folder) as web:
        # The question is modal, so the window cannot be maximized.
        _open(stage, web.link, web=web, maximized=False)
        arguments = Path(f"/proc/{stage.program.process_id}/cmdline").read_bytes()
        stage.expect(b"secret" not in arguments, f"the arguments contain the address: {arguments!r}")
        _dialog(stage, "Subscribe to a Calendar?")
        stage.expect(web.count == 0, "something was fetched before the answer")
        _answer(stage, "Subscribe", "action")
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
