"""Chapter 21: set-up. Each side keeps a plan in secret, then sets up by hand or takes the ready set-up of its plan.

The Allies come first. Logistics units are placed before the commands that gather around them, then fortress units, then
units that may stand anywhere (R92). No choice may leave a later unit without a hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from meuse.board.sets import listed, members, one_each, union
from meuse.engine import ALL, Bar, Help, Option, Piece, closed
from meuse.games.mansteins_war import commands, control, stacking
from meuse.games.mansteins_war.events import Placed, PlanKept
from meuse.games.mansteins_war.sequence import BeginTurn
from meuse.games.mansteins_war.setting import (
    ALLIED,
    AVAILABLE,
    BRITISH,
    COMMANDS,
    COUNTRIES,
    FRANCE,
    GERMAN,
    NATIONS,
    SIDES,
    SPARE,
    UNPLACED,
    WAITING,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep

TRAINS, COMMANDED, FORTRESSES, FREE = range(4)
"""The order in which units of a side are set up (R92)."""


def begin(s: MansteinState) -> None:
    """The table before set-up: control, refit points, every counter in its box, fortress units without a choice."""
    setting = s.setting
    s.taken = control.at_start(s)
    s.out = setting.left_aside(s.rulings)
    s.points = bytearray(setting.scenario.refit[nation] for nation in NATIONS)
    shelve(s)
    for piece in setting.pieces:
        if piece.hex and s.where[piece.number] == UNPLACED:
            s.put(piece.number, setting.board.place(piece.hex))  # 21.1d, 21.1e, 21.2e
    s.push(*setup_steps(s))


def shelve(s: MansteinState) -> None:
    """Every counter in its box before set-up (21.0c, 21.0d, 21.1j, 21.2f)."""
    setting, where, spare = s.setting, s.where, s.setting.spares(s.rulings)
    s.steps[:] = setting.full
    for number, piece in enumerate(setting.pieces):
        early = bool(piece.arrives_with) and s.rulings["allied_armour"] == "yes"  # 28.2a
        if spare >> number & 1:
            where[number] = SPARE
        elif piece.arrives and not early:
            where[number], s.due[number] = WAITING, piece.arrives
            s.steps[number] = piece.arrives_with or setting.full[number]
        else:
            where[number] = UNPLACED if setting.ground >> number & 1 else AVAILABLE
    s.touch()


def setup_steps(s: MansteinState) -> list[MansteinStep]:
    """Who does what before the first turn, the first last (21.0b)."""
    first = SIDES.index(s.setting.scenario.first)
    steps: list[MansteinStep] = []
    for side in (first, 1 - first):
        steps += [ChoosePlan(side), Setup(side), Schedule(side)]
    return [BeginTurn(), *reversed(steps)]


# plans


class ChoosePlan(SideStep):
    """Each side keeps one of its plans; the others are out, and nobody else knows which (21.1l, 21.2h)."""

    heading = coming = "{side} plan"
    asks = "Keep one of your plans. Your opponent will not know which until it is played."
    words = {"keep": "Keep {it}"}

    def explained(self, s: MansteinState) -> Help:
        if self.mover == GERMAN and s.rulings["german_plan"] == "first":
            return Help("21.2h", "The plan you keep is in your bin in the first turn; the others are out of the game.")
        clause = "21.1l" if self.mover else "21.2h"
        return Help(clause, "You may use the plan you keep in any one turn; the others are out of the game.")

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        clause = "21.1l" if self.mover == ALLIED else "21.2h"
        yield Bar(~s.setting.plans[self.mover], clause, "{it} is none of your plans")

    def keep(self, s: MansteinState, marker: int) -> None:
        s.pop()
        s.out |= s.setting.plans[self.mover] & ~(1 << marker)
        row = s.setting.markers[marker]
        s.events.append(PlanKept((row.clause,), self.mover, row.name))


def kept(s: MansteinState, side: int) -> str:
    """The plan that a side has kept, by its id."""
    plans = listed(s.setting.plans[side] & ~s.out)
    return s.setting.markers[plans[0]].id


# where units may be set up


@lru_cache(maxsize=16)
def stages(setting: MansteinSetting) -> bytes:
    """When each unit is set up among those of its side (R92)."""
    return bytes(stage(setting, piece.number) for piece in setting.pieces)


def stage(setting: MansteinSetting, piece: int) -> int:
    """When a unit is set up among those of its side (R92)."""
    command = setting.command[piece]
    if setting.fortress_units >> piece & 1:
        return FORTRESSES
    if not setting.scenario.range[COMMANDS[command]].within:
        return FREE
    return TRAINS if setting.train_of.get(command) == piece else COMMANDED


def unplaced(s: MansteinState, side: int) -> list[int]:
    """The units that a side has still to set up."""
    where = s.where
    return [piece for piece in s.setting.refittable[side] if where[piece] == UNPLACED]


@lru_cache(maxsize=1 << 14)
def gathered(setting: MansteinSetting, command: int, hexa: int) -> int:
    """The hexes in which a command sets up if its logistics unit stands in a hex (21.1b, 21.2d)."""
    rule = setting.scenario.range[COMMANDS[command]]
    return setting.board.disc(hexa, rule.within) & setting.country[COUNTRIES.index(rule.country)]


def area(s: MansteinState, piece: int) -> int:
    """The hexes in which a unit may be set up, whatever stands there (21.1, 21.2)."""
    setting, command = s.setting, s.setting.command[piece]
    country = setting.country[COUNTRIES.index(setting.scenario.range[COMMANDS[command]].country)]
    when = stages(setting)[piece]
    if when in (TRAINS, FREE):
        return country
    train = setting.train_of[command]
    near = gathered(setting, command, s.where[train]) if s.where[train] >= 0 else country
    return near & setting.forts if when == FORTRESSES else near


def clause_of(s: MansteinState, piece: int) -> str:
    """The clause that says where a unit is set up."""
    setting, when = s.setting, stages(s.setting)[piece]
    if setting.side_of[piece] == GERMAN:
        return {TRAINS: "21.2c", FORTRESSES: "21.2e"}.get(when, "21.2d")
    nation = NATIONS[setting.nation[piece]]
    named = {"belgian": "21.1h", "dutch": "21.1i", "british": "21.1g"}
    return named.get(nation) or {COMMANDED: "21.1b", FORTRESSES: "21.1c"}.get(when, "21.1a")


# never a dead end


def wishes(s: MansteinState, side: int, when: int, without: int) -> list[int]:
    """For each unit of a stage still to be set up, but one, the hexes that have room for it now."""
    setting, when_of, of = s.setting, stages(s.setting), s.sizes.of
    wanted: list[int] = []
    alike: dict[tuple[int, int, int], int] = {}
    """Units of one command, nation and size have the same hexes."""
    for piece in unplaced(s, side):
        if piece != without and when_of[piece] == when:
            key = setting.command[piece], setting.nation[piece], of[piece]
            if key not in alike:
                alike[key] = area(s, piece) & ~stacking.full_hexes(s, piece) & ~_left_to_others(setting, piece)
            wanted.append(alike[key])
    return wanted


def _left_to_others(setting: MansteinSetting, piece: int) -> int:
    """Hexes that no British unit can count on: French fortress units may need all fortresses (6.0e)."""
    mobile = setting.nation[piece] == BRITISH and not setting.fortress_units >> piece & 1
    return setting.forts if mobile else 0


def blocked(s: MansteinState, piece: int, hexes: int) -> int:
    """Those of some hexes in which a unit would leave others without a place of their own."""
    setting = s.setting
    side, when = setting.side_of[piece], stages(setting)[piece]
    if when == TRAINS:
        return _too_far(s, piece, hexes)
    if when == FREE:
        return 0
    rivals = wishes(s, side, when, piece)
    british = when == COMMANDED and setting.nation[piece] == BRITISH
    garrisons = wishes(s, side, FORTRESSES, piece) if british else []  # who may not stack with them (6.0e)
    return _needed(rivals, hexes) | _needed(garrisons, hexes)


def _needed(wanted: list[int], hexes: int) -> int:
    """Those of some hexes without which not each of some wishes could have a place of its own.

    It matters only in the sets of those who have hardly more places than there are wishes.
    """
    few = union([mask for mask in set(wanted) if mask.bit_count() <= len(wanted)])
    if not few:
        return 0
    needed = 0 if one_each(wanted) else hexes
    for hexa in listed(hexes & few & ~needed):
        if not one_each([mask & ~(1 << hexa) for mask in wanted]):
            needed |= 1 << hexa
    return needed


def _too_far(s: MansteinState, piece: int, hexes: int) -> int:
    """Hexes for a command's logistics unit from which its units, or those of other commands, would not find room."""
    setting, command = s.setting, s.setting.command[piece]
    settled = {c: s.where[train] for c, train in setting.train_of.items() if s.where[train] >= 0}
    when_of = stages(setting)
    start = members([p for p in unplaced(s, setting.side_of[piece]) if when_of[p] == COMMANDED])
    key = (command, tuple(sorted(settled.items())), start)
    known = setting.too_far.get(key)
    if known is None:
        if len(setting.too_far) > 5000:
            setting.too_far.clear()
        known = setting.too_far[key] = _without_room(s, piece, settled, start)
    return known & hexes


