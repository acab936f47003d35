"""Armoured assault (9.2), anti-armour assault (9.3) and armour support (9.4)."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import aftermath, armour, assault, defence, melee, storming
from meuse.games.france_1940.events import (
    AssaultContinues,
    Attacked,
    AttackResult,
    Eliminated,
    Fought,
    GateChecked,
    MinesSprung,
    OfficerChecked,
    Retreated,
    UnitChecked,
)
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .close import field, hexa, let, strengths
from .kit import can, choices, clause, do, force, mask_of, names, refusal, where

RIDES = '[carriers]\n"G.Hartung" = "G3.pz3-1"'
TOWN = 'boards = [["B"]]'
TIRED = 'finished = ["F1.rifle-1"]\n'
AT_GUN = "A810 F2.sa34-1; A809 G3.pz3-1 G.Hartung"


def german(units: str, more: str = "") -> FranceState:
    return field(units, f"{more}\n{RIDES}" if "G.Hartung" in units else more, side="german")


def rolls_in(s: FranceState, *actions: str, dice: list[int]) -> None:
    do(s, "activate G.Hartung", "assault G3.pz3-1", *actions, "launch", rolls=dice)


# armour support (9.4)

WOODS = "A806 G2.rifle-1 G2.rifle-2:2 G2.stug-1 G.Brandt; A807 F1.rifle-1 F1.rifle-2:2; A116 F1.rifle-3 F1.rifle-4"


@clause("9.4c", "9.4d", "9.4f", "9.4g", "9f")
def test_combined_assault() -> None:
    """EX29: 15 against 7, 2:1; -1 combined, -1 officer, +1 woods: 3 is 2: 1/2R1. No check; the StuG is spared."""
    s = german(WOODS, 'finished = ["F1.rifle-1", "F1.rifle-2"]')
    do(s, "activate G.Brandt", "assault G2.rifle-1", "take G2.rifle-2", "take G2.stug-1")
    preview = s.preview("launch")
    assert preview is not None and preview.chance("1/2R1") * 6 == 1
    do(s, "launch", "hold", "done")
    events = do(s, "hold", rolls=[3, 1])
    fought = next(e for e in events if isinstance(e, Fought))
    assert (fought.attack, fought.defence, fought.odds, fought.result) == (15, 7, "2:1", "1/2R1")
    left = strengths(s)
    assert left["G2.stug-1"] == 3 and left["G2.rifle-1"] + left["G2.rifle-2"] == 4
    assert left["F1.rifle-1"] + left["F1.rifle-2"] == 3 and choices(s, "retreat") == {"A808", "A707", "A907"}
    assert not any(isinstance(e, GateChecked) for e in events)
    do(s, "retreat A808", rolls=[1, 1])
    assert where(s, "G2.stug-1") == where(s, "G2.rifle-1") == "A807" and not faults(s)


@clause("9.4b")
def test_men_and_armour_must_begin_together() -> None:
    s = german("A806 G2.rifle-1 G.Brandt; A707 G2.stug-1; A807 F1.rifle-1")
    do(s, "activate G.Brandt", "assault G2.rifle-1")
    assert refusal(s, "take G2.stug-1") == "9.4b"
    s = german("A806 G2.rifle-1 G2.stug-1 G.Brandt; A807 F1.rifle-1", '[started]\n"G2.stug-1" = "A805"')
    do(s, "activate G.Brandt", "assault G2.rifle-1")
    assert refusal(s, "take G2.stug-1") == "9.4b"


@clause("9.4b", "9.4d")
def test_men_and_armour_that_began_together_may_come_from_two_hexes() -> None:
    """They must begin their move in one hex, no more: 4 + 8 against 4, the rifles without a check."""
    s = german("A811 G2.rifle-1 G2.stug-1 G.Brandt; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Brandt", "move G2.rifle-1", "to A810", "stop", "move G2.stug-1", "to A909", "stop")
    do(s, "assault G2.rifle-1", "take G2.stug-1", "launch", "hold")
    events = do(s, "hold", rolls=[6])
    fought = next(e for e in events if isinstance(e, Fought))
    assert (fought.attack, fought.defence, fought.odds) == (12, 4, "3:1")
    assert not any(isinstance(e, GateChecked) for e in events)


@clause("9f", "9.4a", "5.5q")
def test_half_tracks_among_infantry_are_fought_hand_to_hand() -> None:
    """G59: infantry and half-tracks are a defender of both sorts: 6 of the tank against 4 + 2, no way out needed."""
    s = field("A810 F4.h39-1 F.Aubry; A809 G1.rifle-1 G.sdkfz251-1", 'finished = ["G1.rifle-1"]')
    do(s, "activate F.Aubry", "assault F4.h39-1")
    preview = s.preview("launch")
    assert preview is not None
    told = {factor.name: factor.value for factor in preview.factors}
    assert (told["attackers"], told["defenders"]) == ("6", "6")


@clause("10.3.4a", "9.3d")
def test_routed_armour_that_is_assaulted_surrenders() -> None:
    """Who passes his check takes the routed tank and its officer; the tank in order is struck as ever."""
    units = "A810 F1.rifle-1 F.Moreau; A809 G3.pz3-1 G.Hartung"
    s = field(units, f'routed = ["G3.pz3-1"]\n{RIDES}')
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[6, 6])
    assert where(s, "G3.pz3-1") == "A809"
    s = field(units, f'routed = ["G3.pz3-1"]\n{RIDES}')
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[2, 2])
    assert where(s, "G3.pz3-1") == where(s, "G.Hartung") == "dead" and can(s, "press A809") and not faults(s)
    s = field("A810 F1.rifle-1 F.Moreau; A809 G3.pz3-1 G3.pz3-2", 'routed = ["G3.pz3-1"]\nfinished = ["G3.pz3-2"]')
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", "hold", rolls=[2, 2])
    do(s, "hold", rolls=[6, 6])
    assert where(s, "G3.pz3-1") == "dead" and strengths(s)["G3.pz3-2"] == 3


@clause("9.4f", "7.1d")
def test_losses_of_men_and_armour_are_one_loss() -> None:
    """Three steps: the rifles' last one, then two of the StuG; its officer rolls once, less 3, the formation once."""
    s = field("A809 G2.rifle-1:1 G2.stug-1 G.Brandt; A103 F1.rifle-1")
    units = mask_of(s, "G2.rifle-1", "G2.stug-1")
    events = let(s, lambda: aftermath.lose(s, hexa(s, "A809"), units, 3, ("9.1.3d",)), [6, 6, 1, 1])
    assert where(s, "G2.rifle-1") == "dead" and strengths(s)["G2.stug-1"] == 1
    assert [e.hits for e in events if isinstance(e, OfficerChecked)] == [3]


