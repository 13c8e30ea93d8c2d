"""Chooses the tests and runs them: one desktop session for each refresh rate and scale, one process each, because
the accessibility library can connect to only one bus per process."""

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

#: The minimum number of tests per session, as starting one takes some seconds.
_SMALLEST_PACKET = 12


@dataclass(frozen=True)
class Test:
    """A scenario with an input device and a monitor."""

    name: str
    hand: str
    hz: int
    scale: int
    pictures: bool

    @property
    def session(self) -> tuple[int, int, bool]:
        """The key of the session in which a test can run."""
        return self.scale, self.hz, self.pictures

    @property
    def is_demanding(self) -> bool:
        """Whether the test must run alone on a machine without a GPU."""
        return self.pictures or (self.hz > 60 and self.scale > 1)

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
    """Which scenarios to run on which monitors.

    `usual` is every scenario with every hand on the first monitor, and the core ones on the others, with the hands in
    turn; `quick` is the quick ones on the first monitor alone, `full` is everything everywhere.
    """
    if lacking := [name for name in missing() if name.startswith(("python3", "gir1.2"))]:
        print("The desktop tests need: " + ", ".join(lacking))
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
            tests += [Test(scenario.name, hand, hz, scale, scenario.pictures) for hand in hands]
    return [test for test in tests if words.lower() in str(test).lower()]


def unit_tests() -> Outcome:
    """The tests of the checks themselves; they need no desktop."""
    suite = unittest.defaultTestLoader.discover(str(_HERE / "unit"), top_level_dir=str(_HERE))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
    wrong = len(result.failures) + len(result.errors)
    return Outcome(result.testsRun - wrong, wrong, len(result.skipped))


def run(tests: list[Test], keep: Path | None, jobs: int) -> Outcome:
    """Runs the tests in sessions, `jobs` at a time. Demanding tests run last, one session at a time."""
    lacking = missing()
    if not binary().exists():
        lacking.append(f"{binary()}, which `swift build` makes")
    if lacking:
        print("The desktop tests are skipped. They need: " + ", ".join(lacking))
        return Outcome(skipped=len(tests))
    outcome = Outcome()
    for alone in (False, True):
        packets = _packets([test for test in tests if test.is_demanding == alone], 1 if alone else jobs)
        with ThreadPoolExecutor(1 if alone else jobs) as pool:
            outcome = sum(pool.map(lambda packet: _run_in_session(packet, keep), packets), outcome)
    return outcome


def _packets(tests: list[Test], jobs: int) -> list[list[Test]]:
    """Groups the tests by session, in packets of a size that lets all jobs end at about the same time."""
    packets = []
    for _, group in groupby(sorted(tests, key=lambda test: test.session), key=lambda test: test.session):
        alike = list(group)
        size = max(_SMALLEST_PACKET, ceil(len(alike) / (2 * jobs))) if jobs > 1 else len(alike)
        packets += [alike[start:start + size] for start in range(0, len(alike), size)]
    return packets


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
        results, complaints = root / "results.json", root / "worker.log"
        with complaints.open("wb") as log:
            ended = subprocess.run(
                [sys.executable, "-B", str(_HERE / "suite" / "worker.py"), json.dumps(order)],
                env=dict(session.environment), stderr=log, check=False, preexec_fn=die_with_parent)
        if ended.returncode != 0:
            print(f"FAIL  {hz} Hz ×{scale}: the session ended before its tests did\n"
                  + complaints.read_text(errors="replace")[-2000:])
        counts = json.loads(results.read_text()) if results.exists() else dict(passed=0, failed=0, skipped=0)
        unheard = len(tests) - sum(counts.values())
        return Outcome(counts["passed"], counts["failed"] + unheard, counts["skipped"])