def _without_room(s: MansteinState, piece: int, settled: dict[int, int], start: int) -> int:
    """Hexes of a command's logistics unit from which not every unit has a hex of its own, and fortress units, too.

    ``settled``: where the logistics units of other commands stand; ``start``: who gathers around them.
    """
    setting, command = s.setting, s.setting.command[piece]
    others = [
        mask
        for c, hexa in settled.items()
        for mask in _gathering(setting, c, hexa, listed(setting.pieces_in[c] & start))
    ]
    units = listed(setting.pieces_in[command] & start)
    total, ground, shut = len(others) + len(units), area(s, piece), 0
    if not one_each(others):
        return ground
    camps, groups = _camps(setting, command, ground), setting.garrisons
    if command in groups or groups.keys() & settled.keys():
        near = {c: gathered(setting, c, settled[c]) & setting.forts if c in settled else ANY_FORTS for c in groups}
        for forts, hexes in camps.by_forts:
            if command in groups:
                near[command] = forts
            if not _forts_enough(setting, tuple(near.values())):
                shut |= hexes
    ample = union([hexes for space, hexes in camps.by_space if space >= total])  # room when all others are served
    for hexa in setting.board.members(ground & ~shut & ~ample):
        if not one_each(others + _gathering(setting, command, hexa, units)):
            shut |= 1 << hexa
    return shut


