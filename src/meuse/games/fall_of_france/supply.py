"""Chapter 7: supply.

Supply depends on zones and zones on supply; ``network`` works both out together (R17). Nearly always every unit is
joined to its source by ways that are open in both directions, and what was found the last time still holds; only for
those that are not is a way looked for.
"""

from __future__ import annotations

import msgspec

from meuse.board import HexBoard, Sides
from meuse.engine import ALL, Pieces
from meuse.games.fall_of_france import fortifications, zoc
from meuse.games.fall_of_france.setting import ALLIED, BELGIANS, BRITISH, DUTCH, FRENCH, GERMAN, GERMANS, NEUTRAL
from meuse.games.fall_of_france.state import FallState, Network, Trace, listed, other, union
from meuse.games.fall_of_france.terrain import Terrain, terrain


def network(s: FallState) -> Network:
    """Supply and zones as things stand."""
    net = s.net
    if net is None or net.version != s.version:
        net = s.net = _network(s)
    return net


def _network(s: FallState) -> Network:
    """Supply and zones worked out together: passes until they no longer change (R17).

    The first pass lets every unit but cadres have a zone, each later one only those that the pass before it supplied.
    Where two passes alternate the even-numbered one stands: it supplies more units. No pass finds a unit cut off that
    the first, with the most zones, did not; so the later ones look at those alone. Units without any source have no
    zone in any later pass, so they need none in the first.
    """
    land, (german_held, allied_held) = terrain(s), s.held
    hopeless = leaderless(s)
    silent = s.cadred & s.standing | hopeless
    mute = zoc.mute(s, silent) if silent else 0
    sources = (german_held & ~mute, allied_held & ~mute) if mute else (german_held, allied_held)
    zones = zoc.zone_of(s, land, GERMAN, sources[GERMAN]), zoc.zone_of(s, land, ALLIED, sources[ALLIED])
    german = hopeless | _first_cut(s, land, GERMAN, zones[ALLIED])
    allied = _first_cut(s, land, ALLIED, zones[GERMAN])
    cuts, doubtful = [(german, allied)], (german ^ hopeless, allied)
    while doubtful != (0, 0):
        alternating = len(cuts) > 2 and cuts[-1] == cuts[-3]
        if alternating:
            german, allied = cuts[-1 - len(cuts) % 2]
        quiet = zoc.mute(s, silent | german | allied)
        now = german_held & ~quiet, allied_held & ~quiet
        if now == sources:
            break
        if now[GERMAN] != sources[GERMAN]:
            zones = zoc.zone_of(s, land, GERMAN, now[GERMAN], True), zones[ALLIED]
            if doubtful[ALLIED] and not alternating:
                ground = open_to(s, land, ALLIED, zones[GERMAN])
                allied = _later_cut(s, land, ALLIED, len(cuts), doubtful[ALLIED], ground)
        if now[ALLIED] != sources[ALLIED]:
            zones = zones[GERMAN], zoc.zone_of(s, land, ALLIED, now[ALLIED], True)
            if doubtful[GERMAN] and not alternating:
                ground = open_to(s, land, GERMAN, zones[ALLIED])
                german = hopeless | _later_cut(s, land, GERMAN, len(cuts), doubtful[GERMAN], ground)
        sources = now
        if alternating or (german, allied) == cuts[-1]:
            break
        cuts.append((german, allied))
    hostile = zones[ALLIED] | land.raids[ALLIED], zones[GERMAN] | land.raids[GERMAN]
    return Network(s.version, (german, allied), sources, zones, hostile, land)


def leaderless(s: FallState) -> int:
    """German units, besides fortress units, all of whose superior HQs are dead."""
    setting = s.setting
    lost = setting.without_leaders(s.standing & setting.hqs)
    return lost & s.standing & ~setting.garrisons if lost else 0


class Pass(msgspec.Struct, frozen=True, gc=False):
    """What a pass found out about a side."""

    ground: int
    vital: int
    """The hexes that must stay open for those who are supplied to be, or closed for those who are cut off to be."""
    cut: int
    wild: Trace

    @classmethod
    def over(cls, ground: int, kept: int, cut: int, wild: Trace) -> Pass:
        """What was found over open ground, as long as what is to be kept of it is open.

        Units that are cut off may stand where no way leads through, as under interdiction: if one did, others could
        pass them.
        """
        return cls(ground, kept & ground | (wild.rim | wild.found) & ~ground, cut, wild)


