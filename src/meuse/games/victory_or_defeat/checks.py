"""What data must be like for every rule to work; all defects come together, each with file, entry and remedy.

Types, ranges, and which names must exist elsewhere are in ``tables``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from meuse.engine.data import Note, Problems
from meuse.engine.names import Names
from meuse.games.victory_or_defeat import setup
from meuse.games.victory_or_defeat.setting import (
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    EBEN_EMAEL,
    GERMAN,
    GERMANS,
    HOME,
    MECHANIZED,
    NATIONS,
    SIDES,
    UNPLACED,
    WarSetting,
)
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.tables import TERRAIN, Deployment, Unit
from meuse.mechanics.checks import check_countries
from meuse.mechanics.turns import check_dates

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

CLOSED = ("gap", "sea", "lake")
"""What no unit enters."""
PRINTED = ("clear", "ardennes", "city", "paris", "ruhr", "gap", "sea")
"""The terrain the map must have a letter for."""
LEVELS = 5
"""Victory levels that have a clause of their own (4.11)."""


# what all scenarios share


def check_components(game: VictoryOrDefeat) -> None:
    """Tables, map and counters; and the names that they and scenarios may use."""
    sheet, chart = game.map, game.tables.terrain
    land = sum(hexes for name, hexes in sheet.terrain.items() if name in chart and chart[name].cost)
    country = {name: sheet.country.get(name, 0) for name in COUNTRIES}
    places = [name for name, hexa in sheet.places.items() if land >> hexa & 1]
    game.names |= {
        "hex": Names(sheet.board.numbers, "map.toml"),
        "land hex": Names(sheet.board.names(land), "map.toml"),
        "land hex of Belgium": Names(sheet.board.names(land & country["belgium"]), "map.toml"),
        "place on land": Names(places, "map.toml"),
        "unit": Names([piece.id for piece in game.pieces], "units.toml"),
    }
    problems = game.check_files()
    _terrain(game, problems)
    _levels(game, problems.of("tables.toml"))
    check_countries(sheet, COUNTRIES, land, problems.of("map.toml"), idle=sheet.terrain.get("gap", 0))
    _lines(game, problems.of("tables.toml"), country["france"] & land)
    _units(game, problems.of("units.toml"), country)
    problems.stop()


def _terrain(game: VictoryOrDefeat, problems: Problems) -> None:
    """Terrain has a price only where units may go, and what must be is printed."""
    chart, terrain, fault = game.tables.terrain, game.map.terrain, problems.of("tables.toml")
    for name, row in chart.items():
        if name in CLOSED and row.cost:
            fault(f"terrain, {name}, cost", f"no unit may enter: it must be 0, not {row.cost}")
        elif name in TERRAIN and name not in CLOSED and not row.cost:
            fault(f"terrain, {name}, cost", "units may enter: it must be 1 or more, not 0")
    fault = problems.of("map.toml")
    for name in terrain:
        if name not in (*chart, *TERRAIN):
            fault("terrain", f"{name!r} is not in tables.toml; known: {', '.join(chart)}")
    for name in PRINTED:
        if name not in terrain:
            fault("terrain", f"no letter stands for {name}; the rules need {', '.join(PRINTED)}")
        elif name in ("ardennes", "paris", "ruhr") and not terrain[name]:
            fault("layers.terrain", f"there is no {name} hex, and the rules need one; mark at least one")


def _levels(game: VictoryOrDefeat, fault: Note) -> None:
    """Every total of points falls into one level (4.11)."""
    victory = game.tables.victory
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


def _lines(game: VictoryOrDefeat, fault: Note, france: int) -> None:
    sheet, tables = game.map, game.tables
    first, last = sheet.grid.first_line, sheet.grid.last_line
    low, high = tables.victory.brittany_lines
    if not first <= low <= high <= last:
        problem = f"{low} to {high} cannot be; give two lines from {first} to {last}, the lower first"
        fault("victory, brittany_lines", problem)
    elif not france & sheet.board.edge("left") & sheet.lines(low, high):
        problem = f"no hex of France lies on the west edge on lines {low} to {high}; give lines that have one (4.5)"
        fault("victory, brittany_lines", problem)
    if tables.supply.coastal_from_line not in sheet.grid.lines():
        problem = f"{tables.supply.coastal_from_line} is no line of the map; lines run from {first} to {last}"
        fault("supply, coastal_from_line", problem)


def _units(game: VictoryOrDefeat, fault: Note, country: dict[str, int]) -> None:
    """Which nation has which units: forts in their country, corps of the turn track only German ones."""
    seen: set[str] = set()
    for group in game.unit_file.group:
        where = f"group {group.name!r}"
        if (group.type == "fort") != (group.size == "fort"):
            fault(f"{where}, size", f"{group.size!r} does not go with type {group.type!r}; forts have size fort")
        if group.type == "fort" and group.nation not in ("german", "french", "belgian"):
            fault(f"{where}, nation", f"{group.nation} forts are unknown; only german, french and belgian ones are")
        if group.type in MECHANIZED and group.nation != "german":
            fault(f"{where}, type", f"only German units are {group.type} (2.5b), not {group.nation} ones")
        home = COUNTRIES[HOME[NATIONS.index(group.nation)]]
        for unit in group.units:
            where = f"unit {unit.id}"
            if unit.id in seen:
                fault(where, "this id is given twice; give each unit its own")
            seen.add(unit.id)
            if unit.turn and (group.nation != "german" or group.type == "fort"):
                fault(f"{where}, turn", "only German corps come as reinforcements (9.4); take the turn out")
            if group.type != "fort":
                if unit.hex:
                    fault(f"{where}, hex", "only forts have a hex; other units are set up by the scenario")
            elif group.nation == "belgian":
                _eben_emael(unit, fault, game.tables.setup.eben_emael)
            elif not unit.hex:
                fault(f"{where}, hex", "a fort needs the hex it stands in; give one, such as hex = '2731'")
            elif unit.hex not in game.map.board.names(country[home]):
                fault(f"{where}, hex", f"{unit.hex} is not in {home}, where its nation's forts stand")
    fort = next((piece for piece in game.pieces if piece.id == EBEN_EMAEL), None)
    if fort is None or not fort.fort or fort.nation != BELGIANS:
        fault(f"unit {EBEN_EMAEL}", "the rules need Fort Eben Emael (3.6e): a belgian fort of that id")


def _eben_emael(fort: Unit, fault: Note, hexa: str) -> None:
    if fort.id != EBEN_EMAEL:
        fault(f"unit {fort.id}", f"the only Belgian fort is {EBEN_EMAEL} (3.6e); take this one out")
    if fort.hex not in ("", hexa):
        problem = f"{fort.hex} is not the hex in tables.toml, setup.eben_emael; make them agree"
        fault(f"unit {fort.id}, hex", problem)


# scenarios


def check_scenario(setting: WarSetting, problems: Problems, file: str) -> None:
    """A scenario and the units it uses."""
    _tracks(setting, problems.of(file))
    _army(setting, problems)
    _sickle_corps(setting, problems)
    _room(setting, problems)
    for side, table in setting.scenario.setup.items():
        _ready_setup(setting, table, SIDES.index(side), problems.of(file))


def _tracks(setting: WarSetting, fault: Note) -> None:
    """Every track has a box for each turn, and what belongs together is there."""
    scenario = setting.scenario
    check_dates(scenario, fault)
    for phase in ("german_turn", "allied_turn"):
        if phase not in scenario.sequence:
            fault("sequence", f"{phase} is missing; both sides have a turn")
    _setup_order(setting, fault)
    if (scenario.crisis is None) == ("crisis_check" in scenario.sequence):
        fault("crisis", "the table and the phase crisis_check belong together; give both or neither (5.5)")
    for track in ("steady", "steep") if scenario.crisis is not None else ():
        entries = len(getattr(scenario.crisis, track))
        if entries != scenario.turns:
            fault(f"crisis, {track}", f"{entries} entries for {scenario.turns} turns; give one for each turn")


def _setup_order(setting: WarSetting, fault: Note) -> None:
    """Everybody is set up: with Sickle Cut the German army too, and the neutrals before the Allies."""
    order = setting.scenario.setup_order
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


def _ready_setup(setting: WarSetting, table: Deployment, side: int, fault: Note) -> None:
    """A ready set-up places all units of a side, each as the rules of chapter 3 let a player place it."""
    where, say = f"setup.{SIDES[side]}", setting.say
    if table.sickle_cut and (side != GERMAN or "sickle cut" not in setting.scenario.setup_order):
        fault(f"{where}, sickle_cut", "only the German of 1940 has Sickle Cut (3.8e); take it out")
    s = WarState(setting, b"", setting.game.ledger.settle({}))
    setup.begin(s)
    for label, names in table.units.items():
        hexa = setting.board.numbers.get(label)
        for name in reversed(names):
            piece = setting.piece_numbers.get(name)
            if hexa is None or piece is None:
                continue
            stage = setup.ready_stage(setting, side, piece, hexa)
            wrong = setup.Setup(side, stage).why(s, say["place"][piece])
            wrong = wrong or setup.Deploy(piece, stage).why(s, say["at"][hexa])
            if wrong is not None:
                fault(f"{where}, {label}, {name}", f"{wrong.reason} ({wrong.clause}); place it elsewhere")
            else:
                s.put(piece, hexa)
                s.sickle |= 1 << piece if stage == "sickle" else 0
    for piece in setting.mobile_of[side]:
        if s.where[piece] == UNPLACED:
            fault(where, f"{s.piece_name(piece)} is left out; place it in a hex")
    opening, wanted = s.sickle.bit_count(), setting.tables.setup.sickle_corps
    if table.sickle_cut and opening != wanted:
        problem = f"{opening} corps stand in the Ardennes of Belgium and Luxembourg; place {wanted} there (3.8f)"
        fault(f"{where}, sickle_cut", problem)
