"""Where units are wanted, for the bots: what a side is after, how many units that takes, and who is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.games.mansteins_war import capitulation, control, fortresses, logistics
from meuse.games.mansteins_war.prospects import goals, ground, grown, passages, prizes, threat
from meuse.games.mansteins_war.setting import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    BRITISH,
    DUTCH,
    FRANCE,
    FRENCH,
    GERMAN,
    HGA,
    HGB,
    HGC,
    NETHERLANDS,
    PGK,
)
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import Want, Ways

Group = tuple[dict[int, int], Iterator[Want], Ways]
"""Units with their hexes, where they are wanted, and the ways they take."""
LINE = 2
"""How many hexes from the enemy the Allies look for posts."""
NEAR = 5
"""So many hexes from the enemy a place is in danger."""
REACH = 8
"""From how far a command goes for an enemy."""
SOON = (1.0, 1.0, 0.5, 0.2)
"""How much of its strength a unit counts for that needs so many moves to come up."""
AMPLE = 5
"""So many times the defence is all that an attack needs."""
STRONG = 16
"""The attack factors of a strong attack."""
AIR_COLUMNS = 2
"""The air support that an attack can count on, in columns."""
MOST_SPEARS = 3
"""How many enemies a command thinks of."""


def wants(s: MansteinState, side: int) -> Iterator[Group]:
    """The units of a side by what they are sent for, and where that is."""
    setting = s.setting
    units = s.standing & setting.pieces_on[side] & setting.mobile
    roads = passages(s, side, False)
    for group, orders in _german(s, units) if side == GERMAN else _allied(s, units):
        for part, ways in ((group & s.sizes.armies, passages(s, side, True)), (group & ~s.sizes.armies, roads)):
            if part:
                yield _those(s, part), iter(orders), ways
    for train in listed(units & setting.trains):
        yield {train: s.where[train]}, _train(s, train), roads


def _those(s: MansteinState, units: int) -> dict[int, int]:
    where = s.where
    return {piece: where[piece] for piece in listed(units)}


# logistics units


def _train(s: MansteinState, train: int) -> Iterator[Want]:
    """A logistics unit goes where a depot reaches it and it reaches most units of its command, out of harm's way."""
    setting = s.setting
    side, nation = setting.side_of[train], setting.nation[train]
    support = setting.support[nation]
    open_ground = logistics.open_ground(s, side)
    ends = logistics.sources(s, nation) & support.trains_to
    linked = logistics.followed(s, ends, open_ground, setting.mf[train])[setting.mf[train]]
    hexes = linked & open_ground & ~grown(s, s.held[other(side)], 1) or linked & open_ground
    foe = s.held[other(side)]
    units = s.standing & setting.pieces_of[nation] & setting.mobile & ~setting.trains
    own = units & setting.pieces_in[setting.command[train]]
    front = sorted(listed(own or units), key=lambda p: (-_weight(s, p), p))
    near = grown(s, foe, 3)
    for piece in sorted(front, key=lambda p: not near >> s.where[p] & 1):
        disc = hexes & setting.board.disc(s.where[piece], max(setting.mf[piece] - 1, 1))
        hexes = disc or hexes
    yield Want("train", hexes, 1, each=False)


def _weight(s: MansteinState, piece: int) -> float:
    return ground(s.setting).worth[piece][s.steps[piece]]


# the German campaign


def _german(s: MansteinState, units: int) -> Iterator[tuple[int, list[Want]]]:
    setting = s.setting
    fighters = units & ~setting.trains
    home, mech, foot = [*_home(s)], [*_panzer(s)], [*_infantry(s)]
    all_spears: list[Want] = []
    for command in (HGB, HGA, PGK):
        own = fighters & setting.pieces_in[command]
        spear = [*_spear(s, GERMAN, command)]
        all_spears += spear
        yield own & setting.mech, [*home, *spear, *mech]
        yield own & ~setting.mech, [*home, *spear, *foot]
    reserve = fighters & setting.reserves
    yield reserve & setting.mech, [*home, *all_spears, *mech]
    yield reserve & ~setting.mech, [*home, *all_spears, *foot]
    yield fighters & setting.pieces_in[HGC], [*_watch(s)]


class Spear(NamedTuple):
    """An enemy stack that a command goes for: how good that is, and how many of its units it takes."""

    worth: float
    hexa: int
    units: int


def spears(s: MansteinState, side: int, command: int) -> list[Spear]:
    """The enemy stacks that the units of a command can best beat together, the best first."""
    return s.remembered(("spears", command), lambda: _spears(s, side, command))


