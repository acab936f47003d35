"""Where a side could strike: what its units could do if its turn came now."""

from __future__ import annotations

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.components import POWERS, SIDE
from meuse.games.battle_of_france.state import BattleState


def reach(s: BattleState, side: int) -> tuple[int, int]:
    """The spaces that land and sea units of a side could enter or attack, and those its aircraft could.

    A group goes no farther than one of its units would alone, so that single units show all there is to fear.
    """
    surface = air = 0
    for power in range(len(POWERS)):
        if SIDE[power] != side:
            continue
        twin = _in_turn(s, power)
        for area in movement.bases(twin):
            for piece in twin.classes(movement.available(twin, area)).values():
                if movement.mode_of(twin, piece) == "air":
                    air |= _goals(twin, area, piece)
                else:
                    surface |= _goals(twin, area, piece)
    return surface, air


def _in_turn(s: BattleState, power: int) -> BattleState:
    """The same position at the beginning of a power's turn."""
    twin = s.clone()
    twin.events, twin.battle = [], ()
    s.game.steps["begin_turn"].after(twin, ("begin_turn", power))
    return twin


def _goals(s: BattleState, area: int, piece: int) -> int:
    frame = ("group", area, (piece,), 0, area, movement.mode_of(s, piece))
    return sum(1 << option.value for option in s.game.steps["group"].options(s, frame) if option.verb == "to")
