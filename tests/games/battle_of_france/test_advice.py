"""The advice bots go by: terms that say what a player would say, and rules of thumb that keep to the rules."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.battle_of_france.components import FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.players import make
from tests.games.battle_of_france.kit import GAME, holder, lay

ADVICE = GAME.advice()


def term(state: BattleState, name: str) -> float:
    return ADVICE.breakdown(state, GERMANY)[name]


def choice(state: BattleState) -> str:
    assert state.to_act is not None
    return str(make("captain").choose(GAME.imagine(state, GAME.side(state.to_act), 1), state.to_act, 1))


def play_turn(state: BattleState, most: int = 60) -> None:
    """The side to act plays its turn to the end as the captain would."""
    active = state.active
    while state.outcome is None and state.active == active and state.actions < most:
        state.apply(choice(state))


def test_every_term_is_a_sentence_with_a_weight() -> None:
    for name, entry in ADVICE.file.term.items():
        assert entry.says[0].isupper() and entry.says.endswith("."), name
        assert entry.weight >= 0, name


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_shortlist_is_never_empty_and_only_names_what_is_offered(scenario: str) -> None:
    steps = set()
    for seed in range(3):
        random = Random(seed)
        state = GAME.new(scenario, seed)
        while state.options:
            listed = ADVICE.shortlist(state)
            assert listed and set(listed) <= set(state.options)
            steps.add(state.stack[-1][0])
            state.apply(random.choice(state.options))
    assert len(steps) >= 12


def test_what_one_side_gains_the_other_loses() -> None:
    state = GAME.new("three_players", 2)
    random = Random(3)
    while state.options and state.actions < 300:
        state.apply(random.choice(state.options))
        if state.outcome is None:
            plan = ADVICE.plan(state, GERMANY)
            assert ADVICE.worth(state, GERMANY, plan) == -ADVICE.worth(state, FRANCE, plan)


def test_units_and_cities_count() -> None:
    bare = lay('units = { "Reims" = ["F.infantry"] }')
    assert term(lay('units = { "Reims" = ["F.infantry"], "35" = ["G.tank"] }'), "material") > term(bare, "material")
    taken = lay('units = { "Reims" = ["G.infantry"] }\ncontrol = { germany = ["Reims"] }')
    assert term(taken, "minors") > term(bare, "minors") and term(taken, "income") > term(bare, "income")


def test_a_city_in_reach_of_a_strong_enemy_is_half_lost() -> None:
    few, many = '["F.infantry"]', '["F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    tanks = '["G.tank", "G.tank"]'
    near, held, far = (
        term(lay(f'units = {{ "Paris" = {garrison}, "{place}" = {tanks} }}'), "threat")
        for garrison, place in ((few, "3"), (many, "3"), (many, "33"))
    )
    assert near > held > far


def test_an_open_capital_is_taken() -> None:
    state = lay('units = { "9" = ["G.tank"], "Luxembourg" = ["G.infantry"], "Dusseldorf" = ["G.infantry"] }')
    play_turn(state)
    assert holder(state, "Paris") == "germany"


def test_a_hopeless_attack_is_not_made() -> None:
    crowd = '"Paris" = ["F.infantry", "F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    reims = '"Reims" = ["F.infantry", "F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    state = lay(f'units = {{ {crowd}, {reims}, "9" = ["G.infantry"] }}')
    play_turn(state)
    assert len(state.of_side(GAME.board.place("Reims"), 1)) == 5 and state.rolls_made <= 3


def test_a_threatened_city_keeps_its_garrison() -> None:
    state = lay('units = { "Luxembourg" = ["G.infantry", "G.infantry", "G.tank"], "10" = ["B.tank", "B.tank"] }')
    play_turn(state)
    stayed = [p for p in state.at(GAME.board.place("Luxembourg")) if state.power[p] == GERMANY]
    assert len(stayed) >= 2


def test_money_is_spent_where_there_is_room() -> None:
    state = lay('phase = "build"\nnpu = { germany = 10, france = 0, britain = 0 }')
    assert choice(state).startswith("build tank@")
