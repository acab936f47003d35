"""Chapter 27: bridgeheads."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import bridgeheads, control
from meuse.games.mansteins_war.commands import EndImpulse
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .battles import ended, segment, shifted, strike
from .kit import MAP, can, choices, clause, do, hexes, lay, refusal

ON = 'options = { bridgeheads = "yes" }\n'
MARNE = '1442 = ["F.1A"], 1441 = ["G.6A"], 1542 = ["G.39"], 1443 = ["G.19"]'
"""1441 and 1542 lie across rivers, 1443 does not."""


def fought(code: str = "DA", units: str = MARNE, more: str = "") -> MansteinState:
    return strike(segment(units, ON + more), "1442", "G.6A", "G.39", "G.19", code=code)  # type: ignore[arg-type]


def laid(s: MansteinState) -> list[tuple[str, str]]:
    return [(s.label(bridge.origin), s.label(bridge.beyond)) for bridge in s.bridgeheads]


def row(origin: str, beyond: str, owner: str = "german") -> str:
    return f'{{ origin = "{origin}", beyond = "{beyond}", owner = "{owner}" }}'


@clause("27.1a")
def test_an_attack_across_a_river_that_hurts_the_defender_may_win_one() -> None:
    s = fought()
    assert choices(s, "bridge") == {"1441/1442", "1542/1442"} and can(s, "decline")
    assert refusal(s, "bridge 1443/1344") == "27.1a"
    do(s, "bridge 1441/1442")
    assert laid(s) == [("1441", "1442")] and ended(s)
    s = fought()
    do(s, "decline")
    assert not s.bridgeheads


@clause("27.1a")
def test_not_without_a_loss_nor_in_a_cleared_hex_nor_without_the_option() -> None:
    assert "bridge" not in {option.verb for option in fought("AA").options}
    s = fought("DA", '1442 = ["B.Cav"], 1441 = ["G.6A"], 1542 = ["G.39"], 1443 = ["G.19"]')
    do(s, "done")  # no pursuit either
    assert ended(s) and not s.bridgeheads
    s = strike(segment(MARNE), "1442", "G.6A", code="DA")
    assert ended(s)


@clause("27.1a")
def test_only_where_an_attacker_survives() -> None:
    s = segment('1442 = ["F.1A"], 1441 = ["G.GrD"]', ON)
    strike(s, "1442", "G.GrD", code="ST")
    assert ended(s) and not s.bridgeheads


@clause("27.1a", "22.2a")
@pytest.mark.parametrize(("reading", "won"), [("yes", set()), ("counter", {"1442/1441"})])
def test_by_another_reading_counterattacks_win_bridgeheads_too(reading: str, won: set[str]) -> None:
    """R101: 8 against 10 with the column of counterattacks are 100-149%, and a 6 is ST."""
    s = segment('1442 = ["F.1A"], 1441 = ["G.6A"]', f'options = {{ bridgeheads = "{reading}" }}')
    s.dice.script([6])
    strike(s, "1442", "G.6A", code="CA")
    assert choices(s, "bridge") == won and ended(s) == (not won)
    if won:
        do(s, "bridge 1442/1441")
        assert laid(s) == [("1442", "1441")] and s.bridgeheads[0].owner == ALLIED
        assert shifted(s, "1441", "F.1A") == shifted(s, "1442", "G.6A") == {}


@clause("27.1b", "10.5e")
def test_the_river_helps_nobody_there_any_more() -> None:
    """R60, R101: for attacks of either side; movement is not changed."""
    more = ON + f"bridgeheads = [{row('1441', '1442')}]"
    assert shifted(segment(MARNE, more), "1442", "G.6A") == {}
    assert shifted(segment(MARNE, more), "1442", "G.39") == {"river": "1L"}
    assert shifted(segment(MARNE, more), "1442", "G.6A", "G.39") == {}
    assert shifted(segment(MARNE, more, side="allied"), "1441", "F.1A") == {}


PARIS = '0941 = ["F.1A"], 0940 = ["G.6A"]'


@clause("27.1c")
def test_a_city_before_a_bridgehead_is_nobodys() -> None:
    s = segment(PARIS, ON + f"bridgeheads = [{row('0940', '0941')}]")
    assert shifted(s, "0941", "G.6A") == {"city": "1L"}
    assert hexes(bridgeheads.disputed(s)) == {"0941"}
    for side in (GERMAN, ALLIED):
        assert not control.controlled(s, side) >> MAP.paris & 1
    s = segment('0941 = ["G.4A"], 0940 = ["G.6A"]', ON + f"bridgeheads = [{row('0940', '0941')}]")
    assert control.controlled(s, GERMAN) >> MAP.paris & 1  # its owner has taken it


@clause("27.1d")
def test_one_bridgehead_on_a_hexside() -> None:
    s = fought(more=f"bridgeheads = [{row('1441', '1442')}]")
    assert choices(s, "bridge") == {"1542/1442"} and refusal(s, "bridge 1441/1442") == "27.1d"
    s = fought(more=f"bridgeheads = [{row('1442', '1542', 'allied')}]")
    assert choices(s, "bridge") == {"1441/1442"}


@clause("27.1f")
def test_the_markers_are_a_limit() -> None:
    """Two for each side."""
    both = f"bridgeheads = [{row('1441', '1342')}, {row('1542', '1541')}]"
    assert ended(fought(more=both))
    assert len(fought(more=both).bridgeheads) == MAP.tables.options.bridgeheads.per_side


@clause("27.1e")
def test_it_is_gone_when_nobody_is_left_behind_it() -> None:
    """R101: at once; and the marker comes back with the next impulse."""
    s = segment(MARNE, ON + f"bridgeheads = [{row('1441', '1442')}]")
    s.shift(MAP.piece("G.6A"), MAP.board.place("1341"))
    assert not s.bridgeheads and bridgeheads.left(s, GERMAN) == 1
    EndImpulse(GERMAN).after(s)
    s.operator = GERMAN
    assert bridgeheads.left(s, GERMAN) == 2
    s = segment('1442 = ["F.1A"], 1441 = ["G.6A", "G.39"]', ON + f"bridgeheads = [{row('1441', '1442')}]")
    s.shift(MAP.piece("G.6A"), MAP.board.place("1341"))
    assert laid(s) == [("1441", "1442")]  # somebody is


@clause("27.1e", "27.1f")
def test_a_bridgehead_the_enemy_loses_leaves_the_operating_side_its_markers() -> None:
    s = segment(MARNE, ON + f"bridgeheads = [{row('1441', '1442')}]", side="allied")
    s.shift(MAP.piece("G.6A"), MAP.board.place("1341"))
    assert not s.bridgeheads and bridgeheads.left(s, ALLIED) == 2


@clause("27.1e")
def test_its_owner_may_take_it_off_at_the_end_of_an_impulse() -> None:
    rows = f"bridgeheads = [{row('1441', '1442')}, {row('1442', '1542', 'allied')}]"
    stack = 'stack = [{ step = "extend" }, { step = "open_removal", mover = "german" }]\noperator = "german"\n'
    s = lay(f"{stack}turn = 2\nunits = {{ {MARNE} }}\n{ON}{rows}")
    assert choices(s, "unbridge") == {"1441/1442"}
    do(s, "unbridge 1441/1442")
    assert laid(s) == [("1442", "1542")]


@clause("27.1a")
def test_where_all_attackers_have_died_others_can_hold_the_bridgehead() -> None:
    """An attack across the hexside counts, and that an attacker lives somewhere; behind it anybody may stand."""
    for behind, crossings in (('"G.GrD", "G.LogA"', {"1441/1442", "1542/1442"}), ('"G.GrD"', {"1441/1442"})):
        s = segment(f'1442 = ["F.1A"], 1441 = ["G.6A"], 1542 = [{behind}]', ON)
        strike(s, "1442", "G.6A", "G.GrD", code="ST")
        do(s, "reduce G.GrD")
        assert choices(s, "bridge") == crossings
        assert ("1542/1442" in crossings) or refusal(s, "bridge 1542/1442") == "27.1e"
