"""Chapter 3: set-up, control of hexes, neutral countries, hidden stacks."""

from __future__ import annotations

from functools import cache

import pytest

from meuse.board import Sides
from meuse.engine import Refused
from meuse.games.victory_or_defeat import control, zoc
from meuse.games.victory_or_defeat.aftermath import retreat_hexes
from meuse.games.victory_or_defeat.events import Fought, Took
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
    NEUTRALS,
    SWITZERLAND,
)
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState

from .kit import GAME, MAP, can, choices, clause, controls, do, lay, refusal, steps, where

BOARD = MAP.board
MECHANIZED = {"G.14", "G.15", "G.19", "G.41"}
WEST_WALL_1939 = [
    "2534", "2435", "2335", "2236", "2136", "2036", "1935", "1835", "1734", "1634", "1633", "1532", "1432",
]  # fmt: skip
WEST_WALL_1940 = [
    "3538", "3438", "3337", "3237", "3136", "3135", "3036", "2935", "2835", "2734", "2635", *WEST_WALL_1939,
]  # fmt: skip
MAGINOT = [
    "2731", "2632", "2532", "2533", "2434", "2334", "2135", "2035", "1934", "1834", "1733", "1732", "1632", "1531",
    "1431",
]  # fmt: skip


def land(country: int) -> set[str]:
    return set(BOARD.names(MAP.country[country] & MAP.land))


def forts_on_map(s: WarState) -> dict[str, str]:
    """Id and hex of every fort on the map."""
    return {p.id: BOARD.labels[s.where[p.number]] for p in MAP.pieces if p.fort and s.where[p.number] >= 0}


def fill(s: WarState, label: str, units: list[str]) -> None:
    for unit in units:
        do(s, f"place {unit}", f"at {label}")


def place_all(s: WarState, labels: list[str]) -> str:
    """Place the deciding side's units, each in the first of the hexes that takes it, but for the last one: its id."""
    stage = s.agenda[-1]
    while len(choices(s, "place")) > 1:
        do(s, f"place {min(choices(s, 'place'))}")
        if s.decision is not None and s.decision.step == "deploy":
            do(s, "at " + next(label for label in labels if can(s, f"at {label}")))
        assert s.agenda[-1] == stage
    return choices(s, "place").pop()


# control


@clause("3.0a")
def test_a_match_begins_with_its_scenario_and_the_sides() -> None:
    assert GAME.scenarios == ("1939", "1940") and GAME.sides == ("german", "allied")
    with pytest.raises(ValueError, match="1938"):
        GAME.new("1938", 1)
    s = GAME.new("1939", 1)
    assert s.scenario == "1939" and s.turn == 0 and choices(s, "ready") == {""}
    do(s, "place g.5", "at 2437")
    assert refusal(s, "ready") == "3.0a"


@clause("3.1a", "3.1b")
@pytest.mark.parametrize("scenario", ["1939", "1940"])
def test_germany_is_german_and_france_allied_at_the_start(scenario: str) -> None:
    s = GAME.new(scenario, 1)
    assert set(BOARD.names(s.control[GERMAN])) == land(GERMANY)
    assert set(BOARD.names(s.control[ALLIED])) == land(FRANCE)


@clause("3.1c", "3.1d")
def test_every_hex_a_unit_enters_changes_hands_and_stays() -> None:
    # west from 2726 all is clear ground without rivers, so the way to 2724 leads through 2725
    s = lay('phase = "german movement"\nunits = { "2726" = ["G.19"] }')
    assert controls(s, "allied", "2725") and controls(s, "allied", "2724")
    events = do(s, "move G.19", "to 2724")
    assert controls(s, "german", "2725") and controls(s, "german", "2724")
    assert not controls(s, "allied", "2725") and not controls(s, "allied", "2724")
    assert controls(s, "allied", "2723")
    took = [(e.side, sorted(s.label(hexa) for hexa in e.hexes)) for e in events if isinstance(e, Took)]
    assert took == [(GERMAN, ["2724", "2725"])]
    do(s, "to 2722", "stop")
    assert controls(s, "german", "2725") and controls(s, "german", "2724") and where(s, "G.19") == "2722"


@clause("3.1e")
def test_a_hex_changes_hands_any_number_of_times() -> None:
    s = lay('phase = "german movement"\nunits = { "2727" = ["G.19"] , "2723" = ["F.I"] }')
    seen = []
    for side, unit in ((GERMAN, "G.19"), (ALLIED, "F.I"), (GERMAN, "G.19"), (ALLIED, "F.I")):
        control.arrive(s, MAP.piece(unit), 1 << BOARD.place("2725"), overland=True)
        seen.append((controls(s, "german", "2725"), controls(s, "allied", "2725")))
        assert controls(s, GAME.sides[side], "2725")
    assert seen == [(True, False), (False, True)] * 2


