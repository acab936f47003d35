"""How the bots man the West Wall: where divisions are posted at the start of 1939, and what a hex needs to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.components import ALLIED, FORTS, FRANCE, FRENCH, GERMAN, GERMANS, GERMANY
from meuse.games.victory_or_defeat.stacking import limit, without_room
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import halved

POST = "post_"
"""How the thumb numbers begin that say how many defence factors a hex wants at the start."""
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
UNIT = {"1939": DIVISION, "1940": 6}
"""The defence factors of a German unit, on the average."""


def post(s: WarState, thumb: Mapping[str, float]) -> int:
    """Where the next division is set up: the hex that lacks most of what it wants."""
    game = s.game
    wanted = {name.removeprefix(POST): number for name, number in thumb.items() if name.startswith(POST)}
    posts = {game.board.numbers[label]: number for label, number in wanted.items()}
    free = sum(1 << hexa for hexa in posts)
    free &= ~without_room(s, GERMANS, free)
    return max(game.board.members(free), key=lambda hexa: (posts[hexa] - defence(s, hexa), -hexa))


def defence(s: WarState, hexa: int) -> int:
    return sum(s.defence_factor(piece) for piece in s.at(hexa))


def border(s: WarState) -> int:
    """The German hexes beside France: where the wall stands, or stood."""
    game = s.game
    return game.board.zones(game.country[FRANCE] & game.land, game.water) & game.country[GERMANY] & game.land


def breaches(s: WarState) -> int:
    """Where the wall is gone and no Frenchman stands: who closes these hexes starves whoever came through."""
    return border(s) & ~s.masks[FORTS + GERMANS] & ~s.masks[FRENCH]


def front(s: WarState) -> int:
    """The hexes of the wall and the German cities that the enemy stands beside."""
    game, allied = s.game, s.mobile(ALLIED)
    wall = border(s) if s.scenario == "1939" else s.masks[FORTS + GERMANS]
    places = wall | game.cities & game.country[GERMANY]
    return game.board.zones(allied, game.water) & places & ~allied


def weakest(s: WarState, lure: float, reach: int) -> list[int]:
    """The hexes of the wall that the French could attack at the best odds, the best first.

    A city counts as so many times weaker, a hex before one as somewhat weaker; divisions count from so many hexes off.
    """
    game = s.game
    cities = game.cities & game.country[GERMANY] & ~s.control[ALLIED]

    def odds(hexa: int) -> float:
        near = sum((game.board.disc(hexa, far) & cities).bit_count() for far in range(LURING)) / LURING
        return float(_massed(s, hexa, reach) / defence(s, hexa) * lure**near)

    held = border(s) & s.occupied(GERMAN)
    return sorted(game.board.members(held), key=lambda hexa: (-odds(hexa), hexa))


def _massed(s: WarState, hexa: int, reach: int) -> float:
    """The attack factors of stacks in all French hexes beside one of the wall: full, if there are so many at hand."""
    game = s.game
    near = game.board.around[hexa] & game.country[FRANCE] & game.land
    wet = sum(game.board.crosses(beside, hexa, game.rivers) for beside in game.board.members(near))
    dry = near.bit_count() - wet
    at_hand = 0
    for stack in game.board.members(game.board.disc(hexa, reach) & s.mobile(ALLIED)):
        at_hand += sum(s.attack_factor(piece) for piece in s.mobile_at(stack))
    filled = min(1.0, at_hand / (limit(s) * DIVISION * (dry + wet)))
    return filled * limit(s) * (dry * DIVISION + wet * halved(DIVISION))


def crossings(s: WarState) -> Iterator[int]:
    """For every enemy stack that comes near, but not yet to the wall: where it would cross the frontier."""
    game, germany = s.game, s.game.country[GERMANY] & s.game.land
    at_the_wall = game.board.zones(germany, game.water)
    for hexa in game.board.members(s.mobile(ALLIED) & ~at_the_wall):
        found = 1 << hexa
        for _ in range(WATCHED):
            found = spread(found, game.board.stride) & game.land
            if found & germany:
                yield found & germany
                break


def near_ruhr(s: WarState) -> int:
    """The enemy stacks that could be beside the Ruhr in two or three turns."""
    near = s.game.ruhr
    for _ in range(RUHR_WATCH):
        near = spread(near, s.game.board.stride)
    return near & s.mobile(ALLIED)


def threat(s: WarState, hexa: int) -> int:
    """The attack factors of all enemies beside a hex."""
    game, total = s.game, 0
    for near in game.board.members(game.board.around[hexa] & s.mobile(ALLIED)):
        river = game.board.crosses(near, hexa, game.rivers)
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
    odds = 2 - dear + (fort is not None) + (s.game.terrain_name(hexa) == "rough")
    needed = threat(s, hexa) // odds + 1 - (s.defence_factor(fort) if fort is not None else 0)
    return min(limit(s), max(int(dear), -(-needed // UNIT[s.scenario])))


def _is_dear(s: WarState, hexa: int) -> bool:
    """Is a hex a city, or the last before the Ruhr?"""
    game = s.game
    return bool(game.cities >> hexa & 1 or game.board.disc(hexa, NEAR_RUHR) & game.ruhr)
