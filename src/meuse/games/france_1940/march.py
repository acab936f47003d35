"""The action of moving (3.3.2n): a unit or stack in hand, on its way hex by hex, getting on and off, crossing rivers.

Where movers can go and what it costs is in ``movement``, ``transport`` and ``crossings``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Path, Piece, Pieces, Place
from meuse.engine.preview import Preview
from meuse.engine.scene import Choice, Sweep
from meuse.games.france_1940 import costs, crossings, stacking, transport, works
from meuse.games.france_1940.costs import Net
from meuse.games.france_1940.events import Left, Moved, TookShelter
from meuse.games.france_1940.movement import (
    affords,
    alarms,
    at_rest,
    could_charge,
    counted_points,
    declare,
    enter,
    exit_price,
    goals,
    hex_before,
    near,
    net_of,
    open_to,
    path_to,
    points_for,
    stop,
    tied_bars,
    uneventful,
    unfit,
    ways_of_road,
    weight,
)
from meuse.games.france_1940.setting import CREW, EXITED, FOOT, OFF, TRACKED, WHEELED
from meuse.games.france_1940.state import FranceState, FranceStep, finish, idle
from meuse.games.france_1940.transport import aboard, left, mover


def move_bars(s: FranceState) -> Iterator[Bar]:
    """Activated pieces that cannot move by themselves (3.3.2n)."""
    setting = s.setting
    fights = members([melee.hex for melee in s.melees])
    tanks = setting.tank_officers & s.riders
    yield Bar(tanks, "7.1e", "{it} rides in an AFV and moves with it")
    yield Bar(s.riders & ~s.mounted, "5.5f", "{it} is carried or towed: move what carries it")
    yield Bar(setting.horses, "5.6a", "horses move with their riders")
    if fights:
        yield Bar(s.pieces_in(fights), "9.1.4a", "{it} is in an assault that goes on")


def begin(s: FranceState, piece: int) -> None:
    """A piece is taken in hand in order to move."""
    s.push(March((mover(s, piece),)))


class March(FranceStep):
    """A unit or stack in hand: take others along, go, mount, cross, leave the board, stop."""

    group: Pieces

    hand = "group"
    help = Help(
        "5.2b", "Click a marked hex to go there by the cheapest way, or hex by hex; enemies may fire on the way."
    )
    words = {
        "to": "Go to {it}",
        "join": "Take {it} along",
        "hurry": "Go at Double Time",
        "gallop": "Gallop, to charge",
        "mount": "Mount {it}",
        "carry": "Take {it} aboard",
        "unload": "Let {it} get off",
        "shelter": "{it} goes under cover here",
        "along": "Go along the trench to {it}",
        "boat": "Cross by boat to {it}",
        "cross": "Cross the river to {it}",
        "exit": "Leave the board",
        "stop": "Stop here",
    }
    rolls = ("boat", "cross")
    puts_down = "stop"
    sweeps = {"join": Sweep("join", "Take the whole stack along")}

    def present(self, s: FranceState) -> Pieces:
        """Those in hand that can still go on."""
        able = (s.alive | s.off) & ~s.routed & ~s.finished
        return tuple([who for who in self.group if able >> who & 1 and not _without_rider(s, who)])

    def about(self, s: FranceState) -> tuple[Iterable[int], Iterable[int]]:
        units = self.present(s)
        return units, sorted({s.where[unit] for unit in units if s.where[unit] >= 0})

    def prompt(self, s: FranceState) -> str:
        group = self.present(s)
        points = min([left(s, who) for who in group], default=0)
        where = f"in {s.spot(s.where[group[0]])}" if group and s.where[group[0]] >= 0 else "off the board"
        who = s.setting.pieces_spoken(tuple(listed(aboard(s, *group))))
        return f"{who} {where} with {counted_points(points)}: choose where to go."

    # what is open

    def options(self, s: FranceState) -> list[Option]:
        group = self.present(s)
        if not group:
            return []
        named, spread = s.setting.vocabulary.named, s.setting.say
        options = named("to", goals(s, group).all())
        if self._fresh(s, group):
            able = self._companions(s, group)
            if able:
                options += named("join", able)
            if not _slow(s, group):
                options += spread["hurry"]
            options += crossings.options(s, group)
        if _rides(s, group) and not any(True for _ in _gallop_bars(s, group)):
            options += spread["gallop"]
        options += transport.options(s, group)
        hexa = s.where[group[0]]
        if hexa >= 0:
            if (s.trenches or s.forts) and works.shelters(s, s.setting.side_of[group[0]]) >> hexa & 1:
                options += named("shelter", _shelterable(s, group))
                options += named("along", _tunnels(s, group))
            if self._may_exit(s, group):
                options += spread["exit"]
        if not options:
            return []
        if not self._must_go_on(s, group):
            options += spread["stop"]
        return options

    def _fresh(self, s: FranceState, group: Pieces) -> bool:
        """Nothing has been done yet: a stack can be put together, or something risky tried."""
        return not s.moving >> group[0] & 1 and at_rest(s, group[0])

    def _companions(self, s: FranceState, group: Pieces) -> int:
        """Activated units in the same hex that have not acted and may go along (G30b)."""
        if (s.hurried | s.galloping) >> group[0] & 1:
            return 0
        hexa, setting = s.where[group[0]], s.setting
        there = members(s.stacks.get(hexa, ())) if hexa >= 0 else s.off
        able = there & idle(s) & ~aboard(s, *group)
        able &= ~(s.riders & ~s.mounted) & ~setting.horses
        able &= s.second_bank if s.second_bank >> group[0] & 1 else ~s.second_bank
        return members([piece for piece in listed(able) if not s.spent[mover(s, piece)]])

    def _must_go_on(self, s: FranceState, group: Pieces) -> bool:
        """Is the group where it may not stop, and is there a way on?"""
        under_way = (s.moving | s.galloping) >> group[0] & 1 == 1
        return under_way and unfit(s, group) is not None and bool(goals(s, group).all())

    def _may_exit(self, s: FranceState, group: Pieces) -> bool:
        setting, hexa = s.setting, s.where[group[0]]
        if hexa < 0 or not setting.exits[setting.side_of[group[0]]] >> hexa & 1:
            return False
        return all(affords(s, who, exit_price(s, who)) for who in group)

    # why not

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        group = self.present(s)
        if not group:
            yield Bar(ALL, "5.2a", "nobody is left to move")
        elif verb == "to":
            yield from self._march_bars(s, group)
        elif verb in ("boat", "cross", "join", "hurry") and not self._fresh(s, group):
            yield Bar(ALL, "3.3.2a", "the move has begun")
        elif verb == "join":
            setting, mates, first = s.setting, self._companions(s, group), group[0]
            yield Bar(~setting.pieces_on[self.side(s)], "3.3.1a", "{it} is not yours")
            yield Bar(~s.active, "3.3.1c", "{it} is not activated")
            yield Bar(s.finished | s.prepared, "3.3.2a", "{it} has acted")
            yield Bar(aboard(s, *group), "3.3.2d", "{it} is in hand already")
            yield Bar(s.riders & ~s.mounted, "5.5f", "{it} is carried or towed: take along what carries it")
            if (s.hurried | s.galloping) >> first & 1:
                yield Bar(ALL, "3.3.2d", "a stack is put together before it hurries")
            yield Bar(transport.over_there(s, first), "11.9.1b", "{it} is on the other bank of the river")
            yield Bar(~mates, "3.3.2d", "{it} cannot come along: a stack begins in one hex, and nobody in it has moved")
        elif verb == "hurry":
            yield from _hurry_bars(s, group)
        elif verb == "gallop":
            yield from _gallop_bars(s, group)
        elif verb in ("boat", "cross"):
            yield from crossings.bars(s, group, verb)
        elif verb in ("mount", "carry", "unload"):
            yield from transport.bars(s, group, verb)
        elif verb == "shelter":
            yield Bar(~_shelterable(s, group), "12.8d", "{it} cannot go under cover here")
        elif verb == "along":
            yield Bar(
                ~_tunnels(s, group), "12.8c", "no trench leads from here to {it}, or there is no room or no point left"
            )
        elif verb == "exit":
            if not self._may_exit(s, group):
                yield Bar(
                    ALL, "2.3k", "units leave only over the edge where the scenario counts it, with points enough"
                )
        elif self._must_go_on(s, group):
            why = unfit(s, group)
            assert why is not None
            yield Bar(ALL, *why)

    def _march_bars(self, s: FranceState, group: Pieces) -> Iterator[Bar]:
        """Why a group cannot go to a hex."""
        setting, hexa = s.setting, s.where[group[0]]
        side, found = setting.side_of[group[0]], goals(s, group)
        shut, waters = ~found.all(), setting.waters
        if hexa >= 0:
            yield Bar(1 << hexa, "5.2e", "that is where it is")
        yield Bar(s.masks[1 - side], "5.2g", "{it} holds enemies: it can only be assaulted, from beside it")
        yield Bar(setting.closed, "2.3a", "nobody may enter {it} in this scenario")
        yield from tied_bars(s, group, shut)
        if any(setting.move[who] != FOOT for who in group):
            yield Bar(s.roadblocks & shut, "12.3a", "a roadblock closes {it} to all but foot units")
            yield Bar(s.ditches & ~s.crossings & shut, "12.5b", "an anti-tank ditch closes {it} to vehicles")
            yield Bar(s.teeth & shut, "12.6a", "dragon's teeth close {it} to vehicles")
            ground, here = setting.ground, setting.board.around[hexa] if hexa >= 0 else 0
            marsh = ground.of["marsh"] & shut & (here | ~(ground.roads.touched | ground.trails.touched))
            yield Bar(marsh, "5.7a", "{it} is marsh: off roads and trails only foot units enter it")
        if any(setting.gait[who] in (WHEELED, CREW) for who in group):
            yield Bar(s.rubble & shut, "12.11d", "wheels do not get through the rubble in {it}")
        if any(setting.gait[who] != TRACKED for who in group):
            yield Bar(s.wire & shut, "12.2b", "only fully tracked vehicles cross the wire in {it}")
        if waters.major:
            yield Bar(waters.plain & shut, "11.9.2b", "no move ends in {it}: it is a hex of a major river")
        most = setting.charts.stacking.hex
        full = stacking.crowded(s, side, weight(s, group))
        yield Bar(full & shut, "4a", f"{{it}} would hold more than {most} steps")
        if s.galloping >> group[0] & 1:
            yield Bar(shut, "5.6g", "{it} is not beside enemies who can be charged from there at the gallop")
        points = min([left(s, who) for who in group])
        names = setting.pieces_spoken(group)
        yield Bar(shut, "5.2b", lambda: f"{names} cannot reach {{it}} with {counted_points(points)}")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return crossings.preview(s, self.present(s), option) if option.verb in self.rolls else None

    def choices(self, s: FranceState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Hexes within reach have a price, and a hex before them on the way (5.2)."""
        group, labels = self.present(s), s.setting.board.labels
        found = goals(s, group) if group else None
        here = s.where[group[0]] if group else OFF
        if found is not None and found.field is not None:
            found.field.spell_out()
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "to" and found is not None:
                before = hex_before(found, option.value)
                before = here if before < 0 else before
                cost = points_for(s, found, option.value)
                via = labels[before] if before >= 0 else ""
                made = Choice(made.action, made.label, made.verb, place=made.place, cost=cost, via=via)
            yield made

    # what happens

    def join(self, s: FranceState, piece: int) -> None:
        s.turn_into(March((*self.group, mover(s, piece))))

    def hurry(self, s: FranceState, value: int) -> None:
        """Three points more, but not in two turns running (5.3a, 5.3c)."""
        s.hurried |= aboard(s, *self.present(s))
        s.touch()

    def gallop(self, s: FranceState, value: int) -> None:
        """Half as many points again, for who then charges (5.6g, G50)."""
        s.galloping |= aboard(s, *self.present(s))
        s.touch()

    def to(self, s: FranceState, goal: int) -> None:
        group = self.present(s)
        path = path_to(goals(s, group), goal)
        s.push(Walk(group, path, alarms(s, group)))
        declare(s, group)

    def mount(self, s: FranceState, carrier: int) -> None:
        group = self.present(s)
        s.push(Handling(carrier, group, "mount"))
        declare(s, group, carrier)

    def carry(self, s: FranceState, piece: int) -> None:
        (carrier,) = self.present(s)
        s.push(Handling(carrier, (piece,), "carry", not s.active >> piece & 1))
        declare(s, (carrier,), piece)

    def unload(self, s: FranceState, piece: int) -> None:
        (carrier,) = self.present(s)
        s.push(Handling(carrier, (piece,), "unload"))
        declare(s, (carrier,))

    def shelter(self, s: FranceState, piece: int) -> None:
        s.push(TakeCover(piece))
        declare(s, self.present(s))

    def along(self, s: FranceState, goal: int) -> None:
        """From trench to trench, under cover all the way (12.8c)."""
        group = self.present(s)
        s.push(Walk(group, (goal,), alarms(s, group), True))
        declare(s, group)

    def boat(self, s: FranceState, goal: int) -> None:
        self._risk(s, "boat", goal)

    def cross(self, s: FranceState, goal: int) -> None:
        self._risk(s, "cross", goal)

    def _risk(self, s: FranceState, how: str, goal: int) -> None:
        """An action of its own: the move of others who were about to assault is complete (3.3.2d, 3.3.2t, 9.1b)."""
        group = self.present(s)
        finish(s, s.poised)
        s.poised = 0
        s.turn_into(Risk(group, how, goal))
        declare(s, group)

    def exit(self, s: FranceState, value: int) -> None:
        group = self.present(s)
        s.push(LeaveBoard(group))
        declare(s, group)

    def stop(self, s: FranceState, value: int) -> None:
        group = self.present(s)
        s.pop()
        stop(s, group)
        _go_on_foot(s)

    def after(self, s: FranceState) -> None:
        stop(s, self.present(s))
        _go_on_foot(s)


