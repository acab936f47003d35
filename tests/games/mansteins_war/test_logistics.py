"""Chapter 15: lines of communication, the three states of support, ports, airlift, and a slow oracle beside them."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.mansteins_war import logistics, movement, pursuit, shifts
from meuse.games.mansteins_war.setting import ALLIED, BRITISH, FRENCH, GERMAN, GERMANS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, clause, do, hexes, lay, refusal, units


def at(stacks: str, more: str = "") -> MansteinState:
    """A moment in which nothing happens."""
    return lay(f'stack = [{{ step = "extend" }}]\nturn = 6\nunits = {{ {stacks} }}\n{more}')


def supported(s: MansteinState, unit: str) -> bool:
    return logistics.supported(s, MAP.piece(unit))


def cut_off(s: MansteinState, unit: str) -> bool:
    return logistics.cut_off(s, MAP.piece(unit))


def is_supported(unit: str, hexa: str, others: str = "", more: str = "") -> bool:
    return supported(at(f'{hexa} = ["{unit}"]{", " + others if others else ""}', more), unit)


LOST = '"0843", "0941", "1036", "1444", "1641", "0539", "0738", "0736", "0835", "0935", "1034"'
ONLY_REIMS = f"control = {{ german = [{LOST}] }}"
"""The French have lost all other depots, and their ports."""


# lines


@clause("15.0a", "15.1b", "15.1c", "15.1e", "15.2a")
@pytest.mark.parametrize(
    ("unit", "hexa", "fine"),
    [
        ("G.4A", "1337", True),  # three hexes from Aachen
        ("G.4A", "1237", False),
        ("G.15", "1037", True),  # six
        ("G.15", "0937", False),
        ("F.1A", "1337", True),  # three from Reims and from Lille
        ("F.1A", "1336", True),
        ("F.1A", "1436", False),
        ("F.DLM", "1434", True),
        ("F.DLM", "1734", False),
    ],
)
def test_a_line_is_as_long_as_the_printed_movement_factor(unit: str, hexa: str, fine: bool) -> None:
    """F47: hexes are counted, the unit's own left out and the source's included, rough or not."""
    assert is_supported(unit, hexa) is fine


@clause("15.1c", "2.2.1c")
def test_a_reduced_unit_has_lines_as_long() -> None:
    assert supported(at('1337 = ["G.4A:1"]'), "G.4A")


@clause("15.1d")
def test_lines_keep_to_land_and_do_not_cross_ocean_hexsides() -> None:
    # the estuary of the Seine makes the way from Le Havre longer: five hexes to 0442, not four
    assert is_supported("UK.BEF", "0441")
    assert not is_supported("UK.BEF", "0442")
    assert "0540" not in hexes(logistics.served(at("2130 = []"), BRITISH)[1])


@clause("15.1f")
def test_lines_do_not_pass_through_enemies() -> None:
    # logistics units without zones, so that only their hexes are closed
    wall = '1437 = ["F.Log1"], 1436 = ["F.Log2"], 1438 = ["F.Log3"], 1435 = ["F.LogR"], 1434 = ["UK.GHQ"]'
    option = 'options = { logistics_zones = "no" }'
    assert is_supported("G.4A", "1337", more=option)
    assert not is_supported("G.4A", "1337", wall, option)


@clause("15.1g", "7.2j", "7.2l")
def test_lines_leave_enemy_zones_but_do_not_enter_them() -> None:
    """The unit's own hex may be in an enemy zone; friends do not open one."""
    assert is_supported("G.4A", "1337", '1236 = ["F.1A"]')  # 1337 is in its zone
    barrier = '1435 = ["B.1"], 1437 = ["B.2"]'  # every way in is in their zones
    assert not is_supported("G.4A", "1337", barrier)
    assert not is_supported("G.4A", "1337", barrier + ', 1536 = ["G.15"], 1436 = ["G.16"]')


