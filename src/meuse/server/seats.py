"""Tokens, and the sides they give access to."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from secrets import token_urlsafe
from typing import NamedTuple

from meuse import games, players
from meuse.engine import Game
from meuse.server.errors import invalid, unknown, wrong_seat
from meuse.server.secrecy import SPECTATOR
from meuse.server.storage import SeatRow, Store, hashed
from meuse.server.table import Table


class Seat(NamedTuple):
    """A valid token: its match and its sides (none for spectators)."""

    match: str
    sides: tuple[str, ...]
    token: str
    revision: int
    """The revision of the match when the seat was looked up."""
    good: frozenset[str]
    """All tokens that were valid at that moment."""

    @property
    def spectator(self) -> bool:
        return not self.sides

    def key(self, chosen: str) -> str:
        """A client's key, made its own: two seats may choose the same one."""
        return sha256(f"{self.token}:{chosen}".encode("utf-8", "surrogatepass")).hexdigest()

    def audience(self, table: Table, side: str | None) -> str:
        """The side whose view is shown: the one asked for, else the one to act, else the first.

        When the match is over, everybody may see the view of every side.
        """
        if side is not None:
            if side not in self.sides and not (table.over and side in table.game.sides):
                raise wrong_seat(f"this seat does not hold the side {side!r}")
            return side
        if self.spectator:
            return SPECTATOR
        return table.to_act if table.to_act in self.sides and table.to_act else self.sides[0]

    def player(self) -> str:
        """The first side of the seat; spectators have none."""
        if self.spectator:
            raise wrong_seat("spectators only watch")
        return self.sides[0]


def find(store: Store, match: str, secret: str) -> Seat:
    """The seat a (hashed) token opens; sides in the game's order."""
    standing = store.standing(match) if "\0" not in match else None
    if standing is None:
        raise unknown()
    held = [side for side, token in standing.tokens.items() if token == secret]
    if not held and standing.spectator != secret:
        raise unknown()
    order = games.load(standing.game).sides if standing.game in games.NAMES else ()
    held.sort(key=lambda side: order.index(side) if side in order else 0)
    good = frozenset(token for token in (standing.spectator, *standing.tokens.values()) if token is not None)
    return Seat(match, tuple(held), secret, standing.revision, good)


def hand_out(game: Game, match: str, kinds: dict[str, str]) -> tuple[list[SeatRow], dict[str, str]]:
    """Seats for a new match and their tokens, shown only this once; sides not named share the hot seat."""
    for side in kinds:
        if side not in game.sides:
            raise invalid(f"{game.NAME} has no side {side!r}; sides: {', '.join(game.sides)}")
    for kind in kinds.values():
        if kind.startswith("bot:"):
            _check_level(kind.removeprefix("bot:"))
    shared = token_urlsafe(24)
    rows, tokens = [], {}
    for side in game.sides:
        kind = kinds.get(side, "hotseat")
        if not kind.startswith("bot:"):
            tokens[side] = shared if kind == "hotseat" else token_urlsafe(24)
        token = hashed(tokens[side]) if side in tokens else None
        rows.append(SeatRow(match=match, side=side, kind=kind, token=token))
    return rows, tokens


def _check_level(level: str) -> None:
    try:
        players.make(level)
    except players.UnknownLevel as error:
        raise invalid(str(error)) from None


def pass_on(game: Game, match: str, seats: Sequence[SeatRow], swap: bool) -> list[SeatRow]:
    """The same people in a new match, on the other side if they wish."""
    if swap and len(game.sides) != 2:
        raise invalid(f"sides can be swapped in games of two; {game.NAME} has {len(game.sides)}")
    by_side = {seat.side: seat for seat in seats}
    order = list(game.sides)[::-1] if swap else list(game.sides)
    return [
        SeatRow(match=match, side=side, kind=by_side[old].kind, token=by_side[old].token)
        for side, old in zip(game.sides, order, strict=True)
    ]
