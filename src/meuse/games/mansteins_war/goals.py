"""How to win, for people: every goal as it stands, and alarms; judged by ``victory`` and ``capitulation``."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Alarm, Goal
from meuse.games.mansteins_war import capitulation, commands, control, victory
from meuse.games.mansteins_war.aids import level_words
from meuse.games.mansteins_war.counters import places
from meuse.games.mansteins_war.setting import ALLIED, COUNTRIES, DEAD, GERMAN, NATIONS, SIDES
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import Level
from meuse.games.mansteins_war.tracks import FATES, last_turn
from meuse.mechanics.words import counted, one, sentence

THE_MATCH = "the match"
FEW = 2
"""So many places from a goal an alarm is raised."""


def goals(s: MansteinState, side: int) -> Iterator[Goal]:
    """Every way to win, lose or score."""
    points = victory.net(s)
    now = victory.level_of(s.setting, points)
    for level in s.setting.tables.victory.levels:
        if level.winner:
            yield sudden(s, level) if level.sudden else level_goal(s, level, now, points)
    for country in FATES:
        yield country_goal(s, country)
    for of in (GERMAN, ALLIED):
        for number, objective in enumerate(victory.objectives(s, of)):
            yield place_goal(s, of, number, objective)
        yield units_goal(s, of)
    if s.extended:
        cost = s.setting.tables.victory.extension
        says = "The Germans have paid for two more turns."
        yield Goal("extension", "Extended game", says, "3.4i", SIDES[GERMAN], f"{cost} points", "paid", reached=True)


def level_goal(s: MansteinState, level: Level, now: Level, points: int) -> Goal:
    """A level of victory; the one that would be judged now is marked (3.6)."""
    reached = level.id == now.id
    says = (
        f"At the end of turn {last_turn(s)}, German points less Allied points are {level_words(s.setting, level.id)}."
    )
    stands = f"{counted(points, 'point')} now" if reached else ""
    holder = level.winner if reached else ""
    return Goal(level.id, level.name, says, level.clause, level.winner, THE_MATCH, stands, holder, reached)


def sudden(s: MansteinState, level: Level) -> Goal:
    """A victory that ends the game at once (3.1)."""
    setting = s.setting
    if level.winner == SIDES[GERMAN]:
        wanted, left = victory.german_goal(setting), victory.german_goal_left(s)
        says = "Germany wins at once when it controls every depot and every port in France, bombed or not."
        stands = f"{(wanted & ~left).bit_count()} of {wanted.bit_count()} German"
        reached = not left
    else:
        needed = setting.tables.victory.german_depots
        wanted, lost = setting.depots_of[0], victory.german_depots_lost(s)
        says = f"The Allies win at once when they control {needed} German depots."
        stands = f"{lost.bit_count()} of {needed} Allied"
        reached = lost.bit_count() >= needed
    holder = level.winner if reached else ""
    shown = places(setting.board, wanted)
    return Goal(level.id, level.name, says, level.clause, level.winner, THE_MATCH, stands, holder, reached, shown)


def country_goal(s: MansteinState, country: int) -> Goal:
    """A country that capitulates when certain hexes are German (3.8)."""
    setting, name = s.setting, COUNTRIES[country]
    hexes = setting.falls_with[country]
    fallen = bool(s.surrendered >> country & 1)
    left = capitulation.missing(s, country)
    wanted = next(row.places for key, row in setting.tables.capitulation.items() if key == name)
    what = " and ".join([", ".join(wanted[:-1]), wanted[-1]]) if wanted else "every supply centre of France"
    says = (
        f"When the Germans control {what}, {name_of(name)} capitulates: its units, markers, reinforcements and refit "
        "points are gone, and its units count as eliminated."
    )
    if fallen:
        stands = "has capitulated"
    elif capitulation.at_war(s, country):
        stands = f"{(hexes & ~left).bit_count()} of {hexes.bit_count()} German"
    else:
        stands = "out of play"
    return Goal(
        name, f"{sentence(name_of(name))} capitulates", says, capitulation.CLAUSES[name], SIDES[GERMAN], "a country",
        stands, SIDES[GERMAN] if fallen else SIDES[ALLIED], fallen, places(setting.board, hexes),
    )  # fmt: skip


def name_of(country: str) -> str:
    return "the Netherlands" if country == "netherlands" else country.title()


def place_goal(s: MansteinState, side: int, number: int, objective: victory.Objective) -> Goal:
    """Hexes that are worth the same to a side (3.4, 3.5), open cities less to the Germans (25.4d)."""
    held, half = objective.hexes & victory.scoring(s, side), victory.halved(s, side) & objective.hexes
    count, most = held.bit_count(), objective.hexes.bit_count()
    points = victory.worth(s, side, objective, half) if half == objective.hexes else objective.points
    each = f"{counted(points, 'point')}{' each' if most > 1 else ''}"
    owner = s.setting.side_name(side)
    if most == 1:
        says = f"{objective.says} scores if it is {owner} at the end of the game."
        stands = f"{owner}" if count else f"not {owner}"
    else:
        says = f"Each of these scores if it is {owner} at the end of the game."
        stands = f"{count} of {most} {owner}"
    if half:
        less = counted(victory.worth(s, side, objective, half), "point")
        says = f"{says[:-1]}; as an open city {named(s, half)} is worth {less}."
    return Goal(
        f"{SIDES[side]}_{number}", sentence(objective.says), says, objective.clause, SIDES[side], each, stands,
        SIDES[side] if held == objective.hexes else "", held == objective.hexes,
        places(s.setting.board, objective.hexes),
    )  # fmt: skip


def units_goal(s: MansteinState, side: int) -> Goal:
    """Enemy units that are eliminated when the game ends (3.4e to 3.4h, 3.5d to 3.5f)."""
    setting, enemy = s.setting, other(side)
    worth = (setting.tables.victory.german if side == GERMAN else setting.tables.victory.allied).units
    mech = f"mechanized corps {worth.mech_corps}" if side == GERMAN else f"mechanized units {worth.mech}"
    says = f"Units in the Eliminated display score: {mech}, armies {worth.army}, air units {worth.air}."
    dead = sum(where == DEAD and setting.side_of[piece] == enemy for piece, where in enumerate(s.where))
    points = sum(line.points for line in victory.score(s, side) if line.pieces)
    stands = f"{counted(points, 'point')} for {counted(dead, 'unit')}"
    clause = "3.4e" if side == GERMAN else "3.5d"
    title = f"{setting.side_name(enemy)} units eliminated"
    return Goal(f"{SIDES[side]}_units", title, says, clause, SIDES[side], "points", stands)


# alarms


def alarms(s: MansteinState, side: int) -> Iterator[Alarm]:
    """What the next events will decide or cost as things stand, the gravest first."""
    if not s.turn:
        return
    yield from end_of_game(s)
    yield from sudden_alarms(s)
    yield from capitulations(s)
    yield from refit_alarms(s)
    yield from initiative_alarm(s)
    yield from evacuation_alarm(s)


def end_of_game(s: MansteinState) -> Iterator[Alarm]:
    """What the end of the last turn will be judged as (3.6)."""
    if s.turn < last_turn(s):
        return
    points = victory.net(s)
    level = victory.level_of(s.setting, points)
    threatened = SIDES[ALLIED] if level.winner == SIDES[GERMAN] else SIDES[GERMAN]
    extend = "" if s.extended or s.turn > s.setting.scenario.turns else " The Germans may extend the game."
    yield Alarm(f"This is the last turn: as things stand {one(level.name)}.{extend}", level.clause, threatened, True)


def sudden_alarms(s: MansteinState) -> Iterator[Alarm]:
    """A victory that is one or two hexes away (3.1)."""
    setting = s.setting
    left = victory.german_goal_left(s)
    if 0 < left.bit_count() <= FEW:
        says = f"Germany wins at once if it takes {named(s, left)}."
        yield Alarm(says, "3.1b", SIDES[ALLIED], True, places(setting.board, left))
    lost, needed = victory.german_depots_lost(s), setting.tables.victory.german_depots
    if lost and lost.bit_count() == needed - 1:
        says = f"The Allies hold {named(s, lost)}: one more German depot wins them the game at once."
        yield Alarm(says, "3.1c", SIDES[GERMAN], True, places(setting.board, setting.depots_of[0] & ~lost))


def capitulations(s: MansteinState) -> Iterator[Alarm]:
    """Countries that are one hex from giving in (3.8)."""
    for country in FATES:
        left = capitulation.missing(s, country)
        if capitulation.at_war(s, country) and left.bit_count() == 1:
            name = COUNTRIES[country]
            says = f"{sentence(name_of(name))} capitulates as soon as the Germans control {named(s, left)}."
            clause = capitulation.CLAUSES[name]
            yield Alarm(says, clause, SIDES[ALLIED], name == "france", places(s.setting.board, left))


def refit_alarms(s: MansteinState) -> Iterator[Alarm]:
    """Places without which a nation gets no refit points (14.2)."""
    for nation, place in s.setting.tables.refit.needs.items():
        number, hexa = NATIONS.index(nation), s.setting.place(place)
        side = GERMAN if number == 0 else ALLIED
        if capitulation.fights(s, number) and not control.controlled(s, side) >> hexa & 1 and s.turn < last_turn(s):
            says = f"Without control of {place} the next turn brings no {nation.title()} refit points."
            yield Alarm(says, "14.2a" if side == GERMAN else "14.2b", SIDES[side], False, (s.label(hexa),))


def initiative_alarm(s: MansteinState) -> Iterator[Alarm]:
    """A German city in Allied hands costs the initiative (5.3)."""
    lost = s.setting.cities & s.setting.germany & control.controlled(s, ALLIED)
    if lost and s.turn < last_turn(s):
        says = f"The Allies hold {named(s, lost)}: as things stand they have the initiative in the next turn."
        yield Alarm(says, "5.3a", SIDES[GERMAN], False, places(s.setting.board, lost))


def evacuation_alarm(s: MansteinState) -> Iterator[Alarm]:
    """Evac is put into the bin as soon as it can be, or never (20.2a, 20.2f, R39)."""
    left = s.setting.evac & ~s.out & ~s.played
    if left and not s.evac_turn and commands.evacuation_near(s) and s.turn < last_turn(s):
        rule = ", and only then" if s.rulings["evac_window"] == "first" else ""
        says = (
            f"Germans stand at a French port or coast: if they stay, Evac can go into the bin in the next turn{rule}."
        )
        yield Alarm(says, "20.2a", SIDES[ALLIED])


def named(s: MansteinState, hexes: int) -> str:
    return " and ".join(s.spot(hexa) for hexa in s.setting.board.members(hexes))
