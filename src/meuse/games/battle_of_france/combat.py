"""Conduct combat: who is in it, fire and casualties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from meuse.engine import Bar, Help, Option, Pieces, Preview, Side
from meuse.engine.scene import Choice, Sweep
from meuse.games.battle_of_france import aftermath, cards, events, movement, odds, retreat
from meuse.games.battle_of_france.powers import BRITAIN, CAMP, FRANCE, GERMANY, POWERS_OF
from meuse.games.battle_of_france.state import NO_TOLL, Battle, BattleState, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AA, AIR, CRUISER, DESTROYER, LAND, SUBMARINE, TRANSPORT, WARSHIPS

ATTACK, DEFENCE = 0, 1
"""Roles in a combat."""


# who is in it


def begin(s: BattleState, area: int, attackers: Pieces, origin: int, kind: str, moved: int) -> None:
    """A combat begins: the attackers have used their move, whatever comes of it (movement.4)."""
    movement.finish(s, attackers)
    s.battle = Battle(area, attackers, origin, 0, kind, moved, decider(s, area))
    s.submerged = 0
    defending = tuple(s.of_camp(area, enemy_of(s.camp)))
    ours, theirs = s.makeup(*attackers), s.makeup(*defending)
    s.events.append(events.CombatBegan(("capture.2", "combat.1"), area, attackers, defending, ours, theirs))
    if s.active == GERMANY and (s.setting.maginot & ~s.freed) >> area & 1:
        s.freed |= 1 << area  # special.maginot.3, G61
        s.events.append(events.Freed(("special.maginot.3",), area))
    s.push(CombatRound(), Support())


def attackers(s: BattleState) -> list[int]:
    """The attackers still in the combat."""
    return [p for p in s.battle.attackers if s.where[p] >= 0 and not s.submerged >> p & 1] if s.battle else []


def defenders(s: BattleState) -> list[int]:
    """All enemy units in the area defend (combat.2), those submerged left out (G42)."""
    if s.battle is None:
        return []
    return [p for p in s.of_camp(s.battle.area, enemy_of(s.camp)) if not s.submerged >> p & 1]


def forces(s: BattleState, role: int) -> tuple[list[int], list[int]]:
    """Own units and enemies, as one of both sides in the combat sees it."""
    return (attackers(s), defenders(s)) if role == ATTACK else (defenders(s), attackers(s))


def chooser(s: BattleState, role: int) -> int:
    """The power that chooses for the attack or, throughout the combat, for the defence (G37)."""
    return s.active if role == ATTACK else s.combat.decider


def decider(s: BattleState, area: int) -> int:
    """Who controls the area, at sea who has more ships there, Britain if they are equal (G37)."""
    enemy = enemy_of(s.camp)
    if enemy == CAMP[GERMANY]:
        return GERMANY
    holder = s.controller(area)
    if holder >= 0 and CAMP[holder] == enemy:
        return holder
    ships = [s.power[p] for p in s.of_camp(area, enemy)]
    return FRANCE if ships.count(FRANCE) > ships.count(BRITAIN) else BRITAIN


def value(s: BattleState, piece: int, role: int, area: int) -> int:
    """What a piece hits with (combat.hit.1): cards, and the forest for attackers (special.ardennes.4, G57, G58)."""
    if role == DEFENCE:
        return cards.combat_value(s, s.power[piece], s.unit[piece], "defence", area)
    return forest_value(s, cards.combat_value(s, s.power[piece], s.unit[piece], "attack", area), area)


def forest_value(s: BattleState, plain: int, area: int) -> int:
    """An attack value in an area: one less in the forest, or literally one off the die (special.ardennes.4, G57)."""
    if not plain or not s.setting.forest >> area & 1:
        return plain
    change = s.setting.tables.forest.attack
    return max(0, plain + change) if s.rulings["forest_penalty"] == "value" else plain - change


def destroy(s: BattleState, piece: int, clauses: tuple[str, ...]) -> None:
    """A piece and all aboard it are gone (sea.transport.6)."""
    for rider in s.cargo(piece):
        destroy(s, rider, ("sea.transport.6",))
    s.events.append(events.Destroyed(clauses, piece, s.unit[piece], s.power[piece], _seen_in(s, piece)))
    s.lift(piece)


def _seen_in(s: BattleState, piece: int) -> int:
    """Where a piece is to those who look: attackers fight in the embattled area, though they have not entered it."""
    if s.battle and (piece in s.battle.attackers or s.carrier[piece] in s.battle.attackers):
        return s.battle.area
    return s.where[piece]


def take_hit(s: BattleState, piece: int, clauses: tuple[str, ...]) -> None:
    """One hit: big ships absorb some, for good (sea.battleship.1, sea.cruiser.1, sea.5, G38)."""
    if s.hits[piece] + 1 < s.setting.hits[s.unit[piece]]:
        s.hits[piece] += 1
        clause = "sea.cruiser.1" if s.unit[piece] == CRUISER else "sea.battleship.1"
        s.events.append(events.Damaged((clause, "sea.5"), piece, s.hits[piece], s.makeup(piece), _seen_in(s, piece)))
    else:
        destroy(s, piece, clauses)


# air support


class Support(BattleStep):
    """Air units may be called in from anywhere in range before the first dice (singularity.4, G25)."""

    heading = "{side} attack"
    help = Help("singularity.4", "Aircraft in range may join before the first dice, if they can land afterwards.")
    asks = "Combat in {place}: call in air units, or fight."
    words = {"fight": "Fight: roll the first dice"}
    rolls = ("fight",)
    sweeps = {"call": Sweep("call", "Call in all aircraft and fight")}

    def options(self, s: BattleState) -> list[Option]:
        calls = self.units(s, "call", self._callable(s))
        return [*calls, *s.setting.say["fight"]] if calls else []

    def _callable(self, s: BattleState) -> dict[int, int]:
        """Air units that may be called in, one for each type and base, by the number of the call."""
        setting, battle = s.setting, s.combat
        able: dict[int, int] = {}
        if (setting.forest | movement.ban(s, s.active)) >> battle.area & 1:  # special.ardennes.6, G59, G62
            return able
        for base in setting.board.members(s.masks[s.active] & setting.land):
            for piece in s.stacks[base]:
                if s.unit[piece] not in AIR or piece in battle.attackers or not movement.may_go(s, piece):
                    continue
                if not cards.forbidden(s, "attack", piece) and movement.strikes(s, piece) >> battle.area & 1:
                    able.setdefault(setting.call_number[s.unit[piece], base], piece)
        return able

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        if verb == "call":
            yield Bar(self.unmeant(s), "air.4", "no unused aircraft in range of combat and landing place is {it}")

    def preview(self, s: BattleState, option: Option) -> Preview | None:
        return odds.of_battle(s) if option.verb == "fight" else None

    def unit(self, s: BattleState, option: Option, counters: Mapping[int, str]) -> Choice:
        piece = s.meant[option.value]
        label = f"Call in {option.spoken}"
        return Choice(str(option), label, "call", piece=counters[piece], place=s.label(s.where[piece]))

    def call(self, s: BattleState, number: int) -> None:
        piece, battle = s.meant[number], s.combat
        s.events.append(events.Called(("singularity.4",), piece, s.where[piece], battle.area, s.makeup(piece)))
        movement.finish(s, (piece,))
        s.battle = battle._replace(attackers=(*battle.attackers, piece))

    def fight(self, s: BattleState, value: int) -> None:
        s.pop()


# a combat round


class CombatRound(BattleStep):
    """One combat round after the other, until one side is gone or leaves (combat.9)."""

    heading = "{side} attack"

    def after(self, s: BattleState) -> None:
        battle = s.combat
        if s.setting.sea >> battle.area & 1:
            for piece in (*attackers(s), *defenders(s)):
                s.fought |= 1 << piece  # bombard.6
        if overrun(s):
            return
        s.battle = battle._replace(rounds=battle.rounds + 1)
        s.toll = NO_TOLL
        s.flak = ()
        s.push(Close(), Casualties(ATTACK), Casualties(DEFENCE), DefendersFire())
        divers = [Dive(DEFENCE, power) for power in POWERS_OF[enemy_of(s.camp)]]
        late = s.rulings["submerge"] == "fire_step"
        s.push(*((*divers, AttackersFire()) if late else (AttackersFire(), *divers)), Dive(ATTACK, s.active))


def overrun(s: BattleState) -> bool:
    """A city held by anti-aircraft guns alone falls to land units at once if no air unit attacks (G27)."""
    left, force = defenders(s), attackers(s)
    if not left or any(s.unit[p] != AA for p in left) or not any(s.unit[p] in LAND for p in force):
        return False
    if any(s.unit[p] in AIR for p in force) and s.combat.rounds == 0:
        return False
    for piece in left:
        destroy(s, piece, ("capture.3",))
    aftermath.end(s)
    return True


class Dive(BattleStep):
    """Submarines may submerge instead of firing, unless an enemy destroyer is there (combat.fire.2, combat.fire.4)."""

    role: int
    power: Side
    """Whose submarines: each power says which of its own dive."""
    heading = "{side} attack"
    help = Help("combat.fire.2", "Under water it neither fires nor can be hit in this combat, and it protects nobody.")
    asks = "Combat in {place}: submerge a submarine, or fire with all that are left."
    words = {"submerge": "Submerge a submarine", "fire": "Fire with all submarines that are left"}
    sweeps = {"submerge": Sweep("submerge", "Submerge all submarines")}

    def _able(self, s: BattleState) -> list[int]:
        own, enemies = forces(s, self.role)
        if not enemies or any(s.unit[p] == DESTROYER for p in enemies):  # sea.destroyer.1
            return []
        return [p for p in own if s.unit[p] == SUBMARINE and s.power[p] == self.power]

    def several(self, s: BattleState, verb: str) -> bool:
        return len(self._able(s)) > 1

    def options(self, s: BattleState) -> list[Option]:
        able = self._able(s)
        s.meant = dict(enumerate(able[:1]))
        return s.setting.say["submerge"] + s.setting.say["fire"] if able else []

    def choices(self, s: BattleState, counters: Mapping[int, str]) -> Iterable[Choice]:
        yield Choice("submerge", self.words["submerge"], "submerge", piece=counters[s.meant[0]])
        yield self.choice(s, s.options[-1])

    def submerge(self, s: BattleState, number: int) -> None:
        piece = s.meant[number]
        s.submerged |= 1 << piece
        clause = "combat.fire.2" if self.role == ATTACK else "combat.fire.4"
        s.events.append(events.Submerged((clause,), piece, s.makeup(piece)))
        if not forces(s, self.role)[0]:  # nobody is left to fight: it is over at once (G42)
            while not isinstance(s.agenda.pop(), Close):
                pass
            aftermath.end(s)

    def fire(self, s: BattleState, value: int) -> None:
        s.pop()


def fire(s: BattleState, role: int) -> int:
    """One die for each unit that can hit (combat.fire.1, combat.fire.3, G31)."""
    area = s.combat.area
    firing = {p: value(s, p, role, area) for p in forces(s, role)[0] if s.unit[p] != AA}
    firing = {p: needed for p, needed in firing.items() if needed > 0}
    clause, purpose = ("combat.fire.1", "attack") if role == ATTACK else ("combat.fire.3", "defence")
    return s.salvo(events.Fired, ((clause, "combat.hit.1"), purpose), (chooser(s, role), area), firing)


class AttackersFire(BattleStep):
    """First the attacker's dice (combat.fire.1)."""

    def after(self, s: BattleState) -> None:
        if defenders(s) and attackers(s):
            s.toll = NO_TOLL._replace(on_defence=fire(s, ATTACK))


