"""Where units are wanted, for the bots: what a side is after, how many units that takes, and who is sent."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.kernels import spread
from meuse.board.sets import listed, members
from meuse.games.mansteins_war import capitulation, control, fortresses, logistics
from meuse.games.mansteins_war.prospects import Judgement, goals, grown, passages, prizes, threat
from meuse.games.mansteins_war.setting import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    BRITISH,
    CORPS,
    DUTCH,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANY,
    HGB,
    HGC,
    NETHERLANDS,
    OKW,
)
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import Want, Ways

Group = tuple[dict[int, int], Iterator[Want], Ways]
"""Units with their hexes, where they are wanted, and the ways they take."""


def wants(j: Judgement, s: MansteinState, side: int) -> Iterator[Group]:
    """The units of a side by what they are sent for, and where that is."""
    setting = s.setting
    units = s.standing & setting.pieces_on[side] & setting.mobile
    if s.operator == side:
        units &= s.active
    roads = passages(s, side, False)
    for group, orders in _german(j, s, units) if side == GERMAN else _allied(j, s, units):
        for part, ways in ((group & s.sizes.armies, passages(s, side, True)), (group & ~s.sizes.armies, roads)):
            if part:
                yield _those(s, part), iter(orders), ways
    for train in listed(units & setting.trains):
        yield {train: s.where[train]}, _train(j, s, train), roads


def _those(s: MansteinState, units: int) -> dict[int, int]:
    where = s.where
    return {piece: where[piece] for piece in listed(units)}


# logistics units


def _train(j: Judgement, s: MansteinState, train: int) -> Iterator[Want]:
    """A logistics unit goes where a depot reaches it and it reaches most units of its command, out of harm's way."""
    setting = s.setting
    side, nation = setting.side_of[train], setting.nation[train]
    support = setting.support[nation]
    open_ground = logistics.open_ground(s, side)
    ends = logistics.sources(s, nation) & support.trains_to
    linked = logistics.followed(s, ends, open_ground, setting.mf[train])[setting.mf[train]]
    hexes, foe = linked & open_ground, s.held[other(side)]
    guards = s.standing & setting.pieces_on[side] & setting.armed & ~(1 << train)
    guarded = members([s.where[piece] for piece in listed(guards)])
    for near in range(int(j.numbers["train_far"]), 0, -1):
        out_of_reach = hexes & (guarded | ~grown(s, foe, near))
        if out_of_reach:
            hexes = out_of_reach
            break
    units = s.standing & setting.pieces_of[nation] & setting.mobile & ~setting.trains
    own = units & setting.pieces_in[setting.command[train]]
    front = sorted(listed(own or units), key=lambda p: (-_weight(j, s, p), p))
    near, close = grown(s, foe, int(j.numbers["train_front"])), int(j.numbers["train_close"])
    for piece in sorted(front, key=lambda p: not near >> s.where[p] & 1):
        disc = hexes & setting.board.disc(s.where[piece], min(max(setting.mf[piece] - 1, 1), close))
        hexes = disc or hexes
    yield Want("train", hexes, 1, each=False)


def _weight(j: Judgement, s: MansteinState, piece: int) -> float:
    return j.worth[piece][s.steps[piece]]


def few(j: Judgement) -> int:
    """How many units are sent for an ordinary place."""
    return int(j.numbers["few"])


def many(j: Judgement) -> int:
    """How many are sent for Paris, or for panzers that stand alone."""
    return int(j.numbers["many"])


# the German campaign


