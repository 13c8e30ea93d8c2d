"""The list of scenarios: each is a function with the input devices and the monitors that it runs with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .stage import Stage

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

Body = Callable[[Stage], None]


@dataclass(frozen=True)
class Scenario:
    """A scenario. `core` ones run at every refresh rate and scale, the others at 60 Hz and scale 1; `quick` ones are among
    the few that run for every change; those with `pictures` need a compositor that paints."""

    body: Body
    hands: tuple[str, ...]
    core: bool
    quick: bool
    pictures: bool

    @property
    def name(self) -> str:
        """The name in words."""
        return self.body.__name__.replace("_", " ")


SCENARIOS: list[Scenario] = []


def scenario(
        *hands: str, core: bool = False, quick: bool | None = None, pictures: bool = False) -> Callable[[Body], Body]:
    """Adds a function to the list. Core ones are quick ones, too, unless they say that they are not."""
    def register(body: Body) -> Body:
        SCENARIOS.append(Scenario(body, hands or (MOUSE, TOUCH), core, core if quick is None else quick, pictures))
        return body
    return register