class DefendersFire(BattleStep):
    """Then the defender's (combat.fire.3), and in the first combat round the guns against aircraft (aa.3, G26)."""

    def after(self, s: BattleState) -> None:
        if not attackers(s) or not defenders(s):
            return
        s.toll = s.toll._replace(on_attack=fire(s, DEFENCE))
        planes = [p for p in attackers(s) if s.unit[p] in AIR]
        guns = [p for p in defenders(s) if s.unit[p] == AA]
        if s.combat.rounds == 1 and planes and guns:
            self._shoot(s, guns, planes)

    def _shoot(self, s: BattleState, guns: list[int], planes: list[int]) -> None:
        """One die of each gun against each air unit (aa.3)."""
        area, hit = s.combat.area, list[int]()
        for gun in guns:
            needed = cards.combat_value(s, s.power[gun], AA, "defence", area)
            dice = s.volley("anti-aircraft", ("aa.3",), [needed] * len(planes), s.setting.tables.game.die)
            hit += [plane for plane, die in zip(planes, dice, strict=True) if die <= needed and plane not in hit]
        s.flak = tuple(hit)
        s.events.append(events.AntiAircraft(("aa.3",), area, s.flak, s.makeup(*s.flak)))


# casualties


def can_be_lost(s: BattleState, role: int) -> list[int]:
    """Which units may bear a hit: warships before transports (combat.casualties.3), guns last (G27)."""
    own = [p for p in forces(s, role)[0] if p not in s.flak]
    last = (TRANSPORT,) if role == DEFENCE and s.rulings["aa_casualties"] == "free" else (TRANSPORT, AA)
    return [p for p in own if s.unit[p] not in last] or own


