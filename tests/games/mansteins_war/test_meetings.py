"""Where two or three rules meet: whole situations, each worked out by hand from the rulebook."""

from __future__ import annotations

from meuse.games.mansteins_war import control, logistics, shifts
from meuse.games.mansteins_war.setting import BELGIUM, FRANCE
from meuse.games.mansteins_war.state import MansteinState

from .battles import pieces, segment, strike
from .kit import MAP, bins, can, choices, clause, controls, do, hexes, lay, refusal, steps, where


def impulse(segment_: str, marker: str, command: str, more: str) -> MansteinState:
    """A segment of an impulse in turn 3; the other side has a marker left."""
    side = "allied" if marker[0] in "123E" else "german"
    left = "HGC" if side == "allied" else "2AG"
    return lay(
        f'phase = "{side} {segment_}"\nturn = 3\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n'
        f'commands = ["{command}"]\nbin = ["{left}"]\n{more}'
    )


# landings


@clause("18.2e", "18.2g", "22.1k", "17.1a")
def test_a_withdrawal_from_a_fortress_on_which_the_corps_has_landed() -> None:
    """4 against 3 with three columns of air support: 300-399%, and a 4 is DW, in the fortress a stalemate.

    It costs the fortress unit its one step, so the hex is cleared: the corps holds it with the step it has left.
    """
    s = impulse(
        "movement", "HGB", "HGB", 'units = { 1934 = ["G.LLK"], 1533 = ["N.VH"] }\nflying = { "G.air8" = "1533" }'
    )
    do(s, "move G.LLK", "land 1533", "done", "attack 1533")
    assert shifts.odds(s, MAP.board.place("1533"), pieces("G.LLK")).text == "300-399%"
    do(s, "assault", rolls=[4])
    assert (where(s, "N.VH"), where(s, "G.LLK"), steps(s, "G.LLK")) == ("dead", "1533", 1)
    assert "1533" in hexes(s.destroyed) and controls(s, "german", "1533")


@clause("18.2b", "18.2g", "22.2a")
def test_defenders_who_fail_in_their_counterattack_leave_the_hex_to_the_corps() -> None:
    """200%, a 1 is CA; 1 against 4 is the first column, with the shift of counterattacks 50-99%, and a 2 is AD."""
    s = impulse("movement", "HGB", "HGB", 'units = { 1934 = ["G.LLK"], 1434 = ["N.3"], 1435 = ["G.16"] }')
    do(s, "move G.LLK", "land 1434", "done")
    assert choices(s, "attack") == {"1434"} and refusal(s, "done") == "18.2a"
    do(s, "attack 1434")
    assert not can(s, "commit G.16")  # only the corps attacks
    do(s, "assault", rolls=[1, 2])
    assert (where(s, "N.3"), where(s, "G.LLK")) == ("dead", "1434") and controls(s, "german", "1434")


@clause("18.2g", "22.2a", "3.3b")
def test_a_corps_that_a_counterattack_throws_out_is_lost_and_takes_nothing_on_its_way() -> None:
    """4 against 8 is 50-99%, a 4 is CA; 7 against 4 with the shift is 200-299%, and a 5 is DW (R89)."""
    s = impulse("movement", "HGB", "HGB", 'units = { 1636 = ["G.LLK"], 1037 = ["F.1A"] }')
    before = s.taken
    do(s, "move G.LLK", "land 1037", "done", "attack 1037", "assault", rolls=[4, 5])
    assert where(s, "G.LLK") == "dead" and steps(s, "F.1A") == 4 and s.taken == before


# special forces, fortresses, counterattacks


@clause("19.0c", "22.1g", "22.2d")
def test_special_forces_expose_a_fortress_to_a_counterattack_result() -> None:
    """10 against 7 is 142%, the city takes a column: 50-99%, a 4 is CA, which only an intact fortress would end.

    The fortress unit attacks with its defence: 4 and 2 against 10 with the shift are 100-149%, a 6 is ST.
    """
    s = segment('1636 = ["G.6A"], 1537 = ["B.EE", "B.1"]', 'available = ["G.Koch"]')
    do(s, "attack 1537", "done", "send G.Koch", rolls=[1])
    do(s, "assault", rolls=[4, 6])
    assert steps(s, "G.6A") == 3 and choices(s, "reduce") == {"B.EE", "B.1"}


