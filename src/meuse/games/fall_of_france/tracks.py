"""What lies beside the map and on it without being a unit: the tracks and marks everybody looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from meuse.engine.scene import Mark, Track
from meuse.games.fall_of_france import declarations, victory
from meuse.games.fall_of_france.fortifications import LEVELS, Walls, standing
from meuse.games.fall_of_france.politics import sound
from meuse.games.fall_of_france.reinforcements import air_in_play, air_units, awaited_air_unit, comes_without_a_roll
from meuse.games.fall_of_france.setting import (
    ARMY,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    FRANCE,
    FRENCH,
    GERMAN,
    HOLLAND,
    NATIONS,
    POINTS,
    SIDES,
    SURRENDERED,
    FallSetting,
)
from meuse.games.fall_of_france.state import FallState, union
from meuse.mechanics.turns import coming_track, turn_track
from meuse.mechanics.words import counted

STATUS = ("neutral", "at war", "surrendered")
ENDS = {HOLLAND: "19.2a", BELGIUM: "19.3a", FRANCE: "19.5a"}
"""The clause with which each country surrenders."""


def tracks(s: FallState) -> Iterator[Track]:
    """All tracks, the most looked at first."""
    yield turn_track(s, "3.0b")
    yield level(s)
    yield coming_track(s, "5.0a")
    for country in (HOLLAND, BELGIUM, FRANCE):
        yield status(s, country)
    yield Track("bef", "British Expeditionary Force", bef_words(s), clause="19.1a")
    for nation in range(len(NATIONS)):
        yield pool(s, nation)
    yield Track("french_air", "French air units", air_words(s, FRENCH), clause="AIRa")
    yield Track("british_air", "RAF air units", air_words(s, BRITISH), clause="AIRb")
    yield Track("bombers", "German air units over Holland this turn", str(s.bombers), clause="19.2b", number=s.bombers)
    yield Track("open_city", "Paris", "declared an Open City" if s.open_city else "defended", clause="19.4a")
    most = s.setting.tables.victory.paris_combats
    fights = f"{s.paris_fights} of {most}"
    yield Track("paris_combats", "Combats in Paris", fights, clause="21.0g", number=s.paris_fights)
    yield from optional(s)


def level(s: FallState) -> Track:
    """What the match would be judged as if it ended now (21.0)."""
    levels, now = s.setting.tables.victory.levels, victory.final_level(s)
    names = tuple(level.name for level in levels)
    return Track("level", "Victory as things stand", now.name, names.index(now.name), names, now.clause, main=True)


def status(s: FallState, country: int) -> Track:
    """What has become of a country (6.0, 19.0)."""
    at = s.status[country]
    army = sound(s, ARMY[country])
    value = STATUS[at] if at == SURRENDERED else f"{STATUS[at]}, {counted(army, 'sound unit')}"
    return Track(COUNTRIES[country], COUNTRIES[country].title(), value, at, STATUS, ENDS[country])


def bef_words(s: FallState) -> str:
    """Whether it has been ordered home, and what is left of it (19.1)."""
    left = (s.standing & s.setting.pieces_of[BRITISH]).bit_count()
    if victory.bef_gone(s):
        return "gone"
    return f"{'ordered home' if s.withdrawal else 'in the field'}, {counted(left, 'unit')} on the map"


def pool(s: FallState, nation: int) -> Track:
    """The replacement points of a nation (18.1a)."""
    numbers = s.pools[nation * len(POINTS) : (nation + 1) * len(POINTS)]
    value = ", ".join(f"{number} {kind}" for number, kind in zip(numbers, POINTS, strict=True) if number) or "none"
    title = f"{NATIONS[nation].title()} replacement points"
    return Track(f"pool_{NATIONS[nation]}", title, value, clause="18.1a", number=sum(numbers))


def air_words(s: FallState, nation: int) -> str:
    """How many are in play, and when the next one is rolled for (18.2, R86, 22.5)."""
    said = f"{air_in_play(s, nation)} of {len(air_units(s, nation))} in play"
    awaited, gift = awaited_air_unit(s, nation), s.setting.tables.options.weaker_maginot.air_turn
    if awaited is None:
        return said
    row = awaited[1]
    if nation == FRENCH and s.on("weaker_maginot") and s.turn < gift:
        return f"{said}; the first on turn {gift} without a roll"
    how = "without a roll" if comes_without_a_roll(s, nation) else f"on a roll of {row.needs} or more"
    return f"{said}; the next from turn {row.turn} {how}"


def optional(s: FallState) -> Iterator[Track]:
    """What the optional rules in force count (22)."""
    options = s.setting.tables.options
    if s.on("rundstedt"):
        now = f"; {s.setting.say['halt'][s.halted].spoken} stands still this turn" if s.halted >= 0 else ""
        yield Track("halts", "Halt orders", f"{len(s.halts)} of {options.rundstedt.uses}{now}", clause="22.7a")
    if s.on("brandenburgers"):
        left = [f"{COUNTRIES[country].title()} {n}" for country, n in enumerate(s.commandos) if n]
        value = ", ".join(left) if s.turn <= options.brandenburgers.last_turn else ""
        yield Track("brandenburgers", "Brandenburgers left", value or "none", clause="22.11a")
    if s.on("fortress_crackers"):
        turn = options.fortress_crackers.turn
        ready = f"ready on turn {turn}" if s.turn <= turn else "not used in time"
        yield Track("crackers", "Fortress crackers", "used" if s.cracked else ready, clause="22.12a")
    if s.on("refugees"):
        yield Track("refugees", "Refugees", counted(len(s.refugees), "counter"), clause="22.1a", number=len(s.refugees))


# marks on the map


def marks(s: FallState) -> Iterator[Mark]:
    """Signs on the map: breaches, refugees, the fate of countries, declared attacks, Paris."""
    yield from walls_changed(s.setting, at_first(s.setting, tuple(s.rulings.items())), s.walls)
    labels, signs = s.setting.board.labels, s.setting.game.looks
    for hexa in s.refugees:
        yield Mark(labels[hexa], signs.marker["refugees"].sign, "Refugees", SIDES[GERMAN], "22.1a")
    for name, place in signs.capital.items():
        country = COUNTRIES.index(name)
        if s.status[country] == SURRENDERED:
            hexa = s.setting.map.places[place]
            yield Mark(labels[hexa], "S", f"{name.title()} has surrendered", SIDES[GERMAN], ENDS[country])
    for declared in declarations.waiting(s):
        who = s.setting.pieces_spoken(declared.attackers)
        title = f"To be resolved: the attack by {who}"
        yield Mark(labels[declared.target], "A", title, SIDES[declared.mover], "14.1a")
    if s.open_city:
        for hexa in s.setting.board.members(s.setting.paris):
            yield Mark(labels[hexa], "O", "Paris is an Open City", "", "19.4a")


@lru_cache(maxsize=64)
def at_first(setting: FallSetting, rulings: tuple[tuple[str, str], ...]) -> Walls:
    """The fortifications at the start of a match by some rulings."""
    return setting.fortifications(dict(rulings))


@lru_cache(maxsize=256)
def walls_changed(setting: FallSetting, before: Walls, now: Walls) -> tuple[Mark, ...]:
    """Breached hexsides, or the hex where all of them are (9.3d), and fortifications that were bought (22.10)."""
    board, labels, looks = setting.board, setting.board.labels, setting.game.looks.marker
    first, last = standing(before), standing(now)
    whole = union(first) & ~union(last)

    def owner(hexa: int, enemy: bool = False) -> str:
        return SIDES[bool(setting.germany >> hexa & 1) == enemy]

    made = [
        Mark(labels[hexa], looks["breach"].sign, "All fortifications here are breached", owner(hexa, True), "9.3d")
        for hexa in board.members(whole)
    ]
    for direction in range(6):
        for hexa in board.members(first[direction] & ~last[direction] & ~whole):
            beyond = board.beside(hexa, direction)
            if beyond is not None:
                place = f"{labels[beyond]}/{labels[hexa]}"
                made.append(Mark(place, looks["breach"].sign, "Breached", owner(hexa, True), "9.3d"))
    for level, six in enumerate(now):
        fortress = LEVELS[level] == "fortress"
        for direction in range(6):
            for hexa in board.members(six[direction] & ~first[direction]):
                beyond = board.beside(hexa, direction)
                if fortress and direction == lowest(six, hexa):
                    made.append(Mark(labels[hexa], looks["fortress"].sign, "Fortress", owner(hexa), "22.10b"))
                elif not fortress and beyond is not None:
                    place = f"{labels[beyond]}/{labels[hexa]}"
                    made.append(Mark(place, looks["line"].sign, "Fortified line", owner(hexa), "22.10b"))
    return tuple(made)


def lowest(six: Sequence[int], hexa: int) -> int:
    """The first direction in which a hex has a hexside of some."""
    return next(direction for direction, mask in enumerate(six) if mask >> hexa & 1)
