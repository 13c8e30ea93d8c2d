"""The accessibility tree of a running program, as assistive technology sees it."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Callable, Iterator

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from .session import RigError  # noqa: E402


@dataclass(frozen=True)
class Rectangle:
    """A rectangle in logical pixels, relative to the window."""

    x: int
    y: int
    width: int
    height: int

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.y + self.height

    @property
    def right(self) -> int:
        """The first column to the right of the rectangle."""
        return self.x + self.width

    @property
    def center(self) -> tuple[float, float]:
        """The center."""
        return self.x + self.width / 2, self.y + self.height / 2


#: The time in milliseconds that a program has to answer a query. By default, it counts as hung after 0.8 s, which is
#: too short on a busy machine.
_ANSWER_MS = 10_000
Atspi.set_timeout(_ANSWER_MS, 15_000)

#: The role names of newer accessibility libraries, mapped to those of older ones.
_OLDER_NAMES = {"button": "push button", "toggle button": "push button", "grouping": "panel"}

_ROLES_WITHOUT_ITEMS = frozenset({"filler", "label", "push button", "scroll bar", "separator"})


class Node:
    """One object of the tree. Every property is queried again at each access."""

    def __init__(self, accessible: Atspi.Accessible):
        self._accessible = accessible

    @property
    def process_id(self) -> int:
        """The process of the program that the node belongs to."""
        return self._accessible.get_process_id()

    @property
    def text_attributes(self) -> dict[str, str]:
        """The default attributes of the text, such as its font."""
        return Atspi.Text.get_default_attributes(self._accessible)

    @property
    def role(self) -> str:
        """The role's name, such as "list item". It is the same with every version of the library."""
        name = self._accessible.get_role_name() or ""
        return _OLDER_NAMES.get(name, name)

    @property
    def name(self) -> str:
        """The accessible name."""
        return self._accessible.get_name() or ""

    @property
    def has_name(self) -> bool:
        """Whether the node has a name of its own. Otherwise, GTK uses the name of the widget's type."""
        return bool(self.name.strip()) and not self.name.startswith(("Gtk", "Adw", "Handspan"))

    @property
    def description(self) -> str:
        """The accessible description."""
        return self._accessible.get_description() or ""

    @property
    def states(self) -> set[str]:
        """The names of its states, such as "focused"."""
        return {state.value_nick for state in self._accessible.get_state_set().get_states()}

    @property
    def extents(self) -> Rectangle:
        """The bounds in the window."""
        box = self._accessible.get_extents(Atspi.CoordType.WINDOW)
        return Rectangle(box.x, box.y, box.width, box.height)

    @property
    def has_extents(self) -> bool:
        """Whether it has bounds. An application has none."""
        return self._accessible.get_component_iface() is not None

    @property
    def actions(self) -> list[str]:
        """The names of its actions."""
        if self._accessible.get_action_iface() is None:
            return []
        count = self._accessible.get_n_actions()
        return [Atspi.Action.get_action_name(self._accessible, index) for index in range(count)]

    def act(self, name: str) -> None:
        """Performs an action."""
        actions = self.actions
        if name not in actions:
            raise RigError(f"“{self.name}” has no action “{name}”; it has {', '.join(actions) or 'none'}.")
        if not self._accessible.do_action(actions.index(name)):
            raise RigError(f"“{self.name}” refused the action “{name}”.")

    @property
    def text(self) -> str:
        """The text of a node, such as an entry or a label."""
        if self._accessible.get_text_iface() is None:
            return ""
        # GTK 4.8 does not accept -1 as the end.
        return Atspi.Text.get_text(self._accessible, 0, Atspi.Text.get_character_count(self._accessible))

    def write(self, text: str) -> None:
        """Replaces the contents of an entry."""
        if self._accessible.get_editable_text_iface() is None:
            raise RigError(f"“{self.name}” is not editable.")
        if not self._accessible.set_text_contents(text):
            raise RigError(f"“{self.name}” refused the new text.")

    @property
    def value(self) -> float:
        """The number of a spin button."""
        return Atspi.Value.get_current_value(self._accessible)

    def set_value(self, value: float) -> None:
        """Sets the number of a spin button."""
        if not Atspi.Value.set_current_value(self._accessible, value):
            raise RigError(f"“{self.name}” refused the value {value}.")

    @property
    def child_count(self) -> int:
        """The number of direct children, which takes a single request to the program."""
        return self._accessible.get_child_count()

    @property
    def children(self) -> Iterator[Node]:
        """The direct children."""
        for index in range(self._accessible.get_child_count()):
            child = self._accessible.get_child_at_index(index)
            if child is not None:
                yield Node(child)

    @property
    def path(self) -> list[int]:
        """The indices, among their siblings, of the nodes on the way from the program to this node."""
        path, accessible = [], self._accessible
        while accessible.get_role() != Atspi.Role.APPLICATION:
            path.append(accessible.get_index_in_parent())
            accessible = accessible.get_parent()
        return path[::-1]

    def descendant(self, path: list[int]) -> Node | None:
        """The node at a path, for which the program gets one message per level; None if there is none."""
        accessible = self._accessible
        for index in path:
            accessible = accessible.get_child_at_index(index)
            if accessible is None:
                return None
        return Node(accessible)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Node]]:
        """This node and all descendants, with their depths."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def _search(self, enter: Callable[[Node], bool], is_finished: Callable[[], bool] = lambda: False) -> None:
        """Calls `enter` for this node, and for the children of every node for which `enter` returns true, until `is_finished`
        returns true. Skips a node that the program removes after it was listed, but not its siblings."""
        pending, deadline = [self], time.monotonic() + 2 * _ANSWER_MS / 1000
        while pending and not is_finished():
            children: list[Node] = []
            try:
                node = pending.pop()
                if enter(node):
                    for child in node.children:
                        children.append(child)
            except GLib.Error:
                if time.monotonic() > deadline:
                    return  # the program hangs
            pending += reversed(children)

    def all(self, matches: Callable[[Node], bool]) -> list[Node]:
        """This node and all descendants that match, without those that disappear in the meantime."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node)
            return True

        self._search(enter)
        return matching

    def first(self, matches: Callable[[Node], bool]) -> Node | None:
        """The first node that matches: this one or a descendant. Later nodes are not queried."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node)
            return not matching

        self._search(enter, is_finished=lambda: bool(matching))
        return matching[0] if matching else None

    def first_outside_lists(self, matches: Callable[[Node], bool]) -> Node | None:
        """The first node that matches and is not in a list. The many items of a crowded week are not queried, because a toast
        could disappear in the meantime."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node)
            return not matching and node.role != "list"

        self._search(enter, is_finished=lambda: bool(matching))
        return matching[0] if matching else None

    def names(self, matches: Callable[[Node], bool]) -> list[str]:
        """The names of the nodes that `all` returns, without those that disappear in the meantime."""
        matching: list[str] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node.name)
            return True

        self._search(enter)
        return matching

    def list_items(self) -> list[Node]:
        """All list items among the descendants. Does not descend into the items, or into nodes that contain none. Each query
        of a node is a message to the program, so walking the whole tree takes a tenth of a second."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            role = node.role
            if role == "list item":
                matching.append(node)
            return role != "list item" and role not in _ROLES_WITHOUT_ITEMS

        self._search(enter)
        return matching

    @property
    def parent(self) -> Node | None:
        """The parent."""
        accessible = self._accessible.get_parent()
        return Node(accessible) if accessible else None

    def find(self, role: str | None = None, name_prefix: str = "") -> Node | None:
        """The first node with the given role whose name has the given prefix."""
        return self.first(lambda node: (role is None or node.role == role) and node.name.startswith(name_prefix))


def programs() -> Iterator[Node]:
    """The roots of the trees of all running programs.

    The library keeps what it has been told of a program until an event says that it has changed, and handles events only
    while a main loop runs. From version 2.56 on, it does so for GTK's programs too. Nothing may be kept, because the tests
    query a tree without a main loop.
    """
    desktop = Atspi.get_desktop(0)
    desktop.set_cache_mask(Atspi.Cache.NONE)
    for index in range(desktop.get_child_count()):
        # Another program, such as the one from the previous scenario, may be exiting.
        with suppress(GLib.Error):
            if (child := desktop.get_child_at_index(index)) is not None:
                child.set_cache_mask(Atspi.Cache.NONE)
                yield Node(child)


def program_root(name: str, seconds: float = 30) -> Node:
    """The root of a running program's tree."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for child in programs():
            if child.name == name:
                return child
        time.sleep(0.03)
    raise RigError(f"No program named “{name}” appeared in the accessibility tree within {seconds:g} s.")


