"""Winning the game: the ways to win, and the check at the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meuse.games.battle_of_france.faces import listed
from meuse.games.battle_of_france.powers import ALLIES, BRITAIN, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.steps import BattleStep

Control = tuple[int, ...]
"""The land areas that each power controls."""


class Way(NamedTuple):
    """A way to win: a side holds so many of some cities when a round ends."""

    id: str
    powers: tuple[int, ...]
    """Who wins by it, together (G07)."""
    cities: tuple[int, ...]
    needed: int
    clause: str

    def held(self, control: Control) -> list[int]:
        """Which of its cities are in the right hands."""
        ground = control[GERMANY] if self.powers == (GERMANY,) else control[FRANCE] | control[BRITAIN]
        return [city for city in self.cities if ground >> city & 1]


def ways(s: BattleState) -> tuple[Way, ...]:
    """All ways to win, in the printed order (build.1, G03, G04); the last needs no city but the last round."""
    if not s.setting.ways:
        table = s.setting.tables.victory
        wanted = (table.capitals, table.allied_minors, table.german_cities)
        capitals, minors, german = (tuple(s.setting.board.numbers[name] for name in names) for names in wanted)
        s.setting.ways = (
            Way("capitals", (GERMANY,), capitals, 1, "victory.2"),
            Way("minors", (GERMANY,), minors, len(minors), "victory.3"),
            Way("german_cities", ALLIES, german, 1, "victory.5"),
            Way("last_round", ALLIES, (), 0, "victory.4"),
        )
    return s.setting.ways


def must_keep(s: BattleState) -> list[int]:
    """The cities of its own without which Germany does not win (war.7, war.8, G01)."""
    required = s.setting.tables.victory.german_majors if s.rulings["own_cities"] != "not_required" else []
    return [s.setting.board.numbers[name] for name in required]


def controls(s: BattleState, powers: tuple[int, ...], names: list[str]) -> int:
    """How many of the named places these powers control together."""
    return sum((s.control[power] & s.setting.board.set(names)).bit_count() for power in powers)


def judge(s: BattleState, control: Control) -> Way | None:
    """How the match is won if a round ends with the cities in these hands."""
    safe = all(control[GERMANY] >> city & 1 for city in must_keep(s))
    for way in ways(s):
        may = safe if way.powers == (GERMANY,) else way.cities or s.round >= s.setting.rounds
        if may and len(way.held(control)) >= way.needed:
            return way
    return None


class VictoryCheck(BattleStep):
    """One check each round, before anything is built (build.1)."""

    def after(self, s: BattleState) -> None:
        way = judge(s, s.control)
        if way is not None:
            s.finish(way.powers[0], "victory", reason(s, way), way.clause)


# in words


def names(s: BattleState, cities: Sequence[int], last: str = "and") -> str:
    return listed([s.spoken(city) for city in cities], last)


def reason(s: BattleState, way: Way) -> str:
    """Why the match is won, as it stands in records."""
    match way.id:
        case "capitals":
            return "Germany holds an Allied capital"
        case "german_cities":
            return "the Allies hold an original German city"
        case "minors":
            return holding(s, way)
    # If they had lost a capital or all minor cities they would be beaten: nothing is left undecided (G05).
    both = "both" if len(s.setting.tables.victory.capitals) == 2 else "all"
    return f"the Allies hold {both} capitals and a minor city after round {s.setting.rounds}"


def holding(s: BattleState, way: Way) -> str:
    """Who holds what of a way to win: ``Britain holds Mayence``."""
    held = way.held(s.control)
    holders = [s.setting.catalogue.titles[p] for p in way.powers if any(s.control[p] >> city & 1 for city in held)]
    return f"{listed(holders)} {'hold' if len(holders) > 1 else 'holds'} {names(s, held)}"
