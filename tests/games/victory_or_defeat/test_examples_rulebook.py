"""The worked examples of the shared case file, part 1: what the rulebook itself says, W01 to W46."""

from __future__ import annotations

import json

import pytest

from meuse.engine import Event
from meuse.games.victory_or_defeat import dynamo, losses, setup, strength, supply, victory
from meuse.games.victory_or_defeat.events import CoupMade, Fought, Moved
from meuse.games.victory_or_defeat.setting import (
    BELGIUM,
    COUNTRIES,
    FRENCH,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
)
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, POINTS, WarState

from .kit import GAME, MAP, can, choices, clause, controls, do, lay, refusal, steps, where

BOARD = MAP.board


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(entry)}" for key, entry in value.items()) + " }"
    return json.dumps(value)


def field(phase: str, units: dict[str, list[str]] | None = None, **more: object) -> WarState:
    """A position in one call: the phase, who stands where, and any other field of a position."""
    fields = {"phase": phase, "units": units or {}, **more}
    return lay("\n".join(f"{name} = {toml(value)}" for name, value in fields.items()))


def ring(label: str) -> list[str]:
    """The six neighbours of a hex, in the order of the directions."""
    found = [BOARD.beside(BOARD.place(label), direction) for direction in range(6)]
    return [BOARD.label(hexa) for hexa in found if hexa is not None]


def terrain(label: str) -> str:
    return MAP.terrain_name(BOARD.place(label))


def river(a: str, b: str) -> bool:
    return BOARD.crosses(BOARD.place(a), BOARD.place(b), MAP.rivers)


def points_of(state: WarState, unit: str) -> int:
    """The movement points a unit in hand has left."""
    return state.left[MAP.piece(unit)]


def price(state: WarState, unit: str, goal: str, *rolls: int) -> int:
    """What going to a hex costs a unit, tried on a copy."""
    twin = state.clone()
    do(twin, f"move {unit}", *(["roll"] if rolls else []), rolls=rolls)
    moved = [event for event in do(twin, f"to {goal}") if isinstance(event, Moved)]
    assert len(moved) == 1
    return moved[0].cost


def battle(events: list[Event]) -> Fought:
    """The one battle among the events."""
    fought = [event for event in events if isinstance(event, Fought)]
    assert len(fought) == 1
    return fought[0]


def idle(state: WarState, turn: int, rolls: tuple[int, ...] = ()) -> None:
    """Nobody does anything until a turn begins."""
    state.dice.script(rolls)
    while state.turn < turn and state.result is None:
        word = next(w for w in ("order move_first", "done", "decline", "stay") if can(state, w))
        state.apply(word)
    assert not state.script


# map


@clause("2.1d", "2.1c")
def test_w01_munich() -> None:
    """Munich is the German city hex 1043."""
    munich = MAP.map.places["Munich"]
    assert BOARD.label(munich) == "1043"
    assert MAP.country_of(munich) == GERMANY
    assert terrain("1043") == "city"


@clause("1.2a", "1.2b", "1.2c", "1.2d")
def test_w02_map_edges() -> None:
    """Which edge a hex lies on; odd rows run from column 18 to 43 (A54)."""
    edges = {"north": MAP.north, "south": MAP.south, "east": MAP.east, "west": MAP.west}

    def sides(label: str) -> set[str]:
        return {name for name, hexes in edges.items() if hexes >> BOARD.place(label) & 1}

    assert sides("4230") == {"north"}
    assert sides("1030") == {"south"}
    assert sides("2644") == {"east"}
    assert sides("2543") == {"east"}
    assert sides("2518") == {"west"}
    assert sides("2619") == {"west"}
    assert sides("2630") == set()
    assert {"2518", "2543"} <= set(BOARD.numbers)
    assert not {"2517", "2544", "2618", "2645"} & set(BOARD.numbers)


@clause("1.2e")
def test_w03_corner() -> None:
    """The corner 1019 is both a west and a south hex; a British corps may leave there by either."""
    corner = 1 << BOARD.place("1019")
    assert MAP.west & corner
    assert MAP.south & corner
    s = field("allied movement", {"1019": ["UK.I"]}, turn=6, dynamo={"turn": 5, "port": "3927"})
    do(s, "move UK.I")
    assert choices(s, "exit") == {"west", "south"}


# units and set-up


