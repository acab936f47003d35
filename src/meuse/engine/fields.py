"""How the fields of a state are copied and written down: plain data only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Field(NamedTuple):
    """A kind of field: to JSON, from JSON, and whether a clone needs its own copy."""

    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]
    mutable: bool = False


def _same(value: Any) -> Any:
    return value


def _tuples(value: Any) -> Any:
    """JSON arrays back to tuples, all the way down."""
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _load_mask(text: str) -> int:
    return int(text, 16)


PLAIN = Field(_same, _same)
"""Numbers, texts, truth values."""
MASK = Field(hex, _load_mask)
"""A set of hexes or pieces as an integer of any size."""
TUPLE = Field(_lists, _tuples)
"""Nested tuples of plain values."""
SEED = Field(bytes.hex, bytes.fromhex)
"""The key of the dice."""
OCTETS = Field(bytearray.hex, bytearray.fromhex, mutable=True)
"""Small numbers, one per piece."""
NUMBERS = Field(list, list, mutable=True)
"""A list of numbers."""
FRAMES = Field(lambda frames: [_lists(frame) for frame in frames], lambda raw: [_tuples(f) for f in raw], mutable=True)
"""The stack of phases."""
STACKS = Field(
    lambda stacks: {str(key): list(stacks[key]) for key in sorted(stacks)},
    lambda raw: {int(key): tuple(value) for key, value in raw.items()},
    mutable=True,
)
"""Pieces by place, in order."""
TABLE = Field(lambda table: dict(sorted(table.items())), dict, mutable=True)
"""Words to plain values."""
