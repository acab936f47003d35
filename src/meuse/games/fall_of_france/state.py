"""The plain data of one match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from meuse.board import Reach, Sides
from meuse.board.sets import listed as listed
from meuse.board.sets import members as members
from meuse.board.sets import union as union
from meuse.engine import Pieces, Place
from meuse.engine.fields import derived, field
from meuse.engine.kinds import FLAG, NUMBER, OCTETS, PIECE_MASK, PIECES, PLACE_MASK, TUPLE, RowKind, SeveralKind
from meuse.games.fall_of_france.fortifications import FRESH, Shut, Walls
from meuse.games.fall_of_france.setting import (
    ALLIED,
    AT_WAR,
    COUNTRIES,
    GERMAN,
    NEUTRAL,
    POOLS,
    UNUSED,
    FallSetting,
)
from meuse.mechanics.counters import PIECE_OCTETS, CountersState
from meuse.mechanics.steps import OneOfUnits, PhaseStep, UnitsStep

if TYPE_CHECKING:
    from meuse.games.fall_of_france.game import FallOfFrance
    from meuse.games.fall_of_france.supply import First
    from meuse.games.fall_of_france.terrain import Terrain

IDLE = -1
"""An air unit that flies no mission."""


class Meeting(NamedTuple):
    """Units that entered a hex and skirmished with others there."""

    hex: Place
    movers: Pieces
    foes: Pieces


class Trace(msgspec.Struct, frozen=True, gc=False):
    """What open ground was last found to join to some hexes."""

    found: int = 0
    rim: int = 0
    """The hexes around it: while none of them is open, it does not grow."""
    steps: Sides = Sides()
    """The steps that could not be taken."""
    seeds: int = 0
    """What it grew from; with ground around units that are cut off, the ways of those that are not after all."""


class Spread(msgspec.Struct, frozen=True, gc=False):
    """Some sources of zones, with what is around them on the map as it lies, no matter who stands there."""

    sources: int
    land: Terrain
    hexes: int


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A group in hand."""

    march: Any
    """The step it is on."""
    reach: Reach
    goals: int
    """Where it may go."""


class Network(msgspec.Struct, frozen=True, gc=False):
    """Who is cut off, which stacks have zones, and where."""

    version: int
    """The version of the pieces for which it was worked out."""
    cut: tuple[int, int]
    """The units of each side that are out of supply."""
    sources: tuple[int, int]
    """The hexes whose units exert zones."""
    zones: tuple[int, int]
    """The ground zones of each side."""
    hostile: tuple[int, int]
    """For each side, the hexes in a zone of its enemy's ground or air units (12.2)."""
    land: Terrain
    """The map as it lies for each side."""


