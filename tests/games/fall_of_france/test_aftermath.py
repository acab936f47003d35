"""Chapters 14.4, 16 and 17 after the die has fallen: losses, cadres, disruption, retreats and advances."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.games.fall_of_france.events import Cadred, Disrupted, Eliminated, Fought, StoodFirm, Swapped
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.battles import asked, attack, battle, column, combat, hexa, preview, step
from tests.games.fall_of_france.kit import (
    MAP,
    cadred,
    can,
    choices,
    clause,
    controls,
    disrupted,
    do,
    lay,
    refusal,
    where,
)

# 2523 and the six hexes around it are clear and without rivers: 2422, 2423, 2522, 2524, 2622, 2623
SMALL = '2423 = ["G.III"], 2324 = ["G.12HQ"]'
BIG = '2423 = ["G.III", "G.VI"], 2422 = ["G.XVIII"], 2324 = ["G.12HQ"]'


def fight(units: str, target: str, *attackers: str, die: int, more: str = "", side: str = "german") -> FallState:
    """An attack by these units, up to the fall of the die."""
    s = battle(units, target, *attackers, more=more, side=side)
    do(s, "fight", rolls=[die])
    return s


def result(s: FallState) -> str:
    """The cell of the last combat."""
    return next(event.result for event in s.events if isinstance(event, Fought))


def told(events: list[Event], kind: type[Event]) -> list[str]:
    """The units that events of a kind name."""
    return [MAP.pieces[event.piece].id for event in events if isinstance(event, kind)]  # type: ignore[attr-defined]


# 14.4: eliminations and cadres


@clause("14.4e")
def test_a_number_eliminates_so_many_and_what_is_too_much_is_lost() -> None:
    s = fight(f'2523 = ["F.2A1"], {BIG}', "2523", "G.III", "G.VI", die=5)
    assert result(s) == "-/3" and where(s, "F.2A1") == "dead"


@clause("14.4a", "4.0a")
def test_corps_are_eliminated_before_divisions_and_the_owner_chooses_among_equals() -> None:
    """12 to 10 with three air units: 3-1; a 3 eliminates two and disrupts the rest."""
    units = '2523 = ["F.III", "F.2DLM", "F.3DLM"], 2524 = ["F.II"], ' + BIG
    more = 'missions = { "G.air1" = "2523", "G.air2" = "2523", "G.air3" = "2523" }'
    s = fight(units, "2523", "G.III", "G.VI", "G.XVIII", die=3, more=more)
    assert result(s) == "-/2D" and where(s, "F.III") == "dead"
    assert asked(s) == "allied" and choices(s, "eliminate") == {"F.2DLM", "F.3DLM"}
    assert refusal(s, "eliminate F.II") == "14.4e"
    do(s, "eliminate F.3DLM")
    assert where(s, "F.3DLM") == "dead" and where(s, "F.2DLM") == "2523" and disrupted(s) == {"F.2DLM"}


@clause("14.4e")
def test_nobody_is_asked_if_all_who_are_there_must_be_eliminated() -> None:
    """-/2D against two divisions that are equals."""
    units = '2523 = ["F.2DLM", "F.3DLM"], ' + BIG
    s = fight(units, "2523", "G.III", "G.VI", "G.XVIII", die=3)
    assert result(s) == "-/2D"
    assert told(s.events, Eliminated) == ["F.2DLM", "F.3DLM"] and asked(s) == "german"


def column_of(s: FallState) -> str:
    return next(event.column for event in s.events if isinstance(event, Fought))


@clause("14.4a", "14.4b", "14.4d", "16.2a")
def test_who_dies_first() -> None:
    """C06: sound corps III, disrupted corps IV and a sound division take "-/1CDR" (2.5-1, modified 4)."""
    units = '2518 = ["F.III", "F.IV", "F.2DLM"], 2417 = ["G.III", "G.VI"], 2418 = ["G.XVIII"], 2317 = ["G.12HQ"]'
    more = 'disrupted = ["F.IV"]\nmissions = { "G.air1" = "2518", "G.air2" = "2518", "G.air3" = "2518" }'
    s = fight(units, "2518", "G.III", "G.VI", "G.XVIII", die=5, more=more)
    assert (column_of(s), result(s)) == ("2.5-1", "-/1CDR")
    assert told(s.events, Eliminated) == ["F.III", "F.IV"] and told(s.events, Cadred) == ["F.IV"]
    assert told(s.events, Disrupted) == ["F.2DLM"]
    assert step(s) == "fall_back" and asked(s) == "allied"  # 2DLM must go


@clause("14.4d")
def test_germans_are_never_cadred() -> None:
    """C05: an Allied attack at 1.5-1, a 3: D/CD. All are disrupted, nobody becomes a cadre."""
    s = fight('2523 = ["G.1Mtn"], 2423 = ["F.CAC"], 2624 = ["G.12HQ"]', "2523", "F.CAC", die=3, side="allied")
    assert (column_of(s), result(s)) == ("1.5-1", "D/CD")
    assert disrupted(s) == {"F.CAC", "G.1Mtn"} and cadred(s) == set()


@clause("14.4d", "16.7a")
def test_a_cadre_result_falls_on_one_unit_and_kills_a_cadre() -> None:
    units = f'2523 = ["F.2A1", "F.2A2"], {BIG}'
    s = fight(units, "2523", "G.XVIII", "G.III", die=5)  # 9 to 4: 2-1
    assert result(s) == "-/CDR" and choices(s, "cadre") == {"F.2A1", "F.2A2"}
    assert asked(s) == "allied" and refusal(s, "cadre G.III") == "14.4d"
    do(s, "cadre F.2A2")
    assert cadred(s) == {"F.2A2"}
    s = fight(f'2523 = ["F.X"], {SMALL}', "2523", "G.III", die=2, more='cadred = ["F.X"]')  # 4 to 1
    assert result(s) == "D/2C" and where(s, "F.X") == "dead"


@clause("16.7a", "14.4d")
def test_a_second_cadre_result_eliminates() -> None:
    units = '2523 = ["F.2A1"], 2423 = ["G.1Mtn"], 2324 = ["G.12HQ"]'
    s = fight(units, "2523", "G.1Mtn", die=4, more='cadred = ["F.2A1"]')  # 2 to 1
    assert result(s) == "D/CDR"
    assert told(s.events, Eliminated) == ["F.2A1"] and told(s.events, Cadred) == []


# disruption


@clause("14.4b", "16.2a")
def test_a_disruption_hits_every_unit_left_and_kills_the_disrupted() -> None:
    """C04: a sound corps and a disrupted division, DR; the corps is disrupted and retreats."""
    units = f'2523 = ["F.X", "F.2A1"], 2622 = ["F.II"], {BIG}'
    s = fight(units, "2523", "G.III", "G.VI", die=6, more='disrupted = ["F.2A1"]')
    assert (column_of(s), result(s)) == ("1-1", "-/DR")
    assert where(s, "F.2A1") == "dead" and disrupted(s) == {"F.X"} and where(s, "F.X") != "2523"


RING = (
    '2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"], 2422 = ["G.VI"], 2624 = ["G.VII", "G.16HQ"], 2722 = ["G.II", "G.4HQ"]'
)
"""Every hex that a corps could go back to is in a German zone; it is out of supply and worth 2."""


@clause("14.4b", "17.1b", "16.2a")
def test_a_unit_just_disrupted_dies_if_it_retreats_into_an_enemy_zone() -> None:
    """C04, second half."""
    s = fight(RING, "2523", "G.III", die=3)
    assert (column_of(s), result(s)) == ("2-1", "D/DR") and disrupted(s) == {"F.X", "G.III"}
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert where(s, "F.X") == "dead"


@clause("14.4b")
def test_units_of_the_stack_that_did_not_attack_suffer_nothing() -> None:
    """R124, R113: D for the attackers is for those who attacked."""
    s = fight(f'2523 = ["F.2A1"], {BIG}', "2523", "G.III", die=3)
    assert (column_of(s), result(s)) == ("2-1", "D/DR")
    assert disrupted(s) == {"G.III", "F.2A1"}


# the star


@clause("CRTa", "14.4c")
def test_equal_forces_and_a_star() -> None:
    """C03: a corps with its headquarters against a corps, a 3: the attacker retreats, both of his units."""
    s = battle('2523 = ["UK.I"], 2423 = ["G.III", "G.12HQ"]', "2523", "G.III", "G.12HQ")
    assert can(s, "support G.12HQ") and column(s) == "1-1"  # the headquarters need not lend its support
    do(s, "fight", rolls=[3])
    assert result(s) == "*R" and asked(s) == "german"
    while step(s) in ("repulse", "fall_back"):
        s.apply(s.options[0])
    assert where(s, "G.III") != "2423" != where(s, "G.12HQ") and where(s, "UK.I") == "2523"


@pytest.mark.parametrize(("tie", "stays"), [("attacker", False), ("none", True)])
@clause("CRTa")
def test_a_tie_is_the_attackers_unless_ruled_otherwise(tie: str, stays: bool) -> None:
    s = fight(f'2523 = ["F.X"], {SMALL}', "2523", "G.III", die=3, more=f'options = {{ star_tie = "{tie}" }}')
    while step(s) == "fall_back":
        s.apply(s.options[0])
    assert (where(s, "G.III") == "2423") == stays and where(s, "F.X") == "2523"


@clause("CRTa")
def test_a_star_drives_the_smaller_defender_out() -> None:
    """4 to 4, but four stacking points to three."""
    s = fight('2523 = ["F.X"], 2423 = ["G.22", "G.FSJ"], 2324 = ["G.12HQ"]', "2523", "G.22", "G.FSJ", die=3)
    assert result(s) == "*R" and step(s) == "fall_back" and asked(s) == "allied"


# retreats


@clause("14.4c")
@pytest.mark.parametrize(("option", "hex_"), [("", "2523"), ('options = { fortress_paris = "yes" }', "2118")])
def test_attackers_thrown_back_into_the_empty_hex_are_not_its_defenders(option: str, hex_: str) -> None:
    """CR/DR: the corps, disrupted before, is dead; its hex is the way back of the French, who stay there."""
    base = {"2523": "2524", "2118": "2117"}[hex_]
    units = f'{hex_} = ["G.I"], {base} = ["F.BOU"], 2324 = ["G.BHQ"]'
    s = fight(units, hex_, "F.BOU", die=2, side="allied", more=f'{option}\ndisrupted = ["G.I"]')
    assert result(s) == "CR/DR" and where(s, "G.I") == "dead" and cadred(s) == {"F.BOU"}
    do(s, f"fall_back {hex_}")
    assert where(s, "F.BOU") == hex_ and disrupted(s) == set() and step(s) not in ("fall_back", "stand")


@clause("14.4c", "17.0a")
def test_attackers_retreat_each_from_its_own_hex() -> None:
    """R124; one by one, in the order their owner likes; those who did not attack stay."""
    units = '2523 = ["UK.I", "F.X"], 2423 = ["G.III", "G.VI"], 2524 = ["G.I"], 2324 = ["G.12HQ"]'
    s = fight(units, "2523", "G.III", "G.I", die=1)  # 8 to 9: 1-1.5, DR/D
    assert result(s) == "DR/D" and disrupted(s) == {"G.III", "G.I", "UK.I", "F.X"}
    assert step(s) == "repulse" and choices(s, "withdraw") == {"G.III", "G.I"}
    assert refusal(s, "withdraw G.VI") == "14.4c"
    do(s, "withdraw G.I")
    while step(s) in ("repulse", "fall_back"):
        s.apply(s.options[0])
    assert where(s, "G.VI") == "2423" != where(s, "G.III") and where(s, "G.I") != "2524"


@clause("17.1a", "17.1b")
def test_a_retreat_leads_nearer_to_supply_and_around_enemy_zones() -> None:
    s = fight(f'2523 = ["F.X"], {SMALL}', "2523", "G.III", die=5)  # -/R
    assert result(s) == "-/R" and step(s) == "fall_back"
    assert choices(s, "fall_back") == {"2522", "2622", "2623"}
    assert refusal(s, "fall_back 2424") == "17.1a" and refusal(s, "fall_back 2524") == "17.1b"  # III Corps' zone


@pytest.mark.parametrize("before", ["disrupted", "sound"])
@clause("17.1b", "16.2a")
def test_a_disrupted_corps_with_only_zones_behind_it_dies(before: str) -> None:
    """C19: a sound one ends disrupted."""
    s = fight(RING, "2523", "G.III", die=2, more='disrupted = ["F.X"]' if before == "disrupted" else "")
    assert result(s) == "-/R" and choices(s, "fall_back") <= {"2522", "2524", "2622", "2623"}
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    if before == "disrupted":
        assert where(s, "F.X") == "dead"
    else:
        assert disrupted(s) == {"F.X"} and where(s, "F.X") != "2523"


@clause("17.1e")
def test_a_unit_without_a_hex_to_enter_is_eliminated() -> None:
    ring = (
        '2523 = ["F.X"], 2423 = ["G.III"], 2422 = ["G.VI"], 2522 = ["G.I"], 2524 = ["G.XVII"], 2622 = ["G.XLII"], '
        '2623 = ["G.XLIII"], 2324 = ["G.12HQ"]'
    )
    s = fight(ring, "2523", "G.III", die=5)  # 4 to 2: unsupplied; -/CDR
    assert where(s, "F.X") == "dead"


PUSH = (
    '2523 = ["F.X"], 2423 = ["G.III"], 2422 = ["G.VI"], 2324 = ["G.12HQ"], 2522 = ["F.XVIII", "F.XXI"], '
    '2524 = ["F.2A1", "F.2A2", "F.1DCR"], 2622 = ["F.XXIII", "F.XIV"], 2623 = ["F.XV", "F.2DCR", "F.3DCR"]'
)
"""Four stacks around a corps, none of which has room for it."""


@clause("17.1c", "17.1d")
def test_a_unit_shut_in_by_stacking_pushes_others_out() -> None:
    """R85: the newcomer is disrupted and, as an Allied one, cadred; those who make room are unharmed."""
    s = fight(PUSH, "2523", "G.III", die=5)  # -/R
    do(s, "fall_back 2622")
    assert step(s) == "make_room" and choices(s, "push") == {"F.XXIII", "F.XIV"}
    do(s, "push F.XIV")
    assert step(s) == "step_aside" and refusal(s, "fall_back 2523") == "17.1d"
    assert not choices(s, "fall_back") & {"2522", "2623"}  # no room
    do(s, "fall_back 2722")
    assert where(s, "F.X") == where(s, "F.XXIII") == "2622" != where(s, "F.XIV")
    assert cadred(s) == {"F.X"} == disrupted(s)


@clause("16.1a")
def test_a_disrupted_unit_moves_when_it_must_retreat() -> None:
    s = fight(f'2523 = ["F.X"], {SMALL}', "2523", "G.III", die=5, more='disrupted = ["F.X"]')
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert where(s, "F.X") != "2523" and disrupted(s) == {"F.X"}


@clause("16.5a")
def test_a_cadre_moves_half_as_far_and_avoids_enemy_zones() -> None:
    s = combat(f'2622 = ["F.X"], {SMALL}', 'cadred = ["F.X"]')
    assert step(s) == "movement"
    do(s, "move F.X")
    assert s.left[MAP.piece("F.X")] == 3 and refusal(s, "to 2523") == "16.5a" and can(s, "to 2621")


# holding ground


@clause("TECg", "14.4c", "14.4d")
def test_a_fortress_turns_a_cadre_into_a_disruption_and_ignores_the_retreat() -> None:
    """C13: 12 to 8 is 1.5-1, a 5 is D/CDR: one disruption in all; the corps stays; nobody advances."""
    units = '1010 = ["F.X"], 1011 = ["G.IV", "G.6HQ"], 1111 = ["G.XI", "G.3Pz"]'
    s = fight(units, "1010", "G.IV", "G.6HQ", "G.XI", "G.3Pz", die=5)
    assert (column_of(s), result(s)) == ("1.5-1", "D/CDR")
    assert disrupted(s) == {"G.IV", "G.6HQ", "G.XI", "G.3Pz", "F.X"} and cadred(s) == set()
    assert asked(s) == "allied" and can(s, "hold") and can(s, "retreat")
    events = do(s, "hold")
    assert [event.clauses for event in events if isinstance(event, StoodFirm)] == [("TECg",)]
    assert where(s, "F.X") == "1010" and step(s) == "movement"


@clause("TECg")
def test_in_a_fortress_a_plain_cadre_result_disrupts_one_unit() -> None:
    """1-2 and a 6: D/CR."""
    s = fight('1010 = ["B.I"], 1011 = ["G.XI", "G.6HQ"]', "1010", "G.XI", die=6)
    assert column_of(s) == "1-2" and result(s) == "D/CR" and disrupted(s) == {"G.XI", "B.I"} and cadred(s) == set()


@clause("14.4d", "TECg")
def test_a_cadre_result_does_nothing_to_germans_in_a_fortress_of_their_own() -> None:
    """It never applies to them (R65), so there is nothing to take as a disruption; optional panzers it hits (R107)."""
    rules = 'built = ["1603"]\noptions = { fortifications = "yes", optional_panzers = "yes" }'
    s = fight(
        '1603 = ["G.III"], 1602 = ["F.III"], 1405 = ["G.12HQ"]', "1603", "F.III", die=6, more=rules, side="allied"
    )
    assert column_of(s) == "1-2" and result(s) == "D/CR" and disrupted(s) == {"F.III"} and asked(s) == "german"
    s = fight('1603 = ["G.3PzO", "G.4PzO"], 1602 = ["F.III"]', "1603", "F.III", die=6, more=rules, side="allied")
    assert result(s) == "D/CR" and choices(s, "disrupt") == {"G.3PzO", "G.4PzO"}
    do(s, "disrupt G.3PzO")
    assert disrupted(s) == {"F.III", "G.3PzO"} and where(s, "G.3PzO") == "1603"


@clause("TECe")
def test_in_a_city_the_defender_may_be_disrupted_in_place_of_a_retreat() -> None:
    """R68: for the whole stack; a D of the same result makes it the second."""
    units = '2520 = ["F.2A1"], 2419 = ["G.III", "G.12HQ"]'
    s = battle(units, "2520", "G.III")
    assert column(s) == "1.5-1"
    do(s, "fight", rolls=[4])
    assert result(s) == "D/DR" and asked(s) == "allied"
    assert "eliminated" in s.agenda[-1].warning(s, s.option("hold"))
    twin = s.clone()
    do(twin, "hold")
    assert where(twin, "F.2A1") == "dead"
    do(s, "retreat")
    assert step(s) == "fall_back" and disrupted(s) == {"F.2A1", "G.III"}
    s = battle('2520 = ["F.X", "F.2A1"], 2419 = ["G.III", "G.VI", "G.12HQ"]', "2520", "G.III", "G.VI")
    assert column(s) == "1-1.5"  # 8 to 6, a column less
    do(s, "fight", rolls=[4])
    assert result(s) == "*R"  # 6 to 5 stacking points: the defender's
    do(s, "hold")
    assert disrupted(s) == {"F.X", "F.2A1"} and where(s, "F.X") == "2520"


IGNORING = [
    pytest.param('1905 = ["F.3A"], 1805 = ["G.XII", "G.1HQ"]', "1905", "G.XII", 3, "TECh", marks=clause("TECh")),
    pytest.param('1906 = ["F.3A"], 1805 = ["G.XII", "G.1HQ"]', "1906", "G.XII", 4, "TECi", marks=clause("TECi")),
    pytest.param('2021 = ["F.2A1"], 1921 = ["G.VI", "G.12HQ"]', "2021", "G.VI", 5, "TECk", marks=clause("TECk")),
    pytest.param('0608 = ["N.Lt"], 0609 = ["G.X", "G.BHQ"]', "0608", "G.X", 5, "TECm", marks=clause("TECm")),
]


@pytest.mark.parametrize(("units", "target", "attacker", "die", "cited"), IGNORING)
def test_terrain_that_lets_defenders_ignore_a_retreat(
    units: str, target: str, attacker: str, die: int, cited: str
) -> None:
    s = fight(units, target, attacker, die=die)
    assert "R" in result(s).partition("/")[2] or result(s).startswith("*")
    assert step(s) == "stand" and asked(s) == "allied"
    events = do(s, "hold")
    assert [event.clauses for event in events if isinstance(event, StoodFirm)] == [(cited,)]


@clause("TECk", "CRTa")
def test_a_defender_ignores_the_retreat_of_a_star_too() -> None:
    """R125: 4 to 4 behind a major river, 3 stacking points to 2."""
    s = fight('2021 = ["F.2A1"], 1921 = ["G.VI", "G.12HQ"]', "2021", "G.VI", die=3)
    assert (column_of(s), result(s)) == ("1-1", "*R") and step(s) == "stand"
    do(s, "hold")
    assert where(s, "F.2A1") == "2021"


@clause("TECc", "TECo")
def test_towns_and_hills_do_not_hold_in_combat() -> None:
    s = fight('2518 = ["F.X"], 2417 = ["G.III", "G.12HQ"]', "2518", "G.III", die=6)
    assert result(s) == "-/R" and step(s) == "fall_back"


# 17.2: advance


@clause("17.2a", "2.0b")
def test_undisrupted_attackers_may_advance_into_the_vacated_hex() -> None:
    s = fight(f'2523 = ["F.2A1"], 2524 = ["G.I"], {BIG}', "2523", "G.III", "G.I", die=5)
    assert result(s) == "-/3" and choices(s, "advance") == {"G.III", "G.I"} and can(s, "stay")
    assert refusal(s, "advance G.VI") == "17.2a"
    do(s, "advance G.I")
    assert refusal(s, "advance G.I") == "17.2a"
    do(s, "stay")
    assert where(s, "G.I") == "2523" and where(s, "G.III") == "2423" and controls(s, "german", "2523")


@clause("17.2a", "8.3a")
def test_an_advance_keeps_to_the_stacking_limit() -> None:
    """Three corps do not fit into a hex for seven points."""
    s = fight(f'2523 = ["F.2A1"], {BIG}', "2523", "G.III", "G.VI", "G.XVIII", die=5)
    do(s, "advance G.III", "advance G.VI")
    assert step(s) == "movement"
    assert where(s, "G.XVIII") == "2422" and where(s, "G.VI") == "2523"


@clause("17.2a", "8.4b")
def test_formations_that_may_not_stack_do_not_advance_together() -> None:
    s = fight(
        '2523 = ["F.2A1"], 2423 = ["G.III", "G.12HQ"], 2524 = ["G.VII", "G.16HQ"]', "2523", "G.III", "G.VII", die=5
    )
    do(s, "advance G.III")
    assert where(s, "G.VII") == "2524" and step(s) == "movement"


@clause("8.4a", "17.2a")
def test_nations_that_may_not_stack_do_not_advance_together() -> None:
    units = '2523 = ["G.1Cav"], 2423 = ["F.X"], 2422 = ["B.I"], 2522 = ["UK.I"], 0506 = ["G.AHQ"]'
    s = fight(units, "2523", "F.X", "B.I", "UK.I", die=5, side="allied")
    assert result(s) == "-/3" and choices(s, "advance") == {"F.X", "B.I", "UK.I"}
    do(s, "advance F.X")
    assert choices(s, "advance") == {"UK.I"} and refusal(s, "advance B.I") == "8.4a"
    assert refusal(s, "advance F.X") == "17.2a"


@clause("8.3a", "8.4b", "17.2a")
def test_why_others_do_not_follow_into_the_hex() -> None:
    """Two corps of three fit; the HQ still may, and a corps of another army never."""
    units = (
        '2523 = ["F.2A1"], 2423 = ["G.III", "G.VI", "G.12HQ"], 2422 = ["G.XVIII"], 2524 = ["G.VII"], 0506 = ["G.AHQ"]'
    )
    s = fight(units, "2523", "G.III", "G.VI", "G.12HQ", "G.XVIII", "G.VII", die=5)
    do(s, "advance G.III")
    assert choices(s, "advance") == {"G.VI", "G.12HQ", "G.XVIII"} and refusal(s, "advance G.VII") == "8.4b"
    do(s, "advance G.VI")
    assert choices(s, "advance") == {"G.12HQ"} and refusal(s, "advance G.XVIII") == "8.3a"


@clause("17.2a")
def test_no_advance_for_disrupted_attackers_nor_after_a_retreat() -> None:
    s = fight(f'2523 = ["F.2A1"], {BIG}', "2523", "G.III", die=3)  # D/DR
    while step(s) == "fall_back":
        s.apply(s.options[0])
    assert where(s, "G.III") == "2423" and step(s) != "advance"
    s = fight(f'2523 = ["F.2A1"], {SMALL}', "2523", "G.III", die=1, more='disrupted = ["F.2A1"]')  # R/D
    assert result(s) == "R/D" and where(s, "F.2A1") == "dead"
    assert step(s) != "advance" and where(s, "G.III") != "2523"


@pytest.mark.parametrize(
    ("target", "base", "paris"),
    [
        ("2018", "2017", True), ("2118", "2117", True), ("2119", "2120", True), ("2117", "2116", False),
        ("2017", "2016", False), ("2120", "2121", False), ("2217", "2216", False), ("2019", "1919", False),
    ],
)  # fmt: skip
@clause("17.2a", "19.4c")
def test_nobody_advances_into_open_paris(target: str, base: str, paris: bool) -> None:
    """Into the hexes around it Germans advance, and into Paris while it is not open."""
    fields = 'attackers = ["G.III"], victims = [], won = true, entered = [], air = [], stacks = []'
    after = '{ step = "movement", mover = "german", mech_ops = false }'
    stack = f'stack = [{after}, {{ step = "advance", target = "{target}", {fields} }}]'
    text = f'turn = 8\nunits = {{ {base} = ["G.III", "G.12HQ"] }}\n{stack}'
    assert choices(lay(text), "advance") == {"G.III"}
    assert choices(lay(f"open_city = true\n{text}"), "advance") == (set() if paris else {"G.III"})


@clause("17.2b")
def test_an_advance_into_another_enemys_zone_is_a_skirmish() -> None:
    """All who advance fight it together; the enemy chooses who opposes them."""
    units = f'2523 = ["F.2A1"], 2622 = ["F.X"], {BIG}'
    s = fight(units, "2523", "G.III", "G.VI", die=5)
    assert "skirmish" in s.decision.prompt  # type: ignore[union-attr]
    do(s, "advance G.III", "advance G.VI")
    assert step(s) == "clash" and asked(s) == "german"
    assert s.agenda[-1].group == (MAP.piece("G.III"), MAP.piece("G.VI"))
    do(s, "fight", rolls=[3])
    assert step(s) == "movement"


@clause("17.2b")
@pytest.mark.parametrize("elsewhere", ["", 'cadred = ["F.II"]'])
def test_those_who_have_just_retreated_do_not_oppose_the_advance(elsewhere: str) -> None:
    s = fight(f'2523 = ["F.X"], 2018 = ["F.II"], {SMALL}', "2523", "G.III", die=5, more=elsewhere)  # -/R
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    do(s, "advance G.III")
    assert step(s) == "movement" and where(s, "G.III") == "2523"


@clause("17.2b", "11.1c")
def test_a_unit_that_retreats_onto_friends_leaves_the_skirmish_to_them() -> None:
    """R75: the stack it joined fights without it, and neither a disruption nor a retreat touches it again."""
    units = (
        '"2522" = ["G.III"], "2524" = ["G.XVIII"], "2523" = ["F.X"], "2623" = ["F.2A1"], "0506" = ["G.AHQ", "G.12HQ"]'
    )
    s = attack(combat(units), "2523", "G.III")
    do(s, "fight", rolls=[6])  # -/DR
    assert where(s, "F.X") == "2623"
    do(s, "advance G.III")
    assert [factor.value for factor in preview(s).factors] == ["4 to 2", "+1"]
    do(s, "fight", rolls=[5])
    assert choices(s, "disrupt") == {"F.2A1"}
    do(s, "retreat")
    assert where(s, "F.X") == "2623" and asked(s) == "allied" and step(s) == "fall_back"


@clause("17.2b", "12.2b")
def test_an_advance_into_an_interdicted_hex_fights_the_air_unit() -> None:
    units, more = f'2523 = ["F.2A1"], {BIG}', 'missions = { "F.air1" = "2523+2622+2623" }'
    s = fight(units, "2523", "G.III", "G.VI", die=5, more=more)
    do(s, "advance G.III", "stay")
    assert step(s) == "air_skirmish"


@clause("7.4b", "17.2b")
def test_units_out_of_supply_do_not_advance_into_an_enemy_zone() -> None:
    """6 to 2 is 3-1, a 4 kills the defender; X Corps has its zone there."""
    units = '2523 = ["F.2A1"], 2622 = ["F.X"], 2423 = ["G.III", "G.VI"], 2524 = ["G.2Pz", "G.KlugeHQ"]'
    s = fight(units, "2523", "G.III", "G.VI", "G.2Pz", die=4)
    assert result(s) == "-/2DR" and refusal(s, "advance G.III") == "7.4b" and can(s, "advance G.2Pz")
    s = fight(units.replace('2622 = ["F.X"], ', ""), "2523", "G.III", "G.VI", "G.2Pz", die=4)
    assert can(s, "advance G.III")


@clause("TECr", "TECl")
def test_armour_does_not_advance_into_mountains_where_a_skirmish_would_follow() -> None:
    """R33; infantry may."""
    units = '2305 = ["F.2A1"], 2306 = ["F.X"], 2304 = ["G.1Pz", "G.2Mot", "G.KlugeHQ"], 2204 = ["G.I", "G.XVII"]'
    s = battle(units, "2305", "G.1Pz", "G.2Mot", "G.I", "G.XVII")
    assert column(s) == "4-1"
    do(s, "fight", rolls=[5])
    assert refusal(s, "advance G.1Pz") == "TECr" and can(s, "advance G.2Mot") and can(s, "advance G.I")


@clause("17.2c", "9.3g")
def test_entering_from_behind_opens_the_line_for_the_others() -> None:
    units = '1905 = ["F.MTY"], 1805 = ["G.XII", "G.1HQ"], 1906 = ["G.XXX"], 1904 = ["G.XXIV"]'
    s = battle(units, "1905", "G.XII", "G.XXX")
    do(s, "fight", rolls=[5])
    assert where(s, "F.MTY") == "dead" and refusal(s, "advance G.XII") == "17.2c"
    do(s, "advance G.XXX")
    assert can(s, "advance G.XII")


# 22.9: counters that are replaced


PANZERS = 'options = { optional_panzers = "yes" }'


@clause("22.9.1b", "14.4d")
def test_an_optional_panzer_division_is_replaced_by_the_ordinary_one() -> None:
    """R107: the C goes to no other German unit, and the owner chooses among equals."""
    units = '2523 = ["G.1PzO", "G.2PzO", "G.2Mot"], 2423 = ["F.X"], 2624 = ["G.KlugeHQ"]'
    s = fight(units, "2523", "F.X", die=6, side="allied", more=PANZERS)
    assert (column_of(s), result(s)) == ("1-2", "D/CR")
    assert asked(s) == "german" and choices(s, "cadre") == {"G.1PzO", "G.2PzO"}
    events = do(s, "cadre G.2PzO")
    assert [event.others for event in events if isinstance(event, Swapped)] == [(MAP.piece("G.2Pz"),)]
    assert where(s, "G.2PzO") == "gone" and where(s, "G.2Pz") != "spare"
    assert disrupted(s) == {"F.X"} and cadred(s) == set()


@clause("22.9.1b")
def test_the_ordinary_panzer_division_is_disrupted_if_a_d_applies_too() -> None:
    units = '2523 = ["G.1PzO", "G.2Mot"], 2423 = ["F.X", "F.XVIII"], 2422 = ["F.II"], 2624 = ["G.KlugeHQ"]'
    s = fight(units, "2523", "F.X", "F.XVIII", "F.II", die=4, side="allied", more=PANZERS)
    assert (column_of(s), result(s)) == ("2-1", "D/CDR")
    assert {"G.1Pz", "G.2Mot"} <= disrupted(s) and where(s, "G.1PzO") == "gone"


@clause("22.9.1b")
def test_a_disrupted_panzer_division_is_replaced_by_a_disrupted_one() -> None:
    """R144: 2 to 4 and a 6 is D/CR; the D is the attacker's."""
    units = '2523 = ["G.1PzO", "G.KlugeHQ"], 2423 = ["F.2A1"], 0506 = ["G.AHQ"]'
    s = battle(units, "2523", "F.2A1", side="allied", more=PANZERS + '\ndisrupted = ["G.1PzO", "G.KlugeHQ"]')
    do(s, "fight", rolls=[6])
    assert (column_of(s), result(s)) == ("1-2", "D/CR")
    assert disrupted(s) == {"F.2A1", "G.1Pz", "G.KlugeHQ"} and where(s, "G.1PzO") == "gone"


