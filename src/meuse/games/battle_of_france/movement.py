"""Step 3, movement: groups on land, at sea and in the air; capture; stacking; the special territories."""

from __future__ import annotations

from functools import partial

from meuse.engine import Option, Preview, Refusal, Step
from meuse.games.battle_of_france import bombardment, cards, combat, odds
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    DESTROYER,
    FRANCE,
    INFANTRY,
    LAND,
    LETTERS,
    MECHANIZED,
    SIDE,
    STAR,
    SUBMARINE,
    TANK,
    TRANSPORT,
    WARSHIPS,
)
from meuse.games.battle_of_france.events import Captured, Loaded, Moved
from meuse.games.battle_of_france.state import BattleState, enemy_of

Group = tuple[int, ...]
Frame = tuple[str, int, Group, int, int, str]
"""("group", area, pieces in hand, spaces moved, area the group started from, mode: "", land, air, sea or cargo)"""


# who may move


def frozen(s: BattleState, piece: int) -> bool:
    """French units in the Maginot Line stay until round 4 or until Germans attack there (special.maginot.2, .3)."""
    area = s.where[piece]
    if s.power[piece] != FRANCE or s.round >= s.game.tables.maginot.free_from_round:
        return False
    return bool((s.game.maginot & ~s.freed) >> area & 1)


def why_immobile(s: BattleState, piece: int) -> Refusal | None:
    """Why a unit of the active power cannot be taken into a group."""
    unit, name = s.unit[piece], s.name(piece)
    if unit == AA:
        return Refusal(f"{name} stays in its city", "aa.2")
    if s.spent >> piece & 1:
        return Refusal(f"{name} has moved or fought this round", "movement.4")
    if frozen(s, piece):
        return Refusal(f"{name} may not leave the Maginot Line before round 4", "special.maginot.2")
    if cards.is_forbidden(s, s.power[piece], unit, "move"):
        return Refusal(f"a card keeps {name} where it is", "cards.4")
    return None


def may_go(s: BattleState, piece: int) -> bool:
    """May a piece of the active power be taken into a group? (``why_immobile`` tells why not.)"""
    if s.power[piece] != s.active or s.spent >> piece & 1 or frozen(s, piece):
        return False
    return s.unit[piece] not in cards.law(s).grounded[s.active]


def bases(s: BattleState) -> list[int]:
    """Areas from which a group of the active power may set out."""
    active, spent, power, unit = s.active, s.spent, s.power, s.unit
    grounded = cards.law(s).grounded[active]
    held = s.masks[active]
    if active == FRANCE and s.round < s.game.tables.maginot.free_from_round:
        held &= s.freed | ~s.game.maginot
    found = []
    for area in s.game.board.members(held):
        for piece in s.stacks[area]:
            if power[piece] == active and not spent >> piece & 1 and unit[piece] not in grounded:
                found.append(area)
                break
    if s.holds:
        riders = {s.where[p] for aboard in s.holds.values() for p in aboard if power[p] == active}
        found += [zone for zone in sorted(riders) if zone not in found and available(s, zone)]
    return found


def mode_of(s: BattleState, piece: int) -> str:
    """How a piece goes: by land, air, sea, or off its ship."""
    unit = s.unit[piece]
    if s.carrier[piece] >= 0:
        return "cargo"
    return "land" if unit in LAND else "air" if unit in AIR else "sea"


def available(s: BattleState, area: int) -> list[int]:
    """Units of the active power in an area that may still go somewhere."""
    found = [p for p in s.at(area) if may_go(s, p)]
    if s.holds and s.game.sea >> area & 1:
        found += [p for p in s.aboard(area) if may_go(s, p) and not _kept_aboard(s, p)]
    return found


def _kept_aboard(s: BattleState, piece: int) -> bool:
    """Does a card keep cargo on its ship?"""
    return cards.is_forbidden(s, s.power[piece], s.unit[piece], "unload")


def cargo_mark(s: BattleState, piece: int) -> str:
    """What tells units with cargo apart: the ship a unit is on, and whether a ship's cargo came aboard in this turn."""
    if s.carrier[piece] >= 0:
        return f"@{LETTERS[s.power[s.carrier[piece]]]}.transport"
    return STAR if any(s.spent >> rider & 1 for rider in s.cargo(piece)) else ""


