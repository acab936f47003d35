"""Chapters 12 and 13: air units, their missions, and air-to-air combat."""

from __future__ import annotations

from meuse.engine import Pieces
from meuse.games.fall_of_france import refugees
from meuse.games.fall_of_france.state import IDLE, FallState


def place_of(s: FallState, unit: int) -> int:
    """Where an air unit flies: a hex, beyond the hexes a corner, or IDLE."""
    return s.missions[unit - s.setting.first_air]


def flying(s: FallState, unit: int) -> bool:
    return place_of(s, unit) != IDLE


def send(s: FallState, unit: int, place: int) -> None:
    """Give an air unit a mission, or none."""
    missions = list(s.missions)
    missions[unit - s.setting.first_air] = place
    s.missions = tuple(missions)
    s.touch()


def supporting(s: FallState, side: int, hexa: int) -> int:
    """How many air units of a side support ground units in a hex (12.1, R56)."""
    sides = s.setting.air_side
    return sum([place == hexa and sides[unit] == side for unit, place in enumerate(s.missions)])


def supports(s: FallState, side: int, hexa: int) -> bool:
    return supporting(s, side, hexa) > 0


def interdicting(s: FallState, side: int, hexa: int) -> Pieces:
    """The air units of a side that interdict a hex (12.2)."""
    setting = s.setting
    first = setting.board.size
    return tuple(
        [
            unit + setting.first_air
            for unit, place in enumerate(s.missions)
            if place >= first and setting.air_side[unit] == side and setting.corners.hexes[place - first] >> hexa & 1
        ]
    )


def yields(s: FallState, unit: int, hexa: int, letters: str) -> None:
    """An interdicting air unit suffers a skirmish result: D aborts it, R moves it to another corner (12.2d)."""


def over_city(s: FallState, hexa: int) -> None:
    """Air units that support a fight in a city send refugees off (22.1a, R103)."""
    if hexa in s.missions:
        refugees.appear(s, hexa)
