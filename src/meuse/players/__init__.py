"""The bots: functions from what a side can know to an option.

A bot sees an imagined state (``Game.imagine``) and never the true one. What it knows of a game is
the game's advice; no rule of any game lives here.
"""

from meuse.players.levels import LEVELS, OFFERS, Level, Offer, Player, UnknownLevel, choose, decide, make
from meuse.players.notes import Notes
from meuse.players.strength import Score, measured

__all__ = [
    "LEVELS",
    "OFFERS",
    "Level",
    "Notes",
    "Offer",
    "Player",
    "Score",
    "UnknownLevel",
    "choose",
    "decide",
    "make",
    "measured",
]