@clause("3.1c")
def test_advance_and_retreat_change_control() -> None:
    # 6 against 6 is 1:1: a 2 is DR; 2437, 2436, 2336 and 2536 lie in Germany
    s = lay("""
phase = "german combat"
units = { "2437" = ["G.I"], "2436" = ["F.I"] }
points = ["maginot"]
""")
    do(s, "attack 2436", "commit G.I", "fight", rolls=[2])
    do(s, "to 2435")
    assert controls(s, "allied", "2435") and controls(s, "allied", "2436")
    do(s, "advance G.I")
    assert controls(s, "german", "2436") and controls(s, "allied", "2435")


# 1939


@clause("3.2a")
def test_neutrals_are_out_of_play_for_the_whole_1939_game() -> None:
    s = lay('scenario = "1939"\nphase = "german movement"\nturn = 7\nunits = { "2635" = ["g.5"] }')
    assert not choices(s, "declare")
    for country in ("belgium", "netherlands", "luxembourg", "switzerland"):
        assert refusal(s, f"declare {country}") == "3.2a"
    text = 'scenario = "1939"\nphase = "german movement"\ncountries = { belgium = 1 }\n'
    assert GAME.problems(text) == ["countries: belgium is out of play in 1939"]


@clause("3.2b")
@pytest.mark.parametrize(("unit", "start", "phase", "goals"), [
    ("f.1", "2831", "allied movement", ["2832", "2931"]),
    ("f.1", "1431", "allied movement", ["1331", "1430"]),
    ("g.5", "2635", "german movement", ["2634"]),
    ("g.5", "3136", "german movement", ["3236"]),
    ("g.5", "1432", "german movement", ["1331"]),
])  # fmt: skip
def test_nobody_enters_a_neutral_in_1939(unit: str, start: str, phase: str, goals: list[str]) -> None:
    s = lay(f'scenario = "1939"\nphase = "{phase}"\nunits = {{ "{start}" = ["{unit}"] }}')
    do(s, f"move {unit}")
    for goal in goals:
        assert BOARD.around[BOARD.place(start)] >> BOARD.place(goal) & 1
        assert refusal(s, f"to {goal}") == "3.2b"
    neutral = set().union(*(land(country) for country in NEUTRALS))
    assert choices(s, "to") and not choices(s, "to") & neutral


@clause("3.2b")
@pytest.mark.parametrize("phase", ["allied combat", "german combat"])
def test_nobody_attacks_into_a_neutral_in_1939(phase: str) -> None:
    s = lay(f'scenario = "1939"\nphase = "{phase}"\nunits = {{ "2831" = ["f.1"], "2635" = ["g.5"] }}')
    assert refusal(s, "attack 2832") == "3.2b"
    assert refusal(s, "attack 2634") == "3.2b"


@clause("3.2c", "3.5d")
def test_neutral_units_and_the_maginot_line_are_not_set_up_in_1939() -> None:
    s = GAME.new("1939", 1)
    do(s, "ready", "ready")
    assert {p.id.split(".")[0] for p in MAP.pieces if s.where[p.number] >= 0} == {"g", "f", "G"}
    assert all(where(s, name) == "unused" for name in ("B.I", "B.EE", "N.I", "Sw.I", "F.M2731", "F.M1431"))
    assert {name for name in forts_on_map(s) if name.startswith("F")} == set()


@clause("3.3a", "3.5a")
def test_the_german_sets_up_first_in_1939() -> None:
    s = GAME.new("1939", 1)
    assert s.to_act == "german"
    assert refusal(s, "place f.1") == "3.3a"
    last = place_all(s, sorted(land(GERMANY)))
    assert s.to_act == "german"
    do(s, f"place {last}", "at 3844")
    assert s.to_act == "allied"
    assert choices(s, "place") == {p.id for p in GAME.setting("1939").army if p.nation == FRENCH}


@clause("3.3b")
def test_the_west_wall_of_1939_runs_from_2534_to_1432() -> None:
    s = GAME.new("1939", 1)
    assert forts_on_map(s) == {f"G.W{label}": label for label in WEST_WALL_1939}
    border = MAP.country[GERMANY] & BOARD.zones(MAP.country[FRANCE], Sides())
    assert set(BOARD.names(border)) == set(WEST_WALL_1939)


@clause("3.3c")
def test_german_divisions_are_set_up_anywhere_in_germany() -> None:
    s = GAME.new("1939", 1)
    do(s, "place g.5")
    assert choices(s, "at") == land(GERMANY)
    assert refusal(s, "at 2334") == "3.3c"
    assert refusal(s, "at 2634") == "3.3c"


