"""Clauses, rulings and charts of this game: whole, and every name used is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meuse.games
from meuse.engine.ledger import Ledger

from .kit import CHARTS, DATA

LEDGER = Ledger(DATA)
FILES = sorted((Path(meuse.games.__file__).parent / "france_1940").glob("*.py"))


def test_the_ledger_is_whole() -> None:
    """670 clauses in 14 chapters, 611 of them to be tested; 104 rulings about the text and 5 about sight."""
    assert len(LEDGER.clauses) == 670 and len(LEDGER.chapters) == 14
    tested = [clause for clause in LEDGER.clauses.values() if clause.kind not in ("definition", "advice")]
    assert len(tested) == 611
    assert sum(name.startswith("G") for name in LEDGER.rulings) == 104
    assert [name for name in LEDGER.rulings if name.startswith("S")] == ["S1", "S2", "S3", "S4", "S5"]


def test_clauses_and_rulings_name_each_other() -> None:
    pairs = {(name, ruling) for name, clause in LEDGER.clauses.items() for ruling in clause.rulings}
    assert pairs == {(clause, name) for name, ruling in LEDGER.rulings.items() for clause in ruling.clauses}


def test_every_clause_belongs_to_a_chapter() -> None:
    chapters = {chapter.number for chapter in LEDGER.chapters}
    assert {re.match(r"\d+", name).group() for name in LEDGER.clauses} == chapters  # type: ignore[union-attr]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_code_cites_clauses_and_rulings_that_exist(file: Path) -> None:
    text = file.read_text()
    cited = set(re.findall(r"\b(?:[GS]\d{2}[a-z]?|S\d)\b", text)) - set(LEDGER.rulings)
    clauses = set(re.findall(r"\b\d{1,2}(?:\.\d{1,2})*(?:[a-z]|t\d+)\b", text)) - set(LEDGER.clauses)
    assert not cited and not clauses


def test_the_charts_cite_clauses() -> None:
    rows = [row.move_clause for row in CHARTS.terrain.values()] + [row.spot_clause for row in CHARTS.terrain.values()]
    rows += [CHARTS.crest.clause, CHARTS.way.road.clause, CHARTS.way.trail.clause, CHARTS.way.pontoon.clause]
    rows += [CHARTS.added.uphill.clause, CHARTS.added.river.clause]
    assert set(rows) <= set(LEDGER.clauses)
