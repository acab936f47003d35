"""What a side may know (3.10): the only door to the outside."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from meuse.engine import Event
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    BOXES,
    COUNTRIES,
    DEAD,
    GERMAN,
    GERMANY,
    GONE,
    NATIONS,
    UNPLACED,
    WAITING,
)
from meuse.games.victory_or_defeat.movement import (
    barred,
    barred_to_movement,
    base_factor,
    costs,
    factor_after_supply,
    rolled_factor,
    rolls_for_movement,
    stopping,
    why_immobile,
)
from meuse.games.victory_or_defeat.stacking import mixed
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState, other
from meuse.games.victory_or_defeat.supply import german_supply, overland_supply, port_supply
from meuse.games.victory_or_defeat.zoc import zone

STATUS = {NEUTRAL: "neutral", CAPITULATED: "capitulated"}


def revealed(s: WarState) -> set[int]:
    """Hexes whose stacks lie open: attacked after a declaration, or cut by the enemy for overstacking (6.2, A70)."""
    found = set()
    for frame in s.stack:
        if frame[0] == "battle" and frame[4]:
            found.add(frame[2])
        elif frame[0] == "overstack" and not mixed(s, frame[1]):  # of several nations the owner chooses
            found.add(frame[1])
    return found


def visible(s: WarState, hexa: int, side: int, opened: set[int]) -> tuple[int, ...]:
    """The pieces of a stack that a side may see: its own, forts, and of the enemy's the top one (3.10a).

    How high the stack is can be seen on any table (A70).
    """
    game = s.game
    pieces = s.at(hexa)
    mobile = s.mobile_at(hexa)
    if hexa in opened or (mobile and game.side_of[mobile[0]] == side):
        return pieces
    return tuple(p for p in pieces if game.is_fort[p] or p == mobile[0])


def view(s: WarState, side: int) -> dict[str, Any]:
    """All that a side may know, as JSON data."""
    game = s.game
    opened = revealed(s)
    scenario = game.scenario[s.scenario]
    return {
        **game.heading(s, side),
        "turn": s.turn,
        "turns": scenario.turns,
        "date": scenario.dates[s.turn - 1] if s.turn else "",
        "tracks": _tracks(s),
        "countries": {name: STATUS.get(s.status[i], "in play") for i, name in enumerate(COUNTRIES)},
        "control": [game.board.names(mask) for mask in s.control],
        "stacks": {game.board.labels[h]: _stack(s, h, side, opened) for h in sorted(s.stacks)},
        "boxes": _boxes(s, side),
    }


def _tracks(s: WarState) -> dict[str, Any]:
    return {
        "victory_points": s.vp,
        "scored": list(s.scored),
        "british_lost": s.british_lost,
        "mechanized_lost": s.mechanized_lost,
        "german_replacements": s.german_replacements,
        "french_replacements": s.french_replacements,
        "refitted": s.refitted,
        "halts": s.halts,
        "halted": s.halted,
        "crisis": s.crisis,
        "swiss": s.swiss,
        "dynamo_turn": s.dynamo_turn,
        "dynamo_port": s.label(s.dynamo_port) if s.dynamo_turn else None,
        "steps_shipped": s.shipped,
        "closed_edges": list(s.closed_edges),
        "dyle_breda_denied": s.dyle_denied,
        "roads_of_belgium": s.dyle_roll,
    }


def _stack(s: WarState, hexa: int, side: int, opened: set[int]) -> dict[str, Any]:
    shown = visible(s, hexa, side, opened)
    return {
        "units": [{"id": s.name(p), "steps": s.steps[p]} for p in shown],
        "more": len(s.at(hexa)) - len(shown),
    }


def _boxes(s: WarState, side: int) -> dict[str, list[str]]:
    """The boxes both may see, and one's own units still to be placed."""
    found: dict[str, list[str]] = {}
    for piece in s.game.in_scenario(s.scenario):
        box = s.where[piece.number]
        if box in (DEAD, GONE, WAITING) or (box == UNPLACED and piece.side == side):
            found.setdefault(BOXES[box], []).append(piece.id)
    return found


def redact(event: Event, s: WarState, side: int) -> Event | None:
    """An event as a side may know it: enemy units are named only if they can be seen."""
    game = s.game
    if isinstance(event, happened.Placed) and not game.is_fort[event.piece]:
        return event if game.side_of[event.piece] == side else None  # the view shows the tops of the finished stacks
    if isinstance(event, happened.Replaced | happened.Entered):
        return event if _seen(s, event.piece, side) else None
    if isinstance(event, happened.Moved | happened.Displaced):
        if game.side_of[event.pieces[0]] == side:
            return event
        seen = tuple(piece for piece in event.pieces if _seen(s, piece, side))
        return msgspec.structs.replace(event, pieces=seen)
    return event


def _seen(s: WarState, piece: int, side: int) -> bool:
    hexa = s.where[piece]
    if s.game.side_of[piece] == side or hexa < 0:
        return True
    return piece in visible(s, hexa, side, revealed(s))


