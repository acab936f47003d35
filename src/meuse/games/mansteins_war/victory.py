"""Chapter 3: how to win. Everything here only looks; nothing changes the state but the ends of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from meuse.engine import Help
from meuse.games.mansteins_war import control
from meuse.games.mansteins_war.setting import (
    ALLIED,
    DEAD,
    FRANCE,
    GERMAN,
    GERMANY,
    NETHERLANDS,
    SIDES,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import MansteinState, MansteinStep
from meuse.games.mansteins_war.tables import Level, Points
from meuse.mechanics.sets import listed

# at once


def wanted_of(setting: MansteinSetting, side: int) -> int:
    """What wins at once: all depots and ports of France for Germany, German depots for the Allies (3.1)."""
    if side == GERMAN:
        return (setting.depots | setting.ports) & setting.country[FRANCE]
    return setting.depots_of[GERMANY]


def wins_at_once(s: MansteinState, side: int) -> bool:
    """Has a side met its condition of sudden death, bombed hexes or not (3.1b, 3.1c, R21)?"""
    wanted = wanted_of(s.setting, side)
    held = wanted & control.controlled(s, side)
    return held == wanted if side == GERMAN else held.bit_count() >= s.setting.tables.victory.german_depots


def sudden_death(s: MansteinState) -> None:
    """Does a side win now (3.1a)?"""
    for side in (GERMAN, ALLIED):
        if wins_at_once(s, side):
            level = next(row for row in s.setting.tables.victory.levels if row.sudden and row.winner == SIDES[side])
            why = "all depots and ports of France are German" if side == GERMAN else "German depots are in Allied hands"
            s.finish(side, level.name, f"Sudden death: {why}.", level.clause)
            return


# points


class Score(NamedTuple):
    """Something that counts at the end."""

    says: str
    points: int
    clause: str


def table_of(s: MansteinState, side: int) -> Points:
    tables = s.setting.tables.victory
    return tables.german if side == GERMAN else tables.allied


def worth(s: MansteinState, side: int) -> dict[int, tuple[int, str]]:
    """What each hex of the enemy is worth to a side: its single best value, with its clause (3.4, 3.5, 3.5g)."""
    setting, table = s.setting, table_of(s, side)
    enemy = setting.germany if side == ALLIED else setting.land & ~setting.germany
    if s.rulings["no_netherlands"] == "yes":
        enemy &= ~setting.country[NETHERLANDS]  # R102
    forts = setting.maginot if table.fort_kind == "major_fort" else setting.westwall
    places = {setting.place(name): points for name, points in table.places.items()}
    best = "3.4a" if side == GERMAN else "3.5a"
    other_places, depot, fort = ("3.4b", "3.4c", "3.4d") if side == GERMAN else ("3.5a", "3.5b", "3.5c")
    values: dict[int, tuple[int, str]] = {}
    for hexes, points, clause in (
        (forts, table.fort, fort),
        (setting.channel_ports if table.channel_port else 0, table.channel_port, depot),
        (setting.depots, table.depot, depot),
    ):
        for hexa in listed(hexes & enemy):
            values[hexa] = max(values.get(hexa, (0, "")), (points, clause))
    highest = max(places.values())
    for hexa, points in places.items():
        if enemy >> hexa & 1:
            values[hexa] = max(values.get(hexa, (0, "")), (points, best if points == highest else other_places))
    return values


def held_for_points(s: MansteinState, side: int) -> int:
    """The hexes that a side scores for (3.2b, R10)."""
    hexes = control.controlled(s, side)
    return hexes & s.held[side] if s.rulings["victory_control"] == "occupy" else hexes


def of_hexes(s: MansteinState, side: int) -> Iterator[Score]:
    """Points for objective hexes; of an open city the Germans score half (25.4d)."""
    own = held_for_points(s, side)
    for hexa, (points, clause) in worth(s, side).items():
        if own >> hexa & 1:
            if side == GERMAN and s.open_cities >> hexa & 1:
                points, clause = points // s.setting.tables.options.open_cities.divisor, "25.4d"
            yield Score(s.spot(hexa), points, clause)


def of_units(s: MansteinState, side: int) -> Iterator[Score]:
    """Points for eliminated enemy units, each in its best category (3.4e to 3.4h, 3.5d to 3.5h, R15)."""
    setting, table = s.setting, table_of(s, side).units
    clauses = ("3.4e", "3.4e", "3.4f", "3.4g") if side == GERMAN else ("3.5d", "3.5d", "3.5f", "3.5e")
    for piece in setting.pieces:
        number = piece.number
        if piece.side == side or s.where[number] != DEAD or piece.airlift:
            continue
        counted = (
            (table.mech_corps, setting.mech_corps >> number & 1),
            (table.mech, setting.mech >> number & 1),
            (table.army, s.sizes.armies >> number & 1),
            (table.air, setting.air_units >> number & 1),
        )
        scored = [(points, clause) for (points, yes), clause in zip(counted, clauses, strict=True) if yes and points]
        if scored:
            yield Score(piece.name, *max(scored))


def of_variants(s: MansteinState, side: int) -> Iterator[Score]:
    """Points for the scenario variants that help the other side (28, R18)."""
    for option, row in s.setting.tables.options.variant.items():
        if s.rulings[option] != "no" and row.to == SIDES[side]:
            title = s.game.ledger.options[option].title or option
            yield Score(title, row.points, "3.6a")


def scores(s: MansteinState, side: int) -> list[Score]:
    """All that a side scores if the game ends now (3.2)."""
    made = [*of_hexes(s, side), *of_units(s, side), *of_variants(s, side)]
    if side == GERMAN and s.extended:
        made.append(Score("Extension", s.setting.tables.victory.extension, "3.4i"))
    return made


def total(s: MansteinState, side: int) -> int:
    return sum(score.points for score in scores(s, side))


def level_at(setting: MansteinSetting, difference: int) -> Level:
    """The level of victory for German points less those of the Allies (3.6)."""
    levels = [level for level in setting.tables.victory.levels if not level.sudden]
    return next(level for level in levels if level.least is None or difference >= level.least)


def judge(s: MansteinState) -> None:
    """The end of the last turn: points and level of victory (3.2a, 3.6a)."""
    german, allied = total(s, GERMAN), total(s, ALLIED)
    level = level_at(s.setting, german - allied)
    winner = SIDES.index(level.winner) if level.winner else None
    s.finish(winner, level.name, f"{german} German points less {allied} Allied: {german - allied}.", level.clause)


# extension


@dataclass
class Extend(MansteinStep):
    """The German player may let the game go on for its extension, at a price (3.4i, 3.4j, R16)."""

    heading = "End of the game"
    asks = "Extend the game?"
    words = {"extend": "Extend the game", "decline": "End the game now"}
    public = True

    def side(self, s: MansteinState) -> int:
        return GERMAN

    def explained(self, s: MansteinState) -> Help:
        cost, last = -s.setting.tables.victory.extension, s.setting.scenario.extended
        return Help("3.4j", f"An extension costs {cost} victory points; the game then ends for good after turn {last}.")

    def extend(self, s: MansteinState, value: int) -> None:
        s.pop()
        s.extended = True

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()
