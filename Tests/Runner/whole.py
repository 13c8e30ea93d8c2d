"""Stages without single tests: each is a command that succeeds or fails, and is repeated whole, once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from following import follow
from progress import Progress
from results import Outcome, Result, one_line

#: How programs say how many tests they contain, in their last line: "9 of 9 steps passed" or "82 passed, 0 failed, …".
_COUNT = re.compile(r"(\d+) (?:of \d+ steps passed$|passed, 0 failed)")
#: "skipped (khal not installed)".
_SKIPPED = re.compile(r"skipped\b(.*)")


@dataclass
class Whole:
    """A stage that is one command."""

    name: str
    command: list[str]
    log: Path
    #: Whether a line of output counts as done work.
    is_progress: Callable[[str], bool] = lambda _: False

    def run(self, progress: Progress | None = None) -> Result:
        """Runs the command. Its last line is the reason if it fails."""
        lines: list[str] = []

        def handle_line(line: str) -> None:
            if line.strip():
                lines.append(line)
            if progress and self.is_progress(line):
                progress.finished += 1

        status = follow(self.command, self.log, handle_line, progress.tick if progress else lambda: None)
        last_line = lines[-1] if lines else ""
        if status:
            result = Result(self.name, Outcome.FAILED, one_line(last_line or f"status {status}"), repetitions=1)
        elif skip := next(filter(None, map(_SKIPPED.match, lines)), None):
            result = Result(self.name, Outcome.SKIPPED, one_line(skip[1]))
        else:
            found = _COUNT.match(last_line)
            result = Result(self.name, Outcome.PASSED, one_line(last_line), count=int(found[1]) if found else 1)
        return result
