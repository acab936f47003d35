"""What the tests of combat share: a Combat phase from a few lines, and attacks in it."""

from __future__ import annotations

from meuse.engine.preview import Preview
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, do, lay

# 2523 and the six hexes around it are clear and without rivers: 2422, 2423, 2522, 2524, 2622, 2623
OPEN = "2523"


def combat(units: str, more: str = "", side: str = "german", mech_ops: bool = False, turn: int = 2) -> FallState:
    """Ground combat of a side; the other side's movement comes after it."""
    step = f'{{ step = "combat", mover = "{side}", mech_ops = {str(mech_ops).lower()} }}'
    after = f'{{ step = "open_movement", mover = "{"allied" if side == "german" else "german"}", mech_ops = false }}'
    return lay(f"turn = {turn}\nunits = {{ {units} }}\n{more}\nstack = [{after}, {step}]\n")


def attack(s: FallState, target: str, *attackers: str) -> FallState:
    """An attack by these units, up to the die."""
    do(s, f"attack {target}", *[f"commit {unit}" for unit in attackers])
    return s


def battle(units: str, target: str, *attackers: str, more: str = "", side: str = "german") -> FallState:
    """A Combat phase in which these units have been committed to an attack."""
    return attack(combat(units, more, side), target, *attackers)


def preview(s: FallState, action: str = "fight") -> Preview:
    found = s.preview(action)
    assert found is not None
    return found


def column(s: FallState, action: str = "fight") -> str:
    return preview(s, action).title.rpartition(" ")[2]


def results(s: FallState, action: str = "fight") -> list[str]:
    return [outcome.name for outcome in preview(s, action).outcomes]


def factors(s: FallState, action: str = "fight") -> dict[str, str]:
    """Everything that counts in an attack, by name."""
    return {factor.name: factor.value for factor in preview(s, action).factors}


def drm(s: FallState, action: str = "fight") -> int:
    """What is added to the die: everything behind the column."""
    names = [factor.name for factor in preview(s, action).factors]
    behind = preview(s, action).factors[names.index("column") + 1 :]
    return sum(int(factor.value) for factor in behind if factor.clause != "22.13a")


def cited(s: FallState, name: str, action: str = "fight") -> str:
    """The clause of a factor."""
    return next(factor.clause for factor in preview(s, action).factors if factor.name == name)


def step(s: FallState) -> str:
    assert s.decision is not None
    return s.decision.step


def asked(s: FallState) -> str:
    """The side that decides now."""
    assert s.decision is not None
    return s.decision.side


def hexa(label: str) -> int:
    return MAP.board.place(label)


def spoken(unit: str) -> str:
    return MAP.pieces[MAP.piece(unit)].name
