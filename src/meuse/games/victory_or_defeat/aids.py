"""The tables of the rules as they lie beside the map: each scenario has those that it needs."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Chart
from meuse.games.victory_or_defeat.setting import ALLIED, GERMAN, NATIONS, WarSetting
from meuse.games.victory_or_defeat.strength import CRT, SHIFTS, special, table_meanings
from meuse.mechanics.turns import turns_chart
from meuse.mechanics.words import columns


def charts(setting: WarSetting) -> tuple[Chart, ...]:
    return combat_results(setting), shifts(setting), terrain(setting), movement(setting), turns(setting), units(setting)


def combat_results(setting: WarSetting) -> Chart:
    """The Combat Results Table (11.10)."""
    table = setting.tables.crt
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows, 1))
    notes = tuple(f"{name}: {means.says}" for name, means in table_meanings(setting).items())
    return Chart(CRT, "Combat results", ("die", *table.columns), rows, "11.10b", notes, table.source)


def shifts(setting: WarSetting) -> Chart:
    """What moves an attack on the table, besides terrain and forts (5.5, 5.8, 5.13, 5.17, 11.11)."""
    scenario, rules = setting.scenario, setting.rules
    absent = {
        "concentric_mechanized": not any(unit.mechanized for unit in setting.army),
        "sickle_cut": "sickle cut" not in scenario.setup_order,
        "armored": not rules.armored_division,
        "dynamo": "dynamo" not in scenario.sequence,
        "crisis": scenario.crisis is None,
    }
    used = [special(setting, name) for name in SHIFTS if not absent.get(name)]
    rows = tuple((factor.name, columns(int(factor.value)), factor.clause) for factor in used)
    notes = ("The supply crisis shifts German attacks left, attacks on Germans right.",) if scenario.crisis else ()
    source = setting.tables.shifts.source
    return Chart("shifts", "Column shifts", ("what", "shift", "clause"), rows, "11.10b", notes, source)


def terrain(setting: WarSetting) -> Chart:
    """The Terrain Effects Chart (TEC)."""
    table, chart = setting.tables.movement, setting.tables.terrain
    rows = []
    for name, hexes in setting.map.terrain.items():
        row = chart[name]
        urban = "no concentric attack; mechanized corps attack by defence factor" if row.urban else ""
        if hexes:
            rows.append((name.title(), str(row.cost) if row.cost else "closed", columns(row.shift) or urban))
    rows.append(("River or canal", f"+{table.river}, not into or out of a city", "attackers across it are halved"))
    fort = "as many columns left as its strength; no retreat, no concentric attack"
    rows.append(("Fort", str(table.fort), fort))
    rows.append(("Lake or sea hexside", "closed", "closed"))
    return Chart("terrain", "Terrain", ("terrain", "movement", "combat"), tuple(rows), "TECa", (), table.source)


def movement(setting: WarSetting) -> Chart:
    """Movement factors (10.2, 10.3)."""
    table, clauses = setting.scenario.movement, setting.clauses
    nations = {unit.nation for unit in setting.army}
    rolled = f"one die, at most {table.most_rolled}; {table.first_turn} without a roll on the first turn"
    points = {"german": str(table.german), "british": str(table.british)}
    rows = [(name.title(), points.get(name, rolled)) for number, name in enumerate(NATIONS) if number in nations]
    if table.mechanized:
        rows.insert(1, ("German mechanized corps", str(table.mechanized)))
    notes = ("Half, rounded up, out of supply.",)
    source = setting.scenario.source
    return Chart(
        "movement", "Movement points", ("units", "points"), tuple(rows), clauses.rolled_movement, notes, source
    )


def turns(setting: WarSetting) -> Chart:
    """The turn track, with what is due when (5.0)."""
    scenario = setting.scenario
    phases = (setting.game.steps[phase].coming or phase.replace("_", " ") for phase in scenario.sequence)
    order = ", ".join(phase.replace("{side}", setting.side_name(ALLIED)) for phase in phases)
    return turns_chart(scenario, events_due(setting), "5.0a", f"Each turn: {order}.")


def events_due(setting: WarSetting) -> Iterator[tuple[int, str]]:
    """What is due on which turn."""
    scenario, rules, tables = setting.scenario, setting.rules, setting.tables
    german, allied = setting.side_name(GERMAN), setting.side_name(ALLIED)
    if rules.airborne_coup:
        yield tables.coup.turn, f"{german} airborne coup"
    if rules.german_orders_allies_from:
        yield rules.german_orders_allies_from, f"from now on the {german} side chooses the {allied} order of play"
    if rules.german_supply and any(unit.mechanized for unit in setting.army):
        yield tables.supply.automatic_turns, "last turn on which mechanized corps need no supply line"
    if rules.panzer_halt:
        yield tables.halt.from_turn, "from now on the panzers may halt"
    if "dynamo" in scenario.sequence:
        yield tables.dynamo.from_turn, "from now on Operation Dynamo may be declared"
    for piece in setting.reinforcements:
        yield setting.pieces[piece].turn, f"{setting.pieces[piece].name} arrives"
    for turn, highest in enumerate(scenario.crisis.steady if scenario.crisis else (), 1):
        if highest:
            yield turn, f"supply crisis on {'a 1' if highest == 1 else f'1 to {highest}'}"
    yield scenario.turns, "the last turn: victory is judged"


def units(setting: WarSetting) -> Chart:
    """The units that take part, with their strengths (2.9)."""
    rows = []
    for name in dict.fromkeys(unit.group for unit in setting.army):
        group = [unit for unit in setting.army if unit.group == name]
        unit = group[0]
        strengths = (str(pair[1]) if unit.fort else "-".join(map(str, pair)) for pair in reversed(unit.strengths))
        rows.append((name, str(len(group)), ", ".join(strengths)))
    notes = ("Attack and defence, full strength first; forts only defend.",)
    source = "the page of the game has the source of each group"
    return Chart("units", "Units", ("units", "number", "strength by step"), tuple(rows), "2.9a", notes, source)
