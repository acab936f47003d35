"""States with pieces in places: where each piece is, how they are stacked, which places each group occupies."""

from __future__ import annotations

from typing import ClassVar

from meuse.engine.fields import derived, field
from meuse.engine.kinds import NUMBERS, STACKS
from meuse.engine.state import State


class PiecesState(State):
    """Pieces are small numbers; a place is a bit's number, a box outside the map a negative number."""

    SUMS: ClassVar[tuple[str, ...]] = ("masks",)
    """What is kept up to date piece by piece, and ``derive`` works out from the stacks."""

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
        stack, own = self.stacks[place], self.group_of(piece)
        if len(stack) > 1:
            rest = self.stacks[place] = tuple([other for other in stack if other != piece])
            for other in rest:
                if self.group_of(other) == own:
                    return
        else:
            del self.stacks[place]
        self.masks[own] ^= 1 << place

    def shift(self, piece: int, place: int) -> None:
        """Move a piece from its place to the top of another: what ``lift`` and ``put`` do, at once."""
        self.version += 1
        start, stacks, group = self.where[piece], self.stacks, self.group_of(piece)
        stack = stacks[start]
        left = True
        if len(stack) > 1:
            rest = stacks[start] = tuple([other for other in stack if other != piece])
            for other in rest:
                if self.group_of(other) == group:
                    left = False
                    break
        else:
            del stacks[start]
        if left:
            self.masks[group] ^= 1 << start
        self.where[piece] = place
        stacks[place] = (piece, *stacks.get(place, ()))
        self.masks[group] |= 1 << place

    def exchange(self, dealt: dict[int, int]) -> None:
        """Deal pieces of like groups to one another's places: what was noted of one is noted of the one dealt there."""
        self.version += 1
        places = {piece: self.where[piece] for piece in dealt}
        for place in set(places.values()):
            self.stacks[place] = tuple(dealt.get(piece, piece) for piece in self.stacks[place])
        for piece, place in places.items():
            self.where[dealt[piece]] = place
        for name, declared in self.FIELDS.items():
            if declared.kind is not None:
                setattr(self, name, declared.kind.renamed(getattr(self, name), dealt))
        self.agenda = [step.renamed(dealt, self.game.KINDS) for step in self.agenda]

    def at(self, place: int) -> tuple[int, ...]:
        """The pieces in a place, top first."""
        return self.stacks.get(place, ())

    def label(self, place: int) -> str:
        return self.setting.place_label(place)

    def derive(self) -> None:
        """Work the occupied places out from the stacks."""
        self.masks = [0] * len(self.masks)
        for place, pieces in self.stacks.items():
            for piece in pieces:
                self.masks[self.group_of(piece)] |= 1 << place

    def noted(self) -> int:
        """How many pieces are noted to lie in places themselves, not in boxes."""
        return sum(place >= 0 for place in self.where)

    def faults(self) -> list[str]:
        """Each piece on the map lies in exactly one place, and what is remembered of the stacks agrees with them."""
        wrong, lying = super().faults(), [(piece, place) for place in self.stacks for piece in self.stacks[place]]
        for piece, place in lying:
            if self.where[piece] != place:
                wrong.append(f"{self.piece_name(piece) or piece} lies in {self.label(place)} but is noted elsewhere")
        if self.noted() != len(lying):
            wrong.append(f"{self.noted()} pieces are noted on the map, {len(lying)} lie there")
        twin = self.clone()
        twin.derive()
        sums = [name for name in self.SUMS if getattr(twin, name) != getattr(self, name)]
        return wrong + [f"{name}: not those of the stacks" for name in sums]