def group_range(s: BattleState, group: Group) -> int:
    """How far a group goes: as far as its slowest, but infantry rides on mechanized units (unit.mechanized.1, G22)."""
    own = s.active
    counts: dict[int, int] = {}
    for piece in group:
        counts[s.unit[piece]] = counts.get(s.unit[piece], 0) + 1
    seats = counts.get(MECHANIZED, 0) * s.game.units[MECHANIZED].carries
    ranges = [cards.movement_range(s, own, unit) for unit in counts if unit != INFANTRY]
    if INFANTRY in counts:
        on_foot = cards.movement_range(s, own, INFANTRY)
        riding = cards.movement_range(s, own, MECHANIZED) if seats >= counts[INFANTRY] else on_foot
        ranges.append(max(on_foot, riding))
    return min(ranges)


# where they may go


def ban(s: BattleState, power: int) -> int:
    """Original German territory that French units may not attack (special.maginot.5, G62)."""
    if power != FRANCE:
        return 0
    if s.rulings["maginot_ban"] == "until_round_4" and s.round >= s.game.tables.maginot.free_from_round:
        return 0
    return s.game.original[0]


def open_land(s: BattleState, group: Group) -> tuple[int, int, int]:
    """Land areas a group may end in or pass, by kind: friendly, vacant enemy, hostile."""
    power = s.active
    side = SIDE[power]
    enemy = s.occupied(enemy_of(side))
    friendly = s.held(side) & ~enemy
    banned = ban(s, power)
    hostile = s.game.land & enemy & ~banned
    vacant = s.held(enemy_of(side)) & ~enemy
    if s.rulings["french_vacant"] == "barred":
        vacant &= ~banned
    units = {s.unit[piece] for piece in group}
    if any(cards.is_forbidden(s, power, unit, "attack") for unit in units):
        hostile = 0
    if any(cards.is_forbidden(s, power, unit, "enter_vacant") for unit in units):
        vacant = 0
    return friendly, vacant, hostile


def with_room(s: BattleState, areas: int, units: int, side: int) -> int:
    """Those areas in which so many more units of a side fit under the stacking limit (stacking.1, G20)."""
    found = 0
    for area in s.game.board.members(areas):
        limit = s.game.tables.stacking.sea if s.game.sea >> area & 1 else s.game.tables.stacking.land
        if s.stacking(area, side) + units <= limit:
            found |= 1 << area
    return found


def land_reach(s: BattleState, area: int, group: Group, moved: int, steps: int) -> tuple[list[int], int, int]:
    """Levels, stops and goals of a land group; the forest allows one space (special.ardennes.3, G56)."""
    game = s.game
    friendly, vacant, hostile = open_land(s, group)
    in_forest = game.forest >> area & 1
    if in_forest:
        steps = 0 if moved else min(steps, game.tables.forest.movement)
    enter = friendly | vacant | hostile
    near = enter & game.forest & game.board.around[area] if not moved and steps else 0
    levels = game.board.reach(area, steps, enter & (~game.forest if not in_forest else -1), hostile)
    if len(levels) > 1:
        levels[1] |= near
    goals = 0
    for level in levels[1:]:
        goals |= level
    fighting = goals & hostile
    return levels, hostile | near, fighting | with_room(s, goals & ~hostile, len(group), SIDE[s.active])


def loading_zones(s: BattleState, area: int, group: Group) -> int:
    """Adjacent sea zones with room aboard for the whole group (land.6, sea.transport.3, .11)."""
    if any(cards.is_forbidden(s, s.active, s.unit[piece], "load") for piece in group):
        return 0
    found = 0
    for zone in s.game.board.members(s.game.board.around[area] & s.game.sea & s.occupied(SIDE[s.active])):
        if sum(room_aboard(s, ship) for ship in s.of_side(zone, SIDE[s.active])) >= len(group):
            found |= 1 << zone
    return found


def room_aboard(s: BattleState, ship: int) -> int:
    if s.unit[ship] != TRANSPORT:
        return 0
    return s.game.units[TRANSPORT].carries - len(s.cargo(ship))


def sea_reach(s: BattleState, area: int, group: Group, steps: int) -> tuple[list[int], int, int]:
    """Levels, stops and goals of a sea group (sea.1, sea.3, sea.4, G41, G43, G45)."""
    game = s.game
    side = SIDE[s.active]
    hostile = s.occupied(enemy_of(side)) & game.sea
    stop = hostile
    if all(s.unit[piece] == SUBMARINE for piece in group):
        stop = sum(1 << zone for zone in game.board.members(hostile) if has_destroyer(s, zone, enemy_of(side)))
    escorted = any(s.unit[piece] in WARSHIPS for piece in group)
    enter = game.sea if escorted else game.sea & ~hostile
    if any(cards.is_forbidden(s, s.active, s.unit[piece], "attack") for piece in group):
        enter &= ~hostile
    levels = game.board.reach(area, steps, enter, stop)
    goals = 0
    for level in levels[1:]:
        goals |= level
    return levels, stop, with_room(s, goals, len(group), side)


