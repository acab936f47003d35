"""What can happen in this game, and how it is said. Each chapter has its own part."""

from __future__ import annotations

from meuse.engine import Path, Piece, Pieces, Place, Places, Setting, Side
from meuse.engine.events import Battle, Build, Control, Event, Loss, Move, Phase, Result, Retreat, Score, Setup, Turn

# 4: sequence of play


class TurnBegan(Turn, frozen=True):
    turn: int
    says = "Turn {turn} begins."


class JointPhaseBegan(Phase, frozen=True):
    phase: str
    says = "{phase}."


class SegmentBegan(Phase, frozen=True):
    side: Side
    segment: str
    says = "{side} {segment}."


# 5: command


class TookInitiative(Score, frozen=True):
    side: Side
    says = "The {side} side has the initiative."


class PlanKept(Setup, frozen=True):
    """Known to the owner alone."""

    side: Side
    marker: str
    says = "The {side} plan is {marker}."


class Binned(Event, frozen=True):
    """A special marker goes into the bin; known to the owner alone."""

    side: Side
    marker: str
    says = "{marker} goes into the {side} bin."


class MarkerPicked(Phase, frozen=True):
    side: Side
    marker: str
    says = "{side} impulse: {marker}."


class BinEmpty(Event, frozen=True):
    side: Side
    says = "The {side} bin is empty."


class MarkerRemoved(Event, frozen=True):
    """A marker leaves the game, for everybody to see."""

    marker: str
    says = "{marker} is out of the game."


class Activated(Event, frozen=True):
    command: str
    says = "{command} is activated."


class Called(Event, frozen=True):
    """A corps or a reserve unit is activated by itself."""

    piece: Piece
    says = "{piece} is activated."


# 21: set-up


class Placed(Setup, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} is set up in {hex}."


# 3.3, 17: control and fortifications


class Took(Control, frozen=True):
    """A side came to control hexes."""

    side: Side
    hexes: Places
    says = "The {side} side takes {hexes}."


class FortDestroyed(Control, frozen=True):
    hex: Place
    says = "The fortifications of {hex} are destroyed."


# 2.2.7: losses


class Reduced(Loss, frozen=True):
    piece: Piece
    left: int
    """The steps it has left."""
    says = "{piece} loses a step; steps left: {left}."


class Eliminated(Loss, frozen=True):
    piece: Piece
    says = "{piece} is eliminated."


# 8: movement


class Moved(Move, frozen=True):
    pieces: Pieces
    path: Path
    """From the hex left to the hex reached."""
    says = "{pieces:moves/move} from {path:from} to {path:to}."


class Railed(Move, frozen=True):
    pieces: Pieces
    path: Path
    says = "{pieces:goes/go} by rail from {path:from} to {path:to}."


# 11: retreat


class FellBack(Retreat, frozen=True):
    piece: Piece
    path: Path
    says = "{piece} falls back from {path:from} to {path:to}."


# 3: victory and capitulation


class Capitulated(Score, frozen=True):
    """A country gives in; its units on the map and in the displays count as eliminated."""

    country: str
    pieces: Pieces

    def tell(self, setting: Setting) -> str:
        units = f" These units surrender: {setting.pieces_spoken(self.pieces)}." if self.pieces else ""
        return f"{self.country} capitulates.{units}"


class GameExtended(Score, frozen=True):
    last: int
    """The turn with which the game now ends."""
    points: int
    says = "The game goes on to the end of turn {last}; German victory points: {points}."


# 13: reinforcements


class Deployed(Setup, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} arrives in {hex}."


class Available(Setup, frozen=True):
    """An air, naval or special forces unit arrives."""

    piece: Piece
    says = "{piece} is available."


# 14: refit


class PointsReceived(Build, frozen=True):
    nation: str
    points: int
    total: int
    says = "{nation} refit points received: {points}; now {total}."


class NoPoints(Build, frozen=True):
    nation: str
    hex: Place
    says = "{nation} refit points received: none, without control of {hex}."


