"""A replacement for Speech Dispatcher that records utterances instead of speaking them.

It implements SSIP, the protocol of Speech Dispatcher's socket, so it works with any screen reader that uses Speech
Dispatcher. It needs no sound device, and speaking takes no time.
"""

from __future__ import annotations

import re
import socketserver
import threading
import time
from dataclasses import dataclass
from html import unescape
from pathlib import Path

_TAG = re.compile(r"<[^>]*>")
_END_OF_LINE = "\r\n"
#: The time in seconds that a fast voice takes to speak a character.
_SECONDS_PER_CHARACTER = 0.04


@dataclass
class Utterance:
    """Text that was spoken, the time at which it began, in seconds of the monotonic clock, and the number of utterances that
    had begun when it was cut off; None if it was not."""

    text: str
    began: float
    cut_off_at: int | None = None

    @property
    def is_cut_off(self) -> bool:
        """Whether the end was not heard."""
        return self.cut_off_at is not None


class Voice:
    """A server on a socket that records what is spoken, in order, in `utterances` and in a file with a line for each."""

    def __init__(self, socket: Path, transcript: Path):
        socket.parent.mkdir(parents=True, exist_ok=True)
        socket.unlink(missing_ok=True)
        self.address = f"unix_socket:{socket}"
        self.utterances: list[Utterance] = []
        self._transcript = transcript
        self._lock = threading.Lock()
        self._server = _Server(str(socket), self)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def say(self, text: str) -> int:
        """Records an utterance, and returns its number."""
        with self._lock:
            self.utterances.append(Utterance(text, time.monotonic()))
            with self._transcript.open("a") as file:
                file.write(text + "\n")
            return len(self.utterances)

    def stop(self) -> None:
        """Marks as cut off the utterances that a real voice would still be speaking."""
        now = time.monotonic()
        with self._lock:
            for utterance in self.utterances:
                duration = _SECONDS_PER_CHARACTER * len(utterance.text)
                if utterance.cut_off_at is None and now - utterance.began < duration:
                    utterance.cut_off_at = len(self.utterances)

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, address: str, voice: Voice):
        self.voice = voice
        super().__init__(address, _Client)


class _Client(socketserver.StreamRequestHandler):
    """A connection. Commands that affect what is heard are carried out; all others succeed without doing anything."""

    server: _Server

    def handle(self) -> None:
        while (line := self._line()) is not None:
            words = line.split()
            command = [word.upper() for word in words]
            match command:
                case ["SPEAK", *_]:
                    self._reply("230 OK RECEIVING DATA")
                    self._speak(self._data())
                case ["CHAR" | "KEY" | "SOUND_ICON", *_]:
                    self._speak(" ".join(words[1:]))
                case ["STOP" | "CANCEL", *_]:
                    self.server.voice.stop()
                    self._reply("210 OK STOPPED")
                case ["HISTORY", "GET", "CLIENT_ID"]:
                    self._reply("245-1", "245 OK CLIENT ID SENT")
                case ["LIST", "OUTPUT_MODULES"]:
                    self._reply("250-transcript", "250 OK MODULE LIST SENT")
                case ["LIST", "VOICES"]:
                    self._reply("249-MALE1", "249 OK VOICE LIST SENT")
                case ["LIST", "SYNTHESIS_VOICES"]:
                    self._reply("249-transcript\ten\tnone", "249 OK VOICE LIST SENT")
                case ["GET", "LANGUAGE"]:
                    self._reply("251-en", "251 OK GET RETURNED")
                case ["GET", *_]:
                    self._reply("251-0", "251 OK GET RETURNED")
                case ["QUIT", *_]:
                    self._reply("231 HAPPY HACKING")
                    return
                case _:
                    self._reply("200 OK")

    def _speak(self, text: str) -> None:
        """Records an utterance without its tags, and reports immediately that it has been spoken."""
        number = self.server.voice.say(" ".join(unescape(_TAG.sub("", text)).split()))
        self._reply(f"225-{number}", "225 OK MESSAGE QUEUED")
        for event in ("701 BEGIN", "702 END"):
            code = event.split()[0]
            self._reply(f"{code}-{number}", f"{code}-1", event)

    def _line(self) -> str | None:
        try:
            line = self.rfile.readline()
        except OSError:
            return None
        return line.decode(errors="replace").rstrip(_END_OF_LINE) if line else None

    def _data(self) -> str:
        lines: list[str] = []
        while (line := self._line()) is not None and line != ".":
            lines.append(line.removeprefix(".") if line.startswith("..") else line)
        return "\n".join(lines)

    def _reply(self, *lines: str) -> None:
        try:
            self.wfile.write("".join(line + _END_OF_LINE for line in lines).encode())
        except OSError:
            pass
