"""Content that does not change while the server runs: compressed once, and sent only to clients that lack it."""

from __future__ import annotations

import gzip
from functools import cached_property
from hashlib import blake2b

from starlette.requests import Request
from starlette.responses import Response

WORTH_PACKING = 1024
"""Bytes below which compressing gains nothing."""
REVALIDATE = "public, no-cache"
"""Keep it, but ask whether it is still the same."""
IMMUTABLE = "public, max-age=31536000, immutable"


def worth_packing(content: bytes, request: Request) -> bool:
    """Is the content worth compressing, and does the client understand that?"""
    return len(content) >= WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", "")


class File:
    """Some bytes with their type, and a tag that changes with them."""

    def __init__(self, content: bytes, media_type: str, caching: str = REVALIDATE, status: int = 200) -> None:
        self.content = content
        self.media_type = media_type
        self.status = status
        self._headers = {"ETag": f'"{blake2b(content, digest_size=12).hexdigest()}"', "Cache-Control": caching}

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, 6, mtime=0)

    def answer(self, request: Request) -> Response:
        """The content, or that what the client has is still good."""
        headers = {**self._headers, "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "")
        if self.status == 200 and headers["ETag"] in known.replace("W/", "").split(", "):
            return Response(status_code=304, headers=headers)
        content = self.content
        if worth_packing(content, request):
            content, headers["Content-Encoding"] = self.packed, "gzip"
        return Response(content, self.status, headers, self.media_type)
