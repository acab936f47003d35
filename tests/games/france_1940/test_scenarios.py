"""The eight scenarios: forces, prices, boards, areas and works are what they should be (2.3)."""

from __future__ import annotations

import pytest

from meuse.games.france_1940.rosters import NATIONS
from meuse.games.france_1940.scenarios import Scenario
from meuse.games.france_1940.setting import SIDE_OF_NATION, SIDES, FranceSetting

from .kit import GAME, clause

TOTALS = {
    "stonne": (84, 120), "arras": (115, 122), "hannut": (136, 141), "gembloux": (176, 125), "sedan": (186, 88),
    "rethel": (170, 123), "abbeville": (108, 152), "montcornet": (73, 102),
}  # fmt: skip
"""Points of the German and the Allied side."""
EACH = pytest.mark.parametrize("name", TOTALS)


def setting(name: str) -> FranceSetting:
    made = GAME.setting(name)
    assert isinstance(made, FranceSetting)
    return made


def cost(scenario: Scenario, side: str) -> int:
    """What a side's forces cost by chapter 13; green and veteran shares drop fractions (G87)."""
    prices, total = GAME.prices, 0

    def ours(nation: str) -> bool:
        return SIDES[SIDE_OF_NATION[NATIONS.index(nation)]] == side

    for force in scenario.force:
        if ours(force.nation):
            share = {"green": prices.green, "regular": 100, "veteran": prices.veteran}[force.quality]
            total += GAME.lines[force.line].points * share // 100 * force.times
    for battery in scenario.battery:
        if ours(battery.nation):
            row = next(r for r in prices.battery if (r.calibre, r.strength) == (battery.calibre, battery.strength))
            total += row.points[side] * battery.times  # type: ignore[index]
    for air in scenario.air:
        if ours(air.nation) and not air.free:
            total += prices.air.points[side] * air.times  # type: ignore[index]
    for work in scenario.work:
        if work.side == side:
            name = f"{work.density} minefield" if work.density else work.marker
            total += prices.work[name].points * work.times  # type: ignore[index]
    return total


@clause("2.3a")
@EACH
def test_forces_cost_what_they_should(name: str) -> None:
    scenario = setting(name).scenario
    assert (cost(scenario, "german"), cost(scenario, "allied")) == TOTALS[name]


@clause("2.3a", "2.3b", "2.1d")
@EACH
def test_a_card_says_everything(name: str) -> None:
    made = setting(name)
    card = made.scenario
    assert card.title and card.about and card.history and card.summary and card.source and card.changed
    assert {card.edge["german"], card.edge["allied"]} in ({"north", "south"}, {"west", "east"})
    assert made.edge[0] and made.edge[1] and not made.edge[0] & made.edge[1]
    letters = {text[0] for row in card.boards for text in row}
    assert {label[0] for label in made.board.labels if label} == letters


@clause("12.5a", "12.9a")
@EACH
def test_works_lie_where_they_may(name: str) -> None:
    made = setting(name)
    ground = made.ground
    ditches = made.works("ditches")
    assert not ditches & (ground.of["marsh"] | ground.of["built-up area"] | ground.river)
    assert not made.board.set(made.scenario.works.blown) & ~ground.bridges
    assert all(3 <= fort[1] <= 6 for fort in made.start_forts())


@pytest.mark.parametrize("name", ["sedan", "rethel"])
def test_nobody_walks_round_a_river(name: str) -> None:
    made = setting(name)
    assert made.bank("north") and made.bank("south") and not made.bank("north") & made.bank("south")
    assert made.bank("north") | made.bank("south") | made.ground.river | made.closed == made.board.everything


def test_the_railway_of_gembloux_runs_from_edge_to_edge() -> None:
    made = setting("gembloux")
    row = {h for h in made.board.hexes if made.row[h] == 12}
    assert {made.board.labels[h] for h in row if not made.works("ditches") >> h & 1} == {"F712", "F1212"}
    assert made.ground.roads.touched >> made.board.place("F712") & 1


def test_objectives_are_houses_and_heights() -> None:
    stonne, abbeville = setting("stonne"), setting("abbeville")
    village = stonne.board.set(stonne.scenario.victory.count["village"].hexes)
    assert village == stonne.ground.of["built-up area"]
    heights = abbeville.scenario.victory.count["heights"].hexes
    assert [abbeville.ground.level[abbeville.board.place(label)] for label in heights] == [2, 1, 2]
    town = setting("montcornet").scenario.victory.count["town"].hexes
    assert {setting("montcornet").ground.terrain[setting("montcornet").board.place(h)] for h in town} == {
        "built-up area"
    }


@clause("2.3e", "2.3g")
def test_a_line_that_is_there_twice_makes_two_formations() -> None:
    made = setting("stonne")
    german = [f.id for f in made.formations if f.side == 0]
    assert german == ["G1", "G2", "G3", "G4"]
    assert [made.pieces[p].id for p in range(4)] == ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.mg34-1"]
    assert [f.units.bit_count() for f in made.formations if f.side == 0] == [4, 4, 3, 4]


def test_areas_of_two_boards_are_counted_across_both() -> None:
    made = setting("arras")
    labels = set(made.board.names(made.areas["start"]))
    assert {"C101", "C616"} <= labels and not {label for label in labels if label[0] == "B"}
    assert set(made.board.names(made.areas["ridge"])) <= {label for label in made.board.labels if label.startswith("B")}
    assert len(made.column) == len(made.board.hexes) and max(made.column.values()) == 30


@clause("2.3n")
def test_special_rules_are_those_of_their_scenario() -> None:
    """Boats and pontoons at the rivers, fuel where a DCR attacks in May, a minefield at Gembloux alone."""
    cards = {name: setting(name).scenario for name in TOTALS}
    assert {name for name, card in cards.items() if card.boats} == {"sedan", "rethel"}
    assert {name for name, card in cards.items() if any(force.dcr for force in card.force)} == {"stonne", "montcornet"}
    assert {name for name, card in cards.items() if any(work.mines for work in card.work)} == {"gembloux"}
    assert {name for name, card in cards.items() if card.river == "major"} == {"sedan", "rethel"}
