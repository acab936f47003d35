"""Steps, elimination, morale values, smoke, control: what the chapters build on."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import losses, morale, smoke, victory
from meuse.games.france_1940.invariants import faults

from .kit import GAME, clause, do, lay, mask_of, names, own, where

TURN = 'phase = "german activation"\ninitiative = "german"\n'
UNITS = """
[units]
"B708" = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G.Apfelbaum"]
"B712" = ["G1.mg34-1"]
"B716" = ["F3.rifle-1", "F.Moreau"]
"""


# steps (2.2.1)


@clause("2.2.1d", "2.2.1e", "2.2.1f", "2.2.1g", "2.2.1h")
def test_three_steps_and_the_third_loss_eliminates() -> None:
    s = lay(TURN + UNITS)
    unit, hexa = s.setting.piece("G1.rifle-1"), s.setting.board.place("B708")
    factors = [s.setting.ap[unit][s.steps[unit]]]
    for _ in range(2):
        losses.lose(s, unit, 1, ("8.4.2a",))
        factors.append(s.setting.ap[unit][s.steps[unit]])
    assert factors == [6, 5, 3] and s.load[0][hexa] == 7
    losses.lose(s, unit, 1, ("8.4.2a",))
    assert where(s, "G1.rifle-1") == "dead" and s.load[0][hexa] == 6 and not faults(s)


@clause("5.5m")
def test_what_a_transport_carries_is_hit_with_it() -> None:
    units = '[units]\n"C708" = ["G.blitz-1", "G4.lefh18-1"]\n[carriers]\n"G4.lefh18-1" = "G.blitz-1"'
    s = lay(TURN + units, "arras")
    assert losses.lose(s, s.setting.piece("G.blitz-1"), 1, ("8.4.2a",)) == 2
    assert s.steps[s.setting.piece("G4.lefh18-1")] == 2
    losses.lose(s, s.setting.piece("G.blitz-1"), 3, ("8.4.2a",))
    assert where(s, "G4.lefh18-1") == where(s, "G.blitz-1") == "dead" and not faults(s)


@clause("2.2.1g")
def test_the_dead_carry_no_markers() -> None:
    marks = 'reaction = ["G1.rifle-1"]\nastray = ["G1.rifle-1"]\nmoved = ["G1.rifle-1"]\n'
    s = lay(TURN + marks + UNITS)
    losses.eliminate(s, mask_of(s, "G1.rifle-1"), ("2.2.1g",))
    assert not s.reaction | s.astray | s.moved and not faults(s)


@clause("7.2.1a")
def test_the_units_of_a_fallen_officer_are_out_of_command_at_once() -> None:
    s = lay(TURN + UNITS)
    losses.eliminate(s, mask_of(s, "G.Apfelbaum"), ("7.1b",))
    assert names(s, s.astray) == {"G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.mg34-1"}
    assert s.leaders[0] == -1 and s.piece_name(s.fallen[0]) == "G.Apfelbaum" and not faults(s)


@clause("12.1.1e")
def test_a_position_is_lost_with_its_last_unit_and_work_with_the_unit() -> None:
    project = 'projects = [{ unit = "G1.mg34-1", work = "improved position", hex = "B712", turn = 1 }]\n'
    s = lay(TURN + 'german_positions = ["B708", "B712"]\n' + project + UNITS)
    s.shift(s.setting.piece("G1.rifle-1"), s.setting.board.place("B709"))
    assert s.setting.board.names(s.german_positions) == ["B708", "B712"] and s.projects
    s.shift(s.setting.piece("G1.mg34-1"), s.setting.board.place("B713"))
    assert s.setting.board.names(s.german_positions) == ["B708"] and not s.projects


# morale values (10)


@clause("10a", "10c")
def test_leadership_counts_within_command_range() -> None:
    """Apfelbaum: morale 8, leadership 1, range 2; the machine gun is 4 hexes away."""
    s = lay(TURN + UNITS)
    assert morale.of_formation(s, 0) == 9 and morale.of_unit(s, s.setting.piece("G1.rifle-1")) == 9
    assert morale.of_unit(s, s.setting.piece("G1.mg34-1")) == 8


@clause("10b", "10d")
def test_losses_beyond_the_number_of_units_take_from_morale() -> None:
    """EX30: four units, one eliminated and three more steps lost: 6 - 4 = 2. A unit's own losses count besides."""
    hurt = UNITS.replace('"G1.rifle-1"', '"G1.rifle-1:2"').replace('"G1.rifle-2"', '"G1.rifle-2:1"')
    s = lay(TURN + 'dead = ["G1.rifle-3"]\n' + hurt.replace(', "G1.rifle-3"', ""))
    assert (s.began_with(0), s.lost(0)) == (4, 6)
    assert morale.of_formation(s, 0) == 7 and morale.of_unit(s, s.setting.piece("G1.rifle-2")) == 5


