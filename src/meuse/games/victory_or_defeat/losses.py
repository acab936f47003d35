"""Steps and their loss (2.10, 2.11), and what the loss of a unit sets off."""

from __future__ import annotations

from meuse.games.victory_or_defeat import neutrals, victory
from meuse.games.victory_or_defeat.events import Eliminated, StepLost
from meuse.games.victory_or_defeat.setting import BRITISH, DEAD, SWISS
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import is_supplied


def lose_step(s: WarState, piece: int, clauses: tuple[str, ...], supplied: bool | None = None) -> None:
    """One step less (2.10c, 2.11b); the last one eliminates the unit (2.10d)."""
    if s.steps[piece] == 1:
        eliminate(s, piece, "combat", clauses, supplied)
        return
    s.steps[piece] -= 1
    s.events.append(StepLost((*clauses, "2.10c"), piece, s.steps[piece]))


def eliminate(s: WarState, piece: int, cause: str, clauses: tuple[str, ...], supplied: bool | None = None) -> None:
    """To the dead pile for good, whatever the steps (2.10d, 9.3d).

    ``supplied`` is the unit's supply when its battle began (A52); None: judge it now.
    """
    if supplied is None and s.setting.nation[piece] == BRITISH:
        supplied = is_supplied(s, piece)
    s.lift(piece, DEAD)
    s.steps[piece] = 0
    s.events.append(Eliminated(clauses, piece, cause))
    if s.setting.is_fort[piece]:
        victory.check_maginot_losses(s)
    victory.lost_british(s, piece, bool(supplied))
    if s.setting.nation[piece] == BRITISH:
        neutrals.check_british_gone(s)
    if s.setting.nation[piece] == SWISS:
        neutrals.check_swiss(s)
    victory.lost_mechanized(s, piece)
