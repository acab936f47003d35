"""Chapter 10: movement."""

from __future__ import annotations

from meuse.board import Reach, StepCosts
from meuse.engine import Option, Preview, Refusal, Step
from meuse.engine.preview import Factor, one_die
from meuse.games.victory_or_defeat import control, neutrals, victory
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    ARMY,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    GONE,
    HOME,
    NEUTRALS,
    SWISS,
)
from meuse.games.victory_or_defeat.dynamo import EDGES, ways_off, why_not_by_sea, why_not_exit
from meuse.games.victory_or_defeat.events import Evacuated, Exited, Moved, RoadsOfBelgium
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, other
from meuse.games.victory_or_defeat.supply import halved, is_overland, is_supplied
from meuse.games.victory_or_defeat.zoc import enemy_zone

Group = tuple[int, ...]
March = tuple[str, int, Group, int, int]
"""("march", hex, pieces in hand, has the group moved yet?, was it supplied overland at the start?)"""


# what a unit may spend


def rolls_for_movement(s: WarState, piece: int) -> bool:
    """French and former neutrals roll for their movement factor (10.2c, 10.3c, MF40c), but not on first turns."""
    nation = s.game.nation[piece]
    if nation in (GERMANS, BRITISH):
        return False
    return automatic_factor(s, nation) == 0


def automatic_factor(s: WarState, nation: int) -> int:
    """The factor of a rolling nation on the turns it need not roll; 0 if it must."""
    table = s.game.tables.movement
    if s.scenario == "1939":
        return table.french_1939_first if s.turn == 1 else 0  # 10.2b
    if s.rulings["first_turn_mf"] == "roll":
        return 0
    entry = 1 if nation == FRENCH else s.violated[HOME[nation]]
    return table.first_turn if s.turn == entry else 0  # MF40d, A20


def base_factor(s: WarState, piece: int) -> int:
    """The printed movement factor of a unit that does not roll (10.2a, 10.3a, 10.3b)."""
    table = s.game.tables.movement
    nation = s.game.nation[piece]
    if nation == GERMANS:
        if s.scenario == "1939":
            return table.german_1939
        if not s.game.is_mechanized[piece]:
            return table.german
        return halved(table.mechanized) if s.halted == "half" else table.mechanized  # 5.10c
    if nation == BRITISH:
        return table.british
    return automatic_factor(s, nation)


def factor_after_supply(s: WarState, piece: int, factor: int) -> int:
    """Halved, rounded up, for a unit out of supply (8.2a, 10.2d, 10.3d)."""
    return factor if is_supplied(s, piece) else halved(factor)


def rolled_factor(s: WarState, die: int) -> int:
    """What a roll is worth: at most 4 in 1939 (10.2c), the die itself in 1940 (10.3c)."""
    table = s.game.tables.movement
    return min(die, table.french_1939_most if s.scenario == "1939" else table.french_1940_most)


# where a unit may go


def barred(s: WarState, nation: int) -> int:
    """Ground a nation's units can never enter as things stand, by movement, retreat or advance (A13)."""
    game = s.game
    found = ~game.land | s.neutral_ground()  # 3.2b, 3.6m, 10.8b, TECf
    if s.scenario == "1939":
        return found | (~game.country[GERMANY] if nation == GERMANS else 0)  # 3.5e
    if nation in ARMY.values():
        found |= ~game.area[nation]  # 3.6k
    return found


def barred_to_movement(s: WarState, nation: int) -> int:
    """What only movement is barred from, this turn."""
    game = s.game
    found = 0
    if nation != GERMANS:
        if ardennes_closed(s):
            found |= game.ardennes  # 5.8f
        if s.scenario == "1940":
            found |= game.paris & enemy_zone(s, ALLIED)  # one would have to stop there: 7.3a against 10.6a
    return found


def ardennes_closed(s: WarState) -> bool:
    """With Sickle Cut active no Allied movement or attack into the Ardennes on turn 1 (5.8f)."""
    return bool(s.sickle) and s.turn == 1


