"""What docs/laboratory.md shows can be done as it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

import meuse
from meuse.cli import app
from meuse.lab import BUILT_IN, play
from tests.lab.kit import plans

PAGE = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


@pytest.mark.parametrize("text", blocks("python"))
def test_its_python_runs(text: str) -> None:
    names: dict[str, Any] = {}
    exec(text, names)
    if "Orders" in names:
        rows = [play(plan, (names["Orders"],)) for plan in plans(2)]
        asked = names["Orders"].merge(rows, meuse.load("victory_or_defeat"), "1939")
        assert asked.keys() == {"german", "allied"} and min(asked.values()) > 10
    else:
        assert names["summary"]["games"] == 3


@pytest.mark.parametrize("text", blocks(""))
def test_its_commands_can_be_read(text: str) -> None:
    _, command, *words = shlex.split(text.replace("\\\n", " "))
    parser = typer.main.get_command(app).commands[command]  # type: ignore[attr-defined]
    parser.make_context(command, list(words))


def test_its_columns_are_those_of_a_row() -> None:
    told = set(
        re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")))
    )
    sides = {"losses_german", "losses_allied"}
    assert set(play(plans(1)[0], BUILT_IN)) - sides == told
