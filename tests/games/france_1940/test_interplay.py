"""Where rules of several chapters meet: officers under cover, routed units among others, what is said about flights."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import (
    aftermath,
    armour,
    artillery,
    assault,
    attack,
    building,
    defence,
    flight,
    movement,
    nations,
    retreat,
    rout,
    storming,
    support,
    works,
)
from meuse.games.france_1940.events import Attacked, AttackResult, GateChecked
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState, Project, Target

from .close import field, hexa, hexes, let, strengths
from .kit import ENDING, GAME, OWN, begin, can, choices, clause, do, force, mask_of, names, owned, refusal, stand, where

TRENCH = 'trenches = ["A810", "A811"]\n'
FORT = 'forts = [{ hex = "A809", value = 4, arrow = "e", owner = "german" }]\n'
RIDES = '[carriers]\n"G.Hartung" = "G3.pz3-1"'


def pieces(s: FranceState, *units: str) -> tuple[int, ...]:
    return tuple(s.setting.piece(unit) for unit in units)


# officers under cover (12.8, 12.9)


@clause("12.8b", "12.8d")
def test_any_number_of_officers_may_be_in_a_trench() -> None:
    """They go in beside six steps, by an action or on their way, and come out again."""
    units = "A810 F1.rifle-1 F1.rifle-2 F.Moreau F.Landry; A816 F2.rifle-1; A103 G1.rifle-1"
    s = field(units, TRENCH + 'inside = ["F1.rifle-1", "F1.rifle-2"]\n')
    do(s, "activate F.Moreau", "shelter F.Moreau")
    assert "F.Moreau" in names(s, s.inside) and "F.Moreau" in names(s, s.finished)
    do(s, "done", "wait", "activate F.Landry")
    assert s.load[1][hexa(s, "A810")] == 0
    do(s, "move F.Landry", "shelter F.Landry")
    assert names(s, s.inside) == {"F1.rifle-1", "F1.rifle-2", "F.Moreau", "F.Landry"} and not faults(s)
    assert choices(s, "along") == {"A811"}


@clause("12.8b", "7.1b", "12.8e")
def test_a_lone_officer_is_safer_in_a_trench() -> None:
    """The trench divides AP fire by five, the open ground by two."""
    divisors = []
    for inside in ("", 'inside = ["F.Moreau"]\n'):
        s = field("A810 F.Moreau; A816 F1.rifle-1; A103 G1.rifle-1", TRENCH + inside)
        made = attack.against(s, hexa(s, "A810"), 0, 6, Weapon("ap"), origins=(hexa(s, "A808"),))
        assert names(s, attack.struck(s, made)) == {"F.Moreau"}
        divisors.append(made.divisor)
    assert divisors == [2, 5]


@clause("12.9a", "12.9d", "8.1.1h", "8.2.1e")
def test_an_officer_inside_a_fortification_sees_its_front() -> None:
    s = field("A809 G1.rifle-1 G.Apfelbaum; A810 G1.rifle-2; A116 F1.rifle-1", FORT + 'inside = ["G.Apfelbaum"]\n')
    officer = s.setting.piece("G.Apfelbaum")
    front, here = s.setting.front(hexa(s, "A809"), "e"), hexa(s, "A809")
    seen = s.setting.sight.seen_from(here)
    assert support.view(s, officer) == seen & (front | 1 << here) != seen
    s.shelter(officer, False)
    assert support.view(s, officer) == seen


@clause("12.9d", "12.9a")
def test_officers_are_among_a_garrison_but_are_none() -> None:
    """Who sets up a bunker puts a unit inside; then officers in its hex may go in too."""
    s = begin("sedan")
    do(s, "ready")
    assert choices(s, "shelter") >= {"F1.rifle-1", "F1.hotchkiss-1"} and not can(s, "done")
    chiefs = {n for n in choices(s, "shelter") if s.setting.officers >> s.setting.piece(n) & 1}
    assert chiefs == {s.piece_name(s.leaders[0]), s.piece_name(s.leaders[1])}
    do(s, *(f"shelter {chief}" for chief in sorted(chiefs)))
    assert not can(s, "done")
    do(s, "shelter F1.rifle-1", "shelter F2.rifle-1")
    assert can(s, "done") and chiefs | {"F1.rifle-1", "F2.rifle-1"} == names(s, s.inside)


@clause("12.9h", "12.8b")
def test_an_officer_inside_stays_with_those_who_are_not_assaulted_yet() -> None:
    s = field(
        "A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F1.rifle-1", FORT + 'inside = ["G1.rifle-1", "G.Apfelbaum"]\n'
    )
    assert names(s, aftermath.walled_in(s, hexa(s, "A809"), 0)) == {"G1.rifle-1", "G.Apfelbaum"}
    s.shelter(s.setting.piece("G1.rifle-1"), False)  # now nobody is inside who would be assaulted after the others
    assert not aftermath.walled_in(s, hexa(s, "A809"), 0)


def test_why_nobody_goes_inside_from_beside_the_board() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A103 G1.rifle-1", 'off = ["F1.rifle-2"]\n' + TRENCH)
    s.active = mask_of(s, "F1.rifle-1", "F1.rifle-2", "F.Moreau")
    says = [bar.says for bar in works.shelter_bars(s) if bar.closed >> s.setting.piece("F1.rifle-2") & 1]
    assert says[0] == "{it} is not on the board yet"


# routed units among those who are assaulted (9.1.7b, 10.3.4a)


@clause("9.2j", "10.3.4a")
def test_the_odds_of_an_armoured_assault_leave_out_who_surrenders() -> None:
    """The routed platoon is taken; against the anti-tank gun that is left the dice are one better: 7 or less."""
    s = field("A810 G3.pz3-1 G.Hartung; A809 F2.sa34-1 F1.rifle-1", f'routed = ["F1.rifle-1"]\n{RIDES}', side="german")
    do(s, "activate G.Hartung", "assault G3.pz3-1")
    preview = s.preview("launch")
    assert preview is not None and {f.name: f.value for f in preview.factors}["against guns"] == "-1"
    events = do(s, "launch", "hold", rolls=[6, 6])
    assert where(s, "F1.rifle-1") == "dead"
    assert [e.modified - e.rolled for e in events if isinstance(e, AttackResult)] == [-1]


@clause("9.2k", "12.8e", "10.3.4a")
def test_a_routed_unit_outside_does_not_bare_those_in_the_trench() -> None:
    s = field(
        "A810 G3.pz3-1; A809 F1.rifle-1 F2.rifle-1",
        'trenches = ["A809"]\ninside = ["F1.rifle-1"]\nrouted = ["F2.rifle-1"]',
    )
    made = armour.overrun(s, hexa(s, "A809"), pieces(s, "G3.pz3-1"))
    assert made.divisor == 5 and names(s, attack.struck(s, made)) == {"F1.rifle-1"}


@clause("9.3g", "10.3.4a")
def test_the_odds_of_an_anti_armour_assault_leave_out_who_surrenders() -> None:
    """The routed tank is taken, and the lorry beside it is struck two columns to the right; the check is harder."""
    s = field("A810 F1.rifle-1 F.Moreau; A809 G3.pz3-1 G.blitz-1", 'routed = ["G3.pz3-1"]')
    do(s, "activate F.Moreau", "assault F1.rifle-1")
    preview = s.preview("launch")
    told = {f.name: f.value for f in preview.factors} if preview else {}
    assert told["against transports"] == "2 columns right" and told["column"] == "8"
    assert told["check of Rifle 1 of F1 before"] == "8 or less"
    events = do(s, "launch", rolls=[4, 4, 1, 1])
    assert [(e.needed, e.passed) for e in events if isinstance(e, GateChecked)] == [(8, True)]
    assert where(s, "G3.pz3-1") == "dead" and [e.column for e in events if isinstance(e, Attacked)] == ["8"]


@clause("9.1.7b", "9.1.7c", "10.3.4a")
@pytest.mark.parametrize(
    ("there", "more", "check"),
    [
        ("G1.rifle-1", 'routed = ["G1.rifle-1"]', "9 or less"), ("G.Apfelbaum", "", "9 or less"),
        ("G3.pz3-1", 'routed = ["G3.pz3-1"]', "8 or less"),
    ],
)  # fmt: skip
def test_against_those_who_surrender_there_is_only_the_check(there: str, more: str, check: str) -> None:
    s = field(f"A810 F1.rifle-1 F.Moreau; A809 {there}; A103 G1.rifle-2", more)
    do(s, "activate F.Moreau", "assault F1.rifle-1")
    preview = s.preview("launch")
    assert preview is not None and preview.chance("the defenders surrender if one unit comes") == 1
    assert [f.name for f in preview.factors] == [f"check of Rifle 1 of F1: {check}"]
    board = s.agenda[-1].battle_board(s, 1)
    assert board is not None and not board.chances
    do(s, "launch", rolls=[1, 1])
    if can(s, "done"):
        do(s, "done")
    assert where(s, there) == "dead"


@clause("9.2g", "10.3.4a")
def test_infantry_that_goes_for_the_armour_takes_what_is_routed_there() -> None:
    """Two tanks stand where the assault comes from, one of them routed: it is lost, the other is struck."""
    units = "A810 G3.pz3-1 G3.pz3-2 G.Hartung; A809 F1.rifle-1; A805 F.Moreau"
    s = field(units, f'routed = ["G3.pz3-2"]\n{RIDES}', side="german")
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch")
    events = do(s, "rush F1.rifle-1", rolls=[1, 1, 6, 6, 6, 6])
    assert where(s, "G3.pz3-2") == "dead" and strengths(s)["G3.pz3-1"] == 3
    assert [s.label(e.hex) for e in events if isinstance(e, Attacked)] == ["A810", "A809"]
    s = field(units.replace("A805", "A808"), f'routed = ["G3.pz3-1", "G3.pz3-2"]\n{RIDES}', side="german")
    s.moving = mask_of(s, "G3.pz3-1", "G3.pz3-2")
    s.turn_into(armour.Rush(s.setting.piece("F1.rifle-1"), hexa(s, "A809"), pieces(s, "G3.pz3-1")))
    events = let(s, lambda: s.agenda[-1].into(s, hexa(s, "A810")), [4, 4])
    assert where(s, "G3.pz3-1") == where(s, "G.Hartung") == "dead" and not any(isinstance(e, Attacked) for e in events)


# what is said about flights


@clause("9.2n", "9.2o")
def test_why_those_who_seek_cover_go_no_other_way() -> None:
    """From A509 cover is A410 or A610; the bare hill is no nearer to it. Among enemies the clause is that of 9.2."""
    s = field("A508 F1.rifle-1; A103 G1.rifle-1; A609 G1.rifle-2")
    away, sides = mask_of(s, "F1.rifle-1"), s.setting.board.around[hexa(s, "A508")]
    retreat.send(s, away, hexa(s, "A508"), 3, sides, mask_of(s, "G1.rifle-2"), overrun=True)
    s.advance()
    assert refusal(s, "retreat A609") == "9.2o"
    do(s, "retreat A509")
    assert refusal(s, "retreat A510") == "9.2n"


@clause("10.3.3a", "10.3.2b")
def test_why_a_routed_unit_under_fire_flees_no_other_way() -> None:
    s = field("A807 F1.rifle-1; A103 G1.rifle-1", 'routed = ["F1.rifle-1"]')
    let(s, lambda: rout.under_fire(s, hexa(s, "A807"), mask_of(s, "F1.rifle-1")))
    assert choices(s, "rout") and refusal(s, "rout A806") == "10.3.2b"
    step = s.agenda[-1]
    assert isinstance(step, rout.Rerout)
    s.turn_into(rout.Rerout(step.group, -1, step.path, 1))  # half a point is left
    s.ask_again()
    assert choices(s, "rout") == {s.label(h) for h in s.setting.board.neighbours(hexa(s, "A807"))}
    s.turn_into(rout.Rerout(step.group, -1, step.path, 2))
    s.ask_again()
    wooded = {"A808", "A707", "A907"} - choices(s, "rout")
    assert all(refusal(s, f"rout {label}") == "10.3.3a" for label in wooded)


@clause("9.1.1d", "10.3.1c")
def test_why_an_officer_does_not_join() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1", 'routed = ["F.Moreau"]')
    s.turn_into(assault.Lead(hexa(s, "A809"), pieces(s, "F1.rifle-1"), (hexa(s, "A810"),), defence.HAND, 0, 0))
    lead = s.agenda[-1]
    assert isinstance(lead, assault.Lead)
    closed_by = [bar for bar in lead.bars(s, "lead") if bar.closed >> s.setting.piece("F.Moreau") & 1]
    assert (closed_by[0].clause, closed_by[0].says) == ("10.3.1c", "{it} is routed")


@clause("9c")
def test_who_is_not_on_the_board_yet_cannot_assault() -> None:
    s = field("A810 F1.rifle-1; A809 G1.rifle-1", 'off = ["F1.rifle-2"]')
    s.active, s.activator = mask_of(s, "F1.rifle-1", "F1.rifle-2"), 1
    bars = [bar for bar in storming.assault_bars(s) if bar.closed >> s.setting.piece("F1.rifle-2") & 1]
    assert (bars[0].clause, bars[0].says) == ("9c", "{it} is not on the board yet")


# small numbers


@clause("8.1.5c")
def test_the_second_of_two_missions_cannot_be_smoke_that_is_spent_on_the_first() -> None:
    units = "A812 G1.mortar-1 G1.rifle-1 G.Apfelbaum; A813 G1.rifle-2; A809 F1.rifle-1"
    s = field(units, "smoke_left = { german = 1, allied = 0 }", side="german")
    target = Target(hexa(s, "A810"), hexa(s, "A810"), artillery.SMOKE, "", pieces(s, "G1.mortar-1"))
    assert artillery.smoke_left(s, 0, "") == 1 and artillery.smoke_left(s, 1, "") == 0
    s.targets = (target,)
    assert artillery.smoke_left(s, 0, "") == 0
    s.targets = (target._replace(form=artillery.CONCENTRATED),)
    assert artillery.smoke_left(s, 0, "") == 1
    s.targets = (target._replace(battery="G.105mm-1", guns=()),)
    assert artillery.smoke_left(s, 0, "") == 1


@clause("5.5f", "7.1e")
def test_who_is_carried_by_one_of_a_group() -> None:
    rides = '[carriers]\n"G1.rifle-1" = "G.blitz-1"\n"G.Hartung" = "G3.pz3-1"\n'
    s = field("A812 G1.rifle-1 G1.rifle-2 G.blitz-1 G3.pz3-1 G.Hartung; A103 F1.rifle-1", rides)
    for group, aboard in (
        ("G1.rifle-1 G.blitz-1", {"G1.rifle-1"}), ("G1.rifle-1", set()), ("G.blitz-1", set()),
        ("G1.rifle-1 G3.pz3-1 G1.rifle-2", set()), ("G.Hartung G3.pz3-1 G1.rifle-2 G1.rifle-1", {"G.Hartung"}),
    ):  # fmt: skip
        assert names(s, flight.carried(s, mask_of(s, *group.split()))) == aboard
    flight.go(s, mask_of(s, "G.blitz-1", "G1.rifle-1"), hexa(s, "A811"))
    assert where(s, "G1.rifle-1") == where(s, "G.blitz-1") == "A811" and where(s, "G.Hartung") == "A812"
    assert names(s, s.moved) == {"G.blitz-1", "G1.rifle-1"}


@clause("9.1.6d", "5.6g")
@pytest.mark.parametrize(
    ("galloping", "more", "spent", "swings"),
    [
        ("F3.cavalry-1", "", 14, True), ("F3.cavalry-1", "", 13, False), ("F3.cavalry-1", "", 16, True),
        ("F3.cavalry-2", "", 16, False), ("F3.horses-1", "", 16, False), ("", "", 16, False),
        ("F3.cavalry-1", 'hindered = ["F3.cavalry-1"]\n', 16, False),
        ("F3.cavalry-1", 'hindered = ["F3.cavalry-2"]\n', 16, True),
        ("F3.cavalry-1", 'roadblocks = ["A809"]\n', 16, False), ("F3.cavalry-1", 'roadblocks = ["A808"]\n', 16, True),
    ],
)  # fmt: skip
def test_when_a_charge_has_its_swing(galloping: str, more: str, spent: int, swings: bool) -> None:
    """Eight points are the horses' own: with one spent on open ground the ninth is needed, in halves 18 of 16."""
    rides = '[carriers]\n"F3.cavalry-1" = "F3.horses-1"\n"F3.cavalry-2" = "F3.horses-2"\n'
    s = field("A909 F3.cavalry-1 F3.horses-1 F3.cavalry-2 F3.horses-2; A809 G1.rifle-1", more + rides)
    s.galloping = mask_of(s, galloping) if galloping else 0
    paid = movement.price(s, s.setting.piece("F3.cavalry-1"), hexa(s, "A909"), hexa(s, "A809"))
    s.spent[s.setting.piece("F3.horses-1")] = spent + 4 - paid
    assert storming.gallops(s, s.setting.piece("F3.cavalry-1"), hexa(s, "A809")) == swings


