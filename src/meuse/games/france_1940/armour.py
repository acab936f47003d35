"""Armoured assault (9.2) and anti-armour assault (9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Path, Piece, Pieces, PieceSet, Place
from meuse.engine.preview import Factor, Preview, added
from meuse.games.france_1940 import aftermath, attack, flight, morale, retreat, rout, stacking, works
from meuse.games.france_1940.aftermath import Over
from meuse.games.france_1940.attack import Attack
from meuse.games.france_1940.events import Advanced, Retreated
from meuse.games.france_1940.hits import PLAIN, Weapon
from meuse.games.france_1940.movement import enter, price
from meuse.games.france_1940.rosters import UnitRow
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState, FranceStep, finish
from meuse.games.france_1940.transport import left
from meuse.mechanics import words

BUILDINGS = ("built-up area", "dispersed buildings")
AP = Weapon("ap")


# armoured assault (9.2)


def factors(s: FranceState, units: Pieces) -> int:
    """The fire factors of AFVs in an armoured assault, by their class and losses (9.2i, R7)."""
    charts, total = s.setting.charts.overrun, 0
    for unit in units:
        row = s.setting.pieces[unit].row
        if isinstance(row, UnitRow) and row.class_ is not None and s.steps[unit]:
            table = {"light": charts.light, "medium": charts.medium, "heavy": charts.heavy}[row.class_]
            total += table[FULL - s.steps[unit]]
    return total


def overrun(s: FranceState, hexa: int, group: Pieces) -> Attack:
    """The attack of AFVs on unarmoured units in a hex, with its only modifiers (9.2j, 9.2k, G51)."""
    setting, rules = s.setting, s.setting.charts.overrun
    side = setting.side_of[group[0]]
    reached = attack.reach(s, hexa, AP, without=s.routed)  # they surrender first (10.3.4a)
    victims = reached.victims & setting.pieces_on[1 - side] & setting.units
    rows = []
    if victims and not victims & ~setting.guns:
        rows.append(Factor("against guns", f"{rules.guns:+d}", "9.2j"))
    if victims & ~setting.guns & ~setting.carriers and setting.ground.terrain[hexa] in BUILDINGS:
        rows.append(Factor("infantry in buildings", f"{rules.buildings:+d}", "9.2j"))
    value = attack.defence(s, hexa, "ap", inside=reached.inside)
    shift = attack.quality_shift(s, group)
    sum_ = factors(s, group)
    told = (Factor("armoured assault", str(sum_), "9.2i"), *attack.quality_told(shift), *value)
    return Attack(
        "ap", hexa, side, sum_, shift, tuple(rows), added(value), AP, victims, False, group, told, "armoured assault"
    )  # fmt: skip


def overrun_preview(s: FranceState, hexa: int, group: Pieces) -> Preview:
    """The odds of an armoured assault if all its AFVs come through."""
    made = attack.preview(s, overrun(s, hexa, group))
    return Preview("Armoured assault", made.outcomes, made.factors)


class Overrunning(FranceStep):
    """AFVs are in the hex and attack (9.2i to 9.2l)."""

    target: Place
    group: Pieces
    froms: Path
    declared: PieceSet
    defenders: PieceSet

    def after(self, s: FranceState) -> None:
        hexa, args = self.target, (self.group, self.froms, self.declared, self.defenders)
        tanks = self.tanks(s)
        depth, lost = len(s.agenda), 0
        spared = aftermath.walled_in(s, hexa, 1 - s.setting.side_of[self.group[0]])
        if tanks:
            lost = attack.resolve(s, overrun(s, hexa, tanks)).losses.steps
        s.agenda.insert(depth, Overran(hexa, *args, bool(lost), spared))

    def tanks(self, s: FranceState) -> Pieces:
        """The AFVs that have come into the hex and are in order."""
        able = s.setting.afvs & ~s.routed & s.alive
        return tuple([unit for unit in self.group if s.where[unit] == self.target and able >> unit & 1])


class OverrunningInside(Overrunning):
    """Those outside a fortification are beaten: now those inside are assaulted (12.9h)."""

    def after(self, s: FranceState) -> None:
        hexa, enemy = self.target, 1 - s.setting.side_of[self.group[0]]
        if self.tanks(s) and aftermath.fighters(s, hexa, enemy) & s.inside:
            s.stormed |= 1 << hexa
            super().after(s)


class Overran(FranceStep):
    """The defender has lost and retreats, or the AFVs must leave again (9.2l to 9.2r)."""

    target: Place
    group: Pieces
    froms: Path
    declared: PieceSet
    defenders: PieceSet
    won: bool
    spared: PieceSet = 0
    """Defenders inside a fortification who were not assaulted: they do not retreat (12.9h)."""

    def after(self, s: FranceState) -> None:
        hexa, setting = self.target, s.setting
        side = setting.side_of[self.group[0]]
        s.push(Over(hexa, self.declared | members(self.group), self.defenders))
        if s.mates(hexa, 1 - side) & setting.units:
            aftermath.lone_officers(s, hexa, side, ("7.1c",))
        if s.mates(hexa, side) & setting.units:
            aftermath.lone_officers(s, hexa, 1 - side, ("7.1c",))
        ours, theirs = s.mates(hexa, side), s.mates(hexa, 1 - side)
        if not ours or not theirs or (self.won and not theirs & ~self.spared):
            return
        if self.won:
            open_ = setting.ground.terrain[hexa] != "built-up area"
            sides = retreat.defenders_sides(s, hexa, self.froms)
            aftermath.beat(s, ((theirs & ~self.spared, sides),), hexa, 3 if open_ else 1, self.declared | ours, open_)
        else:
            for unit, origin in zip(self.group, self.froms, strict=True):
                if s.where[unit] == hexa and setting.afvs >> unit & 1:
                    s.push(Leave(unit, hexa, origin))


class Leave(FranceStep):
    """AFVs that did no harm leave the hex in any direction they can pay for (9.2r)."""

    unit: Piece
    hex: Place
    origin: Place

    hand = "unit"
    spot = "hex"
    forced = True
    heading = "{side} assault"
    asks = "{unit} has done no harm: choose where it leaves the hex."
    help = Help("9.2r", "It may go in any direction that it has points for, to a hex without enemies.")
    words = {"press": "Go on to {it}"}

    def ways(self, s: FranceState) -> int:
        """The hexes it can pay for; where it came from if there is none."""
        board, unit, side = s.setting.board, self.unit, self.side(s)
        free = board.around[self.hex] & ~s.masks[1 - side] & ~stacking.crowded(s, side, stacking.weight(s, unit))
        prices = {there: price(s, unit, self.hex, there) for there in listed(free)}
        return members(there for there, asked in prices.items() if 0 <= asked <= left(s, unit)) or 1 << self.origin

    def options(self, s: FranceState) -> list[Option]:
        return super().options(s) if s.where[self.unit] == self.hex else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[self.hex], "9.2r", "{it} is not next to the hex")
        yield Bar(s.masks[1 - self.side(s)], "9.2r", "there are enemies in {it}")
        yield Bar(~self.ways(s), "9.2r", "there is no room in {it}, or not enough points are left")

    def press(self, s: FranceState, hexa: int) -> None:
        """It leaves; officers who joined the assault on foot go with the last that does."""
        s.pop()
        s.events.append(Advanced(("9.2r",), (self.unit,), (self.hex, hexa)))
        others = s.mates(self.hex, self.side(s)) & ~members((self.unit, *s.cargo(self.unit)))
        if others and not others & s.setting.units:
            flight.go(s, others, hexa)
        enter(s, (self.unit,), hexa)


# anti-armour assault (9.3)


def steady(s: FranceState, unit: int) -> bool:
    """Is a unit there still, and in order?"""
    return bool((s.alive & ~s.routed) >> unit & 1)


def prey(s: FranceState, hexa: int, side: int) -> int:
    """The vehicles in a hex that units of a side can assault."""
    return s.mates(hexa, 1 - side) & (s.setting.armour | s.setting.transports) & ~s.riders


def strike(s: FranceState, unit: int, hexa: int) -> Attack:
    """The attack of one foot unit on vehicles: its own factor, always divided by the same (9.3e to 9.3h, G54)."""
    setting, rules, side = s.setting, s.setting.charts.anti_armour, s.setting.side_of[unit]
    victims = prey(s, hexa, side) & ~s.routed  # who is routed surrenders first (10.3.4a)
    columns = 0
    if victims and not victims & setting.afvs:
        armoured = victims & setting.armour
        columns, clause = (rules.transport_armoured, "9.3f") if armoured else (rules.transport, "9.3g")
    told = [Factor(s.spoken(unit), str(setting.ap[unit][s.steps[unit]]), "9.3e")]
    if columns:
        told.append(Factor("against transports", words.columns(columns), clause))
    rows = []
    if s.rubble >> s.where[unit] & 1:
        rows.append(Factor("out of rubble", f"{rules.rubble:+d}", "12.11e"))
    divisor = setting.charts.defence.anti_armour
    quality = attack.quality_shift(s, (unit,))
    told += attack.quality_told(quality)
    return Attack(
        "ap", hexa, side, setting.ap[unit][s.steps[unit]], columns + quality, tuple(rows), divisor, PLAIN, victims,
        False, (unit,), tuple(told), "anti-armour assault",
    )  # fmt: skip


def strike_preview(s: FranceState, unit: int, hexa: int) -> Preview:
    """The odds of one unit's anti-armour assault if it passes its check (9.3d)."""
    made = attack.preview(s, strike(s, unit, hexa))
    needed = morale.of_unit(s, unit) - harder(s, hexa, s.setting.side_of[unit])
    check = Factor(f"check of {s.spoken(unit)} before", f"{needed} or less", "9.3d")
    return Preview("Anti-armour assault", made.outcomes, (check, *made.factors))


