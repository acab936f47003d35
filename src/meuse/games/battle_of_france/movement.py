"""Step 3, movement: groups on land, at sea and in the air; capture; the special territories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview
from meuse.engine.scene import Choice, Sweep
from meuse.games.battle_of_france import bombardment, cards, combat, odds
from meuse.games.battle_of_france.events import Captured, Loaded, Moved
from meuse.games.battle_of_france.powers import CAMP, FRANCE, GERMANY, LETTERS
from meuse.games.battle_of_france.setting import STAR
from meuse.games.battle_of_france.state import NOWHERE, BattleState, Reach, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import (
    AA,
    AIR,
    DESTROYER,
    INFANTRY,
    LAND,
    MECHANIZED,
    SUBMARINE,
    TANK,
    TRANSPORT,
    WARSHIPS,
)

# who may move


def frozen_line(s: BattleState) -> int:
    """Maginot areas that French units may not leave yet, for no German has attacked there (special.maginot.2, .3)."""
    return s.setting.maginot & ~s.freed if s.round < s.setting.tables.maginot.free_from_round else 0


def tie(s: BattleState, piece: int) -> tuple[str, str] | None:
    """What keeps a unit of the power in turn where it is: a clause, and a sentence about ``{it}``."""
    unit = s.unit[piece]
    if unit == AA:
        return "aa.2", "{it} stays in its city"
    if s.spent >> piece & 1:
        return "movement.4", "{it} has moved or fought this round"
    if s.power[piece] == FRANCE and frozen_line(s) >> s.where[piece] & 1:
        free = s.setting.tables.maginot.free_from_round
        return "special.maginot.2", f"{{it}} may not leave the Maginot Line before round {free}"
    if unit in s.law.grounded[s.active]:
        return "cards.4", "a card keeps {it} where it is"
    return None


def may_go(s: BattleState, piece: int) -> bool:
    """May a piece of the power in turn be taken into a group? (``tie`` says why not.)"""
    return s.power[piece] == s.active and tie(s, piece) is None


def bases(s: BattleState) -> list[int]:
    """Areas from which a group of the power in turn may set out."""
    active, spent, power, unit = s.active, s.spent, s.power, s.unit
    grounded = s.law.grounded[active]
    held = s.masks[active] & ~frozen_line(s) if active == FRANCE else s.masks[active]
    areas = []
    for area in s.setting.board.members(held):
        for piece in s.stacks[area]:
            if power[piece] == active and not spent >> piece & 1 and unit[piece] not in grounded:
                areas.append(area)
                break
    if s.holds:
        riders = {s.where[p] for aboard in s.holds.values() for p in aboard if power[p] == active}
        areas += [zone for zone in sorted(riders) if zone not in areas and available(s, zone)]
    return areas


def mode_of(s: BattleState, piece: int) -> str:
    """How a piece goes: by land, air, sea, or off its ship."""
    unit = s.unit[piece]
    if s.carrier[piece] >= 0:
        return "cargo"
    return "land" if unit in LAND else "air" if unit in AIR else "sea"


def available(s: BattleState, area: int) -> list[int]:
    """Units of the power in turn in an area that may still go somewhere."""
    able = [p for p in s.at(area) if may_go(s, p)]
    if s.holds and s.setting.sea >> area & 1:
        able += [p for p in s.aboard(area) if may_go(s, p) and not cards.forbidden(s, "unload", p)]
    return able


def cargo_mark(s: BattleState, piece: int) -> str:
    """What tells units with cargo apart: the ship a unit is on, and whether a ship's cargo came aboard in this turn."""
    if s.carrier[piece] >= 0:
        return f"@{LETTERS[s.power[s.carrier[piece]]]}.transport"
    return STAR if any(s.spent >> rider & 1 for rider in s.cargo(piece)) else ""


def group_range(s: BattleState, group: Pieces) -> int:
    """How far a group goes: as far as its slowest, but infantry rides on mechanized units (unit.mechanized.1, G22)."""
    ranges, units = s.law.ranges[s.active], [s.unit[piece] for piece in group]
    on_foot = units.count(INFANTRY)
    seats = units.count(MECHANIZED) * s.setting.units[MECHANIZED].carries
    riding = max(ranges[INFANTRY], ranges[MECHANIZED]) if seats >= on_foot else ranges[INFANTRY]
    return min(riding if unit == INFANTRY else ranges[unit] for unit in units)


