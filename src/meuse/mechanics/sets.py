"""Sets as integers: of pieces, places, or anything else that has small numbers."""

from __future__ import annotations

from collections.abc import Iterable


def members(numbers: Iterable[int]) -> int:
    """Some pieces, or anything else that has numbers, as a set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def union(sets: Iterable[int]) -> int:
    """All that is in any of some sets."""
    mask = 0
    for each in sets:
        mask |= each
    return mask


def listed(mask: int) -> tuple[int, ...]:
    """The numbers in a set, lowest first."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
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
            both = places | mask
            together[both] = max(together.get(both, 0), needed + number)
    return all(places.bit_count() >= needed for places, needed in together.items())
