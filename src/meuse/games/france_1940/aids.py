"""The charts of the rules as they lie beside the map (R1 to R13), and the units that take part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from meuse.engine.scene import Chart
from meuse.games.france_1940.rosters import UnitRow
from meuse.games.france_1940.setting import FranceSetting
from meuse.games.france_1940.tables import SIZES, Column, Wheels
from meuse.mechanics.words import sentence

COMBAT, HAND_TO_HAND = "combat", "hand to hand"
"""The charts that battle boards point at."""
COLUMNS: tuple[Column, ...] = ("ap", "at", "art")
WHEELS: tuple[Wheels, ...] = ("foot", "wheeled", "tracked")


def charts(setting: FranceSetting) -> Iterator[Chart]:
    """All of them, in the order in which a player needs them."""
    yield movement(setting)
    yield spotting(setting)
    yield combat(setting)
    yield modifiers(setting)
    yield defence(setting)
    yield penetration(setting)
    yield calibres(setting)
    yield hand_to_hand(setting)
    yield assault_values(setting)
    if setting.batteries:
        yield batteries(setting)
    if setting.air_missions:
        yield aircraft(setting)
    yield units(setting)


def movement(setting: FranceSetting) -> Chart:
    """The Movement Chart (5.2)."""
    table = setting.ground.charts
    rows = [(_head(row.name), *(_points(row.move.get(how)) for how in WHEELS)) for row in table.terrain.values()]
    ways = ((row, "") for row in (table.way.road, table.way.trail))
    for row, plus in (*ways, *((row, "+") for row in (table.way.pontoon, table.added.uphill, table.added.river))):
        rows.append((sentence(row.name), *(plus + _points(row.move.get(how)) for how in WHEELS)))
    notes = (
        "A wheeled or tracked unit that has not moved may always enter one hex that is not forbidden.",
        "On foot one hex more for all points spent along a road.",
        "A gun that is pushed by its crew pays as on foot on roads and in dispersed buildings, else as on wheels.",
    )
    return Chart("movement", "Movement", ("terrain", *WHEELS), tuple(rows), "5.2a", notes, table.source)


def _head(name: str) -> str:
    """The name of a terrain as the head of a row, without its article."""
    return sentence(name.removeprefix("a "))


def _points(points: float | None) -> str:
    return "no" if points is None else f"{points:g}"


def spotting(setting: FranceSetting) -> Chart:
    """The Spotting Chart (6.1): for a target at rest, and for one that has moved."""
    table = setting.ground.charts
    rows = [
        (_head(row.name), *(f"{row.spot[size][0]} / {row.spot[size][1]}" for size in SIZES))
        for row in table.terrain.values()
    ]
    crest = table.crest.spot
    rows.append(("For each level between", *(f"+{crest[size][0]} / +{crest[size][1]}" for size in SIZES)))
    weather = setting.scenario.spotting
    title = f"Spotting: at rest / moving; {weather:+d} in this scenario" if weather else "Spotting: at rest / moving"
    note = f"By an option each level beyond the first adds {table.crest.further} only."
    return Chart("spotting", title, ("target in", *SIZES), tuple(rows), "6.1d", (note,), table.source)


def combat(setting: FranceSetting) -> Chart:
    """The Combat Chart (8.3)."""
    table = setting.charts.combat
    return Chart(
        COMBAT, "Combat: 2 dice", ("roll", *map(str, table.columns)), _rolled(table.rows, table.first_roll), "8.3h",
        ("The effect is divided by the defence value; fractions are dropped.",), table.source,
    )  # fmt: skip


def _rolled(rows: Iterable[Iterable[Any]], first: int) -> tuple[tuple[str, ...], ...]:
    return tuple((str(roll), *map(str, row)) for roll, row in enumerate(rows, first))


def modifiers(setting: FranceSetting) -> Chart:
    """What is added to the dice of an attack (8.3i)."""
    kinds = (*COLUMNS, "air")
    rows = tuple(
        (sentence(row.name), *(_signed(getattr(row, kind)) for kind in kinds), row.clause)
        for row in setting.charts.modifier.values()
    )
    source = "; ".join(dict.fromkeys(row.source for row in setting.charts.modifier.values()))
    heads = ("target", "AP", "AT", "ART", "air", "clause")
    return Chart("modifiers", "Added to the dice", heads, rows, "8.3i", ("Low rolls are good.",), source)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else ""


def defence(setting: FranceSetting) -> Chart:
    """The Defence Value Chart (8.3k)."""
    table, charts = setting.charts.defence, setting.ground.charts
    rows = [
        (_head(row.name), *(str(row.defence.get(column, "")) for column in COLUMNS)) for row in charts.terrain.values()
    ]
    rows.append(("Across a crest", *(f"+{table.crest}" for _ in COLUMNS)))
    rows.append(("Inside a trench", str(table.trench.ap), "", str(table.trench.art)))
    least = f"its value, at least {table.fortification_least}"
    rows.append(("Inside a fortification", least, "", least))
    return Chart("defence", "Defence values", ("hex", "AP", "AT", "ART"), tuple(rows), "8.3k", (), table.source)


def penetration(setting: FranceSetting) -> Chart:
    """The Penetration Chart (8.4.2), the guns of the scenario first."""
    table = setting.charts.penetration
    here = {piece.row.gun for piece in setting.pieces if isinstance(piece.row, UnitRow)}
    guns = [gun for name, gun in table.gun.items() if name in here]
    rows = tuple((gun.name, *map(str, gun.through)) for gun in guns)
    heads = ("armour pierced at up to", *map(str, table.bands))
    notes = (f"A machine gun costs armour 0 a step on a {table.machine_gun}.",)
    return Chart("penetration", "Penetration", heads, rows, "8.4.2f", notes, table.source)


def calibres(setting: FranceSetting) -> Chart:
    """What artillery and aircraft do to armour (8.4.2)."""
    rows = []
    for row in setting.charts.calibre:
        needs = (f"{row.needs[kind]} or more" if kind in row.needs else "" for kind in ("light", "medium", "heavy"))
        rows.append((f"up to {row.up_to} mm, or {row.air} factors from the air", *needs, row.clause))
    heads = ("each hit costs a step on", "light", "medium", "heavy", "clause")
    source = setting.charts.calibre[0].source
    return Chart("calibres", "Artillery against armour", heads, tuple(rows), "8.4.2b", (), source)


def hand_to_hand(setting: FranceSetting) -> Chart:
    """The Hand-to-Hand Combat Chart with its modifiers (9.1.3, 9.1.4)."""
    table = setting.charts.hand_to_hand
    ratios = (ratio.name for ratio in setting.charts.odds.ratios)
    notes = [f"{sentence(row.name)}: {row.value:+d} ({row.clause})" for row in table.modifier.values()]
    notes += [f"Going on, {row.name}: {row.value:+d} ({row.clause})" for row in table.continuing.values()]
    notes.append("Attacker/defender: steps lost; R: hexes to retreat. Without an R the assault goes on.")
    rows = _rolled(table.rows, table.first_roll)
    return Chart(HAND_TO_HAND, "Hand to hand: 1 die", ("die", *ratios), rows, "9.1.3d", tuple(notes), table.source)


def assault_values(setting: FranceSetting) -> Chart:
    """Combat values in an assault, and fire factors of an armoured assault (9.1.3a, 9.2i)."""
    table, overrun = setting.charts.assault, setting.charts.overrun
    names = ("troops", "engineers", "blackshirts", "mg", "gun", "light", "medium", "heavy", "halftrack")
    rows = [(_VALUES[name], *map(str, getattr(table, name)), _overrun(overrun, name)) for name in names]
    heads = ("unit", "full", "one loss", "reduced", "armoured assault")
    return Chart("assault", "Assault values", heads, tuple(rows), "9.1.3a", (), table.source)


_VALUES = {
    "troops": "Troops", "engineers": "Engineers", "blackshirts": "Blackshirts", "mg": "Machine guns",
    "gun": "Guns and mortars", "light": "Light AFVs", "medium": "Medium AFVs", "heavy": "Heavy AFVs",
    "halftrack": "Halftracks, in defence",
}  # fmt: skip


def _overrun(table: Any, name: str) -> str:
    return " / ".join(map(str, getattr(table, name))) if name in ("light", "medium", "heavy") else ""


def batteries(setting: FranceSetting) -> Chart:
    """Batteries beyond the board, and how well they aim (8.1.3, 8.1.4)."""
    rows = tuple(
        (f"{calibre} mm", str(row.full), str(row.depleted)) for calibre, row in setting.charts.off_board.items()
    )
    aim = setting.charts.accuracy
    notes = (
        f"A mission lands where it should on 1 to {aim.most}; if the enemies there are hidden, {aim.hidden} is added.",
        "A dispersed mission attacks the hex and all around it with half its factors.",
    )
    source = "; ".join(dict.fromkeys(row.source for row in setting.charts.off_board.values()))
    return Chart(
        "batteries", "Artillery beyond the board", ("calibre", "full", "depleted"), rows, "8.1.3.1b", notes, source
    )


def aircraft(setting: FranceSetting) -> Chart:
    """Aircraft, and how they find their targets (8.2.1)."""
    table, charts = setting.charts, setting.ground.charts
    rows = [(row.name, row.mission, str(row.ff)) for row in table.aircraft]
    notes = [
        f"{sentence(charts.terrain[kind].name)}: found with up to {row.visible}, hidden with up to {row.hidden}."
        for kind, row in table.location.items()
    ]
    notes += [
        f"{sentence(kind)}: up to {aim.target} on the target, up to {aim.beside} beside it, else lost."
        for kind, aim in table.aim.items()
    ]
    source = "; ".join(dict.fromkeys(row.source for row in table.aircraft))
    return Chart(
        "aircraft", "Aircraft", ("aircraft", "mission", "factors"), tuple(rows), "8.2.1a", tuple(notes), source
    )


def units(setting: FranceSetting) -> Chart:
    """The types of unit that take part, with their factors by steps lost (2.2.1)."""
    rows, source = [], "units.toml has the source of each type"
    types = {piece.row.id: piece.row for piece in setting.pieces if isinstance(piece.row, UnitRow)}
    for row in types.values():
        weapons = (getattr(row, kind) for kind in COLUMNS)
        factors = ("/".join(map(str, gun.ff)) + f" to {gun.range}" if gun is not None else "" for gun in weapons)
        armour = (
            f"{row.armour}, {row.class_}" if row.class_ is not None else "" if row.armour is None else str(row.armour)
        )
        nation = setting.game.units.nation[row.nation].title
        rows.append((f"{nation} {row.name}", *factors, f"{row.mp} {row.move}", row.size, armour))
    heads = ("unit", "AP", "AT", "ART", "movement", "size", "armour")
    notes = ("Factors at full strength, after one loss and reduced, and the range; up to twice the range at half.",)
    return Chart("units", "Units", heads, tuple(rows), "2.2.1i", notes, source)
