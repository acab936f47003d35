"""``kill -9`` at any moment, under load: nothing that was acknowledged is lost, and every match opens again.

Five times by default; two hundred times with MEUSE_FULL=1.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx2

from meuse.server.service import Service
from meuse.server.storage import Store
from tests import until
from tests.server.kit import BOF, FULL, PLAIN, VOD, free_port, start, wait_for

KILLS = 200 if FULL else 5
LONGEST = 30
"""Actions that are acknowledged before the server is killed, at most."""
TABLES = [(BOF, "two_players"), (VOD, "1940"), (BOF, "three_players"), (VOD, "1939")]


class Player:
    """Plays all sides of a match at random, and remembers what was acknowledged."""

    def __init__(self, made: dict[str, Any], seed: int) -> None:
        self.match = made["match"]
        self.headers = {"Authorization": f"Bearer {next(iter(made['seats'].values()))}"}
        self.random = Random(seed)
        self.acknowledged: list[str] = []
        """What the log must hold, entry by entry."""
        self.unanswered: dict[str, Any] | None = None
        self.expected: list[str] = []
        """What the unanswered request writes into the log, if it does."""
        self.free = False
        """Can the last action be taken back freely?"""

    def play(self, base: str, stop: Event) -> None:
        """Until the server is gone."""
        with httpx2.Client(base_url=f"{base}/api/matches/{self.match}", headers=self.headers, **PLAIN) as client:
            try:
                while not stop.is_set() and self._act(client):
                    pass
            except httpx2.HTTPError:
                return

    def _act(self, client: httpx2.Client) -> bool:
        """One request; one whose answer was lost is asked for again, and must not be carried out twice."""
        if self.unanswered is None:
            shown = client.get("/scene").json()
            choices = shown["scene"].get("choices")
            if not choices:
                return False
            self._wish(client, shown["revision"], self.random.choice(choices)["action"])
        answer = client.post("/actions", json=self.unanswered)
        assert answer.status_code == 200, answer.text
        assert [entry["action"] for entry in answer.json()["entries"]] == self.expected
        self.acknowledged += self.expected
        self.unanswered, self.expected = None, []
        return True

    def _wish(self, client: httpx2.Client, revision: int, action: str) -> None:
        """An action, often with what can be chosen after it; sometimes the last one is taken back and done again."""
        actions = [action]
        after = client.get("/ahead", params={"action": action}).json()["choices"]
        two = bool(after) and self.random.random() < 0.5
        if two:
            actions.append(self.random.choice(after)["action"])
        body = {"revision": revision, "key": f"{self.random.getrandbits(64)}", "actions": actions}
        self.unanswered, self.expected = body, actions
        if self.free and self.random.random() < 0.5:
            again = self.acknowledged[-1]
            self.unanswered = {**body, "without": [revision], "actions": [again, *actions]}
            self.expected = ["undo 1", again, *actions]
        self.free = bool(after) and not two

    def check(self, base: str) -> None:
        """All that was acknowledged is there; of what was not, all or nothing; and the match opens."""
        with httpx2.Client(base_url=f"{base}/api/matches/{self.match}", headers=self.headers, **PLAIN) as client:
            entries = client.get("/log").json()["entries"]
            assert [entry["revision"] for entry in entries] == list(range(1, len(entries) + 1))
            actions = [entry["action"] for entry in entries]
            assert actions in (self.acknowledged, self.acknowledged + self.expected)
            assert client.get("/scene").json()["revision"] == len(entries)


def test_acknowledged_actions_survive_kill_minus_nine(tmp_path: Path) -> None:
    random, port = Random(9), free_port()
    base = f"http://127.0.0.1:{port}"
    players: list[Player] = []
    for number in range(KILLS + 1):
        server = start(tmp_path, port)
        try:
            if number % 10 == 9:  # now and then before it is even up
                time.sleep(random.uniform(0, 2))
                continue
            wait_for(port)
            if not players:
                players = [seat(base, number) for number in range(len(TABLES))]
            for player in players:
                player.check(base)
            if number == KILLS:
                settled(base, len(players) + 1)
                continue
            stop = Event()
            with ThreadPoolExecutor(len(players)) as pool:
                playing = [pool.submit(player.play, base, stop) for player in players]
                goal = acknowledged(players) + random.randrange(LONGEST)
                until(lambda: acknowledged(players) >= goal or all(task.done() for task in playing), every=0.001)  # noqa: B023
                server.kill()
                stop.set()
            for task in playing:
                task.result()
        finally:
            server.kill()
            server.wait()
    assert acknowledged(players) > KILLS
    assert any("undo 1" in player.acknowledged for player in players)
    replayed(tmp_path, players)


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def seat(base: str, number: int) -> Player:
    """Somebody at a hot seat; and beside the first a match of bots, which writes on its own."""
    if number == 0:
        seats = dict.fromkeys(("germany", "france", "britain"), "bot:recruit")
        body = {"game": BOF, "scenario": "two_players", "seats": seats}
        assert httpx2.post(f"{base}/api/matches", json=body, **PLAIN).status_code == 201
    game, scenario = TABLES[number]
    made = httpx2.post(f"{base}/api/matches", json={"game": game, "scenario": scenario}, **PLAIN).json()
    return Player(made, number)


def settled(base: str, matches: int) -> None:
    """The server has replayed every stored match, revision by revision, and found each as it was."""

    def health() -> Any:
        return httpx2.get(f"{base}/api/health", **PLAIN).json()

    until(lambda: health()["checked"] == matches, every=0.1)
    assert health()["broken"] == []


def replayed(folder: Path, players: list[Player]) -> None:
    """The same with nothing but the database."""
    kept = Service(Store(f"sqlite:///{folder}/matches.sqlite"))
    for match in kept.store.matches():
        assert kept.check(match) is None
    for player in players:
        rows = kept.store.log(player.match)
        assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) >= len(player.acknowledged)
    kept.store.close()
