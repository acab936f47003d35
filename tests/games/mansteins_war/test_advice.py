"""The advice bots go by: terms that say what a player would say, and heuristics that keep to the rules."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.playout import vary
from meuse.games.mansteins_war import commands, setup, victory
from meuse.games.mansteins_war.advice import MansteinAdvice, score
from meuse.games.mansteins_war.flying import hot
from meuse.games.mansteins_war.movement import March, Movement
from meuse.games.mansteins_war.moving import lonely_mech
from meuse.games.mansteins_war.objectives import maginot, sector, threatened
from meuse.games.mansteins_war.prospects import Judgement, danger, passages, prospect, stack_of, trapped
from meuse.games.mansteins_war.setting import ALLIED, BELGIUM, GERMAN, NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState
from meuse.games.mansteins_war.thrusts import Staff, thrusts
from meuse.players import make
from meuse.players.general import Mind
from meuse.players.reasons import advise
from tests.games.kit import choice, listed, term

from .battles import segment
from .kit import GAME, MAP, begin, bins, do, lay, where

ADVICE: MansteinAdvice = GAME.advice()
JUDGEMENT = Judgement(MAP, ADVICE.heuristic)
READY = ("keep PlanD", "ready", "keep Manstein", "ready")


def position(units: str, phase: str = "german movement", more: str = "", turn: int = 2) -> MansteinState:
    return lay(f'{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}')


def test_heuristics_alone_play_a_whole_game_with_any_options() -> None:
    state = begin(seed=7, **vary(GAME, 7))
    while state.options:
        state.apply(ADVICE.shortlist(state)[0])
    assert state.result is not None and state.turn >= 6


# set-up


def test_the_ready_set_up_is_taken() -> None:
    state = begin()
    state.apply("keep PlanD")
    assert choice(state) == "ready"


def test_a_set_up_begun_by_hand_goes_on_like_the_ready_one() -> None:
    """The first unit is put somewhere else; the others stand where the ready set-up has them, or close to it."""
    state, ready = begin("keep PlanD", "place F.Log3"), begin("keep PlanD", "ready")
    wanted = MAP.board.place("1743")
    state.apply(next(option for option in state.options if MAP.board.distance(option.value, wanted) == 1))
    while isinstance(state.agenda[-1], setup.Setup | setup.Deploy) and state.to_act == "allied":
        state.apply(ADVICE.shortlist(state)[0])
    same = [unit for unit in ("UK.BEF", "F.1A", "F.3A", "B.3", "N.2") if where(state, unit) == where(ready, unit)]
    assert len(same) >= 4


# player turns


def test_an_impulse_is_a_player_turn() -> None:
    """Each impulse is one turn of the side whose marker it is, and what others decide in it belongs to it."""
    seen: list[tuple[object, int]] = []
    state, bot = begin(*READY, seed=4), make("recruit")
    while state.turn < 3:
        turn = ADVICE.player_turn(state)
        if state.operator >= 0:
            assert turn.main and turn.side == state.operator and not turn.ahead
            if (turn.key, turn.side) not in seen:
                seen.append((turn.key, turn.side))
        state.apply(bot.choose(state, state.to_act or "", state.actions))
    first = [side for key, side in seen if key[0] == 1]  # type: ignore[index]
    assert first[:4] == [GERMAN, ALLIED, GERMAN, ALLIED] and len(set(seen)) == len(seen)


def test_the_first_marker_belongs_to_the_impulse_it_begins() -> None:
    state = begin(*READY, "decline")
    assert isinstance(state.agenda[-1], commands.FirstMarker)
    before = ADVICE.player_turn(state)
    state.apply("select HGA")
    assert ADVICE.player_turn(state).key == before.key


def test_what_is_put_into_a_bin_is_judged_by_all_impulses_of_the_turn() -> None:
    """Played on from there, the general's own impulses of the turn are all over."""
    state = begin(*READY)
    turn = ADVICE.player_turn(state)
    assert turn.ahead and turn.main and turn.round == 1 and turn.side == ALLIED
    seen: list[MansteinState] = []
    mind = Mind(GAME.imagine(state, ALLIED, 1), ALLIED, 1, clock=False)
    mind._value = lambda end: seen.append(end) or 0.0  # type: ignore[assignment, func-returns-value]
    mind.play_on(ADVICE, None, 0)
    assert (seen[0].turn, seen[0].operator) == (2, -1)