def hesitating(s: WarState) -> bool:
    """Do the French hesitate before Belgium in this player turn (5.16b)?"""
    return 0 < s.dyle_roll <= s.game.tables.dyle_breda.hesitate


def group_reach(s: WarState, hexa: int, group: Group) -> Reach:
    """All that a group in hand can reach with the points of its slowest member."""
    game = s.game
    nation = game.nation[group[0]]
    side = game.side_of[group[0]]
    points = min([s.left[piece] for piece in group])
    enter = ~(barred(s, nation) | barred_to_movement(s, nation) | s.occupied(other(side)))  # 6.2c
    stop, first = stopping(s, side, group, hexa)
    return game.board.reach(hexa, points, costs(s, nation), enter, stop, first)


def costs(s: WarState, nation: int) -> StepCosts:
    """The prices of steps for a nation now (TEC, 5.16, 10.8a)."""
    roads = 0
    if s.dyle_roll >= s.game.tables.dyle_breda.free_rivers and nation in (FRENCH, BRITISH):
        roads = 1 if s.rulings["belgian_rivers"] == "either" else 2
    french = nation == FRENCH
    return s.game.step_costs(s.all_forts(), french, roads, french and hesitating(s))


def stopping(s: WarState, side: int, group: Group, hexa: int) -> tuple[int, int]:
    """Where a group must stop (7.3a) and where its first step may lead (7.3b, 7.3c).

    German mechanized corps ignore enemy zones when they move (7.7a).
    """
    mechanized = s.game.is_mechanized
    for piece in group:
        if not mechanized[piece]:
            break
    else:
        return 0, -1
    zone = enemy_zone(s, side)
    return zone, ~zone if zone >> hexa & 1 else -1


def destinations(s: WarState, hexa: int, group: Group, reach: Reach) -> int:
    """Where the group may go: Allied units enter Paris only if they can go on (10.6a)."""
    found = reach.all()
    if s.scenario == "1940" and s.game.side_of[group[0]] == ALLIED:
        for paris in s.game.board.members(found & s.game.paris):
            if not _can_leave(s, paris, group, reach):
                found &= ~(1 << paris)
    return found


def _can_leave(s: WarState, paris: int, group: Group, reach: Reach) -> bool:
    """With the points left in Paris, is there a way out of it?"""
    spent = reach.cost(paris)
    assert spent is not None
    nation = s.game.nation[group[0]]
    enter = ~(barred(s, nation) | barred_to_movement(s, nation) | s.occupied(GERMAN))
    points = min([s.left[piece] for piece in group]) - spent
    onward = s.game.board.reach(paris, points, reach.costs, enter, reach.stop, -1)
    return bool(onward.all() & ~s.game.paris)


def must_leave_paris(s: WarState, side: int) -> bool:
    """Is an Allied unit in Paris that has not tried to leave this phase (10.6a, 10.6b, A26)?"""
    if side == GERMAN or s.scenario == "1939" or not s.mobile(ALLIED) & s.game.paris:
        return False
    allied = s.game.board.members(s.game.paris & s.mobile(ALLIED))
    return any(may_move(s, piece) for hexa in allied for piece in s.mobile_at(hexa))


def may_move(s: WarState, piece: int) -> bool:
    return s.where[piece] >= 0 and not s.moved >> piece & 1 and why_immobile(s, piece) is None


def why_immobile(s: WarState, piece: int) -> Refusal | None:
    """Why a unit on the map may not move at all this phase."""
    game = s.game
    nation = game.nation[piece]
    name = s.spoken(piece)
    if game.is_fort[piece]:
        return Refusal(f"{name} is a fortification and never moves", "2.12b")
    if not s.in_play(nation):
        return Refusal(f"{name} is frozen until its country is invaded", "3.6g")
    if nation == SWISS and s.rulings["swiss_forward"] == "frozen":
        return Refusal(f"{name} stays where it was set up", "4.3i")
    if s.sickle >> piece & 1 and s.turn == 1:
        return Refusal(f"{name} opened Sickle Cut and does not move on turn 1", "5.8a")
    if game.is_mechanized[piece] and s.halted == "full":
        return Refusal(f"{name} is halted this turn", "5.10e")
    return None


