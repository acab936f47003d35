"""Checks of morale after losses and lost assaults, and rout (10.1 to 10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Path, Pieces, Place
from meuse.games.france_1940 import flight, losses, morale, smoke
from meuse.games.france_1940.events import FormationChecked, Routed, RoutMoved, UnitChecked
from meuse.games.france_1940.setting import TRACKED, WHEELED
from meuse.games.france_1940.state import FranceState, FranceStep

HELD, ROUTED, BROKEN = range(3)
"""What a check comes to: nothing, rout, disintegration."""
VERDICTS = ("holds", "routs", "disintegrates")
HOMEWARD = "{it} does not lead toward their own lines, and another hex does"


class Tally(NamedTuple):
    """The steps of all pieces, and who was alive, before an attack."""

    steps: bytes
    alive: int


def tally(s: FranceState) -> Tally:
    """What there is before an attack, so that ``checks_due`` knows what it has cost."""
    return Tally(bytes(s.steps), s.alive)


# what calls for a check


def checks_due(s: FranceState, before: Tally) -> list[tuple[int, int]]:
    """The formations that have lost units, or more steps than they had units, and how often they check (8.3m, 8.3n).

    Asked before anything else follows from the losses: what a check costs calls for no other (G09, G38).
    """
    due: list[tuple[int, int]] = []
    if before.steps == s.steps:
        return due
    for number, formation in enumerate(s.setting.formations):
        units = listed(formation.units & before.alive)
        lost = sum(before.steps[unit] - s.steps[unit] for unit in units)
        if lost:
            now = s.lost(number)
            excess = now - max(now - lost, s.began_with(number))
            times = max(1 if formation.units & before.alive & ~s.alive else 0, excess)
            due.append((number, min(times, 1) if s.rulings["loss_checks"] == "once" else times))
    return due


def after_losses(s: FranceState, hexa: int, due: list[tuple[int, int]], cause: int = -1) -> None:
    """Those formations check their morale.

    ``hexa``: where they were hit; ``cause``: where the fire came from, -1 if from beyond the board.
    """
    for number, times in due:
        check_formation(s, number, hexa, cause, times)


def lost_assault(s: FranceState, units: int, hexa: int) -> None:
    """The beaten units check: one of a formation by itself, several as their formation (9.1.3g, 10.2e)."""
    for number, formation in enumerate(s.setting.formations):
        beaten = formation.units & units & s.alive
        if beaten & (beaten - 1):
            check_formation(s, number, hexa, hexa, affected=beaten)
        elif beaten:
            _follow(s, number, _by_units(s, beaten, 1), hexa)


def check_units(s: FranceState, units: int, cause: int) -> None:
    """Some units check, each for itself (10.2)."""
    for number, formation in enumerate(s.setting.formations):
        checked = formation.units & units & s.alive
        if checked:
            _follow(s, number, _by_units(s, checked, 1), cause)


def check_formation(s: FranceState, number: int, hexa: int, cause: int, times: int = 1, affected: int = 0) -> None:
    """A formation checks as one if all its units were affected or see the hex; else those that do, alone (10.1a, G37).

    ``times``: so many checks one after another, until it disintegrates (G09).
    """
    units = s.setting.formations[number].units & s.alive
    if not units or times < 1:
        return
    seen = s.setting.sight.seen_through(hexa, smoke.black(s))
    able = affected & units | members(unit for unit in listed(units) if seen >> s.where[unit] & 1)
    found = _as_one(s, number, units, times) if able == units else _by_units(s, able, times)
    _follow(s, number, found, cause)


def officer_lost(s: FranceState, number: int, hexa: int, cause: int = -1) -> None:
    """A formation that has lost its officer checks its morale at once (7.1g, G33)."""
    check_formation(s, number, hexa, cause)


# the roll


class Found(NamedTuple):
    """What checks came to: who routs, who is gone, and whether that is the formation as a whole."""

    routed: int
    broken: int
    whole: bool = False


def judged(s: FranceState, excess: int, routed: bool) -> int:
    """What a roll that exceeds morale by so much means (10.1b to 10.1e, 10.2e to 10.2j, G36)."""
    rules = s.setting.charts.morale
    if excess <= 0:
        return HELD
    return BROKEN if excess >= (rules.routed_disintegrates if routed else rules.disintegrates) else ROUTED


def _as_one(s: FranceState, number: int, units: int, times: int) -> Found:
    """One roll for all units of a formation (10.1b); it counts as routed if all its units are (10.1e)."""
    worst, routed, name = HELD, not units & ~s.routed, s.setting.formations[number].name
    for _ in range(times):
        needed = morale.of_formation(s, number)
        rolled = sum(s.roll(f"morale of {name}", ("10.1b",)) for _ in range(2))
        verdict = judged(s, rolled - needed, routed)
        clause = ("10.1b", "10.1c", "10.1e" if routed else "10.1d")[verdict]
        s.events.append(FormationChecked((clause,), name, listed(units), needed, rolled, VERDICTS[verdict]))
        if verdict == BROKEN:
            return Found(0, units, whole=True)
        if verdict == ROUTED:
            worst, routed = ROUTED, True
    return Found(units if worst else 0, 0)


def _by_units(s: FranceState, units: int, times: int) -> Found:
    """A roll for each unit (10.2)."""
    routed, broken = 0, 0
    for unit in listed(units):
        known = bool(s.routed >> unit & 1)
        for _ in range(times):
            needed = morale.of_unit(s, unit)
            rolled = sum(s.roll(f"morale of {s.spoken(unit)}", ("10.2a",)) for _ in range(2))
            verdict = judged(s, rolled - needed, known)
            clause = ("10.2e", "10.2f", "10.2j" if known else "10.2i")[verdict]
            s.events.append(UnitChecked((clause,), unit, needed, rolled, VERDICTS[verdict]))
            if verdict == BROKEN:
                routed, broken = routed & ~(1 << unit), broken | 1 << unit
                break
            if verdict == ROUTED:
                routed, known = routed | 1 << unit, True
    return Found(routed, broken)


# what follows


def _follow(s: FranceState, number: int, found: Found, cause: int) -> None:
    """Broken units and routed guns are gone; the others are marked and rout at once (10.1c, 10.2f to 10.3.1a)."""
    places = {s.where[unit] for unit in listed(found.broken | found.routed & s.setting.guns)}
    if found.broken:
        losses.eliminate(s, found.broken, ("10.1d" if found.whole else "10.2i",))
        officer = s.leaders[number]
        if found.whole and officer >= 0 and not s.present(number):
            losses.eliminate(s, 1 << officer, ("10.1d",))
    guns = found.routed & s.setting.guns
    if guns:
        losses.eliminate(s, guns, ("10.2h",))
    for hexa in places:
        lose_left_behind(s, hexa)
    routed = found.routed & ~guns
    if not routed:
        return
    fleeing = routed | _shaken(s, number, routed)
    s.routed |= fleeing
    s.reaction, s.prepared = s.reaction & ~fleeing, s.prepared & ~fleeing
    s.rallied, s.recovered = s.rallied & ~fleeing, s.recovered & ~fleeing
    s.events.append(Routed(("10.3.1a",), listed(fleeing)))
    run(s, fleeing, cause)


def _shaken(s: FranceState, number: int, routed: int) -> int:
    """The officer who routs with his units: one is in his hex, and none there stays in order (10.2g, G41)."""
    officer = s.leaders[number]
    if officer < 0 or s.where[officer] < 0:
        return 0
    with_him = s.mates(s.where[officer], s.setting.side_of[officer]) & s.setting.formations[number].units
    return 1 << officer if with_him & routed and not with_him & ~routed & ~s.routed else 0


def run(s: FranceState, fleeing: int, cause: int) -> None:
    """Lay the rout of some pieces on the agenda, hex by hex, vehicles apart from those on foot (10.3.2b, G40)."""
    rules = s.setting.charts.morale
    for hexa, vehicles, group in groups(s, fleeing):
        s.push(Rout(listed(group), cause, (hexa,), rules.rout_vehicles if vehicles else rules.rout))


def groups(s: FranceState, fleeing: int) -> Iterator[tuple[int, bool, int]]:
    """Pieces that flee with what carries them, by hex, those in vehicles and those on foot; an officer goes along."""
    setting = s.setting
    found: dict[tuple[int, bool], int] = {}
    for piece in listed(fleeing & setting.units | fleeing & s.riders):
        carrier = s.carriers[piece]
        if carrier >= 0 and members(s.cargo(carrier)) & setting.units & ~fleeing:
            s.ride(piece, -1)  # it leaves a vehicle in which others stay
            carrier = -1
        mover = carrier if carrier >= 0 else piece
        key = s.where[piece], setting.move[mover] in (WHEELED, TRACKED)
        found[key] = found.get(key, 0) | 1 << piece | 1 << mover
    for officer in listed(fleeing & setting.officers & ~s.riders):
        hexa = s.where[officer]
        key = (hexa, False) if (hexa, False) in found else (hexa, True)
        found[key] = found.get(key, 0) | 1 << officer
    for (hexa, vehicles), group in found.items():
        s.passing |= group
        s.moving &= ~group
        yield hexa, vehicles, group


def under_fire(s: FranceState, hexa: int, units: int, cause: int = -1) -> None:
    """Routed units in a hex that fire had any effect on rout again, with their movement points (10.3.3a, 10.3.3b).

    Those that have just failed a check rout already; so call this after the losses. Their officer goes along.
    """
    here = [piece for piece in s.stacks.get(hexa, ()) if s.routed >> piece & 1]
    fleeing = members(piece for piece in here if (units | s.setting.officers) >> piece & 1)
    for step in s.agenda:
        if fleeing and isinstance(step, Rout):
            fleeing &= ~members(step.group)
    if fleeing & s.setting.units:
        for _, _, group in groups(s, fleeing):
            points = min(s.setting.mp[piece] for piece in listed(group & ~s.riders))
            s.push(Rerout(listed(group), cause, (hexa,), points))


def remove(s: FranceState, pieces: int, clauses: tuple[str, ...], hexa: int, cause: int) -> None:
    """Eliminate pieces; a formation that loses its officer by it checks at once (7.1g)."""
    led = [s.led_by(officer) for officer in listed(pieces & s.setting.officers)]
    losses.eliminate(s, pieces, clauses)
    for number in led:
        if number >= 0:
            officer_lost(s, number, hexa, cause)


def lose_left_behind(s: FranceState, hexa: int) -> None:
    """Officers left among enemies with no unit of their own side are lost; an assault sees to its own (7.1c)."""
    if not s.masks[0] & s.masks[1] & ~s.stormed & 1 << hexa:
        return
    for side in (0, 1):
        here = s.mates(hexa, side)
        if here and not here & s.setting.units & ~s.setting.horses:
            remove(s, here, ("7.1c",), hexa, hexa)


# rout movement


class Rout(FranceStep):
    """Units that have just been routed flee, hex by hex, toward their own lines (10.3.2)."""

    group: Pieces
    cause: Place
    """The hex they flee from; -1: none."""
    path: Path
    """The hexes they have come through, the one they now are in last."""
    left: int
    """How many hexes they still have to go."""

    hand = "group"
    forced = True
    heading = "{side} rout"
    asks = "Choose where your routed units flee."
    help = Help(
        "10.3.2a",
        "They go toward your side of the board, away from the enemy who caused it; without a way out they are lost.",
    )
    words = {"rout": "Rout to {it}"}

    def present(self, s: FranceState) -> Pieces:
        """Those who are still there to flee."""
        return flight.present(s, self.group, self.path[-1])

    def about(self, s: FranceState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.present(s), (self.path[-1],)

    def options(self, s: FranceState) -> list[Option]:
        pieces = members(self.present(s))
        if not pieces or self.arrived(s, self.terms(s)):
            return []
        return super().options(s)

    def arrived(self, s: FranceState, terms: flight.Terms) -> bool:
        """Have they gone far enough, to a hex with room for them (4h)?"""
        if self.left <= 0 and not terms.crowded >> self.path[-1] & 1:
            return True
        return len(self.path) > 1 and self.stops(s, terms)

    def stops(self, s: FranceState, terms: flight.Terms) -> bool:
        return False

    def terms(self, s: FranceState) -> flight.Terms:
        """Enemies in the hex where the rout began have assaulted them, and do not cut them off (9.1.5f, A12)."""
        at_grips = s.mates(self.path[0], 1 - self.side(s)) & s.setting.units
        return flight.terms(s, self.side(s), members(self.present(s)), at_grips)

    def nearer(self, s: FranceState) -> int:
        """The hexes nearer to the cause of the rout than the one it began in (10.3.2a, 10.3.2f)."""
        if self.cause < 0:
            return 0
        board = s.setting.board
        distance = board.distance(self.path[0], self.cause)
        return board.disc(self.cause, distance - 1) if distance else 0

    def onward(self, s: FranceState, legal: int, terms: flight.Terms) -> int:
        """The neighbours from which the way goes on to its end (10.3.2f, G40)."""
        around = legal & s.setting.board.around[self.path[-1]]
        ways = (h for h in listed(around) if flight.leads_on(s, h, self.left - 1, legal, terms.crowded))
        return members(ways)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        board, here, terms = s.setting.board, self.path[-1], self.terms(s)
        nearer, passed = self.nearer(s), members(self.path)
        yield Bar(~board.around[here], "10.3.2a", "{it} is not next to the units that rout")
        yield Bar(terms.forbidden, "10.3.2d", "the units that rout may not enter {it}")
        yield Bar(terms.hostile, "10.3.2e", "there are enemies in {it}")
        yield Bar(terms.exposed, "10.3.2e", "{it} is next to enemies, and no friendly troops are there")
        yield Bar(nearer, "10.3.2f", "{it} is nearer to the hex they flee from than where they began")
        yield Bar(passed, "10.3.2a", "they have come through {it}")
        onward = self.onward(s, terms.legal(s) & ~nearer & ~passed, terms)
        yield Bar(~onward, "10.3.2f", "from {it} there is no legal way on")
        yield from self.preferred(s, onward)

    def preferred(self, s: FranceState, onward: int) -> Iterator[Bar]:
        """A hex toward their own lines comes first (10.3.2b, 10.3.2f)."""
        home = onward & s.setting.homeward(self.side(s), self.path[-1])
        yield Bar(~home if home else 0, "10.3.2b", HOMEWARD)

    def rout(self, s: FranceState, hexa: int) -> None:
        pieces = members(self.present(s))
        left = self.left - self.price(s, pieces, hexa)
        s.events.append(RoutMoved(("10.3.2a",), listed(pieces), (self.path[-1], hexa)))
        s.turn_into(type(self)(listed(pieces), self.cause, (*self.path, hexa), left))
        flight.flee(s, pieces, hexa)
        lose_left_behind(s, self.path[-1])

    def price(self, s: FranceState, pieces: int, hexa: int) -> int:
        return 1

    def after(self, s: FranceState) -> None:
        """They have arrived, or there is no legal way: then they are lost (10.3.2g)."""
        pieces = members(self.present(s))
        s.passing &= ~members(self.group)
        if pieces and not self.arrived(s, self.terms(s)):
            remove(s, pieces, ("10.3.2g",), self.path[-1], self.cause)
            lose_left_behind(s, self.path[-1])


class Rerout(Rout):
    """Routed units that are fired on flee again, paying for the ground (10.3.3a); ``left`` is in half points.

    They go as far toward their lines as they can pay for; only who cannot leave his hex at all is lost.
    """

    help = Help("10.3.3a", "They use all their movement points and pay for the ground, toward your side of the board.")

    def stops(self, s: FranceState, terms: flight.Terms) -> bool:
        """No step toward their lines is left that they can pay for, and they may stay (4h)."""
        if terms.crowded >> self.path[-1] & 1:
            return False
        legal = terms.legal(s) & ~self.nearer(s) & ~members(self.path)
        return not self._affordable(s, legal & s.setting.homeward(self.side(s), self.path[-1]))

    def _affordable(self, s: FranceState, hexes: int) -> int:
        pieces, here = members(self.present(s)), self.path[-1]
        return members(h for h in listed(hexes) if 0 < flight.price(s, pieces, here, h) <= self.left)

    def onward(self, s: FranceState, legal: int, terms: flight.Terms) -> int:
        here = self.path[-1]
        around = legal & s.setting.board.around[here]
        return members(h for h in listed(around) if flight.leads_on(s, h, 0, legal, terms.crowded))

    def preferred(self, s: FranceState, onward: int) -> Iterator[Bar]:
        """So does one that they can pay for; where they can pay for none, any will do (10.3.3a)."""
        toward = s.setting.homeward(self.side(s), self.path[-1])
        home = self._affordable(s, onward & toward)
        yield Bar(onward & ~toward if home else 0, "10.3.2b", HOMEWARD)
        payable = home or self._affordable(s, onward)
        yield Bar(~payable if payable else 0, "10.3.3a", "they have not points enough for {it}")

    def price(self, s: FranceState, pieces: int, hexa: int) -> int:
        return flight.price(s, pieces, self.path[-1], hexa)
