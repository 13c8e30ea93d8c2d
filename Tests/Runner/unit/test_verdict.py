"""Tests of the verdict on a run."""

from __future__ import annotations

import sys
import tempfile
import unittest
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Outcome, Result  # noqa: E402
from verdict import judge, known_unsteady, most_unsteady, unsteady_line  # noqa: E402

PASSED, FAILED, SKIPPED = Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED


class VerdictTests(unittest.TestCase):
    def setUp(self) -> None:
        self.repeated: list[str] = []

    def judge(self, failures: dict[str, list[Outcome]], passed: int = 3_000, changed: tuple[str, ...] = ()):
        """Judges a run in which some tests failed; each is given with its outcomes when it is run again."""
        results = [Result(f"good {number}", PASSED) for number in range(passed)]
        results += [Result(name, FAILED, "a reason") for name in failures]
        outcomes = {name: list(later) for name, later in failures.items()}

        def repeat(failure: Result) -> Result:
            self.repeated.append(failure.test)
            return Result(failure.test, outcomes[failure.test].pop(0))

        return judge(results, lambda result: result.test in changed, repeat)

    def test_a_run_without_failures_passes(self) -> None:
        verdict = self.judge({})
        self.assertEqual((verdict.passed, verdict.failed, verdict.unsteady), (3_000, [], []))

    def test_a_test_that_then_passes_twice_is_unsteady(self) -> None:
        verdict = self.judge({"a": [PASSED, PASSED]})
        self.assertEqual((verdict.passed, verdict.failed), (3_001, []))
        self.assertEqual([result.test for result in verdict.unsteady], ["a"])
        self.assertEqual(self.repeated, ["a", "a"])

    def test_any_other_result_is_a_failure(self) -> None:
        for later in ([FAILED], [PASSED, FAILED], [SKIPPED]):
            verdict = self.judge({"a": later})
            self.assertEqual((verdict.passed, verdict.failed_count, verdict.unsteady), (3_000, 1, []), later)

    def test_a_changed_test_must_pass_at_its_first_try(self) -> None:
        verdict = self.judge({"a": [PASSED, PASSED]}, changed=("a",))
        self.assertEqual((verdict.failed_count, verdict.unsteady, self.repeated), (1, [], []))

    def test_the_number_of_unsteady_tests_is_limited(self) -> None:
        self.assertEqual([most_unsteady(count) for count in (10, 600, 3_000)], [3, 3, 15])
        for count, is_accepted in ((3, True), (4, False)):
            verdict = self.judge({f"bad {number}": [PASSED, PASSED] for number in range(count)}, passed=100)
            self.assertEqual(not verdict.failed, is_accepted)
        self.assertEqual(len(self.repeated), 6, "too many failures are not worth repeating")

    def test_a_stage_is_repeated_once_and_a_final_failure_never(self) -> None:
        for repetitions in (1, 0):
            self.repeated = []
            failure = Result("stage", FAILED, repetitions=repetitions)

            def repeat(result: Result) -> Result:
                self.repeated.append(result.test)
                return Result(result.test, PASSED)

            verdict = judge([failure], lambda _: False, repeat)
            self.assertEqual((len(self.repeated), len(verdict.unsteady), verdict.failed_count),
                             (repetitions, repetitions, 1 - repetitions))

    def test_a_stage_counts_for_its_steps(self) -> None:
        verdict = judge([Result("steps", PASSED, count=9), Result("b", SKIPPED)], lambda _: False, lambda result: result)
        self.assertEqual((verdict.passed, verdict.skipped, verdict.failed_count), (9, 1, 0))


class UnsteadyListTests(unittest.TestCase):
    def test_a_line_is_read_back(self) -> None:
        line = unsteady_line(date(2035, 1, 8), "0a1b2c3d", Result("Module.Suite/test()", FAILED, "1 is not 2"))
        self.assertEqual(line, "2035-01-08\t0a1b2c3d\tModule.Suite/test()\t1 is not 2")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "unsteady.tsv"
            self.assertEqual(known_unsteady(file), [])
            file.write_text(f"# date\tcommit\ttest\treason\n{line}\n{line}\n")
            self.assertEqual(known_unsteady(file), ["Module.Suite/test()"] * 2)


if __name__ == "__main__":
    unittest.main()
