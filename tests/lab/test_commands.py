"""The commands of the laboratory: what they print, what they write, and how they refuse."""

from __future__ import annotations

import html
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from meuse.cli import app
from meuse.lab import Accumulator
from meuse.lab.store import read

SHORT = ("victory_or_defeat", "--scenario", "1939", "--players", "recruit,recruit", "--jobs", "1")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def data(*words: object) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def fails(*words: object) -> str:
    """The one line on standard error with which a command ends."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    return line


def test_simulate_tells_a_summary_for_scripts(tmp_path: Path) -> None:
    out, report = tmp_path / "games.csv", tmp_path / "report.html"
    found = data("simulate", *SHORT, "--games", 3, "--seed", 5, "--out", out, "--report", report)
    assert (found["games"], found["seeds"], found["errors"]) == (3, [5, 7], [])
    wins = found["result"]["camps"]
    assert wins["german"]["count"] + wins["allied"]["count"] + found["result"]["draw"]["count"] == 3
    assert [row["seed"] for row in read(out)] == [5, 6, 7]
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_options_of_each_game_are_drawn(tmp_path: Path) -> None:
    """Every game has its own, but for what is fixed; the report says so, and how to play them again."""
    out, report = tmp_path / "games.csv", tmp_path / "report.html"
    words = ("--vary", "--option", "gsc=steep", "--games", 3, "--out", out, "--report", report)
    found = data("simulate", *SHORT, *words)
    drawn = [dict(pair.split("=") for pair in row["options"].split()) for row in read(out)]
    assert drawn[0] != drawn[1] != drawn[2] and {one["gsc"] for one in drawn} == {"steep"}
    assert found["varied"] and "gsc=steep" in found["options"].split()
    assert "in all games, others drawn at random" in report.read_text(encoding="utf-8")
    assert "--option gsc=steep" in (text := html.unescape(report.read_text(encoding="utf-8"))) and "--vary" in text


def test_simulate_speaks_to_people() -> None:
    result = run("simulate", *SHORT, "--games", 2, "--option", "gsc=steep")
    assert result.exit_code == 0, result.stderr
    assert "recruit against recruit, 2 games" in result.stdout
    assert "errors: 0" in result.stdout


class Nameless(Accumulator):
    """Nobody could tell its sums from others."""


class Usurper(Accumulator):
    """Takes a name that the summary has."""

    name = "games"


class Mute(Accumulator):
    """Has nothing to say of many games."""

    name = "mute"

    @classmethod
    def merge(cls, rows: Any, game: Any, scenario: str) -> Any:
        return None


class Babbler(Accumulator):
    """What it says of a game cannot be kept."""

    name = "babble"

    def finish(self, state: Any) -> Any:
        return {"said": object()}


class Clock(Accumulator):
    """Takes a column that every row has."""

    name = "clock"

    def finish(self, state: Any) -> Any:
        return {"seconds": 1.0}


class Stillborn(Accumulator):
    """Cannot even be made."""

    name = "stillborn"

    def __init__(self) -> None:
        raise LookupError("no pencil")


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("Clock", "AccumulatorError: clock: the column seconds is there already"),
        ("Stillborn", "LookupError: no pencil"),
    ],
)
def test_what_an_accumulator_does_wrong_is_told_in_the_row(kind: str, problem: str) -> None:
    result = run("simulate", *SHORT, "--games", 1, "--accumulator", f"tests.lab.test_commands:{kind}")
    assert result.exit_code == 1 and problem in " ".join(result.stdout.split())


class Numbers(Accumulator):
    """Keeps a table by number, which JSON keeps by text."""

    name = "numbers"

    def finish(self, state: Any) -> Any:
        return {"by_number": {1: 2}}

    @classmethod
    def merge(cls, rows: Any, game: Any, scenario: str) -> Any:
        return {"first": [row["by_number"]["1"] for row in rows]}


def test_columns_are_the_same_before_and_after_they_were_written(tmp_path: Path) -> None:
    words = (*SHORT, "--games", 1, "--accumulator", "tests.lab.test_commands:Numbers", "--out", tmp_path / "games.csv")
    assert data("simulate", *words)["numbers"] == data("simulate", *words)["numbers"] == {"first": [2]}


def test_two_accumulators_of_one_name_are_refused() -> None:
    words = ("--accumulator", "tests.lab.test_commands:Numbers") * 2
    assert "has the name 'numbers'" in fails("simulate", *SHORT, *words)


def test_what_cannot_be_kept_of_a_game_is_told_in_its_row() -> None:
    result = run("simulate", *SHORT, "--games", 1, "--accumulator", "tests.lab.test_commands:Babbler")
    assert result.exit_code == 1
    assert "seed 0 (recruit,recruit): AccumulatorError: babble: its columns cannot be kept as JSON" in result.stdout


def test_an_accumulator_of_the_folder_one_is_in_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine_alone.py").write_text(
        "from meuse.lab import Accumulator\n\n\nclass Own(Accumulator):\n    name = 'own'\n", encoding="utf-8"
    )
    command = [Path(sys.executable).with_name("meuse"), "simulate", *SHORT[:-1], "2", "--games", "2", "--json"]
    done = subprocess.run([*command, "--accumulator", "mine_alone:Own"], cwd=tmp_path, capture_output=True, check=True)
    assert json.loads(done.stdout)["own"] == {}


def test_records_of_the_games_can_be_replayed(tmp_path: Path) -> None:
    found = data("simulate", *SHORT, "--games", 2, "--seed", 3, "--records", tmp_path / "records")
    names = sorted(path.name for path in (tmp_path / "records").iterdir())
    assert names == ["victory_or_defeat-1939-3.meuse", "victory_or_defeat-1939-4.meuse"]
    for name in names:
        assert run("verify", tmp_path / "records" / name).exit_code == 0
    assert found["games"] == 2


def test_a_report_says_how_to_do_it_again(tmp_path: Path) -> None:
    words = ("simulate", *SHORT, "--games", 1, "--option", "gsc=steep", "--report", tmp_path / "report.html")
    assert run(*words, "--accumulator", "tests.lab.kit:Verbs").exit_code == 0
    text = html.unescape((tmp_path / "report.html").read_text(encoding="utf-8"))
    [command] = re.findall(r"<code>(meuse simulate .*?)</code>", text)
    assert "--option gsc=steep" in command and command.endswith("--accumulator=tests.lab.kit:Verbs")
    assert run(*shlex.split(command)[1:], "--jobs", 1).exit_code == 0


class Chatterer(Accumulator):
    """Prints where it should not."""

    name = "chatter"

    def start(self, state: Any) -> None:
        print("hello")


def test_nothing_but_json_is_printed_for_scripts() -> None:
    result = run("simulate", *SHORT, "--games", 1, "--json", "--accumulator", "tests.lab.test_commands:Chatterer")
    assert json.loads(result.stdout)["games"] == 1
    assert "hello" in result.stderr


def test_tournament_rates_everybody(tmp_path: Path) -> None:
    words = ("tournament", "victory_or_defeat", "--scenario", "1939", "--jobs", 1, "--players", "recruit,captain")
    found = data(*words, "--games", 1, "--out", tmp_path / "games.csv")
    assert found["games"] == 2
    assert {entry["name"] for entry in found["ratings"]} == {"recruit", "captain"}
    assert sum(entry["elo"] for entry in found["ratings"]) == pytest.approx(0)
    assert sum(entry["points"] for entry in found["ratings"]) == 2
    assert "worth" in run(*words, "--games", 1, "--out", tmp_path / "games.csv").stdout


def test_balance_tells_the_difference(tmp_path: Path) -> None:
    words = ("balance", *SHORT, "--games", 2, "--change", "scenarios/1939.toml: movement.most_rolled = 2")
    found = data(*words, "--out", tmp_path / "games.csv")
    [changed] = found["changes"]
    assert (changed["before"], changed["after"]) == (4, 2)
    assert found["games"] == 2
    assert len(read(tmp_path / "games.csv")) == 4
    assert "4 becomes 2" in run(*words, "--out", tmp_path / "games.csv").stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("simulate", "chess"), "there is no game 'chess'"),
        (("simulate", *SHORT[:4], "recruit,marshal"), "there is no bot 'marshal'"),
        (("simulate", *SHORT[:4], "recruit"), "1 players for 1939"),
        (("simulate", *SHORT, "--scenario", "1941"), "no scenario '1941'"),
        (("simulate", *SHORT, "--option", "gsc=mild"), "gsc cannot be 'mild'"),
        (("simulate", *SHORT, "--out", "games.txt"), "end in .parquet or .csv"),
        (("simulate", *SHORT, "--report", "report.pdf"), "end in .html"),
        (("simulate", *SHORT, "--accumulator", "nothing"), "module:Class"),
        (("simulate", *SHORT, "--out", "/nowhere/games.csv"), "cannot be used"),
        (("simulate", *SHORT, "--report", "/nowhere/report.html"), "there is no such folder"),
        (("simulate", *SHORT, "--records", "/dev/null/records"), "--records /dev/null/records"),
        (("simulate", *SHORT, "--records", "r", "--cluster", "local"), "do not share a folder"),
        (("simulate", *SHORT, "--accumulator", "tests.lab.test_commands:Nameless"), "Nameless has no name"),
        (("simulate", *SHORT, "--accumulator", "tests.lab.test_commands:Usurper"), "the name 'games'; choose another"),
        (("simulate", *SHORT, "--games", "1", "--accumulator", "tests.lab.test_commands:Mute"), "sums are a dict"),
        (("simulate", *SHORT, "--seed", "99999999999999999999"), "--seed"),
        (("balance", *SHORT, "--change", "advice.toml: term.material.weight = 2.0"), "meuse tournament (captain:FILE)"),
        (("tournament", *SHORT), "two or more different bots"),
        (("balance", *SHORT, "--change", "units.toml: x"), "no assignment"),
        (
            ("balance", *SHORT, "--change", "tables.toml: movement.river = 1"),
            "no rule of the game is changed by this",
        ),
        (("balance", *SHORT, "--change", "scenarios/1939.toml: turns = -1"), "--change"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: tuple[str, ...], problem: str) -> None:
    line = fails(*words)
    assert line.startswith("meuse: ")
    assert problem in line


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    assert "pip install 'meuse[lab]'" in fails("simulate", *SHORT, "--out", tmp_path / "games.parquet")
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    assert "pip install 'meuse[cluster]'" in fails("simulate", *SHORT, "--cluster", "local")
