"""The command line: every command, every bad input, nothing half-written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import meuse
from meuse import games
from meuse.cli import app, common, picture
from meuse.engine import Event, Record
from meuse.games.battle_of_france import FOLDER as AREA_FOLDER
from meuse.games.victory_or_defeat import FOLDER, events

GAME = "victory_or_defeat"
AREAS = "battle_of_france"
ROOT = Path(__file__).parents[1]
POSITION = """
scenario = "1940"
phase = "german movement"
turn = 2
countries = { belgium = 1 }
[units]
2931 = ["G.19:3"]
2831 = ["F.X"]
"""
AREA_POSITION = """
game = "battle_of_france"
scenario = "three_players"
phase = "turn"
round = 3
power = "france"
card = "R08"
npu = { germany = 4 }
[units]
21 = ["B.battleship-1", "B.transport+B.tank", "G.submarine x2"]
7 = ["F.tank", "F.infantry", "F.tank"]
9 = ["F.tank"]
[control]
germany = ["A1"]
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def fails(*words: object, code: int = 2) -> str:
    """The one line on standard error with which a command ends."""
    result = run(*words)
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit)
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("meuse: ")
    return lines[0]


def data(*words: object) -> Any:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a short random game."""
    folder = tmp_path_factory.mktemp("records")
    game = meuse.load(GAME)
    state = game.new("1940", 7)
    for _ in range(200):
        state.apply(state.options[len(state.options) // 2])
    file = folder / "game.meuse"
    file.write_text(state.record.text(), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def area_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole random game of areas."""
    folder = tmp_path_factory.mktemp("records")
    words = ["--games", 1, "--jobs", 1, "--no-check", "--scenario", "two_players", "--record", folder]
    assert run("random", AREAS, *words).exit_code == 0
    [file] = folder.iterdir()
    return file


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.toml"
    file.write_text(POSITION, encoding="utf-8")
    return file


@pytest.fixture
def area_position(tmp_path: Path) -> Path:
    file = tmp_path / "areas.toml"
    file.write_text(AREA_POSITION, encoding="utf-8")
    return file


# the whole


def test_version_and_help() -> None:
    assert run("--version").stdout == f"meuse {meuse.__version__}\n"
    assert "Commands" in run("--help").stdout
    bare = run()
    assert bare.exit_code == 0
    assert "Commands" in bare.stdout


@pytest.mark.parametrize("command", ["rules", "ledger", "map", "position", "replay", "verify", "random", "docs"])
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_the_installed_command_runs() -> None:
    words = [sys.executable, "-m", "meuse", "rules", "nowhere"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"meuse: there is no game 'nowhere'; games: {', '.join(games.NAMES)}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mapp"], "No such command 'mapp'"),
        (["rules"], "Missing argument 'GAME'"),
        (["map", GAME, "--scale", "wide", "-o", "x.svg"], "--scale"),
        (["map", GAME, "--scale", "0", "-o", "x.svg"], "--scale"),
        (["random", GAME, "--games", "0"], "--games"),
        (["rules", GAME, "--loud"], "--loud"),
    ],
)
def test_mistakes_on_the_command_line_are_one_line(words: list[str], says: str) -> None:
    line = fails(*words)
    assert says in line
    assert line.endswith("--help")


@pytest.mark.parametrize("command", ["rules", "ledger", "docs", "random", "map"])
def test_an_unknown_game_is_named(command: str) -> None:
    more = ["-o", "x.svg"] if command == "map" else []
    assert fails(command, "waterloo", *more) == f"meuse: there is no game 'waterloo'; games: {', '.join(games.NAMES)}"


def test_an_interrupt_ends_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(common.games, "load", interrupt)
    result = run("rules", GAME)
    assert result.exit_code == 130
    assert "Traceback" not in result.output


# rules


def test_contents() -> None:
    text = run("rules", GAME).stdout
    assert "11  Combat" in text
    assert "11.3g" in text
    chapters = data("rules", GAME, "--json")["chapters"]
    assert sum(len(chapter["clauses"]) for chapter in chapters) == len(meuse.load(GAME).ledger.clauses)
    assert all(chapter["clauses"] and chapter["title"] for chapter in chapters)


def test_a_clause_with_its_rulings() -> None:
    text = run("rules", GAME, "11.3g").stdout
    for words in (
        "11.3g",
        "(rule)",
        "Ruling A01",
        "Reading 2",
        "Ruled:",
        "Why:",
        "Option fort_dr=special_bb (default)",
    ):
        assert words in text
    [entry] = data("rules", GAME, "11.3g", "--json")
    assert entry["id"] == "11.3g"
    assert entry["rulings"][0]["readings"]
    assert entry["rulings"][0]["option"]["name"] == "fort_dr"


def test_sections_and_chapters() -> None:
    ids = [entry["id"] for entry in data("rules", GAME, "11.1", "--json")]
    assert ids
    assert all(re.fullmatch(r"11\.1[a-z]", name) for name in ids)
    ids = [entry["id"] for entry in data("rules", GAME, "1", "--json")]
    assert all(name.startswith("1.") for name in ids)
    assert all(entry["id"].startswith("CRT") for entry in data("rules", GAME, "crt", "--json"))