@clause("2.11a", "2.11b", "2.11c", "2.10d", "4.10a")
def test_w04_four_step_corps() -> None:
    """The 41st goes 4, 3, 2, 1 steps and dies for a VP; our one piece stands for both its counters."""
    s = field("german combat", {"2224": ["G.41"]}, points=["paris", "brittany"])
    corps, hexa = MAP.piece("G.41"), BOARD.place("2224")
    faces = [(s.attack_factor(corps), s.defence_factor(corps))]
    for left in (3, 2, 1):
        losses.lose_step(s, corps, ("11.6c",))
        assert steps(s, "G.41") == left
        assert s.at(hexa) == (corps,)
        faces.append((s.attack_factor(corps), s.defence_factor(corps)))
    assert faces == [(12, 8), (9, 6), (6, 4), (3, 2)]
    assert s.vp == 2
    losses.lose_step(s, corps, ("11.6c",))
    assert where(s, "G.41") == "dead"
    assert s.at(hexa) == ()
    assert s.vp == 1


@clause("2.10a", "2.10c", "2.10d", "9.3d")
def test_w05_two_step_corps() -> None:
    """A two-step corps is reduced, then dead for good: replacements do not bring it back."""
    s = field("replacements", {"1740": ["G.I", "G.II:1"]})
    losses.lose_step(s, MAP.piece("G.I"), ("11.6c",))
    assert (where(s, "G.I"), steps(s, "G.I")) == ("1740", 1)
    losses.lose_step(s, MAP.piece("G.I"), ("11.6c",))
    assert (where(s, "G.I"), steps(s, "G.I")) == ("dead", 0)
    assert refusal(s, "replace G.I") == "9.3d"
    assert can(s, "replace G.II")


def ready_1940() -> WarState:
    s = GAME.new("1940", seed=1)
    assert isinstance(s, WarState)
    do(s, "ready", "ready")
    return s


@clause("3.7c", "2.10b", "2.12e")
def test_w06_maginot_placement() -> None:
    """Fifteen Maginot units, one to a hex and full, at both ends of the line and not in the gap."""
    s = ready_1940()
    forts = [p for p in GAME.setting("1940").army if p.fort and p.nation == FRENCH]
    assert len(forts) == 15
    assert {s.steps[p.number] for p in forts} == {2}
    hexes = [s.label(s.where[p.number]) for p in forts]
    assert len(set(hexes)) == 15
    assert {"2731", "1431"} <= set(hexes)
    assert s.at(BOARD.place("2235")) == ()


@clause("3.9a", "3.9b", "3.9c", "3.9d", "4.2d")
def test_w07_starting_tracks() -> None:
    """Turn 1, 8 German and 17 French replacements, no victory points."""
    s = ready_1940()
    assert (s.turn, s.german_replacements, s.french_replacements, s.vp) == (1, 8, 17, 0)


@clause("3.6b", "3.6c", "3.6e")
def test_w08_eben_emael() -> None:
    """Eben Emael goes to 3235 and nowhere else; one Belgian corps may join it, a second may not."""
    s = GAME.new("1940", seed=1)
    step = setup.Deploy(MAP.piece("B.EE"), "neutrals")
    assert [str(option) for option in step.options(s)] == ["at 3235"]
    reason = step.why(s, s.option("at 3234"))
    assert reason is not None and reason.clause == "3.6e"
    do(s, "place B.EE")
    assert where(s, "B.EE") == "3235"
    do(s, "place B.I", "at 3235")
    assert where(s, "B.I") == "3235"
    do(s, "place B.II")
    assert refusal(s, "at 3235") == "3.6b"


@clause("3.6d", "3.6f")
def test_w09_belgian_set_up_bans() -> None:
    """No Belgian corps in 2732 or in the Ardennes; Brussels will do."""
    s = GAME.new("1940", seed=1)
    do(s, "place B.I")
    assert refusal(s, "at 2732") == "3.6f"
    assert terrain("3033") == "ardennes"
    assert refusal(s, "at 3033") == "3.6f"
    do(s, "at 3432")
    assert where(s, "B.I") == "3432"
    assert BOARD.label(MAP.map.places["Brussels"]) == "3432"


@clause("3.8c", "9.4b", "9.4c")
def test_w10_39th_panzer_corps() -> None:
    """The 39th enters Munich at the end of turn 8, not of turn 7, acts on turn 9, and may come later."""
    assert where(ready_1940(), "G.39") == "turn track"
    early = field("replacements", {"1740": ["G.I:1"]}, turn=7, waiting=["G.39"])
    assert refusal(early, "enter 1043") == "9.4b"
    for turn in (8, 10):
        s = field("replacements", {"3927": ["UK.I"]}, turn=turn, waiting=["G.39"])
        do(s, "enter 1043")
        assert (where(s, "G.39"), steps(s, "G.39"), s.turn) == ("1043", 4, turn + 1)
        do(s, "order move_first", "move G.39")
        assert points_of(s, "G.39") == 12


