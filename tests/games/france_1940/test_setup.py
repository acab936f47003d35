"""Setting up (2.3): officers drawn, support rolled for, units and markers placed."""

from __future__ import annotations

import pytest

from meuse.board.sets import listed
from meuse.games.france_1940.events import OfficerDrawn
from meuse.games.france_1940.setting import OFF, RESERVE, UNPLACED

from .kit import GAME, begin, can, choices, clause, do, names, own, refusal, where


@clause("2.3f", "2.3h")
def test_officers_are_drawn_without_being_put_back() -> None:
    drawn = set()
    for seed in range(12):
        s = begin("stonne", seed=seed)
        leaders = [s.piece_name(officer) for officer in s.leaders]
        assert len(set(leaders)) == len(leaders)
        for formation, officer in zip(s.setting.formations, s.leaders, strict=True):
            row = s.setting.pieces[officer]
            assert row.nation == formation.nation and row.row.kind == formation.officer
        drawn.add(tuple(leaders))
    assert len(drawn) > 8


@clause("2.3f", "2.3g", "2.3h")
def test_reading_an_order_of_battle() -> None:
    """EX03: an officer, three rifle platoons and an H-39, twice; two different officers are drawn."""
    force = '[[force]]\nnation = "french"\nunits = { "F.rifle" = 3, "F.h39" = 1 }\nofficer = "infantry"\n'
    s = begin(own(force + "times = 2\nenters = 1\n"))
    for number, name in enumerate(("F1", "F2")):
        formation, row = s.setting.formations[number], s.setting.pieces[s.leaders[number]]
        units = {f"{name}.rifle-1", f"{name}.rifle-2", f"{name}.rifle-3", f"{name}.h39-1"}
        assert names(s, formation.units) == units and (row.row.kind, row.nation) == ("infantry", formation.nation)
    assert len(s.setting.formations) == 2 and s.leaders[0] != s.leaders[1]


@clause("2.3f")
def test_the_die_decides_who_leads() -> None:
    s = GAME.STATE(GAME.setting("stonne"), b"", GAME.ledger.settle({}))
    s.script = (2, 1, 1, 4) + (1,) * 20
    GAME.begin(s)
    told = [s.piece_name(event.officer) for event in s.events if isinstance(event, OfficerDrawn)]
    assert told[:4] == ["G.Brandt", "G.Apfelbaum", "G.Kessel", "G.Wirth"]


def test_a_pool_that_is_used_up_is_shuffled_again() -> None:
    """G97: the Belgians have one officer."""
    name = own('[[force]]\nnation = "belgian"\nline = "BE1"\ntimes = 3\nenters = 1')
    s = GAME.new(name, 1)
    assert [s.piece_name(officer) for officer in s.leaders] == ["L.Claes", "L.Claes-2", "L.Claes-3"]


@clause("13.OB7", "13.OB8", "13.OB9", "13.OB10", "13.AS2", "8.1.3.1a", "8.2a", "2.3o")
@pytest.mark.parametrize(
    ("nation", "calibre", "dice", "missions", "smoke"),
    [
        ("french", 75, (3, 5), 2, 0),
        ("french", 105, (3, 6), 1, 1),
        ("german", 105, (5, 5), 3, 1),
        ("german", 105, (6, 4), 3, 0),
    ],
)
def test_missions_are_rolled_for(nation: str, calibre: int, dice: tuple[int, int], missions: int, smoke: int) -> None:
    force = '[[force]]\nnation = "belgian"\nline = "BE1"\nenters = 1\n'
    name = own(f'{force}[[battery]]\nnation = "{nation}"\ncalibre = {calibre}\n[[air]]\nnation = "{nation}"')
    s = GAME.STATE(GAME.setting(name), b"", GAME.ledger.settle({}))
    s.script = (*dice, 3)
    GAME.begin(s)
    assert (s.missions[0], s.smoke_missions[0]) == (missions, smoke)
    assert s.attacks[0] == (2 if nation == "german" else 1)