@clause("12.4b")
@pytest.mark.parametrize(
    ("most", "built", "begun", "open_"),
    [
        (1, 0, 0, True), (1, 1, 0, False), (1, 0, 1, False), (2, 1, 0, True), (2, 1, 1, False), (2, 0, 1, True),
        (3, 1, 1, True),
    ],
)  # fmt: skip
def test_how_many_bridges_engineers_build(most: int, built: int, begun: int, open_: bool) -> None:
    head = f'boards = [["A"]]\nriver = "major"\npontoons = {{ german = {most} }}\n'
    line = force("german", "G.engineers 3")
    s = field("A503 G4.engineers-1 G4.engineers-2 G.Lorenz; A1516 F1.rifle-1", side="german", head=head, forces=line)
    s.activator = 0
    s.bridged = (built, 7)
    unit, other = pieces(s, "G4.engineers-1", "F1.rifle-1")
    s.projects = (Project(other, "pontoon", hexa(s, "A506"), 1), Project(unit, "roadblock", hexa(s, "A506"), 1))
    s.projects += tuple(Project(unit, "pontoon", hexa(s, "A506"), 1) for _ in range(begun))
    assert building.bridges_left(s) == open_
    s.activator = 1
    assert building.bridges_left(s)


@clause("12.1.1c", "12.3d", "12.4c", "12.5c", "12.6b")
@pytest.mark.parametrize(
    ("work", "field_", "side"),
    [
        ("position", "german_positions", "G"), ("position", "allied_positions", "F"), ("roadblock", "roadblocks", "G"),
        ("pontoon", "foot_pontoons", "G"), ("crossing", "crossings", "F"), ("teeth", "teeth", "G"),
    ],
)  # fmt: skip
def test_what_each_work_leaves_behind(work: str, field_: str, side: str) -> None:
    """It changes its own hex and nothing else; other works go on."""
    s = field("A810 G1.rifle-1; A807 F1.rifle-1; A811 G1.rifle-2", 'teeth = ["A810", "A807", "A811"]\n')
    unit = s.setting.piece(f"{side}1.rifle-1")
    here, other = s.where[unit], Project(s.setting.piece("G1.rifle-2"), "position", hexa(s, "A811"), 1)
    kinds = ("german_positions", "allied_positions", "roadblocks", "foot_pontoons", "crossings", "teeth")
    before = {name: getattr(s, name) for name in kinds}
    s.projects = (Project(unit, work, here, 0), other)
    s.active = 1 << unit
    building.Resume(unit).after(s)
    after = {name: getattr(s, name) for name in kinds}
    assert after.pop(field_) == before.pop(field_) ^ 1 << here and after == before
    assert s.projects == (other,) and s.finished == 1 << unit
    own = s.setting.side_of[unit]
    assert s.bridged[own] == (work == "pontoon") and not s.bridged[1 - own]


