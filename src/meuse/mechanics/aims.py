"""What bots of several games go by: what they are after, how far it is, and what they have worked out already."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from meuse.board import Board
from meuse.engine import Option
from meuse.engine.advice import WeightedAdvice
from meuse.mechanics.shortlists import ranked

T = TypeVar("T")

MOST_KEPT = 5_000
"""How much is remembered before all of it is forgotten."""
PART = 12
"""How many bits a unit or a want takes in the number of a pair."""
LOW = (1 << PART) - 1
MOST_PULL = 1000
"""More than any place pulls."""


def recalled(
    memory: dict[Any, Any] | None, key: Hashable, make: Callable[[], T], holds: Callable[[T], bool] | None = None
) -> T:
    """What is remembered under a key, if it still holds; else it is worked out, and remembered from now on."""
    if memory is None:
        return make()
    known: T | None = memory.get(key)
    if known is None or (holds is not None and not holds(known)):
        if len(memory) >= MOST_KEPT:
            memory.clear()
        known = memory[key] = make()
    return known


class Way(NamedTuple):
    """How far every place is from some others: the places at each distance, and the distance of each place."""

    rings: tuple[int, ...]
    away: Sequence[int]

    def nearest(self, among: int, far: int) -> int:
        """How far the nearest of some places is; ``far`` if none can be reached."""
        return next((distance for distance, ring in enumerate(self.rings) if ring & among), far)

    def within(self, steps: int) -> int:
        """The places that are so many steps away at most."""
        return sum(self.rings[: steps + 1])


class Ways:
    """The ways over some ground to all places anybody asked for, each worked out once."""

    def __init__(self, board: Board, spread: Callable[[int], int], ground: int, far: int) -> None:
        self._board = board
        self._spread = spread
        """A set of places with all that lie next to one of them."""
        self._ground = ground
        self.far = far
        """The distance of places that cannot be reached, at most 255."""
        self._known: dict[tuple[int, int], Way] = {}
        self._felt: dict[frozenset[tuple[int, float]], list[float]] = {}

    def to(self, places: int, barred: int = 0) -> Way:
        """The way to the nearest of some places, round some others."""
        return recalled(self._known, (places, barred), lambda: self._measured(places, self._ground & ~barred))

    def _measured(self, places: int, ground: int) -> Way:
        away = bytearray([self.far]) * self._board.size
        rings: list[int] = []
        front = seen = places
        while front:
            for place in self._board.members(front):
                away[place] = len(rings)
            rings.append(front)
            front = self._spread(front) & ground & ~seen
            seen |= front
        return Way(tuple(rings), bytes(away))

    def felt(self, pulls: Mapping[int, float]) -> list[float]:
        """How strongly some places are felt everywhere: the pull of a place wanes with each step."""
        return recalled(self._felt, frozenset(pulls.items()), lambda: self._levels(pulls))

    def _levels(self, pulls: Mapping[int, float]) -> list[float]:
        felt = [(pull, self.to(1 << place).away) for place, pull in pulls.items()]
        return [max((pull - away[place] for pull, away in felt), default=0.0) for place in range(self._board.size)]

    def wanted(self, want: Want) -> list[Way]:
        """The ways to what is wanted: to each of its places, or to the nearest of them."""
        places = [1 << place for place in self._board.members(want.places)] if want.each else [want.places]
        return [self.to(place, want.barred) for place in places]


class Want(NamedTuple):
    """Places where units are wanted: by which heuristic they pull, how many units, and round what these must go."""

    pull: str
    places: int
    units: int
    each: bool = True
    """So many units for each of the places, or else for all of them together."""
    barred: int = 0


class Aims:
    """What a side is after: to each of its units the place it is sent to, and how far it had to go at first."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.ways: dict[int, Way] = {}
        self.start: dict[int, int] = {}
        self._gains: dict[int, int] = {}
        """How much nearer units could come, where that has been computed."""

    def send(self, units: Mapping[int, int], wants: Iterable[Want], pulls: Mapping[str, float], ways: Ways) -> None:
        """Units, each with its place, are sent where they are wanted, those first who gain most by going there.

        The pull of a place wanes with each step. A pair of a unit and a place is one number, of which the gain, the
        less the better, is the highest part.
        """
        goals: list[Way] = []
        left: list[int] = []
        pairs: list[int] = []
        spots = [(unit << PART, place) for unit, place in units.items()]
        for want in wants:
            pull = int(pulls[want.pull])
            within, worst = min(pull, ways.far), MOST_PULL - pull << 2 * PART
            for way in ways.wanted(want):
                number, away = worst + len(goals), way.away
                pairs += [number + (far << 2 * PART) + unit for unit, place in spots if (far := away[place]) < within]
                goals.append(way)
                left.append(want.units)
        unsent = len(units)
        for pair in sorted(pairs):
            unit, number = pair >> PART & LOW, pair & LOW
            if left[number] and unit not in self.ways:
                left[number] -= 1
                self.ways[unit] = goals[number]
                self.start[unit] = goals[number].away[units[unit]]
                unsent -= 1
                if not unsent:
                    return

    def progress(self, where: Sequence[int]) -> int:
        """How much nearer all units are to where they were sent than they were at first."""
        there = [(unit, way, where[unit]) for unit, way in self.ways.items()]
        return sum(self.start[unit] - way.away[place] for unit, way, place in there if place >= 0)

    def nearer(self, unit: int, here: int, there: int) -> int:
        """How much nearer a unit would come from one place to another."""
        way = self.ways.get(unit)
        return way.away[here] - way.away[there] if way is not None else 0

    def closest(self, unit: int, options: Iterable[Option], most: int | None = None) -> list[Option]:
        """The options that bring a unit closest to where it is sent; none, if it is sent nowhere or cannot go there."""
        way = self.ways.get(unit)
        if way is None:
            return []
        reached = sum(way.rings)
        return ranked((o for o in options if reached >> o.value & 1), lambda place: -way.away[place], most)

    def most_to_gain(self, moves: Sequence[Option], gain: Callable[[int], int]) -> Option | None:
        """The move that brings most, if any does: what was computed earlier is computed again for the best."""
        fresh: set[int] = set()
        while True:
            for option in moves:
                if option.value not in self._gains:
                    self._gains[option.value] = gain(option.value)
                    fresh.add(option.value)
            chosen = max(moves, key=lambda option: self._gains[option.value], default=None)
            if chosen is None or self._gains[chosen.value] <= 0:
                return None
            if chosen.value in fresh:
                return chosen
            del self._gains[chosen.value]


class AimedAdvice(WeightedAdvice):
    """Advice for games in which units are sent where they are wanted: a game says where that is."""

    def ways(self, state: Any) -> Ways:
        """The ways units take."""
        raise NotImplementedError

    def wants(self, state: Any, side: int) -> Iterable[tuple[Mapping[int, int], Iterable[Want]]]:
        """The units of a side in groups, each unit with its place, and where those of a group are wanted."""
        raise NotImplementedError

    def plan(self, state: Any, side: int) -> Aims:
        aims = Aims(side)
        for units, wants in self.wants(state, side):
            aims.send(units, wants, self.heuristic, self.ways(state))
        return aims

    def aims(self, state: Any, side: int, phase: Hashable = None) -> Aims:
        """What a side is after; with memory, what it was after when it began with this phase of its turn."""
        key = (self.player_turn(state).key, side, phase) if self.memory is not None else ()
        return recalled(self.memory, key, lambda: self.plan(state, side))

    def approach(self, seen: Any) -> float:
        """A term: how much nearer units are to where they are sent."""
        return float(seen.plan.progress(seen.state.where) * self.camp(seen.plan.side))
