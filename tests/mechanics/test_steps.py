"""Steps about units: who decides, what they are about, what is never asked alone."""

from __future__ import annotations

from meuse.games import load
from meuse.games.fall_of_france.politics import Evacuation
from meuse.games.fall_of_france.reinforcements import Restore
from meuse.games.fall_of_france.retreat import FallBack, Retreat
from meuse.games.fall_of_france.setting import ALLIED, GERMAN

GAME = load("fall_of_france")
S = GAME.position(f'scenario = "historical"\nphase = "german combat"\nunits = {{ 1510 = ["{GAME.pieces[0].id}"] }}')
UNIT = 0
HEX = S.where[UNIT]


def test_the_owner_decides_unless_it_is_always_the_same_side() -> None:
    assert FallBack(UNIT).side(S) == S.setting.side_of[UNIT] == GERMAN
    assert Evacuation(1).side(S) == ALLIED


def test_a_step_is_about_its_units_and_their_place_or_where_they_stand() -> None:
    assert FallBack(UNIT).about(S) == ((UNIT,), [HEX])
    assert Retreat(HEX, (UNIT, UNIT + 1)).about(S) == ((UNIT,), (HEX,))


def test_one_of_the_units_present_is_chosen_and_no_other() -> None:
    step, say = Retreat(HEX, (UNIT, UNIT + 1)), S.setting.say["withdraw"]
    assert step.options(S) == [say[UNIT]]
    refused = step.why(S, say[UNIT + 1])
    assert refused is not None and refused.clause == "17.0a"


def test_a_verb_that_is_never_asked_alone() -> None:
    assert Restore(ALLIED).options(S) == []
    assert Restore(ALLIED).knows("done") and not Restore(ALLIED).knows("stay")
