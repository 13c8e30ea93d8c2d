"""Tests of searches in an accessibility tree that changes during the search."""

from __future__ import annotations

import unittest
from typing import Any

try:
    from rig.accessibility_bus import AccessibilityBus, GLib, Item, Reference
    from rig.tree import Node
except (ImportError, ValueError):
    Node = None  # type: ignore[assignment,misc]
    AccessibilityBus = object  # type: ignore[assignment,misc]


_ROLES = {"frame": 23, "list": 31, "list item": 32, "label": 29, "push button": 43}


class _Object:
    """An object of the tree; one that has disappeared refuses every query, and one that is not presented is told with the
    others, but is no child."""

    def __init__(self, role: str, name: str, *children: _Object, is_gone: bool = False, is_presented: bool = True):
        self.role, self.name, self.children, self.is_gone, self.is_presented = role, name, children, is_gone, is_presented
        self.reference = Reference(":1.1", f"/{name}")


class _Bus(AccessibilityBus):
    """A program that consists of the given objects. Only if it is modern, it tells them in one message, without the last one."""

    def __init__(self, root: _Object, is_modern: bool):
        self.root, self.is_modern = root, is_modern
        self.queries: list[tuple[str, str]] = []

    def _all(self, node: _Object) -> list[_Object]:
        return [node, *(descendant for child in node.children for descendant in self._all(child))]

    def children(self, parent: Reference) -> list[Reference]:
        return [child.reference for child in self._query(parent, "children").children if child.is_presented]

    def call(self, target: Reference, interface: str, method: str, signature: str = "", *values: Any) -> Any:
        return {"GetRole": _ROLES[self._query(target, method).role]}[method]

    def get(self, target: Reference, interface: str, name: str) -> Any:
        return {"Name": self._query(target, name).name}[name]

    def _query(self, target: Reference, what: str) -> _Object:
        node = next(node for node in self._all(self.root) if node.reference == target)
        self.queries.append((node.name, what))
        if node.is_gone:
            raise GLib.Error("The object no longer exists.")
        return node

    def items(self, owner: str) -> dict[Reference, Item]:
        if not self.is_modern:
            return {}
        return {
            node.reference: Item(node.role, node.name, "", frozenset(), sum(child.is_presented for child in node.children))
            for node in self._all(self.root) if not node.is_gone and node.name != "After"}


@unittest.skipIf(Node is None, "gir1.2-atspi-2.0 is not installed")
class SearchTests(unittest.TestCase):
    def setUp(self) -> None:
        gone_item = _Object("list item", "Gone", _Object("label", "Inside"), is_gone=True)
        hidden_item = _Object("list item", "Hidden", is_presented=False)
        self.bus = _Bus(_Object("frame", "Window", _Object(
            "list", "Day", hidden_item, _Object("list item", "Before", _Object("list item", "Part")), gone_item,
            _Object("list item", "After")), _Object("push button", "Undo")), is_modern=True)
        self.root = Node(self.bus.root.reference, self.bus)

    def test_a_node_that_disappears_does_not_hide_the_nodes_after_it(self) -> None:
        self.assertEqual(self.root.names(lambda node: node.has_name), ["Window", "Day", "Before", "Part", "After", "Undo"])
        self.assertEqual([node.name for node in self.root.list_items()], ["Before", "After"])
        button = self.root.find("push button", "Undo")
        self.assertEqual(button and button.name, "Undo")

    def test_only_children_and_what_was_not_told_are_queried(self) -> None:
        self.root.names(lambda node: True)
        self.assertEqual(self.bus.queries, [
            ("Window", "children"), ("Day", "children"), ("Before", "children"), ("Gone", "Name"), ("After", "Name"),
            ("After", "children")])

    def test_a_program_that_does_not_tell_all_objects_is_searched_too(self) -> None:
        self.bus.is_modern = False
        self.assertEqual(self.root.names(lambda node: True), ["Window", "Day", "Before", "Part", "After", "Undo"])

    def test_the_first_match_ends_a_search(self) -> None:
        seen: list[str] = []

        def is_item(node: Node) -> bool:
            seen.append(node.name)
            return node.role == "list item"

        item = self.root.first(is_item)
        self.assertEqual(item and item.name, "Before")
        self.assertEqual(seen, ["Window", "Day", "Before"])
        self.assertIsNone(self.root.first(lambda node: node.role == "menu" and not node.name))

    def test_a_result_is_not_remembered(self) -> None:
        item = self.root.find("list item", "Before")
        assert item is not None
        self.bus.root.children[0].children[1].name = "Later"
        self.assertEqual(item.name, "Later")


if __name__ == "__main__":
    unittest.main()
