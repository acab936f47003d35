"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from meuse.engine import Refused
from meuse.games.victory_or_defeat import stacking
from meuse.games.victory_or_defeat.events import Eliminated, Moved
from meuse.games.victory_or_defeat.setting import BELGIANS, BRITISH, FRENCH, GERMANS
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import MAP, can, choices, clause, do, lay, refusal, where

NINE = ("g.5", "g.6", "g.9", "g.15", "g.16", "g.22", "g.25", "g.26", "g.33")


def movement(side: str, units: str, more: str = "") -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{side} movement"\nturn = 2\nunits = {{ {units} }}\n')


def step(s: WarState) -> str:
    assert s.decision is not None
    return s.decision.step


def removed(s: WarState) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(s.piece_name(e.piece), e.cause, e.clauses) for e in s.events if isinstance(e, Eliminated)]


def hexa(label: str) -> int:
    return MAP.board.place(label)


@clause("6.1a")
def test_forts_take_no_room() -> None:
    s = movement("allied", '"2632" = ["F.I", "F.II", "F.III", "F.M2632"]')
    assert not stacking.overstacked(s, hexa("2632")) and len(s.at(hexa("2632"))) == 4
    do(s, "done")
    assert step(s) == "combat" and where(s, "F.M2632") == where(s, "F.I") == "2632"
    s = movement("allied", '"2632" = ["F.I", "F.II", "F.M2632"]')
    assert not stacking.without_room(s, FRENCH, 1 << hexa("2632"))


@clause("6.1a")
def test_markers_and_the_4th_armored_take_no_room() -> None:
    s = lay('phase = "allied combat"\nturn = 6\ndynamo = { turn = 5, port = "3927" }\n'
            'units = { "3927" = ["F.I", "F.II", "F.III"], "3828" = ["G.XXXII"] }\n')  # fmt: skip
    do(s, "attack 3828", "commit F.I", "commit F.II", "commit F.III", "support", "fight")  # 15 to 4 and one column
    while step(s) != "combat":
        do(s, "stay" if can(s, "stay") else str(s.options[0]))
    do(s, "done")
    assert all(where(s, unit) in ("3927", "3828") for unit in ("F.I", "F.II", "F.III"))


@clause("6.2a", "6.2d")
def test_limits_are_not_looked_at_while_units_move() -> None:
    s = movement("german", '"2627" = ["G.I", "G.II", "G.III"], "2628" = ["G.IV"]')
    do(s, "move G.IV", "to 2627")
    assert stacking.overstacked(s, hexa("2627")) and where(s, "G.IV") == "2627"
    do(s, "stop")
    assert step(s) == "movement"  # nobody has been asked to remove anything
    do(s, "move G.I", "to 2626", "stop")
    do(s, "done")
    assert step(s) == "combat" and removed(s) == []


@clause("6.2b", "6.4a")
def test_the_enemy_cuts_an_overstack_at_the_end_of_the_phase() -> None:
    s = movement("german", '"2627" = ["G.I", "G.II", "G.III", "G.IV", "G.V"]')
    do(s, "done")
    assert s.to_act == "allied" and step(s) == "overstack" and s.decision is not None
    assert s.decision.prompt == "2627 is overstacked: choose an enemy unit to eliminate."
    assert choices(s, "remove") == {"G.I", "G.II", "G.III", "G.IV", "G.V"}
    assert refusal(s, "remove G.VI") == "6.2b"
    do(s, "remove G.III")
    assert removed(s) == [("G.III", "stacking", ("6.2b",))] and s.to_act == "allied"
    with pytest.raises(Refused):
        s.undo()
    do(s, "remove G.I")
    assert step(s) == "combat" and s.to_act == "german"
    assert [where(s, unit) for unit in ("G.I", "G.II", "G.III", "G.IV", "G.V")] == [
        "dead",
        "2627",
        "dead",
        "2627",
        "2627",
    ]


@clause("6.2b")
def test_the_owner_of_allied_overstacks_has_them_cut_by_the_german() -> None:
    s = movement("allied", '"2627" = ["F.I", "F.II", "F.III", "F.IV"], "2626" = ["F.V", "F.VI", "F.VII", "F.VIII"]')
    do(s, "done")
    assert s.to_act == "german" and choices(s, "remove") == {"F.V", "F.VI", "F.VII", "F.VIII"}  # 2626 comes first
    do(s, "remove F.V")
    assert s.to_act == "german" and choices(s, "remove") == {"F.I", "F.II", "F.III", "F.IV"}
    do(s, "remove F.IV")
    assert step(s) == "combat"


