"""Games of fixed counters: each has an id and steps, and lies in a place of the map or in a box.

The setting says which counters there are, the state where they lie and how many steps they have left, and the reader
how positions write that: ``"G.41:3"`` is a counter with three steps, ``"G.41"`` a whole one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import msgspec

from meuse.board import HexBoard, HexMap
from meuse.board.sets import members
from meuse.engine import Game, Setting, Vocabulary
from meuse.engine.fields import field
from meuse.engine.kinds import NUMBER, NUMBERS, OCTETS, CopiedKind
from meuse.engine.offer import ScenarioFile
from meuse.engine.position import PositionTable, Reader
from meuse.engine.scene import Face
from meuse.engine.state import State
from meuse.mechanics.pieces import PiecesState
from meuse.mechanics.words import spots_of


class Counter(msgspec.Struct, frozen=True):
    """What is printed on every counter; a game adds its own factors."""

    number: int
    id: str
    short: str
    name: str
    nation: int
    type: str
    size: str

    @property
    def full(self) -> int:
        """How many steps it has when it is whole."""
        return 1

    @property
    def side(self) -> int:
        """Whose it is."""
        raise NotImplementedError


def counters_vocabulary(
    sheet: HexMap, pieces: Sequence[Counter], faces: Sequence[Face], words: str, of_hexes: str, of_units: str
) -> Vocabulary:
    """All actions that are a word, or a verb with a hex or a counter: the verbs of each kind, with spaces between."""
    made, ids, spots = Vocabulary(), [piece.id for piece in pieces], spots_of(sheet)
    titles = [face.title for face in faces[: len(pieces)]]
    for verb in words.split():
        made.word(verb)
    for verb in of_hexes.split():
        made.family(verb, sheet.board.labels, spots, "place")
    for verb in of_units.split():
        made.family(verb, ids, titles, "piece")
    return made


class CountersSetting(Setting):
    """The map, all counters of a game, and those of them that take part in a scenario."""

    map: HexMap
    board: HexBoard
    pieces: Sequence[Counter]
    piece_numbers: dict[str, int]
    full: bytes
    side_of: bytes
    army_mask: int
    unused: tuple[int, ...]

    def __init__(self, game: Game, name: str, scenario: ScenarioFile, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.map, self.board = self.game.map, self.game.map.board
        self.tables = self.game.tables
        self.faces = self.game.faces
        self.vocabulary = self.game.vocabulary
        self.say = self.vocabulary.families
        """The options of each verb by hex or piece; a verb without an object has one."""
        self.spots = spots_of(self.map)
        """Each hex as people call it."""

    def read_counters(self, pieces: Sequence[Counter], army: Sequence[Counter]) -> None:
        self.pieces = pieces
        self.piece_numbers = {piece.id: piece.number for piece in pieces}
        self.full = bytes(piece.full for piece in pieces)
        self.side_of = bytes(piece.side for piece in pieces)
        self.army_mask = sum(1 << piece.number for piece in army)
        self.unused = tuple(piece.number for piece in pieces if not self.army_mask >> piece.number & 1)

    @staticmethod
    def those(flags: Iterable[int]) -> int:
        """The pieces for which something holds, as a set."""
        return sum(1 << number for number, flag in enumerate(flags) if flag)

    def piece(self, name: str) -> int:
        """The number of the counter with that id."""
        return self.piece_numbers[name]

    def piece_side(self, piece: int) -> int:
        return self.side_of[piece]

    def place_name(self, place: int) -> str:
        """A hex as people call it: by the place there, and its number."""
        return self.spots[place]

    def pieces_spoken(self, pieces: tuple[int, ...]) -> str:
        return ", ".join(self.pieces[piece].name for piece in pieces)


class PieceOctetsKind(CopiedKind):
    """A small number for each counter; positions name those that have one."""

    text = dict[str, int]

    def write(self, value: Any, state: State) -> Any:
        return {state.piece_name(piece): number for piece, number in enumerate(value) if number}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        numbers = bytearray(len(reader.setting.pieces))
        for name, number in raw.items():
            piece = reader.piece(name, where)
            if piece is not None:
                reader.within(f"{where}, {name}", number, 0, 255)
                numbers[piece] = number & 255
        return numbers

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        moved = bytearray(value)
        for old, new in names.items():
            moved[new] = value[old]
        return moved


PIECE_OCTETS = PieceOctetsKind(bytearray.hex, bytearray.fromhex)


class CountersState(PiecesState):
    """Where the counters lie and how many steps they have left."""

    UNUSED: ClassVar[int]
    """The box of counters that take no part."""

    setting: CountersSetting
    where: list[int] = field(lambda setting: [0] * len(setting.pieces), NUMBERS, position="")
    steps: bytearray = field(lambda setting: bytearray(len(setting.pieces)), OCTETS, position="")
    turn: int = field(0, NUMBER, most=lambda setting: setting.scenario.turns)

    def on_map(self, piece: int) -> bool:
        return self.where[piece] >= 0

    def pieces_in(self, hexes: int) -> int:
        """The pieces in some hexes, as a set."""
        return members([piece for hexa in self.setting.board.members(hexes) for piece in self.stacks.get(hexa, ())])

    def piece_name(self, piece: int) -> str:
        return self.setting.pieces[piece].id

    def piece_named(self, name: str) -> int | None:
        """The piece that positions call so, if it takes part."""
        number = self.setting.piece_numbers.get(name)
        return number if number is not None and self.setting.army_mask >> number & 1 else None

    def spoken(self, piece: int) -> str:
        """A unit as people call it."""
        return self.setting.pieces[piece].name

    def spot(self, hexa: int) -> str:
        """A hex as people call it: by the place there, and its number."""
        return self.setting.spots[hexa]

    def entry(self, piece: int) -> str:
        """A counter as positions write it: with its steps if it has lost some."""
        name, steps = self.piece_name(piece), self.steps[piece]
        return name if steps in (0, self.setting.full[piece]) else f"{name}:{steps}"

    def faults(self) -> list[str]:
        """What lies on the map has a possible number of steps, and what takes no part lies in its box."""
        full, unused = self.setting.full, self.setting.unused
        lying = [piece for pieces in self.stacks.values() for piece in pieces]
        steps = [
            f"{self.piece_name(piece)} has {self.steps[piece]} steps"
            for piece in lying
            if not 0 < self.steps[piece] <= full[piece]
        ]
        if self.where.count(self.UNUSED) != len(unused) or {self.where[piece] for piece in unused} - {self.UNUSED}:
            steps.append("a piece is in a box of another scenario")
        return [*super().faults(), *steps]


class CountersTable(PositionTable):
    """Stacks by place, the top counter first; a game adds a list for each of its boxes."""

    units: dict[str, list[str]] = {}


class CountersReader(Reader):
    """Lays counters out in places and boxes."""

    TABLE = CountersTable
    BOXES: ClassVar[dict[str, int]]
    """The boxes by their names in positions."""
    DEAD: ClassVar[int]
    """The box of those that have no steps left."""
    REST: ClassVar[int]
    """The box of those that a position does not name."""
    SETTING_UP: ClassVar[frozenset[str]] = frozenset()
    """The steps in which units are set up and no turn has begun."""

    state: CountersState

    @property
    def steps(self) -> set[str]:
        """The names of the steps of the agenda, where a position gives it."""
        return {entry.get("step") for entry in self.table.stack}

    def first_turn(self) -> None:
        """A position without a turn is of the first one, unless units are still being set up."""
        if self.table.turn is msgspec.UNSET and self.table.phase != "setup" and not self.steps & self.SETTING_UP:
            self.state.turn = 1

    def misplaced(self, piece: int, place: int) -> str:
        """Why a counter cannot be in a place or box at all; empty if it can."""
        return ""

    def piece(self, name: str, where: str) -> int | None:
        number = self.state.piece_named(name)
        if number is None:
            foreign = f"{name} takes no part in {self.setting.name}"
            known = name in self.setting.piece_numbers
            self.fault(where, foreign if known else f"there is no unit {name!r}; see units.toml")
        return number

    def counters(self) -> None:
        """Lay out boxes and stacks; the first in a list is the top of a stack."""
        s, laid = self.state, dict[int, str]()
        for number, full in enumerate(self.setting.full):
            used = self.setting.army_mask >> number & 1
            s.where[number], s.steps[number] = (self.REST, full) if used else (s.UNUSED, 0)
        for box, place in self.BOXES.items():
            for entry in getattr(self.table, box):
                self._lay(entry, place, box, laid)
        for label, entries in self.table.units.items():
            hexa = self.place(label, f"units, {label}")
            for entry in reversed(entries):
                self._lay(entry, hexa, f"units, {label}", laid)

    def _lay(self, entry: str, place: int | None, where: str, laid: dict[int, str]) -> None:
        s = self.state
        name, colon, steps = entry.partition(":")
        number = self.piece(name, where)
        if number is None:
            return
        full = self.setting.full[number]
        problem = "" if place is None else self.misplaced(number, place)
        if colon and steps not in map(str, range(1, full + 1)):
            self.fault(where, f"{name} cannot have {steps or 'no'} steps; it has 1 to {full}")
        elif number in laid:
            self.fault(where, f"{name} is given twice ({laid[number]}); give it once")
        elif problem:
            self.fault(where, problem)
        elif place is not None:
            s.steps[number] = 0 if place == self.DEAD else int(steps or full)
            if place >= 0:
                s.put(number, place)
            else:
                s.where[number] = place
        laid.setdefault(number, where)

    @classmethod
    def laid_out(cls, s: CountersState) -> dict[str, Any]:
        """The other way round: stacks and boxes; whole counters in the box of the rest need not be named."""
        boxes: dict[str, list[str]] = {name: [] for name in cls.BOXES}
        names = {place: name for name, place in cls.BOXES.items()}
        for number, place in enumerate(s.where):
            if place in names and (place != cls.REST or s.steps[number] != s.setting.full[number]):
                boxes[names[place]].append(s.entry(number))
        return {"units": {s.label(place): list(map(s.entry, s.stacks[place])) for place in sorted(s.stacks)}, **boxes}
