"""Conduct combat, the way out: the attacker breaks off, the defender retreats."""

from __future__ import annotations

from meuse.engine import Option, Preview, Refusal, Step
from meuse.games.battle_of_france import aftermath, combat, movement, odds
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    LAND,
    SIDE,
)
from meuse.games.battle_of_france.events import (
    Retreated,
)
from meuse.games.battle_of_france.state import BattleState, enemy_of

Pieces = tuple[int, ...]


def withdrawal_zones(s: BattleState) -> int:
    """Where attackers that did not come from elsewhere may withdraw to: a zone without enemies (G44)."""
    assert s.battle
    area, ships = s.battle[0], [p for p in combat.attackers(s) if s.unit[p] not in AIR]
    side = SIDE[s.active]
    near = s.game.board.around[area] & s.game.sea & ~s.occupied(enemy_of(side))
    return movement.with_room(s, near, len(ships), side)


class Press(Step[BattleState]):
    """The attacker breaks off (combat.6) or fights on."""

    name = "press"

    def side(self, s: BattleState, f: tuple[str]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str]) -> str:
        return f"Combat in {s.spoken(s.battle[0])}: break off, or press the attack?" if s.battle else ""

    def options(self, s: BattleState, f: tuple[str]) -> list[Option]:
        assert s.battle
        found = [s.game.say_press]
        ships = any(s.unit[p] not in AIR for p in combat.attackers(s))
        if s.battle[2] != s.battle[0] or not ships or withdrawal_zones(s):
            found.append(s.game.say_withdraw)
        return found

    def press(self, s: BattleState, f: tuple[str], value: int) -> None:
        s.stack[-1] = ("stand",)

    def withdraw(self, s: BattleState, f: tuple[str], value: int) -> None:
        s.stack.pop()
        withdraw(s)

    def preview(self, s: BattleState, f: tuple[str], option: Option) -> Preview | None:
        return odds.of_battle(s) if option.verb == "press" else None

    def why(self, s: BattleState, f: tuple[str], option: Option) -> Refusal:
        return Refusal("there is no sea zone to withdraw to", "combat.6")


def withdraw(s: BattleState) -> None:
    """The attackers go back to where they started (combat.6, G33)."""
    assert s.battle
    area, group, origin, _, kind, _, _ = s.battle
    force = combat.attackers(s)
    walkers = tuple(p for p in force if s.unit[p] not in AIR)
    stay_divers(s, area, group)
    zones = withdrawal_zones(s) if origin == area and walkers else 0
    aftermath.clear(s)
    if origin != area and walkers:
        for piece in walkers:
            if kind != "assault" and s.where[piece] != origin:
                s.shift(piece, origin)
        s.events.append(Retreated(("combat.6",), walkers, origin))
    elif zones:  # they began in the zone itself (G44, G53)
        s.stack.append(("sail_off", area, walkers))
    aftermath.fly_home(s, area, force)


def stay_divers(s: BattleState, area: int, group: Pieces) -> None:
    """Submerged submarines stay where the combat was (G42, G44)."""
    for piece in group:
        if s.where[piece] >= 0 and s.submerged >> piece & 1 and s.where[piece] != area:
            s.shift(piece, area)


class SailOff(Step[BattleState]):
    """Ships that withdraw from the zone they stood in choose where to (G44)."""

    name = "sail_off"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, Pieces]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, Pieces]) -> str:
        return "Choose the sea zone to withdraw to."

    def options(self, s: BattleState, f: tuple[str, int, Pieces]) -> list[Option]:
        side = SIDE[s.active]
        near = s.game.board.around[f[1]] & s.game.sea & ~s.occupied(enemy_of(side))
        return list(s.game.board.pick(s.game.say_to, movement.with_room(s, near, len(f[2]), side)))

    def to(self, s: BattleState, f: tuple[str, int, Pieces], zone: int) -> None:
        s.stack.pop()
        for piece in f[2]:
            s.shift(piece, zone)
        s.events.append(Retreated(("combat.6",), f[2], zone))

    def why(self, s: BattleState, f: tuple[str, int, Pieces], option: Option) -> Refusal:
        return Refusal(f"{option.object} is no free sea zone next to the combat", "combat.6")


