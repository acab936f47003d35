"""Chapter 18: replacement points, Allied air units, new units, corps from the dead pile."""

from __future__ import annotations

import pytest

from meuse.engine.events import Rolled
from meuse.games.fall_of_france.reinforcements import scheduled
from meuse.games.fall_of_france.setting import BELGIANS, BRITISH, DUTCH, FRENCH, GERMANS
from meuse.games.fall_of_france.state import FallState

from .kit import GAME, MAP, can, choices, clause, disrupted, do, lay, refusal, where

PORTS = {"0818", "0920", "1020"}
WEST = {MAP.board.labels[hexa] for hexa in MAP.board.members(MAP.west_edge)}
SOUTH = {MAP.board.labels[hexa] for hexa in MAP.board.members(MAP.south_edge)}
FIELD = '"1405" = ["G.III", "G.12HQ"], "2018" = ["F.VII"], "2118" = ["UK.I"]'
"""Somebody of each side, all in supply."""


def turn_before(turn: int, more: str = "", units: str = "") -> FallState:
    """The last decision of the turn before: a recovery roll that can be declined."""
    return lay(
        f'phase = "recovery"\nturn = {turn - 1}\ndisrupted = ["G.III"]\n{more}\nunits = {{ {FIELD}{units} }}',
    )


def pools(s: FallState) -> dict[str, tuple[int, int]]:
    names = ("german", "french", "british", "belgian", "dutch")
    return {
        name: (s.pools[2 * n], s.pools[2 * n + 1]) for n, name in enumerate(names) if any(s.pools[2 * n : 2 * n + 2])
    }


def rolls_for_air(s: FallState) -> list[tuple[str, int]]:
    return [(event.purpose, event.value) for event in s.events if isinstance(event, Rolled)]


# replacement points


@clause("18.1b", "RPa", "RPb")
@pytest.mark.parametrize(
    ("turn", "gained"),
    [
        (2, {"german": (9, 1)}),
        (3, {"german": (6, 0), "french": (2, 0)}),
        (4, {"german": (2, 0)}),
        (5, {}),
        (7, {}),
        (8, {"french": (1, 1), "british": (2, 0)}),
        (9, {"german": (12, 0)}),
        (13, {}),
    ],
)
def test_points_come_in_by_the_table(turn: int, gained: dict[str, tuple[int, int]]) -> None:
    s = turn_before(turn)
    do(s, "done")
    assert s.turn == turn and pools(s) == gained


@clause("18.1a", "18.1b")
def test_points_are_kept_by_nation_and_kind_and_add_up() -> None:
    s = lay(f'phase = "german movement"\nunits = {{ {FIELD} }}')
    totals = {nation: [0, 0] for nation in (GERMANS, FRENCH, BRITISH, BELGIANS, DUTCH)}
    german = {}
    for turn in range(1, 14):
        for nation, infantry, armour, _ in scheduled(s, turn):
            totals[nation] = [totals[nation][0] + infantry, totals[nation][1] + armour]
        german[turn] = tuple(totals[GERMANS])
    assert [german[turn] for turn in (1, 2, 3, 4, 9)] == [(0, 0), (9, 1), (15, 1), (17, 1), (29, 1)]
    assert totals[FRENCH] == [3, 1] and totals[BRITISH] == [2, 0] and totals[BELGIANS] == totals[DUTCH] == [0, 0]
    s = turn_before(3, "pools = { german = { infantry = 9, armour = 1 } }")
    do(s, "done")
    assert pools(s)["german"] == (15, 1)


@clause("18.1b")
def test_a_nation_that_has_surrendered_gets_nothing() -> None:
    s = lay(
        'phase = "recovery"\nturn = 7\ndisrupted = ["G.III"]\ncountries = { france = "surrendered" }\n'
        'units = { "1405" = ["G.III", "G.12HQ"], "2118" = ["UK.I"] }'
    )
    do(s, "done")
    assert pools(s) == {"british": (2, 0)}