# terms


def test_points_are_those_of_the_rules() -> None:
    """In games at random the bots' count differs from the real one by what nothing can change, if at all."""
    state, random = begin(*READY, seed=6), Random(6)
    while state.options and state.actions < 900:
        state.apply(random.choice(state.options))
        if state.actions % 50 == 0 and not state.extended:
            assert [score(JUDGEMENT, state, side) for side in (GERMAN, ALLIED)] == [
                victory.total(state, side) for side in (GERMAN, ALLIED)
            ]


def test_each_place_of_the_netherlands_and_belgium_brings_their_end_nearer() -> None:
    for country, name, places in ((NETHERLANDS, "netherlands", ["1432", "1333"]), (BELGIUM, "belgium", ["1336"])):
        units = '"2039" = ["G.12A"], "0941" = ["F.7A"]'
        worth = [term(position(units), name)]
        for number in range(1, len(places) + 1):
            hexes = ", ".join(f'"{label}"' for label in places[:number])
            worth.append(term(position(units, more=f"control = {{ german = [{hexes}] }}"), name))
        given_in = position(units, more=f'surrendered = ["{("", "", "belgium", "netherlands")[country]}"]')
        worth.append(term(given_in, name))
        assert worth == sorted(worth) and worth[0] == 0 < worth[1] < worth[-1]


def test_allies_beside_a_german_depot_are_felt_at_home() -> None:
    far = position('"2241" = ["G.12A"], "0941" = ["F.7A"]')
    near = position('"2241" = ["G.12A"], "1933" = ["F.7A"]')
    inside = position('"2241" = ["G.12A"], "1934" = ["F.7A"]', more='control = { allied = ["1934"] }')
    assert term(inside, "homeland") < term(near, "homeland") < term(far, "homeland") == 0


def test_units_without_steps_or_support_are_worth_less_and_all_count_less_at_the_end() -> None:
    sound = position('"1636" = ["G.12A"], "1037" = ["F.7A"], "0941" = ["F.Log1"]')
    hurt = position('"1636" = ["G.12A:2"], "1037" = ["F.7A"], "0941" = ["F.Log1"]')
    assert term(hurt, "material") < term(sound, "material")
    alone = position('"0736" = ["G.12A"], "1037" = ["F.7A"], "0941" = ["F.Log1"]')
    assert term(alone, "material") < term(sound, "material")
    late = position('"1636" = ["G.12A"], "1037" = ["F.7A"], "0941" = ["F.Log1"]', turn=6)
    assert abs(term(late, "material")) < abs(term(sound, "material"))


def test_mech_units_are_dearer_than_their_factors() -> None:
    worth = JUDGEMENT.worth
    panzer, army = MAP.piece("G.14"), MAP.piece("G.7A")
    assert worth[panzer][2] / 8 > worth[army][3] / 10


def test_who_stands_beside_an_enemy_he_can_beat_is_halfway_there() -> None:
    far = position('"1636" = ["G.6A"], "1037" = ["B.GPK"]')
    near = position('"0936" = ["G.6A"], "0937" = ["B.GPK"]')
    beaten = position('"0936" = ["G.14:1"], "0937" = ["F.1A", "F.1GC"]')
    assert term(near, "pressure") > term(far, "pressure") == 0 > term(beaten, "pressure")


def test_a_port_that_nobody_covers_is_open() -> None:
    """An army before Calais; then somebody stands between."""
    bare = position('"0936" = ["G.19"], "0941" = ["F.7A"]')
    covered = position('"0936" = ["G.19"], "0835" = ["F.7A"]')
    assert term(bare, "open_line") > term(covered, "open_line")


def test_troops_in_a_place_count() -> None:
    inside = position('"1636" = ["G.6A"], "0941" = ["F.7A"]')
    outside = position('"1636" = ["G.6A"], "1040" = ["F.7A"]')
    assert term(inside, "presence") < term(outside, "presence")


def test_the_best_marker_goes_into_the_bin() -> None:
    state = begin(*READY, "decline")
    while not (isinstance(state.agenda[-1], commands.Load) and state.to_act == "german"):
        state.apply(ADVICE.shortlist(state)[0])
    assert choice(state) == "add Guderian"


