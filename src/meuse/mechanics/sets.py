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


def places_for_all(wanted: Iterable[int]) -> bool:
    """Can each of some wishes, sets of places, have a place of its own?"""
    masks = list(wanted)
    if all(mask.bit_count() >= len(masks) for mask in masks):
        return True
    owner: dict[int, int] = {}

    def settle(number: int, tried: set[int]) -> bool:
        for place in listed(masks[number]):
            if place not in tried:
                tried.add(place)
                if place not in owner or settle(owner[place], tried):
                    owner[place] = number
                    return True
        return False

    return all(settle(number, set()) for number in range(len(masks)))
