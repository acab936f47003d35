"""Close assault (9, 9.1): it is declared, checked, led and fought out hand to hand.

Who can assault what is in ``storming``, the answer to it in ``defence``; assaults by armour and on armour are fought in
``armour``. What follows is in ``aftermath`` and ``retreat``, and assaults that go on are in ``continuing``.
"""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Path, Piece, Pieces, PieceSet, Place
from meuse.engine.preview import Factor, Preview, certain
from meuse.engine.scene import Fight, Sweep
from meuse.games.france_1940 import aftermath, armour, fights, flight, melee, morale, nations, rally, reaction, works
from meuse.games.france_1940.aftermath import Aftermath, Over
from meuse.games.france_1940.defence import ANTI_ARMOUR, HAND, OVERRUN, Repel
from meuse.games.france_1940.events import AssaultDeclared, Fought
from meuse.games.france_1940.melee import Bout
from meuse.games.france_1940.movement import price
from meuse.games.france_1940.state import FranceState, FranceStep, carried, finish
from meuse.games.france_1940.storming import exempt, gallops, join_bars, reasons, sort_of, stormers, with_mounts
from meuse.games.france_1940.transport import capacity, mover


def begin(s: FranceState, unit: int) -> None:
    s.push(Target(unit))


class Target(FranceStep):
    """A unit that assaults: into which hex (9c)?"""

    unit: Piece

    hand = "unit"
    standing = True
    forced = True
    heading = "{side} assault"
    asks = "Choose the hex that {unit} assaults."
    help = Help("9c", "An assault goes into a hex with enemies next to the unit; others may join before it begins.")
    words = {"into": "Assault {it}"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        here, side = s.where[self.unit], self.side(s)
        yield Bar(~s.setting.board.around[here], "9c", "{it} is not next to the unit")
        yield Bar(~s.masks[1 - side], "9a", "there are no enemies in {it}")
        for hexa in listed(s.setting.board.around[here] & s.masks[1 - side]):
            for clause, says in reasons(s, self.unit, hexa):
                yield Bar(1 << hexa, clause, says)

    def into(self, s: FranceState, hexa: int) -> None:
        s.turn_into(Muster(hexa, (self.unit,)))


# the declaration


class Muster(FranceStep):
    """An assault is declared: others join, then it is launched (9.1b)."""

    target: Place
    group: Pieces

    hand = "group"
    spot = "target"
    heading = "{side} assault"
    asks = "Assault {target}: take others along, or launch it."
    help = Help(
        "9.1b",
        "The enemy may fire as you come; then each unit checks its morale, and those who pass fight in the hex. AFVs "
        "and the infantry that came with them need no check.",
    )
    words = {"take": "Take {it} along", "launch": "Launch the assault"}
    rolls = ("launch",)
    sweeps = {"take": Sweep("take", "Take all along")}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "take":
            yield Bar(~s.active, "3.3.1c", "{it} is not activated")
            yield Bar(members(self.group), "9.1b", "{it} takes part already")
            yield Bar(~stormers(s), "3.3.2a", "{it} cannot assault now")
            yield from join_bars(s, self.target, self.group)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        """What the fight comes to if all take part; before it each who must checks."""
        kind = sort_of(s, self.target, members(self.group), self.side(s))
        if not self.opponents(s, kind):
            return certain("Assault", "the defenders surrender if one unit comes", self.checks(s, kind))
        if kind == OVERRUN:
            return armour.overrun_preview(s, self.target, self.group)
        if kind == ANTI_ARMOUR:
            return armour.strike_preview(s, self.group[0], self.target)
        made = melee.preview(s, self.bout(s))
        return Preview(made.title, made.outcomes, (*self.checks(s, kind), *made.factors))

    def opponents(self, s: FranceState, kind: str) -> int:
        """The units that would be fought: routed ones and lone officers surrender (9.1.7b, 9.1.7c)."""
        side = self.side(s)
        if kind == ANTI_ARMOUR:
            return armour.prey(s, self.target, side) & ~s.routed
        return aftermath.fighters(s, self.target, 1 - side)

    def checks(self, s: FranceState, kind: str) -> tuple[Factor, ...]:
        """The checks that come before the fight (9.1.1a, 9.3d)."""
        less = armour.harder(s, self.target, self.side(s)) if kind == ANTI_ARMOUR else 0
        must = [unit for unit in self.group if not exempt(s, unit, self.target, self.group)]
        return tuple(_check_factor(s, unit, less) for unit in must)

    def bout(self, s: FranceState) -> Bout:
        side, group = self.side(s), members(self.group)
        gallop = all(gallops(s, unit, self.target) for unit in self.group)
        froms = [s.where[unit] for unit in self.group]
        return melee.bout(s, self.target, group, aftermath.fighters(s, self.target, 1 - side), froms, gallop)

    def battle_board(self, s: FranceState, side: int) -> Fight | None:
        kind = sort_of(s, self.target, members(self.group), self.side(s))
        bout = self.bout(s) if kind == HAND and self.opponents(s, kind) else None
        return fights.assault(s, self.target, self.group, 1 - self.side(s), bout)

    # verbs

    def take(self, s: FranceState, unit: int) -> None:
        s.turn_into(Muster(self.target, (*self.group, unit)))

    def launch(self, s: FranceState, value: int) -> None:
        side, group = self.side(s), self.group
        kind = sort_of(s, self.target, members(group), side)
        froms = tuple(s.where[unit] for unit in group)
        gallop = members(unit for unit in group if gallops(s, unit, self.target))
        pieces = with_mounts(s, members(group))
        s.events.append(AssaultDeclared(("9.1b",), side, group, self.target, kind))
        s.charged |= members(group) & s.mounted
        s.moved |= pieces
        s.active |= pieces  # an officer in a tank is part of it (G30d)
        s.moving = pieces
        s.stormed |= 1 << self.target
        s.repelled = s.rushed = False
        s.touch()
        strength = tuple(s.steps[unit] for unit in group)
        s.turn_into(Check(self.target, group, froms, kind, gallop, strength, (), group))
        s.push(Repel(self.target, group, kind, False, 0))
        for hexa in dict.fromkeys(s.where[unit] for unit in group if not s.spent[mover(s, unit)]):
            reaction.window(s, hexa)  # the others have moved, and could be fired at on their way (G21)


def _check_factor(s: FranceState, unit: int, less: int) -> Factor:
    needed = morale.of_unit(s, unit) - less
    odds = rally.two_dice("", needed, ("passes", "fails"), ()).chance("passes")
    return Factor(f"check of {s.spoken(unit)}: {needed} or less", f"{round(100 * odds)} %", "9.1.1a")


# checks


class Check(FranceStep):
    """The attackers check one after the other, in the order their owner likes, until nine steps are in (9.1.1)."""

    target: Place
    group: Pieces
    froms: Path
    kind: str
    gallop: PieceSet
    strength: tuple[int, ...]
    """The steps of each when it was declared (9.3j)."""
    passed: Pieces
    rest: Pieces

    hand = "group"
    forced = True
    heading = "{side} assault"
    asks = "Choose the next unit to check its morale before the assault."
    help = Help("9.1.1e", "Only nine steps can take part: once they have passed, the others stay behind.")
    words = {"test": "{it} checks next"}
    rolls = ("test",)

    def able(self, s: FranceState) -> Pieces:
        """Those who are still to check: not shot away or routed meanwhile."""
        there = dict(zip(self.group, self.froms, strict=True))
        good = s.alive & ~s.routed
        return tuple([unit for unit in self.rest if good >> unit & 1 and s.where[unit] == there[unit]])

    def fits(self, s: FranceState) -> Pieces:
        """Those of them for whom there is room; armour is assaulted by one after the other (9b, 9.1.1e, 9.3b, G57)."""
        if self.kind == ANTI_ARMOUR:
            return self.able(s)
        room = s.setting.charts.stacking.hex - sum(s.steps[unit] for unit in self.passed if s.alive >> unit & 1)
        return tuple([unit for unit in self.able(s) if s.steps[unit] <= room])

    def options(self, s: FranceState) -> list[Option]:
        able = self.fits(s)
        most = s.setting.charts.stacking.hex
        if (
            self.kind == ANTI_ARMOUR
            or sum(s.steps[unit] for unit in (*self.passed, *self.able(s)) if s.alive >> unit & 1) <= most
        ):
            return []
        return s.setting.vocabulary.open("test", ~members(able))

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self.rest), "9.1.1a", "{it} has checked, or takes no part")
        yield Bar(~members(self.fits(s)), "9.1.1e", "there is no room for {it}")
        if not self.options(s):
            yield Bar(ALL, "9.1.1a", "all of them check")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        unit = option.value
        if self.spared(s, unit):
            return certain("Check", "it assaults, without a check")
        needed = morale.of_unit(s, unit)
        return rally.two_dice("Check", needed, ("it assaults", "it stays"), rally.unit_factors(s, unit))

    def test(self, s: FranceState, unit: int) -> None:
        passed = (*self.passed, unit) if self.passes(s, unit) else self.passed
        rest = tuple([other for other in self.rest if other != unit])
        s.turn_into(Check(self.target, self.group, self.froms, self.kind, self.gallop, self.strength, passed, rest))

    def spared(self, s: FranceState, unit: int) -> bool:
        """Needs it no check: armour that was shot away or driven off on the way supports nobody (9.4d)?"""
        return exempt(s, unit, self.target, (*self.passed, *self.able(s)))

    def passes(self, s: FranceState, unit: int) -> bool:
        if self.spared(s, unit):
            return True
        if self.kind == ANTI_ARMOUR:
            return morale.gate(s, unit, "the assault", ("9.3d", "10.2d"), armour.harder(s, self.target, self.side(s)))
        return morale.gate(s, unit, "the assault", ("9.1.1a", "10.2b"))

    def after(self, s: FranceState) -> None:
        """All the others check; then those who have passed come on (9.1.1c).

        Who found no room has not even tried to take part (9.1.1e, 9.1.5g). Routed vehicles surrender (10.3.4a).
        """
        passed, fits = list(self.passed), self.fits(s)
        shut_out = members(unit for unit in self.able(s) if unit not in fits)
        for unit in fits:
            if self.passes(s, unit):
                passed.append(unit)
        finish(s, members(self.group) & ~members(passed) & s.alive & ~s.routed)
        enemy = s.mates(self.target, 1 - self.side(s)) & s.setting.units
        if not passed:
            s.push(Over(self.target, members(self.group), 0))
            return
        works.disturb(s, self.target)
        there = dict(zip(self.group, self.froms, strict=True))
        froms = tuple(there[unit] for unit in passed)
        declared = members(self.group) & ~shut_out
        if self.kind == ANTI_ARMOUR:
            aftermath.surrender(s, self.target, 1 - self.side(s))
            had = dict(zip(self.group, self.strength, strict=True))
            strength = tuple(had[unit] for unit in passed)
            s.push(armour.TankHunt(self.target, tuple(passed), declared, enemy, strength, tuple(passed), 0, 0))
            if not s.repelled:
                s.push(Repel(self.target, tuple(passed), self.kind, True, 0))
        else:
            s.push(Lead(self.target, tuple(passed), froms, self.kind, self.gallop, declared))


