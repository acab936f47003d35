"""What a power may know: purchases are secret from the other side until the units appear."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.events import Income, Mobilized, Ordered
from meuse.games.battle_of_france.powers import BRITAIN, FRANCE, GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import GAME, at, clause, do, lay

NPU = "npu = { germany = 12, france = 9, britain = 10 }"


def buying(scenario: str) -> BattleState:
    """All three have bought something; Britain, the last, is still at it."""
    s = lay(f'scenario = "{scenario}"\nphase = "build"\n{NPU}')
    do(s, "build tank@Dusseldorf", "build submarine@26", "done")
    do(s, "build infantry@Paris", "done")
    do(s, "build artillery@London")
    return s


def orders(s: BattleState, power: str) -> set[str]:
    return {piece.id.removeprefix("orders/") for box in s.scene(power).boxes for piece in box.pieces}


def money(s: BattleState, power: str) -> dict[str, int | None]:
    tracks = [track for track in s.scene(power).tracks if track.id.startswith("npu ")]
    return {track.id.removeprefix("npu "): track.number for track in tracks}


def counters(s: BattleState, power: str, area: str) -> list[str]:
    stacks = s.scene(power).stacks
    return [piece.id.partition("/")[2] for piece in stacks[area].pieces] if area in stacks else []


GERMAN = {"G.tank@Dusseldorf", "G.submarine@26"}
FRENCH = {"F.infantry@Paris"}
BRITISH = {"B.artillery@London"}


@clause("build.2")
def test_with_three_players_each_power_sees_only_its_own_purchases() -> None:
    s = buying("three_players")
    assert [orders(s, power) for power in POWERS] == [GERMAN, FRENCH, BRITISH]
    assert [money(s, power) for power in POWERS] == [{"germany": 3}, {"france": 6}, {"britain": 6}]


@clause("build.2", "powers.2")
def test_with_two_players_the_allies_see_each_others_purchases_but_not_the_german_ones() -> None:
    s = buying("two_players")
    assert [orders(s, power) for power in POWERS] == [GERMAN, FRENCH | BRITISH, FRENCH | BRITISH]
    allied = {"france": 6, "britain": 6}
    assert [money(s, power) for power in POWERS] == [{"germany": 3}, allied, allied]


@clause("build.2")
@pytest.mark.parametrize(
    ("scenario", "seen"),
    [
        ("three_players", {GERMANY: {GERMANY}, FRANCE: {FRANCE}, BRITAIN: {BRITAIN}}),
        ("two_players", {GERMANY: {GERMANY}, FRANCE: {FRANCE, BRITAIN}, BRITAIN: {FRANCE, BRITAIN}}),
    ],
)
def test_orders_are_told_only_to_those_who_may_know(scenario: str, seen: dict[int, set[int]]) -> None:
    s = lay(f'scenario = "{scenario}"\nphase = "build"\n{NPU}')
    events = do(s, "build tank@Dusseldorf", "done", "build infantry@Paris", "done", "build artillery@London")
    bought = [event for event in events if isinstance(event, Ordered)]
    assert [event.power for event in bought] == [GERMANY, FRANCE, BRITAIN]
    for side, powers in seen.items():
        told = [GAME.redact(event, s, side) for event in bought]
        assert told == [event if event.power in powers else None for event in bought]


@clause("build.2", "build.9")
def test_what_was_bought_is_seen_by_all_once_it_is_mobilized() -> None:
    for scenario in ("two_players", "three_players"):
        s = buying(scenario)
        assert at(s, "Dusseldorf") == []
        for power in POWERS:
            assert counters(s, power, "Dusseldorf") == []
        events = do(s, "done")
        appeared = [event for event in events if isinstance(event, Mobilized)]
        assert len(appeared) == 4
        for side, power in enumerate(POWERS):
            assert [GAME.redact(event, s, side) for event in appeared] == appeared
            assert orders(s, power) == set()
            assert counters(s, power, "Dusseldorf") == ["G.tank"] and counters(s, power, "26") == ["G.submarine"]


@clause("build.2")
def test_incomes_are_public() -> None:
    s = lay('phase = "victory check"\nround = 1')
    events = [Income(("build.2",), power, 7) for power in range(3)]
    assert [[GAME.redact(event, s, side) for event in events] for side in range(3)] == [events] * 3


@clause("build.2")
def test_only_the_power_that_decides_sees_its_options() -> None:
    s = lay(f'phase = "build"\n{NPU}')
    assert s.to_act == "germany"
    assert "build tank@Dusseldorf" in [choice.action for choice in s.scene("germany").choices]
    for other in ("france", "britain", ""):
        assert not s.scene(other).choices and not s.scene(other).prompt and s.scene(other).to_act == "germany"


@clause("build.2")
@pytest.mark.parametrize("scenario", ["two_players", "three_players"])
def test_no_scene_depends_on_what_it_must_not_show(scenario: str) -> None:
    s = buying(scenario)
    for side, power in enumerate(POWERS):
        changed = False
        for salt in range(12):
            twin = GAME.imagine(s, side, salt)
            assert twin.scene(power) == s.scene(power)
            changed |= twin.orders != s.orders
        assert changed


def test_overlays_show_both_sides_and_the_frozen_line() -> None:
    s = lay('round = 3\nfreed = ["11"]\nunits = { "31" = ["G.tank"], "23" = ["B.infantry"] }')
    german, french = s.overlays("germany"), s.overlays("france")
    assert german["units"] == french["enemy units"] == ["31"] and german["enemy units"] == french["units"] == ["23"]
    assert "31" in german["control"] and "31" in french["enemy control"] and "23" in french["control"]
    assert sorted(german["forest"]) == ["A1", "A2", "A3", "A4", "A5"] and sorted(german["frozen"]) == ["10", "12", "13"]
    assert lay("round = 4").overlays("germany")["frozen"] == []
