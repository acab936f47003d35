"""Conduct combat: who is in it, fire and casualties."""

from __future__ import annotations

from meuse.engine import Option, Preview, Refusal, Step
from meuse.games.battle_of_france import aftermath, cards, movement, odds, retreat
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    BRITAIN,
    CRUISER,
    DESTROYER,
    FRANCE,
    GERMANY,
    LAND,
    SIDE,
    SUBMARINE,
    TRANSPORT,
    UNITS,
    WARSHIPS,
)
from meuse.games.battle_of_france.events import (
    AntiAircraft,
    Called,
    CombatBegan,
    Damaged,
    Destroyed,
    Fired,
    Freed,
    Submerged,
)
from meuse.games.battle_of_france.state import BattleState, enemy_of

Pieces = tuple[int, ...]
ATTACK, DEFENCE = 0, 1


# who is in it


def begin(s: BattleState, area: int, attackers: Pieces, origin: int, kind: str, moved: int) -> None:
    """A combat begins: the attackers have used their move, whatever comes of it (movement.4)."""
    movement.finish(s, attackers)
    s.battle = (area, attackers, origin, 0, kind, moved, _decider(s, area))
    s.submerged = 0
    s.events.append(
        CombatBegan(("capture.2", "combat.1"), area, attackers, tuple(s.of_side(area, enemy_of(SIDE[s.active]))))
    )
    if s.active == GERMANY and s.game.maginot >> area & 1 and not s.freed >> area & 1:
        s.freed |= 1 << area  # special.maginot.3, G61
        s.events.append(Freed(("special.maginot.3",), area))
    s.stack.append(("combat_round",))
    s.stack.append(("support",))


def attackers(s: BattleState) -> list[int]:
    """The attackers still in the combat."""
    return [p for p in s.battle[1] if s.where[p] >= 0 and not s.submerged >> p & 1] if s.battle else []


def defenders(s: BattleState) -> list[int]:
    """All enemy units in the area defend (combat.2), those submerged left out (G42)."""
    if not s.battle:
        return []
    return [p for p in s.of_side(s.battle[0], enemy_of(SIDE[s.active])) if not s.submerged >> p & 1]


def decider(s: BattleState) -> int:
    """The power that chooses for the defence throughout the combat (G37)."""
    return s.battle[6] if s.battle else -1


def _decider(s: BattleState, area: int) -> int:
    """Who controls the area, at sea who has more ships there, Britain if they are equal (G37)."""
    side = enemy_of(SIDE[s.active])
    if side == 0:
        return GERMANY
    if s.game.land >> area & 1:
        holder = s.controller(area)
        if SIDE[holder] == side:
            return holder
    ships = [s.power[p] for p in s.of_side(area, side)]
    return FRANCE if ships.count(FRANCE) > ships.count(BRITAIN) else BRITAIN


def value(s: BattleState, piece: int, role: int, area: int) -> int:
    """What a piece hits with (combat.hit.1): cards, and the forest for attackers (special.ardennes.4, G57, G58)."""
    if role == DEFENCE:
        return cards.combat_value(s, s.power[piece], s.unit[piece], "defence", area)
    return forest_value(s, cards.combat_value(s, s.power[piece], s.unit[piece], "attack", area), area)


def forest_value(s: BattleState, found: int, area: int) -> int:
    """An attack value in an area: one less in the forest, or literally one off the die (special.ardennes.4, G57)."""
    if not found or not s.game.forest >> area & 1:
        return found
    change = s.game.tables.forest.attack
    return max(0, found + change) if s.rulings["forest_penalty"] == "value" else found - change


def destroy(s: BattleState, piece: int, clauses: tuple[str, ...]) -> None:
    """A piece and all aboard it are gone (sea.transport.6)."""
    for rider in s.cargo(piece):
        destroy(s, rider, ("sea.transport.6",))
    s.events.append(Destroyed(clauses, piece, s.unit[piece], s.power[piece], _scene_of(s, piece)))
    s.lift(piece)


