"""Chapters 16.3 and 16.4: recovery from disruption, in its phase and for points before movement."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help, Option, Piece, Preview
from meuse.engine.preview import Factor, one_die
from meuse.engine.scene import Sweep
from meuse.games.fall_of_france import losses, points
from meuse.games.fall_of_france.events import Recovered, StillDisrupted
from meuse.games.fall_of_france.setting import NATIONS_OF, POINTS
from meuse.games.fall_of_france.state import FallState, FallStep, SideStep
from meuse.games.fall_of_france.supply import network
from meuse.games.fall_of_france.tables import RecoveryRow
from meuse.mechanics.words import counted

# the table


def row_of(s: FallState, die: int) -> RecoveryRow:
    """The row of the Recovery table for a die."""
    return s.setting.tables.recovery.results[die - 1]


def can_pay(s: FallState, piece: int, row: RecoveryRow) -> bool:
    """Has its nation the points that undo a failed roll (R78)?"""
    return bool(row.pay) and points.in_pool(s, piece) >= row.pay


def clause_of(row: RecoveryRow) -> str:
    return {"eliminated": "RECa", "disrupted": "RECb", "recovered": "RECc"}[row.result]


def yield_of(s: FallState, piece: int) -> int:
    """The points that a unit lost by a failed roll gives its nation (RECd)."""
    return s.setting.tables.recovery.yields[s.setting.pieces[piece].size]  # type: ignore[index]


def recover(s: FallState, piece: int, clause: str) -> None:
    s.set_disrupted(1 << piece, False)
    s.events.append(Recovered((clause,), piece))


def suffer(s: FallState, piece: int, row: RecoveryRow) -> None:
    """A failed roll that is not paid for: a unit lost by it gives its nation points (16.3b, R81)."""
    if row.result == "disrupted":
        s.events.append(StillDisrupted(("RECb",), piece))
        return
    setting = s.setting
    losses.eliminate(s, piece, "failed recovery", ("RECa",))
    yielded = yield_of(s, piece)
    kinds = [yielded if setting.pool[piece] % len(POINTS) == kind else 0 for kind in range(len(POINTS))]
    points.gain(s, setting.nation[piece], kinds[0], kinds[1], ("16.3b", "RECd"))


# the steps


class Recover(SideStep):
    """A side rolls for its disrupted units, one by one, for as many as it likes (16.3, R12; 16.4, R80)."""

    emergency: bool
    """Does each roll cost a replacement point, before movement?"""

    idle = "done"
    heading = "{side} recovery"
    words = {"recover": "Roll for {it}", "done": "No more rolls"}
    rolls = ("recover",)
    sweeps = {"recover": Sweep("recover", "Roll for all of them")}

    def prompt(self, s: FallState) -> str:
        if self.emergency:
            held = points.pools_spoken(s, NATIONS_OF[self.mover])
            return f"Emergency recovery: choose a disrupted unit ({held}), or go on."
        return "Recovery: choose a disrupted unit to roll for, or go on."

    def explained(self, s: FallState) -> Help:
        table = s.setting.tables
        if self.emergency:
            cost = counted(table.replacements.costs.emergency, "replacement point")
            return Help("16.4a", f"For {cost} a disrupted unit in supply has an extra roll before movement.")
        return Help("16.3a", "Each disrupted unit may be rolled for once; a 1 eliminates it unless it is paid for.")

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        """The units that cannot be rolled for."""
        if verb == "done":
            return
        clause = "16.4a" if self.emergency else "16.3a"
        yield Bar(~s.setting.pieces_on[self.mover], clause, "{it} is not one of your ground units")
        yield Bar(~(s.disrupted & s.standing), clause, "{it} is not disrupted")
        yield Bar(s.tried, clause, "{it} has had its roll in this phase")
        if self.emergency:
            yield Bar(network(s).cut[self.mover], "7.4d", "{it} is out of supply and has no emergency recovery")
            cost = s.setting.tables.replacements.costs.emergency
            yield Bar(points.beyond_means(s, cost), "16.4a", "no replacement points of its kind are left for {it}")

    def preview(self, s: FallState, option: Option) -> Preview | None:
        if option.verb != "recover":
            return None
        piece, names = option.value, []
        left = points.in_pool(s, piece) - (s.setting.tables.replacements.costs.emergency if self.emergency else 0)
        for row in s.setting.tables.recovery.results:
            price = f" or pay {row.pay}" if row.pay and left >= row.pay else ""
            name = {"eliminated": "eliminated", "disrupted": "stays disrupted", "recovered": "recovers"}[row.result]
            names.append(name + price)
        held = Factor("replacement points of its kind", str(left), "18.1d")
        return one_die("recovery", names, (held,))

    def recover(self, s: FallState, piece: int) -> None:
        s.tried |= 1 << piece
        if self.emergency:
            points.pay(s, piece, s.setting.tables.replacements.costs.emergency, ("16.4a", "RPd"))
        row = row_of(s, s.roll("recovery", ("16.4a" if self.emergency else "16.3a",)))
        if row.result == "recovered":
            recover(s, piece, "RECc")
        elif can_pay(s, piece, row):
            s.push(Payment(piece, row.die))
        else:
            suffer(s, piece, row)


class Payment(FallStep):
    """A recovery roll has failed: pay replacement points, or take the result (RECa, RECb, R78)."""

    piece: Piece
    die: int

    hand = "piece"
    public = standing = True
    heading = "Recovery"
    words = {"pay": "Pay", "lose": "Let it be eliminated", "stay": "Let it stay disrupted"}

    def prompt(self, s: FallState) -> str:
        row = row_of(s, self.die)
        fate = "is eliminated" if row.result == "eliminated" else "stays disrupted"
        price, held = counted(row.pay, "replacement point"), points.in_pool(s, self.piece)
        return f"A {self.die}: {s.spoken(self.piece)} {fate} unless you pay {price} of {held}."

    def explained(self, s: FallState) -> Help:
        row = row_of(s, self.die)
        saved = row.result == "eliminated" and s.rulings["pay_two"] == "saves"
        paid = "Paying saves the unit, which stays disrupted" if saved else "Paying removes the disruption"
        if row.result == "disrupted":
            return Help(clause_of(row), f"{paid}.")
        worth = counted(yield_of(s, self.piece), "replacement point")
        return Help(clause_of(row), f"{paid}; losing it is worth {worth}.")

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        row = row_of(s, self.die)
        if verb == "stay" and row.result == "eliminated":
            yield Bar(-1, "RECa", "a unit that rolls a 1 does not stay disrupted: it is eliminated or paid for")
        elif verb == "lose" and row.result == "disrupted":
            yield Bar(-1, "RECb", "the unit only stays disrupted: nothing eliminates it")

    def pay(self, s: FallState, value: int) -> None:
        s.pop()
        row = row_of(s, self.die)
        points.pay(s, self.piece, row.pay, (clause_of(row), "18.1c"))
        if row.result == "eliminated" and s.rulings["pay_two"] == "saves":
            s.events.append(StillDisrupted(("RECa",), self.piece))
        else:
            recover(s, self.piece, clause_of(row))

    def lose(self, s: FallState, value: int) -> None:
        s.pop()
        suffer(s, self.piece, row_of(s, self.die))

    stay = lose
