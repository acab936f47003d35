"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.victory_or_defeat.movement import Movement
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    COUNTRIES,
    FORTS,
    GERMAN,
    GERMANS,
    GERMANY,
    LUXEMBOURG,
    NATIONS,
    NEUTRALS,
    SIDES,
)
from meuse.games.victory_or_defeat.stacking import Overstack, limit, mixed, overstacked
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState, union


def faults(s: WarState) -> list[str]:
    """Every invariant the state breaks."""
    moving = s.outcome is not None or any(isinstance(step, Movement | Overstack) for step in s.agenda)
    places = [f"{s.label(hexa)}: {why}" for hexa, why in misplaced(s, moving).items()]
    return [*s.faults(), *places, *_control(s), *_points(s)]


def misplaced(s: WarState, moving: bool) -> dict[int, str]:
    """Hexes with units that may not be there, and why; while units move, a hex may hold too many."""
    board, wrong = s.setting.board, dict[int, str]()
    for hexes, why in _off_limits(s):
        for hexa in board.members(hexes):
            wrong.setdefault(hexa, why)
    for hexa in () if moving else sorted(s.stacks):
        if overstacked(s, hexa):
            wrong.setdefault(hexa, f"more than {limit(s)} units (chapter 6)")
        elif mixed(s, hexa):
            wrong.setdefault(hexa, "nationalities are mixed (6.2e)")
    return wrong


def _off_limits(s: WarState) -> Iterator[tuple[int, str]]:
    """Enemies apart, neutrals at home, forts where they always stand."""
    setting, country = s.setting, s.setting.country
    units = [mobile | forts for mobile, forts in zip(s.masks[:FORTS], s.masks[FORTS:], strict=True)]
    yield union(units) & ~setting.land, "no unit can stand there"
    yield units[GERMANS] & union(units[GERMANS + 1 :]), "enemies share the hex (6.2c)"
    for home, nation in ARMY.items():
        who = f"{NATIONS[nation]} units"
        if s.status[home] == CAPITULATED:
            yield units[nation], f"{who}: their country has capitulated (4.3c)"
        elif s.status[home] == NEUTRAL:
            yield units[nation] & ~country[home], f"{who} are neutral and stay in their country (3.6d)"
        else:
            yield units[nation] & ~setting.area[nation], f"{who} stay in or next to their country (3.6k)"
    if setting.rules.germans_stay_in_germany:
        yield units[GERMANS] & ~country[GERMANY], f"German units may not leave Germany in {setting.name} (3.5e)"
    for neutral in NEUTRALS:
        if s.status[neutral] == NEUTRAL:
            others = union(mask for nation, mask in enumerate(units) if nation != ARMY.get(neutral))
            why = f"{COUNTRIES[neutral]} is neutral: say in which turn it was violated under countries"
            yield others & country[neutral], why
    if s.status[LUXEMBOURG] == IN_PLAY:
        why = "luxembourg has capitulated once a German unit stands in it (4.3g)"
        yield units[GERMANS] & country[LUXEMBOURG], why
    for piece in setting.army:
        if piece.fort and 0 <= s.where[piece.number] != setting.fort_hex(piece):
            why = f"{piece.id} stands in {s.label(setting.fort_hex(piece))} and nowhere else (2.12b)"
            yield 1 << s.where[piece.number], why


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


def _points(s: WarState) -> Iterator[str]:
    """Points add up, and each is scored once."""
    if s.vp != len(s.scored) + s.british_lost - s.mechanized_lost:
        yield f"{s.vp} victory points for {s.scored}, {s.british_lost} British, {s.mechanized_lost} mechanized"
    if len(set(s.scored)) != len(s.scored):
        yield f"a point scored twice: {s.scored}"
