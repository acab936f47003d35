"""Positions: every defect is reported at once, and what is laid out is what was written."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine import DataError
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import GAME, at, choices, do, holder, lay

CARDS = GAME.deck.card
HEAD = 'scenario = "three_players"\nphase = "turn"\n'


def problems(text: str, head: str = HEAD) -> list[str]:
    return GAME.problems(head + text + "\n")


def found(text: str, *parts: str, head: str = HEAD) -> bool:
    """Is there one problem that says all of these parts?"""
    return any(all(part in problem for part in parts) for problem in problems(text, head))


def test_a_sound_position_has_no_problem() -> None:
    assert problems('units = { "31" = ["G.infantry x5", "G.fighter"], "Reims" = ["F.aa x3", "F.infantry x5"] }') == []
    assert problems("setup = true") == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("round = 0", ("round", "0 is outside 1 to 10")),
        ("round = 11", ("round", "11 is outside 1 to 10")),
        ('game = "chess"', ("game", "chess")),
        ('card = "R99"', ("card", "R99")),
        ('lasting = ["R99"]', ("lasting", "R99")),
        ('freed = ["Berlin"]', ("freed", "Berlin")),
        ('due = ["Berlin"]', ("due", "Berlin")),
        ('units = { "Berlin" = ["G.tank"] }', ("units", "Berlin")),
        ('control = { germany = ["Berlin"] }', ("control.germany", "Berlin")),
        ('options = { weather = "bad" }', ("options", "weather")),
        ('options = { submerge = "never" }', ("options", "never")),
        ('units = { "31" = ["G.dragon"] }', ("units, 31", "G.dragon")),
        ('units = { "31" = ["G.tank xx"] }', ("units, 31", "G.tank xx")),
        ('units = { "31" = ["G.tank x99999"] }', ("units, 31", "G.tank x99999")),
        ('units = { "31" = ["G.tank x999"] }', ("units, 31", "G.tank x999: no more than 600 units")),
        ('units = { "25" = ["G.cruiser-2"] }', ("units, 25", "G.cruiser-2")),
        ('units = { "25" = ["G.transport+F.tank"] }', ("units, 25", "G.transport+F.tank")),
        ('units = { "31" = ["G.cruiser"] }', ("units, 31", "G.cruiser")),
        ('units = { "25" = ["G.tank"] }', ("units, 25", "G.tank")),
        ('units = { "25" = ["G.fighter"] }', ("units, 25", "G.fighter")),
        ('units = { "31" = ["G.tank", "B.tank"] }', ("units, 31", "enemies")),
        ('units = { "31" = ["G.tank x6"] }', ("units, 31", "more than 5")),
        ('units = { "7" = ["F.tank x3", "B.tank x3"] }', ("units, 7", "more than 5")),
        ('units = { "25" = ["G.submarine x6"] }', ("units, 25", "more than 5")),
        ('units = { "31" = ["G.aa"] }', ("units, 31", "anti-aircraft")),
        ('units = { "A3" = ["G.fighter"] }', ("units, A3", "forest")),
        ("npu = { germany = -1 }", ("npu, germany", "-1 is outside 0")),
        ("npu = { italy = 1 }", ("npu", "italy")),
    ],
)
def test_each_defect_is_named_with_its_place(text: str, parts: tuple[str, ...]) -> None:
    assert found(text, *parts), problems(text)
    with pytest.raises(DataError):
        GAME.position(HEAD + text + "\n")


def test_a_phase_that_does_not_exist() -> None:
    head = 'scenario = "three_players"\nphase = "lunch"\n'
    assert found("", "phase", "lunch", "surprise", "build", head=head)


@pytest.mark.parametrize(
    "head", ['phase = "turn"\n', 'scenario = "1939"\nphase = "turn"\n', 'scenario = "two_players"\n']
)
def test_scenario_and_phase_must_be_given(head: str) -> None:
    assert len(problems("", head)) == 1


def test_broken_text_and_unknown_fields_are_problems_too() -> None:
    assert len(problems("units = {")) == 1
    assert found("weather = 1", "weather")
    assert found('power = "italy"', "power")


def test_all_defects_are_reported_at_once() -> None:
    text = (
        'game = "chess"\nround = 12\ncard = "R98"\nlasting = ["R99"]\nfreed = ["Metz"]\ndue = ["Kattegat"]\n'
        'options = { weather = "bad" }\ncontrol = { france = ["Berlin"] }\n'
        'units = { "Rome" = ["G.tank"], "31" = ["G.dragon", "G.cruiser"], "25" = ["B.tank"] }'
    )
    head = 'scenario = "three_players"\nphase = "lunch"\n'
    parts = [
        "chess",
        "12",
        "R98",
        "R99",
        "Metz",
        "Kattegat",
        "weather",
        "Berlin",
        "Rome",
        "dragon",
        "G.cruiser",
        "B.tank",
        "lunch",
    ]
    for part in parts:
        assert found(text, part, head=head), part
    assert len(problems(text, head)) == len(parts)
    with pytest.raises(DataError) as caught:
        GAME.position(head + text + "\n")
    assert all(part in str(caught.value) for part in parts)


def test_wrong_stacks_are_reported_together() -> None:
    text = 'units = { "31" = ["G.tank x6"], "34" = ["G.aa"], "7" = ["F.tank", "G.tank"], "25" = ["B.cruiser x6"] }'
    assert len(problems(text)) == 4


def test_wrong_stacks_are_reported_along_with_everything_else() -> None:
    text = 'round = 12\nunits = { "31" = ["G.tank x6"], "34" = ["G.aa"], "7" = ["F.tank", "G.tank"], "Rome" = [] }'
    assert found(text, "round") and found(text, "Rome")
    assert found(text, "units, 31", "more than 5") and found(text, "units, 34", "aa.2") and found(text, "units, 7")


def test_both_wrong_options_are_reported() -> None:
    text = 'options = { weather = "bad", submerge = "never" }'
    assert found(text, "weather") and found(text, "never")


def test_what_is_written_is_laid_out() -> None:
    s = lay(
        'round = 5\npower = "britain"\nto_come = ["france"]\ncard = "R10"\nlasting = ["R07"]\nfreed = ["12"]\n'
        'control = { germany = ["22"], britain = ["5"] }\n'
        'units = { "24" = ["G.infantry x2", "G.fighter"], "18" = ["B.battleship-2", "F.transport+B.tank+F.infantry"] }'
    )
    assert s.round == 5 and s.active == 2 and s.bag == (1,) and CARDS[s.card].id == "R10"
    assert [CARDS[card].id for card in s.lasting] == ["R07"] and len(s.deck) == 16
    assert at(s, "24") == ["G.fighter", "G.infantry", "G.infantry"] and holder(s, "24") == "germany"
    assert holder(s, "22") == "germany" and holder(s, "5") == "britain" and holder(s, "23") == "britain"
    assert at(s, "18") == ["B.battleship-2", "F.transport+F.infantry+B.tank"]
    assert GAME.map.board.names(s.freed) == ["12"] and choices(s, "start") == {"18"} and GAME.faults(s) == []


def test_units_replace_the_set_up_of_their_area() -> None:
    s = lay('setup = true\nunits = { "31" = ["G.tank"], "23" = [] }')
    assert at(s, "31") == ["G.tank"] and at(s, "23") == [] and at(s, "24") == ["B.infantry"]
    assert GAME.faults(s) == []


# any moment, and back


def same(s: BattleState) -> BattleState:
    """The same moment read from its own text; piece numbers may differ, and nothing else."""
    text = s.position()
    twin: BattleState = GAME.position(text)
    assert twin.position() == text
    assert list(map(str, twin.options)) == list(map(str, s.options))
    for side in (*GAME.sides, ""):
        assert twin.scene(side) == s.scene(side), text
    return twin


@pytest.mark.parametrize("seed", range(2))
def test_a_match_goes_on_from_its_text_just_as_it_would_have(seed: int) -> None:
    random = Random(seed)
    s = GAME.new("two_players", seed)
    twin = s
    while s.options and s.actions < 600:
        if s.actions % 50 == 0:
            twin = same(s)
        action = str(random.choice(s.options))
        s.apply(action)
        twin.apply(action, rolls=s.rolled)
        assert list(map(str, twin.options)) == list(map(str, s.options))
        assert s.actions % 10 or not s.options or twin.position() == s.position()


def march(base: str, unit: str, goal: str) -> list[str]:
    return [f"start {base}", f"take {unit}", f"to {goal}"]


FOREST = '"A5" = ["G.tank"], "9" = ["F.infantry", "F.fighter"]'
SHIPS = '"25" = ["G.transport+G.tank+G.infantry x3"]'
LANDING = ["start 25", *["take G.tank", "take G.infantry"] * 3, "to 24"]


@pytest.mark.parametrize(
    ("step", "units", "actions", "rolls"),
    [
        ("surplus", f'{SHIPS}, "24" = ["B.infantry"]', LANDING, [1, 6, 6, 6, 6, 6, 6]),
        ("shed_to", f'{SHIPS}, "24" = ["B.infantry"]', [*LANDING, "shed G.tank"], [1, 6, 6, 6, 6, 6, 6]),
        (
            "sail_off",
            '"18" = ["G.submarine", "B.cruiser"]',
            [*march("18", "G.submarine", "18"), "fire", "withdraw"],
            [6, 6],
        ),
        ("scatter", FOREST, [*march("A5", "G.tank", "9"), "press", "retreat A4"], [6, 6, 6]),
        (
            "boarding",
            '"27" = ["G.tank"], "26" = ["G.transport", "G.transport+G.tank"]',
            march("27", "G.tank", "26"),
            [],
        ),
    ],
)
def test_rare_moments_are_read_back_too(step: str, units: str, actions: list[str], rolls: list[int]) -> None:
    s = lay(f"units = {{ {units} }}")
    do(s, *actions, rolls=rolls)
    assert s.agenda[-1].name == step
    same(s)


def test_those_who_fell_in_a_combat_still_count_among_its_attackers() -> None:
    s = lay('units = { "31" = ["G.infantry", "G.tank x2"], "23" = ["B.infantry x3"] }')
    do(s, "start 31", "take G.tank", "take G.tank", "take G.infantry", "to 23", rolls=[6, 6, 6, 1, 6, 6])
    do(s, "lose G.infantry")
    assert 'lost = ["G.infantry"]' in s.position() and '"lost/G.infantry/1"' in s.position()
    twin = same(s)
    assert [twin.name(piece) for piece in twin.combat.attackers] == ["G.tank", "G.tank", "G.infantry"]


def test_a_text_says_no_more_than_it_must() -> None:
    s = lay('power = "france"\nto_come = ["germany"]\nunits = { "Paris" = ["F.tank x2", "F.aa", "F.tank"] }')
    text = s.position()
    assert 'phase = "turn"' in text and 'Paris = ["F.tank x2", "F.aa", "F.tank"]' in text
    assert "stack" not in text and "spent" not in text and "landing" not in text
    do(s, "start Paris", "take F.tank", "to 3", "stop")
    assert 'spent = ["3/F.tank/1"]' in s.position() and "[control]" not in s.position()


STACK = 'scenario = "three_players"\npower = "germany"\n'
TURN = '{ step = "begin_round" }, { step = "turn" }'


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('stack = [{ step = "turn" }]', ("stack", "begin_round")),
        (f'phase = "turn"\nstack = [{TURN}]', ("stack", "not both")),
        ('stack = [{ step = "begin_round" }, { step = "lunch" }]', ("stack 2", "lunch")),
        ('stack = [{ step = "begin_round" }, { step = "build", power = "italy" }]', ("stack 2, power", "italy")),
        (f'stack = [{TURN}, {{ step = "support" }}]', ("battle", "support needs one")),
        (f'stack = [{TURN}]\nspent = ["31/G.tank/1"]', ("spent", "31/G.tank/1")),
        (f'stack = [{TURN}]\nlanding = ["Berlin"]', ("landing", "Berlin")),
        (f'stack = [{TURN}]\nplayed = ["R99"]', ("played", "R99")),
        (f'stack = [{TURN}]\nlost = ["G.dragon"]', ("lost", "G.dragon")),
        (f'stack = [{TURN}]\norders = [{{ power = "germany", unit = "dragon", area = "Paris" }}]', ("unit", "dragon")),
        (f'stack = [{TURN}]\nbattle = {{ area = "31" }}', ("battle", "attackers")),
    ],
)
def test_each_defect_of_a_moment_is_named_too(text: str, parts: tuple[str, ...]) -> None:
    assert found(text, *parts, head=STACK), problems(text, STACK)


def test_a_stack_in_a_turn_needs_a_power() -> None:
    assert found(f"stack = [{TURN}]", "power", "whose turn", head='scenario = "three_players"\n')
