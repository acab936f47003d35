"""Artillery that an officer directs (8.1): batteries beyond the board, guns and mortars on it, accuracy, smoke.

An officer directs one mission, or two. He chooses who fires, puts a Target marker into a hex he sees and says how it
is fired on; dice decide where the fire lies; then he has it resolved or keeps the mission. Direct fire is in ``fire``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, closed
from meuse.engine.preview import Factor, Outcome, Preview, added, certain
from meuse.engine.scene import Fight
from meuse.games.france_1940 import attack, charts, fights, fire, nations, smoke, support
from meuse.games.france_1940.events import (
    MissionAimed,
    MissionDrifted,
    MissionKept,
    MissionLanded,
    MissionLost,
    WireDestroyed,
)
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.setting import Battery
from meuse.games.france_1940.state import FranceState, FranceStep, Target, finish
from meuse.mechanics import words

CONCENTRATED, DISPERSED, SMOKE = "concentrated", "dispersed", "smoke"


# who can fire, and at what


def battery_of(s: FranceState, name: str) -> int:
    """The number of a battery."""
    return next(number for number, battery in enumerate(s.setting.batteries) if battery.id == name)


def missions_left(s: FranceState, number: int) -> int:
    """The missions of a battery that have neither been fired nor aimed (8.1.3.2a)."""
    name = s.setting.batteries[number].id
    return s.missions[number] - sum(target.battery == name for target in s.targets)


def smoke_left(s: FranceState, side: int, battery: str) -> int:
    """The smoke missions that a battery, or the guns of a side on the board, can still fire (8.1.5c)."""
    aimed = sum(target.form == SMOKE and target.battery == battery for target in s.targets)
    if not battery:
        return s.smoke_left[side] - aimed
    number = battery_of(s, battery)
    return min(s.smoke_missions[number] - aimed, missions_left(s, number))


def batteries(s: FranceState, side: int) -> int:
    """The batteries of a side with missions left, as a set of their numbers."""
    if not any(s.missions):
        return 0
    rows = enumerate(s.setting.batteries)
    return members([number for number, row in rows if row.side == side and missions_left(s, number) > 0])


def gunners(s: FranceState, officer: int) -> int:
    """The guns and mortars that could fire for an officer: his own, and those of who acts with him (8.1.1e, 7.3c).

    They are activated, have not acted, and are neither carried nor towed nor in an assault (5.5h, 9.1.4a).
    """
    able = own(s, officer) & s.setting.artillery & s.alive & s.active
    if not able:
        return 0
    aimed = members([gun for target in s.targets for gun in target.guns])
    return able & ~(s.finished | s.prepared | s.routed | s.riders | aimed | fire.locked(s))


def own(s: FranceState, officer: int) -> int:
    """The units of an officer's formation; who coordinates with it belongs to it as long as both act (7.3c, G29)."""
    formation = s.led_by(officer)
    return s.setting.formations[formation].units | s.setting.led & s.active if formation >= 0 else 0


def field_of(s: FranceState, officer: int, gun: int) -> int:
    """The hexes at which a gun on the board can fire for an officer: see ``gun_bars``."""
    return s.setting.board.everything & ~closed(gun_bars(s, officer, (gun,)))


def gun_bars(s: FranceState, officer: int, guns: Iterable[int]) -> Iterator[Bar]:
    """The hexes at which some guns on the board cannot fire indirectly; at what they see more is allowed.

    (8h, 8.1.1i, 8.1.1j, 12.9a)
    """
    setting, board = s.setting, s.setting.board
    for gun in guns:
        here = s.where[gun]
        unseen = ~setting.sight.seen_through(here, smoke.black(s) if s.smoke else 0)
        yield Bar(~board.disc(here, fire.farthest(s, gun, "art")), "8h", "{it} is out of range")
        yield Bar(1 << here, "8.1.1i", "{it} is the hex of the gun itself")
        shelter = s.fort_at(here) if s.inside >> gun & 1 else None
        if shelter is not None:
            yield Bar(~setting.front(here, shelter.arrow), "12.9a", "{it} does not lie before the fortification")
        if board.distance(here, s.where[officer]) > 1:
            yield Bar(unseen, "8.1.1i", "the gun does not see {it}, and its officer is not beside it")
        woods = setting.ground.of["woods"] | setting.ground.of["light woods"]
        if woods >> here & 1:
            behind = setting.sight.shadows.behind(here, woods & board.around[here])
            yield Bar(behind & unseen, "8.1.1j", "the gun would fire at {it} out of woods across woods")


