"""Where units are wanted, for the bots: what a side is after, how many units that takes, and who is sent."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from meuse.games.fall_of_france.fortifications import shut
from meuse.games.fall_of_france.ground import ground
from meuse.games.fall_of_france.setting import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    BRITISH,
    DUTCH,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANS,
    HOLLAND,
    NEUTRAL,
    SURRENDERED,
)
from meuse.games.fall_of_france.state import FallState, listed, members, union
from meuse.games.fall_of_france.supply import network
from meuse.games.fall_of_france.zoc import zone
from meuse.mechanics.aims import Want

Group = tuple[dict[int, int], Iterator[Want]]
GUARDED = ("1", "7", "C")
"""The German formations that watch the Rhine and the Maginot Line."""
FEW = 3
"""In so many places the rest of the BEF is hunted down by all who can come."""
HAVEN = 5
"""So far from the enemy the BEF is out of harm's way."""
EASTERN = ("12", "16", "A")
"""The German formations that go for British troops in the east."""
COAST = 8
"""How far from the ports the east begins."""
LINE = 3
"""How many hexes from the enemy the Allies look for posts."""


def wants(s: FallState, side: int) -> Iterator[Group]:
    """The units of a side by what they are sent for, and where that is; who is disrupted goes nowhere."""
    units = s.standing & s.setting.pieces_on[side] & ~s.disrupted
    yield from _german(s, units) if side == GERMAN else _allied(s, units)


def _those(s: FallState, units: int) -> dict[int, int]:
    where = s.where
    return {piece: where[piece] for piece in listed(units)}


# the German campaign


def _groups(s: FallState, names: Collection[str]) -> list[int]:
    """The German formations of some names."""
    return [group for group in range(s.setting.german_groups) if s.setting.formations[group][1] in names]


def _german(s: FallState, units: int) -> Iterator[Group]:
    setting = s.setting
    watch = union(setting.pieces_in_formation[group] for group in _groups(s, GUARDED))
    east = union(setting.pieces_in_formation[group] for group in _groups(s, EASTERN)) if _highlanders(s) else 0
    east &= units & ~setting.hqs
    fast = units & setting.mechanized & ~east
    yield _those(s, fast), _panzer(s)
    yield _those(s, east), _eastern(s)
    yield _those(s, units & ~(fast | east | setting.hqs | watch)), _corps(s)
    yield _those(s, units & watch & ~setting.hqs), _watch(s)
    for hq in listed(units & setting.hqs):
        yield {hq: s.where[hq]}, _staff(s, hq)


def prey(s: FallState, nation: int) -> int:
    """The hexes with units of a nation that do not stand behind intact fortifications of a line."""
    return s.nation_at(nation) & ~maginot(s)


def maginot(s: FallState) -> int:
    """Allied stacks behind intact fortified lines, which are left alone while there are others."""
    return shut(s).fortified & s.setting.country[FRANCE] & s.held[ALLIED]


def _left(s: FallState, country: int, hexes: int) -> int:
    """Those hexes of a country that the Germans still have to take."""
    return hexes & s.setting.country[country] & ~s.taken if s.status[country] != SURRENDERED else 0


def _lowlands(s: FallState) -> Iterator[Want]:
    """Holland and Belgium: their armies, and the places by which they fall."""
    setting = s.setting
    if s.status[HOLLAND] != SURRENDERED:
        yield Want("dutch", prey(s, DUTCH), 3)
        open_towns = _left(s, HOLLAND, setting.urban) & ~s.held[ALLIED]
        if not s.taken & setting.urban & setting.country[HOLLAND]:
            yield Want("first_town", open_towns, 1, each=False)
        yield Want("dutch_town", _left(s, HOLLAND, setting.urban), 1)
    if s.status[BELGIUM] != SURRENDERED:
        yield Want("belgian", prey(s, BELGIANS), 3)
        yield Want("brussels", _left(s, BELGIUM, setting.brussels), 4)
        yield Want("belgian_city", _left(s, BELGIUM, setting.cities), 2)