def has_destroyer(s: BattleState, zone: int, side: int) -> bool:
    return any(s.unit[piece] == DESTROYER for piece in s.of_side(zone, side))


def unloading_areas(s: BattleState, zone: int, group: Group) -> int:
    """Where cargo may go ashore: next to a zone clear of enemy ships (sea.transport.8 to .10, G48)."""
    side = SIDE[s.active]
    if s.occupied(enemy_of(side)) >> zone & 1:
        return 0
    friendly, vacant, hostile = open_land(s, group)
    near = s.game.board.around[zone] & s.game.land
    return near & hostile | with_room(s, near & (friendly | vacant), len(group), side)


# air


def landing_distance(s: BattleState, area: int) -> int:
    """How far it is from an area to the nearest place where air units may land."""
    away = s.game.board.distances(area)
    return min((away[place] for place in s.game.board.members(s.landing)), default=s.game.board.size)


def air_targets(s: BattleState) -> int:
    """Enemy units that air units of the active power may attack: not in the forest (special.ardennes.6)."""
    return s.occupied(enemy_of(SIDE[s.active])) & ~s.game.forest & ~ban(s, s.active)


def can_strike(s: BattleState, piece: int, area: int) -> bool:
    """Out to a combat and on to a landing place within range (air.4, G24)?"""
    reach = cards.movement_range(s, s.power[piece], s.unit[piece])
    return s.game.board.distances(s.where[piece])[area] + landing_distance(s, area) <= reach


def air_goals(s: BattleState, area: int, group: Group) -> int:
    """Where a group of air units may fly: to a combat, or to another landing place (air.2, G24, G25)."""
    steps = min(cards.movement_range(s, s.active, s.unit[piece]) for piece in group)
    away = s.game.board.distances(area)
    found = 0
    for place in s.game.board.members(s.landing & ~(1 << area)):
        if away[place] <= steps:
            found |= 1 << place
    if any(cards.is_forbidden(s, s.active, s.unit[piece], "attack") for piece in group):
        return found
    for place in s.game.board.members(air_targets(s)):
        if all(can_strike(s, piece, place) for piece in group):
            found |= 1 << place
    return found


# control


def capture(s: BattleState, power: int, area: int, clause: str) -> None:
    """A power takes a land area; one held by an ally is left to him (capture.4, G14)."""
    if s.held(SIDE[power]) >> area & 1:
        return
    bit = 1 << area
    g, f, b = (mask & ~bit for mask in s.control)
    s.control = (g | bit, f, b) if power == 0 else (g, f | bit, b) if power == 1 else (g, f, b | bit)
    s.events.append(Captured((clause, "capture.4"), power, area))


def finish(s: BattleState, pieces: Group) -> None:
    """These units have used their move (movement.4)."""
    for piece in pieces:
        s.spent |= 1 << piece


# steps


class Turn(Step[BattleState]):
    """A power's turn: choose where the next group starts, bombard, or end the turn (movement.2, turn.1)."""

    name = "turn"

    def side(self, s: BattleState, f: tuple[str]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str]) -> str:
        return "Choose the space from which units move, bombard a coast, or end the turn."

    def options(self, s: BattleState, f: tuple[str]) -> list[Option]:
        game = s.game
        found = [game.say_from[area] for area in bases(s)]
        found += [game.say_bombard[area] for area in bombardment.bombardment_targets(s)]
        found.append(game.say_done)
        return found

    def start(self, s: BattleState, f: tuple[str], area: int) -> None:
        s.stack.append(("group", area, (), 0, area, ""))

    def bombard(self, s: BattleState, f: tuple[str], area: int) -> None:
        s.stack.append(("bombardment", area, ()))

    def done(self, s: BattleState, f: tuple[str], value: int) -> None:
        s.stack.pop()

    def why(self, s: BattleState, f: tuple[str], option: Option) -> Refusal:
        if option.verb == "bombard":
            return bombardment.why_no_bombardment(s, option.value)
        own = [p for p in (*s.at(option.value), *s.aboard(option.value)) if s.power[p] == s.active]
        if not own:
            return Refusal(f"no unit of yours in {option.object}", "turn.1")
        if any(s.carrier[p] >= 0 and cards.is_forbidden(s, s.active, s.unit[p], "unload") for p in own):
            return Refusal("a card forbids unloading", "cards.4")
        aboard = Refusal("what went aboard this turn comes ashore in a later one", "movement.4")
        return next((why for why in (why_immobile(s, p) for p in own) if why), aboard)


