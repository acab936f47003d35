"""What a game is: games, states, decisions, events, dice, records, positions and the ledger.

Every game is driven through this one interface by client, bots, laboratory, server and tests.
No rule of any single game may live here: what only one game needs belongs to that game.
"""

from meuse.engine.data import DataError
from meuse.engine.dice import DiceError
from meuse.engine.events import Event
from meuse.engine.game import Game
from meuse.engine.ledger import Clause, Ledger, Ruling
from meuse.engine.options import Option, Vocabulary
from meuse.engine.preview import Factor, Outcome, Preview
from meuse.engine.record import Record, RecordError
from meuse.engine.refusal import Refusal, Refused
from meuse.engine.state import Decision, Frame, Result, State
from meuse.engine.steps import Step

__all__ = [
    "Clause", "DataError", "Decision", "DiceError", "Event", "Factor", "Frame", "Game", "Ledger", "Option",
    "Outcome", "Preview", "Record", "RecordError", "Refusal", "Refused", "Result", "Ruling", "State", "Step",
    "Vocabulary",
]  # fmt: skip
