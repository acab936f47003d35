"""Many games on a Ray cluster: the same plans and rows, on other machines.

Ray begins the games of a worker or machine that died again somewhere else; finished games have left it already.
The same Meuse must be installed on every machine. Data packs and players' own scenarios travel in the plans; files
that bots name must lie on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from socket import create_connection
from typing import Any

from meuse.lab.accumulators import Row
from meuse.lab.match import Plan, broken, key, play
from meuse.lab.run import Kinds, Players
from meuse.lab.store import Missing

LOCAL = "local"
AHEAD = 4
"""Games handed out for each core."""
RETRIES = 20
"""How often a game is started again whose worker died."""
PATIENCE = 10.0
"""Seconds until a cluster must answer."""


class ClusterError(Exception):
    """A cluster that cannot be reached."""


def on_cluster(address: str, jobs: int | None = None) -> Players:
    """Plays on the cluster at an address (``auto``, ``host:port``, ``ray://host:port``), or on one started here."""
    ray = _ray()
    if not ray.is_initialized():
        _connect(ray, address, jobs)

    def play_all(plans: Iterable[Plan], kinds: Kinds) -> Iterator[Row]:
        return _play(ray, iter(list(plans)), tuple(kinds))

    return play_all


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise Missing("a cluster", "cluster") from None
    return ray


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        problem = (str(error).splitlines() or [type(error).__name__])[0]
        raise ClusterError(f"--cluster {address}: no cluster answers there: {problem}") from None


def _knock(address: str) -> None:
    """Ray itself would try for minutes to reach an address where nothing listens."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        create_connection((host, int(port)), PATIENCE).close()


def _play(ray: Any, plans: Iterator[Plan], kinds: Kinds) -> Iterator[Row]:
    """Keep all cores of the cluster busy and give rows back as games end."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play)
    watchers = ray.put(tuple(kinds))
    running: dict[Any, Plan] = {}
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            while len(running) < most and (plan := next(plans, None)) is not None:
                running[task.remote(plan, watchers)] = plan
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield _row(ray, reference, running.pop(reference))
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _row(ray: Any, reference: Any, plan: Plan) -> Row:
    """A game's row; one that could not be played anywhere says so."""
    try:
        row: Row = ray.get(reference)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        problem = (str(cause).splitlines() or [type(cause).__name__])[0]
        row = broken(plan, f"the cluster could not play it: {problem}")
    if key(row) != key(plan.heading()):
        row = broken(plan, "it was played with other rules, data or advice; install the same Meuse everywhere")
    return row
