"""Bad data: one error when the pack is loaded, with file, entry and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meuse
from meuse.engine import DataError
from meuse.games.fall_of_france import FOLDER
from tests.games.fall_of_france.kit import GAME

S = "scenarios/historical.toml"

CASES: dict[str, tuple[str, str, str, str]] = {
    # name: file, what is replaced, by what, what the message says
    "open sea": (
        "tables.toml",
        r'^name = "sea"',
        'name = "sea"\ncost = { infantry = 1, mountain = 1, mechanized = 1, hq = 1 }',
        r"tec, sea, cost: no unit may enter",
    ),
    "closed land": (
        "tables.toml",
        r"^(name = \"clear\"\n)cost = .*\n",
        r"\1",
        r"tec, clear, cost: units may enter: give what it costs",
    ),
    "die left out": ("tables.toml", r"^  \{ die = 3 \},\n", "", r"skirmish, results: dice -1, 0, 1, 2, 4.* lowest"),
    "short row": (
        "tables.toml",
        r'\["1D/CD", "1/DR", ',
        '["1D/CD", ',
        r"crt, rows 1: 9 cells for 10 columns; give one for each",
    ),
    "odds out of order": ("tables.toml", '"1-4", "1-3"', '"1-3", "1-4"', r"crt, columns: they are out of order"),
    "large corps": ("tables.toml", "corps = 3, division", "corps = 5, division", r"stacking, points: .* too large"),
    "landing on no fortress": (
        "tables.toml",
        'hex = "1010"',
        'hex = "1110"',
        r"fortress_crackers, hex: 1110 is no fortress; fortresses: 1010",
    ),
    "air table": (
        "tables.toml",
        r", \{ turn = 12, needs = 4 \}\]",
        "]",
        r"air_reinforcements, french: 2 rows for the french air units \[1, 2, 3\]",
    ),
    "port abroad": ("tables.toml", r'ports = \["Calais"', 'ports = ["Antwerp"', r"the port Antwerp .* not in France"),
    "unknown port": ("tables.toml", r'ports = \["Calais"', 'ports = ["Calaise"', r"there is no place Calaise"),
    "id twice": ("units.toml", 'id = "G.XXVI"', 'id = "G.X"', r"unit G.X: this id is given twice"),
    "corps with a hex": (
        "units.toml",
        '(id = "G.X", )',
        r'\1hex = "0607", ',
        r"unit G.X, hex: only fortress units have a hex",
    ),
    "fortress abroad": ("units.toml", 'hex = "1709"', 'hex = "1607"', r"unit F.MTY, hex: 1607 is not in france"),
    "counter for nobody": (
        "units.toml",
        ', replaces = "G.1Pz"',
        "",
        r"unit G.1PzO: an optional counter names the rule and the counter",
    ),
    "two headquarters": (
        "units.toml",
        r'(id = "G.6HQ".*) \}\]',
        r'\1 }, { id = "G.6b", short = "6", name = "b", attack = 1, defence = 1, mp = 4 }]',
        r"unit G.6b: G.6HQ is the HQ of 6 already",
    ),
    "army in two groups": ("units.toml", r'^B = \["6", "18"\]', 'B = ["6", "18", "4"]', r"army_group: 4 is in two"),
    "no country": ("map.toml", r'^L = "luxembourg"', 'L = "belgium"', r"luxembourg has no land hex"),
    # scenarios
    "short track": (S, r'"15-17 June",', "", r"dates: 12 dates for 13 turns"),
    "listed abroad": (S, 'formation = "12", hex = "1406"', 'formation = "12", hex = "1508"', r"1508 is not in germany"),
    "two places": (
        S,
        'formation = "12", hex = "1406"',
        'formation = "12", hex = "1406", beside = "group"',
        r"army '12th Army': give one of hex, between and beside",
    ),
    "unit in two armies": (
        S,
        'formation = "12", hex = "1406"',
        'formation = "12", units = ["G.VII"], hex = "1406"',
        r"army '16th Army': G.VII belongs to '12th Army' already",
    ),
    "unit in no army": (S, r'.*name = "Dutch Lt".*\n', "", r"army: N.Lt belongs to no army"),
    "no room for an army": (
        S,
        'formation = "16", hex = "1506"',
        'formation = "16", hex = "1307"',
        r"army: the armies cannot all be set up by hand \(20.1a\)",
    ),
    "ready unit left out": (S, r'^"1712" = \["F.X"\]\n', "", r"setup.allied: F.X is left out; place it in a hex"),
    "airborne unit left out": (
        S,
        r'^off_map = \["G.FSJ", ',
        "off_map = [",
        r"setup.german: G.FSJ is left out; place it",
    ),
    "ready corps off the map": (
        S,
        r'^off_map = \["G.FSJ"',
        'off_map = ["G.FSJ", "G.III"',
        r"setup.german, off_map, G.III: ",
    ),
    "ready unit twice": (S, r'^"1712" = \["F.X"\]', '"1712" = ["F.X", "F.2A1"]', r"setup.allied: F.2A1 is given twice"),
    "ready enemy": (
        S,
        r'^"1712" = \["F.X"\]',
        '"1712" = ["F.X", "G.FSJ"]',
        r"setup.allied, G.FSJ: it is not for this side",
    ),
    "ready unit far off": (
        S,
        r'^"1712" = \["F.X"\]',
        '"1815" = ["F.X"]',
        r"setup.allied, 1815, F.X: .* \(20.1c\); place it elsewhere",
    ),
    "ready majority": (
        S,
        r'^"1611" = \["F.2A1", "F.2A2"\]\n"1711" = \["F.XVIII"\]',
        '"1713" = ["F.2A1", "F.2A2"]\n"1811" = ["F.XVIII"]',
        r"setup.allied, 1811, F.XVIII: .* \(20.1a\); place it elsewhere",
    ),
    "ready stack too large": (
        S,
        r'"G.12HQ"\]\n"1407" = \["G.XVIII", "G.1Mtn"\]',
        '"G.1Mtn", "G.12HQ"]\n"1407" = ["G.XVIII"]',
        r"setup.german, 1507, G.III: .* \(8.3a\); place it elsewhere",
    ),
    "ready tank held back": (
        S,
        r'off_map = \["G.FSJ", "G.22"\]((?:.*\n)*?)"0607" = \["G.X", "G.9Pz", ',
        r'off_map = ["G.FSJ", "G.22", "G.9Pz"]\1"0607" = ["G.X", ',
        r"setup.german, off_map, G.9Pz: .* \(20.1i\)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_broken_pack_is_one_error_at_load_time(case: str, tmp_path: Path) -> None:
    file, old, new, says = CASES[case]
    text = (FOLDER / file).read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1, flags=re.M)
    assert changed != text, "nothing was broken"
    target = tmp_path / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        meuse.load("fall_of_france", pack=tmp_path)
    message = str(caught.value)
    assert "\n" not in message and re.search(says, message), message


def test_all_defects_come_together(tmp_path: Path) -> None:
    text = (FOLDER / "tables.toml").read_text(encoding="utf-8")
    text = text.replace("corps = 3, division", "corps = 5, division").replace('"1-4", "1-3"', '"1-3", "1-4"')
    (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"crt, columns: .*stacking, points"):
        meuse.load("fall_of_france", pack=tmp_path)


def test_a_scenario_of_ones_own_is_checked_too() -> None:
    text = (FOLDER / S).read_text(encoding="utf-8").replace('"1712" = ["F.X"]', '"1815" = ["F.X"]')
    with pytest.raises(DataError, match=r"1815, F.X"):
        GAME.own_setting(text)
    name = GAME.own_setting((FOLDER / S).read_text(encoding="utf-8").replace("Historical", "My own")).name
    assert GAME.new(name, 1).decision is not None
