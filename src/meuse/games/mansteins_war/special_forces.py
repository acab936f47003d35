"""Chapter 19: special forces. They are committed to a ground attack, which ``combat`` declares."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Preview
from meuse.engine.preview import Factor, one_die
from meuse.games.mansteins_war import fortresses
from meuse.games.mansteins_war.events import ForcesStruck
from meuse.games.mansteins_war.setting import AVAILABLE, GONE
from meuse.games.mansteins_war.state import MansteinState, other

DIE = 6


def bars(s: MansteinState, side: int, target: int) -> Iterator[Bar]:
    """The special forces that a side cannot commit to an attack on a hex (19.0a, 19.0b, 19.1c, R63)."""
    setting, foe = s.setting, other(side)
    yield Bar(~setting.forces_of[side], "19.0b", "{it} is no special forces unit of yours")
    if not fortresses.intact(s, foe) >> target & 1:
        yield Bar(ALL, "19.0b", f"{s.spot(target)} has no intact enemy fortification")
    if not s.held[foe] >> target & 1:
        yield Bar(ALL, "19.1c", f"{s.spot(target)} has no enemy force to attack")
    yield Bar(~available(s, side), "19.0d", "{it} is not available: each supports one attack in the game")


def available(s: MansteinState, side: int) -> int:
    """The special forces that a side has left."""
    return s.in_box(AVAILABLE, s.setting.forces_of[side])


def usable(s: MansteinState, side: int, target: int) -> int:
    """The special forces that a side can commit to an attack on a hex; one only, and without activation (19.0d)."""
    foe = other(side)
    if not (fortresses.intact(s, foe) & s.held[foe]) >> target & 1:
        return 0
    return available(s, side)


def strike(s: MansteinState, piece: int, target: int) -> bool:
    """One die: within its range the fortifications are destroyed, and any fortress unit survives (19.0c, 19.1a).

    Either way the special forces are out of the game (19.1b).
    """
    die = s.roll("special forces", ("19.0c",), DIE)
    succeeded = die <= s.setting.pieces[piece].succeeds
    s.where[piece] = GONE
    s.events.append(ForcesStruck(("19.1a", "19.1b"), piece, target, succeeded))
    if succeeded:
        fortresses.destroy(s, target, "19.1a")
    return succeeded


def preview(s: MansteinState, piece: int) -> Preview:
    """The chances of special forces."""
    last = s.setting.pieces[piece].succeeds
    rows = ["success" if die <= last else "failure" for die in range(1, DIE + 1)]
    says = {"success": "the fortifications are destroyed", "failure": "nothing happens"}
    return one_die("special forces", rows, (Factor(s.spoken(piece), f"1 to {last}", "19.0c"),), says)