def _panzer(s: FallState) -> Iterator[Want]:
    setting = s.setting
    if s.status[BELGIUM] != SURRENDERED:
        yield Want("panzer_belgian", prey(s, BELGIANS), 2)
        yield Want("panzer_brussels", _left(s, BELGIUM, setting.brussels), 3)
    if s.status[HOLLAND] != SURRENDERED:
        yield Want("panzer_dutch", prey(s, DUTCH), 2)
        yield Want("panzer_dutch", _left(s, HOLLAND, setting.urban), 1)
    british = s.nation_at(BRITISH)
    if british:
        yield Want("panzer_bef", british, 5)
        yield from _last_bef(s)
        yield Want("panzer_port", setting.ports & ~s.taken, 3)
    yield Want("panzer_city", _left(s, FRANCE, setting.cities & ~setting.paris & ~maginot(s)), 3)
    yield Want("panzer_paris", _round_paris(s), 2)
    yield Want("panzer_edge", setting.west_edge & setting.country[FRANCE] & ~s.taken, 3, each=False)
    yield Want("panzer_french", prey(s, FRENCH), 3)


def _corps(s: FallState) -> Iterator[Want]:
    setting = s.setting
    yield from _lowlands(s)
    yield Want("bef", s.nation_at(BRITISH), 4)
    yield from _last_bef(s)
    yield Want("port", setting.ports & ~s.taken if s.nation_at(BRITISH) else 0, 1)
    yield Want("city", _left(s, FRANCE, setting.cities & ~setting.paris & ~maginot(s)), 3)
    yield Want("paris", _round_paris(s), 2)
    yield Want("french", prey(s, FRENCH), 3)
    yield Want("follow", panzer_hexes(s), 1)


def _highlanders(s: FallState) -> int:
    """British units far from the Channel, which somebody has to go for early."""
    return s.nation_at(BRITISH) & ~s.setting.board.within(s.setting.ports, COAST)


def _eastern(s: FallState) -> Iterator[Want]:
    """After the British in the east, round the forts that have garrisons; then as the others."""
    prey_there = _highlanders(s)
    garrisons = maginot(s) & ~prey_there
    yield Want("highland", prey_there, 9, True, garrisons)
    yield Want("siege", s.setting.board.within(prey_there, 2) & garrisons, 3)
    yield from _corps(s)


def _last_bef(s: FallState) -> Iterator[Want]:
    """What is left of the BEF, once that is in a place or two."""
    british = s.nation_at(BRITISH)
    if 0 < british.bit_count() <= FEW:
        yield Want("last_bef", british, 9)


def panzer_hexes(s: FallState) -> int:
    """Where German mechanised units stand beside the enemy."""
    fast = s.standing & s.setting.mechanized & s.setting.pieces_on[GERMAN]
    hexes = members(s.where[piece] for piece in listed(fast))
    return hexes & zone(s, ALLIED) | hexes & s.setting.board.within(s.held[ALLIED], 1)


def _round_paris(s: FallState) -> int:
    """The hexes round Paris: in numbers there the Germans make it an Open City (19.4), and the French leave it."""
    ring = s.setting.board.within(s.setting.paris, 1) & ~s.setting.paris & s.setting.land
    return ring & ~s.held[ALLIED]


def _watch(s: FallState) -> Iterator[Want]:
    """Intruders in Germany, and what comes out from behind the Maginot Line."""
    near = s.setting.board.within(s.setting.germany, 1)
    yield Want("intruder", s.held[ALLIED] & s.setting.germany, 4)
    yield Want("watch", s.held[ALLIED] & near & ~maginot(s), 3)


def _staff(s: FallState, hq: int) -> Iterator[Want]:
    """A headquarters goes where most of its troops stand close to the enemy."""
    setting = s.setting
    formation = setting.pieces[hq].formation
    groups = setting.game.unit_file.army_group
    hexes = union(s.masks[group] for group in _groups(s, {formation, *groups.get(formation, ())}))
    sound = setting.corps & ~s.disrupted
    own = members(hexa for hexa in setting.board.members(hexes) if members(s.stacks[hexa]) & sound)
    front = own & s.setting.board.within(s.held[ALLIED], 1)
    yield Want("staff", front or own, 1, each=False)


