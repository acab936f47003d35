"""``meuse serve``: what it says when it cannot."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from meuse import games
from meuse.cli import app
from meuse.games.battle_of_france import FOLDER
from meuse.players import Notes
from meuse.server.app import default_database
from meuse.server.bots import Worker
from meuse.server.storage import Store
from tests.server.kit import BOF, process


def complaint(*words: str) -> str:
    result = CliRunner().invoke(app, ["serve", *words])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port} is taken" in complaint("--port", port, "--data", str(tmp_path))


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y", "sqlite:////dev/null/x.sqlite"])
def test_a_database_that_cannot_be_opened(url: str) -> None:
    assert "the database cannot be opened" in complaint("--database", url)


@pytest.mark.parametrize("url", ["postgresql://h:abc/db", "sqlite://"])
def test_addresses_of_databases_that_make_no_sense(url: str) -> None:
    assert "the database cannot be opened" in complaint("--database", url)


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    url = default_database(tmp_path)
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    store.close()
    assert "the database cannot be opened" in complaint("--database", url)


def test_a_host_that_is_no_name(tmp_path: Path) -> None:
    assert "no name of a host" in complaint("--host", "a..b", "--data", str(tmp_path))


def test_not_both(tmp_path: Path) -> None:
    assert "not both" in complaint("--database", "sqlite://", "--data", str(tmp_path))


def test_where_matches_are_kept(tmp_path: Path) -> None:
    assert default_database(tmp_path) == f"sqlite:///{tmp_path}/matches.sqlite"
    assert default_database().endswith("meuse/matches.sqlite")


# data packs


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Battle of France with tanks for 9."""
    folder = tmp_path / "pack"
    folder.mkdir()
    units = (FOLDER / "units.toml").read_text(encoding="utf-8")
    before, tank, after = units.partition('id = "tank"')
    (folder / "units.toml").write_text(before + tank + after.replace("cost = 5", "cost = 9", 1), encoding="utf-8")
    return folder


def test_a_pack_lies_over_its_game(pack: Path, tmp_path: Path) -> None:
    with process(tmp_path, "--pack", f"{BOF}={pack}") as address:
        hashes = {game["name"]: game["data"] for game in httpx2.get(f"{address}/api/games").json()}
        units = httpx2.get(f"{address}/api/games/{BOF}/data").json()["files"]["units.toml"]["unit"]
    assert [unit["cost"] for unit in units if unit["id"] == "tank"] == [9]
    plain = {name: games.load(name).data_hash for name in hashes}
    assert hashes == plain | {BOF: games.load(BOF, pack).data_hash}
    assert hashes[BOF] != plain[BOF]


@pytest.fixture
def laid(pack: Path) -> Iterator[Path]:
    games.lay({BOF: pack})
    yield pack
    games.lay({})


def seen_by_a_bot(*question: Any) -> tuple[str, Notes]:
    return games.load(BOF).data_hash, Notes()


def test_bots_play_with_it_too(laid: Path) -> None:
    worker = Worker(seen_by_a_bot, 60)
    try:
        with ThreadPoolExecutor(1) as aside:  # this thread may have a loop of its own
            told, _ = aside.submit(lambda: asyncio.run(worker.ask(BOF))).result()
    finally:
        worker.stop()
    assert told == games.load(BOF, laid).data_hash


def test_packs_that_are_none(pack: Path) -> None:
    assert "--pack nothing: give a game and its folder" in complaint("--pack", "nothing")
    assert "each game once" in complaint("--pack", f"{BOF}={pack}", "--pack", f"{BOF}={pack}")
    assert "there is no game 'chess'" in complaint("--pack", f"chess={pack}")
    assert "no such folder" in complaint("--pack", f"{BOF}=nowhere")
