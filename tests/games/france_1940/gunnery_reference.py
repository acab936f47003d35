"""Fire by the words of chapters 6 and 8, asked hex by hex; only lines of sight come from ``reference.py``.

Nothing of the game is used but the plain data of a position, its counters and its printed charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from meuse.board.sets import listed
from meuse.games.france_1940.rosters import UnitRow
from meuse.games.france_1940.state import FranceState

from .reference import Hex, Land, centre

SCREENS = {"woods", "light woods", "dispersed buildings", "built-up area"}
LEGS = {"rough", "fields"}
TROOPS = ("infantry", "cavalry")


def distance(here: Hex, there: Hex) -> int:
    (ax, ay), (bx, by) = centre(here), centre(there)
    across = abs(bx - ax) // 3
    return across + max(0, (abs(by - ay) - across) // 2)


class Battlefield:
    """A position, as somebody at the table sees it."""

    def __init__(self, s: FranceState) -> None:
        self.s = s
        ground, board = s.setting.ground, s.setting.board
        self.hex: dict[int, Hex] = {h: self._numbers(board.labels[h]) for h in board.hexes}
        self.terrain = {self.hex[h]: ground.terrain[h] for h in board.hexes}
        self.level = {self.hex[h]: ground.level[h] for h in board.hexes}
        high = {h for h, kind in self.terrain.items() if kind in SCREENS}
        self.low = {h for h, kind in self.terrain.items() if kind in LEGS}
        self.land = Land(self.level, high, self.low)
        self.charts = s.setting.charts
        self.on_board = [p for p in range(len(s.setting.pieces)) if s.where[p] >= 0]
        self.smoke = {self.hex[h]: number for h, number in s.smoke.items()}

    @staticmethod
    def _numbers(label: str) -> Hex:
        digits = label.lstrip("ABCDEFGH")
        return int(digits[:-2]), int(digits[-2:])

    # pieces

    def row(self, piece: int) -> UnitRow | None:
        row = self.s.setting.pieces[piece].row
        return row if isinstance(row, UnitRow) else None

    def kind(self, piece: int) -> str:
        row = self.row(piece)
        return row.kind if row is not None else "officer"

    def place(self, piece: int) -> Hex:
        return self.hex[self.s.where[piece]]

    def side(self, piece: int) -> int:
        return self.s.setting.pieces[piece].side

    def carried(self, piece: int) -> bool:
        """Carried or towed; who rides his horse is not (5.5h, 5.6a)."""
        by = self.s.carriers[piece]
        return by >= 0 and self.kind(by) != "horses"

    def mounted(self, piece: int) -> bool:
        by = self.s.carriers[piece]
        return by >= 0 and self.kind(by) == "horses"

    def here(self, hexa: Hex) -> list[int]:
        return [piece for piece in self.on_board if self.place(piece) == hexa]

    @cached_property
    def fighters(self) -> list[set[Hex]]:
        """The hexes with combat units of each side: not officers, not horses (8.3e, V4, V6)."""
        found: list[set[Hex]] = [set(), set()]
        for piece in self.on_board:
            if self.kind(piece) not in ("officer", "horses"):
                found[self.side(piece)].add(self.place(piece))
        return found

    # fire

    def factor(self, unit: int, way: str) -> int:
        row = self.row(unit)
        assert row is not None
        arm = row.ap if way in ("ap", "mg") else row.at if way == "at" else row.art
        if arm is None or (way == "mg" and row.kind != "mg"):
            return 0
        return arm.ff[3 - self.s.steps[unit]]

    def range(self, unit: int, way: str) -> int:
        row = self.row(unit)
        assert row is not None
        arm = row.ap if way in ("ap", "mg") else row.at if way == "at" else row.art
        return arm.range if arm is not None else 0

    def victims(self, unit: int, way: str, hexa: Hex) -> list[int]:
        """The enemies in a hex whom a unit's fire can hurt (8a, 8b, 8d, 8.4.1b, 5.5l, 5.6f, 7.1b)."""
        enemies = [piece for piece in self.here(hexa) if self.side(piece) != self.side(unit)]
        units = [piece for piece in enemies if self.kind(piece) not in ("officer", "horses")]
        if not units:
            return [piece for piece in enemies if self.kind(piece) == "officer"] if way in ("ap", "art") else []
        return [piece for piece in units if not self.carried(piece) and self.hurts(unit, way, piece)]

    def struck(self, unit: int, way: str, hexa: Hex) -> list[int]:
        """Who shares the hits: those of a machine gun at armour as those of AT fire, who of it withstands them or not.

        (8d, G02, G18b)
        """
        return self.victims(unit, "at" if way == "mg" else way, hexa)

    def hurts(self, unit: int, way: str, piece: int) -> bool:
        """Can a kind of fire hurt a unit, whatever it stands in (8a, 8b, 8d, 8.4.1b)?"""
        row, own = self.row(piece), self.row(unit)
        assert row is not None and own is not None
        if row.armour is None:
            return way in ("ap", "art")
        if way == "art":
            least = {"light": 0, "medium": 100, "heavy": 121}
            return (own.calibre or 0) >= least[str(row.class_)]
        return way == "at" or (way == "mg" and row.armour == 0)

    def spots(self, here: Hex, piece: int) -> bool:
        """6.1: size, terrain, movement, levels."""
        there, row = self.place(piece), self.row(piece)
        size = "small" if row is None else "medium" if self.mounted(piece) else row.size
        chart = self.s.setting.ground.charts
        moving = bool(self.s.moved >> piece & 1)
        far = chart.terrain[self.terrain[there]].spot[size][moving]
        levels = abs(self.level[here] - self.level[there])
        far += levels * {"small": (1, 2), "medium": (2, 4), "large": (2, 4)}[size][moving]
        return distance(here, there) <= far

    def between(self, here: Hex, there: Hex) -> list[list[Hex | None]]:
        return list(self.land.stations(here, there))[1:-1]

    def crosses(self, here: Hex, there: Hex, hexes: set[Hex]) -> int:
        """How many hexes of a set a line crosses; of two beside a hexside both must be of it."""
        return sum(all(hexa in hexes for hexa in station) for station in self.between(here, there))

    def smoky(self, here: Hex, there: Hex, black: bool) -> set[Hex]:
        """The smoke through which a line between two hexes would pass (G16)."""
        low = min(self.level[here], self.level[there])
        return {h for h, n in self.smoke.items() if (n >= 5) == black and low <= self.level[h] + 3}

    def sees(self, here: Hex, there: Hex) -> bool:
        black = {h for h, n in self.smoke.items() if n >= 5}
        if here in black or there in black:
            return here == there
        return self.land.sees(here, there) and not self.crosses(here, there, self.smoky(here, there, True))

    def targets(self, unit: int, way: str) -> set[Hex]:
        """The hexes at which a unit can fire (8, 8.3b to 8.3f)."""
        if not self.factor(unit, way):
            return set()
        here, side = self.place(unit), self.side(unit)
        occupied = {self.place(piece) for piece in self.on_board if self.side(piece) != side} - {here}
        able = set()
        for hexa in occupied:
            if distance(here, hexa) > 2 * self.range(unit, way) or not self.sees(here, hexa):
                continue
            victims = self.victims(unit, way, hexa)
            if not victims or (way != "art" and not any(self.spots(here, piece) for piece in victims)):
                continue
            if not self.crosses(here, hexa, self.fighters[side]):
                able.add(hexa)
        nearer = able & self.fighters[1 - side]
        return {h for h in able if self.level[h] != self.level[here] or not self.crosses(here, h, nearer)}

    def share(self, unit: int, way: str, hexa: Hex, reacting: bool) -> int:
        """A unit's factors against a hex, halved as often as it must be, rounded up once (2.4b, G04)."""
        here = self.place(unit)
        times = int(distance(here, hexa) > self.range(unit, way)) + self.mounted(unit)
        times += reacting and not self.s.reaction >> unit & 1
        if way == "art":
            times += not any(self.spots(here, piece) for piece in self.seen_at(hexa, self.side(unit)))
        return -(-self.factor(unit, way) // 2**times)

    def seen_at(self, hexa: Hex, side: int) -> Iterator[int]:
        """The enemies in a hex who can be spotted: officers only if they are alone, nobody who is carried."""
        enemies = [piece for piece in self.here(hexa) if self.side(piece) != side]
        units = [piece for piece in enemies if self.kind(piece) not in ("officer", "horses")]
        yield from (piece for piece in units or enemies if self.kind(piece) != "horses" and not self.carried(piece))

    def indirect(self, officer: int, gun: int) -> set[Hex]:
        """The hexes at which a gun on the board could fire for an officer (8h, 8.1.1i, 8.1.1j)."""
        here, found = self.place(gun), set()
        wooded = {h for h, kind in self.terrain.items() if kind in ("woods", "light woods")}
        beside = {h for h in wooded if distance(here, h) == 1}
        for hexa in self.terrain:
            if hexa == here or distance(here, hexa) > 2 * self.range(gun, "art"):
                continue
            if not self.sees(here, hexa):
                if distance(here, self.place(officer)) > 1:
                    continue
                if here in wooded and self.crosses(here, hexa, beside):
                    continue
            found.add(hexa)
        return found

    def hidden(self, here: Hex, side: int, hexa: Hex) -> bool:
        """Are there targets for a side in a hex, and can none of them be spotted (6.1b, 8.3d)?"""
        targets = list(self.seen_at(hexa, side))
        return bool(targets) and not (self.sees(here, hexa) and any(self.spots(here, piece) for piece in targets))

    # the attack

    def calibre(self, unit: int) -> int:
        row = self.row(unit)
        return 0 if row is None else row.calibre

    def shift(self, units: list[int], hexa: Hex) -> int:
        """Columns for quality and grey smoke: the worst of a group, the worst of its lines (2.3c, 2.3d, G13, G14)."""
        quality = min(self.quality(unit) for unit in units)
        grey = {h for h, n in self.smoke.items() if n < 5}
        worst = 0
        for here in {self.place(unit) for unit in units}:
            ends = (here in grey) + (hexa in grey)
            worst = max(worst, ends + 2 * self.crosses(here, hexa, self.smoky(here, hexa, False)))
        return quality - worst

    def quality(self, unit: int) -> int:
        number = self.s.setting.pieces[unit].formation
        formations = self.s.setting.formations
        quality = formations[number].quality if number < len(formations) else ""
        return {"veteran": 1, "green": -1}.get(quality, 0)

    def modifiers(self, units: list[int], way: str, hexa: Hex) -> int:
        """R3, for fire that is no assault."""
        victims = self.struck(units[0], way, hexa)
        moved = [piece for piece in victims if self.s.moved >> piece & 1]
        enemies = [piece for piece in self.here(hexa) if self.side(piece) != self.side(units[0])]
        tanks = [p for p in enemies if (row := self.row(p)) and row.armour is not None and row.kind != "halftrack"]
        if way in ("at", "mg"):
            return int(bool(moved))
        inside = [p for v in victims if self.kind(v) == "transport" for p in enemies if self.s.carriers[p] == v]
        steps = sum(self.s.steps[piece] for piece in victims + inside if self.kind(piece) in TROOPS)
        found = -(steps >= 6) - any(self.mounted(piece) for piece in victims)
        found -= any((row := self.row(piece)) is None or row.move == "foot" for piece in moved)
        dug = self.s.allied_positions if self.side(units[0]) == 0 else self.s.german_positions
        found += self.hexes(dug, hexa)
        if way == "ap":
            found += bool(tanks) + any(self.veiled(self.place(unit), hexa) for unit in units)
        return int(found)

    def score(self, roll: int, factors: int, shift: int, modifiers: int, divisor: int) -> int:
        """The hits of an attack (8.3h to 8.3k, G13); -1: no effect at all."""
        chart = self.charts.combat
        column = sum(head <= factors for head in chart.columns) - 1 + shift
        column = min(column, len(chart.columns) - 1)
        effect = 0 if column < 0 else chart.rows[min(max(roll + modifiers, 1), 13) - 1][column]
        return effect // divisor if effect else -1

    def hits(self, *attack: int) -> dict[int, int]:
        """In how many of 36 ways two dice score so many hits, or none."""
        found = dict[int, int]()
        for roll in (a + b for a in range(1, 7) for b in range(1, 7)):
            count = max(self.score(roll, *attack), 0)
            found[count] = found.get(count, 0) + 1
        return found

    def hexes(self, mask: int, hexa: Hex) -> bool:
        return any(self.hex[h] == hexa for h in listed(mask))

    def veiled(self, here: Hex, there: Hex) -> bool:
        """Does a line cross rough or field hexes (11.2c, 11.7b, S1, S2)?"""
        if self.level[here] != self.level[there]:
            return bool(self.crosses(here, there, self.low))
        level = self.level[here]
        weights = [min(self.land.weight(h, level) for h in station) for station in self.between(here, there)]
        return any(weights)

    def divisor(self, units: list[int], way: str, hexa: Hex) -> int:
        """8.3k, 11f."""
        values = self.s.setting.ground.charts.terrain[self.terrain[hexa]].defence
        value: int = values["ap" if way == "ap" else "art" if way == "art" else "at"]
        return value + any(self.over_crest(self.place(unit), hexa) for unit in units)

    def over_crest(self, here: Hex, hexa: Hex) -> bool:
        if self.level[here] >= self.level[hexa]:
            return False
        last = list(self.land.stations(here, hexa))[-2]
        return any(h is not None and self.level[h] < self.level[hexa] for h in last)
