"""Chapter 10: the morale of formations and units, and the checks that a unit must pass in order to act."""

from __future__ import annotations

from meuse.games.france_1940 import command
from meuse.games.france_1940.events import GateChecked
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState, finish


def strain(s: FranceState, formation: int) -> int:
    """What its losses take from a formation's morale: steps lost beyond the units it began with (10b, G35)."""
    return max(s.lost(formation) - s.began_with(formation), 0)


def base(s: FranceState, formation: int) -> tuple[int, int]:
    """Morale and leadership that count for a formation; without an officer those of the fallen one, who leads no more.

    (10a, 7.2.1b, 7.2.1c)
    """
    officer = s.leaders[formation]
    if officer >= 0:
        return s.setting.morale[officer], s.setting.leadership[officer]
    fallen = s.fallen[formation]
    return (s.setting.morale[fallen] if fallen >= 0 else 0), 0


def of_formation(s: FranceState, formation: int) -> int:
    """A formation's morale: its officer's with his leadership, less its losses (10a, 10b)."""
    return sum(base(s, formation)) - strain(s, formation)


def of_unit(s: FranceState, unit: int) -> int:
    """A unit's morale: its formation's, with leadership only in command range, less its own losses (10c, 10d)."""
    formation = s.setting.formation[unit]
    morale, leadership = base(s, formation)
    led = leadership if command.in_range(s, unit) else 0
    return morale + led - strain(s, formation) - (FULL - s.steps[unit])


def gate(s: FranceState, unit: int, why: str, clauses: tuple[str, ...], less: int = 0) -> bool:
    """Roll 2d6 against a unit's morale, less what makes it harder, before it acts; who fails is Finished (10.2b)."""
    needed = of_unit(s, unit) - less
    purpose = f"{why} of {s.spoken(unit)}"
    rolled = s.roll(purpose, clauses) + s.roll(purpose, clauses)
    passed = rolled <= needed
    s.events.append(GateChecked(clauses, unit, why, needed, rolled, passed))
    if not passed:
        finish(s, 1 << unit)
    return passed
