"""Chapter 14: refit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from meuse.board.sets import listed, members, union
from meuse.engine import Bar, Help, Option, closed
from meuse.engine.scene import Choice, Purse
from meuse.games.mansteins_war import capitulation, control, logistics, zoc
from meuse.games.mansteins_war.events import NoPoints, PointsReceived, Refitted, Replaced
from meuse.games.mansteins_war.reinforcements import air_arrivals
from meuse.games.mansteins_war.setting import (
    ARMY_OF,
    DEAD,
    GERMANS,
    NATIONS,
    NATIONS_OF,
    WAITING,
)
from meuse.games.mansteins_war.state import MansteinState, SideStep
from meuse.mechanics.words import counted

# points


def receive(s: MansteinState, nation: int) -> None:
    """A nation receives the refit points of the turn, up to the end of its track (14.0c, 14.1b, 14.2)."""
    setting, table, name = s.setting, s.setting.tables.refit, NATIONS[nation]
    if not capitulation.fights(s, nation):
        return  # 3.7d, 28.1e
    place = table.needs.get(name)
    if place is not None:
        hexa = setting.place(place)
        if not control.controlled(s, int(nation != GERMANS)) >> hexa & 1:
            s.events.append(NoPoints(("14.2a" if nation == GERMANS else "14.2b",), name.title(), hexa))
            return
    points = table.points[name][s.turn - 1]
    if points:
        s.points[nation] = min(s.points[nation] + points, table.maximum)
        s.events.append(PointsReceived(("14.1b",), name.title(), points, s.points[nation]))


def price(s: MansteinState, piece: int) -> int:
    """What it costs to restore a step of a unit on the map: more in an enemy zone (14.3b, R77), and for air units
    (14.3f)."""
    setting, table = s.setting, s.setting.tables.refit
    if setting.air_units >> piece & 1:
        return table.air
    contested = zoc.enemy_zone(s, setting.side_of[piece]) >> s.where[piece] & 1
    return table.ground_in_zone if contested else table.ground


def unaffordable(s: MansteinState, pieces: int, cost: int | None = None) -> int:
    """Those of some units for which their nation has too few points."""
    nation = s.setting.nation
    return members([p for p in listed(pieces) if s.points[nation[p]] < (cost if cost is not None else price(s, p))])


# refits


class OpenRefit(SideStep):
    """A side receives its refit points and may spend them (4.1d); air and naval units arrive (13.5a)."""

    def after(self, s: MansteinState) -> None:
        for nation in NATIONS_OF[self.mover]:
            receive(s, nation)
        air_arrivals(s, self.mover)
        s.push(Refit(self.mover))


class Refit(SideStep):
    """Any number of refits, each paid by the unit's own nation (14.0b, 14.3a, R76)."""

    heading = "{side} refit"
    asks = "Spend refit points, or keep them."
    words = {"refit": "Refit {it}", "replace": "Replace {it}", "done": "No further refits"}
    takes_up = "refit"

    def purse(self, s: MansteinState) -> Purse:
        nations = [nation for nation in NATIONS_OF[self.mover] if capitulation.fights(s, nation)]
        words = ", ".join(f"{NATIONS[n].title()} {s.points[n]}" for n in nations)
        total = sum(s.points[n] for n in nations)
        return Purse(f"Refit points: {words}", total, f"{counted(total, 'point')} will be kept", "14.0c")

    def explained(self, s: MansteinState) -> Help:
        table = s.setting.tables.refit
        says = (
            f"Refit points for a step of a supported unit: {table.ground}, in an enemy zone {table.ground_in_zone}; "
            f"for an air unit: {table.air}; for an eliminated logistics unit: {table.logistics}."
        )
        return Help("14.3a", says)

    def options(self, s: MansteinState) -> list[Option]:
        if not any(s.points[nation] for nation in NATIONS_OF[self.mover]):
            return []
        vocabulary = s.setting.vocabulary
        options = [o for verb in ("refit", "replace") for o in vocabulary.open(verb, closed(self.bars(s, verb)))]
        return options + s.setting.say["done"] if options else []

    def choices(self, s: MansteinState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """With what each costs and brings."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "refit":
                brings, place = self._brings(s, option.value), s.where[option.value]
                cost, where = price(s, option.value), s.label(place) if place >= 0 else ""
                made = replace(made, label=f"{made.label} ({cost}): {brings}", cost=str(cost), face=option.object)
                yield replace(made, place=where) if where else made
            elif option.verb == "replace":
                cost = s.setting.tables.refit.logistics
                label = f"{made.label} ({cost}): it can be deployed this turn"
                yield replace(made, label=label, cost=str(cost), face=option.object)
            else:
                yield made

    @staticmethod
    def _brings(s: MansteinState, piece: int) -> str:
        """What a unit is worth now, and with one step more."""
        setting, steps = s.setting, s.steps[piece]
        if setting.air_units >> piece & 1:
            return f"strength {setting.strength[piece][steps]} becomes {setting.strength[piece][steps + 1]}"
        now, then = (f"{setting.af[piece][left]}-{setting.df[piece][left]}" for left in (steps, steps + 1))
        return f"{now} becomes {then}"

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if verb == "done":
            return
        own = setting.refittable_sets[self.mover]
        yield Bar(~own, "14.3a", "{it} is not a unit of yours that can be refitted")
        yield from self._replace_bars(s, own) if verb == "replace" else self._refit_bars(s, own)

    def _replace_bars(self, s: MansteinState, own: int) -> Iterator[Bar]:
        trains = own & s.setting.trains
        lost = s.in_box(DEAD, trains)
        yield Bar(~trains, "14.3g", "{it}: only logistics units can be replaced")
        yield Bar(~lost, "14.3e", "{it} is not eliminated")
        if not lost:
            return
        fallen = union(s.setting.pieces_of[ARMY_OF[country]] for country in listed(s.surrendered))
        yield Bar(fallen, "3.7c", "{it}: its country has capitulated")
        yield Bar(unaffordable(s, lost, s.setting.tables.refit.logistics), "14.3e", "too few refit points for {it}")

    def _refit_bars(self, s: MansteinState, own: int) -> Iterator[Bar]:
        setting, steps, full, where = s.setting, s.steps, s.setting.full, s.where
        units = setting.refittable[self.mover]
        yield Bar(members([p for p in units if where[p] == DEAD]), "14.3g", "{it} is eliminated and cannot be rebuilt")
        there = own & (s.standing | setting.air_units)
        yield Bar(~there, "14.3b", "{it} is not on the map")
        reduced = there & members([p for p in units if 0 < steps[p] < full[p]])
        yield Bar(there & ~reduced, "14.3d", "{it} has all its steps")
        if not reduced:
            return
        alone = members([piece for piece in listed(reduced) if not logistics.refit_supported(s, piece)])
        yield Bar(alone, "14.3c", "{it} is not supported")
        dear = unaffordable(s, reduced)
        yield Bar(dear & setting.air_units, "14.3f", "too few refit points for {it}")
        yield Bar(dear, "14.3b", "too few refit points for {it}")

    def refit(self, s: MansteinState, piece: int) -> None:
        """A unit regains a step (14.3d, 14.3f)."""
        air, cost = bool(s.setting.air_units >> piece & 1), price(s, piece)
        logistics.use_support(s, piece)
        s.points[s.setting.nation[piece]] -= cost
        s.steps[piece] += 1
        s.touch()
        s.events.append(Refitted(("14.3f",) if air else ("14.3b", "14.3d"), piece, cost, s.steps[piece]))

    def replace(self, s: MansteinState, piece: int) -> None:
        """An eliminated logistics unit becomes a reinforcement of this turn (14.3e, R76)."""
        cost = s.setting.tables.refit.logistics
        s.points[s.setting.nation[piece]] -= cost
        s.where[piece], s.steps[piece], s.due[piece] = WAITING, s.setting.full[piece], s.turn
        s.events.append(Replaced(("14.3e",), piece, cost))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
