"""Chapter 8: supply."""

from __future__ import annotations

from meuse.games.victory_or_defeat.setting import ALLIED, BRITISH, FORTS, FRANCE, FRENCH, GERMAN, GERMANS
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.zoc import enemy_zone


def open_to_supply(s: WarState, side: int) -> int:
    """Hexes a supply path of a side may use on its way (8.1).

    Not those of the enemy's units, nor in his zone unless a friendly unit stands there (8.1b,
    8.9a); not cities the side does not control (8.1e); nor neutral ground (A35).
    """
    blocked_zone = enemy_zone(s, side) & ~s.occupied(side)
    foreign_cities = s.setting.cities & ~s.control[side]
    return s.setting.land & ~(s.occupied(other(side)) | blocked_zone | foreign_cities | s.neutral_ground())


def _trace(s: WarState, side: int, name: str, sources: int) -> int:
    """All hexes from which a path leads to one of the sources (8.1a).

    A source may lie in an enemy zone: it is the path's last hex (A31). It must not hold enemies,
    nor be a city in enemy hands.
    """
    known = s.memo.get(name)
    if known is not None and known[0] == s.version:
        return known[2]
    through = open_to_supply(s, side)
    ends = sources & ~s.occupied(other(side)) & ~(s.setting.cities & ~s.control[side])
    key = (through, ends)
    same = known is not None and known[1] == key  # nothing that matters here has changed
    found = known[2] if known is not None and same else s.setting.board.flood(ends, through, s.setting.water)
    s.memo[name] = (s.version, key, found)
    return found


def german_supply(s: WarState) -> int:
    """Hexes joined to the Ruhr or to the German east edge (8.7a)."""
    return _trace(s, GERMAN, "german", s.setting.german_sources)


def overland_supply(s: WarState) -> int:
    """Hexes joined to a west or south edge hex in France (8.8d); in 1939 to any French hex (8.6a)."""
    anywhere = s.setting.rules.allied_supply == "france"
    sources = s.setting.country[FRANCE] & s.setting.land if anywhere else s.setting.edge_sources
    return _trace(s, ALLIED, "overland", sources)


def usable_ports(s: WarState) -> int:
    """Coastal cities in Allied hands that have never been German (8.8c, A36)."""
    return s.setting.ports & s.control[ALLIED] & ~s.ever_german


def port_supply(s: WarState) -> int:
    """Hexes joined to a usable port."""
    return _trace(s, ALLIED, "port", usable_ports(s))


def is_supplied(s: WarState, piece: int) -> bool:
    """Is the piece in supply now?"""
    nation, hexa = s.setting.nation[piece], s.where[piece]
    if s.setting.is_fort[piece]:  # only the Maginot Line may have to check (A33); none of it lies in the coastal area
        return nation != FRENCH or s.rulings["fort_supply"] == "exempt" or bool(overland_supply(s) >> hexa & 1)
    if nation == GERMANS:
        if not s.setting.rules.german_supply:  # 8.0f
            return True
        if s.setting.is_mechanized[piece] and s.turn <= s.setting.tables.supply.automatic_turns:  # 8.10a
            return True
        return bool(german_supply(s) >> hexa & 1)
    if nation in (FRENCH, BRITISH):
        if nation == FRENCH or s.rulings["maginot_british"] == "supplied":
            if s.masks[FORTS + FRENCH] >> hexa & 1:  # 8.8a
                return True
        if overland_supply(s) >> hexa & 1:
            return True
        by_sea = s.setting.rules.allied_supply == "edges" and s.setting.coastal_area >> hexa & 1
        return bool(by_sea and port_supply(s) >> hexa & 1)
    return True  # former neutrals never check (8.0b)


def cut_off(s: WarState) -> list[int]:
    """The French (5.4a) and British (5.12a) units that a supply check would remove now."""
    far = (s.masks[FRENCH] | s.masks[BRITISH] | s.masks[FORTS + FRENCH]) & ~overland_supply(s)
    standing = sorted(piece for hexa in s.setting.board.members(far) for piece in s.at(hexa))
    return [p for p in standing if s.setting.nation[p] in (FRENCH, BRITISH) and not is_supplied(s, p)]


def is_overland(s: WarState, piece: int) -> bool:
    """Does the piece trace to a west or south edge source (4.4, 5.17, A49)?"""
    return bool(overland_supply(s) >> s.where[piece] & 1)


def halved(points: int) -> int:
    """Half, rounded up (8.2, 8.3, 11.12)."""
    return (points + 1) // 2
