"""Chapters 14 and 15 up to the fall of the die: who attacks what, support, shifts, and the column of the table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from meuse.engine import Event
from meuse.games.fall_of_france import odds
from meuse.games.fall_of_france.combat import attack_bars, targets
from meuse.games.fall_of_france.engagement import meaning, odds_of
from meuse.games.fall_of_france.events import Attacked, Fought, Invaded, PhaseBegan, Supported
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.zoc import zone
from tests.games.fall_of_france.battles import (
    asked,
    attack,
    battle,
    cited,
    column,
    combat,
    drm,
    factors,
    hexa,
    preview,
    results,
    spoken,
    step,
)
from tests.games.fall_of_france.kit import GAME, MAP, can, choices, clause, disrupted, do, lay, pack, refusal, where

# 2523 and the six hexes around it are clear and without rivers: 2422, 2423, 2522, 2524, 2622, 2623
FRONT = '2523 = ["F.X"], 2423 = ["G.III", "G.VI"], 2524 = ["G.I"], 2324 = ["G.12HQ"]'


def of(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def fought(s: FallState) -> Fought:
    event = of(s.events, Fought)[0]
    assert isinstance(event, Fought)
    return event


# each column of the table, without any shift

COLUMNS = [
    ("1-4", "G.1Cav", "F.X", "1/CDR CR/DR DR/D *R R/- R/D"),  # 1 to 4
    ("1-3", "G.1Cav", "F.CAC", "CR/DR DR/D *DR *R R/D D/DR"),  # 1 to 3
    ("1-2", "G.1Cav", "F.2A1", "DR/D *DR *R -/R R/D D/CR"),  # 1 to 2
    ("1-1.5", "G.22", "F.CAC", "DR/D *DR *DR *R R/D D/DR"),  # 2 to 3
    ("1-1", "G.X", "F.X", "CR/D *DR *R *R -/R -/DR"),  # 4 to 4
    ("1.5-1", "G.X G.1Cav", "F.CAC", "*R R/D D/CD D/DR D/CDR -/CD"),  # 5 to 3
    ("2-1", "G.X", "F.2A1", "R/D -/R D/DR D/CDR -/CDR D/1CR"),  # 4 to 2
    ("2.5-1", "G.X G.1Cav", "F.2A1", "D/DR D/CDR D/1CD -/1CDR -/2DR D/2CR"),  # 5 to 2
    ("3-1", "G.X G.22", "F.2A1", "D/1CD D/2D -/2D -/2DR D/2CD -/2CDR"),  # 6 to 2
    ("4-1", "G.X G.XXVI", "F.2A1", "D/2D D/2C -/2C D/3R -/3 D/3D"),  # 8 to 2
]


@pytest.mark.parametrize(("at", "attackers", "defender", "row"), COLUMNS)
@clause("CRTb", "CRTa")
def test_each_column_of_the_table(at: str, attackers: str, defender: str, row: str) -> None:
    units = attackers.split()
    listed = ", ".join(f'"{unit}"' for unit in units)
    s = battle(f'2523 = ["{defender}"], 2423 = [{listed}], 2324 = ["G.BHQ"]', "2523", *units)
    assert preview(s).title == f"attack on 2523 at {at}"
    assert results(s) == row.split()
    assert [(o.chance, o.rolls) for o in preview(s).outcomes] == [(Fraction(1, 6), (die,)) for die in range(1, 7)]
    for die, result in enumerate(row.split(), 1):
        twin = s.clone()
        do(twin, "fight", rolls=[die])
        assert (fought(twin).column, fought(twin).die, fought(twin).result) == (at, die, result)


def test_a_preview_says_what_a_result_means() -> None:
    s = battle(FRONT, "2523", "G.III")
    says = {outcome.name: outcome.says for outcome in preview(s).outcomes}
    assert says["-/DR"] == "defender: all disrupted, retreat"
    assert says["CR/D"] == "attacker: retreat; defender: all disrupted"  # Germans are never cadred
    assert preview(s).lit is not None and preview(s).lit.column == "1-1"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("optional", "attacker", "cadres"),
    [("no", GERMAN, "defender"), ("no", ALLIED, "attacker"), ("yes", GERMAN, "both"), ("yes", ALLIED, "both")],
)
@clause("14.4d", "22.9.1a")
def test_a_result_speaks_of_cadres_on_the_side_that_can_have_some(optional: str, attacker: int, cadres: str) -> None:
    s = combat(FRONT, f'options = {{ optional_panzers = "{optional}" }}')
    result = odds.Result(odds.Half(cadre=True, retreat=True), odds.Half(1, cadre=True), "CR/1C")
    attackers = (s.setting.side_of.index(attacker),)
    says = dict(part.split(": ") for part in meaning(s, attackers, result).split("; "))
    hit = {"attacker": "one cadred, retreat", "defender": "1 unit eliminated, one cadred"}
    assert says == {
        who: what if cadres in (who, "both") else what.replace("one cadred", "").strip(", ")
        for who, what in hit.items()
    }


# 14.0, 14.1: who attacks what


@clause("14.0a")
def test_only_the_side_whose_phase_it_is_attacks() -> None:
    s = combat(FRONT)
    assert asked(s) == "german" and choices(s, "attack") == {"2523"}
    assert refusal(s, "attack 2423") == "14.1b"
    do(s, "attack 2523")
    assert refusal(s, "commit F.X") == "14.0a"
    s = combat(FRONT, side="allied")
    assert asked(s) == "allied" and choices(s, "attack") == {"2423", "2524"}


@clause("14.0b", "14.1b")
def test_combat_is_against_units_never_against_fortifications() -> None:
    s = combat('1709 = ["F.MTY"], 1708 = ["G.III", "G.VI", "G.12HQ"]')
    assert refusal(s, "attack 1808") == "14.1b"  # fortified, but nobody is there
    walls = s.walls
    do(attack(s, "1709", "G.III", "G.VI"), "fight", rolls=[5])
    assert s.walls == walls


@clause("14.1a")
def test_nobody_has_to_attack() -> None:
    s = combat(FRONT)
    assert can(s, "done")
    do(s, "done")
    assert step(s) == "movement" and asked(s) == "allied"


@clause("14.1a")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    """R61; in any order."""
    s = combat('2523 = ["F.X"], 2422 = ["F.2A1"], 2423 = ["G.III", "G.VI"], 2324 = ["G.12HQ"]')
    assert choices(s, "attack") == {"2523", "2422"}
    do(attack(s, "2523", "G.III"), "fight", rolls=[3])  # *R against the attacker
    while not can(s, "done"):
        s.apply(s.options[0])
    assert refusal(s, "attack 2523") == "14.1a"
    do(s, "attack 2422")
    assert refusal(s, "commit G.III") == "14.1a" and can(s, "commit G.VI")


@clause("14.1b")
def test_units_of_several_hexes_attack_together_a_hex_next_to_all() -> None:
    s = combat(FRONT + ', 2323 = ["G.XVIII"]')
    do(s, "attack 2523")
    assert choices(s, "commit") == {"G.III", "G.VI", "G.I"}
    assert refusal(s, "commit G.XVIII") == "14.1b"
    do(s, "commit G.III", "commit G.I")
    assert refusal(s, "commit G.III") == "14.1d"
    assert factors(s)["attack"] == "8" and can(s, "fight")


@clause("14.1b")
def test_there_is_no_combat_across_the_sea() -> None:
    s = combat('0613 = ["B.I"], 0714 = ["G.X"], 0815 = ["G.BHQ"]')
    assert step(s) == "movement"  # nobody is asked where nothing can be attacked
    s = combat('0613 = ["B.I"], 0714 = ["G.X"], 0612 = ["G.XXVI"], 0815 = ["G.BHQ"]')
    sea = combat('0613 = ["B.I"], 0714 = ["G.X"], 2523 = ["F.X"], 2423 = ["G.III"], 0815 = ["G.BHQ"]')
    reason = sea.explain("attack 0613")
    assert reason is not None and (reason.clause, "only sea" in reason.reason) == ("14.1b", True)
    do(s, "attack 0613")
    assert choices(s, "commit") == {"G.XXVI"} and refusal(s, "commit G.X") == "14.1b"


@clause("14.1c")
def test_all_units_of_a_hex_defend_together() -> None:
    s = battle('2523 = ["F.X", "F.2A1"], 2423 = ["G.III"], 2324 = ["G.12HQ"]', "2523", "G.III")
    assert factors(s)["defence"] == "6"
    do(s, "fight", rolls=[6])
    assert set(fought(s).defenders) == {MAP.piece("F.X"), MAP.piece("F.2A1")}


@clause("14.1d")
def test_a_stack_may_divide_its_attacks() -> None:
    """Some may attack one hex, some another, and some stay out."""
    s = combat('2523 = ["F.X"], 2422 = ["F.2A1"], 2423 = ["G.III", "G.VI", "G.12HQ"], 2323 = ["G.XL"]')
    do(attack(s, "2523", "G.III"), "fight", rolls=[5])
    while not can(s, "attack 2422"):
        s.apply(s.option("stay") if can(s, "stay") else s.options[0])
    do(s, "attack 2422")
    assert choices(s, "commit") == {"G.VI", "G.12HQ", "G.XL"}


def test_a_total_of_nothing_does_not_attack(tmp_path: Path) -> None:
    """R76: a unit without an attack rating may join others but not attack alone."""
    text = (GAME.data.folder / "units.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if '"G.III"' in line)
    feeble = text.replace(line, line.replace("attack = 4", "attack = 0", 1), 1)
    game = pack(tmp_path, units=feeble)
    step = '{ step = "combat", mover = "german", mech_ops = false }'
    after = '{ step = "open_movement", mover = "allied", mech_ops = false }'
    s = lay(f"turn = 2\nunits = {{ {FRONT} }}\nstack = [{after}, {step}]", game)
    assert s.setting.attack[MAP.piece("G.III")] == 0
    do(s, "attack 2523")
    assert refusal(s, "commit G.III") == "14.1a"
    do(s, "commit G.VI", "commit G.III")
    assert factors(s)["attack"] == "4"


@clause("16.1b", "16.5b")
def test_disrupted_units_and_cadres_do_not_attack() -> None:
    s = combat(FRONT, 'disrupted = ["G.III"]')
    do(s, "attack 2523")
    assert refusal(s, "commit G.III") == "16.1b" and can(s, "commit G.VI")
    s = combat('2523 = ["G.III"], 2423 = ["F.X"], 2524 = ["F.2A1"]', 'cadred = ["F.X"]', side="allied")
    do(s, "attack 2523")
    assert refusal(s, "commit F.X") == "16.5b" and can(s, "commit F.2A1")
    s = combat('2523 = ["F.X"], 2423 = ["G.III"]', 'disrupted = ["G.III"]')
    assert step(s) == "movement"


HALTED = 'halted = "german-18"'
IDLE = [
    pytest.param('2523 = ["G.X"], 2423 = ["F.X"]', 'disrupted = ["F.X"]', False, "16.1b", marks=clause("16.1b")),
    pytest.param('2523 = ["G.X"], 2423 = ["F.X"]', 'cadred = ["F.X"]', False, "16.5b", marks=clause("16.5b")),
    pytest.param('2523 = ["G.X"], 2423 = ["F.X"]', 'attacked = ["F.X"]', False, "14.1a", marks=clause("14.1a")),
    pytest.param('2523 = ["F.X"], 2423 = ["G.I"]', "", True, "15.0b", marks=clause("15.0b")),
    pytest.param('2523 = ["F.X"], 2423 = ["G.5Pz"]', "", True, "7.4e", marks=clause("7.4e")),
    pytest.param('2523 = ["F.X"], 2423 = ["G.9Pz", "G.BHQ"]', HALTED, True, "22.7a", marks=clause("22.7a")),
    pytest.param('2523 = ["F.X"], 2322 = ["G.I"]', "", False, "14.1b", marks=clause("14.1b")),
]


@pytest.mark.parametrize(("units", "more", "mech_ops", "expected"), IDLE)
def test_why_a_hex_next_to_idle_units_is_not_attacked(units: str, more: str, mech_ops: bool, expected: str) -> None:
    """Elsewhere an attack is possible, so the phase is played."""
    side = "allied" if '["G.X"]' in units else "german"
    elsewhere = ', 1517 = ["G.1Pz", "G.KlugeHQ"], 1617 = ["F.VII"]'
    more += '\noptions = { rundstedt = "yes" }'
    s = combat(units + elsewhere, more, side, mech_ops)
    assert choices(s, "attack") == {"1517" if side == "allied" else "1617"}
    assert refusal(s, "attack 2523") == expected


# 14.2, 14.3: the example of play, shifts and modifiers

EXAMPLE = '1709 = ["F.MTY"], 1808 = ["G.III"], 1708 = ["G.XVIII", "G.12HQ", "G.VI"], 1607 = ["G.1Mtn"], 1908 = ["F.VI"]'


@clause("14.2a", "14.2b", "14.3c", "14.3d", "TECo", "TECv", "17.2c")
def test_the_attack_of_the_example_of_play() -> None:
    """10 to 2 is 5-1, hills make it 4-1; the headquarters fights and supports; the line does not face III Corps."""
    s = combat(EXAMPLE, 'disrupted = ["G.VI"]', turn=1)
    attack(s, "1709", "G.III", "G.XVIII", "G.12HQ")
    do(s, "support G.12HQ")
    shown = factors(s)
    assert (shown["attack"], shown["defence"], shown["ratio"], shown["hills"]) == ("10", "2", "5-1", "-1")
    assert (column(s), drm(s)) == ("4-1", 1)
    assert "major fortified line" not in shown and cited(s, "hills") == "TECo"
    events = do(s, "fight", rolls=[4])
    assert (fought(s).die, fought(s).result) == (5, "-/3")
    assert [e.piece for e in of(events, Supported)] == [MAP.piece("G.12HQ")]  # type: ignore[attr-defined]
    assert where(s, "F.MTY") == "dead"
    assert refusal(s, "advance G.XVIII") == "17.2c" == refusal(s, "advance G.12HQ")
    do(s, "advance G.III", "advance G.12HQ", "advance G.XVIII")
    assert {where(s, unit) for unit in ("G.III", "G.12HQ", "G.XVIII")} == {"1709"}
    assert step(s) == "movement"  # no skirmish: no French unit is next to 1709


@clause("17.2c")
def test_the_line_stays_shut_if_the_corps_behind_it_is_disrupted() -> None:
    """The example's variant: only units before the line could advance, and they cannot."""
    s = combat(EXAMPLE, 'disrupted = ["G.VI"]', turn=1)
    attack(s, "1709", "G.III", "G.XVIII", "G.12HQ")
    do(s, "fight", rolls=[4])  # D/3R
    assert where(s, "F.MTY") == "dead" and disrupted(s) >= {"G.III", "G.XVIII", "G.12HQ"}
    assert step(s) == "movement"
    s = combat(EXAMPLE, 'disrupted = ["G.VI", "G.III"]', turn=1)
    attack(s, "1709", "G.XVIII", "G.12HQ")
    do(s, "fight", rolls=[6])  # 6 to 2 at 2.5-1 behind a major line and on hills: -/CDR or worse
    assert not can(s, "advance G.XVIII")


