"""The record of a match: a text file with headers and one line per action, with rolls and hashes.

It is the save format, the bug report and the study text; ``docs/record-format.md`` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from meuse.engine.data import DataError
from meuse.engine.dice import DiceError, commitment
from meuse.engine.refusal import Refused

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.state import State

FORMAT = "1"
_HEADER = re.compile(r'^\[(\w+) "(.*)"\]$')
_LINE = re.compile(r"^(\d+)\. (\w+): ([^{}#]+?)(?: \{([\d ]*)\})?(?: #([0-9a-f]{16}))?$")


class RecordError(DataError):
    """A record that cannot be read or does not replay."""


class Line(NamedTuple):
    """One action as it is written: who, what, which rolls, and the state's hash afterwards."""

    side: str
    action: str
    rolls: tuple[int, ...]
    hash: str


class Record(NamedTuple):
    """Headers, the lines, the position it began with (if not a scenario's start), and a player's own scenario."""

    headers: dict[str, str]
    lines: list[Line]
    position: str = ""
    scenario: str = ""

    @classmethod
    def of(cls, state: State) -> Self:
        """The record of a match; it is replayed to find the hash after each action."""
        game = state.game
        headers = {
            "Meuse": FORMAT,
            "Game": game.NAME,
            "Scenario": state.scenario,
            "Options": " ".join(f"{name}={value}" for name, value in game.ledger.deviations(state.rulings)),
            "Rules": game.VERSION,
            "Data": game.data_hash,
            "Dice": commitment(state.seed),
            "Seed": state.seed.hex(),
            "Result": _result(state),
        }
        record = cls(headers, [], state.origin, state.setting.text)
        again = record.start(game)
        for action in state.past():
            again.apply(action.option, action.rolls)
            record.lines.append(Line(game.sides[action.side], str(action.option), action.rolls, again.hash()))
        return record

    def text(self) -> str:
        parts = [f'[{name} "{value}"]' for name, value in self.headers.items()]
        for sign, text in ((">", self.scenario), ("|", self.position)):
            parts += [f"{sign} {line}".rstrip() for line in text.removesuffix("\n").split("\n") if text]
        parts.append("")
        for number, line in enumerate(self.lines, 1):
            rolls = " {" + " ".join(map(str, line.rolls)) + "}" if line.rolls else ""
            parts.append(f"{number}. {line.side}: {line.action}{rolls} #{line.hash}")
        return "\n".join(parts) + "\n"

    @classmethod
    def read(cls, text: str, file: str = "record") -> Self:
        """A record from its text; the error names the line."""
        headers: dict[str, str] = {}
        texts: dict[str, list[str]] = {">": [], "|": []}
        lines: list[Line] = []
        for number, row in enumerate(text.split("\n"), 1):
            row = row.rstrip()
            if not row:
                continue
            header, line = _HEADER.match(row), _LINE.match(row)
            if header:
                headers[header[1]] = header[2]
            elif row[0] in texts:
                texts[row[0]].append(row[2:])
            elif line:
                if int(line[1]) != len(lines) + 1:
                    raise RecordError(file, f"line {number}", f"action {line[1]} where {len(lines) + 1} is expected")
                rolls = tuple(int(roll) for roll in (line[4] or "").split())
                lines.append(Line(line[2], line[3], rolls, line[5] or ""))
            else:
                problem = f"{row!r} is neither a header nor an action; an action reads '1. side: action'"
                raise RecordError(file, f"line {number}", problem)
        for needed in ("Meuse", "Game", "Scenario", "Seed"):
            if needed not in headers:
                raise RecordError(file, "", f"the header [{needed} ...] is missing; is this a record of Meuse?")
        if headers["Meuse"] != FORMAT:
            raise RecordError(file, "", f"record format {headers['Meuse']!r} is unknown; this program reads {FORMAT}")
        scenario, position = ("\n".join(text) + "\n" if text else "" for text in texts.values())
        return cls(headers, lines, position, scenario)

    def replay(self, game: Game, file: str = "record", upto: int | None = None) -> Any:
        """The match as recorded, each action checked against the rules and the hash."""
        state = self.start(game, file)
        for _, state in self.play(game, file, upto):  # noqa: B007
            pass
        return state

    def play(self, game: Game, file: str = "record", upto: int | None = None) -> Iterator[tuple[int, Any]]:
        """The match action by action: the number of each action and the (one, changing) state after it."""
        state = self.start(game, file)
        for number, line in enumerate(self.lines[:upto], 1):
            where = f"action {number} ({line.side}: {line.action})"
            if state.to_act != line.side:
                raise RecordError(file, where, f"it is for {state.to_act or 'nobody'} to decide")
            try:
                state.apply(line.action, line.rolls)
            except (Refused, DiceError, ValueError) as error:
                raise RecordError(file, where, str(error)) from None
            if line.hash and state.hash() != line.hash:
                raise RecordError(
                    file, where, f"the state differs from the recorded one: {state.hash()}, not {line.hash}"
                )
            yield number, state

    def start(self, game: Game, file: str = "record") -> Any:
        """The state before the first action."""
        if self.headers["Game"] != game.NAME:
            raise RecordError(file, "", f"a record of {self.headers['Game']}, not of {game.NAME}")
        try:
            seed = bytes.fromhex(self.headers["Seed"])
            setting = game.own_setting(self.scenario) if self.scenario else game.setting(self.headers["Scenario"])
            if self.position:
                return game.position(self.position, seed)
            pairs = [pair.partition("=") for pair in self.headers.get("Options", "").split()]
            return game.new(setting.name, seed, {name: value for name, _, value in pairs})
        except ValueError as error:
            raise RecordError(file, "headers", str(error)) from None

    def verify(self, game: Game, file: str = "record") -> tuple[Any, list[str]]:
        """Replay without trusting anything: rules version, data, dice and result must agree too."""
        complaints = []
        if self.headers.get("Rules") != game.VERSION:
            complaints.append(f"made with rules {self.headers.get('Rules')}; these are {game.VERSION}")
        if self.headers.get("Data") != game.data_hash:
            complaints.append(f"made with data {self.headers.get('Data')}; these are {game.data_hash}")
        start = self.start(game, file)
        if self.headers.get("Dice") != commitment(start.seed):
            complaints.append("the seed does not match the hash published before play")
        state = self._replay_with_own_dice(game, file)
        if state is None:  # where they first differ, and whether the actions are at least allowed with the rolls given
            state = self.replay(game, file)
            complaints += self._check_dice(game)
        if self.headers.get("Result", "*") != _result(state):
            complaints.append(f"the record says {self.headers.get('Result')!r}; the match ends {_result(state)!r}")
        return state, complaints

    def _replay_with_own_dice(self, game: Game, file: str) -> Any:
        """The match with the dice of its seed; None if anything about it is not as recorded."""
        state = self.start(game, file)
        for line in self.lines:
            if state.to_act != line.side:
                return None
            try:
                state.apply(line.action)
            except (Refused, ValueError):
                return None
            if tuple(state.rolled) != line.rolls or (line.hash and state.hash() != line.hash):
                return None
        return state

    def _check_dice(self, game: Game) -> list[str]:
        """Replay with the seed's own dice and compare every roll."""
        state = self.start(game)
        for number, line in enumerate(self.lines, 1):
            state.apply(line.action)
            if tuple(state.rolled) != line.rolls:
                return [f"action {number}: the dice of the seed show {state.rolled}, the record {list(line.rolls)}"]
        return []


def _result(state: State) -> str:
    result = state.result
    return "*" if result is None else f"{result.winner or 'draw'}: {result.level}"
