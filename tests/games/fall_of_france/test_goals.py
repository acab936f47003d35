"""How to win, as people are told: goals as they stand, and alarms before it is too late; and what statistics count."""

from __future__ import annotations

import pytest

from meuse.engine.promises import check_story
from meuse.engine.scene import Alarm, Goal
from meuse.games.fall_of_france.chronicle import FallChronicle
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, clause, do, lay

FIELD = """
turn = 6
phase = "allied movement"
[units]
1207 = ["G.AHQ"]
2118 = ["F.I", "F.XVI"]
1117 = ["UK.I", "UK.II"]
1012 = ["B.I", "B.II"]
0310 = ["N.II"]
"""
PARIS = '2218 = ["G.III", "G.VI", "G.12HQ"]\n1813 = ["G.BHQ"]\n'


def goal(s: FallState, name: str) -> Goal:
    return next(goal for goal in s.scene("").goals if goal.id == name)


def alarms(s: FallState) -> dict[str, Alarm]:
    return {alarm.clause: alarm for alarm in s.scene("").alarms}


def field(text: str = "", more: str = "") -> FallState:
    """The field with further entries before the units, and further units."""
    return lay(FIELD.replace("[units]", f"{text}\n[units]") + more)


# goals


def test_every_level_and_every_opponent_is_a_goal() -> None:
    names = [goal.id for goal in field().scene("german").goals]
    assert names == [
        "decisive_german", "substantial_german", "minor_german", "major_allied", "minor_allied", "holland", "belgium",
        "bef", "france", "open_city", "paris_fights",
    ]  # fmt: skip
    check_story(GAME, field())


@clause("21.0e", "21.0d", "21.0c", "21.0b", "21.0a")
@pytest.mark.parametrize(("fallen", "level"), [
    ("", "major_allied"),
    ('belgium = "surrendered"', "minor_allied"),
    ('france = "surrendered"', "minor_german"),
    ('france = "surrendered", holland = "surrendered", belgium = "surrendered"', "substantial_german"),
])  # fmt: skip
def test_the_level_that_would_be_judged_now_is_reached(fallen: str, level: str) -> None:
    units = 'disrupted = ["UK.I", "UK.II"]\n' if fallen.startswith("belgium") else ""
    text = FIELD
    for country, nation in (("france", "F."), ("holland", "N."), ("belgium", "B.")):
        if country in fallen:
            text = "\n".join(row for row in text.splitlines() if f'"{nation}' not in row)
    s = lay(text.replace("[units]", f"{units}countries = {{ {fallen} }}\n[units]"))
    assert [goal.id for goal in s.scene("").goals[:5] if goal.reached] == [level]


@clause("21.0g")
def test_combats_in_paris_shift_the_level() -> None:
    s = field("paris_fights = 2")
    assert [goal.id for goal in s.scene("").goals[:5] if goal.reached] == ["minor_allied"]
    assert goal(s, "paris_fights").reached and goal(s, "paris_fights").holder == "german"
    assert alarms(field("paris_fights = 1"))["21.0g"].side == "allied"


@clause("19.2a", "19.2b")
def test_how_holland_stands_and_when_it_falls() -> None:
    s = field("dutch_hit = true\nbombers = 3", '0411 = ["G.X"]\n0412 = ["G.BHQ"]\n')
    assert goal(s, "holland").stands == "a unit hit, 1 of 15 towns German, 3 bombers this turn"
    assert "roll of 3 or less. That is 3 chances in 6." in alarms(s)["19.2b"].says
    assert "19.2b" not in alarms(field("bombers = 3"))


@clause("19.3a")
def test_how_belgium_stands_and_when_it_falls() -> None:
    s = field('control = { german = ["1013"] }')
    assert goal(s, "belgium").stands == "Brussels German, 2 sound units"
    assert "a roll above 2. That is 4 chances in 6." in alarms(s)["19.3a"].says
    assert alarms(s)["19.3a"].places == ("1013",)


@clause("19.1a", "19.1b")
def test_how_the_bef_stands_and_when_it_is_ordered_home() -> None:
    s = field()
    assert goal(s, "bef").stands.startswith("0 of 6 stacking points out of supply, no Germans near the ports")
    gone = lay("\n".join(row for row in FIELD.splitlines() if "UK." not in row))
    assert goal(gone, "bef").reached and goal(gone, "bef").stands == "gone"


