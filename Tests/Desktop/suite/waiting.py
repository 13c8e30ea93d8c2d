"""The tests of a round that no session has taken yet."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .driver import Test

    SessionKey = tuple[float, int, bool]


#: The scenarios that take more than a quarter of a minute. They start first, because at the end nothing could run beside them.
_LONG = frozenset({
    "a day of work with a screen reader is spoken as documented", "a line shows that details continue",
    "a page turned from the dates is spoken without the title of the window",
    "a search counts a hundred thousand results and is canceled by more typing or escape",
    "a server error is shown in the servers own words until it is resolved", "a weekly event with a reminder is made by ear",
    "choices menus and dialogs with a screen reader are spoken as documented", "every event of a crowded week can be reached",
    "hiding and showing the events of a crowded week is spread over several frames",
    "memory levels off after hundreds of edits and outside changes",
    "memory levels off when a crowded calendar is hidden and shown again and again",
    "newer features with a screen reader are spoken as documented", "today changes at midnight without input",
    "two hundred random swipes end on whole weeks"})


class WaitingTests:
    """The tests of a round that no session has taken yet. Sessions take them one at a time, so that all sessions end at about
    the same time however long a test takes. May be used by several threads."""

    def __init__(self, tests: list[Test]) -> None:
        self._lock = Lock()
        self._tests: dict[SessionKey, deque[Test]] = {}
        self._sessions: dict[SessionKey, int] = {}
        for test in sorted(tests, key=lambda test: test.name not in _LONG):
            self._tests.setdefault(test.session_key, deque()).append(test)

    def open_session(self) -> SessionKey | None:
        """The kind of session that is needed most: with the most waiting tests for each session that takes them already. None if
        no tests wait."""
        with self._lock:
            waiting = [key for key, tests in self._tests.items() if tests]
            if not waiting:
                return None
            key = max(waiting, key=lambda key: len(self._tests[key]) / (1 + self._sessions.get(key, 0)))
            self._sessions[key] = self._sessions.get(key, 0) + 1
            return key

    def close_session(self, key: SessionKey) -> None:
        """Must be called when a session has ended."""
        with self._lock:
            self._sessions[key] -= 1

    def take(self, key: SessionKey) -> Test | None:
        """The next test for a session of this kind."""
        with self._lock:
            tests = self._tests[key]
            return tests.popleft() if tests else None

    def rest(self) -> list[Test]:
        """Takes all tests that are left."""
        with self._lock:
            rest = [test for tests in self._tests.values() for test in tests]
            for tests in self._tests.values():
                tests.clear()
            return rest
