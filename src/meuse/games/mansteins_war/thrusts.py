"""The attacks of an impulse, planned together: whom the activated units can beat, and from where each attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meuse.board.sets import listed, members, union
from meuse.games.mansteins_war import (
    air,
    capitulation,
    commands,
    fortresses,
    logistics,
    movement,
    naval,
    rail,
    shifts,
    special_forces,
    stacking,
)
from meuse.games.mansteins_war.combat import Combat, able, beside, landing_hexes, spent
from meuse.games.mansteins_war.objectives import dear, maginot, sector
from meuse.games.mansteins_war.prospects import (
    ASSAULT,
    MOBILE,
    SIEGE,
    Judgement,
    Stack,
    counter_gain,
    danger,
    gain_of,
    goals,
    grown,
    mean_gain,
    prize,
    prizes,
    stack_of,
    trapped,
)
from meuse.games.mansteins_war.setting import ALLIED, ARMY, CORPS, FRANCE, GERMAN, GERMANS, HGB, HGC, OKW
from meuse.games.mansteins_war.state import MansteinState, other


class Thrust(NamedTuple):
    """An attack on a hex: what it gains, where each unit attacks from, and what one more column would bring."""

    gain: float
    target: int
    posts: dict[int, int]
    column_gain: float


class Attacker(NamedTuple):
    """A unit that could take part in an attack: its strength, and whether it would have support and cross a river."""

    piece: int
    strength: int
    fed: bool
    wet: bool


def thrusts(j: Judgement, s: MansteinState, side: int) -> list[Thrust]:
    """The attacks that a side can make in its impulse, the best first."""
    if s.operator != side:
        return []
    stage = [type(step) for step in s.agenda if isinstance(step, Combat | air.Flights)]
    key = (s.version, s.moved, s.attacked, s.defended, s.active, s.air_left, s.flown, stage, marching(s))
    known = s.memo.get(("thrusts", id(j)))
    if known is None or known[1][0] != key:
        known = s.memo["thrusts", id(j)] = (0, (key, list(Staff(j, s, side).plan())))
    made: list[Thrust] = known[1][1]
    return made


def marching(s: MansteinState) -> int:
    """The units that are on the march."""
    step = s.agenda[-1]
    return members(step.group) if isinstance(step, movement.March) and step.gone else 0


def within_reach(s: MansteinState, piece: int) -> int:
    """Where a unit could march by itself, or be carried by rail."""
    points = movement.allowance(s, piece)
    here = s.where[piece]
    return movement.destinations(s, here, (piece,), (points,), 0)[1] | rail.goals(s, here, (piece,))


def field(j: Judgement, s: MansteinState, side: int, north: bool = False) -> list[float]:
    """How near what a side is after is, everywhere: the more it counts the farther it is felt.

    The Germans do not think of what lies behind the Maginot Line as long as there is anything else. ``north``: what
    Army Group B is after.
    """
    if side == GERMAN:
        todo = sector(j, s, north)
        todo = todo & ~grown(s, s.setting.maginot, int(j.numbers["behind_line"])) or todo
    else:
        todo = goals(j, s, GERMAN) & s.taken
    points = prizes(j, s, GERMAN)
    pulls = {hexa: j.numbers["felt"] + points.get(hexa, 0) for hexa in s.setting.board.members(todo)}
    ways = j.around if side == GERMAN else j.roads
    return ways.felt(pulls) if pulls else [0.0] * s.setting.board.size


def worth_forces(j: Judgement, s: MansteinState, hexa: int) -> bool:
    """Is a fort worth one of the few special forces: does it count, and is it not one of the Maginot Line?"""
    falling = union(s.setting.falls_with.values())
    return bool((goals(j, s, GERMAN) & ~s.setting.maginot | falling) >> hexa & 1)


class Staff:
    """Plans the attacks of one impulse."""

    def __init__(self, j: Judgement, s: MansteinState, side: int) -> None:
        self.j, self.s, self.side, self.enemy = j, s, side, other(side)
        setting = self.setting = s.setting
        fighting = any(isinstance(step, Combat) for step in s.agenda)
        self.going = 0 if fighting else movement.movable(s, side) & ~marching(s)
        """The units that can still move."""
        active = s.active & s.standing & setting.pieces_on[side] & setting.mobile
        fit = active & setting.armed & (able(s, side) if fighting else -1)
        self.units = [p for p in listed(fit) if shifts.attack_of(s, p) and commands.may_attack(s, p)]
        self.reach = {p: 1 << s.where[p] | self._reach(p) for p in self.units}
        """Where each of them could attack from."""
        self.fed = self._fed(active & setting.trains & self.going)
        german = side == GERMAN
        self.north = setting.pieces_in[HGB] if german else 0
        """Army Group B, which has a sector of its own."""
        self._fields = {north: field(j, s, side, north) for north in {bool(self.north >> p & 1) for p in self.units}}
        self.line = maginot(s) if german else 0
        """What only those who watch the Rhine attack."""
        self.watch = setting.pieces_in[HGC] if german else 0
        self.reserve = setting.pieces_in[OKW] if german else 0
        ready = setting.airborne & ~s.jumped & self.going if german else 0
        self.waiting = members(
            [p for p in listed(ready) if self._landing_places() & ~s.taken and setting.germany >> s.where[p] & 1]
        )
        """Airborne troops who have yet to land."""
        self.raiders = s.held[ALLIED] & setting.germany if german else 0
        """Enemies in Germany: only those turn back for them who watch the Rhine, are in reserve, or stand near."""
        self.home = self.line | self.raiders | grown(s, setting.maginot, 1)
        """Where those attack who watch the Rhine."""
        self.shaky = {
            hexa: self._stakes(hexa)
            for hexa in setting.board.members(
                s.held[side] & grown(s, s.held[self.enemy], int(j.numbers["garrison_reach"]))
            )
        }
        """What can be lost in places of its own with enemies near."""
        self.foes = {
            hexa: sum([shifts.attack_of(s, p) for p in s.at(hexa)])
            for hexa in setting.board.members(s.held[self.enemy])
        }
        self._risks: dict[tuple[int, int], float] = {}
        self.posted: dict[int, int] = {}
        """The units that have their orders, and where they attack from."""
        self.near: dict[int, set[int]] = {}
        """For each hex those who could attack it."""
        self.planes = self._planes()

    def felt(self, piece: int, hexa: int) -> float:
        """How near what a unit is after is at a hex."""
        return self._fields[bool(self.north >> piece & 1)][hexa]

    def _reach(self, piece: int) -> int:
        return within_reach(self.s, piece) if self.going >> piece & 1 else 0

    def _minds(self, piece: int) -> int:
        """Where a unit would attack, if it could."""
        if self.side != GERMAN:
            return -1
        if self.watch >> piece & 1:
            return self.home
        if self.reserve >> piece & 1:
            return ~self.line
        near = grown(self.s, 1 << self.s.where[piece], int(self.j.numbers["turn_back"]))
        return ~self.line & (~self.raiders | near)

    def _planes(self) -> list[int]:
        """The strengths of the air units that can still be sent out in this impulse, the strongest first."""
        s = self.s
        if not any(isinstance(step, air.Flights) for step in s.agenda):
            return []
        ready = air.ready(s, self.side) & ~s.flown & ~self.setting.airlifts
        return sorted([air.strength(s, unit) for unit in listed(ready)], reverse=True)[: s.air_left]

    def _fed(self, trains: int) -> list[int] | None:
        """By movement factor, where Germans have support, or can have it once logistics units have moved."""
        s, setting = self.s, self.setting
        if self.side != GERMAN:
            return None
        now = logistics.served(s, GERMANS)
        if not trains:
            return now
        open_ground, support = logistics.open_ground(s, self.side), setting.support[GERMANS]
        ends, spots = logistics.sources(s, GERMANS), 0
        for train in listed(trains):
            far = setting.mf[train]
            linked = logistics.followed(s, ends & support.trains_to, open_ground, far)[far]
            spots |= within_reach(s, train) & linked & open_ground
        then = logistics.followed(s, ends | spots, open_ground, support.farthest)
        return [one | two for one, two in zip(now, then, strict=True)]

    def _is_fed(self, piece: int, hexa: int) -> bool:
        lines = self.fed if self.fed is not None else logistics.served(self.s, self.setting.nation[piece])
        return bool(lines[self.setting.mf[piece]] >> hexa & 1)

    def plan(self) -> Iterator[Thrust]:
        """The best attack, then the best one that is left for the others, and so on."""
        s, numbers, units = self.s, self.j.numbers, list(self.units)
        least = numbers["bold" if self.side == GERMAN else "bold_allied"]
        anywhere = union(self.reach.values())
        enemies = s.held[self.enemy] & ~spent(s, self.enemy) & ~landing_hexes(s)
        targets = [hexa for hexa in self.setting.board.members(enemies) if beside(s, hexa) & anywhere]
        known: dict[int, Thrust | None] = {}
        for _ in range(int(numbers["thrusts"])):
            for hexa in targets:
                if hexa not in known:
                    known[hexa] = self._thrust(hexa, units)
            found = [*filter(None, known.values()), *self._landings(units)]
            best = max(found, key=lambda thrust: thrust.gain, default=None)
            if best is None or best.gain < least:
                return
            yield best
            self.posted.update(best.posts)
            units = [piece for piece in units if piece not in best.posts]
            targets = [hexa for hexa in targets if hexa != best.target]
            if self.planes and best.column_gain > 0:
                self.planes.pop(0)
                known = {}
            known = {hexa: known[hexa] for hexa in targets if hexa in known and self._stands(known[hexa], hexa, best)}

    def _stands(self, thrust: Thrust | None, hexa: int, made: Thrust) -> bool:
        """Is what was thought of an attack still true now that another one is made?"""
        crowded = thrust is not None and set(thrust.posts.values()) & set(made.posts.values())
        return not crowded and not self.near[hexa] & set(made.posts)

    # one attack

    def _thrust(self, target: int, units: Sequence[int]) -> Thrust | None:
        """The best that some units can do against a hex."""
        s, wet = self.s, self.j.wet[target]
        bases = beside(s, target) & ~s.held[self.enemy] & self.setting.land
        able_units = [piece for piece in units if self.reach[piece] & bases]
        able_units = [p for p in able_units if self._minds(p) >> target & 1 and not self.waiting >> p & 1]
        self.near[target] = set(able_units)
        posts: dict[int, int] = {}
        force = []
        for piece in sorted(able_units, key=lambda piece: (-shifts.attack_of(s, piece), piece)):
            spot = self._spot(piece, self.reach[piece] & bases, wet, posts)
            if spot is not None:
                posts[piece] = spot
                fed = self._is_fed(piece, spot)
                force.append(Attacker(piece, shifts.attack_of(s, piece), fed, bool(wet >> spot & 1)))
        return self._best(target, force, posts) if force else None

    def left_open(self, pieces: Sequence[int], posts: Mapping[int, int]) -> float:
        """What it costs that units leave places that count, with enemies near and nobody else in them."""
        s, numbers = self.s, self.j.numbers
        leaving = members([piece for piece in pieces if posts[piece] != s.where[piece]])
        total = 0.0
        for hexa in {s.where[piece] for piece in listed(leaving)}:
            points = self.shaky.get(hexa, 0.0) if not s.setting.germany >> hexa & 1 else 0.0
            if points and not any(
                s.setting.fighting >> p & 1 and not leaving >> p & 1 and self.posted.get(p, hexa) == hexa
                for p in s.stacks.get(hexa, ())
            ):
                total += points
        return numbers["abandoned"] * numbers["point"] * total

    def _spot(self, piece: int, spots: int, wet: int, posts: Mapping[int, int]) -> int | None:
        """From which hex a unit attacks: with support, not across a river, in company, from where it is, in cover."""
        here, best = self.s.where[piece], None
        for hexa in self.setting.board.members(spots):
            if self._room(piece, hexa, posts):
                company = bool(self.s.armies >> hexa & 1) or hexa in posts.values()
                rank = (self._is_fed(piece, hexa), not wet >> hexa & 1, company, hexa == here, self.j.cover[hexa])
                if best is None or rank > best[0]:
                    best = rank, hexa
        return best[1] if best is not None else None

    def _room(self, piece: int, hexa: int, posts: Mapping[int, int]) -> bool:
        """Has a hex room for one more unit, with all who are sent there or stay?"""
        s, of = self.s, self.s.sizes.of
        if s.where[piece] == hexa:
            return True
        if stacking.foreign(s, self.setting.nation[piece]) >> hexa & 1:
            return False
        sent = {**self.posted, **posts}
        there = [unit for unit in s.stacks.get(hexa, ()) if sent.get(unit, hexa) == hexa]
        there += [unit for unit, post in sent.items() if post == hexa and s.where[unit] != hexa]
        sizes = [of[unit] for unit in (piece, *there)]
        return stacking.room(s, self.side, hexa, sizes.count(ARMY), sizes.count(CORPS))

    def _best(self, target: int, force: list[Attacker], posts: Mapping[int, int]) -> Thrust | None:
        """Whom of those who can come it takes: the first few of all, of the supported, or of the Mech units."""
        is_mech = self.setting.is_mech
        fed = [row for row in force if row.fed]
        mech = [row for row in force if is_mech[row.piece]]
        forces: dict[tuple[int, ...], list[Attacker]] = {}
        for rows in (force, fed, mech, [row for row in mech if row.fed]):
            for number in range(1, len(rows) + 1):
                forces.setdefault(tuple([row.piece for row in rows[:number]]), rows[:number])
        attack = Attack(self, target, posts)
        judged = [(attack.gain(rows, 0), rows) for rows in forces.values()]
        most = max([gain for gain, _ in judged])
        if most <= 0:
            return None
        enough = [row for row in judged if row[0] >= self.j.numbers["enough"] * most]
        gain, chosen = min(enough, key=lambda row: (len(row[1]), -row[0]))
        more = max(attack.gain(chosen, 1) - gain, gain - attack.gain(chosen, -1), 0.0)
        return Thrust(gain, target, {row.piece: posts[row.piece] for row in chosen}, more)

    def _stakes(self, hexa: int) -> float:
        """The points a place of its own is worth to a side; to the Germans also what a country has yet to fall with."""
        s = self.s
        points = float(dear(self.j, s, hexa))
        if self.side == GERMAN:
            for country, hexes in s.setting.falls_with.items():
                if hexes >> hexa & 1 and capitulation.at_war(s, country):
                    points += self.j.numbers["fall"] / self.j.numbers["point"] / hexes.bit_count()
        return points

    def prize(self, hexa: int) -> float:
        """What it is worth to take a hex: its points, and that a country falls with it, whichever comes first."""
        s, numbers = self.s, self.j.numbers
        worth = prize(self.j, s, self.side, hexa) * numbers["point"]
        if self.side == GERMAN and not s.taken >> hexa & 1:
            for country, hexes in s.setting.falls_with.items():
                if hexes >> hexa & 1 and capitulation.at_war(s, country):
                    worth += numbers["fall"]
        return worth

    def held(self, hexa: int) -> Callable[[Sequence[int]], float]:
        """How sure it is that a hex can be kept: the strength of those who take it, and of all around it."""
        s, numbers = self.s, self.j.numbers
        near = s.pieces_in(grown(s, 1 << hexa, int(numbers["hold_reach"])) & ~(1 << hexa))
        own = self.setting.pieces_on[self.side]
        friends = {piece: shifts.attack_of(s, piece) for piece in listed(near & own)}
        everybody, foes = sum(friends.values()), sum([shifts.attack_of(s, piece) for piece in listed(near & ~own)])

        def sure(takers: Sequence[int]) -> float:
            others = everybody - sum([friends.get(piece, 0) for piece in takers])
            ours = sum([shifts.defence_of(s, piece) for piece in takers]) + numbers["hold_friends"] * others
            return ours / (ours + foes) if ours else 0.0

        return sure

    def risk(self, target: int, posts: Mapping[int, int], pieces: Sequence[int]) -> float:
        """What Mech units stand to lose to all who could come for them where they attack from."""
        s, setting = self.s, self.setting
        if self.side != GERMAN or not members(pieces) & setting.mech:
            return 0.0
        spots: dict[int, list[int]] = {}
        for piece in pieces:
            spots.setdefault(posts[piece], []).append(piece)
        total = 0.0
        for hexa, units in spots.items():
            if members(units) & setting.mech:
                stay = [p for p in s.stacks.get(hexa, ()) if p not in pieces and self.posted.get(p, hexa) == hexa]
                come = [p for p, post in self.posted.items() if post == hexa and p not in pieces and s.where[p] != hexa]
                stack = members([*units, *stay, *come])
                key = hexa, stack
                if key not in self._risks:
                    alone = sum([not self._is_fed(piece, hexa) for piece in listed(stack & setting.mobile)])
                    self._risks[key] = danger(self.j, s, self.side, hexa, listed(stack), self.foes, alone)
                total += self._risks[key]
        return total

    # landings

    def _landings(self, units: Sequence[int]) -> Iterator[Thrust]:
        """Airborne troops come down near friends where they take a place that counts, on enemies if need be."""
        s, setting, numbers = self.s, self.setting, self.j.numbers
        ready = setting.airborne & ~s.jumped & self.going & members(units)
        for piece in listed(ready):
            here = s.where[piece]
            if not setting.germany >> here & 1 or not logistics.refit_supported(s, piece):
                continue
            friends = members([s.where[p] for p in self.j.units[self.side] if p != piece and s.where[p] >= 0])
            near = setting.board.disc(here, setting.tables.airborne.range) & setting.land
            near &= grown(s, friends, int(numbers["landing_reach"]))
            places = self._landing_places()
            for hexa in setting.board.members(places & near & ~s.taken):
                if s.held[self.enemy] >> hexa & 1 or not stacking.full_hexes(s, piece) >> hexa & 1:
                    yield self._landing(piece, hexa)

    def _landing_places(self) -> int:
        """What the small countries fall with, as long as they are at war: nobody lands deep in France."""
        falls = self.setting.falls_with.items()
        return union([hexes for country, hexes in falls if country != FRANCE and capitulation.at_war(self.s, country)])

    def _landing(self, piece: int, hexa: int) -> Thrust:
        """A landing: who does not clear the hex is lost (18.2g), and nobody lands twice (18.0b)."""
        s, j = self.s, self.j
        worth, cost = self.prize(hexa) * self.held(hexa)([piece]), j.numbers["landing"]
        defenders = shifts.defenders_at(s, self.enemy, hexa)
        if not defenders:
            return Thrust(worth - cost, hexa, {piece: hexa}, 0.0)
        theirs, ours = stack_of(j, s, defenders), stack_of(j, s, [piece])
        fort = fortresses.stands(s, hexa)
        column = shifts.column_of(s, ours.attack, theirs.defence) + self.shift(hexa, defenders)

        def value(column: int) -> float:
            total = 0.0
            outcomes = j.results[SIEGE if fort else ASSAULT][j.at(column)]
            for outcome in outcomes:
                cleared = outcome.steps >= theirs.steps or outcome.back > 0
                total += gain_of(j, outcome, theirs, ours, False, 0.0)
                total += worth if cleared else -ours.worth
            return total / len(outcomes)

        return Thrust(value(column) - cost, hexa, {piece: hexa}, max(value(column + 1) - value(column), 0.0))

    def shift(self, hexa: int, defenders: Sequence[int]) -> int:
        """The columns that air units, ships and want of support bring to an attack on a hex."""
        s = self.s
        flying = max(air.support(s, self.side, hexa), self.planes[0] if self.planes else 0)
        ships = s.setting.tables.combat.naval if self.side == GERMAN and naval.can_support(s, hexa, ()) else 0
        return len(shifts.lacking(s, tuple(defenders))) + flying - air.support(s, self.enemy, hexa) - ships


class Attack:
    """An attack on one hex, as the planners see it: what is the same for all who take part."""

    def __init__(self, staff: Staff, target: int, posts: Mapping[int, int]) -> None:
        self.staff, self.target, self.posts = staff, target, posts
        s, j = staff.s, staff.j
        everybody = shifts.defenders_at(s, staff.enemy, target)
        counting = shifts.defending(s, everybody)
        self.theirs = stack_of(j, s, everybody)
        self.defence = sum([shifts.defence_of(s, piece) for piece in counting])
        self.shift = staff.shift(target, counting) - (0 if s.bombed >> target & 1 else j.cover[target])
        self.fort = fortresses.stands(s, target)
        self.chance = self._chance()
        self.trap = trapped(s, staff.enemy, target)
        self.prize, self.held = staff.prize(target), staff.held(target)

    def _chance(self) -> float:
        """How likely special forces are to open a fort."""
        s, staff = self.staff.s, self.staff
        if not self.fort or not worth_forces(staff.j, s, self.target):
            return 0.0
        helpers = listed(special_forces.usable(s, staff.side, self.target))
        return max([s.setting.pieces[unit].succeeds / special_forces.DIE for unit in helpers], default=0.0)

    def gain(self, chosen: list[Attacker], more: int) -> float:
        """What an attack gains with some units, and so many columns more, less what their absence costs elsewhere."""
        s, j = self.staff.s, self.staff.j
        pieces = tuple([row.piece for row in chosen])
        column = shifts.column_of(s, sum([row.strength for row in chosen]), self.defence) + self.shift + more
        column -= sum([not row.fed for row in chosen]) + all(row.wet for row in chosen)
        column += sum([columns for columns, _ in commands.attack_shifts(s, pieces, self.target)])
        worth = j.numbers["followed"] * (self.prize * self.held(pieces) + self._ground(pieces))
        gain = self._mean(column, stack_of(j, s, pieces), worth, all(s.setting.is_mech[piece] for piece in pieces))
        risk = self.staff.risk(self.target, self.posts, pieces)
        open_places = self.staff.left_open(pieces, self.posts)
        return gain - self._missed(pieces) - open_places - j.numbers["exposure"] * risk

    def _mean(self, column: int, ours: Stack, worth: float, mech: bool) -> float:
        j, theirs = self.staff.j, self.theirs
        counter = counter_gain(j, self.staff.s, theirs, ours)
        tables = (ASSAULT, MOBILE) if mech else (ASSAULT,)
        free = max([mean_gain(j, table, column, theirs, ours, counter, self.trap, worth) for table in tables])
        if not self.fort:
            return free
        siege = mean_gain(j, SIEGE, column - 1, theirs, ours, counter, self.trap, worth)
        return self.chance * free + (1 - self.chance) * siege

    def _ground(self, pieces: Sequence[int]) -> float:
        """What the hex is worth as ground nearer to where points are."""
        numbers = self.staff.j.numbers
        near = max([self.staff.felt(piece, self.target) for piece in pieces])
        return numbers["ground"] * max(near - numbers["ground_from"], 0.0)

    def _missed(self, pieces: Sequence[int]) -> float:
        """What it costs to lead units away from where points are, or over the Rhine."""
        s, staff, numbers = self.staff.s, self.staff, self.staff.j.numbers
        cost = 0.0
        for piece in pieces:
            if staff.watch >> piece & 1:
                cost += 0.0 if s.setting.germany >> self.target & 1 else numbers["watchful"]
            else:
                away = staff.felt(piece, s.where[piece]) - staff.felt(piece, self.target)
                cost += numbers["diverted"] * max(away - 1, 0.0)
        return cost
