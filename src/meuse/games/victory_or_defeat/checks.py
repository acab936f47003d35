"""What data must be like for every rule to work: each defect is one error that names file, entry and remedy.

Types and ranges are in ``tables``; map and counters are checked as ``components`` reads them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, get_args

from meuse.engine import Ledger
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    FRANCE,
    FRENCH,
    GERMAN,
    HOME,
    LUXEMBOURG,
    NATIONS,
    SIDES,
    Components,
    Piece,
)
from meuse.games.victory_or_defeat.tables import Column

OPTIONS = {
    "fort_dr": ("special_bb", "as"),
    "fort_dr_loss": ("mobile_first", "owner_choice"),
    "crt_ends": ("endless", "clamp", "automatic_first"),
    "halving": ("each", "sum"),
    "fort_df": ("mechanized", "panzer"),
    "sickle_shift": ("any", "all"),
    "edge_retreat": ("never", "british"),
    "first_turn_mf": ("table", "roll"),
    "belgian_rivers": ("either", "both"),
    "hesitation": ("entry", "movement"),
    "fort_supply": ("exempt", "needed"),
    "maginot_british": ("trace", "supplied"),
    "swiss_forward": ("active", "frozen"),
    "ruhr_arrival": ("any", "french"),
    "maginot_isolation": ("all", "any"),
    "zero_loss": ("fatal", "from_above"),
    "gsc": ("steady", "steep"),
    "dynamo_port": ("coastal", "any_city"),
    "panzer_halt": ("no_british", "british"),
}
"""The options the rules ask for, with the readings they know."""

LEVELS = 5
"""Victory levels that have a clause of their own (4.11)."""


def check(game: Components, ledger: Ledger, sequence_clause: str) -> None:
    """Everything that no reader of a single file can see; the first defect is raised."""
    ledger.require([sequence_clause], OPTIONS)
    _crt(game)
    _levels(game)
    _lines(game)
    _named_hexes(game)
    _sickle_corps(game)
    for name in game.scenario:
        _scenario(game, name)
        _room(game, name)
        for side in (GERMAN, ALLIED):
            ReadySetup(game, name, side).check()


# tables.toml


def _crt(game: Components) -> None:
    fault, crt, columns = game.source.fault("tables.toml"), game.tables.crt, list(get_args(Column))
    if crt.columns != columns:
        raise fault("crt, columns", f"{', '.join(crt.columns)} cannot be; give {', '.join(columns)} in this order")
    if len(crt.rows) != 6:
        raise fault("crt, rows", f"{len(crt.rows)} rows; give one for each die roll from 1 to 6")
    for die, row in enumerate(crt.rows, 1):
        if len(row) != len(columns):
            raise fault(f"crt, rows {die}", f"{len(row)} results; give one for each of the {len(columns)} columns")


def _levels(game: Components) -> None:
    """Every total of points falls into one level (4.11)."""
    fault, victory = game.source.fault("tables.toml"), game.tables.victory
    starts = [level.start for level in victory.levels]
    if len(starts) > LEVELS:
        raise fault("victory, levels", f"{len(starts)} levels; rule 4.11 has {LEVELS} at most")
    if any(above <= below for above, below in pairwise(starts)):
        raise fault(
            "victory, levels", f"they begin from {', '.join(map(str, starts))}; give the highest first, each once"
        )
    lowest = -victory.mechanized_most
    if starts[-1] > lowest:
        problem = f"no level for fewer than {starts[-1]} points; let the last begin from {lowest} or less"
        raise fault("victory, levels", problem)


def _lines(game: Components) -> None:
    fault, grid, tables = game.source.fault("tables.toml"), game.map.grid, game.tables
    first, last = grid.first_line, grid.last_line
    low, high = tables.victory.brittany_lines
    if not first <= low <= high <= last:
        problem = f"{low} to {high} cannot be; give two lines from {first} to {last}, the lower first"
        raise fault("victory, brittany_lines", problem)
    if not game.brittany:
        problem = f"no hex of France lies on the west edge on lines {low} to {high}; give lines that have one (4.5)"
        raise fault("victory, brittany_lines", problem)
    if tables.supply.coastal_from_line not in grid.lines():
        problem = f"{tables.supply.coastal_from_line} is no line of the map; lines run from {first} to {last}"
        raise fault("supply, coastal_from_line", problem)


def _named_hexes(game: Components) -> None:
    fault, table = game.source.fault("tables.toml"), game.tables.setup
    for name in ("maginot_ends", "west_wall_ends_1939", "west_wall_ends_1940"):
        for label in getattr(table, name):
            if label not in game.board.numbers:
                raise fault(f"setup, {name}", f"there is no hex {label} on the map; see map.toml")
    if not game.eben_emael & game.country[BELGIUM]:
        raise fault("setup, eben_emael", f"{table.eben_emael} is not in Belgium; give a Belgian hex (3.6e)")
    if game.zuiderzee.bit_count() != 2:
        raise fault("setup, zuiderzee", "the crossing joins two hexes; give two different ones")
    if game.mediterranean & ~game.land:
        label = game.board.names(game.mediterranean & ~game.land)[0]
        raise fault("victory, mediterranean", f"{label} is no land hex; name places on land (4.6)")


def _sickle_corps(game: Components) -> None:
    ready = [piece for piece in game.in_scenario("1940") if piece.mechanized and not piece.turn]
    wanted = game.tables.setup.sickle_corps
    if wanted > len(ready):
        problem = f"{wanted} corps, but units.toml has only {len(ready)} mechanized ones at the start; ask for no more"
        raise game.source.fault("tables.toml")("setup, sickle_corps", problem)
    forest = game.ardennes & (game.country[BELGIUM] | game.country[LUXEMBOURG])
    if wanted > forest.bit_count() * game.scenario["1940"].stacking:
        problem = f"{forest.bit_count()} Ardennes hexes in Belgium and Luxembourg cannot hold {wanted} corps (3.8f)"
        raise game.source.fault("map.toml")("layers.terrain", f"{problem}; mark more")


# scenarios


def _file(name: str) -> str:
    return f"scenarios/{name}.toml"


def _scenario(game: Components, name: str) -> None:
    """Tracks of a scenario, and what may not be in its file."""
    scenario, fault = game.scenario[name], game.source.fault(_file(name))
    if sorted(scenario.setup_order) != sorted(SIDES):
        raise fault("setup_order", f"{', '.join(scenario.setup_order) or 'nobody'}: name german and allied once each")
    if name == "1939":
        _crisis_track(game)
    elif scenario.gsc is not None:
        raise fault("gsc", "the German supply crisis belongs to 1939; take it out")
    for side in scenario.setup:
        if side not in SIDES:
            raise fault(f"setup.{side}", "the sides are german and allied; rename it or take it out")
    for piece in game.in_scenario(name):
        if piece.turn > scenario.turns:
            problem = f"{name} has only {scenario.turns} turns; let it come by then"
            raise game.source.fault("units.toml")(f"unit {piece.id}, turn", problem)


def _crisis_track(game: Components) -> None:
    scenario, fault = game.scenario["1939"], game.source.fault(_file("1939"))
    if scenario.gsc is None:
        raise fault("gsc", "it is missing, and 1939 needs it (5.5); give a list steady and a list steep")
    for track in ("steady", "steep"):
        found = len(getattr(scenario.gsc, track))
        if found != scenario.turns:
            raise fault(f"gsc, {track}", f"{found} entries for {scenario.turns} turns; give one for each turn")


def _room(game: Components, name: str) -> None:
    """However units are set up by hand, there is a hex for the last of them."""
    limit = game.scenario[name].stacking
    for home in range(len(COUNTRIES)):
        units = [p for p in game.in_scenario(name) if not p.fort and not p.turn and HOME.get(p.nation, FRANCE) == home]
        hexes = game.country[home] & game.land
        if home == BELGIUM:
            hexes &= ~(game.ardennes | game.belgian_ban)
        alone = home in ARMY or len({p.nation for p in units}) > 1
        if len(units) > hexes.bit_count() * (1 if alone else limit):
            problem = f"{hexes.bit_count()} hexes of {COUNTRIES[home]} cannot hold the {len(units)} units of {name}"
            raise game.source.fault("map.toml")("layers.country", f"{problem} set up there; give it more hexes")


class ReadySetup:
    """The ready set-up of one side: all its units, each where chapter 3 allows it."""

    def __init__(self, game: Components, name: str, side: int) -> None:
        self.game, self.name, self.side = game, name, side
        self.fault = game.source.fault(_file(name))
        self.where = f"setup.{SIDES[side]}"
        self.sickle = False
        self.placed: dict[str, str] = {}
        self.forts = {p.hex or game.tables.setup.eben_emael: p for p in game.in_scenario(name) if p.fort}

    def check(self) -> None:
        table = self.game.scenario[self.name].setup.get(SIDES[self.side])
        if table is None:
            raise self.fault(self.where, "it is missing; place every unit of the side")
        self._remarks(table)
        for label, ids in table.items():
            if label not in ("source", "sickle_cut"):
                self._stack(label, ids)
        for piece in self.game.in_scenario(self.name):
            if piece.side == self.side and not piece.fort and not piece.turn and piece.id not in self.placed:
                raise self.fault(self.where, f"{piece.id} is left out; place it in a hex")
        opening = sum(self._in_forest(label) for label in self.placed.values())
        wanted = self.game.tables.setup.sickle_corps
        if self.sickle and opening != wanted:
            problem = f"{opening} corps stand in the Ardennes of Belgium and Luxembourg; place {wanted} there (3.8f)"
            raise self.fault(f"{self.where}, sickle_cut", problem)

    def _remarks(self, table: dict[str, Any]) -> None:
        if not isinstance(table.get("source", ""), str):
            raise self.fault(f"{self.where}, source", "a text is expected: where the set-up comes from")
        sickle = table.get("sickle_cut", False)
        if not isinstance(sickle, bool):
            raise self.fault(f"{self.where}, sickle_cut", "true or false is expected")
        if sickle and (self.name != "1940" or self.side != GERMAN):
            raise self.fault(f"{self.where}, sickle_cut", "only the German of 1940 has Sickle Cut (3.8e); take it out")
        self.sickle = sickle

    def _stack(self, label: str, ids: Any) -> None:
        game = self.game
        if label not in game.board.numbers:
            raise self.fault(self.where, f"there is no hex {label} on the map; see map.toml")
        where = f"{self.where}, {label}"
        if not isinstance(ids, list) or not ids or not all(isinstance(unit, str) for unit in ids):
            raise self.fault(where, "a list of units is expected, the top unit first, such as ['G.19']")
        pieces = [self._piece(unit, label, where) for unit in ids]
        for piece in pieces:
            self._ground(piece, label, where)
        self._company(pieces, label, where)

    def _piece(self, unit: str, label: str, where: str) -> Piece:
        game = self.game
        if unit not in game.piece_numbers or self.name not in game.pieces[game.piece_numbers[unit]].scenarios:
            raise self.fault(where, f"there is no unit {unit!r} in {self.name}; see units.toml")
        piece = game.pieces[game.piece_numbers[unit]]
        if piece.side != self.side:
            raise self.fault(where, f"{unit} is of the other side; place it under setup.{SIDES[piece.side]}")
        if piece.fort:
            raise self.fault(where, f"{unit} is a fort, which the rules place; take it out")
        if piece.turn:
            raise self.fault(where, f"{unit} waits on the turn track for turn {piece.turn}; take it out")
        if unit in self.placed:
            raise self.fault(where, f"{unit} stands in {self.placed[unit]} already; place it once")
        self.placed[unit] = label
        return piece

    def _in_forest(self, label: str) -> bool:
        """Where Sickle Cut opens (3.8f)."""
        game = self.game
        forest = game.ardennes & (game.country[BELGIUM] | game.country[LUXEMBOURG])
        return bool(forest >> game.board.numbers[label] & 1)

    def _ground(self, piece: Piece, label: str, where: str) -> None:
        """A land hex of the country the rules name (3.3c, 3.5c, 3.6d, 3.6f, 3.7a, 3.8f to 3.8h)."""
        game, bit = self.game, 1 << self.game.board.numbers[label]
        if not bit & game.land:
            terrain = game.terrain_name(game.board.numbers[label])
            raise self.fault(where, f"no unit can stand there ({terrain}); choose a land hex for {piece.id}")
        if self.sickle and self._in_forest(label):
            if not piece.mechanized:
                raise self.fault(
                    where, f"{piece.id} is not mechanized and cannot open Sickle Cut (3.8f); place another"
                )
            return
        home = HOME.get(piece.nation, FRANCE)
        if not bit & game.country[home]:
            raise self.fault(where, f"{piece.id} is set up in {COUNTRIES[home]}; choose a hex there (chapter 3)")
        if piece.nation == BELGIANS and bit & (game.ardennes | game.belgian_ban):
            raise self.fault(where, f"no Belgian unit is set up there (3.6f); choose another hex for {piece.id}")

    def _company(self, pieces: list[Piece], label: str, where: str) -> None:
        """Chapter 6, and one neutral unit per hex (3.6b)."""
        nations = {piece.nation for piece in pieces}
        if len(nations) > 1:
            names = " and ".join(NATIONS[nation] for nation in sorted(nations))
            raise self.fault(where, f"nationalities are mixed ({names}); place them apart (6.2e)")
        neutral = pieces[0].nation in ARMY.values()
        limit = 1 if neutral else self.game.scenario[self.name].stacking
        if len(pieces) > limit:
            clause = "3.6b" if neutral else "chapter 6"
            raise self.fault(
                where, f"{len(pieces)} units, but {limit} may stand there ({clause}); place some elsewhere"
            )
        fort = self.forts.get(label)
        if fort is not None and fort.nation not in nations and not (fort.nation == FRENCH and BRITISH in nations):
            raise self.fault(where, f"{fort.id}, a fort of another nation, stands there (6.2g); choose another hex")
