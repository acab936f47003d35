"""Positions that hold everything there is."""

from __future__ import annotations

from .kit import GAME, lay


def test_a_position_says_everything() -> None:
    """Markers, officers, carriers, smoke, mines, support: read, written and read again."""
    text = """scenario = "gembloux"
phase = "german activation"
turn = 4
initiative = "german"
finished = ["F1.rifle-1"]
reaction = ["F1.rifle-2"]
routed = ["F2.rifle-1"]
wire = ["F514"]
fresh = ["F1010"]
smoke_left = { german = 1 }
mines = [{ hex = "F714", owner = "allied", kind = "at", density = 1, shown = false }]
missions = { "G.105mm-1" = 2 }
attacks = { "G.air-2" = 1 }
dead = ["F3.rifle-1"]
off = ["G1.pz2-1", "G.Hartung"]
reserve = ["F.Arnaud"]

[units]
F708 = ["F1.rifle-1", "F1.rifle-2:2", "F.Moreau"]
F704 = ["F2.rifle-1"]
F815 = ["G4.rifle-1", "G.Apfelbaum"]

[leaders]
F1 = "F.Moreau"
F2 = ""

[fallen]
F2 = "F.Girard"

[orders]
"F1.rifle-2" = "fire within 3"

[smoke]
F1010 = 4
"""
    s = lay(text)
    again = GAME.position(s.position())
    assert again.dump() == s.dump() and s.position() == again.position()
    assert s.fallen[1] == s.setting.piece("F.Girard") and s.leaders[1] == -1


def test_defects_of_a_position_are_named_at_once() -> None:
    problems = GAME.problems(
        'scenario = "stonne"\nphase = "dawn"\nfinished = ["G9.rifle-1"]\nleaders = { G9 = "G.Brandt" }\n'
        'smoke = { Z101 = 3 }\n[units]\nB708 = ["G1.rifle-1:4"]\n[carriers]\n"G1.rifle-2" = "G1.rifle-1"'
    )
    assert len(problems) >= 5
