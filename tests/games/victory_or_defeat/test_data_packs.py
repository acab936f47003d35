"""Bad data: one error when the pack or position is loaded, with file, entry and remedy."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import meuse
from meuse.engine import DataError, Record
from meuse.games.victory_or_defeat import FOLDER
from tests.games.victory_or_defeat.kit import GAME

S39, S40 = "scenarios/1939.toml", "scenarios/1940.toml"
LEVELS = r"^levels = \[\n(?:  .*\n)*\]"
LAST_ROW = r'  \["AE", "AE", "AE", "AE", "AS".*\n'
STEPS = r"^steps = \[\[12, 8\].*$"

CASES: dict[str, tuple[str, str, str, str]] = {
    # name: file, what is replaced, by what, what the message says
    "five rows": ("tables.toml", LAST_ROW, "", r"crt, rows: Expected `array` of length 6, got 5"),
    "short row": (
        "tables.toml",
        r'\["AS", "AS", "DR", ',
        '["AS", "DR", ',
        r"crt, rows 1: Expected `array` of length 10, got 9",
    ),
    "column twice": ("tables.toml", r'"1:5", "1:4"', '"1:5", "1:5"', r"crt, columns 2: Invalid enum value '1:5'"),
    "column missing": ("tables.toml", r'"1:5", "1:4"', '"1:4"', r"crt, columns: Expected `array` of length 10, got 9"),
    "columns out of order": (
        "tables.toml",
        r'"1:5", "1:4"',
        '"1:4", "1:5"',
        r"crt, columns 1: Invalid enum value '1:4'",
    ),
    **{
        f"no {name}": (
            "tables.toml",
            rf"^{name} = \{{.*\n",
            "",
            rf"terrain: {name} is missing; give one for each of clear",
        )
        for name in ("clear", "rough", "ardennes", "city", "paris", "ruhr", "gap", "sea", "lake")
    },
    "negative cost": ("tables.toml", r"^rough = \{ cost = 2", "rough = { cost = -2", r"terrain, rough, cost: .* >= 0"),
    "open sea": ("tables.toml", r"^sea = \{ cost = 0", "sea = { cost = 1", r"terrain, sea, cost: .* must be 0, not 1"),
    "closed land": (
        "tables.toml",
        r"^clear = \{ cost = 1",
        "clear = { cost = 0",
        r"terrain, clear, cost: .* 1 or more",
    ),
    "no levels": ("tables.toml", LEVELS, "levels = []", r"victory, levels: Expected `array` of length >= 1"),
    "unordered levels": ("tables.toml", "from = 7", "from = 9", r"victory, levels: .* give the highest first"),
    "equal levels": ("tables.toml", "from = 7", "from = 8", r"victory, levels: .* each once"),
    "no bottom": ("tables.toml", "from = -9", "from = 0", r"victory, levels: no level for fewer than 0 points; .* -5"),
    "six levels": (
        "tables.toml",
        r"  \{ from = 8,",
        '  { from = 9, winner = "german", name = "x" },\n  { from = 8,',
        r"victory, levels: 6 levels; rule 4.11 has 5",
    ),
    "lines off the map": ("tables.toml", r"\[31, 36\]", "[31, 66]", r"brittany_lines: 31 to 66 .* from 10 to 42"),
    "lines reversed": ("tables.toml", r"\[31, 36\]", "[36, 31]", r"brittany_lines: .* the lower first"),
    "lines at sea": ("tables.toml", r"\[31, 36\]", "[41, 42]", r"brittany_lines: no hex of France"),
    "coast off the map": (
        "tables.toml",
        "coastal_from_line = 31",
        "coastal_from_line = 50",
        r"50 is no line of the map",
    ),
    "no movement": (S40, r"^german = 6", "german = 0", r"movement, german: Expected `int` >= 1"),
    "negative movement": (S40, r"^mechanized = 12", "mechanized = -1", r"movement, mechanized: .* >= 0"),
    "standing panzers": (S40, r"^mechanized = 12", "", r"'German panzer corps', .* take no part in 1940"),
    "standing British": (S40, r"^british = 6", "", r"'British corps', scenario: british units .* take no part in 1940"),
    "die of seven": ("tables.toml", r"^first = 2", "first = 7", r"halt, first: Expected `int` <= 6"),
    "huge number": (S40, r"^german = 6", f"german = {10**30}", r"movement, german: the number is too large"),
    "no number": (S40, r"^german = 6", "german = nan", r"movement, german: nan is no number"),
    "fort named in the sea": (
        "tables.toml",
        'eben_emael = "3235"',
        'eben_emael = "4219"',
        r"eben_emael: there is no land hex of Belgium 4219; see map.toml",
    ),
    "Eben Emael abroad": (
        "tables.toml",
        'eben_emael = "3235"',
        'eben_emael = "2731"',
        r"eben_emael: there is no land hex of Belgium 2731; .* unit B.EE, hex: 3235 is not the hex in tables.toml",
    ),
    "end off the map": ("tables.toml", r'maginot_ends = \["2731"', 'maginot_ends = ["9931"', r"maginot_ends: .* 9931"),
    "crossing to itself": ("tables.toml", '"4238", "4239"', '"4238", "4238"', r"zuiderzee: '4238' is given twice"),
    "many sickle corps": ("tables.toml", "sickle_corps = 3", "sickle_corps = 9", r"sickle_corps: 9 corps, but .* 4"),
    # scenarios
    "no stacking": (S40, "^stacking = 3", "stacking = 0", r"stacking: Expected `int` >= 1"),
    "no crisis": (S39, r"^\[crisis\]\n(.*\n){4}", "", r"crisis: the table and the phase crisis_check belong together"),
    "short crisis": (S39, r"steady = \[0, ", "steady = [", r"crisis, steady: 6 entries for 7 turns"),
    "high crisis": (S39, r"4, 5, 6\]", "4, 5, 7]", r"crisis, steep 7: Expected `int` <= 6"),
    "negative crisis": (S39, r"steady = \[0", "steady = [-1", r"crisis, steady 1: Expected `int` >= 0"),
    "crisis in 1940": (
        S40,
        r"^\[movement\]",
        '[crisis]\nsteady = []\nsteep = []\nsource = "none"\n[movement]',
        r"crisis: .* belong together; give both or neither .* crisis, steep: 0 entries for 13 turns",
    ),
    "negative replacements": (S40, "{ german = 8", "{ german = -8", r"replacements, german: Expected `int` >= 0"),
    "unknown replacements": (S40, "french = 17", "british = 17", r"replacements: Invalid enum value 'british'"),
    "set-up order": (S40, r'"allied army", "sickle cut"', '"sickle cut"', r"setup_order: allied army is missing"),
    "set up twice": (
        S40,
        '"sickle cut"\\]',
        '"sickle cut", "german army"]',
        r"setup_order: name either german army or",
    ),
    "nobody set up": (S39, '"german army", ', "", r"setup_order: name either german army or sickle cut"),
    "neutrals forgotten": (S40, '"neutrals", ', "", r"setup_order: neutrals is missing, and they are in play"),
    "phase twice": (S40, '"dynamo", ', '"dynamo", "dynamo", ', r"sequence: 'dynamo' is given twice"),
    "no German turn": (S40, '"german_turn", ', "", r"sequence: german_turn is missing; both sides have a turn"),
    "unknown phase": (S40, '"dynamo", ', '"weather", ', r"sequence 5: Invalid enum value 'weather'"),
    "unknown rule": (S40, "^zones_of_control", "zones", r"rules: Object contains unknown field `zones`"),
    "unknown clause": (S40, 'stacking = "6.4a"', 'stacking = "6.4z"', r"clauses, stacking: there is no clause 6.4z"),
    "players": (S40, r'\["allied"\]\]', '["german"]]', r"players: name each of german, allied once"),
    "starts": (S39, 'starts = "allied"', 'starts = "french"', r"starts: name one of german, allied"),
    "nameless side": (S40, ', allied = "Allied" }', " }", r"side_names: allied is missing"),
    "dates": (S39, '"September 1939, days 1-2", ', "", r"dates: 6 dates for 7 turns"),
    "wall off the map": (S40, '"3538", "1432"', '"3538", "9932"', r"west_wall_ends: there is no hex 9932"),
    "no army": (S40, 'army = "1940"', 'army = "1941"', r"army: Invalid enum value '1941'"),
    "no list": (S40, r'"3633" = \["B.V"\]', '"3633" = "B.V"', r"setup, allied, units, 3633: Expected `array`"),
    "empty list": (S40, r'"3633" = \["B.V"\]', '"3633" = []', r"units, 3633: Expected `array` of length >= 1"),
    "list of numbers": (S40, r'"3633" = \["B.V"\]', '"3633" = [5]', r"setup, allied, units, 3633.*: Expected `str`"),
    "unit twice": (S40, r'\["B.IV"\]', '["B.V"]', r"setup.allied, 3533, B.V: .* has been placed \(2.1a\)"),
    "unit left out": (S40, r'^"3633" = \["B.V"\].*\n', "", r"setup.allied: B.V is left out; place it in a hex"),
    "wrong side": (
        S40,
        r'\["F.XVI"\]',
        '["F.XVI", "G.I"]',
        r"3927, G.I: .* is not for this side to set up now \(3.8a\)",
    ),
    "fort in the set-up": (
        S40,
        r'\["F.XVIII"\]',
        '["F.XVIII", "F.M2731"]',
        r"2731, F.M2731: .* has been placed \(2.1a\)",
    ),
    "waiting unit": (S40, r'\["G.X"\]', '["G.X", "G.39"]', r"3641, G.39: .* waits on the turn track \(3.8c\)"),
    "in the sea": (S40, '"3633" =', '"4219" =', r"setup.allied, 4219, B.V: 4219 is no land hex of Belgium"),
    "in the lake": (S40, '"4035" =', '"4039" =', r"setup.allied, 4039, N.I: 4039 is no land hex of the Netherlands"),
    "in the gap": (S40, '"2135" =', '"2235" =', r"setup.allied, 2235, F.XLIII: .* is no land hex of France"),
    "wrong country": (
        S40,
        '"3633" =',
        '"2626" =',
        r"2626, B.V: 2626 is no land hex of Belgium, where V Corps is set up \(3.6d\)",
    ),
    "German abroad in 1939": (S39, '"3135" =', '"3134" =', r"3134, g.26: .* is no land hex of Germany, .* \(3.3c\)"),
    "Belgian in the Ardennes": (S40, '"3633" =', '"3033" =', r"3033, B.V: no Belgian unit is set up in 3033 \(3.6f\)"),
    "too many": (S40, r'\["F.XVI"\]', '["F.XVI", "F.I", "F.III", "F.IV"]', r"3927, F.XVI: .* is full \(3.7b\)"),
    "too many in 1939": (S39, "^stacking = 8", "stacking = 7", r"2334, f.15: 2334 is full \(3.5f\)"),
    "two neutrals": (S40, r'\["N.I"\]', '["N.I", "N.II"]', r"4035, N.I: .* holds a neutral unit already \(3.6b\)"),
    "mixed": (S40, r'\["F.XVI"\]', '["F.XVI", "UK.I"]', r"3927, F.XVI: .* holds units of another nationality \(3.7d\)"),
    "two sickle corps": (S40, '"3032" = ', '"2739" = ', r"setup.german, sickle_cut: 2 corps stand in the Ardennes"),
    "foot in the Ardennes": (
        S40,
        r'\["G.15"\]',
        '["G.I"]',
        r"3032, G.I: .* cannot open Sickle Cut: 3 mechanized corps do \(3.8f\)",
    ),
    "sickle without Sickle Cut": (
        S40,
        "sickle_cut = true",
        "sickle_cut = false",
        r"2931, G.19: 2931 is no land hex of Germany",
    ),
    "sickle of another type": (S40, "sickle_cut = true", "sickle_cut = 1", r"sickle_cut: Expected `bool`, got `int`"),
    "sickle in 1939": (S39, r"^\[setup.german\]", "[setup.german]\nsickle_cut = true", r"only the German of 1940"),
    "unknown side": (S40, r"^\[setup.german\]", "[setup.swiss]", r"setup: Invalid enum value 'swiss'"),
    "source": (
        S40,
        r'^source = "historical deployment.*judgement"$',
        "source = 5",
        r"source: Expected `str`, got `int`",
    ),
    # units
    "no steps": ("units.toml", STEPS, "steps = []", r"group 1 \(German panzer corps\), steps: .* length >= 1"),
    "negative factor": (
        "units.toml",
        STEPS,
        "steps = [[-1, 8]]",
        r"group 1 \(German panzer corps\), steps 1 1: .* >= 0",
    ),
    "no defence": ("units.toml", STEPS, "steps = [[1, 0]]", r"group 1 \(German panzer corps\), steps 1 2: .* >= 1"),
    "unknown type": ("units.toml", 'type = "panzer"', 'type = "tank"', r"group 1 .*, type: Invalid enum value 'tank'"),
    "unknown scenario": ("units.toml", 'scenario = "1940"', 'scenario = "1914"', r"group 1 .*, scenario: .*'1914'"),
    "size of a fort": (
        "units.toml",
        'size = "corps"',
        'size = "fort"',
        r"'German panzer corps', size: 'fort' does not go",
    ),
    "French panzers": ("units.toml", 'nation = "german"', 'nation = "french"', r"type: only German units are panzer"),
    "British fort": (
        "units.toml",
        r'(name = "Maginot Line"\n)nation = "french"',
        r'\1nation = "british"',
        r"nation: british forts are",
    ),
    "Belgians in 1939": (
        "units.toml",
        r'(name = "Belgian corps"\n.*\n)scenario = "1940"',
        r'\1scenario = "1939"',
        r"'Belgian corps', scenario: belgian units of this kind take no part in 1939",
    ),
    "fort without hex": ("units.toml", r', hex = "2731"', "", r"unit F.M2731, hex: a fort needs the hex it stands in"),
    "fort in the sea": (
        "units.toml",
        'hex = "2731"',
        'hex = "4219"',
        r"units F.M2731, hex: there is no land hex 4219",
    ),
    "fort abroad": ("units.toml", 'hex = "2731"', 'hex = "3135"', r"unit F.M2731, hex: 3135 is not in france"),
    "two forts": ("units.toml", 'hex = "2731"', 'hex = "2632"', r"unit F.M2632, hex: F.M2731 stands in 2632 too"),
    "corps with a hex": (
        "units.toml",
        'short = "15"',
        'hex = "3135", short = "15"',
        r"G.15, hex: only forts have a hex",
    ),
    "no Eben Emael": ("units.toml", 'id = "B.EE"', 'id = "B.Fort"', r"unit B.Fort: the only Belgian fort is B.EE"),
    "Eben Emael gone": (
        "units.toml",
        r'\[\[group\]\]\nname = "Fort Eben Emael"\n(.*\n)*?\]\n',
        "",
        r"unit B.EE: the rules need Fort Eben Emael",
    ),
    "French reinforcement": ("units.toml", 'short = "Co"', 'turn = 3, short = "Co"', r"F.Co, turn: only German corps"),
    "id with a blank": ("units.toml", 'id = "G.15"', 'id = "G 15"', r"units 1 \(G 15\), id: Expected `str` matching"),
    # map
    **{
        f"no letter for {name}": ("map.toml", f'^(\\S+) = "{name}"', r'\1 = "rough"', f"no letter stands for {name}")
        for name in ("clear", "ardennes", "city", "paris", "ruhr", "gap", "sea")
    },
    "place outside": ("map.toml", r'(\[\[place\]\]\n)hex = "\d+"', r'\1hex = "9999"', r"place '.*': no hex '9999'"),
    "style of the wrong type": ("map.toml", "hex_km = 25.2", 'hex_km = "far"', r"style, hex_km: Expected `float"),
    "box of two": (
        "map.toml",
        r"title_box = .*",
        "title_box = [1, 2]",
        r"style, title_box: Expected `array` of length 4",
    ),
    "colour": ("map.toml", '^germany = "#97a58c"', "germany = 5", r"style, country, germany: Expected `str`"),
    "unknown mark": (
        "map.toml",
        'mark = "hatch"',
        'mark = "dots"',
        r"style.terrain.gap: there is no mark 'dots'; marks:",
    ),
    "mark without ink": ("map.toml", ', ink = "#9c3b2e"', "", r"style.terrain.gap: a mark needs an ink"),
    "unknown style": ("map.toml", "up_bearing", "bearing", r"style: Object contains unknown field `bearing`"),
    "river width": ("map.toml", "^Rhine = 0.17", "Rhine = -1", r"style, river_width, Rhine: Expected `float` >= 0"),
    "lines reversed on the map": (
        "map.toml",
        "first = 10, last = 42",
        "first = 42, last = 10",
        r"grid, lines: 42 to 10",
    ),
    "endless map": ("map.toml", "last = 42", "last = 4200000", r"grid, lines: 10 to 4200000 cannot be"),
    "wrong way": ("map.toml", 'runs = "up"', 'runs = "left"', r"grid: pointy hexes: lines run left"),
    "one name": ("map.toml", r"\{line:02\}\{place:02\}", "{line:02}", r"grid, label: .* gives two hexes one name"),
    "no name": ("map.toml", r"\{line:02\}\{place:02\}", "{row}", r"grid, label: '\{row\}' makes no names"),
    # ledger
    "ruling of an unknown clause": (
        "rulings.toml",
        r'(id = "A01"\n(?:.*\n)*?clauses = \[)',
        r'\1"99.9z", ',
        r"ruling A01, clauses: there is no clause 99.9z",
    ),
    "ruling of an unknown option": (
        "rulings.toml",
        '^option = "fort_dr"',
        'option = "luck"',
        r"ruling A01, option: there is no option luck",
    ),
    "option of an unknown ruling": (
        "rulings.toml",
        '^ruling = "A01"',
        'ruling = "Z99"',
        r"option fort_dr, ruling: there is no ruling Z99",
    ),
    "ruling twice": ("rulings.toml", '^id = "A02"', 'id = "A01"', r"rulings.toml: ruling: 'A01' is given twice"),
    "option twice": (
        "rulings.toml",
        '^name = "halving"',
        'name = "gsc"',
        r"rulings.toml: .*; option: 'gsc' is given twice",
    ),
    "no sequence clause": ("clauses.toml", '^id = "5.0a"', 'id = "5.0zz"', r"clause 5.0a: it is missing, and the game"),
    "unknown reading": (
        "rulings.toml",
        'value = "sum"',
        'value = "all"',
        r"option halving: the game knows no value 'all'",
    ),
}


BLAMED_ON_UNITS = ("standing panzers", "standing British")
"""Where a scenario's rules and the counters disagree, the counters are named."""