def _left_behind(s: FranceState) -> int:
    """Those under way in no hand: what carried or towed them has been lost."""
    lost = s.moving & s.alive & ~s.riders & ~s.routed & ~s.finished & ~s.setting.carriers & ~s.setting.tank_officers
    return lost & ~members([who for step in s.agenda for who in getattr(step, "group", ())])


def _go_on_foot(s: FranceState) -> None:
    """Whose transport is lost under way goes on by itself; guns and officers have thereby acted (5.5g, 3.3.2a, V11)."""
    left_behind = _left_behind(s)
    afoot = left_behind & s.setting.on_foot & s.setting.units
    s.moving &= ~(left_behind & ~afoot)
    finish(s, left_behind & ~afoot)
    if afoot:
        s.push(March(listed(afoot)))


def _without_rider(s: FranceState, who: int) -> bool:
    """Horses go nowhere without a rider in good order."""
    return bool(s.setting.horses >> who & 1) and not aboard(s, who) & s.mounted & ~s.routed


def _slow(s: FranceState, group: Pieces) -> bool:
    return any(_hurry_bars(s, group))


def _hurry_bars(s: FranceState, group: Pieces) -> Iterator[Bar]:
    """Who may not go at Double Time (5.3)."""
    setting, pieces = s.setting, aboard(s, *group)
    if s.hurried & pieces:
        yield Bar(ALL, "5.3a", "it goes at Double Time already")
    if s.galloping & pieces:
        yield Bar(ALL, "5.6g", "it goes at the gallop")
    if members(group) & ~setting.on_foot:
        yield Bar(ALL, "5.3a", "only foot units go at Double Time")
    if s.tired & pieces:
        yield Bar(ALL, "5.3c", "it went at Double Time last turn")
    if s.blown & pieces:
        yield Bar(ALL, "5.6k", "it charged last turn, and has only half its movement points")
    hexa = s.where[group[0]]
    if hexa >= 0 and near(s, 1 - setting.side_of[group[0]]) >> hexa & 1:
        yield Bar(ALL, "5.3b", "enemies are next to it")


