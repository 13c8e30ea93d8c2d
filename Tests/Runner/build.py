"""Builds the program and its tests."""

from __future__ import annotations

import re
from pathlib import Path

from following import follow
from progress import Progress
from results import Outcome, Result, one_line

_COMPILED = re.compile(r"\[(\d+)/(\d+)\]")
#: SwiftPM warns about flags from pkg-config that it ignores; these warnings are not about our code.
_IGNORED_WARNING = "prohibited flag(s)"


def build(progress: Progress, log: Path) -> Result:
    """Builds everything. There must be no warnings; a second build would not repeat them, so they are final."""
    problems: list[str] = []

    def handle_line(line: str) -> None:
        if found := _COMPILED.match(line):
            progress.finished, progress.total = int(found[1]), int(found[2])
        elif re.search(r"(error|warning):", line) and _IGNORED_WARNING not in line:
            problems.append(line)
            progress.show(line)

    status = follow(["swift", "build", "--build-tests"], log, handle_line, progress.tick)
    if status or problems:
        reason = problems[0] if problems else f"status {status}"
        return Result("the build", Outcome.FAILED, one_line(reason), repetitions=1 if status else 0)
    return Result("the build", Outcome.PASSED)
