"""What a power may know: purchases are secret from the other side until the units appear."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.components import BRITAIN, FRANCE, GERMANY, POWERS
from meuse.games.battle_of_france.events import Income, Mobilized, Ordered
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


def orders(s: BattleState, power: str) -> list[str]:
    found = s.view(power)["tracks"]["orders"]
    assert isinstance(found, list)
    return found


GERMAN = ["G.tank@Dusseldorf", "G.submarine@26"]
FRENCH = ["F.infantry@Paris"]
BRITISH = ["B.artillery@London"]


@clause("build.2")
def test_with_three_players_each_power_sees_only_its_own_purchases() -> None:
    s = buying("three_players")
    assert [orders(s, power) for power in POWERS] == [GERMAN, FRENCH, BRITISH]
    assert [s.view(power)["tracks"]["npu"] for power in POWERS] == [{"germany": 3}, {"france": 6}, {"britain": 6}]


@clause("build.2", "powers.2")
def test_with_two_players_the_allies_see_each_others_purchases_but_not_the_german_ones() -> None:
    s = buying("two_players")
    assert [orders(s, power) for power in POWERS] == [GERMAN, FRENCH + BRITISH, FRENCH + BRITISH]
    allied = {"france": 6, "britain": 6}
    assert [s.view(power)["tracks"]["npu"] for power in POWERS] == [{"germany": 3}, allied, allied]


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
            assert "Dusseldorf" not in s.view(power)["stacks"]
        events = do(s, "done")
        appeared = [event for event in events if isinstance(event, Mobilized)]
        assert len(appeared) == 4
        for side, power in enumerate(POWERS):
            assert [GAME.redact(event, s, side) for event in appeared] == appeared
            view = s.view(power)
            assert view["tracks"]["orders"] == []
            assert [unit["class"] for unit in view["stacks"]["Dusseldorf"]] == ["G.tank"]
            assert [unit["class"] for unit in view["stacks"]["26"]] == ["G.submarine"]


@clause("build.2")
def test_incomes_are_public() -> None:
    s = lay('phase = "victory check"\nround = 1')
    events = [Income(("build.2",), power, 7) for power in range(3)]
    assert [[GAME.redact(event, s, side) for event in events] for side in range(3)] == [events] * 3


@clause("build.2")
def test_only_the_power_that_decides_sees_its_options() -> None:
    s = lay(f'phase = "build"\n{NPU}')
    assert s.to_act == "germany"
    view = s.view("germany")
    assert view["decision"]["step"] == "build" and "build tank@Dusseldorf" in view["decision"]["options"]
    assert s.view("france")["decision"] is None and s.view("britain")["decision"] is None
    assert s.view("france")["to_act"] == "germany" and s.view("france")["step"] == "build"


@clause("build.2")
@pytest.mark.parametrize("scenario", ["two_players", "three_players"])
def test_no_view_depends_on_what_it_must_not_show(scenario: str) -> None:
    s = buying(scenario)
    for side, power in enumerate(POWERS):
        changed = False
        for salt in range(12):
            twin = GAME.imagine(s, side, salt)
            assert twin.view(power) == s.view(power)
            changed |= twin.orders != s.orders
        assert changed


def test_the_rest_of_the_view() -> None:
    s = lay(
        'round = 3\ncard = "R05"\nlasting = ["R14"]\nto_come = ["france"]\nfreed = ["11"]\n'
        'units = { "31" = ["G.tank", "G.fighter"], "23" = ["B.infantry"], "25" = ["G.transport+G.tank"] }'
    )
    view = s.view("france")
    assert view["side"] == "france" and view["turn"] == 3 and view["turns"] == 10 and view["battle"] is None
    assert view["tracks"]["card"] == "R05" and view["tracks"]["lasting"] == ["R14"]
    assert view["tracks"]["active"] == "germany" and view["tracks"]["to_come"] == ["france"]
    assert view["tracks"]["freed"] == ["11"] and view["tracks"]["surprise_over"] is True
    (ship,) = view["stacks"]["25"]
    assert (ship["class"], ship["spent"], ship["cargo"]) == ("G.transport+G.tank", False, ["G.tank"])
    assert "23" in view["control"]["britain"] and "31" in view["control"]["germany"]
    do(s, "start 31", "take G.tank", "to 23")
    battle = s.view("britain")["battle"]
    assert (battle["area"], battle["from"], battle["kind"], battle["rounds"]) == ("23", "31", "land", 0)
    assert battle["attackers"] == ["G.tank"] and battle["hits"] == [0, 0]
    assert next(unit["spent"] for unit in s.view("britain")["stacks"]["31"] if unit["class"] == "G.tank") is True


def test_overlays_show_both_sides_and_the_frozen_line() -> None:
    s = lay('round = 3\nfreed = ["11"]\nunits = { "31" = ["G.tank"], "23" = ["B.infantry"] }')
    german, french = s.overlays("germany"), s.overlays("france")
    assert german["units"] == french["enemy units"] == ["31"] and german["enemy units"] == french["units"] == ["23"]
    assert "31" in german["control"] and "31" in french["enemy control"] and "23" in french["control"]
    assert sorted(german["forest"]) == ["A1", "A2", "A3", "A4", "A5"] and sorted(german["frozen"]) == ["10", "12", "13"]
    assert lay("round = 4").overlays("germany")["frozen"] == []
