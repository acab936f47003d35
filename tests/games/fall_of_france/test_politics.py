"""Chapter 19: withdrawal, surrenders, Paris; and what the next Administration phase would decide."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.events import Rolled
from meuse.games.fall_of_france import fortifications, movement, politics, supply, ways, withdrawal
from meuse.games.fall_of_france.events import Eliminated
from meuse.games.fall_of_france.setting import ALLIED, AT_WAR, BELGIUM, FRANCE, GERMAN, HOLLAND, SURRENDERED
from meuse.games.fall_of_france.state import FallState, listed, members

from .kit import MAP, can, choices, clause, controls, do, lay, refusal, supplied, where
from .test_supply import scattered

WAITING = '"1405" = ["G.III", "G.12HQ"]'
"""A disrupted German corps, so that there is a decision before the Administration phase."""
FRENCH = '"2018" = ["F.VII"]'


def before(turn: int, more: str, units: str) -> FallState:
    """The last decision before the Administration phase of a turn."""
    marks = "" if "disrupted" in more else 'disrupted = ["G.III"]\n'
    return lay(f'phase = "recovery"\nturn = {turn}\n{marks}{more}\nunits = {{ {WAITING}, {units} }}')


def administration(s: FallState, *dice: int) -> list[str]:
    """Decline the recovery rolls of both sides; what was rolled for in the phase that follows."""
    if s.disrupted & MAP.pieces_on[ALLIED]:
        do(s, "done")
    return [event.purpose for event in do(s, "done", rolls=dice) if isinstance(event, Rolled)]


def status(s: FallState, country: int) -> str:
    return {AT_WAR: "at war", SURRENDERED: "surrendered"}[s.status[country]]


def ahead(s: FallState) -> dict[str, int]:
    """What the next Administration phase decides, and with how many faces of the die; asking changes nothing."""
    hashed = s.hash()
    prospects = politics.prospects(s)
    assert s.hash() == hashed
    return {prospect.what: prospect.faces for prospect in prospects}


# 19.1: the BEF

POCKET = '"0916" = ["UK.I", "UK.II"], "1017" = ["UK.III"], "2118" = ["UK.51"]'
RING = (
    '"1018" = ["G.2Pz", "G.KlugeHQ"], "1116" = ["G.6Pz"], "1015" = ["G.8Pz"], "0914" = ["G.10Pz"], "1118" = ["G.1Pz"], '
    '"1117" = ["G.2Mot"], "0817" = ["G.GD"], "1115" = ["G.XL"], "0814" = ["G.XLII"], "0714" = ["G.XLIII"], '
    '"1120" = ["G.AHQ"], "0919" = ["G.XVII"]'
)
"""Three corps of the BEF cut off in Flanders, Germans before the ports, and the 51st Division safe in Paris."""


def pocket(more: str = "", turn: int = 6) -> FallState:
    return before(turn, more, f"{POCKET}, {RING}, {FRENCH}")


@clause("19.1a")
def test_the_withdrawal_is_rolled_for_when_most_of_the_bef_is_cut_off_and_germans_are_near_a_port() -> None:
    s = pocket()
    assert not supplied(s, "UK.I") and not supplied(s, "UK.III") and supplied(s, "UK.51")
    assert politics.bef_cut_off(s) == (9, 11) and politics.ports_threatened(s)
    assert ahead(s)["withdrawal"] == 2 and "BEF withdrawal" in administration(s, 1)


@clause("19.1a")
def test_while_most_of_the_bef_is_in_supply_london_stays_calm() -> None:
    s = before(6, "", f'"0916" = ["UK.III"], "2118" = ["UK.I", "UK.II"], {RING}, {FRENCH}')
    assert politics.bef_cut_off(s) == (3, 9) and politics.ports_threatened(s)
    assert "withdrawal" not in ahead(s) and administration(s) == [] and not s.withdrawal


@clause("19.1a")
def test_germans_out_of_supply_do_not_threaten_a_port() -> None:
    near = '"1018" = ["G.II"], "2118" = ["UK.51"]'
    s = before(6, "", f"{near}, {FRENCH}")  # the 4th Army has no HQ on the map
    assert not supplied(s, "G.II") and not politics.ports_threatened(s)
    s = before(6, "", f'{near}, "1120" = ["G.4HQ"], {FRENCH}')
    assert supplied(s, "G.II") and politics.ports_threatened(s)
    s = before(6, "", f'"1117" = ["G.II"], "1120" = ["G.4HQ"], {FRENCH}')  # three hexes away; HQs count themselves
    assert politics.ports_threatened(s)
    s = before(6, "", f'"1117" = ["G.II"], "1218" = ["G.4HQ"], {FRENCH}')
    assert not politics.ports_threatened(s)


@clause("19.1b", "19.1c")
@pytest.mark.parametrize(
    ("more", "count"),
    [
        ("", 4),
        ('ready = ["UK.air1"]', 5),
        ('damaged = ["UK.air1"]\nback = { "UK.air1" = 9 }\nready = ["UK.air2"]', 6),
        ('dead = ["UK.air1"]\nwaiting = ["UK.air2"]\nturn = 4', 4),
        ('cadred = ["UK.I"]', 3),
        ('disrupted = ["UK.I", "UK.II", "G.III"]', 2),
    ],
)
def test_the_order_comes_if_the_die_exceeds_sound_bef_units_and_the_raf(more: str, count: int) -> None:
    turn, more = (4, more.replace("\nturn = 4", "")) if "turn" in more else (6, more)
    s = pocket(more, turn)
    assert politics.bef_strength(s) == count and ahead(s)["withdrawal"] == 6 - count
    if count < 6:
        administration(s, count + 1)
        assert s.withdrawal
    s = pocket(more, turn)
    administration(s, count)
    assert not s.withdrawal


@clause("19.1b")
def test_no_order_comes_while_the_bef_has_more_sound_units_than_the_die_has_faces() -> None:
    units = POCKET.replace('["UK.51"]', '["UK.51", "UK.50", "UK.1Arm"]')
    s = before(6, 'ready = ["UK.air1"]', f"{units}, {RING}, {FRENCH}")
    assert politics.bef_strength(s) == 7 and ahead(s)["withdrawal"] == 0
    administration(s, 6)
    assert not s.withdrawal


@clause("19.1c")
def test_once_ordered_it_is_not_rolled_for_again() -> None:
    s = pocket("withdrawal = true")
    assert "withdrawal" not in ahead(s) and administration(s) == [] and s.withdrawal


@clause("19.1e")
def test_from_the_order_on_one_unit_leaves_a_port_in_each_administration_phase() -> None:
    units = f'"0818" = ["UK.I", "UK.51"], "0920" = ["UK.II"], "1117" = ["UK.III"], {FRENCH}'
    s = before(6, 'withdrawal = true\ndisrupted = ["UK.51", "G.III"]\ncadred = ["UK.II"]', units)
    do(s, "done", "done")
    assert s.to_act == "allied" and choices(s, "evacuate") == {"UK.I", "UK.51", "UK.II"}
    assert refusal(s, "evacuate UK.III") == "19.1e"
    do(s, "evacuate UK.51")
    assert where(s, "UK.51") == "gone" and s.turn == 7 and where(s, "UK.I") == "0818"
    s = before(6, "withdrawal = true", f'"0818" = ["UK.I"], {FRENCH}')  # the only one is not asked for
    administration(s)
    assert where(s, "UK.I") == "gone" and s.turn == 7


@clause("19.1e", "19.1b")
def test_the_first_leaves_in_the_phase_of_the_order() -> None:
    units = '"0818" = ["UK.I"], "0916" = ["UK.II"], "1017" = ["UK.III"], "2118" = ["UK.51"]'
    s = before(6, "", f"{units}, {RING}, {FRENCH}")
    assert ahead(s) == {"withdrawal": 2}  # the corps in the port draws supply from it: 6 of 11 points are cut off
    administration(s, 5)
    assert s.withdrawal and where(s, "UK.I") == "gone" and s.turn == 7
    s = before(6, "", f"{POCKET.replace('0916', '0818')}, {RING}, {FRENCH}")
    assert ahead(s) == {}  # two corps in the port: only 3 of 11


# 19.1d: the march to the ports


def marching(units: str, more: str = "withdrawal = true") -> FallState:
    return lay(f'phase = "allied movement"\nturn = 7\n{more}\nunits = {{ {units}, {FRENCH}, {WAITING} }}')


@clause("19.1d")
def test_bef_units_must_move_nearer_to_a_port_if_they_can() -> None:
    s = marching('"1117" = ["UK.I"], "1316" = ["F.X"]')
    assert refusal(s, "done") == "19.1d" and can(s, "move F.X")
    do(s, "move UK.I")
    assert refusal(s, "stop") == "19.1d"
    assert can(s, "to 1018") and can(s, "to 0919") and can(s, "to 1020")
    assert refusal(s, "to 1116") == refusal(s, "to 1118") == "19.1d"  # no nearer: 1118 is level
    do(s, "to 1018")
    assert can(s, "stop") and refusal(s, "to 1017") == "19.1d"
    do(s, "stop")
    assert can(s, "done")


@clause("19.1d")
def test_in_a_port_or_without_a_way_they_may_stay() -> None:
    s = marching('"0920" = ["UK.I"]')
    assert can(s, "done")
    do(s, "move UK.I")
    assert choices(s, "to") == {"0818", "1020"} and can(s, "stop")  # another port is no farther
    s = marching('"1117" = ["UK.I"]', 'withdrawal = true\ndisrupted = ["UK.I"]')
    assert can(s, "done")
    assert can(marching('"1117" = ["UK.I"]', ""), "done")  # no order, no duty


@clause("19.1d")
def test_the_distance_is_that_of_the_way_around_the_enemy() -> None:
    wall = '"1019" = ["G.2Pz"], "0919" = ["G.6Pz", "G.KlugeHQ"], "0918" = ["G.8Pz"], "0817" = ["G.10Pz"]'
    s = marching(f'"1018" = ["UK.I"], {wall}')
    do(s, "move UK.I")
    assert can(s, "to 1119") and not can(s, "to 1017")  # south of the panzers, on the way to Boulogne


CROWDED = '"1320" = ["UK.I"], "1220" = ["F.XVIII"], "1219" = ["F.XXIII", "F.XIV"]'
"""A corps that gets nearer to a port only by going round: the hexes before it are full."""


@clause("19.1d", "10.2a", "22.1d")
@pytest.mark.parametrize(
    ("units", "more", "free"),
    [
        ("", "", False),
        (', "1418" = ["G.2Pz", "G.KlugeHQ"]', "", True),  # the way round leads through its zone
        ("", 'options = { refugees = "yes" }\nrefugees = ["1319"]', True),
        ("", 'options = { refugees = "yes" }\nrefugees = ["1920"]', False),
    ],
)
def test_who_would_have_to_stop_on_the_way_owes_no_move(units: str, more: str, free: bool) -> None:
    s = marching(CROWDED + units, f"withdrawal = true\n{more}")
    assert can(s, "done") is free
    do(s, "move UK.I")
    assert can(s, "stop") is free and ("1119" in choices(s, "to")) is not free


@clause("19.1d", "7.4b", "16.5a")
@pytest.mark.parametrize(
    ("state", "fed", "free"), [("sound", True, False), ("cadre", True, True), ("cut off", False, True)]
)
def test_who_may_not_enter_enemy_zones_owes_no_move_through_them(state: str, fed: bool, free: bool) -> None:
    """Every hex nearer to a port is in a German zone."""
    zones = '"1019" = ["G.2Pz", "G.KlugeHQ"], "0917" = ["G.6Pz"], "1017" = ["G.8Pz"], "1219" = ["G.5Pz", "G.4HQ"]'
    marks = {"sound": "", "cadre": 'cadred = ["UK.I"]', "cut off": f"control = {{ german = {CITIES + PORTS} }}"}
    units = f'units = {{ "1118" = ["UK.I"], "0812" = ["B.VI"], {zones} }}'
    s = lay(f'phase = "allied movement"\nturn = 7\nwithdrawal = true\n{marks[state]}\n{units}')
    assert supplied(s, "UK.I") is fed and can(s, "done") is free


@clause("19.1d")
def test_who_is_disrupted_owes_no_move_whoever_has_moved() -> None:
    s = marching('"1117" = ["UK.I"], "1018" = ["UK.II"], "1316" = ["F.X"]', 'withdrawal = true\ndisrupted = ["UK.I"]')
    do(s, "move F.X", "to 1417", "stop")
    assert refusal(s, "done") == "19.1d"
    do(s, "move UK.II", "to 0919", "stop")
    assert can(s, "done") and where(s, "UK.I") == "1117"


@clause("19.1d")
def test_where_no_path_leads_to_a_port_the_bef_goes_where_it_likes() -> None:
    """Germans stand in all three ports: nothing is nearer to one, and nothing farther."""
    held = '"0818" = ["G.2Pz"], "0920" = ["G.6Pz"], "1020" = ["G.8Pz", "G.KlugeHQ"]'
    units = f'"1316" = ["UK.I"], {held}'
    s, free = marching(units), marching(units, "")
    assert can(s, "done")
    for state in (s, free):
        do(state, "move UK.I")
    assert choices(s, "to") == choices(free, "to") != set() and can(s, "stop")


def slow_distances(s: FallState) -> dict[int, int]:
    """The length of the shortest path of Allied units from each hex to a port."""
    board, walls = MAP.board, fortifications.shut(s).steps[ALLIED]
    ground = MAP.land & ~ways.barred(s, ALLIED) & ~s.held[GERMAN]
    found = dict.fromkeys(board.members(MAP.ports & ground), 0)
    queue = list(found)
    for hexa in queue:
        for before in board.members(board.around[hexa] & ground):
            if before not in found and not board.crosses(before, hexa, walls):
                found[before] = found[hexa] + 1
                queue.append(before)
    return found


@clause("19.1d")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_nearer_to_a_port_is_what_a_slow_count_says(seed: int) -> None:
    """Again and again as Germans come and go."""
    random = Random(seed)
    s = scattered(random)
    s.withdrawal = True
    for _ in range(12):
        far = slow_distances(s)
        for hexa in random.sample(MAP.board.members(MAP.land & ~s.held[GERMAN]), 25):
            near, level = withdrawal.nearer_and_level(s, hexa)
            if hexa in far:
                assert near == members([h for h in far if far[h] < far[hexa]])
                assert level == members([h for h in far if far[h] <= far[hexa]])
            else:
                assert (near, level) == (members(far), -1)
        unit = random.choice(listed(s.standing & MAP.pieces_on[GERMAN]))
        s.lift(unit, -1)
        s.put(unit, random.choice([hexa for hexa in far if not s.held[ALLIED] >> hexa & 1]))


@clause("19.1d", "10.2a", "7.4b", "22.1d")
@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_owed_to_where_the_march_would_lead(seed: int) -> None:
    """What a unit could reach is judged before it is taken up as it is afterwards."""
    random, compared = Random(seed), 0
    s = scattered(random)
    s.refugees = tuple(sorted(random.sample(MAP.board.members(MAP.land), 5 * (seed % 2))))
    for piece in listed(s.standing & MAP.pieces_on[ALLIED]):
        twin = s.clone()
        movement.take_up(twin, piece, False)
        goals = ways.destinations(twin, twin.where[piece], (piece,), False)[1]
        assert withdrawal.within_reach(s, piece) == goals, s.piece_name(piece)
        compared += bool(goals)
    assert compared > 10


# 19.2: Holland


def holland(more: str, units: str = '"0210" = ["N.I"], "0812" = ["B.VI"]') -> FallState:
    return before(2, more, f"{units}, {FRENCH}")


LOST = 'dutch_hit = true\ncontrol = { german = ["0411"] }'


@clause("19.2a", "19.2b", "19.2c")
@pytest.mark.parametrize(("die", "fate"), [(4, "surrendered"), (5, "at war")])
def test_holland_surrenders_if_the_die_is_no_higher_than_the_bombers_over_it(die: int, fate: str) -> None:
    s = holland(f'{LOST}\nbombers = 4\nready = ["DB.air"]')  # C20
    assert ahead(s) == {"holland": 4}
    assert administration(s, die) == ["Dutch surrender"]
    assert status(s, HOLLAND) == fate
    assert where(s, "N.I") == ("gone" if die == 4 else "0210") and where(s, "DB.air") == "ready"


@clause("19.2b")
@pytest.mark.parametrize(("bombers", "faces"), [(0, 0), (1, 1), (6, 6), (8, 6)])
def test_no_more_faces_than_a_die_has_make_holland_surrender(bombers: int, faces: int) -> None:
    assert ahead(holland(f"{LOST}\nbombers = {bombers}")) == {"holland": faces}


@clause("19.2a")
@pytest.mark.parametrize(
    "more",
    ['control = { german = ["0411"] }', "dutch_hit = true", 'dutch_hit = true\ncontrol = { german = ["0510"] }'],
)
def test_without_a_loss_and_a_lost_town_there_is_no_roll(more: str) -> None:
    s = holland(f"{more}\nbombers = 5")  # 0510 is no town
    assert ahead(s) == {} and administration(s) == [] and status(s, HOLLAND) == "at war"


@clause("19.2c")
@pytest.mark.parametrize("place", ['ready = ["DB.air"]', 'damaged = ["DB.air"]\nback = { "DB.air" = 9 }'])
def test_the_composite_air_unit_goes_with_the_second_of_its_countries(place: str) -> None:
    """Under repair too: nothing of it is left that could come back."""
    more = f'{LOST}\nbombers = 6\n{place}\ncountries = {{ belgium = "surrendered" }}'
    s = holland(more, '"0210" = ["N.I"]')
    administration(s, 6)
    assert status(s, HOLLAND) == "surrendered" and where(s, "DB.air") == "gone"
    assert s.faults() == []


# 19.3: Belgium


@clause("19.3a", "19.3b")
@pytest.mark.parametrize(("die", "fate"), [(3, "surrendered"), (2, "at war")])
def test_belgium_surrenders_if_the_die_exceeds_its_sound_units(die: int, fate: str) -> None:
    units = '"0812" = ["B.VI", "B.V"], "0915" = ["B.IV", "B.Cav"], "0916" = ["B.GHQ"]'
    more = 'control = { german = ["1013"] }\ndisrupted = ["B.V", "G.III"]\ncadred = ["B.IV", "B.GHQ"]'
    s = before(4, more, f"{units}, {FRENCH}")
    assert ahead(s) == {"belgium": 4}
    administration(s, die)
    assert status(s, BELGIUM) == fate and where(s, "B.VI") == ("gone" if die == 3 else "0812")


@clause("19.3a")
def test_with_more_sound_units_than_the_die_has_faces_belgium_is_safe() -> None:
    units = (
        '"0812" = ["B.VI", "B.V"], "0915" = ["B.IV", "B.Cav"], "0916" = ["B.I", "B.II"], "0914" = ["B.III", "B.VII"]'
    )
    s = before(4, 'control = { german = ["1013"] }', f"{units}, {FRENCH}")
    assert ahead(s) == {"belgium": 0} and administration(s, 6) == ["Belgian surrender"]
    assert status(s, BELGIUM) == "at war"


@clause("19.3a")
def test_while_brussels_holds_out_belgium_does_not_roll() -> None:
    s = before(4, 'control = { german = ["0812", "1110"] }', f'"0915" = ["B.IV"], {FRENCH}')
    assert ahead(s) == {} and administration(s) == [] and status(s, BELGIUM) == "at war"


# 19.0: collapse


@clause("19.0a")
def test_a_country_without_units_and_towns_surrenders_without_a_roll() -> None:
    towns = [MAP.board.labels[hexa] for hexa in MAP.board.members(MAP.urban & MAP.country[HOLLAND])]
    s = before(2, f"control = {{ german = {towns} }}", FRENCH)
    assert ahead(s) == {"holland": 6}
    administration(s)
    assert status(s, HOLLAND) == "surrendered"
    s = before(2, f"control = {{ german = {towns[1:]} }}", FRENCH)
    administration(s)
    assert status(s, HOLLAND) == "at war"
    s = before(2, f"control = {{ german = {towns} }}", f'"0509" = ["N.III"], {FRENCH}')
    administration(s)
    assert status(s, HOLLAND) == "at war"


# 19.4: Paris

DEAD = '"F.X", "F.XVIII", "F.II", "F.XI", "F.XLI"'
STRONG = '"1818" = ["G.II", "G.5Pz", "G.4HQ"], "1819" = ["G.AHQ"], "2018" = ["F.VII"]'
"""Five stacking points of Germans within two hexes of Paris, three of the French."""


@clause("19.4a")
@pytest.mark.parametrize(
    ("dead", "units", "opens"),
    [
        (DEAD, STRONG, True),
        (DEAD, STRONG.replace(', "G.5Pz"', ""), False),  # 3 to 3
        (DEAD, STRONG.replace("1818", "1718").replace("1819", "1719"), False),  # three hexes away
        (DEAD.replace('"F.XLI"', '"F.2A1", "F.2A2"'), STRONG, False),  # four corps
        (DEAD + ', "G.V", "G.VIII", "G.VI", "G.VII", "G.XIII"', STRONG, False),  # 15 points dead on both sides
        (DEAD + ', "G.V", "G.VIII", "G.VI", "G.VII", "G.7Pz"', STRONG, True),  # 15 to 14
        (DEAD + ', "G.V", "G.VIII", "G.VI", "G.VII", "G.XIII", "G.7Pz"', STRONG, False),  # 15 to 17
    ],
)
def test_paris_is_declared_open_when_three_things_hold(dead: str, units: str, opens: bool) -> None:
    s = before(8, f"dead = [{dead}]", f'{units}, "0812" = ["B.VI"], "2812" = ["F.XIII"]')
    assert ("paris" in ahead(s)) is opens
    administration(s)
    assert s.open_city is opens


@clause("19.4a", "22.6a", "22.6b")
def test_a_fortress_is_never_declared_open() -> None:
    more = f'dead = [{DEAD}]\noptions = {{ fortress_paris = "yes" }}'
    s = before(8, more, STRONG)
    assert "paris" not in ahead(s)


@clause("19.4b")
def test_allied_units_leave_paris_at_once_unharmed_and_do_not_come_back() -> None:
    units = '"1918" = ["G.II", "G.5Pz", "G.7Pz", "G.4HQ"], "1919" = ["G.AHQ"], "2018" = ["F.VII"], "2118" = ["UK.I"]'
    s = before(8, f"dead = [{DEAD}]", f'{units}, "0812" = ["B.VI"]')
    do(s, "done")
    assert s.open_city and choices(s, "withdraw") == {"F.VII", "UK.I"}
    do(s, "withdraw F.VII")
    assert not choices(s, "fall_back") & {"2118", "2119", "1918"} and refusal(s, "fall_back 2118") == "19.4b"
    assert s.explain("fall_back 2520").reason == "Orléans (2520) is not next to the unit"
    do(s, "fall_back 2017")
    do(s, "fall_back 2217")
    assert where(s, "F.VII") == "2017" and where(s, "UK.I") == "2217" and not s.disrupted & MAP.pieces_on[1]
    s = lay('phase = "allied movement"\nturn = 9\nopen_city = true\nunits = { "2117" = ["F.VII"], "1405" = ["G.III"] }')
    do(s, "move F.VII")
    assert refusal(s, "to 2118") == "19.4b"


@clause("19.4b", "17.1e")
def test_a_unit_that_cannot_leave_paris_is_eliminated() -> None:
    """Of the hexes around 2018 only 2017 is free of Germans, and it has room for one more corps."""
    ring = '"1918" = ["G.II"], "1919" = ["G.III"], "2019" = ["G.VI"], "2017" = ["F.XXI"]'
    units = f'units = {{ "2018" = ["F.X", "F.XVIII"], "0812" = ["B.VI"], {ring} }}'
    s = lay(f'turn = 8\nopen_city = true\nstack = [{{ step = "begin_turn" }}, {{ step = "leave_paris" }}]\n{units}')
    assert choices(s, "withdraw") == {"F.X", "F.XVIII"}
    events = do(s, "withdraw F.XVIII")
    assert where(s, "F.XVIII") == "2017" and where(s, "F.X") == "dead"
    assert [event.clauses for event in events if isinstance(event, Eliminated)] == [("17.1e",)]


@clause("19.4b")
def test_a_unit_that_is_not_on_the_map_does_not_leave_paris() -> None:
    """In a position from outside: nothing is asked and nothing happens to it."""
    steps = 'stack = [{ step = "begin_turn" }, { step = "leaving", piece = "F.X" }]'
    for box in ("dead", "gone"):
        s = lay(f'turn = 8\nopen_city = true\n{box} = ["F.X"]\n{steps}\nunits = {{ {STRONG} }}')
        assert where(s, "F.X") == box and s.decision is not None and s.decision.step != "leaving"


@clause("19.4b")
def test_an_open_paris_supplies_nobody() -> None:
    lost = ["1117", "1418", "1722", "1813", "1907", "2103", "2107", "2520", "2810"]
    text = f'phase = "allied movement"\nturn = 9\ncontrol = {{ german = {lost} }}\nunits = {{ "2016" = ["F.VII"] }}'
    assert supplied(lay(text), "F.VII") and not supplied(lay("open_city = true\n" + text), "F.VII")


@clause("19.4c")
def test_germans_pass_through_open_paris_but_do_not_stop_there() -> None:
    s = lay(
        'phase = "german movement"\nturn = 9\nopen_city = true\n'
        'units = { "1918" = ["G.II", "G.4HQ"], "1818" = ["G.AHQ"], "2815" = ["F.VII"] }'
    )
    do(s, "move G.II")
    assert can(s, "to 2018")  # three points are left to go on with
    do(s, "to 2018")
    assert refusal(s, "stop") == "19.4c" and can(s, "to 2017")
    do(s, "to 2017")
    assert can(s, "stop") and controls(s, "german", "2018")
    s = lay(
        'phase = "german movement"\nturn = 9\nopen_city = true\n'
        'units = { "1718" = ["G.4HQ"], "1619" = ["G.AHQ"], "2815" = ["F.VII"] }'
    )
    do(s, "move G.4HQ", "to 1918")
    assert s.left[MAP.piece("G.4HQ")] == 1 and refusal(s, "to 2018") == "19.4c"  # it could not go on from there


@clause("19.4c")
def test_germans_retreat_into_open_paris_only_if_nothing_else_is_left() -> None:
    """R145: a hex in an enemy zone is another option."""
    units = '"1918" = ["G.III"], "2217" = ["G.12HQ"], "1816" = ["F.X"], "1819" = ["F.I"], "2116" = ["F.III"]'
    step = '{ step = "fall_back", piece = "G.III" }'

    def retreating(more: str = "") -> FallState:
        return lay(f"turn = 9\nopen_city = true\nstack = [{step}]\nunits = {{ {units}{more} }}")

    s = retreating(', "2117" = ["F.IV"]')
    assert choices(s, "fall_back") == {"1817", "1917", "2017"}  # all in French zones
    assert refusal(s, "fall_back 2018") == "19.4c"
    full = ', "2017" = ["G.X", "G.XXVI"], "1917" = ["G.IV", "G.XI"], "1817" = ["G.XII", "G.XXIV"]'
    s = retreating(full)
    assert where(s, "G.III") == "2018"  # stacking closes all the others


# 19.5: France

CITIES = ["1117", "1418", "1722", "1813", "1907", "2018", "2118", "2119", "2103", "2107", "2520", "2810"]
PORTS = ["0818", "0920", "1020"]
WEST = [MAP.board.labels[hexa] for hexa in MAP.board.members(MAP.west_edge)]


def france(german: str, french: str, taken: list[str] | None = None, more: str = "") -> FallState:
    lost = CITIES + WEST if taken is None else taken
    more = f'countries = {{ belgium = "surrendered" }}\ncontrol = {{ german = {lost} }}\n{more}'
    return before(10, more, f"{german}, {french}")


GERMANS = '"1818" = ["G.II", "G.4HQ"], "1819" = ["G.AHQ"]'  # 4 + 1 + 1, and HQ 12


@clause("19.5a")
@pytest.mark.parametrize(
    ("french", "attack", "defence", "fate"),
    [
        ('"2815" = ["F.X"]', 7, 4, "surrendered"),
        ('"2815" = ["F.X", "F.ALT"]', 7, 6, "at war"),
        ('"2815" = ["F.X", "F.XVIII"]', 7, 8, "at war"),
    ],
)
def test_france_surrenders_when_the_german_attack_is_half_as_much_again(
    french: str, attack: int, defence: int, fate: str
) -> None:
    s = france(GERMANS, french)
    supply.claim_what_is_left(s)  # from the south edge
    balance = politics.french_balance(s)
    assert (balance.has_source, balance.attack, balance.defence, balance.alone) == (False, attack, defence, True)
    assert ("france" in ahead(s)) is (fate == "surrendered")
    administration(s)
    assert status(s, FRANCE) == fate and where(s, "F.X") == ("gone" if fate == "surrendered" else "2815")


@clause("19.5a")
def test_exactly_one_and_a_half_is_enough() -> None:
    german = '"1818" = ["G.4HQ"], "1819" = ["G.AHQ"], "1820" = ["G.5Pz", "G.7Pz"]'
    s = france(german, '"2815" = ["F.X"]', more='disrupted = ["G.12HQ", "G.III"]')  # the disrupted have no attack
    supply.claim_what_is_left(s)
    balance = politics.french_balance(s)
    assert (balance.attack, balance.defence, balance.enough) == (6, 4, True) and politics.france_surrenders(s)


@clause("19.5a")
def test_supply_and_cadres_count_in_the_comparison() -> None:
    more = 'cadred = ["F.X", "F.XVIII"]\ndisrupted = ["G.III", "F.2A1"]'
    s = france(GERMANS, '"2815" = ["F.X", "F.XVIII"], "2816" = ["F.2A1"]', more=more)
    assert politics.french_defence(s) == 1 + 1  # the cadres of a hex together one, the division half of its two
    supply.claim_what_is_left(s)
    assert politics.french_defence(s) == 1 + 2  # disrupted, but in supply from the edge
    s = france('"1818" = ["G.II"], "1819" = ["G.XII"]', '"2815" = ["F.X"]')
    assert politics.german_attack(s) == 1 + 2 + 2  # HQ 12, and two corps without HQs at half


@clause("19.5a")
@pytest.mark.parametrize(
    ("taken", "surrenders"),
    [(CITIES + WEST, True), (CITIES + WEST[:-1], False), (CITIES[:-1] + WEST, False)],
)
def test_a_city_or_the_west_edge_keeps_france_in_the_war(taken: list[str], surrenders: bool) -> None:
    s = france(GERMANS, '"2815" = ["F.X"]', taken)
    assert politics.french_balance(s).has_source is not surrenders and ("france" in ahead(s)) is surrenders


@clause("19.5a")
@pytest.mark.parametrize(
    ("country", "british", "alone"),
    [("surrendered", True, True), ("at war", False, True), ("at war", True, False)],
)
def test_france_fights_on_while_belgium_and_the_bef_do(country: str, british: bool, alone: bool) -> None:
    bef = ', "2816" = ["UK.I"]' if british else ""
    units = f'{GERMANS}, "2815" = ["F.X"]{bef}'
    s = before(10, f'countries = {{ belgium = "{country}" }}\ncontrol = {{ german = {CITIES + WEST} }}', units)
    assert politics.french_balance(s).alone is alone and ("france" in ahead(s)) is alone


@clause("19.5a")
def test_france_surrenders_once() -> None:
    """Without any unit nothing speaks for France any more; it is out of the war already."""
    for fate, again in (("at war", True), ("surrendered", False)):
        countries = f'countries = {{ belgium = "surrendered", france = "{fate}" }}'
        s = lay(
            f'phase = "recovery"\nturn = 10\ndisrupted = ["G.III"]\n{countries}\n'
            f"control = {{ german = {CITIES + WEST} }}\nunits = {{ {WAITING}, {GERMANS} }}"
        )
        assert politics.french_balance(s).enough and politics.france_surrenders(s) is again


@clause("19.5a", "5.0h")
def test_a_belgian_surrender_counts_for_france_in_the_same_phase() -> None:
    units = f'{GERMANS}, "2815" = ["F.X"], "0812" = ["B.VI"], "2816" = ["UK.I"]'
    s = before(10, f"control = {{ german = {[*CITIES, *WEST, '1013']} }}", units)
    assert ahead(s) == {"belgium": 5}
    administration(s, 2)
    assert (status(s, BELGIUM), status(s, FRANCE)) == ("surrendered", "surrendered")
