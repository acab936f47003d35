"""The smallest game there is: toss a coin or pass; three heads win. It shows that the engine is an engine."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from meuse.engine import Event, Frame, Game, Option, Refusal, State, Step
from meuse.engine.fields import PLAIN, Field
from meuse.engine.game import Counter
from meuse.engine.preview import Preview, one_die
from meuse.engine.scene import SPECTATOR, About, Choice, Face, ScenarioInfo, Scene, SideInfo, Track

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


class CoinState(State):
    FIELDS: ClassVar[dict[str, Field]] = State.FIELDS | {"heads": PLAIN, "secret": PLAIN}

    def __init__(self, game: Game, scenario: str, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(game, scenario, seed, rulings)
        self.heads = 0
        self.secret = 0


class Toss(Step[CoinState]):
    name = "toss"

    def side(self, s: CoinState, f: Frame) -> int:
        return s.actions % 2

    def prompt(self, s: CoinState, f: Frame) -> str:
        return "Toss, pass or peek."

    def options(self, s: CoinState, f: Frame) -> list[Option]:
        words = s.game.vocabulary.words
        return [words["toss"], words["pause"], words["peek"]] if s.actions < 300 else [words["pause"]]

    def toss(self, s: CoinState, f: Frame, value: int) -> None:
        s.heads += s.roll("toss", ("1.0a",), sides=2) == 1
        if s.heads >= (3 if s.rulings["heads"] == "three" else 1):
            s.finish(0, "win", "enough heads", "1.0a")

    def pause(self, s: CoinState, f: Frame, value: int) -> None:
        s.secret += 1

    def peek(self, s: CoinState, f: Frame, value: int) -> None:
        s.sealed = True

    def preview(self, s: CoinState, f: Frame, option: Option) -> Preview | None:
        return one_die("toss", ["heads", "tails"]) if option.verb == "toss" else None

    def why(self, s: CoinState, f: Frame, option: Option) -> Refusal | None:
        return Refusal("the coin is worn out", "1.0a") if option.verb == "toss" else None


class CoinGame(Game):
    NAME = "coin"
    TITLE = "Coin"
    VERSION = "1"
    SEQUENCE_CLAUSE = "1.0a"
    STATE = CoinState

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sides = ("odd", "even")
        self.scenarios = ("plain",)
        self.steps = {"toss": Toss()}
        for word in ("toss", "pause", "peek", "whisper"):
            self.vocabulary.word(word)

    def begin(self, state: CoinState) -> None:
        state.stack.append(("toss",))

    def derive(self, state: CoinState) -> None:
        pass

    def read_position(self, text: str, file: str, seed: bytes) -> tuple[CoinState | None, list[str]]:
        if "heads = " not in text:
            return None, ["heads: missing", "secret: missing"]
        state = CoinState(self, "plain", seed, self.ledger.settle({}))
        state.heads = int(text.split("heads = ")[1].split()[0])
        self.begin(state)
        return state, []

    def view(self, state: CoinState, side: int) -> dict[str, Any]:
        return {"heads": state.heads, "to_act": state.to_act}

    def redact(self, event: Event, state: CoinState, side: int) -> Event | None:
        return event

    def overlays(self, state: CoinState, side: int) -> dict[str, list[str]]:
        return {}

    def faults(self, state: CoinState) -> list[str]:
        return [] if 0 <= state.heads <= 3 else ["too many heads"]

    def imagine(self, state: CoinState, side: int, seed: int) -> CoinState:
        twin = state.imagined(seed)
        twin.secret = seed
        return twin

    def tell(self, event: Event) -> str:
        return str(event)

    def roster(self, state: CoinState) -> list[Counter]:
        return []

    def about(self) -> About:
        sides = tuple(SideInfo(side, side, side[0], "#fff", "#000") for side in self.sides)
        return About("Coin", "Toss.", sides, (ScenarioInfo("plain", "Plain", "", (("odd",), ("even",))),), True)

    def faces(self) -> tuple[Face, ...]:
        return ()

    def scene(self, state: CoinState, side: int) -> Scene:
        decision = state.decision
        own = decision is not None and side != SPECTATOR and decision.side == self.sides[side]
        return Scene(
            side="" if side == SPECTATOR else self.sides[side],
            phase="tossing",
            turn="",
            to_act=state.to_act or "",
            prompt=decision.prompt if decision is not None and own else "",
            tracks=(Track("heads", "Heads", str(state.heads)),),
            choices=tuple(Choice(str(o), str(o), o.verb) for o in decision.options) if decision and own else (),
        )

    def places(self, event: Event) -> tuple[str, ...]:
        return ()


@cache
def coin_game() -> CoinGame:
    folder = Path(tempfile.mkdtemp())
    (folder / "clauses.toml").write_text(CLAUSES)
    (folder / "rulings.toml").write_text(RULINGS)
    return CoinGame(folder)
