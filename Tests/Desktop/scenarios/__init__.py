"""What people do to events, one function each, tried with every hand that can do it."""

from . import edges, edits, endings, keys, voice, witness, words  # noqa: F401  (importing a module adds its scenarios)
from .registry import SCENARIOS
from .stage import Stage

__all__ = ["SCENARIOS", "Stage"]
