"""24.3: Morale Victories and the markers they bring."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import control, morale
from meuse.games.mansteins_war.events import MoraleWon
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, active, bins, choices, clause, do, lay

ON = 'options = { extra_markers = "yes" }\n'


def impulse(stacks: str, more: str = ON, marker: str = "HGA", side: str = "german") -> MansteinState:
    """An impulse in which a decision of its side is under way."""
    step = f'stack = [{{ step = "reinforce", mover = "{side}" }}]\nturn = 2\noperator = "{side}"\n'
    waiting = "G.2A" if side == "german" else "F.6A"
    return lay(
        f'{step}marker = ["{marker}"]\nplayed = ["{marker}"]\nwaiting = ["{waiting}"]\nactive = ["{waiting}"]\n'
        f'bin = ["HGB", "2AG"]\nunits = {{ {stacks} }}\n{more}'
    )


def enter(s: MansteinState, unit: str, hexa: str) -> MansteinState:
    piece, place = MAP.piece(unit), MAP.board.place(hexa)
    s.shift(piece, place)
    control.enter(s, [piece], [place])
    s.advance()
    return s


@clause("24.3a", "24.3.1a", "24.0a")
@pytest.mark.parametrize("hexa", ["1537", "1335", "1333", "1036", "1439", "0941"])
def test_the_first_named_place_wins_a_german_morale_victory(hexa: str) -> None:
    s = enter(impulse('1637 = ["G.15"]'), "G.15", hexa)
    assert s.to_act == "german" and choices(s, "add") == {"GMorale"}
    do(s, "add GMorale")
    assert bins(s) == {"HGB", "2AG", "GMorale"}


@clause("24.3a")
def test_the_marker_is_optional() -> None:
    s = enter(impulse('1637 = ["G.15"]'), "G.15", "1335")
    do(s, "decline")
    assert bins(s) == {"HGB", "2AG"} and s.morale


@clause("24.3.1a", "24.3.1e")
def test_each_event_counts_once_in_a_game() -> None:
    s = enter(impulse('1637 = ["G.15"]'), "G.15", "1335")
    do(s, "decline")
    s.events.clear()
    enter(s, "G.15", "0941")
    assert not choices(s, "add")
    assert not [event for event in s.events if isinstance(event, MoraleWon)]


@clause("24.3.1a")
def test_other_places_win_nothing() -> None:
    assert not enter(impulse('1637 = ["G.15"]'), "G.15", "1336").morale


@clause("24.0a", "21.0d")
def test_without_the_option_there_is_no_morale() -> None:
    assert not enter(impulse('1637 = ["G.15"]', ""), "G.15", "1335").morale


@clause("24.3.1c")
def test_a_german_city_wins_an_allied_morale_victory() -> None:
    s = enter(impulse('1740 = ["F.3A"]', marker="3AG", side="allied"), "F.3A", "1839")
    assert s.to_act == "allied" and choices(s, "add") == {"AMorale"}
    assert not enter(impulse('1740 = ["F.3A"]', marker="3AG", side="allied"), "F.3A", "1739").morale  # no city


@clause("24.3.1b", "24.3.1d", "24.3.1e")
@pytest.mark.parametrize(
    ("side", "event", "cited"), [(GERMAN, "german_bombing", "24.3.1b"), (ALLIED, "allied_bombing", "24.3.1d")]
)
def test_bombing_wins_a_morale_victory_of_its_own(side: int, event: str, cited: str) -> None:
    s = enter(impulse('1637 = ["G.15"]'), "G.15", "1335")
    do(s, "decline")
    morale.won(s, side, event, cited)
    s.advance()
    assert choices(s, "add") == {"GMorale" if side == GERMAN else "AMorale"} and s.morale.bit_count() == 2
    do(s, "decline")
    morale.won(s, side, event, cited)
    s.advance()
    assert not choices(s, "add")


@clause("24.3c")
def test_the_marker_is_added_once_in_a_turn() -> None:
    s = enter(impulse('1637 = ["G.15"]'), "G.15", "1335")
    do(s, "add GMorale")
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    s.advance()
    assert not choices(s, "add") and s.morale.bit_count() == 2


@clause("24.3b")
def test_at_the_end_of_the_turn_the_marker_is_aside_again() -> None:
    """R97: and a new Morale Victory in a later turn brings it back."""
    out = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'
    s = lay(f'phase = "return"\nturn = 2\nplayed = ["GMorale", "HGA"]\nmorale = ["german_place"]\n{out}{ON}')
    assert not bins(s, s.bin | s.played | s.out) & {"GMorale"}
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    s.advance()
    assert choices(s, "add") == {"GMorale"}


@clause("24.3.2a")
def test_the_marker_activates_one_sub_command_and_one_air_unit() -> None:
    """R97: Panzer Group Kleist too."""
    s = lay(
        'phase = "german command"\nturn = 2\nmarker = ["GMorale"]\nplayed = ["GMorale"]\n'
        f'units = {{ 1738 = ["G.19"], 1736 = ["G.15"] }}\n{ON}'
    )
    assert choices(s, "activate") == {"HGA", "HGB", "HGC", "PGK"}
    do(s, "activate PGK")
    assert active(s) == {"G.19"} and s.air_left == 1
