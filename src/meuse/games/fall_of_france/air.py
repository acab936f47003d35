"""Chapters 12 and 13: air units, their missions, and air-to-air combat.

An air unit supports in a hex or interdicts a corner where three hexes meet; both are places, corners numbered behind
the hexes (``setting.covered`` has the hexes of each). Without a mission it waits on the ground.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import get_args

from meuse.engine import ALL, Bar, Help, Option, Outcome, Piece, Pieces, Place, Preview, closed
from meuse.engine.preview import Factor
from meuse.engine.scene import Fight
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import boards, losses, refugees
from meuse.games.fall_of_france.events import Aborted, AirFought, AirRound, Assigned, Damaged, DrivenOff, Repaired
from meuse.games.fall_of_france.setting import ALLIED, BELGIUM, DAMAGED, DUTCH_BELGIAN, GERMAN, HOLLAND, NEUTRAL, READY
from meuse.games.fall_of_france.state import IDLE, FallState, FallStep, SideStep, members, other, union
from meuse.games.fall_of_france.tables import AirResult
from meuse.mechanics.words import counted

SEVERITY: tuple[AirResult, ...] = get_args(AirResult)
"""The results of air combat, from none to the most severe."""
NONE, ABORTED, DAMAGE, ELIMINATED = SEVERITY
VERBS: dict[str, str] = {ABORTED: "abort", DAMAGE: "damage", ELIMINATED: "eliminate"}
Toll = tuple[AirResult, ...]
"""Results that a side's units take, the most severe first."""


# where they are


def place_of(s: FallState, unit: int) -> int:
    """Where an air unit flies: a hex, beyond the hexes a corner, or IDLE."""
    return s.missions[unit - s.setting.first_air]


def flying(s: FallState, unit: int) -> bool:
    return place_of(s, unit) != IDLE


def send(s: FallState, unit: int, place: int) -> None:
    """Give an air unit a mission, or none."""
    missions = list(s.missions)
    missions[unit - s.setting.first_air] = place
    s.missions = tuple(missions)
    s.touch()


def covers(s: FallState, unit: int) -> int:
    """The hexes an air unit is in: one, or the three around its corner (13.0b)."""
    place = place_of(s, unit)
    return s.setting.covered[place] if place != IDLE else 0


def supporting(s: FallState, side: int, hexa: int) -> int:
    """How many air units of a side support ground units in a hex (12.1, R56)."""
    sides = s.setting.air_side
    return sum([place == hexa and sides[unit] == side for unit, place in enumerate(s.missions)])


def supports(s: FallState, side: int, hexa: int) -> bool:
    return supporting(s, side, hexa) > 0


def interdicting(s: FallState, side: int, hexa: int) -> Pieces:
    """The air units of a side that interdict a hex (12.2)."""
    setting = s.setting
    first = setting.board.size
    return tuple(
        [
            unit + setting.first_air
            for unit, place in enumerate(s.missions)
            if place >= first and setting.air_side[unit] == side and setting.covered[place] >> hexa & 1
        ]
    )


def over_city(s: FallState, hexa: int) -> None:
    """Air units that support a fight in a city send refugees off (22.1a, R103)."""
    if hexa in s.missions:
        refugees.appear(s, hexa)


# who may fly


def available(s: FallState, side: int) -> Pieces:
    """The air units that a side can assign now: those on a mission and those on the ground (12.0a)."""
    setting = s.setting
    grounded = s.status[BELGIUM] == s.status[HOLLAND] == NEUTRAL  # the composite unit is neutral with both (R15)
    return tuple(
        [
            unit
            for unit in setting.air
            if s.where[unit] == READY
            and setting.side_of[unit] == side
            and not (grounded and setting.nation[unit] == DUTCH_BELGIAN)
        ]
    )


def return_repaired(s: FallState) -> None:
    """Damaged units are back from the first assignment of their turn on (13.2b, R60)."""
    for unit in s.setting.air:
        if s.where[unit] == DAMAGED and s.back[unit] <= s.turn:
            s.lift(unit, READY)
            s.back[unit] = 0
            s.events.append(Repaired(("13.2b",), unit))


# assigning missions


