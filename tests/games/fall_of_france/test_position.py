"""Positions of this game: read, written, and what is wrong with them."""

from __future__ import annotations

from tests.games.fall_of_france.kit import GAME, can, choices, controls, disrupted, do, lay, mission, supplied, where

MARCH = """
phase = "german movement"
disrupted = ["F.X"]
missions = { "G.air1" = "1808", "F.air1" = "1611+1610+1511" }
units = { 1708 = ["G.VI", "G.12HQ"], 1712 = ["F.X"] }
"""


def test_a_position_is_laid_out() -> None:
    s = lay(MARCH)
    assert (where(s, "G.VI"), where(s, "F.X"), where(s, "F.XVIII"), s.turn) == ("1708", "1712", "gone", 1)
    assert (mission(s, "G.air1"), mission(s, "F.air1")) == ("1808", "1511+1610+1611")
    assert disrupted(s) == {"F.X"}
    assert controls(s, "german", "1708") and controls(s, "allied", "1709") and supplied(s, "F.X")
    assert can(s, "move G.VI") and not can(s, "move F.X")


def test_what_is_written_is_read_back() -> None:
    s = lay(
        """
turn = 4
pools = { german = { infantry = 9, armour = 1 } }
countries = { holland = "surrendered" }
control = { german = ["0310"], allied = ["1805"] }
breached = ["1808", "1708/1709"]
built = ["2412", "2313/2312"]
refugees = ["1813", "1813"]
halted = "german-Kluge"
commandos = { france = 1 }
sealion = ["holland"]
damaged = ["G.air2"]
back = { "G.air2" = 4 }
dead = ["G.III"]
aloft = ["G.FSJ"]
"""
        + MARCH
    )
    do(s, "move G.VI")
    again = GAME.position(s.position())
    assert again.dump() == s.dump() | {"actions": 0}
    assert choices(again, "to") == choices(s, "to")
