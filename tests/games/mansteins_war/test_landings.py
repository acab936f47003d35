"""Chapter 18: airborne landings."""

from __future__ import annotations

from meuse.games.mansteins_war import landings, logistics, losses, overstacking, results, zoc
from meuse.games.mansteins_war.combat import landing_hexes
from meuse.games.mansteins_war.events import Fought
from meuse.games.mansteins_war.setting import ALLIED, DEAD, GERMAN, NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, agree, can, choices, clause, controls, do, hexes, lay, refusal, steps, units, where


def movement(units: str, more: str = "") -> MansteinState:
    """A German Ground Movement Segment, and then a question that ends the test."""
    stack = 'stack = [{ step = "extend" }, { step = "open_movement", mover = "german" }]\noperator = "german"\n'
    return lay(f"{stack}turn = 2\nunits = {{ {units} }}\n{more}")


def in_hand(units: str = '1934 = ["G.LLK"]', more: str = "") -> MansteinState:
    s = movement(units, more)
    do(s, "move G.LLK")
    return s


@clause("18.0a")
def test_the_airborne_corps_is_also_an_infantry_corps() -> None:
    s = in_hand()
    llk = MAP.piece("G.LLK")
    assert not MAP.mech >> llk & 1
    do(s, "to 1834")
    assert where(s, "G.LLK") == "1834" and not s.jumped


@clause("18.0e")
def test_ten_hexes_and_no_farther() -> None:
    """F58: terrain, enemies and zones below do not matter."""
    s = in_hand('1934 = ["G.LLK"], 1833 = ["F.1A"], 1834 = ["F.7A"], 1835 = ["F.2A"], 1733 = ["F.9A"]')
    goals, start = choices(s, "land"), MAP.ruhr
    far = {MAP.board.distance(start, MAP.board.place(label)) for label in goals}
    assert max(far) == 10 and min(far) == 1
    ten, eleven = (MAP.board.ring(start, distance) & MAP.land for distance in (10, 11))
    assert set(MAP.board.names(ten)) <= goals
    assert refusal(s, f"land {MAP.board.names(eleven)[0]}") == "18.0e"


@clause("18.0f")
def test_where_it_can_land() -> None:
    """On land, rough included, among enemies and among friends (R87)."""
    s = in_hand('1934 = ["G.LLK"], 1534 = ["G.19"], 1333 = ["N.2"]')
    assert {"1333", "1534", "1538"} <= choices(s, "land")
    assert refusal(s, "land 1431") == "18.0f"  # the IJsselmeer
    assert refusal(s, "land 1934") == "18.0f"


@clause("18.0f", "6.0a", "6.5a")
def test_it_may_land_in_a_full_hex_that_has_room_when_the_segment_ends() -> None:
    """Regular movement may enter it too: stacking is tested when the segment closes, not before."""
    segment = 'stack = [{ step = "extend" }, { step = "check_stacks", mover = "german" }, { step = "open_movement", '
    segment += 'mover = "german" }]\noperator = "german"\nturn = 2\n'
    s = lay(segment + 'units = { 1934 = ["G.LLK"], 1434 = ["G.14", "G.15", "G.16"] }')
    do(s, "move G.LLK", "land 1434")
    crowded = s.clone()
    do(s, "move G.15", "to 1534", "stop", "done")
    assert (steps(s, "G.LLK"), where(s, "G.LLK"), s.agenda[-1].name) == (2, "1434", "extend")
    s = crowded
    do(s, "done")
    assert choices(s, "displace") == {"G.LLK", "G.14", "G.15", "G.16"}


@clause("18.0b")
def test_one_landing_in_the_game() -> None:
    s = in_hand(more='jumped = ["G.LLK"]')
    assert not choices(s, "land") and refusal(s, "land 1333") == "18.0b"


@clause("18.0c")
def test_a_landing_is_all_its_movement() -> None:
    s = in_hand('1934 = ["G.LLK"], 2035 = ["G.15"]')
    do(s, "land 1534")
    assert not can(s, "move G.LLK") and can(s, "move G.15")
    marched = in_hand()
    do(marched, "to 1834")
    assert refusal(marched, "land 1534") == "18.0c"