@clause("3.3d")
def test_no_more_than_eight_german_divisions_in_a_hex_at_set_up() -> None:
    s = GAME.new("1939", 1)
    units = sorted(choices(s, "place"))
    fill(s, "2335", units[:8])  # a West Wall hex: the fort takes no room
    do(s, f"place {units[8]}")
    assert refusal(s, "at 2335") == "3.3d"


@clause("3.3e")
def test_no_german_division_is_held_back() -> None:
    s = GAME.new("1939", 1)
    assert choices(s, "place") == {p.id for p in GAME.setting("1939").army if p.nation == GERMAN and not p.fort}
    last = place_all(s, sorted(land(GERMANY)))
    assert {option.verb for option in s.options} == {"place"} and s.to_act == "german"
    do(s, f"place {last}", "at 2441")
    assert not [p.id for p in GAME.setting("1939").army if p.side == GERMAN and s.where[p.number] < 0]


@clause("3.4a")
def test_the_1939_game_begins_with_turn_1() -> None:
    s = GAME.new("1939", 1)
    do(s, "ready", "ready")
    assert s.turn == 1 and s.setting.scenario.turns == 7


@clause("3.5b", "3.5c", "3.5g")
def test_all_french_divisions_and_nothing_else_are_set_up_in_france() -> None:
    s = GAME.new("1939", 1)
    do(s, "ready")
    assert s.to_act == "allied"
    divisions = {p.id for p in GAME.setting("1939").army if p.id.startswith("f.")}
    assert len(divisions) == 53 and choices(s, "place") == divisions
    do(s, "place f.1")
    assert choices(s, "at") == land(FRANCE)
    assert refusal(s, "at 2335") == "3.5c"
    assert refusal(s, "at 2832") == "3.5c"
    do(s, "at 3022")
    last = place_all(s, sorted(land(FRANCE)))
    assert {option.verb for option in s.options} == {"place"} and s.to_act == "allied" and s.turn == 0
    do(s, f"place {last}", "at 3927")
    assert s.turn == 1
    assert all(s.where[MAP.piece(name)] >= 0 for name in divisions)


@clause("3.5e")
def test_germans_do_not_move_out_of_germany_in_1939() -> None:
    s = lay('scenario = "1939"\nphase = "german movement"\nunits = { "2335" = ["g.5"] }')
    do(s, "move g.5")
    assert refusal(s, "to 2334") == "3.5e"
    assert choices(s, "to") and choices(s, "to") <= land(GERMANY)


@clause("3.5e")
def test_germans_do_not_attack_out_of_germany_in_1939() -> None:
    text = 'scenario = "1939"\nphase = "german combat"\nunits = { "2435" = ["g.5"], "2335" = ["g.6"], '
    s = lay(text + '"2334" = ["f.1"], "2434" = ["f.3"] }')
    assert not choices(s, "attack")
    assert refusal(s, "attack 2334") == "3.5e"
    s = lay(text + '"2334" = ["f.1"], "2436" = ["f.3"] }')
    assert choices(s, "attack") == {"2436"}


@clause("3.5e")
def test_germans_do_not_retreat_out_of_germany_in_1939() -> None:
    # the French stand all round 2335 but for 2334, in France: the way there is no way out
    s = lay("""
scenario = "1939"
phase = "allied combat"
units = { "2436" = ["f.1", "f.3", "f.5"], "2435" = ["f.15"], "2335" = ["g.6"], "2336" = ["f.9"], "2236" = ["f.12"] }
""")
    # 12 against 4 is 3:1: a 4 is DR
    do(s, "attack 2335", "commit f.1", "commit f.3", "commit f.5", "fight", rolls=[4])
    assert where(s, "g.6") == "dead"


@clause("3.5f")
def test_no_more_than_eight_french_divisions_in_a_hex_at_set_up() -> None:
    s = GAME.new("1939", 1)
    do(s, "ready")
    units = sorted(choices(s, "place"))
    fill(s, "2434", units[:8])
    do(s, f"place {units[8]}")
    assert refusal(s, "at 2434") == "3.5f"


# 1940: neutrals


@clause("3.6a")
def test_the_neutral_armies_are_set_up_first() -> None:
    s = GAME.new("1940", 1)
    assert s.to_act == "allied"
    neutral = {p.id for p in GAME.setting("1940").army if p.id.split(".")[0] in ("B", "N", "Sw")}
    assert len(neutral) == 17 and choices(s, "place") == neutral
    assert refusal(s, "place F.I") == "3.6a"
    assert refusal(s, "place UK.I") == "3.6a"
    homes = sorted(land(BELGIUM) | land(NETHERLANDS) | land(SWITZERLAND))
    last = place_all(s, homes)
    assert s.to_act == "allied" and not can(s, "place F.I")
    do(s, f"place {last}", "at 1234")
    assert s.to_act == "allied" and can(s, "place F.I") and can(s, "place UK.I")