class OpenAir(SideStep):
    """Air units are assigned: first by the side whose phase it is not (12.0b); in mech ops by the Germans alone."""

    mech_ops: bool

    coming = "{side} air missions"

    def after(self, s: FallState) -> None:
        return_repaired(s)
        s.sent = 0
        s.push(AirCombat(self.mover, self.mech_ops), Assignment(self.mover, available(s, self.mover)))
        if not self.mech_ops:
            foe = other(self.mover)
            s.push(Assignment(foe, available(s, foe)))


class Assignment(SideStep):
    """A side gives its air units missions one by one, each at most once; any may stay where it is (12.0a, R55)."""

    waiting: Pieces

    public = True
    hand = "waiting"
    heading = "{side} air missions"
    asks = "Air units: choose one to give it a mission, or leave the others as they are."
    help = Help("12.0c", "An air unit supports ground units in one hex, or interdicts the corner of three hexes.")
    words = {"assign": "Give {it} a mission", "done": "Leave the others as they are"}
    warned = ("done",)
    takes_up = "assign"

    def options(self, s: FallState) -> list[Option]:
        if not self.waiting:
            return []
        assign = s.setting.say["assign"]
        return [*[assign[unit] for unit in self.waiting], *s.setting.say["done"]]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "assign":
            setting = s.setting
            yield Bar(setting.ground, "12.0c", "{it} is no air unit")
            own = members(unit for unit in setting.air if setting.side_of[unit] == self.mover)
            yield Bar(~own, "12.0b", "{it} is an enemy unit")
            yield Bar(~members(available(s, self.mover)), "12.0a", "{it} is not available now")
            yield Bar(~members(self.waiting), "12.0a", "{it} has been dealt with in this assignment")

    def warning(self, s: FallState, option: Option) -> str:
        idle = sum(not flying(s, unit) for unit in self.waiting)
        return f"{counted(idle, 'air unit')} would stay on the ground without a mission." if idle else ""

    def assign(self, s: FallState, unit: int) -> None:
        s.turn_into(self.but(waiting=tuple(u for u in self.waiting if u != unit)))
        s.push(Mission(unit))


def sky_bars(s: FallState, verb: str) -> Iterator[Bar]:
    """Where no air unit can fly: support is for land hexes, and nobody flies over neutrals (12.0c, R15)."""
    setting, neutral = s.setting, s.neutral_ground()
    if verb == "fly":
        yield Bar(~setting.land, "12.0c", "{it} is no land hex: there is nothing to support")
        yield Bar(neutral, "6.0c", "{it} lies in a country that is neutral")
    else:
        yield Bar(~setting.crossings, "12.0c", "at {it} no three hexes with land among them meet")
        yield Bar(setting.corners_of(neutral), "6.0c", "{it} touches a country that is neutral")


def everywhere(s: FallState) -> tuple[list[Option], dict[Option, int]]:
    """To stay and all missions there are, and the place of each in the list; they follow from who is neutral alone."""
    known, neutral = s.setting.skies, s.neutral_ground()
    if neutral not in known:
        say = s.setting.vocabulary.open
        missions = [option for verb in ("fly", "interdict") for option in say(verb, closed(sky_bars(s, verb)))]
        options = s.setting.say["stay"] + missions
        known[neutral] = options, {option: number for number, option in enumerate(options)}
    return known[neutral]


class Mission(FallStep):
    """Where an air unit goes: a hex to support, a corner to interdict, or it stays where it is (12.0c)."""

    unit: Piece

    public = True
    hand = "unit"
    asks = "{unit}: choose a hex to support or a corner to interdict."
    help = Help("12.2a", "In a hex it helps your units that fight there; a corner makes all three hexes an enemy zone.")
    words = {"fly": "Support in {it}", "interdict": "Interdict {it}", "stay": "Leave it as it is"}
    puts_down = "stay"

    def about(self, s: FallState) -> Subject:
        place = place_of(s, self.unit)
        return (self.unit,), (place,) if place != IDLE else ()

    def options(self, s: FallState) -> list[Option]:
        setting, place = s.setting, place_of(s, self.unit)
        options, numbers = everywhere(s)
        if place == IDLE:
            return options
        others = options.copy()
        del others[numbers[setting.say["fly" if place < setting.board.size else "interdict"][place]]]
        return others

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        place = place_of(s, self.unit)
        if verb != "stay":
            yield from sky_bars(s, verb)
            if place != IDLE:
                yield Bar(1 << place, "12.0a", "it flies at {it} already")

    def fly(self, s: FallState, place: int) -> None:
        s.pop()
        send(s, self.unit, place)
        s.sent |= 1 << self.unit
        hexes = tuple(s.setting.board.members(s.setting.covered[place]))
        s.events.append(Assigned(("12.0c",), self.unit, place, hexes))

    interdict = fly


