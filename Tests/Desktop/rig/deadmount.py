"""A mount whose server does not respond: every access to its paths blocks until the server is back."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from .session import RigError

_SOURCE = Path(__file__).with_name("deadmount.c")


class DeadMount:
    """A folder that one program sees as a mount, which can stop responding."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._flag = folder.with_name(folder.name + ".dead")

    @property
    def environment(self) -> dict[str, str | None]:
        """The environment of a program that sees the folder as a mount."""
        return {
            "LD_PRELOAD": str(_library()), "HANDSPAN_DEAD_PATH": str(self.folder),
            "HANDSPAN_DEAD_WHILE": str(self._flag)}

    def die(self) -> None:
        """Makes every access block from now on."""
        self._flag.touch()

    def come_back(self) -> None:
        """Lets blocked and later accesses continue."""
        self._flag.unlink(missing_ok=True)


def _library() -> Path:
    stamp = hashlib.sha256(_SOURCE.read_bytes()).hexdigest()[:16]
    library = Path(os.environ["HANDSPAN_TESTS_CACHE"]) / "handspan-desktop-tests" / f"deadmount-{stamp}.so"
    if library.exists():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    # The library is built under a temporary name, because another session may be building it too.
    temporary_library = library.with_suffix(f".{os.getpid()}")
    result = subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-o", str(temporary_library), str(_SOURCE), "-ldl"],
        capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RigError(f"The library of the dead mount does not build:\n{result.stderr}")
    os.replace(temporary_library, library)
    return library
