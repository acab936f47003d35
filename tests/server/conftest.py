"""A server for a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from meuse.server import bots
from tests import LAST
from tests.server.kit import serving


@pytest.fixture(autouse=True)
def slow_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker of a bot may take its time to start."""
    monkeypatch.setattr(bots, "START_LIMIT", LAST)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests of a file that do not mind each other's matches."""
    with serving(tmp_path_factory.mktemp("server")) as made:
        yield made