@clause("10.3.2e", "9.2l")
def test_a_rout_out_of_an_assaulted_hex_is_no_worse_than_a_retreat() -> None:
    """A12: two hits rout the only platoon of its formation while the tank is in its hex; it gets away."""
    s = german("A810 G3.pz3-1 G.Hartung; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch", "hold", rolls=[3, 3, 6, 6])
    assert names(s, s.routed) == {"F1.rifle-1"} and choices(s, "rout") == {"A709", "A810", "A909"}
    do(s, "rout A810", "rout A811", "rout A812")
    assert where(s, "F1.rifle-1") == "A812" and where(s, "G3.pz3-1") == "A809" and not faults(s)
    s = german("A810 G3.pz3-1 G.Hartung; A811 G2.rifle-1; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch", "hold", rolls=[3, 3, 6, 6])
    assert refusal(s, "rout A810") == "10.3.2e"  # other Germans are beside it


@clause("9.2r", "9.1.1d", "4c")
def test_an_officer_who_joined_leaves_with_the_armour() -> None:
    """An infantry officer goes in with his StuG; it does no harm, and he does not stay among the enemy."""
    s = german("A810 G2.stug-1 G.Brandt; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Brandt", "assault G2.stug-1", "launch", "hold", "lead G.Brandt", rolls=[6, 6])
    do(s, "press A808")
    assert where(s, "G.Brandt") == where(s, "G2.stug-1") == "A808" and not faults(s)
    mines = 'mines = [{ hex = "A809", owner = "allied", kind = "at", density = 2, shown = false }]\n'
    s = german("A810 G2.stug-1:1 G.Brandt; A809 F1.rifle-1", mines + TIRED)
    do(s, "activate G.Brandt", "assault G2.stug-1", "launch", "hold", "lead G.Brandt", rolls=[3, 4, 6, 6])
    assert where(s, "G2.stug-1") == where(s, "G.Brandt") == "dead"  # mines took the StuG, and he was alone


@clause("14.1b", "9.1.1d")
def test_attached_french_armour_assaults_with_its_officer_or_not_at_all() -> None:
    """In his hex he must go along, and comes out with it; with him elsewhere it stays; German armour is free."""
    line = '[[force]]\nnation = "french"\nline = "FR14"\nenters = 1\n'
    s = field("A810 F5.ft17-1 F.Blanchet; A809 G1.rifle-1", 'finished = ["G1.rifle-1"]', forces=line)
    do(s, "activate F.Blanchet", "assault F5.ft17-1", "launch", "hold")
    assert refusal(s, "done") == "14.1b"
    do(s, "lead F.Blanchet", rolls=[6, 6])
    do(s, "press A810")
    assert where(s, "F.Blanchet") == where(s, "F5.ft17-1") == "A810"
    s = field("A810 F5.ft17-1; A811 F5.rifle-1 F.Blanchet; A809 G1.rifle-1", forces=line)
    do(s, "activate F.Blanchet")
    assert refusal(s, "assault F5.ft17-1") == "14.1b"
    s = german("A810 G2.stug-1; A811 G.Brandt; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Brandt")
    assert can(s, "assault G2.stug-1")


@clause("12.7.1g", "9.3a")
def test_who_assaults_armour_treads_on_mines() -> None:
    """They go into the hex: 10 factors and a 7, effect 4, two steps; the platoon checks and strikes with one left."""
    mines = 'mines = [{ hex = "A809", owner = "german", kind = "ap", density = 2, shown = false }]\n'
    s = field("A810 F1.rifle-1 F.Moreau; A103 F1.rifle-2 F1.rifle-3; A809 G3.pz3-1", mines + 'finished = ["G3.pz3-1"]')
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", "hold", rolls=[1, 1])
    events = do(s, "hold", rolls=[3, 4, 1, 6, 6, 6, 1, 1])
    assert strengths(s)["F1.rifle-1"] == 1 and s.mines[0].shown
    assert [e.factors for e in events if isinstance(e, Attacked)] == [3]
    assert [e.verdict for e in events if isinstance(e, UnitChecked)] == ["holds"] and where(s, "F1.rifle-1") == "A810"