class Camps(NamedTuple):
    """The hexes in which a command's logistics unit can be set up, by what they offer."""

    by_forts: tuple[tuple[int, int], ...]
    """The fortresses in reach of its fortress units, and from where."""
    by_space: tuple[tuple[int, int], ...]
    """How many hexes there are for any unit, neither rough nor fortified, and from where."""


@lru_cache(maxsize=256)
def _camps(setting: MansteinSetting, command: int, hexes: int) -> Camps:
    forts, space = dict[int, int](), dict[int, int]()
    for hexa in setting.board.members(hexes):
        near = gathered(setting, command, hexa)
        reach = near & setting.forts if command in setting.garrisons else 0
        plain = (near & ~setting.rough & ~setting.forts).bit_count()
        forts[reach] = forts.get(reach, 0) | 1 << hexa
        space[plain] = space.get(plain, 0) | 1 << hexa
    return Camps(tuple(forts.items()), tuple(space.items()))


def _gathering(setting: MansteinSetting, command: int, hexa: int, units: Sequence[int]) -> list[int]:
    """For each of some units of a command, where it could be set up if its logistics unit is in a hex."""
    ground = gathered(setting, command, hexa) & ~setting.rough
    return [ground & ~_left_to_others(setting, unit) for unit in units]


ANY_FORTS = -1
"""The fortresses in reach of a logistics unit that can still be set up anywhere."""


