"""The list of scenarios: each one function, with the hands it is tried with and where it must hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .stage import Stage

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

Body = Callable[[Stage], None]


@dataclass(frozen=True)
class Scenario:
    """One behaviour. `core` ones are tried at every refresh rate and scale, the others at 60 Hz and scale 1; `quick` ones
    are among the few that are tried on every change; those that look at `pictures` need a compositor that paints."""

    body: Body
    hands: tuple[str, ...]
    core: bool
    quick: bool
    pictures: bool

    @property
    def name(self) -> str:
        """What it shows, in words."""
        return self.body.__name__.replace("_", " ")


SCENARIOS: list[Scenario] = []


def scenario(
        *hands: str, core: bool = False, quick: bool | None = None, pictures: bool = False) -> Callable[[Body], Body]:
    """Adds a function to the list. Core ones are quick ones, too, unless they say that they are not."""
    def register(body: Body) -> Body:
        SCENARIOS.append(Scenario(body, hands or (MOUSE, TOUCH), core, core if quick is None else quick, pictures))
        return body
    return register
