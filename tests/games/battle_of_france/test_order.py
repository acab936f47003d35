"""Order of play: cards, initiative, turns."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france import cards, production
from meuse.games.battle_of_france.events import Captured, CardDrawn, Income, Mobilized, RoundBegan, TurnBegan
from meuse.games.battle_of_france.powers import BRITAIN, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import TANK
from tests.games.battle_of_france.kit import GAME, SETTING, at, can, choices, clause, do, holder, lay, refusal

NEXT_ROUND = 'phase = "build"\nnpu = { germany = 3 }\n'
"""Germany is asked what to build; after ``done`` the next round begins."""


def card(s: BattleState) -> str:
    return SETTING.cards[s.card].id if s.card >= 0 else ""


def active(s: BattleState) -> str:
    return GAME.sides[s.active] if s.active >= 0 else ""


# the round


@clause("order.1", "order.3", "order.4", "build.1")
def test_a_round_is_card_turns_and_building_in_this_order() -> None:
    s = lay(
        'round = 2\npower = "germany"\nto_come = ["france", "britain"]\ncard = "R08"\nunits = { "31" = ["G.tank"] }'
    )
    events = do(s, "done", rolls=[1])
    events += do(s, "done")
    assert [e.power for e in events if isinstance(e, TurnBegan)] == [FRANCE, BRITAIN]
    assert not any(isinstance(e, Income) for e in events)
    events = do(s, "done")
    assert s.active == -1
    assert [e.power for e in events if isinstance(e, Income)] == [GERMANY, FRANCE, BRITAIN]
    assert s.round == 2 and card(s) == "R08"
    do(s, "build tank@Dusseldorf", "done", "done")
    events = do(s, "done", rolls=[17, 3])
    kinds = [type(e) for e in events if isinstance(e, (Mobilized, RoundBegan, CardDrawn, TurnBegan))]
    assert kinds == [Mobilized, RoundBegan, CardDrawn, TurnBegan]
    assert s.round == 3 and card(s) == "R18" and active(s) == "britain"
    assert s.bag == (GERMANY, FRANCE)


@clause("order.2", "comp.cards.2")
def test_no_card_in_round_1() -> None:
    s = GAME.new("three_players", seed=1)
    assert s.round == 1 and s.card == -1 and len(s.deck) == 18
    assert s.rolls_made == 1  # the chit alone was drawn


@clause("order.2", "cards.1", "victory.1")
def test_one_card_in_each_of_rounds_2_to_10() -> None:
    s = GAME.new("three_players", seed=3)
    if s.decision is not None and s.decision.step == "surprise":
        do(s, "decline")
    drawn: list[str] = []
    while s.outcome is None:
        events = do(s, "decline" if can(s, "decline") else "done")
        drawn += [e.card for e in events if isinstance(e, CardDrawn)]
        assert len(drawn) == s.round - 1
    assert s.round == 10 and len(drawn) == len(set(drawn)) == 9 and len(s.deck) == 9


@clause("order.4", "build.9")
def test_nothing_is_built_between_the_turns() -> None:
    s = lay('power = "france"\nto_come = ["britain"]')
    assert refusal(s, "build infantry@Paris") == "turn.1"
    do(s, "done")
    assert active(s) == "britain" and s.npu == (0, 0, 0)
    assert refusal(s, "build infantry@London") == "turn.1"
    do(s, "done")
    assert s.npu == (18, 15, 18)


# cards


@clause("cards.1", "cards.2", "order.1")
def test_the_card_is_drawn_before_anything_else_of_the_round() -> None:
    s = lay(NEXT_ROUND)
    events = do(s, "done", rolls=[6, 2])
    told = [e for e in events if isinstance(e, (RoundBegan, CardDrawn, TurnBegan))]
    assert [type(e) for e in told] == [RoundBegan, CardDrawn, TurnBegan]
    assert told[1] == CardDrawn(("cards.1", "cards.3"), "R06") and active(s) == "france"


@clause("cards.2", "setup.4")
def test_a_drawn_card_leaves_the_deck() -> None:
    s = lay("round = 4\n" + NEXT_ROUND + 'card = "R05"')
    before = s.deck
    assert len(before) == 17 and 4 not in before
    do(s, "done", rolls=[5, 1])
    assert card(s) == "R06" and s.deck == before[:4] + before[5:] and len(s.deck) == 16


@clause("cards.3", "comp.cards.2", "cards.4")
def test_a_card_is_in_force_at_once_and_gone_with_the_next() -> None:
    s = lay('round = 1\nphase = "build"\nnpu = { germany = 3 }\nunits = { "9" = ["F.tank"] }')
    assert cards.combat_value(s, FRANCE, TANK, "attack", 0) == 3
    do(s, "done", rolls=[8, 2])
    assert card(s) == "R08" and cards.combat_value(s, FRANCE, TANK, "attack", 0) == 4
    for roll in ([1], [], []):
        do(s, "done", rolls=roll)
    assert s.decision is not None and s.decision.step == "build"
    assert card(s) == "R08" and cards.combat_value(s, FRANCE, TANK, "attack", 0) == 4  # step 4 of the round
    do(s, "done", "done")
    do(s, "done", rolls=[1, 1])
    assert card(s) == "R01" and s.lasting == () and cards.combat_value(s, FRANCE, TANK, "attack", 0) == 3


@clause("cards.3", "build.2")
def test_a_card_covers_step_4_of_its_round() -> None:
    s = lay('power = "france"\nround = 3\ncard = "R13"')
    do(s, "done")
    assert s.npu == (12, 15, 18)


@clause("cards.4", "comp.cards.2")
def test_a_card_overrides_the_rules() -> None:
    text = 'round = 2\nunits = { "32" = ["G.tank"] }'
    plain, carded = lay(text), lay(text + '\ncard = "R02"')
    for s in (plain, carded):
        do(s, "start 32", "take G.tank")
    assert can(carded, "to Brussels") and can(plain, "to Brussels")  # 32, 31, 23, Brussels
    assert can(carded, "to Dunkirk") and refusal(plain, "to Dunkirk") == "land.5"


@clause("cards.5")
def test_a_card_for_the_game_stays_beside_the_discards() -> None:
    s = lay("round = 2\n" + NEXT_ROUND + 'card = "R14"')
    do(s, "done", rolls=[1, 1])
    assert card(s) == "R01" and [SETTING.cards[c].id for c in s.lasting] == ["R14"]
    assert cards.combat_value(s, BRITAIN, TANK, "defence", 0) == 3
    do(s, "done", rolls=[1])
    do(s, "done")
    do(s, "done")
    do(s, "done", "done")
    do(s, "done", rolls=[1, 1])
    assert s.round == 4 and card(s) == "R02" and [SETTING.cards[c].id for c in s.lasting] == ["R14"]
    assert cards.combat_value(s, BRITAIN, TANK, "defence", 0) == 3


@clause("cards.5")
def test_lasting_cards_add_up() -> None:
    s = lay('round = 4\ncard = "R14"\nlasting = ["R07", "R17"]')
    assert cards.combat_value(s, BRITAIN, TANK, "defence", 0) == 3
    assert s.law.prices[BRITAIN][5] == 5 and s.law.closed[BRITAIN] == SETTING.board.set(["Brussels"])


@clause("cards.5", "cards.3")
def test_a_card_for_the_round_is_not_kept() -> None:
    s = lay("round = 2\n" + NEXT_ROUND + 'card = "R13"')
    do(s, "done", rolls=[1, 1])
    assert s.lasting == () and production.income(s, GERMANY) == 18


# initiative


@clause("init.2", "setup.6")
@pytest.mark.parametrize(("roll", "power"), [(1, "germany"), (2, "france"), (3, "britain")])
def test_one_of_three_chits_is_drawn(roll: int, power: str) -> None:
    s = lay(NEXT_ROUND)
    do(s, "done", rolls=[10, roll])
    assert active(s) == power == s.to_act
    assert sorted((*s.bag, s.active)) == [0, 1, 2]


@clause("init.3", "order.3", "init.2")
@pytest.mark.parametrize(("roll", "order"), [(1, ["germany", "britain"]), (2, ["britain", "germany"])])
def test_a_drawn_chit_stays_out_until_the_round_ends(roll: int, order: list[str]) -> None:
    s = lay('power = "france"\nto_come = ["germany", "britain"]')
    do(s, "done", rolls=[roll])
    assert active(s) == order[0]
    do(s, "done")  # one chit is left: no die
    assert active(s) == order[1] and s.bag == ()
    do(s, "done")
    assert s.decision is not None and s.decision.step == "build"
    do(s, "done", "done")
    do(s, "done", rolls=[10, 2])
    assert active(s) == "france" and s.bag == (GERMANY, BRITAIN)


@clause("init.1", "movement.2")
def test_the_power_with_the_initiative_finishes_before_the_next_is_drawn() -> None:
    s = lay(
        'to_come = ["france", "britain"]\n'
        'units = { "31" = ["G.infantry x2"], "34" = ["G.infantry"], "7" = ["F.infantry"] }'
    )
    do(s, "start 31", "take G.infantry", "to 29", "stop")
    assert active(s) == "germany" and s.bag == (FRANCE, BRITAIN)
    do(s, "start 34", "take G.infantry", "to 33", "stop")
    do(s, "start 31", "take G.infantry", "to 32", "stop")
    assert active(s) == "germany"
    do(s, "done", rolls=[1])
    assert active(s) == "france" and can(s, "start 7")


# the turn


@clause("turn.1")
def test_only_the_active_power_moves_and_only_its_own_units() -> None:
    s = lay(
        'power = "britain"\nunits = { "22" = ["B.infantry", "F.infantry"], "7" = ["F.infantry"], "31" = ["G.tank"] }'
    )
    assert s.to_act == "britain"
    assert choices(s, "start") == {"22"}
    assert refusal(s, "start 7") == "turn.1"
    assert refusal(s, "start 31") == "turn.1"
    assert refusal(s, "start 5") == "turn.1"
    do(s, "start 22")
    assert choices(s, "take") == {"B.infantry"}
    assert refusal(s, "take F.infantry") == "turn.1"


@clause("turn.1", "capture.1")
def test_a_turn_may_be_ended_without_moving() -> None:
    s = lay('to_come = ["britain"]\nunits = { "31" = ["G.infantry"] }')
    events = do(s, "done")
    assert at(s, "31") == ["G.infantry"] and holder(s, "23") == "britain"
    assert not any(isinstance(e, Captured) for e in events)


@clause("turn.1", "movement.4", "init.3")
def test_units_that_moved_are_fresh_in_the_next_round() -> None:
    s = lay('units = { "31" = ["G.infantry"] }')
    do(s, "start 31", "take G.infantry", "to 29", "stop")
    assert refusal(s, "start 29") == "movement.4"
    do(s, "done", "done", "done")
    do(s, "done", rolls=[13, 1])
    assert s.round == 2 and can(s, "start 29")