def harder(s: FranceState, hexa: int, side: int) -> int:
    """What its check is harder by: against AFVs and armoured transports, not against trucks (9.3d, 10.2d)."""
    return s.setting.charts.anti_armour.morale if prey(s, hexa, side) & s.setting.armour else 0


class TankHunt(FranceStep):
    """Foot units that have passed assault the vehicles in a hex, one after the other (9.3b, 9.3e)."""

    target: Place
    group: Pieces
    declared: PieceSet
    defenders: PieceSet
    strength: tuple[int, ...]
    """Their steps when they were declared, in the order of the group (9.3j)."""
    waiting: Pieces
    """Those who are still to strike."""
    hurt: PieceSet
    """The vehicles that have been hit."""
    entered: PieceSet
    """Those who have gone into the hex."""

    def after(self, s: FranceState) -> None:
        """The next of them strikes; before the one after him does, all that follows from it has happened (10.3.1a)."""
        hexa, args = self.target, (self.group, self.declared, self.defenders)
        depth, unit, before = len(s.agenda), self.waiting[0], bytes(s.steps)
        entered = self.entered
        if self._may(s, unit):
            entered |= 1 << unit
            works.spring(s, 1 << unit, hexa, s.where[unit])
        if self._may(s, unit):
            attack.resolve(s, strike(s, unit, hexa))
        hurt = self.hurt | members(one for one in listed(self.defenders) if before[one] > s.steps[one])
        if self.waiting[1:]:
            s.agenda.insert(depth, TankHunt(hexa, *args, self.strength, self.waiting[1:], hurt, entered))
        else:
            pairs = zip(self.group, self.strength, strict=True)
            weak = members(one for one, steps in pairs if steps > s.steps[one])
            s.agenda.insert(depth, Struck(hexa, *args, hurt, weak, entered))

    def _may(self, s: FranceState, unit: int) -> bool:
        """Is he there and in order, and has he somebody to strike at?"""
        return steady(s, unit) and bool(prey(s, self.target, s.setting.side_of[unit]))


