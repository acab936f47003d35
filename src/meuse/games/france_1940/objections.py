"""What chapter 13 says against a battle that somebody wants: what it forbids, and what it advises against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, get_args

from meuse.engine.design import Bought, Flaw, Wish
from meuse.games.france_1940 import victory
from meuse.games.france_1940.aims import AIMS, ATTACK, MEETING, TITLES, other
from meuse.games.france_1940.scenarios import Marker
from meuse.games.france_1940.setting import SIDES, FranceSetting

if TYPE_CHECKING:
    from meuse.games.france_1940.design import BattleDesigner, Good


def _points(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Nobody spends more than he has; both have as much, or the attacker twice as much (13b, 13f)."""
    clause = "13f" if wish.kind == ATTACK else "13b"
    for side, camp in wish.sides.items():
        spent = designer.spent(camp)
        if spent > camp.points:
            yield Flaw(f"{TITLES[side]} forces cost {spent} points of {camp.points}", clause, side)
    german, allied = (wish.sides[side].points for side in SIDES)
    times = designer.prices.attack.times
    if wish.kind == MEETING and german != allied:
        yield Flaw(f"both sides should have the same points, not {german} and {allied}", "13b", stops=False)
    if wish.kind == ATTACK and wish.attacker in SIDES:
        attacker, defender = (wish.sides[side].points for side in (wish.attacker, other(wish.attacker)))
        if attacker != times * defender:
            says = f"the attacker should have {times * defender} points, {times} times the {defender} of the defender"
            yield Flaw(says, "13f", wish.attacker, stops=False)


