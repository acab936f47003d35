"""Chapter 9: the movement phases, and a unit or stack on the march."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, closed
from meuse.engine.scene import Choice, Sweep
from meuse.games.fall_of_france import assault, control, fortifications, skirmish, stacking, supply, withdrawal
from meuse.games.fall_of_france.events import Moved, PhaseBegan
from meuse.games.fall_of_france.setting import ALLIED, ARMY, GERMAN, NEUTRAL
from meuse.games.fall_of_france.state import FallState, FallStep, Hand, SideStep, members, other
from meuse.games.fall_of_france.supply import claim_what_is_left, is_supplied, network
from meuse.games.fall_of_france.ways import (
    allowance,
    classes_of,
    closed_terrain,
    destinations,
    entry,
    finish,
    ground_bars,
    points_of,
    price_of,
    shy_of,
    single_steps,
)
from meuse.games.fall_of_france.zoc import enemy_zone
from meuse.mechanics.words import counted


class OpenMovement(SideStep):
    """Movement begins: nothing has moved."""

    mech_ops: bool

    coming = "{side} movement"

    def after(self, s: FallState) -> None:
        s.moved = s.begun = s.timid = s.tried = 0
        s.left = bytearray(len(s.left))
        s.met = ()
        phase = "mechanised movement" if self.mech_ops else "movement"
        clause = "5.0e" if self.mech_ops else "5.0c" if self.mover == GERMAN else "5.0f"
        s.events.append(PhaseBegan((clause,), self.mover, phase))
        s.push(Movement(self.mover, self.mech_ops))


# who may move


def idle_bars(s: FallState, mover: int, mech_ops: bool) -> Iterator[Bar]:
    """The units that may not move in this phase."""
    setting = s.setting
    yield Bar(~s.standing, "1.4a", "{it} is not on the map")
    yield Bar(~setting.pieces_on[mover], "9.1b", "{it} is an enemy unit: a side moves its own in its own phase")
    yield Bar(s.disrupted, "16.1a", "{it} is disrupted and moves only when it must retreat")
    if mover == ALLIED:
        yield Bar(members_of_neutrals(s), "6.0c", "{it} belongs to a neutral army and takes no part yet")
    elif s.halted >= 0:
        halted = setting.pieces_in_formation[s.halted]
        yield Bar(halted, "22.7a", "{it} is halted this turn")
    if mech_ops:
        if mover == GERMAN:
            yield Bar(~setting.mechanized, "15.0a", "{it} is not mechanised: only such units move in this phase")
        else:
            yield Bar(~mechanized_now(s, mover), "22.9.2c", "{it} is not the armour of the BEF, which alone moves now")
        yield Bar(s.cadred, "16.5c", "{it} is a cadre and takes no part in mechanised operations")
        if s.rulings["unsupplied_mech"] == "none":
            cut = network(s).cut[mover] & ~s.begun  # those on the move were checked before (7.1a)
            yield Bar(cut, "7.4e", "{it} is out of supply and takes no part in mechanised operations")
        yield Bar(s.attacked, "15.0b", "{it} has attacked in this phase and does not move")
    else:
        yield Bar(s.landed, "9.2b", "{it} has landed from the air this turn, which took all its movement points")
    yield Bar(s.moved, "9.1c", "{it} has finished its move this phase")


def members_of_neutrals(s: FallState) -> int:
    """The units of armies that are still neutral."""
    idle = 0
    if NEUTRAL not in s.status:
        return idle
    for country, nation in ARMY.items():
        if s.status[country] == NEUTRAL:
            idle |= s.setting.pieces_of[nation]
    return idle


def mechanized_now(s: FallState, mover: int) -> int:
    """Units that take part in Mechanised Operations: German ones, and by 22.9.2 the BEF's armour (15.0a)."""
    if mover == GERMAN:
        return s.setting.mechanized
    return s.setting.bef_armour if s.rulings["bef_armour"] == "german_rules" else 0


