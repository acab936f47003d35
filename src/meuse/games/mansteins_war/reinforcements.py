"""Chapter 13: reinforcements, and by 25.2 the British ones that come through ports."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members, one_each
from meuse.engine import ALL, Bar, Help, Option, Piece, closed
from meuse.games.mansteins_war import commands, control, ground, zoc
from meuse.games.mansteins_war.events import Available, Deployed
from meuse.games.mansteins_war.setting import (
    ALLIED,
    AVAILABLE,
    BRITISH,
    COMMANDS,
    FRENCH,
    NATIONS,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep
from meuse.games.mansteins_war.tables import CommandMarker

# who


def waiting(s: MansteinState, side: int) -> int:
    """The ground units of a side on the turn track (13.1b)."""
    return s.in_box(WAITING, s.setting.pieces_on[side] & ~s.standing)


def due(s: MansteinState, side: int) -> int:
    """Those of them whose turn has come (13.1a, 13.2b)."""
    return members([piece for piece in listed(waiting(s, side)) if s.due[piece] <= s.turn])


def called(s: MansteinState) -> int:
    """The units that can be deployed in this impulse, if they are due: those of the activated sub-commands (13.2a).

    Reserve units can in any impulse of their side, by the other reading only with an army group (13.2c, R37).
    """
    free = s.rulings["reserve_entry"] == "any" or commands.takes_reserves(s)
    return s.active | (s.setting.reserves if free else 0)


def brings_reserves(s: MansteinState, row: CommandMarker) -> bool:
    """Is a marker that is still in the bin sure to let reserve units be deployed (13.2c, R37)?"""
    of = [COMMANDS.index(command) for command in row.of]
    groups = sum(s.setting.army_groups >> command & 1 for command in of)
    return s.rulings["reserve_entry"] == "any" or (row.reserves and row.commands > len(of) - groups)


def expecting(s: MansteinState, side: int) -> int:
    """The sub-commands, as a set, for which units wait that are due and could be deployed now (13.2a, 13.2b)."""
    units = due(s, side) & ~s.setting.reserves
    return members([s.setting.command[piece] for piece in listed(units) if entry(s, piece)])


def can_be_served(s: MansteinState, side: int, wanted: int, choices: list[int]) -> bool:
    """Can each of some sub-commands still be activated this turn, by some choices and the markers in the bin (R73)?"""
    chances = choices.copy()
    for number in listed(s.bin & s.setting.markers_on[side]):
        row = s.setting.markers[number]
        chances += [s.setting.commands_of[row.id]] * row.commands
    fitting = [members([n for n, of in enumerate(chances) if of >> command & 1]) for command in listed(wanted)]
    return one_each(fitting)


def hopeful(s: MansteinState, side: int, wanted: int, choices: list[int]) -> int:
    """Those of some sub-commands that could be activated if they were the only ones (R73)."""
    return members([one for one in listed(wanted) if can_be_served(s, side, 1 << one, choices)])


def last_chance(s: MansteinState, piece: int) -> bool:
    """Can no marker left this turn let a unit be deployed, or only one that others wait for (13.2b, R73)?"""
    side, bit = s.setting.side_of[piece], 1 << s.setting.command[piece]
    if s.setting.reserves >> piece & 1:
        left = s.bin & s.setting.markers_on[side]
        return not any(brings_reserves(s, s.setting.markers[number]) for number in listed(left))
    if not can_be_served(s, side, bit, []):
        return True
    others = hopeful(s, side, expecting(s, side) & ~bit, [])
    return can_be_served(s, side, others, []) and not can_be_served(s, side, others | bit, [])


def forsaken(s: MansteinState, side: int, row: CommandMarker, left: int) -> int:
    """The sub-commands that a marker cannot activate now, for units that waited for it would not arrive (13.2b, R73).

    ``left``: how many it can still activate. Where not all can arrive it must be for some of them.
    """
    open_now = commands.open_commands(s, row)
    rest = [open_now] * (left - 1)
    wanted = hopeful(s, side, expecting(s, side) & ~s.commands, [open_now, *rest])
    if not wanted:
        return 0
    good = members([one for one in listed(open_now) if can_be_served(s, side, wanted & ~(1 << one), rest)])
    kept = good or wanted & open_now
    return open_now & ~kept if kept else 0


def overdue(s: MansteinState, side: int) -> list[int]:
    """The units that must be deployed in this impulse: it is their last of the turn, and there is a hex (13.2b)."""
    units = listed(due(s, side) & called(s))
    return [piece for piece in units if last_chance(s, piece) and entry(s, piece)]


# where


def depots(s: MansteinState, nation: int) -> int:
    """The depots in which a nation's units are deployed, whatever their state (13.3a, 13.3b)."""
    return s.setting.support[nation].depots if s.setting.tables.entry.depots[NATIONS[nation]] else 0


def edges(s: MansteinState, nation: int) -> int:
    """The hexes of map edges on which a nation's units are deployed (13.3a, 13.3c, 13.3d, R74)."""
    if nation == FRENCH and s.rulings["french_edges"] == "west":
        return s.setting.french_west
    return s.setting.entry_edges[nation]


def ports(s: MansteinState, nation: int) -> int:
    """By 25.2 British units come through ports as well, unless the naval unit has been used this turn (R91)."""
    setting = s.setting
    used = any(s.where[ship] == UTILIZED for ship in listed(setting.ships))
    return setting.ports & ~s.bombed if nation == BRITISH and s.on("british_ports") and not used else 0


