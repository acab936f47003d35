"""States with pieces in places: where each piece is, how they are stacked, which places each group occupies."""

from __future__ import annotations

from meuse.engine.fields import derived, field
from meuse.engine.kinds import NUMBERS, STACKS
from meuse.engine.state import State


class PiecesState(State):
    """Pieces are small numbers; a place is a bit's number, a box outside the map a negative number."""

    where: list[int] = field(lambda setting: [], NUMBERS, position="")
    """The place of each piece, or a box."""
    stacks: dict[int, tuple[int, ...]] = field(lambda setting: {}, STACKS, position="")
    """The pieces in each place, top first."""
    masks: list[int] = derived(lambda setting: [], copied=True)
    """The places each group of pieces occupies."""
    version: int = derived(0)
    """Raised by every change, so that what follows from the pieces can be remembered."""

    def group_of(self, piece: int) -> int:
        """The group whose places a piece counts for: a nation, a power, a kind."""
        raise NotImplementedError

    def put(self, piece: int, place: int, on_top: bool = True) -> None:
        """Lay a piece in a place."""
        self.version += 1
        self.where[piece] = place
        others = self.stacks.get(place, ())
        self.stacks[place] = (piece, *others) if on_top else (*others, piece)
        self.masks[self.group_of(piece)] |= 1 << place

    def lift(self, piece: int, box: int) -> None:
        """Take a piece off its place into a box."""
        self.version += 1
        place = self.where[piece]
        self.where[piece] = box
        if place < 0:
            return
        rest = tuple([other for other in self.stacks[place] if other != piece])
        own = self.group_of(piece)
        if rest:
            self.stacks[place] = rest
            for other in rest:
                if self.group_of(other) == own:
                    return
        else:
            del self.stacks[place]
        self.masks[own] &= ~(1 << place)

    def at(self, place: int) -> tuple[int, ...]:
        """The pieces in a place, top first."""
        return self.stacks.get(place, ())

    def derive_masks(self) -> None:
        """Work the occupied places out from the stacks."""
        self.masks = [0] * len(self.masks)
        for place, pieces in self.stacks.items():
            for piece in pieces:
                self.masks[self.group_of(piece)] |= 1 << place
