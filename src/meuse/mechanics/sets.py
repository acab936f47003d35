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