@clause("7.2k", "15.1g")
def test_a_source_in_an_enemy_zone_serves_its_own_hex_alone() -> None:
    """E7: by R48 it serves the units in it, and nobody else."""
    s = at('1340 = ["F.1A"], 1341 = ["F.2A"], 1239 = ["G.15"]', ONLY_REIMS)
    assert supported(s, "F.1A") and not supported(s, "F.2A")


@clause("7.2a", "15.2a")
def test_an_empty_depot_in_an_enemy_zone_is_nobodys() -> None:
    """E7: a corps two hexes off with no other source is unsupported; by another reading of 7.2 the depot is free."""
    stacks = '1342 = ["F.21"], 1239 = ["G.15"]'
    assert not supported(at(stacks, ONLY_REIMS), "F.21")
    assert hexes(logistics.sources(at(stacks), FRENCH)) == {"0843", "0941", "1036", "1444", "1641"}
    never = at(stacks, 'options = { contested_control = "never" }')
    assert "1340" in hexes(logistics.sources(never, FRENCH))
    always = at('1340 = ["F.1A"], 1239 = ["G.15"]', 'options = { contested_control = "always" }\n' + ONLY_REIMS)
    assert not supported(always, "F.1A")


@clause("7.1c", "15.1g")
def test_a_fortress_unit_keeps_lines_open() -> None:
    # Nancy is reached through 1640 alone
    stacks = '1639 = ["F.3A"], 1739 = ["G.1A"], 1540 = ["G.15"], 1539 = ["G.16"]'
    assert not supported(at(stacks), "F.3A")
    # its fortress is no longer in German zones, but the depot behind it still must be free
    assert supported(at(stacks + ', 1640 = ["F.Thionville"]'), "F.3A")


@clause("15.2a", "3.3b")
def test_a_depot_must_be_friendly_and_of_the_own_country() -> None:
    assert not is_supported("F.1A", "1335", more=ONLY_REIMS)  # a Belgian depot
    assert is_supported("B.1", "1338")
    assert not is_supported("B.1", "1340")  # a French one
    assert is_supported("F.1A", "1240", more=ONLY_REIMS)
    assert not is_supported("F.1A", "1240", more=f'control = {{ german = [{LOST}, "1340"] }}')


@clause("22.4d", "15.2a")
def test_a_bombed_depot_supports_nobody() -> None:
    """E27: not even a unit in it."""
    assert is_supported("F.21", "1340", more=ONLY_REIMS)
    assert not is_supported("F.21", "1340", more=ONLY_REIMS + '\nbombed = ["1340"]')


@clause("3.7e", "3.7f")
def test_depots_of_a_fallen_country_do_not_work_but_its_ports_do() -> None:
    fallen = 'surrendered = ["belgium"]'
    assert hexes(logistics.sources(at("2130 = []", fallen), BRITISH)) >= {"1034"}
    assert not logistics.sources(at("2130 = []", fallen), MAP.nation[MAP.piece("B.1")])
    assert is_supported("UK.BEF", "1035", more=fallen)


# two legs


@clause("15.2b", "15.3a", "15.3c")
def test_a_logistics_unit_makes_a_second_leg() -> None:
    """F50: a German unit may use the logistics unit of any command, and many may use it."""
    assert not is_supported("G.4A", "1036")
    s = at('1036 = ["G.4A"], 1138 = ["G.LogB", "G.12A"], 1037 = ["G.16A"]')
    assert logistics.unsupported(s, GERMAN) == 0


@clause("15.1c", "15.2b")
def test_the_second_leg_is_as_long_as_the_logistics_units_factor() -> None:
    assert supported(at('0837 = ["G.4A"], 1037 = ["G.LogA"]'), "G.4A")  # six hexes from Aachen
    assert not supported(at('0837 = ["G.4A"], 0937 = ["G.LogA"]'), "G.4A")