@clause("7.1c", "7.2c", "7.2d")
def test_a_march_through_a_fortress_with_its_garrison() -> None:
    """No zone reaches Sarreguemines, so the army does not stop there and may step from it straight into a zone."""
    units = 'units = { 1741 = ["F.3A"], 1840 = ["F.Sarre"], 1839 = ["G.1A"] }'
    s = impulse("movement", "2AG", "2AG", units)
    do(s, "move F.3A", "to 1840")
    assert can(s, "to 1941") and can(s, "to 1940")
    s = impulse("movement", "2AG", "2AG", units.replace(', 1840 = ["F.Sarre"]', ""))
    do(s, "move F.3A", "to 1840")
    assert refusal(s, "move F.3A") == "8.0d"


@clause("18.2c", "19.1a", "22.1k", "11.1j")
def test_special_forces_open_a_fortress_to_the_corps_that_has_landed_on_it() -> None:
    """4 against 3 and two columns in the air are 200-299%; a 5 is DW, and a fortress unit cannot withdraw."""
    more = 'available = ["G.Koch"]\nflying = { "G.air1" = "1533" }\n'
    s = impulse("movement", "HGB", "HGB", more + 'units = { 1835 = ["G.LLK"], 1533 = ["N.VH"] }')
    do(s, "move G.LLK", "land 1533", "done", "attack 1533", "send G.Koch", rolls=[2])
    do(s, "assault", rolls=[5])
    assert (where(s, "N.VH"), where(s, "G.LLK"), steps(s, "G.LLK")) == ("dead", "1533", 2)
    assert controls(s, "german", "1533") and where(s, "G.Koch") == "gone"


# stacking


@clause("6.3a", "6.5a", "6.5b", "12.1a")
def test_pursuers_that_crowd_a_rough_hex() -> None:
    """Without the Manstein Plan one corps is too many when the segment closes; the Allies send it away."""
    units = 'units = { 1637 = ["G.19"], 1638 = ["G.41"], 1538 = ["B.GPK"] }'
    s = impulse("combat", "PGK", "PGK", units)
    do(s, "attack 1538", "commit G.19", "commit G.41", "mobile", rolls=[6])
    do(s, "pursue G.19", "stop", "pursue G.41", "stop")
    assert s.to_act == "german" and choices(s, "displace") == {"G.19", "G.41"}
    do(s, "displace G.41")
    assert s.to_act == "allied" and steps(s, "G.41") == 1
    assert choices(s, "fall_back") == {"1437", "1537", "1637", "1638"}  # no farther from Aachen


@clause("13.2c", "13.4c", "6.5a")
def test_a_reserve_army_that_cannot_move_on_arrival_is_one_too_many() -> None:
    """It may be deployed over-stacked, but the panzer group's marker does not activate it."""
    more = 'waiting = ["G.2A"]\ndue = { "G.2A" = 2 }\nunits = { 1636 = ["G.6A"], 1838 = ["G.19"] }'
    s = impulse("reinforcement", "PGK", "PGK", more)
    do(s, "deploy G.2A", "at 1636", "done")
    assert choices(s, "displace") == {"G.6A", "G.2A"}


# control, capitulation, sudden death

ALL_DEPOTS = 'control = { german = ["0843", "0941", "1036", "1340", "1444", "1641"] }\n'


@clause("7.2a", "3.8b", "3.7b")
def test_a_country_gives_in_when_its_last_unit_leaves_a_depot_alone() -> None:
    """The 1st Army contested Orleans, which the Germans had entered; it moves away in its own impulse."""
    s = impulse("movement", "1AG", "1AG", ALL_DEPOTS + 'units = { 0842 = ["F.1A"] }')
    control.check(s)
    assert not s.surrendered
    do(s, "move F.1A", "to 0741")
    if can(s, "stop"):
        do(s, "stop")
    assert s.surrendered >> FRANCE & 1 and where(s, "F.1A") == "dead"
    assert "2AG" in bins(s, s.out) and "1AG" not in bins(s, s.out)