BEF = 'options = { bef_armour = "yes" }'


@clause("22.9.2b")
def test_the_bef_armoured_corps_breaks_up() -> None:
    """1 to 5 and a 1: 1/CDR; the same result disrupts both of the divisions that take its place, once."""
    s = fight('2523 = ["UK.ArmCorps"], 2423 = ["G.1Cav"], 2324 = ["G.BHQ"]', "2523", "G.1Cav", die=1, more=BEF)
    assert result(s) == "1/CDR" and where(s, "G.1Cav") == "dead"
    assert disrupted(s) == {"UK.1Arm", "UK.50"} and where(s, "UK.ArmCorps") == "gone"


@clause("22.9.2b", "4.0a")
def test_the_owner_chooses_the_division_that_is_disrupted() -> None:
    """R108: 5 to 10 and a 6 is D/CR."""
    units = '2523 = ["UK.ArmCorps", "UK.I"], 2423 = ["G.XVIII", "G.12HQ"], 2622 = ["F.X"]'
    s = fight(units, "2523", "G.XVIII", die=6, more=BEF)
    assert (column_of(s), result(s)) == ("1-2", "D/CR") and choices(s, "cadre") == {"UK.ArmCorps", "UK.I"}
    do(s, "cadre UK.ArmCorps")
    assert step(s) == "break_up" and choices(s, "disrupt") == {"UK.1Arm", "UK.50"} and asked(s) == "allied"
    assert where(s, "UK.1Arm") == where(s, "UK.50") == "2523"
    do(s, "disrupt UK.50")
    assert "UK.50" in disrupted(s) and "UK.1Arm" not in disrupted(s)


