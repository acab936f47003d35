"""The advice bots go by: terms that say what a player would say, and heuristics that keep to the rules."""

from __future__ import annotations

from typing import cast

import pytest

from meuse.games.fall_of_france import sequence
from meuse.games.fall_of_france.advice import FallAdvice, under_way
from meuse.games.fall_of_france.ground import ground
from meuse.games.fall_of_france.movement import Movement
from meuse.games.fall_of_france.setting import ALLIED, GERMAN, HOLLAND
from meuse.games.fall_of_france.skirmish import OneDisrupted
from meuse.games.fall_of_france.state import FallState
from meuse.players import make
from tests.games.fall_of_france.kit import GAME, MAP, begin, lay, mission, where
from tests.games.kit import choice, listed, term

ADVICE = cast(FallAdvice, GAME.advice())


def position(units: str, phase: str = "german movement", more: str = "", turn: int = 4) -> FallState:
    return lay(f'{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}')


def test_the_ready_set_up_is_taken() -> None:
    assert choice(begin()) == "ready"


# player turns


def test_the_turn_of_a_side_lasts_from_its_air_missions_to_its_last_combat() -> None:
    seen: list[tuple[int, int]] = []
    state, bot = begin(seed=4), make("recruit")
    while state.turn < 3:
        turn = ADVICE.player_turn(state)
        if turn.main and (state.turn, turn.side) not in seen:
            seen.append((state.turn, turn.side))
        assert not turn.main or (under_way(state) is not sequence.Recovery)
        state.apply(bot.choose(state, state.to_act or "", state.actions))
    assert seen == [(1, GERMAN), (1, ALLIED), (2, GERMAN), (2, ALLIED)]


# terms


def test_armour_is_dearer_than_its_factors() -> None:
    worth = ground(MAP).worth
    assert worth[MAP.piece("G.1Pz")] > worth[MAP.piece("G.2Mot")] > worth[MAP.piece("F.9A1")] == 4


def test_disrupted_units_cadres_and_those_out_of_supply_are_worth_less() -> None:
    sound = position('"1712" = ["F.X"], "1507" = ["G.III", "G.12HQ"]')
    for more in ('disrupted = ["F.X"]', 'cadred = ["F.X"]'):
        assert term(position('"1712" = ["F.X"], "1507" = ["G.III", "G.12HQ"]', more=more), "material") > term(
            sound, "material"
        )


def test_brussels_and_a_broken_army_bring_belgium_nearer_to_surrender() -> None:
    units = '"0812" = ["B.I", "B.II"], "1507" = ["G.III", "G.12HQ"]'
    whole = term(position(units), "belgium")
    broken = term(position(units, more='disrupted = ["B.I", "B.II"]'), "belgium")
    taken = term(position(units, more='control = { german = ["1013"] }'), "belgium")
    rest = '"1507" = ["G.III", "G.12HQ"]'
    given_in = term(position(rest, more='countries = { belgium = "surrendered" }'), "belgium")
    assert whole < broken < given_in and whole < taken < given_in


def test_bombs_over_holland_count_once_it_can_give_in() -> None:
    units = '"0310" = ["N.I"], "0707" = ["G.X", "G.BHQ"]'
    more = 'dutch_hit = true\ncontrol = { german = ["0508"] }\n'
    assert term(position(units, more=more + "bombers = 5"), "holland") > term(position(units, more=more), "holland")
    early = "bombers = 5"
    assert term(position(units, more=early), "holland") == term(position(units), "holland")


def test_every_british_unit_lost_counts() -> None:
    far = '"1507" = ["G.III", "G.12HQ"]'
    both = term(position(f'"1117" = ["UK.I", "UK.II"], {far}'), "british")
    one = term(position(f'"1117" = ["UK.I"], {far}', more='dead = ["UK.II"]'), "british")
    none = term(position(f'"1117" = ["F.I"], {far}', more='dead = ["UK.I", "UK.II"]'), "british")
    assert both < one < none


def test_a_panzer_division_beside_strong_enemies_is_exposed() -> None:
    alone = position('"1615" = ["G.1Pz", "G.KlugeHQ"]')
    beset = position('"1615" = ["G.1Pz", "G.KlugeHQ"], "1616" = ["F.I", "F.XVI"], "1715" = ["F.III", "F.IV"]')
    assert term(beset, "exposed") < term(alone, "exposed") == 0


def test_a_line_without_gaps_keeps_the_cities_out_of_reach() -> None:
    """Nobody stands between the Germans and the cities of France; then a corps before Lille covers some of them."""
    open_ground = term(position('"1013" = ["G.IV", "G.6HQ"]'), "open_line")
    covered = term(position('"1013" = ["G.IV", "G.6HQ"], "1117" = ["F.I"], "1418" = ["F.II"]'), "open_line")
    assert open_ground > covered