def program_names() -> list[str]:
    """The names of all running programs in the tree."""
    return [child.name for child in programs()]


#: The roles that the outline omits unless they have a name of their own.
_PASSIVE_ROLES = frozenset({"panel", "filler", "unknown", "separator", "label", "scroll pane", "push button"})
_LISTED_STATES = ("focused", "selected", "focusable", "checked", "pressed", "expanded", "modal")


def outline(root: Node, extents: bool = False, all_nodes: bool = True) -> list[str]:
    """The tree as text, one line for each node: role, name, description, important states, and actions in order.

    Without `all_nodes`, hidden nodes are omitted, and so are those without text of their own.
    """
    lines: list[str] = []

    def visit(node: Node, depth: int, parent_name: str) -> None:
        if not all_nodes and node.has_extents and 0 in (node.extents.width, node.extents.height):
            return
        adds_nothing = node.role in _PASSIVE_ROLES and (not node.has_name or node.name == parent_name)
        if all_nodes or not (adds_nothing or node.role == "scroll bar"):
            lines.append("  " * depth + _line(node, node.states, extents))
            depth, parent_name = depth + 1, node.name
        for child in node.children:
            visit(child, depth, parent_name)

    visit(root, 0, "")
    return lines


def _line(node: Node, states: set[str], extents: bool) -> str:
    parts = [node.role, f"“{node.name}”" if node.name else ""]
    if node.description and node.description != node.name:
        parts.append(f"({node.description})")
    if listed := [state for state in _LISTED_STATES if state in states]:
        parts.append(f"[{', '.join(listed)}]")
    if actions := sorted(node.actions if node.role not in ("label", "frame") else ()):
        parts.append("actions: " + ", ".join(actions))
    if extents and node.has_extents:
        box = node.extents
        parts.append(f"{box.x},{box.y} {box.width}x{box.height}")
    return " ".join(part for part in parts if part)


