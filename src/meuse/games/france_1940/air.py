"""Air missions (8.2): an officer directs aircraft at a hex; anti-air fire, location, aim, attack; the 88 mm gun."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Piece, Pieces, PieceSet, Place
from meuse.engine.preview import Factor, Outcome, Preview
from meuse.games.france_1940 import attack, reaction, support
from meuse.games.france_1940.charts import Aircraft
from meuse.games.france_1940.events import (
    AirAimed,
    AircraftDrawn,
    AirLocated,
    AirMissed,
    AirStruck,
    AntiAirFired,
    FlakJoined,
)
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.rosters import NATIONS
from meuse.games.france_1940.state import FranceState, FranceStep, SideStep, Sortie, finish

BOMBARDMENT = "bombardment"


# missions and aircraft


def mission_of(s: FranceState, name: str) -> int:
    """The number of an air mission."""
    return next(number for number, mission in enumerate(s.setting.air_missions) if mission.id == name)


def missions(s: FranceState, side: int) -> int:
    """The air missions of a side that are there and have attacks left, as a set of their numbers (8.2a)."""
    rows = enumerate(s.setting.air_missions)
    return members([n for n, row in rows if row.side == side and s.attacks[n] and row.row.turn <= s.turn])


def at_hand(s: FranceState) -> bool:
    """Has the side that acts air missions now?"""
    return bool(missions(s, s.activator))


def pool(s: FranceState, number: int) -> list[int]:
    """The aircraft that may fly a mission, as numbered in the charts: those of its nation and kind (8.2.1a)."""
    mission = s.setting.air_missions[number]
    kind = mission.row.mission
    return [
        n for n, row in enumerate(s.setting.charts.aircraft, 1)
        if row.nation == NATIONS[mission.nation] and kind in (None, row.mission)
    ]  # fmt: skip


def aircraft(s: FranceState, name: str) -> Aircraft:
    """What flies a mission whose aircraft has been drawn."""
    return s.setting.charts.aircraft[s.aircraft[mission_of(s, name)] - 1]


def draw(s: FranceState, number: int) -> None:
    """The aircraft of a mission is drawn when its first attack is made, unless the scenario names it (13.AS3)."""
    if not s.aircraft[number]:
        mission, drawn = s.setting.air_missions[number], pool(s, number)
        die = s.roll(f"the aircraft of {mission.name}", ("13.AS3",), sides=len(drawn)) if drawn[1:] else 1
        s.aircraft[number] = drawn[die - 1]
        name = s.setting.charts.aircraft[s.aircraft[number] - 1].name
        s.events.append(AircraftDrawn(("8.2.1a", "13.AS3"), mission.side, mission.name, name))


# what an officer can do (3.3.2h)


def _directors(s: FranceState, wanted: int) -> int:
    """The activated officers who see an enemy at whom so many missions could be flown."""
    side = s.activator
    if sum([s.attacks[number] for number in listed(missions(s, side))]) < wanted:
        return 0
    officers = s.active & s.setting.officers & s.alive & ~s.finished & ~s.routed
    enemies = support.targets(s, side)
    return members([officer for officer in listed(officers) if support.view(s, officer) & enemies])


def fly_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not direct an air mission (3.3.2h, 8.2.1e)."""
    yield from support.officer_bars(s)
    yield Bar(~_directors(s, 1), "3.3.2h", "there is no air mission, or {it} sees no enemy")


