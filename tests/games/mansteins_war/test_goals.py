"""How to win, as people are told: goals as they stand, and alarms before it is too late; and what statistics count."""

from __future__ import annotations

import pytest

from meuse.engine.promises import check_story
from meuse.engine.scene import Alarm, Goal
from meuse.games.mansteins_war import victory
from meuse.games.mansteins_war.chronicle import MansteinChronicle
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState
from tests.games.mansteins_war.battles import segment
from tests.games.mansteins_war.kit import GAME, MAP, clause, do, lay

FIELD = """
turn = 3
phase = "refit"
points = { french = 2 }
[units]
1934 = ["G.6A"]
0941 = ["F.1A"]
0937 = ["F.21:1"]
"""


def field(text: str = "", more: str = "") -> MansteinState:
    """The field with further entries before the units, and further units."""
    return lay(FIELD.replace("[units]", f"{text}\n[units]") + more)


def goal(s: MansteinState, name: str) -> Goal:
    return next(goal for goal in s.scene("").goals if goal.id == name)


def alarms(s: MansteinState) -> dict[str, Alarm]:
    return {alarm.clause: alarm for alarm in s.scene("").alarms}


def all_but(hexes: int, *left: str) -> str:
    """Control of some hexes except for a few, for a position."""
    names = [name for name in MAP.board.names(hexes) if name not in left]
    return "control = { german = [" + ", ".join(f'"{name}"' for name in names) + "] }"


# goals


def test_every_level_country_and_objective_is_a_goal() -> None:
    s = field()
    names = [goal.id for goal in s.scene("german").goals]
    assert names[:8] == [
        "epic_german", "strategic_german", "operational_german", "marginal_german", "marginal_allied",
        "operational_allied", "strategic_allied", "epic_allied",
    ]  # fmt: skip
    assert names[8:11] == ["netherlands", "belgium", "france"]
    assert {"german_units", "allied_units"} <= set(names)
    check_story(GAME, s)


@clause("3.6g", "3.6f", "3.6e", "3.2b")
@pytest.mark.parametrize(("taken", "level"), [
    ([], "operational_allied"),
    (["0941"], "marginal_allied"),
    (["0941", "1335", "1333"], "marginal_allied"),
    (["0941", "1335", "1333", "1340", "1641", "0843", "1444"], "marginal_german"),
])  # fmt: skip
def test_the_level_that_would_be_judged_now_is_reached(taken: list[str], level: str) -> None:
    """Paris 10, Antwerp and Rotterdam 4 each, every other supply centre 3."""
    control = "control = { german = [" + ", ".join(f'"{name}"' for name in taken) + "] }"
    s = lay(FIELD.replace('0941 = ["F.1A"]', "").replace("[units]", f"{control}\n[units]"))
    assert [goal.id for goal in s.scene("").goals[:8] if goal.reached] == [level]
    assert goal(s, level).stands == f"{victory.net(s)} points now"


@clause("3.4c", "3.5g")
def test_objectives_say_how_many_are_held() -> None:
    s = lay(FIELD.replace("[units]", 'control = { german = ["0835", "0935"] }\n[units]'))
    ports = next(goal for goal in s.scene("").goals if goal.title == "Channel ports")
    assert (ports.worth, ports.clause, ports.side) == ("3 points each", "3.4c", "german")
    assert ports.stands.startswith("2 of ") and {"0835", "0935"} <= set(ports.places)


@clause("3.4e", "3.4f", "3.4g")
def test_eliminated_units_are_counted_as_they_score() -> None:
    s = field('dead = ["F.DLM", "F.9A", "F.ZOAN", "B.1"]')
    assert goal(s, "german_units").stands == "4 points for 4 units"
    assert victory.total(s, GERMAN) == 4


@clause("3.1b", "3.1c")
def test_sudden_death_says_how_far_it_is() -> None:
    wanted = victory.german_goal(MAP)
    s = lay(FIELD.replace('0937 = ["F.21:1"]', "").replace("[units]", f"{all_but(wanted, '0941')}\n[units]"))
    assert goal(s, "epic_german").stands == f"{wanted.bit_count() - 1} of {wanted.bit_count()} German"
    assert alarms(s)["3.1b"].grave and alarms(s)["3.1b"].places == ("0941",)
    assert goal(s, "epic_allied").stands == "0 of 2 Allied"