def overlays(s: WarState, side: int) -> dict[str, list[str]]:
    """Sets of hexes worth showing over the map; all of them follow from what both sides can see."""
    enemy = other(side)
    supply = {GERMAN: german_supply(s), ALLIED: overland_supply(s)}
    found = {
        "supply": supply[side],
        "enemy supply": supply[enemy],
        "zone": zone(s, side),
        "enemy zone": zone(s, enemy),
        "control": s.control[side],
        "enemy control": s.control[enemy],
        "enemy reach": likely_reach(s, enemy, side),
        "neutral": s.neutral_ground(),
        "forts": s.all_forts(),
        "objectives": objectives(s),
    }
    if s.scenario == "1940":
        found["port supply"] = port_supply(s) & s.game.coastal_area
    return {name: s.game.board.names(mask & s.game.board.everything) for name, mask in found.items()}


def objectives(s: WarState) -> int:
    """Hexes the victory conditions speak of (4.1 to 4.8)."""
    game = s.game
    found = game.beside_ruhr | (game.cities & game.country[GERMANY])
    if s.scenario == "1939":
        return found
    return found | game.paris | game.mediterranean | game.brittany | game.south_of_france | game.dyle_breda


def likely_reach(s: WarState, mover: int, watcher: int) -> int:
    """Where a side's units could get if its movement began now, with the best of rolls (10.2 to 10.4).

    Only the units that the watcher sees are asked; what lies beneath them may be faster.
    """
    game, opened = s.game, revealed(s)
    alike: dict[tuple[int, int, int, int], int] = {}
    for hexa in s.stacks:
        for piece in visible(s, hexa, watcher, opened):
            if game.side_of[piece] == mover and why_immobile(s, piece) is None:
                stop, first = stopping(s, mover, (piece,), hexa)
                key = (game.nation[piece], best_factor(s, piece), stop, first)
                alike[key] = alike.get(key, 0) | 1 << hexa
    found = 0
    for (nation, points, stop, first), starts in alike.items():
        enter = ~(barred(s, nation) | barred_to_movement(s, nation) | s.occupied(watcher))
        found |= starts | game.board.reach_of(starts, points, costs(s, nation), enter, stop, first).all()
    return found


def best_factor(s: WarState, piece: int) -> int:
    """The most movement points a unit can have (10.2, 10.3)."""
    factor = rolled_factor(s, 6) if rolls_for_movement(s, piece) else base_factor(s, piece)
    return factor_after_supply(s, piece, factor)


# guessing what is hidden

_NAMED = {"battle": (3,), "loss": (1,), "retreat": (3,), "advance": (2,)}
"""Where the frames of a battle hold the units that fight in it: both sides know them by name."""
_MARKS = ("moved", "diced", "raised", "sent", "attacked", "defended", "sickle")
"""What is noted of single pieces."""


def imagine(s: WarState, side: int, seed: int) -> WarState:
    """Deal the enemy's hidden units of each nation anew among their hidden places, and guess their strengths."""
    twin = s.imagined(seed)
    random = Random(seed)
    places = _hidden_places(s, side)
    dealt: dict[int, int] = {}
    for nation in range(len(NATIONS)):
        lying = [piece for _, piece in places if s.game.nation[piece] == nation]
        pieces = sorted(lying)
        random.shuffle(pieces)
        dealt.update(zip(lying, pieces, strict=True))
    for hexa in {hexa for hexa, _ in places}:
        twin.stacks[hexa] = tuple(dealt.get(piece, piece) for piece in s.stacks[hexa])
    for hexa, piece in places:
        twin.where[dealt[piece]] = hexa
        twin.left[dealt[piece]] = s.left[piece]
    for piece in sorted(dealt):
        full = s.game.full[piece]
        twin.steps[piece] = full if random.random() < _LIKELY_FULL else random.randint(1, full)
    _relabel(twin, dealt)
    twin.hand = None
    twin.ask_again()
    return twin


_LIKELY_FULL = 0.75
"""How likely a unit that nobody sees is taken to be at full strength."""


def _hidden_places(s: WarState, side: int) -> list[tuple[int, int]]:
    """Where units lie that a side can neither see nor has just met in battle: hex and unit, in order."""
    opened = revealed(s)
    named = {piece for frame in s.stack for part in _NAMED.get(frame[0], ()) for piece in frame[part]}
    found = []
    for hexa in sorted(s.stacks):
        seen = visible(s, hexa, side, opened)
        found += [(hexa, piece) for piece in s.stacks[hexa] if piece not in seen and piece not in named]
    return found


def _relabel(s: WarState, dealt: dict[int, int]) -> None:
    """What was noted of the unit in a place is noted of the one dealt there, in hand or not."""
    for name in _MARKS:
        marks: int = getattr(s, name)
        kept = marks & ~sum(1 << piece for piece in dealt)
        setattr(s, name, kept | sum(1 << new for old, new in dealt.items() if marks >> old & 1))
    for number, frame in enumerate(s.stack):
        if frame[0] == "march":
            s.stack[number] = (*frame[:2], tuple(dealt.get(piece, piece) for piece in frame[2]), *frame[3:])
