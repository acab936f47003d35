"""Chapter 14: refit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meuse.engine import Bar, Help, Option, closed
from meuse.engine.scene import Purse
from meuse.games.mansteins_war import control, logistics, zoc
from meuse.games.mansteins_war.events import PointsReceived, Refitted, Replaced
from meuse.games.mansteins_war.setting import (
    ARMY_OF,
    AVAILABLE,
    DEAD,
    FLYING,
    NATIONS,
    NATIONS_OF,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import MansteinState, SideStep
from meuse.mechanics.sets import listed, members
from meuse.mechanics.words import counted

# points


def income(s: MansteinState, nation: int) -> int:
    """Refit points that a nation receives this turn; some need control of a place (14.1b, 14.2, 3.7d)."""
    setting, table, name = s.setting, s.setting.tables.refit, NATIONS[nation]
    if any(army == nation and s.surrendered >> country & 1 for country, army in ARMY_OF.items()):
        return 0
    place = table.needs.get(name)
    side = logistics.side_of(nation)
    if place is not None and not control.controlled(s, side) >> setting.place(place) & 1:
        return 0
    return table.points[name][s.turn - 1]


def receive(s: MansteinState, side: int) -> None:
    """A side's nations receive their points, up to the end of the track (14.0c, 14.1b)."""
    for nation in NATIONS_OF[side]:
        gained = income(s, nation)
        if gained:
            s.points[nation] = min(s.points[nation] + gained, s.setting.tables.refit.maximum)
            s.events.append(PointsReceived(("14.1b",), NATIONS[nation].title(), gained, s.points[nation]))


def price(s: MansteinState, piece: int) -> int:
    """What a step of a unit costs: more in an enemy zone, which a garrisoned fortress is not (14.3b, 14.3f, R77)."""
    table, setting = s.setting.tables.refit, s.setting
    if setting.air_units >> piece & 1:
        return table.air
    exposed = zoc.enemy_zone(s, setting.side_of[piece]) >> s.where[piece] & 1
    return table.ground_in_zone if exposed else table.ground


@dataclass
class OpenRefit(SideStep):
    """A side receives its points, and its air units that arrive now (4.1d, 13.5a)."""

    automatic = True

    def after(self, s: MansteinState) -> None:
        receive(s, self.mover)
        setting = s.setting
        for piece in listed(setting.air_units | setting.forces_of[self.mover]):
            if setting.side_of[piece] == self.mover and s.where[piece] == WAITING and s.due[piece] <= s.turn:
                s.where[piece] = AVAILABLE
                s.due[piece] = 0
        s.push(Refit(self.mover))


@dataclass
class Refit(SideStep):
    """Spend refit points: steps of ground and air units, and logistics units that were lost (14.3)."""

    heading = "{side} refit"
    asks = "Spend refit points, or end the phase."
    help = Help("14.3a", "A step costs a supported ground unit one point, two in an enemy zone; points can be kept.")
    words = {"refit": "Restore a step of {it}", "replace": "Replace {it}", "done": "Spend no more"}

    def options(self, s: MansteinState) -> list[Option]:
        say = s.setting.vocabulary.open
        options = say("refit", closed(self.bars(s, "refit"))) + say("replace", closed(self.bars(s, "replace")))
        return options + s.setting.say["done"] if options else []

    def purse(self, s: MansteinState) -> Purse:
        words = ", ".join(f"{NATIONS[n].title()} {s.points[n]}" for n in NATIONS_OF[self.mover])
        total = sum(s.points[n] for n in NATIONS_OF[self.mover])
        return Purse(f"Refit points: {words}", total, f"{counted(total, 'point')} will be kept", "14.0c")

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if verb == "done":
            return
        own = members(p.number for p in setting.pieces if p.side == self.mover)
        yield Bar(~own, "14.0b", "{it} is a unit of the other side")
        if verb == "replace":
            yield Bar(~setting.trains, "14.3g", "{it} cannot be rebuilt: only logistics units can")
            yield Bar(~s.in_box(DEAD, setting.trains & own), "14.3e", "{it} has not been lost")
            yield from self._poor(s, setting.trains & own, setting.tables.refit.logistics)
            fallen = members(p for p in listed(setting.trains & own) if self._fallen(s, p))
            yield Bar(fallen, "3.7c", "{it} belongs to a country that has capitulated")
            return
        yield Bar(s.in_box(DEAD, own), "14.3g", "{it} is eliminated and cannot be rebuilt")
        yield Bar(~(s.standing | self._flyers(s)), "14.3c", "{it} is not in play")
        reduced = members(p for p in listed(own) if 0 < s.steps[p] < setting.full[p])
        yield Bar(~reduced, "14.3d", "{it} has lost no step")
        wanting = listed(s.standing & reduced)
        yield Bar(members(p for p in wanting if not logistics.can_refit(s, p)), "14.3c", "{it} is not supported")
        for cost in sorted({price(s, p) for p in listed(reduced & (s.standing | self._flyers(s)))}):
            these = members(p for p in listed(reduced & (s.standing | self._flyers(s))) if price(s, p) == cost)
            yield from self._poor(s, these, cost)

    def _poor(self, s: MansteinState, pieces: int, cost: int) -> Iterator[Bar]:
        """Units whose nation has too few points; each has its own (R76)."""
        poor = members(p for p in listed(pieces) if s.points[s.setting.nation[p]] < cost)
        yield Bar(poor, "14.3b", f"{{it}} needs {counted(cost, 'refit point')} of its nation")

    def _flyers(self, s: MansteinState) -> int:
        """Air units in play."""
        units = listed(s.setting.air_units)
        return members(p for p in units if s.where[p] in (AVAILABLE, UTILIZED, FLYING))

    @staticmethod
    def _fallen(s: MansteinState, piece: int) -> bool:
        nation = s.setting.nation[piece]
        return any(army == nation and s.surrendered >> country & 1 for country, army in ARMY_OF.items())

    def refit(self, s: MansteinState, piece: int) -> None:
        """A unit gains a step (14.3d, 14.3f)."""
        s.points[s.setting.nation[piece]] -= price(s, piece)
        if s.on_map(piece):
            logistics.claim(s, (piece,))
        s.steps[piece] += 1
        s.touch()
        s.events.append(Refitted(("14.3d",), piece, s.steps[piece]))

    def replace(self, s: MansteinState, piece: int) -> None:
        """A lost logistics unit comes back as a reinforcement of this turn (14.3e, R76)."""
        s.points[s.setting.nation[piece]] -= s.setting.tables.refit.logistics
        s.where[piece], s.steps[piece], s.due[piece] = WAITING, s.setting.full[piece], s.turn
        s.events.append(Replaced(("14.3e",), piece))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
