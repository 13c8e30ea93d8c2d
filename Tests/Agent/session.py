"""A session with a message bus of its own, a program that shows notifications, and handspan-agent."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[2]
AGENT = os.environ.get("HANDSPAN_AGENT", str(REPOSITORY / ".build/debug/handspan-agent"))
NAME = "org.handspan.Handspan.Agent"
#: The longest that anything may take, in seconds, on a machine that does something else.
PATIENCE = 30

BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir={folder}</listen><servicedir>{folder}/services</servicedir><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""

NOTIFICATIONS = """<node><interface name="org.freedesktop.Notifications">
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
</interface></node>"""

APPLICATION = """<node><interface name="org.freedesktop.Application">
<method name="ActivateAction"><arg type="s" direction="in"/><arg type="av" direction="in"/>
<arg type="a{sv}" direction="in"/></method></interface></node>"""


SHELL = """<node><interface name="org.gnome.Shell"><property name="ShellVersion" type="s" access="read"/></interface></node>"""


class Failure(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failure(text)


class Notification:
    def __init__(self, number, values, record):
        self.number = number
        (_, self.replaces, self.icon, self.title, self.body, actions, self.hints, self.timeout) = values
        self.actions = dict(zip(actions[::2], actions[1::2], strict=True))
        #: When it arrived, in seconds since 1970.
        self.time = time.time()
        #: What was on the disk when it arrived.
        self.record = record


class Session:
    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="handspan-agent-")
        self.folder = Path(self._folder.name)
        self.calendar = self.folder / "data/handspan/calendars/personal"
        self.calendar.mkdir(parents=True)
        self.record = self.folder / "state/handspan/reminders"
        self.zone = self.folder / "zone"
        #: How many seconds later the clock is than it would be, for agents with a clock of their own.
        self.clock = self.folder / "clock"
        #: Whether the agent uses the calendars of accounts.
        self.has_accounts = False
        self.address = ""
        self.processes = []
        self._shell = None
        self.set_zone("UTC")
        self._write_service()
        configuration = self.folder / "bus.conf"
        configuration.write_text(BUS_CONFIGURATION.format(folder=self.folder))
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address"],
            env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.address = self.bus.stdout.readline().strip()
        self.connection = self.connect()
        self.notifications = []
        self.capabilities = ["actions", "body", "body-markup"]
        #: Called when the agent asks what the server can do, which is after it has saved what rings.
        self.on_question = lambda: None
        self.agents = []
        self._name = 0
        self.connection.register_object(
            "/org/freedesktop/Notifications", Gio.DBusNodeInfo.new_for_xml(NOTIFICATIONS).interfaces[0], self._answer
        )
        self.start_server()

    def connect(self):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        return Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)

    def close(self):
        for agent in self.agents:
            if agent.poll() is None:
                agent.kill()
                agent.wait()
        for process in self.processes:
            process.kill()
            process.wait()
        self.connection.set_exit_on_close(False)
        self.connection.close_sync()
        self.bus.terminate()
        self.bus.wait()
        self._folder.cleanup()

    # The bus

    def _write_service(self):
        """Installs the file of the agent's name. There is no systemd on this bus."""
        folder = self.folder / "services"
        folder.mkdir()
        text = (REPOSITORY / f"data/{NAME}.service").read_text().replace("/usr/bin/handspan-agent", AGENT)
        (folder / f"{NAME}.service").write_text(text)

    def install_services(self, *names):
        """Lets the bus start programs that are installed. They have the folders of this session."""
        for name in names:
            shutil.copy(f"/usr/share/dbus-1/services/{name}.service", self.folder / "services")
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig", None, None,
            Gio.DBusCallFlags.NONE, -1, None,
        )  # fmt: skip

    def call(self, destination, path, interface, method, parameters=None):
        return self.connection.call_sync(
            destination, path, interface, method, parameters, None, Gio.DBusCallFlags.NONE, 60_000, None
        ).unpack()

    def start_program(self, *command, **environment):
        """Starts another program on this bus, which ends with the session."""
        process = subprocess.Popen(
            command, env=self.environment() | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.processes.append(process)
        return process

    def start_shell(self, version):
        """Puts a GNOME Shell on the bus that has nothing but a version."""
        def answer(_connection, _sender, _path, _interface, _name):
            return GLib.Variant("s", version)

        registration = self.connection.register_object(
            "/org/gnome/Shell", Gio.DBusNodeInfo.new_for_xml(SHELL).interfaces[0], None, answer, None
        )
        self._shell = (registration, self.own("org.gnome.Shell"))

    def stop_shell(self):
        """Ends the Shell, if there is one."""
        if self._shell:
            registration, name = self._shell
            self.connection.unregister_object(registration)
            Gio.bus_unown_name(name)
            self.wait(lambda: not self.has_owner("org.gnome.Shell"), "the Shell has gone")
        self._shell = None

    def start_server(self):
        self._name = self.own("org.freedesktop.Notifications")

    def start_application(self):
        """Puts a program on the bus in the place of Handspan's window. Returns the list of the actions that are activated."""
        actions = []

        def answer(_connection, _sender, _path, _interface, _method, parameters, invocation):
            actions.append(parameters.unpack())
            invocation.return_value(None)

        self.connection.register_object(
            "/org/handspan/Handspan", Gio.DBusNodeInfo.new_for_xml(APPLICATION).interfaces[0], answer
        )
        self.own("org.handspan.Handspan")
        return actions

    def stop_server(self):
        Gio.bus_unown_name(self._name)
        self.wait(lambda: not self.has_owner("org.freedesktop.Notifications"), "the server has gone")

    def own(self, name):
        number = Gio.bus_own_name_on_connection(self.connection, name, Gio.BusNameOwnerFlags.NONE, None, None)
        self.wait(lambda: self.has_owner(name), f"{name} is on the bus")
        return number

    def has_owner(self, name):
        return self._ask("NameHasOwner", name)

    def start_by_name(self):
        """Starts the agent by its name on the bus, and returns its process."""
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName",
            GLib.Variant("(su)", (NAME, 0)), None, Gio.DBusCallFlags.NONE, -1, None,
        )  # fmt: skip
        return self.owner_process(NAME)

    def owner_process(self, name):
        """Returns the number of the process that owns a name; None if there is none, for example because it was just killed."""
        try:
            return self._ask("GetConnectionUnixProcessID", name)
        except GLib.Error:
            return None

    def _ask(self, method, name):
        return self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
            GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, -1, None,
        ).unpack()[0]  # fmt: skip

    def _answer(self, _connection, _sender, _path, _interface, method, parameters, invocation):
        if method == "GetCapabilities":
            self.on_question()
            invocation.return_value(GLib.Variant("(as)", (self.capabilities,)))
        else:
            number = len(self.notifications) + 1
            record = self.record.read_text() if self.record.exists() else ""
            self.notifications.append(Notification(number, parameters.unpack(), record))
            invocation.return_value(GLib.Variant("(u)", (number,)))

    def act(self, notification, action, closes=True):
        def emit(name, signature, *values):
            self.connection.emit_signal(
                None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", name, GLib.Variant(signature, values)
            )

        emit("ActivationToken", "(us)", notification.number, "token of the click")
        emit("ActionInvoked", "(us)", notification.number, action)
        if closes:
            emit("NotificationClosed", "(uu)", notification.number, 2)
        self.connection.flush_sync()

    # Time

    def wait(self, condition, what, patience=PATIENCE):
        """Handles what arrives until a condition is true."""
        end = time.monotonic() + patience
        # Without this, the loop would sleep until something arrives.
        timer = GLib.timeout_add(20, lambda: True)
        try:
            while not condition():
                expect(time.monotonic() < end, f"not in {patience} s: {what}")
                GLib.MainContext.default().iteration(True)
        finally:
            GLib.source_remove(timer)

    def wait_for_notifications(self, count, patience=PATIENCE):
        self.wait(lambda: len(self.notifications) >= count, f"{count} notifications, but {len(self.notifications)}", patience)
        return self.notifications[-1]

    def expect_no_more(self, count, agent):
        """Checks that there are no further notifications once the agent has handled everything up to now."""
        self.settle(agent)
        titles = [notification.title for notification in self.notifications]
        expect(len(titles) == count, f"{count} notifications expected: {titles}")

    # The agent

    def set_zone(self, name):
        new = self.folder / "zone.new"
        new.symlink_to(f"/usr/share/zoneinfo/{name}")
        new.rename(self.zone)

    def environment(self, now=None):
        environment = {key: value for key, value in os.environ.items() if key in ("PATH", "LD_LIBRARY_PATH")}
        environment |= {
            "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "TZ": f":{self.zone}", "HANDSPAN_ACCOUNTS": "off",
            "XDG_DATA_HOME": str(self.folder / "data"), "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_RUNTIME_DIR": str(self.folder), "GSETTINGS_BACKEND": "keyfile",
            # There is no system bus but this one.
            "DBUS_SESSION_BUS_ADDRESS": self.address, "DBUS_SYSTEM_BUS_ADDRESS": self.address or "unix:path=/nowhere",
        }  # fmt: skip
        if self.has_accounts:
            del environment["HANDSPAN_ACCOUNTS"]
        if now is not None:
            environment["HANDSPAN_CLOCK_FILE"] = str(self.clock)
            environment["HANDSPAN_NOW"] = now.strftime("%Y-%m-%dT%H:%M:%S")
        return environment

    def start_agent(self, *arguments, now=None, patience=PATIENCE, program=AGENT):
        """Starts an agent whose clock shows `now`, and waits until it has read everything."""
        agent = subprocess.Popen([program, *arguments], env=self.environment(now))
        self.agents.append(agent)
        self.wait(lambda: self.owns(agent) or agent.poll() is not None, "the agent has its name")
        self.settle(agent, patience)
        return agent

    def owns(self, agent):
        return self.owner_process(NAME) == agent.pid

    def settle(self, agent, patience=PATIENCE):
        """Waits until all threads of the agent wait, for half a second."""
        quiet = [time.monotonic(), None]

        def is_quiet():
            ticks = cpu_time(agent.pid)
            if ticks != quiet[1]:
                quiet[:] = [time.monotonic(), ticks]
            return agent.poll() is not None or time.monotonic() - quiet[0] > 0.5

        self.wait(is_quiet, "the agent is idle", patience)

    def kill(self, agent, with_signal=signal.SIGKILL):
        agent.send_signal(with_signal)
        self.wait(lambda: agent.poll() is not None, "the agent has ended")

    def set_preferences(self, **values):
        file = self.folder / "config/glib-2.0/settings/keyfile"
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{key.replace('_', '-')}={value}" for key, value in values.items()]
        file.write_text("\n".join(["[org/handspan/Handspan]", *lines, ""]))

    # Calendars

    def write(self, name, *events, folder=None):
        """Writes a file as a program would that replaces it at once."""
        folder = folder or self.calendar
        new = folder / f".{name}.new"
        new.write_bytes(calendar(*events))
        new.rename(folder / f"{name}.ics")
        return folder / f"{name}.ics"

    def contents(self):
        return {path.name: path.read_bytes() for path in self.calendar.iterdir()}


def cpu_time(process):
    """For how long each thread of a process has run, and how often; None if the process has ended."""
    times = {}
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            try:
                times[thread.name] = (thread / "schedstat").read_text()
            except OSError:
                # The thread has just ended.
                times[thread.name] = None
    except OSError:
        return None
    return times or None


def calendar(*events):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another program//EN", *sum(events, []), "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


def event(uid, start, *lines, minutes=15, title=None, zone="Z"):
    """An event of half an hour with a reminder."""
    return [
        "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DTSTART:{start:%Y%m%dT%H%M%S}{zone}", "DURATION:PT30M",
        f"SUMMARY:{title or uid}", *lines,
        "BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{minutes}M", "DESCRIPTION:x", "END:VALARM", "END:VEVENT",
    ]  # fmt: skip


def now_in(seconds):
    """A whole second, a few seconds from now."""
    return datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=seconds + 1)
