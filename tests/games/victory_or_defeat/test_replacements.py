"""Chapter 9: replacements and reinforcements."""

from __future__ import annotations

import pytest

from meuse.games.victory_or_defeat.events import Entered, Replaced
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, MAP, can, choices, clause, controls, do, lay, refusal, steps, where

FRENCH_RING = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]'  # closes 2626


def phase(units: str, more: str = "", turn: int = 4) -> WarState:
    return lay(f'{more}\nphase = "replacements"\nturn = {turn}\nunits = {{ {units} }}\n')


@clause("9.0a")
def test_no_unit_rises_above_its_full_strength() -> None:
    s = phase('"1741" = ["G.I:1", "G.II"]')
    assert choices(s, "replace") == {"G.I"} and refusal(s, "replace G.II") == "9.0a"
    do(s, "replace G.I")
    assert steps(s, "G.I") == 2 and s.agenda[-1].name != "restore"  # nothing is left to restore: the phase is over


@clause("9.0b", "9.4a")
def test_there_are_no_replacements_in_1939() -> None:
    s = lay('scenario = "1939"\nphase = "german combat"\nturn = 1\nunits = { "1741" = ["g.5"], "2433" = ["f.1"] }\n')
    assert (s.german_replacements, s.french_replacements) == (0, 0)
    do(s, "done")  # no phase between the supply check and the next turn
    assert s.turn == 2 and s.decision is not None and s.decision.step == "combat"
    with pytest.raises(Exception, match="no replacements in 1939"):
        lay('scenario = "1939"\nphase = "replacements"\n')
    assert not [p.id for p in GAME.setting("1939").army if p.turn]


@clause("9.1a")
def test_the_german_restores_steps_for_points() -> None:
    s = phase('"1741" = ["G.I:1", "G.II:1", "G.XXXII:1"], "1740" = ["G.III:1"]')
    assert s.german_replacements == 8 and s.to_act == "german"
    assert choices(s, "replace") == {"G.I", "G.II", "G.III", "G.XXXII"}
    events = do(s, "replace G.I")
    assert [(e.clauses, e.steps) for e in events if isinstance(e, Replaced)] == [(("9.1a",), 2)]
    assert s.german_replacements == 7 and s.french_replacements == 17 and steps(s, "G.I") == 2
    do(s, "replace G.III", "done")
    assert s.german_replacements == 6 and steps(s, "G.II") == 1


@clause("9.1a")
def test_the_eight_points_are_all_there_is() -> None:
    s = phase('"1741" = ["G.I:1", "G.II:1"]', "german_replacements = 1")
    assert s.decision is not None and s.decision.prompt.endswith("(1 point left), or end the phase.")
    do(s, "replace G.II")
    assert s.german_replacements == 0 and steps(s, "G.I") == 1
    s = phase('"1741" = ["G.I:1"], "1740" = ["G.19:3"]', "german_replacements = 0")
    assert choices(s, "replace") == set() and refusal(s, "replace G.I") == "9.1a" and can(s, "refit")


@clause("9.1a")
def test_only_supplied_units_on_the_map() -> None:
    s = phase(FRENCH_RING + ', "2626" = ["G.I:1"], "1741" = ["G.II:1"]', 'dead = ["G.III"]')
    assert choices(s, "replace") == {"G.II"} and refusal(s, "replace G.I") == "9.1a"
    assert refusal(s, "replace G.III") == "9.3d" and refusal(s, "replace F.I") == "5.0a"


@clause("9.1b")
def test_absorbing_replacements_has_no_penalty() -> None:
    s = phase('"2628" = ["G.I:1"], "2520" = ["F.VII"]')
    do(s, "replace G.I")
    while s.decision is not None and s.decision.step in ("dynamo", "restore"):
        do(s, "done")
    assert s.turn == 5
    do(s, "order move_first", rolls=[6])  # a halt check, since no British unit is on the map
    do(s, "move G.I")
    assert s.left[MAP.piece("G.I")] == 6 and s.attack_factor(MAP.piece("G.I")) == 6


@clause("9.2a", "9.2b")
def test_once_in_the_game_each_mechanized_corps_takes_one_free_step() -> None:
    s = phase('"1741" = ["G.19:2", "G.14:3", "G.15"], "1740" = ["G.I:1"]')
    assert choices(s, "replace") == {"G.I"} and refusal(s, "replace G.19") == "9.2a" and can(s, "refit")
    do(s, "refit")
    assert s.refitted and choices(s, "replace") == {"G.I", "G.19", "G.14"} and refusal(s, "refit") == "9.2a"
    events = do(s, "replace G.19")
    assert [e.clauses for e in events if isinstance(e, Replaced)] == [("9.2a",)]
    assert steps(s, "G.19") == 3 and s.german_replacements == 8
    assert choices(s, "replace") == {"G.I", "G.14"} and refusal(s, "replace G.19") == "9.2a"
    do(s, "replace G.I")
    assert s.german_replacements == 7
    do(s, "replace G.14")
    assert steps(s, "G.14") == 4 and s.german_replacements == 7


@clause("9.2a")
def test_no_second_refit() -> None:
    s = phase('"1741" = ["G.19:2"], "1740" = ["G.I:1"]', "refitted = true")
    assert not can(s, "refit") and refusal(s, "refit") == "9.2a" and refusal(s, "replace G.19") == "9.2a"


