"""Chapter 10: combat, from the choice of a hex to the fall of the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from meuse.board import Sides
from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.scene import Choice, Fight, Sweep
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import (
    boards,
    commands,
    control,
    fortresses,
    landings,
    logistics,
    naval,
    results,
    shifts,
    special_forces,
)
from meuse.games.mansteins_war.events import Attacked, SegmentBegan
from meuse.games.mansteins_war.results import Engagement
from meuse.games.mansteins_war.setting import ALLIED, SIDES
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep, other

# who may attack what


def attack_bars(s: MansteinState, mover: int) -> Iterator[Bar]:
    """The units that can make no attack on other hexes in this segment."""
    setting = s.setting
    yield Bar(~s.standing, "10.0b", "{it} is not on the map")
    yield Bar(~setting.pieces_on[mover], "10.0a", "{it} is an enemy unit: only the operating side attacks")
    yield Bar(~s.active, "10.0b", "{it} is not activated")
    yield Bar(s.dropped, "18.2a", "{it} has landed on enemies and attacks these alone")
    row = commands.under_way(s)
    if row is not None and row.no_attacks:
        yield Bar(_kept_back(s), "20.2e", f"{{it}} cannot attack in the impulse of {row.name}")
    yield Bar(s.attacked, "10.1a", "{it} has attacked already in this segment")
    yield Bar(~armed(s), "10.0c", "{it} has no attack factor")


def armed(s: MansteinState) -> int:
    """The units with an attack factor (10.0c)."""
    weak = [piece for piece in listed(s.setting.fickle & s.standing) if not shifts.attack_of(s, piece)]
    return s.setting.armed & ~members(weak)


def _kept_back(s: MansteinState) -> int:
    """The activated units that may not attack in the impulse of a marker (20.2e)."""
    return members([piece for piece in listed(s.active) if not commands.may_attack(s, piece)])


def able(s: MansteinState, mover: int) -> int:
    """The units that may still attack in this segment."""
    return ~closed(attack_bars(s, mover))


def beside(s: MansteinState, hexa: int) -> int:
    """The hexes from which a hex can be attacked: all six, but not across ocean hexsides (10.1d, R52)."""
    board = s.setting.board
    return board.around[hexa] & ~board.across(hexa, s.setting.ocean)


def spent(s: MansteinState, side: int) -> int:
    """The hexes in which all units of a side have been attacked already (10.1b, R54)."""
    hexes = 0
    for piece in listed(s.defended & s.standing & s.setting.pieces_on[side]):
        hexa = s.where[piece]
        if not shifts.defending(s, shifts.defenders_at(s, side, hexa)):
            hexes |= 1 << hexa
    return hexes


def landing_hexes(s: MansteinState) -> int:
    """The hexes in which units that have landed among enemies must still attack (18.2a)."""
    if not s.dropped:
        return 0
    return members(s.where[piece] for piece in landings.opposed(s) if not s.attacked >> piece & 1)


def bases(s: MansteinState, mover: int, near: int) -> int:
    """Those of some hexes with a unit that may attack."""
    hexes, stacks = 0, s.stacks
    occupied = s.held[mover] & near
    if not occupied:
        return 0
    fit = able(s, mover)
    for hexa in s.setting.board.members(occupied):
        for piece in stacks[hexa]:
            if fit >> piece & 1:
                hexes |= 1 << hexa
                break
    return hexes


def targets(s: MansteinState, mover: int) -> int:
    """The hexes that the side may attack now."""
    board, ocean, enemy = s.setting.board, s.setting.ocean, other(mover)
    drops = landing_hexes(s)
    enemies = s.held[enemy] & ~drops
    if s.defended:
        enemies &= ~spent(s, enemy)
    front = bases(s, mover, board.zones(enemies, ocean))
    return drops | board.zones(front, ocean) & enemies if front else drops


# the segment


class OpenCombat(SideStep):
    """The Combat Segment begins (4.1l)."""

    coming = "{side} combat"

    def after(self, s: MansteinState) -> None:
        s.attacked = 0
        s.events.append(SegmentBegan(("4.1l",), self.mover, "combat"))
        s.push(Combat(self.mover))


class Combat(SideStep):
    """Choose a hex to attack, in any order, or none (10.0b, 10.0d)."""

    heading = "{side} combat"
    asks = "Combat: choose a hex to attack, or end the segment."
    help = Help("10.0b", "Attacks are optional; a unit attacks once in a segment and is attacked once in an impulse.")
    words = {"attack": "Attack {it}", "done": "End the combats"}
    warned = ("done",)

    def explained(self, s: MansteinState) -> Help:
        if landing_hexes(s):
            return Help("18.2a", "A unit that has landed on enemies must attack them before the segment ends.")
        return self.help

    def options(self, s: MansteinState) -> list[Option]:
        """Nobody is asked where nothing can be attacked."""
        hexes = targets(s, self.mover)
        if not hexes:
            return []
        options = s.setting.vocabulary.named("attack", hexes)
        return options if landing_hexes(s) else options + s.setting.say["done"]

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        drops = landing_hexes(s)
        if verb == "done":
            if drops:
                yield Bar(ALL, "18.2a", "a unit that has landed on enemies must attack them first")
            return
        setting, board, mover = s.setting, s.setting.board, self.mover
        yield Bar(~s.held[other(mover)], "10.1h", "there is no enemy ground unit in {it}")
        yield Bar(spent(s, other(mover)) & ~drops, "10.1b", "all units in {it} have been attacked in this impulse")
        near = board.zones(s.held[mover], setting.ocean)
        parted = board.zones(s.held[mover], Sides()) & ~(near | drops)
        yield Bar(parted, "2.1b", "an ocean hexside parts {it} from all units of yours beside it")
        yield Bar(~(near | drops), "10.0b", "no unit of yours stands next to {it}")
        out = 0
        for bar in attack_bars(s, mover):
            out |= bar.closed
            free = members(h for h in board.members(s.held[mover]) if members(s.stacks[h]) & ~out)
            says = str(bar.says).replace("{it}", "the last of them")
            far = ~(board.zones(free, setting.ocean) | drops)
            yield Bar(far, bar.clause, f"no unit next to {{it}} can attack: {says}")

    def attack(self, s: MansteinState, target: int) -> None:
        """Units that have landed there attack alone (18.2b); a unit that is the only one to attack does so at once."""
        s.events.append(Attacked(("10.3a",), self.mover, target))
        if not landing_hexes(s) >> target & 1:
            step = Attack(self.mover, target, ())
            alone = step.candidates(s)
            s.push(EndCombat(), step if alone & (alone - 1) else Attack(self.mover, target, listed(alone)))
            return
        landed = next(piece for piece in landings.opposed(s) if s.where[piece] == target)
        s.push(landings.Settlement(landed, target), *declared(s, target, (landed,)))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()

    def warning(self, s: MansteinState, option: Option) -> str:
        good = ", ".join(self.chances_left(s))
        return f"Units of yours can still attack at good odds: {good}." if good else ""

    def chances_left(self, s: MansteinState) -> Iterator[str]:
        """Hexes that can still be attacked so that no roll costs the attacker anything, with the column."""
        rows = s.setting.tables.result
        for target in s.setting.board.members(targets(s, self.mover)):
            everybody = listed(Attack(self.mover, target, ()).candidates(s))
            total = shifts.odds(s, target, everybody)
            codes = {row[total.column] for row in results.rows_of(s, on_mobile=False)}
            if not any(rows[c].counterattack or rows[c].attacker.steps or rows[c].attacker.retreat for c in codes):
                yield f"{s.spot(target)} at {total.text}"


class EndCombat(MansteinStep):
    """A combat is over: has somebody won, or a country capitulated (R20)?"""

    def after(self, s: MansteinState) -> None:
        control.check(s)


# one attack


def mobile_bars(s: MansteinState, target: int, attackers: Pieces) -> Iterator[Bar]:
    """Why an attack cannot be fought on the Mobile table (10.2b, 10.2c, 17.0d)."""
    if members(attackers) & ~s.setting.mech:
        yield Bar(ALL, "10.2b", "not all attacking units are Mech units")
    if fortresses.stands(s, target):
        yield Bar(ALL, "10.2c", f"{s.spot(target)} is an intact fortress: it must be assaulted")


def may_use_mobile(s: MansteinState, target: int, attackers: Pieces) -> bool:
    return not closed(mobile_bars(s, target, attackers))


class Assailing(SideStep):
    """A step at which the attack on a hex can be fought out, on one of the two tables (10.2)."""

    target: Place
    attackers: Pieces

    public = fought = True
    hand, spot = "attackers", "target"
    rolls = ("assault", "mobile")

    def odds(self, s: MansteinState) -> str:
        total = shifts.odds(s, self.target, self.attackers)
        return f"{total.attack} to {total.defence}, column {total.text}"

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        return boards.attack(s, self.mover, self.target, self.attackers)

    def table_bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        """Only Mech units may use the Mobile table, and not against intact fortifications (10.2b, 10.2c, 17.0d)."""
        return mobile_bars(s, self.target, self.attackers) if verb == "mobile" else iter(())

    def tables(self, s: MansteinState) -> list[Option]:
        say = s.setting.say
        return say["assault"] + (say["mobile"] if may_use_mobile(s, self.target, self.attackers) else [])

    def choices(self, s: MansteinState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """The column is named where the table is chosen."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb in self.rolls:
                text = shifts.odds(s, self.target, self.attackers).text
                asked = naval.can_support(s, self.target, self.attackers)  # the die falls after the answer
                made = msgspec.structs.replace(made, label=f"{made.label} at {text}", odds=not asked)
            yield made

    def assault(self, s: MansteinState, value: int) -> None:
        self._fight(s, on_mobile=False)

    def mobile(self, s: MansteinState, value: int) -> None:
        self._fight(s, on_mobile=True)

    def _fight(self, s: MansteinState, on_mobile: bool) -> None:
        """The Allies may commit their ships once the table is chosen (R61)."""
        s.pop()
        if naval.can_support(s, self.target, self.attackers):
            s.push(NavalSupport(self.mover, self.target, self.attackers, on_mobile))
        else:
            fight_out(s, self.target, self.attackers, on_mobile)

    def preview(self, s: MansteinState, option: Option) -> Preview | None:
        if option.verb not in self.rolls or naval.can_support(s, self.target, self.attackers):
            return None
        return foreseen(s, self.target, self.attackers, option.verb == "mobile")


