"""Chapter 4: how to win, in 1939 and 1940."""

from __future__ import annotations

import pytest

from meuse.engine.events import Rolled
from meuse.games.victory_or_defeat import supply, victory
from meuse.games.victory_or_defeat.events import Capitulated, Scored
from meuse.games.victory_or_defeat.setting import BELGIUM, LUXEMBOURG, NETHERLANDS, SWITZERLAND
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState

from .kit import GAME, MAP, can, choices, clause, do, lay, refusal, steps, where

BOARD = MAP.board
SIX = ["3633", "3634", "3534", "3435", "3436", "3335"]

# every other hex of column 24 from the Channel to the Alps: nothing east of it traces to the west or south edge
WALL = """
"1324" = ["G.I"], "1524" = ["G.II"], "1724" = ["G.III"], "1924" = ["G.IV"], "2124" = ["G.V"], "2324" = ["G.VI"],
"2524" = ["G.VII"], "2724" = ["G.VIII"], "2924" = ["G.IX"], "3124" = ["G.X"], "3324" = ["G.XI"], "3524" = ["G.XII"],
"3724" = ["G.XIII"]
""".replace("\n", " ")


def ended(s: WarState) -> tuple[str | None, str, str]:
    assert s.result is not None
    return s.result.winner, s.result.level, s.result.clause


def overthrow_rolls(s: WarState, *actions: str, rolls: list[int]) -> list[int]:
    return [e.value for e in do(s, *actions, rolls=rolls) if isinstance(e, Rolled) and e.purpose == "overthrow"]


# 1939


def last_german_phase(turn: int, extra: str = "") -> WarState:
    return lay(f'scenario = "1939"\nphase = "german combat"\nturn = {turn}\nunits = {{ "2437" = ["g.5"] }}\n{extra}')


@clause("4.1a")
def test_the_german_wins_1939_if_nothing_happens_by_the_end_of_turn_7() -> None:
    s = last_german_phase(7)
    do(s, "done")
    assert ended(s) == ("german", "victory", "4.1a")
    s = last_german_phase(6)
    do(s, "done", rolls=[6])  # the crisis roll of turn 7
    assert s.result is None and s.turn == 7


@clause("4.1a")
def test_in_1939_a_missed_overthrow_on_turn_7_is_a_german_victory() -> None:
    s = last_german_phase(7, 'control = { allied = ["1634"] }')
    do(s, "done", rolls=[2])
    assert ended(s) == ("german", "victory", "4.1a")


@clause("4.1b", "5.3a")
@pytest.mark.parametrize(("cities", "die", "wins"), [
    (["1634"], 1, True),
    (["1634"], 2, False),
    (["1634", "1937"], 2, True),
    (["1634", "1937"], 3, False),
    (["1634", "1937", "2335"], 3, True),
    (["1634", "1937", "2335"], 4, False),
])  # fmt: skip
def test_the_overthrow_succeeds_on_the_number_of_cities_or_less(cities: list[str], die: int, wins: bool) -> None:
    s = last_german_phase(1, f"control = {{ allied = {cities} }}".replace("'", '"'))
    events = do(s, "done", rolls=[die])
    assert [(e.purpose, e.clauses) for e in events if isinstance(e, Rolled)] == [("overthrow", ("4.1b", "5.3a"))]
    assert (s.result is not None) == wins
    if wins:
        assert ended(s) == ("allied", "sudden death", "4.1b")


@clause("4.1b")
def test_without_a_german_city_there_is_no_overthrow_roll() -> None:
    s = last_german_phase(1, 'control = { allied = ["2437", "2236"] }')  # no cities
    do(s, "done")
    assert s.dice.made == 0 and s.turn == 2


@clause("4.1b")
def test_a_german_city_taken_and_lost_again_does_not_count() -> None:
    s = lay(
        'scenario = "1939"\nphase = "german movement"\nunits = { "1635" = ["g.5"] }\ncontrol = { allied = ["1634"] }'
    )
    assert victory.german_cities_held(s) == 1
    do(s, "move g.5", "to 1634", "stop", "done", "done")
    assert s.dice.made == 0 and s.turn == 2


@clause("4.1b")
def test_cut_off_divisions_still_hold_their_city_in_the_check() -> None:
    """The check comes before the supply check, which removes the division (A47)."""
    s = lay("""
scenario = "1939"
phase = "german combat"
turn = 2
units = { "2441" = ["f.1"], "2440" = ["g.5"], "2442" = ["g.6"], "2541" = ["g.9"], "2540" = ["g.15"], "2340" = ["g.16"], "2341" = ["g.22"] }
""")  # noqa: E501
    assert not supply.is_supplied(s, MAP.piece("f.1"))
    do(s, "done", rolls=[1])
    assert ended(s) == ("allied", "sudden death", "4.1b")


@clause("4.1c")
def test_a_french_division_next_to_the_ruhr_wins_1939_at_once_even_cut_off() -> None:
    # 3238 to 3239: one river, two points, all that a cut-off division has; 3239 touches 3240 and 3339
    s = lay("""
scenario = "1939"
phase = "allied movement"
units = { "3238" = ["f.1"], "3338" = ["g.5"], "3337" = ["g.6"], "3237" = ["g.9"], "3137" = ["g.15"], "3138" = ["g.16"], "3139" = ["g.22"] }
""")  # noqa: E501
    assert not supply.is_supplied(s, MAP.piece("f.1"))
    do(s, "move f.1", "to 3239")
    assert ended(s) == ("allied", "sudden death", "4.1c")


@clause("4.1c")
def test_two_hexes_from_the_ruhr_nothing_happens() -> None:
    s = lay('scenario = "1939"\nphase = "allied movement"\nunits = { "3137" = ["f.1"], "2437" = ["g.5"] }')
    do(s, "move f.1", "to 3238")
    assert s.result is None
    do(s, "to 3338")
    assert ended(s) == ("allied", "sudden death", "4.1c")


@clause("4.1c")
def test_passing_by_the_ruhr_is_enough() -> None:
    s = lay('scenario = "1939"\nphase = "allied movement"\nunits = { "3039" = ["f.1"] }')
    do(s, "move f.1", "to 3239")  # over 3139, next to 3240
    assert ended(s) == ("allied", "sudden death", "4.1c")


# 1940: sudden death


@clause("4.2a")
@pytest.mark.parametrize("unit", ["UK.I", "F.I"])
def test_any_allied_unit_next_to_the_ruhr_wins_1940(unit: str) -> None:
    s = lay(f'phase = "allied movement"\nturn = 1\nunits = {{ "3238" = ["{unit}"] }}')
    do(s, f"move {unit}", "to 3338")
    assert ended(s) == ("allied", "sudden death", "4.2a")