@clause("12.1.1c", "12.3d")
def test_who_begins_another_work_gives_his_first_up() -> None:
    s = field("A810 G1.rifle-1; A811 G1.rifle-2; A103 F1.rifle-1")
    unit, other = pieces(s, "G1.rifle-1", "G1.rifle-2")
    kept = Project(other, "position", hexa(s, "A811"), 1)
    s.projects = (Project(unit, "position", hexa(s, "A810"), 0), kept)
    building.Begin(unit, "roadblock", hexa(s, "A810")).after(s)
    assert s.projects == (kept, Project(unit, "roadblock", hexa(s, "A810"), s.turn)) and s.finished == 1 << unit
    s.routed = 1 << other
    building.Begin(other, "roadblock", hexa(s, "A811")).after(s)
    building.Resume(other).after(s)
    assert kept in s.projects and s.finished == 1 << unit


@clause("14.1b")
def test_how_far_armour_among_infantry_may_go() -> None:
    """Only nearer to its officer, each hex by itself; with him, or with another's tanks, wherever it likes."""
    line = '[[force]]\nnation = "french"\nline = "FR14"\nenters = 1\n'
    s = field("A810 F5.ft17-1; A814 F5.rifle-1 F.Blanchet; A811 F4.h39-1; A103 G1.rifle-1", forces=line)
    tank, chief, other, rifle = pieces(s, "F5.ft17-1", "F.Blanchet", "F4.h39-1", "F5.rifle-1")
    board, officer = s.setting.board, hexa(s, "A814")
    near = {h for h in range(board.size) if board.everything >> h & 1 and board.distance(h, officer) <= 3}
    shut = nations.untethered(s, (tank,))
    assert {h for h in range(board.size) if board.everything & ~shut & 1 << h} == near
    assert nations.untethered(s, (other, tank)) == shut and nations.untethered(s, (tank, rifle)) == shut
    assert (
        not nations.untethered(s, (tank, chief))
        and not nations.untethered(s, (other,))
        and not nations.untethered(s, (rifle,))
    )
    s.shift(tank, officer)
    assert board.everything & ~nations.untethered(s, (tank,)) == 1 << officer
    assert names(s, nations.escorts(s, 1 << tank)) == {"F.Blanchet"} and not nations.escorts(s, 1 << other | 1 << rifle)
    s.routed = 1 << chief
    assert not nations.escorts(s, 1 << tank)
    s.routed, s.leaders[s.setting.formation[tank]] = 0, -1
    assert not nations.escorts(s, 1 << tank) and not nations.untethered(s, (tank,))


