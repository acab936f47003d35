"""The components of the game as chapters of its page: scenarios, set-up charts, units, cards, map and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.gamedoc import plain, plural, sections, tabular
from meuse.games.battle_of_france.tables import Unit
from meuse.mechanics.pages import area_map, scenarios

if TYPE_CHECKING:
    from meuse.games.battle_of_france.box import Components
    from meuse.games.battle_of_france.game import BattleOfFrance


def pages(game: BattleOfFrance) -> list[tuple[str, str]]:
    """Titles and texts, in the order of the page."""
    return [
        ("Scenarios", scenarios(game)),
        ("Set-up charts", _charts(game.components)),
        ("Units", _units(game.components)),
        ("Cards", _cards(game.components)),
        ("Map", area_map(game)),
        ("Tables", sections(game.data.load("tables.toml", dict[str, Any]))),
    ]


def _charts(box: Components) -> str:
    """The printed charts, space by space, with the sum of each power."""
    names = {area.id: area.name if area.name != area.id else "" for area in box.map.areas}
    short = {unit.id: unit.name.lower() for unit in box.units}
    about = f"The transport in 14 is option `territory_14`. Source: {plain(box.printed.source)}."
    parts = [plain(box.printed.summary), about]
    for power, rows in box.printed.setup.items():
        sums = {unit.id: sum(units.get(unit.id, 0) for units in rows.values()) for unit in box.units}
        lines = [
            (area, names[area], ", ".join(f"{count} {short[unit]}" for unit, count in units.items()))
            for area, units in rows.items()
        ]
        total = ", ".join(f"{short[unit]} {count}" for unit, count in sums.items() if count)
        parts += [f"### {plain(box.tables.power[power].name)}", tabular(("space", "name", "units"), lines)]
        parts.append(f"{plural(sum(sums.values()), 'unit')} in all: {plain(total)}.")
    return "\n\n".join(parts)


def _units(box: Components) -> str:
    head = ("unit", "id", "on the map", "element", "cost", "movement", "attack", "defence", "hits", "special")
    rows = [
        (u.name, u.id, u.short, u.element, u.cost, u.movement, u.attack, u.defence, u.hits, _special(u))
        for u in box.units
    ]
    sources = [f"- {plain(unit.name)}: {plain(unit.source)}" for unit in box.units]
    about = "Costs are in NPU, movement in spaces; a die of the attack or defence value or less is a hit."
    return "\n\n".join([about, tabular(head, rows), "### Where the values come from", "\n".join(sources)])


def _special(unit: Unit) -> str:
    notes = [f"defence {value} for {power}" for power, value in unit.defence_of.items()]
    notes += [f"carries {unit.carries} of {', '.join(unit.carries_units)}"] if unit.carries else []
    return "; ".join([*notes, *(flag.replace("_", " ") for flag in unit.flags)])


def _cards(box: Components) -> str:
    cards = box.cards.card
    rows = [(card.id, card.name, ", ".join(card.who), card.tone, card.lasts, card.says, card.source) for card in cards]
    head = ("id", "card", "who", "bonus or penalty", "lasts", "says", "source")
    first = box.tables.game.first_card_round
    about = f"{plural(len(rows), 'card')}, one drawn in each round from round {first} on. Where they come from: "
    return f"{about}{plain(box.cards.deck.source)}.\n\n{tabular(head, rows)}"
