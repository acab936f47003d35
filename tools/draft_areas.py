"""Draft the map file of "Battle of France 1940" from real geography and the plan of its spaces.

python tools/draft_areas.py --geo FOLDER             write the map file
python tools/draft_areas.py --geo FOLDER --check     say whether the map file equals what the tool makes
python tools/draft_areas.py --verify                 check the drawn borders against the lists of neighbours
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

from areadraft.draft import make_draft
from areadraft.verify import failures, summary
from areadraft.write import map_text

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "src" / "meuse" / "games" / "battle_of_france" / "data" / "map.toml"
PLAN = Path(__file__).with_name("areadraft")


def load_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dictionary."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def drafted(geo: Path) -> str:
    """The text of the map file."""
    look = load_toml(PLAN / "look.toml")
    return map_text(make_draft(geo, load_toml(PLAN / "areas.toml"), look), look)


def check(text: str, out: Path) -> int:
    """Compare the map file with the drafted text."""
    same = out.exists() and out.read_text(encoding="utf-8") == text
    print(f"{out.name}: {'equal to' if same else 'DIFFERS from'} what the tool makes")
    return 0 if same else 1


def verify(out: Path) -> int:
    """Print everything the map file does not fulfil."""
    data = load_toml(out)
    found = failures(data)
    for failure in found:
        print("FAILS", failure)
    print(f"{out.name}: {summary(data)}; {len(found)} failures")
    return 1 if found else 0


def main() -> int:
    """Command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--geo", type=Path, help="folder with the geography, as GeoJSON")
    parser.add_argument("--out", type=Path, default=OUT, help="map file")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--verify", action="store_true", help="check the borders, write nothing")
    options = parser.parse_args()
    if options.verify:
        return verify(options.out)
    if options.geo is None:
        parser.error("--geo is missing: the folder with the geography")
    text = drafted(options.geo)
    if options.check:
        return check(text, options.out)
    options.out.write_text(text, encoding="utf-8")
    print(f"{options.out.name}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