def test_the_first_turn_is_loaded_for_like_any_other() -> None:
    """What is loaded last in it is followed by the first impulse at once."""
    [best, *_] = advise(GAME, begin(*READY).dump(), "allied", 1)
    assert best.action == "add PlanD" and best.reasons == (ADVICE.file.term["markers"].says,)


def test_a_hint_says_why_an_air_unit_goes_somewhere() -> None:
    air = 'available = ["G.air8", "G.air1"]\nair_left = 2\n'
    state = position('"1636" = ["G.6A"], "1536" = ["B.2"]', "german air", air)
    for action in ("fly G.air8", "over 1536"):
        before = term(state, "air_cover")
        assert choice(state) == action
        assert ADVICE.file.term["air_cover"].says in advise(GAME, state.dump(), "german", 1)[0].reasons
        state.apply(action)
    assert term(state, "air_cover") >= before == 0


def test_the_army_group_that_has_the_enemy_in_reach_is_activated() -> None:
    units = '"1636" = ["G.6A", "G.16"], "2242" = ["G.7A"], "1536" = ["B.2"]'
    state = lay(f'phase = "german command"\nturn = 2\nmarker = ["OKH"]\noperator = "german"\nunits = {{ {units} }}')
    assert listed(state)[0] == "activate HGB" == choice(state)


def test_each_hex_nearer_counts() -> None:
    state = position('"1636" = ["G.6A"], "1336" = ["B.4"]')
    plan = ADVICE.plan(state, GERMAN)
    state.apply("move G.6A")
    state.apply("to 1536")
    before, after = ADVICE.plan(state, GERMAN), plan
    assert before is not after and after.progress(state.where) == 1


# choices


def test_a_hopeless_attack_is_not_made_and_a_crushing_one_is() -> None:
    assert choice(segment('"0936" = ["G.GrD"], "0937" = ["F.1A"]')) == "done"
    assert choice(segment('"0936" = ["G.6A", "G.16"], "0937" = ["B.GPK"]')) == "attack 0937"


def test_mech_units_take_the_table_that_promises_more() -> None:
    state = segment('"0936" = ["G.19", "G.16"], "0937" = ["B.1"]')
    units = [MAP.piece("G.19"), MAP.piece("G.16")]
    mobile = prospect(JUDGEMENT, state, units, MAP.board.place("0937"))[1]
    state.apply("attack 0937")
    while listed(state)[0].startswith("commit"):
        state.apply(listed(state)[0])
    assert listed(state) == ["mobile" if mobile else "assault"]


def test_ways_never_lead_from_one_enemy_zone_to_another() -> None:
    """Two Belgians close a gap of one hex; the way past them is longer than it looks."""
    state = position('"1636" = ["G.19"], "1436" = ["B.1"], "1435" = ["B.2"], "1037" = ["F.7A"]')
    board = MAP.board
    here, there = board.place("1536"), board.place("1335")
    past = passages(state, GERMAN, armies=False).to(1 << there).away
    assert past[here] > JUDGEMENT.roads.to(1 << there).away[here]


def planned(state: MansteinState, side: int = GERMAN) -> dict[str, dict[str, str]]:
    """The attacks of an impulse: the hexes, and from where each unit attacks."""
    return {
        state.label(thrust.target): {state.piece_name(unit): state.label(post) for unit, post in thrust.posts.items()}
        for thrust in thrusts(JUDGEMENT, state, side)
    }


def test_an_army_group_attacks_whom_it_can_beat_and_not_the_maginot_line() -> None:
    state = position('"1636" = ["G.6A"], "1739" = ["G.16A"], "1536" = ["B.3"], "1740" = ["F.3A", "F.Thionville"]')
    assert planned(state) == {"1536": {"G.6A": "1636"}}
    assert maginot(state) == 1 << MAP.board.place("1740")


def test_no_more_units_attack_than_it_takes_and_the_others_attack_elsewhere() -> None:
    state = position('"1636" = ["G.6A"], "1535" = ["G.4A"], "1536" = ["F.Log1"], "1435" = ["F.Log2"]')
    assert planned(state) == {"1536": {"G.6A": "1636"}, "1435": {"G.4A": "1535"}}


def test_who_is_to_attack_goes_to_his_post_and_attacks() -> None:
    state = position('"1736" = ["G.4A"], "1837" = ["G.LogA"], "1536" = ["B.2"], "1037" = ["F.7A"]')
    [(target, posts)] = planned(state).items()
    while isinstance(state.agenda[-1], Movement | March):
        state.apply(choice(state))
    assert target == "1536" and {"G.4A": where(state, "G.4A")} == posts
    assert choice(state) == "attack 1536"


