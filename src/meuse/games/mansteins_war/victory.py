"""Chapter 3: how to win. Points are counted line by line, each with its clause and what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from meuse.board.sets import union
from meuse.engine import Help
from meuse.games.mansteins_war import control, variants
from meuse.games.mansteins_war.events import GameExtended
from meuse.games.mansteins_war.setting import (
    ALLIED,
    DEAD,
    FRANCE,
    GERMAN,
    GERMANY,
    NATIONS_OF,
    SIDES,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other
from meuse.games.mansteins_war.tables import Level, LevelId, Points
from meuse.mechanics.words import counted, one


class Line(NamedTuple):
    """One line of a side's score: the clause, what it is for, the points, and the hexes or units it counts."""

    clause: str
    says: str
    points: int
    hexes: int = 0
    pieces: int = 0


class Objective(NamedTuple):
    """Hexes that are worth the same to a side, for the same reason."""

    clause: str
    says: str
    points: int
    hexes: int


# sudden death


@lru_cache(maxsize=16)
def german_goal(setting: MansteinSetting) -> int:
    """Every depot and port in France, bombed or not (3.1b, R21)."""
    return (setting.depots | setting.ports) & setting.country[FRANCE]


def german_goal_left(s: MansteinState) -> int:
    """What the German side still lacks of a sudden death victory (3.1b)."""
    return german_goal(s.setting) & ~control.controlled(s, GERMAN)


def german_depots_lost(s: MansteinState) -> int:
    """The German depots that the Allies control (3.1c)."""
    return s.setting.depots_of[GERMANY] & control.controlled(s, ALLIED)


def sudden_death(s: MansteinState) -> None:
    """Does a side win at once (3.1)? Hexes that it has not even entered it does not control."""
    setting, needed = s.setting, s.setting.tables.victory.german_depots
    if not german_goal(setting) & ~s.taken and not german_goal_left(s):
        _finish(s, level(setting, "epic_german"), "Germany controls every depot and port in France")
    elif (setting.depots_of[GERMANY] & ~s.taken).bit_count() < needed:
        return
    elif german_depots_lost(s).bit_count() >= needed:
        names = " and ".join(s.spot(hexa) for hexa in setting.board.members(german_depots_lost(s)))
        _finish(s, level(setting, "epic_allied"), f"the Allies control {names}")


# hexes


def objectives(s: MansteinState, side: int) -> list[Objective]:
    """All hexes that score for a side, each once and in its best category (3.4, 3.5, 3.5g).

    Forts count as printed, destroyed or not (R14); nothing in the Netherlands does while they are out of play (R102).
    """
    setting, closed = s.setting, variants.out_of_play(s)
    if (side, closed) not in setting.objectives:
        enemy = setting.germany if side == ALLIED else setting.land & ~setting.germany
        setting.objectives[side, closed] = list(_best_first(_categories(setting, side), enemy & ~closed))
    return setting.objectives[side, closed]


def _categories(setting: MansteinSetting, side: int) -> list[Objective]:
    """What the schedules name, a hex perhaps more than once (3.4, 3.5)."""
    table = _table(setting, side)
    forts = setting.maginot if table.fort_kind == "major_fort" else setting.westwall
    if side == GERMAN:
        named = [("3.4a" if points == max(table.places.values()) else "3.4b") for points in table.places.values()]
        kinds = [
            ("3.4c", "supply centres", table.depot, setting.depots),
            ("3.4c", "Channel ports", table.channel_port, setting.channel_ports),
            ("3.4d", "Maginot Line hexes", table.fort, forts),
        ]
    else:
        named = ["3.5a"] * len(table.places)
        kinds = [
            ("3.5b", "supply centres", table.depot, setting.depots),
            ("3.5c", "Westwall hexes", table.fort, forts),
        ]
    places = [
        Objective(clause, place, points, 1 << setting.place(place))
        for clause, (place, points) in zip(named, table.places.items(), strict=True)
    ]
    return [*places, *(Objective(*kind) for kind in kinds)]


def _best_first(groups: list[Objective], there: int) -> Iterator[Objective]:
    """Groups of hexes, the dearest first, each without those that are in one before it (3.5g)."""
    for group in sorted(groups, key=lambda group: -group.points):
        hexes = group.hexes & there
        there &= ~hexes
        if hexes and group.points:
            yield group._replace(hexes=hexes)


def _table(setting: MansteinSetting, side: int) -> Points:
    return setting.tables.victory.german if side == GERMAN else setting.tables.victory.allied


def scoring(s: MansteinState, side: int) -> int:
    """The hexes that count for a side: those it controls, or by the other reading occupies (3.2b, R10)."""
    return control.controlled(s, side) if s.rulings["victory_control"] == "control" else s.held[side]


def halved(s: MansteinState, side: int) -> int:
    """The hexes that score less for a side: open cities for the Germans (25.4d)."""
    return s.open_cities if side == GERMAN else 0


def worth(s: MansteinState, side: int, objective: Objective, hexa: int) -> int:
    """What one hex of an objective, as a set, scores for a side (25.4d, R99)."""
    divisor = s.setting.tables.options.open_cities.divisor
    return objective.points // divisor if hexa & halved(s, side) else objective.points


