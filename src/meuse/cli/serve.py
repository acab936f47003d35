"""``meuse serve``: matches over HTTP."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Annotated

import typer

from meuse import games
from meuse.cli.common import Trouble, load_game, say


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 for any.")] = 1940,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="A database, such as postgresql://...; by default SQLite."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the SQLite file lies, if not as usual.")
    ] = None,
    pack: Annotated[
        list[str] | None,
        typer.Option("--pack", metavar="GAME=FOLDER", help="A data pack for a game: TOML files laid over its own."),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the browser when the server is up.")] = False,
) -> None:
    """Serve matches to browsers and programs until interrupted."""
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from meuse.server import process
    from meuse.server.app import default_database, make_app
    from meuse.server.storage import Store

    if database is not None and data is not None:
        raise Trouble("give --database or --data, not both")
    games.lay(packs(pack or []))
    url = database or default_database(data)
    try:
        Store(url).close()
    except (SQLAlchemyError, CommandError, ImportError, OSError, ValueError, TypeError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise Trouble(f"the database cannot be opened: {first}; check --database or --data") from None
    try:
        listener = process.listen(host, port)
    except (OSError, UnicodeError) as error:
        raise Trouble(_cannot_listen(host, port, error)) from None
    where = process.address(host, listener)

    def up() -> None:
        say(f"Meuse is at {where}")
        if show:
            process.open_browser(where)

    process.run(make_app(url), listener, up)


def packs(words: list[str]) -> dict[str, Path]:
    """The data packs of the games, each tried."""
    found: dict[str, Path] = {}
    for word in words:
        name, is_given, folder = word.partition("=")
        if not is_given or name in found:
            raise Trouble(f"--pack {word}: give a game and its folder, each game once, such as {games.NAMES[0]}=FOLDER")
        found[name] = Path(folder).absolute()
        load_game(name, found[name])
    return found


def _cannot_listen(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"cannot listen on {host}:{port}: that is no name of a host; choose another --host"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken: perhaps Meuse is running already; look there, or choose another with --port"
    return f"cannot listen on {host}:{port}: {error.strerror}; choose another --host or --port"
