"""``meuse simulate``: bots play each other, and the results are reported."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from meuse import lab
from meuse.cli.common import (
    AsJson,
    GameName,
    Pack,
    Trouble,
    blaming,
    check_folder,
    out,
    parse_options,
    say,
    say_json,
)
from meuse.cli.common import write_whole as write
from meuse.cli.experiment import (
    Cluster,
    Count,
    Jobs,
    Options,
    Out,
    Own,
    PlayerNames,
    Scenario,
    Seed,
    Vary,
    amount,
    bots,
    laboratory,
    play_all,
    subject,
    told,
)
from meuse.engine.playout import vary
from meuse.lab.statistics import percent


def simulate(
    game_name: GameName,
    players: PlayerNames = "captain,captain",
    count: Count = 100,
    seed: Seed = 0,
    scenario: Scenario = None,
    option: Options = None,
    varied: Vary = False,
    pack: Pack = None,
    target: Out = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a report with plots, in one file.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records", metavar="FOLDER", help="Write the record of each game that is played, to be replayed."
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    accumulator: Own = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other and report results, points, length, losses, objectives, fighting and clauses used."""
    game, chosen, source = subject(game_name, pack, scenario)
    fixed = parse_options(game, option or [])
    names = bots(players, game)
    try:
        seated = lab.seats(game, chosen, len(names))
    except ValueError as error:
        raise Trouble(f"--players {players}: {error}") from None
    if report is not None:
        if report.suffix.lower() not in (".html", ".htm"):
            raise Trouble(f"{report}: reports end in .html; give such a name")
        check_folder(report.parent, report)
    kept = kept_in(records, cluster)
    plans = []
    for number in range(seed, seed + count):
        options = (vary(game, number) if varied else {}) | fixed
        plans.append(lab.Plan(source, chosen, names, seated, number, tuple(sorted(options.items())), kept))
    where = laboratory(jobs, cluster, accumulator or [])
    began = perf_counter()
    with blaming(pack):
        rows = play_all(where, plans, target, f"{game_name} {chosen}")
    try:
        summary = lab.summarize(game, chosen, rows, where.kinds)
    except lab.AccumulatorError as error:
        raise Trouble(f"--accumulator {error}") from None
    summary["elapsed"] = round(perf_counter() - began, 3)
    say_json(summary) if as_json else show(game.TITLE, summary)
    if report is not None:
        from meuse.lab.report import page

        more = [word for file, _ in source.own for word in ("--scenario", file)]
        more += [*(("--pack", str(pack)) if pack else ()), *(f"--accumulator={name}" for name in accumulator or [])]
        write(report, page(game, summary, more).encode())
    for path in filter(None, (target, report, records)):
        if not as_json:
            say(f"{path}: written")
    if summary["errors"]:
        raise typer.Exit(1)


def kept_in(records: Path | None, cluster: str | None) -> str:
    """The folder for records, made if need be; empty if none are wanted."""
    if records is None:
        return ""
    if cluster is not None:
        raise Trouble("--records: the machines of a cluster do not share a folder; play the seeds you want here")
    try:
        records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"--records {records}: {error.strerror}; name a folder you can write to") from None
    check_folder(records, records)
    return str(records.resolve())


def show(title: str, summary: dict[str, Any]) -> None:
    """The summary for people; the report has the rest."""
    say(f"{title}, {summary['scenario']}: {' against '.join(summary['players'])}, {summary['games']} games")
    if summary["games"]:
        result, length = summary["result"], summary["length"]
        table = Table("result", "games", "share (95 % interval)")
        table.columns[1].justify = "right"
        for camp, share in [*result["camps"].items(), ("draw", result["draw"])]:
            table.add_row(camp, str(share["count"]), percent(share))
        out.print(table)
        if result["measure"]:
            say(f"{result['measure']}: {amount(result['points'])}")
        say(f"turns: {amount(length['turns'])}; decisions: {amount(length['decisions'])}")
        for side, lost in summary["losses"]["sides"].items():
            say(f"{summary['losses']['unit']} lost by {side}: {amount(lost['total'])}")
        if "points" in summary.get("history", {}):
            points = summary["history"]["points"]
            say(f"history: {points['history']}; play is {amount(points['distance'])} away from it. {points['tells']}")
        seconds = length["seconds"]["mean"]
        say(f"{summary['elapsed']:.1f} s, {seconds:.2f} s a game")
    say(f"errors: {len(summary['errors'])}")
    for line in told(summary["errors"]):
        say(line)