class Listener:
    """Records the events a screen reader receives: names, descriptions, focus and announcements, in order."""

    KINDS = (
        "object:property-change:accessible-name", "object:property-change:accessible-description",
        "object:state-changed:focused", "object:announcement", "object:children-changed:add",
        "object:state-changed:showing")

    def __init__(self) -> None:
        #: For each event: its kind, the role of its source, and its text.
        self.events: list[tuple[str, str, str]] = []
        self._listener = Atspi.EventListener.new(self._record)
        for kind in self.KINDS:
            self._listener.register(kind)

    def _record(self, event: Atspi.Event) -> None:
        try:
            source = Node(event.source)
            value = event.any_data if isinstance(event.any_data, str) else ""
            if "description" in event.type:
                text = value or source.description
            else:
                text = value or source.name
            self.events.append((event.type, source.role, text))
        except GLib.Error:
            pass

    def listen(self, seconds: float) -> None:
        """Receives events for a while."""
        context = GLib.MainContext.default()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not context.iteration(False):
                time.sleep(0.004)

    def hears(self, text: str, seconds: float = 20) -> bool:
        """Receives events until one contains the given text. Returns whether one does in time."""
        deadline = time.monotonic() + seconds
        while not any(text in event_text for _, _, event_text in self.events) and time.monotonic() < deadline:
            self.listen(0.1)
        return any(text in event_text for _, _, event_text in self.events)

    def all_texts(self) -> list[str]:
        """The text of each event, in order."""
        return [text for _, _, text in self.events]

    def texts(self, *kinds: str, roles: tuple[str, ...] = ()) -> list[str]:
        """The text of each event of the given kinds and roles, in order, without empty ones."""
        return [
            text for event_kind, role, text in self.events
            if text and any(kind in event_kind for kind in kinds) and (not roles or role in roles)]
