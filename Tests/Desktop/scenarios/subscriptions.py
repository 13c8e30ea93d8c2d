"""Subscriptions: calendars on the web, added by address or by link, and refreshed with or without success."""

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
from rig.web import WebServer

from .managing import answer_dialog, expect_label, private_environment
from .moving import expect_dialog_closed, wait_for_dialog
from .opening import BUS_NAME, run_in_session, visible_labels
from .registry import KEYS, MOUSE, TOUCH, scenario
from .sidebar import choose_from_calendar_menu, find_sidebar, show_sidebar, tab_to, wait_for_button
from .stage import Stage

_REFUSAL = "This event cannot be changed because its calendar is a subscription"
_HOUR_S = 3_600


def _text(*titles: str) -> str:
    calendar = Calendar()
    for hour, title in enumerate(titles, start=13):
        calendar.add(title, f"{hour}:00", f"{hour + 1}:00")
    return calendar.file_contents().decode().replace("X-WR-CALNAME:Tests", "X-WR-CALNAME:Holidays")


@contextmanager
def web_server(*titles: str, folder: Path | None = None) -> Iterator[WebServer]:
    server = WebServer(_text(*titles), folder)
    try:
        yield server
    finally:
        server.close()


def open_standard_day(stage: Stage, *arguments: str, server: WebServer | None = None, maximized: bool = True) -> None:
    """Opens the standard day. The program trusts the certificate of `server`, and logs as much as it can."""
    environment = {
        **private_environment(stage), "XDG_CACHE_HOME": str(stage.folder / "cache"), "G_MESSAGES_DEBUG": "all",
        "HANDSPAN_CERTIFICATES": str(server.certificate) if server and server.certificate else None}
    stage.open(standard_day(), view="week", maximized=maximized, arguments=arguments, environment=environment)


def _subscription_files(stage: Stage) -> list[Path]:
    return [path for path in stage.folder.rglob("*") if "subscriptions" in path.parts and path.is_file()]


def store_subscription(stage: Stage, server: WebServer, *, hours: int) -> None:
    """Stores a subscription as if the program had last fetched it the given number of hours ago."""
    data, cache = (stage.folder / name / "handspan/subscriptions" for name in ("data", "cache"))
    for folder in (data, cache):
        folder.mkdir(parents=True)
    (data / "100-0").write_text(f"url={server.address}\n")
    (cache / "100-0.ics").write_bytes(_text("New Year").encode())
    moment = int(time.time()) - hours * _HOUR_S - 60
    (cache / "100-0.fetched").write_text(f"fetched={moment}\nattempted={moment}\nname=Holidays\n")


def _row_name(stage: Stage) -> str:
    """The name of the check box of the subscription; empty if there is none."""
    sidebar = find_sidebar(stage)
    check_box = sidebar.find("check box", "Holidays") if sidebar else None
    return check_box.name if check_box else ""


def expect_row(stage: Stage, *names: str, why: str) -> None:
    stage.expect_soon(lambda: _row_name(stage) in names, f"{why}: “{_row_name(stage)}”")


def _expect_fresh(stage: Stage, why: str) -> None:
    """Expects that the subscription was refreshed just now or, on a busy machine, a minute ago."""
    expect_row(
        stage, "Holidays, last updated just now, read-only", "Holidays, last updated 1 minute ago, read-only", why=why)


def _expect_label_containing(stage: Stage, text: str) -> None:
    stage.expect_soon(
        lambda: any(text in label for label in visible_labels(stage)),
        f"no label contains “{text}”: {visible_labels(stage)[-4:]}")


def _row_description(stage: Stage) -> str:
    """The accessible description of the row of the subscription, which says why it was not refreshed."""
    sidebar = find_sidebar(stage)
    check_box = sidebar.find("check box", "Holidays") if sidebar else None
    return check_box.description if check_box else ""


def _expect_reason(stage: Stage, listener: Listener, words: str) -> None:
    """Expects the reason to be announced, and to remain in the row of the subscription."""
    message = f"“Holidays” could not be refreshed: {words}."
    stage.expect(listener.hears(message), f"“{message}” is not announced: {listener.all_texts()[-4:]}")
    stage.expect_soon(lambda: message in _row_description(stage), f"the row says “{_row_description(stage)}”")