@clause("18.0d")
def test_it_starts_supported_in_germany() -> None:
    """R90: as it was when the segment began."""
    assert choices(in_hand('1835 = ["G.LLK"]'), "land")
    for start in ('1537 = ["G.LLK"]', '1833 = ["G.LLK"], 1733 = ["F.1A"], 1934 = ["F.7A"], 2033 = ["F.2A"]'):
        s = in_hand(start)
        assert not choices(s, "land") and refusal(s, "land 1333") == "18.0d"


@clause("18.0d")
def test_a_logistics_unit_that_arrives_in_the_segment_is_too_late() -> None:
    s = movement('2130 = ["G.LLK"], 1934 = ["G.LogB"]')
    assert not logistics.supported(s, MAP.piece("G.LLK"))
    do(s, "move G.LogB", "to 2032", "stop")
    assert logistics.supported(s, MAP.piece("G.LLK"))
    do(s, "move G.LLK")
    assert not choices(s, "land") and refusal(s, "land 1534") == "18.0d"


@clause("18.0d")
def test_it_must_be_activated() -> None:
    s = movement('1934 = ["G.LLK"], 1835 = ["G.15"]', 'commands = ["HGA"]\nmarker = ["HGA"]')
    assert not can(s, "move G.LLK")


@clause("18.1a")
def test_an_unopposed_landing_takes_the_hex() -> None:
    s = in_hand()
    do(s, "land 1333")
    assert where(s, "G.LLK") == "1333" and controls(s, "german", "1333")
    assert zoc.zone(s, GERMAN) and not landings.opposed(s)


@clause("18.2a", "18.2d")
def test_among_enemies_it_has_no_zone_and_no_control() -> None:
    s = in_hand('1934 = ["G.LLK"], 1333 = ["N.2"]')
    do(s, "land 1333")
    assert landings.opposed(s) == (MAP.piece("G.LLK"),)
    assert hexes(zoc.zone(s, GERMAN)) == set() and controls(s, "allied", "1333")
    assert zoc.zone(s, ALLIED)


@clause("18.3a")
def test_a_landed_unit_is_supported_in_its_combat_segment() -> None:
    s = in_hand()
    do(s, "land 1333")
    llk = MAP.piece("G.LLK")
    assert logistics.supported(s, llk)
    s.landed = 0
    s.touch()
    assert not logistics.supported(s, llk)


@clause("17.1a", "18.1a")
def test_an_unopposed_landing_destroys_a_fort() -> None:
    s = in_hand()
    do(s, "land 1335")
    assert hexes(s.destroyed) == {"1335"}


# 18.2: the combat of a landing among enemies


def combat(units: str, more: str = "") -> MansteinState:
    """A German Combat Segment in which the corps has just landed among enemies."""
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\n'
    noted = 'dropped = ["G.LLK"]\nlanded = ["G.LLK"]\njumped = ["G.LLK"]\n'
    return lay(f"{stack}turn = 2\n{noted}units = {{ {units} }}\n{more}")


def shifts_of(state: MansteinState, action: str = "assault") -> dict[str, str]:
    """The shifts of the combat, by their clauses."""
    preview = state.preview(action)
    assert preview is not None
    return {factor.clause: factor.value for factor in preview.factors if factor.value[-1] in "LR"}


@clause("18.2a", "18.2b")
def test_it_must_attack_and_fights_alone() -> None:
    s = combat('1333 = ["G.LLK", "N.2"], 1433 = ["G.15"], 1332 = ["N.3"]')
    assert not can(s, "done") and refusal(s, "done") == "18.2a"
    do(s, "attack 1333")
    preview = s.preview("assault")
    assert preview is not None
    assert not choices(s, "commit") and {f.name: f.value for f in preview.factors}["attack"] == "4"
    do(s, "assault", rolls=[6])
    assert where(s, "N.3") == "1332" and where(s, "N.2") == "dead"
    assert refusal(s, "attack 1333") in ("10.1h", "4.1a")


@clause("18.2e")
def test_the_defender_has_no_terrain() -> None:
    """Rotterdam is a city, and an intact fortress counts no column either."""
    assert not shifts_of(landed_on("1333", "N.2"))
    assert not shifts_of(landed_on("1335", "B.Antwerp"))


def landed_on(label: str, unit: str, more: str = "") -> MansteinState:
    s = combat(f'{label} = ["G.LLK", "{unit}"]', more)
    do(s, f"attack {label}")
    return s