class Attack(Assailing):
    """Gather the attackers of a hex, then choose the table (10.1, 10.3a)."""

    help = Help("10.1e", "All units that attack a hex do so together, from any of the six hexes around it.")
    words = {
        "commit": "Attack with {it}",
        "done": "Declare the attack, then choose special forces",
        "assault": "Fight on the Assault table",
        "mobile": "Fight on the Mobile table",
    }
    sweeps = {"commit": Sweep("commit", "Everybody joins the attack", first=True)}

    def prompt(self, s: MansteinState) -> str:
        label = s.spot(self.target)
        if not self.attackers:
            return f"Attack on {label}: choose the first attacking unit."
        more = "Add attackers, or fight." if self.candidates(s) else "Choose what to do."
        return f"Attack on {label}: {self.odds(s)}. {more}"

    def candidates(self, s: MansteinState) -> int:
        """Units that may join."""
        units = s.pieces_in(beside(s, self.target) & s.held[self.mover])
        return units & able(s, self.mover) & ~members(self.attackers)

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.named("commit", self.candidates(s))
        if not self.attackers:
            return options
        sending = special_forces.usable(s, self.mover, self.target)
        return options + (s.setting.say["done"] if sending else self.tables(s))

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        label = s.spot(self.target)
        if verb == "commit":
            yield from attack_bars(s, self.mover)
            yield Bar(members(self.attackers), "10.1i", "{it} takes part already")
            yield Bar(~s.pieces_in(s.setting.board.around[self.target]), "10.0b", f"{{it}} is not next to {label}")
            yield Bar(~s.pieces_in(beside(s, self.target)), "2.1b", f"an ocean hexside parts {{it}} from {label}")
            return
        if not self.attackers:
            yield Bar(ALL, "10.3a", "choose attackers first")
        forces = special_forces.usable(s, self.mover, self.target)
        if verb == "done" and not forces:
            yield Bar(ALL, "10.3b", "no special forces can be sent: choose the table")
        if verb in self.rolls and forces:
            yield Bar(ALL, "10.3b", "declare the attack first: special forces come before the table")
        yield from self.table_bars(s, verb)

    def commit(self, s: MansteinState, piece: int) -> None:
        s.turn_into(replace(self, attackers=(*self.attackers, piece)))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
        s.push(*declared(s, self.target, self.attackers))


