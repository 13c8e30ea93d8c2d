"""Builds the compositor plugin for the installed Mutter."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from pathlib import Path

from .session import RigError

_SOURCE = Path(__file__).with_name("plugin.c")
_PKG_CONFIG = "/usr/bin/pkg-config"


def _mutter_library() -> tuple[str, int]:
    """The newest libmutter with headers, as a pkg-config module and an API number."""
    listing = subprocess.run(
        [_PKG_CONFIG, "--list-all"], capture_output=True, text=True, check=False).stdout
    versions = sorted(int(number) for number in re.findall(r"^libmutter-(\d+)\s", listing, re.MULTILINE))
    if not versions:
        raise RigError("The headers of the Mutter library are missing (package libmutter-*-dev).")
    return f"libmutter-{versions[-1]}", versions[-1]


def _cache() -> Path:
    return Path(os.environ["HANDSPAN_TESTS_CACHE"]) / "handspan-desktop-tests"


def compositor_plugin() -> Path:
    """The plugin as a shared library, rebuilt when the source or the installed Mutter has changed."""
    module, api_number = _mutter_library()
    flags = subprocess.run(
        [_PKG_CONFIG, "--cflags", "--libs", module], capture_output=True, text=True, check=True).stdout.split()
    library_folder = subprocess.run(
        [_PKG_CONFIG, "--variable=libdir", module], capture_output=True, text=True, check=True).stdout.strip()
    stamp = hashlib.sha256(_SOURCE.read_bytes() + " ".join(flags).encode()).hexdigest()[:16]
    library = _cache() / f"plugin-{api_number}-{stamp}.so"
    if library.exists():
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    # The library is built under a temporary name, because another session may be building it too.
    temporary_library = library.with_suffix(f".{os.getpid()}")
    command = [
        "gcc", "-shared", "-fPIC", "-O2", "-Wall", f"-DMUTTER_API={api_number}", "-o", str(temporary_library),
        str(_SOURCE), *flags, f"-Wl,-rpath,{library_folder}/mutter-{api_number}"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RigError(f"The compositor plugin does not build against {module}:\n{result.stderr}")
    os.replace(temporary_library, library)
    return library
