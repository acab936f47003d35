"""Chapter 18: replacement points, Allied air units, cadres and new units.

The Reinforcement phase is a joint one: step by step for both sides, inside a step the Germans first (R11).
"""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help, Option, Piece, Pieces, closed
from meuse.games.fall_of_france import control, points, stacking, supply
from meuse.games.fall_of_france.events import Arrived, Drawn, Flown, Restored
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ARMY,
    BRITISH,
    DAMAGED,
    DEAD,
    FRENCH,
    GERMAN,
    GERMANS,
    NATIONS,
    NATIONS_OF,
    READY,
    SURRENDERED,
    WAITING,
)
from meuse.games.fall_of_france.state import FallState, FallStep, SideStep, listed, members, other, union
from meuse.games.fall_of_france.tables import AirRow
from meuse.games.fall_of_france.ways import ground_bars
from meuse.games.fall_of_france.zoc import enemy_zone
from meuse.mechanics.words import counted


def out_of_the_war(s: FallState, nation: int) -> bool:
    """Has a nation surrendered?"""
    return any(s.status[country] == SURRENDERED for country, army in ARMY.items() if army == nation)


# replacement points (18.1)


def scheduled(s: FallState, turn: int) -> list[tuple[int, int, int, str]]:
    """The points that come in on a turn: nation, infantry, armour, and the clause (18.1b, RPc, 22.8d)."""
    table, sealion = s.setting.tables.replacements, s.setting.tables.options.sealion
    due = []
    for grant in table.schedule:
        nation = NATIONS.index(grant.nation)
        cancelled = nation == GERMANS and s.on("sealion") and turn == sealion.no_points_on
        if grant.turn == turn and not cancelled and not out_of_the_war(s, nation):
            due.append((nation, grant.infantry, grant.armour, "18.1b"))
    if alpes_turn(s) == turn and not out_of_the_war(s, FRENCH):
        due.append((FRENCH, table.alpes["infantry"], table.alpes["armour"], "RPc"))
    return due


def alpes_turn(s: FallState) -> int:
    """The turn in which the Alpes army enters, after the first French city has fallen (18.3c); -1: not known yet."""
    return s.city_fell + s.setting.tables.arrivals.alpes_delay if s.city_fell else -1


class ReplacementPoints(FallStep):
    """The points of the table come into the pools (18.1b)."""

    def after(self, s: FallState) -> None:
        for nation, infantry, armour, clause in scheduled(s, s.turn):
            points.gain(s, nation, infantry, armour, (clause,))


# Allied air units (18.2)


def air_units(s: FallState, nation: int) -> list[int]:
    """The air units that a nation rolls for, the first one first."""
    pieces = s.setting.pieces
    units = [unit for unit in s.setting.air if pieces[unit].nation == nation and pieces[unit].rolled]
    return sorted(units, key=lambda unit: pieces[unit].rolled)


def air_in_play(s: FallState, nation: int) -> int:
    """How many of a nation's air units have arrived and not been eliminated, damaged ones included (R90)."""
    return sum(s.where[unit] in (READY, DAMAGED) for unit in air_units(s, nation))


def awaited_air_unit(s: FallState, nation: int) -> tuple[int, AirRow] | None:
    """The air unit that a nation waits for and its row of the table: the first that has not come (AIRc, R86).

    Lost ones are not rolled for again (18.2c), unless by 22.5 the table means the number of French units in play.
    """
    table = s.setting.tables.air_reinforcements
    rows = table.french if nation == FRENCH else table.british
    units = air_units(s, nation)
    waiting = [unit for unit in units if s.where[unit] == WAITING]
    place = s.setting.pieces[waiting[0]].rolled - 1 if waiting else len(rows)
    if nation == FRENCH and s.on("weaker_maginot"):
        waiting += [unit for unit in units if s.where[unit] == DEAD]
        place = air_in_play(s, nation)  # 22.5d
    if not waiting or place >= len(rows) or out_of_the_war(s, nation):
        return None
    return waiting[0], rows[place]


def next_air_unit(s: FallState, nation: int) -> tuple[int, AirRow] | None:
    """The air unit that a nation rolls for this turn and its row: never before the turn of that row (R86)."""
    awaited = awaited_air_unit(s, nation)
    return awaited if awaited is not None and s.turn >= awaited[1].turn else None


def comes_without_a_roll(s: FallState, nation: int) -> bool:
    """After the order to withdraw air units come without a roll (19.1f, R126)."""
    return s.withdrawal and (nation == BRITISH or s.rulings["withdrawal_air"] == "all")


def fly_in(s: FallState, unit: int, clauses: tuple[str, ...]) -> None:
    """An air unit becomes available, for the next allocation."""
    s.lift(unit, READY)
    s.events.append(Flown(clauses, unit))


