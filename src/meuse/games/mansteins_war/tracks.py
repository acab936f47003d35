"""What lies beside the map and on it without being a unit: the tracks and marks everybody looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meuse.board.sets import listed
from meuse.engine import staging
from meuse.engine.scene import Mark, Track
from meuse.games.mansteins_war import commands, rail, victory
from meuse.games.mansteins_war.air import Flights, OpenAir, activations_left
from meuse.games.mansteins_war.capitulation import CLAUSES, at_war, fights, missing
from meuse.games.mansteins_war.movement import Movement
from meuse.games.mansteins_war.setting import (
    ALLIED,
    BELGIUM,
    COUNTRIES,
    DUTCH,
    FRANCE,
    GERMAN,
    NATIONS,
    NETHERLANDS,
    SIDES,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import Bridgehead, MansteinState
from meuse.games.mansteins_war.variants import out_of_play
from meuse.mechanics.words import counted

FATES = (NETHERLANDS, BELGIUM, FRANCE)
"""The countries that can capitulate, the weakest first."""


def last_turn(s: MansteinState) -> int:
    """The turn with which the game ends as things stand (3.4j)."""
    return s.setting.scenario.extended if s.extended else s.setting.scenario.turns


def turn_words(s: MansteinState) -> str:
    if not s.turn:
        return "Before the first turn"
    return f"Turn {s.turn} of {last_turn(s)} · {s.setting.scenario.dates[s.turn - 1]}"


def tracks(s: MansteinState, side: int) -> Iterator[Track]:
    """All tracks, the most looked at first."""
    dates = tuple(s.setting.scenario.dates[: last_turn(s)])
    at = s.turn - 1 if s.turn else None
    yield Track("turn", "Game turn", turn_words(s), at, dates, "4.1a", main=True, number=s.turn)
    yield impulse(s)
    yield level(s)
    for of in (GERMAN, ALLIED):
        points = victory.total(s, of)
        title = f"{s.setting.side_name(of)} victory points"
        yield Track(f"points_{SIDES[of]}", title, str(points), clause="3.4a" if of == GERMAN else "3.5a", number=points)
    yield Track("coming", "Still to come", ", ".join(staging.coming(s)) or "nothing", clause="4.1a")
    yield from impulses_left(s)
    yield Track("initiative", "Initiative", s.setting.side_name(s.initiative), clause="5.3a")
    yield from this_impulse(s)
    for nation, name in enumerate(NATIONS):
        if nation == DUTCH and out_of_play(s):
            continue
        number = s.points[nation]
        yield Track(
            f"refit_{name}", f"{name.title()} refit points", refit_words(s, nation), clause="14.1b", number=number
        )
    for country in FATES:
        yield status(s, country)
    yield from optional(s)


def impulse(s: MansteinState) -> Track:
    """Whose impulse it is, and by which marker (5.4a)."""
    row = commands.under_way(s)
    if row is None:
        return Track("impulse", "Impulse", "none", clause="5.4a", main=True)
    side = s.setting.side_name(SIDES.index(row.side))
    return Track("impulse", "Impulse", f"{side}: {row.name}", clause=row.clause, main=True)


def impulses_left(s: MansteinState) -> Iterator[Track]:
    """What everybody knows to be still in the bins, the regular markers, and what has been played (5.4)."""
    setting = s.setting
    for side in (GERMAN, ALLIED):
        regular = setting.markers_on[side] & setting.always & commands.in_play(s)
        names = tuple(
            f"{setting.markers[n].short} {'played' if s.played >> n & 1 else 'to come'}" for n in listed(regular)
        )
        played = [setting.markers[n].name for n in listed(s.played & setting.markers_on[side])]
        left = (regular & s.bin).bit_count()
        value = f"{counted(left, 'regular marker')} to come; played: {', '.join(played) or 'none'}"
        empty = "; the bin is empty" if s.passed >> side & 1 else ""
        title = f"{setting.side_name(side)} impulses this turn"
        yield Track(f"markers_{SIDES[side]}", title, value + empty, None, names, "5.4a", number=left)


def this_impulse(s: MansteinState) -> Iterator[Track]:
    """Who is activated in this impulse, and what is left of air units and rail capacity (5.5a, 16.1a, 9.1a)."""
    if s.operator < 0:
        return
    titles = s.setting.command_titles
    others = [s.spoken(piece) for piece in listed(s.active) if not s.commands >> s.setting.command[piece] & 1]
    active = ", ".join([*(titles[command] for command in listed(s.commands)), *others]) or "none"
    yield Track("active", "Activated", active, clause="5.5a")
    if any(isinstance(step, OpenAir | Flights) for step in s.agenda):
        number = activations_left(s, s.operator)
        yield Track("air_left", "Air units to be activated", str(number), clause="16.1a", number=number)
    if any(isinstance(step, Movement) for step in s.agenda):
        left = rail.equivalents(s, rail.capacity_left(s, s.operator))
        yield Track("rail", "Rail capacity left", left, clause="9.1a")


def refit_words(s: MansteinState, nation: int) -> str:
    """What a nation has, and what it receives next turn if nothing stops it (14.1, 14.2)."""
    table, turn = s.setting.tables.refit.points[NATIONS[nation]], s.turn
    more = turn < last_turn(s) and table[turn] and fights(s, nation)
    coming = f"; next turn {table[turn]:+}" if more else ""
    return f"{s.points[nation]}{coming}"


def level(s: MansteinState) -> Track:
    """What the game would be judged as if it ended now (3.6)."""
    rows = [row for row in reversed(s.setting.tables.victory.levels) if not row.sudden]
    points = victory.net(s)
    now = victory.level_of(s.setting, points)
    names = tuple(row.name for row in rows)
    value = f"{now.name} ({points})"
    return Track(
        "level", "Victory as things stand", value, rows.index(now), names, now.clause, main=True, number=points
    )


def status(s: MansteinState, country: int) -> Track:
    """What has become of a country, or what the Germans still need (3.8)."""
    name = COUNTRIES[country]
    if not at_war(s, country):
        fallen = s.surrendered >> country & 1
        value = "has capitulated" if fallen else "out of play"
    else:
        left = s.setting.board.members(missing(s, country))
        value = f"at war; to be taken: {', '.join(s.spot(hexa) for hexa in left)}"
    return Track(name, name.title(), value, clause=CLAUSES[name])


def optional(s: MansteinState) -> Iterator[Track]:
    """What the optional rules in force count (24 to 28)."""
    options = s.setting.tables.options
    if s.on("bridgeheads"):
        for side in (GERMAN, ALLIED):
            used = sum(bridge.owner == side for bridge in s.bridgeheads)
            title = f"{s.setting.side_name(side)} bridgeheads"
            yield Track(f"bridges_{SIDES[side]}", title, f"{used} of {options.bridgeheads.per_side}", clause="27.1a")
    if s.on("advanced_airlift"):
        value = f"{s.lifted} of {options.airlift.advanced_per_turn} corps"
        yield Track("airlift", "Airlift this turn", value, clause="28.1d")


# marks on the map


def marks(s: MansteinState) -> Iterator[Mark]:
    """Signs on the map: destroyed forts, bombed cities, open cities, bridgeheads, the fate of countries."""
    yield from damage(s.setting, s.destroyed, s.bombed, s.open_cities, s.surrendered)
    for bridge in s.bridgeheads:
        yield bridgehead(s.setting, bridge)


@lru_cache(maxsize=256)
def damage(setting: MansteinSetting, destroyed: int, bombed: int, opened: int, surrendered: int) -> tuple[Mark, ...]:
    labels, looks = setting.board.labels, setting.game.looks
    made = []
    for hexes, name, title, clause in (
        (destroyed, "destroyed", "Fortifications destroyed", "17.1a"),
        (bombed, "bombed", "Destroyed by bombs: neither depot nor port", "22.4b"),
        (opened, "open_city", "Open city", "25.4a"),
    ):
        for hexa in setting.board.members(hexes):
            owner = SIDES[GERMAN if setting.germany >> hexa & 1 else ALLIED]
            made.append(Mark(labels[hexa], looks.sign[name], title, owner, clause))
    for name, place in looks.capital.items():
        if surrendered >> COUNTRIES.index(name) & 1:
            hexa = setting.map.places[place]
            title = f"{name.title()} has capitulated"
            made.append(Mark(labels[hexa], looks.sign["surrendered"], title, SIDES[GERMAN], CLAUSES[name]))
    return tuple(made)


def bridgehead(setting: MansteinSetting, bridge: Bridgehead) -> Mark:
    labels = setting.board.labels
    place = f"{labels[bridge.origin]}/{labels[bridge.beyond]}"
    title = f"Bridgehead from {setting.spots[bridge.origin]} to {setting.spots[bridge.beyond]}"
    return Mark(place, setting.game.looks.sign["bridgehead"], title, SIDES[bridge.owner], "27.1a")