class Movement(SideStep):
    """Choose a unit to move, in any order, as many as one likes (9.1b)."""

    mech_ops: bool

    heading = "{side} movement"
    asks = "Movement: choose a unit to move, or end the phase."
    help = Help("9.1b", "Each unit may move once in this phase, alone or with others of its stack; none has to.")
    words = {"move": "Move {it}", "done": "End the movement"}
    warned = ("done",)
    takes_up = "move"

    def options(self, s: FallState) -> list[Option]:
        say = s.setting.vocabulary.open
        options = say("move", closed(idle_bars(s, self.mover, self.mech_ops)))
        return options if withdrawal.owed(s, self.mover, self.mech_ops) else options + s.setting.say["done"]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "move":
            yield from idle_bars(s, self.mover, self.mech_ops)
        elif withdrawal.owed(s, self.mover, self.mech_ops):
            yield Bar(ALL, "19.1d", "BEF units that can get nearer to a Channel port must do so first")

    def explained(self, s: FallState) -> Help:
        if self.mech_ops:
            return Help("15.2a", "Mechanised units that did not attack may move again with half their movement points.")
        return self.help

    def move(self, s: FallState, piece: int) -> None:
        s.push(March(s.where[piece], (piece,), self.mech_ops, bool(s.begun >> piece & 1)))
        take_up(s, piece, self.mech_ops)

    def done(self, s: FallState, value: int) -> None:
        s.pop()

    def warning(self, s: FallState, option: Option) -> str:
        return "" if s.begun or len(s.options) == 1 else "No unit has moved in this phase."


def take_up(s: FallState, piece: int, mech_ops: bool) -> None:
    """A unit begins its move: its supply is checked now (7.1a)."""
    if not s.begun >> piece & 1:
        supplied = is_supplied(s, piece)
        s.left[piece] = allowance(s, piece, mech_ops, supplied)
        if not supplied:
            s.timid |= 1 << piece


