"""The compositor's clipboard, read and written as another program would."""

from __future__ import annotations

import os
import select
import time

from gi.repository import Gio, GLib

from .compositor import Compositor
from .session import RigError

_REMOTE = "org.gnome.Mutter.RemoteDesktop"
_TIMEOUT_S = 15.0


def clipboard_of(compositor: Compositor) -> Clipboard:
    """The clipboard of a compositor. Call this before the program copies anything."""
    if compositor.session_path not in _CLIPBOARDS:
        _CLIPBOARDS[compositor.session_path] = Clipboard(compositor)
    return _CLIPBOARDS[compositor.session_path]


class Clipboard:
    """See `clipboard_of`."""

    def __init__(self, compositor: Compositor):
        self._compositor = compositor
        self._offered: dict[str, bytes] = {}
        self._interface = f"{_REMOTE}.Session"
        compositor.bus.signal_subscribe(
            _REMOTE, self._interface, "SelectionTransfer", compositor.session_path, None, Gio.DBusSignalFlags.NONE,
            lambda *signal: self._send(*signal[5].unpack()))
        compositor.call_remote_session("EnableClipboard", "(a{sv})", {})

    def read(self, mime_type: str) -> bytes:
        """The clipboard's contents in the format of a MIME type."""
        content, deadline = b"", time.monotonic() + _TIMEOUT_S
        read_end = self._begin_reading(mime_type, deadline)
        with os.fdopen(read_end, "rb", buffering=0) as stream:
            while time.monotonic() < deadline:
                if select.select([stream], [], [], 0.1)[0]:
                    chunk = stream.read(1 << 16)
                    if not chunk:
                        return content
                    content += chunk
        raise RigError(f"The clipboard did not finish sending its {mime_type} data.")

    def _begin_reading(self, mime_type: str, deadline: float) -> int:
        """Returns the pipe that the contents are read from. The compositor refuses the request until it has noticed
        that the previous pipe is closed."""
        while True:
            try:
                return self._descriptor("SelectionRead", GLib.Variant("(s)", (mime_type,)))
            except GLib.Error as error:
                if not error.matches(Gio.dbus_error_quark(), Gio.DBusError.LIMITS_EXCEEDED) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def offer(self, contents: dict[str, bytes]) -> None:
        """Offers contents, given by MIME type."""
        self._offered = contents
        mime_types = GLib.Variant("as", list(contents))
        self._compositor.call_remote_session("SetSelection", "(a{sv})", {"mime-types": mime_types})
        self._compositor.catch_up()

    def serve(self, seconds: float) -> None:
        """Serves requests for the offered contents for a while."""
        context, deadline = GLib.MainContext.default(), time.monotonic() + seconds
        while time.monotonic() < deadline:
            context.iteration(False)
            time.sleep(0.005)

    def _send(self, mime_type: str, serial: int) -> None:
        write_end = self._descriptor("SelectionWrite", GLib.Variant("(u)", (serial,)))
        try:
            with os.fdopen(write_end, "wb") as stream:
                stream.write(self._offered.get(mime_type, b""))
        except BrokenPipeError:
            pass  # the reader has closed the pipe
        self._compositor.call_remote_session("SelectionWriteDone", "(ub)", serial, True)

    def _descriptor(self, method: str, arguments: GLib.Variant) -> int:
        reply, descriptors = self._compositor.bus.call_with_unix_fd_list_sync(
            _REMOTE, self._compositor.session_path, self._interface, method, arguments, None,
            Gio.DBusCallFlags.NONE, 10_000, None, None)
        descriptor = descriptors.get(reply.unpack()[0])
        os.set_blocking(descriptor, True)
        return descriptor


_CLIPBOARDS: dict[str, Clipboard] = {}