@clause("2.3a", "4a")
def test_units_stand_in_their_area_and_at_most_nine_steps_in_a_hex() -> None:
    s = begin("stonne", "place G1.rifle-1")
    assert can(s, "at B707") and refusal(s, "at B101") == "2.3a"
    do(s, "at B707", "place G1.rifle-2", "at B707", "place G1.rifle-3", "at B707", "place G1.mg34-1")
    assert refusal(s, "at B707") == "4a"
    assert can(s, "at B708")


@clause("2.3f")
def test_officers_come_last() -> None:
    s = begin("stonne")
    officer = s.piece_name(s.leaders[0])
    assert refusal(s, f"place {officer}") == "2.3f"
    assert refusal(s, "place F1.charb1-1") == "2.3a"


@clause("2.3a", "7.2a")
def test_who_enters_waits_beside_the_board() -> None:
    s = begin("stonne")
    assert where(s, "F1.charb1-1") == "off" and s.where[s.leaders[4]] == OFF
    assert {s.where[o] for o in s.setting.replacements[0, "infantry"]} == {RESERVE}
    assert s.where[s.setting.piece("G1.rifle-1")] == UNPLACED


@clause("2.3i", "2.3j", "12.1.2a")
def test_improved_positions_protect_units_from_the_start() -> None:
    s = begin("stonne")
    while not choices(s, "dig"):
        s.apply(s.options[0])
    held = set(s.setting.board.names(s.held[0]))
    built = s.setting.board.set(choices(s, "dig"))
    assert choices(s, "dig") <= held and not built & s.setting.ground.of["built-up area"]
    assert refusal(s, "dig B101") == "2.3j"
    do(s, f"dig {min(choices(s, 'dig'))}")
    assert s.german_positions.bit_count() == 1


@clause("3.4f")
def test_reaction_markers_of_the_scenario() -> None:
    s = begin("stonne")
    while not choices(s, "mark"):
        s.apply(s.options[0])
    do(s, "mark G1.rifle-1", "mark G1.rifle-2")
    assert refusal(s, "mark G1.rifle-1") == "3.4f"
    do(s, "mark G1.mg34-1")
    assert names(s, s.reaction) == {"G1.rifle-1", "G1.rifle-2", "G1.mg34-1"} and s.turn == 1


@clause("2.3p", "12.7.1f")
def test_mines_are_laid_face_down() -> None:
    s = begin("gembloux")
    while not choices(s, "mine"):
        s.apply(s.options[0])
    assert refusal(s, "mine F808") == "2.3j" or refusal(s, "mine F808") == "12.7.1f"
    do(s, "mine F714")
    mine = s.mines[0]
    assert (s.label(mine.hex), mine.kind, mine.density, mine.shown) == ("F714", "at", 1, False)
    german, allied = ([mark.title for mark in s.scene(side).marks if mark.sign == "M"] for side in ("german", "allied"))
    assert german == ["minefield"] and allied == ["normal anti-tank minefield"]


@clause("12.2a", "12.3b")
def test_wire_and_roadblocks() -> None:
    s = begin("montcornet")
    while not choices(s, "block"):
        s.apply(s.options[0])
    roads = set(s.setting.board.names(s.setting.ground.roads.touched))
    assert choices(s, "block") <= roads and refusal(s, "block E101") == "12.3a"
    s = begin("sedan")
    while not choices(s, "wire"):
        s.apply(s.options[0])
    south = set(s.setting.board.names(s.setting.areas["south"]))
    assert choices(s, "wire") <= south
    stood = s.setting.board.names(s.held[0] | s.held[1])
    assert {refusal(s, f"wire {hexa}") for hexa in stood} == {"12.2b"}
    do(s, f"wire {min(choices(s, 'wire'))}")
    assert s.wire.bit_count() == 1


@clause("12.9a", "12.9d")
def test_each_fortification_has_a_garrison() -> None:
    s = begin("sedan")
    units = [option.object for option in s.offered("place")]
    for unit in units[:-2]:
        do(s, f"place {unit}")
        do(s, f"at {min(choices(s, 'at') - {'H608', 'H1009'})}")
    do(s, f"place {units[-2]}")
    assert choices(s, "at") == {"H608", "H1009"}
    do(s, "at H608", f"place {units[-1]}")
    assert choices(s, "at") == {"H1009"}
    do(s, "at H1009")
    while not choices(s, "shelter"):
        s.apply(s.options[0])
    assert not can(s, "done")
    do(s, f"shelter {units[-2]}", f"shelter {units[-1]}")
    assert names(s, s.inside) == set(units[-2:])
    assert s.load[1][s.setting.board.place("H608")] == 0


