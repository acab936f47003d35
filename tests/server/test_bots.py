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
from meuse.server.service import Service
from meuse.server.thinking import think
from tests.server.kit import BOF, VOD, create, service, serving, until

ONCE = "MEUSE_TEST_ONCE"
SLOW = 120
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
        time.sleep(600)
    return think(*question)


@pytest.mark.parametrize("failing", [die_once, dawdle_once])
def test_a_worker_that_fails_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: Any) -> None:
    """The one move that failed is made all the same."""
    mark = tmp_path / "failed"
    monkeypatch.setenv(ONCE, str(mark))
    with serving(tmp_path, think=failing, time_limit=5.0) as client:
        _, held, _ = create(client, VOD, "1940", allied="bot:recruit", german="person")
        until(lambda: held["german"].get()["revision"] > 0, SLOW)
    assert mark.exists()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    seats = dict.fromkeys(SIDES, "bot:recruit")
    with serving(tmp_path) as client:
        match, _, _ = create(client, BOF, "two_players", **seats)
        until(lambda: service(client).store.revisions([match]), SLOW)
    with serving(tmp_path) as client:
        reached = service(client).store.revisions([match])[match]
        until(lambda: service(client).store.revisions([match])[match] > reached + 5, SLOW)


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
        assert asker.post("/undo", revision=revision, key="k")[1]["entry"]["kind"] == "ask"
        assert asker.get()["undo"] and asker.get()["to_act"] == "britain"
        assert kept.bot_turn(match) is None
        assert other.post("/undo/answer", revision=revision + 1, consent=False, key="no")[0] == 200
        assert kept.bot_turn(match) is not None


def forever(*question: Any) -> str:
    time.sleep(600)
    return ""


@pytest.mark.parametrize("level", [offer.level for offer in players.OFFERS])
def test_every_bot_is_offered_and_plays(client: TestClient, level: str) -> None:
    offered = {bot["level"]: bot for bot in client.get("/api/bots").json()}
    assert offered[level]["title"] and offered[level]["about"]
    assert [one["won"] for one in offered[level]["scores"]] == [s.won for s in players.measured() if s.bot == level]
    _, _, watcher = create(client, BOF, "two_players", **dict.fromkeys(SIDES, f"bot:{level}"))
    until(lambda: watcher.get()["revision"] > 3, SLOW)


def test_a_bot_knows_no_more_than_its_side(shared: TestClient) -> None:
    """What is sent to a worker follows from what the side can see: with other secrets it is the same to the byte."""
    game = meuse.load(BOF)
    sides = {"germany": "bot:recruit", "france": "bot:recruit", "britain": "person"}
    match, held, _ = create(shared, BOF, "three_players", **sides)
    until(lambda: held["britain"].get()["to_act"] == "britain", SLOW)
    with service(shared).tables.at(match) as table:
        state = table.state
        other = game.imagine(state, 0, 5)
        assert other.dump() != state.dump()
        assert game.imagine(state, 0, 7).dump() == game.imagine(other, 0, 7).dump()


def test_matches_take_turns(client: TestClient) -> None:
    """Several matches of bots share the workers: none gets far ahead of the others."""
    seats = dict.fromkeys(SIDES, "bot:recruit")
    watchers = [create(client, BOF, "two_players", **seats)[2] for _ in range(4)]
    until(lambda: max(watcher.get()["revision"] for watcher in watchers) > 40, SLOW)
    assert min(watcher.get()["revision"] for watcher in watchers) > 20


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
        until(lambda: held["german"].get()["revision"] > 0, SLOW)
        assert failed


def test_a_bot_that_gave_up_goes_on_when_somebody_comes_to_look(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        kept = service(client)
        told, kept.changed = kept.changed, lambda change: None  # nobody wakes the bot
        _, held, _ = create(client, VOD, "1940", allied="bot:recruit", german="person")
        kept.changed = told
        assert held["german"].get()["revision"] == 0
        with client.websocket_connect(f"{held['german'].address}/live?token={held['german'].token}"):
            until(lambda: held["german"].get()["revision"] > 0, SLOW)


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
        until(lambda: set(matches) - set(failed) <= service(client).checked, SLOW)
        assert failed