# where they may go


def ban(s: BattleState, power: int) -> int:
    """Original German territory that French units may not attack (special.maginot.5, G62)."""
    if power != FRANCE:
        return 0
    if s.rulings["maginot_ban"] == "until_round_4" and s.round >= s.setting.tables.maginot.free_from_round:
        return 0
    return s.setting.original[GERMANY]


def open_land(s: BattleState, group: Pieces) -> tuple[int, int, int]:
    """Land areas a group may end in or pass, by kind: friendly, vacant enemy, hostile."""
    camp, enemies = s.camp, s.hostile
    banned = ban(s, s.active)
    hostile = 0 if cards.forbidden(s, "attack", *group) else s.setting.land & enemies & ~banned
    vacant = 0 if cards.forbidden(s, "enter_vacant", *group) else s.held(enemy_of(camp)) & ~enemies
    if s.rulings["french_vacant"] == "barred":
        vacant &= ~banned
    return s.held(camp) & ~enemies, vacant, hostile


def land_reach(s: BattleState, area: int, group: Pieces, moved: int, steps: int) -> Reach:
    """The reach of a land group; the forest allows one space (special.ardennes.3, G56)."""
    setting, board = s.setting, s.setting.board
    friendly, vacant, hostile = open_land(s, group)
    enter = friendly | vacant | hostile
    in_forest = setting.forest >> area & 1
    if in_forest:
        steps = 0 if moved else min(steps, setting.tables.forest.movement)
    near = enter & setting.forest & board.around[area] if not moved and steps else 0
    levels = board.reach(area, steps, enter if in_forest else enter & ~setting.forest, hostile)
    if len(levels) > 1:
        levels[1] |= near
    goals = _beyond(levels)
    room = s.with_room(goals & ~hostile, len(group), s.camp)
    return Reach(levels, hostile | near, goals & hostile | room)


def sea_reach(s: BattleState, area: int, group: Pieces, steps: int) -> Reach:
    """The reach of a sea group (sea.1, sea.3, sea.4, G41, G43, G45)."""
    board, sea = s.setting.board, s.setting.sea
    units = {s.unit[piece] for piece in group}
    hostile = stop = s.hostile & sea
    if units == {SUBMARINE}:
        enemies = {zone: s.of_camp(zone, enemy_of(s.camp)) for zone in board.members(hostile)}
        stop = sum(1 << zone for zone in enemies if any(s.unit[enemy] == DESTROYER for enemy in enemies[zone]))
    peaceful = units.isdisjoint(WARSHIPS) or cards.forbidden(s, "attack", *group)
    levels = board.reach(area, steps, sea & ~hostile if peaceful else sea, stop)
    return Reach(levels, stop, s.with_room(_beyond(levels), len(group), s.camp))


def _beyond(levels: list[int]) -> int:
    """All areas that a reach leads to, the start left out."""
    areas = 0
    for level in levels[1:]:
        areas |= level
    return areas


def loading_zones(s: BattleState, area: int, group: Pieces) -> int:
    """Adjacent sea zones with room aboard for the whole group (land.6, sea.transport.3, .11)."""
    near = s.setting.board.around[area] & s.setting.sea & s.occupied(s.camp)
    if not near or cards.forbidden(s, "load", *group):
        return 0
    zones = 0
    for zone in s.setting.board.members(near):
        if sum(room_aboard(s, ship) for ship in s.of_camp(zone, s.camp)) >= len(group):
            zones |= 1 << zone
    return zones


def room_aboard(s: BattleState, ship: int) -> int:
    return s.setting.units[TRANSPORT].carries - len(s.cargo(ship)) if s.unit[ship] == TRANSPORT else 0


def unloading_areas(s: BattleState, zone: int, group: Pieces) -> int:
    """Where cargo may go ashore: next to a zone clear of enemy ships (sea.transport.8 to .10, G48)."""
    if s.hostile >> zone & 1:
        return 0
    friendly, vacant, hostile = open_land(s, group)
    near = s.setting.board.around[zone] & s.setting.land
    return near & hostile | s.with_room(near & (friendly | vacant), len(group), s.camp)


# air


def strikes(s: BattleState, piece: int) -> int:
    """Areas to which an air unit can fly and then on to a landing place, all within its range (air.4, G24)."""
    near, base = s.setting.near, 1 << s.where[piece]
    reach = s.law.ranges[s.power[piece]][s.unit[piece]]
    areas = 0
    for left in range(reach + 1):
        areas |= near(base, reach - left) & near(s.landing, left)
    return areas


