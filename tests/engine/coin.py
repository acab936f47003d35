"""The smallest game there is: toss a coin or pass; three heads win. It shows that the engine is an engine."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from meuse.board import AreaBoard
from meuse.engine import ALL, Bar, Event, Game, Help, Option, Setting, State, Step
from meuse.engine.fields import field
from meuse.engine.kinds import NUMBER
from meuse.engine.offer import ScenarioFile
from meuse.engine.position import Reader
from meuse.engine.preview import Preview, one_die
from meuse.engine.scene import Track
from meuse.engine.staging import Tabletop

CLAUSES = """
[[chapter]]
number = "1"
title = "Tossing"
[[clause]]
id = "1.0a"
title = "Turn"
kind = "rule"
says = "A player tosses or passes."
[[clause]]
id = "1.0b"
title = "Secret"
kind = "definition"
says = "A whisper is heard by nobody."
"""
RULINGS = """
[[option]]
name = "heads"
default = "three"
values = [{ value = "three", says = "Three heads win." }, { value = "one", says = "One head wins." }]
[[ruling]]
id = "A01"
title = "How many"
importance = "low"
clauses = ["1.0a"]
readings = ["three", "one"]
ruling = "three"
why = "longer"
option = "heads"
"""
ABOUT = """
title = "Coin"
about = "Toss."
secrets = true
sides = [
  { id = "odd", title = "Odd", letter = "O", colour = "#ffffff", ink = "#000000" },
  { id = "even", title = "Even", letter = "E", colour = "#000000", ink = "#ffffff" },
]
"""
PLAIN = """
title = "Plain"
players = [["odd"], ["even"]]
"""
MOST = 300
"""How many tosses a coin bears."""


class CoinState(State):
    heads: int = field(0, NUMBER, most=3)
    secret: int = field(0, NUMBER)


@dataclass
class Toss(Step[CoinState]):
    """Toss, pass or peek."""

    heading = "tossing"
    help = Help("1.0a", "Three heads win.")
    words = {"toss": "Toss the coin", "pause": "Pass", "peek": "Peek"}
    rolls = ("toss",)

    def side(self, s: CoinState) -> int:
        return s.actions % 2

    def prompt(self, s: CoinState) -> str:
        return "Toss, pass or peek."

    def options(self, s: CoinState) -> list[Option]:
        words = s.setting.vocabulary.words
        return [words["toss"], words["pause"], words["peek"]] if s.actions < MOST else [words["pause"]]

    def bars(self, s: CoinState, verb: str) -> Iterable[Bar]:
        if verb != "pause" and s.actions >= MOST:
            yield Bar(ALL, "1.0a", "the coin is worn out")

    def toss(self, s: CoinState, value: int) -> None:
        s.heads += s.roll("toss", ("1.0a",), sides=2) == 1
        if s.heads >= (3 if s.rulings["heads"] == "three" else 1):
            s.finish(0, "win", "enough heads", "1.0a")

    def pause(self, s: CoinState, value: int) -> None:
        s.secret += 1

    def peek(self, s: CoinState, value: int) -> None:
        s.sealed = True

    def preview(self, s: CoinState, option: Option) -> Preview | None:
        return one_die("toss", ["heads", "tails"]) if option.verb == "toss" else None


class CoinReader(Reader):
    PHASES = ("toss",)

    def lay_out(self) -> None:
        self.plain()

    def agenda(self, phase: str) -> list[Any]:
        return [Toss()]

    @classmethod
    def written(cls, s: CoinState) -> dict[str, Any]:
        return {"phase": "toss"}


class CoinSetting(Setting):
    def __init__(self, game: Game, name: str, scenario: ScenarioFile, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.board = AreaBoard({"table": []})
        self.faces = ()
        for word in ("toss", "pause", "peek", "whisper"):
            self.vocabulary.word(word)


class CoinGame(Game):
    NAME = "coin"
    TITLE = "Coin"
    VERSION = "1"
    SEQUENCE_CLAUSE = "1.0a"
    SIDES = ("odd", "even")
    SETTING = CoinSetting
    STATE = CoinState
    READER = CoinReader

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, [sys.modules[__name__]])

    def begin(self, state: CoinState) -> None:
        state.push(Toss())

    def redact(self, event: Event, state: CoinState, side: int) -> Event | None:
        return event

    def overlays(self, state: CoinState, side: int) -> dict[str, list[str]]:
        return {}

    def faults(self, state: CoinState) -> list[str]:
        return state.faults()

    def imagine(self, state: CoinState, side: int, seed: int) -> CoinState:
        twin = state.imagined(seed)
        twin.secret = seed
        return twin

    def table(self, state: CoinState, side: int) -> Tabletop:
        heads = Track("heads", "Heads", str(state.heads), number=state.heads)
        return Tabletop("", {}, (), (heads,), (), {}, {})


@cache
def coin_game() -> CoinGame:
    folder = Path(tempfile.mkdtemp())
    (folder / "clauses.toml").write_text(CLAUSES)
    (folder / "rulings.toml").write_text(RULINGS)
    (folder / "about.toml").write_text(ABOUT)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "plain.toml").write_text(PLAIN)
    return CoinGame(folder)