@clause("4.2a")
@pytest.mark.parametrize(("value", "unit", "wins"), [
    ("any", "UK.I", True),
    ("french", "UK.I", False),
    ("french", "F.I", True),
])  # fmt: skip
def test_the_option_ruhr_arrival(value: str, unit: str, wins: bool) -> None:
    s = lay(f"""
phase = "allied movement"
options = {{ ruhr_arrival = "{value}" }}
units = {{ "3238" = ["{unit}"] }}
""")
    do(s, f"move {unit}", "to 3338")
    assert (s.result is not None) == wins


@clause("4.2a")
def test_a_retreat_to_the_ruhr_wins() -> None:
    # 6 against 6 is 1:1: a 2 is DR
    s = lay("""
phase = "german combat"
turn = 4
units = { "3137" = ["G.I"], "3238" = ["F.I"], "3628" = ["UK.I"] }
""")
    do(s, "attack 3238", "commit G.I", "fight", rolls=[2])
    do(s, "to 3338")
    assert ended(s) == ("allied", "sudden death", "4.2a")


@clause("4.2a")
def test_an_advance_to_the_ruhr_wins() -> None:
    # 5 halved across the river against 2 is 1:1: a 1 is BB, which kills the reduced corps
    s = lay("""
phase = "allied combat"
turn = 4
units = { "3238" = ["F.I"], "3338" = ["G.XXXII:1"] }
""")
    do(s, "attack 3338", "commit F.I", "fight", rolls=[1])
    assert s.result is None and where(s, "G.XXXII") == "dead"
    do(s, "advance F.I")
    assert ended(s) == ("allied", "sudden death", "4.2a")


@clause("4.2a", "5.11a", "5.6c")
@pytest.mark.parametrize(("cities", "die", "wins"), [
    (["1634"], 1, True),
    (["1634"], 2, False),
    (["1634", "2738", "3135"], 3, True),
    (["1634", "2738", "3135"], 4, False),
])  # fmt: skip
def test_held_german_cities_may_end_1940(cities: list[str], die: int, wins: bool) -> None:
    s = lay(
        f"""
phase = "allied combat"
turn = 2
points = ["maginot"]
units = {{ "2437" = ["G.I"] }}
control = {{ allied = {cities} }}
""".replace("'", '"')
    )
    events = do(s, "done", rolls=[die])
    assert [(e.purpose, e.clauses) for e in events if isinstance(e, Rolled)] == [("overthrow", ("4.2a", "5.11a"))]
    assert (s.result is not None) == wins
    if wins:
        assert ended(s) == ("allied", "sudden death", "4.2a")


# 1940: points


def finale(text: str = "", turn: int = 13) -> WarState:
    """The last Allied phase of a turn: one more action and the turn is over."""
    return lay(f'phase = "allied combat"\nturn = {turn}\nforts = true\nunits = {{ "2437" = ["G.I"] }}\n{text}')


@clause("4.2b", "4.2d")
def test_a_german_without_points_loses_1940() -> None:
    s = finale()
    assert s.vp == 0
    do(s, "done")
    assert ended(s) == ("allied", "Allied victory", "4.11a")
    assert GAME.new("1940", 1).vp == 0


@clause("4.2c")
def test_points_are_judged_after_turn_13_and_not_before() -> None:
    high = 'points = ["neutrals", "dyle_breda", "brittany", "mediterranean", "paris", "maginot"]\nbritish_lost = 3'
    s = finale(high, turn=12)
    do(s, "done")
    assert s.result is None and s.turn == 13
    s = finale(high)
    assert s.result is None
    do(s, "done")
    assert ended(s) == ("german", "war-winning victory", "4.11e")


@clause("4.11a", "4.11b", "4.11c", "4.11d", "4.11e")
@pytest.mark.parametrize(("points", "british", "winner", "level", "letter"), [
    (4, 0, "allied", "Allied victory", "a"),
    (5, 0, None, "draw", "b"),
    (5, 1, "german", "marginal victory", "c"),
    (5, 2, "german", "major victory", "d"),
    (5, 3, "german", "war-winning victory", "e"),
    (6, 3, "german", "war-winning victory", "e"),
    (2, 2, "allied", "Allied victory", "a"),
])  # fmt: skip
def test_the_levels_of_victory(points: int, british: int, winner: str | None, level: str, letter: str) -> None:
    names = ["maginot", "paris", "mediterranean", "brittany", "neutrals", "dyle_breda"][:points]
    s = finale(f"points = {names}\nbritish_lost = {british}".replace("'", '"'))
    do(s, "done")
    assert s.vp == points + british
    assert ended(s) == (winner, level, f"4.11{letter}")


# neutrals

DUTCH = """
phase = "german movement"
turn = 2
units = { "3935" = ["G.19"], "4142" = ["N.I"], "3628" = ["UK.I"], "3229" = ["F.I"] }
"""


@clause("4.3d")
def test_the_netherlands_give_up_with_their_second_city() -> None:
    s = lay(DUTCH + 'countries = { netherlands = 1 }\ncontrol = { german = ["4035"] }')
    events = do(s, "move G.19", "to 3934")
    assert s.status[NETHERLANDS] == CAPITULATED and where(s, "N.I") == "off the map"
    assert [e.clauses for e in events if isinstance(e, Capitulated)] == [("4.3d", "4.3c")]


@clause("4.3d")
def test_one_dutch_city_is_not_enough() -> None:
    s = lay(DUTCH + 'countries = { netherlands = 1 }\ncontrol = { german = ["4036", "3936"] }')
    do(s, "move G.19", "to 3934")
    assert s.status[NETHERLANDS] == IN_PLAY and where(s, "N.I") == "4142"


BELGIAN = """
phase = "german movement"
turn = 2
countries = { belgium = 1 }
units = { "3433" = ["G.19"], "3929" = ["B.I"], "3235" = ["B.EE"], "3628" = ["UK.I"], "4142" = ["N.I"] }
"""


@clause("4.3e", "4.3c")
def test_belgium_gives_up_with_its_fourth_city_and_its_forts_vanish() -> None:
    s = lay(BELGIAN + 'control = { german = ["3134", "3232", "3231"] }')
    events = do(s, "move G.19", "to 3432")
    assert s.status[BELGIUM] == CAPITULATED
    assert where(s, "B.I") == where(s, "B.EE") == "off the map"
    assert (where(s, "UK.I"), where(s, "N.I")) == ("3628", "4142")
    assert [e.clauses for e in events if isinstance(e, Capitulated)] == [("4.3e", "4.3c")]


@clause("4.3e")
def test_three_belgian_cities_are_not_enough() -> None:
    s = lay(BELGIAN + 'control = { german = ["3134", "3232"] }')
    do(s, "move G.19", "to 3432")
    assert s.status[BELGIUM] == IN_PLAY and where(s, "B.I") == "3929"