def raid_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not direct two of them (8.2.1c)."""
    yield from support.officer_bars(s)
    yield from support.pair_bars(s)
    yield Bar(~_directors(s, 2), "3.3.2h", "there are no two air missions, or {it} sees no enemy")


def begin(s: FranceState, officer: int, wanted: int) -> None:
    """An officer directs one air mission; or two, and the rest of his formation is Finished at once (8.2.1c)."""
    if wanted > 1:
        support.stand_down(s, officer)
    s.push(Fly(officer, wanted))


# targets


class Fly(FranceStep):
    """An officer chooses an air mission; its aircraft is drawn (8.2.1a)."""

    officer: Piece
    missions: int

    hand = "officer"
    standing = True
    forced = True
    heading = "{side} air missions"
    asks = "{officer} directs aircraft: choose the mission."
    help = Help("8.2.1a", "Each attack of a mission can be flown once, whatever comes of it.")
    words = {"mission": "Fly {it}"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        rows = list(enumerate(s.setting.air_missions))
        yield Bar(~members(n for n, row in rows if row.side == self.side(s)), "8.2a", "{it} is not yours")
        yield Bar(members(n for n, row in rows if row.row.turn > s.turn), "8.2a", "{it} is not there yet")
        yield Bar(~missions(s, self.side(s)), "8.2.1s", "{it} has been flown")

    def mission(self, s: FranceState, number: int) -> None:
        draw(s, number)
        s.attacks[number] -= 1
        s.turn_into(Strike(self.officer, self.missions, s.setting.air_missions[number].id))


class Strike(FranceStep):
    """An aircraft is put on an enemy hex that the officer sees (8.2.1e, 8.2.1f)."""

    officer: Piece
    missions: int
    flight: str
    """The air mission."""

    hand = "officer"
    standing = True
    heading = "{side} air missions"
    help = Help("8.2.1i", "Anti-air fire may stop the aircraft; then it must find its target and hit the right hex.")
    words = {"strike": "Attack {it} from the air"}
    rolls = ("strike",)

    def prompt(self, s: FranceState) -> str:
        row = aircraft(s, self.flight)
        return f"Choose the target of {row.name} ({row.mission}, {row.ff} factors)."

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~support.view(s, self.officer), "8.2.1e", "{it} is not in the officer's line of sight")
        yield Bar(~support.targets(s, self.side(s)), "8.2.1f", "there is no enemy in {it}")

    def strike(self, s: FranceState, hexa: int) -> None:
        s.sorties = (*s.sorties, Sortie(self.flight, hexa, 0))
        s.events.append(AirAimed(("8.2.1f",), self.officer, aircraft(s, self.flight).name, hexa))
        if len(s.sorties) < self.missions:
            s.turn_into(Fly(self.officer, self.missions))
            return
        finish(s, 1 << self.officer)
        s.turn_into(Raid(self.officer))
        call_flak(s, 1 - self.side(s))

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return foreseen(s, self.officer, self.flight, option.value)


# the 88 mm gun (8.2.2e to 8.2.2g)


def flak_guns(s: FranceState, side: int) -> int:
    """The anti-aircraft guns of a side that can fire at aircraft now: those that may react, near a bombardment (M7)."""
    guns = reaction.ready(s, side) & s.setting.of_kind["aa gun"]
    return members(gun for gun in listed(guns) if _in_reach(s, gun))


def _in_reach(s: FranceState, gun: int) -> list[int]:
    """The numbers of the bombardments within range of a gun (8.2.2e, G76)."""
    distance, far = s.setting.board.distance, s.setting.charts.flak.range
    every = s.rulings["flak_88"] == "any"
    flown = [n for n, row in enumerate(s.sorties) if every or aircraft(s, row.mission).mission == BOMBARDMENT]
    return [n for n in flown if distance(s.where[gun], s.sorties[n].hex) <= far]


def call_flak(s: FranceState, side: int) -> None:
    """The other side's guns answer by their standing orders; about the others their owner is asked (8.2.1h)."""
    asked = 0
    for gun in listed(flak_guns(s, side)):
        away = min(s.setting.board.distance(s.where[gun], s.sorties[n].hex) for n in _in_reach(s, gun))
        said = reaction.answer(s, gun, away, armour=False, full=bool(s.reaction >> gun & 1))
        if said == reaction.FIRE:
            fire_flak(s, gun)
        elif said == reaction.ASK:
            asked |= 1 << gun
    if asked:
        s.push(Flak(side, asked))


