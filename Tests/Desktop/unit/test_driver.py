"""Tests of the order and the sessions in which desktop tests run."""

from __future__ import annotations

import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock
from unittest.mock import MagicMock

try:
    from suite import driver, waiting
    from suite.driver import Test
    from suite.waiting import WaitingTests
except (ImportError, ValueError):
    driver = None  # type: ignore[assignment]


@unittest.skipIf(driver is None, "gir1.2-atspi-2.0 is not installed")
class WaitingTestsTests(unittest.TestCase):
    def setUp(self) -> None:
        names = [f"test {number}" for number in range(49)] + ["a line shows that details continue"]
        self.tests = [Test(name, "keys", hz, 1, pictures=False) for hz in (60, 144) for name in names]
        self.waiting = WaitingTests(self.tests)

    def test_every_test_is_taken_once_by_a_session_for_its_monitor(self) -> None:
        taken: list[Test] = []
        while key := self.waiting.open_session():
            while test := self.waiting.take(key):
                self.assertEqual(test.session_key, key)
                taken.append(test)
            self.waiting.close_session(key)
        self.assertCountEqual(taken, self.tests)

    def test_sessions_are_divided_among_monitors_by_what_waits(self) -> None:
        first = self.waiting.open_session()
        assert first
        second = self.waiting.open_session()
        self.assertNotEqual(second, first)
        while self.waiting.take(first):
            pass
        self.assertEqual(self.waiting.open_session(), second)

    def test_long_tests_start_first(self) -> None:
        key = self.waiting.open_session()
        assert key
        test = self.waiting.take(key)
        self.assertEqual(test and test.name, "a line shows that details continue")

    def test_the_names_of_long_tests_are_those_of_scenarios(self) -> None:
        from scenarios import SCENARIOS

        # Some exist only for the documented versions of GTK and Orca.
        missing = waiting._LONG - {scenario.name for scenario in SCENARIOS}
        self.assertEqual([name for name in missing if "screen reader" not in name and "by ear" not in name], [])

    def test_what_is_left_can_be_taken(self) -> None:
        key = self.waiting.open_session()
        assert key
        self.waiting.take(key)
        self.assertEqual(len(self.waiting.rest()), 99)
        self.assertIsNone(self.waiting.open_session())


@unittest.skipIf(driver is None, "gir1.2-atspi-2.0 is not installed")
class RoundTests(unittest.TestCase):
    def test_demanding_tests_run_last(self) -> None:
        def round_of(device: str = "keys", hz: int = 60, scale: int = 1, pictures: bool = False, recordings: bool = False) -> int:
            return Test("name", device, hz, scale, pictures, recordings).round

        self.assertEqual(round_of(), 0)
        self.assertEqual(round_of("touch", hz=144), 0)
        self.assertEqual(round_of(pictures=True), 1)
        self.assertEqual(round_of("mouse", pictures=True), 2)
        self.assertEqual(round_of(pictures=True, recordings=True), 2)
        self.assertEqual(Test("name", "keys", 60, 1, pictures=False, transcript=True).round, 2)
        self.assertEqual(round_of(hz=144, scale=2), 1)
        self.assertEqual(round_of("touch", hz=144, scale=2), 2)


@unittest.skipIf(driver is None, "gir1.2-atspi-2.0 is not installed")
class EndedSessionTests(unittest.TestCase):
    """Sessions that end before all of their tests have run. Each session is given by the number of tests that finish in it."""

    def _run(self, *sessions: int) -> list[tuple[str, str]]:
        tests = [Test(f"test {number}", "keys", 60, 1, pictures=False) for number in range(6)]
        remaining = list(sessions)
        results: list[tuple[str, str]] = []

        class Reporter(driver.Reporter):
            def add(self, test: Test, outcome: str, reason: str, seconds: float = 0) -> None:
                results.append((test.name, outcome))

        class Worker:
            """A session that ends after the given number of tests."""

            def __init__(self, *_: object) -> None:
                self.left = remaining.pop(0)

            def run(self, test: Test) -> dict[str, str] | None:
                self.left -= 1
                return {"outcome": "passed", "reason": ""} if self.left >= 0 else None

            def ending(self) -> str:
                return "status -11"

            def __enter__(self) -> Worker:
                return self

            def __exit__(self, *_: object) -> None:
                pass

        with mock.patch.object(driver, "Worker", Worker), mock.patch.object(driver, "private_session", MagicMock()), \
                mock.patch.object(driver, "missing_requirements", return_value=[]), \
                mock.patch.object(driver, "binary", return_value=Path(__file__)), redirect_stdout(StringIO()):
            driver.run(tests, Reporter(None), None, jobs=1)
        self.assertEqual([name for name, _ in results], [test.name for test in tests])
        return [outcome for _, outcome in results]

    def test_the_running_test_fails_and_the_others_run_in_another_session(self) -> None:
        self.assertEqual(self._run(2, 9), ["passed", "passed", "failed", "passed", "passed", "passed"])

    def test_several_sessions_can_end_early(self) -> None:
        self.assertEqual(self._run(0, 1, 9), ["failed", "passed", "failed", "passed", "passed", "passed"])

    def test_nothing_more_is_tried_if_no_session_works(self) -> None:
        self.assertEqual(self._run(0, 0, 0), ["failed"] * 6)


if __name__ == "__main__":
    unittest.main()
