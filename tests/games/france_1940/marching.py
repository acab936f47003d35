"""Forces on board A for movement; the German edge is north, the Allied south."""

from __future__ import annotations

from functools import cache

from meuse.games.france_1940.march import March
from meuse.games.france_1940.movement import goals, path_to, points_for
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.transport import left

from .kit import do, force, lay, own

FORCES = "".join([
    force("german", "G.rifle 4, G.mg34, G.mortar"),
    force("german", "G.pak36 2, G.lefh18, G.stug, G.engineers"),
    force("german", "G.pz3 3", "tank"),
    force("german", "G.blitz 2, G.sdkfz251", ""),
    force("french", "F.rifle 4"),
    force("french", "F.cavalry 2, F.horses 2"),
    force("french", "F.ft17, F.m1897"),
    force("british", "B.18pdr", "support"),
    force("french", "F.adk", ""),
])  # fmt: skip
"""G1 led by Apfelbaum, G2 by Brandt, G3 by Hartung; F1 by Moreau, F2 by Landry, F3 by Girard."""
GERMAN = 'phase = "german activation"\ninitiative = "german"\n'
ALLIED = 'phase = "allied activation"\ninitiative = "allied"\n'


@cache
def ground(head: str, more: str) -> str:
    return own(f"{more}\n{FORCES}", head)


def march(
    units: str,
    *actions: str,
    river: str = "minor",
    turn: str = GERMAN,
    head: str = "",
    more: str = "",
    scenario: str = "",
) -> FranceState:
    """A position on board A after some actions: ``head`` are lines of the position, ``more`` of the scenario."""
    scenario = scenario or ground(f'river = "{river}"', more)
    state = lay(f"{turn}{head}\n[units]\n{units}", scenario)
    do(state, *actions)
    return state


def points(state: FranceState, piece: str) -> float:
    """What a mover has left."""
    return left(state, state.setting.piece(piece)) / 2


def cost(state: FranceState, goal: str) -> float:
    """What the group in hand pays to get to a hex."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    found, hexa = goals(state, step.present(state)), state.setting.board.place(goal)
    assert found.all() >> hexa & 1
    return float(points_for(state, found, hexa))


def way(state: FranceState, goal: str) -> list[str]:
    """The hexes that the group in hand would enter on its way to a hex."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    path = path_to(goals(state, step.present(state)), state.setting.board.place(goal))
    return [state.label(hexa) for hexa in path]