@clause("3.6b")
def test_one_neutral_unit_per_hex_at_set_up() -> None:
    s = GAME.new("1940", 1)
    do(s, "place B.I", "at 3333", "place B.II")
    assert refusal(s, "at 3333") == "3.6b"
    assert choices(s, "at") == land(BELGIUM) - set(BOARD.names(MAP.ardennes)) - {"2732", "3333"}


@clause("3.6c", "3.6e")
def test_eben_emael_stands_in_3235_and_leaves_room_for_one_corps() -> None:
    s = GAME.new("1940", 1)
    do(s, "place B.EE")
    assert where(s, "B.EE") == "3235"
    do(s, "place B.I", "at 3235", "place B.II")
    assert refusal(s, "at 3235") == "3.6b"
    assert {s.piece_name(p) for p in s.at(BOARD.place("3235"))} == {"B.I", "B.EE"}


@clause("3.6c")
def test_eben_emael_may_come_to_a_corps_already_there() -> None:
    s = GAME.new("1940", 1)
    do(s, "place B.I", "at 3235", "place B.EE")
    assert where(s, "B.EE") == "3235" and where(s, "B.I") == "3235"


@clause("3.6d", "3.6f")
def test_neutral_units_are_set_up_in_their_own_country() -> None:
    s = GAME.new("1940", 1)
    do(s, "place N.I")
    assert choices(s, "at") == land(NETHERLANDS)
    assert refusal(s, "at 3333") == "3.6d"
    do(s, "at 4035", "place Sw.I")
    assert choices(s, "at") == land(SWITZERLAND)
    do(s, "at 1331", "place B.I")
    assert choices(s, "at") == land(BELGIUM) - set(BOARD.names(MAP.ardennes)) - {"2732"}
    assert refusal(s, "at 2634") == "3.6d"
    assert refusal(s, "at 2931") == "3.6f"
    assert refusal(s, "at 2732") == "3.6f"


@clause("3.6g")
def test_neutral_units_neither_move_nor_attack_before_the_invasion() -> None:
    text = 'units = { "3134" = ["B.I", "B.II"], "3135" = ["G.I"], "3628" = ["UK.I"] }\n'
    s = lay(text + 'phase = "allied movement"')
    assert choices(s, "move") == {"UK.I"} and not choices(s, "top")
    assert refusal(s, "move B.I") == "3.6g"
    s = lay(text + 'phase = "allied combat"')
    assert not choices(s, "attack")
    assert refusal(s, "attack 3135") == "3.6g"
    s = lay(text + 'phase = "allied movement"\ncountries = { belgium = 1 }\nturn = 2')
    assert choices(s, "move") == {"UK.I", "B.I", "B.II"}
    s = lay(text + 'phase = "allied combat"\ncountries = { belgium = 1 }')
    assert choices(s, "attack") == {"3135"}


@clause("3.6h")
def test_each_neutral_is_invaded_by_itself() -> None:
    s = lay('phase = "german movement"\nunits = { "2437" = ["G.I"], "3628" = ["UK.I"] }')
    assert choices(s, "declare") == {"belgium", "netherlands", "luxembourg", "switzerland"}
    do(s, "declare belgium")
    assert [s.status[c] for c in NEUTRALS] == [IN_PLAY, NEUTRAL, NEUTRAL, NEUTRAL]
    assert choices(s, "declare") == {"netherlands", "luxembourg", "switzerland"}
    assert refusal(s, "declare belgium") == "3.6h"
    do(s, "declare luxembourg")
    assert [s.status[c] for c in NEUTRALS] == [IN_PLAY, NEUTRAL, IN_PLAY, NEUTRAL]
    assert refusal(s, "declare france") == "3.6h"


@clause("3.6i")
def test_no_neutral_need_ever_be_invaded() -> None:
    s = lay("""
phase = "begin turn"
turn = 12
forts = true
units = { "3134" = ["B.I"], "4035" = ["N.I"], "1331" = ["Sw.I"], "2437" = ["G.I"], "2226" = ["F.I"], "3628" = ["UK.I"] }
""")
    while s.result is None:
        do(s, next(a for a in ("done", "decline", "order move_first") if can(s, a)))
    assert s.turn == 13 and [s.status[c] for c in NEUTRALS] == [NEUTRAL] * 4
    assert where(s, "B.I") == "3134" and where(s, "N.I") == "4035" and where(s, "Sw.I") == "1331"


