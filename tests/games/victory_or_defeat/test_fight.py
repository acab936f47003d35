"""The battle board: what attacker, defender and spectators see of an attack, from its target to its last advance."""

from __future__ import annotations

import pytest

from meuse.engine.events import Event
from meuse.engine.scene import Chance, Fight, Line, Lit, Weight
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, clause, do, lay

FRONT = """
phase = "german combat"
turn = 4
countries = { belgium = 1 }
units = { "2831" = ["F.II", "F.I:1"], "2931" = ["G.19", "G.14:3"], "2930" = ["G.I", "G.II"], "3628" = ["UK.I"] }
"""
"""Germans in two hexes before a stack of which only the top is seen."""


def board(s: WarState, side: str = "german") -> Fight:
    fight = s.scene(side).fight
    assert fight is not None
    return fight


def line(side: Line) -> tuple[list[str], int, str]:
    return [piece.id for piece in side.pieces], side.more, side.strength


def says(fight: Fight) -> list[tuple[str, str, str, str]]:
    return [(weight.says, weight.value, weight.side, weight.clause) for weight in fight.weights]


def battle(units: str, target: str, *attackers: str, extra: str = "") -> WarState:
    s = lay(f'phase = "german combat"\nturn = 4\n{extra}\nunits = {{ {units}, "3628" = ["UK.I"] }}')
    do(s, f"attack {target}", *(f"commit {unit}" for unit in attackers))
    return s


# who sees what


@clause("3.10a")
def test_a_hidden_stack_gives_a_lower_bound_and_no_chances() -> None:
    s = lay(FRONT)
    assert s.scene("german").fight is None
    do(s, "attack 2831")
    fight = board(s)
    assert (fight.title, fight.places, fight.odds) == ("Attack on Sedan (2831)", ("2831",), "")
    assert line(fight.defender) == (["F.II"], 1, "at least 7")  # 6, and 1 or more below it
    do(s, "commit G.19", "commit G.14", "commit G.I")
    fight = board(s)
    assert line(fight.attacker) == (["G.19", "G.14", "G.I"], 0, "25") and fight.places == ("2831", "2931", "2930")
    assert fight.odds == "25 against at least 7" and not fight.chances and fight.lit is None
    assert says(fight) == [("3 corps: 25", "", "german", "11.7a")]
    assert "reveal" in map(str, s.options) and all(sweep.alone for sweep in s.scene("german").sweeps)


@clause("3.10a")
def test_the_defender_sees_his_own_stack_and_of_the_attackers_what_lies_on_top() -> None:
    s = lay(FRONT)
    do(s, "attack 2831", "commit G.19", "commit G.14", "commit G.I")
    fight = board(s, "allied")
    assert line(fight.attacker) == (["G.19", "G.I"], 1, "at least 18")
    assert line(fight.defender) == (["F.II", "F.I"], 0, "9")
    assert fight.odds == "at least 18 against 9" and not fight.weights and not fight.chances
    watched = board(s, "")
    assert line(watched.attacker)[1:] == (1, "at least 18") and line(watched.defender) == (["F.II"], 1, "at least 7")


@pytest.mark.parametrize("side", ["german", "allied", ""])
def test_once_declared_everybody_sees_everything(side: str) -> None:
    s = lay(FRONT)
    do(s, "attack 2831", "commit G.19", "commit G.14", "commit G.I", "reveal")
    fight = board(s, side)
    assert (line(fight.attacker)[2], line(fight.defender)[2], fight.odds) == ("25", "9", "2:1")
    assert fight.lit == Lit("crt", column="2:1")
    assert fight.chances == (
        Chance("every defender loses a step", 1 / 6, "DE", "german"),
        Chance("a bloodbath, each side loses a step", 1 / 6, "BB"),
        Chance("the defenders retreat", 4 / 6, "DR", "german"),
    )


def test_a_lone_defender_hides_nothing_from_the_attacker() -> None:
    s = battle('"2627" = ["G.I"], "2526" = ["G.XXIII"], "2626" = ["F.VII"]', "2626", "G.I", "G.XXIII")
    fight = board(s)
    assert fight.odds == "2:1" and says(fight)[-1] == ("11 to 5", "2:1", "", "11.10a")
    preview = s.preview("fight")
    assert preview is not None and preview.lit == fight.lit == Lit("crt", column="2:1")
    shares = {chance.name: chance.share for chance in fight.chances}
    assert shares == {name: float(preview.chance(name)) for name in shares} and sum(shares.values()) == pytest.approx(1)


# what counts


