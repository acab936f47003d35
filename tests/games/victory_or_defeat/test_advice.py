"""The advice bots go by: terms that say what a player would say, and rules of thumb that keep to the rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from meuse.engine import DataError
from meuse.games.victory_or_defeat.components import ALLIED, GERMAN
from meuse.games.victory_or_defeat.state import WarState
from meuse.players import make
from tests.games.victory_or_defeat.kit import GAME, lay, pack

ADVICE = GAME.advice()
TEXT = (GAME.data.folder / "advice.toml").read_text(encoding="utf-8")


def position(units: str, phase: str = "german movement", more: str = "", turn: int = 4) -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}\n')


def term(state: WarState, name: str) -> float:
    return ADVICE.breakdown(state, GERMAN)[name]


def choice(state: WarState) -> str:
    assert state.to_act is not None
    return str(make("captain").choose(GAME.imagine(state, GAME.side(state.to_act), 1), state.to_act, 1))


def test_every_term_is_a_sentence_with_a_weight() -> None:
    for name, entry in ADVICE.file.term.items():
        assert entry.says[0].isupper() and entry.says.endswith("."), name
        assert entry.weight >= 0, name


def test_a_term_too_many_or_too_few_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="term, luck: there is no such term"):
        pack(tmp_path, advice=TEXT + '[term.luck]\nsays = "Luck."\nweight = 1.0\n')
    with pytest.raises(DataError, match="term: paris is missing"):
        pack(tmp_path, advice=TEXT.replace("[term.paris]", "[term.rome]"))


def test_advice_shapes_no_record(tmp_path: Path) -> None:
    """Other weights, the same rules: matches recorded before can be played on."""
    assert pack(tmp_path, advice=TEXT.replace("weight = 100.0", "weight = 90.0")).data_hash == GAME.data_hash


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_shortlist_is_never_empty_and_only_names_what_is_offered(scenario: str) -> None:
    random = Random(scenario)
    state = GAME.new(scenario, 2)
    steps = set()
    while state.options:
        listed = ADVICE.shortlist(state)
        assert listed and set(listed) <= set(state.options)
        steps.add(state.stack[-1][0])
        state.apply(random.choice(state.options))
    assert len(steps) >= 7


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    state = GAME.new(scenario, 2)
    random = Random(3)
    while state.options and state.actions < 300:
        state.apply(random.choice(state.options))
        if state.outcome is None:
            plan = ADVICE.plan(state, GERMAN)
            assert ADVICE.worth(state, GERMAN, plan) == -ADVICE.worth(state, ALLIED, plan)


def test_a_panzer_corps_without_supply_is_worth_less() -> None:
    ring = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]'
    assert term(position(f'"2626" = ["G.19"], {ring}'), "supply") < term(position('"2626" = ["G.19"]'), "supply")


def test_a_british_corps_hemmed_in_is_a_point_ripening() -> None:
    free = position('"2626" = ["UK.I"], "2030" = ["G.I"], "2031" = ["G.II"]')
    hemmed = position('"2626" = ["UK.I"], "2627" = ["G.I"], "2625" = ["G.II"]')
    assert term(hemmed, "british") > term(free, "british")


def test_a_worn_panzer_corps_is_a_point_about_to_be_lost() -> None:
    whole = position('"2626" = ["G.19"]')
    worn = position('"2626" = ["G.19:1"]')
    assert term(worn, "last_steps") < term(whole, "last_steps")


def test_too_many_in_a_hex_are_given_away() -> None:
    three = position('"2626" = ["G.I", "G.II", "G.III"], "2627" = ["G.IV"]')
    four = three.clone()
    four.shift(GAME.piece("G.IV"), GAME.board.hex("2626"))
    assert term(four, "crowding") < term(three, "crowding") == 0


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