def _scene_of(s: BattleState, piece: int) -> int:
    """Where a piece is to whoever looks: attackers fight in the embattled area, though they have not entered it."""
    if s.battle and (piece in s.battle[1] or s.carrier[piece] in s.battle[1]):
        return s.battle[0]
    return s.where[piece]


def take_hit(s: BattleState, piece: int, clauses: tuple[str, ...]) -> None:
    """One hit: big ships absorb some, for good (sea.battleship.1, sea.cruiser.1, sea.5, G38)."""
    if s.hits[piece] + 1 < s.game.hits[s.unit[piece]]:
        s.hits[piece] += 1
        clause = "sea.cruiser.1" if s.unit[piece] == CRUISER else "sea.battleship.1"
        s.events.append(Damaged((clause, "sea.5"), piece, s.hits[piece]))
    else:
        destroy(s, piece, clauses)


# air support


class Support(Step[BattleState]):
    """Air units may be called in from anywhere in range before the first dice (singularity.4, G25)."""

    name = "support"

    def side(self, s: BattleState, f: tuple[str]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str]) -> str:
        return f"Combat in {s.spoken(s.battle[0])}: call in air units, or fight." if s.battle else ""

    @staticmethod
    def callable(s: BattleState) -> dict[tuple[int, int], int]:
        """Air units that may be called in, one for each type and base."""
        assert s.battle
        area = s.battle[0]
        found: dict[tuple[int, int], int] = {}
        if s.game.forest >> area & 1 or movement.ban(s, s.active) >> area & 1:  # special.ardennes.6, G59, G62
            return found
        for base in s.game.board.members(s.masks[s.active] & s.game.land):
            for piece in s.at(base):
                if s.unit[piece] not in AIR or piece in s.battle[1] or not movement.may_go(s, piece):
                    continue
                if cards.is_forbidden(s, s.active, s.unit[piece], "attack"):
                    continue
                if movement.can_strike(s, piece, area):
                    found.setdefault((s.unit[piece], base), piece)
        return found

    def options(self, s: BattleState, f: tuple[str]) -> list[Option]:
        able = self.callable(s)
        if not able:
            return []
        return [*(s.game.say_call[key] for key in sorted(able)), s.game.say_fight]

    def call(self, s: BattleState, f: tuple[str], value: int) -> None:
        key = s.game.call_keys[value]
        piece = self.callable(s)[key]
        assert s.battle
        s.events.append(Called(("singularity.4",), piece, s.battle[0]))
        movement.finish(s, (piece,))
        s.battle = (s.battle[0], (*s.battle[1], piece), *s.battle[2:])

    def fight(self, s: BattleState, f: tuple[str], value: int) -> None:
        s.stack.pop()

    def preview(self, s: BattleState, f: tuple[str], option: Option) -> Preview | None:
        return odds.of_battle(s) if option.verb == "fight" else None

    def why(self, s: BattleState, f: tuple[str], option: Option) -> Refusal:
        if s.battle and s.game.forest >> s.battle[0] & 1:
            return Refusal("air units do not fight in the forest", "special.ardennes.6")
        unit, base = s.game.call_keys[option.value]
        unused = f"no unused {UNITS[unit]} in {s.spoken(base)}"
        return Refusal(f"{unused} in range of the combat and of a landing place", "air.4")


# a combat round


class CombatRound(Step[BattleState]):
    """One combat round after the other, until one side is gone or leaves (combat.9)."""

    name = "combat_round"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        assert s.battle
        area, group, origin, rounds, kind, moved, chooser = s.battle
        if kind in ("sea", "due") or s.game.sea >> area & 1:
            for piece in (*attackers(s), *defenders(s)):
                s.fought |= 1 << piece  # bombard.6
        if overrun(s):
            return
        s.battle = (area, group, origin, rounds + 1, kind, moved, chooser)
        s.toll = (0, 0)
        s.flak = ()
        late = s.rulings["submerge"] == "fire_step"
        order: list[tuple[object, ...]] = [("dive", ATTACK)]
        order += [("attackers_fire",), ("dive", DEFENCE)] if late else [("dive", DEFENCE), ("attackers_fire",)]
        order += [("defenders_fire",), ("casualties", DEFENCE), ("casualties", ATTACK), ("close",)]
        s.stack.extend(reversed(order))