@clause("19.4a")
def test_the_balance_around_paris() -> None:
    s = field('dead = ["F.III", "F.IV", "F.V", "F.II"]', PARIS)
    assert goal(s, "open_city").stands == "6 to 6 points near Paris, 4 of 5 corps dead, 12 to 0 points"
    s = field('dead = ["F.III", "F.IV", "F.V", "F.II"]', PARIS + '2219 = ["G.XVIII"]\n')
    assert "One more French corps lost" in alarms(s)["19.4a"].says


@clause("19.4a", "22.6b")
@pytest.mark.parametrize("more", ['options = { fortress_paris = "yes" }', "open_city = true"])
def test_nobody_is_warned_of_an_open_city_that_cannot_be_declared(more: str) -> None:
    dead, near = 'dead = ["F.III", "F.IV", "F.V", "F.II"]', PARIS + '2219 = ["G.XVIII"]\n'
    text = FIELD.replace('2118 = ["F.I", "F.XVI"]', '2115 = ["F.I"]').replace("[units]", f"{dead}\n{more}\n[units]")
    assert "19.4a" not in alarms(lay(text + near))
    assert "19.4a" in alarms(lay(text.replace(more, "") + near))


@clause("19.4a", "19.5a")
def test_a_france_that_has_surrendered_is_not_threatened_any_more() -> None:
    text = FIELD.replace('2118 = ["F.I", "F.XVI"]\n', "")
    dead = 'dead = ["F.III", "F.IV", "F.V", "F.II"]\ncountries = { france = "surrendered" }\n[units]'
    assert "19.4a" not in alarms(lay(text.replace("[units]", dead) + PARIS))


@clause("19.1a", "7.3.23c")
def test_an_alarm_about_the_bef_counts_the_limited_supply_that_it_will_draw() -> None:
    """Another stack has drawn the port's supply in this phase; in the next one the larger stack draws it."""
    text = """
turn = 6
phase = "allied movement"
control = { german = ["1117", "1418", "1722", "1813", "1907", "2018", "2103", "2107", "2118", "2119", "2520", "2810"] }
claims = [["UK.51"]]
[units]
0506 = ["G.AHQ"]
0919 = ["UK.51"]
1018 = ["UK.I"]
"""
    assert goal(lay(text), "bef").stands.startswith("3 of 5 stacking points out of supply")
    assert "19.1a" not in alarms(lay(text))
    assert "19.1a" in alarms(lay(text.replace('0919 = ["UK.51"]', '0919 = ["UK.51"]\n1118 = ["UK.II"]')))


@clause("19.5a")
def test_how_france_stands() -> None:
    s = field()
    assert goal(s, "france").stands == "supplied, 1 to 8 factors, not alone"
    assert "19.5a" not in alarms(s)


def test_the_last_turn_says_what_it_will_be_judged_as() -> None:
    s = lay(FIELD.replace("turn = 6", "turn = 13"))
    assert alarms(s)["21.0e"].says == "This is the last turn: as things stand a major Allied victory."
    assert alarms(s)["21.0e"].grave and alarms(s)["21.0e"].side == "german"


# statistics


def test_the_chronicle_knows_the_objectives_of_history() -> None:
    chronicle = GAME.chronicle("historical")
    assert isinstance(chronicle, FallChronicle) and chronicle.history is not None
    assert set(chronicle.history.objective) == {objective.id for objective in chronicle.objectives}


def test_the_chronicle_counts_fights_losses_and_cities() -> None:
    s = lay("""
turn = 2
phase = "german movement"
disrupted = ["B.II"]
units = { "1112" = ["G.2Pz"], "1207" = ["G.AHQ", "G.KlugeHQ"], "1014" = ["B.II"], "0812" = ["B.I"] }
""")
    chronicle = GAME.chronicle("historical")
    chronicle.begin(s)
    events = do(s, "move G.2Pz", "to 1013")
    assert (list(chronicle.fallen(events, s)), list(chronicle.fights(events, s))) == (["brussels"], ["1013"])
    events = do(s, "fight", rolls=[6])
    assert list(chronicle.losses(do(s, "disrupt B.II"), s)) == [("allied", 1)]
    assert (chronicle.turn(s), chronicle.points(s)) == (2, 1)  # no BEF on the map
