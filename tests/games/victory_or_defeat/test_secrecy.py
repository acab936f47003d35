"""What a side may know: nothing that is hidden shows, neither in scenes nor in events nor in overlays."""

from __future__ import annotations

import msgspec
import pytest

from meuse.engine import Event
from meuse.engine.scene import SPECTATOR
from meuse.engine.staging import scene
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, clause, do, lay

STACKS = """
turn = 4
countries = { belgium = 1 }

[units]
2831 = ["F.II", "F.I:1"]
2628 = ["F.IV", "F.III"]
2931 = ["G.19", "G.14:3"]
3035 = ["G.I", "G.15"]
3628 = ["UK.I"]
"""


def shown(s: WarState, eyes: int) -> bytes:
    return msgspec.json.encode(scene(s, eyes))


def heard(s: WarState, events: list[Event], side: int) -> list[Event]:
    redacted = [GAME.redact(event, s, side) for event in events]
    return [event for event in redacted if event is not None]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("action", ["", "move G.14", "attack 2831"])
def test_scenes_do_not_depend_on_what_is_hidden(side: int, action: str) -> None:
    """Two stacks whose lower units could be exchanged: neither the enemy nor a spectator could tell."""
    phase = "combat" if action.startswith("attack") else "movement"
    s = lay(f'phase = "german {phase}"\n{STACKS}')
    if action:
        do(s, action)
    others = [GAME.imagine(s, side, seed) for seed in range(20)]
    assert len({bytes(other.steps) + str(other.stacks).encode() for other in others}) > 2
    for eyes in (side, SPECTATOR):
        assert {shown(other, eyes) for other in others} == {shown(s, eyes)}


def test_a_march_names_only_what_can_be_seen() -> None:
    s = lay(f'phase = "german movement"\n{STACKS}')
    events = do(s, "move G.14", "join G.19", "to 2932")
    [moved] = [event for event in events if isinstance(event, happened.Moved)]
    pieces = {side: [e.pieces for e in heard(s, [moved], side) if isinstance(e, happened.Moved)] for side in (0, 1)}
    assert pieces == {0: [moved.pieces], 1: [(s.at(moved.path[-1])[0],)]}


# hand set-up


def laid_by_hand() -> WarState:
    """The Allies have set up two Dutch corps and a Belgian one, and have another in hand."""
    s: WarState = GAME.new("1940", 1)
    do(s, "place N.I", "at 4035", "place N.II", "at 3737", "place B.I", "at 3134", "place B.II")
    return s


@clause("3.0a")
@pytest.mark.parametrize("eyes", ["german", ""])
def test_what_is_set_up_by_hand_is_hidden_until_it_is_done(eyes: str) -> None:
    s, empty = laid_by_hand(), GAME.new("1940", 1)
    assert s.scene(eyes) == empty.scene(eyes)
    assert "3134" in s.scene("allied").stacks and "3134" not in s.scene(eyes).stacks
    assert len(s.scene("allied").stacks) == len(s.scene(eyes).stacks) + 3


def test_forts_that_the_rules_place_are_seen_at_once() -> None:
    s = GAME.new("1940", 1)
    do(s, "place B.EE")
    assert [piece.id for piece in s.scene("german").stacks["3235"].pieces] == ["B.EE"]
    assert s.scene("german").stacks["2731"].pieces


def test_overlays_do_not_tell_what_is_set_up_by_hand() -> None:
    assert laid_by_hand().overlays("german") == GAME.new("1940", 1).overlays("german")


def test_events_of_a_hand_set_up_are_for_its_owner() -> None:
    s = GAME.new("1940", 1)
    events = do(s, "place N.I", "at 4035")
    assert heard(s, events, 1) == events and heard(s, events, 0) == heard(s, events, SPECTATOR) == []


def test_sickle_cut_is_known_but_not_where_it_begins() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready", "sickle yes")
    before = {eyes: s.scene(eyes) for eyes in ("allied", "")}
    events = do(s, "place G.19", "at 2931", "place G.41")
    for eyes, side in (("allied", 1), ("", SPECTATOR)):
        assert s.scene(eyes) == before[eyes] and heard(s, events, side) == []
        assert {track.value for track in s.scene(eyes).tracks if track.id == "sickle"} == {"activated"}
    assert "2931" in s.scene("german").control["german"] and "2931" in s.scene("allied").control["allied"]


def test_a_finished_set_up_lies_open_as_far_as_any_stack() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready")
    stack = s.scene("german").stacks["3628"]
    assert [piece.id for piece in stack.pieces] == ["UK.II"] and stack.more == 1


def test_a_hidden_set_up_is_imagined_as_not_begun() -> None:
    s = laid_by_hand()
    imagined = GAME.imagine(s, 0, 7)
    assert GAME.faults(imagined) == [] and shown(imagined, 0) == shown(s, 0)
    assert imagined.where[imagined.setting.piece("N.I")] < 0
    again = GAME.imagine(GAME.imagine(s, 0, 3), 0, 7)
    assert again.dump() == imagined.dump()
