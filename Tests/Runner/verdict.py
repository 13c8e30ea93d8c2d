"""Decides what the results of a run mean.

A failure that does not come back when the test runs alone says something about the machine rather than about the change. It
is counted and named, but does not fail the run: see CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from results import Outcome, Result

#: How many tests may be unsteady: a share of all tests, but at least a few.
UNSTEADY_SHARE, UNSTEADY_MINIMUM = 0.005, 3


@dataclass
class Verdict:
    passed: int = 0
    skipped: int = 0
    failed: list[Result] = field(default_factory=list)
    #: They count as passed.
    unsteady: list[Result] = field(default_factory=list)
    #: Why failures are final although they might be unsteady.
    remarks: list[str] = field(default_factory=list)

    @property
    def failed_count(self) -> int:
        return sum(result.count for result in self.failed)


def most_unsteady(test_count: int) -> int:
    """How many of the tests may be unsteady."""
    return max(UNSTEADY_MINIMUM, int(test_count * UNSTEADY_SHARE))


def judge(
    results: Iterable[Result], is_changed: Callable[[Result], bool], repeat: Callable[[Result], Result]
) -> Verdict:
    """Judges a run.

    `is_changed` says whether a test was added or changed since the last landed commit; such a test must pass at its first
    try. `repeat` runs a failed test again, alone.
    """
    results = list(results)
    verdict = Verdict()
    total = sum(result.count for result in results)
    verdict.passed = sum(result.count for result in results if result.outcome is Outcome.PASSED)
    verdict.skipped = sum(result.count for result in results if result.outcome is Outcome.SKIPPED)
    failures = [result for result in results if result.outcome is Outcome.FAILED]
    limit = most_unsteady(total)
    if len(failures) > limit:
        verdict.failed = failures
        verdict.remarks.append(f"More than {limit} tests failed, so none of them was run again.")
        return verdict
    for failure in failures:
        if is_changed(failure):
            verdict.failed.append(failure)
            verdict.remarks.append(f"{failure.test} is new or changed: it must pass at its first try.")
        elif failure.repetitions and all(repeat(failure).outcome is Outcome.PASSED for _ in range(failure.repetitions)):
            verdict.unsteady.append(failure)
            verdict.passed += failure.count
        else:
            verdict.failed.append(failure)
    return verdict


def unsteady_line(day: date, commit: str, result: Result) -> str:
    """A line of Tests/unsteady.tsv."""
    return "\t".join([day.isoformat(), commit, result.test, result.reason])


def known_unsteady(file: Path) -> list[str]:
    """The tests in Tests/unsteady.tsv, once for each line."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [line.split("\t")[2] for line in lines if line and not line.startswith("#")]
