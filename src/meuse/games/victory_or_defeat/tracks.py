"""What lies beside the map and on it without being a unit: the tracks and marks everybody looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from meuse.engine.scene import Mark, Track
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    BELGIUM,
    COUNTRIES,
    GERMAN,
    LUXEMBOURG,
    NETHERLANDS,
    NEUTRALS,
    SIDES,
    SWITZERLAND,
)
from meuse.games.victory_or_defeat.dynamo import EDGES, dynamo_runs, edge_hexes
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, POINTS, WarState
from meuse.games.victory_or_defeat.telling import POINTS as POINT_NAMES
from meuse.games.victory_or_defeat.victory import german_cities_held

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

COMING = {
    "setup": "{side} set-up",
    "sickle": "German set-up",
    "german_turn": "German turn",
    "allied_turn": "Allied turn",
    "open_movement": "{side} movement",
    "open_combat": "{side} combat",
    "restore": "{side} replacements",
    "victory_check": "victory check",
    "supply_check": "supply check",
    "dynamo": "Operation Dynamo",
    "replacements": "replacements",
}
"""Frames that announce a phase."""
HALTS = {"": "", "half": "half speed this turn", "full": "no move or attack this turn"}
ROADS = ("not rolled this turn", "the French hesitate", "as usual", "rivers are free")
ENDS = {NETHERLANDS: "4.3d", BELGIUM: "4.3e", LUXEMBOURG: "4.3g", SWITZERLAND: "4.3i"}
"""The clause with which each neutral capitulates."""


def side_words(s: WarState, side: int) -> str:
    """A side as an adjective; in 1939 the Allies are the French."""
    return "German" if side == GERMAN else "French" if s.scenario == "1939" else "Allied"


def turn_words(s: WarState) -> str:
    scenario = s.game.scenario[s.scenario]
    if not s.turn:
        return "Before the first turn"
    return f"Turn {s.turn} of {scenario.turns} · {scenario.dates[s.turn - 1]}"


def tracks(s: WarState) -> tuple[Track, ...]:
    """All tracks of the scenario, the most looked at first."""
    return tuple((tracks_of_1939 if s.scenario == "1939" else tracks_of_1940)(s))


def turn_track(s: WarState) -> Track:
    dates = tuple(s.game.scenario[s.scenario].dates)
    return Track("turn", "Game turn", turn_words(s), s.turn - 1 if s.turn else None, dates, "5.0a", main=True)


def coming(s: WarState) -> Track:
    """What is still to come this turn, as the order of play has it (5.1, 5.6)."""
    found = []
    for frame in reversed(s.stack[:-1]):
        words = COMING.get(frame[0])
        if words:
            found.append(words.format(side=side_words(s, frame[1])) if "{" in words else words)
    return Track("coming", "Still to come this turn", ", ".join(found) or "nothing", clause="5.0a")


def overthrow(s: WarState, main: bool) -> Track:
    """As many chances in six as German cities are held (4.1b)."""
    held = german_cities_held(s)
    value = f"{held}: Hitler falls on {'a 1' if held == 1 else f'1 to {min(held, 6)}'}" if held else "none"
    title = "German cities held by the Allies"
    return Track("overthrow", title, value, min(held, 6), tuple("0123456"), "4.1b", main=main)


def tracks_of_1939(s: WarState) -> Iterator[Track]:
    yield turn_track(s)
    yield overthrow(s, main=True)
    yield coming(s)
    yield crisis(s)


def crisis(s: WarState) -> Track:
    """The rolls that bring the German supply crisis, turn by turn (5.5)."""
    ranges = s.game.scenario["1939"].gsc
    assert ranges is not None
    highest = ranges.steep if s.rulings["gsc"] == "steep" else ranges.steady
    steps = tuple(f"turn {turn}: {f'1 to {most}' if most else 'no roll'}" for turn, most in enumerate(highest, 1))
    value = "it has struck" if s.crisis else "not yet"
    at = min(s.turn, len(steps)) - 1 if s.turn else None
    return Track("crisis", "German supply crisis", value, at, steps, "5.5b")


def tracks_of_1940(s: WarState) -> Iterator[Track]:
    table = s.game.tables
    yield turn_track(s)
    yield victory_points(s)
    yield points_scored(s)
    yield coming(s)
    yield Track("german_replacements", "German replacements", str(s.german_replacements), clause="9.1a")
    yield Track("french_replacements", "French replacements", str(s.french_replacements), clause="9.3a")
    yield Track("refit", "Refit of the mechanized corps", "used" if s.refitted else "available once", clause="9.2a")
    yield counted(
        "british_lost", "British corps lost out of supply", s.british_lost, table.victory.british_most, "4.9a"
    )
    lost, most = s.mechanized_lost, table.victory.mechanized_most
    yield counted("mechanized_lost", "German mechanized corps lost", lost, most, "4.10a")
    for country in NEUTRALS:
        yield neutral(s, country)
    yield dyle_breda(s)
    yield Track("roads", "Roads of Belgium", ROADS[roads_effect(s)], clause="5.16a")
    yield halts(s)
    yield dynamo(s)
    yield overthrow(s, main=False)
    if ("combat", ALLIED) in s.stack:
        value = "committed this phase" if s.armored_used else "ready"
        yield Track("armored_4", "French 4th Armored Division", value, clause="5.17b")
    yield Track("sickle", "Operation Sickle Cut", sickle_words(s), clause="3.8e")


def counted(name: str, title: str, value: int, most: int, clause: str) -> Track:
    """A track that runs from nought to its end."""
    return Track(name, title, f"{value} of {most}", value, tuple(str(n) for n in range(most + 1)), clause)


def victory_points(s: WarState) -> Track:
    """Every total that can be had, with the level of victory it would give (4.11)."""
    table = s.game.tables.victory
    low = -table.mechanized_most
    return Track("vp", "German victory points", str(s.vp), s.vp - low, s.game.point_steps, "4.2c", main=True)


def point_steps(game: VictoryOrDefeat) -> tuple[str, ...]:
    """The totals and their levels, from the worst for the German to the best."""
    table = game.tables.victory
    totals = range(-table.mechanized_most, len(POINTS) + table.british_most + 1)
    return tuple(
        f"{total}: {next((level.name for level in table.levels if total >= level.start), '')}" for total in totals
    )


def points_scored(s: WarState) -> Track:
    """Which of the points that can be had once have been had."""
    had = ", ".join(POINT_NAMES[name] for name in s.scored) or "none"
    return Track("scored", "Points scored", had, None, tuple(POINT_NAMES[name] for name in POINTS), "4.2c")


def neutral(s: WarState, country: int) -> Track:
    """What has become of a neutral, and how near its end is (4.3)."""
    title, clause = COUNTRIES[country].title(), ENDS[country]
    steps = ("neutral", "in play", "capitulated")
    at = {NEUTRAL: 0, IN_PLAY: 1, CAPITULATED: 2}[s.status[country]]
    value = steps[at]
    if at == 1:
        value = f"invaded on turn {s.violated[country]}{_still_to_fall(s, country)}"
    return Track(COUNTRIES[country], title, value, at, steps, clause)


def _still_to_fall(s: WarState, country: int) -> str:
    if country == SWITZERLAND:
        return {"forward": ", defends its frontier", "redoubt": ", holds the redoubt"}[s.swiss]
    table = s.game.tables.capitulation
    needed = {NETHERLANDS: table.netherlands_cities, BELGIUM: table.belgium_cities}.get(country)
    if needed is None:
        return ""
    lost = (s.game.cities & s.game.country[country] & s.control[GERMAN]).bit_count()
    return f", {lost} of {needed} cities lost"


def dyle_breda(s: WarState) -> Track:
    """Has an Allied unit on the line taken the point away (4.4)?"""
    return Track("dyle_breda", "Dyle-Breda line", "reached by the Allies" if s.dyle_denied else "open", clause="4.4a")


def roads_effect(s: WarState) -> int:
    """Which of ROADS the last roll means (5.16)."""
    table = s.game.tables.dyle_breda
    if not s.dyle_roll:
        return 0
    return 1 if s.dyle_roll <= table.hesitate else 3 if s.dyle_roll >= table.free_rivers else 2


def halts(s: WarState) -> Track:
    """Halts so far, and what this turn's means (5.10)."""
    value = f"{s.halts} so far" if s.halts else "none so far"
    if s.halted:
        value += f": {HALTS[s.halted]}"
    return Track("halts", "Panzer halts", value, clause="5.10a")


