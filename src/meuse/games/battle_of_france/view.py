"""What a power may know: everything but what the other side is buying (G11)."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine import Event
from meuse.games.battle_of_france import events as happened
from meuse.games.battle_of_france.components import LETTERS, POWERS, SIDE, UNITS
from meuse.games.battle_of_france.state import BattleState, enemy_of


def sees_orders_of(s: BattleState, side: int, power: int) -> bool:
    """A power sees its own purchases; with two players the Allies are one player (powers.2)."""
    return power == side or (s.scenario == "two_players" and SIDE[power] == SIDE[side])


def view(s: BattleState, side: int) -> dict[str, Any]:
    """All that a power may know, as JSON data."""
    game = s.game
    return {
        **game.heading(s, side),
        "turn": s.round,
        "turns": game.tables.game.rounds,
        "tracks": _tracks(s, side),
        "control": {POWERS[power]: game.board.names(mask) for power, mask in enumerate(s.control)},
        "stacks": {game.board.labels[area]: _stack(s, area) for area in sorted(_inhabited(s))},
        "battle": _battle(s),
    }


def _tracks(s: BattleState, side: int) -> dict[str, Any]:
    game = s.game
    orders = [
        f"{LETTERS[power]}.{UNITS[unit]}@{game.board.labels[area]}"
        for power, unit, area in s.orders
        if sees_orders_of(s, side, power)
    ]
    return {
        "round": s.round,
        "active": POWERS[s.active] if s.active >= 0 else None,
        "to_come": [POWERS[power] for power in s.bag],
        "card": game.cards[s.card].id if s.card >= 0 else None,
        "lasting": [game.cards[card].id for card in s.lasting],
        "npu": {POWERS[power]: npu for power, npu in enumerate(s.npu) if sees_orders_of(s, side, power)},
        "orders": orders,
        "freed": game.board.names(s.freed),
        "due": game.board.names(s.due),
        "surprise_over": s.surprise_over,
    }


def _inhabited(s: BattleState) -> set[int]:
    return set(s.stacks) | {s.where[piece] for piece, ship in enumerate(s.carrier) if ship >= 0}


def _stack(s: BattleState, area: int) -> list[dict[str, Any]]:
    """The units in an area, cargo inside its ship."""
    return [
        {
            "class": s.name(piece),
            "spent": bool(s.spent >> piece & 1),
            "fought": bool(s.fought >> piece & 1),
            "bombarded": bool(s.bombarded >> piece & 1),
            "cargo": [s.name(rider) for rider in s.cargo(piece)],
        }
        for piece in s.at(area)
    ]


def _battle(s: BattleState) -> dict[str, Any] | None:
    if not s.battle:
        return None
    area, group, origin, rounds, kind, _, chooser = s.battle
    return {
        "area": s.label(area),
        "from": s.label(origin),
        "kind": kind,
        "rounds": rounds,
        "attackers": [s.name(p) for p in group if s.where[p] >= 0],
        "hits": list(s.toll),
        "defence": POWERS[chooser],
    }


def redact(event: Event, s: BattleState, side: int) -> Event | None:
    """Purchases stay secret until the units appear."""
    if isinstance(event, happened.Ordered) and not sees_orders_of(s, side, event.power):
        return None
    return event


def overlays(s: BattleState, side: int) -> dict[str, list[str]]:
    """Sets of areas worth showing over the map."""
    names = s.game.board.names
    own, enemy = SIDE[side], enemy_of(SIDE[side])
    return {
        "control": names(s.held(own)),
        "enemy control": names(s.held(enemy)),
        "units": names(s.occupied(own)),
        "enemy units": names(s.occupied(enemy)),
        "forest": names(s.game.forest),
        "frozen": names(s.game.maginot & ~s.freed) if s.round < s.game.tables.maginot.free_from_round else [],
    }


def scramble(s: BattleState, side: int, salt: int) -> BattleState:
    """Change what the power cannot know: the purchases of the other side and the money they left."""
    twin = s.clone()
    random = Random(salt)
    hidden = [power for power in range(len(POWERS)) if not sees_orders_of(s, side, power)]
    known = [order for order in s.orders if order[0] not in hidden]
    secret = [order for order in s.orders if order[0] in hidden]
    for number, (power, _, _) in enumerate(secret):
        unit, area = random.choice(s.game.build_keys)
        secret[number] = (power, unit, area)
    merged = iter(secret)
    kept = iter(known)
    twin.orders = tuple(next(merged) if order[0] in hidden else next(kept) for order in s.orders)
    g, f, b = (random.randint(0, 30) if power in hidden and s.orders else npu for power, npu in enumerate(s.npu))
    twin.npu = (g, f, b)
    return twin
