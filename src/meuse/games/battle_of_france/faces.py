"""How the game is shown before any match: its page, its counters, and what people call spaces and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from meuse.engine.data import Strict
from meuse.engine.scene import About, Face
from meuse.games.battle_of_france.components import LETTERS, POWERS, UNITS
from meuse.games.battle_of_france.tables import Unit, UnitId

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance


class Look(Strict):
    symbol: str
    called: str


class FaceFile(Strict):
    """The whole of ``faces.toml``."""

    source: str
    unit: dict[UnitId, Look]


class Kind(NamedTuple):
    """What is shown of every piece of one class."""

    name: str
    face: str
    text: str
    steps: int
    full: int
    notes: tuple[str, ...]
    power: int
    called: str
    """One of them, as its owner says it: ``a tank``."""
    foreign: str
    """One of them, as anybody else says it: ``a German tank``."""


class Catalogue:
    """Words and looks that never change, made once for a game."""

    def __init__(self, game: BattleOfFrance) -> None:
        self.about = game.data.load("about.toml", About)
        self._check(game)
        looks = game.data.load("faces.toml", FaceFile).unit
        for unit in game.units:
            if unit.id not in looks:
                raise game.data.fault("faces.toml")("unit", f"{unit.id} is missing")
        self.looks = [looks[unit.id] for unit in game.units]
        self.adjectives = [game.tables.power[side.id].adjective for side in self.about.sides]  # type: ignore[index]
        self.titles = [side.title for side in self.about.sides]
        self.places = [area.id if area.city else f"{area.id} {area.label or area.name}" for area in game.areas]
        """Spaces as one says them aloud: number and name, cities by their name alone."""
        self.faces = tuple(
            self._face(power, number, unit) for power in range(len(POWERS)) for number, unit in enumerate(game.units)
        )
        self.kinds = [self._kind(game, key, game.class_names[number]) for key, number in game.class_number.items()]

    def _check(self, game: BattleOfFrance) -> None:
        fault = game.data.fault("about.toml")
        if tuple(side.id for side in self.about.sides) != POWERS:
            raise fault("sides", f"the sides are {', '.join(POWERS)}, in this order")
        if tuple(scenario.id for scenario in self.about.scenarios) != game.scenarios:
            raise fault("scenarios", f"the scenarios are {', '.join(game.scenarios)}, in this order")

    def _face(self, power: int, number: int, unit: Unit) -> Face:
        side = self.about.sides[power]
        return Face(
            id=f"{LETTERS[power]}.{UNITS[number]}",
            title=f"{self.adjectives[power]} {unit.name.lower()}",
            short=unit.short,
            side=side.id,
            nation=side.id,
            letter=side.letter,
            symbol=self.looks[number].symbol,
            colour=side.colour,
            ink=side.ink,
            note=f"moves {unit.movement}, costs {unit.cost} NPU" if unit.movement else f"costs {unit.cost} NPU",
        )

    def _kind(self, game: BattleOfFrance, key: tuple[int, ...], name: str) -> Kind:
        power, unit, hits, *riders = key
        called = self.looks[unit].called
        extra = f" with {hits} hit{'s' if hits > 1 else ''}" if hits else ""
        notes: tuple[str, ...] = ()
        if riders:
            cargo = self.several((rider // len(UNITS), rider % len(UNITS)) for rider in riders)
            extra, notes = f" with {cargo}", (f"carries {cargo}",)
        return Kind(
            name=name,
            face=f"{LETTERS[power]}.{UNITS[unit]}",
            text=f"{game.attack[power][unit]}-{game.defence[power][unit]}",
            steps=game.hits[unit] - hits,
            full=game.hits[unit],
            notes=notes,
            power=power,
            called=f"{self.one(unit)}{extra}",
            foreign=f"a {self.adjectives[power]} {called}{extra}",
        )

    def one(self, unit: int) -> str:
        """A unit of a type: ``an infantry unit``."""
        called = self.looks[unit].called
        return f"{'an' if called[0] in 'aeiou' else 'a'} {called}"

    def kind(self, power: int, unit: int) -> str:
        """A type of unit of a power: ``German infantry unit``."""
        return f"{self.adjectives[power]} {self.looks[unit].called}"

    def several(self, units: Iterable[tuple[int, int]]) -> str:
        """Some units, each a power and a type, in words: ``2 French tanks and a British infantry unit``."""
        parts = []
        for (power, unit), count in sorted(Counter(units).items()):
            what = self.kind(power, unit)
            parts.append(f"a {what}" if count == 1 else f"{count} {what}s")
        return listed(parts)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts as one says them: ``Amiens, Reims and Dunkirk``."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