@lru_cache(maxsize=1 << 14)
def _forts_enough(setting: MansteinSetting, near: tuple[int, ...]) -> bool:
    """Can the fortress units of all French army groups still find fortresses of their own (21.1c, 21.1f)?

    ``near``: the fortresses in reach of each army group, or ANY_FORTS.
    """
    choices, numbers = [], setting.garrisons.values()
    for command, forts, number in zip(setting.garrisons, near, numbers, strict=True):
        reach = fort_sets(setting, command) if forts == ANY_FORTS else [forts]
        choices.append([mask for mask in reach if mask.bit_count() >= number])
    return any(
        one_each(mask for mask, number in zip(pick, numbers, strict=True) for _ in range(number))
        for pick in product(*choices)
    )


def fort_sets(setting: MansteinSetting, command: int) -> list[int]:
    """The fortresses in reach of a command's logistics unit, for hexes that it may be set up in, the most first.

    Hexes from which all of them are in reach and others besides stand for those that reach fewer.
    """
    known = setting.fort_sets.get(command)
    if known is None:
        hexes = setting.board.members(setting.country[FRANCE])
        reached = {gathered(setting, command, hexa) & setting.forts for hexa in hexes}
        best = [forts for forts in reached if not any(forts != more and forts & more == forts for more in reached)]
        known = setting.fort_sets[command] = sorted(best, key=int.bit_count, reverse=True)
    return known


# steps


def place(s: MansteinState, piece: int, hexa: int) -> None:
    """A unit is set up; fortress units, which never move, lie at the bottom."""
    s.put(piece, hexa, on_top=not s.setting.fortress_units >> piece & 1)
    s.events.append(Placed((clause_of(s, piece),), piece, hexa))


def ready_units(s: MansteinState, side: int) -> Iterator[tuple[int, int]]:
    """Units and hexes of the ready set-up that suits a side's plan, in the order of set-up."""
    setting = s.setting
    tables = setting.scenario.german if side == GERMAN else setting.scenario.allied
    table = tables[kept(s, side)]
    wanted = {
        setting.piece(unit): setting.board.place(label)
        for label, units in (*table.units.items(), *table.optional.items())
        for unit in reversed(units)
    }
    for piece in sorted(wanted, key=lambda piece: stage(setting, piece)):
        if s.where[piece] == UNPLACED:
            yield piece, wanted[piece]


