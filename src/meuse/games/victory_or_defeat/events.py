"""What can happen in this game. Pieces and hexes are numbers; countries, edges and sides are words."""

from __future__ import annotations

from meuse.engine import Event


class TurnBegan(Event, frozen=True):
    turn: int


class PhaseBegan(Event, frozen=True):
    side: int
    phase: str


class Placed(Event, frozen=True):
    piece: int
    hex: int


class SickleCut(Event, frozen=True):
    activated: bool


class Ordered(Event, frozen=True):
    """Which of its two phases a side takes first, and who chose."""

    side: int
    first: str
    chooser: int


class Moved(Event, frozen=True):
    pieces: tuple[int, ...]
    path: tuple[int, ...]
    """From the hex left to the hex reached."""
    cost: int


class Took(Event, frozen=True):
    """A side came to control hexes."""

    side: int
    hexes: tuple[int, ...]


class Violated(Event, frozen=True):
    country: str


class SwissStrategy(Event, frozen=True):
    strategy: str


class Capitulated(Event, frozen=True):
    country: str
    pieces: tuple[int, ...]


class Coup(Event, frozen=True):
    hex: int
    modified: int
    success: bool


class Displaced(Event, frozen=True):
    pieces: tuple[int, ...]
    hex: int


class Halted(Event, frozen=True):
    kind: str


class CrisisBegan(Event, frozen=True):
    turn: int


class RoadsOfBelgium(Event, frozen=True):
    """What the roll of 5.16 means this turn: hesitate, normal or free."""

    effect: str


class Declared(Event, frozen=True):
    """An attack was declared and the stack looked through."""

    hex: int
    defenders: tuple[int, ...]


class Fought(Event, frozen=True):
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack: int
    defence: int
    column: str
    die: int
    """0 when the odds were beyond the table."""
    result: str
    means: str
    """What the result comes to here, in words."""


class StepLost(Event, frozen=True):
    piece: int
    left: int


class Eliminated(Event, frozen=True):
    piece: int
    cause: str


class Retreated(Event, frozen=True):
    piece: int
    start: int
    hex: int


class Advanced(Event, frozen=True):
    piece: int
    start: int
    hex: int


class Scored(Event, frozen=True):
    what: str
    points: int
    total: int


class Exited(Event, frozen=True):
    pieces: tuple[int, ...]
    edge: str


class Evacuated(Event, frozen=True):
    piece: int
    steps: int
    left: int


class DynamoDeclared(Event, frozen=True):
    port: int


class Replaced(Event, frozen=True):
    piece: int
    steps: int


class Entered(Event, frozen=True):
    piece: int
    hex: int