AREA = "[area.north]\nrows = [1, 10]\n"
FORT = '[[works.forts]]\nhex = "A809"\nvalue = 4\narrow = "nne"\nside = "german"\n'


@clause("12.9a", "4a")
def test_vehicles_leave_room_for_a_garrison() -> None:
    """Three full tanks would fill the hex of the fortification; two, with a garrison, do too."""
    units = 'units = { "G.pz3" = 3, "G.rifle" = 1 }'
    s = begin(own(f'[[force]]\nnation = "german"\n{units}\nofficer = "infantry"\narea = "north"\n{AREA}{FORT}'))
    do(s, "place G1.pz3-1", "at A809", "place G1.pz3-2", "at A809", "place G1.pz3-3")
    assert refusal(s, "at A809") == "12.9a"
    do(s, "at A808", "place G1.rifle-1", "at A809")
    assert where(s, "G1.rifle-1") == "A809"


@clause("5.7a", "12.2b", "12.5b", "12.6a")
def test_nobody_is_set_up_where_a_marker_keeps_him_out() -> None:
    units = 'units = { "G.pz3" = 1, "G.rifle" = 1, "G.pak36" = 1, "G.sdkfz251" = 1 }'
    force = f'[[force]]\nnation = "german"\n{units}\nofficer = "infantry"\narea = "north"\n'
    works = '[works]\nwire = ["A808"]\nditches = ["A809"]\nteeth = ["A810"]\n'
    obstacles = {"A808", "A809", "A810"}
    for unit, open_to in (("rifle", {"A809", "A810"}), ("pz3", {"A808"}), ("pak36", set()), ("sdkfz251", set())):
        s = begin(own(force + AREA + works))
        do(s, f"place G1.{unit}-1")
        assert choices(s, "at") & obstacles == open_to
        assert all(refusal(s, f"at {hexa}") == "5.7a" for hexa in obstacles - open_to)


def test_the_defender_sets_up_first() -> None:
    assert begin("stonne").to_act == "german" and begin("gembloux").to_act == "allied"


def test_the_defender_controls_his_area_at_the_start() -> None:
    s = begin("stonne")
    assert s.german_ground == s.setting.areas["village"] and not s.allied_ground


@clause("7.1e")
def test_a_tank_officer_rides_in_a_tank() -> None:
    s = begin("arras")
    while s.to_act != "allied":
        s.apply(s.options[0])
    tanks = s.setting.formations[s.setting.formation_numbers["B1"]]
    officer = s.leaders[s.setting.formation_numbers["B1"]]
    while s.where[officer] == UNPLACED:
        s.apply(s.options[0])
    assert tanks.units >> s.carriers[officer] & 1 and s.where[s.carriers[officer]] == s.where[officer]


READY = [(name, side) for name in GAME.scenarios for side in GAME.setting(name).scenario.ready]


@clause("2.3a")
@pytest.mark.parametrize(("scenario", "side"), READY)
def test_ready_set_ups_are_what_the_rules_allow(scenario: str, side: str) -> None:
    """Unit by unit, as the sweep places them, and in one action: the same units stand in the same hexes."""
    s = begin(scenario)
    while s.to_act != side:
        s.apply(s.options[0])
    t = s.clone()
    for action in s.agenda[-1].ready_actions(s):
        do(s, action)
    do(t, "ready")
    own_pieces = s.setting.pieces_on[GAME.side(side)]
    assert [s.where[p] for p in listed(own_pieces)] == [t.where[p] for p in listed(own_pieces)]
    assert not any(s.where[p] == UNPLACED for p in listed(own_pieces)) and not GAME.faults(s)


def test_every_side_that_sets_up_has_a_ready_set_up() -> None:
    for name in GAME.scenarios:
        s = GAME.setting(name)
        sides = {GAME.sides[s.side_of[piece]] for piece, area in s.area_of.items() if area}
        assert sides == set(s.scenario.ready)