@clause("4.3c")
def test_capitulation_does_not_revert_when_the_cities_are_retaken() -> None:
    s = lay("""
phase = "allied movement"
turn = 3
points = ["maginot"]
countries = { belgium = "capitulated" }
control = { german = ["3134", "3232", "3231", "3432"] }
units = { "3331" = ["UK.I"], "2437" = ["G.I"], "3439" = ["G.II"] }
""")
    do(s, "move UK.I", "to 3432", "stop", "done", "done")
    assert s.status[BELGIUM] == CAPITULATED and where(s, "B.I") == "off the map"
    s = lay('phase = "german movement"\ncountries = { belgium = "capitulated" }\nunits = { "2437" = ["G.I"] }')
    assert refusal(s, "declare belgium") == "3.6h"


@clause("4.3f")
def test_belgium_gives_up_when_the_last_british_corps_dies() -> None:
    # 6 against 2 is 3:1: a 1 is DE
    text = """
phase = "german combat"
turn = 2
countries = { belgium = 1 }
units = { "2327" = ["G.I"], "2326" = ["UK.I:1"], "3432" = ["B.I"], "3235" = ["B.EE"], EXTRA }
"""
    s = lay(text.replace(", EXTRA", ""))
    events = do(s, "attack 2326", "commit G.I", "fight", rolls=[1])
    assert where(s, "UK.I") == "dead"
    assert s.status[BELGIUM] == CAPITULATED and where(s, "B.I") == "off the map"
    assert [e.clauses for e in events if isinstance(e, Capitulated)] == [("4.3f", "4.3c")]
    s = lay(text.replace("EXTRA", '"3628" = ["UK.II:1"]'))
    do(s, "attack 2326", "commit G.I", "fight", rolls=[1])
    assert where(s, "UK.I") == "dead"
    assert s.status[BELGIUM] == IN_PLAY and where(s, "B.I") == "3432"


@clause("4.3f")
def test_belgium_gives_up_at_once_if_it_enters_play_without_the_british() -> None:
    text = 'phase = "german movement"\nunits = { "2437" = ["G.I"], "3432" = ["B.I"], EXTRA }'
    s = lay(text.replace(", EXTRA", ""))
    assert s.status[BELGIUM] == NEUTRAL and where(s, "B.I") == "3432"
    do(s, "declare belgium")
    assert s.status[BELGIUM] == CAPITULATED and where(s, "B.I") == "off the map"
    s = lay(text.replace("EXTRA", '"3628" = ["UK.I:1"]'))
    do(s, "declare belgium")
    assert s.status[BELGIUM] == IN_PLAY


@clause("4.3f")
@pytest.mark.parametrize(("start", "leave"), [("3118", "exit west"), ("3927", "evacuate UK.I")])
def test_belgium_gives_up_when_the_last_british_corps_leaves(start: str, leave: str) -> None:
    text = f"""
phase = "allied movement"
turn = 6
countries = {{ belgium = 1 }}
dynamo = {{ turn = 5, port = "3927" }}
units = {{ "{start}" = ["UK.I"], "3432" = ["B.I"], EXTRA }}
"""
    s = lay(text.replace(", EXTRA", ""))
    do(s, "move UK.I", leave)
    assert s.status[BELGIUM] == CAPITULATED and where(s, "UK.I") == where(s, "B.I") == "off the map"
    s = lay(text.replace("EXTRA", '"3628" = ["UK.II:1"]'))
    do(s, "move UK.I", leave)
    assert s.status[BELGIUM] == IN_PLAY and where(s, "B.I") == "3432"


@clause("4.3f", "5.12a")
def test_belgium_gives_up_when_the_supply_check_removes_the_british() -> None:
    s = lay(f"""
phase = "allied combat"
turn = 3
points = ["maginot"]
countries = {{ belgium = 1 }}
units = {{ "2227" = ["UK.I"], "3432" = ["B.I"], {WALL} }}
""")
    do(s, "done")
    assert where(s, "UK.I") == "dead" and s.status[BELGIUM] == CAPITULATED


@clause("4.3g")
def test_luxembourg_gives_up_when_a_german_enters() -> None:
    s = lay('phase = "german movement"\nunits = { "2635" = ["G.I"], "2734" = ["G.II"] }')
    do(s, "move G.I")
    assert refusal(s, "to 2634") == "4.3b"
    do(s, "stop", "declare luxembourg")
    assert s.status[LUXEMBOURG] == IN_PLAY
    events = do(s, "move G.II", "to 2733")
    assert s.status[LUXEMBOURG] == CAPITULATED
    assert [(e.clauses, e.pieces) for e in events if isinstance(e, Capitulated)] == [(("4.3g", "4.3c"), ())]


@clause("4.3g")
def test_allied_units_may_enter_luxembourg_once_it_is_in_play_and_it_goes_on() -> None:
    s = lay('phase = "allied movement"\nunits = { "2632" = ["F.I"] }\ncountries = { luxembourg = 1 }')
    do(s, "move F.I", "to 2633")
    assert s.status[LUXEMBOURG] == IN_PLAY


@clause("4.3a")
@pytest.mark.parametrize(("fallen", "scores"), [
    ([], False),
    (["luxembourg"], False),
    (["luxembourg", "belgium"], True),
    (["switzerland", "belgium"], True),
])  # fmt: skip
def test_the_third_capitulation_gives_a_point(fallen: list[str], scores: bool) -> None:
    status = [f'{name} = "capitulated"' for name in fallen]
    s = lay(DUTCH + f'countries = {{ {", ".join(["netherlands = 1", *status])} }}\ncontrol = {{ german = ["4035"] }}')
    events = do(s, "move G.19", "to 3934")
    assert s.status[NETHERLANDS] == CAPITULATED
    assert (s.vp, s.scored) == ((1, ("neutrals",)) if scores else (0, ()))
    assert [(e.what, e.points, e.clauses) for e in events if isinstance(e, Scored)] == (
        [("neutrals", 1, ("4.3a",))] if scores else []
    )


@clause("4.3a")
def test_the_fourth_capitulation_adds_nothing() -> None:
    s = lay(
        DUTCH
        + """
countries = { netherlands = 1, luxembourg = "capitulated", belgium = "capitulated", switzerland = "capitulated" }
control = { german = ["4035"] }
points = ["neutrals"]
"""
    )
    do(s, "move G.19", "to 3934")
    assert s.status[NETHERLANDS] == CAPITULATED and s.vp == 1


@clause("4.3b")
def test_a_neutral_is_declared_before_it_is_entered() -> None:
    s = lay('phase = "german movement"\nunits = { "3135" = ["G.I"], "3628" = ["UK.I"] }')
    do(s, "move G.I")
    assert refusal(s, "to 3134") == "4.3b" and refusal(s, "to 3236") == "4.3b"
    do(s, "stop", "declare belgium")
    s = lay('phase = "german movement"\nunits = { "3135" = ["G.I"], "3628" = ["UK.I"] }')
    do(s, "declare belgium", "move G.I")
    assert can(s, "to 3134") and refusal(s, "to 3236") == "4.3b"


