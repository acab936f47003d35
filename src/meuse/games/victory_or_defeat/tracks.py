"""What lies beside the map and on it without being a unit: the tracks and marks everybody looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meuse.engine.scene import Mark, Track
from meuse.games.victory_or_defeat.combat import Combat
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.events import POINT_WORDS
from meuse.games.victory_or_defeat.leaving import edge_hexes
from meuse.games.victory_or_defeat.neutrals import cities_lost, cities_needed
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    COUNTRIES,
    EDGES,
    GERMAN,
    LUXEMBOURG,
    NETHERLANDS,
    NEUTRALS,
    SIDES,
    SWITZERLAND,
    WarSetting,
)
from meuse.games.victory_or_defeat.setup import Sickle
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState
from meuse.games.victory_or_defeat.victory import falls_on, german_cities_held, level_of
from meuse.games.victory_or_defeat.ways import hesitating, roads_free
from meuse.mechanics.turns import coming_track, turn_track

HALTS = {"": "", "half": ": half speed this turn", "full": ": no move or attack this turn"}
SWISS = {"": "", "forward": ", defends its frontier", "redoubt": ", holds the redoubt"}
STATUS = ("neutral", "in play", "capitulated")
ENDS = {NETHERLANDS: "4.3d", BELGIUM: "4.3e", LUXEMBOURG: "4.3g", SWITZERLAND: "4.3i"}
"""The clause with which each neutral capitulates."""


def tracks(s: WarState) -> Iterator[Track]:
    """All tracks of the scenario, the most looked at first."""
    setting = s.setting
    scenario, rules, table = setting.scenario, setting.rules, setting.tables.victory
    yield turn_track(s, "5.0a")
    by_points = setting.by_points
    yield from (victory_points(s), points_scored(s)) if by_points else (overthrow(s, main=True),)
    yield coming_track(s, "5.0a")
    if scenario.crisis is not None:
        yield crisis(s, scenario.crisis.steep if s.rulings["gsc"] == "steep" else scenario.crisis.steady)
    if "replacements" in scenario.sequence:
        yield number("german_replacements", "German replacements", s.german_replacements, "9.1a")
        yield number("french_replacements", "French replacements", s.french_replacements, "9.3a")
        yield Track("refit", "Refit of the mechanized corps", "used" if s.refitted else "available once", clause="9.2a")
    if by_points:
        yield number("british_lost", "British corps lost out of supply", s.british_lost, "4.9a", table.british_most)
        lost, most = s.mechanized_lost, table.mechanized_most
        yield number("mechanized_lost", "German mechanized corps lost", lost, "4.10a", most)
    if rules.neutrals:
        yield from (neutral(s, country) for country in NEUTRALS)
        yield Track("roads", "Roads of Belgium", roads_words(s), clause="5.16a")
    if by_points:
        reached = "reached by the Allies" if s.dyle_denied else "open"
        yield Track("dyle_breda", "Dyle-Breda line", reached, clause="4.4a")
    if rules.panzer_halt:
        halts = f"{s.halts or 'none'} so far{HALTS[s.halted]}"
        yield Track("halts", "Panzer halts", halts, clause="5.10a", number=s.halts)
    if "dynamo" in scenario.sequence:
        yield Track("dynamo", "Operation Dynamo", dynamo_words(s), clause="5.13d")
    if by_points:
        yield overthrow(s, main=False)
    if rules.armored_division and Combat(ALLIED) in s.agenda:
        value = "committed this phase" if s.armored_used else "ready"
        yield Track("armored_4", "French 4th Armored Division", value, clause="5.17b")
    if "sickle cut" in scenario.setup_order:
        yield Track("sickle", "Operation Sickle Cut", sickle_words(s), clause="3.8e")


def number(name: str, title: str, value: int, clause: str, most: int | None = None) -> Track:
    """A number; with its highest value, a track that runs from 0 to there."""
    if most is None:
        return Track(name, title, str(value), clause=clause, number=value)
    steps = tuple(map(str, range(most + 1)))
    return Track(name, title, f"{value} of {most}", value, steps, clause, number=value)


def overthrow(s: WarState, main: bool) -> Track:
    """As many chances in six as German cities are held (4.1b)."""
    held = german_cities_held(s)
    value = f"{held}: Hitler falls on {falls_on(s)}" if held else "none"
    title = "German cities held by the Allies"
    return Track("overthrow", title, value, min(held, 6), tuple("0123456"), "4.1b", main, held)


def crisis(s: WarState, highest: list[int]) -> Track:
    """The rolls that bring the German supply crisis, turn by turn (5.5)."""
    steps = tuple(f"turn {turn}: {f'1 to {most}' if most else 'no roll'}" for turn, most in enumerate(highest, 1))
    at = min(s.turn, len(steps)) - 1 if s.turn else None
    return Track("crisis", "German supply crisis", "it has struck" if s.crisis else "not yet", at, steps, "5.5b")


def victory_points(s: WarState) -> Track:
    at = s.vp + s.setting.tables.victory.mechanized_most
    return Track("vp", "German victory points", str(s.vp), at, victory_levels(s.setting), "4.2c", True, s.vp)


@lru_cache
def victory_levels(setting: WarSetting) -> tuple[str, ...]:
    """Every total that can be had, with the level of victory it would give (4.11)."""
    table = setting.tables.victory
    totals = range(-table.mechanized_most, len(POINT_WORDS) + table.british_most + 1)
    return tuple(f"{total}: {level_of(setting, total)[0].name}" for total in totals)


def points_scored(s: WarState) -> Track:
    """Which of the points that can be had once have been had."""
    had = ", ".join(POINT_WORDS[name] for name in s.scored) or "none"
    return Track("scored", "Points scored", had, None, tuple(POINT_WORDS.values()), "4.2c")


def neutral(s: WarState, country: int) -> Track:
    """What has become of a neutral, and how near its end is (4.3)."""
    at = (NEUTRAL, IN_PLAY, CAPITULATED).index(s.status[country])
    value = STATUS[at] if at != 1 else f"invaded on turn {s.violated[country]}{_still_to_fall(s, country)}"
    return Track(COUNTRIES[country], COUNTRIES[country].title(), value, at, STATUS, ENDS[country])


def _still_to_fall(s: WarState, country: int) -> str:
    needed = cities_needed(s.setting).get(country)
    if needed is None:
        return SWISS[s.swiss] if country == SWITZERLAND else ""
    return f", {cities_lost(s, country)} of {needed} cities lost"


def roads_words(s: WarState) -> str:
    """What the last roll for the roads means (5.16)."""
    if not s.dyle_roll:
        return "not rolled this turn"
    return "the French hesitate" if hesitating(s) else "rivers are free" if roads_free(s) else "as usual"


def dynamo_words(s: WarState) -> str:
    """Before, during and after the operation (5.13)."""
    table = s.setting.tables.dynamo
    if not s.dynamo_turn:
        return "not declared" if s.turn >= table.from_turn else f"may be declared from turn {table.from_turn}"
    if dynamo_runs(s):
        return f"turn {s.turn - s.dynamo_turn} of {table.turns}, {s.shipped} of {table.steps_per_turn} steps shipped"
    return "begins next turn" if s.turn == s.dynamo_turn else "over"


def sickle_words(s: WarState) -> str:
    """Declared before the corps are placed, and Belgium is violated with it (3.8e, 3.8i)."""
    if s.sickle or (not s.turn and s.status[BELGIUM] != NEUTRAL):
        return "activated"
    undecided = not s.turn and any(isinstance(step, Sickle) for step in s.agenda)
    return "not declared yet" if undecided else "not activated"


# marks on the map


def marks(s: WarState, side: int) -> Iterator[Mark]:
    """Signs on the map; where Sickle Cut corps stand only their owner is shown."""
    setting = s.setting
    labels = setting.board.labels
    if s.dynamo_turn:
        yield Mark(labels[s.dynamo_port], "D", "The port of Operation Dynamo", SIDES[ALLIED], "5.13c")
    for country, hexa in setting.capitals.items():
        if s.status[country] == CAPITULATED:
            title = f"{COUNTRIES[country].title()} has capitulated"
            yield Mark(labels[hexa], "C", title, SIDES[GERMAN], ENDS[country])
        elif country == SWITZERLAND and s.swiss == "redoubt":
            yield Mark(labels[hexa], "R", "The Swiss hold their redoubt", SIDES[ALLIED], "4.3j")
    for edge in s.closed_edges:
        hexes = setting.board.members(edge_hexes(s, EDGES.index(edge)))
        title = f"The British may no longer leave by the {edge} edge"
        yield Mark(labels[hexes[len(hexes) // 2]], "X", title, SIDES[GERMAN], "5.14d")
    if side == GERMAN and s.turn == 1:
        standing = {s.where[piece] for piece in setting.mobile_of[GERMAN] if s.sickle >> piece & 1}
        for hexa in sorted(hexa for hexa in standing if hexa >= 0):
            yield Mark(labels[hexa], "S", "Sickle Cut: surprise on this turn", SIDES[GERMAN], "5.8c")