def overrun(s: BattleState) -> bool:
    """A city held by anti-aircraft guns alone falls to land units at once if no air unit attacks (G27)."""
    left = defenders(s)
    force = attackers(s)
    if not left or any(s.unit[p] != AA for p in left) or not any(s.unit[p] in LAND for p in force):
        return False
    assert s.battle
    if any(s.unit[p] in AIR for p in force) and s.battle[3] == 0:
        return False
    for piece in left:
        destroy(s, piece, ("capture.3",))
    aftermath.end(s)
    return True


class Dive(Step[BattleState]):
    """Submarines may submerge instead of firing, unless an enemy destroyer is there (combat.fire.2, combat.fire.4)."""

    name = "dive"

    def side(self, s: BattleState, f: tuple[str, int]) -> int:
        return s.active if f[1] == ATTACK else decider(s)

    def prompt(self, s: BattleState, f: tuple[str, int]) -> str:
        assert s.battle
        return f"Combat in {s.spoken(s.battle[0])}: submerge a submarine, or fire with all that are left."

    @staticmethod
    def _able(s: BattleState, role: int) -> list[int]:
        own, enemies = (attackers(s), defenders(s)) if role == ATTACK else (defenders(s), attackers(s))
        if any(s.unit[p] == DESTROYER for p in enemies):  # sea.destroyer.1
            return []
        return [p for p in own if s.unit[p] == SUBMARINE] if enemies else []

    def options(self, s: BattleState, f: tuple[str, int]) -> list[Option]:
        return [s.game.say_submerge, s.game.say_fire] if self._able(s, f[1]) else []

    def submerge(self, s: BattleState, f: tuple[str, int], value: int) -> None:
        piece = self._able(s, f[1])[0]
        s.submerged |= 1 << piece
        s.events.append(Submerged(("combat.fire.2" if f[1] == ATTACK else "combat.fire.4",), piece))
        if not (attackers(s) if f[1] == ATTACK else defenders(s)):  # nobody is left to fight: it is over at once (G42)
            while s.stack.pop()[0] != "close":
                pass
            aftermath.end(s)

    def fire(self, s: BattleState, f: tuple[str, int], value: int) -> None:
        s.stack.pop()

    def why(self, s: BattleState, f: tuple[str, int], option: Option) -> Refusal:
        return Refusal("an enemy destroyer keeps submarines from submerging", "sea.destroyer.1")


def fire(s: BattleState, pieces: list[int], role: int, area: int) -> int:
    """One die for each unit that can hit (combat.fire.1, combat.fire.3, G31)."""
    firing = [p for p in pieces if value(s, p, role, area) > 0 and s.unit[p] != AA]
    clause = "combat.fire.1" if role == ATTACK else "combat.fire.3"
    dice = s.volley("attack" if role == ATTACK else "defence", (clause,), len(firing))
    values = [value(s, p, role, area) for p in firing]
    hits = sum(die <= needed for die, needed in zip(dice, values, strict=True))
    if firing:
        power = s.active if role == ATTACK else decider(s)
        s.events.append(Fired((clause, "combat.hit.1"), power, area, tuple(firing), tuple(values), tuple(dice), hits))
    return hits


class AttackersFire(Step[BattleState]):
    """First the attacker's dice (combat.fire.1)."""

    name = "attackers_fire"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        if s.battle and defenders(s) and attackers(s):
            s.toll = (fire(s, attackers(s), ATTACK, s.battle[0]), 0)


class DefendersFire(Step[BattleState]):
    """Then the defender's (combat.fire.3), and in the first combat round the guns against aircraft (aa.3, G26)."""

    name = "defenders_fire"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        if not s.battle or not attackers(s) or not defenders(s):
            return
        s.toll = (s.toll[0], fire(s, defenders(s), DEFENCE, s.battle[0]))
        planes = [p for p in attackers(s) if s.unit[p] in AIR]
        guns = [p for p in defenders(s) if s.unit[p] == AA]
        if s.battle[3] == 1 and planes and guns:
            self._shoot(s, guns, planes, s.battle[0])

    @staticmethod
    def _shoot(s: BattleState, guns: list[int], planes: list[int], area: int) -> None:
        """One die of each gun against each air unit (aa.3)."""
        hit: list[int] = []
        for gun in guns:
            needed = cards.combat_value(s, s.power[gun], AA, "defence", area)
            dice = s.volley("anti-aircraft", ("aa.3",), len(planes))
            hit += [plane for plane, die in zip(planes, dice, strict=True) if die <= needed and plane not in hit]
        s.flak = tuple(hit)
        s.events.append(AntiAircraft(("aa.3",), area, s.flak))


