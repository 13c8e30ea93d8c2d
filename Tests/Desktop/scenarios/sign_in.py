"""Calendars of accounts whose server asks for a password."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from .accounts import expect_row, open_with_accounts, running_accounts
from .opening import visible_labels
from .registry import KEYS, scenario
from .sidebar import choose_from_calendar_menu, show_sidebar
from .stage import Stage


@contextmanager
def _calendar_that_needs_sign_in(stage: Stage, *programs: str) -> Iterator[Path]:
    """Opens a calendar whose server asks for a password, on a desktop that has only the given programs. Yields the file
    in which they record their names and arguments."""
    with running_accounts(stage) as accounts:
        folder, record = stage.folder / "programs", stage.folder / "started"
        folder.mkdir()
        for name in programs:
            (folder / name).write_text(f"#!/bin/sh\necho {name} \"$@\" >>'{record}'\n")
            (folder / name).chmod(0o755)
        accounts.add_account("ada", "ada@example.org")
        accounts.add_remote("choir", "Choir", "ada", needs_password=True)
        accounts.start_server(needs_password=True)
        open_with_accounts(stage, accounts, {"PATH": str(folder)})
        show_sidebar(stage)
        expect_row(stage, "Choir, sign-in needed", "the calendar is not listed as waiting for a sign-in")
        yield record


@scenario(KEYS)
def sign_in_opens_the_settings_for_online_accounts(stage: Stage) -> None:
    with _calendar_that_needs_sign_in(stage, "gnome-control-center") as record:
        choose_from_calendar_menu(stage, "Choir, sign-in needed", "Sign In…", "mouse")
        stage.expect_soon(
            lambda: record.exists() and record.read_text() == "gnome-control-center online-accounts\n",
            "the settings were not opened")


@scenario(KEYS, pictures=True)
def on_a_desktop_without_settings_for_online_accounts_sign_in_shows_a_message(stage: Stage) -> None:
    with _calendar_that_needs_sign_in(stage):
        stage.save_picture("sign-in-needed")
        choose_from_calendar_menu(stage, "Choir, sign-in needed", "Sign In…", "mouse")
        text = "Sign in to the account in your desktop’s settings"
        stage.expect_soon(lambda: text in visible_labels(stage), f"there is no message: {visible_labels(stage)[-4:]}")
