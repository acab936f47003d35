"""Chapters 4.5, 4.6, 5.13 and 5.14: the ways off the map; leaving itself is movement."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Option, Pieces, closed
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.setting import ALLIED, BRITISH, EDGES, GERMANS
from meuse.games.victory_or_defeat.state import WarState, members
from meuse.mechanics.words import counted

EXITS = ("4.5a", "4.6b")
"""The clauses by which mechanized corps leave over each edge."""
POINTS = ("brittany", "mediterranean")
"""What they score by it."""


def edge_hexes(s: WarState, edge: int) -> int:
    return (s.setting.west, s.setting.south)[edge] & s.setting.land


def ways_off(s: WarState, hexa: int, group: Pieces) -> list[Option]:
    """How a group in hand may leave: mechanized corps (4.5, 4.6), the British by land (5.14) and by sea (5.13)."""
    setting = s.setting
    nation = setting.nation[group[0]]
    if not setting.rules.leaving_the_map or nation not in (GERMANS, BRITISH):
        return []
    options: list[Option] = []
    if setting.edges >> hexa & 1:
        options += setting.vocabulary.open("exit", closed(exit_bars(s, hexa, group)))
    if nation == BRITISH and hexa == s.dynamo_port:
        for verb in ("evacuate", "ship"):
            options += setting.vocabulary.open(verb, closed(sea_bars(s, hexa, group, verb)))
    return options


def exit_bars(s: WarState, hexa: int, group: Pieces) -> Iterator[Bar]:
    """The edges of the map over which a group cannot leave."""
    setting, nation = s.setting, s.setting.nation[group[0]]
    if not setting.rules.leaving_the_map:
        yield Bar(ALL, "10.1b", "nobody leaves the map in this scenario")
        return
    price = setting.tables.movement.leave_map
    cost = counted(price, "movement point")
    rich = min(s.left[piece] for piece in group) >= price
    if nation == BRITISH:
        if not s.dynamo_turn:
            yield Bar(ALL, "5.14c", "the British leave only after Operation Dynamo has been declared")
        gone = members(edge for edge, name in enumerate(EDGES) if name in s.closed_edges)
        yield Bar(gone, "5.14d", "the {it} edge is closed: a mechanized corps has left by it")
        off = members(edge for edge in range(len(EDGES)) if not (rich and edge_hexes(s, edge) >> hexa & 1))
        yield Bar(off, "5.14a", f"the group is not on the {{it}} edge with {cost} to spare")
        return
    names = setting.board.names(setting.brittany)
    where = (f"a west-edge hex from {names[0]} to {names[-1]}", "a south-edge hex in France")
    for edge, hexes in enumerate((setting.brittany, setting.south_of_france)):
        if nation != GERMANS or not all(setting.is_mechanized[piece] for piece in group):
            says = "only German mechanized corps and evacuated British leave the map"
            yield Bar(1 << edge, EXITS[edge], says)
        elif not (rich and hexes >> hexa & 1):
            yield Bar(1 << edge, EXITS[edge], f"a mechanized corps leaves only from {where[edge]}, for {cost}")


def sea_bars(s: WarState, hexa: int, group: Pieces, verb: str) -> Iterator[Bar]:
    """The units that cannot leave (``evacuate``), or send off a step (``ship``), by sea."""
    setting, table = s.setting, s.setting.tables
    if not setting.rules.leaving_the_map:
        yield Bar(ALL, "10.1b", "nobody leaves the map in this scenario")
    yield Bar(~setting.pieces_of[BRITISH], "5.13j", "{it} cannot be evacuated: only British units can")
    if not dynamo_runs(s):
        yield Bar(ALL, "5.13d", "Operation Dynamo is not in effect this turn")
    in_port = hexa == s.dynamo_port and s.control[ALLIED] >> hexa & 1
    yield Bar(~members(group) if in_port else ALL, "5.13e", "{it} is not in hand in the active port")
    most, price = table.dynamo.steps_per_turn, table.movement.leave_map
    many = [p for p in group if s.shipped + (1 if verb == "ship" else s.steps[p]) > most]
    says = f"{counted(s.shipped, 'step')} of {most} that may leave by sea each turn have left already"
    yield Bar(members(many), "5.13f", says)
    done = [p for p in group if s.left[p] < price or s.sent >> p & 1 or (verb == "ship" and s.steps[p] == 1)]
    yield Bar(members(done), "5.13g", f"{{it}} may send off one step a turn, for {counted(price, 'movement point')}")
