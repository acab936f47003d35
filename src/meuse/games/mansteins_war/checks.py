"""What data must be like for every rule to work; all defects come together, each with file, entry and remedy.

Types, ranges, and which names must exist elsewhere are in ``tables``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.names import Names

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def check_components(game: MansteinsWar) -> None:
    """Tables, map and counters; and the names that they and scenarios may use."""
    sheet = game.map
    land = sheet.board.everything & ~sheet.ground("barred")
    game.names |= {
        "land hex": Names(sheet.board.names(land), "map.toml"),
        "place": Names(list(sheet.places), "map.toml"),
        "unit": Names([piece.id for piece in game.pieces if piece.ground], "units.toml"),
        "marker": Names([marker.id for marker in game.marker_file.marker], "markers.toml"),
    }
    game.check_files().stop()
