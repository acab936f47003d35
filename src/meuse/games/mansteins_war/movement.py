"""Chapter 8: ground movement. A unit or stack in hand marches, goes by rail, by air, or off the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.board import Reach
from meuse.board.sets import members
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, closed
from meuse.engine.scene import Choice, Sweep
from meuse.games.mansteins_war import airlift, control, evacuation, ground, landings, logistics, morale, rail, stacking
from meuse.games.mansteins_war.events import Moved, Railed, SegmentBegan
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep
from meuse.games.mansteins_war.together import Together, reach
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.words import counted

# the segment


class OpenMovement(SideStep):
    """The Ground Movement Segment begins: nothing has moved (4.1k)."""

    coming = "{side} movement"

    def after(self, s: MansteinState) -> None:
        s.moved = s.railed = 0
        landings.begin(s, self.mover)
        if movable(s, self.mover):
            s.events.append(SegmentBegan(("4.1k",), self.mover, "movement"))
            s.push(Movement(self.mover))


def movable(s: MansteinState, mover: int) -> int:
    """The units that may move now (8.0a, 8.0b)."""
    return s.standing & s.active & s.setting.pieces_on[mover] & s.setting.mobile & ~s.moved


def idle_bars(s: MansteinState, mover: int) -> Iterator[Bar]:
    """The units that may not move now."""
    setting = s.setting
    yield Bar(~setting.ground, "8.0a", "{it} is no ground unit")
    yield Bar(~s.standing, "8.0a", "{it} is not on the map")
    yield Bar(~setting.pieces_on[mover], "8.0a", "{it} is an enemy unit")
    yield Bar(~setting.mobile, "8.0b", "{it} never moves")
    yield Bar(~s.active, "8.0a", "{it} is not activated in this impulse")
    yield Bar(s.moved, "8.0d", "{it} has finished its move of this segment")


class Movement(SideStep):
    """Choose a unit to move, in any order, as many as one likes (8.0a)."""

    heading = "{side} movement"
    words = {"move": "Move {it}", "done": "End the movement"}
    warned = ("done",)
    takes_up = "move"

    def prompt(self, s: MansteinState) -> str:
        left = rail.equivalents(s, rail.capacity_left(s, self.mover))
        return f"Movement: choose a unit to move, or end the segment. Rail capacity left: {left}."

    def explained(self, s: MansteinState) -> Help:
        return Help("8.0a", "Each activated unit may move once, alone or with others of its stack; none has to.")

    def options(self, s: MansteinState) -> list[Option]:
        return s.setting.vocabulary.named("move", movable(s, self.mover)) + s.setting.say["done"]

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "move":
            yield from idle_bars(s, self.mover)

    def move(self, s: MansteinState, piece: int) -> None:
        s.push(March(s.where[piece], (piece,), (allowance(s, piece),), 0))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
        s.moved = s.railed = 0

    def warning(self, s: MansteinState, option: Option) -> str:
        full = stacking.overstacked(s)
        if full:
            where = ", ".join(s.spot(hexa) for hexa in s.setting.board.members(full))
            return f"Over-stacked: {where}. Each unit too many loses a step and is moved by your opponent."
        return "" if s.moved or len(s.options) == 1 else "No unit has moved in this segment."


def allowance(s: MansteinState, piece: int) -> int:
    """What a unit may spend: its movement factor; half, rounded up, if it is unsupported now (8.2a, 15.5a, R49)."""
    factor = s.setting.mf[piece]
    return factor if logistics.use_support(s, piece) else -(-factor // s.setting.tables.movement.unsupported)


def finish(s: MansteinState, pieces: Iterable[int]) -> None:
    """These units have moved; what they have left is lost (8.0f). A complete move may decide things (R20)."""
    s.moved |= members(pieces)
    control.check(s)


class March(MansteinStep):
    """A unit or stack in hand: take others along, go, drop units, stop; or go by rail, by air, off the map."""

    hex: Place
    group: Pieces
    left: tuple[int, ...]
    """The movement factors each unit of the group has left."""
    gone: int
    """How many hexes it has entered in this move."""

    hand, spot = "group", "hex"
    help = Help(
        "8.0d", "Hexes and rivers cost movement factors; a unit that enters an enemy zone of control stops there."
    )
    words = {
        "join": "Take {it} along",
        "to": "March to {it}",
        "rail": "Go by rail to {it}",
        "land": "Land by air in {it}",
        "carry": "Fly to {it}",
        "exit": "Leave the map",
        "drop": "Leave {it} here",
        "stop": "Stop here",
    }
    puts_down = "stop"
    warned = ("exit",)
    sweeps = {"join": Sweep("join", "Take the whole stack along")}

    def side(self, s: MansteinState) -> int:
        return s.setting.side_of[self.group[0]]

    def prompt(self, s: MansteinState) -> str:
        who = f"{s.setting.pieces_spoken(self.group)} in {s.spot(self.hex)}"
        return f"{who} with {counted(min(self.left), 'movement factor')}: choose where to go."

    # what is open

    def options(self, s: MansteinState) -> list[Option]:
        group, say = self.group, s.setting.vocabulary.named
        if not group or not self._together(s):
            return []
        ways = say("to", self._hand(s)[1])
        flights = say("carry", airlift.goals(s, group[0])) if len(group) == 1 else []
        options: list[Option] = []
        if self.gone:
            if not ways and not flights and not self._exits(s) and self._free(s) != group:
                return []
        else:
            if len(s.stacks[self.hex]) > 1:
                options = say("join", self._companions(s))
            trains = rail.goals(s, self.hex, group)
            if trains:
                ways += say("rail", trains)
            if len(group) == 1 and s.landers >> group[0] & 1:
                ways += say("land", landings.targets(s, group[0]))
        options += ways + flights
        if self._exits(s):
            options += s.setting.say["exit"]
        if self.gone and len(group) > 1:
            drop = s.setting.say["drop"]
            options += [drop[piece] for piece in group]
        options += s.setting.say["stop"]
        return options

    def _together(self, s: MansteinState) -> bool:
        """Are all still here? A move that was completed may have made a country of the group surrender."""
        where, hexa = s.where, self.hex
        return not [piece for piece in self.group if where[piece] != hexa]

    def _companions(self, s: MansteinState) -> int:
        """Units in the hex that may be taken along: those that have not moved either (8.0a)."""
        if self.gone:
            return 0
        return members(s.stacks[self.hex]) & movable(s, self.side(s)) & ~members(self.group)

    def _hand(self, s: MansteinState) -> tuple[Reach | Together, int]:
        """What the group can reach and where it may go, remembered from when the options were listed."""
        if s.hand is None or s.hand[0] is not self:
            s.hand = (self, *destinations(s, self.hex, self.group, self.left, self.gone))
        return s.hand[1], s.hand[2]

    def _exits(self, s: MansteinState) -> bool:
        """May the whole group leave the map now (25.3a, R98)?"""
        return s.on("edge_evacuation") and not closed(self._exit_bars(s))

    def _exit_bars(self, s: MansteinState) -> Iterator[Bar]:
        for piece in self.group:
            yield from evacuation.exit_bars(s, piece, self.hex)
        price = exit_price(s, self.side(s), self.hex)
        if self.gone >= s.setting.tables.movement.minimum and min(self.left) < price:
            yield Bar(ALL, "25.3a", f"it takes {counted(price, 'movement factor')} to leave the map")

    def _free(self, s: MansteinState) -> Pieces:
        """Those of a group that can go no further together who could go on alone."""
        if len(self.group) == 1:
            return ()
        alone = [(piece, self._with((piece,))) for piece in self.group]
        return tuple(p for p, march in alone if march._goals(s) or march._exits(s) or airlift.goals(s, p))

    def _goals(self, s: MansteinState) -> int:
        return destinations(s, self.hex, self.group, self.left, self.gone)[1]

    # why not

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "join":
            yield Bar(~members(s.stacks[self.hex]), "8.0a", "{it} is not in the same hex")
            yield from idle_bars(s, self.side(s))
            yield Bar(~self._companions(s), "8.0a", "{it} cannot join: a stack is made of units that begin together")
        elif verb == "to":
            yield from self._march_bars(s)
        elif verb == "exit":
            yield from self._exit_bars(s)
        elif verb == "drop":
            shut = not self.gone or len(self.group) == 1
            yield Bar(ALL if shut else ~members(self.group), "8.0d", "{it} cannot be left here")
        elif verb in ("rail", "land", "carry"):
            yield from self._other_bars(s, verb)

    def _other_bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        """Why a group cannot go by rail or by air.

        A train or a landing is all it does in a segment (9.0h, 18.0c); a transfer only ends its move (26.3a, R100).
        """
        clause = {"rail": "9.0h", "land": "18.0c", "carry": "26.3a"}[verb]
        if self.gone and verb != "carry":
            yield Bar(ALL, clause, "the group has moved: it can neither go by rail nor land in the same segment")
        if verb == "rail":
            yield from rail.bars(s, self.hex, self.group)
        elif len(self.group) > 1:
            yield Bar(ALL, clause, "units go by air one by one")
        elif verb == "land":
            yield from landings.bars(s, self.group[0])
        else:
            yield from airlift.bars(s, self.group[0])

    def _march_bars(self, s: MansteinState) -> Iterator[Bar]:
        """Why a group cannot go to a hex: the ground, the enemy, his zones, the ocean, want of movement factors."""
        board, group = s.setting.board, self.group
        yield Bar(1 << self.hex, "8.0c", "the group is in {it} already")
        yield from ground.ground_bars(s, group)
        goals, zone = self._hand(s)[1], enemy_zone(s, self.side(s))
        around = board.around[self.hex] & ~goals
        yield Bar(around & board.across(self.hex, s.setting.ocean), "2.1b", "ocean lies between the group and {it}")
        names = s.setting.pieces_spoken(group)
        free = group_reach(s, self.hex, group, self.left, ground.open_to(s, group), 0).all() & ~goals
        if zone >> self.hex & 1:
            says = f"{names} cannot go straight from one enemy zone of control to another in {{it}}"
            yield Bar(around & zone & free, "7.2d", says)
            yield Bar(around & zone, "8.1b", says)
        yield Bar(free, "7.2c", f"{names} would have to pass through an enemy zone of control to reach {{it}}")
        points = counted(min(self.left), "movement factor")
        yield Bar(~goals, "8.0d", f"{names} cannot reach {{it}} with {points}")

    def choices(self, s: MansteinState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Hexes within reach have a price, and a hex before them on the way."""
        labels = s.setting.board.labels
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "to":
                path, costs = self._way(s, option.value)
                spent = {before - after for before, after in zip(self.left, self._paid(costs), strict=True)}
                cost = "/".join(map(str, sorted(spent, reverse=True)))
                made = msgspec.structs.replace(made, cost=cost, via=labels[(self.hex, *path)[-2]])
            yield made

    # what happens

    def join(self, s: MansteinState, piece: int) -> None:
        s.turn_into(March(self.hex, (*self.group, piece), (*self.left, allowance(s, piece)), 0))

    def to(self, s: MansteinState, goal: int) -> None:
        """The group marches, far or near: hex by hex it takes control and destroys forts (3.3b, 17.1a).

        Nothing else that happens on the way changes what the rest of it costs or where it may lead; a Morale Victory
        asks a question at once, so the march pauses there (24.3a).
        """
        side, (path, costs) = self.side(s), self._way(s, goal)
        prizes = morale.prizes(s, side)
        if prizes:
            pause = next((place for place, hexa in enumerate(path) if prizes >> hexa & 1), len(path) - 1)
            path = path[: pause + 1]
            costs = self._costs(s, path)
        left, end, group = self._paid(costs), path[-1], self.group
        stopped = enemy_zone(s, side) >> end & 1
        for piece in reversed(group):
            s.shift(piece, end)
        s.events.append(Moved(("8.0c",), group, (self.hex, *path)))
        gone = self.gone + len(path)
        fresh = gone < s.setting.tables.movement.minimum
        going = () if stopped else group
        if going and not fresh and 0 in left:
            going = tuple([piece for piece, rest in zip(group, left, strict=True) if rest])
            left = tuple([rest for rest in left if rest])
        if going:
            s.turn_into(March(end, going, left, gone))
        else:
            s.pop()
        control.enter(s, group, path)
        if len(going) < len(group):
            finish(s, [piece for piece in group if piece not in going])

    def _way(self, s: MansteinState, goal: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The way to a hex, the start left out, and what it costs each unit.

        It is the cheapest, and straight into a hex beside if none is cheaper.
        """
        found, _ = self._hand(s)
        if isinstance(found, Together):
            path = found.path(goal) if found.all() >> goal & 1 else (goal,)
            costs = self._costs(s, path)
        elif (cost := found.cost(goal)) is not None:  # all pay alike
            path, costs = found.way(goal, cost), (cost,) * len(self.group)
        else:
            path, costs = (goal,), self._costs(s, (goal,))  # 8.1a
        if len(path) > 1 and beside(s, self.hex, enemy_zone(s, self.side(s))) >> goal & 1:
            straight = self._costs(s, (goal,))
            if all(one <= two for one, two in zip(straight, costs, strict=True)):
                return (goal,), straight
        return path, costs

    def _costs(self, s: MansteinState, path: tuple[int, ...]) -> tuple[int, ...]:
        """What a way costs each unit."""
        side, is_mech, each, way = self.side(s), s.setting.is_mech, [], (self.hex, *path)
        costs: dict[int, int] = {}
        for piece in self.group:
            mech = is_mech[piece]
            if mech not in costs:
                costs[mech] = ground.way_price(s, side, mech, way)
            each.append(costs[mech])
        return tuple(each)

    def _paid(self, costs: tuple[int, ...]) -> tuple[int, ...]:
        """What each unit has left after a way; what it cannot pay in full takes all it has (8.1a)."""
        return tuple([left - cost if left > cost else 0 for left, cost in zip(self.left, costs, strict=True)])

    def rail(self, s: MansteinState, goal: int) -> None:
        """By rail, and the move is over (9.0h)."""
        path = rail.path(s, self.hex, self.group, goal)
        s.railed += rail.weights(s, self.group)
        for piece in reversed(self.group):
            s.shift(piece, goal)
        s.events.append(Railed(("9.0d",), self.group, (self.hex, *path)))
        s.pop()
        control.enter(s, self.group, path)
        finish(s, self.group)

    def land(self, s: MansteinState, goal: int) -> None:
        """An airborne landing, and the move is over (18.0c)."""
        s.pop()
        landings.land(s, self.group[0], goal)

    def carry(self, s: MansteinState, goal: int) -> None:
        """A flight by airlift, and the move is over (26.3a)."""
        s.pop()
        airlift.carry(s, self.group[0], goal)

    def exit(self, s: MansteinState, value: int) -> None:
        """Off the map for good, and safe (25.3a, 20.2h)."""
        s.pop()
        s.moved |= members(self.group)
        evacuation.leave(s, self.group, "25.3a")

    def warning(self, s: MansteinState, option: Option) -> str:
        return "Units that leave the map never return."

    def drop(self, s: MansteinState, piece: int) -> None:
        """One unit ends its move here; the others go on."""
        s.turn_into(self._with([p for p in self.group if p != piece]))
        finish(s, (piece,))

    def _with(self, pieces: Iterable[int]) -> March:
        left = dict(zip(self.group, self.left, strict=True))
        group = tuple(pieces)
        return March(self.hex, group, tuple([left[piece] for piece in group]), self.gone)

    def stop(self, s: MansteinState, value: int) -> None:
        s.pop()
        finish(s, self.group)

    def after(self, s: MansteinState) -> None:
        """No way on for the group together: those who could go on alone may do so."""
        here = [piece for piece in self.group if s.where[piece] == self.hex]
        if len(here) < len(self.group):
            if here:
                s.push(self._with(here))
            return
        free = self._free(s)
        if free:
            s.push(self._with(free))
        finish(s, set(here) - set(free))


# where a group may go


def group_reach(
    s: MansteinState, hexa: int, group: Pieces, left: tuple[int, ...], enter: int, zone: int
) -> Reach | Together:
    """All that a group can reach: it stops in enemy zones (7.2c), and leaves one for a free hex only (7.2d, R47).

    Mech and other units pay different prices, each its own; all must be able to go the whole way.
    """
    board, side, is_mech = s.setting.board, s.setting.side_of[group[0]], s.setting.is_mech
    first = ~zone if zone >> hexa & 1 else ALL
    if len(group) == 1:
        return board.reach(hexa, left[0], ground.prices(s, side, is_mech[group[0]]), enter, zone, first)
    mech = [points for piece, points in zip(group, left, strict=True) if is_mech[piece]]
    if len(mech) in (0, len(group)):
        return board.reach(hexa, min(left), ground.prices(s, side, bool(mech)), enter, zone, first)
    foot = [points for piece, points in zip(group, left, strict=True) if not is_mech[piece]]
    return reach(hexa, (min(mech), min(foot)), ground.pair_prices(s, side), enter, zone, first, board.layout)


def beside(s: MansteinState, hexa: int, zone: int) -> int:
    """The hexes that one step leads to, if they can be entered: never from one enemy zone to another (7.2d, 8.1b)."""
    near = s.setting.overland[hexa]
    return near & ~zone if zone >> hexa & 1 else near


def destinations(
    s: MansteinState, hexa: int, group: Pieces, left: tuple[int, ...], gone: int
) -> tuple[Reach | Together, int]:
    """What a group can reach, and where it may go: at first into any hex beside it, whatever it costs (8.1a)."""
    setting = s.setting
    enter, zone = ground.open_to(s, group), enemy_zone(s, setting.side_of[group[0]])
    found = group_reach(s, hexa, group, left, enter, zone)
    goals = found.all()
    return found, goals | beside(s, hexa, zone) & enter if gone < setting.tables.movement.minimum else goals


def exit_price(s: MansteinState, side: int, hexa: int) -> int:
    """What it costs to leave the map: more under interdiction (16.8b, R98)."""
    slow = ground.slowed(s, side) >> hexa & 1
    return evacuation.exit_cost(s) + (s.setting.tables.movement.interdiction if slow else 0)
