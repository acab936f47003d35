"""The advice bots go by: terms that say what a player would say, and heuristics that keep to the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.engine import DataError
from meuse.games.victory_or_defeat import west_wall
from meuse.games.victory_or_defeat.advice import WarAdvice
from meuse.games.victory_or_defeat.ground import FAR, defence, ground
from meuse.games.victory_or_defeat.movement import Movement
from meuse.games.victory_or_defeat.setting import ALLIED, FORTS, GERMAN, GERMANS
from meuse.games.victory_or_defeat.state import WarState
from tests.games.kit import choice, term
from tests.games.victory_or_defeat.kit import GAME, can, do, lay, pack

ADVICE = GAME.advice()
SETTING = GAME.setting("1940")
TEXT = (GAME.data.folder / "advice.toml").read_text(encoding="utf-8")


def position(units: str, phase: str = "german movement", more: str = "", turn: int = 4) -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}\n')


def test_a_term_too_many_or_too_few_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="term, luck: there is no such term"):
        pack(tmp_path, advice=TEXT + '[term.luck]\nsays = "Luck."\nweight = 1.0\n')
    with pytest.raises(DataError, match="term: paris is missing"):
        pack(tmp_path, advice=TEXT.replace("[term.paris]", "[term.rome]"))


def test_advice_shapes_no_record(tmp_path: Path) -> None:
    """Other weights, the same rules: matches recorded before can be played on."""
    assert pack(tmp_path, advice=TEXT.replace("weight = 100.0", "weight = 90.0")).data_hash == GAME.data_hash


def test_a_panzer_corps_without_supply_is_worth_less() -> None:
    ring = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]'
    assert term(position(f'"2626" = ["G.19"], {ring}'), "supply") < term(position('"2626" = ["G.19"]'), "supply")


def test_a_british_corps_hemmed_in_is_a_point_ripening() -> None:
    free = position('"2626" = ["UK.I"], "2030" = ["G.I"], "2031" = ["G.II"]')
    hemmed = position('"2626" = ["UK.I"], "2627" = ["G.I"], "2625" = ["G.II"]')
    assert term(hemmed, "british") > term(free, "british")


def test_a_port_that_was_german_once_feeds_no_briton() -> None:
    state = position('"3927" = ["UK.I"], "2030" = ["G.I"]')
    lost = state.clone()
    lost.ever_german |= 1 << SETTING.board.place("3927")
    assert term(lost, "ports") > term(state, "ports")
    nobody = position('"3927" = ["F.I"], "2030" = ["G.I"]')
    assert term(nobody, "ports") == 0


def test_a_worn_panzer_corps_is_a_point_about_to_be_lost() -> None:
    whole = position('"2626" = ["G.19"]')
    worn = position('"2626" = ["G.19:1"]')
    assert term(worn, "last_steps") < term(whole, "last_steps")


def test_a_reinforcement_does_not_enter_a_full_city() -> None:
    units = '"1738" = ["G.I", "G.II", "G.III"]'
    state = position(units, "replacements", 'waiting = ["G.39"]', turn=8)
    assert can(state, "enter 1738")
    listed = [str(option) for option in ADVICE.shortlist(state)]
    assert "enter 3339" in listed and "enter 1738" not in listed


def test_the_ready_set_up_is_taken() -> None:
    state = GAME.new("1940", 1)
    assert choice(state) == "ready"


def test_a_panzer_corps_rides_for_paris_when_it_is_open() -> None:
    state = position('"2923" = ["G.19"], "1020" = ["F.I"]', more='points = ["brittany", "mediterranean", "maginot"]')
    while state.to_act == "german" and "paris" not in state.scored and state.actions < 20:
        state.apply(choice(state))
    assert "paris" in state.scored


def test_the_british_go_home_when_they_can() -> None:
    more = "dynamo = { turn = 5, port = '3927' }"
    state = position('"3927" = ["UK.I"], "3424" = ["G.I"]', "allied movement", more, turn=6)
    assert choice(state) == "move UK.I"
    state.apply("move UK.I")
    assert choice(state) == "evacuate UK.I"


def test_a_hopeless_attack_is_not_made() -> None:
    state = position('"2626" = ["G.XXXII"], "2627" = ["F.I", "F.II", "F.III"]', "german combat")
    assert choice(state) == "done"


def test_a_crushing_attack_is_made() -> None:
    state = position('"2626" = ["G.I", "G.II", "G.III"], "2528" = ["G.19"], "2627" = ["F.I"]', "german combat")
    assert choice(state) == "attack 2627"


# the West Wall


def test_the_west_wall_is_manned_by_hand() -> None:
    """Every bunker gets a division, and the open ground west of the Saar the most."""
    state = GAME.new("1939", 1)
    while state.to_act == "german":
        state.apply(choice(state))
    wall = state.masks[FORTS + GERMANS]
    assert wall & state.masks[GERMANS] == wall
    firmest = max(SETTING.board.members(wall), key=lambda hexa: defence(state, hexa))
    assert SETTING.board.labels[firmest] == "2534"


def test_a_city_of_the_wall_is_never_left_to_its_bunker() -> None:
    state = position('"1733" = ["F.XLI"]', more="forts = true", turn=2)
    freiburg, lahr = SETTING.board.place("1634"), SETTING.board.place("1734")
    assert west_wall.units_needed(state, freiburg) == 1 and west_wall.units_needed(state, lahr) == 0


def test_more_enemies_need_more_defenders() -> None:
    few = position('"2434" = ["F.I"]')
    many = position('"2434" = ["F.I", "F.II", "F.III"], "2533" = ["F.IV", "F.V", "F.VI"]')
    hexa = SETTING.board.place("2534")
    assert west_wall.units_needed(few, hexa) < west_wall.units_needed(many, hexa)


def test_the_breach_is_closed_behind_the_french() -> None:
    """The bunker of 2136 is gone and a division has gone through: a unit there cuts it off."""
    units = '"2137" = ["f.15"], "2236" = ["g.34"], "2036" = ["g.35"]'
    more = 'scenario = "1939"\nforts = true\ndead = ["G.W2136"]\n'
    state = position(units, more=more, turn=2)
    while state.to_act == "german" and state.agenda[-1].name in ("movement", "march"):
        state.apply(choice(state))
    assert state.masks[GERMANS] >> SETTING.board.place("2136") & 1


# panzers


def test_a_panzer_corps_beside_strong_enemies_is_exposed() -> None:
    alone = position('"2626" = ["G.19"]')
    beset = position('"2626" = ["G.19"], "2627" = ["F.I", "F.II", "F.III"]')
    assert term(beset, "exposed") < term(alone, "exposed") == 0


def test_zones_around_the_maginot_line_are_a_point_ripening() -> None:
    far = position('"3626" = ["G.19", "G.15"]', more="forts = true")
    behind = position('"2332" = ["G.19"], "2032" = ["G.15"]', more="forts = true")
    assert term(behind, "maginot") > term(far, "maginot")


# after combat

DONE = 'points = ["paris", "maginot", "brittany", "mediterranean"]'


def fought(units: str, die: int, *commits: str) -> WarState:
    """After an attack on 2626."""
    state = position(units, "german combat", DONE)
    do(state, "attack 2626", *(f"commit {unit}" for unit in commits))
    if can(state, "reveal"):
        do(state, "reveal")
    do(state, "fight", rolls=[die])
    return state


@pytest.mark.parametrize(("base", "first"), [("2625", "advance G.I"), ("2627", "stay")])
def test_who_comes_nearer_to_where_he_is_sent_advances(base: str, first: str) -> None:
    """The Belgian cities lie in the east."""
    state = fought(f'"2626" = ["F.VII:1"], "{base}" = ["G.I"]', 1, "G.I")
    assert str(ADVICE.shortlist(state)[0]) == first


def test_the_weakest_bears_a_loss_and_a_panzer_corps_last() -> None:
    state = fought('"2626" = ["F.VII"], "2627" = ["G.19", "G.I:1", "G.II"]', 4, "G.19", "G.I", "G.II")  # a bloodbath
    assert [str(option) for option in ADVICE.shortlist(state)] == ["lose G.I", "lose G.II", "lose G.19"]


# postures


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_each_side_has_its_postures(scenario: str, side: int) -> None:
    names = [advice.name for advice in ADVICE.postures(GAME.new(scenario, 1), side)]
    usual = [name for name in names if name and ADVICE.file.posture[name].usual]
    assert names[: len(usual) + 1] == [*usual, ""] and len(usual) <= 1 and 4 <= len(names) - 1 <= 8
    years = set(GAME.scenarios) - {scenario}
    assert not any(name.endswith(tuple(years)) for name in names)


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_posture_sends_units_elsewhere(scenario: str, side: int) -> None:
    """In a game played by the heuristics, each way to play once wants something the plain one does not.

    The British go home by other means: see below.
    """
    state = GAME.new(scenario, 5)
    waiting = {advice.name: advice for advice in ADVICE.postures(state, side) if advice.name not in ("", "home_1940")}
    while state.options and waiting:
        if state.agenda[-1] == Movement(side):
            plain = ADVICE.plan(state, side).ways
            for name in [name for name, bent in waiting.items() if bent.plan(state, side).ways != plain]:
                del waiting[name]
        state.apply(ADVICE.shortlist(state)[0])
    assert not waiting


def bent(state: WarState, side: int, name: str) -> WarAdvice:
    return next(advice for advice in ADVICE.postures(state, side) if advice.name == name)


def sent_to(state: WarState, side: int, name: str, unit: str) -> set[str]:
    """Where a unit is sent by someone who plays in some way."""
    plan = bent(state, side, name).plan(state, side)
    return {SETTING.board.labels[hexa] for hexa in SETTING.board.members(plan.ways[SETTING.piece(unit)].rings[0])}


def test_the_sickle_cut_closes_round_the_british() -> None:
    """Two hexes from them, and where they are still supplied."""
    state = position('"2626" = ["UK.I"], "2822" = ["G.I"]', more='points = ["paris", "maginot"]')
    [goal] = sent_to(state, GERMAN, "sickle_cut_1940", "G.I")
    assert SETTING.board.distance(SETTING.board.place(goal), SETTING.board.place("2626")) == 2
    assert sent_to(state, GERMAN, "", "G.I") == {"2626"}


def test_once_the_enemy_is_in_germany_somebody_stands_before_the_ruhr() -> None:
    """Two hexes from it, or in a city; the plain advice sends the corps to the enemy, or where he will be next."""
    invaded, quiet = (position(f'"{hexa}" = ["F.I"], "3041" = ["G.I"]') for hexa in ("3036", "2731"))
    [goal] = sent_to(invaded, GERMAN, "sickle_cut_1940", "G.I")
    ruhr = SETTING.board.members(SETTING.ruhr)
    assert min(SETTING.board.distance(SETTING.board.place(goal), hexa) for hexa in ruhr) == 2
    assert sent_to(invaded, GERMAN, "", "G.I") == {"3135"}
    assert sent_to(quiet, GERMAN, "sickle_cut_1940", "G.I") == sent_to(quiet, GERMAN, "", "G.I")


def test_the_french_pour_through_where_the_wall_is_open() -> None:
    """To what lies open behind it, and not to the next bunker."""
    more = 'scenario = "1939"\nforts = true\ndead = ["G.W1734"]\n'
    state = position('"1734" = ["f.15", "f.9", "f.14"], "1735" = ["f.16"], "1634" = ["g.34"]', "allied movement", more)
    assert {"1738", "1937"} < sent_to(state, ALLIED, "pour_through_1939", "f.16")
    assert "1738" not in sent_to(state, ALLIED, "", "f.16")


def test_the_way_round_is_longer_than_the_way_through() -> None:
    goal, start, barred = (1 << SETTING.board.place(label) for label in ("2127", "2125", "2126"))
    through, round_it = ground(SETTING).ways.to(goal), ground(SETTING).ways.to(goal, barred)
    assert through.nearest(start, FAR) == 2 and round_it.nearest(start, FAR) == 3


def test_a_city_in_the_wall_lures_the_french() -> None:
    wall = '"1634" = ["g.34", "g.35"], "1633" = ["g.36"], "1733" = ["f.16"]'
    state = position(wall, more='scenario = "1939"\nforts = true\n')
    plain, lured = (west_wall.weakest(state, lure, 40) for lure in (1.0, 9.0))
    city, before_it, far = (SETTING.board.place(label) for label in ("2335", "2435", "1432"))
    assert plain.index(far) < plain.index(city) < plain.index(before_it)
    assert lured.index(city) < lured.index(before_it) < lured.index(far)


def test_who_counts_on_those_at_hand_attacks_where_they_are() -> None:
    wall = '"1432" = ["g.34"], "2435" = ["g.35", "g.36"], "2434" = ["f.16", "f.14", "f.15"]'
    state = position(wall, more='scenario = "1939"\nforts = true\n')
    from_anywhere, at_hand = (west_wall.weakest(state, 1.0, reach) for reach in (40, 3))
    rhine, saar = (SETTING.board.place(label) for label in ("1432", "2435"))
    assert from_anywhere.index(rhine) < from_anywhere.index(saar)
    assert at_hand.index(saar) < at_hand.index(rhine)


def test_who_wants_the_british_home_sails_earlier() -> None:
    state = position('"3026" = ["UK.I"], "2728" = ["G.I"]', "dynamo", turn=5)
    home = bent(state, ALLIED, "home_1940")
    assert [option.verb for option in ADVICE.shortlist(state)] == ["decline"]
    assert [option.verb for option in home.shortlist(state)] == ["dynamo"]
