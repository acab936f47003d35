"""What the dice can do: the exact distribution of outcomes, and the factors that shape it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from meuse.engine.scene import Lit


class Factor(msgspec.Struct, frozen=True):
    """One thing that counts, as a player would name it, with its clause."""

    name: str
    value: str
    clause: str


def added(factors: Iterable[Factor]) -> int:
    """What some factors come to that are numbers to be added."""
    return sum(int(factor.value) for factor in factors)


class Outcome(msgspec.Struct, frozen=True):
    """One thing that may happen: how likely, after which rolls, and what it is."""

    chance: Fraction
    rolls: tuple[int, ...]
    name: str
    says: str = ""
    """What it means, where the name is but a mark on a table."""


class Preview(msgspec.Struct, frozen=True):
    """All outcomes of an option with their exact chances, and the factors behind them."""

    title: str
    outcomes: tuple[Outcome, ...]
    factors: tuple[Factor, ...] = ()
    sums: tuple[Outcome, ...] = ()
    """The outcomes put together, where there are so many that a player asks first what they come to."""
    lit: Lit | None = None
    """The cells of a chart that count."""

    def chance(self, name: str) -> Fraction:
        """How likely an outcome of that name is."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.name == name), Fraction(0))


PLAIN: Mapping[str, str] = {}


def certain(title: str, name: str, factors: tuple[Factor, ...] = (), says: Mapping[str, str] = PLAIN) -> Preview:
    """A preview in which nothing is left to the dice."""
    return Preview(title, (Outcome(Fraction(1), (), name, says.get(name, "")),), factors)


def one_die(title: str, names: list[str], factors: tuple[Factor, ...] = (), says: Mapping[str, str] = PLAIN) -> Preview:
    """A preview of a single roll: ``names[i]`` is what happens on *i* + 1."""
    share = Fraction(1, len(names))
    outcomes = tuple(Outcome(share, (i,), name, says.get(name, "")) for i, name in enumerate(names, 1))
    return Preview(title, outcomes, factors)
