"""The test suites of the Swift package: those written with Swift Testing, and those of widgets, written with XCTest."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Event

from following import follow
from progress import Progress
from results import Outcome, Result, Source, one_line

REPOSITORY = Path(__file__).resolve().parents[2]

#: How often a process that died is followed by another one with the tests that had not ended.
RESTARTS = 3
#: Each open calendar is watched with an inotify instance, and a user may have 128 of them. Without one, changes by other
#: programs are not noticed, so not all tests may run at once.
MOST_TESTS_AT_A_TIME = 48
#: The widget suites are run in so many processes at a time, and divided into so many groups.
PROCESSES_AT_A_TIME, GROUPS = 2, 6

#: A suite whose tests run one after another, and mostly wait for the programs that they start.
WAITING_SUITE = "EvolutionBackendTests.ServiceTests"

#: The tests as `swift build` links them. They are run without `swift test`, which plans the build each time, and fails if
#: another one does that at the same moment.
_PROGRAM = ".build/debug/handspanPackageTests.xctest"

_CRASH_REASON = re.compile(r"Fatal error: .*|\*\*\* (?:Program crashed|Swift runtime failure).*?(?= \*\*\*|$)")
_FRAME = re.compile(r"\bat \S*?(Tests/\S+\.swift):(\d+)")


def display_command() -> list[str]:
    """The command that gives the widget suites a display of their own. Without Xvfb they use the user's, if there is one."""
    if shutil.which("xvfb-run") is None:
        return []
    # Without an abstract socket, servers of other machines in the same network namespace, such as a bare system in a folder,
    # may have the same number.
    return ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x1024x24 -nolisten tcp -nolisten local"]


class Library:
    """The suites that are written with one of the two test libraries. Runs them, and runs again what a crash left out."""

    #: What it calls its process in messages.
    name: str

    def __init__(self, excluded: list[str], logs: Path) -> None:
        self.excluded, self.logs = excluded, logs

    def tests(self) -> list[str]:
        """The names of all tests that are not excluded."""
        raise NotImplementedError

    def run_once(self, filters: list[str], progress: Progress | None) -> Run:
        """Runs the tests that match the filters, or all if there are none, in one process."""
        raise NotImplementedError

    def run(self, progress: Progress) -> list[Result]:
        """Runs all tests. If their process dies, the tests that had not ended are run in another one."""
        results: dict[str, Result] = {}
        crashes: list[Result] = []
        filters: list[str] = []
        for _ in range(1 + RESTARTS):
            run = self.run_once(filters, progress)
            for result in run.results:
                results.setdefault(result.test, result)
            missing = [test for test in run.planned if test not in results]
            if run.death is None and missing:
                run.death = f"the test process ended before {len(missing)} of its tests did"
            if run.death is None:
                break
            culprits = run.culprits or [Result(f"the process of {self.name}", Outcome.FAILED, run.death)]
            for culprit in culprits:
                progress.add(culprit)
                if culprit.test in run.planned:
                    results[culprit.test] = culprit
                else:
                    crashes.append(culprit)
            filters = [test for test in run.planned if test not in results]
            if not filters:
                break
        else:
            crashes += [Result(test, Outcome.FAILED, "did not run, because its process died each time") for test in filters]
        return [*results.values(), *crashes]

    def repeat(self, failure: Result) -> Result:
        """Runs a failed test alone, or all tests if it was their process that died."""
        is_process = failure.test.startswith("the process of ")
        run = self.run_once([] if is_process else [failure.test], None)
        failures = [result for result in run.results if result.outcome is Outcome.FAILED]
        if run.death is not None:
            return Result(failure.test, Outcome.FAILED, run.death)
        if failures:
            return Result(failure.test, Outcome.FAILED, failures[0].reason)
        if not run.results:
            return Result(failure.test, Outcome.FAILED, "no test has this name")
        return Result(failure.test, run.results[0].outcome if not is_process else Outcome.PASSED)

    def command(self, *options: str) -> list[str]:
        """The command that runs tests."""
        return [*display_command(), _PROGRAM, *options]


