"""Chapter 5: command, planning and activations; the charts of chapter 23 are in markers.toml.

A turn's markers lie in two bins, one for each side. Which special marker a bin holds, and which plan a side has kept,
nobody else knows until it is picked (5.0a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Factor, Help, Option, closed
from meuse.engine.scene import Sweep
from meuse.games.mansteins_war import control, reinforcements
from meuse.games.mansteins_war.events import Activated, Binned, Called, MarkerPicked, MarkerRemoved
from meuse.games.mansteins_war.setting import (
    AG2,
    AG3,
    ALLIED,
    BELGIUM,
    BL,
    COUNTRIES,
    FRANCE,
    GERMAN,
    NATIONS,
    NETHERLANDS,
    NL,
    PGK,
    RESERVES,
    SIDES,
    WAITING,
)
from meuse.games.mansteins_war.state import MansteinState, SideStep
from meuse.games.mansteins_war.tables import CommandMarker
from meuse.mechanics.words import counted

# the markers of a turn


def in_play(s: MansteinState) -> int:
    """The markers that are not out of the game."""
    return ~s.out & (s.setting.markers_on[GERMAN] | s.setting.markers_on[ALLIED])


def must_be_binned(s: MansteinState, side: int) -> int:
    """What a side has no choice about: its sub-commands, and in turn 1 the German plan (21.1m, 21.2h, 21.2i, R30)."""
    own = s.setting.markers_on[side] & in_play(s)
    markers = own & s.setting.always
    if s.turn == 1 and side == GERMAN and s.rulings["german_plan"] == "first":
        markers |= own & s.setting.plans[GERMAN]
    return markers


def evacuation_near(s: MansteinState) -> bool:
    """Do German units occupy a port or coastal hex in France, or stand beside one (20.2a, R39)?"""
    setting = s.setting
    near = s.held[GERMAN] | _beside(s, s.held[GERMAN])
    return bool(near & setting.harbours & setting.country[FRANCE])


def _beside(s: MansteinState, hexes: int) -> int:
    around = 0
    for hexa in s.setting.board.members(hexes):
        around |= s.setting.board.around[hexa]
    return around


CONDITIONS = {"evacuation": "20.2a", "belgium": "24.1a", "french_towns": "24.2a"}
"""The clause of each condition but that of Morale markers."""


def condition_met(s: MansteinState, marker: CommandMarker) -> bool:
    """Has come about what a marker waits for (20.2a, 24.1a, 24.2a)? A Morale marker is never put in beforehand."""
    setting, german = s.setting, control.controlled(s, GERMAN)
    match marker.condition:
        case "evacuation":
            return s.evac_turn == s.turn or (s.rulings["evac_window"] == "any" and evacuation_near(s))
        case "belgium":
            wanted = setting.urban if s.rulings["fall_rot"] == "towns" else setting.cities | setting.forts
            return not wanted & setting.country[BELGIUM] & ~german
        case "french_towns":
            lost = setting.urban & setting.country[FRANCE] & german
            return lost.bit_count() >= setting.tables.options.plan_w.french_places
        case "morale":
            return False
        case _:
            return True


def begin_phase(s: MansteinState) -> None:
    """The Command Marker Phase begins: the markers without a choice are in their bins (4.1c)."""
    if not s.evac_turn and evacuation_near(s):
        s.evac_turn = s.turn
    s.bin = must_be_binned(s, GERMAN) | must_be_binned(s, ALLIED)


def put_back(s: MansteinState) -> None:
    """The turn is over: special markers leave the game, the others can be put into the bin again (5.7b, 5.7d, R25)."""
    fallen = union(s.setting.lost_with[country] for country in listed(s.surrendered))
    s.out |= s.played & (s.setting.special | fallen)
    s.played = s.passed = 0
    s.evacuating = False


def remove(s: MansteinState, markers: int, clause: str) -> None:
    """Markers leave play at once, from the bin as well (3.7a, 5.7e, 5.7f, R19). Which plan was kept stays a secret."""
    plans = s.setting.plans[GERMAN] | s.setting.plans[ALLIED]
    for number in listed(markers & ~s.out & ~plans):
        s.events.append(MarkerRemoved((clause,), s.setting.markers[number].name))
    s.out |= markers & ~s.played  # those played this turn lie there to its end
    s.bin &= ~markers


class Load(SideStep):
    """A player may add a special marker to his bin, unseen by the other (4.1c, 5.2, 5.7a)."""

    heading = "Command markers"
    asks = "Put a special marker into your bin for this turn?"
    words = {"add": "Put {it} into the bin", "decline": "No special marker this turn"}
    warned = ("add", "decline")

    def warning(self, s: MansteinState, option: Option) -> str:
        """Evac comes into the bin at the first chance, or never (20.2f, R39)."""
        evac = s.setting.evac
        forfeits = late_evac(s, self.mover) and s.setting.say["add"][evac.bit_length() - 1] in s.options
        if not forfeits or (option.verb == "add" and 1 << option.value == evac):
            return ""
        return "Evac can be put into the bin in this turn only: otherwise it is out of the game."

    def explained(self, s: MansteinState) -> Help:
        besides = self.mover == GERMAN and s.rulings["special_markers"] == "luftwaffe"
        says = (
            "Each special marker can be used once in the game, and a bin gets at most one in a turn"
            f"{', the Luftwaffe besides' if besides else ''}; the markers of your sub-commands are in it already."
        )
        return Help("5.2b", says)

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("add", closed(self.bars(s, "add")))
        return options + s.setting.say["decline"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if verb != "add":
            return
        yield Bar(~setting.markers_on[self.mover], "5.1b", "{it} is a marker of the other side")
        aside = setting.left_aside(s.rulings)
        yield Bar(aside & setting.always, "28.1e", "{it}: its country is out of play")
        yield Bar(aside, "21.0d", "{it} belongs to an optional rule that is not in force")
        plans = setting.plans[self.mover]
        if plans & ~s.out:  # else the plan chosen has been played, and all of them are out
            yield Bar(s.out & plans, "21.1l" if self.mover else "21.2h", "{it} is not the plan chosen")
        yield Bar(s.out, "5.2c", "{it} is out of the game")
        yield Bar(setting.always, "21.1m" if self.mover else "21.2i", "{it} is put into the bin every turn anyway")
        early = members([n for n, row in setting.later_markers if row.from_turn > s.turn])
        yield Bar(early, "5.2a", f"{{it}} cannot be in the bin in turn {s.turn}")
        yield Bar(s.bin, "5.2c", "{it} is in the bin already")
        unmet = members([n for n, row in setting.waiting_markers if not condition_met(s, row)])
        yield Bar(unmet & setting.morale_markers, "24.3a", "{it} comes into the bin with a Morale Victory only")
        for marker in listed(unmet & ~setting.morale_markers):
            yield Bar(1 << marker, CONDITIONS[setting.markers[marker].condition], "{it}: its condition is not met")
        yield Bar(self._no_more(s), "5.2b", "only one special marker can be put into the bin in a turn")

    def _no_more(self, s: MansteinState) -> int:
        """What one special marker in the bin keeps out (5.2b, R28)."""
        setting = s.setting
        inside = (s.bin | s.played) & setting.special & setting.markers_on[self.mover]
        if not inside:
            return 0
        if s.rulings["special_markers"] == "one":
            return ALL
        flying = members(n for n, row in enumerate(setting.markers) if row.all_air)
        return flying if inside == flying else ~flying if not inside & flying else ALL

    def add(self, s: MansteinState, marker: int) -> None:
        s.bin |= 1 << marker
        row = s.setting.markers[marker]
        s.events.append(Binned((row.clause,), self.mover, row.name))

    def decline(self, s: MansteinState, value: int) -> None:
        s.turn_into(Loaded(self.mover))

    def after(self, s: MansteinState) -> None:
        s.push(Loaded(self.mover))


def late_evac(s: MansteinState, side: int) -> bool:
    """Will Evac be discarded unless it is put into the bin now (20.2f, R39)?"""
    now = side == ALLIED and s.evac_turn == s.turn and s.rulings["evac_window"] == "first"
    return now and bool(s.setting.evac & ~s.bin & ~s.out)


class Loaded(SideStep):
    """A bin is full. Evac is put in when it can be for the first time, or never (20.2f, R39)."""

    def after(self, s: MansteinState) -> None:
        if late_evac(s, self.mover):
            remove(s, s.setting.evac, "20.2f")


# picking


class FirstMarker(SideStep):
    """The first marker of the game is chosen, not drawn (21.2b, R32)."""

    heading = "{side} impulse"
    asks = "Choose your first command marker."
    help = Help("21.2b", "Only this marker is chosen; all others are drawn at random.")
    words = {"select": "Play {it}"}

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        yield Bar(~(s.bin & s.setting.markers_on[self.mover]), "21.2b", "{it} is not in your bin")

    def select(self, s: MansteinState, marker: int) -> None:
        s.pop()
        pick(s, marker)


def draw(s: MansteinState, side: int) -> int:
    """A marker of a side's bin at random (5.4a)."""
    markers = listed(s.bin & s.setting.markers_on[side])
    place = s.roll(secret_roll(side, "command marker"), ("5.4a",), sides=len(markers)) - 1 if len(markers) > 1 else 0
    return markers[place]