# Allied air units


@clause("18.2a")
def test_at_the_start_only_the_dutch_belgian_air_unit_is_there() -> None:
    s = GAME.new("historical", 0)
    ready = {piece.id for piece in GAME.pieces if piece.air and where(s, piece.id) == "ready"}
    assert ready == {"DB.air", "G.air1", "G.air2", "G.air3", "G.air4", "G.air5"}


@clause("18.2b", "AIRb")
@pytest.mark.parametrize(("die", "box"), [(2, "waiting"), (3, "ready"), (6, "ready")])
def test_the_raf_comes_on_turn_1_with_3_or_more(die: int, box: str) -> None:
    s = GAME.new("historical", 0)  # A08
    do(s, "ready", "ready", rolls=[die])
    assert s.turn == 1 and where(s, "UK.air1") == box and where(s, "UK.air2") == "waiting"


@clause("18.2b", "AIRa", "AIRb", "AIRc")
@pytest.mark.parametrize(
    ("turn", "waiting", "dice", "come"),
    [
        (4, "F.air1", [], ""),
        (5, "F.air1", [4], ""),
        (5, "F.air1", [5], "F.air1"),
        (7, "F.air1", [5], "F.air1"),  # every turn until it comes
        (7, "F.air2", [], ""),
        (8, "F.air2", [3], ""),
        (8, "F.air2", [4], "F.air2"),
        (11, "F.air3", [], ""),
        (12, "F.air3", [4], "F.air3"),
        (5, "UK.air2", [], ""),
        (6, "UK.air2", [3], ""),
        (6, "UK.air2", [4], "UK.air2"),
    ],
)
def test_later_units_are_rolled_for_from_their_turn_on(turn: int, waiting: str, dice: list[int], come: str) -> None:
    arrived = [f'"{waiting[:-1]}{n}"' for n in range(1, int(waiting[-1]))]
    s = turn_before(turn, f'waiting = ["{waiting}"]\ndead = [{", ".join(arrived)}]')
    do(s, "done", rolls=dice)
    assert s.turn == turn and where(s, waiting) == ("ready" if come else "waiting")


@clause("AIRc", "AIRb")
def test_the_first_must_come_first() -> None:
    s = turn_before(6, 'waiting = ["UK.air1", "UK.air2"]')  # C18
    do(s, "done", rolls=[3])
    assert (where(s, "UK.air1"), where(s, "UK.air2")) == ("ready", "waiting")
    s = turn_before(7, 'waiting = ["UK.air2"]\nready = ["UK.air1"]')
    do(s, "done", rolls=[4])
    assert where(s, "UK.air2") == "ready"


@clause("18.2c")
def test_a_lost_air_unit_is_not_rolled_for_again() -> None:
    s = turn_before(6, 'dead = ["UK.air1"]')
    do(s, "done")
    assert where(s, "UK.air1") == "dead" and not rolls_for_air(s)


@clause("19.1f", "AIRc")
@pytest.mark.parametrize(
    ("options", "turn", "ready"),
    [
        ("", 6, {"F.air1", "UK.air2"}),
        ("", 5, {"F.air1"}),  # the second RAF unit not before its turn
        ('options = { withdrawal_air = "raf" }', 6, {"UK.air2"}),
    ],
)
def test_after_the_order_to_withdraw_air_units_come_without_a_roll(options: str, turn: int, ready: set[str]) -> None:
    waiting = 'waiting = ["F.air1", "UK.air2"]\ndead = ["UK.air1"]\nwithdrawal = true'
    s = turn_before(turn, f"{waiting}\n{options}")
    do(s, "done", rolls=[1] if options else [])
    assert {unit for unit in ("F.air1", "UK.air2") if where(s, unit) == "ready"} == ready


# new units