def _german(j: Judgement, s: MansteinState, units: int) -> Iterator[tuple[int, list[Want]]]:
    """Army Group B has the coast to itself, Army Group C and one reserve watch the Rhine; the rest is for all.

    The strongest unit of Army Group B is too good for the Netherlands.
    """
    setting = s.setting
    fighters = units & ~setting.trains
    home, mech, foot = [*_home(j, s, "alarm")], [*_panzer(j, s, ~_coast(s))], [*_infantry(j, s, ~_coast(s))]
    one = Want("home_guard", threatened(j, s), 1, each=False)
    dutch = Want("dutch", _falling(j, s, NETHERLANDS), 1)
    north, watch = fighters & setting.pieces_in[HGB], fighters & setting.pieces_in[HGC]
    others = fighters & ~north & ~watch
    strong = 1 << max(listed(north), key=lambda piece: (_weight(j, s, piece), piece)) if north else 0
    yield north & setting.mech & ~strong, [*home, dutch, *_panzer(j, s)]
    yield north & ~setting.mech & ~strong, [*home, dutch, *_infantry(j, s)]
    yield strong, [*home, *_infantry(j, s)]
    reserve = others & setting.pieces_in[OKW] & ~setting.mech
    yield reserve, [one, *_home(j, s, "intruder_reserve"), *foot]
    others &= ~reserve
    yield others & setting.mech, [*home, *mech]
    yield others & ~setting.mech, [*home, *foot]
    yield watch, [*_watch(j, s)]


def maginot(s: MansteinState) -> int:
    """Allied stacks in intact fortresses of the Maginot Line, which are left alone while there are others."""
    return s.setting.maginot & fortresses.intact(s, ALLIED) & s.held[ALLIED]


def hard(j: Judgement, s: MansteinState) -> int:
    """Allied stacks that even a strong attack would rather not touch."""

    def make() -> int:
        stacks = s.setting.board.members(s.held[ALLIED])
        return members(
            [
                hexa
                for hexa in stacks
                if threat(j, s, GERMAN, hexa, j.numbers["strong"], False, int(j.numbers["air_columns"])) <= 0
            ]
        )

    return s.remembered("hard", make)


def _falling(j: Judgement, s: MansteinState, country: int) -> int:
    """What a country still has to lose before it gives in."""
    return capitulation.missing(s, country) if capitulation.at_war(s, country) else 0


def _home(j: Judgement, s: MansteinState, pull: str) -> Iterator[Want]:
    """Intruders in Germany, and what they have taken; a lost depot is a matter for everybody, two are the end."""
    germany = s.setting.germany
    yield Want(pull, s.held[ALLIED] & germany, few(j))
    lost = germany & ~s.taken & goals(j, s, ALLIED)
    yield Want("lost_depot", lost & s.setting.depots, few(j))
    yield Want(pull, lost, 1)


def threatened(j: Judgement, s: MansteinState) -> int:
    """German depots that none but those who act now could hold, and that enemies could walk to past all the others.

    Nobody passes straight from one zone of control to another (7.2d), so the forts of the Westwall guard much.
    """
    setting = s.setting
    others = s.standing & setting.pieces_on[GERMAN] & setting.fighting & ~(s.active & setting.mobile)
    held = members([s.where[p] for p in listed(others)])
    foes = s.standing & setting.pieces_on[ALLIED] & setting.mobile & setting.armed
    reached = members([s.where[p] for p in listed(foes)])
    zone, stride = setting.board.zones(held, setting.ocean), setting.board.stride
    ground = setting.land & ~setting.no_armies & ~held
    for _ in range(int(j.numbers["home_reach"])):
        reached |= (spread(reached & ~zone, stride) | spread(reached & zone, stride) & ~zone) & ground
    return setting.depots_of[GERMANY] & s.taken & ~held & reached


def left(j: Judgement, s: MansteinState) -> int:
    """The places that score for the Germans and are not theirs, but for the Maginot Line."""
    return goals(j, s, GERMAN) & ~control.controlled(s, GERMAN) & ~s.setting.maginot


def _coast(s: MansteinState) -> int:
    """What is for Army Group B alone: the Netherlands, and the port that Belgium has yet to fall with, Antwerp."""
    setting = s.setting
    ports = setting.falls_with[BELGIUM] & setting.ports if capitulation.at_war(s, BELGIUM) else 0
    return setting.country[NETHERLANDS] | ports


def sector(j: Judgement, s: MansteinState, north: bool) -> int:
    """What Army Group B has yet to take, the small countries first, or the other Germans, who leave it the sea."""
    todo, belgian = left(j, s), _falling(j, s, BELGIUM)
    if north:
        return belgian | _falling(j, s, NETHERLANDS) or todo
    return (todo | belgian) & ~_coast(s) or todo


