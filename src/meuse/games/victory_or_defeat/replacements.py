"""Chapter 9: replacements and reinforcements."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.victory_or_defeat.components import ALLIED, FRENCH, GERMAN, GERMANS, GERMANY, WAITING
from meuse.games.victory_or_defeat.events import Entered, Replaced
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import is_supplied, supply_refusal
from meuse.games.victory_or_defeat.zoc import enemy_zone

Turn = tuple[str, int, int]
"""("restore", side, mechanized corps already refitted this phase, or -1 if no refit is under way)"""


def points(s: WarState, side: int) -> int:
    return s.german_replacements if side == GERMAN else s.french_replacements


def why_no_replacement(s: WarState, piece: int, side: int) -> Refusal | None:
    """Why a unit can take no replacement step (9.0 to 9.3)."""
    game, name = s.game, s.spoken(piece)
    if s.where[piece] < 0:
        return Refusal(f"{name} is not on the map, and the dead do not return", "9.3d")
    if game.is_fort[piece]:
        return Refusal(f"{name} is a fortification and receives no replacements", "9.3b")
    if game.side_of[piece] != side:
        return Refusal(f"{name} is an enemy unit", "5.0a")
    if game.nation[piece] not in (GERMANS, FRENCH):
        return Refusal(f"{name}: only German and French units are rebuilt", "2.10f")
    if s.steps[piece] >= game.pieces[piece].full:
        return Refusal(f"{name} is at full strength", "9.0a")
    if not is_supplied(s, piece):
        return supply_refusal(s, piece, "9.1a" if side == GERMAN else "9.3a")
    return None


def restorable(s: WarState, side: int) -> list[int]:
    """Reduced, supplied units on the map that replacement points can be spent on (9.1a, 9.3a)."""
    nation = GERMANS if side == GERMAN else FRENCH
    return [
        piece for piece in s.game.mobile_of[s.scenario][side]
        if s.game.nation[piece] == nation
        and not s.game.is_mechanized[piece]
        and why_no_replacement(s, piece, side) is None
    ]  # fmt: skip


def refittable(s: WarState, done: int) -> list[int]:
    """Mechanized corps that may take their one step of the refit (9.2a)."""
    return [p for p in s.game.mechanized if not done >> p & 1 and why_no_replacement(s, p, GERMAN) is None]


def waiting_corps(s: WarState) -> int | None:
    """The 39th Panzer Corps, once its turn has come (9.4b)."""
    for piece in s.game.reinforcements:
        if s.where[piece] == WAITING and s.turn >= s.game.pieces[piece].turn:
            return piece
    return None


def entry_hexes(s: WarState) -> int:
    """German-controlled cities in Germany, not in an enemy zone (9.4b); Ruhr hexes count (A64)."""
    return s.game.cities & s.game.country[GERMANY] & s.control[GERMAN] & ~enemy_zone(s, GERMAN)


class Replacements(Step[WarState]):
    """Phase VI of 1940: first the German, then the Allied player (5.15a)."""

    name = "replacements"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        s.stack.append(("end_phase", GERMAN))
        s.stack.append(("restore", ALLIED, -1))
        s.stack.append(("restore", GERMAN, -1))


class Restore(Step[WarState]):
    """A player spends replacement points, refits panzers once, brings in the 39th (9.1 to 9.4)."""

    name = "restore"

    def side(self, s: WarState, f: Turn) -> int:
        return f[1]

    def prompt(self, s: WarState, f: Turn) -> str:
        left = points(s, f[1])
        return f"Replacements: choose a unit to restore ({left} points left), or end the phase."

    def options(self, s: WarState, f: Turn) -> list[Option]:
        game = s.game
        _, side, done = f
        found: list[Option] = []
        if points(s, side):
            found += [game.say_replace[piece] for piece in restorable(s, side)]
        if side == GERMAN:
            if done >= 0:
                found += [game.say_replace[piece] for piece in refittable(s, done)]
            elif not s.refitted and refittable(s, 0):
                found.append(game.say_refit)
            if waiting_corps(s) is not None:
                found += game.board.pick(game.say_enter, entry_hexes(s))
        if found:
            found.append(game.say_done)
        return found

    def replace(self, s: WarState, f: Turn, piece: int) -> None:
        s.steps[piece] += 1
        if s.game.is_mechanized[piece]:  # free of points (9.2b)
            s.stack[-1] = (f[0], f[1], f[2] | 1 << piece)
            clause = "9.2a"
        elif f[1] == GERMAN:
            s.german_replacements -= 1
            clause = "9.1a"
        else:
            s.french_replacements -= 1
            clause = "9.3a"
        s.events.append(Replaced((clause,), piece, s.steps[piece]))

    def refit(self, s: WarState, f: Turn, value: int) -> None:
        """The one mechanized replacement phase of the game (9.2a), halt or not (9.2c)."""
        s.refitted = True
        s.stack[-1] = (f[0], f[1], 0)

    def enter(self, s: WarState, f: Turn, hexa: int) -> None:
        """The 39th Panzer Corps arrives, at no cost (9.4c)."""
        piece = waiting_corps(s)
        assert piece is not None
        s.put(piece, hexa)
        s.steps[piece] = s.game.pieces[piece].full
        s.events.append(Entered(("9.4b",), piece, hexa))

    def done(self, s: WarState, f: Turn, value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: Turn, option: Option) -> Refusal:
        if option.verb == "enter":
            if f[1] == ALLIED or waiting_corps(s) is None:
                return Refusal("the 39th Panzer Corps cannot enter now: it comes on turn 8 or later", "9.4b")
            return Refusal(f"{s.spot(option.value)} is no German-held city in Germany clear of enemy zones", "9.4b")
        if option.verb == "refit":
            return Refusal("mechanized corps are refitted once in the game, by the German", "9.2a")
        if option.verb == "replace":
            reason = why_no_replacement(s, option.value, f[1])
            if reason is not None:
                return reason
            if s.game.is_mechanized[option.value]:
                return Refusal(f"{s.spoken(option.value)} takes one step, in the one refit of the game", "9.2a")
            return Refusal("no replacement points are left", "9.1a" if f[1] == GERMAN else "9.3a")
        return Refusal("there is nothing to restore", "9.0a")
