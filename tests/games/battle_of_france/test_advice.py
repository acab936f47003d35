"""The advice bots go by: terms that say what a player would say, and heuristics that keep to the rules."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.advice import BattleAdvice
from meuse.games.battle_of_france.marches import marches
from meuse.games.battle_of_france.odds import of_attack
from meuse.games.battle_of_france.powers import GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.mechanics.odds import Force, chance, losses
from tests.games.battle_of_france.kit import GAME, holder, lay
from tests.games.kit import choice, term

ADVICE = GAME.advice()
place = GAME.map.board.place


def play_turn(state: BattleState, most: int = 60) -> None:
    """The side to act plays its turn to the end as the captain would."""
    active = state.active
    while state.outcome is None and state.active == active and state.actions < most:
        state.apply(choice(state))


def test_units_and_cities_count() -> None:
    bare = lay('units = { "Reims" = ["F.infantry"] }')
    assert term(lay('units = { "Reims" = ["F.infantry"], "35" = ["G.tank"] }'), "material") > term(bare, "material")
    taken = lay('units = { "Reims" = ["G.infantry"] }\ncontrol = { germany = ["Reims"] }')
    assert term(taken, "minors") > term(bare, "minors") and term(taken, "income") > term(bare, "income")


def test_a_city_in_reach_of_a_strong_enemy_is_half_lost() -> None:
    few, many = '["F.infantry"]', '["F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    tanks = '["G.tank", "G.tank"]'
    near, held, far = (
        term(lay(f'units = {{ "Paris" = {garrison}, "{base}" = {tanks} }}'), "threat")
        for garrison, base in ((few, "3"), (many, "3"), (many, "33"))
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
    assert len(state.of_camp(place("Reims"), 1)) == 5 and state.rolls_made <= 3


def test_a_threatened_city_keeps_its_garrison() -> None:
    state = lay('units = { "Luxembourg" = ["G.infantry", "G.infantry", "G.tank"], "10" = ["B.tank", "B.tank"] }')
    play_turn(state)
    stayed = [p for p in state.at(place("Luxembourg")) if state.power[p] == GERMANY]
    assert len(stayed) >= 2


def test_money_is_spent_where_there_is_room() -> None:
    state = lay('phase = "build"\nnpu = { germany = 10, france = 0, britain = 0 }')
    assert choice(state).startswith("build tank@")


@pytest.mark.parametrize(
    ("attack", "defence", "ours", "theirs"),
    [
        ('["G.tank", "G.tank", "G.infantry"]', '["F.infantry", "F.infantry"]', Force(3, 7), Force(2, 4)),
        ('["G.infantry", "G.infantry"]', '["F.infantry", "F.infantry"]', Force(2, 2), Force(2, 4)),
        ('["G.tank", "G.artillery"]', '["F.infantry", "F.infantry", "F.infantry"]', Force(2, 5), Force(3, 6)),
    ],
)
def test_the_guess_who_wins_is_near_the_exact_odds(attack: str, defence: str, ours: Force, theirs: Force) -> None:
    state = lay(f'units = {{ "3" = {attack}, "Paris" = {defence} }}')
    preview = of_attack(state, state.at(place("3")), place("Paris"))
    won = sum(float(o.chance) for o in preview.outcomes if o.name.endswith("defender: none"))
    won -= sum(float(o.chance) for o in preview.outcomes if o.name.startswith("attacker: none; defender: none"))
    assert chance(ours, theirs) == pytest.approx(won, abs=0.1)


def test_the_weaker_side_loses_more() -> None:
    ours, theirs = losses(Force(5, 15), Force(2, 4))
    assert ours < 0.3 and theirs > 0.9


def test_waves_add_up() -> None:
    garrison = '"Paris" = ["F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    one = lay(f'units = {{ {garrison}, "3" = ["G.tank", "G.tank"] }}')
    two = lay(f'units = {{ {garrison}, "3" = ["G.tank", "G.tank"], "4" = ["G.tank", "G.tank"] }}')
    assert term(two, "threat") > term(one, "threat")


def test_the_french_are_no_threat_to_german_cities() -> None:
    near = '"Luxembourg" = ["G.infantry"]'
    french = lay(f'units = {{ {near}, "10" = ["F.tank", "F.tank"] }}')
    british = lay(f'units = {{ {near}, "10" = ["B.tank", "B.tank"] }}')
    assert term(french, "threat") == 0 > term(british, "threat")


def test_a_city_that_may_be_retaken_in_this_round_is_half_won() -> None:
    paris = 'units = { "Paris" = ["G.infantry"], "3" = ["F.tank", "F.tank"] }\ncontrol = { germany = ["Paris"] }'
    shaky, safe = (term(lay(f"{paris}\nto_come = {to_come}"), "capitals") for to_come in ('["france"]', "[]"))
    assert safe > shaky > 0


def test_bombers_follow_the_tanks() -> None:
    tanks = '["G.tank", "G.tank", "G.tank", "G.tank"]'
    state = lay(f'units = {{ "10" = {tanks} }}\nphase = "build"\nnpu = {{ germany = 10, france = 0, britain = 0 }}')
    assert choice(state).startswith("build bomber@")


def test_the_city_in_danger_gets_the_new_units() -> None:
    money = 'phase = "build"\nnpu = { germany = 0, france = 6, britain = 0 }'
    tanks = '"3" = ["G.tank", "G.tank", "G.tank"]'
    assert choice(lay(f'units = {{ "Paris" = ["F.infantry"], {tanks} }}\n{money}')) == "build infantry@Paris"
    full = '"Paris" = ["F.infantry", "F.infantry", "F.infantry", "F.infantry", "F.infantry"]'
    others = full.replace("Paris", "Reims") + ", " + full.replace("Paris", "Amiens")
    assert choice(lay(f"units = {{ {full}, {others}, {tanks} }}\n{money}")) == "build fighter@Paris"


def test_fighters_fly_to_the_city_in_danger() -> None:
    units = '"14" = ["F.fighter"], "Paris" = ["F.infantry", "F.infantry"], "4" = ["G.tank", "G.tank"]'
    state = lay(f'power = "france"\nunits = {{ {units} }}')
    play_turn(state)
    assert any(state.name(p) == "F.fighter" for p in state.at(place("Paris")))


# postures


def posture(state: BattleState, name: str) -> BattleAdvice:
    assert state.to_act is not None
    return next(advice for advice in ADVICE.postures(state, GAME.side(state.to_act)) if advice.name == name)


def test_every_power_has_several_ways_to_play_a_turn() -> None:
    for name, entry in ADVICE.file.posture.items():
        assert entry.says[0].isupper() and entry.says.endswith("."), name
        assert set(entry.sides) <= set(POWERS) and entry.sides, name
        assert entry.term and entry.heuristic, name
    state = GAME.new("three_players", 1)
    for side in range(len(POWERS)):
        ways = ADVICE.postures(state, side)
        assert ADVICE.file.posture[ways[0].name].usual and ways[1] is ADVICE
        assert 4 <= len(ways) - 1 <= 7


def test_a_storm_attacks_where_one_would_rather_gather() -> None:
    state = lay('units = { "Reims" = ["F.infantry", "F.infantry"], "8" = ["G.tank", "G.artillery"] }')
    reims, base = (place(name) for name in ("Reims", "8"))
    ways = [posture(state, name) for name in ("storm", "gather")]
    found = [marches(way, state, way.plan(state, GERMANY), base) for way in ways]
    assert [any(march.goal == reims for march in some) for some in found] == [True, False]