def _expect_address_not_logged(stage: Stage) -> None:
    text = stage.program.output_text()
    lines = [line for line in text.splitlines() if "secret" in line]
    stage.expect(not lines, f"the address is in the log: {lines[:2]}")


def choose_add_subscription(stage: Stage) -> None:
    """Chooses “Subscribe to Calendar…” with the device of the scenario."""
    if stage.device_name == "keys":
        tab_to(stage, "Add Calendar")
        stage.keyboard.tap("Space")
    else:
        tap(stage.device, stage.bounds_at_rest(wait_for_button(stage, "Add Calendar")).center)

    def visible_row() -> Node | None:
        rows = stage.program.root.all(lambda node: node.role.endswith("menu item") and node.name == "Subscribe to Calendar…")
        return next((row for row in rows if row.extents.height > 0), None)
    stage.bounds_at_rest(wait_for(visible_row, "“Subscribe to Calendar…” in the menu"))
    row = wait_for(visible_row, "“Subscribe to Calendar…” in the menu")
    row.act(row.actions[0])


def _add_subscription(stage: Stage, server: WebServer) -> None:
    """Adds the subscription with the device of the scenario."""
    choose_add_subscription(stage)
    dialog = wait_for_dialog(stage, "Subscribe to Calendar")
    entry = wait_for(
        lambda: next(iter(dialog.all(lambda node: node.role == "text" and "focused" in node.states)), None),
        "the focus in the address")
    stage.expect(entry.name.startswith("Address"), f"the field is called “{entry.name}”")

    def button() -> Node:
        """The visible “Subscribe” button. The dialog has another one for narrow windows, and the names of both contain their label
        twice."""
        return wait_for(
            lambda: next(iter(dialog.all(
                lambda node: node.role == "push button" and node.name.startswith("Subscribe") and node.extents.height > 0)), None),
            "the button “Subscribe”")

    stage.expect("sensitive" not in button().states, "Subscribe can be pressed without an address")
    entry.write("file:///etc/passwd")
    _expect_label_containing(stage, "addresses that begin with “file:” are not supported")
    stage.expect("sensitive" not in button().states, "Subscribe can be pressed with the address of a file")
    entry.write(server.address)
    expect_label(stage, f"Server: {server.host}")
    stage.expect_soon(lambda: "sensitive" in button().states, "Subscribe cannot be pressed")
    stage.expect(server.request_count == 0, "the calendar was fetched before the question was answered")
    if stage.device_name == "keys":
        stage.keyboard.tap("Return")
    else:
        button().act("click")


