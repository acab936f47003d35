"""How a game is offered to people: the file ``about.toml`` that every game has, and the head of every scenario."""

from __future__ import annotations

from meuse.engine.data import DataFolder, Strict, Text
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


class ScenarioFile(Strict, kw_only=True):
    """What every scenario file says; a game adds what distinguishes its scenarios."""

    title: Text
    about: str = ""
    players: tuple[tuple[str, ...], ...]
    """The sides that each person usually plays."""
    starts: str = ""
    """The side that the scenario is about, which a person plays who has not chosen; empty: the first of ``players``."""
    length: str = ""
    source: str = ""


def read_about(data: DataFolder, sides: tuple[str, ...]) -> AboutFile:
    """The file, if it describes just the game's sides."""
    file = data.load(ABOUT, AboutFile)
    if tuple(side.id for side in file.sides) != sides:
        raise data.fault(ABOUT)("sides", f"the sides are {', '.join(sides)}, in this order")
    return file
