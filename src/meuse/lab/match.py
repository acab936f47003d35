"""One game between bots: each decides from what its side can know, and accumulators look on."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from meuse import games, players
from meuse.engine import Game
from meuse.engine.playout import LONGEST
from meuse.lab.accumulators import Accumulator, AccumulatorError, Row


class Source(msgspec.Struct, frozen=True):
    """A game as it travels to another process or machine: its name, and the texts of files that are not its own."""

    game: str
    pack: tuple[tuple[str, str], ...] = ()
    """The files of a data pack: their names and texts."""
    own: tuple[tuple[str, str], ...] = ()
    """The player's own scenarios: their files, as the player named them, and their texts."""

    def load(self) -> Game:
        """The game, which knows the player's own scenarios; its data is read once in every process."""
        game = _load_packed(self.game, self.pack) if self.pack else games.load(self.game)
        for _, text in self.own:
            game.own_setting(text)
        return game

    def asked(self, scenario: str) -> str:
        """A scenario as a command takes it: its name, or the file of a player's own."""
        game = self.load()
        return next((file for file, text in self.own if game.own_setting(text).name == scenario), scenario)


@lru_cache(maxsize=8)
def _load_packed(name: str, pack: tuple[tuple[str, str], ...]) -> Game:
    with tempfile.TemporaryDirectory(prefix="meuse-pack-") as folder:
        for file, text in pack:
            path = Path(folder, file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return games.load(name, folder)


def read_pack(folder: Path | None) -> tuple[tuple[str, str], ...]:
    """The files of a data pack, so that they can travel."""
    if folder is None:
        return ()
    files = sorted(folder.rglob("*.toml"))
    return tuple((str(path.relative_to(folder)), path.read_text(encoding="utf-8")) for path in files)


class Plan(msgspec.Struct, frozen=True):
    """A game to be played: the seed settles the dice, and with them what bots without a clock choose."""

    source: Source
    scenario: str
    players: tuple[str, ...]
    """The bots, in the order of the seats."""
    seats: tuple[tuple[str, ...], ...]
    """The sides that each of them holds."""
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    keep: str = ""
    """The folder in which the record of the game is kept, if it is."""

    def heading(self) -> Row:
        """The columns that say which game it is."""
        game = self.source.load()
        return {
            "game": game.NAME,
            "rules": game.VERSION,
            "data": game.data_hash,
            "scenario": self.scenario,
            "options": " ".join(f"{name}={value}" for name, value in game.ledger.deviations(dict(self.options))),
            "players": ",".join(self.players),
            "advice": ",".join(players.make(name, files=True).goes_by(game) for name in self.players),
            "seed": self.seed,
        }


Key = tuple[Any, ...]
KEY = ("game", "rules", "data", "scenario", "options", "players", "advice", "seed")
"""The columns that make a key."""


def key(row: Row) -> Key:
    """What distinguishes one game from another."""
    return tuple(row[name] for name in KEY)


def seats(game: Game, scenario: str, count: int) -> tuple[tuple[str, ...], ...]:
    """Which sides each of that many bots holds: as people usually share them, one each, or one for each camp."""
    usual = game.setting(scenario).info.players
    camps = tuple(game.camps.values())
    ways = (usual, tuple((side,) for side in game.sides), camps)
    for way in ways:
        if len(way) == count:
            return way
    said = " or ".join(dict.fromkeys(f"{len(way)} ({'; '.join(' and '.join(sides) for sides in way)})" for way in ways))
    raise ValueError(f"{count} players for {scenario}: give {said}")


def play(plan: Plan, accumulators: Sequence[type[Accumulator]]) -> Row:
    """Play a game to its end and count; errors are noted in the row."""
    began = perf_counter()
    row = plan.heading() | {"watched": watched(accumulators), "seconds": 0.0, "error": ""}
    try:
        watching = [kind() for kind in accumulators]
        state = _play_out(plan, watching)
        for one in watching:
            row.update(_columns(one, state, row))
    except Exception as problem:
        row["error"] = f"{type(problem).__name__}: {problem}"
    return row | {"seconds": round(perf_counter() - began, 4)}


def broken(plan: Plan, problem: str) -> Row:
    """The row of a game that could not be played."""
    return plan.heading() | {"watched": "", "seconds": 0.0, "error": problem}


def watched(accumulators: Sequence[type[Accumulator]]) -> str:
    """The names of the accumulators."""
    return ",".join(kind.name for kind in accumulators)


def _columns(one: Accumulator, state: Any, row: Row) -> Row:
    """What an accumulator has to say of a game, as it will be read again, if it can be kept beside the others'."""
    columns = one.finish(state)
    if not isinstance(columns, dict):
        raise AccumulatorError(f"{one.name}: finish gives {type(columns).__name__}; columns are a dict")
    taken = [name for name in columns if name in row]
    if taken:
        raise AccumulatorError(f"{one.name}: the column {taken[0]} is there already; name it otherwise")
    try:
        plain: Row = msgspec.json.decode(msgspec.json.encode(columns))
    except (TypeError, ValueError) as problem:
        raise AccumulatorError(f"{one.name}: its columns cannot be kept as JSON: {problem}") from None
    return plain


def _play_out(plan: Plan, watching: Sequence[Accumulator]) -> Any:
    game = plan.source.load()
    state = game.new(plan.scenario, plan.seed, dict(plan.options))
    bots = {
        side: (players.make(name, files=True), players.Notes())
        for name, sides in zip(plan.players, plan.seats, strict=True)
        for side in sides
    }
    for one in watching:
        one.start(state)
    while (decision := state.decision) is not None:
        bot, notes = bots[decision.side]
        option = players.decide(bot, state, _luck(plan.seed, state.actions), notes)
        for one in watching:
            one.before(decision, option, state)
        events = state.apply(option)
        for one in watching:
            one.step(decision, option, events, state)
        if state.actions > LONGEST:
            raise RuntimeError(f"the game is not over after {LONGEST} actions")
    if plan.keep:
        Path(plan.keep, f"{game.NAME}-{plan.scenario}-{plan.seed}.meuse").write_text(state.record.text(), "utf-8")
    return state


def _luck(seed: int, action: int) -> int:
    """A bot's own luck at an action: it has nothing to do with the dice of the game."""
    return int.from_bytes(blake2b(f"luck {seed} {action}".encode(), digest_size=7).digest(), "big")
