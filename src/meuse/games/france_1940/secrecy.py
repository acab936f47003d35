"""What a side may know: everything but the other side's hidden mines and its standing orders (12.7.1f, 3.4c)."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine import Event
from meuse.games.france_1940.events import OrdersGiven
from meuse.games.france_1940.march import Walk
from meuse.games.france_1940.reaction import OrderDistance, OrderMode, Orders, OrderTarget
from meuse.games.france_1940.scenarios import MINES
from meuse.games.france_1940.setting import DENSITIES, SIDES
from meuse.games.france_1940.state import FranceState, Minefield


def redact(event: Event, s: FranceState, side: int) -> Event | None:
    """Standing orders are for their owner alone; of mines everybody sees only that they lie there (12.7.1f)."""
    if isinstance(event, OrdersGiven):
        return event if event.side == side else None
    return event


def imagine(s: FranceState, side: int, seed: int) -> FranceState:
    """Guess the kind and density of hidden mines, and what units have been ordered, from what everybody knows."""
    twin, random = s.imagined(seed), Random(seed)
    twin.mines = _guessed(s, side, random)
    for piece in range(len(twin.orders)):
        if s.setting.side_of[piece] != side:
            twin.orders[piece] = 0
    twin.touch()
    twin.agenda = _blurred(s, twin.agenda, side)
    twin.ask_again()
    return twin


def _guessed(s: FranceState, side: int, random: Random) -> tuple[Minefield, ...]:
    """Minefields that their owner has not revealed are among those that he was given and has not shown.

    What sweeping has thinned out without revealing it is guessed like the others.
    """
    made: dict[Minefield, tuple[str, int]] = {}
    for owner in range(len(SIDES)):
        hidden = [mine for mine in s.mines if mine.owner == owner and not mine.shown]
        if owner != side and hidden:
            guesses = _left(s, owner)
            random.shuffle(guesses)
            guesses += [(random.choice(list(MINES)), random.randrange(len(DENSITIES))) for _ in hidden]
            made |= dict(zip(hidden, guesses, strict=False))
    return tuple([_as(mine, *made[mine]) if mine in made else mine for mine in s.mines])


def _left(s: FranceState, owner: int) -> list[tuple[str, int]]:
    """Kind and density of the minefields that a side was given, but for those that everybody has seen."""
    works = [work for work in s.setting.scenario.work if work.marker == "minefield" and work.side == SIDES[owner]]
    given = [(str(w.mines or "mixed"), DENSITIES.index(w.density or "normal")) for w in works for _ in range(w.times)]
    for mine in s.mines:
        same = [row for row in given if row[0] == mine.kind and row[1] >= mine.density]
        if mine.shown and mine.owner == owner and same:
            given.remove(min(same))
    return given


def _as(mine: Minefield, kind: str, density: int) -> Minefield:
    return mine._replace(kind=kind, density=density)


def _blurred(s: FranceState, steps: list[Any], side: int) -> list[Any]:
    """The agenda without what only its owner knows: orders that are being given, and how far a move is to go."""
    kept = [
        step
        for step in steps
        if not (isinstance(step, OrderMode | OrderDistance | OrderTarget) and step.mover != side)
        and not (isinstance(step, Walk) and step.side(s) != side)
    ]
    return [Orders(step.mover, 0) if isinstance(step, Orders) and step.mover != side else step for step in kept]
