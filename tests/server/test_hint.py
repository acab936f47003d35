"""A hint: what a captain would do, and why; from what the side to act can know."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

import meuse
from meuse.players import captain
from meuse.server import bots
from tests.server.kit import BOF, VOD, create, service


@pytest.mark.parametrize(("game", "scenario"), [(VOD, "1940"), (BOF, "two_players")])
def test_a_hint_names_what_the_captain_would_do(shared: TestClient, game: str, scenario: str) -> None:
    match, held, _ = create(shared, game, scenario)
    person, random = next(iter(held.values())), Random(4)
    said: set[str] = set()
    terms = {term.says for term in meuse.load(game).advice().file.term.values()}
    for _ in range(12):
        hint = person.get("/hint")
        table = service(shared).tables.at_hand(match)
        assert table is not None
        assert (hint["revision"], hint["side"]) == (table.revision, table.to_act)
        turn, choices = service(shared).question(service(shared).seat(match, person.token), "captain")
        state = table.game.restore(turn.imagined)
        best = captain.best(table.game.advice(), state, table.game.side(turn.side), turn.seed)
        first, *others = hint["advised"]
        assert first["choice"]["action"] == str(best) and len(others) <= 1
        assert first["choice"]["label"] == choices[str(best)].label
        said |= set(first["reasons"])
        person.act(first["choice"]["action"] if random.random() < 0.7 else str(state.options[-1]), hint["revision"])
    assert said and said <= terms | {"It wins the match.", "It keeps the match from being lost at once."}


def test_only_the_side_to_act_gets_a_hint(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    for person in (held["german"], watcher):
        status, answer = person.try_get("/hint")
        assert (status, answer["error"]) == (403, "wrong_seat")
    assert held["allied"].try_get("/hint", level="general")[0] == 422


def test_a_hint_knows_nothing_hidden(shared: TestClient) -> None:
    """The process that gives it gets a state that was imagined for the side, with other dice."""
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    turn, _ = service(shared).question(service(shared).seat(match, held["allied"].token), "captain")
    row = service(shared).store.match(match)
    assert row is not None and row.seed.hex() not in str(turn.imagined)
    state = meuse.load(VOD).restore(turn.imagined)
    assert state.seed != row.seed and state.to_act == "allied"


def test_hints_are_not_unlimited(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940")
    for _ in range(bots.HINTS[0]):
        held["allied"].get("/hint")
    status, answer = held["allied"].try_get("/hint")
    assert (status, answer["error"]) == (429, "too_many") and "seconds" in answer["reason"]


def test_who_waits_too_long_for_a_hint_is_told(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    _, held, _ = create(shared, VOD, "1940")
    monkeypatch.setattr(bots, "ADVICE_LIMIT", 0.0)
    status, answer = held["allied"].try_get("/hint")
    assert (status, answer["error"]) == (503, "no_hint")
    monkeypatch.undo()
    monkeypatch.setattr(bots, "ADVICE_LIMIT", 600.0)
    assert held["allied"].get("/hint")["advised"]
