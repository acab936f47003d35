"""The eighteen Combat Cards: each does what it says."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france import combat, production
from meuse.games.battle_of_france.events import CombatBegan, Moved
from meuse.games.battle_of_france.powers import BRITAIN, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, holder, lay, refusal

NAMES = [f"R{number:02}" for number in range(1, 19)]


def under(card: str, units: str = "", more: str = "") -> BattleState:
    """A turn of round 5 with a card in force."""
    return lay(f'round = 5\ncard = "{card}"\n{more}\nunits = {{ {units} }}')


def value(card: str, unit: str, role: int, area: str) -> int:
    """What a unit in an area hits with under a card."""
    s = under(card, f'"{area}" = ["{unit}"]')
    place = SETTING.board.place(area)
    return combat.value(s, s.at(place)[0], role, place)


def attack(card: str, unit: str, area: str) -> int:
    return value(card, unit, combat.ATTACK, area)


def defence(card: str, unit: str, area: str) -> int:
    return value(card, unit, combat.DEFENCE, area)


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


@clause("comp.cards.1", "comp.cards.2")
def test_the_deck() -> None:
    assert [card.id for card in SETTING.cards] == NAMES
    assert {card.id for card in SETTING.cards if card.lasts == "game"} == {"R07", "R14", "R17"}
    for card in SETTING.cards:
        assert card.who and card.effects and all(set(e.powers) <= set(card.who) for e in card.effects)
        assert ("remainder of the game" in card.says) == (card.lasts == "game")


@clause("cards.3", "cards.4")
def test_r01_german_air_units_attack_better_on_land() -> None:
    assert attack("R01", "G.bomber", "23") == 5 and attack("R01", "G.fighter", "23") == 4
    assert attack("R01", "B.fighter", "23") == 3 and attack("R01", "F.bomber", "23") == 4
    assert defence("R01", "G.fighter", "31") == 4 and defence("R01", "G.bomber", "31") == 1
    s = under("R01", '"31" = ["G.bomber"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.bomber", "to 23", rolls=[5, 6])
    assert at(s, "23") == []
    s = under("R01", '"27" = ["G.bomber"], "25" = ["B.destroyer"]')  # at sea as always
    do(s, "start 27", "take G.bomber", "to 25", rolls=[5, 6])
    assert at(s, "25") == ["B.destroyer"]


@clause("cards.4", "unit.mechanized.1")
def test_r02_german_tanks_and_mechanized_units_go_four_spaces() -> None:
    s = under("R02", '"32" = ["G.tank", "G.mechanized", "G.infantry x2"]')
    do(s, "start 32", "take G.tank")
    assert can(s, "to Dunkirk")  # 31, 24, 22, Dunkirk
    assert refusal(s, "to 1") == "land.5"  # five
    do(s, "take G.infantry")
    assert refusal(s, "to Dunkirk") == "land.4"
    do(s, "take G.mechanized", "take G.infantry", "to Dunkirk")
    assert len(at(s, "Dunkirk")) == 4 and step(s) == "turn"


@clause("cards.3", "land.4", "land.5")
def test_r02_changes_nothing_for_others_or_for_the_forest() -> None:
    s = under("R02", '"38" = ["B.tank"]', 'power = "britain"')
    do(s, "start 38", "take B.tank")
    assert can(s, "to Reims") and refusal(s, "to Paris") == "land.5"
    s = under("R02", '"38" = ["G.tank", "G.infantry"], "34" = ["G.tank"]')
    do(s, "start 38", "take G.tank")
    assert can(s, "to Paris")  # 13, 15, 3 or Reims, Paris: four
    assert refusal(s, "to Amiens") == "land.5"
    do(s, "stop")
    do(s, "start 38", "take G.infantry")
    assert refusal(s, "to 33") == "land.4"
    do(s, "stop")
    do(s, "start 34", "take G.tank")
    assert refusal(s, "to A1") == "special.ardennes.3"


@clause("cards.4", "init.2")
@pytest.mark.parametrize(("roll", "order"), [(1, [GERMANY, BRITAIN, FRANCE]), (2, [BRITAIN, GERMANY, FRANCE])])
def test_r03_france_comes_last(roll: int, order: list[int]) -> None:
    s = lay('phase = "build"\nnpu = { germany = 3 }')
    do(s, "done", rolls=[3, roll])
    turns = [s.active]
    for _ in range(2):
        do(s, "done")  # no die: there is nothing left to draw
        turns.append(s.active)
    assert turns == order


GHOST = (
    '"31" = ["G.tank", "G.mechanized", "G.infantry"], "29" = ["G.tank"], "23" = ["B.infantry"], "24" = ["B.infantry"]'
)


@clause("cards.4", "movement.4")
def test_r04_victorious_tanks_move_one_space_more() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "take G.mechanized", "to 23", rolls=[3, 3])
    assert step(s) == "dash"
    assert {"22", "Brussels", "6", "7", "8"} <= choices(s, "to") and can(s, "stop")
    assert refusal(s, "to Amiens") == "blitz.3" and refusal(s, "to Dunkirk") == "blitz.3"
    do(s, "to Brussels")
    assert at(s, "Brussels") == ["G.mechanized", "G.tank"] and holder(s, "Brussels") == "germany"
    assert holder(s, "23") == "germany" and step(s) == "turn"
    assert refusal(s, "start Brussels") == "movement.4"


@clause("cards.4", "movement.1")
def test_r04_the_move_is_told() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    events = do(s, "to Brussels")
    assert [tuple(s.label(a) for a in e.path) for e in events if isinstance(e, Moved)] == [("23", "Brussels")]


@clause("cards.4")
def test_r04_once_a_round() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    do(s, "to Brussels")
    do(s, "start 29", "take G.tank", "to 24", rolls=[3, 3])
    assert step(s) == "turn" and refusal(s, "start 24") == "movement.4"


@clause("cards.4")
def test_r04_who_stays_has_not_used_it() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "to 23", "stop", rolls=[3, 3])
    do(s, "start 29", "take G.tank", "to 24", rolls=[3, 3])
    assert step(s) == "dash"


@clause("cards.4", "capture.2")
def test_r04_the_extra_move_may_be_an_attack_but_no_third_follows() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    events = do(s, "to 24", rolls=[3, 3])
    assert any(isinstance(e, CombatBegan) for e in events)
    assert at(s, "24") == ["G.tank"] and holder(s, "24") == "germany" and step(s) == "turn"


@clause("cards.4")
def test_r04_not_with_infantry_and_not_after_a_walk() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "take G.infantry", "to 23", rolls=[3, 6, 3])
    assert step(s) == "turn"
    s = under("R04", '"31" = ["G.tank"]')
    do(s, "start 31", "take G.tank", "to 23", "stop")
    assert step(s) == "turn"


@clause("cards.4")
def test_r04_not_even_if_the_infantry_falls() -> None:
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "take G.infantry", "to 23", rolls=[3, 6, 2])
    do(s, "lose G.infantry")
    assert at(s, "23") == ["G.tank"] and step(s) == "turn"


@clause("cards.4")
def test_r04_is_for_germany_alone() -> None:
    s = under("R04", '"7" = ["F.tank"], "23" = ["G.infantry"]', 'power = "france"')
    do(s, "start 7", "take F.tank", "to 23", rolls=[3, 3])
    assert at(s, "23") == ["F.tank"] and step(s) == "turn"


@clause("cards.4", "special.ardennes.3")
def test_r04_the_limit_of_the_forest_stands() -> None:
    s = under("R04", '"A5" = ["G.tank"], "9" = ["F.infantry"]')
    do(s, "start A5", "take G.tank", "to 9", rolls=[3, 3])
    assert step(s) == "turn"
    s = under("R04", GHOST)
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    assert not choices(s, "to") & {"A1", "A2", "A4"}


@clause("cards.4")
def test_r05_the_british_defend_worse_in_the_low_countries() -> None:
    for area in ("22", "23", "24", "Brussels"):
        assert defence("R05", "B.infantry", area) == 1 and defence("R05", "B.artillery", area) == 1
        assert defence("R05", "B.tank", area) == 1 and defence("R05", "B.mechanized", area) == 0
        assert defence("R05", "B.fighter", area) == 3 and defence("R05", "B.bomber", area) == 0
        assert defence("R05", "F.infantry", area) == 2 and defence("R05", "G.infantry", area) == 2
        assert attack("R05", "B.infantry", area) == 1
    assert defence("R05", "B.aa", "Brussels") == 1
    assert defence("R05", "B.infantry", "Dunkirk") == 2 and defence("R05", "B.infantry", "6") == 2
    s = under("R05", '"31" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to 23", rolls=[6, 2])
    assert at(s, "31") == ["G.infantry"]


@clause("cards.4", "land.6")
def test_r06_allied_land_units_go_one_space() -> None:
    units = '"29" = ["{0}.tank", "{0}.mechanized", "{0}.infantry x2", "{0}.artillery", "{0}.fighter"]'
    for letter, power in (("F", "france"), ("B", "britain")):
        s = under("R06", units.format(letter), f'power = "{power}"\ncontrol = {{ britain = ["28", "30", "31", "32"] }}')
        for unit in ("tank", "mechanized", "artillery", "infantry"):
            do(s, "start 29", f"take {letter}.{unit}")
            assert choices(s, "to") == {"24", "28", "30", "31"} | ({"Dusseldorf"} if letter == "B" else set())
            assert refusal(s, "to 32") == ("land.5" if unit in ("tank", "mechanized") else "land.4")
            do(s, "stop")
        do(s, "start 29", f"take {letter}.fighter")
        assert can(s, "to Brussels")
    s = under("R06", '"38" = ["G.tank"]')
    do(s, "start 38", "take G.tank")
    assert can(s, "to Reims")


@clause("cards.4", "unit.mechanized.1")
def test_r06_holds_for_carried_infantry_and_not_for_ships() -> None:
    s = under("R06", '"22" = ["B.mechanized", "B.infantry x2"], "18" = ["B.transport+B.tank"]', 'power = "britain"')
    do(s, "start 22", "take B.mechanized", "take B.infantry", "take B.infantry")
    assert can(s, "to Brussels") and refusal(s, "to 5") == "land.4"
    do(s, "stop")
    do(s, "start 18", "take B.tank", "to 24")
    do(s, "start 18", "take B.transport", "to 17")
    assert at(s, "17") == ["B.transport"] and at(s, "24") == ["B.tank"]
    s = under("R06", '"22" = ["B.infantry"], "18" = ["B.transport"]', 'power = "britain"')
    do(s, "start 22", "take B.infantry", "to 18")
    assert at(s, "18") == ["B.transport+B.infantry"]


@clause("cards.4", "cards.5", "build.8")
@pytest.mark.parametrize("place", ['card = "R07"', 'card = "R01"\nlasting = ["R07"]'])
def test_r07_nothing_is_mobilized_in_brussels_by_britain(place: str) -> None:
    s = lay(f'round = 5\nphase = "build"\nnpu = {{ britain = 18 }}\n{place}')
    assert {name.split("@")[1] for name in choices(s, "build")} == {"London", "Dunkirk", "21"}
    assert refusal(s, "build infantry@Brussels") == "cards.4"
    assert production.income(s, BRITAIN) == 18
    s = lay(f'round = 5\nphase = "build"\nnpu = {{ germany = 7 }}\ncontrol = {{ germany = ["Brussels"] }}\n{place}')
    do(s, "build bomber@Brussels")
    assert at(s, "Brussels") == ["G.bomber"]


@clause("cards.4")
def test_r08_french_tanks_attack_with_4() -> None:
    assert attack("R08", "F.tank", "23") == 4
    assert attack("R08", "B.tank", "23") == 3 and attack("R08", "G.tank", "23") == 3
    assert attack("R08", "F.artillery", "23") == 2 and defence("R08", "F.tank", "9") == 2
    assert attack("R08", "F.tank", "A2") == 3  # the forest comes after the card
    s = under("R08", '"7" = ["F.tank"], "23" = ["G.infantry"]', 'power = "france"')
    do(s, "start 7", "take F.tank", "to 23", rolls=[4, 3])
    assert at(s, "23") == ["F.tank"]


@clause("cards.4", "land.6")
def test_r09_the_allies_load_and_unload_in_one_turn() -> None:
    s = under("R09", '"Dunkirk" = ["B.infantry x2"], "21" = ["B.transport"]', 'power = "britain"')
    do(s, "start Dunkirk", "take B.infantry", "take B.infantry", "to 21")
    do(s, "start 21", "take B.infantry", "to London")
    assert at(s, "London") == ["B.infantry"] and refusal(s, "start London") == "movement.4"
    do(s, "start 21", "take B.transport+B.infantry", "to 17", "stop")
    do(s, "start 17", "take B.infantry", "to 19")
    assert at(s, "19") == ["B.infantry"] and at(s, "17") == ["B.transport"]
    s = under("R09", '"1" = ["F.infantry"], "17" = ["B.transport"]', 'power = "france"')
    do(s, "start 1", "take F.infantry", "to 17")
    do(s, "start 17", "take F.infantry", "to 19")
    assert at(s, "19") == ["F.infantry"]


@clause("cards.4", "land.6")
def test_r09_is_not_for_germany_and_no_march_is_added() -> None:
    s = under("R09", '"27" = ["G.infantry"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.infantry", "to 26")
    do(s, "start 26")
    assert refusal(s, "take G.infantry") == "movement.4"
    s = under("R09", '"6" = ["B.tank"], "21" = ["B.transport"]', 'power = "britain"')
    do(s, "start 6", "take B.tank", "to Dunkirk")
    assert refusal(s, "to 21") == "land.1"


@clause("cards.4")
def test_r10_british_infantry_and_tanks_attack_better() -> None:
    assert attack("R10", "B.infantry", "23") == 2 and attack("R10", "B.tank", "23") == 4
    assert attack("R10", "B.artillery", "23") == 2 and attack("R10", "B.fighter", "23") == 3
    assert attack("R10", "F.infantry", "23") == 1 and attack("R10", "F.tank", "23") == 3
    assert attack("R10", "G.tank", "23") == 3 and defence("R10", "B.tank", "23") == 2
    s = under("R10", '"22" = ["B.infantry"], "23" = ["G.infantry"]', 'power = "britain"')
    do(s, "start 22", "take B.infantry", "to 23", rolls=[2, 3])
    assert at(s, "23") == ["B.infantry"]


@clause("cards.4")
def test_r11_french_infantry_and_artillery_defend_with_3_at_home() -> None:
    for area in ("7", "Paris", "A2", "13"):
        assert defence("R11", "F.infantry", area) == 3 and defence("R11", "F.artillery", area) == 3
        assert defence("R11", "F.tank", area) == 2 and defence("R11", "B.infantry", area) == 2
    for area in ("23", "Brussels", "36", "Dunkirk"):
        assert defence("R11", "F.infantry", area) == 2 and defence("R11", "F.artillery", area) == 2
    assert attack("R11", "F.infantry", "7") == 1 and defence("R11", "G.infantry", "7") == 2
    s = under("R11", '"23" = ["G.infantry"], "7" = ["F.infantry"]')
    do(s, "start 23", "take G.infantry", "to 7", rolls=[6, 3])
    assert at(s, "23") == []


HALT = '"31" = ["G.tank", "G.infantry"], "23" = ["B.infantry"], "25" = ["G.transport+G.tank"]'


@clause("cards.4")
def test_r12_german_tanks_neither_attack_nor_enter_vacant_enemy_spaces() -> None:
    s = under("R12", HALT)
    do(s, "start 31", "take G.tank")
    assert refusal(s, "to 23") == "cards.4"
    assert not can(s, "to 24") and can(s, "to 34") and can(s, "to 36")
    do(s, "take G.infantry")
    assert refusal(s, "to 23") == "cards.4"  # nor in company
    do(s, "to 34", "stop")
    assert at(s, "34") == ["G.infantry", "G.tank"]
    s = under("R12", HALT)
    do(s, "start 31", "take G.infantry")
    assert can(s, "to 23") and can(s, "to 24")
    s = under("R12", HALT)
    do(s, "start 25", "take G.tank")
    assert choices(s, "to") == set()
    assert defence("R12", "G.tank", "31") == 3


@clause("cards.4")
def test_r12_allied_tanks_are_free() -> None:
    s = under("R12", '"7" = ["F.tank"], "23" = ["G.infantry"]', 'power = "france"\ncontrol = { germany = ["6"] }')
    do(s, "start 7", "take F.tank")
    assert can(s, "to 23") and can(s, "to 6")


@clause("cards.4")
def test_r12_is_named_when_tanks_are_refused_a_vacant_space() -> None:
    s = under("R12", '"31" = ["G.tank"], "26" = ["G.transport+G.tank"]')
    do(s, "start 31", "take G.tank")
    assert refusal(s, "to 23") == "cards.4"


@clause("cards.4")
def test_r12_is_named_when_tanks_aboard_are_refused_an_assault() -> None:
    s = under("R12", '"25" = ["G.transport+G.tank"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.tank")
    assert refusal(s, "to 24") == "cards.4"


@clause("cards.4", "build.3")
def test_r13_germany_receives_6_less() -> None:
    s = under("R13")
    assert [production.income(s, power) for power in range(3)] == [12, 15, 18]
    s = under("R13", more='control = { britain = ["Luxembourg", "Dusseldorf"] }')
    assert production.income(s, GERMANY) == 0  # 4 less 6
    s = under("R13", more='control = { britain = ["Luxembourg", "Mayence"] }')
    assert production.income(s, GERMANY) == 1


@clause("cards.4", "cards.5")
def test_r14_british_tanks_defend_with_3() -> None:
    assert defence("R14", "B.tank", "23") == 3 and defence("R14", "F.tank", "23") == 2
    assert attack("R14", "B.tank", "23") == 3 and defence("R14", "B.infantry", "23") == 2
    s = lay('round = 5\ncard = "R01"\nlasting = ["R14"]\nunits = { "31" = ["G.infantry"], "23" = ["B.tank"] }')
    do(s, "start 31", "take G.infantry", "to 23", rolls=[6, 3])
    assert at(s, "31") == []


@clause("cards.4", "cards.5")
def test_r05_and_r14_together() -> None:
    """The later card works on what the earlier one made of the value (G10)."""
    s = lay('round = 5\ncard = "R05"\nlasting = ["R14"]\nunits = { "23" = ["B.tank"] }')
    place = SETTING.board.place("23")
    assert combat.value(s, s.at(place)[0], combat.DEFENCE, place) == 2


GALES = (
    '"25" = ["{0}.battleship", "{0}.transport+{0}.tank"], "24" = ["{1}.infantry"], "26" = ["{0}.transport"],'
    '"27" = ["{0}.infantry"]'
)


@clause("cards.4", "sea.4", "land.6")
@pytest.mark.parametrize(
    ("power", "own", "enemy"), [("germany", "G", "B"), ("france", "F", "G"), ("britain", "B", "G")]
)
def test_r15_no_ship_moves_and_nobody_loads_unloads_or_bombards(power: str, own: str, enemy: str) -> None:
    units = GALES.format(own, enemy)
    calm, storm = (under(card, units, f'power = "{power}"') for card in ("R13", "R15"))
    assert choices(calm, "start") == {"25", "26", "27"} and choices(calm, "bombard") == {"24"}
    assert choices(storm, "start") == {"27"} and choices(storm, "bombard") == set()
    assert refusal(storm, "start 26") == "cards.4" and refusal(storm, "start 25") == "cards.4"
    for s in (calm, storm):
        do(s, "start 27", f"take {own}.infantry")
    assert can(calm, "to 26") and not can(storm, "to 26") and can(storm, "stop")
    do(calm, "stop")
    do(calm, "start 25", f"take {own}.tank")
    assert can(calm, "to 24")


@clause("cards.4")
def test_r15_is_named_when_loading_is_refused() -> None:
    s = under("R15", '"27" = ["G.infantry"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.infantry")
    assert refusal(s, "to 26") == "cards.4"


@clause("cards.4")
def test_r15_is_named_when_bombardment_is_refused() -> None:
    s = under("R15", '"25" = ["G.battleship"], "24" = ["B.infantry"]')
    assert refusal(s, "bombard 24") == "cards.4"


@clause("cards.4", "build.13")
def test_r15_combats_that_are_due_are_put_off() -> None:
    units = '"2" = ["F.cruiser", "G.cruiser"]'
    s = under("R15", units, 'power = "france"\nto_come = ["germany"]\ndue = ["2"]')
    assert step(s) == "turn" and SETTING.board.names(s.due) == ["2"]
    do(s, "done")
    assert s.active == GERMANY and step(s) == "turn" and SETTING.board.names(s.due) == ["2"]
    do(s, "done", "done", "done")
    do(s, "done", rolls=[13, 2, 6, 6])  # another card, France first, both miss
    assert s.active == FRANCE and step(s) == "press" and s.due == 0


@clause("cards.4", "air.2")
@pytest.mark.parametrize(
    ("power", "own", "enemy"), [("germany", "G", "B"), ("france", "F", "G"), ("britain", "B", "G")]
)
def test_r16_air_units_neither_move_nor_attack(power: str, own: str, enemy: str) -> None:
    units = f'"22" = ["{own}.fighter", "{own}.bomber", "{own}.infantry"], "23" = ["{enemy}.infantry"]'
    s = under("R16", units, f'power = "{power}"')
    do(s, "start 22")
    assert choices(s, "take") == {f"{own}.infantry"}
    assert refusal(s, f"take {own}.fighter") == "cards.4" and refusal(s, f"take {own}.bomber") == "cards.4"
    do(s, f"take {own}.infantry", "to 23", rolls=[6, 6])  # nobody can be called
    assert step(s) == "press"
    clear = under("R13", units, f'power = "{power}"')
    do(clear, "start 22", f"take {own}.infantry", "to 23")
    assert choices(clear, "call") == {"fighter@22", "bomber@22"}


@clause("cards.4")
def test_r16_air_units_defend_and_retreat() -> None:
    s = under("R16", '"31" = ["G.infantry x2"], "23" = ["B.fighter"]')
    do(s, "start 31", "take G.infantry", "take G.infantry", "to 23", rolls=[6, 6, 4])
    assert at(s, "31") == ["G.infantry"]
    do(s, "press", "retreat Brussels")
    assert at(s, "Brussels") == ["B.fighter"]


@clause("cards.4", "cards.5")
@pytest.mark.parametrize("place", ['card = "R17"', 'card = "R01"\nlasting = ["R17"]'])
def test_r17_british_fighters_and_german_bombers_are_cheaper(place: str) -> None:
    prices = {("germany", "bomber"): 6, ("germany", "fighter"): 6, ("britain", "fighter"): 5, ("britain", "bomber"): 7}
    prices |= {("france", "bomber"): 7, ("france", "fighter"): 6}
    homes = {"germany": "Dusseldorf", "france": "Paris", "britain": "London"}
    for (power, unit), price in prices.items():
        s = lay(f'round = 5\nphase = "build"\nnpu = {{ {power} = {price} }}\n{place}')
        do(s, f"build {unit}@{homes[power]}")
        assert at(s, homes[power]) == [f"{power[0].upper()}.{unit}"]
        s = lay(f'round = 5\nphase = "build"\nnpu = {{ {power} = {price - 1} }}\n{place}')
        assert refusal(s, f"build {unit}@{homes[power]}") == "build.5"


@clause("cards.4", "movement.4")
@pytest.mark.parametrize(
    ("power", "own", "enemy"), [("germany", "G", "B"), ("france", "F", "G"), ("britain", "B", "G")]
)
def test_r18_after_two_combat_rounds_the_attacker_goes_home(power: str, own: str, enemy: str) -> None:
    s = under("R18", f'"22" = ["{own}.infantry"], "23" = ["{enemy}.infantry"]', f'power = "{power}"')
    do(s, "start 22", f"take {own}.infantry", "to 23", rolls=[6, 6])
    assert step(s) == "press"
    do(s, "press", "stand", rolls=[6, 6])
    assert step(s) == "turn" and at(s, "22") == [f"{own}.infantry"] and at(s, "23") == [f"{enemy}.infantry"]
    assert refusal(s, "start 22") == "movement.4"


@clause("cards.4")
def test_r18_a_combat_decided_in_its_second_round_is_decided() -> None:
    s = under("R18", '"31" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to 23", "press", "stand", rolls=[6, 6, 1, 6])
    assert at(s, "23") == ["G.infantry"] and holder(s, "23") == "germany"


@clause("cards.4", "air.2")
def test_r18_holds_at_sea_and_in_the_air() -> None:
    s = under("R18", '"25" = ["G.destroyer"], "18" = ["B.destroyer"]')
    do(s, "start 25", "take G.destroyer", "to 18", "press", "stand", rolls=[6, 6, 6, 6])
    assert at(s, "25") == ["G.destroyer"] and at(s, "18") == ["B.destroyer"] and step(s) == "turn"
    s = under("R18", '"Luxembourg" = ["G.fighter"], "9" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 9", "press", "stand", rolls=[6, 6, 6, 6])
    assert at(s, "Luxembourg") == ["G.fighter"] and step(s) == "turn"


@clause("cards.3")
def test_without_the_card_a_third_combat_round_is_fought() -> None:
    s = under("R13", '"31" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to 23", "press", "stand", rolls=[6, 6, 6, 6])
    assert step(s) == "press"


@clause("cards.4", "sea.transport.11")
def test_r15_is_named_when_unloading_is_refused() -> None:
    s = under("R15", '"17" = ["F.transport+B.infantry"]', 'power = "britain"')
    assert choices(s, "start") == set()
    assert refusal(s, "start 17") == "cards.4"
