"""Risky crossings (R14): over a major river by boat, ford or pontoon (11.9.2, 12.4e).

A unit tries one as its whole action, alone or with officers who go along. It rolls two dice against its morale.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from meuse.board.sets import members
from meuse.engine import ALL, Bar, Option, Pieces
from meuse.engine.preview import Factor, Outcome, Preview
from meuse.games.france_1940 import costs, morale, stacking
from meuse.games.france_1940.events import CrossingTried
from meuse.games.france_1940.movement import open_to, tied_bars, weight
from meuse.games.france_1940.setting import CREW, FOOT
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.transport import left

HOW = {"boat": "across by boat", "cross": "across the river"}
CLAUSES = {"boat": ("11.9.2f",), "cross": ("11.9.2d", "12.4e")}


def _alone(s: FranceState, group: Pieces) -> bool:
    """One unit at a time, with officers; or officers alone."""
    return sum([s.setting.units >> who & 1 for who in group]) <= 1 and s.where[group[0]] >= 0


def options(s: FranceState, group: Pieces) -> list[Option]:
    """All risky ways that a group in hand could try."""
    setting = s.setting
    here = s.where[group[0]]
    if here < 0:
        return []
    around = setting.board.around[here] | 1 << here
    made: list[Option] = []
    if around & setting.waters.plain and _alone(s, group):
        made += setting.vocabulary.open("boat", ~boats(s, group))
        made += setting.vocabulary.open("cross", ~fords(s, group))
    return made


def bars(s: FranceState, group: Pieces, verb: str) -> Iterator[Bar]:
    """Why a group cannot try to get to a hex."""
    setting = s.setting
    side = setting.side_of[group[0]]
    if not _alone(s, group):
        yield Bar(ALL, "3.3.2t", "one unit at a time tries this, from a hex of the board")
        return
    yield Bar(s.masks[1 - side], "11.9.2g", "{it} holds enemies")
    yield from tied_bars(s, group)
    yield from stacking.bars(s, side, weight(s, group))
    if verb == "boat":
        if not setting.by_side("boats")[side]:
            yield Bar(ALL, "11.9.2f", "there are no boats")
        elif not _boats_left(s, side):
            yield Bar(ALL, "11.9.2f", "all boats have been used this turn")
        yield Bar(~boats(s, group), "11.9.2f", "{it} is not straight across the river, or cannot be landed at")
    else:
        yield Bar(~fords(s, group), "11.9.2d", "no ford or pontoon leads to {it}, or there are not points enough")


def _unit(s: FranceState, group: Pieces) -> int:
    """The unit of the group; -1 for officers alone."""
    return next((who for who in group if s.setting.units >> who & 1), -1)


def _landing(s: FranceState, group: Pieces) -> int:
    """Hexes in which a group may come to stand: open to it, with room (4a, 5.2g, 5.3b, 14.1b)."""
    return open_to(s, group) & ~stacking.crowded(s, s.setting.side_of[group[0]], weight(s, group))


def _enterable(s: FranceState, group: Pieces, hexes: int) -> int:
    """Those of some hexes whose ground is not closed to anybody in the group (5.7a)."""
    ways = {s.setting.gait[who] for who in group}
    found = hexes
    for way in ways:
        found &= members([h for h in s.setting.board.members(hexes) if costs.off_road_price(s, way, h) is not None])
    return found


def _side_of(s: FranceState, here: int, river: int) -> int:
    """On which bank of a river hex a neighbour lies: 0, 1, or -1 up or down the river."""
    banks = s.setting.waters.banks[river]
    return 0 if banks.first >> here & 1 else 1 if banks.second >> here & 1 else -1


def _boats_left(s: FranceState, side: int) -> int:
    return s.setting.by_side("boats")[side] - s.boats[side]


def boats(s: FranceState, group: Pieces) -> int:
    """Where a group beside a major river can land: by the same river hex on the far bank (11.9.2f, 11.9.2g)."""
    setting, waters, here = s.setting, s.setting.waters, s.where[group[0]]
    if not waters.major or _boats_left(s, setting.side_of[group[0]]) <= 0 or waters.plain >> here & 1:
        return 0
    found = 0
    for river in setting.board.members(setting.board.around[here] & waters.plain):
        bank = _side_of(s, here, river)
        if bank >= 0:
            found |= waters.across(river, bank)
    return _enterable(s, group, found & ~waters.wet & _landing(s, group))


def _bridging(s: FranceState, who: int, river: int) -> int | None:
    """What a mover pays for the water of a river hex with a ford or pontoon, on top; None if it may use neither."""
    setting, works = s.setting, s.setting.scenario.works
    way = setting.gait[who]
    bit = 1 << river
    asked: list[int] = []
    fords = (
        setting.works("fords") | (setting.works("foot_fords") if way == FOOT else 0)
        if works.fords or works.foot_fords
        else 0
    )
    if fords & bit and setting.waters.major:
        asked.append(costs.river_price(s, way))
    if (s.pontoons | (s.foot_pontoons if way in (FOOT, CREW) else 0)) & bit:
        asked.append(costs.pontoon_price(s, way))
    return min(asked, default=None)


def fords(s: FranceState, group: Pieces) -> int:
    """Where a ford or pontoon leads a group: the river hex itself, or a hex beyond it (11.9.2d, 11.9.2e)."""
    setting, waters, here = s.setting, s.setting.waters, s.where[group[0]]
    spots = (s.pontoons | s.foot_pontoons | setting.works("fords") | setting.works("foot_fords")) & waters.plain
    found = 0
    for river in setting.board.members(spots & (setting.board.around[here] & open_to(s, group) | 1 << here)):
        found |= _over(s, group, here, river)
    return found & _landing(s, group)


def _over(s: FranceState, group: Pieces, here: int, river: int) -> int:
    """The hexes that a group can pay for by way of one river hex."""
    waters = s.setting.waters
    bank = s.second_bank >> group[0] & 1 if here == river else _side_of(s, here, river)
    if bank < 0:
        return 0
    beyond = (waters.across(river, bank) & ~waters.wet) | (1 << river if here != river else 0)
    found = beyond
    for who in group:
        added = _bridging(s, who, river)
        if added is None:
            return 0
        net = costs.net(s, s.setting.gait[who])
        first = 0 if here == river else net.base(here, river)
        if first < 0:
            return 0
        rest, points = s.setting.move[who] != FOOT and not s.spent[who], left(s, who)
        able = 0
        for there in s.setting.board.members(beyond):
            onward = 0 if there == river else net.base(river, there)
            one_hex = there == river or here == river
            if onward >= 0 and (first + added + onward <= points or (rest and one_hex)):
                able |= 1 << there
        found &= able
    return found


# the attempt


def needed(s: FranceState, group: Pieces) -> int:
    """What two dice may show at most: a unit's morale, a transport's own number, an officer's morale (R14)."""
    setting, unit = s.setting, _unit(s, group)
    if unit < 0:
        formation = s.led_by(group[0])
        return morale.of_formation(s, formation) if formation >= 0 else setting.morale[group[0]]
    if setting.transports >> unit & 1:
        return setting.charts.morale.risky_transport
    if setting.horses >> unit & 1:
        unit = s.cargo(unit)[0]
    return morale.of_unit(s, unit)


