"""Nonsense: whatever is sent, the server is not at fault, and nothing changes that should not.

MEUSE_FULL=1 asks for much more of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx2
import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as openapi
from starlette.testclient import TestClient

import meuse
from meuse.server.guard import LARGEST
from tests import LAST
from tests.server.kit import FULL, VOD, Person, create, process, service

EXAMPLES = 400 if FULL else 8
REQUESTS = 10_000 if FULL else 500
ERROR = {"error", "reason", "clause", "facts", "revision"}


# by the description of the interface


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with process(tmp_path_factory.mktemp("fuzz")) as found:
        yield found


def test_the_interface_keeps_to_its_description(address: str) -> None:
    """Requests drawn from the description, good and bad: no 5xx, and every answer is one that was promised."""
    description = schemathesis.openapi.from_url(f"{address}/openapi.json")
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) > 25
    for operation in operations:
        bombard(address, operation)
    assert httpx2.get(f"{address}/api/health").status_code == 200


def bombard(address: str, operation: Any) -> None:
    """One operation of the interface at a match of its own."""
    made = httpx2.post(f"{address}/api/matches", json={"game": VOD, "scenario": "1939"}).json()
    checks = [
        not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case: Case = data.draw(operation.as_strategy(generation_mode=mode))
        for name, good in (("match", made["match"]), ("game", VOD)):
            if name in case.path_parameters and data.draw(st.booleans()):
                case.path_parameters[name] = good
        if data.draw(st.sampled_from([True, True, False])):
            case.headers["Authorization"] = f"Bearer {made['seats']['german']}"
        case.call_and_validate(base_url=address, checks=checks)

    ask()


# by mutating good requests

Mutant = tuple[Person | None, bytes, int, str]
"""Who sends what, and what the answer must be; nobody: without a token."""


class Mutants:
    """Requests to act that are each a little wrong."""

    def __init__(self, client: TestClient, random: Random) -> None:
        self.client, self.random = client, random
        self.match, self.held, self.watcher = create(client, VOD, "1940", german="person", allied="person")
        self.person = self.held["allied"]
        for number in range(4):
            shown = self.person.get("/scene")
            option = random.choice(shown["scene"]["choices"])["action"]
            body = {"revision": number, "actions": [option], "key": f"used {number}"}
            assert self.person.post("/actions", **body)[0] == 200
        self.used = option
        self.options = [choice["action"] for choice in self.person.get("/scene")["scene"]["choices"]]
        self.others = sorted(set(meuse.load(VOD).setting("1940").vocabulary.words) - set(self.options))
        self.kinds = [getattr(self, name) for name in sorted(dir(self)) if name.startswith("with_")]

    def body(self, **change: Any) -> dict[str, Any]:
        key = f"m{self.random.getrandbits(60)}"
        return {"revision": 4, "actions": [self.random.choice(self.options)], "key": key, **change}

    def bytes(self, **change: Any) -> bytes:
        return json.dumps(self.body(**change)).encode()

    def with_another_seat(self) -> Mutant:
        return self.random.choice([self.held["german"], self.watcher]), self.bytes(), 403, "wrong_seat"

    def with_a_wrong_token(self) -> Mutant:
        token = self.person.token
        wrong = self.random.choice([token[:-1], token[::-1], token.upper(), token + "x", "x" * 5000])
        return Person(self.client, self.match, wrong), self.bytes(), 404, "unknown"

    def with_no_token(self) -> Mutant:
        return None, self.bytes(), 401, "no_token"

    def with_another_revision(self) -> Mutant:
        revision = self.random.choice([0, 1, 3, 5, 400, 2**31 - 1])
        return self.person, self.bytes(revision=revision), 409, "stale"

    def with_no_revision_at_all(self) -> Mutant:
        revision = self.random.choice([-1, 2**31, 2**70, None, "4", 4.5, True, [4], {}])
        return self.person, self.bytes(revision=revision), 422, "malformed"

    def with_an_unlisted_option(self) -> Mutant:
        return self.person, self.bytes(actions=[self.random.choice(self.others)]), 422, "illegal"

    def with_no_option_at_all(self) -> Mutant:
        word = self.random.choice(self.options)
        place = self.random.randrange(len(word))
        odd = self.random.choice("\0 é'%;\u2028\U0001f600")
        action = self.random.choice([f"{word[:place]}{odd}{word[place:]}", word.upper(), word + " ", "", "undo 1"])
        return self.person, self.bytes(actions=[action]), 422, "illegal"

    def with_an_option_of_another_type(self) -> Mutant:
        action = self.random.choice([None, 7, True, ["done"], {"done": 1}, "x" * 201, "\ud800"])
        return self.person, self.bytes(actions=[action]), 422, "malformed"

    def with_a_second_action_that_is_not_possible(self) -> Mutant:
        return self.person, self.bytes(actions=[self.random.choice(self.options), "nonsense"]), 422, "illegal"

    def with_too_many_actions(self) -> Mutant:
        change = self.random.choice([{"actions": ["done"] * 401}, {"without": [1] * 401}, {"sweep": "x" * 65}])
        return self.person, self.bytes(**change), 422, "malformed"

    def with_actions_of_another_type(self) -> Mutant:
        change = self.random.choice([{"actions": "done"}, {"without": 1}, {"without": ["1"]}, {"sweep": None}])
        return self.person, self.bytes(**change), 422, "malformed"

    def with_something_to_take_back_that_does_not_stand(self) -> Mutant:
        return self.person, self.bytes(without=[self.random.choice([0, 5, 2**31 - 1])]), 422, "invalid"

    def with_nothing_to_sweep(self) -> Mutant:
        return self.person, self.bytes(actions=[], sweep=self.random.choice(["done", "nonsense", "\0"])), 422, "illegal"

    def with_a_wrong_key(self) -> Mutant:
        key = self.random.choice(["", None, 5, "k" * 101, ["k"]])
        return self.person, self.bytes(key=key), 422, "malformed"

    def with_a_used_key(self) -> Mutant:
        action = self.random.choice([option for option in self.options if option != self.used])
        return self.person, self.bytes(actions=[action], key="used 3"), 409, "key_used"

    def with_something_missing(self) -> Mutant:
        body = self.body()
        del body[self.random.choice(sorted(body))]
        return self.person, json.dumps(body).encode(), 422, "malformed"

    def with_something_added(self) -> Mutant:
        name = self.random.choice(["side", "rolls", "action", "", "x" * 1000])
        return self.person, self.bytes(**{name: 1}), 422, "malformed"

    def with_something_said_twice(self) -> Mutant:
        body = self.bytes()
        name = self.random.choice(["revision", "actions", "key"])
        return self.person, body[:-1] + f', "{name}": "done"}}'.encode(), 400, "malformed"

    def with_no_object(self) -> Mutant:
        text = self.random.choice([b"4", b'"done"', b"null", b"[]", b"[{}]", b"true", b"NaN"])
        return self.person, text, 422, "malformed"

    def with_broken_json(self) -> Mutant:
        body = self.bytes()
        cut = body[: self.random.randrange(1, len(body))]
        text = self.random.choice([cut, body + b"}", b"\xff" + body, b"[" * 50_000, self.random.randbytes(40) + b"\0"])
        return self.person, text, 400, "malformed"

    def far_too_much(self) -> Mutant:
        return self.person, b" " * (LARGEST + 1), 413, "too_large"


def test_mutated_requests_change_nothing(shared: TestClient) -> None:
    random = Random(1940)
    mutants = Mutants(shared, random)
    store = service(shared).store
    before, shown = [row.hash for row in store.log(mutants.match)], mutants.person.get("/scene")
    for number in range(REQUESTS):
        kind = mutants.far_too_much if number % 500 == 0 else random.choice(mutants.kinds)
        person, content, status, error = kind()
        headers = {"content-type": "application/json", **(person.headers if person is not None else {})}
        answer = shared.post(f"{mutants.person.address}/actions", content=content, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (status, error), (
            kind.__name__,
            content[:200],
            answer.text,
        )
        assert set(answer.json()) == ERROR
    assert [row.hash for row in store.log(mutants.match)] == before
    assert mutants.person.get("/scene") == shown
    assert mutants.person.act(mutants.options[0], 4)["revision"] == 5


def test_other_types_of_content_are_refused(shared: TestClient) -> None:
    mutants = Mutants(shared, Random(1))
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {**mutants.person.headers, "content-type": kind}
        answer = shared.post(f"{mutants.person.address}/actions", content=mutants.bytes(), headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (415, "not_json")


def test_a_large_body_with_a_field_said_twice_is_refused_at_once(shared: TestClient) -> None:
    fields = ", ".join(f'"{number}": 0' for number in range(300_000))
    began = time.monotonic()
    answer = shared.post("/api/matches", content=f'{{{fields}, "0": 1}}', headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert time.monotonic() - began < LAST / 10  # looking each field up in a list takes an hour
