"""``meuse replay`` and ``meuse verify``: read records again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from meuse.cli.common import Pack, Trouble, blaming, load_record, say
from meuse.cli.position import situation
from meuse.engine import Game, Record, RecordError

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a match.")]


def replay(
    file: RecordFile,
    upto: Annotated[int | None, typer.Option("--upto", min=0, metavar="N", help="Stop after action N.")] = None,
    events: Annotated[
        bool, typer.Option("--events", help="Say what happened after each action, with clauses.")
    ] = False,
    pack: Pack = None,
) -> None:
    """Play a record again, action by action, each checked against the rules and its hash."""
    record, game = load_record(file, pack)
    with blaming(pack):
        show(record, game, file, upto, events)


def show(record: Record, game: Game, file: Path, upto: int | None, events: bool) -> None:
    """The actions, the events if wanted, and the situation afterwards."""
    state = record.start(game, str(file))
    for number, state in record.play(game, str(file), upto):
        line = record.lines[number - 1]
        rolls = " {" + " ".join(map(str, line.rolls)) + "}" if line.rolls else ""
        say(f"{number:>5} {line.side:8} {line.action}{rolls}")
        if events:
            for event in state.events:
                say(Text(f"      {event.tell(state.setting)} [{', '.join(event.clauses)}]", "dim"))
    for words in situation(state):
        say(words)


def verify(file: RecordFile, pack: Pack = None) -> None:
    """Check a record without trusting it: rules, data, dice, hashes and result must all agree."""
    record, game = load_record(file, pack)
    record.start(game, str(file))
    try:
        with blaming(pack):
            state, complaints = record.verify(game, str(file))
    except RecordError as error:
        raise Trouble(str(error), 1) from None
    if complaints:
        raise Trouble(f"{file}: does not verify: {'; '.join(complaints)}", 1)
    say(f"OK: {len(record.lines)} actions, {state.dice.made} dice")