@clause("15.2b")
def test_logistics_units_do_not_form_chains() -> None:
    s = at('0739 = ["G.4A"], 0839 = ["G.LogA"], 1138 = ["G.LogB"]')
    assert not supported(s, "G.4A")


@clause("7.2k", "15.2b")
def test_a_logistics_unit_in_an_enemy_zone_serves_its_own_hex() -> None:
    """R48: it may trace out of the zone, and units with it may use it."""
    s = at('1037 = ["G.4A", "G.LogA"], 1038 = ["G.12A"], 0937 = ["F.1A"]')
    assert supported(s, "G.4A") and not supported(s, "G.12A")


@clause("15.2e", "15.3b")
def test_allies_do_not_share_logistics_units() -> None:
    """F49: neither do Belgians beside a French one, nor the British."""
    s = at('1241 = ["B.1"], 1141 = ["F.Log1"], 1142 = ["UK.BEF"], 1242 = ["F.1A"]')
    assert units(s, logistics.unsupported(s, ALLIED)) == {"B.1", "UK.BEF"}


@clause("15.0b")
def test_some_need_no_line() -> None:
    """Static and logistics units, units in an own depot, and all that is off the map."""
    ring = '1537 = ["B.EE"], 1538 = ["G.15"], 1536 = ["G.16"], 1437 = ["G.19"]'
    s = at(f'{ring}, 1340 = ["F.21"], 1339 = ["G.41"], 0640 = ["F.Log1"], 0641 = ["G.SS"]', 'waiting = ["F.6A"]')
    assert all(supported(s, unit) for unit in ("B.EE", "F.21", "F.Log1", "F.6A", "G.air1", "UK.RN", "G.BB"))


@clause("15.1h", "15.4b")
def test_a_unit_may_be_where_no_line_leads() -> None:
    s = at('0641 = ["G.4A"]')
    assert units(s, logistics.unsupported(s, GERMAN)) == {"G.4A"} and not s.faults()


# ports


@clause("15.2c")
def test_the_british_trace_to_channel_ports() -> None:
    """F48: directly or by their own logistics unit; Antwerp is no Channel port (R22)."""
    assert is_supported("UK.BEF", "1037")
    assert not is_supported("UK.BEF", "1535")
    assert is_supported("UK.BEF", "1340", '1139 = ["UK.GHQ"]')
    assert not is_supported("UK.BEF", "1340")
    near = '["0738", "0935", "1034", "0835", "0736"]'
    assert not is_supported("UK.BEF", "1037", more=f"bombed = {near}")
    assert not is_supported("UK.BEF", "1037", more=f"control = {{ german = {near} }}")


NORTH = '0936 = ["F.21"], 0836 = ["F.23"]'
NO_LILLE = 'control = { german = ["1036"] }'


@clause("15.2d")
def test_one_french_unit_may_use_a_port() -> None:
    """By R78 one in an impulse: the first for which it matters."""
    s = at(NORTH, NO_LILLE)
    assert supported(s, "F.21") and supported(s, "F.23")
    assert logistics.use_support(s, MAP.piece("F.21"))
    assert s.port_users == 1 << MAP.piece("F.21")
    assert supported(s, "F.21") and not supported(s, "F.23")
    assert not logistics.use_support(s, MAP.piece("F.23"))


@clause("15.2d")
def test_by_the_other_reading_there_is_one_for_each_port() -> None:
    s = at(NORTH + ', 0837 = ["F.DLM"]', NO_LILLE + '\noptions = { french_port = "each" }\nbombed = ["0738", "0736"]')
    assert [logistics.use_support(s, MAP.piece(unit)) for unit in ("F.21", "F.23", "F.DLM")] == [True] * 3
    few = at(NORTH, NO_LILLE + '\noptions = { french_port = "each" }\nbombed = ["0738", "0736", "0835", "1034"]')
    assert logistics.use_support(few, MAP.piece("F.21")) and not supported(few, "F.23")


