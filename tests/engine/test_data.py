"""Data files, packs and the ledger: what they give, and how they complain."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from meuse.engine import DataError, Ledger
from meuse.engine.data import DataFolder, Strict, parse
from meuse.engine.ledger import marks
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
        ("clauses", 'id = "1.0b"', 'id = "1.0a"', "clauses.toml: clause 1.0a: this id is given twice"),
        ("clauses", 'kind = "rule"', 'kind = "rule"\nrulings = ["A9"]', "clause 1.0a: there is no ruling A9"),
        (
            "rulings",
            'clauses = ["1.0a"]',
            'clauses = ["9.9z"]',
            "rulings.toml: ruling A01, clauses: there is no clause 9.9z",
        ),
        (
            "rulings",
            'option = "heads"',
            'option = "tails"',
            "rulings.toml: ruling A01, option: there is no option 'tails'",
        ),
        ("rulings", "default =", 'ruling = "A9"\ndefault =', "option heads, ruling: there is no ruling A9"),
        ("rulings", 'value = "one"', 'value = "three"', "option heads: the value 'three' is given twice"),
        ("rulings", 'id = "A01"', 'id = " "', "rulings.toml: ruling: an id is empty"),
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
    with pytest.raises(DataError, match=rf"rulings.toml: {what} {name}: this id is given twice"):
        Ledger(DataFolder(folder))


def test_what_a_game_requires_of_its_ledger(folder: Path) -> None:
    ledger = Ledger(DataFolder(folder))
    ledger.require(["1.0a"], {"heads": ("one", "three")})
    with pytest.raises(DataError, match=r"clauses.toml: clause 7.0a: it is missing, and the game needs it"):
        ledger.require(["7.0a"], {})
    with pytest.raises(DataError, match=r"rulings.toml: option luck: it is missing.* with the values good, bad"):
        ledger.require([], {"luck": ("good", "bad")})
    with pytest.raises(DataError, match=r"option heads: the game knows no value 'one'; it knows three"):
        ledger.require([], {"heads": ("three",)})
    with pytest.raises(DataError, match=r"option heads: the game knows no such option; it knows $"):
        ledger.require([], {})


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
        (f"row = {'[' * 5000}", "t.toml: is not valid TOML: "),
    ],
)
def test_an_error_names_the_key_of_a_table_and_odd_numbers(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(text, Table, "t.toml")


def test_coverage_counts_the_marks_of_tests(folder: Path, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    ledger = Ledger(DataFolder(folder))
    assert ledger.coverage(tests).missing == ["1.0a"]
    (tests / "test_toss.py").write_text('@clause("1.0a", "9.9")\ndef test_toss():\n    assert 1 + 1 == 2\n')
    assert (ledger.coverage(tests).clauses, ledger.coverage(tests).covered) == (1, 1)
    assert marks(tests) == {"1.0a": ["test_toss.py:1"], "9.9": ["test_toss.py:1"]}
