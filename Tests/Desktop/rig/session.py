"""A private desktop session with its own folders, bus and settings, independent of the user's."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping

_LIBC = ctypes.CDLL("libc.so.6")
_PR_SET_PDEATHSIG = 1

#: The environment variables that tests inherit. All others are dropped.
_INHERITED = (
    "LD_LIBRARY_PATH", "HANDSPAN_BINARY", "HANDSPAN_DATA_DIR", "HANDSPAN_UPDATE_DOCS", "HANDSPAN_PICTURES",
    "SWIFT_BACKTRACE")


class RigError(RuntimeError):
    """A step of a scenario failed or timed out, so the scenario cannot continue."""


class RigTimeout(RigError):
    """The desktop did not respond in time: the machine is too busy."""


def die_with_parent() -> None:
    """Asks the kernel to end this process when its parent ends, so that no test leaves one behind."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def spawn(command: list[str], environment: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    """Starts `command`, with its output in `log`. The kernel ends it when this process ends."""
    with log.open("ab") as output:
        return subprocess.Popen(
            command, env=dict(environment), stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, preexec_fn=die_with_parent)


def end(process: subprocess.Popen[bytes], timeout: float = 5) -> None:
    """Asks a child process to terminate, and kills it if it has not ended after `timeout` seconds."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@dataclass(frozen=True)
class Session:
    """The files of a session, and the environment of its programs."""

    root: Path
    environment: Mapping[str, str]

    def log(self, name: str) -> Path:
        """The log file of the program `name`."""
        return self.root / f"{name}.log"


def _environment(root: Path) -> dict[str, str]:
    home = root / "home"
    folders = {
        "XDG_RUNTIME_DIR": root / "run", "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data", "XDG_CACHE_HOME": home / "cache",
        "XDG_STATE_HOME": home / "state",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    (root / "run").chmod(0o700)
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    environment |= {name: str(folder) for name, folder in folders.items()}
    return environment | {
        "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        "LANG": "C.UTF-8", "TZ": "Europe/Berlin", "GTK_A11Y": "atspi",
        "GSETTINGS_BACKEND": "memory", "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        "XDG_CURRENT_DESKTOP": "GNOME", "PYTHONDONTWRITEBYTECODE": "1",
        # Otherwise, every program under test would start Evolution Data Server; see accounts.py.
        "HANDSPAN_ACCOUNTS": "off",
        # Libraries built for the tests are kept for later sessions.
        "HANDSPAN_TESTS_CACHE": os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"),
    }


@contextmanager
def private_session(root: Path) -> Iterator[Session]:
    """A session with a message bus of its own and its files in `root`. It ends with the block."""
    environment = _environment(root)
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=(root / "bus.log").open("wb"), preexec_fn=die_with_parent)
    try:
        assert bus.stdout is not None
        address = bus.stdout.readline().decode().strip()
        if not address:
            raise RigError(f"The message bus did not start; see {root / 'bus.log'}.")
        yield Session(root, environment | {"DBUS_SESSION_BUS_ADDRESS": address})
    finally:
        end(bus)