def dynamo(s: WarState) -> Track:
    """Before, during and after the operation (5.13)."""
    table = s.game.tables.dynamo
    if not s.dynamo_turn:
        value = "not declared" if s.turn >= table.from_turn else f"may be declared from turn {table.from_turn}"
    elif dynamo_runs(s):
        value = f"turn {s.turn - s.dynamo_turn} of {table.turns}, {s.shipped} of {table.steps_per_turn} steps shipped"
    else:
        value = "begins next turn" if s.turn == s.dynamo_turn else "over"
    return Track("dynamo", "Operation Dynamo", value, clause="5.13d")


def sickle_words(s: WarState) -> str:
    if s.sickle:
        return "activated"
    return "not activated" if s.turn else "not declared yet"


# marks on the map


def marks(s: WarState, side: int) -> tuple[Mark, ...]:
    """Signs on the map; where Sickle Cut corps stand only their owner is shown."""
    return tuple(all_marks(s, side))


def all_marks(s: WarState, side: int) -> Iterator[Mark]:
    labels = s.game.board.labels
    if s.dynamo_turn:
        yield Mark(labels[s.dynamo_port], "D", "The port of Operation Dynamo", SIDES[ALLIED], "5.13c")
    for country, hexa in s.game.capitals.items():
        if s.status[country] == CAPITULATED:
            title = f"{COUNTRIES[country].title()} has capitulated"
            yield Mark(labels[hexa], "C", title, SIDES[GERMAN], ENDS[country])
        elif country == SWITZERLAND and s.swiss == "redoubt":
            yield Mark(labels[hexa], "R", "The Swiss hold their redoubt", SIDES[ALLIED], "4.3j")
    for edge in s.closed_edges:
        hexes = s.game.board.members(edge_hexes(s, EDGES.index(edge)))
        title = f"The British may no longer leave by the {edge} edge"
        yield Mark(labels[hexes[len(hexes) // 2]], "X", title, SIDES[GERMAN], "5.14d")
    if side == GERMAN and s.turn == 1:
        for hexa in sorted({s.where[piece] for piece in s.game.mechanized if s.sickle >> piece & 1}):
            if hexa >= 0:
                yield Mark(labels[hexa], "S", "Sickle Cut: surprise on this turn", SIDES[GERMAN], "5.8c")
