"""Reads files with icalendar and recurring_ical_events, which share no code with the program."""

from __future__ import annotations

import sys
import warnings
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

from .calendars import BERLIN

#: Where scripts/bootstrap installs the packages.
_PACKAGES = Path(__file__).resolve().parents[3] / ".build/python"


class MissingPackages(Exception):
    """The packages are not installed."""


def _package(name: str) -> ModuleType:
    sys.path.insert(0, str(_PACKAGES))
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackages(str(error)) from error
    finally:
        sys.path.remove(str(_PACKAGES))


def components(data: bytes) -> list[Any]:
    """All components of a file, with the calendar itself first. The file must contain a single calendar without errors."""
    all_components = _package("icalendar").Calendar.from_ical(data).walk()
    errors = [error for component in all_components for error in component.errors]
    if errors:
        raise ValueError(f"icalendar found {errors}")
    return list(all_components)


def occurrence_times(data: bytes, title: str, start_date: date, end_date: date, zone: ZoneInfo = BERLIN) -> list[str]:
    """The times of the events with the given title that begin on or after `start_date` and before `end_date`, sorted. A time
    is a string such as “2035-01-08 10:00 – 11:00”, in `zone`, or the date of an all-day event."""
    icalendar, recurring_ical_events = _package("icalendar"), _package("recurring_ical_events")
    texts = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for event in recurring_ical_events.of(icalendar.Calendar.from_ical(data)).between(start_date, end_date):
            start, end = event["DTSTART"].dt, event["DTEND"].dt
            if event.get("SUMMARY", "") != title:
                continue
            if not isinstance(start, datetime):
                texts.append(f"{start}")
                continue
            start, end = start.astimezone(zone), end.astimezone(zone)
            # The library also returns events that began earlier.
            if start_date <= start.date():
                texts.append(f"{start:%Y-%m-%d %H:%M} – {end:%H:%M}")
    return sorted(texts)
