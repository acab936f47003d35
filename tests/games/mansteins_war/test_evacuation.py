"""20.2 and 25.3: Allied evacuation from ports, and over the west edge of the map."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import evacuation
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, do, lay, refusal, where

PORTS = """
[units]
0935 = ["UK.BEF", "UK.GHQ"]
0835 = ["F.7A", "F.21"]
0736 = ["F.3A"]
1335 = ["B.1"]
0837 = ["F.1A"]
0936 = ["G.15"]
"""
"""Dunkirk, Calais, Boulogne and Antwerp; Abbeville is no port."""


def segment(marker: str = "Evac", commands: str = "1AG", more: str = "") -> MansteinState:
    """The end of the Ground Movement Segment, and then a question that ends the test."""
    stack = 'stack = [{ step = "extend" }, { step = "open_evacuation", mover = "allied" }]\noperator = "allied"\n'
    return lay(f'{stack}turn = 3\nmarker = ["{marker}"]\ncommands = ["{commands}"]\n{more}\n{PORTS}')


@clause("20.2b", "20.2d", "20.2h")
def test_units_of_the_activated_army_group_leave_from_ports() -> None:
    """The British belong to the First Army Group; an enemy zone does not matter (R40)."""
    s = segment()
    assert choices(s, "evacuate") == {"UK.BEF", "UK.GHQ", "F.7A"}
    do(s, "evacuate UK.BEF", "evacuate F.7A")
    assert (where(s, "UK.BEF"), where(s, "F.7A"), where(s, "UK.GHQ")) == ("evacuated", "evacuated", "0935")
    do(s, "done")
    assert not choices(s, "evacuate")


@clause("20.2d")
def test_who_cannot_leave() -> None:
    s = segment()
    assert refusal(s, "evacuate F.21") == "20.2d"  # a reserve unit (R40)
    assert refusal(s, "evacuate F.3A") == "20.2d"  # another army group
    assert refusal(s, "evacuate F.1A") == "20.2d"  # no port
    assert refusal(s, "evacuate B.1") == "20.2d"
    assert choices(segment(commands="2AG"), "evacuate") == {"F.3A"}


@clause("20.2d")
def test_any_port_of_any_country_will_do() -> None:
    """R40: Antwerp and Rotterdam as well, which are no Channel ports."""
    stack = 'stack = [{ step = "extend" }, { step = "open_evacuation", mover = "allied" }]\noperator = "allied"\n'
    units = 'units = { 1335 = ["F.9A"], 1333 = ["UK.BEF"], 1432 = ["F.1A"] }'
    s = lay(f'{stack}turn = 3\nmarker = ["Evac"]\ncommands = ["1AG"]\n{units}')
    assert choices(s, "evacuate") == {"F.9A", "UK.BEF"}  # Amsterdam is no port


@clause("20.2d", "22.4d")
def test_nobody_leaves_from_a_bombed_port() -> None:
    assert choices(segment(more='bombed = ["0935"]'), "evacuate") == {"F.7A"}


@clause("20.2b")
def test_only_evac_opens_the_ports() -> None:
    assert not choices(segment(marker="1AG"), "evacuate")


@clause("20.2h")
def test_evacuated_units_are_not_among_the_eliminated() -> None:
    s = segment()
    do(s, "evacuate UK.BEF")
    assert where(s, "UK.BEF") == "evacuated" and "dead" not in s.position()


# over the west edge


def exits(unit: str, label: str, **fields: str) -> bool:
    more = "".join(f"{name} = {value}\n" for name, value in fields.items())
    s = lay(f'stack = [{{ step = "extend" }}]\noperator = "allied"\nturn = 3\n{more}units = {{ {label} = ["{unit}"] }}')
    return evacuation.can_exit(s, MAP.piece(unit), MAP.board.place(label))


TURN, IMPULSE = '{ edge_evacuation = "turn" }', '{ edge_evacuation = "impulse" }'


@clause("25.3a")
def test_with_the_option_active_units_may_leave_over_the_edge_for_the_whole_turn() -> None:
    ag2 = {"marker": '["2AG"]', "commands": '["2AG"]'}
    assert exits("F.3A", "0440", options=TURN, evacuating="true", **ag2)
    assert not exits("F.3A", "0440", options=TURN, **ag2)  # Evac has not been picked
    assert not exits("F.1A", "0440", options=TURN, evacuating="true", **ag2)  # not activated
    assert not exits("F.3A", "0541", options=TURN, evacuating="true", **ag2)  # not on the edge
    assert not exits("F.3A", "0440", evacuating="true", **ag2)  # an option


@clause("25.3a")
def test_by_the_other_reading_only_in_the_impulse_of_evac() -> None:
    evac = {"marker": '["Evac"]', "commands": '["1AG"]', "evacuating": "true"}
    assert exits("F.1A", "0440", options=IMPULSE, **evac)
    assert not exits("F.1A", "0440", options=IMPULSE, marker='["1AG"]', commands='["1AG"]', evacuating="true")


@pytest.mark.parametrize(("label", "exit_open"), [("0439", True), ("0444", True), ("0539", False)])
@clause("25.3a")
def test_the_edge_is_the_west_of_france(label: str, exit_open: bool) -> None:
    given = {"marker": '["Evac"]', "commands": '["1AG"]', "evacuating": "true"}
    assert exits("F.1A", label, options=TURN, **given) == exit_open


@clause("25.3a")
def test_germans_do_not_leave() -> None:
    s = lay('stack = [{ step = "extend" }]\noperator = "german"\nturn = 3\nevacuating = true\n'
            'options = { edge_evacuation = "turn" }\nunits = { 0440 = ["G.15"] }')  # fmt: skip
    assert not evacuation.can_exit(s, MAP.piece("G.15"), MAP.board.place("0440"))
    assert not can(s, "exit")


# the impulse of Evac


def combat(reading: str) -> MansteinState:
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "allied" }]\noperator = "allied"\n'
    noted = (
        f'marker = ["Evac"]\ncommands = ["1AG"]\nactive = ["F.1A", "F.21"]\noptions = {{ evac_attacks = "{reading}" }}'
    )
    units = 'units = { 1037 = ["F.1A"], 1137 = ["F.21"], 1036 = ["G.15"], 1237 = ["G.14"] }'
    return lay(f"{stack}turn = 3\n{noted}\n{units}")


@clause("20.2e", "5.1ac")
def test_nobody_attacks_in_the_impulse_of_evac() -> None:
    """By the other reading reserves that came along may (R41)."""
    assert not choices(combat("nobody"), "attack")
    s = combat("others")
    assert choices(s, "attack") == {"1036", "1237"}
    do(s, "attack 1237")
    assert not can(s, "commit F.1A")


@clause("20.2b", "20.2c", "5.1ac")
def test_evac_activates_one_army_group_and_air_units() -> None:
    s = lay('phase = "allied command"\nturn = 3\nmarker = ["Evac"]\navailable = ["F.ZOAN"]\n'
            'units = { 0935 = ["UK.BEF"], 1640 = ["F.3A"], 1942 = ["F.8A"] }')  # fmt: skip
    assert choices(s, "activate") == {"1AG", "2AG", "3AG"}
    do(s, "activate 1AG")
    assert s.air_left == 2 and s.active >> MAP.piece("UK.BEF") & 1 and not s.active >> MAP.piece("F.3A") & 1


@clause("25.3a", "20.2h")
def test_moving_off_the_map() -> None:
    stack = 'stack = [{ step = "extend" }, { step = "open_movement", mover = "allied" }]\noperator = "allied"\n'
    noted = 'marker = ["Evac"]\ncommands = ["1AG"]\nevacuating = true\noptions = { edge_evacuation = "turn" }\n'
    s = lay(f'{stack}turn = 3\n{noted}units = {{ 0541 = ["UK.BEF"], 1037 = ["F.1A"] }}')
    do(s, "move UK.BEF")
    assert not can(s, "exit")
    do(s, "to 0440", "exit")
    assert where(s, "UK.BEF") == "evacuated"
