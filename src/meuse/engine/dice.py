"""Chance: a keyed counter stream, so that every roll can be checked afterwards, or forced.

Roll number *n* of a match is drawn from blake2b(key = seed, *n*); the seed's hash is published
at the start and the seed at the end. A scripted roll takes the place of the stream's value but
counts like any other.
"""

from __future__ import annotations

from hashlib import blake2b


class DiceError(ValueError):
    """A scripted roll that the die cannot show."""


def roll(seed: bytes, number: int, sides: int) -> int:
    """Roll *number* of the stream on a die of that many sides, without bias.

    >>> roll(b"seven", 0, 6) == roll(b"seven", 0, 6)
    True
    """
    attempt = 0
    limit = (1 << 64) - (1 << 64) % sides
    while True:
        message = number.to_bytes(8, "big") + attempt.to_bytes(2, "big")
        value = int.from_bytes(blake2b(message, key=seed, digest_size=8).digest(), "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def seed_bytes(seed: int | str | bytes) -> bytes:
    """A seed given as a number or text, as the key of the stream (at most 64 bytes)."""
    raw = seed if isinstance(seed, bytes) else str(seed).encode()
    return raw if len(raw) <= 64 else blake2b(raw).digest()


def commitment(seed: bytes) -> str:
    """What is published before play: it binds the server to the seed and gives nothing away."""
    return blake2b(b"meuse dice\0" + seed, digest_size=16).hexdigest()
