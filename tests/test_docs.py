"""The documentation is true: its positions lay out, its Python runs, its links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import meuse
from meuse.engine import Record
from meuse.engine.position import form_of
from meuse.games import NAMES

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


POSITIONS = [(tomllib.loads(text)["game"], text) for text in blocks(ROOT / "docs" / "positions.md", "toml")]


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_positions_in_the_docs_have_no_defect(name: str, text: str) -> None:
    game = meuse.load(name)
    assert game.problems(text) == []
    assert game.position(text).options


def test_every_game_has_a_position_in_the_docs() -> None:
    assert {name for name, _ in POSITIONS} == set(NAMES)


@pytest.mark.parametrize("text", blocks(ROOT / "README.md", "python"))
def test_python_in_the_readme_runs(text: str) -> None:
    names: dict[str, object] = {}
    exec(text, names)
    refusal = names["state"].explain("move G.19")  # type: ignore[attr-defined]
    assert refusal.clause == "5.0a"


def test_the_record_in_the_docs_replays_to_its_hashes() -> None:
    [text] = blocks(ROOT / "docs" / "record-format.md", "")
    record = Record.read(re.sub(r'(?m)^(\[\w+ "[^"]*"\]).*$', r"\1", text))
    game = meuse.load(record.headers["Game"])
    state, complaints = record.verify(game)
    assert len(record.lines) == 4 and all(line.hash for line in record.lines)
    assert [complaint for complaint in complaints if not complaint.startswith("made with data")] == []
    assert state.rulings["fort_dr"] == "as"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("name", NAMES)
def test_positions_page_names_every_field_and_phase(name: str) -> None:
    game = meuse.load(name)
    sections = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8").split("\n## ")
    [text] = [section for section in sections if f'game = "{name}"' in section]
    fields = [f"`{field}`" for field in form_of(game).__struct_fields__]
    phases = [f'`"{phase}"`' for phase in game.READER.PHASES]
    assert [word for word in (*fields, *phases) if word not in text] == []