@clause("18.3a", "5.0b")
def test_the_first_armoured_division_lands_in_a_port_or_at_the_west_edge() -> None:
    s = GAME.new("historical", 0)  # A09, A10
    do(s, "ready", "ready", rolls=[2])
    assert s.to_act == "allied" and choices(s, "enter") == PORTS | WEST
    assert {refusal(s, f"enter {label}") for label in ("0901", "1701", "1117", "1320")} == {"18.3a"}
    do(s, "enter 0920")
    assert where(s, "UK.1Arm") == "0920" and pools(s) == {}


@clause("18.3b")
@pytest.mark.parametrize(("turn", "units"), [(2, {"F.1DCR", "F.2DCR", "F.XXI"}), (4, {"F.3DCR", "F.4DCR", "F.XXIII"})])
def test_the_general_reserve_arrives_at_the_west_or_south_edge(turn: int, units: set[str]) -> None:
    waiting = [piece.id for piece in GAME.pieces if piece.special == "gcq" and piece.arrives >= turn]
    s = turn_before(turn, f"waiting = {waiting}")
    do(s, "done")
    assert choices(s, "place") == units
    do(s, f"place {min(units)}")
    assert choices(s, "enter") == WEST | SOUTH and refusal(s, "enter 2018") == "18.3b"


@clause("18.3b", "18.3a")
def test_nobody_arrives_next_to_the_enemy_or_without_room() -> None:
    line = ', "2922" = ["G.II", "G.4HQ"], "2724" = ["F.VIII", "F.XII"]'
    s = turn_before(2, 'waiting = ["F.1DCR"]', line)
    do(s, "done")
    assert not choices(s, "enter") & {"2921", "2922", "2923", "2821", "2822", "2724"} and can(s, "enter 2924")
    assert (refusal(s, "enter 2922"), refusal(s, "enter 2921"), refusal(s, "enter 2724")) == ("9.1f", "18.3a", "8.3a")


@clause("18.3c", "RPc")
def test_the_alpes_army_comes_the_turn_after_a_french_city_has_fallen() -> None:
    waiting = 'waiting = ["F.XIV", "F.XV"]'
    s = turn_before(6, waiting)
    do(s, "done")
    assert where(s, "F.XIV") == "waiting" and pools(s) == {}
    s = turn_before(6, f"{waiting}\ncity_fell = 5")
    do(s, "done")
    assert choices(s, "place") == {"F.XIV", "F.XV"} and pools(s) == {"french": (3, 0)}
    do(s, "place F.XV")
    assert choices(s, "enter") == SOUTH and refusal(s, "enter 1724") == "18.3c"
    do(s, "enter 2915", "enter 2916")
    assert (where(s, "F.XIV"), where(s, "F.XV")) == ("2916", "2915")
    s = turn_before(7, f"{waiting}\ncity_fell = 5")  # who found no place on turn 6 still comes, without more points
    do(s, "done")
    assert choices(s, "place") == {"F.XIV", "F.XV"} and pools(s) == {}


@clause("18.3c")
def test_the_fall_of_the_first_french_city_is_noted_once() -> None:
    s = lay(
        'phase = "german movement"\nturn = 4\nunits = { "1907" = [], "1808" = ["G.III", "G.12HQ"], "2018" = ["F.VII"] }'
    )
    do(s, "move G.III", "to 1908", "to 1907")
    assert s.city_fell == 4


@clause("18.3d")
def test_on_turn_5_three_german_corps_come_back_at_random() -> None:
    s = turn_before(5, 'dead = ["G.II", "G.V", "G.VIII", "G.VI", "G.2Pz", "G.1Mtn", "G.FSJ"]')
    do(s, "done", rolls=[4, 1, 2])  # of four, three and two corps
    assert choices(s, "place") == {"G.VI", "G.II", "G.VIII"}  # the panzers, mountain and airborne troops stay dead
    do(s, "place G.VI", "enter 1405", "place G.II", "enter 1306", "enter 1305")
    assert [where(s, unit) for unit in ("G.II", "G.VI", "G.VIII", "G.V")] == ["1306", "1405", "1305", "dead"]
    assert s.agenda[-1].name == "movement" and pools(s) == {}


