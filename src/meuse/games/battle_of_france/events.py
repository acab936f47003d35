"""What can happen in this game, and how it is said."""

from __future__ import annotations

from typing import Any, ClassVar

from meuse.engine import Event
from meuse.engine.kinds import ChoiceKind, Kind, Path, Piece, Pieces, Place, SideKind
from meuse.games.battle_of_france.units import UNITS

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


class CardKind(Kind):
    """A card by its id; -1 for none."""

    text = str

    def write(self, value: Any, state: Any) -> Any:
        return state.setting.cards[value].id if value >= 0 else ""

    def read(self, raw: Any, reader: Any, where: str) -> Any:
        ids = ["", *(card.id for card in reader.setting.cards)]
        if raw not in ids:
            reader.fault(where, f"there is no card {raw!r}; cards: {', '.join(ids[1:])}")
        return ids.index(raw) - 1 if raw in ids else -1


CARD = CardKind()
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
    says: ClassVar[str] = "Move of {pieces}: {path}."


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
    piece: Piece
    area: Place
    says: ClassVar[str] = "An air unit is called in to the combat in {area}."


class Submerged(Event, frozen=True):
    piece: Piece
    says: ClassVar[str] = "A submarine submerges and leaves the combat."


class Fired(Event, frozen=True):
    """A side's dice of one combat round."""

    power: Power
    area: Place
    pieces: Pieces
    values: tuple[int, ...]
    dice: tuple[int, ...]
    hits: int
    says: ClassVar[str] = "{power} fires in {area} with {pieces}; hits: {hits}."


class AntiAircraft(Event, frozen=True):
    area: Place
    hit: Pieces
    says: ClassVar[str] = "Anti-aircraft fire over {area}: {hit} shot down."


class Bombarded(Event, frozen=True):
    area: Place
    ships: Pieces
    hits: int
    says: ClassVar[str] = "{area} is bombarded from the sea by {ships}; hits: {hits}."


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
    says: ClassVar[str] = "Retreat of {pieces} to {area}."


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
        told = super().tell(setting)
        return told if self.placed else f"{told} There is no room for it: it is lost."


class Freed(Event, frozen=True):
    area: Place
    says: ClassVar[str] = "The garrison of {area} has been attacked and may move from now on."
