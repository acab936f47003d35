"""Sets as integers, and boards as sets of places: what hex boards and area boards have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import or_
from typing import TypeVar

T = TypeVar("T")

_ONES = bytes(1 if byte == ord("1") else 0 for byte in range(256))


class Board:
    """A place is a bit's number, a set of places is an ``int``."""

    size: int
    labels: list[str]
    """The name of each bit; empty where there is no place."""
    numbers: dict[str, int]
    everything: int
    around: list[int]
    """The neighbours of each place."""

    def place(self, label: str) -> int:
        """The place of that name; a ``KeyError`` with the remedy if there is none."""
        try:
            return self.numbers[label]
        except KeyError:
            raise KeyError(f"no place {label!r} on this board; places: {', '.join(self.numbers)}") from None

    def label(self, place: int) -> str:
        return self.labels[place]

    def set(self, labels: Iterable[str]) -> int:
        """The set of the named places."""
        mask = 0
        for label in labels:
            mask |= 1 << self.place(label)
        return mask

    def members(self, mask: int) -> list[int]:
        """The places of a set, in order."""
        if mask.bit_count() < 24:
            places = falling(mask)
            places.reverse()
            return places
        return list(self.pick(range(self.size), mask))

    def pick(self, table: Sequence[T], mask: int) -> Iterator[T]:
        """The entries of a table (one per bit) that belong to the places of a set."""
        return pick(table, mask)

    def names(self, mask: int) -> list[str]:
        return [self.labels[place] for place in self.members(mask)]

    def neighbours(self, place: int) -> list[int]:
        return self.members(self.around[place])


def pick(table: Sequence[T], mask: int) -> Iterator[T]:
    """The entries of a table that belong to the numbers in a set, in their order."""
    return compress(table, bin(mask)[:1:-1].encode().translate(_ONES))


def members(numbers: Iterable[int]) -> int:
    """Some places, pieces, or anything else that has numbers, as a set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def union(sets: Iterable[int]) -> int:
    """All that is in any of some sets."""
    return reduce(or_, sets, 0)


def falling(mask: int) -> list[int]:
    """The numbers in a set, highest first: the set gets shorter with each one that is taken out."""
    numbers = []
    while mask:
        top = mask.bit_length() - 1
        numbers.append(top)
        mask ^= 1 << top
    return numbers


@lru_cache(maxsize=1024)
def listed(mask: int) -> tuple[int, ...]:
    """The numbers in a set, lowest first; the same sets are asked for again and again."""
    numbers = falling(mask)
    numbers.reverse()
    return tuple(numbers)


def one_each(wanted: Iterable[int]) -> bool:
    """Can each of some wishes, sets of places, have a place of its own?

    A wish with as many places as there are wishes can wait until all others are served. Of those that are left, any
    that are alike must find enough places together with any others.
    """
    masks, before = list(wanted), 0
    while len(masks) != before:
        before = len(masks)
        masks = [mask for mask in masks if mask.bit_count() < before]
    together: dict[int, int] = {0: 0}
    for mask in set(masks):
        number = masks.count(mask)
        for places, needed in list(together.items()):
            both, wishes = places | mask, needed + number
            if both.bit_count() < wishes:
                return False
            if together.get(both, 0) < wishes:
                together[both] = wishes
    return True
