"""Runs Orca, GNOME's screen reader, beside the program under test, and records what Orca says."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from typing import Callable, Collection, Mapping

from .compositor import Compositor, wait_for
from .session import RigError, die_with_parent, end, spawn
from .speech import Utterance, Voice

#: The text with which Orca says that it is ready.
_GREETING = "Screen reader on."
#: The time without speech, in seconds, after which Orca is considered to have finished speaking.
_SILENCE_S = 0.7
#: The time in seconds after which Orca and the program count as idle if neither has used the processor. On a busy
#: machine, Orca may pause before it has read everything.
_REST_S = 0.2
#: The maximum time in seconds to wait until both are idle.
_MAXIMUM_WORK_S = 15
#: A `pgrep` that finds nothing. Orca uses `pgrep` to look for another Orca process of the same user, and exits if one is
#: running, even in another session.
_EMPTY_PGREP = "#!/bin/sh\nexit 1\n"


class Orca:
    """A running Orca with the default settings."""

    def __init__(self, compositor: Compositor, folder: Path, program_id: int):
        self._program_id = program_id
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
        self._read_count = 0
        version = subprocess.run(["orca", "--version"], env=dict(environment), capture_output=True, text=True, check=True)
        #: The major version.
        self._version = int(re.findall(r"\d+", version.stdout)[0])
        try:
            wait_for(lambda: _GREETING in self._texts(), "Orca", seconds=90)
        except RigError:
            self.close()
            raise

    @property
    def reads_changes_of_focused_widgets(self) -> bool:
        """Whether Orca reads the name and the state of the focused widget when they change: older versions read only those of
        some roles."""
        return self._version >= 48

    @staticmethod
    def is_installed() -> bool:
        """Whether Orca is installed."""
        return os.access("/usr/bin/orca", os.X_OK)

    def _texts(self) -> list[str]:
        return [utterance.text for utterance in self._voice.utterances]

    def speech_after(self, act: Callable[[], object], *, containing: str = "", patience: float | None = None,
                     key_names: Collection[str] = ()) -> list[str]:
        """Calls `act`, and returns what Orca says until it has finished speaking. See `speech_until_silent`."""
        self.discard_speech()
        act()
        return self.speech_until_silent(containing=containing, patience=patience, key_names=key_names)

    def discard_speech(self) -> None:
        """Discards everything that has been said so far."""
        self._read_count = len(self._voice.utterances)

    def speech_until_silent(self, *, containing: str = "", patience: float | None = None,
                            key_names: Collection[str] = ()) -> list[str]:
        """Waits until Orca has finished speaking, and returns the utterances that have not been returned or discarded yet,
        without those that were cut off, except by the keys with the given names. First waits up to `patience` seconds for an
        utterance that contains `containing`. The default is 20 s, or 4 s if any utterance will do, because Orca may have
        nothing to say."""
        deadline = time.monotonic() + (patience or (20 if containing else 4))
        while time.monotonic() < deadline and not any(containing in text for text in self._texts()[self._read_count:]):
            time.sleep(0.02)
        quiet_since = last_worked = time.monotonic()
        work_deadline = quiet_since + _MAXIMUM_WORK_S
        used_ticks = {process: _processor_use(process)[1] for process in (self._process.pid, self._program_id)}
        while True:
            unread = self._voice.utterances[self._read_count:]
            if unread:
                quiet_since = max(quiet_since, unread[-1].began)
            for process, ticks_before in used_ticks.items():
                is_running, ticks = _processor_use(process)
                if is_running or ticks - ticks_before > 1:
                    last_worked, used_ticks[process] = time.monotonic(), ticks
            is_working = time.monotonic() - last_worked < _REST_S and time.monotonic() < work_deadline
            if time.monotonic() - quiet_since > _SILENCE_S and not is_working:
                break
            time.sleep(0.02)
        spoken = self._heard(self._read_count, key_names)
        self.discard_speech()
        return spoken

    def _heard(self, first: int, key_names: Collection[str]) -> list[str]:
        """The texts of the utterances from `first` on that were not cut off. Orca 48 stops speaking for every key, and on a busy
        machine may do so only after it has said what the key caused. It then says at most the key's name; if it stops for
        anything else, it says something."""
        utterances = self._voice.utterances

        def is_cut_off_by_key(utterance: Utterance) -> bool:
            return self._version >= 48 and bool(key_names) and all(
                later.text.rstrip(".").lower() in key_names for later in utterances[utterance.cut_off_at:])

        return [each.text for each in utterances[first:] if not each.is_cut_off or is_cut_off_by_key(each)]

    def skip_first_speech(self) -> None:
        """Waits until Orca has read the window that was open when Orca started. On a busy machine, Orca may pause before
        it does so."""
        self.speech_until_silent(containing="frame.")

    def close(self) -> None:
        """Ends Orca, its X server and the server that records its speech."""
        end(self._process)
        self._x_server.close()
        self._voice.close()


def _processor_use(process: int) -> tuple[bool, int]:
    """Whether a process is running, or waiting for a processor or a disk, and the processor time that it has used, in clock
    ticks."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False, 0
    return fields[0] in "RD", int(fields[11]) + int(fields[12])


class _XServer:
    """An X server without clients. Orca 43 reads the keyboard layout with a library that needs an X server, even on
    Wayland."""

    def __init__(self, environment: Mapping[str, str], log: Path):
        read_end, write_end = os.pipe()
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                env=dict(environment), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                pass_fds=(write_end,), preexec_fn=die_with_parent)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            self.display = ":" + answer.readline().strip()

    def close(self) -> None:
        """Ends the X server."""
        end(self._process)
