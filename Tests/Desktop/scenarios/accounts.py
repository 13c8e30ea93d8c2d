"""Calendars of accounts, through Evolution Data Server on a message bus of its own."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import Iterator

from feel.calendars import Calendar, standard_day
from rig import accounts
from rig.accounts import Accounts
from rig.compositor import wait_for

from .opening import _labels
from .registry import KEYS, scenario
from .sidebar import _check, _menu, _show, _sidebar
from .stage import Stage


@contextmanager
def _accounts(stage: Stage, *, has_service: bool = True) -> Iterator[Accounts | None]:
    """A message bus for accounts; None, after the scenario was skipped, if something is not installed."""
    if lacking := accounts.missing():
        stage.skip(f"{lacking} is not installed")
        yield None
        return
    found = Accounts(stage.folder, has_service=has_service)
    try:
        yield found
    finally:
        found.close()


def _event(summary: str, start: str, end: str) -> str:
    return Calendar().add(summary, start, end).text().decode()


def _open(stage: Stage, found: Accounts) -> None:
    stage.open(
        standard_day(), view="week", environment={
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"),
            "HANDSPAN_ACCOUNTS": found.address})


def _groups(stage: Stage) -> list[str]:
    """The headings of the calendars in the sidebar, from top to bottom."""
    sidebar = _sidebar(stage)
    return [node.name for node in sidebar.all(lambda node: node.role in ("panel", "grouping") and node.name != "")
            if node.find("check box")] if sidebar else []


def _row(stage: Stage, starting: str) -> str:
    """The name of the check mark of a calendar; empty if there is none."""
    sidebar = _sidebar(stage)
    found = sidebar.find("check box", starting=starting) if sidebar else None
    return found.name if found else ""


def _expect_row(stage: Stage, name: str, why: str) -> None:
    starting = name.split(",")[0]
    stage.expect_soon(lambda: _row(stage, starting) == name, f"{why}: “{_row(stage, starting)}”", seconds=30)


def _expect_on_server(stage: Stage, found: Accounts, line: str, why: str) -> None:
    stage.expect_soon(
        lambda: any(line in text for text in found.texts("choir")), f"{why}: {found.texts('choir')}", seconds=30)


@scenario(KEYS)
def calendars_of_accounts_are_shown_and_changed_on_their_server(stage: Stage) -> None:
    """Groups and states in the sidebar; an edit; an edit without the server, and what becomes of it."""
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_local("garden", "Garden", _event("Digging", "13:00", "14:00"))
        found.add_remote("choir", "Choir", "ada")
        found.put("choir", "rehearsal.ics", _event("Rehearsal", "16:00", "17:00"))
        found.add_remote("locked", "Archive", "ada")
        found.put("locked", "lecture.ics", _event("Lecture", "18:00", "19:00"))
        found.start_server()
        _open(stage, found)
        for title in ("Digging", "Rehearsal", "Lecture"):
            wait_for(lambda: stage.program.blocks(title), f"“{title}”, an event of an account", seconds=60)
        _show(stage)
        _expect_row(stage, "Choir", "the calendar is not listed as usable")
        _expect_row(stage, "Archive, read-only", "the calendar is not listed as read-only")
        _check(stage, "Garden")
        stage.expect(
            _groups(stage)[-1:] == ["ada@example.org"] and "On This Computer" in _groups(stage),
            f"the groups are {_groups(stage)}")
        stage.program.block("Rehearsal").act("event.move-later")
        _expect_on_server(stage, found, "DTSTART;TZID=Europe/Berlin:20350108T161500", "the edit is not on the server")
        found.stop_server()
        stage.program.block("Rehearsal").act("event.move-later")
        _expect_row(stage, "Choir, offline", "the calendar is not listed as offline")
        _expect_on_server(stage, found, "20350108T161500", "something was changed without the server")
        found.start_server()
        _expect_on_server(stage, found, "DTSTART;TZID=Europe/Berlin:20350108T163000", "the edit was lost")
        _expect_row(stage, "Choir", "the calendar is still listed as offline")


@scenario(KEYS)
def a_calendar_that_waits_for_a_password_says_so(stage: Stage) -> None:
    with _accounts(stage) as found:
        if found is None:
            return
        found.add_account("ada", "ada@example.org")
        found.add_remote("choir", "Choir", "ada", needs_password=True)
        found.start_server(needs_password=True)
        _open(stage, found)
        _show(stage)
        _expect_row(stage, "Choir, sign-in needed", "nobody is asked to sign in")
        if shutil.which("gnome-control-center"):
            return
        _menu(stage, "Choir, sign-in needed", "Sign In…", "mouse")
        text = "Sign in to the account in the settings of your desktop"
        stage.expect_soon(lambda: text in _labels(stage), f"there is no message: {_labels(stage)[-4:]}")


@scenario(KEYS)
def without_the_service_the_sidebar_says_why_no_accounts_are_shown(stage: Stage) -> None:
    with _accounts(stage, has_service=False) as found:
        if found is None:
            return
        _open(stage, found)
        _show(stage)
        text = "Online accounts are not available: Evolution Data Server is not installed."
        stage.expect_soon(lambda: text in _labels(stage), f"the sidebar does not say why: {_labels(stage)[-6:]}", seconds=20)
        stage.expect(_groups(stage) == ["On This Computer"], f"the groups are {_groups(stage)}")
