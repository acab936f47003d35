"""Step 4: income, purchases, mobilization; the table of units."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france import combat, movement, production
from meuse.games.battle_of_france.events import CombatBegan, Income, Mobilized
from meuse.games.battle_of_france.powers import BRITAIN, FRANCE, GERMANY, LETTERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import UNITS
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, lay, refusal


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


def buying(npu: str, more: str = "") -> BattleState:
    return lay(f'phase = "build"\nnpu = {{ {npu} }}\n{more}')


# income


@clause("build.16", "build.2", "build.3", "build.6", "build.7")
def test_the_starting_incomes() -> None:
    s = lay('setup = true\nphase = "build"')
    assert s.npu == (18, 15, 18)
    assert s.to_act == "germany"


@clause("build.2", "build.9")
def test_all_collect_before_anybody_buys() -> None:
    s = lay("units = {}")
    events = do(s, "done")
    assert [(e.power, e.npu) for e in events if isinstance(e, Income)] == [(0, 18), (1, 15), (2, 18)]
    do(s, "build infantry@Mayence")
    assert s.npu == (15, 15, 18) and at(s, "Mayence") == []  # seen when all have bought
    do(s, "done")
    assert s.to_act == "france"
    do(s, "build infantry@Paris", "done")
    assert s.to_act == "britain" and at(s, "Paris") == []
    events = do(s, "build infantry@London", "done")
    assert at(s, "Mayence") == ["G.infantry"] and at(s, "Paris") == ["F.infantry"] and at(s, "London") == ["B.infantry"]
    assert [e.power for e in events if isinstance(e, Mobilized)] == [GERMANY, FRANCE, BRITAIN]


@pytest.mark.parametrize(
    ("city", "npu"),
    [
        pytest.param("Paris", 7, marks=clause("build.6")),
        pytest.param("London", 7, marks=clause("build.6")),
        pytest.param("Brussels", 7, marks=clause("build.6")),
        pytest.param("Luxembourg", 7, marks=clause("build.6")),
        pytest.param("Dusseldorf", 7, marks=clause("build.6")),
        pytest.param("Dunkirk", 4, marks=clause("build.7")),
        pytest.param("Amiens", 4, marks=clause("build.7")),
        pytest.param("Reims", 4, marks=clause("build.7")),
        pytest.param("Mayence", 4, marks=clause("build.7")),
    ],
)
def test_what_a_city_pays(city: str, npu: int) -> None:
    land = [name for name in SETTING.board.names(SETTING.land) if name != city]
    s = lay(f'control = {{ germany = ["{city}"], britain = {land} }}'.replace("'", '"'))
    assert production.income(s, GERMANY) == npu
    assert production.income(s, FRANCE) == 0
    assert production.income(s, BRITAIN) == 51 - npu


@clause("build.3")
def test_cities_pay_whoever_controls_them_and_nothing_else_pays() -> None:
    s = lay('control = { germany = ["Brussels", "23", "22", "24"] }\nunits = { "5" = ["G.tank x5"] }')
    assert [production.income(s, power) for power in range(3)] == [25, 15, 11]
    s = lay('control = { france = ["Brussels"] }')  # an ally's city pays the one who holds it
    assert [production.income(s, power) for power in range(3)] == [18, 22, 11]


@clause("build.3", "build.4", "build.8")
def test_a_city_taken_this_round_pays_and_builds_at_once() -> None:
    s = lay('units = { "22" = ["G.tank"] }')
    do(s, "start 22", "take G.tank", "to Brussels", "stop", "done")
    assert s.npu == (25, 15, 11)
    do(s, "build bomber@Brussels", "done", "done", "done")
    assert at(s, "Brussels") == ["G.bomber", "G.tank"]


@clause("build.5")
def test_what_is_not_spent_is_lost() -> None:
    s = buying("germany = 18, france = 15, britain = 18")
    do(s, "done", "done", "done", rolls=[8, 2])
    assert s.npu == (0, 0, 0) and s.round == 2
    do(s, "done", rolls=[1])
    do(s, "done", "done")
    assert s.npu == (18, 15, 18)


@clause("build.5")
def test_nobody_spends_more_than_he_has() -> None:
    s = buying("germany = 18")
    do(s, "build tank@Dusseldorf", "build tank@Dusseldorf", "build tank@Dusseldorf")
    assert s.npu[GERMANY] == 3
    assert refusal(s, "build artillery@Dusseldorf") == "build.5"
    assert choices(s, "build") == {
        f"{u}@{c}" for u in ("infantry",) for c in ("Dusseldorf", "Luxembourg", "Mayence")
    } | {
        "aa@Dusseldorf",
        "aa@Luxembourg",
    }
    do(s, "build infantry@Mayence")
    assert step(s) == "turn"  # the purse is empty: nobody is asked any more


@clause("build.5", "build.2")
def test_a_power_that_can_buy_nothing_is_not_asked() -> None:
    s = buying("germany = 2, france = 3, britain = 2")
    assert s.to_act == "france"
    do(s, "build infantry@Paris")
    assert step(s) != "build"


# where


@clause("build.8", "build.10")
def test_land_and_air_units_appear_in_cities_of_the_buyer() -> None:
    s = buying("britain = 40")
    do(s, "build infantry@London", "build infantry@Dunkirk", "build fighter@Brussels")
    assert refusal(s, "build infantry@Paris") == "build.8"  # an ally's
    assert refusal(s, "build infantry@Mayence") == "build.8"
    do(s, "done")
    assert (
        at(s, "London") == ["B.infantry"] and at(s, "Dunkirk") == ["B.infantry"] and at(s, "Brussels") == ["B.fighter"]
    )


@clause("build.8", "build.3")
def test_a_city_is_lost_for_building_with_its_control() -> None:
    s = buying("germany = 20, france = 20", 'control = { germany = ["Paris"], britain = ["Reims"] }')
    assert can(s, "build tank@Paris")
    do(s, "done")
    assert {name.split("@")[1] for name in choices(s, "build")} == {"Amiens", "2"}
    assert refusal(s, "build infantry@Paris") == "build.8"
    assert refusal(s, "build infantry@Reims") == "build.8"


@clause("build.10")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "tank", "mechanized", "fighter", "bomber", "aa"])
def test_major_cities_mobilize_every_land_and_air_unit(unit: str) -> None:
    s = buying("germany = 40")
    for city in ("Dusseldorf", "Luxembourg"):
        do(s, f"build {unit}@{city}")
    do(s, "done")
    assert at(s, "Dusseldorf") == [f"G.{unit}"] and at(s, "Luxembourg") == [f"G.{unit}"]


@clause("build.11")
def test_minor_cities_mobilize_infantry_and_artillery_only() -> None:
    s = buying("germany = 40, france = 40, britain = 40")
    for cities in (("Mayence",), ("Amiens", "Reims"), ("Dunkirk",)):
        for city in cities:
            built = {name.split("@")[0] for name in choices(s, "build") if name.endswith(f"@{city}")}
            assert built == {"infantry", "artillery"}
            for unit in ("tank", "mechanized", "fighter", "bomber", "aa"):
                assert refusal(s, f"build {unit}@{city}") == "build.11"
        do(s, "done")


@clause("aa.1", "build.11")
def test_guns_are_built_in_own_cities_only() -> None:
    s = buying("germany = 9, britain = 9")
    assert {name for name in choices(s, "build") if name.startswith("aa@")} == {"aa@Dusseldorf", "aa@Luxembourg"}
    assert refusal(s, "build aa@London") == "aa.1"
    assert refusal(s, "build aa@Mayence") == "build.11"  # both limits hold (G28)
    do(s, "done")
    do(s, "build aa@London", "done")
    assert at(s, "London") == ["B.aa"]


@clause("build.12")
@pytest.mark.parametrize(("power", "zone"), [("britain", "21"), ("germany", "26"), ("france", "2")])
@pytest.mark.parametrize("ship", ["battleship", "cruiser", "destroyer", "submarine", "transport"])
def test_ships_appear_in_the_own_zone_only(power: str, zone: str, ship: str) -> None:
    s = buying(f"{power} = 12")
    assert {name.split("@")[1] for name in choices(s, "build") if name.startswith(ship)} == {zone}
    for other in {"21", "26", "2"} - {zone}:
        assert refusal(s, f"build {ship}@{other}") == "build.12"
    do(s, f"build {ship}@{zone}")
    if step(s) == "build":
        do(s, "done")
    assert at(s, zone) == [f"{power[0].upper()}.{ship}"]


@clause("build.12")
def test_ships_need_no_city() -> None:
    s = buying("france = 6", 'control = { germany = ["Paris", "Amiens", "Reims"] }')
    assert {name.split("@")[1] for name in choices(s, "build")} == {"2"}
    do(s, "build cruiser@2")
    assert at(s, "2") == ["F.cruiser"]


# ships among enemies


@clause("build.13", "build.12")
def test_ships_built_among_enemies_fight_in_the_next_round() -> None:
    s = buying("france = 6", 'units = { "2" = ["G.cruiser"] }\nround = 1')
    events = do(s, "build destroyer@2", rolls=[13, 3])  # Britain is drawn: no part in it
    assert at(s, "2") == ["F.destroyer", "G.cruiser"]
    assert not any(isinstance(e, CombatBegan) for e in events)
    assert s.active == BRITAIN and step(s) == "turn"
    events = do(s, "done", rolls=[2, 2, 4])  # France is drawn, its destroyer attacks: hit, miss
    assert s.active == FRANCE and any(isinstance(e, CombatBegan) for e in events)
    assert at(s, "2") == ["F.destroyer", "G.cruiser-1"] and step(s) == "press"
    do(s, "press", "stand", rolls=[2, 4])
    assert at(s, "2") == ["F.destroyer"] and s.due == 0
    assert refusal(s, "start 2") == "movement.4"


@clause("build.13")
def test_whoever_of_the_two_sides_is_drawn_first_attacks() -> None:
    s = buying("france = 6", 'units = { "2" = ["G.cruiser"] }\nround = 1')
    do(s, "build destroyer@2", rolls=[13, 1, 3, 4])
    assert s.active == GERMANY and at(s, "2") == ["G.cruiser"]


@clause("build.13")
def test_no_combat_is_due_where_nobody_is() -> None:
    s = buying("france = 6", "round = 1")
    do(s, "build destroyer@2", rolls=[13, 2])
    assert s.active == FRANCE and s.due == 0 and can(s, "start 2")


@clause("build.13")
def test_a_combat_that_is_due_lapses_when_the_enemy_has_gone() -> None:
    s = lay('due = ["2"]\npower = "france"\nunits = { "2" = ["F.destroyer"] }')
    assert step(s) == "turn" and s.due == 0


@clause("build.13")
def test_a_combat_is_due_once() -> None:
    """Both submarines dive, both stay: no second combat by itself."""
    s = lay(
        'due = ["2"]\npower = "britain"\nto_come = ["france", "germany"]\n'
        'units = { "2" = ["F.submarine", "G.submarine"] }'
    )
    assert s.due
    do(s, "done", rolls=[1])
    assert s.active == FRANCE and step(s) == "dive"
    do(s, "submerge")
    assert step(s) == "turn" and s.due == 0 and at(s, "2") == ["F.submarine", "G.submarine"]
    do(s, "done")
    assert s.active == GERMANY and step(s) == "turn"


@clause("build.13", "combat.casualties.4")
@pytest.mark.parametrize(("drawn", "power"), [(1, FRANCE), (2, GERMANY)])
def test_transports_without_a_warship_are_in_the_combat_that_is_due(drawn: int, power: int) -> None:
    """Whichever power is drawn first: its units attack, and a side without a warship loses its transports (G53)."""
    units = 'units = { "2" = ["F.transport+F.tank", "G.cruiser"] }'
    s = lay(f'due = ["2"]\npower = "britain"\nto_come = ["france", "germany"]\n{units}')
    events = do(s, "done", rolls=[drawn, 6])  # the cruiser misses
    assert s.active == power and any(isinstance(e, CombatBegan) for e in events)
    assert step(s) == "turn" and s.due == 0 and at(s, "2") == ["G.cruiser"]


@clause("build.13", "combat.casualties.4")
def test_transports_alone_on_both_sides_sink_each_other_where_a_combat_is_due() -> None:
    s = lay('due = ["2"]\npower = "france"\nunits = { "2" = ["F.transport", "G.transport"] }')
    assert step(s) == "turn" and s.due == 0 and at(s, "2") == [] and s.dice.made == 0


@clause("build.13")
def test_two_combats_may_be_due() -> None:
    s = lay(
        'due = ["2", "21"]\npower = "france"\nto_come = ["germany"]\n'
        'units = { "2" = ["G.cruiser", "B.transport"], "21" = ["G.cruiser", "B.transport"] }'
    )
    events = do(s, "done", rolls=[6, 6])
    assert len([e for e in events if isinstance(e, CombatBegan)]) == 2
    assert at(s, "2") == at(s, "21") == ["G.cruiser"] and s.due == 0


# stacking


@clause("build.14", "build.15")
def test_surplus_units_are_lost_with_their_price() -> None:
    s = buying("germany = 9", 'units = { "Mayence" = ["G.infantry x4", "G.aa"] }')
    events = do(s, "build infantry@Mayence", "build infantry@Mayence")
    assert s.npu[GERMANY] == 3
    events += do(s, "done")
    assert at(s, "Mayence") == ["G.aa"] + ["G.infantry"] * 5
    assert [(e.clauses, e.placed) for e in events if isinstance(e, Mobilized)] == [
        (("build.9",), True),
        (("build.15",), False),
    ]
    assert s.npu == (0, 0, 0)


@clause("build.14")
def test_allied_units_in_the_city_count() -> None:
    s = buying("france = 3", 'units = { "Paris" = ["B.infantry x5"] }')
    do(s, "build infantry@Paris")
    assert at(s, "Paris") == ["B.infantry"] * 5


@clause("build.14")
def test_guns_and_air_units_always_fit() -> None:
    s = buying("germany = 16", 'units = { "Dusseldorf" = ["G.tank x5", "G.aa x5", "G.fighter x5"] }')
    do(s, "build aa@Dusseldorf", "build fighter@Dusseldorf", "build bomber@Dusseldorf")
    stack = at(s, "Dusseldorf")
    assert [stack.count(f"G.{u}") for u in ("tank", "aa", "fighter", "bomber")] == [5, 6, 6, 1]


@clause("build.14", "build.15")
def test_five_ships_in_a_building_zone() -> None:
    s = buying("germany = 8", 'units = { "26" = ["G.submarine x4", "B.submarine x5"] }')
    do(s, "build submarine@26", "build submarine@26", rolls=[13, 2])
    assert at(s, "26") == ["B.submarine"] * 5 + ["G.submarine"] * 5


# the victory check


@clause("build.1")
def test_nothing_is_collected_or_built_when_the_game_is_won() -> None:
    s = lay('units = { "4" = ["G.tank"] }')
    events = do(s, "start 4", "take G.tank", "to Paris", "stop", "done")
    assert s.outcome is not None and s.decision is None
    assert not any(isinstance(e, Income) for e in events) and s.npu == (0, 0, 0)


@clause("build.1")
def test_if_nobody_has_won_income_follows() -> None:
    s = lay('phase = "victory check"')
    assert s.outcome is None and step(s) == "build" and s.npu == (18, 15, 18)


# the table


@pytest.mark.parametrize(
    ("unit", "cost", "move", "attack", "defence"),
    [
        pytest.param("infantry", 3, 2, 1, (2, 2, 2), marks=clause("unit.infantry")),
        pytest.param("artillery", 4, 2, 2, (2, 2, 2), marks=clause("unit.artillery")),
        pytest.param("tank", 5, 3, 3, (3, 2, 2), marks=clause("unit.tank")),
        pytest.param("mechanized", 4, 3, 0, (1, 1, 1), marks=clause("unit.mechanized")),
        pytest.param("bomber", 7, 6, 4, (1, 1, 1), marks=clause("unit.bomber")),
        pytest.param("fighter", 6, 4, 3, (4, 4, 4), marks=clause("unit.fighter")),
        pytest.param("battleship", 10, 2, 4, (4, 4, 4), marks=clause("unit.battleship")),
        pytest.param("cruiser", 6, 2, 3, (3, 3, 3), marks=clause("unit.cruiser")),
        pytest.param("destroyer", 6, 2, 2, (3, 3, 3), marks=clause("unit.destroyer")),
        pytest.param("submarine", 4, 2, 2, (2, 2, 2), marks=clause("unit.submarine")),
        pytest.param("transport", 5, 2, 0, (0, 0, 0), marks=clause("unit.transport")),
        pytest.param("aa", 3, 0, 0, (1, 1, 1), marks=clause("unit.aa")),
    ],
)
def test_a_row_of_the_table(unit: str, cost: int, move: int, attack: int, defence: tuple[int, ...]) -> None:
    number = UNITS.index(unit)
    at_sea = unit in ("battleship", "cruiser", "destroyer", "submarine", "transport")
    homes = ("26", "2", "21") if at_sea else ("Dusseldorf", "Paris", "London")
    names = ("germany", "france", "britain")
    for power, (name, home) in enumerate(zip(names, homes, strict=True)):
        s = lay(f'power = "{name}"\nunits = {{ "{home}" = ["{LETTERS[power]}.{unit}"] }}')
        area = SETTING.board.place(home)
        piece = s.at(area)[0]
        assert combat.value(s, piece, combat.ATTACK, area) == attack
        assert combat.value(s, piece, combat.DEFENCE, area) == defence[power]
        if unit == "aa":
            assert refusal(s, f"start {home}") == "aa.2"
        else:
            assert movement.group_range(s, (piece,)) == move
        assert SETTING.movement[number] == move
        s = buying(f"{name} = {cost}")
        do(s, f"build {unit}@{home}")
        assert at(s, home) == [f"{LETTERS[power]}.{unit}"]  # the money was just enough, and nothing is left
        if cost > 3:
            s = buying(f"{name} = {cost - 1}")
            assert refusal(s, f"build {unit}@{home}") == "build.5"
        else:
            assert step(buying(f"{name} = {cost - 1}")) != "build"


@clause("unit.infantry", "unit.artillery", "unit.tank", "unit.fighter", "unit.bomber")
@pytest.mark.parametrize(
    ("unit", "value"), [("infantry", 1), ("artillery", 2), ("tank", 3), ("fighter", 3), ("bomber", 4)]
)
def test_attackers_hit_on_their_value_or_less(unit: str, value: int) -> None:
    for die in (value, value + 1):
        s = lay(f'units = {{ "22" = ["G.{unit}"], "5" = ["F.mechanized"] }}\ncontrol = {{ germany = ["6"] }}')
        do(s, "start 22", f"take G.{unit}", "to 5", rolls=[die, 2])
        assert ("F.mechanized" in at(s, "5")) == (die > value)


@clause("unit.mechanized")
def test_mechanized_units_cannot_hit_in_attack_and_defend_on_1() -> None:
    s = lay('units = { "22" = ["G.mechanized"], "6" = ["F.mechanized"] }')
    do(s, "start 22", "take G.mechanized", "to 6", rolls=[2])  # the defender alone rolls
    assert at(s, "6") == ["F.mechanized"] and at(s, "22") == ["G.mechanized"]
    do(s, "press", "stand", rolls=[1])
    assert at(s, "22") == [] and at(s, "6") == ["F.mechanized"]


# mechanized units carry infantry


@clause("unit.mechanized.1", "land.4", "land.5")
def test_a_mechanized_unit_takes_two_infantry_along_three_spaces() -> None:
    s = lay('units = { "29" = ["G.mechanized", "G.infantry x3"] }')
    do(s, "start 29", "take G.infantry")
    assert refusal(s, "to 35") == "land.4"
    do(s, "take G.mechanized")
    assert can(s, "to 35")
    do(s, "take G.infantry")
    assert can(s, "to 35")
    do(s, "take G.infantry")
    assert refusal(s, "to 35") == "land.4"  # the third walks
    assert can(s, "to 34")


@clause("unit.mechanized.1")
def test_carried_infantry_arrives_with_its_carrier() -> None:
    s = lay('units = { "29" = ["G.mechanized x2", "G.infantry x3"] }')
    takes = ["take G.mechanized"] * 2 + ["take G.infantry"] * 3
    do(s, "start 29", *takes, "to 35")
    assert at(s, "35") == ["G.infantry"] * 3 + ["G.mechanized"] * 2


@clause("unit.mechanized.1", "land.4")
def test_mechanized_units_carry_infantry_and_nothing_else() -> None:
    s = lay('units = { "29" = ["G.mechanized", "G.artillery"] }')
    do(s, "start 29", "take G.mechanized", "take G.artillery")
    assert refusal(s, "to 35") == "land.4" and can(s, "to 34")


@clause("unit.mechanized.1")
def test_tanks_and_carried_infantry_keep_the_range_of_three() -> None:
    s = lay('units = { "29" = ["G.mechanized", "G.infantry", "G.tank"] }')
    do(s, "start 29", "take G.tank", "take G.infantry")
    assert not can(s, "to 35")
    do(s, "take G.mechanized")
    assert can(s, "to 35")


@clause("unit.mechanized.1")
def test_carried_infantry_fights_and_may_outlive_its_carrier() -> None:
    s = lay('units = { "29" = ["G.mechanized", "G.infantry x2"], "22" = ["B.infantry"] }')
    do(s, "start 29", "take G.mechanized", "take G.infantry", "take G.infantry", "to 22", rolls=[1, 2, 2])
    do(s, "lose G.mechanized")
    assert at(s, "22") == ["G.infantry", "G.infantry"]


@clause("unit.mechanized.1")
def test_infantry_rides_only_as_long_as_the_group_stays_together() -> None:
    """In steps the carrier's range holds for all of the group."""
    s = lay('units = { "29" = ["G.mechanized", "G.infantry x2"] }')
    do(s, "start 29", "take G.mechanized", "take G.infantry", "take G.infantry", "to 31", "to 34")
    assert can(s, "to 35")
    do(s, "to 35")
    assert len(at(s, "35")) == 3


