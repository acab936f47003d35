"""Kinds of values: how each is copied, written as JSON, written and read in positions, and said aloud.

The fields of a state name their kind; the arguments of steps and events have it by their type: ``hex: Place``,
``group: Pieces``, ``mover: Side``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from meuse.engine.position import Reader
    from meuse.engine.setting import Setting
    from meuse.engine.state import State

Place = int
"""The number of a place on the board."""
Path = tuple[int, ...]
"""Places in the order they were passed."""
Places = tuple[int, ...]
"""Some places."""
Piece = int
"""The number of a piece."""
Pieces = tuple[int, ...]
"""Some pieces, in order."""
PieceSet = int
"""A set of pieces as one integer."""
Side = int
"""The number of a side."""

LARGEST = 2**63
"""TOML holds no larger numbers."""


class Kind:
    """A kind of value; this one is plain: numbers and texts are written as they are."""

    mutable: ClassVar[bool] = False
    """Does a clone need its own copy?"""
    text: Any = Any
    """What a position's text holds."""

    def dump(self, value: Any) -> Any:
        """As JSON."""
        return value

    def load(self, raw: Any) -> Any:
        """From JSON."""
        return raw

    def write(self, value: Any, state: State) -> Any:
        """As it stands in a position."""
        return value

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        """From a position; what is wrong is noted with the reader."""
        return raw

    def say(self, value: Any, setting: Setting) -> str:
        """As people say it."""
        return str(value)

    def told(self, value: Any, setting: Setting, form: str) -> str:
        """In a sentence, in a form that its kind knows; without one, as people say it."""
        return self.say(value, setting)

    def places(self, value: Any) -> tuple[int, ...]:
        """The places it names."""
        return ()

    def parties(self, value: Any, setting: Setting) -> tuple[int, ...]:
        """The sides it names, or whose pieces it names; -1 where that is not known."""
        return ()

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        """The same with pieces exchanged for others."""
        return value


class NumberKind(Kind):
    text = int | str

    def write(self, value: Any, state: State) -> Any:
        return value if -LARGEST <= value < LARGEST else hex(value)

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        if isinstance(raw, int):
            return raw
        try:
            return int(raw, 16)
        except ValueError:
            reader.fault(where, f"{raw!r} is not a number")
            return 0

    def told(self, value: Any, setting: Setting, form: str) -> str:
        """``{steps:step}`` counts: 1 step, 2 steps."""
        return f"{value} {form}{'' if value == 1 else 's'}" if form else self.say(value, setting)


class FlagKind(Kind):
    text = bool

    def told(self, value: Any, setting: Setting, form: str) -> str:
        """``{success:succeeds/fails}`` says one or the other."""
        return form.split("/")[not value] if form else self.say(value, setting)

    def load(self, raw: Any) -> Any:
        return bool(raw)


class WordKind(Kind):
    """A word, or one of some."""

    text = str

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self.known = known

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        if self.known and raw not in self.known:
            reader.fault(where, f"there is no {raw!r}; there are: {', '.join(map(repr, self.known))}")
        return raw


class TupleKind(Kind):
    """Nested tuples of plain values."""

    text: Any = list[Any]

    def dump(self, value: Any) -> Any:
        return plain(value)

    def load(self, raw: Any) -> Any:
        return tuples(raw)

    def write(self, value: Any, state: State) -> Any:
        return plain(value)

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        return tuples(raw)

    def say(self, value: Any, setting: Setting) -> str:
        return " ".join(map(str, value))


class WordsKind(TupleKind):
    """Some words, each at most once."""

    text = list[str]

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self.known = known

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        reader.once(raw, where)
        for word in dict.fromkeys(raw):
            if self.known and word not in self.known:
                reader.fault(where, f"there is no {word!r}; there are: {', '.join(self.known)}")
        return tuple(raw)


class MaskKind(Kind):
    """A set of any kind as one integer."""

    text = str

    def dump(self, value: Any) -> Any:
        return hex(value)

    def load(self, raw: Any) -> Any:
        return int(raw, 16)

    def write(self, value: Any, state: State) -> Any:
        return hex(value)

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        return NUMBER.read(raw, reader, where)


class PlaceMaskKind(MaskKind):
    """A set of places as one integer."""

    text = list[str]

    def write(self, value: Any, state: State) -> Any:
        return state.setting.board.names(value)

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        return reader.places(raw, where)