class Lead(FranceStep):
    """Officers whose units have passed may join them (9.1.1d); then the attackers enter the hex."""

    target: Place
    group: Pieces
    froms: Path
    kind: str
    gallop: PieceSet
    declared: PieceSet

    hand = "group"
    spot = "target"
    heading = "{side} assault"
    asks = "Choose the officers who join the assault."
    help = Help(
        "9.1.1d", "An officer needs no check. He falls if all units with him fall, and may fall when they lose steps."
    )
    words = {"lead": "{it} joins the assault", "done": "No other officer joins"}
    idle = "done"

    def officers(self, s: FranceState) -> int:
        """Those who can join: in a hex where the assault begins, with a unit that has passed."""
        units, found = members(self.group), 0
        for number, officer in enumerate(s.leaders):
            if officer < 0 or s.where[officer] not in self.froms or (s.routed | s.riders) >> officer & 1:
                continue
            if s.setting.formations[number].units & units and officer not in self.group:
                found |= 1 << officer
        return found

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "lead":
            yield Bar(~s.setting.officers, "9.1.1d", "{it} is no officer")
            yield Bar(s.routed, "10.3.1c", "{it} is routed")
            yield Bar(carried(s), "5.5h", "{it} is carried, and must first get off")
            yield Bar(~self.officers(s), "9.1.1d", "no unit of {it} has passed, or he is elsewhere")
        elif nations.escorts(s, members(self.group)) & self.officers(s):
            yield Bar(ALL, "14.1b", "French armour among infantry goes nowhere without its officer")

    def lead(self, s: FranceState, officer: int) -> None:
        group, froms = (*self.group, officer), (*self.froms, s.where[officer])
        s.active |= 1 << officer  # he may lead units that act without him, out of command
        s.moving |= 1 << officer
        s.turn_into(Lead(self.target, group, froms, self.kind, self.gallop, self.declared))

    def done(self, s: FranceState, value: int) -> None:
        s.pop()
        self.after(s)

    def after(self, s: FranceState) -> None:
        """They come into the hex: routed enemies surrender, the others may fire if they have not (9.1.7b, 9.1.2f)."""
        side, hexa = self.side(s), self.target
        enemies = s.mates(hexa, 1 - side)
        for unit, origin in zip(self.group, self.froms, strict=True):
            who = mover(s, unit)
            s.spent[who] = min(s.spent[who] + max(price(s, unit, origin, hexa), 0), capacity(s, who))
        flight.go(s, with_mounts(s, members(self.group)), hexa)
        s.moving |= with_mounts(s, members(self.group))
        depth = len(s.agenda)
        works.spring(s, with_mounts(s, members(self.group)), hexa)
        aftermath.surrender(s, hexa, 1 - side)
        s.agenda[depth:depth] = self.next(s, enemies & s.setting.units)  # first they rout whom mines have shaken

    def next(self, s: FranceState, enemies: int) -> list[FranceStep]:
        """What the assault comes to now that they are in the hex, the last first."""
        side, hexa = self.side(s), self.target
        args = hexa, self.group, self.froms, self.declared, enemies
        if not s.mates(hexa, 1 - side) & s.setting.units:
            return [Over(hexa, self.declared | members(self.group), 0)]
        walled = aftermath.walled_in(s, hexa, 1 - side)
        if self.kind == OVERRUN:
            first = armour.Overrunning(*args)
            return [armour.OverrunningInside(*args), first] if walled else [first]
        men = members(self.group) & s.setting.units
        gallop = men == men & self.gallop
        steps: list[FranceStep] = [Inside(*args, gallop)] if walled else []
        steps.append(Brawl(*args, gallop))
        return steps if s.repelled else [*steps, Repel(hexa, self.group, self.kind, True, 0)]


