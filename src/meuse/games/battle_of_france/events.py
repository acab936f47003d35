"""What can happen in this game, and how it is said."""

from __future__ import annotations

from typing import Any

from meuse.engine.events import Battle, Build, Card, Control, Event, Loss, Move, Phase, Result, Retreat, Turn, Volley
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


class RoundBegan(Turn, frozen=True):
    round: int
    says = "Round {round} begins."


class CardDrawn(Card, frozen=True):
    card: str

    def tell(self, setting: Any) -> str:
        card = next(card for card in setting.cards if card.id == self.card)
        return f"Combat card: {card.name}. {card.says}"


class TurnBegan(Phase, frozen=True):
    power: Power
    says = "{power} has the initiative."


class Moved(Move, frozen=True):
    pieces: Pieces
    path: Path
    """From the area left to the area reached."""
    units: Units
    says = "Move of {units}: {path}."


class Loaded(Move, frozen=True):
    piece: Piece
    ship: Piece
    units: Units
    start: Place
    area: Place
    says = "Aboard a transport in {area}: {units}."


class Captured(Control, frozen=True):
    power: Power
    area: Place
    says = "{power} takes {area}."


class CombatBegan(Battle, frozen=True):
    area: Place
    attackers: Pieces
    defenders: Pieces
    ours: Units
    theirs: Units
    says = "Combat in {area}: {ours} against {theirs}."


class Called(Move, frozen=True):
    piece: Piece
    start: Place
    area: Place
    units: Units
    says = "Called in to the combat in {area}: {units}."


class Submerged(Retreat, frozen=True):
    piece: Piece
    units: Units
    says = "Submerged, and out of the combat: {units}."


class Fired(Volley, frozen=True, kw_only=True, tag="fired"):
    """A side's dice of one combat round."""

    power: Power
    area: Place
    pieces: Pieces
    """Who rolled each of the dice."""
    needed: tuple[int, ...]
    """What each die must not exceed to hit."""
    sort = "result"
    says = "{power} fires in {area}: {values}."

    def tell(self, setting: Any) -> str:
        return f"{super().tell(setting)} Hits: {len(self.hits)}."


class AntiAircraft(Result, frozen=True):
    area: Place
    hit: Pieces
    units: Units

    def tell(self, setting: Any) -> str:
        hit = f"{setting.catalogue.several(self.units)} shot down" if self.units else "nobody is hit"
        return f"Anti-aircraft fire over {setting.place_name(self.area)}: {hit}."


class Bombarded(Fired, frozen=True, kw_only=True, tag="bombarded"):
    """The dice of ships off a coast."""

    says = "{power} bombards {area} from the sea: {values}."


class Damaged(Loss, frozen=True):
    piece: Piece
    hits: int
    units: Units
    area: Place
    says = "Damage to {units} in {area}; hits taken so far: {hits}."


class Destroyed(Loss, frozen=True):
    piece: Piece
    unit: UnitType
    power: Power
    area: Place
    says = "{power} loses {unit} in {area}."


class Retreated(Retreat, frozen=True):
    pieces: Pieces
    start: Place
    area: Place
    """Where they came to."""
    units: Units
    says = "Retreat of {units} from {start} to {area}."


class Landed(Move, frozen=True):
    piece: Piece
    start: Place
    """The combat it comes from."""
    area: Place
    units: Units
    says = "Landing of {units} in {area}."


class Income(Build, frozen=True):
    power: Power
    npu: int
    says = "{power} receives {npu} NPU."


class Ordered(Build, frozen=True):
    """A unit was bought; it stays secret until all have bought."""

    power: Power
    unit: UnitType
    area: Place
    says = "{power} orders {unit} for {area}."


class Mobilized(Build, frozen=True):
    power: Power
    unit: UnitType
    area: Place
    placed: bool
    says = "{power} mobilizes {unit} in {area}."

    def tell(self, setting: Any) -> str:
        told = super().tell(setting)
        return told if self.placed else f"{told} There is no room for it: it is lost."


class Freed(Event, frozen=True):
    area: Place
    says = "The garrison of {area} has been attacked and may move from now on."
