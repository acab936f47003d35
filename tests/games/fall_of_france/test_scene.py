"""The table as people see it: counters, boxes, tracks, marks, overlays."""

from __future__ import annotations

import pytest

from meuse.engine.promises import check_scenes
from meuse.engine.scene import Box, Piece, Scene, Track
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, MAP, begin, clause, do, lay

FACES = {face.id: face for face in GAME.faces}
SEDAN = """
turn = 3
phase = "german combat"
disrupted = ["F.II"]
cadred = ["F.XI", "F.II"]
breached = ["1510/1610", "1110/1010"]
units = { "1510" = ["G.1Pz", "G.KlugeHQ"], "1511" = ["F.II", "F.XI"], "1207" = ["G.AHQ"] }
missions = { "G.air1" = "1511", "G.air2" = "1610+1611+1711", "F.air1" = "1511" }
damaged = ["G.air3"]
back = { "G.air3" = 5 }
ready = ["G.air4"]
dead = ["G.FSJ"]
lost_for_good = ["G.FSJ"]
aloft = ["G.22"]
waiting = ["F.1DCR", "F.XIV"]
"""


def scene(s: FallState, side: str = "german") -> Scene:
    return s.scene(side)


def pieces(s: FallState, place: str) -> list[Piece]:
    return list(scene(s).stacks[place].pieces)


def piece(s: FallState, name: str) -> Piece:
    shown = scene(s)
    everybody = [p for stack in shown.stacks.values() for p in stack.pieces] + [
        p for b in shown.boxes for p in b.pieces
    ]
    return next(p for p in everybody if p.id == name)


def box(s: FallState, name: str) -> Box:
    return next(box for box in scene(s).boxes if box.id == name)


def track(s: FallState, name: str) -> Track:
    return next(track for track in scene(s).tracks if track.id == name)


# faces


@clause("1.4a")
def test_a_counter_shows_its_ratings_and_its_size() -> None:
    s = lay(SEDAN)
    assert (piece(s, "G.1Pz").text, piece(s, "G.1Pz").factors) == ("2-2-8", (2, 2, 8))
    assert FACES["G.1Pz"].symbol[11] == "I" and FACES["F.II"].symbol[11] == "J"


@clause("1.4b")
def test_a_headquarters_has_one_rating_with_a_star() -> None:
    assert piece(lay(SEDAN), "G.KlugeHQ").text == "1*-6"


@clause("1.4c")
def test_mechanised_units_have_a_disc_and_late_ones_their_turn() -> None:
    assert FACES["G.1Pz"].wheels and FACES["G.2Mot"].wheels
    assert not FACES["G.KlugeHQ"].wheels and not FACES["F.II"].wheels
    assert [FACES[name].due for name in ("UK.1Arm", "F.1DCR", "F.XIV", "F.II")] == ["1", "2", "E", ""]


@clause("2.0d")
def test_the_stripe_of_a_counter_is_its_formation_and_a_german_one_its_army_group_too() -> None:
    looks = GAME.looks.formation
    assert FACES["G.1Pz"].stripes == (looks["german"]["Kluge"].colour, looks["german"]["A"].colour)
    assert FACES["G.AHQ"].stripes == (looks["german"]["A"].colour,)
    assert FACES["F.II"].stripes == (looks["french"]["9"].colour,)
    assert FACES["F.MTY"].stripes == (looks["french"]["white"].colour,)
    assert FACES["UK.I"].stripes == ()


def test_every_piece_has_a_face_in_its_order_and_titles_differ() -> None:
    assert [face.id for face in GAME.faces[: len(MAP.pieces)]] == [unit.id for unit in MAP.pieces]
    assert all(face.shape == "air" for face in GAME.faces[MAP.first_air : len(MAP.pieces)])
    assert all(face.title and face.letter and face.symbol for face in GAME.faces[: len(MAP.pieces)])


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("face", GAME.faces[::7], ids=lambda face: face.id)
def test_what_is_printed_can_be_read(face: object) -> None:
    shades = sorted(luminance(getattr(face, name)) for name in ("colour", "ink"))
    assert (shades[1] + 0.05) / (shades[0] + 0.05) >= 4.5


# stacks


