"""What can happen in this game. Pieces, areas, powers and unit types are numbers."""

from __future__ import annotations

from meuse.engine import Event


class RoundBegan(Event, frozen=True):
    round: int


class CardDrawn(Event, frozen=True):
    card: str


class TurnBegan(Event, frozen=True):
    power: int


class Moved(Event, frozen=True):
    pieces: tuple[int, ...]
    path: tuple[int, ...]
    """From the area left to the area reached."""


class Loaded(Event, frozen=True):
    piece: int
    ship: int


class Captured(Event, frozen=True):
    power: int
    area: int


class CombatBegan(Event, frozen=True):
    area: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Called(Event, frozen=True):
    """An air unit joins a combat from elsewhere."""

    piece: int
    area: int


class Submerged(Event, frozen=True):
    piece: int


class Fired(Event, frozen=True):
    """A side's dice of one combat round."""

    power: int
    area: int
    pieces: tuple[int, ...]
    values: tuple[int, ...]
    dice: tuple[int, ...]
    hits: int


class AntiAircraft(Event, frozen=True):
    area: int
    hit: tuple[int, ...]


class Bombarded(Event, frozen=True):
    area: int
    ships: tuple[int, ...]
    hits: int


class Damaged(Event, frozen=True):
    piece: int
    hits: int


class Destroyed(Event, frozen=True):
    piece: int
    unit: int
    power: int
    area: int


class Retreated(Event, frozen=True):
    pieces: tuple[int, ...]
    area: int
    """Where they came to."""


class Landed(Event, frozen=True):
    piece: int
    area: int


class Income(Event, frozen=True):
    power: int
    npu: int


class Ordered(Event, frozen=True):
    """A unit was bought; it stays secret until all have bought."""

    power: int
    unit: int
    area: int


class Mobilized(Event, frozen=True):
    power: int
    unit: int
    area: int
    placed: bool


class Freed(Event, frozen=True):
    """A garrison of the Maginot Line may move from now on."""

    area: int
