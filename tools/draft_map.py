"""Draft the map file of a hex game from real geography and the hand corrections in tools/maps/GAME.toml.

python tools/draft_map.py GAME --geo FOLDER             write the map file
python tools/draft_map.py GAME --geo FOLDER --check     say whether the map file equals what the tool makes
python tools/draft_map.py GAME --verify                 check the map file against what the rules say about the map
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

from mapdraft.draft import make_draft
from mapdraft.verify import failures
from mapdraft.write import map_text

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "meuse" / "games"
MAPS = Path(__file__).with_name("maps")


def load_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dictionary."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def drafted(game: str, geo: Path, corrections: dict[str, Any]) -> str:
    """The text of the map file."""
    return map_text(game, make_draft(geo, corrections), corrections)


def check(text: str, out: Path) -> int:
    """Compare the map file with the drafted text."""
    same = out.exists() and out.read_text(encoding="utf-8") == text
    print(f"{out.name}: {'equal to' if same else 'DIFFERS from'} what the tool makes")
    return 0 if same else 1


def verify(game: str, out: Path, corrections: dict[str, Any]) -> int:
    """Print every constraint the map file breaks."""
    found = failures(game, load_toml(out), corrections)
    for failure in found:
        print("FAILS", failure)
    print(f"{out.name}: {len(found)} failures")
    return 1 if found else 0


def main() -> int:
    """Command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("game", choices=sorted(path.stem for path in MAPS.glob("*.toml")), help="package of the game")
    parser.add_argument("--geo", type=Path, help="folder with the geography, as GeoJSON")
    parser.add_argument("--out", type=Path, help="map file; without it that of the game")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--verify", action="store_true", help="check the rules' constraints, write nothing")
    options = parser.parse_args()
    game, corrections = options.game, load_toml(MAPS / f"{options.game}.toml")
    out = options.out or GAMES / game / "data" / "map.toml"
    if options.verify:
        return verify(game, out, corrections)
    if options.geo is None:
        parser.error("--geo is missing: the folder with the geography")
    text = drafted(game, options.geo, corrections)
    if options.check:
        return check(text, out)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(f"{out.name}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
