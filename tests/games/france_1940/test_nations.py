"""Chapter 14: fuel, French artillery, armour among infantry."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import nations
from meuse.games.france_1940.state import FranceState

from .kit import GAME, clause, names, own

TANKS = '[[force]]\nnation = "french"\nline = "FR21"\nenters = 1\n'


def dated(day: str, more: str = "", head: str = "") -> str:
    """A scenario of another day."""
    text = own(TANKS + more, head or 'boards = [["A"]]')
    setting = GAME.setting(text)
    name: str = GAME.own_setting(setting.text.replace("1940-05-12", day)).name
    return name


def started(name: str, dice: tuple[int, ...]) -> FranceState:
    s = FranceState(GAME.setting(name), b"", GAME.ledger.settle({}))
    s.script = dice
    GAME.begin(s)
    return s


@clause("14.3a", "14.3b", "14.3c", "14.3d", "14.3e")
@pytest.mark.parametrize(
    ("dcr", "dice", "waits"),
    [
        (1, (4, 4, 5), 5), (1, (4, 5), 0), (2, (4, 4, 1), 1), (3, (2, 3, 6), 6), (3, (3, 3), 0), (4, (2, 2, 3), 3),
        (4, (2, 3), 0),
    ],
)  # fmt: skip
def test_fuel_of_a_dcr(dcr: int, dice: tuple[int, ...], waits: int) -> None:
    name = own(f"{TANKS}dcr = {dcr}")
    assert started(name, (1, *dice)).fuel[0] == waits


@clause("14.3a")
def test_no_fuel_rolls_after_20_may_nor_outside_a_dcr() -> None:
    assert not started(dated("1940-05-21", "dcr = 3"), (1,)).script
    assert not started(own(TANKS), (1,)).script
    assert not started(dated("1940-05-20", "dcr = 3"), (1, 3, 3)).script


@clause("14.3e")
def test_a_scenario_may_shorten_the_wait() -> None:
    """Stonne: at most two turns."""
    name = own(f"{TANKS}dcr = 3", head="national = { fuel_most = 2 }")
    assert started(name, (1, 1, 1, 6)).fuel[0] == 2


@pytest.mark.parametrize(
    ("day", "nation", "calibre", "added"),
    [
        ("1940-06-11", "french", 105, -1), ("1940-06-12", "french", 105, 0), ("1940-06-15", "french", 105, 0),
        ("1940-06-16", "french", 105, 1), ("1940-06-16", "french", 75, 0), ("1940-05-15", "french", 75, -1),
        ("1940-05-15", "german", 105, 0),
    ],
)  # fmt: skip
def test_accuracy_of_french_batteries(day: str, nation: str, calibre: int, added: int) -> None:
    name = dated(day, f'[[battery]]\nnation = "{nation}"\ncalibre = {calibre}\nmissions = 1')
    assert nations.accuracy(started(name, (1,)), 0) == added


def test_armour_that_is_attached_to_infantry() -> None:
    s = started(own(TANKS + '[[force]]\nnation = "french"\nline = "FR14"\nenters = 1'), (1, 1))
    assert names(s, nations.attached(s)) == {"F2.ft17-1"}