class AlliedAir(FallStep):
    """French and RAF air units: one roll for each nation (18.2b, R86)."""

    coming = "Allied air units"

    def after(self, s: FallState) -> None:
        maginot = s.setting.tables.options.weaker_maginot
        if s.on("weaker_maginot") and s.turn == maginot.air_turn and not out_of_the_war(s, FRENCH):
            units = [unit for unit in air_units(s, FRENCH) if s.where[unit] == WAITING]
            for unit in units[:1]:
                fly_in(s, unit, ("22.5c",))
        for nation, clause in ((FRENCH, "AIRa"), (BRITISH, "AIRb")):
            expected = next_air_unit(s, nation)
            if expected is None:
                continue
            unit, row = expected
            if comes_without_a_roll(s, nation):
                fly_in(s, unit, ("19.1f", "AIRc"))
            elif s.roll(f"{NATIONS[nation].title()} air unit", ("18.2b", clause)) >= row.needs:
                fly_in(s, unit, ("18.2b", clause))


# cadres (16.6)


class Restore(SideStep):
    """Cadres are rebuilt for replacement points (16.6); Germans have none."""

    idle = "done"
    heading = "{side} reinforcements"
    words = {"restore": "Rebuild {it}", "done": "Rebuild no more cadres"}

    def prompt(self, s: FallState) -> str:
        return f"Choose a cadre to rebuild ({points.pools_spoken(s, NATIONS_OF[self.mover])}), or go on."

    def explained(self, s: FallState) -> Help:
        cost = counted(s.setting.tables.replacements.costs.cadre, "replacement point")
        return Help("16.6a", f"A cadre is a whole unit again for {cost} of its nation and kind, wherever it stands.")

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        cost = s.setting.tables.replacements.costs.cadre
        yield Bar(~s.setting.pieces_on[self.mover], "16.6a", "{it} is not one of your ground units")
        yield Bar(~(s.cadred & s.standing), "16.6a", "{it} is not a cadre on the map")
        yield Bar(points.beyond_means(s, cost), "16.6a", "there are too few replacement points of its kind for {it}")

    def restore(self, s: FallState, piece: int) -> None:
        points.pay(s, piece, s.setting.tables.replacements.costs.cadre, ("16.6a", "RPd"))
        s.set_cadred(1 << piece, False)
        s.events.append(Restored(("16.6a",), piece))


# where units arrive


def sources_for(s: FallState, piece: int) -> int:
    """The supply sources at which a rebuilt or returning unit may appear (18.4b, R88)."""
    setting, nation = s.setting, s.setting.nation[piece]
    if nation == GERMANS:
        hqs = [hq for hq in setting.superiors_of(piece) if s.where[hq] >= 0 and supply.is_supplied(s, hq)]
        return setting.germany & setting.land & s.taken | members(s.where[hq] for hq in hqs)
    hexes = supply.cities_of(s, nation)
    return hexes | supply.limited_sources(s, nation) if nation in (FRENCH, BRITISH) else hexes


def entries_for(s: FallState, piece: int) -> tuple[int, str]:
    """The hexes at which a new unit may arrive, and the clause that names them (18.3, R01)."""
    setting, unit, table = s.setting, s.setting.pieces[piece], s.setting.tables.arrivals
    if unit.emergency:
        return union(setting.edges[edge] for edge in table.alpes_edges), "18.3c"
    if unit.nation == BRITISH:
        return union(setting.edges[edge] for edge in table.bef_edges) | setting.ports, "18.3a"
    return union(setting.edges[edge] for edge in table.gcq_edges), "18.3b"


def entry_bars(s: FallState, piece: int) -> Iterator[Bar]:
    """Where a unit cannot arrive: new ones also not in enemy zones (R87, R88)."""
    side = s.setting.side_of[piece]
    dead = s.where[piece] == DEAD
    if dead:
        yield Bar(~sources_for(s, piece), "18.4b", "{it} is no source of supply for the unit")
    else:
        places, clause = entries_for(s, piece)
        yield Bar(~places, clause, "the unit does not arrive in {it}")
    yield from ground_bars(s, side)
    yield Bar(s.held[other(side)], "9.1f", "{it} holds enemy units")
    if not dead:
        yield Bar(enemy_zone(s, side), "18.3a", "{it} is in an enemy zone of control, where nobody arrives")
    yield from stacking.room_bars(s, (piece,))


def has_entry(s: FallState, piece: int) -> bool:
    """Is there a hex at which a unit could arrive?"""
    return bool(s.setting.land & ~closed(entry_bars(s, piece)))


class Arrivals(SideStep):
    """Units come onto the map, in the order their owner likes; who finds no hex waits, or is lost (18.3, R87)."""

    units: Pieces

    forced = True
    heading = "{side} reinforcements"
    asks = "New units: choose the next to bring onto the map."
    help = Help("18.3a", "Units arrive at the map edge, a port or a source of supply, and move in the next phase.")
    words = {"place": "Bring in {it}"}

    def coming_in(self, s: FallState) -> list[int]:
        return [unit for unit in self.units if s.where[unit] < 0 and has_entry(s, unit)]

    def options(self, s: FallState) -> list[Option]:
        return [s.setting.say["place"][unit] for unit in self.coming_in(s)]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self.units), "18.3a", "{it} does not arrive this turn")
        yield Bar(~members(self.coming_in(s)), "18.3a", "there is no hex for {it} to arrive in")

    def place(self, s: FallState, piece: int) -> None:
        s.push(Entry(piece))