class GroupStep(Step[BattleState]):
    """A group in hand: take more units, go, stop (movement.1, G17)."""

    name = "group"

    def side(self, s: BattleState, f: Frame) -> int:
        return s.active

    def prompt(self, s: BattleState, f: Frame) -> str:
        if not f[2]:
            return f"Choose the first unit of the group from {s.spoken(f[1])}."
        choice = "Go on, or stay." if f[3] else "Take more units along, or choose where to go."
        return f"In hand in {s.spoken(f[1])}: {s.in_words(f[2])}. {choice}"

    def options(self, s: BattleState, f: Frame) -> list[Option]:
        game = s.game
        _, _, group, moved, _, _ = f
        found: list[Option] = []
        if not moved:
            found = [game.say_take[c] for c in sorted(self.companions(s, f))]
        if group:
            goals = self._goals(s, f)
            if moved and not goals:
                return []
            found += game.board.pick(game.say_to, goals)
            found.append(game.say_stop)
        return found

    @staticmethod
    def companions(s: BattleState, f: Frame) -> dict[int, int]:
        """Units of the same space and way of going that are not in the group yet, by name."""
        _, area, group, _, _, mode = f
        rest = [p for p in available(s, area) if p not in group and (not mode or mode_of(s, p) == mode)]
        return s.apart(rest, partial(cargo_mark, s)) if s.holds else s.classes(rest)

    def _goals(self, s: BattleState, f: Frame) -> int:
        _, area, group, moved, _, mode = f
        if mode == "air":
            return air_goals(s, area, group)
        if mode == "cargo":
            return unloading_areas(s, area, group)
        steps = group_range(s, group) - moved
        if mode == "sea":
            _, _, goals = sea_reach(s, area, group, steps)
            return goals | self._engage_here(s, f)
        _, _, goals = land_reach(s, area, group, moved, steps)
        return goals | (0 if moved else loading_zones(s, area, group))

    @staticmethod
    def _engage_here(s: BattleState, f: Frame) -> int:
        """Enemies that share the zone after a submerging may be attacked where they are (G44)."""
        _, area, group, moved, _, _ = f
        if moved or not s.occupied(enemy_of(SIDE[s.active])) >> area & 1:
            return 0
        return 1 << area if any(s.unit[piece] in WARSHIPS for piece in group) else 0

    def take(self, s: BattleState, f: Frame, number: int) -> None:
        piece = self.companions(s, f)[number]
        s.stack[-1] = ("group", f[1], (*f[2], piece), f[3], f[4], mode_of(s, piece))

    def to(self, s: BattleState, f: Frame, goal: int) -> None:
        _, area, group, moved, _, mode = f
        if mode == "air":
            self._fly(s, f, goal)
        elif mode == "cargo":
            self._enter(s, f, (goal,), "assault")
        elif mode == "sea":
            levels, stop, _ = sea_reach(s, area, group, group_range(s, group) - moved)
            self._enter(s, f, (goal,) if goal == area else s.game.board.path(levels, stop, goal), "sea")
        elif s.game.sea >> goal & 1:
            s.stack[-1] = ("boarding", goal, group)
        else:
            levels, stop, _ = land_reach(s, area, group, moved, group_range(s, group) - moved)
            self._enter(s, f, s.game.board.path(levels, stop, goal), "land")

    def _fly(self, s: BattleState, f: Frame, goal: int) -> None:
        s.stack.pop()
        if s.landing >> goal & 1 and not s.occupied(enemy_of(SIDE[s.active])) >> goal & 1:
            s.events.append(Moved(("air.2",), f[2], (f[1], goal)))
            for piece in f[2]:
                s.shift(piece, goal)
            finish(s, f[2])
        else:
            combat.begin(s, goal, f[2], f[1], "air", 0)

    def _enter(self, s: BattleState, f: Frame, path: tuple[int, ...], kind: str) -> None:
        """Along a path: vacant enemy areas fall on the way (capture.1, G18), enemies at its end fight (capture.2)."""
        _, area, group, moved, origin, mode = f
        goal = path[-1]
        enemy = s.occupied(enemy_of(SIDE[s.active]))
        fights = bool(enemy >> goal & 1)
        if kind != "sea":
            for passed in path[:-1] if fights else path:
                capture(s, s.active, passed, "capture.1")
        if fights:
            s.stack.pop()
            combat.begin(s, goal, group, origin, kind, moved + len(path))
            return
        s.events.append(Moved(("movement.1",), group, (area, *path)))
        for piece in group:
            s.shift(piece, goal)
        moved += len(path)
        left = group_range(s, group) - moved
        in_forest = (s.game.forest >> goal | s.game.forest >> origin) & 1  # special.ardennes.3, G56
        if mode == "cargo" or left <= 0 or (mode == "land" and in_forest):
            s.stack.pop()
            finish(s, group)
        else:
            s.stack[-1] = ("group", goal, group, moved, origin, mode)

    def stop(self, s: BattleState, f: Frame, value: int) -> None:
        """The move of these units is over, however far they came (movement.4)."""
        s.stack.pop()
        finish(s, f[2])

    def after(self, s: BattleState, f: Frame) -> None:
        """No way on."""
        finish(s, f[2])

    def preview(self, s: BattleState, f: Frame, option: Option) -> Preview | None:
        if option.verb != "to" or not s.occupied(enemy_of(SIDE[s.active])) >> option.value & 1:
            return None
        if f[5] == "land" and s.game.sea >> option.value & 1:
            return None
        return odds.of_attack(s, f[2], option.value)

    def why(self, s: BattleState, f: Frame, option: Option) -> Refusal:
        if option.verb == "take":
            return why_not_take(s, f, option)
        if option.verb == "stop" or not f[2]:
            return Refusal("choose a unit first", "movement.2")
        return why_not_to(s, f, option.value)