def preview(s: FranceState, group: Pieces, option: Option) -> Preview:
    """The chance to get across, if nobody fires first."""
    most = needed(s, group)
    passes = Fraction(sum(a + b <= most for a in range(1, 7) for b in range(1, 7)), 36)
    names = ((passes, f"gets {HOW[option.verb]}"), (1 - passes, "stays where it is"))
    outcomes = tuple(Outcome(chance, (), name) for chance, name in names if chance)
    return Preview("Two dice against morale", outcomes, (Factor("morale", str(most), CLAUSES[option.verb][-1]),))


def attempt(s: FranceState, group: Pieces, how: str, goal: int) -> bool:
    """Roll for a crossing (R14); a boat is used whether it succeeds or not (11.9.2f)."""
    if how == "boat":
        side = s.setting.side_of[group[0]]
        s.boats = tuple([used + (number == side) for number, used in enumerate(s.boats)])
    most, unit = needed(s, group), _unit(s, group)
    unit = unit if unit >= 0 else group[0]
    rolled = sum(s.roll(f"crossing of {s.spoken(unit)}", CLAUSES[how]) for _ in range(2))
    passed = rolled <= most
    s.events.append(CrossingTried(CLAUSES[how], unit, HOW[how], goal, most, rolled, passed))
    return passed


def bank(s: FranceState, group: Pieces, goal: int) -> int:
    """The bank on which a group stands after it has crossed into a river hex: the far one."""
    if not s.setting.waters.plain >> goal & 1:
        return 0
    return 1 - max(_side_of(s, s.where[group[0]], goal), 0)
