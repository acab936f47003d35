"""Chapter 2: hexes, sides, steps, four-step corps and static units."""

from __future__ import annotations

import pytest

from meuse.games.victory_or_defeat import losses, stacking, ways
from meuse.games.victory_or_defeat.events import StepLost
from meuse.games.victory_or_defeat.setting import ALLIED, BELGIUM, FRENCH, GERMAN, NETHERLANDS, SWITZERLAND

from .kit import GAME, MAP, can, choices, clause, do, lay, refusal, steps, where

# 2437 and 2436: clear ground in Germany, no river between them; odds of 6 to 6 are 1:1, where a 1 is BB, a 2 is DR
DUEL = """
phase = "german combat"
turn = 4
points = ["maginot"]
units = { "2437" = ["G.I"], "2436" = ["F.I"] }
"""


@clause("2.1a")
def test_a_unit_leaves_the_hex_it_moves_from() -> None:
    s = lay('phase = "german movement"\nunits = { "2437" = ["G.I"] }')
    do(s, "move G.I", "to 2438", "stop")
    assert where(s, "G.I") == "2438"
    assert [MAP.board.labels[hexa] for hexa in s.stacks] == ["2438"]


@clause("2.1a")
def test_a_unit_cannot_be_laid_out_in_two_hexes() -> None:
    text = 'scenario = "1940"\nphase = "german movement"\nunits = { "2437" = ["G.I"], "2438" = ["G.I"] }\n'
    assert GAME.problems(text) == ["units, 2438: G.I is given twice (units, 2437); give it once"]


@clause("2.1a")
def test_a_unit_is_placed_only_once() -> None:
    s = GAME.new("1939", 1)
    do(s, "place g.5", "at 2437")
    assert refusal(s, "place g.5") == "2.1a"


@clause("2.1a")
def test_a_unit_off_the_map_neither_moves_nor_fights() -> None:
    s = lay('phase = "german movement"\nunits = { "2437" = ["G.I"] }\ndead = ["G.II"]')
    assert refusal(s, "move G.II") == "2.1a"
    s = lay(DUEL + 'dead = ["G.II"]')
    do(s, "attack 2436")
    assert refusal(s, "commit G.II") == "2.1a"


@clause("2.1e", "MF39b")
def test_french_divisions_of_1939_have_four_points_on_turn_1_and_roll_later() -> None:
    text = 'scenario = "1939"\nphase = "allied movement"\norder = "fight_first"\nunits = { "2226" = ["f.1"] }\nturn = '
    s = lay(text + "1")
    do(s, "move f.1")
    assert s.left[MAP.piece("f.1")] == 4 and not can(s, "roll") and s.dice.made == 0
    s = lay(text + "2")
    do(s, "move f.1")
    assert choices(s, "roll") == {""} and not choices(s, "to")


@clause("2.4b")
def test_only_german_and_french_units_take_part_in_1939() -> None:
    assert {piece.nation for piece in GAME.setting("1939").army} == {GERMAN, FRENCH}
    text = 'scenario = "1939"\nphase = "allied movement"\nunits = { "2226" = ["UK.I"] }\n'
    assert GAME.problems(text) == ["units, 2226: UK.I takes no part in 1939"]
    s = GAME.new("1939", 1)
    for name in ("UK.I", "B.I", "N.I", "Sw.I", "G.I"):
        assert refusal(s, f"place {name}") == "2.4b"


@clause("2.4c")
def test_neutrals_start_out_of_play_and_only_the_german_brings_them_in() -> None:
    s = GAME.new("1940", 1)
    assert [s.status[c] for c in (BELGIUM, NETHERLANDS, SWITZERLAND)] == [0, 0, 0]
    text = 'units = { "3134" = ["B.I"], "2437" = ["G.I"], "3628" = ["UK.I"] }\nphase = '
    s = lay(text + '"allied movement"')
    assert not choices(s, "declare")
    assert refusal(s, "declare belgium") == "4.3b"
    assert not s.occupied(ALLIED) >> MAP.board.place("3134") & 1
    s = lay(text + '"german movement"')
    do(s, "declare belgium")
    assert s.occupied(ALLIED) >> MAP.board.place("3134") & 1
    assert s.status[NETHERLANDS] == s.status[SWITZERLAND] == 0