@clause("15.2d")
def test_a_french_unit_with_a_depot_leaves_the_port_to_others() -> None:
    s = at(NORTH)
    assert logistics.use_support(s, MAP.piece("F.21")) and s.port_users == 0  # Lille is near


@clause("15.2d")
def test_the_port_line_of_a_french_unit_is_direct() -> None:
    # the logistics unit reaches Dieppe, but that is of no use to the corps
    lost = 'control = { german = ["0941", "0843", "0539"] }'
    assert supported(at('0640 = ["F.21"]', lost), "F.21")
    assert not supported(at('0642 = ["F.21"], 0741 = ["F.Log1"]', lost), "F.21")


# states


RING = '1337 = ["G.15"], 1438 = ["G.16"], 1238 = ["G.19"]'


@clause("15.4c", "15.6a")
def test_a_unit_with_enemies_all_around_is_cut_off() -> None:
    """F51: six hexes in enemy zones are enough; then it is unsupported as well."""
    s = at(f'1338 = ["F.21"], {RING}')
    assert cut_off(s, "F.21") and not supported(s, "F.21")
    s = at('1338 = ["F.21"], 1337 = ["G.15"], 1438 = ["G.16"]')  # 1238 is open
    assert not cut_off(s, "F.21")


@clause("15.4c")
def test_friends_in_enemy_zones_do_not_help_and_sea_and_edges_close() -> None:
    assert cut_off(at(f'1338 = ["F.21"], 1339 = ["F.1A"], {RING}'), "F.21")
    assert cut_off(at('0439 = ["F.21"], 0540 = ["G.15"], 0440 = ["G.16"]'), "F.21")  # Caen: sea, estuary, map edge
    assert not cut_off(at('0439 = ["F.21"], 0441 = ["G.16"]'), "F.21")


@clause("15.4d")
def test_who_is_never_cut_off() -> None:
    """F51: units in own depots, static and logistics units, British units in ports."""
    assert not cut_off(at('1340 = ["F.21"], 1339 = ["G.15"], 1440 = ["G.16"], 1240 = ["G.19"]'), "F.21")
    bombed = at('1340 = ["F.21"], 1339 = ["G.15"], 1440 = ["G.16"], 1240 = ["G.19"]', 'bombed = ["1340"]')
    assert cut_off(bombed, "F.21")
    assert not cut_off(at(f'1338 = ["F.Log1"], {RING}'), "F.Log1")
    port = '0935 = ["{}"], 0936 = ["G.15"], 1035 = ["G.16"], 0835 = ["G.19"], 1034 = ["G.41"]'
    assert not cut_off(at(port.format("UK.BEF")), "UK.BEF") and supported(at(port.format("UK.BEF")), "UK.BEF")
    assert cut_off(at(port.format("F.21")), "F.21") and not supported(at(port.format("F.21")), "F.21")
    assert cut_off(at(port.format("UK.BEF"), 'bombed = ["0935"]'), "UK.BEF")


@clause("18.3a")
def test_a_unit_that_has_landed_is_supported_in_its_impulse() -> None:
    step = 'operator = "german"\nlanded = ["G.LLK"]'
    assert not is_supported("G.LLK", "0941") and is_supported("G.LLK", "0941", more=step)


@clause("26.1a", "26.1b")
def test_an_airlift_supports_for_movement_and_combat_only() -> None:
    """F63: in its hex and beside it, enemy zones or not; there is no refit by it."""
    option = 'options = { airlift = "yes" }\nflying = { "G.Lift" = "1242" }'
    ring = '1142 = ["G.15"], 1141 = ["F.1A"], 1242 = ["F.2A"], 1042 = ["F.3A"]'
    assert cut_off(at(ring), "G.15") and not supported(at(ring), "G.15")
    s = at(ring + ', 1343 = ["G.16"], 0943 = ["G.4A"]', option)
    assert supported(s, "G.15") and not cut_off(s, "G.15") and supported(s, "G.16")
    assert not logistics.refit_supported(s, MAP.piece("G.15")) and not supported(s, "G.4A")


