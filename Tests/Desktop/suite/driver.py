"""Chooses the tests and runs them in desktop sessions, each with one refresh rate and scale. Each session has a process of
its own, because the accessibility library can connect to only one bus per process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from pathlib import Path
from threading import Lock

from rig.program import binary
from rig.session import die_with_parent, private_session

from .requirements import missing_requirements

_DESKTOP_TESTS = Path(__file__).resolve().parent.parent

#: The minimum number of tests per session, because starting a session takes a few seconds.
_SMALLEST_BATCH = 12
#: How many sessions in a row may end before their first test does. Then the compositor does not work here.
_MAX_BARREN_SESSIONS = 3
#: Seconds between looks at the results of a session.
_POLL_INTERVAL_S = 0.5


@dataclass(frozen=True)
class Test:
    """A scenario with an input device and a monitor."""

    name: str
    device: str
    hz: int
    scale: float
    pictures: bool
    recordings: bool = False

    @property
    def session_key(self) -> tuple[float, int, bool]:
        """Tests with the same key can run in the same session."""
        return self.scale, self.hz, self.pictures

    @property
    def round(self) -> int:
        """The number of the round in which the test runs, from 0. The rounds run one after another, and the tests of one
        round run at the same time. Those of the first round do not paint and mostly wait, so there may be more of them
        than processors. Those of the last round run alone: on a machine without a GPU, painting takes so much time that
        pointer input and recordings would lag. Tests of the second round paint too, but only press keys and take still
        pictures."""
        if self.recordings or (self.pictures and self.device != "keys") or (self.hz > 60 and self.scale > 1):
            return 2
        return 1 if self.pictures else 0

    def __str__(self) -> str:
        return f"{self.hz} Hz ×{self.scale} {self.device:5} {self.name}"


@dataclass(frozen=True)
class Outcome:
    """How many tests passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


class Reporter:
    """Counts the results of all sessions and, if it has a file, writes each of them to it as a line of JSON."""

    def __init__(self, file: Path | None) -> None:
        self.outcome = Outcome()
        self._file = file
        self._lock = Lock()

    def add(self, test: Test, outcome: str, reason: str) -> None:
        """Adds the result of a test: passed, failed or skipped."""
        with self._lock:
            self.outcome += Outcome(**{outcome: 1})
            if self._file:
                with self._file.open("a") as file:
                    file.write(json.dumps({"test": str(test), "outcome": outcome, "reason": reason}) + "\n")


def plan(refresh_rates: list[int], scales: list[int], extent: str, name_filter: str) -> list[Test]:
    """Returns the tests to run: each is a scenario with an input device and a monitor.

    `usual`: every scenario with each of its input devices on the first monitor, and every core scenario with one of its
    devices, in turn, on each of the other monitors. `quick`: only the quick scenarios, on the first monitor. `full`: all
    combinations.
    """
    if missing_items := [name for name in missing_requirements() if name.startswith(("python3", "gir1.2"))]:
        print("The desktop tests need: " + ", ".join(missing_items))
        return []
    from scenarios import SCENARIOS

    tests = []
    monitors = [(hz, scale) for scale in scales for hz in refresh_rates]
    for monitor_index, (hz, scale) in enumerate(monitors[:1] if extent == "quick" else monitors):
        for scenario_index, scenario in enumerate(SCENARIOS):
            devices = scenario.devices
            if extent == "usual" and monitor_index > 0:
                devices = (devices[(scenario_index + monitor_index) % len(devices)],) if scenario.core else ()
            if extent == "quick" and not scenario.quick:
                devices = ()
            if scenario.scale is not None and monitor_index > 0:
                devices = ()
            tests += [Test(scenario.name, device, hz, scenario.scale or scale, scenario.pictures, scenario.recordings)
                      for device in devices]
    return [test for test in tests if name_filter.lower() in str(test).lower()]


def run_unit_tests() -> Outcome:
    """Runs the tests of the checks themselves, which need no desktop."""
    suite = unittest.defaultTestLoader.discover(str(_DESKTOP_TESTS / "unit"), top_level_dir=str(_DESKTOP_TESTS))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
    failed = len(result.failures) + len(result.errors)
    return Outcome(result.testsRun - failed, failed, len(result.skipped))


