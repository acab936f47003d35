"""Conduct combat, the way out: the attacker breaks off, the defender retreats."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, Side
from meuse.games.battle_of_france import aftermath, combat, odds
from meuse.games.battle_of_france.events import Retreated
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AA, AIR


def free_zones(s: BattleState, area: int, ships: int) -> int:
    """Where attackers that did not come from elsewhere may withdraw to: a zone without enemies (G44)."""
    near = s.setting.board.around[area] & s.setting.sea & ~s.hostile
    return s.with_room(near, ships, s.camp)


class Press(BattleStep):
    """The attacker breaks off (combat.6) or fights on."""

    heading = "{side} attack"
    help = Help("combat.6", "After each round you may go back where you came from; if not, the enemy may retreat.")
    asks = "Combat in {place}: break off, or press the attack?"
    words = {
        "press": "Press the attack: another round, if the enemy stays",
        "withdraw": "Break off the attack and go back",
    }
    rolls = ("press",)

    def options(self, s: BattleState) -> list[Option]:
        say = s.setting.say
        return say["press"][:] if any(self.bars(s, "withdraw")) else say["press"] + say["withdraw"]

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        ships = [p for p in combat.attackers(s) if s.unit[p] not in AIR]
        if verb == "withdraw" and s.combat.origin == s.combat.area and ships:
            if not free_zones(s, s.combat.area, len(ships)):
                yield Bar(ALL, "combat.6", "there is no sea zone to withdraw to")

    def preview(self, s: BattleState, option: Option) -> Preview | None:
        return odds.of_battle(s) if option.verb == "press" else None

    def press(self, s: BattleState, value: int) -> None:
        s.turn_into(Stand())

    def withdraw(self, s: BattleState, value: int) -> None:
        s.pop()
        withdraw(s)


def withdraw(s: BattleState) -> None:
    """The attackers go back to where they started (combat.6, G33)."""
    battle, force = s.combat, combat.attackers(s)
    walkers = tuple(p for p in force if s.unit[p] not in AIR)
    aftermath.clear(s)
    if battle.origin != battle.area and walkers:
        for piece in walkers:
            if battle.kind != "assault" and s.where[piece] != battle.origin:
                s.shift(piece, battle.origin)
        s.events.append(Retreated(("combat.6",), walkers, battle.area, battle.origin, s.makeup(*walkers)))
    elif walkers and free_zones(s, battle.area, len(walkers)):  # they began in the zone itself (G44, G53)
        s.push(SailOff(battle.area, walkers))
    aftermath.fly_home(s, battle.area, force)


class SailOff(BattleStep):
    """Ships that withdraw from the zone they stood in choose where to (G44)."""

    area: Place
    group: Pieces
    forced = True
    help = Help("combat.6", "Ships that fought in the zone where they lay withdraw to a next zone without enemies.")
    asks = "Choose the sea zone to withdraw to."
    words = {"to": "Withdraw to {it}"}

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        free = free_zones(s, self.area, len(self.group))
        yield Bar(~free, "combat.6", "{it} is no free sea zone next to the combat")

    def to(self, s: BattleState, zone: int) -> None:
        s.pop()
        for piece in self.group:
            s.shift(piece, zone)
        s.events.append(Retreated(("combat.6",), self.group, self.area, zone, s.makeup(*self.group)))


def _enemies_elsewhere(s: BattleState) -> int:
    """Areas with units of the attacking side other than the attackers, who are in the combat."""
    group = s.combat.attackers
    areas = s.occupied(s.camp)
    for area in {s.where[p] for p in group if s.where[p] >= 0}:
        if all(piece in group for piece in s.of_camp(area, s.camp)):
            areas &= ~(1 << area)
    return areas


class Stand(BattleStep):
    """The defender retreats with all his units (combat.7) or stands."""

    heading = "{side} attack"
    help = Help("combat.7", "All that can move may leave together for one friendly space with room, or all stay.")
    asks = "Combat in {place}: retreat, or stand and fight on?"
    words = {"retreat": "Retreat to {it}", "stand": "Stand and fight on"}

    def side(self, s: BattleState) -> int:
        return s.combat.decider

    def options(self, s: BattleState) -> list[Option]:
        return [*self.places(s, "retreat"), *s.setting.say["stand"]]

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        """Where all of the defenders may go: one space, friendly, with room for all (combat.7, combat.8, G34, G36)."""
        if verb != "retreat":
            return
        setting, area, camp = s.setting, s.combat.area, enemy_of(s.camp)
        leaving = self._leaving(s)
        friendly = setting.sea if setting.sea >> area & 1 else s.held(camp)
        near = setting.board.around[area] & friendly & ~_enemies_elsewhere(s) if leaving else 0
        yield Bar(~near, "combat.7", "the defenders cannot retreat to {it}")
        if all(s.unit[p] in AIR for p in leaving):
            yield Bar(setting.forest, "special.ardennes.5", "air units do not land in the forest ({it})")  # G35
        bound = sum(s.unit[p] not in AIR for p in leaving)
        yield Bar(near & ~s.with_room(near, bound, camp) if bound else 0, "combat.8", "{it} has no room for all")

    @staticmethod
    def _leaving(s: BattleState) -> list[int]:
        return [p for p in combat.defenders(s) if s.unit[p] != AA]

    def stand(self, s: BattleState, value: int) -> None:
        s.turn_into(combat.CombatRound())

    def retreat(self, s: BattleState, goal: int) -> None:
        s.pop()
        leaving, into_forest = self._leaving(s), s.setting.forest >> goal & 1
        planes = tuple(p for p in leaving if s.unit[p] in AIR and into_forest)
        going = tuple(p for p in leaving if p not in planes)
        for piece in going:
            s.shift(piece, goal)
        s.events.append(Retreated(("combat.7",), going, s.combat.area, goal, s.makeup(*going)))
        s.push(AfterRetreat())
        if planes:
            s.push(Scatter(s.combat.area, planes, s.combat.decider))


class AfterRetreat(BattleStep):
    """What is left after the defender's retreat."""

    name = "retreated"

    def after(self, s: BattleState) -> None:
        if not combat.defenders(s):
            aftermath.end(s)
        elif not combat.overrun(s):  # guns alone against aircraft alone must be hit by dice (G27)
            s.push(combat.CombatRound())


class Scatter(BattleStep):
    """Defending air units that cannot follow into the forest find another field (G35)."""

    area: Place
    group: Pieces
    power: Side
    heading = "{side} attack"
    forced = True
    help = Help("special.ardennes.5", "No air unit can land in the forest: this one retreats to other friendly land.")
    singly = True
    asks = "Choose where {units} retreats to."
    words = {"land": "Land in {it}"}

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        near = s.setting.board.around[self.area] & s.held(enemy_of(s.camp)) & ~s.occupied(s.camp)
        yield Bar(~near, "combat.7", "{it} is no friendly field next to the combat")
        yield Bar(s.setting.forest, "special.ardennes.5", "air units do not land in the forest ({it})")

    def land(self, s: BattleState, area: int) -> None:
        s.shift(self.group[0], area)
        s.events.append(Retreated(("combat.7",), self.group[:1], self.area, area, s.makeup(self.group[0])))
        s.turn_into(Scatter(self.area, self.group[1:], self.power))

    def after(self, s: BattleState) -> None:
        for piece in self.group:
            combat.destroy(s, piece, ("air.3",))