class First(msgspec.Struct, frozen=True, gc=False):
    """What the first pass found out, and the later ones that began with it."""

    claims: tuple[Pieces, ...]
    land: Terrain
    taken: int
    """Those of the hexes that may supply the side which Germany controlled."""
    found: Pass
    leaning: int
    """The hexes that units which are not joined to their sources themselves draw supply by."""
    later: dict[int, Pass]


def _first_cut(s: FallState, land: Terrain, side: int, enemy_zone: int) -> int:
    """The first pass: the units of a side that find no supply; as before if nothing has changed that matters to it."""
    first, ground = s.firsts[side], open_to(s, land, side, enemy_zone)
    if (
        first is not None
        and (first.land is land or first.land.supplies_like(land))
        and first.taken == s.taken & s.setting.suppliers[side]
        and first.claims == s.claims
    ):
        known = first.found
        changed = (known.ground ^ ground) & known.vital
        if not (changed or s.stirred[side]) or _holds(s, land, side, first, changed, ground):
            s.wilds[side] = known.wild
            return known.cut
    away = _germans_away(s, land, ground) if side == GERMAN else _allies_away(s, land, ground)
    cut, leaning = stranded(s, land, side, away, ground)
    wild = s.wilds[side]
    kept = wild.seeds
    for army in ARMIES_OF[side]:
        kept |= s.traces[army].found
    s.stirred[side] = 0
    taken = s.taken & s.setting.suppliers[side]
    s.firsts[side] = First(s.claims, land, taken, Pass.over(ground, kept, cut, wild), leaning, {})
    return cut


def _holds(s: FallState, land: Terrain, side: int, first: First, changed: int, ground: int) -> bool:
    """Are the same units cut off as in the last first pass, though some hexes are open now or closed, or units moved?

    Where ground was lost alone nobody who was cut off is not, and others are not if the rest is still joined. Units
    that have come or moved, and on which nobody else depends, have supply if they stand beside what is joined.
    """
    known, leaning = first.found, first.leaning
    if changed & (ground | s.held[side] | leaning) or (changed and not _joined_without(s, side, changed)):
        return False
    stirred = s.stirred[side]
    if stirred:
        if stirred & (known.cut | s.setting.anchors) or any(
            stirred >> unit & 1 for units in s.claims for unit in units
        ):
            return False
        stirred &= s.standing
        for unit in listed(stirred & ~leaderless(s) if side == GERMAN else stirred):
            sources = sources_of(s, land, unit)
            if not sources >> s.where[unit] & 1:
                beside = _beside_home(s, land, side, unit, sources)
                if not beside:
                    return False
                leaning |= beside
        s.stirred[side] = 0
    if changed:
        found = Pass.over(ground, known.vital, known.cut, known.wild)
        s.firsts[side] = First(first.claims, land, first.taken, found, leaning, {})
    elif leaning != first.leaning:
        s.firsts[side] = First(first.claims, first.land, first.taken, known, leaning, first.later)
    return True


def _joined_without(s: FallState, side: int, lost: int) -> bool:
    """Is all that was joined to the sources of a side's armies still so without some hexes?"""
    traces = s.traces
    for army in ARMIES_OF[side]:
        if traces[army].found & lost:
            traces[army] = _less(s.setting.board, traces[army], lost)
            if traces[army] is NO_TRACE:
                return False
    return True


def _less(board: HexBoard, trace: Trace, lost: int) -> Trace:
    """What was found less some hexes, if what is left still joins those beside them to each other; else nothing."""
    lost &= trace.found
    found, steps = trace.found ^ lost, trace.steps
    edge = board.zones(lost, NO_SIDES) & found
    if lost & trace.seeds or edge & ~board.flood(edge & -edge, found, steps, edge):
        return NO_TRACE
    return Trace(found, trace.rim | lost, steps, trace.seeds)


ARMIES_OF = ((0,), (1, 2, 3))
"""The armies of each side whose supply is traced together."""
NO_SIDES = Sides()
NO_TRACE = Trace()


def _later_cut(s: FallState, land: Terrain, side: int, number: int, units: int, ground: int) -> int:
    """A later pass: those of some units that still find no supply."""
    first = s.firsts[side]
    assert first is not None
    known = first.later.get(number)
    if known is None or (known.ground ^ ground) & known.vital:
        cut, _ = stranded(s, land, side, units, ground)
        wild = s.wilds[side]
        known = first.later[number] = Pass.over(ground, wild.seeds, cut, wild)
    s.wilds[side] = known.wild
    return known.cut


