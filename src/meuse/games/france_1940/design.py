"""Chapter 13: battles bought by points. What there is to buy, what it costs, and what the rules say against a wish."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from meuse.board import HexMap
from meuse.engine.data import DataError, written
from meuse.engine.design import (
    BattleKind,
    Bought,
    Camp,
    Catalogue,
    Design,
    Designer,
    Flaw,
    LaidSheet,
    Pick,
    Price,
    Ware,
    Wish,
)
from meuse.games.france_1940 import boards
from meuse.games.france_1940.aims import AIMS, ATTACK, ENDINGS, MEETING, Row, other
from meuse.games.france_1940.objections import RULES, ground_rules
from meuse.games.france_1940.rosters import NATIONS, FormationRow, Nation, SideName, WorkPrice
from meuse.games.france_1940.scenarios import MINES
from meuse.games.france_1940.setting import EDGES, SIDES, FranceSetting

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940

MOST_BOARDS = 8
DAYS = ("1940-05-10", "1940-06-25")
"""From the invasion to the armistice."""
GUNNERS: tuple[Nation, ...] = ("german", "french", "british")
"""The nations that have batteries beyond the board and aircraft; their allies use them (G96)."""
MINED = " minefield"


def dear(points: int, hundredths: int) -> int:
    """The price of a formation that is not of the usual quality; fractions are dropped (13n, 13o, G87)."""
    return points * hundredths // 100


class BattleDesigner(Designer):
    """Sells formations, batteries, air missions and works, and lays the boards."""

    def __init__(self, game: France1940) -> None:
        self.game = game
        self.prices = game.prices
        self.goods: dict[str, Good] = {good.ware.id: good for good in self._goods()}

    # what there is

    def catalogue(self) -> Catalogue:
        prices = self.prices
        meeting = BattleKind(
            MEETING, "Meeting engagement", "Both sides have the same points and enter over their own edges.", "13b",
            prices.meeting.turns, tuple(prices.meeting.points), 0,
        )  # fmt: skip
        attack = BattleKind(
            ATTACK, "Attack and defence",
            f"One side defends and may buy works; the attacker has {prices.attack.times} times its points.", "13f",
            prices.attack.turns, tuple(prices.attack.points), prices.attack.times,
        )  # fmt: skip
        data = self.game.data
        sheets = [Pick(letter, boards.board(data, letter).file.title, clause="2.1d") for letter in boards.letters(data)]
        return Catalogue(
            (meeting, attack), tuple(sheets), MOST_BOARDS, RIVERS,
            tuple(Pick(edge, f"{edge} edge", clause="2.3b") for edge in EDGES), DAYS,
            tuple(good.ware for good in self.goods.values()), AIMS, START,
        )  # fmt: skip

    def _goods(self) -> Iterator[Good]:
        game = self.game
        for row in game.prices.formation:
            about = game.units.nation[row.nation]
            yield Good(self._formation(row, about.title, about.side), row.nation, "force", {"line": row.id})
        for nation in GUNNERS:
            title, side = game.units.nation[nation].title, game.units.nation[nation].side
            for battery in game.prices.battery:
                name = f"{title} battery of {battery.calibre} mm, {STRENGTHS[battery.strength]}"
                ware = Ware(
                    f"{nation}-{battery.calibre}-{battery.strength}", side, f"{title} artillery beyond the board", name,
                    battery.clause, (Price("", "", battery.points[side]),),
                )  # fmt: skip
                yield Good(ware, nation, "battery", {"calibre": battery.calibre, "strength": battery.strength})
            air = game.prices.air
            price = (Price("", "", air.points[side]),)
            ware = Ware(f"{nation}-air", side, f"{title} air support", f"{title} air mission", air.clause, price, True)
            yield Good(ware, nation, "air", {})
        for side in SIDES:
            for work, price_row in game.prices.work.items():
                yield self._work(side, work, price_row)

    def _formation(self, row: FormationRow, nation: str, side: SideName) -> Ware:
        """A formation in three qualities; transports are sold as they are (13n, 13o)."""
        types, prices = self.game.unit_types, self.prices
        parts = [f"{count} {types[unit].name}" for unit, count in row.units.items() if types[unit].kind != "horses"]
        cost = [Price("regular", "regular", row.points)]
        if row.officer is None:
            return Ware(row.id, side, f"{nation} transport", " and ".join(parts), row.clause, tuple(cost), True)
        cost.append(Price("veteran", "veteran", dear(row.points, prices.veteran)))
        cost.append(Price("green", "green", dear(row.points, prices.green)))
        what = "tanks and vehicles" if row.officer == "tank" else "infantry and heavy weapons"
        return Ware(row.id, side, f"{nation} {what}", f"Officer, {', '.join(parts)}", row.clause, tuple(cost), True)

    def _work(self, side: SideName, work: str, row: WorkPrice) -> Good:
        """Works cost both sides the same (G88); mines are of one kind or another (12.7.1b)."""
        marker, density = ("minefield", work.removesuffix(MINED)) if work.endswith(MINED) else (work, "")
        kinds = MINES if density else {"": ""}
        prices = tuple(Price(kind, title, row.points) for kind, title in kinds.items())
        name = f"{side}-{work.replace(' ', '-')}"
        ware = Ware(name, side, "Works of the defender", work.capitalize(), row.clause, prices)
        return Good(ware, NATIONS[0], "work", {"marker": marker, **({"density": density} if density else {})})

    def map(self, sheets: Sequence[Sequence[LaidSheet]]) -> HexMap:
        if not 1 <= sum(map(len, sheets)) <= MOST_BOARDS or not all(sheets):
            raise ValueError(f"take 1 to {MOST_BOARDS} boards")
        if len({len(row) for row in sheets}) > 1:
            raise ValueError("all rows must have as many boards")
        return boards.laid_out(self.game.data, layout(sheets))

    # what becomes of a wish

    def design(self, wish: Wish) -> Design:
        flaws = [*self._unknown(wish)]
        spent = {side: self.spent(camp) for side, camp in wish.sides.items()}
        if flaws:
            return Design("", tuple(flaws), spent, {})
        flaws += [flaw for rule in RULES for flaw in rule(self, wish)]
        if any(flaw.stops for flaw in flaws):
            return Design("", tuple(flaws), spent, {})
        text = written(self._scenario(wish), "force", "battery", "air", "work")
        try:
            setting: FranceSetting = self.game.own_setting(text)
        except DataError as error:
            return Design("", (*flaws, *(Flaw(problem) for problem in error.problems)), spent, {})
        flaws += ground_rules(self, wish, setting)
        areas: dict[str, tuple[str, ...]] = {
            side: tuple(setting.board.names(setting.areas[side])) for side in SIDES if side in setting.areas
        }
        good = not any(flaw.stops for flaw in flaws)
        return Design(setting.text if good else "", tuple(flaws), spent, areas)

    def _unknown(self, wish: Wish) -> Iterator[Flaw]:
        """Names that mean nothing here, and boards that cannot lie so."""
        picks: list[tuple[str, str, Collection[str]]] = [
            ("kind of battle", wish.kind, (MEETING, ATTACK)), ("aim", wish.aim, [aim.id for aim in AIMS]),
            ("river", wish.river, [river.id for river in RIVERS]), ("attacker", wish.attacker or SIDES[0], SIDES),
        ]  # fmt: skip
        if set(wish.sides) != set(SIDES):
            yield Flaw(f"the sides are {' and '.join(SIDES)}")
        for side, camp in wish.sides.items():
            picks.append(("edge", camp.edge, EDGES))
            for line in camp.lines:
                good = self.goods.get(line.ware)
                if good is None or good.ware.side != side:
                    yield Flaw(f"{side} cannot buy {line.ware!r}", side=side)
                elif line.price not in [price.id for price in good.ware.prices]:
                    yield Flaw(f"{good.ware.title} is not sold as {line.price!r}", good.ware.clause, side)
        for what, given, known in picks:
            if given not in known:
                yield Flaw(f"there is no {what} {given!r}; there are: {', '.join(known)}")
        if not _is_day(wish.day) or not DAYS[0] <= wish.day <= DAYS[1]:
            yield Flaw(f"the day is between {DAYS[0]} and {DAYS[1]}")
        if not wish.turns >= 1:
            yield Flaw("a battle has at least one turn", self.kind(wish)[1])
        try:
            self.map(wish.sheets)
        except ValueError as error:
            yield Flaw(str(error), "2.1d")

    def cost(self, line: Bought) -> int:
        """What a line costs."""
        good = self.goods.get(line.ware)
        prices = good.ware.prices if good is not None else ()
        return line.count * next((price.points for price in prices if price.id == line.price), 0)

    def spent(self, camp: Camp) -> int:
        return sum(map(self.cost, camp.lines))

    def kind(self, wish: Wish) -> tuple[int, str]:
        """The turns of a kind of battle, and the clause that says so (13e, 13j)."""
        return (self.prices.attack.turns, "13j") if wish.kind == ATTACK else (self.prices.meeting.turns, "13e")

    def bought(self, wish: Wish, table: str) -> Iterator[tuple[str, Good, Bought]]:
        """What goes into one table of the scenario: side, good, line."""
        for side in SIDES:
            for line in wish.sides[side].lines:
                good = self.goods[line.ware]
                if good.table == table and line.count:
                    yield side, good, line

    def _scenario(self, wish: Wish) -> Row:
        """The entries of the scenario file."""
        attacked = wish.kind == ATTACK
        head: Row = {
            "title": wish.title.strip() or "A battle of one's own",
            "about": f"{'Attack and defence' if attacked else 'Meeting engagement'}, bought by points.",
            "players": [[side] for side in SIDES],
            "starts": wish.attacker if attacked else SIDES[0],
            "length": f"{wish.turns} turns",
            "source": "bought by rulebook 13",
            "day": wish.day,
            "boards": layout(wish.sheets),
            "turns": wish.turns,
            "river": wish.river,
            **({"attacker": wish.attacker} if attacked else {}),
            "first": other(wish.attacker) if attacked else SIDES[0],
            "edge": {side: wish.sides[side].edge for side in SIDES},
            "smoke": {side: SMOKE for side in SIDES if self._has_guns(wish, side)},
            "area": {side: self._band(wish, side) for side in SIDES if wish.sides[side].depth},
        }
        tables = {
            "force": [self._force(wish, *row) for row in self.bought(wish, "force")],
            "battery": [_line(good, line) for _, good, line in self.bought(wish, "battery")],
            "air": [_line(good, line) | {"turn": max(line.enters, 1)} for _, good, line in self.bought(wish, "air")],
            "work": [_work_line(side, good, line) for side, good, line in self.bought(wish, "work")],
        }
        filled = {name: rows for name, rows in tables.items() if rows}
        given = {key: value for key, value in head.items() if value != {}}
        return given | {"victory": ENDINGS[wish.aim](wish)} | filled

    def _has_guns(self, wish: Wish, side: str) -> bool:
        """Mortars and artillery on the board can lay smoke (8.1.5c)."""
        types = self.game.unit_types
        lines = [self.game.lines[good.ware.id] for owner, good, _ in self.bought(wish, "force") if owner == side]
        return any(types[unit].kind in ("mortar", "artillery") for line in lines for unit in line.units)

    def _band(self, wish: Wish, side: str) -> Row:
        """The rows or columns along a side's edge in which it sets up (13h, 13i)."""
        camp = wish.sides[side]
        board = self.game.ground_of(layout(wish.sheets)).board
        columns = Counter(round(board.spot(h)[0], 3) for h in board.hexes)
        along, size = ("rows", max(columns.values())) if camp.edge in ("north", "south") else ("columns", len(columns))
        depth = min(camp.depth, size)
        first = 1 if camp.edge in ("north", "west") else size - depth + 1
        return {along: [first, first + depth - 1]}

    def _force(self, wish: Wish, side: str, good: Good, line: Bought) -> Row:
        """Formations and transports: set up in the side's area, or entering."""
        row = _line(good, line)
        if line.price not in ("", "regular"):
            row["quality"] = line.price
        if wish.sides[side].depth and not line.enters:
            return row | {"area": side}
        return row | {"enters": max(line.enters, 1)}


