"""Where units are wanted, for the bots: what a side is after, how many units that takes, and who is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from meuse.board.kernels import reach, spread
from meuse.games.victory_or_defeat import west_wall
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.ground import FAR, ground, panzers
from meuse.games.victory_or_defeat.leaving import edge_hexes
from meuse.games.victory_or_defeat.movement import costs
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
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState
from meuse.games.victory_or_defeat.supply import german_supply, overland_supply, usable_ports
from meuse.games.victory_or_defeat.zoc import zone
from meuse.mechanics.aims import Way

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.advice import WarAdvice

MARCH = 6
"""How many movement points an Allied unit may have."""
QUIET = 3
"""How many hexes from the enemy a worn panzer corps finds rest."""

RUNNERS = 2
"""How many divisions run for each place that lies open behind the wall."""

PART = 12
"""How many bits a unit or a want takes in the number of a pair."""
LOW = (1 << PART) - 1
MOST_PULL = 1000
"""More than any place pulls."""

PANZER, WORN, CORPS, FRENCHMEN, BEF = range(5)


class Want(NamedTuple):
    """A set of hexes where units are wanted: by which heuristic, how many, and round what they must go."""

    rule: str
    hexes: int
    units: int
    barred: int = 0


class Plan:
    """What a side is after: to each of its units the place it is sent to, and how far it had to go at first."""

    def __init__(self, advice: WarAdvice, s: WarState, side: int) -> None:
        self.side = side
        self.ways: dict[int, Way] = {}
        self.start: dict[int, int] = {}
        self.gains: dict[int, int] = {}
        """How many hexes units could gain, where that has been computed."""
        units: dict[int, list[int]] = {}
        for piece in s.setting.mobile_of[side]:
            kind = kind_of(s, piece)
            if kind is not None and s.where[piece] >= 0:
                units.setdefault(kind, []).append(piece)
        for kind, pieces in units.items():
            self._send(advice, s, pieces, list(_wants(advice, s, side, kind)))

    def _send(self, advice: WarAdvice, s: WarState, pieces: list[int], wants: list[Want]) -> None:
        """The unit that gains most by going there goes first: the pull of a place wanes with each hex.

        A pair of a unit and a want is one number, of which the gain, the less the better, is the highest part.
        """
        spots = [(piece << PART, s.where[piece]) for piece in pieces]
        ways = [ground(s.setting).way(want.hexes, want.barred) for want in wants]
        pairs: list[int] = []
        for number, want in enumerate(wants):
            pull, away = int(advice.heuristic[want.rule]), ways[number].away
            worst, within = (MOST_PULL - pull << 2 * PART) + number, min(pull, FAR)
            pairs += [worst + (away[hexa] << 2 * PART) + piece for piece, hexa in spots if away[hexa] < within]
        pairs.sort()
        left = [want.units for want in wants]
        unsent = len(pieces)
        for pair in pairs:
            piece, number = pair >> PART & LOW, pair & LOW
            if left[number] and piece not in self.ways:
                left[number] -= 1
                self.ways[piece] = ways[number]
                self.start[piece] = ways[number].away[s.where[piece]]
                unsent -= 1
                if not unsent:
                    return

    def progress(self, s: WarState) -> int:
        """How many hexes nearer all units are to where they were sent than they were at first."""
        total = 0
        for piece, way in self.ways.items():
            hexa = s.where[piece]
            if hexa >= 0:
                total += self.start[piece] - way.away[hexa]
        return total


def kind_of(s: WarState, piece: int) -> int | None:
    """Who is sent for what; former neutrals look after themselves."""
    nation = s.setting.nation[piece]
    if nation == GERMANS:
        if not s.setting.is_mechanized[piece]:
            return CORPS
        return WORN if is_worn(s, piece) else PANZER
    return FRENCHMEN if nation == FRENCH else BEF if nation == BRITISH else None


def is_worn(s: WarState, piece: int) -> bool:
    """Is a panzer corps too weak to be risked?"""
    return bool(s.setting.is_mechanized[piece]) and s.steps[piece] * 2 <= s.setting.full[piece]


def _wants(advice: WarAdvice, s: WarState, side: int, kind: int) -> Iterator[Want]:
    if not ground(s.setting).by_points:
        return _german_defence(s) if side == GERMAN else _french_offensive(s, advice.heuristic)
    rules: dict[int, Callable[[WarState], Iterator[Want]]] = {
        PANZER: _panzer,
        WORN: _worn,
        CORPS: _corps,
        FRENCHMEN: _french,
        BEF: _bef,
    }
    return rules[kind](s)


def _each(s: WarState, rule: str, hexes: int, units: int) -> Iterator[Want]:
    """So many units for each of some hexes."""
    for hexa in s.setting.board.members(hexes):
        yield Want(rule, 1 << hexa, units)


# the German campaign


def _low_countries(s: WarState) -> Iterator[Want]:
    setting = s.setting
    for country, rule in ((NETHERLANDS, "dutch_city"), (BELGIUM, "belgian_city")):
        if s.status[country] != CAPITULATED:
            cities = setting.cities & setting.country[country] & ~s.control[GERMAN]
            yield from _each(s, rule, cities, 3)
    if s.status[LUXEMBOURG] != CAPITULATED:
        yield Want("luxembourg", setting.country[LUXEMBOURG] & setting.land, 1)


def _ring(s: WarState, hexes: int) -> int:
    """The hexes two steps outside some others: German zones on all of them cut those off."""
    near = spread(hexes, s.setting.board.stride)
    return spread(near, s.setting.board.stride) & ~near & s.setting.land & ~s.neutral_ground()


def _gaps(s: WarState, ring: int) -> int:
    """The hexes of a ring through which supply still comes."""
    return ring & overland_supply(s) & ~zone(s, GERMAN) & ~s.occupied(ALLIED)


def noose(s: WarState) -> int:
    """The ring round the Maginot Line."""
    return _ring(s, s.masks[FORTS + FRENCH]) & ~s.setting.country[GERMANY]


def _round_the_british(s: WarState, rule: str) -> Iterator[Want]:
    """A unit for each hex through which the British are still supplied overland."""
    yield from _each(s, rule, _gaps(s, _ring(s, s.masks[BRITISH])), 1)


def _gaps_in_noose(s: WarState, rule: str) -> Iterator[Want]:
    """A corps for each hex through which the Maginot Line is still supplied."""
    if "maginot" not in s.scored:
        yield from _each(s, rule, _gaps(s, noose(s)), 1)


def british_count(s: WarState) -> bool:
    """Would one more British corps lost out of supply still give a point (4.9a)?"""
    return ground(s.setting).by_points and s.british_lost < s.setting.tables.victory.british_most


def _last_prey(s: WarState) -> Iterator[Want]:
    """Once the Maginot Line is done, the British are what is left to be won."""
    if "maginot" in s.scored:
        yield from _each(s, "last_prey", s.masks[BRITISH], 3)


def _panzer(s: WarState) -> Iterator[Want]:
    setting, allied = s.setting, s.occupied(ALLIED)
    for country in (NETHERLANDS, BELGIUM):
        if s.status[country] == IN_PLAY:
            cities = setting.cities & setting.country[country] & ~s.control[GERMAN]
            yield from _each(s, "panzer_town", cities & ~allied, 1)
            yield from _each(s, "panzer_siege", cities & allied, 1)
    if "brittany" not in s.scored:
        yield Want("panzer_edge", setting.brittany & ~allied, 1)
    if "mediterranean" not in s.scored:
        yield Want("panzer_south", (setting.mediterranean | setting.south_of_france) & ~allied, 1)
    if "paris" not in s.scored:
        yield Want("panzer_paris", setting.paris & ~s.control[GERMAN] & ~allied, 1)
    if british_count(s) and s.british_on_map():
        yield from _each(s, "panzer_port", usable_ports(s) & ~allied, 1)
        yield from _each(s, "panzer_british", s.masks[BRITISH], 2)
        yield from _round_the_british(s, "panzer_trap")
        yield from _last_prey(s)
    yield from _gaps_in_noose(s, "panzer_noose")
    yield from _each(s, "hunted", s.mobile(ALLIED) & setting.country[GERMANY] | west_wall.near_ruhr(s), 1)
    yield from _each(s, "enemy", s.mobile(ALLIED), 1)


def _worn(s: WarState) -> Iterator[Want]:
    near = s.mobile(ALLIED)
    for _ in range(QUIET):
        near = spread(near, s.setting.board.stride)
    yield Want("rest", german_supply(s) & s.setting.land & ~near, s.setting.mechanized.bit_count())


def _corps(s: WarState) -> Iterator[Want]:
    setting = s.setting
    allied = s.mobile(ALLIED)
    yield from _wall(s)
    for hexes in west_wall.crossings(s):
        yield Want("watch", hexes, 1)
    yield from _each(s, "lost_city", setting.cities & setting.country[GERMANY] & s.control[ALLIED], 3)
    yield from _low_countries(s)
    yield from _gaps_in_noose(s, "noose")
    if "maginot" not in s.scored:
        yield from _each(s, "fort", s.masks[FORTS + FRENCH], 3)
    if british_count(s):
        yield from _each(s, "british", s.masks[BRITISH], 2)
        if s.british_on_map():
            yield from _each(s, "take_port", usable_ports(s) & ~s.occupied(ALLIED), 1)
            yield from _round_the_british(s, "trap")
        yield from _last_prey(s)
    if "paris" not in s.scored:
        yield Want("paris", setting.paris & ~s.control[GERMAN], 2)
    yield from _each(s, "intruder", allied & setting.country[GERMANY], 3)
    yield from _garrisons(s)
    yield from _screen(s)
    yield from _each(s, "enemy", allied, 3)


def _wall(s: WarState) -> Iterator[Want]:
    """What the West Wall and the cities need against the enemies who stand before them."""
    for hexa in s.setting.board.members(west_wall.front(s)):
        yield Want("wall", 1 << hexa, west_wall.units_needed(s, hexa))


def _garrisons(s: WarState) -> Iterator[Want]:
    """A corps for every city the enemy could walk into, and one more for each of his stacks near the gates."""
    setting, allied = s.setting, s.mobile(ALLIED)
    home = setting.cities & setting.country[GERMANY] & s.control[GERMAN] & ~west_wall.front(s)
    for hexa in setting.board.members(home & within_march(s)):
        stacks = (setting.board.disc(hexa, 2) & allied).bit_count()
        yield Want("garrison", 1 << hexa, 1)
        yield Want("reserve", 1 << hexa, min(2, stacks))
    yield Want("ruhr_guard", setting.beside_ruhr & setting.country[GERMANY], west_wall.near_ruhr(s).bit_count())


def _screen(s: WarState) -> Iterator[Want]:
    """Once enemies are in Germany: a corps before the Ruhr and in each city, wherever they could be in two turns."""
    setting = s.setting
    if not s.mobile(ALLIED) & setting.country[GERMANY]:
        return
    coming = 0
    for level in allied_march(s, s.occupied(GERMAN), 2 * MARCH):
        coming |= level
    yield from _each(s, "screen", _ring(s, setting.ruhr) & coming & ~zone(s, GERMAN), 1)
    yield from _each(s, "screen", setting.cities & setting.country[GERMANY] & s.control[GERMAN] & coming, 1)


def within_march(s: WarState) -> int:
    """Where Allied units could come in one turn, and what they could attack from there."""
    found = s.mobile(ALLIED)
    for level in allied_march(s, s.occupied(GERMAN)):
        found |= level
    return s.setting.board.zones(found, s.setting.water)


def allied_march(s: WarState, held: int, points: int = MARCH) -> list[int]:
    """Where Allied units could walk to, for each number of movement points, if Germans hold some hexes."""
    setting = s.setting
    enter = setting.land & ~held & ~s.neutral_ground()
    return reach(s.mobile(ALLIED), points, costs(s, FRENCH), enter, zone(s, GERMAN), -1, setting.board.layout)


# the Allies against it


def _french(s: WarState) -> Iterator[Want]:
    setting = s.setting
    if s.status[BELGIUM] != NEUTRAL and not s.dyle_denied:
        yield Want("dyle", setting.dyle_breda & ~s.occupied(GERMAN), 2)
    if "mediterranean" not in s.scored:
        yield from _each(s, "guard", setting.mediterranean, 1)
    if "paris" not in s.scored:
        ring = setting.board.zones(setting.paris, setting.water) & ~setting.paris
        yield from _each(s, "guard", ring & ~s.occupied(GERMAN), 1)
    yield from _each(s, "belgian_line", _belgian_line(s), 1)
    yield from _each(s, "invasion", setting.cities & setting.country[GERMANY] & ~s.control[ALLIED], 2)
    yield from _each(s, "panzer", _panzers(s), 4)
    yield from _each(s, "enemy", s.masks[GERMANS], 2)


def _belgian_line(s: WarState) -> int:
    """The Belgian cities that can still be held, once Belgium has been invaded."""
    held = s.status[BELGIUM] != NEUTRAL
    return s.setting.cities & s.setting.country[BELGIUM] & ~s.occupied(GERMAN) if held else 0


def _panzers(s: WarState) -> int:
    return sum({1 << s.where[piece] for piece in panzers(s)})


def _bef(s: WarState) -> Iterator[Want]:
    if not s.dynamo_turn:
        yield Want("bef_port", s.setting.ports & s.control[ALLIED], 3)
        yield Want("bef_line", _belgian_line(s), 3)
        return
    port = 1 << s.dynamo_port if s.turn <= s.dynamo_turn + s.setting.tables.dynamo.turns else 0
    yield Want("port", port | ways_out(s, BEF) & s.setting.country[FRANCE], 3)


def ways_out(s: WarState, kind: int) -> int:
    """Hexes from which units of a kind leave the map to their side's good."""
    setting, found = s.setting, 0
    if kind == PANZER:
        found |= setting.brittany if "brittany" not in s.scored else 0
        found |= setting.south_of_france if "mediterranean" not in s.scored else 0
    elif kind == BEF and s.dynamo_turn:
        found |= 1 << s.dynamo_port if dynamo_runs(s) else 0
        for number, edge in enumerate(EDGES):
            found |= edge_hexes(s, number) if edge not in s.closed_edges else 0
    return found