@clause("12.1a", "14.3a", "CRTc")
def test_each_air_unit_shifts_a_column_and_those_of_both_sides_cancel() -> None:
    """C02 too: only units that support the hex under attack count (R56)."""
    units = '2523 = ["F.X"], 2423 = ["G.III"], 2324 = ["G.12HQ"]'
    s = battle(units, "2523", "G.III", more='missions = { "G.air1" = "2523", "G.air2" = "2523", "F.air1" = "2523" }')
    assert column(s) == "1.5-1"
    assert (factors(s)["German air support"], factors(s)["Allied air support"]) == ("+2", "-1")
    s = battle(units, "2523", "G.III", more='missions = { "G.air1" = "2423", "G.air2" = "2523+2423+2524" }')
    assert column(s) == "1-1"
    s = battle(units, "2523", "G.III", more='missions = { "F.air1" = "2523" }')
    assert (column(s), cited(s, "Allied air support")) == ("1-1.5", "12.1a")
    few = '2523 = ["F.X", "F.XVIII"], 2423 = ["G.GD"], 2324 = ["G.KlugeHQ"]'
    flying = 'missions = { "G.air1" = "2523", "G.air2" = "2523" }'
    assert factors(battle(few, "2523", "G.GD", more=flying))["ratio"] == "1-8"