@clause("27.1c", "3.8c", "15.2a")
def test_a_bridgehead_before_antwerp() -> None:
    """The city is nobody's: Belgium has not lost it, and its own corps there has no depot. Entering settles it."""
    bridge = (
        'options = { bridgeheads = "yes" }\nbridgeheads = [{ origin = "1434", beyond = "1335", owner = "german" }]\n'
    )
    lost = 'control = { german = ["1336", "1537"] }\n'
    s = impulse("combat", "HGA", "HGA", bridge + lost + 'units = { 1434 = ["G.15"], 1335 = ["B.5"] }')
    assert not s.surrendered and not logistics.supported(s, MAP.piece("B.5"))
    empty = impulse("movement", "HGA", "HGA", bridge + lost + 'units = { 1434 = ["G.15"] }')
    do(empty, "move G.15", "to 1335")
    if can(empty, "stop"):
        do(empty, "stop")
    assert empty.surrendered >> BELGIUM & 1 and not empty.bridgeheads


@clause("3.1b", "3.7f", "12.1c")
def test_the_last_port_is_taken_in_pursuit() -> None:
    """France has given in; its ports still count, and the British of Le Havre held the last."""
    ports = '"0736", "0738", "0835", "0935"'
    owned = ALL_DEPOTS.replace("] }", f", {ports}] }}") + 'surrendered = ["france"]\n'
    s = segment('0638 = ["G.15"], 0539 = ["UK.2"]', owned)
    strike(s, "0539", "G.15", code="OR", mobile=True)
    do(s, "pursue G.15")
    control.check(s)
    assert s.outcome is not None and s.outcome[:2] == ["german", "German Epic Victory"]


# markers


@clause("5.3d", "5.3a", "20.2f")
def test_with_the_initiative_the_allies_fill_their_bin_first_and_may_forfeit_the_evacuation() -> None:
    """They hold Koblenz, a city without a depot; Germans stand by the Channel for the first time."""
    out = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'
    units = 'units = { 0936 = ["G.15"], 0941 = ["F.1A"], 1936 = ["G.12A"] }\ncontrol = { allied = ["1937"] }'
    s = lay('phase = "begin turn"\nturn = 3\n' + out + units)
    assert s.to_act == "allied" and choices(s, "add") == {"PlanD", "DeGaulle", "Evac"}
    do(s, "add PlanD")
    assert s.to_act == "german" and "Evac" in bins(s, s.out)


@clause("24.3a", "5.4b", "24.3.2a")
def test_a_morale_marker_won_in_the_last_impulse_is_still_picked() -> None:
    """Both bins were empty; Sedan brings a marker, and the Germans go on alone."""
    more = 'options = { extra_markers = "yes" }\nplayed = ["HGA", "1AG"]\npassed = ["allied"]\n'
    out = 'out = ["OKH", "OKHMod", "Manstein"]\nunits = { 1538 = ["G.15"], 1637 = ["G.19"] }\n'
    s = lay('phase = "german movement"\nturn = 3\nmarker = ["HGA"]\ncommands = ["HGA"]\n' + more + out)
    do(s, "move G.15", "to 1439", "add GMorale")
    while not choices(s, "activate"):
        do(s, "stop" if can(s, "stop") else "done")
    assert s.turn == 3 and choices(s, "activate") == {"HGA", "HGB", "HGC", "PGK"}
    do(s, "activate PGK")
    assert s.active >> MAP.piece("G.19") & 1 and s.air_left == 1


@clause("24.3a", "5.4b")
def test_a_bin_that_was_found_empty_is_not_once_a_morale_marker_is_in_it() -> None:
    more = 'options = { extra_markers = "yes" }\nplayed = ["HGA", "1AG"]\npassed = ["allied"]\nbin = ["HGB"]\n'
    air = 'flying = { "G.air1" = "0941" }\nflown = ["G.air1"]\nair_left = 1\navailable = ["G.air2"]\n'
    s = lay('phase = "german air"\nturn = 3\nmarker = ["HGA"]\ncommands = ["HGA"]\n' + more + air)
    do(s, "done", "bombard G.air1", rolls=[1])  # AL1
    assert s.to_act == "allied" and s.passed
    do(s, "add AMorale")
    assert not s.passed and "AMorale" in bins(s, s.played)
