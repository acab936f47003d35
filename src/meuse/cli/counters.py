"""The counters of a match as they lie: what each side sees of its own, for pictures and tables."""

from __future__ import annotations

from typing import Any, NamedTuple

from meuse.engine.scene import Face, Piece

ECHELONS = {"E": "I", "F": "II", "G": "III", "H": "X", "I": "XX", "J": "XXX", "K": "XXXX"}
"""The size mark of each echelon, by its letter in a symbol's code."""


class LaidCounter(NamedTuple):
    """A counter in its place."""

    place: str
    piece: Piece
    face: Face

    @property
    def size(self) -> str:
        """The size mark: ``XXX`` for a corps; where there is none, the sign of an officer, or what it is."""
        if self.face.symbol:
            return ECHELONS.get(self.face.symbol[11:12], "")
        return self.face.sign if self.face.shape == "unit" else self.face.shape


def laid_out(state: Any) -> list[LaidCounter]:
    """All counters on the map, place by place, each stack from the top; every side's as that side sees them."""
    faces = {face.id: face for face in state.setting.faces}
    counters: dict[str, list[LaidCounter]] = {}
    for side in state.game.sides:
        for place, stack in state.scene(side).stacks.items():
            own = [piece for piece in stack.pieces if faces[piece.face].side == side]
            counters.setdefault(place, []).extend(LaidCounter(place, piece, faces[piece.face]) for piece in own)
    number = state.setting.place_number
    return [laid for place in sorted(counters, key=number) for laid in counters[place]]
