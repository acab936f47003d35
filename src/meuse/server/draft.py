"""What a request does to a match before it is committed: any number of entries, which stand or fall together."""

from __future__ import annotations

from collections.abc import Iterable
from time import time
from typing import NamedTuple

from meuse.engine import Refusal, Refused, State
from meuse.engine.game import UnknownAction
from meuse.engine.staging import READY
from meuse.engine.state import Action
from meuse.server.errors import Problem, illegal, invalid, wrong_seat
from meuse.server.requests import MOST_ACTIONS, Act
from meuse.server.responses import Kind
from meuse.server.seats import Seat
from meuse.server.secrecy import Reports
from meuse.server.storage import LogRow
from meuse.server.table import Kept, Table


class Drafted(NamedTuple):
    """An entry that is not written yet, with what is reported of it and the last action that stands after it."""

    row: LogRow
    reports: Reports
    last: Action | None


class Draft:
    """Entries carried out at a table that is held; they are committed, or the table becomes what it was."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries: list[Drafted] = []
        self._before = table.state.clone()

    @property
    def rows(self) -> list[LogRow]:
        return [entry.row for entry in self.entries]

    @property
    def sealed(self) -> bool:
        """Was something rolled or revealed by the last entry?"""
        return bool(self.entries) and self.entries[-1].row.sealed

    def add(self, kind: Kind, side: str, action: str) -> None:
        """Carry one entry out."""
        table = self.table
        try:
            reports = table.carry_out(kind, side, action)
        except Refused as refused:
            raise illegal(refused.refusal, table.revision, action) from None
        except UnknownAction as error:
            raise illegal(Refusal(str(error), table.game.SEQUENCE_CLAUSE), table.revision, action) from None
        state = table.state
        acted = kind == "act"
        row = LogRow(
            match=table.id,
            revision=table.revision + len(self.entries) + 1,
            kind=kind,
            side=side,
            action=action,
            rolls=list(state.rolled) if acted else [],
            sealed=acted and state.sealed,
            key=None,
            hash=state.hash(),
            time=time(),
        )
        self.entries.append(Drafted(row, reports, state.history))

    def drop(self) -> None:
        """Nothing of it has happened."""
        self.table.state = self._before

    def carry_out(self, seat: Seat, wish: Act) -> None:
        """All that a seat wishes: something taken back, actions, a sweep.

        It ends where something is rolled or revealed: what follows would be decided without having seen it, and
        to refuse what follows would show dice for which nothing was risked.
        """
        if wish.without:
            self._take_back(seat, set(wish.without))
        self._act(seat, wish.actions)
        if wish.sweep:
            self._sweep(seat, wish.sweep)
        if not self.entries:
            raise illegal(Refusal(f"there is nothing to {wish.sweep} now", self.table.game.SEQUENCE_CLAUSE))

    def _take_back(self, seat: Seat, without: set[int]) -> None:
        """Take back all from the first of some actions on, and do again what is not among them."""
        table = self.table
        gone = without.difference(table.standing)
        if gone:
            raise invalid(f"revision {min(gone)} is no action that stands; look at the log again")
        since = table.standing[table.standing.index(min(without)) :]
        refusal = held_fast(table, seat, len(since))
        if refusal is None and len(since) > MOST_ACTIONS:
            refusal = Refusal(f"that is more than {MOST_ACTIONS} actions ago; undo instead", table.game.SEQUENCE_CLAUSE)
        if refusal is not None:
            raise illegal(refusal, table.revision)
        entries = [table.entries[revision - 1] for revision in since]
        self.add("undo", entries[0].side, f"undo {len(since)}")
        self._act(seat, [kept.action for kept in entries if kept.revision not in without])

    def _act(self, seat: Seat, actions: Iterable[str]) -> None:
        for action in actions:
            if self.sealed:
                return
            self.add("act", self._decider(seat), action)

    def _decider(self, seat: Seat) -> str:
        """The side to act, if the seat holds it."""
        side = self.table.to_act
        if side is None:
            raise Problem(409, "over", "the match is over before all of it is done", revision=self.table.revision)
        if side not in seat.sides:
            raise wrong_seat(f"it is for {side} to decide", self.table.game.SEQUENCE_CLAUSE)
        return side

    def _sweep(self, seat: Seat, verb: str) -> None:
        """Choose all options of a verb that the step offers to be swept, one after the other; no dice are rolled."""
        state = self.table.state
        side = self.table.to_act if self.entries else self._decider(seat)
        if side not in seat.sides or self.sealed:
            return
        if verb == READY.verb:
            self._act(seat, all_but_the_last(state)[:MOST_ACTIONS])
            return
        for _ in range(MOST_ACTIONS):
            if self.sealed or self.table.to_act != side:
                return
            step = state.agenda[-1]
            options = state.offered(verb) if verb in step.sweeps and verb not in step.rolls else []
            if not options:
                return
            self._act(seat, [str(options[0])])


def all_but_the_last(state: State) -> list[str]:
    """The actions of a ready set-up without the last unit: it waits, so that the rest can still be changed."""
    then, actions = state.supposed(), state.agenda[-1].ready_actions(state)
    step, most = type(then.agenda[-1]), 0
    for done, action in enumerate(actions):
        if type(then.agenda[-1]) is step:
            most = done
        then.apply(action)
    return actions[: most or len(actions)]


def held_fast(table: Table, seat: Seat, actions: int) -> Refusal | None:
    """Why a seat cannot take back the last actions just like that; None if it can."""
    last = table.state.history
    for _ in range(actions):
        if last is None or table.game.sides[last.side] not in seat.sides:
            return Refusal("another side has acted since; ask to take it back", table.game.SEQUENCE_CLAUSE)
        if last.sealed:
            reason = f"{last.option} cannot be taken back: dice were rolled or hidden units were seen"
            return Refusal(reason, table.game.SEQUENCE_CLAUSE)
        last = last.before
    return None


def fits(wish: Act, entries: list[Kept]) -> bool:
    """Can some entries of the log be what came of a wish?"""
    done = [kept.action for kept in entries]
    if wish.without:
        first = entries[0]
        if first.kind != "undo":
            return False
        done = done[1 + int(first.action.removeprefix("undo ")) - len(set(wish.without)) :]
    more = len(done) > len(wish.actions)
    return all(one == other for one, other in zip(done, wish.actions, strict=False)) and (not more or bool(wish.sweep))