class March(FallStep):
    """A unit or stack in hand: take others along, go, assault fortifications, drop units, stop."""

    hex: Place
    group: Pieces
    mech_ops: bool
    begun: bool
    """Has it moved since it was taken up, or before?"""

    hand, spot = "group", "hex"
    help = Help(
        "9.1b", "Each hex and river costs movement points; entering an enemy zone of control starts a skirmish."
    )
    words = {
        "join": "Take {it} along",
        "drop": "Leave {it} here",
        "to": "March to {it}",
        "assault": "Assault the fortification of {it}",
        "stop": "Stop here",
    }
    puts_down = "stop"
    sweeps = {"join": Sweep("join", "Take the whole stack along")}

    def marching(self, s: FallState) -> Pieces:
        """Those of the group who may still go on: a skirmish may have stalled, disrupted or thrown back some."""
        shut = s.moved | s.disrupted
        for piece in self.group:
            if shut >> piece & 1:
                return tuple([p for p in self.group if s.where[p] == self.hex and not shut >> p & 1])
        return self.group

    def side(self, s: FallState) -> int:
        return s.setting.side_of[self.group[0]]

    def prompt(self, s: FallState) -> str:
        group = self.marching(s)
        who = f"{s.setting.pieces_spoken(group)} in {s.spot(self.hex)}"
        return f"{who} with {counted(points_of(s, group), 'movement point')}: choose where to go."

    # what is open

    def options(self, s: FallState) -> list[Option]:
        group, begun, setting = self.marching(s), self.begun, s.setting
        if not group:
            return []
        say = setting.vocabulary.named
        options = say("to", self._hand(s, group).goals) if not begun or points_of(s, group) else []
        targets = assault.targets(s, self.hex, group, self.mech_ops)
        if targets:
            options += say("assault", targets)
        if not options and begun and self._free(s, group) != group:
            return []
        must_go_on = self._must_go_on(s, group, bool(options))
        if not begun and len(s.stacks[self.hex]) > 1:
            options = say("join", self._companions(s)) + options
        if not must_go_on:
            if begun and len(group) > 1:
                options += [setting.say["drop"][piece] for piece in group]
            options += setting.say["stop"]
        return options

    def _hand(self, s: FallState, group: Pieces) -> Hand:
        """What the group can reach and where it may go, remembered from when the options were listed."""
        hand = s.hand
        if hand is None or hand.march is not self:
            reach, goals = destinations(s, self.hex, group, self.mech_ops)
            hand = s.hand = Hand(self, reach, withdrawal.narrowed(s, self.hex, group, goals))
        return hand

    def _free(self, s: FallState, group: Pieces) -> Pieces:
        """Those of a group that can go no further together who could go on alone."""
        if len(group) < 2:
            return ()
        return tuple([piece for piece in group if s.left[piece] and self._goes_alone(s, piece)])

    def _goes_alone(self, s: FallState, piece: int) -> bool:
        goals = destinations(s, self.hex, (piece,), self.mech_ops)[1]
        goals = withdrawal.narrowed(s, self.hex, (piece,), goals)
        return bool(goals or assault.targets(s, self.hex, (piece,), self.mech_ops))

    def _must_go_on(self, s: FallState, group: Pieces, ways: bool) -> bool:
        """Germans do not stop in open Paris (19.4c), nor the BEF short of the ports (19.1d), while they can go on."""
        if not ways:
            return False
        if s.open_city and s.setting.paris >> self.hex & 1 and self.side(s) == GERMAN:
            return True
        return s.withdrawal and withdrawal.must_go_on(s, self.hex, group, self._hand(s, group).goals)

    def _companions(self, s: FallState) -> int:
        """Units in the hex that may still be taken along (9.1b)."""
        others = members(s.stacks[self.hex]) & ~(s.begun | s.moved | members(self.group))
        if self.begun or not others:
            return 0
        return others & ~closed(idle_bars(s, self.side(s), self.mech_ops))

    # why not

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "join":
            yield Bar(~members(s.stacks[self.hex]), "9.1b", "{it} is not in the same hex")
            yield from idle_bars(s, self.side(s), self.mech_ops)
            says = "{it} cannot join: a stack is made of units that begin their move together"
            yield Bar(~self._companions(s), "9.1b", says)
        elif verb == "to":
            yield from self._march_bars(s)
        elif verb == "assault":
            yield from assault.target_bars(s, self.hex, self.marching(s), self.mech_ops)
        else:
            group = self.marching(s)
            ways = bool(self._hand(s, group).goals or assault.targets(s, self.hex, group, self.mech_ops))
            if self._must_go_on(s, group, ways):
                open_paris = s.open_city and s.setting.paris >> self.hex & 1
                clause = "19.4c" if open_paris else "19.1d"
                yield Bar(ALL, clause, "the group must go on while it can")
            elif verb == "drop":
                shut = not self.begun or len(group) == 1
                yield Bar(ALL if shut else ~members(group), "9.1c", "{it} cannot be dropped here")

    def _march_bars(self, s: FallState) -> Iterator[Bar]:
        """Why a group cannot go to a hex: the ground, the enemy, stacking, its own state, walls, want of points."""
        setting, side, group = s.setting, self.side(s), self.marching(s)
        yield Bar(1 << self.hex, "9.1b", "the group is in {it} already")
        yield from ground_bars(s, side)
        yield Bar(s.held[other(side)], "9.1f", "{it} holds enemy units")
        yield from stacking.room_bars(s, group)
        yield from self._zone_bars(s)
        closed_to_it = closed_terrain(setting, classes_of(setting, group), self.mech_ops)
        yield Bar(closed_to_it, "TECq", "{it} is closed to mechanised units in mechanised operations")
        hand = self._hand(s, group)
        reach, goals = hand.reach, hand.goals
        if withdrawal.binds(s, group):
            everywhere = reach.all() | single_steps(s, self.hex, group, self.mech_ops, entry(s, group))
            yield Bar(everywhere & ~goals, "19.1d", "{it} is no nearer to a Channel port")
        if s.open_city and side == GERMAN:
            yield Bar(setting.paris & ~goals, "19.4c", "{it} is Paris, an Open City: no German movement may end there")
        water = setting.board.across(self.hex, setting.sea_sides) & ~goals
        yield Bar(water, "TECa", "there is only sea between the group and {it}")
        walls = setting.board.across(self.hex, fortifications.shut(s).steps[side]) & ~goals
        yield Bar(walls, "9.3a", "an intact fortification bars the way into {it}")
        names, points = setting.pieces_spoken(group), counted(points_of(s, group), "movement point")
        yield Bar(~goals, "9.1c", f"{names} cannot reach {{it}} with {points}, or only after a skirmish on the way")

    def _zone_bars(self, s: FallState) -> Iterator[Bar]:
        zone, group = enemy_zone(s, self.side(s)), self.marching(s)
        if s.cadred & members(group):
            yield Bar(zone, "16.5a", "a cadre may not enter an enemy zone such as {it}")
        if any(s.setting.is_armour[piece] for piece in group):
            for name, ground in s.setting.ground_of.items():
                row = s.setting.tables.tec[name]
                if row.skirmish.no_armour:
                    says = f"armour may not enter {row.name} such as {{it}} where a skirmish would follow"
                    yield Bar(zone & ground, row.clauses.skirmish, says)
        yield Bar(shy_of(s, group), "7.4b", "units out of supply may not enter the enemy zone in {it}")

    def choices(self, s: FallState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Hexes within reach have a price, and a hex before them on the way."""
        labels, group = s.setting.board.labels, self.marching(s)
        ways = self._hand(s, group).reach.ways()
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "to":
                before, cost = ways.get(option.value, (self.hex, points_of(s, group)))
                made = msgspec.structs.replace(made, cost=str(cost), via=labels[before])
            yield made

    # what happens

    def join(self, s: FallState, piece: int) -> None:
        take_up(s, piece, self.mech_ops)
        s.turn_into(self.but(group=(*self.marching(s), piece)))

    def to(self, s: FallState, goal: int) -> None:
        """The group marches; what an enemy zone is, is judged before each step (R127)."""
        group, side, told = self.marching(s), s.setting.side_of[self.group[0]], len(s.events)
        reach = self._hand(s, group).reach
        cost = reach.cost(goal)
        path = (goal,) if cost is None else reach.way(goal, cost)
        way: tuple[int, ...] = (self.hex,)
        foes = None
        for leg in self._legs(s, side, path):
            if len(way) > 1 and not entry(s, group) >> leg[0] & 1:
                break  # a zone has come into being which the group may not enter
            if network(s).hostile[side] >> leg[-1] & 1:
                foes = skirmish.Foes.at(s, side, leg[-1])
            for piece in group:
                s.shift(piece, leg[-1])
            control.enter(s, side, leg)
            if side == GERMAN:
                claim_what_is_left(s)  # stacks that the march has cut off keep their zones by it (10.1a, R20)
            way += leg
            if foes is not None:
                break
        paid = self._paid(s, side, group, way, cost if len(way) > len(path) else None)
        s.events.insert(told, Moved(("9.1b",), group, way, paid))
        s.begun |= members(group)
        s.turn_into(March(way[-1], group, self.mech_ops, True))
        if foes is not None:
            skirmish.begin(s, way[-1], group, foes)

    def _legs(self, s: FallState, side: int, path: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """A way in as many parts as it takes to see how zones change on it.

        A zone comes into being only where an enemy was cut off; it may be gone before the last step if the march itself
        cuts an enemy off.
        """
        if supply.may_free(s, side, self.group, self.hex):
            return [(hexa,) for hexa in path]
        return [path[:-1], path[-1:]] if len(path) > 1 and network(s).hostile[side] >> path[-1] & 1 else [path]

    def _paid(self, s: FallState, side: int, group: Pieces, way: tuple[int, ...], cost: int | None) -> int:
        """Each unit pays its own price; what it cannot pay in full takes all it has (9.1d).

        ``cost``: what the way costs the group, if it has gone all of it; that is the price of one who is alone.
        """
        exhausted = side == ALLIED and way[-1] in s.refugees  # 22.1d
        left, known, first = s.left, cost if len(group) == 1 else None, 0
        for piece in group:
            price = left[piece]
            if not exhausted:
                own = price_of(s, piece, way, self.mech_ops) if known is None else known
                price = own if own < price else price
            left[piece] -= price
            first = first or price
        return first

    def assault(self, s: FallState, target: int) -> None:
        assault.begin(s, self.hex, self.marching(s), target, self.mech_ops)

    def drop(self, s: FallState, piece: int) -> None:
        """One unit stays here; it may go on later with what it has left (9.1c)."""
        s.turn_into(self.but(group=tuple(p for p in self.marching(s) if p != piece)))
        if not s.left[piece]:
            finish(s, (piece,))

    def stop(self, s: FallState, value: int) -> None:
        finish(s, self.marching(s))
        s.pop()
        claim_what_is_left(s)

    def after(self, s: FallState) -> None:
        """No way on for the group together: those who could go on alone may do so."""
        group = self.marching(s)
        free = self._free(s, group)
        finish(s, [piece for piece in group if piece not in free])
        if free:
            s.push(March(self.hex, free, self.mech_ops, True))
        else:
            claim_what_is_left(s)
