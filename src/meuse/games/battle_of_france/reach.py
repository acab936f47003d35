"""Where a camp could strike: what its units could do if its turn came now."""

from __future__ import annotations

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.powers import CAMP, POWERS
from meuse.games.battle_of_france.sequence import BeginTurn
from meuse.games.battle_of_france.state import BattleState


def reach(s: BattleState, camp: int) -> tuple[int, int]:
    """The spaces that land and sea units of a camp could enter or attack, and those its aircraft could.

    A group goes no farther than one of its units would alone, so that single units show all there is to fear.
    """
    surface = air = 0
    for power in range(len(POWERS)):
        if CAMP[power] != camp:
            continue
        twin = s.clone()
        twin.events, twin.battle = [], None
        BeginTurn(power).after(twin)
        for area in movement.bases(twin):
            for piece in twin.classes(movement.available(twin, area)).values():
                mode = movement.mode_of(twin, piece)
                goals = movement.Group(area, (piece,), 0, area, mode).reach(twin).goals
                surface, air = (surface, air | goals) if mode == "air" else (surface | goals, air)
    return surface, air