@clause("7.2.1b", "7.2.1c")
def test_without_an_officer_the_fallen_ones_morale_counts() -> None:
    """Brandt has leadership 2, which is gone with him."""
    lost = 'leaders = { G1 = "" }\nfallen = { G1 = "G.Brandt" }\n'
    s = lay(TURN + lost + UNITS.replace(', "G.Apfelbaum"', ""))
    assert morale.of_formation(s, 0) == morale.of_unit(s, s.setting.piece("G1.rifle-1")) == 8
    s.leaders[0] = s.setting.piece("G.Arnim")
    s.put(s.leaders[0], s.setting.board.place("B708"))
    assert morale.of_formation(s, 0) == 8  # 7 + 1


# smoke (8.1.5)


@clause("8.1.5e", "8.1.5h", "8.1.5k")
def test_black_smoke_turns_grey() -> None:
    """RC20."""
    s = lay(TURN + "smoke = { B809 = 6 }" + UNITS)
    seen = []
    for _ in range(3):
        seen.append((bool(smoke.black(s)), bool(smoke.grey(s))))
        smoke.fade(s)
    assert seen == [(True, False), (True, False), (False, True)]


@clause("8.1.5j", "8.1.5l", "8.1.5m", "12.10a")
def test_smoke_lasts_so_many_activations() -> None:
    """EX19: the activation that fired it and passes do not count, a failed attempt does, and it lasts over turns."""
    s = lay(TURN + 'smoke = { B809 = 4 }\nfresh = ["B809"]\nastray = ["G1.mg34-1"]' + UNITS)
    hexa = s.setting.board.place("B809")
    do(s, "activate G.Apfelbaum", "done")
    assert s.smoke[hexa] == 4
    do(s, "activate F.Moreau", "done")
    assert s.smoke[hexa] == 3
    do(s, "activate G1.mg34-1", rolls=[6, 6])
    assert s.smoke[hexa] == 2 and s.turn == 2
    smoke.fade(s)
    smoke.fade(s)
    assert not s.smoke


@clause("8.1.5i", "8.1.5j")
@pytest.mark.parametrize(("there", "fired", "after"), [(8, 4, 7), (4, 8, 8), (4, 4, 4)])
def test_thin_smoke_does_not_keep_dense_smoke_from_thinning(there: int, fired: int, after: int) -> None:
    s = lay(TURN + f"smoke = {{ B809 = {there} }}" + UNITS)
    hexa = s.setting.board.place("B809")
    smoke.lay(s, hexa, fired)
    smoke.fade(s)
    assert s.smoke[hexa] == after


# control and victory (2.3k)


@clause("2.3k")
@pytest.mark.parametrize(
    ("hexes", "winner", "level"),
    [(4, "allied", "decisive"), (3, "allied", "marginal"), (2, None, "draw"), (1, "german", "win")],
)
def test_grades_of_stonne(hexes: int, winner: str | None, level: str) -> None:
    village = ["B707", "B708", "B807", "B808", "B907"][:hexes]
    units = ["F3.rifle-1", "F3.rifle-2", "F3.rifle-3", "F4.rifle-1"][:hexes]
    placed = "\n".join(f'"{label}" = ["{unit}"]' for label, unit in zip(village, units, strict=True))
    turns = GAME.setting("stonne").scenario.turns
    s = lay(f'{TURN}turn = {turns}\npasses = 1\n[units]\n{placed}\n"B702" = ["G1.rifle-1", "G.Apfelbaum"]')
    do(s, "wait")
    assert s.result is not None and (s.result.winner, s.result.level) == (winner, level)


@clause("2.3k")
def test_who_was_there_last_controls_a_hex() -> None:
    s = lay(TURN + UNITS)
    hexa = s.setting.board.place("B809")
    s.shift(s.setting.piece("G1.rifle-1"), hexa)
    s.shift(s.setting.piece("G1.rifle-1"), s.setting.board.place("B810"))
    assert victory.controlled(s, 0) >> hexa & 1
    s.shift(s.setting.piece("F3.rifle-1"), hexa)
    assert victory.controlled(s, 1) >> hexa & 1 and not victory.controlled(s, 0) >> hexa & 1


def test_neither_routed_units_nor_transports_nor_officers_take_ground() -> None:
    s = lay(TURN + 'routed = ["F3.rifle-1"]' + UNITS)
    hexa = s.setting.board.place("B809")
    s.shift(s.setting.piece("F3.rifle-1"), hexa)
    s.shift(s.setting.piece("F.Moreau"), hexa)
    assert not victory.controlled(s, 1) >> hexa & 1