def _alone(s: MansteinState) -> int:
    """The hexes of German armies abroad that have no corps with them."""
    setting, hexes = s.setting, 0
    for piece in listed(s.standing & setting.pieces_on[GERMAN] & s.sizes.armies & ~setting.pieces_in[HGC]):
        hexa = s.where[piece]
        if not any(s.sizes.of[unit] == CORPS and not s.active >> unit & 1 for unit in s.stacks[hexa]):
            hexes |= 1 << hexa
    return hexes & ~setting.germany


def _prey(j: Judgement, s: MansteinState) -> int:
    """Allied stacks abroad that a strong attack beats; who comes to Germany is left to those who watch the Rhine."""
    return s.held[ALLIED] & ~s.setting.germany & ~maginot(s) & ~hard(j, s)


def _panzer(j: Judgement, s: MansteinState, among: int = -1) -> Iterator[Want]:
    setting, todo = s.setting, left(j, s) & among
    paris = 1 << setting.paris
    yield Want("company", _alone(s), 1)
    yield Want("panzer_port", todo & setting.channel_ports, few(j))
    yield Want("panzer_depot", todo & setting.depots_of[FRANCE] & ~paris, few(j))
    yield Want("panzer_paris", todo & paris, many(j))
    belgian = _falling(j, s, BELGIUM) & among
    yield Want("panzer_belgium", belgian | todo & setting.country[BELGIUM] & setting.depots, few(j))
    yield Want("panzer_prey", _prey(j, s), few(j))


def _infantry(j: Judgement, s: MansteinState, among: int = -1) -> Iterator[Want]:
    setting, todo = s.setting, left(j, s) & among
    paris = 1 << setting.paris
    yield Want("belgian", _falling(j, s, BELGIUM) & among, few(j))
    yield Want("depot", todo & setting.depots & ~paris & ~setting.country[NETHERLANDS], few(j))
    yield Want("port", todo & setting.channel_ports, 1)
    yield Want("paris", todo & paris, many(j))
    yield Want("prey", _prey(j, s), few(j))
    yield Want("garrison", _shaky(j, s, GERMAN) & ~setting.germany, 1)


def _watch(j: Judgement, s: MansteinState) -> Iterator[Want]:
    """The Upper Rhine: intruders, then the places the Allies would score with, only then the Maginot Line."""
    setting = s.setting
    yield Want("home_guard", threatened(j, s), 1)
    yield from _home(j, s, "intruder")
    forts = goals(j, s, ALLIED) & ~s.held[ALLIED] & grown(s, s.held[ALLIED], int(j.numbers["garrison_reach"]))
    yield Want("guard", forts & setting.germany, 1)
    yield Want("watch", s.held[ALLIED] & grown(s, setting.germany, 1) & ~maginot(s), few(j))
    yield Want("fort", setting.maginot & ~s.taken, few(j))


def _shaky(j: Judgement, s: MansteinState, side: int) -> int:
    """Places of a side that score or that a country has yet to fall with, near the enemy, and held by nobody else."""
    own = goals(j, s, GERMAN) | goals(j, s, ALLIED)
    for country, hexes in s.setting.falls_with.items():
        if capitulation.at_war(s, country):
            own |= hexes
    others = s.standing & s.setting.fighting & s.setting.pieces_on[side] & ~s.active
    held = members([s.where[piece] for piece in listed(others)])
    return own & control.owned(s, side) & ~held & grown(s, s.held[other(side)], int(j.numbers["garrison_reach"]))


# the Allies


def _allied(j: Judgement, s: MansteinState, units: int) -> Iterator[tuple[int, list[Want]]]:
    setting = s.setting
    fighters = units & ~setting.trains
    if capitulation.at_war(s, NETHERLANDS):
        yield fighters & setting.pieces_of[DUTCH], [*_minor(j, s, NETHERLANDS)]
    if capitulation.at_war(s, BELGIUM):
        yield fighters & setting.pieces_of[BELGIANS], [*_minor(j, s, BELGIUM)]
    line = 0
    for piece in listed(fighters & setting.pieces_of[FRENCH]):
        hexa = s.where[piece]
        held = setting.maginot >> hexa & 1 and grown(s, s.held[GERMAN], 1) >> hexa & 1
        line |= bool(held) << piece
    french = fighters & setting.pieces_of[FRENCH] & ~line
    yield line, [*_line(j, s)]
    yield french, [*_french(j, s)]
    yield fighters & setting.pieces_of[BRITISH], [*_bef(j, s)]