def immobile(s: WarState) -> int:
    """The pieces for which ``why_immobile`` has a reason, all at once; forts are not asked."""
    mask = s.dormant()
    if s.turn == 1:
        mask |= s.sickle
    if s.halted == "full":
        mask |= s.game.mechanized_mask
    if s.rulings["swiss_forward"] == "frozen":
        mask |= s.game.pieces_of[SWISS]
    return mask


# the phase


class OpenMovement(Step[WarState]):
    """A Movement Phase begins: nothing has moved; perhaps the roll for Belgium's roads (5.16a)."""

    name = "open_movement"
    automatic = True

    def after(self, s: WarState, f: tuple[str, int]) -> None:
        s.moved = s.diced = s.raised = s.sent = 0
        s.left = bytearray(len(s.left))
        s.stack.append(("movement", f[1]))
        if f[1] == ALLIED and s.violated[BELGIUM] == s.turn and s.scenario == "1940":
            s.dyle_roll = s.roll("roads of Belgium", ("5.16a",))
            table = s.game.tables.dyle_breda
            if s.dyle_roll <= table.hesitate:
                s.events.append(RoadsOfBelgium(("5.16b",), "hesitate"))
            elif s.dyle_roll < table.free_rivers:
                s.events.append(RoadsOfBelgium(("5.16c",), "normal"))
            else:
                s.events.append(RoadsOfBelgium(("5.16d",), "free"))


class Movement(Step[WarState]):
    """Choose a unit to move, in any order, as many as one likes (10.0a)."""

    name = "movement"

    def side(self, s: WarState, f: tuple[str, int]) -> int:
        return f[1]

    def prompt(self, s: WarState, f: tuple[str, int]) -> str:
        return "Movement: choose a unit to move, or end the phase."

    def options(self, s: WarState, f: tuple[str, int]) -> list[Option]:
        game, where, stacks = s.game, s.where, s.stacks
        say, say_top = game.say_move, game.say_top
        waiting = ~(s.moved | immobile(s))
        low = ~(s.raised | s.dormant())
        mine = [piece for piece in game.mobile_of[s.scenario][f[1]] if where[piece] >= 0]
        found = [say[piece] for piece in mine if waiting >> piece & 1]
        found += [say_top[piece] for piece in mine if stacks[where[piece]][0] != piece and low >> piece & 1]
        if f[1] == GERMAN:
            found += [game.say_declare[country] for country in neutrals.may_be_violated(s)]
        if not must_leave_paris(s, f[1]):
            found.append(game.say_done)
        return found

    def move(self, s: WarState, f: tuple[str, int], piece: int) -> None:
        overland = int(s.game.nation[piece] == FRENCH and is_overland(s, piece))
        if not rolls_for_movement(s, piece):
            s.left[piece] = factor_after_supply(s, piece, base_factor(s, piece))
        s.stack.append(("march", s.where[piece], (piece,), 0, overland))

    def top(self, s: WarState, f: tuple[str, int], piece: int) -> None:
        """The owner orders his stacks (3.10a, A70), each unit once a phase."""
        hexa = s.where[piece]
        s.raised |= 1 << piece
        s.stacks[hexa] = (piece, *[p for p in s.stacks[hexa] if p != piece])

    def declare(self, s: WarState, f: tuple[str, int], country: int) -> None:
        neutrals.violate(s, country)

    def done(self, s: WarState, f: tuple[str, int], value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: tuple[str, int], option: Option) -> Refusal | None:
        if option.verb == "declare":
            return neutrals.why_not_declare(s, option.value)
        if option.verb == "done":
            return Refusal("Allied units in Paris must try to leave it first", "10.6b")
        piece = option.value
        if s.where[piece] < 0:
            return Refusal(f"{s.spoken(piece)} is not on the map", "2.1a")
        if s.game.side_of[piece] != f[1]:
            return Refusal(f"{s.spoken(piece)} is an enemy unit: a side moves only its own, in its own phase", "10.1a")
        if option.verb == "top":
            if s.game.is_fort[piece] or not s.in_play(s.game.nation[piece]):
                return why_immobile(s, piece)
            return Refusal(f"{s.spoken(piece)} is on top, or was laid there this phase", "3.10a")
        return why_immobile(s, piece) or Refusal(f"{s.spoken(piece)} has finished its move this phase", "10.1d")