def test_chapters_and_sections_named_by_words() -> None:
    text = run("rules", AREAS).stdout
    assert "sea  " in text
    assert re.search(r"^  sea\.transport\.10 +[A-Z]", text, re.M)
    assert all(entry["id"].startswith("comp.") for entry in data("rules", AREAS, "comp", "--json"))
    ids = [entry["id"] for entry in data("rules", AREAS, "sea.transport", "--json")]
    assert "sea.transport.10" in ids
    assert all(name.startswith("sea.transport.") for name in ids)
    assert "no clause 'com'" in fails("rules", AREAS, "com")
    assert "Ruled:" in run("rules", AREAS, "g13").stdout


def test_a_scenario_is_told() -> None:
    assert "1940 only" in run("rules", GAME, "2.11c").stdout


def test_a_ruling_by_its_id() -> None:
    assert "Ruled:" in run("rules", GAME, "a05").stdout
    assert data("rules", GAME, "A05", "--json")["option"]["name"] == "halving"


def test_search() -> None:
    found = data("rules", GAME, "--search", "sickle", "--json")
    assert found
    assert all("sickle" in json.dumps(entry).lower() for entry in found)
    assert len(data("rules", GAME, "5", "--search", "sickle", "--json")) < len(found)
    assert "'zeppelin'" in fails("rules", GAME, "--search", "zeppelin")


def test_an_unknown_clause_suggests_others() -> None:
    line = fails("rules", GAME, "11.3z")
    assert "'11.3z'" in line
    assert "did you mean 11.3c, 11.3d" in line
    assert "chapters: 0, 1, 2" in fails("rules", GAME, "Q")


# ledger


def test_ledger_of_this_checkout() -> None:
    found = data("ledger", "--json")
    assert set(found[GAME]) == {"clauses", "covered", "missing"}
    assert found[GAME]["clauses"] == found[GAME]["covered"] + len(found[GAME]["missing"])
    assert GAME in run("ledger").stdout


def test_ledger_over_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games" / GAME
    folder.mkdir(parents=True)
    (folder / "test_one.py").write_text('@clause("7.0a")\ndef test(): ...\n')
    found = data("ledger", GAME, "--json", "--tests", tmp_path)[GAME]
    assert found["covered"] == 1
    assert "7.0a" not in found["missing"]
    result = run("ledger", GAME, "--check", "--tests", tmp_path)
    assert result.exit_code == 1
    assert "lacks tests for" in result.stdout


def test_ledger_with_every_clause_tested(tmp_path: Path) -> None:
    marks = ", ".join(f'"{name}"' for name in meuse.load(GAME).ledger.must_be_tested())
    (tmp_path / "test_all.py").write_text(f"@clause({marks})\ndef test(): ...\n")
    assert run("ledger", GAME, "--check", "--tests", tmp_path).exit_code == 0


