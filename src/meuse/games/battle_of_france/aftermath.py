"""Conduct combat, the end: capture, landing, surplus, and what may go on."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.battle_of_france import cards, combat, movement, retreat
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    LAND,
    SIDE,
)
from meuse.games.battle_of_france.events import (
    Landed,
    Moved,
)
from meuse.games.battle_of_france.state import BattleState, enemy_of

Pieces = tuple[int, ...]


def end(s: BattleState) -> None:
    """One side is gone, or both (combat.end.1, combat.end.4)."""
    assert s.battle
    area, group, origin, _, kind, moved, _ = s.battle
    force = combat.attackers(s)
    retreat.stay_divers(s, area, group)
    clear(s)
    if s.game.sea >> area & 1:
        for piece in force:
            if s.unit[piece] not in AIR and s.where[piece] != area:
                s.shift(piece, area)
    else:
        walkers = tuple(p for p in force if s.unit[p] in LAND)
        if _occupy(s, area, walkers):
            in_forest = (s.game.forest >> area | s.game.forest >> origin) & 1
            if kind == "land" and not in_forest:  # special.ardennes.3 stands
                _go_on(s, area, walkers, origin, moved, {s.unit[p] for p in group if s.unit[p] in LAND})
            s.stack.append(("surplus", area))
    fly_home(s, area, force)


def _occupy(s: BattleState, area: int, walkers: Pieces) -> bool:
    """Land units take the area if no enemy is left in it (capture.3); air units alone cannot (air.1, G16)."""
    if not walkers or s.of_side(area, enemy_of(SIDE[s.active])):
        return False
    for piece in walkers:
        s.shift(piece, area)
    movement.capture(s, s.active, area, "capture.3")
    return True


def _go_on(s: BattleState, area: int, walkers: Pieces, origin: int, moved: int, units: set[int]) -> None:
    """May the victors move on at once: if the players rule so (G23), or by a card that the whole group fits?"""
    left = movement.group_range(s, walkers) - moved if s.rulings["blitz"] == "same_group" else 0
    spaces = cards.dash_of(s, s.active, units)
    if left > 0 and left >= spaces:
        s.stack.append(("group", area, walkers, moved, origin, "land"))
    elif spaces:
        s.stack.append(("dash", area, walkers, spaces))


def clear(s: BattleState) -> None:
    """The combat is over: submarines surface."""
    s.battle = ()
    s.submerged = 0
    s.toll = (0, 0)


def fly_home(s: BattleState, area: int, force: list[int]) -> None:
    """Aircraft land as soon as their combat ends (G24)."""
    planes = tuple(p for p in force if s.unit[p] in AIR)
    if planes:
        s.stack.append(("landing", area, planes))


class Landing(Step[BattleState]):
    """Air units land within the range they have left, where their side held the ground (air.2, G24)."""

    name = "landing"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, Pieces]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, Pieces]) -> str:
        return f"Choose where {s.in_words(f[2][:1])} lands."

    def options(self, s: BattleState, f: tuple[str, int, Pieces]) -> list[Option]:
        if not f[2]:
            return []
        return list(s.game.board.pick(s.game.say_land, self._fields(s, f[1], f[2][0])))

    @staticmethod
    def _fields(s: BattleState, area: int, piece: int) -> int:
        away = s.game.board.distances(area)
        left = cards.movement_range(s, s.power[piece], s.unit[piece]) - away[s.where[piece]]
        return sum(1 << place for place in s.game.board.members(s.landing) if away[place] <= left)

    def land(self, s: BattleState, f: tuple[str, int, Pieces], field: int) -> None:
        piece = f[2][0]
        if s.where[piece] != field:
            s.shift(piece, field)
        s.events.append(Landed(("air.2",), piece, field))
        s.stack[-1] = ("landing", f[1], f[2][1:])

    def after(self, s: BattleState, f: tuple[str, int, Pieces]) -> None:
        """One that cannot land is lost (air.3); the next tries in its turn."""
        if f[2]:
            combat.destroy(s, f[2][0], ("air.3",))
            s.stack.append(("landing", f[1], f[2][1:]))

    def why(self, s: BattleState, f: tuple[str, int, Pieces], option: Option) -> Refusal:
        if s.game.forest >> option.value & 1:
            return Refusal("air units do not land in the forest", "special.ardennes.5")
        if not s.landing >> option.value & 1:
            return Refusal(f"{option.object} was not held by your side when the turn began", "air.2")
        return Refusal(f"{option.object} is out of range", "air.4")


class Surplus(Step[BattleState]):
    """More than five land units after a combat: the rest moves to a neighbour (combat.end.3, G21)."""

    name = "surplus"

    def side(self, s: BattleState, f: tuple[str, int]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int]) -> str:
        return f"Too many units in {s.spoken(f[1])}: choose one to move to a neighbouring space."

    def options(self, s: BattleState, f: tuple[str, int]) -> list[Option]:
        side = SIDE[s.active]
        if s.stacking(f[1], side) <= s.game.tables.stacking.land:
            return []
        own = [p for p in s.of_side(f[1], side) if s.unit[p] in LAND and s.unit[p] != AA and s.power[p] == s.active]
        return [s.game.say_shed[c] for c in sorted(s.classes(own))]

    def shed(self, s: BattleState, f: tuple[str, int], number: int) -> None:
        side = SIDE[s.active]
        piece = s.classes(p for p in s.of_side(f[1], side) if s.power[p] == s.active)[number]
        near = s.game.board.around[f[1]] & s.held(side) & ~s.occupied(enemy_of(side))
        if movement.with_room(s, near, 1, side):
            s.stack.append(("shed_to", f[1], piece))
        else:
            combat.destroy(s, piece, ("combat.end.3",))

    def why(self, s: BattleState, f: tuple[str, int], option: Option) -> Refusal:
        return Refusal(f"{option.object} cannot be moved off", "combat.end.3")


class ShedTo(Step[BattleState]):
    """Where a surplus unit goes (combat.end.3)."""

    name = "shed_to"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, int]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, int]) -> str:
        return f"Choose where {s.in_words(f[2:])} goes."

    def options(self, s: BattleState, f: tuple[str, int, int]) -> list[Option]:
        side = SIDE[s.active]
        near = s.game.board.around[f[1]] & s.held(side) & ~s.occupied(enemy_of(side))
        return list(s.game.board.pick(s.game.say_to, movement.with_room(s, near, 1, side)))

    def to(self, s: BattleState, f: tuple[str, int, int], area: int) -> None:
        s.stack.pop()
        s.shift(f[2], area)
        s.events.append(Moved(("combat.end.3",), (f[2],), (f[1], area)))

    def why(self, s: BattleState, f: tuple[str, int, int], option: Option) -> Refusal:
        return Refusal(f"{option.object} is no friendly neighbour with room", "combat.end.3")


class Dash(Step[BattleState]):
    """A victorious group goes on at once (a card, or ruling G23)."""

    name = "dash"

    def side(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> str:
        return f"The victors in {s.spoken(f[1])} may go on: choose where, or stop."

    @staticmethod
    def _reach(s: BattleState, f: tuple[str, int, Pieces, int]) -> tuple[list[int], int, int]:
        return movement.land_reach(s, f[1], f[2], 1, f[3])

    def options(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> list[Option]:
        if not all(s.where[p] == f[1] for p in f[2]):
            return []
        return [*s.game.board.pick(s.game.say_to, self._reach(s, f)[2]), s.game.say_stop]

    def to(self, s: BattleState, f: tuple[str, int, Pieces, int], goal: int) -> None:
        s.stack.pop()
        s.dashes += 1
        levels, stop, _ = self._reach(s, f)
        path = s.game.board.path(levels, stop, goal)
        fights = bool(s.occupied(enemy_of(SIDE[s.active])) >> goal & 1)
        for passed in path[:-1] if fights else path:
            movement.capture(s, s.active, passed, "capture.1")
        if fights:
            combat.begin(s, goal, f[2], f[1], "land", s.game.board.size)
            return
        s.events.append(Moved(("movement.1",), f[2], (f[1], *path)))
        for piece in f[2]:
            s.shift(piece, goal)

    def stop(self, s: BattleState, f: tuple[str, int, Pieces, int], value: int) -> None:
        s.stack.pop()

    def why(self, s: BattleState, f: tuple[str, int, Pieces, int], option: Option) -> Refusal:
        return Refusal(f"the victors cannot go on to {option.object}", "blitz.3")
