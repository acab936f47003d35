"""What can happen in this game, and how it is said. Countries, edges and phases are words."""

from __future__ import annotations

from meuse.engine import Event, Piece, Pieces, Place, Setting, Side
from meuse.engine.events import Battle, Build, Control, Loss, Move, Result, Retreat, Score, Setup
from meuse.games.victory_or_defeat.setting import COUNTRIES, WarSetting
from meuse.mechanics.events import CombatResult, acting
from meuse.mechanics.events import Moved as Moved
from meuse.mechanics.events import PhaseBegan as PhaseBegan
from meuse.mechanics.events import Placed as Placed
from meuse.mechanics.events import Took as Took
from meuse.mechanics.events import TurnBegan as TurnBegan
from meuse.mechanics.words import counted

POINT_WORDS = {
    "neutrals": "the neutrals overrun",
    "dyle_breda": "the Dyle-Breda line denied",
    "brittany": "the way to Brittany",
    "mediterranean": "the way to the Mediterranean",
    "paris": "Paris",
    "maginot": "the Maginot Line overturned",
}
"""What can be scored once (4.3 to 4.8)."""


class SickleCut(Setup, frozen=True):
    activated: bool
    says = "Operation Sickle Cut is {activated:activated/not activated}."


class Ordered(Event, frozen=True):
    """Which of its two phases a side takes first, and who chose."""

    side: Side
    first: str
    chooser: Side

    def tell(self, setting: Setting) -> str:
        order = {"move_first": "moves first and then fights", "fight_first": "fights first and then moves"}[self.first]
        chosen = "" if self.side == self.chooser else f", as the {setting.side_name(self.chooser)} side chose"
        return f"The {setting.side_name(self.side)} side {order}{chosen}."


class CountryEvent(Control, frozen=True):
    country: str

    def places(self, setting: Setting) -> tuple[str, ...]:
        """Where it matters what becomes of a country."""
        assert isinstance(setting, WarSetting)
        return tuple(setting.board.names(setting.prizes[COUNTRIES.index(self.country)]))


class Violated(CountryEvent, frozen=True):
    def tell(self, setting: Setting) -> str:
        return f"The neutrality of {self.country.title()} is violated."


class SwissStrategy(Result, frozen=True):
    strategy: str

    def tell(self, setting: Setting) -> str:
        return "The Swiss " + ("defend their frontier." if self.strategy == "forward" else "withdraw to the redoubt.")


class Capitulated(CountryEvent, frozen=True):
    pieces: Pieces

    def tell(self, setting: Setting) -> str:
        removed = f"; {acting(setting, self.pieces, 'is', 'are')} removed" if self.pieces else ""
        return f"{self.country.title()} capitulates{removed}."


class CoupMade(Result, frozen=True, tag="coup"):
    hex: Place
    modified: int
    success: bool
    says = "The airborne coup on {hex} {success:succeeds/fails} with a modified roll of {modified}."


class Displaced(Retreat, frozen=True):
    pieces: Pieces
    start: Place
    hex: Place
    says = "{pieces:gives/give} way to {hex}."


class Halted(Result, frozen=True):
    kind: str

    def tell(self, setting: Setting) -> str:
        if self.kind == "full":
            return "The panzers halt: no mechanized corps moves or attacks this turn."
        return "The panzers slow down: mechanized corps move at half speed this turn."


class CrisisBegan(Result, frozen=True):
    turn: int
    says = "The German supply crisis begins on turn {turn}."


class RoadsOfBelgium(Result, frozen=True):
    """What the roll of 5.16 means this turn: hesitate, normal or free."""

    effect: str

    def tell(self, setting: Setting) -> str:
        return {
            "hesitate": "The French hesitate: none of them enters Belgium this turn.",
            "normal": "The roads of Belgium are as usual.",
            "free": "The roads of Belgium are open: its rivers cost nothing extra this turn.",
        }[self.effect]


class Targeted(Battle, frozen=True):
    """A battle begins."""

    side: Side
    hex: Place
    says = "The {side} side attacks {hex}."


class Declared(Event, frozen=True):
    """An attack was declared and the stack looked through."""

    hex: Place
    defenders: Pieces
    says = "An attack on {hex} is declared; it is held by {defenders}."


class Fought(CombatResult, frozen=True):
    def tell(self, setting: Setting) -> str:
        who, whom = acting(setting, self.attackers, "attacks", "attack"), setting.pieces_spoken(self.defenders)
        roll = f"roll {self.die}" if self.die else "no roll needed"
        return (
            f"{who} {whom} in {setting.place_name(self.hex)}: {self.attack} to {self.defence}, "
            f"column {self.column}, {roll}: {self.means} ({self.result})."
        )


class StepLost(Loss, frozen=True):
    piece: Piece
    left: int
    says = "{piece} loses a step; {left} left."


class Eliminated(Loss, frozen=True):
    piece: Piece
    cause: str

    def tell(self, setting: Setting) -> str:
        cause = "lack of supply" if self.cause == "supply" else self.cause
        return f"{setting.pieces_spoken((self.piece,))} is eliminated ({cause})."


class Retreated(Retreat, frozen=True):
    piece: Piece
    start: Place
    hex: Place
    says = "{piece} retreats from {start} to {hex}."


class Advanced(Move, frozen=True):
    piece: Piece
    start: Place
    hex: Place
    says = "{piece} advances from {start} to {hex}."


class Scored(Score, frozen=True):
    what: str
    points: int
    total: int

    def tell(self, setting: Setting) -> str:
        verb, points = "gains" if self.points > 0 else "loses", counted(abs(self.points), "victory point")
        return f"The German side {verb} {points} for {POINT_WORDS.get(self.what, self.what)}; it has {self.total}."


class Exited(Move, frozen=True):
    pieces: Pieces
    edge: str
    says = "{pieces:leaves/leave} the map over the {edge} edge."


class Evacuated(Move, frozen=True):
    piece: Piece
    steps: int
    left: int
    says = "{piece} is evacuated by sea with {steps:step}"

    def tell(self, setting: Setting) -> str:
        return f"{super().tell(setting)}; {self.left or 'none'} left on the map."


class DynamoDeclared(Event, frozen=True):
    port: Place
    says = "Operation Dynamo is declared; its port is {port}."


class Replaced(Build, frozen=True):
    piece: Piece
    steps: int
    says = "{piece} receives replacements and has {steps:step}."


class Entered(Build, frozen=True):
    piece: Piece
    hex: Place
    says = "{piece} arrives in {hex}."
