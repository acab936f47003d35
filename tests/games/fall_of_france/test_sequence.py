"""Chapters 3, 5 and 6: the sequence of play, neutrality; and limited supply phase by phase (7.3.23)."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.events import Event
from meuse.games.fall_of_france import supply
from meuse.games.fall_of_france.events import ClaimedSupply, JointPhaseBegan, PhaseBegan, TurnBegan
from meuse.games.fall_of_france.setting import AT_WAR, BELGIUM, BRITISH, HOLLAND, NEUTRAL
from meuse.games.fall_of_france.state import FallState

from .kit import GAME, MAP, begin, can, choices, clause, controls, do, lay, refusal, supplied, where

FIELD = '"1405" = ["G.III", "G.12HQ", "G.VI"], "1406" = ["G.1Pz", "G.KlugeHQ"], "2018" = ["F.VII"], "2118" = ["UK.I"]'


def phases(events: list[Event]) -> list[str]:
    """The phases that began, with the clause that puts them there."""
    told = []
    for event in events:
        if isinstance(event, TurnBegan):
            told.append(f"turn {event.turn}")
        elif isinstance(event, JointPhaseBegan):
            told.append(f"{event.phase.lower()} {event.clauses[0]}")
        elif isinstance(event, PhaseBegan):
            told.append(f"{GAME.sides[event.side]} {event.phase} {event.clauses[0]}")
    return told


def idle(s: FallState) -> list[Event]:
    """Play a turn in which nobody does anything."""
    events: list[Event] = []
    turn = s.turn
    while s.result is None and s.turn == turn:
        events += do(s, "done")
    return events


@clause("5.0a", "5.0b", "5.0c", "5.0d", "5.0e", "5.0f", "5.0g", "5.0h")
def test_the_phases_of_a_turn_follow_one_another() -> None:
    more = 'disrupted = ["G.III", "F.VII"]\nready = ["G.air1", "UK.air1"]'
    s = lay(f'phase = "recovery"\nturn = 5\n{more}\nunits = {{ {FIELD} }}')
    do(s, "done")
    told = phases(do(s, "done")) + phases(idle(s))
    assert told[: told.index("turn 7")] == [
        "administration 5.0h",
        "turn 6",
        "reinforcement 5.0b",
        "german movement 5.0c",
        "german combat 5.0d",
        "german mechanised combat 5.0e",
        "german mechanised movement 5.0e",
        "allied movement 5.0f",
        "allied combat 5.0g",
        "recovery 5.0g",
        "administration 5.0h",
    ]


@clause("5.0b")
def test_the_reinforcement_phase_goes_step_by_step() -> None:
    s = lay(
        'phase = "recovery"\nturn = 4\ndisrupted = ["G.III"]\ncadred = ["F.VII"]\ncity_fell = 4\n'
        'pools = { german = { infantry = 4 }, french = { infantry = 4 } }\nwaiting = ["F.XIV", "UK.air1"]\n'
        f'dead = ["G.V", "F.X", "G.II"]\nunits = {{ {FIELD} }}'
    )
    do(s, "done", rolls=[3])  # points and the roll for the RAF come first
    assert s.pools[2] == 4 + 3 and where(s, "UK.air1") == "ready" and choices(s, "restore") == {"F.VII"}
    do(s, "restore F.VII")
    assert s.to_act == "german" and choices(s, "place") == {"G.II", "G.V"}  # new units, the Germans first
    do(s, "place G.II", "enter 1306", "enter 1305")
    assert s.to_act == "allied" and can(s, "enter 2915")  # the Alpes army
    do(s, "enter 2915")
    assert s.to_act == "allied" and choices(s, "rebuild") == {"F.X"}  # nobody is left in the German pile
    do(s, "rebuild F.X", "enter 2520")
    assert (s.to_act, s.agenda[-1].name) == ("allied", "assignment")  # of the next phase


@clause("5.0c", "5.0i")
def test_german_movement_goes_step_by_step() -> None:
    s = lay(
        'phase = "german air"\nturn = 2\ndisrupted = ["G.III"]\npools = { german = { infantry = 1 } }\n'
        f'ready = ["G.air1", "UK.air1"]\naloft = ["G.FSJ"]\nunits = {{ {FIELD} }}'
    )
    asked = []
    while s.agenda[-1].name != "combat" and s.turn == 2 and len(asked) < 6:
        asked.append((s.to_act, s.agenda[-1].name))
        do(s, "done")
    assert asked[:5] == [
        ("allied", "assignment"), ("german", "assignment"), ("german", "recover"), ("german", "landings"),
        ("german", "movement"),
    ]  # fmt: skip


@clause("5.0f", "5.0e", "5.0d")
def test_only_movement_phases_and_mechanised_operations_assign_air_units() -> None:
    s = lay(
        'phase = "german air"\nturn = 2\ndisrupted = ["F.VII"]\npools = { french = { infantry = 1 } }\n'
        f'ready = ["G.air1", "UK.air1"]\nunits = {{ {FIELD} }}'
    )
    asked = []
    while s.turn == 2:
        asked.append(f"{s.to_act} {s.agenda[-1].name}")
        do(s, "done")
    assert asked == [
        "allied assignment", "german assignment", "german movement",
        "german assignment", "german movement",
        "german assignment", "allied assignment", "allied recover", "allied movement",
        "allied recover",
    ]  # fmt: skip


@clause("5.0b", "5.0i", "16.4b")
def test_turn_1_has_nothing_but_the_raf_and_the_first_armoured_division() -> None:
    s = begin()  # A09
    do(s, "ready", "ready", rolls=[2])
    assert not any(s.pools) and not s.cadred and s.agenda[-1].name == "entry"
    do(s, "enter 0818")
    assert (s.to_act, s.agenda[-1].name) == ("allied", "assignment")


@clause("5.0h")
def test_what_was_noted_of_a_turn_is_forgotten_with_it() -> None:
    s = lay(
        f'phase = "recovery"\nturn = 5\ndisrupted = ["G.III"]\nbombers = 4\nhalted = "german-12"\nhalts = [5]\n'
        f"units = {{ {FIELD} }}"
    )
    do(s, "done")
    assert (s.turn, s.bombers, s.halted, s.halts) == (6, 0, -1, (5,)) and can(s, "move G.VI")


# neutrality

NEUTRALS = '"0607" = ["G.X", "G.BHQ"], "0309" = ["N.II"], "1013" = ["B.GHQ"], "2018" = ["F.VII"]'


@clause("6.0a", "6.0b")
def test_in_the_historical_game_both_are_at_war_in_the_other_nobody_need_attack_them() -> None:
    assert [begin().status[country] for country in (BELGIUM, HOLLAND)] == [AT_WAR, AT_WAR]
    s = begin("last_minute")
    assert [s.status[country] for country in (BELGIUM, HOLLAND)] == [NEUTRAL, NEUTRAL]
    assert [begin("last_minute", belgian_alliance="yes").status[c] for c in (BELGIUM, HOLLAND)] == [AT_WAR, NEUTRAL]
    s = lay(f'scenario = "last_minute"\nphase = "german movement"\nturn = 2\nunits = {{ {NEUTRALS} }}')
    assert can(s, "done")


@clause("6.0c")
def test_a_neutral_takes_no_part_until_germans_enter_each_country_by_itself() -> None:
    text = f'scenario = "last_minute"\nturn = 2\nunits = {{ {NEUTRALS} }}\n'
    s = lay(text + 'phase = "allied movement"')
    assert refusal(s, "move N.II") == "6.0c" and refusal(s, "move B.GHQ") == "6.0c" and can(s, "move F.VII")
    s = lay(text + 'phase = "german movement"')
    do(s, "move G.X", "to 0608")
    assert [s.status[country] for country in (HOLLAND, BELGIUM)] == [AT_WAR, NEUTRAL]
    assert controls(s, "german", "0608")


@clause("6.0c")
def test_allied_units_do_not_enter_a_neutral_country() -> None:
    s = lay(
        'scenario = "last_minute"\nphase = "allied movement"\nturn = 2\n'
        'units = { "1016" = ["F.I"], "1405" = ["G.III"] }'
    )
    do(s, "move F.I")
    assert refusal(s, "to 0915") == "6.0c"


@clause("6.0d")
def test_luxembourg_is_german_from_the_start_and_entering_it_changes_nothing() -> None:
    s = lay('scenario = "last_minute"\nphase = "german movement"\nunits = { "1507" = ["G.III", "G.12HQ"] }')
    assert controls(s, "german", "1607")
    do(s, "move G.III", "to 1607")
    assert [s.status[country] for country in (HOLLAND, BELGIUM)] == [NEUTRAL, NEUTRAL]


# limited supply

CUT = '"1420" = ["UK.I"], "1320" = ["UK.III", "UK.50"]'


def cut_off(phase: str, units: str, more: str = "") -> FallState:
    """All French cities are lost, so that only ports and edges supply."""
    lost = [MAP.board.labels[hexa] for hexa in MAP.board.members(MAP.cities & MAP.country[1])]
    return lay(
        f'phase = "{phase}"\nturn = 6\ncontrol = {{ german = {lost} }}\n{more}\n'
        f'units = {{ {units}, "1405" = ["G.III", "G.12HQ"] }}'
    )


@clause("7.3.23a", "7.3.23c")
def test_the_ports_supply_one_stack_of_the_bef_and_its_owner_chooses_which() -> None:
    s = cut_off("allied air", CUT)
    assert s.to_act == "allied" and choices(s, "claim") == {"1320", "1420"} and not supplied(s, "UK.I")
    assert set(s.scene("allied").focus.places) == {"1320", "1420"}
    assert refusal(s, "claim 1405") == "7.3.23c"
    do(s, "claim 1420")
    assert supplied(s, "UK.I") and not supplied(s, "UK.III") and s.agenda[-1].name == "movement"
    assert supply.claims_of(s, BRITISH) == 1


@clause("7.3.23b", "7.3.23c")
def test_the_edges_supply_three_french_stacks() -> None:
    three = '"2521" = ["F.X"], "2015" = ["F.VII"], "2412" = ["F.VIII"]'
    s = cut_off("allied air", three)
    assert s.agenda[-1].name == "movement" and all(supplied(s, unit) for unit in ("F.X", "F.VII", "F.VIII"))
    s = cut_off("allied air", three + ', "1715" = ["F.II"]')
    assert choices(s, "claim") == {"2521", "2015", "2412", "1715"}
    do(s, "claim 1715", "claim 2015", "claim 2412")
    assert supplied(s, "F.II") and not supplied(s, "F.X") and s.agenda[-1].name == "movement"


@clause("7.3.23a", "7.3.23b")
def test_who_allots_limited_supply_is_told_what_is_left() -> None:
    s = cut_off("allied air", '"2521" = ["F.X"], "2015" = ["F.VII"], "2412" = ["F.VIII"], "1715" = ["F.II"]')
    says = "choose which draw supply from the map edge"
    for left, label in ((3, "1715"), (2, "2015"), (1, "2412")):
        assert s.agenda[-1].prompt(s) == f"{left + 1} French stacks are cut off: {says} ({left} left)."
        assert ClaimedSupply(("7.3.23b",), MAP.board.place(label)) in do(s, f"claim {label}")
    s = cut_off("allied air", CUT)
    says = "2 British stacks are cut off: choose which draw supply from a port (1 left)."
    assert s.agenda[-1].prompt(s) == says


@clause("7.3.23c")
def test_another_stack_may_draw_it_in_the_next_phase() -> None:
    s = cut_off("allied air", CUT)
    do(s, "claim 1420", "done")
    assert choices(s, "claim") == {"1320", "1420"}  # Allied combat
    assert ClaimedSupply(("7.3.23a",), MAP.board.place("1320")) in do(s, "claim 1320")


# whole matches


@clause("3.0b", "5.0a")
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("historical", {}),
        ("last_minute", {}),
        (
            "historical",
            {
                "refugees": "yes", "cooperation_stacking": "yes", "cooperation_supply": "yes", "weaker_maginot": "yes",
                "rundstedt": "yes", "sealion": "yes", "optional_panzers": "yes", "bef_armour": "german_rules",
                "brandenburgers": "yes", "fortress_crackers": "yes", "ss_recklessness": "yes",
            },
        ),
    ],
)  # fmt: skip
def test_a_match_runs_from_set_up_to_its_end(scenario: str, options: dict[str, str]) -> None:
    s, random = begin(scenario, 7, **options), Random(7)
    while s.result is None:
        s.apply("ready" if s.offered("ready") else random.choice(s.options))
        assert s.actions < 20_000
    assert s.turn == 13 or s.result.clause == "21.0a"
