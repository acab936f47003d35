"""What a power may know: everything but what the other side is buying (G11)."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any

from meuse.engine import Event
from meuse.games.battle_of_france import cards
from meuse.games.battle_of_france import events as happened
from meuse.games.battle_of_france.components import LETTERS, POWERS, SIDE, UNITS
from meuse.games.battle_of_france.production import can_be_built, income
from meuse.games.battle_of_france.reach import reach
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
    surface, air = reach(s, enemy)
    return {
        "control": names(s.held(own)),
        "enemy control": names(s.held(enemy)),
        "units": names(s.occupied(own)),
        "enemy units": names(s.occupied(enemy)),
        "enemy reach": names(surface),
        "enemy air reach": names(air),
        "forest": names(s.game.forest),
        "frozen": names(s.game.maginot & ~s.freed) if s.round < s.game.tables.maginot.free_from_round else [],
    }


def imagine(s: BattleState, side: int, seed: int) -> BattleState:
    """Guess what the power cannot know: the purchases of the other side, from the income all can reckon (build.3)."""
    twin = s.imagined(seed)
    buying = {frame[1] for frame in s.stack if frame[0] == "build"}
    if buying or s.orders:
        random = Random(seed)
        purse = list(s.npu)
        twin.orders = tuple(order for order in s.orders if sees_orders_of(s, side, order[0]))
        for power in range(len(POWERS)):
            if not sees_orders_of(s, side, power):
                purse[power] = income(s, power)
                if power not in buying:
                    purse[power] -= _buy_at_random(twin, power, purse[power], random)
        twin.npu = (purse[0], purse[1], purse[2])
        twin.orders = tuple(sorted(twin.orders, key=itemgetter(0)))  # each buys in turn
    twin.ask_again()
    return twin


def _buy_at_random(s: BattleState, power: int, purse: int, random: Random) -> int:
    """Spend a purse as nobody in particular would; tells how much was spent."""
    spent = 0
    while True:
        wares = [
            (unit, area)
            for unit, area in s.game.build_keys
            if cards.price(s, power, unit) <= purse - spent and can_be_built(s, power, unit, area)
        ]
        if not wares:
            return spent
        unit, area = random.choice(wares)
        spent += cards.price(s, power, unit)
        s.orders = (*s.orders, (power, unit, area))
