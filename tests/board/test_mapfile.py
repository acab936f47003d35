"""The text form of a map: what it gives, and how it complains."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meuse.board.mapfile import MapTable, load_map

SMALL: dict[str, Any] = {
    "grid": {
        "shape": "pointy", "label": "{line:02}{place:02}", "shifted": "odd", "source": "test",
        "lines": {"first": 1, "last": 3, "runs": "up"},
        "places": {"even": [1, 3], "odd": [1, 3], "runs": "right"},
    },
    "terrain": {".": "clear", "~": "sea"},
    "countries": {"F": "france"},
    "layers": {"terrain": "03  . . ~\n02 . . ~\n01  . . .", "country": "3 F F -\n2 F F -\n1 F F F"},
    "hexside": [{"name": "Meuse", "kind": "river", "sides": ["0101/0102"], "source": "test"}],
    "place": [{"hex": "0202", "name": "Sedan", "kind": "town", "source": "test"}],
    "provenance": [{"layer": "terrain", "source": "test"}],
}  # fmt: skip


class Fault(Exception):
    """What the loader is told to raise: place and problem."""


def read(**changes: Any) -> Any:
    table = msgspec.convert(SMALL | changes, MapTable)
    return load_map(table, lambda place, problem: Fault(f"{place}: {problem}"))


def test_a_small_map() -> None:
    made = read()
    assert made.board.names(made.terrain["sea"]) == ["0203", "0303"]
    assert made.country["france"].bit_count() == 7
    assert made.places == {"Sedan": made.board.place("0202")}
    assert made.board.crosses(made.board.place("0101"), made.board.place("0102"), made.rivers["Meuse"])
    assert made.kinds["river"] == made.rivers["Meuse"]


def layers(terrain: str) -> dict[str, str]:
    return {"terrain": terrain, "country": SMALL["layers"]["country"]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layers": layers("3 . . ~\n2 . ~\n1 . . .")}, "layers.terrain, line 2: 2 letters, but the line has 3 hexes"),
        ({"layers": layers("3 . . ?\n2 . . ~\n1 . . .")}, r"line 3, hex 0303: unknown letter '\?'; known: \. ~"),
        ({"layers": layers("3 . . ~\n1 . . .")}, "layers.terrain: line 2 is missing"),
        ({"layers": layers("3 . . ~\n3 . . ~\n1 . . .")}, "line 3: this line is given twice"),
        ({"layers": layers("9 . . ~\n2 . . ~\n1 . . .")}, "line 9: no such line: lines run from 1 to 3"),
        (
            {"hexside": [{"name": "Meuse", "kind": "river", "sides": ["0101/0103"], "source": "t"}]},
            r"hexside 1 \(Meuse\): 0101 and 0103 are not neighbours",
        ),
        (
            {"hexside": [{"name": "Meuse", "kind": "river", "sides": ["0101"], "source": "t"}]},
            "'0101' is no hexside: write two neighbouring hexes",
        ),
        (
            {"place": [{"hex": "0909", "name": "Sedan", "kind": "town", "source": "t"}]},
            "place 'Sedan': no hex '0909' on this board",
        ),
    ],
)
def test_a_broken_map_is_named_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Fault, match=message):
        read(**changes)
