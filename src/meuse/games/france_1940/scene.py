"""The table as a side sees it: units with their markers, markers in hexes, what waits beside the boards."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed
from meuse.engine.scene import SPECTATOR, Box, Mark, Stack, Track
from meuse.engine.staging import Tabletop
from meuse.games.france_1940 import air, artillery
from meuse.games.france_1940.building import TITLES
from meuse.games.france_1940.counters import conditions, counter
from meuse.games.france_1940.scenarios import MINES
from meuse.games.france_1940.setting import (
    ALLIED,
    DEAD,
    DENSITIES,
    EXITED,
    GERMAN,
    OFF,
    RESERVE,
    SIDES,
    UNPLACED,
    VERTICES,
)
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.tabletop import Condition, places
from meuse.mechanics.words import counted, sentence

BOXES = {
    UNPLACED: ("unplaced", "{side} units to be set up", "2.3a"),
    OFF: ("off", "{side} units still to enter", "2.3a"),
    RESERVE: ("reserve", "{side} replacement officers", "7.2a"),
    EXITED: ("exited", "{side} units that have left", "2.3k"),
    DEAD: ("dead", "{side} losses", "2.2.1g"),
}
"""What lies beside the boards, in this order: name, title, clause."""
FIRST_VERTEX, VERTEX_TURN = 90, 60
"""Where the first of a hex's corners lies, in degrees clockwise from the top, and how far each is from the last."""
FRONTS = {"e": "east", "nne": "north-east", "nnw": "north-west", "w": "west", "ssw": "south-west", "sse": "south-east"}
"""Where the arrow of a fortification points, in words."""


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
    for own in (GERMAN, ALLIED):
        yield from _artillery(s, own)
        yield from _aircraft(s, own)


def _artillery(s: FranceState, own: int) -> Iterator[Track]:
    """What a side's guns beyond the board can still fire, and the smoke of those on it (8.1.3.1, 8.1.5)."""
    side, rows, missions = s.setting.side_name(own), [], 0
    for number, battery in enumerate(s.setting.batteries):
        if battery.side == own:
            left, smoke = s.missions[number], s.smoke_missions[number]
            hidden = f", {smoke} of them smoke" if smoke else ""
            rows.append(f"{battery.short}: {counted(left, 'mission')}{hidden}" if left else f"{battery.short}: silent")
            missions += left
    if rows:
        words = "; ".join(rows)
        yield Track(f"{SIDES[own]} batteries", f"{side} batteries", words, clause="8.1.3.1a", number=missions)
    if s.smoke_left[own]:
        words = f"{counted(s.smoke_left[own], 'mission')} for guns and mortars on the board"
        yield Track(f"{SIDES[own]} smoke", f"{side} smoke", words, clause="8.1.5c", number=s.smoke_left[own])


def _aircraft(s: FranceState, own: int) -> Iterator[Track]:
    """A side's air missions, and its points against the enemy's (8.2)."""
    side, rows, attacks = s.setting.side_name(own), [], 0
    for number, mission in enumerate(s.setting.air_missions):
        if mission.side == own:
            kind = s.setting.charts.aircraft[s.aircraft[number] - 1].name if s.aircraft[number] else "not yet drawn"
            left = counted(s.attacks[number], "attack") if s.attacks[number] else "over"
            rows.append(f"{mission.name} ({kind}): {left}")
            attacks += s.attacks[number]
    if rows:
        words = sentence("; ".join(rows))
        yield Track(f"{SIDES[own]} air missions", f"{side} air missions", words, clause="8.2a", number=attacks)
    points = s.setting.by_side("anti_air")[own]
    if points:
        title = f"{side} anti-air points"
        yield Track(f"{SIDES[own]} anti-air", title, str(points), clause="8.2a", number=points)


def marks(s: FranceState, side: int) -> Iterator[Mark]:
    """Markers in hexes; of mines that lie hidden only their owner sees the kind (12.7.1f)."""
    labels, members = s.setting.board.labels, s.setting.board.members
    for hexa, number in sorted(s.smoke.items()):
        colour = "black" if number >= s.setting.charts.smoke.black else "grey"
        left = counted(number, "more activation")
        yield Mark(labels[hexa], str(number), f"{colour} smoke for {left}", clause="8.1.5j", shape=f"{colour} smoke")
    plain = (
        (s.trenches, "TR", "trench", "trench"), (s.pontoons | s.foot_pontoons, "PB", "pontoon bridge", "pontoon"),
        (s.german_positions | s.allied_positions, "IP", "improved position", "position"),
        (s.rubble, "RU", "rubble", "rubble"), (s.ditches & ~s.crossings, "D", "anti-tank ditch", "ditch"),
        (s.crossings, "D=", "anti-tank ditch with a crossing", "crossing"), (s.teeth, "T", "dragon's teeth", "teeth"),
        (s.wire, "XX", "barbed wire", "wire"), (s.roadblocks, "RB", "roadblock", "roadblock"),
    )  # fmt: skip
    for hexes, sign, title, shape in plain:
        for hexa in members(hexes):
            yield Mark(labels[hexa], sign, title, shape=shape)
    for fort in s.forts:
        about = f"fortification of value {fort.value}, its front to the {FRONTS[fort.arrow]}"
        turn = FIRST_VERTEX - VERTEX_TURN * VERTICES.index(fort.arrow)
        yield Mark(labels[fort.hex], str(fort.value), about, SIDES[fort.owner], "12.9a", "fort")
        yield Mark(labels[fort.hex], "", about, SIDES[fort.owner], "12.9a", "front", turn % 360)
    for mine in s.mines:
        seen = mine.shown or (side != SPECTATOR and mine.owner == side)
        title = f"{DENSITIES[mine.density]} {MINES[mine.kind]} minefield" if seen else "minefield"
        yield Mark(labels[mine.hex], "M", title, shape="mines")
    for project in s.projects:
        yield Mark(
            labels[project.hex], "..", f"{TITLES[project.work]}, begun by {s.spoken(project.unit)}", shape="work"
        )
    for hexa, number in sorted(s.ruin.items()):
        yield Mark(labels[hexa], f"+{number}", f"rubble +{number}", clause="12.11c")
    for row in s.melees:
        attacker = s.setting.side_name(row.attacker)
        yield Mark(labels[row.hex], "A", f"{attacker} assault that goes on", clause="9.1.4a", shape="assault")
    for target in s.targets:
        who = artillery.named(s, target.battery, target.guns)
        sign, title = target.form[0].upper(), f"target of {who}, {target.form}"
        yield Mark(labels[target.hex], sign, title, clause="8.1.3.2a", shape="target")
    for sortie in s.sorties:
        over = f"{air.aircraft(s, sortie.mission).name} over its target"
        yield Mark(labels[sortie.hex], "AC", over, clause="8.2.1f", shape="aircraft")
