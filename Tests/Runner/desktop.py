"""The desktop tests: the real program in a compositor, run by Tests/Desktop/run."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from following import follow
from progress import Progress
from results import Outcome, Result, Source, one_line

_REPOSITORY = Path(__file__).resolve().parents[2]
_PROGRAM = "Tests/Desktop/run"
#: A scenario, as --list prints it.
_SCENARIO = re.compile(r"\d+ Hz ×\S+ +(?:mouse|touch|keys) +(.*)")


class Desktop:
    """The scenarios, each with its input device and monitor."""

    def __init__(self, extent: str, logs: Path) -> None:
        self.options = [] if extent == "all" else ["--quick"]
        self.logs = logs

    def tests(self) -> list[str]:
        return [line for line in self._list().stdout.splitlines() if _SCENARIO.fullmatch(line)]

    def _list(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run([_PROGRAM, "--list", *self.options], capture_output=True, text=True, check=False)

    def run(self, progress: Progress) -> list[Result]:
        """Runs the tests. Without Python's bindings they cannot be listed, and the whole stage counts as skipped."""
        listing = self._list()
        if listing.returncode:
            return [Result("the desktop tests", Outcome.FAILED, one_line(listing.stderr[-300:]), repetitions=0)]
        if not self.tests():
            return [Result("the desktop tests", Outcome.SKIPPED, one_line(listing.stdout))]
        return self._run(self.options, self.logs / "desktop.results", progress)

    def repeat(self, failure: Result) -> Result:
        """Runs a failed test alone."""
        if not _SCENARIO.fullmatch(failure.test):
            return failure
        results = self._run(["--jobs", "1", "--only", failure.test], self.logs / "desktop-again.results", None)
        return next((result for result in results if result.test == failure.test),
                    Result(failure.test, Outcome.FAILED, "it did not end"))

    def _run(self, options: list[str], results_file: Path, progress: Progress | None) -> list[Result]:
        results_file.unlink(missing_ok=True)
        results: list[Result] = []

        def read_results() -> None:
            text = results_file.read_text() if results_file.exists() else ""
            # What follows the last newline may be the beginning of a line.
            for line in text.split("\n")[len(results):-1]:
                result = self._result(json.loads(line))
                results.append(result)
                if progress:
                    progress.add(result)
            if progress:
                progress.tick()

        status = follow([_PROGRAM, *options, "--results", str(results_file)], self.logs / "desktop.log", on_tick=read_results)
        read_results()
        if status and not any(result.outcome is Outcome.FAILED for result in results):
            results.append(Result(_PROGRAM, Outcome.FAILED, f"it ended with status {status}"))
        return results

    def _result(self, record: dict[str, str]) -> Result:
        outcome = Outcome(record["outcome"])
        source = self._source(record["test"]) if outcome is Outcome.FAILED else None
        return Result(record["test"], outcome, one_line(record["reason"]), source)

    @staticmethod
    def _source(test: str) -> Source | None:
        found = _SCENARIO.fullmatch(test)
        function = found[1].replace(" ", "_") if found else ""
        for path in sorted((_REPOSITORY / "Tests/Desktop/scenarios").glob("*.py")):
            if function and f"\ndef {function}(" in path.read_text():
                return Source(path.relative_to(_REPOSITORY), function)
        return None
