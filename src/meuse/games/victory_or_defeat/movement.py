"""Chapter 10: the movement phase, and a unit or stack on the march."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.board import Reach
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.preview import Factor, one_die
from meuse.engine.scene import Choice, Sweep
from meuse.games.victory_or_defeat import control, leaving, neutrals, victory, ways
from meuse.games.victory_or_defeat.events import Evacuated, Exited, Moved, RoadsOfBelgium
from meuse.games.victory_or_defeat.setting import ALLIED, BELGIUM, BRITISH, EDGES, FRENCH, GERMAN, GONE
from meuse.games.victory_or_defeat.state import SideStep, WarState, WarStep, members
from meuse.games.victory_or_defeat.supply import halved, is_overland, is_supplied
from meuse.games.victory_or_defeat.zoc import enemy_zone
from meuse.mechanics.words import counted


class OpenMovement(SideStep):
    """A Movement Phase begins: nothing has moved; perhaps the roll for Belgium's roads (5.16a)."""

    coming = "{side} movement"

    def after(self, s: WarState) -> None:
        s.moved = s.diced = s.raised = s.sent = 0
        s.left = bytearray(len(s.left))
        s.push(Movement(self.mover))
        if self.mover == ALLIED and s.violated[BELGIUM] == s.turn:
            s.dyle_roll = s.roll("roads of Belgium", ("5.16a",))
            free = ("5.16d", "free") if ways.roads_free(s) else ("5.16c", "normal")
            clause, effect = ("5.16b", "hesitate") if ways.hesitating(s) else free
            s.events.append(RoadsOfBelgium((clause,), effect))


class Movement(SideStep):
    """Choose a unit to move, in any order, as many as one likes (10.0a)."""

    heading = "{side} movement"
    asks = "Movement: choose a unit to move, or end the phase."
    help = Help("10.0a", "Each unit may move once in this phase, alone or with others of its stack; none has to.")
    words = {
        "move": "Move {it}",
        "top": "Lay {it} on top of its stack",
        "declare": "Violate the neutrality of {it}",
        "done": "End the movement phase",
    }
    warned = ("declare", "done")
    takes_up = "move"

    def options(self, s: WarState) -> list[Option]:
        setting, where, stacks = s.setting, s.where, s.stacks
        say, say_top = setting.say["move"], setting.say["top"]
        waiting = ~(s.moved | ways.immobile(s))
        low = ~(s.raised | s.dormant())
        mine = [piece for piece in setting.mobile_of[self.mover] if where[piece] >= 0]
        options = [say[piece] for piece in mine if waiting >> piece & 1]
        options += [say_top[piece] for piece in mine if stacks[where[piece]][0] != piece and low >> piece & 1]
        options += neutrals.declarations(s, self.mover)
        if not ways.must_leave_paris(s, self.mover):
            options += setting.say["done"]
        return options

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "declare":
            yield from neutrals.declare_bars(s, self.mover)
        elif verb == "done":
            if ways.must_leave_paris(s, self.mover):
                yield Bar(ALL, "10.6b", "Allied units in Paris must try to leave it first")
        else:
            yield Bar(~s.standing(), "2.1a", "{it} is not on the map")
            says = "{it} is an enemy unit: a side moves only its own, in its own phase"
            yield Bar(~s.setting.pieces_on[self.mover], "10.1a", says)
            if verb == "move":
                yield from ways.immobile_bars(s)
                yield Bar(s.moved, "10.1d", "{it} has finished its move this phase")
            else:
                yield from (bar for bar in ways.immobile_bars(s) if bar.clause in _LYING)
                tops = sum(1 << stack[0] for stack in s.stacks.values())
                yield Bar(tops | s.raised, "3.10a", "{it} is on top, or was laid there this phase")

    def move(self, s: WarState, piece: int) -> None:
        overland = s.setting.nation[piece] == FRENCH and is_overland(s, piece)
        if not ways.rolls_for_movement(s, piece):
            s.left[piece] = ways.factor_after_supply(s, piece, ways.base_factor(s, piece))
        s.push(March(s.where[piece], (piece,), False, overland))

    def top(self, s: WarState, piece: int) -> None:
        """The owner orders his stacks (3.10a, A70), each unit once a phase."""
        hexa = s.where[piece]
        s.raised |= 1 << piece
        s.stacks[hexa] = (piece, *[p for p in s.stacks[hexa] if p != piece])

    def declare(self, s: WarState, country: int) -> None:
        neutrals.violate(s, country)

    def warning(self, s: WarState, option: Option) -> str:
        if option.verb == "declare":
            return neutrals.invasion_warning(s, option.value)
        return "" if s.moved or len(s.options) == 1 else "No unit has moved in this phase."


