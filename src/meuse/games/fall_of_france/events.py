"""What can happen in this game, and how it is said. Countries and phases are words."""

from __future__ import annotations

from typing import ClassVar

from meuse.engine import Event, Path, Piece, Pieces, Place, Places, Setting, Side, Sort
from meuse.mechanics.words import counted


class TurnBegan(Event, frozen=True):
    turn: int
    sort: ClassVar[Sort] = "turn"
    says: ClassVar[str] = "Turn {turn} begins."


class PhaseBegan(Event, frozen=True):
    side: Side
    phase: str
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "The {side} {phase} begins."


class Placed(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} is set up in {hex}."


class HeldBack(Event, frozen=True):
    """Airborne troops are kept off the map."""

    piece: Piece
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} is held off the map for a landing."


class Traded(Event, frozen=True):
    """A unit is given up for fortifications."""

    piece: Piece
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{piece} is given up for fortifications."


class BuiltFortress(Event, frozen=True):
    hex: Place
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "A fortress is built in {hex}."


class BuiltLine(Event, frozen=True):
    hex: Place
    beyond: Place
    """The hex it faces."""
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "{hex} is fortified against {beyond}."


class Shifted(Event, frozen=True):
    """An army moves before the first turn."""

    army: str
    sort: ClassVar[Sort] = "setup"
    says: ClassVar[str] = "Last minute shift: the {army} moves."


class Moved(Event, frozen=True):
    pieces: Pieces
    path: Path
    """From the hex left to the hex reached."""
    cost: int
    """What the first of them paid."""
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        moves = "moves" if len(self.pieces) == 1 else "move"
        who = setting.pieces_spoken(self.pieces)
        return f"{who} {moves} from {start} to {goal} for {counted(self.cost, 'point')}."


class Took(Event, frozen=True):
    """A side came to control hexes."""

    side: Side
    hexes: Places
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The {side} side takes {hexes}."


class Invaded(Event, frozen=True):
    """A neutral country is at war."""

    country: str
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "{country} is invaded and enters the war."


class Opened(Event, frozen=True):
    """The fortifications of a hex are gone, because an enemy has entered."""

    hex: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The fortifications of {hex} are opened from inside."


class Skirmished(Event, frozen=True):
    """A skirmish begins: who moved into whose zone."""

    movers: Pieces
    defenders: Pieces
    hex: Place
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "Skirmish at {hex}: {movers} against {defenders}."


class SkirmishEnded(Event, frozen=True):
    die: int
    """The modified die."""
    attacker: str
    defender: str
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        words = {"S": "stalled", "D": "one unit disrupted", "R": "must retreat", "D|R": "one unit disrupted or retreat"}
        told = []
        for who, letters in (("attacker", self.attacker), ("defender", self.defender)):
            if letters:
                parts = [words[letters]] if letters in words else [words[letter] for letter in letters]
                told.append(f"{who}: {' and '.join(parts)}")
        return f"Modified {self.die}: {'; '.join(told) or 'no effect'}."


class Stalled(Event, frozen=True):
    pieces: Pieces
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{pieces}: stalled, no further movement this phase."


class Disrupted(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} is disrupted."


class Cadred(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} is reduced to a cadre."


class Eliminated(Event, frozen=True):
    piece: Piece
    cause: str
    sort: ClassVar[Sort] = "loss"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} is eliminated ({self.cause})."


class Retreated(Event, frozen=True):
    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "retreat"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"{setting.pieces_spoken((self.piece,))} retreats from {start} to {goal}."


class Pushed(Event, frozen=True):
    """A unit makes room for one that retreats."""

    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "retreat"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"{setting.pieces_spoken((self.piece,))} makes room in {start} and goes to {goal}."


class StoodFirm(Event, frozen=True):
    """A stack ignores a retreat."""

    hex: Place
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "The units in {hex} hold their ground: they may ignore a retreat there."


class ClaimedSupply(Event, frozen=True):
    """A stack draws on a limited source of supply."""

    hex: Place
    says: ClassVar[str] = "The stack in {hex} draws limited supply this phase."


class CommandoUsed(Event, frozen=True):
    country: str
    hex: Place
    says: ClassVar[str] = "Brandenburgers in {country} help at {hex}."


class Attacked(Event, frozen=True):
    """An attack on a hex is declared."""

    side: Side
    hex: Place
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "The {side} side attacks {hex}."


class Supported(Event, frozen=True):
    """A headquarters lends its support in a combat."""

    piece: Piece
    hex: Place
    says: ClassVar[str] = "{piece} lends its support in the battle for {hex}."


class Fought(Event, frozen=True):
    """A combat was decided."""

    hex: Place
    attackers: Pieces
    defenders: Pieces
    attack: int
    defence: int
    column: str
    die: int
    """The modified die."""
    result: str
    means: str
    """What the result comes to, in words."""
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        odds = f"{self.attack} to {self.defence}, column {self.column}"
        return f"Battle for {setting.place_name(self.hex)}, {odds}, modified {self.die}: {self.means} ({self.result})."


class Advanced(Event, frozen=True):
    """A unit enters the hex that the enemy has lost."""

    piece: Piece
    path: Path
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} advances to {setting.place_name(self.path[-1])}."


class Swapped(Event, frozen=True):
    """Other counters take the place of an optional one for good."""

    piece: Piece
    others: Pieces
    hex: Place
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} in {hex} is replaced by {others}."


