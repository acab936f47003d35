"""What a power may know: everything but what the other side is buying (G11)."""

from __future__ import annotations

from operator import attrgetter
from random import Random

from meuse.engine import Event
from meuse.engine.scene import SPECTATOR
from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.events import Ordered
from meuse.games.battle_of_france.powers import CAMP, POWERS
from meuse.games.battle_of_france.production import Build, building_places, income
from meuse.games.battle_of_france.reach import reach
from meuse.games.battle_of_france.state import BattleState, Order, enemy_of


def sees_orders_of(s: BattleState, side: int, power: int) -> bool:
    """A power sees its own purchases, and its ally's where one player leads both (powers.2); spectators see none."""
    return side != SPECTATOR and (power == side or (s.setting.allies_share and CAMP[power] == CAMP[side]))


def redact(event: Event, s: BattleState, side: int) -> Event | None:
    """Purchases stay secret until the units appear."""
    return None if isinstance(event, Ordered) and not sees_orders_of(s, side, event.power) else event


def overlays(s: BattleState, side: int) -> dict[str, list[str]]:
    """Sets of areas worth showing over the map."""
    own, enemy = CAMP[side], enemy_of(CAMP[side])
    surface, air = reach(s, enemy)
    areas = {
        "control": s.held(own),
        "enemy control": s.held(enemy),
        "units": s.occupied(own),
        "enemy units": s.occupied(enemy),
        "enemy reach": surface,
        "enemy air reach": air,
        "forest": s.setting.forest,
        "frozen": movement.frozen_line(s),
    }
    return {name: s.setting.board.names(mask) for name, mask in areas.items()}


def imagine(s: BattleState, side: int, seed: int) -> BattleState:
    """Guess what the power cannot know: purchases of the other side, from the income that everybody sees (build.3)."""
    twin = s.imagined(seed)
    buying = {step.power for step in s.agenda if isinstance(step, Build)}
    if buying or s.orders:
        random = Random(seed)
        purse = list(s.npu)
        twin.orders = tuple(order for order in s.orders if sees_orders_of(s, side, order.power))
        for power in range(len(POWERS)):
            if not sees_orders_of(s, side, power):
                purse[power] = income(s, power)
                if power not in buying:
                    purse[power] -= _buy_at_random(twin, power, purse[power], random)
        twin.npu = tuple(purse)
        twin.orders = tuple(sorted(twin.orders, key=attrgetter("power")))  # each buys in turn
    twin.ask_again()
    return twin


def _buy_at_random(s: BattleState, power: int, purse: int, random: Random) -> int:
    """Spend a purse without any aim, and say how much was spent."""
    left, prices = purse, s.law.prices[power]
    while True:
        wares = [
            (unit, area)
            for unit, area in s.setting.build_keys
            if prices[unit] <= left and building_places(s, power, unit) >> area & 1
        ]
        if not wares:
            return purse - left
        unit, area = random.choice(wares)
        left -= prices[unit]
        s.orders = (*s.orders, Order(power, unit, area))