@clause("4c", "9.1.4a", "9.1.4b", "12.9h")
def test_which_hex_is_stormed() -> None:
    """Just the one that is fought for, as long as anything about it is still to be decided."""
    place = hexes(field("A809 G1.rifle-1; A810 F1.rifle-1"), "A809")
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1")
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch")
    assert s.stormed == place
    do(s, "hold", rolls=[6, 6])
    assert not s.stormed
    row = '{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1"], origins = ["A810"], '
    on = f"melees = [{row}attackers_lost = 0, defenders_lost = 0 }}]\n"
    for verb in ("renew", "withdraw"):
        s = field("A809 G1.rifle-1 F1.rifle-1 F.Moreau; A813 G1.mg34-1", on + 'reaction = ["G1.mg34-1"]\n')
        do(s, "activate F.Moreau", f"{verb} F1.rifle-1")
        assert s.stormed == place and names(s, s.moving) == {"F1.rifle-1", "F.Moreau"}


@clause("4c", "12.9h")
@pytest.mark.parametrize("armour_", [False, True])
def test_those_inside_are_stormed_after_those_outside(armour_: bool) -> None:
    """While they choose where to go, both sides are in the hex of the fortification, and nowhere else."""
    units = "F4.h39-1 F4.h39-2 F4.h39-3" if armour_ else "F1.rifle-1 F1.rifle-2 F1.rifle-3"
    walls = FORT + 'inside = ["G1.rifle-1"]\nstormed = ["A809"]\n'
    s = field(f"A809 G1.rifle-1 {units}; A101 G1.rifle-2 G1.rifle-3 G.Apfelbaum", walls)
    s.activator, s.stormed = 1, 0
    group = pieces(s, *units.split())
    args = hexa(s, "A809"), group, (hexa(s, "A810"),) * 3, mask_of(s, *units.split()), mask_of(s, "G1.rifle-1")
    step = armour.OverrunningInside(*args) if armour_ else assault.Inside(*args, False)
    let(s, lambda: s.agenda.append(step), [1, 1] if armour_ else [1])
    assert s.to_act == "german" and choices(s, "retreat") and s.stormed == hexes(s, "A809")
    do(s, f"retreat {min(choices(s, 'retreat'))}", rolls=[1, 1])
    assert not s.stormed


