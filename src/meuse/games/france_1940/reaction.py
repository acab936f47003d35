"""Units in reaction (3.4): who may react, and the standing orders by which units answer without being asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Pieces, PieceSet
from meuse.games.france_1940.events import OrdersGiven
from meuse.games.france_1940.kinds import ARMOUR_ONLY, FULL_ONLY, WITHIN, spelled
from meuse.games.france_1940.rosters import KINDS
from meuse.games.france_1940.setting import MODES, TARGETS
from meuse.games.france_1940.state import FranceState, SideStep

ASK, HOLD, FIRE = range(3)
"""What a standing order answers."""


def ready(s: FranceState, side: int) -> int:
    """The units of a side that may react now: with a marker, or in command and not yet activated (3.4c, 3.4i).

    Finished and routed units never react (G24), nor do units that are carried or towed (5.5h).
    """
    setting = s.setting
    able = setting.pieces_on[side] & setting.units & s.alive & ~s.finished & ~s.routed
    return able & ~(s.riders & ~s.mounted) & (s.reaction | ~s.astray)


def halved(s: FranceState, unit: int) -> bool:
    """Does a unit that reacts fire at half its factor, because it has no marker (3.4i)?"""
    return not s.reaction >> unit & 1


def answer(s: FranceState, unit: int, distance: int, armour: bool, full: bool) -> int:
    """What a unit's standing order says to a target at a distance: ASK, HOLD or FIRE.

    ``armour``: are there AFVs among the targets; ``full``: would it fire at its full factor?
    """
    order = s.orders[unit]
    mode = order & 3
    if mode != FIRE:
        return mode
    within = order // WITHIN
    if (within and distance > within) or (order & ARMOUR_ONLY and not armour) or (order & FULL_ONLY and not full):
        return HOLD
    return FIRE


# giving standing orders


def commanded(s: FranceState, side: int) -> int:
    """The units of a side that can have orders: those in play with a fire factor."""
    setting = s.setting
    armed = setting.armed & setting.pieces_on[side]
    return armed & s.alive


@dataclass
class Orders(SideStep):
    """Standing orders: for one unit, or for all of a kind; each once."""

    given: PieceSet

    heading = "{side} standing orders"
    asks = "Give standing orders: choose a unit, or all units of a kind."
    help = Help(
        "3.4c",
        "By its order a unit asks you, holds its fire or fires when it could react; your opponent does not see orders.",
    )
    words = {"order": "Orders for {it}", "kind": "Orders for all units of the kind {it}", "done": "No more orders"}
    puts_down = "done"
    idle = "done"

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        left = commanded(s, self.mover) & ~self.given
        if verb == "order":
            yield Bar(~s.setting.pieces_on[self.mover], "3.4c", "{it} is not yours")
            yield Bar(~s.setting.armed, "3.4c", "{it} has nothing to fire with")
            yield Bar(~s.alive, "3.4c", "{it} is not on the board")
            yield Bar(~left, "3.4c", "{it} has its orders")
        elif verb == "kind":
            kinds = members(n for n, kind in enumerate(KINDS) if left & s.setting.of_kind[kind])
            yield Bar(~kinds, "3.4c", "there is no unit of the kind {it} without orders")

    def order(self, s: FranceState, unit: int) -> None:
        self._give(s, 1 << unit)

    def kind(self, s: FranceState, kind: int) -> None:
        self._give(s, commanded(s, self.mover) & ~self.given & s.setting.of_kind[KINDS[kind]])

    def _give(self, s: FranceState, units: int) -> None:
        s.turn_into(Orders(self.mover, self.given | units))
        s.push(OrderMode(self.mover, listed(units)))


@dataclass
class OrderMode(SideStep):
    """What they do when they could react: ask, hold their fire, or fire."""

    units: Pieces

    hand = "units"
    standing = True
    asks = "What do they do when the enemy moves before them?"
    help = Help("3.4c", "They ask you each time, hold their fire, or fire by themselves at what you say next.")
    words = {"mode ask": "Ask me", "mode hold": "Hold fire", "mode fire": "Fire", "mode": "{it}"}

    def mode(self, s: FranceState, mode: int) -> None:
        if mode == FIRE:
            s.turn_into(OrderDistance(self.mover, self.units))
        else:
            s.pop()
            give(s, self.units, mode)


@dataclass
class OrderDistance(SideStep):
    """Up to which distance they fire."""

    units: Pieces

    hand = "units"
    standing = True
    asks = "Up to which distance do they fire?"
    help = Help("3.4c", "They hold their fire until the enemy is as near as that.")
    words = {"within 0": "At any distance", "within": "Within {it}"}

    def within(self, s: FranceState, distance: int) -> None:
        s.turn_into(OrderTarget(self.mover, self.units, distance))


@dataclass
class OrderTarget(SideStep):
    """At whom they fire."""

    units: Pieces
    distance: int

    hand = "units"
    standing = True
    asks = "At whom do they fire?"
    help = Help("3.4i", "Without a Reaction marker a unit fires at half its factor.")
    words = {
        "only any": "At anybody", "only armour": "At armour only", "only full": "At full strength only",
        "only armour-full": "At armour only, at full strength only", "only": "{it}",
    }  # fmt: skip

    def only(self, s: FranceState, target: int) -> None:
        s.pop()
        armour = ARMOUR_ONLY if "armour" in TARGETS[target] else 0
        full = FULL_ONLY if "full" in TARGETS[target] else 0
        give(s, self.units, MODES.index("fire") + WITHIN * self.distance + armour + full)


def give(s: FranceState, units: Pieces, order: int) -> None:
    """Note an order for some units."""
    orders = s.orders
    for unit in units:
        orders[unit] = order
    side = s.setting.side_of[units[0]]
    s.events.append(OrdersGiven(("3.4c",), side, units, spelled(order)))
