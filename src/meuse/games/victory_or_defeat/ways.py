"""Chapter 10: where units may go, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.board import Reach, StepCosts
from meuse.engine import Bar, Pieces, closed
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    BRITISH,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    HOME,
    NATIONS,
    SWISS,
)
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import halved, is_supplied
from meuse.games.victory_or_defeat.zoc import enemy_zone

# what a unit may spend


def rolls_for_movement(s: WarState, piece: int) -> bool:
    """French and former neutrals roll for their movement factor (10.2c, 10.3c, MF40c), but not on first turns."""
    nation = s.setting.nation[piece]
    if nation in (GERMANS, BRITISH):
        return False
    return automatic_factor(s, nation) == 0


def automatic_factor(s: WarState, nation: int) -> int:
    """The factor of a rolling nation on the turns it need not roll; 0 if it must (10.2b, MF40d, A20)."""
    if s.setting.rules.first_turn_option and s.rulings["first_turn_mf"] == "roll":
        return 0
    entry = 1 if nation == FRENCH else s.violated[HOME[nation]]
    return s.setting.scenario.movement.first_turn if s.turn == entry else 0


def base_factor(s: WarState, piece: int) -> int:
    """The printed movement factor of a unit that does not roll (10.2a, 10.3a, 10.3b)."""
    table = s.setting.scenario.movement
    nation = s.setting.nation[piece]
    if nation == GERMANS:
        if not s.setting.is_mechanized[piece]:
            return table.german
        return halved(table.mechanized) if s.halted == "half" else table.mechanized  # 5.10c
    return table.british if nation == BRITISH else automatic_factor(s, nation)


def factor_after_supply(s: WarState, piece: int, factor: int) -> int:
    """Halved, rounded up, for a unit out of supply (8.2a, 10.2d, 10.3d)."""
    return factor if is_supplied(s, piece) else halved(factor)


def rolled_factor(s: WarState, die: int) -> int:
    """What a roll is worth: at most 4 in 1939 (10.2c), the die itself in 1940 (10.3c)."""
    return min(die, s.setting.scenario.movement.most_rolled)


# where a unit may go


def ground_bars(s: WarState, nation: int) -> Iterator[Bar]:
    """Ground a nation's units can never enter as things stand, by movement, retreat or advance (A13)."""
    setting, rules = s.setting, s.setting.rules
    yield Bar(setting.gap, "10.8b", "{it} lies in the gap of the Maginot Line, which nobody may enter")
    yield Bar(~setting.land, "TECf", "{it} is all water")
    if rules.neutrals:
        clause = "4.3b" if nation == GERMANS else "3.6m"
        yield Bar(s.neutral_ground(), clause, "{it} lies in a country that is neutral")
    else:
        yield Bar(s.neutral_ground(), "3.2b", "{it} lies in a neutral country, and those are out of play")
    if nation == GERMANS and rules.germans_stay_in_germany:
        yield Bar(~setting.country[GERMANY], "3.5e", "{it} is outside Germany, which German units do not leave")
    if nation in ARMY.values():
        says = "{it} is not in or next to the country of these former neutrals"
        yield Bar(~setting.area[nation], "3.6k", says)


def barred(s: WarState, nation: int) -> int:
    """All ground that a nation's units cannot enter as things stand; it follows from who is neutral."""
    known, key = s.setting.known, ("barred", nation, bytes(s.status))
    if key not in known:
        known[key] = closed(ground_bars(s, nation))
    return known[key]


def way_bars(s: WarState, nation: int) -> list[Bar]:
    """What else movement may not enter now."""
    if nation == GERMANS:
        return [Bar(s.occupied(ALLIED), "6.2c", "{it} holds enemy units")]
    bars = [Bar(s.occupied(GERMAN), "6.2c", "{it} holds enemy units"), *ardennes_bars(s, ALLIED)]
    if s.setting.rules.paris_is_open:  # one would have to stop there: 7.3a against 10.6a
        bars.append(
            Bar(s.setting.paris & enemy_zone(s, ALLIED), "10.6a", "Allied units may not end their move in {it}")
        )
    return bars


def closed_to(s: WarState, nation: int) -> int:
    """Everything that a nation's units cannot move into now."""
    known = s.memo.get(_CLOSED[nation])
    if known is None or known[0] != s.version or known[1] != (s.turn,):
        shut = barred(s, nation) | closed(way_bars(s, nation))
        known = s.memo[_CLOSED[nation]] = (s.version, (s.turn,), shut)
    return known[2]


_CLOSED = [f"closed to {nation}" for nation in NATIONS]


def ardennes_bars(s: WarState, side: int) -> tuple[Bar, ...]:
    """With Sickle Cut active no Allied movement or attack into the Ardennes on turn 1 (5.8f)."""
    if side == GERMAN or not s.sickle or s.turn != 1:
        return ()
    return (Bar(s.setting.ardennes, "5.8f", "{it} is in the Ardennes, closed to the Allies on the first turn"),)


