"""The built browser client: its files, and its first page for every address that the client itself handles."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request, Response

from meuse.server.errors import Problem
from meuse.server.files import IMMUTABLE, REVALIDATE, File

FOLDER = Path(__file__).parent / "client"
"""Where the build puts the client."""
FIRST = "index.html"
UNBUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Meuse</title>
<h1>The browser client has not been built</h1>
<p>The server is running, but there is no page to show yet. In a clone of the project, <code>make play</code> builds
the client and starts the server; so does <code>pip install .</code>, followed by <code>meuse serve</code>.</p>
</html>
"""


def client(folder: Path) -> APIRouter:
    """Routes for the client in a folder; any address that does not look like a file gets the first page."""
    router = APIRouter(include_in_schema=False)
    files = {path.relative_to(folder).as_posix(): _file(folder, path) for path in _visible(folder)}
    first = files.get(FIRST) or File(UNBUILT, "text/html", "no-store", 503)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(path: str, request: Request) -> Response:
        if path not in files and (path.startswith("api/") or "." in path.rsplit("/")[-1]):
            raise Problem(404, "unknown", f"there is nothing at /{path}")
        return files.get(path, first).answer(request)

    return router


def _visible(folder: Path) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _file(folder: Path, path: Path) -> File:
    """The names of assets carry a hash of their content, so they never change."""
    caching = IMMUTABLE if (folder / "assets") in path.parents else REVALIDATE
    return File(path.read_bytes(), guess_type(path.name)[0] or "application/octet-stream", caching)