# ways


def open_ground(s: FallState, side: int, enemy_zone: int) -> int:
    """Hexes that a supply path may pass: no enemy, no enemy zone, no neutral, no refugees, not open Paris (R18).

    The zone of ground units does not reach into a hex with a friendly ground unit (10.1); that of air units, which
    closes ground by itself, does (R53).
    """
    return open_to(s, terrain(s), side, enemy_zone)


def open_to(s: FallState, land: Terrain, side: int, enemy_zone: int) -> int:
    """The same, on the map as it lies."""
    passed = land.passed[side]
    return passed ^ passed & (s.held[1 - side] | enemy_zone)


def joined(s: FallState, side: int, sources: int, ground: int) -> int:
    """All hexes from which a path leads to one of some sources, each step as the side may take it."""
    board, steps = s.setting.board, fortifications.shut(s).back[side]
    return sources | board.zones(board.flood(sources & ground, ground, steps), steps)


def _grown(s: FallState, army: int, sources: int, ground: int, steps: Sides, wanted: int) -> int:
    """The hexes that open ground joins to some sources in both directions, as far as needed to find what is wanted.

    What was found the last time is still joined if all of it is still open, or if what is left joins those beside what
    is not to each other: so little is left to be looked for.
    """
    board, seeds, before = s.setting.board, sources & ground, s.traces[army]
    lost = before.found & ~ground
    if before.steps is not steps or before.seeds & ~seeds:
        before = NO_TRACE
    elif lost:
        before = s.traces[army] = _less(board, before, lost)
    found = before.found
    if found and not (seeds & ~found or (before.rim & ground and wanted & ~found)):
        return found
    found = board.flood(found | seeds, ground, steps, wanted)
    s.traces[army] = Trace(found, board.zones(found, steps) & ~found, steps, seeds)
    return found


def stranded(s: FallState, land: Terrain, side: int, units: int, ground: int) -> tuple[int, int]:
    """Those of some units of a side that find no supply over open ground, and the hexes by which the others do.

    Nearly always they stand next to what is joined to their sources, or all of them far from any. Only if neither is
    so is the way of each looked for by itself.
    """
    setting, board, steps = s.setting, s.setting.board, land.shut.steps[side]
    cut = goals = lonely = leaning = 0
    doubtful: list[tuple[int, int, int]] = []
    while units:
        unit = units.bit_length() - 1
        units ^= 1 << unit
        hexa, sources = s.where[unit], sources_of(s, land, unit)
        if sources >> hexa & 1 or (setting.garrisons >> unit & 1 and own_forts(s, side) >> hexa & 1):
            continue  # 7.2d, 7.3.22a
        beside = _beside_home(s, land, side, unit, sources)
        if beside:
            leaning |= beside
            continue
        cut |= 1 << unit
        goals |= sources
        lonely |= 1 << hexa
        doubtful.append((unit, hexa, sources))
    if not lonely:
        s.wilds[side] = Trace(steps=steps)
        return 0, leaning
    before = s.wilds[side]
    wild = before.found
    if lonely & ~wild or before.rim & ground or before.steps is not steps or before.seeds:
        wild = board.flood(lonely if lonely & ~wild else wild & ground | lonely, ground, steps)
        s.wilds[side] = Trace(wild, board.zones(wild, steps) & ~wild, steps)
    if wild & goals:
        lonely = ways = 0
        for unit, hexa, sources in doubtful:
            home = s.traces[setting.army[unit]].found
            # all that is at home is joined, so it need not be passed again
            pocket = board.flood(1 << hexa, ground & ~home, steps)
            if pocket & sources:
                cut ^= 1 << unit
                ways |= pocket
            elif sources & home and (beside := board.zones(pocket, steps) & home):
                cut ^= 1 << unit
                ways |= pocket
                leaning |= beside | sources & home
            elif sources & ~home and joined(s, side, sources, ground) >> hexa & 1:
                cut ^= 1 << unit
                ways = ALL
            else:
                lonely |= 1 << hexa
        wild = board.flood(lonely, ground, steps) if lonely else 0
        s.wilds[side] = Trace(wild, board.zones(wild, steps) & ~wild, steps, ways)
        leaning |= ways
    return cut, leaning