@clause("9.3d")
def test_the_odds_of_an_anti_armour_assault_name_its_check() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G3.pz3-1")
    do(s, "activate F.Moreau", "assault F1.rifle-1")
    preview = s.preview("launch")
    assert preview is not None and preview.factors[0].value == "8 or less"  # 7 and 2 for leadership, less 1


@clause("5.6f", "9a")
def test_horses_without_riders_hold_no_hex() -> None:
    s = field("A810 G1.rifle-1 G.Apfelbaum; A809 F3.horses-1; A1515 F3.cavalry-1", side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "done", rolls=[1, 1])
    assert where(s, "F3.horses-1") == "dead" and where(s, "G1.rifle-1") == "A809" and not s.melees


@clause("9.2i", "9.3e")
def test_assaults_are_told_as_what_they_are() -> None:
    s = german("A810 G3.pz3-1 G.Hartung; A809 F1.rifle-1", TIRED)
    do(s, "activate G.Hartung", "assault G3.pz3-1")
    events = do(s, "launch", "hold", rolls=[6, 6])
    told = [e.tell(s.setting) for e in events if isinstance(e, Attacked)]
    assert told == ["Armoured assault on A809 by Pz IIIe 1 of G3: 9 factors, column 9."]


@clause("9.4e")
def test_the_defender_fires_or_goes_for_the_armour() -> None:
    s = german(WOODS, 'reaction = ["F1.rifle-1", "F1.rifle-2"]')
    do(s, "activate G.Brandt", "assault G2.rifle-1", "take G2.stug-1", "launch")
    assert choices(s, "rush") == {"F1.rifle-1", "F1.rifle-2"}
    do(s, "alone F1.rifle-1", rolls=[6, 6])
    assert not choices(s, "rush") and choices(s, "alone") == {"F1.rifle-2"}
    s = german(WOODS, 'reaction = ["F1.rifle-1", "F1.rifle-2"]')
    do(s, "activate G.Brandt", "assault G2.rifle-1", "take G2.stug-1", "launch", "rush F1.rifle-1", rolls=[6, 6])
    assert not choices(s, "alone") and choices(s, "rush") == {"F1.rifle-2"}
    s = german("A806 G2.rifle-1 G.Brandt; A807 F1.rifle-1", 'reaction = ["F1.rifle-1"]')
    do(s, "activate G.Brandt", "assault G2.rifle-1", "launch")
    assert not choices(s, "rush")


@clause("9f", "9.2a")
def test_armour_against_men_and_armour_fights_hand_to_hand() -> None:
    """RC34, G53: infantry with a tank is 9.4, only a tank or a truck is no target for AFVs."""
    s = german("A810 F1.rifle-1 F4.h39-1; A809 G3.pz3-1 G.Hartung")
    assert storming.sort_of(s, hexa(s, "A810"), 1 << s.setting.piece("G3.pz3-1"), 0) == "hand"
    for only in ("F4.h39-1", "F.adk-1"):
        s = german(f"A810 {only}; A809 G3.pz3-1 G.Hartung; A116 F1.rifle-1")
        do(s, "activate G.Hartung")
        assert not choices(s, "assault")


# armoured assault (9.2)


@pytest.mark.parametrize(("spent", "allowed"), [(7, True), (8, False)])
@clause("9.2b")
def test_points_to_enter_and_to_leave(spent: int, allowed: bool) -> None:
    """RC34: 11 points, 2 in and 2 out over open ground: with 4 left it may, with 3 not."""
    s = german("A1103 F1.rifle-1; A1102 G3.pz3-1 G.Hartung")
    do(s, "activate G.Hartung")
    s.spent[s.setting.piece("G3.pz3-1")] = 2 * spent
    s.ask_again()
    assert can(s, "assault G3.pz3-1") == allowed


@clause("9.2c", "9.2i", "9.2j", "9.2k", "9.2l", "9.2q")
def test_armoured_assault_on_a_gun() -> None:
    """RC35: factor 9, -1 against guns: 8 is 7, effect 3, one step: the gun is lost and the tank stays."""
    s = german(AT_GUN)
    do(s, "activate G.Hartung", "assault G3.pz3-1")
    preview = s.preview("launch")
    assert preview is not None and {f.name: f.value for f in preview.factors}["against guns"] == "-1"
    do(s, "launch")
    events = do(s, "hold", rolls=[4, 4])
    shot = next(e for e in events if isinstance(e, AttackResult))
    assert (shot.rolled, shot.modified, shot.effect, shot.hits) == (8, 7, 3, 1)
    assert where(s, "F2.sa34-1") == "dead" and where(s, "G3.pz3-1") == where(s, "G.Hartung") == "A810"
    assert not faults(s)


@clause("9.2i")
def test_factors_by_class_and_losses() -> None:
    s = german("A810 F1.rifle-1; A809 G3.pz3-1 G3.pz3-2:1 G.Hartung")
    tanks = tuple(s.setting.piece(f"G3.pz3-{n}") for n in (1, 2))
    assert armour.factors(s, tanks) == 9 + 5


@clause("9.2j")
def test_infantry_in_buildings_is_harder() -> None:
    s = german("A410 F1.rifle-1; A409 G3.pz3-1 G.Hartung")
    made = armour.overrun(s, hexa(s, "A410"), (s.setting.piece("G3.pz3-1"),))
    assert [f.value for f in made.modifiers] == ["+1"] and made.divisor == 4


