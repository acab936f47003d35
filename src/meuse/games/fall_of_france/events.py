"""What can happen in this game, and how it is said. Countries and phases are words."""

from __future__ import annotations

from meuse.engine import Event, Path, Piece, Pieces, Place, Places, Setting, Side
from meuse.engine.events import Battle, Build, Card, Control, Loss, Move, Phase, Result, Retreat, Score, Setup
from meuse.mechanics.events import CombatResult
from meuse.mechanics.events import Moved as Moved
from meuse.mechanics.events import PhaseBegan as PhaseBegan
from meuse.mechanics.events import Placed as Placed
from meuse.mechanics.events import Took as Took
from meuse.mechanics.events import TurnBegan as TurnBegan
from meuse.mechanics.words import counted, sentence


class HeldBack(Setup, frozen=True):
    piece: Piece
    says = "{piece} is held off the map for a landing."


class Traded(Setup, frozen=True):
    piece: Piece
    says = "{piece} is given up for fortifications."


class BuiltFortress(Setup, frozen=True):
    hex: Place
    says = "A fortress is built in {hex}."


class BuiltLine(Setup, frozen=True):
    hex: Place
    beyond: Place
    """The hex it faces."""
    says = "{hex} is fortified against {beyond}."


class Shifted(Setup, frozen=True):
    army: str
    says = "Last minute shift: the {army} moves."


class Invaded(Score, frozen=True):
    country: str
    says = "{country} is invaded and enters the war."


class Opened(Control, frozen=True):
    """The fortifications of a hex are gone, because an enemy has entered."""

    hex: Place
    says = "The fortifications of {hex} are opened from inside."


class Skirmished(Battle, frozen=True):
    """A skirmish begins: who moved into whose zone."""

    movers: Pieces
    defenders: Pieces
    hex: Place
    says = "Skirmish at {hex}: {movers} against {defenders}."


class SkirmishEnded(Result, frozen=True):
    die: int
    """The modified die."""
    attacker: str
    defender: str

    def tell(self, setting: Setting) -> str:
        words = {"S": "stalled", "D": "one unit disrupted", "R": "must retreat", "D|R": "one unit disrupted or retreat"}
        told = []
        for who, letters in (("attacker", self.attacker), ("defender", self.defender)):
            if letters:
                parts = [words[letters]] if letters in words else [words[letter] for letter in letters]
                told.append(f"{who}: {' and '.join(parts)}")
        return f"Modified to {self.die} ({'; '.join(told) or 'no effect'})."


class Stalled(Result, frozen=True):
    pieces: Pieces
    says = "{pieces}: stalled, no further movement this phase."


class Disrupted(Loss, frozen=True):
    piece: Piece
    says = "{piece} is disrupted."


class Cadred(Loss, frozen=True):
    piece: Piece
    says = "{piece} is reduced to a cadre."


class Eliminated(Loss, frozen=True):
    piece: Piece
    cause: str
    says = "{piece} is eliminated ({cause})."


class Retreated(Retreat, frozen=True):
    piece: Piece
    path: Path
    says = "{piece} retreats from {path:from} to {path:to}."


class Pushed(Retreat, frozen=True):
    """A unit makes room for one that retreats."""

    piece: Piece
    path: Path
    says = "{piece} makes room in {path:from} and goes to {path:to}."


class StoodFirm(Result, frozen=True):
    """A stack ignores a retreat."""

    hex: Place
    says = "The units in {hex} hold their ground: they may ignore a retreat there."


class ClaimedSupply(Event, frozen=True):
    hex: Place
    says = "The stack in {hex} draws limited supply this phase."


class CommandoUsed(Event, frozen=True):
    country: str
    hex: Place
    says = "Brandenburgers in {country} help at {hex}."


class Attacked(Battle, frozen=True):
    side: Side
    hex: Place
    says = "The {side} side attacks {hex}."


class AttackDeclared(Event, frozen=True):
    side: Side
    pieces: Pieces
    hex: Place
    says = "The {side} side declares an attack on {hex} by {pieces}."


class AttackVoid(Result, frozen=True):
    hex: Place
    why: str
    says = "The attack on {hex} is void: {why}."


class LeftOut(Event, frozen=True):
    pieces: Pieces
    hex: Place
    says = "{pieces:takes/take} no part in the attack on {hex} any more."


class SupportLapsed(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} cannot support the attack on {hex} any more."


class Supported(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} lends its support in the battle for {hex}."


class Fought(CombatResult, frozen=True):
    def tell(self, setting: Setting) -> str:
        odds = f"{self.attack} to {self.defence}, column {self.column}"
        where = setting.place_name(self.hex)
        return f"Battle for {where}, {odds}, modified {self.die}. {sentence(self.means)} ({self.result})."


