"""What must be true of every state between two decisions."""

from __future__ import annotations

from meuse.games.battle_of_france.components import AA, AIR, LAND, MARCHING, SEA, SIDE, TRANSPORT
from meuse.games.battle_of_france.state import DEAD, BattleState

MOVING = ("group", "boarding", "support", "combat_round", "dive", "casualties", "press", "stand", "surplus", "shed_to")


def faults(s: BattleState) -> list[str]:
    """Every invariant the state breaks."""
    return [*_pieces(s), *_elements(s), *_stacking(s), *_control(s), *_tracks(s)]


def _pieces(s: BattleState) -> list[str]:
    """Each piece is in one place; the sets of occupied areas agree with the stacks."""
    found = []
    masks = [0, 0, 0]
    laid = 0
    for area, pieces in s.stacks.items():
        for piece in pieces:
            laid += 1
            masks[s.power[piece]] |= 1 << area
            if s.where[piece] != area or s.carrier[piece] >= 0:
                found.append(f"piece {piece} lies in {s.label(area)} but is noted elsewhere")
    if masks != s.masks:
        found.append("the sets of occupied areas are not those of the stacks")
    aboard = sum(1 for ship in s.carrier if ship >= 0)
    alive = len(s.where) - s.where.count(DEAD)
    if alive != laid + aboard:
        found.append(f"{alive} pieces are in the game, {laid} lie on the map and {aboard} are aboard")
    return found


def _elements(s: BattleState) -> list[str]:
    """Land and air units on land, ships at sea, cargo on ships with room, guns in cities; air units never adrift."""
    game = s.game
    found = []
    for area, pieces in s.stacks.items():
        at_sea = game.sea >> area & 1
        for piece in pieces:
            unit = s.unit[piece]
            if bool(at_sea) != (unit in SEA):
                found.append(f"{s.name(piece)} in {s.label(area)}")
            if unit in AIR and game.forest >> area & 1:
                found.append(f"{s.name(piece)} in the forest")
            if unit == AA and area not in game.cities:
                found.append(f"{s.name(piece)} outside a city")
            if s.hits[piece] >= game.hits[unit]:
                found.append(f"{s.name(piece)} has taken {s.hits[piece]} hits")
    for piece, ship in enumerate(s.carrier):
        if ship < 0:
            continue
        if s.unit[ship] != TRANSPORT or s.where[ship] != s.where[piece] or s.unit[piece] not in MARCHING:
            found.append(f"cargo {piece} is not aboard a transport where it is noted")
        elif SIDE[s.power[ship]] != SIDE[s.power[piece]] or len(s.cargo(ship)) > game.units[TRANSPORT].carries:
            found.append(f"ship {ship} carries what it may not")
    return found


def _stacking(s: BattleState) -> list[str]:
    """No more than five of a side between groups, and enemies share only sea zones."""
    if any(frame[0] in MOVING for frame in s.stack):
        return []
    found = []
    for area in s.stacks:
        at_sea = s.game.sea >> area & 1
        limit = s.game.tables.stacking.sea if at_sea else s.game.tables.stacking.land
        for side in (0, 1):
            if s.stacking(area, side) > limit:
                found.append(f"{s.label(area)} holds {s.stacking(area, side)} units of a side")
        if not at_sea and s.of_side(area, 0) and s.of_side(area, 1):
            found.append(f"enemies share {s.label(area)}")
    return found


def _control(s: BattleState) -> list[str]:
    """Every land area has one controller, and land units stand in areas of their side."""
    found = []
    g, f, b = s.control
    if g & f or g & b or f & b or g | f | b != s.game.land:
        found.append("an area with two controllers or none")
    if any(frame[0] in MOVING for frame in s.stack):
        return found
    for area, pieces in s.stacks.items():
        for piece in pieces:
            if s.unit[piece] in LAND | AIR and not s.held(SIDE[s.power[piece]]) >> area & 1:
                found.append(f"{s.name(piece)} stands in {s.label(area)}, which its side does not control")
    return found


def _tracks(s: BattleState) -> list[str]:
    found = []
    if not 0 <= s.round <= s.game.tables.game.rounds:
        found.append(f"round {s.round}")
    drawn = len(s.game.cards) - len(s.deck)
    if drawn != max(0, s.round - s.game.tables.game.first_card_round + 1) and s.stack and s.stack[-1][0] != "draw_card":
        if not s.origin:
            found.append(f"{drawn} cards drawn in round {s.round}")
    if min(s.npu) < 0:
        found.append(f"NPU below zero: {s.npu}")
    if not s.battle and (s.submerged or any(s.toll)):
        found.append("a battle that is over has left something behind")
    return found
