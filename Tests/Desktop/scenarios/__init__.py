"""The scenarios: one function each, run with every suitable input device."""

from . import (  # noqa: F401  (adds their scenarios)
    absent, bars, carried, create, daily, details, edges, editor, edits, endings, exchange, far, fields, files, half_written,
    held, keys, menus, opening, paging, pickers, present, repeating, seasons, transfer, turning, views, voice, week, witness, words, zones)
from .registry import SCENARIOS
from .stage import Stage

__all__ = ["SCENARIOS", "Stage"]
