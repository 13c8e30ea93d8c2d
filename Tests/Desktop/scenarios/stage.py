"""A scenario's stage: a compositor, one hand, one program on one calendar, and a list of what went wrong."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Callable
from zoneinfo import ZoneInfo

from feel.calendars import BERLIN, EDITED, Calendar, changed_properties
from feel.invariants import Circumstances
from rig.compositor import Compositor, wait_for
from rig.hands import Finger, Hand, Keyboard, Mouse, hide_pointer
from rig.program import Program
from rig.session import RigError
from rig.screenshot import Picture, take_picture
from rig.tree import Rectangle

#: Seconds in which a detent of the wheel shows, unless the timeline is at its end.
_DETENT_PATIENCE_S = 0.5


class Stage:
    """What a scenario gets. `expect` notes a failure and goes on; a rig error ends the scenario.

    What was noted before a premise was missed stays a failure. What follows is in doubt: a hand that took nothing, or
    a flick too slow to be one, has consequences that the program is not to blame for.
    """

    def __init__(self, compositor: Compositor, folder: Path, hand: str):
        self.compositor = compositor
        self.monitor = compositor.monitor
        self.folder = folder
        self.mouse, self.finger = Mouse(compositor), Finger(compositor)
        self.second_finger = Finger(compositor, slot=1)
        self.keyboard = Keyboard(compositor)
        self.is_touch = hand == "touch"
        self.hand: Hand = self.finger if self.is_touch else self.mouse
        self.failures: list[str] = []
        #: What the machine did not grant, such as a finger that moved in time: nothing is proved without it.
        self.missed_premises: list[str] = []
        #: What was not as expected after a premise had been missed, and so may come of that alone.
        self.doubts: list[str] = []
        self.notes: list[str] = []
        self.skipped = ""
        self.path = folder / "calendar.ics"
        self.before = b""
        self.pixels_per_hour = 0.0
        self.zone = BERLIN
        self.shows_several_days = False
        #: Whether the scenario closes the window itself.
        self.ends_by_itself = False
        self._program: Program | None = None
        # Otherwise the calendars that an earlier scenario opened would open beside this one's.
        self._settings.unlink(missing_ok=True)

    @property
    def _settings(self) -> Path:
        """Settings that programs of this session keep from one start to the next, if they keep any."""
        return Path(self.compositor.client_environment()["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"

    @property
    def program(self) -> Program:
        """The program that `open` started."""
        assert self._program is not None
        return self._program

    def expect(self, condition: object, text: str) -> bool:
        """Notes `text` as a failure unless the condition holds."""
        if not condition:
            (self.doubts if self.missed_premises else self.failures).append(text)
        return bool(condition)

    def expect_soon(self, condition: Callable[[], object], text: str, seconds: float = 3) -> bool:
        """The same for what takes its time, on a busy machine more of it."""
        return self.expect(self.soon(condition, seconds), text)

    @staticmethod
    def soon(condition: Callable[[], object], seconds: float = 3) -> bool:
        """Whether something is so within some seconds."""
        deadline = time.monotonic() + seconds
        while not (is_so := bool(condition())) and time.monotonic() < deadline:
            time.sleep(0.05)
        return is_so

    def broken(self, text: str) -> None:
        """Notes a promise that is broken whatever a hand did: one of every frame, or of the program's own life."""
        self.failures.append(text)

    @property
    def is_void(self) -> bool:
        """Whether the run proves nothing, neither good nor bad."""
        return bool(self.missed_premises) and not self.failures

    def premise(self, condition: object, text: str) -> bool:
        """Notes that the run proves nothing unless the condition holds: it is run again, and fails if it never does."""
        if not condition:
            self.missed_premises.append(text)
        return bool(condition)

    def skip(self, why: str) -> None:
        """Notes why this scenario says nothing here."""
        self.skipped = why

    # Opening

    def open(
        self, calendar: Calendar, *, view: str | None = "day", maximised: bool = True, arguments: tuple[str, ...] = (),
        environment: dict[str, str | None] | None = None, into: Path | None = None, is_named: bool = True
    ) -> Program:
        """Opens a calendar on its day, in a window that fills the monitor by default. Without a view, the last used
        one is shown. The file is written to the test's own folder by default; if it is not named on the command line,
        the program opens the calendar that was open last."""
        self.zone = ZoneInfo(calendar.zone)
        self.shows_several_days = view != "day"
        self.mouse.move(self.monitor.width / self.monitor.scale - 3, self.monitor.height / self.monitor.scale - 3)
        self.path = calendar.write(into or self.folder)
        self.before = self.path.read_bytes()
        command = ["--date", calendar.day, *(("--view", view) if view else ()), *arguments, *([str(self.path)] if is_named else ())]
        self._program = Program(self.compositor, self.folder, command, environment)
        self.program.block(calendar.events[0].summary)
        if maximised:
            self._maximise()
        self.program.settle(calendar.events[0].summary)
        self._make_ready()
        self.pixels_per_hour = self._measure_hour(calendar)
        return self.program

    def open_narrow(self, calendar: Calendar) -> Program:
        """Opens a calendar in a window as narrow as a telephone."""
        self._settings.parent.mkdir(parents=True, exist_ok=True)
        self._settings.write_text("[org/handspan/Handspan]\nwindow-width=360\nwindow-height=640\n")
        try:
            return self.open(calendar, maximised=False, environment={"GSETTINGS_BACKEND": "keyfile"})
        finally:
            self._settings.unlink()

    def _maximise(self) -> None:
        """Super+Up, unless Mutter maximised the window by itself, as it does with one nearly as large as the monitor."""
        full = self.monitor.width / self.monitor.scale
        self._bring_to_size("Up", lambda window: window.width >= full)

    def restore_size(self) -> None:
        """Super+Down, if Mutter maximised the window: it leaves room on the monitor above and below."""
        full = self.monitor.height / self.monitor.scale
        self._bring_to_size("Down", lambda window: window.height < full)

    def _bring_to_size(self, key: str, is_right: Callable[[Rectangle], bool]) -> None:
        """Super and a key until the window has the right size, and has had it for a while."""
        deadline = time.monotonic() + 6
        while time.monotonic() < deadline:
            sizes = []
            for _ in range(4):
                time.sleep(0.05)
                sizes.append(is_right(self.window()))
            if all(sizes):
                return
            if not any(sizes):
                self.keyboard.tap("Super", key)
        raise RigError(f"Super+{key} does not give the window its expected size.")

    def window(self) -> Rectangle:
        """The window's own rectangle, with its place in the window's coordinates."""
        return next(node.extents for node in self.program.root.children if node.role in ("frame", "window"))

    def _measure_hour(self, calendar: Calendar) -> float:
        """Pixels per hour, from the places of the day's first and last timed event; 0 without any."""
        timed = calendar.timed_on_its_day()
        if not timed:
            return 0.0
        first, last = timed[0], timed[-1]
        hours = (calendar.moment(last.start) - calendar.moment(first.start)).total_seconds() / 3600
        if hours == 0:
            box = self.program.block(first.summary).extents
            hours = (calendar.moment(first.end) - calendar.moment(first.start)).total_seconds() / 3600
            return round(box.height / hours)
        rows = [self.program.block(event.summary).extents.y for event in (first, last)]
        return (rows[1] - rows[0]) / hours

    def release_everything(self) -> None:
        """Lets go of whatever a scenario that failed half-way still holds."""
        for hand in (self.finger, self.second_finger, self.mouse, self.keyboard):
            hand.let_go()

    def close(self) -> None:
        """Ends the program and hears its last complaints."""
        if self._program is None:
            return
        if not self.program.is_running and not self.ends_by_itself:
            self.broken(f"the program ended with {self.program.exit_code}")
        self._program.close()
        for line in self.program.complaints()[:5]:
            self.broken(f"the program logged: {line}")

    def expect_end(self, seconds: float = 5) -> None:
        """The program ends by itself, as it was asked to."""
        wait_for(lambda: not self.program.is_running, "the program to end", seconds)
        self.expect(self.program.exit_code == 0, f"the program ended with {self.program.exit_code}")
        for line in self.program.complaints()[:5]:
            self.broken(f"the program logged: {line}")
        self._program = None

    # Looking

    @staticmethod
    def frames_in(seconds: float) -> int:
        """How many frames a log must at least have of a span: 30 a second on any monitor, so that an empty log fails
        and a busy machine does not. Missed frames are counted by the benchmark, on a machine that does nothing else."""
        return round(30 * seconds)

    @property
    def here(self) -> Circumstances:
        """What the checks of the log need to know."""
        return Circumstances(
            viewport_height=self.program.viewport().height, pixels_per_hour=self.pixels_per_hour,
            scale=self.monitor.scale, touch=self.is_touch)

    def picture(self, cursor: bool = False) -> Picture:
        """What the monitor shows. Mutter, which has just recorded it, now and then loses an event that follows at once."""
        picture = take_picture(self.compositor, cursor)
        time.sleep(0.3)
        return picture

    def window_origin(self) -> tuple[float, float]:
        """Where the window's coordinates begin on the monitor: AT-SPI tells the place of the magenta event in the
        window, the picture its place on the monitor."""
        seen: tuple[float, float] | None = None
        for _ in range(8):
            before, seen = seen, self._origin_seen()
            # A window that is still on its way to its place is seen at two.
            if seen == before:
                return seen
        raise RigError("The window did not come to rest on the monitor.")

    def _origin_seen(self) -> tuple[float, float]:
        box = self.program.settle("Early")
        bar = self.picture().bounds((255, 0, 255))
        if bar is None:
            raise RigError("The magenta event is not in the picture.")
        # Its corners are round: what is seen of its bar is as much too short at the top as at the bottom.
        x, middle = bar[0] / self.monitor.scale, (bar[1] + bar[3] / 2) / self.monitor.scale
        return x - box.x, middle - box.centre[1]

    def scroll_until(self, title: str, y: float, tolerance: float = 60) -> Rectangle:
        """Turns the wheel until the middle of a block is near `y`, or as near as the timeline goes. Waits for
        the effect of each detent, because on a busy machine the block would otherwise still move when it is pressed."""
        viewport = self.program.viewport()
        block = self.program.block(title)
        now = self.program.settle(title)
        for _ in range(60):
            if abs(now.centre[1] - y) <= tolerance:
                break
            before = now
            self.mouse.move(viewport.centre[0], viewport.centre[1])
            self.mouse.wheel(1 if now.centre[1] > y else -1)
            deadline = time.monotonic() + _DETENT_PATIENCE_S
            while now == before and time.monotonic() < deadline:
                time.sleep(0.01)
                now = block.extents
            if now == before:
                break
        self._make_ready()
        return self.program.settle(title)

    def _make_ready(self) -> None:
        if self.is_touch:
            hide_pointer(self.compositor)

    # The file

    def wait_for_edit(self, seconds: float = 3) -> bytes:
        """The file once it differs from what it was; an unchanged file if it never does."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            now = self.path.read_bytes()
            if now != self.before:
                return now
            time.sleep(0.02)
        return self.path.read_bytes()

    def expect_untouched(self, why: str, seconds: float = 0.8) -> None:
        """The file is what it was, and stays so for a while."""
        time.sleep(seconds)
        self.expect(self.path.read_bytes() == self.before, f"the file was written though {why}")

    def expect_only_edited_lines(self, now: bytes) -> None:
        """Nothing but the time properties of the event differs."""
        changed = changed_properties(self.before, now)
        self.expect(changed, "no line of the file changed")
        self.expect(changed <= EDITED, f"other lines changed too: {', '.join(sorted(changed - EDITED))}")