def test_only_those_who_watch_the_rhine_attack_the_maginot_line() -> None:
    more = "available = ['G.air8']\nair_left = 1\n"
    units = '"{}" = ["G.{}"], "1840" = ["F.4A:1"], "0941" = ["F.7A"]'
    assert planned(position(units.format(1839, "1A"), "german air", more)) == {"1840": {"G.1A": "1839"}}
    assert planned(position(units.format(1839, "16A"), "german air", more)) == {}


def test_airborne_troops_land_only_where_friends_are_near() -> None:
    far = '"1835" = ["G.LLK"], "2039" = ["G.12A"], "0941" = ["F.7A"]'
    near = '"1835" = ["G.LLK"], "1633" = ["G.12A"], "0941" = ["F.7A"]'
    assert "G.LLK" not in {unit for posts in planned(position(far)).values() for unit in posts}
    assert planned(position(near))["1333"] == {"G.LLK": "1333"}


def test_airborne_troops_do_not_land_in_france_nor_march_while_they_can_land() -> None:
    units, taken = '"1838" = ["G.LLK"], "1739" = ["G.16A"], "1641" = ["F.LogR"], "1639" = ["F.Log2"]', '["1537"]'
    state = position(units, more=f"control = {{ german = {taken} }}")
    assert "G.LLK" not in {unit for posts in planned(state).values() for unit in posts}


def test_troops_on_their_way_west_do_not_turn_back_for_intruders() -> None:
    """Those who watch the Rhine attack them, and who stands beside them."""
    foe = '"2039" = ["F.21:1"], "0941" = ["F.7A"]'
    assert planned(position(f'"1838" = ["G.12A"], {foe}')) == {}
    assert "2039" in planned(position(f'"1939" = ["G.12A"], {foe}'))
    assert "2039" in planned(position(f'"1839" = ["G.1A"], {foe}'))


def test_a_place_with_enemies_near_is_not_left_for_a_small_gain() -> None:
    """Brussels counts until the Belgians beside it are gone."""
    staff = Staff(JUDGEMENT, position('"1336" = ["G.16"], "1335" = ["B.5"], "1536" = ["G.6A"]'), GERMAN)
    panzer, post = MAP.piece("G.16"), MAP.board.place("1435")
    assert staff.left_open([panzer], {panzer: post}) > 0 == staff.left_open([panzer], {panzer: MAP.board.place("1336")})


def test_panzers_without_support_stand_to_lose_more() -> None:
    state = position('"1336" = ["G.16"], "1237" = ["F.1A"], "1235" = ["UK.BEF"]')
    foes, stack = {MAP.board.place("1237"): 7, MAP.board.place("1235"): 8}, [MAP.piece("G.16")]
    losses = [danger(JUDGEMENT, state, GERMAN, MAP.board.place("1336"), stack, foes, alone) for alone in (0, 2)]
    assert 0 < losses[0] < losses[1]


@pytest.mark.parametrize(("hexa", "units", "sent"), [("1537", "B.1", True), ("1436", "B.Cav", False)])
def test_special_forces_are_kept_for_forts_that_count(hexa: str, units: str, sent: bool) -> None:
    """Belgium falls with Eben Emael, not with Namur."""
    forces = 'available = ["G.Koch"]\n'
    state = segment(f'"1636" = ["G.6A"], "1536" = ["G.4A", "G.16"], "{hexa}" = ["{units}"]', more=forces)
    do(state, f"attack {hexa}", "commit G.4A", "done")
    assert listed(state) == (["send G.Koch"] if sent else ["decline"])


def test_a_place_that_enemies_can_take_back_is_worth_less() -> None:
    alone = position('"1435" = ["G.16"], "1336" = ["B.GPK"]')
    beset = position('"1435" = ["G.16"], "1336" = ["B.GPK"], "1237" = ["F.1A"], "1236" = ["UK.BEF"]')
    brussels = MAP.board.place("1336")
    staffs = [Staff(JUDGEMENT, state, GERMAN) for state in (alone, beset)]
    held = [staff.held(brussels)([MAP.piece("G.16")]) for staff in staffs]
    assert held[0] == 1.0 and held[1] == 5 / (5 + 7 + 8)


