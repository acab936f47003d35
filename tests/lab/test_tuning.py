"""Tuning: fair games for every candidate, a search that learns and goes on, and no praise without proof."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.cli import tune
from meuse.engine.advice import AdviceFile, Posture, read_advice
from meuse.lab import Lab, Plan, Row, Source, on_cores, read_pack
from meuse.lab.accumulators import Length
from meuse.lab.balance import Change, change
from meuse.lab.tuning import (
    Generation,
    Journal,
    Score,
    Search,
    Tuning,
    TuningError,
    TuningSettings,
    check_posture,
    chosen,
    flattened,
    held_sides,
    judge,
    judge_pairs,
    multiplied,
    numbers,
    resume,
    starting_advice,
    to_advice_toml,
    usual_population,
    verdict,
    with_posture,
)
from tests.lab.test_commands import data, fails, run

pytest.importorskip("cmaes")

AREAS = meuse.load("battle_of_france")
HEXES = meuse.load("victory_or_defeat")
WORDS = ("tune", "battle_of_france", "--scenario", "two_players", "--jobs", 1, "--population", 4, "--games", 2)
Winner = Callable[[AdviceFile], bool]


def setting(**more: Any) -> TuningSettings:
    start = starting_advice(AREAS)
    plain: dict[str, Any] = {
        "source": Source("battle_of_france"), "rules": "1", "data": "d", "scenarios": ("two_players",), "options": (),
        "start": start, "names": ("heuristic.bold", "heuristic.flee"), "population": 6, "games": 4, "seed": 7,
    }  # fmt: skip
    return TuningSettings(**{**plain, **more})


class Table:
    """Plays no game: a candidate wins where its numbers please, else the first camp does."""

    def __init__(self, pleases: Winner = lambda file: False, patience: int = 100_000) -> None:
        self.pleases = pleases
        self.patience = patience
        self.plans: list[Plan] = []

    def play(self, plans: Sequence[Plan], what: str) -> list[Row]:
        if len(self.plans) + len(plans) > self.patience:
            raise KeyboardInterrupt
        self.plans += plans
        return [self._row(plan) for plan in reversed(plans)]

    def _row(self, plan: Plan) -> Row:
        [seat] = [seat for seat, name in enumerate(plan.players) if name != "captain"]
        file = read_advice(Path(plan.players[seat].partition(":")[2]))
        winner = seat if self.pleases(file) else 0
        return plan.heading() | {"winner": ("germany", "allies")[winner], "points": 2, "error": ""}


def bold(file: AdviceFile) -> bool:
    return file.heuristic["bold"] < 0.5


def tuning(table: Table, journal: Journal | None = None, kept: list[bytes] | None = None, **more: Any) -> Tuning:
    keep = kept if kept is not None else []
    return Tuning(journal or Journal(setting(**more)), table.play, lambda one: keep.append(one.encode()))


def test_candidates_meet_the_same_dice_in_both_camps() -> None:
    table = Table()
    tuning(table, scenarios=("two_players", "three_players")).search(2)
    assert len(table.plans) == 2 * 6 * 4 * 2
    first, second = table.plans[:48], table.plans[48:]
    for generation in (first, second):
        met: dict[str, list[tuple[str, int, int]]] = {}
        for plan in generation:
            [bot] = [name for name in plan.players if name != "captain"]
            met.setdefault(bot, []).append((plan.scenario, plan.seed, plan.players.index(bot)))
        assert len(met) == 6
        [games] = {tuple(sorted(one)) for one in met.values()}
        assert len(set(games)) == 8
    assert {(plan.scenario, plan.seed) for plan in first} == {
        ("two_players", 7), ("two_players", 9), ("three_players", 8), ("three_players", 10),
    }  # fmt: skip
    assert {plan.seed for plan in second} == {11, 12, 13, 14}


def test_the_search_finds_what_wins_and_fresh_games_prove_it() -> None:
    table = Table(bold)
    one = tuning(table)
    factors = one.search(12)
    assert factors["heuristic.bold"] * 0.6 < 0.5
    searched = {plan.seed for plan in table.plans}
    check = judge(one.check(factors, 12, 100))
    assert (check["games"], check["wins"], check["better"]) == (100, 100, True)
    assert verdict(check).endswith("better with 95 % certainty")
    fresh = {plan.seed for plan in table.plans} - searched
    assert len(fresh) == 50
    assert one.journal.generations[-1].fitness[0] == 1.0  # points scored in one camp are given away in the other


@pytest.mark.parametrize(
    ("wins", "games", "words"),
    [
        (50, 100, "50.0 % (40.4 to 59.6) of 100 fresh games against the numbers before: not shown to be better"),
        (59, 100, "59.0 % (49.2 to 68.1) of 100 fresh games against the numbers before: not shown to be better"),
        (60, 100, "60.0 % (50.2 to 69.1) of 100 fresh games against the numbers before: better with 95 % certainty"),
        (10, 100, "worse with 95 % certainty, not recommended"),
        (0, 0, "not shown to be better with 95 % certainty, not recommended"),
    ],
)
def test_only_what_is_proved_is_recommended(wins: int, games: int, words: str) -> None:
    check = judge([Score(float(number < wins), 0) for number in range(games)])
    assert words in verdict(check)
    assert check["better"] == ("recommended" not in verdict(check))


def test_draws_count_half() -> None:
    check = judge([Score(0.5, 1), Score(1.0, 2), Score(0.0, -3), Score(0.5, 0)])
    assert (check["wins"], check["draws"], check["share"], check["points"]["mean"]) == (1, 2, 0.5, 0.0)


def test_a_killed_search_goes_on_as_if_nothing_had_been() -> None:
    whole = tuning(Table(bold))
    expected = whole.search(5)
    checked = whole.check(expected, 5, 30)
    kept: list[bytes] = []
    with pytest.raises(KeyboardInterrupt):
        tuning(Table(bold, patience=80), kept=kept).search(5)  # 24 games a generation: the fourth is cut short
    journal = resume(kept[-1], setting())
    assert len(journal.generations) == 3
    table = Table(bold, patience=50 + 24)
    again = tuning(table, journal, kept)
    assert again.search(5) == expected
    assert len(table.plans) == 2 * 24
    with pytest.raises(KeyboardInterrupt):
        again.check(expected, 5, 30)  # the check is kept in parts as large as a generation
    journal = resume(kept[-1], setting())
    assert len(journal.checks[5]) == 24
    table = Table(bold)
    assert tuning(table, journal).check(expected, 5, 30) == checked
    assert len(table.plans) == 6
    assert journal.generations == whole.journal.generations


def test_a_longer_search_begins_with_the_shorter_one() -> None:
    one = tuning(Table(bold))
    short = one.search(2)
    assert one.search(4) == tuning(Table(bold)).search(4)
    assert one.search(2) == short


def test_what_a_search_was_told_it_need_not_ask_again() -> None:
    """The journal counts, even where another library would have asked for other candidates."""
    told = Generation([[0.5, 0.5]] * 3 + [[-0.5, -0.5]] * 3, [1.0] * 3 + [0.0] * 3)
    assert Search(setting(), [told]).centre[0] > 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"", "no journal"),
        (b"{}", "no journal"),
        (Journal(setting(seed=8, games=2)).encode(), r"another tuning \(other games, seed\)"),
        (
            Journal(setting(start=multiplied(starting_advice(AREAS), {"heuristic.bold": 2.0}))).encode(),
            r"\(other start\)",
        ),
    ],
)
def test_only_its_own_journal_is_gone_on_with(text: bytes, problem: str) -> None:
    with pytest.raises(TuningError, match=problem):
        resume(text, setting())


def test_games_that_break_are_told_and_left_out() -> None:
    class Broken(Table):
        def _row(self, plan: Plan) -> Row:
            broken = plan.seed % 2 and plan.players[0] == "captain"
            return super()._row(plan) | ({"error": "Oops"} if broken else {})

    one = tuning(Broken())
    one.search(1)
    assert len(one.journal.errors) == 6
    assert one.journal.errors[0] == {"seed": 7, "scenario": "two_players", "error": "Oops"}
    assert len(one.check({}, 1, 8)) == 6


# the numbers


def test_numbers_have_names() -> None:
    file = starting_advice(meuse.load("victory_or_defeat"))
    assert chosen(file, ["paris"]) == ("term.paris", "heuristic.paris")
    assert chosen(file, ["heuristic.paris", "term.points"]) == ("term.points", "heuristic.paris")
    assert len(chosen(file, ["term"])) == len(file.term)
    assert chosen(file, []) == tuple(numbers(file))
    assert usual_population(["one"]) == 4
    with pytest.raises(TuningError, match="there is no number 'luck' to tune; there are:"):
        chosen(file, ["paris", "luck"])


def test_factors_multiply_what_they_name_and_nothing_else() -> None:
    before = starting_advice(AREAS)
    weight, bold = before.term["homeland"].weight, before.heuristic["bold"]
    after = multiplied(before, {"term.homeland": 1.23456, "heuristic.bold": 0.5}, source="here")
    assert after.source == "here"
    apart = {name: number for name, number in numbers(after).items() if number != numbers(before)[name]}
    assert apart == {"term.homeland": float(f"{1.23456 * weight:.4g}"), "heuristic.bold": 0.5 * bold}
    assert after.term["homeland"].says == before.term["homeland"].says
    assert before.term["homeland"].weight == weight


@pytest.mark.parametrize("name", meuse.games.NAMES)
def test_advice_survives_being_written(name: str, tmp_path: Path) -> None:
    file = starting_advice(meuse.load(name))
    some = next(iter(file.term))
    posture = Posture('Now or "never".', (meuse.load(name).sides[0],), usual=True, term={some: 2.0}, source="a guess")
    full = msgspec.structs.replace(file, posture={"all out": posture, **file.posture})
    assert to_advice_toml(full).count("source = ") == 2 + sum(one.source != "" for one in file.posture.values())
    path = tmp_path / "advice.toml"
    path.write_text(to_advice_toml(full), encoding="utf-8")
    assert read_advice(path) == full
    assert meuse.load(name, tmp_path).advice().file == full  # type: ignore[attr-defined]


# postures

HOLD = {"posture": "hold", "names": ("term.threat", "heuristic.bold")}


def brave(file: AdviceFile) -> bool:
    """What the present posture of holding out is not."""
    return file.heuristic["bold"] < 0.7


def where(plans: Sequence[Plan]) -> set[tuple[str, tuple[str, ...]]]:
    """The scenarios and sides in which candidates play."""
    return {
        (plan.scenario, sides)
        for plan in plans
        for name, sides in zip(plan.players, plan.seats, strict=True)
        if name != "captain"
    }


@pytest.mark.parametrize(("posture", "camp"), [("paris", ("germany",)), ("hold", ("france", "britain"))])
def test_a_posture_is_played_in_its_own_camp_alone(posture: str, camp: tuple[str, ...]) -> None:
    table = Table()
    names = chosen(starting_advice(AREAS), [], posture)
    tuning(table, posture=posture, names=names, scenarios=("two_players", "three_players")).search(2)
    assert where(table.plans) == {("two_players", camp), ("three_players", camp)}
    assert len(table.plans) == 2 * 6 * 4 * 2
    first, second = table.plans[:48], table.plans[48:]
    assert {plan.seed for plan in first} == set(range(7, 15))
    assert {plan.seed for plan in second} == set(range(15, 23))
    assert all(sorted(plan.players)[0] == "captain" and len(plan.players) == 2 for plan in table.plans)


def test_a_posture_of_both_camps_is_played_in_both() -> None:
    table = Table()
    more = {"source": Source("victory_or_defeat"), "scenarios": ("1939",), "start": starting_advice(HEXES)}
    tuning(table, posture="grind", names=("term.material", "heuristic.enemy"), **more).search(1)
    assert where(table.plans) == {("1939", ("german",)), ("1939", ("allied",))}
    assert {plan.seed for plan in table.plans} == {7, 8}


def test_an_ally_who_may_not_take_the_posture_has_a_captain_without_it() -> None:
    table = Table(lambda file: True)
    one = tuning(table, posture="rhine", names=("term.homeland", "heuristic.rhine"))
    scores = one.check({}, 1, 4)
    assert {plan.seats for plan in table.plans} == {(("germany",), ("britain",), ("france",))}
    assert all(plan.players[0] == plan.players[2] == "captain" != plan.players[1] for plan in table.plans)
    assert scores == [Score(1.0, -2)] * 4  # the Allies' victory is theirs, and the points are Germany's


@pytest.mark.parametrize(
    ("posture", "scenario", "sides"),
    [
        ("sickle_cut_1940", "1940", {"german": ("german",)}),
        ("sickle_cut_1940", "1939", {}),
        ("race_1939", "1939", {"allied": ("allied",)}),
        ("grind", "1939", {"german": ("german",), "allied": ("allied",)}),
        ("", "1940", {"german": ("german",), "allied": ("allied",)}),
    ],
)
def test_the_game_says_whom_a_posture_is_for(posture: str, scenario: str, sides: dict[str, tuple[str, ...]]) -> None:
    assert held_sides(HEXES, scenario, {}, posture) == sides


@pytest.mark.parametrize("game", [AREAS, HEXES], ids=lambda game: game.NAME)
def test_who_keeps_to_a_posture_thinks_as_in_it(game: Any) -> None:
    """To the last digit, so that what is checked is what is written."""
    advice = game.advice()
    for scenario in game.scenarios:
        for side in range(len(game.sides)):
            for posture in advice.postures(game.new(scenario, 1), side):
                if posture.name:
                    kept = advice.by(flattened(advice.file, posture.name), "here")
                    assert (kept.terms, kept.heuristic) == (posture.terms, posture.heuristic)
                    assert (kept.terms, kept.heuristic) != (advice.terms, advice.heuristic)
                    assert len(kept.postures(game.new(scenario, 1), side)) == 1


def test_factors_of_a_posture_have_names() -> None:
    file = starting_advice(AREAS)
    assert numbers(file, "storm") == {
        "term.material": 0.4, "term.approach": 1.5,
        "heuristic.bold": 0.6, "heuristic.stubborn": 0.5, "heuristic.wave": 0.5, "heuristic.garrison": 0.5,
    }  # fmt: skip
    assert chosen(file, ["term", "heuristic.bold"], "storm") == ("term.material", "term.approach", "heuristic.bold")
    with pytest.raises(
        TuningError, match=r"no number 'flee' to tune; there are: term.material, term.approach, heuristic"
    ):
        chosen(file, ["flee"], "storm")
    with pytest.raises(TuningError, match=r"there is no posture 'luck'; there are: paris, three_cities, "):
        check_posture(file, "luck")
    with pytest.raises(TuningError, match=r"there is no posture 'luck'; there are: none"):
        check_posture(flattened(file, "storm"), "luck")
    idle = msgspec.structs.replace(file, posture={"idle": Posture("Wait.", ("germany",), heuristic={"bold": 0.0})})
    with pytest.raises(TuningError, match="the posture 'idle' has no factors to tune"):
        check_posture(idle, "idle")


def test_only_the_posture_and_the_factors_named_are_changed() -> None:
    before = starting_advice(AREAS)
    after = with_posture(before, "storm", {"term.material": 1.23456, "heuristic.bold": 0.5}, "here")
    old, new = before.posture["storm"], after.posture["storm"]
    assert new.term == {"material": 0.4938, "danger": 0.0, "approach": 1.5}
    assert new.heuristic == {**old.heuristic, "bold": 0.3}
    assert (new.source, new.says, new.sides, old.source) == ("here", old.says, old.sides, "")
    assert msgspec.structs.replace(after, posture={**after.posture, "storm": old}) == before
    assert list(after.posture) == list(before.posture)


def test_a_better_posture_is_found_and_compared_with_the_one_before() -> None:
    table = Table(brave)
    one = tuning(table, **HOLD)
    factors = one.search(12)
    assert factors["heuristic.bold"] * 1.35 * 0.6 < 0.7
    searched = len(table.plans)
    pairs = one.check_pairs(factors, 12, 50)
    assert pairs == [(Score(0.0, -2), Score(1.0, -2))] * 50
    old, new = table.plans[searched : searched + 50], table.plans[searched + 50 :]
    assert [plan.seed for plan in old] == [plan.seed for plan in new] == list(range(12_000_007, 12_000_057))
    assert judge_pairs(pairs)["better"]


def pairs(*counts: tuple[float, float, int]) -> list[tuple[Score, Score]]:
    """So many games with a result before and one after."""
    return [(Score(old, 0), Score(new, 0)) for old, new, count in counts for _ in range(count)]


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (
            pairs((0, 0, 70), (1, 1, 20), (0, 1, 10)),
            "30.0 % (21.9 to 39.6) of 100 fresh games against the captain, the posture before 20.0 % (13.3 to 28.9) of "
            "the same games, difference +10.0 percentage points (+3.7 to +15.9): better with 95 % certainty",
        ),
        (pairs((0, 0, 10), (1, 1, 80), (1, 0, 10)), "(-15.9 to -3.7): worse with 95 % certainty, not recommended"),
        (pairs((1, 1, 100)), "difference +0.0 percentage points (-1.9 to +1.9): not shown to be better"),
        (pairs((0, 0, 50), (0, 1, 27), (1, 0, 23)), "not shown to be better with 95 % certainty, not recommended"),
        (pairs((0, 0.5, 20), (0, 0, 80)), "10.0 % (5.5 to 17.4) of 100 fresh games against the captain"),
        (pairs((0, 1, 2)), "not shown to be better with 95 % certainty, not recommended"),
        (pairs(), "not shown to be better with 95 % certainty, not recommended"),
    ],
)
def test_a_posture_is_better_if_it_wins_more_than_before(games: list[tuple[Score, Score]], words: str) -> None:
    check = judge_pairs(games)
    assert words in verdict(check)
    assert check["better"] == ("recommended" not in verdict(check))


def test_a_killed_check_of_a_posture_goes_on() -> None:
    whole = tuning(Table(brave), **HOLD)
    factors = whole.search(1)
    expected = whole.check_pairs(factors, 1, 30)
    kept: list[bytes] = []
    for patience, before, after in ((24 + 24, 24, 0), (6 + 24, 30, 24)):  # kept in parts of 24 games
        journal = resume(kept[-1], setting(**HOLD)) if kept else None
        one = tuning(Table(brave, patience), journal, kept, **HOLD)
        with pytest.raises(KeyboardInterrupt):
            one.check_pairs(one.search(1), 1, 30)
        journal = resume(kept[-1], setting(**HOLD))
        assert (len(journal.before[1]), len(journal.checks.get(1, []))) == (before, after)
    table = Table(brave)
    assert tuning(table, journal).check_pairs(factors, 1, 30) == expected
    assert len(table.plans) == 6


def test_the_journal_of_another_posture_is_refused() -> None:
    text = Journal(setting(**HOLD)).encode()
    assert resume(text, setting(**HOLD)).setting.posture == "hold"
    with pytest.raises(TuningError, match=r"another tuning \(other posture\)"):
        resume(text, setting(**{**HOLD, "posture": "spare"}))
    with pytest.raises(TuningError, match=r"another tuning \(other posture\)"):
        resume(text, setting(names=HOLD["names"]))


def test_a_game_that_breaks_for_one_of_two_postures_is_left_out_for_both() -> None:
    class Broken(Table):
        def _row(self, plan: Plan) -> Row:
            broken = len(self.plans) == 8 and plan.seed % 4 == 0  # the first eight are those of the posture before
            return super()._row(plan) | ({"error": "Oops"} if broken else {})

    one = tuning(Broken(), **HOLD)
    assert len(one.check_pairs({"heuristic.bold": 0.5}, 1, 8)) == 6
    assert [error["seed"] for error in one.journal.errors] == [1_000_012, 1_000_008]


# the command


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A data pack in which the war is over after one round."""
    folder = tmp_path / "short"
    folder.mkdir()
    for name, text in change(
        Source("battle_of_france"), Change.read("scenarios/two_players.toml: rounds = 1")
    ).source.pack:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_tuning_from_end_to_end(short: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine" / "advice.toml"
    target.parent.mkdir()
    words = (*WORDS, "--generations", 1, "--check", 2, "--seed", 3, "--pack", short, "--out", target)
    found = data(*words)
    assert (len(found["generations"]), found["check"]["games"], found["errors"]) == (1, 2, [])
    assert not found["check"]["better"]
    file = read_advice(target)
    assert {name: one["after"] for name, one in found["numbers"].items()} == numbers(file)
    told = run(*words)
    assert "term.capitals" in told.stdout and "not recommended" in told.stdout
    assert read_advice(target) == file
    game = meuse.load("battle_of_france", target.parent)
    assert game.advice().file == file  # type: ignore[attr-defined]
    played = data("simulate", *WORDS[1:4], "--players", f"captain:{target},captain", "--games", 1, "--pack", short)
    assert (played["games"], played["errors"]) == (1, [])


def test_a_file_says_how_it_was_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = Table(bold)
    monkeypatch.setattr(tune, "play_all", lambda where, plans, out, what: table.play(plans, what))
    target = tmp_path / "tuned.toml"
    words = (*WORDS, "--generations", 3, "--check", 40, "--only", "bold,flee", "--option", "own_cities=not_required")
    found = data(*words, "--out", target)
    source = read_advice(target).source
    assert source == found["source"]
    first, *rest = source.split("; ")
    assert rest[0] == f"Meuse {meuse.__version__}, rules {AREAS.VERSION}, data {AREAS.data_hash}"
    assert rest[1] == "seeds 0 to 2, each in both camps"
    assert rest[2].startswith("checked with seeds 3000000 to 3000019: won ")
    assert rest[2].endswith(verdict(found["check"]))
    assert rest[3] == f"numbers before: {starting_advice(AREAS).source}"
    again = data(*shlex.split(first)[1:])
    assert again == found


def test_a_posture_says_how_it_was_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = Table(brave)
    monkeypatch.setattr(tune, "play_all", lambda where, plans, out, what: table.play(plans, what))
    target = tmp_path / "advice.toml"
    search = ("tune", "battle_of_france", "--posture", "hold", "--population", 4, "--games", 3, "--generations", 2)
    words = (*search, "--check", 41, "--only", "bold,term.threat", "--out", target)
    found = data(*words)
    before, after = starting_advice(AREAS), read_advice(target)
    hold = after.posture["hold"]
    assert (found["posture"], found["source"], found["scenarios"]) == ("hold", hold.source, list(AREAS.scenarios))
    assert found["camps"] == {name: ["allies"] for name in AREAS.scenarios}
    assert found["numbers"]["heuristic.bold"]["before"] == 1.35
    assert {name: one["after"] for name, one in found["numbers"].items()} == {
        "term.threat": hold.term["threat"], "heuristic.bold": hold.heuristic["bold"],
    }  # fmt: skip
    assert hold.heuristic["bold"] != 1.35
    assert msgspec.structs.replace(after, posture={**after.posture, "hold": before.posture["hold"]}) == before
    assert (found["check"]["games"], found["check"]["before"]["games"]) == (82, 82)
    first, *rest = hold.source.split("; ")
    assert rest[1] == "seeds 0 to 11, each in the camp allies"
    assert rest[2] == f"checked with seeds 2000000 to 2000081: won {verdict(found['check'])}"
    assert rest[3] == f"factors before: {before.source}"
    assert data(*shlex.split(first)[1:]) == found
    told = run(*words).stdout
    assert "two_players, three_players, posture hold" in told and "the posture found won" in told
    assert "the general plays by it" in told
    assert "(other names, posture)" in fails(*words, "--posture", "frontier", "--only", "bold")


def test_a_tuned_posture_can_be_tuned_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tune, "play_all", lambda where, plans, out, what: Table(brave).play(plans, what))
    (tmp_path / "first").mkdir()
    words = (*WORDS, "--posture", "hold", "--generations", 1, "--check", 2)
    first = data(*words, "--out", tmp_path / "first" / "advice.toml")
    assert "--only" not in first["source"]
    second = data(*words, "--pack", tmp_path / "first")
    assert second["source"].endswith(f"; factors before: {first['source']}")
    assert {name: one["before"] for name, one in second["numbers"].items()} == {
        name: one["after"] for name, one in first["numbers"].items()
    }