def why_not_take(s: BattleState, f: Frame, option: Option) -> Refusal:
    """Why a class of units cannot join the group."""
    which, number = s.which_is_meant(option, "movement.2"), s.game.class_behind[option.value]
    if which is not None:
        return which
    here = [p for p in (*s.at(f[1]), *s.aboard(f[1])) if s.class_of(p) == number and p not in f[2]]
    if not here:
        return Refusal(f"no (further) {option.object} in {s.label(f[1])}", "movement.2")
    piece = here[0]
    if s.power[piece] != s.active:
        return Refusal(f"{option.object} is not of the power whose turn it is", "turn.1")
    reason = why_immobile(s, piece)
    if reason is not None:
        return reason
    if f[3]:
        return Refusal("nobody joins a group on the way", "movement.2")
    return Refusal(f"{option.object} does not go the same way as the group", "movement.2")


def why_not_to(s: BattleState, f: Frame, goal: int) -> Refusal:
    """Why a group cannot go to an area."""
    game = s.game
    _, area, group, _, _, mode = f
    label = s.label(goal)
    side = SIDE[s.active]
    at_sea = bool(game.sea >> goal & 1)
    hostile = bool(s.occupied(enemy_of(side)) >> goal & 1)
    if mode == "sea" and not at_sea:
        return Refusal(f"{label} is land: ships stay at sea", "sea.1")
    if hostile and not at_sea and ban(s, s.active) >> goal & 1:
        return Refusal(f"French units do not attack original German territory ({label})", "special.maginot.5")
    if mode in ("land", "cargo") and not at_sea:
        held_back = _why_held_back(s, f, goal, hostile)
        if held_back is not None:
            return held_back
    if mode == "land":
        return _why_not_by_land(s, f, goal, at_sea, hostile)
    if mode == "cargo":
        if s.occupied(enemy_of(side)) >> area & 1:
            return Refusal(f"{s.label(area)} is not clear of enemy ships", "sea.transport.10")
        if at_sea or not game.board.around[area] >> goal & 1:
            return Refusal(f"{label} is no land next to {s.label(area)}", "sea.transport.8")
    if mode == "air":
        if game.forest >> goal & 1:
            clause = "special.ardennes.6" if hostile else "special.ardennes.5"
            return Refusal(f"{label} is in the forest", clause)
        if not hostile and not s.landing >> goal & 1:
            return Refusal(f"{label} was not held by your side when the turn began", "air.2")
        return Refusal(f"{label} is out of range, the way to a landing place included", "air.4")
    if mode == "sea" and hostile and not any(s.unit[p] in WARSHIPS for p in group):
        return Refusal(f"transports do not enter {label} without an escort", "sea.transport.2")
    return _why_full_or_far(s, f, goal, hostile)