@clause("28.1e")
def test_no_line_leads_through_the_netherlands_when_they_are_out_of_play() -> None:
    stacks = '1434 = ["G.18A"], 1436 = ["B.1"], 1537 = ["B.2"]'
    assert supported(at('1434 = ["G.18A"]'), "G.18A")
    assert not supported(at(stacks, 'options = { no_netherlands = "yes" }'), "G.18A")


# remembered


@clause("15.1a")
def test_support_is_judged_at_the_instant() -> None:
    s = at('1337 = ["G.4A"], 1338 = ["G.LogA"]')
    army, train, place = MAP.piece("G.4A"), MAP.piece("G.LogA"), MAP.board.place
    s.shift(army, place("1137"))
    assert supported(s, "G.4A")
    s.shift(train, place("1934"))
    assert not supported(s, "G.4A")
    s.shift(army, place("1337"))
    assert supported(s, "G.4A")
    s.put(MAP.piece("B.1"), place("1435"))
    s.put(MAP.piece("B.2"), place("1437"))
    assert not supported(s, "G.4A")


def test_lines_are_followed_again_only_when_they_could_have_changed() -> None:
    s = at('1337 = ["G.4A"], 1338 = ["G.LogA"], 1340 = ["F.1A"]')
    before = logistics.served(s, GERMANS)
    s.shift(MAP.piece("G.4A"), MAP.board.place("1336"))
    assert logistics.served(s, GERMANS) is before
    s.shift(MAP.piece("F.1A"), MAP.board.place("1341"))
    assert logistics.served(s, GERMANS) is not before


# the oracle: everything once more, hex by hex, by the numbers of the hexes


ESTUARIES = {frozenset(pair) for pair in (("0539", "0540"), ("0439", "0539"), ("1729", "1829"), ("1729", "1828"))}
LAND = hexes(MAP.land)


def neighbours(label: str) -> set[str]:
    column, row = int(label[:2]), int(label[2:])
    low = row - 1 if column % 2 else row
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + d, r) for d in (-1, 1) for r in (low, low + 1)]
    found = {f"{c:02}{r:02}" for c, r in near}
    return {other for other in found & LAND if frozenset((label, other)) not in ESTUARIES}


