"""Chapter 16 and 22.3: air units, their zones, air superiority, ground support and interdiction."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.mansteins_war import air, logistics
from meuse.games.mansteins_war.setting import ALLIED, AVAILABLE, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, begin, can, choices, clause, do, hexes, lay, refusal, steps, units, where

AROUND_1338 = {"1338", "1337", "1339", "1238", "1237", "1438", "1437"}


def segment(side: str = "german", more: str = "", turn: int = 2) -> MansteinState:
    """The Air Operations Segment of a side, and then a question that ends the test."""
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_air", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f"{stack}turn = {turn}\n{more}")


def flying(more: str) -> MansteinState:
    """Air units over the map, outside any Air Operations Segment."""
    return lay(f'stack = [{{ step = "extend" }}]\nturn = 2\n{more}')


def over(state: MansteinState, unit: str) -> str:
    hexa = air.hex_of(state, MAP.piece(unit))
    return state.label(hexa) if hexa >= 0 else ""


def zone(state: MansteinState, unit: str) -> set[str]:
    return hexes(air.zone_of(state, MAP.piece(unit)))


def support(state: MansteinState, side: int, label: str) -> int:
    return air.support(state, side, MAP.board.place(label))


# 16.0 to 16.3: activation


@clause("16.0a", "21.1j", "21.2f")
def test_who_is_available_at_the_start() -> None:
    """F60."""
    s = begin("keep PlanD", "ready", "keep Manstein", "ready")
    there = units(s, s.in_box(AVAILABLE, (1 << len(MAP.pieces)) - 1))
    assert {unit for unit in there if MAP.air_units >> MAP.piece(unit) & 1} == {
        "G.air1", "G.air2", "G.air4", "G.air5", "G.air8", "G.air9", "F.ZOAN", "F.ZOAE", "F.ZOAS", "UK.BAFF",
    }  # fmt: skip
    assert there - {unit for unit in there if MAP.air_units >> MAP.piece(unit) & 1} == {"UK.RN", "G.Koch", "G.BB"}


@clause("16.0a", "16.1a", "16.1b", "4.1h")
def test_an_activation_brings_an_available_unit_over_the_map() -> None:
    s = segment(more='air_left = 1\navailable = ["G.air1", "G.air8"]\nutilized = ["G.air2"]')
    assert choices(s, "fly") == {"G.air1", "G.air8"}
    assert refusal(s, "fly G.air2") == "16.0a"
    assert s.explain("fly G.6A").reason == "6th Army is no air unit"
    do(s, "fly G.air1", "over 1338")
    assert (where(s, "G.air1"), over(s, "G.air1")) == ("flying", "1338")
    assert s.air_left == 0 and not choices(s, "fly")


@clause("16.1a", "5.1c")
def test_a_marker_allows_so_many_activations_and_no_more() -> None:
    s = segment(more='air_left = 2\navailable = ["G.air1", "G.air2", "G.air4"]')
    do(s, "fly G.air1", "over 1338")
    assert refusal(s, "fly G.air1") == "16.1a"  # each air unit once
    assert can(s, "done")
    do(s, "fly G.air2", "over 1340")
    assert where(s, "G.air4") == "available" and not can(s, "fly G.air4")


@clause("16.1b", "16.2b", "16.2c")
def test_a_unit_over_the_map_moves_or_leaves() -> None:
    text = 'air_left = 2\nflying = { "G.air1" = "1338", "G.air2" = "1934" }'
    s = segment(more=text)
    do(s, "fly G.air1", "over 0941")
    assert over(s, "G.air1") == "0941"
    do(s, "fly G.air2", "withdraw G.air2")
    assert where(s, "G.air2") == "utilized" and s.air_left == 0


@clause("16.1b")
def test_a_unit_may_be_activated_where_it_is() -> None:
    s = segment(more='air_left = 1\nflying = { "G.air1" = "0941" }')
    do(s, "fly G.air1", "over 0941")
    assert s.agenda[-1].name == "bombing"  # R80


@clause("16.1b")
def test_a_unit_that_is_not_over_the_map_cannot_be_withdrawn() -> None:
    s = segment(more='air_left = 1\navailable = ["G.air1"]\nflying = { "G.air2" = "1338" }')
    do(s, "fly G.air1")
    assert refusal(s, "withdraw G.air1") == "16.1b"
    assert refusal(s, "withdraw G.air2") == "16.1b"


@clause("16.1c")
def test_range_is_unlimited() -> None:
    s = segment(more='air_left = 1\navailable = ["G.air1"]')
    do(s, "fly G.air1")
    assert choices(s, "over") == set(MAP.board.names(MAP.board.everything))


@clause("16.2a")
def test_nobody_flies_in_an_enemy_impulse() -> None:
    s = segment(more='air_left = 1\navailable = ["G.air1", "F.ZOAN"]')
    assert choices(s, "fly") == {"G.air1"}
    assert refusal(s, "fly F.ZOAN") == "16.2a"


@clause("16.3a")
def test_one_friendly_air_unit_in_a_hex() -> None:
    """F54."""
    more = 'air_left = 1\navailable = ["G.air1"]\nflying = { "G.air2" = "1338", "F.ZOAN" = "1340" }\n'
    s = segment(more=more + 'units = { 1339 = ["F.1A"] }')
    do(s, "fly G.air1")
    assert refusal(s, "over 1338") == "16.3a"
    assert can(s, "over 1340") and can(s, "over 1339")


@clause("4.1n", "16.2b", "16.5d")
def test_air_units_stay_until_the_return_phase() -> None:
    """F19."""
    more = 'flying = { "G.air1" = "1338" }\nutilized = ["G.air2", "UK.RN"]'
    s = segment(more=more)
    assert where(s, "G.air1") == "flying"
    s = lay(f'phase = "return"\nturn = 2\n{more}')
    assert (where(s, "G.air1"), over(s, "G.air1")) == ("available", "")
    assert where(s, "G.air2") == where(s, "UK.RN") == "available"


# 16.4: air zones


@clause("16.4a", "16.4c")
def test_a_full_unit_covers_seven_hexes() -> None:
    """F53."""
    s = flying('flying = { "G.air1" = "1338", "G.air2" = "0535" }\nunits = { 1338 = ["F.1A"] }')
    assert zone(s, "G.air1") == AROUND_1338
    assert len(zone(s, "G.air2")) == 7 and zone(s, "G.air2") & hexes(MAP.sea)


@clause("16.4b", "22.3d")
def test_a_reduced_unit_covers_its_own_hex() -> None:
    s = flying('flying = { "G.air1:1" = "1338" }')
    assert zone(s, "G.air1") == {"1338"}
    assert zone(lay(s.position()), "G.air1") == {"1338"}


# 16.6, 22.3: air superiority

MEET = 'flying = { "G.air1" = "1338", "F.ZOAN" = "1338" }\n'
"""Strength 2 against 2."""


@pytest.mark.parametrize(
    ("die", "german", "french"),
    [(1, "utilized", "flying"), (3, "flying", "flying"), (4, "utilized", "utilized"), (6, "flying", "utilized")],
)
@clause("16.6d", "22.3a", "22.3b", "22.3e")
def test_air_superiority(die: int, german: str, french: str) -> None:
    """W8: the loser is reduced and goes to the Utilized display, the survivor stays."""
    s = segment(more=MEET)
    do(s, "engage G.air1", rolls=[die])
    assert (where(s, "G.air1"), where(s, "F.ZOAN")) == (german, french)
    left = {"utilized": 1, "flying": 2}
    assert (steps(s, "G.air1"), steps(s, "F.ZOAN")) == (left[german], left[french])


@clause("22.3c")
def test_a_reduced_unit_that_loses_again_is_eliminated() -> None:
    s = segment(more='flying = { "G.air1:1" = "1338", "F.ZOAN:1" = "1338" }')
    do(s, "engage G.air1", rolls=[4])
    assert (where(s, "G.air1"), where(s, "F.ZOAN")) == ("dead", "dead")


@clause("16.2d", "16.6a", "4.1i")
def test_all_that_share_a_hex_must_fight_activated_or_not() -> None:
    more = (
        'air_left = 1\navailable = ["G.air5"]\n'
        'flying = { "G.air1" = "1338", "F.ZOAN" = "1338", "G.air2" = "0941", "F.ZOAE" = "0941", "G.air4" = "1340" }'
    )
    s = segment(more=more)
    do(s, "done")
    assert choices(s, "engage") == {"G.air1", "G.air2"}  # 1340 is only beside an enemy
    assert refusal(s, "engage G.air4") == "16.6a"
    do(s, "engage G.air2", rolls=[2])
    assert choices(s, "engage") == {"G.air1"}


@clause("16.6b")
def test_the_operating_player_attacks() -> None:
    s = segment("allied", MEET)
    assert choices(s, "engage") == {"F.ZOAN"}
    do(s, "engage F.ZOAN", rolls=[1])
    assert steps(s, "F.ZOAN") == 1 and steps(s, "G.air1") == 2


@clause("16.6d")
def test_no_effect_leaves_both_and_they_do_not_fight_again() -> None:
    s = segment(more=MEET)
    do(s, "engage G.air1", rolls=[3])
    assert (over(s, "G.air1"), over(s, "F.ZOAN")) == ("1338", "1338")
    assert not choices(s, "engage")


def odds(more: str, unit: str = "G.air1") -> dict[str, Fraction]:
    preview = segment(more=more).preview(f"engage {unit}")
    assert preview is not None
    return {code: preview.chance(code) for code in ("AL1", "NE", "BL1", "DL1") if preview.chance(code)}


@clause("16.6c", "16.6d", "5.1q", "5.6c")
def test_only_the_luftwaffe_marker_shifts() -> None:
    """W9."""
    sixth = Fraction(1, 6)
    plain = {"AL1": 2 * sixth, "NE": sixth, "BL1": 2 * sixth, "DL1": sixth}
    assert odds(MEET) == plain
    assert odds(MEET + 'marker = ["Guderian"]\nunits = { 1338 = ["F.1A"] }') == plain
    assert odds(MEET + 'marker = ["Luftwaffe"]') == {"AL1": sixth, "NE": sixth, "BL1": 2 * sixth, "DL1": 2 * sixth}


@clause("16.6d")
def test_differences_beyond_the_table_use_its_ends() -> None:
    strong = 'flying = { "G.air8" = "1338", "F.ZOAE" = "1338" }\nmarker = ["Luftwaffe"]\n'  # 3 against 1, shifted
    assert odds(strong, "G.air8") == {"BL1": Fraction(1, 3), "DL1": Fraction(2, 3)}


# 16.7: ground support


@clause("16.7b", "16.7d", "16.7e")
def test_one_air_unit_of_each_side_supports_a_combat() -> None:
    """F35: strengths 3 and 2 for one side, 1 for the other."""
    s = flying('flying = { "G.air8" = "1338", "G.air1" = "1339", "F.ZOAE" = "1438" }')
    assert support(s, GERMAN, "1338") - support(s, ALLIED, "1338") == 2
    assert support(s, GERMAN, "1340") == 2 and support(s, ALLIED, "1340") == 0


@clause("16.7a", "16.7c")
def test_an_air_unit_supports_every_combat_in_its_zone() -> None:
    s = flying('flying = { "F.ZOAN" = "1338" }')
    assert {label for label in AROUND_1338 if support(s, ALLIED, label) == 2} == AROUND_1338
    assert support(s, ALLIED, "1341") == 0


# 16.8: interdiction


@clause("16.8a", "16.5b", "16.5c")
def test_only_german_air_zones_interdict() -> None:
    """W8, second half."""
    s = flying('flying = { "G.air1" = "1338", "F.ZOAN" = "0941" }')
    assert hexes(air.interdicted(s)) == AROUND_1338


def movement(units: str, more: str, side: str = "allied") -> MansteinState:
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_movement", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f"{stack}turn = 2\nunits = {{ {units} }}\n{more}")


def reach(flights: str, side: str = "allied", unit: str = "F.21", start: str = "1043") -> set[str]:
    s = movement(f'{start} = ["{unit}"]', f"flying = {{ {flights} }}", side)
    do(s, f"move {unit}")
    return choices(s, "to")


@clause("16.8b")
def test_leaving_an_air_zone_costs_one_more() -> None:
    """E24: once, however many zones; one hex is always possible (8.1a)."""
    beside = {"0943", "0944", "1042", "1044", "1143", "1144"}
    free, start = reach(""), reach('"G.air1:1" = "1043"')
    assert free >= beside | {"0842", "0742"}  # three hexes
    assert "0842" in start and "0742" not in start  # two
    assert reach('"G.air1" = "1043"') == reach('"G.air1" = "1043", "G.air2" = "1044"') == beside


@clause("16.8a", "16.8b")
def test_germans_are_not_interdicted() -> None:
    assert reach('"F.ZOAN" = "1043"', "german", "G.15") == reach("", "german", "G.15")
    assert reach('"G.air1" = "1043"', "german", "G.15") == reach("", "german", "G.15")


@clause("16.8c")
def test_no_rail_movement_into_or_out_of_a_german_air_zone() -> None:
    """E25; nor through one."""

    def goals(flights: str) -> set[str]:
        s = movement('0941 = ["F.1A"]', f"flying = {{ {flights} }}")
        do(s, "move F.1A")
        return choices(s, "rail")

    assert "1340" in goals("") and "0739" in goals("")
    assert "1340" not in goals('"G.air1" = "1340"') and "0739" in goals('"G.air1" = "1340"')
    assert goals('"G.air1" = "0941"') == set()


@clause("16.8d")
def test_air_zones_do_not_cut_lines_of_communication() -> None:
    s = flying('units = { 1239 = ["F.21"] }\nflying = { "G.air1" = "1340", "G.air2" = "1239" }')
    assert logistics.supported(s, MAP.piece("F.21"))


@clause("16.7d", "16.7e", "16.7f")
def test_support_shifts_in_combat() -> None:
    """F35: both sides' shifts count; only at the ends of the table does their order matter (R58)."""
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\n'
    units = 'units = { 1339 = ["F.21"], 1338 = ["G.15"], 1438 = ["G.14"] }\n'
    flights = 'flying = { "G.air8" = "1339", "G.air1" = "1340", "F.ZOAE" = "1239" }\n'
    s = lay(f"{stack}turn = 2\n{units}{flights}")
    do(s, "attack 1339", "commit G.15")
    preview = s.preview("assault")
    assert preview is not None
    assert [f.value for f in preview.factors if f.clause in ("10.5h", "10.5i")] == ["3R", "1L"]
