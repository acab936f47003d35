"""Fire in reaction (3.4): windows, who may fire and how strongly, groups, standing orders, what is never asked."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.promises import apply_thoroughly
from meuse.games.france_1940 import fire, reaction
from meuse.games.france_1940.events import Attacked
from meuse.games.france_1940.state import FranceState

from .close import hexa, strengths
from .gunnery import ground
from .kit import GAME, can, choices, clause, do, mask_of, names, refusal, rolls_of, where

MARCH = "A813 F1.rifle-1 F.Moreau; A116 G.Apfelbaum; "
"""A French platoon about to act; each test says who watches it."""


def act(s: FranceState, *units: str) -> None:
    """Some units are activated and set about something, so that the other side may react."""
    s.activator, s.active, s.moving = 1, mask_of(s, *units), mask_of(s, *units)
    reaction.window(s, s.where[s.setting.piece(units[0])])
    s.advance()


def watchers(units: str, more: str = "") -> FranceState:
    return ground(MARCH + units, more, "allied")


@clause("3.4a", "3.4c")
def test_a_window_opens_for_those_who_can_fire() -> None:
    s = watchers("A811 G1.rifle-1; A810 G1.mg34-1; A101 G1.rifle-2")
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert s.to_act == "german" and choices(s, "react") == {"G1.rifle-1"}
    assert refusal(s, "react G1.rifle-2") == "8.3b" and refusal(s, "react F1.rifle-1") == "3.4a"
    do(s, "hold")
    assert names(s, s.reaction) == {"F1.rifle-1"} and not s.moving


@clause("3.4b")
def test_immunity_is_for_each_unit() -> None:
    """RC26: who fires cannot be fired at in reaction; who prepares, or moves, can."""
    s = watchers("A811 G1.rifle-1; A712 F1.rifle-2")
    do(s, "activate F.Moreau", "fire F1.rifle-2", "ap_fire A811")
    do(s, "shoot", rolls=[6, 6])
    assert s.to_act == "allied"
    do(s, "prepare F1.rifle-1")
    assert s.to_act == "german" and names(s, reaction.prey(s, hexa(s, "A813"))) == {"F1.rifle-1"}
    assert not reaction.prey(s, hexa(s, "A712"))


@clause("3.4c", "3.4g", "3.4h", "3.4i")
def test_who_may_react_and_how_strongly() -> None:
    """RC27: P in command at half, S out of command with a marker at full; Q and R not; both end Finished."""
    marks = 'astray = ["G1.rifle-2", "G1.rifle-4"]\nfinished = ["G1.rifle-3"]\nreaction = ["G1.rifle-4"]'
    s = watchers("A811 G1.rifle-1; A812 G1.rifle-2; A712 G1.rifle-3; A912 G1.rifle-4", marks)
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert choices(s, "react") == {"G1.rifle-4"} and refusal(s, "react G1.rifle-2") == "3.4i"
    assert refusal(s, "react G1.rifle-3") == "3.4c"
    events = do(s, "react G1.rifle-4", "shoot", rolls=[6, 6])
    factors = [e.factors for e in events if isinstance(e, Attacked)]
    assert factors == [6] and "G1.rifle-4" in names(s, s.finished) and not s.reaction & mask_of(s, "G1.rifle-4")


@clause("3.4i", "3.4g", "3.4h")
def test_reaction_without_a_marker_is_at_half() -> None:
    """RC27: FF 6 fires with 3, is Finished, and its side still has its activation."""
    s = watchers("A811 G1.rifle-1")
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    (said,) = [e for e in do(s, "react G1.rifle-1", "shoot", rolls=[6, 6]) if isinstance(e, Attacked)]
    assert said.factors == 3 and names(s, s.finished) == {"G1.rifle-1"}
    do(s, "done")
    assert s.to_act == "german" and can(s, "activate G.Apfelbaum")


@clause("3.4d", "3.4e")
def test_units_of_one_hex_and_formation_fire_together() -> None:
    """G23: even out of command, if they have markers; others of the formation elsewhere do not join."""
    marks = 'astray = ["G1.rifle-1", "G1.mg34-1"]\nreaction = ["G1.rifle-1", "G1.mg34-1", "G3.rifle-1", "G1.rifle-2"]'
    s = watchers("A811 G1.rifle-1 G1.mg34-1 G3.rifle-1; A912 G1.rifle-2", marks)
    do(s, "activate F.Moreau", "prepare F1.rifle-1", "react G1.rifle-1")
    assert (
        choices(s, "join") == {"G1.mg34-1"} and refusal(s, "join G1.rifle-2") == refusal(s, "join G3.rifle-1") == "8e"
    )
    (said,) = [e for e in do(s, "together", rolls=[6, 6]) if isinstance(e, Attacked)]
    assert said.factors == 10


@clause("3.4c")
def test_any_number_of_groups_may_fire_each_once() -> None:
    """G20."""
    s = watchers("A811 G1.rifle-1; A912 G1.rifle-2", 'reaction = ["G1.rifle-1", "G1.rifle-2"]')
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    do(s, "react G1.rifle-1", "shoot", rolls=[6, 6])
    assert choices(s, "react") == {"G1.rifle-2"} and refusal(s, "react G1.rifle-1") == "3.4c"
    do(s, "react G1.rifle-2", "shoot", rolls=[6, 6])
    assert names(s, s.reaction) == {"F1.rifle-1"}


@clause("3.4g")
def test_a_prepared_unit_reacts_with_its_full_factor_and_is_finished() -> None:
    """RC46."""
    s = ground("A811 G1.rifle-1 G.Apfelbaum; A816 F1.rifle-1 F.Moreau")
    do(s, "activate G.Apfelbaum", "prepare G1.rifle-1")
    assert names(s, s.reaction) == {"G1.rifle-1"} and "G1.rifle-1" not in names(s, s.finished)
    do(s, "done")
    s.shift(s.setting.piece("F1.rifle-1"), hexa(s, "A813"))
    act(s, "F1.rifle-1")
    (said,) = [e for e in do(s, "react G1.rifle-1", "shoot", rolls=[6, 6]) if isinstance(e, Attacked)]
    assert said.factors == 6 and "G1.rifle-1" in names(s, s.finished) and not s.reaction & mask_of(s, "G1.rifle-1")


@clause("3.4a")
def test_the_effect_is_applied_at_once() -> None:
    """G21: who is eliminated does not finish what it set about."""
    s = ground("A813 F1.rifle-1:1 F.Moreau; A811 G1.rifle-1 G1.mg34-1; A116 G.Apfelbaum; A1116 F1.rifle-2",
               'reaction = ["G1.rifle-1", "G1.mg34-1"]', "allied")  # fmt: skip
    do(s, "activate F.Moreau", "prepare F1.rifle-1", "react G1.rifle-1")
    do(s, "together", rolls=[1, 2, 6, 6, 1, 1])
    assert where(s, "F1.rifle-1") == "dead" and not s.moving and not s.reaction


@clause("6.1d", "8.3c")
def test_fire_must_be_meant_for_those_who_act() -> None:
    """In A312 (woods, 4 hexes off) only the truck that moved is spotted; the platoon beside it prepares unseen."""
    units = "A308 G1.mg34-1; A312 F1.rifle-1 F.adk-1; A1516 F.Moreau; A116 G.Apfelbaum"
    s = ground(units, 'moved = ["F.adk-1"]', "allied")
    assert fire.targets(s, s.setting.piece("G1.mg34-1"), "ap") >> hexa(s, "A312") & 1
    act(s, "F1.rifle-1")
    assert s.to_act == "allied"
    s.moved |= mask_of(s, "F1.rifle-1")
    act(s, "F1.rifle-1")
    assert choices(s, "react") == {"G1.mg34-1"}


@clause("8.3d", "3.4a")
@pytest.mark.parametrize(("marker", "factors"), [(True, 3), (False, 2)])
def test_guns_react_to_those_whom_they_do_not_spot_at_half(marker: bool, factors: int) -> None:
    """A platoon prepares in the woods of A312, four hexes off: hidden from machine guns, and half for mortars."""
    units = "A308 G1.mg34-1 G1.mortar-1; A312 F1.rifle-1 F.Moreau; A116 G.Apfelbaum"
    s = ground(units, 'reaction = ["G1.mg34-1", "G1.mortar-1"]' if marker else "", "allied")
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert choices(s, "react") == {"G1.mortar-1"}
    (said,) = [e for e in do(s, "react G1.mortar-1", "shoot", rolls=[6, 6]) if isinstance(e, Attacked)]
    assert (said.kind, said.factors) == ("art", factors)


@clause("8.3a")
def test_a_unit_with_several_munitions_says_which() -> None:
    """A Pz III against a tank and a platoon that move together."""
    s = ground("A811 G2.pz3-1; A813 F4.ft17-1 F1.rifle-1; A1516 F.Moreau; A116 G.Apfelbaum", side="allied")
    act(s, "F4.ft17-1", "F1.rifle-1")
    do(s, "react G2.pz3-1")
    assert choices(s, "ap_fire") == choices(s, "at_fire") == {"A813"} and refusal(s, "ap_fire A812") == "3.4a"
    do(s, "at_fire A813")
    (said,) = [e for e in do(s, "shoot", rolls=[6, 6]) if isinstance(e, Attacked)]
    assert (said.kind, said.factors) == ("at", 4)


@clause("8.3a")
def test_only_munitions_that_hurt_those_who_act() -> None:
    """The platoon acts, the tank beside it does not: no AT fire in reaction."""
    s = ground("A811 G2.pz3-1 G1.pak36-1; A813 F4.ft17-1 F1.rifle-1; A1516 F.Moreau; A116 G.Apfelbaum", side="allied")
    act(s, "F1.rifle-1")
    assert choices(s, "react") == {"G2.pz3-1"}
    do(s, "react G2.pz3-1")
    step = s.agenda[-1]
    assert isinstance(step, reaction.ReactionGroup) and step.way == "ap"


@clause("3.4a", "8.3l")
def test_fire_at_those_who_act_hits_all_in_their_hex() -> None:
    """F3: the attack is on the hex."""
    s = ground("A813 F1.rifle-1 F1.rifle-2 F.Moreau; A811 G1.rifle-1; A116 G.Apfelbaum",
               'reaction = ["G1.rifle-1"]', "allied")  # fmt: skip
    do(s, "activate F.Moreau", "prepare F1.rifle-1", "react G1.rifle-1")
    do(s, "shoot", rolls=[2, 2, 6, 6])  # 6 factors, six steps: effect 4, two hits, one for each; Moreau is unhurt
    assert strengths(s) == {"F1.rifle-1": 2, "F1.rifle-2": 2, "G1.rifle-1": 3}


# standing orders


def ordered(order: str, more: str = "", units: str = "A811 G1.rifle-1") -> FranceState:
    first = units.split()[1]
    return watchers(units, f'orders = {{ "{first}" = "{order}" }}\n{more}')


@clause("3.4c")
def test_who_holds_is_not_asked() -> None:
    s = ordered("hold")
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert names(s, s.reaction) == {"F1.rifle-1"} and not s.finished & mask_of(s, "G1.rifle-1")


@clause("3.4c", "3.4d")
def test_orders_to_fire_are_carried_out_without_asking() -> None:
    """The two in one hex fire as one group."""
    orders = 'orders = { "G1.rifle-1" = "fire", "G1.mg34-1" = "fire" }'
    s = watchers("A811 G1.rifle-1 G1.mg34-1", orders + '\nreaction = ["G1.rifle-1", "G1.mg34-1"]')
    events = do(s, "activate F.Moreau", "prepare F1.rifle-1", rolls=[6, 6])
    assert [e.factors for e in events if isinstance(e, Attacked)] == [10]
    assert names(s, s.finished) >= {"G1.rifle-1", "G1.mg34-1"}


@clause("3.4c")
@pytest.mark.parametrize(
    ("order", "marker", "fires"),
    [
        ("fire within 2", True, True), ("fire within 1", True, False), ("fire full", False, False),
        ("fire full", True, True), ("fire armour", True, False), ("fire", False, True),
    ],
)  # fmt: skip
def test_orders_have_limits(order: str, marker: bool, fires: bool) -> None:
    s = ordered(order, 'reaction = ["G1.rifle-1"]' if marker else "")
    events = do(s, "activate F.Moreau", "prepare F1.rifle-1", rolls=[6, 6] if fires else [])
    assert bool(rolls_of(events, "attack")) == fires


@clause("3.4c")
def test_orders_to_fire_at_armour_only() -> None:
    """A Pz III with such orders fires AT at the tank, and holds when only the platoon acts."""
    for acting, fires in (("F4.ft17-1", True), ("F1.rifle-1", False)):
        s = ground("A811 G2.pz3-1; A813 F4.ft17-1 F1.rifle-1; A1516 F.Moreau; A116 G.Apfelbaum",
                   'orders = { "G2.pz3-1" = "fire armour" }', "allied")  # fmt: skip
        s.dice.script([6, 6] if fires else [])
        s.events = []
        act(s, acting)
        assert [e.kind for e in s.events if isinstance(e, Attacked)] == (["at"] if fires else [])


@clause("3.4c")
def test_those_with_orders_fire_before_the_others_are_asked() -> None:
    s = watchers("A811 G1.rifle-1; A912 G1.rifle-2", 'orders = { "G1.rifle-1" = "fire" }')
    do(s, "activate F.Moreau", "prepare F1.rifle-1", rolls=[6, 6])
    assert "G1.rifle-1" in names(s, s.finished) and choices(s, "react") == {"G1.rifle-2"}


@clause("3.4c")
def test_orders_stay_secret() -> None:
    """The other side's picture of the match is the same whatever is ordered."""
    plain = watchers("A811 G1.rifle-1")
    for order in ("hold", "fire within 3 armour full"):
        assert ordered(order).scene("allied") == plain.scene("allied")
    s = ordered("hold")
    twin = GAME.imagine(s, 1, 3)
    assert not any(twin.orders) and s.orders[s.setting.piece("G1.rifle-1")] == reaction.HOLD