@clause("6.2a", "6.2b")
def test_the_fort_in_an_overstacked_hex_is_not_among_the_victims() -> None:
    s = movement("allied", '"2632" = ["F.I", "F.II", "F.III", "F.IV", "F.M2632"]')
    do(s, "done")
    assert choices(s, "remove") == {"F.I", "F.II", "F.III", "F.IV"}


@clause("6.2c")
def test_no_unit_enters_a_hex_with_enemies_not_even_in_passing() -> None:
    # a panzer corps has no zones to heed, and must still go round
    s = movement("german", '"2625" = ["G.19"], "2626" = ["F.I"]')
    do(s, "move G.19")
    assert refusal(s, "to 2626") == "6.2c"
    moved = next(e for e in do(s, "to 2627") if isinstance(e, Moved))
    assert moved.cost == 3 and hexa("2626") not in moved.path


@clause("6.2c")
def test_a_lone_fort_keeps_its_hex_too() -> None:
    s = movement("allied", '"2434" = ["UK.I"], "2435" = ["G.W2435"]')
    do(s, "move UK.I")
    assert refusal(s, "to 2435") == "6.2c" and "2334" in choices(s, "to")


@clause("6.2c")
def test_no_retreat_into_a_hex_with_enemies() -> None:
    # 1939, without zones: an enemy stands behind the defender
    s = lay('scenario = "1939"\nphase = "allied combat"\nturn = 2\n'
            'units = { "1742" = ["f.1", "f.3"], "1741" = ["g.5"], "1740" = ["f.5"] }\n')  # fmt: skip
    do(s, "attack 1741", "commit f.1", "commit f.3", "fight", rolls=[3])
    assert refusal(s, "to 1740") == "6.2c" and refusal(s, "to 1742") == "11.3d"


@clause("6.2d")
def test_units_pass_through_a_full_hex() -> None:
    s = movement("german", '"2626" = ["G.I", "G.II", "G.III"], "2627" = ["G.IV"]')
    do(s, "move G.IV", "to 2626", "to 2625", "stop", "done")
    assert where(s, "G.IV") == "2625" and step(s) == "combat"


@clause("6.2e")
def test_nationalities_may_pass_through_each_other() -> None:
    s = movement("allied", '"2626" = ["F.I"], "2627" = ["UK.I"]')
    do(s, "move UK.I", "to 2626", "to 2625", "stop", "done")
    assert where(s, "UK.I") == "2625" and step(s) == "combat"


@clause("6.2e", "6.2f")
def test_nationalities_may_not_stay_together() -> None:
    s = movement("allied", '"2626" = ["F.I"], "2627" = ["UK.I"]')
    do(s, "move UK.I", "to 2626", "stop", "done")
    assert s.to_act == "allied" and step(s) == "overstack" and choices(s, "remove") == {"F.I", "UK.I"}
    assert s.decision is not None
    assert s.decision.prompt == "Nationalities are mixed in 2626: eliminate units until one is left."
    do(s, "remove UK.I")
    assert removed(s) == [("UK.I", "stacking", ("6.2f",))] and where(s, "F.I") == "2626" and step(s) == "combat"


@clause("6.2f", "3.10a")
def test_the_enemy_looks_only_through_what_he_cuts() -> None:
    s = movement("allied", '"2626" = ["F.I", "F.II", "F.III", "F.IV", "UK.I"]')
    do(s, "done")
    assert s.to_act == "allied" and s.scene("german").stacks["2626"].more == 4
    do(s, "remove UK.I")
    assert s.to_act == "german" and len(s.scene("german").stacks["2626"].pieces) == 4


@clause("6.2f", "6.2b")
def test_first_the_owner_unmixes_then_the_enemy_cuts() -> None:
    s = movement("allied", '"2626" = ["F.I", "F.II", "F.III", "F.IV", "UK.I"]')
    do(s, "done")
    assert s.to_act == "allied" and len(choices(s, "remove")) == 5
    do(s, "remove UK.I")
    assert s.to_act == "german" and choices(s, "remove") == {"F.I", "F.II", "F.III", "F.IV"}
    do(s, "remove F.II")
    assert removed(s) == [("F.II", "stacking", ("6.2b",))] and step(s) == "combat"


