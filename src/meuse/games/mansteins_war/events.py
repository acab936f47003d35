"""What can happen in this game, and how it is said. Each chapter has its own part."""

from __future__ import annotations

from typing import ClassVar

from meuse.engine import Event, Path, Piece, Pieces, Place, Places, Setting, Side, Sort

# 4: sequence of play


class TurnBegan(Event, frozen=True):
    turn: int
    sort: ClassVar[Sort] = "turn"
    says: ClassVar[str] = "Turn {turn} begins."


class JointPhaseBegan(Event, frozen=True):
    phase: str
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "{phase}."


class SegmentBegan(Event, frozen=True):
    side: Side
    segment: str
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "{side} {segment}."


# 5: command


class TookInitiative(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "The {side} side has the initiative."


class PlanKept(Event, frozen=True):
    """Known to the owner alone."""

    side: Side
    marker: str
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "The {side} plan is {marker}."


class Binned(Event, frozen=True):
    """A special marker goes into the bin; known to the owner alone."""

    side: Side
    marker: str
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{marker} goes into the {side} bin."


class MarkerPicked(Event, frozen=True):
    side: Side
    marker: str
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{side} impulse: {marker}."


class BinEmpty(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "The {side} bin is empty."


class MarkerRemoved(Event, frozen=True):
    """A marker leaves the game, for everybody to see."""

    marker: str
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{marker} is out of the game."


class Activated(Event, frozen=True):
    command: str
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{command} is activated."


class Called(Event, frozen=True):
    """A corps or a reserve unit is activated by itself."""

    piece: Piece
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{piece} is activated."


# 21: set-up


class Placed(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} is set up in {hex}."


# 3.3, 17: control and fortifications


class Took(Event, frozen=True):
    """A side came to control hexes."""

    side: Side
    hexes: Places
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The {side} side takes {hexes}."


class FortDestroyed(Event, frozen=True):
    hex: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The fortifications of {hex} are destroyed."


# 2.2.7: losses


class Reduced(Event, frozen=True):
    piece: Piece
    left: int
    """The steps it has left."""
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} loses a step; steps left: {left}."


class Eliminated(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} is eliminated."


# 8: movement


class Moved(Event, frozen=True):
    pieces: Pieces
    path: Path
    """From the hex left to the hex reached."""
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        moves = "moves" if len(self.pieces) == 1 else "move"
        return f"{setting.pieces_spoken(self.pieces)} {moves} from {start} to {goal}."


# 3.7: capitulation


class Capitulated(Event, frozen=True):
    country: str
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "{country} capitulates."


# 11: retreat


class FellBack(Event, frozen=True):
    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "retreat"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"{setting.pieces_spoken((self.piece,))} falls back from {start} to {goal}."


# 13, 14: reinforcements and refit


class Arrived(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} arrives in {hex}."


class PointsReceived(Event, frozen=True):
    nation: str
    points: int
    now: int
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "{nation} refit points: {points} more, {now} now."


class Refitted(Event, frozen=True):
    piece: Piece
    steps: int
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} is refitted; steps now: {steps}."


class Replaced(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} is replaced and comes back as a reinforcement."


# 24.3: morale


class MoraleWon(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "The {side} side wins a Morale Victory."


class MoraleAdded(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "The {side} Morale marker goes into the bin."