PANZERS = '2523 = ["F.X"], 2423 = ["G.1Pz", "G.2Pz", "G.6Pz"], 2324 = ["G.KlugeHQ"]'


@clause("14.3a", "14.3e", "CRTc")
def test_an_air_unit_cancels_a_german_mechanised_assault() -> None:
    s = battle(PANZERS, "2523", "G.1Pz", "G.2Pz")
    assert (column(s), factors(s)["mechanised assault"], drm(s)) == ("1.5-1", "+1", 0)
    s = battle(PANZERS, "2523", "G.1Pz", "G.2Pz", more='missions = { "UK.air1" = "2523" }')
    assert column(s) == "1-1"


@clause("14.3b", "14.3e", "CRTc")
def test_an_allied_mechanised_assault_is_a_matter_of_the_die() -> None:
    """A21: another kind than a column shift, so the two would never cancel."""
    units = '2523 = ["G.III"], 2423 = ["F.1DCR", "F.2DCR"], 2623 = ["G.12HQ"]'
    s = battle(units, "2523", "F.1DCR", "F.2DCR", side="allied", more='missions = { "G.air1" = "2523" }')
    assert (column(s), drm(s)) == ("1-1.5", 1)
    assert cited(s, "mechanised assault") == "14.3e"


@clause("14.3e")
def test_exactly_half_is_no_majority() -> None:
    """C14: 4 of 8 stacking points, and a headquarters counts nothing."""
    units = '2523 = ["F.X"], 2423 = ["G.1Pz", "G.2Pz", "G.KlugeHQ"], 2524 = ["G.FSJ", "G.22"]'
    s = battle(units, "2523", "G.1Pz", "G.2Pz", "G.FSJ", "G.22")
    assert "mechanised assault" not in factors(s) and column(s) == "2-1"
    do(s, "commit G.KlugeHQ")
    assert "mechanised assault" not in factors(s)
    s = battle(units, "2523", "G.1Pz", "G.2Pz", "G.FSJ")
    assert factors(s)["mechanised assault"] == "+1"


