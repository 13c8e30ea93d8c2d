"""Chooses the tests and runs them in desktop sessions, each with one refresh rate and scale. Each session has a process of
its own, because the accessibility library can connect to only one bus per process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from threading import Lock

from rig.program import binary
from rig.session import Session, die_with_parent, private_session

from .requirements import missing_requirements
from .waiting import WaitingTests

_DESKTOP_TESTS = Path(__file__).resolve().parent.parent

#: The number of tests after which another session is started, so that what a compositor collects does not grow without limit.
_MOST_TESTS_IN_A_SESSION = 60
#: How many sessions in a row may end before their first test does. Then the compositor does not work here.
_MAX_BARREN_SESSIONS = 3


@dataclass(frozen=True)
class Test:
    """A scenario with an input device and a monitor."""

    name: str
    device: str
    hz: int
    scale: float
    pictures: bool
    recordings: bool = False
    transcript: bool = False

    @property
    def session_key(self) -> tuple[float, int, bool]:
        """Tests with the same key can run in the same session."""
        return self.scale, self.hz, self.pictures

    @property
    def round(self) -> int:
        """The number of the round in which the test runs, from 0. The rounds run one after another, and the tests of one
        round run at the same time. Those of the first round do not paint and mostly wait, so there may be more of them
        than processors. In the last round, pointers and recordings meet painting or the most frames and pixels, which take
        so much time on a machine without a GPU that they would lag beside many others. Tests of the second round need as
        much, but only press keys and take still pictures. A transcript of what is spoken runs with the last ones too: beside
        five other sessions, a screen reader falls behind, and drops what it would have said."""
        is_demanding = self.pictures or (self.hz > 60 and self.scale > 1)
        if self.recordings or self.transcript or (is_demanding and self.device != "keys"):
            return 2
        return 1 if is_demanding else 0

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

    def add(self, test: Test, outcome: str, reason: str, seconds: float = 0) -> None:
        """Adds the result of a test: passed, failed or skipped."""
        with self._lock:
            self.outcome += Outcome(**{outcome: 1})
            if self._file:
                record = {"test": str(test), "outcome": outcome, "reason": reason, "seconds": round(seconds, 1)}
                with self._file.open("a") as file:
                    file.write(json.dumps(record) + "\n")


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
            tests += [Test(scenario.name, device, hz, scenario.scale or scale, scenario.pictures, scenario.recordings,
                           scenario.transcript)
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
    for round_number, sessions_at_a_time in enumerate((jobs, ceil(jobs * 2 / 3), ceil(jobs / 3))):
        waiting = WaitingTests([test for test in tests if test.round == round_number])
        with ThreadPoolExecutor(sessions_at_a_time) as pool:
            for ended in [pool.submit(_run_sessions, waiting, reporter, results_folder) for _ in range(sessions_at_a_time)]:
                ended.result()  # so that an error of a session is raised here
        for test in waiting.rest():
            reporter.add(test, "failed", "did not run, because sessions ended before their first test did")
    return reporter.outcome


def _run_sessions(waiting: WaitingTests, reporter: Reporter, results_folder: Path | None) -> None:
    """Runs one session after another, until no tests wait or no session works. If a session dies, the test that was running has
    failed, and the others run in another session."""
    barren_sessions = 0
    while barren_sessions < _MAX_BARREN_SESSIONS and (key := waiting.open_session()):
        finished_count = _run_session(key, waiting, reporter, results_folder)
        waiting.close_session(key)
        barren_sessions = 0 if finished_count else barren_sessions + 1


def _run_session(
    key: tuple[float, int, bool], waiting: WaitingTests, reporter: Reporter, results_folder: Path | None
) -> int:
    """Runs tests in a new session. Returns how many of them finished."""
    scale, hz, _ = key
    with ExitStack() as stack:
        if results_folder:
            results_folder.mkdir(parents=True, exist_ok=True)
            root = Path(tempfile.mkdtemp(prefix=f"{hz}hz-x{scale}-", dir=results_folder)).resolve()
        else:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handspan-desktop-")))
        worker = stack.enter_context(Worker(key, root, stack.enter_context(private_session(root))))
        for finished_count in range(_MOST_TESTS_IN_A_SESSION):
            test = waiting.take(key)
            if test is None:
                return finished_count
            began = time.monotonic()
            record = worker.run(test)
            if record is None:
                problem = f"the session ended during this test: {worker.ending()}"
                print(f"FAIL  {test}\n      {problem}")
                reporter.add(test, "failed", problem)
                return finished_count
            reporter.add(test, record["outcome"], record["reason"], time.monotonic() - began)
    return _MOST_TESTS_IN_A_SESSION


class Worker:
    """The process of a session, which runs one test at a time. It ends with the block."""

    def __init__(self, key: tuple[float, int, bool], root: Path, session: Session) -> None:
        scale, hz, pictures = key
        self._log = root / "worker.log"
        job = {"hz": hz, "scale": scale, "pictures": pictures, "root": str(root)}
        # Results have a pipe of their own, because the report of a test is printed for people.
        results, inherited = os.pipe()
        self._results = os.fdopen(results)
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-B", str(_DESKTOP_TESTS / "suite" / "worker.py"), json.dumps(job), str(inherited)],
                env=dict(session.environment), stdin=subprocess.PIPE, stderr=log, text=True, pass_fds=[inherited],
                preexec_fn=die_with_parent)
        os.close(inherited)

    def run(self, test: Test) -> dict[str, str] | None:
        """Runs a test and returns its outcome and the reason; None if the session has ended."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            print(json.dumps([test.name, test.device]), file=self._process.stdin, flush=True)
        line = self._results.readline()
        return json.loads(line) if line.endswith("\n") else None

    def ending(self) -> str:
        """How a session ended that was not asked to."""
        status = self._process.wait()
        return f"status {status}: {self._log.read_text(errors='replace').strip()[-2000:]}"

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._results.close()
