"""Tests of what is understood of the suites' output, in particular when their process dies."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from progress import Progress  # noqa: E402
from results import Outcome, Result  # noqa: E402
from suites import REPOSITORY, EventStream, Library, Run, XCTestLibrary  # noqa: E402

PASSED, FAILED, SKIPPED = Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED


class SilentProgress(Progress):
    def show(self, line: str) -> None:
        pass


class FakeLibrary(Library):
    """Runs its tests one after another. Each is given with its outcome; None kills the process, the first `deaths` times."""

    name = "the fake"

    def __init__(self, outcomes: dict[str, Outcome | None], deaths: int = 1, names_culprit: bool = True) -> None:
        super().__init__([], Path())
        self.outcomes, self.deaths, self.names_culprit = outcomes, deaths, names_culprit
        self.runs: list[list[str]] = []
        #: Whether the process exits, once, as if all of its tests had ended.
        self.exits_quietly = False

    def run_once(self, filters: list[str], progress: Progress | None) -> Run:
        self.runs.append(filters)
        run = Run()
        run.planned = filters or list(self.outcomes)
        for test in run.planned:
            outcome = self.outcomes[test]
            if outcome is None and self.deaths > 0:
                self.deaths -= 1
                run.death = "signal 11"
                run.culprits = [Result(test, FAILED, "signal 11")] if self.names_culprit else []
                return run
            if outcome is None and self.exits_quietly:
                self.exits_quietly = False
                return run
            run.results.append(Result(test, outcome or PASSED))
        return run


class ManySuites(XCTestLibrary):
    """Suites with the given numbers of tests. The process of the fourth suite dies after its first test, once."""

    def __init__(self, sizes: list[int]) -> None:
        super().__init__([], Path())
        self._names = [f"M.S{suite}/test{number}" for suite, size in enumerate(sizes) for number in range(size)]
        self.processes: list[list[str]] = []

    def tests(self) -> list[str]:
        return self._names

    def _run_process(self, planned, progress, stopping=None) -> Run:
        self.processes.append(planned)
        run = Run()
        run.planned = planned
        run.results = [Result(test, PASSED) for test in planned]
        if any(test.startswith("M.S3/") for test in planned) and len(self.processes) <= 6:
            run.results, run.death = run.results[:1], "signal 11"
        return run


class GroupTests(unittest.TestCase):
    def test_each_test_runs_once_in_one_of_several_processes_of_about_the_same_size(self) -> None:
        library = ManySuites([40, 30, 20, 4, 10, 10, 5, 5, 3, 2, 1, 1, 1])
        run = library.run_once([], SilentProgress("Suites"))
        self.assertEqual(sorted(run.planned), sorted(library.tests()))
        self.assertEqual(len(library.processes), 6)

    def test_the_death_of_one_process_runs_its_own_tests_again_and_no_others(self) -> None:
        library = ManySuites([4] * 12)
        outcomes = {result.test for result in library.run(SilentProgress("Suites")) if result.outcome is PASSED}
        self.assertEqual(outcomes, set(library.tests()))
        self.assertEqual(len(library.processes), 7)
        self.assertEqual(len(library.processes[-1]), 7)


class DeadProcessTests(unittest.TestCase):
    def run_tests(self, library: FakeLibrary) -> dict[str, Outcome]:
        return {result.test: result.outcome for result in library.run(SilentProgress("Suites"))}

    def test_the_running_test_fails_and_the_others_run(self) -> None:
        library = FakeLibrary({"a": PASSED, "b": None, "c": FAILED, "d": PASSED})
        self.assertEqual(self.run_tests(library), {"a": PASSED, "b": FAILED, "c": FAILED, "d": PASSED})
        self.assertEqual(library.runs, [[], ["c", "d"]])

    def test_without_a_culprit_the_process_has_failed_and_all_that_had_not_ended_run(self) -> None:
        library = FakeLibrary({"a": PASSED, "b": None, "c": PASSED}, names_culprit=False)
        self.assertEqual(
            self.run_tests(library), {"a": PASSED, "b": PASSED, "c": PASSED, "the process of the fake": FAILED})
        self.assertEqual(library.runs, [[], ["b", "c"]])

    def test_a_process_that_always_dies_fails_the_tests_that_never_ran(self) -> None:
        library = FakeLibrary({"a": PASSED, "b": None, "c": PASSED}, deaths=100, names_culprit=False)
        self.assertEqual(
            self.run_tests(library), {"a": PASSED, "b": FAILED, "c": FAILED, "the process of the fake": FAILED})

    def test_a_process_that_exits_quietly_has_failed_and_the_others_run(self) -> None:
        library = FakeLibrary({"a": FAILED, "b": None, "c": PASSED}, deaths=0)
        library.exits_quietly = True
        self.assertEqual(
            self.run_tests(library), {"a": FAILED, "b": PASSED, "c": PASSED, "the process of the fake": FAILED})

    def test_a_failed_test_is_repeated_alone_and_a_dead_process_whole(self) -> None:
        library = FakeLibrary({"a": PASSED, "b": FAILED}, deaths=0)
        self.assertEqual(library.repeat(Result("a", FAILED)).outcome, PASSED)
        self.assertEqual(library.repeat(Result("b", FAILED)).outcome, FAILED)
        self.assertEqual(library.repeat(Result("the process of the fake", FAILED)).outcome, FAILED)
        self.assertEqual(library.runs, [["a"], ["b"], []])

    def test_why_a_process_died_is_known_from_its_status_and_its_output(self) -> None:
        for status in (-4, 132):
            run = Run()
            run.note_death(status, "A.swift:11: Fatal error: oh no\n")
            self.assertEqual(run.death, "the test process ended with signal 4: Fatal error: oh no")
        run = Run()
        run.results.append(Result("a", FAILED))
        run.note_death(-9, "")
        self.assertEqual(run.death, "the test process ended with signal 9")
        run = Run()
        run.results.append(Result("a", FAILED))
        run.note_death(1, "")
        self.assertIsNone(run.death, "a failed test also causes a status of 1")
        run = Run()
        run.note_death(1, "error: no such module")
        self.assertEqual(run.death, "the test process ended with status 1")


class EventStreamTests(unittest.TestCase):
    PLACE = {"_filePath": str(REPOSITORY / "Tests/ExampleTests/A.swift"), "fileID": "ExampleTests/A.swift", "column": 4}

    def setUp(self) -> None:
        self.run_ = Run()
        self.stream = EventStream(self.run_, None)
        for name, line in (("good()", 5), ("bad(n:)", 9), ("crashes()", 20), ("skipped()", 30)):
            self.stream.handle({"kind": "test", "payload": {
                "kind": "function", "id": self.identifier(name, line), "sourceLocation": {**self.PLACE, "line": line}}})

    @staticmethod
    def identifier(name: str, line: int) -> str:
        return f"ExampleTests.Alpha/{name}/A.swift:{line}:4"

    def handle(self, kind: str, name: str, line: int, text: str = "", **payload: object) -> None:
        self.stream.handle({"kind": "event", "payload": {
            "kind": kind, "testID": self.identifier(name, line), "messages": [{"text": text}], **payload}})

    def test_tests_are_named_without_their_place(self) -> None:
        self.assertEqual(self.run_.planned[:2], ["ExampleTests.Alpha/good()", "ExampleTests.Alpha/bad(n:)"])

    def test_results_have_the_reasons(self) -> None:
        self.handle("testEnded", "good()", 5)
        issue = {"isKnown": False, "sourceLocation": {**self.PLACE, "line": 10}}
        self.handle("issueRecorded", "bad(n:)", 9, "Expectation failed: n == 1", issue=issue)
        self.handle("testEnded", "bad(n:)", 9)
        self.handle("testSkipped", "skipped()", 30, "not here")
        good, bad, skipped = self.run_.results
        self.assertEqual((good.outcome, bad.outcome, skipped.outcome), (PASSED, FAILED, SKIPPED))
        self.assertEqual(bad.reason, "A.swift:10: Expectation failed: n == 1")
        self.assertEqual((str(bad.source.path), bad.source.function), ("Tests/ExampleTests/A.swift", "bad"))

    def test_the_backtrace_of_a_crash_names_the_running_test(self) -> None:
        self.handle("testEnded", "good()", 5)
        output = "3 Alpha.crashes() + 61 in Example at /home/x/Tests/ExampleTests/A.swift:22:7\n7 main at Sources/B.swift:1"
        self.assertEqual(
            [result.test for result in self.stream.tests_in_backtrace(output, "signal 4")], ["ExampleTests.Alpha/crashes()"])
        self.assertEqual(self.stream.tests_in_backtrace("in Example at Tests/ExampleTests/A.swift:6:7", ""), [],
                         "the test at this line had ended")


if __name__ == "__main__":
    unittest.main()