@clause("9.2j")
@pytest.mark.parametrize(("where_", "told"), [("A410", ["+1"]), ("A509", [])])
def test_the_hardest_target_counts_for_guns_and_infantry_together(where_: str, told: list[str]) -> None:
    """A17: in a hamlet the infantry beside the gun counts, in the open nothing does."""
    s = german(f"{where_} F2.rifle-1 F2.sa34-1; A409 G3.pz3-1 G.Hartung")
    made = armour.overrun(s, hexa(s, where_), (s.setting.piece("G3.pz3-1"),))
    assert [f.value for f in made.modifiers] == told


@clause("9.4a", "9.2a")
def test_men_and_armour_together_fight_armour_hand_to_hand() -> None:
    """G53: the mixture on one side is enough; armour alone could not assault the tank at all."""
    tanker = '[carriers]\n"F.Aubry" = "F4.h39-1"'
    s = german("A809 G2.rifle-1 G2.stug-1 G.Brandt; A810 F4.h39-1 F.Aubry", tanker)
    do(s, "activate G.Brandt")
    assert refusal(s, "assault G2.stug-1") == "9.2a"
    do(s, "assault G2.rifle-1", "take G2.stug-1")
    preview = s.preview("launch")
    told = {factor.name: factor.value for factor in preview.factors} if preview else {}
    assert (told["attackers"], told["defenders"], told["odds"], told["combined assault"]) == ("12", "6", "2:1", "-1")


@clause("9.2d", "9.2e", "9.2f")
def test_answer_of_guns() -> None:
    """G52: every marked gun at full factors; without markers one at half; rifles do not fire."""
    units = "A810 F2.sa34-1 F2.mortar-1 F1.rifle-1; A809 G3.pz3-1 G.Hartung"
    s = german(units, 'reaction = ["F2.sa34-1"]')
    rolls_in(s, dice=[])
    assert choices(s, "alone") == {"F2.sa34-1"} and not choices(s, "repel")
    s = german(units)
    rolls_in(s, dice=[])
    assert choices(s, "alone") == {"F2.sa34-1"}
    do(s, "alone F2.sa34-1", rolls=[6, 6])
    assert not choices(s, "alone")


@clause("9.2g", "9.2h")
def test_answer_of_infantry() -> None:
    """Every marked platoon may go for the tanks where they stand; without markers one."""
    units = "A810 F1.rifle-1 F1.rifle-2; A809 G3.pz3-1 G.Hartung; A811 F.Moreau"
    s = german(units, 'reaction = ["F1.rifle-1", "F1.rifle-2"]')
    rolls_in(s, dice=[])
    assert choices(s, "rush") == {"F1.rifle-1", "F1.rifle-2"}
    s = german(units)
    rolls_in(s, dice=[])
    do(s, "rush F1.rifle-1", rolls=[6, 6])
    assert not choices(s, "rush") and "F1.rifle-1" in names(s, s.finished)


@clause("9.2g", "9.3k")
def test_a_tank_that_is_hit_may_fall_back_and_does_not_come() -> None:
    s = german("A810 F1.rifle-1; A809 G3.pz3-1 G.Hartung; A811 F.Moreau", 'reaction = ["F1.rifle-1"]')
    rolls_in(s, dice=[])
    do(s, "rush F1.rifle-1", rolls=[3, 4, 2, 3, 4, 4, 1, 1])
    assert strengths(s)["G3.pz3-1"] == 2 and can(s, "retreat A808")
    do(s, "retreat A808")
    assert where(s, "G3.pz3-1") == "A808" and where(s, "F1.rifle-1") == "A810" and not s.stormed


@clause("9.2m", "9.2p")
def test_out_of_a_town_they_retreat_one_hex_and_check() -> None:
    """The village of board B is built up."""
    s = field("B708 F1.rifle-1; B707 G3.pz3-1 G.Hartung; B116 F1.rifle-2 F1.rifle-3", RIDES, "german", TOWN)
    rolls_in(s, dice=[])
    do(s, "hold", rolls=[1, 1])
    assert strengths(s)["F1.rifle-1"] == 2
    events = do(s, "retreat B709", rolls=[1, 1])
    assert where(s, "F1.rifle-1") == "B709" and [e.verdict for e in events if isinstance(e, UnitChecked)] == ["holds"]


@clause("9.2n", "9.2o")
def test_in_the_open_they_run_for_cover() -> None:
    """G56: one hex, then up to two more toward the nearest ground that is not open, on the way south."""
    s = german("A810 F1.rifle-1; A809 G3.pz3-1 G.Hartung; A116 F1.rifle-2 F1.rifle-3")
    rolls_in(s, dice=[])
    do(s, "hold", rolls=[2, 2])
    assert choices(s, "retreat") == {"A811", "A710", "A910"}
    do(s, "retreat A811")
    assert choices(s, "retreat") == {"A711", "A812", "A911"}
    do(s, "retreat A711")
    assert choices(s, "retreat") == {"A612", "A712"}
    do(s, "retreat A712", rolls=[1, 1])
    assert where(s, "F1.rifle-1") == "A712" and s.setting.ground.terrain[hexa(s, "A712")] == "fields"


@clause("9.2r")
def test_tanks_that_do_no_harm_must_leave() -> None:
    s = german("A810 F1.rifle-1; A809 G3.pz3-1 G.Hartung; A710 F1.rifle-2")
    rolls_in(s, dice=[])
    do(s, "hold", rolls=[6, 6])
    assert "A710" not in choices(s, "press") and {"A809", "A811"} <= choices(s, "press")
    do(s, "press A811")
    assert where(s, "G3.pz3-1") == "A811" and not faults(s)