@clause("4.3b")
def test_a_neutral_is_declared_before_it_is_attacked() -> None:
    s = lay('phase = "german combat"\nunits = { "3135" = ["G.I"], "3134" = ["B.I"], "3628" = ["UK.I"] }')
    assert not choices(s, "attack")
    assert refusal(s, "attack 3134") == "4.3b"
    do(s, "declare belgium")
    assert choices(s, "attack") == {"3134"}


@clause("4.3b")
@pytest.mark.parametrize("phase", ["allied movement", "allied combat"])
def test_only_the_german_violates_neutrality(phase: str) -> None:
    s = lay(f'phase = "{phase}"\nunits = {{ "3628" = ["UK.I"] }}')
    assert not choices(s, "declare")
    assert refusal(s, "declare belgium") == "4.3b"


# Switzerland

SWISS = """
phase = "german movement"
turn = 2
units = { "1332" = ["G.19"], "1029" = ["Sw.I"], "1030" = ["Sw.II"] }
countries = { switzerland = 1 }
"""


@clause("4.3h", "4.3i", "4.3j")
@pytest.mark.parametrize(("die", "strategy"), [(1, "forward"), (3, "forward"), (4, "redoubt"), (6, "redoubt")])
def test_the_swiss_choose_their_strategy_when_they_are_violated(die: int, strategy: str) -> None:
    s = lay('phase = "german movement"\nunits = { "1333" = ["G.I"], "1331" = ["Sw.I"], "1234" = ["Sw.II"] }')
    events = do(s, "declare switzerland", rolls=[die])
    assert [(e.purpose, e.clauses) for e in events if isinstance(e, Rolled)] == [("Swiss strategy", ("4.3h",))]
    assert s.swiss == strategy and s.status[SWITZERLAND] == IN_PLAY
    places = (where(s, "Sw.I"), where(s, "Sw.II"))
    assert places == (("1331", "1234") if strategy == "forward" else ("off the map", "off the map"))
    assert steps(s, "Sw.I") == 2  # taken off, not eliminated


@clause("4.3h")
def test_the_swiss_strategy_is_rolled_once() -> None:
    s = lay('phase = "german combat"\nunits = { "1333" = ["G.I"], "1331" = ["Sw.I"] }')
    do(s, "declare switzerland", rolls=[2])
    assert refusal(s, "declare switzerland") == "3.6h"
    assert s.dice.made == 1
    do(s, "done")
    assert s.swiss == "forward" and s.dice.made == 1


@clause("4.3h")
def test_declaring_another_neutral_makes_no_swiss_roll() -> None:
    s = lay('phase = "german movement"\nunits = { "1333" = ["G.I"], "1331" = ["Sw.I"], "3628" = ["UK.I"] }')
    do(s, "declare netherlands", "declare belgium", "declare luxembourg")
    assert s.dice.made == 0 and s.swiss == ""


@clause("4.3i")
def test_the_swiss_give_up_with_their_last_city() -> None:
    s = lay(SWISS + 'swiss = "forward"\ncontrol = { german = ["1225", "1227", "1230", "1234"] }')
    events = do(s, "move G.19", "to 1331")
    assert s.status[SWITZERLAND] == CAPITULATED and where(s, "Sw.I") == "off the map"
    assert [e.clauses for e in events if isinstance(e, Capitulated)] == [("4.3i", "4.3c")]
    s = lay(SWISS + 'swiss = "forward"\ncontrol = { german = ["1225", "1227", "1230"] }')
    do(s, "move G.19", "to 1331")
    assert s.status[SWITZERLAND] == IN_PLAY and where(s, "Sw.I") == "1029"


@clause("4.3i")
@pytest.mark.parametrize(("others", "status"), [("", CAPITULATED), (', "1029" = ["Sw.II"]', IN_PLAY)])
def test_the_swiss_give_up_with_their_last_unit(others: str, status: int) -> None:
    # 12 against 3, supplied: 4:1, a 1 is DE
    s = lay(f"""
phase = "german combat"
turn = 2
countries = {{ switzerland = 1 }}
swiss = "forward"
units = {{ "1233" = ["G.19"], "1232" = ["Sw.I:1"]{others} }}
""")
    do(s, "attack 1232", "commit G.19", "fight", rolls=[1])
    assert where(s, "Sw.I") == "dead" and s.status[SWITZERLAND] == status


@clause("4.3j")
def test_the_redoubt_takes_all_swiss_off_the_map_for_good() -> None:
    s = lay('phase = "german movement"\nunits = { "1333" = ["G.I"], "1331" = ["Sw.I"], "1027" = ["Sw.IV"] }')
    do(s, "declare switzerland", rolls=[4])
    assert where(s, "Sw.I") == where(s, "Sw.IV") == "off the map"
    do(s, "move G.I")
    assert can(s, "to 1332")


@clause("4.3k")
def test_the_redoubt_never_capitulates() -> None:
    text = SWISS.replace('"1029" = ["Sw.I"], "1030" = ["Sw.II"]', '"2635" = ["G.I"]')
    cities = 'control = { german = ["1225", "1227", "1230", "1234"] }'
    s = lay(text + f'swiss = "redoubt"\n{cities}')
    do(s, "move G.19", "to 1331")
    assert s.status[SWITZERLAND] == IN_PLAY


@clause("4.3i")
@pytest.mark.parametrize("value", ["active", "frozen"])
def test_the_option_swiss_forward(value: str) -> None:
    text = f"""
turn = 3
options = {{ swiss_forward = "{value}" }}
countries = {{ switzerland = 2 }}
swiss = "forward"
units = {{ "1232" = ["Sw.I"], "1233" = ["G.XXXII:1"] }}
"""
    s = lay(text + 'phase = "allied movement"')
    if value == "active":
        do(s, "move Sw.I", "roll", rolls=[3])
        assert "1131" in choices(s, "to")
    else:
        assert not choices(s, "move")
        assert refusal(s, "move Sw.I") == "4.3i"
    # 3 against 2 is 1:1: a 1 is BB and kills the reduced corps
    s = lay(text + 'phase = "allied combat"\npoints = ["maginot"]')
    do(s, "attack 1233", "commit Sw.I", "fight", rolls=[1])
    assert where(s, "G.XXXII") == "dead" and steps(s, "Sw.I") == 1
    assert choices(s, "advance") == ({"Sw.I"} if value == "active" else set())


@clause("4.3i")
def test_frozen_swiss_may_still_be_driven_out() -> None:
    # 12 against 6 is 2:1: a 4 is DR
    s = lay("""
phase = "german combat"
turn = 2
options = { swiss_forward = "frozen" }
countries = { switzerland = 1 }
swiss = "forward"
units = { "1232" = ["Sw.I"], "1233" = ["G.19"] }
""")
    do(s, "attack 1232", "commit G.19", "fight", rolls=[4])
    do(s, "to 1231")
    assert where(s, "Sw.I") == "1231"


# the Dyle-Breda plan