class PieceMaskKind(MaskKind):
    """A set of pieces as one integer; those that have no name any more are not written."""

    text = list[str]

    def write(self, value: Any, state: State) -> Any:
        pieces = [number for number in range(value.bit_length()) if value >> number & 1]
        return sorted(filter(None, map(state.piece_name, pieces)))

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        reader.once(raw, where)
        pieces = [reader.piece(name, where) for name in raw]
        return sum({1 << piece for piece in pieces if piece is not None})

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        moved = sum(1 << new for old, new in names.items() if value >> old & 1)
        return value & ~sum(1 << old for old in names) | moved


class NamesKind(MaskKind):
    """A set, as one integer, of things that the setting knows by names of their own: cards, markers, countries."""

    text = list[str]

    def __init__(self, names: Callable[[Any], Sequence[str]]) -> None:
        self.names = names

    def write(self, value: Any, state: State) -> Any:
        return [name for number, name in enumerate(self.names(state.setting)) if value >> number & 1]

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        reader.once(raw, where)
        known = self.names(reader.setting)
        for name in dict.fromkeys(raw):
            if name not in known:
                reader.fault(where, f"there is no {name!r}; there are: {', '.join(known)}")
        return sum(1 << number for number, name in enumerate(known) if name in raw)

    def say(self, value: Any, setting: Setting) -> str:
        return ", ".join(name for number, name in enumerate(self.names(setting)) if value >> number & 1)


class PlaceKind(Kind):
    text = str

    def write(self, value: Any, state: State) -> Any:
        return state.setting.place_label(value) if value >= 0 else ""

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        place = reader.place(raw, where) if raw else -1
        return -1 if place is None else place

    def say(self, value: Any, setting: Setting) -> str:
        return setting.place_name(value)

    def places(self, value: Any) -> tuple[int, ...]:
        return (value,) if value >= 0 else ()


class PieceKind(Kind):
    text = str

    def write(self, value: Any, state: State) -> Any:
        return state.piece_name(value)

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        return reader.piece(raw, where) or 0

    def say(self, value: Any, setting: Setting) -> str:
        return setting.pieces_spoken((value,))

    def parties(self, value: Any, setting: Setting) -> tuple[int, ...]:
        return (setting.piece_side(value),)

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        return names.get(value, value)


class SeveralKind(TupleKind):
    """A tuple of values of one kind."""

    def __init__(self, one: Kind) -> None:
        self.one = one
        self.text = GenericAlias(list, (one.text,))

    def load(self, raw: Any) -> Any:
        return tuple(self.one.load(item) for item in raw)

    def write(self, value: Any, state: State) -> Any:
        return [self.one.write(item, state) for item in value]

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        return tuple(self.one.read(item, reader, where) for item in raw)

    def say(self, value: Any, setting: Setting) -> str:
        return ", ".join(self.one.say(item, setting) for item in value)

    def places(self, value: Any) -> tuple[int, ...]:
        return tuple(place for item in value for place in self.one.places(item))

    def parties(self, value: Any, setting: Setting) -> tuple[int, ...]:
        return tuple(side for item in value for side in self.one.parties(item, setting))

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        return tuple(self.one.renamed(item, names) for item in value)


class PathKind(SeveralKind):
    def told(self, value: Any, setting: Setting, form: str) -> str:
        """``{path:from}`` and ``{path:to}`` name its ends."""
        return self.one.say(value[0 if form == "from" else -1], setting) if form else self.say(value, setting)


class PiecesKind(SeveralKind):
    def say(self, value: Any, setting: Setting) -> str:
        return setting.pieces_spoken(value)

    def told(self, value: Any, setting: Setting, form: str) -> str:
        """``{pieces:moves/move}``: units and their verb; hidden ones are left out of events, so there may be none."""
        who, verbs = self.say(value, setting), form.split("/")
        return f"{who if value else 'Hidden units'} {verbs[len(value) != 1]}" if form else who


class SideKind(Kind):
    text = str

    def write(self, value: Any, state: State) -> Any:
        return state.game.sides[value] if value >= 0 else ""

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        if raw and raw not in reader.game.sides:
            reader.fault(where, f"there is no side {raw!r}; sides: {', '.join(reader.game.sides)}")
            return -1
        return reader.game.sides.index(raw) if raw else -1

    def say(self, value: Any, setting: Setting) -> str:
        return setting.side_name(value)

    def parties(self, value: Any, setting: Setting) -> tuple[int, ...]:
        return (value,)


