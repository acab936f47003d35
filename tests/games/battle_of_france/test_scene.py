"""The table as it is shown: counters, choices by touch, boxes and tracks, and what stays hidden."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from meuse.engine.scene import Choice, Piece, Scene
from meuse.games.battle_of_france.events import CardDrawn, Destroyed, Income, Mobilized, Moved
from meuse.games.battle_of_france.powers import FRANCE, GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import UNITS
from tests.games.battle_of_france.kit import GAME, do, lay

MARCH = 'units = { "31" = ["G.infantry", "G.infantry", "G.tank"], "23" = ["B.infantry"], "22" = ["B.tank"] }'


def mine(s: BattleState) -> Scene:
    """What the side that decides sees."""
    assert s.to_act is not None
    return s.scene(s.to_act)


def choice(s: BattleState, action: str) -> Choice:
    return next(found for found in mine(s).choices if found.action == action)


def counters(scene: Scene, area: str) -> dict[str, Piece]:
    return {piece.id: piece for piece in scene.stacks[area].pieces}


def do_and(s: BattleState, *actions: str) -> BattleState:
    do(s, *actions)
    return s


# about the game


def test_the_game_is_offered_with_its_sides_scenarios_and_overlays() -> None:
    about = GAME.about()
    assert tuple(side.id for side in about.sides) == POWERS and [side.letter for side in about.sides] == list("GFB")
    assert {scenario.id: scenario.players for scenario in about.scenarios} == {
        "two_players": (("germany",), ("france", "britain")),
        "three_players": (("germany",), ("france",), ("britain",)),
    }
    assert set(about.overlays) == set(lay(MARCH).overlays("france"))
    assert about.secrets


def test_every_kind_of_unit_of_every_power_has_a_face() -> None:
    setting = GAME.setting("two_players")
    faces = {face.id: face for face in setting.faces}
    assert set(faces) == {f"{letter}.{unit}" for letter in "GFB" for unit in UNITS}
    assert all(len(face.symbol) == 15 and face.symbol[:2] == "SF" for face in faces.values())
    frames = {unit.id: faces[f"G.{unit.id}"].symbol[2] for unit in setting.units}
    assert [unit for unit, frame in frames.items() if frame == "A"] == ["fighter", "bomber"]
    assert [unit for unit, frame in frames.items() if frame == "U"] == ["submarine"]
    assert faces["B.tank"].title == "British tank" and faces["B.tank"].colour != faces["G.tank"].colour


# counters


def test_like_units_are_one_counter_with_the_values_of_the_chart() -> None:
    stack = counters(mine(lay(MARCH)), "31")
    assert {name: piece.count for name, piece in stack.items()} == {"31/G.infantry": 2, "31/G.tank": 1}
    assert [piece.text for piece in stack.values()] == ["1-2", "3-3"]
    tank = counters(mine(lay(MARCH)), "22")["22/B.tank"]
    assert tank.text == "3-2" and tank.factors == (3, 2)


def test_units_in_hand_lie_apart_on_top_and_in_focus() -> None:
    s = lay(MARCH)
    do(s, "start 31", "take G.infantry")
    for side in ("germany", "britain", ""):
        scene = s.scene(side)
        assert list(counters(scene, "31")) == ["31/G.infantry/hand", "31/G.infantry", "31/G.tank"]
        assert scene.focus.pieces == ("31/G.infantry/hand",) and scene.focus.places == ("31",)


def test_units_that_have_moved_lie_apart_and_dim() -> None:
    s = lay(MARCH)
    do(s, "start 31", "take G.infantry", "stop")
    stack = counters(mine(s), "31")
    assert stack["31/G.infantry/spent"].dim and stack["31/G.infantry/spent"].count == 1
    assert not stack["31/G.infantry"].dim and stack["31/G.infantry"].count == 1


def test_attackers_are_shown_where_they_attack() -> None:
    s = lay(
        'units = { "31" = ["G.infantry", "G.tank"], "Dusseldorf" = ["G.bomber", "G.bomber"], "23" = ["B.infantry"] }'
    )
    call = choice(do_and(s, "start 31", "take G.tank", "to 23"), "call bomber@Dusseldorf")
    assert (call.label, call.piece) == ("Call in a bomber from Düsseldorf", "Dusseldorf/G.bomber")
    do(s, "call bomber@Dusseldorf")
    scene = s.scene("britain")
    assert set(counters(scene, "23")) == {"23/G.tank/attacks", "23/G.bomber/attacks", "23/B.infantry"}
    assert set(counters(scene, "31")) == {"31/G.infantry"} and set(counters(scene, "Dusseldorf")) == {
        "Dusseldorf/G.bomber"
    }
    assert scene.focus.places == ("23",) and scene.phase == "German attack"
    assert [mark.sign for mark in scene.marks if mark.place == "23"] == ["\N{MULTIPLICATION SIGN}"]


def test_ships_show_hits_and_cargo() -> None:
    s = lay('units = { "26" = ["G.battleship-1", "G.transport+G.tank"] }')
    stack = counters(mine(s), "26")
    ship = stack["26/G.battleship-1"]
    assert (ship.face, ship.steps, ship.full) == ("G.battleship", 2, 3)
    assert stack["26/G.transport+G.tank"].notes == ("carries a German tank",)


def test_cargo_is_taken_by_touching_its_ship_and_then_stands_on_deck() -> None:
    s = lay('units = { "26" = ["G.transport+G.tank"], "27" = ["G.infantry"] }')
    do(s, "start 26")
    assert choice(s, "take G.tank").piece == choice(s, "take G.transport+G.tank").piece == "26/G.transport+G.tank"
    do(s, "take G.tank")
    assert mine(s).focus.pieces == ("26/G.tank/hand",) and "26/G.tank/hand" in counters(mine(s), "26")
    ashore = choice(s, "to 27")
    assert (ashore.label, ashore.via) == ("Go ashore in 27 Emsland", "26")


def test_garrisons_of_the_maginot_line_are_dim_until_they_are_free() -> None:
    line = 'power = "france"\nfreed = ["11"]\nunits = { "10" = ["F.infantry"], "11" = ["F.infantry"] }\n'
    early, late = mine(lay(line + "round = 3")), mine(lay(line + "round = 4"))
    assert early.stacks["10"].pieces[0].dim and not early.stacks["11"].pieces[0].dim
    assert [mark.place for mark in early.marks if mark.sign == "M"] == ["10", "12", "13"]
    assert not late.stacks["10"].pieces[0].dim and not [mark for mark in late.marks if mark.sign == "M"]


# choices


def test_a_group_starts_by_touching_a_space_and_grows_by_touching_counters() -> None:
    s = lay(MARCH)
    start = choice(s, "start 31")
    assert (start.label, start.place, start.piece) == ("Start from 31 Aachen", "31", "")
    done = choice(s, "done")
    assert (done.label, done.place, done.piece) == ("End the turn", "", "")
    do(s, "start 31")
    take = choice(s, "take G.infantry")
    assert (take.label, take.piece) == ("Take an infantry unit", "31/G.infantry")
    do(s, "take G.infantry")
    assert choice(s, "take G.infantry").piece == "31/G.infantry"
    assert "2 German infantry units" in mine(do_and(s, "take G.infantry")).prompt


def test_goals_show_cost_way_and_what_happens_there() -> None:
    s = lay('control = { germany = ["24"] }\nunits = { "31" = ["G.tank"], "23" = ["B.infantry"] }')
    do(s, "start 31", "take G.tank")
    attack, march, capture = (choice(s, f"to {area}") for area in ("23", "24", "22"))
    assert (attack.label, attack.cost, attack.via, attack.odds) == ("Attack 23 Belgium", "1", "31", True)
    assert (march.label, march.cost, march.via, march.odds) == ("Go to 24 Netherlands", "1", "31", False)
    assert (capture.label, capture.cost, capture.via) == ("Capture 22 Flanders", "2", "24")


def test_building_is_chosen_at_the_city_with_its_price() -> None:
    s = lay('phase = "build"\ncard = "R17"\nnpu = { germany = 12 }')
    tank, bomber = choice(s, "build tank@Dusseldorf"), choice(s, "build bomber@Dusseldorf")
    label = "Build a tank in Düsseldorf (5): attack 3, defence 3, moves 3"
    assert (tank.label, tank.place, tank.cost, tank.face) == (label, "Dusseldorf", "5", "G.tank")
    assert (bomber.place, bomber.cost) == ("Dusseldorf", "6")  # cheaper by the card
    assert choice(s, "build submarine@26").place == "26"


def test_casualties_are_chosen_among_the_counters_in_the_combat() -> None:
    s = lay('units = { "31" = ["G.tank", "G.tank"], "23" = ["B.infantry", "F.artillery"] }')
    do(s, "start 31", "take G.tank", "to 23", rolls=[1, 6, 6])
    assert s.to_act == "britain"
    own, ally = choice(s, "lose B.infantry"), choice(s, "lose F.artillery")
    assert (own.label, own.piece) == ("Lose an infantry unit", "23/B.infantry")
    assert (ally.label, ally.piece) == ("Lose a French artillery unit", "23/F.artillery")
    hits = next(track for track in mine(s).tracks if track.id == "hits")
    assert hits.value == "Germany 0, Britain 1"


def test_only_the_side_that_decides_is_offered_choices() -> None:
    s = lay(MARCH)
    assert mine(s).choices and mine(s).prompt
    for other in ("france", "britain", ""):
        assert not s.scene(other).choices and not s.scene(other).prompt and s.scene(other).to_act == "germany"


@pytest.mark.parametrize("seed", range(3))
def test_odds_are_promised_just_where_there_are_some(seed: int) -> None:
    random, s = Random(seed), GAME.new("two_players", seed=seed)
    promised = 0
    while s.options:
        if random.random() < 0.03:
            for found in mine(s).choices:
                assert found.odds == (s.preview(found.action) is not None), found
                promised += found.odds
        s.apply(random.choice(s.options))
    assert promised


# touching what cannot be chosen


def test_counters_and_spaces_are_found_again_in_actions() -> None:
    assert GAME.objects("31/G.infantry/spent", "")[:2] == ("G.infantry", "31")
    assert {"G.transport+G.tank", "G.tank", "26"} < set(GAME.objects("26/G.transport+G.tank", ""))
    assert "battleship@26" in GAME.objects("26/G.battleship-1", "")
    assert {"London", "infantry@London", "aa@London"} < set(GAME.objects("", "London"))


def test_why_not_answers_for_a_counter_and_for_a_space() -> None:
    s = lay('units = { "31" = ["G.tank"], "Dusseldorf" = ["G.aa"], "23" = ["B.infantry"] }')
    answers = {str(option): refusal.clause for option, refusal in s.why_not(piece="Dusseldorf/G.aa")}
    assert answers == {"start Dusseldorf": "aa.2"}
    do(s, "start 31", "take G.tank")
    (answer,) = s.why_not(place="Paris")
    assert str(answer[0]) == "to Paris" and "spaces away" in answer[1].reason
    assert not s.why_not(place="23")


# what is hidden

NPU = "npu = { germany = 12, france = 9, britain = 10 }"


def bought(scene: Scene) -> set[str]:
    return {piece.id for box in scene.boxes for piece in box.pieces}


@pytest.mark.parametrize("scenario", ["two_players", "three_players"])
def test_orders_and_money_are_shown_only_to_those_who_may_know(scenario: str) -> None:
    s = lay(f'scenario = "{scenario}"\nphase = "build"\n{NPU}')
    do(s, "build infantry@Mayence", "build infantry@Mayence", "done", "build infantry@Paris", "done")
    do(s, "build artillery@London")
    german, french, british = {"orders/G.infantry@Mayence"}, {"orders/F.infantry@Paris"}, {"orders/B.artillery@London"}
    if scenario == "two_players":
        french = british = french | british
    for side, seen in zip((*POWERS, ""), (german, french, british, set()), strict=True):
        scene = s.scene(side)
        assert bought(scene) == seen
        letters = {"G": "germany", "F": "france", "B": "britain"}
        purses = {track.id for track in scene.tracks if track.id.startswith("npu")}
        assert purses == {f"npu {letters[name.split('/')[1][0]]}" for name in seen}
    assert s.scene("germany").boxes[0].pieces[0].count == 2


def test_no_scene_changes_with_what_it_must_not_show() -> None:
    def shown(order: str, side: str) -> bytes:
        s = lay(f'phase = "build"\n{NPU}')
        do(s, order, "done")
        return msgspec.json.encode(s.scene(side))

    for side in ("france", "britain", ""):
        assert shown("build tank@Dusseldorf", side) == shown("build infantry@Mayence", side)
    assert shown("build tank@Dusseldorf", "germany") != shown("build infantry@Mayence", "germany")


# tracks, events, overlays


def test_tracks_tell_the_round_the_turn_the_cards_and_the_aims() -> None:
    s = lay(
        'round = 3\ncard = "R05"\nlasting = ["R14"]\nto_come = ["france"]\n'
        'control = { germany = ["Amiens", "Reims"] }\nunits = { "31" = ["G.tank"] }'
    )
    tracks = {track.id: track for track in s.scene("").tracks}
    assert tracks["round"].at == 2 and tracks["round"].number == 3 and len(tracks["round"].steps) == 10
    assert s.scene("").turn == "Round 3 of 10"
    assert tracks["active"].value == "Germany; to come: France"
    assert (tracks["minors"].value, tracks["minors"].at) == ("2 of 3", 2) and tracks["capitals"].value == "0 of 1"
    assert tracks["card"].value == "Eben-Emael Falls"
    assert tracks["income germany"].value == "26 NPU" and tracks["income germany"].number == 26
    assert all(track.clause in GAME.ledger.clauses for track in tracks.values())
    assert all(mark.clause in GAME.ledger.clauses for mark in s.scene("").marks)
    assert "Amiens" in s.scene("").control["germany"] and "Amiens" not in s.scene("").control["france"]


def test_a_match_that_is_over_can_still_be_looked_at() -> None:
    s = GAME.new("three_players", seed=1)
    random = Random(1)
    while s.options:
        s.apply(random.choice(s.options))
    for side in (*POWERS, ""):
        scene = s.scene(side)
        assert scene.to_act == "" and not scene.choices and scene.stacks and scene.phase == "The match is over"


def test_events_say_what_happened_and_where() -> None:
    setting = GAME.setting("two_players")
    place, rhine = setting.board.place, ("31", "24", "22")
    march = Moved((), (0,), tuple(map(place, rhine)), ((GERMANY, UNITS.index("tank")),))
    assert march.places(setting) == rhine
    assert march.tell(setting) == "Move of a German tank: 31 Aachen, 24 Netherlands, 22 Flanders."
    loss = Destroyed((), 0, UNITS.index("tank"), GERMANY, place("Paris"))
    assert loss.places(setting) == ("Paris",) and loss.tell(setting) == "Germany loses a tank in Paris."
    assert Income((), 0, 7).places(setting) == () and Income((), 0, 7).tell(setting) == "Germany receives 7 NPU."
    assert CardDrawn((), "R05").tell(setting).startswith("Combat card: Eben-Emael Falls. British units")
    lost = Mobilized((), FRANCE, UNITS.index("infantry"), place("Paris"), placed=False)
    assert lost.tell(setting) == "France mobilizes an infantry unit in Paris. There is no room for it: it is lost."


def test_the_enemy_reach_is_what_his_units_could_do_in_their_turn() -> None:
    s = lay(
        'power = "france"\nunits = { "31" = ["G.infantry"], "23" = ["B.infantry"], "Dusseldorf" = ["G.fighter"], '
        '"Mayence" = ["G.aa"] }'
    )
    reach = s.overlays("france")
    assert {"23", "24", "22", "Dusseldorf"} <= set(reach["enemy reach"])
    assert not {"Brussels", "6", "37"} & set(reach["enemy reach"])  # behind the enemy in 23; the gun stays
    assert "23" in reach["enemy air reach"] and "24" not in reach["enemy air reach"]
    assert s.to_act == "france"
