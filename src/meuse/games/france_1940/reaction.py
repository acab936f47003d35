"""Units in reaction (3.4): who may fire at an enemy who acts, and the standing orders by which units answer.

A window opens when a unit declares an action that is not immune, and after each hex it enters (G21). Those with orders
to fire do so at once, group by group; an owner who is to be asked is asked until he holds. Where nobody wants to fire,
nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Pieces, PieceSet, Place
from meuse.engine.preview import Preview
from meuse.engine.steps import Subject
from meuse.games.france_1940 import attack, fire, smoke
from meuse.games.france_1940.events import OrdersGiven
from meuse.games.france_1940.kinds import ARMOUR_ONLY, FULL_ONLY, WITHIN
from meuse.games.france_1940.rosters import KINDS
from meuse.games.france_1940.setting import MODES, NO_FORMATION, TARGETS, Way
from meuse.games.france_1940.state import FranceState, SideStep

ASK, HOLD, FIRE = range(3)
"""What a standing order answers."""


def ready(s: FranceState, side: int) -> int:
    """The units of a side that may react now: with a marker, or in command and not yet activated (3.4c, 3.4i).

    Finished and routed units never react (G24), nor do units that are carried or towed (5.5h). Those who are assaulted
    answer by 9.1.2, and those in a continuing assault can do nothing else (G58).
    """
    setting = s.setting
    able = setting.pieces_on[side] & setting.units & s.alive & ~s.finished & ~s.routed
    able &= ~(s.riders & ~s.mounted) & (s.reaction | ~s.astray)
    return able & ~fire.locked(s) & ~(s.pieces_in(s.stormed) if s.stormed else 0)


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


# windows


def watched(s: FranceState, side: int) -> int:
    """The hexes that a side's units could fire at in reaction, as far as sight, range and their orders go.

    It is worked out again only if the side's own pieces, those ready, orders or the smoke have changed, so that an
    enemy who marches out of their sight costs next to nothing.
    """
    orders, black = bytes(s.orders), smoke.black(s) if s.smoke else 0
    able = ready(s, side) & s.setting.armed & ~_holding(orders)
    given = s.stamps[side], able, black, orders
    return s.kept(("watched", side), given, _watched, s, able, black)


def _watched(s: FranceState, able: int, black: int) -> int:
    board, view, where, seen = s.setting.board, s.setting.sight, s.where, 0
    for unit in listed(able):
        here = where[unit]
        seen |= view.seen_through(here, black) & board.disc(here, farthest(s, unit))
    return seen


def farthest(s: FranceState, unit: int) -> int:
    """The greatest distance at which a unit would react: as far as any of its weapons fires, or as it has orders to."""
    reach, order = 2 * s.setting.farthest[unit], s.orders[unit]
    return min(reach, order // WITHIN) if order & 3 == FIRE and order // WITHIN else reach


def held_back(s: FranceState) -> int:
    """The units that have orders to hold their fire."""
    return _holding(bytes(s.orders))


@lru_cache(maxsize=256)
def _holding(orders: bytes) -> int:
    return members([unit for unit, order in enumerate(orders) if order & 3 == HOLD])


def window(s: FranceState, hexa: int, depth: int | None = None) -> None:
    """Units of the other side may fire at the pieces under way in a hex (3.4a, G21).

    ``depth``: after whatever lies on the agenda above it.
    """
    side = 1 - s.activator
    if s.masks[side] and watched(s, side) >> hexa & 1 and wanted(s, side, hexa):
        s.agenda.insert(len(s.agenda) if depth is None else depth, React(side, hexa))


def prey(s: FranceState, hexa: int) -> int:
    """The pieces in a hex whose action is under way: it is at them that units react (3.4a, 3.4b, G22, F3)."""
    return s.all_in(hexa) & s.moving


def able_to(s: FranceState, side: int, hexa: int) -> dict[int, list[Way]]:
    """The units of a side that can react to what is under way in a hex, and how each could fire (3.4c).

    Those with orders to hold their fire are left out.
    """
    able = ready(s, side) & s.setting.armed & ~held_back(s)
    given = s.version, hexa, s.moving, s.moved, able
    return s.kept(("able", side), given, _able_to, s, able, hexa)


def _able_to(s: FranceState, able: int, hexa: int) -> dict[int, list[Way]]:
    found: dict[int, list[Way]] = {}
    under_way = prey(s, hexa)
    for unit in listed(able) if under_way else ():
        can = _ways(s, unit, hexa, under_way)
        if can:
            found[unit] = can
    return found


def _ways(s: FranceState, unit: int, hexa: int, under_way: int) -> list[Way]:
    """How a unit could fire at what is under way in a hex."""
    setting = s.setting
    if not setting.sight.within(s.where[unit], 2 * setting.farthest[unit]) >> hexa & 1:
        return []
    might = [way for way in setting.armed_with[unit] if fire.sees(s, unit, way, hexa, under_way)]
    return [way for way in might if fire.targets(s, unit, way) >> hexa & 1]


def says(s: FranceState, unit: int, way: Way, hexa: int) -> int:
    """What a unit's standing order answers to fire in a way at what is under way in a hex.

    Its owner is asked before it fires into an assault, where his own troops would be hit, too (9.1.4e).
    """
    mode = s.orders[unit] & 3
    if mode != FIRE:
        return mode
    distance = s.setting.board.distance(s.where[unit], hexa)
    armour = way != "ap" and bool(prey(s, hexa) & s.setting.armour)
    said = answer(s, unit, distance, armour, not fire.share(s, unit, way, hexa, True).halvings)
    return ASK if said == FIRE and s.held[s.setting.side_of[unit]] >> hexa & 1 else said


def wanted(s: FranceState, side: int, hexa: int) -> bool:
    """Does a unit of a side want to fire at what is under way in a hex, or want to be asked?

    A unit that would hold its fire even at its full factor need not be looked at any closer.
    """
    under_way, setting = prey(s, hexa), s.setting
    armour = bool(under_way & setting.armour)
    for unit in listed(ready(s, side) & setting.armed & ~held_back(s)) if under_way else ():
        if answer(s, unit, setting.board.distance(s.where[unit], hexa), armour, True) != HOLD:
            if any(says(s, unit, way, hexa) != HOLD for way in _ways(s, unit, hexa, under_way)):
                return True
    return False


def asked(s: FranceState, side: int, hexa: int) -> int:
    """The units whose owner is asked whether they fire."""
    able = able_to(s, side, hexa)
    return members(unit for unit, ways in able.items() if any(says(s, unit, way, hexa) == ASK for way in ways))


def volley(s: FranceState, side: int, hexa: int) -> tuple[Way, Pieces] | None:
    """The next group that fires by its orders: units of one formation in one hex (3.4d); None if there is none."""
    groups: dict[tuple[int, int, Way], list[int]] = {}
    for unit, can in able_to(s, side, hexa).items():
        ways = [way for way in can if says(s, unit, way, hexa) == FIRE]
        if ways:
            way = _deadliest(s, unit, ways, hexa)
            formation = s.setting.formation[unit]
            alone = formation if formation != NO_FORMATION else -1 - unit
            groups.setdefault((s.where[unit], alone, way), []).append(unit)
    for (_, _, way), units in groups.items():
        return way, tuple(units)
    return None


def _deadliest(s: FranceState, unit: int, ways: list[Way], hexa: int) -> Way:
    """The way in which a unit's fire in reaction promises most."""
    if len(ways) == 1:
        return ways[0]
    return max(ways, key=lambda way: fire.best(s, way, hexa, (unit,), True)[0])


