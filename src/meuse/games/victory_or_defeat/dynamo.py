"""Chapters 5.13 and 5.14, and 4.5, 4.6: Operation Dynamo and the ways off the map; leaving itself is movement."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.victory_or_defeat.components import ALLIED, BRITISH, GERMANS
from meuse.games.victory_or_defeat.events import DynamoDeclared
from meuse.games.victory_or_defeat.state import WarState


def dynamo_ports(s: WarState) -> int:
    """Cities from which Dynamo could run: Allied, and on the coast (5.13c, A57); Paris is open (10.6a)."""
    cities = s.game.cities & ~s.game.paris if s.rulings["dynamo_port"] == "any_city" else s.game.ports
    return cities & s.control[ALLIED]


def may_declare(s: WarState) -> bool:
    """From turn 5 (5.13a), once, and while a British unit is on the map (5.13b)."""
    return s.turn >= s.game.tables.dynamo.from_turn and not s.dynamo_turn and s.british_on_map()


class DynamoStep(Step[WarState]):
    """Phase V of 1940: the Allied player may declare the operation and name its port."""

    name = "dynamo"

    def side(self, s: WarState, f: tuple[str]) -> int:
        return ALLIED

    def prompt(self, s: WarState, f: tuple[str]) -> str:
        return "Operation Dynamo: choose the active port, or wait."

    def options(self, s: WarState, f: tuple[str]) -> list[Option]:
        if not may_declare(s):
            return []
        ports = list(s.game.board.pick(s.game.say_dynamo, dynamo_ports(s)))
        return [*ports, s.game.say_decline] if ports else []

    def dynamo(self, s: WarState, f: tuple[str], port: int) -> None:
        """Markers 1 to 3 go on the next three turns (5.13d)."""
        s.stack.pop()
        s.dynamo_turn = s.turn
        s.dynamo_port = port
        s.events.append(DynamoDeclared(("5.13a", "5.13c", "5.13d"), port))

    def decline(self, s: WarState, f: tuple[str], value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: tuple[str], option: Option) -> Refusal:
        if s.game.paris >> option.value & 1:
            return Refusal("Paris is an open city, in which no Allied unit stays", "10.6a")
        where = "" if s.rulings["dynamo_port"] == "any_city" else " on the coast"
        return Refusal(f"{s.spot(option.value)} is no Allied-controlled city{where}", "5.13c")


# ways off the map

EDGES = ("west", "south")


def edge_hexes(s: WarState, edge: int) -> int:
    return (s.game.west, s.game.south)[edge] & s.game.land


def edge_open(s: WarState, edge: str) -> bool:
    """May the British leave by this edge (5.14d)?"""
    return edge not in s.closed_edges


def dynamo_runs(s: WarState) -> bool:
    """Is Operation Dynamo in effect this turn (5.13d)?"""
    return bool(s.dynamo_turn) and s.dynamo_turn < s.turn <= s.dynamo_turn + s.game.tables.dynamo.turns


def ways_off(s: WarState, hexa: int, group: tuple[int, ...]) -> list[Option]:
    """How a group in hand may leave: mechanized corps (4.5, 4.6), the British by land (5.14) and by sea (5.13)."""
    game = s.game
    nation = game.nation[group[0]]
    if s.scenario == "1939" or nation not in (GERMANS, BRITISH):
        return []
    bit = 1 << hexa
    price = game.tables.movement.leave_map
    found: list[Option] = []
    if min([s.left[piece] for piece in group]) >= price:
        if nation == GERMANS and all(game.is_mechanized[piece] for piece in group):
            found = [game.say_exit[i] for i, edge in enumerate((game.brittany, game.south_of_france)) if bit & edge]
        elif nation == BRITISH and s.dynamo_turn:
            open_here = [i for i, edge in enumerate(EDGES) if edge_open(s, edge) and bit & edge_hexes(s, i)]
            found = [game.say_exit[i] for i in open_here]
    if nation == BRITISH and dynamo_runs(s) and hexa == s.dynamo_port and s.control[ALLIED] & bit:
        room = game.tables.dynamo.steps_per_turn - s.shipped
        able = [p for p in group if s.left[p] >= price and not s.sent >> p & 1]
        found += [game.say_evacuate[p] for p in able if s.steps[p] <= room]
        found += [game.say_ship[p] for p in able if room and s.steps[p] > 1]
    return found


def why_not_exit(s: WarState, group: tuple[int, ...], edge: int) -> Refusal:
    """Why a group cannot leave by an edge of the map."""
    nation = s.game.nation[group[0]]
    if s.scenario == "1939":
        return Refusal("nobody leaves the map in 1939", "10.1b")
    if nation == BRITISH:
        if not s.dynamo_turn:
            return Refusal("the British leave only after Operation Dynamo has been declared", "5.14c")
        if not edge_open(s, EDGES[edge]):
            return Refusal(f"the {EDGES[edge]} edge is closed: a mechanized corps has left by it", "5.14d")
        return Refusal(f"the group is not on the {EDGES[edge]} edge with a movement point to spare", "5.14a")
    if nation == GERMANS and all(s.game.is_mechanized[p] for p in group):
        where = ("a west-edge hex from 3118 to 3619", "a south-edge hex in France")[edge]
        return Refusal(f"a mechanized corps leaves only from {where}, for one point", ("4.5a", "4.6b")[edge])
    return Refusal("only German mechanized corps and evacuated British leave the map", ("4.5a", "4.6b")[edge])


def why_not_by_sea(s: WarState, hexa: int, group: tuple[int, ...], option: Option) -> Refusal:
    """Why a unit cannot leave, or send off a step, by sea."""
    piece, name = option.value, s.spoken(option.value)
    if s.scenario == "1939":
        return Refusal("nobody leaves the map in 1939", "10.1b")
    if s.game.nation[piece] != BRITISH:
        return Refusal(f"{name} cannot be evacuated: only British units can", "5.13j")
    if not dynamo_runs(s):
        return Refusal("Operation Dynamo is not in effect this turn", "5.13d")
    if piece not in group or hexa != s.dynamo_port:
        return Refusal(f"{name} is not in hand in the active port", "5.13e")
    if s.shipped + (1 if option.verb == "ship" else s.steps[piece]) > s.game.tables.dynamo.steps_per_turn:
        return Refusal(f"{s.shipped} steps have left this turn; no more than four may", "5.13f")
    return Refusal(f"{name} may send off one step a turn, for one movement point", "5.13g")
