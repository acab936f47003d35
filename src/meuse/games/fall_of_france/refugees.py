"""Chapter 22.1: refugees. What they cost and block is in ``ways`` and ``supply``."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help
from meuse.engine.steps import Subject
from meuse.games.fall_of_france.events import RefugeesAppeared, RefugeesMoved
from meuse.games.fall_of_france.setting import GERMAN, FallSetting
from meuse.games.fall_of_france.state import FallState, FallStep


def appear(s: FallState, hexa: int) -> None:
    """Air units have supported a fight in a hex: a city sends refugees off, once a turn, Paris as one (22.1a, R103)."""
    paris = s.setting.paris
    city = (paris if paris >> hexa & 1 else 1 << hexa) & s.setting.cities
    if city and s.on("refugees") and not s.bombed & city:
        s.bombed |= 1 << hexa
        s.refugees = (*s.refugees, hexa)
        s.touch()
        s.events.append(RefugeesAppeared(("22.1a",), hexa))


def roads(setting: FallSetting, hexa: int) -> tuple[int, bool]:
    """The neighbours nearer to an edge that refugees make for, and whether the hex lies on one (22.1b, R134)."""
    known = setting.roads.get(hexa)
    if known is None:
        board, nearer, off = setting.board, 0, False
        for edge in setting.tables.options.refugees.edges:
            goal = board.edge({"west": "left", "south": "down"}[edge])
            off |= bool(goal >> hexa & 1)
            away = min(board.distance(hexa, end) for end in board.members(goal))
            for beside in board.members(board.around[hexa] & setting.land):
                if min(board.distance(beside, end) for end in board.members(goal)) < away:
                    nearer |= 1 << beside
        known = setting.roads[hexa] = nearer, off
    return known


def steps_of_turn(s: FallState) -> int:
    """How many hexes each counter moves this turn (22.1b)."""
    table = s.setting.tables.options.refugees
    return table.odd_turns if s.turn % 2 else table.even_turns


class Trek(FallStep):
    """The German player moves the refugee counters, one after the other (22.1b)."""

    counter: int
    """Which of them moves now."""
    left: int
    """How many hexes it still moves."""

    forced = True
    decides = GERMAN
    heading = "Refugees"
    words = {"flee": "The refugees go to {it}", "leave": "The refugees leave the map"}

    def prompt(self, s: FallState) -> str:
        return f"Refugees in {s.spot(s.refugees[self.counter])}: choose where they go."

    def explained(self, s: FallState) -> Help:
        return Help(
            "22.1b", f"Hexes that each counter moves this turn: {steps_of_turn(s)}, toward the south or west edge."
        )

    def about(self, s: FallState) -> Subject:
        return (), (s.refugees[self.counter],) if self.counter < len(s.refugees) else ()

    def ways(self, s: FallState) -> tuple[int, bool]:
        """Where the counter may go, and whether it may leave the map."""
        if self.counter >= len(s.refugees) or not self.left:
            return 0, False
        nearer, off = roads(s.setting, s.refugees[self.counter])
        return nearer & ~s.neutral_ground(), off

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        goals, off = self.ways(s)
        if verb == "flee":
            yield Bar(~goals, "22.1b", "{it} is no land hex next to the refugees, nearer to the south or west edge")
        elif not off:
            yield Bar(ALL, "22.1b", "the refugees are not at the south or west edge")

    def flee(self, s: FallState, hexa: int) -> None:
        start = s.refugees[self.counter]
        s.refugees = (*s.refugees[: self.counter], hexa, *s.refugees[self.counter + 1 :])
        s.touch()
        s.events.append(RefugeesMoved(("22.1b",), (start, hexa)))
        s.turn_into(self.but(left=self.left - 1))

    def leave(self, s: FallState, value: int) -> None:
        s.events.append(RefugeesMoved(("22.1b",), (s.refugees[self.counter],)))
        s.refugees = (*s.refugees[: self.counter], *s.refugees[self.counter + 1 :])
        s.touch()
        s.turn_into(Trek(self.counter, steps_of_turn(s)))

    def after(self, s: FallState) -> None:
        """On to the next counter."""
        if self.counter + 1 < len(s.refugees):
            s.push(Trek(self.counter + 1, steps_of_turn(s)))