class Oracle:
    """Support by breadth-first search from the unit, as a player would count it."""

    def __init__(self, s: MansteinState) -> None:
        self.s, self.spots = s, dict[int, str]()
        for piece, place in enumerate(s.where):
            if place >= 0:
                self.spots[piece] = MAP.board.labels[place]
        self.intact = hexes(MAP.forts & ~s.destroyed)
        self.zone = [self.zone_of(side) for side in (0, 1)]
        self.bombed, self.taken = hexes(s.bombed), hexes(s.taken)

    def stands(self, side: int) -> set[str]:
        return {label for piece, label in self.spots.items() if MAP.side_of[piece] == side}

    def zone_of(self, side: int) -> set[str]:
        around = {near for label in self.stands(side) for near in neighbours(label)}
        german_land = hexes(MAP.germany)
        for piece, label in self.spots.items():
            own_fort = (label in german_land) == (MAP.side_of[piece] == GERMAN) and label in self.intact
            if MAP.pieces[piece].type == "fortress" and MAP.side_of[piece] != side and own_fort:
                around.discard(label)
        return around

    def controls(self, side: int, label: str) -> bool:
        entered = (label in self.taken) == (side == GERMAN)
        return entered and (label in self.stands(side) or label not in self.zone[1 - side])

    def sources(self, nation: int) -> set[str]:
        side = int(nation != GERMANS)
        depots = {
            0: "1636 1835 1838 1934 2139 2241",
            1: "0843 0941 1036 1340 1444 1641",
            3: "1335 1336",
            4: "1333 1432",
        }
        ends = set((depots.get(nation) or "0539 0736 0738 0835 0935 1034").split())
        if nation in (1, 3, 4) and self.s.surrendered >> {1: 1, 3: 2, 4: 3}[nation] & 1:
            ends = set()
        return {end for end in ends if end not in self.bombed and self.controls(side, end)}

    def reach(self, start: str, length: int, side: int) -> set[str]:
        closed = self.stands(1 - side) | self.zone[1 - side]
        seen, edge = {start}, {start}
        for _ in range(length):
            edge = {near for label in edge for near in neighbours(label)} - seen - closed
            seen |= edge
        return seen

    def supported(self, piece: int) -> bool:
        unit, side = MAP.pieces[piece], MAP.side_of[piece]
        if unit.type in ("fortress", "logistics"):
            return True
        ends = self.sources(unit.nation)
        met = self.reach(self.spots[piece], unit.steps[0][2], side)
        if met & ends:
            return True
        for train, label in self.spots.items():
            row = MAP.pieces[train]
            if row.type == "logistics" and row.nation == unit.nation and label in met:
                if self.reach(label, row.steps[0][2], side) & ends:
                    return True
        return unit.nation == FRENCH and self.by_port(piece, met)

    def by_port(self, piece: int, met: set[str]) -> bool:
        return bool(met & self.sources(BRITISH)) and not self.cut_off(piece)

    def cut_off(self, piece: int) -> bool:
        unit, side, label = MAP.pieces[piece], MAP.side_of[piece], self.spots[piece]
        if unit.type in ("fortress", "logistics") or label in self.sources(unit.nation):
            return False
        if unit.nation == BRITISH and label in hexes(MAP.ports) - self.bombed:
            return False
        return neighbours(label) <= self.stands(1 - side) | self.zone[1 - side]


def scattered(random: Random) -> MansteinState:
    """Units of both sides anywhere, close enough together to be in each other's way."""
    s = at("2130 = []")
    land = MAP.board.members(MAP.land)
    middle = random.choice(land)
    near = [hexa for hexa in land if MAP.board.distance(hexa, middle) <= random.choice((4, 7, 30))]
    own = {hexa: random.randrange(2) for hexa in near}
    for piece in MAP.pieces:
        if piece.ground and random.random() < 0.45:
            hexa = random.choice(near)
            if own[hexa] == piece.side:
                s.put(piece.number, hexa)
                s.steps[piece.number] = 1
    s.taken = sum(1 << hexa for hexa in land if own.get(hexa, MAP.germany >> hexa & 1 ^ 1) == GERMAN)
    s.bombed = sum(1 << hexa for hexa in land if MAP.cities >> hexa & 1 and random.random() < 0.15)
    s.destroyed = sum(1 << hexa for hexa in land if MAP.forts >> hexa & 1 and random.random() < 0.4)
    s.surrendered = random.choice((0, 0, 0b0100, 0b1000))
    s.touch()
    return s


@clause("15.0a", "15.1a", "15.4b", "15.4c", "7.2j")
@pytest.mark.parametrize("seed", range(60))
def test_support_is_what_a_player_would_count(seed: int) -> None:
    s = scattered(Random(seed))
    oracle = Oracle(s)
    for piece in oracle.spots:
        name = s.piece_name(piece), s.label(s.where[piece])
        assert (name, logistics.supported(s, piece)) == (name, oracle.supported(piece))
        assert (name, logistics.cut_off(s, piece)) == (name, oracle.cut_off(piece))
    for nation in range(5):
        assert hexes(logistics.sources(s, nation)) == oracle.sources(nation)


@clause("15.5e", "14.3c")
def test_an_unsupported_unit_cannot_refit() -> None:
    s = lay('phase = "refit"\nturn = 2\nunits = { 0641 = ["G.4A:2"], 1636 = ["G.12A:2"] }\npoints = { german = 3 }')
    do(s, "refit G.12A")
    assert s.explain("refit G.4A") is not None


