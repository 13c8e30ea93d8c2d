"""The scenarios: one function each, run with every suitable input device."""

from . import (  # noqa: F401  (each module adds its scenarios to the list)
    accent, accessibility, account_changes, accounts, all_day_events, carrying, clock_changes, colors, contrast, create, crowds, daily,
    daylight_saving, details, drag_recordings, edges, editor, dragging, drag_endings, exchange, date_limits,
    fields, files, fractional, memory,
    half_written, held_buttons, importing, keys, managing, menus, months, motion, moving, narrow, opening, paging, pickers, reminders,
    repeat_editor, repeating, scopes, screen_reader, screen_reader_day, search, selection,
    sidebar, sign_in, subscription_limits, subscriptions, transfer, translation, turning, unavailable, views, week, independent_checks, zones)
from .registry import SCENARIOS
from .stage import ScenarioSkipped, Stage

__all__ = ["SCENARIOS", "ScenarioSkipped", "Stage"]
