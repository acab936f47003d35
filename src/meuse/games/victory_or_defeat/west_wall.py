"""How the bots man the West Wall: where divisions are posted at the start, and what a hex needs to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.ground import ground
from meuse.games.victory_or_defeat.setting import ALLIED, FORTS, FRANCE, FRENCH, GERMAN, GERMANS, GERMANY
from meuse.games.victory_or_defeat.stacking import limit, without_room
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


def post(s: WarState, heuristic: Mapping[str, float]) -> int:
    """Where the next division is set up: the hex that lacks most of what it wants."""
    setting = s.setting
    wanted = {name.removeprefix(POST): number for name, number in heuristic.items() if name.startswith(POST)}
    posts = {setting.board.numbers[label]: number for label, number in wanted.items()}
    free = sum(1 << hexa for hexa in posts)
    free &= ~without_room(s, GERMANS, free)
    return max(setting.board.members(free), key=lambda hexa: (posts[hexa] - defence(s, hexa), -hexa))


def defence(s: WarState, hexa: int) -> int:
    return sum(s.defence_factor(piece) for piece in s.at(hexa))


def border(s: WarState) -> int:
    """The German hexes beside France: where the wall stands, or stood."""
    setting = s.setting
    return (
        setting.board.zones(setting.country[FRANCE] & setting.land, setting.water)
        & setting.country[GERMANY]
        & setting.land
    )


def breaches(s: WarState) -> int:
    """Where the wall is gone and no Frenchman stands: closing these hexes starves those who came through."""
    return border(s) & ~s.masks[FORTS + GERMANS] & ~s.masks[FRENCH]


def front(s: WarState) -> int:
    """The hexes of the wall and the German cities that the enemy stands beside."""
    setting, allied = s.setting, s.mobile(ALLIED)
    wall = s.masks[FORTS + GERMANS] if ground(s.setting).by_points else border(s)
    places = wall | setting.cities & setting.country[GERMANY]
    return setting.board.zones(allied, setting.water) & places & ~allied


def weakest(s: WarState, lure: float, reach: int) -> list[int]:
    """The hexes of the wall that the French could attack at the best odds, the best first.

    A city counts as so many times weaker, a hex before one as somewhat weaker; divisions count from so many hexes off.
    """
    setting = s.setting
    cities = setting.cities & setting.country[GERMANY] & ~s.control[ALLIED]

    def odds(hexa: int) -> float:
        near = sum((setting.board.disc(hexa, far) & cities).bit_count() for far in range(LURING)) / LURING
        return float(_massed(s, hexa, reach) / defence(s, hexa) * lure**near)

    held = border(s) & s.occupied(GERMAN)
    return sorted(setting.board.members(held), key=lambda hexa: (-odds(hexa), hexa))


def _massed(s: WarState, hexa: int, reach: int) -> float:
    """The attack factors of stacks in all French hexes beside one of the wall: full, if there are so many at hand."""
    setting = s.setting
    near = setting.board.around[hexa] & setting.country[FRANCE] & setting.land
    wet = sum(setting.board.crosses(beside, hexa, setting.rivers) for beside in setting.board.members(near))
    dry = near.bit_count() - wet
    at_hand = 0
    for stack in setting.board.members(setting.board.disc(hexa, reach) & s.mobile(ALLIED)):
        at_hand += sum(s.attack_factor(piece) for piece in s.mobile_at(stack))
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
    near = s.setting.ruhr
    for _ in range(RUHR_WATCH):
        near = spread(near, s.setting.board.stride)
    return near & s.mobile(ALLIED)


def threat(s: WarState, hexa: int) -> int:
    """The attack factors of all enemies beside a hex."""
    setting, total = s.setting, 0
    for near in setting.board.members(setting.board.around[hexa] & s.mobile(ALLIED)):
        river = setting.board.crosses(near, hexa, setting.rivers)
        for piece in s.mobile_at(near):
            factor = s.attack_factor(piece)
            total += halved(factor) if river else factor
    return total


def units_needed(s: WarState, hexa: int) -> int:
    """How many units keep an attack at even odds, and at worse where much is to be lost.

    Each shift of fort or rough ground saves some.
    """
    fort = s.fort_at(hexa)
    dear = _is_dear(s, hexa)
    odds = 2 - dear + (fort is not None) + (s.setting.terrain_name(hexa) == "rough")
    needed = threat(s, hexa) // odds + 1 - (s.defence_factor(fort) if fort is not None else 0)
    return min(limit(s), max(int(dear), -(-needed // ground(s.setting).german_unit)))


def _is_dear(s: WarState, hexa: int) -> bool:
    """Is a hex a city, or the last before the Ruhr?"""
    setting = s.setting
    return bool(setting.cities >> hexa & 1 or setting.board.disc(hexa, NEAR_RUHR) & setting.ruhr)