@clause("18.2c", "18.2f")
def test_air_and_naval_support() -> None:
    s = landed_on("1333", "N.2", 'flying = { "G.air8" = "1333", "F.ZOAN" = "1433" }\navailable = ["UK.RN"]')
    do(s, "assault")
    assert s.to_act == "allied"
    assert shifts_of(s, "support") == {"10.5h": "3R", "10.5i": "2L", "10.5j": "1L"}


@clause("18.2f")
def test_defenders_check_their_support() -> None:
    s = landed_on("1332", "F.21")
    assert shifts_of(s)["10.5g"] == "1R"  # a French corps far from its depots


@clause("18.2c")
def test_special_forces_may_come_first() -> None:
    s = landed_on("1335", "B.Antwerp", 'available = ["G.Koch"]')
    do(s, "send G.Koch", rolls=[1])
    assert hexes(s.destroyed) == {"1335"} and where(s, "B.Antwerp") == "1335"


@clause("18.2g")
def test_a_landing_that_clears_the_hex() -> None:
    """E14: DA on a one-step unit in an intact fort; the fort is destroyed, and nobody pursues."""
    s = landed_on("1335", "B.Antwerp", 'flying = { "G.air1" = "1335" }')  # 4 to 3, two columns right
    do(s, "assault", rolls=[6])
    assert where(s, "B.Antwerp") == "dead" and where(s, "G.LLK") == "1335"
    assert hexes(s.destroyed) == {"1335"} and controls(s, "german", "1335")
    assert not choices(s, "pursue")


@clause("18.2g", "18.2e")
def test_a_landing_that_does_not_clear_the_hex() -> None:
    """E13: the owner takes two steps and holds the fortress."""
    s = landed_on("1537", "F.9A", 'flying = { "G.air8" = "1537" }')  # 4 to 6, three columns right, and unsupported
    do(s, "assault", "hold", rolls=[6])
    assert where(s, "G.LLK") == "dead" and where(s, "F.9A") == "1537"
    assert steps(s, "F.9A") == 1 and not s.destroyed


@clause("18.2g")
def test_attacker_results_lose_the_lander() -> None:
    """R89: a retreat result, too."""
    s = landed_on("1333", "N.2", 'flying = { "F.ZOAN" = "1333" }')
    do(s, "assault", rolls=[1])
    assert where(s, "G.LLK") == "dead" and controls(s, "allied", "1333")


@clause("18.1b")
def test_after_an_unopposed_landing_it_attacks_with_others() -> None:
    stack = 'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\n'
    units = 'units = { 1333 = ["G.LLK"], 1433 = ["G.16"], 1432 = ["N.2"] }\n'
    s = lay(f'{stack}turn = 2\nlanded = ["G.LLK"]\n{units}')
    events = do(s, "attack 1432", "commit G.LLK", "commit G.16", "assault", rolls=[1])
    assert [event.attack for event in events if isinstance(event, Fought)] == [11]


@clause("18.2g", "3.3a", "3.7b")
def test_a_country_that_gives_in_leaves_the_hex_to_the_corps_among_its_units() -> None:
    """The 15th Corps takes Rotterdam in the same segment: the Dutch of Kornwerderzand are gone without a fight."""
    s = movement('1934 = ["G.LLK"], 1530 = ["N.2"], 1433 = ["G.15"]', 'control = { german = ["1432"] }')
    do(s, "move G.LLK", "land 1530")
    assert controls(s, "allied", "1530")
    do(s, "move G.15", "to 1333", "stop")
    assert where(s, "N.2") == "dead" and controls(s, "german", "1530")


# a landing beside other things that happen


def landed(more: str = "", others: str = "") -> MansteinState:
    """The airborne corps among the Dutch in Rotterdam, in its Combat Segment."""
    stack = 'stack = [{ step = "extend" }, { step = "combat", mover = "german" }]\noperator = "german"\nturn = 2\n'
    both = 'landed = ["G.LLK"]\ndropped = ["G.LLK"]\njumped = ["G.LLK"]\n'
    return lay(f'{stack}{both}units = {{ 1333 = ["G.LLK", "N.2"]{others} }}\n{more}')


@clause("18.2a")
def test_what_others_have_done_does_not_release_it_from_its_attack() -> None:
    s = landed('attacked = ["G.GbK"]\noptions = { mountain_corps = "yes" }', ', 1934 = ["G.GbK", "G.4A"]')
    assert hexes(landing_hexes(s)) == {"1333"} and refusal(s, "done") == "18.2a"
    s.attacked |= 1 << MAP.piece("G.LLK")
    assert landing_hexes(s) == 0


