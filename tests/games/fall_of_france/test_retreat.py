"""Chapter 17.1, and second disruptions and cadres (16.2, 16.7)."""

from __future__ import annotations

from meuse.games.fall_of_france import losses
from meuse.games.fall_of_france.events import Pushed
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import (
    MAP,
    cadred,
    choices,
    clause,
    controls,
    disrupted,
    do,
    lay,
    refusal,
    where,
)

LOST = '"1013", "0915", "1110"'  # with these in German hands only Antwerp, 0812, supplies Belgians
HQ = '"0506" = ["G.AHQ"]'


def retreat(units: str, hexa: str, group: str, more: str = "", german: str = "") -> FallState:
    """A position in which some units must retreat."""
    control = f"control = {{ german = [{german}] }}" if german else ""
    names = ", ".join(f'"{unit}"' for unit in group.split())
    stack = f"""stack = [
    {{ step = "movement", mover = "german", mech_ops = false }},
    {{ step = "retreat", hex = "{hexa}", group = [{names}] }},
]"""
    return lay(f"turn = 4\n{control}\n{more}\n{stack}\nunits = {{ {units} }}")


def step(s: FallState) -> str:
    assert s.decision is not None
    return s.decision.step


def distance(one: str, two: str) -> int:
    return MAP.board.distance(MAP.board.place(one), MAP.board.place(two))


def nearer(label: str, *goals: str) -> set[str]:
    """The neighbours of a hex that are nearer to one of some hexes."""
    around = MAP.board.names(MAP.board.around[MAP.board.place(label)])
    return {n for n in around if any(distance(n, goal) < distance(label, goal) for goal in goals)}


def full(labels: list[str], units: str) -> str:
    """Stacks of two corps in some hexes."""
    corps = iter(units.split())
    return ", ".join(f'"{label}" = ["{next(corps)}", "{next(corps)}"]' for label in labels)


# 17.0 and the direction


@clause("17.0a", "4.0a")
def test_units_retreat_one_by_one_as_their_owner_likes() -> None:
    s = retreat('"2421" = ["F.X", "F.2A1"]', "2421", "F.X F.2A1")
    assert step(s) == "retreat" and s.to_act == "allied" and choices(s, "withdraw") == {"F.X", "F.2A1"}
    do(s, "withdraw F.2A1", "fall_back 2521", "fall_back 2422")
    assert (where(s, "F.2A1"), where(s, "F.X")) == ("2521", "2422") and not disrupted(s) and step(s) == "movement"


@clause("17.1a")
def test_a_retreat_leads_one_hex_nearer_to_a_source_of_supply() -> None:
    s = retreat('"1012" = ["B.I"]', "1012", "B.I", german=LOST)
    assert choices(s, "fall_back") == nearer("1012", "0812") == {"0912", "0913"}
    assert refusal(s, "fall_back 1011") == "17.1a" and refusal(s, "fall_back 0812") == "17.1a"
    two = LOST.replace(', "1110"', "")
    s = retreat('"1012" = ["B.I"]', "1012", "B.I", german=two)
    assert choices(s, "fall_back") == nearer("1012", "0812", "1110")


@clause("17.1a")
def test_without_a_valid_source_the_nearest_city_at_home_is_the_goal() -> None:
    lost = LOST + ', "0812"'
    assert distance("1211", "1110") < min(distance("1211", city) for city in ("1013", "0812", "0915"))
    s = retreat('"1211" = ["B.I"]', "1211", "B.I", german=lost)
    assert choices(s, "fall_back") == nearer("1211", "1110")


@clause("17.1a")
def test_germans_retreat_toward_a_superior_hq_or_germany() -> None:
    s = retreat('"2421" = ["G.III"], "2424" = ["G.BHQ"]', "2421", "G.III")
    assert "2422" not in choices(s, "fall_back") and "2420" in choices(s, "fall_back")
    s = retreat('"2421" = ["G.III"], "2424" = ["G.12HQ"]', "2421", "G.III")
    assert {"2422", "2420"} <= choices(s, "fall_back")


@clause("17.1a", "17.1e")
def test_where_nobody_retreats() -> None:
    """Never into enemies, over an enemy's fortifications, across sea, or into a neutral country."""
    s = retreat('"0912" = ["G.III"], "1012" = ["B.I"], "0908" = ["G.12HQ"]', "1012", "B.I", german=LOST)
    assert where(s, "B.I") == "0913" and disrupted(s) == {"B.I"}  # the only way left is taken without asking
    s = retreat('"1708" = ["G.III"], "1908" = ["G.12HQ"]', "1708", "G.III")
    assert choices(s, "fall_back") and not {"1709", "1807", "1808"} & choices(s, "fall_back")
    assert refusal(s, "fall_back 1808") == "17.1e"
    neutral = 'countries = { belgium = "neutral" }'
    s = retreat('"1411" = ["F.X"]', "1411", "F.X", neutral, '"2018"')
    assert not {"1311", "1312", "1410", "1412"} & choices(s, "fall_back") and where(s, "F.X") != "1311"


