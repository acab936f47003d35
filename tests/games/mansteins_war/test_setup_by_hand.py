"""21.0c, R92: set-up by hand, compared with what a player finds who tries every hex with the counters in hand."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from meuse.board.sets import members
from meuse.engine.promises import check_bars
from meuse.games.mansteins_war import setup, stacking
from meuse.games.mansteins_war.setting import COMMANDS, COUNTRIES, UNPLACED
from meuse.games.mansteins_war.setup import COMMANDED, FORTRESSES, FREE, TRAINS
from meuse.games.mansteins_war.state import MansteinState

from .kit import GAME, MAP, begin, can, choices, clause, do, hexes, lay, refusal, where

BOARD = MAP.board
COUNTRY = {name: hexes(mask) for name, mask in zip(COUNTRIES, MAP.country, strict=True)}
FORTS, ROUGH = hexes(MAP.forts), hexes(MAP.rough)
GARRISONS = {"1AG": 2, "2AG": 4, "3AG": 2}
"""How many fortress units each French army group sets up."""
TRAIN = {"HGA": "G.LogA", "HGB": "G.LogB", "HGC": "G.LogC", "PGK": "G.LogK", "1AG": "F.Log1", "2AG": "F.Log2",
         "3AG": "F.Log3"}  # fmt: skip


def matched(wishes: list[set[str]]) -> bool:
    """Can each wish have a hex of its own? Wish by wish; who is in the way looks for another hex."""
    taken: dict[str, int] = {}

    def served(wish: int, tried: set[str]) -> bool:
        for label in wishes[wish] - tried:
            tried.add(label)
            if label not in taken or served(taken[label], tried):
                taken[label] = wish
                return True
        return False

    return all(served(wish, set()) for wish in range(len(wishes)))


def near(command: str, label: str) -> set[str]:
    """The hexes around a logistics unit in which its command is set up."""
    rule = MAP.scenario.range[command]
    return hexes(BOARD.disc(BOARD.place(label), rule.within)) & COUNTRY[rule.country]


def stage(unit: str) -> int:
    row = MAP.pieces[MAP.piece(unit)]
    if row.type == "fortress":
        return FORTRESSES
    if unit in TRAIN.values():
        return TRAINS
    return COMMANDED if MAP.scenario.range[command_of(unit)].within else FREE


def command_of(unit: str) -> str:
    return COMMANDS[MAP.command[MAP.piece(unit)]]


def ground_of(s: MansteinState, unit: str) -> set[str]:
    """The hexes of a unit's part of the map, whatever stands there."""
    command = command_of(unit)
    country = COUNTRY[MAP.scenario.range[command].country]
    if stage(unit) in (TRAINS, FREE):
        return country
    around = near(command, where(s, TRAIN[command]))
    return around & FORTS if stage(unit) == FORTRESSES else around


def room_for(s: MansteinState, unit: str) -> set[str]:
    """Those of them that have room for it."""
    piece = MAP.piece(unit)
    return {
        label
        for label in ground_of(s, unit)
        if stacking.fits(s, BOARD.place(label), (*s.stacks.get(BOARD.place(label), ()), piece))
    }


def rivals(s: MansteinState, unit: str, when: int) -> list[set[str]]:
    """Where the others of a stage can go; the British do not count on fortresses (6.0e)."""
    side = MAP.side_of[MAP.piece(unit)]
    others = [
        row.id
        for row in MAP.pieces
        if row.ground and row.side == side and s.where[row.number] == UNPLACED and row.id != unit
    ]
    return [
        room_for(s, other) - (FORTS if other.startswith("UK.") else set()) for other in others if stage(other) == when
    ]


def suits(s: MansteinState, train: str, label: str) -> bool:
    """Would all that gather around logistics units find a hex of their own, and fortress units a fortress?"""
    side, placed = MAP.side_of[MAP.piece(train)], {command_of(train): label}
    for command, unit in TRAIN.items():
        if unit != train and where(s, unit) != "unplaced":
            placed[command] = where(s, unit)
    units = [row.id for row in MAP.pieces if row.ground and row.side == side and s.where[row.number] == UNPLACED]
    wishes = [
        near(command_of(unit), placed[command_of(unit)]) - ROUGH - (FORTS if unit.startswith("UK.") else set())
        for unit in units
        if stage(unit) == COMMANDED and command_of(unit) in placed
    ]
    return matched(wishes) and (side == 0 or forts_suffice(placed))


