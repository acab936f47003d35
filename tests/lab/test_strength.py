"""The ladder of the bots: every pairing once, and scores that count what was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks import strength

from meuse import games, players
from meuse.players.strength import read

ROOT = Path(__file__).parents[2]


ROW: dict[str, Any] = {"winner": "", "error": "", "seconds": 2.0, "seed": 7, "rules": "1", "data": "d", "advice": "a"}


def test_every_pairing_is_there_once() -> None:
    found = list(strength.pairings([]))
    camps = sum(2 * len(games.load(name).scenarios) for name in games.NAMES)
    assert len(found) == camps * len(strength.LADDER)
    assert len({pairing.file(Path()) for pairing in found}) == len(found)


def test_words_choose_among_them() -> None:
    [one] = strength.pairings(["1940", "general:2s", "allied"])
    assert one.players == ("captain", "general:2s") and one.wanted == 0.6
    assert [plan.seed for plan in one.plans(5, 3)] == [10_005, 10_006, 10_007]
    [other] = strength.pairings(["1939", "general:2s", "allied"])
    assert [plan.seed for plan in other.plans(5, 3)] == [5, 6, 7]


def test_a_score_counts_wins_draws_and_what_broke() -> None:
    [pairing] = strength.pairings(["1940", "general:2s", "allied"])
    rows: list[dict[str, Any]] = [
        ROW | {"winner": winner, "error": error}
        for winner, error in (("allied", ""), ("allied", ""), ("german", ""), ("", ""), ("", "it broke"))
    ]
    score = strength.score(pairing, rows)
    assert (score.games, score.won, score.drawn, score.errors, score.share) == (4, 2, 1, 1, 0.5)
    assert score.low < 0.5 < score.high
    assert "2 won and 1 drawn of 4, 50.0 %" in strength.tell(score)


def test_the_table_has_a_row_for_each_camp_and_a_column_for_each_rung() -> None:
    found = []
    for pairing in strength.pairings(["1940"]):
        rows = [ROW | {"winner": pairing.camp}] * 3
        found.append(strength.score(pairing, [*rows, {**rows[0], "winner": ""}]))
    cell = "3 of 4, 1 drawn: 75.0 % (30.1 to 95.4)"
    assert strength.table(found).splitlines() == [
        "|  | captain against recruit | general:2s against captain |",
        "| --- | --- | --- |",
        f"| victory_or_defeat, 1940: german | {cell} | {cell} |",
        f"| victory_or_defeat, 1940: allied | {cell} | {cell} |",
    ]


def test_words_that_fit_nothing_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "all.json"
    kept.write_text("[]")
    monkeypatch.setattr("sys.argv", ["strength", str(tmp_path), "1941", "--json", str(kept)])
    with pytest.raises(SystemExit, match="2"):
        strength.main()
    assert kept.read_text() == "[]"


def test_scores_of_other_pairings_stay(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [ROW | {"winner": "allied"}]
    first, second = [strength.score(one, rows) for one in strength.pairings(["1940", "general:2s"])]
    for scores in ([second], [first], [second]):
        strength.keep(scores, tmp_path / "all.json")
    assert read(tmp_path / "all.json") == [first, second]


def test_broken_off_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["strength", str(tmp_path), "two_players", "captain", "recruit", "germany", "--jobs", "1", "--json"]
    told = []
    for count in ("1", "2", "2"):
        monkeypatch.setattr("sys.argv", [*words, str(tmp_path / "all.json"), "--games", count])
        strength.main()
        told.append(capsys.readouterr().out)
    assert told[1] == told[2] != told[0]
    [score] = read(tmp_path / "all.json")
    assert (score.games, score.bot, score.against) == (2, "captain", "recruit")


def test_what_was_measured_is_all_of_it_and_the_docs_tell_it() -> None:
    scores = list(players.measured())
    games = {one.game for one in scores}
    every = [(p.game, p.scenario, p.strong, p.camp, p.weak) for p in strength.pairings([]) if p.game in games]
    assert [one.pairing for one in scores] == every
    assert all(one.games >= 200 and not one.errors for one in scores)
    assert strength.table(scores) in (ROOT / "docs" / "laboratory.md").read_text(encoding="utf-8")
