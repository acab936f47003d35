"""Data files, packs and the ledger: what they give, and how they complain."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest
import tomli

from meuse.cli.ledger import covered, marks
from meuse.engine import DataError, Ledger
from meuse.engine.data import DataFolder, Strict, parse
from tests.engine.coin import CLAUSES, RULINGS


class Unit(Strict):
    id: str
    steps: list[int]


class Units(Strict):
    unit: list[Unit]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unit = [", "units.toml: is not valid TOML"),
        ("", "units.toml: Object missing required field `unit`"),
        ('[[unit]]\nid = "a"\nsteps = ["x"]', r"units.toml: unit 1 \(a\), steps 1: Expected `int`, got `str`"),
        ('[[unit]]\nid = "a"\nsteps = []\nstep = 1', r"unit 1 \(a\): Object contains unknown field `step`"),
        ('[[unit]]\nid = "a"\nsteps = []\n[[unit]]\nid = 3\nsteps = []', r"unit 2 \(3\), id: Expected `str`"),
    ],
)
def test_an_error_names_file_entry_and_field(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(text, Units, "units.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "clauses.toml").write_text(CLAUSES)
    (tmp_path / "data" / "rulings.toml").write_text(RULINGS)
    return tmp_path / "data"


def test_a_pack_takes_the_place_of_files_and_changes_the_hash(folder: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "clauses.toml").write_text(CLAUSES.replace("A player tosses", "Somebody tosses"))
    plain, packed = DataFolder(folder), DataFolder(folder, pack)
    assert Ledger(packed).clauses["1.0a"].says.startswith("Somebody")
    assert plain.hash() != packed.hash()
    (pack / "clauses.toml").write_text("# only a comment differs\n" + CLAUSES)
    assert DataFolder(folder, pack).hash() == plain.hash()


def test_a_pack_must_be_a_folder_of_known_files(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: no such folder; a data pack is a folder"):
        DataFolder(folder, tmp_path / "nowhere")
    pack = tmp_path / "pack"
    pack.mkdir()
    with pytest.raises(DataError, match=r"the pack holds no TOML file; the game has clauses.toml, rulings.toml"):
        DataFolder(folder, pack)
    (pack / "clause.toml").write_text("")
    with pytest.raises(DataError, match=r"clause.toml: the game has no data file clause.toml; it has clauses"):
        DataFolder(folder, pack)
    (pack / "clause.toml").rename(pack / "clauses.toml")
    (pack / "clauses.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"clauses.toml: cannot be read"):
        DataFolder(folder, pack)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("clauses", 'id = "1.0b"', 'id = "1.0a"', "clauses.toml: clause: '1.0a' is given twice; give it once"),
        (
            "clauses",
            'kind = "rule"',
            'kind = "rule"\nrulings = ["A9"]',
            "clause 1.0a, rulings: there is no ruling A9; see rulings",
        ),
        (
            "rulings",
            'clauses = ["1.0a"]',
            'clauses = ["9.9z"]',
            "rulings.toml: ruling A01, clauses: there is no clause 9.9z; see clauses.toml",
        ),
        (
            "rulings",
            'option = "heads"',
            'option = "tails"',
            "rulings.toml: ruling A01, option: there is no option tails",
        ),
        ("rulings", "default =", 'ruling = "A9"\ndefault =', "option heads, ruling: there is no ruling A9"),
        ("rulings", 'value = "one"', 'value = "three"', "option heads, values: 'three' is given twice"),
        ("rulings", 'id = "A01"', 'id = " "', r"rulings.toml: ruling 1 \( \), id: Expected `str` matching"),
        ("rulings", 'default = "three"', 'default = "two"', "option heads: the default 'two' is not among"),
        ("clauses", 'kind = "rule"', 'kind = "law"', r"clause 1 \(1.0a\), kind: Invalid enum value 'law'"),
    ],
)
def test_a_ledger_that_does_not_hold_together(folder: Path, file: str, old: str, new: str, message: str) -> None:
    path = folder / f"{file}.toml"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DataError, match=message):
        Ledger(DataFolder(folder))


@pytest.mark.parametrize("what", ["ruling", "option"])
def test_doubled_rulings_and_options_are_told_with_their_file(folder: Path, what: str) -> None:
    path = folder / "rulings.toml"
    head, ruling = RULINGS.split("[[ruling]]")
    path.write_text(RULINGS + "[[ruling]]" + ruling if what == "ruling" else head + RULINGS)
    name = {"ruling": "A01", "option": "heads"}[what]
    with pytest.raises(DataError, match=rf"rulings.toml: {what}: '{name}' is given twice; give it once"):
        Ledger(DataFolder(folder))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("clauses", 'id = "1.0b"', 'id = "7.0a"', "clauses.toml: clause 1.0b: it is missing, and the game needs it"),
        (
            "rulings",
            '"heads"',
            '"luck"',
            "rulings.toml: option heads: it is missing.* with three, one; option luck: the game knows no such option",
        ),
        (
            "rulings",
            'value = "one"',
            'value = "two"',
            "option heads: the game knows no value 'two'; it knows three, one",
        ),
    ],
)
def test_a_pack_keeps_what_the_code_speaks_of(
    folder: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / f"{file}.toml").write_text((folder / f"{file}.toml").read_text().replace(old, new))
    with pytest.raises(DataError, match=message):
        Ledger(DataFolder(folder, pack))


class Table(Strict):
    row: dict[str, dict[str, int]] = {}
    kind: dict[Literal["a", "b"], int] = {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[row."x.y"]\na = 1\n[row.z]\na = 1\nb = "2"', "t.toml: row, z, b: Expected `int`, got `str`"),
        ("kind = { c = 1 }", "t.toml: kind: Invalid enum value 'c'"),
        ("row = { x = { a = inf } }", "t.toml: row, x, a: inf is no number one can use; give a finite one"),
        (f"row = {{ x = {{ a = {2**63} }} }}", "t.toml: row, x, a: the number is too large"),
        (f"row = {'9' * 5000}", "t.toml: is not valid TOML: "),
    ],
)
def test_an_error_names_the_key_of_a_table_and_odd_numbers(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(text, Table, "t.toml")


def refuse_to_parse(text: str) -> None:
    raise AssertionError("the parser was called")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{'a.' * 20_000}a = 1", "t.toml: has a key of too many parts; at most 8 may be joined with dots"),
        (f"x = 1.5\n[{'a . ' * 8}a]", "a key of too many parts"),
        ('"a".' * 8 + "'a' = 1", "a key of too many parts"),
        (f'x = {{a = """"a"""", {"b." * 9}b = "1"}}', "a key of too many parts"),
        (f"x = {{a = '''a''''', {'b.' * 9}b = '1'}}", "a key of too many parts"),
        (f'x = "\\\\" # "\n{"b." * 9}b = 1', "a key of too many parts"),
        (f"row = {'[' * 5000}", "t.toml: is nested too deeply; at most 16 brackets may be open at once"),
        (f"row = {'{a = ' * 17}1{'}' * 17}", "is nested too deeply"),
        ("# a comment\n" * 30_000, "t.toml: is too large: a file has at most 256 KB"),
    ],
)
def test_what_would_choke_the_parser_never_reaches_it(monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    monkeypatch.setattr("tomli.loads", refuse_to_parse)
    with pytest.raises(DataError, match=message):
        parse(text, Table, "t.toml")


@pytest.mark.parametrize(
    "text",
    [
        f"x = {['1.5'] * 40}\nday = 1940-05-10T05:35:00.000",
        f'x = "{"a." * 50}"\n# {"[" * 50}\ny = """\n{"[" * 50} \\""" {"a." * 50}"""""',
        f"x = '{'a.' * 50}'\ny = '''\n{'{' * 50}\\ {'a.' * 50}'''",
        "[a.b.c.d.e.f.g.h]\n[[a.b.c.d.x]]\n" + "y = " + "[" * 16 + "]" * 16,
    ],
)
def test_what_is_in_strings_and_comments_is_no_key(text: str) -> None:
    assert parse(text, dict[str, object], "t.toml") == tomllib.loads(text)


