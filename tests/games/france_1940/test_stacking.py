"""Chapter 4: how many steps may be in a hex."""

from __future__ import annotations

from meuse.games.france_1940 import stacking
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .kit import GAME, clause, lay, own

TURN = 'phase = "german activation"\n'


def closed(s: FranceState, steps: int, label: str = "B708") -> bool:
    return bool(stacking.crowded(s, 0, steps) >> s.setting.board.place(label) & 1)


@clause("4a", "4b", "4f")
def test_nine_steps_and_any_number_of_officers() -> None:
    """RC08, with infantry."""
    s = lay(TURN + '[units]\n"B708" = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3:2", "G.Apfelbaum", "G.Brandt"]')
    assert stacking.load(s, 0, s.setting.board.place("B708")) == 8
    assert [closed(s, steps) for steps in (0, 1, 2, 3)] == [False, False, True, True]
    assert stacking.weight(s, s.setting.piece("G.Apfelbaum")) == 0
    assert not faults(s)


@clause("4a")
def test_groups_need_room_together() -> None:
    s = lay(TURN + '[units]\n"B708" = ["G1.rifle-1:1"]')
    assert not closed(s, 8) and closed(s, 9) and not closed(s, 9, "B808") and closed(s, 10, "B808")


@clause("4a")
def test_more_than_nine_steps_are_a_fault() -> None:
    text = TURN + '[units]\n"B708" = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.mg34-1:1"]'
    assert any("(4a)" in problem for problem in GAME.problems('scenario = "stonne"\n' + text))


@clause("4c")
def test_enemies_never_share_a_hex() -> None:
    text = TURN + '[units]\n"B708" = ["G1.rifle-1", "F3.rifle-1"]'
    assert any("(4c)" in problem for problem in GAME.problems('scenario = "stonne"\n' + text))


@clause("4d")
def test_in_an_assault_each_side_has_its_own_limit() -> None:
    melee = (
        'melees = [{ hex = "B708", attacker = "allied", pieces = ["F3.rifle-1", "F3.rifle-2", "F3.rifle-3"], '
        'origins = ["B709", "B709", "B709"], attackers_lost = 0, defenders_lost = 0 }]\n'
    )
    units = '[units]\n"B708" = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "F3.rifle-1", "F3.rifle-2", "F3.rifle-3:2"]'
    s = lay(TURN + melee + units)
    assert not faults(s) and closed(s, 1)
    assert not stacking.crowded(s, 1, 1) and stacking.crowded(s, 1, 2)


@clause("4e")
def test_transports_do_not_count_but_what_they_carry_does() -> None:
    """RC07."""
    units = '"C708" = ["G1.rifle-1", "G1.rifle-2", "G.blitz-1", "G1.rifle-3"]'
    s = lay(TURN + f'[units]\n{units}\n[carriers]\n"G1.rifle-3" = "G.blitz-1"', "arras")
    assert stacking.load(s, 0, s.setting.board.place("C708")) == 9 and closed(s, 1, "C708")


@clause("12.8b", "12.9d")
def test_six_steps_inside_and_nine_outside() -> None:
    force = '[[force]]\nnation = "german"\nline = "GE2"\ntimes = 2\nenters = 1\n[works]\ntrenches = ["A509"]'
    name = own(force)
    inside = 'inside = ["G1.rifle-1", "G1.rifle-2"]\n'
    units = '[units]\n"A509" = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "G2.rifle-1:2"]'
    s = lay(TURN + inside + units, name)
    hexa, unit = s.setting.board.place("A509"), s.setting.piece("G1.rifle-3")
    assert stacking.inside(s, 0, hexa) == 6 and stacking.load(s, 0, hexa) == 8
    assert not stacking.room_inside(s, unit)
    s.shelter(s.setting.piece("G1.rifle-1"), False)
    assert stacking.load(s, 0, hexa) == 11 and stacking.overstacked(s) == 1 << hexa and stacking.room_inside(s, unit)
