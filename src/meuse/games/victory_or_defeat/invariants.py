"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.victory_or_defeat.movement import Movement
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    BELGIANS,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    SIDES,
    UNUSED,
)
from meuse.games.victory_or_defeat.stacking import Overstack, mixed, overstacked
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState


def faults(s: WarState) -> list[str]:
    """Every invariant the state breaks."""
    return [*_pieces(s), *_places(s), *_stacking(s), *_control(s), *_tracks(s)]


def _pieces(s: WarState) -> Iterator[str]:
    """Each piece is in exactly one place, with a possible number of steps."""
    where, steps, kind, full = s.where, s.steps, s.setting.kind, s.setting.full
    masks = [0] * len(s.masks)
    laid = 0
    for hexa, pieces in s.stacks.items():
        bit = 1 << hexa
        laid += len(pieces)
        for piece in pieces:
            masks[kind[piece]] |= bit
            if where[piece] != hexa:
                yield f"{s.piece_name(piece)} lies in {s.label(hexa)} but is noted elsewhere"
            if not 0 < steps[piece] <= full[piece]:
                yield f"{s.piece_name(piece)} has {steps[piece]} steps"
    if masks != s.masks:
        yield "the sets of occupied hexes are not those of the stacks"
    on_map = len([hexa for hexa in where if hexa >= 0])
    if on_map != laid:
        yield f"{on_map} pieces are noted on the map, {laid} lie there"
    unused = s.setting.unused
    if where.count(UNUSED) != len(unused) or {where[piece] for piece in unused} - {UNUSED}:
        yield "a piece is in a box of another scenario"


def _places(s: WarState) -> Iterator[str]:
    """No unit stands where none may, and enemies never share a hex (6.2c, 2.12b)."""
    setting, names = s.setting, s.setting.board.names
    if wet := s.masks_of_all() & ~setting.land:
        yield f"units stand in the water or the gap: {names(wet)}"
    if both := s.occupied(GERMAN) & s.occupied(ALLIED):
        yield f"enemies share {names(both)}"
    for country, nation in ARMY.items():
        army = s.masks[nation] | s.masks[FORTS + nation]
        ground = setting.country[country] if s.status[country] == NEUTRAL else setting.area[nation]
        if army & ~ground:
            yield f"{names(army & ~ground)} hold units outside their nation's area"
        if army and s.status[country] == CAPITULATED:
            yield f"units of a country that has capitulated: {names(army)}"
    if setting.rules.germans_stay_in_germany and s.masks[GERMANS] & ~setting.country[GERMANY]:
        yield "German units outside Germany"
    if any(s.masks[FORTS + nation] for nation in range(FORTS) if nation not in (GERMANS, FRENCH, BELGIANS)):
        yield "a fort of a nation that has none"


def _stacking(s: WarState) -> Iterator[str]:
    """Outside movement, and before the cut that follows it, every hex obeys chapter 6."""
    if s.outcome is not None or any(isinstance(step, Movement | Overstack) for step in s.agenda):
        return
    for hexa, pieces in s.stacks.items():
        if len(pieces) > 1 and (overstacked(s, hexa) or mixed(s, hexa)):
            yield f"{s.label(hexa)} breaks the stacking rules"


def _control(s: WarState) -> Iterator[str]:
    """Control is exclusive, and a side controls the hexes in which it stands (3.1)."""
    names = s.setting.board.names
    german, allied = s.control
    if german & allied:
        yield f"both sides control {names(german & allied)}"
    for side in (GERMAN, ALLIED):
        if foreign := s.occupied(side) & ~s.control[side]:
            yield f"{SIDES[side]} units stand in {names(foreign)} without control"
    if german & ~s.ever_german:
        yield "a German hex that was never German"


def _tracks(s: WarState) -> Iterator[str]:
    """Points add up and tracks stay in their boxes."""
    if s.vp != len(s.scored) + s.british_lost - s.mechanized_lost:
        yield f"{s.vp} victory points for {s.scored}, {s.british_lost} British, {s.mechanized_lost} mechanized"
    if len(set(s.scored)) != len(s.scored):
        yield f"a point scored twice: {s.scored}"
    if not 0 <= s.turn <= s.setting.scenario.turns:
        yield f"turn {s.turn}"
    if min(s.german_replacements, s.french_replacements) < 0:
        yield "replacements below zero"
    if s.shipped > s.setting.tables.dynamo.steps_per_turn:
        yield f"{s.shipped} steps shipped in one turn"