def count_bombers(s: FallState) -> None:
    """How many German air units are over Holland; the most in one assignment of the turn count (19.2b, R92)."""
    holland = s.setting.country[HOLLAND]
    over = sum([bool(covers(s, unit) & holland) for unit in s.setting.air if s.setting.side_of[unit] == GERMAN])
    s.bombers = max(s.bombers, over)


# air-to-air combat


def battles(s: FallState, among: Iterable[int]) -> list[Pieces]:
    """Those of some air units linked by shared hexes, directly or through others, where both sides are among them
    (R57)."""
    groups: list[tuple[int, Pieces]] = []
    for unit in among:
        hexes = covers(s, unit)
        if hexes:
            linked = [group for group in groups if group[0] & hexes]
            apart = [group for group in groups if not group[0] & hexes]
            units = (*(known for _, group in linked for known in group), unit)
            groups = [*apart, (union((hexes, *(covered for covered, _ in linked))), units)]
    return [tuple(sorted(units)) for _, units in groups if is_contested(s, units)]


def is_contested(s: FallState, units: Iterable[int]) -> bool:
    """Are both sides among some air units?"""
    return len({s.setting.side_of[unit] for unit in units}) == 2


def all_meet(s: FallState, units: Pieces) -> bool:
    """Does every unit of one side share a hex with every one of the other, so that no loss parts a battle?"""
    side = s.setting.side_of
    return all(covers(s, one) & covers(s, two) for one in units for two in units if side[one] != side[two])


def newly_met(s: FallState, units: Pieces) -> bool:
    """Does a German unit with a new mission share a hex with an Allied one (R13)?"""
    side = s.setting.side_of
    ours = [covers(s, unit) for unit in units if side[unit] == GERMAN and s.sent >> unit & 1]
    theirs = [covers(s, unit) for unit in units if side[unit] == ALLIED]
    return any(one & two for one in ours for two in theirs)


class AirCombat(SideStep):
    """Air combat where both sides have air units in one hex (13.0a); in mech ops only where a German is new (R13)."""

    mech_ops: bool

    def after(self, s: FallState) -> None:
        count_bombers(s)
        if not self.mech_ops:
            fights = battles(s, s.setting.air)
        elif s.rulings["mech_air_combat"] == "yes":
            fights = [units for units in battles(s, s.setting.air) if newly_met(s, units)]
        else:
            fights = []
        s.sent = 0
        s.push(*(AirBattle(self.mover, units, 1) for units in reversed(fights)))


class AirBattle(SideStep):
    """One air combat, round by round until only one side has units in its hexes (13.1a); nobody withdraws (13.1c)."""

    units: Pieces
    round: int

    public = True
    heading = "Air combat"
    asks = "Air combat: roll a die for each air unit."
    help = Help("13.1b", "Each air unit rolls one die against the enemy: high rolls drive off, damage or shoot down.")
    words = {"fight": "Roll the dice"}
    rolls = ("fight",)

    def left(self, s: FallState) -> Pieces:
        """The units still in the battle."""
        return tuple(unit for unit in self.units if flying(s, unit))

    def about(self, s: FallState) -> Subject:
        return self.left(s), [place_of(s, unit) for unit in self.left(s)]

    def options(self, s: FallState) -> list[Option]:
        left = self.left(s)
        return s.setting.say["fight"] if battles(s, left) == [left] else []

    def after(self, s: FallState) -> None:
        """Who shares no hex with an enemy any more, not even through others, is out of it; the rest fight on (R57)."""
        s.push(*(AirBattle(self.mover, units, self.round) for units in reversed(battles(s, self.left(s)))))

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        """It lies below the results of a round, so the battle has its board until the end."""
        return boards.air(s, self, side)

    def preview(self, s: FallState, option: Option) -> Preview:
        sides = [sum(s.setting.side_of[unit] == side for unit in self.left(s)) for side in (GERMAN, ALLIED)]
        table, parted = s.setting.tables.air_combat.results, not all_meet(s, self.left(s))
        return round_preview(table, sides[GERMAN], sides[ALLIED], parted)

    def fight(self, s: FallState, value: int) -> None:
        """Both sides roll, then both take what they are dealt (13.1b)."""
        units, table = self.left(s), s.setting.tables.air_combat.results
        hexes = union(covers(s, unit) for unit in units)
        s.events.append(AirFought(("13.1a",), units, tuple(s.setting.board.members(hexes)), self.round))
        of = {side: tuple(u for u in units if s.setting.side_of[u] == side) for side in (GERMAN, ALLIED)}
        tolls: dict[int, Toll] = {}
        for side in (self.mover, other(self.mover)):
            foe = other(side)
            purpose = f"{s.setting.side_name(side)} air combat"
            tolls[foe] = toll((table[s.roll(purpose, ("13.1b",)) - 1] for _ in of[side]), len(of[foe]))
        s.events.append(AirRound(("13.1b",), tolls[GERMAN], tolls[ALLIED]))
        s.turn_into(self.but(units=units, round=self.round + 1))
        for side in (self.mover, other(self.mover)):
            if tolls[side]:
                s.push(AirLosses(of[side], tolls[side]))


