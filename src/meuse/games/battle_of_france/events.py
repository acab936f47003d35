"""What can happen in this game, and how it is said."""

from __future__ import annotations

from typing import Any, ClassVar

from meuse.engine import Event, Sort
from meuse.engine.events import Volley
from meuse.engine.kinds import ChoiceKind, Kind, Path, Piece, Pieces, Place, SideKind
from meuse.games.battle_of_france.units import UNITS

Power = int
"""The number of a power: a side, called by its name and not by its adjective."""
UnitType = int
"""The number of a type of unit."""
Units = tuple[tuple[int, int], ...]
"""Some units, each by the numbers of its power and type: pieces go, but what is said of them stays."""


class PowerKind(SideKind):
    def say(self, value: Any, setting: Any) -> str:
        return str(setting.catalogue.titles[value])


class UnitTypeKind(ChoiceKind):
    def say(self, value: Any, setting: Any) -> str:
        return str(setting.catalogue.one(value))


class UnitsKind(Kind):
    def say(self, value: Any, setting: Any) -> str:
        return str(setting.catalogue.several(value))

    def parties(self, value: Any, setting: Any) -> tuple[int, ...]:
        return tuple(power for power, _ in value)


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
KINDS: dict[str, Kind] = {"Power": PowerKind(), "UnitType": UnitTypeKind(UNITS), "Units": UnitsKind()}
"""The kinds that only this game's events and steps have, by type."""


class RoundBegan(Event, frozen=True):
    round: int
    sort: ClassVar[Sort] = "turn"
    says: ClassVar[str] = "Round {round} begins."


class CardDrawn(Event, frozen=True):
    card: str
    sort: ClassVar[Sort] = "card"

    def tell(self, setting: Any) -> str:
        card = next(card for card in setting.cards if card.id == self.card)
        return f"Combat card: {card.name}. {card.says}"


class TurnBegan(Event, frozen=True):
    power: Power
    sort: ClassVar[Sort] = "phase"
    says: ClassVar[str] = "{power} has the initiative."


class Moved(Event, frozen=True):
    pieces: Pieces
    path: Path
    """From the area left to the area reached."""
    units: Units
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "Move of {units}: {path}."


class Loaded(Event, frozen=True):
    piece: Piece
    ship: Piece
    units: Units
    start: Place
    area: Place
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "Aboard a transport in {area}: {units}."


class Captured(Event, frozen=True):
    power: Power
    area: Place
    sort: ClassVar[Sort] = "control"
    says: ClassVar[str] = "{power} takes {area}."


class CombatBegan(Event, frozen=True):
    area: Place
    attackers: Pieces
    defenders: Pieces
    ours: Units
    theirs: Units
    sort: ClassVar[Sort] = "battle"
    says: ClassVar[str] = "Combat in {area}: {ours} against {theirs}."


class Called(Event, frozen=True):
    piece: Piece
    start: Place
    area: Place
    units: Units
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "Called in to the combat in {area}: {units}."


class Submerged(Event, frozen=True):
    piece: Piece
    units: Units
    sort: ClassVar[Sort] = "retreat"
    says: ClassVar[str] = "Submerged, and out of the combat: {units}."


class Fired(Volley, frozen=True, kw_only=True, tag="fired"):
    """A side's dice of one combat round."""

    power: Power
    area: Place
    pieces: Pieces
    """Who rolled each of the dice."""
    needed: tuple[int, ...]
    """What each die must not exceed to hit."""
    sort: ClassVar[Sort] = "result"
    says: ClassVar[str] = "{power} fires in {area}: {values}."

    def tell(self, setting: Any) -> str:
        return f"{super().tell(setting)} Hits: {len(self.hits)}."


class AntiAircraft(Event, frozen=True):
    area: Place
    hit: Pieces
    units: Units
    sort: ClassVar[Sort] = "result"

    def tell(self, setting: Any) -> str:
        hit = f"{setting.catalogue.several(self.units)} shot down" if self.units else "nobody is hit"
        return f"Anti-aircraft fire over {setting.place_name(self.area)}: {hit}."


class Bombarded(Fired, frozen=True, kw_only=True, tag="bombarded"):
    """The dice of ships off a coast."""

    says: ClassVar[str] = "{power} bombards {area} from the sea: {values}."


class Damaged(Event, frozen=True):
    piece: Piece
    hits: int
    units: Units
    area: Place
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "Damage to {units} in {area}; hits taken so far: {hits}."


class Destroyed(Event, frozen=True):
    piece: Piece
    unit: UnitType
    power: Power
    area: Place
    sort: ClassVar[Sort] = "loss"
    says: ClassVar[str] = "{power} loses {unit} in {area}."


class Retreated(Event, frozen=True):
    pieces: Pieces
    start: Place
    area: Place
    """Where they came to."""
    units: Units
    sort: ClassVar[Sort] = "retreat"
    says: ClassVar[str] = "Retreat of {units} from {start} to {area}."


class Landed(Event, frozen=True):
    piece: Piece
    start: Place
    """The combat it comes from."""
    area: Place
    units: Units
    sort: ClassVar[Sort] = "move"
    says: ClassVar[str] = "Landing of {units} in {area}."


class Income(Event, frozen=True):
    power: Power
    npu: int
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{power} receives {npu} NPU."


class Ordered(Event, frozen=True):
    """A unit was bought; it stays secret until all have bought."""

    power: Power
    unit: UnitType
    area: Place
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{power} orders {unit} for {area}."


class Mobilized(Event, frozen=True):
    power: Power
    unit: UnitType
    area: Place
    placed: bool
    sort: ClassVar[Sort] = "build"
    says: ClassVar[str] = "{power} mobilizes {unit} in {area}."

    def tell(self, setting: Any) -> str:
        told = super().tell(setting)
        return told if self.placed else f"{told} There is no room for it: it is lost."


class Freed(Event, frozen=True):
    area: Place
    says: ClassVar[str] = "The garrison of {area} has been attacked and may move from now on."