def fire_flak(s: FranceState, gun: int) -> None:
    """A gun adds to the anti-air points against every bombardment in its range, and is Finished (8.2.2f, 8.2.2g)."""
    rules = s.setting.charts.flak
    points = rules.marked if s.reaction >> gun & 1 else rules.unmarked
    reached = _in_reach(s, gun)
    s.sorties = tuple(
        [sortie._replace(flak=sortie.flak + points * (n in reached)) for n, sortie in enumerate(s.sorties)]
    )
    finish(s, 1 << gun)
    s.events.append(FlakJoined(("8.2.2f", "8.2.2g"), gun, points))


class Flak(SideStep):
    """The owner of anti-aircraft guns decides which of them fire at the aircraft (8.2.2e)."""

    guns: PieceSet

    heading = "{side} anti-air fire"
    asks = "Bombers come: choose the guns that fire at them."
    help = Help("8.2.2f", "An 88 mm gun adds 3 to your anti-air points if it is marked for reaction, else 1.")
    words = {"flak": "{it} fires at the aircraft", "done": "No other gun fires"}
    idle = "done"

    def explained(self, s: FranceState) -> Help:
        rules = s.setting.charts.flak
        says = f"An 88 mm gun adds {rules.marked} to your anti-air points if it is marked for reaction, else "
        return Help("8.2.2f", f"{says}{rules.unmarked}; then it is Finished.")

    def about(self, s: FranceState) -> tuple[Pieces, list[int]]:
        return listed(self.guns), sorted({sortie.hex for sortie in s.sorties})

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "flak":
            yield Bar(~s.setting.of_kind["aa gun"], "8.2.2e", "{it} is no anti-aircraft gun")
            yield Bar(s.finished, "8.2.2g", "{it} is Finished")
            yield Bar(~self.guns, "8.2.2e", "{it} cannot fire at these aircraft")

    def flak(self, s: FranceState, gun: int) -> None:
        s.turn_into(Flak(self.mover, self.guns & ~(1 << gun)))
        fire_flak(s, gun)


# the attack


class Run(NamedTuple):
    """An aircraft that attacks a hex, hindered by anti-air fire or not."""

    hexa: int
    row: Aircraft
    hindered: bool


class Raid(FranceStep):
    """Anti-air fire, location and aim of each mission, then the attacks (8.2.1h to 8.2.1q)."""

    officer: Piece

    hand = "officer"

    def after(self, s: FranceState) -> None:
        side, here = s.setting.side_of[self.officer], s.where[self.officer]
        sorties, s.sorties = s.sorties, ()
        flown = [(sortie, fly(s, side, here, sortie)) for sortie in sorties]
        there = [(mission_of(s, sortie.mission), run) for sortie, run in flown if run is not None]
        runs = [run for _, run in there]
        if len(runs) == 2 and alike(*runs):
            s.push(Wing(self.officer, runs[0].hexa, tuple([number for number, _ in there]), runs[0].hindered))
            return
        s.push(*[Bombs(self.officer, run.hexa, number, run.hindered) for number, run in reversed(there)])


def alike(one: Run, other: Run) -> bool:
    """May two aircraft attack as one group: of one kind, over one hex, and both hindered or neither (8.2.1g, M6)?"""
    return (one.hexa, one.row.mission, one.hindered) == (other.hexa, other.row.mission, other.hindered)