def _rides(s: FranceState, group: Pieces) -> bool:
    """Are all of a group horses with their riders?"""
    return not members(group) & ~(s.setting.horses & s.laden)


def _gallop_bars(s: FranceState, group: Pieces) -> Iterator[Bar]:
    """Who may not gallop: only cavalry that can then charge (5.6g, 5.6k, G50)."""
    pieces = aboard(s, *group)
    if not _rides(s, group):
        yield Bar(ALL, "5.6g", "only mounted cavalry gallops")
        return
    if s.galloping & pieces:
        yield Bar(ALL, "5.6g", "it goes at the gallop already")
    if s.hurried & pieces:
        yield Bar(ALL, "5.6g", "it goes at Double Time")
    if s.blown & pieces:
        yield Bar(ALL, "5.6k", "it charged last turn")
    if any(not left(s, who) and s.byways >> who & 1 for who in group):
        yield Bar(ALL, "5.6g", "all its points are spent, and it may have had the bonus of the road")
    if s.where[group[0]] < 0 or not could_charge(s, group):
        yield Bar(ALL, "5.6g", "no enemy whom it could charge is within its reach")


def _shelterable(s: FranceState, group: Pieces) -> int:
    """Those of a group who can go into the trench or fortification of their hex (12.8b, 12.8d, 12.9d)."""
    setting, hexa = s.setting, s.where[group[0]]
    side, asked = setting.side_of[group[0]], 2 * setting.charts.markers.trench
    if hexa < 0 or not works.shelters(s, side) >> hexa & 1:
        return 0
    fit = works.garrisons(setting) & ~s.inside
    return members([who for who in group if fit >> who & 1 and left(s, who) >= asked and stacking.room_inside(s, who)])


