"""The tests of a round that no session has taken yet."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .driver import Test

    SessionKey = tuple[float, int, bool]


class WaitingTests:
    """The tests of a round that no session has taken yet. Sessions take them one at a time, so that all sessions end at about
    the same time however long a test takes. May be used by several threads."""

    def __init__(self, tests: list[Test]) -> None:
        self._lock = Lock()
        self._tests: dict[SessionKey, deque[Test]] = {}
        self._sessions: dict[SessionKey, int] = {}
        # Long ones first: at the end, nothing could run beside them.
        for test in sorted(tests, key=lambda test: not test.is_long):
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
