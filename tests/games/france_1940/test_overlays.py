"""What is laid over the map, and what is seen from a hex."""

from __future__ import annotations

import pytest

from .kit import lay, names

UNITS = """phase = "german activation"
initiative = "german"
[units]
"B708" = ["G1.rifle-1", "G.Apfelbaum"]
"B716" = ["F3.rifle-1", "F.Moreau"]
"B712" = ["F3.rifle-2"]
"""


def test_from_a_hex_one_sees_what_the_rules_see_and_is_told_what_hides_the_rest() -> None:
    s = lay(UNITS)
    here = s.setting.board.place("B708")
    outlook = s.outlook("german", "B708")
    seen = s.setting.sight.seen_from(here)
    assert set(outlook.seen) == set(s.setting.board.names(seen))
    assert set(outlook.hidden) == set(s.setting.board.names(s.setting.board.everything & ~seen))
    for place, blocked in outlook.hidden.items():
        why = s.setting.sight.why(here, s.setting.board.place(place))
        assert why is not None and (blocked.clause, blocked.says) == (why.clause, why.says)


def test_enemies_are_spotted_up_to_the_limit_of_the_chart() -> None:
    s = lay(UNITS)
    board, spotting = s.setting.board, s.setting.spotting
    here = board.place("B708")
    wanted = {
        label
        for label in ("B716", "B712")
        if s.setting.sight.seen_from(here) >> board.place(label) & 1
        and board.distance(here, board.place(label)) <= spotting.limit(here, board.place(label), "small", False)
    }
    assert set(s.outlook("german", "B708").spotted) == wanted


def test_black_smoke_hides() -> None:
    clear = lay(UNITS)
    smoky = lay(UNITS + '[smoke]\n"B709" = 6\n')
    assert "B709" in clear.outlook("german", "B708").seen
    assert smoky.outlook("german", "B708").hidden["B709"].clause == "8.1.5e"


def test_there_is_no_looking_from_nowhere() -> None:
    with pytest.raises(ValueError, match="no place 'Z101'"):
        lay(UNITS).outlook("german", "Z101")


def test_overlays_show_sight_and_command() -> None:
    s = lay(UNITS)
    shown = s.overlays("german")
    board, officer = s.setting.board, s.setting.piece("G.Apfelbaum")
    reach = s.setting.command_range[officer]
    assert set(shown["command"]) == set(board.names(board.disc(board.place("B708"), reach)))
    assert "B708" in shown["sight"] and "B716" in shown["enemy sight"]
    assert shown["sight"] == s.overlays("allied")["enemy sight"]


def test_counters_know_their_formation_and_wear_badges() -> None:
    s = lay('finished = ["G1.rifle-1"]\n' + UNITS)
    lying = {piece.id: piece for stack in s.scene("german").stacks.values() for piece in stack.pieces}
    assert lying["G1.rifle-1"].group == lying["G.Apfelbaum"].group == "G1"
    assert "F" in lying["G1.rifle-1"].badges and "finished" in lying["G1.rifle-1"].notes
    assert names(s, s.finished) == {"G1.rifle-1"}
