"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

import meuse
from meuse.games.battle_of_france.game import BattleOfFrance
from meuse.games.battle_of_france.state import BattleState
from tests.games.kit import can, choices, clause, do, refusal

__all__ = ["GAME", "SETTING", "at", "can", "choices", "clause", "do", "holder", "lay", "orders", "refusal"]

GAME = meuse.load("battle_of_france")
assert isinstance(GAME, BattleOfFrance)
SETTING = GAME.setting("three_players")


def lay(text: str, game: BattleOfFrance | None = None) -> BattleState:
    """A position; three players and Germany's turn are understood unless the text says otherwise."""
    if "scenario" not in text:
        text = 'scenario = "three_players"\n' + text
    if "phase" not in text:
        text = 'phase = "turn"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, BattleState)
    return state


def at(state: BattleState, area: str) -> list[str]:
    """The classes of the units in an area, sorted; cargo shows in its ship's name."""
    return sorted(state.name(piece) for piece in state.at(SETTING.board.place(area)))


def holder(state: BattleState, area: str) -> str:
    """The power that controls an area."""
    return GAME.sides[state.controller(SETTING.board.place(area))]


def orders(state: BattleState, power: str) -> set[str]:
    """The purchases that a power sees, as ``G.infantry@Mayence``."""
    return {piece.id.removeprefix("orders/") for box in state.scene(power).boxes for piece in box.pieces}
