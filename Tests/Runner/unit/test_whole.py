"""Tests of stages without single tests."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Outcome  # noqa: E402
from whole import Whole  # noqa: E402


class WholeStageTests(unittest.TestCase):
    def run_stage(self, script: str):
        with tempfile.TemporaryDirectory() as folder:
            return Whole("stage", ["sh", "-c", script], Path(folder) / "log").run()

    def test_a_command_passes_with_its_number_of_tests(self) -> None:
        for last_line, count in (("9 of 9 steps passed", 9), ("82 passed, 0 failed, 0 skipped in 0 s", 82), ("It starts.", 1)):
            result = self.run_stage(f"echo first; echo '{last_line}'")
            self.assertEqual((result.outcome, result.count), (Outcome.PASSED, count))

    def test_a_failed_command_gives_its_last_line_and_is_repeated_once(self) -> None:
        result = self.run_stage("echo 'not installed: handspan' >&2; exit 3")
        self.assertEqual(
            (result.outcome, result.reason, result.repetitions), (Outcome.FAILED, "not installed: handspan", 1))

    def test_a_skipped_command_is_not_a_passed_one(self) -> None:
        result = self.run_stage("echo 'skipped (khal not installed)'")
        self.assertEqual((result.outcome, result.reason), (Outcome.SKIPPED, "(khal not installed)"))


if __name__ == "__main__":
    unittest.main()
