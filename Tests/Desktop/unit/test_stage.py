"""Tests of the result of a scenario: which failures are final, and when the scenario is run again."""

from __future__ import annotations

import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from rig.compositor import Monitor
from scenarios import Stage
from suite import worker


def _stage() -> Stage:
    return Stage(SimpleNamespace(monitor=Monitor()), Path("/nowhere"), "mouse")


class ResultTests(unittest.TestCase):
    def test_failure_after_an_unmet_precondition_is_doubtful(self) -> None:
        stage = _stage()
        stage.precondition(False, "the press missed the event")
        stage.expect(False, "nothing moved")
        self.assertTrue(stage.is_inconclusive)
        self.assertEqual((stage.failures, stage.doubtful_failures), ([], ["nothing moved"]))

    def test_failure_before_an_unmet_precondition_is_final(self) -> None:
        stage = _stage()
        stage.expect(False, "the event left the pointer")
        stage.precondition(False, "too few frames")
        self.assertFalse(stage.is_inconclusive)
        self.assertEqual(stage.failures, ["the event left the pointer"])

    def test_broken_invariant_is_final_after_an_unmet_precondition(self) -> None:
        stage = _stage()
        stage.precondition(False, "too few frames")
        stage.fail("the event left the pointer")
        self.assertFalse(stage.is_inconclusive)

    def test_a_run_whose_preconditions_are_met_is_conclusive(self) -> None:
        stage = _stage()
        stage.precondition(True, "a precondition that is met")
        self.assertFalse(stage.is_inconclusive)


class RepetitionTests(unittest.TestCase):
    def _run(self, *stages: Stage) -> Stage:
        with patch.object(worker, "run_once", side_effect=stages) as run_once:
            stage = worker.run_test(SimpleNamespace(), Path("/nowhere"), "a scenario", "mouse")
        self.assertEqual(run_once.call_count, len(stages))
        return stage

    @staticmethod
    def _inconclusive_stage() -> Stage:
        stage = _stage()
        stage.precondition(False, "the press missed the event")
        stage.expect(False, "nothing moved")
        return stage

    def test_inconclusive_run_is_repeated_and_noted(self) -> None:
        stage = self._run(self._inconclusive_stage(), _stage())
        self.assertEqual((stage.failures, stage.notes), ([], ["inconclusive: the press missed the event"]))

    def test_scenario_whose_runs_are_all_inconclusive_fails_with_all_reasons(self) -> None:
        stage = self._run(*(self._inconclusive_stage() for _ in range(worker.MAX_RUNS)))
        self.assertEqual(stage.failures, ["the press missed the event", "nothing moved"])

    def test_run_with_a_final_failure_is_not_repeated(self) -> None:
        failed = _stage()
        failed.expect(False, "the event left the pointer")
        self.assertEqual(self._run(failed).failures, ["the event left the pointer"])


if __name__ == "__main__":
    unittest.main()
