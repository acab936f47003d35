"""What the dice can do: the exact distribution of outcomes, and the factors that shape it."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Factor(msgspec.Struct, frozen=True):
    """One thing that counts, as a player would name it, with its clause."""

    name: str
    value: str
    clause: str


class Outcome(msgspec.Struct, frozen=True):
    """One thing that may happen: how likely, after which rolls, and what it is."""

    chance: Fraction
    rolls: tuple[int, ...]
    name: str


class Preview(msgspec.Struct, frozen=True):
    """All outcomes of an option with their exact chances, and the factors behind them."""

    title: str
    outcomes: tuple[Outcome, ...]
    factors: tuple[Factor, ...] = ()

    def chance(self, name: str) -> Fraction:
        """How likely an outcome of that name is."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.name == name), Fraction(0))


def certain(title: str, name: str, factors: tuple[Factor, ...] = ()) -> Preview:
    """A preview in which nothing is left to the dice."""
    return Preview(title, (Outcome(Fraction(1), (), name),), factors)


def one_die(title: str, names: list[str], factors: tuple[Factor, ...] = ()) -> Preview:
    """A preview of a single roll: ``names[i]`` is what happens on *i* + 1."""
    share = Fraction(1, len(names))
    return Preview(title, tuple(Outcome(share, (i,), name) for i, name in enumerate(names, 1)), factors)
