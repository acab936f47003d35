"""The plain data of one match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from meuse.engine import Pieces, Place, Side, kinds
from meuse.engine.events import Volley
from meuse.engine.fields import derived, field
from meuse.engine.kinds import BY_SIDE, FLAG, NUMBER, NUMBERS, OCTETS, PIECE_MASK, PIECES, PLACE_MASK, SIDE, TUPLE
from meuse.games.battle_of_france.events import CARD, KINDS, Fired, Units, UnitType
from meuse.games.battle_of_france.powers import CAMP, POWERS
from meuse.games.battle_of_france.units import COUNTED, TRANSPORT, UNITS
from meuse.mechanics.pieces import PiecesState

if TYPE_CHECKING:
    from meuse.games.battle_of_france.cards import Law
    from meuse.games.battle_of_france.game import BattleOfFrance
    from meuse.games.battle_of_france.setting import BattleSetting

MOST_PIECES = 600
"""More than income can ever keep on the map."""
DEAD = -1
"""Where a piece is that is not in the game."""
LOST = "lost"
"""What that place is called in positions."""


class Battle(NamedTuple):
    """The combat under way."""

    area: Place
    attackers: Pieces
    origin: Place
    """The area they came from."""
    rounds: int
    """Combat rounds fought."""
    kind: str
    """land, assault (from ships), air, sea, or due (ships built among enemies)"""
    moved: int
    """Spaces the group had moved."""
    decider: Side
    """The power that chooses for the defence (G37)."""


class Toll(NamedTuple):
    """Hits still to be taken."""

    on_defence: int
    on_attack: int


class Order(NamedTuple):
    """A unit bought in this round and not yet placed."""

    power: Side
    unit: UnitType
    area: Place


class Reach(NamedTuple):
    """Where a group can go: areas by the spaces needed, those from which it cannot go on, and where it may end."""

    levels: list[int]
    stop: int
    goals: int


Fire = dict[int, int]
"""Pieces that roll a die, each with the number that it must not exceed to hit."""
NOWHERE = Reach([], 0, 0)
NO_TOLL = Toll(0, 0)


class BattleState(PiecesState):
    """Pieces, control and tracks of one match of Battle of France 1940."""

    SUMS = ("masks", "counts")

    game: BattleOfFrance
    setting: BattleSetting
    agenda: list[Any]
    where: list[int] = field(lambda setting: [DEAD] * MOST_PIECES, NUMBERS, position="")
    round: int = field(0, NUMBER, least=1, most=lambda setting: setting.rounds)
    bag: tuple[int, ...] = field((), kinds.SeveralKind(SIDE), position="to_come")
    """Powers whose chits are still in the bag."""
    active: int = field(-1, SIDE, position="power")
    """The power whose turn it is; -1 between turns."""
    control: tuple[int, ...] = field(lambda setting: tuple(setting.original), TUPLE, position="")
    """The land areas each power controls."""
    unit: bytearray = field(lambda setting: bytearray(MOST_PIECES), OCTETS, position="")
    power: bytearray = field(lambda setting: bytearray(MOST_PIECES), OCTETS, position="")
    hits: bytearray = field(lambda setting: bytearray(MOST_PIECES), OCTETS, position="")
    """Hits each piece has taken."""
    carrier: list[int] = field(lambda setting: [-1] * MOST_PIECES, NUMBERS, position="")
    """The ship a piece is aboard of; -1 for none."""
    spent: int = field(0, PIECE_MASK, position="")
    """Pieces that have moved or fought in this turn."""
    fought: int = field(0, PIECE_MASK)
    """Ships that were in a sea combat this round."""
    bombarded: int = field(0, PIECE_MASK)
    landing: int = field(0, PLACE_MASK, position="")
    """Where air units may land in this turn."""
    freed: int = field(0, PLACE_MASK)
    """Maginot areas that Germans have attacked."""
    due: int = field(0, PLACE_MASK)
    """Sea zones in which a combat is due because ships were built among enemies."""
    deck: tuple[int, ...] = field((), TUPLE, position="")
    card: int = field(-1, CARD)
    """The card in force; -1 for none."""
    lasting: tuple[int, ...] = field((), kinds.SeveralKind(CARD))
    """Cards that last to the end of the game."""
    dashes: int = field(0, NUMBER, most=lambda setting: len(setting.cards))
    """Extra moves made under the card in force."""
    surprise_over: bool = field(False, FLAG, position="")
    npu: tuple[int, ...] = field((0, 0, 0), BY_SIDE)
    orders: tuple[Order, ...] = field((), kinds.SeveralKind(kinds.RowKind(Order, KINDS)))
    battle: Battle | None = field(None, kinds.RowKind(Battle))
    submerged: int = field(0, PIECE_MASK)
    toll: Toll = field(NO_TOLL, kinds.RowKind(Toll))
    flak: Pieces = field((), PIECES)
    """Air units hit by anti-aircraft fire."""

    masks: list[int] = derived(lambda setting: [0] * len(POWERS), copied=True)
    holds: dict[int, Pieces] = derived(lambda setting: {}, copied=True)
    """The units aboard each ship that carries any."""
    counts: list[int] = derived(lambda setting: [0] * 2 * setting.board.size, copied=True)
    """How many units count for the stacking limit: two numbers for each area, one for each camp."""
    law: Law = derived(None)
    """What the cards in force amount to."""
    meant: dict[int, int] = derived(lambda setting: {})
    """The piece that each option of the decision means that names a unit."""
    ways: Reach = derived(NOWHERE)
    """Where the group in hand can go."""

    # who is in turn

    @property
    def camp(self) -> int:
        """The camp whose turn it is."""
        return CAMP[self.active]

    @property
    def hostile(self) -> int:
        """Areas with units of the enemy of the power in turn."""
        masks = self.masks
        return masks[0] if CAMP[self.active] else masks[1] | masks[2]

    @property
    def combat(self) -> Battle:
        """The combat under way, where there is one."""
        assert self.battle is not None
        return self.battle

    # who is where

    def add(self, power: int, unit: int, area: int) -> int:
        """A new piece in an area."""
        piece = self.where.index(DEAD)
        self.power[piece], self.unit[piece], self.hits[piece] = power, unit, 0
        others = ~(1 << piece)
        self.spent, self.fought = self.spent & others, self.fought & others
        self.bombarded, self.submerged = self.bombarded & others, self.submerged & others
        self.put(piece, area)
        return piece

    def group_of(self, piece: int) -> int:
        return self.power[piece]

    def put(self, piece: int, area: int, on_top: bool = False) -> None:
        """Lay a piece down in an area, ashore or afloat."""
        self.carrier[piece] = -1
        super().put(piece, area, on_top)
        if self.unit[piece] in COUNTED:
            self.counts[2 * area + CAMP[self.power[piece]]] += 1

    def lift(self, piece: int, box: int = DEAD) -> None:
        """Take a piece off its area, or off its ship."""
        ship = self.carrier[piece]
        if ship < 0:
            if self.unit[piece] in COUNTED:
                self.counts[2 * self.where[piece] + CAMP[self.power[piece]]] -= 1
            super().lift(piece, box)
            return
        self.where[piece] = box
        self.carrier[piece] = -1
        self.holds[ship] = tuple([rider for rider in self.holds[ship] if rider != piece])
        if not self.holds[ship]:
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

    def derive(self) -> None:
        """Work out what follows from the fields."""
        self.holds = {}
        for piece, ship in enumerate(self.carrier):
            if ship >= 0:
                self.holds[ship] = (*self.holds.get(ship, ()), piece)
        super().derive()
        self.counts = [0] * len(self.counts)
        for area, pieces in self.stacks.items():
            for piece in pieces:
                self.counts[2 * area + CAMP[self.power[piece]]] += self.unit[piece] in COUNTED

    def noted(self) -> int:
        """Those aboard a ship lie nowhere themselves."""
        return super().noted() - sum(ship >= 0 for ship in self.carrier)

    def cargo(self, ship: int) -> Pieces:
        """The units aboard a ship."""
        return self.holds.get(ship, ())

    def aboard(self, area: int) -> list[int]:
        """All cargo in a sea zone."""
        return [rider for ship, riders in self.holds.items() if self.where[ship] == area for rider in riders]

    def of_camp(self, area: int, camp: int) -> list[int]:
        """The pieces of a camp in an area, cargo left out."""
        power = self.power
        return [piece for piece in self.stacks.get(area, ()) if CAMP[power[piece]] == camp]

    def occupied(self, camp: int) -> int:
        """Areas with units of a camp."""
        masks = self.masks
        return masks[1] | masks[2] if camp else masks[0]

    def held(self, camp: int) -> int:
        """Land areas a camp controls."""
        return self.control[1] | self.control[2] if camp else self.control[0]

    def controller(self, area: int) -> int:
        """The power that controls a land area; -1 at sea."""
        return next((power for power in range(len(POWERS)) if self.control[power] >> area & 1), -1)

    def give(self, areas: int, power: int) -> None:
        """Areas come under the control of a power."""
        self.control = tuple(mask & ~areas | (areas if p == power else 0) for p, mask in enumerate(self.control))

    def stacking(self, area: int, camp: int) -> int:
        """How many units of a camp count for the limit in an area: no air units, no anti-aircraft guns."""
        return self.counts[2 * area + camp]

    def with_room(self, areas: int, units: int, camp: int) -> int:
        """Those areas in which so many more units of a camp fit under the stacking limit (stacking.1, G20)."""
        room, counts, limit = areas, self.counts, self.setting.limit
        while areas:
            low = areas & -areas
            area = low.bit_length() - 1
            if counts[2 * area + camp] + units > limit[area]:
                room ^= low
            areas ^= low
        return room

    # classes

    def class_of(self, piece: int) -> int:
        """The number of the class a piece belongs to: pieces of one class cannot be told apart."""
        unit, power = self.unit[piece], self.power[piece]
        if unit == TRANSPORT:
            riders = sorted(self.power[p] * len(UNITS) + self.unit[p] for p in self.cargo(piece))
            return self.setting.class_number[power, unit, 0, *riders]
        return self.setting.class_number[power, unit, self.hits[piece]]

    def classes(self, pieces: Iterable[int]) -> dict[int, int]:
        """One piece of each class among some pieces, by class."""
        firsts: dict[int, int] = {}
        for piece in pieces:
            firsts.setdefault(self.class_of(piece), piece)
        return firsts

    def apart(self, pieces: Iterable[int], mark: Callable[[int], str]) -> dict[int, int]:
        """One piece of each name among some pieces: those of one class differ where their marks do."""
        by_class: dict[int, dict[str, int]] = {}
        for piece in pieces:
            by_class.setdefault(self.class_of(piece), {}).setdefault(mark(piece), piece)
        return {
            self.setting.variants[number, said] if said and len(marks) > 1 else number: piece
            for number, marks in by_class.items()
            for said, piece in marks.items()
        }

    # words

    def name(self, piece: int) -> str:
        return self.setting.class_names[self.class_of(piece)]

    def spoken(self, area: int) -> str:
        """An area as one says it aloud: ``31 Aachen``."""
        return self.setting.catalogue.places[area]

    def in_words(self, pieces: Iterable[int]) -> str:
        """Some pieces as one says them aloud: ``2 German tanks``."""
        return self.setting.catalogue.several((self.power[piece], self.unit[piece]) for piece in pieces)

    def makeup(self, *pieces: int) -> Units:
        """Some pieces as events tell of them."""
        return tuple([(self.power[piece], self.unit[piece]) for piece in pieces])

    def salvo(self, told: type[Fired], why: tuple[tuple[str, ...], str], where: tuple[int, int], fire: Fire) -> int:
        """Dice that are told together with who fires and where: ``why`` is clauses and purpose. How many hit?"""
        if not fire:
            return 0
        (clauses, purpose), (power, area), die = why, where, self.setting.tables.game.die
        self.volley(purpose, clauses, list(fire.values()), die)
        volley = self.events.pop()
        assert isinstance(volley, Volley)
        rolled = (clauses, purpose, die, volley.values, volley.hits)
        needed = tuple(fire.values())
        self.events.append(told(*rolled, power=power, area=area, pieces=tuple(fire), needed=needed))
        return len(volley.hits)

    def piece_name(self, piece: int) -> str:
        """``31/G.tank/2``: the second German tank in 31; ``lost/G.tank/1`` is gone, but a step is about it."""
        area, number = self.where[piece], self.class_of(piece)
        alike = [other for other in self.all_in(area) if self.class_of(other) == number]
        label = self.label(area) if area >= 0 else LOST
        return f"{label}/{self.name(piece)}/{alike.index(piece) + 1}" if piece in alike else ""

    def all_in(self, area: int) -> list[int]:
        """All pieces in an area, cargo after its ship; or all that are lost."""
        if area == DEAD:
            return self.lost()
        return [piece for ship in self.at(area) for piece in (ship, *self.cargo(ship))]

    def lost(self) -> list[int]:
        """Pieces that are in the game no more, but that the combat or a step is still about."""
        groups = [pieces for step in self.agenda for pieces in step.arguments() if isinstance(pieces, tuple)]
        groups.append(self.battle.attackers if self.battle else ())
        named = dict.fromkeys(piece for group in groups for piece in group)
        return sorted((piece for piece in named if self.where[piece] == DEAD), key=self.class_of)


def enemy_of(camp: int) -> int:
    return 1 - camp