def test_panzers_alone_among_enemies_are_exposed_and_infantry_shields_them() -> None:
    """While a command moves it looks after its own, and as long as they have yet to move they can still get away."""
    units = '"1336" = ["G.16"], "1838" = ["G.16A"], "1237" = ["F.1A"], "1235" = ["UK.BEF"]'
    alone = term(position(units, "german combat"), "exposed")
    shielded = term(position(units.replace('"G.16"]', '"G.16", "G.6A"]', 1), "german combat"), "exposed")
    assert alone < shielded <= 0
    others, moving, moved = (position(units, more=f'commands = ["{command}"]') for command in ("HGA", "HGB", "HGB"))
    moved.moved |= 1 << MAP.piece("G.16")
    assert term(others, "exposed") == term(moving, "exposed") == 0 and term(moved, "exposed") == alone


def test_a_place_taken_without_support_counts_for_more_near_the_end() -> None:
    early, late = (position('"0738" = ["G.16"], "0941" = ["F.7A"]', turn=turn) for turn in (2, 6))
    assert 0 < term(early, "points") < term(late, "points")
    assert ADVICE.raided(early) >> MAP.board.place("0738") & 1
    fed = position('"1240" = ["G.16"], "1438" = ["G.LogB"], "0941" = ["F.7A"]')
    assert not ADVICE.raided(fed) >> MAP.board.place("1340") & 1


def test_when_all_allied_markers_are_played_in_the_last_turn_nobody_comes_for_panzers() -> None:
    units = '"1336" = ["G.16"], "1237" = ["F.1A"], "1235" = ["UK.BEF"]'
    last, played = (position(units, "german combat", turn=6) for _ in range(2))
    last.bin = played.played = MAP.markers_on[ALLIED]
    assert term(last, "exposed") < term(played, "exposed") == 0


def test_panzers_without_an_army_are_on_their_own_abroad_but_not_at_home() -> None:
    state = position('"1336" = ["G.16"], "1236" = ["G.15", "G.6A"], "1838" = ["G.19"], "1237" = ["F.1A"]')
    assert lonely_mech(state, GERMAN) == 1 << MAP.piece("G.16") and not lonely_mech(state, ALLIED)


def test_who_can_retreat_only_through_zones_is_worth_attacking() -> None:
    """Two more Germans behind the Belgians take no part, but each hex of a retreat past them costs a step."""
    free = position('"1336" = ["G.6A"], "1236" = ["B.3"], "0941" = ["F.7A"]')
    held = position('"1336" = ["G.6A"], "1236" = ["B.3"], "1138" = ["G.4A"], "1135" = ["G.18A"], "0941" = ["F.7A"]')
    attack = [MAP.piece("G.6A")], MAP.board.place("1236")
    assert not trapped(free, ALLIED, attack[1]) and trapped(held, ALLIED, attack[1])
    assert prospect(JUDGEMENT, free, *attack)[0] < prospect(JUDGEMENT, held, *attack)[0]


def test_forts_of_the_westwall_guard_the_depots_behind_them() -> None:
    """Nobody goes from one zone straight to another: Trier is open only once the forts beside it are gone."""
    units, trier = '"1740" = ["F.3A"], "2241" = ["G.7A"]', 1 << MAP.board.place("1838")
    assert threatened(JUDGEMENT, position(units)) & trier
    assert not threatened(JUDGEMENT, position(f'{units}, "1839" = ["G.Saar"], "1738" = ["G.Eifel"]')) & trier


def sent(state: MansteinState, unit: str) -> list[str]:
    """Where a unit is sent."""
    places = ADVICE.plan(state, GERMAN).ways[MAP.piece(unit)].rings[0]
    return [state.label(hexa) for hexa in MAP.board.members(places)]


def test_army_group_b_has_the_coast_to_itself() -> None:
    units = '"1535" = ["G.6A"], "1536" = ["G.4A"], "1335" = ["B.Antwerp"], "0941" = ["F.7A"]'
    taken = 'control = { german = ["1336", "1537"] }'
    state = position(units, "allied movement", taken)
    antwerp = 1 << MAP.board.place("1335")
    assert sector(JUDGEMENT, state, north=True) & antwerp and not sector(JUDGEMENT, state, north=False) & antwerp
    assert sent(state, "G.6A") == ["1335"] != sent(state, "G.4A")