def pick(s: MansteinState, marker: int) -> None:
    """A marker is picked and must be played: everybody sees it, and its effects begin (5.4a)."""
    row, side = s.setting.markers[marker], s.setting.marker_side[marker]
    s.bin &= ~(1 << marker)
    s.played |= 1 << marker
    s.marker, s.operator = 1 << marker, side
    s.sealed = True
    if row.rough_stacking:
        s.manstein = s.turn
        s.touch()
    if row.evacuates:
        s.evacuating = True
    s.events.append(MarkerPicked(("5.4a", row.clause), side, row.name))


def under_way(s: MansteinState) -> CommandMarker | None:
    """The marker of this impulse."""
    return s.setting.markers[s.marker.bit_length() - 1] if s.marker else None


# activating


SMALL = {BL: BELGIUM, NL: NETHERLANDS}
"""The sub-commands whose one marker leaves play with their country."""


def _lost(s: MansteinState, country: int) -> bool:
    """Has a country capitulated, or stayed out of play (3.7a, 28.1e)?"""
    aside = s.setting.left_aside(s.rulings) & s.setting.lost_with[country]
    return bool(s.surrendered >> country & 1 or aside)


def open_commands(s: MansteinState, row: CommandMarker) -> int:
    """The sub-commands that a marker may activate; Belgians and Dutch only by their own (5.1x, R38)."""
    commands = s.setting.commands_of[row.id]
    if row.side == SIDES[ALLIED] and row.condition in ("french_towns", "morale"):
        if s.rulings["minor_allies"] == "any":
            commands |= members([command for command, country in SMALL.items() if not _lost(s, country)])
    if s.surrendered >> FRANCE & 1:
        commands &= ~members((AG2, AG3))  # R19
    return commands & ~s.commands