def _why_not_by_land(s: BattleState, f: Frame, goal: int, at_sea: bool, hostile: bool) -> Refusal:
    game, label = s.game, s.label(goal)
    _, area, group, moved, _, _ = f
    if at_sea:
        if moved or not game.board.around[area] >> goal & 1:
            return Refusal(f"land units do not enter {label}", "land.1")
        if any(cards.is_forbidden(s, s.active, s.unit[p], "load") for p in group):
            return Refusal("a card forbids loading", "cards.4")
        return Refusal(f"no room aboard a transport in {label}", "sea.transport.3")
    if (game.forest >> goal | game.forest >> area) & 1 and (moved or not game.board.around[area] >> goal & 1):
        return Refusal(f"only one space into or out of the forest ({label})", "special.ardennes.3")
    return _why_full_or_far(s, f, goal, hostile)


def _why_held_back(s: BattleState, f: Frame, goal: int, hostile: bool) -> Refusal | None:
    """What keeps a land group from an area wherever it lies: the ban of G62, or a card."""
    label = s.label(goal)
    if s.held(SIDE[s.active]) >> goal & 1 and not hostile:
        return None
    if not hostile and s.rulings["french_vacant"] == "barred" and ban(s, s.active) >> goal & 1:
        return Refusal(f"French units do not enter original German territory ({label})", "special.maginot.5")
    what = "attack" if hostile else "enter_vacant"
    if any(cards.is_forbidden(s, s.active, s.unit[p], what) for p in f[2]):
        return Refusal(f"a card keeps this group out of {label}", "cards.4")
    return None


def _why_full_or_far(s: BattleState, f: Frame, goal: int, hostile: bool) -> Refusal:
    label = s.label(goal)
    element = s.game.sea if f[5] == "sea" else s.game.land
    if f[5] in ("land", "sea") and not s.game.board.flood(1 << f[1], element) >> goal & 1:
        return Refusal(f"there is no way to {label} but over the sea", "land.1")
    steps = group_range(s, f[2]) - f[3] if f[5] in ("land", "sea") else 1
    near = s.game.board.distances(f[1])[goal] <= steps
    if near and (not hostile or f[5] == "sea") and not with_room(s, 1 << goal, len(f[2]), SIDE[s.active]):
        return Refusal(f"{label} would hold more than 5 units", "stacking.1")
    if near:
        return Refusal(f"the way to {label} is barred", "capture.2")
    if f[5] == "sea":
        return Refusal(f"{label} is more than {steps} sea zones away", "sea.4")
    on_foot = any(s.unit[p] not in (TANK, MECHANIZED) for p in f[2])
    return Refusal(f"{label} is more than {steps} spaces away", "land.4" if on_foot else "land.5")


class Boarding(Step[BattleState]):
    """The units of a group go aboard one by one (land.6, sea.transport.3)."""

    name = "boarding"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, Group]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, Group]) -> str:
        return f"Choose the ship for {s.in_words(f[2][:1])}."

    @staticmethod
    def ships(s: BattleState, zone: int) -> dict[int, int]:
        """Those with room, by name; one that has moved is told from one that has not."""
        able = (ship for ship in s.of_side(zone, SIDE[s.active]) if room_aboard(s, ship))
        return s.apart(able, lambda ship: STAR if s.spent >> ship & 1 else "")

    def options(self, s: BattleState, f: tuple[str, int, Group]) -> list[Option]:
        if not f[2]:
            return []
        return [s.game.say_aboard[c] for c in sorted(self.ships(s, f[1]))]

    def aboard(self, s: BattleState, f: tuple[str, int, Group], number: int) -> None:
        ship = self.ships(s, f[1])[number]
        piece = f[2][0]
        s.board(piece, ship)
        s.events.append(Loaded(("land.6", "sea.transport.3"), piece, ship))
        if not cards.may_load_and_unload(s, s.active):  # it goes ashore in a later turn at the earliest (G47)
            s.spent |= 1 << piece
        s.stack[-1] = ("boarding", f[1], f[2][1:])

    def why(self, s: BattleState, f: tuple[str, int, Group], option: Option) -> Refusal:
        full = Refusal(f"no {option.object} with room in {s.label(f[1])}", "sea.transport.3")
        return s.which_is_meant(option, "sea.transport.3") or full
