"""Chapter 7: zones of control."""

from __future__ import annotations

from meuse.games.victory_or_defeat.state import WarState, other

_NAMES = ("german zone", "allied zone")


def zone(s: WarState, side: int) -> int:
    """The hexes in a side's zone of control.

    There is none in 1939 (7.0a). In 1940 mobile units in play project into their own and the
    adjacent hexes (7.0b), not across all-sea or lake hexsides (7.1a); no zone enters a hex with a
    fort (7.8b), and units inside one project none (7.8c).
    """
    if not s.setting.rules.zones_of_control:
        return 0
    known = s.memo.get(_NAMES[side])
    if known is not None and known[0] == s.version:
        return known[2]
    forts = s.all_forts()
    hexes = s.setting.board.zones(s.mobile(side) & ~forts, s.setting.water) & ~forts
    s.memo[_NAMES[side]] = (s.version, (), hexes)
    return hexes


def enemy_zone(s: WarState, side: int) -> int:
    """The hexes in the zone of a side's enemy; own units there do not lift it (7.2a)."""
    return zone(s, other(side))