_LYING = ("2.12b", "3.6g")
"""Forts and frozen units are not even turned over."""


class March(WarStep):
    """A unit or stack in hand: take others along, roll, go, leave the map, drop units, stop."""

    hex: Place
    group: Pieces
    begun: bool
    """Has the group moved yet?"""
    overland: bool
    """Was it supplied overland at the start?"""

    hand, spot = "group", "hex"
    help = Help("10.4a", "Hexes and rivers cost movement points; what is left when the unit stops is lost.")
    words = {
        "join": "Take {it} along",
        "drop": "Leave {it} here",
        "roll": "Roll for movement",
        "to": "March to {it}",
        "cross": "Cross the Zuiderzee to {it}",
        "exit": "Leave the map over the {it} edge",
        "evacuate": "Evacuate {it}",
        "ship": "Ship off a step of {it}",
        "stop": "Stop here",
    }
    rolls = ("roll",)
    puts_down = "stop"
    sweeps = {"join": Sweep("join", "Take the whole stack along")}
    warned = ("exit",)

    def side(self, s: WarState) -> int:
        return s.setting.side_of[self.group[0]]

    def prompt(self, s: WarState) -> str:
        who = f"{s.setting.pieces_spoken(self.group)} in {s.spot(self.hex)}"
        if self.must_roll(s):
            return f"{who}: take others along, or roll for movement."
        return f"{who} with {counted(ways.points_of(s, self.group), 'movement point')}: choose where to go."

    def explained(self, s: WarState) -> Help:
        if not self.must_roll(s):
            return self.help
        most = ways.rolled_factor(s, 6)
        says = f"One die gives the movement points of the whole group, at most {most}; half of them out of supply."
        return Help(s.setting.clauses.rolled_movement, says)

    # what is open

    def must_roll(self, s: WarState) -> bool:
        piece = self.group[0]
        return not s.diced >> piece & 1 and ways.rolls_for_movement(s, piece)

    def options(self, s: WarState) -> list[Option]:
        setting, hexa, group, say = s.setting, self.hex, self.group, s.setting.vocabulary.named
        if not group:
            return []
        options: list[Option] = []
        if not self.begun and len(s.stacks[hexa]) > 1:
            options = say("join", self._companions(s))
        if self.must_roll(s):
            return options + setting.say["roll"]
        reach = ways.group_reach(s, hexa, group)
        s.hand = (self, reach)
        onward = say("to", ways.destinations(s, group, reach))
        if not self.begun and setting.zuiderzee >> hexa & 1:
            onward += setting.vocabulary.open("cross", closed(self._crossing_bars(s)))
        onward += leaving.ways_off(s, hexa, group)
        if not onward and self.begun:
            return []
        options += onward
        if not (onward and self._in_open_paris(s)):
            options += [setting.say["drop"][piece] for piece in group] if len(group) > 1 else ()
            options += setting.say["stop"]
        return options

    def _reach(self, s: WarState) -> Reach:
        """What the group can reach, remembered from when the options were listed."""
        return s.hand[1] if s.hand and s.hand[0] is self else ways.group_reach(s, self.hex, self.group)

    def _in_open_paris(self, s: WarState) -> bool:
        """An Allied group in Paris must go on if it can (10.6a)."""
        setting = s.setting
        return setting.rules.paris_is_open and bool(setting.paris >> self.hex & 1) and self.side(s) == ALLIED

    def _companions(self, s: WarState) -> int:
        """Units of the same nation in the hex that may still be taken along (10.0c)."""
        if self.begun or s.diced >> self.group[0] & 1:
            return 0
        own = members(s.stacks[self.hex]) & s.setting.pieces_of[s.setting.nation[self.group[0]]]
        return own & ~(members(self.group) | s.diced | s.moved | ways.immobile(s))

    # why not

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        rolled = s.setting.clauses.rolled_movement
        group = members(self.group)
        if verb == "join":
            yield Bar(s.pieces_in(1 << self.hex) & s.moved, "10.1d", "{it} has finished its move this phase")
            says = "{it} cannot join: a stack is made of units that start together"
            yield Bar(~self._companions(s), "10.0c", says)
        elif verb == "roll":
            if not self.must_roll(s):
                yield Bar(ALL, rolled, "this group has no roll to make now")
        elif verb == "exit":
            yield from leaving.exit_bars(s, self.hex, self.group)
        elif verb in ("evacuate", "ship"):
            yield from leaving.sea_bars(s, self.hex, self.group, verb)
        elif verb == "to":
            yield from self._march_bars(s)
        elif verb == "cross":
            yield from self._crossing_bars(s)
        else:
            held = self._in_open_paris(s) and not self.must_roll(s) and any(self._ways(s))
            if self.must_roll(s):
                yield Bar(ALL, rolled, "the group in hand must roll first")
            elif verb == "stop" and held:
                yield Bar(ALL, "10.6a", "Allied units may not end their move in Paris")
            elif verb == "drop":
                shut = held or len(self.group) == 1
                yield Bar(ALL if shut else ~group, "10.0c", "{it} cannot be dropped from the group in hand here")

    def _ways(self, s: WarState) -> Iterator[int]:
        """Whether there is any way to go on: by land, over the Zuiderzee, off the map."""
        yield ways.destinations(s, self.group, self._reach(s))
        yield s.setting.zuiderzee & ~closed(self.bars(s, "cross"))
        yield len(leaving.ways_off(s, self.hex, self.group))

    def _crossing_bars(self, s: WarState) -> Iterator[Bar]:
        """The Zuiderzee may be crossed by a unit that starts its move there (10.7a, A27)."""
        setting, here = s.setting, 1 << self.hex
        nation, side = setting.nation[self.group[0]], self.side(s)
        banks = setting.zuiderzee if setting.zuiderzee & here and not self.begun else 0
        says = "only a unit that begins its move beside the Zuiderzee may cross it"
        yield Bar(~(banks & ~here), "10.7a", says)
        first = ways.stopping(s, side, self.group, self.hex)[1]
        yield Bar(~first, "7.3c", "a crossing does not lead straight from one enemy zone to another")
        if self.must_roll(s):
            yield Bar(ALL, setting.clauses.rolled_movement, "the group must roll for movement first")
        yield from ways.ground_bars(s, nation)
        yield from ways.way_bars(s, nation)
        points = ways.points_of(s, self.group)
        dear = sum(1 << goal for goal in setting.board.members(banks & ~here) if ways.entry_price(s, goal) > points)
        yield Bar(dear, "10.4a", lambda: f"the group cannot cross with {counted(points, 'movement point')}")

    def _march_bars(self, s: WarState) -> Iterator[Bar]:
        """Why a group in hand cannot go to a hex: the ground, the enemy, his zones, water, want of points."""
        setting, hexa, group, side = s.setting, self.hex, self.group, self.side(s)
        nation = setting.nation[group[0]]
        if self.must_roll(s):
            yield Bar(ALL, setting.clauses.rolled_movement, "the group must roll for movement first")
        yield Bar(1 << hexa, "10.0d", "the group is in {it} already")
        yield from ways.ground_bars(s, nation)
        yield from ways.way_bars(s, nation)
        if nation == FRENCH and ways.hesitating(s) and not setting.country[BELGIUM] >> hexa & 1:
            yield Bar(setting.country[BELGIUM], *ways.HESITATION)
        reach = self._reach(s)
        goals = ways.destinations(s, group, reach)
        yield Bar(reach.all() & ~goals, "10.6a", "Allied units may not end their move in {it}")
        # zones, water or want of movement points: lift one after the other
        names, points = setting.pieces_spoken(group), ways.points_of(s, group)
        around, zone = setting.board.around[hexa], enemy_zone(s, side)
        enter = ~ways.closed_to(s, nation)
        free = setting.board.reach(hexa, points, ways.costs(s, nation), enter, 0, -1).all() & ~goals
        if zone >> hexa & 1:
            here = s.spot(hexa)
            says = f"{names} cannot go straight from one enemy zone ({here}) to another ({{it}})"
            yield Bar(free & zone & around, "7.3c", says)
        yield Bar(free, "7.3a", f"{names} would have to pass through an enemy zone to reach {{it}}")
        wet = setting.board.across(hexa, setting.water)
        yield Bar(around & wet & ~goals, "TECf", f"the hexside between {s.spot(hexa)} and {{it}} is all water")
        yield Bar(~goals, "10.4a", f"{names} cannot reach {{it}} with {counted(points, 'movement point')}")

    def preview(self, s: WarState, option: Option) -> Preview | None:
        if option.verb != "roll":
            return None
        supplied = is_supplied(s, self.group[0])
        factors = () if supplied else (Factor("out of supply", "halved", "8.2a"),)
        points = [ways.rolled_factor(s, die) for die in range(1, 7)]
        return one_die("movement", [f"{p if supplied else halved(p)} MP" for p in points], factors)

    def choices(self, s: WarState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Hexes within reach have a price, and a hex before them on the way (10.4)."""
        labels = s.setting.board.labels
        routes = {} if self.must_roll(s) else self._reach(s).ways()
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "to":
                before, cost = routes[option.value]
                made = msgspec.structs.replace(made, cost=str(cost), via=labels[before])
            elif option.verb == "cross":
                made = msgspec.structs.replace(made, cost=str(ways.entry_price(s, option.value)), via=labels[self.hex])
            yield made

    # what happens

    def join(self, s: WarState, piece: int) -> None:
        if not ways.rolls_for_movement(s, piece):
            s.left[piece] = ways.factor_after_supply(s, piece, ways.base_factor(s, piece))
        s.turn_into(March(self.hex, (*self.group, piece), self.begun, self.overland))

    def roll(self, s: WarState, value: int) -> None:
        """One die for all units of the stack (10.2c, 10.3c, A22)."""
        factor = ways.rolled_factor(s, s.roll("movement", (s.setting.clauses.rolled_movement,)))
        for piece in self.group:
            s.diced |= 1 << piece
            s.left[piece] = ways.factor_after_supply(s, piece, factor)

    def to(self, s: WarState, goal: int) -> None:
        """Far or near, a group goes hex by hex: what it sets off on the way happens at once (3.1c, 4.2a, 4.3)."""
        reach, news = self._reach(s), len(s.events)
        path, cost = reach.route(goal)
        eventful = ~s.control[self.side(s)] | s.setting.landmarks
        for hexa in path[:-1]:
            if eventful >> hexa & 1:
                self._arrive(s, hexa)
                if s.outcome is not None:
                    path, cost = reach.route(hexa)
                    break
        s.events.insert(news, Moved(("10.0d",), self.group, (self.hex, *path), cost))
        self._stop_in(s, path[-1], cost)

    def _arrive(self, s: WarState, hexa: int) -> None:
        for piece in self.group:
            control.arrive(s, piece, 1 << hexa, self.overland)

    def _stop_in(self, s: WarState, goal: int, cost: int) -> None:
        for piece in reversed(self.group):
            s.left[piece] -= cost
            s.shift(piece, goal)
        zone, _ = ways.stopping(s, self.side(s), self.group, goal)  # before a country falls by this very step
        self._arrive(s, goal)
        s.turn_into(March(goal, self._going_on(s, zone >> goal & 1), True, self.overland))

    def _going_on(self, s: WarState, stopped: int) -> Pieces:
        """Those of a group that may go on: not the spent, nor those stopped by an enemy zone (7.3a, 7.7a)."""
        done = [p for p in self.group if not s.left[p] or (stopped and not s.setting.is_mechanized[p])]
        if not done:
            return self.group
        ways.finish_moves(s, done)
        return tuple([p for p in self.group if p not in done])

    def cross(self, s: WarState, goal: int) -> None:
        """Over the water, and the move is over (10.7a)."""
        cost = ways.entry_price(s, goal)
        s.events.append(Moved(("10.7a",), self.group, (self.hex, goal), cost))
        self._stop_in(s, goal, cost)
        ways.finish_moves(s, self.group)
        s.turn_into(March(goal, (), True, False))

    def exit(self, s: WarState, edge: int) -> None:
        """Off the map for good: a point for the Germans (4.5, 4.6), safety for the British (5.14)."""
        british = s.setting.nation[self.group[0]] == BRITISH
        clause = "5.14a" if british else leaving.EXITS[edge]
        s.events.append(Exited((clause,), self.group, EDGES[edge]))
        for piece in self.group:
            s.lift(piece, GONE)
        s.turn_into(March(self.hex, (), True, False))
        if british:
            neutrals.check_british_gone(s)
            return
        victory.score(s, leaving.POINTS[edge], clause)
        if EDGES[edge] not in s.closed_edges:  # 5.14d
            s.closed_edges = (*s.closed_edges, EDGES[edge])

    def warning(self, s: WarState, option: Option) -> str:
        """A corps that leaves for a point that has been scored is lost to no purpose (4.5c, 4.6c)."""
        german, point = self.side(s) == GERMAN, leaving.POINTS[option.value]
        scored = german and point in s.scored
        return "The point for this way has been scored; a corps that leaves never returns." if scored else ""

    def evacuate(self, s: WarState, piece: int) -> None:
        """A British unit leaves by sea with all its steps (5.13e, 5.13f)."""
        s.events.append(Evacuated(("5.13e",), piece, s.steps[piece], 0))
        s.shipped += s.steps[piece]
        s.lift(piece, GONE)
        s.turn_into(self._without(piece))
        neutrals.check_british_gone(s)

    def ship(self, s: WarState, piece: int) -> None:
        """A British unit sends one step off and is reduced by it (5.13g, A58)."""
        s.shipped += 1
        s.steps[piece] -= 1
        s.left[piece] -= s.setting.tables.movement.leave_map
        s.sent |= 1 << piece
        s.events.append(Evacuated(("5.13g",), piece, 1, s.steps[piece]))
        going_on = self.but(begun=True)
        s.turn_into(going_on)
        if not s.left[piece]:
            going_on.drop(s, piece)

    def drop(self, s: WarState, piece: int) -> None:
        """One unit of the stack ends its move here; the others go on."""
        ways.finish_moves(s, (piece,))
        s.turn_into(self._without(piece))

    def _without(self, piece: int) -> March:
        return self.but(group=tuple(p for p in self.group if p != piece))

    def stop(self, s: WarState, value: int) -> None:
        """The hand is taken off (10.1d)."""
        ways.finish_moves(s, self.group)
        s.pop()

    def after(self, s: WarState) -> None:
        """No way on for the group: its slowest stop here, and the others may go on."""
        if not self.group:
            return
        least = ways.points_of(s, self.group)
        ways.finish_moves(s, [piece for piece in self.group if s.left[piece] == least])
        rest = tuple(piece for piece in self.group if not s.moved >> piece & 1)
        if rest:
            s.push(March(self.hex, rest, True, self.overland))
