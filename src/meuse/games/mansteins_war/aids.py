"""The tables of the rules as they lie beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Chart
from meuse.games.mansteins_war.faces import activates
from meuse.games.mansteins_war.setting import COMMANDS, GERMAN, NATIONS, SIDES, MansteinSetting
from meuse.games.mansteins_war.tables import CommandMarker, Crt, ResultRow, SideName, Terrain
from meuse.mechanics.words import counted, sentence

ASSAULT, MOBILE, AIR = "assault", "mobile", "air_warfare"
"""The charts that battle boards and previews refer to."""
DASH = "\u2011"
"""A hyphen at which no line is broken."""
TITLES: dict[SideName, str] = {"german": "German", "allied": "Allied"}


def charts(setting: MansteinSetting) -> tuple[Chart, ...]:
    return (
        crt(setting, ASSAULT, "Assault table", setting.tables.assault),
        crt(setting, MOBILE, "Mobile table", setting.tables.mobile),
        results(setting), shifts(setting), terrain(setting), stacking(setting), air_warfare(setting),
        markers(setting, "german"), markers(setting, "allied"), refit(setting), refit_costs(setting),
        logistics(setting), victory(setting), points(setting), turns(setting), units(setting),
    )  # fmt: skip


# combat


def crt(setting: MansteinSetting, name: str, title: str, table: Crt) -> Chart:
    """One of the two combat tables (10.2)."""
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows, 1))
    notes = (
        "Attack factors as a percentage of defence factors, decimals dropped; then the columns are shifted.",
        "Always open." if name == ASSAULT else "Open if all attackers are Mech units, against no intact fortress.",
    )
    columns = ("die", *setting.tables.columns.names)
    return Chart(
        name, title, columns, rows, "10.2a", notes, f"{table.source}; columns: {setting.tables.columns.source}"
    )


def results(setting: MansteinSetting) -> Chart:
    """What the results of combat mean (22.1)."""
    rows = tuple(
        (code, row.name, loss_words(row, "attacker"), loss_words(row, "defender"), after_words(row), row.clause)
        for code, row in setting.tables.result.items()
    )
    notes = ("Losses come first; those who survive retreat; attackers who are left may pursue.",)
    columns = ("result", "name", "attacker", "defender", "then", "clause")
    return Chart("results", "Results of combat", columns, rows, "22.1a", notes, setting.tables.result["AA"].source)


def loss_words(row: ResultRow, who: str) -> str:
    half = row.attacker if who == "attacker" else row.defender
    parts = [f"{counted(half.steps, 'step')} lost"] if half.steps else []
    parts += [f"retreat {half.retreat}"] if half.retreat else []
    return ", ".join(parts)


def after_words(row: ResultRow) -> str:
    if row.counterattack:
        return "the defender counterattacks; against an intact fortification nothing happens"
    parts = {"": [], "always": ["pursuit"], "cleared": ["pursuit if the hex is cleared"]}[row.pursuit]
    if row.overrun:
        parts = ["pursuit, farther for Mech units"]
    if row.fort == "ST":
        parts.append("against an intact fortification a stalemate")
    return "; ".join(parts)


def shifts(setting: MansteinSetting) -> Chart:
    """What shifts the columns of a combat, besides terrain (10.5)."""
    table = setting.tables.combat
    rows = (
        ("each attacking unit that is unsupported", columns(table.unsupported_attacker), "10.5f"),
        ("each defending unit that is unsupported", columns(table.unsupported_defender), "10.5g"),
        ("the attacker's strongest air unit with the hex in its zone", "as many right as its strength", "10.5h"),
        ("the defender's strongest air unit with the hex in its zone", "as many left as its strength", "10.5i"),
        ("naval support on the coast", f"{counted(table.naval, 'column')} for the Allies", "10.5j"),
        ("the command marker under way", "as printed on it", "5.6a"),
        ("a counterattack, in which nothing else counts", columns(table.counterattack), "22.2b"),
        ("none but mountain units attack a rough hex (optional)", columns(table.mountain), "25.1a"),
        ("none but mountain units defend a rough hex (optional)", columns(-table.mountain), "25.1b"),
    )
    return Chart("shifts", "Column shifts", ("what", "shift", "clause"), rows, "10.5a", (), table.source)


def columns(number: int) -> str:
    return f"{counted(abs(number), 'column')} {'right' if number > 0 else 'left'}"


# terrain and stacking


def terrain(setting: MansteinSetting) -> Chart:
    """The Terrain Effects Chart (8.4)."""
    rows = tuple(
        (
            sentence(row.name),
            cost(row, "mech"),
            cost(row, "foot"),
            columns(row.columns) if row.columns else "",
            row.clause,
        )
        for row in setting.tables.terrain.values()
    )
    notes = (
        "Of the rows of a hex the highest cost counts; a river is added.",
        "Fortifications cost and shift only for the enemy of their owner, until they are destroyed; their shift, and "
        "that of a river which all attackers cross, is added to the best of the hex.",
        "Leaving a hex in a German air zone costs Allied units "
        f"{counted(setting.tables.movement.interdiction, 'movement factor')} more.",
    )
    heads = ("terrain", "Mech units", "others", "attacks", "clause")
    return Chart("terrain", "Terrain", heads, rows, "8.4a", notes, setting.tables.terrain["rough"].source)


def cost(row: Terrain, kind: str) -> str:
    if row.closed:
        return "closed"
    if row.cost is None:
        return "as the terrain"
    price = str(row.cost["mech" if kind == "mech" else "foot"])
    return f"{price}; no armies" if row.no_armies and kind == "foot" else price


def stacking(setting: MansteinSetting) -> Chart:
    """How many units a hex may hold (6)."""
    table = setting.tables.stacking
    rows = []
    for side, clause in (("german", "6.1a"), ("allied", "6.2a")):
        limit = table.limit["german" if side == "german" else "allied"]
        says = f"1 army and {limit.beside_army} corps, or {limit.corps} corps"
        rows.append((f"{side.title()} units in a hex", says, clause))
    rows += [
        ("rough hexes", f"{table.rough} corps and no army", "6.3a"),
        ("rough hexes, Germans after the Manstein Plan", f"{table.rough_manstein} corps", "6.3b"),
        ("besides these", f"{table.logistics} logistics and {table.static} fortress unit", "6.1b"),
    ]
    notes = ("Brigades count as corps. Units of different Allied nations do not share a hex.",)
    return Chart("stacking", "Stacking", ("where", "limit", "clause"), tuple(rows), "6.0a", notes, table.source)


# air


def air_warfare(setting: MansteinSetting) -> Chart:
    """The Air Warfare Table (16.6, 16.9)."""
    table = setting.tables.air
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows, 1))
    notes = (
        "The attacker's strength less the defender's; a city has "
        f"{table.city}. The Luftwaffe marker shifts it one column right.",
        "AL1: the attacker loses a step and is aborted. DL1: the defender does, or the city is destroyed.",
        "BL1: both do, and nothing happens to a city. NE: no effect.",
    )
    heads = ("die", *(column_name(table.differences, place) for place in range(len(table.differences))))
    return Chart(AIR, "Air Warfare Table", heads, rows, "16.6d", notes, table.source)


def column_name(differences: list[int], place: int) -> str:
    """A column of the Air Warfare Table: "-2 or less", "0", "+1"."""
    number = f"{differences[place]:+d}" if differences[place] else "0"
    if place in (0, len(differences) - 1):
        return f"{number} or {'more' if place else 'less'}"
    return number


# command markers


def markers(setting: MansteinSetting, side: SideName) -> Chart:
    """What each command marker does (5.1, 23)."""
    rows = tuple(
        (
            f"{row.name}{'*' if row.special else ''}",
            activates(row, setting.game.unit_file),
            when(row) + (", optional rule" if row.option else ""),
            row.clause,
        )
        for row in setting.markers
        if row.side == side
    )
    notes = ("*: at most one in a side's bin in a turn, and out of the game once it has been played.",)
    source = setting.markers[0].source
    heads = ("marker", "what it does", "in the bin", "clause")
    return Chart(f"markers_{side}", f"{TITLES[side]} command markers", heads, rows, "5.1a", notes, source)


def when(row: CommandMarker) -> str:
    """When a marker can be put into the bin (5.2, 21.1l, 21.2h)."""
    known = {
        "evacuation": "when Germans stand at a French port or coast",
        "belgium": "when Belgium has fallen into German hands",
        "french_towns": "when enough French towns and cities are German",
        "morale": "with a Morale Victory",
    }
    if row.always:
        return "every turn"
    if row.plan:
        return f"{'turn 1' if row.side == SIDES[GERMAN] else 'any one turn'}, if it is the plan chosen"
    return known.get(row.condition) or (f"from turn {row.from_turn}, once" if row.from_turn > 1 else "any turn, once")


# refit and logistics


def refit(setting: MansteinSetting) -> Chart:
    """Refit points by turn (14.1)."""
    table = setting.tables.refit
    last = setting.scenario.extended
    rows = tuple(
        (nation.title(), str(setting.scenario.refit[nation]), *(str(number) for number in table.points[nation][:last]))
        for nation in NATIONS
    )
    needs = [f"{nation.title()}: none without control of {place}" for nation, place in table.needs.items()]
    notes = (f"A nation keeps at most {table.maximum}.", *(f"{need}." for need in needs))
    heads = ("nation", "at the start", *(f"turn {turn}" for turn in range(1, last + 1)))
    return Chart("refit", "Refit points received", heads, rows, "14.1b", notes, table.source)


def refit_costs(setting: MansteinSetting) -> Chart:
    """What refits cost (14.3)."""
    table = setting.tables.refit
    rows = (
        ("a step of a supported ground unit", str(table.ground), "14.3b"),
        ("the same in an enemy zone of control", str(table.ground_in_zone), "14.3b"),
        ("a step of an air unit", str(table.air), "14.3f"),
        ("an eliminated logistics unit", str(table.logistics), "14.3e"),
    )
    notes = ("Other eliminated units are not rebuilt.",)
    return Chart("refit_costs", "What refits cost", ("what", "points", "clause"), rows, "14.3a", notes, table.source)


def logistics(setting: MansteinSetting) -> Chart:
    """What lack of support costs (15.5, 15.6)."""
    tables = setting.tables
    rows = (
        ("movement", f"movement factor divided by {tables.movement.unsupported}, rounded up", "the same", "15.5a"),
        ("attack", columns(tables.combat.unsupported_attacker), "the same", "10.5f"),
        ("defence", columns(tables.combat.unsupported_defender), "the same", "10.5g"),
        ("pursuit", f"at most {tables.pursuit.unsupported} hex", "none", "15.6a"),
        ("refit", "none", "none", "14.3c"),
    )
    notes = (
        "A line of communication leads to a depot of the own country, directly or by a mobile logistics unit.",
        "Each leg is no longer than the movement factor of the unit it begins with, and enters no enemy zone.",
        "British units use Channel ports; one French unit may.",
        "Cut off: unsupported, and all six hexes around are closed by the enemy.",
    )
    heads = ("what", "unsupported", "cut off", "clause")
    return Chart("logistics", "Lack of support", heads, rows, "15.5a", notes, tables.logistics.source)


# the match


def victory(setting: MansteinSetting) -> Chart:
    """The levels of victory (3.1, 3.6)."""
    table = setting.tables.victory
    rows = tuple((level.name, level_words(setting, level.id), level.clause) for level in table.levels)
    notes = (f"The Germans may extend the game by two turns for {-table.extension} points.",)
    heads = ("level", "German points less Allied points", "clause")
    return Chart("victory", "Victory", heads, rows, "3.6a", notes, table.source)


def level_words(setting: MansteinSetting, name: str) -> str:
    """What a level of victory takes."""
    table = setting.tables.victory
    if name == "epic_german":
        return "at once, with every depot and port in France"
    if name == "epic_allied":
        return f"at once, with {table.german_depots} German depots"
    rows = [level for level in table.levels if not level.sudden]
    place = next(number for number, level in enumerate(rows) if level.id == name)
    least, above = rows[place].least, rows[place - 1].least if place else None
    if least is None:
        return f"less than {above}"
    return f"{least} or more" if above is None else f"{least} to {above - 1}"


def points(setting: MansteinSetting) -> Chart:
    """What scores (3.4, 3.5)."""
    table = setting.tables.victory
    rows = [
        (f"German control of {place}", str(worth), "3.4a" if worth > 4 else "3.4b")
        for place, worth in table.german.places.items()
    ]
    rows += [
        ("each other Allied supply centre", str(table.german.depot), "3.4c"),
        ("each Channel port", str(table.german.channel_port), "3.4c"),
        ("each Maginot Line hex", str(table.german.fort), "3.4d"),
        ("each Allied mechanized corps eliminated", str(table.german.units.mech_corps), "3.4e"),
        ("each Allied army eliminated", str(table.german.units.army), "3.4f"),
        ("each Allied air unit eliminated", str(table.german.units.air), "3.4g"),
        ("extending the game", str(table.extension), "3.4i"),
    ]
    allied = table.allied
    rows += [(f"Allied control of {place}", f"-{worth}", "3.5a") for place, worth in allied.places.items()]
    rows += [
        ("each other German supply centre", f"-{allied.depot}", "3.5b"),
        ("each Westwall hex", f"-{allied.fort}", "3.5c"),
        ("each German mechanized unit eliminated", f"-{allied.units.mech}", "3.5d"),
        ("each German air unit eliminated", f"-{allied.units.air}", "3.5e"),
        ("each German army eliminated", f"-{allied.units.army}", "3.5f"),
    ]
    notes = ("A hex scores once, in its best category. Minus: for the Allies.",)
    return Chart("points", "Victory points", ("what", "points", "clause"), tuple(rows), "3.2b", notes, table.source)


def turns(setting: MansteinSetting) -> Chart:
    """The turn track, with what is due when."""
    scenario = setting.scenario
    due: dict[int, list[str]] = {turn: [] for turn in range(1, scenario.extended + 1)}
    for turn, what in events_due(setting):
        due[turn].append(what)
    rows = tuple((str(turn), scenario.dates[turn - 1], "; ".join(due[turn])) for turn in due)
    notes = ("By the optional rule on variable reinforcements dice decide when units come.",)
    return Chart("turns", "Turns", ("turn", "date", "due"), rows, "4.1a", notes, scenario.source)


def events_due(setting: MansteinSetting) -> Iterator[tuple[int, str]]:
    """What is due on which turn."""
    for piece in setting.pieces:
        if piece.arrives and not piece.option:
            steps = f" with {counted(piece.arrives_with, 'step')}" if piece.arrives_with else ""
            yield piece.arrives, f"{piece.name} arrives{steps}"
    for marker in setting.markers:
        if marker.from_turn > 1 and not marker.option and not marker.condition:
            yield marker.from_turn, f"{marker.name} can be put into the bin"
    yield setting.scenario.turns, "the last turn, unless the Germans extend the game"
    yield setting.scenario.extended, "the last turn of an extended game"


def units(setting: MansteinSetting) -> Chart:
    """The units that take part, by command, with their ratings (2.2)."""
    rows = []
    for number in range(len(COMMANDS)):
        members = [piece for piece in setting.pieces if piece.ground and piece.command == number and not piece.option]
        if members:
            side = TITLES["german" if SIDES[setting.command_side[number]] == "german" else "allied"]
            names = "; ".join(f"{piece.name} {ratings(piece.steps)}" for piece in members)
            rows.append((setting.command_titles[number], side, str(len(members)), names))
    flying = [piece for piece in setting.pieces if piece.air and not piece.option]
    for number, title in enumerate(TITLES.values()):
        own = [piece for piece in flying if piece.side == number]
        names = "; ".join(f"{piece.name} {'/'.join(map(str, piece.strength))}" for piece in own)
        rows.append(("Air units", title, str(len(own)), names))
    notes = (
        "Attack, defence and movement factors at full strength; in brackets attack and defence of the lower steps.",
        "Air units: strength, and strength when reduced.",
    )
    source = "the page of the game has the source of each group"
    heads = ("command", "side", "number", "units")
    return Chart("units", "Units", heads, tuple(rows), "2.2.5a", notes, source)


def ratings(steps: tuple[tuple[int, int, int], ...]) -> str:
    full, *lower = steps
    text = DASH.join(map(str, full))
    return f"{text} ({', '.join(f'{attack}{DASH}{defence}' for attack, defence, _ in lower)})" if lower else text