def test_a_posture_is_tuned_in_its_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(tune, "play_all", lambda where, plans, out, what: table.play(plans, what))
    words = ("tune", "victory_or_defeat", "--population", 4, "--games", 2, "--generations", 1, "--check", 2)
    assert data(*words, "--posture", "trap_1939")["scenarios"] == ["1939"]
    assert where(table.plans) == {("1939", ("german",))}
    assert data(*words, "--posture", "guard")["scenarios"] == ["1939", "1940"]
    assert data(*words, "--posture", "guard", "--scenario", "1940")["scenarios"] == ["1940"]
    line = fails(*words, "--posture", "trap_1939", "--scenario", "1940")
    assert "--scenario 1940: the posture trap_1939 is not for it; it is for: 1939" in line
    assert "give an even number" in fails(*words, "--posture", "grind", "--check", 3)


def test_a_posture_nobody_can_take_is_refused(tmp_path: Path) -> None:
    file = starting_advice(AREAS)
    lost = msgspec.structs.replace(file, posture={"lost": Posture("Wait.", (), heuristic={"bold": 2.0})})
    (tmp_path / "advice.toml").write_text(to_advice_toml(lost), encoding="utf-8")
    line = fails(*WORDS, "--posture", "lost", "--pack", tmp_path)
    assert "--posture lost: no side can take it in any scenario" in line