class Struck(FranceStep):
    """AFVs that were hit check and may fall back; attackers that lost steps check; then they may stay or go back."""

    target: Place
    group: Pieces
    declared: PieceSet
    defenders: PieceSet
    hurt: PieceSet
    weakened: PieceSet
    entered: PieceSet
    """The attackers who have gone into the hex."""

    def after(self, s: FranceState) -> None:
        hexa = self.target
        side = s.setting.side_of[self.group[0]]
        s.push(Over(hexa, self.declared, self.defenders))
        s.push(*[Advance(unit, hexa, bool(self.entered >> unit & 1)) for unit in reversed(self.group)])
        if s.alive & members(self.group):
            aftermath.lone_officers(s, hexa, 1 - side, ("7.1c",))
        cause = s.where[self.group[0]] if s.where[self.group[0]] >= 0 else hexa
        hit_back(s, self.hurt, hexa, cause)
        rout.check_units(s, self.weakened & s.alive, hexa)


def hit_back(s: FranceState, hurt: int, hexa: int, cause: int) -> None:
    """AFVs that an anti-armour assault has hit check their morale, and each may fall back a hex (9.3k)."""
    tanks = hurt & s.alive & s.setting.afvs
    if tanks:
        s.push(*[FallBack((tank,), hexa) for tank in reversed(listed(tanks))])
        rout.check_units(s, tanks, cause)