def _attacker(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Somebody attacks in an attack and defence, nobody in a meeting engagement (13a)."""
    if wish.kind == ATTACK and not wish.attacker:
        yield Flaw("say who attacks", "13a")
    if wish.kind == MEETING and wish.attacker:
        yield Flaw("nobody is the attacker in a meeting engagement", "13a")


def _forces(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Each side needs a formation (2.3e)."""
    for side in SIDES:
        if not _has_formation(designer, wish, side):
            yield Flaw(f"the {TITLES[side]} side has no formation yet", "2.3e", side)


def _has_formation(designer: BattleDesigner, wish: Wish, side: str) -> bool:
    return any(owner == side and _led(designer, good) for owner, good, _ in designer.bought(wish, "force"))


def _led(designer: BattleDesigner, good: Good) -> bool:
    return designer.game.lines[good.ware.id].officer is not None


def _works(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Only the defender of an attack and defence buys works (13g, G88)."""
    for side, good, _ in designer.bought(wish, "work"):
        if wish.kind == MEETING or side == wish.attacker:
            yield Flaw(f"only a defender buys works: no {good.ware.title.lower()} for this side", "13g", side)


def _veterans(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Veterans should cost no more than a share of the points (13p)."""
    for side in SIDES:
        most = designer.prices.veteran_share[side]
        lines = [line for owner, _, line in designer.bought(wish, "force") if owner == side and line.price == "veteran"]
        cost = sum(map(designer.cost, lines))
        if cost * 100 > most * wish.sides[side].points:
            says = f"veterans cost {cost} of {wish.sides[side].points} points; {most} percent at most are advised"
            yield Flaw(says, "13p", side, stops=False)


def _edges(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Each side has an edge of its own (13c, 13l)."""
    if len({camp.edge for camp in wish.sides.values()}) < len(SIDES):
        yield Flaw("both sides have the same edge", "13l")


def _set_up(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """In a meeting engagement all enter; a defender sets up (13c, 13h)."""
    for side, camp in wish.sides.items():
        if wish.kind == MEETING and camp.depth:
            yield Flaw("in a meeting engagement both sides enter over their edges", "13c", side)
        if wish.kind == ATTACK and side != wish.attacker:
            if not camp.depth:
                yield Flaw("the defender sets up before the battle: say how deep", "13h", side)
            elif not any(_defends(designer, line) for line in camp.lines) and _has_formation(designer, wish, side):
                yield Flaw("a formation must be there from the start to defend", "13h", side)
        for line in camp.lines:
            if line.enters > wish.turns:
                yield Flaw(f"the battle is over before turn {line.enters}", "2.3m", side)


def _defends(designer: BattleDesigner, line: Bought) -> bool:
    """Is a line a formation that is set up before the battle (13h)?"""
    good = designer.goods[line.ware]
    return bool(line.count) and not line.enters and good.table == "force" and _led(designer, good)


def _length(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """The usual length (13e, 13j)."""
    turns, clause = designer.kind(wish)
    if wish.turns != turns:
        yield Flaw(f"{turns} turns are usual, unless you agree on {wish.turns}", clause, stops=False)


def _size(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """One board for 150 points, two for 250, four or more for more (13k, 13m)."""
    count, sizes = sum(map(len, wish.sheets)), designer.prices.meeting.points
    least = min(camp.points for camp in wish.sides.values())
    advised = 1 if least <= sizes[0] else 2 if least <= sizes[1] else 4
    if (count < advised) if advised == 4 else (count != advised):
        more = " or more" if advised == 4 else ""
        says = f"for {least} points {advised}{more} {'board is' if advised == 1 else 'boards are'} advised, not {count}"
        yield Flaw(says, "13k", stops=False)


def _aim(designer: BattleDesigner, wish: Wish) -> Iterator[Flaw]:
    """Objectives are agreed on before the battle (13d)."""
    aim = next(aim for aim in AIMS if aim.id == wish.aim)
    if aim.attack and wish.kind != ATTACK:
        yield Flaw(f"somebody must attack for this: {aim.title.lower()}", aim.clause)
    if aim.hexes and not wish.hexes:
        yield Flaw("choose at least one objective", "13d")
    if aim.number and not wish.number:
        yield Flaw("say how many units must get there", aim.clause)
    if aim.hexes:
        known = designer.map(wish.sheets).board.numbers
        strange = [name for name in dict.fromkeys(wish.hexes) if name not in known]
        if strange:
            yield Flaw(f"not on these boards: {', '.join(strange)}", "13d")


RULES: tuple[Callable[[BattleDesigner, Wish], Iterator[Flaw]], ...] = (
    _attacker, _points, _forces, _works, _edges, _set_up, _aim, _length, _size, _veterans,
)  # fmt: skip
"""Everything that can be said before the boards are laid."""


def ground_rules(designer: BattleDesigner, wish: Wish, setting: FranceSetting) -> Iterator[Flaw]:
    """What the ground says: where the sides set up, whether there is room, where objectives lie (4a, 13h, 13i)."""
    areas = setting.areas
    if wish.kind == ATTACK:
        yield from _front_line(designer, wish, setting)
        yield from _too_few(wish, setting)
    yield from _homeless(designer, wish, setting)
    for side, hexes in areas.items():
        pieces = [piece for piece, name in setting.area_of.items() if name == side]
        steps = sum(setting.pieces[piece].full for piece in pieces if not setting.weightless >> piece & 1)
        room = setting.charts.stacking.hex * hexes.bit_count()
        if steps > room:
            yield Flaw(f"{steps} steps are to be set up where there is room for {room}", "4a", side)
    if wish.kind == ATTACK and next(aim for aim in AIMS if aim.id == wish.aim).hexes:
        far = [name for name in wish.hexes if not _well_placed(wish, setting, name)]
        if far:
            where = "in the middle of the board" if _single(wish) else "on a board at the defender's edge"
            yield Flaw(f"objectives should be {where}: not {', '.join(far)}", "13h", stops=False)


def _too_few(wish: Wish, setting: FranceSetting) -> Iterator[Flaw]:
    """Nobody can win with more units than he has (2.3k)."""
    aim, side = next(aim for aim in AIMS if aim.id == wish.aim), wish.attacker
    has = victory.counting(setting, SIDES.index(side)).bit_count()
    if aim.number and wish.number > has:
        yield Flaw(f"{wish.number} units must get there, and the {TITLES[side]} side has {has}", aim.clause, side)


def _front_line(designer: BattleDesigner, wish: Wish, setting: FranceSetting) -> Iterator[Flaw]:
    """The attacker sets up at a distance from the defender; if he enters, his edge should be as far away (13i)."""
    board, least, side = setting.board, designer.prices.attack.distance, wish.attacker
    defended = setting.areas[other(side)]
    attacked = setting.areas.get(side, setting.edge[SIDES.index(side)])
    apart = next((n for n in range(least) if board.within(attacked, n) & defended), least)
    if apart < least and side in setting.areas:
        yield Flaw(f"the attacker sets up at least {least} hexes from the defender, not {apart}", "13i", side)
    elif apart < least:
        says = f"the attacker enters {apart} hexes from where the defender may set up; {least} are usual"
        yield Flaw(says, "13i", side, stops=False)


LAID = {"improved position": "12.1.2a", "roadblock": "12.3a", "wire": "12.2a", "minefield": "12.7.1f"}
"""The markers that can be bought, and the clauses that say where they go."""


def _homeless(designer: BattleDesigner, wish: Wish, setting: FranceSetting) -> Iterator[Flaw]:
    """Markers for which there are not hexes enough where a side sets up: they would be lost."""
    for side in SIDES:
        for marker in get_args(Marker):
            rows = designer.bought(wish, "work")
            count = sum(line.count for owner, good, line in rows if (owner, good.row["marker"]) == (side, marker))
            if not count:
                continue
            places = setting.areas[side] & setting.fit_for(marker)
            if marker == "roadblock":
                places &= setting.ground.roads.touched
            room = places.bit_count()
            if marker == "improved position":
                here = [piece for piece, name in setting.area_of.items() if name == side]
                room = min(room, len(here))
            if count > room:
                says = f"only {room} of {count} could be set up: {marker}"
                yield Flaw(says, LAID[marker], side, stops=False)


def _single(wish: Wish) -> bool:
    return sum(map(len, wish.sheets)) == 1


def _well_placed(wish: Wish, setting: FranceSetting, name: str) -> bool:
    """Is an objective in the middle half of a single board, or on a board at the defender's edge (13h)?"""
    h = setting.board.place(name)
    if _single(wish):
        spans = ((setting.row[h], max(setting.row.values())), (setting.column[h], max(setting.column.values())))
        return all(size < 4 * number < 3 * size + 4 for number, size in spans)
    rows, edge = wish.sheets, wish.sides[other(wish.attacker)].edge
    if edge in ("north", "south"):
        near = rows[0] if edge == "north" else rows[-1]
    else:
        near = tuple(row[0 if edge == "west" else -1] for row in rows)
    return name[0] in {sheet.id for sheet in near}
