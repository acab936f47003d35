"""Routes for games and bots: what a client needs besides the matches. The responses never change."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from meuse import games, players
from meuse.board.picture import Plan
from meuse.engine import Game
from meuse.engine.scene import About
from meuse.server import responses
from meuse.server.creation import load
from meuse.server.routing import CachedRoute, refusals

router = APIRouter(prefix="/api", tags=["games"], route_class=CachedRoute)
ERRORS = refusals(404, 422)


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


@router.get("/games/{game}/faces", responses=ERRORS)
def game_faces(game: str) -> responses.Faces:
    """How its counters look."""
    return responses.Faces(load(game).faces())


@router.get("/games/{game}/plan", responses=ERRORS)
def game_plan(game: str) -> Plan:
    """Where everything lies on the picture of its map."""
    return load(game).plan()


@router.get("/games/{game}/map.svg", responses=ERRORS, response_class=Svg)
def game_map(game: str) -> Svg:
    """The picture of its map."""
    return Svg(load(game).picture())


@router.get("/games/{game}/data", responses=ERRORS)
def game_data(game: str) -> responses.GameData:
    """The map and all other data files of a game; clauses and rulings come with the rules."""
    loaded = load(game)
    names = [name for name in loaded.data.names("") if name not in ("clauses.toml", "rulings.toml")]
    files = {name: loaded.data.load(name, dict[str, Any]) for name in names}
    return responses.GameData(loaded.NAME, loaded.data_hash, files)


@router.get("/games/{game}/rules", responses=ERRORS)
def game_rules(game: str) -> responses.Rules:
    """The rules of a game, clause by clause, and the rulings."""
    loaded = load(game)
    ledger = loaded.ledger
    return responses.Rules(loaded.NAME, ledger.chapters, list(ledger.clauses.values()), list(ledger.rulings.values()))


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