def declared(s: MansteinState, target: int, attackers: Pieces) -> list[Any]:
    """The steps of an attack that is declared, the first last: special forces, then the table (10.3a, 10.3b)."""
    mover = s.setting.side_of[attackers[0]]
    steps: list[Any] = [ChooseTable(mover, target, attackers)]
    if special_forces.usable(s, mover, target):
        steps.append(SpecialForces(mover, target, attackers))
    return steps


class SpecialForces(SideStep):
    """Send special forces against the fortifications before the table is chosen (10.3b, 19.0b)?"""

    target: Place
    attackers: Pieces

    public = fought = True
    hand, spot = "attackers", "target"
    heading = "{side} combat"
    help = Help("19.0b", "One of them may try to destroy the fortifications; it leaves the game whatever happens.")
    words = {"send": "Send {it}", "decline": "Attack without special forces"}
    rolls = ("send",)

    def prompt(self, s: MansteinState) -> str:
        return f"Attack on {s.spot(self.target)}: send special forces against its fortifications?"

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "send":
            yield from special_forces.bars(s, self.mover, self.target)

    def send(self, s: MansteinState, piece: int) -> None:
        s.pop()
        special_forces.strike(s, piece, self.target)

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()

    def preview(self, s: MansteinState, option: Option) -> Preview | None:
        return special_forces.preview(s, option.value) if option.verb == "send" else None

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        return boards.attack(s, self.mover, self.target, self.attackers)


