"""Helpers for the editor: opening, navigating and closing it, and checking the file."""

from __future__ import annotations

import time

from checks.calendars import TIME_EDIT_PROPERTIES, changed_properties
from rig.compositor import wait_for
from rig.tree import Node, Rectangle

from .keys import focus
from .stage import Stage

#: The event that is edited: from 10:00 to 11:00 on the standard day.
REVIEW = "review@handspan.example"
#: The properties that every edit updates.
_STAMPS = {"LAST-MODIFIED", "DTSTAMP"}
#: The pause in typing, in seconds, after which the contents of a field take effect, as in `Feel.typingPause`.
TYPING_PAUSE_S = 1.0
#: How many times, and at what interval in seconds, to check whether a field has stopped moving while the editor expands.
_CHECKS, _CHECK_INTERVAL_S = 40, 0.08


def editor(stage: Stage) -> Node:
    """The open editor."""
    return wait_for(lambda: stage.program.root.find("dialog", "Edit “"), "the editor")


def is_editor_open(stage: Stage) -> bool:
    """Whether the editor is open."""
    return stage.program.root.find("dialog", "Edit “") is not None


def open_editor(stage: Stage, title: str = "Review") -> Node:
    """Focuses an event and opens its editor with the keyboard."""
    focus(stage, title)
    stage.keyboard.tap("Control", "e")
    return await_editor(stage)


def await_editor(stage: Stage) -> Node:
    """The editor that is opening, once it has the focus and has stopped moving; letters typed earlier would not reach it."""
    opened_editor = editor(stage)
    wait_for(lambda: opened_editor.first(lambda node: "focused" in node.states), "the focus in the editor")
    stage.bounds_at_rest(opened_editor)
    time.sleep(0.3)
    return opened_editor


def leave_editor(stage: Stage) -> None:
    """Closes the editor with Escape, which keeps changes."""
    stage.keyboard.tap("Escape")
    expect_editor_closed(stage)


def expect_editor_closed(stage: Stage) -> None:
    """Waits until the editor is closed."""
    wait_for(lambda: not is_editor_open(stage), "the editor to close")


def field(stage: Stage, role: str, name: str) -> Node:
    """A node of the editor, visible or not."""
    node = editor(stage).find(role, name)
    assert node is not None, f"the editor has no {role} “{name}”"
    return node


def choose_radio_button(stage: Stage, name: str) -> None:
    """Chooses a radio button of the editor, and waits until it is checked, because GTK activates a button 250 ms after
    assistive technology has requested it."""
    button = field(stage, "radio button", name)
    button.act("click")
    stage.expect_soon(lambda: "checked" in button.states, f"“{name}” is not chosen")


def visible_field(stage: Stage, role: str, name: str) -> Node:
    """A node of the editor that is visible and no longer moving."""
    def visible_node() -> Node | None:
        return next((node for node in editor(stage).all(lambda node: node.role == role and node.name == name)
                     if node.extents.height > 0), None)
    node = wait_for(visible_node, f"the {role} “{name}”")
    last_bounds = Rectangle(0, 0, 0, 0)
    for _ in range(_CHECKS):
        bounds = node.extents
        if bounds == last_bounds:
            break
        last_bounds = bounds
        time.sleep(_CHECK_INTERVAL_S)
    return node


def move_focus_to(stage: Stage, name: str, *keys: str) -> None:
    """Moves the focus to the field with the given name, with Tab or with the given keys."""
    opened_editor = editor(stage)

    def focused_names() -> list[str]:
        return opened_editor.names(lambda node: "focused" in node.states)

    for _ in range(25):
        before = focused_names()
        if name in before:
            return
        stage.keyboard.tap(*(keys or ("Tab",)))
        # Otherwise, the next Tab would be pressed before the focus has moved, and skip a field.
        stage.becomes_true(lambda before=before: focused_names() not in (before, []), seconds=2)
    raise AssertionError(f"Tab does not reach “{name}”")


def type_at_once(stage: Stage, text: str) -> None:
    """Types into a field. The precondition is that no pause was so long that a part of the text took effect."""
    began = time.monotonic()
    stage.keyboard.type(text)
    took = time.monotonic() - began
    stage.precondition(took < TYPING_PAUSE_S - 0.1, f"typing “{text}” took {took:.2f} s, so a part of it may have taken effect")


def expect_changed(stage: Stage, properties: set[str], allows_time_edit: bool = False) -> bytes:
    """Expects the given properties to have changed, and no others except the timestamps. With `allows_time_edit`, the
    properties that a change of an event's times may rewrite may have changed too."""
    stage.becomes_true(lambda: properties <= changed_properties(stage.contents_before_edit, stage.path.read_bytes()))
    # Other changes would follow at once.
    time.sleep(0.3)
    contents = stage.path.read_bytes()
    changed = changed_properties(stage.contents_before_edit, contents)
    allowed = properties | (set(TIME_EDIT_PROPERTIES) if allows_time_edit else _STAMPS)
    stage.expect(properties <= changed, f"of {sorted(properties)} only {sorted(changed & properties)} changed")
    stage.expect(changed <= allowed, f"other lines changed too: {', '.join(sorted(changed - allowed))}")
    return contents


def expect_one_undo(stage: Stage) -> None:
    """Expects one undo to revert the complete editing session, so that every byte is restored."""
    stage.keyboard.tap("Control", "z")
    wait_for(lambda: stage.path.read_bytes() == stage.contents_before_edit, "one undo to restore every byte")
