"""How to win, for people: every goal of the scenario as it stands, and alarms; judged by ``victory``."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from meuse.engine.scene import Alarm, Goal
from meuse.games.victory_or_defeat import victory
from meuse.games.victory_or_defeat.counters import visible
from meuse.games.victory_or_defeat.events import POINT_WORDS
from meuse.games.victory_or_defeat.ground import panzers
from meuse.games.victory_or_defeat.neutrals import cities_lost, cities_needed, fallen
from meuse.games.victory_or_defeat.objectives import allied_march
from meuse.games.victory_or_defeat.secrecy import covered
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANY,
    NETHERLANDS,
    NEUTRALS,
    SIDES,
    country_name,
)
from meuse.games.victory_or_defeat.state import IN_PLAY, NEUTRAL, WarState, members
from meuse.games.victory_or_defeat.supply import cut_off, overland_supply
from meuse.games.victory_or_defeat.west_wall import near_ruhr
from meuse.mechanics.tabletop import places
from meuse.mechanics.words import counted, sentence

THE_MATCH = "the match"


def goals(s: WarState, side: int) -> Iterator[Goal]:
    """Every way to win, lose or score in this scenario, for all that a side may know."""
    s = covered(s, side)
    if s.setting.by_points:
        yield level(s)
        yield neutrals(s)
        yield dyle_breda(s)
        yield from ways_off(s)
        yield paris(s)
        yield maginot(s)
        yield from losses(s)
    else:
        yield holding_out(s)
    yield ruhr(s)
    yield overthrow(s)


def level(s: WarState) -> Goal:
    """The points at the end (4.2c, 4.11)."""
    levels, points = s.setting.tables.victory.levels, points_now(s)
    graded = ", ".join(f"{one.start} or more: {one.name}" for one in levels[:-1])
    says = f"After turn {s.setting.scenario.turns} the German points decide: {graded}, fewer: {levels[-1].name}."
    now = victory.level_of(s.setting, points)[0]
    won = now.winner == SIDES[GERMAN]
    return Goal(
        "level", "Victory points", says, "4.2c", SIDES[GERMAN], THE_MATCH, f"{points}: {now.name}", now.winner, won
    )


def points_now(s: WarState) -> int:
    """The German points if the match ended now."""
    return s.vp + victory.dyle_scores(s)


def point(s: WarState, name: str, clause: str, says: str, stands: str, hexes: int) -> Goal:
    """A point that can be scored once and is kept (A51)."""
    had, title = name in s.scored, sentence(POINT_WORDS[name])
    shown, holder = places(s.setting.board, hexes), SIDES[GERMAN] if had else ""
    return Goal(name, title, says, clause, SIDES[GERMAN], "1 point", "scored" if had else stands, holder, had, shown)


def neutrals(s: WarState) -> Goal:
    """Three neutrals overrun (4.3)."""
    needed, cities = s.setting.tables.capitulation.countries_for_point, cities_needed(s.setting)
    says = (
        f"{needed} neutrals capitulate: the Netherlands with {cities[NETHERLANDS]} cities lost, "
        f"Belgium with {cities[BELGIUM]} or when the British are gone, Luxembourg when it is entered, "
        "Switzerland with all its cities or units."
    )
    invaded = [
        f"{country_name(COUNTRIES[country])} {cities_lost(s, country)} of {cities} cities lost"
        for country, cities in cities.items() if s.status[country] == IN_PLAY
    ]  # fmt: skip
    stands = "; ".join((f"{fallen(s)} of {needed}", *invaded))
    return point(s, "neutrals", "4.3a", says, stands, sum(s.setting.prizes[country] for country in NEUTRALS))


def dyle_breda(s: WarState) -> Goal:
    """The line that the French must not reach (4.4)."""
    says = "Scored at the end if Belgium was invaded and no French unit supplied overland was ever in these hexes."
    stands = "Belgium is neutral" if s.status[BELGIUM] == NEUTRAL else "not reached by the French"
    made = point(s, "dyle_breda", "4.4a", says, stands, s.setting.dyle_breda)
    if s.dyle_denied:
        return replace(made, stands="reached by the French, denied for good", holder=SIDES[ALLIED])
    return replace(made, reached=True, holder=SIDES[GERMAN]) if victory.dyle_scores(s) else made


def ways_off(s: WarState) -> Iterator[Goal]:
    """The roads to Brittany (4.5) and to the Mediterranean (4.6)."""
    setting = s.setting
    west, cities = places(setting.board, setting.brittany), " or ".join(setting.tables.victory.mediterranean)
    says = f"A mechanized corps leaves the map over the west edge, from {west[0]} to {west[-1]}."
    yield point(s, "brittany", "4.5a", says, "open", setting.brittany)
    says = f"The German side takes {cities}, or a mechanized corps leaves the map over the south edge of France."
    yield point(s, "mediterranean", "4.6a", says, "open", setting.mediterranean | setting.south_of_france)


def paris(s: WarState) -> Goal:
    """Paris whole (4.7)."""
    size = s.setting.paris.bit_count()
    stands = f"{size - victory.paris_left(s).bit_count()} of {size} hexes taken"
    return point(s, "paris", "4.7a", f"All {size} hexes of Paris are German at one time.", stands, s.setting.paris)


def maginot(s: WarState) -> Goal:
    """The Maginot Line destroyed or cut off (4.8)."""
    needed, cut = s.setting.tables.victory.maginot_destroyed, ", cut off" if victory.maginot_cut_off(s) else ""
    forts = len(s.setting.maginot_forts)
    says = f"{needed} of {forts} forts are destroyed, or the line is cut off from the west and south edge."
    stands = f"{victory.forts_destroyed(s)} of {needed} destroyed{cut}"
    return point(s, "maginot", "4.8a", says, stands, s.setting.maginot)


def losses(s: WarState) -> Iterator[Goal]:
    """British corps lost out of supply (4.9), and German mechanized corps lost (4.10)."""
    table, lost = s.setting.tables.victory, s.mechanized_lost
    says = "A British corps loses its last step out of supply."
    worth, stands = f"1 point each, at most {table.british_most}", f"{s.british_lost} of {table.british_most} lost"
    yield Goal("british", "British corps", says, "4.9a", SIDES[GERMAN], worth, stands, reached=bool(s.british_lost))
    says = "A German mechanized corps is lost; the Allied side has won if that leaves no German point."
    worth, stands = f"-1 point each, at most {table.mechanized_most}", f"{lost} of {table.mechanized_most} lost"
    yield Goal("mechanized", "Mechanized corps", says, "4.10a", SIDES[ALLIED], worth, stands, reached=bool(lost))


def holding_out(s: WarState) -> Goal:
    """What the German of 1939 needs (4.1a)."""
    says = f"Neither condition of the enemy is met by the end of turn {s.setting.scenario.turns}."
    german = SIDES[GERMAN]
    return Goal("holding_out", "Holding out", says, "4.1a", german, THE_MATCH, holder=german, reached=True)


def ruhr(s: WarState) -> Goal:
    """The Ruhr (4.1c, 4.2a)."""
    who = "a French unit" if s.rulings["ruhr_arrival"] == "french" else "one of its units"
    says = f"The {s.setting.side_name(ALLIED)} side wins at once when {who} comes next to the Ruhr."
    shown = places(s.setting.board, s.setting.beside_ruhr)
    return Goal("ruhr", "The Ruhr", says, s.setting.clauses.ruhr, SIDES[ALLIED], THE_MATCH, places=shown)


def overthrow(s: WarState) -> Goal:
    """Hitler's overthrow (4.1b, 4.2a)."""
    setting, clause = s.setting, s.setting.clauses.overthrow
    hands = f"{setting.side_name(ALLIED)} hands"
    says = f"Each turn one die: Hitler falls if it shows no more than the German cities in {hands}."
    shown = places(setting.board, setting.prizes[GERMANY])
    stands = f"{victory.german_cities_held(s)} of {len(shown)} cities in {hands}"
    return Goal("overthrow", "Hitler's overthrow", says, clause, SIDES[ALLIED], THE_MATCH, stands, places=shown)


