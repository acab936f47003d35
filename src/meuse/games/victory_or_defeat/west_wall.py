"""How the bots man the West Wall: where divisions are posted at the start, and what a hex needs to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.ground import assault, defence, ground
from meuse.games.victory_or_defeat.setting import ALLIED, FORTS, FRANCE, GERMAN, GERMANS, GERMANY
from meuse.games.victory_or_defeat.stacking import limit
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import halved

POST = "post_"
"""How the heuristics begin that say how many defence factors a hex wants at the start."""
DIVISION = 3
"""The factors of a division of 1939, on the average."""
NEAR_RUHR = 3
"""How many hexes from the Ruhr no bunker is left alone."""
RUHR_WATCH = 4
"""From how many hexes off enemies are a danger to the Ruhr."""
WATCHED = 5
"""From how many hexes before the frontier enemy stacks are watched."""
LURING = 5
"""How many hexes off a city behind the wall lures no more."""


def posts(s: WarState, heuristic: Mapping[str, float]) -> dict[int, float]:
    """How many defence factors hexes want at the start."""
    numbers = s.setting.board.numbers
    return {numbers[name.removeprefix(POST)]: want for name, want in heuristic.items() if name.startswith(POST)}


def front(s: WarState) -> int:
    """The hexes of the wall and the German cities that the enemy stands beside."""
    setting, allied = s.setting, s.mobile(ALLIED)
    known = ground(setting)
    wall = s.masks[FORTS + GERMANS] if setting.by_points else known.border
    return setting.board.zones(allied, setting.water) & (wall | known.home) & ~allied


def weakest(s: WarState, lure: float, reach: int) -> list[int]:
    """The hexes of the wall that the French could attack at the best odds, the best first.

    A city counts as so many times weaker, a hex before one as somewhat weaker; divisions count from so many hexes off.
    """
    setting = s.setting
    cities = ground(setting).home & ~s.control[ALLIED]

    def odds(hexa: int) -> float:
        near = sum((setting.board.disc(hexa, far) & cities).bit_count() for far in range(LURING)) / LURING
        return float(_massed(s, hexa, reach) / defence(s, hexa) * lure**near)

    held = ground(setting).border & s.occupied(GERMAN)
    return sorted(setting.board.members(held), key=lambda hexa: (-odds(hexa), hexa))


def _massed(s: WarState, hexa: int, reach: int) -> float:
    """The attack factors of stacks in all French hexes beside one of the wall: full, if there are so many at hand."""
    setting = s.setting
    near = setting.board.around[hexa] & setting.country[FRANCE] & setting.land
    wet = sum(setting.board.crosses(beside, hexa, setting.rivers) for beside in setting.board.members(near))
    dry = near.bit_count() - wet
    stacks = setting.board.members(setting.board.disc(hexa, reach) & s.mobile(ALLIED))
    at_hand = sum(s.attack_factor(piece) for stack in stacks for piece in s.mobile_at(stack))
    filled = min(1.0, at_hand / (limit(s) * DIVISION * (dry + wet)))
    return filled * limit(s) * (dry * DIVISION + wet * halved(DIVISION))


def crossings(s: WarState) -> Iterator[int]:
    """For every enemy stack that comes near, but not yet to the wall: where it would cross the frontier."""
    setting, germany = s.setting, s.setting.country[GERMANY] & s.setting.land
    at_the_wall = setting.board.zones(germany, setting.water)
    for hexa in setting.board.members(s.mobile(ALLIED) & ~at_the_wall):
        near = 1 << hexa
        for _ in range(WATCHED):
            near = spread(near, setting.board.stride) & setting.land
            if near & germany:
                yield near & germany
                break


def near_ruhr(s: WarState) -> int:
    """The enemy stacks that could be beside the Ruhr in two or three turns."""
    return s.setting.board.within(s.setting.ruhr, RUHR_WATCH) & s.mobile(ALLIED)


def units_needed(s: WarState, hexa: int) -> int:
    """How many units keep an attack at even odds, and at worse in a city or in the last hexes before the Ruhr.

    Each shift of fort or rough ground saves some.
    """
    setting, fort = s.setting, s.fort_at(hexa)
    near = setting.board.members(setting.board.around[hexa] & s.mobile(ALLIED))
    threat = assault(s, hexa, [piece for stack in near for piece in s.mobile_at(stack)])
    dear = bool(setting.cities >> hexa & 1 or setting.board.disc(hexa, NEAR_RUHR) & setting.ruhr)
    odds = 2 - dear + (fort is not None) + (setting.terrain_name(hexa) == "rough")
    needed = threat // odds + 1 - (s.defence_factor(fort) if fort is not None else 0)
    return min(limit(s), max(int(dear), -(-needed // ground(setting).german_unit)))
