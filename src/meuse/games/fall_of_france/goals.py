"""How to win, for people: every goal as it stands, and alarms; judged by ``victory`` and ``politics``."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Alarm, Goal
from meuse.games.fall_of_france import victory
from meuse.games.fall_of_france.politics import (
    at_the_end,
    bef_cut_off,
    bef_strength,
    french_balance,
    paris_balance,
    paris_may_open,
    ports_threatened,
    prospects,
    sound,
)
from meuse.games.fall_of_france.setting import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    FRANCE,
    GERMAN,
    HOLLAND,
    NEUTRAL,
    SIDES,
)
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.tables import Level
from meuse.mechanics.tabletop import places
from meuse.mechanics.words import counted, sentence

THE_MATCH = "the match"
DECISIVE = {"france", "withdrawal"}
"""What weighs most among the prospects."""


def goals(s: FallState, side: int) -> Iterator[Goal]:
    """Every way to win, lose or score."""
    now = victory.final_level(s)
    for level in s.setting.tables.victory.levels:
        if level.winner:
            yield level_goal(level, now)
    yield holland(s)
    yield belgium(s)
    yield bef(s)
    yield france(s)
    yield open_city(s)
    yield paris_fights(s)


def level_goal(level: Level, now: Level) -> Goal:
    """A level of victory; the one that would be judged now is marked (21.0)."""
    reached = level.id == now.id
    stands, holder = ("as things stand", level.winner) if reached else ("", "")
    title = sentence(level.name)
    return Goal(level.id, title, level.says, level.clause, level.winner, THE_MATCH, stands, holder, reached)


def german_goal(
    s: FallState, name: str, title: str, clause: str, says: str, stands: str, hexes: int, worth: str, reached: bool
) -> Goal:
    """Something that Germany wants, and the Allies keep from it as long as they can."""
    shown, holder = places(s.setting.board, hexes & s.setting.board.everything), SIDES[GERMAN if reached else ALLIED]
    return Goal(name, title, says, clause, SIDES[GERMAN], worth, stands, holder, reached, shown)


def country_goal(s: FallState, country: int, clause: str, says: str, stands: str, hexes: int, worth: str) -> Goal:
    """A country that Germany wants to surrender."""
    name, fallen = COUNTRIES[country], victory.surrendered(s, country)
    stands = "surrendered" if fallen else f"neutral; {stands}" if s.status[country] == NEUTRAL else stands
    return german_goal(s, name, f"{name.title()} surrenders", clause, says, stands, hexes, worth, fallen)


def holland(s: FallState) -> Goal:
    """19.2: losses, a town, and bombs."""
    setting = s.setting
    towns = setting.urban & setting.country[HOLLAND]
    says = (
        "Rolled for each turn once a Dutch unit is lost or a cadre and a Dutch town is German: Holland surrenders "
        "if the die is no higher than the most German air units over it in one assignment of the turn."
    )
    hit = "a unit hit" if s.dutch_hit else "no unit hit yet"
    stands = (
        f"{hit}, {(towns & s.taken).bit_count()} of {towns.bit_count()} towns German, {s.bombers} bombers this turn"
    )
    return country_goal(s, HOLLAND, "19.2a", says, stands, towns, "a condition")


def belgium(s: FallState) -> Goal:
    """19.3: Brussels, and what is left of the army."""
    setting = s.setting
    says = (
        "Rolled for each turn while Brussels is German: Belgium surrenders if the die is higher than the number of its "
        "ground units that are neither disrupted nor cadres."
    )
    brussels = "Brussels German" if s.taken & setting.brussels else "Brussels not taken"
    stands = f"{brussels}, {counted(sound(s, BELGIANS), 'sound unit')}"
    return country_goal(s, BELGIUM, "19.3a", says, stands, setting.brussels, "a condition")


def bef(s: FallState) -> Goal:
    """19.1: cut off in front of the ports, then gone (R93)."""
    setting = s.setting
    cut, points = bef_cut_off(s)
    gone = victory.bef_gone(s)
    distance = setting.tables.politics.withdrawal_distance
    says = (
        "Gone when no BEF ground unit is left on the map. Its withdrawal is rolled for while most of it is out of "
        f"supply and a supplied German unit stands within {distance} hexes of a Channel port: ordered if the die is "
        "higher than the number of its sound units, air units included."
    )
    if gone:
        stands = "gone"
    elif s.withdrawal:
        stands = f"ordered home, {counted((s.standing & setting.pieces_of[BRITISH]).bit_count(), 'unit')} still here"
    else:
        near = "Germans near the ports" if ports_threatened(s) else "no Germans near the ports"
        stands = f"{cut} of {points} stacking points out of supply, {near}, strength {bef_strength(s)}"
    return german_goal(s, "bef", "The BEF is gone", "19.1a", says, stands, setting.ports, "a condition", gone)


def france(s: FallState) -> Goal:
    """19.5: no source but the south, too few divisions, alone."""
    setting = s.setting
    over, under = setting.tables.politics.french_ratio
    says = (
        "At the end of a turn in which no French unit can trace to a French city or the west edge, German attack "
        f"factors are at least {over / under:g} times French defence factors, and Belgium has surrendered or the BEF "
        "is gone."
    )
    balance = french_balance(s)
    source = "supplied" if balance.has_source else "no supply but from the south"
    alone = "alone" if balance.alone else "not alone"
    stands = f"{source}, {balance.attack} to {balance.defence} factors, {alone}"
    hexes = setting.cities & setting.country[FRANCE]
    return country_goal(s, FRANCE, "19.5a", says, stands, hexes, "a victory")


def open_city(s: FallState) -> Goal:
    """19.4: not a victory, but no supply source and no battle."""
    setting, paris = s.setting, paris_balance(s)
    table = setting.tables.politics
    says = (
        "Paris is closed to the Allies and supplies nobody once Germany has more stacking points within "
        f"{table.open_distance} hexes of it than France, and the dead pile holds {table.open_corps} French corps and "
        "more French than German points."
    )
    near = f"{paris.german_near} to {paris.french_near} points near Paris"
    dead = f"{paris.dead_corps} of {table.open_corps} corps dead, {paris.french_dead} to {paris.german_dead} points"
    if s.on("fortress_paris"):
        stands = "never: Paris is a fortress"
    else:
        stands = "declared" if s.open_city else f"{near}, {dead}"
    title = "Paris an Open City"
    return german_goal(s, "open_city", title, "19.4a", says, stands, setting.paris, "", s.open_city)


def paris_fights(s: FallState) -> Goal:
    """21.0g: fighting in Paris costs the Allies a level."""
    most = s.setting.tables.victory.paris_combats
    says = f"{most} or more combats from or into Paris make the result one level better for Germany; a draw stays."
    counts = victory.paris_counts(s)
    stands = f"{s.paris_fights} of {most}"
    shown = places(s.setting.board, s.setting.paris)
    holder = SIDES[GERMAN] if counts else ""
    title = "Fighting in Paris"
    return Goal("paris_fights", title, says, "21.0g", SIDES[GERMAN], "one level", stands, holder, counts, shown)


# alarms


def alarms(s: FallState, side: int) -> Iterator[Alarm]:
    """What the next Administration phase will decide as things stand, the gravest first."""
    if not s.turn:
        return
    yield from last_turn(s)
    s = at_the_end(s)
    for prospect in prospects(s):
        if prospect.faces:
            chance = "" if prospect.faces == 6 else f" That is {prospect.faces} chances in 6."
            grave = prospect.what in DECISIVE
            shown = {"withdrawal": s.setting.ports, "paris": s.setting.paris, "belgium": s.setting.brussels}
            where = places(s.setting.board, shown.get(prospect.what, 0))
            yield Alarm(f"End of this turn: {prospect.says}{chance}", prospect.clause, SIDES[ALLIED], grave, where)
    yield from near_misses(s)


def last_turn(s: FallState) -> Iterator[Alarm]:
    """What the end of the match will be judged as (21.0)."""
    if s.turn < s.setting.scenario.turns:
        return
    level = victory.final_level(s)
    threatened = SIDES[ALLIED] if level.winner == SIDES[GERMAN] else SIDES[GERMAN]
    yield Alarm(f"This is the last turn: as things stand a {level.name}.", level.clause, threatened, True)


def near_misses(s: FallState) -> Iterator[Alarm]:
    """What one more event would bring about."""
    table = s.setting.tables
    if s.paris_fights == table.victory.paris_combats - 1:
        says = "One more combat in Paris improves the German result by one level."
        yield Alarm(says, "21.0g", SIDES[ALLIED], places=places(s.setting.board, s.setting.paris))
    paris = paris_balance(s)
    near = paris.german_near > paris.french_near and paris.french_dead > paris.german_dead
    if near and paris.dead_corps == table.politics.open_corps - 1 and paris_may_open(s):
        says = "One more French corps lost, and Paris is declared an Open City."
        yield Alarm(says, "19.4a", SIDES[ALLIED], places=places(s.setting.board, s.setting.paris))
    balance = french_balance(s)
    if s.at_war(FRANCE) and balance.alone and balance.enough and balance.has_source:
        says = "France surrenders as soon as no French unit can trace to a French city or the west edge."
        yield Alarm(says, "19.5a", SIDES[ALLIED], True)
    cut, points = bef_cut_off(s)
    if not s.withdrawal and 2 * cut > points and not ports_threatened(s):
        says = "Most of the BEF is out of supply: supplied Germans near a Channel port bring a roll for its withdrawal."
        yield Alarm(says, "19.1a", SIDES[ALLIED], places=places(s.setting.board, s.setting.ports))
