"""Readings that players may choose: each changes what it says, and nothing without being asked for."""

from __future__ import annotations

from typing import Any

from meuse.engine.preview import added
from meuse.games.france_1940 import artillery, command, losses, melee, rout, rubble
from meuse.games.france_1940.air import flak_guns
from meuse.games.france_1940.state import Target

from .close import field, hexa
from .gunnery import aims, ground, scenario, shot
from .kit import GAME, lay, mask_of, rolls_of
from .test_air import MISS, bombed
from .test_artillery import FRENCH, GIRARD, place


def chosen(state: Any, **options: str) -> Any:
    """The same position with other readings."""
    for name, value in options.items():
        assert value in GAME.ledger.options[name].allowed()
        state.rulings = state.rulings | {name: value}
    state.touch()
    return state


def test_fire_at_exactly_twice_the_range() -> None:
    units = "A813 F1.rifle-1 F.Moreau; A809 G1.rifle-1; A103 G3.rifle-1"
    assert aims(ground(units), "F1.rifle-1", "ap") == {"A809"}
    assert aims(chosen(ground(units), long_range="less"), "F1.rifle-1", "ap") == set()


def test_what_makes_a_hex_crowded() -> None:
    units = "A812 F1.rifle-1; A810 G1.rifle-1 G1.mg34-1; A103 G3.rifle-1"
    assert added(shot(ground(units), "ap", "A810", "F1.rifle-1").modifiers) == 0
    assert added(shot(chosen(ground(units), crowd="all"), "ap", "A810", "F1.rifle-1").modifiers) == -1


def test_spotting_over_several_levels() -> None:
    """A platoon that moves is seen 14 hexes away from two levels above, or 13; from one level 12 in any case."""
    s = lay('phase = "german activation"\n[units]\n"A813" = ["G1.rifle-1", "G.Apfelbaum"]', scenario())
    place, level = s.setting.board.place, s.setting.ground.level
    assert (level[place("A1111")], level[place("A1012")], level[place("A813")]) == (2, 1, 0)
    for options, far in (({}, (14, 12)), ({"levels": "one"}, (13, 12))):
        spotting = chosen(s, **options).spotting
        assert tuple(spotting.limit(place(here), place("A813"), "small", True) for here in ("A1111", "A1012")) == far


def test_riders_who_have_moved() -> None:
    units = "A812 G1.rifle-1 G.Apfelbaum; A810 F3.cavalry-1 F3.horses-1; A1516 F.Girard"
    more = 'carriers = { "F3.cavalry-1" = "F3.horses-1" }\nmoved = ["F3.cavalry-1", "F3.horses-1"]'
    assert added(shot(ground(units, more), "ap", "A810", "G1.rifle-1").modifiers) == -2
    assert added(shot(chosen(ground(units, more), riders="once"), "ap", "A810", "G1.rifle-1").modifiers) == -1


def test_checks_after_losses() -> None:
    """Three steps beyond the number of units: three checks, or one."""

    def checks(**options: str) -> int:
        s = chosen(field("A810 F1.rifle-1:1 F1.rifle-2:1 F1.rifle-3 F.Moreau; A103 G1.rifle-1"), **options)
        s.dice.script([1] * 12)
        s.events, before = [], rout.tally(s)
        for unit, steps in (("F1.rifle-1", 1), ("F1.rifle-3", 2)):
            losses.lose(s, s.setting.piece(unit), steps, ("8.4.2a",))
        rout.after_losses(s, hexa(s, "A810"), rout.checks_due(s, before))
        return len(rolls_of(s.events, "morale")) // 2

    assert (checks(), checks(loss_checks="once")) == (3, 1)


def test_nations() -> None:
    s = GAME.new("stonne", seed=1)
    tank = next(n for n, formation in enumerate(s.setting.formations) if formation.armour)
    officer = s.leaders[tank]
    assert command.reach(s, officer) == 0
    assert command.reach(chosen(s, national="no"), officer) == s.setting.command_range[officer] > 0


def test_rubble() -> None:
    s = lay('phase = "german activation"\n[units]\n"B708" = ["G1.rifle-1", "G.Apfelbaum"]\n"B716" = ["F3.rifle-1"]\n')
    town = s.setting.board.place("B708")
    assert rubble.threatened(s, town, 20) == 0
    assert rubble.threatened(chosen(s, rubble="yes"), town, 20) == s.setting.charts.markers.rubble["built-up area"]


def test_the_88_and_close_support() -> None:
    s = bombed(mission="F.air-2")
    s.apply("strike A813", MISS)
    assert not flak_guns(s, 0)
    every = chosen(bombed(mission="F.air-2"), flak_88="any")
    every.apply("strike A813")
    assert [option.verb for option in every.options] == ["flak", "done"]


def test_whose_morale_counts_hand_to_hand() -> None:
    """Moreau has 7, so his men get no modifier; their own 7 + 2 would give it, one step less for a platoon or not."""
    s = field("A810 F1.rifle-1 F1.rifle-2:2 F.Moreau; A103 G1.rifle-1")
    men = mask_of(s, "F1.rifle-1", "F1.rifle-2")
    assert melee.average_morale(s, men) == 7
    assert melee.average_morale(chosen(s, assault_morale="units"), men) == 8


def test_which_french_artillery_depends_on_the_day() -> None:
    s = place(GIRARD, FRENCH)
    officer, mortar, there = s.setting.piece("F.Girard"), s.setting.piece("F1.mortar-1"), hexa(s, "A610")
    target = Target(there, there, "concentrated", "", (mortar,))
    assert added(artillery.accuracy(s, officer, target)) == 0
    assert added(artillery.accuracy(chosen(s, french_artillery="all"), officer, target)) == -1
