"""The bombing of cities (16.9, 22.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Outcome, Preview
from meuse.engine.scene import Fight
from meuse.games.mansteins_war import air, boards, morale, variants
from meuse.games.mansteins_war.events import Bombed, Raided
from meuse.games.mansteins_war.setting import ALLIED, FLYING, GERMAN
from meuse.games.mansteins_war.state import IDLE, MansteinState, SideStep
from meuse.games.mansteins_war.tables import AirResult

SAYS = {
    "AL1": "the bomber loses a step and is aborted",
    "BL1": "no effect on the city",
    "DL1": "the city is destroyed",
    "NE": "no effect on the city",
    "driven off": "the enemy in the air keeps the bomber from its target",
}
"""What can become of a raid (22.4)."""


def may_bomb(s: MansteinState, side: int) -> bool:
    """Only the Germans bomb cities, and with their variant the Allies (16.5e, 28.2b)."""
    return side == GERMAN or s.on("allied_air_doctrine")


def targets(s: MansteinState, side: int) -> int:
    """Cities in enemy countries without ground units of a side, no matter who controls them (16.9a, R85, R103)."""
    if not may_bomb(s, side):
        return 0
    setting = s.setting
    abroad = setting.germany if side == ALLIED else setting.land & ~setting.germany
    return setting.cities & abroad & ~s.held[side] & ~variants.out_of_play(s)


def bombers(s: MansteinState, side: int) -> int:
    """The air units activated in this impulse that are over a city they may bomb (4.1j)."""
    setting, goals = s.setting, targets(s, side) if s.flown else 0
    if not goals:
        return 0
    over = [(unit, hexa) for unit, hexa in zip(setting.air, s.skies, strict=True) if hexa != IDLE]
    return members([unit for unit, hexa in over if goals >> hexa & 1]) & s.flown & ~setting.airlifts


class Bombing(SideStep):
    """Activated air units over enemy cities may bomb them; each then goes to the Utilized display (16.9, 16.5f)."""

    public = True
    heading = "{side} city bombing"
    asks = "Bomb cities? Choose the air unit that bombs the city below it."
    help = Help("22.4c", "A destroyed city no longer helps its defenders and is neither depot nor port.")
    words = {"bombard": "Bomb the city with {it}", "done": "No further bombing"}
    rolls = ("bombard",)

    def options(self, s: MansteinState) -> list[Option]:
        able = bombers(s, self.mover)
        return s.setting.vocabulary.named("bombard", able) + s.setting.say["done"] if able else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "bombard":
            return
        setting = s.setting
        yield Bar(~setting.air_units, "16.9a", "{it} is no air unit")
        yield Bar(setting.airlifts, "26.0a", "{it} carries supplies and units only")
        if not may_bomb(s, self.mover):
            yield Bar(ALL, "16.5e", "only German air units bomb cities")
        yield Bar(~s.flown, "4.1j", "{it} has not been activated in this impulse")
        yield Bar(~bombers(s, self.mover), "16.9a", "{it} is not over a city abroad that is free of your units")

    def preview(self, s: MansteinState, option: Option) -> Preview | None:
        return raid_preview(s, option.value) if option.verb == "bombard" else None

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        if s.agenda[-1] is not self:  # units still fly out
            return None
        return boards.raid(s, self.mover, listed(bombers(s, self.mover)))

    def bombard(self, s: MansteinState, unit: int) -> None:
        raid(s, unit)

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


def raid(s: MansteinState, unit: int) -> None:
    """An air unit bombs the city below it, once it has driven off an enemy air unit there (16.9b to 16.9d, R82)."""
    met = air.rivals(s, s.setting.side_of[unit]).get(unit)
    if met is None or air.fight(s, unit, met) == "DL1":
        drop_bombs(s, unit)
    if s.where[unit] == FLYING:
        air.withdraw(s, unit, "16.9c" if met is not None and s.where[met] == FLYING else "16.5f")


def drop_bombs(s: MansteinState, unit: int) -> None:
    """One die on the Air Warfare Table against the strength of a city (16.9d, 22.4a, 22.4b)."""
    hexa, side, rows = air.hex_of(s, unit), s.setting.side_of[unit], bomb_results(s, unit)
    result = rows[s.roll("city bombing", ("16.9d",), len(rows)) - 1]
    s.events.append(Raided(("16.9d",), unit, hexa, result, meaning(s, hexa, result)))
    if result == "AL1":
        air.lose(s, unit, "22.4a")
        if side == GERMAN:
            morale.won(s, ALLIED, "allied_bombing", "24.3.1d")
    elif result == "DL1":
        destroy(s, hexa)
        if side == GERMAN:
            morale.won(s, GERMAN, "german_bombing", "24.3.1b")


def bomb_results(s: MansteinState, unit: int) -> list[AirResult]:
    """What each roll of the die brings against a city."""
    return air.results(s, unit, s.setting.tables.air.city)


def spared(s: MansteinState, hexa: int) -> bool:
    """Do bombs change nothing: is a city destroyed already, or open (R85; by another reading that is no help, R99)?"""
    open_ = s.open_cities if s.rulings["open_cities"] != "bombed" else 0
    return bool((s.bombed | open_) >> hexa & 1)


def meaning(s: MansteinState, hexa: int, result: str) -> str:
    """What a result does to a city, in words."""
    return SAYS["NE"] if result == "DL1" and spared(s, hexa) else SAYS[result]


def destroy(s: MansteinState, hexa: int) -> None:
    """A city is destroyed: no defensive shift, no depot, no port (22.4c, 22.4d)."""
    if spared(s, hexa):
        return
    s.bombed |= 1 << hexa
    s.touch()
    s.events.append(Bombed(("22.4b",), hexa))


def raid_preview(s: MansteinState, unit: int) -> Preview:
    """The exact chances of a raid; where an enemy is in the way, both dice together."""
    city, met = s.setting.tables.air.city, air.rivals(s, s.setting.side_of[unit]).get(unit)
    factors = air.factors(s, unit, s.spot(air.hex_of(s, unit)), city, "16.9d")
    ways, share, outcomes = list[tuple[int, ...]]([()]), Fraction(1), list[Outcome]()
    if met is not None:
        defence = air.strength(s, met)
        rows = air.results(s, unit, defence)
        factors = (*air.factors(s, unit, s.spoken(met), defence, "16.6d"), *factors)
        share = Fraction(1, len(rows))
        ways = [(die,) for die, result in enumerate(rows, 1) if result == "DL1"]
        lost = [die for die, result in enumerate(rows, 1) if result != "DL1"]
        outcomes += [Outcome(share, (die,), "driven off", SAYS["driven off"]) for die in lost]
    codes, hexa = bomb_results(s, unit), air.hex_of(s, unit)
    for way in ways:
        share_of = share / len(codes)
        outcomes += [Outcome(share_of, (*way, die), code, meaning(s, hexa, code)) for die, code in enumerate(codes, 1)]
    return Preview("city bombing", tuple(outcomes), factors, lit=boards.air_lit(s, unit, city))
