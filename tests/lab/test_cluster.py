"""A cluster of two workers on this machine: the same rows, also when a worker is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from meuse.lab import BUILT_IN, Lab, on_cores
from meuse.lab.cluster import ClusterError, on_cluster
from tests.lab.kit import plans, timeless
from tests.lab.test_run import Killer, give_orders

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that the workers of a cluster started here know of; they inherit our environment when it starts."""
    folder = tmp_path_factory.mktemp("orders")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(Killer.ORDERS, str(folder))
        yield folder
        ray.shutdown()


@pytest.mark.parametrize("deaths", [0, 2])
def test_a_killed_worker_loses_no_game(orders: Path, deaths: int) -> None:
    give_orders(orders, deaths)
    rows = list(Lab(on_cluster("local", 2), (*BUILT_IN, Killer)).run(plans(6)))
    assert timeless(rows) == timeless(list(Lab(on_cores(1)).run(plans(6))))
    assert len((orders / "victims").read_text()) == deaths


def test_a_cluster_that_is_not_there() -> None:
    ray.shutdown()
    with pytest.raises(ClusterError, match="no cluster answers"):
        on_cluster("127.0.0.1:1")
