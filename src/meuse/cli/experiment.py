"""What the commands of the laboratory share: who plays, where, and the bar that shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from meuse import lab, players
from meuse.cli.common import Trouble, blaming, choose_scenario, err, load_game
from meuse.engine import DataError, Game
from meuse.lab.accumulators import BUILT_IN, check_names, find
from meuse.lab.cluster import ClusterError, on_cluster
from meuse.lab.run import Players

PlayerNames = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="A,B[,C]",
        help=f"The bots, in the order of the sides: {', '.join(players.LEVELS)}; general:5s takes 5 seconds a turn, "
        "captain:FILE.toml goes by that file.",
    ),
]
Count = Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=2**62, help="The seed of the first game; the next ones count on.")
]
Scenario = Annotated[
    str | None,
    typer.Option("--scenario", metavar="NAME|FILE.toml", help="A scenario, or a file of your own; else the last one."),
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Fix an option (may be repeated).")
]
Vary = Annotated[bool, typer.Option("--vary", help="Draw the options of each game at random.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, metavar="J", help="Processes; by default one per core.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on the Ray cluster there; 'local' starts one here."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="A row per game, as FILE.parquet or FILE.csv; a killed run goes on."),
]
Own = Annotated[
    list[str] | None,
    typer.Option("--accumulator", metavar="MODULE:CLASS", help="An accumulator of your own (may be repeated)."),
]


def bots(text: str, game: Game) -> tuple[str, ...]:
    """The bots named on the command line, each known and fit for the game."""
    names = tuple(name.strip() for name in text.split(","))
    try:
        for name in names:
            players.make(name, files=True).goes_by(game)
    except (players.UnknownLevel, DataError) as error:
        raise Trouble(f"--players {text}: {error}") from None
    return names


def experiment(
    game: Game, names: Sequence[str], options: Sequence[tuple[str, str]], seed: int, count: int
) -> dict[str, object]:
    """What was played, for scripts."""
    return {
        "players": list(names),
        "advice": [players.make(name, files=True).goes_by(game) for name in names],
        "options": dict(game.ledger.deviations(dict(options))),
        "rules": game.VERSION,
        "data": game.data_hash,
        "seeds": [seed, seed + count - 1],
    }


def subject(game_name: str, pack: Path | None, scenario: str | None) -> tuple[Game, str, lab.Source]:
    """The game, the name under which it knows the scenario, and both as they travel to other processes."""
    game = load_game(game_name, pack)
    [name], source = sourced(game, pack, [scenario or game.scenarios[-1]])
    return game, name, source


def sourced(game: Game, pack: Path | None, asked: Sequence[str]) -> tuple[list[str], lab.Source]:
    """The names of scenarios asked for by name or file, and the game with the texts of those that are files."""
    with blaming(pack):
        names = [choose_scenario(game, one) for one in asked]
    texts = [game.setting(name).text for name in names]
    own = tuple((file, text) for file, text in zip(asked, texts, strict=True) if text)
    return names, lab.Source(game.NAME, lab.read_pack(pack), own)


def laboratory(jobs: int | None, cluster: str | None, own: Sequence[str] = ()) -> lab.Lab:
    """Where the games are played, and who looks on."""
    try:
        kinds = (*BUILT_IN, *(find(name) for name in own))
        check_names(kinds)
    except ValueError as error:
        raise Trouble(f"--accumulator {error}") from None
    return lab.Lab(_hall(jobs, cluster), kinds)


def _hall(jobs: int | None, cluster: str | None) -> Players:
    if cluster is None:
        return lab.on_cores(jobs)
    try:
        return on_cluster(cluster, jobs)
    except (ClusterError, lab.Missing) as error:
        raise Trouble(str(error)) from None


def play_all(where: lab.Lab, plans: Sequence[lab.Plan], out: Path | None, what: str) -> list[lab.Row]:
    """Play all plans behind a progress bar; with ``out``, every finished game is kept there.

    What bots or a cluster may print meanwhile is no result of ours, and must not stand among the JSON.
    """
    with redirect_stdout(sys.stderr), _stored(out) as store:
        return list(_shown(where.run(plans, store), len(plans), what))


@contextmanager
def _stored(out: Path | None) -> Iterator[lab.Store | None]:
    if out is None:
        yield None
        return
    try:
        with lab.Store(out) as store:
            yield store
    except (lab.StoreError, lab.Missing) as error:
        raise Trouble(str(error)) from None


def _shown(rows: Iterator[lab.Row], count: int, what: str) -> Iterator[lab.Row]:
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task("games", total=count)
        for row in rows:
            yield row
            bar.advance(task)


def told(errors: Sequence[dict[str, object]]) -> list[str]:
    """Games that broke, a line each."""
    which = ("players", "arm", "scenario")
    names = [next(str(error[name]) for name in which if error.get(name)) for error in errors]
    return [f"seed {error['seed']} ({name}): {error['error']}" for error, name in zip(errors, names, strict=True)]


def amount(value: dict[str, float | None]) -> str:
    """A mean with its interval, as far as there is one."""
    if value["mean"] is None:
        return "none"
    if value["low"] is None or value["high"] is None:
        return f"{value['mean']:.2f}"
    return f"{value['mean']:.2f} ({value['low']:.2f} to {value['high']:.2f})"
