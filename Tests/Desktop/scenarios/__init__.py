"""What people do to events, one function each, tried with every hand that can do it."""

from . import (  # noqa: F401  (adds their scenarios)
    create, edges, editor, edits, endings, files, keys, paging, repeating, turning, views, voice, witness, words)
from .registry import SCENARIOS
from .stage import Stage

__all__ = ["SCENARIOS", "Stage"]
