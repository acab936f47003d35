"""Chapter 9.2: airborne and glider landings, and the fortress crackers (22.12)."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import fortifications
from meuse.games.fall_of_france.events import AssaultEnded, Landed, Skirmished, SkirmishEnded
from meuse.games.fall_of_france.state import FallState, listed
from tests.games.fall_of_france.battles import step
from tests.games.fall_of_france.kit import (
    MAP,
    can,
    choices,
    clause,
    controls,
    disrupted,
    do,
    lay,
    moving,
    refusal,
    where,
)

LANDING = (
    'stack = [{ step = "open_movement", mover = "german", mech_ops = false }, { step = "open_landings" }]\n'
    'aloft = ["G.FSJ", "G.22"]\n'
)


def landing(units: str, more: str = "") -> FallState:
    """The landing step with both units in the air; the French hold Paris."""
    return lay(f'{LANDING}{more}\nunits = {{ 2018 = ["F.I"]{units} }}\n')


def intact(s: FallState, label: str) -> bool:
    """Does any fortified hexside of a hex stand?"""
    return bool(fortifications.shut(s).fortified >> MAP.board.place(label) & 1)


def lost_for_good(s: FallState) -> set[str]:
    return {s.piece_name(piece) for piece in listed(s.lost_for_good)}


# where and when


@clause("9.2a", "9.2g")
def test_units_held_off_the_map_land_anywhere_without_air_support() -> None:
    s = landing(', 1707 = ["G.VII", "G.XIII"]', "turn = 5")
    assert choices(s, "drop_in") == {"G.FSJ", "G.22"}
    assert refusal(s, "drop_in G.VII") == "9.2a"
    do(s, "drop_in G.FSJ")
    assert refusal(s, "land 0214") == "9.2a"
    assert all(can(s, f"land {label}") for label in ("2720", "2204", "0511", "0603"))  # mountain and swamp too
    do(s, "land 2720")
    assert where(s, "G.FSJ") == "2720" and controls(s, "german", "2720")
    do(s, "drop_in G.22", "land 2720")  # one after the other into the same hex
    assert where(s, "G.22") == "2720" and not choices(s, "drop_in")


@clause("9.2a", "8.3a", "8.4a")
def test_a_landing_needs_room_among_friends() -> None:
    s = landing(', 1707 = ["G.VII", "G.XIII"], 1507 = ["G.III", "G.1Mtn"]')
    do(s, "drop_in G.FSJ")
    assert refusal(s, "land 1707") == "8.3a"  # 6 and 2 are more than 7
    assert can(s, "land 1507")  # they may stand with any one formation (R09)


@clause("9.2a")
def test_a_unit_may_be_kept_for_a_later_turn() -> None:
    s = landing("")
    do(s, "drop_in G.FSJ", "stay")
    assert refusal(s, "drop_in G.FSJ") == "9.2a" and can(s, "drop_in G.22")
    do(s, "done")
    assert where(s, "G.FSJ") == "aloft" and s.decision is not None and s.decision.step == "movement"


@clause("19.4c")
def test_no_landing_in_open_paris() -> None:
    s = landing("", "open_city = true")
    do(s, "drop_in G.FSJ")
    assert refusal(s, "land 2119") == "19.4c"


@clause("9.2b")
def test_a_landing_uses_the_whole_allowance() -> None:
    s = landing("")
    do(s, "drop_in G.FSJ", "land 1412", "done")
    assert s.decision is not None and s.decision.step == "movement"
    assert refusal(s, "move G.FSJ") == "9.2b"
    s = moving('turn = 2\nunits = { 1412 = ["G.FSJ"] }')
    assert can(s, "move G.FSJ")  # but only that of the turn


@clause("6.0c", "9.2a")
def test_a_landing_ends_neutrality() -> None:
    s = lay('scenario = "last_minute"\n' + LANDING)
    do(s, "drop_in G.FSJ", "land 0411")
    assert [s.at_war(country) for country in (2, 3)] == [False, True]  # Belgium, Holland


@clause("6.0c", "11.0a")
def test_the_landing_that_ends_neutrality_starts_no_skirmish() -> None:
    """R127: the army takes part from then on, so the second landing has one."""
    s = lay(f'scenario = "last_minute"\n{LANDING}units = {{ 0312 = ["N.I"] }}')
    do(s, "drop_in G.FSJ", "land 0411")
    assert step(s) == "landings" and where(s, "G.FSJ") == "0411"
    do(s, "drop_in G.22", "land 0311")
    assert step(s) == "clash"


# skirmishes


@clause("9.2e", "9.2b")
def test_the_landing_at_rotterdam() -> None:
    """The example of play: next to a Dutch corps, in a city; a roll of 2 becomes 0."""
    s = landing(', 0312 = ["N.I"]')
    do(s, "drop_in G.FSJ", "land 0411")
    preview = s.preview("fight")
    assert preview is not None
    assert [(f.name, f.value) for f in preview.factors] == [
        ("strength", "2 to 4"),
        ("defender at least double", "-1"),
        ("city", "-1"),
    ]
    events = do(s, "fight", rolls=[2])
    assert [(e.die, e.attacker) for e in events if isinstance(e, SkirmishEnded)] == [(0, "DS")]
    assert disrupted(s) == {"G.FSJ"} and where(s, "G.FSJ") == "0411" and controls(s, "german", "0411")


@clause("9.2c")
def test_a_landing_unit_is_in_supply_in_its_skirmish() -> None:
    s = landing(', 1713 = ["F.X"]')  # deep behind the front, no HQ anywhere
    do(s, "drop_in G.FSJ", "land 1714")
    preview = s.preview("fight")
    assert preview is not None and preview.factors[0].value == "2 to 4"  # not 1
    do(s, "fight", rolls=[4])
    assert where(s, "G.FSJ") == "1714"


@clause("9.2e")
def test_no_enemy_zone_no_skirmish() -> None:
    s = landing(', 0312 = ["N.I"]')
    events = do(s, "drop_in G.FSJ", "land 0610")
    assert [type(event) for event in events if isinstance(event, (Landed, Skirmished))] == [Landed]


@clause("9.2e", "12.2a")
def test_interdiction_means_a_skirmish_with_the_air_unit() -> None:
    s = landing("", 'missions = { "DB.air" = "0610+0611+0711" }')
    do(s, "drop_in G.FSJ", "land 0610", "fight", "interdict 0611+0711+0712", rolls=[5])
    assert where(s, "G.FSJ") == "0610"


# on enemy units: 1612 is clear ground


def on_enemies(units: str = '1612 = ["F.2A1"]', more: str = "") -> FallState:
    s = landing(f", {units}", more)
    do(s, "drop_in G.FSJ", "land 1612")
    return s


@clause("9.2f")
def test_a_landing_that_drives_the_enemy_out_takes_the_hex() -> None:
    s = on_enemies()
    assert where(s, "G.FSJ") == "aloft" and s.to_act == "german"
    do(s, "fight", rolls=[5])
    do(s, "retreat")
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert where(s, "G.FSJ") == "1612" and controls(s, "german", "1612") and where(s, "F.2A1") != "1612"
    assert lost_for_good(s) == set()


@clause("9.2f")
def test_a_defender_who_takes_the_disruption_kills_the_landing() -> None:
    s = on_enemies()
    do(s, "fight", "disrupt F.2A1", rolls=[6])
    assert (where(s, "G.FSJ"), where(s, "F.2A1")) == ("dead", "1612")
    assert lost_for_good(s) == {"G.FSJ"} and not controls(s, "german", "1612")


@clause("9.2f")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_any_other_result_kills_the_landing(die: int) -> None:
    s = on_enemies()
    do(s, "fight", rolls=[die])
    assert (where(s, "G.FSJ"), disrupted(s), lost_for_good(s)) == ("dead", set(), {"G.FSJ"})


@clause("9.2f")
def test_a_defender_who_holds_his_ground_kills_the_landing() -> None:
    s = landing(', 1714 = ["F.2A1"]')  # a town: he may ignore the retreat
    do(s, "drop_in G.FSJ", "land 1714", "fight", "retreat", rolls=[5])
    assert (where(s, "G.FSJ"), where(s, "F.2A1"), disrupted(s)) == ("dead", "1714", set())


@clause("9.2f")
def test_those_in_the_hex_must_fight_and_neighbours_may() -> None:
    s = on_enemies('1612 = ["F.2A1"], 1611 = ["F.2A2"]')
    assert (s.to_act, choices(s, "defend")) == ("allied", {"1611"}) and can(s, "done")
    alone, joined = s.clone(), s.clone()
    do(alone, "done")
    do(joined, "defend 1611")
    values = [made.factors[0].value for twin in (alone, joined) if (made := twin.preview("fight")) is not None]
    assert values == ["2 to 2", "2 to 4"]


@clause("9.2f", "6.0c")
def test_a_landing_on_neutral_units_is_an_attack() -> None:
    s = lay(f'scenario = "last_minute"\n{LANDING}units = {{ 0610 = ["N.Holl"] }}')
    do(s, "drop_in G.FSJ", "land 0610")
    assert s.at_war(3)
    do(s, "fight", rolls=[1])
    assert where(s, "G.FSJ") == "dead"


# on fortifications


@clause("9.2d", "9.2e", "16.1b")
def test_a_unit_shaken_in_the_assault_skirmishes_without_an_attack() -> None:
    """The assault comes first; a second disruption is its end."""
    s = landing(', 1111 = ["B.VII"]')
    do(s, "drop_in G.FSJ", "land 1010", "fight", rolls=[6])  # 6 - 2 = 4: a breach, and the unit is disrupted
    preview = s.preview("fight")
    assert preview is not None and [f.value for f in preview.factors] == ["0 to 5", "-1"]
    do(s, "fight", rolls=[1])
    assert where(s, "G.FSJ") == "dead"


@clause("9.3h")
def test_a_landing_opens_a_fortified_line() -> None:
    s = landing("")
    assert intact(s, "1808")
    do(s, "drop_in G.FSJ", "land 1808")
    assert not intact(s, "1808") and where(s, "G.FSJ") == "1808"


@clause("9.2d", "9.3k")
@pytest.mark.parametrize(
    ("die", "missions", "place", "hurt"),
    [
        (5, "", "dead", False),  # 5 - 2 = 3
        (6, "", "1010", True),  # 4
        (5, '"G.air1" = "1010"', "1010", True),
        (6, '"G.air1" = "1010", "G.air2" = "1010"', "1010", False),  # 5: support counts once
        (1, "", "dead", False),
    ],
)
def test_a_landing_in_an_empty_fortress_assaults_it_first(die: int, missions: str, place: str, hurt: bool) -> None:
    s = landing("", f"missions = {{ {missions} }}")
    do(s, "drop_in G.FSJ", "land 1010")
    events = do(s, "fight", rolls=[die])
    assert where(s, "G.FSJ") == place and (disrupted(s) == {"G.FSJ"}) == hurt
    assert intact(s, "1010") == (place == "dead") == (lost_for_good(s) == {"G.FSJ"})
    assert len([event for event in events if isinstance(event, AssaultEnded)]) == 1


@clause("9.2d")
def test_the_skirmish_follows_the_assault_on_a_fortress() -> None:
    s = landing(', 1110 = ["B.I"]')
    do(s, "drop_in G.FSJ", "land 1010")
    preview = s.preview("fight")
    assert preview is not None and [(f.name, f.value) for f in preview.factors] == [("fortress", "-2")]
    do(s, "fight", rolls=[6])
    do(s, "fight", rolls=[1])  # the attack of a disrupted unit is 0: 1 - 1 = 0, a second disruption
    assert where(s, "G.FSJ") == "dead" and not intact(s, "1010")


@clause("9.2d")
def test_a_garrisoned_fortress_is_not_assaulted_but_fought_for() -> None:
    s = landing(', 1010 = ["B.III"]')
    do(s, "drop_in G.FSJ", "land 1010")
    preview = s.preview("fight")
    assert preview is not None and preview.factors[0].value == "2 to 10"  # doubled by the fortress
    do(s, "fight", "retreat", rolls=[6])  # which the garrison may ignore
    assert where(s, "G.FSJ") == "dead" and where(s, "B.III") == "1010" and intact(s, "1010")


# 22.12


def cracking(units: str = "", more: str = "", turn: int = 1, rule: str = "yes") -> FallState:
    return landing(units, f'turn = {turn}\noptions = {{ fortress_crackers = "{rule}" }}\n{more}')


@clause("22.12a", "22.12b")
@pytest.mark.parametrize(
    ("units", "missions", "least"),
    [
        ("", "", 4),
        (', 1010 = ["B.III"]', "", 5),
        ("", '"G.air1" = "1010"', 2),
        (', 1010 = ["B.III"]', '"G.air1" = "1010", "G.air2" = "1010"', 3),
    ],
)
def test_the_special_force_against_the_fortress(units: str, missions: str, least: int) -> None:
    for die in range(1, 7):
        s = cracking(units, f"missions = {{ {missions} }}")
        preview = s.preview("crack")
        assert preview is not None and preview.outcomes[die - 1].name.endswith("destroyed") == (die >= least)
        do(s, "crack", rolls=[die])
        assert intact(s, "1010") == (die < least)
        assert not units or where(s, "B.III") == "1010"
        assert refusal(s, "crack") == "22.12a"  # once
        assert where(s, "G.FSJ") == "aloft"  # it is no business of theirs


@clause("22.12a")
def test_the_special_force_is_an_option_of_the_first_turn() -> None:
    assert refusal(cracking(turn=2), "crack") == "22.12a"
    assert refusal(cracking(rule="no"), "crack") == "22.12a"
    assert refusal(cracking(more='breached = ["1010"]'), "crack") == "22.12a"
    s = lay('options = { fortress_crackers = "yes" }\n' + LANDING.replace('"G.FSJ", "G.22"', ""))
    assert {str(option) for option in s.options} == {"crack", "done"}  # even with nobody to land