class Advanced(Move, frozen=True):
    """A unit enters the hex that the enemy has lost."""

    piece: Piece
    path: Path
    says = "{piece} advances to {path:to}."


class Swapped(Loss, frozen=True):
    """Other counters take the place of an optional one for good."""

    piece: Piece
    others: Pieces
    hex: Place
    says = "{piece} in {hex} is replaced by {others}."


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
    says = "{piece} is repaired and ready."


class AirFought(Battle, frozen=True):
    pieces: Pieces
    hexes: Places
    round: int

    def tell(self, setting: Setting) -> str:
        where, who = setting.place_name(self.hexes[0]), setting.pieces_spoken(self.pieces)
        return f"Air combat near {where}, round {self.round}: {who}."


class AirRound(Result, frozen=True):
    """What a round of air combat does to each side."""

    german: tuple[str, ...]
    allied: tuple[str, ...]

    def tell(self, setting: Setting) -> str:
        told = [f"{who}: {', '.join(hits)}" for who, hits in (("German", self.german), ("Allied", self.allied)) if hits]
        return f"{'; '.join(told) or 'No effect'}."


class Aborted(Result, frozen=True):
    piece: Piece
    says = "{piece} breaks off and waits for the next assignment."


class Damaged(Loss, frozen=True):
    piece: Piece
    back: int
    says = "{piece} is damaged and returns in turn {back}."


class DrivenOff(Result, frozen=True):
    piece: Piece
    place: Place
    says = "{piece} gives way and interdicts {place}."


class Landed(Control, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} lands in {hex}."


class Assaulted(Battle, frozen=True):
    piece: Piece
    hex: Place
    """The fortified hex."""
    says = "{piece} assaults the fortifications of {hex}."


class AssaultEnded(Result, frozen=True):
    die: int
    """The modified die."""
    hex: Place
    breached: bool
    says = "Modified to {die}: {breached:a breach/no breach} in the fortifications of {hex}."


class Cracked(Result, frozen=True):
    """The special force against the fortress of 22.12."""

    die: int
    hex: Place
    destroyed: bool
    says = "Modified to {die}: the fortress of {hex} {destroyed:is destroyed/holds out}."


# the turn


class JointPhaseBegan(Phase, frozen=True):
    """A phase in which both sides act."""

    phase: str
    says = "The {phase} phase begins."


class Halted(Card, frozen=True):
    formation: str
    says = "The Allies halt {formation}: it does not move this turn."


class PointsGained(Build, frozen=True):
    nation: str
    infantry: int
    armour: int

    def tell(self, setting: Setting) -> str:
        kinds = ((self.infantry, "infantry point"), (self.armour, "armour point"))
        gained = " and ".join(counted(number, kind) for number, kind in kinds if number)
        return f"{self.nation.title()} replacements: {gained}."


class PointsPaid(Build, frozen=True):
    piece: Piece
    points: int
    says = "{points:replacement point} for {piece}."


class Restored(Build, frozen=True):
    piece: Piece
    says = "{piece} is rebuilt: it is no longer a cadre."


class Arrived(Build, frozen=True):
    """A ground unit comes onto the map: a new one, or one from the dead pile."""

    piece: Piece
    hex: Place
    says = "{piece} arrives in {hex}."


class Flown(Build, frozen=True):
    piece: Piece
    says = "{piece} becomes available."


class Drawn(Build, frozen=True):
    pieces: Pieces
    says = "From the dead pile return {pieces}."


class Recovered(Result, frozen=True):
    piece: Piece
    says = "{piece} recovers from disruption."


class StillDisrupted(Result, frozen=True):
    piece: Piece
    says = "{piece} stays disrupted."


# politics


class WithdrawalOrdered(Score, frozen=True):
    says = "London orders the BEF back to the Channel ports and home."


class Evacuated(Loss, frozen=True):
    piece: Piece
    says = "{piece} is evacuated by sea."


class Surrendered(Score, frozen=True):
    country: str
    says = "{country} surrenders."


class FoughtOn(Result, frozen=True):
    """A roll that could have ended a country's war, or sent the BEF home, did not."""

    who: str
    says = "{who} fights on."


class OpenCity(Score, frozen=True):
    says = "Paris is declared an Open City."


class CalledAway(Loss, frozen=True):
    piece: Piece
    says = "{piece} leaves to prepare the invasion of England."


class RefugeesAppeared(Event, frozen=True):
    hex: Place
    says = "Refugees leave {hex}."


class RefugeesMoved(Event, frozen=True):
    path: Path
    """From the hex left to the hex reached; one hex if they leave the map there."""

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        return f"The refugees of {start} " + ("leave the map." if len(self.path) == 1 else f"walk on to {goal}.")
