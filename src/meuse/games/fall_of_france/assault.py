"""Chapter 9.3: the assault on fortifications without a garrison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, Preview
from meuse.engine.preview import Factor, added, one_die
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import air, control, fortifications, losses
from meuse.games.fall_of_france.events import Assaulted, AssaultEnded
from meuse.games.fall_of_france.fortifications import FORTRESS, LEVELS
from meuse.games.fall_of_france.setting import GERMAN
from meuse.games.fall_of_france.state import FallState, FallStep, UnitChoice, listed, other
from meuse.games.fall_of_france.supply import network
from meuse.games.fall_of_france.tables import BreachRow
from meuse.games.fall_of_france.ways import finish

# who may, and where


def able(s: FallState, group: Pieces, mech_ops: bool) -> Pieces:
    """The units of a group that may assault now: sound infantry with a point left, each once a phase (9.3b, R38).

    In Mechanised Operations that is motorised infantry, in place of its half-move (15.2c).
    """
    is_infantry, left = s.setting.is_infantry, s.left
    shut = s.disrupted | s.cadred | s.tried | (s.begun if mech_ops else 0)
    return tuple([piece for piece in group if is_infantry[piece] and left[piece] and not shut >> piece & 1])


def walled(s: FallState, hexa: int, side: int) -> int:
    """The hexes next to a hex that an intact enemy fortification closes from there."""
    setting = s.setting
    shut = setting.board.across(hexa, fortifications.shut(s).steps[side])
    return shut & ~setting.board.across(hexa, setting.sea_sides) & setting.land


def targets(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> int:
    """The hexes whose fortified hexside some unit of a group may assault."""
    side = s.setting.side_of[group[0]]
    if not fortifications.shut(s).steps[side].touched >> hexa & 1 or not able(s, group, mech_ops):
        return 0
    return walled(s, hexa, side) & ~s.held[other(side)]


def target_bars(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> Iterator[Bar]:
    """Why a hex cannot be assaulted."""
    side = s.setting.side_of[group[0]]
    yield Bar(~s.setting.board.around[hexa], "9.3b", "{it} is not next to the group")
    yield Bar(~walled(s, hexa, side), "9.3a", "no intact fortification bars the way into {it}")
    yield Bar(s.held[other(side)], "9.3b", "{it} has a garrison: it must be attacked in combat")
    if not able(s, group, mech_ops):
        if mech_ops:
            yield Bar(ALL, "15.2c", "only motorised infantry may assault {it} now, once and in place of its half-move")
        else:
            yield Bar(ALL, "9.3b", "no sound infantry with movement points is left here to assault {it}")


def begin(s: FallState, hexa: int, group: Pieces, target: int, mech_ops: bool) -> None:
    """A unit of the group assaults the fortified hexside of a target."""
    s.push(Storm(hexa, target, able(s, group, mech_ops)))


# what counts


def level_at(s: FallState, hexa: int, target: int) -> int:
    """The level of the fortified hexside between an assaulting unit and its target; the highest counts."""
    direction = s.setting.board.direction(target, hexa)
    return max(level for level, six in enumerate(s.walls) if six[direction] >> target & 1)


class Odds(NamedTuple):
    """An assault before the die."""

    die: int
    factors: tuple[Factor, ...]


def modifiers(s: FallState, side: int, target: int, level: int) -> Odds:
    """What changes the die of an assault: the wall, air support in the fortified hex, a German HQ beside it (9.3j)."""
    table, row = s.setting.tables.breach, LEVELS[level]
    factors = [Factor(s.setting.tables.tec[row].name, f"{table.against[row]:+}", "9.3j")]
    if air.supports(s, side, target):
        factors.append(Factor("air support", f"{table.air:+}", "9.3j"))
    if side == GERMAN and hq_beside(s, target):
        factors.append(Factor("HQ support", f"{table.headquarters:+}", "9.3j"))
    return Odds(added(factors), tuple(factors))


def hq_beside(s: FallState, target: int) -> bool:
    """Is a supplied, undisrupted German HQ next to a hex (R39)?"""
    near = s.setting.board.around[target]
    sound = s.setting.hqs & s.standing & ~s.disrupted
    return any(near >> s.where[hq] & 1 and not network(s).cut[GERMAN] >> hq & 1 for hq in listed(sound))


def result_of(s: FallState, die: int) -> BreachRow:
    """The row of the table for a modified die; beyond its ends the last row counts."""
    rows = s.setting.tables.breach.results
    return rows[max(0, min(die - rows[0].die, len(rows) - 1))]


def result_words(row: BreachRow) -> str:
    """A result of the table in words."""
    return ("breach" if row.breach else "no breach") + (", the unit is disrupted" if row.disrupted else "")


def preview(s: FallState, odds: Odds) -> Preview:
    names = [result_words(result_of(s, die + odds.die)) for die in range(1, 7)]
    return one_die("assault on fortifications", names, odds.factors)


def roll(s: FallState, unit: int, target: int, odds: Odds) -> BreachRow:
    """Roll for an assault."""
    air.over_city(s, target)
    s.events.append(Assaulted(("9.3b",), unit, target))
    die = s.roll("assault on fortifications", ("9.3j",)) + odds.die
    row = result_of(s, die)
    s.events.append(AssaultEnded(("9.3k",), die, target, row.breach))
    return row


# the steps


class Storm(UnitChoice):
    """Which unit of the group assaults (9.3b)."""

    hex: Place
    target: Place
    group: Pieces

    forced = public = True
    hand, spot = "group", "target"
    asks = "Assault on {target}: choose the unit that tries it."
    help = Help("9.3c", "One infantry unit tries to breach the hexside; that takes all its movement points.")
    words = {"commit": "{it} assaults"}
    others = "9.3b", "{it} cannot assault here"

    def commit(self, s: FallState, piece: int) -> None:
        s.turn_into(Assault(self.hex, self.target, piece))


class Assault(FallStep):
    """A unit tries to breach the hexside in front of it (9.3)."""

    hex: Place
    target: Place
    unit: Piece

    public = True
    hand, spot = "unit", "target"
    asks = "{unit} assaults the fortifications of {target}: roll the die."
    help = Help("9.3d", "On a good roll the hexside stays open: others may then pass, but this unit has finished.")
    words = {"fight": "Roll the die"}
    rolls = ("fight",)

    def about(self, s: FallState) -> Subject:
        return (self.unit,), (self.hex, self.target)

    def odds(self, s: FallState) -> Odds:
        return modifiers(s, self.side(s), self.target, level_at(s, self.hex, self.target))

    def preview(self, s: FallState, option: Option) -> Preview:
        return preview(s, self.odds(s))

    def fight(self, s: FallState, value: int) -> None:
        """Whatever comes of it, the unit has used all its movement points (9.3c) and does not enter (9.3f)."""
        s.pop()
        control.provoke(s, self.side(s), self.target)
        row = roll(s, self.unit, self.target, self.odds(s))
        if row.breach:
            fortifications.breach(s, self.target, s.setting.board.direction(self.target, self.hex))
        finish(s, (self.unit,))
        s.tried |= 1 << self.unit
        s.hand = None  # others of its stack may have a new way
        if row.disrupted:
            losses.disrupt(s, self.unit, ("9.3k",))


def fortress_odds(s: FallState, target: int) -> Odds:
    """The assault of a unit that lands in a fortress (9.2d)."""
    return modifiers(s, GERMAN, target, FORTRESS)