def test_the_strongest_of_army_group_b_does_not_go_to_the_netherlands() -> None:
    units = '"1534" = ["G.6A"], "1633" = ["G.18A"], "1432" = ["N.4"], "1333" = ["N.3"], "0941" = ["F.7A"]'
    state = position(units, "allied movement", 'control = { german = ["1335", "1336", "1537"] }')
    dutch = {"1432", "1333"}
    assert set(sent(state, "G.18A")) <= dutch and not set(sent(state, "G.6A")) & dutch


def test_intruders_in_germany_are_no_prey_for_those_who_go_west() -> None:
    state = position('"1938" = ["G.12A"], "2039" = ["F.3A:1"], "0941" = ["F.7A"]')
    assert sent(state, "G.12A") != ["2039"]


def test_panzers_join_armies_abroad_and_not_at_home() -> None:
    units = '"1837" = ["G.19"], "{}" = ["G.2A"], "0941" = ["F.7A"]'
    assert sent(position(units.format("1536")), "G.19") == ["1536"]
    assert sent(position(units.format("1937")), "G.19") != ["1937"]


def test_ships_count_in_a_planned_attack_on_a_port() -> None:
    antwerp, units = MAP.board.place("1335"), '"1435" = ["G.6A"], "1335" = ["B.5"]'
    with_ships, without = (position(units, more=f'{box} = ["UK.RN"]') for box in ("available", "utilized"))
    columns = [Staff(JUDGEMENT, state, GERMAN).shift(antwerp, ()) for state in (with_ships, without)]
    assert columns[0] == columns[1] - 1


def test_panzers_on_their_own_stand_to_lose_a_part_of_their_worth_whatever_the_enemy_thinks() -> None:
    """One weak corps near by would rather not attack; with an army beside them they mind it less."""
    hexa = MAP.board.place("1336")
    state = position('"1336" = ["G.19", "G.41", "G.6A"], "1236" = ["F.23:1"], "0941" = ["F.7A"]')
    panzers, foes = [MAP.piece("G.19"), MAP.piece("G.41")], {MAP.board.place("1236"): 1}
    least = ADVICE.heuristic["stranded"] * stack_of(JUDGEMENT, state, panzers).costs[-1]
    assert danger(JUDGEMENT, state, GERMAN, hexa, panzers, foes, alone=2) >= least
    assert danger(JUDGEMENT, state, GERMAN, hexa, [*panzers, MAP.piece("G.6A")], foes, alone=2) < least


def test_air_units_cover_those_who_are_to_attack_where_they_attack_from() -> None:
    """Nobody is near the panzers where they wait; the British are near to where they will be."""
    units = '"1634" = ["G.19"], "1336" = ["B.4"], "1235" = ["UK.BEF"], "0941" = ["F.7A"]'
    state = position(units, "german air", 'available = ["G.air8"]\nair_left = 1\n')
    [posts] = planned(state).values()
    wanted = hot(JUDGEMENT, state, GERMAN)
    assert {MAP.board.place(post) for post in posts.values()} <= set(wanted)
    assert MAP.board.place("1634") not in wanted


def test_a_city_that_belgium_falls_with_is_bombed_while_nothing_is_attacked() -> None:
    units = '"2241" = ["G.1A"], "1335" = ["B.2", "B.5", "B.Antwerp"], "0941" = ["F.7A"]'
    state = position(units, "german air", 'available = ["G.air1"]\nair_left = 1\ncommands = ["HGC"]\n')
    assert term(state, "bombs") == 0
    for action in ("fly G.air1", "over 1335"):
        assert choice(state) == action
        assert ADVICE.file.term["bombs"].says in advise(GAME, state.dump(), "german", 1)[0].reasons
        state.apply(action)
    assert choice(state) == "bombard G.air1"


def test_a_city_that_counts_for_nothing_is_not_bombed() -> None:
    state = position('"2241" = ["G.1A"], "0938" = ["F.7A"]', "german air", 'available = ["G.air1"]\nair_left = 1\n')
    assert choice(state) == "done"


def test_a_panzer_corps_on_its_last_step_is_refitted_first() -> None:
    """An army has more to gain by a step, but nothing is lost with the one it has lost."""
    units = '"1636" = ["G.19:1", "G.6A:3"], "0941" = ["F.7A"]'
    state = lay(f'phase = "refit"\nturn = 2\npoints = {{ german = 1 }}\nunits = {{ {units} }}')
    assert choice(state) == "refit G.19"


