"""The documentation is true: its positions lay out, its Python runs, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meuse

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", blocks(ROOT / "docs" / "positions.md", "toml"))
def test_positions_in_the_docs_have_no_defect(text: str) -> None:
    assert meuse.load("victory_or_defeat").problems(text) == []


@pytest.mark.parametrize("text", blocks(ROOT / "README.md", "python"))
def test_python_in_the_readme_runs(text: str) -> None:
    names: dict[str, object] = {}
    exec(text, names)
    refusal = names["state"].explain("move G.19")  # type: ignore[attr-defined]
    assert refusal.clause == "5.0a"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_positions_page_names_every_field_and_phase() -> None:
    from meuse.games.victory_or_defeat.position import PHASES, PositionTable

    text = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    fields = [field for field in PositionTable.__struct_fields__ if field != "game"]
    assert [name for name in (*fields, *PHASES) if name not in text] == []
