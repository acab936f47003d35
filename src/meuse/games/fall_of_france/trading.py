"""Optional rule 22.10: units given up for fortifications before set-up."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help, Place
from meuse.games.fall_of_france import armies
from meuse.games.fall_of_france.events import BuiltFortress, BuiltLine, Traded
from meuse.games.fall_of_france.fortifications import LEVELS, standing, with_fortress, with_side
from meuse.games.fall_of_france.setting import BRITISH, GONE, NATIONS, UNPLACED, WAITING
from meuse.games.fall_of_france.state import FallState, SideStep, members, union

HELP = Help(
    "22.10b", "For one armoured or motorised unit a nation gets a fortress or two fortified lines, in its own country."
)


def home_of(s: FallState, nation: int) -> int:
    """A nation's own country; the British have none on the map."""
    return 0 if nation == BRITISH else s.setting.country[armies.HOME[nation]] & s.setting.land


class Trade(SideStep):
    """Give up a unit for fortifications, or go on to the set-up."""

    fortresses: int
    lines: int
    """Counters that this side has used."""

    heading = coming = "{side} fortifications"
    asks = "Give up an armoured or motorised unit for fortifications, or go on to the set-up."
    help = HELP
    words = {"trade": "Give up {it}", "done": "Build no more"}

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        setting, table = s.setting, s.setting.tables.options.fortifications
        own = [u for u in setting.units_of[self.mover] if s.where[u] in (UNPLACED, WAITING)]
        yield Bar(~setting.pieces_on[self.mover], "22.10b", "{it} is not of this side")
        yield Bar(~members(own), "22.10b", "{it} is not in play, or given up already")
        yield Bar(~setting.mechanized, "22.10b", "{it} is neither armour nor motorised")
        yield Bar(setting.pieces_of[BRITISH], "22.10b", "{it} is British, and Britain is not on the map")
        armour = [u for u in own if setting.is_armour[u]]
        for name in table.armour_first:
            nation = NATIONS.index(name)
            left = any(setting.nation[u] == nation for u in armour)
            later = setting.pieces_of[nation] & ~members(armour) if left else 0
            yield Bar(later, "22.10c", "{it} is motorised: armour must be given up first")
        spent = self.fortresses >= table.fortresses and self.lines + table.lines_for_unit > table.lines
        yield Bar(ALL if spent else 0, "22.10b", "there is no counter left to build with")
        stuck = members(u for u in own if setting.mechanized >> u & 1 and not self._solvable(s, u))
        yield Bar(stuck, "20.1a", "without {it} its army could not be set up as it must")

    def _solvable(self, s: FallState, unit: int) -> bool:
        twin = s.supposed()
        give_up(twin, unit)
        return armies.solvable(twin)

    def trade(self, s: FallState, piece: int) -> None:
        give_up(s, piece)
        s.events.append(Traded(("22.10b",), piece))
        table = s.setting.tables.options.fortifications
        nation = s.setting.nation[piece]
        s.push(Build(self.mover, nation, self.fortresses < table.fortresses, table.lines - self.lines, 0))


def give_up(s: FallState, unit: int) -> None:
    s.where[unit] = GONE
    s.touch()


class Build(SideStep):
    """Build a fortress, or fortified lines one after the other."""

    nation: int
    fortress: bool
    """Is there a fortress counter?"""
    lines: int
    """Line counters that are left."""
    built: int
    """Lines built for this unit."""

    asks = "Build a fortress, or choose a hex to fortify on one side."
    help = HELP
    words = {"fortify": "Build a fortress in {it}", "wall": "Fortify a side of {it}"}

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        home, table = home_of(s, self.nation), s.setting.tables.options.fortifications
        yield Bar(~home, "22.10b", "{it} is not in the nation's own country")
        if verb == "fortify":
            fortresses = union(s.walls[LEVELS.index("fortress")])
            yield Bar(ALL if self.built or not self.fortress else 0, "22.10b", "no fortress can be built now")
            yield Bar(fortresses, "22.10b", "{it} is a fortress already")
        else:
            few = not self.built and self.lines < table.lines_for_unit
            yield Bar(ALL if few else 0, "22.10b", "there are too few line counters left")
            yield Bar(~members(h for h in s.setting.board.members(home) if sides(s, h)), "22.10b", "{it} is fortified")

    def fortify(self, s: FallState, hexa: int) -> None:
        s.walls = with_fortress(s.walls, hexa, s.setting.board)
        s.touch()
        s.events.append(BuiltFortress(("22.10b",), hexa))
        s.pop()
        count(s, 1, 0)

    def wall(self, s: FallState, hexa: int) -> None:
        s.push(Face(self.mover, hexa))


class Face(SideStep):
    """Which side of a hex a line fortifies."""

    hex: Place

    spot = "hex"
    forced = True
    asks = "Choose the hex against which {hex} is fortified."
    help = HELP
    words = {"facing": "Fortify it against {it}"}

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[self.hex], "22.10b", "{it} is not next to it")
        yield Bar(~sides(s, self.hex), "22.10b", "the side toward {it} cannot be fortified, or is already")

    def facing(self, s: FallState, beyond: int) -> None:
        table = s.setting.tables.options.fortifications
        direction = s.setting.board.direction(self.hex, beyond)
        s.walls = with_side(s.walls, LEVELS.index(table.line), self.hex, direction)
        s.touch()
        s.events.append(BuiltLine(("22.10b",), self.hex, beyond))
        s.pop()
        build = s.agenda[-1]
        if build.built + 1 < table.lines_for_unit:
            s.turn_into(build.but(built=build.built + 1, lines=build.lines - 1))
        else:
            s.pop()
            count(s, 0, table.lines_for_unit)


def sides(s: FallState, hexa: int) -> int:
    """The land hexes against which a hex is not fortified yet."""
    board, walls = s.setting.board, standing(s.walls)
    beyond = [h for h in board.members(board.around[hexa]) if not walls[board.direction(hexa, h)] >> hexa & 1]
    return members(beyond) & s.setting.land


def count(s: FallState, fortresses: int, lines: int) -> None:
    """Counters have been used."""
    trade = s.agenda[-1]
    s.turn_into(trade.but(fortresses=trade.fortresses + fortresses, lines=trade.lines + lines))