def air_goals(s: BattleState, area: int, group: Pieces) -> int:
    """Where a group of air units may fly: to a combat, or to another landing place (air.2, G24, G25)."""
    steps = min(s.law.ranges[s.active][s.unit[piece]] for piece in group)
    goals = s.landing & s.setting.near(1 << area, steps) & ~(1 << area)
    targets = s.hostile & ~s.setting.forest & ~ban(s, s.active)  # special.ardennes.6
    if not targets or cards.forbidden(s, "attack", *group):
        return goals
    for piece in group:
        targets &= strikes(s, piece)
    return goals | targets


# control


def capture(s: BattleState, power: int, area: int, clause: str) -> None:
    """A power takes a land area; one held by an ally is left to him (capture.4, G14)."""
    if not s.held(CAMP[power]) >> area & 1:
        s.give(1 << area, power)
        s.events.append(Captured((clause, "capture.4"), power, area))


def finish(s: BattleState, pieces: Pieces) -> None:
    """These units have used their move (movement.4)."""
    for piece in pieces:
        s.spent |= 1 << piece


def march(s: BattleState, group: Pieces, area: int, path: tuple[int, ...], ashore: bool = True) -> bool:
    """Along a path: vacant enemy areas fall on the way (capture.1, G18). False if enemies stand at its end."""
    fights = bool(s.hostile >> path[-1] & 1)
    if ashore:
        for passed in path[:-1] if fights else path:
            capture(s, s.active, passed, "capture.1")
    if not fights:
        s.events.append(Moved(("movement.1",), group, (area, *path), s.makeup(*group)))
        for piece in group:
            s.shift(piece, path[-1])
    return not fights


# steps


class Turn(BattleStep):
    """A power's turn: choose where the next group starts, bombard, or end the turn (movement.2, turn.1)."""

    heading = "{side} movement"
    at_rest = True
    help = Help("movement.2", "Units of one space move as a group, and fight at once where they meet enemies.")
    asks = "Choose the space from which units move, bombard a coast, or end the turn."
    words = {"start": "Start from {it}", "bombard": "Bombard {it}", "done": "End the turn"}
    takes_up = "start"
    warned = ("done",)

    def options(self, s: BattleState) -> list[Option]:
        setting = s.setting
        sources = [setting.say["start"][area] for area in bases(s)]
        return [*sources, *setting.board.pick(setting.say["bombard"], bombardment.targets(s)), *setting.say["done"]]

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        if verb == "bombard":
            yield from bombardment.bars(s)
        if verb != "start":
            return
        riders = [p for aboard in s.holds.values() for p in aboard if s.power[p] == s.active]
        own = s.masks[s.active] | sum({1 << s.where[p] for p in riders})
        yield Bar(~own, "turn.1", "no unit of yours in {it}")
        for area in s.setting.board.members(own & ~sum(1 << area for area in bases(s))):
            aboard = [p for p in riders if s.where[p] == area]
            ties = [tie(s, p) for p in (*s.at(area), *aboard) if s.power[p] == s.active]
            kept = ("cards.4", "a card forbids unloading in {it}") if cards.forbidden(s, "unload", *aboard) else None
            clause, says = kept or next(tied for tied in ties if tied)
            yield Bar(1 << area, clause, says)

    def warning(self, s: BattleState, option: Option) -> str:
        return s.game.turn_missed(s)

    def start(self, s: BattleState, area: int) -> None:
        s.push(Group(area, (), 0, area, ""))

    def bombard(self, s: BattleState, area: int) -> None:
        s.push(bombardment.Bombardment(area, ()))

    def done(self, s: BattleState, value: int) -> None:
        s.pop()


