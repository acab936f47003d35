"""Chance: a keyed counter stream, so that every roll can be checked afterwards, or forced.

Roll number *n* of a match is drawn from blake2b(key = seed, *n*); the seed's hash is published
at the start and the seed at the end. A scripted roll takes the place of the stream's value but
counts like any other. A match that goes on from another one begins with the same rolls: its seed
names them, and holds the key of those that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

BEGUN = b"begun\0"
"""How a seed begins that names the first rolls: then their number, the rolls, and the key."""


class DiceError(ValueError):
    """A scripted roll that the die cannot show."""


def roll(seed: bytes, number: int, sides: int) -> int:
    """Roll *number* of the stream on a die of that many sides, without bias.

    >>> roll(b"seven", 0, 6) == roll(b"seven", 0, 6)
    True
    """
    if seed[: len(BEGUN)] == BEGUN:
        first, seed = begun(seed)
        if number < len(first):
            return _shown(first[number], sides)
    attempt = 0
    limit = (1 << 64) - (1 << 64) % sides
    while True:
        message = number.to_bytes(8, "big") + attempt.to_bytes(2, "big")
        value = int.from_bytes(blake2b(message, key=seed, digest_size=8).digest(), "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def _shown(value: int, sides: int) -> int:
    """A roll that a seed names, if the die can show it."""
    if not 1 <= value <= sides:
        raise DiceError(f"the seed begins with a roll of {value}: the die shows 1 to {sides}")
    return value


def seed_bytes(seed: int | str | bytes) -> bytes:
    """A seed given as a number or text, as the key of the stream (at most 64 bytes)."""
    raw = seed if isinstance(seed, bytes) else str(seed).encode()
    if raw.startswith(BEGUN):
        begun(raw)
        return raw
    return raw if len(raw) <= 64 else blake2b(raw).digest()


def seed_after(rolls: Sequence[int], key: bytes) -> bytes:
    """A seed whose first rolls are these, and whose others come from a key.

    >>> [roll(seed_after([6, 2], b"key"), number, 6) for number in range(2)]
    [6, 2]
    """
    return BEGUN + bytes([len(rolls), *rolls]) + key if rolls else key


def begun(seed: bytes) -> tuple[bytes, bytes]:
    """The rolls that a seed begins with, and its key."""
    many, rest = seed[len(BEGUN) : len(BEGUN) + 1], seed[len(BEGUN) + 1 :]
    first, key = rest[: sum(many)], rest[sum(many) :]
    if not many or len(first) < sum(many) or not 1 <= len(key) <= 64:
        raise DiceError(f"the seed {seed.hex()} should begin with {sum(many)} rolls and end with a key")
    return first, key


def commitment(seed: bytes) -> str:
    """What is published before play: it binds the server to the seed and gives nothing away."""
    return blake2b(b"meuse dice\0" + seed, digest_size=16).hexdigest()