def test_a_skirmish_is_worth_what_it_will_bring() -> None:
    """Strong armour against a lone division in the open should gain, a lone regiment against corps should lose."""
    strong = position('"1614" = ["G.1Pz", "G.2Pz", "G.8Pz", "G.KlugeHQ"], "1616" = ["F.9Mot"]')
    for action in ("move G.1Pz", "join G.2Pz", "join G.8Pz", "to 1615"):
        strong.apply(action)
    weak = position('"1614" = ["G.XXV", "G.CHQ"], "1616" = ["F.I", "F.XVI"], "1716" = ["F.III", "F.IV"]')
    for action in ("move G.XXV", "to 1615"):
        weak.apply(action)
    assert term(strong, "skirmishes") > 0 > term(weak, "skirmishes")


# choices


def test_a_hopeless_attack_on_a_fortress_is_not_made() -> None:
    state = position('"1805" = ["G.XII", "G.CHQ"], "1905" = ["F.SAR"]', "german combat")
    assert choice(state) == "done"


def test_a_crushing_attack_is_made() -> None:
    units = '"1614" = ["G.I", "G.XVII"], "1714" = ["G.III", "G.12HQ"], "1615" = ["F.I"]'
    assert choice(position(units, "german combat")) == "attack 1615"


def test_who_is_disrupted_is_attacked_again() -> None:
    """Two stacks alike: a second disruption destroys the one that is shaken."""
    units = '"1614" = ["G.1Pz", "G.2Pz", "G.KlugeHQ"], "1615" = ["F.I"], "1613" = ["F.XVI"]'
    state = position(units, "mech combat", 'disrupted = ["F.I"]')
    assert listed(state)[0] == "attack 1615"


def test_headquarters_support_but_do_not_attack() -> None:
    state = position('"1614" = ["G.III", "G.VI", "G.12HQ"], "1615" = ["F.I"]', "german combat")
    state.apply("attack 1615")
    while "commit" in listed(state)[0]:
        assert listed(state) != ["commit G.12HQ"]
        state.apply(listed(state)[0])
    assert listed(state) == ["support G.12HQ"]


def test_bombers_fly_to_holland_when_it_may_give_in() -> None:
    units = '"0310" = ["N.I"], "0508" = ["G.X"], "0707" = ["G.BHQ"]'
    more = 'ready = ["G.air1", "G.air2"]\ndutch_hit = true\ncontrol = { german = ["0508"] }'
    state = position(units, "allied air", more)
    while state.to_act == "german":
        state.apply(choice(state))
    board = MAP.board
    assert all(MAP.country[HOLLAND] >> board.place(mission(state, unit)) & 1 for unit in ("G.air1", "G.air2"))


def test_panzers_that_stand_together_go_together() -> None:
    state = position('"1310" = ["G.1Pz", "G.2Pz", "G.KlugeHQ"], "1117" = ["UK.I"]')
    while type(state.agenda[-1]) is Movement and listed(state)[0] == "move G.KlugeHQ":
        state.apply("move G.KlugeHQ")
    state.apply("move G.1Pz")
    assert listed(state) == ["join G.2Pz"]


def test_the_bef_goes_to_the_ports_when_it_is_ordered_home() -> None:
    """It reaches one in a turn, and leaves in the Administration phase."""
    state = position('"1117" = ["UK.I"], "1507" = ["G.III", "G.12HQ"]', "allied movement", "withdrawal = true")
    while under_way(state) is sequence.AlliedMovement:
        state.apply(choice(state))
    assert where(state, "UK.I") == "gone"


def test_the_cheapest_unit_bears_a_disruption_and_no_shaken_one() -> None:
    state = position('"1614" = ["G.III"], "1616" = ["F.I", "F.9Mot"]', more='disrupted = ["F.9Mot"]')
    state.push(OneDisrupted(MAP.board.place("1615"), (MAP.board.place("1616"),), ()))
    state.ask_again()
    assert listed(state)[0] == "disrupt F.I"


# postures


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_each_side_has_its_postures(scenario: str, side: int) -> None:
    names = [advice.name for advice in ADVICE.postures(begin(scenario), side)]
    usual = [name for name in names if name and ADVICE.file.posture[name].usual]
    assert names[: len(usual) + 1] == [*usual, ""] and len(usual) <= 1 and 4 <= len(names) - 1 <= 8


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_posture_sends_units_elsewhere(side: int) -> None:
    """In a game played by the heuristics, each way to play once wants something the plain one does not."""
    state = begin(seed=5)
    waiting = {advice.name: advice for advice in ADVICE.postures(state, side) if advice.name}
    while state.options and waiting:
        if type(state.agenda[-1]) is Movement and state.agenda[-1].mover == side:
            plain = ADVICE.plan(state, side).ways
            for name in [name for name, bent in waiting.items() if bent.plan(state, side).ways != plain]:
                del waiting[name]
        state.apply(ADVICE.shortlist(state)[0])
    assert not waiting
