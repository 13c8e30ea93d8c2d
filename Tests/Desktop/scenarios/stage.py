"""What a scenario works with: a compositor, an input device, a program with a calendar, and the recorded failures."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Callable, Iterator, NoReturn
from zoneinfo import ZoneInfo

from gi.repository import GLib

from checks.calendars import BERLIN, TIME_EDIT_PROPERTIES, Calendar, changed_properties
from checks.invariants import DragConditions
from rig.compositor import Compositor, wait_for
from rig.input_devices import Finger, PointingDevice, Keyboard, Mouse, hide_pointer, tap
from rig.orca import Orca
from rig.program import Program
from rig.session import RigError
from rig.screenshot import Picture, take_picture
from rig.tree import Node, Rectangle

#: The time in seconds within which a detent of the wheel takes effect, unless the timeline is at its end.
_DETENT_PATIENCE_S = 1.5
#: The time in seconds within which two presses certainly count as a double click: GTK allows 0.4 s between them.
_DOUBLE_CLICK_S = 0.35
#: The time in seconds for which a node must stay where it is to count as being at rest.
_REST_S = 0.15
#: The time in seconds within which a key changes the size of the window, if the compositor has not lost it.
_RESIZE_PATIENCE_S = 0.5


class ScenarioSkipped(Exception):
    """Something that the scenario needs does not exist here."""


class Stage:
    """The argument of every scenario: the desktop, the input device, the program with its calendar, and the recorded
    failures. `expect` records a failure and continues; a `RigError` ends the scenario.

    Failures before an unmet precondition are final. Later ones are doubtful, because the unmet precondition, such as a
    press that missed the event or a flick that was too slow, may have caused them.
    """

    def __init__(self, compositor: Compositor, folder: Path, device: str):
        self.compositor = compositor
        self.monitor = compositor.monitor
        self.folder = folder
        self.mouse, self.finger = Mouse(compositor), Finger(compositor)
        self.second_finger = Finger(compositor, slot=1)
        self.keyboard = Keyboard(compositor)
        #: The device of this run: mouse, touch or keys.
        self.device_name = device
        self.is_touch = device == "touch"
        self.device: PointingDevice = self.finger if self.is_touch else self.mouse
        self.failures: list[str] = []
        #: Preconditions that were not met, such as a finger that moved too late. If there are any, the run proves nothing.
        self.unmet_preconditions: list[str] = []
        #: Failures after an unmet precondition, which may be consequences of it.
        self.doubtful_failures: list[str] = []
        self.notes: list[str] = []
        #: Why the scenario cannot run here; empty if it can.
        self.skip_reason = ""
        #: The calendar's file.
        self.path = folder / "calendar.ics"
        #: The contents of the file before the next edit that is checked.
        self.contents_before_edit = b""
        self.pixels_per_hour = 0.0
        #: The time zone of the calendar.
        self.zone = BERLIN
        self.shows_several_days = False
        #: Warnings that contain this text are caused by GTK itself and are not failures; empty if there are none.
        self.ignored_warning = ""
        #: Whether the program may have ended by the time the scenario is over, because the scenario ends it.
        self.scenario_ends_program = False
        self._program: Program | None = None
        self._orca: Orca | None = None

    def remove_saved_settings(self) -> None:
        """Removes the settings that programs of this session have saved. Otherwise, the calendars of an earlier scenario
        would be opened too."""
        self._settings.unlink(missing_ok=True)

    @property
    def _settings(self) -> Path:
        """The file in which programs of this session save settings; it may not exist."""
        return Path(self.compositor.client_environment()["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"

    @property
    def program(self) -> Program:
        """The program that `open` started."""
        assert self._program is not None
        return self._program

    def expect(self, condition: object, text: str) -> bool:
        """Records `text` as a failure unless the condition is true."""
        if not condition:
            (self.doubtful_failures if self.unmet_preconditions else self.failures).append(text)
        return bool(condition)

    def expect_soon(self, condition: Callable[[], object], text: str, seconds: float = 20) -> bool:
        """Records a failure unless the condition becomes true within `seconds`."""
        return self.expect(self.becomes_true(condition, seconds), text)

    @staticmethod
    def becomes_true(condition: Callable[[], object], seconds: float = 20) -> bool:
        """Whether a condition becomes true within `seconds`. The condition counts as false while it queries a node that
        the program has just replaced."""
        deadline = time.monotonic() + seconds
        while True:
            with suppress(GLib.Error):
                if condition():
                    return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)

    def focused_names(self) -> list[str]:
        """The names of the nodes that have the focus."""
        return self.program.root.names(lambda node: "focused" in node.states)

    def step_focus(self, *keys: str) -> list[str]:
        """Presses keys that move the focus, waits up to two seconds for the focus to move, and returns the names of the
        nodes that have it then. Without the wait, the caller could press the next key before the focus has moved."""
        before = self.focused_names()
        self.keyboard.tap(*keys)
        self.becomes_true(lambda: self.focused_names() not in (before, []), seconds=2)
        return self.focused_names()

    def bounds_at_rest(self, node: Node, seconds: float = 20) -> Rectangle:
        """The bounds of a node once the node is visible and at rest, or the latest bounds after `seconds`. If the node
        is not visible, the bounds are empty."""
        deadline = time.monotonic() + seconds
        last_bounds, since = Rectangle(0, 0, 0, 0), time.monotonic()
        while time.monotonic() < deadline:
            bounds = Rectangle(0, 0, 0, 0)
            with suppress(GLib.Error):
                bounds = node.extents
            if bounds != last_bounds or bounds.height == 0:
                last_bounds, since = bounds, time.monotonic()
            elif time.monotonic() - since > _REST_S:
                break
            time.sleep(0.03)
        return last_bounds

    def await_menu(self) -> None:
        """Waits until a row of the open menu has the focus. Keys that are pressed earlier do not reach the menu."""
        self.becomes_true(lambda: self.program.root.first(
            lambda node: node.role.endswith("menu item") and "focused" in node.states), seconds=3)

    def double_tap(self, position: tuple[float, float]) -> bool:
        """Clicks or taps twice. Returns false, with an unmet precondition, if the presses were too far apart in time."""
        began = time.monotonic()
        for _ in range(2):
            tap(self.device, position)
            time.sleep(0.06)
        took = time.monotonic() - began
        return self.precondition(took < _DOUBLE_CLICK_S, f"two presses took {took:.2f} s, too slow for a double click")

    def fail(self, text: str) -> None:
        """Records a failure that is final even if a precondition was not met, such as a violated invariant or a crash."""
        self.failures.append(text)

    @property
    def is_inconclusive(self) -> bool:
        """Whether the run proves nothing because a precondition was not met."""
        return bool(self.unmet_preconditions) and not self.failures

    def precondition(self, condition: object, text: str) -> bool:
        """Records an unmet precondition unless the condition is true. The scenario is then repeated, and fails if no run
        meets the precondition."""
        if not condition:
            self.unmet_preconditions.append(text)
        return bool(condition)

    def skip(self, why: str) -> NoReturn:
        """Ends this scenario, which cannot run here."""
        raise ScenarioSkipped(why)

    # Opening

    def open(
        self, calendar: Calendar, *, view: str | None = "day", maximized: bool = True, arguments: tuple[str, ...] = (),
        environment: dict[str, str | None] | None = None, calendar_folder: Path | None = None, is_on_command_line: bool = True
    ) -> Program:
        """Opens a calendar on its day, in a window that fills the monitor by default. Without a view, the program shows the
        one that was used last. The calendar's file is written to the test's own folder by default. If the file is not on
        the command line, the program opens the calendars that were open last."""
        self.zone = ZoneInfo(calendar.zone)
        self.shows_several_days = view != "day"
        self.mouse.move(self.monitor.width / self.monitor.scale - 3, self.monitor.height / self.monitor.scale - 3)
        self.path = calendar.write(calendar_folder or self.folder)
        self.contents_before_edit = self.path.read_bytes()
        command = ["--date", calendar.day, *(("--view", view) if view else ()), *arguments, *([str(self.path)] if is_on_command_line else ())]
        self._program = Program(self.compositor, self.folder, command, environment)
        self.program.block(calendar.events[0].summary)
        if maximized:
            self._maximize()
        self.program.bounds_at_rest(calendar.events[0].summary)
        self._hide_pointer_for_touch()
        self.pixels_per_hour = self._measure_hour(calendar)
        return self.program

    def open_narrow(
        self, calendar: Calendar, *, text_scale: float = 1, view: str = "day", direction: str = "ltr",
        arguments: tuple[str, ...] = (), width: int = 360
    ) -> Program:
        """Opens a calendar in a window of the given width in px, with the given text scale and text direction."""
        with self._narrow_window(text_scale, width):
            environment = {"GSETTINGS_BACKEND": "keyfile", "HANDSPAN_DIRECTION": direction}
            return self.open(calendar, view=view, maximized=False, environment=environment, arguments=arguments)

    def open_narrow_for_the_first_time(self, *, text_scale: float = 1) -> Program:
        """Starts the program for a user without calendars, in a window that is 360 px wide, with the given text scale."""
        environment = {"GSETTINGS_BACKEND": "keyfile", "XDG_DATA_HOME": str(self.folder / "data")}
        with self._narrow_window(text_scale):
            self._program = Program(self.compositor, self.folder, [], environment)
            wait_for(lambda: self.program.root.find("push button", "New Event"), "the empty state")
            return self.program

    def open_for_the_first_time(self, environment: dict[str, str | None]) -> Program:
        """Starts the program for a user without calendar files, in a window that fills the monitor."""
        self._program = Program(
            self.compositor, self.folder, [],
            {"GSETTINGS_BACKEND": "keyfile", "XDG_DATA_HOME": str(self.folder / "data")} | environment)
        wait_for(lambda: self.program.root.find("push button", "New Event"), "the window")
        self._maximize()
        return self.program

    @contextmanager
    def _narrow_window(self, text_scale: float, width: int = 360) -> Iterator[None]:
        """Programs that are started in this context have a window of the given width in px, and use the given text scale."""
        self._settings.parent.mkdir(parents=True, exist_ok=True)
        self._settings.write_text(
            f"[org/handspan/Handspan]\nwindow-width={width}\nwindow-height=640\n"
            f"[org/gnome/desktop/interface]\ntext-scaling-factor={text_scale}\n")
        try:
            yield
        finally:
            # The program responds to changes of the settings, so a text scale other than 1 must remain set until the
            # scenario ends.
            if text_scale == 1:
                self._settings.unlink()

    def _maximize(self) -> None:
        """Presses Super+Up, unless Mutter has maximized the window already because it nearly fills the monitor."""
        full_width = self.monitor.width / self.monitor.scale
        self._bring_to_size("Up", lambda window: window.width >= full_width)

    def restore_size(self) -> None:
        """Presses Super+Down if Mutter has maximized the window, so that there is space above and below the window."""
        full_height = self.monitor.height / self.monitor.scale
        self._bring_to_size("Down", lambda window: window.height < full_height)

    def _bring_to_size(self, key: str, has_size: Callable[[Rectangle], bool]) -> None:
        """Presses Super and a key until the window has had the expected size for a while."""
        deadline = time.monotonic() + 30
        pressed = right_since = 0.0
        while (now := time.monotonic()) < deadline:
            if not has_size(self.window()):
                right_since = 0.0
                if now - pressed > _RESIZE_PATIENCE_S:
                    self.keyboard.tap("Super", key)
                    pressed = now
            elif not right_since:
                right_since = now
            elif now - right_since > _REST_S:
                return
            time.sleep(0.02)
        raise RigError(f"Super+{key} did not bring the window to the expected size.")

    def window(self) -> Rectangle:
        """The window's rectangle in its own coordinates."""
        return next(node.extents for node in self.program.root.children if node.role in ("frame", "window"))

    def _measure_hour(self, calendar: Calendar) -> float:
        """Pixels per hour, measured between the day's first and last timed events; 0 if there are none."""
        timed = calendar.timed_events_on_day()
        if not timed:
            return 0.0
        first, last = timed[0], timed[-1]
        hours = (calendar.moment(last.start) - calendar.moment(first.start)).total_seconds() / 3600
        if hours == 0:
            box = self.program.block(first.summary).extents
            hours = (calendar.moment(first.end) - calendar.moment(first.start)).total_seconds() / 3600
            return round(box.height / hours)
        upper, lower = self.program.bounds(first.summary, last.summary)
        return (lower.y - upper.y) / hours

    def release_everything(self) -> None:
        """Releases everything that a failed scenario still holds."""
        for device in (self.finger, self.second_finger, self.mouse, self.keyboard):
            device.release_all()

    def start_orca(self) -> Orca | None:
        """Starts Orca, which runs until the scenario ends. If Orca is not installed, skips the scenario.

        Call this after the program has started: with GTK 4.8, Orca 43 does not recognize windows that appear later."""
        if not Orca.is_installed():
            self.skip("Orca is not installed")
            return None
        self._orca = Orca(self.compositor, self.folder, self.program.process_id)
        return self._orca

    def close(self) -> None:
        """Ends the program, and records its warnings as failures."""
        if self._orca:
            self._orca.close()
        if self._program is None:
            return
        if not self.program.is_running and not self.scenario_ends_program:
            self.fail(f"the program ended with {self.program.exit_code}")
        self._program.close()
        for line in self.program.problems()[:5]:
            is_ignored = self.ignored_warning and self.ignored_warning in line
            # GTK logs this when Orca queries a widget's position on the screen, which is unknown to Wayland programs.
            is_caused_by_orca = self._orca and "Screen coordinates not supported" in line
            if not (is_ignored or is_caused_by_orca):
                self.fail(f"the program logged: {line}")

    def expect_program_end(self, seconds: float = 20) -> None:
        """Waits for the program to exit after it has been asked to."""
        wait_for(lambda: not self.program.is_running, "the program to end", seconds)
        self.expect(self.program.exit_code == 0, f"the program ended with {self.program.exit_code}")
        for line in self.program.problems()[:5]:
            self.fail(f"the program logged: {line}")
        self._program = None

    # Observation

    @staticmethod
    def minimum_frames_in(seconds: float) -> int:
        """The minimum number of frames in a time span: 30 per second on any monitor, so that an empty log fails but a
        busy machine does not. Missed frames are measured by the benchmark, on an idle machine."""
        return round(30 * seconds)

    @property
    def drag_conditions(self) -> DragConditions:
        """The conditions of a drag, which the checks of the log need."""
        return DragConditions(
            viewport_height=self.program.viewport().height, pixels_per_hour=self.pixels_per_hour,
            scale=self.monitor.scale, is_touch=self.is_touch)

    def picture(self, cursor: bool = False) -> Picture:
        """A picture of the monitor. Waits afterward, because Mutter sometimes loses input right after a recording."""
        picture = take_picture(self.compositor, cursor)
        time.sleep(0.3)
        return picture

    def save_picture(self, name: str) -> None:
        """Saves a picture of the monitor at rest in the folder that HANDSPAN_PICTURES names, if it is set."""
        if folder := os.environ.get("HANDSPAN_PICTURES"):
            self.picture_at_rest().save(Path(folder) / f"{name}.png")

    def window_origin(self) -> tuple[float, float]:
        """The window's origin on the monitor: AT-SPI reports the position of the magenta event in the window, and a
        picture shows its position on the monitor."""
        origin: tuple[float, float] | None = None
        for _ in range(8):
            previous, origin = origin, self._origin_in_picture()
            # Compare two pictures, because the window may still be moving.
            if origin == previous:
                return origin
        raise RigError("The window did not come to rest on the monitor.")

    def _origin_in_picture(self) -> tuple[float, float]:
        box = self.program.bounds_at_rest("Early")
        stripe = self.picture().bounds((139, 0, 139))
        if stripe is None:
            raise RigError("The magenta event is not in the picture.")
        # The event has round corners, so its visible stripe is shortened by the same amount at the top and at the bottom.
        x, middle = stripe[0] / self.monitor.scale, (stripe[1] + stripe[3] / 2) / self.monitor.scale
        return x - box.x, middle - box.center[1]

    def scroll_to(self, title: str, y: float, tolerance: float = 60) -> Rectangle:
        """Turns the wheel until the middle of a block is near `y`, or as near as scrolling can bring it. Waits for
        the effect of each detent, because on a busy machine the block might otherwise still be moving when it is pressed."""
        viewport = self.program.viewport()
        block = self.program.block(title)
        bounds = self.program.bounds_at_rest(title, block=block)
        for _ in range(60):
            if abs(bounds.center[1] - y) <= tolerance:
                break
            bounds_before_turn = bounds
            self.mouse.move(viewport.center[0], viewport.center[1])
            self.mouse.wheel(1 if bounds.center[1] > y else -1)
            deadline = time.monotonic() + _DETENT_PATIENCE_S
            while bounds == bounds_before_turn and time.monotonic() < deadline:
                time.sleep(0.01)
                bounds = block.extents
            if bounds == bounds_before_turn:
                break
        self._hide_pointer_for_touch()
        return self.program.bounds_at_rest(title)

    def _hide_pointer_for_touch(self) -> None:
        if self.is_touch:
            hide_pointer(self.compositor)

    def picture_at_rest(self) -> Picture:
        """A picture of the monitor once two in a row are the same: on a busy machine, painting may still be in progress."""
        deadline = time.monotonic() + 6
        picture = self.picture()
        while time.monotonic() < deadline:
            time.sleep(0.1)
            picture, previous = self.picture(), picture
            if picture.pixels == previous.pixels:
                break
        return picture

    # The file

    def wait_for_edit(self, seconds: float = 20) -> bytes:
        """The file's contents once they have changed, or the unchanged contents after `seconds`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            contents = self.path.read_bytes()
            if contents != self.contents_before_edit:
                return contents
            time.sleep(0.02)
        return self.path.read_bytes()

    def expect_untouched(self, why: str, seconds: float = 0.8) -> None:
        """Expects the file to be unchanged after `seconds`."""
        time.sleep(seconds)
        self.expect(self.path.read_bytes() == self.contents_before_edit, f"the file was written although {why}")

    def expect_only_edited_lines(self, contents: bytes) -> None:
        """Expects no differences except in properties that an edit may change, such as the times of the event."""
        changed = changed_properties(self.contents_before_edit, contents)
        self.expect(changed, "no line of the file changed")
        self.expect(changed <= TIME_EDIT_PROPERTIES, f"other lines changed too: {', '.join(sorted(changed - TIME_EDIT_PROPERTIES))}")
