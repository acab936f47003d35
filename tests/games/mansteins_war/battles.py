"""What the tests of combat share: a Combat Segment from a few lines, and results without dice.

The open ground of these tests is 0937 in France with 0936 and 1037 beside it: clear hexes without rivers or forts.
"""

from __future__ import annotations

import re

from meuse.games.mansteins_war import combat, results, shifts
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState
from meuse.games.mansteins_war.tables import Result

from .kit import MAP, lay

UNIT = re.compile(r'"((?:G|F|UK|B|N)\.\w+)')


def segment(units: str, more: str = "", side: str = "german", supported: bool = True) -> MansteinState:
    """The Combat Segment of a side, and then a question that ends the test.

    All units of the side are active. Unless support matters all units count as come by air, which supports them.
    """
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_combat", mover = "{side}" }}]\noperator = "{side}"\n'
    names = ", ".join(f'"{unit}"' for unit in UNIT.findall(units))
    landed = f"landed = [{names}]\n" if supported else ""
    return lay(f"{stack}turn = 2\n{landed}units = {{ {units} }}\n{more}")


def pieces(*units: str) -> tuple[int, ...]:
    return tuple(MAP.piece(unit) for unit in units)


def odds(s: MansteinState, target: str, *attackers: str, ships: bool = False) -> shifts.Odds:
    return shifts.odds(s, MAP.board.place(target), pieces(*attackers), ships)


def column(s: MansteinState, target: str, *attackers: str, ships: bool = False) -> str:
    return odds(s, target, *attackers, ships=ships).text


def shifted(s: MansteinState, target: str, *attackers: str, ships: bool = False) -> dict[str, str]:
    """Every shift of an attack by what causes it."""
    total = odds(s, target, *attackers, ships=ships)
    return {factor.name: factor.value for factor in total.factors if re.fullmatch(r"\d+[LR]", factor.value)}


def strike(s: MansteinState, target: str, *attackers: str, code: Result, mobile: bool = False) -> MansteinState:
    """A result of combat, as if the die had brought it."""
    fight = combat.engagement(s, MAP.board.place(target), pieces(*attackers), mobile)
    s.attacked |= sum(1 << piece for piece in fight.attackers)
    s.defended |= sum(1 << piece for piece in fight.defenders)
    results.apply(s, fight, code)
    s.advance()
    return s


def ended(s: MansteinState) -> bool:
    """Is the combat over: is nobody asked about it any more?"""
    return s.agenda[-1].name in ("combat", "extend")


__all__ = [
    "ALLIED", "GERMAN", "column", "ended", "odds", "pieces", "segment", "shifted", "strike",
]  # fmt: skip