# steps


@clause("2.10b")
@pytest.mark.parametrize(("scenario", "ready"), [("1939", 2), ("1940", 2)])
def test_every_unit_starts_at_full_strength(scenario: str, ready: int) -> None:
    s = GAME.new(scenario, 1)
    do(s, *["ready"] * ready)
    on_map = [piece for piece in GAME.setting(scenario).army if s.where[piece.number] >= 0]
    assert len(on_map) > 60
    assert all(s.steps[piece.number] == piece.full for piece in on_map)
    assert all(piece.strengths[-1][0] >= piece.strengths[0][0] for piece in on_map)
    assert all(piece.strengths[-1][1] >= piece.strengths[0][1] for piece in on_map)


@clause("2.10b")
def test_a_unit_placed_by_hand_is_at_full_strength() -> None:
    s = GAME.new("1940", 1)
    do(s, "place B.I", "at 3333")
    assert steps(s, "B.I") == 2 and s.attack_factor(MAP.piece("B.I")) == 3


@clause("2.10c")
def test_a_full_unit_that_loses_a_step_is_reduced_and_stays() -> None:
    s = lay(DUEL)
    events = do(s, "attack 2436", "commit G.I", "fight", rolls=[1])
    assert [(MAP.pieces[e.piece].id, e.left) for e in events if isinstance(e, StepLost)] == [("F.I", 1), ("G.I", 1)]
    assert (where(s, "G.I"), where(s, "F.I")) == ("2437", "2436")
    german, french = MAP.piece("G.I"), MAP.piece("F.I")
    assert (s.attack_factor(german), s.defence_factor(german)) == (3, 3)
    assert (s.attack_factor(french), s.defence_factor(french)) == (2, 3)


@clause("2.10d")
def test_a_reduced_unit_that_loses_a_step_dies() -> None:
    s = lay(DUEL.replace('"F.I"', '"F.I:1"').replace('"G.I"', '"G.I:1"'))
    do(s, "attack 2436", "commit G.I", "fight", rolls=[1])
    assert (where(s, "G.I"), where(s, "F.I")) == ("dead", "dead")
    assert (steps(s, "G.I"), steps(s, "F.I")) == (0, 0)
    assert not s.stacks


@clause("2.10d")
def test_a_unit_of_one_step_dies_with_its_first_loss() -> None:
    # 1939: 3 against 3 is 1:1, a 1 is BB
    s = lay("""
scenario = "1939"
phase = "german combat"
units = { "2437" = ["g.5"], "2436" = ["f.2"] }
""")
    do(s, "attack 2436", "commit g.5", "fight", rolls=[1])
    assert (where(s, "g.5"), where(s, "f.2")) == ("dead", "dead")


@clause("2.10d")
def test_the_dead_are_not_rebuilt() -> None:
    s = lay('phase = "replacements"\nunits = { "2226" = ["F.II:1"] }\ndead = ["F.I"]')
    assert choices(s, "replace") == {"F.II"}
    assert refusal(s, "replace F.I") == "9.3d"


@clause("2.10f")
def test_only_german_and_french_units_are_rebuilt() -> None:
    s = lay("""
phase = "replacements"
turn = 4
countries = { belgium = 1, netherlands = 1, switzerland = 1 }
swiss = "forward"
units = { "2437" = ["G.I:1"], "2226" = ["F.I:1"], "3628" = ["UK.I:1"], "3432" = ["B.I:1"], "4035" = ["N.I:1"], "1230" = ["Sw.I:1"] }
""")  # noqa: E501
    assert s.to_act == "german" and choices(s, "replace") == {"G.I"}
    do(s, "replace G.I")
    assert steps(s, "G.I") == 2
    assert s.to_act == "allied" and choices(s, "replace") == {"F.I"}
    for name in ("UK.I", "B.I", "N.I", "Sw.I"):
        assert refusal(s, f"replace {name}") == "2.10f"
    do(s, "replace F.I")
    assert steps(s, "F.I") == 2 and steps(s, "UK.I") == 1


