"""What a test run knows of its tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Outcome(Enum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


#: How often a failed test is run again, alone. It must pass each time.
REPETITIONS = 2


@dataclass(frozen=True)
class Source:
    """The function that a test is written as."""

    path: Path
    function: str


@dataclass(frozen=True)
class Result:
    """The outcome of a test, or of a stage without single tests."""

    #: The name by which the stage can run the test again.
    test: str
    outcome: Outcome
    #: Why it failed or was skipped, on one line.
    reason: str = ""
    #: None if the test is not a function, such as a stage.
    source: Source | None = None
    #: How many tests it counts for.
    count: int = 1
    #: How often it is run again if it failed; 0 if the failure is final.
    repetitions: int = REPETITIONS


def one_line(text: str, length: int = 300) -> str:
    """A text on one line, without tabs, shortened to a length."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
