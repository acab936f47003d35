"""What the table shows: counters as far as one may look, what can be touched, tracks, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.engine import DataError
from meuse.engine.scene import Choice, Mark, Scene, Track
from meuse.games.victory_or_defeat import FOLDER
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, do, lay, pack

FRONT = """
turn = 4
countries = { belgium = 1 }
units = { "2831" = ["F.II", "F.I:1"], "2931" = ["G.19", "G.14:3"], "2628" = ["F.III"], "3628" = ["UK.I"] }
"""


def scene(s: WarState, side: str = "") -> Scene:
    return s.scene(side)


def shown(s: WarState, side: str, place: str) -> list[str]:
    """The counters one sees in a hex, and how many are beneath."""
    stack = scene(s, side).stacks[place]
    return [f"{piece.id} {piece.text}" for piece in stack.pieces] + ["?"] * stack.more


def choice(s: WarState, action: str) -> Choice:
    assert s.to_act is not None
    return next(choice for choice in scene(s, s.to_act).choices if choice.action == action)


def track(s: WarState, name: str) -> Track:
    return next(track for track in scene(s).tracks if track.id == name)


# counters


def test_own_stacks_lie_open_and_of_the_enemys_one_sees_the_top() -> None:
    s = lay(FRONT + 'phase = "german movement"')
    assert shown(s, "allied", "2831") == ["F.II 5-6", "F.I 2-3"]
    assert shown(s, "german", "2831") == ["F.II 5-6", "?"]
    assert shown(s, "german", "2931") == ["G.19 12-8", "G.14 7-5"]
    assert shown(s, "", "2831") == ["F.II 5-6", "?"] and shown(s, "", "2931") == ["G.19 12-8", "?"]


def test_an_attacked_stack_is_seen_once_the_attack_is_declared() -> None:
    s = lay(FRONT + 'phase = "german combat"')
    do(s, "attack 2831", "commit G.19")
    assert shown(s, "german", "2831") == ["F.II 5-6", "?"]
    do(s, "reveal")
    assert shown(s, "german", "2831") == ["F.II 5-6", "F.I 2-3"]
    assert shown(s, "", "2831") == ["F.II 5-6", "F.I 2-3"]


def test_nobody_else_sees_what_a_player_has_in_hand() -> None:
    s = lay(FRONT + 'phase = "german movement"')
    do(s, "move G.14", "join G.19")
    assert scene(s, "german").focus.pieces == ("G.14", "G.19")
    for other in ("allied", ""):
        assert scene(s, other).focus.pieces == () and scene(s, other).focus.places == ()
        assert scene(s, other).choices == () and scene(s, other).prompt == ""


def test_notes_tell_the_owner_what_is_done_and_everybody_what_is_cut_off() -> None:
    s = lay(
        """
phase = "german movement"
turn = 4
countries = { belgium = 1 }
units = { "2628" = ["G.I"], "2627" = ["F.I"], "2629" = ["F.II"], "2935" = ["G.II"], "3628" = ["UK.I"] }
"""
    )
    do(s, "move G.II", "stop")
    german, allied = scene(s, "german"), scene(s, "allied")
    assert german.stacks["2628"].pieces[0].notes == allied.stacks["2628"].pieces[0].notes == ("out of supply",)
    done = german.stacks["2935"].pieces[0]
    assert (done.notes, done.dim) == (("has moved",), True)
    assert allied.stacks["2935"].pieces[0].notes == ()


def test_strengths_and_tracks_are_numbers_too() -> None:
    s = lay(FRONT + 'phase = "german movement"\nbritish_lost = 2\nhalts = 1')
    assert scene(s, "german").stacks["2931"].pieces[1].factors == (7, 5)
    numbers = {track.id: track.number for track in scene(s).tracks if track.number is not None}
    assert numbers == {
        "turn": 4, "vp": 2, "german_replacements": 8, "french_replacements": 17, "british_lost": 2,
        "mechanized_lost": 0, "halts": 1, "overthrow": 0,
    }  # fmt: skip


def test_a_scenario_has_the_tracks_of_its_rules() -> None:
    tracks = [track.id for track in scene(lay('scenario = "1939"\nphase = "german movement"')).tracks]
    assert tracks == ["turn", "overthrow", "coming", "crisis"]


def test_a_fort_shows_the_one_number_printed_on_it() -> None:
    s = lay('phase = "german movement"\nunits = { "3628" = ["UK.I"], "2731" = ["F.M2731:1"] }')
    assert shown(s, "german", "2731") == ["F.M2731 1"]


def test_the_dead_the_waiting_and_ones_own_to_be_placed_lie_in_boxes() -> None:
    s = GAME.new("1940", seed=0)
    own, enemy = scene(s, "allied"), scene(s, "german")
    assert {box.id: len(box.pieces) for box in own.boxes}["unplaced_allied"] > 40
    assert "unplaced_allied" not in {box.id for box in enemy.boxes}
    waiting = next(box for box in own.boxes if box.id == "waiting_german")
    assert [piece.id for piece in waiting.pieces] == ["G.39"] and waiting.title == "German reinforcements, turn 8"


# choices


def test_marching_costs_points_and_goes_a_way() -> None:
    s = lay('phase = "german movement"\nturn = 4\nunits = { "2935" = ["G.II"], "3628" = ["UK.I"] }')
    assert choice(s, "move G.II").label == "Move II Army Corps" and choice(s, "move G.II").piece == "G.II"
    do(s, "move G.II")
    trier = choice(s, "to 2635")
    assert (trier.label, trier.place) == ("March to Trier (2635)", "2635")
    way = ["2635"]
    while way[-1] != "2935":
        way.append(choice(s, f"to {way[-1]}").via)
    (moved,) = [event for event in do(s, "to 2635") if isinstance(event, happened.Moved)]
    assert trier.cost == str(moved.cost)
    assert moved.places(s.setting) == tuple(reversed(way))


def test_fighting_names_the_column_and_has_odds() -> None:
    s = lay(FRONT + 'phase = "german combat"')
    attack = choice(s, "attack 2831")
    assert (attack.label, attack.place, attack.odds) == ("Attack Sedan (2831)", "2831", False)
    do(s, "attack 2831", "commit G.19", "reveal")
    fight = choice(s, "fight")
    preview = s.preview("fight")
    assert preview is not None
    assert fight.odds and fight.label == f"Fight it out at {preview.title.rpartition(' ')[2]}"
    assert scene(s, "german").focus.places == ("2831",)


@pytest.mark.parametrize(("phase", "word", "label"), [
    ("german movement", "done", "End the movement phase"),
    ("german combat", "done", "End the combat phase"),
    ("german movement", "declare netherlands", "Violate the neutrality of the Netherlands"),
])  # fmt: skip
def test_a_word_is_said_as_its_step_means_it(phase: str, word: str, label: str) -> None:
    found = choice(lay(FRONT + f'phase = "{phase}"'), word)
    assert found.label == label and not found.piece and not found.place


def test_who_chooses_for_the_enemy_is_told_for_whom() -> None:
    s = GAME.new("1940", seed=0)
    while "ready" in map(str, s.options):
        do(s, "ready")
    do(s, "order move_first", "decline", "done", "done")
    assert (
        choice(s, "order fight_first").label == "The Allied side fights first, then moves: through the gaps it has made"
    )


# tracks and marks


def test_the_victory_track_gives_each_total_its_level() -> None:
    s = lay(
        """
