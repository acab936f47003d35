"""What can be chosen: the whole vocabulary of actions of a setting, made once and shared.

An option is a verb and at most one object: ``move G.19``, ``to 2831``, ``done``. Every decision
of the game lists some options of its vocabulary, so listing is cheap, the words are the record's
notation, and the option's number is the action's number for learning.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

from meuse.board.sets import pick

Touch = Literal["", "piece", "place"]
"""What is touched to choose an option: a counter, a place, or only its own button."""

MANY = 40
"""Among more options than these one is not looked for from the first to the last."""


class Option:
    """One thing a player may want; equal only to itself."""

    __slots__ = ("number", "object", "spoken", "touch", "value", "verb")

    def __init__(self, number: int, verb: str, obj: str, value: int, spoken: str, touch: Touch) -> None:
        self.number = number
        self.verb = verb
        self.object = obj
        self.value = value
        self.spoken = spoken
        """The object as people call it."""
        self.touch = touch

    def __str__(self) -> str:
        return f"{self.verb} {self.object}" if self.object else self.verb

    def __repr__(self) -> str:
        return f"<{self}>"


def offers(options: list[Option], wanted: Option) -> bool:
    """Is an option one of some options? In a long list it is first looked for where its number says it would be."""
    if len(options) > MANY:
        place = bisect_left(options, wanted.number, key=_number)
        if place < len(options) and options[place] is wanted:
            return True
    return wanted in options


_number = attrgetter("number")


class Vocabulary:
    """All options of a setting, by number and by word."""

    def __init__(self) -> None:
        self.options: list[Option] = []
        self.words: dict[str, Option] = {}
        self.verbs: dict[str, list[Option]] = {}
        self.families: dict[str, list[Option]] = {}
        """The options of each verb by their values, gaps filled."""
        self._every: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.options)

    def word(self, verb: str) -> Option:
        """A verb without an object."""
        option = self._add(verb, "", 0, "", "")
        self._keep(verb, [option], 1)
        return option

    def family(
        self, verb: str, objects: Sequence[str], spoken: Sequence[str] | None = None, touch: Touch = ""
    ) -> list[Option]:
        """A verb with each of these objects; entry *i* of the list has value *i*.

        An empty name leaves a gap (filled with the family's first option, never to be offered),
        so that the list can be indexed by hex number. Without objects there is nothing to be offered.
        """
        names = spoken or objects
        made = [self._add(verb, name, i, names[i], touch) if name else None for i, name in enumerate(objects)]
        filler = next((option for option in made if option is not None), None)
        every = int("".join("1" if name else "0" for name in reversed(objects)) or "0", 2)
        self._keep(verb, [option or filler for option in made] if filler is not None else [], every)
        return self.families[verb]

    def open(self, verb: str, shut: int) -> list[Option]:
        """The options of a verb whose values are not shut, in their order."""
        return self.named(verb, self._every[verb] & ~shut)

    def named(self, verb: str, values: int) -> list[Option]:
        """The options of a verb with some values, in their order."""
        left = self._every[verb] & values
        if not left:
            return []
        first = (left & -left).bit_length() - 1
        return [*pick(self.families[verb][first : left.bit_length()], left >> first)]

    def _keep(self, verb: str, family: list[Option], every: int) -> None:
        """A verb's options by their values, and which of these are meant."""
        self.families[verb], self._every[verb] = family, every

    def _add(self, verb: str, obj: str, value: int, spoken: str, touch: Touch) -> Option:
        option = Option(len(self.options), verb, obj, value, spoken, touch)
        word = f"{verb} {obj}" if obj else verb
        if word in self.words:
            raise ValueError(f"the option {word} is in the vocabulary already")
        self.options.append(option)
        self.words[word] = option
        self.verbs.setdefault(verb, []).append(option)
        return option
