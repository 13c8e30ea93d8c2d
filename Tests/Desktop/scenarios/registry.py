"""The list of scenarios: each is a function with the input devices and the monitors that it runs with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .stage import Stage

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

Body = Callable[[Stage], None]


@dataclass(frozen=True)
class Scenario:
    """A scenario. `core` ones run at every refresh rate and scale, the others at 60 Hz and scale 1, or at the given scale;
    `quick` ones are among the few that run for every change; those with `pictures` need a compositor that paints, and those
    that record `films` need the machine to themselves."""

    body: Body
    hands: tuple[str, ...]
    core: bool
    quick: bool
    pictures: bool
    films: bool
    scale: float | None

    @property
    def name(self) -> str:
        """The name as words."""
        return self.body.__name__.replace("_", " ")


SCENARIOS: list[Scenario] = []


def scenario(
        *hands: str, core: bool = False, quick: bool | None = None, pictures: bool = False, films: bool = False,
        scale: float | None = None
) -> Callable[[Body], Body]:
    """Adds a function to the list. Core scenarios are quick too, unless they have `quick=False`. Films are pictures too."""
    def register(body: Body) -> Body:
        SCENARIOS.append(Scenario(
            body, hands or (MOUSE, TOUCH), core, core if quick is None else quick, pictures or films, films, scale))
        return body
    return register
