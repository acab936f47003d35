"""Chapter 7: supply.

Supply depends on zones and zones on supply; ``network`` works both out together (R17). Nearly always every unit is
joined to its source by a way that is open in both directions, which a single flood shows; only for those that are
not is the way of each looked for by itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from meuse.board import Sides
from meuse.engine import ALL, Pieces
from meuse.games.fall_of_france import fortifications, zoc
from meuse.games.fall_of_france.setting import ALLIED, BELGIANS, BRITISH, DUTCH, FRENCH, GERMAN, NEUTRAL
from meuse.games.fall_of_france.state import FallState, listed, other


class Network(NamedTuple):
    """Who is cut off, which stacks have zones, and where."""

    cut: tuple[int, int]
    """The units of each side that are out of supply."""
    sources: tuple[int, int]
    """The hexes whose units exert zones."""
    zones: tuple[int, int]
    """The ground zones of each side."""
    hostile: tuple[int, int] = (0, 0)
    """For each side, the hexes in a zone of its enemy's ground or air units (12.2)."""


def network(s: FallState) -> Network:
    """Supply and zones as things stand: passes until they no longer change (R17).

    The first pass lets every unit but cadres have a zone, each later one only those that the pass before it supplied.
    Where two passes alternate the even-numbered one stands: it supplies more units. Units without any source have no
    zone in any later pass, so they need none in the first.
    """
    if s.net is not None and s.net[0] == s.version:
        return s.net[1]
    hopeless = leaderless(s) & ~s.setting.garrisons
    silent = s.cadred & s.standing | hopeless
    sources = first = _heard(s, (silent, silent))
    zones = _zones(s, first)
    known: Grounds = {}
    cuts = [_cut(s, zones, known)]
    while True:
        cut = cuts[-1]
        lost = (cut[0] | cut[1]) & ~hopeless
        now = _heard(s, (silent | cut[0], silent | cut[1])) if lost else first
        if now == sources:
            break
        alternating = len(cuts) > 2 and cut == cuts[-3]
        if alternating and len(cuts) % 2:
            cuts.pop()
            now = _heard(s, (silent | cuts[-1][0], silent | cuts[-1][1]))
        sources, zones = now, _zones(s, now)
        if alternating:
            break
        cuts.append(_cut(s, zones, known))
    raids = zoc.interdicted(s, GERMAN), zoc.interdicted(s, ALLIED)
    made = Network(cuts[-1], sources, zones, (zones[ALLIED] | raids[ALLIED], zones[GERMAN] | raids[GERMAN]))
    s.net = (s.version, made)
    return made


Grounds = dict[tuple[int, int], int]
"""For a side and the ground open to it, the units that are cut off."""


def leaderless(s: FallState) -> int:
    """German units all of whose superior HQs are dead."""
    known, alive = s.setting.leaderless, s.standing & s.setting.hqs
    if alive not in known:
        known[alive] = s.setting.without_leaders(alive)
    return known[alive] & s.standing


def _heard(s: FallState, silent: tuple[int, int]) -> tuple[int, int]:
    """The hexes of each side that hold a unit with a zone: one that is no cadre and is in supply."""
    setting = s.setting
    german, allied = silent[GERMAN] & setting.pieces_on[GERMAN], silent[ALLIED] & setting.pieces_on[ALLIED]
    return (
        zoc.heard_of(s, s.held[GERMAN], german) if german else s.held[GERMAN],
        zoc.heard_of(s, s.held[ALLIED], allied) if allied else s.held[ALLIED],
    )


def _zones(s: FallState, sources: tuple[int, int]) -> tuple[int, int]:
    return zoc.zone_of(s, GERMAN, sources[GERMAN]), zoc.zone_of(s, ALLIED, sources[ALLIED])


def _cut(s: FallState, zones: tuple[int, int], known: Grounds) -> tuple[int, int]:
    """One pass: the units of both sides that find no supply among these zones; ``known``: what other passes found."""
    german = GERMAN, open_ground(s, GERMAN, zones[ALLIED])
    allied = ALLIED, open_ground(s, ALLIED, zones[GERMAN])
    if german not in known:
        known[german] = _germans_cut(s, german[1])
    if allied not in known:
        known[allied] = _allies_cut(s, allied[1])
    return known[german], known[allied]


# ways


def open_ground(s: FallState, side: int, enemy_zone: int) -> int:
    """Hexes that a supply path may pass: no enemy, no enemy zone, no neutral, no refugees, not open Paris (R18).

    A friendly ground unit lifts the zone of enemy ground units in its hex (10.1), but not that of air units (R53).
    """
    setting, foe = s.setting, other(side)
    ground = setting.land & ~(s.held[foe] | (enemy_zone & ~s.held[side]) | zoc.interdicted(s, foe) | s.neutral_ground())
    if side == ALLIED and s.open_city:
        ground &= ~setting.paris
    for hexa in s.refugees:
        ground &= ~(1 << hexa)
    return ground


def joined(s: FallState, side: int, sources: int, ground: int) -> int:
    """All hexes from which a path leads to one of some sources, each step as the side may take it."""
    steps = fortifications.shut(s).back[side]
    return sources | s.setting.board.zones(_grown(s, (side, sources), sources, ground, steps, ALL), steps)