@scenario(MOUSE, TOUCH, KEYS)
def a_subscription_is_added_shows_its_age_and_is_removed(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    with web_server("New Year") as server:
        open_standard_day(stage)
        show_sidebar(stage)
        listener = Listener()
        _add_subscription(stage, server)
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
        _expect_fresh(stage, "the subscription is not listed with its age")
        stage.expect(listener.hears("Subscribed to “Holidays”"), f"the subscription is not announced: {listener.all_texts()[-6:]}")
        sidebar = find_sidebar(stage)
        stage.expect(
            sidebar and sidebar.all(lambda node: node.role == "panel" and node.name == "Subscriptions"),
            "there is no group for subscriptions")
        files = _subscription_files(stage)
        stage.expect(len(files) == 3, f"the files are {files}")
        for path in files:
            stage.expect(path.stat().st_mode & 0o777 == 0o600, f"other users can read {path}")
            stage.expect(path.parent.stat().st_mode & 0o777 == 0o700, f"other users can list {path.parent}")
        files_with_address = [path for path in stage.folder.rglob("*") if path.is_file() and b"secret" in path.read_bytes()]
        stage.expect(
            [path.parts[-4:-1] for path in files_with_address] == [("data", "handspan", "subscriptions")],
            f"the address is in {files_with_address}")
        _expect_address_not_logged(stage)
        choose_from_calendar_menu(stage, "Holidays, read-only", "Unsubscribe…", "mouse")
        wait_for_dialog(stage, "Unsubscribe From “Holidays”?")
        answer_dialog(stage, "Unsubscribe", "action")
        stage.expect_soon(lambda: not stage.program.blocks("New Year"), "its event is still shown")
        stage.expect_soon(lambda: _row_name(stage) == "", "the subscription is still listed")
        stage.expect_soon(lambda: not any(path.exists() for path in files), f"files are left behind: {files}")


@scenario(KEYS, pictures=True)
def a_subscription_that_cannot_be_refreshed_keeps_its_events_and_says_why(stage: Stage) -> None:
    with web_server("New Year") as server:
        open_standard_day(stage)
        show_sidebar(stage)
        _add_subscription(stage, server)
        _expect_fresh(stage, "the subscription is not listed")
        listener = Listener()
        server.status = 404
        choose_from_calendar_menu(stage, "Holidays, read-only", "Refresh", "mouse")
        expect_row(
            stage, "Holidays, refresh failed, last updated just now", "Holidays, refresh failed, last updated 1 minute ago",
            why="the failure is not shown")
        _expect_reason(stage, listener, "no calendar was found at the address")
        stage.save_picture("subscription-not-refreshed")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        server.status, server.text = 200, "<html>Please sign in</html>"
        choose_from_calendar_menu(stage, "Holidays, refresh failed", "Try Again", "mouse")
        _expect_reason(stage, listener, "the address leads to a web page, not to a calendar")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        server.redirect = "file:///etc/passwd"
        choose_from_calendar_menu(stage, "Holidays, refresh failed", "Try Again", "mouse")
        _expect_reason(stage, listener, "the server redirected to an address that is not on the web")
        stage.expect(stage.program.blocks("New Year"), "its event is gone")
        server.redirect, server.text = "", _text("New Year", "Easter")
        choose_from_calendar_menu(stage, "Holidays, refresh failed", "Try Again", "mouse")
        wait_for(lambda: stage.program.blocks("Easter"), "the new event")
        _expect_fresh(stage, "the row does not say that the subscription was refreshed")
        _expect_address_not_logged(stage)


@scenario(KEYS)
def a_subscription_with_a_recent_copy_shows_its_age_and_is_not_fetched_at_launch(stage: Stage) -> None:
    with web_server("New Year", "Easter") as server:
        store_subscription(stage, server, hours=3)
        open_standard_day(stage)
        show_sidebar(stage)
        expect_row(stage, "Holidays, last updated 3 hours ago, read-only", why="the age is not shown")
        stage.expect(stage.program.blocks("New Year"), "the last copy is not shown")
        stage.expect(server.request_count == 0, "a recent copy was fetched again")
        choose_from_calendar_menu(stage, "Holidays, read-only", "Refresh", "mouse")
        wait_for(lambda: stage.program.blocks("Easter"), "the new event")
        stage.expect(server.request_count == 1, f"there were {server.request_count} requests")


@scenario(KEYS, pictures=True)
def an_old_subscription_that_cannot_be_refreshed_at_launch_says_how_old_it_is(stage: Stage) -> None:
    with web_server("New Year", "Easter") as server:
        server.status = 503
        store_subscription(stage, server, hours=50)
        open_standard_day(stage)
        show_sidebar(stage)
        expect_row(stage, "Holidays, refresh failed, last updated 2 days ago", why="the failure is not shown")
        stage.expect(server.request_count == 1, f"there were {server.request_count} requests")
        stage.expect(stage.program.blocks("New Year"), "the last copy is not shown")
        stage.expect(not stage.program.blocks("Easter"), "the events of a failed response are shown")
        stage.expect_soon(
            lambda: "the server responded with error 503" in _row_description(stage), f"the row says “{_row_description(stage)}”")
        stage.save_picture("subscription-old")


@scenario(MOUSE, TOUCH, KEYS)
def an_event_of_a_subscription_cannot_be_changed_and_a_message_says_why(stage: Stage) -> None:
    with web_server("New Year") as server:
        store_subscription(stage, server, hours=1)
        open_standard_day(stage)
        block = wait_for(lambda: stage.program.block("New Year"), "the event of the subscription")
        box = stage.program.bounds_at_rest("New Year")
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
        expect_label(stage, _REFUSAL)
        stage.expect_soon(lambda: stage.program.block("New Year").extents == box, "the event has moved")
        copy = stage.folder / "cache/handspan/subscriptions/100-0.ics"
        stage.expect("T130000" in copy.read_text(), "the copy was changed")
        stage.expect(server.request_count == 0, "a request was sent to the server")


@scenario(KEYS)
def the_user_chooses_how_often_a_subscription_is_refreshed(stage: Stage) -> None:
    with web_server("New Year") as server:
        store_subscription(stage, server, hours=1)
        open_standard_day(stage)
        show_sidebar(stage)
        expect_row(stage, "Holidays, last updated 1 hour ago, read-only", why="the subscription is not listed")
        listener = Listener()
        choose_from_calendar_menu(stage, "Holidays, read-only", "Refresh Interval", "mouse")

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
        stage.expect(path.stat().st_mode & 0o777 == 0o600, f"other users can read {path}")
        stage.expect(listener.hears("Refresh interval: 1 Day"), f"the interval is not announced: {listener.all_texts()[-4:]}")


@scenario(KEYS, pictures=True)
def a_webcal_link_asks_first_and_names_the_server(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    with web_server("New Year", folder=stage.folder) as server:
        open_standard_day(stage, server=server)
        run_in_session(stage, str(binary()), "open", "--for-now", server.link)
        dialog = wait_for_dialog(stage, "Subscribe to a Calendar?")
        texts = dialog.names(lambda node: node.role == "label")
        stage.expect(any(server.host in text for text in texts), f"the server is not named: {texts}")
        stage.expect(not any("secret" in text for text in texts), f"the address is shown: {texts}")
        stage.save_picture("subscription-link")
        # The user may be typing when the question appears, so Enter must not accept it.
        stage.keyboard.tap("Return")
        stage.keyboard.tap("Escape")
        expect_dialog_closed(stage, "Subscribe to a Calendar?")
        stage.expect(server.request_count == 0, "the calendar was fetched before the question was answered")
        # Opens the link as a browser does.
        run_in_session(
            stage, "gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", "/org/handspan/Handspan",
            "--method", "org.freedesktop.Application.Open", f"['{server.link}']", "{}")
        wait_for_dialog(stage, "Subscribe to a Calendar?")
        stage.expect(server.request_count == 0, "the calendar was fetched before the question was answered")
        answer_dialog(stage, "Subscribe", "action")
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
        show_sidebar(stage)
        _expect_fresh(stage, "the subscription is not listed")
        _expect_address_not_logged(stage)


@scenario(KEYS)
def a_link_to_a_server_that_cannot_prove_its_identity_is_not_subscribed_to(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    with web_server("New Year", folder=stage.folder) as server:
        open_standard_day(stage)
        run_in_session(stage, str(binary()), "open", "--for-now", server.link)
        wait_for_dialog(stage, "Subscribe to a Calendar?")
        answer_dialog(stage, "Subscribe", "action")
        _expect_label_containing(
            stage, f"The calendar from {server.host} cannot be added: the server could not prove its identity.")
        stage.expect(server.request_count == 0, "the calendar was fetched although the server is not trusted")
        stage.expect(not _subscription_files(stage), f"the subscription is stored: {_subscription_files(stage)}")


@scenario(KEYS)
def a_link_that_starts_the_program_asks_first_and_is_hidden_from_other_users(stage: Stage) -> None:
    # An alert of libadwaita 1.7 measures its large heading for any width, and then shows the small one.
    stage.ignored_warning = "Trying to measure GtkLabel"
    with web_server("New Year", folder=stage.folder) as server:
        # The question is modal, so the window cannot be maximized.
        open_standard_day(stage, server.link, server=server, maximized=False)
        arguments = Path(f"/proc/{stage.program.process_id}/cmdline").read_bytes()
        stage.expect(b"secret" not in arguments, f"the arguments contain the address: {arguments!r}")
        wait_for_dialog(stage, "Subscribe to a Calendar?")
        stage.expect(server.request_count == 0, "the calendar was fetched before the question was answered")
        answer_dialog(stage, "Subscribe", "action")
        wait_for(lambda: stage.program.blocks("New Year"), "the event of the subscription")