# the Allies


def _allied(s: FallState, units: int) -> Iterator[Group]:
    setting = s.setting
    for country, nation, orders in ((HOLLAND, DUTCH, _dutch), (BELGIUM, BELGIANS, _belgian)):
        if s.status[country] != NEUTRAL:
            yield _those(s, units & setting.pieces_of[nation]), orders(s)
    bef = units & setting.pieces_of[BRITISH]
    yield _those(s, bef), _bef(s)
    french = units & setting.pieces_of[FRENCH] & ~setting.garrisons & ~s.pieces_in(maginot(s))
    yield _those(s, french), _french(s)


def _dutch(s: FallState) -> Iterator[Want]:
    setting = s.setting
    holland = setting.country[HOLLAND]
    yield Want("home_city", setting.cities & holland & ~s.held[GERMAN], 2)
    yield Want("home_town", setting.towns & holland & ~s.taken, 1)


def _belgian(s: FallState) -> Iterator[Want]:
    setting, within = s.setting, s.setting.board.within
    belgium = setting.country[BELGIUM]
    yield Want("capital", setting.brussels, 3)
    yield Want("home_city", setting.cities & belgium & ~s.held[GERMAN], 2)
    yield from _posts(s, belgium & (within(setting.brussels, 3) | within(setting.cities & belgium, 1)))


def _bef(s: FallState) -> Iterator[Want]:
    setting, within = s.setting, s.setting.board.within
    if s.withdrawal:
        yield Want("embark", setting.ports & ~s.held[GERMAN], 3, each=False)
        return
    far = setting.country[FRANCE] & setting.urban & ~s.taken & ~within(s.held[GERMAN] | s.taken, HAVEN)
    yield Want("bef_haven", far & ~_paris_shut(s), 3)
    yield Want("bef_base", setting.cities & setting.country[FRANCE] & within(setting.ports, 5) & ~s.taken, 2)
    yield from _posts(s, setting.country[FRANCE])
    yield Want("panzer", _stray(s), 3)


def _french(s: FallState) -> Iterator[Want]:
    setting = s.setting
    france = setting.country[FRANCE]
    near = s.setting.board.within(s.held[GERMAN], LINE + 1)
    yield Want("city_guard", setting.cities & france & ~s.held[GERMAN] & ~_paris_shut(s) & near, 2)
    yield Want("panzer", _stray(s), 3)
    yield from _posts(s, france)
    yield Want("reserve", setting.cities & france & ~s.taken & ~_paris_shut(s), 1)


def _paris_shut(s: FallState) -> int:
    return s.setting.paris if s.open_city else 0


def _posts(s: FallState, country: int) -> Iterator[Want]:
    """Hexes of the line in a country: close to the enemy but not beyond it; good ground pulls more."""
    setting, known, within = s.setting, ground(s.setting), s.setting.board.within
    home = country & setting.land & ~s.taken & ~s.held[GERMAN] & ~_paris_shut(s)
    front = (within(s.held[GERMAN], LINE) | within(s.taken & setting.country[FRANCE], 1)) & home
    strong = weak = 0
    danger = s.held[GERMAN] | s.taken
    for hexa in setting.board.members(front):
        river = (known.major[hexa] | known.minor[hexa]) & within(danger, 1)
        if known.cover[hexa] >= 2 or river or shut(s).fortified >> hexa & 1:
            strong |= 1 << hexa
        else:
            weak |= 1 << hexa
    yield Want("post", strong, 1)
    yield Want("field", weak, 1)


def _stray(s: FallState) -> int:
    """German mechanised stacks without infantry, and those out of supply."""
    setting, cut = s.setting, network(s).cut[GERMAN]
    fast = setting.mechanized & setting.pieces_of[GERMANS] & s.standing
    alone = [p for p in listed(fast) if cut >> p & 1 or not members(s.stacks[s.where[p]]) & setting.corps]
    return members(s.where[piece] for piece in alone)
