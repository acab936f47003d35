"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.games.france_1940 import stacking
from meuse.games.france_1940.setting import DEAD, OFF, UNPLACED
from meuse.games.france_1940.state import FranceState


def faults(s: FranceState) -> list[str]:
    """Every invariant the state breaks."""
    checks = (_hexes, _boxes, _formations, _markers, _carried, _works)
    return [*s.faults(), *(fault for check in checks for fault in check(s))]


def misplaced(s: FranceState) -> dict[int, str]:
    """Hexes with units that may not be there, and why."""
    wrong: dict[int, str] = {}
    fights = members(melee.hex for melee in s.melees)
    assaulted = fights | s.stormed | _under_way(s)
    rules = [
        (s.masks[0] & s.masks[1] & ~assaulted, "enemies share the hex without an assault (4c)"),
        ((s.masks[0] | s.masks[1]) & s.setting.closed, "nobody may be there"),
        (0 if s.moving | s.passing else stacking.overstacked(s) & ~_ruins(s), "too many steps (4a)"),
    ]
    for hexes, why in rules:
        for hexa in s.setting.board.members(hexes):
            wrong.setdefault(hexa, why)
    for melee in s.melees:
        around = s.setting.board.around[melee.hex]
        if len(melee.pieces) != len(melee.origins) or any(not around >> origin & 1 for origin in melee.origins):
            wrong.setdefault(
                melee.hex, "each attacker in an assault that goes on has come from a hex beside it (9.1.5b)"
            )
    return wrong


def _ruins(s: FranceState) -> int:
    """The hexes in which a fortification of the scenario stands no more: its garrison came out of it at once (G78)."""
    return members(fort[0] for fort in s.setting.start_forts()) & ~members(fort.hex for fort in s.forts)


def _under_way(s: FranceState) -> int:
    """The hexes of units whose action is under way: an assault may bring both sides into one."""
    return members(s.where[piece] for piece in listed(s.moving & s.alive))


def _hexes(s: FranceState) -> Iterator[str]:
    for hexa, why in misplaced(s).items():
        yield f"{s.label(hexa)}: {why}"


def _boxes(s: FranceState) -> Iterator[str]:
    for piece, place in enumerate(s.where):
        if place == UNPLACED and s.turn:
            yield f"{s.piece_name(piece)} has not been set up"
        if place == DEAD and s.steps[piece] and s.setting.units >> piece & 1:
            yield f"{s.piece_name(piece)} is eliminated and has steps"
        if place == OFF and not 0 < s.steps[piece] <= s.setting.full[piece]:
            yield f"{s.piece_name(piece)} waits with {s.steps[piece]} steps"


def _formations(s: FranceState) -> Iterator[str]:
    """Nobody leads two formations, and an officer leads one of his own nation and kind."""
    leaders = [officer for officer in s.leaders if officer >= 0]
    if len(set(leaders)) != len(leaders):
        yield "an officer leads two formations"
    for number, officer in enumerate(s.leaders):
        formation = s.setting.formations[number]
        if officer >= 0:
            if s.where[officer] == DEAD:
                yield f"{formation.id} is led by an officer who has fallen"
            if s.setting.pieces[officer].nation != formation.nation:
                yield f"{formation.id} is led by an officer of another nation"


def _markers(s: FranceState) -> Iterator[str]:
    setting = s.setting
    if s.finished & s.reaction:
        yield "a unit is Finished and has a Reaction marker (G22b)"
    if s.prepared & ~s.reaction:
        yield "a unit was prepared this turn and has no Reaction marker"
    if s.reaction & setting.officers:
        yield "an officer has a Reaction marker"
    if s.reaction & s.routed:
        yield "a routed unit has a Reaction marker (G22b)"
    if s.astray & ~setting.led:
        yield "a piece of no formation is out of command (G27)"
    if s.active and s.activator < 0:
        yield "units are active outside an activation"
    if s.activator >= 0 and s.active & ~setting.pieces_on[s.activator]:
        yield "a unit of the other side is active"
    if s.moving & ~s.active:
        yield "a unit acts that is not active"
    if (s.targets or s.sorties) and s.activator < 0:
        yield "a mission is under way outside an activation (8.1.3.2a, 8.2.1f)"
    if any(not 1 <= number <= 8 for number in s.smoke.values()):
        yield "a smoke marker shows no number of its own (8.1.5)"


def _carried(s: FranceState) -> Iterator[str]:
    """What is carried is where its carrier is (5.5f)."""
    for piece, by in enumerate(s.carriers):
        if by >= 0 and s.where[piece] != s.where[by]:
            yield f"{s.piece_name(piece)} is carried by {s.piece_name(by)}, which is elsewhere"


def _works(s: FranceState) -> Iterator[str]:
    """Units inside something are in a hex with it (12.8, 12.9); works in progress are where their units are (12.3e)."""
    shelters = s.trenches | members(fort.hex for fort in s.forts)
    for unit in listed(s.inside):
        if s.where[unit] < 0 or not shelters >> s.where[unit] & 1:
            yield f"{s.piece_name(unit)} is inside nothing"
    for project in s.projects:
        if s.where[project.unit] < 0 or s.setting.board.distance(s.where[project.unit], project.hex) > 1:
            yield f"{s.piece_name(project.unit)} is at work far from {s.label(project.hex)} (12.3e)"
    if s.ditches & s.setting.ground.of["built-up area"]:
        yield "an anti-tank ditch in a built-up area (12.5a)"
    if s.crossings & ~s.ditches:
        yield "a crossing without an anti-tank ditch"
    if s.german_ground & s.allied_ground:
        yield "both sides control a hex"
