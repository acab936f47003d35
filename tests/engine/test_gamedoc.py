"""The page of a game: what all games share, and room for what each of them adds."""

from __future__ import annotations

from typing import Any

import pytest

from meuse.engine import gamedoc
from tests.engine.coin import CoinGame, coin_game


def test_a_game_without_pages_of_its_own_has_options_rulings_and_clauses() -> None:
    page = gamedoc.page(coin_game())
    assert page.startswith("# Coin\n\n![The map of Coin](../pictures/coin.png)")
    assert "1 scenario, 2 clauses, 1 ruling, 1 option. Sides: odd, even." in page
    chapters = [line for line in page.splitlines() if line.startswith("## ")]
    assert chapters == ["## Options", "## Rulings", "## Clauses"]
    assert "| heads | three | Three heads win. |" in page
    assert "- **1.0b** Secret (definition): A whisper is heard by nobody." in page


def test_a_game_adds_chapters_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoinGame, "pages", lambda self: [("Coins", "One."), ("Table", "Round.")])
    page = gamedoc.page(coin_game())
    assert page.index("## Coins\n\nOne.") < page.index("## Table\n\nRound.") < page.index("## Options")


def test_tables_show_text_as_it_is() -> None:
    assert gamedoc.tabular(("a", "b"), [("x|y", "*z_")]) == "| a | b |\n|---|---|\n| x\\|y | \\*z\\_ |"


def test_sections_of_numbers() -> None:
    data: dict[str, dict[str, Any]] = {
        "odds": {"columns": ["1:1", "2:1"], "rows": [["A", "B"], ["C", "D"]], "source": "rule 7"},
        "free_from": {"round": 4, "open": True, "units": ["tank", "gun"], "source": "rule 8"},
        "power": {"red": {"size": 3, "more": {"a": 1}}, "blue": {"size": 4}},
    }
    assert gamedoc.sections(data, "die").split("\n\n") == [
        "### odds",
        "| die | 1:1 | 2:1 |\n|---|---|---|\n| 1 | A | B |\n| 2 | C | D |",
        "Source: rule 7.",
        "### free from",
        "- round: 4\n- open: yes\n- units: tank, gun",
        "Source: rule 8.",
        "### power",
        "|  | size | more |\n|---|---|---|\n| red | 3 | a: 1 |\n| blue | 4 |  |",
    ]


def test_a_file_of_entries_shows_what_each_of_them_holds() -> None:
    data: dict[str, Any] = {
        "summary": "Two corps.",
        "source": "our guess",
        "group": [
            {"name": "Guards", "steps": [[4, 3], [2, 1]], "units": [{"id": "r.1", "name": "I Corps", "turn": 2}]},
            {"name": "Reserve", "steps": [[1, 1]], "units": [{"id": "r.2"}]},
        ],
        "setup": {"red": {"A": {"guns": 2}, "B": {"guns": 1, "tanks": 4}}},
    }
    assert gamedoc.sections(data).split("\n\n") == [
        "- summary: Two corps.",
        "Source: our guess.",
        "### group",
        "| name | steps |\n|---|---|\n| Guards | 4-3, 2-1 |\n| Reserve | 1-1 |",
        "**Guards**: r.1 I Corps (turn: 2).",
        "**Reserve**: r.2.",
        "### setup, red",
        "|  | guns | tanks |\n|---|---|---|\n| A | 2 |  |\n| B | 1 | 4 |\n| all | 3 | 4 |",
    ]
