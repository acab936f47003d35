"""Where a camp could strike: what its units could do if its turn came now."""

from __future__ import annotations

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.powers import POWERS_OF
from meuse.games.battle_of_france.sequence import BeginTurn
from meuse.games.battle_of_france.state import BattleState


def reach(s: BattleState, camp: int) -> tuple[int, int]:
    """The spaces that land and sea units of a camp could enter or attack, and those its aircraft could."""
    (surface, air), *others = (reach_of(s, power) for power in POWERS_OF[camp])
    for more, flown in others:
        surface, air = surface | more, air | flown
    return surface, air


def reach_of(s: BattleState, power: int, places: int = -1) -> tuple[int, int]:
    """The same for one power, or for those of its units that stand in some places.

    A group goes no farther than one of its units would alone, so that single units show all there is to fear.
    """
    surface = air = 0
    twin = s.clone()
    twin.events, twin.battle = [], None
    BeginTurn(power).after(twin)
    for area in [base for base in movement.bases(twin) if places >> base & 1]:
        for piece in twin.classes(movement.available(twin, area)).values():
            mode = movement.mode_of(twin, piece)
            goals = movement.Group(area, (piece,), 0, area, mode).reach(twin).goals
            surface, air = (surface, air | goals) if mode == "air" else (surface | goals, air)
    return surface, air