@clause("4.4a")
@pytest.mark.parametrize(("start", "goal"), [
    ("3632", "3633"), ("3533", "3634"), ("3533", "3534"), ("3434", "3435"), ("3336", "3436"), ("3334", "3335"),
])  # fmt: skip
@pytest.mark.parametrize("unit", ["F.I", "UK.I"])
def test_a_french_unit_in_one_of_six_hexes_saves_the_dyle_breda_plan(start: str, goal: str, unit: str) -> None:
    s = lay(f"""
phase = "allied movement"
turn = 3
countries = {{ belgium = 1, netherlands = 1 }}
units = {{ "{start}" = ["{unit}"], "3628" = ["UK.II"] }}
""")
    assert not s.dyle_denied
    do(s, f"move {unit}", *(["roll"] if unit == "F.I" else []), f"to {goal}", rolls=[6] if unit == "F.I" else [])
    assert s.dyle_denied == (unit == "F.I")  # the British do not count


@clause("4.4a")
def test_no_other_hex_counts_for_dyle_breda() -> None:
    s = lay("""
phase = "allied movement"
turn = 3
countries = { belgium = 1, netherlands = 1 }
units = { "3434" = ["F.I"], "3628" = ["UK.I"] }
""")
    assert BOARD.names(MAP.dyle_breda) == sorted(SIX)
    do(s, "move F.I", "roll", "to 3533", rolls=[6])
    assert not s.dyle_denied


@clause("4.4a")
def test_passing_through_saves_the_dyle_breda_plan() -> None:
    s = lay("""
phase = "allied movement"
turn = 3
countries = { belgium = 1, netherlands = 1 }
units = { "3434" = ["F.I"], "3628" = ["UK.I"] }
""")
    do(s, "move F.I", "roll", "to 3535", rolls=[3])  # by 3435 or 3534: every way leads over one of the six
    assert where(s, "F.I") == "3535" and s.dyle_denied


@clause("4.4a")
def test_a_unit_supplied_by_sea_alone_does_not_save_the_plan() -> None:
    text = """
phase = "allied movement"
turn = 3
countries = { belgium = 1 }
units = { "3532" = ["F.I"], "3628" = ["UK.I"], WALL }
"""
    s = lay(text.replace("WALL", WALL))
    piece = MAP.piece("F.I")
    assert supply.is_supplied(s, piece) and not supply.is_overland(s, piece)
    do(s, "move F.I", "roll", "to 3633", rolls=[6])
    assert where(s, "F.I") == "3633" and not s.dyle_denied
    s = lay(text.replace(", WALL", ""))
    do(s, "move F.I", "roll", "to 3633", rolls=[6])
    assert s.dyle_denied


@clause("4.4a")
def test_an_advance_saves_the_dyle_breda_plan() -> None:
    # 5 against 2 is 2:1: a 1 is DE
    s = lay("""
phase = "allied combat"
turn = 3
countries = { belgium = 1 }
units = { "3633" = ["F.I"], "3634" = ["G.XXXII:1"], "3628" = ["UK.I"] }
""")
    assert not s.dyle_denied
    do(s, "attack 3634", "commit F.I", "fight", rolls=[1])
    assert not s.dyle_denied
    do(s, "advance F.I")
    assert s.dyle_denied


@clause("4.4a")
def test_a_retreat_saves_the_dyle_breda_plan() -> None:
    # 12 against 6 is 2:1: a 4 is DR
    s = lay("""
phase = "german combat"
turn = 3
countries = { belgium = 1 }
units = { "3533" = ["F.I"], "3433" = ["G.19"], "3628" = ["UK.I"] }
""")
    do(s, "attack 3533", "commit G.19", "fight", rolls=[4])
    do(s, "to 3634")
    assert s.dyle_denied


@clause("4.4a", "4.4b")
@pytest.mark.parametrize(("text", "points"), [
    ("countries = { belgium = 3 }", 1),
    ('countries = { belgium = "capitulated" }', 1),
    ("countries = { belgium = 3 }\ndyle_breda_denied = true", 0),
    ("countries = { netherlands = 3 }", 0),  # Belgium was left alone
])  # fmt: skip
def test_the_dyle_breda_point_is_given_at_the_end(text: str, points: int) -> None:
    s = lay(f'phase = "allied combat"\nturn = 13\npoints = ["maginot"]\nunits = {{ "2437" = ["G.I"] }}\n{text}')
    assert s.vp == 1
    events = do(s, "done")
    assert s.vp == 1 + points
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("dyle_breda", ("4.4a",))] * points


@clause("4.4a")
def test_the_dyle_breda_point_is_not_given_before_the_end() -> None:
    s = finale("countries = { belgium = 3 }", turn=12)
    do(s, "done")
    assert s.vp == 0 and s.turn == 13


# the way to Brittany and to the Mediterranean


@clause("4.5a", "4.5c")
@pytest.mark.parametrize("label", ["3118", "3219", "3318", "3419", "3518", "3619"])
def test_a_mechanized_corps_of_any_strength_leaves_by_the_west(label: str) -> None:
    s = lay(f'phase = "german movement"\nturn = 6\nunits = {{ "{label}" = ["G.14:1"], "2226" = ["UK.I"] }}')
    events = do(s, "move G.14", "exit west")
    assert (s.vp, s.scored, s.mechanized_lost) == (1, ("brittany",), 0)
    assert where(s, "G.14") == "off the map" and s.result is None
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("brittany", ("4.5a",))]
    assert refusal(s, "move G.14") == "2.1a"


@clause("4.5a")
@pytest.mark.parametrize(("label", "unit"), [("3019", "G.19"), ("3119", "G.19"), ("1118", "G.19"), ("3118", "G.I")])
def test_nobody_else_leaves_by_the_west(label: str, unit: str) -> None:
    s = lay(f'phase = "german movement"\nturn = 2\nunits = {{ "{label}" = ["{unit}"] }}')
    do(s, f"move {unit}")
    assert not choices(s, "exit")
    assert refusal(s, "exit west") == "4.5a"


@clause("4.5a")
def test_infantry_in_the_group_keeps_it_on_the_map() -> None:
    s = lay('phase = "german movement"\nunits = { "3118" = ["G.19", "G.I"] }')
    do(s, "move G.19", "join G.I")
    assert refusal(s, "exit west") == "4.5a"
    do(s, "drop G.I")
    assert choices(s, "exit") == {"west"}


@clause("4.5a")
def test_supply_does_not_matter_for_the_exit() -> None:
    # turn 4: no automatic supply any more; the French ring cuts the corps off
    s = lay("""
phase = "german movement"
turn = 4
units = { "3118" = ["G.19"], "3119" = ["F.I"], "3219" = ["F.II"], "3019" = ["F.III"] }
""")
    assert not supply.is_supplied(s, MAP.piece("G.19"))
    do(s, "move G.19", "exit west")
    assert s.scored == ("brittany",)


