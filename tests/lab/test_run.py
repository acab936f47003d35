"""Many games: the same rows from one process and from several, whatever happens to them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from meuse.lab import BUILT_IN, Accumulator, Lab, on_cores
from meuse.lab.accumulators import find
from meuse.lab.run import TRIES
from tests.lab.kit import Verbs, plans, timeless


def test_several_processes_give_the_rows_of_one() -> None:
    alone, many = (list(Lab(on_cores(jobs)).run(plans(6))) for jobs in (1, 2))
    assert timeless(alone) == timeless(many)


class Killer(Accumulator):
    """Kills the process that plays seed 2, as often as the orders in a folder say."""

    name = "killer"
    ORDERS = "MEUSE_TEST_ORDERS"

    def start(self, state: Any) -> None:
        folder = Path(os.environ[self.ORDERS])
        most, fallen = (len((folder / name).read_text()) for name in ("orders", "victims"))
        if state.seed == b"2" and fallen < most:
            (folder / "victims").write_text("x" * (fallen + 1))
            os.kill(os.getpid(), signal.SIGKILL)


def give_orders(folder: Path, deaths: int) -> None:
    (folder / "orders").write_text("x" * deaths)
    (folder / "victims").write_text("")


@pytest.mark.parametrize("deaths", [1, TRIES])
def test_a_killed_worker_loses_no_game(deaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(Killer.ORDERS, str(tmp_path))
    give_orders(tmp_path, deaths)
    rows = list(Lab(on_cores(2), (*BUILT_IN, Killer)).run(plans(5)))
    assert sorted(row["seed"] for row in rows) == [0, 1, 2, 3, 4]
    broken = {row["seed"]: row["error"] for row in rows if row["error"]}
    assert broken == ({} if deaths < TRIES else {2: f"the process that played it died {TRIES} times"})
    assert len((tmp_path / "victims").read_text()) == deaths


def test_an_accumulator_of_ones_own() -> None:
    assert find("tests.lab.kit:Verbs") is Verbs
    [row] = Lab(on_cores(1), (*BUILT_IN, Verbs)).run(plans(1))
    assert sum(row["verbs"].values()) == row["decisions"]


@pytest.mark.parametrize("name", ["verbs", "tests.lab.kit:Nothing", "no.such.module:Verbs", "tests.lab.kit:plans"])
def test_what_is_no_accumulator_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="accumulator"):
        find(name)
