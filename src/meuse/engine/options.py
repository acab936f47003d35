"""What can be chosen: a game's whole vocabulary of actions, made once and shared.

An option is a verb and at most one object: ``move G.19``, ``to 2831``, ``done``. Every decision
of the game lists some options of its vocabulary, so listing is cheap, the words are the record's
notation, and the option's number is the action's number for learning.
"""

from __future__ import annotations

from collections.abc import Sequence


class Option:
    """One thing a player may want; equal only to itself."""

    __slots__ = ("number", "object", "value", "verb")

    def __init__(self, number: int, verb: str, obj: str, value: int) -> None:
        self.number = number
        self.verb = verb
        self.object = obj
        self.value = value

    def __str__(self) -> str:
        return f"{self.verb} {self.object}" if self.object else self.verb

    def __repr__(self) -> str:
        return f"<{self}>"


class Vocabulary:
    """All options of a game, by number and by word."""

    def __init__(self) -> None:
        self.options: list[Option] = []
        self.words: dict[str, Option] = {}
        self.verbs: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self.options)

    def word(self, verb: str) -> Option:
        """A verb without an object."""
        return self._add(verb, "", 0)

    def family(self, verb: str, objects: Sequence[str]) -> list[Option]:
        """A verb with each of these objects; entry *i* of the list has value *i*.

        An empty name leaves a gap (filled with the family's first option, never to be offered),
        so that the list can be indexed by hex number.
        """
        made = [self._add(verb, name, value) if name else None for value, name in enumerate(objects)]
        filler = next(option for option in made if option is not None)
        return [option or filler for option in made]

    def _add(self, verb: str, obj: str, value: int) -> Option:
        option = Option(len(self.options), verb, obj, value)
        if str(option) in self.words:
            raise ValueError(f"the option {option} is in the vocabulary already")
        self.options.append(option)
        self.words[str(option)] = option
        self.verbs[verb] = None
        return option