def _grown(s: FallState, trace: Any, sources: int, ground: int, steps: Sides, wanted: int) -> int:
    """The hexes that open ground joins to some sources, looked for until all that is wanted is among them.

    What was found the last time is still joined if all of it is still open: so little is left to be looked for.
    """
    seeds, known = sources & ground, s.traces.get(trace)
    if known is not None and known[1] is steps and not (known[2] & ~seeds or known[0] & ~ground):
        found = known[0] | seeds
        if not wanted & ~found:
            return found
        found = s.setting.board.flood(found, ground, steps, wanted)
    else:
        if len(s.traces) > MOST_TRACES:
            s.traces.clear()
        found = s.setting.board.flood(seeds, ground, steps, wanted)
    s.traces[trace] = (found, steps, seeds)
    return found


MOST_TRACES = 40
"""How many floods are remembered."""


# Germany


def _germans_cut(s: FallState, ground: int) -> int:
    """German units trace to a superior HQ, HQs to one or to German territory (7.2)."""
    setting, held = s.setting, s.held[GERMAN]
    home = setting.germany & setting.land
    if home & ~ground:
        home &= ground  # perhaps in pieces, and what is joined to one need not be joined to another
        home &= -home
    home = _grown(s, GERMAN, home, ground, fortifications.shut(s).hexsides[GERMAN], held)
    where, standing = s.where, s.standing
    if not held & ~home:  # all HQs are joined to all units
        return _without_garrisons(s, leaderless(s), GERMAN)
    cut, ways = 0, dict[int, int]()
    for group, hexes in enumerate(s.masks[: setting.german_groups]):
        if not hexes:
            continue
        sources = 0
        for hq in setting.superiors[group]:
            if where[hq] >= 0:
                sources |= 1 << where[hq]
        far = hexes & ~home if sources & home else hexes
        if far and sources:
            if sources not in ways:
                ways[sources] = joined(s, GERMAN, sources, ground)
            far &= ~ways[sources]
        if far:
            there = standing if far == hexes else s.pieces_in(far)
            cut |= setting.followers[group] & there
    for hq in setting.commands:
        if where[hq] >= 0 and not home >> where[hq] & 1:
            if not joined(s, GERMAN, german_sources(s, hq), ground) >> where[hq] & 1:
                cut |= 1 << hq
    return _without_garrisons(s, cut, GERMAN)


def _without_garrisons(s: FallState, cut: int, side: int) -> int:
    """Units without those that their fortifications supply (7.2d, 7.3.22a)."""
    for unit in listed(cut & s.setting.garrisons):
        if own_forts(s, side) >> s.where[unit] & 1:
            cut &= ~(1 << unit)
    return cut


def german_sources(s: FallState, unit: int) -> int:
    """The hexes a German unit may trace to: superior HQs, for an HQ also German territory (7.2)."""
    setting = s.setting
    sources = setting.germany & setting.land if setting.is_hq[unit] else 0
    for hq in setting.superiors_of(unit):
        if s.where[hq] >= 0:
            sources |= 1 << s.where[hq]
    return sources


def own_forts(s: FallState, side: int) -> int:
    """A side's fortifications that are not wholly breached; they supply fortress units (7.2, 7.3.22, R21, R22)."""
    germany = s.setting.germany
    return fortifications.shut(s).fortified & (germany if side == GERMAN else ~germany)


# the Allies


def cities_of(s: FallState, nation: int) -> int:
    """The cities that supply a nation: its own, France's for the BEF, while no German holds them (7.3, R19)."""
    setting = s.setting
    cities = setting.cities & setting.country[setting.home[nation]]
    if s.on("cooperation_supply"):
        cities |= setting.shared_cities  # 22.3
    if s.open_city:
        cities &= ~setting.paris  # 19.4
    return cities & ~s.taken


def _allies_cut(s: FallState, ground: int) -> int:
    """Allied units trace to a city of their home country (7.3); some have other sources."""
    setting, masks, cut = s.setting, s.masks, 0
    hexsides = fortifications.shut(s).hexsides[ALLIED]
    for army, nations in enumerate(((FRENCH, BRITISH), (BELGIANS,), (DUTCH,)), 1):
        held = 0
        for group in setting.supplied_together[army]:
            held |= masks[group]
        if not held or s.status[setting.home[nations[0]]] == NEUTRAL:
            continue  # a neutral army does not take part (6.0)
        sources = cities_of(s, nations[0])
        far = held & ~_grown(s, army, sources, ground, hexsides, held)
        if far:
            far &= ~joined(s, ALLIED, sources, ground)
        for hexa in setting.board.members(far):
            for unit in s.stacks[hexa]:
                if setting.nation[unit] in nations and not _otherwise_supplied(s, unit, hexa, ground):
                    cut |= 1 << unit
    return cut