class Wing(FranceStep):
    """Two aircraft of one kind over one hex attack together, or one after the other (8.2.1g).

    Who has been found is not hidden any more, so that nothing is halved (M6).
    """

    officer: Piece
    hex: Place
    flights: tuple[int, ...]
    """The numbers of their missions."""
    hindered: bool

    hand = "officer"
    spot = "hex"
    heading = "{side} air missions"
    asks = "Both aircraft are over {hex}: do they attack together?"
    help = Help("8.2.1g", "Together they add their factors for one attack; otherwise each attacks with its own dice.")
    words = {"together": "Attack together", "shoot": "Attack one after the other"}
    rolls = ("together", "shoot")

    def rows(self, s: FranceState) -> list[Aircraft]:
        return [s.setting.charts.aircraft[s.aircraft[number] - 1] for number in self.flights]

    def made(self, s: FranceState, rows: list[Aircraft]) -> attack.Attack:
        return against(s, self.side(s), self.hex, rows, self.hindered)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        if option.verb == "together":
            return attack.preview(s, self.made(s, self.rows(s)))
        return support.together(s, [self.made(s, [row]) for row in self.rows(s)])

    def together(self, s: FranceState, value: int) -> None:
        s.pop()
        attack.resolve(s, self.made(s, self.rows(s)))

    def shoot(self, s: FranceState, value: int) -> None:
        s.pop()
        s.push(*[Bombs(self.officer, self.hex, number, self.hindered) for number in reversed(self.flights)])


class Bombs(FranceStep):
    """One aircraft attacks a hex; before the next one does, all that follows from it has happened (8.2.1q, 10.3.1a)."""

    officer: Piece
    hex: Place
    flight: int
    """The number of its mission."""
    hindered: bool

    hand = "officer"
    spot = "hex"

    def after(self, s: FranceState) -> None:
        row = s.setting.charts.aircraft[s.aircraft[self.flight] - 1]
        attack.resolve(s, against(s, s.setting.side_of[self.officer], self.hex, [row], self.hindered))


def fly(s: FranceState, side: int, here: int, sortie: Sortie) -> Run | None:
    """One aircraft on its way to its target; None if its mission is lost.

    ``here``: the hex from which the officer watches.
    """
    row = aircraft(s, sortie.mission)
    fate = anti_air(s, side, row, sortie)
    if fate is None or not locate(s, side, here, row, sortie.hex):
        return None
    hexa = aim(s, side, row, sortie.hex)
    return None if hexa is None else Run(hexa, row, fate)


def points_against(s: FranceState, side: int, sortie: Sortie) -> int:
    """The anti-air points against a mission of a side: a standing value, and what guns add (8.2.2a, G76)."""
    return s.setting.by_side("anti_air")[1 - side] + sortie.flak


def anti_air(s: FranceState, side: int, row: Aircraft, sortie: Sortie) -> bool | None:
    """Two dice against the enemy's points: None if the mission is aborted, True if it is hindered (8.2.2)."""
    points = points_against(s, side, sortie)
    if not points:
        return False
    rolled = sum(s.roll(f"anti-air fire at {row.name}", ("8.2.2a",)) for _ in range(2))
    clause = "8.2.2b" if rolled > points else "8.2.2c" if rolled == points else "8.2.2d"
    s.events.append(AntiAirFired((clause,), row.name, points, rolled))
    return None if rolled < points else rolled == points


def findable(s: FranceState, side: int, here: int, hexa: int) -> int:
    """The highest roll that finds a target, by its terrain and whether the officer spots it (8.2.1i, 8.2.1j)."""
    row = s.setting.charts.location[s.setting.ground.terrain[hexa]]
    return row.hidden if support.hidden(s, here, side, hexa) else row.visible


def locate(s: FranceState, side: int, here: int, row: Aircraft, hexa: int) -> bool:
    """Two dice on the Air Location Table (8.2.1i)."""
    most = findable(s, side, here, hexa)
    rolled = sum(s.roll(f"location by {row.name}", ("8.2.1i",)) for _ in range(2))
    s.events.append(AirLocated(("8.2.1i",), row.name, hexa, most, rolled))
    return rolled <= most


AIMED = {"close support": ("8.2.1k", "8.2.1l", "8.2.1m"), BOMBARDMENT: ("8.2.1n", "8.2.1o", "8.2.1p")}
"""The clauses by kind: the target, a hex beside it, none."""


def beside(s: FranceState, side: int, hexa: int) -> int:
    """The hexes that an attack may meet which misses its own: those with enemies, else those with friends (8.2.1l).

    Officers alone are no troops (V4).
    """
    around, enemy = s.setting.board.around[hexa], 1 - side
    found = {who: members(h for h in listed(around & s.held[who]) if not s.deserted(h, who)) for who in (side, enemy)}
    return found[enemy] or found[side]


