"""Lines of sight (6.2): the worked examples, each rule by itself, hexsides, smoke."""

from __future__ import annotations

import pytest

from meuse.games.france_1940.sight import Sight

from .kit import clause, ground, sees, sight, small, why


def view(terrain: dict[str, str] | None = None, heights: dict[str, int] | None = None, columns: int = 9) -> Sight:
    return Sight(small(columns, 9, terrain or {}, heights or {}))


def mask(made: Sight, *labels: str) -> int:
    return made.ground.board.set(labels)


# flat ground (6.2.1)


@clause("6.2a", "6.2b", "6a")
def test_nothing_limits_sight_over_open_ground() -> None:
    made = view()
    assert all(made.seen_from(h) == made.ground.board.everything for h in made.ground.board.hexes)


@clause("6.2.1a", "6.2c")
@pytest.mark.parametrize("letter", "wldB")
def test_woods_and_buildings_block_and_are_seen(letter: str) -> None:
    made = view({"505": letter})
    assert not sees(made, "504", "506") and why(made, "503", "507") == ("6.2.1a", {"505"})
    assert sees(made, "504", "505") and sees(made, "502", "505")


@clause("6.2.1a")
@pytest.mark.parametrize("letter", "from.")
def test_other_terrain_does_not_block_by_itself(letter: str) -> None:
    assert sees(view({"505": letter}), "504", "506")


@clause("6.2.1b")
def test_along_a_hexside_both_hexes_must_block() -> None:
    """EX10: the line from 405 to 605 runs between 504 and 505."""
    assert sees(view({"505": "w"}), "405", "605") and sees(view({"504": "w"}), "405", "605")
    assert why(view({"504": "w", "505": "B"}), "405", "605") == ("6.2.1a", {"504", "505"})


@clause("6.2.1b")
def test_along_the_edge_of_the_board_nothing_blocks() -> None:
    """From 201 to 401 the line runs along the top of 301."""
    assert sees(view({"301": "w"}), "201", "401") and not sees(view({"301": "w", "302": "w"}), "301", "303")


@clause("6.2.1c", "11.2b", "11.7b")
@pytest.mark.parametrize(
    ("terrain", "seen"),
    [("ff", True), ("fff", False), ("rfr", False), ("oof", False), ("ffm", True), ("r.r", True)],
)
def test_three_rough_or_field_hexes_block(terrain: str, seen: bool) -> None:
    """EX12: two orchards and a field between the ends."""
    made = view({f"5{row:02}": letter for row, letter in zip((3, 4, 5), terrain, strict=False)})
    assert sees(made, "502", "506") == seen
    if not seen:
        assert why(made, "502", "506") == ("6.2.1c", {"505"})


@clause("6.2.1c")
def test_the_hexes_at_the_ends_do_not_count() -> None:
    assert sees(view({f"5{row:02}": "f" for row in (2, 3, 4, 5)}), "502", "505")


@pytest.mark.parametrize(("rows", "veiled"), [((), False), ((3,), True), ((3, 4), True)])
def test_one_or_two_rough_or_field_hexes_veil_a_target(rows: tuple[int, ...], veiled: bool) -> None:
    """What costs AP fire later (11.2c, 11.7b)."""
    made = view({f"5{row:02}": "f" for row in rows})
    place = made.ground.board.place
    assert bool(made.veiled_from(place("502")) >> place("506") & 1) == veiled
    assert bool(made.veiled_from(place("506")) >> place("502") & 1) == veiled


@clause("6.2.1c")
def test_a_hexside_between_two_fields_counts_once_and_beside_open_ground_not() -> None:
    """405 to 605 runs between 504 and 505, then through 605 to 805 between 704 and 705."""
    both = {"504": "f", "505": "f", "704": "r", "705": "f"}
    assert sees(view(both), "405", "805") and not sees(view(both | {"605": "o"}), "405", "805")
    assert sees(view({"504": "f", "704": "f", "605": "f"}), "405", "805")


@clause("6.2.1b")
def test_a_hexside_between_woods_and_a_field_is_as_free_as_the_field() -> None:
    made = view({"504": "w", "505": "f"})
    place = made.ground.board.place
    assert sees(made, "405", "605") and made.veiled_from(place("405")) >> place("605") & 1


