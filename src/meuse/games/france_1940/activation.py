"""Activations (3.3): who can be activated, what activated units do, passing, and the end of an activation.

Each action of an activated unit is a verb of ``Activation``: its bars stand in the table ``ACTIONS``, by verb, and the
method of that name begins it. A chapter adds its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Piece
from meuse.engine.bars import closed
from meuse.engine.preview import Factor, Preview, one_die
from meuse.games.france_1940 import (
    air,
    artillery,
    assault,
    attack,
    building,
    continuing,
    fire,
    march,
    morale,
    obstacles,
    officers,
    rally,
    reaction,
    smoke,
    storming,
    transport,
    works,
)
from meuse.games.france_1940.events import Activated, ActivationEnded, Coordinated, Passed, Prepared
from meuse.games.france_1940.setting import OFF
from meuse.games.france_1940.state import FranceState, FranceStep, SideStep, carried, finish, rolling, waiting

# who can be activated


def without_fuel(s: FranceState) -> int:
    """The units and officers of formations that wait for fuel (14.3e, G91)."""
    found = 0
    if not any(s.fuel):
        return 0
    for number, turn in enumerate(s.fuel):
        if turn >= s.turn > 0 and turn:
            officer = s.leaders[number]
            found |= s.setting.formations[number].units | (1 << officer if officer >= 0 else 0)
    return found


def candidates(s: FranceState, side: int) -> int:
    """The officers, units out of command and empty transports that a side can activate now (3.3.1a, 5.5a)."""
    setting = s.setting
    here = setting.pieces_on[side] & (s.alive | waiting(s, side)) & ~s.finished & ~s.prepared & ~without_fuel(s)
    loose = (s.astray | unled(s)) & ~s.routed & ~s.rallied
    empty = setting.transports & ~s.laden
    return here & (s.leading() | loose | empty)


def unled(s: FranceState) -> int:
    """Units in command that have rallied this turn, and whose officer is Finished: they act alone (10.4.2f, A15)."""
    if not s.recovered:
        return 0
    led = [(unit, s.officer_of(unit)) for unit in listed(s.recovered & ~s.astray)]
    return members([unit for unit, officer in led if officer >= 0 and s.finished >> officer & 1])


def followers(s: FranceState, officer: int) -> int:
    """The units that an officer's activation activates with him: those of his formation in command (3.3.1c)."""
    formation = s.led_by(officer)
    if formation < 0 or s.routed >> officer & 1:  # 10.3.1c, V7
        return 0
    units = s.present(formation)
    barred = s.finished | s.prepared | s.astray | s.routed | s.rallied
    if s.where[officer] != OFF:
        units &= s.alive
    return units & ~barred


# choosing