def test_points_of_arras() -> None:
    """1 for a unit on the ridge, 2 for each German unit lost, less 2 for a tank: 1 + 4 - 2."""
    units = '[units]\n"B708" = ["B1.matilda1-1"]\n"C102" = ["G1.rifle-1"]'
    s = lay(TURN + 'dead = ["G1.rifle-2", "G.blitz-1", "B1.matilda1-2"]\n' + units, "arras")
    assert [victory.count(s, name) for name in ("ridge", "exited", "germans", "tanks", "margin")] == [1, 0, 4, 2, 3]


@pytest.mark.parametrize(
    ("lorries", "winner", "level"), [(0, "german", "win"), (1, None, "draw"), (2, None, "draw"), (3, "allied", "win")]
)
def test_grades_of_montcornet(lorries: int, winner: str | None, level: str) -> None:
    """A raid with nothing to show is a German victory; nobody can be activated any more, so it ends at once."""
    dead = [f"G.blitz-{number}" for number in range(1, lorries + 1)]
    turns = GAME.setting("montcornet").scenario.turns
    units = '[units]\n"E704" = ["G1.rifle-1"]\n"E1016" = ["F2.r35-1"]'
    s = lay(f"{TURN}turn = {turns}\npasses = 1\ndead = {dead}\n{units}", "montcornet")
    assert s.result is not None and (s.result.winner, s.result.level) == (winner, level)


def test_groups_of_hannut_are_held_by_the_majority() -> None:
    units = '[units]\n"C709" = ["F1.s35-1"]\n"C808" = ["F1.s35-2"]\n"C809" = ["G1.pz3-1"]\n"H603" = ["G1.pz3-2"]'
    s = lay(TURN + units, "hannut")
    assert (victory.count(s, "french_houses"), victory.count(s, "german_houses")) == (1, 1)


@clause("2.3k")
def test_goals_say_how_it_stands() -> None:
    s = lay(TURN + '[units]\n"B707" = ["F3.rifle-1"]\n"B708" = ["F3.rifle-2"]\n"B807" = ["F3.rifle-3"]\n')
    shown = {goal.id: goal for goal in s.scene("german").goals}
    assert [name for name, goal in shown.items() if goal.reached] == ["grade-1"]
    assert shown["grade-1"].title == "Allied marginal victory" and shown["count-village"].stands == "3 of 5"
    assert set(shown["count-village"].places) == {"B707", "B708", "B807", "B808", "B907"}


COUNTS = """
[[force]]
nation = "german"
units = { "G.rifle" = 2, "G.pz3" = 2, "G.blitz" = 1 }
officer = "infantry"
[[force]]
nation = "french"
units = { "F.rifle" = 2 }
officer = "infantry"
[area.south]
rows = [9, 16]
[[works.forts]]
hex = "A410"
value = 2
arrow = "sse"
side = "allied"
[[works.forts]]
hex = "A611"
value = 2
arrow = "sse"
side = "allied"
[[works.forts]]
hex = "A810"
value = 2
arrow = "sse"
side = "german"
[victory.count.bunkers]
kind = "works"
side = "allied"
says = "bunkers"
[victory.count.shelters]
kind = "works"
side = "german"
says = "shelters"
[victory.count.tanks]
kind = "lost"
side = "german"
units = ["afv"]
points = 3
says = "tanks"
[victory.count.pairs]
kind = "lost"
side = "german"
each = 2
points = 5
says = "pairs"
[victory.count.south]
kind = "units"
side = "german"
area = "south"
says = "south"
[victory.count.gone]
kind = "exited"
side = "german"
says = "gone"
[victory.count.net]
kind = "sum"
of = ["tanks", "south"]
less = ["gone", "bunkers"]
says = "net"
"""


@clause("2.3k")
def test_what_a_scenario_counts() -> None:
    """Bunkers that stand no more; lost tanks at 3 points; every two units lost at 5; units in the south in order."""
    forts = 'forts = [{ hex = "A611", value = 1, arrow = "sse", owner = "allied" }]\n'
    lost = 'dead = ["G1.rifle-1", "G1.pz3-1", "G1.blitz-1"]\nrouted = ["G1.pz3-2"]\n'
    units = '[units]\nA810 = ["G1.rifle-2"]\nA812 = ["G1.pz3-2"]\nA101 = ["F1.rifle-1"]\n'
    s = lay(TURN + forts + lost + units, own(COUNTS))
    found = {name: victory.count(s, name) for name in s.setting.scenario.victory.count if name != "hill"}
    assert found == {"bunkers": 1, "shelters": 1, "tanks": 3, "pairs": 5, "south": 1, "gone": 0, "net": 3}
