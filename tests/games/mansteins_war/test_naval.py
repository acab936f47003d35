"""20.1: naval support."""

from __future__ import annotations

from meuse.games.mansteins_war import naval
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, clause, do, lay, where


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


def defended(more: str = "") -> MansteinState:
    """A German attack on Dunkirk."""
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\n'
    units = 'units = { 0935 = ["F.1A"], 0936 = ["G.15"], 1035 = ["G.14"] }\n'
    s = lay(f'{stack}turn = 2\navailable = ["UK.RN"]\n{units}{more}')
    do(s, "attack 0935", "commit G.15", "assault")
    return s


def shifts_of(state: MansteinState, action: str) -> list[str]:
    preview = state.preview(action)
    assert preview is not None
    return [factor.value for factor in preview.factors if factor.clause in ("10.5h", "10.5i", "10.5j")]


@clause("20.1b", "20.1c", "20.1e")
def test_one_column_for_the_defence_besides_that_of_the_air() -> None:
    """F36."""
    s = defended('flying = { "F.ZOAN" = "0935" }')
    assert s.to_act == "allied"
    assert (shifts_of(s, "support"), shifts_of(s, "decline")) == (["2L", "1L"], ["2L"])
    do(s, "support", rolls=[3])
    assert where(s, "UK.RN") == "utilized"


@clause("20.1b", "20.1a")
def test_one_column_for_an_attack() -> None:
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "allied" }]\noperator = "allied"\n'
    units = 'units = { 0935 = ["F.1A"], 0936 = ["G.15"], 0937 = ["F.7A"] }\n'
    s = lay(f'{stack}turn = 2\navailable = ["UK.RN"]\n{units}')
    do(s, "attack 0936", "commit F.1A", "assault")
    assert s.to_act == "allied" and shifts_of(s, "support") == ["1R"]


@clause("20.1d")
def test_declined_support_stays_available() -> None:
    s = defended()
    do(s, "decline", rolls=[3])
    assert where(s, "UK.RN") == "available"