def _hex_lines(s: MansteinState, side: int) -> Iterator[Line]:
    held, open_cities = scoring(s, side), halved(s, side)
    for objective in objectives(s, side):
        clause, says, points, hexes = objective
        full = hexes & held & ~open_cities
        if full:
            count = full.bit_count()
            name = says if hexes.bit_count() == 1 and says in s.setting.map.places else f"{says}: {count}"
            yield Line(clause, name, points * count, full)
        for hexa in s.setting.board.members(hexes & held & open_cities):
            yield Line("25.4d", f"{s.spot(hexa)}, an open city", worth(s, side, objective, 1 << hexa), 1 << hexa)


# units


def _unit_lines(s: MansteinState, side: int) -> Iterator[Line]:
    """Enemy units in the Eliminated display, each in its best category (3.4e to 3.4h, 3.5d to 3.5f, R15).

    An army lies there only when its last step is gone (3.5h). What was evacuated does not (20.2h).
    """
    setting, worth = s.setting, _table(s.setting, side).units
    lost = s.in_box(DEAD, setting.pieces_on[other(side)] | union(setting.air_of[n] for n in NATIONS_OF[other(side)]))
    if side == GERMAN:
        kinds = [("3.4e", "mechanized corps", worth.mech_corps, setting.mech_corps)]
        armies, planes = "3.4f", "3.4g"
    else:
        kinds = [("3.5d", "mechanized units", worth.mech, setting.mech)]
        armies, planes = "3.5f", "3.5e"
    kinds.append((armies, "armies", worth.army, s.sizes.armies))
    kinds.append((planes, "air units", worth.air, setting.air_units & ~setting.airlifts))
    enemy = "Allied" if side == GERMAN else "German"
    for clause, says, points, units in sorted(kinds, key=lambda kind: -kind[2]):
        fallen = lost & units
        lost &= ~fallen
        if fallen and points:
            count = fallen.bit_count()
            yield Line(clause, f"{enemy} {says} eliminated: {count}", points * count, pieces=fallen)


# the count


def _other_lines(s: MansteinState, side: int) -> Iterator[Line]:
    """The price of the extension (3.4i), and what the scenario variants give (28, R18)."""
    if side == GERMAN and s.extended:
        yield Line("3.4i", "the game was extended", s.setting.tables.victory.extension)
    for option, variant in s.setting.tables.options.variant.items():
        if variant.to == SIDES[side] and s.on(option):
            rule = s.game.ledger.options[option]
            clause = s.game.ledger.rulings[rule.ruling].clauses[0]
            yield Line(clause, rule.title or s.game.ledger.clauses[clause].title, variant.points)


def score(s: MansteinState, side: int) -> list[Line]:
    """What a side scores as things stand, line by line (3.4, 3.5, 28)."""
    return [*_hex_lines(s, side), *_unit_lines(s, side), *_other_lines(s, side)]


def total(s: MansteinState, side: int) -> int:
    return sum(line.points for line in score(s, side))


def net(s: MansteinState) -> int:
    """German points less Allied points (3.6a)."""
    return total(s, GERMAN) - total(s, ALLIED)


def level(setting: MansteinSetting, name: LevelId) -> Level:
    return next(row for row in setting.tables.victory.levels if row.id == name)


def level_of(setting: MansteinSetting, points: int) -> Level:
    """The level of victory for a difference of points (3.6, R17)."""
    rows = [row for row in setting.tables.victory.levels if not row.sudden]
    return next(row for row in rows if row.least is None or points >= row.least)


def judge(s: MansteinState) -> None:
    """The end of the last turn: points and level of victory (3.2 to 3.6)."""
    german, allied = total(s, GERMAN), total(s, ALLIED)
    difference = german - allied
    reason = f"{counted(german, 'German point')} less {counted(allied, 'Allied point')} make {difference}"
    _finish(s, level_of(s.setting, difference), reason)


def _finish(s: MansteinState, row: Level, reason: str) -> None:
    s.finish(SIDES.index(row.winner) if row.winner else None, row.name, reason, row.clause)


class Extend(MansteinStep):
    """May the game go on for two more turns (3.4j, R16)?"""

    heading = "End of the game"
    words = {"extend": "Extend the game", "decline": "End the game now"}
    public = True

    def side(self, s: MansteinState) -> int:
        return GERMAN

    def prompt(self, s: MansteinState) -> str:
        points = net(s)
        return f"Extend the game? It would end now as {one(level_of(s.setting, points).name)}, with {points} points."

    def explained(self, s: MansteinState) -> Help:
        cost, last = -s.setting.tables.victory.extension, s.setting.scenario.extended
        return Help("3.4j", f"It costs {counted(cost, 'victory point')}, and the game then ends with turn {last}.")

    def extend(self, s: MansteinState, value: int) -> None:
        s.pop()
        s.extended = True
        points = s.setting.tables.victory.extension
        s.events.append(GameExtended(("3.4j", "3.4i"), s.setting.scenario.extended, points))

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()
