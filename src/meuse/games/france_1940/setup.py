"""Setting up (2.3): officers are drawn, support is rolled for, units and markers are placed, the defender first."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Piece, closed
from meuse.games.france_1940 import costs, nations, stacking, works
from meuse.games.france_1940.events import (
    AirAssigned,
    BatteryAssigned,
    MarkedForReaction,
    OfficerDrawn,
    Placed,
    Sheltered,
    WorkLaid,
)
from meuse.games.france_1940.rosters import NATIONS
from meuse.games.france_1940.scenarios import Marker, WorkForce
from meuse.games.france_1940.sequence import BeginTurn
from meuse.games.france_1940.setting import (
    DENSITIES,
    FULL,
    GONE,
    LAID_IN,
    OFF,
    RESERVE,
    SIDES,
    UNPLACED,
    FranceSetting,
)
from meuse.games.france_1940.state import FranceState, FranceStep, Minefield, SideStep


def begin(s: FranceState) -> None:
    """The table before set-up."""
    setting = s.setting
    draw_officers(s)
    assign_support(s)
    nations.roll_fuel(s)
    for piece in setting.pieces:
        number = piece.number
        s.steps[number] = piece.full
        if piece.officer:
            continue
        s.where[number] = UNPLACED if setting.area_of[number] else OFF
    for pool in setting.replacements.values():
        for officer in pool:
            s.where[officer] = RESERVE
    for number, officer in enumerate(s.leaders):
        s.where[officer] = UNPLACED if area(s, officer) else OFF
        if s.where[officer] == OFF and setting.tank_officers >> officer & 1:
            s.ride(officer, next(u for u in listed(setting.formations[number].units) if setting.afvs >> u & 1))
        s.events.append(OfficerDrawn(("2.3f",), officer, setting.formations[number].name))
    if setting.scenario.attacker is not None:
        _own_ground(s, 1 - SIDES.index(setting.scenario.attacker))
    s.derive()
    s.touch()
    s.push(*setup_steps(s))


def setup_steps(s: FranceState) -> list[FranceStep]:
    """Who does what before the first turn, the first last (13h, 13q)."""
    first = SIDES.index(s.setting.scenario.first)
    steps: list[FranceStep] = []
    for side in (first, 1 - first):
        steps += [Setup(side), Garrison(side)]
        steps += [Lay(side, number) for number, work in enumerate(s.setting.scenario.work) if _owner(work) == side]
        steps += [MarkReaction(side, s.setting.by_side("reaction")[side])]
    return [BeginTurn(), *reversed(steps)]


def _owner(work: WorkForce) -> int:
    return SIDES.index(work.side)


def _own_ground(s: FranceState, defender: int) -> None:
    """At the start the defender controls every hex of his set-up areas."""
    ground = 0
    for piece, name in s.setting.area_of.items():
        if name and s.setting.side_of[piece] == defender:
            ground |= s.setting.areas[name]
    if defender:
        s.allied_ground = ground
    else:
        s.german_ground = ground


# officers and support


def draw_officers(s: FranceState) -> None:
    """For each formation an officer of its nation and kind is drawn at random from those not yet drawn (2.3f, 2.3h).

    Where the pool has been used up, all of it is shuffled again (G97).
    """
    setting = s.setting
    left = {key: list(pool) for key, pool in setting.pools.items()}
    for number, formation in enumerate(setting.formations):
        key = formation.nation, formation.officer
        size = sum(1 for row in s.game.officers if (row.nation, row.kind) == _named(key) and not row.replacement)
        pool = left[key][: (len(left[key]) - 1) % size + 1]  # copies come when the whole pool is used up
        drawn = pool[s.roll(f"the officer of {formation.id}", ("2.3f",), sides=len(pool)) - 1] if pool[1:] else pool[0]
        left[key].remove(drawn)
        s.leaders[number] = drawn


def _named(key: tuple[int, str]) -> tuple[str, str]:
    return NATIONS[key[0]], key[1]


def assign_support(s: FranceState) -> None:
    """Missions of batteries and attacks of air missions: as the scenario says, or by dice (13.OB7, 13.AS2)."""
    setting = s.setting
    for number, battery in enumerate(setting.batteries):
        row = battery.row
        s.missions[number], s.smoke_missions[number] = row.missions, row.smoke
        if not row.missions:
            s.missions[number], s.smoke_missions[number] = _missions(s, battery.name, row.nation, row.calibre)
        made = s.missions[number], s.smoke_missions[number]
        s.events.append(BatteryAssigned(("8.1.3.1a",), battery.side, battery.short, *made))
    for number, mission in enumerate(setting.air_missions):
        s.attacks[number] = mission.row.attacks or _attacks(s, mission.name, mission.row.nation)
        if mission.row.aircraft:
            ids = [aircraft.id for aircraft in setting.charts.aircraft]
            s.aircraft[number] = ids.index(mission.row.aircraft) + 1
        s.events.append(AirAssigned(("13.AS2",), mission.side, mission.name, s.attacks[number]))


def _missions(s: FranceState, name: str, nation: str, calibre: int) -> tuple[int, int]:
    """How many missions a battery has, and how many may be smoke (13.OB7 to 13.OB10, G89)."""
    rules = s.setting.prices.missions
    german = rules.german if nation == "german" else 0
    french = rules.french_75 if nation == "french" and calibre == 75 else 0
    die = s.roll(f"missions of {name}", ("13.OB7",)) + german + french
    smoke = s.roll(f"smoke of {name}", ("13.OB8",)) + german >= rules.smoke
    return rules.of_die[min(die, 6) - 1], int(smoke)


def _attacks(s: FranceState, name: str, nation: str) -> int:
    rules = s.setting.prices.air
    die = s.roll(f"attacks of {name}", ("13.AS2",)) + (rules.german if nation == "german" else 0)
    return rules.attacks[min(die, 6) - 1]


# units


def unplaced(s: FranceState, side: int) -> int:
    """The pieces that a side has still to set up."""
    own = s.setting.pieces_on[side] & ~s.alive
    return members(piece for piece in listed(own) if s.where[piece] == UNPLACED)


def area(s: FranceState, piece: int) -> int:
    """Where a piece may be set up; an officer where a unit of his formation may, a tank officer with an AFV of it."""
    setting = s.setting
    if not setting.officers >> piece & 1:
        name = setting.area_of[piece]
        return setting.areas[name] & ~barred(setting, piece) if name else 0
    formation = setting.formations[s.led_by(piece)]
    own = [unit for unit in listed(formation.units) if s.where[unit] != GONE]
    if setting.tank_officers >> piece & 1:
        placed = members(s.where[unit] for unit in own if s.where[unit] >= 0 and setting.afvs >> unit & 1)
        return placed or _together(s, own)
    return _together(s, own)


def _together(s: FranceState, units: list[int]) -> int:
    """The areas of some units."""
    hexes = 0
    for unit in units:
        name = s.setting.area_of[unit]
        hexes |= s.setting.areas[name] if name else 0
    return hexes


def barred(setting: FranceSetting, unit: int) -> int:
    """Hexes in which a unit can never stand: prohibited terrain, and a major river (5.7a, 11.9.2a)."""
    marsh = 0 if setting.on_foot >> unit & 1 else setting.ground.of["marsh"]
    river = setting.ground.river & ~setting.bridges if setting.scenario.river == "major" else 0
    return marsh | river


def empty_forts(s: FranceState, side: int) -> int:
    """The fortifications of a side in whose hex none of its troops or weapons stands yet."""
    forts = members(fort.hex for fort in s.forts if fort.owner == side)
    return forts & ~members(s.where[unit] for unit in listed(_shelterable(s, side) & s.setting.units))


def _shelterable(s: FranceState, side: int) -> int:
    """Those of a side who can be inside a trench or fortification (12.8b, 12.9d)."""
    return works.garrisons(s.setting) & s.setting.pieces_on[side] & s.alive & ~s.riders


class Setup(SideStep):
    """Choose the next unit to place, or take the ready set-up."""

    heading = coming = "{side} set-up"
    asks = "Set up your units: choose one to place."
    help = Help("2.3a", "Each unit has its set-up area; at most 9 steps may be in a hex.")
    words = {"place": "Set up {it}", "ready": "Take the ready set-up"}
    takes_up = "place"

    def options(self, s: FranceState) -> list[Option]:
        left = self._now(s)
        if not left:
            return []
        options = s.setting.vocabulary.open("place", ~left)
        return options + s.setting.say["ready"] if self._has_ready(s) else options

    def _now(self, s: FranceState) -> int:
        """Units come first, then their officers: they stand with them (2.3f)."""
        left = unplaced(s, self.mover)
        return left & s.setting.units or left

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        left = unplaced(s, self.mover)
        if verb == "ready":
            if not self._has_ready(s):
                yield Bar(ALL, "2.3a", "there is no ready set-up, or units have been placed by hand")
            return
        yield Bar(~s.setting.pieces_on[self.mover], "2.3a", "{it} is not yours")
        yield Bar(~left, "2.3a", "{it} is not to be set up, or stands already")
        yield Bar(~self._now(s), "2.3f", "units come first, then their officers")

    def _has_ready(self, s: FranceState) -> bool:
        ready = s.setting.scenario.ready.get(SIDES[self.mover])
        return bool(ready) and not s.alive & s.setting.pieces_on[self.mover]

    def _ready(self, s: FranceState) -> Iterator[tuple[int, int]]:
        """Units and hexes of the ready set-up; each officer goes to the hex of his formation's first unit there."""
        setting = s.setting
        table = setting.scenario.ready.get(SIDES[self.mover], {})
        wanted = {setting.piece(unit): setting.board.place(label) for label, units in table.items() for unit in units}
        yield from wanted.items()
        for officer in listed(unplaced(s, self.mover) & setting.officers):
            units = listed(setting.formations[s.led_by(officer)].units)
            yield officer, next(wanted[unit] for unit in units if unit in wanted)

    def ready_actions(self, s: FranceState) -> list[str]:
        if not self._has_ready(s):
            return []
        labels = s.setting.board.labels
        return [
            action
            for piece, hexa in self._ready(s)
            for action in (f"place {s.piece_name(piece)}", f"at {labels[hexa]}")
        ]

    def place(self, s: FranceState, piece: int) -> None:
        s.push(Deploy(piece))

    def ready(self, s: FranceState, value: int) -> None:
        for piece, hexa in list(self._ready(s)):
            put(s, piece, hexa)


