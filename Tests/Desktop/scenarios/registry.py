"""The list of scenarios: each is a function with the input devices and monitors to run it with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .stage import Stage

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

Body = Callable[[Stage], None]


@dataclass(frozen=True)
class Scenario:
    """A scenario. `core` scenarios run at every refresh rate and scale, the others at 60 Hz and scale 1, or at the given
    scale. `quick` ones run for every change. Those with `pictures` need a compositor that paints, those with `recordings` of
    the screen need the machine to themselves, and those with a `transcript` need a screen reader that keeps up."""

    body: Body
    devices: tuple[str, ...]
    core: bool
    quick: bool
    pictures: bool
    recordings: bool
    transcript: bool
    scale: float | None

    @property
    def name(self) -> str:
        """The name as words."""
        return self.body.__name__.replace("_", " ")


SCENARIOS: list[Scenario] = []


def scenario(
        *devices: str, core: bool = False, quick: bool | None = None, pictures: bool = False, recordings: bool = False,
        transcript: bool = False, scale: float | None = None
) -> Callable[[Body], Body]:
    """Adds a function to the list. Core scenarios are quick too, unless they have `quick=False`. A scenario that
    records the screen also takes pictures."""
    def register(body: Body) -> Body:
        SCENARIOS.append(Scenario(
            body, devices or (MOUSE, TOUCH), core, core if quick is None else quick, pictures or recordings, recordings,
            transcript, scale))
        return body
    return register