class Group(BattleStep):
    """A group in hand: take more units, go, stop (movement.1, G17)."""

    area: Place
    group: Pieces
    moved: int
    """Spaces moved."""
    origin: Place
    """Where it started."""
    mode: str
    """land, air, sea or cargo; empty before the first unit"""
    starred = ", just loaded"
    help = Help("movement.1", "A group goes as far as its slowest unit; it takes empty enemy land and attacks enemies.")
    words = {"take": "Take {it}", "stop": "Stay here: the move is over"}
    sweeps = {"take": Sweep("take", "Take all along")}
    puts_down = "stop"
    warned = ("to", "stop")

    def prompt(self, s: BattleState) -> str:
        if not self.group:
            return f"Choose the first unit of the group from {s.spoken(self.area)}."
        choice = "Go on, or stay." if self.moved else "Take more units along, or choose where to go."
        return f"In hand in {s.spoken(self.area)}: {s.in_words(self.group)}. {choice}"

    # what can be chosen

    def options(self, s: BattleState) -> list[Option]:
        setting = s.setting
        s.ways = self.reach(s)
        if self.moved and not s.ways.goals:
            return []
        more = [] if self.moved else self.units(s, "take", self.companions(s))
        if not self.group:
            return more
        return [*more, *setting.board.pick(setting.say["to"], s.ways.goals), *setting.say["stop"]]

    def companions(self, s: BattleState) -> dict[int, int]:
        """Units of the same space and way of going that are not in the group yet, by name."""
        rest = [p for p in available(s, self.area) if p not in self.group and self.mode in ("", mode_of(s, p))]
        return s.apart(rest, partial(cargo_mark, s)) if s.holds else s.classes(rest)

    def reach(self, s: BattleState) -> Reach:
        """Where the units in hand can go; aircraft and cargo go straight there."""
        area, group = self.area, self.group
        match self.mode:
            case "land":
                ways = land_reach(s, area, group, self.moved, group_range(s, group) - self.moved)
                loading = 0 if self.moved else loading_zones(s, area, group)
                return ways._replace(goals=ways.goals | loading) if loading else ways
            case "sea":
                ways = sea_reach(s, area, group, group_range(s, group) - self.moved)
                return ways._replace(goals=ways.goals | self._engage_here(s))
            case "air":
                return Reach([], 0, air_goals(s, area, group))
            case "cargo":
                return Reach([], 0, unloading_areas(s, area, group))
        return NOWHERE

    def _engage_here(self, s: BattleState) -> int:
        """Enemies that share the zone after a submerging may be attacked where they are (G44)."""
        if self.moved or not s.hostile >> self.area & 1:
            return 0
        return 1 << self.area if any(s.unit[piece] in WARSHIPS for piece in self.group) else 0

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        if verb == "take":
            return self._takes_barred(s)
        if not self.group:
            return [Bar(ALL, "movement.2", "choose a unit first")]
        return self._ways_barred(s) if verb == "to" else []

    def _ways_barred(self, s: BattleState) -> Iterator[Bar]:
        """What closes the way to areas, most telling first."""
        setting, hostile, mode = s.setting, s.hostile, self.mode
        element = setting.sea if mode == "sea" else setting.land
        if mode == "sea":
            yield Bar(setting.land, "sea.1", "{it} is land: ships stay at sea")
        banned = ban(s, s.active) & setting.land
        yield Bar(banned & hostile, "special.maginot.5", "French units do not attack original German territory ({it})")
        if mode in ("land", "cargo"):
            vacant = setting.land & ~s.held(s.camp) & ~hostile
            if s.rulings["french_vacant"] == "barred":
                says = "French units do not enter original German territory ({it})"
                yield Bar(banned & vacant, "special.maginot.5", says)
            if cards.forbidden(s, "enter_vacant", *self.group):
                yield Bar(vacant, "cards.4", "a card keeps this group out of {it}")
        if cards.forbidden(s, "attack", *self.group):
            yield Bar(hostile & (-1 if mode == "air" else element), "cards.4", "a card keeps this group out of {it}")
        if mode == "land":
            yield from self._land_barred(s)
        elif mode == "cargo":
            where = s.spoken(self.area)
            if hostile >> self.area & 1:
                yield Bar(ALL, "sea.transport.10", f"{where} is not clear of enemy ships")
            coast = setting.board.around[self.area] & setting.land
            yield Bar(~coast, "sea.transport.8", f"{{it}} is no land next to {where}")
        elif mode == "air":
            yield Bar(setting.forest & hostile, "special.ardennes.6", "{it} is in the forest")
            yield Bar(setting.forest & ~hostile, "special.ardennes.5", "{it} is in the forest")
            yield Bar(~s.landing & ~hostile, "air.2", "{it} was not held by your side when the turn began")
            yield Bar(~s.ways.goals, "air.4", "{it} is out of range, the way to a landing place included")
        elif not any(s.unit[p] in WARSHIPS for p in self.group):
            yield Bar(hostile, "sea.transport.2", "transports do not enter {it} without an escort")
        if mode != "air":
            yield from self._full_or_far(s, element, hostile)

    def _land_barred(self, s: BattleState) -> Iterator[Bar]:
        setting = s.setting
        near = 0 if self.moved else setting.board.around[self.area]
        yield Bar(setting.sea & ~near, "land.1", "land units do not enter {it}")
        if cards.forbidden(s, "load", *self.group):
            yield Bar(setting.sea, "cards.4", "a card forbids loading")
        yield Bar(setting.sea & ~s.ways.goals, "sea.transport.3", "no room aboard a transport in {it}")
        forest = setting.land if setting.forest >> self.area & 1 else setting.forest
        yield Bar(forest & ~near, "special.ardennes.3", "only one space into or out of the forest ({it})")

    def _full_or_far(self, s: BattleState, element: int, hostile: int) -> Iterator[Bar]:
        setting, goals, at_sea = s.setting, s.ways.goals, self.mode == "sea"
        steps = 1 if self.mode == "cargo" else group_range(s, self.group) - self.moved
        if self.mode != "cargo":
            joined = setting.board.flood(1 << self.area, element)
            yield Bar(element & ~joined, "land.1", "there is no way to {it} but over the sea")
        near = setting.near(1 << self.area, steps)
        ends = near & element & ~(1 << self.area) & (ALL if at_sea else ~hostile)
        limit = setting.tables.stacking.sea if at_sea else setting.tables.stacking.land
        full = ends & ~s.with_room(ends, len(self.group), s.camp)
        yield Bar(full, "stacking.1", f"{{it}} would hold more than {limit} units")
        yield Bar(near & ~goals, "capture.2", "the way to {it} is barred")
        on_foot = any(s.unit[p] not in (TANK, MECHANIZED) for p in self.group)
        clause = "sea.4" if at_sea else "land.4" if on_foot else "land.5"
        yield Bar(~goals, clause, f"{{it}} is more than {steps} {'sea zones' if at_sea else 'spaces'} away")

    def _takes_barred(self, s: BattleState) -> Iterator[Bar]:
        """What keeps units out of the group."""
        here = {s.class_of(p): p for p in (*s.at(self.area), *s.aboard(self.area)) if p not in self.group}
        alike = s.setting.alike
        yield Bar(~sum(alike[number] for number in here), "movement.2", f"no more of {{it}} in {s.spoken(self.area)}")
        others = sum(alike[number] for number, piece in here.items() if s.power[piece] != s.active)
        yield Bar(others, "turn.1", "{it} is not of the power whose turn it is")
        if self.moved:
            yield Bar(ALL, "movement.2", "nobody joins a group on the way")
            return
        yield from self.unnamed(s, "movement.2")
        for number, piece in here.items():
            if tied := tie(s, piece):
                yield Bar(alike[number] & self.unmeant(s), *tied)
        yield Bar(self.unmeant(s), "movement.2", "{it} does not go the same way as the group")

    def preview(self, s: BattleState, option: Option) -> Preview | None:
        fights = option.verb == "to" and going(s, option.value, self.mode) == ATTACK
        return odds.of_attack(s, self.group, option.value) if fights else None

    def warning(self, s: BattleState, option: Option) -> str:
        if self.moved:
            return ""
        if option.verb == "stop":
            return "These units have not moved; after this they stay where they are for the rest of the turn."
        return s.game.city_left(s, self.area, self.group)

    # in words

    def choices(self, s: BattleState, counters: Mapping[int, str]) -> Iterable[Choice]:
        for option in s.options:
            if option.verb == "to":
                yield way_choice(s, option, self.area, self.mode, odds=True)
            else:
                yield self.unit(s, option, counters) if option.verb == "take" else self.choice(s, option)

    # what happens

    def take(self, s: BattleState, number: int) -> None:
        piece = s.meant[number]
        s.turn_into(Group(self.area, (*self.group, piece), self.moved, self.origin, mode_of(s, piece)))

    def to(self, s: BattleState, goal: int) -> None:
        if self.mode == "air":
            self._fly(s, goal)
        elif self.mode == "cargo" or goal == self.area:
            self._enter(s, (goal,))
        elif self.mode == "land" and s.setting.sea >> goal & 1:
            s.turn_into(Boarding(goal, self.group))
        else:
            self._enter(s, s.setting.board.path(s.ways.levels, s.ways.stop, goal))

    def _fly(self, s: BattleState, goal: int) -> None:
        s.pop()
        if s.hostile >> goal & 1:
            combat.begin(s, goal, self.group, self.area, "air", 0)
            return
        s.events.append(Moved(("air.2",), self.group, (self.area, goal), s.makeup(*self.group)))
        for piece in self.group:
            s.shift(piece, goal)
        finish(s, self.group)

    def _enter(self, s: BattleState, path: tuple[int, ...]) -> None:
        """To the end of a path, and perhaps on from there."""
        goal, moved, mode = path[-1], self.moved + len(path), self.mode
        if not march(s, self.group, self.area, path, ashore=mode != "sea"):
            s.pop()
            combat.begin(s, goal, self.group, self.origin, "assault" if mode == "cargo" else mode, moved)
            return
        in_forest = (s.setting.forest >> goal | s.setting.forest >> self.origin) & 1  # special.ardennes.3, G56
        if mode == "cargo" or group_range(s, self.group) <= moved or (mode == "land" and in_forest):
            self.stop(s, 0)
        else:
            s.turn_into(Group(goal, self.group, moved, self.origin, mode))

    def stop(self, s: BattleState, value: int) -> None:
        """The move of these units is over, however far they came (movement.4)."""
        s.pop()
        finish(s, self.group)

    def after(self, s: BattleState) -> None:
        """No way on."""
        finish(s, self.group)


