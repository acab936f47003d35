"""What data must be like for every rule to work; all defects come together, each with file, entry and remedy.

Types, ranges, and which names must exist elsewhere are in ``tables``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from meuse.engine.data import Note, Problems
from meuse.engine.names import Names
from meuse.games.fall_of_france import armies, setup
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ALOFT,
    COUNTRIES,
    GERMAN,
    NATIONS,
    SIDES,
    UNPLACED,
    FallSetting,
    formation_names,
)
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.tables import TERRAIN, Army
from meuse.mechanics.checks import check_countries
from meuse.mechanics.turns import check_dates

if TYPE_CHECKING:
    from meuse.games.fall_of_france.game import FallOfFrance

CLOSED = ("sea", "lake", "outside")
"""What no unit enters."""
SUPPLIED = ("france", "belgium", "holland")
"""Countries whose cities supply an army (7.3)."""


# what all scenarios share


def check_components(game: FallOfFrance) -> None:
    """Tables, map and counters; and the names that they and scenarios may use."""
    sheet, chart = game.map, game.tables.tec
    land = sum(hexes for name, hexes in sheet.terrain.items() if name in chart and chart[name].cost)
    game.names |= {
        "land hex": Names(sheet.board.names(land), "map.toml"),
        "place": Names(list(sheet.places), "map.toml"),
        "unit": Names([piece.id for piece in game.pieces], "units.toml"),
    }
    problems = game.check_files()
    _terrain(game, problems)
    _tables(game, problems.of("tables.toml"))
    _countries(game, problems.of("map.toml"), land)
    _units(game, problems.of("units.toml"))
    _options(game, problems.of("tables.toml"))
    problems.stop()


def _terrain(game: FallOfFrance, problems: Problems) -> None:
    """Terrain has a price only where units may go, and the map has no terrain without a row."""
    chart, fault = game.tables.tec, problems.of("tables.toml")
    for name, row in chart.items():
        if name in CLOSED and row.cost is not None:
            fault(f"tec, {name}, cost", "no unit may enter: take it out")
        elif name in TERRAIN and name not in CLOSED and row.cost is None:
            fault(f"tec, {name}, cost", "units may enter: give what it costs")
    for name in game.map.terrain:
        if name not in TERRAIN:
            problems.of("map.toml")("terrain", f"{name!r} is no terrain; known: {', '.join(TERRAIN)}")


def _tables(game: FallOfFrance, fault: Note) -> None:
    """Every die and every ratio of strength has its entry, and every unit fits into some hex."""
    tables = game.tables
    dice: dict[str, Sequence[int]] = {
        "skirmish, results": [row.die for row in tables.skirmish.results],
        "breach, results": [row.die for row in tables.breach.results],
        "recovery, results": [row.die for row in tables.recovery.results],
    }
    for where, values in dice.items():
        if any(later - one != 1 for one, later in pairwise(values)):
            fault(where, f"dice {', '.join(map(str, values))}: give one row for each die, lowest first")
    if [row.die for row in tables.recovery.results][:1] != [1]:
        fault("recovery, results", "the first row is for a die of 1")
    crt = tables.crt
    for number, row in enumerate(crt.rows, 1):
        if len(row) != len(crt.columns):
            fault(f"crt, rows {number}", f"{len(row)} cells for {len(crt.columns)} columns; give one for each")
    odds = [Fraction(one) / Fraction(two) for one, two in (column.split("-") for column in crt.columns)]
    if any(later <= one for one, later in pairwise(odds)):
        fault("crt, columns", "they are out of order; give the odds that are worst for the attacker first")
    stacking = tables.stacking
    if max(stacking.points.values()) > min(stacking.limits.values()):
        fault("stacking, points", "a unit is too large for some hexes; let every unit fit in every hex")
    if tables.victory.levels[-1].id != "draw":
        fault("victory, levels", "the last level is the draw: it is what remains (21.0f)")


def _countries(game: FallOfFrance, fault: Note, land: int) -> None:
    """Every country has land, and what supplies an army is there."""
    sheet, supply = game.map, game.tables.supply
    check_countries(sheet, COUNTRIES, land, fault, besides=("switzerland",))
    for name in SUPPLIED:
        if not sheet.country.get(name, 0) & land & sheet.sites("city"):
            fault("place", f"{name} has no city to supply its army (7.3); give it one")
    if not sheet.sites("paris"):
        fault("place", "no hex is Paris, and the rules need one (19.4)")
    france = sheet.country.get("france", 0)
    for port in supply.ports:
        if port in sheet.places and not france >> sheet.places[port] & 1:
            fault("place", f"the port {port} of tables.toml is not in France (7.3)")


def _units(game: FallOfFrance, fault: Note) -> None:
    """Who has a hex, who stands for whom, and who supplies whom."""
    seen: set[str] = set()
    headquarters: dict[str, str] = {}
    _, formations = formation_names(game.pieces)
    known = {formation for nation, formation in formations if nation == 0}
    for group in game.unit_file.group:
        home = COUNTRIES[armies.HOME[NATIONS.index(group.nation)]]
        country = set(game.map.board.names(game.map.country.get(home, 0)))
        for unit in group.units:
            where = f"unit {unit.id}"
            if unit.id in seen:
                fault(where, "this id is given twice; give each unit its own")
            seen.add(unit.id)
            if unit.hex and group.type != "fortress":
                fault(f"{where}, hex", "only fortress units have a hex; others are set up by the scenario")
            elif unit.hex and unit.hex not in country:
                fault(f"{where}, hex", f"{unit.hex} is not in {home}, where its nation stands")
            if bool(unit.optional) != bool(unit.replaces):
                fault(where, "an optional counter names the rule and the counter it stands for; give both or neither")
            if group.type == "hq" and headquarters.setdefault(group.formation, unit.id) != unit.id:
                fault(where, f"{headquarters[group.formation]} is the HQ of {group.formation} already (7.2)")
        if (group.type == "hq") != (group.size == "hq"):
            fault(f"group {group.name!r}, size", "headquarters, and no others, have the size hq")
    for air in game.unit_file.air:
        if air.id in seen:
            fault(f"air {air.id}", "this id is given twice; give each unit its own")
        seen.add(air.id)
    for name, members in game.unit_file.army_group.items():
        for formation in members:
            if formation not in known:
                fault(f"army_group, {name}", f"no German unit belongs to {formation!r}")
    grouped = [formation for members in game.unit_file.army_group.values() for formation in members]
    for formation in sorted({one for one in grouped if grouped.count(one) > 1}):
        fault("army_group", f"{formation} is in two army groups; give it to one")


def _options(game: FallOfFrance, fault: Note) -> None:
    """What optional rules and the air table name is there."""
    tables, sheet = game.tables, game.map
    crackers = tables.options.fortress_crackers.hex
    fortresses = sheet.board.names(sheet.sites("fortress"))
    if crackers not in fortresses:
        fault("options, fortress_crackers, hex", f"{crackers} is no fortress; fortresses: {', '.join(fortresses)}")
    for nation, rows in (("french", tables.air_reinforcements.french), ("british", tables.air_reinforcements.british)):
        rolled = sorted(air.rolled for air in game.unit_file.air if air.nation == nation)
        if rolled != list(range(1, len(rows) + 1)):
            fault(
                f"air_reinforcements, {nation}", f"{len(rows)} rows for the {nation} air units {rolled} of units.toml"
            )


# scenarios


def check_scenario(setting: FallSetting, problems: Problems, file: str) -> None:
    """A scenario, who is set up where, and its ready set-ups."""
    fault, scenario = problems.of(file), setting.scenario
    check_dates(scenario, fault)
    if problems:
        return  # nothing can be set up by names that do not exist
    for army in scenario.army:
        _army(setting, army, fault)
    _everybody(setting, fault)
    if not problems:
        _room(setting, fault)
    for side in (ALLIED, GERMAN) if not problems else ():
        _ready_setup(setting, side, fault)


def _army(setting: FallSetting, army: Army, fault: Note) -> None:
    """An army is set up in one way, in its own country."""
    where, home = f"army {army.name!r}", armies.HOME[NATIONS.index(army.nation)]
    if sum((bool(army.hex), bool(army.between), bool(army.beside))) != 1:
        fault(where, "give one of hex, between and beside")
    if army.between and len(army.between) != 2:
        fault(f"{where}, between", "give two hexes")
    for label in (army.hex, *army.between):
        if label and not setting.country[home] >> setting.board.place(label) & 1:
            fault(where, f"{label} is not in {COUNTRIES[home]}")
    if not army.formation and not army.units:
        fault(where, "it has neither a formation nor units")
    for name in army.units:
        if setting.pieces[setting.piece(name)].nation != NATIONS.index(army.nation) and army.nation != "french":
            fault(f"{where}, units", f"{name} is of another nation")


def _everybody(setting: FallSetting, fault: Note) -> None:
    """Every unit that is there from the start belongs to one army."""
    told: dict[int, str] = {}
    rulings = setting.game.ledger.settle({})
    for army in setting.scenario.army:
        for unit in armies.units_of(setting, rulings, army):
            if unit in told:
                fault(f"army {army.name!r}", f"{setting.pieces[unit].id} belongs to {told[unit]!r} already")
            told[unit] = army.name
    spare = setting.spares(rulings)
    for piece in setting.pieces:
        later = piece.air or piece.hex or piece.arrives or piece.emergency or spare >> piece.number & 1
        if not later and piece.number not in told:
            fault("army", f"{piece.id} belongs to no army; set it up with one")


RULES: tuple[dict[str, str], ...] = (
    {},
    {"coastal_urban": "coastal"},
    {"belgian_alliance": "yes"},
    {"weaker_maginot": "yes"},
    {"optional_panzers": "yes"},
    {"bef_armour": "yes"},
)
"""Rules that change who is set up and where there is room."""


def _room(setting: FallSetting, fault: Note) -> None:
    """All armies can be set up as 20.1 wants it, under every rule that matters."""
    for rules in RULES:
        s = _begun(setting, rules)
        if not armies.solvable(s):
            under = f" with {next(iter(rules))}" if rules else ""
            fault("army", f"the armies cannot all be set up by hand{under} (20.1a); give them other hexes")


def _ready_setup(setting: FallSetting, side: int, fault: Note) -> None:
    """A ready set-up places all units of a side, each as chapter 20 lets a player place it."""
    where, say, s = f"setup.{SIDES[side]}", setting.say, _begun(setting, {})
    table = setting.scenario.setup[SIDES[side]]  # type: ignore[index]
    listed = [name for names in (*table.units.values(), table.off_map) for name in names]
    for name in dict.fromkeys(listed):
        piece = setting.piece(name)
        if listed.count(name) > 1:
            fault(where, f"{name} is given twice; give it once")
        elif s.where[piece] != UNPLACED or setting.side_of[piece] != side:
            fault(f"{where}, {name}", "it is not for this side to set up here; leave it out")
    for unit, hexa in setup.ready_places(s, side):
        name = s.piece_name(unit)
        deploy = setup.Deploy(unit)
        if hexa == ALOFT:
            wrong, place = deploy.why(s, say["hold"][0]), "off_map"
        elif hexa < 0:
            fault(where, f"{name} is left out; place it in a hex")
            continue
        else:
            wrong, place = deploy.why(s, say["at"][hexa]), s.label(hexa)
        if wrong is not None:
            fault(f"{where}, {place}, {name}", f"{wrong.reason} ({wrong.clause}); place it elsewhere")
        elif hexa < 0:
            setup.hold_back(s, unit)
        else:
            setup.place(s, unit, hexa)


def _begun(setting: FallSetting, rules: dict[str, str]) -> FallState:
    """The table before set-up."""
    s = FallState(setting, b"", setting.game.ledger.settle(rules))
    setup.begin(s)
    return s
