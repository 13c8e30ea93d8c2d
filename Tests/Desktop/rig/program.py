"""The program under test: started with a calendar, observed through its frame log, file and accessibility tree."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from checks import framelog
from checks.framelog import Frame

from .compositor import Compositor, wait_for
from .session import RigError, end, spawn
from .tree import Node, Rectangle, programs

_REPOSITORY = Path(__file__).resolve().parents[3]


def binary() -> Path:
    """The path of the program: HANDSPAN_BINARY, or the result of `swift build`."""
    return Path(os.environ.get("HANDSPAN_BINARY") or _REPOSITORY / ".build/debug/handspan")


def _answer_reminder_question(settings: Path) -> None:
    """Answers what Handspan asks once there is a reminder, as every calendar of the tests has some, unless the settings say
    something about it."""
    text = settings.read_text() if settings.exists() else ""
    if "reminders-answered" not in text:
        settings.parent.mkdir(parents=True, exist_ok=True)
        group = "[org/handspan/Handspan]\n"
        answered = group + "reminders-answered=true\n"
        settings.write_text(text.replace(group, answered) if group in text else f"{text}\n{answered}")


class Program:
    """A running Handspan."""

    def __init__(
        self, compositor: Compositor, folder: Path, arguments: list[str], environment: dict[str, str | None] | None = None
    ):
        self.frame_log = folder / "frames.jsonl"
        self.output = folder / "output.log"
        # An earlier program of the scenario may have used the same folder.
        self.frame_log.unlink(missing_ok=True)
        variables: dict[str, str | None] = {
            **compositor.client_environment(), "HANDSPAN_FRAME_LOG": str(self.frame_log),
            # The program must not offer unsaved changes from other scenarios.
            "XDG_STATE_HOME": str(folder / "state"), **(environment or {})}
        child_environment = {name: value for name, value in variables.items() if value is not None}
        if child_environment.get("GSETTINGS_BACKEND") == "keyfile":
            _answer_reminder_question(Path(child_environment["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile")
        self._process: subprocess.Popen[bytes] = spawn(
            [str(binary()), *arguments], child_environment, self.output)
        self._root: Node | None = None
        self._pane: Node | None = None
        self._log = framelog.Log(self.frame_log)

    @property
    def root(self) -> Node:
        """Its accessibility tree."""
        if self._root is None:
            self._root = wait_for(self._find_root, "the program's accessibility tree")
        return self._root

    def _find_root(self) -> Node | None:
        if self._process.poll() is not None:
            raise RigError(f"The program exited with code {self._process.returncode}: {self.output_text()[-800:]}")
        for node in programs():
            with suppress(GLib.Error):
                if node.process_id == self._process.pid and node.child_count > 0:
                    return node
        return None

    def dialogs(self) -> list[Node]:
        """The open dialogs: windows of their own or, since libadwaita 1.5, nodes near the top of the main window's tree. The
        rest of that tree is not searched, which would take long in a crowded week."""
        dialogs: list[Node] = []
        for window in self.root.children:
            if "Handspan" not in window.name:
                dialogs.append(window)
            else:
                dialogs += [node for host in window.children for node in host.children if node.role in ("alert", "dialog")]
        return dialogs

    def output_text(self) -> str:
        """Its standard output and standard error so far."""
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def problems(self) -> list[str]:
        """The warnings and critical messages of GTK, GLib and Swift, each only once, with its count."""
        markers = ("CRITICAL", "WARNING", "Fatal error", "AddressSanitizer", "ThreadSanitizer")
        lines = [line for line in self.output_text().splitlines() if any(marker in line for marker in markers)]
        # Times and addresses differ from one occurrence to the next.
        counted = Counter(re.sub(r"\d\d:\d\d:\d\d\.\d+: |0x[0-9a-f]+ ?|:\d+\)", "", line) for line in lines)
        return [f"{line} ({count} times)" if count > 1 else line for line, count in counted.items()]

    @property
    def process_id(self) -> int:
        """The process ID."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the program is running."""
        return self._process.poll() is None

    def frames(self) -> list[Frame]:
        """The frame log so far."""
        return self._log.frames()

    def frames_when_quiet(self, quiet: float = 0.15, timeout: float = 3) -> list[Frame]:
        """The frame log once it has stopped growing."""
        deadline = time.monotonic() + timeout
        size, since = -1, time.monotonic()
        while time.monotonic() < deadline:
            current_size = self.frame_log.stat().st_size if self.frame_log.exists() else 0
            if current_size != size:
                size, since = current_size, time.monotonic()
            elif time.monotonic() - since >= quiet:
                break
            time.sleep(0.02)
        return self.frames()

    def blocks(self, title: str) -> list[Node]:
        """The event blocks with the given title in the tree."""
        return [item for item, _ in self._named_blocks(title)]

    def event_names(self) -> list[str]:
        """The names of all events, in the order of the tree."""
        return [item.name for item in self._timeline.list_items() if "event.edit" in item.actions]

    def block_names(self, title: str) -> list[str]:
        """The names of the event blocks with the given title."""
        return [name for _, name in self._named_blocks(title)]

    def _named_blocks(self, *titles: str) -> Iterator[tuple[Node, str]]:
        for item in self._timeline.list_items():
            # The program may remove a block after it was listed, for example when a preview changes.
            with suppress(GLib.Error):
                name = item.name
                if name.split(",")[0] in titles:
                    yield item, name

    def focused_block(self) -> Node | None:
        """The event block that has the focus."""
        for item in self._timeline.list_items():
            # The program may remove a block after it was listed.
            with suppress(GLib.Error):
                if "focused" in item.states and "event.edit" in item.actions:
                    return item
        return None

    def block(self, title: str) -> Node:
        """The first block with the given title, once it exists."""
        def first_block() -> Node | None:
            item = next((item for item, _ in self._named_blocks(title)), None)
            if item is None:
                # Before the first calendar is open, the tallest scroll pane may be that of another widget.
                self._pane = None
            return item
        return wait_for(first_block, f"a block “{title}” in the tree")

    def bounds(self, *titles: str) -> list[Rectangle]:
        """The bounds of the first block with each title, found in a single search, once all of them exist."""
        def all_bounds() -> list[Rectangle]:
            boxes: dict[str, Rectangle] = {}
            for item, name in self._named_blocks(*titles):
                boxes.setdefault(name.split(",")[0], item.extents)
                if len(boxes) == len(set(titles)):
                    return [boxes[title] for title in titles]
            return []
        return wait_for(all_bounds, f"blocks {', '.join(titles)} in the tree")

    def viewport(self) -> Rectangle:
        """The bounds of the area in which the timeline scrolls."""
        return self._scroll_pane.extents

    def date_header(self) -> Rectangle:
        """The bounds of the date header."""
        row = self.root.find(name_prefix="Weeks")
        if row is None:
            raise RigError("There is no date header in the tree.")
        return row.extents

    @property
    def _scroll_pane(self) -> Node:
        """The timeline's scroll pane, which is the tallest one outside the sidebar. It is looked up only once, because it exists
        as long as its window."""
        def is_candidate(node: Node) -> bool:
            parent = node.parent
            return node.role == "scroll pane" and node.extents.height > 0 and not (parent and parent.name == "Sidebar")
        if self._pane is None:
            panes = self.root.all(is_candidate)
            if not panes:
                raise RigError("There is no scroll pane in the tree.")
            self._pane = max(panes, key=lambda pane: pane.extents.height)
        return self._pane

    @property
    def _timeline(self) -> Node:
        """The node that contains the view and, above it, the lifted event and what asks about events."""
        view = self._scroll_pane.parent
        return (view.parent if view else None) or self.root

    def node_count(self) -> int:
        """The number of objects in the accessibility tree, one for each widget."""
        return len(self.root.all(lambda _: True))

    def memory(self) -> int:
        """The proportional set size (PSS) in bytes: private memory plus a proportional share of shared memory."""
        return self._memory("Pss:")

    def anonymous_memory(self) -> int:
        """The anonymous memory, in bytes. Memory mapped from files is excluded, because it is counted
        differently depending on which other programs map the same files."""
        return self._memory("Anonymous:")

    def _memory(self, kind: str) -> int:
        lines = Path(f"/proc/{self.process_id}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(kind))

    def position(self) -> float:
        """The page position according to the last logged frame."""
        frames = self.frames_when_quiet()
        if not frames:
            raise RigError("No frame has been logged yet, so the page position is unknown.")
        return frames[-1].position

    def bounds_at_rest(self, title: str, seconds: float = 30, block: Node | None = None) -> Rectangle:
        """The bounds of a block once it has stopped moving. Finds the block unless it is given."""
        block, deadline = block or self.block(title), time.monotonic() + seconds
        last_bounds, since = Rectangle(0, 0, 0, 0), time.monotonic()
        while time.monotonic() < deadline:
            time.sleep(0.03)
            try:
                bounds = block.extents
            except GLib.Error:  # the program has replaced the block
                block, bounds = self.block(title), Rectangle(0, 0, 0, 0)
            if bounds != last_bounds or bounds.height == 0:
                last_bounds, since = bounds, time.monotonic()
            elif time.monotonic() - since > 0.12:
                return bounds
        raise RigError(f"“{title}” did not come to rest within {seconds:g} s.")

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspends the program during the block, as if the machine were busy with something else."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def send_signal(self, signal_number: signal.Signals) -> None:
        """Sends a signal to the program."""
        self._process.send_signal(signal_number)

    def close(self) -> None:
        """Ends the program."""
        end(self._process)

    @property
    def exit_code(self) -> int | None:
        """The exit code; None while the program is running."""
        return self._process.poll()