def worth_shelling(s: FranceState, side: int, off_board: bool) -> int:
    """The hexes with something that concentrated fire can hurt: enemies, or wire if a battery fires (12.2f, M5)."""
    return support.targets(s, side) | (s.wire if off_board else 0)


# what an officer can do (3.3.2e, 3.3.2g)


def _can_direct(s: FranceState, officer: int) -> int:
    """How many missions an officer could direct now, up to two."""
    side = s.setting.side_of[officer]
    off_board, guns = batteries(s, side), gunners(s, officer)
    if not off_board and not guns:
        return 0
    seen, enemy = support.view(s, officer), s.setting.board.within(support.targets(s, side), 1)
    count = 0
    for number in listed(off_board):
        if seen & (enemy | s.wire) or smoke_left(s, side, s.setting.batteries[number].id) > 0:
            count += missions_left(s, number)
    if count < 2:
        wanted = seen if smoke_left(s, side, "") > 0 else seen & enemy
        count += sum(bool(field_of(s, officer, gun) & wanted) for gun in listed(guns))
    return min(count, 2)


def at_hand(s: FranceState) -> bool:
    """Has the side that acts guns on the board that are activated, or missions of batteries beyond it?"""
    return bool(s.active & s.setting.artillery or batteries(s, s.activator))


def _directors(s: FranceState, missions: int) -> int:
    """The activated officers who could direct so many missions."""
    officers = s.active & s.setting.officers & s.alive & ~s.finished & ~s.routed
    if not at_hand(s):
        return 0
    return members([officer for officer in listed(officers) if _can_direct(s, officer) >= missions])


def direct_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not direct an artillery mission (3.3.2e, 8.1.1h)."""
    yield from support.officer_bars(s)
    yield Bar(~_directors(s, 1), "3.3.2e", "{it} has no artillery that could fire at anything he sees")


def barrage_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not direct two of them (3.3.2g)."""
    yield from support.officer_bars(s)
    yield from support.pair_bars(s)
    yield Bar(~_directors(s, 2), "3.3.2e", "{it} has no two artillery missions that could fire at anything he sees")


def begin(s: FranceState, officer: int, missions: int) -> None:
    """An officer directs one mission; or two, and the rest of his formation is Finished at once (3.3.2g, G28, M1)."""
    if missions > 1:
        support.stand_down(s, officer, but=gunners(s, officer))
    s.push(Direct(officer, missions))


# aiming


