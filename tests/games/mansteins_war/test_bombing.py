"""16.9 and 22.4: the bombing of cities."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.mansteins_war import logistics, victory
from meuse.games.mansteins_war.events import AirFought, Raided
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, bins, can, choices, clause, do, hexes, lay, refusal, steps, where


def raid(more: str, side: str = "german", flights: str = '"G.air8" = "0941"') -> MansteinState:
    """Air units that have just been activated, over their targets."""
    stack = f'stack = [{{ step = "extend" }}, {{ step = "dogfights", mover = "{side}", settled = [] }}, '
    stack += f'{{ step = "bombing", mover = "{side}" }}]\noperator = "{side}"\nturn = 2\n'
    flown = "" if "flown" in more else f'flown = ["{"G.air8" if side == "german" else "F.ZOAN"}"]\n'
    return lay(f"{stack}{flown}flying = {{ {flights} }}\n{more}")


@pytest.mark.parametrize(
    ("die", "box", "left", "bombed"),
    [(1, "utilized", 2, False), (2, "utilized", 2, False), (4, "utilized", 2, True), (6, "utilized", 2, True)],
)
@clause("16.9d", "22.4a", "22.4b", "16.5f")
def test_a_raid(die: int, box: str, left: int, bombed: bool) -> None:
    """F55: strength 3 against 1, so the column of +2; BL1 and no effect do nothing to a city."""
    s = raid("")
    do(s, "bombard G.air8", rolls=[die])
    assert (where(s, "G.air8"), steps(s, "G.air8")) == (box, left)
    assert hexes(s.bombed) == ({"0941"} if bombed else set())


@clause("22.4a")
def test_al1_reduces_and_aborts_the_bomber() -> None:
    s = raid('flown = ["G.air1"]', flights='"G.air1" = "0941"')
    do(s, "bombard G.air1", rolls=[1])
    assert (where(s, "G.air1"), steps(s, "G.air1"), s.bombed) == ("utilized", 1, 0)
    s = raid('flown = ["G.air1"]', flights='"G.air1:1" = "0941"')
    do(s, "bombard G.air1", rolls=[1])
    assert where(s, "G.air1") == "dead"


@clause("16.9a")
def test_targets() -> None:
    """Cities, not towns, in enemy countries, without German units (R85)."""
    flights = '"G.air8" = "0941", "G.air1" = "1934", "G.air2" = "1037", "G.air4" = "1336"'
    flown = 'flown = ["G.air8", "G.air1", "G.air2", "G.air4"]\n'
    s = raid(flown + 'units = { 1336 = ["G.4A"] }\ncontrol = { german = ["0941"] }', flights=flights)
    assert choices(s, "bombard") == {"G.air8"}
    assert refusal(s, "bombard G.air1") == "16.9a"


@clause("4.1j")
def test_only_activated_units_bomb() -> None:
    s = raid('flown = ["G.air1"]', flights='"G.air1" = "0941", "G.air8" = "1336"')
    assert choices(s, "bombard") == {"G.air1"}
    assert refusal(s, "bombard G.air8") == "4.1j"


MET = '"G.air8" = "0941", "F.ZOAN" = "0941"'
"""Strength 3 against 2: the column of +1."""


@clause("16.9b", "16.5g")
def test_the_enemy_in_the_air_comes_first() -> None:
    s = raid("", flights=MET)
    do(s, "bombard G.air8", rolls=[5, 4])
    assert (where(s, "F.ZOAN"), steps(s, "F.ZOAN")) == ("utilized", 1)
    assert hexes(s.bombed) == {"0941"} and where(s, "G.air8") == "utilized"


@pytest.mark.parametrize(
    ("die", "german", "french"),
    [(1, ("utilized", 1), ("flying", 2)), (2, ("utilized", 2), ("flying", 2)), (3, ("utilized", 1), ("utilized", 1))],
)
@clause("16.9c")
def test_bombing_prevented(die: int, german: tuple[str, int], french: tuple[str, int]) -> None:
    """E18: after AL1, no effect or BL1 there is no bombing (R82)."""
    s = raid("", flights=MET)
    do(s, "bombard G.air8", rolls=[die])
    assert (where(s, "G.air8"), steps(s, "G.air8")) == german
    assert (where(s, "F.ZOAN"), steps(s, "F.ZOAN")) == french
    assert s.bombed == 0 and not choices(s, "engage")


@clause("16.9d")
def test_odds_of_a_raid_are_exact() -> None:
    clear, met = raid("").preview("bombard G.air8"), raid("", flights=MET).preview("bombard G.air8")
    assert clear is not None and met is not None
    assert clear.chance("DL1") == Fraction(1, 2)
    assert (met.chance("driven off"), met.chance("DL1")) == (Fraction(2, 3), Fraction(1, 6))
    assert sum(outcome.chance for outcome in met.outcomes) == 1
    assert raid("").preview("done") is None


@clause("5.1q")
def test_the_luftwaffe_marker_shifts_raids() -> None:
    preview = raid('marker = ["Luftwaffe"]').preview("bombard G.air8")
    assert preview is not None and preview.chance("DL1") == Fraction(2, 3)


@clause("16.9a")
def test_bombed_and_open_cities_may_be_bombed_to_no_effect() -> None:
    s = raid('open_cities = ["0941"]\nbombed = ["1336"]\noptions = { open_cities = "yes" }')
    do(s, "bombard G.air8", rolls=[6])
    assert hexes(s.bombed) == {"1336"} and where(s, "G.air8") == "utilized"


@clause("25.4c", "22.4b")
@pytest.mark.parametrize(("reading", "destroyed"), [("yes", set()), ("bombed", {"0941"})])
def test_whether_bombs_destroy_an_open_city(reading: str, destroyed: set[str]) -> None:
    s = raid(f'open_cities = ["0941"]\noptions = {{ open_cities = "{reading}" }}')
    do(s, "bombard G.air8", rolls=[6])
    assert hexes(s.bombed) == destroyed and hexes(s.open_cities) == {"0941"}


@clause("16.5e")
def test_the_allies_do_not_bomb() -> None:
    s = raid("", "allied", '"F.ZOAN" = "1934"')
    assert not can(s, "bombard F.ZOAN") and s.decision is not None and s.decision.step == "extend"


@clause("28.2b")
def test_with_their_doctrine_the_allies_bomb_german_cities() -> None:
    s = raid('options = { allied_air_doctrine = "yes" }', "allied", '"F.ZOAN" = "1934"')
    do(s, "bombard F.ZOAN", rolls=[6])
    assert hexes(s.bombed) == {"1934"}
    s = raid('options = { allied_air_doctrine = "yes" }', "allied", '"F.ZOAN" = "1336"')
    assert not can(s, "bombard F.ZOAN")  # a Belgian city (R103)


@clause("24.3.1b")
def test_the_first_city_destroyed_wins_a_german_morale_victory() -> None:
    s = raid('options = { extra_markers = "yes" }')
    do(s, "bombard G.air8", rolls=[6])
    assert s.to_act == "german" and choices(s, "add") == {"GMorale"}
    do(s, "add GMorale")
    assert "GMorale" in bins(s)


@clause("24.3.1d")
def test_the_first_raid_shot_down_wins_an_allied_morale_victory() -> None:
    more = 'options = { extra_markers = "yes" }\nflown = ["G.air1"]'
    s = raid(more, flights='"G.air1" = "0941"')
    do(s, "bombard G.air1", rolls=[1])
    assert s.to_act == "allied" and choices(s, "add") == {"AMorale"}
    s = raid(more + '\nmorale = ["allied_bombing"]', flights='"G.air1" = "0941"')
    do(s, "bombard G.air1", rolls=[1])
    assert not choices(s, "add")  # once in a game (24.3.1e)


@clause("22.4d", "3.8b")
def test_a_bombed_depot_supports_nobody_but_still_counts() -> None:
    """E27."""
    units = 'units = { 0843 = ["F.21"] }\n'
    far = 'control = { german = ["0941", "1340", "1444", "1036"] }\n'
    whole, bombed = (raid(units + far + more) for more in ("", 'bombed = ["0843"]\n'))
    corps = MAP.piece("F.21")
    assert logistics.supported(whole, corps) and not logistics.supported(bombed, corps)
    paris = raid('control = { german = ["0941"] }\nbombed = ["0941"]')
    assert victory.total(paris, GERMAN) == 10


@clause("22.4b")
@pytest.mark.parametrize("more", ['bombed = ["0941"]\n', 'options = { open_cities = "yes" }\nopen_cities = ["0941"]\n'])
def test_bombs_on_a_destroyed_or_open_city_are_said_to_change_nothing(more: str) -> None:
    """R85."""
    s = raid(more)
    preview, before = s.preview("bombard G.air8"), s.bombed
    assert preview is not None and "the city is destroyed" not in {outcome.says for outcome in preview.outcomes}
    raids = [event for event in do(s, "bombard G.air8", rolls=[6]) if isinstance(event, Raided)]
    assert (raids[0].result, raids[0].means) == ("DL1", "no effect on the city") and s.bombed == before


@clause("16.9c", "16.9b")
@pytest.mark.parametrize(
    ("die", "result", "bomber", "enemy"),
    [(1, "AL1", "utilized", "flying"), (3, "NE", "utilized", "flying"), (4, "BL1", "utilized", "utilized")],
)
def test_a_bomber_that_does_not_drive_the_enemy_off_drops_nothing(
    die: int, result: str, bomber: str, enemy: str
) -> None:
    """Strength 2 against 2; no second die falls (R82)."""
    s = raid('flown = ["G.air1"]', flights='"G.air1" = "0941", "F.ZOAN" = "0941"')
    fights = [event for event in do(s, "bombard G.air1", rolls=[die]) if isinstance(event, AirFought)]
    assert [event.result for event in fights] == [result] and not s.bombed
    assert (where(s, "G.air1"), where(s, "F.ZOAN")) == (bomber, enemy)
