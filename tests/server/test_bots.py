"""Bots think in workers; a worker that dies or dawdles is replaced."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

import meuse
from meuse import players
from meuse.server import bots
from meuse.server.bot_worker import think
from meuse.server.service import Service
from tests import LAST, until
from tests.server.kit import BOF, VOD, create, service, serving

ONCE = "MEUSE_TEST_ONCE"
SIDES = ("germany", "france", "britain")


def die_once(*question: Any) -> Any:
    """Kill the worker at the first move."""
    mark = Path(os.environ[ONCE])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return think(*question)


def dawdle_once(*question: Any) -> Any:
    """Think too long at the first move."""
    mark = Path(os.environ[ONCE])
    if not mark.exists():
        mark.touch()
        time.sleep(LAST)
    return think(*question)


@pytest.mark.parametrize("failing", [die_once, dawdle_once])
def test_a_worker_that_fails_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: Any) -> None:
    """The one move that failed is made all the same."""
    mark = tmp_path / "failed"
    monkeypatch.setenv(ONCE, str(mark))
    with serving(tmp_path, think=failing, time_limit=10.0) as client:
        _, held, _ = create(client, VOD, "1940", allied="bot:recruit", german="person")
        until(lambda: held["german"].get()["revision"] > 0)
    assert mark.exists()


def three_moves(*question: Any) -> Any:
    """Think three times, then for ever."""
    mark = Path(os.environ[ONCE])
    with mark.open("a+") as moves:
        moves.write("x")
        if moves.tell() > 3:
            time.sleep(LAST)
    return think(*question)


def test_bots_go_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a match, however fast they are: the first server's bots stop after three moves."""
    monkeypatch.setenv(ONCE, str(tmp_path / "moves"))
    seats = dict.fromkeys(SIDES, "bot:recruit")
    with serving(tmp_path, think=three_moves) as client:
        match, _, _ = create(client, BOF, "two_players", **seats)
        until(lambda: service(client).store.revisions([match]) == {match: 3})
    with serving(tmp_path) as client:
        until(lambda: service(client).store.revisions([match])[match] > 8)


def test_no_bot_begins_a_move_when_the_server_stops(tmp_path: Path) -> None:
    """Also if the last move of another reaches the loop only then."""
    with serving(tmp_path) as client:
        playing: bots.Bots = client.app.state.bots  # type: ignore[attr-defined]
        match, _, _ = create(client, BOF, "two_players", **dict.fromkeys(SIDES, "bot:recruit"))
        assert client.portal is not None
        client.portal.call(playing.close)

        def poked() -> list[str]:
            playing.poke(match)
            return list(playing._tasks)

        assert client.portal.call(poked) == []


def test_a_bot_waits_while_an_undo_is_asked_for(tmp_path: Path) -> None:
    """It is the bot's turn, but it does nothing until the question is answered."""
    with serving(tmp_path, think=forever) as client:
        sides = {"germany": "person", "france": "person", "britain": "bot:recruit"}
        match, held, _ = create(client, BOF, "three_players", **sides)
        while held["germany"].get()["to_act"] == "britain":  # dice decide who begins
            match, held, _ = create(client, BOF, "three_players", **sides)
        random = Random(1)
        while held["germany"].get()["to_act"] != "britain":
            assert held["germany"].act_at_random(random) or held["france"].act_at_random(random)
        kept, revision = service(client), held["germany"].get()["revision"]
        assert kept.bot_turn(match) is not None
        acted = kept.store.log(match)[-1].side
        asker, other = held["germany" if acted == "france" else "france"], held[acted]
        assert asker.post("/undo", revision=revision, key="k")[1]["entries"][-1]["kind"] == "ask"
        assert asker.get()["undo"] and asker.get()["to_act"] == "britain"
        assert kept.bot_turn(match) is None
        assert other.post("/undo/answer", revision=revision + 1, consent=False, key="no")[0] == 200
        assert kept.bot_turn(match) is not None