# zones


@clause("17.1b", "11.0a")
def test_a_hex_without_an_enemy_zone_must_be_taken() -> None:
    units = f'"1012" = ["B.I"], "0911" = ["G.III"], {HQ}'
    s = retreat(units, "1012", "B.I", german=LOST)
    assert where(s, "B.I") == "0913" and not disrupted(s)  # 0912 lies in the zone


@clause("17.1b", "16.2a", "11.0a")
def test_a_retreat_into_a_zone_disrupts_and_kills_the_disrupted() -> None:
    """C19."""
    units = f'"1012" = ["B.I"], "0911" = ["G.III"], "0914" = ["G.II"], {HQ}'
    s = retreat(units, "1012", "B.I", german=LOST)
    do(s, "fall_back 0912")
    assert disrupted(s) == {"B.I"} and where(s, "B.I") == "0912" and step(s) == "movement"
    s = retreat(units, "1012", "B.I", 'disrupted = ["B.I"]', LOST)
    do(s, "fall_back 0912")
    assert where(s, "B.I") == "dead" and not disrupted(s)


@clause("17.1b", "16.5a")
def test_cadres_are_forced_into_zones_too() -> None:
    """R82."""
    units = f'"1012" = ["B.I"], "0911" = ["G.III"], "0914" = ["G.II"], {HQ}'
    s = retreat(units, "1012", "B.I", 'cadred = ["B.I"]', LOST)
    do(s, "fall_back 0912")
    assert disrupted(s) == cadred(s) == {"B.I"}


@clause("2.0b")
def test_a_retreat_takes_control() -> None:
    s = retreat('"1012" = ["B.I"]', "1012", "B.I", german=LOST + ', "0912", "0913"')
    do(s, "fall_back 0912")
    assert controls(s, "allied", "0912") and controls(s, "german", "0913")


# pushing others out


@clause("17.1c")
def test_closed_in_by_stacking_a_unit_pushes_others_out() -> None:
    crowd = full(["0912", "0913"], "B.II B.III B.IV B.V")
    s = retreat(f'"1012" = ["B.I"], {crowd}', "1012", "B.I", german=LOST)
    assert step(s) == "fall_back" and choices(s, "fall_back") == {"0912", "0913"}
    do(s, "fall_back 0912")
    assert step(s) == "make_room" and choices(s, "push") == {"B.II", "B.III"}
    do(s, "push B.II")
    assert step(s) == "step_aside" and not {"0913", "1012"} & choices(s, "fall_back")
    events = do(s, "fall_back 0911")
    assert [event.piece for event in events if isinstance(event, Pushed)] == [MAP.piece("B.II")]
    assert (where(s, "B.I"), where(s, "B.II"), where(s, "B.III")) == ("0912", "0911", "0912")
    assert disrupted(s) == cadred(s) == {"B.I"}


@clause("17.1c", "17.1d")
def test_the_first_hex_of_the_map_is_left_by_pushing_like_any_other() -> None:
    crowd = full(["0202", "0301", "0302"], "G.VI G.XVIII G.I G.XVII G.XXXVIII G.XLII")
    s = retreat(f'"0201" = ["G.III"], {crowd}, "1405" = ["G.12HQ"]', "0201", "G.III")
    assert MAP.board.place("0201") == 0 and choices(s, "fall_back") >= {"0202", "0302"}
    do(s, "fall_back 0202", "push G.VI", "fall_back 0203")
    assert (where(s, "G.III"), where(s, "G.VI"), where(s, "G.XVIII")) == ("0202", "0203", "0202")
    assert disrupted(s) == {"G.III"}


@clause("17.1c")
def test_germans_who_push_are_not_cadred() -> None:
    east = sorted(nearer("2422", *MAP.board.names(MAP.germany & MAP.land)))
    crowd = full(east, "G.VI G.XVIII G.I G.XVII G.XXXVIII G.XLII G.XLIII G.XL G.VII G.XIII")
    s = retreat(f'"2422" = ["G.III"], {crowd}', "2422", "G.III")
    do(s, f"fall_back {east[0]}")
    do(s, str(s.options[0]))
    while step(s) == "step_aside":
        do(s, str(s.options[0]))
    assert disrupted(s) == {"G.III"} and where(s, "G.III") == east[0]


