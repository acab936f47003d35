"""``meuse balance``: what a change of a number in the data does to the result."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from meuse import lab
from meuse.cli.common import AsJson, GameName, Pack, Trouble, out, parse_options, say, say_json
from meuse.cli.experiment import (
    Cluster,
    Count,
    Jobs,
    Options,
    Out,
    PlayerNames,
    Scenario,
    Seed,
    amount,
    bots,
    experiment,
    laboratory,
    play_all,
    subject,
    told,
)
from meuse.engine import DataError
from meuse.engine.data import ASIDE
from meuse.lab.balance import Change, Changed, ChangeError, change, compare
from meuse.lab.statistics import percent, points


def balance(
    game_name: GameName,
    changes: Annotated[
        list[str],
        typer.Option(
            "--change",
            metavar="'FILE: PATH = VALUE'",
            help="A value of a data file, such as 'tables.toml: income.major = 9' (may be repeated: all at once).",
        ),
    ],
    players: PlayerNames = "captain,captain",
    count: Count = 100,
    seed: Seed = 0,
    scenario: Scenario = None,
    option: Options = None,
    pack: Pack = None,
    target: Out = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Play the same seeds with and without changes in the data, and report the difference with its interval."""
    game, chosen, plain = subject(game_name, pack, scenario)
    fixed = tuple(sorted(parse_options(game, option or []).items()))
    names = bots(players, game)
    wanted, changed = read_changes(plain, chosen, changes)
    try:
        seated = lab.seats(game, chosen, len(names))
    except ValueError as error:
        raise Trouble(f"--players {players}: {error}") from None
    arms = [
        [lab.Plan(source, chosen, names, seated, number, fixed) for number in range(seed, seed + count)]
        for source in (plain, changed.source)
    ]
    rows = play_all(laboratory(jobs, cluster), [*arms[0], *arms[1]], target, f"{game_name} {chosen}, twice")
    before = [row for row in rows if row["data"] == game.data_hash]
    after = [row for row in rows if row["data"] != game.data_hash]
    effect = {
        "game": game.NAME,
        "scenario": chosen,
        **experiment(game, names, fixed, seed, count),
        "changes": [
            {"file": one.file, "path": ".".join(one.path), "before": old, "after": one.value}
            for one, old in zip(wanted, changed.before, strict=True)
        ],
        **compare(game, chosen, before, after),
    }
    say_json(effect) if as_json else show(game.TITLE, effect)
    if effect["errors"]:
        raise typer.Exit(1)


def read_changes(source: lab.Source, scenario: str, texts: list[str]) -> tuple[list[Change], Changed]:
    """The changes asked for, and the game that has them; one that the game cannot use is refused at once."""
    try:
        wanted = [one for text in texts for one in Change.read(text)]
        changed = change(source, wanted)
        game = changed.source.load()
        game.setting(scenario)
        same = game.data_hash == source.load().data_hash
    except (ChangeError, DataError) as error:
        raise Trouble(f"--change {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Trouble(f"--change: the game cannot use this: {type(error).__name__}: {error}") from None
    if same:
        aside = ", ".join(sorted({one.file for one in wanted} & set(ASIDE)))
        way = "; captains with other numbers are compared by meuse tournament (captain:FILE)" if aside else ""
        raise Trouble(f"--change: no rule of the game is changed by this{way}")
    return wanted, changed


def show(title: str, effect: dict[str, Any]) -> None:
    """The comparison for people."""
    say(f"{title}, {effect['scenario']}: {' against '.join(effect['players'])}, {effect['games']} games in each arm")
    for one in effect["changes"]:
        say(f"{one['file']}: {one['path']}: {one['before']} becomes {one['after']}")
    table = Table("", "before", "after", "difference (95 % interval)")
    for camp, wins in effect["wins"].items():
        parts = [percent(effect[arm]["camps"][camp]) for arm in ("before", "after")]
        table.add_row(f"wins, {camp}", *parts, points(wins))
    if effect["before"]["measure"]:
        parts = [amount(effect[arm]["points"]) for arm in ("before", "after")]
        table.add_row(effect["before"]["measure"], *parts, amount(effect["points"]))
    for name, apart in [("turns", effect["turns"]), *((f"losses, {side}", n) for side, n in effect["losses"].items())]:
        table.add_row(name, "", "", amount(apart))
    out.print(table)
    for line in told(effect["errors"]):
        say(line)
