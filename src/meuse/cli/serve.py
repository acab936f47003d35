"""``meuse serve``: matches over HTTP."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meuse import games
from meuse.cli.common import Trouble, load_game, say

if TYPE_CHECKING:
    from meuse.server.post import Notify


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
    no_chat: Annotated[bool, typer.Option("--no-chat", help="Let nobody talk at the tables.")] = False,
    notify: Annotated[
        bool, typer.Option("--notify", help="Notify people of their turn by webhook, and by e-mail with --smtp-host.")
    ] = False,
    public_url: Annotated[
        str, typer.Option("--public-url", metavar="URL", help="Where people find this server: links begin with it.")
    ] = "",
    smtp_host: Annotated[
        str, typer.Option("--smtp-host", envvar="MEUSE_SMTP_HOST", help="The mail server that takes notices.")
    ] = "",
    smtp_port: Annotated[
        int, typer.Option("--smtp-port", envvar="MEUSE_SMTP_PORT", min=1, max=65535, help="Its port.")
    ] = 587,
    smtp_from: Annotated[
        str, typer.Option("--smtp-from", envvar="MEUSE_SMTP_FROM", help="The sender of notices.")
    ] = "",
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
    told = _notify(public_url, smtp_host, smtp_port, smtp_from) if notify else None
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

    process.run(make_app(url, chat=not no_chat, notify=told), listener, up)


def _notify(public: str, host: str, port: int, sender: str) -> Notify:
    """How people are notified; name and password for the mail server come from the environment."""
    from meuse.server.post import EMAIL, Mail, Notify

    if not public.startswith(("http://", "https://")):
        raise Trouble("--notify: say with --public-url where people find this server, such as https://example.org")
    if host and not EMAIL.fullmatch(sender):
        raise Trouble("--smtp-host: say with --smtp-from which e-mail address sends the notices")
    user, password = (os.environ.get(f"MEUSE_SMTP_{name}", "") for name in ("USER", "PASSWORD"))
    return Notify(public, Mail(host, port, sender, user, password) if host else None)


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
