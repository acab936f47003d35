"""A scene as numbers: a vector of fixed size for learning, made from nothing but what a side sees."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meuse.engine.scene import Scene, Track

Vector = NDArray[np.float32]

PER_SIDE = ("counters", "steps", "strength", "control")
"""What is encoded of each side in each place."""
SHARED = ("unseen", "focus")
"""What else is encoded of each place: counters that lie below others, and whether the decision is about it."""
SCALE = 0.1
"""Counts are made small."""


class Encoding:
    """The shape of a game's observations in one scenario.

    A vector holds ``layers`` numbers for each of ``places`` (see ``by_place``), then the tracks of the opening that
    are numbers, the counters in hand by face, the step that asks the side that looks, if it decides, the side that
    acts and the side that looks.
    """

    def __init__(self, opening: Any) -> None:
        game, setting = opening.game, opening.setting
        self.places = {space.id: number for number, space in enumerate(setting.plan().spaces)}
        self.sides = {side: number for number, side in enumerate(game.sides)}
        self.layers = [f"{side} {name}" for side in game.sides for name in PER_SIDE] + list(SHARED)
        self.faces = {face.id: number for number, face in enumerate(setting.faces)}
        self.face_side = {face.id: self.sides[face.side] for face in setting.faces if face.side in self.sides}
        self.steps = {name: number for number, name in enumerate(game.steps)}
        self.tracks = self._tracks(opening)
        board = len(self.places) * len(self.layers)
        parts = (len(self.tracks), len(self.faces), len(self.steps), len(self.sides), len(self.sides))
        starts = np.cumsum([board, *parts])
        self.size = int(starts[-1])
        self._track, self._face, self._step, self._acts, self._looks = (int(start) for start in starts[:-1])

    def _tracks(self, opening: Any) -> dict[str, int]:
        """The tracks that stand for numbers when a match begins, for any side."""
        found: dict[str, int] = {}
        for side in ("", *self.sides):
            for track in opening.scene(side).tracks:
                if measured(track) is not None:
                    found.setdefault(track.id, len(found))
        return found

    def encode(self, scene: Scene, step: str) -> Vector:
        """What a side sees, as numbers."""
        vector = np.zeros(self.size, np.float32)
        where = self._lay(vector[: self._track], scene)
        for track in scene.tracks:
            number = self.tracks.get(track.id)
            if number is not None:
                vector[self._track + number] = measured(track) or 0.0
        for piece in scene.focus.pieces:
            if piece in where:
                vector[self._face + self.faces[where[piece]]] += 1
        if step in self.steps:
            vector[self._step + self.steps[step]] = 1
        for start, side in ((self._acts, scene.to_act), (self._looks, scene.side)):
            if side in self.sides:
                vector[start + self.sides[side]] = 1
        return vector

    def _lay(self, board: Vector, scene: Scene) -> dict[str, str]:
        """Fill the places; gives back the face of every counter on the table."""
        wide, width = len(self.layers), len(PER_SIDE)
        unseen, focus = wide - 2, wide - 1
        faces: dict[str, str] = {}
        spots: list[int] = []
        counts: list[float] = []
        for place, stack in scene.stacks.items():
            faces.update((piece.id, piece.face) for piece in stack.pieces)
            for row in self._rows(place):
                for piece in stack.pieces:
                    side = self.face_side.get(piece.face)
                    if side is not None:
                        first, count = row + side * width, piece.count
                        spots += (first, first + 1, first + 2)
                        counts += (count, count * piece.steps, count * sum(piece.factors))
                if stack.more:
                    spots.append(row + unseen)
                    counts.append(stack.more)
        np.add.at(board, spots, np.array(counts, np.float32) * np.float32(SCALE))
        for side_name, held in scene.control.items():
            layer = self.sides[side_name] * width + 3
            board[[self.places[place] * wide + layer for place in held if place in self.places]] = 1
        board[[self.places[place] * wide + focus for place in scene.focus.places if place in self.places]] = 1
        faces.update((piece.id, piece.face) for box in scene.boxes for piece in box.pieces)
        return faces

    def _rows(self, place: str) -> list[int]:
        """Where a place begins in the vector; what lies on a hexside or a corner counts in every hex around it."""
        wide = len(self.layers)
        if place in self.places:
            return [self.places[place] * wide]
        return [self.places[part] * wide for part in re.split(r"[+/.]", place) if part in self.places]

    def in_hand(self, vector: Vector) -> Vector:
        """The part of a vector that says which counters are in hand, one number for each face."""
        return vector[self._face : self._step]

    def by_place(self, vector: Vector) -> Vector:
        """The part of a vector that describes the places, a row each, a column for each layer."""
        return vector[: len(self.places) * len(self.layers)].reshape(len(self.places), len(self.layers))


def measured(track: Track) -> float | None:
    """Where a track stands, from 0 to 1 if it has steps, else its number made small; None if it is mere words."""
    if len(track.steps) > 1:
        return (track.at or 0) / (len(track.steps) - 1)
    return track.number * SCALE if track.number is not None else None
