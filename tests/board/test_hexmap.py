"""The text form of a hex map: what it gives, and how it complains."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from meuse.board import HexMap, LaidMap, Sides, join_maps
from meuse.board.hexmap import hex_map
from meuse.board.maptables import FamilySheet, HexFamily, HexFile
from meuse.board.picture import hex_chart, plan
from meuse.board.picture.hexplaces import ANCHOR, BRIDGE, FORT, STAR

SMALL: dict[str, Any] = {
    "grid": {
        "shape": "pointy", "label": "{line:02}{place:02}", "shifted": "odd", "source": "test",
        "lines": {"first": 1, "last": 3, "runs": "up"},
        "places": {"even": [1, 3], "odd": [1, 3], "runs": "right"},
    },
    "terrain": {".": "clear", "~": "sea"},
    "countries": {"F": "france"},
    "kinds": {
        "hexside": {"river": [], "canal": ["river"], "wall": ["fort"]},
        "path": {"rail": ["road"]},
        "place": {"town": [], "fortress": ["fort"]},
        "terrain": {"sea": ["water"]},
    },
    "layers": {"terrain": "03  . . ~\n02 . . ~\n01  . . .", "country": "3 F F -\n2 F F -\n1 F F F"},
    "hexside": [{"name": "Meuse", "kind": "river", "sides": ["0101/0102"], "source": "test"}],
    "place": [{"hex": "0202", "name": "Sedan", "kind": "town", "source": "test"}],
    "provenance": [{"layer": "terrain", "source": "test"}],
}  # fmt: skip


class Fault(Exception):
    """What the loader raises: place and problem."""


def read(**changes: Any) -> HexMap:
    file = msgspec.convert(SMALL | changes, HexFile)
    return hex_map(file, lambda place, problem: Fault(f"{place}: {problem}"))


def side(kind: str, *sides: str, **more: Any) -> dict[str, Any]:
    return {"name": kind.capitalize(), "kind": kind, "sides": sides, "source": "test"} | more


def test_a_small_map() -> None:
    made = read()
    assert made.board.names(made.terrain["sea"]) == ["0203", "0303"]
    assert made.country["france"].bit_count() == 7
    assert made.places == {"Sedan": made.board.place("0202")}
    assert made.board.crosses(made.board.place("0101"), made.board.place("0102"), made.course("Meuse"))
    assert made.sides("river") == made.course("Meuse")
    assert made.board.names(made.lines(2, 3)) == ["0201", "0202", "0203", "0301", "0302", "0303"]


def test_kinds_and_entries_count_as_their_tags() -> None:
    made = read(
        hexside=[side("river", "0101/0102"), side("canal", "0102/0103", tags=["owner:france"])],
        place=[{"hex": "0202", "name": "Liège", "kind": "fortress", "source": "test", "tags": ["supply"]}],
    )
    assert made.sides("river") == made.course("River") | made.course("Canal")
    assert made.sides("canal") == made.sides("owner:france") == made.course("Canal") != Sides()
    assert made.sites("fort") == made.sites("fortress") == made.sites("supply") == 1 << made.places["Liège"]
    assert made.ground("water") == made.ground("sea") == made.terrain["sea"]
    assert made.sides("wall") == Sides() and not made.sites("town") and not made.ground("marsh")


def test_a_wall_may_face_one_way() -> None:
    made = read(hexside=[side("wall", "0101/0102", one_way=True)])
    a, b = made.board.place("0101"), made.board.place("0102")
    assert made.board.crosses(a, b, made.sides("fort")) and not made.board.crosses(b, a, made.sides("fort"))


def test_a_path_crosses_the_hexsides_between_its_hexes() -> None:
    made = read(path=[{"name": "Line 1", "kind": "rail", "hexes": ["0101", "0102", "0202"], "source": "test"}])
    pairs = [("0101", "0102"), ("0102", "0202")]
    assert made.roads("rail") == made.board.sides((made.board.place(a), made.board.place(b)) for a, b in pairs)
    assert made.roads("road") == made.roads("rail") and made.board.names(sum(1 << h for h in made.paths[0])) == [
        "0101", "0102", "0202",
    ]  # fmt: skip


def test_a_map_may_have_layers_of_its_own_and_no_countries() -> None:
    made = read(
        layers={"terrain": SMALL["layers"]["terrain"], "height": "3 0 0 0\n2 0 2 1\n1 0 0 0"},
        legend={"height": {"0": "plain", "1": "hill", "2": "mountain"}},
    )
    assert made.country == {} and made.board.names(made.layers["height"]["mountain"]) == ["0202"]
    assert plan(made).spaces[4].info == ("Clear", "Town")


def test_kinds_of_ones_own_are_drawn_and_said_as_the_style_has_it() -> None:
    made = read(
        hexside=[side("wall", "0101/0102"), side("wall", "0102/0202", one_way=True)],
        path=[{"name": "Line 1", "kind": "rail", "hexes": ["0101", "0102"], "source": "test"}],
        place=[{"hex": "0202", "name": "Metz", "kind": "fortress", "source": "test"}],
        style={
            "legend_box": [0, 0, 4, 2],
            "hexside": {"wall": {"label": "Wall", "words": "Wall of {}", "colour": "#123456", "width": 0.2}},
            "path": {"rail": {"label": "Railway", "colour": "#654321", "dash": [0.1, 0.1]}},
            "place": {"fortress": {"label": "Fortress", "sign": "square", "large": True}},
        },
    )
    svg = hex_chart(made)
    assert svg.count('stroke="#123456"') == 3 and svg.count('stroke="#654321"') == 2
    assert all(f">{word}</text>" in svg for word in ("Wall", "Railway", "Fortress", "Metz"))
    spaces = {space.id: space for space in plan(made).spaces}
    assert "Wall of Wall to the east" in spaces["0101"].info
    assert spaces["0202"].info[:2] == ("Clear", "Fortress")


def test_a_fortified_hexside_has_its_teeth_in_the_hex_it_guards() -> None:
    look = {"wall": {"label": "Line", "line": "fortified", "colour": "#123456", "teeth": 0.1}}

    def teeth(sides: str) -> list[float]:
        """How far right the teeth of the map, not those of the legend, begin and end."""
        made = read(hexside=[side("wall", sides, one_way=True)], style={"legend_box": [0, 0, 4, 2], "hexside": look})
        svg = hex_chart(made, scale=100)
        assert svg.count('fill="#123456"') == 2 and ">Line</text>" in svg
        path = re.findall(r'<path d="([^"]*)" fill="#123456"', svg)[0]
        return sorted(float(x) for x in re.findall(r"[ML]([\d.]+),", path))

    guards_right, guards_left = teeth("0101/0102"), teeth("0102/0101")
    assert guards_left[-1] < guards_right[0]
    assert guards_right[-1] - guards_right[0] > 10


def test_rivers_are_as_wide_as_their_kind_unless_their_name_says_otherwise() -> None:
    rivers = [side("river", "0101/0102"), side("canal", "0102/0103")]
    wide = {"river": {"width": 0.2}, "canal": {"line": "river", "width": 0.3}}
    svg = hex_chart(read(hexside=rivers, style={"hexside": wide, "river_width": {"Canal": 0.4}}), scale=100)
    assert 'stroke-width="20.00"' in svg and 'stroke-width="40.00"' in svg and 'stroke-width="30.00"' not in svg


def test_places_may_have_a_ground_a_fort_an_anchor_and_no_lettering() -> None:
    fort = {"hex": "0202", "name": "Metz", "kind": "fortress", "source": "test", "tags": ["port"], "lettered": False}
    plain = hex_chart(read(place=[fort | {"tags": [], "lettered": True}]))
    made = read(place=[fort], style={"place": {"fortress": {"sign": "fort", "fill": "#abcdef"}}})
    svg = hex_chart(made)
    assert 'fill="#abcdef"' in svg and FORT in svg and ANCHOR in svg and ">Metz</text>" not in svg
    assert FORT not in plain and ANCHOR not in plain and ">Metz</text>" in plain
    assert plan(made).spaces[4].info[:3] == ("Clear", "Fortress", "Port")


BADGES = {
    "depot": {"label": "Depot", "sign": "star", "colour": "#111111"},
    "worth": {"label": "Points", "words": "Worth {}", "sign": "value", "at": [0.3, 0.1], "colour": "#222222"},
    "works": {"sign": "ramparts", "colour": "#333333"},
}


def test_tags_of_places_may_have_badges() -> None:
    sedan = {"hex": "0202", "name": "Sedan", "kind": "town", "source": "test", "tags": ["depot", "worth:7", "works"]}
    made = read(place=[sedan], style={"badge": BADGES, "legend_box": [0, 0, 4, 2]})
    svg = hex_chart(made)
    assert svg.count(STAR) == 2 and svg.count(">7</text>") == 2, "on the map and in the legend"
    assert svg.count('fill="#333333"') == 6, "six sides, and no label, so not in the legend"
    assert ">Depot</text>" in svg and ">Points</text>" in svg
    assert plan(made).spaces[4].info[:4] == ("Clear", "Town", "Depot", "Worth 7")
    assert STAR not in hex_chart(read(style={"badge": BADGES, "legend_box": [0, 0, 4, 2]}))


def test_a_port_up_a_river_has_its_anchor_beside_it() -> None:
    inland = {"hex": "0101", "name": "Rouen", "kind": "town", "source": "test", "tags": ["port"]}
    assert ANCHOR in hex_chart(read(place=[inland]))
    assert ANCHOR not in hex_chart(read(place=[inland | {"tags": []}]))


@pytest.mark.parametrize(("side", "anchored"), [("right", "start"), ("left", "end"), ("below", "middle")])
def test_a_name_may_have_its_side(side: str, anchored: str) -> None:
    sedan = {"hex": "0202", "name": "Sedan", "kind": "town", "source": "test", "name_at": side}
    svg = hex_chart(read(place=[sedan]))
    assert re.search(f'text-anchor="{anchored}"[^>]*>Sedan</text>', svg)


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
        (
            {"hexside": [side("stream", "0101/0102")]},
            r"hexside 1 \(Stream\): there is no kind 'stream'; kinds: river, canal, wall; .* \[kinds.hexside\]",
        ),
        (
            {"path": [{"name": "N1", "kind": "rail", "hexes": ["0101", "0103"], "source": "t"}]},
            r"path 1 \(N1\): 0101 and 0103 are not neighbours; name every hex it passes",
        ),
        ({"place": SMALL["place"] * 2}, "place 'Sedan': this name is given twice"),
        ({"layers": {"country": SMALL["layers"]["country"]}}, "layers: the layer terrain is missing"),
        ({"layers": SMALL["layers"] | {"height": "1 0 0 0"}}, r"layers.height: .* add \[legend.height\]"),
        ({"provenance": [{"layer": "terrain", "source": "t", "hexes": ["0909"]}]}, "provenance 1 .*: no hex '0909'"),
    ],
)
def test_a_broken_map_is_named_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Fault, match=message):
        read(**changes)


# several sheets


def lettered(board: str) -> HexMap:
    """The small map with letters before its numbers."""
    return read(
        grid=SMALL["grid"] | {"label": "{board}{line:02}{place:02}", "board": board},
        hexside=[side("river", f"{board}0101/{board}0102")],
        path=[{"name": f"To {board}", "kind": "rail", "hexes": [f"{board}0201", f"{board}0202"], "source": "test"}],
        place=[{"hex": f"{board}0202", "name": f"Fort {board}", "kind": "fortress", "source": "test"}],
        provenance=[{"layer": "terrain", "source": f"sheet {board}"}],
        region=[{"name": f"Region {board}", "at": (2.0, 1.7320508075688772), "kind": "hills"}],
    )


def test_maps_laid_together_are_one_map() -> None:
    """The second sheet lies turned by half above the first; each hex keeps what its own sheet says."""
    one, two = lettered("A"), lettered("B")
    made = join_maps([LaidMap(one), LaidMap(two, 3, turned=True)], "Two sheets")
    board = made.board
    assert len(board.hexes) == 18
    assert board.names(made.terrain["sea"]) == ["A0203", "A0303", "B0303", "B0203"]
    assert made.course("River") == board.sides(
        (board.place(f"{letter}0101"), board.place(f"{letter}0102")) for letter in "AB"
    )
    assert len(made.roads("rail")) == 2 and made.sites("fort").bit_count() == 2
    assert set(board.names(made.lines(1, 1))) == {f"{letter}010{place}" for letter in "AB" for place in (1, 2, 3)}
    assert [entry.source for entry in made.file.provenance] == ["sheet A", "sheet B"]
    middles = [board.spot(board.place(f"{letter}0202")) for letter in "AB"]
    assert [region.at for region in made.file.region] == [pytest.approx(middle) for middle in middles]


def test_a_joined_map_has_a_picture_and_a_plan() -> None:
    made = join_maps([LaidMap(lettered("A")), LaidMap(lettered("B"), 3, turned=True)], "Two sheets")
    svg = hex_chart(made)
    assert "Fort A" in svg and "Region B" in svg
    assert {space.id for space in plan(made).spaces} == set(made.board.numbers)


def test_what_lies_under_another_sheet_is_not_shown() -> None:
    made = join_maps([LaidMap(lettered("A")), LaidMap(lettered("B"), 1)], overlap=True)
    assert len(made.board.hexes) < 18 and made.board.place("B0202") == made.places["Fort B"]
    assert sum(hexes.bit_count() for hexes in made.terrain.values()) == len(made.board.hexes)
    assert "Fort B" not in hex_chart(made)


# roads from sheet to sheet


def crossing(board: str) -> HexMap:
    """A sheet of 3 by 3 with a road from its first line to its last, off both edges."""
    hexes = [f"{board}0102", f"{board}0202", f"{board}0302"]
    return read(
        grid=SMALL["grid"] | {"label": "{board}{line:02}{place:02}", "board": board},
        hexside=[],
        path=[{"name": "N1", "kind": "rail", "hexes": hexes, "source": "test", "enters": "down", "leaves": "up"}],
        place=[],
    )


@pytest.mark.parametrize("turned", [False, True])
def test_a_path_is_carried_on_by_the_sheet_beside_it(turned: bool) -> None:
    made = join_maps([LaidMap(crossing("A")), LaidMap(crossing("B"), 3, turned=turned)])
    board = made.board
    here, there = board.place("A0302"), board.place("B0302" if turned else "B0102")
    assert len(made.roads("rail")) == 5 and board.crosses(here, there, made.roads("rail"))
    loose = [(path.enters, path.leaves) for path in made.file.path]
    assert loose == [("down", ""), ("up", "") if turned else ("", "up"), ("", "")]


def test_a_path_that_no_other_meets_leaves_the_table() -> None:
    made = join_maps([LaidMap(crossing("A")), LaidMap(lettered("B"), 3)])
    assert len(made.roads("rail")) == 2 + 1
    assert [(path.enters, path.leaves) for path in made.file.path] == [("down", "up"), ("", "")]


# small ground: levels, cover, bridges

GROUND: dict[str, Any] = {
    "terrain": {".": "clear", "w": "woods", "f": "fields", "b": "houses", "d": "farm", "l": "grove", "o": "orchard",
                "r": "stones", "m": "ponds"},
    "layers": {"terrain": "3 w f b\n2 d . l\n1 o r m", "height": "3 0 1 2\n2 0 1 1\n1 0 0 0"},
    "legend": {"height": {"0": "0", "1": "1", "2": "2"}},
    "countries": {}, "hexside": [],
    "kinds": {"path": {"road": [], "stream": []}, "place": {"bridge": []}},
    "path": [
        {"name": "Ruisseau", "kind": "stream", "hexes": ["0201", "0202", "0203"], "source": "test"},
        {"name": "N1", "kind": "road", "hexes": ["0102", "0202", "0302"], "source": "test", "enters": "down"},
    ],
    "place": [{"hex": "0202", "name": "Bridge", "kind": "bridge", "source": "test"}],
    "style": {
        "dots": "#000", "relief": {"layer": "height", "tints": ["#ccc", "#bbb"], "ink": "#753", "label": "Level {}"},
        "legend_box": [0, 0, 3, 3],
        "terrain": {
            "woods": {"cover": "canopy"}, "fields": {"cover": "furrows"}, "houses": {"cover": "houses"},
            "farm": {"cover": "farm"}, "grove": {"cover": "grove"}, "orchard": {"cover": "orchard"},
            "stones": {"cover": "stones"}, "ponds": {"cover": "ponds"}, "clear": {"cover": "meadow"},
        },
        "path": {"road": {"words": "Road", "rim": "#642"}, "stream": {"words": "Brook {}", "line": "river"}},
        "place": {"bridge": {"sign": "bridge"}},
    },
}  # fmt: skip


def test_small_ground_is_drawn_with_levels_cover_dots_and_bridges() -> None:
    svg = hex_chart(read(**GROUND))
    assert svg.count("#ccc") >= 1 and svg.count("#bbb") >= 1 and "Level 2" in svg  # tints, and the legend
    assert svg.count(f'r="{40 * 0.024:.2f}"') == 9  # a dot for each hex
    assert svg.count(BRIDGE) == 1
    assert svg.count('href="#tree-') > 4


@pytest.mark.parametrize(("kind", "sign", "count"), [("grove", 'href="#tree-', 4), ("farm", "#fff2dc", 2)])
def test_a_grove_has_four_trees_and_a_farm_two_roofs(kind: str, sign: str, count: int) -> None:
    """However the paths run through it."""
    bare = {"terrain": "3 . . .\n2 . . .\n1 . . .", "height": "3 0 0 0\n2 0 0 0\n1 0 0 0"}
    letter = {"grove": "l", "farm": "d"}[kind]
    for row in ("2 . X .", "2 . . X"):
        layers = bare | {"terrain": "3 . . .\n" + row.replace("X", letter) + "\n1 . . ."}
        style = {key: value for key, value in GROUND["style"].items() if key != "legend_box"}
        assert hex_chart(read(**GROUND | {"layers": layers, "style": style})).count(sign) == count


def test_hills_have_light_and_shadow_and_fields_an_edge() -> None:
    style = GROUND["style"] | {"mottle": ["#abc", "#cba"]}
    svg, plain = hex_chart(read(**GROUND | {"style": style})), hex_chart(read(**GROUND))
    assert [svg.count(f'id="level-{level}"') for level in (1, 2)] == [1, 1]  # what keeps the light on the hill
    assert svg.count('clip-path="url(#fields)"') == 1  # the parcels end where the fields do
    assert 0 < svg.count('fill="url(#mottle-') < 9 and "mottle" not in plain  # some patches, if there are tints


def test_trees_keep_within_the_edge_of_their_wood() -> None:
    """A wood of one hex is round: no tree stands in its corners."""
    layers = {"terrain": "3 . . .\n2 . w .\n1 . . .", "height": "3 0 0 0\n2 0 0 0\n1 0 0 0"}
    style = {key: value for key, value in GROUND["style"].items() if key != "legend_box"}
    made = read(**GROUND | {"layers": layers, "style": style, "path": []})
    spots = re.findall(r'href="#tree-\d" transform="translate\(([\d.]+) ([\d.]+)\)', hex_chart(made))
    middle = next(space for space in plan(made).spaces if space.id == "0202")
    away = [((float(x) - middle.x) ** 2 + (float(y) - middle.y) ** 2) ** 0.5 / 40 for x, y in spots]
    assert len(away) > 20 and max(away) < 0.56 < 3**-0.5


@pytest.mark.parametrize(("words", "size"), [("AP6", 8.0), ("AT6 ART8", 4.3)])
def test_long_words_on_a_counter_are_smaller(words: str, size: float) -> None:
    svg = hex_chart(read(**GROUND), counters=[{"hex": "0202", "colour": "#fff", "bottom": words}])
    assert re.search(rf'font-size="{size:.2f}"[^>]*>{words}<', svg)


def test_a_plan_says_level_and_paths() -> None:
    spaces = {space.id: space.info for space in plan(read(**GROUND)).spaces}
    assert spaces["0202"] == ("Clear", "Level 1", "Bridge", "Brook Ruisseau", "Road")
    assert spaces["0303"][1] == "Level 2" and spaces["0101"] == ("Orchard",)


def test_a_relief_needs_a_layer_of_numbers() -> None:
    broken = GROUND | {"legend": {"height": {"0": "low", "1": "1", "2": "2"}}}
    with pytest.raises(Fault, match=r"style\.relief: 'height' must be a layer whose words are whole numbers"):
        read(**broken)


def test_a_sheet_takes_numbering_and_looks_from_its_family() -> None:
    common = ("grid", "terrain", "legend", "kinds", "style")
    family = msgspec.convert({key: GROUND.get(key, SMALL.get(key)) for key in common}, HexFamily)
    own = {key: GROUND[key] for key in ("layers", "path", "place")} | {"board": "B", "title": "Two"}
    sheet = msgspec.convert(own | {"provenance": SMALL["provenance"]}, FamilySheet)
    file = sheet.whole(family)
    assert (file.grid.board, file.title, file.style, file.layers) == ("B", "Two", family.style, sheet.layers)
