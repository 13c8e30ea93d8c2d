"""Tests of searches in an accessibility tree that changes during the search."""

from __future__ import annotations

import unittest

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import GLib
    from rig.tree import Node
except (ImportError, ValueError):
    Node = None  # type: ignore[assignment,misc]


class _Accessible:
    """An object of the tree; one that has disappeared refuses every query."""

    def __init__(self, role: str, name: str, *children: _Accessible, is_gone: bool = False):
        self._role, self._name, self._children, self._is_gone = role, name, children, is_gone

    def _answer(self, value: object) -> object:
        if self._is_gone:
            raise GLib.Error("The object no longer exists.")
        return value

    def get_role_name(self) -> object:
        return self._answer(self._role)

    def get_name(self) -> object:
        return self._answer(self._name)

    def get_child_count(self) -> object:
        return self._answer(len(self._children))

    def get_child_at_index(self, index: int) -> object:
        return self._answer(self._children[index])


@unittest.skipIf(Node is None, "gir1.2-atspi-2.0 is not installed")
class SearchTests(unittest.TestCase):
    def setUp(self) -> None:
        gone_item = _Accessible("list item", "Gone", _Accessible("label", "Inside"), is_gone=True)
        self.root = Node(_Accessible("frame", "Window", _Accessible(
            "list", "Day", _Accessible("list item", "Before", _Accessible("list item", "Part")), gone_item,
            _Accessible("list item", "After")), _Accessible("push button", "Undo")))

    def test_a_node_that_disappears_does_not_hide_the_nodes_after_it(self) -> None:
        self.assertEqual([node.name for node in self.root.all(lambda node: node.has_name)],
                         ["Window", "Day", "Before", "Part", "After", "Undo"])
        self.assertEqual([node.name for node in self.root.list_items()], ["Before", "After"])
        button = self.root.find("push button", "Undo")
        self.assertEqual(button and button.name, "Undo")

    def test_the_first_match_ends_a_search(self) -> None:
        queried: list[str] = []

        def is_item(node: Node) -> bool:
            queried.append(node.name)
            return node.role == "list item"

        item = self.root.first(is_item)
        self.assertEqual(item and item.name, "Before")
        self.assertEqual(queried, ["Window", "Day", "Before"])
        self.assertIsNone(self.root.first(lambda node: node.role == "menu"))

    def test_a_search_outside_lists_does_not_query_their_items(self) -> None:
        queried: list[str] = []

        def is_button(node: Node) -> bool:
            queried.append(node.name)
            return node.role == "push button"

        button = self.root.first_outside_lists(is_button)
        self.assertEqual(button and button.name, "Undo")
        self.assertEqual(queried, ["Window", "Day", "Undo"])


if __name__ == "__main__":
    unittest.main()