class BySideKind(TupleKind):
    """A number of something for each side; positions name the sides that have some."""

    text = dict[str, int]

    def write(self, value: Any, state: State) -> Any:
        return {side: number for side, number in zip(state.game.sides, value, strict=True) if number}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        for name, number in raw.items():
            SIDE.read(name, reader, where)
            reader.within(f"{where}, {name}", number, 0, LARGEST)
        return tuple(raw.get(side, 0) for side in reader.game.sides)


class ChoiceKind(Kind):
    """A number that stands for one of some names."""

    text = str

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def write(self, value: Any, state: State) -> Any:
        return str(self.names[value])

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        if raw not in self.names:
            reader.fault(where, f"there is no {raw!r}; there are: {', '.join(self.names)}")
            return 0
        return self.names.index(raw)

    def say(self, value: Any, setting: Setting) -> str:
        return str(self.names[value])


class RowKind(TupleKind):
    """A named tuple, or None: a list in JSON (empty for None), a table in positions."""

    def __init__(self, row: Any, more: dict[str, Kind] | None = None) -> None:
        self.row = row
        types = {name: getattr(kind, "__forward_arg__", kind) for name, kind in row.__annotations__.items()}
        self.kinds = {name: of(kind, more or {}) for name, kind in types.items()}
        fields = [(name, kind.text) for name, kind in self.kinds.items()]
        self.text = msgspec.defstruct(row.__name__, fields, forbid_unknown_fields=True)

    def dump(self, value: Any) -> Any:
        return super().dump(value or ())

    def load(self, raw: Any) -> Any:
        return self.row(*super().load(raw)) if raw else None

    def write(self, value: Any, state: State) -> Any:
        return {name: kind.write(getattr(value, name), state) for name, kind in self.kinds.items()}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        parts = ((kind, getattr(raw, name), f"{where}, {name}") for name, kind in self.kinds.items())
        return self.row(*(kind.read(part, reader, place) for kind, part, place in parts))


class CopiedKind(Kind):
    """What a clone copies."""

    mutable = True

    def __init__(self, dump: Callable[[Any], Any], load: Callable[[Any], Any]) -> None:
        self._dump, self._load = dump, load

    def dump(self, value: Any) -> Any:
        return self._dump(value)

    def load(self, raw: Any) -> Any:
        return self._load(raw)


def plain(value: Any) -> Any:
    """Tuples as lists, all the way down; truth values as 0 and 1."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return int(value) if isinstance(value, bool) else value


def tuples(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(tuples(item) for item in value) if isinstance(value, list) else value


PLAIN = Kind()
NUMBER = NumberKind()
FLAG = FlagKind()
WORD = WordKind()
TUPLE = TupleKind()
WORDS = WordsKind()
MASK = MaskKind()
PLACE_MASK = PlaceMaskKind()
PIECE_MASK = PieceMaskKind()
PLACE = PlaceKind()
PATH = PathKind(PLACE)
PIECE = PieceKind()
PIECES = PiecesKind(PIECE)
SIDE = SideKind()
BY_SIDE = BySideKind()
OCTETS = CopiedKind(bytearray.hex, bytearray.fromhex)
"""Small numbers, one per piece."""
NUMBERS = CopiedKind(list, list)
"""A list of numbers."""
STACKS = CopiedKind(
    lambda stacks: {str(key): list(stacks[key]) for key in sorted(stacks)},
    lambda raw: {int(key): tuple(value) for key, value in raw.items()},
)
"""Pieces by place, in order."""
TABLE = CopiedKind(lambda table: dict(sorted(table.items())), dict)
"""Words to plain values."""

BY_TYPE: dict[str, Kind] = {
    "int": NUMBER,
    "bool": FLAG,
    "str": WORD,
    "Place": PLACE,
    "Path": PATH,
    "Places": PATH,
    "Piece": PIECE,
    "Pieces": PIECES,
    "PieceSet": PIECE_MASK,
    "Side": SIDE,
}
"""The kind of each type that steps and events declare their arguments with; anything else is a ``TUPLE``."""


def of(annotation: str, more: dict[str, Kind]) -> Kind:
    """The kind of a type by its name."""
    return more.get(annotation) or BY_TYPE.get(annotation) or TUPLE
