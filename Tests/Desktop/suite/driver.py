"""Chooses the tests and runs them: one desktop session for each refresh rate and scale, each in its own process,
because the accessibility library can connect to only one bus per process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from pathlib import Path

from rig.program import binary
from rig.session import die_with_parent, private_session

from .requirements import missing

_HERE = Path(__file__).resolve().parent.parent

#: The minimum number of tests per session, because starting a session takes some seconds.
_SMALLEST_BATCH = 12


@dataclass(frozen=True)
class Test:
    """A scenario with an input device and a monitor."""

    name: str
    hand: str
    hz: int
    scale: float
    pictures: bool
    films: bool = False

    @property
    def session(self) -> tuple[float, int, bool]:
        """The key of the session in which a test can run."""
        return self.scale, self.hz, self.pictures

    @property
    def round(self) -> int:
        """The tests of a round run at the same time, a round after the other. Those of the last round must run alone on a
        machine without a GPU: painting takes it so much time that pointers and films would be late. Tests of the second
        round paint too, but only press keys and take still pictures."""
        if self.films or (self.pictures and self.hand != "keys") or (self.hz > 60 and self.scale > 1):
            return 2
        return 1 if self.pictures else 0

    def __str__(self) -> str:
        return f"{self.hz} Hz ×{self.scale} {self.hand:5} {self.name}"


@dataclass(frozen=True)
class Outcome:
    """The numbers of tests by result."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


def plan(rates: list[int], scales: list[int], extent: str, words: str) -> list[Test]:
    """Returns the tests to run: each is a scenario with an input device and a monitor.

    `usual`: every scenario with each of its input devices on the first monitor, and the core scenarios on each other
    monitor with one device in turn. `quick`: only the quick scenarios, on the first monitor. `full`: all combinations.
    """
    if missing_items := [name for name in missing() if name.startswith(("python3", "gir1.2"))]:
        print("The desktop tests need: " + ", ".join(missing_items))
        return []
    from scenarios import SCENARIOS

    tests = []
    monitors = [(hz, scale) for scale in scales for hz in rates]
    for number, (hz, scale) in enumerate(monitors[:1] if extent == "quick" else monitors):
        for index, scenario in enumerate(SCENARIOS):
            hands = scenario.hands
            if extent == "usual" and number > 0:
                hands = (hands[(index + number) % len(hands)],) if scenario.core else ()
            if extent == "quick" and not scenario.quick:
                hands = ()
            if scenario.scale is not None and number > 0:
                hands = ()
            tests += [Test(scenario.name, hand, hz, scenario.scale or scale, scenario.pictures, scenario.films)
                      for hand in hands]
    return [test for test in tests if words.lower() in str(test).lower()]


def unit_tests() -> Outcome:
    """The tests of the checks themselves; they need no desktop."""
    suite = unittest.defaultTestLoader.discover(str(_HERE / "unit"), top_level_dir=str(_HERE))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
    failed = len(result.failures) + len(result.errors)
    return Outcome(result.testsRun - failed, failed, len(result.skipped))


def run(tests: list[Test], keep: Path | None, jobs: int) -> Outcome:
    """Runs the tests in sessions, `jobs` at a time, except in the last round."""
    missing_items = missing()
    if not binary().exists():
        missing_items.append(f"{binary()}, which `swift build` creates")
    if missing_items:
        print("The desktop tests are skipped. They need: " + ", ".join(missing_items))
        return Outcome(skipped=len(tests))
    outcome = Outcome()
    for number, at_a_time in enumerate((jobs, jobs, 1)):
        batches = _batches([test for test in tests if test.round == number], at_a_time)
        with ThreadPoolExecutor(at_a_time) as pool:
            outcome = sum(pool.map(lambda batch: _run_in_session(batch, keep), batches), outcome)
    return outcome


def _batches(tests: list[Test], jobs: int) -> list[list[Test]]:
    """Groups the tests by session, in batches of a size that lets all jobs end at about the same time."""
    batches = []
    for _, group in groupby(sorted(tests, key=lambda test: test.session), key=lambda test: test.session):
        members = list(group)
        size = max(_SMALLEST_BATCH, ceil(len(members) / (2 * jobs))) if jobs > 1 else len(members)
        batches += [members[start:start + size] for start in range(0, len(members), size)]
    return batches


def _run_in_session(tests: list[Test], keep: Path | None) -> Outcome:
    hz, scale, pictures = tests[0].hz, tests[0].scale, tests[0].pictures
    with ExitStack() as stack:
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            root = Path(tempfile.mkdtemp(prefix=f"{hz}hz-x{scale}-", dir=keep)).resolve()
        else:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handspan-desktop-")))
        session = stack.enter_context(private_session(root))
        order = {"hz": hz, "scale": scale, "pictures": pictures, "root": str(root),
                 "tests": [[test.name, test.hand] for test in tests]}
        results, worker_log = root / "results.json", root / "worker.log"
        with worker_log.open("wb") as log:
            finished = subprocess.run(
                [sys.executable, "-B", str(_HERE / "suite" / "worker.py"), json.dumps(order)],
                env=dict(session.environment), stderr=log, check=False, preexec_fn=die_with_parent)
        if finished.returncode != 0:
            print(f"FAIL  {hz} Hz ×{scale}: the session finished before its tests did\n"
                  + worker_log.read_text(errors="replace")[-2000:])
        counts = json.loads(results.read_text()) if results.exists() else dict(passed=0, failed=0, skipped=0)
        unreported = len(tests) - sum(counts.values())
        return Outcome(counts["passed"], counts["failed"] + unreported, counts["skipped"])