def entry_bars(s: MansteinState, piece: int) -> Iterator[Bar]:
    """Where a reinforcement cannot be deployed (13.3, 13.4). It may be one too many until it has moved (13.4c)."""
    setting, name = s.setting, s.spoken(piece)
    nation, side = setting.nation[piece], setting.side_of[piece]
    home, edge = depots(s, nation), edges(s, nation)
    clause = "13.3d" if nation == BRITISH else "13.3a" if side != ALLIED else "13.3b"
    if nation == BRITISH and s.on("british_ports"):
        barred = setting.ports & ~edge
        yield Bar(barred & s.bombed, "22.4d", "the port of {it} is bombed")
        yield Bar(barred & ~ports(s, nation), "25.2b", "{it}: the naval unit has been used this turn")
    yield Bar(~(home | edge | ports(s, nation)), clause, f"{name} is not deployed in {{it}}")
    yield Bar(home & s.bombed & ~edge, "22.4d", "the depot of {it} is bombed")
    yield from ground.ground_bars(s, (piece,))
    yield Bar(zoc.enemy_zone(s, side), "13.4b", "{it} is in an enemy zone of control")
    yield Bar(~control.controlled(s, side), "13.4a", "your side does not control {it}")


def entry(s: MansteinState, piece: int) -> int:
    """The hexes in which a reinforcement can be deployed now."""
    return s.setting.land & ~closed(entry_bars(s, piece))


# deployment


class OpenReinforcement(SideStep):
    """The Reinforcement Segment begins (4.1g)."""

    def after(self, s: MansteinState) -> None:
        s.push(Reinforce(self.mover))


class Reinforce(SideStep):
    """Reinforcements of the activated sub-commands are deployed, now or later in the turn (13.2)."""

    heading = "{side} reinforcements"
    asks = "Deploy reinforcements?"
    help = Help(
        "13.2a",
        "They may also wait for a later impulse of their sub-command, if a marker in the bin can activate it; if that "
        "marker leaves you a choice, it must then activate theirs.",
    )
    words = {"deploy": "Deploy {it}", "done": "No further reinforcements"}
    takes_up = "deploy"

    def options(self, s: MansteinState) -> list[Option]:
        options = s.setting.vocabulary.open("deploy", closed(self.bars(s, "deploy")))
        late = [option for option in options if last_chance(s, option.value)]  # as in ``overdue``
        return options + s.setting.say["done"] if options and not late else options

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            late = overdue(s, self.mover)
            if late:
                names = ", ".join(s.spoken(piece) for piece in late)
                yield Bar(ALL, "13.2b", f"no marker left in the bin is there for {names}")
            return
        setting = s.setting
        yield Bar(~setting.ground, "13.5a", "{it} is no ground unit: it arrives in the Refit Phase")
        yield Bar(~setting.pieces_on[self.mover], "13.2a", "{it} is an enemy unit")
        coming = waiting(s, self.mover)
        yield Bar(~coming, "13.1b", "{it} is no reinforcement that waits on the turn track")
        yield Bar(coming & ~due(s, self.mover), "13.1a", "{it} arrives in a later turn")
        now = due(s, self.mover) & called(s)
        yield Bar(coming & ~called(s), "13.2a", "{it}: its sub-command is not activated in this impulse")
        nowhere = members([piece for piece in listed(now) if not entry(s, piece)])
        yield Bar(nowhere, "13.4a", "there is no hex in which {it} can be deployed now")

    def deploy(self, s: MansteinState, piece: int) -> None:
        s.push(Arrive(piece))

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()


class Arrive(MansteinStep):
    """The hex in which a reinforcement is deployed (13.3). That is no movement (13.3e)."""

    piece: Piece

    hand = "piece"
    heading = "{side} reinforcements"
    asks = "Choose a hex for {piece}."
    words = {"at": "Deploy in {it}"}

    def explained(self, s: MansteinState) -> Help:
        nation = s.setting.nation[self.piece]
        if nation == BRITISH:
            harbours = " or in any port that the Allies control" if s.on("british_ports") else ""
            return Help("13.3d", f"British units come by the west edge of the map in France{harbours}.")
        if nation == FRENCH:
            return Help("13.3c", "French units come in French depots or by the map edges in France.")
        if self.side(s) == ALLIED:
            return Help("13.3b", "They come in the depots of their own country.")
        return Help("13.3a", "German units come in German depots or by the east edge of the map.")

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        return entry_bars(s, self.piece)

    def at(self, s: MansteinState, hexa: int) -> None:
        s.pop()
        piece, nation = self.piece, s.setting.nation[self.piece]
        s.due[piece] = 0
        s.put(piece, hexa)
        harbour = ports(s, nation) & ~edges(s, nation)
        if harbour >> hexa & 1:
            s.naval_barred = True
        clause = "25.2a" if harbour >> hexa & 1 else self.explained(s).clause
        s.events.append(Deployed(("13.2a", clause), piece, hexa))
        control.enter(s, [piece], [hexa])
        control.check(s)


def air_arrivals(s: MansteinState, side: int) -> None:
    """Air, naval and special forces units arrive in their display, in the Refit Phase of their turn (13.5a)."""
    setting = s.setting
    for piece in range(setting.first_air, len(setting.pieces)):
        if setting.side_of[piece] == side and s.where[piece] == WAITING and s.due[piece] <= s.turn:
            s.where[piece], s.due[piece] = AVAILABLE, 0
            s.events.append(Available(("13.5a",), piece))