@clause("12.0c")
def test_air_units_lie_where_they_fly() -> None:
    s = lay(SEDAN)
    assert [p.id for p in pieces(s, "1511")] == ["F.air1", "G.air1", "F.II", "F.XI"]
    assert [p.id for p in pieces(s, "1610+1611+1711")] == ["G.air2"]
    check_scenes(GAME, s)


@clause("16.1a", "16.5a")
def test_disrupted_units_lie_askew_and_cadres_have_a_band() -> None:
    s = lay(SEDAN)
    assert (piece(s, "F.II").looks, piece(s, "F.II").notes) == (("tilted", "banded"), ("disrupted", "cadre"))
    assert (piece(s, "F.XI").looks, piece(s, "F.XI").notes) == (("banded",), ("cadre",))
    assert piece(s, "G.1Pz").looks == ()


@clause("7.4a")
def test_a_unit_out_of_supply_says_so() -> None:
    s = lay('turn = 3\nphase = "german movement"\nunits = { "1510" = ["G.1Pz"], "1410" = ["G.KlugeHQ"] }')
    assert piece(s, "G.1Pz").notes == ()
    s = lay('turn = 3\nphase = "german movement"\nunits = { "1510" = ["G.1Pz"] }')
    assert piece(s, "G.1Pz").notes == ("out of supply",)


def test_who_has_moved_is_dim_for_his_owner_alone() -> None:
    s = lay(SEDAN.replace("german combat", "german movement"))
    do(s, "move G.1Pz", "to 1410", "stop")
    assert piece(s, "G.1Pz").dim and "has moved" in piece(s, "G.1Pz").notes
    allied = [p for p in scene(s, "allied").stacks["1410"].pieces if p.id == "G.1Pz"]
    assert not allied[0].dim


# boxes


@clause("13.2b", "9.2g", "18.3b", "18.3c")
def test_what_lies_beside_the_map() -> None:
    s = lay(SEDAN)
    assert [p.id for p in box(s, "ready_german").pieces] == ["G.air4"]
    assert [p.notes for p in box(s, "damaged_german").pieces] == [("back on turn 5",)]
    assert [p.id for p in box(s, "aloft_german").pieces] == ["G.22"]
    assert [p.notes for p in box(s, "dead_german").pieces] == [("lost for good",)]
    assert {p.id: p.notes for p in box(s, "waiting_allied").pieces} == {
        "F.1DCR": ("turn 2",),
        "F.XIV": ("comes when a French city has fallen",),
    }


def test_everything_still_to_be_set_up_lies_beside_the_map() -> None:
    s = begin()
    assert len(box(s, "unplaced_german").pieces) > 40
    assert scene(s).turn == "Before the first turn"


# tracks


@clause("3.0b", "18.1a", "18.2b", "19.4a")
def test_tracks() -> None:
    s = lay(f"{SEDAN}pools = {{ german = {{ infantry = 6, armour = 1 }} }}\nopen_city = true\nparis_fights = 1\n")
    assert track(s, "turn").value == "Turn 3 of 13 · 16-18 May"
    assert (track(s, "turn").at, len(track(s, "turn").steps)) == (2, 13)
    assert track(s, "pool_german").value == "6 infantry, 1 armour"
    assert track(s, "pool_dutch").value == "none"
    assert track(s, "open_city").value == "declared an Open City"
    assert track(s, "paris_combats").value == "1 of 2"
    assert track(s, "level").value == "major Allied victory"


@clause("AIRa", "AIRb")
def test_the_next_air_unit_says_when_and_on_what() -> None:
    s = lay(SEDAN.replace('"F.XIV"]', '"F.XIV", "F.air2", "F.air3", "UK.air2"]'))
    assert track(s, "french_air").value == "1 of 3 in play; the next from turn 8 on a roll of 4 or more"
    assert track(s, "british_air").value == "0 of 2 in play; the next from turn 6 on a roll of 4 or more"


