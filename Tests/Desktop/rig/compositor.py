"""A headless Mutter, and the session bus interfaces that observe and control it."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

from gi.repository import Gio, GLib

from .plugin import compositor_plugin
from .session import RigError, RigTimeout, Session, end, spawn

_REMOTE = "org.gnome.Mutter.RemoteDesktop"
_SCREEN_CAST = "org.gnome.Mutter.ScreenCast"
_DISPLAY = "org.gnome.Mutter.DisplayConfig"
_MONITOR = "Meta-0"
_TIMEOUT_S = 30.0


@dataclass(frozen=True)
class Monitor:
    """The only monitor: physical pixels, refresh rate in hertz, and device pixels per logical pixel."""

    width: int = 1280
    height: int = 800
    hz: int = 60
    scale: float = 1


def wait_for(condition: Callable[[], Any], what: str, seconds: float = _TIMEOUT_S, interval: float = 0.02) -> Any:
    """Waits for a true value of `condition` and returns it. After `seconds`, raises an error that names `what`."""
    deadline = time.monotonic() + seconds
    while True:
        problem = ""
        try:
            if value := condition():
                return value
        except GLib.Error as error:  # the program has just replaced a node of its tree
            problem = f" The last problem was: {error.message}"
        if time.monotonic() > deadline:
            raise RigError(f"Timed out after {seconds:g} s waiting for {what}.{problem}")
        time.sleep(interval)


class Compositor:
    """A running Mutter with one virtual monitor. Its Wayland display is `display`.

    Unless it `paints`, Mesa's software renderer discards all drawing, so that pictures are empty and the program has
    the machine to itself. If it does paint, unpainted frames pile up, and painting them takes seconds when a picture is
    taken or the cursor changes.
    """

    display = "handspan-test"

    def __init__(self, session: Session, monitor: Monitor, paints: bool = True):
        self.monitor = monitor
        self.paints = paints
        self.presented_log = session.root / "presented.log"
        self._session = session
        self._processes: list[subprocess.Popen[bytes]] = []
        runtime = Path(session.environment["XDG_RUNTIME_DIR"])
        self._start(["pipewire"])
        wait_for((runtime / "pipewire-0").exists, "PipeWire")
        self._start(["wireplumber"])
        self._start([
            "mutter", "--headless", "--no-x11", f"--wayland-display={self.display}",
            "--virtual-monitor", f"{monitor.width}x{monitor.height}@{monitor.hz}",
            f"--mutter-plugin={compositor_plugin()}"])
        wait_for((runtime / self.display).exists, "the compositor's display")
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        for name in (_REMOTE, _SCREEN_CAST, _DISPLAY):
            wait_for(lambda: self._has_name(name), name)
        if monitor.scale != 1:
            self._set_scale(monitor.scale)
        self.session_path, self.stream = self._open_remote_session()

    def _start(self, command: list[str]) -> None:
        environment = dict(self._session.environment) | {"HANDSPAN_PRESENTED_LOG": str(self.presented_log)}
        if self.monitor.scale != round(self.monitor.scale):
            environment |= self._fractional_scaling()
        if not self.paints:
            environment["LP_NO_RAST"] = "1"
        self._processes.append(spawn(command, environment, self._session.log(command[0])))

    def _fractional_scaling(self) -> dict[str, str]:
        """Writes settings for Mutter, which supports fractional scales only as an experimental feature, and returns the
        environment in which it reads them."""
        folder = self._session.root / "mutter"
        keyfile = folder / "glib-2.0/settings/keyfile"
        keyfile.parent.mkdir(parents=True, exist_ok=True)
        keyfile.write_text("[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n")
        return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(folder)}

    def _has_name(self, name: str) -> bool:
        bus = "org.freedesktop.DBus"
        return self.call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", "(s)", name)[0]

    def call(self, name: str, path: str, interface: str, method: str, signature: str = "()", *values: Any) -> Any:
        """Calls a method on the session bus and waits for the reply."""
        try:
            return self.bus.call_sync(
                name, path, interface, method, GLib.Variant(signature, values), None,
                Gio.DBusCallFlags.NONE, 10_000, None).unpack()
        except GLib.Error as problem:
            if problem.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
                raise RigTimeout(f"The compositor did not reply to {method} within 10 s.") from problem
            raise

    def call_remote_session(self, method: str, signature: str = "()", *values: Any) -> Any:
        """Calls a method of the remote desktop session, which provides the input devices."""
        return self.call(_REMOTE, self.session_path, f"{_REMOTE}.Session", method, signature, *values)

    def _open_remote_session(self) -> tuple[str, str]:
        path = self.call(_REMOTE, "/org/gnome/Mutter/RemoteDesktop", _REMOTE, "CreateSession")[0]
        session_id = self.call(
            _REMOTE, path, "org.freedesktop.DBus.Properties", "Get", "(ss)", f"{_REMOTE}.Session", "SessionId")[0]
        cast = self.call(
            _SCREEN_CAST, "/org/gnome/Mutter/ScreenCast", _SCREEN_CAST, "CreateSession", "(a{sv})",
            {"remote-desktop-session-id": GLib.Variant("s", session_id)})[0]
        stream = self.record_monitor(cast, cursor=False)
        self.await_stream(stream, lambda: self.call(_REMOTE, path, f"{_REMOTE}.Session", "Start"))
        return path, stream

    def open_cast(self) -> str:
        """Creates a separate screen cast session for a picture or recording, and returns its path."""
        return self.call(_SCREEN_CAST, "/org/gnome/Mutter/ScreenCast", _SCREEN_CAST, "CreateSession", "(a{sv})", {})[0]

    def record_monitor(self, cast: str, cursor: bool) -> str:
        """Adds a stream of the monitor to the cast session `cast`, and returns its path."""
        return self.call(
            _SCREEN_CAST, cast, f"{_SCREEN_CAST}.Session", "RecordMonitor", "(sa{sv})", _MONITOR,
            {"cursor-mode": GLib.Variant("u", 1 if cursor else 0)})[0]

    def start_cast(self, cast: str, stream: str) -> int:
        """Starts a cast and returns the number of its PipeWire node."""
        return self.await_stream(stream, lambda: self.call(_SCREEN_CAST, cast, f"{_SCREEN_CAST}.Session", "Start"))

    def stop_cast(self, cast: str) -> None:
        """Ends a cast that may already have ended."""
        try:
            self.call(_SCREEN_CAST, cast, f"{_SCREEN_CAST}.Session", "Stop")
        except GLib.Error:
            pass

    def await_stream(self, stream: str, start: Callable[[], Any]) -> int:
        """Calls `start`, waits until `stream` has a PipeWire node, and returns the node's number."""
        nodes: list[int] = []
        subscription = self.bus.signal_subscribe(
            _SCREEN_CAST, f"{_SCREEN_CAST}.Stream", "PipeWireStreamAdded", stream, None, Gio.DBusSignalFlags.NONE,
            lambda *signal: nodes.append(signal[5].unpack()[0]))
        start()
        context = GLib.MainContext.default()
        wait_for(lambda: (context.iteration(False), nodes)[1], "a screen cast", interval=0.005)
        self.bus.signal_unsubscribe(subscription)
        return nodes[0]

    def _set_scale(self, scale: float) -> None:
        path = "/org/gnome/Mutter/DisplayConfig"
        serial, monitors, _, _ = self.call(_DISPLAY, path, _DISPLAY, "GetCurrentState")
        monitor_id, modes, _ = monitors[0]
        mode = next(mode[0] for mode in modes if mode[6].get("is-current"))
        layout = [(0, 0, float(scale), 0, True, [(monitor_id[0], mode, {})])]
        self.call(
            _DISPLAY, path, _DISPLAY, "ApplyMonitorsConfig", "(uua(iiduba(ssa{sv}))a{sv})", serial, 1, layout, {})

    def catch_up(self) -> None:
        """Waits until the compositor has handled all requests."""
        self.call(_DISPLAY, "/org/gnome/Mutter/DisplayConfig", _DISPLAY, "GetCurrentState")

    def presentation_times(self) -> list[int]:
        """Presentation times of all frames so far, in microseconds of the monotonic clock."""
        text = self.presented_log.read_text() if self.presented_log.exists() else ""
        return [int(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def client_environment(self) -> dict[str, str]:
        """The environment for a program that shows its window in this compositor."""
        return dict(self._session.environment) | {
            "WAYLAND_DISPLAY": self.display, "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo"}

    def close(self) -> None:
        """Ends the compositor and its helpers."""
        try:
            self.call_remote_session("Stop")
        except GLib.Error:
            pass
        for process in reversed(self._processes):
            end(process)