@clause("3.6j")
def test_an_invaded_neutral_joins_the_allies_at_once() -> None:
    s = lay('phase = "german movement"\nunits = { "3134" = ["B.I"], "2437" = ["G.I"], "3628" = ["UK.I"] }')
    belgium = MAP.country[BELGIUM]
    assert not belgium & (s.control[ALLIED] | s.control[GERMAN])
    assert not zoc.zone(s, ALLIED) >> BOARD.place("3135") & 1
    do(s, "declare belgium")
    assert belgium & ~s.control[ALLIED] == 0 and not belgium & s.control[GERMAN]
    assert zoc.zone(s, ALLIED) >> BOARD.place("3135") & 1
    assert not MAP.country[NETHERLANDS] & s.control[ALLIED]


@clause("3.6j")
def test_a_hex_where_germans_stand_does_not_become_allied() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready", "ready")  # Sickle Cut corps in 2931, 3031 and 3032
    assert controls(s, "german", "2931") and not controls(s, "allied", "2931")
    assert controls(s, "allied", "2932") and controls(s, "allied", "3432")


# Belgium next to France: 3629 is Belgian; 3628, 3528 and 3727 border on it, 3627 and 3527 do not
@clause("3.6k")
def test_former_neutrals_move_only_in_and_next_to_their_country() -> None:
    s = lay("""
phase = "allied movement"
units = { "3629" = ["B.I"], "3229" = ["UK.I"] }
countries = { belgium = 1 }
""")
    s.turn = 1
    do(s, "move B.I")
    assert {"3628", "3528", "3630"} <= choices(s, "to")
    assert refusal(s, "to 3627") == "3.6k"
    assert refusal(s, "to 3527") == "3.6k"
    area = BOARD.zones(MAP.country[BELGIUM], Sides())
    assert not [label for label in choices(s, "to") if not area >> BOARD.place(label) & 1]


@clause("3.6k")
def test_former_neutrals_attack_only_in_and_next_to_their_country() -> None:
    text = """
phase = "allied combat"
countries = { belgium = 1 }
units = { "3628" = ["B.I"], "3627" = ["G.I"], "3527" = ["G.II"], "3528" = ["G.III"], "2226" = ["UK.I"] }
"""
    s = lay(text)
    assert choices(s, "attack") == {"3528"}
    assert refusal(s, "attack 3627") == "3.6k"
    s = lay(text.replace("B.I", "F.I"))
    assert choices(s, "attack") == {"3528", "3627", "3527"}


@clause("3.6k")
def test_former_neutrals_retreat_only_in_and_next_to_their_country() -> None:
    # B.I stands in Lille: 3627 and 3527 are free of Germans and of their zones, but too far from Belgium
    s = lay("""
phase = "german combat"
turn = 3
countries = { belgium = 1 }
units = { "3628" = ["B.I"], "3629" = ["G.I", "G.II"], "3827" = ["G.III"], "2226" = ["UK.I"] }
""")
    start, base = BOARD.place("3628"), BOARD.place("3629")
    assert BOARD.names(retreat_hexes(s, MAP.piece("B.I"), start, (base,))) == []
    s = lay("""
phase = "german combat"
turn = 3
units = { "3628" = ["F.I"], "3629" = ["G.I", "G.II"], "3827" = ["G.III"], "2226" = ["UK.I"] }
countries = { belgium = 1 }
""")
    assert set(BOARD.names(retreat_hexes(s, MAP.piece("F.I"), start, (base,)))) == {"3627", "3527"}


@clause("3.6l")
def test_the_zone_of_former_neutrals_reaches_beyond_their_area() -> None:
    s = lay('phase = "allied movement"\nunits = { "3628" = ["B.I"] , "2226" = ["UK.I"] }\ncountries = { belgium = 1 }')
    area = BOARD.zones(MAP.country[BELGIUM], Sides())
    for label in ("3627", "3527"):
        assert not area >> BOARD.place(label) & 1
        assert zoc.zone(s, ALLIED) >> BOARD.place(label) & 1


@clause("3.6m")
@pytest.mark.parametrize("unit", ["F.I", "UK.I"])
def test_british_and_french_enter_a_neutral_only_once_it_is_in_play(unit: str) -> None:
    text = f'phase = "allied movement"\nunits = {{ "3628" = ["{unit}"], "2226" = ["UK.III"] }}\n'
    s = lay(text)
    do(s, f"move {unit}")
    assert refusal(s, "to 3629") == "3.6m"
    assert not choices(s, "to") & land(BELGIUM)
    s = lay(text + "countries = { netherlands = 1 }")
    do(s, f"move {unit}")
    assert refusal(s, "to 3629") == "3.6m"
    s = lay(text + "countries = { belgium = 1 }\nturn = 2")
    do(s, f"move {unit}", *(["roll"] if unit == "F.I" else []), rolls=[4] if unit == "F.I" else [])
    assert "3629" in choices(s, "to")


