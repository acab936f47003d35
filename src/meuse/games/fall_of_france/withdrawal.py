"""Chapter 19.1: the withdrawal of the BEF, and what it means for movement."""

from __future__ import annotations

from meuse.engine import Pieces
from meuse.games.fall_of_france.setting import BRITISH
from meuse.games.fall_of_france.state import FallState


def binds(s: FallState, group: Pieces) -> bool:
    """Must these units move toward a Channel port (19.1d)?"""
    return s.withdrawal and any(s.setting.nation[piece] == BRITISH for piece in group)


def owed(s: FallState, mover: int, mech_ops: bool) -> bool:
    """Is there a BEF unit that has not moved and could get nearer to a port?"""
    return False


def narrowed(s: FallState, hexa: int, group: Pieces, mech_ops: bool, goals: int) -> int:
    """Those of some hexes that a group may go to."""
    return goals


def must_go_on(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> bool:
    """May a group not stop here yet?"""
    return False