def retreat_areas(s: BattleState) -> int:
    """Where all of the defenders may go: one space, friendly, with room for all (combat.7, combat.8, G34, G36)."""
    assert s.battle
    area = s.battle[0]
    side = enemy_of(SIDE[s.active])
    leaving = [p for p in combat.defenders(s) if s.unit[p] != AA]
    if not leaving:
        return 0
    near = s.game.board.around[area] & ~_enemies_elsewhere(s)
    if s.game.sea >> area & 1:
        return movement.with_room(s, near & s.game.sea, len(leaving), side)
    near &= s.held(side)
    walkers = [p for p in leaving if s.unit[p] in LAND]
    if not walkers:
        return near & ~s.game.forest  # special.ardennes.5, G35
    return movement.with_room(s, near, len(walkers), side)


def _enemies_elsewhere(s: BattleState) -> int:
    """Areas with units of the attacking side other than the attackers, who are in the combat."""
    assert s.battle
    found = s.occupied(SIDE[s.active])
    for area in {s.where[p] for p in s.battle[1] if s.where[p] >= 0}:
        if all(piece in s.battle[1] for piece in s.of_side(area, SIDE[s.active])):
            found &= ~(1 << area)
    return found


class Stand(Step[BattleState]):
    """The defender retreats with all his units (combat.7) or stands."""

    name = "stand"

    def side(self, s: BattleState, f: tuple[str]) -> int:
        return combat.decider(s)

    def prompt(self, s: BattleState, f: tuple[str]) -> str:
        return f"Combat in {s.spoken(s.battle[0])}: retreat, or stand and fight on?" if s.battle else ""

    def options(self, s: BattleState, f: tuple[str]) -> list[Option]:
        return [*s.game.board.pick(s.game.say_retreat, retreat_areas(s)), s.game.say_stand]

    def stand(self, s: BattleState, f: tuple[str], value: int) -> None:
        s.stack[-1] = ("combat_round",)

    def retreat(self, s: BattleState, f: tuple[str], goal: int) -> None:
        assert s.battle
        s.stack.pop()
        leaving = [p for p in combat.defenders(s) if s.unit[p] != AA]
        into_forest = bool(s.game.forest >> goal & 1)
        planes = tuple(p for p in leaving if s.unit[p] in AIR and into_forest)
        going = tuple(p for p in leaving if p not in planes)
        power = combat.decider(s)
        for piece in going:
            s.shift(piece, goal)
        s.events.append(Retreated(("combat.7",), going, goal))
        s.stack.append(("retreated",))
        if planes:
            s.stack.append(("scatter", s.battle[0], planes, power))

    def why(self, s: BattleState, f: tuple[str], option: Option) -> Refusal:
        if s.battle and s.game.board.around[s.battle[0]] >> option.value & 1:
            side = enemy_of(SIDE[s.active])
            friendly = s.game.sea if s.game.sea >> s.battle[0] & 1 else s.held(side)
            if friendly & ~_enemies_elsewhere(s) & (1 << option.value):
                return Refusal(f"{option.object} has no room for all", "combat.8")
        return Refusal(f"the defenders cannot retreat to {option.object}", "combat.7")


class AfterRetreat(Step[BattleState]):
    """What is left after the defender's retreat."""

    name = "retreated"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        left = combat.defenders(s)
        if not left or not combat.overrun(s):
            if left:  # guns alone against aircraft alone must be hit by dice (G27)
                s.stack.append(("combat_round",))
            else:
                aftermath.end(s)


class Scatter(Step[BattleState]):
    """Defending air units that cannot follow into the forest find another field (G35)."""

    name = "scatter"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> int:
        return f[3]

    def prompt(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> str:
        return f"Choose where {s.in_words(f[2][:1])} retreats to."

    def options(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> list[Option]:
        if not f[2]:
            return []
        side = enemy_of(SIDE[s.active])
        near = s.game.board.around[f[1]] & s.held(side) & ~s.occupied(SIDE[s.active]) & ~s.game.forest
        return list(s.game.board.pick(s.game.say_land, near))

    def land(self, s: BattleState, f: tuple[str, int, Pieces, int], area: int) -> None:
        s.shift(f[2][0], area)
        s.events.append(Retreated(("combat.7",), f[2][:1], area))
        s.stack[-1] = ("scatter", f[1], f[2][1:], f[3])

    def after(self, s: BattleState, f: tuple[str, int, Pieces, int]) -> None:
        for piece in f[2]:
            combat.destroy(s, piece, ("air.3",))

    def why(self, s: BattleState, f: tuple[str, int, Pieces, int], option: Option) -> Refusal:
        return Refusal(f"{option.object} is no friendly field next to the combat", "combat.7")