class Run:
    """What is known of one process of tests."""

    def __init__(self) -> None:
        self.planned: list[str] = []
        self.results: list[Result] = []
        #: Why the process died; None if it ended on its own.
        self.death: str | None = None
        #: The tests that were running when it died, if they are known.
        self.culprits: list[Result] = []

    def note_death(self, status: int, output: str) -> None:
        """Finds out from its status whether the process died. A shell adds 128 to the number of a signal."""
        signal = -status if status < 0 else max(0, status - 128)
        if not signal and not (status and not any(result.outcome is Outcome.FAILED for result in self.results)):
            return
        reason = _CRASH_REASON.search(output)
        how = f"signal {signal}" if signal else f"status {status}"
        self.death = one_line(f"the test process ended with {how}" + (f": {reason[0]}" if reason else ""))


class XCTestLibrary(Library):
    name = "the widget suites"
    _EVENT = re.compile(r"Test Case '(.*)' (started|passed|failed|skipped)")
    _PROBLEM = re.compile(r"\S+: error: (\S+) : (.*)")
    _SKIP = re.compile(r"\S+: (\S+) : Test skipped: (.*)")

    @cache
    def _listed(self) -> dict[str, str]:
        """The tests as `swift test list` names them, by the names that the tests print."""
        lines = subprocess.run(["swift", "test", "list", "--skip-build", "--disable-swift-testing"],
                               capture_output=True, text=True, check=False).stdout.splitlines()
        tests = [line for line in lines if re.fullmatch(r"\w+\.\w+/\w+", line)]
        excluded = re.compile("|".join(self.excluded) or "^$")
        return {test.split(".", 1)[1].replace("/", "."): test for test in tests if not excluded.search(test)}

    def tests(self) -> list[str]:
        return list(self._listed().values())

    def run_once(self, filters: list[str], progress: Progress | None) -> Run:
        """Runs the tests with the given names in one process. Without names, runs all in several processes, as each mostly
        waits for frames."""
        if filters:
            return self._run_process(filters, progress)
        suites = self._suites()
        groups = self._groups(suites)
        stopping = Event()
        with ThreadPoolExecutor(PROCESSES_AT_A_TIME) as pool:
            try:
                runs = list(pool.map(lambda group: self._run_process(
                    [test for suite in group for test in suites[suite]], progress, stopping), groups))
            except BaseException:
                stopping.set()
                pool.shutdown(cancel_futures=True)
                raise
        whole = Run()
        for run in runs:
            whole.planned += run.planned
            whole.results += run.results
            whole.culprits += run.culprits
            whole.death = whole.death or run.death
        return whole

    def _suites(self) -> dict[str, list[str]]:
        """The tests by their suites."""
        suites: dict[str, list[str]] = {}
        for test in self.tests():
            suites.setdefault(test.partition("/")[0], []).append(test)
        return suites

    @staticmethod
    def _groups(suites: dict[str, list[str]]) -> list[list[str]]:
        """The suites in groups of about the same number of tests: more groups than processes, as some tests take longer."""
        by_size = sorted(suites, key=lambda suite: -len(suites[suite]))
        return [group for start in range(GROUPS) if (group := by_size[start::GROUPS])]

    def _run_process(self, planned: list[str], progress: Progress | None, stopping: Event | None = None) -> Run:
        run = Run()
        run.planned = planned
        running: dict[str, list[str]] = {}
        output: list[str] = []

        def handle_line(line: str) -> None:
            output.append(line)
            if found := self._PROBLEM.match(line) or self._SKIP.match(line):
                running.setdefault(found[1], []).append(found[2])
            if not (found := self._EVENT.match(line)):
                return
            name, event = found[1], found[2]
            if event == "started":
                running[name] = []
                return
            result = self._result(name, Outcome(event), running.pop(name, []))
            run.results.append(result)
            if progress:
                progress.add(result)

        def tick() -> None:
            if stopping and stopping.is_set():
                raise InterruptedError
            if progress:
                progress.tick()

        status = follow(self.command(",".join(planned)), self.logs / "suites.log", handle_line, tick)
        run.note_death(status, "\n".join(output))
        if run.death:
            run.culprits = [self._result(name, Outcome.FAILED, [run.death or ""]) for name in running]
        return run

    def _result(self, name: str, outcome: Outcome, reasons: list[str]) -> Result:
        test = self._listed().get(name, name)
        source = self._source(test) if outcome is Outcome.FAILED else None
        return Result(test, outcome, one_line("; ".join(reasons)), source)

    @staticmethod
    def _source(test: str) -> Source | None:
        module, _, rest = test.partition(".")
        suite, _, function = rest.partition("/")
        for path in sorted((REPOSITORY / "Tests" / module).rglob("*.swift")):
            text = path.read_text()
            if re.search(rf"\b{suite}\b", text) and re.search(rf"\bfunc {function}\b", text):
                return Source(path.relative_to(REPOSITORY), function)
        return None


