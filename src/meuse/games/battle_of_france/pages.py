"""The components of the game as chapters of its page: scenarios, set-up charts, units, cards, map and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.board import AreaMap
from meuse.board.maptables import Area
from meuse.engine.gamedoc import plain, plural, sections, tabular
from meuse.games.battle_of_france.tables import CardFile, Unit

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

PLAYERS = {"two_players": "powers.2", "three_players": "powers.3"}
"""The clause that says who plays what in each scenario."""


def pages(game: BattleOfFrance) -> list[tuple[str, str]]:
    """Titles and texts, in the order of the page."""
    return [
        ("Scenarios", _scenarios(game)),
        ("Set-up charts", _charts(game)),
        ("Units", _units(game)),
        ("Cards", _cards(game)),
        ("Map", _map(game)),
        ("Tables", sections(game.data.load("tables.toml", dict[str, Any]))),
    ]


def _scenarios(game: BattleOfFrance) -> str:
    scenario = game.scenario
    seats = [f"- `{name}`: {plain(game.ledger.clauses[PLAYERS[name]].says)}" for name in game.scenarios]
    parts = [f"### {plain(scenario.name)}", plain(scenario.summary), "\n".join(seats)]
    return "\n\n".join([*parts, f"- rounds: {scenario.rounds}\n- source: {plain(scenario.source)}"])


def _charts(game: BattleOfFrance) -> str:
    """The printed charts, space by space, with the sum of each power."""
    names = {area.id: area.name for area in game.areas}
    short = {unit.id: unit.name.lower() for unit in game.units}
    parts = ["Both scenarios begin with the printed charts; the transport in 14 is option `territory_14`."]
    for power, rows in game.scenario.setup.items():
        sums = {unit.id: sum(units.get(unit.id, 0) for units in rows.values()) for unit in game.units}
        lines = [
            (area, names[area] if names[area] != area else "", ", ".join(f"{n} {short[u]}" for u, n in units.items()))
            for area, units in rows.items()
        ]
        parts += [f"### {plain(game.tables.power[power].name)}", tabular(("space", "name", "units"), lines)]
        total = ", ".join(f"{short[unit]} {count}" for unit, count in sums.items() if count)
        parts.append(f"{plural(sum(sums.values()), 'unit')} in all: {plain(total)}.")
    return "\n\n".join(parts)


def _units(game: BattleOfFrance) -> str:
    head = ("unit", "id", "on the map", "element", "cost", "movement", "attack", "defence", "hits", "special")
    rows = [
        (u.name, u.id, u.short, u.element, u.cost, u.movement, u.attack, u.defence, u.hits, _special(u))
        for u in game.units
    ]
    sources = [f"- {plain(unit.name)}: {plain(unit.source)}" for unit in game.units]
    about = "Costs are in NPU, movement in spaces; a die of the attack or defence value or less is a hit."
    return "\n\n".join([about, tabular(head, rows), "### Where the values come from", "\n".join(sources)])


def _special(unit: Unit) -> str:
    notes = [f"defence {value} for {power}" for power, value in unit.defence_of.items()]
    notes += [f"carries {unit.carries} of {', '.join(unit.carries_units)}"] if unit.carries else []
    return "; ".join([*notes, *(flag.replace("_", " ") for flag in unit.flags)])


def _cards(game: BattleOfFrance) -> str:
    rows = [
        (card.id, card.name, ", ".join(card.who), card.tone, card.lasts, card.says, card.source) for card in game.cards
    ]
    head = ("id", "card", "who", "bonus or penalty", "lasts", "says", "source")
    first = game.tables.game.first_card_round
    about = f"{plural(len(rows), 'card')}, one drawn in each round from round {first} on. Where they come from: "
    return f"{about}{plain(game.data.load('cards.toml', CardFile).deck.source)}.\n\n{tabular(head, rows)}"


def _map(game: BattleOfFrance) -> str:
    areas = game.areas
    land = [area for area in areas if area.kind == "land"]
    about = f"{plural(len(areas), 'space')}: {plural(len(land), 'land territory', 'land territories')} and "
    about += plural(len(areas) - len(land), "sea zone")
    return "\n\n".join(
        [
            f"{about}.",
            f"Source: {plain(game.map.file.board.source)}.",
            _owners(areas),
            "### Cities",
            _cities(areas),
            "### Special spaces",
            _specials(game.map),
            "### Spaces and their neighbours",
            _neighbours(areas),
        ]
    )


def _owners(areas: list[Area]) -> str:
    """Spaces by kind and by the power they belong to at the start."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for area in areas:
        kinds.setdefault((area.kind, area.owner), []).append(area.id)
    rows = [(kind, owner, len(names), ", ".join(names)) for (kind, owner), names in sorted(kinds.items())]
    return tabular(("kind", "owner at the start", "spaces", "which"), rows)


def _cities(areas: list[Area]) -> str:
    cities = sorted((area for area in areas if area.city), key=lambda area: (area.owner, area.city, area.id))
    rows = [(area.id, area.city, "yes" if "capital" in area.tags else "", area.owner) for area in cities]
    return tabular(("city", "kind", "capital", "owner at the start"), rows)


def _specials(board: AreaMap) -> str:
    tags = {"forest": "forest", "Maginot Line, solid": "maginot", "Maginot Line, dashed": "maginot_extension"}
    special = {what: board.board.names(board.tagged(tag)) for what, tag in tags.items()}
    yards = board.valued("yard").items()
    special["new ships appear in"] = [f"{name} ({power})" for power, zone in yards for name in board.board.names(zone)]
    return "\n".join(f"- {what}: {plain(', '.join(names))}" for what, names in special.items())


def _neighbours(areas: list[Area]) -> str:
    head = ("space", "name", "kind", "neighbours", "source")
    rows = [
        (area.id, area.name if area.name != area.id else "", area.kind, ", ".join(area.adjacent), area.source)
        for area in areas
    ]
    return tabular(head, rows)