class MarchStep(Step[WarState]):
    """A unit or stack in hand: take others along, roll, go, leave the map, drop units, stop."""

    name = "march"

    def side(self, s: WarState, f: March) -> int:
        return s.game.side_of[f[2][0]]

    def prompt(self, s: WarState, f: March) -> str:
        names = ", ".join(s.spoken(piece) for piece in f[2])
        if self._must_roll(s, f):
            return f"{names} in {s.spot(f[1])}: take others along, or roll for movement."
        points = min(s.left[piece] for piece in f[2])
        return f"{names} in {s.spot(f[1])} with {points} movement points: choose where to go."

    @staticmethod
    def _must_roll(s: WarState, f: March) -> bool:
        piece = f[2][0]
        return not s.diced >> piece & 1 and rolls_for_movement(s, piece)

    def options(self, s: WarState, f: March) -> list[Option]:
        game = s.game
        _, hexa, group, begun, _ = f
        if not group:
            return []
        found: list[Option] = []
        if not begun and len(s.stacks[hexa]) > 1:
            found = [game.say_join[piece] for piece in self._companions(s, f)]
        if self._must_roll(s, f):
            found.append(game.say_roll)
            return found
        reach = group_reach(s, hexa, group)
        s.hand = (f, reach)
        goals = destinations(s, hexa, group, reach)
        ways = list(game.board.pick(game.say_to, goals))
        ways += self._crossing(s, f)
        ways += ways_off(s, hexa, group)
        if not ways and begun:
            return []
        found += ways
        in_paris = bool(ways) and self._in_paris(s, f)
        if not in_paris:
            if len(group) > 1:
                found += [game.say_drop[piece] for piece in group]
            found.append(game.say_stop)
        return found

    @staticmethod
    def _in_paris(s: WarState, f: March) -> bool:
        """An Allied group in Paris must go on (10.6a)."""
        return s.scenario == "1940" and bool(s.game.paris >> f[1] & 1) and s.game.side_of[f[2][0]] == ALLIED

    @staticmethod
    def _companions(s: WarState, f: March) -> list[int]:
        """Units of the same nation in the hex that may still be taken along (10.0c)."""
        nation = s.game.nation[f[2][0]]
        roll_made = s.diced >> f[2][0] & 1
        return [
            piece
            for piece in s.at(f[1])
            if piece not in f[2]
            and s.game.nation[piece] == nation
            and not (roll_made or s.diced >> piece & 1)
            and may_move(s, piece)
        ]

    @staticmethod
    def _crossing(s: WarState, f: March) -> list[Option]:
        """The Zuiderzee may be crossed by a unit that starts its move there (10.7a, A27)."""
        _, hexa, group, begun, _ = f
        game = s.game
        if begun or not game.zuiderzee >> hexa & 1:
            return []
        bit = game.zuiderzee & ~(1 << hexa)
        nation = game.nation[group[0]]
        closed = barred(s, nation) | barred_to_movement(s, nation) | s.occupied(other(game.side_of[group[0]]))
        _, first = stopping(s, game.side_of[group[0]], group, hexa)
        goal = bit.bit_length() - 1
        price = entry_price(s, goal)
        if bit & closed or not bit & first or price > min(s.left[piece] for piece in group):
            return []
        return [game.say_cross[goal]]

    def join(self, s: WarState, f: March, piece: int) -> None:
        if not rolls_for_movement(s, piece):
            s.left[piece] = factor_after_supply(s, piece, base_factor(s, piece))
        s.stack[-1] = (f[0], f[1], (*f[2], piece), f[3], f[4])

    def roll(self, s: WarState, f: March, value: int) -> None:
        """One die for all units of the stack (10.2c, 10.3c, A22)."""
        clause = "10.2c" if s.scenario == "1939" else "10.3c"
        factor = rolled_factor(s, s.roll("movement", (clause,)))
        for piece in f[2]:
            s.diced |= 1 << piece
            s.left[piece] = factor_after_supply(s, piece, factor)

    def to(self, s: WarState, f: March, goal: int) -> None:
        reach = s.hand[1] if s.hand and s.hand[0] is f else group_reach(s, f[1], f[2])
        cost = reach.cost(goal)
        assert cost is not None
        self._go(s, f, reach.path(goal), cost)

    def _go(self, s: WarState, f: March, path: tuple[int, ...], cost: int, clause: str = "10.0d") -> None:
        _, start, group, _, overland = f
        goal = path[-1]
        s.events.append(Moved((clause,), group, (start, *path), cost))
        for piece in reversed(group):
            s.left[piece] -= cost
            s.shift(piece, goal)
        passed = 0
        for hexa in path:
            passed |= 1 << hexa
        zone, _ = stopping(s, s.game.side_of[group[0]], group, goal)  # before a country falls by this very step
        for piece in group:
            control.arrive(s, piece, passed, bool(overland))
        s.stack[-1] = ("march", goal, self._going_on(s, group, bool(zone >> goal & 1)), 1, overland)

    @staticmethod
    def _going_on(s: WarState, group: Group, stopped: bool) -> Group:
        """Those of a group that may go on: not the spent, nor those stopped by an enemy zone (7.3a, 7.7a)."""
        done = [p for p in group if not s.left[p] or (stopped and not s.game.is_mechanized[p])]
        finish_moves(s, tuple(done))
        return tuple([p for p in group if p not in done])

    def cross(self, s: WarState, f: March, goal: int) -> None:
        """Over the water, and the move is over (10.7a)."""
        self._go(s, f, (goal,), entry_price(s, goal), "10.7a")
        finish_moves(s, f[2])
        s.stack[-1] = ("march", goal, (), 1, 0)

    def exit(self, s: WarState, f: March, edge: int) -> None:
        """Off the map for good: a point for the Germans (4.5, 4.6), safety for the British (5.14)."""
        group = f[2]
        british = s.game.nation[group[0]] == BRITISH
        clause = "5.14a" if british else ("4.5a", "4.6b")[edge]
        s.events.append(Exited((clause,), group, EDGES[edge]))
        for piece in group:
            s.lift(piece, GONE)
        s.stack[-1] = ("march", f[1], (), 1, 0)
        if british:
            neutrals.check_british_gone(s)
            return
        victory.score(s, ("brittany", "mediterranean")[edge], clause)
        if EDGES[edge] not in s.closed_edges:  # 5.14d
            s.closed_edges = (*s.closed_edges, EDGES[edge])

    def evacuate(self, s: WarState, f: March, piece: int) -> None:
        """A British unit leaves by sea with all its steps (5.13e, 5.13f)."""
        s.events.append(Evacuated(("5.13e",), piece, s.steps[piece], 0))
        s.shipped += s.steps[piece]
        s.lift(piece, GONE)
        self._without(s, f, piece)
        neutrals.check_british_gone(s)

    def ship(self, s: WarState, f: March, piece: int) -> None:
        """A British unit sends one step off and is reduced by it (5.13g, A58)."""
        s.shipped += 1
        s.steps[piece] -= 1
        s.left[piece] -= s.game.tables.movement.leave_map
        s.sent |= 1 << piece
        s.events.append(Evacuated(("5.13g",), piece, 1, s.steps[piece]))
        s.stack[-1] = ("march", f[1], f[2], 1, f[4])
        if not s.left[piece]:
            self.drop(s, s.stack[-1], piece)

    @staticmethod
    def _without(s: WarState, f: March, piece: int) -> None:
        s.stack[-1] = ("march", f[1], tuple(p for p in f[2] if p != piece), f[3], f[4])

    def drop(self, s: WarState, f: March, piece: int) -> None:
        """One unit of the stack ends its move here; the others go on."""
        finish_moves(s, (piece,))
        self._without(s, f, piece)

    def stop(self, s: WarState, f: March, value: int) -> None:
        """The hand is taken off (10.1d)."""
        finish_moves(s, f[2])
        s.stack.pop()

    def after(self, s: WarState, f: March) -> None:
        """No way on for the group: its slowest stop here, and the others may go on."""
        if not f[2]:
            return
        least = min(s.left[piece] for piece in f[2])
        finish_moves(s, tuple(piece for piece in f[2] if s.left[piece] == least))
        rest = tuple(piece for piece in f[2] if not s.moved >> piece & 1)
        if rest:
            s.stack.append(("march", f[1], rest, 1, f[4]))

    def preview(self, s: WarState, f: March, option: Option) -> Preview | None:
        if option.verb != "roll":
            return None
        supplied = is_supplied(s, f[2][0])
        factors = () if supplied else (Factor("out of supply", "halved", "8.2a"),)
        points = [rolled_factor(s, die) for die in range(1, 7)]
        return one_die("movement", [f"{p if supplied else halved(p)} MP" for p in points], factors)

    def why(self, s: WarState, f: March, option: Option) -> Refusal | None:
        if option.verb in ("join", "drop", "evacuate", "ship"):
            return self._why_piece(s, f, option)
        if option.verb == "exit":
            return why_not_exit(s, f[2], option.value)
        if option.verb == "roll":
            return Refusal("this group has no roll to make now", "10.3c" if s.scenario == "1940" else "10.2c")
        if option.verb == "stop":
            if self._must_roll(s, f):
                return Refusal("the group in hand must roll first", "10.3c" if s.scenario == "1940" else "10.2c")
            return Refusal("Allied units may not end their move in Paris", "10.6a")
        if option.verb == "cross":
            bank = s.game.zuiderzee
            if f[3] or not bank >> f[1] & 1 or bank & ~(1 << f[1]) != 1 << option.value:
                return Refusal("only a unit that begins its move beside the Zuiderzee may cross it", "10.7a")
            if not stopping(s, self.side(s, f), f[2], f[1])[1] >> option.value & 1:
                return Refusal("a crossing does not lead straight from one enemy zone to another", "7.3c")
        return why_not_to(s, f, option.value)

    def _why_piece(self, s: WarState, f: March, option: Option) -> Refusal:
        piece, name = option.value, s.spoken(option.value)
        if option.verb == "drop":
            return Refusal(f"{name} cannot be dropped from the group in hand here", "10.0c")
        if option.verb == "join":
            if s.where[piece] == f[1] and s.moved >> piece & 1:
                return Refusal(f"{name} has finished its move this phase", "10.1d")
            return Refusal(f"{name} cannot join: a stack is made of units that start together", "10.0c")
        return why_not_by_sea(s, f[1], f[2], option)