@clause("TECj", "TECv", "14.3e")
def test_one_unit_that_need_not_cross_lifts_the_river() -> None:
    """C15: three panzer divisions over a minor river and an infantry division that is not behind it."""
    units = (
        '2021 = ["F.X"], 2121 = ["F.2A1"], 2022 = ["G.1Pz", "G.2Pz", "G.6Pz"], 2020 = ["G.22"], 1922 = ["G.KlugeHQ"]'
    )
    s = battle(units, "2021", "G.1Pz", "G.2Pz", "G.6Pz", "G.22")
    assert (factors(s)["mechanised assault"], drm(s), column(s)) == ("+1", 0, "2.5-1")
    s = battle(units, "2021", "G.1Pz", "G.2Pz", "G.6Pz")
    assert (drm(s), column(s)) == (-1, "1.5-1") and "mechanised assault" not in factors(s)
    assert cited(s, "mechanised assault, denied by terrain") == "TECj"


@pytest.mark.parametrize(("target", "base"), [("2414", "2314"), ("2104", "2003"), ("0608", "0609"), ("2021", "1921")])
@clause("TECn", "TECp", "TECm", "TECk")
def test_forest_swamp_and_rivers_deny_the_mechanised_assault(target: str, base: str) -> None:
    """R71: the German column shift as well."""
    s = battle(f'{target} = ["F.2A1"], {base} = ["G.1Pz", "G.2Pz", "G.KlugeHQ"]', target, "G.1Pz", "G.2Pz")
    assert factors(s)["mechanised assault, denied by terrain"] == "+0"


# headquarters


@clause("14.3c")
def test_a_headquarters_next_to_the_target_adds_one_to_the_die() -> None:
    s = battle('2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"], 2524 = ["G.AHQ"]', "2523", "G.III")
    assert choices(s, "support") == {"G.12HQ", "G.AHQ"} and drm(s) == 0
    do(s, "support G.12HQ")
    assert drm(s) == 1 and cited(s, f"support of {spoken('G.12HQ')}") == "14.3c"
    assert refusal(s, "support G.AHQ") == "14.3c"  # several do not add up
    assert results(s) == ["*DR", "*R", "*R", "-/R", "-/DR", "-/CDR"]


@clause("14.3c", "7.4c", "16.1b")
def test_which_headquarters_can_lend_support() -> None:
    """Supplied, undisrupted, next to the enemy stack (R73, R116)."""
    s = battle(FRONT + ', 2422 = ["G.AHQ"]', "2523", "G.III", more='disrupted = ["G.AHQ"]')
    assert refusal(s, "support G.12HQ") == "14.3c" and refusal(s, "support G.AHQ") == "16.1b"
    assert refusal(s, "support G.III") == "14.3c"
    # the French around 2423 cut its headquarters off
    ring = '2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"], 2322 = ["F.XVIII"], 2324 = ["F.2A1"], 2424 = ["F.2A2"]'
    s = battle(ring, "2523", "G.III")
    assert refusal(s, "support G.12HQ") == "7.4c"


