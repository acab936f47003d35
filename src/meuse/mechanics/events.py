"""What happens in games of fixed counters on a map of hexes, and how it is said."""

from __future__ import annotations

from meuse.engine import Path, Piece, Pieces, Place, Places, Setting, Side
from meuse.engine.events import Control, Move, Phase, Result, Setup, Turn


def acting(setting: Setting, pieces: Pieces, one: str, many: str) -> str:
    """Units and their verb; hidden ones are left out of events, so there may be none."""
    return f"{setting.pieces_spoken(pieces) if pieces else 'Hidden units'} {one if len(pieces) == 1 else many}"


class TurnBegan(Turn, frozen=True):
    turn: int
    says = "Turn {turn} begins."


class PhaseBegan(Phase, frozen=True):
    side: Side
    phase: str
    says = "The {side} {phase} begins."


class Placed(Setup, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} is set up in {hex}."


class Moved(Move, frozen=True):
    pieces: Pieces
    path: Path
    """From the hex left to the hex reached."""
    cost: int
    """What the first of them paid."""
    says = "{pieces:moves/move} from {path:from} to {path:to} for {cost:point}."


class Took(Control, frozen=True):
    """A side came to control hexes."""

    side: Side
    hexes: Places
    says = "The {side} side takes {hexes}."


class CombatResult(Result, frozen=True):
    """A combat was decided; each game says it in its own words."""

    hex: Place
    attackers: Pieces
    defenders: Pieces
    attack: int
    defence: int
    column: str
    die: int
    """The die as it counts on the table; 0 if none was rolled."""
    result: str
    means: str
    """What the result comes to, in words."""