def air_units(s: MansteinState, row: CommandMarker) -> int:
    """How many air units a marker activates at most (5.1, 16.1a, 28.2b)."""
    setting, doctrine = s.setting, s.setting.tables.options.allied_air_doctrine
    if row.all_air:
        side = SIDES.index(row.side)
        return sum(setting.side_of[unit] == side for unit in setting.air)
    return doctrine.air if s.on("allied_air_doctrine") and row.id in doctrine.markers else row.air


def activate(s: MansteinState, command: int) -> None:
    """A sub-command is activated: all its units can be used, those that arrive now as well (5.5a)."""
    s.commands |= 1 << command
    s.active |= s.setting.pieces_in[command]
    row = under_way(s)
    assert row is not None
    s.events.append(Activated(("5.5a", row.clause), s.setting.command_titles[command]))


def call_up(s: MansteinState, piece: int, clause: str) -> None:
    """A unit is activated by itself; for a reserve unit it is the one activation of the turn (5.8d)."""
    s.active |= 1 << piece
    if s.setting.reserves >> piece & 1:
        s.reserved |= 1 << piece
    s.events.append(Called((clause,), piece))


def at_hand(s: MansteinState) -> int:
    """Mobile ground units on the map, and those that can be deployed this turn (R35)."""
    where, due, turn = s.where, s.due, s.turn
    absent = listed(s.setting.ground & ~s.standing)
    coming = members([piece for piece in absent if where[piece] == WAITING and due[piece] <= turn])
    return (s.standing | coming) & s.setting.mobile


def takes_reserves(s: MansteinState) -> bool:
    """May reserve units be activated along with the marker: an army group must be (5.8c, R37)?"""
    row = under_way(s)
    return row is not None and row.reserves and bool(s.commands & s.setting.army_groups)


