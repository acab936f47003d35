"""Retreats after lost assaults (9.1.5, 9.2m to 9.2o, 9.4g): by which sides, how far, and who does not get away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Path, Pieces, PieceSet
from meuse.games.france_1940 import flight, rout
from meuse.games.france_1940.events import Retreated
from meuse.games.france_1940.setting import TRACKED, WHEELED
from meuse.games.france_1940.state import FranceState, FranceStep


def attackers_sides(s: FranceState, hexa: int, froms: Iterable[int]) -> int:
    """Where a beaten attacker may go first: back where he came from, or by a side next to that (9.1.5b)."""
    return _fan(s, hexa, [s.setting.board.direction(hexa, origin) for origin in froms])


def defenders_sides(s: FranceState, hexa: int, froms: Iterable[int]) -> int:
    """Where a beaten defender may go first: opposite a side by which the attacker came, or next to that (9.1.5c)."""
    return _fan(s, hexa, [(s.setting.board.direction(hexa, origin) + 3) % 6 for origin in froms])


def ways_back(s: FranceState, hexa: int, attackers: Pieces, froms: Path, pieces: int) -> Iterator[tuple[int, int]]:
    """Pieces of a beaten attacker by where they came from, and where each may go first (9.1.5b).

    ``froms``: from where each of the attackers came; who is not among them goes with the first.
    """
    came: dict[int, int] = {}
    for piece, origin in zip(attackers, froms, strict=True):
        if pieces >> piece & 1:
            came[origin] = came.get(origin, 0) | 1 << piece
    rest = pieces & ~members(attackers)
    if rest:
        first = next(iter(came), froms[0])
        came[first] = came.get(first, 0) | rest
    for origin, group in came.items():
        yield group, attackers_sides(s, hexa, (origin,))


def _fan(s: FranceState, hexa: int, directions: Iterable[int]) -> int:
    ways = {(direction + turn) % 6 for direction in directions for turn in (-1, 0, 1)}
    beside = (s.setting.board.beside(hexa, direction) for direction in ways)
    return members(place for place in beside if place is not None)


def parted(s: FranceState, pieces: int) -> Iterator[int]:
    """Pieces of one hex by whether they go on foot or in vehicles; an officer on foot goes with those on foot."""
    setting = s.setting
    wheels = 0
    for piece in listed(pieces):
        mover = s.carriers[piece] if s.carriers[piece] >= 0 else piece
        if setting.move[mover] in (WHEELED, TRACKED):
            wheels |= 1 << piece | 1 << mover
    foot = pieces & ~wheels
    if foot and not foot & setting.units and wheels:
        wheels, foot = wheels | foot, 0
    yield from (group for group in (foot, wheels) if group)


class Retreat(FranceStep):
    """Units that have lost an assault retreat; two hexes in one direction (9.1.5)."""

    group: Pieces
    path: Path
    """The hexes they have come through, the assaulted one first."""
    left: int
    sides: Path
    """Where they may go first."""
    spared: PieceSet
    """The enemies who took part in the assault: they may be passed (9.1.5f, 9.1.5g)."""

    hand = "group"
    forced = True
    told: ClassVar[tuple[str, ...]] = ("9.1.5a",)
    """The clauses by which they go."""
    ends: ClassVar[tuple[str, ...]] = ("9.1.5e", "9.1.5f")
    """And by which they are lost."""
    ahead: ClassVar[tuple[str, str]] = ("9.1.5d", "{it} is not in the direction of the first hex")
    """Why they do not go on to a hex, with the clause."""
    heading = "{side} retreat"
    asks = "Choose where your units retreat."
    help = Help("9.1.5a", "They go by the sides marked, two hexes in one direction; without a way out they are lost.")
    words = {"retreat": "Retreat to {it}"}

    def present(self, s: FranceState) -> Pieces:
        return flight.present(s, self.group, self.path[-1])

    def about(self, s: FranceState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.present(s), (self.path[-1],)

    def terms(self, s: FranceState) -> flight.Terms:
        return flight.terms(s, self.side(s), members(self.present(s)), self.spared)

    def arrived(self, s: FranceState, terms: flight.Terms) -> bool:
        return self.left <= 0 and not terms.crowded >> self.path[-1] & 1

    def options(self, s: FranceState) -> list[Option]:
        if not self.present(s) or self.arrived(s, self.terms(s)):
            return []
        return super().options(s)

    def onward(self, s: FranceState, terms: flight.Terms) -> int:
        """The hexes from which they can go on as they must; the direction is kept (9.1.5d, 4h)."""
        return members(there for there in listed(self._ways(s)) if self._clear(s, self.path[-1], there, terms))

    def _ways(self, s: FranceState) -> int:
        board = s.setting.board
        if len(self.path) == 1:
            return members(self.sides)
        ahead = board.beside(self.path[-1], board.direction(self.path[-2], self.path[-1]))
        return 0 if ahead is None else 1 << ahead

    def _clear(self, s: FranceState, here: int, there: int, terms: flight.Terms) -> bool:
        """Can they go straight on over legal hexes until they may stop?"""
        board, legal, left = s.setting.board, terms.legal(s), self.left - 1
        direction = board.direction(here, there)
        while legal >> there & 1:
            if left <= 0 and not terms.crowded >> there & 1:
                return True
            beyond, left = board.beside(there, direction), left - 1
            if beyond is None:
                return False
            there = beyond
        return False

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        board, here, terms = s.setting.board, self.path[-1], self.terms(s)
        yield Bar(~board.around[here], "9.1.5a", "{it} is not next to the units that retreat")
        clause, says = self.ahead
        if len(self.path) == 1:
            clause, says = ("9.1.5b" if self.attacks(s) else "9.1.5c"), "by that side they may not retreat"
        yield Bar(~self._ways(s), clause, says)
        yield Bar(terms.forbidden, self.ends[0], "the units that retreat may not enter {it}")
        yield Bar(terms.hostile, self.ends[-1], "there are enemies in {it}")
        yield Bar(terms.exposed, self.ends[-1], "{it} is next to other enemies, and no friendly troops are there")
        yield Bar(~self.onward(s, terms), self.ahead[0], "from {it} the retreat cannot go on")

    def attacks(self, s: FranceState) -> bool:
        return self.side(s) == s.activator

    def retreat(self, s: FranceState, hexa: int) -> None:
        pieces = members(self.present(s))
        s.events.append(Retreated(self.told, listed(pieces), (self.path[-1], hexa)))
        s.turn_into(type(self)(listed(pieces), (*self.path, hexa), self.left - 1, self.sides, self.spared))
        flight.flee(s, pieces, hexa)

    def after(self, s: FranceState) -> None:
        """They are there, or they do not get away (9.1.5e, 9.1.5f)."""
        pieces = members(self.present(s))
        s.passing &= ~members(self.group)
        if pieces and not self.arrived(s, self.terms(s)):
            rout.remove(s, pieces, self.ends, self.path[-1], self.path[0])


class SeekCover(Retreat):
    """Units that have lost an armoured assault in the open seek cover, up to two hexes farther (9.2m, 9.2n, G56)."""

    told: ClassVar[tuple[str, ...]] = ("9.2n",)
    ends: ClassVar[tuple[str, ...]] = ("9.2o",)
    ahead: ClassVar[tuple[str, str]] = ("9.2n", "{it} is no nearer to cover on the way to their lines")
    help = Help("9.2n", "After the first hex they go on toward the nearest cover on the way to your lines.")

    def arrived(self, s: FranceState, terms: flight.Terms) -> bool:
        if len(self.path) == 1 or terms.crowded >> self.path[-1] & 1:
            return False
        return self.left <= 0 or not s.setting.ground.of["open"] >> self.path[-1] & 1 or not self.onward(s, terms)

    def onward(self, s: FranceState, terms: flight.Terms) -> int:
        return members(there for there in listed(self._ways(s)) if self._clear(s, self.path[-1], there, terms))

    def _clear(self, s: FranceState, here: int, there: int, terms: flight.Terms) -> bool:
        legal = terms.legal(s) & ~members(self.path)
        return bool(legal >> there & 1) and flight.leads_on(s, there, 0, legal, terms.crowded)

    def _ways(self, s: FranceState) -> int:
        if len(self.path) == 1:
            return members(self.sides)
        board, here = s.setting.board, self.path[-1]
        goals = listed(_cover(s, self.side(s), here))
        if not goals:
            return s.setting.homeward(self.side(s), here)
        far = board.distance(here, goals[0])
        nearer = (h for h in listed(board.around[here]) if any(board.distance(h, goal) < far for goal in goals))
        return members(nearer)


def _cover(s: FranceState, side: int, here: int) -> int:
    """The nearest hexes toward a side's own lines that are not open ground (9.2n)."""
    around, open_ = s.setting.homeward(side, here), s.setting.ground.of["open"]
    while around and not around & ~open_:
        onward = 0
        for hexa in listed(around):
            onward |= s.setting.homeward(side, hexa)
        around = onward
    return around & ~open_


def send(s: FranceState, pieces: int, hexa: int, hexes: int, sides: int, spared: int, overrun: bool = False) -> None:
    """Lay the retreat of all pieces of a side in a hex on the agenda."""
    kind = SeekCover if overrun else Retreat
    for group in parted(s, pieces):
        s.passing |= group
        s.moving &= ~group
        s.push(kind(listed(group), (hexa,), hexes, listed(sides), spared))