# combat tables


@clause("11.10a")
def test_w11_odds() -> None:
    """Ten factors against five are 2:1 (two second-line corps against a French corps of five)."""
    s = field("german combat", {"2225": ["G.XXIII", "G.XXIV"], "2224": ["F.VII"]}, turn=2)
    do(s, "attack 2224", "commit G.XXIII", "commit G.XXIV")
    fought = battle(do(s, "fight", rolls=[6]))
    assert (fought.attack, fought.defence, fought.column) == (10, 5, "2:1")


@clause("CRTa", "CRTb", "CRTd", "CRTe", "CRTf", "CRTg", "CRTi")
@pytest.mark.parametrize(
    ("column", "results"),
    [
        ("1:5", "AS AE AE AE AE AE"),
        ("1:4", "AS AS AE AE AE AE"),
        ("1:2", "DR DR AS AS AE AE"),
        ("1:1", "BB DR DR DR DR AS"),
        ("2:1", "DE BB DR DR DR DR"),
        ("3:1", "DE DE BB DR DR DR"),
        ("5:1", "DE DE DE DE BB DR"),
    ],
)
def test_w12_combat_results(column: str, results: str) -> None:
    """Seven columns of the table, die by die."""
    s = field("german combat")
    attack, defence = (int(part) for part in column.split(":"))
    place = strength.odds_column(attack, defence)
    assert strength.ratio(place) == column
    assert [strength.result_of(s, place, die) for die in range(1, 7)] == results.split()


@clause("11.10c", "11.10d", "CRTk")
def test_w13_automatic_results() -> None:
    """One against six is AE and fourteen against two DE, without a die."""
    s = field("german combat", {"2225": ["G.XXXII:1"], "2224": ["F.I"]}, turn=2)
    do(s, "attack 2224", "commit G.XXXII")
    fought = battle(do(s, "fight"))
    assert (fought.attack, fought.defence, fought.result, fought.die) == (1, 6, "AE", 0)
    assert where(s, "G.XXXII") == "dead"
    assert s.rolls_made == 0
    s = field("german combat", {"2225": ["G.19", "G.XXXII"], "2224": ["F.XLI:1"]}, turn=2)
    do(s, "attack 2224", "commit G.19", "commit G.XXXII")
    fought = battle(do(s, "fight"))
    assert (fought.attack, fought.defence, fought.result, fought.die) == (14, 2, "DE", 0)
    assert where(s, "F.XLI") == "dead"
    assert s.rolls_made == 0


# movement


@clause("10.5a", "10.5b", "TECa", "TECb", "TECd", "TECh")
def test_w14_terrain_costs() -> None:
    """Clear 1, rough 2, city 1; across a river into clear 2, into rough 3."""
    s = field("german movement", {"2730": ["G.I"], "2829": ["G.II"], "2431": ["G.III"]}, turn=2)
    do(s, "move G.I")
    assert points_of(s, "G.I") == 6
    do(s, "stop")
    s = field("german movement", {"2730": ["G.I"], "2829": ["G.II"], "2431": ["G.III"]}, turn=2)
    assert (terrain("2630"), river("2730", "2630"), price(s, "G.I", "2630")) == ("clear", False, 1)
    assert (terrain("2729"), river("2829", "2729"), price(s, "G.II", "2729")) == ("rough", False, 2)
    assert (terrain("2432"), river("2431", "2432"), price(s, "G.III", "2432")) == ("city", False, 1)
    assert (terrain("2731"), river("2730", "2731"), price(s, "G.I", "2731")) == ("clear", True, 2)
    assert (terrain("2729"), river("2730", "2729"), price(s, "G.I", "2729")) == ("rough", True, 3)


@clause("TECd", "TECh")
def test_w15_river_beside_a_city() -> None:
    """A river between a city and a clear hex costs nothing extra, either way."""
    assert (terrain("2425"), terrain("2424")) == ("city", "clear")
    assert river("2425", "2424")
    s = field("german movement", {"2424": ["G.I"], "2425": ["G.II"]}, turn=2)
    assert price(s, "G.I", "2425") == 1
    assert price(s, "G.II", "2424") == 1


@clause("TECk", "TECb")
def test_w16_fort_hex_cost() -> None:
    """A rough Maginot hex costs 1 while its fort stands and 2 afterwards."""
    assert terrain("2135") == "rough"
    assert not river("2134", "2135")
    s = field("allied movement", {"2134": ["F.I"], "2135": ["F.M2135"]})
    assert price(s, "F.I", "2135") == 1
    s = field("allied movement", {"2134": ["F.I"]}, dead=["F.M2135"])
    assert price(s, "F.I", "2135") == 2