@clause("6.2e", "6.2f")
def test_a_foreign_fort_counts_as_another_nationality() -> None:
    s = movement("allied", '"3235" = ["F.I", "B.EE"], "3619" = ["UK.I"]', "countries = { belgium = 1 }")
    do(s, "done")
    assert s.to_act == "allied" and choices(s, "remove") == {"F.I", "B.EE"}
    do(s, "remove F.I")
    assert where(s, "B.EE") == "3235" and step(s) == "combat"
    s = movement("allied", '"3235" = ["B.I", "B.EE"], "3619" = ["UK.I"]', "countries = { belgium = 1 }")
    do(s, "done")
    assert step(s) == "combat"


@clause("6.2f", "4.3f")
def test_a_country_that_falls_with_the_last_british_takes_its_units_out_of_the_stack() -> None:
    s = movement("allied", '"3235" = ["B.I", "UK.I"]', "countries = { belgium = 1 }")
    do(s, "done", "remove UK.I")
    assert not s.at(s.setting.board.place("3235")) and step(s) == "combat"


@clause("6.2g")
def test_the_british_may_stay_in_the_maginot_line() -> None:
    s = movement("allied", '"2632" = ["UK.I", "UK.II", "F.M2632"]')
    do(s, "done")
    assert step(s) == "combat" and where(s, "UK.I") == "2632"
    s = movement("allied", '"2632" = ["UK.I", "F.I", "F.M2632"]')  # but not with French corps
    do(s, "done")
    assert choices(s, "remove") == {"UK.I", "F.I"}


@clause("6.2e", "6.2g")
@pytest.mark.parametrize(
    ("units", "label", "welcome"),
    [
        ('"2632" = ["F.M2632"]', "2632", {FRENCH, BRITISH}),
        ('"3235" = ["B.EE"]', "3235", {BELGIANS}),
        ('"2435" = ["G.W2435"]', "2435", {GERMANS}),
        ('"2626" = ["F.I"]', "2626", {FRENCH}),
        ('"2626" = ["UK.I", "UK.II"]', "2626", {BRITISH}),
        ('"2632" = ["UK.I", "F.M2632"]', "2632", {BRITISH}),
        ('"2626" = ["UK.I", "UK.II", "UK.III"]', "2626", set()),
        ('"2627" = ["UK.I"]', "2626", {GERMANS, FRENCH, BRITISH, BELGIANS}),
    ],
)
def test_who_may_join_a_hex_by_retreat_or_advance(units: str, label: str, welcome: set[int]) -> None:
    s = movement("allied", units, "countries = { belgium = 1 }")
    among = 1 << hexa(label)
    nations = (GERMANS, FRENCH, BRITISH, BELGIANS)
    assert {n for n in nations if not stacking.without_room(s, n, among)} == welcome


@clause("6.3a")
def test_eight_units_a_hex_in_1939() -> None:
    eight = ", ".join(f'"{unit}"' for unit in NINE[:8])
    s = movement("german", f'"1741" = [{eight}]', 'scenario = "1939"')
    assert stacking.limit(s) == 8
    do(s, "done")
    assert all(where(s, unit) == "1741" for unit in NINE[:8])
    s = movement("german", f'"1741" = [{eight}, "{NINE[8]}"]', 'scenario = "1939"')
    do(s, "done")
    assert s.to_act == "allied" and len(choices(s, "remove")) == 9
    do(s, "remove g.5")
    assert where(s, "g.5") == "dead" and step(s) != "overstack"


@clause("6.4a")
def test_three_units_a_hex_in_1940() -> None:
    s = movement("german", '"2627" = ["G.I", "G.II", "G.III"]')
    assert stacking.limit(s) == 3
    do(s, "done")
    assert step(s) == "combat"


@clause("6.2a")
def test_stacking_is_checked_at_the_end_of_a_combat_phase_too() -> None:
    # mixed stacks cannot arise in combat, so the check itself is asked
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2627" = ["G.I", "G.II", "G.III"] }\n')
    s.put(MAP.piece("G.IV"), hexa("2627"))
    do(s, "done")
    assert s.to_act == "allied" and len(choices(s, "remove")) == 4