class SwiftTestingLibrary(Library):
    """The suites of Swift Testing: all, or one with the suites in it."""

    def __init__(self, excluded: list[str], logs: Path, only: str | None = None) -> None:
        super().__init__(excluded, logs)
        self.only = only
        #: Set to end the run from another thread.
        self.stopping = Event()
        self.name = only.rpartition(".")[2] if only else "the suites"

    def tests(self) -> list[str]:
        lines = subprocess.run(["swift", "test", "list", "--skip-build", "--disable-xctest"],
                               capture_output=True, text=True, check=False).stdout.splitlines()
        excluded = re.compile("|".join(self.excluded) or "^$")
        return [line for line in lines
                if re.match(r"\w+\.", line) and not excluded.search(line) and line.startswith(self.only or "")]

    def run_once(self, filters: list[str], progress: Progress | None) -> Run:
        events = self.logs / f"{self.only or 'suites'}.events"
        events.unlink(missing_ok=True)
        run = Run()
        stream = EventStream(run, progress)
        output: list[str] = []

        def read_events() -> None:
            if self.stopping.is_set():
                raise InterruptedError
            stream.read(events)
            if progress:
                progress.tick()

        # One expression for whole suites, because each expression is tried on each test.
        names = filters if len(filters) == 1 else sorted({test.rpartition("/")[0] for test in filters})
        if not names and self.only:
            names = [self.only]
        options = ["--testing-library", "swift-testing", "--event-stream-version", "0", "--event-stream-output-path", str(events)]
        if names:
            options += ["--filter", f"^({'|'.join(map(re.escape, names))})/"]
        options += [word for name in self.excluded for word in ("--skip", name)]
        status = follow(self.command(*options), self.logs / "suites.log", output.append, read_events,
                        {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(MOST_TESTS_AT_A_TIME)})
        stream.read(events)
        stream.skip_tests_of_skipped_suites()
        run.note_death(status, "\n".join(output))
        if run.death:
            run.culprits = stream.tests_in_backtrace("\n".join(output), run.death)
        return run


class EventStream:
    """The JSON lines that Swift Testing writes while tests run."""

    def __init__(self, run: Run, progress: Progress | None) -> None:
        self.run, self.progress = run, progress
        self._offset = 0
        self._sources: dict[str, tuple[Source, int]] = {}
        self._reasons: dict[str, list[str]] = {}
        self._skipped_suites: dict[str, str] = {}

    def read(self, path: Path) -> None:
        """Handles the lines that were written since the last call."""
        if not path.exists():
            return
        with path.open("rb") as file:
            file.seek(self._offset)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._offset += len(line)
                self.handle(json.loads(line))

    def handle(self, record: dict) -> None:
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                test = self._name(payload["id"])
                location = payload["sourceLocation"]
                path = Path(os.path.relpath(location["_filePath"], REPOSITORY))
                function = test.rpartition("/")[2].partition("(")[0].strip("`")
                self._sources[test] = (Source(path, function), location["line"])
                self.run.planned.append(test)
            return
        test = self._name(payload.get("testID") or "")
        text = "; ".join(message["text"] for message in payload["messages"])
        if test not in self._sources:
            if payload["kind"] == "testSkipped":
                self._skipped_suites[test] = text
            return
        if payload["kind"] == "issueRecorded":
            if not payload["issue"].get("isKnown"):
                location = payload["issue"].get("sourceLocation") or {}
                place = f"{location['fileID'].rpartition('/')[2]}:{location['line']}: " if location else ""
                self._reasons.setdefault(test, []).append(place + text)
        elif payload["kind"] == "testSkipped":
            self._add(Result(test, Outcome.SKIPPED, one_line(text)))
        elif payload["kind"] == "testEnded":
            if reasons := self._reasons.get(test):
                self._add(Result(test, Outcome.FAILED, one_line("; ".join(reasons)), self._sources[test][0]))
            else:
                self._add(Result(test, Outcome.PASSED))

    def skip_tests_of_skipped_suites(self) -> None:
        """Adds the tests of suites that were skipped as a whole."""
        ended = {result.test for result in self.run.results}
        for test in self.run.planned:
            for suite, reason in self._skipped_suites.items():
                if test.startswith(f"{suite}/") and test not in ended:
                    self._add(Result(test, Outcome.SKIPPED, one_line(reason)))

    def _add(self, result: Result) -> None:
        self.run.results.append(result)
        if self.progress:
            self.progress.add(result)

    def tests_in_backtrace(self, output: str, reason: str) -> list[Result]:
        """The tests whose lines are in the backtrace of a crash. All tests are started at the beginning, so their events do not
        say which of them were running."""
        ended = {result.test for result in self.run.results}
        tests: dict[str, Result] = {}
        for found in _FRAME.finditer(output):
            path, line = found[1], int(found[2])
            starts = [(start, test) for test, (source, start) in self._sources.items()
                      if str(source.path) == path and start <= line]
            if starts and (test := max(starts)[1]) not in ended:
                tests[test] = Result(test, Outcome.FAILED, reason, self._sources[test][0])
        return list(tests.values())

    @staticmethod
    def _name(identifier: str) -> str:
        """The name without the place, by which the test can be run again."""
        return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", identifier)


