"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from meuse.engine.data import Positive, Sourced, Strict, Text
from meuse.engine.names import every, known

ClauseId = Annotated[str, known("clause")]
Points = Annotated[float, Meta(gt=0, le=20, multiple_of=0.5)]
"""Movement points, in halves."""
Size = Literal["small", "medium", "large"]
"""Of a target (6.1c)."""
SIZES: tuple[Size, ...] = ("small", "medium", "large")
Column = Literal["ap", "at", "art"]
"""Of the Defence Value Chart: the kind of attack (8)."""
Wheels = Literal["foot", "wheeled", "tracked"]
"""The columns of the Movement Chart."""
Screen = Literal["open", "low", "high"]
"""What a hex does to lines of sight (6.2.1)."""
Distances = tuple[Positive, Positive]
"""For a stationary and for a moving target (6.1d)."""
MoveClass = Literal["foot", "wheeled", "tracked", "crew"]
"""How a unit moves; ``crew``: a gun with a red T that its crew pushes (5.1d)."""

TERRAIN = (
    "open", "rough", "built-up area", "woods", "light woods", "dispersed buildings", "marsh", "fields",
)  # fmt: skip
Terrain = Literal[
    "open", "rough", "built-up area", "woods", "light woods", "dispersed buildings", "marsh", "fields",
]  # fmt: skip


class TerrainRow(Sourced):
    """A terrain in all charts."""

    name: Text
    move: dict[Wheels, Points]
    move_clause: ClauseId
    spot: Annotated[dict[Size, Distances], every()]
    spot_clause: ClauseId
    sight: Screen
    defence: dict[Column, Positive]
    crew: bool = False


class PriceRow(Sourced):
    """A way through a hex, or what is paid on top."""

    name: Text
    move: Annotated[dict[Wheels, Points], every()]
    clause: ClauseId
    crew: bool = False


class CrestRow(Sourced):
    """What a level between spotter and target adds to the spotting distance."""

    spot: Annotated[dict[Size, Distances], every()]
    further: int
    """What each level beyond the first adds by the other reading (G60)."""
    clause: ClauseId


class Ways(Strict):
    road: PriceRow
    trail: PriceRow
    pontoon: PriceRow


class Added(Strict):
    uphill: PriceRow
    river: PriceRow


class TerrainCharts(Sourced):
    """The whole of ``terrain.toml``."""

    blocking_count: Positive
    smoke_height: Positive
    terrain: Annotated[dict[Terrain, TerrainRow], every()]
    crest: CrestRow
    way: Ways
    added: Added


def halves(row: TerrainRow | PriceRow, move: MoveClass) -> int | None:
    """A price in half movement points; None where the class may not go (5.7)."""
    column: Wheels = ("foot" if row.crew else "wheeled") if move == "crew" else move
    points = row.move.get(column)
    return None if points is None else round(2 * points)
