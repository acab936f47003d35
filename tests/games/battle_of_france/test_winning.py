"""How the war is won."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.powers import BRITAIN, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.victory import controls
from tests.games.battle_of_france.kit import clause, do, lay, refusal


def check(control: str = "", number: int = 5, options: str = "") -> BattleState:
    """The victory check of a round with cities in other hands."""
    return lay(f'phase = "victory check"\nround = {number}\ncontrol = {{ {control} }}\noptions = {{ {options} }}')


def verdict(s: BattleState) -> tuple[str | None, str] | None:
    return None if s.result is None else (s.result.winner, s.result.clause)


ALL_MINORS = 'germany = ["Amiens", "Reims", "Dunkirk"]'


# Germany


@clause("victory.2", "war.7")
@pytest.mark.parametrize("capital", ["Paris", "London"])
def test_germany_wins_with_a_capital(capital: str) -> None:
    s = check(f'germany = ["{capital}"]', number=2)
    assert verdict(s) == ("germany", "victory.2")
    assert s.to_act is None and refusal(s, "done") == "victory.2"


@clause("victory.2")
def test_brussels_is_no_capital_and_no_minor_city() -> None:
    assert verdict(check('germany = ["Brussels"]')) is None
    assert verdict(check('germany = ["Brussels", "Amiens", "Reims"]')) is None


@clause("victory.2", "build.1")
def test_taking_a_capital_does_not_win_before_the_round_ends() -> None:
    s = lay('round = 3\nto_come = ["france"]\nunits = { "4" = ["G.infantry"], "3" = ["F.tank x2"] }')
    do(s, "start 4", "take G.infantry", "to Paris", "stop", "done")
    assert s.outcome is None and s.active == 1
    do(s, "start 3", "take F.tank", "take F.tank", "to Paris", rolls=[3, 6, 6])
    do(s, "done")
    assert s.outcome is None and s.round == 3  # taken and lost within the round


@clause("victory.2")
def test_a_capital_held_to_the_end_of_the_round_wins() -> None:
    s = lay('round = 3\nto_come = ["france"]\nunits = { "4" = ["G.infantry"] }')
    do(s, "start 4", "take G.infantry", "to Paris", "stop", "done", "done")
    assert verdict(s) == ("germany", "victory.2")


@clause("victory.3", "war.8")
def test_germany_wins_with_the_three_minor_cities_in_any_round() -> None:
    assert verdict(check(ALL_MINORS, number=2)) == ("germany", "victory.3")
    assert verdict(check(ALL_MINORS, number=10)) == ("germany", "victory.3")


@clause("victory.3", "war.8")
@pytest.mark.parametrize("pair", [("Amiens", "Reims"), ("Amiens", "Dunkirk"), ("Reims", "Dunkirk")])
def test_two_minor_cities_are_not_enough(pair: tuple[str, str]) -> None:
    assert verdict(check(f'germany = ["{pair[0]}", "{pair[1]}", "Mayence"]')) is None


@clause("war.7", "war.8", "victory.5")
@pytest.mark.parametrize("own", ["Luxembourg", "Dusseldorf"])
@pytest.mark.parametrize("won", ["Paris", "London", '", "'.join(["Amiens", "Reims", "Dunkirk"])])
def test_germany_does_not_win_without_both_its_major_cities(own: str, won: str) -> None:
    s = check(f'germany = ["{won}"], britain = ["{own}"]')
    assert verdict(s) == ("allies", "victory.5")


@clause("war.7", "war.8", "victory.2", "victory.3")
def test_the_loss_of_mayence_alone_does_not_cancel_a_german_win() -> None:
    assert verdict(check('germany = ["Paris"], britain = ["Mayence"]')) == ("germany", "victory.2")
    assert verdict(check(ALL_MINORS + ', britain = ["Mayence"]')) == ("germany", "victory.3")


@clause("victory.2", "victory.3", "victory.6")
def test_conditions_are_tested_in_the_printed_order() -> None:
    assert verdict(check('germany = ["Paris", "Amiens", "Reims", "Dunkirk"]')) == ("germany", "victory.2")


@clause("war.7", "war.8")
@pytest.mark.parametrize("own", ["Luxembourg", "Dusseldorf"])
def test_option_own_cities(own: str) -> None:
    free = 'own_cities = "not_required"'
    assert verdict(check(f'germany = ["London"], britain = ["{own}"]', options=free)) == ("germany", "victory.2")
    lost = f'{ALL_MINORS}, britain = ["{own}"]'
    assert verdict(check(lost, options=free)) == ("germany", "victory.3")
    assert verdict(check(f'britain = ["{own}"]', options=free)) == ("allies", "victory.5")
    assert verdict(check(lost, options='own_cities = "required"')) == ("allies", "victory.5")


# the Allies


@clause("victory.5", "war.6")
@pytest.mark.parametrize("power", ["britain", "france"])
@pytest.mark.parametrize("city", ["Luxembourg", "Dusseldorf", "Mayence"])
def test_the_allies_win_with_a_german_city(city: str, power: str) -> None:
    s = check(f'{power} = ["{city}"]', number=1)
    assert verdict(s) == ("allies", "victory.5")


@clause("victory.5", "war.6")
def test_other_german_territory_does_not_win() -> None:
    assert verdict(check('britain = ["36", "37", "38", "31"]')) is None


@clause("victory.5", "war.6")
def test_a_german_city_lost_again_within_the_round_counts_for_nothing() -> None:
    s = lay('power = "britain"\nto_come = ["germany"]\nunits = { "36" = ["B.infantry"], "33" = ["G.tank x2"] }')
    do(s, "start 36", "take B.infantry", "to Mayence", "stop", "done")
    assert s.outcome is None and s.active == 0
    do(s, "start 33", "take G.tank", "take G.tank", "to Mayence", rolls=[3, 6, 6])
    do(s, "done")
    assert s.outcome is None


@clause("victory.5", "war.6")
def test_a_german_city_held_to_the_end_of_the_round_wins() -> None:
    s = lay('power = "britain"\nto_come = ["germany"]\nunits = { "36" = ["B.infantry"] }')
    do(s, "start 36", "take B.infantry", "to Mayence", "stop", "done", "done")
    assert verdict(s) == ("allies", "victory.5")


@clause("victory.4", "war.5", "victory.1")
@pytest.mark.parametrize("minor", ["Amiens", "Reims", "Dunkirk"])
def test_the_allies_win_after_round_10_with_both_capitals_and_one_minor_city(minor: str) -> None:
    lost = [city for city in ("Amiens", "Reims", "Dunkirk") if city != minor]
    control = f'germany = ["{lost[0]}", "{lost[1]}", "Brussels"]'
    assert verdict(check(control, number=10)) == ("allies", "victory.4")
    assert verdict(check(control, number=9)) is None


@clause("victory.4", "war.5")
def test_the_allies_are_judged_together_whoever_of_them_holds_what() -> None:
    control = 'britain = ["Paris", "Reims"], france = ["London"], germany = ["Amiens", "Dunkirk"]'
    assert verdict(check(control, number=10)) == ("allies", "victory.4")


# the end


@clause("victory.1", "victory.6")
def test_the_game_ends_with_round_10_and_not_before() -> None:
    nine = check(number=9)
    assert nine.outcome is None and nine.round == 9
    ten = check(number=10)
    assert verdict(ten) == ("allies", "victory.4")


@clause("victory.1")
def test_round_10_is_played_to_its_end() -> None:
    s = lay('phase = "build"\nround = 9\nnpu = { germany = 3 }')
    do(s, "done", rolls=[13, 1])
    assert s.round == 10 and s.outcome is None
    do(s, "done", rolls=[1])
    do(s, "done")
    assert s.outcome is None
    do(s, "done")
    assert verdict(s) == ("allies", "victory.4") and s.round == 10


CITIES = ("Paris", "London", "Amiens", "Reims", "Dunkirk", "Luxembourg", "Dusseldorf", "Mayence")


@clause("victory.6", "victory.1", "war.5", "war.6", "war.7", "war.8")
@pytest.mark.parametrize("rule", ["required", "not_required"])
def test_every_distribution_of_the_cities_decides_round_10_in_one_of_four_ways(rule: str) -> None:
    for pattern in range(256):
        german = {city for bit, city in enumerate(CITIES) if pattern >> bit & 1}
        allied = set(CITIES) - german
        g, b = (str(sorted(cities)).replace("'", '"') for cities in (german, allied))
        s = check(f"germany = {g}, britain = {b}", number=10, options=f'own_cities = "{rule}"')
        safe = {"Luxembourg", "Dusseldorf"} <= german or rule == "not_required"
        if safe and german & {"Paris", "London"}:
            wanted = ("germany", "victory.2")
        elif safe and {"Amiens", "Reims", "Dunkirk"} <= german:
            wanted = ("germany", "victory.3")
        elif allied & {"Luxembourg", "Dusseldorf", "Mayence"}:
            wanted = ("allies", "victory.5")
        else:
            wanted = ("allies", "victory.4")
        assert verdict(s) == wanted
        assert s.result is not None and s.result.level == "victory"


def test_of_the_named_places_those_are_counted_that_the_powers_control() -> None:
    s = check('germany = ["Paris", "Amiens"]', number=2)
    named = ["Paris", "Reims", "London"]
    assert [controls(s, powers, named) for powers in ((GERMANY,), (FRANCE,), (FRANCE, BRITAIN))] == [1, 1, 2]
