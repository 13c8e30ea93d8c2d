"""Runs a command and handles its output line by line."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

#: Seconds between two calls of `on_tick`, even while there is no output.
TICK_S = 0.5


def follow(
    command: Sequence[str], log: Path, on_line: Callable[[str], None] = lambda _: None,
    on_tick: Callable[[], None] = lambda: None, environment: dict[str, str] | None = None,
) -> int:
    """Runs a command, with its output added to a log, and returns its status: negative if a signal ended it."""
    incomplete_line = b""
    with log.open("ab") as file, subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})}) as process:
        try:
            while True:
                if select.select([process.stdout], [], [], TICK_S)[0]:
                    chunk = os.read(process.stdout.fileno(), 65_536)
                    if not chunk:
                        break
                    file.write(chunk)
                    file.flush()
                    *lines, incomplete_line = (incomplete_line + chunk).split(b"\n")
                    for line in lines:
                        on_line(line.decode(errors="replace"))
                on_tick()
        except BaseException:
            process.send_signal(signal.SIGTERM)
            raise
    if incomplete_line:
        on_line(incomplete_line.decode(errors="replace"))
    on_tick()
    return process.returncode
