"""Chapter 7: replacement of officers (7.2) and coordination (7.3)."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import morale

from .kit import can, choices, clause, do, lay, names, refusal, where

PASSED = 'phase = "german activation"\ninitiative = "german"\npasses = 1\n'
LOST = 'leaders = { G1 = "" }\nfallen = { G1 = "G.Apfelbaum" }\nreserve = ["G.Arnim", "G.Conrad"]\n'
UNITS = """
[units]
"B708" = ["G1.rifle-1"]
"B808" = ["G1.rifle-2"]
"B702" = ["G2.rifle-1", "G.Brandt"]
"B716" = ["F3.rifle-1", "F.Moreau"]
"""


@clause("7.2a", "7.2b", "7.2.1c")
def test_a_replacement_of_the_same_kind_comes_as_the_next_turn_begins() -> None:
    s = lay(PASSED + LOST + UNITS)
    do(s, "wait")
    assert s.turn == 2 and choices(s, "replace") == {"G1.rifle-1", "G1.rifle-2"}
    do(s, "replace G1.rifle-2", rolls=[6, 1])
    assert where(s, "G.Arnim") == "B808" and s.leaders[0] == s.setting.piece("G.Arnim")
    assert morale.of_formation(s, 0) == 8 and not s.astray


@clause("7.2a")
def test_without_one_in_reserve_a_formation_stays_leaderless() -> None:
    """G34: the support officer is no use to riflemen."""
    s = lay(PASSED + LOST.replace('"G.Arnim", ', "") + UNITS)
    do(s, "wait", rolls=[6, 1])
    assert s.leaders[0] == -1 and names(s, s.astray) == {"G1.rifle-1", "G1.rifle-2"}


@clause("7.2b", "7.1e")
def test_a_tank_officer_joins_a_tank() -> None:
    lost = 'leaders = { F1 = "" }\nfallen = { F1 = "F.Aubry" }\nreserve = ["F.Dumas"]\n'
    s = lay(PASSED + lost + '[units]\n"B809" = ["F1.charb1-1"]\n"B702" = ["G2.rifle-1", "G.Brandt"]')
    do(s, "wait", rolls=[6, 1])
    assert s.carriers[s.setting.piece("F.Dumas")] == s.setting.piece("F1.charb1-1")


# coordination

ALLIED = 'phase = "allied activation"\ninitiative = "allied"\n'
PAIR = """
[leaders]
F3 = "F.Landry"
F4 = "F.Moreau"
F5 = "F.Girard"
[units]
"B311" = ["F3.rifle-1", "F.Landry"]
"B710" = ["F4.rifle-1", "F.Moreau"]
"B702" = ["G2.rifle-1", "G.Brandt"]
"""


@clause("7.3a", "7.3b", "7.3c")
def test_landry_and_moreau() -> None:
    """EX13: 4 hexes are twice Landry's range of 2; a die of 3 is not more than 1 + 2."""
    s = lay(ALLIED + PAIR)
    do(s, "coordinate F.Landry", "second F.Moreau", rolls=[3])
    assert names(s, s.active) == {"F.Landry", "F3.rifle-1", "F.Moreau", "F4.rifle-1"}
    do(s, "prepare F4.rifle-1", "prepare F3.rifle-1", "done")
    assert names(s, s.finished) == {"F.Landry", "F.Moreau"} and s.to_act == "german"


@clause("7.3d")
def test_if_it_fails_the_first_acts_alone() -> None:
    """RC29: the second is not Finished and may be activated later."""
    s = lay(ALLIED + PAIR)
    do(s, "coordinate F.Landry", "second F.Moreau", rolls=[4])
    assert names(s, s.active) == {"F.Landry", "F3.rifle-1"}
    do(s, "done", "activate G.Brandt", "done")
    assert can(s, "activate F.Moreau")


@clause("7.3a")
@pytest.mark.parametrize(("label", "near"), [("B710", True), ("B810", False)])
def test_the_second_is_within_twice_the_range_of_the_first(label: str, near: bool) -> None:
    s = lay(ALLIED + PAIR.replace("B710", label))
    assert can(s, "coordinate F.Landry") == near
    if not near:
        assert refusal(s, "coordinate F.Landry") == "7.3a"


@clause("7.3a")
def test_finished_and_routed_officers_do_not_coordinate() -> None:
    """G29."""
    assert refusal(lay(ALLIED + 'finished = ["F.Moreau"]\n' + PAIR), "coordinate F.Landry") == "7.3a"
    assert refusal(lay(ALLIED + 'routed = ["F.Moreau"]\n' + PAIR), "coordinate F.Landry") == "7.3a"


@clause("14.1a")
def test_french_armour_does_not_coordinate() -> None:
    units = (
        '[units]\n"B809" = ["F1.charb1-1", "F.Aubry", "F3.rifle-1", "F.Moreau"]\n"B702" = ["G2.rifle-1", "G.Brandt"]'
    )
    s = lay(ALLIED + units)
    assert refusal(s, "coordinate F.Aubry") == "14.1a" and refusal(s, "coordinate F.Moreau") == "7.3a"


def test_the_odds_of_coordination() -> None:
    s = lay(ALLIED + PAIR)
    do(s, "coordinate F.Landry")
    preview = s.preview("second F.Moreau")
    assert preview is not None and preview.chance("both formations act") == 0.5