def mates_of(s: FranceState, unit: int) -> int:
    """The units with which a unit can fire in reaction: of its hex and its formation (3.4d, 3.4e, G23)."""
    side, formation = s.setting.side_of[unit], s.setting.formation[unit]
    if formation == NO_FORMATION:
        return 1 << unit
    own = s.setting.formations[formation].units & s.all_in(s.where[unit])
    return own & ready(s, side) & s.setting.armed


class React(SideStep):
    """Units may fire at the enemy whose action is under way in a hex; those with orders to fire do so (3.4)."""

    hex: Place

    heading = "{side} reaction"
    help = Help(
        "3.4c",
        "A unit that fires is Finished. With a Reaction marker it fires at its full factor, without one at half.",
    )
    words = {"react": "Fire with {it}", "hold": "Hold fire"}
    rolls = ("react",)

    def prompt(self, s: FranceState) -> str:
        who = s.setting.pieces_spoken(listed(prey(s, self.hex)))
        return f"{who} under way in {s.spot(self.hex)}: choose who fires, or hold your fire."

    def about(self, s: FranceState) -> Subject:
        return listed(prey(s, self.hex)), (self.hex,)

    def options(self, s: FranceState) -> list[Option]:
        if volley(s, self.mover, self.hex) is not None:
            return []
        ask = asked(s, self.mover, self.hex)
        return s.setting.vocabulary.named("react", ask) + s.setting.say["hold"] if ask else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "hold":
            return
        setting = s.setting
        yield Bar(~setting.pieces_on[self.mover], "3.4a", "{it} is not yours")
        yield Bar(~(setting.units & setting.armed), "3.4c", "{it} has nothing to fire with")
        yield Bar(s.finished | s.routed, "3.4c", "{it} is Finished or routed")
        yield Bar(s.riders & ~s.mounted, "5.5h", "{it} is carried or towed")
        yield Bar(~(s.reaction | ~s.astray), "3.4i", "{it} is out of command and has no Reaction marker")
        yield Bar(~ready(s, self.mover), "3.4c", "{it} cannot react")
        able = members(_able_to(s, ready(s, self.mover) & setting.armed, self.hex))
        yield Bar(~able, "8.3b", "{it} cannot fire at what is under way there")
        yield Bar(~asked(s, self.mover, self.hex), "3.4c", "{it} follows its standing order")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        if option.verb != "react":
            return None
        way = self.best_way(s, option.value)
        return attack.preview(s, fire.made(s, way, self.hex, (option.value,), True))

    def best_way(self, s: FranceState, unit: int) -> Way:
        return _deadliest(s, unit, able_to(s, self.mover, self.hex)[unit], self.hex)

    def react(self, s: FranceState, unit: int) -> None:
        can = able_to(s, self.mover, self.hex)[unit]
        if len(can) == 1:
            s.push(ReactionGroup(can[0], self.hex, (unit,)))
        else:
            s.push(ReactionAim(unit, self.hex))

    def hold(self, s: FranceState, value: int) -> None:
        s.pop()

    def after(self, s: FranceState) -> None:
        """The next group with orders to fire does so; then the others are asked (3.4c, G20)."""
        due = volley(s, self.mover, self.hex)
        if due is not None:
            s.push(React(self.mover, self.hex))
            fire.shoot(s, due[0], self.hex, due[1], reacting=True)


