"""Chapter 9.3: the assault on fortifications without a garrison."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Pieces
from meuse.games.fall_of_france.state import FallState


def targets(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> int:
    """The hexes whose fortified hexside some unit of a group may assault."""
    return 0


def target_bars(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> Iterator[Bar]:
    """Why a hex cannot be assaulted."""
    yield Bar(ALL, "9.3b", "no fortification of {it} can be assaulted from here")


def begin(s: FallState, hexa: int, group: Pieces, target: int) -> None:
    """A unit of the group assaults the fortified hexside of a target."""