def _tunnels(s: FranceState, group: Pieces) -> int:
    """The trenches beside that of a group which is inside: at its level, with room for all (12.8c)."""
    setting, hexa = s.setting, s.where[group[0]]
    asked = 2 * setting.charts.markers.trench
    if hexa < 0 or not s.trenches >> hexa & 1 or any(not s.inside >> who & 1 or left(s, who) < asked for who in group):
        return 0
    ground, side = setting.ground, setting.side_of[group[0]]
    beside = setting.board.around[hexa] & s.trenches & open_to(s, group)
    room = setting.charts.stacking.inside - sum([stacking.weight(s, who) for who in group])
    return members(
        [
            there
            for there in setting.board.members(beside)
            if ground.level[there] == ground.level[hexa] and stacking.inside(s, side, there) <= room
        ]
    )


# under way


class Walk(FranceStep):
    """A group goes hex by hex until it is there, or until somebody fires at it or mines go off (G21)."""

    group: Pieces
    path: Path
    alarms: int
    """The enemies that were Finished when it set out."""
    covered: bool = False
    """From trench to trench (12.8c)?"""

    hand = "group"

    def after(self, s: FranceState) -> None:
        group = self.group
        able = (s.alive | s.off) & ~s.routed & ~s.finished
        if members(group) & ~able or alarms(s, group) != self.alarms:
            return
        rolled, depth, passed = s.rolls_made, len(s.agenda), list[int]()
        calm, nets = uneventful(s) if len(self.path) > 2 else 0, [net_of(s, who) for who in group]
        for number, there in enumerate(self.path, 1):
            here = passed[-1] if passed else s.where[group[0]]
            paid = self._pay(s, here, there, nets)
            if paid and calm >> there & 1 and number < len(self.path):
                passed.append(there)
                continue
            if passed:
                _tell(s, group, passed)
                s.pass_through(group, passed)
                passed = []
            if not paid:
                return
            _tell(s, group, [there])
            enter(s, group, there, covered=self.covered)
            nets = [net_of(s, who) for who in group]  # tracks may have crushed a marker
            if s.rolls_made != rolled:
                return
            if len(s.agenda) > depth:
                if number < len(self.path):
                    s.agenda.insert(depth, Walk(group, self.path[number:], self.alarms, self.covered))
                return

    def _pay(self, s: FranceState, here: int, there: int, nets: list[Net]) -> bool:
        """Each mover pays its own price, if all can (G30b, 5.2c, 5.4b)."""
        setting = s.setting
        along = here < 0 or setting.board.crosses(here, there, setting.ground.roads)
        bill: list[tuple[int, int, bool]] = []
        for who, net in zip(self.group, nets, strict=True):
            asked, points = self._asked(s, who, here, there, net), left(s, who)
            if 0 <= asked <= points:
                bill.append((who, asked, not along))
            elif affords(s, who, asked):
                bill.append((who, points, not along))
            elif asked < 0 or not along or here < 0 or not self._tops_up(s, who, points):
                return False
            else:
                bill.append((who, points, True))
        for who, asked, astray in bill:
            s.spent[who] += asked
            if astray:
                s.byways |= 1 << who
        return True

    def _tops_up(self, s: FranceState, who: int, points: int) -> bool:
        """May a mover who has not enough left for a hex of road go one more along it (5.4b)?"""
        return points < costs.road_price(s, FOOT) and ways_of_road(s, (who,))

    def _asked(self, s: FranceState, who: int, here: int, there: int, net: Net) -> int:
        if self.covered:
            return 2 * s.setting.charts.markers.trench
        if here >= 0:
            return net.price(here, s.second_bank >> who & 1, there)
        edge = costs.edges(s, s.setting.gait[who], s.setting.side_of[who])
        return next((asked for asked, hexes in edge.items() if hexes >> there & 1), -1)