ANYWHERE = {command: {frozenset(near(command, label) & FORTS) for label in COUNTRY["france"]} for command in GARRISONS}
"""The fortresses in reach of the logistics unit of an army group, wherever it may be set up."""


def forts_suffice(placed: dict[str, str]) -> bool:
    reach = [
        [frozenset(near(command, placed[command]) & FORTS)] if command in placed else ANYWHERE[command]
        for command in GARRISONS
    ]
    enough = [
        [forts for forts in found if len(forts) >= number]
        for found, number in zip(reach, GARRISONS.values(), strict=True)
    ]
    return any(
        matched([set(forts) for forts, number in zip(pick, GARRISONS.values(), strict=True) for _ in range(number)])
        for pick in product(*enough)
    )


def expected(s: MansteinState, unit: str) -> set[str]:
    """Every hex in which a unit can be set up so that no other is left without one."""
    found, when = room_for(s, unit), stage(unit)
    if when == TRAINS:
        return {label for label in found if suits(s, unit, label)}
    if when == FREE:
        return found
    wishes = [rivals(s, unit, when)]
    if when == COMMANDED and unit.startswith("UK."):
        wishes.append(rivals(s, unit, FORTRESSES))
    return {
        label for label in found if all(matched([wish - {label} for wish in others]) for others in wishes if others)
    }


@clause("21.0c", "21.1a", "21.1b", "21.1c", "21.1f", "21.1g", "21.2c", "21.2d", "6.0e")
@pytest.mark.parametrize(
    ("seed", "corner"),
    list(enumerate(("0835", "1036", "1844", "0439", "1943", "1632", "2130", "1640", "1540", "1341"))),
)
def test_every_hex_that_a_player_would_find_is_offered_and_no_other(seed: int, corner: str) -> None:
    """All crowd into one corner of the map, so that there is hardly room for the last ones."""
    random, middle = Random(seed), BOARD.place(corner)
    s = begin("keep PlanD", allied_armour="yes" if seed % 2 else "no", ss_corps="yes")
    while s.turn == 0:
        check_bars(GAME, s)
        if isinstance(step := s.agenda[-1], setup.Deploy):
            assert choices(s, "at") == expected(s, s.piece_name(step.piece))
            nearest = sorted(s.options, key=lambda option: (BOARD.distance(option.value, middle), option.value))
            do(s, str(random.choice(nearest[: 1 + seed % 3])))
        else:
            do(s, str(random.choice([option for option in s.options if option.verb != "ready"])))
    assert not s.faults() and not stacking.overstacked(s)


@clause("21.0b", "21.0c", "21.0d", "21.1b", "21.2d", "6.4a")
def test_why_a_unit_is_not_placed_now() -> None:
    s = begin("keep PlanD")
    refused = {"G.LogA": "21.0b", "G.air1": "6.4a", "F.ZOAN": "6.4a", "F.Col": "21.0d", "F.1A": "21.1b"}
    assert {unit: refusal(s, f"place {unit}") for unit in refused} == refused
    do(s, "ready", "keep OKH")
    assert refusal(s, "place G.4A") == "21.2d" and refusal(s, "place F.1A") == "21.0b"
    do(s, "place G.LogA", "at 1636")
    assert refusal(s, "ready") == "21.0c" and not s.agenda[-1].ready_actions(s)
    assert refusal(s, "place G.LogA") == "21.0c"