def put(s: FranceState, piece: int, hexa: int) -> None:
    """A piece is set up, in a river hex on its side's bank; a tank officer rides in an AFV of his formation (7.1e)."""
    s.put(piece, hexa)
    setting = s.setting
    if setting.waters.wet >> hexa & 1:
        own = setting.bank(setting.scenario.edge[SIDES[setting.side_of[piece]]])
        s.second_bank |= 1 << piece if setting.waters.banks[hexa].second & own else 0
    if setting.tank_officers >> piece & 1:
        mounts = setting.formations[s.led_by(piece)].units & setting.afvs & s.mates(hexa, setting.side_of[piece])
        s.ride(piece, listed(mounts)[0] if mounts else -1)
    s.events.append(Placed(("2.3a",), piece, hexa))


class Deploy(FranceStep):
    """Choose the hex of a unit."""

    piece: Piece

    hand = "piece"
    asks = "Choose a hex for {piece}."
    help = Help("2.3a", "Marked hexes are in its set-up area and have room.")
    words = {"at": "Set up in {it}"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        setting, piece = s.setting, self.piece
        side = setting.side_of[piece]
        yield Bar(~area(s, piece), "2.3a", "{it} is not in its set-up area")
        yield Bar(s.held[1 - side], "4c", "{it} holds enemies")
        yield from stacking.bars(s, side, stacking.weight(s, piece))
        if not setting.tank_officers >> piece & 1:
            yield Bar(costs.markers(s, setting.gait[piece]).closed, "5.7a", "a marker in {it} is closed to it")
        forts, fit = empty_forts(s, side), setting.units & ~setting.armour & ~setting.carriers
        if not fit >> piece & 1:
            full = stacking.crowded(s, side, stacking.weight(s, piece) + FULL)
            yield Bar(forts & full, "12.9a", "in {it} room is left for a garrison of its fortification")
        if fit >> piece & 1 and (unplaced(s, side) & fit).bit_count() <= forts.bit_count():
            yield Bar(~forts, "12.9a", "each fortification must have a garrison, and no unit is left for it")

    def options(self, s: FranceState) -> list[Option]:
        return s.setting.vocabulary.open("at", closed(self.bars(s, "at")))

    def at(self, s: FranceState, hexa: int) -> None:
        s.pop()
        put(s, self.piece, hexa)


# markers


class Garrison(SideStep):
    """Who is inside fortifications and trenches (12.8b, 12.9d); at least one unit in each fortification."""

    coming = "{side} garrisons"
    heading = "{side} garrisons"
    asks = "Choose units that are inside their fortification or trench."
    help = Help("12.9d", "At most 6 steps are inside, and any number of officers; vehicles stay outside.")
    words = {"shelter": "{it} goes inside", "done": "No one else goes inside"}

    def options(self, s: FranceState) -> list[Option]:
        able = self._able(s)
        options = s.setting.vocabulary.open("shelter", ~able)
        if not able:
            return []
        return options if self._empty(s) else options + s.setting.say["done"]

    def _able(self, s: FranceState) -> int:
        side = self.mover
        forts = members(fort.hex for fort in s.forts if fort.owner == side) | s.trenches
        outside = _shelterable(s, side) & ~s.inside
        return members(p for p in listed(outside) if forts >> s.where[p] & 1 and stacking.room_inside(s, p))

    def _empty(self, s: FranceState) -> int:
        """Fortifications that could have a garrison and have none."""
        forts = members(fort.hex for fort in s.forts if fort.owner == self.mover)
        return forts & ~members(s.where[unit] for unit in listed(s.inside & s.alive & s.setting.units))

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            if self._empty(s) or not self._able(s):
                yield Bar(ALL, "12.9a", "each fortification needs a garrison")
            return
        yield Bar(~_shelterable(s, self.mover), "12.9d", "{it} cannot be inside")
        yield Bar(s.inside, "12.9d", "{it} is inside")
        yield Bar(~self._able(s), "12.9d", "there is no shelter with room for {it}")

    def shelter(self, s: FranceState, unit: int) -> None:
        s.shelter(unit, True)
        s.events.append(Sheltered(("12.9d",), unit, s.where[unit]))


VERBS: dict[Marker, str] = {"improved position": "dig", "wire": "wire", "roadblock": "block", "minefield": "mine"}
GOOD_FOR: dict[Marker, str] = {
    "improved position": "Fire at a hex with an improved position hits less; against an assault it does not help",
    "wire": "Barbed wire keeps out all but tracked vehicles",
    "roadblock": "Only foot units cross a roadblock",
    "minefield": "A minefield attacks those for whom it is meant when they enter",
}
"""What each marker does, in a few words."""


class Lay(SideStep):
    """Markers of a scenario are set up, one after the other (2.3j, 12.1.2, 12.2a, 12.3b, 12.7.1f)."""

    entry: int
    """Which entry of the scenario's list."""

    coming = "{side} markers"
    heading = "{side} markers"
    words = {
        "dig": "Improved position in {it}", "wire": "Barbed wire in {it}", "block": "Roadblock in {it}",
        "mine": "Minefield in {it}",
    }  # fmt: skip

    def prompt(self, s: FranceState) -> str:
        left = self.work(s).times - self._laid(s)
        more = f" ({left} left)" if left > 1 else ""
        return f"Choose a hex for your {self.work(s).marker}{more}."

    def explained(self, s: FranceState) -> Help:
        """What the marker is good for (12.1.1, 12.2, 12.3, 12.7.1), and where it may be laid (2.3j)."""
        return Help("2.3j", f"{GOOD_FOR[self.work(s).marker]}. It may be laid in the marked hexes.")

    def work(self, s: FranceState) -> WorkForce:
        return s.setting.scenario.work[self.entry]

    def options(self, s: FranceState) -> list[Option]:
        if self._laid(s) >= self.work(s).times:
            return []
        verb = VERBS[self.work(s).marker]
        return s.setting.vocabulary.open(verb, closed(self.bars(s, verb)))

    def _laid(self, s: FranceState) -> int:
        """How many have been laid: a side has one entry for each kind of marker."""
        before = sum(
            work.times
            for work in s.setting.scenario.work[: self.entry]
            if (work.side, work.marker) == (self.work(s).side, self.work(s).marker)
        )
        return len(_markers(s, self.mover, self.work(s).marker)) - before

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        setting, work = s.setting, self.work(s)
        if verb != VERBS[work.marker] or self._laid(s) >= work.times:
            yield Bar(ALL, "2.3j", "another marker is to be set up")
            return
        yield Bar(~setting.areas[work.area], "2.3j", "{it} is outside the area for it")
        if work.marker in LAID_IN:
            clause = "12.1.1a" if verb == "dig" else "12.7.1f"
            yield Bar(~setting.fit_for(work.marker), clause, "the terrain of {it} does not allow it")
        taken = members(_markers(s, self.mover, work.marker))
        yield Bar(taken, "2.3j", "{it} has one")
        if verb == "dig":
            own = s.held[self.mover]
            yield Bar(~own, "12.1.2a", "no unit of yours is set up in {it}")
        elif verb == "block":
            yield Bar(~setting.ground.roads.touched, "12.3a", "no road leads through {it}")
        if verb in ("wire", "block"):
            yield Bar(s.held[0] | s.held[1], "12.2b" if verb == "wire" else "12.3a", "units stand in {it}")

    def _done(self, s: FranceState, hexa: int) -> None:
        s.events.append(WorkLaid(("2.3j",), self.mover, self.work(s).marker, hexa))
        s.touch()

    def dig(self, s: FranceState, hexa: int) -> None:
        if self.mover:
            s.allied_positions |= 1 << hexa
        else:
            s.german_positions |= 1 << hexa
        self._done(s, hexa)

    def wire(self, s: FranceState, hexa: int) -> None:
        s.wire |= 1 << hexa
        self._done(s, hexa)

    def block(self, s: FranceState, hexa: int) -> None:
        s.roadblocks |= 1 << hexa
        self._done(s, hexa)

    def mine(self, s: FranceState, hexa: int) -> None:
        work = self.work(s)
        density = DENSITIES.index(work.density or "normal")
        s.mines = (*s.mines, Minefield(hexa, self.mover, work.mines or "mixed", density, False))
        s.sealed = True
        self._done(s, hexa)


def _markers(s: FranceState, side: int, marker: Marker) -> list[int]:
    """The hexes in which a side has set up a kind of marker."""
    board, works = s.setting.board, s.setting.scenario.works
    if marker == "improved position":
        return board.members(s.allied_positions if side else s.german_positions)
    if marker == "minefield":
        return [mine.hex for mine in s.mines if mine.owner == side]
    laid, printed = (s.wire, works.wire) if marker == "wire" else (s.roadblocks, works.roadblocks)
    return board.members(laid & ~board.set(printed))


class MarkReaction(SideStep):
    """The Reaction markers that the scenario grants are placed at set-up (3.4f)."""

    left: int

    coming = "{side} reaction markers"
    heading = "{side} reaction markers"
    asks = "Choose a unit that begins with a Reaction marker."
    help = Help("3.4f", "A unit with a marker may fire at its full factor when the enemy acts in its sight.")
    words = {"mark": "Reaction marker for {it}"}

    def options(self, s: FranceState) -> list[Option]:
        return s.setting.vocabulary.open("mark", closed(self.bars(s, "mark"))) if self.left else []

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if not self.left:
            yield Bar(ALL, "3.4f", "all markers have been placed")
        yield Bar(~(setting.pieces_on[self.mover] & s.alive), "3.4f", "{it} is not one of yours on the board")
        yield Bar(~setting.armed, "3.3.2u", "{it} has nothing to fire with")
        yield Bar(s.reaction, "3.4f", "{it} has a marker")

    def mark(self, s: FranceState, unit: int) -> None:
        s.reaction |= 1 << unit
        s.events.append(MarkedForReaction(("3.4f",), unit))
        s.turn_into(MarkReaction(self.mover, self.left - 1))