def test_ledger_without_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no such folder" in fails("ledger", "--tests", tmp_path / "none")
    (tmp_path / "test_bad.py").write_text("def (:\n")
    assert "test_bad.py" in fails("ledger", "--tests", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(meuse, "__file__", str(tmp_path / "a" / "b" / "c" / "meuse.py"))
    assert "--tests" in fails("ledger")


# map


def test_a_map_as_svg_and_png(tmp_path: Path) -> None:
    assert run("map", GAME, "-o", tmp_path / "map.svg").exit_code == 0
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("map", GAME, "-o", tmp_path / "map.PNG", "--scale", "6").exit_code == 0
    assert (tmp_path / "map.PNG").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.PNG", "map.svg"]


def test_counters_of_a_set_up_and_of_a_position(tmp_path: Path, position: Path) -> None:
    pictures = {}
    for name, words in {
        "bare": [],
        "setup": ["--setup"],
        "1939": ["--scenario", "1939"],
        "position": ["--position", position],
    }.items():
        assert run("map", GAME, "-o", tmp_path / "map.svg", *words).exit_code == 0
        pictures[name] = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert ">12-8<" in pictures["setup"]
    assert ">XX<" in pictures["1939"]
    assert ">9-6<" in pictures["position"]
    assert ">12-8<" not in pictures["bare"] + pictures["position"]


def test_the_top_counter_is_drawn_last(tmp_path: Path, position: Path) -> None:
    position.write_text(POSITION.replace('"G.19:3"', '"G.19:3", "G.41", "G.15"'), encoding="utf-8")
    assert run("map", GAME, "-o", tmp_path / "map.svg", "--position", position).exit_code == 0
    drawn = re.findall(r">(19|41|15)</text>", (tmp_path / "map.svg").read_text(encoding="utf-8"))
    assert drawn == ["15", "41", "19"]


def test_a_map_of_areas(tmp_path: Path, area_position: Path) -> None:
    pictures = {}
    for name, words in {
        "bare": [],
        "setup": ["--setup"],
        "two": ["--scenario", "two_players"],
        "position": ["--position", area_position],
    }.items():
        assert run("map", AREAS, "-o", tmp_path / "map.svg", *words).exit_code == 0
        pictures[name] = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert pictures["setup"] == pictures["two"]
    assert ">Battle of France<" in pictures["bare"]
    assert ">inf<" not in pictures["bare"]
    assert ">3 inf<" in pictures["setup"]
    assert all(f">{text}<" in pictures["position"] for text in ("BB 2/3", "2 SS", "2 tank", "inf", "tr"))
    assert run("map", AREAS, "-o", tmp_path / "map.png", "--setup", "--scale", "6").exit_code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert "no scenario '1940'" in fails("map", AREAS, "-o", tmp_path / "map.svg", "--scenario", "1940")
    result = run("map", GAME, "-o", tmp_path / "other.svg", "--position", area_position)
    assert result.exit_code == 2
    assert not (tmp_path / "other.svg").exists()


def test_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(picture.webbrowser, "open", lambda url: opened.append(url) or True)
    monkeypatch.setattr(picture.tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    result = run("map", GAME, "--open")
    assert result.exit_code == 0
    assert opened == [(tmp_path / f"{GAME}.svg").as_uri()]
    monkeypatch.setattr(picture.webbrowser, "open", lambda url: False)
    assert "open it yourself" in fails("map", GAME, "--open", code=1)


def test_bad_pictures(tmp_path: Path, position: Path) -> None:
    assert "-o FILE.svg" in fails("map", GAME)
    assert "map.gif: pictures end in .svg or .png" in fails("map", GAME, "-o", tmp_path / "map.gif")
    line = fails("map", GAME, "-o", tmp_path / "map.svg", "--scenario", "1941")
    assert "no scenario '1941'; scenarios: 1939, 1940" in line
    assert "exclude" in fails("map", GAME, "-o", tmp_path / "map.svg", "--setup", "--position", position)
    assert not (tmp_path / "map.svg").exists()


def test_unwritable_output(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.svg").mkdir()
    assert "no such folder" in fails("map", GAME, "-o", tmp_path / "none" / "map.svg")
    assert "cannot be written" in fails("map", GAME, "-o", tmp_path / "file" / "map.svg")
    assert "it is a folder" in fails("map", GAME, "-o", tmp_path / "folder.svg")
    assert "cannot be written" in fails("docs", GAME, "-o", tmp_path / "none" / "page.md")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.svg"]


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "page.md"
    target.write_text("old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert "No space left" in fails("docs", GAME, "-o", target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


# position


def test_a_position_is_summed_up(position: Path) -> None:
    text = run("position", position).stdout
    for words in (
        "1940",
        "Turn 2 of 13",
        "movement",
        "To decide: german",
        "Options: ",
        "2931",
        "G.19",
        "3 of 4",
        "9-6",
    ):
        assert words in text
    assert "victory points: 0" in text


def test_what_bots_think_of_a_position(position: Path, area_position: Path) -> None:
    text = " ".join(run("position", position, "--advice").stdout.split())
    assert "To the german side the position is worth" in text and "a captain would" in text
    for file in (position, area_position):
        found = data("position", file, "--advice", "--json")
        assert found["worth"] == pytest.approx(sum(term["worth"] for term in found["terms"]), abs=0.1)
        assert all(term["says"].endswith(".") for term in found["terms"])
        worth = [option["worth"] for option in found["options"]]
        assert worth == sorted(worth, reverse=True) and found["options"][0]["action"]


@pytest.mark.parametrize("text", ["a = " + "1" * 5000, "a = " + "[" * 3000, ".".join("a" * 3000) + " = 1", "a = 1e999"])
def test_odd_positions_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(text)
    assert fails("position", file).startswith(f"meuse: {file}: ")


def test_nobody_has_an_opinion_on_what_is_over(tmp_path: Path) -> None:
    file = tmp_path / "over.toml"
    file.write_text('scenario = "1939"\nphase = "victory check"\nturn = 7\n[units]\n"3038" = ["f.15"]\n')
    assert "--advice: nobody has anything to decide" in fails("position", file, "--advice")


def test_a_position_on_areas_is_summed_up(area_position: Path) -> None:
    text = run("position", area_position).stdout
    for words in (
        "Battle of France 1940, 1940 for three",
        "Round 3 of 10",
        "French movement",
        "To decide: france",
        "germany: 2 units",
        "G.submarine x2",
        "carries a British tank",
        "2 of 3",
        "Card in force: De Gaulle at Montcornet",
        "German NPU: 4",
        "germany: A1, ",
    ):
        assert words in text
    assert re.search(r"│ 7 +│ F\.infantry +│.*\n│ +│ F\.tank x2 +│ 1 of 1 │ 3-2 +│\n│ 9 +│ F\.tank ", text)
    assert "hex" not in text
    seen = data("position", area_position, "--json", "--side", "britain")
    assert seen["side"] == "britain"
    assert "choices" not in seen


def test_units_of_a_position_stand_with_what_is_the_matter_with_them(tmp_path: Path, position: Path) -> None:
    text = run("position", position).stdout
    assert re.search(r"┃ hex +┃ unit +┃ steps +┃ strength +┃\n", text)
    cut_off = tmp_path / "cut_off.toml"
    ring = zip((2739, 2740, 2839, 2841, 2939, 2940), ("I", "II", "III", "IV", "V", "VI"), strict=True)
    lines = [f'{place} = ["G.{corps}"]\n' for place, corps in ring]
    cut_off.write_text(f'{POSITION}2840 = ["F.VI"]\n{"".join(lines)}', encoding="utf-8")
    text = run("position", cut_off).stdout
    assert re.search(r"┃ hex +┃ unit +┃ steps +┃ strength +┃ notes +┃\n", text)
    assert re.search(r"│ 2840 +│ F\.VI +│ .* │ out of supply +│\n", text)


def test_a_position_that_names_no_game_is_known_by_its_scenario(area_position: Path) -> None:
    area_position.write_text(AREA_POSITION.replace('game = "battle_of_france"', ""), encoding="utf-8")
    assert "Battle of France 1940" in run("position", area_position).stdout


def test_the_scene_of_a_side(position: Path) -> None:
    seen = data("position", position, "--json")
    assert (seen["game"], seen["scenario"], seen["result"]) == (GAME, "1940", None)
    assert seen["side"] == "german"
    assert seen["choices"] and seen["prompt"]
    other = data("position", position, "--json", "--side", "allied")
    assert other["side"] == "allied"
    assert not {"choices", "prompt"} & set(other)
    assert "no side 'swiss'" in fails("position", position, "--json", "--side", "swiss")


def test_a_position_cut_out_of_a_record(record: Path, area_record: Path, tmp_path: Path) -> None:
    for file in (record, area_record):
        game = meuse.load(Record.read(file.read_text(encoding="utf-8")).headers["Game"])
        for at in (0, 1, 90):
            text = run("position", "--record", file, "--at", at).stdout
            state = Record.read(file.read_text(encoding="utf-8")).replay(game, upto=at)
            again = game.position(text)
            assert again.options == state.options
            assert again.position() == text
        cut = tmp_path / "cut.toml"
        cut.write_text(text, encoding="utf-8")
        assert f"To decide: {state.to_act}" in run("position", cut).stdout
        seen = data("position", "--record", file, "--at", 90, "--json")
        assert [choice["action"] for choice in seen["choices"]] == [str(option) for option in state.options]
    assert run("position", "--record", record).stdout == run("position", "--record", record, "--at", 200).stdout


def test_positions_that_cannot_be_cut_out(record: Path, area_record: Path, position: Path, tmp_path: Path) -> None:
    assert "--at 201: the record has only 200 actions" in fails("position", "--record", record, "--at", 201)
    assert "over after action" in fails("position", "--record", area_record)
    assert "give the FILE of a position, or --record FILE" in fails("position", position, "--record", record)
    assert "give the FILE of a position, or --record FILE" in fails("position")
    assert "--at goes with --record" in fails("position", position, "--at", 3)
    assert "--scenario goes with a FILE" in fails("position", "--record", record, "--scenario", position)
    other = change(record, tmp_path, r'^\[Game ".*"\]$', '[Game "waterloo"]')
    assert f"{other}: there is no game 'waterloo'" in fails("position", "--record", other)


def test_all_problems_of_a_position_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('scenario = "1940"\nphase = "tea"\nturn = 40\n[units]\n9999 = ["G.19"]\n2831 = ["X.1"]\n')
    result = run("position", file)
    assert result.exit_code == 2
    for words in ("'tea'", "40 is outside", "no hex 9999", "'X.1'"):
        assert words in result.stderr
    assert result.stderr.splitlines()[-1] == f"meuse: {file}: 4 problems; mend the position and try again"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("scenario = \n", "is not valid TOML"),
        ('game = "waterloo"\n', "there is no game 'waterloo'"),
        ("game = 7\n", "the name of a game"),
    ],
)
def test_a_broken_position(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert says in fails("position", file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('scenario = "1940"\n', "phase"),
        ('scenario = "1940"\nphase = "german movement"\nturns = 3\n', "turns"),
        ('scenario = "1940"\nphase = "german movement"\nturn = "two"\n', "turn"),
        ('scenario = "1940"\nphase = "german movement"\ncountries = { belgium = 300 }\n', "in turn 300"),
        ('scenario = "1914"\nphase = "german movement"\n', "1914"),
        ('scenario = "1940"\nphase = "german movement"\nbritish_lost = 4\n', "british_lost: 4 is outside 0 to 3"),
        ('scenario = "1940"\nphase = "german movement"\nhalts = -1\n', "halts: -1 is outside"),
        ('scenario = "1940"\nphase = "german movement"\npoints = ["paris", "paris"]\n', "'paris' is given twice"),
        ('scenario = "1940"\nphase = "german movement"\noptions = { luck = "good" }\n', "luck"),
    ],
)
def test_a_position_with_one_problem(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    result = run("position", file)
    assert result.exit_code == 2
    assert says in result.stderr.splitlines()[0]
    assert str(file) in result.stderr


@pytest.mark.parametrize("command", ["position", "replay", "verify"])
def test_files_that_are_none(command: str, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x89PNG\xff\x00\xfe")
    nul = tmp_path / "nul"
    nul.write_bytes(b"a\0b")
    assert "there is no such file" in fails(command, tmp_path / "none")
    assert "this is a folder" in fails(command, tmp_path)
    assert "not a text file" in fails(command, binary)
    assert "not a text file" in fails(command, nul)


# replay and verify


def test_replay(record: Path) -> None:
    lines = run("replay", record).stdout.splitlines()
    assert lines[0].split()[:3] == ["1", "allied", "place"]
    assert len(lines) == 202
    assert lines[-2].startswith("To decide: ")
    assert len(run("replay", record, "--upto", "5").stdout.splitlines()) == 7
    assert run("replay", record, "--upto", "0").stdout.startswith("To decide: allied")


def test_replay_tells_what_happened(record: Path) -> None:
    text = run("replay", record, "--events").stdout
    assert "Turn 1 begins. [5.0a]" in text
    assert re.search(r"is set up in \d{4}.*\. \[3\.", text)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_kind_of_event_has_a_sentence(name: str) -> None:
    module = import_module(f"meuse.games.{name}.events")
    known = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event)]
    kinds = [kind for kind in known if not kind.__subclasses__()]  # what others derive from never happens itself
    assert len(kinds) > 10
    assert [kind for kind in kinds if not kind.says and kind.tell is Event.tell] == []


def test_sentences_name_units_places_and_sides() -> None:
    setting = meuse.load(GAME).setting("1940")
    hexes, units = setting.board.numbers, setting.piece_numbers
    panzers = (units["G.19"], units["G.41"])
    fought = events.Fought(
        ("11.10b",), hexes["2831"], panzers, (units["F.X"],), 24, 5, "4:1", 3, "DE", "every defender loses a step"
    )
    assert fought.tell(setting) == (
        "XIX Panzer Corps, XLI Panzer Corps attack 10e Corps d'Armée in Sedan (2831): "
        "24 to 5, column 4:1, roll 3: every defender loses a step (DE)."
    )
    moved = events.Moved(("10.0d",), (), (hexes["2831"], hexes["2730"]), 1)
    assert moved.tell(setting).startswith("Hidden units move from Sedan (2831)")
    assert events.Ordered(("5.7c",), 1, "fight_first", 0).tell(setting) == (
        "The Allied side fights first and then moves, as the German side chose."
    )
    assert events.Scored(("4.10a",), "mechanized losses", -1, 2).tell(setting) == (
        "The German side loses 1 victory point for mechanized losses; it has 2."
    )


def test_verify(record: Path) -> None:
    result = run("verify", record)
    assert result.exit_code == 0
    assert re.fullmatch(r"OK: 200 actions, \d+ dice\n", result.stdout)


def test_records_of_a_game_of_areas(tmp_path: Path) -> None:
    found = data("random", AREAS, "--games", 2, "--jobs", 1, "--no-check", "--json", "--record", tmp_path)
    assert sorted(found["results"]) == ["three_players", "two_players"]
    assert found["errors"] == []
    for results in found["results"].values():
        assert set(results) <= {"allies: victory", "germany: victory"}
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    for file in files:
        assert run("verify", file).stdout.startswith("OK: ")
    text = run("replay", files[0], "--events").stdout
    assert "Round 2 begins. [" in text
    assert re.search(r"^Over: (allies|germany), victory: ", text, re.M)


def change(record: Path, tmp_path: Path, old: str, new: str) -> Path:
    text = record.read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text
    file = tmp_path / "changed.meuse"
    file.write_text(changed, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r'^\[Data ".*"\]$', '[Data "0000"]', "made with data 0000"),
        (r'^\[Rules ".*"\]$', '[Rules "0"]', "made with rules 0"),
        (r'^\[Dice ".*"\]$', '[Dice "00"]', "the seed does not match"),
        (r'^\[Result ".*"\]$', '[Result "german: all"]', "the record says 'german: all'"),
        (r"^3\. allied: .* #", "3. allied: done #", "action 3 (allied: done)"),
        (r"^3\. allied: ", "3. german: ", "it is for allied to decide"),
        (r"^3\. (.*) #.*$", r"3. \1 #0123456789abcdef", "the state differs"),
        (r"^3\. (.*) #", r"3. \1 {6} #", "action 3"),
        (r"^3\. allied: .* #", "3. allied: dance all night #", "no such action 'dance all night'"),
    ],
)
def test_a_record_that_does_not_verify(record: Path, tmp_path: Path, old: str, new: str, says: str) -> None:
    line = fails("verify", change(record, tmp_path, old, new), code=1)
    assert says in line
    assert "changed.meuse" in line


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r'^\[Seed ".*"\]$', "", "[Seed ...] is missing"),
        (r'^\[Seed ".*"\]$', '[Seed "xyz"]', "headers"),
        (r'^\[Meuse ".*"\]$', '[Meuse "9"]', "format '9'"),
        (r'^\[Game ".*"\]$', '[Game "waterloo"]', "there is no game 'waterloo'"),
        (r'^\[Scenario ".*"\]$', '[Scenario "1815"]', "no scenario '1815'"),
        (r'^\[Options ".*"\]$', '[Options "luck=good"]', "no option 'luck'"),
        (r'^\[Options ".*"\]$', '[Options "luck"]', "no option 'luck'"),
        (r"^3\. .*$", "check mate", "neither a header nor an action"),
        (r"^3\. ", "4. ", "action 4 where 3 is expected"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_broken_record(record: Path, tmp_path: Path, command: str, old: str, new: str, says: str) -> None:
    line = fails(command, change(record, tmp_path, old, new))
    assert says in line
    assert "changed.meuse" in line


def test_replay_stops_where_the_record_goes_wrong(record: Path, tmp_path: Path) -> None:
    result = run("replay", change(record, tmp_path, r"^9\. allied: .* #", "9. allied: done #"))
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 8
    assert "action 9 (allied: done)" in result.stderr


# random


def test_random_games() -> None:
    found = data("random", GAME, "--games", 2, "--seed", 3, "--jobs", 1, "--json")
    assert found["games"] == 2
    assert found["decisions"] > 100
    assert found["errors"] == []
    assert found["seconds"] > 0
    assert sorted(found["results"]) == ["1939", "1940"]
    again = data("random", GAME, "--games", 2, "--seed", 3, "--jobs", 1, "--json", "--no-check")
    assert again["decisions"] == found["decisions"]


def test_random_games_for_people_with_options_and_records(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    words = ["--games", 1, "--scenario", "1939", "--vary", "--option", "gsc=steep", "--record", folder, "--jobs", 1]
    result = run("random", GAME, *words)
    assert result.exit_code == 0
    assert result.stdout.startswith("1 games, ")
    assert "errors: 0" in result.stdout
    [file] = folder.iterdir()
    assert "gsc=steep" in file.read_text(encoding="utf-8")
    assert run("verify", file).exit_code == 0


def test_an_error_names_the_seed_and_the_way_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = meuse.load(GAME)
    monkeypatch.setattr(game, "faults", lambda state: ["the sky is green"] if state.actions > 4 else [])
    words = ["--games", 1, "--seed", 9, "--scenario", "1940", "--jobs", 1]
    result = run("random", GAME, *words, "--option", "gsc=steep")
    assert result.exit_code == 1
    assert "seed 9 (1940), action 5: after" in result.stdout
    repeat = "meuse random victory_or_defeat --scenario 1940 --games 1 --seed 9 --option gsc=steep"
    assert repeat in result.stdout
    result = run("random", GAME, *words, "--json")
    [error] = json.loads(result.stdout)["errors"]
    assert error["seed"] == 9
    assert error["action"] == 5
    assert "the sky is green" in error["message"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--scenario", "1815"], "no scenario '1815'"),
        (["--option", "luck=good"], "there is no option 'luck'"),
        (["--option", "gsc=mild"], "option gsc cannot be 'mild'; it can be steady, steep"),
        (["--option", "gsc"], "write name=value"),
        (["--pack", "nowhere"], "no such folder"),
    ],
)
def test_bad_random(words: list[str], says: str) -> None:
    assert says in fails("random", GAME, "--games", 1, "--jobs", 1, *words)


def test_records_cannot_go_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert "cannot hold records" in fails("random", GAME, "--games", 1, "--jobs", 1, "--record", file)


# docs


@pytest.mark.parametrize("name", games.NAMES)
def test_the_committed_page_is_the_one_the_data_make(name: str) -> None:
    page = run("docs", name).stdout
    committed = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert committed == page, f"run: meuse docs {name} -o docs/games/{name}.md"


SHARED_CHAPTERS = ("## Scenarios", "## Map", "## Tables", "## Options", "## Rulings", "## Clauses", "reconstructed")


@pytest.mark.parametrize("name", games.NAMES)
def test_the_page_names_everything(name: str) -> None:
    page = run("docs", name).stdout
    assert f"](../pictures/{name}.png)" in page
    assert (ROOT / "docs" / "pictures" / f"{name}.png").exists()
    game = meuse.load(name)
    for ruling in game.ledger.rulings.values():
        assert f"### {ruling.id} " in page
    for clause in game.ledger.clauses.values():
        assert f"- **{clause.id}** " in page
    for words in SHARED_CHAPTERS:
        assert words in page


def test_the_page_of_a_game_of_hexes_names_counters_and_rivers() -> None:
    page = run("docs", GAME).stdout
    for words in ("## Counters", "### Cities and towns", "Rhine", "| die |"):
        assert words in page


def test_the_page_of_a_game_of_areas_names_cards_units_and_neighbours() -> None:
    page = run("docs", AREAS).stdout
    for card in tomllib.loads((AREA_FOLDER / "cards.toml").read_text(encoding="utf-8"))["card"]:
        assert f"| {card['id']} | {card['name']} | {', '.join(card['who'])} |" in page
        assert f"| {card['lasts']} | {card['says']} | {card['source']} |" in page
    for area in tomllib.loads((AREA_FOLDER / "map.toml").read_text(encoding="utf-8"))["area"]:
        assert f"| {area['kind']} | {', '.join(area['adjacent'])} | {area['source']} |" in page
    for words in (
        "| battleship | Battleship | BB | sea | 10 | 2 | 4 | 4 | 3 | rulebook, Units",
        "- city, major: London, Brussels, Paris, Dusseldorf, Luxembourg",
        "| sea | none | 7 | 2, 16, 17, 18, 21, 25, 26 |",
        "|  | submarine | battleship | cruiser | transport | infantry |",
        "| 26 | 2 | 1 | 1 | 1 |  |",
        "| all | 4 | 1 | 1 | 1 | 15 |",
        "- name: three\\_players\n- players: 3 (germany; france; britain)",
        "- name: two\\_players\n- players: 2 (germany; france and britain)",
        "- allies share: yes",
    ):
        assert words in page


# data packs


def test_a_pack_replaces_a_file(tmp_path: Path) -> None:
    text = (FOLDER / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace("[[12, 8],", "[[13, 7],"), encoding="utf-8")
    out = tmp_path / "map.svg"
    assert run("map", GAME, "--setup", "--pack", tmp_path, "-o", out).exit_code == 0
    assert ">13-7<" in out.read_text(encoding="utf-8")


def test_a_pack_adds_a_scenario(tmp_path: Path) -> None:
    text = (AREA_FOLDER / "scenarios" / "two_players.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "my.toml").write_text(text.replace("rounds = 10", "rounds = 1"), encoding="utf-8")
    found = data("random", AREAS, "--pack", tmp_path, "--scenario", "my", "--games", 2, "--jobs", 2, "--json")
    assert found["errors"] == []
    assert found["mean_turns"] == 1
    assert list(found["results"]) == ["my"]
    line = fails("random", AREAS, "--pack", tmp_path, "--scenario", "yours", "--games", 1)
    assert "no scenario 'yours'; scenarios: two_players, three_players, my; or give a file.toml" in line
    assert "### 1940 for two" in run("docs", AREAS, "--pack", tmp_path).stdout


# scenarios of a player's own


@pytest.fixture
def own_scenario(tmp_path: Path) -> Path:
    """One round, and a few units of the player's own choice."""
    text = (AREA_FOLDER / "scenarios" / "two_players.toml").read_text(encoding="utf-8")
    armies = "[setup.france]\nParis = { infantry = 5 }\n[setup.britain]\nLondon = { tank = 4 }\n"
    file = tmp_path / "mine.toml"
    file.write_text(
        text.replace("rounds = 10", "rounds = 1") + armies + "[setup.germany]\nMayence = { tank = 3 }\n",
        encoding="utf-8",
    )
    return file


def test_a_scenario_of_ones_own(own_scenario: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    words = ["--scenario", own_scenario, "--games", 2, "--jobs", 2, "--record", folder, "--json"]
    found = data("random", AREAS, *words)
    assert found["errors"] == []
    assert list(found["results"]) == [str(own_scenario)]
    for file in folder.iterdir():
        assert run("verify", file).stdout.startswith("OK: ")
    assert run("map", AREAS, "--scenario", own_scenario, "-o", tmp_path / "map.svg").exit_code == 0
    picture = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert all(f">{text}<" in picture for text in ("5 inf", "4 tank", "3 tank"))
    cut = tmp_path / "cut.toml"
    cut.write_text(run("position", "--record", file, "--at", 2).stdout, encoding="utf-8")
    result = run("position", cut, "--scenario", own_scenario)
    assert result.exit_code == 0
    assert "Round 1 of 1" in result.stdout


def test_an_error_in_a_scenario_of_ones_own_names_its_file(own_scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meuse.load(AREAS), "faults", lambda state: ["the sky is green"])
    result = run("random", AREAS, "--scenario", own_scenario, "--games", 1, "--jobs", 1, "--json")
    [error] = json.loads(result.stdout)["errors"]
    assert error["repeat"] == f"meuse random {AREAS} --scenario {own_scenario} --games 1 --seed 0"


def test_all_problems_of_a_scenario_at_once(tmp_path: Path) -> None:
    text = (FOLDER / "scenarios" / "1940.toml").read_text(encoding="utf-8")
    for old, new in (('"10-13 May", ', ""), ('"B.V"', '"B.X"'), ('"3533" =', '"9933" =')):
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    for words in (["random", GAME, "--games", 1], ["map", GAME, "-o", tmp_path / "map.svg"]):
        line = fails(*words, "--scenario", file)
        assert line.startswith(f"meuse: {file}: ")
        for problem in ("12 dates for 13 turns", "no unit B.X", "no hex 9933"):
            assert problem in line
    assert not (tmp_path / "map.svg").exists()
    assert "none.toml: cannot be read" in fails("random", GAME, "--scenario", tmp_path / "none.toml")


# broken data packs

BROKEN_PACKS: dict[str, tuple[str, str, str, str]] = {
    # name: file, what is replaced, by what, what the message says
    "unknown field": ("units.toml", 'name = "German panzer corps"', 'nom = "x"', "group 1"),
    "unknown field of a unit": ("units.toml", 'short = "15"', 'brief = "15"', "group 1 (German panzer corps), units 1"),
    "wrong type": ("units.toml", r"counters = 2", 'counters = "two"', "group 1 (German panzer corps), counters"),
    "missing field": ("units.toml", r"counters = 2\n", "", "counters"),
    "unknown nation": ("units.toml", 'nation = "german"', 'nation = "roman"', "group 1 (German panzer corps), nation"),
    "duplicate unit": ("units.toml", 'id = "G.19"', 'id = "G.15"', "unit G.15"),
    "fort in an unknown hex": ("units.toml", r'hex = "\d{4}"', 'hex = "9999"', "there is no land hex 9999; see"),
    "broken TOML": ("units.toml", r"\[\[group\]\]", "[[group]", "is not valid TOML"),
    "bad letter": ("map.toml", r"^42  ~ ~", "42  ? ~", "layers.terrain, line 42, hex 4219"),
    "short line": ("map.toml", r"^42  ~ ", "42  ", "layers.terrain, line 42: 25 letters"),
    "missing line": ("map.toml", r"^42 .*\n", "", "layers.terrain: line 42 is missing"),
    "line twice": ("map.toml", r"^42 ", "41 ", "line 41"),
    "no neighbours": ("map.toml", '"1235/1236"', '"1235/3036"', "1235 and 3036 are not neighbours"),
    "hexside of one hex": ("map.toml", '"1235/1236"', '"1235"', "is no hexside"),
    "missing hex": ("map.toml", '"1235/1236"', '"1235/9936"', "9936"),
    "unknown country": ("map.toml", 'G = "germany"', 'G = "prussia"', "'prussia' is no country"),
    "land of nobody": ("map.toml", r"^41( -){18} N", "41" + " -" * 19, "belongs to no country"),
    "unknown terrain": ("map.toml", 'r = "rough"', 'r = "jungle"', "'jungle'"),
    "unit set up in an unknown hex": ("scenarios/1940.toml", '"3633" =', '"9933" =', "no hex 9933"),
    "unknown unit in the set-up": ("scenarios/1940.toml", '"B.V"', '"B.X"', "no unit B.X"),
    "dates": ("scenarios/1940.toml", '"10-13 May", ', "", "dates: 12 dates for 13 turns"),
    "unknown result": ("tables.toml", '"AS", "AS", "DR"', '"AS", "XX", "DR"', "crt, rows 1"),
    "unknown hex in a table": ("tables.toml", '"3633", "3634"', '"9933", "3634"', "dyle_breda, hexes"),
    "clause twice": ("clauses.toml", 'id = "1.0b"', 'id = "1.0a"', "clause: '1.0a' is given twice; give it once"),
    "unknown default": ("rulings.toml", 'default = "each"', 'default = "every"', "option halving"),
    "rows of the combat table": ("tables.toml", r'  \["AE", "AE", "AE", "AE", "AS".*\n', "", "crt, rows: Expected"),
    "terrain without a price": ("tables.toml", r"^sea = .*\n", "", "terrain: sea is missing"),
    "no bottom level": ("tables.toml", "from = -9", "from = 0", "let the last begin from -5 or less"),
    "stacking": ("scenarios/1940.toml", "^stacking = 3", "stacking = 0", "stacking: Expected `int` >= 1"),
    "supply crisis": ("scenarios/1939.toml", '"crisis_check", ', "", "crisis: the table and the phase"),
    "unit left out": ("scenarios/1940.toml", r'^"3633" = .*\n', "", "setup.allied: B.V is left out"),
    "unit in the sea": ("scenarios/1940.toml", '"3633" =', '"4219" =', "setup.allied, 4219, B.V"),
    "fort in the sea": ("units.toml", 'hex = "2731"', 'hex = "4219"', "hex: there is no land hex 4219; see map.toml"),
    "unknown type": ("units.toml", 'type = "panzer"', 'type = "tank"', "type: Invalid enum value 'tank'"),
    "no Ruhr": ("map.toml", 'R = "ruhr"', 'R = "city"', "no letter stands for ruhr"),
    "style": ("map.toml", "hex_km = 25.2", 'hex_km = "far"', "style, hex_km"),
    "missing option": ("rulings.toml", 'name = "halving"', 'name = "halves"', "option: there is no option halving"),
    "ruling twice": ("rulings.toml", '^id = "A02"', 'id = "A01"', "ruling: 'A01' is given twice"),
    "huge number": ("tables.toml", "^first = 2 ", f"first = {10**30} ", "halt, first: the number is too large"),
    "not for this game": ("oob.toml", "", "", "no data file oob.toml"),
}  # fmt: skip


def break_pack(folder: Path, file: str, old: str, new: str) -> Path:
    """A pack with one file of the game, changed in one place."""
    target = folder / file
    target.parent.mkdir(parents=True, exist_ok=True)
    if not (FOLDER / file).exists():
        target.write_text("")
        return target
    text = (FOLDER / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text, "nothing was broken"
    target.write_text(changed, encoding="utf-8")
    return target


@pytest.mark.parametrize("case", BROKEN_PACKS)
def test_a_broken_pack_names_file_and_entry(case: str, tmp_path: Path) -> None:
    file, old, new, says = BROKEN_PACKS[case]
    target = break_pack(tmp_path / "pack", file, old, new)
    line = fails("rules", GAME, "--pack", tmp_path / "pack")
    assert str(target) in line
    assert says in line


def test_packs_that_are_none(tmp_path: Path) -> None:
    assert "no such folder" in fails("rules", GAME, "--pack", tmp_path / "none")
    assert "holds no TOML file" in fails("rules", GAME, "--pack", tmp_path)
    (tmp_path / "map.toml").write_bytes(b"\xff\xfe\x00")
    assert "map.toml: cannot be read" in fails("rules", GAME, "--pack", tmp_path)


def test_a_whole_copy_of_the_data_is_a_pack(tmp_path: Path, record: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "pack")
    assert run("verify", record, "--pack", tmp_path / "pack").exit_code == 0