def toll(results: Iterable[AirResult], units: int) -> Toll:
    """What a side takes of some results: the most severe first, each on another unit, what is over is lost (R58)."""
    hits = sorted((result for result in results if result != NONE), key=SEVERITY.index, reverse=True)
    return tuple(hits[:units])


def tolls(table: Iterable[AirResult], dice: int, units: int) -> Counter[Toll]:
    """In how many throws of so many dice each toll comes up."""
    faces, counts = list(table), Counter[Toll]({(): 1})
    for _ in range(dice):
        more = Counter[Toll]()
        for hits, ways in counts.items():
            for face in faces:
                more[toll((*hits, face), dice)] += ways
        counts = more
    capped = Counter[Toll]()
    for hits, ways in counts.items():
        capped[hits[:units]] += ways
    return capped


def round_preview(table: tuple[AirResult, ...], germans: int, allies: int, parted: bool = False) -> Preview:
    """All that one round can do to both sides, and who is left after it; ``parted``: may those have nobody to fight?"""
    throws = len(table) ** (germans + allies)
    outcomes: list[Outcome] = []
    after: Counter[str] = Counter()
    for german, ways in sorted(tolls(table, allies, germans).items()):
        for allied, more in sorted(tolls(table, germans, allies).items()):
            told = [f"{who}: {', '.join(hits)}" for who, hits in (("German", german), ("Allied", allied)) if hits]
            outcomes.append(Outcome(Fraction(ways * more, throws), (), "; ".join(told) or "no effect"))
            left = (germans > len(german), allies > len(allied))
            after[WHO_IS_LEFT[left]] += ways * more
    if parted and "another round" in after:
        after["another round where enemies still share a hex"] = after.pop("another round")
    sums = tuple(Outcome(Fraction(ways, throws), (), name) for name, ways in after.items())
    factors = (Factor("air units", f"{germans} German, {allies} Allied", "13.1b"),)
    return Preview("a round of air combat", tuple(outcomes), factors, sums)


WHO_IS_LEFT = {
    (True, True): "another round",
    (True, False): "only Germans left",
    (False, True): "only Allies left",
    (False, False): "nobody left",
}


class AirLosses(FallStep):
    """A side takes the results of a round; which unit takes which is up to it (13.1b, R58)."""

    units: Pieces
    """Those that have not been hit in this round."""
    toll: tuple[str, ...]

    forced = public = fought = True
    hand = "units"
    heading = "Air combat"
    help = Help("13.1b", "Each result hits another of your air units, the most severe first: choose which.")
    words = {"abort": "{it} breaks off", "damage": "{it} is damaged", "eliminate": "{it} is shot down"}

    def prompt(self, s: FallState) -> str:
        return f"Air combat: choose the unit that is {self.toll[0]}."

    def options(self, s: FallState) -> list[Option]:
        if len(self.toll) == len(self.units) and len(set(self.toll)) <= 1:
            return []  # nothing to choose
        return [s.setting.say[self._verb()][unit] for unit in self.units]

    def _verb(self) -> str:
        return VERBS[self.toll[0]]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb != self._verb():
            yield Bar(ALL, "13.1b", f"the result to be taken now is: {self.toll[0]}")
        yield Bar(~members(self.units), "13.1b", "{it} is not in this battle, or has taken a result in this round")

    def _take(self, s: FallState, unit: int) -> None:
        left = tuple(u for u in self.units if u != unit)
        s.pop()
        if self.toll[1:]:
            s.push(AirLosses(left, self.toll[1:]))
        suffer(s, unit, self.toll[0])

    abort = damage = eliminate = _take

    def after(self, s: FallState) -> None:
        for unit, result in zip(self.units, self.toll, strict=True):
            suffer(s, unit, result)