@clause("9.3k", "9.3i", "9.2g")
def test_who_is_steady() -> None:
    s = field(
        "A810 G1.rifle-1 G1.rifle-2 G1.rifle-3; A809 F1.rifle-1", 'routed = ["G1.rifle-2"]\ndead = ["G1.rifle-4"]'
    )
    found = {n for n in ("G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "F1.rifle-1", "F1.rifle-2")
             if armour.steady(s, s.setting.piece(n))}  # fmt: skip
    assert found == {"G1.rifle-1", "G1.rifle-3", "F1.rifle-1"}
    for unit, goes in (("G1.rifle-1", True), ("G1.rifle-2", False), ("G1.rifle-4", False)):
        t = s.clone()
        t.masks[1] = 0
        advance = armour.Advance(t.setting.piece(unit), hexa(t, "A812"), False)
        assert bool(advance.options(t)) == goes
        rush = armour.Rush(t.setting.piece(unit), hexa(t, "A809"), pieces(t, "F1.rifle-1"))
        assert not rush.options(t)


@clause("11f")
def test_a_crest_helps_against_lower_attackers_alone() -> None:
    """Who stands as high or higher is not hindered, whatever lies just before the target."""
    s = field("A810 F1.rifle-1; A103 G1.rifle-1")
    board, level = s.setting.board, s.setting.ground.level
    hills = [h for h in range(board.size) if board.everything >> h & 1 and level[h]]
    helped = set()
    for target in hills[::2]:
        for origin in [h for h in range(board.size) if board.everything >> h & 1 and h != target][::5]:
            last = board.line(origin, target).parts[-2]
            low = level[origin] < level[target] and any(level[h] < level[target] for h in last)
            assert attack.over_crest(s, origin, target) == low
            helped.add((low, level[origin] > level[target], any(level[h] < level[target] for h in last)))
    assert {(True, False, True), (False, True, True), (False, False, True), (False, True, False)} <= helped


@clause("10.3.2b", "5.5f")
def test_a_lorry_that_is_the_first_of_all_counters_flees_with_its_load() -> None:
    name = owned(f'{OWN}boards = [["A"]]\n{force("german", "G.blitz", "")}{force("german", "G.rifle 2")}{ENDING}')
    s = stand("A810 G.blitz-1 G1.rifle-1 G1.rifle-2", name, "german", '[carriers]\n"G1.rifle-1" = "G.blitz-1"\n')
    assert s.setting.piece("G.blitz-1") == 0
    found = {wheels: names(s, group) for _, wheels, group in rout.groups(s, mask_of(s, "G1.rifle-1", "G1.rifle-2"))}
    assert found == {True: {"G.blitz-1", "G1.rifle-1"}, False: {"G1.rifle-2"}}
    parts = [names(s, part) for part in retreat.parted(s, s.alive)]
    assert parts == [{"G1.rifle-2"}, {"G.blitz-1", "G1.rifle-1"}]


@clause("12.9e", "9.1.4a")
@pytest.mark.parametrize(
    ("units", "stands"),
    [
        ("G1.rifle-1 F1.rifle-1", True), ("F1.rifle-1 G1.rifle-1", True), ("F1.rifle-1", False), ("F.adk-1", False),
        ("G1.rifle-1", True), ("F3.horses-1", True), ("", True),
    ],
)  # fmt: skip
def test_a_position_keeps_a_fortification_that_is_fought_for(units: str, stands: bool) -> None:
    """Whatever the order of the stack; where only enemies stand it has fallen."""
    row = '{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1"], origins = ["A810"], '
    on = f"melees = [{row}attackers_lost = 0, defenders_lost = 0 }}]\n" if len(units.split()) > 1 else ""
    s = field(f"A101 G.Apfelbaum{f'; A809 {units}' if units else ''}", FORT + on)
    assert bool(s.forts) == stands
    again = GAME.position(s.position())
    assert isinstance(again, FranceState) and again.forts == s.forts