@clause("10.3a", "10.3b", "MF40a", "MF40b")
def test_w17_movement_factors_1940() -> None:
    """In supply: German infantry 6, British 6, mechanized corps 12."""
    s = field("german movement", {"1740": ["G.I", "G.19", "G.14"]}, turn=5)
    do(s, "move G.I", "stop", "move G.19")
    assert points_of(s, "G.19") == 12
    do(s, "stop", "move G.14")
    assert points_of(s, "G.14") == 12
    s = field("german movement", {"1740": ["G.I"]}, turn=5)
    do(s, "move G.I")
    assert points_of(s, "G.I") == 6
    s = field("allied movement", {"2224": ["UK.I"]}, turn=5)
    do(s, "move UK.I")
    assert points_of(s, "UK.I") == 6


@clause("10.3c", "10.3d", "8.2a")
def test_w18_french_out_of_supply_1940() -> None:
    """A French stack out of supply rolls 5: two and a half, rounded up to 3, for every unit of it."""
    around = ring("2224")
    germans = {around[0]: ["G.I"], around[2]: ["G.II"], around[4]: ["G.III"]}
    s = field("allied movement", {"2224": ["F.I", "F.II"], **germans}, turn=5)
    do(s, "move F.I", "join F.II", "roll", rolls=[5])
    assert (points_of(s, "F.I"), points_of(s, "F.II")) == (3, 3)
    s = field("allied movement", {"2224": ["F.I"]}, turn=5)
    do(s, "move F.I", "roll", rolls=[5])
    assert points_of(s, "F.I") == 5


@clause("MF40d")
def test_w19_french_on_turn_1() -> None:
    """On turn 1 a French corps has 4 points without a roll (A20)."""
    s = field("allied movement", {"2224": ["F.I"]}, turn=1)
    do(s, "move F.I")
    assert points_of(s, "F.I") == 4
    assert not can(s, "roll")
    assert s.rolls_made == 0


@clause("MF40c", "MF40d")
def test_w20_neutral_on_its_turn_of_entry() -> None:
    """A Dutch corps has 4 points on the turn its country is violated and rolls on the next."""
    units = {"4041": ["N.I"]}
    s = field("allied movement", units, turn=3, countries={"netherlands": 3})
    do(s, "move N.I")
    assert points_of(s, "N.I") == 4
    assert s.rolls_made == 0
    s = field("allied movement", units, turn=4, countries={"netherlands": 3})
    do(s, "move N.I", "roll", rolls=[2])
    assert points_of(s, "N.I") == 2


@clause("10.2a", "MF39a")
def test_w21_german_factor_1939() -> None:
    """A German division of 1939 has 4 points, supply crisis or not."""
    for crisis in (True, False):
        s = field("german movement", {"1740": ["g.5"]}, scenario="1939", turn=4, crisis=crisis)
        do(s, "move g.5")
        assert points_of(s, "g.5") == 4


# airborne coup


@clause("5.9c", "5.9e", "5.9f", "5.9g", "5.9k", "ACTa", "ACTb")
@pytest.mark.parametrize(("die", "fate"), [(5, "dead"), (6, "3235")])
def test_w22_coup_on_a_lone_fort(die: int, fate: str) -> None:
    """Eben Emael alone falls on 5 and stands on 6; Belgium joins the Allies and the marker is gone either way."""
    s = field("coup", {"3235": ["B.EE"], "3628": ["UK.I"]})
    events = do(s, "coup 3235", rolls=[die])
    coup = next(event for event in events if isinstance(event, CoupMade))
    assert (coup.modified, coup.success) == (die, die == 5)
    assert where(s, "B.EE") == fate
    assert s.status[BELGIUM] == IN_PLAY
    assert controls(s, "allied", "3432")
    assert refusal(s, "coup 3235") == "5.0a"


@clause("ACTc", "ACTd", "5.9e")
@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_w23_coup_modifiers(die: int, success: bool) -> None:
    """A Maginot unit and two corps add 3 to the roll: 5 succeeds, 6 fails."""
    s = field("coup", {"2434": ["F.I", "F.II", "F.M2434"]})
    events = do(s, "coup 2434", rolls=[die])
    coup = next(event for event in events if isinstance(event, CoupMade))
    assert (coup.modified, coup.success) == (die + 3, success)
    assert where(s, "F.M2434") == ("dead" if success else "2434")
    assert (s.decision is not None and s.decision.step == "displace") == success


