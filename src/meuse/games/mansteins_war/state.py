"""The plain data of one match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from meuse.board.sets import listed, members
from meuse.engine import Place, Side
from meuse.engine.fields import derived, field
from meuse.engine.kinds import (
    FLAG,
    NUMBER,
    OCTETS,
    PIECE_MASK,
    PLACE_MASK,
    SIDE,
    TUPLE,
    NamesKind,
    RowKind,
    SeveralKind,
)
from meuse.games.mansteins_war.events import BridgeheadRemoved
from meuse.games.mansteins_war.setting import (
    ALLIED,
    ARMY,
    COMMANDS,
    CORPS,
    COUNTRIES,
    GERMAN,
    LIGHT,
    MORALE_EVENTS,
    NATIONS,
    SIDES,
    STATIC,
    TRAIN,
    UNUSED,
    MansteinSetting,
    Sizes,
)
from meuse.mechanics.counters import PIECE_OCTETS, CountersState
from meuse.mechanics.steps import PhaseStep, UnitsStep

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

T = TypeVar("T")

IDLE = -1
"""An air unit that is not over the map."""

MARKERS = NamesKind(lambda setting: tuple(setting.marker_numbers))


class Bridgehead(NamedTuple):
    """A secured river crossing: from where, to where, and whose."""

    origin: Place
    beyond: Place
    owner: Side


class MansteinState(CountersState):
    """Pieces, markers, control and tracks of one match of Manstein's War."""

    SUMS = ("masks", "held", "standing", "armies", "corps", "trains", "statics", "doubled")
    UNUSED = UNUSED

    game: MansteinsWar
    setting: MansteinSetting
    agenda: list[Any]

    turn: int = field(0, NUMBER, most=lambda setting: setting.scenario.extended)
    extended: bool = field(False, FLAG)
    """Has the German player extended the game (3.4j)?"""
    taken: int = field(0, PLACE_MASK, position="")
    """The hexes that entered last belong to the German side; all other land is Allied (3.3b, R13)."""

    # command markers (5)
    bin: int = field(0, MARKERS)
    """The markers in both bins."""
    played: int = field(0, MARKERS)
    """The markers that have been picked this turn."""
    out: int = field(0, MARKERS)
    """The markers that are out of the game: played specials, plans not chosen, those of fallen countries."""
    passed: int = field(0, NamesKind(lambda setting: SIDES))
    """The sides whose bin was found empty this turn (5.4b)."""
    initiative: int = field(GERMAN, SIDE)
    reserved: int = field(0, PIECE_MASK)
    """Reserve units that have used their activation of this turn (5.8d)."""
    manstein: int = field(0, NUMBER, most=lambda setting: setting.scenario.extended)
    """The turn in which the Manstein Plan was picked; 0: not yet (5.1k, 5.1l)."""
    evac_turn: int = field(0, NUMBER, most=lambda setting: setting.scenario.extended)
    """The turn in which Evac could be put into the bin for the first time; 0: not yet (20.2f, R39)."""
    evacuating: bool = field(False, FLAG)
    """Has Evac been picked this turn (25.3, R98)?"""
    morale: int = field(0, NamesKind(lambda setting: MORALE_EVENTS))
    """What has won a Morale Victory in this game (24.3.1e)."""

    # this impulse
    operator: int = field(-1, SIDE)
    """The operating side; -1 between impulses (4.0a)."""
    marker: int = field(0, MARKERS)
    """The marker under way, as a set."""
    commands: int = field(0, NamesKind(lambda setting: COMMANDS))
    """The sub-commands it has activated."""
    active: int = field(0, PIECE_MASK, position="")
    """The ground units it has activated."""
    air_left: int = field(0, NUMBER)
    """Air units that can still be activated (16.1a)."""
    flown: int = field(0, PIECE_MASK)
    """Air units that have been activated."""
    defended: int = field(0, PIECE_MASK)
    """Units that have been attacked (10.1b)."""
    landed: int = field(0, PIECE_MASK)
    """Units that have come by air: supported in the Combat Segment (18.3a, 26.3c)."""
    dropped: int = field(0, PIECE_MASK)
    """Those of them that have landed on enemies: without a zone until the Combat Segment is over (18.2d)."""

    # this segment
    moved: int = field(0, PIECE_MASK)
    """Units whose move is over."""
    landers: int = field(0, PIECE_MASK)
    """Airborne units that began the segment where a landing can start (18.0d, R90)."""
    railed: int = field(0, NUMBER)
    """Rail capacity used, in parts of an army equivalent (9.1a)."""
    attacked: int = field(0, PIECE_MASK)
    """Units that have attacked (10.1a)."""

    # air and sea
    skies: tuple[int, ...] = field(lambda setting: (IDLE,) * len(setting.air), TUPLE, position="")
    """The hex of each air unit over the map."""
    naval_barred: bool = field(False, FLAG)
    """Have British units come through a port this turn (25.2b)?"""
    lifted: int = field(0, NUMBER)
    """Corps carried by the advanced airlift this turn (28.1d)."""
    jumped: int = field(0, PIECE_MASK)
    """Units that have made their airborne landing (18.0b)."""

    # the map
    destroyed: int = field(0, PLACE_MASK)
    """Hexes whose fortifications are destroyed (17.1a)."""
    bombed: int = field(0, PLACE_MASK)
    """Cities destroyed by bombing (22.4b)."""
    open_cities: int = field(0, PLACE_MASK)
    bridgeheads: tuple[Bridgehead, ...] = field((), SeveralKind(RowKind(Bridgehead)))
    bridges_back: int = field(0, NUMBER)
    """Bridgehead markers of the operating side that came off in this impulse and cannot be used in it (27.1e)."""

    # countries and arrivals
    points: bytearray = field(lambda setting: bytearray(len(NATIONS)), OCTETS, position="")
    """Refit points of each nation."""
    surrendered: int = field(0, NamesKind(lambda setting: COUNTRIES))
    due: bytearray = field(lambda setting: bytearray(len(setting.pieces)), PIECE_OCTETS)
    """The turn in which each waiting unit arrives."""
    port_users: int = field(0, PIECE_MASK)
    """French units that have traced to a Channel port in this impulse or Refit Phase (15.2d, R78)."""

    masks: list[int] = derived(lambda setting: [0] * len(NATIONS), copied=True)
    held: list[int] = derived(lambda setting: [0, 0], copied=True)
    """The hexes each side's ground units occupy."""
    standing: int = derived(0)
    """All ground units on the map."""
    armies: int = derived(0)
    """The hexes with an army."""
    corps: list[int] = derived(lambda setting: [0] * (MOST_CORPS + 1), copied=True)
    """For each number, the hexes with at least so many corps."""
    trains: int = derived(0)
    """The hexes with a mobile logistics unit."""
    statics: int = derived(0)
    """The hexes with a fortress unit."""
    doubled: int = derived(0)
    """The hexes with two armies, two mobile logistics units or two fortress units."""
    sizes: Sizes = derived(lambda setting: None)
    """What each unit counts as, by the rulings in force."""
    areas: dict[int, int] = derived(lambda setting: {})
    """The hexes that units of each nation may enter, by the rulings in force (8.5)."""
    memo: dict[Any, tuple[int, Any]] = derived(lambda setting: {}, copied=True)
    """What follows from the pieces, with the version it was worked out for."""
    hand: Any = derived(None)
    """What the group in hand can reach, and where it may go."""

    def __init__(self, setting: MansteinSetting, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(setting, seed, rulings)
        if rulings:  # a state that is read back gets them later, and then derives
            self.sizes = setting.sizes(rulings)

    # who is where; every change makes a new version, so that what follows can be remembered

    def group_of(self, piece: int) -> int:
        return self.setting.nation[piece]

    def put(self, piece: int, place: int, on_top: bool = True) -> None:
        super().put(piece, place, on_top)
        self.standing |= 1 << piece
        self._come(piece, place)

    def lift(self, piece: int, box: int) -> None:
        place = self.where[piece]
        super().lift(piece, box)
        if place < 0:
            return
        self.standing ^= 1 << piece
        self._leave(piece, place)

    def shift(self, piece: int, hexa: int) -> None:
        """Move a unit to another hex."""
        start = self.where[piece]
        super().lift(piece, hexa)
        self._leave(piece, start)
        super().put(piece, hexa)
        self._come(piece, hexa)

    def _come(self, piece: int, place: int) -> None:
        """A unit has come to a hex: keep what is known of the hex up to date, as ``_count`` would have it."""
        bit, size = 1 << place, self.sizes.of[piece]
        self.held[self.setting.side_of[piece]] |= bit
        if size == CORPS:
            corps = self.corps
            for number in COUNTED_CORPS:
                if not corps[number] & bit:
                    corps[number] |= bit
                    return
        elif size == ARMY:
            if self.armies & bit:
                self.doubled |= bit
            else:
                self.armies |= bit
        elif size != LIGHT:
            self._count(place)

    def _leave(self, piece: int, place: int) -> None:
        """A unit has left a hex: keep what is known of the hex up to date."""
        side_of, bit, size = self.setting.side_of, 1 << place, self.sizes.of[piece]
        side = side_of[piece]
        for other_piece in self.stacks.get(place, ()):  # an airborne landing: enemies in one hex
            if side_of[other_piece] == side:
                break
        else:
            self.held[side] ^= bit
            if self.bridgeheads:
                self._abandon(place, side)
        if size == CORPS and not self.corps[MOST_CORPS] & bit:
            for number in COUNTED_CORPS:
                if not self.corps[number + 1] & bit:
                    self.corps[number] ^= bit
                    return
        elif size == ARMY and not self.doubled & bit:
            self.armies ^= bit
        elif size != LIGHT:
            self._count(place)

    def _abandon(self, place: int, side: int) -> None:
        """The last unit has left a hex: bridgeheads that were made from there are gone (27.1e, R101)."""
        gone = [bridge for bridge in self.bridgeheads if bridge.origin == place and bridge.owner == side]
        if gone:
            self.bridgeheads = tuple([bridge for bridge in self.bridgeheads if bridge not in gone])
            self.bridges_back += len(gone) if self.operator == side else 0
            self.events += [BridgeheadRemoved(("27.1e",), bridge.origin, bridge.beyond) for bridge in gone]

    def _count(self, place: int) -> None:
        """Keep the sets of hexes by what stands there; stacks are small."""
        bit, of, army, train, static, count, twice = 1 << place, self.sizes.of, False, False, False, 0, False
        for piece in self.stacks.get(place, ()):
            size = of[piece]
            if size == CORPS:
                count += 1
            elif size == ARMY:
                twice, army = twice or army, True
            elif size == TRAIN:
                twice, train = twice or train, True
            elif size == STATIC:
                twice, static = twice or static, True
        if twice is not (self.doubled & bit > 0):
            self.doubled ^= bit
        if army is not (self.armies & bit > 0):
            self.armies ^= bit
        if train is not (self.trains & bit > 0):
            self.trains ^= bit
        if static is not (self.statics & bit > 0):
            self.statics ^= bit
        corps = self.corps
        for number in COUNTED_CORPS:
            if (count >= number) is not (corps[number] & bit > 0):
                corps[number] ^= bit

    def touch(self) -> None:
        """Something has changed that zones, support or movement depend on."""
        self.version += 1

    def derive(self) -> None:
        super().derive()
        self.sizes, self.areas = self.setting.sizes(self.rulings), {}
        self.held, self.standing, self.armies, self.trains, self.statics, self.doubled = [0, 0], 0, 0, 0, 0, 0
        self.corps = [0] * (MOST_CORPS + 1)
        for place, pieces in self.stacks.items():
            for piece in pieces:
                self.standing |= 1 << piece
                self.held[self.setting.side_of[piece]] |= 1 << place
            self._count(place)

    def remembered(self, key: Any, make: Callable[[], T]) -> T:
        """What follows from the pieces, worked out once for each version."""
        known = self.memo.get(key)
        if known is None or known[0] != self.version:
            known = self.memo[key] = (self.version, make())
        made: T = known[1]
        return made

    # sets and words

    def on(self, rule: str) -> bool:
        """Is an optional rule of sections 24 to 28 in force?"""
        return self.rulings[rule] != "no"

    def spot(self, hexa: int) -> str:
        """A hex as people call it: by the place there, and its number."""
        return self.setting.spots[hexa]

    def pieces_in(self, hexes: int) -> int:
        """The ground units in some hexes, as a set."""
        return members([piece for hexa in self.setting.board.members(hexes) for piece in self.stacks.get(hexa, ())])

    def in_box(self, box: int, pieces: int) -> int:
        """Those of some pieces that lie in a box."""
        return members([piece for piece in listed(pieces) if self.where[piece] == box])


MOST_CORPS = 4
"""Corps in a hex are counted up to here: no hex may hold as many."""
COUNTED_CORPS = tuple(range(1, MOST_CORPS + 1))

MansteinStep = UnitsStep[MansteinState]
"""A step of this game."""
SideStep = PhaseStep[MansteinState]
"""A step of one side's impulse."""


def other(side: int) -> int:
    return ALLIED if side == GERMAN else GERMAN
