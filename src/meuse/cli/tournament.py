"""``meuse tournament``: a round robin of bots with ratings."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from meuse.cli.common import AsJson, GameName, Pack, Trouble, blaming, out, parse_options, say, say_json
from meuse.cli.experiment import (
    Cluster,
    Jobs,
    Options,
    Out,
    PlayerNames,
    Scenario,
    Seed,
    bots,
    experiment,
    laboratory,
    play_all,
    subject,
    told,
)
from meuse.lab.statistics import percent
from meuse.lab.tournament import pairings, standings


def tournament(
    game_name: GameName,
    players: PlayerNames = "recruit,captain",
    count: Annotated[
        int, typer.Option("--games", min=1, metavar="N", help="Games of each pairing; everybody plays both camps.")
    ] = 20,
    seed: Seed = 0,
    scenario: Scenario = None,
    option: Options = None,
    pack: Pack = None,
    target: Out = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Let every bot play every other in both camps; ratings on the Elo scale, with intervals."""
    game, chosen, source = subject(game_name, pack, scenario)
    fixed = tuple(sorted(parse_options(game, option or []).items()))
    names = bots(players, game)
    if len(set(names)) != len(names) or len(names) < 2:
        raise Trouble(f"--players {players}: a tournament is among two or more different bots")
    plans = pairings(source, chosen, names, range(seed, seed + count), fixed)
    where = laboratory(jobs, cluster)
    with blaming(pack):
        rows = play_all(where, plans, target, f"{game_name} {chosen}")
    table = standings(game, chosen, rows) | experiment(game, names, fixed, seed, count)
    say_json(table) if as_json else show(game.TITLE, table)
    if table["errors"]:
        raise typer.Exit(1)


def show(title: str, found: dict[str, Any]) -> None:
    """The standings for people."""
    first, second = found["camps"]
    say(f"{title}, {found['scenario']}: {found['games']} games")
    ranks = Table("player", "rating", "95 %", "points", "games")
    for entry in found["ratings"]:
        cells = (f"{entry['elo']:+.0f}", f"± {entry['margin']:.0f}", f"{entry['points']:g}", str(entry["games"]))
        ranks.add_row(entry["name"], *cells)
    met = Table(first, second, "games", f"{first} wins (95 % interval)", "draws")
    for pair in found["pairings"]:
        met.add_row(pair[first], pair[second], str(pair["games"]), percent(pair), str(pair["draws"]))
    for table in (ranks, met):
        for column in table.columns[2 if table is met else 1 :]:
            column.justify = "right"
        out.print(table)
    say(f"playing {first} is worth {found['advantage']['elo']:+.0f} ± {found['advantage']['margin']:.0f}")
    for line in told(found["errors"]):
        say(line)