def test_units_that_are_sent_somewhere_march() -> None:
    state = position('"1636" = ["G.6A"], "1336" = ["B.4"]')
    while isinstance(state.agenda[-1], Movement | March):
        state.apply(choice(state))
    assert MAP.board.distance(MAP.board.place(where(state, "G.6A")), MAP.board.place("1336")) == 1


def test_a_logistics_unit_follows_its_troops_and_stays_out_of_enemy_zones() -> None:
    state = position('"1436" = ["G.4A"], "1837" = ["G.LogA"], "1237" = ["F.1A"]', more='commands = ["HGA"]')
    while isinstance(state.agenda[-1], Movement | March):
        state.apply(ADVICE.shortlist(state)[0])
    board = MAP.board
    train = board.place(where(state, "G.LogA"))
    assert board.distance(train, board.place("1436")) < board.distance(board.place("1837"), board.place("1436"))
    assert board.distance(train, board.place("1237")) > 1


def test_the_game_is_extended_only_if_it_is_lost_and_there_is_hope() -> None:
    lost = lay('stack = [{ step = "end_turn" }, { step = "extend" }]\nturn = 6\nunits = { "1636" = ["G.6A"] }')
    assert choice(lost) == "extend"
    weak = lay(
        'stack = [{ step = "end_turn" }, { step = "extend" }]\nturn = 6\n'
        'units = { "1636" = ["G.6A"], "0941" = ["F.1A"] }'
    )
    assert choice(weak) == "decline"
    ports = '"0941", "1333", "1335", "1036", "1340", "1336", "1432", "0539", "0736", "0738", "0835"'
    won = lay(
        'stack = [{ step = "end_turn" }, { step = "extend" }]\nturn = 6\nunits = { "1636" = ["G.6A"] }\n'
        f"control = {{ german = [{ports}] }}"
    )
    assert choice(won) == "decline"


# secrecy


def test_bots_decide_alike_whatever_the_enemy_has_hidden() -> None:
    """Two matches that differ only in the Allied plan and bin look the same to the German captain."""
    places: dict[str, str] = {}
    seen = []
    for plan, marker in (("PlanD", "add PlanD"), ("PlanE", "decline")):
        state = begin(f"keep {plan}", seed=3)
        while isinstance(state.agenda[-1], setup.Setup | setup.Deploy):
            if plan == "PlanD":
                state.apply("ready")
            else:
                _copy(state, places)
        places = places or _places(state)
        for action in ("keep Manstein", "ready", marker):
            state.apply(action)
        assert ("PlanD" in bins(state)) == (plan == "PlanD")
        known = GAME.imagine(state, GERMAN, 5)
        seen.append([known.bin, known.out, str(make("captain").choose(known, "german", 5))])
    assert seen[0] == seen[1]


def _places(state: MansteinState) -> dict[str, str]:
    """The hexes of the Allied units that have been set up."""
    return {state.piece_name(piece): state.label(state.where[piece]) for piece in range(27, 75) if state.on_map(piece)}


def _copy(state: MansteinState, places: dict[str, str]) -> None:
    """One more action of a set-up like another one."""
    step = state.agenda[-1]
    if isinstance(step, setup.Deploy):
        state.apply(f"at {places[state.piece_name(step.piece)]}")
    else:
        state.apply(next(option for option in state.options if option.verb == "place"))


# postures


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_each_side_has_its_postures(side: int) -> None:
    names = [advice.name for advice in ADVICE.postures(begin(), side)]
    assert names[0] == "" and len(names) == 5


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_posture_sends_units_elsewhere(side: int) -> None:
    """In some games played by the heuristics, each way to play once wants something the plain one does not."""
    waiting = {advice.name: advice for advice in ADVICE.postures(begin(), side) if advice.name}
    for seed in range(8):
        state = begin(seed=seed)
        while state.options and waiting:
            if type(state.agenda[-1]) is Movement and state.operator == side:
                plain = ADVICE.plan(state, side).ways
                for name in [name for name, bent in waiting.items() if bent.plan(state, side).ways != plain]:
                    del waiting[name]
            state.apply(ADVICE.shortlist(state)[0])
    assert not waiting