def broken(folder: Path, file: str, old: str, new: str) -> str:
    """The error of a pack that is the game's file changed in one place."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text, "nothing was broken"
    target = folder / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        meuse.load("victory_or_defeat", pack=folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("case", CASES)
def test_a_broken_pack_is_one_error_at_load_time(case: str, tmp_path: Path) -> None:
    file, old, new, says = CASES[case]
    message = broken(tmp_path, file, old, new)
    assert re.search(says, message), message
    blamed = "units.toml" if case in BLAMED_ON_UNITS else file
    assert message.split(": ")[0].endswith(f"/{blamed}")


@pytest.mark.parametrize("name", GAME.ledger.options)
def test_a_missing_option_is_named_with_its_file(name: str, tmp_path: Path) -> None:
    text = (FOLDER / "rulings.toml").read_text(encoding="utf-8")
    changed = re.sub(rf'^\[\[option\]\]\nname = "{name}"\n(?:.*\n)*?\]\n', "", text, flags=re.M)
    changed = changed.replace(f'\noption = "{name}"\n', "\n")
    assert changed != text
    (tmp_path / "rulings.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(DataError, match=rf"rulings.toml: option {name}: it is missing, and the game needs it; add it"):
        meuse.load("victory_or_defeat", pack=tmp_path)


def test_a_map_without_the_moselle_is_fine(tmp_path: Path) -> None:
    text = (FOLDER / "map.toml").read_text(encoding="utf-8")
    (tmp_path / "map.toml").write_text(text.replace('name = "Moselle"', 'name = "Mosel"'), encoding="utf-8")
    assert len(meuse.load("victory_or_defeat", pack=tmp_path).setting("1940").moselle_in_line) == 0


# a player's own scenario


def own(**changes: tuple[str, str]) -> str:
    """The scenario of 1940 with some of its text replaced."""
    text = (FOLDER / S40).read_text(encoding="utf-8")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


def two_turns() -> str:
    text = own(title=('title = "1940: ', 'title = "A short version of '), turns=("turns = 13 ", "turns = 2 "))
    return re.sub(r"^dates = \[(.*\n)*?\]", 'dates = ["10-13 May", "13-16 May"]', text, flags=re.M)


def test_a_scenario_of_ones_own_is_played_like_any_other() -> None:
    setting = GAME.own_setting(two_turns())
    assert setting.info.title == "A short version of the campaign in the West" and setting.name not in GAME.scenarios
    assert setting.map is GAME.setting("1940").map and GAME.own_setting(two_turns()) is setting
    state, random = GAME.new(setting.name, seed=3), Random(3)
    while state.options:
        state.apply(random.choice(state.options))
    assert state.turn <= 2 and state.result is not None
    again, complaints = Record.read(state.record.text()).verify(meuse.load("victory_or_defeat"))
    assert complaints == [] and again.hash() == state.hash()


def test_all_problems_of_a_scenario_come_together() -> None:
    text = own(
        turns=("turns = 13 ", "turns = 12 "),
        order=('"neutrals", ', ""),
        unit=('"3633" = ["B.V"]', '"9999" = ["B.V"]'),
        stack=('["N.I"]', '["N.I", "N.II"]'),
        clause=('ruhr = "4.2a"', 'ruhr = "4.2z"'),
    )
    with pytest.raises(DataError) as caught:
        GAME.own_setting(text)
    message = str(caught.value)
    for says in (
        "; dates: 13 dates for 12 turns", "setup_order: neutrals is missing", "scenario: clauses, ruhr: there is no",
        "setup, allied, units: there is no hex 9999", "setup.allied, 4035, N.I: The Hague (4035) holds a neutral",
        "setup.allied, 3737, N.II: Dutch II Legerkorps has been placed", "setup.allied: B.V is left out",
    ):  # fmt: skip
        assert says in message, message


# positions


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("british_lost = 4", "british_lost: 4 is outside 0 to 3"),
        ("british_lost = -1", "british_lost: -1 is outside 0 to 3"),
        ("mechanized_lost = 6", "mechanized_lost: 6 is outside 0 to 5"),
        ("halts = -1", "halts: -1 is outside 0 to 13"),
        ("roads_of_belgium = 7", "roads_of_belgium: 7 is outside 0 to 6"),
        ("german_replacements = 9", "german_replacements: 9 is outside 0 to 8"),
        ("french_replacements = -1", "french_replacements: -1 is outside 0 to 17"),
        ('dynamo = { turn = 4, port = "3927" }', "dynamo.turn: 4 is outside 5 to 6"),
        ('dynamo = { turn = 7, port = "3927" }', "dynamo.turn: 7 is outside 5 to 6"),
        ('dynamo = { turn = 5, port = "3927", shipped = 5 }', "dynamo.shipped: 5 is outside 0 to 4"),
        ('dynamo = { turn = 5, port = "2831" }', "dynamo.port: 2831 is no city on the coast (5.13c)"),
        ("countries = { belgium = 7 }", "countries: belgium cannot have been violated in turn 7; it is turn 6"),
        ("countries = { belgium = 0 }", "countries: belgium cannot have been violated in turn 0; it is turn 6"),
        ('points = ["paris", "paris"]', "points: 'paris' is given twice; give it once"),
        ('closed_edges = ["west", "west"]', "closed_edges: 'west' is given twice; give it once"),
        ('sickle = ["G.I"]', "sickle: G.I is not mechanized (3.8f)"),
        ("crisis = true", "crisis: there is no such thing in 1940; leave it out"),
        ('dead = ["G.I"]\ngone = ["G.I"]', "gone: G.I is given twice (dead); give it once"),
        ('waiting = ["G.I"]', "waiting: G.I does not come on the turn track; see units.toml"),
        ('gone = ["G.I"]\nunits = { 3135 = ["G.I"] }', "units, 3135: G.I is given twice (gone); give it once"),
        ('units = { 3135 = ["G.I:"] }', "units, 3135: G.I cannot have no steps; it has 1 to 2"),
        ('units = { 3135 = ["G.I:²"] }', "units, 3135: G.I cannot have ² steps; it has 1 to 2"),
        ('units = { 2831 = ["B.I"] }', "units, 2831: belgian units are neutral and stay in their country (3.6d)"),
        ('control = { german = ["4219"] }', "control.german: 4219 can be nobody's; leave it out"),
        (
            'control = { german = ["2831"], allied = ["2831"] }',
            "control.allied: 2831 is given to two sides; give it to one",
        ),
    ],
)
def test_an_impossible_track(text: str, says: str) -> None:
    assert GAME.problems(f'scenario = "1940"\nphase = "german movement"\nturn = 6\n{text}\n') == [says]


def test_all_problems_of_a_position_come_together() -> None:
    found = GAME.problems(
        'scenario = "1940"\nphase = "german combat"\nturn = 6\nbritish_lost = 4\nmechanized_lost = -1\nhalts = -2\n'
        'points = ["paris", "paris"]\ncountries = { netherlands = 9 }\ngerman_replacements = 99\n'
        '[units]\n3135 = ["G.I", "F.I"]\n9999 = ["G.II"]\n'
    )
    places = [problem.partition(":")[0] for problem in found]
    assert places == [
        "points", "british_lost", "mechanized_lost", "halts", "german_replacements", "countries",
        "units, 9999", "units, 3135",
    ]  # fmt: skip


def test_what_1939_does_not_have() -> None:
    text = 'scenario = "1939"\nphase = "german combat"\nhalts = 1\nrefitted = true\nunits = { 3134 = ["g.26"] }\n'
    assert GAME.problems(text) == [
        "halts: there is no such thing in 1939; leave it out",
        "refitted: there is no such thing in 1939; leave it out",
        "units, 3134: German units may not leave Germany in 1939 (3.5e)",
    ]
    assert GAME.problems('scenario = "1939"\nphase = "coup"\n') == ["phase: there is no coup in 1939"]
    assert "only (5.9a)" in GAME.problems('scenario = "1940"\nphase = "coup"\nturn = 2\n')[0]