def _spears(s: MansteinState, side: int, command: int) -> list[Spear]:
    setting, known = s.setting, ground(s.setting)
    units = listed(s.standing & setting.pieces_in[command] & setting.mobile & setting.armed)
    if not units:
        return []
    where = members([s.where[piece] for piece in units])
    near = grown(s, where, REACH) & s.held[other(side)]
    if side == GERMAN:
        near &= ~maginot(s)
    todo = left(s) if side == GERMAN else 0
    ways = known.roads.to(todo).away if todo else None
    found = []
    for hexa in setting.board.members(near):
        power, taking = 0.0, 0
        defence = sum([setting.df[piece][s.steps[piece]] for piece in s.stacks[hexa]])
        roads, highways = (passages(s, side, armies).to(1 << hexa).away for armies in (False, True))
        rows = []
        for piece in units:
            away = (highways if s.sizes.armies >> piece & 1 else roads)[s.where[piece]] - 1
            turns = -(-away // setting.mf[piece])
            if turns < len(SOON):
                rows.append((away, SOON[max(turns, 0)] * setting.af[piece][s.steps[piece]]))
        for _, strong in sorted(rows):
            if power < AMPLE * defence:
                power += strong
                taking += 1
        if power:
            worth = threat(s, side, hexa, power, _wet(s, side, hexa), AIR_COLUMNS) - (
                0.4 * min(ways[hexa], 12) if ways else 0.0
            )
            found.append(Spear(worth, hexa, taking))
    return sorted(found, reverse=True)[:MOST_SPEARS]


def _wet(s: MansteinState, side: int, hexa: int) -> bool:
    """Can a hex hardly be attacked but across a river?"""
    around = s.setting.overland[hexa] & ~s.held[other(side)] & ~ground(s.setting).wet[hexa]
    return around.bit_count() < 2


def _spear(s: MansteinState, side: int, command: int) -> Iterator[Want]:
    for name, spear in zip(("spear", "second"), spears(s, side, command), strict=False):
        yield Want(name, 1 << spear.hexa, spear.units)


def maginot(s: MansteinState) -> int:
    """Allied stacks in intact fortresses of the Maginot Line, which are left alone while there are others."""
    return s.setting.maginot & fortresses.intact(s, ALLIED) & s.held[ALLIED]


def hard(s: MansteinState) -> int:
    """Allied stacks that even a strong attack would rather not touch."""

    def make() -> int:
        stacks = s.setting.board.members(s.held[ALLIED])
        return members([hexa for hexa in stacks if threat(s, GERMAN, hexa, STRONG, False, AIR_COLUMNS) <= 0])

    return s.remembered("hard", make)


def _falling(s: MansteinState, country: int) -> int:
    """What a country still has to lose before it gives in."""
    missing = capitulation.missing(s, country) if capitulation.at_war(s, country) else 0
    return missing & goals(s, GERMAN) or missing


def _home(s: MansteinState) -> Iterator[Want]:
    """Intruders in Germany: two depots lost are the end."""
    yield Want("intruder", s.held[ALLIED] & s.setting.germany, 3)
    lost = s.setting.germany & ~s.taken & goals(s, ALLIED)
    yield Want("intruder", lost, 1)


def left(s: MansteinState) -> int:
    """The places that score for the Germans and are not theirs, but for the Maginot Line."""
    return goals(s, GERMAN) & ~control.controlled(s, GERMAN) & ~s.setting.maginot


def _panzer(s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    todo = left(s)
    paris = 1 << setting.paris
    yield Want("panzer_port", todo & setting.channel_ports, 1)
    yield Want("panzer_depot", todo & setting.depots_of[FRANCE] & ~paris, 2)
    yield Want("panzer_paris", todo & paris, 3)
    yield Want("panzer_belgium", _falling(s, BELGIUM) | todo & setting.country[BELGIUM] & setting.depots, 2)
    yield Want("panzer_dutch", _falling(s, NETHERLANDS), 1)
    yield Want("panzer_prey", s.held[ALLIED] & ~maginot(s) & ~hard(s), 2)


def _infantry(s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    todo = left(s)
    paris = 1 << setting.paris
    yield Want("dutch", _falling(s, NETHERLANDS), 1)
    yield Want("belgian", _falling(s, BELGIUM), 2)
    yield Want("depot", todo & setting.depots & ~paris, 2)
    yield Want("port", todo & setting.channel_ports, 1)
    yield Want("paris", todo & paris, 3)
    yield Want("prey", s.held[ALLIED] & ~maginot(s) & ~hard(s), 2)
    yield Want("garrison", _shaky(s, GERMAN), 1)


def _watch(s: MansteinState) -> Iterator[Want]:
    """The Upper Rhine: intruders first, then the places the Allies would score with, then the Maginot Line."""
    setting = s.setting
    near = grown(s, setting.germany, 1)
    yield from _home(s)
    yield Want("watch", s.held[ALLIED] & near & ~maginot(s), 2)
    dear = goals(s, ALLIED) & ~s.held[ALLIED] & grown(s, s.held[ALLIED], 2)
    yield Want("guard", dear, 1)
    yield Want("fort", setting.maginot & ~s.taken, 2)


def _shaky(s: MansteinState, side: int) -> int:
    """Places of a side that score, without anybody in them and near the enemy."""
    own = control.owned(s, side) & (goals(s, GERMAN) | goals(s, ALLIED))
    return own & ~s.held[side] & grown(s, s.held[other(side)], 2)


# the Allies


def _allied(s: MansteinState, units: int) -> Iterator[tuple[int, list[Want]]]:
    setting = s.setting
    fighters = units & ~setting.trains
    if capitulation.at_war(s, NETHERLANDS):
        yield fighters & setting.pieces_of[DUTCH], [*_minor(s, NETHERLANDS, 2)]
    if capitulation.at_war(s, BELGIUM):
        yield fighters & setting.pieces_of[BELGIANS], [*_minor(s, BELGIUM, 2)]
    line = 0
    for piece in listed(fighters & setting.pieces_of[FRENCH]):
        hexa = s.where[piece]
        held = setting.maginot >> hexa & 1 and grown(s, s.held[GERMAN], 1) >> hexa & 1
        line |= bool(held) << piece
    french = fighters & setting.pieces_of[FRENCH] & ~line
    yield line, [*_line(s)]
    yield french, [*_french(s)]
    yield fighters & setting.pieces_of[BRITISH], [*_bef(s)]


def _minor(s: MansteinState, country: int, most: int) -> Iterator[Want]:
    """Belgians and Dutch hold what their country falls with, then its other cities, then the border."""
    setting = s.setting
    home = setting.country[country]
    yield Want("capital", setting.falls_with[country] & ~s.held[GERMAN] & ~s.open_cities, most)
    yield Want("home_city", setting.cities & home & ~s.held[GERMAN] & ~s.open_cities, 1)
    yield from _posts(s, home)


def _line(s: MansteinState) -> Iterator[Want]:
    """Who holds the Maginot Line stays there, and strikes at what is weak beyond it."""
    yield Want("hold", s.setting.maginot & ~s.held[GERMAN], 2)
    yield from _raids(s)


def _raids(s: MansteinState) -> Iterator[Want]:
    """Places in Germany that score and that nobody holds."""
    setting = s.setting
    free = goals(s, ALLIED) & s.taken & ~s.held[GERMAN] & grown(s, s.held[ALLIED], 3)
    yield Want("raid", free & setting.germany, 1)


def in_danger(s: MansteinState) -> int:
    """Places that score for the Germans and are Allied, with Germans near."""
    return goals(s, GERMAN) & ~s.taken & ~s.open_cities & ~s.setting.maginot & grown(s, s.held[GERMAN], NEAR)


def _french(s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    france = setting.country[FRANCE]
    danger = in_danger(s)
    paris = 1 << setting.paris
    yield Want("paris_guard", danger & paris, 3)
    yield Want("guard_depot", danger & setting.depots & france & ~paris, 2)
    yield Want("guard_port", danger & setting.channel_ports, 1)
    yield Want("recapture", _recapture(s), 2)
    yield Want("panzer", stray(s), 3)
    yield from _posts(s, france | setting.country[BELGIUM])
    yield Want("reserve", setting.depots & france & ~s.taken, 1)


def _bef(s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    danger = in_danger(s)
    north = setting.depots & (setting.country[BELGIUM] | grown(s, setting.channel_ports, 2))
    yield Want("bef_guard", danger & (north | setting.channel_ports), 1)
    yield Want("recapture", _recapture(s) & grown(s, setting.channel_ports, 3), 2)
    yield Want("panzer", stray(s), 3)
    yield from _posts(s, setting.country[FRANCE] | setting.country[BELGIUM])


def _recapture(s: MansteinState) -> int:
    """Places that score for the Germans and that no German holds."""
    return goals(s, GERMAN) & s.taken & ~s.held[GERMAN] & ~s.open_cities


def stray(s: MansteinState) -> int:
    """German Mech units that stand without an army, and those without support."""
    setting = s.setting
    hexes = 0
    alone = logistics.unsupported(s, GERMAN)
    for piece in listed(setting.mech & setting.pieces_on[GERMAN] & s.standing):
        hexa = s.where[piece]
        if alone >> piece & 1 or not s.armies >> hexa & 1:
            hexes |= 1 << hexa
    return hexes & ~setting.germany


def _posts(s: MansteinState, country: int) -> Iterator[Want]:
    """Hexes of the line in a country: close to the enemy but not beyond it; good ground pulls more."""
    setting, known = s.setting, ground(s.setting)
    danger = s.held[GERMAN]
    home = country & setting.land & ~s.taken & ~danger & ~s.open_cities
    front = grown(s, danger, LINE) & home
    close = grown(s, danger, 1)
    strong = weak = 0
    for hexa in setting.board.members(front):
        river = known.wet[hexa] & close
        if known.cover[hexa] or river or fortresses.stands(s, hexa):
            strong |= 1 << hexa
        else:
            weak |= 1 << hexa
    free = ~enemy_zone(s, ALLIED)
    yield Want("post", strong, 1)
    yield Want("field", weak & free, 1)


def dear(s: MansteinState, hexa: int) -> int:
    """The points a place is worth to either side."""
    return prizes(s, GERMAN).get(hexa, 0) + prizes(s, ALLIED).get(hexa, 0)