@clause("14.3c")
def test_a_headquarters_lends_its_support_once_a_phase() -> None:
    s = combat('2523 = ["F.X"], 2422 = ["F.2A1"], 2423 = ["G.III", "G.VI", "G.12HQ"]')
    do(attack(s, "2523", "G.III"), "support G.12HQ", "fight", rolls=[1])  # *DR
    while not can(s, "done"):
        s.apply(s.options[0])
    attack(s, "2422", "G.VI")
    assert refusal(s, "support G.12HQ") == "14.3c"


@clause("14.3c", "4.0a")
def test_a_german_headquarters_may_answer_an_allied_attack() -> None:
    """The German decides once the attack is declared; next to one of the attacking stacks is enough (R73)."""
    units = '2523 = ["G.III"], 2423 = ["G.12HQ"], 2524 = ["F.X"], 2422 = ["F.2A1"], 2522 = ["F.XVIII"]'
    s = battle(units, "2523", "F.X", side="allied")
    assert refusal(s, "fight") == "14.3c" and refusal(s, "support G.12HQ") == "14.3c"
    assert can(s, "commit F.2A1") and s.preview("declare") is None
    do(s, "declare")
    assert asked(s) == "german" and choices(s, "support") == {"G.12HQ"} and can(s, "decline")
    assert refusal(s, "support G.III") == "14.3c"
    assert (drm(s, "decline"), drm(s, "support G.12HQ")) == (0, -1)
    assert results(s, "support G.12HQ") == ["D/CR", "CR/D", "*DR", "*R", "*R", "-/R"]
    twin = s.clone()
    do(twin, "decline", rolls=[6])
    assert fought(twin).result == "-/DR" and not twin.lent
    do(s, "support G.12HQ", rolls=[6])
    assert (fought(s).die, fought(s).result) == (5, "-/R") and s.lent == 1 << MAP.piece("G.12HQ")
    # far from all attackers nobody is asked
    far = '2523 = ["G.III"], 2324 = ["G.12HQ"], 2524 = ["F.X"]'
    assert can(battle(far, "2523", "F.X", side="allied"), "fight")


# 15: Mechanised Operations


@clause("15.0a", "15.0b", "15.1a", "16.1c")
def test_only_undisrupted_mechanised_units_attack_in_mechanised_operations() -> None:
    """R77: headquarters may lend support but not attack."""
    units = '2523 = ["F.X"], 2423 = ["G.1Pz", "G.2Mot", "G.2Pz", "G.KlugeHQ"], 2524 = ["G.I"]'
    s = combat(units, 'disrupted = ["G.2Pz"]', mech_ops=True)
    do(s, "attack 2523")
    assert choices(s, "commit") == {"G.1Pz", "G.2Mot"}
    assert refusal(s, "commit G.I") == "15.0b" == refusal(s, "commit G.KlugeHQ")
    assert refusal(s, "commit G.2Pz") == "16.1b"
    do(s, "commit G.1Pz", "commit G.2Mot", "support G.KlugeHQ")
    assert (column(s), drm(s)) == ("1.5-1", 1)


@clause("7.4e")
def test_unsupplied_units_do_not_attack_in_mechanised_operations() -> None:
    units = '2523 = ["F.X"], 2423 = ["G.1Pz"], 2524 = ["G.5Pz"], 2424 = ["G.4HQ"]'
    s = combat(units, mech_ops=True)
    do(s, "attack 2523")
    assert refusal(s, "commit G.1Pz") == "7.4e" and can(s, "commit G.5Pz")
    s = combat(units)
    do(s, "attack 2523")
    assert can(s, "commit G.1Pz")


@clause("15.0b")
def test_the_allies_have_no_mechanised_operations() -> None:
    s = combat('2523 = ["G.III"], 2423 = ["F.1DCR"]', side="allied", mech_ops=True)
    assert step(s) != "combat"


@clause("22.9.2c")
def test_the_bef_armour_by_german_rules() -> None:
    """It attacks in Mechanised Operations, with a column for its assault."""
    units = '2523 = ["G.III"], 2423 = ["UK.ArmCorps"], 2524 = ["UK.I"], 2622 = ["F.1DCR"]'
    s = combat(units, 'options = { bef_armour = "german_rules" }', side="allied", mech_ops=True)
    do(s, "attack 2523")
    assert choices(s, "commit") == {"UK.ArmCorps"}
    do(s, "commit UK.ArmCorps")
    assert factors(s)["mechanised assault"] == "+1" and column(s) == "3-1" and drm(s) == 0  # 5 to 2: no supply
    s = combat(units, 'options = { bef_armour = "yes" }', side="allied")
    attack(s, "2523", "UK.ArmCorps")
    assert drm(s) == 1