@clause("6.2.1a")
def test_a_plateau_is_flat_ground_and_a_hill_between_blocks() -> None:
    """G62: ground at the level of the line is open, higher ground blocks, lower woods do not."""
    plateau = {f"5{row:02}": 1 for row in range(2, 8)}
    assert sees(view({}, plateau), "502", "507")
    assert not sees(view({"505": "w"}, plateau), "502", "507")
    assert why(view({}, plateau | {"505": 2}), "502", "507") == ("6.2.1a", {"505"})
    valley = plateau | {"504": 0, "505": 0}
    assert sees(view({"504": "w", "505": "f"}, valley), "503", "506")
    assert sees(view({"503": "f", "504": "f", "505": "f"}, {"502": 1, "506": 1, "503": 1}), "502", "506")


@clause("6.2d")
def test_units_are_no_part_of_sight() -> None:
    """Friends only close lines of fire; that is a question about what lies behind them."""
    made = view()
    place = made.ground.board.place
    behind = made.shadows.behind(place("502"), mask(made, "504"))
    assert behind >> place("505") & 1 and not behind >> place("504") & 1 and not behind >> place("503") & 1
    assert made.seen_from(place("502")) >> place("505") & 1


# slopes (6.2.2)


@clause("6.2.2a", "11e")
def test_the_higher_hex_needs_a_crest_on_the_line() -> None:
    hill = {"504": 1, "505": 1}
    assert sees(view({}, hill), "505", "508") and why(view({}, hill), "504", "508") == ("6.2.2a", {"504"})
    assert sees(view({}, hill), "505", "506") and sees(view({}, hill), "504", "502")


@clause("6.2.2a")
def test_at_a_corner_one_crest_of_two_is_enough() -> None:
    """From 405 the line to 605 leaves between 504 and 505."""
    assert sees(view({}, {"405": 1, "504": 1}), "405", "605")
    assert why(view({}, {"405": 1, "504": 1, "505": 1}), "405", "605") == ("6.2.2a", {"405"})


@clause("6.2.2a")
def test_along_the_edge_of_the_board_the_one_hex_beside_the_line_counts() -> None:
    """From 201 to 401 the line runs along the top of 301."""
    assert sees(view({}, {"201": 1}), "201", "401")
    assert why(view({}, {"201": 1, "301": 1}), "201", "401") == ("6.2.2a", {"201"})


@clause("6.2.2b")
@pytest.mark.parametrize("letter", "wldB")
def test_woods_below_hide_one_hex(letter: str) -> None:
    """EX11: woods at distance 1, B at 2, C at 3."""
    made = view({"505": letter}, {"504": 1})
    assert sees(made, "504", "505") and sees(made, "504", "507")
    assert why(made, "504", "506") == ("6.2.2b", {"505"})


@clause("6.2.2b")
def test_a_steep_view_looks_over_woods() -> None:
    """G61: a height difference of at least the distance."""
    assert sees(view({"505": "w"}, {"504": 2}), "504", "506")
    assert not sees(view({"506": "w"}, {"504": 2}), "504", "507")
    assert sees(view({"506": "w"}, {"504": 3}), "504", "507")


@clause("6.2.2b")
def test_woods_on_one_side_of_a_hexside_hide_nothing() -> None:
    made = view({"504": "w"}, {"405": 1})
    assert sees(made, "405", "605")
    assert why(view({"504": "w", "505": "l"}, {"405": 1}), "405", "605") == ("6.2.2b", {"504", "505"})
    assert sees(view({"504": "w", "505": "l"}, {"405": 1}), "405", "706")


@clause("6.2.2c")
def test_a_crest_below_hides_one_hex() -> None:
    """From level 2 in 503 over the edge of level 1 in 505."""
    made = view({}, {"503": 2, "504": 1, "505": 1})
    assert why(made, "503", "506") == ("6.2.2c", {"505"})
    assert sees(made, "503", "505") and sees(made, "503", "507")
    assert sees(view({}, {"503": 3, "504": 1, "505": 1}), "503", "506")


@clause("6.2.2c")
def test_the_near_edge_of_a_further_hill_hides_the_hex_behind_it() -> None:
    made = view({}, {"502": 3, "505": 1, "506": 1, "507": 1})
    assert sees(made, "502", "505") and why(made, "502", "506") == ("6.2.2c", {"505"}) and sees(made, "502", "507")


@clause("6.2.2d")
def test_a_wooded_crest_blocks_all_behind_it() -> None:
    made = view({"505": "w"}, {"503": 2, "504": 1, "505": 1})
    assert [why(made, "503", f"5{row:02}") for row in (6, 7, 8, 9)] == [("6.2.2d", {"505"})] * 4
    assert sees(made, "503", "505")


