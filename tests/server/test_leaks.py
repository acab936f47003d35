"""Whatever a seat asks, the answer is the same to the byte when only what it may not know is different."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.kit import FULL, Person, people, service
from tests.server.test_secrecy import middle_of_a_game, while_orders_are_secret

QUESTIONS = 40 if FULL else 10

MOMENTS = 20 if FULL else 3


def hidden_units(client: TestClient) -> tuple[str, dict[str, Person], Person]:
    return middle_of_a_game(client, 420)


def hidden_orders(client: TestClient) -> tuple[str, dict[str, Person], Person]:
    seats = dict.fromkeys(("germany", "france", "britain"), "person")
    answer = client.post("/api/matches/import", json={"record": while_orders_are_secret(), "seats": seats})
    return people(client, answer.json())


def questions(state: Any, side: str, random: Random) -> list[tuple[str, dict[str, str]]]:
    """Everything a seat can ask, with all kinds of words in it."""
    asked: list[tuple[str, dict[str, str]]] = [("/scene", {}), ("/overlays", {}), ("", {})]
    options = [str(option) for option in state.options]
    words = sorted(state.setting.vocabulary.words)
    for action in (*random.sample(options, min(QUESTIONS, len(options))), *random.sample(words, QUESTIONS)):
        asked += [("/explain", {"action": action}), ("/preview", {"action": action}), ("/ahead", {"action": action})]
    scene = state.scene(side)
    for place, stack in random.sample(sorted(scene.stacks.items()), min(QUESTIONS, len(scene.stacks))):
        asked += [("/why", {"place": place}), *(("/why", {"piece": piece.id}) for piece in stack.pieces[:2])]
    return asked


@pytest.mark.parametrize("begin", [hidden_units, hidden_orders])
def test_no_answer_depends_on_what_is_hidden(shared: TestClient, begin: Any) -> None:
    match, held, watcher = begin(shared)
    random, different = Random(7), 0
    for _ in range(MOMENTS):
        with service(shared).tables.at(match) as table:
            state = table.state
        game = state.game
        for number, side in enumerate(game.sides):
            asked = questions(state, side, random)
            twin = game.imagine(state, number, random.getrandbits(30))
            different += twin.dump() | {"seed": ""} != state.dump() | {"seed": ""}
            assert answered(shared, match, state, held[side], asked) == answered(
                shared, match, twin, held[side], asked
            ), f"an answer to {side} depends on what is hidden from it"
            outside = [("/scene", {}), ("", {})]
            assert answered(shared, match, state, watcher, outside) == answered(shared, match, twin, watcher, outside)
        assert any(person.act_at_random(random) for person in held.values())
    assert different


def answered(
    client: TestClient, match: str, state: Any, person: Person, asked: list[tuple[str, dict[str, str]]]
) -> list[tuple[str, bytes]]:
    """What a seat hears if this were the state of the match."""
    with service(client).tables.at(match) as table:
        true, table.state = table.state, state
        table.forget_scenes()
    try:
        return [
            (f"{what} {query}", client.get(person.address + what, params=query, headers=person.headers).content)
            for what, query in asked
        ]
    finally:
        with service(client).tables.at(match) as table:
            table.state = true
            table.forget_scenes()
