"""What decides a battle bought by points: the aims that people can choose, as victory conditions (2.3k, 13d)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meuse.engine.design import Aim, Wish
from meuse.games.france_1940.setting import SIDES

MEETING, ATTACK = "meeting", "attack"
"""The kinds of battle (13a)."""
TITLES = {"german": "German", "allied": "Allied"}
Row = dict[str, Any]
"""An entry of a scenario file."""


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)] if side in SIDES else SIDES[0]


def _control(side: str, wish: Wish) -> Row:
    hexes = list(dict.fromkeys(wish.hexes))
    return {"kind": "control", "side": side, "hexes": hexes, "says": f"objectives in {TITLES[side]} hands"}


def _win(side: str, needs: Row, says: str) -> Row:
    return {"winner": side, "level": "win", **({"needs": needs} if needs else {}), "says": says}


def _more(counts: Row, ahead: dict[str, Row], says: str) -> Row:
    """Who is ahead wins; else nobody does."""
    grades = [_win(side, {f"{side}_lead": 1}, f"the {TITLES[side]} side {says}") for side in SIDES]
    draw = {"level": "draw", "says": "neither side is ahead"}
    return {"count": counts | ahead, "grade": [*grades, draw]}


def _by_objectives(wish: Wish) -> Row:
    """Who controls more of the objectives at the end wins (13d)."""
    counts: Row = {side: _control(side, wish) for side in SIDES}
    return _more(counts, _leads({side: (side, other(side)) for side in SIDES}), "controls more objectives")


def _leads(pairs: dict[str, tuple[str, str]]) -> dict[str, Row]:
    return {
        f"{side}_lead": {"kind": "sum", "of": [of], "less": [less], "says": f"lead of the {TITLES[side]} side"}
        for side, (of, less) in pairs.items()
    }


def _by_all(wish: Wish) -> Row:
    """The attacker must control every objective at the end (13d)."""
    count = len(dict.fromkeys(wish.hexes))
    won = _win(wish.attacker, {"taken": count}, "the attacker controls every objective")
    return {"count": {"taken": _control(wish.attacker, wish)}, "grade": [won, _held(wish)]}


def _by_breakthrough(wish: Wish) -> Row:
    """The attacker must have units where the defender set up (2.3k)."""
    says = f"{TITLES[wish.attacker]} units where the defender set up"
    count = {"kind": "units", "side": wish.attacker, "area": other(wish.attacker), "says": says}
    won = _win(wish.attacker, {"through": wish.number}, f"{wish.number} or more units have broken through")
    return {"count": {"through": count}, "grade": [won, _held(wish)]}


def _held(wish: Wish) -> Row:
    return _win(other(wish.attacker), {}, "the defender has held out")


def _by_losses(wish: Wish) -> Row:
    """Who has lost fewer units wins (2.3k)."""
    counts: Row = {side: {"kind": "lost", "side": side, "says": f"{TITLES[side]} units lost"} for side in SIDES}
    return _more(counts, _leads({side: (other(side), side) for side in SIDES}), "has lost fewer units")


ENDINGS: dict[str, Callable[[Wish], Row]] = {
    "objectives": _by_objectives, "all": _by_all, "breakthrough": _by_breakthrough, "losses": _by_losses,
}  # fmt: skip
AIMS = (
    Aim("objectives", "Most objectives", "The side that controls more of the objectives at the end wins.", "13d",
        hexes=True, number=False, attack=False),
    Aim("all", "Every objective", "The attacker must control all objectives at the end; otherwise the defender wins.",
        "13d", hexes=True, number=False, attack=True),
    Aim("breakthrough", "Breakthrough", "The attacker must have so many units where the defender set up.", "2.3k",
        hexes=False, number=True, attack=True),
    Aim("losses", "Fewer losses", "The side that has lost fewer units at the end wins.", "2.3k",
        hexes=False, number=False, attack=False),
)  # fmt: skip
