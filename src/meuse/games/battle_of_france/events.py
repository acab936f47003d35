"""What can happen in this game, and how it is said."""

from __future__ import annotations

from typing import Any, ClassVar

from meuse.engine import Event
from meuse.engine.gamedoc import plural
from meuse.engine.kinds import ChoiceKind, Kind, Path, Piece, Pieces, Place, SideKind
from meuse.games.battle_of_france.components import UNITS

Power = int
"""The number of a power: a side, called by its name and not by its adjective."""
UnitType = int
"""The number of a type of unit."""


class PowerKind(SideKind):
    def say(self, value: Any, setting: Any) -> str:
        return str(setting.catalogue.titles[value])


class UnitTypeKind(ChoiceKind):
    def say(self, value: Any, setting: Any) -> str:
        return str(setting.catalogue.one(value))


KINDS: dict[str, Kind] = {"Power": PowerKind(), "UnitType": UnitTypeKind(UNITS)}
"""The kinds that only this game's events and steps have, by type."""


class RoundBegan(Event, frozen=True):
    round: int

    says: ClassVar[str] = "Round {round} begins."


class CardDrawn(Event, frozen=True):
    card: str

    def tell(self, setting: Any) -> str:
        card = next(card for card in setting.cards if card.id == self.card)
        return f"Combat card: {card.name}. {card.says}"


class TurnBegan(Event, frozen=True):
    power: Power

    says: ClassVar[str] = "{power} has the initiative."


class Moved(Event, frozen=True):
    pieces: Pieces
    path: Path
    """From the area left to the area reached."""

    def tell(self, setting: Any) -> str:
        start, goal = setting.place_name(self.path[0]), setting.place_name(self.path[-1])
        return f"{_go(self.pieces, 'move')} from {start} to {goal}."


class Loaded(Event, frozen=True):
    piece: Piece
    ship: Piece

    says: ClassVar[str] = "A unit goes aboard a transport."


class Captured(Event, frozen=True):
    power: Power
    area: Place

    says: ClassVar[str] = "{power} takes {area}."


class CombatBegan(Event, frozen=True):
    area: Place
    attackers: Pieces
    defenders: Pieces

    says: ClassVar[str] = "Combat in {area}: {attackers} against {defenders}."


class Called(Event, frozen=True):
    """An air unit joins a combat from elsewhere."""

    piece: Piece
    area: Place

    says: ClassVar[str] = "An air unit is called in to {area}."


class Submerged(Event, frozen=True):
    piece: Piece

    says: ClassVar[str] = "A submarine submerges and is out of the combat."


class Fired(Event, frozen=True):
    """A side's dice of one combat round."""

    power: Power
    area: Place
    pieces: Pieces
    values: tuple[int, ...]
    dice: tuple[int, ...]
    hits: int

    def tell(self, setting: Any) -> str:
        power, area = setting.catalogue.titles[self.power], setting.place_name(self.area)
        return f"{power} scores {plural(self.hits, 'hit')} in {area} with {plural(len(self.dice), 'die', 'dice')}."


class AntiAircraft(Event, frozen=True):
    area: Place
    hit: Pieces

    says: ClassVar[str] = "Anti-aircraft fire over {area}: {hit} shot down."


class Bombarded(Event, frozen=True):
    area: Place
    ships: Pieces
    hits: int

    def tell(self, setting: Any) -> str:
        fire = f"{plural(len(self.ships), 'ship')}: {plural(self.hits, 'hit')}"
        return f"{setting.place_name(self.area)} is bombarded from the sea by {fire}."


class Damaged(Event, frozen=True):
    piece: Piece
    hits: int

    says: ClassVar[str] = "A ship is damaged; hits it has taken: {hits}."


class Destroyed(Event, frozen=True):
    piece: Piece
    unit: UnitType
    power: Power
    area: Place

    says: ClassVar[str] = "{power} loses {unit} in {area}."


class Retreated(Event, frozen=True):
    pieces: Pieces
    area: Place
    """Where they came to."""

    def tell(self, setting: Any) -> str:
        return f"{_go(self.pieces, 'retreat')} to {setting.place_name(self.area)}."


class Landed(Event, frozen=True):
    piece: Piece
    area: Place

    says: ClassVar[str] = "An air unit lands in {area}."


class Income(Event, frozen=True):
    power: Power
    npu: int

    says: ClassVar[str] = "{power} receives {npu} NPU."


class Ordered(Event, frozen=True):
    """A unit was bought; it stays secret until all have bought."""

    power: Power
    unit: UnitType
    area: Place

    says: ClassVar[str] = "{power} orders {unit} for {area}."


class Mobilized(Event, frozen=True):
    power: Power
    unit: UnitType
    area: Place
    placed: bool

    says: ClassVar[str] = "{power} mobilizes {unit} in {area}."

    def tell(self, setting: Any) -> str:
        if self.placed:
            return super().tell(setting)
        words, area = setting.catalogue, setting.place_name(self.area)
        return f"{words.titles[self.power]} finds no room in {area} for {words.one(self.unit)}, which is lost."


class Freed(Event, frozen=True):
    """A garrison of the Maginot Line may move from now on."""

    area: Place

    says: ClassVar[str] = "The garrison of {area} has been attacked and may move from now on."


def _go(pieces: Pieces, verb: str) -> str:
    """Some units, and what they do."""
    return f"{plural(len(pieces), 'unit')} {verb}{'s' if len(pieces) == 1 else ''}"
