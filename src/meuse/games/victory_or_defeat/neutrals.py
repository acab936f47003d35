"""Chapters 3.6 and 4.3: neutral countries, their violation and their capitulation."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Option, closed
from meuse.games.victory_or_defeat import victory
from meuse.games.victory_or_defeat.events import Capitulated, SwissStrategy, Violated
from meuse.games.victory_or_defeat.setting import (
    ARMY,
    BELGIUM,
    COUNTRIES,
    GERMAN,
    GONE,
    LUXEMBOURG,
    NETHERLANDS,
    NEUTRALS,
    SWITZERLAND,
    WarSetting,
    country_name,
)
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState, members
from meuse.mechanics.words import counted, sentence


def declare_bars(s: WarState, mover: int) -> Iterator[Bar]:
    """The countries that cannot be declared violated: any but those still neutral, and in 1940 only (3.2a, 3.6h)."""
    if not s.setting.rules.neutrals:
        yield Bar(ALL, "3.2a", "{it} is out of play in this scenario")
    neutral = members(country for country in NEUTRALS if s.status[country] == NEUTRAL)
    yield Bar(~neutral, "3.6h", "{it} is not neutral")
    if mover != GERMAN:
        says = "only the German player declares a violation, in his Movement or Combat Phase"
        yield Bar(ALL, "4.3b", says)


def declarations(s: WarState, mover: int) -> list[Option]:
    """The countries that a side may declare violated now."""
    if mover != GERMAN or not s.setting.rules.neutrals or NEUTRAL not in s.status:
        return []
    return s.setting.vocabulary.open("declare", closed(declare_bars(s, mover)))


def invasion_warning(s: WarState, country: int) -> str:
    """What it means to violate a neutral."""
    army = len([unit for unit in s.setting.army if unit.nation == ARMY.get(country) and s.on_map(unit.number)])
    units = f" with {counted(army, 'unit')}" if army else ""
    return sentence(f"{country_name(COUNTRIES[country])} joins the Allies{units} and stays at war to the end.")


def violate(s: WarState, country: int) -> None:
    """The country's hexes and units join the Allies at once (3.6j, A44); Swiss strategy is rolled (4.3h)."""
    s.set_status(country, IN_PLAY)
    s.violated[country] = max(s.turn, 1)
    s.events.append(Violated(("4.3b", "3.6j"), COUNTRIES[country]))
    german, allied = s.control
    s.set_control(german, allied | (s.setting.country[country] & s.setting.land & ~german & ~s.occupied(GERMAN)))
    if country == SWITZERLAND:
        _swiss_strategy(s)
    check_capitulations(s, s.setting.country[country] & s.occupied(GERMAN))


def _swiss_strategy(s: WarState) -> None:
    """One die: forward defence (4.3i) or the redoubt (4.3j)."""
    die = s.roll("Swiss strategy", ("4.3h",))
    s.swiss = "forward" if die <= s.setting.tables.capitulation.swiss_forward else "redoubt"
    clause = "4.3i" if s.swiss == "forward" else "4.3j"
    s.events.append(SwissStrategy((clause,), s.swiss))
    if s.swiss == "redoubt":
        remove_army(s, SWITZERLAND)


def remove_army(s: WarState, country: int) -> tuple[int, ...]:
    """Take all units of a country off the map, forts included."""
    nation = ARMY.get(country)
    pieces = tuple(p.number for p in s.setting.army if p.nation == nation and s.where[p.number] >= 0)
    for piece in pieces:
        s.lift(piece, GONE)
    s.sealed = s.sealed or bool(pieces)  # everybody sees what lay there
    return pieces


def cities_needed(setting: WarSetting) -> dict[int, int]:
    """How many cities the countries that fall by cities must lose (4.3d, 4.3e)."""
    table = setting.tables.capitulation
    return {NETHERLANDS: table.netherlands_cities, BELGIUM: table.belgium_cities}


def cities_lost(s: WarState, country: int) -> int:
    return (s.setting.cities & s.setting.country[country] & s.control[GERMAN]).bit_count()


def check_capitulations(s: WarState, entered: int) -> None:
    """Countries capitulate the instant their condition holds (4.3d to 4.3i); ``entered``: hexes just German."""
    for country, needed in cities_needed(s.setting).items():
        if s.status[country] == IN_PLAY and cities_lost(s, country) >= needed:
            capitulate(s, country, "4.3d" if country == NETHERLANDS else "4.3e")
    check_british_gone(s)
    if s.status[LUXEMBOURG] == IN_PLAY and entered & s.setting.country[LUXEMBOURG]:
        capitulate(s, LUXEMBOURG, "4.3g")
    if s.status[SWITZERLAND] == IN_PLAY:
        check_swiss(s)


def check_british_gone(s: WarState) -> None:
    """Belgium gives up once in play with no British unit on the map (4.3f, A46)."""
    if s.status[BELGIUM] == IN_PLAY and not s.british_on_map():
        capitulate(s, BELGIUM, "4.3f")


def check_swiss(s: WarState) -> None:
    """Forward defence falls with all its cities or all its units (4.3i); the redoubt never (4.3k)."""
    if s.status[SWITZERLAND] != IN_PLAY or s.swiss != "forward":
        return
    cities = s.setting.cities & s.setting.country[SWITZERLAND]
    if not cities & ~s.control[GERMAN] or not s.masks[ARMY[SWITZERLAND]]:
        capitulate(s, SWITZERLAND, "4.3i")


def fallen(s: WarState) -> int:
    """How many neutrals have capitulated (4.3a)."""
    return sum(s.status[neutral] == CAPITULATED for neutral in NEUTRALS)


def capitulate(s: WarState, country: int, clause: str) -> None:
    """For good: all units of the country leave the map (4.3c); three countries make a point (4.3a)."""
    s.set_status(country, CAPITULATED)
    pieces = remove_army(s, country)
    s.events.append(Capitulated((clause, "4.3c"), COUNTRIES[country], pieces))
    if fallen(s) >= s.setting.tables.capitulation.countries_for_point:
        victory.score(s, "neutrals", "4.3a")