@clause("5.9a", "5.9b")
def test_w24_coup_after_turn_1() -> None:
    """The coup is offered on turn 1 only; declined then, it cannot be made on turn 2."""
    s = field("german turn", {"2434": ["F.I"]}, turn=1)
    do(s, "order move_first")
    assert can(s, "coup 2434")
    do(s, "decline")
    idle(s, 2)
    do(s, "order move_first")
    assert s.decision is not None
    assert s.decision.step == "movement"
    assert refusal(s, "coup 2434") == "5.0a"


# Dynamo


@clause("5.13a", "5.13b", "5.13d")
def test_w25_dynamo_dates() -> None:
    """Declared on turn 5, Dynamo runs on turns 6, 7 and 8 only, and is not declared twice."""
    s = field("dynamo", {"3927": ["UK.I"]}, turn=5)
    do(s, "dynamo 3927")
    assert (s.dynamo_turn, s.label(s.dynamo_port)) == (5, "3927")
    runs = {}
    for turn in (6, 7, 8, 9):
        assert s.turn == turn
        runs[turn] = dynamo.dynamo_runs(s)
        assert not dynamo.may_declare(s)
        assert refusal(s, "dynamo 3926") == "5.0a"
        idle(s, turn + 1)
    assert runs == {6: True, 7: True, 8: True, 9: False}
    again = field("dynamo", {"3927": ["UK.I"]}, turn=6, dynamo={"turn": 5, "port": "3927"})
    assert again.turn == 7
    for turn in (8, 9):
        s = field("allied movement", {"3927": ["UK.I"]}, turn=turn, dynamo={"turn": 5, "port": "3927"})
        do(s, "move UK.I")
        assert can(s, "evacuate UK.I") == (turn == 8)
    assert refusal(s, "evacuate UK.I") == "5.13d"


@clause("5.13e", "5.13f", "5.13g")
def test_w26_dynamo_step_limit() -> None:
    """Four steps a turn: a corps of three leaves, one step of the next, and no more."""
    s = field("allied movement", {"3927": ["UK.I:3", "UK.II:3"]}, turn=6, dynamo={"turn": 5, "port": "3927"})
    do(s, "move UK.I", "evacuate UK.I")
    assert (where(s, "UK.I"), s.shipped) == ("off the map", 3)
    do(s, "move UK.II")
    assert refusal(s, "evacuate UK.II") == "5.13f"
    do(s, "ship UK.II")
    assert (steps(s, "UK.II"), where(s, "UK.II"), s.shipped, points_of(s, "UK.II")) == (2, "3927", 4, 5)
    assert refusal(s, "ship UK.II") == "5.13f"


@clause("5.13i")
def test_w27_dynamo_shift() -> None:
    """A Belgian corps next to the port, attacked at 4:1, is fought on 2:1; a 4 is DR there."""
    units = {"3830": ["B.I:1"], "3831": ["G.I", "G.XXXII"], "3628": ["UK.I"]}
    assert (terrain("3830"), "3830" in ring("3929"), river("3831", "3830")) == ("clear", True, False)
    s = field(
        "german combat", units, turn=7, dynamo={"turn": 5, "port": "3929"},
        countries={"belgium": 1, "netherlands": 1},
    )  # fmt: skip
    do(s, "attack 3830", "commit G.I", "commit G.XXXII")
    fought = battle(do(s, "fight", rolls=[4]))
    assert (fought.attack, fought.defence, fought.column, fought.result) == (8, 2, "2:1", "DR")


# panzer halt


@clause("5.10a", "5.10b", "5.10c")
def test_w28_first_panzer_halt() -> None:
    """Turn 4 without British on the map: a 2 halves the mechanized corps, which may still attack."""
    s = field("german turn", {"2224": ["F.I"], ring("2224")[0]: ["G.19"], "1740": ["G.14"]}, turn=4)
    assert s.rolls_made == 0
    do(s, "order move_first", rolls=[2])
    assert (s.halted, s.halts) == ("half", 1)
    do(s, "move G.19")
    assert points_of(s, "G.19") == 6
    do(s, "stop", "move G.14")
    assert points_of(s, "G.14") == 6
    do(s, "stop", "done", "attack 2224")
    assert can(s, "commit G.19")


@clause("5.10a")
def test_w29_no_halt_check() -> None:
    """No check on turn 3, nor on turn 6 while a British corps is on the map."""
    for turn, british in ((3, {}), (6, {"3628": ["UK.I"]})):
        s = field("german turn", {"1740": ["G.19"], **british}, turn=turn)
        do(s, "order move_first")
        assert (s.rolls_made, s.halted) == (0, "")
        do(s, "move G.19")
        assert points_of(s, "G.19") == 12


# victory


