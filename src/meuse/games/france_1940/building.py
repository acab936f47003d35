"""What units build over two turns (12.1 to 12.6): positions, roadblocks, pontoon bridges, crossings, gaps in teeth.

A unit begins in one turn and finishes in the next, each time as its whole action; in between it stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Piece, Place
from meuse.games.france_1940 import works
from meuse.games.france_1940.events import WorkBegun, WorkDone
from meuse.games.france_1940.setting import SIDES
from meuse.games.france_1940.state import FranceState, FranceStep, Project

TITLES = {
    "position": "an improved position", "roadblock": "a roadblock", "pontoon": "a pontoon bridge",
    "crossing": "a crossing over the anti-tank ditch", "teeth": "a gap in the dragon's teeth",
}  # fmt: skip
"""What a work is called."""
CLAUSES = {
    "position": "12.1.1c", "roadblock": "12.3d", "pontoon": "12.4c", "crossing": "12.5c", "teeth": "12.6b",
}  # fmt: skip
"""The clause of each work."""


def positions(s: FranceState, side: int) -> int:
    """The finished improved positions of a side."""
    return s.allied_positions if side else s.german_positions


# who may begin what


def _begun(s: FranceState, work: str) -> Iterator[Bar]:
    if s.projects:
        here = works.among(s, works.sites(s, s.activator, (work,)))
        yield Bar(here, CLAUSES[work], f"{TITLES[work]} has been begun in the hex of {{it}}")


def entrench_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot begin an improved position (12.1.1a, 12.1.1c, G79)."""
    yield from works.hands(s)
    yield Bar(~works.among(s, s.setting.diggable), "12.1.1a", "no position can be dug in the terrain of {it}")
    have = works.among(s, positions(s, s.activator))
    yield Bar(have, "12.1.1c", "there is an improved position in the hex of {it}")
    yield from _begun(s, "position")


def barricade_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot begin a roadblock (12.3c)."""
    yield from works.engineers(s, "12.3c")
    yield Bar(~works.among(s, s.setting.wooded_roads), "12.3c", "{it} is not on a road in or beside woods")
    yield Bar(works.among(s, s.roadblocks), "12.3c", "there is a roadblock in the hex of {it}")
    yield from _begun(s, "roadblock")


def span_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot begin a crossing over an anti-tank ditch (12.5c)."""
    yield from works.engineers(s, "12.5c")
    yield Bar(~works.among(s, s.ditches & ~s.crossings), "12.5c", "{it} is not at a ditch without a crossing")
    yield from _begun(s, "crossing")


def breach_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot begin to destroy dragon's teeth (12.6b)."""
    yield from works.engineers(s, "12.6b")
    yield Bar(~works.among(s, s.teeth), "12.6b", "{it} is not among dragon's teeth")
    yield from _begun(s, "teeth")


def bridge_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot begin a pontoon bridge (12.4b, 12.4c)."""
    yield from works.engineers(s, "12.4b")
    if not bridges_left(s):
        yield Bar(ALL, "12.4b", "the engineers have built as many pontoon bridges as the scenario allows")
    sites, around = bridgeable(s), s.setting.board.around
    near = members([p for p in listed(s.active & s.alive & s.setting.engineers) if around[s.where[p]] & sites])
    yield Bar(~near, "12.4c", "{it} is not beside a river hex that could be bridged")


def bridges_left(s: FranceState) -> bool:
    """May a side's engineers begin another bridge? A scenario may limit their number (12.4b)."""
    most = s.setting.scenario.pontoons.get(SIDES[s.activator])
    begun = sum(p.work == "pontoon" and s.setting.side_of[p.unit] == s.activator for p in s.projects)
    return most is None or s.bridged[s.activator] + begun < most


def bridgeable(s: FranceState) -> int:
    """River hexes without any bridge, nor enemies in them, at which no bridge is being built (12.4b)."""
    setting = s.setting
    if setting.scenario.river == "dry":
        return 0
    taken = setting.bridges | s.pontoons | s.foot_pontoons | setting.closed | s.held[1 - s.activator]
    return setting.ground.river & ~taken & ~works.sites(s, s.activator, ("pontoon",))


def resume_bars(s: FranceState) -> Iterator[Bar]:
    """Who has no work to finish: it was begun in the turn before, and the unit has stayed (12.1.1c, 12.3d)."""
    due = members([project.unit for project in s.projects if project.turn == s.turn - 1])
    yield Bar(~due, "12.1.1c", "{it} began no work in the turn before")
    yield from works.hands(s)


# doing it


def begin(s: FranceState, unit: int, work: str, hexa: int) -> None:
    """The first of two activations: a unit sets about a work (12.1.1c, 12.3d, 12.4c)."""
    works.declare(s, unit, Begin(unit, work, hexa))


class Begin(FranceStep):
    """The first activation: the work is under way (12.1.1c)."""

    unit: Piece
    work: str
    hex: Place

    def after(self, s: FranceState) -> None:
        if works.able(s, self.unit):
            kept = [project for project in s.projects if project.unit != self.unit]
            s.projects = (*kept, Project(self.unit, self.work, self.hex, s.turn))
            s.events.append(WorkBegun((CLAUSES[self.work],), self.unit, TITLES[self.work], self.hex))
            works.Acted(self.unit).after(s)


class Resume(FranceStep):
    """The second activation: the unit is Finished, and the work is done (12.1.1c, 12.3d, 12.4c)."""

    unit: Piece

    def after(self, s: FranceState) -> None:
        project = next((project for project in s.projects if project.unit == self.unit), None)
        if project is not None and works.able(s, self.unit):
            s.projects = tuple([other for other in s.projects if other != project])
            works.Acted(self.unit).after(s)
            DONE[project.work](s, self.unit, 1 << project.hex)
            s.touch()
            s.events.append(WorkDone((CLAUSES[project.work],), self.unit, TITLES[project.work], project.hex))


def _dug(s: FranceState, unit: int, bit: int) -> None:
    if s.setting.side_of[unit]:
        s.allied_positions |= bit
    else:
        s.german_positions |= bit


def _blocked(s: FranceState, unit: int, bit: int) -> None:
    s.roadblocks |= bit


def _bridged(s: FranceState, unit: int, bit: int) -> None:
    side = s.setting.side_of[unit]
    s.foot_pontoons |= bit
    s.bridged = tuple([count + (number == side) for number, count in enumerate(s.bridged)])


def _spanned(s: FranceState, unit: int, bit: int) -> None:
    s.crossings |= bit


def _breached(s: FranceState, unit: int, bit: int) -> None:
    s.teeth &= ~bit


DONE: dict[str, Callable[[FranceState, int, int], None]] = {
    "position": _dug, "roadblock": _blocked, "pontoon": _bridged, "crossing": _spanned, "teeth": _breached,
}  # fmt: skip
"""What each work changes when it is done."""


class Bridge(FranceStep):
    """Engineers choose the river hex in which they build a pontoon bridge (12.4c)."""

    unit: Piece

    hand = "unit"
    standing = True
    asks = "Choose the river hex for the pontoon bridge of {unit}."
    help = Help("12.4c", "The bridge is ready when the engineers have worked on it in two turns running.")
    words = {"at": "Pontoon bridge in {it}"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[s.where[self.unit]], "12.4c", "{it} is not beside the engineers")
        yield Bar(~bridgeable(s), "12.4b", "no pontoon bridge can be built in {it}")

    def at(self, s: FranceState, hexa: int) -> None:
        s.pop()
        begin(s, self.unit, "pontoon", hexa)