@clause("22.9.2b", "8.5a")
def test_a_division_without_room_goes_to_a_neighbouring_hex() -> None:
    """Three corps fill a city; two divisions in place of one of them need a point more."""
    units = '2520 = ["UK.ArmCorps", "UK.I", "UK.II"], 2419 = ["G.III", "G.VI", "G.12HQ"]'
    more = BEF + '\nmissions = { "G.air1" = "2520" }'
    s = fight(units, "2520", "G.III", "G.VI", die=6, more=more)
    assert (column_of(s), result(s)) == ("1-2", "D/CR")
    do(s, "cadre UK.ArmCorps")
    assert step(s) == "resettle" and where(s, "UK.1Arm") == "2520" and refusal(s, "fall_back 2419") == "8.5a"
    assert choices(s, "fall_back") == {"2521", "2619", "2620"}  # the others are in the zone of the corps
    do(s, "fall_back 2521")
    assert where(s, "UK.50") == "2521" and step(s) == "break_up"


@clause("22.9.2b", "8.5a")
def test_a_disrupted_corps_breaks_up_into_two_disrupted_divisions() -> None:
    units = '2520 = ["UK.ArmCorps", "UK.I", "UK.II"], 2419 = ["G.III", "G.VI", "G.12HQ"]'
    more = BEF + '\nmissions = { "G.air1" = "2520" }\ndisrupted = ["UK.ArmCorps", "UK.I", "UK.II"]'
    s = fight(units, "2520", "G.III", "G.VI", die=6, more=more)
    do(s, "cadre UK.ArmCorps", "fall_back 2521")
    assert {"UK.1Arm", "UK.50"} <= disrupted(s) and where(s, "UK.50") == "2521" and step(s) != "break_up"