def entry_price(s: WarState, hexa: int) -> int:
    """What the hex itself costs to enter (10.5a, TEC)."""
    if s.all_forts() >> hexa & 1:
        return s.game.tables.movement.fort
    return s.game.tables.terrain[s.game.terrain_name(hexa)].cost


def finish_moves(s: WarState, pieces: Group) -> None:
    """These units have moved; what they have left is lost (10.1c, 10.1d)."""
    for piece in pieces:
        s.moved |= 1 << piece
        s.left[piece] = 0


def why_barred(s: WarState, nation: int, goal: int) -> Refusal | None:
    """Why a nation's units can never enter a hex as things stand."""
    game = s.game
    label, bit = s.spot(goal), 1 << goal
    if bit & game.gap:
        return Refusal(f"{label} is the Sarreguemines Gap: nobody may enter it", "10.8b")
    if not bit & game.land:
        return Refusal(f"{label} is all water", "TECf")
    country = game.country_of(goal)
    if country in NEUTRALS and s.status[country] == NEUTRAL:
        name = COUNTRIES[country].title()
        if s.scenario == "1939":
            return Refusal(f"{label} lies in {name}, which is out of play", "3.2b")
        return Refusal(f"{label} lies in {name}, which is neutral", "4.3b" if nation == GERMANS else "3.6m")
    if s.scenario == "1939" and nation == GERMANS and country != GERMANY:
        return Refusal(f"{label} is outside Germany, which German units do not leave in 1939", "3.5e")
    if bit & ~game.area[nation]:
        return Refusal(f"{label} is not in or next to the country of these former neutrals", "3.6k")
    return None


