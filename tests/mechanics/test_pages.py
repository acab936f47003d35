"""Pages on what games are made of, straight from their files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from meuse.engine.data import DataFolder
from meuse.mechanics.pages import area_map, scenarios

SCENARIO = """
title = "A winter"
about = "Snow."
players = [["red"], ["blue", "green"]]
turns = 3
dates = ["December", "January"]
points = { red_side = 2, frozen = true }
source = "rulebook 1"
[setup.red]
source = "our guess"
[setup.red.units]
"A" = ["r.1"]
"""
MAP = """
[board]
source = "drawn by hand"
[[area]]
id = "1"
name = "1"
kind = "land"
owner = "red"
adjacent = ["Bay"]
source = "rulebook 2"
city = "major"
tags = ["forest"]
[[area]]
id = "Bay"
name = "Cold Bay"
kind = "sea"
owner = "none"
adjacent = ["1"]
source = "rulebook 3"
"""


def game(folder: Path) -> Any:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "winter.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "map.toml").write_text(MAP, encoding="utf-8")
    return SimpleNamespace(data=DataFolder(folder, None), scenarios=("winter",))


def test_a_scenario_shows_its_facts_and_every_source(tmp_path: Path) -> None:
    assert scenarios(game(tmp_path)).split("\n\n") == [
        "### A winter",
        "Snow.",
        "- name: winter\n- players: 2 (red; blue and green)\n- turns: 3\n- dates: December, January\n"
        "- points: red side: 2, frozen: yes",
        "Where it comes from:",
        "- source: rulebook 1\n- setup, red, source: our guess",
    ]


def test_what_is_said_of_some_areas_only_is_special(tmp_path: Path) -> None:
    text = area_map(game(tmp_path))
    assert text.startswith("2 spaces: 1 land and 1 sea.\n\nSource: drawn by hand.")
    assert "- city, major: 1\n- forest: 1" in text
    assert "| Bay | Cold Bay | sea | 1 | rulebook 3 |" in text
