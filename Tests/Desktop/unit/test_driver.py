"""Tests of the order and the sessions in which desktop tests run."""

from __future__ import annotations

import unittest
from contextlib import redirect_stdout
from io import StringIO
from unittest import mock

try:
    from suite import driver
    from suite.driver import Test
except (ImportError, ValueError):
    driver = None  # type: ignore[assignment]


@unittest.skipIf(driver is None, "gir1.2-atspi-2.0 is not installed")
class BatchTests(unittest.TestCase):
    def setUp(self) -> None:
        self.tests = [Test(f"test {number}", "keys", hz, 1, pictures=False) for hz in (60, 144) for number in range(100)]

    def test_every_test_runs_once_in_the_session_for_its_monitor(self) -> None:
        for jobs in (1, 2, 3):
            batches = driver._batches(self.tests, jobs)
            self.assertCountEqual([test for batch in batches for test in batch], self.tests)
            self.assertTrue(all(len({test.session_key for test in batch}) == 1 for batch in batches))

    def test_a_session_has_enough_tests(self) -> None:
        self.assertEqual([len(batch) for batch in driver._batches(self.tests, 2)], [12, 13] * 8)
        self.assertEqual([len(batch) for batch in driver._batches(self.tests[:23], 2)], [23])
        self.assertEqual([len(batch) for batch in driver._batches(self.tests, 1)], [100, 100])

    def test_demanding_tests_run_last(self) -> None:
        def round_of(device: str = "keys", hz: int = 60, scale: int = 1, pictures: bool = False, recordings: bool = False) -> int:
            return Test("name", device, hz, scale, pictures, recordings).round

        self.assertEqual(round_of(), 0)
        self.assertEqual(round_of("touch", hz=144), 0)
        self.assertEqual(round_of(pictures=True), 1)
        self.assertEqual(round_of("mouse", pictures=True), 2)
        self.assertEqual(round_of(pictures=True, recordings=True), 2)
        self.assertEqual(round_of(hz=144, scale=2), 2)


@unittest.skipIf(driver is None, "gir1.2-atspi-2.0 is not installed")
class EndedSessionTests(unittest.TestCase):
    """Sessions that end before all of their tests have run. Each session is given by the number of tests that finish in it."""

    def _run(self, *sessions: int) -> list[tuple[str, str]]:
        tests = [Test(f"test {number}", "keys", 60, 1, pictures=False) for number in range(6)]
        remaining = list(sessions)
        results: list[tuple[str, str]] = []

        class Reporter(driver.Reporter):
            def add(self, test: Test, outcome: str, reason: str) -> None:
                results.append((test.name, outcome))

        def run_in_session(tests: list[Test], reporter: Reporter, _: None) -> tuple[int, str]:
            count = min(remaining.pop(0), len(tests))
            for test in tests[:count]:
                reporter.add(test, "passed", "")
            return count, "" if count == len(tests) else "status -11"

        with mock.patch.object(driver, "_run_in_session", run_in_session), redirect_stdout(StringIO()):
            driver._run_batch(tests, Reporter(None), None)
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
