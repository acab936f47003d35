"""What happens in games of fixed counters, as all of them say it."""

from __future__ import annotations

from meuse.engine.events import Control, Loss
from meuse.games import load
from meuse.mechanics.events import Moved, Took, acting

SETTING = load("victory_or_defeat").setting("1940")
CORPS, OTHER = (SETTING.piece(name) for name in ("G.19", "G.41"))


def test_units_and_their_verb_agree_and_hidden_ones_have_no_name() -> None:
    assert acting(SETTING, (CORPS,), "gives", "give") == f"{SETTING.pieces[CORPS].name} gives"
    assert acting(SETTING, (CORPS, OTHER), "gives", "give").endswith(" give")
    assert acting(SETTING, (), "gives", "give") == "Hidden units give"


def test_a_move_says_where_from_where_to_and_for_how_much() -> None:
    board = SETTING.board
    event = Moved((), (CORPS,), tuple(map(board.place, ("2830", "2831", "2731"))), 1)
    start, goal = (SETTING.place_name(board.place(label)) for label in ("2830", "2731"))
    assert event.tell(SETTING) == f"{SETTING.pieces[CORPS].name} moves from {start} to {goal} for 1 point."


def test_an_event_is_of_the_kind_of_news_it_derives_from() -> None:
    assert (Took.sort, Control.sort, Loss.sort, Moved.sort) == ("control", "control", "loss", "move")