@clause("9.2a")
def test_the_refit_is_for_supplied_corps_only() -> None:
    s = phase(FRENCH_RING + ', "2626" = ["G.19:2"], "1741" = ["G.14:2"], "1740" = ["G.I:1"]')
    do(s, "refit")
    assert choices(s, "replace") == {"G.14", "G.I"} and refusal(s, "replace G.19") == "9.1a"
    s = phase(FRENCH_RING + ', "2626" = ["G.19:2"], "1740" = ["G.I:1"]')
    assert not can(s, "refit")


@clause("9.2c")
def test_a_panzer_halt_does_not_prevent_the_refit() -> None:
    s = phase('"1741" = ["G.19:2"]', 'halted = "full"\nhalts = 2')
    do(s, "refit", "replace G.19")
    assert steps(s, "G.19") == 3


@clause("9.3a")
def test_the_french_restore_steps_for_points() -> None:
    s = phase('"2626" = ["F.VII:1", "F.I:1"], "2520" = ["UK.I:2"]')
    assert s.to_act == "allied" and s.french_replacements == 17
    assert choices(s, "replace") == {"F.VII", "F.I"} and refusal(s, "replace UK.I") == "2.10f"
    events = do(s, "replace F.I")
    assert [(e.clauses, e.steps) for e in events if isinstance(e, Replaced)] == [(("9.3a",), 2)]
    assert s.french_replacements == 16 and s.german_replacements == 8
    s = phase('"2626" = ["F.VII:1", "F.I:1"]', "french_replacements = 1")
    do(s, "replace F.I")
    assert s.french_replacements == 0 and steps(s, "F.VII") == 1 and s.turn == 5


@clause("9.3a")
def test_french_units_out_of_supply_get_nothing() -> None:
    ring = '"2627" = ["G.I"], "2725" = ["G.II"], "2525" = ["G.III"]'
    s = phase(ring + ', "2626" = ["F.VII:1"], "2520" = ["F.I:1"]')
    assert choices(s, "replace") == {"F.I"} and refusal(s, "replace F.VII") == "9.3a"
    assert refusal(s, "refit") == "9.2a" and refusal(s, "enter 1738") == "9.4b"


@clause("9.3a")
def test_the_german_restores_before_the_french() -> None:
    s = phase('"1741" = ["G.I:1"], "2520" = ["F.I:1"]')
    assert s.to_act == "german" and refusal(s, "replace F.I") == "5.0a"
    do(s, "done")
    assert s.to_act == "allied" and refusal(s, "replace G.I") == "5.0a"
    do(s, "done")
    assert s.turn == 5 and steps(s, "F.I") == steps(s, "G.I") == 1


@clause("9.3b")
def test_forts_receive_no_replacements() -> None:
    s = phase('"2632" = ["F.M2632:1"], "2520" = ["F.I:1"]')
    assert choices(s, "replace") == {"F.I"} and refusal(s, "replace F.M2632") == "9.3b"


@clause("9.3c")
def test_a_unit_may_be_restored_again_and_again() -> None:
    s = phase('"2520" = ["F.I:1"]')
    do(s, "replace F.I")
    s = phase('"2520" = ["F.I:1"]', "french_replacements = 16")
    do(s, "replace F.I")
    assert s.french_replacements == 15 and steps(s, "F.I") == 2


@clause("9.3d")
def test_the_dead_do_not_return() -> None:
    s = phase('"2520" = ["F.I:1"]', 'dead = ["F.VII"]')
    assert refusal(s, "replace F.VII") == "9.3d" and where(s, "F.VII") == "dead"


@clause("9.4a", "9.4b")
@pytest.mark.parametrize(("turn", "comes"), [(7, False), (8, True), (9, True), (12, True)])
def test_the_39th_panzer_corps_comes_on_turn_8_or_later(turn: int, comes: bool) -> None:
    s = phase('"1741" = ["G.I:1"]', 'waiting = ["G.39"]', turn=turn)
    assert bool(choices(s, "enter")) == comes
    if not comes:
        assert refusal(s, "enter 1738") == "9.4b"
    assert [p.id for p in MAP.pieces if p.turn] == ["G.39"] and MAP.pieces[MAP.piece("G.39")].turn == 8


@clause("9.4b")
def test_the_39th_enters_a_german_held_city_in_germany_outside_enemy_zones() -> None:
    more = 'waiting = ["G.39"]\ncontrol = { german = ["2432"], allied = ["2335"] }'
    s = phase('"1837" = ["F.I"], "1741" = ["G.I"]', more, turn=8)
    held = choices(s, "enter")
    assert {"3339", "3240", "3241", "1738", "1043", "2635"} <= held  # Ruhr hexes are cities
    assert not held & {"2432", "2335", "1937", "1741", "3134"}  # French, lost, in a zone, no city, Belgian
    assert refusal(s, "enter 1937") == "9.4b"
    events = do(s, "enter 1738")
    assert [e.clauses for e in events if isinstance(e, Entered)] == [("9.4b",)]
    assert where(s, "G.39") == "1738" and steps(s, "G.39") == 4 and controls(s, "german", "1738")


@clause("9.4c")
def test_the_39th_acts_normally_after_its_placement() -> None:
    s = phase('"3619" = ["UK.I"]', 'waiting = ["G.39"]', turn=8)
    do(s, "enter 1738")
    while s.decision is not None and s.decision.step in ("dynamo", "restore"):
        do(s, "done")
    assert s.turn == 9
    do(s, "order move_first", "move G.39")
    assert s.left[MAP.piece("G.39")] == 12


@clause("9.4b")
def test_the_39th_may_wait() -> None:
    s = phase('"3619" = ["UK.I"]', 'waiting = ["G.39"]', turn=8)
    do(s, "done")
    assert s.turn == 9 and where(s, "G.39") == "turn track"