@clause("22.9.2b", "8.5a")
def test_a_division_without_room_anywhere_is_eliminated() -> None:
    """3 to 9 and one for armour, a 6 and one is C/DR for the attacker, whom six stacks shut in."""
    around = (
        '2422 = ["G.XII"], 2423 = ["G.XXIV"], 2522 = ["G.III"], 2622 = ["G.VII"], 2623 = ["G.XXX"], 0506 = ["G.4HQ"]'
    )
    units = f'2523 = ["UK.ArmCorps", "F.2A1", "F.2A2"], 2524 = ["G.V", "G.VIII"], {around}'
    s = fight(units, "2524", "UK.ArmCorps", die=6, more=BEF, side="allied")
    assert result(s) == "C/DR"
    lost = [event for event in s.events if isinstance(event, Eliminated)]
    assert [(MAP.pieces[event.piece].id, event.cause, event.clauses) for event in lost][:1] == [
        ("UK.50", "no room", ("8.5a",))
    ]


CITIES = [
    "0818", "0920", "1020", "1117", "1418", "1722", "1813", "1907", "2018", "2103", "2107", "2118", "2119", "2520",
    "2810",
]  # fmt: skip


@clause("17.2a", "22.9.2b")
def test_a_division_that_went_elsewhere_does_not_advance_from_there() -> None:
    """5 to 11 and one for armour, a 6 and one is C/DR: the corps, out of supply, breaks up in a hex that is full."""
    held = ", ".join(f'"{city}"' for city in CITIES)
    s = battle(
        '2523 = ["UK.ArmCorps", "F.2A1", "F.2A2"], 2524 = ["G.V", "G.VIII", "G.4HQ", "G.AHQ"]', "2524", "UK.ArmCorps",
        "F.2A1", more=f"{BEF}\ncontrol = {{ german = [{held}] }}", side="allied",
    )  # fmt: skip
    do(s, "declare")
    do(s, "decline", rolls=[6])
    assert result(s) == "C/DR" and step(s) == "resettle"
    do(s, "fall_back 2522", "disrupt UK.1Arm")
    while step(s) in ("retreat", "fall_back"):
        s.apply(s.options[-1])
    assert step(s) == "advance" and choices(s, "advance") == {"F.2A1"}
    assert refusal(s, "advance UK.1Arm") == refusal(s, "advance UK.50") == "17.2a"


# events


@clause("14.4b")
def test_what_happened_is_reported() -> None:
    s = fight(f'2523 = ["F.X"], {SMALL}', "2523", "G.III", die=6)
    assert told(s.events, Disrupted) == ["F.X"]
    sentences = [event.tell(MAP) for event in s.events]
    assert any("4 to 4, column 1-1, modified 6" in sentence for sentence in sentences)
    assert s.fought == 1 << hexa("2523") and s.attacked == 1 << MAP.piece("G.III")
