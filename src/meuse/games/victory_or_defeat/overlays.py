"""Sets of hexes worth showing over the map; all of them follow from what both sides can see."""

from __future__ import annotations

from meuse.games.victory_or_defeat import ways
from meuse.games.victory_or_defeat.counters import visible
from meuse.games.victory_or_defeat.secrecy import covered, revealed
from meuse.games.victory_or_defeat.setting import ALLIED, GERMAN, GERMANY
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.supply import german_supply, overland_supply, port_supply
from meuse.games.victory_or_defeat.zoc import zone


def overlays(s: WarState, side: int) -> dict[str, list[str]]:
    """Each overlay by name, for a side."""
    s = covered(s, side)
    enemy, board = other(side), s.setting.board
    supply = {GERMAN: german_supply(s), ALLIED: overland_supply(s)}
    sets = {
        "supply": supply[side],
        "enemy supply": supply[enemy],
        "zone": zone(s, side),
        "enemy zone": zone(s, enemy),
        "control": s.control[side],
        "enemy control": s.control[enemy],
        "enemy reach": likely_reach(s, enemy, side),
        "neutral": s.neutral_ground(),
        "forts": s.all_forts(),
        "objectives": objectives(s),
    }
    if s.setting.rules.allied_supply == "edges":
        sets["port supply"] = port_supply(s) & s.setting.coastal_area
    return {name: board.names(mask & board.everything) for name, mask in sets.items()}


def objectives(s: WarState) -> int:
    """Hexes the victory conditions speak of (4.1 to 4.8)."""
    setting = s.setting
    home = setting.beside_ruhr | (setting.cities & setting.country[GERMANY])
    if not setting.by_points:
        return home
    edges = setting.mediterranean | setting.brittany | setting.south_of_france
    return home | setting.paris | edges | setting.dyle_breda


def likely_reach(s: WarState, mover: int, watcher: int) -> int:
    """Where a side's units could get if its movement began now, with the best of rolls (10.2 to 10.4).

    Only the units that the watcher sees are asked; what lies beneath them may be faster.
    """
    setting, opened, still = s.setting, revealed(s), ways.immobile(s)
    alike: dict[tuple[int, int, int, int], int] = {}
    for hexa in s.stacks:
        for piece in visible(s, hexa, watcher, opened):
            if setting.side_of[piece] == mover and not still >> piece & 1:
                stop, first = ways.stopping(s, mover, (piece,), hexa)
                best = ways.rolled_factor(s, 6) if ways.rolls_for_movement(s, piece) else ways.base_factor(s, piece)
                key = (setting.nation[piece], ways.factor_after_supply(s, piece, best), stop, first)
                alike[key] = alike.get(key, 0) | 1 << hexa
    reached = 0
    for (nation, points, stop, first), starts in alike.items():
        costs, enter = ways.costs(s, nation), ~ways.closed_to(s, nation)
        reached |= starts | setting.board.reach_of(starts, points, costs, enter, stop, first).all()
    return reached
