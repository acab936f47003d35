"""The application: its commands, and how it ends when something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from meuse import __version__
from meuse.cli import (
    balance,
    docs,
    ledger,
    picture,
    position,
    random_play,
    replay,
    rules,
    serve,
    simulate,
    tournament,
    tune,
)
from meuse.cli.common import Trouble, one_line
from meuse.engine import DataError

INTERRUPTED = 130


class OneLine(TyperGroup):
    """Commands whose every error is one line on standard error."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; a problem the user can fix is reported in one line, without a traceback."""
        code = self._run(args, prog_name=prog_name, complete_var=complete_var, **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, args: Sequence[str] | None, **more: Any) -> int:
        try:
            outcome = super().main(args, standalone_mode=False, **more)
            sys.stdout.flush()
            return outcome if isinstance(outcome, int) else 0
        except Trouble as trouble:
            return _complain(one_line(trouble), trouble.code)
        except DataError as error:
            return _complain(one_line(error), 2)
        except (KeyboardInterrupt, typer.Abort):
            return _complain("interrupted", INTERRUPTED)
        except BrokenPipeError:
            # the reader of our output has closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            return _complain(_usage(error), 2)


def _usage(error: Any) -> str:
    """A mistake on the command line, and where to read how it is done."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "meuse"
    return f"{one_line(error.format_message()).rstrip('.?')}; see {path} --help"


def _complain(message: str, code: int) -> int:
    typer.echo(f"meuse: {message}", err=True)
    return code


app = typer.Typer(
    name="meuse",
    cls=OneLine,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meuse {__version__}")
        raise typer.Exit


@app.callback()
def meuse(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """The Battle of France, 1940: board wargames with every rule enforced."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("rules")(rules.rules)
app.command("ledger")(ledger.ledger)
app.command("map")(picture.picture)
app.command("position")(position.position)
app.command("replay")(replay.replay)
app.command("verify")(replay.verify)
app.command("random")(random_play.random_play)
app.command("simulate")(simulate.simulate)
app.command("tournament")(tournament.tournament)
app.command("balance")(balance.balance)
app.command("tune")(tune.tune)
app.command("docs")(docs.docs)
app.command("serve")(serve.serve)


def main() -> None:
    """Run the command."""
    app(prog_name="meuse")
