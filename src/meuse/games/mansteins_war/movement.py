"""Chapter 8: ground movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import msgspec

from meuse.board import Reach
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, closed
from meuse.engine.scene import Choice, Sweep
from meuse.games.mansteins_war import air, capitulation, control, ground, logistics, rail, stacking, zoc
from meuse.games.mansteins_war.events import Moved, SegmentBegan
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep
from meuse.mechanics.sets import members
from meuse.mechanics.words import counted


@dataclass
class OpenMovement(SideStep):
    """The Ground Movement Segment begins: nothing has moved (4.1k)."""

    automatic = True

    def after(self, s: MansteinState) -> None:
        s.moved = s.railed = 0
        s.events.append(SegmentBegan(("4.1k",), self.mover, "movement"))
        s.push(Movement(self.mover))


def idle_bars(s: MansteinState, mover: int) -> Iterator[Bar]:
    """The units that may not move in this segment."""
    setting = s.setting
    yield Bar(~s.standing, "8.0a", "{it} is not on the map")
    yield Bar(~setting.pieces_on[mover], "8.0a", "{it} is an enemy unit")
    yield Bar(~setting.mobile, "8.0b", "{it} has no movement factor")
    yield Bar(~s.active, "8.0a", "{it} is not activated")
    yield Bar(s.moved, "8.0d", "{it} has moved in this segment")


def allowance(s: MansteinState, piece: int) -> int:
    """The movement factor a unit begins with: half of it, rounded up, if it is not supported (8.2a, 15.5a, R49)."""
    mf = s.setting.mf[piece]
    return mf if logistics.supported(s, piece) else -(-mf // s.setting.tables.movement.unsupported)


@dataclass
class Movement(SideStep):
    """Choose an activated unit to move, in any order, as many as one likes (8.0a)."""

    heading = "{side} movement"
    asks = "Movement: choose a unit to move, or end the segment."
    help = Help("8.0a", "Each activated unit may move once in this segment, alone or with others of its stack.")
    words = {"move": "Move {it}", "done": "End the movement"}
    warned = ("done",)
    takes_up = "move"

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("move", closed(idle_bars(s, self.mover)))
        return options + s.setting.say["done"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "move":
            yield from idle_bars(s, self.mover)

    def warning(self, s: MansteinState, option: Option) -> str:
        crowded = stacking.overstacked(s) & s.held[self.mover]
        names = ", ".join(s.setting.board.pick(s.setting.spots, crowded))
        return f"Over-stacked: {names}. Units there will lose steps and be moved by the enemy." if crowded else ""

    def move(self, s: MansteinState, piece: int) -> None:
        left = allowance(s, piece)
        logistics.claim(s, (piece,))
        s.push(March(s.where[piece], (piece,), left, False))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


@dataclass
class March(MansteinStep):
    """A unit or stack in hand: take others along, go, take the railroad, leave units behind, stop."""

    hex: Place
    group: Pieces
    left: int
    """Movement factors that all of them have left."""
    begun: bool

    hand, spot = "group", "hex"
    help = Help("8.0d", "Each hex costs what its terrain says; entering an enemy zone of control ends the move.")
    words = {
        "join": "Take {it} along",
        "drop": "Leave {it} here",
        "to": "March to {it}",
        "rail": "Go to {it} by rail",
        "stop": "Stop here",
    }
    puts_down = "stop"
    sweeps = {"join": Sweep("join", "Take the whole stack along")}

    def prompt(self, s: MansteinState) -> str:
        who = f"{s.setting.pieces_spoken(self.group)} in {s.spot(self.hex)}"
        return f"{who} with {counted(self.left, 'movement factor')}: choose where to go."

    # what is open

    def options(self, s: MansteinState) -> list[Option]:
        say = s.setting.vocabulary.open
        options = [] if self.begun else say("join", ~self._companions(s))
        ways = say("to", ~self._hand(s)[1])
        if not self.begun:
            ways += say("rail", ~rail.goals(s, self.hex, self.group))
        if self.begun and not ways:
            return []
        options += ways
        if self.begun and len(self.group) > 1:
            options += [s.setting.say["drop"][piece] for piece in self.group]
        return options + s.setting.say["stop"]

    def _hand(self, s: MansteinState) -> tuple[Reach, int]:
        """What the group can reach and where it may go, remembered from when the options were listed."""
        if s.hand is None or s.hand[0] is not self:
            s.hand = (self, *destinations(s, self.hex, self.group, self.left, self.begun))
        return s.hand[1], s.hand[2]

    def _companions(self, s: MansteinState) -> int:
        """Units in the hex that may still be taken along."""
        if self.begun:
            return 0
        return members(s.stacks[self.hex]) & ~closed(idle_bars(s, self.side(s))) & ~members(self.group)

    # why not

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "join":
            yield Bar(~members(s.stacks[self.hex]), "8.0c", "{it} is not in the same hex")
            yield from idle_bars(s, self.side(s))
            yield Bar(~self._companions(s), "8.0c", "{it} cannot join: a stack sets out together")
        elif verb == "drop":
            shut = ALL if not self.begun or len(self.group) == 1 else ~members(self.group)
            yield Bar(shut, "8.0d", "{it} cannot be left here")
        elif verb == "rail":
            if self.begun:
                yield Bar(ALL, "9.0h", "railroad movement is not combined with other movement")
            yield Bar(1 << self.hex, "9.0d", "the group is in {it} already")
            yield from rail.rail_bars(s, self.hex, self.group)
        elif verb == "to":
            yield Bar(1 << self.hex, "8.0c", "the group is in {it} already")
            yield from ground.ground_bars(s, self.group)
            goals = self._hand(s)[1]
            if zoc.enemy_zone(s, self.side(s)) >> self.hex & 1:
                beside = s.setting.board.around[self.hex] & zoc.enemy_zone(s, self.side(s))
                yield Bar(beside & ~goals, "7.2d", "no unit moves directly from one enemy zone to another such as {it}")
            points = counted(self.left, "movement factor")
            yield Bar(~goals, "8.0d", f"{{it}} is out of reach with {points}, or an enemy zone ends the move before it")

    def choices(self, s: MansteinState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Hexes within reach have a price, and a hex before them on the way."""
        labels, ways = s.setting.board.labels, self._hand(s)[0].ways()
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "to":
                before, cost = ways.get(option.value, (self.hex, self.left))
                made = msgspec.structs.replace(made, cost=str(cost), via=labels[before])
            yield made

    # what happens

    def join(self, s: MansteinState, piece: int) -> None:
        left = min(self.left, allowance(s, piece))
        logistics.claim(s, (piece,))
        s.turn_into(replace(self, group=(*self.group, piece), left=left))

    def to(self, s: MansteinState, goal: int) -> None:
        reach, _ = self._hand(s)
        cost = reach.cost(goal)
        path, spent = (reach.path(goal), cost) if cost is not None else ((goal,), self.left)  # 8.1a
        self._go(s, path, self.left - spent)

    def rail(self, s: MansteinState, goal: int) -> None:
        s.railed += sum(rail.weight(s, piece) for piece in self.group)
        self._go(s, (goal,), 0)

    def _go(self, s: MansteinState, path: tuple[int, ...], left: int) -> None:
        goal = path[-1]
        for piece in self.group:
            s.shift(piece, goal)
        s.events.append(Moved(("8.0c",), self.group, (self.hex, *path)))
        stopped = zoc.enemy_zone(s, self.side(s)) >> goal & 1  # 7.2c
        s.turn_into(March(goal, self.group, 0 if stopped else left, True))
        control.enter(s, self.group, path)  # last: a Morale Victory is asked about at once

    def drop(self, s: MansteinState, piece: int) -> None:
        s.moved |= 1 << piece
        s.turn_into(replace(self, group=tuple(unit for unit in self.group if unit != piece)))

    def stop(self, s: MansteinState, value: int) -> None:
        s.pop()
        self.after(s)

    def after(self, s: MansteinState) -> None:
        """The move is over; only now is it seen what follows from it (R20)."""
        s.moved |= members(self.group)
        capitulation.check(s)


def destinations(s: MansteinState, hexa: int, group: Pieces, left: int, begun: bool) -> tuple[Reach, int]:
    """What a group can reach, and where it may go: its first hex whatever it costs (7.2, 8.0, 8.1)."""
    setting = s.setting
    board, side = setting.board, setting.side_of[group[0]]
    enter = setting.land
    for piece in group:
        enter &= ~ground.closed_to(s, piece)
    zone = zoc.enemy_zone(s, side)
    first = ~zone if zone >> hexa & 1 else -1
    prices = ground.costs(s, side, ground.movers(setting, group), air.interdicted(s))
    reach = board.reach(hexa, left, prices, enter, zone, first)
    goals = reach.all()
    if not begun:
        goals |= board.around[hexa] & ~board.across(hexa, setting.ocean) & enter & first
    return reach, goals & ~(1 << hexa)
