"""Reminders: the question at the first one, and how one rings and opens its event once the window is closed."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import Any, Iterator

from checks.calendars import Calendar
from rig.compositor import wait_for
from rig.session import end, spawn
from rig.tree import Node, programs

from .opening import visible_labels
from .registry import KEYS, scenario
from .stage import Stage

_QUESTION = "Show reminders as notifications, even while Handspan is closed?"
_NOTIFICATIONS = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
_AGENT = "org.handspan.Handspan.Agent"


class _Bus:
    """The session's bus, as another program sees it."""

    def __init__(self, address: str):
        from gi.repository import Gio

        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self._connection.set_exit_on_close(False)

    def call(self, name: str, path: str, interface: str, method: str, signature: str = "()", *values: object) -> Any:
        from gi.repository import Gio, GLib

        parameters = GLib.Variant(signature, values) if values else None
        answer = self._connection.call_sync(
            name, path, interface, method, parameters, None, Gio.DBusCallFlags.NO_AUTO_START, 20_000, None)
        return answer.unpack()

    def owner_process(self, name: str) -> int | None:
        from gi.repository import GLib

        try:
            return int(self.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", name)[0])
        except GLib.Error:
            return None

    def emit(self, signal_name: str, signature: str, *values: object) -> None:
        """Lets the program that shows notifications say something."""
        from gi.repository import GLib

        arguments = [GLib.Variant(letter, value) for letter, value in zip(signature, values, strict=True)]
        self.call(
            *_NOTIFICATIONS, "org.freedesktop.DBus.Mock", "EmitSignal", "(sssav)", _NOTIFICATIONS[0], signal_name, signature, arguments)

    def notifications(self) -> list[Any]:
        """What was shown so far: for each notification, the arguments of Notify."""
        calls = self.call(*_NOTIFICATIONS, "org.freedesktop.DBus.Mock", "GetCalls")[0]
        return [arguments for _, method, arguments in calls if method == "Notify"]


@contextmanager
def _notification_server(stage: Stage) -> Iterator[_Bus]:
    """Puts a program on the bus that takes notifications. Afterward, ends the one that shows reminders."""
    if importlib.util.find_spec("dbusmock") is None:
        stage.skip("python3-dbusmock is not installed")
    environment = stage.compositor.client_environment()
    bus = _Bus(environment["DBUS_SESSION_BUS_ADDRESS"])
    server = spawn(
        [sys.executable, "-m", "dbusmock", "--session", "--template", "notification_daemon", "--parameters",
         '{"capabilities": "actions body body-markup"}'], environment,
        stage.folder / "notifications.log")
    try:
        wait_for(lambda: bus.owner_process(_NOTIFICATIONS[0]), "the program that shows notifications")
        yield bus
    finally:
        if process := bus.owner_process(_AGENT):
            os.kill(process, signal.SIGTERM)
            wait_for(lambda: bus.owner_process(_AGENT) is None, "the end of the agent")
        end(server)


def _open(stage: Stage) -> None:
    """Opens a calendar in which two reminders are due half a minute after noon, with settings in which nothing was answered."""
    settings = stage.folder / "settings/glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True)
    settings.write_text("[org/handspan/Handspan]\nreminders-answered=false\n")
    calendar = Calendar().add("Standup", "09:00", "09:30").add("Review", "13:05", "14:00")
    stage.open(calendar, view="week", environment={
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"), "HANDSPAN_NOW": "2035-01-08T11:59:56"})


def _other_window(stage: Stage, closed: int) -> Node | None:
    """The tree of a Handspan that was started by another program."""
    for node in programs():
        with suppress(Exception):
            if node.process_id != closed and node.child_count > 0 and "handspan" in node.name.lower():
                return node
    return None


@scenario(KEYS, pictures=True)
def a_reminder_is_asked_for_once_rings_when_the_window_is_closed_and_opens_its_event(stage: Stage) -> None:
    with _notification_server(stage) as bus:
        _open(stage)
        stage.expect_soon(lambda: _QUESTION in visible_labels(stage), f"the question is not asked: {visible_labels(stage)[-8:]}")
        stage.save_picture("question")
        wait_for(lambda: stage.program.root.find("push button", "Show Reminders"), "the button").act("click")
        stage.expect_soon(lambda: _QUESTION not in visible_labels(stage), "the question is still asked")
        stage.expect_soon(lambda: "Reminders are shown from now on" in visible_labels(stage), "the answer has no outcome")
        wait_for(lambda: bus.owner_process(_AGENT), "the program that shows reminders")
        stage.save_picture("answered")
        closed = stage.program.root.process_id
        stage.scenario_ends_program = True
        stage.keyboard.tap("Control", "q")
        stage.expect_program_end()
        wait_for(bus.notifications, "the reminder", 60)
        notification = bus.notifications()[0]
        stage.expect(notification[3:5] == ["Review", "in 5 minutes · 13:05 – 14:00"], f"it says {notification[3:5]}")
        stage.expect(
            notification[5] == ["default", "Open", "snooze", "Snooze 15 Minutes", "dismiss", "Dismiss"], f"its buttons are {notification[5]}")
        bus.emit("ActionInvoked", "us", 1, "default")
        window = wait_for(lambda: _other_window(stage, closed), "the window that the click opens", 60)
        try:
            wait_for(lambda: window.find("list item", "Review") or window.find("button", "Review"), "the event", 60)
            stage.expect(len(bus.notifications()) == 1, "it rang twice")
            stage.save_picture("opened")
        finally:
            with suppress(ProcessLookupError):
                os.kill(window.process_id, signal.SIGTERM)
