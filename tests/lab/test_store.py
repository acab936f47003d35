"""Rows on disk: nothing that was finished is lost, and nothing is played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.lab import Accumulator, Lab, Plan, Row, Store, StoreError, on_cores
from meuse.lab.match import watched
from meuse.lab.run import Kinds
from meuse.lab.store import read
from tests import LAST, until
from tests.lab.kit import Verbs, plans, timeless

DATA = meuse.load("battle_of_france").data.folder

LAB = Lab(on_cores(1))


@pytest.fixture(params=[".csv", ".parquet"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == ".parquet":
        pytest.importorskip("pyarrow")
    return tmp_path / f"games{request.param}"


def played(count: int, path: Path) -> list[Row]:
    with Store(path) as store:
        return list(LAB.run(plans(count), store))


def interrupted_after(seed: int, path: Path) -> None:
    with Store(path) as store:
        for row in LAB.run(plans(5), store):
            if row["seed"] == seed:
                raise KeyboardInterrupt


def no_more(plans: object, kinds: Kinds) -> object:
    raise AssertionError("a finished game was begun again")


def test_rows_come_back_from_the_file_as_they_were(path: Path) -> None:
    rows = played(3, path)
    assert timeless(read(path)) == timeless(rows)
    assert not path.with_name(path.name + ".journal").exists()


def test_columns_of_any_kind_are_kept(path: Path) -> None:
    [row] = played(1, path)
    kinds = [1, "one", True, None, 2.5, "x" * 200_000]
    rows = [row | {"seed": seed, "own": own} for seed, own in enumerate(kinds, 50)]
    with Store(path) as store:
        for one in rows:
            store.add(one)
    assert [one.get("own") for one in read(path)[1:]] == kinds


def test_finished_games_are_not_played_again(path: Path) -> None:
    rows = played(3, path)
    with Store(path) as store:
        assert list(Lab(no_more).run(plans(3), store)) == rows  # type: ignore[arg-type]
        assert len(list(LAB.run(plans(4), store))) == 4
    assert [row["seed"] for row in read(path)] == [0, 1, 2, 3]


def test_a_run_that_fails_keeps_its_games(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(1, path)
    assert not path.exists()
    with Store(path) as store:
        assert sorted(row["seed"] for row in store.rows.values()) == [0, 1]


def test_a_row_half_written_is_dropped_and_the_rest_kept(path: Path) -> None:
    journal = path.with_name(path.name + ".journal")
    [row] = LAB.run(plans(1))
    journal.write_bytes(json.dumps(row).encode() + b'\n{"seed": 1, "ga')
    with Store(path) as store:
        assert len(store.rows) == 1
        list(LAB.run(plans(2), store))
    assert timeless(read(path)) == timeless(list(LAB.run(plans(2))))


def test_a_file_of_another_experiment_is_refused(path: Path) -> None:
    played(1, path)
    with pytest.raises(StoreError, match="another experiment"), Store(path) as store:
        list(LAB.run(plans(1, scenario="1940"), store))
    assert len(read(path)) == 1


def test_other_numbers_of_a_bot_are_another_experiment(path: Path, tmp_path: Path) -> None:
    """A bot goes by a file: its name says nothing of what stands there."""
    file = tmp_path / "advice.toml"
    text = (DATA / "advice.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    own = plans(1, "battle_of_france", "two_players", players=f"recruit,captain:{file}")
    quick = Lab(lambda plans, kinds: (row(plan, kinds) for plan in plans))
    with Store(path) as store:
        list(quick.run(own, store))
    file.write_text(text.replace("stake = ", "stake = 1"), encoding="utf-8")
    with pytest.raises(StoreError, match="another experiment"), Store(path) as store:
        list(quick.run(own, store))


def row(plan: Plan, kinds: Kinds) -> Row:
    """A game that nobody played."""
    return plan.heading() | {"watched": watched(kinds), "seconds": 0.0, "error": ""}


def test_other_accumulators_are_another_experiment(path: Path) -> None:
    played(1, path)
    with pytest.raises(StoreError, match="other accumulators looked on"), Store(path) as store:
        list(Lab(on_cores(1), (*LAB.kinds, Verbs)).run(plans(1), store))


def test_an_option_that_is_played_unasked_is_no_other_experiment(path: Path) -> None:
    [plain] = plans(1)
    with Store(path) as store:
        list(LAB.run([plain], store))
        asked = msgspec.structs.replace(plain, options=(("gsc", "steady"),))
        assert len(list(Lab(no_more).run([asked], store))) == 1  # type: ignore[arg-type]


def test_a_refused_file_gets_no_journal(tmp_path: Path) -> None:
    other = tmp_path / "games.csv"
    other.write_text("game,seed\nx\n")
    with pytest.raises(StoreError, match="cannot be read"), Store(other):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["games.csv"]


def test_two_runs_cannot_write_to_one_file(path: Path) -> None:
    pytest.importorskip("fcntl")
    with Store(path), pytest.raises(StoreError, match="another run"), Store(path):
        pass


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="end in"):
        Store(tmp_path / "games.txt")
    other = tmp_path / "games.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(StoreError, match="something else"), Store(other):
        pass
    assert other.read_text() == "a,b\n1,2\n"


HOLD = "MEUSE_TEST_HOLD"


class Holding(Accumulator):
    """Holds the games from a seed on up, for ever, if the environment says so."""

    name = "holding"

    def start(self, state: Any) -> None:
        if HOLD in os.environ and int(state.seed) >= int(os.environ[HOLD]):
            time.sleep(LAST)


def test_killed_without_warning_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Four of its games end, however fast the machine is; the others are held until it is killed."""
    out = tmp_path / "games.csv"
    journal = tmp_path / "games.csv.journal"
    words = ["simulate", "victory_or_defeat", "--scenario", "1939", "--players", "recruit,recruit", "--games", "10"]
    words += ["--out", str(out), "--jobs", "2", "--json", "--accumulator", "tests.lab.test_store:Holding"]
    command = [sys.executable, "-c", "from meuse.cli import main; main()", *words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = subprocess.Popen(command, env=os.environ | {HOLD: "4"}, start_new_session=True, **quiet)
    until(lambda: journal.exists() and journal.read_bytes().count(b"\n") == 4)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    kept = [json.loads(line) for line in journal.read_bytes().split(b"\n")[:-1]]
    assert sorted(row["seed"] for row in kept) == [0, 1, 2, 3]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows = read(out)
    assert [row["seed"] for row in rows] == list(range(10))
    assert rows[:4] == sorted(kept, key=lambda row: row["seed"])