# casualties


def can_be_lost(s: BattleState, role: int) -> list[int]:
    """Which units may bear a hit: warships before transports (combat.casualties.3), guns last (G27)."""
    own = attackers(s) if role == ATTACK else defenders(s)
    own = [p for p in own if p not in s.flak]
    first = [p for p in own if s.unit[p] not in (TRANSPORT, AA)]
    if role == DEFENCE and s.rulings["aa_casualties"] == "free":
        first = [p for p in own if s.unit[p] != TRANSPORT]
    return first or own


class Casualties(Step[BattleState]):
    """The owner takes off as many units as there were hits (combat.casualties.1, .2, .5)."""

    name = "casualties"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int]) -> int:
        return s.active if f[1] == ATTACK else decider(s)

    def prompt(self, s: BattleState, f: tuple[str, int]) -> str:
        assert s.battle
        where, left = s.spoken(s.battle[0]), self._left(s, f[1])
        return f"Combat in {where}: choose a unit to bear a hit (still to bear: {left})."

    @staticmethod
    def _left(s: BattleState, role: int) -> int:
        return s.toll[1] if role == ATTACK else s.toll[0]

    def options(self, s: BattleState, f: tuple[str, int]) -> list[Option]:
        if not self._left(s, f[1]):
            return []
        return [s.game.say_lose[c] for c in sorted(self.bearers(s, f[1]))]

    @staticmethod
    def bearers(s: BattleState, role: int) -> dict[int, int]:
        """Who may bear a hit, by name; like aircraft are told apart by where they took off (G24)."""
        return s.apart(can_be_lost(s, role), lambda p: f"@{s.label(s.where[p])}" if s.unit[p] in AIR else "")

    def lose(self, s: BattleState, f: tuple[str, int], number: int) -> None:
        piece = self.bearers(s, f[1])[number]
        on_defence, on_attack = s.toll
        s.toll = (on_defence, on_attack - 1) if f[1] == ATTACK else (on_defence - 1, on_attack)
        take_hit(s, piece, ("combat.casualties.2" if f[1] == ATTACK else "combat.casualties.1",))

    def why(self, s: BattleState, f: tuple[str, int], option: Option) -> Refusal:
        if option.object.split(".")[1].startswith("transport"):
            return Refusal("warships bear hits before transports do", "combat.casualties.3")
        unfit = Refusal(f"{option.object} cannot bear this hit", "combat.casualties.5")
        return s.which_is_meant(option, "combat.casualties.5") or unfit


class Close(Step[BattleState]):
    """After the casualties: aircraft shot down, unprotected transports, and who is left (combat.casualties.4)."""

    name = "close"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        assert s.battle
        for plane in s.flak:
            destroy(s, plane, ("aa.3",))
        s.flak = ()
        if s.game.sea >> s.battle[0] & 1:
            self._sink_unprotected(s)
        if not attackers(s) or not defenders(s):
            aftermath.end(s)
            return
        if overrun(s):
            return
        most = cards.most_combat_rounds(s, s.active)
        if most is not None and s.battle[3] >= most:
            retreat.withdraw(s)
            return
        s.stack.append(("press",))

    @staticmethod
    def _sink_unprotected(s: BattleState) -> None:
        """A side without a warship left loses its transports (combat.casualties.4, G46)."""
        for force in (attackers(s), defenders(s)):
            if not any(s.unit[p] in WARSHIPS for p in force):
                for ship in [p for p in force if s.unit[p] == TRANSPORT]:
                    destroy(s, ship, ("combat.casualties.4",))