class Activation(SideStep):
    """The Command Segment: the marker's sub-commands, corps, reserves and air units are activated (4.1e, 5.5)."""

    def after(self, s: MansteinState) -> None:
        row = under_way(s)
        assert row is not None
        s.air_left = air_units(s, row)
        choices = listed(open_commands(s, row))
        s.push(CallReserves(self.mover))
        if row.corps:
            s.push(ChooseCorps(self.mover, row.corps))
        if len(choices) > row.commands:
            s.push(ChooseCommand(self.mover, row.commands))
        else:
            for command in choices:
                activate(s, command)


class ChooseCommand(SideStep):
    """A marker that leaves the choice: which sub-commands does it activate (5.1)?"""

    left: int

    heading = "{side} impulse"
    words = {"activate": "Activate {it}"}

    def prompt(self, s: MansteinState) -> str:
        row = under_way(s)
        assert row is not None
        return f"{row.name}: choose a sub-command to activate ({counted(self.left, 'choice')} left)."

    def explained(self, s: MansteinState) -> Help:
        row = under_way(s)
        assert row is not None
        return Help(row.clause, f"{row.name} activates {counted(row.commands, 'sub-command')} of your choice.")

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting, row = s.setting, under_way(s)
        assert row is not None
        own = setting.those(side == self.mover for side in setting.command_side)
        yield Bar(~own, "5.5a", "{it} belongs to the other side")
        yield Bar(s.commands, row.clause, "{it} is activated already")
        yield from self._never(s)
        yield Bar(~open_commands(s, row), row.clause, f"{row.name} does not activate {{it}}")
        says = "reinforcements that are due would not arrive this turn: no other marker is there for them"
        yield Bar(reinforcements.forsaken(s, self.mover, row, self.left), "13.2b", says)

    @staticmethod
    def _never(s: MansteinState) -> Iterator[Bar]:
        """The sub-commands that no marker activates by choice."""
        yield Bar(RESERVES, "5.8c", "{it} is no sub-command: its units come along with army groups")
        if s.rulings["minor_allies"] != "any":
            yield Bar(members(SMALL), "5.1x", "{it} is activated by its own marker alone")
        for command, country in {AG2: FRANCE, AG3: FRANCE, **SMALL}.items():
            if s.surrendered >> country & 1:
                clause = "5.7e" if country == FRANCE else "5.7f"
                yield Bar(1 << command, clause, f"{COUNTRIES[country].title()} has capitulated")

    def activate(self, s: MansteinState, command: int) -> None:
        activate(s, command)
        if self.left > 1:
            s.turn_into(ChooseCommand(self.mover, self.left - 1))
        else:
            s.pop()


def callable_bars(s: MansteinState, mover: int) -> Iterator[Bar]:
    """The units that cannot be activated one by one."""
    setting = s.setting
    yield Bar(~setting.ground, "5.9a", "{it} is no ground unit: air units are activated by flying")
    yield Bar(~setting.pieces_on[mover], "5.5a", "{it} is an enemy unit")
    yield Bar(~setting.mobile, "5.8b", "{it} can neither move nor attack")
    yield Bar(~at_hand(s), "5.5a", "{it} is neither on the map nor due this turn")
    yield Bar(s.reserved, "5.8d", "{it} has had its one activation of this turn")
    yield Bar(s.active, "5.5a", "{it} is activated already")