@clause("4.3c", "4.3e")
def test_w30_belgium_by_cities() -> None:
    """The fourth German city makes Belgium capitulate at once; corps and Eben Emael leave the map."""
    s = field(
        "german movement", {"3431": ["G.I"], "3235": ["B.EE"], "3533": ["B.I"], "3628": ["UK.I"]},
        turn=3, countries={"belgium": 1}, control={"german": ["3134", "3231", "3232"]},
    )  # fmt: skip
    assert s.status[BELGIUM] == IN_PLAY
    do(s, "move G.I", "to 3432")
    assert s.status[BELGIUM] == CAPITULATED
    assert (where(s, "B.I"), where(s, "B.EE"), where(s, "UK.I")) == ("off the map", "off the map", "3628")


@clause("4.3b", "4.3g", "4.3a")
def test_w31_luxembourg() -> None:
    """Luxembourg falls to the first German unit that enters after a declaration; one country gives no point."""
    s = field("german movement", {"2734": ["G.I"]}, turn=2)
    do(s, "move G.I")
    assert refusal(s, "to 2634") == "4.3b"
    do(s, "stop")
    s = field("german movement", {"2734": ["G.I"]}, turn=2)
    do(s, "declare luxembourg")
    assert s.status[LUXEMBOURG] == IN_PLAY
    do(s, "move G.I", "to 2634")
    assert (s.status[LUXEMBOURG], s.vp, s.scored) == (CAPITULATED, 0, ())


@clause("4.3a", "4.3d", "4.3l")
def test_w32_historical_neutrals_point() -> None:
    """Belgium, Luxembourg and the Netherlands together give one point, and Switzerland no second one."""
    s = field(
        "german movement", {"4036": ["G.I"], "1430": ["G.II"]}, turn=3,
        countries={"belgium": "capitulated", "luxembourg": "capitulated", "netherlands": 1, "switzerland": 1},
        control={"german": ["3837", "1225", "1227", "1230", "1234"]}, swiss="forward",
    )  # fmt: skip
    assert (s.status[NETHERLANDS], s.vp) == (IN_PLAY, 0)
    do(s, "move G.I", "to 4037")
    assert (s.status[NETHERLANDS], s.vp, s.scored) == (CAPITULATED, 1, ("neutrals",))
    do(s, "stop", "move G.II", "to 1331")
    assert s.status[COUNTRIES.index("switzerland")] == CAPITULATED
    assert s.vp == 1


@clause("4.5a", "4.5b", "4.5c")
def test_w33_historical_brittany_point() -> None:
    """A one-step panzer corps leaves from 3419 with its last point for a VP; row 30 will not do."""
    s = field("german movement", {"3429": ["G.19:1"]}, turn=2)
    do(s, "move G.19", "to 3419")
    assert points_of(s, "G.19") == 1
    do(s, "exit west")
    assert (s.vp, s.scored, where(s, "G.19")) == (1, ("brittany",), "off the map")
    assert s.mechanized_lost == 0
    s = field("german movement", {"3430": ["G.19:1"]}, turn=2, countries={"belgium": 1})
    do(s, "move G.19", "to 3419")
    assert (where(s, "G.19"), points_of(s, "G.19")) == ("3419", 0)
    assert not can(s, "exit west")
    s = field("german movement", {"3019": ["G.19:1"]}, turn=2)
    do(s, "move G.19")
    assert refusal(s, "exit west") == "4.5a"


@clause("4.7a", "3.1c", "3.1d", "3.1e")
def test_w34_historical_paris_point() -> None:
    """The third Paris hex gives the point at once; it outlives a recapture and is not scored again."""
    units, paris = {"3121": ["G.I"], "2922": ["F.I"], "2621": ["G.19"]}, {"german": ["3022", "3023"]}
    s = field("german movement", units, turn=1, forts=True, control=paris)
    do(s, "move G.I", "to 3122")
    assert (s.vp, s.scored) == (1, ("paris",))
    do(s, "to 3222", "to 3322", "done", "done", "order move_first", "move F.I", "to 3023")
    assert controls(s, "allied", "3023")
    assert controls(s, "german", "3122")
    assert s.vp == 1
    do(s, "to 3024", "stop")
    idle(s, 2)
    do(s, "order move_first", "move G.19", "to 3023")
    assert controls(s, "german", "3023")
    assert s.vp == 1


