"""The table as people see it: counters, displays, bins, tracks, marks, overlays, and what stays hidden."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.promises import check_scenes, check_secrecy
from meuse.engine.scene import Box, Piece, Scene, Track
from meuse.games.mansteins_war.events import PointsReceived
from meuse.games.mansteins_war.refit import Refit
from meuse.games.mansteins_war.state import MansteinState
from tests.games.mansteins_war.kit import GAME, MAP, begin, clause, do, lay

FACES = {face.id: face for face in GAME.faces}
PLANS = ("keep PlanD", "ready", "keep Manstein", "ready")
MEUSE = """
turn = 2
phase = "german movement"
marker = ["PGK"]
commands = ["PGK"]
played = ["PGK"]
bin = ["HGA", "HGB", "Guderian", "1AG", "PlanD"]
units = { "1438" = ["G.19:1", "G.41"], "1538" = ["G.LogK"], "1736" = ["G.4A:3"], "1439" = ["F.21"], "1340" = ["F.1A"] }
flying = { "G.air8" = "1439", "F.ZOAN" = "1340" }
available = ["G.air1:1"]
utilized = ["G.air2"]
waiting = ["G.9A"]
due = { "G.9A" = 4 }
dead = ["B.GPK"]
destroyed = ["1537"]
bombed = ["1333"]
surrendered = ["netherlands"]
"""


def meuse(more: str = "") -> MansteinState:
    return lay(MEUSE + more)


def piece(scene: Scene, name: str) -> Piece:
    everybody = [p for stack in scene.stacks.values() for p in stack.pieces]
    everybody += [p for box in scene.boxes for p in box.pieces]
    return next(p for p in everybody if p.id == name)


def boxes(scene: Scene) -> dict[str, list[str]]:
    return {box.id: [p.id for p in box.pieces] for box in scene.boxes}


def box(scene: Scene, name: str) -> Box:
    return next(box for box in scene.boxes if box.id == name)


def track(scene: Scene, name: str) -> Track:
    return next(track for track in scene.tracks if track.id == name)


# faces


@clause("2.2.4a")
def test_a_counter_shows_its_size() -> None:
    assert [FACES[name].symbol[11] for name in ("G.6A", "G.19", "G.GrD", "G.LogK")] == ["K", "J", "H", "-"]


@clause("2.2.8a", "2.2.5a")
def test_the_stripe_of_a_counter_is_the_colour_of_its_command() -> None:
    looks = GAME.looks.command
    assert [FACES[name].stripes for name in ("G.19", "G.6A", "F.1A", "UK.BEF", "F.21")] == [
        (looks[command].colour,) for command in ("PGK", "HGB", "1AG", "1AG", "GQG")
    ]  # fmt: skip
    assert FACES["G.19"].note == "Panzer Group Kleist, armour, led by Guderian"


@clause("2.2.3a")
def test_mech_units_have_a_disc_and_late_ones_their_turn() -> None:
    assert FACES["G.19"].wheels and not FACES["G.6A"].wheels and not FACES["G.LogK"].wheels
    assert [FACES[name].due for name in ("G.2A", "G.9A", "G.6A")] == ["2", "4", ""]


def test_every_piece_has_a_face_in_its_order_and_then_come_the_markers() -> None:
    count = len(MAP.pieces)
    assert [face.id for face in GAME.faces[:count]] == [unit.id for unit in MAP.pieces]
    assert [face.id for face in GAME.faces[count:]] == [f"marker.{marker.id}" for marker in MAP.markers]
    assert all(face.symbol or face.sign for face in GAME.faces)


@clause("5.1j", "5.1q")
def test_a_marker_says_what_it_does() -> None:
    note = FACES["marker.Manstein"].note
    assert "air units: 4" in note and "gain 2R to the end of the turn" in note
    assert FACES["marker.Luftwaffe"].note == "activates all air units; attacks in air combat and city bombing gain 1R"


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("face", {(f.colour, f.ink): f for f in GAME.faces}.values(), ids=lambda face: face.id)
def test_what_is_printed_can_be_read(face: object) -> None:
    shades = sorted(luminance(getattr(face, name)) for name in ("colour", "ink"))
    assert (shades[1] + 0.05) / (shades[0] + 0.05) >= 4.5


# counters


@clause("2.2.7b", "2.2.7d", "2.2.6b")
def test_a_counter_has_the_factors_of_the_steps_it_has_left() -> None:
    scene = meuse().scene("german")
    assert (piece(scene, "G.19").text, piece(scene, "G.19").steps, piece(scene, "G.19").full) == ("4-3-6", 1, 2)
    assert (piece(scene, "G.4A").factors, piece(scene, "G.4A").steps) == ((7, 7, 3), 3)
    assert (piece(scene, "G.air8").text, piece(scene, "G.air1").text) == ("3", "(1)")


@clause("16.1b")
def test_air_units_lie_over_the_units_of_their_hex() -> None:
    assert [p.id for p in meuse().scene("allied").stacks["1439"].pieces] == ["G.air8", "F.21"]
    check_scenes(GAME, meuse())


@clause("15.4a", "15.4c")
def test_units_without_support_say_so() -> None:
    """At the Meuse all hexes around are in French zones; at Paris nobody is near."""
    forward = MEUSE.replace('"1538" = ["G.LogK"]', '"1538" = ["B.2"], "0941" = ["G.15"], "1339" = ["F.2A"]')
    scene = lay(forward).scene("allied")
    assert piece(scene, "G.41").notes == ("activated", "cut off")
    assert piece(scene, "G.15").notes == ("unsupported",)
    assert piece(scene, "G.4A").notes == ()


def test_who_is_not_activated_or_has_moved_is_dim_for_his_owner_alone() -> None:
    s = meuse('active = ["G.19", "G.41", "G.LogK"]\n')
    assert "activated" in piece(s.scene("allied"), "G.19").notes
    assert piece(s.scene("german"), "G.4A").dim and not piece(s.scene("german"), "G.41").dim
    do(s, "move G.41", "to 1539")
    assert piece(s.scene("german"), "G.41").dim and "has moved" in piece(s.scene("german"), "G.41").notes
    assert not any(piece(s.scene(eyes), "G.41").dim for eyes in ("allied", ""))


# displays


@clause("16.0a", "13.1b", "3.2b")
def test_what_lies_in_the_displays() -> None:
    shown = boxes(meuse().scene("allied"))
    assert "G.air1" in shown["available_german"] and shown["utilized_german"] == ["G.air2"]
    assert shown["dead_allied"] == ["B.GPK"]
    assert piece(meuse().scene("allied"), "G.9A").notes == ("turn 4",)


@clause("28.3a")
def test_when_the_enemy_comes_is_not_shown_where_dice_have_decided_it() -> None:
    s = begin(*PLANS, variable_reinforcements="yes")
    assert {p.notes for p in box(s.scene("allied"), "waiting_german").pieces} == {("turn unknown",)}
    assert all(p.notes[0].startswith("turn ") for p in box(s.scene("german"), "waiting_german").pieces)
    assert ("turn unknown",) not in {p.notes for p in box(s.scene("german"), "waiting_german").pieces}


# bins


@clause("5.0a")
def test_a_side_sees_its_own_bin_and_of_the_other_what_must_be_in_it() -> None:
    s = meuse()
    own, theirs = boxes(s.scene("german")), boxes(s.scene("allied"))
    assert own["bin_german"] == ["HGA", "HGB", "Guderian"] and own["bin_allied"] == ["1AG"]
    assert theirs["bin_german"] == ["HGA", "HGB"] and theirs["bin_allied"] == ["1AG", "PlanD"]
    assert "perhaps with a special marker" in box(s.scene("allied"), "bin_german").title
    assert "perhaps" not in box(s.scene("german"), "bin_german").title
    nobody = boxes(s.scene(""))
    assert (nobody["bin_german"], nobody["bin_allied"]) == (["HGA", "HGB"], ["1AG"])


@clause("21.2h", "21.1l")
def test_before_the_first_impulse_everybody_expects_the_german_plan() -> None:
    s = begin(*PLANS, "decline")
    assert box(s.scene("allied"), "bin_german").title == "German bin, with its plan"
    assert boxes(s.scene("allied"))["bin_german"] == ["HGA", "HGB", "HGC", "PGK"]
    assert boxes(s.scene("german"))["bin_german"] == ["HGA", "HGB", "HGC", "PGK", "Manstein"]
    assert {"PlanD", "PlanE", "PlanR"} <= set(boxes(s.scene("german"))["hand_allied"])
    assert "PlanE" not in boxes(s.scene("allied"))["hand_allied"]


@clause("5.2b")
def test_once_a_special_marker_has_been_played_no_other_is_expected() -> None:
    s = begin(*PLANS, "decline", "select Manstein")
    assert box(s.scene("allied"), "bin_german").title == "German bin"
    assert piece(s.scene("allied"), "Manstein").notes == ("being played",)


@clause("5.0a", "5.4b")
@pytest.mark.parametrize("seed", range(2))
def test_no_scene_shows_what_is_hidden(seed: int) -> None:
    s, random = begin(seed=seed), Random(seed)
    for count in range(250):
        if count % 10 == 0:
            check_secrecy(GAME, s, random)
            check_scenes(GAME, s)
        s.apply(random.choice(s.options))


@clause("21.2b")
def test_markers_are_chosen_by_touching_them() -> None:
    s = begin(*PLANS, "decline")
    assert {choice.piece for choice in s.scene("german").choices} == {"HGA", "HGB", "HGC", "PGK", "Manstein"}


@clause("14.3b", "14.0b")
def test_refits_are_a_shop_with_prices() -> None:
    s = lay(
        'phase = "refit"\nturn = 2\npoints = { german = 4 }\nunits = { "1934" = ["G.6A:3"] }\navailable = ["G.air1:1"]'
    )
    scene = s.scene("german")
    goods = {choice.action: (choice.label, choice.cost, choice.place) for choice in scene.choices if choice.cost}
    assert goods == {
        "refit G.6A": ("Refit 6th Army (1): 8-8 becomes 10-10", "1", "1934"),
        "refit G.air1": ("Refit I Air Corps (2): strength 1 becomes 2", "2", ""),
    }
    assert scene.purse is not None and (scene.purse.title, scene.purse.left) == ("Refit points: German 7", 7)


# tracks and marks


@clause("5.4a", "5.5a", "16.1a")
def test_the_impulse_and_what_is_left_of_it() -> None:
    s = begin(*PLANS, "decline", "select Manstein")
    scene = s.scene("allied")
    assert track(scene, "impulse").value == "German: Manstein Plan"
    assert track(scene, "active").value == "Panzer Group Kleist"
    assert track(scene, "air_left").number == 4
    assert track(scene, "markers_german").number == 4
    assert track(scene, "markers_german").value == "4 regular markers to come; played: Manstein Plan"


@clause("5.1p", "16.1a")
def test_no_more_air_units_are_to_be_activated_than_there_are() -> None:
    air = 'available = ["G.air1", "G.air2"]\nflying = { "G.air8" = "0941" }\ndead = ["G.air4"]\n'
    s = lay('phase = "german command"\nturn = 2\nmarker = ["Luftwaffe"]\nplayed = ["Luftwaffe"]\n' + air)
    assert track(s.scene(""), "air_left").number == 3 and "(3 activations left)" in s.agenda[-1].prompt(s)
    do(s, "done")
    assert not [made for made in s.scene("").tracks if made.id == "air_left"]  # the segment is over


@clause("5.1o")
def test_a_leader_says_how_many_corps_are_left() -> None:
    units = 'units = { 1838 = ["G.15", "G.19"] }\n'
    s = lay('phase = "german command"\nturn = 2\nmarker = ["Rommel"]\nplayed = ["Rommel"]\n' + units)
    assert s.agenda[-1].prompt(s) == "Rommel: choose a Mech corps to activate (1 left)."


@clause("3.7d", "28.1e")
def test_no_refit_points_are_announced_for_those_who_are_out_of_the_war() -> None:
    fallen = lay(
        'phase = "refit"\nturn = 2\nsurrendered = ["france"]\npoints = { german = 1 }\ncontrol = { german = ["0941"] }'
    )
    assert track(fallen.scene(""), "refit_french").value == "0"
    assert "14.2b" not in {alarm.clause for alarm in GAME.alarms(fallen, 0)}
    absent = lay('phase = "refit"\nturn = 2\noptions = { no_netherlands = "yes" }')
    assert not [made for made in absent.scene("").tracks if made.id == "refit_dutch"]
    assert "Dutch" not in {event.nation for event in absent.events if isinstance(event, PointsReceived)}
    assert Refit(1).purse(absent).title == "Refit points: French 2, British 1, Belgian 1"


@clause("9.1a")
def test_the_rail_capacity_is_a_track_while_units_move() -> None:
    assert track(meuse().scene(""), "rail").value == "3 army equivalents"


@clause("14.1b", "4.1a")
def test_refit_points_and_the_turn() -> None:
    scene = begin(*PLANS, "decline").scene("")
    assert (track(scene, "turn").value, track(scene, "turn").at) == ("Turn 1 of 6 · 10-16 May", 0)
    assert [track(scene, f"refit_{nation}").number for nation in ("german", "french", "british")] == [7, 3, 1]
    assert track(scene, "refit_german").value == "7; next turn +3"


@clause("3.6g", "3.4a")
def test_victory_as_things_stand() -> None:
    scene = begin(*PLANS).scene("")
    assert (track(scene, "level").value, track(scene, "level").number) == ("Allied Operational Victory (0)", 0)


@clause("3.8b", "3.8d")
def test_the_fate_of_countries() -> None:
    scene = meuse().scene("")
    assert track(scene, "netherlands").value == "has capitulated"
    assert "Paris (0941)" in track(scene, "france").value
    assert track(scene, "belgium").value == "at war; to be taken: Antwerp (1335), Brussels (1336), Eben Emael (1537)"


@clause("17.1a", "22.4b")
def test_signs_on_the_map() -> None:
    signs = {(mark.place, mark.sign): mark.title for mark in meuse().scene("").marks}
    assert signs["1537", "X"] == "Fortifications destroyed"
    assert ("1333", "B") in signs and signs["1432", "S"] == "Netherlands has capitulated"


@clause("27.1a")
def test_a_bridgehead_lies_on_its_hexside() -> None:
    text = 'bridgeheads = [{ origin = "1438", beyond = "1439", owner = "german" }]\noptions = { bridgeheads = "yes" }\n'
    s = lay(text + MEUSE)
    assert ("1438/1439", "Br") in {(mark.place, mark.sign) for mark in s.scene("").marks}
    assert track(s.scene(""), "bridges_german").value == "1 of 2"


# overlays


def test_every_overlay_is_explained_and_none_is_missing() -> None:
    assert set(meuse().overlays("german")) == set(GAME.about().overlays)


@clause("16.4a", "16.8a")
def test_air_zones() -> None:
    shown = meuse().overlays("german")
    assert set(shown["air"]) == {"1439", "1339", "1340", "1438", "1440", "1539", "1540"}
    assert "1340" in shown["enemy air"] and len(shown["enemy air"]) == 7


@clause("15.4a", "15.2a", "9.0b")
def test_support_and_railways() -> None:
    shown = lay(MEUSE.replace('"1538" = ["G.LogK"]', '"0941" = ["G.15"]')).overlays("german")
    assert "0941" in shown["cut off"] and "1736" not in shown["cut off"]
    assert "1835" in shown["supply"] and "0843" in shown["enemy supply"]
    assert "1934" in shown["rail"] and "0941" not in shown["rail"]


@clause("17.0a", "3.1b")
def test_forts_and_objectives() -> None:
    shown = meuse().overlays("allied")
    assert "1537" not in shown["forts"] and "1436" in shown["forts"]
    assert {"0941", "1934", "0835", "1336"} <= set(shown["objectives"])


@clause("8.4a", "7.2c")
def test_where_the_enemy_could_get() -> None:
    shown = meuse().overlays("allied")
    assert "1438" in shown["enemy reach"] and "0941" not in shown["enemy reach"]
