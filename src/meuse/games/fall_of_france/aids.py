"""The tables of the rules as they lie beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Chart
from meuse.games.fall_of_france.engagement import CRT
from meuse.games.fall_of_france.setting import CLASSES, NATIONS, FallSetting
from meuse.games.fall_of_france.skirmish import result_words
from meuse.games.fall_of_france.tables import HEXSIDES, LAID_ON, Terrain
from meuse.mechanics.turns import turns_chart
from meuse.mechanics.words import columns, counted, sentence

TEC, SKIRMISH, BREACH, AIR, RECOVERY = "terrain", "skirmish", "breach", "air_combat", "recovery"
"""The charts that battle boards and previews refer to."""

CLASS_WORDS = {"infantry": "infantry", "mountain": "mountain infantry", "mechanized": "mechanised", "hq": "HQ"}


def charts(setting: FallSetting) -> tuple[Chart, ...]:
    return (
        combat_results(setting), shifts(setting), skirmishes(setting), skirmish_modifiers(setting), terrain(setting),
        breaches(setting), air_combat(setting), recovery(setting), replacements(setting), air_reinforcements(setting),
        victory(setting), turns_chart(setting.scenario, events_due(setting), "5.0a"), units(setting),
    )  # fmt: skip


# combat


def combat_results(setting: FallSetting) -> Chart:
    """The Combat Results Table (CRT)."""
    table = setting.tables.crt
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows))
    notes = (
        "What hits the attacker, then what hits the defender; -: nothing.",
        "A number: so many units eliminated. C: one Allied unit becomes a cadre. D: all disrupted. R: all retreat.",
        "*: only the smaller force in stacking points is hit; if both are equal, the attacker.",
        "Beyond 4-1 and 1-4 each whole ratio is one more column while shifts are made.",
    )
    return Chart(CRT, "Combat results", ("modified die", *table.columns), rows, "CRTa", notes, table.source)


def shifts(setting: FallSetting) -> Chart:
    """What moves a combat on the table, besides terrain (14.3)."""
    table = setting.tables.combat
    rows = (
        ("each air unit in the defender's hex", f"{columns(table.air)} for its owner", "12.1a"),
        ("support of a German headquarters", f"{table.headquarters} on the die for the Germans", "14.3c"),
        ("German mechanised assault", columns(table.mechanized_columns), "14.3e"),
        ("Allied mechanised assault", f"{table.mechanized_die:+} on the die", "14.3e"),
    )
    notes = (
        "A mechanised assault needs more than half of the attacking stacking points; rivers, forest and swamp deny it.",
    )
    return Chart("shifts", "Combat modifiers", ("what", "effect", "clause"), rows, "14.3a", notes, table.source)


# skirmishes, breaches, air combat


def skirmishes(setting: FallSetting) -> Chart:
    """The skirmish table (11.4)."""
    table = setting.tables.skirmish
    last = len(table.results) - 1
    rows = tuple(
        (f"{row.die}{' or less' if n == 0 else ' or more' if n == last else ''}", result_words(row))
        for n, row in enumerate(table.results)
    )
    notes = ("Stacks in towns, cities, mountains and fortresses, or behind a fortified hexside, ignore a retreat.",)
    return Chart(SKIRMISH, "Skirmishes", ("modified die", "result"), rows, "11.4g", notes, table.source)


def skirmish_modifiers(setting: FallSetting) -> Chart:
    """What changes the die of a skirmish (11.3)."""
    table, options = setting.tables.skirmish, setting.tables.options
    rows = [
        ("the attack is greater than the defence", f"{table.stronger:+}", "11.3c"),
        (f"the defence is at least {table.doubled_from} times the attack", f"{table.doubled:+}", "11.3d"),
        ("air support in the hex entered", "no modifier for strength against its side", "11.3a"),
        ("most attacking stacking points are mechanised", f"{table.mechanized:+}", "11.3e"),
    ]
    for kind, row in setting.tables.tec.items():
        if row.skirmish.die:
            name = f"all defenders across a {row.name}" if kind in HEXSIDES else f"the hex entered is {row.name}"
            rows.append((name, f"{row.skirmish.die:+}", row.clauses.skirmish))
    rows.append(("Brandenburgers (optional rule)", f"{options.brandenburgers.die:+}", "22.11a"))
    notes = ("Against an interdicting air unit the die is not modified.",)
    return Chart(
        "skirmish_modifiers", "Skirmish modifiers", ("what", "die", "clause"), tuple(rows), "11.3a", notes, table.source
    )


def breaches(setting: FallSetting) -> Chart:
    """The assault on fortifications without a garrison (9.3)."""
    table = setting.tables.breach
    last = len(table.results) - 1
    rows = tuple(
        (
            f"{row.die}{' or less' if n == 0 else ' or more' if n == last else ''}",
            "breach" if row.breach else "no breach",
            "disrupted" if row.disrupted else "",
        )
        for n, row in enumerate(table.results)
    )
    against = ", ".join(f"{setting.tables.tec[name].name} {value:+}" for name, value in table.against.items())
    notes = (
        f"{sentence(against)}.",
        f"Air support in the fortified hex {table.air:+}; a German headquarters next to it {table.headquarters:+}.",
    )
    head = ("modified die", "hexside", "assaulting unit")
    return Chart(BREACH, "Assault on fortifications", head, rows, "9.3k", notes, table.source)


def air_combat(setting: FallSetting) -> Chart:
    """Air-to-air combat (13.1)."""
    table = setting.tables.air_combat
    rows = tuple((str(die), result) for die, result in enumerate(table.results, 1))
    notes = (
        "One die for each air unit; each result hits another enemy unit, the most severe first, as its owner chooses.",
        f"Aborted: back at the next assignment. Damaged: back {table.damaged_turns} turns later. Eliminated: lost.",
    )
    return Chart(AIR, "Air combat", ("die", "result on an enemy unit"), rows, "13.1b", notes, table.source)


# terrain


def terrain(setting: FallSetting) -> Chart:
    """The Terrain Effects Chart (TEC)."""
    on_map = {name for name, hexes in setting.ground_of.items() if hexes}
    rows = []
    for name, row in setting.tables.tec.items():
        if name in on_map or name in LAID_ON or row.extra is not None or row.prohibited:
            effects = movement_words(row), "; ".join(skirmish_effects(row)), "; ".join(combat_effects(row))
            rows.append((sentence(row.name), *effects))
    notes = (
        "Effects are cumulative. In a skirmish the hex entered changes the die; each stack has the help of its ground.",
        "Hexsides count in a combat only if every attacker must cross one.",
    )
    head = ("terrain", "movement", "skirmish", "combat")
    return Chart(TEC, "Terrain", head, tuple(rows), "TECa", notes, setting.tables.tec["clear"].source)


def movement_words(row: Terrain) -> str:
    """What a row costs, class by class where they differ."""
    if row.prohibited:
        return "closed to all but its owner until breached"
    if row.cost is None and row.extra is None:
        return "closed"
    prices: dict[str, list[str]] = {}
    for name in CLASSES:
        if row.extra is not None:
            said = f"{row.extra[name]:+}" if row.extra[name] else "no effect"
        else:
            assert row.cost is not None
            said = "all points" if name in row.all else str(row.cost[name])
        prices.setdefault(said, []).append(CLASS_WORDS[name])
    usual, *others = sorted(prices, key=lambda said: -len(prices[said]))
    parts = [usual, *(f"{' and '.join(prices[said])} {said}" for said in others)]
    later = {"all": "all points in mechanised operations", "closed": "closed in mechanised operations"}
    return "; ".join([*parts, *([later[row.mech_ops]] if row.mech_ops else [])])


def skirmish_effects(row: Terrain) -> Iterator[str]:
    skirmish = row.skirmish
    if skirmish.die:
        yield f"{skirmish.die:+} on the die"
    if skirmish.ignore_retreat:
        yield "who stands there ignores a retreat"
    if skirmish.no_mech_bonus:
        yield "no bonus for mechanised attackers"
    if skirmish.no_armour:
        yield "armour may not enter"


def combat_effects(row: Terrain) -> Iterator[str]:
    combat = row.combat
    if combat.columns:
        yield columns(combat.columns)
    if combat.die:
        yield f"{combat.die:+} on the die"
    if combat.defence > 1:
        yield f"defence x{combat.defence}"
    if combat.ignore_retreat:
        yield "defenders may ignore a retreat"
    if combat.stays_for_disruption:
        yield "defenders may be disrupted in place of a retreat"
    if combat.cadre_is_disruption:
        yield "a cadre result only disrupts"
    if combat.no_mech_assault:
        yield "no mechanised assault"
    if combat.mechanized_half:
        yield "mechanised units halved"
        yield f"mountain infantry x{combat.mountain_attack} in attack, x{combat.mountain_defence} in defence"


# recovery and reinforcements


def recovery(setting: FallSetting) -> Chart:
    """The Recovery table (16.3)."""
    table = setting.tables.recovery
    words = {"eliminated": "eliminated", "disrupted": "stays disrupted", "recovered": "recovers"}
    rows = tuple(
        (str(row.die), words[row.result], counted(row.pay, "replacement point") if row.pay else "")
        for row in table.results
    )
    yields = ", ".join(f"{size} {points}" for size, points in table.yields.items() if points)
    notes = (f"A unit eliminated by its roll gives its nation points of its kind: {yields}.",)
    return Chart(RECOVERY, "Recovery", ("die", "result", "or recovers for"), rows, "RECa", notes, table.source)


def replacements(setting: FallSetting) -> Chart:
    """Replacement points (18.1): when they come, and what they buy."""
    table = setting.tables.replacements
    rows = [
        (f"turn {grant.turn}", grant.nation.title(), str(grant.infantry or ""), str(grant.armour or ""))
        for grant in table.schedule
    ]
    rows.append(("with the Alpes army", "French", str(table.alpes["infantry"] or ""), str(table.alpes["armour"] or "")))
    costs = table.costs
    notes = (
        f"A leg infantry corps from the dead pile costs {costs.corps}, a cadre {costs.cadre}.",
        f"An emergency recovery roll costs {costs.emergency}.",
        "Armour points are for armour, infantry points for everything else.",
    )
    head = ("when", "nation", "infantry", "armour")
    return Chart("replacements", "Replacement points", head, tuple(rows), "RPa", notes, table.source)


def air_reinforcements(setting: FallSetting) -> Chart:
    """Allied air units (18.2)."""
    table = setting.tables.air_reinforcements
    rows = [
        (f"{who} {number}", f"from turn {row.turn}", f"{row.needs} or more", clause)
        for who, list_, clause in (("French", table.french, "AIRa"), ("RAF", table.british, "AIRb"))
        for number, row in enumerate(list_, 1)
    ]
    notes = (
        "One roll a turn for each nation; the second only when the first has come.",
        "After the BEF has been ordered home no roll is needed.",
    )
    head = ("unit", "rolled for", "comes on", "clause")
    return Chart("air_reinforcements", "Allied air units", head, tuple(rows), "18.2b", notes, table.source)


# the match


def victory(setting: FallSetting) -> Chart:
    """The levels of victory, in the order in which they are tried (21.0)."""
    table = setting.tables.victory
    names = {level.id: level.name for level in table.levels}
    rows = tuple((level.name, level.says, names[level.after_paris], level.clause) for level in table.levels)
    head = ("level", "condition", f"after {table.paris_combats} combats in Paris", "clause")
    return Chart("victory", "Victory", head, rows, "21.0a", ("The first that applies counts.",), table.source)


def events_due(setting: FallSetting) -> Iterator[tuple[int, str]]:
    """What is due on which turn."""
    tables = setting.tables
    yield tables.movement.borders_closed_to_zones, "no zone of control crosses a border"
    for piece in setting.pieces:
        if piece.arrives and not piece.optional:
            yield piece.arrives, f"{piece.name} arrives"
    for grant in tables.replacements.schedule:
        points = [f"{grant.infantry} infantry"] if grant.infantry else []
        points += [f"{grant.armour} armour"] if grant.armour else []
        yield grant.turn, f"{grant.nation.title()} replacement points: {' and '.join(points)}"
    arrivals = tables.arrivals
    yield arrivals.german_turn, f"{arrivals.german_corps} German corps return from the dead pile"
    air = tables.air_reinforcements
    for who, rows in (("French", air.french), ("RAF", air.british)):
        for number, row in enumerate(rows, 1):
            yield row.turn, f"{who} air unit {number} is rolled for from now on"
    yield setting.scenario.turns, "the last turn: victory is judged"


def units(setting: FallSetting) -> Chart:
    """The units that take part, with their ratings (1.4)."""
    rows = []
    ground = [piece for piece in setting.pieces if not piece.air and not piece.optional]
    for name in dict.fromkeys(piece.group for piece in ground):
        group = [piece for piece in ground if piece.group == name]
        ratings = dict.fromkeys(f"{piece.attack}-{piece.defence}-{piece.mp}" for piece in group)
        rows.append((f"{NATIONS[group[0].nation].title()}: {name}", str(len(group)), ", ".join(ratings)))
    notes = ("Attack, defence and movement points.",)
    source = "the page of the game has the source of each group"
    return Chart("units", "Units", ("units", "number", "ratings"), tuple(rows), "1.4a", notes, source)
