"""The scenarios: one function each, run with every suitable input device."""

from . import (  # noqa: F401  (adds their scenarios)
    absent, accent, accessibility, accounts, bars, carrying, clock_changes, colors, contrast, create, crowds, daily,
    daylight_saving, details, drag_recordings, edges, editor, edits, endings, exchange, far,
    fields, files, fractional, growth,
    half_written, held, importing, keys, managing, menus, months, motion, moving, narrow, opening, paging, pickers, repeat_editor,
    repeating, scopes, screen_reader, screen_reader_day, search, several,
    sidebar, subscriptions, transfer, translation, turning, views, week, witness, zones)
from .registry import SCENARIOS
from .stage import Stage

__all__ = ["SCENARIOS", "Stage"]