def sources_of(s: FallState, land: Terrain, unit: int) -> int:
    """The hexes a unit may trace to (7.2, 7.3)."""
    nation = s.setting.nation[unit]
    sources = german_sources(s, unit) if nation == GERMANS else land.cities[nation] & ~s.taken
    if s.claims and s.setting.limited_nations >> unit & 1 and claimed(s, nation) >> s.where[unit] & 1:
        sources |= limited_sources(s, nation)
    return sources


def _beside_home(s: FallState, land: Terrain, side: int, unit: int, sources: int) -> int:
    """What a unit draws supply by that stands next to what is joined to its sources; 0: it does not."""
    board, steps, hexa = s.setting.board, land.shut.steps[side], s.where[unit]
    home = s.traces[s.setting.army[unit]].found
    beside = board.around[hexa] & home
    if beside and steps.touched >> hexa & 1:
        beside &= ~board.across(hexa, steps)
    return beside | sources & home if beside and sources & home else 0


# Germany


def _germans_away(s: FallState, land: Terrain, ground: int) -> int:
    """German units trace to a superior HQ, HQs to one or to German territory (7.2): those not joined to it with one."""
    setting, held = s.setting, s.held[GERMAN]
    home = setting.fatherland
    if home & ~ground:
        home &= ground  # perhaps in pieces, and what is joined to one need not be joined to another
        home &= -home
    away = held & ~_grown(s, 0, home, ground, land.shut.hexsides[GERMAN], held)
    doubtful = s.pieces_in(away) if away else 0
    # all units at home are joined to all HQs there
    doubtful |= setting.without_leaders(s.standing & setting.hqs & ~doubtful) & s.standing
    return doubtful & ~leaderless(s)


def german_sources(s: FallState, unit: int) -> int:
    """The hexes a German unit may trace to: superior HQs, for an HQ also German territory (7.2)."""
    setting = s.setting
    sources = setting.fatherland if setting.is_hq[unit] else 0
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
    return terrain(s).cities[nation] & ~s.taken


def _allies_away(s: FallState, land: Terrain, ground: int) -> int:
    """Allied units trace to a city of their home country (7.3): those not joined to one, some with other sources."""
    setting, doubtful, steps = s.setting, 0, land.shut.hexsides[ALLIED]
    for army, nation in ((1, FRENCH), (2, BELGIANS), (3, DUTCH)):
        if s.status[setting.home[nation]] == NEUTRAL:
            continue  # a neutral army does not take part (6.0)
        held = union(map(s.masks.__getitem__, setting.supplied_together[army]))
        if not held:
            s.traces[army] = NO_TRACE
            continue
        far = held & ~_grown(s, army, land.cities[nation] & ~s.taken, ground, steps, held)
        if far:
            doubtful |= s.pieces_in(far) & setting.pieces_together[army]
    return doubtful


# limited supply (7.3.23, R20)


def limited_sources(s: FallState, nation: int) -> int:
    """Channel ports for the BEF, the west and south map edges for the French, where no German is in control."""
    return (terrain(s).ports if nation == BRITISH else s.setting.supply_edges) & ~s.taken


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
    sources = limited_sources(s, nation)
    if not s.wilds[ALLIED].found & sources:
        return []
    near = joined(s, ALLIED, sources, open_ground(s, ALLIED, network(s).zones[GERMAN]))
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

    Not if what is open around the hex lies apart from them or leads them nowhere else, not even to each other, and the
    side's own supply does not depend on the group.
    """
    net, foe, setting = network(s), other(side), s.setting
    if not net.cut[foe]:
        return False
    if net.sources[foe] & setting.board.around[hexa]:
        return True
    for piece in group:
        if setting.is_hq[piece]:
            return True
    board, wild = setting.board, s.wilds[foe].found
    near = board.around[hexa] | 1 << hexa
    if not (wild | s.wilds[foe].rim) & near:
        return False
    open_, edge = open_ground(s, foe, net.zones[side]), board.disc(hexa, 2) & wild
    beyond = board.disc(hexa, 2) & open_ & ~wild
    parted = edge & ~board.flood(edge & -edge, wild & open_, net.land.shut.steps[foe], edge) if edge else 0
    return bool(beyond or parted or near & setting.suppliers[foe])


def halved(factor: int, times: int = 1) -> int:
    """A factor of a counter halved so many times, rounded once, halves up (4.0b, R05)."""
    share = 1 << times
    return (factor + share // 2) // share