# alarms


def alarms(s: WarState, side: int) -> Iterator[Alarm]:
    """What the next checks will decide or cost as things stand, the gravest first."""
    if not s.turn:
        return
    yield from last_turn(s)
    yield from fall_of_hitler(s)
    yield from march_on_the_ruhr(s)
    if s.setting.by_points:
        yield from last_steps(s, side)
    yield from lack_of_supply(s)
    if s.setting.by_points:
        yield from points_at_stake(s)


def last_turn(s: WarState) -> Iterator[Alarm]:
    """What the end of the match will be judged as (4.1a, 4.11)."""
    if s.turn < s.setting.scenario.turns:
        return
    if not s.setting.by_points:
        says = "This is the last turn: the German side wins if the Ruhr is not reached and Hitler not overthrown."
        yield Alarm(says, "4.1a", SIDES[ALLIED], True)
        return
    points = points_now(s)
    level, clause = victory.level_of(s.setting, points)
    says = f"This is the last turn: as things stand {counted(points, 'German point')}, {level.name}."
    yield Alarm(says, clause, SIDES[ALLIED] if level.winner == SIDES[GERMAN] else SIDES[GERMAN], True)


def fall_of_hitler(s: WarState) -> Iterator[Alarm]:
    """The roll at the end of the turn (4.1b, 5.3a)."""
    held, clause = victory.cities_held(s), s.setting.clauses.overthrow
    if held:
        says = (
            f"The {s.setting.side_name(ALLIED)} side holds {spoken(s, held)}: at the next victory check Hitler falls on"
        )
        yield Alarm(f"{says} {victory.falls_on(s)}.", clause, SIDES[GERMAN], True, places(s.setting.board, held))


