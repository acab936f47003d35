"""Routes for matches: each request carries a token, and each change the revision it was made for.

Routes are tried in this order, so the most frequent ones come first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from meuse.server import requests, responses
from meuse.server.bots import Bots
from meuse.server.errors import Problem
from meuse.server.routing import FreshRoute, refusals
from meuse.server.seats import Seat
from meuse.server.service import Service

ERRORS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429)

router = APIRouter(prefix="/api/matches", tags=["matches"], responses=ERRORS, route_class=FreshRoute)
bearer = HTTPBearer(auto_error=False, description="The token of a seat, or the spectators'.")

MatchId = Annotated[str, Path(max_length=64)]
Action = Annotated[str, Query(max_length=200)]
Side = Annotated[
    str | None,
    Query(max_length=64, description="Which of the seat's sides, or any when it is over; by default the one to act."),
]
Touched = Annotated[str, Query(max_length=200, description="As the scene names it.")]
Earlier = Annotated[
    int | None, Query(ge=0, le=requests.REVISION_MAX, description="An earlier revision; by default how it stands now.")
]
Adviser = Annotated[Literal["captain"], Query(description="The bot that is asked.")]
Since = Annotated[int, Query(ge=0, le=requests.REVISION_MAX)]


class Caller:
    """Who sent a request. The seat is looked up in the thread that handles it, because that needs the database."""

    def __init__(self, service: Service, match: str, token: str) -> None:
        self.service = service
        self._match, self._token = match, token

    @property
    def seat(self) -> Seat:
        return self.service.seat(self._match, self._token)


async def the_service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def caller(
    request: Request, match: MatchId, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    """The match and the token of a request."""
    if credentials is None:
        raise Problem(401, "no_token", "send the seat's token: Authorization: Bearer TOKEN")
    return Caller(request.app.state.service, match, credentials.credentials)


Serving = Annotated[Service, Depends(the_service)]
Who = Annotated[Caller, Depends(caller)]


# actions


@router.post("/{match}/actions")
def act(body: requests.Act, who: Who) -> responses.Done:
    """Carry an option out."""
    return who.service.act(who.seat, body)


@router.post("/{match}/undo")
def undo(body: requests.Undo, who: Who) -> responses.Done:
    """Take actions back, or ask for it: the entry in the response says which (``undo`` or ``ask``)."""
    return who.service.undo(who.seat, body)


@router.post("/{match}/undo/answer")
def answer_undo(body: requests.UndoAnswer, who: Who) -> responses.Done:
    """Agree to an undo that was asked for, or decline it."""
    return who.service.answer_undo(who.seat, body)


@router.post("/{match}/resign")
def resign(body: requests.Resign, who: Who) -> responses.Done:
    """Give up."""
    return who.service.resign(who.seat, body)


@router.post("/{match}/rematch")
def rematch(body: requests.RematchWish, who: Who) -> responses.Rematch:
    """Play again: the same people with the same tokens, and new dice."""
    return who.service.rematch(who.seat, body.swap)


@router.post("/{match}/branch", status_code=201)
def branch(body: requests.Branch, who: Who) -> responses.Created:
    """Play from here: a new match that goes on from a moment of this one, with new dice."""
    return who.service.branch(who.seat, body)


@router.post("/{match}/join")
def join_match(body: requests.Join, who: Who) -> responses.Joined:
    """Take over a seat with a new token, chosen by the client or by the server; the old one becomes invalid."""
    return who.service.join(who.seat, body.token)


# talking


@router.post("/{match}/chat")
def say(body: requests.Say, who: Who) -> responses.ChatLine:
    """Say something to everybody at the table."""
    return who.service.say(who.seat, body)


@router.get("/{match}/chat")
def match_chat(who: Who, since: Since = 0) -> responses.Chat:
    """What was said after a line; the last 200 lines."""
    return who.service.chat(who.seat, since)


# notices


@router.get("/{match}/notices")
def seat_notices(who: Who) -> responses.Notices:
    """Where the holder of the seat is notified of his turn."""
    return who.service.notices(who.seat)


@router.post("/{match}/notices")
def set_notices(body: requests.NoticesWish, who: Who) -> responses.Notices:
    """Set where the holder of the seat is notified of his turn."""
    return who.service.set_notices(who.seat, body)


# new matches


@router.post("", status_code=201)
def create_match(body: requests.NewMatch, service: Serving) -> responses.Created:
    """Create a match from a scenario."""
    return service.create(body)


@router.post("/import", status_code=201)
def import_match(body: requests.Import, service: Serving) -> responses.Created:
    """Create a match from a record or a position."""
    return service.take_over(body)


@router.post("/list")
def list_matches(body: requests.Tokens, service: Serving) -> responses.Matches:
    """The matches that these tokens give access to."""
    return service.listing(body.tokens)


# views and queries


@router.get("/{match}")
def match_head(who: Who) -> responses.Match:
    """The current status of a match."""
    return who.service.head(who.seat)


@router.get("/{match}/scene")
def match_scene(who: Who, side: Side = None, at: Earlier = None) -> responses.SceneShown:
    """The match as a side sees it, ready to be drawn."""
    return who.service.scene(who.seat, side, at)


@router.get("/{match}/log")
def match_log(who: Who, side: Side = None, since: Since = 0) -> responses.Log:
    """What was reported after a revision, with clauses."""
    return who.service.log(who.seat, side, since)


@router.get("/{match}/explain")
def explain_action(who: Who, action: Action) -> responses.Explanation:
    """Why an action is not allowed."""
    return who.service.explain(who.seat, action)


@router.get("/{match}/preview")
def preview_action(who: Who, action: Action) -> responses.Odds:
    """The exact odds of an option."""
    return who.service.preview(who.seat, action)


@router.get("/{match}/ahead")
def look_ahead(who: Who, action: Action) -> responses.Ahead:
    """What could be chosen after an option."""
    return who.service.ahead(who.seat, action)


@router.get("/{match}/why")
def why_not(who: Who, piece: Touched = "", place: Touched = "") -> responses.Why:
    """Why a counter or a place cannot be chosen."""
    return who.service.why(who.seat, piece, place)


@router.get("/{match}/hint")
async def hint(request: Request, who: Who, level: Adviser = "captain") -> responses.Hint:
    """What a bot would do now, and why; it knows no more than the side to act."""
    seat = await run_in_threadpool(lambda: who.seat)
    turn, choices = await run_in_threadpool(who.service.question, seat, level)
    bots: Bots = request.app.state.bots
    advised = [
        responses.Advised(choices[one.action], one.reasons)
        for one in await bots.advise(turn, seat)
        if one.action in choices
    ]
    return responses.Hint(turn.match, turn.revision, turn.side, level, advised)


@router.get("/{match}/overlays")
def match_overlays(who: Who, side: Side = None) -> responses.Overlays:
    """Named sets of places that can be shown over the map."""
    return who.service.overlays(who.seat, side)


@router.get("/{match}/sight")
def match_sight(who: Who, place: Touched, side: Side = None) -> responses.Sight:
    """What is seen from a place, and what hides the rest; for games with lines of sight."""
    return who.service.sight(who.seat, side, place)


@router.get("/{match}/record")
def match_record(who: Who) -> responses.RecordText:
    """The record, once the match is over; for a hot seat, at any time."""
    return who.service.record(who.seat)
