"""What fire can do, as bots estimate it: how much reaches each hex, and what it costs those who stand there."""

from __future__ import annotations

from functools import lru_cache

from meuse.board.sets import listed
from meuse.games.france_1940 import smoke
from meuse.games.france_1940.charts import Combat
from meuse.games.france_1940.setting import FranceSetting
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import Column, Size

TWO_DICE = tuple(a + b for a in range(1, 7) for b in range(1, 7))
AP, AT = range(2)
"""Fire at men, fire at armour; guns do either."""
MOST = 60
"""Fire factors beyond so many do nothing more."""


@lru_cache
def means(chart: tuple[int, ...], rows: tuple[tuple[int, ...], ...], first: int) -> tuple[float, ...]:
    """The mean effect of so many fire factors, by their number."""
    made = []
    for factors in range(MOST + 1):
        at = sum(column <= factors for column in chart) - 1
        effects = [rows[min(max(roll - first, 0), len(rows) - 1)][at] if at >= 0 else 0 for roll in TWO_DICE]
        made.append(sum(effects) / len(effects))
    return tuple(made)


def mean_effects(chart: Combat) -> tuple[float, ...]:
    return means(tuple(chart.columns), tuple(map(tuple, chart.rows)), chart.first_roll)


def guns(setting: FranceSetting, unit: int, steps: int, kind: int) -> tuple[int, int]:
    """The factor and range with which a unit fires at men or at armour; artillery does either, at its best."""
    table, reach = (setting.ap, setting.ap_range) if kind == AP else (setting.at, setting.at_range)
    factor, art = table[unit][steps], setting.art[unit][steps]
    if kind == AP and art > factor:
        return art, setting.art_range[unit]
    return factor, reach[unit]


def fire_on(s: FranceState, side: int, kind: int, hexes: int) -> dict[int, int]:
    """The fire factors that a side could bring on each of some hexes: of units that see it and spot who comes there."""
    setting, black = s.setting, smoke.black(s) if s.smoke else 0
    board, sight, near = setting.board, setting.sight, s.spotting.near
    eyes = setting.armed & setting.pieces_on[side] & s.alive & ~s.routed & ~(s.riders & ~s.mounted)
    size: Size = "small" if kind == AP else "large"
    found: dict[int, int] = {}
    for unit in listed(eyes):
        factor, reach = guns(setting, unit, s.steps[unit], kind)
        if not factor:
            continue
        here = s.where[unit]
        seen = sight.seen_through(here, black) & hexes & near(here, size, True)
        close = seen & board.disc(here, reach)
        for hexa in board.members(close):
            found[hexa] = found.get(hexa, 0) + factor
        for hexa in board.members(seen & ~close & board.disc(here, 2 * reach)):
            found[hexa] = found.get(hexa, 0) + (factor + 1) // 2
    return found


def danger(s: FranceState, side: int, kind: int, hexes: int) -> dict[int, float]:
    """The steps that those of a side who came to stand in each of some hexes could lose to one volley of the enemy."""
    setting = s.setting
    effects, charts = mean_effects(setting.charts.combat), setting.ground.charts.terrain
    column: Column = "ap" if kind == AP else "at"
    terrain = setting.ground.terrain
    return {
        hexa: effects[min(factors, MOST)] / charts[terrain[hexa]].defence.get(column, 2)
        for hexa, factors in fire_on(s, 1 - side, kind, hexes).items()
    }
