"""20.1: naval support."""

from __future__ import annotations

from meuse.games.mansteins_war import naval
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, clause, lay, where


def at_sea(units: str, more: str = "", ship: str = "available") -> MansteinState:
    text = f'stack = [{{ step = "extend" }}]\nturn = 2\noperator = "german"\nunits = {{ {units} }}\n{more}\n'
    return lay(text + f'{ship} = ["UK.RN"]')


def may(state: MansteinState, target: str, *attackers: str) -> bool:
    return naval.can_support(state, MAP.board.place(target), [MAP.piece(unit) for unit in attackers])


DUNKIRK = '0935 = ["F.1A"], 0936 = ["G.15"]'


@clause("20.1a", "20.0a")
def test_allied_defenders_on_the_coast() -> None:
    assert may(at_sea(DUNKIRK), "0935", "G.15")
    assert not may(at_sea('1036 = ["F.1A"], 0936 = ["G.15"]'), "1036", "G.15")  # Lille is inland
    assert not may(at_sea('1335 = ["G.15"], 1336 = ["F.1A"]'), "1335", "F.1A")  # a German port does not help Germans


@clause("20.1a")
def test_one_allied_attacker_on_the_coast_is_enough() -> None:
    """R61."""
    s = at_sea('0935 = ["F.1A"], 1036 = ["F.7A"], 0936 = ["G.15"]')
    assert may(s, "0936", "F.7A", "F.1A") and not may(s, "0936", "F.7A")


@clause("20.1a", "22.4d")
def test_a_bombed_port_off_the_coast_does_not_count() -> None:
    antwerp = '1335 = ["B.1"], 1336 = ["G.15"]'
    assert may(at_sea(antwerp), "1335", "G.15")
    coastal = MAP.coastal >> MAP.board.place("1335") & 1
    assert may(at_sea(antwerp, 'bombed = ["1335"]'), "1335", "G.15") == bool(coastal)


@clause("20.1c", "20.1d")
def test_once_in_a_turn() -> None:
    """F36."""
    s = at_sea(DUNKIRK)
    naval.use(s, MAP.board.place("0935"))
    assert where(s, "UK.RN") == "utilized" and not may(s, "0935", "G.15")
    back = lay('phase = "return"\nturn = 2\nutilized = ["UK.RN"]')
    assert where(back, "UK.RN") == "available"


@clause("25.2b")
def test_not_in_a_turn_in_which_the_british_have_come_through_a_port() -> None:
    assert not may(at_sea(DUNKIRK, "naval_barred = true"), "0935", "G.15")
