"""One match in memory: its state and what was reported, rebuilt from the log; the log always counts."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import Any, NamedTuple

import msgspec

from meuse import games
from meuse.engine import Game, State
from meuse.engine.dice import commitment
from meuse.engine.scene import Focus
from meuse.engine.state import Action
from meuse.server.responses import Changed, Entry, Kind, ResultInfo
from meuse.server.routing import encoder
from meuse.server.secrecy import Reports, reports, words
from meuse.server.storage import LogRow, MatchRow, NewRow, SeatRow

NOTHING: Reports = {}


class Broken(Exception):
    """The stored log can no longer be replayed to the same states."""


class Asked(NamedTuple):
    """A request to take actions back: who asks, how many, and who has consented."""

    side: str
    actions: int
    consents: frozenset[str]


class Kept(NamedTuple):
    """An entry of the log in memory, with what was reported of it to each audience."""

    revision: int
    kind: Kind
    side: str
    action: str
    rolls: list[int]
    key: str | None
    time: float
    reports: Reports
    last: Action | None
    """The last action that stands after it; from there that moment can be rebuilt."""


class Table:
    """A match being played; threads hold the lock while they read or change it."""

    def __init__(self, row: MatchRow, seats: Sequence[SeatRow]) -> None:
        self.lock = RLock()
        self.id = row.id
        self.row = row
        if row.game not in games.NAMES:
            raise Broken(f"there is no game {row.game!r} any more")
        self.game: Game = games.load(row.game)
        by_side = {seat.side: seat.kind for seat in seats}
        if set(by_side) != set(self.game.sides):
            raise Broken(f"its sides are {', '.join(sorted(by_side))}; those of the game are other ones")
        self.kinds = {side: by_side[side] for side in self.game.sides}
        self.changed = _changed(row, self.game)
        self.reset()

    def reset(self) -> None:
        """Back to the beginning; ``catch_up`` does the rest."""
        self.state = self._start()
        self.entries: list[Kept] = []
        self.standing: list[int] = []
        """The revisions of the actions that have not been taken back."""
        self.keys: dict[str, int] = {}
        self.asked: Asked | None = None
        self.resigned: set[str] = set()
        self._scenes: dict[str, msgspec.Raw] = {}

    def _start(self) -> State:
        row = self.row
        try:
            return begin(self.game, row, row.seed)
        except Exception as error:
            raise Broken(f"the match can no longer be begun: {error}{self._pins()}") from None

    def _pins(self) -> str:
        """What has changed since the match began, in words."""
        words = "; ".join(f"{one.what} {one.began}, now {one.now}" for one in self.changed)
        return f" (it began with {words})" if words else ""

    # status

    @property
    def revision(self) -> int:
        return len(self.entries)

    @property
    def over(self) -> bool:
        return bool(self.resigned) or self.state.outcome is not None

    @property
    def to_act(self) -> str | None:
        return None if self.over else self.state.to_act

    @property
    def bot_to_act(self) -> bool:
        """Must a bot move now? While a request for an undo is open, bots wait."""
        side = self.to_act
        return side is not None and self.asked is None and self.kinds[side].startswith("bot:")

    @property
    def commitment(self) -> str:
        return commitment(self.row.seed)

    @property
    def hot_seat(self) -> bool:
        """Do the same people hold all sides?"""
        return all(kind == "hotseat" for kind in self.kinds.values())

    def result(self) -> ResultInfo | None:
        """How it ended: by the rules, or by resignation."""
        if self.resigned:
            left = [side for side in self.game.sides if side not in self.resigned]
            gone = " and ".join(side.title for side in self.game.about().sides if side.id in self.resigned)
            winner = left[0] if len(left) == 1 else None
            return ResultInfo(winner, left, "resignation", f"{gone} resigned", None)
        result = self.state.result
        if result is None:
            return None
        winners = list(self.game.camps[result.winner]) if result.winner else []
        return ResultInfo(result.winner, winners, result.level, result.reason, result.clause)

    def together(self, side: str) -> frozenset[str]:
        """The sides held by the same seat as this one."""
        if self.kinds[side] != "hotseat":
            return frozenset({side})
        return frozenset(other for other, kind in self.kinds.items() if kind == "hotseat")

    def waiting_for(self) -> list[str]:
        """The sides that still have to agree to an undo; bots always do."""
        if self.asked is None:
            return []
        return [
            side
            for side in self.game.sides
            if not self.kinds[side].startswith("bot:") and side not in self.asked.consents
        ]

    # entries

    def replay(self, rows: Sequence[LogRow | NewRow]) -> None:
        """Apply the entries of the log that are not in memory yet."""
        for row in rows:
            if row.revision <= self.revision:
                continue
            if row.revision != self.revision + 1:
                raise Broken(f"revision {self.revision + 1} is missing from the log")
            try:
                reported = self.carry_out(row.kind, row.side, row.action, row.rolls)
            except Exception as error:  # whatever it is, the match is kept and the reason shown
                raise Broken(f"revision {row.revision} ({row.side}: {row.action}): {error}{self._pins()}") from None
            if self.state.hash() != row.hash:
                raise Broken(f"after revision {row.revision} the state differs from the stored one{self._pins()}")
            self.remember(row, reported, self.state.history)

    def carry_out(self, kind: Kind, side: str, action: str, rolls: Sequence[int] | None = None) -> Reports:
        """Apply one entry to the state; returns what is reported of it to each audience."""
        if kind == "act":
            if self.state.to_act != side:
                raise ValueError(f"it is for {self.state.to_act or 'nobody'} to decide")
            self.state.apply(action, rolls)
            return reports(self.state)
        if kind == "undo":
            self.state.rewind(int(action.removeprefix("undo ")))
        return NOTHING

    def remember(self, row: LogRow | NewRow, reported: Reports, last: Action | None) -> None:
        """Keep an entry in memory; it is in the database already."""
        rolls = list(row.rolls)
        self.entries.append(
            Kept(row.revision, row.kind, row.side, row.action, rolls, row.key, row.time, reported, last)
        )
        self.forget_scenes()
        if row.kind == "act":
            self.standing.append(row.revision)
        elif row.kind == "undo":
            del self.standing[-int(row.action.removeprefix("undo ")) :]
        if row.key is not None:
            self.keys[row.key] = row.revision
        asked = self.asked
        if row.kind == "ask":
            self.asked = Asked(row.side, int(row.action.removeprefix("undo ")), self.together(row.side))
        elif row.kind == "consent" and asked is not None:
            self.asked = asked._replace(consents=asked.consents | self.together(row.side))
        elif row.kind != "consent":
            self.asked = None
        if row.kind == "resign":
            self.resigned.update(row.action.removeprefix("resign ").split(" "))

    # what is shown

    def entry(self, kept: Kept, audience: str) -> Entry:
        """An entry of the log as an audience may know it."""
        secret = kept.kind == "act" and kept.side != audience and not self.over
        return Entry(
            revision=kept.revision,
            kind=kept.kind,
            side=kept.side,
            action=None if secret else kept.action,
            rolls=None if secret else kept.rolls,
            told=[words(self.state.setting, event) for event in kept.reports.get(audience, ())],
            time=kept.time,
        )

    def scene(self, audience: str) -> Any:
        """The scene as an audience sees it, encoded once for all clients of that audience."""
        encoded = self._scenes.get(audience)
        if encoded is None:
            scene = self.state.scene(audience)
            if self.resigned:
                scene = msgspec.structs.replace(scene, to_act="", prompt="", focus=Focus(), choices=())
            encoded = self._scenes[audience] = msgspec.Raw(encoder.encode(scene))
        return encoded

    def forget_scenes(self) -> None:
        """The state has changed."""
        self._scenes.clear()

    def at(self, revision: int) -> State:
        """The state as it was after a revision."""
        last = self.entries[revision - 1].last if revision else None
        if last is None:
            return self._start()
        state = State.just_before(last)
        state.apply(last.option, last.rolls)
        return state


def begin(game: Game, row: MatchRow, seed: bytes) -> State:
    """A match as its row says it began, with some seed."""
    if row.scenario_text:
        game.own_setting(row.scenario_text)
    state: State = game.position(row.origin, seed) if row.origin else game.new(row.scenario, seed, row.options)
    return state


def _changed(row: MatchRow, game: Game) -> list[Changed]:
    """Which of the rules and data that a match began with are others now."""
    pins = (Changed("rules", row.rules, game.VERSION), Changed("data", row.data_hash, game.data_hash))
    return [pin for pin in pins if pin.began != pin.now]
