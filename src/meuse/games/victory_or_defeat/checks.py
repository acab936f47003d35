"""What data must be like for every rule to work; all defects come together, each with file, entry and remedy.

Types and ranges are in ``tables``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from meuse.engine.data import Problems
from meuse.games.victory_or_defeat import setup
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    CLOSED,
    COUNTRIES,
    EBEN_EMAEL,
    GERMAN,
    GERMANS,
    HOME,
    MECHANIZED,
    NATIONS,
    PRINTED,
    SIDES,
    TERRAIN,
    UNPLACED,
    WarSetting,
)
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.tables import Group, Unit

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

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


# what all scenarios share


def check_components(game: VictoryOrDefeat) -> None:
    """Tables, map and counters."""
    problems = Problems(game.data)
    _terrain(game, problems)
    _levels(game, problems)
    problems.stop()
    Ground(game, problems).check()
    problems.stop()


def _terrain(game: VictoryOrDefeat, problems: Problems) -> None:
    """Every terrain of the rules has its row, with a price only where units may go, and what must be is printed."""
    chart, terrain, fault = game.tables.terrain, game.map.terrain, problems.of("tables.toml")
    for name in TERRAIN:
        if name not in chart:
            fault("terrain", f"{name} is missing; the rules need {', '.join(TERRAIN)}")
        elif name in CLOSED and chart[name].cost:
            fault(f"terrain, {name}, cost", f"no unit may enter: it must be 0, not {chart[name].cost}")
        elif name not in CLOSED and not chart[name].cost:
            fault(f"terrain, {name}, cost", "units may enter: it must be 1 or more, not 0")
    fault = problems.of("map.toml")
    for name in terrain:
        if name not in (*chart, *TERRAIN):
            fault("terrain", f"{name!r} is not in tables.toml; known: {', '.join(chart)}")
    for name in game.map.country:
        if name and name not in COUNTRIES:
            fault("countries", f"{name!r} is no country of this game; known: {', '.join(COUNTRIES)}")
    for name in PRINTED:
        if name not in terrain:
            fault("terrain", f"no letter stands for {name}; the rules need {', '.join(PRINTED)}")
        elif name in ("ardennes", "paris", "ruhr") and not terrain[name]:
            fault("layers.terrain", f"there is no {name} hex, and the rules need one; mark at least one")


def _levels(game: VictoryOrDefeat, problems: Problems) -> None:
    """Every total of points falls into one level (4.11)."""
    fault, victory = problems.of("tables.toml"), game.tables.victory
    starts = [level.start for level in victory.levels]
    if len(starts) > LEVELS:
        fault("victory, levels", f"{len(starts)} levels; rule 4.11 has {LEVELS} at most")
    if any(above <= below for above, below in pairwise(starts)):
        begins = ", ".join(map(str, starts))
        fault("victory, levels", f"they begin from {begins}; give the highest first, each once")
    lowest = -victory.mechanized_most
    if starts[-1] > lowest:
        problem = f"no level for fewer than {starts[-1]} points; let the last begin from {lowest} or less"
        fault("victory, levels", problem)


class Ground:
    """Named hexes and counters against the map."""

    def __init__(self, game: VictoryOrDefeat, problems: Problems) -> None:
        self.game, self.problems = game, problems
        self.terrain = {name: hexes for name, hexes in game.map.terrain.items() if hexes}
        self.land = sum(hexes for name, hexes in self.terrain.items() if game.tables.terrain[name].cost)
        self.country = {name: game.map.country.get(name, 0) for name in COUNTRIES}

    def check(self) -> None:
        self._countries()
        self._lines()
        self._named_hexes()
        seen: set[str] = set()
        for group in self.game.unit_file.group:
            self._group(group)
            for unit in group.units:
                self._unit(unit, group, seen)
        fort = next((piece for piece in self.game.pieces if piece.id == EBEN_EMAEL), None)
        if fort is None or not fort.fort or fort.nation != BELGIANS:
            problem = "the rules need Fort Eben Emael (3.6e): a belgian fort of that id"
            self.problems.of("units.toml")(f"unit {EBEN_EMAEL}", problem)

    def _off_land(self, label: str) -> str:
        """Why a hex is not one on land; empty if it is."""
        numbers = self.game.map.board.numbers
        if label not in numbers:
            return f"there is no hex {label} on the map; see map.toml"
        names = [name for name, hexes in self.terrain.items() if hexes >> numbers[label] & 1]
        return "" if self.land >> numbers[label] & 1 else f"{label} is no land hex ({names[0]})"

    def _in_country(self, label: str, country: str) -> bool:
        return bool(self.country[country] >> self.game.map.board.numbers[label] & 1)

    def _countries(self) -> None:
        fault, lost = self.problems.of("map.toml"), self.land | self.game.map.terrain["gap"]
        for name, hexes in self.country.items():
            lost &= ~hexes
            if not hexes & self.land:
                fault("layers.country", f"{name} has no land hex, and the rules need one; mark at least one")
        if lost:
            label = self.game.map.board.names(lost)[0]
            fault("layers.country", f"{label} is land but belongs to no country; give it a country's letter")

    def _lines(self) -> None:
        fault, sheet, tables = self.problems.of("tables.toml"), self.game.map, self.game.tables
        first, last = sheet.grid.first_line, sheet.grid.last_line
        low, high = tables.victory.brittany_lines
        coast = self.country["france"] & self.land & sheet.board.edge("left")
        if not first <= low <= high <= last:
            problem = f"{low} to {high} cannot be; give two lines from {first} to {last}, the lower first"
            fault("victory, brittany_lines", problem)
        elif not coast & sheet.lines(low, high):
            problem = f"no hex of France lies on the west edge on lines {low} to {high}; give lines that have one (4.5)"
            fault("victory, brittany_lines", problem)
        if tables.supply.coastal_from_line not in sheet.grid.lines():
            problem = f"{tables.supply.coastal_from_line} is no line of the map; lines run from {first} to {last}"
            fault("supply, coastal_from_line", problem)

    def _named_hexes(self) -> None:
        fault, tables, places = self.problems.of("tables.toml"), self.game.tables, self.game.map.places
        start = tables.setup
        named = {
            "dyle_breda, hexes": tables.dyle_breda.hexes,
            "setup, zuiderzee": start.zuiderzee,
            "setup, eben_emael": [start.eben_emael],
            "setup, belgian_ban": start.belgian_ban,
            "setup, maginot_ends": start.maginot_ends,
        }
        for where, labels in named.items():
            for problem in filter(None, map(self._off_land, labels)):
                fault(where, problem)
        if not self._off_land(start.eben_emael) and not self._in_country(start.eben_emael, "belgium"):
            fault("setup, eben_emael", f"{start.eben_emael} is not in Belgium; give a Belgian hex (3.6e)")
        if len(set(start.zuiderzee)) != 2:
            fault("setup, zuiderzee", "the crossing joins two hexes; give two different ones")
        for name in tables.victory.mediterranean:
            if name not in places:
                self.problems.of("map.toml")("place", f"{name} is missing: rule 4.6 needs it")
            elif not self.land >> places[name] & 1:
                fault("victory, mediterranean", f"{name} is no land hex; name places on land (4.6)")

    def _group(self, group: Group) -> None:
        """Which nation has which units."""
        fault, where = self.problems.of("units.toml"), f"group {group.name!r}"
        if (group.type == "fort") != (group.size == "fort"):
            fault(f"{where}, size", f"{group.size!r} does not go with type {group.type!r}; forts have size fort")
        if group.type == "fort" and group.nation not in ("german", "french", "belgian"):
            fault(f"{where}, nation", f"{group.nation} forts are unknown; only german, french and belgian ones are")
        if group.type in MECHANIZED and group.nation != "german":
            fault(f"{where}, type", f"only German units are {group.type} (2.5b), not {group.nation} ones")
        if not isinstance(group.scenario, str) and len(set(group.scenario)) != len(group.scenario):
            fault(f"{where}, scenario", "a scenario is given twice; name each once")

    def _unit(self, unit: Unit, group: Group, seen: set[str]) -> None:
        """Forts stand in a land hex of their country; only German corps wait on the turn track."""
        fault, where, eben_emael = self.problems.of("units.toml"), f"unit {unit.id}", self.game.tables.setup.eben_emael
        home = COUNTRIES[HOME[NATIONS.index(group.nation)]]
        if unit.id in seen:
            fault(where, "this id is given twice")
        seen.add(unit.id)
        if unit.turn and (group.nation != "german" or group.type == "fort"):
            fault(f"{where}, turn", "only German corps come as reinforcements (9.4); take the turn out")
        if group.type != "fort":
            if unit.hex:
                fault(f"{where}, hex", "only forts have a hex; other units are set up by the scenario")
        elif group.nation == "belgian":
            if unit.id != EBEN_EMAEL:
                fault(where, f"the only Belgian fort is {EBEN_EMAEL} (3.6e); take this one out")
            if unit.hex not in ("", eben_emael):
                fault(f"{where}, hex", f"{unit.hex} is not the hex in tables.toml, setup.eben_emael; make them agree")
        elif not unit.hex:
            fault(f"{where}, hex", "a fort needs the hex it stands in; give one, such as hex = '2731'")
        elif problem := self._off_land(unit.hex):
            fault(f"{where}, hex", f"{problem}; forts stand on land")
        elif not self._in_country(unit.hex, home):
            fault(f"{where}, hex", f"{unit.hex} is not in {home}, where its nation's forts stand")


# scenarios


def check_scenario(setting: WarSetting, file: str) -> None:
    """A scenario and the units it uses."""
    problems = Problems(setting.game.data)
    _tracks(setting, problems, file)
    _army(setting, problems)
    _sickle_corps(setting, problems)
    _room(setting, problems)
    for side in (GERMAN, ALLIED):
        _ready_setup(setting, problems, file, side)
    problems.stop()


def _tracks(setting: WarSetting, problems: Problems, file: str) -> None:
    """Every track has a box for each turn, phases and clauses exist, and what belongs together is there."""
    scenario, fault = setting.scenario, problems.of(file)
    if len(scenario.dates) != scenario.turns:
        fault("dates", f"{len(scenario.dates)} dates for {scenario.turns} turns")
    if sorted(side for part in scenario.players for side in part) != sorted(SIDES):
        fault("players", "name german and allied once each")
    for side in SIDES:
        if side not in scenario.side_names:
            fault("side_names", f"{side} is missing; say what the side is called")
    for name in ("sequence", "setup_order"):
        given = getattr(scenario, name)
        for entry in dict.fromkeys(given):
            if given.count(entry) > 1:
                fault(name, f"{entry!r} is given twice; give it once")
    for phase in ("german_turn", "allied_turn"):
        if phase not in scenario.sequence:
            fault("sequence", f"{phase} is missing; both sides have a turn")
    _setup_order(setting, problems, file)
    if (scenario.crisis is None) == ("crisis_check" in scenario.sequence):
        problem = "the table and the phase crisis_check belong together; give both or neither (5.5)"
        fault("crisis", problem)
    for track in ("steady", "steep") if scenario.crisis is not None else ():
        entries = len(getattr(scenario.crisis, track))
        if entries != scenario.turns:
            fault(f"crisis, {track}", f"{entries} entries for {scenario.turns} turns; give one for each turn")
    for label in scenario.west_wall_ends:
        if label not in setting.board.numbers:
            fault("west_wall_ends", f"there is no hex {label} on the map; see map.toml")
    for name, clause in msgspec.structs.asdict(scenario.clauses).items():
        if clause not in setting.game.ledger.clauses:
            fault(f"clauses, {name}", f"there is no clause {clause}; see clauses.toml")


def _setup_order(setting: WarSetting, problems: Problems, file: str) -> None:
    """Everybody is set up: with Sickle Cut the German army too, and the neutrals before the Allies."""
    order, fault = setting.scenario.setup_order, problems.of(file)
    if ("sickle cut" in order) == ("german army" in order):
        fault("setup_order", "name either german army or sickle cut, after which the German army is set up")
    if "allied army" not in order:
        fault("setup_order", "allied army is missing; both sides set up")
    if setting.rules.neutrals and "neutrals" not in order:
        fault("setup_order", "neutrals is missing, and they are in play by the rules of this scenario")


def _army(setting: WarSetting, problems: Problems) -> None:
    """The units of a scenario fit its rules, and no hex has two forts."""
    fault, taken = problems.of("units.toml"), dict[str, str]()
    movement, groups = setting.scenario.movement, {piece.group: piece for piece in setting.army}
    for name, piece in groups.items():
        nation = NATIONS[piece.nation]
        needs = {BRITISH: movement.british, GERMANS: movement.mechanized if piece.mechanized else 1}
        idle = piece.nation in ARMY.values() and not setting.rules.neutrals
        if idle or not needs.get(piece.nation, 1):
            problem = f"{nation} units of this kind take no part in {setting.name}; by its rules they do not move"
            fault(f"group {name!r}, scenario", problem)
    for piece in setting.army:
        if piece.fort and taken.setdefault(piece.hex, piece.id) != piece.id:
            fault(f"unit {piece.id}, hex", f"{taken[piece.hex]} stands in {piece.hex} too; one fort per hex")
    for side, units in zip(SIDES, setting.mobile_of, strict=True):
        if not units:
            fault("group", f"the {side} side has no mobile unit in {setting.name}; give it some")


def _sickle_corps(setting: WarSetting, problems: Problems) -> None:
    if "sickle cut" not in setting.scenario.setup_order:
        return
    ready = [piece for piece in setting.army if piece.mechanized and not piece.turn]
    wanted, forest = setting.tables.setup.sickle_corps, setting.sickle_forest.bit_count()
    if wanted > len(ready):
        problem = f"{wanted} corps, but units.toml has only {len(ready)} mechanized ones at the start; ask for no more"
        problems.of("tables.toml")("setup, sickle_corps", problem)
    if wanted > forest * setting.scenario.stacking:
        problem = f"{forest} Ardennes hexes in Belgium and Luxembourg cannot hold {wanted} corps (3.8f)"
        problems.of("map.toml")("layers.terrain", f"{problem}; mark more")


def _room(setting: WarSetting, problems: Problems) -> None:
    """However units are set up by hand, there is a hex for the last of them."""
    limit = setting.scenario.stacking
    for home, name in enumerate(COUNTRIES):
        units = [p for p in setting.army if not p.fort and not p.turn and HOME[p.nation] == home]
        hexes = setting.country[home] & setting.land
        if home == BELGIUM:
            hexes &= ~(setting.ardennes | setting.belgian_ban)
        alone = home in ARMY or len({p.nation for p in units}) > 1
        if len(units) > hexes.bit_count() * (1 if alone else limit):
            problem = f"{hexes.bit_count()} hexes of {name} cannot hold the {len(units)} units of {setting.name}"
            problems.of("map.toml")("layers.country", f"{problem} set up there; give it more hexes")


def _ready_setup(setting: WarSetting, problems: Problems, file: str, side: int) -> None:
    """A ready set-up places all units of a side, each as the rules of chapter 3 let a player place it."""
    fault, where, say = problems.of(file), f"setup.{SIDES[side]}", setting.say
    table = setting.scenario.setup.get(SIDES[side])
    if table is None:
        fault(where, "it is missing; place every unit of the side")
        return
    if table.sickle_cut and (side != GERMAN or "sickle cut" not in setting.scenario.setup_order):
        fault(f"{where}, sickle_cut", "only the German of 1940 has Sickle Cut (3.8e); take it out")
    s = WarState(setting, b"", setting.game.ledger.settle({}))
    setup.begin(s)
    for label, names in table.units.items():
        hexa = setting.board.numbers.get(label)
        if hexa is None:
            fault(where, f"there is no hex {label} on the map; see map.toml")
            continue
        for name in reversed(names):
            piece = setting.piece_numbers.get(name)
            if piece is None:
                fault(f"{where}, {label}", f"there is no unit {name!r}; see units.toml")
                continue
            sickle = table.sickle_cut and setting.sickle_forest >> hexa & 1
            stage = "sickle" if sickle else "neutrals" if setting.nation[piece] in ARMY.values() else "army"
            wrong = setup.Setup(side, stage).why(s, say["place"][piece])
            wrong = wrong or setup.Deploy(piece, stage).why(s, say["at"][hexa])
            if wrong is not None:
                fault(f"{where}, {label}, {name}", f"{wrong.reason} ({wrong.clause}); place it elsewhere")
            else:
                s.put(piece, hexa)
                s.sickle |= 1 << piece if sickle else 0
    for piece in setting.mobile_of[side]:
        if s.where[piece] == UNPLACED:
            fault(where, f"{s.piece_name(piece)} is left out; place it in a hex")
    opening, wanted = s.sickle.bit_count(), setting.tables.setup.sickle_corps
    if table.sickle_cut and opening != wanted:
        problem = f"{opening} corps stand in the Ardennes of Belgium and Luxembourg; place {wanted} there (3.8f)"
        fault(f"{where}, sickle_cut", problem)