def _tell(s: FranceState, group: Pieces, way: list[int]) -> None:
    """One event for a whole way, as far as nothing interrupts it."""
    here = s.where[group[0]]
    last = s.events[-1] if s.events else None
    pieces, hurried = listed(aboard(s, *group)), bool(s.hurried >> group[0] & 1)
    if isinstance(last, Moved) and last.pieces == pieces and last.path[-1] == here:
        s.events[-1] = Moved(last.clauses, pieces, (*last.path, *way), hurried)
    else:
        s.events.append(Moved(("5.2b",), pieces, (here, *way) if here >= 0 else tuple(way), hurried))


class TakeCover(FranceStep):
    """A mover goes into the trench or fortification of its hex, once the enemy has had his chance to fire (12.8d)."""

    unit: Piece

    hand = "unit"

    def after(self, s: FranceState) -> None:
        unit = self.unit
        if s.alive & ~s.routed & ~s.finished & 1 << unit:
            s.spent[unit] += 2 * s.setting.charts.markers.trench
            s.byways |= 1 << unit
            s.shelter(unit, True)
            s.events.append(TookShelter(("12.8d",), unit, s.where[unit]))


class LeaveBoard(FranceStep):
    """A group leaves the board for good, once the enemy has had his chance to fire (2.3k, 3.4a)."""

    group: Pieces

    hand = "group"

    def after(self, s: FranceState) -> None:
        able = s.alive & ~s.routed & ~s.finished
        group = tuple([who for who in self.group if able >> who & 1])
        if not group:
            return
        pieces = aboard(s, *group)
        s.events.append(Left(("2.3k",), listed(pieces), (s.where[group[0]],)))
        for piece in listed(pieces):
            s.lift(piece, EXITED)
        s.unmark(pieces)


