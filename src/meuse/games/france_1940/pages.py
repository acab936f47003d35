"""What the game is made of, as chapters of its page: scenarios, map, units, officers, prices, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.gamedoc import plain, sections, tabular
from meuse.games.france_1940 import boards
from meuse.games.france_1940.tables import TERRAIN
from meuse.mechanics.pages import bullets, scenarios

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940

FILES = (
    ("Units", "units.toml", "Fire factors at full strength, after one loss and reduced; movement points; size."),
    ("Officers", "officers.toml", "Morale, leadership, command range and coordination."),
    ("Prices", "prices.toml", "What formations, batteries, aircraft and works cost in a battle of one's own."),
    ("Tables", "charts.toml", "Fire, assault, artillery, air attack and morale."),
    ("Terrain", "terrain.toml", "Movement, spotting, sight and defence by terrain."),
)
"""Title, file, and what there is to say first."""


def chapters(game: France1940) -> list[tuple[str, str]]:
    """Titles and texts."""
    files = [(title, f"{about}\n\n{sections(_read(game, name), 'roll')}") for title, name, about in FILES]
    return [("Scenarios", scenarios(game)), ("Map", _boards(game)), *files]


def _read(game: France1940, name: str) -> dict[str, Any]:
    return game.data.load(name, dict[str, Any])


def _boards(game: France1940) -> str:
    """The boards with their terrain, and where it comes from."""
    rows, origins = [], []
    for letter in boards.letters(game.data):
        ground = game.ground_of([[letter]])
        count = [hexes.bit_count() for hexes in ground.of.values()]
        rows.append((letter, ground.map.file.title, *count, max(ground.level)))
        origins += [(f"{letter}, {part.layer}", part.source) for part in ground.map.file.provenance]
    heads = ("board", "name", *TERRAIN, "highest level")
    about = "Every board joins every other, upright or turned by half; hexes by terrain:"
    return "\n\n".join((plain(about), tabular(heads, rows), bullets(origins)))
