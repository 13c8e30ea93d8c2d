"""The accessibility tree of a running program, as assistive technology sees it."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Callable, Iterator

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from .accessibility_bus import ACCESSIBLE, ANSWER_S, NOTHING, AccessibilityBus, Item, Reference, role_name, state_names  # noqa: E402
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


_ACTION = "org.a11y.atspi.Action"
_COMPONENT = "org.a11y.atspi.Component"
_EDITABLE_TEXT = "org.a11y.atspi.EditableText"
_TEXT = "org.a11y.atspi.Text"
_VALUE = "org.a11y.atspi.Value"
#: Bounds are relative to the window.
_IN_WINDOW = 1

_ROLES_WITHOUT_ITEMS = frozenset({"filler", "label", "push button", "scroll bar", "separator"})


class Node:
    """One object of the tree. Every property is queried again at each access, except in a search: there, role, name,
    description, states and the number of children are those that the program told when the search began."""

    def __init__(self, reference: Reference, bus: AccessibilityBus | None = None, item: Item | None = None):
        self._reference = reference
        self._bus = bus or AccessibilityBus.shared()
        self._item = item

    def _get(self, interface: str, name: str) -> Any:
        return self._bus.get(self._reference, interface, name)

    def _call(self, interface: str, method: str, signature: str = "", *values: Any) -> Any:
        return self._bus.call(self._reference, interface, method, signature, *values)

    @property
    def _live(self) -> Node:
        """The same node, of which nothing is remembered."""
        return Node(self._reference, self._bus)

    @property
    def process_id(self) -> int:
        """The process of the program that the node belongs to."""
        return self._bus.process_id(self._reference.owner)

    @property
    def text_attributes(self) -> dict[str, str]:
        """The default attributes of the text, such as its font."""
        return self._call(_TEXT, "GetDefaultAttributes")

    @property
    def role(self) -> str:
        """The role's name, such as "list item". It is the same with every version of the library."""
        return self._item.role if self._item else role_name(self._call(ACCESSIBLE, "GetRole"))

    @property
    def name(self) -> str:
        """The accessible name."""
        return self._item.name if self._item else self._get(ACCESSIBLE, "Name")

    @property
    def has_name(self) -> bool:
        """Whether the node has a name of its own. Otherwise, GTK uses the name of the widget's type."""
        name = self.name
        return bool(name.strip()) and not name.startswith(("Gtk", "Adw", "Handspan"))

    @property
    def description(self) -> str:
        """The accessible description."""
        return self._item.description if self._item else self._get(ACCESSIBLE, "Description")

    @property
    def states(self) -> frozenset[str]:
        """The names of its states, such as "focused"."""
        return self._item.states if self._item else state_names(*self._call(ACCESSIBLE, "GetState"))

    @property
    def extents(self) -> Rectangle:
        """The bounds in the window."""
        return Rectangle(*self._call(_COMPONENT, "GetExtents", "u", _IN_WINDOW))

    def _has(self, interface: str) -> bool:
        return interface in self._call(ACCESSIBLE, "GetInterfaces")

    @property
    def has_extents(self) -> bool:
        """Whether it has bounds. An application has none."""
        return self._has(_COMPONENT)

    @property
    def actions(self) -> list[str]:
        """The names of its actions."""
        if not self._has(_ACTION):
            return []
        return [self._call(_ACTION, "GetName", "i", index) for index in range(self._get(_ACTION, "NActions"))]

    def act(self, name: str) -> None:
        """Performs an action."""
        actions = self.actions
        if name not in actions:
            raise RigError(f"“{self.name}” has no action “{name}”; it has {', '.join(actions) or 'none'}.")
        if not self._call(_ACTION, "DoAction", "i", actions.index(name)):
            raise RigError(f"“{self.name}” refused the action “{name}”.")

    @property
    def text(self) -> str:
        """The text of a node, such as an entry or a label."""
        if not self._has(_TEXT):
            return ""
        # GTK 4.8 does not accept -1 as the end.
        return self._call(_TEXT, "GetText", "ii", 0, self._get(_TEXT, "CharacterCount"))

    def write(self, text: str) -> None:
        """Replaces the contents of an entry."""
        if not self._has(_EDITABLE_TEXT):
            raise RigError(f"“{self.name}” is not editable.")
        if not self._call(_EDITABLE_TEXT, "SetTextContents", "s", text):
            raise RigError(f"“{self.name}” refused the new text.")

    @property
    def value(self) -> float:
        """The number of a spin button."""
        return self._get(_VALUE, "CurrentValue")

    def set_value(self, value: float) -> None:
        """Sets the number of a spin button."""
        self._bus.set(self._reference, _VALUE, "CurrentValue", value)

    @property
    def child_count(self) -> int:
        """The number of direct children, which takes a single request to the program."""
        return self._item.child_count if self._item else self._get(ACCESSIBLE, "ChildCount")

    @property
    def children(self) -> Iterator[Node]:
        """The direct children."""
        for child in self._bus.children(self._reference):
            yield Node(child, self._bus)

    @property
    def path(self) -> list[int]:
        """The indices, among their siblings, of the nodes on the way from the program to this node."""
        path, node = [], self
        while node.role != "application":
            path.append(node._call(ACCESSIBLE, "GetIndexInParent"))
            parent = node.parent
            assert parent is not None
            node = parent
        return path[::-1]

    def descendant(self, path: list[int]) -> Node | None:
        """The node at a path, for which the program gets one message per level; None if there is none."""
        node = self
        for index in path:
            owner, child = node._call(ACCESSIBLE, "GetChildAtIndex", "i", index)
            if child == NOTHING:
                return None
            node = Node(Reference(owner, child), self._bus)
        return node

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Node]]:
        """This node and all descendants, with their depths."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def _search(self, enter: Callable[[Node], bool], is_finished: Callable[[], bool] = lambda: False) -> None:
        """Calls `enter` for this node, and for the children of every node for which `enter` returns true, until `is_finished`
        returns true. Skips a node that the program removes after it was listed, but not its siblings."""
        items = self._bus.items(self._reference.owner)
        pending, deadline = [self._reference], time.monotonic() + 2 * ANSWER_S
        while pending and not is_finished():
            children: list[Reference] = []
            try:
                reference = pending.pop()
                item = items.get(reference)
                # The children are queried, because what was told lacks those that nobody has asked for, such as the days of the
                # next month, and contains some that are no longer presented.
                if enter(Node(reference, self._bus, item)) and (item is None or item.child_count > 0 or item.role == "application"):
                    children = self._bus.children(reference)
            except GLib.Error:
                if time.monotonic() > deadline:
                    return  # the program hangs
            pending += reversed(children)

    def all(self, matches: Callable[[Node], bool]) -> list[Node]:
        """This node and all descendants that match, without those that disappear in the meantime."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node._live)
            return True

        self._search(enter)
        return matching

    def first(self, matches: Callable[[Node], bool]) -> Node | None:
        """The first node that matches: this one or a descendant. Later nodes are not queried."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            if matches(node):
                matching.append(node._live)
            return not matching

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
        """All list items among the descendants. Does not descend into the items, or into nodes that contain none."""
        matching: list[Node] = []

        def enter(node: Node) -> bool:
            role = node.role
            if role == "list item":
                matching.append(node._live)
            return role != "list item" and role not in _ROLES_WITHOUT_ITEMS

        self._search(enter)
        return matching

    @property
    def parent(self) -> Node | None:
        """The parent."""
        owner, path = self._get(ACCESSIBLE, "Parent")
        return Node(Reference(owner, path), self._bus) if owner and path != NOTHING else None

    def find(self, role: str | None = None, name_prefix: str = "") -> Node | None:
        """The first node with the given role whose name has the given prefix."""
        return self.first(lambda node: (role is None or node.role == role) and node.name.startswith(name_prefix))


def programs() -> Iterator[Node]:
    """The roots of the trees of all running programs."""
    for reference in AccessibilityBus.shared().programs():
        yield Node(reference)


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
            # The library's own answers may be old: it refreshes them only while a main loop runs.
            source = Node(Reference(event.source.app.bus_name, event.source.path))
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