ASSAULTS = [
    ("german", "no", "G.1Pz", "column"), ("german", "no", "G.1Pz G.12HQ", "column"), ("german", "no", "G.III", ""),
    ("german", "no", "G.1Pz G.III", ""), ("german", "no", "G.1Pz G.22", ""),
    ("german", "no", "G.1Pz G.2Mot G.III", "column"),
    ("allied", "no", "F.1DCR", "die"), ("allied", "no", "F.1DCR F.X", ""), ("allied", "no", "F.1DCR F.2DCR F.X", "die"),
    ("allied", "yes", "UK.ArmCorps", "die"), ("allied", "yes", "UK.ArmCorps UK.51", "die"),
    ("allied", "german_rules", "UK.ArmCorps", "column"), ("allied", "german_rules", "UK.ArmCorps UK.51", "column"),
    ("allied", "german_rules", "UK.ArmCorps UK.I", ""), ("allied", "german_rules", "UK.ArmCorps UK.I F.1DCR", "die"),
    ("allied", "german_rules", "F.1DCR", "die"), ("allied", "german_rules", "UK.51", ""),
    ("allied", "german_rules", "UK.ArmCorps F.1DCR", "column"),
    ("allied", "german_rules", "F.1DCR F.2DCR UK.ArmCorps", "die"),
]  # fmt: skip
"""Who attacks by which rules, and what a mechanised assault of theirs shifts."""


@pytest.mark.parametrize(("side", "ruling", "attackers", "expected"), ASSAULTS)
@clause("14.3b", "14.3e", "22.9.2c")
def test_a_mechanised_assault_takes_more_than_half_of_the_points(
    side: str, ruling: str, attackers: str, expected: str
) -> None:
    units = attackers.split()
    bases = ", ".join(f'{label} = ["{unit}"]' for label, unit in zip(("2423", "2524", "2622"), units, strict=False))
    foe, hqs = ("G.X", "") if side == "allied" else ("F.X", ', 2322 = ["G.AHQ", "G.KlugeHQ"]')
    more = f'options = {{ bef_armour = "{ruling}" }}'
    s = combat(f'2523 = ["{foe}"], {bases}{hqs}', more, side)
    pieces = tuple(MAP.piece(unit) for unit in units)
    total = odds_of(s, pieces, hexa("2523"))
    found = [
        kind for kind, all_ in (("column", total.shifts), ("die", total.drms)) for f in all_ if f.clause == "14.3e"
    ]
    assert found == ([expected] if expected else [])
    columns = sum(int(factor.value) for factor in total.shifts)
    assert (columns, total.die) == (expected == "column", expected == "die")


@clause("14.3c", "22.9.2c")
def test_an_hq_lends_its_support_once_in_mechanised_operations_though_both_sides_attack() -> None:
    """R73: against one enemy stack in a phase."""
    units = '2524 = ["UK.ArmCorps"], 2422 = ["F.X"], 2423 = ["G.1Pz", "G.KlugeHQ"], 2118 = ["F.I"]'
    for support, answers in (((), True), (("support G.KlugeHQ",), False)):
        s = lay(f'phase = "mech combat"\nturn = 3\noptions = {{ bef_armour = "german_rules" }}\nunits = {{ {units} }}')
        do(s, "attack 2422", "commit G.1Pz", *support, "fight", rolls=[5])
        while step(s) != "movement":
            s.apply(s.options[-1])
        do(s, "done")
        assert step(s) == "combat" and asked(s) == "allied"
        do(s, "attack 2423", "commit UK.ArmCorps")
        assert can(s, "declare") == answers and can(s, "fight") != answers


@clause("14.1a", "7.4a", "TECr")
def test_a_unit_that_halving_leaves_without_attack_factors_does_not_attack_alone() -> None:
    """R76: 1 out of supply and in the mountains is a quarter, rounded to nothing."""
    units = '2305 = ["F.X"], 2306 = ["G.GD"]'
    s = combat(units)
    assert step(s) == "movement"
    s = combat(units.replace('"G.GD"', '"G.1Pz", "G.GD"'))
    do(s, "attack 2305")
    assert choices(s, "commit") == {"G.1Pz"} and refusal(s, "commit G.GD") == "14.1a"
    do(s, "commit G.1Pz", "commit G.GD")
    assert (factors(s)["attack"], column(s)) == ("1", "1-3")  # 1-4 and the mechanised assault
    s = combat(units + ', 2407 = ["G.KlugeHQ"]')
    assert choices(s, "attack") == {"2305"}


@clause("16.5c")
def test_a_cadre_takes_no_part_in_mechanised_operations_and_has_no_zone() -> None:
    units, more = '2523 = ["G.III"], 2423 = ["UK.1Arm"]', 'options = { bef_armour = "german_rules" }\n'
    s = combat(units, more, side="allied", mech_ops=True)
    assert step(s) == "combat" and zone(s, ALLIED) >> hexa("2424") & 1
    s = combat(units, more + 'cadred = ["UK.1Arm"]', side="allied", mech_ops=True)
    assert step(s) == "movement" and not zone(s, ALLIED)


@clause("TECs")
def test_a_border_does_not_matter_in_combat() -> None:
    """From Luxembourg into France: only the hills and the line count."""
    s = combat('1709 = ["F.MTY"], 1708 = ["G.III", "G.12HQ"]', turn=1)
    attack(s, "1709", "G.III")
    assert MAP.board.crosses(hexa("1708"), hexa("1709"), MAP.borders)
    assert (column(s), drm(s)) == ("1-1", 0)  # 4 to 2, a column less for each of them


MECH_OPS = """
turn = 2
units = { 2523 = ["F.2A1"], 2423 = ["G.1Pz", "G.2Pz", "G.KlugeHQ"] }
stack = [
  { step = "open_movement", mover = "allied", mech_ops = false },
  { step = "open_movement", mover = "german", mech_ops = true },
  { step = "open_combat", mover = "german", mech_ops = true },
]
"""


