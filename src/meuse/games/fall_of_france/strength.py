"""What units are worth in skirmish and combat: factors after supply, state and terrain (7.4, 16, TEC)."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine import Pieces
from meuse.games.fall_of_france import fortifications
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.supply import halved, network
from meuse.games.fall_of_france.tables import CombatTerrain


def attack_of(s: FallState, piece: int, ground: CombatTerrain, supplied: bool | None = None) -> int:
    """The attack of a unit into a hex of some terrain; disrupted units and cadres have none (16.1b, 16.5b)."""
    bit = 1 << piece
    setting = s.setting
    if (s.disrupted | s.cadred) & bit:
        return 0
    if supplied is None:
        supplied = not network(s).cut[setting.side_of[piece]] & bit
    halvings = (not supplied) + (ground.mechanized_half and setting.is_mechanized[piece])
    factor = halved(setting.attack[piece], halvings) if halvings else setting.attack[piece]
    return factor * ground.mountain_attack if setting.types[piece] == "mountain" else factor


def attack_total(
    s: FallState, pieces: Iterable[int], hexa: int, supplied: bool | None = None, level: bool = False
) -> int:
    """The attack of several units into a hex; ``level``: terrain changes no factor."""
    ground = s.setting.tables.tec["clear" if level else s.setting.terrain_at[hexa]].combat
    return sum([attack_of(s, piece, ground, supplied) for piece in pieces])


def defence_of(s: FallState, piece: int, ground: CombatTerrain) -> int:
    """The defence of a unit that is no cadre, in a hex of some terrain; disruption does not change it (16.1b)."""
    setting = s.setting
    cut = network(s).cut[setting.side_of[piece]] >> piece & 1
    halvings = cut + (ground.mechanized_half and setting.is_mechanized[piece])
    factor = halved(setting.defence[piece], halvings) if halvings else setting.defence[piece]
    return factor * ground.mountain_defence if setting.types[piece] == "mountain" else factor


def stack_defence(s: FallState, hexa: int, level: bool = False, absent: Pieces = ()) -> int:
    """The defence of a stack before terrain multiplies it: all its cadres together have one point (16.5b, R45).

    ``absent``: units of it that take no part.
    """
    setting = s.setting
    ground = setting.tables.tec["clear" if level else setting.terrain_at[hexa]].combat
    total, cadres = 0, 0
    for piece in s.stacks.get(hexa, ()):
        if piece in absent:
            continue
        if s.cadred >> piece & 1:
            cadres = setting.tables.combat.cadres
        else:
            total += defence_of(s, piece, ground)
    return total + cadres


def multipliers(s: FallState, hexa: int, across_major: bool) -> list[tuple[str, int]]:
    """What multiplies the defence of a stack: rows of the chart and their factors (R69)."""
    tec = s.setting.tables.tec
    rows = [s.setting.terrain_at[hexa]]
    if fortifications.is_fortress(s, hexa):
        rows.append("fortress")
    if across_major:
        rows.append("major_river")
    return [(row, tec[row].combat.defence) for row in rows if tec[row].combat.defence > 1]


def multiplied(s: FallState, factor: int, rows: list[tuple[str, int]]) -> int:
    """A defence with all its multipliers: one after the other, or by ruling added up (R69)."""
    if s.rulings["multipliers"] == "add":
        return factor * (1 + sum(times - 1 for _, times in rows))
    for _, times in rows:
        factor *= times
    return factor
