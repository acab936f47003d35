"""Chapter 21: how to win, and when the match ends (3.0)."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import victory
from meuse.games.fall_of_france.state import FallState

from .kit import clause, do, lay

FRENCH, BELGIAN, DUTCH = '"2018" = ["F.VII"]', '"0812" = ["B.VI"]', '"0210" = ["N.I"]'
BEF = '"2119" = ["UK.I", "UK.II"]'


def standing(out: str = "", bef: str = BEF, turn: int = 13, more: str = "") -> FallState:
    """The last decision of a turn; ``out``: first letters of the countries that have surrendered."""
    names = {"F": "france", "B": "belgium", "H": "holland"}
    countries = ", ".join(f'{names[letter]} = "surrendered"' for letter in out)
    armies = [units for letter, units in zip("FBH", (FRENCH, BELGIAN, DUTCH), strict=True) if letter not in out]
    units = ", ".join(['"1405" = ["G.III", "G.12HQ"]', *armies, *([bef] if bef else [])])
    marks = "" if "disrupted" in more else 'disrupted = ["G.III"]\n'
    return lay(
        f'phase = "recovery"\nturn = {turn}\ncountries = {{ {countries} }}\n{marks}{more}\nunits = {{ {units} }}'
    )


def end(s: FallState) -> tuple[str | None, str, str]:
    """Who wins at which level, by which clause; what the table says beforehand is what is judged."""
    hashed, forecast = s.hash(), victory.final_level(s)
    assert s.hash() == hashed
    while s.result is None and s.agenda[-1].name == "recover":
        do(s, "done")
    assert s.result is not None and s.result.level == forecast.name
    return s.result.winner, s.result.level, s.result.clause


@clause("21.0a", "21.0b", "21.0c", "21.0d", "21.0e", "21.0f")
@pytest.mark.parametrize(
    ("out", "bef", "winner", "level", "cited"),
    [
        ("HBF", "", "german", "decisive German victory", "21.0a"),
        ("HBF", BEF, "german", "substantial German victory", "21.0b"),
        ("HF", "", "german", "substantial German victory", "21.0b"),
        ("HF", BEF, "german", "minor German victory", "21.0c"),
        ("BF", "", "german", "minor German victory", "21.0c"),
        ("F", BEF, "german", "minor German victory", "21.0c"),
        ("HB", "", "german", "minor German victory", "21.0c"),
        ("HB", BEF, "allied", "major Allied victory", "21.0e"),
        ("HB", '"2119" = ["UK.I", "UK.50"]', "allied", "minor Allied victory", "21.0d"),
        ("H", "", "allied", "major Allied victory", "21.0e"),  # Belgium fights on
        ("B", "", "allied", "minor Allied victory", "21.0d"),
        ("", BEF, "allied", "major Allied victory", "21.0e"),
    ],
)
def test_levels_are_tried_in_order(out: str, bef: str, winner: str, level: str, cited: str) -> None:
    assert end(standing(out, bef)) == (winner, level, cited)


@clause("21.0e")
def test_only_undisrupted_corps_of_the_bef_count() -> None:
    s = standing("HB", more='disrupted = ["G.III", "UK.II"]')
    assert victory.bef_corps(s) == 1 and end(s) == ("allied", "minor Allied victory", "21.0d")
    assert victory.bef_corps(standing("HB", more='cadred = ["UK.II"]')) == 2


@clause("21.0e")
@pytest.mark.parametrize(
    ("shaken", "corps"),
    [("UK.50", 3), ("UK.51", 3), ("UK.I", 2), ("UK.III", 2), ("B.VI", 3), ("F.VII", 3)],
)
def test_divisions_are_no_corps_whoever_is_disrupted(shaken: str, corps: int) -> None:
    bef = '"2119" = ["UK.I", "UK.50"], "2118" = ["UK.II", "UK.51"], "2117" = ["UK.III", "UK.1Arm"]'
    assert victory.bef_corps(standing("H", bef, more=f'disrupted = ["{shaken}"]')) == corps


@clause("21.0c", "21.0f")
def test_by_ruling_a_minor_german_victory_needs_the_bef_gone() -> None:
    ruling = 'options = { minor_german = "needs_bef" }'
    assert end(standing("BF", BEF, more=ruling)) == (None, "draw", "21.0f")
    assert end(standing("BF", "", more=ruling)) == ("german", "minor German victory", "21.0c")
    assert end(standing("HB", "", more=ruling)) == ("german", "minor German victory", "21.0c")


@clause("21.0g")
@pytest.mark.parametrize(
    ("out", "bef", "winner", "level"),
    [
        ("HBF", "", "german", "decisive German victory"),
        ("HBF", BEF, "german", "decisive German victory"),
        ("F", BEF, "german", "substantial German victory"),
        ("HB", BEF, "allied", "minor Allied victory"),
        ("B", "", None, "draw"),
    ],
)
def test_two_combats_in_paris_shift_the_result_by_a_level(out: str, bef: str, winner: str | None, level: str) -> None:
    assert end(standing(out, bef, more="paris_fights = 2"))[:2] == (winner, level)
    once = end(standing(out, bef, more="paris_fights = 1"))
    assert once == end(standing(out, bef))


@clause("21.0g")
def test_a_draw_stays_a_draw_whatever_happens_in_paris() -> None:
    more = 'options = { minor_german = "needs_bef" }\nparis_fights = 3'
    assert end(standing("BF", BEF, more=more))[:2] == (None, "draw")


# when it ends


@clause("3.0b")
def test_the_match_ends_after_turn_13() -> None:
    s = standing("", turn=12)
    do(s, "done")
    assert s.result is None and s.turn == 13
    assert end(standing("", turn=13)) == ("allied", "major Allied victory", "21.0e")


@clause("3.0b", "21.0a")
def test_it_ends_at_once_when_there_is_nothing_more_for_germany_to_win() -> None:
    s = standing("HBF", "", turn=6)
    assert end(s) == ("german", "decisive German victory", "21.0a") and s.turn == 6
    s = standing("HBF", BEF, turn=6)
    do(s, "done")
    assert s.result is None and s.turn == 7


@clause("21.0a")
def test_on_turn_1_the_bef_does_not_count_as_gone() -> None:
    assert not victory.bef_gone(standing("", "", turn=1)) and victory.bef_gone(standing("", "", turn=2))


@clause("22.6b")
def test_fighting_for_a_fortified_paris_still_costs_a_level() -> None:
    more = 'options = { fortress_paris = "yes" }\n'
    assert end(standing(more=more))[1] == "major Allied victory"
    assert end(standing(more=f"{more}paris_fights = 2"))[1] == "minor Allied victory"
