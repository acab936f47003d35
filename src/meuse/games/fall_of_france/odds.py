"""Chapter 14.2 and the Combat Results Table: columns, shifts and cells, as functions of totals and tables alone.

A column is a place on an endless scale: 0 is the first of the table, beyond its ends each whole ratio is one more
place (14.2b). Only when all shifts are made is a place brought back onto the table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from meuse.mechanics.words import counted

# columns


@cache
def ratio_of(column: str) -> tuple[int, int]:
    """The ratio a column stands for, in halves: "1-1.5" is 2 to 3."""
    attack, defence = column.split("-")
    return round(2 * float(attack)), round(2 * float(defence))


def column_of(columns: Sequence[str], attack: int, defence: int) -> int:
    """The best column whose ratio is not above the true one, or the whole ratio beyond the table (R04, R62)."""
    defence = max(defence, 1)  # R76
    place = -1
    for number, column in enumerate(columns):
        above, below = ratio_of(column)
        if attack * below >= above * defence:
            place = number
    if place < 0:
        return _last(columns[0]) - -(-defence // attack)
    if place == len(columns) - 1:
        return place + max(attack // defence - _last(columns[-1]), 0)
    return place


def _last(column: str) -> int:
    """The greater number of a column at an end of the table: 4 of "4-1"."""
    return max(ratio_of(column)) // 2


def on_table(columns: Sequence[str], place: int) -> int:
    """The column of the table nearest to a place of the scale (14.2a)."""
    return max(0, min(place, len(columns) - 1))


def column_name(columns: Sequence[str], place: int) -> str:
    """What a place of the scale is called, on the table or beyond it: "6-1"."""
    if place < 0:
        return f"1-{_last(columns[0]) - place}"
    beyond = place - len(columns) + 1
    return f"{_last(columns[-1]) + beyond}-1" if beyond > 0 else columns[place]


# cells


class Half(NamedTuple):
    """What a cell does to one side: units eliminated, then one cadred, all disrupted, all in retreat (R63)."""

    lost: int = 0
    cadre: bool = False
    disrupt: bool = False
    retreat: bool = False

    def __str__(self) -> str:
        letters = (("C", self.cadre), ("D", self.disrupt), ("R", self.retreat))
        return f"{self.lost or ''}{''.join(letter for letter, there in letters if there)}" or "-"


NOTHING = Half()


class Cell(NamedTuple):
    """A cell of the table: what it does to each side, or with a star to the smaller force only (CRTa)."""

    attacker: Half
    defender: Half
    smaller: Half | None = None


@cache
def read_cell(text: str) -> Cell:
    """A cell as it is printed: "1D/CD", "-/3", "*DR"."""
    if text.startswith("*"):
        return Cell(NOTHING, NOTHING, _read_half(text[1:]))
    attacker, defender = text.split("/")
    return Cell(_read_half(attacker), _read_half(defender))


def _read_half(text: str) -> Half:
    digits = re.match(r"\d*", text)
    lost = digits.group() if digits else ""
    return Half(int(lost or 0), "C" in text, "D" in text, "R" in text)


def cell_at(rows: Sequence[Sequence[str]], column: int, die: int) -> str:
    """The cell of a column for a modified die, which counts as the last row on its side beyond the table (R62)."""
    return rows[max(0, min(die, len(rows) - 1))][column]


# who is hit

ATTACKER, DEFENDER, NOBODY = range(3)


def smaller_force(attackers: int, defenders: int, tie: int = ATTACKER) -> int:
    """The force with fewer stacking points; by default the attacker if both have as many (R64)."""
    if attackers == defenders:
        return tie
    return ATTACKER if attackers < defenders else DEFENDER


class Result(NamedTuple):
    """What a combat comes to for each side, and how that is written."""

    attacker: Half
    defender: Half
    name: str

    @property
    def hurts_attacker(self) -> bool:
        return self.attacker != NOTHING

    @property
    def hurts_defender(self) -> bool:
        return self.defender != NOTHING


def result_at(rows: Sequence[Sequence[str]], column: int, die: int, smaller: int, farther: int = 0) -> Result:
    """What a modified die brings in a column of the table.

    ``farther``: by how many columns to the right the defender's half is read, the attacker's staying where it is
    (22.13a, R112).
    """
    true = cell_at(rows, column, die)
    attacker = half_of(read_cell(true), ATTACKER, smaller)
    if not farther:
        return Result(attacker, half_of(read_cell(true), DEFENDER, smaller), true)
    last = len(rows[0]) - 1
    defender = half_of(read_cell(cell_at(rows, min(column + farther, last), die)), DEFENDER, smaller)
    return Result(attacker, defender, f"{attacker}/{defender}")


def half_of(cell: Cell, side: int, smaller: int) -> Half:
    """What a cell does to one side; a star hits the smaller force and nobody else (CRTa)."""
    if cell.smaller is not None:
        return cell.smaller if side == smaller else NOTHING
    return cell.attacker if side == ATTACKER else cell.defender


def told(half: Half, cadres: bool) -> str:
    """A half in words; ``cadres``: can units of that side become cadres (14.4d)?"""
    parts = []
    if half.lost:
        parts.append(f"{counted(half.lost, 'unit')} eliminated")
    if half.cadre and cadres:
        parts.append("one cadred")
    if half.disrupt:
        parts.append("the rest disrupted" if half.lost else "all disrupted")
    if half.retreat:
        parts.append("retreat")
    return ", ".join(parts)


def means(result: Result, attacker_cadres: bool, defender_cadres: bool) -> str:
    """A result in words, as a player would say it."""
    hit = (
        ("attacker", told(result.attacker, attacker_cadres)),
        ("defender", told(result.defender, defender_cadres)),
    )
    return "; ".join(f"{who}: {what}" for who, what in hit if what) or "no effect"
