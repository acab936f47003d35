"""Chapter 11: combat, from the choice of a target to the fall of the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.preview import Factor, certain, one_die
from meuse.engine.scene import Choice
from meuse.games.victory_or_defeat import aftermath, neutrals
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.events import Declared, Fought
from meuse.games.victory_or_defeat.movement import ardennes_bars, barred, ground_bars
from meuse.games.victory_or_defeat.setting import ALLIED, FRENCH, GERMAN, GERMANS
from meuse.games.victory_or_defeat.state import SideStep, WarState, members, other
from meuse.games.victory_or_defeat.supply import halved, is_overland, is_supplied

ARMORED = "4th Armored Division"


# strengths and odds


class Odds(NamedTuple):
    """An attack added up: strengths, the column before and after shifts, and what counted."""

    attack: int
    defence: int
    start: int
    column: int
    automatic: str
    factors: tuple[Factor, ...]

    @property
    def text(self) -> str:
        return ratio(self.column)


def odds_column(attack: int, defence: int) -> int:
    """Odds rounded down in the defender's favour (11.10a, A04), as a place on the endless scale.

    1:1 is 0, 2:1 is 1, 1:2 is -1 and so on.
    """
    if attack >= defence:
        return attack // defence - 1
    if attack <= 0:
        return -defence
    return 1 - -(-defence // attack)


def ratio(column: int) -> str:
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def is_fortified(s: WarState, target: int) -> bool:
    return bool(s.all_forts() >> target & 1)


def attack_strength(s: WarState, piece: int, target: int) -> int:
    """The factor before any halving: mechanized corps use their DF against cities and forts (11.13b, 11.14c)."""
    if s.setting.is_mechanized[piece]:
        if is_fortified(s, target):  # the fort's line goes before the city's (TECn)
            whole_class = s.rulings["fort_df"] == "mechanized"
            if whole_class or s.setting.pieces[piece].type == "panzer":  # A06
                return s.defence_factor(piece)
        elif s.setting.cities >> target & 1:
            return s.defence_factor(piece)
    return s.attack_factor(piece)


def halvings(s: WarState, piece: int, target: int) -> int:
    """How often a unit's factor is halved: across a river (11.12b), out of supply (8.3a)."""
    river = s.setting.board.crosses(s.where[piece], target, s.setting.rivers)
    return int(river) + int(not is_supplied(s, piece))