class Refitted(Build, frozen=True):
    piece: Piece
    cost: int
    steps: int
    """The steps it has now."""
    says = "{piece} regains a step and has {steps}; refit points spent: {cost}."


class Replaced(Build, frozen=True):
    """An eliminated logistics unit comes back as a reinforcement."""

    piece: Piece
    cost: int
    says = "{piece} is replaced and can be deployed this turn; refit points spent: {cost}."


# 24.3: morale


class MoraleWon(Score, frozen=True):
    side: Side
    says = "The {side} side wins a Morale Victory."


class MoraleAdded(Event, frozen=True):
    side: Side
    says = "The {side} Morale marker goes into the bin."


# 16, 26: air operations


class Flew(Move, frozen=True):
    """An air unit was placed over a hex, moved there, or activated where it was."""

    piece: Piece
    hex: Place
    says = "{piece} flies over {hex}."


class Withdrew(Move, frozen=True):
    """An air unit left the map for the Utilized display, of its own will or after a mission."""

    piece: Piece
    says = "{piece} goes to the Utilized display."


class AirFought(Battle, frozen=True):
    attacker: Piece
    defender: Piece
    hex: Place
    result: str
    means: str
    says = "{attacker} fights {defender} over {hex}: {result} ({means})."


class Aborted(Retreat, frozen=True):
    piece: Piece
    says = "{piece} is aborted."


class Raided(Battle, frozen=True):
    """A city was attacked from the air."""

    piece: Piece
    hex: Place
    result: str
    means: str
    says = "{piece} bombs {hex}: {result} ({means})."


class Bombed(Control, frozen=True):
    """A city is destroyed."""

    hex: Place
    says = "{hex} is destroyed by bombs."


# 18, 26: landings and transfers by air


class Landed(Move, frozen=True):
    piece: Piece
    path: Path
    """From the hex left to the target hex."""
    says = "{piece} lands in {path:to}."


class Carried(Move, frozen=True):
    piece: Piece
    path: Path
    says = "{piece} is flown to {path:to}."


class LandingSettled(Result, frozen=True):
    """What became of a landing on enemies."""

    piece: Piece
    hex: Place
    cleared: bool
    says = "{piece} has {cleared:cleared/failed to clear} {hex}."


# 19: special forces


class ForcesStruck(Result, frozen=True):
    piece: Piece
    hex: Place
    succeeded: bool
    says = "{piece} {succeeded:succeeds/fails} at {hex}."


# 20, 25: the sea, evacuation, open cities


class NavalSupport(Battle, frozen=True):
    piece: Piece
    hex: Place
    """The defenders' hex."""
    says = "{piece} supports the combat at {hex}."


class Evacuated(Move, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} leaves from {hex} for England."


class CityOpened(Control, frozen=True):
    hex: Place
    says = "{hex} is declared an open city."


# 10, 12, 22: combat


class Attacked(Battle, frozen=True):
    side: Side
    hex: Place
    says = "The {side} side attacks {hex}."


class Counterattacked(Battle, frozen=True):
    side: Side
    hex: Place
    says = "The {side} side counterattacks {hex}."


class Fought(Result, frozen=True):
    """A combat was resolved."""

    hex: Place
    attackers: Pieces
    defenders: Pieces
    attack: int
    defence: int
    column: str
    table: str
    die: int
    result: str
    means: str
    says = "{attack} against {defence} at {hex}, {table} table, column {column}, die {die}: {result} ({means})."


class StoodFirm(Result, frozen=True):
    hex: Place
    says = "{hex} is held: the retreat is ignored."


class Pursued(Move, frozen=True):
    piece: Piece
    path: Path
    says = "{piece} pursues to {path:to}."


# 27: bridgeheads


class BridgeheadWon(Control, frozen=True):
    side: Side
    origin: Place
    beyond: Place
    says = "The {side} side has a bridgehead from {origin} to {beyond}."


class BridgeheadRemoved(Control, frozen=True):
    origin: Place
    beyond: Place
    says = "The bridgehead from {origin} to {beyond} is gone."