class Choose(SideStep):
    """A side activates an officer, a unit out of command or a transport, or passes (3.3.1a, 3.3.1i)."""

    heading = "{side} activation"
    asks = "Activate an officer, a unit out of command or a transport, or pass."
    help = Help(
        "3.3.1a",
        "An officer activates all units of his formation in command; a unit out of command must pass a morale check. A "
        "unit that rallied earlier this turn acts on its own.",
    )
    words = {
        "activate": "Activate {it}", "coordinate": "Coordinate {it} with another officer",
        "orders": "Give standing orders", "wait": "Pass",
    }  # fmt: skip

    def options(self, s: FranceState) -> list[Option]:
        can = candidates(s, self.mover)
        if not can:
            return []
        say, named = s.setting.say, s.setting.vocabulary.named
        options = named("activate", can)
        joint = officers.coordinators(s, can)
        if joint:
            options += named("coordinate", joint)
        if self._may_order(s):
            options += say["orders"]
        return options + say["wait"]

    def _may_order(self, s: FranceState) -> bool:
        return not s.ordered >> self.mover & 1 and bool(reaction.commanded(s, self.mover))

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if verb == "orders":
            if not self._may_order(s):
                yield Bar(ALL, "3.4c", "orders have been given since the last activation")
            return
        if verb == "wait":
            return
        if verb == "coordinate":
            able = candidates(s, self.mover)
            yield Bar(~(setting.officers & setting.pieces_on[self.mover]), "7.3a", "{it} is not an officer of yours")
            yield Bar(~able, "3.3.1a", "{it} cannot be activated")
            yield Bar(officers.of_french_armour(s), "14.1a", "{it} leads French armour, which does not coordinate")
            yield Bar(
                ~officers.coordinators(s, able),
                "7.3a",
                "no officer who can be activated and coordinates is near enough to {it}",
            )
            return
        here = s.alive | waiting(s, self.mover)
        yield Bar(~setting.pieces_on[self.mover], "3.3.1a", "{it} is not yours")
        yield Bar(~here, "3.3.1a", "{it} is not there, and does not enter this turn")
        yield Bar(s.finished, "3.3.1b", "{it} is Finished")
        yield Bar(s.prepared, "3.3.2u", "{it} has been activated this turn and waits in reaction")
        yield Bar(without_fuel(s), "14.3e", "{it} waits for fuel")
        yield Bar(setting.units & s.routed, "10.3.1b", "{it} is routed and must be rallied first")
        yield Bar(setting.units & s.rallied, "10.4.2f", "{it} has just rallied")
        yield Bar(setting.led & ~s.astray & ~unled(s), "3.3.1c", "{it} is in command: activate its officer")
        yield Bar(setting.transports & s.laden, "5.5b", "{it} carries a unit and is activated with it")
        yield Bar(setting.horses, "5.6f", "horses are activated with their riders")
        yield Bar(setting.officers & ~s.leading(), "7.2a", "{it} leads no formation")
        yield Bar(~candidates(s, self.mover), "3.3.1a", "{it} cannot be activated")

    def activate(self, s: FranceState, piece: int) -> None:
        open_activation(s, self.mover)
        setting = s.setting
        if setting.officers >> piece & 1:
            begin(s, piece, followers(s, piece))
        elif s.astray >> piece & 1:
            s.active = 1 << piece
            harder = setting.charts.morale.out_of_command
            if morale.gate(s, piece, "activation", ("3.3.1e", "10.2b", "10.2c"), harder):
                begin(s, piece, 0)
        else:
            begin(s, piece, 0)

    def coordinate(self, s: FranceState, officer: int) -> None:
        s.turn_into(Coordinate(officer))

    def orders(self, s: FranceState, value: int) -> None:
        s.ordered |= 1 << self.mover
        s.push(reaction.Orders(self.mover, 0))

    def wait(self, s: FranceState, value: int) -> None:
        s.pop()
        pass_on(s, self.mover)

    def after(self, s: FranceState) -> None:
        """A side that can activate nobody passes (3.3.1i)."""
        pass_on(s, self.mover)


def open_activation(s: FranceState, side: int) -> None:
    """An activation takes the place of the choice: nobody has passed, and orders may be given again."""
    s.turn_into(EndActivation(side))
    s.passes = 0
    s.ordered = 0
    s.activator = side


class Coordinate(FranceStep):
    """An officer who will be activated tries to take another along (7.3)."""

    first: Piece

    hand = "first"
    standing = True
    heading = "{side} activation"
    asks = "Choose the officer with whom {first} coordinates."
    help = Help("7.3b", "It works if a die is not above both coordination values together; otherwise he acts alone.")
    words = {"second": "Coordinate with {it}"}
    rolls = ("second",)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        able = candidates(s, self.side(s)) & s.setting.officers
        yield Bar(~(s.setting.officers & s.setting.pieces_on[self.side(s)]), "7.3a", "{it} is not an officer of yours")
        yield Bar(~able, "7.3a", "{it} cannot be activated")
        yield Bar(~officers.partners(s, self.first, able), "7.3a", "{it} is too far away, or does not coordinate")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        needed = officers.needed(s, self.first, option.value)
        factors = tuple(
            Factor(s.spoken(officer), str(s.setting.coordination[officer]), "7.3b")
            for officer in (self.first, option.value)
        )
        names = ["both formations act" if die <= needed else "the first acts alone" for die in range(1, 7)]
        return one_die("Coordination", names, factors)

    def second(self, s: FranceState, other: int) -> None:
        first, needed = self.first, officers.needed(s, self.first, other)
        open_activation(s, self.side(s))
        die = s.roll("coordination", ("7.3b",))
        s.events.append(Coordinated(("7.3b",), first, other, needed, die, die <= needed))
        units = followers(s, first)
        if die <= needed:
            units |= 1 << other | followers(s, other)
        begin(s, first, units)


