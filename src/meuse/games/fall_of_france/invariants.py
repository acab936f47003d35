"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.fall_of_france.setting import ALLIED, ARMY, COUNTRIES, GERMAN, NATIONS, NEUTRAL, SURRENDERED
from meuse.games.fall_of_france.stacking import points_of, together
from meuse.games.fall_of_france.state import FallState


def faults(s: FallState) -> list[str]:
    """Every invariant the state breaks."""
    return [*s.faults(), *[f"{s.label(hexa)}: {why}" for hexa, why in misplaced(s).items()]]


def misplaced(s: FallState) -> dict[int, str]:
    """Hexes with units that may not be there, and why."""
    board, wrong = s.setting.board, dict[int, str]()
    for hexes, why in _off_limits(s):
        for hexa in board.members(hexes):
            wrong.setdefault(hexa, why)
    for hexa, units in sorted(s.stacks.items()):
        points = points_of(s, units)
        if points > s.limits[hexa]:
            wrong.setdefault(hexa, f"{points} stacking points; it holds {s.limits[hexa]} (8.3a)")
        elif not together(s, units):
            wrong.setdefault(hexa, "its units may not stack: nations or formations are mixed (8.4a)")
    return wrong


def _off_limits(s: FallState) -> Iterator[tuple[int, str]]:
    """Units on land, enemies apart, neutrals at home and by themselves."""
    setting, country = s.setting, s.setting.country
    yield (s.held[GERMAN] | s.held[ALLIED]) & ~setting.land, "no ground unit can stand there"
    yield s.held[GERMAN] & s.held[ALLIED], "enemies share the hex (9.1f)"
    for home, nation in ARMY.items():
        if s.status[home] == NEUTRAL:
            own = s.nation_at(nation)
            yield own & ~country[home], f"{NATIONS[nation]} units are neutral and stay in their country (6.0c)"
            others = (s.held[GERMAN] | s.held[ALLIED]) & country[home]
            for hexa in setting.board.members(others & own):
                if all(setting.nation[unit] == nation for unit in s.stacks[hexa]):
                    others &= ~(1 << hexa)
            yield others, f"{COUNTRIES[home]} is neutral; say under countries that it is at war"
        elif s.status[home] == SURRENDERED:
            yield s.nation_at(nation), f"{NATIONS[nation]} units: their country has surrendered"
