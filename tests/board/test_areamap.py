"""The text form of an area map: what it gives, and how it complains."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meuse.board import AreaMap
from meuse.board.maptables import AreaFile
from meuse.board.picture import area_chart, plan


def area(name: str, adjacent: list[str], **more: Any) -> dict[str, Any]:
    x = float("ABC".index(name[0]))
    outline = [[(x, 0.0), (x + 1, 0.0), (x + 1, 1.0), (x, 1.0)]]
    usual = {"name": name, "kind": "land", "owner": "none", "region": "here", "at": (x + 0.5, 0.5), "source": "test"}
    return {"id": name, "adjacent": adjacent, "outline": outline} | usual | more


SMALL: dict[str, Any] = {
    "board": {"kind": "areas", "title": "Small 1940", "size": (3.0, 1.0), "source": "test"},
    "kinds": {"area": {"land": [], "sea": ["water"]}},
    "area": [
        area("A", ["B"], tags=["swamp", "capital"], city="port", city_at=(0.5, 0.5)),
        area("B", ["A", "C"], tags=["supply:red"]),
        area("C", ["B"], kind="sea", tags=["supply:blue", "yard:red"]),
    ],
    "line": [{"kind": "wall", "points": [(0.0, 0.5), (1.0, 0.5), (2.0, 0.5)]}],
    "style": {
        "legend_box": (0.0, 0.0, 2.0, 1.0),
        "cities": {"port": {"label": "Port", "fill": "#112233"}},
        "line": {"wall": {"label": "Wall", "line": "fortified", "colour": "#445566"}},
        "tag": {
            "capital": {"label": "Seat", "words": "capital", "star": True},
            "swamp": {"label": "Swamp", "words": "Wet", "fill": "#778899", "mark": "reeds", "ink": "#000000"},
            "supply": {"words": "Supply of {}"},
        },
    },
}


class Fault(Exception):
    """What the loader raises: place and problem."""


def read(**changes: Any) -> AreaMap:
    file = msgspec.convert(SMALL | changes, AreaFile)
    return AreaMap(file, lambda place, problem: Fault(f"{place}: {problem}"))


def test_areas_by_kind_and_tag() -> None:
    made = read()
    names = {
        tag: made.board.names(made.tagged(tag)) for tag in ("land", "sea", "water", "swamp", "supply", "supply:red")
    }
    assert names == {
        "land": ["A", "B"], "sea": ["C"], "water": ["C"], "swamp": ["A"], "supply": ["B", "C"], "supply:red": ["B"],
    }  # fmt: skip
    assert {value: made.board.names(areas) for value, areas in made.valued("supply").items()} == {
        "red": ["B"], "blue": ["C"],
    }  # fmt: skip
    assert made.tagged("forest") == 0 and made.valued("swamp") == {}


def test_tags_are_drawn_and_said_as_the_style_has_it() -> None:
    made = read()
    svg = area_chart(made)
    assert 'fill="#778899"' in svg and "#mark-reeds" in svg and "<polygon" in svg and 'stroke="#445566"' in svg
    assert all(f">{word}</text>" in svg for word in ("Seat", "Port", "Swamp", "Wall"))
    spaces = {space.id: space.info for space in plan(made).spaces}
    assert spaces["A"] == ("Land", "Port, capital", "Wet")
    assert spaces["B"] == ("Land", "Supply of Red") and spaces["C"] == ("Sea", "Supply of Blue")


def changed(number: int, **more: Any) -> dict[str, Any]:
    areas = list(SMALL["area"])
    areas[number] = areas[number] | more
    return {"area": areas}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (changed(0, adjacent=["B", "D"]), "area A, adjacent: there is no area D"),
        (changed(0, adjacent=["B", "C"]), "area A, adjacent: C does not name A in turn"),
        (changed(1, id="A"), "area A: this id is given twice"),
        (changed(1, kind="lake"), r"area B: there is no kind 'lake'; kinds: land, sea; or add it to \[kinds.area\]"),
        (changed(1, city="town"), r"area B, city: no look for 'town'; known: port; or add \[style.cities\]"),
        (changed(0, city_at=None), "area A: its city has no place; give one"),
        (
            {"style": SMALL["style"] | {"tag": {"swamp": {"mark": "frogs"}}}},
            "style.tag.swamp: there is no mark 'frogs'",
        ),
    ],
)
def test_a_broken_map_is_named_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Fault, match=message):
        read(**changes)
