"""Rubble (12.11), where a scenario has it: heavy shells and bombs bring buildings down."""

from __future__ import annotations

from meuse.games.france_1940.events import RubbleRolled
from meuse.games.france_1940.state import FranceState


def played(s: FranceState) -> bool:
    """Is the optional rule of rubble played: as the scenario says, or as the players want it (12.11)?"""
    wanted = s.rulings["rubble"]
    return s.setting.scenario.rubble if wanted == "scenario" else wanted == "yes"


def threatened(s: FranceState, hexa: int, factors: int) -> int:
    """The total that turns a hex into rubble, if an attack with some factors can do it; else 0 (12.11a, 12.11b)."""
    rules, setting = s.setting.charts.markers, s.setting
    if not played(s) or factors < rules.rubble_factors or s.rubble >> hexa & 1:
        return 0
    return rules.rubble.get(setting.ground.terrain[hexa], 0)


def shake(s: FranceState, hexa: int, factors: int, hits: int) -> None:
    """After a successful attack by artillery or aircraft a die decides whether the buildings stand (12.11, G19).

    Hits on troops are added to it, now and, by the marker, in later attacks.
    """
    needed = threatened(s, hexa, factors)
    if not needed or not hits:
        return
    marker = s.ruin.get(hexa, 0) + hits
    total = s.roll(f"rubble in {s.label(hexa)}", ("12.11a",)) + marker
    if total >= needed:
        s.ruin.pop(hexa, None)
        s.rubble |= 1 << hexa
        s.touch()
        marker = 0
    else:
        s.ruin[hexa] = marker
    s.events.append(RubbleRolled(("12.11b",) if not marker else ("12.11b", "12.11c"), hexa, total, needed, marker))