@clause("4.5a")
def test_brittany_counts_once() -> None:
    s = lay('phase = "german movement"\nunits = { "3118" = ["G.19"], "3318" = ["G.41"] }')
    do(s, "move G.19", "exit west", "move G.41", "exit west")
    assert s.vp == 1 and where(s, "G.41") == "off the map"


@clause("4.5b")
@pytest.mark.parametrize(("start", "left"), [("3123", 1), ("3124", 0)])
def test_the_west_exit_costs_a_point(start: str, left: int) -> None:
    # six points under a first halt; the way to 3118 costs 5 from 3123 and 6 from 3124
    s = lay(f'phase = "german movement"\nturn = 5\nhalted = "half"\nunits = {{ "{start}" = ["G.19"] }}')
    do(s, "move G.19", "to 3118")
    assert s.left[MAP.piece("G.19")] == left
    assert can(s, "exit west") == bool(left)


@clause("4.5c")
def test_a_corps_that_has_left_does_not_come_back() -> None:
    s = lay("""
phase = "german movement"
turn = 3
units = { "3118" = ["G.19:2"], "2437" = ["G.41:2"], "2226" = ["UK.I"] }
""")
    do(s, "move G.19", "exit west", "done", "done", "order move_first", "done", "done", "refit")
    assert choices(s, "replace") == {"G.41"}
    assert refusal(s, "replace G.19") == "9.3d"


@clause("4.6a")
@pytest.mark.parametrize(("start", "goal", "points"), [("1826", "1825", 1), ("1121", "1221", 1), ("1727", "1627", 0)])
def test_dijon_or_lyon_gives_the_mediterranean_point(start: str, goal: str, points: int) -> None:
    s = lay(f'phase = "german movement"\nturn = 2\nunits = {{ "{start}" = ["G.I"] }}')
    events = do(s, "move G.I", f"to {goal}")
    assert s.vp == points
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("mediterranean", ("4.6a",))] * points


@clause("4.6a")
def test_the_mediterranean_point_is_kept_and_given_once() -> None:
    s = lay("""
phase = "allied movement"
turn = 3
points = ["mediterranean", "maginot"]
control = { german = ["1825"] }
units = { "1826" = ["F.I"], "1121" = ["G.I"] }
""")
    do(s, "move F.I", "roll", "to 1825", rolls=[1])
    assert s.vp == 2
    do(s, "done", "done", "order move_first", "move G.I", "to 1221")
    assert s.vp == 2 and s.scored == ("mediterranean", "maginot")


@clause("4.6b", "4.6c")
@pytest.mark.parametrize("label", ["1019", "1026"])
def test_a_mechanized_corps_leaves_by_the_south_of_france(label: str) -> None:
    s = lay(f'phase = "german movement"\nturn = 6\nunits = {{ "{label}" = ["G.14:1"], "2226" = ["UK.I"] }}')
    events = do(s, "move G.14", "exit south")
    assert (s.vp, s.scored, s.mechanized_lost) == (1, ("mediterranean",), 0)
    assert where(s, "G.14") == "off the map"
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("mediterranean", ("4.6b",))]


@clause("4.6b")
@pytest.mark.parametrize(("label", "unit"), [("1027", "G.19"), ("1040", "G.19"), ("1126", "G.19"), ("1026", "G.I")])
def test_nobody_else_leaves_by_the_south(label: str, unit: str) -> None:
    s = lay(f"""
phase = "german movement"
units = {{ "{label}" = ["{unit}"] }}
countries = {{ switzerland = 1 }}
swiss = "redoubt"
""")
    do(s, f"move {unit}")
    assert not choices(s, "exit")
    assert refusal(s, "exit south") == "4.6b"


@clause("4.6b")
def test_city_and_exit_together_give_one_mediterranean_point() -> None:
    s = lay('phase = "german movement"\npoints = ["mediterranean"]\nunits = { "1026" = ["G.19"] }')
    do(s, "move G.19", "exit south")
    assert s.vp == 1


@clause("4.6c")
@pytest.mark.parametrize(("start", "goal", "left"), [("1325", "1026", 1), ("1121", "1024", 0)])
def test_the_south_exit_costs_a_point(start: str, goal: str, left: int) -> None:
    s = lay(f"""
phase = "german movement"
turn = 5
halted = "half"
countries = {{ switzerland = 1 }}
swiss = "redoubt"
units = {{ "{start}" = ["G.19"] }}
""")
    do(s, "move G.19", f"to {goal}")
    assert s.left[MAP.piece("G.19")] == left
    assert can(s, "exit south") == bool(left)


# Paris


@clause("4.7a")
@pytest.mark.parametrize(("held", "points"), [(["3023", "3122"], 1), (["3023"], 0), (["3122"], 0), ([], 0)])
def test_all_three_hexes_of_paris_give_a_point(held: list[str], points: int) -> None:
    s = lay(
        f"""
phase = "german movement"
turn = 5
units = {{ "3021" = ["G.I"] }}
control = {{ german = {held} }}
""".replace("'", '"')
    )
    events = do(s, "move G.I", "to 3022")
    assert s.vp == points
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("paris", ("4.7a",))] * points


@clause("4.7a")
def test_the_point_for_paris_is_kept_and_given_once() -> None:
    s = lay("""
phase = "german movement"
turn = 5
points = ["paris", "maginot"]
units = { "3021" = ["G.I"] }
control = { german = ["3023", "3122"] }
""")
    do(s, "move G.I", "to 3022")
    assert s.vp == 2


# the Maginot Line

NORTH = ["2731", "2632", "2532", "2533", "2434", "2334", "2135", "2035", "1934"]


@clause("4.8a")
@pytest.mark.parametrize(("dead", "points"), [(7, 0), (8, 1)])
def test_the_ninth_fort_destroyed_overturns_the_maginot_line(dead: int, points: int) -> None:
    # the reduced fort has 1: 6 halved across the Rhine is 3, 3:1 and one shift left is 2:1, where a 1 is DE
    gone = [f"F.M{label}" for label in NORTH[:dead]]
    s = lay(
        f"""
phase = "german combat"
turn = 2
forts = true
dead = {gone}
units = {{ "1634" = ["G.I"], "1733" = ["F.M1733:1"], "1531" = ["F.M1531:1"] }}
""".replace("'", '"')
    )
    events = do(s, "attack 1733", "commit G.I", "fight", rolls=[1])
    assert where(s, "F.M1733") == "dead"
    assert s.vp == points
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("maginot", ("4.8a",))] * points
    do(s, "stay", "done", "order move_first", "done", "done")
    assert s.vp == points  # once, and nothing more


