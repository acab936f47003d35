"""Chapter 12: pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from meuse.board.sets import members
from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, closed
from meuse.engine.scene import Sweep
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import control, ground, logistics, shifts
from meuse.games.mansteins_war.events import Pursued
from meuse.games.mansteins_war.losses import alive
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other


def limit(s: MansteinState, piece: int, overrun: bool) -> int:
    """How many hexes a unit may pursue (12.1b, 12.1c), as its support is now (15.5d, 15.6a, R68)."""
    setting, table = s.setting, s.setting.tables.pursuit
    if logistics.cut_off(s, piece):
        return table.cut_off
    mech = setting.is_mech[piece]
    hexes = table.german_mech if mech and setting.side_of[piece] == GERMAN else table.others
    if overrun and s.rulings["overrun_pursuit"] == "one":
        hexes = table.overrun_mech if mech else table.overrun_others
    elif overrun and mech:
        hexes += table.overrun
    return hexes if logistics.supported(s, piece) else min(hexes, table.unsupported)


class Pursuit(MansteinStep):
    """Attackers may enter the hex the defenders have lost, one by one, and go on from there (12.1a, 12.2a)."""

    target: Place
    attackers: Pieces
    """Those who have not pursued yet."""
    overrun: bool
    countering: bool
    """Is it a counterattack's?"""

    public = fought = True
    hand, spot = "attackers", "target"
    heading = "Pursuit"
    words = {"pursue": "Pursue with {it}", "done": "No further pursuit"}
    sweeps = {"pursue": Sweep("pursue", "Pursue with all")}

    def explained(self, s: MansteinState) -> Help:
        far = max((limit(s, piece, self.overrun) for piece in alive(s, self.attackers)), default=0)
        goes = "1 hex, the one" if far == 1 else f"up to {far} hexes, the first of them the one"
        says = f"A pursuit leads {goes} that the enemy has left; enemy zones neither stop nor hurt it."
        return Help("12.1c" if self.overrun else "12.1b", says)

    def prompt(self, s: MansteinState) -> str:
        return f"Pursuit: choose units to enter {s.spot(self.target)}, or stay."

    def about(self, s: MansteinState) -> Subject:
        return alive(s, self.attackers), (self.target,)

    def options(self, s: MansteinState) -> list[Option]:
        """Nobody is asked who cannot pursue."""
        if self.held(s):
            return []
        options = s.setting.vocabulary.open("pursue", closed(self.bars(s, "pursue")))
        return options + s.setting.say["done"] if options else []

    def held(self, s: MansteinState) -> bool:
        """Are defenders left in the hex (12.2f)?"""
        side = s.setting.side_of[self.attackers[0]] if self.attackers else 0
        return not self.attackers or bool(s.held[other(side)] >> self.target & 1)

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "pursue":
            return
        units, label = alive(s, self.attackers), s.spot(self.target)
        yield Bar(~members(units), "12.1a", "{it} did not attack, did not survive it, or has pursued already")
        if self.held(s):
            yield Bar(ALL, "12.2f", f"enemy units are still in {label}")
        yield Bar(~s.setting.mobile, "12.2g", "{it} cannot move")
        if self.countering:
            weak = members(piece for piece in units if not shifts.attack_of(s, piece))
            yield Bar(weak, "22.2d", "{it} has no attack factor and does not pursue after a counterattack")
        shut = members(piece for piece in units if ground.closed_to(s, piece) >> self.target & 1)
        yield Bar(shut, "12.2d", f"{{it}} cannot enter {label}")
        idle = members(piece for piece in units if not limit(s, piece, self.overrun))
        yield Bar(idle, "15.6a", "{it} is cut off and cannot pursue")

    def pursue(self, s: MansteinState, piece: int) -> None:
        """Who may go on needs its support for that (15.5d): what only one unit may use is noted (15.2d, R78)."""
        left = limit(s, piece, self.overrun) - 1
        if left:
            logistics.use_support(s, piece)
        s.turn_into(replace(self, attackers=tuple(unit for unit in self.attackers if unit != piece)))
        if left:
            s.push(Pursuing(piece, left))
        advance(s, piece, self.target, "12.2a")

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


class Pursuing(MansteinStep):
    """One unit goes on with its pursuit, in any direction, or stops (12.2b)."""

    piece: Piece
    left: int

    public = fought = True
    hand = "piece"
    heading = "Pursuit"
    help = Help("12.2b", "It may go anywhere that it could move to; enemy zones neither stop nor hurt it.")
    words = {"advance_to": "Pursue to {it}", "stop": "Stop here"}

    def prompt(self, s: MansteinState) -> str:
        hexes = "1 more hex" if self.left == 1 else f"{self.left} more hexes"
        return f"{s.spoken(self.piece)} may pursue {hexes}."

    def about(self, s: MansteinState) -> Subject:
        return (self.piece,), (s.where[self.piece],)

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("advance_to", closed(self.bars(s, "advance_to")))
        return options + s.setting.say["stop"] if options else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "advance_to":
            return
        board, here = s.setting.board, s.where[self.piece]
        yield Bar(~board.around[here], "12.2b", "{it} is not next to the unit")
        yield Bar(board.across(here, s.setting.ocean), "2.1b", "{it} lies across an ocean hexside")
        yield Bar(s.held[other(s.setting.side_of[self.piece])], "12.2d", "enemy ground units are in {it}")
        yield Bar(ground.closed_to(s, self.piece), "12.2d", "the unit cannot enter {it}")

    def advance_to(self, s: MansteinState, hexa: int) -> None:
        if self.left > 1:
            s.turn_into(replace(self, left=self.left - 1))
        else:
            s.pop()
        advance(s, self.piece, hexa, "12.2b")

    def stop(self, s: MansteinState, value: int) -> None:
        s.pop()


def advance(s: MansteinState, piece: int, hexa: int, clause: str) -> None:
    """A pursuing unit enters a hex: it takes control there and spends nothing (12.2c, R13)."""
    start = s.where[piece]
    s.shift(piece, hexa)
    s.events.append(Pursued((clause,), piece, (start, hexa)))
    control.enter(s, (piece,), (hexa,))