@clause("5.13h")
def test_w35_historical_british_result() -> None:
    """All three British corps evacuated: not a point for casualties."""
    s = field(
        "allied movement", {"3927": ["UK.I:1", "UK.II:1", "UK.III:2"]}, turn=6, dynamo={"turn": 5, "port": "3927"}
    )
    for corps in ("UK.I", "UK.II", "UK.III"):
        do(s, f"move {corps}", f"evacuate {corps}")
        assert where(s, corps) == "off the map"
    assert (s.vp, s.british_lost, s.shipped) == (0, 0, 4)


HISTORY = ["neutrals", "brittany", "mediterranean", "paris", "maginot"]


@clause("4.11b", "4.11f", "4.2c", "4.4a", "4.4c")
def test_w36_historical_total() -> None:
    """History's five points are a draw after turn 13; nine are the most there are."""
    s = field("supply check", turn=13, points=HISTORY, dyle_breda_denied=True, countries={"belgium": "capitulated"})
    assert s.vp == 5
    assert s.result is not None
    assert (s.result.winner, s.result.clause) == (None, "4.11b")
    assert len(POINTS) + MAP.tables.victory.british_most == 9
    held = field("supply check", turn=13, points=HISTORY, countries={"belgium": "capitulated"})
    assert held.vp == 6


@clause("4.11a", "4.11b", "4.11e")
@pytest.mark.parametrize(
    ("points", "british", "winner", "level"),
    [
        (HISTORY[:4], 0, "allied", "Allied victory"),
        (HISTORY, 0, None, "draw"),
        (HISTORY, 3, "german", "war-winning victory"),
    ],
)
def test_w37_levels(points: list[str], british: int, winner: str | None, level: str) -> None:
    """Four points are an Allied victory, five a draw, eight win the war."""
    s = field("supply check", turn=13, forts=True, points=points, british_lost=british)
    assert s.vp == len(points) + british
    assert s.result is not None
    assert (s.result.winner, s.result.level) == (winner, level)


# 1939


@clause("4.1b", "5.1d", "5.3a")
@pytest.mark.parametrize("die", [2, 3])
def test_w38_overthrow_roll(die: int) -> None:
    """Two German cities in French hands: a 2 overthrows Hitler, a 3 does not."""
    s = field("german combat", {"2224": ["f.10"]}, scenario="1939", control={"allied": ["2335", "2635"]})
    assert victory.german_cities_held(s) == 2
    do(s, "done", rolls=[die])
    if die == 2:
        assert s.result is not None
        assert (s.result.winner, s.result.clause) == ("allied", "4.1b")
    else:
        assert s.result is None
        assert s.turn == 2


@clause("4.1c")
def test_w39_ruhr() -> None:
    """A French division that comes next to a Ruhr hex wins on the spot."""
    assert BOARD.distance(BOARD.place("3039"), BOARD.place("3240")) == 2
    s = field("allied movement", {"3039": ["f.10"]}, scenario="1939")
    assert s.result is None
    do(s, "move f.10", "to 3139")
    assert s.result is not None
    assert (s.result.winner, s.result.clause) == ("allied", "4.1c")


@clause("5.5a", "5.5b", "5.1a")
def test_w40_supply_crisis_timing() -> None:
    """No crisis roll on turns 1 and 2; the first one is made on turn 3."""
    s = field("crisis check", {"2224": ["f.10"], "1740": ["g.5"]}, scenario="1939", turn=1)
    assert (s.rolls_made, s.crisis) == (0, False)
    idle(s, 2)
    assert (s.rolls_made, s.crisis) == (0, False)
    idle(s, 3, rolls=(1,))
    assert (s.rolls_made, s.crisis) == (1, True)


# Dyle-Breda, replacements, supply, results


def march_into_belgium(die: int) -> WarState:
    """Belgium violated this turn: French in 3429, British in 3329, across the Sambre from Belgian 3230."""
    assert river("3329", "3230")
    units = {"3429": ["F.I"], "3329": ["UK.I"], "3328": ["F.II"]}
    s = field("allied turn", units, turn=1, countries={"belgium": 1})
    do(s, "order move_first", rolls=[die])
    return s


@clause("5.16a", "5.16b", "5.16d")
def test_w41_dyle_breda_rolls() -> None:
    """On 1 the French stay out of Belgium and the British pay for rivers; on 5 both go and rivers are free."""
    s = march_into_belgium(1)
    do(s, "move F.I")
    assert refusal(s, "to 3430") == "5.16b"
    assert not {h for h in choices(s, "to") if MAP.country[BELGIUM] >> BOARD.place(h) & 1}
    do(s, "stop")
    assert price(s, "UK.I", "3230") == 2
    s = march_into_belgium(5)
    assert price(s, "F.I", "3430") == 1
    assert price(s, "UK.I", "3230") == 1
    assert price(s, "F.II", "3230") == 2  # by 3329, over the river for nothing
    idle(s, 2)
    rolled = s.rolls_made
    do(s, "order move_first", "done", "done", "order move_first")
    assert (s.rolls_made, s.dyle_roll) == (rolled, 0)
    assert price(s, "UK.I", "3230") == 2
    assert price(s, "F.I", "3430", 4) == 1
    assert price(s, "F.II", "3230", 4) == 3


