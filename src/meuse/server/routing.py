"""Routes that return structs: encoded by msgspec, and described by their types in the OpenAPI document."""

from __future__ import annotations

import gzip
import inspect
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from meuse.server.files import File, worth_packing
from meuse.server.responses import Error, Update

REFERENCE = "#/components/schemas/{name}"
JSON = "application/json"
MOST_KEPT = 200
"""Answers that a route keeps."""
FAST = 5
"""How hard to compress what is sent only once."""

encoder = msgspec.json.Encoder(enc_hook=str)
"""For everything that is sent; what JSON has no type for becomes text."""


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a route may refuse, for its description."""
    return {status: {"content": {JSON: {"schema": _schema(Error)}}} for status in statuses}


class StructRoute(APIRoute):
    """A route whose function returns a struct, or a list of structs."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        self.answer_type = inspect.signature(endpoint, eval_str=True).return_annotation
        if _described(self.answer_type):
            status = more.get("status_code") or 200
            good = {status: {"content": {JSON: {"schema": _schema(self.answer_type)}}}}
            more |= {"response_model": None, "responses": {**(more.get("responses") or {}), **good}}
            endpoint = _encoding(endpoint, status)
        super().__init__(path, endpoint, **more)


class FreshRoute(StructRoute):
    """A route whose response is made for each request; long ones are compressed, outside the event loop."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        make = super().get_route_handler()

        async def handle(request: Request) -> Response:
            answer = await make(request)
            if worth_packing(bytes(answer.body), request):
                answer.body = await run_in_threadpool(gzip.compress, answer.body, FAST)
                answer.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(answer.body))})
            return answer

        return handle


class CachedRoute(StructRoute):
    """A route whose response depends only on the address: made once and kept."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        make = super().get_route_handler()
        made: dict[str, File] = {}

        async def handle(request: Request) -> Response:
            path = request.url.path
            if path not in made:
                if len(made) >= MOST_KEPT:
                    made.clear()
                answer = await make(request)
                made[path] = File(bytes(answer.body), answer.media_type or JSON)
            return made[path].answer(request)

        return handle


def describe(app: FastAPI, routers: Iterable[APIRouter]) -> Callable[[], dict[str, Any]]:
    """The OpenAPI document of an application, with all types of its answers and of the live channel."""
    routes = [route for router in routers for route in router.routes]
    types = [route.answer_type for route in routes if isinstance(route, StructRoute)]

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            schema["components"]["schemas"] |= _components(types)
            app.openapi_schema = schema
        return app.openapi_schema

    return document


def _components(types: Iterable[Any]) -> dict[str, Any]:
    wanted = [kind for kind in dict.fromkeys(types) if _described(kind)]
    return msgspec.json.schema_components([*wanted, Error, Update], ref_template=REFERENCE)[1]


def _described(kind: Any) -> bool:
    return kind is not inspect.Signature.empty and not (isinstance(kind, type) and issubclass(kind, Response))


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def _encoding(endpoint: Callable[..., Any], status: int) -> Callable[..., Any]:
    def encoded(body: Any) -> Response:
        return body if isinstance(body, Response) else Response(encoder.encode(body), status, media_type=JSON)

    @wraps(endpoint)
    def answer(*args: Any, **kwargs: Any) -> Response:
        return encoded(endpoint(*args, **kwargs))

    @wraps(endpoint)
    async def answer_later(*args: Any, **kwargs: Any) -> Response:
        return encoded(await endpoint(*args, **kwargs))

    return answer_later if inspect.iscoroutinefunction(endpoint) else answer
