"""Chooses the tests and runs them: one desktop session for each refresh rate and scale, one process each, because
the accessibility library knows one bus per process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rig.program import binary
from rig.session import private_session

from .requirements import missing

_HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Test:
    """A scenario with a hand on a monitor."""

    name: str
    hand: str
    hz: int
    scale: int
    pictures: bool

    def __str__(self) -> str:
        return f"{self.hz} Hz ×{self.scale} {self.hand:5} {self.name}"


@dataclass(frozen=True)
class Outcome:
    """How many tests ended how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


def plan(rates: list[int], scales: list[int], extent: str, words: str) -> list[Test]:
    """Which scenarios to run on which monitors.

    `usual` is every scenario with every hand on the first monitor, and the core ones on the others, with the hands in
    turn; `quick` is the core ones on the first monitor alone, `full` is everything everywhere.
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
            if extent == "quick" and not scenario.core:
                hands = ()
            tests += [Test(scenario.name, hand, hz, scale, scenario.pictures) for hand in hands]
    return [test for test in tests if words.lower() in str(test).lower()]


def unit_tests() -> Outcome:
    """The tests of the checks themselves; they need no desktop."""
    suite = unittest.defaultTestLoader.discover(str(_HERE / "unit"), top_level_dir=str(_HERE))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
    wrong = len(result.failures) + len(result.errors)
    return Outcome(result.testsRun - wrong, wrong, len(result.skipped))


def run(tests: list[Test], keep: Path | None) -> Outcome:
    """Runs the tests, grouped by monitor."""
    lacking = missing()
    if not binary().exists():
        lacking.append(f"{binary()}, which `swift build` makes")
    if lacking:
        print("The desktop tests are skipped. They need: " + ", ".join(lacking))
        return Outcome(skipped=len(tests))
    outcome = Outcome()
    for _, monitor in groupby(tests, key=lambda test: (test.hz, test.scale)):
        group = list(monitor)
        for pictures in (False, True):
            if chosen := [test for test in group if test.pictures == pictures]:
                outcome += _run_in_session(chosen, keep)
    return outcome


def _run_in_session(tests: list[Test], keep: Path | None) -> Outcome:
    hz, scale, pictures = tests[0].hz, tests[0].scale, tests[0].pictures
    with ExitStack() as stack:
        if keep:
            root = (keep / f"{hz}hz-x{scale}").resolve()
            root.mkdir(parents=True, exist_ok=True)
        else:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handspan-desktop-")))
        session = stack.enter_context(private_session(root))
        order = {"hz": hz, "scale": scale, "pictures": pictures, "root": str(root),
                 "tests": [[test.name, test.hand] for test in tests]}
        results, complaints = root / "results.json", root / "worker.log"
        results.unlink(missing_ok=True)
        with complaints.open("wb") as log:
            ended = subprocess.run(
                [sys.executable, "-B", str(_HERE / "suite" / "worker.py"), json.dumps(order)],
                env=dict(session.environment), stderr=log, check=False)
        if ended.returncode != 0:
            print(f"FAIL  {hz} Hz ×{scale}: the session ended before its tests did")
            print(complaints.read_text(errors="replace")[-2000:])
        counts = json.loads(results.read_text()) if results.exists() else dict(passed=0, failed=0, skipped=0)
        unheard = len(tests) - sum(counts.values())
        return Outcome(counts["passed"], counts["failed"] + unheard, counts["skipped"])
