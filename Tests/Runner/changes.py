"""Finds out which tests were added or changed since the last landed commit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import timedelta
from functools import cache
from pathlib import Path

from results import Source

#: A commit that is this much older than the newest one is part of an earlier change. Used only where neither
#: HANDSPAN_LANDED nor origin/main names the last landed commit.
LONGEST_CHANGE = timedelta(hours=4)


def _git(*arguments: str) -> str:
    """The output of a git command; empty if it fails."""
    return subprocess.run(["git", *arguments], capture_output=True, text=True, errors="replace", check=False).stdout


def head() -> str:
    """The name of the current commit, shortened."""
    return _git("rev-parse", "--short=8", "HEAD").strip()


@cache
def landed_commit() -> str:
    """The last landed commit; the root of the history if nothing else is known."""
    if named := os.environ.get("HANDSPAN_LANDED"):
        commit = _git("rev-parse", "--verify", f"{named}^{{commit}}").strip()
        if not commit:
            sys.exit(f"HANDSPAN_LANDED names no commit: {named}")
        return commit
    head = _git("rev-parse", "HEAD").strip()
    base = _git("merge-base", "HEAD", "origin/main").strip()
    if base and base != head:
        return base
    newest = int(_git("log", "-1", "--format=%ct") or 0)
    before = newest - int(LONGEST_CHANGE.total_seconds())
    older = _git("rev-list", "-1", f"--before={before}", "HEAD").strip()
    return older or _git("rev-list", "--max-parents=0", "HEAD").split("\n")[0]


@cache
def changed_files() -> dict[str, str | None]:
    """The files below Tests that differ from the landed commit, each with its former path; None for an added file."""
    files: dict[str, str | None] = {}
    for line in _git("diff", "--find-renames", "--name-status", landed_commit(), "--", "Tests").splitlines():
        status, *paths = line.split("\t")
        files[paths[-1]] = None if status == "A" else paths[0]
    for path in _git("ls-files", "--others", "--exclude-standard", "--", "Tests").splitlines():
        files[path] = None
    return files


def is_changed(source: Source | None) -> bool:
    """Whether a test was added or changed."""
    if source is None or str(source.path) not in changed_files():
        return False
    former_path = changed_files()[str(source.path)]
    if former_path is None:
        return True
    text = function_text(source.path.read_text(errors="replace"), source.function)
    former_text = function_text(_git("show", f"{landed_commit()}:{former_path}"), source.function)
    return text is None or text != former_text


def function_text(text: str, function: str) -> str | None:
    """The lines of a Swift or Python function, with its attributes or decorators, or None. Swift functions of the same name
    are taken together."""
    lines = text.split("\n")
    definition = re.compile(rf"^(\s*)(?:[\w@]+ )*(func|def) {re.escape(function)}\b")
    parts = []
    for index, line in enumerate(lines):
        if not (found := definition.match(line)):
            continue
        indentation, is_swift = found[1], found[2] == "func"
        first = index
        while first > 0 and lines[first - 1].strip() and lines[first - 1] != indentation + "}":
            first -= 1
        last = index
        if is_swift:
            if not line.rstrip().endswith("}"):
                while last + 1 < len(lines) and lines[last] != indentation + "}":
                    last += 1
        else:
            while last + 1 < len(lines) and (
                    not lines[last + 1].strip() or lines[last + 1].startswith(indentation + " ")):
                last += 1
        parts.append("\n".join(lines[first:last + 1]).rstrip())
    return "\n".join(parts) or None