@clause("6.2.2d")
def test_a_steep_view_looks_over_a_wooded_crest() -> None:
    assert sees(view({"505": "w"}, {"503": 3, "505": 1}), "503", "506")


@clause("6.2.2e")
@pytest.mark.parametrize("level", [1, 2])
def test_ground_as_high_as_the_higher_end_blocks(level: int) -> None:
    """Example D, and even for a steep view."""
    made = view({}, {"503": 1, "505": level})
    assert why(made, "503", "507") == ("6.2.2e", {"505"}) and sees(made, "503", "504")
    assert why(view({}, {"504": 9, "505": 9}, 9), "504", "506")[0] == "6.2.2a"
    assert why(view({}, {"503": 3, "505": 3}), "503", "506") == ("6.2.2e", {"505"})


@clause("6.2.2b")
def test_fields_do_not_block_a_slope_but_veil_it() -> None:
    """S2: three of them block flat lines only."""
    made = view({f"5{row:02}": "f" for row in (3, 4, 5, 6)}, {"502": 1})
    place = made.ground.board.place
    assert sees(made, "502", "507") and made.veiled_from(place("507")) >> place("502") & 1


def test_a_field_on_one_side_of_a_hexside_veils_no_slope() -> None:
    for terrain, veiled in (({"504": "f"}, 0), ({"504": "f", "505": "r"}, 1)):
        made = view(terrain, {"405": 1})
        place = made.ground.board.place
        assert made.veiled_from(place("405")) >> place("605") & 1 == veiled


# rivers and the boards


@clause("11.9b")
def test_the_woods_of_a_river_hex_block() -> None:
    assert why(sight("A"), "A606", "A604") == ("6.2.1a", {"A605"})
    assert ground("A").river >> ground("A").board.place("A605") & 1


# smoke (8.1.5)


@clause("8.1.5e")
def test_black_smoke_blocks_what_lies_behind_and_within() -> None:
    made = view()
    black = mask(made, "505")
    assert why(made, "503", "507", black) == ("8.1.5e", {"505"}) and why(made, "503", "505", black)[1] == {"505"}
    assert not sees(made, "503", "507", black) and not sees(made, "503", "505", black)
    assert sees(made, "503", "504", black) and sees(made, "505", "505", black) and sees(made, "405", "406", black)
    assert sees(made, "404", "704", mask(made, "906"))


@clause("8.1.5e")
def test_smoke_along_a_hexside_must_lie_on_both_sides() -> None:
    made = view()
    assert sees(made, "405", "605", mask(made, "504")) and sees(made, "405", "605", mask(made, "505"))
    assert not sees(made, "405", "605", mask(made, "504", "505"))


@clause("8.1.5d")
@pytest.mark.parametrize(("level", "seen"), [(3, False), (4, True)])
def test_smoke_is_three_levels_high(level: int, seen: bool) -> None:
    """G16: both ends must lie more than three levels above the ground of the smoke."""
    made = view({}, {"503": level, "507": level})
    assert sees(made, "503", "507", mask(made, "505")) == seen
    assert not sees(made, "503", "508", mask(made, "505"))


@clause("8.1.5d")
def test_smoke_on_a_hill_rises_from_its_ground() -> None:
    made = view({}, {"503": 4, "507": 4, "505": 1})
    assert not sees(made, "503", "507", mask(made, "505")) and sees(made, "503", "507", mask(made, "506"))


@pytest.mark.parametrize(
    ("grey", "found"),
    [
        ((), (0, 0)), (("503",), (1, 0)), (("507",), (1, 0)), (("505",), (0, 1)), (("503", "505"), (1, 1)),
        (("503", "504", "505", "507"), (2, 2)),
    ],
)  # fmt: skip
def test_grey_smoke_on_a_line(grey: tuple[str, ...], found: tuple[int, int]) -> None:
    """8.1.5f, 8.1.5g and G14: the ends in smoke, and the smoke hexes crossed."""
    made = view()
    place = made.ground.board.place
    assert made.smoky(place("503"), place("507"), mask(made, *grey)) == found
    assert made.smoky(place("507"), place("503"), mask(made, *grey)) == found


def test_grey_smoke_along_a_hexside_counts_when_it_lies_on_both_sides() -> None:
    made = view()
    a, b = made.ground.board.place("405"), made.ground.board.place("605")
    assert made.smoky(a, b, mask(made, "504")) == (0, 0) and made.smoky(a, b, mask(made, "504", "505")) == (0, 1)
    assert made.smoky(a, a, mask(made, "405")) == (1, 0)
