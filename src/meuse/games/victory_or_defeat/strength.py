"""Chapter 11.7 to 11.14: what an attack amounts to: strengths, shifts, odds, and the column of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.engine import Pieces
from meuse.engine.preview import Factor, added
from meuse.engine.scene import Lit
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.setting import GERMAN, WarSetting
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import halved, is_supplied

ARMORED = "4th Armored Division"
SHIFTS = {
    "concentric": ("concentric attack", "11.11d"),
    "concentric_mechanized": ("concentric attack with mechanized units", "11.11e"),
    "sickle_cut": ("Sickle Cut surprise", "5.8c"),
    "armored": (ARMORED, "5.17b"),
    "dynamo": ("Operation Dynamo", "5.13i"),
    "crisis": ("German supply crisis", "5.5c"),
}
"""The shifts of the tables in words, with their clauses."""
CRT = "crt"
"""The chart of the Combat Results Table."""


class Odds(NamedTuple):
    """An attack added up: strengths, the column before and after shifts, and what counted."""

    attack: int
    defence: int
    start: int
    column: int
    automatic: str
    factors: tuple[Factor, ...]
    shifts: tuple[Factor, ...]

    @property
    def text(self) -> str:
        return ratio(self.column)

    @property
    def lit(self) -> Lit | None:
        """The column of the Combat Results Table, if a die is rolled there."""
        return None if self.automatic else Lit(CRT, column=self.text)


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
    game = s.setting
    moves: list[Factor] = []
    sickle = _sickle_surprise(s, attackers)
    terrain = game.terrain_name(target)
    slope = game.tables.terrain[terrain].shift
    if slope and not (sickle and terrain == "ardennes"):  # 5.8c
        moves.append(Factor(terrain, f"{slope:+d}", {"rough": "TECb", "ardennes": "TECc"}.get(terrain, "11.12a")))
    fort = s.fort_at(target)
    if fort is not None:
        moves.append(Factor("fortification", f"{-s.defence_factor(fort):+d}", "11.14a"))
    elif not game.cities >> target & 1 and is_concentric(attack_directions(s, attackers, target)):  # 11.11f, 11.13a
        mechanized = any(game.is_mechanized[piece] for piece in attackers)
        moves.append(special(game, "concentric_mechanized" if mechanized else "concentric"))
    if sickle:
        moves.append(special(game, "sickle_cut"))
    if armored:
        moves.append(special(game, "armored"))
    german_attack = game.side_of[attackers[0]] == GERMAN
    if german_attack and dynamo_runs(s) and (game.board.around[s.dynamo_port] | 1 << s.dynamo_port) >> target & 1:
        moves.append(special(game, "dynamo"))  # the active port and the hexes next to it (5.13i, A59)
    if s.crisis:
        moves.append(special(game, "crisis", -1 if german_attack else 1))
    return moves


def special(setting: WarSetting, name: str, sign: int = 1) -> Factor:
    """A shift of the tables as it counts."""
    words, clause = SHIFTS[name]
    return Factor(words, f"{sign * getattr(setting.tables.shifts, name):+d}", clause)


def _sickle_surprise(s: WarState, attackers: Pieces) -> bool:
    """Do Sickle Cut corps attack on turn 1: any of them, or (by choice of the players) only them (5.8c, A09)?"""
    if not s.sickle or s.turn != 1:
        return False
    chosen = [bool(s.sickle >> piece & 1) for piece in attackers]
    return any(chosen) if s.rulings["sickle_shift"] == "any" else all(chosen)


def odds(s: WarState, attackers: Pieces, target: int, armored: bool = False) -> Odds:
    """Add an attack up (11.10), with every factor that counts."""
    attack = total_attack(s, attackers, target)
    defence = sum(s.defence_factor(piece) for piece in defenders(s, target))
    start = odds_column(attack, defence)
    moved = shifts(s, attackers, target, armored)
    column, automatic = final_column(s, start, added(moved))
    factors = (
        *_attack_factors(s, attackers, target),
        Factor("attack", str(attack), "11.10a"),
        Factor("defence", str(defence), "11.8b"),
        Factor("odds", ratio(start), "11.10a"),
        *moved,
        Factor("column", ratio(column), "11.10b"),
    )
    return Odds(attack, defence, start, column, automatic, factors, tuple(moved))


def _attack_factors(s: WarState, attackers: Pieces, target: int) -> Iterator[Factor]:
    for piece in attackers:
        yield Factor(s.spoken(piece), str(attack_strength(s, piece, target)), "11.7a")
        for cause in hindrances(s, piece, target):
            yield Factor(f"{s.spoken(piece)} {cause.name}", cause.value, cause.clause)


def hindrances(s: WarState, piece: int, target: int) -> Iterator[Factor]:
    """What cuts a unit's attack."""
    strength = attack_strength(s, piece, target)
    if strength != s.attack_factor(piece):
        yield Factor("by defence factor", str(strength), "11.14c" if is_fortified(s, target) else "11.13b")
    if s.setting.board.crosses(s.where[piece], target, s.setting.rivers):
        yield Factor("across a river", "halved", "11.12b")
    if not is_supplied(s, piece):
        yield Factor("out of supply", "halved", "8.3a")


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


def results(s: WarState, total: Odds) -> list[str]:
    """What each roll of the die gives; beyond the table there is one result and no roll."""
    return [total.automatic] if total.automatic else [result_of(s, total.column, die) for die in range(1, 7)]


class Meaning(NamedTuple):
    """What a result comes to, and whom it is good for: 1 the attacker, -1 the defender, 0 nobody."""

    says: str
    good: int


def table_meanings(setting: WarSetting) -> dict[str, Meaning]:
    """What the results of the table mean in a scenario, as a player would say it."""
    units = setting.rules.losses == "unit"
    return {
        "AS": Meaning("the attack stalls", -1),
        "AE": Meaning("one attacker is eliminated" if units else "every attacker loses a step", -1),
        "DR": Meaning("the defenders retreat", 1),
        "DE": Meaning("all defenders are eliminated" if units else "every defender loses a step", 1),
        "BB": Meaning("a bloodbath, each side loses a step", 0),
    }


def meanings(s: WarState, victims: Pieces) -> dict[str, Meaning]:
    """What each result will mean to these defenders and their attackers: nobody retreats from a fort (11.3g)."""
    means = table_meanings(s.setting)
    if any(s.setting.is_fort[piece] for piece in victims):
        whole = Meaning("nobody leaves a fort, each side loses a whole unit", 0)
        means["DR"] = whole if s.rulings["fort_dr"] == "special_bb" else means["AS"]
    return means
