"""What happens in a match, and how it is said."""

from __future__ import annotations

from meuse.engine import Path, Piece, Pieces, Place, Places, Setting, Side
from meuse.engine.events import Battle, Event, Loss, Move, Phase, Result, Retreat, Score, Setup
from meuse.games.france_1940.scenarios import MINES
from meuse.mechanics.events import Placed, TurnBegan, acting
from meuse.mechanics.words import counted, sentence

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
    says = "The {side} {battery} has {missions:mission}, {smoke} of which may be smoke."


class AirAssigned(Setup, frozen=True):
    side: Side
    mission: str
    attacks: int
    says = "The {side} {mission} has {attacks:attack}."


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
    says = "{piece} {passed:passes/fails} its morale check for {why}: {rolled} against {needed}."


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
    says = "{piece} loses {lost:step}; {left} left."


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


class OfficerChecked(Result, frozen=True):
    """Two dice decided whether an officer fell with his men."""

    officer: Piece
    rolled: int
    hits: int
    survived: bool
    says = "{officer} {survived:is unhurt/is hit}: {rolled}, less {hits:step} lost by his men."


class OfficerMoved(Event, frozen=True):
    officer: Piece
    unit: Piece
    says = "{officer} goes over to {unit}."


# attacks and hits (8)


class Attacked(Battle, frozen=True):
    """An attack on a hex: by whom (nobody on the board: guns beyond it, aircraft), and how strong."""

    side: Side
    shooters: Pieces
    hex: Place
    kind: str
    factors: int
    column: str

    def tell(self, setting: Setting) -> str:
        by = f" by {setting.pieces_spoken(self.shooters)}" if self.shooters else ""
        strength = counted(self.factors, "factor")
        what = sentence(self.kind) if "assault" in self.kind else f"{self.kind.upper()} attack"
        return f"{what} on {setting.place_name(self.hex)}{by}: {strength}, column {self.column}."


class AttackResult(Result, frozen=True):
    hex: Place
    rolled: int
    modified: int
    effect: int
    divisor: int
    hits: int

    def tell(self, setting: Setting) -> str:
        roll = f"{self.rolled}" if self.rolled == self.modified else f"{self.rolled}, modified {self.modified}"
        if not self.effect:
            return f"Roll {roll}: no effect."
        return f"Roll {roll}: effect {self.effect}, divided by {self.divisor}: {counted(self.hits, 'hit')}."


class Withstood(Result, frozen=True):
    piece: Piece
    says = "{piece} is hit without effect."


class FortHit(Loss, frozen=True):
    hex: Place
    value: int

    def tell(self, setting: Setting) -> str:
        where = setting.place_name(self.hex)
        return f"The fortification in {where} " + (f"has {self.value} left." if self.value else "is destroyed.")


# artillery (8.1)


class MissionAimed(Event, frozen=True):
    officer: Piece
    who: str
    form: str
    hex: Place
    says = "{officer} directs {who} at {hex}: {form}."


class MissionLanded(Result, frozen=True):
    who: str
    rolled: int
    hex: Place
    says = "The fire of {who} lies in {hex} ({rolled})."


class MissionDrifted(Result, frozen=True):
    who: str
    rolled: int
    hex: Place
    to: Place
    says = "The fire of {who} drifts from {hex} to {to} ({rolled})."


class MissionLost(Result, frozen=True):
    who: str
    why: str
    says = "The mission of {who} is lost: {why}."


class MissionKept(Event, frozen=True):
    officer: Piece
    who: str
    says = "{officer} holds back the fire of {who}."


class SmokeLaid(Result, frozen=True):
    hex: Place
    number: int
    says = "Smoke rises in {hex} and stands at {number}."


class WireDestroyed(Loss, frozen=True):
    hex: Place
    says = "The barbed wire in {hex} is destroyed."


class RubbleRolled(Result, frozen=True):
    hex: Place
    total: int
    needed: int
    marker: int

    def tell(self, setting: Setting) -> str:
        where, against = setting.place_name(self.hex), f"{self.total} against {self.needed}"
        if self.total >= self.needed:
            return f"{where} is turned into rubble: {against}."
        return f"{where} stands, with a marker of {self.marker}: {against}."


# air (8.2)


class AircraftDrawn(Event, frozen=True):
    side: Side
    mission: str
    aircraft: str
    says = "The {side} {mission} is flown by {aircraft}."


class AirAimed(Event, frozen=True):
    officer: Piece
    aircraft: str
    hex: Place
    says = "{officer} directs {aircraft} at {hex}."


class FlakJoined(Event, frozen=True):
    piece: Piece
    points: int
    says = "{piece} fires at the aircraft and adds {points} to the anti-air points."


class AntiAirFired(Result, frozen=True):
    aircraft: str
    points: int
    rolled: int

    def tell(self, setting: Setting) -> str:
        if self.rolled > self.points:
            how = "is unharmed"
        else:
            how = "is aborted" if self.rolled < self.points else "is hindered"
        return f"Anti-air fire at {self.aircraft}, {self.rolled} against {self.points}: the mission {how}."


class AirLocated(Result, frozen=True):
    aircraft: str
    hex: Place
    most: int
    rolled: int

    def tell(self, setting: Setting) -> str:
        how = "finds" if self.rolled <= self.most else "does not find"
        return f"{self.aircraft} {how} the target in {setting.place_name(self.hex)}: {self.rolled} against {self.most}."


class AirStruck(Result, frozen=True):
    aircraft: str
    hex: Place
    rolled: int
    says = "{aircraft} attacks {hex} ({rolled})."


class AirMissed(Result, frozen=True):
    aircraft: str
    rolled: int
    says = "{aircraft} attacks nothing ({rolled})."


# works (12)


