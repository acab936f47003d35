"""Chapters 14 and 15.1: ground combat, from the choice of a target to the fall of the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.board import Sides
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.preview import one_die
from meuse.engine.scene import Choice, Fight, Sweep
from meuse.games.fall_of_france import aftermath, air, boards, control, declarations
from meuse.games.fall_of_france.engagement import (
    Odds,
    answering,
    factors_of,
    is_reckless,
    lenders,
    meaning,
    odds_of,
    result_of,
    results,
    round_about,
)
from meuse.games.fall_of_france.events import Attacked, Fought, PhaseBegan, Supported
from meuse.games.fall_of_france.movement import mechanized_now, members_of_neutrals
from meuse.games.fall_of_france.setting import ALLIED, COUNTRIES, GERMAN, NEUTRAL
from meuse.games.fall_of_france.state import FallState, SideStep, listed, members, other
from meuse.games.fall_of_france.strength import attack_of
from meuse.games.fall_of_france.supply import network

# who may attack what


def attack_bars(s: FallState, mover: int, mech_ops: bool) -> Iterator[Bar]:
    """The units that can make no attack in this phase."""
    setting = s.setting
    yield Bar(~s.standing, "1.4a", "{it} is not on the map")
    yield Bar(~setting.pieces_on[mover], "14.0a", "{it} is an enemy unit: only the side whose phase it is attacks")
    yield Bar(s.disrupted, "16.1b", "{it} is disrupted and has no attack rating")
    yield Bar(s.cadred, "16.5b", "{it} is a cadre and has no attack rating")
    if mover == ALLIED:
        yield Bar(members_of_neutrals(s), "6.0c", "{it} belongs to a neutral army and takes no part yet")
    if mech_ops:
        yield Bar(~mechanized_now(s, mover), "15.0b", "{it} takes no part in mechanised operations")
        yield Bar(network(s).cut[mover], "7.4e", "{it} is out of supply and takes no part in mechanised operations")
        if mover == GERMAN and s.halted >= 0:
            yield Bar(setting.pieces_in_formation[s.halted], "22.7a", "{it} is halted this turn")
    told = "takes part in another attack" if declarations.all_first(s) else "has attacked already in this phase"
    yield Bar(s.attacked, "14.1a", f"{{it}} {told}")


def able(s: FallState, mover: int, mech_ops: bool) -> int:
    """The units that may still attack in this phase."""
    return ~closed(attack_bars(s, mover, mech_ops))


def bases(s: FallState, mover: int, mech_ops: bool, near: int = -1) -> int:
    """Those of some hexes with a unit that could begin an attack: it has an attack rating (R76)."""
    setting = s.setting
    fit = able(s, mover, mech_ops) & setting.armed
    hexes, stacks = 0, s.stacks
    for hexa in setting.board.members(s.held[mover] & near):
        for piece in stacks[hexa]:
            if fit >> piece & 1:
                hexes |= 1 << hexa
                break
    return hexes


def targets(s: FallState, mover: int, mech_ops: bool) -> int:
    """Hexes the side may attack now: enemy units next to units that may attack, each hex once a phase (R61)."""
    board, water = s.setting.board, s.setting.sea_sides
    enemies = s.held[other(mover)] & ~s.fought
    if not enemies:
        return 0
    front = bases(s, mover, mech_ops, board.zones(enemies, water))
    hexes = board.zones(front, water) & enemies if front else 0
    for steep in board.members(hexes & s.setting.steep):
        if not Battle(mover, mech_ops, steep, (), ()).candidates(s):
            hexes ^= 1 << steep
    return hexes


def armed(s: FallState, target: int) -> int:
    """The units with an attack rating against a hex: halved twice in the mountains, a 1 is nothing (R05, R76)."""
    setting = s.setting
    if not setting.steep >> target & 1:
        return setting.armed
    ground, cut = setting.tables.tec[setting.terrain_at[target]].combat, network(s).cut
    doubtful = listed((cut[GERMAN] | cut[ALLIED]) & setting.mechanized)
    return setting.armed & ~members(piece for piece in doubtful if not attack_of(s, piece, ground))


def beside(s: FallState, hexa: int) -> int:
    """The hexes from which a hex can be attacked: adjacent, and not across nothing but sea (R42)."""
    board = s.setting.board
    return board.around[hexa] & ~board.across(hexa, s.setting.sea_sides)


def neutral_at(s: FallState, hexa: int) -> int | None:
    """The neutral country whose units stand in a hex: an attack on them brings it into the war (6.0c)."""
    for country, status in enumerate(s.status):
        if status == NEUTRAL and s.setting.country[country] >> hexa & 1:
            return country
    return None


# the phase


class OpenCombat(SideStep):
    """Ground combat begins: nobody has attacked or been attacked."""

    mech_ops: bool

    coming = "{side} combat"

    def after(self, s: FallState) -> None:
        s.attacked = s.fought = 0
        if self.mover == GERMAN or not self.mech_ops:
            s.lent = 0  # BEF armour that acts after the Germans does so in their phase (22.9.2c, R73)
        s.met = ()
        phase = "mechanised combat" if self.mech_ops else "combat"
        clause = "5.0e" if self.mech_ops else "5.0d" if self.mover == GERMAN else "5.0g"
        s.events.append(PhaseBegan((clause,), self.mover, phase))
        s.push(Combat(self.mover, self.mech_ops))


class Combat(SideStep):
    """Choose a hex to attack, in any order, or none (14.1a)."""

    mech_ops: bool

    heading = "{side} combat"
    asks = "Combat: choose a hex to attack, or end the phase."
    help = Help(
        "14.1a", "Attacks are optional; each unit attacks once in a phase at most, and each hex is attacked once."
    )
    words = {"attack": "Attack {it}", "done": "End the combats"}
    warned = ("attack", "done")

    def prompt(self, s: FallState) -> str:
        if not declarations.all_first(s):
            return self.asks
        return "Combat: declare all attacks of the phase; they are resolved when the last is declared."

    def explained(self, s: FallState) -> Help:
        if self.mech_ops:
            return Help("15.0d", "Each mechanised unit either attacks now or moves afterwards with half its points.")
        return self.help

    def choices(self, s: FallState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """To end the declarations is not to end the combats."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "done" and declarations.waiting(s):
                made = msgspec.structs.replace(made, label="Declare no more attacks")
            yield made

    def options(self, s: FallState) -> list[Option]:
        """Nobody is asked where nothing can be attacked."""
        hexes = targets(s, self.mover, self.mech_ops)
        return s.setting.vocabulary.named("attack", hexes) + s.setting.say["done"] if hexes else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb != "attack":
            return
        setting, board, mover = s.setting, s.setting.board, self.mover
        enemies = s.held[other(mover)]
        yield Bar(~enemies, "14.1b", "there is no enemy unit in {it}")
        done = "an attack on {it} is declared" if declarations.all_first(s) else "{it} has been attacked"
        yield Bar(s.fought, "14.1a", f"{done} already in this phase")
        yield Bar(~board.zones(s.held[mover], Sides()), "14.1b", "no unit of yours stands next to {it}")
        near = board.zones(s.held[mover], setting.sea_sides)
        yield Bar(~near, "14.1b", "there is only sea between {it} and your units")
        out = 0
        for bar in attack_bars(s, mover, self.mech_ops):
            out |= bar.closed
            free = sum(1 << h for h in board.members(s.held[mover]) if members(s.stacks[h]) & ~out)
            says = str(bar.says).replace("{it}", "the last of them")
            yield Bar(~board.zones(free, setting.sea_sides), bar.clause, f"no unit next to {{it}} can attack: {says}")
        yield Bar(~targets(s, mover, self.mech_ops), "14.1a", "no unit next to {it} has an attack rating")

    def attack(self, s: FallState, target: int) -> None:
        """A neutral whose units are attacked is at war from now on (6.0c)."""
        if not declarations.all_first(s):
            s.events.append(Attacked(("14.0a",), self.mover, target))
        country = neutral_at(s, target)
        if country is not None:
            control.invade(s, country)
        s.push(Battle(self.mover, self.mech_ops, target, (), ()))

    def warning(self, s: FallState, option: Option) -> str:
        if option.verb == "attack":
            country = neutral_at(s, option.value)
            return f"This brings {COUNTRIES[country].title()} into the war." if country is not None else ""
        good = ", ".join(self.chances_left(s))
        return f"Units of yours can still attack at good odds: {good}." if good else ""

    def chances_left(self, s: FallState) -> Iterator[str]:
        """Hexes that can still be attacked so that every roll hurts the defender and costs the attacker no unit and no
        ground, with the column."""
        for target in s.setting.board.members(targets(s, self.mover, self.mech_ops)):
            total = odds_of(s, Battle(self.mover, self.mech_ops, target, (), ()).everybody(s), target)
            rolls = results(s, total)
            if all(r.hurts_defender and not (r.attacker.lost or r.attacker.cadre or r.attacker.retreat) for r in rolls):
                yield f"{s.spot(target)} at {total.text}"