@clause("17.1c")
def test_no_more_units_are_pushed_out_than_it_takes() -> None:
    """R85: the corps makes room alone, so the divisions are not asked."""
    crowd = '"0912" = ["B.II", "B.GHQ", "UK.51"], "0913" = ["B.IV", "B.V"]'
    s = retreat(f'"1012" = ["B.I"], {crowd}', "1012", "B.I", german=LOST)
    do(s, "fall_back 0912")
    assert step(s) == "step_aside"
    do(s, "fall_back 0911")
    assert [where(s, unit) for unit in ("B.II", "B.GHQ", "UK.51", "B.I")] == ["0911", "0912", "0912", "0912"]


@clause("17.1d", "17.1e")
def test_units_are_pushed_only_where_no_enemy_zone_is_and_room() -> None:
    crowd = full(["0912", "0913"], "B.II B.III B.IV B.V")
    near = '"0911" = ["G.III"], "0914" = ["G.II"]'
    s = retreat(f'"1012" = ["B.I"], {crowd}, {near}, {HQ}', "1012", "B.I", german=LOST)
    do(s, "fall_back 0912", "push B.II")
    assert (where(s, "B.II"), where(s, "B.I")) == ("0812", "0912")  # 0811, 0911 and 1011 are closed to it
    ring = f'{near}, "0712" = ["G.VII"]'
    s = retreat(f'"1012" = ["B.I"], {crowd}, {ring}, {HQ}', "1012", "B.I", german=LOST)
    assert where(s, "B.I") == "dead" and where(s, "B.II") == "0912"


@clause("17.1e")
def test_a_unit_that_can_go_nowhere_is_eliminated() -> None:
    s = retreat(f'"1012" = ["B.I"], "0912" = ["G.III"], "0913" = ["G.II"], {HQ}', "1012", "B.I", german=LOST)
    assert where(s, "B.I") == "dead" and step(s) == "movement"


# 16.2 and 16.7


@clause("16.2a")
def test_a_second_disruption_eliminates() -> None:
    s = lay('phase = "german movement"\nunits = { "2421" = ["F.X", "F.2A1"] }')
    losses.disrupt(s, MAP.piece("F.X"), ("11.4a",))
    assert disrupted(s) == {"F.X"} and where(s, "F.X") == "2421"
    losses.disrupt(s, MAP.piece("F.X"), ("11.4a",))
    assert where(s, "F.X") == "dead" and not disrupted(s)


@clause("16.7a", "16.8a")
def test_a_second_cadre_result_eliminates_and_a_unit_may_be_cadred_and_disrupted() -> None:
    s = lay('phase = "german movement"\nunits = { "2421" = ["F.X"], "2418" = ["N.I"] }')
    piece = MAP.piece("F.X")
    losses.cadre(s, piece, ("14.4d",))
    losses.disrupt(s, piece, ("11.4a",))
    assert cadred(s) == disrupted(s) == {"F.X"}
    losses.cadre(s, piece, ("14.4d",))
    assert where(s, "F.X") == "dead" and not cadred(s) and not s.dutch_hit
    losses.cadre(s, MAP.piece("N.I"), ("14.4d",))
    assert s.dutch_hit


@clause("4.0d")
def test_markers_never_run_out() -> None:
    units = [f'"{unit.id}"' for unit in MAP.pieces if unit.nation == 1 and not unit.air][:40]
    labels = MAP.board.names(MAP.country[1] & MAP.land)[100:140]
    laid = ", ".join(f'"{label}" = [{unit}]' for label, unit in zip(labels, units, strict=True))
    names = ", ".join(units)
    s = lay(f'phase = "german movement"\ndisrupted = [{names}]\ncadred = [{names}]\nunits = {{ {laid} }}')
    assert len(disrupted(s)) == len(cadred(s)) == 40


@clause("17.1a", "7.3a")
def test_the_last_source_is_none_for_those_who_must_leave_it() -> None:
    """The corps stands in the last Belgian city: it makes for the nearest of the others, lost or not."""
    s = retreat('"0812" = ["B.I"]', "0812", "B.I", german=LOST)
    assert where(s, "B.I") in nearer("0812", "0915", "1013", "1110")


@clause("17.1b", "19.4c")
def test_open_paris_is_named_only_where_paris_is_the_reason() -> None:
    units = f'"2523" = ["G.III"], "2323" = ["F.X"], "2722" = ["G.12HQ"], {HQ}'
    s = retreat(units, "2523", "G.III", "open_city = true")
    assert choices(s, "fall_back") == {"2522", "2622"}
    assert refusal(s, "fall_back 2422") == "17.1b"
