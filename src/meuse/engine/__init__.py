"""What a game is: games, settings, states, steps, bars, events, dice, scenes, records, positions and the ledger.

Every game is driven through this one interface by client, bots, laboratory, server and tests.
No rule of any single game may live here: what only one game needs belongs to that game.
"""

from meuse.engine.bars import ALL, Bar, closed
from meuse.engine.data import DataError
from meuse.engine.dice import DiceError
from meuse.engine.events import Event, Sort
from meuse.engine.game import Game
from meuse.engine.kinds import Path, Piece, Pieces, PieceSet, Place, Places, Side
from meuse.engine.ledger import Clause, Ledger, Ruling
from meuse.engine.preview import Factor, Outcome, Preview
from meuse.engine.record import Record, RecordError
from meuse.engine.refusal import Refusal, Refused
from meuse.engine.setting import Setting
from meuse.engine.state import Decision, Result, State
from meuse.engine.steps import Help, Step
from meuse.engine.vocabulary import Option, Vocabulary

__all__ = [
    "ALL", "Bar", "Clause", "DataError", "Decision", "DiceError", "Event", "Factor", "Game", "Help", "Ledger",
    "Option", "Outcome", "Path", "Piece", "PieceSet", "Pieces", "Place", "Places", "Preview", "Record", "RecordError",
    "Refusal", "Refused", "Result", "Ruling", "Setting", "Side", "Sort", "State", "Step", "Vocabulary", "closed",
]  # fmt: skip
