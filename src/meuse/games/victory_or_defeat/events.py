"""What can happen in this game, and how it is said. Countries, edges and phases are words."""

from __future__ import annotations

from typing import ClassVar

from meuse.engine import Event, Path, Piece, Pieces, Place, Places, Setting, Side, Sort
from meuse.games.victory_or_defeat.setting import COUNTRIES, WarSetting
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


def acting(setting: Setting, pieces: Pieces, one: str, many: str) -> str:
    """Units and their verb; hidden ones are left out of events, so there may be none."""
    return f"{setting.pieces_spoken(pieces) if pieces else 'Hidden units'} {one if len(pieces) == 1 else many}"


def prizes(setting: Setting, country: str) -> tuple[str, ...]:
    """Where it matters what becomes of a country."""
    assert isinstance(setting, WarSetting)
    return tuple(setting.board.names(setting.prizes[COUNTRIES.index(country)]))


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


class SickleCut(Event, frozen=True):
    activated: bool
    sort: ClassVar[Sort] = "setup"

    def tell(self, setting: Setting) -> str:
        return f"Operation Sickle Cut is {'' if self.activated else 'not '}activated."


class Ordered(Event, frozen=True):
    """Which of its two phases a side takes first, and who chose."""

    side: Side
    first: str
    chooser: Side

    def tell(self, setting: Setting) -> str:
        order = {"move_first": "moves first and then fights", "fight_first": "fights first and then moves"}[self.first]
        chosen = "" if self.side == self.chooser else f", as the {setting.side_name(self.chooser)} side chose"
        return f"The {setting.side_name(self.side)} side {order}{chosen}."


class Moved(Event, frozen=True):
    pieces: Pieces
    path: Path
    """From the hex left to the hex reached."""
    cost: int
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        start, goal = (setting.place_name(self.path[end]) for end in (0, -1))
        who = acting(setting, self.pieces, "moves", "move")
        return f"{who} from {start} to {goal} for {counted(self.cost, 'point')}."


class Took(Event, frozen=True):
    """A side came to control hexes."""

    side: Side
    hexes: Places
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "The {side} side takes {hexes}."


class Violated(Event, frozen=True):
    country: str
    sort: ClassVar[Sort] = "control"

    def places(self, setting: Setting) -> tuple[str, ...]:
        return prizes(setting, self.country)

    def tell(self, setting: Setting) -> str:
        return f"The neutrality of {self.country.title()} is violated."


class SwissStrategy(Event, frozen=True):
    strategy: str
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        return "The Swiss " + ("defend their frontier." if self.strategy == "forward" else "withdraw to the redoubt.")


class Capitulated(Event, frozen=True):
    country: str
    pieces: Pieces
    sort: ClassVar[Sort] = "control"

    def places(self, setting: Setting) -> tuple[str, ...]:
        return prizes(setting, self.country)

    def tell(self, setting: Setting) -> str:
        removed = f"; {acting(setting, self.pieces, 'is', 'are')} removed" if self.pieces else ""
        return f"{self.country.title()} capitulates{removed}."


class CoupMade(Event, frozen=True, tag="coup"):
    hex: Place
    modified: int
    success: bool
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        outcome = "succeeds" if self.success else "fails"
        place = setting.place_name(self.hex)
        return f"The airborne coup on {place} {outcome} with a modified roll of {self.modified}."


class Displaced(Event, frozen=True):
    pieces: Pieces
    start: Place
    hex: Place
    sort: ClassVar[Sort] = "retreat"

    def tell(self, setting: Setting) -> str:
        return f"{acting(setting, self.pieces, 'gives', 'give')} way to {setting.place_name(self.hex)}."


class Halted(Event, frozen=True):
    kind: str
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        if self.kind == "full":
            return "The panzers halt: no mechanized corps moves or attacks this turn."
        return "The panzers slow down: mechanized corps move at half speed this turn."


class CrisisBegan(Event, frozen=True):
    turn: int
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "The German supply crisis begins on turn {turn}."


class RoadsOfBelgium(Event, frozen=True):
    """What the roll of 5.16 means this turn: hesitate, normal or free."""

    effect: str
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        return {
            "hesitate": "The French hesitate: none of them enters Belgium this turn.",
            "normal": "The roads of Belgium are as usual.",
            "free": "The roads of Belgium are open: its rivers cost nothing extra this turn.",
        }[self.effect]


class Targeted(Event, frozen=True):
    """A battle begins."""

    side: Side
    hex: Place
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "The {side} side attacks {hex}."


class Declared(Event, frozen=True):
    """An attack was declared and the stack looked through."""

    hex: Place
    defenders: Pieces
    says: ClassVar[str] = "An attack on {hex} is declared; it is held by {defenders}."


class Fought(Event, frozen=True):
    hex: Place
    attackers: Pieces
    defenders: Pieces
    attack: int
    defence: int
    column: str
    die: int
    """0 when the odds were beyond the table."""
    result: str
    means: str
    """What the result comes to here, in words."""
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Setting) -> str:
        who, whom = acting(setting, self.attackers, "attacks", "attack"), setting.pieces_spoken(self.defenders)
        roll = f"roll {self.die}" if self.die else "no roll needed"
        return (
            f"{who} {whom} in {setting.place_name(self.hex)}: {self.attack} to {self.defence}, "
            f"column {self.column}, {roll}: {self.means} ({self.result})."
        )


class StepLost(Event, frozen=True):
    piece: Piece
    left: int
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{piece} loses a step; {left} left."


class Eliminated(Event, frozen=True):
    piece: Piece
    cause: str
    sort: ClassVar[Sort] = "loss"

    def tell(self, setting: Setting) -> str:
        cause = "lack of supply" if self.cause == "supply" else self.cause
        return f"{setting.pieces_spoken((self.piece,))} is eliminated ({cause})."


class Retreated(Event, frozen=True):
    piece: Piece
    start: Place
    hex: Place
    sort: ClassVar[Sort] = "retreat"
    says: ClassVar[str] = "{piece} retreats from {start} to {hex}."


class Advanced(Event, frozen=True):
    piece: Piece
    start: Place
    hex: Place
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "{piece} advances from {start} to {hex}."


class Scored(Event, frozen=True):
    what: str
    points: int
    total: int
    sort: ClassVar[Sort] = "score"

    def tell(self, setting: Setting) -> str:
        verb, points = "gains" if self.points > 0 else "loses", counted(abs(self.points), "victory point")
        return f"The German side {verb} {points} for {POINT_WORDS.get(self.what, self.what)}; it has {self.total}."


class Exited(Event, frozen=True):
    pieces: Pieces
    edge: str
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        return f"{acting(setting, self.pieces, 'leaves', 'leave')} the map over the {self.edge} edge."


class Evacuated(Event, frozen=True):
    piece: Piece
    steps: int
    left: int
    sort: ClassVar[Sort] = "move"

    def tell(self, setting: Setting) -> str:
        unit = setting.pieces_spoken((self.piece,))
        return f"{unit} is evacuated by sea with {counted(self.steps, 'step')}; {self.left or 'none'} left on the map."


class DynamoDeclared(Event, frozen=True):
    port: Place
    says: ClassVar[str] = "Operation Dynamo is declared; its port is {port}."


class Replaced(Event, frozen=True):
    piece: Piece
    steps: int
    sort: ClassVar[Sort] = "build"

    def tell(self, setting: Setting) -> str:
        return f"{setting.pieces_spoken((self.piece,))} receives replacements and has {counted(self.steps, 'step')}."


class Entered(Event, frozen=True):
    piece: Piece
    hex: Place
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{piece} arrives in {hex}."
