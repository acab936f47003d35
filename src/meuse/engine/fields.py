"""The fields of a state, each declared once: start, kind, name in positions, bounds, and which scenarios have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from meuse.engine.kinds import Kind

Bound = int | Callable[[Any], int]
"""A number, or a function of the setting."""


class Field(NamedTuple):
    """A field as its state declares it."""

    start: Any
    """The value at the start of a match, or a function of the setting that makes it."""
    kind: Kind | None
    """None: it follows from other fields and is only remembered."""
    mutable: bool
    """Does a clone need its own copy?"""
    written: str
    """Its name in JSON and in hashes."""
    position: str
    """Its name in positions; empty where the game writes it in a form of its own."""
    least: Bound | None
    most: Bound | None
    only: Callable[[Any], Any] | None
    """Which settings have such a thing at all, by a function of the setting; None: all."""

    def begin(self, setting: Any) -> Any:
        return self.start(setting) if callable(self.start) else self.start

    def bounds(self, setting: Any) -> tuple[int, int] | None:
        """Least and most, where a number has bounds."""
        if self.most is None:
            return None
        least, most = (bound(setting) if callable(bound) else bound for bound in (self.least, self.most))
        return least or 0, most or 0


def field(
    start: Any,
    kind: Kind,
    *,
    written: str = "",
    position: str = "=",
    least: Bound | None = None,
    most: Bound | None = None,
    only: Callable[[Any], Any] | None = None,
) -> Any:
    """Declare a field: ``turn: int = field(0, NUMBER, most=lambda setting: setting.turns)``.

    A field has its own name in JSON and in positions unless another is given; with ``position=""`` it is no plain
    entry of positions, because the game writes it in a form of its own. Where ``only`` does not hold, positions may
    not give it.
    """
    return Field(start, kind, kind.mutable, written, position, least, most, only)


def derived(start: Any, *, copied: bool = False) -> Any:
    """Declare what follows from the fields and is only remembered; ``copied``: a clone needs its own."""
    return Field(start, None, copied, "", "", None, None, None)


def collected(cls: type, before: dict[str, Field]) -> dict[str, Field]:
    """The fields of a class: those of the class it derives from, and its own.

    The declarations leave the class: states hold the values, and nothing of that name may slow their reading down.
    """
    own: dict[str, Field] = {}
    for name, value in list(vars(cls).items()):
        if isinstance(value, Field):
            position = name if value.position == "=" else value.position
            own[name] = value._replace(written=value.written or name, position=position)
            delattr(cls, name)
    return before | own