class Suites:
    """All suites, without the tools that are written as tests, and without those that need calendars from elsewhere."""

    def __init__(self, logs: Path) -> None:
        excluded = excluded_tests()
        self._widgets = XCTestLibrary(excluded, logs)
        self._services = SwiftTestingLibrary(excluded, logs, only=WAITING_SUITE)
        self._others = SwiftTestingLibrary([*excluded, re.escape(WAITING_SUITE)], logs)
        self._library_of_test: dict[str, Library] = {}

    @staticmethod
    def remarks() -> list[str]:
        """What will not be tested, and why."""
        remarks = []
        if not os.environ.get("HANDSPAN_CORPUS"):
            remarks.append("HANDSPAN_CORPUS is not set: the corpus suites are excluded.")
        if not display_command() and not (os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")):
            remarks.append("xvfb-run is not installed: the widget suites are skipped.")
        return remarks

    def tests(self) -> list[str]:
        return [test for library in (self._widgets, self._services, self._others) for test in library.tests()]

    def run(self, progress: Progress) -> list[Result]:
        results: list[Result] = []

        def add(library: Library, found: list[Result]) -> None:
            self._library_of_test.update((result.test, library) for result in found)
            results.extend(found)

        add(self._others, self._others.run(progress))
        # Both mostly wait: one for frames, the other for programs.
        with ThreadPoolExecutor(1) as pool:
            services = pool.submit(self._services.run, progress)
            try:
                add(self._widgets, self._widgets.run(progress))
                add(self._services, services.result())
            except BaseException:
                self._services.stopping.set()
                raise
        return results

    def repeat(self, failure: Result) -> Result:
        """Runs a failed test alone."""
        return self._library_of_test[failure.test].repeat(failure)


def excluded_tests() -> list[str]:
    """What --skip needs in order to leave out the tools and the suites that cannot run."""
    excluded: list[str] = []
    if not os.environ.get("HANDSPAN_GALLERY"):
        excluded += sorted(path.stem for path in (REPOSITORY / "Tests").rglob("*.swift")
                           if '"HANDSPAN_GALLERY is not set"' in path.read_text())
    if not os.environ.get("HANDSPAN_DIFFERENTIAL"):
        excluded.append("CalendarModelTests.DifferentialTests")
    if not os.environ.get("HANDSPAN_CORPUS"):
        excluded += ["PublicRulesTests", "CorpusListingTests", "CalendarDocumentTests.CorpusTests",
                     "publicCalendarsSurviveCopyAndPaste", "publicCalendarsSurviveExportAndImport",
                     "bothReadersAgreeOnPublicCalendars"]
    return excluded