@clause("22.5c", "22.5d")
def test_by_22_5_the_next_french_air_unit_depends_on_those_in_play() -> None:
    rules = 'options = { weaker_maginot = "yes" }\n'
    text = 'phase = "german movement"\nunits = { "2018" = ["F.X"] }\n' + rules
    s = lay(text + 'turn = 1\nwaiting = ["F.air1", "F.air2", "F.air3"]')
    assert track(s, "french_air").value == "0 of 3 in play; the first on turn 2 without a roll"
    s = lay(text + 'turn = 6\nready = ["F.air2"]\ndead = ["F.air1", "F.air3"]')
    assert track(s, "french_air").value == "1 of 3 in play; the next from turn 8 on a roll of 4 or more"


@clause("22.12a")
@pytest.mark.parametrize(("more", "says"), [("turn = 1", "ready on turn 1"), ("turn = 2", "not used in time")])
def test_the_fortress_crackers_are_not_ready_after_turn_1(more: str, says: str) -> None:
    units = 'units = { "2018" = ["F.X"] }\n'
    s = lay(f'phase = "german movement"\noptions = {{ fortress_crackers = "yes" }}\n{units}{more}')
    assert track(s, "crackers").value == says


@clause("19.2c")
def test_a_country_that_has_surrendered_is_marked_at_its_capital() -> None:
    s = lay(f'{SEDAN}countries = {{ holland = "surrendered" }}\n')
    assert track(s, "holland").value == "surrendered"
    assert [(mark.place, mark.title) for mark in scene(s).marks if mark.sign == "S"] == [
        (MAP.board.labels[MAP.map.places["Amsterdam"]], "Holland has surrendered")
    ]


# marks


@clause("9.3d")
def test_a_breach_is_marked_on_its_hexside() -> None:
    places = [mark.place for mark in scene(lay(SEDAN)).marks if mark.title == "Breached"]
    assert sorted(places) == ["1110/1010", "1510/1610"]


@clause("9.3e")
def test_a_hex_whose_hexsides_are_all_breached_has_one_mark() -> None:
    s = lay(SEDAN.replace('breached = ["1510/1610", "1110/1010"]', 'breached = ["1010"]'))
    assert [(mark.place, mark.side) for mark in scene(s).marks] == [("1010", "german")]


@clause("22.1a")
def test_refugees_are_marked() -> None:
    s = lay(f'{SEDAN}refugees = ["1013"]\noptions = {{ refugees = "yes" }}\n')
    assert [mark.place for mark in scene(s).marks if mark.title == "Refugees"] == ["1013"]
    assert track(s, "refugees").number == 1


# overlays


@clause("12.2a")
def test_interdicted_hexes_are_an_overlay() -> None:
    assert lay(SEDAN).overlays("german")["interdicted"] == ["1610", "1611", "1711"]


def test_overlays_of_one_side_are_the_enemys_of_the_other() -> None:
    s = lay(SEDAN)
    ours, theirs = s.overlays("german"), s.overlays("allied")
    for name in ("supply", "zone", "control"):
        assert ours[name] == theirs[f"enemy {name}"]
    assert "1510" in ours["supply"] and "1117" in theirs["supply"]
    assert set(GAME.about().overlays) == set(ours)


@clause("14.3c")
def test_support_reaches_the_hexes_next_to_a_headquarters() -> None:
    near = lay(SEDAN).overlays("german")["HQ support"]
    assert "1511" in near and "1512" not in near
    shaken = lay(SEDAN.replace('disrupted = ["F.II"]', 'disrupted = ["G.KlugeHQ"]'))
    assert "1511" not in shaken.overlays("german")["HQ support"]


@clause("9.2f")
def test_a_landing_on_enemies_names_its_hex_once() -> None:
    """The stack that is landed on is the place of the skirmish and one of its stacks: what draws it needs it once."""
    state = GAME.new("historical", 1)
    while "drop_in G.FSJ" not in map(str, state.options):
        actions = [str(option) for option in state.options]
        state.apply(next(action for action in ("ready", "done", actions[0]) if action in actions))
    for action in ("drop_in G.FSJ", "land 0308"):
        state.apply(action)
    while state.agenda[-1].name != "clash":
        state.apply(str(state.options[0]))
    shown = state.scene("german")
    assert "0308" in shown.focus.places
    assert len(set(shown.focus.places)) == len(shown.focus.places)
    assert shown.fight is not None and len(set(shown.fight.places)) == len(shown.fight.places)
