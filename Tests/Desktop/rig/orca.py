"""Runs Orca, GNOME's screen reader, beside the program under test, and records what Orca says."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Callable, Mapping

from .compositor import Compositor, wait_for
from .session import RigError, die_with_parent, end, spawn
from .speech import Voice

#: The text with which Orca says that it is ready.
_GREETING = "Screen reader on."
#: The time without speech, in seconds, after which Orca is considered to have finished speaking.
_SILENCE_S = 0.7
#: The time in seconds for which Orca must not have used the processor. On a busy machine, it falls silent before it has read
#: everything.
_REST_S = 0.2
#: The maximum time in seconds to wait for that.
_MAXIMUM_WORK_S = 15
#: A `pgrep` that finds nothing. Orca uses `pgrep` to look for another Orca of the same user, and exits if one is
#: running, even in another session.
_EMPTY_PGREP = "#!/bin/sh\nexit 1\n"


class Orca:
    """A running Orca with the default settings."""

    def __init__(self, compositor: Compositor, folder: Path):
        environment = compositor.client_environment()
        programs = folder / "programs"
        programs.mkdir(parents=True, exist_ok=True)
        (programs / "pgrep").write_text(_EMPTY_PGREP)
        (programs / "pgrep").chmod(0o755)
        runtime = Path(environment["XDG_RUNTIME_DIR"])
        self._voice = Voice(runtime / "speech.sock", folder / "speech.txt")
        self._x_server = _XServer(environment, folder / "xvfb.log")
        self._process = spawn(
            ["orca"], environment | {
                "PATH": f"{programs}:{environment['PATH']}", "SPEECHD_ADDRESS": self._voice.address,
                "DISPLAY": self._x_server.display, "XDG_DATA_HOME": str(folder / "orca")},
            folder / "orca.log")
        self._read = 0
        try:
            wait_for(lambda: _GREETING in self._texts(), "Orca", seconds=30)
        except RigError:
            self.close()
            raise

    @staticmethod
    def is_installed() -> bool:
        """Whether Orca is installed."""
        return os.access("/usr/bin/orca", os.X_OK)

    def _texts(self) -> list[str]:
        return [utterance.text for utterance in self._voice.utterances]

    def hears(self, act: Callable[[], object], *, containing: str = "", patience: float = 4) -> list[str]:
        """Calls `act`, and returns what Orca says until it has finished speaking. See `heard_until_silent`."""
        self.skip()
        act()
        return self.heard_until_silent(containing=containing, patience=patience)

    def skip(self) -> None:
        """Discards everything that has been said so far."""
        self._read = len(self._voice.utterances)

    def heard_until_silent(self, *, containing: str = "", patience: float = 4) -> list[str]:
        """Waits until Orca has finished speaking, and returns the utterances that have not been returned or discarded yet,
        without those that were cut off. First waits up to `patience` seconds for one that contains `containing`."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and not any(containing in text for text in self._texts()[self._read:]):
            time.sleep(0.02)
        quiet_since = worked = time.monotonic()
        end, used = quiet_since + _MAXIMUM_WORK_S, self._processor_time()[1]
        while True:
            said = self._voice.utterances[self._read:]
            if said:
                quiet_since = max(quiet_since, said[-1].began)
            is_running, now_used = self._processor_time()
            if is_running or now_used - used > 1:
                worked, used = time.monotonic(), now_used
            is_working = time.monotonic() - worked < _REST_S and time.monotonic() < end
            if time.monotonic() - quiet_since > _SILENCE_S and not is_working:
                break
            time.sleep(0.02)
        heard = [utterance.text for utterance in self._voice.utterances[self._read:] if not utterance.is_cut]
        self.skip()
        return heard

    def _processor_time(self) -> tuple[bool, int]:
        """Whether Orca is running or waits for a processor, and the processor time that it has used, in clock ticks."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return False, 0
        return fields[0] in "RD", int(fields[11]) + int(fields[12])

    def close(self) -> None:
        """Ends Orca, its X server and its voice."""
        end(self._process)
        self._x_server.close()
        self._voice.close()


class _XServer:
    """An X server without clients. Orca 43 reads the keyboard layout with a library that needs an X server, even on
    Wayland."""

    def __init__(self, environment: Mapping[str, str], log: Path):
        reading, writing = os.pipe()
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                env=dict(environment), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                pass_fds=(writing,), preexec_fn=die_with_parent)
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.display = ":" + answer.readline().strip()

    def close(self) -> None:
        """Ends the X server."""
        end(self._process)