@clause("15.0a", "15.0c", "15.0d", "15.1a", "15.2a")
def test_a_unit_that_attacked_does_not_move_and_another_does() -> None:
    """Attacks come first; who attacks and who moves is chosen unit by unit."""
    s = lay(MECH_OPS)
    assert step(s) == "combat"
    do(attack(s, "2523", "G.1Pz"), "fight", rolls=[6])  # 2 to 2, one column for the assault: -/CD
    assert step(s) == "movement" and refusal(s, "move G.1Pz") == "15.0b"
    do(s, "move G.2Pz")
    assert s.left[MAP.piece("G.2Pz")] == 4


@pytest.mark.parametrize(("ruling", "points"), [("quarter", 2), ("none", 0)])
@clause("15.2b", "7.4e")
def test_unsupplied_units_move_a_quarter_if_at_all(ruling: str, points: int) -> None:
    """R23: by default they take no part; by the other ruling they move, but never attack."""
    units = '2523 = ["F.2A1"], 2423 = ["G.1Pz"]'
    more = f'options = {{ unsupplied_mech = "{ruling}" }}\n'
    s = lay(
        f"turn = 2\n{more}units = {{ {units} }}\nstack = ["
        '{ step = "open_movement", mover = "allied", mech_ops = false },'
        '{ step = "movement", mover = "german", mech_ops = true },'
        '{ step = "open_combat", mover = "german", mech_ops = true }]'
    )
    assert step(s) == "movement" and can(s, "move G.1Pz") == bool(points)
    if points:
        do(s, "move G.1Pz")
        assert s.left[MAP.piece("G.1Pz")] == points
    else:
        assert refusal(s, "move G.1Pz") == "7.4e"


@clause("15.0a", "14.1b")
def test_kluge_has_nothing_to_attack() -> None:
    """A19: nobody stands next to 1510; the half-move is still open."""
    s = lay(
        """
turn = 1
units = { 1510 = ["G.2Mot", "G.6Pz", "G.10Pz"], 1409 = ["G.KlugeHQ"], 1611 = ["F.2A1", "F.2A2"] }
stack = [
  { step = "open_movement", mover = "allied", mech_ops = false },
  { step = "open_movement", mover = "german", mech_ops = true },
  { step = "open_combat", mover = "german", mech_ops = true },
]
"""
    )
    assert not targets(s, GERMAN, True) and step(s) == "movement" and can(s, "move G.6Pz")


def test_a_phase_of_combat_begins_afresh() -> None:
    s = lay(MECH_OPS.replace("turn = 2", 'turn = 2\nattacked = ["G.1Pz"]\nfought = ["2523"]\nlent = ["G.KlugeHQ"]'))
    assert (s.attacked, s.fought, s.lent) == (0, 0, 0) and can(s, "attack 2523")


@clause("22.7a")
def test_a_halted_formation_has_no_mechanised_operations() -> None:
    """It may attack from where it stands in the Combat phase, but not advance (R106)."""
    more = 'options = { rundstedt = "yes" }\nhalted = "german-Kluge"'
    units = '2523 = ["F.2A1"], 2423 = ["G.1Pz", "G.2Pz", "G.6Pz", "G.KlugeHQ"], 2524 = ["G.5Pz"], 2424 = ["G.4HQ"]'
    s = combat(units, more, mech_ops=True)
    do(s, "attack 2523")
    assert refusal(s, "commit G.1Pz") == "22.7a" and can(s, "commit G.5Pz")
    s = combat(units, more)
    attack(s, "2523", "G.1Pz", "G.2Pz", "G.6Pz", "G.5Pz")
    do(s, "fight", rolls=[5])  # -/3 at 4-1
    assert refusal(s, "advance G.1Pz") == "22.7a" and can(s, "advance G.5Pz")


# 6.0: neutrals


@clause("6.0c")
def test_an_attack_brings_a_neutral_into_the_war() -> None:
    s = combat('1108 = ["G.XI", "G.6HQ"], 1109 = ["B.V"]', 'countries = { belgium = "neutral" }')
    assert choices(s, "attack") == {"1109"}
    assert s.agenda[-1].warning(s, s.option("attack 1109")) == "This brings Belgium into the war."
    events = do(s, "attack 1109")
    assert [type(event) for event in events] == [Attacked, Invaded] and s.at_war(2)


@clause("6.0c")
def test_an_attack_on_a_country_at_war_invades_nobody() -> None:
    s = combat(FRONT, 'countries = { belgium = "neutral" }')
    assert s.agenda[-1].warning(s, s.option("attack 2523")) == ""
    assert [type(event) for event in do(s, "attack 2523")] == [Attacked] and not s.at_war(2)


@clause("22.7a")
def test_any_formation_may_be_the_halted_one() -> None:
    for number, pieces in enumerate(MAP.pieces_in_formation):
        s = combat(FRONT, 'options = { rundstedt = "yes" }', mech_ops=True)
        s.halted = number
        halted = [bar.closed for bar in attack_bars(s, GERMAN, True) if bar.clause == "22.7a"]
        assert halted == [pieces]


@clause("6.0c")
def test_a_neutral_army_does_not_attack() -> None:
    s = combat('1108 = ["G.XI"], 1109 = ["B.V"]', 'countries = { belgium = "neutral" }', side="allied")
    assert step(s) == "movement"


# 21.0: Paris


