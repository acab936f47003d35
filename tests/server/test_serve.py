"""``meuse serve``: what it says when it cannot."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meuse.cli import app
from meuse.server.app import default_database


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


def test_not_both(tmp_path: Path) -> None:
    assert "not both" in complaint("--database", "sqlite://", "--data", str(tmp_path))


def test_where_matches_are_kept(tmp_path: Path) -> None:
    assert default_database(tmp_path) == f"sqlite:///{tmp_path}/matches.sqlite"
    assert default_database().endswith("meuse/matches.sqlite")