# warnings, and combats that are not due


def prompt(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.prompt


@clause("build.15")
def test_a_full_city_is_named_before_the_money_is_gone() -> None:
    s = buying(
        "germany = 40",
        'units = { "Mayence" = ["G.infantry x3", "G.aa"], "Luxembourg" = ["G.tank x5"], "26" = ["G.cruiser"] }',
    )
    assert "No room is left in Luxembourg: " in prompt(s)
    do(s, "build infantry@Mayence", "build cruiser@26", "build fighter@Dusseldorf", "build aa@Dusseldorf")
    assert "No room is left in Luxembourg: " in prompt(s)
    do(s, "build infantry@Mayence")
    assert "Mayence" in prompt(s) and "Luxembourg" in prompt(s) and "Dusseldorf" not in prompt(s)
    do(s, "build artillery@Mayence")
    assert "Mayence" in prompt(s)  # more than full
    assert "No room" not in prompt(buying("germany = 40"))


@clause("build.15")
def test_only_the_own_orders_fill_a_city_in_the_warning() -> None:
    s = buying("germany = 30, france = 9", 'units = { "Reims" = ["F.infantry x4"] }')
    do(s, *["build infantry@Mayence"] * 5, "done")
    assert "No room" not in prompt(s)
    do(s, "build infantry@Reims")
    assert "No room is left in Reims: " in prompt(s)
    s = buying("britain = 9", 'units = { "Paris" = ["F.infantry x5"] }')
    assert "No room" not in prompt(s)  # the ally's city


@clause("build.13")
@pytest.mark.parametrize(
    ("order", "units", "due"),
    [
        ("infantry@Dusseldorf", '"26" = ["B.submarine", "G.submarine"]', []),
        ("submarine@26", '"25" = ["B.submarine"], "27" = ["B.infantry"]', []),
        ("submarine@26", '"26" = ["B.submarine", "G.submarine x5"]', []),  # not placed
        ("submarine@26", '"26" = ["B.submarine"]', ["26"]),
        ("submarine@26", '"26" = ["F.transport"]', ["26"]),
    ],
)
def test_when_a_combat_is_due(order: str, units: str, due: list[str]) -> None:
    s = buying("germany = 7", f"units = {{ {units} }}")
    do(s, f"build {order}")
    production.Mobilize().after(s)
    assert SETTING.board.names(s.due) == due


@clause("build.5")
def test_the_purse_of_the_others_is_not_touched() -> None:
    s = buying("germany = 10, france = 10, britain = 10")
    do(s, "build tank@Dusseldorf")
    assert s.npu == (5, 10, 10)
    do(s, "done", "build artillery@Paris")
    assert s.npu == (5, 6, 10)
    do(s, "done", "build infantry@London")
    assert s.npu == (5, 6, 7)
