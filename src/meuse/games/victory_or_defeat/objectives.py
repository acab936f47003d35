"""Where units are wanted, for the bots: what a side is after, how many units that takes, and who is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meuse.board.kernels import reach
from meuse.games.victory_or_defeat import west_wall
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.ground import ground, panzers
from meuse.games.victory_or_defeat.leaving import edge_hexes
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    BRITISH,
    EDGES,
    FORTS,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
)
from meuse.games.victory_or_defeat.stacking import limit
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState, members
from meuse.games.victory_or_defeat.supply import german_supply, overland_supply, usable_ports
from meuse.games.victory_or_defeat.ways import costs
from meuse.games.victory_or_defeat.zoc import zone
from meuse.mechanics.aims import Want

MARCH = 6
"""How many movement points an Allied unit may have."""
QUIET = 3
"""How many hexes from the enemy a worn panzer corps finds rest."""
RUNNERS = 2
"""How many divisions run for each place that lies open behind the wall."""


def wants(s: WarState, side: int, heuristic: Mapping[str, float]) -> Iterator[tuple[dict[int, int], Iterator[Want]]]:
    """The units of a side by what they are sent for, and where that is; former neutrals look after themselves."""
    there = {piece: s.where[piece] for piece in s.setting.mobile_of[side] if s.where[piece] >= 0}
    if not s.setting.by_points:
        yield there, _german_defence(s) if side == GERMAN else _french_offensive(s, heuristic)
        return
    nation, tanks = s.setting.nation, s.setting.is_mechanized
    worn = {piece for piece in there if is_worn(s, piece)}
    groups = (
        (_panzer, [piece for piece in there if tanks[piece] and piece not in worn]),
        (_worn, worn),
        (_corps, [piece for piece in there if nation[piece] == GERMANS and not tanks[piece]]),
        (_french, [piece for piece in there if nation[piece] == FRENCH]),
        (_bef, [piece for piece in there if nation[piece] == BRITISH]),
    )
    for orders, pieces in groups:
        if pieces:
            yield {piece: there[piece] for piece in pieces}, orders(s)


def is_worn(s: WarState, piece: int) -> bool:
    """Is a panzer corps too weak to be risked?"""
    return bool(s.setting.is_mechanized[piece]) and s.steps[piece] * 2 <= s.setting.full[piece]


# the German campaign


def _still(s: WarState, point: str, hexes: int) -> int:
    """Some hexes, as long as a point has not been scored."""
    return 0 if point in s.scored else hexes


def _cities_left(s: WarState, country: int) -> int:
    """The cities of a country that the German side does not hold."""
    return s.setting.cities & s.setting.country[country] & ~s.control[GERMAN]


def _ring(s: WarState, hexes: int) -> int:
    """The hexes two steps outside some others: German zones on all of them cut those off."""
    near = s.setting.board.within(hexes, 1)
    return s.setting.board.within(near, 1) & ~near & s.setting.land & ~s.neutral_ground()


def _gaps(s: WarState, ring: int) -> int:
    """The hexes of a ring through which supply still comes."""
    return ring & overland_supply(s) & ~zone(s, GERMAN) & ~s.occupied(ALLIED)


def noose(s: WarState) -> int:
    """The ring round the Maginot Line."""
    return _ring(s, s.masks[FORTS + FRENCH]) & ~s.setting.country[GERMANY]


def british_count(s: WarState) -> bool:
    """Would one more British corps lost out of supply still give a point (4.9a)?"""
    return s.setting.by_points and s.british_lost < s.setting.tables.victory.british_most


def _prey(s: WarState, corps: str, port: str, trap: str) -> Iterator[Want]:
    """The British as long as they count: they themselves, their ports, and the gaps in the ring round them.

    Once the Maginot Line is done, they are what is left to be won.
    """
    british = s.masks[BRITISH] if british_count(s) else 0
    if british:
        yield Want(corps, british, 2)
        yield Want(port, usable_ports(s) & ~s.occupied(ALLIED), 1)
        yield Want(trap, _gaps(s, _ring(s, british)), 1)
        yield Want("last_prey", british if "maginot" in s.scored else 0, 3)


def _panzer(s: WarState) -> Iterator[Want]:
    setting, allied = s.setting, s.occupied(ALLIED)
    for country in (NETHERLANDS, BELGIUM):
        cities = _cities_left(s, country) if s.status[country] == IN_PLAY else 0
        yield Want("panzer_town", cities & ~allied, 1)
        yield Want("panzer_siege", cities & allied, 1)
    south = setting.mediterranean | setting.south_of_france
    yield Want("panzer_edge", _still(s, "brittany", setting.brittany & ~allied), 1, each=False)
    yield Want("panzer_south", _still(s, "mediterranean", south & ~allied), 1, each=False)
    yield Want("panzer_paris", _still(s, "paris", setting.paris & ~s.control[GERMAN] & ~allied), 1, each=False)
    yield from _prey(s, "panzer_british", "panzer_port", "panzer_trap")
    yield Want("panzer_noose", _still(s, "maginot", _gaps(s, noose(s))), 1)
    yield Want("hunted", s.mobile(ALLIED) & setting.country[GERMANY] | west_wall.near_ruhr(s), 1)
    yield Want("enemy", s.mobile(ALLIED), 1)


def _worn(s: WarState) -> Iterator[Want]:
    near = s.setting.board.within(s.mobile(ALLIED), QUIET)
    yield Want("rest", german_supply(s) & s.setting.land & ~near, s.setting.mechanized.bit_count(), each=False)


def _corps(s: WarState) -> Iterator[Want]:
    setting, germany, allied = s.setting, s.setting.country[GERMANY], s.mobile(ALLIED)
    yield from _wall(s)
    for hexes in west_wall.crossings(s):
        yield Want("watch", hexes, 1, each=False)
    yield Want("lost_city", ground(setting).home & s.control[ALLIED], 3)
    for country, rule in ((NETHERLANDS, "dutch_city"), (BELGIUM, "belgian_city")):
        yield Want(rule, _cities_left(s, country) if s.status[country] != CAPITULATED else 0, 3)
    luxembourg = setting.country[LUXEMBOURG] & setting.land if s.status[LUXEMBOURG] != CAPITULATED else 0
    yield Want("luxembourg", luxembourg, 1, each=False)
    yield Want("noose", _still(s, "maginot", _gaps(s, noose(s))), 1)
    yield Want("fort", _still(s, "maginot", s.masks[FORTS + FRENCH]), 3)
    yield from _prey(s, "british", "take_port", "trap")
    yield Want("paris", _still(s, "paris", setting.paris & ~s.control[GERMAN]), 2, each=False)
    yield Want("intruder", allied & germany, 3)
    yield from _garrisons(s)
    yield from _screen(s)
    yield Want("enemy", allied, 3)


def _wall(s: WarState) -> Iterator[Want]:
    """What the West Wall and the cities need against the enemies who stand before them."""
    for hexa in s.setting.board.members(west_wall.front(s)):
        yield Want("wall", 1 << hexa, west_wall.units_needed(s, hexa))


def _garrisons(s: WarState) -> Iterator[Want]:
    """A corps for every city the enemy could walk into, and one more for each of his stacks near the gates."""
    setting, allied = s.setting, s.mobile(ALLIED)
    in_reach = setting.board.zones(sum(allied_march(s, s.occupied(GERMAN))), setting.water)
    home = ground(setting).home & s.control[GERMAN] & ~west_wall.front(s)
    for hexa in setting.board.members(home & in_reach):
        yield Want("garrison", 1 << hexa, 1)
        yield Want("reserve", 1 << hexa, min(2, (setting.board.disc(hexa, 2) & allied).bit_count()))
    near = west_wall.near_ruhr(s).bit_count()
    yield Want("ruhr_guard", setting.beside_ruhr & setting.country[GERMANY], near, each=False)


def _screen(s: WarState) -> Iterator[Want]:
    """Once enemies are in Germany: a corps before the Ruhr and in each city, wherever they could be in two turns."""
    if s.mobile(ALLIED) & s.setting.country[GERMANY]:
        coming = sum(allied_march(s, s.occupied(GERMAN), 2 * MARCH))
        yield Want("screen", _ring(s, s.setting.ruhr) & coming & ~zone(s, GERMAN), 1)
        yield Want("screen", ground(s.setting).home & s.control[GERMAN] & coming, 1)


def allied_march(s: WarState, held: int, points: int = MARCH) -> list[int]:
    """Where Allied units could walk to, for each number of movement points, if Germans hold some hexes."""
    setting = s.setting
    enter = setting.land & ~held & ~s.neutral_ground()
    return reach(s.mobile(ALLIED), points, costs(s, FRENCH), enter, zone(s, GERMAN), -1, setting.board.layout)


# the Allies against it


def _french(s: WarState) -> Iterator[Want]:
    setting = s.setting
    if s.status[BELGIUM] != NEUTRAL and not s.dyle_denied:
        yield Want("dyle", setting.dyle_breda & ~s.occupied(GERMAN), 2, each=False)
    ring = setting.board.zones(setting.paris, setting.water) & ~setting.paris
    yield Want("guard", _still(s, "mediterranean", setting.mediterranean), 1)
    yield Want("guard", _still(s, "paris", ring & ~s.occupied(GERMAN)), 1)
    yield Want("belgian_line", _belgian_line(s), 1)
    yield Want("invasion", ground(setting).home & ~s.control[ALLIED], 2)
    yield Want("panzer", members({s.where[piece] for piece in panzers(s)}), 4)
    yield Want("enemy", s.masks[GERMANS], 2)


def _belgian_line(s: WarState) -> int:
    """The Belgian cities that can still be held, once Belgium has been invaded."""
    held = s.status[BELGIUM] != NEUTRAL
    return s.setting.cities & s.setting.country[BELGIUM] & ~s.occupied(GERMAN) if held else 0


def _bef(s: WarState) -> Iterator[Want]:
    if not s.dynamo_turn:
        yield Want("bef_port", s.setting.ports & s.control[ALLIED], 3, each=False)
        yield Want("bef_line", _belgian_line(s), 3, each=False)
        return
    port = 1 << s.dynamo_port if s.turn <= s.dynamo_turn + s.setting.tables.dynamo.turns else 0
    yield Want("port", port | _ways_home(s) & s.setting.country[FRANCE], 3, each=False)


def ways_out(s: WarState, piece: int) -> int:
    """Hexes from which a unit leaves the map to its side's good."""
    setting = s.setting
    if setting.nation[piece] == BRITISH:
        return _ways_home(s)
    if not setting.is_mechanized[piece] or is_worn(s, piece):
        return 0
    return _still(s, "brittany", setting.brittany) | _still(s, "mediterranean", setting.south_of_france)


