"""Counters and words: how every class of units looks, and what people call spaces, powers and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from meuse.engine.gamedoc import plural
from meuse.engine.scene import Face, Piece
from meuse.games.battle_of_france.powers import LETTERS, POWERS
from meuse.games.battle_of_france.tables import Unit
from meuse.games.battle_of_france.units import UNITS

if TYPE_CHECKING:
    from meuse.games.battle_of_france.setting import BattleSetting


class ClassLook(NamedTuple):
    """What is shown and said of every piece of one class."""

    name: str
    counter: Piece
    """Its factors are attack and defence."""
    power: int
    called: str
    """One of them, as its owner says it: ``a tank``."""
    foreign: str
    """One of them, as anybody else says it: ``a German tank``."""


class Catalogue:
    """Words and looks that never change, made once for a setting."""

    def __init__(self, setting: BattleSetting) -> None:
        self.setting, game = setting, setting.game
        self.sides = game.front.sides
        self.titles = [side.title for side in self.sides]
        self.adjectives: list[str] = [game.tables.power[side.id].adjective for side in self.sides]
        self.looks = [game.looks.unit[unit.id] for unit in game.units]
        called = [area.label or area.name for area in setting.areas]
        numbers = ["" if area.city else f"{area.id} " for area in setting.areas]
        self.places = [f"{number}{name}" for number, name in zip(numbers, called, strict=True)]
        """Spaces as one says them aloud: number and name, cities by their name alone."""
        self.faces = tuple(self._face(power, unit) for power in range(len(POWERS)) for unit in game.units)
        self.kinds = [self._look(setting, key) for key in setting.class_number]

    def _face(self, power: int, unit: Unit) -> Face:
        side = self.sides[power]
        return Face(
            id=f"{side.letter}.{unit.id}",
            title=f"{self.adjectives[power]} {unit.name.lower()}",
            short=unit.short,
            side=side.id,
            nation=side.id,
            letter=side.letter,
            symbol=self.looks[UNITS.index(unit.id)].symbol,
            colour=side.colour,
            ink=side.ink,
            note=f"moves {unit.movement}, costs {unit.cost} NPU" if unit.movement else f"costs {unit.cost} NPU",
        )

    def _look(self, setting: BattleSetting, key: tuple[int, ...]) -> ClassLook:
        power, unit, hits, *riders = key
        attack, defence = setting.attack[power][unit], setting.defence[power][unit]
        cargo = self.several(divmod(rider, len(UNITS)) for rider in riders) if riders else ""
        extra = f" with {cargo}" if cargo else f" with {plural(hits, 'hit')}" if hits else ""
        name, text, full = setting.class_names[setting.class_number[key]], f"{attack}-{defence}", setting.hits[unit]
        face, notes = f"{LETTERS[power]}.{UNITS[unit]}", (f"carries {cargo}",) if cargo else ()
        counter = Piece(name, face, text, full - hits, full, notes=notes, factors=(attack, defence))
        return ClassLook(name, counter, power, f"{self.one(unit)}{extra}", f"a {self.kind(power, unit)}{extra}")

    def abilities(self, power: int, unit: int) -> str:
        """What a type of unit can do, cards left aside: ``attack 3, defence 2, moves 3``."""
        kind, setting = self.setting.units[unit], self.setting
        parts = [f"attack {setting.attack[power][unit]}"] if setting.attack[power][unit] else []
        parts += [f"defence {setting.defence[power][unit]}"] if setting.defence[power][unit] else []
        parts += [f"moves {kind.movement}"] if kind.movement else ["stays in its city"]
        parts += [f"takes {kind.hits} hits"] if kind.hits > 1 else []
        return ", ".join([*parts, f"carries {kind.carries}"] if kind.carries else parts)

    def one(self, unit: int) -> str:
        """A unit of a type: ``an infantry unit``."""
        called = self.looks[unit].called
        return f"{'an' if called[0] in 'aeiou' else 'a'} {called}"

    def kind(self, power: int, unit: int) -> str:
        """A type of unit of a power: ``German infantry unit``."""
        return f"{self.adjectives[power]} {self.looks[unit].called}"

    def several(self, units: Iterable[tuple[int, int]]) -> str:
        """Some units, each a power and a type, in words: ``2 French tanks and a British infantry unit``."""
        counts = sorted(Counter(units).items())
        kinds = [(self.kind(*unit), count) for unit, count in counts]
        return listed([f"a {what}" if count == 1 else f"{count} {what}s" for what, count in kinds])


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts as one says them: ``Amiens, Reims and Dunkirk``."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