@clause("21.1a", "21.1b", "21.1c", "21.1f", "21.1g", "21.1h", "21.1i", "21.2c", "21.2d", "6.1a", "6.2a")
@pytest.mark.parametrize(
    ("units", "unit", "at", "clause_"),
    [
        ("", "F.Log1", "1336", "21.1a"),
        ("", "G.LogA", "1336", "21.2c"),
        ('1138 = ["F.Log1"]', "F.1A", "0941", "21.1b"),
        ('1138 = ["F.Log1"]', "F.Maubeuge", "1138", "21.1c"),
        ('1138 = ["F.Log1"], 1237 = ["F.Montmedy"]', "F.Maubeuge", "1237", "21.1f"),
        ('1138 = ["F.Log1"], 1037 = ["F.7A"]', "F.1A", "1037", "6.2a"),
        ('1138 = ["F.Log1"]', "UK.BEF", "0941", "21.1g"),
        ("", "B.1", "0941", "21.1h"),
        ("", "N.2", "0941", "21.1i"),
        ("", "F.1GC", "1336", "21.1a"),
        ('1636 = ["G.LogA"]', "G.4A", "2139", "21.2d"),
        ('1636 = ["G.LogA", "G.12A"]', "G.4A", "1636", "6.1a"),
        ("", "G.SS", "0941", "21.2d"),
    ],
)
def test_the_clause_that_keeps_a_unit_from_a_hex(units: str, unit: str, at: str, clause_: str) -> None:
    side = "german" if unit[0] == "G" else "allied"
    s = lay(f'stack = [{{ step = "setup", mover = "{side}" }}]\nunits = {{ {units} }}\nunplaced = ["{unit}"]')
    do(s, f"place {unit}")
    assert refusal(s, f"at {at}") == clause_


@clause("21.1b", "21.1c", "21.2c")
@pytest.mark.parametrize(
    ("unit", "clause_", "says"),
    [
        ("F.Log1", "21.1a", "It is set up in a hex of France."),
        ("F.1A", "21.1b", "It is set up in a hex of France, at most 2 hexes from its command's logistics unit."),
        ("F.PFB", "21.1c", "It is set up in a fortress of France, at most 2 hexes from its command's logistics unit."),
        ("G.4A", "21.2d", "It is set up in a hex of Germany, at most 3 hexes from its command's logistics unit."),
        (
            "G.Saar",
            "21.2e",
            "It is set up in a fortress of Germany, at most 3 hexes from its command's logistics unit.",
        ),
        ("B.1", "21.1h", "It is set up in a hex of Belgium."),
    ],
)
def test_what_a_player_is_told_about_a_unit(unit: str, clause_: str, says: str) -> None:
    told = setup.Deploy(MAP.piece(unit)).explained(begin())
    assert (told.clause, told.says) == (clause_, says)


@clause("21.1l", "21.2h")
def test_what_is_said_about_plans() -> None:
    assert begin().agenda[-1].explained(begin()).clause == "21.1l"
    for reading, says in (("first", "in your bin in the first turn"), ("any", "in any one turn")):
        s = begin("keep PlanD", "ready", german_plan=reading)
        told = s.agenda[-1].explained(s)
        assert told.clause == "21.2h" and says in told.says
    assert refusal(begin(), "keep OKH") == "21.1l"
    assert refusal(begin("keep PlanD", "ready"), "keep PlanD") == "21.2h"


@clause("21.1c", "21.0c")
def test_fortress_units_lie_at_the_bottom() -> None:
    s = begin("keep PlanD", "ready", "keep OKH", "ready")
    crowds = [stack for stack in s.stacks.values() if len(stack) > 1 and MAP.fortress_units & members(stack)]
    assert crowds and all(MAP.fortress_units >> stack[-1] & 1 for stack in crowds)


@clause("28.3a")
def test_only_the_dice_of_the_variant_change_when_units_arrive() -> None:
    plain = begin("keep PlanD", "ready", "keep OKH", "ready")
    assert plain.due[MAP.piece("F.6A")] == 3
    s = begin("keep PlanD", variable_reinforcements="yes")
    do(s, "ready", rolls=[6, 5, 4, 3, 2, 1])
    assert s.due[MAP.piece("G.9A")] == 4  # German dice fall after the German set-up
    do(s, "keep OKH")
    do(s, "ready", rolls=[1, 2, 3])
    assert [s.due[MAP.piece(unit)] for unit in ("G.2A", "G.9A", "G.39")] == [1, 2, 3]
    assert not can(s, "place G.4A")