def _minor(j: Judgement, s: MansteinState, country: int) -> Iterator[Want]:
    """Belgians and Dutch hold what their country falls with, then its other cities, then the border."""
    setting = s.setting
    home = setting.country[country]
    yield Want("capital", setting.falls_with[country] & ~s.held[GERMAN] & ~s.open_cities, few(j))
    yield Want("home_city", setting.cities & home & ~s.held[GERMAN] & ~s.open_cities, 1)
    yield from _posts(j, s, home)


def _line(j: Judgement, s: MansteinState) -> Iterator[Want]:
    """Who holds the Maginot Line stays there, and strikes at what is weak beyond it."""
    yield Want("hold", s.setting.maginot & ~s.held[GERMAN], few(j))
    yield from _raids(j, s)


def _raids(j: Judgement, s: MansteinState) -> Iterator[Want]:
    """Places in Germany that score and that nobody holds."""
    setting = s.setting
    free = goals(j, s, ALLIED) & s.taken & ~s.held[GERMAN] & grown(s, s.held[ALLIED], int(j.numbers["raid_reach"]))
    yield Want("raid", free & setting.germany, 1)


def in_danger(j: Judgement, s: MansteinState) -> int:
    """Places that score for the Germans and are Allied, with Germans near."""
    return (
        goals(j, s, GERMAN)
        & ~s.taken
        & ~s.open_cities
        & ~s.setting.maginot
        & grown(s, s.held[GERMAN], int(j.numbers["danger"]))
    )


def _french(j: Judgement, s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    france = setting.country[FRANCE]
    danger = in_danger(j, s)
    paris = 1 << setting.paris
    yield Want("paris_guard", danger & paris, many(j))
    yield Want("guard_depot", danger & setting.depots & france & ~paris, few(j))
    yield Want("guard_port", danger & setting.channel_ports, 1)
    yield Want("recapture", _recapture(j, s), few(j))
    yield Want("panzer", stray(s), many(j))
    yield from _posts(j, s, france | setting.country[BELGIUM])
    yield Want("reserve", setting.depots & france & ~s.taken, 1)


def _bef(j: Judgement, s: MansteinState) -> Iterator[Want]:
    setting = s.setting
    danger = in_danger(j, s)
    coast = int(j.numbers["coast"])
    north = setting.depots & (setting.country[BELGIUM] | grown(s, setting.channel_ports, coast))
    yield Want("bef_guard", danger & (north | setting.channel_ports), 1)
    yield Want("recapture", _recapture(j, s) & grown(s, setting.channel_ports, coast + 1), few(j))
    yield Want("panzer", stray(s), many(j))
    yield from _posts(j, s, setting.country[FRANCE] | setting.country[BELGIUM])


def _recapture(j: Judgement, s: MansteinState) -> int:
    """Places that score for the Germans and that no German holds."""
    return goals(j, s, GERMAN) & s.taken & ~s.held[GERMAN] & ~s.open_cities


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


def _posts(j: Judgement, s: MansteinState, country: int) -> Iterator[Want]:
    """Hexes of the line in a country: close to the enemy but not beyond it; good ground pulls more."""
    setting = s.setting
    danger = s.held[GERMAN]
    home = country & setting.land & ~s.taken & ~danger & ~s.open_cities
    front = grown(s, danger, int(j.numbers["line"])) & home
    close = grown(s, danger, 1)
    strong = weak = 0
    for hexa in setting.board.members(front):
        river = j.wet[hexa] & close
        if j.cover[hexa] or river or fortresses.stands(s, hexa):
            strong |= 1 << hexa
        else:
            weak |= 1 << hexa
    free = ~enemy_zone(s, ALLIED)
    yield Want("post", strong, 1)
    yield Want("field", weak & free, 1)


def dear(j: Judgement, s: MansteinState, hexa: int) -> int:
    """The points a place is worth to either side."""
    return prizes(j, s, GERMAN).get(hexa, 0) + prizes(j, s, ALLIED).get(hexa, 0)
