"""What a data file must respect beyond its types, said where the type is declared.

``Annotated[str, known("hex")]`` is a name that another file must know, ``Annotated[dict[Nation, Look], every()]`` a
table with an entry for each nation, ``Annotated[list[Phase], once()]`` a list without repetition, and
``Annotated[list[Unit], once("id")]`` one in which no two entries have the same id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Meta, inspect

KNOWN, EVERY, ONCE = "known", "every", "once"


class Names(NamedTuple):
    """Names that data files may refer to, and the file that has them."""

    names: Collection[str]
    file: str


def known(what: str) -> Meta:
    """A name of something: it must be among the ``Names`` of that; an empty text names nothing."""
    return Meta(extra={KNOWN: what})


def every(*needed: str) -> Meta:
    """A table with an entry for each of some names, or a list with their ids; without any, for each key of its type."""
    return Meta(extra={EVERY: needed})


def once(attribute: str = "") -> Meta:
    """A list in which nothing is repeated: no entry, or no attribute of an entry."""
    return Meta(extra={ONCE: attribute})


Defects = Iterator[tuple[str, str]]
"""Places in a file, and what is wrong there."""


def defects(table: msgspec.Struct, names: Mapping[str, Names]) -> Defects:
    """Everything in a table that does not keep what its type says."""
    yield from _defects(inspect.type_info(type(table)), table, "", names)


def _defects(kind: inspect.Type, value: Any, where: str, names: Mapping[str, Names]) -> Defects:
    if isinstance(kind, inspect.Metadata):
        yield from _broken(kind, value, where, names)
        yield from _defects(kind.type, value, where, names)
    elif isinstance(kind, inspect.UnionType):
        for alternative in kind.types:
            yield from _defects(alternative, value, where, names)
    elif isinstance(kind, inspect.StructType) and isinstance(value, msgspec.Struct):
        for field in kind.fields:
            place = f"{where}, {field.encode_name}" if where else field.encode_name
            yield from _defects(field.type, getattr(value, field.name), place, names)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for key, part in value.items():
            yield from _defects(kind.key_type, key, where, names)
            yield from _defects(kind.value_type, part, f"{where}, {key}", names)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType) and isinstance(value, list | tuple):
        for number, part in enumerate(value, 1):
            yield from _defects(kind.item_type, part, _entry(part, where, number), names)
    elif isinstance(kind, inspect.TupleType) and isinstance(value, tuple):
        for part_kind, part in zip(kind.item_types, value, strict=True):
            yield from _defects(part_kind, part, where, names)


def _entry(part: Any, where: str, number: int) -> str:
    """An entry of a list; plain ones are called by the list."""
    if not isinstance(part, msgspec.Struct):
        return where
    called = getattr(part, "id", "") or getattr(part, "name", "")
    return f"{where} {called or number}"


def _broken(kind: inspect.Metadata, value: Any, where: str, names: Mapping[str, Names]) -> Defects:
    rule = kind.extra or {}
    if KNOWN in rule and value and value not in names[rule[KNOWN]].names:
        yield where, f"there is no {rule[KNOWN]} {value}; see {names[rule[KNOWN]].file}"
    if EVERY in rule and value is not None:  # a table that may be left out
        needed = rule[EVERY] or getattr(getattr(kind.type, "key_type", None), "values", ())
        given = value if isinstance(value, dict) else [part.id for part in value]
        for name in needed:
            if name not in given:
                yield where, f"{name} is missing; give one for each of {', '.join(needed)}"
    if ONCE in rule and isinstance(value, list | tuple):
        given = [getattr(part, rule[ONCE]) if rule[ONCE] else part for part in value]
        for name in dict.fromkeys(given):
            if given.count(name) > 1:
                yield where, f"{name!r} is given twice; give it once"
