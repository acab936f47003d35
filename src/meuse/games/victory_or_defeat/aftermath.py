"""Chapter 11.1 and 11.3 to 11.6: losses, retreats and advances after combat."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.victory_or_defeat import control, losses
from meuse.games.victory_or_defeat.components import ALLIED, BELGIUM, BRITISH, FRENCH, SWISS
from meuse.games.victory_or_defeat.events import Advanced, Retreated
from meuse.games.victory_or_defeat.movement import barred, hesitating, why_barred
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.supply import is_overland, is_supplied
from meuse.games.victory_or_defeat.zoc import enemy_zone

Pieces = tuple[int, ...]
Loss = tuple[str, Pieces, int, Pieces, str]
"""("loss", units to choose from, is a whole unit lost?, those of them in supply, the clause)"""
Retreat = tuple[str, int, Pieces, Pieces, Pieces]
"""("retreat", hex, attackers' hexes, units still to retreat, those of them in supply)"""
RetreatTo = tuple[str, int, Pieces, int]
"""("retreat_to", hex, attackers' hexes, the unit that retreats)"""
Advance = tuple[str, int, Pieces, int, Pieces]
"""("advance", hex, attackers that may go in, how many have, those supplied overland when the battle began)"""


def carry_out(s: WarState, target: int, attackers: Pieces, victims: Pieces, result: str) -> None:
    """Lay the consequences of a result on the stack, the first on top."""
    supplied = tuple(p for p in (*attackers, *victims) if s.game.nation[p] != BRITISH or is_supplied(s, p))  # A52
    for piece in attackers:
        s.attacked |= 1 << piece
    for piece in victims:
        s.defended |= 1 << piece
    overland = tuple(p for p in attackers if s.game.side_of[p] == ALLIED and is_overland(s, p))  # A49
    s.stack.append(("advance", target, attackers, 0, overland))
    fortified = any(s.game.is_fort[piece] for piece in victims)
    if result == "AE":
        _attackers_hit(s, attackers, supplied)
    elif result == "DE":
        _defenders_hit(s, victims, supplied)
    elif result == "BB":
        _bloodbath(s, attackers, victims, supplied, whole=0)
    elif result == "DR" and fortified:
        if s.rulings["fort_dr"] == "special_bb":  # 11.3g, A01
            _bloodbath(s, attackers, victims, supplied, whole=1)
    elif result == "DR":
        bases = tuple(sorted({s.where[piece] for piece in attackers}))
        s.stack.append(("retreat", target, bases, victims, supplied))


def meanings(s: WarState, victims: Pieces) -> dict[str, str]:
    """What each result will mean to these defenders and whoever attacks them, as a player would say it."""
    old = s.scenario == "1939"
    found = {
        "AS": "the attack stalls",
        "AE": "one attacker is eliminated" if old else "every attacker loses a step",
        "DR": "the defenders retreat",
        "DE": "all defenders are eliminated" if old else "every defender loses a step",
        "BB": "a bloodbath, each side loses a step",
    }
    if any(s.game.is_fort[piece] for piece in victims):
        special = s.rulings["fort_dr"] == "special_bb"
        found["DR"] = "nobody leaves a fort, each side loses a whole unit" if special else found["AS"]
    return found


def _attackers_hit(s: WarState, attackers: Pieces, supplied: Pieces) -> None:
    """AE: one unit of the attacker's choice in 1939 (11.6b), a step of each in 1940 (11.6c)."""
    if s.scenario == "1939":
        s.stack.append(("loss", attackers, 1, supplied, "11.6b"))
        return
    for piece in attackers:
        losses.lose_step(s, piece, ("11.6c",), piece in supplied)


def _defenders_hit(s: WarState, victims: Pieces, supplied: Pieces) -> None:
    """DE: all die in 1939 (11.6a), each loses a step in 1940 (11.6c)."""
    for piece in victims:
        if s.scenario == "1939":
            losses.eliminate(s, piece, "combat", ("11.6a",), piece in supplied)
        elif s.where[piece] >= 0:  # it may have left with its country's capitulation
            losses.lose_step(s, piece, ("11.6c",), piece in supplied)


def _bloodbath(s: WarState, attackers: Pieces, victims: Pieces, supplied: Pieces, whole: int) -> None:
    """BB: each side loses a step (11.4a), or a whole unit before a fort (11.3g); the defender first (A53)."""
    clause = "11.3g" if whole else "11.4a"
    s.stack.append(("loss", attackers, whole, supplied, clause))
    s.stack.append(("loss", must_lose(s, victims, whole), whole, supplied, clause))


def must_lose(s: WarState, victims: Pieces, whole: int) -> Pieces:
    """Mobile units bear the loss before the fort does (11.4b, A02)."""
    mobile = tuple(piece for piece in victims if not s.game.is_fort[piece])
    if whole and s.rulings["fort_dr_loss"] == "owner_choice":
        return victims
    return mobile or victims


class LossStep(Step[WarState]):
    """The owner chooses which unit bears a loss (11.4a)."""

    name = "loss"
    forced = True

    def side(self, s: WarState, f: Loss) -> int:
        return s.game.side_of[f[1][0]]

    def prompt(self, s: WarState, f: Loss) -> str:
        return "Choose the unit to be eliminated." if f[2] else "Choose the unit that loses a step."

    def options(self, s: WarState, f: Loss) -> list[Option]:
        return [s.game.say_lose[piece] for piece in f[1] if s.where[piece] >= 0]

    def lose(self, s: WarState, f: Loss, piece: int) -> None:
        s.stack.pop()
        if f[2]:
            losses.eliminate(s, piece, "combat", (f[4],), piece in f[3])
        else:
            losses.lose_step(s, piece, (f[4],), piece in f[3])

    def why(self, s: WarState, f: Loss, option: Option) -> Refusal:
        if s.game.is_fort[option.value]:
            return Refusal("mobile units bear the loss before the fortification does", "11.4b")
        return Refusal(f"{s.spoken(option.value)} is not among the units that can bear this loss", "11.4a")


# retreat


def retreat_hexes(s: WarState, piece: int, hexa: int, bases: Pieces) -> int:
    """Where a unit may retreat to: one hex, any direction (11.3a)."""
    game = s.game
    nation, side = game.nation[piece], game.side_of[piece]
    found = game.board.around[hexa] & ~game.board.across(hexa, game.water)
    found &= ~(barred(s, nation) | s.occupied(other(side)) | enemy_zone(s, side))  # 11.3e, 7.4a, 7.7b
    for base in bases:
        found &= ~(1 << base)  # 11.3d
    return found & ~without_room(s, nation, found)  # 11.3c


class RetreatStep(Step[WarState]):
    """The owner retreats his units one by one (11.3a, 11.3b); the blocked suffer DE (11.3f, A11)."""

    name = "retreat"
    forced = True

    def side(self, s: WarState, f: Retreat) -> int:
        return s.game.side_of[f[3][0]]

    def prompt(self, s: WarState, f: Retreat) -> str:
        return f"Retreat from {s.spot(f[1])}: choose the next unit."

    def options(self, s: WarState, f: Retreat) -> list[Option]:
        return [s.game.say_retreat[p] for p in f[3] if s.where[p] == f[1] and retreat_hexes(s, p, f[1], f[2])]

    def retreat(self, s: WarState, f: Retreat, piece: int) -> None:
        s.stack[-1] = ("retreat", f[1], f[2], tuple(p for p in f[3] if p != piece), f[4])
        s.stack.append(("retreat_to", f[1], f[2], piece))

    def after(self, s: WarState, f: Retreat) -> None:
        for piece in f[3]:
            if s.where[piece] != f[1]:
                continue
            if self._off_the_edge(s, piece, f[1]):  # 5.14e, A12
                losses.eliminate(s, piece, "forced off the map", ("5.14e",), piece in f[4])
            elif s.scenario == "1939":
                losses.eliminate(s, piece, "combat", ("11.3f", "11.6a"), piece in f[4])
            else:
                losses.lose_step(s, piece, ("11.3f", "11.6c"), piece in f[4])

    @staticmethod
    def _off_the_edge(s: WarState, piece: int, hexa: int) -> bool:
        british = s.game.nation[piece] == BRITISH and s.rulings["edge_retreat"] == "british"
        return british and bool((s.game.west | s.game.south) >> hexa & 1)

    def why(self, s: WarState, f: Retreat, option: Option) -> Refusal:
        if option.value in f[3]:
            return Refusal(f"{s.spoken(option.value)} has nowhere to retreat to", "11.3f")
        return Refusal(f"{s.spoken(option.value)} is not among the units that must retreat", "11.3a")


class RetreatToStep(Step[WarState]):
    """The hex a unit retreats to, its owner's choice."""

    name = "retreat_to"
    forced = True

    def side(self, s: WarState, f: RetreatTo) -> int:
        return s.game.side_of[f[3]]

    def prompt(self, s: WarState, f: RetreatTo) -> str:
        return f"{s.spoken(f[3])} retreats from {s.spot(f[1])}: choose the hex."

    def options(self, s: WarState, f: RetreatTo) -> list[Option]:
        if s.where[f[3]] != f[1]:
            return []
        return list(s.game.board.pick(s.game.say_to, retreat_hexes(s, f[3], f[1], f[2])))

    def to(self, s: WarState, f: RetreatTo, goal: int) -> None:
        s.stack.pop()
        overland = is_overland(s, f[3])
        s.shift(f[3], goal)
        s.events.append(Retreated(("11.3a",), f[3], f[1], goal))
        control.arrive(s, f[3], 1 << goal, overland)

    def why(self, s: WarState, f: RetreatTo, option: Option) -> Refusal:
        goal, label, piece = option.value, s.spot(option.value), f[3]
        side, nation = s.game.side_of[piece], s.game.nation[piece]
        if not s.game.board.around[f[1]] >> goal & 1:
            return Refusal(f"{label} is not next to {s.spot(f[1])}: retreats are one hex", "11.3a")
        if goal in f[2]:
            return Refusal(f"the attack came from {label}", "11.3d")
        barred_by = why_barred(s, nation, goal)
        if barred_by is not None:
            return Refusal(barred_by.reason, "11.3e")
        if s.occupied(other(side)) >> goal & 1:
            return Refusal(f"{label} holds enemy units", "6.2c")
        if s.game.board.crosses(f[1], goal, s.game.water):
            return Refusal(f"the hexside to {label} is all water", "11.3e")
        if enemy_zone(s, side) >> goal & 1:
            return Refusal(f"{label} is in an enemy zone", "7.4a")
        return Refusal(f"{label} has no room for {s.spoken(piece)}", "11.3c")


# advance


def may_advance(s: WarState, piece: int, target: int) -> bool:
    """May an attacker go into the emptied hex (11.1a, A15)? Enemy zones do not matter (7.5a)."""
    nation = s.game.nation[piece]
    bit = 1 << target
    if s.where[piece] < 0 or bit & barred(s, nation) or without_room(s, nation, bit):
        return False
    if nation == SWISS and s.rulings["swiss_forward"] == "frozen":
        return False
    if nation == FRENCH and s.rulings["hesitation"] == "entry" and hesitating(s):  # A25
        entering = s.game.country[BELGIUM] >> target & ~(s.game.country[BELGIUM] >> s.where[piece]) & 1
        return not entering
    return True


class AdvanceStep(Step[WarState]):
    """Attackers may enter the emptied hex; the French must, with at least one unit (11.1)."""

    name = "advance"

    def side(self, s: WarState, f: Advance) -> int:
        return s.game.side_of[f[2][0]]

    def prompt(self, s: WarState, f: Advance) -> str:
        if self._must(s, f):
            return f"Advance: at least one French unit must enter {s.spot(f[1])}."
        return f"Advance: choose units to enter {s.spot(f[1])}, or stay."

    @staticmethod
    def _must(s: WarState, f: Advance) -> bool:
        return s.game.nation[f[2][0]] == FRENCH and not f[3]

    def options(self, s: WarState, f: Advance) -> list[Option]:
        _, target, attackers, _, _ = f
        if s.occupied(other(s.game.side_of[attackers[0]])) >> target & 1:
            return []
        found = [s.game.say_advance[p] for p in attackers if s.where[p] != target and may_advance(s, p, target)]
        if found and not self._must(s, f):
            found.append(s.game.say_stay)
        return found

    def advance(self, s: WarState, f: Advance, piece: int) -> None:
        start = s.where[piece]
        s.stack[-1] = ("advance", f[1], f[2], f[3] + 1, f[4])
        s.shift(piece, f[1])
        s.events.append(Advanced(("11.1a",), piece, start, f[1]))
        control.arrive(s, piece, 1 << f[1], piece in f[4])

    def stay(self, s: WarState, f: Advance, value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: Advance, option: Option) -> Refusal:
        if option.verb == "stay":
            return Refusal("French units that can advance must, with at least one unit", "11.1c")
        piece = option.value
        if piece not in f[2] or s.where[piece] < 0:
            return Refusal(f"{s.spoken(option.value)} took no part in the battle, or did not survive it", "11.1a")
        if without_room(s, s.game.nation[piece], 1 << f[1]):
            return Refusal(f"{s.spot(f[1])} is full", "6.3a" if s.scenario == "1939" else "6.4a")
        if s.game.nation[piece] == FRENCH and hesitating(s) and s.game.country[BELGIUM] >> f[1] & 1:
            return Refusal("the French hesitate: they do not enter Belgium this turn", "5.16b")
        return Refusal(f"{s.spoken(option.value)} cannot enter {s.spot(f[1])}", "11.1a")