class Casualties(BattleStep):
    """The owner takes off as many units as there were hits (combat.casualties.1, .2, .5)."""

    role: int
    heading = "{side} attack"
    forced = True
    help = Help("combat.casualties.5", "Each enemy hit costs a unit of your choice; warships go before transports.")
    words = {"lose": "Lose {it}", "damage": "Let the hit damage {it}"}

    def side(self, s: BattleState) -> int:
        return chooser(s, self.role)

    def prompt(self, s: BattleState) -> str:
        where, left = s.spoken(s.combat.area), self._left(s)
        return f"Combat in {where}: choose a unit to bear a hit (still to bear: {left})."

    def _left(self, s: BattleState) -> int:
        return s.toll.on_attack if self.role == ATTACK else s.toll.on_defence

    def options(self, s: BattleState) -> list[Option]:
        """Like aircraft differ by where they took off (G24)."""
        able = can_be_lost(s, self.role) if self._left(s) else []
        bearers = s.apart(able, lambda p: f"@{s.label(s.where[p])}" if s.unit[p] in AIR else "")
        return self.units(s, "lose", bearers)

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        spared = {s.class_of(p) for p in forces(s, self.role)[0] if s.unit[p] == TRANSPORT}
        waiting = sum(s.setting.alike[number] for number in spared) & self.unmeant(s)
        yield Bar(waiting, "combat.casualties.3", "warships bear hits before transports do")
        yield from self.unnamed(s, "combat.casualties.5")
        yield Bar(self.unmeant(s), "combat.casualties.5", "{it} cannot bear this hit")

    def lose(self, s: BattleState, number: int) -> None:
        attacking = self.role == ATTACK
        on_defence, on_attack = s.toll
        s.toll = s.toll._replace(on_attack=on_attack - 1) if attacking else s.toll._replace(on_defence=on_defence - 1)
        take_hit(s, s.meant[number], ("combat.casualties.2" if attacking else "combat.casualties.1",))


class Close(BattleStep):
    """After the casualties: aircraft shot down, unprotected transports, and who is left (combat.casualties.4)."""

    def after(self, s: BattleState) -> None:
        for plane in s.flak:
            destroy(s, plane, ("aa.3",))
        s.flak = ()
        if s.setting.sea >> s.combat.area & 1:
            self._sink_unprotected(s)
        if not attackers(s) or not defenders(s):
            aftermath.end(s)
            return
        if overrun(s):
            return
        most = s.law.most_rounds[s.active]
        if most is not None and s.combat.rounds >= most:
            retreat.withdraw(s)
        else:
            s.push(retreat.Press())

    @staticmethod
    def _sink_unprotected(s: BattleState) -> None:
        """A side without a warship left loses its transports (combat.casualties.4, G46)."""
        for force in (attackers(s), defenders(s)):
            if not any(s.unit[p] in WARSHIPS for p in force):
                for ship in [p for p in force if s.unit[p] == TRANSPORT]:
                    destroy(s, ship, ("combat.casualties.4",))
