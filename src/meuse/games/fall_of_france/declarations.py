"""Chapter 14.1, played as R61 offers: all combats of a phase are declared first and then resolved in any order.

Combat asks for them, so that module and this one know each other; nothing is used before both are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.engine import Bar, Help, Option, Pieces, Place, Preview
from meuse.engine.scene import Choice, Fight
from meuse.games.fall_of_france import boards
from meuse.games.fall_of_france import combat as combats
from meuse.games.fall_of_france.engagement import answering, odds_of
from meuse.games.fall_of_france.events import AttackDeclared, Attacked, AttackVoid, LeftOut, SupportLapsed
from meuse.games.fall_of_france.setting import GERMAN
from meuse.games.fall_of_france.state import FallState, SideStep, listed, members, other
from meuse.games.fall_of_france.supply import network


def all_first(s: FallState) -> bool:
    """Are all combats of a phase declared before the first is resolved?"""
    return s.rulings["declaring"] == "all"


class Declared(SideStep):
    """A declared combat that is still to be resolved; it waits under the step that chooses among them."""

    target: Place
    attackers: Pieces
    backing: Pieces
    """The headquarters that lends its support, if one does."""

    hand, spot = "attackers", "target"


def declare(s: FallState, mover: int, target: int, attackers: Pieces, backing: Pieces) -> None:
    """Declare a combat: it waits under the step that chooses among them."""
    declared = Declared(mover, target, attackers, backing)
    note(s, declared)
    phase = s.agenda[-1]  # more can be declared before these are resolved
    s.pop()
    if waiting(s):
        s.pop()
    s.push(declared, Resolution(mover, phase.mech_ops), phase)
    s.events.append(AttackDeclared(("14.1a",), mover, attackers, target))


def note(s: FallState, declared: Declared) -> None:
    """The units, the hex and the headquarters of a declared combat take part in no other one of the phase (R61)."""
    s.attacked |= members(declared.attackers)
    s.fought |= 1 << declared.target
    s.lent |= members(declared.backing)


def waiting(s: FallState) -> list[Declared]:
    """The declared combats that are still to be resolved, in the order of their declaration."""
    return [step for step in s.agenda if isinstance(step, Declared)]


def fit(s: FallState, declared: Declared) -> Pieces:
    """The attackers of a declared combat who still can attack: sound, and next to the target (14.1b, 16.1b)."""
    near = s.pieces_in(combats.beside(s, declared.target)) & ~(s.disrupted | s.cadred)
    return tuple([piece for piece in declared.attackers if near >> piece & 1])


def backers(s: FallState, declared: Declared) -> Pieces:
    """The headquarters of a declared combat, if it still can lend its support (14.3c, 7.4c)."""
    near = s.pieces_in(combats.beside(s, declared.target)) & ~(s.disrupted | network(s).cut[GERMAN])
    return tuple([piece for piece in declared.backing if near >> piece & 1])


def void(s: FallState, declared: Declared) -> str:
    """Why a declared combat cannot be fought any more; empty if it can."""
    if not s.held[other(declared.mover)] >> declared.target & 1:
        return "no enemy is left there"
    units = fit(s, declared)
    if not units:
        return "none of its attackers stands next to it any more"
    return "" if members(units) & combats.armed(s, declared.target) else "nobody left in it has an attack rating"


def annul(s: FallState, declared: Declared, why: str) -> None:
    """Take a combat off; its units have fought nobody, so in Mechanised Operations they may still move (R61)."""
    s.agenda.remove(declared)
    s.attacked &= ~members(declared.attackers)
    s.fought &= ~(1 << declared.target)
    s.lent &= ~members(declared.backing)
    s.events.append(AttackVoid(("14.1a",), declared.target, why))


class Resolution(SideStep):
    """Resolve the declared combats, in any order (14.1a, R61)."""

    mech_ops: bool

    public = True
    heading = "{side} combat"
    asks = "Combat: choose which of the declared attacks is resolved next."
    help = Help(
        "14.1a", "The declared attacks are resolved in any order; one whose target or attackers are gone is void."
    )
    words = {"resolve": "Resolve the attack on {it}"}
    rolls = ("resolve",)

    def among(self, s: FallState) -> dict[int, Declared]:
        """The combats to choose from, by their hexes."""
        return {declared.target: declared for declared in waiting(s)}

    def about(self, s: FallState) -> tuple[Iterable[int], Iterable[int]]:
        known = self.among(s)
        return [piece for declared in known.values() for piece in fit(s, declared)], known

    def options(self, s: FallState) -> list[Option]:
        """First what has become void is taken off."""
        known = self.among(s)
        if any(void(s, declared) for declared in known.values()):
            return []
        return s.setting.vocabulary.named("resolve", members(known))

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self.among(s)), "14.1a", "no attack on {it} has been declared")

    def after(self, s: FallState) -> None:
        for declared in waiting(s):
            if why := void(s, declared):
                annul(s, declared, why)
        if waiting(s):
            s.push(self)

    def answered(self, s: FallState, declared: Declared) -> bool:
        """May a German HQ support the defence (14.3c)?"""
        return self.mover != GERMAN and bool(answering(s, fit(s, declared)))

    def choices(self, s: FallState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """With the column; the die is not rolled at once where the German has yet to answer."""
        known = self.among(s)
        for option in s.options:
            declared = known[option.value]
            made = self.choice(s, option)
            label = f"{made.label} at {odds_of(s, fit(s, declared), option.value, backers(s, declared)).text}"
            yield msgspec.structs.replace(made, label=label, odds=not self.answered(s, declared))

    def resolve(self, s: FallState, target: int) -> None:
        declared = self.among(s)[target]
        units, backing = fit(s, declared), backers(s, declared)
        s.agenda.remove(declared)
        s.events.append(Attacked(("14.0a",), self.mover, target))
        if gone := members(declared.attackers) & ~members(units):
            s.attacked &= ~gone
            s.events.append(LeftOut(("14.1b",), listed(gone), target))
        for piece in declared.backing:
            if piece not in backing:
                s.events.append(SupportLapsed(("14.3c",), piece, target))
        if self.answered(s, declared):
            s.push(combats.Answer(self.mover, target, units))
        else:
            combats.resolve(s, target, units, backing)

    def preview(self, s: FallState, option: Option) -> Preview | None:
        declared = self.among(s)[option.value]
        if self.answered(s, declared):
            return None
        return combats.foreseen(s, option.value, fit(s, declared), backers(s, declared))

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.combat(s, self, side)
