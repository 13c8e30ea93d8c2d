"""Whether this machine can run a desktop without a screen, and what is missing if not."""

from __future__ import annotations

import importlib.util
import os
import subprocess

_PROGRAMS = ("mutter", "pipewire", "wireplumber", "dbus-daemon", "gcc", "pkg-config")
_TYPELIBS = (("Atspi", "2.0", "gir1.2-atspi-2.0"), ("Gst", "1.0", "gir1.2-gstreamer-1.0"),
             ("GstApp", "1.0", "gir1.2-gst-plugins-base-1.0"),
             ("PangoCairo", "1.0", "gir1.2-pango-1.0"))


def missing_requirements() -> list[str]:
    """Descriptions of what has to be installed; empty if the tests can run."""
    missing_items = [name for name in _PROGRAMS if not _is_program(name)]
    if not missing_items:
        modules = subprocess.run(["/usr/bin/pkg-config", "--list-all"], capture_output=True, text=True, check=False)
        if "libmutter-" not in modules.stdout:
            missing_items.append("libmutter-*-dev")
    return missing_items + _missing_bindings()


def _is_program(name: str) -> bool:
    return any(os.access(f"{folder}/{name}", os.X_OK) for folder in ("/usr/bin", "/bin", "/usr/local/bin"))


def _missing_bindings() -> list[str]:
    if importlib.util.find_spec("gi") is None:
        return ["python3-gi"]
    if importlib.util.find_spec("dbus") is None:
        return ["python3-dbus"]
    import gi

    missing_items = []
    for name, version, package in _TYPELIBS:
        try:
            gi.require_version(name, version)
        except ValueError:
            missing_items.append(package)
    return missing_items