class FallBack(FranceStep):
    """AFVs that were hit may retreat one hex if their owner likes (9.3k)."""

    group: Pieces
    hex: Place

    hand = "group"
    spot = "hex"
    heading = "{side} armour under assault"
    asks = "{group} was hit in the assault and may fall back one hex."
    help = Help("9.3k", "It does not have to: the enemy goes back where he came from in any case.")
    words = {"retreat": "Fall back to {it}", "stay": "Stay"}
    idle = "stay"

    def present(self, s: FranceState) -> Pieces:
        return tuple([unit for unit in self.group if s.where[unit] == self.hex and not s.routed >> unit & 1])

    def options(self, s: FranceState) -> list[Option]:
        return super().options(s) if self.present(s) else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "retreat":
            terms = flight.terms(s, self.side(s), members(self.present(s)))
            yield Bar(~s.setting.board.around[self.hex], "9.3k", "{it} is not next to them")
            yield Bar(terms.forbidden, "5.7a", "they may not enter {it}")
            yield Bar(terms.hostile, "9.3k", "there are enemies in {it}")
            yield Bar(terms.crowded, "4a", "there is no room in {it}")

    def retreat(self, s: FranceState, hexa: int) -> None:
        pieces = members(self.present(s))
        s.pop()
        s.moving &= ~pieces
        s.events.append(Retreated(("9.3k",), listed(pieces), (self.hex, hexa)))
        flight.flee(s, pieces, hexa)


class Advance(FranceStep):
    """A unit whose target hex holds no enemy any more may stay there (9.3i, G55)."""

    unit: Piece
    hex: Place
    entered: bool
    """Has it been in the hex already, with whatever lies there (12.7.1g)?"""

    hand = "unit"
    spot = "hex"
    heading = "{side} assault"
    asks = "No enemy is left in {hex}: {unit} may go there."
    help = Help("9.3i", "Otherwise it goes back to where it came from.")
    words = {"press": "Go to {it}", "stay": "Go back"}
    idle = "stay"

    def options(self, s: FranceState) -> list[Option]:
        return super().options(s) if steady(s, self.unit) else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "press":
            side = self.side(s)
            yield Bar(~(1 << self.hex), "9.3i", "{it} is not the assaulted hex")
            yield Bar(s.masks[1 - side], "9.3i", "there are enemies left in {it}")
            yield Bar(stacking.crowded(s, side, stacking.weight(s, self.unit)), "4a", "there is no room in {it}")

    def press(self, s: FranceState, hexa: int) -> None:
        here = s.where[self.unit]
        s.pop()
        s.events.append(Advanced(("9.3i",), (self.unit,), (here, hexa)))
        come = flight.go if self.entered else flight.flee
        come(s, 1 << self.unit, hexa)


def assaulting(s: FranceState, group: Pieces) -> int:
    """The AFVs of some attackers that still come: not those that were driven off or have fallen back (9.2g, 9.3k)."""
    return members(group) & s.setting.afvs & s.alive & s.moving


class Rush(FranceStep):
    """Infantry that is assaulted by armour goes at it where it stands (9.2g, 9.4e)."""

    unit: Piece
    target: Place
    group: Pieces

    hand = "unit"
    spot = "target"
    forced = True
    heading = "{side} anti-armour assault"
    asks = "Choose the armour that {unit} assaults."
    help = Help("9.2g", "It checks its morale, one lower than usual; each hit costs the armour a step.")
    words = {"into": "Assault the armour in {it}"}
    rolls = ("into",)

    def places(self, s: FranceState) -> int:
        tanks = assaulting(s, self.group)
        return members(s.where[unit] for unit in listed(tanks)) & s.setting.board.around[self.target]

    def options(self, s: FranceState) -> list[Option]:
        return super().options(s) if steady(s, self.unit) else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~self.places(s), "9.2g", "no AFV assaults from {it}")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return strike_preview(s, self.unit, option.value)

    def into(self, s: FranceState, hexa: int) -> None:
        s.pop()
        unit, side = self.unit, self.side(s)
        if morale.gate(s, unit, "the anti-armour assault", ("9.3d", "10.2d"), harder(s, hexa, side)):
            before = bytes(s.steps)
            works.spring(s, 1 << unit, hexa, self.target)
            if steady(s, unit):
                aftermath.surrender(s, hexa, 1 - side, prey(s, hexa, side))
            if steady(s, unit) and prey(s, hexa, side):
                made = strike(s, unit, hexa)
                attack.resolve(s, made)
                hurt = members(one for one in listed(made.victims or 0) if before[one] > s.steps[one])
                hit_back(s, hurt, hexa, self.target)
            if before[unit] > s.steps[unit] and steady(s, unit):
                rout.check_units(s, 1 << unit, hexa)
        finish(s, 1 << unit & s.alive)