class ReactionAim(fire.Aim):
    """A unit that reacts and could fire in several ways."""

    hex: Place

    asks = "How does {unit} fire at {hex}?"
    help = Help("8.3a", "Choose the munition it fires.")

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~(1 << self.hex), "3.4a", "{it} is not where the enemy acts")
        way = self.way(s, verb)
        yield from super().bars(s, verb)
        if not fire.sees(s, self.unit, way, self.hex, prey(s, self.hex)):
            yield Bar(ALL, "8.3c", "such fire would not be at those who act")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return attack.preview(s, fire.made(s, self.way(s, option.verb), self.hex, (self.unit,), True))

    def ap_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(ReactionGroup("ap", hexa, (self.unit,)))

    def at_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(ReactionGroup(self.way(s, "at_fire"), hexa, (self.unit,)))

    def art_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(ReactionGroup("art", hexa, (self.unit,)))


class ReactionGroup(fire.Group):
    """Units of one hex and formation about to fire in reaction (3.4d)."""

    heading = "{side} reaction"
    help = Help("3.4d", "Units of one formation in one hex may fire together, even out of command.")
    reacting = True

    def company(self, s: FranceState) -> int:
        under_way, way = prey(s, self.hex), self.kind()
        mates = mates_of(s, self.units[0])
        return members(unit for unit in listed(mates) if fire.sees(s, unit, way, self.hex, under_way))


