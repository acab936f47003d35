"""The table as a side sees it: units with their markers, markers in hexes, what waits beside the boards."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed
from meuse.engine.scene import SPECTATOR, Box, Mark, Piece, Stack, Track
from meuse.engine.staging import Tabletop
from meuse.games.france_1940.setting import ALLIED, DEAD, EXITED, GERMAN, OFF, RESERVE, SIDES, UNPLACED
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.tabletop import Condition, places, shown

BOXES = {
    UNPLACED: ("unplaced", "{side} units to be set up", "2.3a"),
    OFF: ("off", "{side} units still to enter", "2.3a"),
    RESERVE: ("reserve", "{side} replacement officers", "7.2a"),
    EXITED: ("exited", "{side} units that have left", "2.3k"),
    DEAD: ("dead", "{side} losses", "2.2.1g"),
}
"""What lies beside the boards, in this order: name, title, clause."""


def table(s: FranceState, side: int) -> Tabletop:
    """What a side sees of the table."""
    setting, board, known = s.setting, s.setting.board, list(conditions(s))
    labels = board.labels
    return Tabletop(
        turn=turn_words(s),
        stacks={labels[h]: Stack(tuple([counter(s, p, known) for p in s.stacks[h]])) for h in sorted(s.stacks)},
        boxes=tuple(boxes(s, known)),
        tracks=tuple(tracks(s)),
        marks=tuple(marks(s, side)),
        control={SIDES[GERMAN]: places(board, s.german_ground), SIDES[ALLIED]: places(board, s.allied_ground)},
        counters={p.number: p.id for p in setting.pieces if s.where[p.number] >= 0 or s.where[p.number] in BOXES},
    )


def turn_words(s: FranceState) -> str:
    return f"Turn {s.turn} of {s.setting.scenario.turns}" if s.turn else "Before the first turn"


def conditions(s: FranceState) -> Iterator[Condition]:
    """What can be the matter with units, for all to see."""
    yield Condition(s.finished, "finished", done=True)
    yield Condition(s.reaction, "in reaction")
    yield Condition(s.astray, "out of command")
    yield Condition(s.routed, "routed", look="tilted")
    yield Condition(s.moved, "has moved")
    yield Condition(s.inside, "inside")
    yield Condition(s.active & ~s.finished, "activated")


def counter(s: FranceState, number: int, known: list[Condition]) -> Piece:
    """A counter with its factors, its steps and what is the matter with it."""
    setting, steps = s.setting, s.steps[number] or 1
    unit, about = setting.pieces[number], shown(number, known)
    notes = about.notes
    if s.carriers[number] >= 0:
        notes = (*notes, f"carried by {s.spoken(s.carriers[number])}")
    if unit.officer:
        return Piece(unit.id, unit.id, notes=notes, dim=about.dim, looks=about.looks)
    weapons = (("AP", setting.ap), ("AT", setting.at), ("ART", setting.art))
    factors = [(name, table[number][min(steps, 3)]) for name, table in weapons]
    text = " ".join(f"{name}{factor}" for name, factor in factors if factor)
    return Piece(
        unit.id, unit.id, text, steps, unit.full, notes=notes, dim=about.dim, looks=about.looks,
        factors=(max(factor for _, factor in factors), setting.mp[number] // 2),
    )  # fmt: skip


def boxes(s: FranceState, known: list[Condition]) -> Iterator[Box]:
    for box, (name, title, clause) in BOXES.items():
        for side in (GERMAN, ALLIED):
            lying = [piece for piece in listed(s.setting.pieces_on[side] & ~s.alive) if s.where[piece] == box]
            if lying:
                pieces = tuple(counter(s, piece, known) for piece in lying)
                titled = title.replace("{side}", s.setting.side_name(side))
                yield Box(f"{SIDES[side]} {name}", titled, pieces, clause=clause)


def tracks(s: FranceState) -> Iterator[Track]:
    turns = tuple(str(turn) for turn in range(1, s.setting.scenario.turns + 1))
    yield Track("turn", "Turn", turn_words(s), s.turn - 1 if s.turn else None, turns, "2.3m", main=True, number=s.turn)
    if s.initiative >= 0:
        yield Track("initiative", "Initiative", s.setting.side_name(s.initiative), clause="3.2a")
    for number, battery in enumerate(s.setting.batteries):
        words = f"{s.missions[number]} missions, {s.smoke_missions[number]} of them may be smoke"
        yield Track(battery.id, f"Battery {battery.id}", words, clause="8.1.3.1a", number=s.missions[number])
    for number, mission in enumerate(s.setting.air_missions):
        kind = s.setting.charts.aircraft[s.aircraft[number] - 1].name if s.aircraft[number] else "aircraft not drawn"
        words = f"{s.attacks[number]} attacks, {kind}"
        yield Track(mission.id, f"Air mission {mission.id}", words, clause="8.2a", number=s.attacks[number])


def marks(s: FranceState, side: int) -> Iterator[Mark]:
    """Markers in hexes; of mines that lie hidden only their owner sees the kind (12.7.1f)."""
    labels, members = s.setting.board.labels, s.setting.board.members
    plain = (
        (s.german_positions | s.allied_positions, "IP", "improved position"), (s.wire, "XX", "barbed wire"),
        (s.roadblocks, "RB", "roadblock"), (s.ditches & ~s.crossings, "D", "anti-tank ditch"),
        (s.crossings, "D=", "anti-tank ditch with a crossing"), (s.teeth, "T", "dragon's teeth"),
        (s.trenches, "TR", "trench"), (s.pontoons | s.foot_pontoons, "PB", "pontoon bridge"),
        (s.rubble, "RU", "rubble"),
    )  # fmt: skip
    for hexes, sign, title in plain:
        for hexa in members(hexes):
            yield Mark(labels[hexa], sign, title)
    for hexa, number in sorted(s.smoke.items()):
        colour = "black" if number >= s.setting.charts.smoke.black else "grey"
        yield Mark(labels[hexa], f"S{number}", f"{colour} smoke, {number} activations")
    for fort in s.forts:
        yield Mark(labels[fort.hex], f"F{fort.value}", f"fortification of value {fort.value}, front {fort.arrow}")
    for mine in s.mines:
        seen = mine.shown or (side != SPECTATOR and mine.owner == side)
        title = f"{mine.kind} minefield of density {mine.density + 1}" if seen else "minefield"
        yield Mark(labels[mine.hex], "M", title)
