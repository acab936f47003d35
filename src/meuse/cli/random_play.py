"""``meuse random``: games played at random, everything checked on the way."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from meuse.cli.common import (
    AsJson,
    GameName,
    Pack,
    Trouble,
    blaming,
    err,
    load_game,
    out,
    parse_options,
    say,
    say_json,
)
from meuse.cli.experiment import Jobs, Options, Vary, sourced
from meuse.engine import Game
from meuse.engine.playout import Played, RandomGame, vary
from meuse.lab.match import Source
from meuse.lab.pool import cores, play_many


def random_play(
    game_name: GameName,
    count: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games in all.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the next ones count on.")] = 0,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            metavar="NAME|FILE.toml",
            help="Only this scenario, or a file of your own (may be repeated); by default all in turn.",
        ),
    ] = None,
    varied: Vary = False,
    option: Options = None,
    jobs: Jobs = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FOLDER", help="Write the record of every game into this folder.")
    ] = None,
    no_check: Annotated[bool, typer.Option("--no-check", help="Play only; check nothing.")] = False,
    pack: Pack = None,
    as_json: AsJson = False,
) -> None:
    """Play uniformly random games to the end and check every invariant after every action."""
    game = load_game(game_name, pack)
    fixed = parse_options(game, option or [])
    scenarios, source = sourced(game, pack, scenario or game.scenarios)
    plans = make_plans(game, scenarios, count, seed, fixed, varied)
    folder = make_folder(record)
    began = perf_counter()
    played = play_many(source.load, plans, min(jobs or cores(), count), not no_check, folder)
    with blaming(pack):
        games = show_progress(played, count)
    summary = summarize(source, scenarios, games, perf_counter() - began, pack)
    say_json(summary) if as_json else show(summary)
    if summary["errors"]:
        raise typer.Exit(1)


def make_plans(
    game: Game, scenarios: list[str], count: int, seed: int, fixed: dict[str, str], varied: bool
) -> Iterator[RandomGame]:
    """The games to be played, the scenarios in turn."""
    for number in range(seed, seed + count):
        options = (vary(game, number) if varied else {}) | fixed
        yield RandomGame(scenarios[(number - seed) % len(scenarios)], number, options)


def make_folder(folder: Path | None) -> Path | None:
    """The folder for records, made if need be."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
            raise Trouble(f"{folder}: cannot hold records: {reason}; name another folder") from None
    return folder


def show_progress(played: Iterator[Played], count: int) -> list[Played]:
    """Collect the games behind a progress bar."""
    columns = (TextColumn("random games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    games = []
    try:
        with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
            task = bar.add_task("games", total=count)
            for game in played:
                games.append(game)
                bar.advance(task)
    except BrokenProcessPool:
        raise Trouble("a process that played games died; is there enough memory? Try fewer --jobs", 1) from None
    except OSError as error:
        raise Trouble(
            f"{error.filename or 'record'}: cannot be written: {error.strerror}; name another folder"
        ) from None
    return games


def summarize(
    source: Source, scenarios: list[str], played: list[Played], seconds: float, pack: Path | None
) -> dict[str, Any]:
    """Numbers over all games, and every error with the way to repeat it."""
    results: dict[str, dict[str, int]] = {}
    for name in dict.fromkeys(scenarios):
        counted = Counter(one.result for one in played if one.scenario == name and not one.error)
        if counted:
            results[source.asked(name)] = dict(counted.most_common())
    decisions = sum(one.decisions for one in played)
    ended = [one.turns for one in played if not one.error]
    return {
        "game": source.game,
        "games": len(played),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "mean_turns": round(sum(ended) / len(ended), 2) if ended else 0,
        "results": results,
        "errors": [describe(source, one, pack) for one in sorted(played, key=lambda one: one.seed) if one.error],
    }


def describe(source: Source, one: Played, pack: Path | None) -> dict[str, Any]:
    """An error: which game, after which action, what, and how to see it again."""
    scenario = shlex.quote(source.asked(one.scenario))
    parts = [f"meuse random {source.game} --scenario {scenario} --games 1 --seed {one.seed}"]
    parts += [f"--option {name}={value}" for name, value in sorted(one.options.items())]
    parts += [f"--pack {pack}"] if pack else []
    return {
        "seed": one.seed,
        "scenario": scenario,
        "options": one.options,
        "action": one.decisions,
        "message": one.error,
        "repeat": " ".join(parts),
    }


def show(summary: dict[str, Any]) -> None:
    """The summary for people."""
    say(
        f"{summary['games']} games, {summary['decisions']} decisions in {summary['seconds']:.1f} s "
        f"({summary['decisions_per_second']} per second), {summary['mean_turns']} turns on average"
    )
    table = Table("scenario", "result", "games")
    for scenario, counted in summary["results"].items():
        for result, number in counted.items():
            table.add_row(scenario, result, str(number))
    if summary["results"]:
        out.print(table)
    say(f"errors: {len(summary['errors'])}")
    for error in summary["errors"]:
        say(f"seed {error['seed']} ({error['scenario']}), action {error['action']}: {error['message']}")
        say(f"  again with: {error['repeat']}")
