"""What people are told while they decide: what they are asked, what explains it, whom and which places it is about."""

from __future__ import annotations

import inspect

import pytest

from meuse.engine.steps import Step
from meuse.games.fall_of_france import (
    aftermath,
    air,
    allotment,
    assault,
    combat,
    declarations,
    landings,
    losses,
    movement,
    politics,
    recovery,
    refugees,
    reinforcements,
    retreat,
    sealion,
    sequence,
    setup,
    shift,
    skirmish,
    trading,
)
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france import battles
from tests.games.fall_of_france.kit import clause, do, lay

HQ = '"0506" = ["G.AHQ", "G.12HQ"]'
BIG = '"2423" = ["G.III", "G.VI"], "2422" = ["G.XVIII"], "2324" = ["G.12HQ"]'
ORLEANS = '"2520" = ["F.X"], "2419" = ["G.III", "G.VI"], "2420" = ["G.XVIII"], "2519" = ["G.12HQ"], "0506" = ["G.AHQ"]'


def at(phase: str, units: str, more: str = "", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def asked(s: FallState) -> tuple[str, str, str]:
    """The question, and the clause and the sentence that explain it."""
    step = s.agenda[-1]
    explained = step.explained(s)
    return step.prompt(s), explained.clause, explained.says


def about(s: FallState) -> tuple[list[str], list[str]]:
    """The units and the places that a decision is about."""
    pieces, places = s.agenda[-1].about(s)
    return [s.piece_name(piece) for piece in pieces], [s.label(place) for place in places]


def refused(s: FallState, action: str, named: str, says: str = "") -> bool:
    """Is an action refused with this clause, and a sentence that ends so?"""
    reason = s.explain(action)
    return reason is not None and reason.clause == named and reason.reason.endswith(says)


# reinforcements and recovery


@clause("16.6a", "18.4a")
def test_what_is_paid_for_and_with_what() -> None:
    pools = "pools = { french = { infantry = 2 }, british = { infantry = 1 } }"
    s = at("reinforcement", '"2520" = ["F.X"]', f'cadred = ["F.X"]\n{pools}')
    assert asked(s) == (
        "Choose a cadre to rebuild (French 2 infantry points, British 1 infantry point), or go on.", "16.6a",
        "A cadre is a whole unit again for 2 replacement points of its nation and kind, wherever it stands.",
    )  # fmt: skip
    s = at("reinforcement", '"0506" = ["G.AHQ"]', 'dead = ["G.III"]\npools = { german = { infantry = 4 } }')
    assert asked(s) == (
        "Choose a corps from the dead pile to rebuild (German 6 infantry points), or go on.", "18.4a",
        "A dead leg infantry corps comes back for 4 replacement points at a source of supply of its nation.",
    )  # fmt: skip
    do(s, "rebuild G.III")
    says = "It appears at a source of supply of its nation, where there is room."
    assert asked(s) == ("III. Armeekorps arrives: choose a hex.", "18.4b", says) and about(s) == (["G.III"], [])


@clause("18.3a", "18.3b")
def test_what_is_said_of_new_units() -> None:
    s = at("reinforcement", '"2520" = ["F.X"]', 'waiting = ["F.1DCR", "F.2DCR", "F.3DCR"]', turn=2)
    for action in ("place F.3DCR", "place F.X"):
        assert refused(s, action, "18.3a", "does not arrive this turn")
    do(s, "place F.1DCR")
    assert asked(s)[1:] == ("18.3b", "New units enter at their edge or port, outside enemy zones.")


@clause("16.3a", "16.4a")
def test_what_is_said_of_recovery() -> None:
    units, hurt = '"0506" = ["G.AHQ", "G.III"]', 'disrupted = ["G.III"]\n'
    s = at("recovery", units, hurt)
    assert asked(s) == (
        "Recovery: choose a disrupted unit to roll for, or go on.", "16.3a",
        "Each disrupted unit may be rolled for once; a 1 eliminates it unless it is paid for.",
    )  # fmt: skip
    assert s.preview("done") is None
    s = at("german air", units, hurt + "pools = { german = { infantry = 1, armour = 2 } }")
    assert asked(s) == (
        "Emergency recovery: choose a disrupted unit (German 1 infantry point and 2 armour points), or go on.",
        "16.4a", "For 1 replacement point a disrupted unit in supply has an extra roll before movement.",
    )  # fmt: skip


@clause("RECa", "RECb", "RECd")
@pytest.mark.parametrize(("die", "ruling", "explained"), [
    (1, "cures", ("RECa", "Paying removes the disruption; losing it is worth 2 replacement points.")),
    (1, "saves", ("RECa", "Paying saves the unit, which stays disrupted; losing it is worth 2 replacement points.")),
    (2, "cures", ("RECb", "Paying removes the disruption.")),
    (3, "saves", ("RECb", "Paying removes the disruption.")),
])  # fmt: skip
def test_what_paying_for_a_failed_roll_does(die: int, ruling: str, explained: tuple[str, str]) -> None:
    more = f'disrupted = ["G.III"]\noptions = {{ pay_two = "{ruling}" }}\npools = {{ german = {{ infantry = 2 }} }}'
    s = at("recovery", '"0506" = ["G.AHQ", "G.III"]', more)
    do(s, "recover G.III", rolls=[die])
    assert asked(s)[1:] == explained and about(s) == (["G.III"], ["0506"])


# air units


@clause("12.0a", "12.2a")
def test_a_mission_is_about_the_unit_and_the_place_where_it_flies() -> None:
    more = 'ready = ["G.air1", "F.air1"]\nmissions = { "F.air1" = "2523" }'
    s = at("german air", '"2523" = ["F.X"], "0506" = ["G.AHQ"]', more)
    assert about(s) == (["F.air1"], [])
    do(s, "assign F.air1")
    assert asked(s)[1] == "12.2a" and about(s) == (["F.air1"], ["2523"])
    do(s, "stay", "assign G.air1")
    assert about(s) == (["G.air1"], [])


@clause("12.2d", "12.2e")
def test_what_is_said_of_an_air_unit_that_gives_way() -> None:
    s = at("german movement", f'"2418" = ["G.III"], {HQ}', 'missions = { "F.air1" = "2420+2421+2521" }')
    do(s, "move G.III", "to 2420")
    assert asked(s)[0] == "2420 is interdicted from the air: fight the air unit." and about(s) == (["G.III"], ["2420"])
    do(s, "fight", rolls=[6])
    assert asked(s)[1] == "12.2d" and about(s) == (["F.air1"], ["2420"])
    assert refused(s, "abort G.air1", "12.2e")
    assert refused(s, "interdict 2420+2421+2521", "12.2d")


# movement


@clause("9.1b", "15.2a")
def test_what_is_said_of_movement() -> None:
    s = at("german movement", '"1708" = ["G.III", "G.12HQ"], "0506" = ["G.AHQ"]')
    do(s, "move G.III")
    assert asked(s)[:2] == ("III. Armeekorps in 1708 with 5 movement points: choose where to go.", "9.1b")
    assert about(s) == (["G.III"], ["1708"])
    do(s, "join G.12HQ")
    assert asked(s)[0] == "III. Armeekorps, Armeeoberkommando 12 in 1708 with 4 movement points: choose where to go."
    s = at("mech ops", '"2418" = ["G.1Pz"], "0506" = ["G.AHQ", "G.KlugeHQ"]')
    says = "Mechanised units that did not attack may move again with half their movement points."
    assert asked(s) == ("Movement: choose a unit to move, or end the phase.", "15.2a", says)


def prices(s: FallState) -> dict[str, tuple[str, str]]:
    """What each hex costs, and the hex before it on the way."""
    return {made.place: (made.cost, made.via) for made in s.agenda[-1].choices(s, {}) if made.verb == "to"}


@clause("9.1b", "9.1d", "9.1c")
def test_each_hex_has_its_price_and_the_hex_before_it_on_the_way() -> None:
    s = at("german movement", f'"2521" = ["G.III"], {HQ}')
    do(s, "move G.III")
    assert [prices(s)[label] for label in ("2522", "2523", "2524")] == [("1", "2521"), ("2", "2522"), ("3", "2523")]
    s = at("german movement", f'"1401" = ["G.XXV"], {HQ}')  # 3 points; the Rhine takes 2 of them, and the hex as many
    do(s, "move G.XXV")
    assert prices(s)["1402"][1] == "1401"


@clause("9.3b", "9.3c")
def test_what_is_said_of_an_assault() -> None:
    s = at("german movement", f'"1708" = ["G.III", "G.VI"], {HQ}')
    do(s, "move G.III", "join G.VI", "assault 1808")
    assert asked(s)[0] == "Assault on 1808: choose the unit that tries it."
    assert about(s) == (["G.III", "G.VI"], ["1808"])
    do(s, "commit G.VI")
    assert asked(s)[0] == "VI. Armeekorps assaults the fortifications of 1808: roll the die."
    assert about(s) == (["G.VI"], ["1708", "1808"])


# skirmishes


@clause("11.0c", "11.1c", "11.4e")
def test_what_is_said_in_a_skirmish() -> None:
    s = at("german movement", f'"2419" = ["G.III"], "2421" = ["F.X", "F.2A1"], "2321" = ["F.II"], {HQ}')
    do(s, "move G.III", "to 2420")
    assert asked(s)[:2] == ("Which stacks oppose III. Armeekorps in 2420?", "11.1c")
    assert about(s) == (["G.III"], ["2420"])
    do(s, "defend 2421", "done")
    assert asked(s)[:2] == ("Skirmish at 2420: roll the die.", "11.2a") and about(s) == (["G.III"], ["2420", "2421"])
    do(s, "fight", rolls=[6])
    assert asked(s)[1] == "11.4e" and about(s) == (["F.X", "F.2A1"], ["2421"])
    assert refused(s, "disrupt F.II", "11.4a")


@clause("11.0c")
def test_who_comes_back_is_named() -> None:
    s = at("german movement", f'"2419" = ["G.III"], "2421" = ["F.X"], {HQ}')
    do(s, "move G.III", "to 2420")
    do(s, "fight", "to 2419", "to 2420", rolls=[3])
    assert asked(s)[:2] == ("Skirmish again with III. Armeekorps, back in 2420?", "11.0c")


# combats


@clause("14.2a", "15.0d")
def test_what_is_said_before_the_die_falls() -> None:
    units = '"2418" = ["G.1Pz"], "2419" = ["F.X"], "0506" = ["G.AHQ", "G.KlugeHQ"]'
    says = "Attacks are optional; each unit attacks once in a phase at most, and each hex is attacked once."
    assert asked(at("german combat", units)) == ("Combat: choose a hex to attack, or end the phase.", "14.1a", says)
    s = at("mech combat", units)
    says = "Each mechanised unit either attacks now or moves afterwards with half its points."
    assert asked(s)[1:] == ("15.0d", says)
    do(s, "attack 2419")
    assert asked(s)[:2] == ("Attack on 2419: choose the first attacking unit.", "14.2a") and about(s) == ([], ["2419"])
    do(s, "commit G.1Pz")
    assert asked(s)[0] == "Attack on 2419: 2 to 4, column 1-1.5. Add attackers, or fight."


@clause("14.3c")
def test_what_the_german_is_asked_when_the_allies_attack() -> None:
    units = '"2523" = ["G.12HQ", "G.III"], "2524" = ["F.X", "F.XVIII"], "0506" = ["G.AHQ"]'
    s = battles.combat(units, side="allied")
    do(s, "attack 2523", "commit F.X", "declare")
    assert asked(s)[0] == "The Allies attack 2523, 4 to 5, column 1-1.5: does a headquarters support the defence?"
    assert about(s) == (["F.X"], ["2523"]) and s.to_act == "german"
    assert s.agenda[-1].whose(s) == 1  # the heading is of the Allied phase


@clause("14.4a", "14.4e")
def test_what_is_said_of_losses() -> None:
    """12 to 8 with three air units: 3-1; a 3 eliminates two, a 5 cadres one."""
    air_units = 'missions = { "G.air1" = "2523", "G.air2" = "2523", "G.air3" = "2523" }'
    units = '"2523" = ["F.III", "F.2DLM", "F.3DLM"], "2524" = ["F.II"], ' + BIG
    s = battles.battle(units, "2523", "G.III", "G.VI", "G.XVIII", more=air_units)
    do(s, "fight", rolls=[3])
    assert asked(s) == (
        "1 unit must be eliminated: choose the next one.", "14.4a",
        "Corps are lost before divisions, and sound units before others; you choose among equals.",
    )  # fmt: skip
    assert about(s) == (["F.2DLM", "F.3DLM"], ["2523"])
    assert refused(s, "eliminate F.II", "14.4e", "takes no part in this combat")


@clause("14.4a", "14.4d")
def test_who_becomes_a_cadre_is_explained() -> None:
    """13 to 8 and a 3 with an HQ: 1.5-1, a 4 is D/DR and a 3 D/CD."""
    units = '"2523" = ["F.III", "F.IV"], "2524" = ["F.2DLM"], ' + BIG
    s = battles.battle(units, "2523", "G.III", "G.VI", "G.XVIII")
    do(s, "fight", rolls=[3])
    says = "Corps are hit before divisions, and sound units before others; you choose among equals."
    assert asked(s) == ("Choose the unit that is reduced to a cadre.", "14.4d", says)
    assert refused(s, "disrupt F.III", "14.4d", "that is not what the result does here")
    assert refused(s, "cadre F.2DLM", "14.4d", "takes no part in this combat")


@clause("14.4a")
def test_who_is_not_first_in_line_is_told_so() -> None:
    units = '"2523" = ["F.2DLM", "F.3DLM", "F.III"], ' + BIG
    s = battles.battle(units, "2523", "G.III", "G.VI", "G.XVIII", more='disrupted = ["F.2DLM"]')
    s.push(aftermath.CadreLoss(s.setting.board.place("2523"), (s.setting.piece("G.III"),), True, False, False))
    s.push(aftermath.Elimination(s.setting.board.place("2523"), (s.setting.piece("G.III"),), True, 1))
    s.ask_again()
    assert refused(s, "eliminate F.3DLM", "14.4a", "is not first in line: others go before it")


@clause("TECe", "TECi")
def test_what_is_said_of_ground_that_may_be_held() -> None:
    s = battles.battle(ORLEANS, "2520", "G.III", "G.VI", "G.XVIII")
    do(s, "fight", rolls=[1])
    assert asked(s) == (
        "Orléans (2520) must be given up: retreat, or hold it and have all units disrupted?", "TECe",
        "In a city the whole stack may be disrupted in place of a retreat.",
    )  # fmt: skip
    assert about(s) == (["F.X"], ["2520"])
    assert s.agenda[-1].warning(s, s.option("hold")) == "1 unit there disrupted already would be eliminated."
    s = battles.battle(f'"1709" = ["F.MTY"], "1708" = ["G.III"], {HQ}', "1709", "G.III")
    do(s, "fight", rolls=[5])
    assert asked(s) == (
        "1709 must be given up: retreat, or hold it?", "TECi",
        "Terrain lets these units ignore the retreat; they may make it all the same.",
    )  # fmt: skip
    assert s.agenda[-1].warning(s, s.option("hold")) == ""


@clause("9.2a", "22.12a")
def test_only_dice_are_foreseen() -> None:
    s = lay(
        'phase = "german air"\nturn = 1\nunits = { "0506" = ["G.AHQ"] }\naloft = ["G.FSJ"]\n'
        'options = { fortress_crackers = "yes" }'
    )
    assert s.preview("drop_in G.FSJ") is None and s.preview("done") is None and s.preview("crack") is not None


# politics and refugees


@clause("19.1e", "19.4b")
def test_what_is_said_of_those_who_leave() -> None:
    s = at("administration", '"0818" = ["UK.I", "UK.II"], "0506" = ["G.AHQ"]', "withdrawal = true")
    assert asked(s)[1] == "19.1e" and about(s) == ([], ["0818", "0920", "1020"])
    assert refused(s, "evacuate UK.III", "19.1e", "is no BEF unit in a Channel port")
    dead = 'dead = ["F.I", "F.XVI", "F.III", "F.IV", "F.V", "F.II"]'
    near = '"2219" = ["G.III", "G.VI"], "2016" = ["G.VII", "G.XIII"], "1918" = ["G.V", "G.VIII"]'
    s = at("administration", f'"2118" = ["F.XI"], "2018" = ["F.9A1"], {near}, {HQ}', dead)
    assert asked(s)[1] == "19.4b" and about(s) == (["F.XI", "F.9A1"], ["2018", "2118", "2119"])
    do(s, "withdraw F.XI")
    assert asked(s)[0] == "11e Corps d'Armée leaves Paris: choose a hex." and about(s) == (["F.XI"], ["2118"])


@clause("22.1b")
@pytest.mark.parametrize(("turn", "hexes"), [(5, 1), (6, 2)])
def test_what_is_said_of_refugees(turn: int, hexes: int) -> None:
    more = 'options = { refugees = "yes" }\nrefugees = ["2018", "1813"]'
    s = at("administration", '"2520" = ["F.X"]', more, turn)
    assert asked(s) == (
        "Refugees in Paris (2018): choose where they go.", "22.1b",
        f"Hexes that each counter moves this turn: {hexes}, toward the south or west edge.",
    )  # fmt: skip
    assert about(s) == ([], ["2018"])


# what steps are like

CHAPTERS = (
    aftermath, air, allotment, assault, combat, declarations, landings, losses, movement, politics, recovery, refugees,
    reinforcements, retreat, sealion, sequence, setup, shift, skirmish, trading,
)  # fmt: skip


def steps(flag: str) -> set[str]:
    """The steps at which something is asked and for which a flag is set."""
    found = {
        kind.__name__: kind
        for chapter in CHAPTERS
        for _, kind in inspect.getmembers(chapter, inspect.isclass)
        if issubclass(kind, Step) and kind.words and kind.__module__ == chapter.__name__
    }
    return {name for name, kind in found.items() if getattr(kind, flag)}


def test_what_both_sides_see() -> None:
    """Everything that moves or strikes units in sight of the enemy; not what a side is still thinking about."""
    everything = {name for flag in ("name", "words") for name in steps(flag)}
    hidden = {
        "Allotment", "Arrivals", "Build", "CallAway", "CloseUp", "Combat", "Deploy", "Drop", "Entry", "Evacuation",
        "Face", "Follow", "Halt", "Landings", "March", "Movement", "Rebuild", "Recover", "Relocate", "Restore",
        "Setup", "Shift", "Shifting", "Trade", "Trek",
    }  # fmt: skip
    assert everything - steps("public") == hidden


def test_where_a_lone_option_is_carried_out_without_asking() -> None:
    assert steps("forced") == {
        "AirLosses", "AirRetreat", "Arrivals", "BreakUp", "CadreLoss", "CallAway", "Elimination", "Entry",
        "Evacuation", "Face", "FallBack", "LeaveParis", "Leaving", "MakeRoom", "MoverDisrupted", "OneDisrupted",
        "Repulse", "Resettle", "Retreat", "Rout", "StepAside", "Storm", "Trek",
    }  # fmt: skip


def test_what_is_drawn_as_a_battle_or_where_its_units_stand() -> None:
    assert steps("fought") == {"Advance", "AirLosses", "Answer", "Battle", "CadreLoss", "Elimination", "Repulse"}
    assert steps("standing") == {
        "BreakUp", "CadreLoss", "Elimination", "FallBack", "Leaving", "Payment", "StepAside",
    }  # fmt: skip