class WorkBegun(Event, frozen=True):
    piece: Piece
    work: str
    hex: Place
    says = "{piece} begins {work} in {hex}."


class WorkDone(Event, frozen=True):
    piece: Piece
    work: str
    hex: Place
    says = "{piece} has finished {work} in {hex}."


class WorkLost(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "The work that {piece} began in {hex} is lost."


class Cleared(Event, frozen=True):
    piece: Piece
    marker: str
    hex: Place
    says = "{piece} removes the {marker} in {hex}."


class CrossedWire(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} gets across the wire to {hex}."


class MinesSprung(Result, frozen=True):
    hex: Place
    kind: str
    factors: int
    rolled: int
    hits: int

    def tell(self, setting: Setting) -> str:
        what = f"{MINES[self.kind].capitalize()} mines"
        where, hits = setting.place_name(self.hex), counted(self.hits, "hit")
        return f"{what} of factor {self.factors} go off in {where}: {self.rolled}, {hits}."


class MinesSwept(Result, frozen=True):
    """Mines were swept, or went off under those who tried."""

    piece: Piece
    hex: Place
    rolled: int
    swept: bool
    says = "{piece} {swept:sweeps mines/sets off the mines} in {hex} ({rolled})."


class TookShelter(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} goes inside in {hex}."


class LeftShelter(Event, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} comes out in {hex}."


# nations (14)


class FuelRolled(Setup, frozen=True):
    formation: str
    rolled: int
    turns: int

    def tell(self, setting: Setting) -> str:
        if not self.turns:
            return f"{self.formation} is fuelled ({self.rolled})."
        return f"{self.formation} has no fuel ({self.rolled}) and waits {counted(self.turns, 'turn')}."


# movement (5, 11.9, 12)


class Moved(Move, frozen=True):
    pieces: Pieces
    path: Path
    """The hexes entered, after the hex left if there is one."""
    hurried: bool = False

    def tell(self, setting: Setting) -> str:
        goal = setting.place_name(self.path[-1])
        start = f" from {setting.place_name(self.path[0])}" if len(self.path) > 1 else " over the edge"
        return f"{acting(setting, self.pieces, 'moves', 'move')}{start} to {goal}{' at Double Time' * self.hurried}."


class Left(Move, frozen=True):
    """Pieces have left the board where that counts."""

    pieces: Pieces
    path: Path
    says = "{pieces}: off the board from {path}."


class Mounted(Event, frozen=True):
    pieces: Pieces
    carrier: Piece
    says = "{pieces:mounts/mount} {carrier}."


class Dismounted(Event, frozen=True):
    piece: Piece
    carrier: Piece
    says = "{piece} dismounts from {carrier}."


class Limbered(Event, frozen=True):
    piece: Piece
    carrier: Piece
    says = "{piece} is limbered to {carrier}."


class Unlimbered(Event, frozen=True):
    piece: Piece
    carrier: Piece
    says = "{piece} is unlimbered from {carrier}."


class Forded(Event, frozen=True):
    """Pieces that have stopped in a hex of a minor river have crossed it."""

    pieces: Pieces
    hex: Place
    says = "{pieces:has/have} crossed the river in {hex}."


class CrossingTried(Result, frozen=True):
    """A risky crossing: the roll, what was needed, and whether it succeeded."""

    piece: Piece
    how: str
    hex: Place
    needed: int
    rolled: int
    passed: bool
    says = "{piece} {passed:gets/does not get} {how} to {hex}: {rolled} against {needed}."


class WireCrushed(Event, frozen=True):
    hex: Place
    says = "The barbed wire in {hex} is rolled flat."


# morale (10)


class FormationChecked(Result, frozen=True):
    """A formation rolled against its morale."""

    formation: str
    pieces: Pieces
    needed: int
    rolled: int
    verdict: str
    says = "{formation} {verdict}: {rolled} against a morale of {needed}."


class UnitChecked(Result, frozen=True):
    """A unit rolled against its morale."""

    piece: Piece
    needed: int
    rolled: int
    verdict: str
    says = "{piece} {verdict}: {rolled} against a morale of {needed}."


class Routed(Event, frozen=True):
    pieces: Pieces
    says = "{pieces:is/are} routed."


class RoutMoved(Retreat, frozen=True):
    pieces: Pieces
    path: Path
    says = "{pieces:routs/rout} to {path:to}."


class Rallied(Result, frozen=True):
    """An officer tried to rally somebody."""

    piece: Piece
    needed: int
    rolled: int
    passed: bool
    says = "{piece} {passed:rallies/does not rally}: {rolled} against a morale of {needed}."


# close assault (9)


class AssaultDeclared(Battle, frozen=True):
    side: Side
    pieces: Pieces
    hex: Place
    kind: str
    says = "{pieces:assaults/assault} {hex}."


class Fought(Result, frozen=True):
    """A round of hand-to-hand combat."""

    hex: Place
    side: Side
    attack: int
    defence: int
    odds: str
    rolled: int
    result: str
    says = "Hand-to-hand combat in {hex}, {attack} against {defence}, {odds}: the die shows {rolled}, {result}."


class AssaultContinues(Event, frozen=True):
    hex: Place
    says = "The assault in {hex} goes on."


class AssaultWon(Result, frozen=True):
    side: Side
    hex: Place
    says = "The {side} side holds {hex} after the assault."


class Surrendered(Loss, frozen=True):
    pieces: Pieces
    says = "{pieces:surrenders/surrender}."


class Retreated(Retreat, frozen=True):
    pieces: Pieces
    path: Path
    says = "{pieces:retreats/retreat} to {path:to}."


class Advanced(Move, frozen=True):
    pieces: Pieces
    path: Path
    says = "{pieces:goes on/go on} to {path:to}."
