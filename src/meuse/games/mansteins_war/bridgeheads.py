"""Chapter 27: bridgeheads."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import members
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Places, closed
from meuse.games.mansteins_war.events import BridgeheadRemoved, BridgeheadWon
from meuse.games.mansteins_war.losses import alive
from meuse.games.mansteins_war.setting import ALLIED
from meuse.games.mansteins_war.state import Bridgehead, MansteinState, MansteinStep, SideStep, other


def is_bridged(s: MansteinState, one: int, two: int) -> bool:
    """Does a bridgehead of either side span the hexside between two hexes (27.1b, R101)?"""
    return any({one, two} == {bridge.origin, bridge.beyond} for bridge in s.bridgeheads)


def disputed(s: MansteinState) -> int:
    """Cities before an enemy bridgehead, which nobody controls (27.1c); once its owner has entered one it is his."""
    hexes = 0
    for bridge in s.bridgeheads:
        if bool(s.taken >> bridge.beyond & 1) == (bridge.owner == ALLIED):
            hexes |= 1 << bridge.beyond
    return hexes & s.setting.cities


def left(s: MansteinState, side: int) -> int:
    """How many bridgehead markers a side can still place: those taken off come back with the next impulse (27.1f)."""
    laid = sum(bridge.owner == side for bridge in s.bridgeheads)
    back = s.bridges_back if s.operator == side else 0
    return s.setting.tables.options.bridgeheads.per_side - laid - back


# winning one


class Bridge(MansteinStep):
    """An attack across a river has hurt the defenders, who still hold the hex: place a bridgehead (27.1a)?"""

    target: Place
    attackers: Pieces
    bases: Places
    """The hexes from which they attacked: not all attackers there need have survived (27.1a)."""

    public = fought = True
    hand, spot = "attackers", "target"
    heading = "Bridgehead"
    asks = "Place a bridgehead on a river hexside you attacked across?"
    help = Help(
        "27.1b", "A river hexside with a bridgehead gives no defender a column, as long as a unit stands behind it."
    )
    words = {"bridge": "Place a bridgehead on {it}", "decline": "No bridgehead"}

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("bridge", closed(self.bars(s, "bridge")))
        return options + s.setting.say["decline"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "bridge":
            return
        side, steps = s.setting.side_of[self.attackers[0]], s.setting.crossings
        crossed = members(n for n, (base, goal) in enumerate(steps) if goal == self.target and base in self.bases)
        yield Bar(~crossed, "27.1a", "no unit attacked across {it}")
        if not alive(s, self.attackers):
            yield Bar(ALL, "27.1a", "no attacking unit has survived")
        left_behind = members(n for n, (base, _) in enumerate(steps) if not s.held[side] >> base & 1)
        yield Bar(left_behind, "27.1e", "no unit of yours is left behind {it}")
        if not s.held[other(side)] >> self.target & 1:
            yield Bar(ALL, "27.1a", "the hex is cleared: it needs no bridgehead")
        yield Bar(members(n for n, step in enumerate(steps) if is_bridged(s, *step)), "27.1d", "{it} has a bridgehead")
        if left(s, side) <= 0:
            yield Bar(ALL, "27.1f", "all bridgehead markers are in use")

    def bridge(self, s: MansteinState, crossing: int) -> None:
        s.pop()
        base, goal = s.setting.crossings[crossing]
        side = s.setting.side_of[self.attackers[0]]
        s.bridgeheads = (*s.bridgeheads, Bridgehead(base, goal, side))
        s.touch()
        s.events.append(BridgeheadWon(("27.1a",), side, base, goal))

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()


# taking one off


class OpenRemoval(SideStep):
    """The operating side may take its bridgeheads off at the end of its impulse (27.1e)."""

    def after(self, s: MansteinState) -> None:
        if s.bridgeheads:
            s.push(Unbridge(self.mover))


class Unbridge(SideStep):
    """Take bridgeheads off, so that the markers can be used elsewhere (27.1e)."""

    heading = "Bridgeheads"
    asks = "Take bridgeheads off the map?"
    help = Help("27.1e", "A marker that is taken off can be placed again from the next impulse on.")
    words = {"unbridge": "Take the bridgehead off {it}", "done": "Leave the others"}

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("unbridge", closed(self.bars(s, "unbridge")))
        return options + s.setting.say["done"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "unbridge":
            own = {(bridge.origin, bridge.beyond) for bridge in s.bridgeheads if bridge.owner == self.mover}
            laid = members(number for number, step in enumerate(s.setting.crossings) if step in own)
            yield Bar(~laid, "27.1e", "no bridgehead of yours is on {it}")

    def unbridge(self, s: MansteinState, crossing: int) -> None:
        step = s.setting.crossings[crossing]
        s.bridgeheads = tuple([bridge for bridge in s.bridgeheads if (bridge.origin, bridge.beyond) != step])
        s.touch()
        s.events.append(BridgeheadRemoved(("27.1e",), *step))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
