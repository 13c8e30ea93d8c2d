"""The list of scenarios, with their input devices and when to run them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .stage import Stage

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

Body = Callable[[Stage], None]


@dataclass(frozen=True)
class Scenario:
    """A behavior to test. `core` scenarios run at every refresh rate and scale, others at 60 Hz and scale 1; `quick`
    ones run for every change; those with `pictures` take screenshots, so the compositor has to paint."""

    body: Body
    hands: tuple[str, ...]
    core: bool
    quick: bool
    pictures: bool

    @property
    def name(self) -> str:
        """The name of the function, as words."""
        return self.body.__name__.replace("_", " ")


SCENARIOS: list[Scenario] = []


def scenario(
        *hands: str, core: bool = False, quick: bool | None = None, pictures: bool = False) -> Callable[[Body], Body]:
    """Adds a function to the list. Core scenarios are also quick unless `quick` is False."""
    def register(body: Body) -> Body:
        SCENARIOS.append(Scenario(body, hands or (MOUSE, TOUCH), core, core if quick is None else quick, pictures))
        return body
    return register
