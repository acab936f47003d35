"""Chapter 13: reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meuse.engine import ALL, Bar, Help, Option, Piece, closed
from meuse.games.mansteins_war import capitulation, commands, control, ground, zoc
from meuse.games.mansteins_war.events import Arrived
from meuse.games.mansteins_war.setting import BRITISH, COMMANDS, COUNTRIES, FRENCH, NATIONS, UTILIZED, WAITING
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep
from meuse.mechanics.sets import listed, members

# who, and where


def due_now(s: MansteinState, side: int) -> int:
    """The ground units of a side that arrive this turn, or could not before (13.1b, R73)."""
    own = listed(s.setting.pieces_on[side] & ~s.standing)
    return members(piece for piece in own if s.where[piece] == WAITING and s.due[piece] <= s.turn)


def free_entry(s: MansteinState) -> int:
    """Reserve units come in any impulse of their side; by another reading with an army group only (13.2c, R37)."""
    free = s.rulings["reserve_entry"] == "any" or commands.takes_reserves(s)
    return s.setting.reserves if free else 0


def can_arrive(s: MansteinState, side: int) -> int:
    """The units that may be deployed now: of activated commands, activated by themselves, reserves (13.2)."""
    return due_now(s, side) & (s.active | free_entry(s))


def entry_hexes(s: MansteinState, nation: int) -> int:
    """The deployment hexes of a nation, whoever controls them (13.3, 25.2)."""
    setting, table, name = s.setting, s.setting.tables.entry, NATIONS[nation]
    hexes = setting.board.set(table.hexes[name])
    edges = table.french_west if nation == FRENCH and s.rulings["french_edges"] == "west" else table.edges[name]
    for country in map(COUNTRIES.index, setting.tables.logistics.country[name]):
        if table.depots[name]:
            hexes |= setting.depots_of[country] & ~s.bombed
        for edge in edges:
            hexes |= setting.edges[edge] & setting.country[country]
    if nation == BRITISH and s.on("british_ports") and not navy_used(s):
        hexes |= setting.ports & ~s.bombed
    return hexes & setting.land


def navy_used(s: MansteinState) -> bool:
    """Has the naval unit been used this turn (25.2b, R91)?"""
    return any(s.where[ship] == UTILIZED for ship in listed(s.setting.ships))


def entry_bars(s: MansteinState, piece: int) -> Iterator[Bar]:
    """Where a unit cannot be deployed (13.3, 13.4)."""
    setting = s.setting
    side, nation = setting.side_of[piece], setting.nation[piece]
    clause = {"german": "13.3a", "british": "13.3d"}.get(NATIONS[nation], "13.3b")
    yield Bar(~entry_hexes(s, nation), clause, f"{{it}} is not where {s.spoken(piece)} can be deployed")
    yield from ground.ground_bars(s, (piece,))
    yield Bar(~control.controlled(s, side), "13.4a", "{it} is not under friendly control")
    yield Bar(zoc.enemy_zone(s, side), "13.4b", "{it} is in an enemy zone of control")


def places_for(s: MansteinState, piece: int) -> int:
    """Where a unit can be deployed now; over-stacking is allowed for the moment (13.4c)."""
    return s.setting.land & ~closed(entry_bars(s, piece))


def last_chance(s: MansteinState, piece: int) -> bool:
    """Is there no later impulse of this turn in which the unit could come for sure (13.2b, R73)?"""
    setting = s.setting
    later = [setting.markers[n] for n in listed(s.bin & setting.markers_on[setting.side_of[piece]])]
    if setting.reserves >> piece & 1:
        return not any(s.rulings["reserve_entry"] == "any" or row.reserves for row in later)
    command = COMMANDS[setting.command[piece]]
    return not any(row.of == [command] for row in later)


# steps


@dataclass
class OpenReinforcement(SideStep):
    """The Reinforcement Segment begins (4.1g)."""

    automatic = True

    def after(self, s: MansteinState) -> None:
        if can_arrive(s, self.mover):
            s.push(Reinforce(self.mover))


@dataclass
class Reinforce(SideStep):
    """Deploy reinforcements of the activated commands, now or in a later impulse of the turn (13.2)."""

    heading = "{side} reinforcements"
    asks = "Choose a unit to deploy, or end the segment."
    help = Help("13.2a", "Units of activated commands that are due can come now; none can wait beyond this turn.")
    words = {"deploy": "Deploy {it}", "done": "End the segment"}
    takes_up = "deploy"

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("deploy", closed(self.bars(s, "deploy")))
        return options if not options or self._owed(s) else options + s.setting.say["done"]

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        setting = s.setting
        if verb == "done":
            if self._owed(s):
                yield Bar(ALL, "13.2b", "units that are due can come in no later impulse and must be deployed now")
            return
        yield Bar(~setting.ground, "13.5a", "{it} is no ground unit: others arrive in the Refit Phase")
        yield Bar(~setting.pieces_on[self.mover], "13.2a", "{it} is an enemy unit")
        yield Bar(~due_now(s, self.mover), "13.1b", "{it} is not due")
        yield Bar(~can_arrive(s, self.mover), "13.2a", "the command of {it} is not activated")
        stuck = members(piece for piece in listed(can_arrive(s, self.mover)) if not places_for(s, piece))
        yield Bar(stuck, "13.4a", "there is no hex where {it} could be deployed")

    def _owed(self, s: MansteinState) -> bool:
        """Is there a unit that must be deployed now (13.2b)?"""
        coming = listed(can_arrive(s, self.mover))
        return any(last_chance(s, piece) and places_for(s, piece) for piece in coming)

    def deploy(self, s: MansteinState, piece: int) -> None:
        s.push(Arrive(piece))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


@dataclass
class Arrive(MansteinStep):
    """Choose the hex in which a reinforcement is deployed."""

    piece: Piece

    hand = "piece"
    asks = "Choose a hex for {piece}."
    help = Help("13.3e", "Deploying is no movement: an activated unit can still move and fight in this impulse.")
    words = {"at": "Deploy in {it}"}

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        yield from entry_bars(s, self.piece)

    def at(self, s: MansteinState, hexa: int) -> None:
        s.pop()
        setting, piece = s.setting, self.piece
        s.put(piece, hexa)
        s.due[piece] = 0
        if (
            setting.nation[piece] == BRITISH
            and not setting.board.set(setting.tables.entry.hexes["british"]) >> hexa & 1
        ):
            s.naval_barred = True  # 25.2b
        s.events.append(Arrived(("13.3e",), piece, hexa))
        control.enter(s, (piece,), (hexa,))
        capitulation.check(s)