@clause("4.8a")
def test_a_reduced_fort_is_not_destroyed() -> None:
    gone = [f"F.M{label}" for label in NORTH[:8]]
    s = lay(
        f"""
phase = "german combat"
turn = 2
forts = true
dead = {gone}
units = {{ "1634" = ["G.I", "G.II", "G.III"], "1733" = ["F.M1733"] }}
""".replace("'", '"')
    )
    # 9 against 2 is 4:1, two shifts left is 2:1: a 1 is DE, one step
    do(s, "attack 1733", "commit G.I", "commit G.II", "commit G.III", "fight", rolls=[1])
    assert steps(s, "F.M1733") == 1 and s.vp == 0


def cut(text: str) -> WarState:
    return lay(f'phase = "german combat"\nturn = 4\nforts = true\n{text}')


@clause("4.8b")
def test_the_maginot_line_cut_off_from_the_edges_gives_a_point_ports_or_not() -> None:
    s = cut(f"units = {{ {WALL} }}")
    forts = MAP.maginot
    assert not forts & supply.overland_supply(s) and forts & ~supply.port_supply(s) == 0
    events = do(s, "done")
    assert s.vp == 1
    assert [(e.what, e.clauses) for e in events if isinstance(e, Scored)] == [("maginot", ("4.8b",))]


@clause("4.8b")
def test_a_gap_in_the_ring_saves_the_maginot_line() -> None:
    s = cut("units = {" + WALL.replace('"2124" = ["G.V"],', "") + "}")
    do(s, "done")
    assert s.vp == 0


# 1431 in the corner: Switzerland neutral, the fort in 1531 gone and Germans in 1530 and 1531
CORNER = """
dead = ["F.M1531"]
units = { "1531" = ["G.I"], "1530" = ["G.II"] }
"""


@clause("4.8b")
@pytest.mark.parametrize(("value", "points"), [("all", 0), ("any", 1)])
def test_the_option_maginot_isolation(value: str, points: int) -> None:
    s = cut(CORNER + f'options = {{ maginot_isolation = "{value}" }}')
    connected = MAP.maginot & supply.overland_supply(s) & s.forts(1)
    assert BOARD.names(s.masks[7] & ~connected) == ["1431"]
    do(s, "done")
    assert s.vp == points


@clause("4.8b")
def test_under_any_an_unbroken_line_gives_nothing() -> None:
    s = cut('units = { "2437" = ["G.I"] }\noptions = { maginot_isolation = "any" }')
    do(s, "done")
    assert s.vp == 0


# British casualties

RING = """
phase = "german combat"
turn = 4
points = ["maginot"]
units = { "2226" = ["UK.I:1"], "2227" = ["G.I"], "2326" = ["G.II"], "2325" = ["G.III"], "2225" = ["G.IV"], "2125" = ["G.V"], "2126" = ["G.VI"], "3628" = ["UK.II"] }
"""  # noqa: E501


@clause("4.9a")
def test_a_british_corps_that_dies_cut_off_gives_a_point() -> None:
    s = lay(RING)
    assert not supply.is_supplied(s, MAP.piece("UK.I"))
    events = do(s, "attack 2226", "commit G.I", "fight", rolls=[1])  # 3:1, DE
    assert where(s, "UK.I") == "dead"
    assert (s.vp, s.british_lost) == (2, 1)
    scored = [(e.what, e.points, e.total, e.clauses) for e in events if isinstance(e, Scored)]
    assert scored == [("british casualties", 1, 2, ("4.9a",))]


@clause("4.9a")
def test_only_the_last_british_step_counts() -> None:
    s = lay(RING.replace("UK.I:1", "UK.I:2"))
    do(s, "attack 2226", "commit G.I", "commit G.II", "fight", rolls=[1])  # 12 to 4, 3:1, DE
    assert steps(s, "UK.I") == 1 and s.vp == 1 and s.british_lost == 0


@clause("4.9a")
def test_a_cut_off_corps_that_dies_attacking_counts_too() -> None:
    s = lay(RING.replace("german combat", "allied combat"))
    do(s, "attack 2227", "commit UK.I", "fight")  # 2 halved is 1 against 6: beyond the table, AE
    assert where(s, "UK.I") == "dead" and (s.vp, s.british_lost) == (2, 1) and s.dice.made == 0


@clause("4.9a")
def test_every_step_of_a_cut_off_corps_removed_in_the_supply_check_is_one_point() -> None:
    s = lay(RING.replace("UK.I:1", "UK.I").replace("german combat", "allied combat").replace('"3628"', '"2229"'))
    do(s, "done")
    assert where(s, "UK.I") == "dead" and where(s, "UK.II") == "2229"
    assert (s.vp, s.british_lost) == (2, 1)


@clause("4.9a")
def test_british_casualties_give_three_points_at_most() -> None:
    s = lay('phase = "german combat"\nunits = { "3628" = ["UK.I"] }\nbritish_lost = 2')
    piece = MAP.piece("UK.I")
    victory.lost_british(s, piece, False)
    assert (s.vp, s.british_lost) == (3, 3)
    victory.lost_british(s, piece, False)
    assert (s.vp, s.british_lost) == (3, 3)


@clause("4.9a")
def test_french_losses_out_of_supply_give_nothing() -> None:
    s = lay(RING.replace("UK.I:1", "F.I:1"))
    do(s, "attack 2226", "commit G.I", "fight", rolls=[1])  # 6 to 3, 2:1, DE
    assert where(s, "F.I") == "dead" and s.vp == 1


# 3828 beside Dunkirk: Belgium neutral, the Germans in 3827 and 3727 cut the way inland
BEACH = """
phase = "german combat"
turn = 4
points = ["maginot"]
units = { "3828" = ["UK.I:1"], "3827" = ["G.I"], "3727" = ["G.II"] }
"""


@clause("4.9b")
@pytest.mark.parametrize(("ever", "points"), [("", 0), ('ever_german = ["3927"]', 1)])
def test_a_british_corps_supplied_through_a_port_gives_nothing(ever: str, points: int) -> None:
    s = lay(BEACH + ever)
    piece = MAP.piece("UK.I")
    assert not supply.is_overland(s, piece) and supply.is_supplied(s, piece) == (not points)
    do(s, "attack 3828", "commit G.I", "fight", rolls=[1])
    assert where(s, "UK.I") == "dead"
    assert (s.vp, s.british_lost) == (1 + points, points)


@clause("4.9c")
def test_a_supplied_british_corps_gives_nothing() -> None:
    s = lay(RING.replace('"2225" = ["G.IV"], "2125" = ["G.V"], ', "").replace('"2325" = ["G.III"], ', ""))
    assert supply.is_overland(s, MAP.piece("UK.I"))
    do(s, "attack 2226", "commit G.I", "fight", rolls=[1])
    assert where(s, "UK.I") == "dead" and (s.vp, s.british_lost) == (1, 0)


# mechanized losses


def panzers(points: list[str], text: str = "", unit: str = "G.14:1") -> WarState:
    """A reduced corps is attacked: 5 against 2 is 2:1, where a 1 is DE."""
    return lay(
        f"""
phase = "allied combat"
turn = 4
points = {points}
units = {{ "2326" = ["F.I"], "2327" = ["{unit}"], "2437" = ["G.I"] }}
{text}
""".replace("'", '"')
    )