# air units and landings


class Assigned(Event, frozen=True):
    """An air unit has a new mission: over a hex, or over the corner of three."""

    piece: Piece
    place: Place
    hexes: Places
    """All it covers."""

    def tell(self, setting: Setting) -> str:
        unit, where = setting.pieces_spoken((self.piece,)), setting.place_name(self.place)
        return f"{unit} supports in {where}." if len(self.hexes) == 1 else f"{unit} interdicts {where}."


class Repaired(Event, frozen=True):
    piece: Piece
    says: ClassVar[str] = "{piece} is repaired and ready."


class AirFought(Event, frozen=True):
    """Air units of both sides meet, or meet again."""

    pieces: Pieces
    hexes: Places
    round: int
    sort: ClassVar[Sort] = "battle"

    def tell(self, setting: Setting) -> str:
        where, who = setting.place_name(self.hexes[0]), setting.pieces_spoken(self.pieces)
        return f"Air combat near {where}, round {self.round}: {who}."


class AirRound(Event, frozen=True):
    """What a round of air combat does to each side."""

    german: tuple[str, ...]
    allied: tuple[str, ...]
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        told = [f"{who}: {', '.join(hits)}" for who, hits in (("German", self.german), ("Allied", self.allied)) if hits]
        return f"{'; '.join(told) or 'No effect'}."


class Aborted(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{piece} breaks off and waits for the next assignment."


class Damaged(Event, frozen=True):
    piece: Piece
    back: int
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} is damaged and returns in turn {back}."


class DrivenOff(Event, frozen=True):
    """An interdicting air unit retreats to another corner."""

    piece: Piece
    place: Place
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{piece} gives way and interdicts {place}."


class Landed(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "{piece} lands in {hex}."


class Assaulted(Event, frozen=True):
    """A unit assaults a fortification that nobody holds."""

    piece: Piece
    hex: Place
    """The fortified hex."""
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "{piece} assaults the fortifications of {hex}."


class AssaultEnded(Event, frozen=True):
    die: int
    """The modified die."""
    hex: Place
    breached: bool
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        where = setting.place_name(self.hex)
        return f"Modified {self.die}: {'a breach' if self.breached else 'no breach'} in the fortifications of {where}."


class Cracked(Event, frozen=True):
    """The special force against the fortress of 22.12."""

    die: int
    hex: Place
    destroyed: bool
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        where = setting.place_name(self.hex)
        return f"Modified {self.die}: the fortress of {where} {'is destroyed' if self.destroyed else 'holds out'}."


# the turn


class JointPhaseBegan(Event, frozen=True):
    """A phase in which both sides act."""

    phase: str
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "The {phase} phase begins."


class Halted(Event, frozen=True):
    """A German formation is forbidden to move this turn."""

    formation: str
    sort: ClassVar[Sort] = "card"
    says: ClassVar[str] = "{formation} is halted: it does not move this turn."


class PointsGained(Event, frozen=True):
    """Replacement points come in."""

    nation: str
    infantry: int
    armour: int
    sort: ClassVar[Sort] = "build"

    def tell(self, setting: Setting) -> str:
        kinds = ((self.infantry, "infantry point"), (self.armour, "armour point"))
        gained = " and ".join(counted(number, kind) for number, kind in kinds if number)
        return f"{self.nation.title()} replacements: {gained}."


class PointsPaid(Event, frozen=True):
    """Replacement points are spent on a unit."""

    piece: Piece
    points: int
    sort: ClassVar[Sort] = "build"

    def tell(self, setting: Setting) -> str:
        return f"{counted(self.points, 'replacement point')} for {setting.pieces_spoken((self.piece,))}."


class Restored(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} is rebuilt: it is no longer a cadre."


class Arrived(Event, frozen=True):
    """A ground unit comes onto the map: a new one, or one from the dead pile."""

    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} arrives in {hex}."


class Flown(Event, frozen=True):
    """An air unit becomes available."""

    piece: Piece
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} becomes available."


class Drawn(Event, frozen=True):
    """Units drawn at random from the dead pile."""

    pieces: Pieces
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "From the dead pile return {pieces}."


class Recovered(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{piece} recovers from disruption."


class StillDisrupted(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{piece} stays disrupted."


# politics


class WithdrawalOrdered(Event, frozen=True):
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "London orders the BEF back to the Channel ports and home."


class Evacuated(Event, frozen=True):
    piece: Piece
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} is evacuated by sea."


class Surrendered(Event, frozen=True):
    country: str
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "{country} surrenders."


class FoughtOn(Event, frozen=True):
    """A roll that could have ended a country's war, or sent the BEF home, did not."""

    who: str
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{who} fights on."


class OpenCity(Event, frozen=True):
    sort: ClassVar[Sort] = "score"
    says: ClassVar[str] = "Paris is declared an Open City."


class CalledAway(Event, frozen=True):
    """German units leave for the invasion of England."""

    piece: Piece
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} leaves to prepare the invasion of England."


class RefugeesAppeared(Event, frozen=True):
    hex: Place
    says: ClassVar[str] = "Refugees leave {hex}."


class RefugeesMoved(Event, frozen=True):
    path: Path
    """From the hex left to the hex reached; one hex if they leave the map there."""

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"The refugees of {start} " + ("leave the map." if len(self.path) == 1 else f"walk on to {goal}.")
