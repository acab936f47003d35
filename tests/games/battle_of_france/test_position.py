"""Positions: every defect is reported at once, and what is laid out is what was written."""

from __future__ import annotations

import pytest

from meuse.engine import DataError
from tests.games.battle_of_france.kit import GAME, at, choices, holder, lay

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
        ("npu = { germany = -1 }", ("npu", "germany")),
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
    assert s.round == 5 and s.active == 2 and s.bag == (1,) and GAME.cards[s.card].id == "R10"
    assert [GAME.cards[card].id for card in s.lasting] == ["R07"] and len(s.deck) == 16
    assert at(s, "24") == ["G.fighter", "G.infantry", "G.infantry"] and holder(s, "24") == "germany"
    assert holder(s, "22") == "germany" and holder(s, "5") == "britain" and holder(s, "23") == "britain"
    assert at(s, "18") == ["B.battleship-2", "F.transport+F.infantry+B.tank"]
    assert GAME.board.names(s.freed) == ["12"] and choices(s, "start") == {"18"} and GAME.faults(s) == []


def test_units_replace_the_set_up_of_their_area() -> None:
    s = lay('setup = true\nunits = { "31" = ["G.tank"], "23" = [] }')
    assert at(s, "31") == ["G.tank"] and at(s, "23") == [] and at(s, "24") == ["B.infantry"]
    assert GAME.faults(s) == []
