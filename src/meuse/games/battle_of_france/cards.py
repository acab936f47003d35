"""Combat cards: what those in force change."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.battle_of_france.components import AA, POWERS, UNITS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.tables import Effect

NOTHING: frozenset[str] = frozenset()


class Law:
    """What a set of cards amounts to, worked out once: the latest card has the last word (cards.3, cards.5, G10)."""

    def __init__(self, s: BattleState) -> None:
        game = s.game
        cards = [game.cards[card] for card in (*s.lasting, s.card) if card >= 0]
        self.effects: tuple[Effect, ...] = tuple(effect for card in cards for effect in card.effects)
        powers, units = range(len(POWERS)), range(len(UNITS))
        self.forbidden = {(p, u): self._forbidden(p, u) for p in powers for u in units}
        self.grounded = [frozenset(u for u in units if "move" in self.forbidden[p, u]) | {AA} for p in powers]
        """Types of unit that do not move: guns, and what a card holds back."""
        self.ranges = [[self._latest("range", p, u, game.movement[u]) for u in units] for p in powers]
        self.prices = [[self._latest("cost", p, u, game.cost[u]) for u in units] for p in powers]
        self.values = {
            (p, u, role): tuple(effect for effect in self._of("value", p, u) if effect.role == role)
            for p in powers
            for u in units
            for role in ("attack", "defence")
        }

    def _of(self, kind: str, power: int, unit: int | None = None) -> Iterator[Effect]:
        """Effects of a kind for a power and perhaps a type of unit."""
        for effect in self.effects:
            if effect.kind == kind and POWERS[power] in effect.powers and (unit is None or UNITS[unit] in effect.units):
                yield effect

    def _forbidden(self, power: int, unit: int) -> frozenset[str]:
        return frozenset(what for effect in self._of("forbid", power, unit) for what in effect.what) or NOTHING

    def _latest(self, kind: str, power: int, unit: int, usual: int) -> int:
        for effect in self._of(kind, power, unit):
            if effect.to is not None:
                usual = effect.to
        return usual

    def of(self, kind: str, power: int) -> list[Effect]:
        return list(self._of(kind, power))


def law(s: BattleState) -> Law:
    """The law in force."""
    key = (s.lasting, s.card)
    known = s.game.laws.get(key)
    if known is None:
        known = s.game.laws[key] = Law(s)
    return known


def is_forbidden(s: BattleState, power: int, unit: int, what: str) -> bool:
    """Does a card forbid units of this type to do something (cards.4)?"""
    return what in law(s).forbidden[power, unit]


def combat_value(s: BattleState, power: int, unit: int, role: str, area: int) -> int:
    """A unit's attack or defence value in an area, cards included, the forest not."""
    value = (s.game.attack if role == "attack" else s.game.defence)[power][unit]
    for effect in law(s).values[power, unit, role]:
        if _applies_in(s, effect, area):
            value = effect.to if effect.to is not None else max(0, value + effect.add)
    return value


def _applies_in(s: BattleState, effect: Effect, area: int) -> bool:
    table = s.game.areas[area]
    if effect.in_kind and effect.in_kind != table.kind:
        return False
    if effect.in_owner and effect.in_owner != table.owner:
        return False
    return not effect.in_areas or table.id in effect.in_areas


def movement_range(s: BattleState, power: int, unit: int) -> int:
    """How far a type of unit moves (land.4, land.5, air.6, air.7, sea.4)."""
    return law(s).ranges[power][unit]


def price(s: BattleState, power: int, unit: int) -> int:
    """What a unit costs now."""
    return law(s).prices[power][unit]


def income_change(s: BattleState, power: int) -> int:
    return sum(effect.add for effect in law(s).of("income", power))


def may_mobilize_in(s: BattleState, power: int, area: int) -> bool:
    label = s.label(area)
    return not any(label in effect.areas for effect in law(s).of("no_mobilize", power))


def most_combat_rounds(s: BattleState, power: int) -> int | None:
    """How many combat rounds a combat may last at most."""
    limits = [effect.most for effect in law(s).of("combat_rounds", power)]
    return min(limits) if limits else None


def may_load_and_unload(s: BattleState, power: int) -> bool:
    """May a unit load and unload in the same turn (G47, or a card)?"""
    return s.rulings["load_and_unload"] == "same_turn" or bool(law(s).of("load_and_unload", power))


def moves_last(s: BattleState, power: int) -> bool:
    """Does the power's chit stay out of the bag?"""
    return bool(law(s).of("last_turn", power))


def dash_of(s: BattleState, power: int, units: set[int]) -> int:
    """Spaces a victorious group of just these types may move on under a card; 0 for none."""
    for effect in law(s).of("extra_move", power):
        if s.dashes < effect.times and all(UNITS[unit] in effect.units for unit in units):
            return effect.spaces
    return 0
