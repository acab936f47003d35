"""25.4: open cities."""

from __future__ import annotations

from meuse.games.mansteins_war import victory, zoc
from meuse.games.mansteins_war.ground import closed_to
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, do, hexes, lay, refusal


def impulse_over(more: str = "", side: str = "allied", option: str = "yes") -> MansteinState:
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_declaration", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f'{stack}turn = 2\noptions = {{ open_cities = "{option}" }}\n{more}')


@clause("25.4a")
def test_four_cities_may_be_declared_open() -> None:
    s = impulse_over()
    assert choices(s, "declare") == {"1333", "1335", "1336", "0941"}
    do(s, "declare 0941", "declare 1336", "done")
    assert hexes(s.open_cities) == {"0941", "1336"}


@clause("25.4a")
def test_only_after_allied_impulses_and_with_the_option() -> None:
    assert not choices(impulse_over(side="german"), "declare")
    assert not choices(impulse_over(option="no"), "declare")


@clause("25.4b")
def test_conditions() -> None:
    more = 'units = { 1336 = ["B.1"] }\nbombed = ["1333"]\ncontrol = { german = ["1335"] }'
    s = impulse_over(more)
    assert choices(s, "declare") == {"0941"}
    assert [refusal(s, f"declare {city}") for city in ("1336", "1333", "1335")] == ["25.4b"] * 3
    assert refusal(s, "declare 1036") == "25.4a"


@clause("25.4c")
def test_no_allied_unit_may_enter_and_no_allied_zone_extends_into_it() -> None:
    s = impulse_over('units = { 0940 = ["F.1A"], 1136 = ["G.15"] }')
    paris = MAP.board.place("0941")
    assert zoc.zone(s, ALLIED) >> paris & 1
    do(s, "declare 0941")
    assert not zoc.zone(s, ALLIED) >> paris & 1
    assert closed_to(s, MAP.piece("F.1A")) >> paris & 1
    assert not closed_to(s, MAP.piece("G.15")) >> paris & 1


@clause("25.4a")
def test_an_open_city_stays_open() -> None:
    s = impulse_over('open_cities = ["0941"]')
    assert refusal(s, "declare 0941") == "25.4a"
    assert can(s, "declare 1336")


@clause("25.4d")
def test_an_open_city_is_worth_half() -> None:
    """F62; rounded down (R99)."""

    def points(label: str, more: str = "") -> int:
        return victory.total(impulse_over(f'control = {{ german = ["{label}"] }}\n{more}'), GERMAN)

    opened = 'open_cities = ["0941", "1333", "1336"]'
    assert [points(label) for label in ("0941", "1333", "1336", "1036")] == [10, 4, 3, 3]
    assert [points(label, opened) for label in ("0941", "1333", "1336", "1036")] == [5, 2, 1, 3]
