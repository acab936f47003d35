"""What must be true of every state between two decisions."""

from __future__ import annotations

from meuse.games.victory_or_defeat.components import (
    ALLIED,
    ARMY,
    BELGIANS,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    UNUSED,
)
from meuse.games.victory_or_defeat.stacking import mixed, overstacked
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState


def faults(s: WarState) -> list[str]:
    """Every invariant the state breaks."""
    return [*_pieces(s), *_places(s), *_stacking(s), *_control(s), *_tracks(s)]


def _pieces(s: WarState) -> list[str]:
    """Each piece is in exactly one place, with a possible number of steps."""
    game, where, steps = s.game, s.where, s.steps
    kind, full = game.kind, game.full
    found = []
    masks = [0] * len(s.masks)
    laid = 0
    for hexa, pieces in s.stacks.items():
        bit = 1 << hexa
        laid += len(pieces)
        for piece in pieces:
            masks[kind[piece]] |= bit
            if where[piece] != hexa:
                found.append(f"{s.name(piece)} lies in {s.label(hexa)} but is noted elsewhere")
            if not 0 < steps[piece] <= full[piece]:
                found.append(f"{s.name(piece)} has {steps[piece]} steps")
    if masks != s.masks:
        found.append("the sets of occupied hexes are not those of the stacks")
    on_map = len([hexa for hexa in where if hexa >= 0])
    if on_map != laid:
        found.append(f"{on_map} pieces are noted on the map, {laid} lie there")
    unused = game.unused[s.scenario]
    if where.count(UNUSED) != len(unused) or {where[piece] for piece in unused} - {UNUSED}:
        found.append("a piece is in a box of another scenario")
    return found


def _places(s: WarState) -> list[str]:
    """Nobody stands where nobody may, and enemies never share a hex (6.2c, 2.12b)."""
    game = s.game
    found = []
    everyone = s.masks_of_all()
    if everyone & ~game.land:
        found.append(f"units stand in the water or the gap: {game.board.names(everyone & ~game.land)}")
    both = s.occupied(GERMAN) & s.occupied(ALLIED)
    if both:
        found.append(f"enemies share {game.board.names(both)}")
    for country, nation in ARMY.items():
        army = s.masks[nation] | s.masks[FORTS + nation]
        ground = game.country[country] if s.status[country] == NEUTRAL else game.area[nation]
        if army & ~ground:
            found.append(f"{game.board.names(army & ~ground)} hold units outside their nation's area")
        if army and s.status[country] == CAPITULATED:
            found.append(f"units of a country that has capitulated: {game.board.names(army)}")
    if s.scenario == "1939" and s.masks[GERMANS] & ~game.country[GERMANY]:
        found.append("German units outside Germany in 1939")
    forts = s.masks[FORTS:]
    if any(forts[n] for n in range(len(forts)) if n not in (GERMANS, FRENCH, BELGIANS)):
        found.append("a fort of a nation that has none")
    return found


def _stacking(s: WarState) -> list[str]:
    """Outside movement, and before the cut that follows it, every hex obeys chapter 6."""
    if any(frame[0] in ("movement", "overstack") for frame in s.stack) or s.outcome is not None:
        return []
    return [
        f"{s.label(hexa)} breaks the stacking rules"
        for hexa, pieces in s.stacks.items()
        if len(pieces) > 1 and (overstacked(s, hexa) or mixed(s, hexa))
    ]


def _control(s: WarState) -> list[str]:
    """Control is exclusive, and whoever stands in a hex controls it (3.1)."""
    german, allied = s.control
    found = []
    if german & allied:
        found.append(f"both sides control {s.game.board.names(german & allied)}")
    for side in (GERMAN, ALLIED):
        foreign = s.occupied(side) & ~s.control[side]
        if foreign:
            found.append(f"{s.game.sides[side]} units stand in {s.game.board.names(foreign)} without control")
    if german & ~s.ever_german:
        found.append("a German hex that was never German")
    return found


def _tracks(s: WarState) -> list[str]:
    """Points add up and tracks stay in their boxes."""
    found = []
    if s.vp != len(s.scored) + s.british_lost - s.mechanized_lost:
        found.append(f"{s.vp} victory points for {s.scored}, {s.british_lost} British, {s.mechanized_lost} mechanized")
    if len(set(s.scored)) != len(s.scored):
        found.append(f"a point scored twice: {s.scored}")
    if not 0 <= s.turn <= s.game.scenario[s.scenario].turns:
        found.append(f"turn {s.turn}")
    if min(s.german_replacements, s.french_replacements) < 0:
        found.append("replacements below zero")
    if s.shipped > s.game.tables.dynamo.steps_per_turn:
        found.append(f"{s.shipped} steps shipped in one turn")
    return found
