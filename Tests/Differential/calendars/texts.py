"""Random texts in the encodings, folds and escapes in which files are sent: which characters do they mean?"""

from __future__ import annotations

import quopri
import random
from datetime import datetime, timedelta

from samples import UTC, Event, Occurrence, Sample, calendar, stamp

LATIN1 = "äöüÄÖÜßéèñçåøæÅØÉ§°±²µ¿¡«»£½÷×ÿ"
WINDOWS_1252 = LATIN1 + "€„“”‘’–—…™Šžœ•"
ANY = WINDOWS_1252 + "日本語漢字かなЖдПриветαβγعربעברית🎉👩‍🚀👍🏽e\u0301\u00a0ẞ\u2028ǅ"
ASCII = "abcdefghij KLMNOP 0123456789 .!?=:()[]{}@#%&*+-_/'<>|~^$` \"\",;\\,;\\"


def random_text(rng: random.Random, alphabet: str, length: int) -> str:
    characters = [rng.choice(alphabet if rng.random() < 0.35 else ASCII) for _ in range(length)]
    if rng.random() < 0.3:
        characters.insert(rng.randint(0, length), "\n")
    text = "".join(characters).strip(" \u00a0\u2028")
    return text or "x"


def escaped(rng: random.Random, text: str) -> str:
    """The text as a TEXT value (RFC 5545 3.3.11)."""
    line_break = rng.choice(["\\n", "\\N"])
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", line_break)


def folded(rng: random.Random, line: bytes, is_careful: bool) -> bytes:
    """The line with line breaks where RFC 5545 3.1 allows them, at random or after 75 octets; a careful writer does not divide
    characters."""
    if rng.random() < 0.3 and len(line) <= 75:
        return line
    space = rng.choice([b" ", b" ", b"\t"])
    parts, rest = [], line
    while rest:
        length = rng.randint(1, 74) if rng.random() < 0.5 else 74
        while is_careful and length < len(rest) and 0x80 <= rest[length] < 0xC0:
            length += 1
        parts.append(rest[:length])
        rest = rest[length:]
    return (b"\r\n" + space).join(parts)


def quoted_printable(rng: random.Random, text: str, charset: str) -> bytes:
    """A value of vCalendar 1.0, with soft line breaks."""
    encoded = quopri.encodestring(text.replace("\n", "\r\n").encode(charset), quotetabs=True)
    encoded = encoded.replace(b"\r\n", b"\n")
    soft = encoded.split(b"=\n")
    value = b"=\r\n".join(part.replace(b"\r\n", b"=0D=0A").replace(b"\n", b"=0D=0A") for part in soft)
    return value.replace(b"=0D=0D=0A", b"=0D=0A")


def is_utf8(folded_line: bytes) -> bool:
    try:
        folded_line.replace(b"\r\n ", b"").replace(b"\r\n\t", b"").decode()
    except UnicodeDecodeError:
        return False
    return True


class Writer:
    """How a file is written."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.kind = rng.choices(["UTF-8", "UTF-8 with BOM", "Latin-1", "Windows-1252", "UTF-16", "mixed", "quoted-printable"],
                                [5, 1, 2, 2, 2, 2, 3])[0]
        self.is_careful = self.kind == "UTF-16" or rng.random() < 0.6
        self.line_break = rng.choice([b"\r\n", b"\r\n", b"\n"])

    def alphabet(self) -> tuple[str, str]:
        """The encoding of the next line, and its characters."""
        if self.kind == "Latin-1":
            return "latin-1", LATIN1
        if self.kind == "Windows-1252":
            return "cp1252", WINDOWS_1252
        if self.kind == "mixed":
            return self.rng.choice([("utf-8", ANY), ("cp1252", WINDOWS_1252)])
        return "utf-8", ANY

    def property(self, name: str, text: str, encoding: str) -> bytes:
        rng = self.rng
        name = rng.choice([name, name, name.lower(), name.capitalize()])
        if self.kind == "quoted-printable" and rng.random() < 0.7:
            charset = rng.choice(["utf-8", "iso-8859-1", "windows-1252"])
            try:
                text.encode(charset)
            except UnicodeEncodeError:
                charset = "utf-8"
            head = f"{name};CHARSET={rng.choice([charset, charset.upper()])};ENCODING=QUOTED-PRINTABLE:".encode()
            # In quoted-printable text, commas and semicolons are escaped as in iCalendar.
            return head + quoted_printable(rng, escaped(rng, text), charset)
        parameter = rng.choice(["", "", ";LANGUAGE=de", ';X-P="a,b;c:d"', ";ALTREP=\"cid:part1@example.com\""])
        value = escaped(rng, text)
        if encoding == "utf-8":
            return folded(rng, f"{name}{parameter}:{value}".encode(), self.is_careful)
        content = f"{name}{parameter}:{value}".encode(encoding)
        return folded(rng, content, False)

    def file(self, lines: list[bytes]) -> bytes:
        data = b"".join(line.replace(b"\r\n", self.line_break) + self.line_break for line in lines)
        if self.kind == "UTF-8 with BOM":
            return b"\xef\xbb\xbf" + data
        if self.kind == "UTF-16":
            name, mark = self.rng.choice([("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])
            return mark + data.decode().encode(name)
        return data


def sample(rng: random.Random) -> Sample:
    writer = Writer(rng)
    lines: list[bytes] = []
    standard: list[str] = []
    events: list[Event] = []
    is_foreign = writer.kind == "UTF-16"
    for number in range(4):
        start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=rng.randint(0, 300), hours=rng.randint(0, 23))
        head = ["BEGIN:VEVENT", f"UID:e{number}", "DTSTAMP:20250101T000000Z", f"DTSTART:{stamp(start)}", "DURATION:PT1H"]
        texts = {}
        lines += [line.encode() for line in head]
        standard += head
        for name in ("SUMMARY", "LOCATION", "DESCRIPTION"):
            encoding, alphabet = writer.alphabet()
            text = random_text(rng, alphabet, rng.randint(1, 120))
            if name == "SUMMARY":
                text = text.replace("\n", " ")
            line = writer.property(name, text, encoding)
            if encoding == "cp1252" and not text.isascii() and is_utf8(line):
                # What happens to be valid UTF-8 is read as such.
                text, line = "plain", f"{name}:plain".encode()
            texts[name] = text
            lines.append(line)
            standard.append(f"{name}:{escaped(rng, text)}")
            upper = line.upper()
            is_foreign = is_foreign or b"QUOTED-PRINTABLE" in upper or encoding != "utf-8" and not text.isascii()
        lines.append(b"END:VEVENT")
        standard.append("END:VEVENT")
        title = texts["SUMMARY"]
        causes = {"blanks at the ends of a text"} if title != title.strip() else set()
        events.append(Event(f"e{number}", [], [Occurrence(stamp(start), stamp(start + timedelta(hours=1)), title)], causes))
    head, tail = calendar([])[:-1], calendar([])[-1:]
    data = writer.file([line.encode() for line in head] + lines + [line.encode() for line in tail])
    # Other programs read UTF-8 as it is; RFC 5545 3.1.4 does not have the other encodings.
    is_plain = writer.kind.startswith("UTF-8")
    text = data.decode("utf-8-sig") if is_plain and writer.is_careful else "".join(line + "\r\n" for line in head + standard + tail)
    return Sample(data, text, events, has_problems=is_foreign)