@clause("21.0g")
def test_combats_about_paris_are_counted() -> None:
    """R101: the defender or any attacker in a Paris hex."""
    s = combat('2118 = ["F.X"], 2117 = ["G.III", "G.12HQ"]')
    do(attack(s, "2118", "G.III"), "fight", rolls=[3])
    assert s.paris_fights == 1
    s = combat('2118 = ["F.X"], 2117 = ["G.III"]', side="allied")
    do(attack(s, "2117", "F.X"), "fight", rolls=[3])
    assert s.paris_fights == 1
    s = combat(FRONT)
    do(attack(s, "2523", "G.III"), "fight", rolls=[3])
    assert s.paris_fights == 0


# 22.13: the SS

RECKLESS = 'options = { ss_recklessness = "yes" }'
SS = '2423 = ["G.SS", "G.1Cav", "G.FSJ"], 2324 = ["G.BHQ"]'


@clause("22.13a", "22.13b")
def test_the_ss_attacks_recklessly() -> None:
    """A06: 2.5-1, a 5: the defender suffers 2CD of the 3-1 column, the SS alone is disrupted for its "-"."""
    units = f'2523 = ["F.2A1"], {SS}'
    s = battle(units, "2523", "G.SS", "G.1Cav", "G.FSJ", more=RECKLESS)
    assert (factors(s)["attack"], factors(s)["defence"], column(s)) == ("5", "2", "2.5-1")
    assert results(s) == ["D/1CD", "D/2D", "D/2D", "-/2DR", "-/2CD", "D/2CDR"]
    do(s, "fight", rolls=[5])
    assert fought(s).result == "-/2CD" and disrupted(s) == {"G.SS"}
    assert choices(s, "advance") == {"G.1Cav", "G.FSJ"}
    # without the option, or without the SS, the table is read as always
    assert results(battle(units, "2523", "G.SS", "G.1Cav", "G.FSJ"))[4] == "-/2DR"
    assert results(battle(units, "2523", "G.1Cav", "G.FSJ", more=RECKLESS))[4] == "D/CDR"


@clause("22.13b")
@pytest.mark.parametrize(
    ("attackers", "die", "says"),
    [
        (
            "G.SS G.1Cav G.FSJ",
            5,
            "SS division: disrupted; defender: 2 units eliminated, one cadred, the rest disrupted",
        ),
        (
            "G.SS G.1Cav G.FSJ",
            2,
            "SS division: disrupted; other attackers: all disrupted; defender: 2 units eliminated",
        ),
        ("G.SS", 1, "SS division: disrupted; defender: all disrupted"),
    ],
)
def test_the_preview_says_what_becomes_of_the_ss(attackers: str, die: int, says: str) -> None:
    """Whatever the attackers' half is for others, the SS suffers; what was foretold is what is told."""
    s = battle(f'2523 = ["F.2A1"], {SS}', "2523", *attackers.split(), more=RECKLESS)
    foretold = preview(s).outcomes[die - 1]
    assert foretold.says.startswith(says)
    do(s, "fight", rolls=[die])
    assert fought(s).means == foretold.says and disrupted(s) >= {"G.SS"}


@clause("22.13b")
def test_the_ss_is_disrupted_where_others_retreat() -> None:
    """4 to 4 and a 1: CR for the attackers; the SS takes it as a disruption and stays."""
    s = battle(f'2523 = ["F.X"], {SS}', "2523", "G.SS", "G.FSJ", more=RECKLESS)
    assert column(s) == "1-1"
    do(s, "fight", rolls=[1])
    assert fought(s).result == "CR/R"  # the *R of 1.5-1 hits the smaller force, here the defender
    while step(s) != "movement":
        s.apply(s.options[0])
    assert where(s, "G.SS") == "2423" and disrupted(s) == {"G.SS"} and where(s, "G.FSJ") != "2423"


@clause("22.13b")
def test_the_ss_is_the_first_to_be_eliminated() -> None:
    """3 to 8 and an Allied air unit: a 1 is "1" at 1-4 for the attackers and DR at 1-3 for the defenders."""
    units, more = f'2523 = ["F.X", "F.XVIII"], {SS}', RECKLESS + '\nmissions = { "F.air1" = "2523" }'
    s = battle(units, "2523", "G.SS", "G.1Cav", more=more)
    assert column(s) == "1-4"
    do(s, "fight", rolls=[1])
    assert fought(s).result == "1/DR" and where(s, "G.SS") == "dead" and where(s, "G.1Cav") == "2423"


# the phase


@clause("5.0d", "5.0e", "5.0g")
def test_the_phase_announces_itself() -> None:
    s = combat(FRONT)
    assert s.agenda[-1].name == "combat"
    s = lay(
        'turn = 2\nunits = { 2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"] }\nstack = [\n'
        '{ step = "open_movement", mover = "german", mech_ops = false },\n'
        '{ step = "open_combat", mover = "allied", mech_ops = false },\n'
        '{ step = "combat", mover = "german", mech_ops = false }]'
    )
    events = do(s, "done")
    assert [(e.side, e.phase) for e in of(events, PhaseBegan)] == [(1, "combat")]  # type: ignore[attr-defined]


def test_good_odds_that_are_left_are_mentioned() -> None:
    s = combat('2523 = ["F.2A1"], 2423 = ["G.III", "G.VI"], 2324 = ["G.12HQ"]')
    assert s.agenda[-1].warning(s, s.option("done")) == "Units of yours can still attack at good odds: 2523 at 4-1."
    s = combat('2523 = ["F.X"], 2423 = ["G.III", "G.VI"], 2324 = ["G.12HQ"]')
    assert s.agenda[-1].warning(s, s.option("done")) == ""
