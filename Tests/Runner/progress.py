"""Shows how far a stage is."""

from __future__ import annotations

import sys
import time

from results import Outcome, Result

#: Seconds between progress lines: on a terminal, where each line overwrites the previous one, and elsewhere.
TERMINAL_INTERVAL_S, LOG_INTERVAL_S = 0.5, 15


class Progress:
    """The progress of a stage. Failures and skipped tests are shown at once."""

    def __init__(self, name: str, total: int = 0, last_duration: float = 0) -> None:
        self.name, self.total, self.last_duration = name, total, last_duration
        self.finished = self.failed = 0
        self.began = self.printed_at = time.monotonic()

    def add(self, result: Result) -> None:
        """Counts a result, and shows it unless the test passed."""
        self.finished += 1
        if result.outcome is Outcome.PASSED:
            return
        self.failed += result.outcome is Outcome.FAILED
        self.show(f"{result.outcome.value}: {result.test}: {result.reason}")

    def show(self, line: str) -> None:
        self._clear()
        print(line, flush=True)

    def tick(self, is_last: bool = False) -> None:
        """Prints the progress, if it is time to."""
        now = time.monotonic()
        interval = TERMINAL_INTERVAL_S if sys.stdout.isatty() else LOG_INTERVAL_S
        if not is_last and now - self.printed_at < interval:
            return
        self.printed_at = now
        elapsed = now - self.began
        text = f"{self.name}: {self.finished}" + (f" of {max(self.total, self.finished)}" if self.total else "")
        if self.failed:
            text += f", {self.failed} failed"
        if is_last:
            text += f", {format_duration(elapsed)}"
        elif remaining := self._remaining(elapsed):
            text += f", {format_duration(remaining)} left"
        self._clear()
        print(text, end="" if sys.stdout.isatty() and not is_last else "\n", flush=True)

    def _remaining(self, elapsed: float) -> float:
        """Estimates the remaining seconds from the last run, or else from the pace so far; 0 if unknown."""
        if self.last_duration > elapsed:
            return self.last_duration - elapsed
        return elapsed / self.finished * (self.total - self.finished) if self.finished and self.total > self.finished else 0

    @staticmethod
    def _clear() -> None:
        if sys.stdout.isatty():
            print("\r\033[K", end="")


def format_duration(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s" if seconds >= 60 else f"{int(seconds)} s"