class Good:
    """Something sold: how it is offered, and what it becomes in a scenario file."""

    def __init__(self, ware: Ware, nation: Nation, table: str, row: Row) -> None:
        self.ware, self.nation, self.table, self.row = ware, nation, table, row


def _line(good: Good, line: Bought) -> Row:
    return {"nation": good.nation, **good.row, **({"times": line.count} if line.count > 1 else {})}


def _work_line(side: str, good: Good, line: Bought) -> Row:
    mines = {"mines": line.price} if line.price else {}
    return {"side": side, **good.row, **mines, "times": line.count, "area": side}


def _is_day(text: str) -> bool:
    """Is a text a day of the calendar?"""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def layout(sheets: Sequence[Sequence[LaidSheet]]) -> list[list[str]]:
    """The boards as scenario files name them."""
    return [[sheet.id + boards.TURNED * sheet.turned for sheet in row] for row in sheets]


RIVERS = (
    Pick("minor", "Minor", "All units ford it anywhere, at a cost.", "11.9.1a"),
    Pick("major", "Major", "It is crossed at bridges only, or where engineers build a pontoon bridge.", "11.9.2a"),
    Pick("dry", "Dry", "It does not matter to anybody.", "11.9c"),
)
STRENGTHS = {"full": "complete", "depleted": "partial"}
SMOKE = 2
"""Smoke missions of a side with mortars or artillery on the board; the rulebook leaves it to scenarios (8.1.5c)."""
START = Wish(
    "A battle of one's own", ATTACK, "german", ((LaidSheet("A"),),), "1940-05-15", "minor", 15,
    {
        "german": Camp(300, "south", 0, (Bought("GE1", "regular", 2), Bought("GE12", "regular"))),
        "allied": Camp(150, "north", 9, (Bought("FR2", "regular", 2),)),
    },
    "objectives", ("A609",),
)  # fmt: skip
"""A small battle to begin with."""
