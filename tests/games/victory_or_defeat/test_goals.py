"""How to win, as people are told: goals as they stand, and alarms before it is too late."""

from __future__ import annotations

import pytest

from meuse.engine.scene import Alarm, Goal
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, MAP, clause, do, lay

PEACE = 'units = { "3628" = ["UK.I"] }'
WALL = ", ".join(f'"{13 + 2 * n}24" = ["G.{corps}"]' for n, corps in enumerate(
    ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"]
))  # fmt: skip
"""Every other hex of column 24: nothing east of it traces to the west or south edge."""


def goal(s: WarState, name: str) -> Goal:
    return next(goal for goal in s.scene("").goals if goal.id == name)


def alarms(s: WarState, side: str = "german") -> list[tuple[str, str, str, bool]]:
    return [(alarm.says, alarm.clause, alarm.side, alarm.grave) for alarm in s.scene(side).alarms]


def alarm(s: WarState, clause: str, side: str = "german") -> Alarm:
    return next(alarm for alarm in s.scene(side).alarms if alarm.clause == clause)


def cited(s: WarState, side: str = "german") -> set[str]:
    return {alarm.clause for alarm in s.scene(side).alarms}


def in_1940(text: str, turn: int = 6, phase: str = "german movement") -> WarState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{text}')


def in_1939(text: str = "", turn: int = 2) -> WarState:
    return lay(f'scenario = "1939"\nphase = "german combat"\nturn = {turn}\nunits = {{ "2437" = ["g.5"] }}\n{text}')


# goals


@pytest.mark.parametrize(("scenario", "names"), [
    ("1939", ["holding_out", "ruhr", "overthrow"]),
    ("1940", [
        "level", "neutrals", "dyle_breda", "brittany", "mediterranean", "paris", "maginot", "british", "mechanized",
        "ruhr", "overthrow",
    ]),
])  # fmt: skip
def test_a_scenario_has_its_own_goals(scenario: str, names: list[str]) -> None:
    shown = GAME.new(scenario, seed=0).scene("german").goals
    assert [goal.id for goal in shown] == names
    assert all(goal.worth for goal in shown)


def test_the_goals_of_1939_as_they_stand() -> None:
    s = in_1939('control = { allied = ["1634", "1937"] }')
    held = goal(s, "overthrow")
    assert (held.stands, held.side, held.worth) == ("2 of 21 cities in French hands", "allied", "the match")
    assert held.says == "Each turn one die: Hitler falls if it shows no more than the German cities in French hands."
    assert set(held.places) == set(MAP.board.names(MAP.prizes[0])) and held.clause == "4.1b"
    assert goal(s, "ruhr").says == "The French side wins at once when one of its units comes next to the Ruhr."
    assert goal(s, "ruhr").places == tuple(MAP.board.names(MAP.beside_ruhr))
    out = goal(s, "holding_out")
    assert (out.says, out.reached) == ("Neither condition of the enemy is met by the end of turn 7.", True)


def test_a_ruling_shows_in_the_goal_it_is_about() -> None:
    s = in_1940(PEACE + '\n[options]\nruhr_arrival = "french"')
    assert goal(s, "ruhr").says == "The Allied side wins at once when a French unit comes next to the Ruhr."


def test_points_are_shown_with_what_is_still_missing() -> None:
    s = in_1940(
        """
countries = { belgium = 1, netherlands = 2, luxembourg = "capitulated" }
control = { german = ["3022", "3134", "3231", "3837"] }
dead = ["F.M2731", "F.M2632"]
british_lost = 1
mechanized_lost = 1
points = ["mediterranean"]
units = { "3628" = ["UK.I"] }
"""
    )
    stands = {goal.id: goal.stands for goal in s.scene("allied").goals}
    assert stands == {
        "level": "2: Allied victory",
        "neutrals": "1 of 3; the Netherlands 1 of 2 cities lost; Belgium 2 of 4 cities lost",
        "dyle_breda": "not reached by the French",
        "brittany": "open",
        "mediterranean": "scored",
        "paris": "1 of 3 hexes taken",
        "maginot": "2 of 9 destroyed",
        "british": "1 of 3 lost",
        "mechanized": "1 of 5 lost",
        "ruhr": "",
        "overthrow": "0 of 21 cities in Allied hands",
    }
    assert (goal(s, "mediterranean").reached, goal(s, "mediterranean").holder) == (True, "german")
    assert goal(s, "paris").places == ("3022", "3023", "3122") and not goal(s, "paris").reached
    assert goal(s, "brittany").says.endswith("over the west edge, from 3118 to 3619.")
    assert goal(s, "mechanized").worth == "-1 point each, at most 5"