@clause("3.1c", "5.3a")
def test_a_lost_german_depot_is_an_alarm() -> None:
    s = field("", '2241 = ["F.2A"]\n')
    assert "one more German depot" in alarms(s)["3.1c"].says and alarms(s)["3.1c"].side == "german"
    assert alarms(s)["5.3a"].places == ("2241",)


@clause("3.8c", "3.8d")
def test_how_countries_stand_and_when_they_fall() -> None:
    s = field('control = { german = ["1336", "1335", "1432"] }')
    assert goal(s, "belgium").stands == "2 of 3 German"
    assert "Eben Emael (1537)" in alarms(s)["3.8c"].says
    assert "Rotterdam (1333)" in alarms(s)["3.8d"].says
    fallen = field('surrendered = ["netherlands"]')
    assert goal(fallen, "netherlands").reached and goal(fallen, "netherlands").stands == "has capitulated"
    assert "3.8d" not in alarms(fallen)


@clause("14.2b")
def test_without_paris_no_french_refit_points() -> None:
    s = lay(FIELD.replace('0941 = ["F.1A"]', '0941 = ["G.15"]'))
    assert alarms(s)["14.2b"].side == "allied" and "14.2a" not in alarms(s)


@clause("20.2a", "20.2f")
def test_germans_at_the_coast_open_the_evacuation() -> None:
    s = field("", '0837 = ["G.15"]\n')
    assert "and only then" in alarms(s)["20.2a"].says
    assert "20.2a" not in alarms(field())


@clause("3.2a", "3.4j")
def test_the_last_turn_says_what_it_will_be_judged_as() -> None:
    s = lay(FIELD.replace("turn = 3", "turn = 6"))
    says = "This is the last turn: as things stand an Allied Operational Victory. The Germans may extend the game."
    assert alarms(s)["3.6g"].says == says and alarms(s)["3.6g"].grave
    longer = lay(FIELD.replace("turn = 3", "turn = 6\nextended = true"))
    assert "3.6h" not in alarms(longer) and goal(longer, "extension").worth == "-10 points"


# statistics


def test_the_chronicle_knows_the_objectives_of_history() -> None:
    chronicle = GAME.chronicle("campaign")
    assert isinstance(chronicle, MansteinChronicle) and chronicle.history is not None
    assert set(chronicle.history.objective) == {objective.id for objective in chronicle.objectives}


def test_the_chronicle_counts_fights_losses_and_cities() -> None:
    s = segment('"1438" = ["G.19"], "1439" = ["F.21:1"]', 'flying = { "G.air8" = "1439" }\n')
    chronicle = GAME.chronicle("campaign")
    chronicle.begin(s)
    do(s, "attack 1439")
    events = do(s, "mobile", rolls=[6])
    assert list(chronicle.fights(events, s)) == ["1439"]
    assert list(chronicle.losses(events, s)) == [("allied", 1)]
    assert list(chronicle.fallen(do(s, "pursue G.19"), s)) == ["sedan"]
    assert (chronicle.turn(s), chronicle.points(s)) == (2, 0)


@clause("25.4d")
def test_what_an_open_city_is_still_worth() -> None:
    """Paris 5 instead of 10 for the Germans; Brussels 1 instead of 3 among the supply centres."""
    text = 'options = { open_cities = "yes" }\nopen_cities = ["0941", "1336"]'
    open_, shut = ({goal.id: goal for goal in field(more).scene("").goals} for more in (text, ""))
    changed = [
        (goal.worth, goal.says.partition("; ")[2]) for name, goal in open_.items() if goal.says != shut[name].says
    ]
    assert sorted(changed) == [
        ("3 points each", "as an open city Brussels (1336) is worth 1 point."),
        ("5 points", "as an open city Paris (0941) is worth 5 points."),
    ]  # fmt: skip
