"""Conduct combat, the end: capture, landing, surplus, and what may go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from meuse.engine import Bar, Help, Option, Piece, Pieces, Place
from meuse.engine.scene import Choice
from meuse.engine.steps import Subject
from meuse.games.battle_of_france import cards, combat, movement
from meuse.games.battle_of_france.events import Landed, Moved
from meuse.games.battle_of_france.state import NO_TOLL, Battle, BattleState, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AIR, LAND, MARCHING


def end(s: BattleState) -> None:
    """One side is gone, or both (combat.end.1, combat.end.4)."""
    battle, force = s.combat, combat.attackers(s)
    clear(s)
    if s.setting.sea >> battle.area & 1:
        for piece in force:
            if s.unit[piece] not in AIR and s.where[piece] != battle.area:
                s.shift(piece, battle.area)
    else:
        walkers = tuple(p for p in force if s.unit[p] in LAND)
        if _occupy(s, battle.area, walkers):
            _go_on(s, battle, walkers)
            s.push(Surplus(battle.area))
    fly_home(s, battle.area, force)


def _occupy(s: BattleState, area: int, walkers: Pieces) -> bool:
    """Land units take the area if no enemy is left in it (capture.3); air units alone cannot (air.1, G16)."""
    if not walkers or s.of_camp(area, enemy_of(s.camp)):
        return False
    for piece in walkers:
        s.shift(piece, area)
    movement.capture(s, s.active, area, "capture.3")
    return True


def _go_on(s: BattleState, battle: Battle, walkers: Pieces) -> None:
    """May the victors move on at once: if the players rule so (G23), or by a card that the whole group fits?"""
    if battle.kind != "land" or s.setting.forest & (1 << battle.area | 1 << battle.origin):  # special.ardennes.3 stands
        return
    left = movement.group_range(s, walkers) - battle.moved if s.rulings["blitz"] == "same_group" else 0
    spaces = cards.dash_of(s, {s.unit[p] for p in battle.attackers if s.unit[p] in LAND})
    if left > 0 and left >= spaces:
        s.push(movement.Group(battle.area, walkers, battle.moved, battle.origin, "land"))
    elif spaces:
        s.push(Dash(battle.area, walkers, spaces))


def clear(s: BattleState) -> None:
    """The combat is over: submarines surface where it was (G42, G44)."""
    area = s.combat.area
    for piece in s.combat.attackers:
        if s.where[piece] >= 0 and s.submerged >> piece & 1 and s.where[piece] != area:
            s.shift(piece, area)
    s.battle = None
    s.submerged = 0
    s.toll = NO_TOLL


def fly_home(s: BattleState, area: int, force: list[int]) -> None:
    """Aircraft land as soon as their combat ends (G24)."""
    planes = tuple(p for p in force if s.unit[p] in AIR)
    if planes:
        s.push(Landing(area, planes))


class Landing(BattleStep):
    """Air units land within the range they have left, where their side held the ground (air.2, G24)."""

    area: Place
    group: Pieces
    heading = "{side} aircraft land"
    forced = True
    at_rest = True
    help = Help("air.2", "It flies on, with the range it has left, to land your side held when the turn began.")
    singly = True
    asks = "Choose where {units} lands."
    words = {"land": "Land in {it}"}

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        piece = self.group[0]
        flown = s.setting.board.distances(self.area)[s.where[piece]]
        left = s.law.ranges[s.power[piece]][s.unit[piece]] - flown
        yield Bar(s.setting.forest, "special.ardennes.5", "air units do not land in the forest")
        yield Bar(~s.landing, "air.2", "{it} was not held by your side when the turn began")
        yield Bar(~s.setting.near(1 << self.area, left), "air.4", f"{{it}} is more than {left} spaces away")

    def land(self, s: BattleState, field: int) -> None:
        piece = self.group[0]
        if s.where[piece] != field:
            s.shift(piece, field)
        s.events.append(Landed(("air.2",), piece, self.area, field, s.makeup(piece)))
        s.turn_into(Landing(self.area, self.group[1:]))

    def after(self, s: BattleState) -> None:
        """One that cannot land is lost (air.3); the next tries in its turn."""
        if self.group:
            combat.destroy(s, self.group[0], ("air.3",))
            s.push(Landing(self.area, self.group[1:]))


def refuges(s: BattleState, area: int) -> int:
    """Where a surplus unit may go: friendly neighbours with room (combat.end.3)."""
    return s.with_room(s.setting.board.around[area] & s.held(s.camp) & ~s.hostile, 1, s.camp)


class Surplus(BattleStep):
    """More land units than may stay after a combat: the rest moves to a neighbour (combat.end.3, G21)."""

    area: Place
    asks = "Too many units in {place}: choose one to move to a neighbouring space."
    words = {"shed": "Move off {it}"}

    def explained(self, s: BattleState) -> Help:
        limit = s.setting.tables.stacking.land
        says = f"Only {limit} land units may stay in a space; where there is no room the rest is lost."
        return Help("combat.end.3", says)

    def options(self, s: BattleState) -> list[Option]:
        own = [p for p in s.at(self.area) if s.unit[p] in MARCHING and s.power[p] == s.active]
        full = s.stacking(self.area, s.camp) > s.setting.tables.stacking.land
        return self.units(s, "shed", s.classes(own) if full else {})

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        yield Bar(self.unmeant(s), "combat.end.3", "{it} cannot be moved off")

    def shed(self, s: BattleState, number: int) -> None:
        if refuges(s, self.area):
            s.push(ShedTo(self.area, s.meant[number]))
        else:
            combat.destroy(s, s.meant[number], ("combat.end.3",))


class ShedTo(BattleStep):
    """Where a surplus unit goes (combat.end.3)."""

    area: Place
    piece: Piece
    forced = True
    help = Help("combat.end.3", "It goes to a neighbouring space of your side that is not full.")
    asks = "Choose where {units} goes."
    words = {"to": "Move to {it}"}

    def about(self, s: BattleState) -> Subject:
        return (self.piece,), (self.area,)

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        yield Bar(~refuges(s, self.area), "combat.end.3", "{it} is no friendly neighbour with room")

    def to(self, s: BattleState, area: int) -> None:
        s.pop()
        s.shift(self.piece, area)
        s.events.append(Moved(("combat.end.3",), (self.piece,), (self.area, area), s.makeup(self.piece)))


class Dash(BattleStep):
    """A victorious group goes on at once under a card."""

    area: Place
    group: Pieces
    spaces: int
    at_rest = True
    asks = "The victors in {place} may go on: choose where, or stop."
    words = {"stop": "Stay here"}
    puts_down = "stop"

    def explained(self, s: BattleState) -> Help:
        spaces = "1 space" if self.spaces == 1 else f"up to {self.spaces} spaces"
        return Help("cards.4", f"A card lets this group move on at once, {spaces}, and attack again.")

    def options(self, s: BattleState) -> list[Option]:
        if not all(s.where[p] == self.area for p in self.group):
            return []
        s.ways = movement.land_reach(s, self.area, self.group, 1, self.spaces)
        return [*s.setting.board.pick(s.setting.say["to"], s.ways.goals), *s.setting.say["stop"]]

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        if verb == "to":
            yield Bar(~s.ways.goals, "blitz.3", "the victors cannot go on to {it}")

    def choices(self, s: BattleState, counters: Mapping[int, str]) -> Iterable[Choice]:
        for option in s.options:
            yield movement.way_choice(s, option, self.area, "land") if option.verb == "to" else self.choice(s, option)

    def to(self, s: BattleState, goal: int) -> None:
        s.pop()
        s.dashes += 1
        path = s.setting.board.path(s.ways.levels, s.ways.stop, goal)
        if not movement.march(s, self.group, self.area, path):
            combat.begin(s, goal, self.group, self.area, "land", s.setting.board.size)

    def stop(self, s: BattleState, value: int) -> None:
        s.pop()