def why_not_to(s: WarState, f: March, goal: int) -> Refusal:
    """Why a group in hand cannot go to a hex."""
    game = s.game
    _, hexa, group, _, _ = f
    if MarchStep._must_roll(s, f):
        return Refusal("the group must roll for movement first", "10.3c" if s.scenario == "1940" else "10.2c")
    nation, side = game.nation[group[0]], game.side_of[group[0]]
    label, bit = s.spot(goal), 1 << goal
    if goal == hexa:
        return Refusal(f"the group is in {label} already", "10.0d")
    reason = why_barred(s, nation, goal)
    if reason is not None:
        return reason
    if bit & s.occupied(other(side)):
        return Refusal(f"{label} holds enemy units", "6.2c")
    if nation != GERMANS and ardennes_closed(s) and bit & game.ardennes:
        return Refusal(f"{label} is in the Ardennes, closed to the Allies on turn 1", "5.8f")
    belgium = game.country[BELGIUM]
    if nation == FRENCH and hesitating(s) and bit & belgium and not belgium >> hexa & 1:
        return Refusal("the French hesitate: they do not enter Belgium this turn", "5.16b")
    if side == ALLIED and bit & game.paris and s.scenario == "1940" and _reach_without_paris_rule(s, f) & bit:
        return Refusal(f"Allied units may not end their move in Paris ({label})", "10.6a")
    return _why_too_far(s, f, goal)