# the offensive against Germany


def _french_offensive(s: WarState, heuristic: Mapping[str, float]) -> Iterator[Want]:
    setting = s.setting
    taken = (setting.cities & setting.country[GERMANY] | west_wall.border(s)) & s.control[ALLIED]
    yield from _each(s, "lifeline", taken, 3)
    weakest = west_wall.weakest(s, heuristic["city_lure"], round(heuristic["assault_reach"]))
    for hexa in weakest[: round(heuristic["assaults"])]:
        near = setting.board.around[hexa] & setting.country[FRANCE] & setting.land
        yield from _each(s, "assault", near, limit(s))
    cities = setting.cities & setting.country[GERMANY] & ~s.control[ALLIED]
    yield from _each(s, "city_1939", cities, 6)
    if taken:
        german = s.occupied(GERMAN)
        open_places = (cities | setting.beside_ruhr) & ~german
        yield Want("exploit", open_places, RUNNERS * open_places.bit_count(), german)
    yield Want("ruhr_1939", setting.beside_ruhr, 6)
    yield from _each(s, "enemy", s.masks[GERMANS] | s.masks[FORTS + GERMANS], 4)


def _german_defence(s: WarState) -> Iterator[Want]:
    setting = s.setting
    yield from _wall(s)
    yield from _each(s, "breach", west_wall.breaches(s), 2)
    yield from _each(s, "lost_city", setting.cities & setting.country[GERMANY] & s.control[ALLIED], 4)
    yield from _each(s, "intruder", s.masks[FRENCH] & setting.country[GERMANY], 4)
    yield from _garrisons(s)
    yield from _each(s, "enemy", s.masks[FRENCH], 2)
