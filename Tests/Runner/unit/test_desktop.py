"""Tests of how the results of desktop tests are read while they run."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import desktop  # noqa: E402
from results import Outcome  # noqa: E402

#: Writes the beginning of a result, and the rest after the file has been read.
_SCRIPT = """#!/bin/sh
printf '{"test": "60 Hz x1 keys  first", "outcome": "passed", "reason": ""}\\n{"test": "60 Hz x1 ke' >>"$2"
sleep 1.2
printf 'ys  second", "outcome": "failed", "reason": "no"}\\n' >>"$2"
"""


class ResultsTests(unittest.TestCase):
    def test_a_result_is_read_when_it_is_complete(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.write_text(_SCRIPT)
            program.chmod(0o755)
            with mock.patch.object(desktop, "_PROGRAM", str(program)):
                results = desktop.Desktop("all", Path(folder))._run([], Path(folder) / "results", None)
        self.assertEqual([(result.test[-6:].strip(), result.outcome, result.reason) for result in results],
                         [("first", Outcome.PASSED, ""), ("second", Outcome.FAILED, "no")])


if __name__ == "__main__":
    unittest.main()