@clause("11.12b", "8.3a")
def test_attackers_whose_strength_is_cut_alike_are_one_weight() -> None:
    s = lay(
        """
scenario = "1939"
phase = "allied combat"
turn = 2
units = { "1934" = ["f.1", "f.3", "f.5", "f.9", "f.12", "f.52"], "1935" = ["g.78"] }
"""
    )
    do(s, "attack 1935", *(f"commit f.{number}" for number in (1, 3, 5, 9, 12, 52)))  # over the Rhine
    assert says(board(s, "allied"))[0] == ("6 divisions across a river: 22 to 11", "-11", "german", "11.12b")


def test_what_does_not_cut_all_attackers_makes_groups() -> None:
    s = battle('"2427" = ["G.I"], "2528" = ["G.XXIII", "G.XXIV"], "2428" = ["F.VII"]', "2428",
               "G.I", "G.XXIII", "G.XXIV")  # fmt: skip
    weights = says(board(s))
    assert ("1 corps: 6", "", "german", "11.7a") in weights
    assert [weight for weight in weights if weight[3] == "11.12b"] == [
        ("2 corps across a river: 10 to 6", "-4", "allied", "11.12b")
    ]


@clause("11.13b")
def test_mechanized_corps_before_a_city_and_shifts_in_words() -> None:
    s = battle('"3527" = ["G.19"], "3526" = ["F.VII"]', "3526", "G.19")  # Arras
    assert says(board(s))[0] == ("1 corps by defence factor: 12 to 8", "-4", "allied", "11.13b")
    s = battle('"1922" = ["G.I", "G.II"], "1920" = ["G.III"], "1921" = ["F.VII"]', "1921", "G.I", "G.II", "G.III")
    assert says(board(s))[-2:] == [
        ("rough", "1 column left", "allied", "TECb"),
        ("concentric attack", "1 column right", "german", "11.11d"),
    ]


def test_beyond_the_table_there_is_one_result_and_nothing_is_lit() -> None:
    s = battle('"2627" = ["G.I", "G.II", "G.III"], "2626" = ["F.VII:1"]', "2626", "G.I", "G.II", "G.III")
    assert board(s).lit == Lit("crt", column="6:1")
    s = battle('"2627" = ["G.19", "G.15", "G.41"], "2626" = ["F.VII:1"]', "2626", "G.19", "G.15", "G.41")
    assert board(s).chances == (Chance("every defender loses a step", 1.0, "DE", "german"),)
    assert board(s).lit is None


@clause("11.3g")
def test_before_a_fort_a_retreat_is_good_for_nobody() -> None:
    s = battle('"2731" = ["G.I", "G.II"], "2632" = ["F.M2632"]', "2632", "G.I", "G.II")
    retreat = next(chance for chance in board(s).chances if chance.name == "DR")
    assert (retreat.says, retreat.good) == ("nobody leaves a fort, each side loses a whole unit", "")


# to the end


def test_a_battle_keeps_its_board_through_losses_retreats_and_advances() -> None:
    s = battle('"2627" = ["G.I", "G.II"], "2626" = ["F.VII", "F.I"]', "2626", "G.I", "G.II")
    name = board(s).id
    assert name == "4-german-2626"
    do(s, "reveal", "fight", rolls=[2])  # 12 to 11: the defenders retreat
    seen = set()
    while s.scene("german").fight is not None:
        seen.add(s.agenda[-1].name)
        assert {board(s, side).id for side in ("german", "allied", "")} == {name}
        do(s, str(s.options[0]))
    assert seen == {"retreat", "retreat_to", "advance"}


def test_after_the_die_those_are_lined_up_who_are_left() -> None:
    s = battle('"2627" = ["G.I", "G.II"], "2626" = ["F.VII", "F.I"]', "2626", "G.I", "G.II")
    do(s, "reveal", "fight", rolls=[2])
    fight = board(s)
    assert line(fight.attacker) == (["G.I", "G.II"], 0, "") and line(fight.defender) == (["F.VII", "F.I"], 0, "")
    do(s, "retreat F.VII")
    do(s, str(s.options[0]))
    assert line(board(s).defender) == (["F.I"], 0, "")


def test_a_battle_begins_with_news_of_it() -> None:
    def news(events: list[Event]) -> list[tuple[str, str]]:
        return [(event.sort, event.tell(GAME.setting("1940"))) for event in events]

    s = lay(FRONT)
    assert news(do(s, "attack 2831")) == [("battle", "The German side attacks Sedan (2831).")]
    do(s, "commit G.19", "commit G.I")
    assert [sort for sort, _ in news(do(s, "reveal"))] == [""]
    assert [sort for sort, _ in news(do(s, "fight", rolls=[1]))][:2] == ["dice", "result"]


def test_weights_cite_clauses() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I")
    assert board(s).weights == (
        Weight("1 corps: 6", "", "german", "11.7a"), Weight("6 to 5", "1:1", "", "11.10a"),
    )  # fmt: skip
