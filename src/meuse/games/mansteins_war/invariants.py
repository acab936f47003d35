"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed
from meuse.games.mansteins_war import rail
from meuse.games.mansteins_war.setting import (
    ALLIED,
    ARMY_OF,
    AVAILABLE,
    COUNTRIES,
    EVACUATED,
    FLYING,
    GERMAN,
    SIDES,
    UNPLACED,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import IDLE, MansteinState


def faults(s: MansteinState) -> list[str]:
    """Every invariant the state breaks."""
    places = [f"{s.label(hexa)}: {why}" for hexa, why in misplaced(s).items()]
    checks = (_boxes, _control, _markers, _impulse, _movement, _nations, _skies, _cities)
    return [*s.faults(), *places, *(fault for check in checks for fault in check(s))]


def misplaced(s: MansteinState) -> dict[int, str]:
    """Hexes with units that may not be there, and why."""
    setting, wrong = s.setting, dict[int, str]()
    landing = 0
    for piece in listed(s.dropped & s.standing):
        landing |= 1 << s.where[piece]
    rules = [
        ((s.held[GERMAN] | s.held[ALLIED]) & ~setting.land, "no ground unit can stand there"),
        (s.held[GERMAN] & s.held[ALLIED] & ~landing, "enemies share the hex (6.0f)"),
        (s.armies & setting.no_armies, "no army can enter (8.4.1a)"),
    ]
    for hexes, why in rules:
        for hexa in setting.board.members(hexes):
            wrong.setdefault(hexa, why)
    return wrong


def _boxes(s: MansteinState) -> Iterator[str]:
    """Ground units and others lie where such units can, and nothing is left to set up once the first turn begins."""
    setting = s.setting
    for piece, place in enumerate(s.where):
        name, ground = s.piece_name(piece), setting.pieces[piece].ground
        if ground and place in (AVAILABLE, UTILIZED, FLYING):
            yield f"{name} is a ground unit in a display of air units"
        elif not ground and (place >= 0 or place in (UNPLACED, EVACUATED)):
            yield f"{name} is no ground unit and lies among them"
        elif place == UNPLACED and s.turn:
            yield f"{name} has not been set up"
    for piece, hexa in zip(setting.air, s.skies, strict=True):
        if (hexa != IDLE) != (s.where[piece] == FLYING):
            yield f"{s.piece_name(piece)} is noted over the map and in a display, or in neither"


def _control(s: MansteinState) -> Iterator[str]:
    """Combat units control the hex they stand in (3.3a), and the forts of hexes that enemies hold are destroyed."""
    setting = s.setting
    if s.taken & ~setting.land:
        yield "Germany controls hexes that are nobody's"
    for side in (GERMAN, ALLIED):
        enemies = s.held[1 - side] & ~s.held[side]
        if setting.forts_of[side] & ~s.destroyed & enemies:
            yield f"enemies stand in intact {SIDES[side]} fortifications (17.1a)"


def _markers(s: MansteinState) -> Iterator[str]:
    """A marker is in a bin, played, out, or beside the map (5.7)."""
    setting = s.setting
    if s.bin & s.played or s.bin & s.out or (s.played & s.out):
        yield "a command marker is in two places"
    for side in (GERMAN, ALLIED):
        special = (s.bin | s.played) & setting.special & setting.markers_on[side]
        if special.bit_count() > (1 if s.rulings["special_markers"] == "one" else 2):
            yield f"two special markers of the {SIDES[side]} side in one turn (5.7c)"
        if s.turn and (setting.plans[side] & ~s.out).bit_count() > 1:
            yield f"the {SIDES[side]} side has kept two plans"


def _impulse(s: MansteinState) -> Iterator[str]:
    """Only the operating side has a marker and active units."""
    if s.operator < 0 and (s.marker or s.active or s.commands or s.air_left):
        yield "somebody is active outside an impulse"
    elif s.operator >= 0 and s.active & ~s.setting.pieces_on[s.operator]:
        yield "a unit of the other side is active"


def _movement(s: MansteinState) -> Iterator[str]:
    """Only activated units move, and no more by rail than the side's capacity carries (8.0a, 9.1a)."""
    if s.moved & ~s.active:
        yield "a unit has moved that is not activated"
    if s.railed and (s.operator < 0 or rail.capacity_left(s, s.operator) < 0):
        yield "more has gone by rail than can"


def _skies(s: MansteinState) -> Iterator[str]:
    """One air unit of a side is over a hex, besides an airlift (16.3a, 26.0b); only airborne units land by air."""
    setting, seen = s.setting, set[tuple[int, int, int]]()
    for unit, hexa in zip(setting.air, s.skies, strict=True):
        if hexa != IDLE:
            key = setting.side_of[unit], setting.airlifts >> unit & 1, hexa
            if key in seen:
                yield f"two {SIDES[key[0]]} air units are over {s.label(hexa)} (16.3a)"
            seen.add(key)
            if not 0 < s.steps[unit] <= setting.full[unit]:
                yield f"{s.piece_name(unit)} is over the map with {s.steps[unit]} steps"
    if (s.jumped | s.dropped | s.landers) & ~setting.airborne:
        yield "a unit that is not airborne has landed by air (18.0a)"


def _cities(s: MansteinState) -> Iterator[str]:
    """Only cities are bombed (16.9a), only some are open, and no Allied unit is in an open one (25.4)."""
    setting = s.setting
    if s.bombed & ~setting.cities:
        yield "a hex without a city is bombed (16.9a)"
    if s.open_cities & ~setting.places(setting.tables.options.open_cities.places):
        yield "a city is open that cannot be (25.4a)"
    if s.open_cities & s.held[ALLIED]:
        yield "Allied units are in an open city (25.4c)"


def _nations(s: MansteinState) -> Iterator[str]:
    """A country that has capitulated has neither units nor points (3.7), and no track is overrun (14.0c)."""
    setting = s.setting
    for country in listed(s.surrendered):
        nation = ARMY_OF[country]
        if s.standing & setting.pieces_of[nation] or s.points[nation] or s.in_box(WAITING, setting.pieces_of[nation]):
            yield f"{COUNTRIES[country]} has capitulated and still has units or points"
    if max(s.points) > setting.tables.refit.maximum:
        yield "a nation has more refit points than its track shows (14.0c)"
    for piece, turn in enumerate(s.due):
        if turn and s.where[piece] != WAITING:
            yield f"{s.piece_name(piece)} is due in turn {turn} and does not wait"
    if any(not setting.support[setting.nation[piece]].port_units for piece in listed(s.port_users)):
        yield "a unit has used a port that cannot (15.2d)"
