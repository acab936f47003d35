"""The map as it lies for each side, whatever ground units stand there: walls, neutrals, air units, refugees, Paris."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.board import Sides
from meuse.board.sets import union
from meuse.games.fall_of_france import fortifications
from meuse.games.fall_of_france.fortifications import Shut
from meuse.games.fall_of_france.setting import ALLIED, GERMAN

if TYPE_CHECKING:
    from meuse.games.fall_of_france.state import FallState


class Terrain(msgspec.Struct, frozen=True):
    """What is open and closed to each side; made once for all matches in which it arises."""

    shut: Shut
    neutral: int
    """The hexes of countries still neutral (6.0)."""
    barred: tuple[int, int]
    """Ground that a side's units can never enter."""
    walls: tuple[Sides, Sides]
    """What a side's zones do not cross (10.1)."""
    awake: tuple[int, int]
    """Where a side's units can have zones at all: not in a neutral country."""
    zoned: tuple[int, int]
    """Where a side can have zones: not in Paris where it is prohibited to it (19.4, R128)."""
    passed: tuple[int, int]
    """Where a side's supply paths may lead if no ground unit is in the way: no neutral, no refugees (R18)."""
    cities: tuple[int, ...]
    """The cities that supply each nation while no German holds them: its own, France's for the BEF (7.3, R19)."""
    ports: int
    """The ports that supply a stack of the BEF while no German holds them (7.3.23a, 22.3b)."""
    raids: tuple[int, int]
    """The hexes that a side's air units interdict: zones for all purposes, occupied or not (12.2, R53)."""

    def supplies_like(self, other: Terrain) -> bool:
        """Has everybody the same sources, and the same walls in the way?"""
        sources = self.cities == other.cities and self.ports == other.ports
        return sources and self.shut is other.shut and self.neutral == other.neutral


def terrain(s: FallState) -> Terrain:
    """The map as it lies now."""
    known = s.terrain
    if known is not None:
        walls, missions, refugees, status, open_city, turn, made = known
        if (
            walls is s.walls
            and missions is s.missions
            and refugees is s.refugees
            and status == s.status
            and open_city is s.open_city
            and turn == s.turn
        ):
            return made
    first_turn = s.turn <= s.setting.tables.movement.borders_closed_to_zones
    status = bytes(s.status)
    key = (s.walls, s.missions, s.refugees, status, s.open_city, first_turn, s.rulings["cooperation_supply"])
    found = s.setting.terrains.get(key)
    if found is None:
        if len(s.setting.terrains) > MOST:
            s.setting.terrains.clear()
        found = s.setting.terrains[key] = _made(s, first_turn)
    s.terrain = (s.walls, s.missions, s.refugees, status, s.open_city, s.turn, found)
    return found


MOST = 2000
"""How many lies of the land are remembered."""


def _made(s: FallState, first_turn: bool) -> Terrain:
    setting, shut, neutral = s.setting, fortifications.shut(s), s.neutral_ground()
    land, open_city = setting.land, setting.paris if s.open_city else 0
    sea = setting.board.everything & ~land
    raids, first = [0, 0], setting.board.size
    for air, place in enumerate(s.missions):
        if place >= first:
            raids[setting.air_side[air]] |= setting.corners.hexes[place - first]
    fled = 0
    for hexa in s.refugees:
        fled |= 1 << hexa
    shared, ports = 0, setting.ports
    if s.on("cooperation_supply"):  # 22.3, R139
        shared = setting.shared_cities & ~open_city
        ports |= setting.coastal_urban & union([setting.country[c] for c in range(len(s.status)) if s.at_war(c)])
    german, allied = shut.bordered if first_turn else shut.steps
    return Terrain(
        shut,
        neutral,
        barred=(sea, sea | neutral | open_city),
        walls=(german, allied),
        awake=(land, land & ~neutral),
        zoned=(land, land & ~open_city),
        passed=(land & ~(neutral | fled | raids[ALLIED]), land & ~(neutral | fled | raids[GERMAN] | open_city)),
        cities=tuple([setting.cities & setting.country[home] & ~open_city | shared for home in setting.home]),
        ports=ports,
        raids=(raids[GERMAN], raids[ALLIED]),
    )
