"""Chapter 9: replacements and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help, closed
from meuse.games.victory_or_defeat.events import Entered, Replaced
from meuse.games.victory_or_defeat.sequence import EndPhase
from meuse.games.victory_or_defeat.setting import ALLIED, FRENCH, GERMAN, GERMANS, GERMANY, WAITING
from meuse.games.victory_or_defeat.state import SideStep, WarState, WarStep, members
from meuse.games.victory_or_defeat.supply import is_supplied
from meuse.games.victory_or_defeat.zoc import enemy_zone
from meuse.mechanics.words import counted


def points(s: WarState, side: int) -> int:
    return s.german_replacements if side == GERMAN else s.french_replacements


def replacement_bars(s: WarState, side: int) -> Iterator[Bar]:
    """The units that can take no replacement step, points or not (9.0 to 9.3)."""
    setting, standing = s.setting, s.standing()
    yield Bar(~standing, "9.3d", "{it} is not on the map, and the dead do not return")
    yield Bar(setting.forts, "9.3b", "{it} is a fortification and receives no replacements")
    yield Bar(~setting.pieces_on[side], "5.0a", "{it} is an enemy unit")
    rebuilt = setting.pieces_of[GERMANS] | setting.pieces_of[FRENCH]
    yield Bar(~rebuilt, "2.10f", "{it}: only German and French units are rebuilt")
    reduced = [p for p in setting.mobile_of[side] if s.where[p] >= 0 and s.steps[p] < setting.full[p]]
    yield Bar(~members(reduced), "9.0a", "{it} is at full strength")
    cut_off = members(piece for piece in reduced if not is_supplied(s, piece))
    yield Bar(cut_off, "9.1a" if side == GERMAN else "9.3a", "{it} is out of supply")


def waiting_corps(s: WarState) -> int | None:
    """A corps whose turn has come to enter, such as the 39th Panzer Corps (9.4b)."""
    for piece in s.setting.reinforcements:
        if s.where[piece] == WAITING and s.turn >= s.setting.pieces[piece].turn:
            return piece
    return None


class Replacements(WarStep):
    """Phase VI of 1940: first the German, then the Allied player (5.15a)."""

    coming = "replacements"

    def after(self, s: WarState) -> None:
        s.push(EndPhase(GERMAN), Restore(ALLIED, -1), Restore(GERMAN, -1))


class Restore(SideStep):
    """A player spends replacement points, refits panzers once, brings in the reinforcement (9.1 to 9.4)."""

    refitted: int
    """The mechanized corps already refitted this phase, as a set; -1 if no refit is under way."""

    idle = "done"
    heading = coming = "{side} replacements"
    help = Help("9.0a", "A point gives a reduced unit in supply one step back; points not spent are kept.")
    words = {
        "replace": "Restore a step of {it}",
        "refit": "Refit the mechanized corps, once in the game",
        "enter": "Bring the reinforcement into {it}",
        "done": "End replacements",
    }

    def prompt(self, s: WarState) -> str:
        left = counted(points(s, self.mover), "point")
        return f"Replacements: choose a unit to restore ({left} left), or end the phase."

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        mechanized = s.setting.mechanized
        if verb == "replace":
            yield from replacement_bars(s, self.mover)
            done = mechanized if self.refitted < 0 else self.refitted
            yield Bar(done, "9.2a", "{it} takes one step, in the one refit of the game")
            if not points(s, self.mover):
                clause = "9.1a" if self.mover == GERMAN else "9.3a"
                yield Bar(~mechanized, clause, "no replacement points are left")
        elif verb == "refit":
            done = self.mover != GERMAN or s.refitted
            if done or not mechanized & ~closed(replacement_bars(s, self.mover)):
                yield Bar(ALL, "9.2a", "mechanized corps are refitted once in the game, by the German")
        elif verb == "enter":
            if self.mover != GERMAN or waiting_corps(s) is None:
                yield Bar(ALL, "9.4b", lambda: f"no reinforcement can enter now{self._expected(s)}")
            cities = s.setting.cities & s.setting.country[GERMANY] & s.control[GERMAN]  # Ruhr hexes count (A64)
            free = cities & ~enemy_zone(s, GERMAN)
            yield Bar(~free, "9.4b", "{it} is no German-held city in Germany clear of enemy zones")

    @staticmethod
    def _expected(s: WarState) -> str:
        """Who is still to come, and when."""
        units = [s.setting.pieces[piece] for piece in s.setting.reinforcements if s.where[piece] == WAITING]
        return "".join(f"; {unit.name} comes on turn {unit.turn} or later" for unit in units)

    def replace(self, s: WarState, piece: int) -> None:
        s.steps[piece] += 1
        if s.setting.is_mechanized[piece]:  # free of points (9.2b)
            s.turn_into(self.but(refitted=self.refitted | 1 << piece))
            clause = "9.2a"
        elif self.mover == GERMAN:
            s.german_replacements -= 1
            clause = "9.1a"
        else:
            s.french_replacements -= 1
            clause = "9.3a"
        s.events.append(Replaced((clause,), piece, s.steps[piece]))

    def refit(self, s: WarState, value: int) -> None:
        """The one mechanized replacement phase of the game (9.2a), halt or not (9.2c)."""
        s.refitted = True
        s.turn_into(self.but(refitted=0))

    def enter(self, s: WarState, hexa: int) -> None:
        """The reinforcement arrives, at no cost (9.4c)."""
        piece = waiting_corps(s)
        assert piece is not None
        s.put(piece, hexa)
        s.steps[piece] = s.setting.pieces[piece].full
        s.events.append(Entered(("9.4b",), piece, hexa))
