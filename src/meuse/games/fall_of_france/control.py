"""Control of hexes (2.0), and what follows at once when a unit enters one."""

from __future__ import annotations

from meuse.games.fall_of_france import fortifications
from meuse.games.fall_of_france.events import Invaded, Opened, Took
from meuse.games.fall_of_france.setting import AT_WAR, COUNTRIES, FRANCE, GERMAN, NEUTRAL
from meuse.games.fall_of_france.state import FallState, members


def enter(s: FallState, side: int, hexes: tuple[int, ...]) -> None:
    """Ground units of a side enter hexes by movement, landing, advance or retreat (2.0b, R07)."""
    setting, entered = s.setting, members(hexes)
    if side == GERMAN and NEUTRAL in s.status and entered & s.neutral_ground():
        for country, status in enumerate(s.status):
            if status == NEUTRAL and entered & setting.country[country]:
                invade(s, country)
    walled = entered & fortifications.shut(s).fortified
    if walled:
        for hexa in setting.board.members(walled & (~setting.germany if side == GERMAN else setting.germany)):
            fortifications.raze(s, hexa)
            s.events.append(Opened(("9.3e",), hexa))
    gained = entered & ~s.taken if side == GERMAN else entered & s.taken
    if not gained:
        return
    s.taken ^= gained
    s.touch()
    s.events.append(Took(("2.0b",), side, tuple(setting.board.members(gained))))
    if side == GERMAN and not s.city_fell and gained & setting.cities & setting.country[FRANCE]:
        s.city_fell = s.turn  # 18.3


def provoke(s: FallState, side: int, hexa: int) -> None:
    """Germans strike at a neutral without entering it: at its fortifications, or at units they land on (R14)."""
    if side == GERMAN:
        for country, status in enumerate(s.status):
            if status == NEUTRAL and s.setting.country[country] >> hexa & 1:
                invade(s, country)


def invade(s: FallState, country: int) -> None:
    """A neutral enters the war at once (6.0, R14)."""
    s.set_status(country, AT_WAR)
    s.events.append(Invaded(("6.0c",), COUNTRIES[country].title()))