@clause("3.6n")
def test_nationalities_do_not_end_a_phase_in_one_hex() -> None:
    s = lay(
        'phase = "allied movement"\nforts = true\nunits = { "2226" = ["F.I"], "2227" = ["UK.I"], "2129" = ["UK.II"] }'
    )
    do(s, "move UK.I", "to 2226", "stop", "done")
    assert s.to_act == "allied" and choices(s, "remove") == {"F.I", "UK.I"}
    do(s, "remove UK.I")
    assert where(s, "UK.I") == "dead" and where(s, "F.I") == "2226"


@clause("3.6n")
def test_the_british_may_stack_with_maginot_forts_but_not_with_eben_emael() -> None:
    text = """
phase = "allied movement"
turn = 2
forts = true
countries = { belgium = 1 }
"""
    s = lay(text + 'units = { "2631" = ["UK.I"], "2226" = ["F.I"] }')
    do(s, "move UK.I", "to 2731", "stop", "done")
    assert where(s, "UK.I") == "2731" and where(s, "F.M2731") == "2731"
    s = lay(text + 'units = { "3234" = ["UK.I"], "2226" = ["F.I"] }')
    do(s, "move UK.I", "to 3235", "stop", "done")
    assert s.to_act == "allied" and choices(s, "remove") == {"UK.I", "B.EE"}


@clause("3.6o")
def test_nationalities_do_not_attack_together() -> None:
    s = lay("""
phase = "allied combat"
countries = { belgium = 1 }
units = { "3627" = ["UK.I"], "3527" = ["F.I"], "3628" = ["G.I"], "3629" = ["B.I"] }
""")
    do(s, "attack 3628")
    assert choices(s, "commit") == {"UK.I", "F.I", "B.I"}
    do(s, "commit F.I")
    assert not choices(s, "commit")
    assert refusal(s, "commit UK.I") == "11.2b"
    assert refusal(s, "commit B.I") == "11.2b"


# 1940: the Allies


def allied_army() -> WarState:
    """The neutrals are placed by hand; the Anglo-French army comes next."""
    return _after_the_neutrals().clone()


@cache
def _after_the_neutrals() -> WarState:
    s = GAME.new("1940", 1)
    homes = sorted(land(BELGIUM) | land(NETHERLANDS) | land(SWITZERLAND))
    last = place_all(s, homes)
    do(s, f"place {last}", "at 1234")
    return s


@clause("3.7a")
@pytest.mark.parametrize("unit", ["F.I", "UK.I", "F.Cv"])
def test_french_and_british_are_set_up_anywhere_in_france(unit: str) -> None:
    s = allied_army()
    army = {p.id for p in GAME.setting("1940").army if p.id.split(".")[0] in ("F", "UK") and not p.fort}
    assert choices(s, "place") == army
    do(s, f"place {unit}")
    assert choices(s, "at") == land(FRANCE)
    assert refusal(s, "at 3629") == "3.7a"
    assert refusal(s, "at 2335") == "3.7a"


@clause("3.7b")
def test_no_more_than_three_allied_corps_in_a_hex_at_set_up() -> None:
    s = allied_army()
    fill(s, "2827", ["F.I", "F.II", "F.III"])
    do(s, "place F.IV")
    assert refusal(s, "at 2827") == "3.7b"


@clause("3.7c")
def test_the_maginot_line_has_fifteen_full_forts() -> None:
    s = GAME.new("1940", 1)
    forts = {name: label for name, label in forts_on_map(s).items() if name.startswith("F.")}
    assert forts == {f"F.M{label}": label for label in MAGINOT}
    assert len(forts) == 15 and all(steps(s, name) == 2 for name in forts)
    assert s.fort_at(BOARD.place("2235")) is None
    border = MAP.country[FRANCE] & BOARD.zones(MAP.country[GERMANY] | MAP.country[LUXEMBOURG], Sides())
    assert set(BOARD.names(border)) <= set(MAGINOT) | {"2235"}


@clause("3.7d")
def test_british_and_french_are_not_set_up_together() -> None:
    s = allied_army()
    do(s, "place F.I", "at 2827", "place UK.I")
    assert refusal(s, "at 2827") == "3.7d"
    do(s, "at 2727", "place F.II")
    assert refusal(s, "at 2727") == "3.7d"


@clause("3.7e")
def test_dynamo_has_not_been_declared_at_the_start() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready", "ready")
    assert (s.dynamo_turn, s.dynamo_port, s.shipped) == (0, -1, 0)
    track = next(track for track in s.scene("german").tracks if track.id == "dynamo")
    assert track.value == "may be declared from turn 5"


@clause("3.7f")
def test_three_french_corps_may_be_set_up_inside_the_maginot_line() -> None:
    s = allied_army()
    fill(s, "2731", ["F.I", "F.II", "F.III"])
    assert len(s.at(BOARD.place("2731"))) == 4
    do(s, "place F.IV")
    assert refusal(s, "at 2731") == "3.7b"
    do(s, "at 1431", "place UK.I", "at 2434")
    assert where(s, "F.IV") == "1431" and where(s, "UK.I") == "2434"


