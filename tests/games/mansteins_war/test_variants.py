"""Chapter 28: variants; the units they bring are set up in test_setup."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import logistics, special_forces, stacking, variants, victory
from meuse.games.mansteins_war.setting import ALLIED, DUTCH, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import GAME, MAP, begin, bins, can, choices, clause, do, hexes, lay, refusal, units, where

READY = ("keep PlanD", "ready", "keep Manstein", "ready")


def plain(more: str = "") -> MansteinState:
    return lay(f'stack = [{{ step = "extend" }}]\nturn = 2\noperator = "german"\n{more}')


# victory points (R18)


@pytest.mark.parametrize(
    ("option", "side", "points"),
    [
        ("ss_corps", ALLIED, 1), ("more_special_forces", ALLIED, 1), ("mountain_corps", ALLIED, 1),
        ("advanced_airlift", ALLIED, 1), ("no_netherlands", GERMAN, 5), ("allied_armour", GERMAN, 1),
        ("allied_air_doctrine", GERMAN, 5), ("allied_special_forces", GERMAN, 1), ("colonial_corps", GERMAN, 1),
        ("fighter_command", GERMAN, 3), ("belgian_alliance", GERMAN, 5),
    ],
)  # fmt: skip
@clause(
    "28.1a", "28.1b", "28.1c", "28.1d", "28.1e", "28.2a", "28.2b", "28.2c", "28.2d", "28.2e", "28.2f"
)  # fmt: skip
def test_what_a_variant_gives_the_other_side(option: str, side: int, points: int) -> None:
    """F64, F65."""
    without, with_it = plain(), plain(f'options = {{ {option} = "yes" }}')
    gained = [victory.total(with_it, each) - victory.total(without, each) for each in (GERMAN, ALLIED)]
    assert gained == [points if each == side else 0 for each in (GERMAN, ALLIED)]


# 28.1: German variants


@clause("28.1a")
def test_the_ss_corps_is_set_up_as_a_reserve_unit() -> None:
    s = begin(*READY, ss_corps="yes")
    assert MAP.germany >> s.where[MAP.piece("G.SS")] & 1
    assert MAP.reserves >> MAP.piece("G.SS") & 1
    assert where(begin(*READY), "G.SS") == "spare"


@clause("28.1b", "28.2c")
def test_more_special_forces() -> None:
    s = begin(*READY, more_special_forces="yes", allied_special_forces="yes")
    assert units(s, special_forces.available(s, GERMAN)) == {"G.Koch", "G.BB", "G.BB2"}
    assert units(s, special_forces.available(s, ALLIED)) == {"F.CF"}


@clause("28.2c")
def test_french_special_forces_strike_german_forts() -> None:
    text = 'options = { allied_special_forces = "yes" }\navailable = ["F.CF"]\nunits = { 1636 = ["G.Aachen"] }'
    s, aachen = plain(text), MAP.board.place("1636")
    assert units(s, special_forces.usable(s, ALLIED, aachen)) == {"F.CF"}
    s.dice.script([3])
    assert special_forces.strike(s, MAP.piece("F.CF"), aachen)
    assert hexes(s.destroyed) == {"1636"}


@pytest.mark.parametrize(("unit", "option"), [("G.GbK", "mountain_corps"), ("F.Col", "colonial_corps")])
@clause("28.1c", "28.2d")
def test_corps_that_arrive_on_turn_three(unit: str, option: str) -> None:
    s = begin(*READY, seed=0, **{option: "yes"})
    assert where(s, unit) == "waiting" and s.due[MAP.piece(unit)] == 3


@clause("28.1e")
def test_without_the_netherlands_nobody_goes_there() -> None:
    dutch = hexes(variants.out_of_play(plain('options = { no_netherlands = "yes" }')))
    assert {"1333", "1432", "1635"} <= dutch and not variants.out_of_play(plain())
    stack = 'stack = [{ step = "extend" }, { step = "open_movement", mover = "german" }]\noperator = "german"\n'
    text = 'turn = 2\noptions = { no_netherlands = "yes" }\nunits = { 1734 = ["G.LLK", "G.15"], 1934 = ["G.14"] }\n'
    s = lay(stack + text)
    do(s, "move G.15")
    assert choices(s, "to") and not choices(s, "to") & dutch and refusal(s, "to 1634") == "28.1e"
    do(s, "stop", "move G.LLK")
    assert choices(s, "land") and not choices(s, "land") & dutch and refusal(s, "land 1333") == "28.1e"


@clause("28.1e")
def test_without_the_netherlands_nobody_flies_or_bombs_there() -> None:
    """R102: air zones alone extend over Dutch hexes."""
    stack = 'stack = [{ step = "extend" }, { step = "open_air", mover = "german" }]\noperator = "german"\n'
    s = lay(f'{stack}turn = 2\nair_left = 1\navailable = ["G.air1"]\noptions = {{ no_netherlands = "yes" }}')
    do(s, "fly G.air1")
    assert refusal(s, "over 1333") == "28.1e" and can(s, "over 1335")


@clause("28.1e")
def test_without_the_netherlands_no_line_leads_through_them() -> None:
    """A panzer corps at Antwerp: its line from Kleve leads through the Netherlands or not at all."""
    text = 'units = { 1434 = ["G.15"] }'
    lone = 'units = { 1535 = ["G.15"], 1536 = ["B.1"], 1636 = ["B.2"] }\n'
    assert logistics.supported(plain(text), MAP.piece("G.15"))
    assert not logistics.supported(plain(lone + 'options = { no_netherlands = "yes" }'), MAP.piece("G.15"))


@clause("28.1e")
def test_without_the_netherlands_there_are_no_dutch() -> None:
    s = begin(*READY, no_netherlands="yes")
    assert "Netherlands" not in bins(s) and where(s, "N.2") == "spare"
    for options, points in (('options = { no_netherlands = "yes" }', 0), ("", 1)):
        assert lay(f'turn = 2\nphase = "refit"\n{options}').points[DUTCH] == points  # 1 in turn 2


# 28.2: Allied variants


@clause("28.2a")
def test_allied_armour_is_set_up_at_full_strength() -> None:
    s = begin(*READY, allied_armour="yes")
    for unit in ("F.2GC", "UK.1Arm"):
        assert s.where[MAP.piece(unit)] >= 0 and s.steps[MAP.piece(unit)] == 2


@clause("28.2b")
def test_army_groups_activate_two_air_units() -> None:
    def air_left(marker: str, options: str = "") -> int:
        text = f'phase = "allied command"\nturn = 2\nmarker = ["{marker}"]\navailable = ["F.ZOAN"]\n{options}'
        return lay(text + 'units = { 1640 = ["F.3A"], 1942 = ["F.8A"] }').air_left

    doctrine = 'options = { allied_air_doctrine = "yes" }\n'
    assert (air_left("2AG"), air_left("2AG", doctrine), air_left("3AG", doctrine)) == (1, 2, 2)
    assert air_left("DeGaulle", doctrine) == air_left("DeGaulle")  # special markers as printed (R103)


@clause("28.2e")
def test_fighter_command_comes_in_the_refit_phase_of_turn_three() -> None:
    """R116."""
    s = begin(*READY, fighter_command="yes")
    assert where(s, "UK.FC") == "waiting" and s.due[MAP.piece("UK.FC")] == 3
    text = 'phase = "refit"\noptions = { fighter_command = "yes" }\nwaiting = ["UK.FC"]\ndue = { "UK.FC" = 3 }\n'
    stay = 'bin = ["HGA"]\nunits = { 1636 = ["G.4A"] }\navailable = ["G.air1"]\n'
    assert where(lay(f"{text}turn = 3\n{stay}"), "UK.FC") == "available"
    assert where(lay(f"{text}turn = 2\n{stay}"), "UK.FC") == "waiting"


@clause("28.2f")
def test_the_alliance() -> None:
    """R117: Belgians stack with French or British, who still do not stack with each other."""
    text = 'options = { belgian_alliance = "yes" }\nunits = { 1338 = ["F.21"], 1339 = ["UK.2"] }'
    s, belgian, french = plain(text), MAP.piece("B.1"), MAP.piece("F.23")
    full = stacking.full_hexes(s, belgian)
    assert not full >> MAP.board.place("1338") & 1 and not full >> MAP.board.place("1339") & 1
    assert stacking.full_hexes(s, french) >> MAP.board.place("1339") & 1


# 28.3: variable reinforcements


@clause("28.3a")
def test_every_reinforcement_rolls_for_its_turn() -> None:
    s = begin(*READY, variable_reinforcements="yes", seed=3)
    due = [s.due[piece.number] for piece in MAP.pieces if where(s, piece.id) == "waiting"]
    assert due and set(due) <= set(range(1, 7)) and GAME.tables.options.variable_reinforcements.die == 6
