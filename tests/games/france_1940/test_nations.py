"""Chapter 14: fuel, French artillery, armour among infantry."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import nations
from meuse.games.france_1940.state import FranceState

from .kit import GAME, choices, clause, do, lay, names, own, owned, refusal

TANKS = '[[force]]\nnation = "french"\nline = "FR21"\nenters = 1\n'


def dated(day: str, more: str = "", head: str = "") -> str:
    """A scenario of another day."""
    text = own(TANKS + more, head or 'boards = [["A"]]')
    setting = GAME.setting(text)
    return owned(setting.text.replace("1940-05-12", day))


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
    """N12: the bands of the four divisions; a 5 is enough for the fourth (G90)."""
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


@clause("14.4a", "14.4b", "14.4c")
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


ATTACHED = own(TANKS + '[[force]]\nnation = "french"\nline = "FR14"\nenters = 1')
MIXED = """phase = "allied activation"
initiative = "allied"
[units]
A509 = ["F.Moreau", "F2.rifle-2"%s
[leaders]
F2 = "F.Moreau"
"""


def mixed(hexa: str) -> str:
    """The tank and a platoon in a hex, their officer in A509."""
    units = '"F2.ft17-1", "F2.rifle-1"]'
    return MIXED % (f", {units}" if hexa == "A509" else f"]\n{hexa} = [{units}")


@clause("14.1b")
@pytest.mark.parametrize(("hexa", "ends"), [("A509", set()), ("A508", {"A509"}), ("A511", {"A510"})])
def test_armour_that_is_attached_to_infantry_stays_with_its_officer(hexa: str, ends: set[str]) -> None:
    """With him it goes nowhere alone; away from him it only comes nearer. The infantry goes where it likes."""
    s = lay(mixed(hexa), ATTACHED)
    assert names(s, s.setting.attached) == {"F2.ft17-1"}
    board = s.setting.board
    near = board.names(board.disc(board.place("A509"), 1))
    do(s, "activate F.Moreau", "move F2.ft17-1")
    assert ends <= choices(s, "to") <= (set(near) if ends else ends)
    assert refusal(s, "to A512") == "14.1b"
    s = lay(mixed(hexa), ATTACHED)
    do(s, "activate F.Moreau", "move F2.rifle-1")
    assert choices(s, "to") - set(near)


@clause("14.1b")
def test_armour_goes_along_with_its_officer() -> None:
    s = lay(mixed("A509"), ATTACHED)
    do(s, "activate F.Moreau", "move F.Moreau", "join F2.ft17-1")
    assert "A609" in choices(s, "to")
