"""The plain data of one match."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from meuse.board.sets import listed, members
from meuse.engine import Path, Piece, Pieces, Place, Side
from meuse.engine.fields import derived, field
from meuse.engine.kinds import BY_SIDE, FLAG, NUMBER, PIECE_MASK, PLACE_MASK, SIDE, RowKind, SeveralKind
from meuse.games.france_1940.events import FortHit
from meuse.games.france_1940.kinds import (
    AIR,
    BATTERIES,
    CARRIERS,
    FALLEN,
    FORMATIONS,
    HEX_NUMBERS,
    LEADERS,
    ORDERS,
    STARTS,
)
from meuse.games.france_1940.setting import FULL, GONE, OFF, UNUSED, FranceSetting
from meuse.games.france_1940.spotting import Spotting
from meuse.games.france_1940.tables import SIZES, Size
from meuse.mechanics.counters import PIECE_OCTETS, CountersState
from meuse.mechanics.steps import PhaseStep, UnitsStep

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940

P = ParamSpec("P")
T = TypeVar("T")


class Minefield(NamedTuple):
    """Mines in a hex (12.7): whose, against whom, how dense (0 dispersed, 1 normal, 2 concentrated), and revealed?"""

    hex: Place
    owner: Side
    kind: str
    density: int
    shown: bool


class Fortification(NamedTuple):
    """A fortification (12.9): its value left, the corner its arrow points to, and whose it is."""

    hex: Place
    value: int
    arrow: str
    owner: Side


class Project(NamedTuple):
    """Work that takes a unit two turns (12.1 to 12.6): position, roadblock, pontoon, crossing, teeth."""

    unit: Piece
    work: str
    hex: Place
    turn: int
    """The turn of the first activation."""


class Melee(NamedTuple):
    """An assault that goes on (9.1.4): who attacked, each from where, and what the last round cost both sides."""

    hex: Place
    attacker: Side
    pieces: Pieces
    origins: Path
    """From where each of them came (9.1.5b)."""
    attackers_lost: int
    defenders_lost: int


class Target(NamedTuple):
    """A Target marker of artillery (8.1.3.2a): where it lies and was put, what is fired, and by whom."""

    hex: Place
    aim: Place
    form: str
    """``concentrated``, ``dispersed`` or ``smoke``."""
    battery: str
    """A battery beyond the board, or nothing: guns on it fire."""
    guns: Pieces


class Sortie(NamedTuple):
    """An aircraft over its target (8.2.1f): of which mission, and the anti-air points that guns add against it."""

    mission: str
    hex: Place
    flak: int


class FranceState(CountersState):
    """Pieces, markers and tracks of one match."""

    SUMS = ("masks", "held", "alive", "load", "crowded", "riders", "mounted", "laden", "loads", "off")
    UNUSED = UNUSED

    game: France1940
    setting: FranceSetting
    agenda: list[Any]

    # formations and officers (2.2.1.1, 7)
    leaders: list[int] = field(lambda setting: list(setting.usual_leaders), LEADERS)
    """The officer of each formation; -1: it has lost him and waits for another (7.2)."""
    fallen: list[int] = field(lambda setting: [-1] * len(setting.formations), FALLEN)
    """The officer whom each formation lost last (7.2.1b)."""
    fuel: bytearray = field(lambda setting: bytearray(len(setting.formations)), FORMATIONS)
    """The turn up to which each formation waits for fuel (14.3e, G91)."""
    carriers: list[int] = field(lambda setting: [-1] * len(setting.pieces), CARRIERS)
    """What carries or tows each piece; horses carry cavalry, an AFV its officer (5.5, 5.6, 7.1e)."""

    # markers on units, this turn
    finished: int = field(0, PIECE_MASK)
    reaction: int = field(0, PIECE_MASK)
    """Units with a Reaction marker (3.4)."""
    prepared: int = field(0, PIECE_MASK)
    """Those of them that were marked, or activated with an older marker, this turn: not again in it (G22b)."""
    astray: int = field(0, PIECE_MASK)
    """Units out of command since the Command Phase, or since they lost their officer (3.1c, 7.2.1a, G25)."""
    routed: int = field(0, PIECE_MASK)
    rallied: int = field(0, PIECE_MASK)
    """Units that have rallied since the enemy's last activation (10.4.2f)."""
    recovered: int = field(0, PIECE_MASK)
    """Units that have rallied before it, this turn: they can be activated without their officer (10.4.2f, A15)."""
    moved: int = field(0, PIECE_MASK)
    """Units that have moved this turn or are moving: seen from farther off, and easier to hit (6.1e, G07)."""
    hurried: int = field(0, PIECE_MASK)
    """Units that have gone at Double Time this turn (5.3)."""
    tired: int = field(0, PIECE_MASK)
    """Those that did so last turn (5.3c)."""
    charged: int = field(0, PIECE_MASK)
    """Cavalry that has charged this turn."""
    blown: int = field(0, PIECE_MASK)
    """Cavalry that charged last turn (5.6k)."""
    inside: int = field(0, PIECE_MASK)
    """Units inside the trench or fortification of their hex (12.8, 12.9)."""

    second_bank: int = field(0, PIECE_MASK)
    """Units in a river hex that stand on the second of its banks, as the ground lists them (11.9.1b, G67)."""

    # movement (5)
    spent: bytearray = field(lambda setting: bytearray(len(setting.pieces)), PIECE_OCTETS)
    """Half movement points that each piece has spent in the activation under way."""
    byways: int = field(0, PIECE_MASK)
    """Those that have spent some of them off the road, or have had the bonus of the road (5.4b)."""
    fording: int = field(0, PIECE_MASK)
    """Those that have entered a river hex in this move: should they stop there, they have to cross (11.9.1b)."""

    galloping: int = field(0, PIECE_MASK)
    """Cavalry and its horses at the gallop, in the activation under way: they must charge (5.6g, G50)."""
    hindered: int = field(0, PIECE_MASK)
    """Those that have entered a hex with a roadblock in it (9.1.6d)."""

    # assault (9)
    poised: int = field(0, PIECE_MASK)
    """Units that have ended their move beside enemies whom they can still assault (9.1b)."""
    started: dict[int, int] = field(lambda setting: {}, STARTS)
    """Where units that have moved began to, in the activation under way; -1 off the board (9.4b)."""
    stormed: int = field(0, PLACE_MASK)
    """The hex that is being assaulted: both sides may be in it (4c)."""
    repelled: bool = field(False, FLAG)
    """Have the assaulted answered the assault under way with fire or an assault of their own (9.1d, 9.4e)?"""
    rushed: bool = field(False, FLAG)
    """Was it with an assault of their own?"""
    answered: int = field(0, PIECE_MASK)
    """Those who have fired at infantry that went for armour, in the activation under way: they fire once (9.3c)."""

    # the activation under way
    initiative: int = field(-1, SIDE)
    """Who had the first activation of this turn, or of the last until it is rolled for; -1: nobody yet (3.2c, G95)."""
    passes: int = field(0, NUMBER, most=2)
    """How many sides have passed one after the other (3.3.1i)."""
    activator: int = field(-1, SIDE)
    """Whose activation it is; -1 between activations."""
    active: int = field(0, PIECE_MASK)
    """The pieces it has activated."""
    moving: int = field(0, PIECE_MASK)
    """Those whose action is under way and who can be fired at (3.4a)."""
    passing: int = field(0, PIECE_MASK)
    """Units of either side that are just retreating or routing: they may pass through full hexes (4g)."""
    ordered: int = field(0, NUMBER, most=3)
    """The sides, as a set, that have changed standing orders since the last activation."""
    orders: bytearray = field(lambda setting: bytearray(len(setting.pieces)), ORDERS)
    """What each unit does when it could react, without asking; only its owner knows."""

    # support (8.1, 8.2)
    missions: bytearray = field(lambda setting: bytearray(len(setting.batteries)), BATTERIES)
    """Missions left of each battery beyond the board."""
    smoke_missions: bytearray = field(lambda setting: bytearray(len(setting.batteries)), BATTERIES)
    """How many of them may be smoke."""
    smoke_left: tuple[int, ...] = field(lambda setting: setting.by_side("smoke"), BY_SIDE)
    """Smoke missions left for guns and mortars on the board (8.1.5c)."""
    attacks: bytearray = field(lambda setting: bytearray(len(setting.air_missions)), AIR)
    """Attacks left of each air mission."""
    aircraft: bytearray = field(lambda setting: bytearray(len(setting.air_missions)), AIR)
    """The aircraft of each, numbered from 1 as in the charts; 0: not drawn yet (13.AS3)."""

    targets: tuple[Target, ...] = field((), SeveralKind(RowKind(Target)))
    """The Target markers of the officer who directs artillery now."""
    sorties: tuple[Sortie, ...] = field((), SeveralKind(RowKind(Sortie)))
    """The aircraft that an officer directs now."""

    # markers in hexes (12)
    smoke: dict[int, int] = field(lambda setting: {}, HEX_NUMBERS)
    """The number that each smoke marker shows (8.1.5)."""
    fresh: int = field(0, PLACE_MASK)
    """Smoke that was fired in the activation under way (8.1.5m)."""
    german_positions: int = field(0, PLACE_MASK)
    """Finished improved positions (12.1)."""
    allied_positions: int = field(0, PLACE_MASK)
    wire: int = field(lambda setting: setting.works("wire"), PLACE_MASK)
    roadblocks: int = field(lambda setting: setting.works("roadblocks"), PLACE_MASK)
    ditches: int = field(lambda setting: setting.works("ditches"), PLACE_MASK)
    crossings: int = field(lambda setting: setting.works("crossings"), PLACE_MASK)
    """Ditches with a crossing (12.5c)."""
    teeth: int = field(lambda setting: setting.works("teeth"), PLACE_MASK)
    trenches: int = field(lambda setting: setting.works("trenches"), PLACE_MASK)
    pontoons: int = field(lambda setting: setting.works("pontoons"), PLACE_MASK)
    """Pontoon bridges of the scenario, for all units (G68)."""
    foot_pontoons: int = field(0, PLACE_MASK)
    """Those that engineers have built, for men and guns that they push (12.4b)."""
    rubble: int = field(0, PLACE_MASK)
    ruin: dict[int, int] = field(lambda setting: {}, HEX_NUMBERS)
    """What a Rubble +X marker shows (12.11c)."""
    mines: tuple[Minefield, ...] = field((), SeveralKind(RowKind(Minefield)))
    forts: tuple[Fortification, ...] = field(
        lambda setting: tuple(Fortification(*row) for row in setting.start_forts()), SeveralKind(RowKind(Fortification))
    )
    projects: tuple[Project, ...] = field((), SeveralKind(RowKind(Project)))
    melees: tuple[Melee, ...] = field((), SeveralKind(RowKind(Melee)))
    boats: tuple[int, ...] = field((0, 0), BY_SIDE)
    """Crossings by boat that each side has tried this turn (11.9.2f)."""
    bridged: tuple[int, ...] = field((0, 0), BY_SIDE)
    """Pontoon bridges that each side's engineers have built (12.4b)."""

    # control
    german_ground: int = field(0, PLACE_MASK)
    """The hexes in which the German side was last to have a unit that is neither routed nor a transport."""
    allied_ground: int = field(0, PLACE_MASK)

    held: list[int] = derived(lambda setting: [0, 0], copied=True)
    """The hexes with units of each side, officers not counted."""
    alive: int = derived(0)
    """All pieces in hexes."""
    load: list[bytearray] = derived(lambda setting: [bytearray(setting.board.size) for _ in range(2)], copied=True)
    """How many steps of each side count for stacking in each hex (4a)."""
    crowded: list[int] = derived(lambda setting: [0] * (2 * (FULL + 1)), copied=True)
    """For each side and number of steps, the hexes that cannot take so many more: side * 4 + steps."""
    off: int = derived(0)
    """All pieces that are still to enter."""
    riders: int = derived(0)
    """The pieces that something carries or tows."""
    mounted: int = derived(0)
    """The cavalry among them, on its horses (5.6)."""
    laden: int = derived(0)
    """What carries or tows them."""
    loads: dict[int, tuple[int, ...]] = derived(lambda setting: {}, copied=True)
    """By what carries them."""
    stamps: list[int] = derived(lambda setting: [0, 0], copied=True)
    """Raised for each side by changes of where its pieces are, and of what carries them."""
    memo: dict[Any, tuple[Any, Any]] = derived(lambda setting: {}, copied=True)
    """What has been worked out, by its name, with what it was worked out for; see ``kept``."""

    def __init__(self, setting: FranceSetting, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(setting, seed, rulings)
        self.masks = [0, 0]
        self.where = [GONE] * len(setting.pieces)

    # who is where; every change makes a new version, so that what follows can be remembered

    def group_of(self, piece: int) -> int:
        return self.setting.side_of[piece]

    def put(self, piece: int, place: int, on_top: bool = True) -> None:
        super().put(piece, place, on_top)
        own = 1 << piece
        self.stamps[self.setting.side_of[piece]] += 1
        self.alive |= own
        if self.off:
            self.off &= ~own
        if self.setting.units & own:
            self._come(piece, place)

    def lift(self, piece: int, box: int) -> None:
        place = self.where[piece]
        super().lift(piece, box)
        own = 1 << piece
        self.stamps[self.setting.side_of[piece]] += 1
        if self.off or box == OFF:
            self.off = self.off | own if box == OFF else self.off & ~own
        if place >= 0:
            self.alive &= ~own
            self._leave(piece, place)

    def _relocate(self, piece: int, hexa: int) -> None:
        """What ``lift`` and ``put`` do to a piece that goes to a hex, at once if it comes from another."""
        place = self.where[piece]
        if place < 0 or place == hexa:
            self.lift(piece, hexa)
            self.put(piece, hexa)
            return
        super().shift(piece, hexa)
        self.stamps[self.setting.side_of[piece]] += 1
        self._leave(piece, place)
        if self.setting.units >> piece & 1:
            self._come(piece, hexa)

    def _leave(self, piece: int, place: int) -> None:
        """A piece is not in a hex any longer: its load, its work, and what its side had only by it."""
        setting, own = self.setting, 1 << piece
        self.second_bank &= ~own
        if self.projects:  # 12.1.1d, 12.3e
            self._abandon(piece)
        if not setting.units & own:
            return
        side = setting.side_of[piece]
        self._weigh(piece, place, -self.steps[piece])
        for other in self.stacks.get(place, ()):
            if setting.units >> other & 1 and setting.side_of[other] == side:
                return
        left = ~(1 << place)
        self.held[side] &= left
        if self.melees:  # one side is left in the hex (9.1.4)
            self.melees = tuple([melee for melee in self.melees if melee.hex != place])
        if side:
            self.allied_positions &= left  # 12.1.1e
        else:
            self.german_positions &= left
        if self.held[1 - side] >> place & 1:
            self.occupy(place)

    def _come(self, unit: int, place: int) -> None:
        """A unit is in a hex now: its load, and what its side takes where no enemy is."""
        setting, bit = self.setting, 1 << place
        side = setting.side_of[unit]
        self.held[side] |= bit
        self._weigh(unit, place, self.steps[unit])
        if not self.held[1 - side] & bit:
            if self.forts and not setting.horses >> unit & 1:
                self._raze(side, bit)
            if not (setting.carriers | self.routed) >> unit & 1:
                self._take(side, bit)

    def _abandon(self, piece: int) -> None:
        """A piece leaves the hex in which it may have been at work (12.1.1d, 12.3e)."""
        for project in self.projects:
            if project.unit == piece:
                self.projects = tuple([other for other in self.projects if other.unit != piece])
                return

    def shift(self, piece: int, hexa: int) -> None:
        """Move a piece to another hex, and whatever it carries."""
        for passenger in self.cargo(piece):
            self.inside &= ~(1 << passenger)
            self._relocate(passenger, hexa)
        if self.inside:
            self.shelter(piece, False)
        self._relocate(piece, hexa)

    def pass_through(self, group: Pieces, way: list[int]) -> None:
        """Move pieces along a way with whatever they carry, through dry hexes with neither enemies nor forts in them.

        It leaves behind what ``put`` and ``lift`` in each hex would: ground taken, and positions that are empty again.
        """
        setting, side, pieces = self.setting, self.setting.side_of[group[0]], 0
        for piece in group:
            self.shift(piece, way[-1])
            pieces |= 1 << piece | members(self.cargo(piece))
        self.fording &= ~pieces
        units, passed = pieces & setting.units, members(way[:-1])
        if units & ~(setting.carriers | self.routed):
            self._take(side, passed)
        empty = passed & ~self.held[side] if units else 0
        if side:
            self.allied_positions &= ~empty  # 12.1.1e
        else:
            self.german_positions &= ~empty

    def ride(self, piece: int, carrier: int) -> None:
        """A piece mounts, is limbered to, or joins what carries it from now on; -1: it gets off."""
        self.carriers[piece] = carrier
        self._count_riders()
        self.stamps[self.setting.side_of[piece]] += 1
        self.version += 1

    def _count_riders(self) -> None:
        self.riders, self.mounted, self.laden, self.loads = 0, 0, 0, {}
        for piece, carrier in enumerate(self.carriers):
            if carrier >= 0:
                self.riders |= 1 << piece
                self.laden |= 1 << carrier
                self.loads[carrier] = (*self.loads.get(carrier, ()), piece)
                if self.setting.horses >> carrier & 1:
                    self.mounted |= 1 << piece

    def set_steps(self, piece: int, steps: int) -> None:
        """A unit has so many steps now; the last one lost eliminates it (2.2.1g), which is for ``losses`` to do."""
        place = self.where[piece]
        if place >= 0:
            self._weigh(piece, place, steps - self.steps[piece])
        self.steps[piece] = steps
        self.version += 1

    def shelter(self, piece: int, inside: bool) -> None:
        """A unit goes into the trench or fortification of its hex, or out of it."""
        if bool(self.inside >> piece & 1) == inside:
            return
        place, steps = self.where[piece], self.steps[piece]
        if inside:
            self._weigh(piece, place, -steps)
            self.inside |= 1 << piece
        else:
            self.inside &= ~(1 << piece)
            self._weigh(piece, place, steps)
        self.version += 1

    def _weigh(self, piece: int, place: int, steps: int) -> None:
        """Note steps that come into a hex or leave it; transports, horses and units inside do not count (4e)."""
        setting = self.setting
        if (setting.weightless | self.inside) >> piece & 1:
            return
        side = setting.side_of[piece]
        load = self.load[side] = self.load[side].copy()  # clones share the rows
        weight, most = load[place] + steps, setting.charts.stacking.hex
        freely = weight + FULL <= most and load[place] + FULL <= most
        load[place] = weight
        if freely:  # no unit is too many, before and after
            return
        bit = 1 << place
        for more in range(1, FULL + 1):
            at = side * (FULL + 1) + more
            self.crowded[at] = self.crowded[at] | bit if weight + more > most else self.crowded[at] & ~bit

    def occupy(self, place: int) -> None:
        """The side that is alone in a hex controls it if it has a unit there that is neither routed nor a transport."""
        setting, hold = self.setting, ~(self.setting.carriers | self.routed)
        units = [unit for unit in self.stacks.get(place, ()) if setting.units >> unit & 1]
        sides = {setting.side_of[unit] for unit in units}
        if len(sides) != 1:
            return
        (side,) = sides
        if self.forts and any(not setting.horses >> unit & 1 for unit in units):
            self._raze(side, 1 << place)
        if any(hold >> unit & 1 for unit in units):
            self._take(side, 1 << place)

    def _raze(self, side: int, bit: int) -> None:
        """A side occupies a hex, with units of whatever kind: a fortification of its enemy there is gone (12.9e)."""
        for fort in self.forts:
            if fort.owner != side and bit >> fort.hex & 1:
                self.forts = tuple([other for other in self.forts if other != fort])
                self.events.append(FortHit(("12.9e",), fort.hex, 0))

    def _take(self, side: int, bit: int) -> None:
        """A side takes control of a hex."""
        if side:
            self.allied_ground, self.german_ground = self.allied_ground | bit, self.german_ground & ~bit
        else:
            self.german_ground, self.allied_ground = self.german_ground | bit, self.allied_ground & ~bit

    def unmark(self, pieces: int) -> None:
        """Take all markers off some pieces."""
        keep = ~pieces
        self.finished, self.reaction, self.prepared = self.finished & keep, self.reaction & keep, self.prepared & keep
        self.astray, self.routed, self.rallied = self.astray & keep, self.routed & keep, self.rallied & keep
        self.recovered &= keep
        self.moved, self.hurried, self.tired = self.moved & keep, self.hurried & keep, self.tired & keep
        self.charged, self.blown, self.inside = self.charged & keep, self.blown & keep, self.inside & keep
        self.active, self.moving, self.passing = self.active & keep, self.moving & keep, self.passing & keep
        self.byways, self.fording, self.poised = self.byways & keep, self.fording & keep, self.poised & keep
        self.galloping, self.hindered, self.answered = self.galloping & keep, self.hindered & keep, self.answered & keep

    def touch(self) -> None:
        """Something has changed that sight, fire or movement depend on, and it is not where pieces are."""
        self.version += 1

    def derive(self) -> None:
        super().derive()
        size, units = self.setting.board.size, self.setting.units
        self.held, self.alive, self.crowded = [0, 0], 0, [0] * (2 * (FULL + 1))
        self.load = [bytearray(size), bytearray(size)]
        self._count_riders()
        self.off = sum(1 << piece for piece, box in enumerate(self.where) if box == OFF)
        for place, pieces in self.stacks.items():
            for piece in pieces:
                self.alive |= 1 << piece
                if units >> piece & 1:
                    self.held[self.setting.side_of[piece]] |= 1 << place
                    self._weigh(piece, place, self.steps[piece])

    def kept(self, name: Any, given: Any, make: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What follows from something given, worked out again only when that is another than the last time."""
        known = self.memo.get(name)
        if known is None or known[0] != given:
            known = self.memo[name] = given, make(*args, **more)
        made: T = known[1]
        return made

    # questions that every chapter asks

    def national(self, rule: str) -> bool:
        """Is a rule of chapter 14 in force: does the scenario have it, and do the players want it (G94)?"""
        return self.rulings["national"] == "scenario" and bool(getattr(self.setting.scenario.national, rule))

    def size(self, piece: int) -> Size:
        """How large a target a piece is: mounted cavalry is as large as its horses (6.1c, R9)."""
        return SIZES[self.setting.size[self.carriers[piece] if self.mounted >> piece & 1 else piece]]

    def cargo(self, carrier: int) -> tuple[int, ...]:
        """What a transport, horses or an AFV carries or tows."""
        return self.loads.get(carrier, ())

    def officer_of(self, piece: int) -> int:
        """The officer who leads a unit's formation; -1 if there is none."""
        formation = self.setting.formation[piece]
        return self.leaders[formation] if formation < len(self.leaders) else -1

    def led_by(self, officer: int) -> int:
        """The number of the formation that an officer leads; -1 if he leads none."""
        return self.leaders.index(officer) if officer in self.leaders else -1

    def leading(self) -> int:
        """The officers who lead formations."""
        return serving(tuple(self.leaders))

    def began_with(self, formation: int) -> int:
        """The units that a formation began with (10b)."""
        where = self.where
        return sum([where[unit] != GONE for unit in listed(self.setting.formations[formation].units)])

    def lost(self, formation: int) -> int:
        """The steps that a formation has lost, eliminated units included (10b)."""
        where, steps = self.where, self.steps
        units = listed(self.setting.formations[formation].units)
        return sum([FULL - steps[unit] for unit in units if where[unit] != GONE])

    def present(self, formation: int) -> int:
        """The units of a formation that are in play: in hexes, or still to enter."""
        return self.setting.formations[formation].units & (self.alive | self.off)

    def mates(self, hexa: int, side: int) -> int:
        """The pieces of a side in a hex."""
        own = self.setting.pieces_on[side]
        return sum(1 << piece for piece in self.stacks.get(hexa, ()) if own >> piece & 1)

    def all_in(self, hexa: int) -> int:
        """All pieces in a hex."""
        return sum([1 << piece for piece in self.stacks.get(hexa, ())])

    def deserted(self, hexa: int, side: int) -> bool:
        """Has a side no unit in a hex? Horses without riders are none: they are no target of their own (5.6f, 7.1b)."""
        if not self.held[side] >> hexa & 1:
            return True
        horses = self.setting.horses
        return bool(horses) and not self.mates(hexa, side) & self.setting.units & ~horses

    @property
    def spotting(self) -> Spotting:
        """Who is near enough to be spotted, by the reading that the players have chosen (6.1e, G60)."""
        return self.setting.spotting_by_one if self.rulings["levels"] == "one" else self.setting.spotting

    def manned(self, side: int) -> int:
        """The hexes with units of a side, those left out where only horses without riders stand (5.6f, V6)."""
        horses = self.setting.horses & self.alive & self.setting.pieces_on[side]
        hexes = members([self.where[horse] for horse in listed(horses)]) if horses else 0
        return self.held[side] & ~members([h for h in listed(hexes) if self.deserted(h, side)])

    def fort_at(self, hexa: int) -> Fortification | None:
        """The fortification in a hex."""
        return next((fort for fort in self.forts if fort.hex == hexa), None) if self.forts else None


@lru_cache(maxsize=256)
def serving(leaders: tuple[int, ...]) -> int:
    """The officers among the leaders of formations, some of whom may be missing."""
    return members([officer for officer in leaders if officer >= 0])


FranceStep = UnitsStep[FranceState]
"""A step of this game."""
SideStep = PhaseStep[FranceState]
"""A step at which one side decides."""


def idle(s: FranceState) -> int:
    """The activated units that have not acted yet."""
    return s.active & ~s.finished & ~s.prepared & ~s.routed & ~s.poised & ~rolling(s)


def rolling(s: FranceState) -> int:
    """The activated transports that have spent movement points: they can only move on (3.3.2a, 5.5j)."""
    carriers, spent = s.active & s.setting.transports, s.spent
    return members([carrier for carrier in listed(carriers) if spent[carrier]]) if carriers else 0


def carried(s: FranceState) -> int:
    """Who is carried or towed, and so does nothing else: not cavalry, nor officers in their AFVs (5.5h, 5.6a, 7.1e)."""
    return s.riders & ~s.mounted & ~s.setting.tank_officers


def finish(s: FranceState, pieces: int) -> None:
    """Pieces have performed their action: they are Finished, and a Reaction marker comes off (3.3.2b, 3.4g, G22b)."""
    s.finished |= pieces
    s.recovered &= ~pieces
    s.reaction &= ~pieces
    s.prepared &= ~pieces


def waiting(s: FranceState, side: int) -> int:
    """The pieces of a side that are still to enter and may do so this turn; an officer comes with his formation."""
    off = s.off & s.setting.pieces_on[side]
    if not off:
        return 0
    due = s.setting.due(s.turn)
    for officer in listed(off & s.leading()):
        if s.setting.formations[s.led_by(officer)].enters <= s.turn:
            due |= 1 << officer
    return off & due