def total_attack(s: WarState, attackers: Pieces, target: int) -> int:
    """Each unit halved and rounded up by itself (A05), or all together if the players rule so."""
    if s.rulings["halving"] == "each":
        total = 0
        for piece in attackers:
            strength = attack_strength(s, piece, target)
            for _ in range(halvings(s, piece, target)):
                strength = halved(strength)
            total += strength
        return total
    quarters = sum(attack_strength(s, p, target) * 4 >> halvings(s, p, target) for p in attackers)
    return -(-quarters // 4)


def defenders(s: WarState, target: int) -> Pieces:
    """Who counts in the defence: not those already attacked this phase, who came by retreat (11.0d, A10)."""
    return tuple(piece for piece in s.at(target) if not s.defended >> piece & 1)


def attack_directions(s: WarState, attackers: Pieces, target: int) -> set[int]:
    return {s.setting.board.direction(target, s.where[piece]) for piece in attackers}


def is_concentric(directions: set[int]) -> bool:
    """Opposite hexsides (11.11a), three alternate hexes (11.11b), or more than three (11.11c)."""
    if len(directions) > 3 or directions in ({0, 2, 4}, {1, 3, 5}):
        return True
    return any((direction + 3) % 6 in directions for direction in directions)


def shifts(s: WarState, attackers: Pieces, target: int, armored: bool) -> list[Factor]:
    """Every column shift of an attack, right positive, each with its clause (A07)."""
    game, table = s.setting, s.setting.tables.shifts
    moves: list[tuple[str, int, str]] = []
    sickle = _sickle_surprise(s, attackers)
    terrain = game.terrain_name(target)
    slope = game.tables.terrain[terrain].shift
    if slope and not (sickle and terrain == "ardennes"):  # 5.8c
        moves.append((terrain, slope, {"rough": "TECb", "ardennes": "TECc"}.get(terrain, "11.12a")))
    fort = s.fort_at(target)
    if fort is not None:
        moves.append(("fortification", -s.defence_factor(fort), "11.14a"))
    elif not game.cities >> target & 1 and is_concentric(attack_directions(s, attackers, target)):  # 11.11f, 11.13a
        if any(game.is_mechanized[piece] for piece in attackers):
            moves.append(("concentric attack with mechanized units", table.concentric_mechanized, "11.11e"))
        else:
            moves.append(("concentric attack", table.concentric, "11.11d"))
    if sickle:
        moves.append(("Sickle Cut surprise", table.sickle_cut, "5.8c"))
    if armored:
        moves.append((ARMORED, table.armored, "5.17b"))
    german_attack = game.side_of[attackers[0]] == GERMAN
    if german_attack and _near_dynamo(s, target):
        moves.append(("Operation Dynamo", table.dynamo, "5.13i"))
    if s.crisis:
        moves.append(("German supply crisis", -table.crisis if german_attack else table.crisis, "5.5c"))
    return [Factor(name, f"{value:+d}", clause) for name, value, clause in moves]


def _sickle_surprise(s: WarState, attackers: Pieces) -> bool:
    """Do Sickle Cut corps attack on turn 1: any of them, or (by choice of the players) only them (5.8c, A09)?"""
    if not s.sickle or s.turn != 1:
        return False
    chosen = [bool(s.sickle >> piece & 1) for piece in attackers]
    return any(chosen) if s.rulings["sickle_shift"] == "any" else all(chosen)


def _near_dynamo(s: WarState, target: int) -> bool:
    """The active port and the hexes next to it, while the operation runs (5.13i, A59)."""
    if not dynamo_runs(s):
        return False
    return target == s.dynamo_port or bool(s.setting.board.around[s.dynamo_port] >> target & 1)


def odds(s: WarState, attackers: Pieces, target: int, armored: bool = False) -> Odds:
    """Add an attack up (11.10), with every factor that counts."""
    attack = total_attack(s, attackers, target)
    defence = sum(s.defence_factor(piece) for piece in defenders(s, target))
    start = odds_column(attack, defence)
    moved = shifts(s, attackers, target, armored)
    column, automatic = final_column(s, start, sum(int(factor.value) for factor in moved))
    factors = (
        *_attack_factors(s, attackers, target),
        Factor("attack", str(attack), "11.10a"),
        Factor("defence", str(defence), "11.8b"),
        Factor("odds", ratio(start), "11.10a"),
        *moved,
        Factor("column", ratio(column), "11.10b"),
    )
    return Odds(attack, defence, start, column, automatic, factors)


def _attack_factors(s: WarState, attackers: Pieces, target: int) -> list[Factor]:
    factors = []
    for piece in attackers:
        strength = attack_strength(s, piece, target)
        factors.append(Factor(s.spoken(piece), str(strength), "11.7a"))
        if strength != s.attack_factor(piece):
            clause = "11.14c" if is_fortified(s, target) else "11.13b"
            factors.append(Factor(f"{s.spoken(piece)} attacks with its defence factor", str(strength), clause))
        if s.setting.board.crosses(s.where[piece], target, s.setting.rivers):
            factors.append(Factor(f"{s.spoken(piece)} across a river", "halved", "11.12b"))
        if not is_supplied(s, piece):
            factors.append(Factor(f"{s.spoken(piece)} out of supply", "halved", "8.3a"))
    return factors


def final_column(s: WarState, start: int, shift: int) -> tuple[int, str]:
    """Where an attack is resolved, and whether the result is automatic (11.10c, 11.10d, A03)."""
    low, high = odds_limits(s)
    reading = s.rulings["crt_ends"]
    beyond = "AE" if start < low else "DE" if start > high else ""
    column = start + shift
    if reading == "endless":
        return column, "AE" if column < low else "DE" if column > high else ""
    if reading == "clamp":
        back = shift > 0 if beyond == "AE" else shift < 0
        if beyond and not back:
            return start, beyond
        column = max(low, min(high, start)) + shift
    elif beyond:  # automatic_first
        return start, beyond
    return max(low, min(high, column)), ""


def odds_limits(s: WarState) -> tuple[int, int]:
    """The first and last column of the table on the endless scale."""
    columns = s.setting.tables.crt.columns
    even = columns.index("1:1")
    return -even, len(columns) - 1 - even


def result_of(s: WarState, column: int, die: int) -> str:
    """The cell of the Combat Results Table (CRTa to CRTj)."""
    return s.setting.tables.crt.rows[die - 1][column + s.setting.tables.crt.columns.index("1:1")]


# who may attack what


def attack_bars(s: WarState) -> Iterator[Bar]:
    """The units that can make no attack this phase."""
    yield Bar(s.setting.forts, "2.12c", "{it} is a fortification and never attacks")
    yield Bar(s.dormant(), "3.6g", "{it} is frozen until its country is invaded")
    yield Bar(s.attacked, "11.0b", "{it} has attacked already this phase")
    if s.halted == "full":
        yield Bar(s.setting.mechanized, "5.10e", "{it} is halted this turn")


def ready(s: WarState, side: int) -> list[int]:
    """Units of a side that may still attack this phase."""
    where, out = s.where, closed(attack_bars(s))
    return [p for p in s.setting.mobile_of[side] if where[p] >= 0 and not out >> p & 1]


def attackable(s: WarState, side: int, nation: int) -> int:
    """Hexes units of a nation may attack into, were they adjacent (3.5e, 3.6k, 5.8f, A38)."""
    return s.occupied(other(side)) & ~(barred(s, nation) | closed(ardennes_bars(s, side)))


def untouched(s: WarState, hexes: int) -> int:
    """Those hexes that hold a unit not yet attacked this phase (11.0c, A10)."""
    if not s.defended:
        return hexes
    return members(h for h in s.setting.board.members(hexes) if any(not s.defended >> p & 1 for p in s.at(h)))


def targets(s: WarState, side: int) -> int:
    """Hexes the side may attack now: enemy units next to one of its own ready ones (11.0e, 11.2a)."""
    setting = s.setting
    standing: dict[int, int] = {}
    for piece in ready(s, side):
        nation = setting.nation[piece]
        standing[nation] = standing.get(nation, 0) | 1 << s.where[piece]
    hexes = 0
    for nation, bases in standing.items():
        hexes |= setting.board.zones(bases & ~setting.gap, setting.water) & attackable(s, side, nation)
    return untouched(s, hexes)


def beside(s: WarState, target: int) -> int:
    """Hexes from which a target can be attacked: adjacent, no water between (TECf), not the gap (TECg)."""
    board = s.setting.board
    return board.around[target] & ~board.across(target, s.setting.water) & ~s.setting.gap


# the phase


@dataclass
class OpenCombat(SideStep):
    """A Combat Phase begins: nobody has attacked or been attacked."""

    automatic = True
    coming = "{side} combat"

    def after(self, s: WarState) -> None:
        s.attacked = s.defended = 0
        s.armored_used = False
        s.push(Combat(self.mover))


@dataclass
class Combat(SideStep):
    """Choose a hex to attack, in any order, or none (11.0a, 11.9)."""

    heading = "{side} combat"
    asks = "Combat: choose a hex to attack, or end the phase."
    help = Help("11.0a", "Attacks are optional; in this phase each unit attacks once at most and is attacked once.")
    words = {
        "attack": "Attack {it}",
        "declare": "Violate the neutrality of {it}",
        "done": "End the combat phase",
    }

    def options(self, s: WarState) -> list[Option]:
        attacks = s.setting.vocabulary.open("attack", ~targets(s, self.mover))
        return [*attacks, *neutrals.declarations(s, self.mover), *s.setting.say["done"]]

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "declare":
            yield from neutrals.declare_bars(s, self.mover)
        elif verb == "attack":
            yield from self._target_bars(s)

    def _target_bars(self, s: WarState) -> Iterator[Bar]:
        setting, side = s.setting, self.mover
        yield Bar(setting.gap, "TECg", "{it} lies in the gap of the Maginot Line: no combat there")
        yield from ground_bars(s, GERMANS if side == GERMAN else FRENCH)
        enemies = s.occupied(other(side))
        yield Bar(~enemies, "11.0e", "there is no enemy unit in {it}")
        yield Bar(~untouched(s, enemies), "11.0c", "every unit in {it} has been attacked already this phase")
        yield from ardennes_bars(s, side)
        able = [piece for piece in setting.mobile_of[side] if s.where[piece] >= 0]
        near = setting.board.zones(members(s.where[piece] for piece in able), setting.water)
        yield Bar(~near, "11.2a", "no unit of yours stands next to {it}")
        for bar in attack_bars(s):
            able = [piece for piece in able if not bar.closed >> piece & 1]
            near = setting.board.zones(members(s.where[piece] for piece in able), setting.water)
            says = str(bar.says).replace("{it}", "the last of them")
            yield Bar(~near, bar.clause, f"no unit next to {{it}} can attack: {says}")
        yield Bar(~targets(s, side), "3.6k", "{it} is outside the area of these former neutrals")

    def attack(self, s: WarState, target: int) -> None:
        s.push(Battle(self.mover, target, (), False, False))

    def declare(self, s: WarState, country: int) -> None:
        neutrals.violate(s, country)

    def done(self, s: WarState, value: int) -> None:
        s.pop()


@dataclass
class Battle(SideStep):
    """Gather attackers, look through the stack, commit support, fight."""

    target: Place
    attackers: Pieces
    revealed: bool
    """Has the stack been looked through?"""
    armored: bool
    """Is 4th Armored committed?"""

    fought = True
    hand, spot = "attackers", "target"
    help = Help("11.10b", "The odds, shifted by terrain and circumstance, give a column of the table, a die the row.")
    words = {
        "commit": "Attack with {it}",
        "reveal": "Declare the attack and look through the stack",
        "support": f"Commit the {ARMORED}",
        "fight": "Fight it out",
    }
    rolls = ("fight",)

    def shows(self, s: WarState) -> bool:
        return self.revealed

    def prompt(self, s: WarState) -> str:
        label = s.spot(self.target)
        if not self.attackers:
            return f"Attack on {label}: choose the first attacking unit."
        if self._sealed(s):
            return f"Attack on {label}: add attackers, or declare the attack and look through the stack."
        total = self._odds(s)
        return f"Attack on {label}: {total.attack} to {total.defence}, column {total.text}. Add attackers, or fight."

    def _sealed(self, s: WarState) -> bool:
        """Does more than one mobile unit stand there, of which the enemy has seen only the top (3.10a)?"""
        return not self.revealed and len(s.mobile_at(self.target)) > 1

    def _odds(self, s: WarState) -> Odds:
        return odds(s, self.attackers, self.target, self.armored)

    def options(self, s: WarState) -> list[Option]:
        say = s.setting.say
        options = [say["commit"][piece] for piece in self.candidates(s)]
        if self.attackers and self._sealed(s):
            options += say["reveal"]
        elif self.attackers:
            options += say["fight"] if closed(self.bars(s, "support")) else say["support"] + say["fight"]
        return options

    def candidates(self, s: WarState) -> list[int]:
        """Units that may join an attack: ready, adjacent, of one nationality (11.2b, 3.6o)."""
        near, nations, chosen = beside(s, self.target), s.setting.nation, self.attackers
        able = [piece for piece in ready(s, self.mover) if near >> s.where[piece] & 1 and piece not in chosen]
        if chosen:
            return [piece for piece in able if nations[piece] == nations[chosen[0]]]
        return [piece for piece in able if attackable(s, self.mover, nations[piece]) >> self.target & 1]

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "commit":
            yield from self._commit_bars(s)
        elif verb == "support":
            yield from self._support_bars(s)
        elif verb == "reveal":
            if not self.attackers or not self._sealed(s):
                yield Bar(ALL, "3.10a", "there is nothing hidden to look at, or no attacker chosen yet")
        elif not self.attackers:
            yield Bar(ALL, "11.2a", "choose attackers first")
        elif self._sealed(s):
            yield Bar(ALL, "3.10b", "declare the attack first")

    def _commit_bars(self, s: WarState) -> Iterator[Bar]:
        setting, target, chosen = s.setting, self.target, self.attackers
        label = s.spot(target)
        yield Bar(~s.standing(), "2.1a", "{it} is not on the map")
        yield Bar(~setting.pieces_on[self.mover], "5.0a", "{it} is an enemy unit")
        yield from attack_bars(s)
        yield Bar(members(chosen), "11.7a", "{it} takes part already, with its whole strength")
        yield Bar(~s.pieces_in(setting.board.around[target]), "11.2a", f"{{it}} is not next to {label}")
        yield Bar(~s.pieces_in(beside(s, target)), "TECf", f"no combat between the hex of {{it}} and {label}")
        if chosen:
            nation = setting.nation[chosen[0]]
            yield Bar(~setting.pieces_of[nation], "11.2b", "{it} is of another nationality than the attackers")
        else:
            yield Bar(~members(self.candidates(s)), "3.6k", f"{label} is outside the area of {{it}}")

    def _support_bars(self, s: WarState) -> Iterator[Bar]:
        """When 4th Armored cannot support this attack (5.17)."""
        if not s.setting.rules.armored_division or self.mover != ALLIED:
            yield Bar(ALL, "5.17a", f"the {ARMORED} appears only in Allied Combat Phases of 1940")
        elif s.armored_used or self.armored:
            yield Bar(ALL, "5.17b", f"the {ARMORED} supports one attack in each Combat Phase")
        elif not self.attackers or any(s.setting.nation[piece] != FRENCH for piece in self.attackers):
            yield Bar(ALL, "5.17b", f"the {ARMORED} supports only French attacks")
        elif cut_off := [piece for piece in self.attackers if not is_overland(s, piece)]:
            yield Bar(ALL, "5.17b", f"{s.spoken(cut_off[0])} does not trace supply to the west or south edge")
        elif self._sealed(s):
            yield Bar(ALL, "3.10b", "declare the attack first")

    def choices(self, s: WarState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Where nothing is hidden any more, the column is named."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "fight":
                made = msgspec.structs.replace(made, label=f"{made.label} at {self._odds(s).text}")
            yield made

    def commit(self, s: WarState, piece: int) -> None:
        armored = self.armored and is_overland(s, piece)  # every attacker must qualify (A72)
        s.turn_into(Battle(self.mover, self.target, (*self.attackers, piece), self.revealed, armored))

    def reveal(self, s: WarState, value: int) -> None:
        """The attack is declared and binding; the stack may be looked through (3.10)."""
        s.sealed = True
        s.events.append(Declared(("3.10a", "3.10b"), self.target, s.at(self.target)))
        s.turn_into(replace(self, revealed=True))

    def support(self, s: WarState, value: int) -> None:
        s.turn_into(replace(self, armored=True))

    def fight(self, s: WarState, value: int) -> None:
        """Odds, die, result; the result is carried out before anything else (11.10)."""
        target, attackers, victims, total = self.target, self.attackers, s.at(self.target), self._odds(s)
        die = 0
        result = total.automatic
        if not result:
            die = s.roll("combat", ("11.10b",))
            result = result_of(s, total.column, die)
        s.sealed = True
        clause = {"AE": "11.10c", "DE": "11.10d"}.get(total.automatic, "11.10b")
        means = aftermath.meanings(s, victims)[result]
        s.events.append(
            Fought((clause,), target, attackers, victims, total.attack, total.defence, total.text, die, result, means)
        )
        if self.armored:
            s.armored_used = True
        s.pop()
        aftermath.carry_out(s, target, attackers, victims, result)

    def preview(self, s: WarState, option: Option) -> Preview | None:
        if option.verb != "fight":
            return None
        total = self._odds(s)
        title = f"attack on {s.spot(self.target)} at {total.text}"
        means = aftermath.meanings(s, s.at(self.target))
        if total.automatic:
            return certain(title, total.automatic, total.factors, means)
        return one_die(title, [result_of(s, total.column, die) for die in range(1, 7)], total.factors, means)
