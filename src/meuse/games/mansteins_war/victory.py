"""Chapter 3: how to win."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.engine import Help
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState, MansteinStep


def sudden_death(s: MansteinState) -> None:
    """Does a side win at once (3.1)?"""


def judge(s: MansteinState) -> None:
    """The end of the last turn: points and level of victory (3.2 to 3.6)."""
    s.finish(None, "draw", "the count of victory points is not written yet", "3.6e")


@dataclass
class Extend(MansteinStep):
    """May the game go on for two more turns (3.4j, R16)?"""

    heading = "End of the game"
    asks = "Extend the game?"
    help = Help("3.4j", "An extension costs victory points; the game then ends for good two turns later.")
    words = {"extend": "Extend the game", "decline": "End the game now"}

    def side(self, s: MansteinState) -> int:
        return GERMAN

    def extend(self, s: MansteinState, value: int) -> None:
        s.pop()
        s.extended = True

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()
