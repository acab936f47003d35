"""Chapter 11 after the die has fallen: losses, retreats and advances."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.games.victory_or_defeat import aftermath
from meuse.games.victory_or_defeat.events import Advanced, Eliminated, Retreated, StepLost
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import MAP, can, choices, clause, controls, do, lay, refusal, steps, where

# 2626 and all six hexes around it are clear and without rivers: 2627, 2726, 2725, 2625, 2525, 2526 going round


def fight(units: str, target: str, *attackers: str, die: int, more: str = "", side: str = "german") -> WarState:
    """An attack by these units, up to the fall of the die; 0: the result is automatic."""
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    s = lay(f'{scenario}{more}\nphase = "{side} combat"\nturn = 2\nunits = {{ {units} }}\n')
    do(s, f"attack {target}", *[f"commit {unit}" for unit in attackers])
    if can(s, "reveal"):
        do(s, "reveal")
    do(s, "fight", rolls=[die] if die else [])
    return s


def step(s: WarState) -> str:
    assert s.decision is not None
    return s.decision.step


def losses(s: WarState) -> list[tuple[str, tuple[str, ...]]]:
    """Who lost something in the last action, and by which clauses."""
    return [(s.piece_name(e.piece), e.clauses) for e in s.events if isinstance(e, StepLost | Eliminated)]


def of(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def retreats(s: WarState, unit: str, *bases: str) -> set[str]:
    piece = MAP.piece(unit)
    numbers = tuple(MAP.board.place(base) for base in bases)
    return set(MAP.board.names(aftermath.retreat_hexes(s, piece, s.where[piece], numbers)))


# 11.1: advance


@clause("11.1a")
def test_attackers_advance_into_the_emptied_hex() -> None:
    s = fight('"2627" = ["G.I", "G.II"], "2526" = ["G.III"], "2626" = ["F.VII:1"]', "2626", "G.I", "G.III", die=1)
    assert where(s, "F.VII") == "dead" and step(s) == "advance"
    assert choices(s, "advance") == {"G.I", "G.III"}
    assert refusal(s, "advance G.II") == "11.1a"
    events = do(s, "advance G.III")
    assert [(e.piece, e.hex) for e in of(events, Advanced)] == [(MAP.piece("G.III"), MAP.board.place("2626"))]
    assert refusal(s, "advance G.III") == "11.1a"
    do(s, "advance G.I")
    assert (where(s, "G.I"), where(s, "G.III"), where(s, "G.II")) == ("2626", "2626", "2627")
    assert controls(s, "german", "2626") and step(s) == "combat"


@clause("11.1a")
def test_an_advance_obeys_the_stacking_limit() -> None:
    units = '"2627" = ["G.I", "G.II", "G.III"], "2526" = ["G.IV"], "2626" = ["F.VII:1"]'
    s = fight(units, "2626", "G.I", "G.II", "G.III", "G.IV", die=0)
    do(s, "advance G.I", "advance G.II", "advance G.III")
    assert step(s) == "combat" and where(s, "G.IV") == "2526"


@clause("11.1a")
def test_no_advance_while_a_defender_is_left() -> None:
    s = fight('"2627" = ["G.I", "G.II"], "2626" = ["F.VII"]', "2626", "G.I", "G.II", die=1)  # DE: one step of two
    assert steps(s, "F.VII") == 1 and step(s) == "combat"


@clause("11.1b")
@pytest.mark.parametrize(
    ("unit", "enemy", "side"),
    [("G.I", "F.VII:1", "german"), ("UK.I", "G.XXXII:1", "allied"), ("B.I", "G.XXXII:1", "allied")],
)
def test_all_but_the_french_may_stay(unit: str, enemy: str, side: str) -> None:
    # in Belgium all three may fight: 3333 and its neighbours are clear
    units = f'"3334" = ["{unit}"], "3333" = ["{enemy}"], "3619" = ["UK.III"]'
    s = fight(units, "3333", unit, die=2, side=side, more="countries = { belgium = 1 }")
    if s.to_act != side:
        do(s, str(s.options[0]))
    assert step(s) == "advance" and can(s, "stay") and can(s, f"advance {unit}")
    do(s, "stay")
    assert where(s, unit) == "3334" and step(s) == "combat"


@clause("11.1b", "11.10e")
def test_an_advance_is_made_before_the_next_battle_or_not_at_all() -> None:
    s = fight('"2627" = ["G.I", "G.II"], "2626" = ["F.VII:1"], "2526" = ["F.VIII"]', "2626", "G.I", die=2)
    assert refusal(s, "attack 2526") == "5.0a"
    do(s, "stay", "attack 2526", "commit G.II", "fight", rolls=[6])
    assert not can(s, "advance G.I")


@clause("11.1c")
def test_the_french_must_advance_with_at_least_one_unit() -> None:
    s = fight('"2627" = ["F.I", "F.II"], "2626" = ["G.XXXII:1"]', "2626", "F.I", "F.II", die=1, side="allied")
    assert where(s, "G.XXXII") == "dead" and choices(s, "advance") == {"F.I", "F.II"}
    assert refusal(s, "stay") == "11.1c" and s.decision is not None
    assert s.decision.prompt == "Advance: at least one French unit must enter 2626."
    do(s, "advance F.II")
    assert s.decision.prompt == "Advance: choose units to enter 2626, or stay."
    do(s, "stay")
    assert where(s, "F.II") == "2626" and where(s, "F.I") == "2627"


@clause("11.1c")
def test_french_units_that_cannot_advance_need_not() -> None:
    # the French hesitate before Belgium (a roll of 1), so nobody can enter 3230 from 3229
    units = '"3229" = ["F.I"], "3230" = ["G.XXXII:1"], "3619" = ["UK.I"]'
    more = "countries = { belgium = 2 }\nroads_of_belgium = 1\n"
    s = fight(units, "3230", "F.I", die=1, side="allied", more=more)
    assert where(s, "G.XXXII") == "dead" and where(s, "F.I") == "3229" and step(s) == "combat"
    s = fight(units, "3230", "F.I", die=1, side="allied", more=more + 'options = { hesitation = "movement" }')
    assert step(s) == "advance" and refusal(s, "stay") == "11.1c"
    s = fight(units.replace("3229", "3231"), "3230", "F.I", die=1, side="allied", more=more)  # inside already
    assert step(s) == "advance" and choices(s, "advance") == {"F.I"}


@clause("11.1a")
def test_former_neutrals_do_not_advance_out_of_their_area_nor_frozen_swiss_at_all() -> None:
    more = 'countries = { switzerland = 1 }\nswiss = "forward"\n'
    units = '"1234" = ["Sw.I"], "1233" = ["G.XXXII:1"]'
    s = fight(units, "1233", "Sw.I", die=2, side="allied", more=more)
    do(s, str(s.options[0]))  # the German retreats
    assert step(s) == "advance" and choices(s, "advance") == {"Sw.I"}
    s = fight(units, "1233", "Sw.I", die=2, side="allied", more=more + 'options = { swiss_forward = "frozen" }')
    do(s, str(s.options[0]))  # the German retreats
    assert step(s) == "combat"


# 11.3: retreat


@clause("11.3a")
def test_on_dr_a_unit_retreats_one_hex_of_its_owners_choice() -> None:
    s = fight('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I", die=2)
    assert s.to_act == "allied" and step(s) == "retreat_to"
    assert choices(s, "to") == {"2725", "2625", "2525"}  # the others are in the zone of G.I
    assert refusal(s, "to 2624") == "11.3a"
    events = do(s, "to 2725")
    assert [(e.piece, e.clauses) for e in of(events, Retreated)] == [(MAP.piece("F.VII"), ("11.3a",))]
    assert where(s, "F.VII") == "2725" and steps(s, "F.VII") == 2 and steps(s, "G.I") == 2


@clause("11.3b")
def test_units_of_a_stack_may_part_in_retreat() -> None:
    units = '"2627" = ["G.I", "G.II", "G.19"], "2626" = ["F.VII", "F.VIII"]'
    s = fight(units, "2626", "G.I", "G.II", "G.19", die=6)  # 24 to 10
    assert step(s) == "retreat" and choices(s, "retreat") == {"F.VII", "F.VIII"}
    assert refusal(s, "retreat F.I") == "11.3a"
    do(s, "retreat F.VIII", "to 2525", "to 2725")
    assert where(s, "F.VIII") == "2525" and where(s, "F.VII") == "2725" and step(s) == "advance"


@clause("11.3c")
def test_a_retreat_may_not_overstack_or_mix() -> None:
    units = '"2627" = ["G.I"], "2626" = ["F.VII"], "2725" = ["F.I", "F.II", "F.III"], "2625" = ["UK.I"]'
    units += ', "2525" = ["F.IV", "F.V"]'
    s = fight(units, "2626", "G.I", die=2)
    assert where(s, "F.VII") == "2525"  # the only hex with room
    twin = lay(f'phase = "german combat"\nturn = 2\nunits = {{ {units} }}\n')
    assert retreats(twin, "F.VII", "2627") == {"2525"}
    units = units.replace(', "2525" = ["F.IV", "F.V"]', "")
    s = fight(units.replace('"F.II", "F.III"', '"F.II"'), "2626", "G.I", die=2)
    assert choices(s, "to") == {"2725", "2525"} and refusal(s, "to 2625") == "11.3c"


@clause("11.3d")
def test_no_retreat_into_an_attackers_hex() -> None:
    # the hexes of the attackers are closed even where no zone is: 1939
    more = 'scenario = "1939"'
    s = fight('"1742" = ["f.1"], "1741" = ["g.5"]', "1741", "f.1", die=3, side="allied", more=more)
    assert step(s) == "retreat_to" and refusal(s, "to 1742") == "11.3d"
    assert choices(s, "to") == {"1740", "1641", "1642", "1841", "1842"}
    # once an attacker has died in the hex it attacked from, it stays closed
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2626" = ["F.VII"] }\n')
    everywhere = {"2627", "2726", "2725", "2625", "2525", "2526"}
    assert retreats(s, "F.VII") == everywhere
    assert retreats(s, "F.VII", "2627", "2525") == everywhere - {"2627", "2525"}


@clause("11.3e")
def test_no_retreat_to_where_the_unit_could_not_go() -> None:
    # Dunkirk: the sea on three sides
    s = fight('"3828" = ["G.I", "G.II"], "3927" = ["F.VII"]', "3927", "G.I", "G.II", die=3)
    assert where(s, "F.VII") == "3926"  # 3827 is in the zone of the Germans, all else is sea
    # across Lake Constance, and into neutral Switzerland
    s = lay('phase = "allied combat"\nturn = 2\nunits = { "1236" = ["G.I"], "1137" = ["F.I"] }\n')
    assert not {"1135", "1235", "1136"} & retreats(s, "G.I")
    more = 'countries = { switzerland = 1 }\nswiss = "forward"'
    s = lay(f'phase = "allied combat"\nturn = 2\nunits = {{ "1236" = ["G.I"] }}\n{more}\n')
    assert retreats(s, "G.I") == {"1237", "1336", "1335", "1235"}  # not over the lake to 1135


@clause("11.3e", "10.8b", "TECg")
def test_no_retreat_into_the_gap() -> None:
    s = fight('"2236" = ["G.I"], "2135" = ["F.VII:1"]', "2135", "G.I", die=2)  # rough: 2:1 becomes 1:1
    assert step(s) == "retreat_to" and refusal(s, "to 2235") == "11.3e"
    assert "2134" in choices(s, "to")


@clause("11.3e")
def test_reasons_why_a_retreat_hex_is_closed() -> None:
    units = '"1236" = ["G.XXXII:1"], "1237" = ["F.I", "F.II"], "1337" = ["F.III"]'
    s = fight(units, "1236", "F.I", "F.II", die=6, side="allied",
              more='countries = { switzerland = 1 }\nswiss = "forward"')  # fmt: skip
    assert choices(s, "to") == {"1335", "1235"}
    assert refusal(s, "to 1135") == "11.3e"  # across Lake Constance
    assert refusal(s, "to 1136") == "11.3e"  # the lake itself
    assert refusal(s, "to 1237") == "11.3d" and refusal(s, "to 1336") == "7.4a" and refusal(s, "to 1436") == "11.3a"


@clause("11.3e")
def test_former_neutrals_do_not_retreat_out_of_their_area() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2831" = ["B.I"] }\ncountries = { belgium = 1 }\n')
    assert retreats(s, "B.I") == {"2832", "2731", "2930", "2931"}


@clause("11.3e")
def test_germans_of_1939_do_not_retreat_out_of_germany() -> None:
    s = lay('scenario = "1939"\nphase = "allied combat"\nturn = 2\nunits = { "2136" = ["g.5"] }\n')
    assert retreats(s, "g.5") == {"2137", "2236", "2237", "2036", "2037"}  # not 2135 in France


@clause("11.3f")
def test_a_blocked_unit_stays_and_suffers_de() -> None:
    # zones of G.I, G.II and G.III cover everything around 2626
    units = '"2627" = ["G.I"], "2725" = ["G.II"], "2525" = ["G.III"], "2626" = ["F.VII"]'
    s = fight(units, "2626", "G.I", die=2)
    assert where(s, "F.VII") == "2626" and steps(s, "F.VII") == 1
    assert losses(s) == [("F.VII", ("11.3f", "11.6c", "2.10c"))] and step(s) == "combat"
    s = fight(units.replace("F.VII", "F.VII:1"), "2626", "G.I", die=4)  # 2:1
    assert where(s, "F.VII") == "dead" and losses(s) == [("F.VII", ("11.3f", "11.6c"))] and step(s) == "advance"


@clause("11.3f")
def test_only_the_blocked_units_of_a_stack_suffer() -> None:
    # room for one unit in 2625 (two stand there), nothing else open
    units = (
        '"2627" = ["G.I", "G.II", "G.19"], "2724" = ["G.IV"], "2424" = ["G.V"], '
        '"2626" = ["F.VII", "F.VIII"], "2625" = ["F.I", "F.II"]'
    )
    text = f'phase = "german combat"\nturn = 2\nunits = {{ {units} }}\n'
    s = lay(text)
    assert retreats(s, "F.VII", "2627") <= {"2625", "2525", "2725"}
    units = units.replace('"2724" = ["G.IV"]', '"2726" = ["G.IV"]').replace('"2424" = ["G.V"]', '"2526" = ["G.V"]')
    s = fight(units, "2626", "G.I", "G.II", "G.19", die=6)
    assert choices(s, "retreat") == {"F.VII", "F.VIII"}
    do(s, "retreat F.VIII")
    assert where(s, "F.VIII") == "2625" and where(s, "F.VII") == "2626" and steps(s, "F.VII") == 1
    assert steps(s, "F.VIII") == 2 and step(s) == "combat"  # the hex is not vacated


@clause("11.3f", "11.6a")
def test_a_blocked_unit_dies_in_1939() -> None:
    # surrounded on all sides
    ring = (
        '"1742" = ["f.1"], "1740" = ["f.3"], "1641" = ["f.5"], "1642" = ["f.9"], "1841" = ["f.12"], "1842" = ["f.15"]'
    )
    s = fight(ring + ', "1741" = ["g.5"]', "1741", "f.1", die=3, side="allied", more='scenario = "1939"')
    assert where(s, "g.5") == "dead" and losses(s) == [("g.5", ("11.3f", "11.6a"))]


@clause("11.3g")
def test_a_fort_turns_dr_into_the_loss_of_a_unit_on_each_side() -> None:
    units = '"2731" = ["G.I", "G.II", "G.III"], "2632" = ["F.VII", "F.VIII", "F.M2632"]'
    s = fight(units, "2632", "G.I", "G.II", "G.III", die=1)  # 18 to 12, two columns left: 1:3
    assert s.to_act == "allied" and choices(s, "lose") == {"F.VII", "F.VIII"}
    assert refusal(s, "lose F.M2632") == "11.4b" and refusal(s, "lose G.I") == "11.4a"
    do(s, "lose F.VIII")
    assert where(s, "F.VIII") == "dead" and losses(s) == [("F.VIII", ("11.3g",))]
    assert s.to_act == "german" and choices(s, "lose") == {"G.I", "G.II", "G.III"}
    do(s, "lose G.II")
    assert where(s, "G.II") == "dead" and where(s, "F.VII") == "2632" and steps(s, "F.VII") == 2
    assert steps(s, "F.M2632") == 2 and step(s) == "combat"


@clause("11.3g")
def test_a_fort_alone_dies_whole_and_the_attacker_may_advance() -> None:
    s = fight('"2731" = ["G.I", "G.II"], "2632" = ["F.M2632"]', "2632", "G.I", "G.II", die=6)  # 4:1
    assert where(s, "F.M2632") == "dead" and choices(s, "lose") == {"G.I", "G.II"}
    do(s, "lose G.I")
    assert step(s) == "advance" and choices(s, "advance") == {"G.II"}


@clause("11.3g", "TECl")
def test_with_the_charts_reading_dr_against_a_fort_stalls() -> None:
    s = fight('"2731" = ["G.I", "G.II"], "2632" = ["F.VII", "F.M2632"]', "2632", "G.I", "G.II", die=1,
              more='options = { fort_dr = "as" }')  # fmt: skip
    assert [e.result for e in s.events if e.__class__.__name__ == "Fought"] == ["DR"]
    assert losses(s) == [] and step(s) == "combat" and where(s, "F.VII") == "2632"


@clause("11.3g", "11.4b")
def test_the_owner_may_give_up_the_fort_if_the_players_rule_so() -> None:
    more = 'options = { fort_dr_loss = "owner_choice" }'
    units = '"2731" = ["G.I", "G.II"], "2632" = ["F.VII", "F.M2632"]'
    s = fight(units, "2632", "G.I", "G.II", die=1, more=more)  # 12 to 7, two left: 1:3, DR
    assert choices(s, "lose") == {"F.VII", "F.M2632"}
    do(s, "lose F.M2632")
    assert where(s, "F.M2632") == "dead" and where(s, "F.VII") == "2632"
    s = fight(units, "2632", "G.I", "G.II", die=1)
    assert where(s, "F.VII") == "dead" and steps(s, "F.M2632") == 2  # mobile first, no choice


@clause("11.4b")
def test_owner_choice_is_only_for_the_special_bloodbath() -> None:
    units = '"2731" = ["G.19", "G.I", "G.II"], "2632" = ["F.VII:1", "F.M2632"]'  # 20 to 5 less two: 2:1
    s = fight(units, "2632", "G.19", "G.I", "G.II", die=2, more='options = { fort_dr_loss = "owner_choice" }')
    assert where(s, "F.VII") == "dead" and steps(s, "F.M2632") == 2  # an ordinary BB


# 11.4 to 11.6: results


@clause("11.4a")
def test_on_bb_each_side_loses_one_step_of_its_choice() -> None:
    units = '"2627" = ["G.I", "G.II"], "2626" = ["F.VII", "F.VIII"]'
    s = fight(units, "2626", "G.I", "G.II", die=1)  # 12 to 10
    assert s.to_act == "allied" and choices(s, "lose") == {"F.VII", "F.VIII"} and step(s) == "loss"
    assert s.decision is not None and s.decision.prompt == "Choose the unit that loses a step."
    do(s, "lose F.VII")
    assert losses(s) == [("F.VII", ("11.4a", "2.10c"))]
    assert s.to_act == "german" and choices(s, "lose") == {"G.I", "G.II"} and refusal(s, "lose F.VII") == "11.4a"
    do(s, "lose G.II")
    assert [steps(s, unit) for unit in ("F.VII", "F.VIII", "G.I", "G.II")] == [1, 2, 2, 1]
    assert step(s) == "combat"


@clause("11.4b")
def test_on_bb_mobile_units_bear_the_loss_before_the_fort() -> None:
    units = '"2731" = ["G.19", "G.I", "G.II"], "2632" = ["F.VII", "F.VIII", "F.M2632"]'  # 20 to 12 is 1:1 is 1:3
    assert aftermath.must_lose(lay('phase = "german combat"'), (MAP.piece("F.VII"), MAP.piece("F.M2632")), 0) == (
        MAP.piece("F.VII"),
    )
    units = units.replace('"F.VII", "F.VIII"', '"F.VII:1", "F.VIII:1"')  # 20 to 8 is 2:1 is 1:2, one more column wanted
    units = units.replace("F.M2632", "F.M2632:1")  # 20 to 7 is 2:1, one left: 1:1
    s = fight(units, "2632", "G.19", "G.I", "G.II", die=1)
    assert choices(s, "lose") == {"F.VII", "F.VIII"} and refusal(s, "lose F.M2632") == "11.4b"


@clause("11.4b", "11.4a")
def test_on_bb_a_lone_fort_loses_a_step() -> None:
    s = fight('"2731" = ["G.I", "G.II"], "2632" = ["F.M2632"]', "2632", "G.I", "G.II", die=4)  # 6:1 is 4:1
    assert steps(s, "F.M2632") == 1
    do(s, "lose G.I")
    assert step(s) == "combat"


@clause("11.4c")
def test_a_bloodbath_that_empties_the_hex_allows_an_advance() -> None:
    s = fight('"2627" = ["G.I", "G.II"], "2626" = ["F.VII:1"]', "2626", "G.I", "G.II", die=4)  # 12 to 3
    assert where(s, "F.VII") == "dead"
    do(s, "lose G.I")
    assert step(s) == "advance" and choices(s, "advance") == {"G.I", "G.II"} and can(s, "stay")
    s = fight('"2627" = ["F.I", "F.II"], "2626" = ["G.XXXII:1"]', "2626", "F.I", "F.II", die=5, side="allied")
    do(s, "lose F.I")
    assert step(s) == "advance" and refusal(s, "stay") == "11.1c"


@clause("11.5a")
def test_on_as_nothing_happens() -> None:
    s = fight('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I", die=6)
    assert losses(s) == [] and step(s) == "combat"
    assert [where(s, u) for u in ("G.I", "F.VII")] == ["2627", "2626"]
    assert [steps(s, u) for u in ("G.I", "F.VII")] == [2, 2]


@clause("11.6a")
def test_de_kills_all_defenders_in_1939_forts_included() -> None:
    units = '"2135" = ["f.1", "f.3", "f.5", "f.9", "f.12", "f.15", "f.25"], "2136" = ["g.209", "g.211", "G.W2136"]'
    s = fight(units, "2136", "f.1", "f.3", "f.5", "f.9", "f.12", "f.15", "f.25", die=1, side="allied",
              more='scenario = "1939"')  # fmt: skip
    assert [where(s, u) for u in ("g.209", "g.211", "G.W2136")] == ["dead"] * 3  # 28 to 5 is 5:1 is 3:1
    assert {name for name, by in losses(s) if by == ("11.6a",)} == {"g.209", "g.211", "G.W2136"}


@clause("11.6b")
def test_ae_costs_the_attacker_one_unit_of_his_choice_in_1939() -> None:
    units = '"2136" = ["f.1", "f.3"], "2237" = ["g.5", "g.6", "g.9"]'  # 8 to 12 in rough country: 1:3
    s = fight(units, "2237", "f.1", "f.3", die=6, side="allied", more='scenario = "1939"')
    assert s.to_act == "allied" and choices(s, "lose") == {"f.1", "f.3"} and s.decision is not None
    assert s.decision.prompt == "Choose the unit to be eliminated."
    do(s, "lose f.3")
    assert losses(s) == [("f.3", ("11.6b",))] and where(s, "f.1") == "2136" and where(s, "f.3") == "dead"


@clause("11.6c")
def test_de_costs_every_defender_a_step_in_1940() -> None:
    units = '"2627" = ["G.19", "G.15", "G.41"], "2626" = ["F.VII", "F.VIII:1", "F.IX:1"]'  # 36 to 11
    s = fight(units, "2626", "G.19", "G.15", "G.41", die=2)
    assert [steps(s, u) for u in ("F.VII", "F.VIII", "F.IX")] == [1, 0, 0]
    assert where(s, "F.VII") == "2626" and where(s, "F.VIII") == where(s, "F.IX") == "dead"
    assert dict(losses(s)) == {"F.VII": ("11.6c", "2.10c"), "F.VIII": ("11.6c",), "F.IX": ("11.6c",)}
    assert [steps(s, u) for u in ("G.19", "G.15", "G.41")] == [4, 4, 4]


@clause("11.6c")
def test_ae_costs_every_attacker_a_step_in_1940() -> None:
    units = '"2627" = ["G.XXXII", "G.XXXIII:1"], "2626" = ["UK.I"], "2525" = ["UK.II"]'  # 3 to 8
    s = fight(units, "2626", "G.XXXII", "G.XXXIII", die=6)
    assert steps(s, "G.XXXII") == 1 and where(s, "G.XXXII") == "2627" and where(s, "G.XXXIII") == "dead"
    assert dict(losses(s)) == {"G.XXXII": ("11.6c", "2.10c"), "G.XXXIII": ("11.6c",)}
    assert steps(s, "UK.I") == 4 and step(s) == "combat"


@clause("11.6c")
def test_de_reduces_a_full_fort_and_kills_a_west_wall_fort() -> None:
    s = fight('"2731" = ["G.I", "G.II"], "2632" = ["F.VII:1", "F.M2632:1"]', "2632", "G.I", "G.II", die=1)  # 12 to 4
    assert where(s, "F.VII") == "dead" and where(s, "F.M2632") == "dead"
    s = fight('"2731" = ["G.I", "G.II"], "2632" = ["F.M2632"]', "2632", "G.I", "G.II", die=3)
    assert steps(s, "F.M2632") == 1 and step(s) == "combat"
    s = fight('"2135" = ["F.I"], "2136" = ["G.W2136"]', "2136", "F.I", die=2, side="allied")  # 3:1
    assert where(s, "G.W2136") == "dead" and choices(s, "advance") == {"F.I"}


@clause("11.6c")
def test_a_british_corps_lost_in_battle_scores_only_if_it_was_out_of_supply() -> None:
    ring = '"2627" = ["G.19", "G.15"], "2725" = ["G.II"], "2525" = ["G.III"]'
    s = fight(ring + ', "2626" = ["UK.I:1"]', "2626", "G.19", "G.15", die=0)
    assert where(s, "UK.I") == "dead" and s.british_lost == 1 and s.vp == 1
    s = fight('"2627" = ["G.19", "G.15"], "2626" = ["UK.I:1"]', "2626", "G.19", "G.15", die=0)
    assert where(s, "UK.I") == "dead" and s.british_lost == 0 and s.vp == 0


@clause("11.3f")
def test_a_british_unit_forced_off_the_map_if_the_players_rule_so() -> None:
    # 2919 is not on the edge, 2918 is; zones close every other way
    units = '"2919" = ["G.19", "G.15", "G.I"], "3019" = ["G.II"], "2819" = ["G.III"], "2918" = ["UK.I"]'
    s = fight(units, "2918", "G.19", "G.15", "G.I", die=6)
    assert where(s, "UK.I") == "2918" and steps(s, "UK.I") == 3
    s = fight(units, "2918", "G.19", "G.15", "G.I", die=6, more='options = { edge_retreat = "british" }')
    assert where(s, "UK.I") == "dead" and losses(s) == [("UK.I", ("5.14e",))]
