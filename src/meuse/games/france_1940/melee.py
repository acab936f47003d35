"""Hand-to-hand combat (9.1.3, 9.1.4, 10.5): strengths, odds, modifiers of the die, and what the chart says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meuse.board.sets import listed
from meuse.engine.preview import Factor, Preview, added, one_die
from meuse.games.france_1940 import attack, morale
from meuse.games.france_1940.charts import AssaultModifier, Outcome
from meuse.games.france_1940.rosters import TROOPS, UnitRow
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState, Melee
from meuse.mechanics.words import counted

COVER = ("built-up area", "dispersed buildings", "woods")
"""Where defenders are harder to beat (G45)."""


class Bout(NamedTuple):
    """A round of hand-to-hand combat, ready to be rolled for."""

    attack: int
    defence: int
    column: int
    factors: tuple[Factor, ...]
    """What is added to the die."""


def value(s: FranceState, unit: int) -> int:
    """The combat strength of a unit in an assault, by its kind and its losses (9.1.3a, R6, G59)."""
    row, charts = s.setting.pieces[unit].row, s.setting.charts.assault
    if not isinstance(row, UnitRow) or not s.steps[unit]:
        return 0
    steps = FULL - s.steps[unit]
    if row.kind == "afv":
        assert row.class_ is not None
        return (charts.light, charts.medium, charts.heavy)[("light", "medium", "heavy").index(row.class_)][steps]
    if row.engineer:
        return charts.engineers[steps]
    if row.kind in TROOPS:
        return (charts.blackshirts if row.militia else charts.troops)[steps]
    if row.kind == "mg":
        return charts.mg[steps]
    if s.setting.guns >> unit & 1:
        return charts.gun[steps]
    return (charts.halftrack if row.kind == "halftrack" else charts.others)[steps]


def strength(s: FranceState, units: int) -> int:
    """What some units add up to (9.1.3a, 9.4c)."""
    return sum(value(s, unit) for unit in listed(units & s.setting.units))


def bout(
    s: FranceState, hexa: int, attackers: int, defenders: int, froms: Iterable[int] = (), gallop: bool = False,
    melee: Melee | None = None,
) -> Bout:  # fmt: skip
    """The odds between two sides in a hex; ``melee``: they have fought before (9.1.3b, 9.1.3c, 9.1.4c, 9.1.4d)."""
    ours, theirs = strength(s, attackers), strength(s, defenders)
    column = s.setting.charts.odds.column(ours, theirs)
    if melee is not None:
        rows = _continuing(s, hexa, attackers, defenders, melee)
    else:
        rows = _first(s, hexa, attackers, defenders, tuple(froms), gallop)
    return Bout(ours, theirs, column, tuple(Factor(row.name, f"{row.value:+d}", row.clause) for row in rows))


def _first(
    s: FranceState, hexa: int, attackers: int, defenders: int, froms: tuple[int, ...], gallop: bool
) -> Iterator[AssaultModifier]:  # fmt: skip
    """The modifiers of an assault that begins (R5)."""
    rules, setting = s.setting.charts.hand_to_hand.modifier, s.setting
    if attackers & setting.afvs and attackers & setting.units & ~setting.afvs:
        yield rules["combined"]
    if average_morale(s, attackers) >= rules["morale"].least:
        yield rules["morale"]
    if gallop:
        yield rules["gallop"]
    if setting.ground.terrain[hexa] in COVER:
        yield rules["cover"]
    if _walled(s, hexa, defenders):
        yield rules["fortification"]
    if froms and all(_uphill(s, origin, hexa) for origin in froms):
        yield rules["uphill"]


def _continuing(
    s: FranceState, hexa: int, attackers: int, defenders: int, melee: Melee
) -> Iterator[AssaultModifier]:  # fmt: skip
    """The only modifiers of an assault that goes on (9.1.4d)."""
    rules = s.setting.charts.hand_to_hand.continuing
    if average_morale(s, attackers) >= rules["morale"].least:
        yield rules["morale"]
    if _walled(s, hexa, defenders):
        yield rules["fortification"]
    if melee.attackers_lost > melee.defenders_lost:
        yield rules["lost_more"]
    if melee.attackers_lost < melee.defenders_lost:
        yield rules["lost_fewer"]


def average_morale(s: FranceState, units: int) -> int:
    """The printed morale of the officers of some units, on the average, fraction dropped; or their own (10.5a, G43)."""
    found: list[int] = []
    for unit in listed(units & s.setting.led):
        if s.rulings["assault_morale"] == "units":
            found.append(morale.of_unit(s, unit))
            continue
        formation = s.setting.formation[unit]
        officer = s.leaders[formation] if s.leaders[formation] >= 0 else s.fallen[formation]
        found.append(s.setting.morale[officer] if officer >= 0 else 0)
    return sum(found) // len(found) if found else 0


def _walled(s: FranceState, hexa: int, defenders: int) -> bool:
    """Are defenders inside a fortification (12.9i)?"""
    return s.fort_at(hexa) is not None and bool(defenders & s.inside)


def _uphill(s: FranceState, origin: int, hexa: int) -> bool:
    """Do attackers climb over a crest, or come out of a minor river (R5)?"""
    river = s.setting.scenario.river == "minor" and s.setting.ground.river & ~s.setting.bridges
    return attack.over_crest(s, origin, hexa) or bool(river and river >> origin & 1)


def result(s: FranceState, bout: Bout, die: int) -> tuple[Outcome, Outcome]:
    """What a die comes to for attackers and defenders (9.1.3d)."""
    return s.setting.charts.hand_to_hand.result(bout.column, die + added(bout.factors))


def mark(outcome: tuple[Outcome, Outcome]) -> str:
    """A result as the chart writes it: "1/2R1"."""
    return "/".join(f"{side.losses}R{side.retreat}" if side.retreat else str(side.losses) for side in outcome)


def said(outcome: tuple[Outcome, Outcome]) -> str:
    """A result in words."""
    parts = []
    for name, side in zip(("attackers", "defenders"), outcome, strict=True):
        lost = f"the {name} lose {counted(side.losses, 'step')}"
        parts.append(f"{lost} and retreat {counted(side.retreat, 'hex')}" if side.retreat else lost)
    return "; ".join(parts)


def ratio(s: FranceState, bout: Bout) -> str:
    return s.setting.charts.odds.ratios[bout.column].name


def preview(s: FranceState, bout: Bout) -> Preview:
    """The exact odds of a round, with everything that counts."""
    ends = [result(s, bout, die) for die in range(1, 7)]
    factors = (
        Factor("attackers", str(bout.attack), "9.1.3a"), Factor("defenders", str(bout.defence), "9.1.3a"),
        Factor("odds", ratio(s, bout), "9.1.3b"), *bout.factors,
    )  # fmt: skip
    return one_die("Hand-to-hand combat", [mark(end) for end in ends], factors, {mark(end): said(end) for end in ends})