class FallState(CountersState):
    """Pieces, control and tracks of one match of The Fall of France."""

    SUMS = ("masks", "held", "standing", "crowd", "roomy")
    UNUSED = UNUSED

    game: FallOfFrance
    setting: FallSetting
    agenda: list[Any]

    taken: int = field(0, PLACE_MASK, position="")
    """The hexes that Germany controls; the Allies and neutrals have the rest of the land."""
    status: bytearray = field(lambda setting: bytearray([AT_WAR] * len(COUNTRIES)), OCTETS, position="")
    """Of each country: neutral, at war or surrendered."""
    walls: Walls = field(FRESH, TUPLE, position="")
    """Intact fortified hexsides by level: for each direction, the hexes fortified on that side."""
    disrupted: int = field(0, PIECE_MASK)
    cadred: int = field(0, PIECE_MASK)

    # this phase
    left: bytearray = field(lambda setting: bytearray(len(setting.pieces)), PIECE_OCTETS)
    """Movement points each moving unit has left."""
    moved: int = field(0, PIECE_MASK)
    """Units whose move is over this phase."""
    attacked: int = field(0, PIECE_MASK)
    """Units that have attacked this phase."""
    fought: int = field(0, PLACE_MASK)
    """Hexes that have been attacked this phase."""
    lent: int = field(0, PIECE_MASK)
    """HQs that have lent their support this phase."""
    claims: tuple[Pieces, ...] = field((), SeveralKind(PIECES))
    """Stacks, by their units, that have drawn limited supply this phase."""
    begun: int = field(0, PIECE_MASK)
    """Units that have begun to move this phase."""
    timid: int = field(0, PIECE_MASK)
    """Units that were out of supply when they began to move this phase (7.1a)."""
    landed: int = field(0, PIECE_MASK)
    """Units that have landed from the air this turn (9.2b)."""
    met: tuple[Meeting, ...] = field((), SeveralKind(RowKind(Meeting)))
    """The skirmishes of this phase that units moved into (11.0c)."""
    tried: int = field(0, PIECE_MASK)
    """Units that have had their recovery roll, or their try at a fortification, this phase."""

    # air
    missions: tuple[int, ...] = field(lambda setting: (IDLE,) * len(setting.air), TUPLE, position="")
    """Where each air unit flies: a hex it supports, or (beyond the hexes) a hexcorner it interdicts."""
    back: bytearray = field(lambda setting: bytearray(len(setting.pieces)), PIECE_OCTETS)
    """The turn in which each damaged air unit comes back, and by 22.5 each French corps that does."""
    sent: int = field(0, PIECE_MASK)
    """Air units that have been given a new mission in this assignment."""
    bombers: int = field(0, NUMBER)
    """The most German air units over Holland in one allocation of this turn (19.2)."""

    # politics and points
    pools: bytearray = field(lambda setting: bytearray(POOLS), OCTETS, position="")
    """Replacement points of each nation, infantry and armour."""
    lost_for_good: int = field(0, PIECE_MASK)
    """Dead units that can never be rebuilt (R37)."""
    dutch_hit: bool = field(False, FLAG)
    """Has a Dutch unit been cadred or eliminated (19.2)?"""
    withdrawal: bool = field(False, FLAG)
    """Has the withdrawal of the BEF been ordered (19.1)?"""
    open_city: bool = field(False, FLAG)
    """Has Paris been declared an Open City (19.4)?"""
    city_fell: int = field(0, NUMBER, most=lambda setting: setting.scenario.turns)
    """The turn in which the first French city was captured; 0: none yet (18.3)."""
    paris_fights: int = field(0, NUMBER)
    """Combats that involved Paris hexes (21.0)."""

    # optional rules
    refugees: tuple[int, ...] = field((), TUPLE, position="")
    """The hexes with refugees, one entry a counter (22.1)."""
    bombed: int = field(0, PLACE_MASK)
    """Cities that have sent refugees off this turn (22.1)."""
    halts: tuple[int, ...] = field((), TUPLE)
    """The turns in which a German formation was halted (22.7)."""
    halted: int = field(-1, NUMBER, position="")
    """The formation halted this turn; -1: none (22.7)."""
    commandos: bytearray = field(lambda setting: setting.commandos(), OCTETS, position="")
    """Brandenburgers left for each country (22.11)."""
    cracked: bool = field(False, FLAG)
    """Has the force of 22.12 been used?"""
    returned: int = field(0, PIECE_MASK)
    """French corps that have come back free of charge (22.5)."""
    sealion: bytearray = field(lambda setting: bytearray(3), OCTETS, position="")
    """Which of the removals of 22.8 have been made."""

    masks: list[int] = derived(lambda setting: [0] * len(setting.formations), copied=True)
    held: list[int] = derived(lambda setting: [0, 0], copied=True)
    """The hexes each side's ground units occupy."""
    standing: int = derived(0)
    """All ground units on the map."""
    limits: bytes = derived(lambda setting: setting.limits["urban"])
    """The stacking limit of each hex (8.3)."""
    crowd: bytearray = derived(lambda setting: bytearray(setting.board.size), copied=True)
    """The stacking points in each hex."""
    roomy: list[int] = derived(lambda setting: [], copied=True)
    """For each number of stacking points, the hexes that have room for just so many more (8.3)."""
    net: Network | None = derived(None)
    """Supply and zones as they were last worked out."""
    traces: list[Trace] = derived(lambda setting: [Trace()] * 4, copied=True)
    """What supply paths were last found to join to the sources of each army."""
    wilds: list[Trace] = derived(lambda setting: [Trace()] * 2, copied=True)
    """Open ground around the units of each side that are cut off, closed in itself: no way leads out of it."""
    spreads: list[Spread | None] = derived(lambda setting: [None] * 4, copied=True)
    """What the sources of each side's zones last spread to, in the first pass of supply and in a later one."""
    firsts: list[First | None] = derived(lambda setting: [None, None], copied=True)
    """What the first pass of supply last found out about each side."""
    stirred: list[int] = derived(lambda setting: [0, 0], copied=True)
    """The units of each side that came, went or moved since, otherwise than within what is joined to their sources."""
    quiet: dict[int, tuple[int, int]] = derived(lambda setting: {}, copied=True)
    """For some units without zones, the hexes they stand in, and those of them that hold no other units."""
    astir: int = derived(0)
    """The hexes that units have left and entered since that was last looked at."""
    terrain: tuple[Walls, tuple[int, ...], tuple[int, ...], bytes, bool, int, Terrain] | None = derived(None)
    """The map as it lies for each side, with what it follows from."""
    shut: Shut | None = derived(None)
    """What the walls close, as they were when that was last asked."""
    memo: dict[Any, tuple[int, Any]] = derived(lambda setting: {}, copied=True)
    """What else follows from the pieces, with the version it was worked out for."""
    hand: Hand | None = derived(None)
    """What the group in hand can reach, and where it may go."""

    def __init__(self, setting: FallSetting, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(setting, seed, rulings)
        if rulings:  # a state that is read back gets them later, and then derives
            self.limits = setting.limits[rulings["coastal_urban"]]
            self.roomy = list(setting.roomy[rulings["coastal_urban"]])

    # who is where; every change makes a new version, so that what follows can be remembered

    def group_of(self, piece: int) -> int:
        return self.setting.formation[piece]

    def put(self, piece: int, place: int, on_top: bool = True) -> None:
        super().put(piece, place, on_top)
        side = self.setting.side_of[piece]
        self.stirred[side] |= 1 << piece
        self.astir |= 1 << place
        self.held[side] |= 1 << place
        self.standing |= 1 << piece
        self._crowd(place, self.setting.points[piece])

    def lift(self, piece: int, box: int) -> None:
        place = self.where[piece]
        super().lift(piece, box)
        if place >= 0:
            side = self.setting.side_of[piece]
            self.stirred[side] |= 1 << piece
            self.astir |= 1 << place
            self.standing ^= 1 << piece
            if place not in self.stacks:
                self.held[side] ^= 1 << place
            self._crowd(place, -self.setting.points[piece])

    def shift(self, piece: int, hexa: int) -> None:
        """Move a unit to another hex."""
        setting, start, held = self.setting, self.where[piece], self.held
        super().shift(piece, hexa)
        side, points, here, there = setting.side_of[piece], setting.points[piece], 1 << start, 1 << hexa
        moved = here | there
        held[side] = held[side] | there if start in self.stacks else (held[side] | there) ^ here
        if points:
            limits, crowd = self.limits, self.crowd
            room, other_room = limits[start] - crowd[start], limits[hexa] - crowd[hexa]
            crowd[start] -= points
            crowd[hexa] += points
            if room + points == other_room and room >= 0:
                self.roomy[room] ^= moved
                self.roomy[other_room] ^= moved
            else:
                self._make_room(here, room, room + points)
                self._make_room(there, other_room, other_room - points)
        self.astir |= moved
        if moved & ~self.traces[setting.army[piece]].found or (side == GERMAN and setting.garrisons >> piece & 1):
            self.stirred[side] |= 1 << piece  # Germans in forts may have no source but the fort (7.2d)

    def _crowd(self, hexa: int, points: int) -> None:
        """Count stacking points of a hex up or down."""
        room = self.limits[hexa] - self.crowd[hexa]
        self.crowd[hexa] += points
        self._make_room(1 << hexa, room, room - points)

    def _make_room(self, here: int, before: int, now: int) -> None:
        """A hex that had room for some stacking points now has it for others; none if it holds too many."""
        self.roomy[before if before > 0 else 0] ^= here
        self.roomy[now if now > 0 else 0] ^= here

    def touch(self) -> None:
        """Something has changed that supply, zones or movement depend on."""
        self.version += 1

    def set_disrupted(self, pieces: int, yes: bool = True) -> None:
        self.version += 1
        self.disrupted = self.disrupted | pieces if yes else self.disrupted & ~pieces

    def set_cadred(self, pieces: int, yes: bool = True) -> None:
        self.version += 1
        self.cadred = self.cadred | pieces if yes else self.cadred & ~pieces

    def set_status(self, country: int, status: int) -> None:
        self.version += 1
        self.status[country] = status

    def derive(self) -> None:
        super().derive()
        setting, ruling = self.setting, self.rulings["coastal_urban"]
        self.held, self.crowd, self.standing = [0, 0], bytearray(setting.board.size), 0
        self.limits, self.roomy = setting.limits[ruling], list(setting.roomy[ruling])
        for place, pieces in self.stacks.items():
            for piece in pieces:
                self.standing |= 1 << piece
                self.held[setting.side_of[piece]] |= 1 << place
                self._crowd(place, setting.points[piece])

    # sets

    def at_war(self, country: int) -> bool:
        return self.status[country] == AT_WAR

    def neutral_ground(self) -> int:
        """The hexes of countries still neutral (6.0)."""
        known, key = self.setting.neutral_ground, bytes(self.status)
        if key not in known:
            neutral = [hexes for hexes, status in zip(self.setting.country, key, strict=True) if status == NEUTRAL]
            known[key] = sum(neutral)
        return known[key]

    def nation_at(self, nation: int) -> int:
        """The hexes with ground units of a nation."""
        return union([self.masks[group] for group in self.setting.groups_of[nation]])

    def on(self, rule: str) -> bool:
        """Is an optional rule of section 22 in force?"""
        return self.rulings[rule] != "no"


FallStep = UnitsStep[FallState]
"""A step of this game."""
SideStep = PhaseStep[FallState]
"""A step of one side's turn."""
UnitChoice = OneOfUnits[FallState]
"""A step at which one of some units is chosen."""


def other(side: int) -> int:
    return ALLIED if side == GERMAN else GERMAN
