"""Player aids: the tables of the rules as they lie beside the map, made from the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from meuse.engine.scene import Chart
from meuse.games.battle_of_france.faces import listed
from meuse.games.battle_of_france.tables import Unit, UnitId
from meuse.games.battle_of_france.units import UNITS

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance
    from meuse.games.battle_of_france.setting import BattleSetting

ROUND = ("cards.1", "init.2", "turn.1", "movement.4", "capture.2", "init.3", "build.1", "build.2", "build.8", "build.9")
"""What happens in a round, clause by clause."""


def charts(setting: BattleSetting) -> Iterator[Chart]:
    yield _units(setting)
    yield _sequence(setting)
    yield _rounds(setting)
    yield _cities(setting)
    yield _building(setting)
    yield _spaces(setting)
    yield _cards(setting)
    yield _setup(setting)


def _units(setting: BattleSetting) -> Chart:
    game = setting.game
    head = ("Unit", "Attack", "Defence", "Movement", "Cost", "Hits", "Special")
    rows = [
        (u.name, *map(str, (u.attack, defence(game, u), u.movement, u.cost, u.hits)), special(game, u))
        for u in game.units
    ]
    notes = ("A die of the value or less is a hit.", "Movement is in spaces, cost in NPU.")
    return Chart("units", "Units", head, tuple(rows), "combat.hit.1", notes, _sources(u.source for u in setting.units))


def defence(game: BattleOfFrance, unit: Unit) -> str:
    others = [f"{game.tables.power[power].name} {value}" for power, value in unit.defence_of.items()]
    return f"{unit.defence} ({', '.join(others)})" if others else str(unit.defence)


def special(game: BattleOfFrance, unit: Unit) -> str:
    """What else a unit can do."""
    guns = {"battleship": game.tables.bombardment.battleship, "cruiser": game.tables.bombardment.cruiser}
    called = [game.looks.unit[kind].called for kind in unit.carries_units]
    parts = [f"bombards a coast with {guns[unit.id]}"] if unit.id in guns else []
    parts += [f"carries {unit.carries}: {listed(called, 'or')}"] if unit.carries else []
    return "; ".join([*parts, *(flag.replace("_", " ") for flag in unit.flags)])


def _sequence(setting: BattleSetting) -> Chart:
    clauses = [setting.game.ledger.clauses[clause] for clause in ROUND]
    rows = [(str(number), clause.says, clause.id) for number, clause in enumerate(clauses, 1)]
    return Chart("sequence", "A round", ("Step", "What happens", "Rule"), tuple(rows), "order.1")


def _rounds(setting: BattleSetting) -> Chart:
    tables, due = setting.tables, dict[int, list[str]]()
    due[1] = ["Germany may begin its first turn with the Ardennes surprise"]
    due.setdefault(tables.game.first_card_round, []).append("a card is drawn from now on")
    due.setdefault(tables.maginot.free_from_round, []).append("the garrisons of the Maginot Line may move from now on")
    due.setdefault(setting.rounds, []).append("the Allies win at the end of this round unless Germany has won")
    rows = [(str(number), "; ".join(due.get(number, ()))) for number in range(1, setting.rounds + 1)]
    source = _sources((tables.game.source, tables.maginot.source))
    return Chart("rounds", "Rounds", ("Round", "What is due"), tuple(rows), "order.1", source=source)


def _cities(setting: BattleSetting) -> Chart:
    rows = [
        (setting.place_name(area), kind, str(setting.pays[area]), setting.catalogue.titles[power])
        for power, own in enumerate(setting.original)
        for area, kind in setting.cities.items()
        if own >> area & 1
    ]
    head = ("City", "Kind", "NPU a round", "At the start")
    return Chart("cities", "Cities", head, tuple(rows), "build.3", source=setting.tables.income.source)


def _building(setting: BattleSetting) -> Chart:
    build, called = setting.tables.build, {unit.id: unit.name.lower() for unit in setting.units}
    rows = [
        (where, listed([called[unit] for unit in units]))
        for where, units in (("Major city", build.major), ("Minor city", build.minor))
    ]
    ships = listed([called[unit] for unit in build.sea])
    yards = {setting.catalogue.titles[power]: setting.place_name(zone) for power, zone in setting.shipyard.items()}
    rows += [(f"{zone} ({power})", ships) for power, zone in yards.items()]
    notes = ("NPU that are not spent are lost.", "What finds no room where it was ordered is lost.")
    return Chart("building", "What is built where", ("Where", "Units"), tuple(rows), "build.8", notes, build.source)


def _spaces(setting: BattleSetting) -> Chart:
    tables = setting.tables
    rows = (
        ("Land", f"{tables.stacking.land} land units of a side, anti-aircraft guns not counted", "stacking.1"),
        ("Sea", f"{tables.stacking.sea} ships of a side, cargo not counted", "stacking.1"),
        ("Forest", f"land units move {tables.forest.movement} space in or out", "special.ardennes.3"),
        ("Forest", f"attack values change by {tables.forest.attack:+}", "special.ardennes.4"),
        ("Forest", "aircraft neither land nor attack", "special.ardennes.5"),
        ("Maginot Line", f"French units stay until round {tables.maginot.free_from_round}", "special.maginot.2"),
    )
    source = _sources((tables.stacking.source, tables.forest.source, tables.maginot.source))
    return Chart("spaces", "Spaces", ("Space", "What holds there", "Rule"), rows, "stacking.1", source=source)


def _cards(setting: BattleSetting) -> Chart:
    names = {power: table.name for power, table in setting.tables.power.items()}
    lasts = {"round": "the round", "game": "the rest of the game"}
    rows = [(c.name, listed([names[power] for power in c.who]), c.tone, lasts[c.lasts], c.says) for c in setting.cards]
    head = ("Card", "For", "What it is", "Lasts", "What it changes")
    return Chart("cards", "Combat cards", head, tuple(rows), "cards.3", source=setting.game.deck.deck.source)


def _setup(setting: BattleSetting) -> Chart:
    head, place = ("Space", "Power", "Units"), setting.board.place
    rows = [
        (setting.place_name(place(area)), setting.tables.power[power].name, _counted(setting, units))
        for power, chart in setting.charts.items()
        for area, units in chart.items()
    ]
    source = setting.game.printed.source if not setting.scenario.setup else setting.scenario.source
    return Chart("setup", "Set-up", head, tuple(rows), "setup.3", source=source)


def _counted(setting: BattleSetting, units: dict[UnitId, int]) -> str:
    return ", ".join(f"{count} {setting.units[UNITS.index(unit)].name.lower()}" for unit, count in units.items())


def _sources(sources: Iterable[str]) -> str:
    """Where figures come from, each source once."""
    return "; ".join(dict.fromkeys(part for source in sources for part in source.split("; ")))