ATTACK = "Attack"


def way_choice(s: BattleState, option: Option, area: int, mode: str, odds: bool = False) -> Choice:
    """A space to go to, with what it costs and the space before it on the way."""
    goal, cost, via = option.value, "", area
    if mode == "air":
        cost = str(s.setting.board.distances(area)[goal])
    elif any(level >> goal & 1 for level in s.ways.levels[1:]):
        path = (area, *s.setting.board.path(s.ways.levels, s.ways.stop, goal))
        cost, via = str(len(path) - 1), path[-2]
    words, before = going(s, goal, mode), s.label(via) if via != goal else ""
    return Choice(
        str(option), f"{words} {option.spoken}", "to", "", option.object, cost, before, odds and words == ATTACK
    )


def going(s: BattleState, goal: int, mode: str) -> str:
    """What going to a space is called."""
    at_sea = s.setting.sea >> goal & 1
    if mode == "land" and at_sea:
        return "Go aboard in"
    if s.hostile >> goal & 1:
        return ATTACK
    if mode == "air":
        return "Fly to"
    if not at_sea and not s.held(s.camp) >> goal & 1:
        return "Capture"
    return "Go ashore in" if mode == "cargo" else "Go to"


class Boarding(BattleStep):
    """The units of a group go aboard one by one (land.6, sea.transport.3)."""

    area: Place
    group: Pieces
    forced = True
    starred = " that has moved"
    singly = True
    asks = "Choose the ship for {units}."
    words = {"aboard": "Go aboard {it}"}

    def explained(self, s: BattleState) -> Help:
        carries = s.setting.units[TRANSPORT].carries
        return Help("sea.transport.3", f"A transport carries up to {carries} land units; going aboard is their move.")

    def options(self, s: BattleState) -> list[Option]:
        """Ships with room; those that have moved have names of their own."""
        able = [ship for ship in s.of_camp(self.area, s.camp) if room_aboard(s, ship)] if self.group else []
        return self.units(s, "aboard", s.apart(able, lambda ship: STAR if s.spent >> ship & 1 else ""))

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        yield from self.unnamed(s, "sea.transport.3")
        yield Bar(self.unmeant(s), "sea.transport.3", f"{{it}} has no room, or is not in {s.spoken(self.area)}")

    def aboard(self, s: BattleState, number: int) -> None:
        piece, ship = self.group[0], s.meant[number]
        told = (piece, ship, s.makeup(piece), s.where[piece], self.area)
        s.events.append(Loaded(("land.6", "sea.transport.3"), *told))
        s.board(piece, ship)
        if s.rulings["load_and_unload"] != "same_turn" and not s.law.loads_and_unloads[s.active]:
            s.spent |= 1 << piece  # it goes ashore in a later turn at the earliest (G47)
        s.turn_into(Boarding(self.area, self.group[1:]))