def _reach_without_paris_rule(s: WarState, f: March) -> int:
    """What the group could reach if Paris were like any other city."""
    nation = s.game.nation[f[2][0]]
    side = s.game.side_of[f[2][0]]
    points = min(s.left[piece] for piece in f[2])
    stop, first = stopping(s, side, f[2], f[1])
    closed = (barred(s, nation) | barred_to_movement(s, nation) | s.occupied(other(side))) & ~s.game.paris
    return s.game.board.reach(f[1], points, costs(s, nation), ~closed, stop, first).all()


def _why_too_far(s: WarState, f: March, goal: int) -> Refusal:
    """Zones, water or want of movement points: find out by lifting one after the other."""
    game = s.game
    _, hexa, group, _, _ = f
    nation, side = game.nation[group[0]], game.side_of[group[0]]
    names = ", ".join(s.spoken(piece) for piece in group)
    label = s.spot(goal)
    points = min(s.left[piece] for piece in group)
    enter = ~(barred(s, nation) | barred_to_movement(s, nation) | s.occupied(other(side)))
    free = game.board.reach(hexa, points, costs(s, nation), enter, 0, -1)
    if free.all() >> goal & 1:
        zone = enemy_zone(s, side)
        if zone >> hexa & 1 and zone >> goal & 1 and game.board.around[hexa] >> goal & 1:
            reason = f"{names} cannot go straight from one enemy zone ({s.spot(hexa)}) to another ({label})"
            return Refusal(reason, "7.3c")
        return Refusal(f"{names} would have to pass through an enemy zone to reach {label}", "7.3a")
    if game.board.around[hexa] >> goal & 1 and game.board.crosses(hexa, goal, game.water):
        return Refusal(f"the hexside between {s.spot(hexa)} and {label} is all water", "TECf")
    facts = {"points": points, "hex": label}
    return Refusal(f"{names} cannot reach {label} with {points} movement points", "10.4a", facts)