class Setup(SideStep):
    """Choose the next unit to place, or take the ready set-up."""

    heading = coming = "{side} set-up"
    asks = "Set up your units: choose one to place."
    help = Help(
        "21.0c",
        "The logistics unit of each command comes first, then its units around it; the ready set-up places all of "
        "them to suit your plan.",
    )
    words = {"place": "Set up {it}", "ready": "Take the ready set-up"}
    takes_up = "place"

    def options(self, s: MansteinState) -> list[Option]:
        left = unplaced(s, self.mover)
        if not left:
            return []
        options = s.setting.vocabulary.named("place", members(self._now(s, left)))
        return options if self._begun(s) else options + s.setting.say["ready"]

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting, left = s.setting, unplaced(s, self.mover)
        if verb == "ready":
            if self._begun(s) or not left:
                yield Bar(ALL, "21.0c", "units have been placed by hand already")
            return
        where = list(enumerate(s.where))
        yield Bar(~setting.ground, "6.4a", "{it} is no ground unit and is not set up on the map")
        yield Bar(members(p for p, box in where if box == SPARE), "21.0d", "{it} belongs to options not in force")
        yield Bar(~setting.pieces_on[self.mover], "21.0b", "{it} is not for this side to set up")
        yield Bar(members(p for p, box in where if box == WAITING), "21.0c", "{it} arrives later")
        yield Bar(~members(left), "21.0c", "{it} has been set up")
        later = "{it} comes later: first logistics units, then their commands, fortress units, and all others"
        yield Bar(~members(self._now(s, left)), "21.1b" if self.mover else "21.2d", later)

    def _now(self, s: MansteinState, left: list[int]) -> list[int]:
        """Those of some units whose stage it is (R92)."""
        when_of = stages(s.setting)
        first = min([when_of[piece] for piece in left], default=0)
        return [piece for piece in left if when_of[piece] == first]

    def _begun(self, s: MansteinState) -> bool:
        """Has this side placed a unit by hand?"""
        return bool(s.standing & s.setting.pieces_on[self.mover] & ~s.setting.fixed)

    def ready_actions(self, s: MansteinState) -> list[str]:
        if self._begun(s):
            return []
        labels = s.setting.board.labels
        return [
            action
            for piece, hexa in ready_units(s, self.mover)
            for action in (f"place {s.piece_name(piece)}", f"at {labels[hexa]}")
        ]

    def place(self, s: MansteinState, piece: int) -> None:
        s.push(Deploy(piece))

    def ready(self, s: MansteinState, value: int) -> None:
        for piece, hexa in list(ready_units(s, self.mover)):
            place(s, piece, hexa)


class Deploy(MansteinStep):
    """Choose the hex of a unit."""

    piece: Piece

    hand = "piece"
    asks = "Choose a hex for {piece}."
    words = {"at": "Set up in {it}"}

    def explained(self, s: MansteinState) -> Help:
        setting = s.setting
        rule = setting.scenario.range[COMMANDS[setting.command[self.piece]]]
        near = f", at most {rule.within} hexes from its command's logistics unit"
        when = stage(setting, self.piece)
        where = f"{'a fortress' if when == FORTRESSES else 'a hex'} of {rule.country.title()}"
        return Help(clause_of(s, self.piece), f"It is set up in {where}{near if when in (1, 2) else ''}.")

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        own, clause = area(s, self.piece), clause_of(s, self.piece)
        name = s.spoken(self.piece)
        yield Bar(~own, clause, f"{{it}} is not where {name} can be set up")
        foreign = stacking.foreign(s, s.setting.nation[self.piece])
        if foreign:
            yield Bar(foreign, "6.0e", "{it} holds units of another nation")
        limit = "21.1f" if s.setting.fortress_units >> self.piece & 1 else "6.2a" if self.side(s) else "6.1a"
        crowded = stacking.crowded(s, self.piece)
        yield Bar(crowded, limit, f"{{it}} has no room for {name}")
        left = own & ~(foreign | crowded)
        yield Bar(blocked(s, self.piece, left), "21.0c", f"with {name} in {{it}} another unit would find no place")

    def options(self, s: MansteinState) -> list[Option]:
        return s.setting.vocabulary.open("at", closed(self.bars(s, "at")))

    def at(self, s: MansteinState, hexa: int) -> None:
        s.pop()
        place(s, self.piece, hexa)


class Schedule(SideStep):
    """By 28.3 a die decides when each scheduled unit arrives; the other side does not see it (R104)."""

    def after(self, s: MansteinState) -> None:
        if not s.on("variable_reinforcements"):
            return
        setting = s.setting
        for piece in setting.pieces:
            if piece.side == self.mover and s.where[piece.number] == WAITING:
                sides = setting.tables.options.variable_reinforcements.die
                purpose = commands.secret_roll(self.mover, f"arrival of {piece.name}")
                s.due[piece.number] = s.roll(purpose, ("28.3a",), sides=sides)
