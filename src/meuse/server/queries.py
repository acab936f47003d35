"""Questions about the current decision: only the side to act gets answers, because they may mention what it hides."""

from __future__ import annotations

from meuse.engine import Refusal, Refused
from meuse.engine.game import UnknownAction
from meuse.engine.preview import Preview
from meuse.engine.scene import Focus
from meuse.engine.vocabulary import Option
from meuse.server import responses
from meuse.server.errors import illegal, invalid, plain, wrong_seat
from meuse.server.seats import Seat
from meuse.server.table import Table
from meuse.server.views import Views


class Queries(Views):
    """Everything a player can ask before choosing; nothing here changes a match."""

    def explain(self, seat: Seat, action: str) -> responses.Explanation:
        """Why an action is not allowed."""
        seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            option = _option(table, action)
            refusal = _not_now(seat, table) or table.state.explain(option)
        if refusal is None:
            return responses.Explanation(action, True, None, None, {})
        return responses.Explanation(action, False, refusal.reason, refusal.clause, plain(refusal.facts))

    def why(self, seat: Seat, piece: str, place: str) -> responses.Why:
        """Why a counter or a place of the scene cannot be chosen."""
        seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            refusal = _not_now(seat, table)
            if refusal is not None:
                return responses.Why([responses.WhyNot("", refusal.reason, refusal.clause)])
            refusals = table.state.why_not(piece, place)
        return responses.Why([responses.WhyNot(str(option), why.reason, why.clause) for option, why in refusals])

    def ahead(self, seat: Seat, action: str) -> responses.Ahead:
        """What could be chosen after an option, as long as it could still be taken back freely."""
        with self.tables.at(seat.match, seat.revision) as table:
            side = decider(seat, table)
            option = _option(table, action)
            then = table.state.supposed()
            try:
                then.apply(option)
            except Refused as refused:
                raise illegal(refused.refusal, table.revision) from None
        if then.sealed or then.to_act != side:
            return responses.Ahead(action, "", Focus(), ())
        scene = then.scene(side)
        return responses.Ahead(action, scene.prompt, scene.focus, scene.choices)

    def preview(self, seat: Seat, action: str) -> responses.Odds:
        """The exact odds of an open option."""
        with self.tables.at(seat.match, seat.revision) as table:
            decider(seat, table)
            try:
                preview = table.state.preview(_option(table, action))
            except Refused as refused:
                raise illegal(refused.refusal, table.revision) from None
        return responses.Odds(action, _shown(preview) if preview is not None else None)


def _option(table: Table, action: str) -> Option:
    try:
        return table.state.option(action)
    except UnknownAction as error:
        raise invalid(str(error)) from None


def _not_now(seat: Seat, table: Table) -> Refusal | None:
    """Why the seat has nothing to decide now, if that is so."""
    result = table.result()
    if result is not None:
        return Refusal(f"the match is over: {result.reason}", result.clause or table.game.SEQUENCE_CLAUSE)
    if table.to_act not in seat.sides:
        return Refusal(f"not now: {table.to_act} must decide first", table.game.SEQUENCE_CLAUSE)
    return None


def decider(seat: Seat, table: Table) -> str:
    """The side to act, if the seat holds it."""
    seat.player()
    if table.to_act is None or table.to_act not in seat.sides:
        raise wrong_seat(f"it is for {table.to_act or 'nobody'} to decide", table.game.SEQUENCE_CLAUSE)
    return table.to_act


def _shown(preview: Preview) -> responses.PreviewInfo:
    outcomes, sums = (
        [responses.OutcomeInfo(o.name, str(o.chance), float(o.chance), o.rolls, o.says) for o in parts]
        for parts in (preview.outcomes, preview.sums)
    )
    return responses.PreviewInfo(preview.title, outcomes, preview.factors, sums, preview.lit)