class ChooseCorps(SideStep):
    """A leader's marker: which Mech corps does it activate (5.1m to 5.1o, 5.1ab, R35)?"""

    left: int

    heading = "{side} impulse"
    words = {"call": "Activate {it}", "done": "No further corps"}
    takes_up = "call"

    def prompt(self, s: MansteinState) -> str:
        row = under_way(s)
        assert row is not None
        return f"{row.name}: choose a Mech corps to activate ({self.left} left)."

    def explained(self, s: MansteinState) -> Help:
        row = under_way(s)
        assert row is not None
        return Help(row.clause, f"{row.name} activates up to {row.corps} mechanized corps of any sub-command.")

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("call", closed(self.bars(s, "call")))
        return options + s.setting.say["done"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        row = under_way(s)
        if verb != "call" or row is None:
            return
        yield from callable_bars(s, self.mover)
        own = 0
        for nation in row.corps_of:
            own |= s.setting.pieces_of[NATIONS.index(nation)]
        yield Bar(~(s.setting.mech_corps & own), row.clause, f"{{it}} is no Mech corps that {row.name} can activate")

    def call(self, s: MansteinState, piece: int) -> None:
        row = under_way(s)
        assert row is not None
        call_up(s, piece, row.clause)
        if self.left > 1:
            s.turn_into(ChooseCorps(self.mover, self.left - 1))
        else:
            s.pop()

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


class CallReserves(SideStep):
    """Reserve units come along with an army group, each once in a turn (5.8c to 5.8e, R37)."""

    heading = "{side} impulse"
    asks = "Activate reserve units along with the army group?"
    help = Help("5.8c", "Each reserve unit can be activated once in a turn, together with any army group.")
    words = {"call": "Activate {it}", "done": "No further reserves"}
    takes_up = "call"
    sweeps = {"call": Sweep("call", "Activate all reserves")}

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("call", closed(self.bars(s, "call")))
        return options + s.setting.say["done"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "call":
            return
        if not takes_reserves(s):
            yield Bar(ALL, "5.8c", "reserves come along with army groups only")
        yield from callable_bars(s, self.mover)
        yield Bar(~s.setting.reserves, "5.8c", "{it} is no reserve unit")

    def call(self, s: MansteinState, piece: int) -> None:
        call_up(s, piece, "5.8c")

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


class EndImpulse(SideStep):
    """The impulse is over: nobody is activated any more."""

    def after(self, s: MansteinState) -> None:
        s.operator = -1
        s.marker = s.commands = s.active = s.air_left = s.flown = s.defended = s.landed = s.port_users = 0
        s.bridges_back = 0
        if s.dropped:
            s.dropped = 0
            s.touch()
        control.check(s)  # a bridgehead may have been removed, or a lander's zone have come back


# what attacks gain by a marker


def may_attack(s: MansteinState, piece: int) -> bool:
    """May a unit attack in this impulse as far as its marker is concerned (5.1ac, 20.2e, R41)?"""
    row = under_way(s)
    if row is None or not row.no_attacks:
        return True
    return s.rulings["evac_attacks"] == "others" and not s.commands >> s.setting.command[piece] & 1


def attack_shifts(s: MansteinState, attackers: Iterable[int], target: int) -> Iterator[tuple[int, Factor]]:
    """Columns to the right that an attack gains by command markers, each with what a player calls it (5.6a, R34)."""
    units, row = tuple(attackers), under_way(s)
    if row is not None and row.shift and row.shift_when != "air" and not lasting(s, row):
        if row.shift_when != "maginot" or from_maginot(s, units, target):
            yield row.shift, Factor(row.name, f"{row.shift}R", row.clause)
    plan = next((row for row in s.setting.markers if row.shift_lasts == "turn"), None)
    if plan is not None and lasting(s, plan) and any(s.setting.command[unit] == PGK for unit in units):
        yield plan.shift, Factor(plan.name, f"{plan.shift}R", "5.1k")


def lasting(s: MansteinState, row: CommandMarker) -> bool:
    """Does a marker's shift count for its sub-command now: from its pick to the end of the turn (5.1k, R33)?"""
    if row.shift_lasts != "turn" or s.manstein != s.turn:
        return False
    return s.rulings["manstein_shift"] == "turn" or under_way(s) is row


def from_maginot(s: MansteinState, units: Iterable[int], target: int) -> bool:
    """Is it an attack from Maginot Line hexes into Germany (5.1aa, R36)?"""
    if not s.setting.germany >> target & 1:
        return False
    there = [bool(s.setting.maginot >> s.where[unit] & 1) for unit in units]
    return all(there) if s.rulings["plan_r"] == "all" else any(there)


def air_shift(s: MansteinState) -> int:
    """Columns that air superiority and city bombing gain in this impulse (5.1q, 5.6c)."""
    row = under_way(s)
    return row.shift if row is not None and row.shift_when == "air" else 0


# what others may know


def secret_roll(side: int, what: str) -> str:
    """The purpose of a roll that only one side sees: how many markers were in a bin is a secret, too."""
    return f"{SIDES[side].title()} {what}"


def secret_plans(s: MansteinState, side: int) -> int:
    """The plans of a side as long as nobody else knows which of them was kept (21.1l, 21.2h, R106)."""
    plans = s.setting.plans[side]
    return plans if plans & ~(s.out | s.played) else 0


def secret_markers(s: MansteinState, side: int) -> int:
    """What nobody else knows to be in a side's bin or not: the special markers it could have put there (5.0a, R106)."""
    return s.setting.markers_on[side] & s.setting.special & (~s.out | secret_plans(s, side)) & ~s.played