@clause("4.10a")
def test_a_lost_mechanized_corps_costs_a_point() -> None:
    s = panzers(["maginot", "paris"])
    events = do(s, "attack 2327", "commit F.I", "fight", rolls=[1])
    assert where(s, "G.14") == "dead"
    assert (s.vp, s.mechanized_lost) == (1, 1) and s.result is None
    scored = [(e.what, e.points, e.total, e.clauses) for e in events if isinstance(e, Scored)]
    assert scored == [("mechanized losses", -1, 1, ("4.10a",))]


@clause("4.10a")
def test_a_lost_infantry_corps_or_a_lost_step_costs_nothing() -> None:
    s = panzers(["maginot"], unit="G.XXXII:1")
    do(s, "attack 2327", "commit F.I", "fight", rolls=[1])
    assert where(s, "G.XXXII") == "dead" and s.vp == 1 and s.result is None
    s = panzers(["maginot"], unit="G.14:2")
    do(s, "attack 2327", "commit F.I", "fight", rolls=[1])  # 5 to 4 is 1:1, BB
    assert steps(s, "G.14") == 1 and s.vp == 1 and s.result is None


@clause("4.10a")
def test_mechanized_losses_cost_five_points_at_most() -> None:
    s = lay('phase = "german combat"\nunits = { "2437" = ["G.19"] }\nmechanized_lost = 4\nbritish_lost = 3\n'
            'points = ["maginot", "paris", "neutrals", "brittany"]')  # fmt: skip
    piece = MAP.piece("G.19")
    victory.lost_mechanized(s, piece)
    assert (s.vp, s.mechanized_lost) == (2, 5)
    victory.lost_mechanized(s, piece)
    assert (s.vp, s.mechanized_lost) == (2, 5) and s.result is None


@clause("4.10b")
@pytest.mark.parametrize(("value", "points", "over"), [
    ("fatal", ["maginot", "paris"], False),  # to 1
    ("fatal", ["maginot"], True),  # to 0
    ("fatal", [], True),  # to -1
    ("from_above", ["maginot", "paris"], False),
    ("from_above", ["maginot"], True),
    ("from_above", [], False),
])  # fmt: skip
def test_a_mechanized_loss_that_leaves_no_points_ends_the_game(value: str, points: list[str], over: bool) -> None:
    s = panzers(points, f'options = {{ zero_loss = "{value}" }}')
    do(s, "attack 2327", "commit F.I", "fight", rolls=[1])
    assert where(s, "G.14") == "dead" and s.vp == len(points) - 1
    assert (s.result is not None) == over
    if over:
        assert ended(s) == ("allied", "sudden death", "4.10b")


@clause("4.10b")
def test_points_of_the_same_battle_count_before_the_loss() -> None:
    """A bloodbath kills a cut-off British corps and the reduced panzers: +1 first, then -1 (A53)."""
    s = lay(RING.replace('"G.I"', '"G.14:1"'))
    do(s, "attack 2226", "commit G.14", "fight", rolls=[1])  # 2 to 2 is 1:1, BB
    assert where(s, "UK.I") == where(s, "G.14") == "dead"
    assert (s.vp, s.british_lost, s.mechanized_lost) == (1, 1, 1) and s.result is None


CUT_OFF = """
phase = "allied combat"
turn = 4
points = ["maginot"]
units = {{ {} }}
"""
SURROUNDED = """
"2226" = ["UK.I:1", "UK.II:1"], "2227" = ["G.14:1"], "2326" = ["G.II"], "2325" = ["G.III"], "2225" = ["G.IV"],
"2125" = ["G.V"], "2126" = ["G.VI"], "3628" = ["UK.III"]
""".replace("\n", " ")
BESIEGED = '"2334" = ["UK.I", "UK.II", "UK.III"], "2335" = ["G.14", "G.W2335"], "2234" = ["G.II"], "2333" = ["G.IV"]'


@clause("4.10b", "11.4a")
def test_points_count_before_the_loss_also_when_the_allies_attack() -> None:
    """Of one exchange the point for the British corps comes first, no matter who attacks (A53)."""
    s = lay(CUT_OFF.format(SURROUNDED))
    do(s, "attack 2227", "commit UK.I", "commit UK.II", "fight", rolls=[1])  # 2 to 2 is 1:1, BB
    assert s.to_act == "allied" and choices(s, "lose") == {"UK.I", "UK.II"}
    do(s, "lose UK.I")
    assert where(s, "UK.I") == where(s, "G.14") == "dead"
    assert (s.vp, s.british_lost, s.mechanized_lost) == (1, 1, 1) and s.result is None


@clause("4.10b", "11.3g")
def test_points_count_before_the_loss_of_whole_units_before_a_fort() -> None:
    """The special exchange before a fort is one event too (A53)."""
    s = lay(CUT_OFF.format(BESIEGED + ', "2434" = ["G.V"], "2435" = ["G.VI"]'))
    do(s, "attack 2335", *(f"commit {unit}" for unit in ("UK.I", "UK.II", "UK.III")))
    preview = s.preview("fight")
    assert preview is not None
    retreat = next(outcome.rolls for outcome in preview.outcomes if outcome.name == "DR")
    do(s, "fight", rolls=retreat)
    do(s, "lose UK.II")
    assert where(s, "UK.II") == where(s, "G.14") == "dead"
    assert (s.vp, s.british_lost, s.mechanized_lost) == (1, 1, 1) and s.result is None


@clause("4.10b")
def test_a_supplied_british_corps_saves_nobody() -> None:
    """Without a point to be gained the defender loses first, and at zero the match is over."""
    s = lay(CUT_OFF.format('"2226" = ["UK.I:1", "UK.II:1"], "2227" = ["G.14:1"]'))
    do(s, "attack 2227", "commit UK.I", "commit UK.II")
    preview = s.preview("fight")
    assert preview is not None
    do(s, "fight", rolls=next(outcome.rolls for outcome in preview.outcomes if outcome.name == "BB"))
    assert ended(s) == ("allied", "sudden death", "4.10b") and where(s, "UK.I") == where(s, "UK.II") == "2226"


@clause("4.10b")
def test_standing_at_zero_without_a_loss_is_harmless() -> None:
    s = finale(turn=2)
    assert s.vp == 0
    do(s, "done")
    assert s.result is None


@clause("4.8a")
@pytest.mark.parametrize(("dead", "points"), [(8, 0), (9, 1)])
def test_nine_forts_in_the_dead_pile_count_at_the_end_of_a_phase(dead: int, points: int) -> None:
    gone = ", ".join(f'"F.M{label}"' for label in NORTH[:dead])
    s = lay(f'phase = "german combat"\nturn = 2\nforts = true\ndead = [{gone}]\nunits = {{ "2437" = ["G.I"] }}')
    do(s, "done")
    assert s.vp == points