@clause("18.2a", "10.0b", "10.1h")
def test_others_may_attack_beside_a_landing() -> None:
    s = landed(others=', 1433 = ["G.4A"], 1432 = ["N.3"]')
    assert choices(s, "attack") == {"1333", "1432"}
    agree(s)
    assert refusal(s, "attack 1434") == "10.1h" and refusal(s, "done") == "18.2a"


@clause("18.2a", "18.2d")
def test_it_is_opposed_only_by_enemies_in_its_own_hex() -> None:
    s = landed(others=', 1432 = ["N.3"], 1336 = ["B.1"]')
    assert landings.opposed(s) == (MAP.piece("G.LLK"),)
    losses.claim(s)
    assert controls(s, "allied", "1333")
    s.lift(MAP.piece("N.2"), DEAD)
    assert landings.opposed(s) == ()
    losses.claim(s)
    assert controls(s, "german", "1333")


@clause("6.5a", "18.2a")
def test_the_defenders_of_a_landing_part_without_it() -> None:
    s = landed()
    for unit in ("N.3", "N.4"):
        s.put(MAP.piece(unit), MAP.board.place("1333"))
    going = overstacking.removals(s, ALLIED, MAP.board.place("1333"))
    assert {frozenset(units(s, way.open(0))) for way in going} == {frozenset({"N.2", "N.3", "N.4"})}
    assert all(way.open(0) == 0 for way in overstacking.removals(s, GERMAN, MAP.board.place("1333")))


@clause("18.2g")
def test_a_unit_that_dies_with_the_last_defender_has_not_had_the_hex() -> None:
    """R70: both lose their last step at once; the city stays Dutch."""
    s = lay(
        'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\nturn = 2\n'
        'units = { 1333 = ["N.2", "G.LLK:1"] }\nlanded = ["G.LLK"]\ndropped = ["G.LLK"]\n'
    )
    do(s, "attack 1333")
    do(s, "assault", rolls=[6])  # 100-149%: ST
    assert where(s, "G.LLK") == where(s, "N.2") == "dead" and controls(s, "allied", "1333")


@clause("18.2g", "22.1d")
def test_what_is_said_of_results_on_a_landing() -> None:
    """The unit that has landed never retreats, and nobody pursues; it must clear the hex (R89)."""
    s = lay('turn = 2\nunits = { 1333 = ["N.2", "G.LLK"] }\ndropped = ["G.LLK"]\nphase = "german combat"\n')
    llk, dutch, here = (MAP.piece("G.LLK"),), (MAP.piece("N.2"),), MAP.board.place("1333")
    attack = results.Engagement(here, llk, dutch, dutch, on_mobile=False)
    lost = "; the unit that has landed is lost unless the hex is cleared"
    assert results.meaning(s, attack, "AD") == "attacker loses 2 steps" + lost
    assert results.meaning(s, attack, "DD") == "defender loses 2 steps, retreats 1 hex" + lost
    counter = results.Engagement(here, dutch, llk, llk, on_mobile=False, countering=True)
    assert results.meaning(s, counter, "AD") == "attacker loses 2 steps, retreats 1 hex" + lost
    assert results.meaning(s, counter, "DW") == "no effect" + lost


@clause("18.2g", "3.8d")
def test_a_landing_that_nobody_survives_can_make_a_country_give_in() -> None:
    """R20: the zone that contested Amsterdam is gone with the defenders, and the combat is over."""
    s = lay(
        'stack = [{ step = "extend" }, { step = "open_combat", mover = "german" }]\noperator = "german"\nturn = 2\n'
        'units = { 1332 = ["N.2", "G.LLK:1"], 1333 = ["G.14"], 1534 = ["G.6A"], 1535 = ["B.1"] }\n'
        'control = { german = ["1432"] }\nlanded = ["G.LLK"]\ndropped = ["G.LLK"]\n'
    )
    do(s, "attack 1332")
    do(s, "assault", rolls=[5])  # 100%, the defenders unsupported: ST
    assert where(s, "G.LLK") == where(s, "N.2") == "dead"
    assert s.agenda[-1].name == "combat" and s.surrendered >> NETHERLANDS & 1