def suffer(s: FallState, unit: int, result: str, clause: str = "13.2a") -> None:
    """An air unit is aborted, damaged or eliminated; in any case its mission is over (13.2)."""
    send(s, unit, IDLE)
    if result == ELIMINATED:
        losses.eliminate(s, unit, "shot down", ("13.2c",))
    elif result == DAMAGE:
        s.lift(unit, DAMAGED)
        s.back[unit] = s.turn + s.setting.tables.air_combat.damaged_turns
        s.events.append(Damaged(("13.2b",), unit, s.back[unit]))
    else:
        s.events.append(Aborted((clause,), unit))


# an interdicting unit in a skirmish (12.2)


def yields(s: FallState, unit: int, hexa: int, letters: str) -> None:
    """An interdicting air unit suffers a skirmish result: D aborts it, R moves it to another corner (12.2d, 12.2e)."""
    if letters in ("D|R", "R"):
        s.push(AirRetreat(unit, hexa, letters == "D|R"))
    else:
        suffer(s, unit, ABORTED, "12.2e")


def corners_to_retreat(s: FallState, unit: int, hexa: int) -> tuple[int, bool]:
    """The corners an air unit may retreat to from a skirmish in a hex, and whether they bring no new enemies (R54).

    Away from the hex if that is possible without covering enemy ground units it did not cover before; else any that
    covers no such units; else any.
    """
    setting, place = s.setting, place_of(s, unit)
    first, covered = setting.board.size, setting.covered
    foes = s.held[other(setting.side_of[unit])] & ~covered[place]
    ways = members(first + corner for corner in setting.corners.around[place - first])
    ways &= setting.crossings & ~setting.corners_of(s.neutral_ground())
    clean = ways & ~members(first + c for c in setting.corners.around[place - first] if covered[first + c] & foes)
    away = clean & ~members(first + c for c in setting.corners.of[hexa])
    return away or clean or ways, bool(clean)


class AirRetreat(FallStep):
    """An interdicting unit that lost a skirmish retreats to a corner next to its own, or breaks off (12.2d, R54)."""

    unit: Piece
    hex: Place
    """Where the skirmish was."""
    free: bool
    """May it break off in any case: one unit disrupted or retreat?"""

    forced = public = True
    hand, spot = "unit", "hex"
    heading = "Skirmish"
    asks = "{unit} must give way at {hex}: choose a corner, or break off."
    help = Help("12.2d", "It moves to a corner next to its own, clear of new enemy units if it can, or breaks off.")
    words = {"interdict": "Retreat to {it}", "abort": "Break off"}

    def options(self, s: FallState) -> list[Option]:
        corners, clean = corners_to_retreat(s, self.unit, self.hex)
        abort = [s.setting.say["abort"][self.unit]] if self.free or not clean else []
        return [*s.setting.vocabulary.named("interdict", corners), *abort]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        corners, clean = corners_to_retreat(s, self.unit, self.hex)
        if verb == "interdict":
            near = s.setting.corners.around[place_of(s, self.unit) - s.setting.board.size]
            beside = members(s.setting.board.size + corner for corner in near)
            yield Bar(~beside, "12.2d", "{it} is not next to the corner it leaves")
            yield Bar(~corners, "12.2d", "{it} would cover enemy units it did not cover, or stay near the hex")
        else:
            yield Bar(~(1 << self.unit), "12.2e", "{it} is not the air unit that has to give way")
            if clean and not self.free:
                yield Bar(ALL, "12.2d", "it must retreat while there is a corner free of new enemy units")

    def interdict(self, s: FallState, place: int) -> None:
        s.pop()
        send(s, self.unit, place)
        s.events.append(DrivenOff(("12.2d",), self.unit, place))

    def abort(self, s: FallState, unit: int) -> None:
        s.pop()
        suffer(s, unit, ABORTED, "12.2e")
