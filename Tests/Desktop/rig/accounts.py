"""Evolution Data Server on a message bus of its own, and Radicale, a CalDAV server, with accounts for tests."""

from __future__ import annotations

import http.server
import os
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from .compositor import wait_for
from .session import RigError, die_with_parent, end, spawn

_SERVICE = Path("/usr/libexec/evolution-source-registry")


def _children(process: int) -> set[int]:
    children = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        children |= {int(child) for child in task.read_text().split()}
    return children


def missing_programs() -> str:
    """The names of the programs that accounts need and that are not installed; empty if all are installed."""
    is_installed = {"evolution-data-server": _SERVICE.exists(), "radicale": any(
        Path(folder, "radicale").exists() for folder in ("/usr/bin", "/usr/local/bin"))}
    return ", ".join(name for name in is_installed if not is_installed[name])


#: The colors of the calendars, in turn: those that GNOME offers.
_COLORS = ("#33d17a", "#e66100", "#9141ac", "#3584e4", "#e01b24", "#986a44")


class Accounts:
    """A message bus with Evolution Data Server (the service), and a CalDAV server with the user's calendars. The
    service reads the list of calendars at its first request; later, only `create_remote` adds one."""

    def __init__(self, folder: Path, *, has_service: bool = True):
        self._folder = folder / "accounts"
        home = self._folder / "home"
        self._sources = home / "config/evolution/sources"
        self._data = home / "data/evolution/calendar"
        self._server_folder = self._folder / "server"
        for path in (self._sources, self._data, self._folder / "run", self._server_folder):
            path.mkdir(parents=True)
        (self._folder / "run").chmod(0o700)
        self._server: subprocess.Popen[bytes] | None = None
        self._calendar_count = 0
        self._connection: Any = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        services = "<standard_session_servicedirs/>" if has_service else ""
        bus_config = self._folder / "bus.conf"
        # The path of a socket can be at most 107 bytes long, and a path in the test folder may be longer.
        bus_config.write_text(
            f"<busconfig><type>session</type><listen>unix:tmpdir={tempfile.gettempdir()}</listen>{services}"
            "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
            "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>")
        self._bus = subprocess.Popen(
            ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=1", f"--config-file={bus_config}"],
            env={
                "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
                "XDG_CACHE_HOME": str(home / "cache"), "XDG_RUNTIME_DIR": str(self._folder / "run"),
                "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "PATH": "/usr/local/bin:/usr/bin:/bin",
                "GIO_USE_NETWORK_MONITOR": "base", "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory",
                "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=(self._folder / "bus.log").open("wb"),
            preexec_fn=die_with_parent)
        assert self._bus.stdout is not None
        #: The address of the bus.
        self.address = self._bus.stdout.readline().decode().strip()
        if not self.address:
            raise RigError(f"The message bus did not start: {(self._folder / 'bus.log').read_text()}")

    # Calendars

    def add_account(self, uid: str, name: str) -> None:
        """Adds an account. Its calendars have its UID as their parent."""
        self._add_source(uid, f"[Data Source]\nDisplayName={name}\nEnabled=true\nParent=\n")

    def add_local(self, uid: str, name: str, text: str, *, parent: str = "local-stub") -> None:
        """Adds a calendar on this computer, with the events in `text`, which is in the iCalendar format."""
        folder = self._data / uid
        folder.mkdir()
        (folder / "calendar.ics").write_text(text)
        self._add_source(
            uid, f"[Data Source]\nDisplayName={name}\nEnabled=true\nParent={parent}\n\n[Calendar]\nBackendName=local\n"
            f"Color={self._next_color()}\nSelected=true\n")

    def add_remote(
        self, uid: str, name: str, account: str, *, needs_password: bool = False, email_address: str = "",
        port: int | None = None
    ) -> None:
        """Adds a calendar on the server or, if a port is given, on another server on this computer. On the server, the
        calendar with the UID “locked” is read-only.

        `email_address` is the user's email address in this calendar."""
        self._add_source(uid, self._remote_source(
            uid, name, account, needs_password=needs_password, email_address=email_address, port=port or self._port))

    def _remote_source(
        self, uid: str, name: str, account: str, *, needs_password: bool = False, email_address: str = "", port: int
    ) -> str:
        """Creates a calendar on the server, and returns the description of its source."""
        self._collection(uid).mkdir(parents=True, exist_ok=True)
        self.set_server_error(uid, False)
        return (
            f"[Data Source]\nDisplayName={name}\nEnabled=true\nParent={account}\n\n[Calendar]\nBackendName=caldav\n"
            f"Color={self._next_color()}\nSelected=true\n\n[Authentication]\nHost=127.0.0.1\nPort={port}\nUser=user\n"
            f"Method={'plain/password' if needs_password else 'none'}\nProxyUid=system-proxy\n\n[Security]\nMethod=none\n\n"
            "[Offline]\nStaySynchronized=true\n\n[Refresh]\nEnabled=false\n\n"
            f"[WebDAV Backend]\nCalendarAutoSchedule=false\nEmailAddress={email_address}\nResourcePath=/user/{uid}/\n")

    def _next_color(self) -> str:
        self._calendar_count += 1
        return _COLORS[(self._calendar_count - 1) % len(_COLORS)]

    def _add_source(self, uid: str, text: str) -> None:
        (self._sources / f"{uid}.source").write_text(text)

    def _collection(self, uid: str) -> Path:
        return self._server_folder / "collection-root/user" / uid

    # The server

    def start_server(self, *, needs_password: bool = False) -> None:
        """Starts the server with the calendars, and waits until it answers."""
        rights, passwords = self._folder / "rights", self._folder / "passwords"
        rights.write_text(
            "[read-only]\nuser: .*\ncollection: user/locked\npermissions: r\n"
            f"[all]\nuser: {'.+' if needs_password else '.*'}\ncollection: .*\npermissions: RrWw\n")
        passwords.write_text("user:secret\n")
        auth = (f"type = htpasswd\nhtpasswd_filename = {passwords}\nhtpasswd_encryption = plain"
                if needs_password else "type = none")
        radicale_config = self._folder / "radicale.conf"
        radicale_config.write_text(
            f"[server]\nhosts = 127.0.0.1:{self._port}\n[auth]\n{auth}\n[rights]\ntype = from_file\nfile = {rights}\n"
            f"[web]\ntype = none\n[storage]\nfilesystem_folder = {self._server_folder}\n")
        self._server = spawn(
            ["radicale", "--config", str(radicale_config)],
            {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self._folder), "LC_ALL": "C.UTF-8"},
            self._folder / "radicale.log")
        wait_for(self._answers, "an answer from Radicale", seconds=30)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self._port}/user/", timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def start_refusing_server(self, status: int) -> int:
        """Starts a server that answers every request with an error, and returns its port."""
        class Refusal(http.server.BaseHTTPRequestHandler):
            def handle_one_request(self) -> None:
                self.raw_requestline = self.rfile.readline(65_537)
                if not self.raw_requestline or not self.parse_request():
                    self.close_connection = True
                    return
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(status)
                if status == 401:
                    self.send_header("WWW-Authenticate", 'Basic realm="Calendars"')
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusal)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_address[1]

    def stop_server(self) -> None:
        """Stops the server. It can be started again."""
        if self._server is not None:
            end(self._server)
            self._server = None

    def put_object(self, uid: str, name: str, text: str) -> None:
        """Writes an object into the folder of a calendar on the server, as if another client had sent it."""
        self._collection(uid).mkdir(parents=True, exist_ok=True)
        (self._collection(uid) / name).write_bytes(text.encode())

    def set_server_error(self, uid: str, has_error: bool) -> None:
        """Sets whether the server responds to each request about a calendar with status 500."""
        (self._collection(uid) / ".Radicale.props").write_text("{" if has_error else '{"tag": "VCALENDAR"}')

    def lower_priority(self) -> None:
        """Gives the service, which must not have started yet, the lowest priority. After each change to a calendar on this
        computer, the service rewrites the calendar's file, which would slow other programs down."""
        os.setpriority(os.PRIO_PROCESS, self._bus.pid, 19)

    # Other programs

    def add_events(self, uid: str, texts: list[str]) -> None:
        """Adds events (VEVENTs) to a calendar as another program would, with one request for each."""
        from gi.repository import GLib

        owner, path = self._open_as_other_program(uid)
        for text in texts:
            self._call(owner, path, "Calendar", "CreateObjects", GLib.Variant("(asu)", ([text], 0)))

    def refresh(self, uid: str) -> None:
        """Asks the service to fetch the changes to a calendar from the server, as another program would."""
        owner, path = self._open_as_other_program(uid)
        self._call(owner, path, "Calendar", "Refresh", None)

    def service_events(self, uid: str) -> list[str]:
        """The events (VEVENTs) that the service has for a calendar."""
        from gi.repository import GLib

        owner, path = self._open_as_other_program(uid)
        return self._call(owner, path, "Calendar", "GetObjectList", GLib.Variant("(s)", ("#t",))).unpack()[0]

    def kill_service(self) -> None:
        """Kills all processes of the service."""
        from gi.repository import GLib

        def call_bus(method: str, name: str | None) -> Any:
            return self._other_program_connection().call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
                GLib.Variant("(s)", (name,)) if name else None, None, 0, 60_000, None).unpack()[0]
        processes = {call_bus("GetConnectionUnixProcessID", name) for name in call_bus("ListNames", None)
                     if name.startswith(self._prefix) and name.rpartition(".")[2][:-1] in ("Sources", "Calendar")}
        if len(processes) < 2:
            raise RigError(f"The service is not running: {processes}")
        for process in processes | {child for process in processes for child in _children(process)}:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def keep_open(self, uids: list[str]) -> None:
        """Opens calendars in another program, so that the service has already read them."""
        for uid in uids:
            self._open_as_other_program(uid)

    def create_remote(self, uid: str, name: str, account: str) -> None:
        """Adds a calendar on the server while the service is running, as the settings of the desktop do."""
        from gi.repository import GLib

        sources = {uid: self._remote_source(uid, name, account, port=self._port)}
        self._call(
            self._registry, "/org/gnome/evolution/dataserver/SourceManager", "SourceManager", "CreateSources",
            GLib.Variant("(a{ss})", (sources,)))

    def change_source(self, uid: str, old: str, new: str) -> None:
        """Replaces `old` with `new` in the description of a source, as the desktop's settings would."""
        from gi.repository import GLib

        path, text = self._source(uid)
        if old not in text:
            raise RigError(f"{old!r} is not in the source {uid}")
        self._call(self._registry, path, "Source.Writable", "Write", GLib.Variant("(s)", (text.replace(old, new),)))

    def source_text(self, uid: str) -> str:
        """The description of a source."""
        return self._source(uid)[1]

    def remove_source(self, uid: str) -> None:
        """Removes a source, as the desktop's settings would."""
        self._call(self._registry, self._source(uid)[0], "Source.Removable", "Remove", None)

    _prefix = "org.gnome.evolution.dataserver."
    _registry = _prefix + "Sources5"

    def _source(self, uid: str) -> tuple[str, str]:
        """The object path of a source, and its description."""
        sources = self._other_program_connection().call_sync(
            self._registry, "/org/gnome/evolution/dataserver/SourceManager", "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects", None, None, 0, 60_000, None).unpack()[0]
        for path, interfaces in sources.items():
            source = interfaces.get(self._prefix + "Source", {})
            if source.get("UID") == uid:
                return path, source["Data"]
        raise RigError(f"There is no source {uid}")

    def _other_program_connection(self) -> Any:
        """A connection to the bus that stays open, like that of another program."""
        from gi.repository import Gio

        if self._connection is None:
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            self._connection = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)
            self._connection.set_exit_on_close(False)
        return self._connection

    def _call(self, owner: str, path: str, interface: str, method: str, arguments: Any) -> Any:
        """Calls a method of the service as another program would."""
        from gi.repository import Gio

        return self._other_program_connection().call_sync(
            owner, path, self._prefix + interface, method, arguments, None, Gio.DBusCallFlags.NONE, 60_000, None)

    def _open_as_other_program(self, uid: str) -> tuple[str, str]:
        """Opens a calendar, and returns the bus name and the path of its object."""
        from gi.repository import GLib

        path, owner = self._call(
            self._prefix + "Calendar8", "/org/gnome/evolution/dataserver/CalendarFactory", "CalendarFactory",
            "OpenCalendar", GLib.Variant("(s)", (uid,))).unpack()
        self._call(owner, path, "Calendar", "Open", None)
        return owner, path

    def server_objects(self, uid: str) -> list[str]:
        """The objects that the server has for a calendar."""
        while True:
            # The server may remove an object after it was listed.
            with suppress(FileNotFoundError):
                return [path.read_text() for path in sorted(self._collection(uid).glob("*.ics"))]

    def close(self) -> None:
        """Ends everything. The service ends with its bus."""
        self.stop_server()
        with suppress(ProcessLookupError):
            os.kill(self._bus.pid, signal.SIGKILL)
        self._bus.wait()
