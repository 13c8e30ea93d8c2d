"""Views and navigation: keys and the side buttons of a mouse."""

from __future__ import annotations

from checks.calendars import standard_day
from rig.input_devices import BACK, FORWARD

from .registry import KEYS, MOUSE, scenario
from .stage import Stage

_DAY = "Monday, 8 January 2035"
_WEEK = "Mon 8 Jan 2035 – Sun 14 Jan 2035"
_WORK_WEEK = "Mon 8 Jan 2035 – Fri 12 Jan 2035"
_THREE_DAYS = "Mon 8 Jan 2035 – Wed 10 Jan 2035"


def shown_days(stage: Stage) -> str:
    """The displayed days, according to the window's title."""
    names = [node.name for node in stage.program.root.children if node.role in ("frame", "window")]
    return next((name.removesuffix(" – Handspan") for name in names if name.endswith(" – Handspan")), "")


def expect_shown(stage: Stage, expected: str, cause: str) -> None:
    """Waits until the given days are shown."""
    stage.becomes_true(lambda: shown_days(stage) == expected)
    days = shown_days(stage)
    stage.expect(days == expected, f"{cause}: “{days}” is shown, not “{expected}”")


@scenario(KEYS)
def keys_choose_how_many_days_are_shown(stage: Stage) -> None:
    stage.open(standard_day(), view="day")
    for keys, expected in (
            (("Alt", "1"), _WEEK), (("Alt", "2"), _WORK_WEEK), (("Alt", "3"), _THREE_DAYS), (("Alt", "4"), _DAY),
            (("Control", "PageDown"), _DAY), (("Control", "PageUp"), _THREE_DAYS),
            (("Control", "PageUp"), _WORK_WEEK), (("Control", "PageUp"), _WEEK), (("Control", "PageDown"), _WORK_WEEK)):
        stage.keyboard.tap(*keys)
        expect_shown(stage, expected, "+".join(keys))


@scenario(KEYS)
def the_view_is_kept_after_a_restart(stage: Stage) -> None:
    settings: dict[str, str | None] = {"GSETTINGS_BACKEND": "keyfile"}
    stage.open(standard_day(), view="day", environment=settings)
    stage.keyboard.tap("Alt", "2")
    expect_shown(stage, _WORK_WEEK, "Alt+2")
    stage.close()
    stage.open(standard_day(), view=None, environment=settings)
    expect_shown(stage, _WORK_WEEK, "the next launch")


@scenario(MOUSE)
def the_side_buttons_of_a_mouse_turn_the_page(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    middle = stage.window().center
    stage.mouse.click(*middle, FORWARD)
    expect_shown(stage, "Mon 15 Jan 2035 – Sun 21 Jan 2035", "the forward button")
    stage.mouse.click(*middle, BACK)
    stage.mouse.click(*middle, BACK)
    expect_shown(stage, "Mon 1 Jan 2035 – Sun 7 Jan 2035", "the back button, twice")
    stage.expect_untouched("side buttons change nothing")


def is_chooser_open(stage: Stage) -> bool:
    """Whether the title's calendar popover is open."""
    return bool(stage.program.root.all(
        lambda node: node.description == "Go to Date" and "expanded" in node.states))
