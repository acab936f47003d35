"""Occupation and control (3.3), and what follows at once when a unit enters a hex."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.board.sets import members
from meuse.engine import ALL
from meuse.games.mansteins_war import bridgeheads, capitulation, fortresses, morale, victory, zoc
from meuse.games.mansteins_war.events import Took
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState


def at_start(s: MansteinState) -> int:
    """What the German side controls at the start: Germany; all other land is Allied, Luxembourg too (R13)."""
    return s.setting.germany


def owned(s: MansteinState, side: int) -> int:
    """The hexes that a side entered last, or had from the start (3.3b)."""
    return s.taken if side == GERMAN else s.setting.land & ~s.taken


def controlled(s: MansteinState, side: int) -> int:
    """The hexes that a side controls for every count: points, sudden death, capitulation, refit, depots, entry.

    A depot or victory hex that none of its owner's units occupies is contested by an enemy zone and then nobody's
    (7.2a, R11), and so is a city before an enemy bridgehead (27.1c). No zone contests other hexes.
    """
    return s.remembered(("controlled", side), lambda: controlled_of(s, side, ALL))


def controlled_of(s: MansteinState, side: int, hexes: int) -> int:
    """Those of some hexes that a side controls."""
    own = hexes & owned(s, side)
    reading = s.rulings["contested_control"]
    if reading != "never":
        zone, intruders = zoc.enemy_zone(s, side), own & s.held[1 - side]
        if intruders:  # a logistics unit takes no hex (3.3c), but units beside it contest the one it is in
            zone |= zoc.joined(s, 1 - side, intruders)
        own &= ~(zone & s.setting.victory_hexes & (ALL if reading == "always" else ~s.held[side]))
    return own & ~bridgeheads.disputed(s) if s.bridgeheads else own


def enter(s: MansteinState, pieces: Iterable[int], hexes: Iterable[int]) -> None:
    """Ground units enter hexes by movement, rail, retreat, pursuit, deployment or landing (R13).

    Any of them destroys an enemy fortification (17.1a, R86); combat and fortress units take control, logistics units do
    not (3.3c, R12). It may lay a step on the agenda (24.3a): its caller has settled its own step before.
    """
    setting, units, entered = s.setting, members(pieces), members(hexes)
    side = GERMAN if units & setting.pieces_on[GERMAN] else ALLIED
    forts = entered & fortresses.intact(s, 1 - side)
    if forts:
        for hexa in setting.board.members(forts):
            fortresses.destroy(s, hexa)
    if units & setting.fighting:
        gained = entered & owned(s, 1 - side)
        if gained:
            s.taken ^= gained
            s.touch()
            s.events.append(Took(("3.3b",), side, tuple(setting.board.members(gained))))
    morale.entered(s, side, entered)


def check(s: MansteinState) -> None:
    """Sudden death and capitulation, when a move, retreat, pursuit or combat is complete (3.1a, 3.8, R20, R21)."""
    victory.sudden_death(s)
    if s.outcome is None:
        capitulation.check(s)
