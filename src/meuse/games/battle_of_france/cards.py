"""Combat cards: what those in force change."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Card
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.tables import Effect
from meuse.games.battle_of_france.units import AA, UNITS

NONE: frozenset[int] = frozenset()


class Law:
    """What a set of cards amounts to, worked out once: the latest card has the last word (cards.3, cards.5, G10)."""

    def __init__(self, s: BattleState) -> None:
        setting = s.setting
        cards = [setting.cards[card] for card in (*s.lasting, s.card) if card >= 0]
        self.effects: tuple[Effect, ...] = tuple(effect for card in cards for effect in card.effects)
        powers, units = range(len(POWERS)), range(len(UNITS))
        whats = {what for effect in self.effects for what in effect.what}
        self._forbidden = {(p, what): self._kept_from(p, what) for p in powers for what in whats}
        self.grounded = [self.forbids(p, "move") | {AA} for p in powers]
        """Types of unit that do not move: guns, and what a card holds back."""
        self.ranges = [[self._latest("range", p, u, setting.movement[u]) for u in units] for p in powers]
        """How far each type of unit moves (land.4, land.5, air.6, air.7, sea.4)."""
        self.prices = [[self._latest("cost", p, u, setting.cost[u]) for u in units] for p in powers]
        self.income = [sum(effect.add for effect in self.of("income", p)) for p in powers]
        """How much more each power receives."""
        self.closed = [setting.board.set(a for e in self.of("no_mobilize", p) for a in e.areas) for p in powers]
        """Cities in which a power mobilizes nothing."""
        self.most_rounds = [min((effect.most for effect in self.of("combat_rounds", p)), default=None) for p in powers]
        """How many combat rounds a combat may last at most."""
        self.loads_and_unloads = [bool(list(self.of("load_and_unload", p))) for p in powers]
        self.moves_last = [bool(list(self.of("last_turn", p))) for p in powers]
        """Does a power's chit stay out of the bag until the others have moved?"""
        self.values = {
            (p, u, role): [effect for effect in self.of("value", p, u) if effect.role == role]
            for p in powers
            for u in units
            for role in ("attack", "defence")
        }

    def of(self, kind: str, power: int, unit: int | None = None) -> Iterator[Effect]:
        """Effects of a kind for a power and perhaps a type of unit."""
        for effect in self.effects:
            if effect.kind == kind and POWERS[power] in effect.powers and (unit is None or UNITS[unit] in effect.units):
                yield effect

    def _kept_from(self, power: int, what: str) -> frozenset[int]:
        effects = [effect for effect in self.of("forbid", power) if what in effect.what]
        return frozenset(UNITS.index(unit) for effect in effects for unit in effect.units)

    def _latest(self, kind: str, power: int, unit: int, usual: int) -> int:
        for effect in self.of(kind, power, unit):
            usual = usual if effect.to is None else effect.to
        return usual

    def forbids(self, power: int, what: str) -> frozenset[int]:
        """The types of unit to which a card forbids something (cards.4)."""
        return self._forbidden.get((power, what), NONE)


def law(s: BattleState) -> Law:
    """What the cards in force amount to."""
    key = (s.lasting, s.card)
    known = s.setting.laws.get(key)
    if known is None:
        known = s.setting.laws[key] = Law(s)
    return known


def in_force(s: BattleState) -> Iterator[Card]:
    """The cards in force as they lie on the table, the latest first."""
    for card in [s.setting.cards[number] for number in (s.card, *reversed(s.lasting)) if number >= 0]:
        clause, lasts = ("cards.5", "to the end of the game") if card.lasts == "game" else ("cards.3", "this round")
        where = dict.fromkeys(area for effect in card.effects for area in (*effect.in_areas, *effect.areas))
        yield Card(card.id, card.name, card.says, clause, lasts, tuple(card.who), tuple(where))


def forbidden(s: BattleState, what: str, *pieces: int) -> bool:
    """Does a card forbid something to one of these units of the power in turn (cards.4)?"""
    kept = s.law.forbids(s.active, what)
    return bool(kept) and any(s.unit[piece] in kept for piece in pieces)


def changing(s: BattleState, power: int, unit: int, role: str, area: int) -> str:
    """The cards that change a unit's value in an area."""
    effects = [effect for effect in s.law.values[power, unit, role] if _applies_in(s, effect, area)]
    return ", ".join(card.name for card in s.setting.cards if any(effect in card.effects for effect in effects))


def combat_value(s: BattleState, power: int, unit: int, role: str, area: int) -> int:
    """A unit's attack or defence value in an area, cards included, the forest not."""
    value = (s.setting.attack if role == "attack" else s.setting.defence)[power][unit]
    for effect in s.law.values[power, unit, role]:
        if _applies_in(s, effect, area):
            value = effect.to if effect.to is not None else max(0, value + effect.add)
    return value


def _applies_in(s: BattleState, effect: Effect, area: int) -> bool:
    table = s.setting.areas[area]
    if effect.in_kind and effect.in_kind != table.kind:
        return False
    if effect.in_owner and effect.in_owner != table.owner:
        return False
    return not effect.in_areas or table.id in effect.in_areas


def dash_of(s: BattleState, units: set[int]) -> int:
    """Spaces a victorious group of just these types may move on under a card; 0 for none."""
    for effect in s.law.of("extra_move", s.active):
        if s.dashes < effect.times and all(UNITS[unit] in effect.units for unit in units):
            return effect.spaces
    return 0