# hand-to-hand combat


class Brawl(FranceStep):
    """A round of hand-to-hand combat (9.1.3)."""

    target: Place
    group: Pieces
    froms: Path
    declared: PieceSet
    defenders: PieceSet
    gallop: bool

    hand = "group"

    def after(self, s: FranceState) -> None:
        fight(s, self.target, self.group, self.froms, self.declared, self.defenders, self.gallop)


class Inside(Brawl):
    """Those outside a fortification are beaten: now those inside are assaulted (12.9h)."""

    def after(self, s: FranceState) -> None:
        side, hexa = s.setting.side_of[self.group[0]], self.target
        over = any(row.hex == hexa for row in s.melees) or not aftermath.fighters(s, hexa, side)
        if not over and aftermath.fighters(s, hexa, 1 - side) & s.inside:
            s.stormed |= 1 << hexa
            super().after(s)


def fight(
    s: FranceState, hexa: int, group: Pieces, froms: Path, declared: int, enemies: int, gallop: bool = False
) -> None:  # fmt: skip
    """Roll for a round and carry out what it costs; who must retreat does so afterwards (9.1.3)."""
    side = s.setting.side_of[group[0]]
    ours, theirs = aftermath.fighters(s, hexa, side), aftermath.fighters(s, hexa, 1 - side)
    known, spared = next((row for row in s.melees if row.hex == hexa), None), aftermath.walled_in(s, hexa, 1 - side)
    if not ours or not theirs:
        s.push(Aftermath(hexa, group, froms, declared, enemies, (0, 0), (0, 0)))
        return
    bout = melee.bout(s, hexa, ours, theirs, froms, gallop, known)
    die = s.roll("hand-to-hand combat", ("9.1.3c",))
    found = melee.result(s, bout, die)
    clause = "9.1.4d" if known else "9.1.3c"
    s.events.append(
        Fought((clause,), hexa, side, bout.attack, bout.defence, melee.ratio(s, bout), die, melee.mark(found))
    )
    pairs = list(zip(found, (ours, theirs), strict=True))
    lost = tuple(min(part.losses, sum(s.steps[unit] for unit in listed(units))) for part, units in pairs)
    back = tuple(part.retreat for part in found)
    s.push(Aftermath(hexa, group, froms, declared, enemies, back, lost, spared))
    for part, units in ((found[1], theirs), (found[0], ours)):
        aftermath.lose(s, hexa, units, part.losses, ("9.1.3d",))
