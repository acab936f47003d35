"""Chapter 6: stacking."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from meuse.board.sets import listed
from meuse.games.mansteins_war import stacking

from .kit import MAP, clause, hexes, lay

CLEAR, ROUGH = "1338", "1437"


def stack(hexa: str, units: list[str], more: str = "") -> bool:
    """Is a stack within the limits?"""
    s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {hexa} = {units} }}\n{more}')
    return not stacking.overstacked(s)


@clause("6.1a", "6.1b")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        (["G.4A", "G.15"], True),
        (["G.4A", "G.15", "G.LogA"], True),
        (["G.4A", "G.15", "G.16"], False),
        (["G.4A", "G.6A"], False),
        (["G.15", "G.16", "G.19"], True),
        (["G.15", "G.16", "G.GrD"], True),
        (["G.15", "G.16", "G.19", "G.41"], False),
        (["G.15", "G.16", "G.19", "G.GrD"], False),
        (["G.LogA", "G.LogB"], False),
    ],
)
def test_german_limits(units: list[str], fits: bool) -> None:
    assert stack(CLEAR, units) == fits


@clause("6.1b")
def test_a_static_unit_and_a_logistics_unit_come_besides() -> None:
    assert stack("1636", ["G.4A", "G.15", "G.LogA", "G.Aachen"])


@clause("6.2a", "6.2b")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        (["F.1A", "F.1GC"], True),
        (["F.1A", "F.1GC", "F.Log1"], True),
        (["F.1A", "F.1GC", "F.21"], False),
        (["F.21", "F.23"], True),
        (["F.21", "F.23", "F.1GC"], False),
    ],
)
def test_allied_limits(units: list[str], fits: bool) -> None:
    assert stack(CLEAR, units) == fits


@clause("6.0e", "28.2f")
def test_allied_nations_do_not_share_a_hex() -> None:
    assert not stack(CLEAR, ["F.1A", "UK.2"])
    assert not stack(CLEAR, ["F.21", "B.1"])
    assert stack(CLEAR, ["F.21", "B.1"], 'options = { belgian_alliance = "yes" }')
    assert not stack(CLEAR, ["F.21", "UK.2"], 'options = { belgian_alliance = "yes" }')


@clause("6.3a", "6.3b", "5.1l")
def test_rough_terrain_holds_one_corps_until_manstein() -> None:
    assert stack(ROUGH, ["G.19", "G.LogK"])
    assert not stack(ROUGH, ["G.19", "G.41"])
    assert stack(ROUGH, ["G.19", "G.41", "G.14"], "manstein = 1")
    assert not stack(ROUGH, ["G.19", "G.41", "G.14", "G.15"], "manstein = 1")
    assert not stack(ROUGH, ["F.21", "F.23"], "manstein = 1")


@clause("6.0d")
def test_units_of_different_commands_may_stack() -> None:
    assert stack(CLEAR, ["G.15", "G.16", "G.19"])


@clause("6.4a")
def test_air_units_do_not_count() -> None:
    assert stack(CLEAR, ["G.15", "G.16", "G.19"], 'flying = { "G.air1" = "1338" }')


@clause("6.1a", "6.2a", "6.3a")
@pytest.mark.parametrize(
    ("units", "unit", "full"),
    [
        ('1338 = ["G.4A", "G.15"], 1239 = ["G.6A"], 1437 = ["G.19"]', "G.16", {"1338", "1437"}),
        ('1338 = ["G.4A"], 1239 = ["G.15", "G.19"], 1237 = ["G.16"]', "G.6A", {"1338", "1239"}),
        ('1338 = ["G.LogA"], 1239 = ["G.15", "G.19"]', "G.LogB", {"1338"}),
        ('1338 = ["F.21", "F.23"], 1239 = ["F.1A"], 1237 = ["UK.2"]', "F.1GC", {"1338", "1237"}),
    ],
)
def test_hexes_without_room(units: str, unit: str, full: set[str]) -> None:
    s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {units} }}')
    occupied = MAP.board.set(["1338", "1239", "1437", "1237"])
    assert hexes(stacking.full_hexes(s, MAP.piece(unit)) & occupied) - ({"1437"} - full) == full


@clause("2.2.4b")
def test_brackets_and_brigades_have_other_readings() -> None:
    assert not stack(CLEAR, ["F.6A", "F.1A"])
    assert stack(CLEAR, ["F.6A", "F.1A"], 'options = { bracketed = "corps" }')
    assert stack(CLEAR, ["G.15", "G.16", "G.19", "G.GrD"], 'options = { brigades = "free" }')


@clause("6.0a", "6.0e", "6.1a", "6.2a", "6.3a")
@pytest.mark.parametrize("seed", range(6))
def test_full_hexes_are_those_whose_units_do_not_fit(seed: int) -> None:
    """The sets of hexes say what counting the units of each stack says."""
    random = Random(seed)
    brigades, alliance = random.choice(["corps", "free"]), random.choice(["no", "yes"])
    options = f'options = {{ brigades = "{brigades}", belgian_alliance = "{alliance}" }}'
    s = lay(f'phase = "refit"\nturn = 2\nmanstein = {seed % 2}\n{options}')
    board, places = MAP.board, [MAP.board.place(label) for label in ("1338", "1437", "1538", "1239", "1240")]
    for side in (0, 1):
        for piece in random.sample(listed(MAP.pieces_on[side]), 14):
            free = [place for place in places if not s.held[1 - side] >> place & 1]
            if free:
                s.put(piece, random.choice(free))
    crowded = [hexa for hexa in places if not stacking.fits(s, hexa, s.at(hexa))]
    assert stacking.overstacked(s) == sum(1 << hexa for hexa in crowded)
    assert hexes(s.statics) <= {board.labels[h] for h in places if any(MAP.fortress_units >> p & 1 for p in s.at(h))}


@clause("6.0a", "6.0e", "6.1a", "6.2a", "6.3a")
@pytest.mark.parametrize("seed", range(8))
def test_a_hex_is_full_for_a_unit_that_would_not_fit_there(seed: int) -> None:
    """Every unit is tried in every stack that is within the limits, and in empty hexes."""
    random = Random(seed)
    readings = {
        "brigades": ("corps", "free"), "belgian_alliance": ("no", "yes"), "bracketed": ("symbol", "corps"),
    }  # fmt: skip
    chosen = ", ".join(f'{name} = "{random.choice(values)}"' for name, values in readings.items())
    s = lay(f'phase = "refit"\nturn = 2\nmanstein = {seed % 2}\noptions = {{ {chosen} }}')
    labels = ("1338", "1437", "1538", "1239", "1240", "1636", "1640", "1637")
    places = [MAP.board.place(label) for label in labels]
    side = seed // 2 % 2
    units = random.sample(listed(MAP.pieces_on[side]), 16)
    for piece in units:
        fitting = [place for place in places if stacking.fits(s, place, (*s.stacks.get(place, ()), piece))]
        if fitting:
            s.put(piece, random.choice(fitting))
    assert not stacking.overstacked(s)
    empty = MAP.board.place("0641")
    for piece in listed(MAP.pieces_on[side] & ~s.standing):
        full = stacking.full_hexes(s, piece)
        for place in (*places, empty):
            there = s.stacks.get(place, ())
            here = s.piece_name(piece), s.label(place), [s.piece_name(unit) for unit in there]
            assert (here, bool(full >> place & 1)) == (here, not stacking.fits(s, place, (*there, piece)))


@clause("6.0a", "18.2d")
@pytest.mark.parametrize(
    ("units", "full"),
    [
        (["G.LLK", "F.1A", "F.21"], False),
        (["G.LLK", "F.1A", "F.21", "F.23"], True),
        (["G.15", "G.16", "G.19", "F.1A"], False),
        (["G.15", "G.16", "G.19", "G.41", "F.1A"], True),
        (["G.LLK", "F.21", "B.1"], True),
    ],
)
def test_where_enemies_share_a_hex_each_side_counts_alone(units: list[str], full: bool) -> None:
    s = lay('phase = "refit"\nturn = 2')
    for unit in units:
        s.put(MAP.piece(unit), MAP.board.place(CLEAR))
    assert hexes(stacking.overstacked(s)) == ({CLEAR} if full else set())


@clause("6.0e", "28.2f")
@pytest.mark.parametrize("alliance", [False, True])
def test_who_may_stack_with_whom(alliance: bool) -> None:
    friends = {frozenset(("B.1", "F.21")), frozenset(("B.1", "UK.2"))} if alliance else set()
    more = 'options = { belgian_alliance = "yes" }' if alliance else ""
    for one, two in combinations(("F.21", "UK.2", "B.1", "N.2"), 2):
        assert stack(CLEAR, [one, two], more) == (frozenset((one, two)) in friends)
        s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {CLEAR} = ["{one}"] }}\n{more}')
        assert (CLEAR in hexes(stacking.foreign(s, MAP.nation[MAP.piece(two)]))) != (frozenset((one, two)) in friends)