# anti-armour assault (9.3)

HUNT = "A809 G1.rifle-1 G.Apfelbaum; A810 F4.h39-1 F.Aubry"
TANKER = '[carriers]\n"F.Aubry" = "F4.h39-1"'


def hunt(units: str = HUNT, more: str = "") -> FranceState:
    return field(units, f"{more}\n{TANKER if 'F.Aubry' in units else ''}", side="german")


@clause("9.3a", "9.3d", "9.3e", "9.3h", "9.3i", "9.3k", "10.2d")
def test_anti_armour_assault() -> None:
    """RC36: morale 9 - 1 here; a fail is Finished; else column 6, 7 is effect 2, one step, no penetration."""
    s = hunt()
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "hold", rolls=[4, 5])
    assert "G1.rifle-1" in names(s, s.finished) and where(s, "G1.rifle-1") == "A809"
    s = hunt()
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "hold", rolls=[4, 4])
    events = do(s, "hold", rolls=[3, 4, 4, 4, 1, 1])
    shot = next(e for e in events if isinstance(e, AttackResult))
    assert (shot.effect, shot.divisor, shot.hits) == (2, 2, 1) and strengths(s)["F4.h39-1"] == 2
    assert s.to_act == "allied" and can(s, "retreat A811")
    do(s, "stay")
    assert where(s, "G1.rifle-1") == "A809" and where(s, "F4.h39-1") == "A810"


@clause("9.3b", "9.3c")
def test_each_unit_by_itself_and_one_defensive_fire() -> None:
    s = hunt("A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F4.h39-1 F.Aubry")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "take G1.rifle-2", "launch")
    events = do(s, "alone F4.h39-1", rolls=[6, 6, 1, 1, 1, 1, 6, 6, 6, 6])
    assert len([e for e in events if isinstance(e, AttackResult)]) == 3 and not choices(s, "alone")


@clause("9.3c")
def test_armour_fires_once_though_it_is_assaulted_twice_in_one_activation() -> None:
    """One platoon after the other goes for the tank: it fires at the first and not at the second, marked or not."""
    s = hunt("A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F4.h39-1 F.Aubry", 'reaction = ["F4.h39-1"]')
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch")
    do(s, "alone F4.h39-1", rolls=[6, 6, 1, 1, 6, 6])
    assert names(s, s.answered) == {"F4.h39-1"}
    do(s, "assault G1.rifle-2", "launch", rolls=[1, 1, 6, 6])
    assert s.to_act == "german" and not faults(s)
    do(s, "done")
    assert not s.answered


@clause("9.3b", "9.1.1e")
def test_more_than_nine_steps_go_for_armour_one_after_the_other() -> None:
    """Four platoons, twelve steps: each goes in and comes back, so nobody is in anybody's way."""
    s = field("A809 G1.rifle-1 G1.rifle-2 G1.rifle-3 G.Apfelbaum; A909 G1.rifle-4; A810 F.adk-1", side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "take G1.rifle-2", "take G1.rifle-3", "take G1.rifle-4")
    events = do(s, "launch", rolls=[1, 1] * 4 + [6, 6] * 4)
    assert len([e for e in events if isinstance(e, GateChecked)]) == 4
    assert len([e for e in events if isinstance(e, AttackResult)]) == 4


@pytest.mark.parametrize(("vehicle", "shift", "harder"), [("F.adk-1", 2, 0), ("F4.h39-1", 0, 1)])
@clause("9.3d", "9.3g", "10.2d")
def test_trucks_are_easier(vehicle: str, shift: int, harder: int) -> None:
    s = field(f"A809 G1.rifle-1 G.Apfelbaum; A810 {vehicle}", side="german")
    assert armour.strike(s, s.setting.piece("G1.rifle-1"), hexa(s, "A810")).shift == shift
    assert armour.harder(s, hexa(s, "A810"), 0) == harder


@clause("9.3f", "9.3d")
def test_armoured_transports() -> None:
    s = field("A809 F1.rifle-1 F.Moreau; A810 G.sdkfz251-1")
    assert armour.strike(s, s.setting.piece("F1.rifle-1"), hexa(s, "A810")).shift == 1
    assert armour.harder(s, hexa(s, "A810"), 1) == 1


@clause("12.11e")
def test_out_of_rubble_the_die_is_better() -> None:
    s = field(HUNT, f'rubble = ["A809"]\n{TANKER}', side="german")
    made = armour.strike(s, s.setting.piece("G1.rifle-1"), hexa(s, "A810"))
    assert [(f.value, f.clause) for f in made.modifiers] == [("-1", "12.11e")]