# four-step corps


@clause("2.11b")
@pytest.mark.parametrize(("unit", "factors"), [
    ("G.19", [(12, 8), (9, 6), (6, 4), (3, 2)]),
    ("G.14", [(9, 7), (7, 5), (5, 4), (2, 2)]),
    ("UK.I", [(8, 8), (6, 6), (4, 4), (2, 2)]),
])  # fmt: skip
def test_a_four_step_corps_loses_step_by_step_in_its_hex(unit: str, factors: list[tuple[int, int]]) -> None:
    s = lay(f'phase = "german movement"\npoints = ["paris", "maginot"]\nunits = {{ "2437" = ["{unit}"] }}')
    piece = MAP.piece(unit)
    seen = []
    for _ in range(4):
        seen.append((s.attack_factor(piece), s.defence_factor(piece)))
        assert where(s, unit) == "2437" and s.at(MAP.board.place("2437")) == (piece,)
        losses.lose_step(s, piece, ("11.6c",))
    assert seen == factors
    assert where(s, unit) == "dead"


@clause("2.11c")
def test_a_four_step_corps_is_one_unit_with_one_counter() -> None:
    s = lay("""
phase = "allied combat"
units = { "2226" = ["UK.I:2", "UK.II:3", "UK.III"] }
""")
    hexa = MAP.board.place("2226")
    assert len(s.at(hexa)) == 3 and not stacking.overstacked(s, hexa)
    four_step = [piece.id for piece in MAP.pieces if piece.full == 4]
    assert sorted(four_step) == ["G.14", "G.15", "G.19", "G.39", "G.41", "UK.I", "UK.II", "UK.III"]
    assert len({piece.id for piece in MAP.pieces}) == len(MAP.pieces)


# static units


@clause("2.12b")
def test_forts_never_move() -> None:
    text = 'forts = true\nunits = { "2437" = ["G.I"], "2226" = ["F.I"] }\nphase = '
    s = lay(text + '"german movement"')
    assert choices(s, "move") == {"G.I"}
    assert refusal(s, "move G.W2534") == "2.12b"
    s = lay(text + '"allied movement"\ncountries = { belgium = 1 }')
    assert choices(s, "move") == {"F.I"}
    assert refusal(s, "move F.M2731") == "2.12b"
    assert ways.immobile(s) >> MAP.piece("B.EE") & 1


@clause("2.12b")
def test_a_fort_does_not_go_along_with_a_stack() -> None:
    s = lay('phase = "allied movement"\nunits = { "2731" = ["F.I", "F.II", "F.M2731"] }')
    do(s, "move F.I")
    assert choices(s, "join") == {"F.II"}


@clause("2.12b")
def test_a_fort_stands_in_its_own_hex_only() -> None:
    text = 'scenario = "1940"\nphase = "german movement"\nunits = { "2730" = ["F.M2731"] }\n'
    assert GAME.problems(text) == ["units, 2730: F.M2731 stands in 2731 and nowhere else (2.12b)"]


@clause("2.12c")
def test_forts_never_attack() -> None:
    text = 'units = { "2731" = ["F.I", "F.M2731"], "2831" = ["G.I"], "2832" = ["G.II"] }\ncountries = { belgium = 1 }'
    s = lay(text + '\nphase = "allied combat"')
    do(s, "attack 2831")
    assert choices(s, "commit") == {"F.I"}
    assert refusal(s, "commit F.M2731") == "2.12c"
    s = lay(text.replace('"F.I", ', "") + '\nphase = "allied combat"\nturn = 3')
    assert not choices(s, "attack")
    assert refusal(s, "attack 2831") == "11.2a"
