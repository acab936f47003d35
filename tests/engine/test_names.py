"""What data files must respect beyond their types: names that exist, whole tables, nothing twice."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from meuse.engine.data import Strict
from meuse.engine.names import Names, defects, every, known, once

Hex = Annotated[str, known("hex")]


Colour = Literal["red", "blue"]


class Unit(Strict):
    id: str
    hex: Hex = ""


class File(Strict):
    ends: tuple[Hex, Hex] = ("A", "B")
    stacks: dict[Hex, list[Annotated[str, known("unit")]]] = {}
    unit: Annotated[list[Unit], once("id")] = []
    looks: Annotated[dict[Colour, str], every()] = field(default_factory=lambda: {"red": "", "blue": ""})
    costs: Annotated[dict[str, int], every("hill")] = field(default_factory=lambda: {"hill": 1})
    phases: Annotated[list[str], once(), Meta(max_length=9)] = []
    spare: Unit | None = None
    prices: Annotated[dict[Colour, int], every()] | None = None
    span: tuple[Hex, Hex] | None = None


NAMES = {"hex": Names(("A", "B"), "map.toml"), "unit": Names(("r.1",), "units.toml")}


def said(file: File) -> list[str]:
    return [f"{where}: {problem}" for where, problem in defects(file, NAMES)]


def test_what_is_in_order_has_no_defects() -> None:
    units = [Unit("r.1"), Unit("r.2", "A")]
    file = File(stacks={"A": ["r.1"]}, unit=units, costs={"hill": 1, "moor": 2}, phases=["a", "b"], spare=Unit("x"))
    assert said(file) == []


def test_a_name_must_exist_wherever_it_stands() -> None:
    file = File(ends=("A", "X"), stacks={"Y": ["r.9"]}, unit=[Unit("r.1", "Z")], spare=Unit("s", "W"))
    assert said(file) == [
        "ends: there is no hex X; see map.toml",
        "stacks: there is no hex Y; see map.toml",
        "stacks, Y: there is no unit r.9; see units.toml",
        "unit r.1, hex: there is no hex Z; see map.toml",
        "spare, hex: there is no hex W; see map.toml",
    ]


def test_a_table_has_an_entry_for_everything_that_needs_one() -> None:
    assert said(File(looks={"red": ""}, costs={"moor": 1})) == [
        "looks: blue is missing; give one for each of blue, red",
        "costs: hill is missing; give one for each of hill",
    ]


def test_a_table_that_may_be_left_out_is_whole_if_it_is_there() -> None:
    assert said(File(prices=None)) == []
    assert said(File(prices={"red": 1})) == ["prices: blue is missing; give one for each of blue, red"]


def test_a_pair_that_may_be_left_out_has_names_if_it_is_there() -> None:
    assert said(File(span=None)) == []
    assert said(File(span=("A", "V"))) == ["span: there is no hex V; see map.toml"]


def test_nothing_is_given_twice() -> None:
    file = File(unit=[Unit("r.1"), Unit("r.2"), Unit("r.1")], phases=["a", "b", "a", "a"])
    assert said(file) == ["unit: 'r.1' is given twice; give it once", "phases: 'a' is given twice; give it once"]
