"""A made-up language that reveals untranslated strings."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from checks.calendars import Calendar
from rig.compositor import wait_for
from rig.program import Program

from .registry import KEYS, scenario
from .stage import Stage

_REPOSITORY = Path(__file__).resolve().parents[3]
#: Text that is not translated: names of the file, the calendar and the application, and GTK's names of the window buttons.
_NAMES = ("calendar.ics", "Tests", "Handspan", "handspan", "Close", "Close the window")
#: Widgets without a name have the name of their class.
_CLASS = re.compile(r"(Gtk|Adw|Handspan)[A-Z]\w+")
#: A locale that nearly every system has. Since glibc 2.39, nothing is translated in it, so a copy under a different name is used.
_PLAIN_LOCALE = Path("/usr/lib/locale/C.utf8")


def _tree_texts(program: Program) -> list[str]:
    """The names and descriptions in the tree that contain letters."""
    texts = [text for _, node in program.root.walk() for text in (node.name, node.description)]
    return [text for text in texts if any(letter.isalpha() for letter in text)]


@scenario(KEYS)
def every_string_is_translated(stage: Stage) -> None:
    if not _PLAIN_LOCALE.is_dir():
        stage.skip(f"there is no {_PLAIN_LOCALE}")
    locales, system = stage.folder / "locale", stage.folder / "system"
    shutil.copytree(_PLAIN_LOCALE, system / "qps_QPS.utf8")
    subprocess.run([_REPOSITORY / "scripts/locales", "--pseudo", locales], check=True)
    calendar = Calendar().add("Review", "09:00", "10:00")
    program = Program(
        stage.compositor, stage.folder, ["--date", calendar.day, str(calendar.write(stage.folder))],
        {"LOCPATH": str(system), "LC_ALL": "qps_QPS.UTF-8", "HANDSPAN_LOCALE_DIR": str(locales)})
    try:
        wait_for(lambda: any("Review" in text for text in _tree_texts(program)), "the event in the tree")
        texts = _tree_texts(program)
    finally:
        program.close()
    stage.expect(len(texts) >= 5, f"only {len(texts)} strings in the tree: {texts}")
    for text in texts:
        stage.expect("⟦" in text or text in _NAMES or _CLASS.fullmatch(text), f"“{text}” is not translated")
