"""With animations turned off, nothing moves by itself, except that the timeline still scrolls while an event is held at
its edge."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Iterator

from checks.calendars import standard_day
from rig.compositor import wait_for
from rig.recording import record_strip
from rig.screenshot import Picture

from .drag import Drag
from .edges import FAR_PX, NEAR_EDGE_PX
from .editor_helpers import editor, expect_editor_closed, leave_editor, move_focus_to, open_editor, visible_field
from .keys import focus
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage

#: The maximum number of frames that differ from the one before. An animation has four or more. An immediate change has
#: one for each part that changes, such as a block, the focus and a toast.
_MAXIMUM_CHANGES = 3


def _open(stage: Stage) -> None:
    settings = stage.folder / "settings" / "glib-2.0" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "keyfile").write_text("[org/gnome/desktop/interface]\nenable-animations=false\n")
    stage.open(standard_day(), environment={
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")})


def _change_count(recording: list[Picture]) -> int:
    """The number of pictures that differ from the one before."""
    return sum(recording[index].pixels != recording[index - 1].pixels for index in range(1, len(recording)))


@contextmanager
def _expecting_immediate_change(stage: Stage, x: float, what: str) -> Iterator[None]:
    """Records a column of the monitor during the `with` block, and expects it to change without an animation."""
    scale = stage.monitor.scale
    with record_strip(stage.compositor, round(x * scale), scale) as recording:
        yield
        time.sleep(0.8)
    # The compositor may lose input right after a recording.
    time.sleep(0.3)
    change_count = _change_count(recording)
    stage.precondition(change_count > 0, f"{what}: the recording shows no change")
    stage.expect(
        change_count <= _MAXIMUM_CHANGES,
        f"{what}: {change_count} frames differ from the one before; at most {_MAXIMUM_CHANGES} are allowed")
    stage.notes.append(f"{what}: {change_count}")


@scenario(KEYS, recordings=True)
def the_editor_and_its_wheels_do_not_move_without_animations(stage: Stage) -> None:
    _open(stage)
    box = open_editor(stage).extents
    leave_editor(stage)
    focus(stage, "Review")
    # The recorded column is beside the fields, where no cursor blinks.
    with _expecting_immediate_change(stage, box.right - 6, "opening the editor"):
        stage.keyboard.tap("Control", "e")
    editor(stage)
    move_focus_to(stage, "Choose Start Time")
    with _expecting_immediate_change(stage, box.center[0], "showing the wheels"):
        stage.keyboard.tap("Space")
    wheel = visible_field(stage, "spin button", "Start, hour")
    move_focus_to(stage, "Start, hour")
    with _expecting_immediate_change(stage, wheel.extents.center[0], "turning a wheel"):
        stage.keyboard.tap("Up")
    with _expecting_immediate_change(stage, box.right - 6, "closing the editor"):
        stage.keyboard.tap("Escape")
    expect_editor_closed(stage)


@scenario(KEYS, recordings=True)
def a_toast_does_not_move_without_animations(stage: Stage) -> None:
    _open(stage)
    focus(stage, "Review")
    middle = stage.window().width / 2
    with _expecting_immediate_change(stage, middle, "a toast"):
        stage.keyboard.tap("Control", "Down")
        wait_for(lambda: stage.program.root.find("push button", "Undo"), "the toast")
        time.sleep(0.5)


@scenario(MOUSE, TOUCH, recordings=True)
def a_dropped_event_appears_at_its_time_at_once_without_animations(stage: Stage) -> None:
    _open(stage)
    stage.scroll_to("Review", y=400)
    drag = Drag(stage, "Review").lift()
    # This position is between two steps of a quarter of an hour.
    drag.to(drag.pressed_y + stage.pixels_per_hour * 0.86)
    drag.hold(0.4)
    with _expecting_immediate_change(stage, drag.box.right - 40, "dropping an event"):
        stage.device.up()
    stage.expect(stage.wait_for_edit() != stage.contents_before_edit, "the event was not moved")


@scenario(MOUSE, TOUCH)
def the_timeline_scrolls_at_its_edge_without_animations(stage: Stage) -> None:
    _open(stage)
    stage.scroll_to("Early", y=400)
    drag = Drag(stage, "Early").lift()
    drag.to(drag.bottom - NEAR_EDGE_PX)
    drag.hold(0.9)
    drag.hold_until_scrolled(FAR_PX, stage.minimum_frames_in(1))
    drag.to((drag.top + drag.bottom) / 2)
    drag.drop().expect_all(stage.minimum_frames_in(1))
    stage.expect(drag.scroll_distance >= FAR_PX, f"the timeline scrolled {drag.scroll_distance:.0f} px instead of at least {FAR_PX} px")
