"""What lets a person follow a match: goals, alarms, the battle board, cards, the purse, charts, sweeps and warnings."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from meuse.engine.scene import Alarm, Chance, Fight, Goal, Piece, Sweep
from meuse.games.battle_of_france.events import Bombarded, CombatBegan
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import GAME, SETTING, clause, do, lay


def sentences(s: BattleState, side: str = "") -> list[str]:
    return [f"{alarm.says} ({alarm.clause})" for alarm in s.scene(side).alarms]


def fight(s: BattleState, side: str = "") -> Fight:
    board = s.scene(side).fight
    assert board is not None
    return board


def counters(pieces: tuple[Piece, ...]) -> dict[str, tuple[str, int]]:
    """By face: what it hits with, and how many there are."""
    return {piece.face: (piece.text, piece.count) for piece in pieces}


def words(chances: tuple[Chance, ...]) -> dict[str, int]:
    return {chance.says: round(100 * chance.share) for chance in chances}


def warning(s: BattleState, action: str) -> str:
    assert s.to_act is not None
    return next(choice.warning for choice in s.scene(s.to_act).choices if choice.action == action)


# goals


def goals(s: BattleState, side: str = "") -> dict[str, Goal]:
    return {goal.title: goal for goal in s.scene(side).goals}


@clause("victory.2", "victory.3", "victory.4", "victory.5", "war.7")
def test_every_way_to_win_is_a_goal() -> None:
    s = lay('round = 3\ncontrol = { germany = ["Paris", "Amiens"], britain = ["Mayence"] }')
    said = {goal.title: (goal.says, goal.stands, goal.holder, goal.reached) for goal in goals(s).values()}
    allied, last = (
        "The Allies win if one of them holds",
        "The Allies win if Germany has not won by the end of round 10.",
    )
    keeps = "when a round ends and still holds Luxembourg and Düsseldorf."
    trio = f"Germany wins if it holds Amiens, Reims and Dunkirk {keeps}"
    assert said == {
        "Paris": (f"Germany wins if it holds Paris {keeps}", "held by Germany", "germany", True),
        "London": (f"Germany wins if it holds London {keeps}", "held by Britain", "britain", False),
        "Amiens, Reims and Dunkirk": (trio, "1 of 3 taken", "", False),
        "Luxembourg": (f"{allied} Luxembourg when a round ends.", "held by Germany", "germany", False),
        "Düsseldorf": (f"{allied} Düsseldorf when a round ends.", "held by Germany", "germany", False),
        "Mayence": (f"{allied} Mayence when a round ends.", "held by Britain", "britain", False),
        "Hold out for 10 rounds": (last, "round 3 of 10", "", False),
    }
    assert {goal.side for goal in goals(s, "britain").values()} == {"germany", "britain"}
    assert all(goal.clause in GAME.ledger.clauses and goal.worth == "the match" for goal in goals(s).values())
    assert goals(s)["Düsseldorf"].places == ("Dusseldorf",)


def test_goals_follow_the_rulings() -> None:
    s = lay('options = { own_cities = "not_required" }\ncontrol = { germany = ["London"], britain = ["Luxembourg"] }')
    assert (
        goals(s)["London"].says == "Germany wins if it holds London when a round ends." and goals(s)["London"].reached
    )
    kept = lay('control = { germany = ["London"], britain = ["Luxembourg"] }')
    assert not goals(kept)["London"].reached and goals(kept)["Luxembourg"].reached


# alarms


@clause("victory.5", "war.6")
def test_a_german_city_in_allied_hands_is_an_alarm_for_germany() -> None:
    s = lay('power = "britain"\nto_come = ["germany"]\ncontrol = { britain = ["Dusseldorf"] }')
    lost = "Britain holds Düsseldorf: Germany loses at the end of this round"
    for side in ("germany", "britain", ""):
        assert s.scene(side).alarms == (
            Alarm(f"{lost} unless it is retaken.", "victory.5", "germany", True, ("Dusseldorf",)),
        )
    over = lay('power = "britain"\nto_come = ["france"]\ncontrol = { britain = ["Dusseldorf"] }')
    assert sentences(over) == [f"{lost}: it has no turn left in it. (victory.5)"]
    two = lay('control = { britain = ["Luxembourg"], france = ["Mayence"] }')
    both = "France and Britain hold Luxembourg and Mayence: Germany loses at the end of this round"
    assert sentences(two) == [f"{both} unless they are retaken. (victory.5)"]


@clause("victory.2", "victory.3", "war.7", "war.8")
@pytest.mark.parametrize(
    ("cities", "held", "hope", "rule"),
    [
        ('"London"', "London", "it is retaken", "victory.2"),
        ('"Amiens", "Reims", "Dunkirk"', "Amiens, Reims and Dunkirk", "one of them is retaken", "victory.3"),
    ],
)
def test_allied_cities_in_german_hands_are_an_alarm(cities: str, held: str, hope: str, rule: str) -> None:
    text = f"control = {{ germany = [{cities}] }}\n"
    s = lay(f'{text}to_come = ["france"]')
    lost = f"Germany holds {held}: the Allies lose at the end of this round"
    assert sentences(s) == [f"{lost} unless {hope} or Germany loses Luxembourg or Düsseldorf. ({rule})"]
    assert [alarm.side for alarm in s.scene("britain").alarms] == ["britain"] and s.scene("france").alarms[0].grave
    assert sentences(lay(text)) == [f"{lost}: they have no turn left in it. ({rule})"]
    free = lay(f'{text}to_come = ["france"]\noptions = {{ own_cities = "not_required" }}')
    assert sentences(free) == [f"{lost} unless {hope}. ({rule})"]


@clause("victory.4", "victory.1")
def test_the_last_round_is_an_alarm_for_germany() -> None:
    says = "Round 10 is the last: Germany loses at the end of this round"
    hope = "unless it takes Paris or London, or Amiens, Reims and Dunkirk. (victory.4)"
    assert sentences(lay("round = 10")) == [f"{says} {hope}"] and sentences(lay("round = 9")) == []


@clause("victory.3")
def test_one_city_short_is_an_alarm() -> None:
    s = lay('control = { germany = ["Amiens", "Dunkirk"] }')
    says = "Germany holds Amiens and Dunkirk: the Allies lose if a round ends with Reims in the same hands. (victory.3)"
    assert sentences(s) == [says] and not s.scene("").alarms[0].grave
    unsafe = lay('control = { germany = ["Amiens", "Dunkirk"], britain = ["Luxembourg"] }')
    assert [alarm.clause for alarm in unsafe.scene("").alarms] == ["victory.5"]


@clause("victory.5", "victory.2")
def test_a_city_that_nobody_guards_is_an_alarm_while_an_enemy_who_can_reach_it_is_to_come() -> None:
    open_city = (
        'units = { "36" = ["B.infantry"], "Mayence" = ["G.aa", "G.fighter"], "Luxembourg" = ["G.infantry"] }\n'
        'to_come = ["britain"]'
    )
    says = "No land unit guards Mayence, and Britain can reach it in this round"
    assert sentences(lay(open_city)) == [f"{says}: Germany loses at the end of the round if it falls. (victory.5)"]
    assert sentences(lay(open_city.replace("G.fighter", "G.tank"))) == []
    assert sentences(lay(open_city.replace('"britain"', '"france"'))) == []
    assert sentences(lay(open_city.replace('"36" = ["B', '"36" = ["F').replace('"britain"', '"france"'))) == []
    assert sentences(lay(open_city.replace('"36"', '"15"'))) == []  # too far
    building = lay('phase = "build"\nnpu = { france = 9 }\nunits = { "4" = ["G.tank"] }')
    says = "No land unit guards Paris, and Germany can reach it in the next round"
    assert f"{says}: the Allies lose at the end of the round if it falls. (victory.2)" in sentences(building)


@clause("victory.6")
def test_an_alarm_is_what_the_check_at_the_end_of_the_round_says() -> None:
    lost = ("", 'germany = ["Paris"]', 'germany = ["London"], france = ["Luxembourg"]', 'britain = ["Mayence"]')
    for number, control in product((5, 10), lost):
        text = f"round = {number}\ncontrol = {{ {control} }}"
        judged = lay(f'phase = "victory check"\n{text}').result
        grave = [alarm for alarm in lay(text).scene("").alarms if alarm.grave]
        assert [alarm.clause for alarm in grave] == ([judged.clause] if judged else [])
        assert all(GAME.camp_of(alarm.side) != judged.winner for alarm in grave if judged)


# the battle board

ATTACK = (
    'card = "R01"\nlasting = ["R14"]\nunits = { "31" = ["G.infantry x2", "G.tank"], "Dusseldorf" = ["G.bomber"], '
    '"23" = ["B.infantry", "B.tank"] }'
)
TAKEN, KEPT = "Germany takes 23 Belgium", "Britain holds 23 Belgium"


def attack() -> BattleState:
    s = lay(ATTACK)
    do(s, "start 31", "take G.infantry", "take G.infantry", "take G.tank", "to 23")
    return s


def test_the_board_shows_both_lines_and_what_it_will_come_to_in_words() -> None:
    s = attack()
    board = fight(s)
    assert board == fight(s, "germany") == fight(s, "britain")  # nothing is hidden
    assert (board.title, board.places, board.round) == ("Germany attacks 23 Belgium", ("23",), 0)
    assert counters(board.attacker.pieces) == {"G.infantry": ("1", 2), "G.tank": ("3", 1)}
    assert counters(board.defender.pieces) == {"B.infantry": ("2", 1), "B.tank": ("3", 1)}
    assert (board.attacker.side, board.defender.side) == ("germany", "britain")
    assert board.odds == "3 dice (0.8 hits) against 2 dice (0.8 hits)"
    preview = s.preview("fight")
    assert preview is not None
    shares = {chance.name: chance.share for chance in board.chances}
    assert shares == {end.name: float(end.chance) for end in preview.sums} and sum(shares.values()) == pytest.approx(1)
    assert {chance.says: chance.good for chance in board.chances} == {
        TAKEN: "germany",
        KEPT: "britain",
        "Nobody is left: Britain keeps 23 Belgium": "britain",
    }


def test_cards_forest_guns_and_limits_are_weights() -> None:
    s = attack()
    do(s, "call bomber@Dusseldorf", rolls=[6, 6, 6, 6, 6, 6])
    weighed = {weight.says: (weight.value, weight.side) for weight in fight(s).weights}
    assert weighed["Stukas Overhead: a German bomber hits on 5, not 4"] == ("+1", "germany")
    assert weighed["Matilda Armour: a British tank hits on 3, not 2"] == ("+1", "britain")
    forest = lay('card = "R18"\nunits = { "35" = ["G.tank", "G.infantry"], "A1" = ["F.infantry"] }')
    do(forest, "start 35", "take G.tank", "take G.infantry", "to A1", rolls=[6, 6])
    board = fight(forest)
    weighed = {weight.says: (weight.value, weight.side) for weight in board.weights}
    assert weighed["Attackers in the forest"] == ("-1 to hit", "france")
    assert weighed["By a card the attacker must retreat after"] == ("2 rounds", "france")
    assert counters(board.attacker.pieces) == {"G.tank": ("2", 1), "G.infantry": ("0", 1)}
    assert [piece.notes for piece in board.attacker.pieces] == [("does not fire",), ("hits on 2 or less",)]
    city = lay(
        'units = { "22" = ["G.tank"], "31" = ["G.bomber", "G.fighter"], "Brussels" = ["B.aa x2", "B.infantry"] }'
    )
    do(city, "start 22", "take G.tank", "to Brussels", "call bomber@31")
    gun = next(weight for weight in fight(city).weights if weight.clause == "aa.3")
    assert (gun.says, gun.value) == ("2 anti-aircraft guns against 1 aircraft", "2 dice in round 1")
    assert all(weight.clause in GAME.ledger.clauses for board in (fight(s), fight(city)) for weight in board.weights)


def test_the_board_stays_the_same_from_the_declaration_to_the_end() -> None:
    s = attack()
    first = fight(s)
    do(s, "fight", rolls=[6, 6, 1, 1, 6])
    hurt = fight(s, "britain")
    assert s.agenda[-1].name == "casualties" and hurt.id == first.id and hurt.round == 1
    assert {weight.says: weight.value for weight in hurt.weights if weight.clause == "combat.casualties.1"} == {
        "Hits that Germany still has to bear": "1",
        "Hits that Britain still has to bear": "1",
    }
    assert words(hurt.chances)[TAKEN] > words(first.chances)[TAKEN]  # the hits to come are counted in
    do(s, "lose B.infantry", "lose G.infantry")
    pressed = fight(s, "germany")
    assert s.agenda[-1].name == "press" and pressed.id == first.id
    assert counters(pressed.defender.pieces) == {"B.tank": ("3", 1)}
    assert words(pressed.chances) == words(hurt.chances)  # both lost their cheapest
    do(s, "press")
    assert s.agenda[-1].name == "stand" and fight(s).id == first.id
    do(s, "stand", rolls=[6, 6, 6])
    assert fight(s).round == 2 and fight(s).id == first.id
    do(s, "withdraw")
    assert s.scene("").fight is None


@pytest.mark.parametrize(("rolls", "after"), [([6, 1, 6], ()), ([6, 6, 6], ("withdraw",))])
def test_waves_on_the_same_space_are_battles_of_their_own(rolls: list[int], after: tuple[str, ...]) -> None:
    """Whether the first wave is destroyed or goes back unharmed."""
    s = lay('units = { "31" = ["G.infantry x2"], "Dusseldorf" = ["G.bomber"], "23" = ["B.infantry x2"] }')
    do(s, "start 31", "take G.infantry", "to 23")
    first = fight(s).id
    do(s, "fight", rolls=rolls)
    do(s, *after, "start 31", "take G.infantry", "to 23")
    assert fight(s).id != first


@pytest.mark.parametrize("seed", range(4))
def test_each_battle_of_a_match_has_its_own_board(seed: int) -> None:
    """In random play: one name from the first moment of a battle to its last, and never again."""
    s, random, past, last = GAME.new("three_players", seed=seed), Random(seed), set[str](), ""
    while s.options and s.actions < 600:
        events = s.apply(random.choice(s.options))
        began = any(isinstance(event, CombatBegan | Bombarded) for event in events)
        board = s.scene("").fight
        now = board.id if board else ""
        if now != last:
            assert now not in past
            assert began or not now or not last or "bombardment" in now
            past.add(last)
        last = now
        past.discard("")
    assert len(past) > 10


def test_aircraft_alone_take_nothing() -> None:
    s = lay('units = { "Dusseldorf" = ["G.bomber", "G.fighter"], "31" = ["G.tank"], "23" = ["B.infantry"] }')
    do(s, "start Dusseldorf", "take G.bomber", "to 23")
    assert words(fight(s).chances) == {
        "Germany has only aircraft left and takes nothing": 57,
        KEPT: 14,
        "Nobody is left: Britain keeps 23 Belgium": 29,
    }


def test_the_chances_of_a_great_battle_are_left_to_those_who_ask() -> None:
    s = lay('units = { "25" = ["G.battleship x4", "G.submarine"], "18" = ["B.battleship x3"] }')
    do(s, "start 25", "take G.battleship", "to 18", rolls=[6, 6, 6, 6])
    assert words(fight(s).chances)
    great = lay('units = { "25" = ["G.battleship x4"], "18" = ["B.battleship x3"] }')
    do(great, "start 25", *["take G.battleship"] * 4, "to 18", rolls=[6] * 7)
    assert fight(great).chances == () and great.preview("press") is not None


def test_a_sea_battle_shows_who_is_under_water() -> None:
    s = lay('units = { "25" = ["G.submarine x2", "G.cruiser-1"], "18" = ["B.cruiser", "B.transport"] }')
    do(s, "start 25", "take G.submarine", "take G.submarine", "take G.cruiser-1", "to 18")
    assert s.scene("germany").sweeps == (Sweep("submerge", "Submerge all submarines"),)
    do(s, "submerge")
    board = fight(s)
    assert counters(board.attacker.pieces) == {"G.submarine": ("2", 1), "G.cruiser": ("3", 1)}
    assert [piece.steps for piece in board.attacker.pieces if piece.face == "G.cruiser"] == [1]
    assert ("Submerged: neither fires nor can be hit", "1") in [(w.says, w.value) for w in board.weights]
    assert {chance.name for chance in board.chances} >= {"only attackers are left"}
    assert "Germany wins 18 Southern Bight" in words(board.chances)


def test_a_bombardment_has_a_board() -> None:
    s = lay('units = { "25" = ["G.battleship", "G.cruiser"], "24" = ["B.infantry", "B.tank"] }')
    do(s, "bombard 24")
    assert fight(s).chances == () and s.scene("germany").sweeps == (Sweep("take", "Take all ships in reach"),)
    before = fight(s).id
    do(s, "take G.battleship", "take G.cruiser")
    board = fight(s)
    assert board.id == before and board.title == "Germany bombards 24 Netherlands"
    assert counters(board.attacker.pieces) == {"G.battleship": ("3", 1), "G.cruiser": ("2", 1)}
    assert [(chance.says, round(100 * chance.share)) for chance in board.chances] == [
        ("0 hits on 24 Netherlands", 33),
        ("1 hit on 24 Netherlands", 50),
        ("2 hits on 24 Netherlands", 17),
    ]


def test_the_dice_are_told_once_with_who_fired_and_which_hit() -> None:
    s = lay('units = { "31" = ["G.tank x2"], "23" = ["B.infantry x2"] }')
    events = do(s, "start 31", "take G.tank", "take G.tank", "to 23", rolls=[2, 5, 6, 6])
    told = [event.tell(s.setting) for event in events]
    assert told[:3] == [
        "Combat in 23 Belgium: 2 German tanks against 2 British infantry units.",
        "Germany fires in 23 Belgium: 2 5. Hits: 1.",
        "Britain fires in 23 Belgium: 6 6. Hits: 0.",
    ]
    assert [event.sort for event in events[:3]] == ["battle", "result", "result"]
    assert events[0].parties(s.setting) == ("germany", "britain")


def test_what_units_do_is_told_with_what_they_are_and_drawn_as_a_path() -> None:
    s = lay(
        'units = { "31" = ["G.tank x2"], "Dusseldorf" = ["G.bomber"], "23" = ["B.infantry x2"], '
        '"26" = ["G.transport"], "27" = ["G.artillery"] }'
    )
    events = do(s, "start 31", "take G.tank", "to 23", "call bomber@Dusseldorf", rolls=[6, 6, 6, 6])
    events += do(s, "withdraw", "land Dusseldorf", "start 27", "take G.artillery", "to 26")
    told = {event.tell(s.setting): (event.sort, event.places(s.setting)) for event in events}
    assert told["Called in to the combat in 23 Belgium: a German bomber."] == ("move", ("Dusseldorf", "23"))
    assert told["Retreat of a German tank from 23 Belgium to 31 Aachen."] == ("retreat", ("23", "31"))
    assert told["Landing of a German bomber in Düsseldorf."] == ("move", ("23", "Dusseldorf"))
    assert told["Aboard a transport in 26 German Bight: a German artillery unit."] == ("move", ("27", "26"))
    fleet = lay('units = { "25" = ["G.battleship", "G.submarine"], "18" = ["B.cruiser x2"] }')
    events = do(fleet, "start 25", "take G.battleship", "take G.submarine", "to 18", "submerge", rolls=[6, 1, 6])
    told = {event.tell(s.setting): (event.sort, event.parties(s.setting)) for event in events}
    assert told["Submerged, and out of the combat: a German submarine."] == ("retreat", ("germany",))
    says = "Damage to a German battleship in 18 Southern Bight; hits taken so far: 1."
    assert told[says] == ("loss", ("germany",))


# cards and the purse


@clause("cards.3", "cards.5")
def test_cards_in_force_lie_on_the_table() -> None:
    s = lay('round = 3\ncard = "R05"\nlasting = ["R14"]')
    fresh, lasting = s.scene("").cards
    assert (fresh.id, fresh.title, fresh.lasts, fresh.sides) == ("R05", "Eben-Emael Falls", "this round", ("britain",))
    assert fresh.places == ("22", "23", "24", "Brussels") and fresh.says.startswith("British units that defend")
    assert (lasting.id, lasting.lasts, lasting.clause) == ("R14", "to the end of the game", "cards.5")
    assert lay("round = 1").scene("").cards == ()


@clause("build.5")
def test_the_purse_says_what_will_be_lost() -> None:
    s = lay('phase = "build"\nnpu = { germany = 18, france = 3 }')
    purse = s.scene("germany").purse
    assert purse is not None
    assert (purse.title, purse.left, purse.says) == ("NPU of Germany", 18, "18 NPU will be lost")
    assert s.scene("france").purse is None and s.scene("").purse is None
    assert warning(s, "done") == "18 NPU will be lost: nothing can be saved for the next round."
    do(s, "build tank@Dusseldorf")
    assert "13 NPU" in warning(s, "done")
    faces = {choice.action: choice.face for choice in s.scene("germany").choices}
    assert faces["build submarine@26"] == "G.submarine" and faces["done"] == ""


# charts


def test_charts_are_the_tables() -> None:
    charts = {chart.id: chart for chart in SETTING.player_aids()}
    for chart in charts.values():
        assert all(len(row) == len(chart.columns) for row in chart.rows) and chart.clause in GAME.ledger.clauses
        assert chart.source or chart.id == "sequence"
    rows = {row[0]: row[1:] for row in charts["units"].rows}
    assert rows["Tank"] == ("3", "2 (Germany 3)", "3", "5", "1", "")
    assert rows["Battleship"] == ("4", "4", "2", "10", "3", "bombards a coast with 3; warship")
    assert [int(row[1]) for row in charts["units"].rows] == [unit.attack for unit in SETTING.units]
    income = {row[0]: (row[1], int(row[2]), row[3]) for row in charts["cities"].rows}
    assert len(income) == 9 and income["Düsseldorf"] == ("major", 7, "Germany")
    built = dict(charts["building"].rows)
    assert built["Minor city"] == "infantry and artillery"
    assert built["26 German Bight (Germany)"] == "battleship, cruiser, destroyer, submarine and transport ship"
    assert charts["rounds"].rows[3] == ("4", "the garrisons of the Maginot Line may move from now on")
    assert [row[0] for row in charts["cards"].rows] == [card.name for card in SETTING.cards]
    assert ("Düsseldorf", "Germany", "1 bomber, 1 anti-aircraft gun") in charts["setup"].rows
    assert all(row[-1] in GAME.ledger.clauses for name in ("sequence", "spaces") for row in charts[name].rows)


# sweeps and warnings


def swept(s: BattleState, verb: str) -> list[str]:
    """What a sweep carries out: option after option, as long as the verb is offered."""
    done = []
    while offered := s.offered(verb):
        done.append(str(offered[0]))
        s.apply(offered[0])
    return done


def test_a_whole_stack_goes_along_with_one_wish() -> None:
    s = lay('units = { "31" = ["G.infantry x2", "G.tank"], "29" = ["G.infantry"], "27" = ["G.infantry x2"] }')
    do(s, "start 31")
    assert s.scene("germany").sweeps == (Sweep("take", "Take all along"),) and s.scene("germany").puts_down == "stop"
    assert swept(s, "take") == ["take G.infantry", "take G.infantry", "take G.tank"]
    assert all(sweep.alone for sweep in s.scene("germany").sweeps)
    do(s, "stop", "start 29")
    assert all(sweep.alone for sweep in s.scene("germany").sweeps)  # there is but one
    do(s, "take G.infantry", "stop", "start 27")
    assert s.scene("germany").sweeps  # one option, but two units
    do(s, "take G.infantry")
    assert all(sweep.alone for sweep in s.scene("germany").sweeps)


def test_all_aircraft_come_with_one_wish() -> None:
    s = lay('units = { "31" = ["G.tank"], "Dusseldorf" = ["G.bomber x2"], "23" = ["B.infantry"] }')
    do(s, "start 31", "take G.tank", "to 23")
    assert s.scene("germany").sweeps == (Sweep("call", "Call in all aircraft and fight"),)


def test_units_of_a_surprise_are_taken_together() -> None:
    s = lay('phase = "surprise"\nunits = { "35" = ["G.infantry x2", "G.tank"] }')
    assert warning(s, "decline") == "The surprise is offered only once, before Germany's first turn."
    do(s, "start 35")
    assert s.scene("germany").sweeps == (Sweep("take", "Take all along"),)


def test_a_turn_that_loses_the_match_or_forgets_a_sure_attack_is_asked_about_once_more() -> None:
    s = lay('control = { britain = ["Mayence"] }\nunits = { "31" = ["G.tank"] }')
    assert warning(s, "done") == "Britain holds Mayence: Germany loses at the end of this round unless it is retaken."
    strong = 'units = { "31" = ["G.tank x5"], "23" = ["B.infantry"] }'
    says = "Units in 31 Aachen could still attack 23 Belgium and would most likely win."
    assert warning(lay(strong), "done") == says
    assert warning(lay(strong.replace("x5", "x1")), "done") == "" == warning(lay('card = "R12"\n' + strong), "done")


def test_who_leaves_a_city_that_decides_the_match_is_asked_once_more() -> None:
    s = lay('units = { "Mayence" = ["G.infantry x2"], "36" = ["B.infantry"] }')
    do(s, "start Mayence", "take G.infantry")
    assert warning(s, "to 33") == ""
    do(s, "take G.infantry")
    says = "No land unit would be left in Mayence next to British units"
    assert warning(s, "to 33") == f"{says}: Germany loses at the end of the round if it falls."
    assert "have not moved" in warning(s, "stop")
    french = lay('units = { "Mayence" = ["G.infantry"], "36" = ["F.infantry"] }')
    do(french, "start Mayence", "take G.infantry")
    assert warning(french, "to 33") == ""  # French units may not attack there