def run(tests: list[Test], reporter: Reporter, results_folder: Path | None, jobs: int) -> Outcome:
    """Runs the tests in sessions: `jobs` at a time in the first round, fewer in the others."""
    missing_items = missing_requirements()
    if not binary().exists():
        missing_items.append(f"{binary()}, which `swift build` creates")
    if missing_items:
        reason = "They need: " + ", ".join(missing_items)
        print("The desktop tests are skipped. " + reason)
        for test in tests:
            reporter.add(test, "skipped", reason)
        return reporter.outcome
    for round_number, sessions_at_a_time in enumerate((jobs, ceil(jobs / 2), 1)):
        batches = _batches([test for test in tests if test.round == round_number], sessions_at_a_time)
        with ThreadPoolExecutor(sessions_at_a_time) as pool:
            for _ in pool.map(lambda batch: _run_batch(batch, reporter, results_folder), batches):
                pass  # so that an error of a session is raised here
    return reporter.outcome


def _batches(tests: list[Test], jobs: int) -> list[list[Test]]:
    """Groups the tests by session, in batches small enough for all jobs to end at about the same time."""
    batches = []
    for _, group in groupby(sorted(tests, key=lambda test: test.session_key), key=lambda test: test.session_key):
        members = list(group)
        count = max(1, min(4 * jobs, len(members) // _SMALLEST_BATCH)) if jobs > 1 else 1
        ends = [len(members) * number // count for number in range(count + 1)]
        batches += [members[start:end] for start, end in pairwise(ends)]
    return batches


def _run_batch(tests: list[Test], reporter: Reporter, results_folder: Path | None) -> None:
    """Runs tests in one session. If the session dies, the test that was running has failed, and the others run in another
    session."""
    barren_sessions = 0
    while tests and barren_sessions < _MAX_BARREN_SESSIONS:
        finished_count, problem = _run_in_session(tests, reporter, results_folder)
        tests = tests[finished_count:]
        if tests and problem:
            print(f"FAIL  {tests[0]}\n      the session ended during this test: {problem}")
            reporter.add(tests[0], "failed", f"the session ended during this test: {problem}")
            tests = tests[1:]
        barren_sessions = 0 if finished_count else barren_sessions + 1
    for test in tests:
        reporter.add(test, "failed", "did not run, because sessions ended before their first test did")


def _run_in_session(tests: list[Test], reporter: Reporter, results_folder: Path | None) -> tuple[int, str]:
    """Runs tests in a new session. Returns how many of them finished, and why the session ended before all did, if so."""
    hz, scale, pictures = tests[0].hz, tests[0].scale, tests[0].pictures
    with ExitStack() as stack:
        if results_folder:
            results_folder.mkdir(parents=True, exist_ok=True)
            root = Path(tempfile.mkdtemp(prefix=f"{hz}hz-x{scale}-", dir=results_folder)).resolve()
        else:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handspan-desktop-")))
        session = stack.enter_context(private_session(root))
        results, worker_log = root / "results", root / "worker.log"
        results.touch()
        job = {"hz": hz, "scale": scale, "pictures": pictures, "root": str(root), "results": str(results),
               "tests": [[test.name, test.device] for test in tests]}
        with worker_log.open("wb") as log:
            worker = subprocess.Popen(
                [sys.executable, "-B", str(_DESKTOP_TESTS / "suite" / "worker.py"), json.dumps(job)],
                env=dict(session.environment), stderr=log, preexec_fn=die_with_parent)
        finished_count = 0
        is_running = True
        while is_running:
            with suppress(subprocess.TimeoutExpired):
                worker.wait(_POLL_INTERVAL_S)
                is_running = False
            # Read after the wait, so that nothing is missed at the end.
            for line in results.read_text().split("\n")[finished_count:-1]:
                record = json.loads(line)
                reporter.add(tests[finished_count], record["outcome"], record["reason"])
                finished_count += 1
        if worker.returncode == 0:
            return finished_count, ""
        ending = worker_log.read_text(errors="replace").strip()[-2000:]
        return finished_count, f"status {worker.returncode}: {ending}"