class Entry(FallStep):
    """A unit arrives: where (18.3, 18.4)."""

    piece: Piece

    forced = True
    hand = "piece"
    heading = "{side} reinforcements"
    asks = "{piece} arrives: choose a hex."
    words = {"enter": "Arrive in {it}"}

    def explained(self, s: FallState) -> Help:
        if s.where[self.piece] == DEAD:
            return Help("18.4b", "It appears at a source of supply of its nation, where there is room.")
        return Help(entries_for(s, self.piece)[1], "New units enter at their edge or port, outside enemy zones.")

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        return entry_bars(s, self.piece)

    def enter(self, s: FallState, hexa: int) -> None:
        s.pop()
        piece, clause = self.piece, "18.4b"
        if s.where[piece] == WAITING:
            clause = entries_for(s, piece)[1]
        elif s.back[piece]:
            clause = "22.5e"
            s.back[piece] = 0
            s.returned |= 1 << piece
        s.put(piece, hexa)
        s.events.append(Arrived((clause,), piece, hexa))
        control.enter(s, s.setting.side_of[piece], (hexa,))


# new units (18.3)


def dead_corps(s: FallState, side: int) -> int:
    """The leg infantry corps of a side's dead pile that can come back (18.4a, R37, R119)."""
    corps = s.setting.leg_corps & s.setting.pieces_on[side] & ~s.lost_for_good
    for nation in NATIONS_OF[side]:
        if out_of_the_war(s, nation):
            corps &= ~s.setting.pieces_of[nation]
    return members(piece for piece in listed(corps) if s.where[piece] == DEAD)


def arriving(s: FallState) -> Pieces:
    """The Allied units whose turn has come: those marked with it, the Alpes army, and by 22.5 the corps that return."""
    due, alpes = [], alpes_turn(s)
    for piece in s.setting.comers:
        unit = s.setting.pieces[piece]
        called = 0 < alpes <= s.turn if unit.emergency else unit.arrives <= s.turn
        if called and s.where[piece] == WAITING and not out_of_the_war(s, unit.nation):
            due.append(piece)
    returning = () if out_of_the_war(s, FRENCH) else listed(s.setting.pieces_of[FRENCH])
    return (*due, *(piece for piece in returning if s.where[piece] == DEAD and 0 < s.back[piece] <= s.turn))


class NewUnits(FallStep):
    """Scheduled arrivals, first the Germans', then the Allies' (18.3, R11)."""

    coming = "new units"

    def after(self, s: FallState) -> None:
        s.push(Arrivals(ALLIED, arriving(s)))
        table = s.setting.tables.arrivals
        if s.turn == table.german_turn:
            drawn = draw(s, listed(dead_corps(s, GERMAN)), table.german_corps)
            if drawn:
                s.events.append(Drawn(("18.3d",), drawn))
                s.push(Arrivals(GERMAN, drawn))


def draw(s: FallState, pile: Pieces, number: int) -> Pieces:
    """So many units taken at random from a pile; all if it holds no more (18.3d, R88)."""
    if len(pile) <= number:
        return pile
    left, drawn = list(pile), []
    for _ in range(number):
        drawn.append(left.pop(s.roll("corps from the dead pile", ("18.3d",), len(left)) - 1))
    return tuple(drawn)


class Rebuild(SideStep):
    """Leg infantry corps come back from the dead pile for replacement points (18.4)."""

    idle = "done"
    heading = "{side} reinforcements"
    words = {"rebuild": "Rebuild {it}", "done": "Rebuild no more corps"}

    def prompt(self, s: FallState) -> str:
        held = points.pools_spoken(s, NATIONS_OF[self.mover])
        return f"Choose a corps from the dead pile to rebuild ({held}), or go on."

    def explained(self, s: FallState) -> Help:
        cost = counted(s.setting.tables.replacements.costs.corps, "replacement point")
        return Help("18.4a", f"A dead leg infantry corps comes back for {cost} at a source of supply of its nation.")

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        cost = s.setting.tables.replacements.costs.corps
        poor = points.beyond_means(s, cost)
        dead = dead_corps(s, self.mover)
        yield Bar(~s.setting.leg_corps, "18.4a", "{it} is no leg infantry corps: only those are rebuilt")
        yield Bar(~dead, "18.4a", "{it} is not in your dead pile, or lost for good")
        yield Bar(poor, "18.4a", "there are too few replacement points for {it}")
        homeless = members(piece for piece in listed(dead & ~poor) if not has_entry(s, piece))
        yield Bar(homeless, "18.4b", "there is no source of supply at which {it} could appear")

    def rebuild(self, s: FallState, piece: int) -> None:
        points.pay(s, piece, s.setting.tables.replacements.costs.corps, ("18.4a", "RPd"))
        s.push(Entry(piece))
