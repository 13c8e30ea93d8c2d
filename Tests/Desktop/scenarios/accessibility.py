"""Accessibility: names, actions and announcements."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from checks.calendars import Calendar, Event, standard_day, times
from rig.tree import Listener, Node, outline

from .keys import expect_shift, focus
from .registry import KEYS, scenario
from .stage import Stage

_PAGE = Path(__file__).resolve().parents[3] / "docs/accessibility.md"
_FIRST_LINE, _LAST_LINE = "<!-- the tree -->", "<!-- the end of the tree -->"

#: Roles of interactive elements, which need a name.
_CONTROLS = frozenset({
    "push button", "button", "toggle button", "check box", "radio button", "menu item", "list item", "list",
    "entry", "text", "spin button", "combo box", "slider", "link", "switch", "page tab"})


@scenario(KEYS)
def an_event_is_moved_by_its_accessible_action(stage: Stage) -> None:
    """Finds an event by its name and performs its action, which changes the name and the file."""
    stage.open(standard_day())
    block = stage.program.root.find("list item", "Review, Monday, 8 January 2035, 10:00 to 11:00, 1 hour")
    if not stage.expect(block, f"there is no “Review, Monday, …”; the event is called “{stage.program.block('Review').name}”"):
        return
    block.act("event.move-later")
    expect_shift(stage, "Review", 15, 15, "move later")

    def name() -> str:
        return stage.program.block("Review").name

    expected_name = "Review, Monday, 8 January 2035, 10:15 to 11:15, 1 hour"
    stage.expect(stage.becomes_true(lambda: name() == expected_name), f"the event is now called “{name()}”")


@scenario(KEYS)
def every_keyboard_step_is_also_an_accessible_action(stage: Stage) -> None:
    stage.open(standard_day())
    steps = {
        "event.move-earlier": (-15, -15), "event.start-earlier": (-15, 0), "event.start-later": (15, 0),
        "event.end-later": (0, 15), "event.end-earlier": (0, -15), "event.move-to-next-day": (1440, 1440)}
    for action, (start, end) in steps.items():
        stage.program.block("Review").act(action)
        expect_shift(stage, "Review", start, end, action)


@scenario(KEYS)
def every_keyboard_step_is_announced_in_order(stage: Stage) -> None:
    stage.open(standard_day())
    focus(stage, "Review")
    listener = Listener()
    listener.listen(0.3)
    listener.events.clear()
    expected = [
        "Lifted Review. Move it with the arrow keys, drop it with Enter, or cancel with Escape",
        "Monday, 10:15 to 11:15", "Monday, 10:30 to 11:30", "Dropped", "Undone: move of “Review”, Monday, 10:00 to 11:00"]
    for keys, text in zip((("Space",), ("Down",), ("Down",), ("Return",), ("Control", "z")), expected):
        stage.keyboard.tap(*keys)
        listener.listen(0.45)
        listener.hears(text)
    announced = listener.texts("description", "announcement", roles=("list", "list item"))
    stage.expect(announced == expected, f"announced: {' | '.join(announced)}; expected: {' | '.join(expected)}")
    stage.expect_soon(
        lambda: times(stage.path.read_bytes(), Event("Review", "", "").uid)[0].strftime("%H:%M") == "10:00",
        "undo did not move the event back")


@scenario(KEYS)
def a_refusal_is_announced(stage: Stage) -> None:
    stage.open(Calendar().add("Dawn", "01:00", "02:00").add("Series", "09:00", "10:00", "RECURRENCE-ID:sometimes")
               .add("Night", "22:00", "23:00"))
    listener = Listener()
    listener.listen(0.3)
    stage.program.block("Series").act("event.move-later")
    refusal = "This event cannot be changed because its file does not say clearly how it repeats"
    is_heard = listener.hears(refusal)
    stage.expect(is_heard, f"“{refusal}” was not announced; announced: {listener.all_texts()}")
    stage.expect_untouched("the event cannot be changed")


@scenario(KEYS, quick=True)
def every_control_has_a_name(stage: Stage) -> None:
    stage.open(standard_day())
    controls = stage.program.root.all(lambda node: node.role in _CONTROLS)
    stage.expect(len(controls) >= 12, f"only {len(controls)} controls were found; there should be at least 12")
    unnamed = _unnamed_controls(stage.program.root)
    stage.expect(not unnamed, f"controls without a name: {', '.join(unnamed)}")
    stage.keyboard.tap("F10")
    stage.await_menu()
    unnamed = _unnamed_controls(stage.program.root)
    stage.expect(not unnamed, f"controls without a name in the open menu: {', '.join(unnamed)}")


def gtk_version() -> str:
    result = subprocess.run(["/usr/bin/pkg-config", "--modversion", "gtk4"], capture_output=True, text=True, check=False)
    return result.stdout.strip()


def _unnamed_controls(root: Node) -> list[str]:
    return [
        f"{node.role} at {node.extents}" for node in root.all(lambda _: True)
        if node.role in _CONTROLS and "visible" in node.states and not node.has_name]


def the_tree_is_as_documented(stage: Stage) -> None:
    """docs/accessibility.md shows the tree; HANDSPAN_UPDATE_DOCS=1 updates it."""
    stage.open(Calendar().add("Standup", "09:00", "09:15").add("Review", "10:00", "11:00")
               .add("Course", "2035-01-10T10:00", "2035-01-10T11:00").add("Fair", "2035-01-09", "2035-01-10"), view="week")
    page = _PAGE.read_text() if _PAGE.exists() else f"{_FIRST_LINE}\n{_LAST_LINE}\n"
    page_start, _, remainder = page.partition(_FIRST_LINE)
    documented_tree, _, page_end = remainder.partition(_LAST_LINE)

    def tree() -> str:
        return "\n```\n" + "\n".join(outline(stage.program.root, all_nodes=False)) + "\n```\n"

    # On a busy machine, the header bar and the sidebar are filled after the events are shown.
    stage.becomes_true(lambda: tree() == documented_tree)
    actual_tree = tree()
    if os.environ.get("HANDSPAN_UPDATE_DOCS"):
        _PAGE.write_text(page_start + _FIRST_LINE + actual_tree + _LAST_LINE + page_end)
        return
    documented_lines, actual_lines = documented_tree.split("\n"), actual_tree.split("\n")
    differing = [f"- {line.strip()}" for line in documented_lines if line not in actual_lines]
    differing += [f"+ {line.strip()}" for line in actual_lines if line not in documented_lines]
    stage.expect(documented_tree == actual_tree, "the tree is not the one in docs/accessibility.md:\n" + "\n".join(differing[:12]))


# The tree is documented for GTK 4.8; other versions have other nodes.
if gtk_version().startswith("4.8."):
    scenario(KEYS)(the_tree_is_as_documented)