def test_a_posture_is_tuned_from_end_to_end(short: Path, tmp_path: Path) -> None:
    """The posture of the British alone: three captains at the table."""
    target = tmp_path / "advice.toml"
    words = (*WORDS, "--posture", "rhine", "--generations", 1, "--check", 2, "--pack", short, "--out", target)
    found = data(*words)
    assert (found["check"]["games"], found["check"]["difference"]["games"], found["errors"]) == (2, 2, [])
    assert numbers(read_advice(target), "rhine") == {name: one["after"] for name, one in found["numbers"].items()}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("tune", "chess"), "there is no game 'chess'"),
        ((*WORDS, "--posture", "luck"), "--posture luck: there is no posture 'luck'; there are: paris, three_cities, "),
        ((*WORDS, "--posture", "storm", "--only", "flee"), "--only flee: there is no number 'flee' to tune; there are"),
        ((*WORDS, "--scenario", "1941"), "no scenario '1941'"),
        ((*WORDS, "--only", "luck"), "there is no number 'luck'"),
        ((*WORDS[:-1], 3), "give an even number"),
        ((*WORDS, "--check", 3), "give an even number"),
        ((*WORDS, "--out", "advice.txt"), "ends in .toml"),
        ((*WORDS, "--out", "/nowhere/advice.toml"), "there is no such folder"),
        ((*WORDS, "--population", 3), "--population"),
        (("simulate", *WORDS[1:4], "--players", "captain:/nowhere/a.toml,captain"), "cannot be read"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_one_line(words: tuple[object, ...], problem: str) -> None:
    assert problem in fails(*words)


def test_a_foreign_journal_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "advice.toml"
    journal = target.with_name("advice.toml.journal")
    journal.write_text("something else")
    assert "it is no journal of a tuning; name another file, or remove it" in fails(*WORDS, "--out", target)
    journal.write_bytes(Journal(setting()).encode())
    assert "belongs to another tuning" in fails(*WORDS, "--out", target)
    assert not target.exists()


def test_a_file_for_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "advice.toml"
    path.write_text(to_advice_toml(starting_advice(AREAS)), encoding="utf-8")
    line = fails("simulate", "victory_or_defeat", "--players", f"captain:{path},captain")
    assert "term: points is missing" in line


def test_without_its_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cmaes", None)
    assert "tuning needs more than the plain installation; run: pip install 'meuse[lab]'" in fails(*WORDS)


def test_a_candidate_plays_by_its_numbers(short: Path) -> None:
    """With the present numbers the camp makes no difference; a captain who shuns every fight plays another game."""
    one = tuning(Table(), source=Source("battle_of_france", read_pack(short)))
    lab = Lab(on_cores(1), (Length,))
    with one._captains([{}, {"heuristic.bold": 10.0}]) as bots:
        same, shy = ([row["decisions"] for row in lab.run(one._plans(bot, 5, 2))] for bot in bots)
    assert same[0] == same[1]
    assert shy != same