@pytest.mark.parametrize(("extra", "stands", "reached", "holder"), [
    ("", "Belgium is neutral", False, ""),
    ("countries.belgium = 1", "not reached by the French", True, "german"),
    ("countries.belgium = 1\ndyle_breda_denied = true", "reached by the French, denied for good", False, "allied"),
])  # fmt: skip
def test_the_dyle_breda_line_is_open_scored_or_denied(extra: str, stands: str, reached: bool, holder: str) -> None:
    line = goal(in_1940(f"{extra}\n{PEACE}"), "dyle_breda")
    assert (line.stands, line.reached, line.holder) == (stands, reached, holder)


def test_the_level_counts_what_the_end_would_add() -> None:
    six = 'points = ["neutrals", "brittany", "mediterranean", "paris", "maginot"]\n'
    assert goal(in_1940(six + PEACE), "level").stands == "5: draw"
    won = goal(in_1940(six + "countries = { belgium = 1 }\n" + PEACE), "level")
    assert (won.stands, won.holder, won.reached) == ("6: marginal victory", "german", True)


# alarms


def test_in_peace_there_is_no_alarm() -> None:
    assert not alarms(in_1940(PEACE)) and not alarms(in_1939())
    assert not GAME.new("1940", seed=0).scene("german").alarms


@pytest.mark.parametrize(("cities", "held", "rolls"), [
    ('"1634"', "Freiburg (1634)", "a 1"),
    ('"1634", "1937"', "Freiburg (1634), Karlsruhe (1937)", "1 to 2"),
])  # fmt: skip
def test_cities_held_threaten_hitler(cities: str, held: str, rolls: str) -> None:
    says = f"The French side holds {held}: at the next victory check Hitler falls on {rolls}."
    assert alarms(in_1939(f"control = {{ allied = [{cities}] }}")) == [(says, "4.1b", "german", True)]


def test_a_unit_that_could_march_to_the_ruhr_is_a_grave_alarm() -> None:
    s = in_1940('countries = { belgium = 1 }\nunits = { "3238" = ["F.I"], "3628" = ["UK.I"] }', phase="allied movement")
    says = "A unit of the Allied side could march next to the Ruhr and win at once."
    warned = alarm(s, "4.2a")
    assert (warned.says, warned.side, warned.grave) == (says, "german", True) and "3239" in warned.places
    far = in_1940('units = { "2435" = ["F.I"], "3628" = ["UK.I"] }')
    assert "4.2a" not in cited(far)


def test_the_last_turn_says_what_it_would_come_to() -> None:
    s = in_1940('points = ["paris"]\ncountries = { belgium = 1 }\n' + PEACE, turn=13)
    assert alarms(s) == [
        ("This is the last turn: as things stand 2 German points, Allied victory.", "4.11a", "german", True),
        ("This turn gives the Dyle-Breda point unless a French unit supplied overland enters the line.",
         "4.4a", "allied", False),
    ]  # fmt: skip
    says = "This is the last turn: the German side wins if the Ruhr is not reached and Hitler not overthrown."
    assert alarms(in_1939(turn=7)) == [(says, "4.1a", "allied", True)]


@clause("4.10b")
def test_a_worn_corps_whose_loss_would_end_the_match() -> None:
    s = in_1940('points = ["paris"]\nunits = { "2935" = ["G.19:1"], "3628" = ["UK.I"] }')
    says = "XIX Panzer Corps has 1 step left: its loss would leave no German point and end the match."
    assert alarms(s) == [(says, "4.10b", "german", True)] and alarm(s, "4.10b").places == ("2935",)
    assert not alarms(in_1940('points = ["paris", "brittany"]\nunits = { "2935" = ["G.19:1"], "3628" = ["UK.I"] }'))
    assert not alarms(in_1940('points = ["paris"]\nunits = { "2935" = ["G.19:2"], "3628" = ["UK.I"] }'))


