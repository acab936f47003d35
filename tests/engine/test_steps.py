"""Steps as data, bars, declared fields, and events that tell themselves."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, ClassVar

import pytest

from meuse.board import AreaBoard
from meuse.engine import (
    ALL,
    Bar,
    Event,
    Option,
    Path,
    Piece,
    Pieces,
    PieceSet,
    Place,
    Setting,
    Side,
    State,
    Step,
    closed,
)
from meuse.engine.bars import first
from meuse.engine.events import Volley
from meuse.engine.fields import derived, field
from meuse.engine.game import steps_of
from meuse.engine.kinds import NUMBER, OCTETS, PIECE_MASK
from meuse.engine.steps import argument_kinds
from tests.engine import coin
from tests.engine.coin import coin_game


class TakeAlong(Step[Any]):
    """A step with an argument of every kind."""

    hex: Place
    group: Pieces
    leader: Piece
    mover: Side
    begun: bool
    done: PieceSet = 0

    words = {"join": "Take {it} along", "join F.1": "Take the first along", "stop": "Stop"}
    rolls = ("join",)

    def bars(self, s: Any, verb: str) -> Iterable[Bar]:
        yield Bar(0b0110, "1.0a", "{it} is tired")
        yield Bar(0b0011, "1.0b", lambda: f"{{it}} is one of {len(self.group)}")


class GoOn(Step[Any]):
    mover: Side


class Halt(Step[Any]):
    name = "stand_still"
    mover: Side


STEP = TakeAlong(4, (1, 2), 2, 0, True, 0b110)


def test_a_step_is_written_by_its_name_and_arguments_and_read_back() -> None:
    assert (TakeAlong.name, Halt.name) == ("take_along", "stand_still")
    assert STEP.dump() == ["take_along", 4, [1, 2], 2, 0, 1, 6]
    again = TakeAlong.load(STEP.dump()[1:])
    assert again == STEP and again.begun is True  # type: ignore[attr-defined]


def test_steps_with_the_same_arguments_are_not_the_same() -> None:
    assert GoOn(0) == GoOn(0) and GoOn(0) != GoOn(1)
    assert GoOn(0) != Halt(0)


def test_a_step_without_words_asks_nothing() -> None:
    assert GoOn.automatic and not TakeAlong.automatic
    assert STEP.but(begun=False) == TakeAlong(4, (1, 2), 2, 0, False, 0b110)


def test_pieces_of_a_step_can_be_exchanged_for_others() -> None:
    assert STEP.renamed({2: 5}, {}) == TakeAlong(4, (1, 5), 5, 0, True, 0b100010)


def test_arguments_have_the_kind_of_their_type() -> None:
    assert list(argument_kinds(TakeAlong, {})) == ["hex", "group", "leader", "mover", "begun", "done"]
    assert argument_kinds(TakeAlong, {})["done"] is PIECE_MASK


def test_the_first_bar_that_closes_something_says_why() -> None:
    options = [Option(n, "join", f"F.{n}", n, f"Corps {n}", "piece") for n in range(4)]
    reasons = [STEP.why(None, option) for option in options]
    assert [str(reason) if reason else None for reason in reasons] == [
        "Corps 0 is one of 2 (1.0b)",
        "Corps 1 is tired (1.0a)",
        "Corps 2 is tired (1.0a)",
        None,
    ]
    assert closed(STEP.bars(None, "join")) == 0b0111
    assert first([Bar(ALL, "1.0a", "no")], 99) == Bar(ALL, "1.0a", "no")


def test_an_option_is_put_into_the_words_of_its_step() -> None:
    corps = STEP.put(Option(0, "join", "F.2", 2, "II Corps", "piece"))
    assert (corps.action, corps.label, corps.piece, corps.place, corps.odds) == (
        "join F.2", "Take II Corps along", "F.2", "", True,
    )  # fmt: skip
    assert STEP.put(Option(1, "join", "F.1", 1, "I Corps", "piece")).label == "Take the first along"
    assert STEP.put(Option(2, "stop", "", 0, "", "")).label == "Stop"


def test_the_steps_of_a_chapter_are_found_by_themselves() -> None:
    assert steps_of([coin]) == {"toss": coin.Toss}


def test_no_two_steps_have_the_same_name() -> None:
    class Toss(Step[State]):
        __module__ = "twin"

    twin = ModuleType("twin")
    vars(twin)["Toss"] = Toss
    with pytest.raises(ValueError, match="two steps are called 'toss'"):
        steps_of([coin, twin])


class DeclaredState(State):
    turn: int = field(0, NUMBER, most=lambda setting: 3)
    old: int = field(7, NUMBER, written="ancient", position="")
    left: bytearray = field(lambda setting: bytearray(2), OCTETS, position="")
    seen: list[int] = derived(lambda setting: [], copied=True)


def test_a_field_is_declared_once() -> None:
    state = DeclaredState(coin_game().setting("plain"), b"seed", {})
    assert (state.turn, state.old, state.left, state.seen) == (0, 7, bytearray(2), [])
    dump = state.dump()
    assert (dump["turn"], dump["ancient"], dump["left"]) == (0, 7, "0000")
    assert "seen" not in dump and "old" not in dump
    turn = DeclaredState.FIELDS["turn"]
    assert (turn.position, turn.bounds(state.setting)) == ("turn", (0, 3))
    twin = state.clone()
    twin.left[0], twin.turn = 9, 2
    twin.seen.append(1)
    assert (state.left[0], state.turn, state.seen) == (0, 0, [])


class Marched(Event, frozen=True):
    pieces: Pieces
    path: Path
    cost: int

    says: ClassVar[str] = "{pieces} march from {path} for {cost}."


class Named(Setting):
    def place_name(self, place: int) -> str:
        return f"hex {self.board.labels[place]}"


def test_events_tell_themselves_and_know_their_places() -> None:
    setting = Named(coin_game(), "plain", coin_game().setting("plain").scenario)
    setting.board = AreaBoard({"A": ["B"], "B": ["A"]})
    event = Marched(("1.0a",), (1, 2), (0, 1), 3)
    assert event.tell(setting) == "2 units march from hex A, hex B for 3."
    assert event.places(setting) == ("A", "B")
    assert Volley(("1.0a",), "fire", 6, (3, 5)).tell(setting) == "Dice for fire: 3 5."
