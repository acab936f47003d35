"""How a game is offered to people: the file ``about.toml`` that every game has."""

from __future__ import annotations

from meuse.engine.data import DataFolder, Strict
from meuse.engine.scene import SideInfo

ABOUT = "about.toml"


class AboutFile(Strict):
    """A paragraph, the sides, and what overlays show; scenarios are described in their own files."""

    title: str
    about: str
    secrets: bool
    sides: tuple[SideInfo, ...]
    overlays: dict[str, str] = {}
    scenarios: tuple[str, ...] = ()
    """The order in which scenarios are offered; those not listed come last."""
    camps: dict[str, str] = {}
    """What sides that win together are called."""


def read_about(data: DataFolder, sides: tuple[str, ...]) -> AboutFile:
    """The file, if it describes just the game's sides."""
    file = data.load(ABOUT, AboutFile)
    if tuple(side.id for side in file.sides) != sides:
        raise data.fault(ABOUT)("sides", f"the sides are {', '.join(sides)}, in this order")
    return file