class Battle(SideStep):
    """Gather attackers, have a headquarters lend its support, fight (14.1, 14.3)."""

    mech_ops: bool
    target: Place
    attackers: Pieces
    backing: Pieces
    """The headquarters that lends its support, if one does."""

    public = fought = True
    hand, spot = "attackers", "target"
    help = Help("14.2a", "The ratio, shifted by terrain and support, gives a column of the table, the die the row.")
    words = {
        "commit": "Attack with {it}",
        "support": "{it} lends its support (+1 on the die)",
        "fight": "Fight it out",
        "declare": "Declare the attack; a German headquarters may then support the defence",
    }
    rolls = ("fight",)
    sweeps = {"commit": Sweep("commit", "Everybody joins the attack", first=True)}

    def prompt(self, s: FallState) -> str:
        label = s.spot(self.target)
        if not self.attackers:
            return f"Attack on {label}: choose the first attacking unit."
        total = self._odds(s)
        last = "declare it" if declarations.all_first(s) else "fight"
        return f"Attack on {label}: {total.attack} to {total.defence}, column {total.text}. Add attackers, or {last}."

    def _odds(self, s: FallState) -> Odds:
        return odds_of(s, self.attackers, self.target, self.backing)

    # what is open

    def options(self, s: FallState) -> list[Option]:
        say = s.setting.say
        options = s.setting.vocabulary.named("commit", self.candidates(s))
        if self.attackers:
            options += s.setting.vocabulary.named("support", self.helpers(s))
            options += say["declare"] if self.declared(s) else say["fight"]
        return options

    def candidates(self, s: FallState) -> int:
        """Units that may join: able to attack, next to the target; the first must have an attack rating (R76)."""
        units = self._near(s) & ~members(self.attackers)
        return units if self.attackers else units & armed(s, self.target)

    def everybody(self, s: FallState) -> Pieces:
        """All who could join."""
        return listed(self._near(s))

    def _near(self, s: FallState) -> int:
        """Units next to the target that are able to attack."""
        return s.pieces_in(beside(s, self.target) & s.held[self.mover]) & able(s, self.mover, self.mech_ops)

    def helpers(self, s: FallState) -> int:
        """German HQs that may lend their support to a German attack; several do not add up (14.3c, R73)."""
        if self.mover != GERMAN or not self.attackers or self.backing:
            return 0
        return lenders(s, beside(s, self.target))

    def declared(self, s: FallState) -> bool:
        """Is it declared before the die falls: because all are, or a German HQ may support the defence (14.3c)?"""
        return declarations.all_first(s) or (self.mover != GERMAN and bool(answering(s, self.attackers)))

    # why not

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "commit":
            yield from self._commit_bars(s)
        elif verb == "support":
            yield from self._support_bars(s)
        elif not self.attackers:
            yield Bar(ALL, "14.1d", "choose attackers first")
        elif verb == "fight" and declarations.all_first(s):
            yield Bar(ALL, "14.1a", "declare the attack first: all are declared before one is resolved")
        elif verb == "fight" and self.declared(s):
            yield Bar(ALL, "14.3c", "declare the attack first: a German headquarters may answer it")
        elif verb == "declare" and not self.declared(s):
            yield Bar(ALL, "14.3c", "no German headquarters can answer this attack")

    def _commit_bars(self, s: FallState) -> Iterator[Bar]:
        target, label = self.target, s.spot(self.target)
        yield from attack_bars(s, self.mover, self.mech_ops)
        yield Bar(members(self.attackers), "14.1d", "{it} takes part already")
        yield Bar(~s.pieces_in(s.setting.board.around[target]), "14.1b", f"{{it}} is not next to {label}")
        yield Bar(~s.pieces_in(beside(s, target)), "14.1b", f"there is only sea between {{it}} and {label}")
        yield Bar(~self.candidates(s), "14.1a", "{it} has no attack rating and cannot attack by itself")

    def _support_bars(self, s: FallState) -> Iterator[Bar]:
        setting = s.setting
        yield Bar(~setting.hqs, "14.3c", "{it} is no headquarters")
        if self.mover != GERMAN:
            yield Bar(ALL, "14.3c", "{it} may support the defence once the attack is declared")
        if not self.attackers:
            yield Bar(ALL, "14.1d", "choose attackers first")
        if self.backing:
            yield Bar(ALL, "14.3c", "one headquarters supports this attack already, and several do not add up")
        yield from support_bars(s, beside(s, self.target), f"{s.spot(self.target)}")

    def choices(self, s: FallState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """The column is named where the die decides."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "declare" and declarations.all_first(s):
                made = msgspec.structs.replace(made, label="Declare the attack")
            if option.verb in ("fight", "declare"):
                made = msgspec.structs.replace(made, label=f"{made.label} at {self._odds(s).text}")
            yield made

    # what happens

    def commit(self, s: FallState, piece: int) -> None:
        s.turn_into(self.but(attackers=(*self.attackers, piece)))

    def support(self, s: FallState, piece: int) -> None:
        s.turn_into(self.but(backing=(piece,)))

    def declare(self, s: FallState, value: int) -> None:
        if declarations.all_first(s):
            s.pop()
            declarations.declare(s, self.mover, self.target, self.attackers, self.backing)
        else:
            s.turn_into(Answer(self.mover, self.target, self.attackers))

    def fight(self, s: FallState, value: int) -> None:
        s.pop()
        resolve(s, self.target, self.attackers, self.backing)

    def preview(self, s: FallState, option: Option) -> Preview | None:
        return foreseen(s, self.target, self.attackers, self.backing) if option.verb == "fight" else None

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.combat(s, self, side)


def support_bars(s: FallState, near: int, what: str) -> Iterator[Bar]:
    """The HQs that cannot lend their support against a stack (14.3c, R73)."""
    setting = s.setting
    yield Bar(~s.standing, "1.4a", "{it} is not on the map")
    yield Bar(~setting.pieces_on[GERMAN], "14.3c", "{it} is no German headquarters")
    yield Bar(s.disrupted, "16.1b", "{it} is disrupted and gives no support")
    yield Bar(network(s).cut[GERMAN], "7.4c", "{it} is out of supply and gives no support")
    yield Bar(s.lent, "14.3c", "{it} has lent its support already in this phase")
    yield Bar(~s.pieces_in(near), "14.3c", f"{{it}} is not next to {what}")


class Answer(SideStep):
    """An Allied attack is declared: the German may have a headquarters support the defence (14.3c)."""

    target: Place
    attackers: Pieces

    public = fought = True
    hand, spot = "attackers", "target"
    help = Help("14.3c", "A headquarters next to an attacking stack may take one off the die, once in a phase.")
    words = {"support": "{it} supports the defence (-1 on the die)", "decline": "No support"}
    rolls = ("support", "decline")

    def side(self, s: FallState) -> int:
        return GERMAN

    def whose(self, s: FallState) -> int:
        return self.mover

    def prompt(self, s: FallState) -> str:
        total = odds_of(s, self.attackers, self.target)
        odds = f"{total.attack} to {total.defence}, column {total.text}"
        return f"The Allies attack {s.spot(self.target)}, {odds}: does a headquarters support the defence?"

    def options(self, s: FallState) -> list[Option]:
        return s.setting.vocabulary.named("support", answering(s, self.attackers)) + s.setting.say["decline"]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "support":
            yield Bar(~s.setting.hqs, "14.3c", "{it} is no headquarters")
            yield from support_bars(s, round_about(s, self.attackers), "a stack that attacks")

    def support(self, s: FallState, piece: int) -> None:
        s.pop()
        resolve(s, self.target, self.attackers, (piece,))

    def decline(self, s: FallState, value: int) -> None:
        s.pop()
        resolve(s, self.target, self.attackers, ())

    def preview(self, s: FallState, option: Option) -> Preview:
        return foreseen(s, self.target, self.attackers, (option.value,) if option.verb == "support" else ())

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.combat(s, self, side)


# the die


def foreseen(s: FallState, target: int, attackers: Pieces, backing: Pieces) -> Preview:
    """What the die can do, with every factor behind it."""
    total = odds_of(s, attackers, target, backing)
    rolls = results(s, total)
    says = {result.name: meaning(s, attackers, result) for result in rolls}
    title = f"attack on {s.spot(target)} at {total.text}"
    made = one_die(title, [result.name for result in rolls], tuple(factors_of(s, attackers, target, total)), says)
    return msgspec.structs.replace(made, lit=total.lit)


def resolve(s: FallState, target: int, attackers: Pieces, backing: Pieces) -> None:
    """Odds, die, result; the result is carried out before anything else (14.1a)."""
    total, defenders = odds_of(s, attackers, target, backing), s.at(target)
    for piece in backing:
        s.lent |= 1 << piece
        s.events.append(Supported(("14.3c",), piece, target))
    s.attacked |= members(attackers)
    s.fought |= 1 << target
    if s.setting.paris & (1 << target | members(s.where[piece] for piece in attackers)):
        s.paris_fights += 1  # 21.0g, R101
    air.over_city(s, target)
    die = s.roll("combat", ("CRTb",)) + total.die
    result = result_of(s, total, die - total.die)
    s.events.append(
        Fought(
            ("CRTa",), target, attackers, defenders, total.attack, total.defence, total.text, die, result.name,
            meaning(s, attackers, result),
        )
    )  # fmt: skip
    aftermath.carry_out(s, target, attackers, total.rows, result, is_reckless(s, attackers))