@clause("9.1a", "5.15a")
def test_w42_german_replacements() -> None:
    """Three reduced corps restored for three of eight points."""
    s = field("replacements", {"1740": ["G.I:1", "G.II:1", "G.III:1"], "2224": ["F.I:1"]})
    assert s.german_replacements == 8
    do(s, "replace G.I", "replace G.II", "replace G.III")
    assert [steps(s, unit) for unit in ("G.I", "G.II", "G.III")] == [2, 2, 2]
    assert (s.german_replacements, s.french_replacements) == (5, 17)
    assert s.to_act == "allied"


@clause("8.10a")
@pytest.mark.parametrize(("turn", "attack"), [(2, 12), (3, 12), (4, 6)])
def test_w43_panzer_auto_supply(turn: int, attack: int) -> None:
    """A surrounded mechanized corps is in supply through turn 3 and attacks whole."""
    around = ring("2224")
    french = {around[0]: ["F.I"], around[2]: ["F.II"], around[4]: ["F.III"], "3628": ["UK.I"]}
    s = field("german combat", {"2224": ["G.19"], **french}, turn=turn)
    corps = MAP.piece("G.19")
    assert supply.is_supplied(s, corps) == (turn <= 3)
    assert strength.odds(s, (corps,), BOARD.place(around[0])).attack == attack


@clause("11.4a", "CRTe")
def test_w44_bloodbath() -> None:
    """Two corps each at 1:1, a 1: each owner chooses one step to lose, and nobody retreats."""
    s = field("german combat", {"2225": ["G.I", "G.II"], "2224": ["F.I", "F.II"]}, turn=2)
    do(s, "attack 2224", "commit G.I", "commit G.II", "reveal")
    fought = battle(do(s, "fight", rolls=[1]))
    assert (fought.column, fought.result) == ("1:1", "BB")
    assert (s.to_act, choices(s, "lose")) == ("allied", {"F.I", "F.II"})
    do(s, "lose F.II")
    assert (s.to_act, choices(s, "lose")) == ("german", {"G.I", "G.II"})
    do(s, "lose G.I")
    assert {unit: steps(s, unit) for unit in ("F.I", "F.II", "G.I", "G.II")} == {
        "F.I": 2, "F.II": 1, "G.I": 1, "G.II": 2,
    }  # fmt: skip
    assert [where(s, unit) for unit in ("F.I", "F.II", "G.I", "G.II")] == ["2224", "2224", "2225", "2225"]
    assert s.decision is not None
    assert s.decision.step == "combat"


@clause("11.6c", "2.10c", "2.11b")
def test_w45_defenders_eliminated_1940() -> None:
    """DE: the full corps is reduced, the reduced one dies, four steps become three; the rest stay put.

    Only the Germans can stack a four-step corps with others, so seven French corps attack at 2:1.
    """
    french = {"2225": ["F.I", "F.II", "F.III"], "2324": ["F.IV", "F.V", "F.VI"], "2323": ["F.XVI"]}
    assert [ring("2224")[d] for d in (0, 1, 2)] == list(french)
    s = field("allied combat", {"2224": ["G.I", "G.II:1", "G.19"], **french}, turn=2)
    do(s, "attack 2224", *(f"commit {unit}" for units in french.values() for unit in units), "reveal")
    fought = battle(do(s, "fight", rolls=[1]))
    assert (fought.attack, fought.defence, fought.column, fought.result) == (35, 17, "2:1", "DE")
    assert (steps(s, "G.I"), where(s, "G.II"), steps(s, "G.19")) == (1, "dead", 3)
    assert (where(s, "G.I"), where(s, "G.19")) == ("2224", "2224")
    assert s.decision is not None
    assert s.decision.step == "combat"


@clause("5.7b", "5.7c", "5.6b")
def test_w46_phase_order_1940() -> None:
    """The Allied player orders his own phases on turn 1, the German from turn 2 on."""
    for turn, chooser in ((1, "allied"), (2, "german")):
        s = field("allied turn", {"2224": ["F.I"]}, turn=turn)
        assert s.decision is not None
        assert (s.decision.step, s.to_act) == ("order", chooser)
        do(s, "order fight_first")
        assert (s.decision.step, s.to_act) == ("combat", "allied")
