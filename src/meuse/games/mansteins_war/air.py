"""Chapter 16: airpower, and the results of air combat (22.3).

An air unit waits in the Available display, is over a hex of the map, or has been used this turn (Utilized). It never
lies among ground units: ``skies`` has its hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Factor, Help, Option, Piece, Pieces, Preview, closed
from meuse.engine.preview import one_die
from meuse.engine.scene import Fight
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import boards, bombing, commands, variants
from meuse.games.mansteins_war.events import (
    Aborted,
    AirFought,
    Eliminated,
    Flew,
    Reduced,
    SegmentBegan,
    Withdrew,
)
from meuse.games.mansteins_war.setting import AVAILABLE, DEAD, FLYING, GERMAN, UTILIZED
from meuse.games.mansteins_war.state import IDLE, MansteinState, MansteinStep, SideStep, other
from meuse.games.mansteins_war.tables import AirResult
from meuse.mechanics.words import counted

ATTACKER_LOSES: tuple[AirResult, ...] = ("AL1", "BL1")
DEFENDER_LOSES: tuple[AirResult, ...] = ("DL1", "BL1")

SAYS = {
    "AL1": "the attacker loses a step and is aborted",
    "BL1": "both lose a step and are aborted",
    "DL1": "the defender loses a step and is aborted",
    "NE": "no effect",
}
"""What the results of air superiority mean (22.3, R83)."""


# where they are


def hex_of(s: MansteinState, unit: int) -> int:
    """The hex an air unit is over, or IDLE."""
    return s.skies[unit - s.setting.first_air]


def units_over(s: MansteinState, side: int, hexa: int) -> list[int]:
    """The air units of a side over a hex, the airlift last."""
    setting, skies = s.setting, s.skies
    own = [unit for unit, slot in setting.air_on[side] if skies[slot] == hexa]
    return sorted(own, key=lambda unit: setting.airlifts >> unit & 1)


def covered(s: MansteinState, side: int, units: int) -> int:
    """The hexes that those air units of a side are over that belong to a set."""
    skies, hexes = s.skies, 0
    for unit, slot in s.setting.air_on[side]:
        hexa = skies[slot]
        if hexa != IDLE and units >> unit & 1:
            hexes |= 1 << hexa
    return hexes


def _put(s: MansteinState, unit: int, hexa: int, box: int) -> None:
    skies = list(s.skies)
    skies[unit - s.setting.first_air] = hexa
    s.skies = tuple(skies)
    s.where[unit] = box
    s.touch()


def send(s: MansteinState, unit: int, hexa: int) -> None:
    """An air unit comes over a hex, from the Available display or from elsewhere on the map (16.1b, 16.1c)."""
    _put(s, unit, hexa, FLYING)
    s.events.append(Flew(("16.1b",), unit, hexa))


def withdraw(s: MansteinState, unit: int, clause: str) -> None:
    """An air unit goes to the Utilized display: no more use this turn (16.0a)."""
    _put(s, unit, IDLE, UTILIZED)
    s.events.append(Withdrew((clause,), unit))


def come_back(s: MansteinState) -> None:
    """The Return Phase: air and naval units are available again (4.1n)."""
    setting = s.setting
    for piece in listed(setting.air_units | setting.ships):
        if s.where[piece] in (FLYING, UTILIZED):
            s.where[piece] = AVAILABLE
    s.skies = (IDLE,) * len(setting.air)
    s.touch()


# air zones


class Patrol(NamedTuple):
    """An air unit over the map: its strength and its air zone."""

    strength: int
    zone: int


def zone_of(s: MansteinState, unit: int) -> int:
    """The air zone of a unit: a full one's hex and those around it, a reduced one's own hex (16.4, 22.3d, R81).

    It knows no terrain and no units; an airlift has none (26.0a, R100).
    """
    setting, hexa = s.setting, hex_of(s, unit)
    if hexa == IDLE or setting.airlifts >> unit & 1:
        return 0
    table = setting.tables.air
    return setting.board.disc(hexa, table.zone_full if s.steps[unit] == setting.full[unit] else table.zone_reduced)


class Sky(NamedTuple):
    """What follows from where the air units are; it stays as it is while ground units move."""

    skies: tuple[int, ...]
    steps: bytearray
    german: int
    """All hexes in German air zones."""
    patrols: dict[int, list[Patrol]]
    """The air units of a side over the map, the strongest first, once they are asked for."""


def sky(s: MansteinState) -> Sky:
    """What follows from where the air units are now."""
    setting, skies = s.setting, s.skies
    steps = s.steps[setting.first_air : setting.first_air + len(setting.air)]
    known = s.memo.get("sky")
    if known is None or known[1].skies is not skies or known[1].steps != steps:
        flying = [unit for unit, slot in setting.air_on[GERMAN] if skies[slot] != IDLE]
        known = s.memo["sky"] = (0, Sky(skies, steps, union([zone_of(s, unit) for unit in flying]), {}))
    made: Sky = known[1]
    return made


def patrols(s: MansteinState, side: int) -> list[Patrol]:
    """The air units of a side over the map, the strongest first."""
    known = sky(s).patrols
    if side not in known:
        known[side] = _patrols(s, side)
    return known[side]


def _patrols(s: MansteinState, side: int) -> list[Patrol]:
    airlifts, skies = s.setting.airlifts, s.skies
    flying = [unit for unit, slot in s.setting.air_on[side] if skies[slot] != IDLE]
    found = [Patrol(strength(s, unit), zone_of(s, unit)) for unit in flying if not airlifts >> unit & 1]
    return sorted(found, reverse=True)


def support(s: MansteinState, side: int, hexa: int) -> int:
    """The columns of ground support that a side has in a combat whose defenders are in a hex (16.7).

    They are those of one air unit, the strongest in whose zone the hex is, whatever its command or activation.
    """
    for patrol in patrols(s, side):
        if patrol.zone >> hexa & 1:
            return patrol.strength
    return 0


def interdicted(s: MansteinState) -> int:
    """The hexes in German air zones: Allied ground units pay more to leave them and cannot use rail there (16.8).

    Allied air units do not interdict (16.5c).
    """
    return sky(s).german


# the Air Operations Segment


class OpenAir(SideStep):
    """The Air Operations Segment: flights, the bombing of cities, air superiority (4.1h to 4.1j).

    Bombing is declared before any fight over its hex (R82).
    """

    def after(self, s: MansteinState) -> None:
        if (s.air_left and ready(s, self.mover)) or rivals(s, self.mover):
            s.events.append(SegmentBegan(("4.1h",), self.mover, "air operations"))
        s.push(Dogfights(self.mover, ()), bombing.Bombing(self.mover), Flights(self.mover))


def ready(s: MansteinState, side: int) -> int:
    """The air units of a side that an activation can move: available ones and those over the map (16.1b)."""
    where = s.where
    return members([unit for unit, _ in s.setting.air_on[side] if where[unit] in (AVAILABLE, FLYING)])


def activations_left(s: MansteinState, side: int) -> int:
    """How many air units can still be activated: no more than there are (16.1a, 5.1p)."""
    return min(s.air_left, (ready(s, side) & ~s.flown).bit_count())


class Flights(SideStep):
    """The operating side activates air units, as many as its marker allows (16.1a)."""

    public = True
    heading = "{side} air operations"
    help = Help("16.1b", "An activated air unit is placed over any hex, moves to another, or leaves the map.")
    words = {"fly": "Activate {it}", "done": "No further air units"}
    takes_up = "fly"

    def prompt(self, s: MansteinState) -> str:
        return f"Air units: choose one to activate ({counted(activations_left(s, self.mover), 'activation')} left)."

    def options(self, s: MansteinState) -> list[Option]:
        able = ready(s, self.mover) & ~s.flown if s.air_left else 0
        return s.setting.vocabulary.named("fly", able) + s.setting.say["done"] if able else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "fly":
            return
        setting = s.setting
        if not s.air_left:
            yield Bar(ALL, "16.1a", "the command marker activates no further air unit")
        yield Bar(~setting.air_units, "16.1a", "{it} is no air unit")
        yield Bar(~members([u for u in setting.air if setting.side_of[u] == self.mover]), "16.2a", "{it} is an enemy")
        yield Bar(s.in_box(UTILIZED, setting.air_units), "16.0a", "{it} has been used this turn")
        yield Bar(~ready(s, self.mover), "16.0a", "{it} is not available")
        yield Bar(s.flown, "16.1a", "{it} has been activated in this impulse")

    def fly(self, s: MansteinState, unit: int) -> None:
        s.push(Flight(unit))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


class Flight(MansteinStep):
    """Where an activated air unit goes: over any hex, its own included (R80), or off the map (16.1b, 16.1c)."""

    unit: Piece

    public = True
    hand = "unit"
    asks = "{unit}: choose a hex."
    help = Help("16.4a", "It supports your combats in its hex and, at full strength, in the hexes around.")
    words = {"over": "Fly over {it}", "withdraw": "Take {it} off the map"}

    def explained(self, s: MansteinState) -> Help:
        if s.setting.airlifts >> self.unit & 1:
            return Help("26.1a", "It supplies your units in its hex and around it, or carries a corps from there.")
        return self.help

    def about(self, s: MansteinState) -> Subject:
        hexa = hex_of(s, self.unit)
        return (self.unit,), (hexa,) if hexa != IDLE else ()

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting, side = s.setting, self.side(s)
        if verb == "withdraw":
            yield Bar(~(1 << self.unit), "16.1b", "{it} is not the air unit activated now")
            if s.where[self.unit] != FLYING:
                yield Bar(ALL, "16.1b", "{it} is not over the map")
            return
        yield Bar(variants.out_of_play(s), "28.1e", "{it} lies in the Netherlands, which are out of play")
        alike = setting.airlifts
        if alike >> self.unit & 1:
            yield Bar(covered(s, other(side), ALL), "26.0b", "an enemy air unit is over {it}")
        else:
            alike = ~alike
        yield Bar(covered(s, side, alike & ~(1 << self.unit)), "16.3a", "a friendly air unit is over {it}")

    def options(self, s: MansteinState) -> list[Option]:
        """Nearly all hexes are open."""
        setting = s.setting
        options = setting.all_but("over", closed(self.bars(s, "over")))
        if s.where[self.unit] == FLYING:
            options += setting.vocabulary.open("withdraw", closed(self.bars(s, "withdraw")))
        return options

    def over(self, s: MansteinState, hexa: int) -> None:
        self._activated(s)
        send(s, self.unit, hexa)

    def withdraw(self, s: MansteinState, unit: int) -> None:
        self._activated(s)
        withdraw(s, unit, "16.1b")

    def _activated(self, s: MansteinState) -> None:
        s.pop()
        s.air_left -= 1
        s.flown |= 1 << self.unit


# air superiority


def column(s: MansteinState, attacker: int, defence: int) -> int:
    """The column of the Air Warfare Table for an air unit against a strength (16.6d, 16.9d).

    Only the Luftwaffe marker shifts it (16.6c, 5.1q).
    """
    differences = s.setting.tables.air.differences
    difference = strength(s, attacker) - defence
    place = max(sum(difference >= least for least in differences) - 1, 0)
    return min(place + commands.air_shift(s), len(differences) - 1)


def strength(s: MansteinState, unit: int) -> int:
    return s.setting.strength[unit][s.steps[unit]]


def results(s: MansteinState, attacker: int, defence: int) -> list[AirResult]:
    """What each roll of the die brings."""
    place = column(s, attacker, defence)
    return [row[place] for row in s.setting.tables.air.rows]


def factors(s: MansteinState, attacker: int, name: str, defence: int, clause: str) -> tuple[Factor, ...]:
    """What decides about a column, as a player would name it."""
    found = [
        Factor(s.spoken(attacker), str(strength(s, attacker)), clause),
        Factor(name, f"-{defence}", clause),
    ]
    row, shift = commands.under_way(s), commands.air_shift(s)
    if row is not None and shift:
        found.append(Factor(row.name, f"{shift}R", "5.1q"))
    return tuple(found)


def rivals(s: MansteinState, side: int) -> dict[int, int]:
    """The air units of a side that share a hex with enemy ones, activated or not, and whom each meets (16.2d, R23).

    An airlift attacks nobody (26.0a), and is met only where no other air unit is with it (R8).
    """
    setting, skies, met = s.setting, s.skies, dict[int, int]()
    theirs = covered(s, 1 - side, ALL)
    if not theirs:
        return met
    for unit, slot in setting.air_on[side]:
        hexa = skies[slot]
        if hexa != IDLE and theirs >> hexa & 1 and not setting.airlifts >> unit & 1:
            met[unit] = units_over(s, 1 - side, hexa)[0]
    return met


def fight(s: MansteinState, attacker: int, defender: int) -> AirResult:
    """One die on the Air Warfare Table; the loser is reduced and aborted (16.6d, 22.3a, 22.3b)."""
    hexa, rows = hex_of(s, attacker), results(s, attacker, strength(s, defender))
    result = rows[s.roll("air superiority", ("16.6d",), len(rows)) - 1]
    s.events.append(AirFought(("16.6d",), attacker, defender, hexa, result, SAYS[result]))
    if result in DEFENDER_LOSES:
        lose(s, defender)
    if result in ATTACKER_LOSES:
        lose(s, attacker)
    return result


def lose(s: MansteinState, unit: int, clause: str = "22.3c") -> None:
    """An air unit is reduced and aborted to the Utilized display; a reduced one is eliminated (22.3c, 22.3e)."""
    s.steps[unit] -= 1
    if s.steps[unit]:
        s.events += [Reduced((clause,), unit, s.steps[unit]), Aborted(("22.3e",), unit)]
        _put(s, unit, IDLE, UTILIZED)
    else:
        s.events.append(Eliminated((clause,), unit))
        _put(s, unit, IDLE, DEAD)


class Dogfights(SideStep):
    """The operating side must attack wherever one of its air units shares a hex with an enemy one (16.2d)."""

    settled: Pieces
    """Those that have fought and are still over the same hex."""

    public = True
    heading = "{side} air superiority"
    asks = "Air superiority: choose the air unit that attacks next."
    help = Help("16.6d", "Your strength less the enemy's gives the column; the loser is reduced and aborted.")
    words = {"engage": "Attack with {it}"}
    rolls = ("engage",)

    def options(self, s: MansteinState) -> list[Option]:
        engage = s.setting.say["engage"]
        return [engage[unit] for unit in rivals(s, self.mover) if unit not in self.settled]

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.air_units, "16.6a", "{it} is no air unit")
        yield Bar(members(self.settled), "16.6d", "{it} has fought in this segment")
        yield Bar(~members(rivals(s, self.mover)), "16.6a", "{it} has no enemy air unit to attack in its hex")

    def preview(self, s: MansteinState, option: Option) -> Preview:
        unit, enemy = option.value, rivals(s, self.mover)[option.value]
        rows = list[str](results(s, unit, strength(s, enemy)))
        counts = factors(s, unit, s.spoken(enemy), strength(s, enemy), "16.6d")
        return replace(one_die("air superiority", rows, counts, SAYS), lit=boards.air_lit(s, unit, strength(s, enemy)))

    def engage(self, s: MansteinState, unit: int) -> None:
        s.turn_into(Dogfights(self.mover, (*self.settled, unit)))
        fight(s, unit, rivals(s, self.mover)[unit])

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        if s.agenda[-1] is not self:  # units still fly out
            return None
        return boards.dogfight(s, self.mover, [unit for unit in rivals(s, self.mover) if unit not in self.settled])