@clause("5.5q", "9.4c")
def test_halftracks_only_defend() -> None:
    """G59."""
    s = field("A809 G.sdkfz251-1 G1.rifle-1 G.Apfelbaum; A810 F1.rifle-1", side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1")
    assert not can(s, "take G.sdkfz251-1") and melee.value(s, s.setting.piece("G.sdkfz251-1")) == 2


@clause("9.3i")
def test_who_has_destroyed_all_may_stay() -> None:
    """G55."""
    s = field("A809 G1.rifle-1 G.Apfelbaum; A810 F.adk-1:1; A116 F1.rifle-1", side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", rolls=[1, 1, 3, 3])
    assert where(s, "F.adk-1") == "dead"
    do(s, "press A810")
    assert where(s, "G1.rifle-1") == "A810" and not faults(s)


@clause("9.3j")
def test_attackers_that_lost_steps_check() -> None:
    s = hunt()
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch")
    events = do(s, "alone F4.h39-1", rolls=[1, 2, 6, 6, 1, 1, 6, 6, 2, 2])
    assert strengths(s)["G1.rifle-1"] == 2
    assert [s.piece_name(e.piece) for e in events if isinstance(e, UnitChecked)] == ["G1.rifle-1"]


def test_mortars_cannot_assault_armour() -> None:
    s = field("A809 G1.mortar-1 G.Apfelbaum; A810 F4.h39-1", side="german")
    do(s, "activate G.Apfelbaum")
    assert not choices(s, "assault")


@clause("9.4b", "9.4d")
def test_only_who_began_with_the_armour_is_spared_the_check() -> None:
    """Rifles that come up to a StuG from elsewhere join its assault, but check their morale; who is far cannot join."""
    s = field("A811 G2.rifle-1 G2.stug-1 G.Brandt; A911 G2.rifle-2; A809 F1.rifle-1", TIRED, side="german")
    do(s, "activate G.Brandt", "move G2.rifle-1", "join G2.stug-1", "to A810", "stop", "assault G2.stug-1")
    assert refusal(s, "take G2.rifle-2") == "9c"
    s = field("A811 G2.rifle-1 G2.stug-1 G.Brandt; A910 G2.rifle-2; A809 F1.rifle-1", TIRED, side="german")
    do(s, "activate G.Brandt", "move G2.rifle-1", "join G2.stug-1", "to A810", "stop")
    do(s, "move G2.rifle-2", "to A810", "stop", "assault G2.rifle-2")
    assert refusal(s, "take G2.stug-1") == "9.4b"
    do(s, "take G2.rifle-1", "take G2.stug-1")
    events = do(s, "launch", "hold", rolls=[6, 6])
    assert [s.piece_name(e.piece) for e in events if isinstance(e, GateChecked)] == ["G2.rifle-2"]


@clause("9.2r", "12.7.1g")
def test_armour_that_leaves_drives_onto_mines() -> None:
    """No harm done in A809: the tanks go on to A808, where AT mines of 6 factors take a step with a 7."""
    mines = 'mines = [{ hex = "A808", owner = "allied", kind = "at", density = 1, shown = false }]\n'
    s = german("A810 G3.pz3-1 G.Hartung; A809 F1.rifle-1", mines + TIRED)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch", "hold", rolls=[6, 6])
    do(s, "press A808", rolls=[3, 4, 6, 6])
    assert where(s, "G3.pz3-1") == where(s, "G.Hartung") == "A808" and strengths(s)["G3.pz3-1"] == 2


@clause("2.3c", "2.3d", "9.2i", "9.3e")
@pytest.mark.parametrize(("quality", "shift", "name"), [("veteran", 1, "veterans"), ("green", -1, "green troops")])
def test_veterans_and_green_troops_assault_by_other_columns(quality: str, shift: int, name: str) -> None:
    """And the odds say why."""
    line = '[[force]]\nnation = "german"\nunits = { "G.pz3" = 1, "G.rifle" = 1 }\nofficer = "infantry"\nenters = 1\n'
    s = field("A810 G4.pz3-1 G4.rifle-1; A809 F1.rifle-1; A709 F4.h39-1", forces=f'{line}quality = "{quality}"\n')
    tank, rifle = s.setting.piece("G4.pz3-1"), s.setting.piece("G4.rifle-1")
    for made in (armour.overrun(s, hexa(s, "A809"), (tank,)), armour.strike(s, rifle, hexa(s, "A709"))):
        assert made.shift == shift and name in [factor.name for factor in made.reasons]


@clause("7.1e", "9.2a")
def test_an_officer_who_is_finished_rides_into_an_assault_all_the_same() -> None:
    """His tank is out of command and activated alone: he is taken along, and so part of it (G30d)."""
    s = german(
        "A810 F1.rifle-1; A809 G3.pz3-1 G.Hartung", 'finished = ["G.Hartung", "F1.rifle-1"]\nastray = ["G3.pz3-1"]'
    )
    do(s, "activate G3.pz3-1", rolls=[1, 1])
    do(s, "assault G3.pz3-1", "launch")
    assert names(s, s.moving) == {"G3.pz3-1", "G.Hartung"} and not faults(s)


# those who take part, and those who do not any more


@pytest.mark.parametrize("more", ["", '[started]\n"G2.rifle-1" = "A810"\n"G2.stug-1" = "A810"\n'])
@clause("9.4d", "9.1.1a")
def test_armour_that_is_shot_away_supports_nobody(more: str) -> None:
    """The StuG falls to the gun before the checks, so the rifles check like all others, moved up or not."""
    s = german("A810 G2.rifle-1 G2.stug-1:1 G.Brandt; A809 F1.rifle-1 F2.sa34-1; A1516 F.Moreau",
               f'reaction = ["F2.sa34-1"]\n{more}')  # fmt: skip
    do(s, "activate G.Brandt", "assault G2.rifle-1", "take G2.stug-1", "launch")
    do(s, "alone F2.sa34-1", rolls=[1, 1, 6, 6, 3, 3])
    assert where(s, "G2.stug-1") == "dead"
    events = do(s, "hold", rolls=[6, 6])
    assert [e.passed for e in events if isinstance(e, GateChecked)] == [False] and where(s, "G2.rifle-1") == "A810"


@clause("9.4d", "9.1.1e")
def test_the_odds_of_who_needs_no_check_say_so() -> None:
    forces = force("german", "G.rifle 3, G.stug")
    units = "A810 G4.rifle-1 G4.rifle-2 G4.stug-1; A808 G4.rifle-3; A809 F1.rifle-1"
    s = field(units, side="german", forces=forces)
    group = tuple(s.setting.piece(f"G4.{name}") for name in ("rifle-1", "rifle-2", "rifle-3", "stug-1"))
    froms = tuple(s.where[unit] for unit in group)
    s.push(assault.Check(hexa(s, "A809"), group, froms, defence.HAND, 0, (3,) * 4, (), group))
    s.ask_again()
    sure, unsure = s.preview("test G4.rifle-1"), s.preview("test G4.rifle-3")
    assert sure is not None and sure.chance("it assaults, without a check") == 1
    assert unsure is not None and 0 < unsure.chance("it stays") < 1


@clause("9.2g", "9.1.2e", "9.3k")
def test_armour_that_has_fallen_back_is_assaulted_and_fired_at_no_more() -> None:
    """Hit in A810 it falls back to A909, still beside them: the assault is over, and they keep their markers."""
    s = german("A810 G3.pz3-1 G.Hartung; A809 F1.rifle-1 F1.rifle-2 F2.sa34-1; A1516 F.Moreau",
               'reaction = ["F1.rifle-1", "F1.rifle-2", "F2.sa34-1"]')  # fmt: skip
    rolls_in(s, dice=[])
    do(s, "rush F1.rifle-1", rolls=[1, 1, 3, 4, 6, 6, 1, 1])
    assert strengths(s)["G3.pz3-1"] == 2
    do(s, "retreat A909")
    assert not s.stormed and not choices(s, "rush") and not choices(s, "alone")
    assert {"F1.rifle-2", "F2.sa34-1"} <= names(s, s.reaction)


@clause("9.3b", "10.3.1a", "10.3.2a")
def test_vehicles_that_rout_are_gone_before_the_next_platoon_strikes() -> None:
    """The first platoon destroys a tank; the other routs at once, and the second platoon finds nobody in the hex."""
    more = 'finished = ["F4.h39-1", "F4.h39-2"]\nleaders = { F4 = "" }\nfallen = { F4 = "F.Aubry" }\n'
    s = field("A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F4.h39-1:1 F4.h39-2:1", more, side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "take G1.rifle-2", "launch", "hold", rolls=[1, 1, 1, 1])
    do(s, "hold", rolls=[3, 4, 1, 3, 3])  # one hit, on the first tank; morale 7 - 3: 6 routs the other
    assert where(s, "F4.h39-1") == "dead" and s.to_act == "allied" and choices(s, "rout")
    struck = 0
    while s.to_act == "allied":
        option = next(option for option in s.options if option.verb == "rout")
        struck += sum(isinstance(event, AttackResult) for event in s.apply(option))
    assert not struck and where(s, "F4.h39-2") != "A810" and can(s, "press A810")


@clause("9.3i", "12.7.1g")
def test_who_stays_where_he_has_struck_treads_on_its_mines_once() -> None:
    """The truck in the mined hex is destroyed: the platoon has come through the mines, and goes nowhere by staying."""
    mines = 'mines = [{ hex = "A810", owner = "allied", kind = "ap", density = 0, shown = false }]\n'
    s = field("A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F.adk-1:1; A116 F1.rifle-1", mines, side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "take G1.rifle-2")
    do(s, "launch", rolls=[1, 1, 1, 1, 6, 6, 3, 3])  # two checks, mines, and the truck is gone
    assert not any(isinstance(event, MinesSprung) for event in do(s, "press A810"))
    do(s, "press A810", rolls=[6, 6])  # the second has not been there yet
    assert where(s, "G1.rifle-1") == where(s, "G1.rifle-2") == "A810" and not faults(s)


ORDEAL = (
    'mines = [{ hex = "A809", owner = "allied", kind = "ap", density = 2, shown = false }]\nfinished = ["F1.rifle-1"]\n'
)


@clause("12.7.1g", "10.3.1a", "9.1b")
def test_whom_mines_rout_as_they_come_in_is_gone_before_the_fight() -> None:
    """10 factors of mines and a 10: a step, and the check fails: he flees before fire and combat; nothing goes on."""
    s = field("A808 G1.rifle-1:2 G1.rifle-2:1 G.Apfelbaum; A809 F1.rifle-1; A1516 F.Moreau", ORDEAL, side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "hold", rolls=[1, 1])
    events = do(s, "done", rolls=[5, 5, 5, 6])
    assert s.to_act == "german" and choices(s, "rout") and not any(isinstance(e, Fought) for e in events)
    while choices(s, "rout"):
        events += s.apply(next(option for option in s.options if option.verb == "rout"))
    told = (Fought, AssaultContinues)
    assert not any(isinstance(event, told) for event in events) and not s.melees and where(s, "F1.rifle-1") == "A809"


FORT = 'forts = [{ hex = "A809", value = 4, arrow = "sse", owner = "allied" }]\ninside = ["F1.rifle-1"]\n'
SHELTERED = "A810 G3.pz3-1 G3.pz3-2 G3.pz3-3 G.Hartung; A809 F1.rifle-1 F1.rifle-2:1; A1516 F.Moreau"
ASLEEP = 'finished = ["F1.rifle-1", "F1.rifle-2"]\n'


@clause("12.9h", "12.9i", "9.2k", "9.2l")
def test_armour_assaults_those_outside_a_fortification_first() -> None:
    """27 factors: 11 / 2 on those outside, who are gone; then 7 is 8 / 4 on those inside, two steps."""
    s = german(SHELTERED, FORT + ASLEEP)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "take G3.pz3-2", "take G3.pz3-3", "launch")
    events = do(s, "hold", rolls=[1, 1, 1, 1, 3, 4, 1, 1, 1, 1])
    assert [e.divisor for e in events if isinstance(e, AttackResult)] == [2, 4]
    assert where(s, "F1.rifle-2") == "dead" and strengths(s)["F1.rifle-1"] == 1 and choices(s, "retreat")


@clause("12.9h", "9.2r")
def test_armour_that_does_those_outside_no_harm_leaves_those_inside_alone() -> None:
    s = german(SHELTERED.replace(" G3.pz3-2 G3.pz3-3", ""), FORT + ASLEEP)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch")
    events = do(s, "hold", rolls=[6, 6])
    assert len([e for e in events if isinstance(e, AttackResult)]) == 1 and s.to_act == "german"
    do(s, "press A810")
    assert where(s, "G3.pz3-1") == "A810" and s.fort_at(hexa(s, "A809")) and s.inside == mask_of(s, "F1.rifle-1")


@clause("12.9h", "9.2m")
def test_those_inside_stay_when_armour_drives_off_those_outside() -> None:
    """One hit outside: that platoon retreats alone. Then the tanks turn to those inside, and a 12 hurts nobody."""
    s = german(SHELTERED.replace(" G3.pz3-2 G3.pz3-3", "").replace("2:1", "2"), FORT + ASLEEP)
    do(s, "activate G.Hartung", "assault G3.pz3-1", "launch", "hold", rolls=[4, 4])
    assert s.agenda[-1].group == (s.setting.piece("F1.rifle-2"),)


@clause("9.2n", "9.2o")
def test_what_a_flight_from_armour_is_told_by() -> None:
    s = german("A810 F1.rifle-1; A809 G3.pz3-1 G.Hartung; A116 F1.rifle-2 F1.rifle-3")
    rolls_in(s, dice=[])
    do(s, "hold", rolls=[2, 2])
    events = do(s, "retreat A811")
    assert [event.clauses for event in events if isinstance(event, Retreated)] == [("9.2n",)]
    step = s.agenda[-1]
    s.events = []
    step.after(s)
    assert [event.clauses for event in s.events if isinstance(event, Eliminated)] == [("9.2o",)]


@clause("7.1c", "9.3b", "7.1f")
def test_a_tank_officer_all_of_whose_tanks_fall_to_an_assault_finds_no_other() -> None:
    """An assault on armour is an assault: nobody rolls for him, and the tank two hexes away is out of his reach."""
    more = 'finished = ["F4.h39-1"]\n[carriers]\n"F.Aubry" = "F4.h39-1"'
    s = field("A809 G1.rifle-1 G.Apfelbaum; A810 F4.h39-1:1 F.Aubry; A812 F4.h39-2", more, side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "hold", rolls=[1, 1])
    do(s, "hold", rolls=[3, 4, 1, 1, 1, 1])
    assert where(s, "F4.h39-1") == where(s, "F.Aubry") == "dead" and where(s, "F4.h39-2") == "A812"


@clause("9.3k")
def test_each_tank_that_was_hit_falls_back_or_stays() -> None:
    s = field("A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum; A810 F4.h39-1 F4.h39-2 F4.h39-3; A116 F1.rifle-1",
              'finished = ["F4.h39-1", "F4.h39-2", "F4.h39-3"]', side="german")  # fmt: skip
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1", "launch", "hold", rolls=[1, 1])
    do(s, "hold", rolls=[1, 1, 1, 1, 1, 1, 1, 1])  # two hits by die, and a check of each tank
    moved = choices(s, "retreat")
    assert {"A811", "A710"} <= moved
    do(s, "retreat A811")
    do(s, "stay")
    hurt = [f"F4.h39-{n}" for n in (1, 2, 3) if strengths(s)[f"F4.h39-{n}"] == 2]
    assert len(hurt) == 2 and sorted(where(s, unit) for unit in hurt) == ["A810", "A811"]


@clause("9.1.2f", "9.3c", "8.3k")
def test_who_comes_for_armour_is_hit_on_its_ground_and_nothing_else_is_told() -> None:
    """The hamlet divides by 4 (A510 by 2); the position that they have left does not help them any more."""
    more = 'reaction = ["G3.pz3-1"]\nallied_positions = ["A510"]\n'
    s = field("A410 G3.pz3-1; A510 F1.rifle-1 F1.rifle-2 F.Moreau; A103 G1.rifle-1", more)
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch")
    do(s, "hold", rolls=[1, 1])
    group, tank = (s.setting.piece("F1.rifle-1"),), s.setting.piece("G3.pz3-1")
    made = defence.Volley(hexa(s, "A410"), group, defence.ANTI_ARMOUR, True, (tank,)).made(
        s, "ap_fire", hexa(s, "A510")
    )
    assert made.divisor == 4 and [row.name for row in made.modifiers] == ["on foot and moving"]
    assert made.reasons[-1].value == "4" and names(s, made.victims or 0) == {"F1.rifle-1"}