def begin(s: FranceState, piece: int, units: int) -> None:
    """An activation: an officer with his units, a unit or a transport alone, and what carries them (3.3.1c, 5.5b)."""
    s.active = units | 1 << piece
    for passenger in listed(s.active & s.riders):
        s.active |= 1 << s.carriers[passenger]
    s.events.append(Activated(("3.3.1a",), s.activator, piece, listed(units)))
    s.push(Activation(s.activator))


def pass_on(s: FranceState, side: int) -> None:
    """A side passes; after two passes, or if the other has none but units in reaction, the turn ends (3.3.1j, 3.5e)."""
    s.passes += 1
    s.events.append(Passed(("3.3.1i",), side))
    if s.passes < 2 and candidates(s, 1 - side) and not _only_reaction(s, 1 - side):
        s.push(Choose(1 - side))


def _only_reaction(s: FranceState, side: int) -> bool:
    """Does everything that a side could still activate carry a Reaction marker (3.5e)?

    An officer counts by his units: it is they who could act.
    """
    units = 0
    for piece in listed(candidates(s, side)):
        units |= followers(s, piece) or 1 << piece if s.setting.officers >> piece & 1 else 1 << piece
    return not units & ~s.reaction


# acting


def prepare_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not prepare for reaction (3.3.2u)."""
    yield Bar(s.setting.officers, "3.3.2u", "{it} is an officer: only units prepare for reaction")
    yield Bar(~s.setting.armed, "3.3.2u", "{it} has nothing to fire with")
    yield Bar(~s.alive, "3.3.2u", "{it} is not on the board yet")
    yield Bar(s.reaction, "3.5d", "{it} has a Reaction marker and keeps it unless it acts")
    yield Bar(carried(s), "5.5h", "{it} is carried or towed")
    yield Bar(rolling(s), "3.3.2a", "{it} has spent movement points, and can only move")


class Action(NamedTuple):
    """Something that activated pieces can do."""

    bars: Callable[[FranceState], Iterable[Bar]]
    """What bars pieces from it."""
    needs: Callable[[FranceState], object] | None = None
    """What must be there, or nobody can do it."""
    more_than: str = ""
    """The action before it that is open to everybody to whom this one is."""
    unlike: bool = False
    """Is it open to others than units in good order which have not begun to act?"""


ACTIONS: dict[str, Action] = {
    "prepare": Action(prepare_bars), "fire": Action(fire.fire_bars),
    # movement (5)
    "move": Action(march.move_bars), "limber": Action(transport.limber_bars),
    "unlimber": Action(transport.unlimber_bars, attrgetter("riders")),
    # 8.1, 8.2
    "direct": Action(artillery.direct_bars, artillery.at_hand),
    "barrage": Action(artillery.barrage_bars, more_than="direct"),
    "fly": Action(air.fly_bars, air.at_hand), "raid": Action(air.raid_bars, more_than="fly"),
    # assault (9)
    "assault": Action(storming.assault_bars, unlike=True),
    "renew": Action(continuing.renew_bars, attrgetter("melees"), unlike=True),
    "withdraw": Action(continuing.withdraw_bars, attrgetter("melees"), unlike=True),
    # rally (10.4)
    "rally": Action(rally.bars, attrgetter("routed"), unlike=True),
    # works (12)
    "entrench": Action(building.entrench_bars), "barricade": Action(building.barricade_bars),
    "span": Action(building.span_bars, attrgetter("ditches")),
    "breach": Action(building.breach_bars, attrgetter("teeth")),
    "bridge": Action(building.bridge_bars), "resume": Action(building.resume_bars, attrgetter("projects")),
    "clear": Action(obstacles.clear_bars), "scramble": Action(obstacles.scramble_bars, attrgetter("wire")),
    "sweep": Action(obstacles.sweep_bars, attrgetter("mines")),
    "shelter": Action(works.shelter_bars), "emerge": Action(works.emerge_bars, attrgetter("inside")),
}  # fmt: skip
"""The actions of activated pieces; who could ever perform them is in the setting (``doers``)."""
ASSAULTING = ("move", "assault")
"""The actions that an assault of several units consists of (9.1b)."""


def _held(s: FranceState, verb: str) -> int:
    """The pieces that cannot act so now: routed, moved so far that they can only assault, in an assault that goes on.

    Those in a continuing assault fight on, leave it or rally (9.1.4, G58).
    """
    fighting = fire.locked(s) if verb not in ("renew", "withdraw", "rally") else 0
    return fighting | (0 if verb == "rally" else s.routed) | (0 if verb == "assault" else s.poised)


def apart(act: Callable[[Activation, FranceState, int], None]) -> Callable[[Activation, FranceState, int], None]:
    """An action that is no part of an assault: those who have moved up for one have completed theirs (3.3.2d, 9.1b)."""

    def performed(self: Activation, s: FranceState, value: int) -> None:
        finish(s, s.poised)
        s.poised = 0
        act(self, s, value)

    return performed


class Activation(SideStep):
    """The activated officer and units act, in any order, each once (3.3.2)."""

    heading = "{side} activation"
    asks = "Choose an activated unit and what it does, or end the activation."
    help = Help("3.3.2a", "Each activated unit performs one action; units that do nothing are Finished at the end.")
    words = {
        "fire": "Fire with {it}", "engage": "Fire at {it}",
        "prepare": "Prepare {it} for reaction",
        # movement (5)
        "move": "Move {it}", "limber": "Limber {it}", "unlimber": "Unlimber {it}",
        "direct": "Direct an artillery mission with {it}", "barrage": "Direct two artillery missions with {it}",
        "fly": "Direct an air mission with {it}", "raid": "Direct two air missions with {it}",
        # assault (9)
        "assault": "Assault with {it}", "renew": "Fight on with {it}", "withdraw": "Take {it} out of the assault",
        # rally (10.4)
        "rally": "Rally with {it}",
        # works (12)
        "entrench": "Begin an improved position with {it}", "barricade": "Begin a roadblock with {it}",
        "span": "Begin a crossing over the ditch with {it}", "breach": "Begin to destroy dragon's teeth with {it}",
        "bridge": "Begin a pontoon bridge with {it}", "resume": "Finish the work of {it}",
        "clear": "Remove wire or a roadblock with {it}", "scramble": "Try to get across wire with {it}",
        "sweep": "Sweep mines with {it}", "shelter": "Take {it} inside", "emerge": "Bring {it} out",
        "done": "End the activation",
    }  # fmt: skip
    takes_up = "move"
    idle = "done"
    rolls = ("engage",)

    def options(self, s: FranceState) -> list[Option]:
        """What no bar closes; bars are asked only as long as somebody is left whom they could concern."""
        free, doers, made = s.active & ~s.finished & ~s.prepared, s.setting.doers, []
        if not free:
            return []
        named, most, open_ = s.setting.vocabulary.named, free & ~_held(s, ""), set[str]()
        charging = bool(s.galloping) and bool(storming.chargers(s))
        for verb, action in ACTIONS.items():
            could = doers[verb]
            if not free & could or (charging and verb not in ASSAULTING):
                continue
            bars, needs, more_than, unlike = action
            left = (free if unlike else most) & could
            if not left or (more_than and more_than not in open_) or (needs and not needs(s)):
                continue
            if unlike:
                left &= ~_held(s, verb)
            for bar in bars(s):
                left &= ~bar.closed
                if not left:
                    break
            if left:
                made += named(verb, left)
                open_.add(verb)
        if "fire" in open_:
            made += s.setting.vocabulary.open("engage", closed(fire.engage_bars(s)))
        return made if charging or not made or continuing.pending(s) else made + s.setting.say["done"]

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb not in ASSAULTING and storming.chargers(s):
            yield Bar(ALL, "5.6g", "cavalry that has galloped must charge")
        if verb == "done":
            if continuing.pending(s):
                yield Bar(ALL, "9.1.4a", "an assault of yours goes on: your units there fight on or leave the hex")
            return
        if verb == "engage":
            yield from fire.engage_bars(s)
            return
        yield Bar(~s.setting.pieces_on[self.mover], "3.3.1a", "{it} is not yours")
        yield Bar(~s.active, "3.3.1c", "{it} is not activated")
        held = _held(s, verb)
        yield Bar(held & s.routed, "10.3.1b", "{it} is routed")
        yield Bar(s.finished | s.prepared, "3.3.2a", "{it} has acted")
        yield Bar(held & s.poised, "3.3.2a", "{it} has moved, and can only assault")
        yield Bar(held, "9.1.4a", "{it} is in an assault that goes on")
        yield from ACTIONS[verb].bars(s)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        if option.verb != "engage":
            return None
        way, units = fire.proposal(s, option.value)
        return attack.preview(s, fire.made(s, way, option.value, units))

    @apart
    def fire(self, s: FranceState, unit: int) -> None:
        s.push(fire.Aim(unit))

    @apart
    def engage(self, s: FranceState, hexa: int) -> None:
        fire.engage(s, hexa)

    def move(self, s: FranceState, piece: int) -> None:
        march.begin(s, piece)

    @apart
    def limber(self, s: FranceState, gun: int) -> None:
        s.push(transport.Limber(gun))

    @apart
    def unlimber(self, s: FranceState, gun: int) -> None:
        transport.unlimber(s, gun)

    @apart
    def prepare(self, s: FranceState, unit: int) -> None:
        works.declare(s, unit, Prepare(unit))

    # artillery and air (8.1, 8.2)

    @apart
    def direct(self, s: FranceState, officer: int) -> None:
        artillery.begin(s, officer, 1)

    @apart
    def barrage(self, s: FranceState, officer: int) -> None:
        artillery.begin(s, officer, 2)

    @apart
    def fly(self, s: FranceState, officer: int) -> None:
        air.begin(s, officer, 1)

    @apart
    def raid(self, s: FranceState, officer: int) -> None:
        air.begin(s, officer, 2)

    # assault (9)

    def assault(self, s: FranceState, unit: int) -> None:
        assault.begin(s, unit)

    @apart
    def renew(self, s: FranceState, unit: int) -> None:
        continuing.renew(s, unit)

    @apart
    def withdraw(self, s: FranceState, unit: int) -> None:
        continuing.withdraw(s, unit)

    # rally (10.4)

    @apart
    def rally(self, s: FranceState, officer: int) -> None:
        s.push(rally.Rally(officer, 0))

    # works (12)

    @apart
    def entrench(self, s: FranceState, unit: int) -> None:
        building.begin(s, unit, "position", s.where[unit])

    @apart
    def barricade(self, s: FranceState, unit: int) -> None:
        building.begin(s, unit, "roadblock", s.where[unit])

    @apart
    def span(self, s: FranceState, unit: int) -> None:
        building.begin(s, unit, "crossing", s.where[unit])

    @apart
    def breach(self, s: FranceState, unit: int) -> None:
        building.begin(s, unit, "teeth", s.where[unit])

    @apart
    def bridge(self, s: FranceState, unit: int) -> None:
        s.push(building.Bridge(unit))

    @apart
    def resume(self, s: FranceState, unit: int) -> None:
        works.declare(s, unit, building.Resume(unit))

    @apart
    def clear(self, s: FranceState, unit: int) -> None:
        s.push(obstacles.Clear(unit))

    @apart
    def scramble(self, s: FranceState, unit: int) -> None:
        s.push(obstacles.Scramble(unit))

    @apart
    def sweep(self, s: FranceState, unit: int) -> None:
        s.push(obstacles.Sweep(unit))

    @apart
    def shelter(self, s: FranceState, unit: int) -> None:
        works.declare(s, unit, works.Shelter(unit, True))

    @apart
    def emerge(self, s: FranceState, unit: int) -> None:
        works.declare(s, unit, works.Shelter(unit, False))


class Prepare(FranceStep):
    """A unit that prepares gets a Reaction marker, unless it was driven off meanwhile (3.3.2u, G21, G22)."""

    unit: Piece

    def after(self, s: FranceState) -> None:
        s.moving = 0
        if works.able(s, self.unit):
            s.reaction |= 1 << self.unit
            s.prepared |= 1 << self.unit
            s.events.append(Prepared(("3.3.2u",), self.unit))


class EndActivation(SideStep):
    """All that were activated are Finished; smoke thins (G22b, 8.1.5j).

    Those with an older Reaction marker who have not acted keep it instead, and cannot be activated again this turn
    either (3.3.1b, 3.5d).
    """

    def after(self, s: FranceState) -> None:
        finish(s, s.active & ~s.reaction | s.poised | rolling(s))
        s.prepared |= s.active & s.reaction
        waited = s.rallied & s.setting.pieces_on[1 - self.mover]
        s.rallied, s.recovered = s.rallied & ~waited, s.recovered | waited & ~s.finished
        s.active, s.moving, s.passing, s.activator = 0, 0, 0, -1
        s.spent, s.byways, s.fording = bytearray(len(s.spent)), 0, 0
        s.poised, s.started = 0, {}
        s.galloping, s.hindered, s.answered = 0, 0, 0
        s.events.append(ActivationEnded(("3.3.1h",), self.mover))
        smoke.fade(s)
        s.push(Choose(1 - self.mover))