phase = "german movement"
turn = 9
points = ["neutrals", "dyle_breda", "brittany", "mediterranean"]
british_lost = 2
units = { "3628" = ["UK.I"] }
"""
    )
    points = track(s, "vp")
    assert points.main and points.at is not None
    assert points.steps[points.at] == "6: marginal victory"
    assert (points.steps[0], points.steps[-1]) == ("-5: Allied victory", "9: war-winning victory")
    assert scene(s).turn == "Turn 9 of 13 · 7-10 June" and scene(s).phase == "German movement"


def test_dynamo_and_fallen_countries_are_marked_on_the_map() -> None:
    s = lay(
        """
phase = "german movement"
turn = 6
dynamo = { turn = 5, port = "3927" }
countries = { belgium = 1, netherlands = "capitulated" }
units = { "3628" = ["UK.I"] }
"""
    )
    found = {mark.sign: mark.place for mark in scene(s).marks}
    assert found == {"D": "3927", "C": s.label(s.setting.map.places["Amsterdam"])}
    assert track(s, "dynamo").value == "turn 1 of 3, 0 of 4 steps shipped"
    assert track(s, "netherlands").value == "capitulated"
    assert track(s, "belgium").value == "invaded on turn 1, 0 of 4 cities lost"


def test_only_the_german_is_shown_where_sickle_cut_stands() -> None:
    s = lay(
        """
phase = "german combat"
turn = 1
sickle = ["G.19"]
countries = { belgium = 1 }
units = { "2931" = ["G.19"], "2831" = ["F.I"], "3628" = ["UK.I"] }
"""
    )
    assert Mark("2931", "S", "Sickle Cut: surprise on this turn", "german", "5.8c") in scene(s, "german").marks
    assert not scene(s, "allied").marks and not scene(s).marks


def test_what_is_still_to_come_follows_the_order_of_play() -> None:
    s = lay(FRONT + 'phase = "german movement"\norder = "move_first"')
    assert track(s, "coming").value.startswith("German combat, Allied turn")


# overlays, data


def test_enemy_reach_counts_what_can_be_seen_and_stops_in_zones() -> None:
    text = """
phase = "allied movement"
turn = 4
countries = { belgium = 1 }
units = { "2935" = STACK, "2831" = ["F.I"], "3628" = ["UK.I"] }
"""
    infantry = set(lay(text.replace("STACK", '["G.II", "G.19"]')).overlays("allied")["enemy reach"])
    panzers = set(lay(text.replace("STACK", '["G.19", "G.II"]')).overlays("allied")["enemy reach"])
    assert infantry < panzers
    s = lay(text.replace("STACK", '["G.II"]').replace("allied movement", "german movement"))
    do(s, "move G.II")
    assert infantry == {option.object for option in s.options if option.verb == "to"} | {"2935"}


def test_faces_need_every_nation_and_type(tmp_path: Path) -> None:
    text = (FOLDER / "faces.toml").read_text(encoding="utf-8")
    with pytest.raises(DataError, match=r"faces\.toml: symbol: panzer is missing; give one for each of panzer, "):
        pack(tmp_path, faces=text.replace('panzer = "UCA---"\n', ""))


def test_how_a_game_looks_is_no_part_of_what_shapes_play(tmp_path: Path) -> None:
    text = (FOLDER / "faces.toml").read_text(encoding="utf-8")
    assert pack(tmp_path, faces=text.replace("#a5c8e6", "#a5c8ff")).data_hash == GAME.data_hash