def _ways_home(s: WarState) -> int:
    """From where the British sail, once they do."""
    if not s.dynamo_turn:
        return 0
    hexes = 1 << s.dynamo_port if dynamo_runs(s) else 0
    for number, edge in enumerate(EDGES):
        hexes |= edge_hexes(s, number) if edge not in s.closed_edges else 0
    return hexes


# the offensive against Germany


def _french_offensive(s: WarState, heuristic: Mapping[str, float]) -> Iterator[Want]:
    setting = s.setting
    taken = (ground(setting).home | ground(setting).border) & s.control[ALLIED]
    yield Want("lifeline", taken, 3)
    weakest = west_wall.weakest(s, heuristic["city_lure"], round(heuristic["assault_reach"]))
    for hexa in weakest[: round(heuristic["assaults"])]:
        near = setting.board.around[hexa] & setting.country[FRANCE] & setting.land
        yield Want("assault", near, limit(s))
    cities = ground(setting).home & ~s.control[ALLIED]
    yield Want("city_1939", cities, 6)
    if taken:
        german = s.occupied(GERMAN)
        open_places = (cities | setting.beside_ruhr) & ~german
        yield Want("exploit", open_places, RUNNERS * open_places.bit_count(), False, german)
    yield Want("ruhr_1939", setting.beside_ruhr, 6, each=False)
    yield Want("enemy", s.masks[GERMANS] | s.masks[FORTS + GERMANS], 4)


def _german_defence(s: WarState) -> Iterator[Want]:
    setting = s.setting
    yield from _wall(s)
    yield Want("breach", ground(setting).border & ~s.masks[FORTS + GERMANS] & ~s.masks[FRENCH], 2)
    yield Want("lost_city", ground(setting).home & s.control[ALLIED], 4)
    yield Want("intruder", s.masks[FRENCH] & setting.country[GERMANY], 4)
    yield from _garrisons(s)
    yield Want("enemy", s.masks[FRENCH], 2)