@clause("18.3d")
def test_a_smaller_pile_comes_back_whole_and_what_is_not_used_is_lost() -> None:
    s = turn_before(5, 'dead = ["G.II"]')
    do(s, "done")
    assert can(s, "enter 1306") and can(s, "enter 0603") and refusal(s, "enter 1607") == "18.4b"
    do(s, "enter 1306")
    assert where(s, "G.II") == "1306" and disrupted(s) == {"G.III"}
    s = turn_before(6, 'dead = ["G.II"]')
    do(s, "done")
    assert where(s, "G.II") == "dead" and s.agenda[-1].name == "movement"


@clause("18.3d", "18.4b")
def test_a_german_corps_may_come_back_at_a_supplied_headquarters() -> None:
    s = turn_before(5, 'dead = ["G.VI"]', ', "1607" = ["G.AHQ"], "1715" = ["G.16HQ"]')
    do(s, "done")
    assert can(s, "enter 1607") and refusal(s, "enter 1715") == "18.4b"  # its army's HQ, not another's


# rebuilding


@clause("18.4a", "18.4b", "18.1c", "RPd")
def test_four_points_rebuild_a_leg_infantry_corps_at_a_source_of_supply() -> None:
    s = turn_before(
        2,
        "pools = { french = { infantry = 5 }, british = { infantry = 3 } }\n"
        'dead = ["F.X", "F.XIV", "F.1DLM", "F.2A1", "UK.II", "G.II", "G.V"]\ncontrol = { german = ["2107"] }',
    )
    do(s, "done")
    assert s.to_act == "german" and choices(s, "rebuild") == {"G.II", "G.V"}  # 9 points
    do(s, "rebuild G.II", "enter 1306", "rebuild G.V", "enter 1306")
    assert pools(s)["german"] == (1, 1) and s.to_act == "allied" and choices(s, "rebuild") == {"F.X"}
    assert {refusal(s, f"rebuild {unit}") for unit in ("F.XIV", "F.1DLM", "F.2A1", "UK.II", "G.II")} == {"18.4a"}
    do(s, "rebuild F.X")
    cities = {"1117", "1418", "1722", "1813", "1907", "2103", "2520", "2810", "2118", "2119"}
    assert choices(s, "enter") == WEST | SOUTH | cities
    assert refusal(s, "enter 2107") == "18.4b" and refusal(s, "enter 2018") == "8.4b"
    do(s, "enter 2520")
    assert where(s, "F.X") == "2520" and pools(s)["french"] == (1, 0)


@clause("18.4a")
def test_what_was_lost_for_good_is_never_rebuilt() -> None:
    s = turn_before(2, 'dead = ["G.II", "G.V"]\nlost_for_good = ["G.II"]')
    do(s, "done")
    assert choices(s, "rebuild") == {"G.V"} and refusal(s, "rebuild G.II") == "18.4a"


@clause("18.4b")
@pytest.mark.parametrize(
    ("nation", "unit", "hexes"),
    [
        ("belgian", "B.I", {"0812", "1013", "1110"}),
        ("dutch", "N.I", {"0210", "0312", "0411"}),
        ("british", "UK.II", PORTS | {"1117", "1418", "1722", "1813", "1907", "2103", "2107", "2520", "2810", "2118"}),
    ],
)
def test_each_nation_rebuilds_at_its_own_sources(nation: str, unit: str, hexes: set[str]) -> None:
    lost = 'control = { german = ["0915", "0310"] }'
    s = turn_before(6, f'pools = {{ {nation} = {{ infantry = 4 }} }}\ndead = ["{unit}"]\n{lost}')
    do(s, "done", f"rebuild {unit}")
    assert choices(s, "enter") - {"2018", "2119"} == hexes
