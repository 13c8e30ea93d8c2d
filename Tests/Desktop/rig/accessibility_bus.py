"""The accessibility bus, and the objects of a program's tree as they answer on it (the D-Bus interfaces of AT-SPI 2).

The library libatspi sends a message for each property of each object, so that a search in a tree of hundreds of objects takes
a third of a second. A program also tells its objects in one message, which takes a few milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import dbus
import dbus.bus
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

_DAEMON = "org.freedesktop.DBus"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_REGISTRY = "org.a11y.atspi.Registry"
_ROOT = "/org/a11y/atspi/accessible/root"
#: The path that stands for no object.
NOTHING = "/org/a11y/atspi/null"
#: The interface that every object has.
ACCESSIBLE = "org.a11y.atspi.Accessible"
#: The time in seconds that a program has to answer a query.
ANSWER_S = 10.0
#: The type of an answer of the program that tells many of its objects: the path, the application, the parent, the index in it,
#: the number of children, interfaces, name, role, description and states of each. Programs with other toolkits may answer in
#: an older form.
_ITEMS_SIGNATURE = "((so)(so)(so)iiassusau)"

#: The role names of newer accessibility libraries, mapped to those of older ones.
_OLDER_NAMES = {"button": "push button", "toggle button": "push button", "grouping": "panel"}


@cache
def role_name(role: int) -> str:
    """The name of a role, such as "list item". It is the same with every version of the library."""
    name = Atspi.role_get_name(Atspi.Role(role)) or ""
    return _OLDER_NAMES.get(name, name)


@cache
def state_names(low: int, high: int) -> frozenset[str]:
    """The names of states, such as "focused", from the two words of a state set."""
    word = low | high << 32
    return frozenset(Atspi.StateType(number).value_nick for number in range(word.bit_length()) if word >> number & 1)


@dataclass(frozen=True)
class Reference:
    """An object of a tree: the name of its program on the bus, and its path."""

    owner: str
    path: str


@dataclass(frozen=True)
class Item:
    """What a program told of an object in its answer with many of them."""

    role: str
    name: str
    description: str
    states: frozenset[str]
    child_count: int


class AccessibilityBus:
    """A connection to the accessibility bus of the session. Every failed query is a GLib.Error, for example because the program
    has removed the object."""

    _shared: AccessibilityBus | None = None

    @classmethod
    def shared(cls) -> AccessibilityBus:
        """The connection of this process."""
        if cls._shared is None:
            cls._shared = cls()
        return cls._shared

    def __init__(self) -> None:
        session = dbus.bus.BusConnection(dbus.bus.BusConnection.TYPE_SESSION)
        address = session.call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", ())
        self._connection = dbus.bus.BusConnection(address)

    def call(self, target: Reference, interface: str, method: str, signature: str = "", *values: Any) -> Any:
        """Calls a method of an object and returns what it answers: one value, or a tuple."""
        return _plain(self._call(target, interface, method, signature, *values))

    def _call(self, target: Reference, interface: str, method: str, signature: str = "", *values: Any) -> Any:
        """The answer in the types of the library, which are slow to convert."""
        try:
            return self._connection.call_blocking(
                target.owner, target.path, interface, method, signature, values, timeout=ANSWER_S)
        except dbus.exceptions.DBusException as error:
            raise GLib.Error(f"{method}: {error}") from error

    def get(self, target: Reference, interface: str, name: str) -> Any:
        """The value of a property of an object."""
        return self.call(target, _PROPERTIES, "Get", "ss", interface, name)

    def set(self, target: Reference, interface: str, name: str, value: float) -> None:
        """Sets a property of an object to a number."""
        self.call(target, _PROPERTIES, "Set", "ssv", interface, name, dbus.Double(value))

    def programs(self) -> list[Reference]:
        """The roots of the trees of all running programs."""
        return self.children(Reference(_REGISTRY, _ROOT))

    def process_id(self, owner: str) -> int:
        """The process of the program with the given name on the bus."""
        return self.call(Reference(_DAEMON, "/org/freedesktop/DBus"), _DAEMON, "GetConnectionUnixProcessID", "s", owner)

    def children(self, parent: Reference) -> list[Reference]:
        """The children of an object."""
        return [Reference(str(owner), str(path)) for owner, path in self._call(parent, ACCESSIBLE, "GetChildren") if path != NOTHING]

    def items(self, owner: str) -> dict[Reference, Item]:
        """The objects of a program that it has presented so far, in one message; none if it does not tell them in this form."""
        try:
            answer = self._call(Reference(owner, "/org/a11y/atspi/cache"), "org.a11y.atspi.Cache", "GetItems")
        except GLib.Error:
            return {}
        if answer.signature != _ITEMS_SIGNATURE:
            return {}
        return {
            Reference(str(owner), str(path)): Item(
                role_name(int(role)), str(name), str(description), state_names(*map(int, states)), int(child_count))
            for (owner, path), _, _, _, child_count, _, name, role, description, states in answer}


def _plain(value: Any) -> Any:
    """A value in Python's own types."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, tuple):
        return tuple(_plain(part) for part in value)
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {_plain(key): _plain(part) for key, part in value.items()}
    return value
