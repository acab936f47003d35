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


class Railed(Event, frozen=True):
    pieces: Pieces
    path: Path
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        goes = "goes" if len(self.pieces) == 1 else "go"
        return f"{setting.pieces_spoken(self.pieces)} {goes} by rail from {start} to {goal}."


# 11: retreat


class FellBack(Event, frozen=True):
    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "retreat"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"{setting.pieces_spoken((self.piece,))} falls back from {start} to {goal}."


# 3: victory and capitulation


class Capitulated(Event, frozen=True):
    """A country gives in; its units on the map and in the displays count as eliminated."""

    country: str
    pieces: Pieces
    sort: ClassVar[Sort] = "score"

    def tell(self, setting: Setting) -> str:
        units = f" These units surrender: {setting.pieces_spoken(self.pieces)}." if self.pieces else ""
        return f"{self.country} capitulates.{units}"


class GameExtended(Event, frozen=True):
    last: int
    """The turn with which the game now ends."""
    points: int
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "The game goes on to the end of turn {last}; German victory points: {points}."


# 13: reinforcements


class Deployed(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} arrives in {hex}."


class Available(Event, frozen=True):
    """An air, naval or special forces unit arrives."""

    piece: Piece
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} is available."


# 14: refit


class PointsReceived(Event, frozen=True):
    nation: str
    points: int
    total: int
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{nation} refit points received: {points}; now {total}."


class NoPoints(Event, frozen=True):
    nation: str
    hex: Place
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{nation} refit points received: none, for want of {hex}."


class Refitted(Event, frozen=True):
    piece: Piece
    cost: int
    steps: int
    """The steps it has now."""
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} regains a step and has {steps}; refit points spent: {cost}."


class Replaced(Event, frozen=True):
    """An eliminated logistics unit comes back as a reinforcement."""

    piece: Piece
    cost: int
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} is replaced and will be deployed this turn; refit points spent: {cost}."


# 24.3: morale


class MoraleWon(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "The {side} side wins a Morale Victory."


class MoraleAdded(Event, frozen=True):
    side: Side
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "The {side} Morale marker goes into the bin."


# 16, 26: air operations


class Flew(Event, frozen=True):
    """An air unit was placed over a hex, moved there, or activated where it was."""

    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "{piece} flies over {hex}."


class Withdrew(Event, frozen=True):
    """An air unit left the map for the Utilized display, of its own will or after a mission."""

    piece: Piece
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "{piece} goes to the Utilized display."


class AirFought(Event, frozen=True):
    attacker: Piece
    defender: Piece
    hex: Place
    result: str
    means: str
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "{attacker} fights {defender} over {hex}: {result} ({means})."


class Aborted(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "retreat"
    says: ClassVar[str] = "{piece} is aborted."


class Raided(Event, frozen=True):
    """A city was attacked from the air."""

    piece: Piece
    hex: Place
    result: str
    means: str
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "{piece} bombs {hex}: {result} ({means})."


class Bombed(Event, frozen=True):
    """A city is destroyed."""

    hex: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "{hex} is destroyed by bombs."


# 18, 26: landings and transfers by air


class Landed(Event, frozen=True):
    piece: Piece
    path: Path
    """From the hex left to the target hex."""
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} lands in {setting.place_name(self.path[-1])}."


class Carried(Event, frozen=True):
    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} is flown to {setting.place_name(self.path[-1])}."


class LandingSettled(Event, frozen=True):
    """What became of a landing on enemies."""

    piece: Piece
    hex: Place
    cleared: bool
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        unit, place = setting.pieces_spoken((self.piece,)), setting.place_name(self.hex)
        return f"{unit} has cleared {place}." if self.cleared else f"{unit} has failed to clear {place}."


# 19: special forces


class ForcesStruck(Event, frozen=True):
    piece: Piece
    hex: Place
    succeeded: bool
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        unit, place = setting.pieces_spoken((self.piece,)), setting.place_name(self.hex)
        return f"{unit} {'succeeds' if self.succeeded else 'fails'} at {place}."


# 20, 25: the sea, evacuation, open cities


class NavalSupport(Event, frozen=True):
    piece: Piece
    hex: Place
    """The defenders' hex."""
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "{piece} supports the combat at {hex}."


class Evacuated(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "{piece} leaves from {hex} for England."


class CityOpened(Event, frozen=True):
    hex: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "{hex} is declared an open city."


# 10, 12, 22: combat


class Attacked(Event, frozen=True):
    side: Side
    hex: Place
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "The {side} side attacks {hex}."


class Counterattacked(Event, frozen=True):
    side: Side
    hex: Place
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "The {side} side counterattacks {hex}."


class Fought(Event, frozen=True):
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
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = (
        "{attack} against {defence} at {hex}, {table} table, column {column}, die {die}: {result} ({means})."
    )


class StoodFirm(Event, frozen=True):
    hex: Place
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{hex} is held: the retreat is ignored."


class Pursued(Event, frozen=True):
    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} pursues to {setting.place_name(self.path[-1])}."


# 27: bridgeheads


class BridgeheadWon(Event, frozen=True):
    side: Side
    origin: Place
    beyond: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The {side} side has a bridgehead from {origin} to {beyond}."


class BridgeheadRemoved(Event, frozen=True):
    origin: Place
    beyond: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The bridgehead from {origin} to {beyond} is gone."