class Direct(FranceStep):
    """An officer chooses who fires for him (8.1.1)."""

    officer: Piece
    missions: int

    hand = "officer"
    standing = True
    forced = True
    heading = "{side} artillery"
    asks = "{officer} directs artillery: choose who fires."
    help = Help(
        "8.1.1c",
        "A battery beyond the board fires at any hex that the officer sees, a gun of his formation if it is beside him "
        "or sees the target itself.",
    )
    words = {"battery": "Have {it} fire", "gun": "Have {it} fire", "done": "Direct no other mission"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        side = self.side(s)
        seen = support.view(s, self.officer)
        enemy = s.setting.board.within(support.targets(s, side), 1)
        if verb == "battery":
            smoky = members(n for n, row in enumerate(s.setting.batteries) if smoke_left(s, side, row.id) > 0)
            yield Bar(~members(n for n, row in enumerate(s.setting.batteries) if row.side == side), "8.1.3a",
                      "{it} is not yours")  # fmt: skip
            yield Bar(~batteries(s, side), "8.1.3.1a", "{it} has no mission left")
            yield Bar(0 if seen & (enemy | s.wire) else ~smoky, "8.1.1h", "the officer sees no target for {it}")
        elif verb == "gun":
            wanted = seen if smoke_left(s, side, "") > 0 else seen & enemy
            able = gunners(s, self.officer)
            yield Bar(~own(s, self.officer), "8.1.1e", "{it} does not belong to the officer's formation")
            yield Bar(~s.setting.artillery, "8.1.1a", "{it} is no artillery")
            yield Bar(~able, "8.1.1e", "{it} cannot fire now")
            aimless = members(gun for gun in listed(able) if not field_of(s, self.officer, gun) & wanted)
            yield Bar(aimless, "8.1.1i", "{it} can fire at nothing that the officer sees")
        elif verb == "done" and not s.targets:
            yield Bar(ALL, "3.3.2e", "no mission has been aimed yet")

    def battery(self, s: FranceState, number: int) -> None:
        s.turn_into(AimMission(self.officer, self.missions, s.setting.batteries[number].id, ()))

    def gun(self, s: FranceState, unit: int) -> None:
        s.turn_into(AimMission(self.officer, self.missions, "", (unit,)))

    def done(self, s: FranceState, value: int) -> None:
        s.pop()
        observe(s, self.officer, self.missions)


class AimMission(FranceStep):
    """The Target marker is put into a hex, and the form of the attack is declared (8.1.3.2, 8.1.2, 8.1.5b)."""

    officer: Piece
    missions: int
    source: str
    """The battery that fires, or nothing."""
    guns: Pieces

    heading = "{side} artillery"
    help = Help(
        "8.1.2a",
        "Concentrated fire falls on one hex, dispersed fire with half the factors on it and all six around it, on your "
        "own troops too; smoke hides.",
    )
    words = {
        "join": "{it} fires too", "shell": "Concentrated fire on {it}", "spread": "Dispersed fire around {it}",
        "screen": "Smoke on {it}",
    }  # fmt: skip
    rolls = ("shell", "spread", "screen")

    def side(self, s: FranceState) -> int:
        return s.setting.side_of[self.officer]

    def prompt(self, s: FranceState) -> str:
        return f"Choose the target of {self.who(s)} and the kind of fire."

    def who(self, s: FranceState) -> str:
        return named(s, self.source, self.guns)

    def about(self, s: FranceState) -> tuple[Pieces, list[int]]:
        pieces = (self.officer, *self.guns)
        return pieces, sorted({s.where[piece] for piece in pieces})

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        side, board = self.side(s), s.setting.board
        if verb == "join":
            yield from self._more_guns(s)
            return
        yield Bar(~support.view(s, self.officer), "8.1.1h", "{it} is not in the officer's line of sight")
        yield from gun_bars(s, self.officer, self.guns)
        if verb == "shell":
            yield Bar(~worth_shelling(s, side, bool(self.source)), "8.1.2a", "there is nothing in {it} to fire at")
        elif verb == "spread":
            around = board.within(support.targets(s, side), 1)
            yield Bar(~around, "8.1.2b", "there is no enemy in {it} or beside it")
        elif smoke_left(s, side, self.source) <= 0:
            yield Bar(ALL, "8.1.5c", "no smoke mission is left")

    def _more_guns(self, s: FranceState) -> Iterator[Bar]:
        """Further guns of the same hex fire in the same mission (3.3.2f)."""
        if not self.guns:
            yield Bar(ALL, "3.3.2f", "a battery beyond the board fires alone")
            return
        able = gunners(s, self.officer) & ~members(self.guns)
        yield Bar(~able, "8.1.1e", "{it} cannot fire now")
        yield Bar(~s.all_in(s.where[self.guns[0]]), "3.3.2f", "{it} is in another hex")
        side = self.side(s)
        seen = support.view(s, self.officer) & ~closed(gun_bars(s, self.officer, self.guns))
        if smoke_left(s, side, "") <= 0:
            seen &= s.setting.board.within(support.targets(s, side), 1)
        aimless = members(gun for gun in listed(able) if not field_of(s, self.officer, gun) & seen)
        yield Bar(aimless, "8.1.1i", "{it} has no target in common with the others")

    def join(self, s: FranceState, unit: int) -> None:
        s.turn_into(AimMission(self.officer, self.missions, self.source, (*self.guns, unit)))

    def shell(self, s: FranceState, hexa: int) -> None:
        self._aim(s, hexa, CONCENTRATED)

    def spread(self, s: FranceState, hexa: int) -> None:
        self._aim(s, hexa, DISPERSED)

    def screen(self, s: FranceState, hexa: int) -> None:
        self._aim(s, hexa, SMOKE)

    def _aim(self, s: FranceState, hexa: int, form: str) -> None:
        s.targets = (*s.targets, Target(hexa, hexa, form, self.source, self.guns))
        s.events.append(MissionAimed(("8.1.3.2a", "8.1.3.2b"), self.officer, self.who(s), form, hexa))
        if len(s.targets) < self.missions:
            s.turn_into(Direct(self.officer, self.missions))
        else:
            s.pop()
            observe(s, self.officer, self.missions)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        forms = {"shell": CONCENTRATED, "spread": DISPERSED, "screen": SMOKE}
        if option.verb not in forms:
            return None
        target = Target(option.value, option.value, forms[option.verb], self.source, self.guns)
        return foreseen(s, self.officer, target, rolls=self.missions == 1)


def named(s: FranceState, battery: str, guns: Pieces) -> str:
    """Who fires, as people say it."""
    if battery:
        return s.setting.batteries[battery_of(s, battery)].name
    return s.setting.pieces_spoken(guns)


# accuracy (8.1.4)


def accuracy(s: FranceState, officer: int, target: Target) -> tuple[Factor, ...]:
    """What is added to the accuracy die: for enemies hidden from the officer, for French batteries (R12, 14.4)."""
    found = []
    side, rules = s.setting.side_of[officer], s.setting.charts.accuracy
    if support.hidden(s, s.where[officer], side, target.aim):
        found.append(Factor("enemies hidden from the officer", f"{rules.hidden:+d}", "8.1.4b"))
    more = nations.accuracy(s, battery_of(s, target.battery)) if target.battery else nations.gunnery(s, target.guns)
    if more:
        found.append(Factor("French artillery", f"{more:+d}", "14.4a" if more < 0 else "14.4b"))
    return tuple(found)


def drifted(s: FranceState, hexa: int, die: int) -> int | None:
    """Where fire lies that drifts from a hex: 1 is north, then clockwise; None: off the board (8.1.4a, R12)."""
    return s.setting.board.beside(hexa, s.setting.directions[s.setting.charts.accuracy.drift[die - 1]])


def observe(s: FranceState, officer: int, missions: int) -> None:
    """The accuracy die of each mission; those out of sight are lost, about the others the officer decides (8.1.4).

    The officer and the guns have acted; if he was to direct two missions, so has all of his formation (3.3.2g).
    """
    seen, left = support.view(s, officer), []
    for target in s.targets:
        who, most = named(s, target.battery, target.guns), s.setting.charts.accuracy.most
        die = s.roll(f"accuracy of {who}", ("8.1.4a",))
        hexa: int | None = target.aim
        if die + added(accuracy(s, officer, target)) <= most:
            s.events.append(MissionLanded(("8.1.4a",), who, die, target.aim))
        else:
            hexa = drifted(s, target.aim, s.roll(f"drift of {who}", ("8.1.4a",)))
            if hexa is not None:
                s.events.append(MissionDrifted(("8.1.4a",), who, die, target.aim, hexa))
        if hexa is not None and seen >> hexa & 1:
            left.append(target._replace(hex=hexa))
        else:
            why = "off the board" if hexa is None else "out of the officer's sight"
            s.events.append(MissionLost(("8.1.4d",), who, why))
            spend(s, target)
    guns = members(gun for target in s.targets for gun in target.guns)
    s.targets = tuple(left)
    finish(s, guns | 1 << officer)
    if missions > 1:
        support.stand_down(s, officer)
    if left:
        s.push(Judge(officer, 0))


def spend(s: FranceState, target: Target) -> None:
    """A mission has been used up, fired or lost (8.1.3.1a, 8.1.5c)."""
    if target.battery:
        number = battery_of(s, target.battery)
        s.missions[number] -= 1
        s.smoke_missions[number] = min(s.smoke_missions[number] - (target.form == SMOKE), s.missions[number])
    elif target.form == SMOKE:
        side = s.setting.side_of[target.guns[0]]
        s.smoke_left = tuple([left - (n == side) for n, left in enumerate(s.smoke_left)])


class Judge(FranceStep):
    """The fire lies: the officer has a mission resolved, or keeps it for a later turn (8.1.4c, G74)."""

    officer: Piece
    number: int
    """Of the marker that is decided about."""

    heading = "{side} artillery"
    help = Help("8.1.4c", "A mission that is kept may be fired in a later turn; guns on the board are Finished.")
    words = {"resolve": "Fire for effect", "keep": "Keep the mission"}
    rolls = ("resolve",)

    def side(self, s: FranceState) -> int:
        return s.setting.side_of[self.officer]

    def target(self, s: FranceState) -> Target:
        return s.targets[self.number]

    def prompt(self, s: FranceState) -> str:
        target = self.target(s)
        lies = "on its target" if target.hex == target.aim else f"in {s.spot(target.hex)}"
        return f"The fire of {named(s, target.battery, target.guns)} lies {lies}: fire for effect?"

    def about(self, s: FranceState) -> tuple[Pieces, tuple[int, ...]]:
        return (self.officer, *self.target(s).guns), (self.target(s).hex,)

    def resolve(self, s: FranceState, value: int) -> None:
        self._next(s, self.number + 1)

    def keep(self, s: FranceState, value: int) -> None:
        target = self.target(s)
        s.events.append(MissionKept(("8.1.4c",), self.officer, named(s, target.battery, target.guns)))
        s.targets = (*s.targets[: self.number], *s.targets[self.number + 1 :])
        self._next(s, self.number)

    def _next(self, s: FranceState, number: int) -> None:
        if number < len(s.targets):
            s.turn_into(Judge(self.officer, number))
        else:
            s.pop()
            bombard(s, self.officer)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        if option.verb != "resolve":
            return None
        if self.target(s).form == SMOKE:
            return certain("Smoke", f"smoke in {s.spot(self.target(s).hex)}")
        fired = s.targets[: self.number + 1]
        return odds_of(s, shots(s, self.officer, fired))

    def battle_board(self, s: FranceState, side: int) -> Fight | None:
        target = self.target(s)
        if target.form == SMOKE:
            return None
        made = shots(s, self.officer, s.targets[: self.number + 1])
        there = [shot.attack for shot in made if shot.attack.hexa == target.hex]
        return fights.fight(s, there[0], f"artillery-{s.turn}-{self.officer}") if there else None


# effect


class Shot(NamedTuple):
    """The attack that missions make together on one hex."""

    attack: attack.Attack
    breaks_wire: bool
    """Does a battery beyond the board fire concentrated at it (12.2f)?"""


def footprint(s: FranceState, target: Target) -> Pieces:
    """The hexes that a mission falls on, the middle first (8.1.2a, 8.1.2b)."""
    board = s.setting.board
    return (target.hex, *board.members(board.around[target.hex])) if target.form == DISPERSED else (target.hex,)


def shots(s: FranceState, officer: int, targets: Iterable[Target]) -> list[Shot]:
    """The attacks of some missions, one for each hex in which somebody or something can be hit (8.1.2c, G75)."""
    side, here = s.setting.side_of[officer], s.where[officer]
    falling: dict[int, list[Target]] = {}
    for target in targets:
        for hexa in footprint(s, target) if target.form != SMOKE else ():
            falling.setdefault(hexa, []).append(target)
    made = []
    for hexa, fired in falling.items():
        wire = bool(s.wire >> hexa & 1) and any(t.battery and t.form == CONCENTRATED for t in fired)
        if s.stacks.get(hexa) or s.fort_at(hexa) is not None or wire:
            made.append(Shot(_attack(s, side, here, hexa, fired), wire))
    return made


def _attack(s: FranceState, side: int, here: int, hexa: int, fired: list[Target]) -> attack.Attack:
    """The attack of missions on a hex: their factors are added, each halved as it must be (8.1.2, 8.3d, G04).

    Against armour the largest calibre counts (M3); smoke counts at both ends, not in between (M2).
    """
    setting, unseen = s.setting, support.hidden(s, here, side, hexa)
    reasons, calibres, shooters = [], [], []
    total = 0
    for target in fired:
        spread = target.form == DISPERSED
        if target.battery:
            battery = setting.batteries[battery_of(s, target.battery)]
            factors = charts.halved(strength(s, battery), spread + unseen)
            calibres.append(battery.row.calibre)
            reasons.append(Factor(battery.name, str(factors), "8.1.2b" if spread else "8.1.2a"))
            total += factors
        for gun in target.guns:
            far = setting.board.distance(s.where[gun], target.hex) > setting.art_range[gun]
            factors = charts.halved(setting.art[gun][s.steps[gun]], spread + unseen + far)
            calibres.append(setting.calibre[gun])
            reasons.append(Factor(s.spoken(gun), str(factors), "8.1.2b" if spread else "8.1.2a"))
            shooters.append(gun)
            total += factors
    if unseen:
        reasons.append(Factor("hidden from the officer", "half", "8.3d"))
    weapon = Weapon("art", calibre=max(calibres))
    made = attack.against(
        s, hexa, side, total, weapon, shooters=tuple(shooters), origins=(hexa,), indirect=True, reasons=tuple(reasons),
        regulars=any(target.battery for target in fired),
    )  # fmt: skip
    if not s.smoke or not smoke.grey(s) & members(s.where[gun] for gun in shooters):
        return made
    out_of = setting.charts.smoke.into
    told = Factor("out of smoke", words.columns(-out_of), "8.1.5f")
    return made._replace(shift=made.shift - out_of, reasons=(*made.reasons, told))


def strength(s: FranceState, battery: Battery) -> int:
    """The fire factors of a battery beyond the board (8.1.3.1b, R10)."""
    row = s.setting.charts.off_board[str(battery.row.calibre)]
    return row.full if battery.row.strength == "full" else row.depleted


def bombard(s: FranceState, officer: int) -> None:
    """The missions that were not kept are fired: each hex that fire falls on is attacked once, and smoke rises.

    Both are fired at one time, so that the smoke of one does not hide the target of the other (M1).
    """
    targets, s.targets = s.targets, ()
    for target in targets:
        spend(s, target)
    for made in shots(s, officer, targets):
        hexa = made.attack.hexa
        outcome = attack.resolve(s, made.attack)
        if made.breaks_wire and outcome.effect >= s.setting.charts.markers.wire_destroyed:
            s.wire &= ~(1 << hexa)
            s.touch()
            s.events.append(WireDestroyed(("12.2f",), hexa))
    for target in targets:
        if target.form == SMOKE:
            smoke.lay(s, target.hex, smoke.start(s, target))


# odds


def foreseen(s: FranceState, officer: int, target: Target, rolls: bool) -> Preview:
    """Where the fire of a mission may lie, and what it does if it lies on its target (8.1.4, 8.3).

    ``rolls``: are the dice thrown at once?
    """
    setting, seen = s.setting, support.view(s, officer)
    more, most = accuracy(s, officer, target), setting.charts.accuracy.most
    best = min(max(most - added(more), 0), 6)
    outcomes = [Outcome(Fraction(1, 6), (die,) if rolls else (), "on target") for die in range(1, best + 1)]
    for die in range(best + 1, 7):
        for way in range(1, 7):
            hexa = drifted(s, target.aim, way)
            name = "lost" if hexa is None or not seen >> hexa & 1 else f"drifts to {s.label(hexa)}"
            outcomes.append(Outcome(Fraction(1, 36), (die, way) if rolls else (), name))
    factors = (Factor("on target with", f"{most} or less", "8.1.4a"), *more)
    if target.form == SMOKE:
        factors = (*factors, Factor("smoke begins at", str(smoke.start(s, target)), "8.1.5i"))
        return Preview("Smoke", tuple(outcomes), factors)
    made = [shot for shot in shots(s, officer, [target]) if shot.attack.hexa == target.aim]
    sums: tuple[Outcome, ...] = ()
    if made:
        effect = attack.preview(s, made[0].attack)
        factors = (*factors, *effect.factors)
        sums = support.with_chance(Fraction(best, 6), effect.outcomes, "not on target")
    return Preview(f"Accuracy of {target.form} fire", tuple(outcomes), factors, sums)


def odds_of(s: FranceState, made: list[Shot]) -> Preview | None:
    """The odds of fire for effect: of its attack, or of the hits of several attacks together."""
    if not made:
        return None
    if len(made) == 1:
        return attack.preview(s, made[0].attack)
    return support.together(s, [shot.attack for shot in made])