def test_a_file_is_parsed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For its hash and for all that load it; what one of them changes the others do not see."""
    real, parsed = tomli.loads, []
    monkeypatch.setattr("tomli.loads", lambda text: parsed.append(text) or real(text))
    data = DataFolder(folder)
    Ledger(data)
    data.hash()
    data.load("clauses.toml", dict[str, Any])["clause"][0].clear()
    assert data.load("clauses.toml", dict[str, Any]) == real(CLAUSES)
    assert sorted(parsed) == sorted([CLAUSES, RULINGS])


def test_a_pack_may_add_files_where_the_game_is_open(folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "pack" / "scenarios" / "mine.toml"
    new.parent.mkdir(parents=True)
    new.write_text('title = "Mine"')
    problem = r"mine.toml: the game has no data file scenarios/mine.toml; it has clauses.toml, rulings.toml"
    with pytest.raises(DataError, match=rf"{problem}$"):
        DataFolder(folder, tmp_path / "pack")
    with pytest.raises(DataError, match=rf"{problem}; a pack may add files to boards/$"):
        DataFolder(folder, tmp_path / "pack", ("boards/",))
    packed = DataFolder(folder, tmp_path / "pack", ("boards/", "scenarios/"))
    assert packed.names("scenarios/") == ["scenarios/mine.toml"]
    assert packed.load("scenarios/mine.toml", dict[str, str]) == {"title": "Mine"}
    assert packed.hash() != DataFolder(folder).hash()
    new.write_text("title = 3")
    again = DataFolder(folder, tmp_path / "pack", ("scenarios/",))
    with pytest.raises(DataError, match=r"pack/scenarios/mine.toml: title: Expected `str`, got `int`"):
        again.load("scenarios/mine.toml", dict[str, str])


def test_coverage_counts_the_marks_of_tests(folder: Path, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    ledger = Ledger(DataFolder(folder))
    assert covered(ledger, tests).missing == ["1.0a"]
    (tests / "test_toss.py").write_text('@clause("1.0a", "9.9")\ndef test_toss():\n    assert 1 + 1 == 2\n')
    assert (covered(ledger, tests).clauses, covered(ledger, tests).covered) == (1, 1)
    assert marks(tests) == {"1.0a": ["test_toss.py:1"], "9.9": ["test_toss.py:1"]}
