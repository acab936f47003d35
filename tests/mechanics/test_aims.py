"""What bots of several games go by: ways over a board, and what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from meuse.board import AreaBoard
from meuse.engine import Option, Vocabulary
from meuse.engine.advice import PlayerTurn
from meuse.engine.data import DataFolder
from meuse.mechanics import aims
from meuse.mechanics.aims import AimedAdvice, Aims, Want, Ways, recalled

LINE = AreaBoard({"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"], "island": []})
FAR = 99


def test_a_way_knows_how_far_every_place_is_over_some_ground() -> None:
    ways = Ways(LINE, LINE.zones, LINE.everything, FAR)
    way = ways.to(LINE.set("a"))
    assert list(way.away) == [0, 1, 2, 3, FAR]
    assert way.nearest(LINE.set("cd"), FAR) == 2 and way.nearest(LINE.set(["island"]), FAR) == FAR
    assert list(ways.to(LINE.set("a"), LINE.set("c")).away) == [0, 1, FAR, FAR, FAR]
    assert way.within(1) == LINE.set("ab")
    assert list(ways.to(LINE.set("ad")).away) == [0, 1, 1, 0, FAR]
    assert ways.to(LINE.set("a")) is way


def test_what_is_remembered_is_worked_out_once_while_it_holds() -> None:
    memory: dict[str, int] = {}
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [recalled(memory, "key", make) for _ in range(3)] == [0, 0, 0]
    assert recalled(memory, "key", make, lambda known: known > 0) == 1 and memory == {"key": 1}
    assert recalled(None, "key", make) == 2 and memory == {"key": 1}


def test_too_much_is_forgotten_altogether() -> None:
    memory = {number: number for number in range(aims.MOST_KEPT)}
    assert recalled(memory, -1, lambda: 7) == 7 and memory == {-1: 7}


def sent(pulls: dict[str, float], *wants: Want, **units: str) -> Aims:
    """Units, named by numbers like u1, are sent along the line."""
    aims = Aims(0)
    places = {int(unit[1:]): LINE.place(place) for unit, place in units.items()}
    aims.send(places, wants, pulls, Ways(LINE, LINE.zones, LINE.everything, FAR))
    return aims


def goals(aims: Aims) -> dict[int, set[str]]:
    return {unit: {LINE.labels[place] for place in LINE.members(way.rings[0])} for unit, way in aims.ways.items()}


def test_who_is_nearest_goes_and_no_more_than_are_wanted() -> None:
    wants = Want("city", LINE.set("d"), 1), Want("enemy", LINE.set("a"), 5)
    aims = sent({"city": 9.0, "enemy": 4.0}, *wants, u1="c", u2="b", u3="island")
    assert goals(aims) == {1: {"d"}, 2: {"a"}}
    assert aims.start == {1: 1, 2: 1}


def test_a_place_is_not_felt_from_farther_off_than_it_pulls() -> None:
    assert not goals(sent({"city": 2.0}, Want("city", LINE.set("d"), 1), u1="b"))
    assert goals(sent({"city": 3.0}, Want("city", LINE.set("d"), 1), u1="b"))


def test_units_are_wanted_in_each_place_or_in_all_together() -> None:
    each, together = (
        sent({"city": 9.0}, Want("city", LINE.set("ad"), 1, each), u1="b", u2="c") for each in (True, False)
    )
    assert goals(each) == {1: {"a"}, 2: {"d"}} and goals(together) == {1: {"a", "d"}}


def test_progress_counts_those_who_are_still_there() -> None:
    aims = sent({"city": 9.0}, Want("city", LINE.set("d"), 2), u0="a", u1="b")
    assert aims.progress([LINE.place("c"), LINE.place("a")]) == 2 - 1
    assert aims.progress([LINE.place("c"), -1]) == 2
    assert aims.nearer(0, LINE.place("a"), LINE.place("d")) == 3 and aims.nearer(7, 0, 1) == 0


def options(verb: str, labels: Sequence[str]) -> list[Option]:
    return Vocabulary().family(verb, labels)


def test_the_closest_options_lead_to_where_a_unit_is_sent() -> None:
    aims = sent({"city": 9.0}, Want("city", LINE.set("d"), 1), u1="a")
    ways = options("to", LINE.labels)
    assert [option.object for option in aims.closest(1, ways, 2)] == ["d", "c"]
    assert ways[LINE.place("island")] not in aims.closest(1, ways) and aims.closest(2, ways) == []


def test_the_unit_with_most_to_gain_moves_and_is_looked_at_again() -> None:
    """What a unit could gain is remembered, and only what seems best is computed again."""
    aims, moves, asked = Aims(0), options("move", "abc"), list[int]()
    gains = {0: 1, 1: 3, 2: 2}

    def gain(unit: int) -> int:
        asked.append(unit)
        return gains[unit]

    assert aims.most_to_gain(moves, gain) is moves[1] and asked == [0, 1, 2]
    gains[1] = 0
    assert aims.most_to_gain(moves, gain) is moves[2] and asked == [0, 1, 2, 1, 2]
    assert aims.most_to_gain(moves[1:2], gain) is None


def test_pulls_wane_with_each_step_and_the_strongest_counts() -> None:
    felt = Ways(LINE, LINE.zones, LINE.everything, FAR).felt({LINE.place("a"): 5.0, LINE.place("d"): 4.5})
    assert felt == [5.0, 4.0, 3.5, 4.5, 5.0 - FAR]


class Race(AimedAdvice):
    """A runner wants to get to the end of the line."""

    def __init__(self, folder: Path) -> None:
        game: Any = SimpleNamespace(data=DataFolder(folder))
        super().__init__(game, {"approach": self.approach})

    def ways(self, state: Any) -> Ways:
        return Ways(LINE, LINE.zones, LINE.everything, FAR)

    def wants(self, state: Any, side: int) -> list[tuple[dict[int, int], list[Want]]]:
        return [({0: state.where[0]}, [Want("goal", LINE.set("d"), 1)])]

    def player_turn(self, state: Any) -> PlayerTurn:
        return PlayerTurn(1, 0)


def test_advice_by_aims_weighs_how_much_nearer_units_have_come(tmp_path: Path) -> None:
    """And remembers, in one course of play, what they were after when a phase began."""
    term = 'term.approach = { says = "Run.", weight = 2.0 }'
    (tmp_path / "advice.toml").write_text(f'source = "a test"\nstake = 1.0\n{term}\nheuristic.goal = 9.0\n')
    advice = Race(tmp_path)
    before, after = (SimpleNamespace(where=[LINE.place(at)], outcome=None) for at in "ac")
    plan = advice.plan(before, 0)
    assert advice.worth(after, 0, plan) == 4.0 == -advice.worth(after, 1, plan)
    kept = advice.remembering()
    assert kept.aims(before, 0).start == kept.aims(after, 0).start == {0: 3}
    assert kept.aims(after, 0, "fighting").start == advice.aims(after, 0).start == {0: 1}
