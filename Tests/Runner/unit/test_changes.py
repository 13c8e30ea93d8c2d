"""Tests of which tests count as changed."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from changes import function_text  # noqa: E402

SWIFT = """\
@Suite struct ExampleTests {
  let one = 1

  /// Says why.
  @Test(arguments: [
    1, 2,
  ])
  func first(n: Int) {
    #expect(n == one)
  }

  @Test func second() { #expect(true) }
  @Test func secondOfAll() {
    if true {
      #expect(true)
    }
  }
}
"""

PYTHON = """\
@scenario(KEYS)
def first(stage):
    stage.press()

    stage.expect()


def second(stage):
    pass
"""


class FunctionTextTests(unittest.TestCase):
    def test_a_swift_function_has_its_attributes_and_its_body(self) -> None:
        self.assertEqual(function_text(SWIFT, "first"), "\n".join(SWIFT.split("\n")[3:10]))
        self.assertEqual(function_text(SWIFT, "second"), "  @Test func second() { #expect(true) }")
        self.assertEqual(function_text(SWIFT, "secondOfAll").split("\n")[-1], "  }")
        self.assertIsNone(function_text(SWIFT, "third"))

    def test_a_python_function_has_its_decorators_and_its_body(self) -> None:
        self.assertEqual(function_text(PYTHON, "first"), "\n".join(PYTHON.split("\n")[:5]))
        self.assertEqual(function_text(PYTHON, "second"), "def second(stage):\n    pass")


if __name__ == "__main__":
    unittest.main()