def aim(s: FranceState, side: int, row: Aircraft, hexa: int) -> int | None:
    """Two dice decide which hex is attacked, if any; between several beside the target chance does (G77)."""
    rules, (target, near, lost) = s.setting.charts.aim[row.mission], AIMED[row.mission]
    rolled = sum(s.roll(f"aim of {row.name}", (target,)) for _ in range(2))
    if rolled <= rules.target:
        s.events.append(AirStruck((target,), row.name, hexa, rolled))
        return hexa
    hexes = listed(beside(s, side, hexa)) if rolled <= rules.beside else ()
    if not hexes:
        s.events.append(AirMissed((near if rolled <= rules.beside else lost,), row.name, rolled))
        return None
    die = s.roll("which hex is hit", (near,), sides=len(hexes)) if hexes[1:] else 1
    s.events.append(AirStruck((near,), row.name, hexes[die - 1], rolled))
    return hexes[die - 1]


def against(s: FranceState, side: int, hexa: int, rows: list[Aircraft], hindered: bool) -> attack.Attack:
    """An air attack on a hex, resolved as artillery fire (8.2.1q); against armour the larger factor counts (G18)."""
    flak = s.setting.charts.modifier["flak"]
    more = (Factor(flak.name, f"{flak.air:+d}", flak.clause),) if hindered else ()
    reasons = tuple([Factor(row.name, str(row.ff), "8.2.1q") for row in rows])
    weapon = Weapon("air", air=max(row.ff for row in rows))
    total = sum(row.ff for row in rows)
    return attack.against(s, hexa, side, total, weapon, origins=(hexa,), indirect=True, reasons=reasons, more=more)


# odds


def at_most(most: int) -> Fraction:
    """How likely two dice show no more than a number."""
    return Fraction(sum(a + b <= most for a, b in attack.TWO_DICE), len(attack.TWO_DICE))


def foreseen(s: FranceState, officer: int, name: str, hexa: int) -> Preview:
    """What may become of an air mission, and what its attack does to the target hex (8.2.1, 8.2.2)."""
    side, row = s.setting.side_of[officer], aircraft(s, name)
    points = points_against(s, side, Sortie(name, hexa, 0))
    most, rules = findable(s, side, s.where[officer], hexa), s.setting.charts.aim[row.mission]
    through = 1 - at_most(points - 1)
    found, target = at_most(most), at_most(rules.target)
    near = at_most(rules.beside) - target if beside(s, side, hexa) else Fraction(0)
    fates = [
        ("aborted by anti-air fire", 1 - through), ("target not found", through * (1 - found)),
        ("attacks the target", through * found * target), ("attacks a hex beside it", through * found * near),
        ("lost", through * found * (1 - target - near)),
    ]  # fmt: skip
    outcomes = tuple([Outcome(chance, (), said) for said, chance in fates if chance])
    equal = at_most(points) - at_most(points - 1)
    plain, worse = (attack.preview(s, against(s, side, hexa, [row], hindered)) for hindered in (False, True))
    shares: dict[str, Fraction] = {}
    for share, odds in ((through - equal, plain), (equal, worse)):
        for outcome in odds.outcomes:
            shares[outcome.name] = shares.get(outcome.name, Fraction(0)) + share * found * target * outcome.chance
    sums = [Outcome(chance, (), said) for said, chance in shares.items() if chance]
    missed = 1 - sum(shares.values(), Fraction(0))
    factors = (
        Factor("anti-air points", str(points), "8.2.2a"), Factor("finds the target with", f"{most} or less", "8.2.1i"),
        Factor("attacks it with", f"{rules.target} or less", AIMED[row.mission][0]), *plain.factors,
    )  # fmt: skip
    sums += [Outcome(missed, (), "target not attacked")] if missed else []
    return Preview(f"{row.name} on {s.label(hexa)}", outcomes, factors, tuple(sums))
