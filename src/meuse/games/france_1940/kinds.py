"""Kinds of fields that only this game has: numbers by hex or name, officers, carriers, standing orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from meuse.engine.kinds import CopiedKind
from meuse.engine.position import Reader
from meuse.engine.state import State
from meuse.games.france_1940.setting import FARTHEST, MODES

ARMOUR_ONLY, FULL_ONLY = 4, 8
"""Bits of a standing order beside its mode: at armour only, at full strength only."""
WITHIN = 16
"""A standing order holds its distance in units of this; 0: at any distance."""


class HexNumbersKind(CopiedKind):
    """A number for some hexes."""

    text = dict[str, int]

    def __init__(self) -> None:
        super().__init__(lambda value: {str(key): value[key] for key in sorted(value)}, _numbers)

    def write(self, value: Any, state: State) -> Any:
        return {state.setting.place_label(hexa): value[hexa] for hexa in sorted(value)}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        places = {reader.place(label, where): number for label, number in raw.items()}
        return {place: number for place, number in places.items() if place is not None}


def _numbers(raw: dict[str, int]) -> dict[int, int]:
    return {int(key): number for key, number in raw.items()}


class NamedNumbersKind(CopiedKind):
    """A small number for each of some things that the setting knows by names: batteries, missions, formations."""

    text = dict[str, int]

    def __init__(self, names: Callable[[Any], Sequence[str]]) -> None:
        super().__init__(bytearray.hex, bytearray.fromhex)
        self.names = names

    def write(self, value: Any, state: State) -> Any:
        return {name: number for name, number in zip(self.names(state.setting), value, strict=True) if number}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        known = self.names(reader.setting)
        for name, number in raw.items():
            if name not in known:
                reader.fault(where, f"there is no {name!r}; there are: {', '.join(known)}")
            reader.within(f"{where}, {name}", number, 0, 255)
        return bytearray(raw.get(name, 0) & 255 for name in known)


class LeadersKind(CopiedKind):
    """An officer for each formation, or none (-1); positions name those that differ from the order of the pools."""

    text = dict[str, str]

    def __init__(self, usual: bool) -> None:
        super().__init__(list, list)
        self.usual = usual

    def _start(self, setting: Any) -> list[int]:
        return list(setting.usual_leaders) if self.usual else [-1] * len(setting.formations)

    def write(self, value: Any, state: State) -> Any:
        pairs = zip(state.setting.formations, value, self._start(state.setting), strict=True)  # type: ignore[attr-defined]
        return {f.id: state.piece_name(piece) if piece >= 0 else "" for f, piece, usual in pairs if piece != usual}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        leaders = self._start(reader.setting)
        for name, officer in raw.items():
            if name not in reader.setting.formation_numbers:
                reader.fault(where, f"there is no formation {name!r}")
                continue
            piece = reader.piece(officer, where) if officer else -1
            leaders[reader.setting.formation_numbers[name]] = -1 if piece is None else piece
        return leaders

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        return [names.get(piece, piece) for piece in value]


class CarriersKind(CopiedKind):
    """What carries or tows each piece (-1: nothing); positions name passengers and carriers."""

    text = dict[str, str]

    def __init__(self) -> None:
        super().__init__(list, list)

    def write(self, value: Any, state: State) -> Any:
        return {state.piece_name(piece): state.piece_name(by) for piece, by in enumerate(value) if by >= 0}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        carriers = [-1] * len(reader.setting.pieces)
        for name, carrier in raw.items():
            piece, by = reader.piece(name, where), reader.piece(carrier, where)
            if piece is not None and by is not None:
                carriers[piece] = by
        return carriers

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        moved = list(value)
        for old, new in names.items():
            moved[new] = value[old]
        return [names.get(by, by) for by in moved]


class OrdersKind(CopiedKind):
    """A standing order for each piece: ``"hold"``, ``"fire within 4 armour full"``; nothing: ask."""

    text = dict[str, str]

    def __init__(self) -> None:
        super().__init__(bytearray.hex, bytearray.fromhex)

    def write(self, value: Any, state: State) -> Any:
        return {state.piece_name(piece): spelled(order) for piece, order in enumerate(value) if order}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        orders = bytearray(len(reader.setting.pieces))
        for name, words in raw.items():
            piece = reader.piece(name, where)
            order = parsed(words)
            if order is None:
                reader.fault(f"{where}, {name}", f'{words!r} is no order; write "hold" or "fire within 4 armour full"')
            elif piece is not None:
                orders[piece] = order
        return orders

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        moved = bytearray(value)
        for old, new in names.items():
            moved[new] = value[old]
        return moved


def spelled(order: int) -> str:
    """A standing order in words."""
    words = [MODES[order & 3]]
    if order // WITHIN:
        words.append(f"within {order // WITHIN}")
    if order & ARMOUR_ONLY:
        words.append("armour")
    if order & FULL_ONLY:
        words.append("full")
    return " ".join(words)


def parsed(words: str) -> int | None:
    """The other way round; None for what is no order."""
    mode, *more = words.split()
    if mode not in MODES:
        return None
    order = MODES.index(mode)
    while more:
        word = more.pop(0)
        if word == "within" and more and more[0].isdecimal() and 0 < int(more[0]) <= FARTHEST:
            order += WITHIN * int(more.pop(0))
        elif word in ("armour", "full"):
            order |= ARMOUR_ONLY if word == "armour" else FULL_ONLY
        else:
            return None
    return order if order & 3 == MODES.index("fire") or order < len(MODES) else None


class StartsKind(CopiedKind):
    """A hex for some pieces, -1 for none; positions name both."""

    text = dict[str, str]

    def __init__(self) -> None:
        super().__init__(lambda value: {str(key): value[key] for key in sorted(value)}, _numbers)

    def write(self, value: Any, state: State) -> Any:
        label = state.setting.place_label
        return {state.piece_name(piece): label(value[piece]) if value[piece] >= 0 else "" for piece in sorted(value)}

    def read(self, raw: Any, reader: Reader, where: str) -> Any:
        found: dict[int, int] = {}
        for name, label in raw.items():
            piece, place = reader.piece(name, where), reader.place(label, where) if label else -1
            if piece is not None and place is not None:
                found[piece] = place
        return found

    def renamed(self, value: Any, names: dict[int, int]) -> Any:
        return {names.get(piece, piece): place for piece, place in value.items()}


STARTS = StartsKind()
HEX_NUMBERS = HexNumbersKind()
LEADERS, FALLEN = LeadersKind(usual=True), LeadersKind(usual=False)
CARRIERS = CarriersKind()
ORDERS = OrdersKind()
BATTERIES = NamedNumbersKind(lambda setting: [battery.id for battery in setting.batteries])
AIR = NamedNumbersKind(lambda setting: [mission.id for mission in setting.air_missions])
FORMATIONS = NamedNumbersKind(lambda setting: [formation.id for formation in setting.formations])