def forever(*question: Any) -> str:
    time.sleep(LAST)
    return ""


@pytest.mark.parametrize("level", [offer.level for offer in players.OFFERS])
def test_every_bot_is_offered_and_plays(client: TestClient, level: str) -> None:
    offered = {bot["level"]: bot for bot in client.get("/api/bots").json()}
    assert offered[level]["title"] and offered[level]["about"]
    assert [one["won"] for one in offered[level]["scores"]] == [s.won for s in players.measured() if s.bot == level]
    _, _, watcher = create(client, BOF, "two_players", **dict.fromkeys(SIDES, f"bot:{level}"))
    until(lambda: watcher.get()["revision"] > 0)


def test_a_bot_knows_no_more_than_its_side(shared: TestClient) -> None:
    """What is sent to a worker follows from what the side can see: with other secrets it is the same to the byte."""
    game = meuse.load(BOF)
    sides = {"germany": "bot:recruit", "france": "bot:recruit", "britain": "person"}
    match, held, _ = create(shared, BOF, "three_players", **sides)
    until(lambda: held["britain"].get()["to_act"] == "britain")
    with service(shared).tables.at(match) as table:
        state = table.state
        other = game.imagine(state, 0, 5)
        assert other.dump() != state.dump()
        assert game.imagine(state, 0, 7).dump() == game.imagine(other, 0, 7).dump()


def test_matches_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several matches of bots share a worker: once all have begun, each waits for all the others."""
    monkeypatch.setattr(bots, "WORKERS", 1)
    seats, order = dict.fromkeys(SIDES, "bot:recruit"), []
    with serving(tmp_path) as client:
        kept = service(client)
        real = kept.bot_act
        monkeypatch.setattr(kept, "bot_act", lambda turn, action: order.append(turn.match) or real(turn, action))
        matches = [create(client, BOF, "two_players", **seats)[0] for _ in range(4)]
        until(lambda: len(order) > 60)
    together = order[max(order.index(match) for match in matches) : 60]
    assert len(together) > 16
    assert all(len(set(together[at : at + 4])) == 4 for at in range(len(together) - 4))


def test_a_bot_waits_for_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "DATABASE_WAIT", 0.2)
    with serving(tmp_path) as client:
        kept, failed = service(client), []
        real = kept.bot_act

        def hiccup(*question: Any) -> Any:
            if not failed:
                failed.append(True)
                raise OperationalError("", {}, Exception("gone for a moment"))
            return real(*question)

        monkeypatch.setattr(kept, "bot_act", hiccup)
        _, held, _ = create(client, VOD, "1940", allied="bot:recruit", german="person")
        until(lambda: held["german"].get()["revision"] > 0)
        assert failed


def test_a_bot_that_gave_up_goes_on_when_somebody_comes_to_look(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        kept = service(client)
        told, kept.changed = kept.changed, lambda change: None  # nobody wakes the bot
        _, held, _ = create(client, VOD, "1940", allied="bot:recruit", german="person")
        kept.changed = told
        assert held["german"].get()["revision"] == 0
        with client.websocket_connect(f"{held['german'].address}/live?token={held['german'].token}"):
            until(lambda: held["german"].get()["revision"] > 0)


def test_one_match_that_cannot_be_checked_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = dict.fromkeys(SIDES, "bot:recruit")
    with serving(tmp_path) as client:
        matches = [create(client, BOF, "two_players", **seats)[0] for _ in range(2)]
    real, failed = Service.check, []

    def check(kept: Service, match: str) -> str | None:
        if not failed:
            failed.append(match)
            raise OperationalError("", {}, Exception("gone for a moment"))
        return real(kept, match)

    monkeypatch.setattr(Service, "check", check)
    with serving(tmp_path) as client:
        until(lambda: set(matches) - set(failed) <= service(client).checked)
        assert failed
