"""Many matches at once: how long an action takes, and how long until everybody at the table has heard of it.

``python -m benchmarks.load --matches 200 --seconds 120`` starts a server of its own, takes recorded games over
somewhere in their middle, and lets two people at each table play on at random, one action a second. With
``--database`` and ``--processes 2`` the two sit at different servers over one database.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

RECORDS = Path(__file__).parents[1] / "tests" / "games"
DEEPEST = 500
"""At most so many actions of a record are taken over."""
KEPT_ALIVE = 3.0
"""Seconds for which the server surely keeps an idle connection."""
PEOPLE = {
    "victory_or_defeat": ({"german": "person", "allied": "person"}, ("german", "allied")),
    "fall_of_france": ({"german": "person", "allied": "person"}, ("german", "allied")),
    "mansteins_war": ({"german": "person", "allied": "person"}, ("german", "allied")),
    "france_1940": ({"german": "person", "allied": "person"}, ("german", "allied")),
    "battle_of_france": ({"germany": "person", "france": "hotseat", "britain": "hotseat"}, ("germany", "france")),
}


# what is needed of the server's messages


class Option(msgspec.Struct):
    action: str


class Scene(msgspec.Struct):
    choices: list[Option] = []


class Update(msgspec.Struct):
    scene: Scene | None


REVISION = re.compile(r'"revision":(\d+)')
"""In a message; the first is its own. All the rest is read only by the player about to act."""


class Tokens(msgspec.Struct):
    match: str
    seats: dict[str, str]


class Http:
    """One connection that is kept; asyncio streams are lighter than any library."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def post(self, path: str, body: Any, token: str = "") -> tuple[int, bytes]:
        now = time.monotonic()
        if self._streams is None or now - self._used > KEPT_ALIVE:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        self._used = now
        reader, writer = self._streams
        content = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer {token}\r\n"
        writer.write(f"{head}content-length: {len(content)}\r\n\r\n".encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(length)


class Figures:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.actions: list[float] = []
        self.heard: list[float] = []
        self.errors: list[str] = []
        self.late = 0


class Person:
    """A seat with its live channel."""

    def __init__(self, port: int, match: str, token: str) -> None:
        self.match, self.token = match, token
        self.http = Http(port)
        self.address = f"ws://127.0.0.1:{port}/api/matches/{match}/live?token={token}&since=100000"
        self.revision, self.message = -1, ""
        self.news = asyncio.Event()

    async def listen(self, began: dict[int, float], figures: Figures) -> None:
        async with connect(self.address, compression=None, max_size=None) as channel:
            async for message in channel:
                self.message = str(message)
                found = REVISION.search(self.message)
                assert found is not None, message
                self.revision = int(found[1])
                if self.revision in began:
                    figures.heard.append(time.monotonic() - began[self.revision])
                self.news.set()

    async def act(self, random: Random, began: dict[int, float], figures: Figures) -> bool:
        """Choose any option; False if this seat is not asked, or has not heard yet of the last action."""
        if self.revision + 1 in began:
            return False
        scene = msgspec.json.decode(self.message, type=Update).scene
        if scene is None or not scene.choices:
            return False
        revision = self.revision
        now = time.monotonic()
        began[revision + 1] = now
        action = random.choice(scene.choices).action
        body = {"revision": revision, "actions": [action], "key": f"{revision}"}
        status, answer = await self.http.post(f"/api/matches/{self.match}/actions", body, self.token)
        figures.actions.append(time.monotonic() - now)
        if status != 200:
            figures.errors.append(f"{status} {answer[:200]!r}")
        return True


class Sitting:
    """A match with the people at it."""

    def __init__(self, people: list[Person], random: Random, figures: Figures) -> None:
        self.people, self.random, self.figures = people, random, figures
        self.began: dict[int, float] = {}
        self.listening: list[asyncio.Task[None]] = []

    async def connect(self) -> None:
        """Open the channels, and wait until everybody sees the table."""
        self.listening = [asyncio.create_task(person.listen(self.began, self.figures)) for person in self.people]
        for person in self.people:
            await asyncio.wait_for(person.news.wait(), 120)

    async def play(self, seconds: int) -> None:
        """An action each second, by the player whose turn it is."""
        try:
            start = time.monotonic() + self.random.random()
            for second in range(seconds):
                await asyncio.sleep(start + second - time.monotonic())
                for person in self.people:
                    if await person.act(self.random, self.began, self.figures):
                        break
                else:
                    self.figures.late += 1
            await asyncio.sleep(1)
            self.figures.errors += [f"a channel ended: {task}" for task in self.listening if task.done()]
        except Exception as error:
            self.figures.errors.append(repr(error))
        finally:
            for task in self.listening:
                task.cancel()


# the servers


@asynccontextmanager
async def server(port: int, where: list[str]) -> AsyncIterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", "from meuse.cli import main; main()", "serve", "--port", str(port), *where]
    process = subprocess.Popen(command)
    try:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except OSError:
                await asyncio.sleep(0.2)
        yield process
    finally:
        process.terminate()
        process.wait()


def busy(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time a server has used (Linux)."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def part_of_a_record(game: str, random: Random) -> str:
    """The beginning of a recorded game, open at its end."""
    path = random.choice(sorted((RECORDS / game / "records").glob("*.meuse")))
    head, _, lines = path.read_text(encoding="utf-8").partition("\n\n")
    kept = [line for line in head.splitlines() if not line.startswith("[Result")]
    moves = lines.splitlines()[: random.randrange(20, DEEPEST)]
    return "\n".join([*kept, '[Result "*"]', "", *moves, ""])


async def seat_people(number: int, ports: list[int], random: Random) -> list[Person]:
    """A match under way, with one person at each server."""
    game = list(PEOPLE)[number % len(PEOPLE)]
    seats, sides = PEOPLE[game]
    body = {"record": part_of_a_record(game, random), "seats": seats}
    status, answer = await Http(ports[number % len(ports)]).post("/api/matches/import", body)
    if status != 201:
        raise RuntimeError(f"{status} {answer[:300]!r}")
    made = msgspec.json.decode(answer, type=Tokens)
    return [Person(ports[i % len(ports)], made.match, made.seats[side]) for i, side in enumerate(sides)]


async def measure(wish: argparse.Namespace) -> tuple[Figures, list[float]]:
    random, figures = Random(1940), Figures()
    ports = [wish.port + number for number in range(wish.processes)]
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        where = ["--database", wish.database] if wish.database else ["--data", folder]
        servers = [await stack.enter_async_context(server(port, where)) for port in ports]
        tables = []
        for number in range(wish.matches):
            tables.append(Sitting(await seat_people(number, ports, random), Random(number), figures))
            await tables[-1].connect()
            print(f"\r{number + 1} of {wish.matches} matches", end="", file=sys.stderr, flush=True)
        print(f"; playing for {wish.seconds} s", file=sys.stderr)
        before = [busy(process) for process in servers]
        await asyncio.gather(*(table.play(wish.seconds) for table in tables))
        used = [busy(process) - earlier for process, earlier in zip(servers, before, strict=True)]
    return figures, [share / wish.seconds for share in used]


def percentile(values: list[float], share: float) -> str:
    return f"{1000 * sorted(values)[min(len(values) - 1, int(len(values) * share))]:.0f} ms" if values else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--processes", type=int, default=1, help="servers over one database")
    parser.add_argument("--database", help="a URL; by default SQLite in a temporary folder")
    parser.add_argument("--port", type=int, default=1950)
    wish = parser.parse_args()
    figures, shares = asyncio.run(measure(wish))
    table = Table("", "p50", "p99", "longest", "number")
    for name, values in (("an action", figures.actions), ("heard live", figures.heard)):
        table.add_row(name, *(percentile(values, share) for share in (0.5, 0.99, 1)), str(len(values)))
    console = Console()
    console.print(
        f"{wish.matches} matches, {2 * wish.matches} live channels, {wish.seconds} s, {wish.processes} servers"
    )
    console.print(table)
    console.print(f"errors: {len(figures.errors)}; nobody could act: {figures.late} times")
    console.print(f"processor: {', '.join(f'{share:.0%}' for share in shares)}")
    for error in figures.errors[:5]:
        console.print(error)
    raise SystemExit(1 if figures.errors else 0)


if __name__ == "__main__":
    main()
