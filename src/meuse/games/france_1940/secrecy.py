"""What a side may know: everything but the other side's hidden mines and its standing orders (12.7.1f, 3.4c)."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine import Event
from meuse.games.france_1940.events import OrdersGiven
from meuse.games.france_1940.reaction import OrderDistance, OrderMode, Orders, OrderTarget
from meuse.games.france_1940.setting import SIDES
from meuse.games.france_1940.state import FranceState, Minefield


def redact(event: Event, s: FranceState, side: int) -> Event | None:
    """Standing orders are for their owner alone; of mines everybody sees only that they lie there (12.7.1f)."""
    if isinstance(event, OrdersGiven):
        return event if event.side == side else None
    return event


def imagine(s: FranceState, side: int, seed: int) -> FranceState:
    """Guess the kind and density of hidden mines, and what units have been ordered, from what everybody knows."""
    twin, random = s.imagined(seed), Random(seed)
    twin.mines = tuple([_guessed(s, mine, side, random) for mine in s.mines])
    for piece in range(len(twin.orders)):
        if s.setting.side_of[piece] != side:
            twin.orders[piece] = 0
    twin.agenda = _blurred(twin.agenda, side)
    twin.ask_again()
    return twin


def _guessed(s: FranceState, mine: Minefield, side: int, random: Random) -> Minefield:
    """A minefield of the enemy that has not been revealed is one of those that he was given."""
    if mine.shown or mine.owner == side:
        return mine
    given = [work for work in s.setting.scenario.work if work.marker == "minefield" and work.side == SIDES[mine.owner]]
    work = random.choice(given) if given else None
    if work is None:
        return mine
    density = ("dispersed", "normal", "concentrated").index(work.density or "normal")
    return mine._replace(kind=work.mines or "mixed", density=density)


def _blurred(steps: list[Any], side: int) -> list[Any]:
    """The agenda without the standing orders that the enemy is giving: nobody else knows how far he has come."""
    kept = [
        step for step in steps if not isinstance(step, OrderMode | OrderDistance | OrderTarget) or step.mover == side
    ]
    return [Orders(step.mover, 0) if isinstance(step, Orders) and step.mover != side else step for step in kept]
