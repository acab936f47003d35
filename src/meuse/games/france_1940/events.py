"""What happens in a match, and how it is said."""

from __future__ import annotations

from meuse.engine import Piece, Pieces, Place, Places, Setting, Side
from meuse.engine.events import Event, Loss, Phase, Result, Score, Setup
from meuse.mechanics.events import Placed, TurnBegan
from meuse.mechanics.words import counted

__all__ = ["Placed", "TurnBegan"]


class OfficerDrawn(Setup, frozen=True):
    officer: Piece
    formation: str
    says = "{officer} leads {formation}."


class BatteryAssigned(Setup, frozen=True):
    side: Side
    battery: str
    missions: int
    smoke: int
    says = "The {side} battery {battery} has {missions} missions, {smoke} of which may be smoke."


class AirAssigned(Setup, frozen=True):
    side: Side
    mission: str
    attacks: int
    says = "The {side} air mission {mission} has {attacks} attacks."


class WorkLaid(Setup, frozen=True):
    """A marker was set up; mines only their owner sees."""

    side: Side
    marker: str
    hex: Place
    says = "The {side} side sets up {marker} in {hex}."


class MarkedForReaction(Setup, frozen=True):
    piece: Piece
    says = "{piece} begins with a Reaction marker."


class Sheltered(Setup, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} is inside the fortification in {hex}."


class CommandDetermined(Phase, frozen=True):
    astray: Pieces

    def tell(self, setting: Setting) -> str:
        if not self.astray:
            return "All units are in command."
        return f"Out of command: {setting.pieces_spoken(self.astray)}."


class InitiativeWon(Phase, frozen=True):
    side: Side
    german: int
    allied: int
    says = "The {side} side has the initiative (German {german}, Allied {allied})."


class Activated(Event, frozen=True):
    side: Side
    piece: Piece
    units: Pieces

    def tell(self, setting: Setting) -> str:
        with_whom = f" with {setting.pieces_spoken(self.units)}" if self.units else ""
        return f"{setting.pieces_spoken((self.piece,))} is activated{with_whom}."


class GateChecked(Result, frozen=True):
    """A unit rolled against its morale before it could act."""

    piece: Piece
    why: str
    needed: int
    rolled: int
    passed: bool

    def tell(self, setting: Setting) -> str:
        who, how = setting.pieces_spoken((self.piece,)), "passes" if self.passed else "fails"
        return f"{who} {how} its morale check for {self.why}: {self.rolled} against {self.needed}."


class Prepared(Event, frozen=True):
    piece: Piece
    says = "{piece} prepares for reaction."


class Passed(Event, frozen=True):
    side: Side
    says = "The {side} side passes."


class ActivationEnded(Event, frozen=True):
    side: Side
    says = "The {side} activation is over."


class SmokeThinned(Event, frozen=True):
    hexes: Places
    says = "Smoke has cleared in {hexes}."


class MarkersRemoved(Phase, frozen=True):
    turn: int
    says = "Turn {turn} is over: Finished markers are removed."


class ReactionDropped(Event, frozen=True):
    piece: Piece
    says = "{piece} gives up its Reaction marker."


class OrdersGiven(Event, frozen=True):
    """Standing orders, which only their owner knows."""

    side: Side
    pieces: Pieces
    order: str
    says = "Standing order for {pieces}: {order}."


class Judged(Score, frozen=True):
    """Something was counted for victory."""

    what: str
    number: int
    says = "{what}: {number}."


class LostSteps(Loss, frozen=True):
    piece: Piece
    lost: int
    left: int

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} loses {counted(self.lost, 'step')}; {self.left} left."


class Eliminated(Loss, frozen=True):
    piece: Piece
    says = "{piece} is eliminated."


# officers (7)


class OfficerReplaced(Event, frozen=True):
    officer: Piece
    hex: Place
    says = "{officer} takes command in {hex}."


class Coordinated(Result, frozen=True):
    first: Piece
    second: Piece
    needed: int
    rolled: int
    passed: bool

    def tell(self, setting: Setting) -> str:
        who = setting.pieces_spoken((self.first, self.second))
        return f"{who} {'coordinate' if self.passed else 'fail to coordinate'}: {self.rolled} against {self.needed}."


# nations (14)


class FuelRolled(Setup, frozen=True):
    formation: str
    rolled: int
    turns: int

    def tell(self, setting: Setting) -> str:
        if not self.turns:
            return f"{self.formation} is fuelled ({self.rolled})."
        return f"{self.formation} has no fuel ({self.rolled}) and waits {counted(self.turns, 'turn')}."