class Risk(FranceStep):
    """A crossing by boat, ford or pontoon: the dice decide, and the action is over (R14)."""

    group: Pieces
    how: str
    hex: Place

    hand = "group"

    def after(self, s: FranceState) -> None:
        able = s.alive & ~s.routed & ~s.finished
        group = tuple([who for who in self.group if able >> who & 1])
        if group and crossings.attempt(s, group, self.how, self.hex):
            _tell(s, group, [self.hex])
            s.push(Ashore(group))
            enter(s, group, self.hex, crossings.bank(s, group, self.hex))
        else:
            _end(s, group)


class Ashore(FranceStep):
    """Who has come across is Finished, once the enemy has had his chance to fire (R14)."""

    group: Pieces

    hand = "group"

    def after(self, s: FranceState) -> None:
        able = s.alive & ~s.routed
        _end(s, tuple([who for who in self.group if able >> who & 1]))


def _end(s: FranceState, group: Pieces) -> None:
    """The whole action is over, for those too whose transport has been lost (R14)."""
    stop(s, group, over=True)
    left_behind = _left_behind(s)
    s.moving &= ~left_behind
    finish(s, left_behind)


class Handling(FranceStep):
    """Somebody gets on or off, once the enemy has had his chance to fire (5.5i, 5.6b)."""

    carrier: Piece
    pieces: Pieces
    what: str
    called: bool = False
    """Was who is to get on activated only by that (G30d, V11)?"""

    hand = "pieces"

    def after(self, s: FranceState) -> None:
        carrier, able = self.carrier, (s.alive | s.off) & ~s.routed & ~s.finished
        pieces = tuple([piece for piece in self.pieces if able >> piece & 1])
        if not pieces or not able >> carrier & 1:
            if self.what == "carry":  # nobody has come to fetch them
                s.moving &= ~members(self.pieces)
                s.active &= ~members(self.pieces if self.called else ())
            return
        if self.what != "unload":
            transport.mount(s, pieces, carrier)
            s.turn_into(March((carrier,)))
            return
        (piece,) = pieces
        transport.dismount(s, piece, carrier)
        if s.setting.officers >> piece & 1:
            stop(s, (piece,))
        elif s.setting.horses >> carrier & 1:
            s.moving &= ~(1 << carrier)
            s.turn_into(March((piece,)))
        else:
            s.agenda.insert(len(s.agenda) - 1, March((piece,)))
