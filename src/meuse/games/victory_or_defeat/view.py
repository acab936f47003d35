"""What a side may know (3.10): the only door to the outside."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from meuse.engine import Event
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.components import ALLIED, BOXES, COUNTRIES, DEAD, GERMAN, GONE, UNPLACED, WAITING
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState, other
from meuse.games.victory_or_defeat.supply import german_supply, overland_supply, port_supply
from meuse.games.victory_or_defeat.zoc import zone

STATUS = {NEUTRAL: "neutral", CAPITULATED: "capitulated"}


def revealed(s: WarState) -> set[int]:
    """Hexes whose stacks lie open: attacked after a declaration, or being cut for overstacking."""
    found = set()
    for frame in s.stack:
        if frame[0] == "battle" and frame[4]:
            found.add(frame[2])
        elif frame[0] == "overstack":
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
        "neutral": s.neutral_ground(),
        "forts": s.all_forts(),
    }
    if s.scenario == "1940":
        found["port supply"] = port_supply(s) & s.game.coastal_area
    return {name: s.game.board.names(mask & s.game.board.everything) for name, mask in found.items()}


def scramble(s: WarState, side: int, salt: int) -> WarState:
    """Shuffle the enemy's hidden units among their hidden places, and change their strengths."""
    game = s.game
    twin = s.clone()
    opened = revealed(s)
    in_hand = {item for frame in s.stack for part in frame for item in (part if isinstance(part, tuple) else (part,))}
    random = Random(salt)
    for nation in range(len(COUNTRIES)):
        slots = [
            (hexa, piece)
            for hexa in sorted(s.stacks)
            for piece in s.at(hexa)
            if game.nation[piece] == nation and piece not in visible(s, hexa, side, opened) and piece not in in_hand
        ]
        pieces = [piece for _, piece in slots]
        random.shuffle(pieces)
        swap = {old: new for (_, old), new in zip(slots, pieces, strict=True)}
        for hexa in {hexa for hexa, _ in slots}:
            twin.stacks[hexa] = tuple(swap.get(piece, piece) for piece in s.stacks[hexa])
            for piece in twin.stacks[hexa]:
                twin.where[piece] = hexa
        for piece in pieces:
            twin.steps[piece] = random.randint(1, game.pieces[piece].full)
    return twin