# what it means to be without support


LONELY = '0641 = ["G.15"], 0642 = ["G.4A"]'


@clause("15.5a", "8.2a")
def test_unsupported_units_move_half_as_far() -> None:
    """F26: 6 becomes 3, and 3 becomes 2."""
    s = at(LONELY)
    assert [movement.allowance(s, MAP.piece(unit)) for unit in ("G.15", "G.4A")] == [3, 2]
    s = at('1636 = ["G.15"], 1835 = ["G.4A"]')
    assert [movement.allowance(s, MAP.piece(unit)) for unit in ("G.15", "G.4A")] == [6, 3]


@clause("15.5a", "15.1a", "15.2d")
def test_support_counts_where_a_move_begins() -> None:
    """The first French unit that moves has the port for the impulse."""
    s = lay(f'phase = "allied movement"\nturn = 2\nunits = {{ {NORTH} }}\n{NO_LILLE}')
    do(s, "move F.21")
    assert s.port_users == 1 << MAP.piece("F.21")
    do(s, "stop") if can(s, "stop") else do(s, "to 0937", "stop")
    assert movement.allowance(s, MAP.piece("F.23")) == 2


@clause("15.5b")
def test_unsupported_units_do_not_go_by_rail() -> None:
    text = 'phase = "allied movement"\nturn = 2\nunits = { 0739 = ["F.21"] }\n'
    s = lay(text)
    do(s, "move F.21")
    assert can(s, "rail 0938")
    s = lay(text + f'control = {{ german = [{LOST}, "1340"] }}')
    do(s, "move F.21")
    assert refusal(s, "rail 0938") == "15.5b"


def columns(s: MansteinState, target: str, *attackers: str) -> int:
    """How far an attack is shifted by support."""
    hexa = MAP.board.place(target)
    pieces = tuple(MAP.piece(unit) for unit in attackers)
    enemies = tuple(piece for piece in s.at(hexa))
    return sum(shift for shift, _ in shifts.support_shifts(s, pieces, enemies))


@clause("15.5c")
def test_each_unsupported_unit_shifts_a_column() -> None:
    """F34, F51."""
    s = at('0641 = ["G.15", "G.16", "G.19"], 0741 = ["F.21"]')
    assert columns(s, "0741", "G.15", "G.16", "G.19") == -3
    s = at('1338 = ["F.21", "F.23"], 1337 = ["G.15"], 1438 = ["G.16"], 1238 = ["G.19"]')
    assert columns(s, "1338", "G.15") == 2


@clause("15.5d", "15.6a")
def test_unsupported_units_pursue_one_hex_and_units_cut_off_none() -> None:
    """E28, F51."""
    s = at(LONELY)
    assert pursuit.limit(s, MAP.piece("G.15"), True) == 1
    assert pursuit.limit(at('1636 = ["G.15"]'), MAP.piece("G.15"), True) == 3
    ring = at('1142 = ["G.15"], 1141 = ["F.1A"], 1242 = ["F.2A"], 1042 = ["F.3A"]')
    assert pursuit.limit(ring, MAP.piece("G.15"), True) == 0


@clause("15.4a")
def test_air_support_needs_no_line() -> None:
    s = at('0641 = ["G.15"], 0741 = ["F.21"]', 'flying = { "G.air1" = "0741" }')
    assert not supported(s, "G.15")
    assert [shift for shift, _ in shifts.air_shifts(s, GERMAN, MAP.board.place("0741"))] == [2]


@clause("15.2d")
def test_the_port_of_the_refit_phase_is_free_again_for_the_first_impulse() -> None:
    """R78: one French unit in an impulse or Refit Phase."""
    s = lay('phase = "operations"\nturn = 2\nport_users = ["F.7A"]\nbin = ["1AG"]\nunits = { 0941 = ["F.7A"] }')
    assert s.operator == ALLIED and not s.port_users