def spoken(s: WarState, hexes: int) -> str:
    """Some hexes as people call them."""
    return ", ".join(s.spot(hexa) for hexa in s.setting.board.members(hexes))


def march_on_the_ruhr(s: WarState) -> Iterator[Alarm]:
    """Could a unit come next to the Ruhr with the best of rolls (4.1c)?"""
    if not near_ruhr(s):
        return
    table, goals = s.setting.scenario.movement, 0
    for reached in allied_march(s, s.occupied(GERMAN), max(table.most_rolled, table.british)):
        goals |= reached & s.setting.beside_ruhr
    if goals:
        says = f"A unit of the {s.setting.side_name(ALLIED)} side could march next to the Ruhr and win at once."
        yield Alarm(says, s.setting.clauses.ruhr, SIDES[GERMAN], True, places(s.setting.board, goals))


def last_steps(s: WarState, side: int) -> Iterator[Alarm]:
    """Mechanized corps whose loss would end the match, as far as a side sees that they are worn (4.10b)."""
    if not victory.loss_is_fatal(s):
        return
    for piece in panzers(s):
        hexa = s.where[piece]
        if s.steps[piece] == 1 and piece in visible(s, hexa, side):
            says = f"{s.spoken(piece)} has 1 step left: its loss would leave no German point and end the match."
            yield Alarm(says, "4.10b", SIDES[GERMAN], True, (s.label(hexa),))


def lack_of_supply(s: WarState) -> Iterator[Alarm]:
    """Units that the next supply check removes (5.4a, 5.12a), and what British ones are worth (4.9a)."""
    lost = cut_off(s)
    if not lost:
        return
    hexes, points = members(s.where[piece] for piece in lost), sum(s.setting.nation[p] == BRITISH for p in lost)
    worth = counted(min(points, victory.british_points(s)), "point") if min(points, victory.british_points(s)) else ""
    says = f"{counted(len(lost), 'unit')} out of supply in {spoken(s, hexes)}: lost at the next supply check"
    cost = f", {worth} to the German side" if worth else ""
    yield Alarm(f"{says}{cost}.", s.setting.clauses.supply_check, SIDES[ALLIED], places=places(s.setting.board, hexes))


def points_at_stake(s: WarState) -> Iterator[Alarm]:
    """Points that are scored, or denied, by one more step (4.3 to 4.8)."""
    board = s.setting.board
    near = board.zones(s.setting.dyle_breda, s.setting.water) & s.masks[FRENCH] & overland_supply(s)
    if victory.dyle_scores(s) and near:
        says = f"French units in {spoken(s, near)} can enter the Dyle-Breda line and deny its point for good."
        yield Alarm(says, "4.4a", SIDES[GERMAN], places=places(board, near))
    if victory.dyle_scores(s) and s.turn == s.setting.scenario.turns:
        says = "This turn gives the Dyle-Breda point unless a French unit supplied overland enters the line."
        yield Alarm(says, "4.4a", SIDES[ALLIED], places=places(board, s.setting.dyle_breda))
    if "maginot" not in s.scored and victory.maginot_cut_off(s):
        says = "The Maginot Line is cut off: at the end of this phase the German side scores a point."
        yield Alarm(says, "4.8b", SIDES[ALLIED], places=places(board, s.masks[FORTS + FRENCH]))
    elif "maginot" not in s.scored and victory.forts_destroyed(s) == s.setting.tables.victory.maginot_destroyed - 1:
        says = "The German side scores a point with one more fort of the Maginot Line."
        yield Alarm(says, "4.8a", SIDES[ALLIED], places=places(board, s.masks[FORTS + FRENCH]))
    if "paris" not in s.scored and victory.paris_left(s).bit_count() == 1:
        says = f"The German side scores a point with the last hex of Paris, {spoken(s, victory.paris_left(s))}."
        yield Alarm(says, "4.7a", SIDES[ALLIED], places=places(board, victory.paris_left(s)))
    for country, needed in cities_needed(s.setting).items():
        if s.status[country] == IN_PLAY and cities_lost(s, country) == needed - 1:
            left = s.setting.prizes[country] & ~s.control[GERMAN]
            says = f"One more city lost, and {country_name(COUNTRIES[country])} capitulates."
            clause = "4.3d" if country == NETHERLANDS else "4.3e"
            yield Alarm(says, clause, SIDES[ALLIED], places=places(board, left))