@clause("3.4c")
def test_the_odds_of_a_reaction() -> None:
    s = watchers("A811 G1.rifle-1")
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    odds = s.preview("react G1.rifle-1")
    assert odds is not None and [(row.value, row.clause) for row in odds.factors][:1] == [("3", "3.4i")]
    assert s.preview("hold") is None


def test_nothing_is_looked_at_twice_while_the_enemy_marches_out_of_sight() -> None:
    """What a side watches is worked out again only when its own pieces change."""
    s = watchers("A811 G1.rifle-1")
    seen = reaction.watched(s, 0)
    kept = s.memo["watched", 0]
    s.shift(s.setting.piece("F1.rifle-1"), hexa(s, "A814"))
    assert reaction.watched(s, 0) == seen and s.memo["watched", 0] is kept
    s.shift(s.setting.piece("G1.rifle-1"), hexa(s, "A809"))
    assert reaction.watched(s, 0) != seen


@clause("3.4c")
def test_carried_units_and_those_in_an_assault_do_not_react() -> None:
    s = watchers("A811 G.blitz-1 G1.rifle-1", 'carriers = { "G1.rifle-1" = "G.blitz-1" }')
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert names(s, s.reaction) == {"F1.rifle-1"}
    melee = (
        'melees = [{ hex = "A811", attacker = "allied", pieces = ["F1.rifle-2"], '
        'origins = ["A812"], attackers_lost = 0, defenders_lost = 0 }]'
    )
    s = watchers("A811 G1.rifle-1 F1.rifle-2", melee)
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert names(s, s.reaction) == {"F1.rifle-1"}


