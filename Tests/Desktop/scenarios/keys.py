"""Everything that a pointer can do can also be done with the keyboard."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from checks.calendars import Event, standard_day, times
from checks.framelog import Frame

from .registry import KEYS, scenario
from .stage import Stage

#: The pause in seconds after which steps without a lift are saved.
_PAUSE_S = 0.6


def focus(stage: Stage, title: str) -> None:
    """Focuses an event with Tab and the arrow keys."""
    # On a busy machine, Home may take effect only after the focus was read, so that the first events are missed.
    for _ in range(3):
        if _find_by_keys(stage, title):
            return
    stage.precondition(False, f"Tab, Home and Down focus “{_focused_block(stage)}” instead of “{title}”")


def _find_by_keys(stage: Stage, title: str) -> bool:
    """Moves the focus through the events of the focused day, from the first one to the one with the given title. Returns
    whether there is such an event."""
    for _ in range(12):
        if _focused_block(stage):
            break
        stage.step_focus("Tab")
    stage.keyboard.tap("Home")
    time.sleep(0.1)
    for _ in range(20):
        before = _focused_block(stage)
        if before == title:
            return True
        stage.keyboard.tap("Down")
        # Otherwise, the next key would be pressed before the focus has moved, and skip an event.
        if not stage.becomes_true(lambda before=before: _focused_block(stage) not in (before, None), seconds=1):
            return _focused_block(stage) == title
    return False


def _focused_block(stage: Stage) -> str | None:
    block = stage.program.focused_block()
    return block.name.split(",")[0] if block else None


def expect_shift(stage: Stage, title: str, start_minutes: int, end_minutes: int, why: str) -> None:
    """Expects the start and the end in the file to have moved by the given minutes since the last checked edit."""
    uid = Event(title, "", "").uid
    contents = stage.wait_for_edit()
    old_times, new_times = times(stage.contents_before_edit, uid), times(contents, uid)
    expected = (old_times[0] + timedelta(minutes=start_minutes), old_times[1] + timedelta(minutes=end_minutes))
    stage.expect(
        new_times == expected, f"{why}: the file has {new_times[0]:%H:%M} to {new_times[1]:%H:%M} "
        f"instead of {expected[0]:%H:%M} to {expected[1]:%H:%M}")
    stage.expect_only_edited_lines(contents)
    time.sleep(0.2)
    stage.contents_before_edit = stage.path.read_bytes()


@scenario(KEYS, quick=True)
def space_lifts_arrows_move_and_enter_drops(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Space")
    time.sleep(0.1)
    for _ in range(3):
        stage.keyboard.tap("Down")
        time.sleep(0.08)
    stage.expect_untouched("the event is still lifted", seconds=0.3)
    stage.becomes_true(lambda: "T10:45" in (stage.program.frames()[-1].snapped_start or ""), seconds=3)
    lifted_frames = [frame for frame in stage.program.frames_when_quiet() if frame.is_lifted_with_keyboard]
    stage.keyboard.tap("Return")
    expect_shift(stage, "Review", 45, 45, "three steps down")
    _expect_logged(stage, lifted_frames, "Review")
    stage.expect_soon(lambda: _focused_block(stage) == "Review", "the dropped event lost the focus")
    stage.keyboard.tap("Space")
    time.sleep(0.1)
    stage.keyboard.tap("PageUp")
    stage.keyboard.tap("Shift", "Down")
    stage.keyboard.tap("Space")
    expect_shift(stage, "Review", -60, -45, "an hour up and the end a step down")


def _expect_logged(stage: Stage, lifted_frames: list[Frame], title: str) -> None:
    """Expects the last frame in which the event is lifted with the keyboard to have the saved times and no pointer."""
    if not stage.expect(lifted_frames, "no frame was logged while the event was lifted with the keyboard"):
        return
    last, saved_times = lifted_frames[-1], times(stage.path.read_bytes(), Event(title, "", "").uid)
    shown_times = tuple(datetime.fromisoformat(text) for text in last.snapped_times if text)
    stage.expect(
        shown_times == saved_times,
        f"the log says {last.snapped_start} to {last.snapped_end}, but {saved_times[0]} to {saved_times[1]} was saved")
    stage.expect(last.edge_y is not None and last.pointer_y is None and last.grab_y is None, f"the log says {last}")


@scenario(KEYS)
def escape_restores_an_event_lifted_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    box = stage.program.bounds_at_rest("Review")
    stage.keyboard.tap("Space")
    time.sleep(0.1)
    stage.keyboard.tap("PageDown")
    stage.keyboard.tap("PageDown")
    time.sleep(0.2)
    stage.keyboard.tap("Escape")
    stage.expect_untouched("Escape was pressed")
    stage.expect_soon(lambda: stage.program.bounds_at_rest("Review") == box, "the block is not back at its position")


@scenario(KEYS)
def steps_without_a_lift_are_one_edit_and_one_undo(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    original = stage.path.read_bytes()
    began = time.monotonic()
    for _ in range(4):
        stage.keyboard.tap("Control", "Down")
        time.sleep(0.05)
    contents = stage.path.read_bytes()
    took = time.monotonic() - began
    stage.precondition(took < _PAUSE_S, f"four steps took {took:.2f} s")
    stage.expect(contents == original, "the first step was saved at once, not with the others")
    time.sleep(_PAUSE_S)
    expect_shift(stage, "Review", 60, 60, "four steps later")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == original, "one undo did not revert all four steps")


def _step(stage: Stage, *keys: str, times: int) -> None:
    """Presses keys several times. The precondition is that no pause was so long that the steps became two edits."""
    pressed, longest = time.monotonic(), 0.0
    for _ in range(times):
        stage.keyboard.tap(*keys)
        pressed, previous = time.monotonic(), pressed
        longest = max(longest, pressed - previous)
    stage.precondition(longest < _PAUSE_S - 0.1, f"{'+'.join(keys)}: {longest:.2f} s between two steps")


@scenario(KEYS)
def each_edge_has_its_own_keys(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    _step(stage, "Shift", "Down", times=2)
    time.sleep(_PAUSE_S)
    expect_shift(stage, "Review", 0, 30, "the end two steps later")
    stage.keyboard.tap("Control", "Shift", "Up")
    time.sleep(_PAUSE_S)
    expect_shift(stage, "Review", -15, 0, "the start a step earlier")
    _step(stage, "Shift", "Up", times=12)
    time.sleep(_PAUSE_S)
    saved_times = times(stage.wait_for_edit(), Event("Review", "", "").uid)
    stage.expect((saved_times[1] - saved_times[0]).total_seconds() == 15 * 60, f"the minimum duration is {saved_times[1] - saved_times[0]}")


@scenario(KEYS)
def an_event_is_moved_to_the_next_day_and_back_with_the_keyboard(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    stage.keyboard.tap("Control", "Right")
    time.sleep(_PAUSE_S)
    expect_shift(stage, "Review", 24 * 60, 24 * 60, "a day later")
    stage.expect_soon(lambda: _focused_block(stage) == "Review", "the event moved to the next day lost the focus")
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(
        lambda: times(stage.path.read_bytes(), Event("Review", "", "").uid)[0].day == 8, "undo did not move the event back")


@scenario(KEYS)
def letters_and_alt_arrows_never_change_an_event(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    for keys in (("m",), ("t",), ("n",), ("Alt", "Down"), ("Alt", "Right"), ("Alt", "Left")):
        stage.keyboard.tap(*keys)
        time.sleep(0.1)
    stage.expect_untouched("none of the keys changes an event")


@scenario(KEYS)
def keys_open_everything_that_clicks_open(stage: Stage) -> None:
    """Enter opens the details, Menu the context menu, F10 the main menu; Escape closes each and restores the focus."""
    stage.open(standard_day())
    focus(stage, "Review")
    for keys in (("Return",), ("Menu",), ("Shift", "F10"), ("F10",)):
        before = _visible_nodes(stage)
        stage.keyboard.tap(*keys)
        time.sleep(0.3)
        stage.expect_soon(lambda: _visible_nodes(stage) - before, f"{'+'.join(keys)} opened nothing")
        stage.keyboard.tap("Escape")
        time.sleep(0.3)
        stage.expect_soon(
            lambda: _visible_nodes(stage) == before, f"Escape did not close what {'+'.join(keys)} had opened")
        opener = "Main Menu" if keys == ("F10",) else "Review"

        def focused_names() -> list[str]:
            return [name.split(",")[0] for name in stage.focused_names()]

        stage.expect(
            stage.becomes_true(lambda opener=opener: focused_names() in ([opener], ["Review"])),
            f"after {'+'.join(keys)} and Escape the focus is on {focused_names()}")
    stage.expect_untouched("menus and details were only opened", seconds=0.2)


def _visible_nodes(stage: Stage) -> set[tuple[str, str]]:
    """The roles and names of all visible nodes."""
    return {
        (node.role, node.name) for node in stage.program.root.all(lambda node: node.has_extents)
        if node.extents.width > 0 and node.extents.height > 0}