class ChooseTable(Assailing):
    """A declared attack: on which table is it fought (10.2a)?"""

    heading = "{side} combat"
    help = Help(
        "10.2a", "Any unit may use the Assault table, Mech units also the Mobile one, unless a fortress is intact."
    )
    words = {"assault": "Fight on the Assault table", "mobile": "Fight on the Mobile table"}

    def prompt(self, s: MansteinState) -> str:
        return f"Attack on {s.spot(self.target)}: {self.odds(s)}. Choose the table."

    def options(self, s: MansteinState) -> list[Option]:
        return self.tables(s)

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        return self.table_bars(s, verb)


class NavalSupport(SideStep):
    """The Allies may have their ships support a combat on the coast (20.1a)."""

    target: Place
    attackers: Pieces
    on_mobile: bool

    public = fought = True
    hand, spot = "attackers", "target"
    heading = "{side} combat"
    help = Help("20.1b", "It shifts the combat one column in your favour, once in a turn.")
    words = {"support": "Commit naval support", "decline": "No naval support"}
    rolls = ("support", "decline")

    def side(self, s: MansteinState) -> int:
        return ALLIED

    def whose(self, s: MansteinState) -> int:
        return self.mover

    def prompt(self, s: MansteinState) -> str:
        text = shifts.odds(s, self.target, self.attackers).text
        return f"{SIDES[self.mover].title()} attack on {s.spot(self.target)} at {text}: commit naval support?"

    def about(self, s: MansteinState) -> Subject:
        return self.attackers, (self.target,)

    def support(self, s: MansteinState, value: int) -> None:
        s.pop()
        fight_out(s, self.target, self.attackers, self.on_mobile, ships=True)

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()
        fight_out(s, self.target, self.attackers, self.on_mobile)

    def preview(self, s: MansteinState, option: Option) -> Preview:
        return foreseen(s, self.target, self.attackers, self.on_mobile, option.verb == "support")

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        return boards.on_table(s, self.mover, self.target, self.attackers, self.on_mobile)


# the die


class Aftermath(MansteinStep):
    """The die has fallen; below losses, retreats and pursuit this keeps the board of the combat (10.6a)."""

    target: Place
    attackers: Pieces
    defenders: Pieces

    automatic = public = fought = True
    hand, spot = "attackers", "target"

    def named(self) -> Pieces:
        return (*self.attackers, *self.defenders)

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        return boards.resolved(s, self.target, self.attackers, self.defenders)


def engagement(s: MansteinState, target: int, attackers: Pieces, on_mobile: bool) -> Engagement:
    """An attack on a hex as it is resolved: all units there are affected (10.1c, 10.1g)."""
    defenders = shifts.defenders_at(s, other(s.setting.side_of[attackers[0]]), target)
    return Engagement(target, attackers, defenders, shifts.defending(s, defenders), on_mobile)


def foreseen(s: MansteinState, target: int, attackers: Pieces, on_mobile: bool, ships: bool = False) -> Preview:
    """What the die can do, with every factor behind it."""
    return results.foreseen(s, engagement(s, target, attackers, on_mobile), shifts.odds(s, target, attackers, ships))


def fight_out(s: MansteinState, target: int, attackers: Pieces, on_mobile: bool, ships: bool = False) -> None:
    """Odds, die, result; who has attacked or been attacked is noted (10.1a, 10.1b)."""
    fight, total = engagement(s, target, attackers, on_mobile), shifts.odds(s, target, attackers, ships)
    s.attacked |= members(attackers)
    s.defended |= members(fight.defenders)
    for piece in (*attackers, *fight.counting):
        logistics.use_support(s, piece)
    if ships:
        naval.use(s, target)
    s.push(Aftermath(target, attackers, fight.defenders))
    results.resolve(s, fight, total)
