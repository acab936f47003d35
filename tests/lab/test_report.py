"""The report: whole, in one file, and its drawings are drawings."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

import meuse
from meuse.lab import BUILT_IN, Lab, on_cores, summarize
from meuse.lab.report import page
from meuse.lab.report.plots import columns, heat_colour, steps
from meuse.lab.summary import points_apart
from tests.lab.kit import EVERY, Verbs, plans

KINDS = (*BUILT_IN, Verbs)


@cache
def report(name: str, scenario: str) -> str:
    rows = list(Lab(on_cores(1), KINDS).run(plans(3, name, scenario)))
    game = meuse.load(name)
    return page(game, summarize(game, scenario, rows, KINDS))


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_a_report_needs_nothing_else(name: str, scenario: str) -> None:
    text = report(name, scenario)
    outside = re.findall(r'(?:src|href)="(?!data:)[^"]*"|url\((?!data:)[^)]*\)|@import', text)
    assert outside == []
    assert "<script" not in text


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_every_drawing_is_sound(name: str, scenario: str) -> None:
    drawings = re.findall(r"<svg .*?</svg>", report(name, scenario), re.DOTALL)
    assert len(drawings) >= 6
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert not re.search(r"[\"\s,(]nan\b", drawing)
        assert root.attrib["aria-label"]


def test_it_tells_what_was_asked() -> None:
    text = report("victory_or_defeat", "1940")
    chapters = re.findall(r"<h2>(.*?)</h2>", text)
    assert chapters == [
        "Who wins", "Beside history", "German victory points", "Losses", "What fell, and when", "How long it lasts",
        "Where it is fought", "Which rules were used", "Own statistics",
    ]  # fmt: skip
    assert "designer&#x27;s note" in text
    assert "verbs a game" in text
    assert "in either direction. These games do not tell on which side of history play lies on average." in text


@pytest.mark.parametrize(
    ("points", "tells"),
    [
        ([5], "These games do not tell"),
        ([7, 7, 7], "These games do not tell"),
        ([4, 5, 7] * 4, "These games do not tell"),
        ([6, 7, 7] * 4, "On average play scores more"),
        ([0, 1, 2] * 4, "On average play scores less"),
    ],
)
def test_the_distance_from_history_has_an_interval(points: list[int], tells: str) -> None:
    found = points_apart(5, points)
    assert found["tells"].startswith(tells)
    assert found["distance"]["mean"] == pytest.approx(sum(abs(one - 5) for one in points) / len(points), abs=1e-4)
    assert (found["distance"]["low"] is None) == (len(points) == 1)


def test_a_rule_that_never_fires_shows() -> None:
    text = report("victory_or_defeat", "1940")
    never = dict(re.findall(r"<li><b>(.*?)</b>(.*?)</li>", text))
    assert "4.11e" in never  # no recruit ever won the war
    assert "4.1a" not in never  # a rule of another scenario
    assert len(never) == text.count('class="never"')


def test_games_that_broke_are_told_and_left_out() -> None:
    rows = list(Lab(on_cores(1)).run(plans(2)))
    broken = {**rows[0], "seed": 9, "error": "LookupError: lost the map"}
    summary = summarize(meuse.load("victory_or_defeat"), "1939", [*rows, broken])
    assert summary["games"] == 2
    assert [error["seed"] for error in summary["errors"]] == [9]
    assert "1 game broke off" in page(meuse.load("victory_or_defeat"), summary)


def test_scales() -> None:
    assert steps(0) == [0.0, 1.0]
    assert steps(7) == [0.0, 2.0, 4.0, 6.0, 8.0]
    assert heat_colour(0.0) == "#e9c46a"
    assert heat_colour(1.0) == "#6e1414"
    assert columns({3: 1}, "one", "#000").count("<rect") == 1