# 1940: the Germans


def german_army() -> WarState:
    s = GAME.new("1940", 1)
    do(s, "ready")
    return s


@clause("3.8a")
def test_the_german_sets_up_last_in_1940() -> None:
    s = GAME.new("1940", 1)
    assert refusal(s, "place G.I") == "3.8a"
    s = allied_army()
    assert s.to_act == "allied"
    assert refusal(s, "place G.I") == "3.8a"
    last = place_all(s, sorted(land(FRANCE)))
    assert s.to_act == "allied"
    do(s, f"place {last}", "at 3927")
    assert s.to_act == "german"
    assert not [p.id for p in GAME.setting("1940").army if p.side == ALLIED and s.where[p.number] < 0]


@clause("3.8b")
def test_the_coup_is_still_to_come_on_turn_1() -> None:
    s = german_army()
    do(s, "ready", "order move_first")
    assert s.turn == 1 and s.to_act == "german" and s.decision is not None
    assert s.decision.step == "coup" and "3235" in choices(s, "coup")


@clause("3.8c")
@pytest.mark.parametrize("sickle", ["yes", "no"])
def test_the_39th_panzer_corps_waits_on_the_track(sickle: str) -> None:
    s = german_army()
    assert where(s, "G.39") == "turn track"
    do(s, f"sickle {sickle}")
    assert refusal(s, "place G.39") == "3.8c"
    assert MAP.pieces[MAP.piece("G.39")].turn == 8


@clause("3.8d")
def test_the_west_wall_of_1940_runs_from_3538_to_1432() -> None:
    s = GAME.new("1940", 1)
    forts = {name: label for name, label in forts_on_map(s).items() if name.startswith("G.")}
    assert forts == {f"G.W{label}": label for label in WEST_WALL_1940}
    assert len(forts) == 24
    abroad = sum(MAP.country[c] for c in (FRANCE, BELGIUM, NETHERLANDS, LUXEMBOURG))
    border = set(BOARD.names(MAP.country[GERMANY] & BOARD.zones(abroad, Sides())))
    beyond = {label for label in border if int(label) > 3538}
    assert border - beyond == set(WEST_WALL_1940)


@clause("3.8e")
def test_the_german_says_first_whether_he_opens_with_sickle_cut() -> None:
    s = german_army()
    assert s.to_act == "german" and choices(s, "sickle") == {"yes", "no"} and not choices(s, "place")
    do(s, "sickle yes")
    assert s.status[BELGIUM] == IN_PLAY and s.to_act == "german" and not choices(s, "sickle")
    s = german_army()
    do(s, "sickle no")
    assert s.status[BELGIUM] == NEUTRAL and not s.sickle and not choices(s, "sickle")


@clause("3.8f")
def test_three_of_four_mechanized_corps_open_sickle_cut() -> None:
    s = german_army()
    do(s, "sickle yes")
    assert choices(s, "place") == MECHANIZED
    assert refusal(s, "place G.I") == "3.8f"
    do(s, "place G.19")
    ardennes = set(BOARD.names(MAP.ardennes)) & (land(BELGIUM) | land(LUXEMBOURG))
    assert choices(s, "at") == ardennes and "2834" in ardennes and "3030" not in ardennes
    assert refusal(s, "at 3030") == "3.8f"
    assert refusal(s, "at 2732") == "3.8f"
    assert refusal(s, "at 2437") == "3.8f"
    do(s, "at 2931", "place G.14", "at 2931")
    assert choices(s, "place") == {"G.15", "G.41"}
    do(s, "place G.41", "at 2931")  # three in one hex
    assert {s.piece_name(p) for p in s.at(BOARD.place("2931"))} == {"G.19", "G.14", "G.41"}
    assert {p.id for p in MAP.pieces if s.sickle >> p.number & 1} == {"G.19", "G.14", "G.41"}
    assert controls(s, "german", "2931") and s.status[LUXEMBOURG] == NEUTRAL
    assert "G.15" in choices(s, "place") and "G.I" in choices(s, "place")


@clause("3.8f")
def test_a_sickle_cut_corps_in_luxembourg_makes_it_capitulate() -> None:
    s = german_army()
    do(s, "sickle yes", "place G.19", "at 2834")
    assert s.status[LUXEMBOURG] == CAPITULATED


