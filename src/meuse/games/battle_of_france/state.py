"""The plain data of one match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, Self

from meuse.engine import Option, Refusal
from meuse.engine.fields import MASK, NUMBERS, OCTETS, PLAIN, TUPLE, Field
from meuse.engine.pieces import PiecesState
from meuse.games.battle_of_france.components import AA, LAND, MOST_PIECES, SEA, SIDE, TRANSPORT, UNITS

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

DEAD = -1
"""Where a piece is that is not in the game."""

Battle = tuple[int, tuple[int, ...], int, int, str, int, int]
"""Area, attackers, the area they came from, combat rounds fought, kind, spaces the group had moved, who decides
for the defence.

Kinds: land, assault (from ships), air, sea, and due (ships built among enemies).
"""


class BattleState(PiecesState):
    """Pieces, control and tracks of one match of Battle of France 1940."""

    FIELDS: ClassVar[dict[str, Field]] = PiecesState.FIELDS | {
        "round": PLAIN,
        "bag": TUPLE,
        "active": PLAIN,
        "control": TUPLE,
        "unit": OCTETS,
        "power": OCTETS,
        "hits": OCTETS,
        "carrier": NUMBERS,
        "spent": MASK,
        "fought": MASK,
        "bombarded": MASK,
        "landing": MASK,
        "freed": MASK,
        "due": MASK,
        "deck": TUPLE,
        "card": PLAIN,
        "lasting": TUPLE,
        "dashes": PLAIN,
        "surprise_over": PLAIN,
        "npu": TUPLE,
        "orders": TUPLE,
        "battle": TUPLE,
        "submerged": MASK,
        "toll": TUPLE,
        "flak": TUPLE,
    }

    game: BattleOfFrance
    round: int
    bag: tuple[int, ...]
    """Powers whose chits are still in the bag."""
    active: int
    """The power whose turn it is; -1 between turns."""
    control: tuple[int, int, int]
    """The land areas each power controls."""
    unit: bytearray
    power: bytearray
    hits: bytearray
    """Hits each piece has taken."""
    carrier: list[int]
    """The ship a piece is aboard of; -1 for none."""
    spent: int
    """Pieces that have moved or fought in this turn."""
    fought: int
    """Ships that were in a sea combat this round."""
    bombarded: int
    landing: int
    """Where air units may land in this turn."""
    freed: int
    """Maginot areas that Germans have attacked."""
    due: int
    """Sea zones in which a combat is due because ships were built among enemies."""
    deck: tuple[int, ...]
    card: int
    """The card in force; -1 for none."""
    lasting: tuple[int, ...]
    """Cards that last to the end of the game."""
    dashes: int
    """Extra moves made under the card in force."""
    surprise_over: bool
    npu: tuple[int, int, int]
    orders: tuple[tuple[int, int, int], ...]
    """Units bought in this step and not yet placed: power, type, area."""
    battle: Battle | tuple[()]
    submerged: int
    toll: tuple[int, int]
    """Hits still to be taken by the defender and by the attacker."""
    flak: tuple[int, ...]
    """Air units hit by anti-aircraft fire."""

    holds: dict[int, tuple[int, ...]]
    """The units aboard each ship that carries any (derived)."""

    def __init__(self, game: BattleOfFrance, scenario: str, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(game, scenario, seed, rulings)
        self.round = 0
        self.bag = ()
        self.active = -1
        self.control = (0, 0, 0)
        self.unit = bytearray(MOST_PIECES)
        self.power = bytearray(MOST_PIECES)
        self.where = [DEAD] * MOST_PIECES
        self.hits = bytearray(MOST_PIECES)
        self.carrier = [-1] * MOST_PIECES
        self.stacks = {}
        self.spent = self.fought = self.bombarded = 0
        self.landing = self.freed = self.due = 0
        self.deck = ()
        self.card = -1
        self.lasting = ()
        self.dashes = 0
        self.surprise_over = False
        self.npu = (0, 0, 0)
        self.orders = ()
        self.battle = ()
        self.submerged = 0
        self.toll = (0, 0)
        self.flak = ()
        self.masks = [0, 0, 0]
        self.version = 0
        self.holds = {}

    def clone(self) -> Self:
        twin = super().clone()
        twin.holds = self.holds.copy()
        return twin

    # who is where

    def add(self, power: int, unit: int, area: int) -> int:
        """A new piece in an area."""
        piece = self.where.index(DEAD)
        self.power[piece], self.unit[piece] = power, unit
        self.hits[piece] = 0
        self.carrier[piece] = -1
        for name in ("spent", "fought", "bombarded", "submerged"):
            setattr(self, name, getattr(self, name) & ~(1 << piece))
        self.put(piece, area)
        return piece

    def group_of(self, piece: int) -> int:
        return self.power[piece]

    def put(self, piece: int, area: int, on_top: bool = False) -> None:
        """Lay a piece down in an area, ashore or afloat."""
        self.carrier[piece] = -1
        super().put(piece, area, on_top)

    def lift(self, piece: int, box: int = DEAD) -> None:
        """Take a piece off its area, or off its ship."""
        ship = self.carrier[piece]
        if ship < 0:
            super().lift(piece, box)
            return
        self.where[piece] = box
        self.carrier[piece] = -1
        left = tuple([rider for rider in self.holds[ship] if rider != piece])
        if left:
            self.holds[ship] = left
        else:
            del self.holds[ship]

    def shift(self, piece: int, area: int) -> None:
        """Move a piece, a ship with all aboard."""
        self.lift(piece)
        self.put(piece, area)
        for rider in self.holds.get(piece, ()):
            self.where[rider] = area

    def board(self, piece: int, ship: int) -> None:
        self.lift(piece)
        self.where[piece] = self.where[ship]
        self.carrier[piece] = ship
        self.holds[ship] = (*self.holds.get(ship, ()), piece)

    def cargo(self, ship: int) -> tuple[int, ...]:
        """The units aboard a ship."""
        return self.holds.get(ship, ())

    def aboard(self, area: int) -> list[int]:
        """All cargo in a sea zone."""
        return [rider for ship, riders in self.holds.items() if self.where[ship] == area for rider in riders]

    def of_side(self, area: int, side: int) -> list[int]:
        """The pieces of a side in an area, cargo left out."""
        power = self.power
        return [piece for piece in self.stacks.get(area, ()) if SIDE[power[piece]] == side]

    def occupied(self, side: int) -> int:
        """Areas with units of a side."""
        masks = self.masks
        return masks[0] if side == 0 else masks[1] | masks[2]

    def held(self, side: int) -> int:
        """Land areas a side controls."""
        return self.control[0] if side == 0 else self.control[1] | self.control[2]

    def controller(self, area: int) -> int:
        """The power that controls a land area; -1 at sea."""
        return next((power for power in range(3) if self.control[power] >> area & 1), -1)

    def stacking(self, area: int, side: int) -> int:
        """How many units of a side count for the limit in an area: no air units, no anti-aircraft guns."""
        unit = self.unit
        return sum([1 for p in self.of_side(area, side) if unit[p] in SEA or (unit[p] in LAND and unit[p] != AA)])

    # classes

    def class_of(self, piece: int) -> int:
        """The number of the class a piece belongs to: pieces of one class cannot be told apart."""
        unit, power = self.unit[piece], self.power[piece]
        if unit == TRANSPORT:
            riders = sorted(self.power[p] * len(UNITS) + self.unit[p] for p in self.cargo(piece))
            return self.game.class_number[power, unit, 0, *riders]
        return self.game.class_number[power, unit, self.hits[piece]]

    def classes(self, pieces: Iterable[int]) -> dict[int, int]:
        """One piece of each class among some pieces."""
        found: dict[int, int] = {}
        for piece in pieces:
            found.setdefault(self.class_of(piece), piece)
        return found

    def apart(self, pieces: Iterable[int], mark: Callable[[int], str]) -> dict[int, int]:
        """One piece of each name among some pieces: those of one class are told apart where their marks differ."""
        by_class: dict[int, dict[str, int]] = {}
        for piece in pieces:
            by_class.setdefault(self.class_of(piece), {}).setdefault(mark(piece), piece)
        return {
            self.game.variants[number, said] if said and len(marks) > 1 else number: piece
            for number, marks in by_class.items()
            for said, piece in marks.items()
        }

    def which_is_meant(self, option: Option, clause: str) -> Refusal | None:
        """Where several pieces of a class have names of their own, the class alone does not say which is meant."""
        behind = self.game.class_behind
        meant = [
            one.object
            for one in self.options
            if one.verb == option.verb and one is not option and behind[one.value] == behind[option.value]
        ]
        return Refusal(f"say which: {' or '.join(meant)}", clause) if meant else None

    def name(self, piece: int) -> str:
        return self.game.class_names[self.class_of(piece)]

    def label(self, area: int) -> str:
        return self.game.board.labels[area]

    # words for people

    def spoken(self, area: int) -> str:
        """An area as one says it aloud: ``31 Aachen``."""
        return self.game.catalogue.places[area]

    def in_words(self, pieces: Iterable[int]) -> str:
        """Some pieces as one says them aloud: ``2 German tanks``."""
        return self.game.catalogue.several((self.power[piece], self.unit[piece]) for piece in pieces)


def enemy_of(side: int) -> int:
    return 1 - side
