"""Positions both ways: what a match writes down leads back to the very same moment."""

from __future__ import annotations

import tomllib
from random import Random

import msgspec
import pytest

from meuse.engine.staging import scene
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, do, lay

NOT_WRITTEN = ("seed", "rolls_made", "actions")


def dumped(s: WarState) -> dict[str, object]:
    return {name: value for name, value in s.dump().items() if name not in NOT_WRITTEN}


def check(s: WarState) -> None:
    text = s.position()
    twin = GAME.position(text)
    assert twin.position() == text
    assert twin.options == s.options
    assert dumped(twin) == dumped(s)
    for side in (-1, 0, 1):
        assert msgspec.json.encode(scene(twin, side)) == msgspec.json.encode(scene(s, side))


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("seed", range(4))
def test_a_position_leads_back_to_its_moment(scenario: str, seed: int) -> None:
    """Games with all kinds of rulings, set up by hand and ready."""
    random = Random(f"{scenario} {seed}")
    rulings = {option.name: random.choice(option.values).value for option in GAME.ledger.options.values()}
    s = GAME.new(scenario, seed, rulings if seed % 2 else {})
    while seed > 1 and s.options and "ready" in map(str, s.options):
        do(s, "ready")
    while s.options:
        if random.random() < 0.04:
            check(s)
        s.apply(random.choice(s.options))


@pytest.mark.parametrize(("action", "phase"), [
    ("", "setup"),
    ("ready", ""),
    ("ready ready", "german turn"),
    ("ready ready order-move_first", "coup"),
    ("ready ready order-fight_first decline", "german combat"),
    ("ready ready order-move_first decline", "german movement"),
    ("ready ready order-move_first decline top-G.XVIII", ""),
    ("ready ready order-move_first decline done done", "allied turn"),
])  # fmt: skip
def test_a_moment_that_a_phase_begins_with_is_called_by_it(action: str, phase: str) -> None:
    s = GAME.new("1940", 1)
    do(s, *(word.replace("-", " ") for word in action.split()))
    written = tomllib.loads(s.position())
    assert written.get("phase", "") == phase and ("stack" in written) != bool(phase)
    check(s)


def test_a_group_in_hand_keeps_its_points() -> None:
    s = lay('phase = "allied movement"\nturn = 4\nunits = { 2831 = ["F.I", "F.II"], 3628 = ["UK.I"], 2030 = ["G.I"] }')
    do(s, "move F.I", "join F.II", "roll", rolls=[4])
    twin = GAME.position(s.position())
    assert {unit: twin.left[twin.setting.piece(unit)] for unit in ("F.I", "F.II")} == {"F.I": 4, "F.II": 4}
    assert twin.options == s.options


@pytest.mark.parametrize(("text", "says"), [
    ("turn = 0", "turn: 0 is outside 1 to 13"),
    ("halts = 7", "halts: 7 is outside 0 to 6"),
    ('moved = ["G.0"]', "moved: there is no unit 'G.0'; see units.toml"),
    ('sickle = ["G.19", "G.19"]', "sickle: 'G.19' is given twice; give it once"),
    ('left = { "f.2" = 3 }', "left: f.2 takes no part in 1940"),
    ('left = { "G.19" = 300 }', "left, G.19: 300 is outside 0 to 255"),
    ("violated = { france = 1 }", "countries: 'france' is no neutral: belgium, netherlands, luxembourg, switzerland"),
    ('gone = ["UK.I:9"]', "gone: UK.I cannot have 9 steps; it has 1 to 4"),
])  # fmt: skip
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    turn = "" if text.startswith("turn") else "turn = 6\n"
    assert GAME.problems(f'scenario = "1940"\nphase = "german movement"\n{turn}{text}\n') == [says]


@pytest.mark.parametrize(("stack", "says"), [
    ('{ step = "movement", mover = "german" }', "stack 1: the last step to come is end_turn or begin_turn"),
    ('END, { step = "movement", mover = "" }', "stack 2, movement: a side or hex is empty; name it"),
    ("END, MARCH", "stack 2, march: the group does not stand in 2831"),
    ('END, { step = "overstack", place = "2831" }', "stack 2: overstack takes hex; not place, hex"),
    ("END, BATTLE", "stack 2, battle: no enemy stands in 2832"),
    ("END, LOSS", "stack 2, loss: no units are named"),
    ("END, MIXED", "stack 2, loss: units of both sides are in one group"),
])  # fmt: skip
def test_steps_that_cannot_be_are_named(stack: str, says: str) -> None:
    loss = '{ step = "loss", units = [UNITS], whole = false, supplied = [], clause = "11.4a" }'
    battle = 'mover = "german", target = "2832", attackers = [], revealed = false, armored = false'
    for name, text in {
        "END": '{ step = "end_turn" }',
        "MARCH": '{ step = "march", hex = "2831", group = ["G.19"], begun = false, overland = false }',
        "BATTLE": f'{{ step = "battle", {battle} }}',
        "LOSS": loss.replace("UNITS", ""),
        "MIXED": loss.replace("UNITS", '"G.19", "F.X"'),
    }.items():
        stack = stack.replace(name, text)
    units = '{ 2832 = ["G.19"], 2731 = ["F.X"] }'
    text = f'scenario = "1940"\nturn = 2\ncountries = {{ belgium = 1 }}\nunits = {units}\nstack = [{stack}]\n'
    assert GAME.problems(text) == [says]
