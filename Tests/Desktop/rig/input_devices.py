"""Input devices: a mouse, fingers and a keyboard, provided by the compositor's remote desktop session.

Positions are logical pixels of the monitor. Every call returns once the compositor has accepted the event, which
the program receives well under a millisecond later.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Iterator, Protocol

from .compositor import Compositor

LEFT, RIGHT = 0x110, 0x111
#: The side buttons of a mouse.
BACK, FORWARD = 0x113, 0x114

#: The evdev key codes, by the names of the keys on a US keyboard.
KEYS = {
    "Escape": 1, "Tab": 15, "q": 16, "w": 17, "o": 24, "Return": 28, "Control": 29, "Shift": 42, "z": 44,
    "Alt": 56, "Space": 57, "Menu": 127, "F9": 67, "F10": 68, "Home": 102, "Up": 103, "PageUp": 104, "Left": 105, "Right": 106,
    "End": 107, "Down": 108, "PageDown": 109, "Delete": 111, "Super": 125, "minus": 12, "equal": 13, "0": 11,
    "F6": 64, "1": 2, "2": 3, "3": 4, "4": 5, "g": 34, "p": 25, "s": 31, "t": 20, "m": 50, "comma": 51, "slash": 53, "n": 49,
    "a": 30, "c": 46, "e": 18, "i": 23, "k": 37, "l": 38, "r": 19, "u": 22, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10,
    "F2": 60, "BackSpace": 14, "d": 32, "v": 47, "x": 45, "b": 48, "f": 33,
}


#: Flags of a smooth scroll: the last event of a slide, and fingers as its source.
_FINISHED, _FROM_FINGERS = 1, 4


class PointingDevice(Protocol):
    """The mouse with its left button, or a finger: a device that can press and drag."""

    name: str

    def down(self, x: float, y: float) -> None:
        """Presses at a position."""

    def move(self, x: float, y: float) -> None:
        """Moves to a position at once."""

    def up(self) -> None:
        """Releases."""


class Mouse:
    """The pointer with its left button."""

    name = "mouse"

    def __init__(self, compositor: Compositor):
        self._compositor = compositor
        self._scale = compositor.monitor.scale
        self._pressed: set[int] = set()

    def move(self, x: float, y: float) -> None:
        """Moves the pointer."""
        self._compositor.call_remote_session(
            "NotifyPointerMotionAbsolute", "(sdd)", self._compositor.stream, x * self._scale, y * self._scale)

    def down(self, x: float, y: float) -> None:
        """Moves the pointer and presses the left button after one frame."""
        self.move(x, y)
        time.sleep(0.03)
        self.press(LEFT)

    def up(self) -> None:
        """Releases the left button."""
        self.release(LEFT)

    def press(self, button: int) -> None:
        """Presses a button."""
        self._pressed.add(button)
        self._compositor.call_remote_session("NotifyPointerButton", "(ib)", button, True)

    def release(self, button: int) -> None:
        """Releases a button."""
        self._pressed.discard(button)
        self._compositor.call_remote_session("NotifyPointerButton", "(ib)", button, False)

    def release_all(self) -> None:
        """Releases all buttons that are still pressed."""
        for button in list(self._pressed):
            self.release(button)

    def click(self, x: float, y: float, button: int = LEFT) -> None:
        """Clicks at a position."""
        self.move(x, y)
        time.sleep(0.03)
        self.press(button)
        time.sleep(0.04)
        self.release(button)

    def wheel(self, detents: int, horizontal: bool = False) -> None:
        """Turns the wheel; a positive number scrolls down, or to the right."""
        self._compositor.call_remote_session("NotifyPointerAxisDiscrete", "(ui)", 1 if horizontal else 0, detents)

    def slide(self, travel: tuple[float, float], seconds: float, hz: int = 120) -> float:
        """Slides two fingers on a touchpad evenly by `travel` (right, down) in scroll units, and lifts them.

        Ten units are one detent of a wheel. Returns the actual duration in seconds, which is longer on a busy machine.
        """
        steps = max(1, round(seconds * hz))
        began = time.monotonic()
        for step in range(1, steps + 1):
            self._compositor.call_remote_session("NotifyPointerAxis", "(ddu)", travel[0] / steps, travel[1] / steps, _FROM_FINGERS)
            pause = began + step / hz - time.monotonic()
            if pause > 0:
                time.sleep(pause)
        self._compositor.call_remote_session("NotifyPointerAxis", "(ddu)", 0.0, 0.0, _FROM_FINGERS | _FINISHED)
        return time.monotonic() - began


#: A position on an empty part of the header bar, and the height in which the whole bar lies.
_EMPTY_POSITION = (240, 1)
_HEADER_HEIGHT = 60
#: Seconds after which a second touch of the header bar no longer makes a double tap, which would maximize or restore
#: the window. Newer GTK versions count two taps as a double tap however far apart they are.
_DOUBLE_TAP_S = 0.5

_last_hiding_touch = 0.0


def _wait_until_taps_are_apart() -> None:
    time.sleep(max(0.0, _last_hiding_touch + _DOUBLE_TAP_S - time.monotonic()))


class Finger:
    """One finger on the touchscreen; each finger has its own `slot`."""

    name = "touch"

    def __init__(self, compositor: Compositor, slot: int = 0):
        self._compositor = compositor
        self._scale = compositor.monitor.scale
        self._slot = slot
        self._is_down = False

    def down(self, x: float, y: float) -> None:
        """Touches the screen."""
        if y < _HEADER_HEIGHT:
            _wait_until_taps_are_apart()
        self._is_down = True
        self._compositor.call_remote_session(
            "NotifyTouchDown", "(sudd)", self._compositor.stream, self._slot, x * self._scale, y * self._scale)

    def move(self, x: float, y: float) -> None:
        """Moves the finger on the screen."""
        self._compositor.call_remote_session(
            "NotifyTouchMotion", "(sudd)", self._compositor.stream, self._slot, x * self._scale, y * self._scale)

    def up(self) -> None:
        """Lifts the finger."""
        self._is_down = False
        self._compositor.call_remote_session("NotifyTouchUp", "(u)", self._slot)

    def release_all(self) -> None:
        """Lifts the finger if it still touches the screen."""
        if self._is_down:
            self.up()


class Keyboard:
    """A US keyboard."""

    def __init__(self, compositor: Compositor):
        self._compositor = compositor
        self._held: set[str] = set()

    def hold(self, key: str) -> None:
        """Presses a key and holds it."""
        self._held.add(key)
        self._compositor.call_remote_session("NotifyKeyboardKeycode", "(ub)", KEYS[key], True)

    def release(self, key: str) -> None:
        """Releases a key."""
        self._held.discard(key)
        self._compositor.call_remote_session("NotifyKeyboardKeycode", "(ub)", KEYS[key], False)

    def release_all(self) -> None:
        """Releases all keys that are still held."""
        for key in list(self._held):
            self.release(key)

    @contextmanager
    def holding(self, *keys: str) -> Iterator[None]:
        """Holds keys during a block, such as Shift while the wheel turns."""
        for key in keys:
            self.hold(key)
            time.sleep(0.012)
        try:
            yield
        finally:
            for key in reversed(keys):
                self.release(key)
            time.sleep(0.012)

    def tap(self, *keys: str, times: int = 1, seconds: float = 0.04) -> None:
        """Presses the keys together, in the given order: modifiers first, the key itself last, which is held for `seconds`."""
        for _ in range(times):
            for key in keys:
                self.hold(key)
                time.sleep(0.012 if key != keys[-1] else seconds)
            for key in reversed(keys):
                self.release(key)
                time.sleep(0.012)

    def type(self, letters: str) -> None:
        """Types lowercase letters and digits."""
        for letter in letters:
            self.tap(letter, seconds=0.012)
            time.sleep(0.02)


def warm_up(compositor: Compositor) -> None:
    """Uses every device once, before any program starts.

    The seat announces a keyboard, pointer or touchscreen only after its first event; a program that does not know a
    device yet misses the device's first event sequence.
    """
    Keyboard(compositor).tap("Shift")
    width, height = compositor.monitor.width, compositor.monitor.height
    scale = compositor.monitor.scale
    Mouse(compositor).move(width / scale - 2, height / scale - 2)
    finger = Finger(compositor)
    finger.down(1, 1)
    finger.up()
    time.sleep(0.05)


def hide_pointer(compositor: Compositor) -> None:
    """Touches the monitor's upper edge, so that the pointer is already hidden when a finger starts a gesture.

    When input changes from pointer to touch, the compositor redraws the cursor and waits for all pending drawing, which
    can take seconds without a GPU. This must not happen in the middle of a gesture.
    """
    global _last_hiding_touch
    tap(Finger(compositor, slot=3), _EMPTY_POSITION, seconds=0)
    _last_hiding_touch = time.monotonic()
    compositor.catch_up()
    time.sleep(0.05)


def tap(device: PointingDevice, position: tuple[float, float], seconds: float = 0.04) -> None:
    """Presses at a position and releases shortly afterward."""
    device.down(*position)
    time.sleep(seconds)
    device.up()


def glide(device: PointingDevice, start: tuple[float, float], end: tuple[float, float], seconds: float, hz: int) -> None:
    """Moves along a line, one step per refresh. The movement is slower at both ends, like that of a person."""
    steps = max(1, round(seconds * hz))
    began = time.monotonic()
    for step in range(1, steps + 1):
        progress = step / steps
        eased = progress * progress * (3 - 2 * progress)
        device.move(start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased)
        pause = began + step / hz - time.monotonic()
        if pause > 0:
            time.sleep(pause)
