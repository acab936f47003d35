"""Allied evacuation (20.2), and over the west edge of the map (25.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Help, Option, closed
from meuse.engine.scene import Sweep
from meuse.games.mansteins_war import commands, control
from meuse.games.mansteins_war.events import Evacuated
from meuse.games.mansteins_war.setting import ALLIED, EVACUATED
from meuse.games.mansteins_war.state import MansteinState, SideStep


class OpenEvacuation(SideStep):
    """The Ground Movement Segment is over: in the impulse of Evac, units may leave from ports (20.2d)."""

    def after(self, s: MansteinState) -> None:
        row = commands.under_way(s)
        if row is not None and row.evacuates:
            s.push(Evacuation(self.mover))


def of_the_command(s: MansteinState) -> int:
    """The mobile units of the activated army group; the British are in the First, reserves in none (20.2b, R40)."""
    setting = s.setting
    own = union(setting.pieces_in[command] for command in listed(s.commands))
    return own & setting.mobile & ~setting.reserves & setting.pieces_on[ALLIED]


def in_ports(s: MansteinState) -> int:
    """The units that stand in ports which bombs have not destroyed, in any country; enemy zones do not matter (R40)."""
    ports = s.setting.ports & ~s.bombed
    return members([piece for hexa in s.setting.board.members(ports & s.held[ALLIED]) for piece in s.at(hexa)])


class Evacuation(SideStep):
    """Units of the activated command in ports may leave for England, each as its owner likes (20.2d, R40)."""

    public = True
    heading = "{side} evacuation"
    asks = "Choose units that leave for England."
    help = Help("20.2h", "Evacuated units never return; they do not count as eliminated.")
    words = {"evacuate": "Evacuate {it}", "done": "No further units leave"}
    sweeps = {"evacuate": Sweep("evacuate", "Evacuate all")}

    def options(self, s: MansteinState) -> list[Option]:
        leaving = s.setting.vocabulary.open("evacuate", closed(self.bars(s, "evacuate")))
        return leaving + s.setting.say["done"] if leaving else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "evacuate":
            return
        yield Bar(~s.standing, "20.2d", "{it} is not on the map")
        yield Bar(~s.setting.mobile, "20.2d", "{it} cannot move")
        yield Bar(~of_the_command(s), "20.2d", "{it} does not belong to the activated army group")
        yield Bar(~in_ports(s), "20.2d", "{it} is not in a working port")

    def evacuate(self, s: MansteinState, piece: int) -> None:
        leave(s, (piece,), "20.2d")

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


def leave(s: MansteinState, pieces: Iterable[int], clause: str) -> None:
    """Units leave for England: out of the game, but not eliminated (20.2h)."""
    for piece in pieces:
        hexa = s.where[piece]
        s.lift(piece, EVACUATED)
        s.events.append(Evacuated((clause,), piece, hexa))
    control.check(s)


# over the edge of the map


def edge(s: MansteinState) -> int:
    """The hexes from which units move off the west edge (25.3a, R98)."""
    return s.setting.board.set(s.setting.tables.options.edge_evacuation.hexes)


def exit_cost(s: MansteinState) -> int:
    """What it costs to move off the map (R98)."""
    return s.setting.tables.options.edge_evacuation.cost


def exit_bars(s: MansteinState, piece: int, hexa: int) -> Iterator[Bar]:
    """Why a unit cannot move off the map from a hex (25.3a).

    Once Evac was picked any active Allied unit can this turn; by the other reading only those Evac has activated (R98).
    """
    if not s.on("edge_evacuation"):
        yield Bar(ALL, "25.3a", "leaving over the edge of the map is an optional rule that is not in force")
        return
    if not s.setting.pieces_on[ALLIED] >> piece & 1:
        yield Bar(ALL, "25.3a", "only Allied units may leave the map")
    row = commands.under_way(s)
    whole_turn = s.rulings["edge_evacuation"] == "turn"
    if not (s.evacuating if whole_turn else row is not None and row.evacuates):
        yield Bar(ALL, "25.3a", "Evac is not in effect")
    if not s.active & s.setting.mobile & 1 << piece:
        yield Bar(ALL, "25.3a", "the unit is not activated")
    if not edge(s) >> hexa & 1:
        yield Bar(ALL, "25.3a", f"{s.spot(hexa)} is not on the west edge of the map in France")


def can_exit(s: MansteinState, piece: int, hexa: int) -> bool:
    """May a unit in a hex move off the map, as far as 25.3 is concerned?"""
    return s.on("edge_evacuation") and not closed(exit_bars(s, piece, hexa))