def hesitating(s: WarState) -> bool:
    """Do the French hesitate before Belgium in this player turn (5.16b)?"""
    return 0 < s.dyle_roll <= s.setting.tables.dyle_breda.hesitate


def roads_free(s: WarState) -> bool:
    """Do the rivers of Belgium cost nothing extra in this player turn (5.16d)?"""
    return s.dyle_roll >= s.setting.tables.dyle_breda.free_rivers


HESITATION = ("5.16b", "the French hesitate: they do not enter Belgium this turn")


def points_of(s: WarState, group: Pieces) -> int:
    """The movement points of a group: those of its slowest member."""
    return min([s.left[piece] for piece in group])


def group_reach(s: WarState, hexa: int, group: Pieces, points: int | None = None) -> Reach:
    """All that a group in hand can reach: with the points of its slowest member, or with so many."""
    setting, points = s.setting, points_of(s, group) if points is None else points
    nation = setting.nation[group[0]]
    stop, first = stopping(s, setting.side_of[group[0]], group, hexa)
    return setting.board.reach(hexa, points, costs(s, nation), ~closed_to(s, nation), stop, first)


def costs(s: WarState, nation: int) -> StepCosts:
    """The prices of steps for a nation now (TEC, 5.16, 10.8a)."""
    roads = 0
    if roads_free(s) and nation in (FRENCH, BRITISH):
        roads = 1 if s.rulings["belgian_rivers"] == "either" else 2
    french = nation == FRENCH
    return s.setting.step_costs(s.all_forts(), french, roads, french and hesitating(s))


def stopping(s: WarState, side: int, group: Pieces, hexa: int) -> tuple[int, int]:
    """Where a group must stop (7.3a) and where its first step may lead (7.3b, 7.3c).

    German mechanized corps ignore enemy zones when they move (7.7a).
    """
    mechanized = s.setting.is_mechanized
    for piece in group:
        if not mechanized[piece]:
            break
    else:
        return 0, -1
    zone = enemy_zone(s, side)
    return zone, ~zone if zone >> hexa & 1 else -1


def destinations(s: WarState, group: Pieces, reach: Reach) -> int:
    """Where the group may go: Allied units enter Paris only if they can go on (10.6a)."""
    goals = reach.all()
    setting = s.setting
    if setting.rules.paris_is_open and setting.side_of[group[0]] == ALLIED:
        for paris in setting.board.members(goals & setting.paris):
            if not _can_leave(s, paris, group, reach):
                goals &= ~(1 << paris)
    return goals


def _can_leave(s: WarState, paris: int, group: Pieces, reach: Reach) -> bool:
    """With the points left in Paris, is there a way out of it?"""
    spent = reach.cost(paris)
    assert spent is not None
    enter = ~closed_to(s, s.setting.nation[group[0]])
    onward = s.setting.board.reach(paris, points_of(s, group) - spent, reach.costs, enter, reach.stop, -1)
    return bool(onward.all() & ~s.setting.paris)


def must_leave_paris(s: WarState, side: int) -> bool:
    """Is an Allied unit in Paris that has not tried to leave this phase (10.6a, 10.6b, A26)?"""
    if side == GERMAN or not s.setting.rules.paris_is_open:
        return False
    inside = s.mobile(ALLIED) & s.setting.paris
    return bool(inside and s.pieces_in(inside) & ~(s.moved | immobile(s)))


def immobile_bars(s: WarState) -> Iterator[Bar]:
    """The units that may not move at all this phase."""
    setting = s.setting
    yield Bar(setting.forts, "2.12b", "{it} is a fortification and never moves")
    yield Bar(s.dormant(), "3.6g", "{it} is frozen until its country is invaded")
    if s.rulings["swiss_forward"] == "frozen":
        yield Bar(setting.pieces_of[SWISS], "4.3i", "{it} stays where it was set up")
    if s.turn == 1:
        yield Bar(s.sickle, "5.8a", "{it} opened Sickle Cut and does not move on the first turn")
    if s.halted == "full":
        yield Bar(setting.mechanized, "5.10e", "{it} is halted this turn")


def immobile(s: WarState) -> int:
    """All units that may not move at all this phase."""
    known, still = s.setting.known, s.sickle if s.turn == 1 else 0
    key = ("immobile", bytes(s.status), still, s.halted, s.rulings["swiss_forward"])
    if key not in known:
        known[key] = closed(immobile_bars(s))
    return known[key]


def entry_price(s: WarState, hexa: int) -> int:
    """What the hex itself costs to enter (10.5a, TEC)."""
    if s.all_forts() >> hexa & 1:
        return s.setting.tables.movement.fort
    return s.setting.tables.terrain[s.setting.terrain_name(hexa)].cost


def finish_moves(s: WarState, pieces: Iterable[int]) -> None:
    """These units have moved; what they have left is lost (10.1c, 10.1d)."""
    for piece in pieces:
        s.moved |= 1 << piece
        s.left[piece] = 0