# promises


CLOSE = (
    "A809 G1.rifle-1 G1.mg34-1 G.Apfelbaum; A709 G1.pak36-1 G1.mortar-1; A910 G2.pz3-1 G2.pz2-1 G.Hartung; "
    "A710 G3.rifle-1; A810 G.sdkfz251-1 G1.rifle-2; A813 F1.rifle-1 F1.rifle-2 F.Moreau; "
    "A913 F1.hotchkiss-1 F1.sa34-1; A812 F4.ft17-1 F4.s35-1 F.Aubry; A713 F3.cavalry-1 F3.horses-1; "
    "A814 F.adk-1 F2.rifle-1; A711 F1.m1897-1"
)
ABOARD = (
    'carriers = { "G1.rifle-2" = "G.sdkfz251-1", "G.Hartung" = "G2.pz3-1", "F.Aubry" = "F4.ft17-1", '
    '"F3.cavalry-1" = "F3.horses-1", "F2.rifle-1" = "F.adk-1" }\n'
    'orders = { "G1.mg34-1" = "fire", "F1.hotchkiss-1" = "fire within 3", "F1.rifle-1" = "hold" }\n'
    'reaction = ["G1.pak36-1", "F1.sa34-1"]\nsmoke = { A811 = 4 }'
)


@pytest.mark.parametrize("seed", range(6))
def test_random_play_at_close_quarters_keeps_every_promise(seed: int) -> None:
    """Both sides within range of each other from the first activation on."""
    s = ground(CLOSE, ABOARD + f"\nturn = {1 + seed % 2}")
    choose, sampler, fired = Random(seed), Random(-seed), 0
    while s.outcome is None:
        fire_first = [option for option in s.options if option.verb in ("fire", "engage", "react", "shoot", "together")]
        option = choose.choice(fire_first if fire_first and choose.random() < 0.5 else s.options)
        apply_thoroughly(GAME, s, option, sampler)
        fired += sum(isinstance(event, Attacked) for event in s.events)
    assert fired >= 3


@clause("5.5h", "3.4c")
def test_who_is_carried_does_not_react() -> None:
    s = watchers("A811 G1.rifle-1; A912 G1.rifle-2 G.blitz-1", 'carriers = { "G1.rifle-2" = "G.blitz-1" }')
    do(s, "activate F.Moreau", "prepare F1.rifle-1")
    assert choices(s, "react") == {"G1.rifle-1"} and refusal(s, "react G1.rifle-2") == "5.5h"
