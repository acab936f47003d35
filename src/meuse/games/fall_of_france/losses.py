"""Disruption, cadres and elimination (16.1, 16.2, 16.5, 16.7), and what the loss of a unit sets off."""

from __future__ import annotations

from meuse.games.fall_of_france.events import Cadred, Disrupted, Eliminated
from meuse.games.fall_of_france.setting import DEAD, DUTCH, FRENCH, GERMAN, GONE
from meuse.games.fall_of_france.state import IDLE, FallState


def disrupt(s: FallState, piece: int, clauses: tuple[str, ...]) -> None:
    """A unit is disrupted; a disrupted one is eliminated (16.2)."""
    if s.disrupted >> piece & 1:
        eliminate(s, piece, "second disruption", (*clauses, "16.2a"))
        return
    s.set_disrupted(1 << piece)
    s.events.append(Disrupted(clauses, piece))


def cadre(s: FallState, piece: int, clauses: tuple[str, ...]) -> None:
    """An Allied unit becomes a cadre; a cadre is eliminated (16.7). Germans are never cadred (14.4d)."""
    if s.setting.side_of[piece] == GERMAN:
        return
    if s.cadred >> piece & 1:
        eliminate(s, piece, "second cadre result", (*clauses, "16.7a"))
        return
    s.set_cadred(1 << piece)
    s.events.append(Cadred(clauses, piece))
    _note_dutch(s, piece)


def eliminate(s: FallState, piece: int, cause: str, clauses: tuple[str, ...], for_good: bool = False) -> None:
    """To the dead pile; what is lost for good can never be rebuilt (R37, R119)."""
    s.lift(piece, DEAD)
    s.disrupted &= ~(1 << piece)
    s.cadred &= ~(1 << piece)
    s.left[piece] = 0
    if for_good:
        s.lost_for_good |= 1 << piece
    s.events.append(Eliminated(clauses, piece, cause))
    _note_dutch(s, piece)
    if s.on("weaker_maginot"):
        _recall(s, piece)


def remove(s: FallState, piece: int) -> None:
    """Out of the game, but not dead: evacuated, traded in, surrendered, called away (R119)."""
    first = s.setting.first_air
    if piece >= first:
        s.missions = tuple([IDLE if unit == piece - first else place for unit, place in enumerate(s.missions)])
    s.lift(piece, GONE)
    s.disrupted &= ~(1 << piece)
    s.cadred &= ~(1 << piece)
    s.left[piece] = 0


def _note_dutch(s: FallState, piece: int) -> None:
    """Holland may surrender once a Dutch unit has been cadred or eliminated (19.2)."""
    if s.setting.nation[piece] == DUTCH:
        s.dutch_hit = True


def _recall(s: FallState, piece: int) -> None:
    """The first French infantry corps that are destroyed come back free of charge, once each (22.5e, R104)."""
    setting, table = s.setting, s.setting.tables.options.weaker_maginot
    corps = setting.leg_corps & setting.pieces_of[FRENCH] & ~s.returned
    recalled = s.returned.bit_count() + setting.first_air - s.back[: setting.first_air].count(0)
    if corps >> piece & 1 and recalled < table.returning:
        s.back[piece] = s.turn + table.delay
