"""What people do to events, one function each, tried with every hand that can do it."""

from . import edges, edits, endings, files, keys, turning, views, voice, witness, words  # noqa: F401  (adds their scenarios)
from .registry import SCENARIOS
from .stage import Stage

__all__ = ["SCENARIOS", "Stage"]
