"""Chapter 3.1: who controls which hex, and what follows from it at once."""

from __future__ import annotations

from meuse.games.victory_or_defeat import neutrals, victory
from meuse.games.victory_or_defeat.events import Took
from meuse.games.victory_or_defeat.setting import ALLIED, FRENCH, GERMAN
from meuse.games.victory_or_defeat.state import WarState


def enter(s: WarState, side: int, hexes: int) -> None:
    """Hexes switch to the side whose unit enters them (3.1c) and stay with it (3.1d, 3.1e)."""
    gained = hexes & ~s.control[side]
    if not gained:
        return
    german, allied = s.control
    if side == GERMAN:
        s.set_control(german | gained, allied & ~gained)
        s.ever_german |= gained
    else:
        s.set_control(german & ~gained, allied | gained)
    last = s.events[-1] if s.events else None
    before: tuple[int, ...] = ()
    if isinstance(last, Took) and last.side == side:
        before = last.hexes
        s.events.pop()
    s.events.append(Took(("3.1c",), side, (*before, *s.setting.board.members(gained))))
    if side == GERMAN:
        neutrals.check_capitulations(s, gained)
        victory.check_places(s)


def arrive(s: WarState, piece: int, hexes: int, overland: bool) -> None:
    """A piece passes through or stops in hexes: control, the Ruhr, the Dyle-Breda line."""
    side = s.setting.side_of[piece]
    enter(s, side, hexes)
    if side == ALLIED:
        if hexes & s.setting.beside_ruhr:
            victory.reach_ruhr(s, piece)
        if overland and s.setting.nation[piece] == FRENCH and hexes & s.setting.dyle_breda:
            s.dyle_denied = True