# giving standing orders


def commanded(s: FranceState, side: int) -> int:
    """The units of a side that can have orders: those in play with a fire factor."""
    setting = s.setting
    armed = setting.armed & setting.pieces_on[side]
    return armed & s.alive


def _kinds(s: FranceState, units: int) -> int:
    """The kinds of some units, as numbered in ``KINDS``."""
    return members([number for number, kind in enumerate(s.setting.of_kind.values()) if units & kind])


class Orders(SideStep):
    """Standing orders: for one unit, or for all of a kind; each once."""

    given: PieceSet

    heading = "{side} standing orders"
    asks = "Give standing orders: choose a unit, or all units of a kind."
    help = Help(
        "3.4c",
        "An order says whether a unit asks you, holds its fire or fires when it could react or is assaulted; your "
        "opponent does not see it.",
    )
    words = {"order": "Orders for {it}", "kind": "Orders for all {it}", "done": "No more orders"}
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
            yield Bar(~_kinds(s, left), "3.4c", "no {it} are left without orders")

    def options(self, s: FranceState) -> list[Option]:
        left = commanded(s, self.mover) & ~self.given
        if not left:
            return []
        named = s.setting.vocabulary.named
        return named("order", left) + named("kind", _kinds(s, left)) + s.setting.say["done"]

    def order(self, s: FranceState, unit: int) -> None:
        self._give(s, 1 << unit)

    def kind(self, s: FranceState, kind: int) -> None:
        self._give(s, commanded(s, self.mover) & ~self.given & s.setting.of_kind[KINDS[kind]])

    def _give(self, s: FranceState, units: int) -> None:
        s.turn_into(Orders(self.mover, self.given | units))
        s.push(OrderMode(self.mover, listed(units)))


class OrderStep(SideStep):
    """Something is said about an order; all that its verb can name may be chosen."""

    def options(self, s: FranceState) -> list[Option]:
        return list(s.setting.say[self.verbs[0]])


class OrderMode(OrderStep):
    """What they do when they could react: ask, hold their fire, or fire."""

    units: Pieces

    hand = "units"
    standing = True
    asks = "What do they do when the enemy acts in their sight?"
    help = Help("3.4c", "They ask you each time, hold their fire, or fire without asking at what you choose next.")
    words = {"mode ask": "Ask me", "mode hold": "Hold fire", "mode fire": "Fire", "mode": "{it}"}

    def mode(self, s: FranceState, mode: int) -> None:
        if mode == FIRE:
            s.turn_into(OrderDistance(self.mover, self.units))
        else:
            s.pop()
            give(s, self.units, mode)


class OrderDistance(OrderStep):
    """Up to which distance they fire."""

    units: Pieces

    hand = "units"
    standing = True
    asks = "At what distance do they open fire?"
    help = Help("3.4c", "They hold their fire until the enemy is that near.")
    words = {"within 0": "At any distance", "within 1": "Within 1 hex", "within": "Within {it} hexes"}

    def within(self, s: FranceState, distance: int) -> None:
        s.turn_into(OrderTarget(self.mover, self.units, distance))


class OrderTarget(OrderStep):
    """At whom they fire."""

    units: Pieces
    distance: int

    hand = "units"
    standing = True
    asks = "What do they fire at?"
    help = Help("3.4i", "Without a Reaction marker a unit fires at half its factor.")
    words = {
        "only any": "At any enemy", "only armour": "At armour only", "only full": "At full strength only",
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
    s.events.append(OrdersGiven(("3.4c",), side, units, _said(order)))


def _said(order: int) -> str:
    """A standing order as people say it."""
    if order & 3 != FIRE:
        return {"ask": "ask first", "hold": "hold fire"}[MODES[order & 3]]
    near = order // WITHIN
    parts = ["fire" + (f" within {near} hex{'' if near == 1 else 'es'}" if near else "")]
    parts += ["at armour only"] * bool(order & ARMOUR_ONLY) + ["at full strength only"] * bool(order & FULL_ONLY)
    return ", ".join(parts)