@clause("3.8g")
def test_with_sickle_cut_the_rest_of_the_army_is_set_up_in_germany() -> None:
    s = german_army()
    do(s, "sickle yes", "place G.19", "at 2931", "place G.14", "at 2931", "place G.41", "at 3032")
    rest = {p.id for p in GAME.setting("1940").army if p.side == GERMAN and not p.fort} - {
        "G.19",
        "G.14",
        "G.41",
        "G.39",
    }
    assert choices(s, "place") == rest
    do(s, "place G.15")
    assert choices(s, "at") == land(GERMANY)
    assert refusal(s, "at 3032") == "3.8g"
    do(s, "at 2635", "place G.I", "at 2635", "place G.II", "at 2635", "place G.III")
    assert refusal(s, "at 2635") == "6.4a"
    do(s, "at 2636")
    last = place_all(s, sorted(land(GERMANY)))
    assert s.turn == 0
    do(s, f"place {last}", "at 3444")
    assert s.turn == 1


@clause("3.8h")
def test_without_sickle_cut_the_whole_army_is_set_up_in_germany() -> None:
    s = german_army()
    do(s, "sickle no")
    whole = {p.id for p in GAME.setting("1940").army if p.side == GERMAN and not p.fort} - {"G.39"}
    assert choices(s, "place") == whole and len(whole) == 34
    do(s, "place G.19")
    assert choices(s, "at") == land(GERMANY)
    assert refusal(s, "at 2931") == "3.8h"
    do(s, "at 2635", "place G.14", "at 2635", "place G.41", "at 2635", "place G.15")
    assert refusal(s, "at 2635") == "6.4a"


@clause("3.8i")
def test_sickle_cut_brings_belgium_in_on_turn_1() -> None:
    s = german_army()
    do(s, "ready")
    assert s.turn == 1 and s.status[BELGIUM] == IN_PLAY and s.violated[BELGIUM] == 1
    assert [s.status[c] for c in (NETHERLANDS, LUXEMBOURG, SWITZERLAND)] == [NEUTRAL] * 3
    assert not s.dormant() >> MAP.piece("B.I") & 1 and controls(s, "allied", "3432")


# markers


@clause("3.9a", "3.9b", "3.9c", "3.9d")
def test_the_markers_of_1940() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready", "ready")
    assert (s.turn, s.german_replacements, s.french_replacements, s.vp) == (1, 8, 17, 0)
    assert s.setting.scenario.turns == 13


# hidden stacks

SECRET = """
phase = "german combat"
turn = 4
units = { "2437" = ["G.I", "G.II"], "2537" = ["G.III"], "2436" = ["F.I", "F.II"], "2226" = ["F.III"] }
"""


def seen(s: WarState, side: str, label: str) -> tuple[list[str], int]:
    """The units a side sees in a hex, and how many more there are."""
    stack = s.scene(side).stacks[label]
    return [piece.id for piece in stack.pieces], stack.more


@clause("3.10a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    s = lay(SECRET)
    assert seen(s, "german", "2436") == (["F.I"], 1)
    assert seen(s, "allied", "2436") == (["F.I", "F.II"], 0)
    assert seen(s, "allied", "2437") == (["G.I"], 1)
    assert seen(s, "german", "2226") == (["F.III"], 0)


@clause("3.10a")
def test_a_declared_attack_opens_that_stack_alone() -> None:
    s = lay(SECRET.replace('"2226" = ["F.III"]', '"2337" = ["F.III", "F.IV"]'))
    do(s, "attack 2436", "commit G.I")
    assert seen(s, "german", "2436") == (["F.I"], 1)
    assert refusal(s, "fight") == "3.10b"
    do(s, "reveal")
    assert seen(s, "german", "2436") == (["F.I", "F.II"], 0)
    assert seen(s, "german", "2337") == (["F.III"], 1)
    assert seen(s, "allied", "2437") == (["G.I"], 1)


@clause("3.10a")
def test_the_owner_orders_his_stacks() -> None:
    s = lay(SECRET.replace("german combat", "allied movement"))
    do(s, "top F.II")
    assert seen(s, "german", "2436") == (["F.II"], 1)
    assert refusal(s, "top F.II") == "3.10a"


@clause("3.10b")
def test_a_declared_attack_must_be_made_but_may_be_strengthened() -> None:
    s = lay(SECRET)
    do(s, "attack 2436", "commit G.I", "reveal")
    assert {option.verb for option in s.options} == {"commit", "fight"}
    assert not can(s, "done") and not can(s, "attack 2436")
    do(s, "commit G.II")
    events = do(s, "fight", rolls=[6])
    assert [e.attackers for e in events if isinstance(e, Fought)] == [(MAP.piece("G.I"), MAP.piece("G.II"))]


@clause("3.10b")
def test_a_declared_attack_cannot_be_taken_back() -> None:
    s = lay(SECRET)
    do(s, "attack 2436", "commit G.I", "reveal")
    with pytest.raises(Refused):
        s.undo()
    assert seen(s, "german", "2436") == (["F.I", "F.II"], 0)
