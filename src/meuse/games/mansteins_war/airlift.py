"""Chapter 26: the German airlift, an air unit that brings supplies or carries a corps.

It is placed as other air units are (``air``). Whom it supplies is in ``logistics`` (26.1); what it carries moves in the
Ground Movement Segment.
"""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, closed
from meuse.games.mansteins_war import air, bridgeheads, control
from meuse.games.mansteins_war.events import Carried
from meuse.games.mansteins_war.setting import ALLIED, CORPS, GERMAN
from meuse.games.mansteins_war.state import MansteinState


def in_force(s: MansteinState) -> bool:
    """Does the airlift take part: with its own option, or with the variant that brings it along (R100, R112)?"""
    return s.on("airlift") or s.on("advanced_airlift")


def carrier(s: MansteinState, piece: int) -> int | None:
    """The airlift that can carry a unit now: over its hex, and activated in this impulse (26.2a, 26.3a, R100)."""
    for unit, hexa in zip(s.setting.air, s.skies, strict=True):
        if hexa == s.where[piece] and s.flown & s.setting.airlifts & 1 << unit:
            return unit
    return None


def carriable(s: MansteinState, piece: int) -> str:
    """The option by which an airlift may carry a unit; empty if it may not.

    The airborne corps it always may (26.3a), with the variant an infantry or mountain corps as well (28.1d).
    """
    setting = s.setting
    unit = setting.pieces[piece]
    if not in_force(s) or not unit.ground or unit.side != GERMAN or s.sizes.of[piece] != CORPS or unit.size != "corps":
        return ""
    by = setting.tables.type[unit.type].airlifted  # type: ignore[index]
    return by if by == "airlift" or (by and s.on(by)) else ""


def bars(s: MansteinState, piece: int) -> Iterator[Bar]:
    """The hexes to which a unit cannot be carried from where it is, and why (26.3, 28.1d)."""
    setting, start = s.setting, s.where[piece]
    by = carriable(s, piece)
    if not by:
        yield Bar(ALL, "26.3a", f"{s.spoken(piece)} cannot be carried by air")
        return
    if by == "advanced_airlift" and s.lifted >= setting.tables.options.airlift.advanced_per_turn:
        yield Bar(ALL, "28.1d", "another corps has been carried this turn")
    if not s.active >> piece & 1:
        yield Bar(ALL, "26.3a", f"{s.spoken(piece)} is not activated")
    if carrier(s, piece) is None:
        yield Bar(ALL, "26.3a", "no airlift that was activated in this impulse is over the hex")
    cities = setting.cities & control.owned(s, GERMAN) & ~bridgeheads.disputed(s)  # zones do not matter (26.3b)
    if start < 0 or not cities >> start & 1:
        yield Bar(ALL, "26.3a", "the transfer starts in a city under German control")
        return
    yield Bar(~cities | 1 << start, "26.3a", "{it} is no other city under German control")
    yield Bar(s.held[ALLIED], "6.0f", "{it} holds enemy units")  # a logistics unit does not take the city (3.3c)


def goals(s: MansteinState, piece: int) -> int:
    """The hexes to which a unit can be carried now."""
    if not s.flown & s.setting.airlifts:
        return 0
    return s.setting.board.everything & ~closed(bars(s, piece))


def carry(s: MansteinState, piece: int, hexa: int) -> None:
    """The airlift carries a corps and is used for the turn; the corps moves no further (26.3a).

    It is supported in the Combat Segment (26.3c).
    """
    unit, start = carrier(s, piece), s.where[piece]
    assert unit is not None
    if carriable(s, piece) == "advanced_airlift":
        s.lifted += 1
    s.moved |= 1 << piece
    s.landed |= 1 << piece
    s.events.append(Carried(("26.3a",), piece, (start, hexa)))
    air.withdraw(s, unit, "26.3a")
    s.shift(piece, hexa)
    control.enter(s, (piece,), (hexa,))
    control.check(s)
