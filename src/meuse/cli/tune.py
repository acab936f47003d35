"""``meuse tune``: self-play looks for better numbers for a game's advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
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
    load_game,
    out,
    parse_options,
    say,
    say_json,
    write_whole,
)
from meuse.cli.experiment import Options, amount, play_all, sourced, told
from meuse.engine import Game
from meuse.lab.tuning import (
    KINDS,
    Journal,
    Search,
    Tuning,
    TuningError,
    TuningSettings,
    check_posture,
    chosen,
    held_sides,
    judge,
    judge_pairs,
    made,
    provenance,
    resume,
    starting_advice,
    tell,
    to_advice_toml,
    usual_population,
    verdict,
)

HALVES = "half in each camp (all in one, if the posture is for one camp alone)"


def tune(
    game_name: GameName,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            metavar="NAME|FILE.toml",
            help="A scenario, or a file of your own (may be repeated); by default all, or all of the posture.",
        ),
    ] = None,
    posture: Annotated[
        str, typer.Option("--posture", metavar="NAME", help="Tune the factors of this posture, not the numbers.")
    ] = "",
    generations: Annotated[int, typer.Option("--generations", min=1, metavar="N", help="How long to search.")] = 20,
    population: Annotated[
        int | None,
        typer.Option("--population", min=4, metavar="P", help="Candidates of a generation; by default as usual."),
    ] = None,
    count: Annotated[
        int,
        typer.Option("--games", min=2, metavar="G", help=f"Games of a candidate in a scenario, {HALVES}."),
    ] = 10,
    check_count: Annotated[
        int,
        typer.Option("--check", min=2, metavar="G", help=f"Games of the final check in a scenario, {HALVES}."),
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", help="The first seed, of the search and of its games.")] = 0,
    only: Annotated[
        str, typer.Option("--only", metavar="NAME,NAME", help="Tune these numbers alone; 'term' names all terms.")
    ] = "",
    option: Options = None,
    pack: Pack = None,
    target: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.toml", help="Write the advice with its numbers; a killed run goes on."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "--workers", min=1, metavar="J", help="Processes; by default one per core."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let captains with other numbers play against the present ones, and check the result in fresh games."""
    game = load_game(game_name, pack)
    with refusing():
        start = starting_advice(game)
    if posture:
        with refusing(f"--posture {posture}"):
            check_posture(start, posture)
    with refusing(f"--only {only}" if only else ""):
        names = chosen(start, [name.strip() for name in only.split(",")] if only else [], posture)
    options = parse_options(game, option or [])
    named, source = sourced(game, pack, scenario or [])
    with blaming(pack):
        scenarios = scenarios_for(game, posture, named, options)
        camps = max(len(held_sides(game, name, options, posture)) for name in scenarios)
    for name, games in (("--games", count), ("--check", check_count)):
        if games % camps:
            raise Trouble(f"{name} {games}: half of the games are played in each camp; give an even number")
    setting = TuningSettings(
        source=source,
        rules=game.VERSION,
        data=game.data_hash,
        scenarios=scenarios,
        options=tuple(sorted(options.items())),
        start=start,
        names=names,
        population=population or usual_population(names),
        games=count,
        seed=seed,
        posture=posture,
    )
    where = lab.Lab(lab.on_cores(jobs), KINDS)
    with blaming(pack):
        tuning = Tuning(
            begun(setting, target),
            play=lambda plans, what: play_all(where, plans, None, f"{game_name}, {what}"),
            keep=lambda journal: keep(journal, target),
        )
        factors = tuning.search(generations)
        check = checked(tuning, factors, generations, check_count)
    after = made(tuning, factors, provenance(tuning, generations, check_count, check))
    if target is not None:
        write_whole(target, to_advice_toml(after).encode())
    found = tell(tuning, generations, check, after)
    say_json(found) if as_json else show(game.TITLE, found, target)
    if found["errors"]:
        raise typer.Exit(1)


@contextmanager
def refusing(what: str = "") -> Iterator[None]:
    """What cannot be tuned becomes a trouble that names the words to blame."""
    try:
        yield
    except TuningError as error:
        raise Trouble(f"{what}: {error}" if what else str(error)) from None


def scenarios_for(game: Game, posture: str, named: Sequence[str], options: Mapping[str, str]) -> tuple[str, ...]:
    """The scenarios asked for, or all that there are for a posture; one that is not for it is refused."""
    fit = [name for name in dict.fromkeys([*game.scenarios, *named]) if held_sides(game, name, options, posture)]
    if not fit:
        raise Trouble(f"--posture {posture}: no side can take it in any scenario")
    for name in named:
        if name not in fit:
            raise Trouble(f"--scenario {name}: the posture {posture} is not for it; it is for: {', '.join(fit)}")
    return tuple(dict.fromkeys(named or fit))


def checked(tuning: Tuning, factors: Mapping[str, float], generations: int, games: int) -> dict[str, Any]:
    """The final check; a posture is compared with itself before."""
    if tuning.setting.posture:
        return judge_pairs(tuning.check_pairs(factors, generations, games))
    return judge(tuning.check(factors, generations, games))


def journal_of(target: Path) -> Path:
    return target.with_name(target.name + ".journal")


def begun(setting: TuningSettings, target: Path | None) -> Journal:
    """The journal beside the file to be written, or a new one; what cannot be used or written is refused at once."""
    try:
        Search(setting)
    except lab.Missing as error:
        raise Trouble(str(error)) from None
    journal = Journal(setting)
    if target is None:
        return journal
    if target.suffix.lower() != ".toml" or target.is_dir():
        raise Trouble(f"{target}: advice is written to a file that ends in .toml; give such a name")
    path = journal_of(target)
    if target.exists() and not path.exists():
        raise Trouble(f"{target}: it is there already, and no tuning wrote it; name another file")
    try:
        if path.exists():
            journal = resume(path.read_bytes(), setting)
    except TuningError as error:
        raise Trouble(f"{path}: {error}; name another file, or remove it to start again") from None
    except OSError as error:
        raise Trouble(f"{path}: cannot be read: {error.strerror}") from None
    keep(journal, target)
    return journal


def keep(journal: Journal, target: Path | None) -> None:
    """Write how far the tuning has come beside its file."""
    if target is not None:
        write_whole(journal_of(target), journal.encode())


def show(title: str, found: dict[str, Any], target: Path | None) -> None:
    """The result, for people."""
    posture = found["posture"]
    what = [*found["scenarios"], *([f"posture {posture}"] if posture else [])]
    say(f"{title}, {', '.join(what)}: {len(found['generations'])} generations of {found['population']}")
    table = Table("factor" if posture else "number", "before", "after", "times" if posture else "factor")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, number in found["numbers"].items():
        table.add_row(name, f"{number['before']:g}", f"{number['after']:g}", f"{number['factor']:.3f}")
    out.print(table)
    say(f"the {'posture' if posture else 'numbers'} found won {verdict(found['check'])}")
    say(f"points scored less points given away, a game: {amount(found['check']['points'])}")
    if target is not None:
        say(f"{target}: written; {plays_by(target, posture)}")
    for line in told(found["errors"]):
        say(line)


def plays_by(target: Path, posture: str) -> str:
    """Who plays by what was written: a captain takes no posture, a general does where the file is in a data pack."""
    if posture:
        return "as advice.toml of a data pack, the general plays by it"
    return f"captain:{target} plays by it"