def _otherwise_supplied(s: FallState, unit: int, hexa: int, ground: int) -> bool:
    """Fortress units in their fortifications (7.3.22), and stacks on limited supply (7.3.23)."""
    setting = s.setting
    if setting.types[unit] == "fortress" and own_forts(s, ALLIED) >> hexa & 1:
        return True
    nation = setting.nation[unit]
    if nation not in (FRENCH, BRITISH) or not claimed(s, nation) >> hexa & 1:
        return False
    return bool(joined(s, ALLIED, limited_sources(s, nation), ground) >> hexa & 1)


# limited supply (7.3.23, R20)


def limited_sources(s: FallState, nation: int) -> int:
    """Channel ports for the BEF, the west and south map edges for the French, where no German is in control."""
    setting = s.setting
    if nation == BRITISH:
        ports = setting.coastal_urban if s.on("cooperation_supply") else setting.ports
        return ports & ~s.taken
    return setting.supply_edges & ~s.taken


def allowance(s: FallState, nation: int) -> int:
    """How many stacks of a nation may draw limited supply in a phase."""
    table = s.setting.tables.supply
    return table.british_stacks if nation == BRITISH else table.french_stacks


def claimed(s: FallState, nation: int) -> int:
    """The hexes whose stacks draw limited supply: where most of the units stand that claimed it."""
    hexes = 0
    for units_claiming in s.claims:
        units = [u for u in units_claiming if s.setting.nation[u] == nation and s.where[u] >= 0]
        if units:
            places = [s.where[unit] for unit in units]
            hexes |= 1 << max(sorted(set(places)), key=places.count)
    return hexes


def claimants(s: FallState, nation: int) -> list[int]:
    """The hexes whose stacks are cut off but could draw limited supply, strongest first."""
    cut = network(s).cut[ALLIED] & s.setting.pieces_of[nation]
    if not cut:
        return []
    ground = open_ground(s, ALLIED, network(s).zones[GERMAN])
    near = joined(s, ALLIED, limited_sources(s, nation), ground)
    hexes = {s.where[unit] for unit in listed(cut) if near >> s.where[unit] & 1}
    return sorted(hexes, key=lambda hexa: (-s.crowd[hexa], hexa))


def claims_of(s: FallState, nation: int) -> int:
    """How many stacks of a nation have drawn limited supply this phase."""
    return sum(s.setting.nation[units[0]] == nation for units in s.claims)


def may_claim(s: FallState, unit: int) -> bool:
    """May the stack of a unit draw limited supply: does it already, or is some left this phase?"""
    nation = s.setting.nation[unit]
    return any(unit in units for units in s.claims) or claims_of(s, nation) < allowance(s, nation)


def claim(s: FallState, nation: int, hexa: int) -> None:
    """A stack draws limited supply for the rest of the phase."""
    units = tuple(unit for unit in s.stacks[hexa] if s.setting.nation[unit] == nation)
    s.claims = (*s.claims, units)
    s.touch()


def claim_what_is_left(s: FallState) -> None:
    """Stacks that a check would find unsupplied draw limited supply as long as there is some, the strongest first."""
    if not network(s).cut[ALLIED] & s.setting.limited_nations:
        return
    for nation in (BRITISH, FRENCH):
        while claims_of(s, nation) < allowance(s, nation):
            waiting = claimants(s, nation)
            if not waiting:
                break
            claim(s, nation, waiting[0])


# questions


def is_supplied(s: FallState, piece: int) -> bool:
    """Is a unit in supply now?"""
    return not network(s).cut[s.setting.side_of[piece]] >> piece & 1


def would_be_supplied(s: FallState, unit: int) -> int:
    """The hexes in which a unit that is cut off would find supply again (7.4b, R24)."""
    setting = s.setting
    side, nation = setting.side_of[unit], setting.nation[unit]
    ground = open_ground(s, side, network(s).zones[other(side)])
    sources = german_sources(s, unit) if side == GERMAN else cities_of(s, nation)
    if setting.limited_nations >> unit & 1 and may_claim(s, unit):
        sources |= limited_sources(s, nation)
    hexes = joined(s, side, sources, ground)
    return hexes | own_forts(s, side) if setting.types[unit] == "fortress" else hexes


def may_free(s: FallState, side: int, group: Pieces, hexa: int) -> bool:
    """Could enemies who are cut off find supply again, and have a zone again, because a group leaves its hex?

    Not if what is open around the hex lies apart from them, and the side's own supply does not depend on the group.
    """
    net, foe, setting = network(s), other(side), s.setting
    if not net.cut[foe]:
        return False
    if net.sources[foe] & setting.board.around[hexa]:
        return True
    for piece in group:
        if setting.is_hq[piece]:
            return True
    near, walls = setting.board.around[hexa] | 1 << hexa, fortifications.shut(s).steps[foe]
    lonely = sum({1 << s.where[piece] for piece in listed(net.cut[foe])})
    ground = open_ground(s, foe, net.zones[side])
    return bool(setting.board.zones(setting.board.flood(lonely, ground, walls), walls) & near)


def halved(factor: int, times: int = 1) -> int:
    """A factor of a counter halved so many times, rounded once, halves up (4.0b, R05)."""
    share = 1 << times
    return (factor + share // 2) // share
