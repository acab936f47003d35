"""Rallying (10.4): what an activated officer does for himself and for routed units of his formation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Piece, PieceSet
from meuse.engine.preview import Factor, Outcome, Preview
from meuse.games.france_1940 import command, morale
from meuse.games.france_1940.events import Rallied
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState, FranceStep, carried, finish


def rousable(s: FranceState, officer: int) -> int:
    """Whom an officer can try to rally: himself, or routed units of his in command range (10.4.1a, 10.4.2a).

    They may be Finished: then they are not activated this turn, but they can rally (10.4.2f, A14).
    """
    if s.routed >> officer & 1:
        return 1 << officer & ~s.finished
    formation, setting = s.led_by(officer), s.setting
    if formation < 0:
        return 0
    routed = s.routed & s.alive
    units = setting.formations[formation].units
    if setting.seniors >> officer & 1:  # he rallies all of his nation (10.4.1b)
        nation = setting.pieces[officer].nation
        for row, leader in zip(setting.formations, s.leaders, strict=True):
            if row.nation == nation:
                units |= row.units | (1 << leader if leader >= 0 else 0)
    near, here = command.reach(s, officer), s.where[officer]
    board = setting.board
    return members(piece for piece in listed(units & routed) if board.distance(here, s.where[piece]) <= near)


def foreign(s: FranceState, officer: int, piece: int) -> bool:
    """Does a higher-ranking officer rally somebody who is not of his own formation (10.4.2d)?"""
    return officer != piece and not s.setting.formations[s.led_by(officer)].units >> piece & 1


def needed(s: FranceState, officer: int, piece: int) -> int:
    """The highest roll that rallies (10.4.2c to 10.4.2e, G39).

    A routed officer's own morale, or a unit's; where a higher officer rallies, his morale and leadership are the base.
    """
    setting = s.setting
    if foreign(s, officer, piece):
        base = setting.morale[officer] + setting.leadership[officer]
        if setting.officers >> piece & 1:
            return base
        return base - morale.strain(s, setting.formation[piece]) - (FULL - s.steps[piece])
    return setting.morale[piece] if setting.officers >> piece & 1 else morale.of_unit(s, piece)


def bars(s: FranceState) -> Iterator[Bar]:
    """Which officers cannot rally anybody (10.4.2a)."""
    yield Bar(~s.setting.officers, "10.4.1a", "{it} is no officer")
    yield Bar(carried(s), "5.5h", "{it} is carried, and must first get off")
    able = members([officer for officer in listed(s.setting.officers & s.active & s.alive) if rousable(s, officer)])
    yield Bar(~able, "10.4.2a", "no routed unit of its formation is within the command range of {it}")


class Rally(FranceStep):
    """An officer rallies: first himself if he is routed, then his units, each once (10.4.2)."""

    officer: Piece
    tried: PieceSet

    hand = "officer"
    standing = True
    idle = "done"
    asks = "Choose whom {officer} tries to rally."
    help = Help(
        "10.4.2e", "A unit rallies on two dice not above its morale; one that fails is Finished and stays routed."
    )
    words = {"rouse": "Try to rally {it}", "done": "Rally nobody else"}
    rolls = ("rouse",)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            if not self.tried:
                yield Bar(ALL, "10.4.2a", "he has not tried to rally anybody yet")
            return
        yield Bar(~s.routed, "10.4.1a", "{it} is not routed")
        if s.routed >> self.officer & 1:
            yield Bar(~(1 << self.officer), "10.4.2b", "a routed officer must first rally himself")
        yield Bar(self.tried, "10.4.2g", "he has tried to rally {it}")
        yield Bar(~rousable(s, self.officer), "10.4.2a", "{it} is no unit of his within command range")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return two_dice(
            "Rally", needed(s, self.officer, option.value), ("it rallies", "it stays routed"),
            _factors(s, self.officer, option.value),
        )  # fmt: skip

    def rouse(self, s: FranceState, piece: int) -> None:
        limit = needed(s, self.officer, piece)
        rolled = sum(s.roll(f"rally of {s.spoken(piece)}", ("10.4.2e",)) for _ in range(2))
        passed = rolled <= limit
        s.events.append(Rallied(("10.4.2e" if passed else "10.4.2g",), piece, limit, rolled, passed))
        if passed:
            s.routed &= ~(1 << piece)
            s.rallied |= 1 << piece & s.setting.units
            if s.where[piece] >= 0:
                s.occupy(s.where[piece])
        else:
            finish(s, 1 << piece)
        s.turn_into(Rally(self.officer, self.tried | 1 << piece))

    def done(self, s: FranceState, value: int) -> None:
        s.pop()
        self.after(s)

    def after(self, s: FranceState) -> None:
        """Rallying was the officer's action (G28)."""
        finish(s, 1 << self.officer)


def _factors(s: FranceState, officer: int, piece: int) -> tuple[Factor, ...]:
    """What the morale of who is to rally is made of."""
    if foreign(s, officer, piece):
        base = s.setting.morale[officer] + s.setting.leadership[officer]
        less = base - needed(s, officer, piece)
        rows = [Factor(f"morale and leadership of {s.spoken(officer)}", str(base), "10.4.2d")]
        return (*rows, Factor("losses", f"-{less}", "10d")) if less else tuple(rows)
    if s.setting.officers >> piece & 1:
        return (Factor("morale of the officer, without leadership", str(s.setting.morale[piece]), "10.4.2c"),)
    return unit_factors(s, piece)


def unit_factors(s: FranceState, unit: int) -> tuple[Factor, ...]:
    """What a unit's morale is made of (10a to 10d)."""
    formation = s.setting.formation[unit]
    printed, leadership = morale.base(s, formation)
    rows = [Factor("morale of the officer", str(printed), "10a")]
    if command.in_range(s, unit):
        rows.append(Factor("leadership", f"+{leadership}", "10c"))
    strain, own = morale.strain(s, formation), FULL - s.steps[unit]
    if strain:
        rows.append(Factor("losses of the formation", f"-{strain}", "10b"))
    if own:
        rows.append(Factor("its own losses", f"-{own}", "10d"))
    return tuple(rows)


def two_dice(title: str, limit: int, names: tuple[str, str], factors: tuple[Factor, ...]) -> Preview:
    """A roll of two dice that must not exceed a number."""
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    share = Fraction(1, len(pairs))
    return Preview(title, tuple(Outcome(share, pair, names[sum(pair) > limit]) for pair in pairs), factors)