def test_how_worn_a_hidden_corps_is_stays_hidden() -> None:
    s = in_1940('points = ["paris"]\nunits = { "2935" = ["G.I", "G.19:1"], "3628" = ["UK.I"] }')
    assert cited(s) == {"4.10b"}
    assert not alarms(s, "allied") and not alarms(s, "")


def test_the_loss_that_is_foretold_ends_the_match() -> None:
    units = 'units = { "2627" = ["G.19:1"], "2626" = ["F.VII", "F.I"], "3628" = ["UK.I"] }'
    s = in_1940(f'points = ["paris"]\n{units}', phase="allied combat")
    assert "4.10b" in cited(s)
    do(s, "attack 2627", "commit F.VII", "commit F.I", "fight", rolls=[3])
    assert s.result is not None and (s.result.winner, s.result.clause) == ("allied", "4.10b")


def test_units_that_the_next_supply_check_will_take() -> None:
    ring = '"2628" = ["G.II"], "2626" = ["G.III"], "2725" = ["G.IV"], "2527" = ["G.V"]'
    s = in_1940(f'units = {{ {ring}, "2627" = ["UK.I", "UK.II"], "3628" = ["UK.III"] }}')
    says = "2 units out of supply in 2627: lost at the next supply check, 2 points to the German side."
    assert alarms(s, "allied") == [(says, "5.12a", "allied", False)] and alarm(s, "5.12a").places == ("2627",)
    s = in_1940(f'british_lost = 3\nunits = {{ {ring}, "2627" = ["UK.I"], "3628" = ["UK.III"] }}')
    assert alarm(s, "5.12a").says == "1 unit out of supply in 2627: lost at the next supply check."


def test_the_french_before_the_dyle_breda_line() -> None:
    text = 'countries = { belgium = 1 }\nunits = { "HEX" = ["F.I"], "3628" = ["UK.I"] }'
    says = "French units in 3533 can enter the Dyle-Breda line and deny its point for good."
    assert alarms(in_1940(text.replace("HEX", "3533"))) == [(says, "4.4a", "german", False)]
    assert not alarms(in_1940(text.replace("HEX", "3530")))
    assert not alarms(in_1940("dyle_breda_denied = true\n" + text.replace("HEX", "3533")))


@clause("4.8b")
def test_the_maginot_line_cut_off_is_an_alarm_until_it_is_scored() -> None:
    text = f'units = {{ {WALL}, "2632" = ["F.M2632"], "3628" = ["UK.I"] }}'
    s = in_1940(text, phase="allied movement")
    says = "The Maginot Line is cut off: at the end of this phase the German side scores a point."
    assert alarm(s, "4.8b") == Alarm(says, "4.8b", "allied", False, ("2632",))
    assert goal(s, "maginot").stands == "0 of 9 destroyed, cut off"
    assert "4.8b" not in cited(in_1940(f'points = ["maginot"]\n{text}'))
    do(s, "done")
    assert "maginot" in s.scored and "4.8b" not in cited(s)


def test_one_more_step_and_a_point_is_scored() -> None:
    forts = ", ".join(f'"{unit.id}"' for unit in MAP.army if unit.id.startswith("F.M"))
    eight = ", ".join(forts.split(", ")[:8])
    s = in_1940(
        f"""
dead = [{eight}]
countries = {{ belgium = 1, netherlands = 2 }}
control = {{ german = ["3022", "3023", "3134", "3231", "3232", "3837"] }}
dyle_breda_denied = true
units = {{ "1431" = ["F.M1431"], "3628" = ["UK.I"] }}
"""
    )
    assert alarms(s, "") == [
        ("The German side scores a point with one more fort of the Maginot Line.", "4.8a", "allied", False),
        ("The German side scores a point with the last hex of Paris, 3122.", "4.7a", "allied", False),
        ("One more city lost, and the Netherlands capitulates.", "4.3d", "allied", False),
        ("One more city lost, and Belgium capitulates.", "4.3e", "allied", False),
    ]
    assert alarm(s, "4.7a").places == ("3122",) and "3633" in alarm(s, "4.3e").places
