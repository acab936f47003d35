"""Routes for games and bots: what a client needs besides the matches. The responses never change."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from meuse import games, players
from meuse.board import AreaMap, HexMap
from meuse.board.picture import MapPlan, draw, plan
from meuse.engine import Game
from meuse.engine.design import Catalogue, Design, Designer, Wish, sheets_read
from meuse.engine.lesson import LESSONS
from meuse.engine.scene import About, ScenarioInfo
from meuse.server import requests, responses
from meuse.server.creation import lesson_of, load, setting_of
from meuse.server.errors import Problem
from meuse.server.routing import CachedRoute, FreshRoute, refusals

router = APIRouter(prefix="/api", tags=["games"], route_class=CachedRoute)
workshop = APIRouter(prefix="/api", tags=["design"], route_class=FreshRoute)
"""Battles that people design: there are too many to keep the responses."""
ERRORS = refusals(404, 422)
SENT = refusals(400, 404, 413, 415, 422)
"""Where something is sent along."""


class Svg(Response):
    media_type = "image/svg+xml"


@router.get("/bots")
def list_bots() -> list[responses.BotInfo]:
    """The bots that can take a seat."""
    return [
        responses.BotInfo(bot.level, bot.title, bot.about, [one for one in players.measured() if one.bot == bot.level])
        for bot in players.OFFERS
    ]


@router.get("/games")
def list_games() -> list[responses.GameInfo]:
    """All games."""
    return [_info(games.load(name)) for name in games.NAMES]


@router.get("/games/{game}", responses=ERRORS)
def game_info(game: str) -> responses.GameInfo:
    """One game."""
    return _info(load(game))


@router.get("/games/{game}/about", responses=ERRORS)
def game_about(game: str) -> About:
    """A game as it is presented to people."""
    return load(game).about()


@router.get("/games/{game}/settings/{scenario}/faces", responses=ERRORS)
def setting_faces(game: str, scenario: str, request: Request) -> responses.Faces:
    """How the counters of a scenario look."""
    return responses.Faces(setting_of(request.app.state.service.store, game, scenario).faces)


@router.get("/games/{game}/settings/{scenario}/charts", responses=ERRORS)
def setting_charts(game: str, scenario: str, request: Request) -> responses.Charts:
    """The tables of the rules, as they lie beside the map of a scenario."""
    return responses.Charts(setting_of(request.app.state.service.store, game, scenario).player_aids())


@router.get("/games/{game}/settings/{scenario}/plan", responses=ERRORS)
def setting_plan(game: str, scenario: str, request: Request) -> MapPlan:
    """Where everything lies on the picture of a scenario's map."""
    return setting_of(request.app.state.service.store, game, scenario).plan()


@router.get("/games/{game}/settings/{scenario}/map.svg", responses=ERRORS, response_class=Svg)
def setting_map(game: str, scenario: str, request: Request) -> Svg:
    """The picture of a scenario's map."""
    return Svg(setting_of(request.app.state.service.store, game, scenario).picture())


@router.get("/games/{game}/settings/{scenario}/info", responses=ERRORS)
def setting_info(game: str, scenario: str, request: Request) -> ScenarioInfo:
    """A scenario as it is offered to people."""
    return setting_of(request.app.state.service.store, game, scenario).info


@router.get("/games/{game}/lessons", responses=ERRORS)
def game_lessons(game: str) -> list[responses.LessonInfo]:
    """The lessons of a game: guided first turns."""
    return [
        responses.LessonInfo(name, lesson.title, lesson.about, lesson.scenario, lesson.side, len(lesson.steps))
        for name, lesson in load(game).lessons().items()
    ]


@router.get("/games/{game}/lessons/{lesson}", responses=ERRORS)
def game_lesson(game: str, lesson: str) -> responses.LessonText:
    """A lesson, step by step; ``POST /api/matches`` with its name makes the match that goes with it."""
    known = lesson_of(load(game), lesson)
    steps = [
        responses.LessonStepInfo(step.says, step.ways, step.any, step.meanwhile, step.then, step.clause, step.places)
        for step in known.steps
    ]
    begins = len(known.before)
    return responses.LessonText(lesson, known.title, known.about, known.scenario, known.side, begins, steps)


@router.get("/games/{game}/data", responses=ERRORS)
def game_data(game: str) -> responses.GameData:
    """The map and all other data files of a game; clauses and rulings come with the rules, lessons by themselves."""
    loaded = load(game)
    names = [name for name in loaded.data.names("") if not name.startswith(("clauses.toml", "rulings.toml", LESSONS))]
    files = {name: loaded.data.load(name, dict[str, Any]) for name in names}
    return responses.GameData(loaded.NAME, loaded.data_hash, files)


@router.get("/games/{game}/rules", responses=ERRORS)
def game_rules(game: str) -> responses.Rules:
    """The rules of a game, clause by clause, and the rulings."""
    loaded = load(game)
    ledger = loaded.ledger
    return responses.Rules(loaded.NAME, ledger.chapters, list(ledger.clauses.values()), list(ledger.rulings.values()))


@router.get("/games/{game}/design", responses=ERRORS)
def game_design(game: str) -> Catalogue:
    """What can be chosen and bought for a battle of one's own."""
    return _designer(game).catalogue()


@workshop.post("/games/{game}/design", responses=SENT)
def design_battle(game: str, wish: requests.DesignWish) -> Design:
    """The scenario that a wish asks for, and what the rules say against it; nothing is stored."""
    return _designer(game).design(msgspec.convert(wish.model_dump(), Wish))


@workshop.get("/games/{game}/design/{sheets}/plan", responses=ERRORS)
def design_plan(game: str, sheets: str) -> MapPlan:
    """Where everything lies on the picture of sheets laid together: ``A-B~.C-D``, rows by dots, ``~`` for turned."""
    return plan(_laid(game, sheets))


@workshop.get("/games/{game}/design/{sheets}/map.svg", responses=ERRORS, response_class=Svg)
def design_map(game: str, sheets: str) -> Svg:
    """The picture of sheets laid together."""
    return Svg(_drawn(game, sheets))


def _designer(game: str) -> Designer:
    designer = load(game).designer()
    if designer is None:
        raise Problem(404, "unknown", f"battles of {game} cannot be designed")
    return designer


def _laid(game: str, sheets: str) -> HexMap | AreaMap:
    try:
        return _designer(game).map(sheets_read(sheets))
    except ValueError as error:
        raise Problem(404, "unknown", str(error)) from None


@lru_cache(maxsize=16)
def _drawn(game: str, sheets: str) -> str:
    return draw(_laid(game, sheets))


def _info(game: Game) -> responses.GameInfo:
    ledger = game.ledger
    return responses.GameInfo(
        name=game.NAME,
        title=game.TITLE,
        about=game.about().about,
        summary=f"{len(game.sides)} sides, {len(game.scenarios)} scenarios, {len(ledger.clauses)} clauses, "
        f"{len(ledger.rulings)} rulings, {len(ledger.options)} options",
        sides=game.sides,
        scenarios=game.scenarios,
        options=list(ledger.options.values()),
        rules=game.VERSION,
        data=game.data_hash,
    )
