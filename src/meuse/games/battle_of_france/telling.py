"""What happened, in sentences, and the pieces as a person sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.events import Rolled, Volley
from meuse.engine.game import Counter
from meuse.games.battle_of_france import events as e
from meuse.games.battle_of_france.components import POWERS
from meuse.games.battle_of_france.state import BattleState

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance


def tell(game: BattleOfFrance, event: Event) -> str:
    """One sentence for an event."""
    area = game.catalogue.places.__getitem__
    names = [game.tables.power[power].name for power in ("germany", "france", "britain")]
    one = game.catalogue.one
    match event:
        case Rolled(purpose=purpose, value=value):
            return f"A {value} is drawn for {purpose}."
        case Volley(purpose=purpose, values=values):
            return f"Dice for {purpose}: {' '.join(map(str, values))}."
        case e.RoundBegan(round=number):
            return f"Round {number} begins."
        case e.CardDrawn(card=card):
            drawn = next(c for c in game.cards if c.id == card)
            return f"Combat card: {drawn.name}. {drawn.says}"
        case e.TurnBegan(power=power):
            return f"{names[power]} has the initiative."
        case e.Moved(pieces=pieces, path=path):
            return f"{_many(pieces, 'move')} from {area(path[0])} to {area(path[-1])}."
        case e.Loaded():
            return "A unit goes aboard."
        case e.Captured(power=power, area=place):
            return f"{names[power]} takes {area(place)}."
        case e.CombatBegan(area=place, attackers=attackers, defenders=defenders):
            return f"Combat in {area(place)}: {_many(attackers)} against {_many(defenders)}."
        case e.Called(area=place):
            return f"An air unit is called in to {area(place)}."
        case e.Submerged():
            return "A submarine submerges."
        case e.Fired(power=power, hits=hits):
            return f"{names[power]} scores {hits} hit{'' if hits == 1 else 's'}."
        case e.AntiAircraft(area=place, hit=hit):
            return f"Anti-aircraft fire over {area(place)}: {len(hit)} shot down."
        case e.Bombarded(area=place, hits=hits):
            return f"{area(place)} is bombarded from the sea: {hits} hits."
        case e.Damaged(hits=hits):
            return f"A ship is damaged ({hits})."
        case e.Destroyed(unit=unit, power=power, area=place):
            return f"{names[power]} loses {one(unit)} in {area(place)}."
        case e.Retreated(pieces=pieces, area=place):
            return f"{_many(pieces, 'retreat')} to {area(place)}."
        case e.Landed(area=place):
            return f"An air unit lands in {area(place)}."
        case e.Income(power=power, npu=npu):
            return f"{names[power]} receives {npu} NPU."
        case e.Ordered(power=power, unit=unit, area=place):
            return f"{names[power]} orders {one(unit)} for {area(place)}."
        case e.Mobilized(power=power, unit=unit, area=place, placed=placed):
            if not placed:
                return f"{names[power]} finds no room in {area(place)} for {one(unit)}, which is lost."
            return f"{names[power]} mobilizes {one(unit)} in {area(place)}."
        case e.Freed(area=place):
            return f"The garrison of {area(place)} has been attacked and may move from now on."
    return str(event)


def _many(pieces: tuple[int, ...], verb: str = "") -> str:
    """Some pieces, and what they do."""
    if len(pieces) == 1:
        return f"1 unit {verb}s" if verb else "1 unit"
    return f"{len(pieces)} units {verb}".rstrip()


def places(game: BattleOfFrance, event: Event) -> tuple[str, ...]:
    """The way that was gone, or the space where something happened."""
    match event:
        case e.Moved(path=path):
            return tuple(game.board.label(area) for area in path)
        case e.Loaded() | e.Submerged() | e.Damaged():
            return ()
    area = getattr(event, "area", -1)
    return (game.board.label(area),) if area >= 0 else ()


def roster(s: BattleState) -> list[Counter]:
    """The pieces on the map, each area's in order."""
    found = []
    for area in sorted(s.stacks):
        for piece in s.at(area):
            power, unit = POWERS[s.power[piece]], s.game.units[s.unit[piece]]
            side = s.game.catalogue.about.sides[s.power[piece]]
            strength = f"{s.game.attack[s.power[piece]][s.unit[piece]]}-{s.game.defence[s.power[piece]][s.unit[piece]]}"
            found.append(
                Counter(
                    s.name(piece), unit.name, unit.short, power, power, unit.element, s.label(area),
                    unit.hits - s.hits[piece], unit.hits, strength, True, side.colour, side.ink,
                )
            )  # fmt: skip
    return found
